/*
 * The quick player of playouts: one of the words that it thinks about
 * (biotopes_quick.c), chosen with noise, and whole games of such players.
 */
#include "rules/biotopes/biotopes_sight.h"
#include "rules/noise.h"

#include "base/banned.h"

/*
 * What an action asks (which cube, which card) has an answer that is plainly better: there players are surer than about
 * what to do. With as much noise at both, playouts of heat 6 make 5 points less.
 */
enum { ANSWER_PART = 5 };

struct pick {
    const struct bio_sight *t;
    uint64_t word;
    int64_t scale;
    int64_t best_value;
    uint64_t best_bits;
    int32_t floor;
    struct bio_word best;
    bool any;
};

static bool is_nothing(unsigned kind)
{
    return kind == KIND_PASS || kind == KIND_SKIP || kind == KIND_DONE;
}

/*
 * To do nothing, if that may be said, is said first. What is worth less is not done, however lucky: else noise would
 * find, among many bad choices, one to waste a cube on. And what is worth more is done, and not forgone by noise.
 */
static void pick(void *context, struct bio_word w)
{
    struct pick *p = context;
    int32_t sight = bio_word_value(p->t, w);
    if (is_nothing(w.kind)) {
        p->best = p->any ? p->best : w;
        p->floor = sight;
        return;
    }
    bool draws = p->t->s->step == STEP_EVOLVE && p->t->s->paid_types != 0; /* to draw now is always there too */
    if (draws && w.kind != KIND_DRAW && sight <= 0) {
        return;
    }
    int64_t value = (int64_t)sight * NOISE_ONE;
    if (sight <= p->floor || (p->any && value + NOISE_MOST * p->scale < p->best_value)) {
        return; /* no noise brings this one up */
    }
    uint64_t bits = noise_mix(bio_pack(p->t->seat, w), p->word);
    value += noise_of(bits) * p->scale;
    if (!p->any || value > p->best_value || (value == p->best_value && bits > p->best_bits)) {
        p->best = w;
        p->best_value = value;
        p->best_bits = bits;
        p->any = true;
    }
}

static struct bio_word choose(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned heat,
                              struct prng *prng)
{
    struct bio_sight t;
    struct pick p = {.t = &t, .word = prng_next(prng), .scale = 10 * (int64_t)heat}; /* a heat is tenths of a point */
    p.scale = s->step == STEP_TURN ? p.scale : p.scale / ANSWER_PART;
    p.floor = INT32_MIN;
    if (s->step == STEP_TILE) { /* landscapes are all alike, and laid as the booklet has them */
        struct prng one;
        prng_seed(&one, p.word);
        return bio_unpack(bio_chance(setup, s, &one));
    }
    bio_sight_begin(&t, setup, s, seat);
    bio_each_quick(&t, pick, &p);
    return p.best;
}

game_move bio_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng)
{
    return bio_pack(seat, choose(setup, state, seat, heat, prng));
}

void bio_playout(const struct setup *setup, void *state, unsigned heat, struct prng *players, struct prng *chance)
{
    struct bio_state *s = state;
    for (seat_set turn; (turn = bio_turn(setup, s)) != 0;) {
        unsigned seat = review_next_seat(turn);
        struct bio_word w = seat >= GAME_PLAYERS ? bio_unpack(bio_chance(setup, s, chance))
                                                 : choose(setup, s, seat, heat, &players[seat]);
        bio_do(setup, s, seat, w);
    }
}
