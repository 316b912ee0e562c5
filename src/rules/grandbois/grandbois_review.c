/*
 * What GrandBois offers a review (rules/game_review.h).
 *
 * What a seat cannot know. The River is open, and of the pile nobody knows
 * more than which tiles have not shown up, which the state says and chance
 * draws from. So hidden are the rivals' clans alone, and nothing that a rival
 * does rules a clan out: any tile may be laid for any reason. The clans that
 * are not one's own are dealt anew to the rivals, each deal as likely as any.
 *
 * A table record tells the whole game: the clans that are revealed at its end
 * were dealt at its beginning, and until then no rule asks for them.
 */
#include "rules/game_review.h"

#include "rules/grandbois/grandbois_sight.h"

#include "base/banned.h"

/* ---- worlds ---- */

static void imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng)
{
    struct grandbois_state *s = state;
    if (setup->level != GRANDBOIS_FULL) {
        return; /* a clan that is not revealed is not in the state either */
    }
    uint8_t clans[GRANDBOIS_CLANS];
    unsigned count = 0;
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        if (clan != s->clan[seat][0] && clan != s->clan[seat][1]) {
            clans[count++] = (uint8_t)clan;
        }
    }
    for (unsigned player = 0; player < setup->seats; player++) {
        for (unsigned i = 0; i < 2 && player != seat && s->clan[player][i]; i++) {
            unsigned k = prng_below(prng, count);
            s->clan[player][i] = clans[k];
            clans[k] = clans[--count];
        }
    }
}

/* ---- choices ---- */

static game_move move_of(const struct grandbois_state *s, unsigned seat, struct sight_choice choice)
{
    struct grandbois_word w = {.a = choice.word >> 24, .b = choice.word >> 16 & 255, .cell = choice.word & 0xffff};
    w.kind = s->phase == PHASE_LAY ? KIND_LAY : choice.word == SIGHT_PASS ? KIND_PASS : KIND_TOWER;
    return grandbois_pack(seat, w);
}

/* The moves of the seat whose turn it is, with what they are worth. */
static size_t look(const struct setup *setup, const struct grandbois_state *s, unsigned seat,
                   struct sight_choice *choices)
{
    struct grandbois_sight sight;
    grandbois_sight_begin(&sight, setup, s, seat);
    if (s->phase == PHASE_TOWER) {
        return grandbois_sight_towers(&sight, choices);
    }
    grandbois_sight_read(&sight);
    return grandbois_sight_lays(&sight, choices);
}

/* Level table, at the end: a clan is revealed, and none is worth more than another. */
static bool is_reveal(const struct grandbois_state *s)
{
    return s->phase == PHASE_REVEAL;
}

static size_t values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                     size_t cap)
{
    const struct grandbois_state *s = state;
    if (!(grandbois_turn(setup, s) & seat_bit(seat))) {
        return 0;
    }
    if (is_reveal(s)) {
        size_t count = grandbois_legal(setup, s, seat, moves, cap);
        for (size_t i = 0; i < count && i < cap; i++) {
            values[i] = 0;
        }
        return count;
    }
    struct sight_choice choices[SIGHT_MOVES];
    size_t count = look(setup, s, seat, choices);
    for (size_t i = 0; i < count && i < cap; i++) {
        moves[i] = move_of(s, seat, choices[i]);
        values[i] = choices[i].value / 10;
    }
    return count;
}

/* ---- the quick player ---- */

static game_move policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng)
{
    const struct grandbois_state *s = state;
    uint64_t word = prng_next(prng);
    if (is_reveal(s)) {
        game_move moves[GRANDBOIS_CLANS];
        size_t count = grandbois_legal(setup, s, seat, moves, GRANDBOIS_CLANS);
        return moves[(word >> 32) * count >> 32];
    }
    struct sight_choice choices[SIGHT_MOVES];
    size_t count = look(setup, s, seat, choices);
    return move_of(s, seat, choices[grandbois_noisy_best(choices, count, heat, word)]);
}

/* ---- moves and totals ---- */

/* A tile, a colour of towers, no tower, or a clan: never the place or the rotation. */
static uint64_t taken(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    struct grandbois_word w = grandbois_unpack(move);
    return (uint64_t)w.kind << 8 | w.a;
}

static void promise(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS])
{
    struct outcome outcome;
    grandbois_outcome(setup, state, &outcome);
    for (unsigned player = 0; player < GAME_PLAYERS; player++) {
        promise[player] = player < setup->seats ? 100 * outcome.rows[player].total : 0;
    }
}

/* ---- a table record as a full one ---- */

static size_t lift(const struct setup *setup, const game_move *moves, size_t count, game_move *out, size_t cap)
{
    if (!setup_is_judged(setup)) {
        return 0;
    }
    size_t clans = 0;
    for (size_t i = 0; i < count; i++) {
        clans += grandbois_unpack(moves[i]).kind == KIND_REVEAL;
    }
    bool told = setup->level == GRANDBOIS_FULL || clans == (size_t)setup->seats * grandbois_share(setup);
    if (!told || count > cap) {
        return 0;
    }
    size_t dealt = 0;
    size_t played = clans;
    for (size_t i = 0; i < count; i++) {
        struct grandbois_word w = grandbois_unpack(moves[i]);
        if (w.kind == KIND_REVEAL) {
            struct grandbois_word clan = {.kind = KIND_CLAN, .a = move_seat(moves[i]), .b = w.a};
            out[dealt++] = grandbois_pack(SEAT_TABLE, clan);
        } else {
            out[played++] = moves[i];
        }
    }
    return count;
}

const struct game_review grandbois_review = {
    .horizon = 0,
    .heat = 3,
    .blur = 400,
    .truth = 100, /* docs/review.md, "How good it is": 1.06 of 353 */
    .imagine = imagine,
    .values = values,
    .policy = policy,
    .taken = taken,
    .promise = promise,
    .lift = lift,
    .arrange = NULL,
};
