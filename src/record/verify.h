/*
 * Verification: a record is legal from its first line to its last and says
 * the truth about its totals, claims and digest. Each thing that is wrong is
 * a problem with its line and column.
 */
#ifndef RECORD_VERIFY_H
#define RECORD_VERIFY_H

#include "record/record.h"
#include "record/replay.h"

struct problem {
    struct error error; /* line, column in characters, message */
    int seat;           /* -1: not about a seat */
    struct span move;   /* the move or category it is about; empty: none */
    int64_t ply;        /* standing plies before the line; -1: not about a move */
};
typedef void problem_fn(void *context, const struct problem *problem);

/*
 * Replays `record` into `replay` and reports every problem: the first line
 * that cannot be played ends the search in the moves, the differences of
 * totals, claims and digest are all reported. `fn` may be NULL.
 *   ERR_OK        no problem
 *   ERR_SYNTAX, ERR_RULE, ERR_MISMATCH, ...
 *                 the code of the gravest one, which is left in `error`; a
 *                 mismatch is graver than nothing, anything else than that
 *   ERR_BUSY      the replay's deadline is over; that is no problem of the
 *                 record and not reported as one
 * After ERR_OK and ERR_MISMATCH `replay` holds the whole game.
 */
ERR_CHECK enum err record_verify(const struct record *record, const struct block_source *blocks, struct replay *replay,
                                 problem_fn *fn, void *context, struct error *error);

/*
 * The same, and appends the canonical move lines, take-backs included, to
 * `lines`: reading, judging and spelling in one replay.
 */
ERR_CHECK enum err record_verify_spell(const struct record *record, const struct block_source *blocks,
                                       struct replay *replay, struct strbuf *lines, problem_fn *fn, void *context,
                                       struct error *error);

enum { PROBLEM_MOVE = 240 /* bytes of a move that a problem's text shows: more than any that can be right */ };

/*
 * Appends `seat 2: wolf 3,0: not adjacent to any card`: a problem without
 * line and column. Control characters in the move come out as '?'.
 */
void problem_text(const struct problem *problem, enum lang lang, struct strbuf *out);

#endif
