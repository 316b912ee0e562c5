/*
 * Who holds the records of a group of games: the highest score, the largest
 * margin, the highest of each category; of those who share one, how many
 * they are and the ten oldest. Two groups merge.
 *
 * A holder is a seat of a game and not a person: a person who is merged into
 * another holds what both held without a byte of this being changed.
 *
 * As bytes: how many kinds, up to the last that has a holder; for each how
 * many share it, and unless there are none the value, how many are named, and
 * day, game and seat of each.
 */
#ifndef STATS_HOLDERS_H
#define STATS_HOLDERS_H

#include "base/alloc.h"
#include "base/strbuf.h"
#include "rules/game.h"

enum {
    RECORD_SCORE,
    RECORD_MARGIN,
    RECORD_CATEGORY,
    RECORD_KINDS = RECORD_CATEGORY + GAME_CATEGORIES,
    RECORD_TIES = 10
};

struct holder {
    int64_t game;
    int32_t day; /* INT32_MIN: none is known; such a game is older than all others */
    int32_t seat;
};

struct best {
    int64_t value;
    int64_t ties;                    /* 0: it has no holder */
    unsigned count;                  /* of `held` */
    struct holder held[RECORD_TIES]; /* oldest first: by day, then as the games were logged */
};

struct holders {
    unsigned kinds; /* RECORD_CATEGORY and the categories of the game */
    struct best best[];
};

/* NULL when there is no memory. */
struct holders *holders_new(const struct allocator *allocator, unsigned categories);
/* A seat that has reached `value`. */
void holders_take(struct holders *holders, unsigned kind, int64_t value, const struct holder *holder);
/* Kinds that `holders` has no room for are left out. */
void holders_merge(struct holders *holders, const struct holders *other);

void holders_pack(const struct holders *holders, struct strbuf *out);
/* Adds what the bytes say, as holders_merge does; false for bytes that are no holders. */
bool holders_unpack(struct span bytes, struct holders *holders);

#endif
