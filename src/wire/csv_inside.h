/* Private to csv_read.c, csv_plays.c and csv_long.c: a spreadsheet that is being read. */
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

/* ---- of the row at hand ---- */

struct span csv_cell_of(const struct csv_reader *reader, enum csv_column kind);
/* The column that has the row's id, and the id; empty: none. */
enum csv_column csv_id_column(const struct csv_reader *reader);
struct span csv_id_of(const struct csv_reader *reader);
/* Puts the place of a cell into the error, and returns `err`. */
ERR_CHECK enum err csv_at_column(const struct csv_reader *reader, unsigned column, enum err err, struct error *error);
ERR_CHECK enum err csv_at_kind(const struct csv_reader *reader, enum csv_column kind, enum err err,
                               struct error *error);
/* The cell is not what is wanted there. */
ERR_CHECK enum err csv_refuse_value(const struct csv_reader *reader, enum csv_column kind, const struct name *wanted,
                                    struct error *error);

/* A play of which nothing is known but its line. */
void csv_begin_play(const struct csv_reader *reader, struct play *play);
/* What its first row says of all of it, but for texts, which the form has put there. */
ERR_CHECK enum err csv_read_about(struct csv_reader *reader, struct play *play, struct error *error);
void csv_add_seat(struct play *play, const struct play_seat *seat);

/* In csv_long.c: the play that begins with the row at hand. */
ERR_CHECK enum err csv_long_play(struct csv_reader *reader, struct play *play, struct error *error);

/* In csv_read.c: raises the error for the id of the row at hand, which a play that ended before it has. */
ERR_CHECK enum err csv_id_again(struct csv_reader *reader, struct span id, struct error *error);

#endif
