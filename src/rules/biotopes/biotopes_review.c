/*
 * What Biotopes offers a review (rules/game_review.h): the worth of legal
 * moves, and what a move takes. Worlds are in biotopes_imagine.c, the player of
 * playouts in biotopes_policy.c.
 *
 * Playouts go to the end: a game is some 700 plies, most of them small, and
 * takes a thousandth of a second.
 */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

enum { BUDGET = 4000 }; /* playouts a decision: a table of four has some 470 of them */

/*
 * Where effects are declared at the table, a playout would have to know what they are: it would do nothing with such
 * cards, and call it a mistake to have used one. And in solo every game is won.
 */
static bool offered(const struct setup *setup)
{
    return !bio_declares(setup) && !bio_is_solo(setup);
}

static size_t values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                     size_t cap)
{
    const struct bio_state *s = state;
    size_t legal = bio_legal(setup, s, seat, moves, cap);
    size_t listed = legal < cap ? legal : cap;
    size_t count = 0;
    struct bio_sight t;
    bio_sight_begin(&t, setup, s, seat);
    bio_sight_hand(&t);
    bio_sight_ground(&t);
    for (size_t i = 0; i < listed; i++) {
        struct bio_word w = bio_unpack(moves[i]);
        if (bio_is_choice(s, w.kind)) {
            moves[count] = moves[i];
            values[count++] = bio_word_value(&t, w) / 10;
        }
    }
    if (count == 0) { /* nothing but effects */
        memset(values, 0, listed * sizeof(*values));
        return legal;
    }
    return count + (legal - listed);
}

/* An action, and the card or deck that it is about: not which cube, from which card, or onto which hex. */
static uint64_t taken(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    struct bio_word w = bio_unpack(move);
    struct bio_word what = {.kind = w.kind};
    switch (w.kind) {
    case KIND_BIOTOPE:
    case KIND_DISCARD:
        what.a = w.a;
        what.b = w.b;
        break;
    case KIND_ADAPT:
    case KIND_USE:
    case KIND_EFFECT:
    case KIND_DRAW:
        what.a = w.a;
        break;
    default:
        break;
    }
    return bio_pack(move_seat(move), what);
}

const struct game_review bio_review = {
    .offered = offered,
    .horizon = 0,
    .budget = BUDGET,
    .heat = 3,
    .blur = 600,
    .imagine = bio_imagine,
    .values = values,
    .policy = bio_policy,
    .playout = bio_playout,
    .taken = taken,
};
