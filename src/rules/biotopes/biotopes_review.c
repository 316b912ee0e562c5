/* What Biotopes offers a review (rules/game_review.h). */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

static size_t values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                     size_t cap)
{
    const struct bio_state *s = state;
    size_t count = bio_legal(setup, s, seat, moves, cap);
    struct bio_sight t;
    bio_sight_begin(&t, setup, s, seat);
    bio_sight_hand(&t);
    bio_sight_ground(&t);
    for (size_t i = 0; i < count && i < cap; i++) {
        values[i] = bio_word_value(&t, bio_unpack(moves[i])) / 10;
    }
    return count;
}

/* A card or what is done; never the place, the cube or the row. */
static uint64_t taken(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    struct bio_word w = bio_unpack(move);
    switch (w.kind) {
    case KIND_TILE:
        return (uint64_t)w.kind << 8;
    default:
        return move;
    }
}

const struct game_review bio_review = {
    .horizon = 0,
    .heat = 3,
    .blur = 600,
    .imagine = bio_imagine,
    .values = values,
    .policy = bio_policy,
    .playout = bio_playout,
    .taken = taken,
};
