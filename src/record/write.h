/*
 * The canonical spelling of a record: one order of headers, English ids,
 * single spaces, LF, no comments; a finished game ends in the totals that
 * the engine computed and the digest. Writing, reading and writing again
 * gives the same bytes.
 *
 * The order of move lines, take-backs included, is kept. Totals that the
 * players wrote and that differ from the engine's, or that they wrote too
 * early, stay as `claim SEAT total POINTS`, so that a contested score remains
 * contested. Totals beyond the game's scores and a digest that differs go.
 */
#ifndef RECORD_WRITE_H
#define RECORD_WRITE_H

#include "record/record.h"
#include "record/replay.h"

/*
 * Appends `record`, replaying it in `scratch`. Fails as record_verify does,
 * but not for a mismatch, and with ERR_LIMIT when the canonical spelling is
 * larger than a reader takes; `out` is then as long as before.
 */
ERR_CHECK enum err record_write(const struct record *record, const struct block_source *blocks, struct replay *scratch,
                                struct strbuf *out, struct error *error);

/*
 * The two halves of record_write, for a writer that wants other headers: the
 * header lines, and everything behind them (moves, claims, totals, digest),
 * starting with the blank line. `scratch` has been begun with the setup.
 */
void record_write_head(const struct record *record, const struct setup *setup, struct strbuf *out);
ERR_CHECK enum err record_write_tail(const struct record *record, struct replay *scratch, struct strbuf *out,
                                     struct error *error);

/*
 * What follows the moves: claims, totals and digest, for a replay that has
 * played them. On failure `out` is as long as before.
 */
ERR_CHECK enum err record_write_end(const struct record *record, const struct replay *replay, struct strbuf *out,
                                    struct error *error);

/* Appends the totals and the digest of a finished game, and nothing for an unfinished one. */
void record_write_result(const struct replay *replay, struct strbuf *out);

/*
 * Appends a header line that a reader gives back as it is: keyword, space,
 * value with line breaks and control characters made spaces and without
 * blanks at its ends; a value of nothing but those becomes `?`.
 */
void record_write_header(struct strbuf *out, const char *keyword, struct span value);

/* A seat's name as such a line has it, in `memory`; nothing for one that does not fit. */
enum { RECORD_NAME = 1024 /* bytes, four times what one of the database has */ };
struct span record_seat_name(struct span text, char memory[RECORD_NAME]);

#endif
