/*
 * Files that other programs write, as plays (service/plays.h): BG Stats'
 * backups and plays (JSON), plays saved from BoardGameGeek (XML), spreadsheets
 * (CSV). A file is read through once when it is opened, and checked: one that
 * does not hold together is refused as a whole, with place and reason, before
 * anything is written. Then its plays are read one at a time, so memory does not
 * grow with their number; only what they refer to (people, titles, places) is
 * kept.
 */
#ifndef WIRE_FOREIGN_H
#define WIRE_FOREIGN_H

#include "base/alloc.h"
#include "base/spool.h"
#include "service/plays.h"

enum foreign_format { FOREIGN_RECORD, FOREIGN_BGSTATS, FOREIGN_BGG, FOREIGN_CSV, FOREIGN_FORMATS };
extern const char *const foreign_formats[FOREIGN_FORMATS + 1]; /* record, bgstats, bgg, csv, NULL */

/*
 * What a file that begins like this is: `{` is BG Stats', `<` BoardGameGeek's, a line `dendro` (after comments and blank
 * lines) a record, and whatever has a first line with a column that a spreadsheet's has, CSV. ERR_SYNTAX for none of them;
 * a zip or another known kind of file is named. `first` is the first few thousand bytes, byte order mark and all.
 */
ERR_CHECK enum err foreign_guess(struct span first, enum foreign_format *format, struct error *error);

struct foreign_file;

/* Opens one that is not FOREIGN_RECORD; the spool is borrowed and stays as it is until foreign_close. */
ERR_CHECK enum err foreign_open(struct foreign_file **out, struct spool *spool, enum foreign_format format,
                                const struct allocator *allocator, struct error *error);
void foreign_close(struct foreign_file *file); /* accepts NULL */

/* Its plays; borrowed from the file. */
const struct play_reader *foreign_plays(const struct foreign_file *file);

/* ---- one function a format, for foreign_open and for tests; the reader owns its memory ---- */

struct foreign_reader {
    struct play_reader plays;
    void (*release)(void *context); /* of plays.context */
};
ERR_CHECK enum err bgstats_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                                struct error *error);
ERR_CHECK enum err bgg_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                            struct error *error);
ERR_CHECK enum err csv_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                            struct error *error);

#endif
