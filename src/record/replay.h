/*
 * A replay is a game being played from lines of text: the current position,
 * the moves that stand, and snapshots from which any earlier position is a
 * few moves away. It serves a file being verified and a live game alike.
 *
 * Plies count standing lines. A line is all or nothing: when any of its
 * moves is refused, the replay is as it was before the line. A line without
 * moves (it says what the rules have done already) is no ply. What plays lines,
 * takes them back or walks over them also fails with the error of the
 * deadline (ERR_BUSY) once that is over.
 */
#ifndef RECORD_REPLAY_H
#define RECORD_REPLAY_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "rules/game.h"

struct replay {
    const struct allocator *allocator;
    struct setup setup;
    void *state; /* the position now */
    void *spare; /* room for one more state: the way back, or replay_at */
    size_t state_room;
    game_move *moves; /* standing moves in order */
    size_t moves_count;
    size_t moves_room;
    uint32_t *ends; /* ends[i]: standing moves after ply i + 1 */
    size_t plies;
    size_t plies_room;
    char *marks; /* mark i: the position after i * REPLAY_STRIDE plies */
    size_t marks_room;
    struct pace pace; /* its deadline is set where a request waits for the replay */
};

enum { REPLAY_STRIDE = 32 };

void replay_init(struct replay *replay, const struct allocator *allocator);
void replay_release(struct replay *replay);

/* Starts a new game; memory of an earlier one is used again. */
ERR_CHECK enum err replay_begin(struct replay *replay, const struct setup *setup, struct error *error);

/*
 * Plays one line. On ERR_SYNTAX the error's column is counted in bytes from
 * 1 within `text`; on ERR_RULE it is 0.
 */
ERR_CHECK enum err replay_line(struct replay *replay, unsigned seat, struct span text, struct error *error);

/*
 * The same, and appends the line's canonical text, as replay_print would, and a
 * line feed; a line that is refused or has no moves appends nothing. Cheaper than
 * printing afterwards, when the position before the line has to be found again.
 */
ERR_CHECK enum err replay_spell(struct replay *replay, unsigned seat, struct span text, struct strbuf *out,
                                struct error *error);

/* Plays `count` moves as one line; none: nothing happens. */
ERR_CHECK enum err replay_moves(struct replay *replay, const game_move *moves, size_t count, struct error *error);

/* Takes the last `count` plies back; ERR_RULE when there are fewer. */
ERR_CHECK enum err replay_back(struct replay *replay, size_t count, struct error *error);

/*
 * The position after `ply` plies (at most replay->plies). Borrowed: valid
 * until the next call on the replay. The current position is not changed.
 */
const void *replay_at(struct replay *replay, size_t ply);

/* Shows every position in order, from before the first ply (0) to the one now. `fn` calls nothing on the replay. */
typedef void replay_position_fn(void *context, size_t ply, const void *state);
ERR_CHECK enum err replay_walk(struct replay *replay, replay_position_fn *fn, void *context, struct error *error);

/* The canonical text of ply number `ply` (from 0), with its seat label: `1: bee 0,0`. */
void replay_print(struct replay *replay, size_t ply, struct strbuf *out);

/* The same in the words of a language, for people. */
void replay_say(struct replay *replay, size_t ply, enum lang lang, struct strbuf *out);

/*
 * SHA-256 over game, rules, variant and level (terminated strings; rules as
 * a 32-bit number), then the fields that the game documents.
 */
void replay_digest(const struct setup *setup, const void *state, uint8_t out[SHA256_SIZE]);

#endif
