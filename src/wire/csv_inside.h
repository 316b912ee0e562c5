/* Private to csv_read.c and csv_plays.c: a spreadsheet that is being read. */
#ifndef WIRE_CSV_INSIDE_H
#define WIRE_CSV_INSIDE_H

#include "base/arena.h"
#include "base/spool.h"
#include "service/plays.h"
#include "wire/csv_read.h"

enum { CSV_PLAY = 4 << 20 /* bytes of text that one play keeps */ };

struct csv_reader {
    const struct allocator *allocator;
    struct spool *spool;
    struct csv_survey survey;
    char separator;
    struct csv_rows rows;
    struct csv_header header;
    struct arena memory; /* what the play in hand borrows */
    size_t used;         /* bytes of it */
    bool pending;        /* the row at hand has been read and belongs to the next play */
    bool broken;         /* what is wrong is wrong with the whole file, or the machine: there is no next play */
    bool over;           /* there are no more rows */
    bool checking;       /* the first time through: ids are held against those before */
    struct csv_ids ids;
};

/* The next row that is not blank. ERR_END; anything else is about the whole file. */
ERR_CHECK enum err csv_next_row(struct csv_reader *reader, struct error *error);

/* As `next` of struct play_reader. */
ERR_CHECK enum err csv_next_play(void *context, struct play *play, struct error *error);

/* In csv_read.c: raises the error for the id of the row at hand, which a play that ended before it has. */
ERR_CHECK enum err csv_id_again(struct csv_reader *reader, struct span id, struct error *error);

#endif
