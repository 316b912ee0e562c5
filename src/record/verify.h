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
    const char *fr;     /* what a French reader calls the category; NULL: as it is */
};
typedef void problem_fn(void *context, const struct problem *problem);

/* An error that is about no seat and no move: a line that cannot be read, a header, the record itself. */
static inline struct problem problem_of(const struct error *error)
{
    return (struct problem){.error = *error, .seat = -1, .ply = -1};
}

/*
 * Replays `record` into `replay` and reports every problem. `fn` may be NULL.
 *
 * Of a sheet every line is judged. Of a game that is played in order the first
 * line that cannot be played, or could not be read, leaves no position to judge
 * the later ones by: of those only what no position could read is reported. The
 * same goes for all lines when the header is wrong. More than RECORD_COMPLAINTS
 * lines are only counted. Totals, claims and digest are compared with a game
 * that was played to its end; without, only whether they make sense. What a
 * line that could not be read may have said is not reported as missing.
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
 * `lines`: reading, judging and spelling in one replay. Who sits twice is left
 * to the database, which knows more names of a person.
 */
ERR_CHECK enum err record_verify_spell(const struct record *record, const struct block_source *blocks,
                                       struct replay *replay, struct strbuf *lines, problem_fn *fn, void *context,
                                       struct error *error);

/* Tells of each claim that the game in `replay` contradicts: for claims that were added to a record once it was verified. */
void record_contest(const struct record *record, const struct replay *replay, problem_fn *fn, void *context);

/* Tells of each seat whose person sits at an earlier one already. record_verify does, too. */
void record_people(const struct record *record, problem_fn *fn, void *context);

/*
 * What the game finds odd about a finished record that record_verify has put
 * into `replay`: problems that are warnings, at the line they are about, or at
 * the last one. Nothing is refused for them, and no exit code changes.
 */
void record_warn(const struct record *record, const struct replay *replay, problem_fn *fn, void *context);

/* The part of it that needs no replay: a place that was probably meant as a seat, `place 3 Mana`. */
void record_warn_place(const struct record *record, problem_fn *fn, void *context);

/*
 * The part of it that the text alone tells: letters of two languages in one record. record_verify tells it of a record
 * that it refuses, since the refusal may come of it.
 */
void record_warn_letters(const struct record *record, const struct setup *setup, problem_fn *fn, void *context);

/* True for a total or a claim that the engine contradicts: it is kept beside the engine's, and refuses nothing. */
bool problem_is_contested(const struct problem *problem);

/* True for a problem of record_warn. */
static inline bool problem_is_warning(const struct problem *problem)
{
    return problem->error.message && problem->error.message->code == ERR_OK;
}

enum { PROBLEM_MOVE = 240 /* bytes of a move that a problem's text shows: more than any that can be right */ };

/*
 * Appends `seat 2: wolf 3,0: not adjacent to any card`: a problem without
 * line and column, `warning: ` before one that is no more than that. Control
 * characters in the move come out as '?'.
 */
void problem_text(const struct problem *problem, enum lang lang, struct strbuf *out);

#endif
