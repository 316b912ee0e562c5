/*
 * Words of Biotopes: at some positions of every step, every word there is
 * with fields in and just beyond their range is held against the list of
 * legal moves, in both directions; and what is refused, or nearly a legal
 * move, leaves the position as it was to the byte.
 */
#include "support/cmocka.h"

#include "support/biotopes_slow.h"
#include "support/text.h"

#include <stdio.h>

enum { SEED = 4242, GAMES = 60, EACH_STEP = 3, ROOM = 50000, NEAR = 30 };

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static game_move room[ROOM];
static game_move other[ROOM];

struct position {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    unsigned game;
    size_t accepted;
    size_t tried;
};

/* ---- every word ---- */

static void try_word(struct position *p, struct bio_word w)
{
    p->tried++;
    p->accepted += bio_check(p->setup, p->s, p->seat, w) == BIO_OK;
}

/* The values that a coordinate is tried at: the landscape and two more all round, as far as a tile reaches. */
static unsigned window(const struct bio_land *land, uint8_t out[40])
{
    int low = land->count ? 0 : -BIO_FIRST_REACH;
    int high = land->count ? 0 : BIO_FIRST_REACH;
    for (unsigned i = 0; i < land->count; i++) {
        low = land->q[i] < low ? land->q[i] : low;
        low = land->r[i] < low ? land->r[i] : low;
        high = land->q[i] > high ? land->q[i] : high;
        high = land->r[i] > high ? land->r[i] : high;
    }
    unsigned count = 0;
    for (int x = low - 2; x <= high + 2 && count < 36; x++) {
        out[count++] = bio_coord(x);
    }
    out[count++] = 0;
    out[count++] = BIO_NOWHERE;
    return count;
}

static void all_hexes(struct position *p, struct bio_word w, unsigned pairs)
{
    uint8_t at[40];
    unsigned n = window(&p->s->land, at);
    for (unsigned i = 0; i < (pairs == 2 ? n * n * n * n : n * n); i++) {
        uint8_t four[4] = {at[i % n], at[i / n % n], pairs == 2 ? at[i / n / n % n] : (uint8_t)0,
                           pairs == 2 ? at[i / n / n / n] : (uint8_t)0};
        if (w.kind == KIND_MOVE_TOKEN) {
            try_word(p, (struct bio_word){w.kind, w.a, four[0], four[1], four[2], four[3]});
        } else if (w.kind == KIND_TILE) {
            try_word(p, (struct bio_word){w.kind, w.a, w.b, four[0], four[1], 0});
        } else {
            try_word(p, (struct bio_word){w.kind, four[0], four[1], four[2], four[3], 0});
        }
    }
}

/* Fields a to d below these bounds, each a little beyond what it can be. */
static void all_fields(struct position *p, unsigned kind, unsigned a, unsigned b, unsigned c, unsigned d)
{
    for (unsigned i = 0; i < a * b; i++) {
        for (unsigned k = 0; k < c * d; k++) {
            try_word(p, (struct bio_word){(uint8_t)kind, (uint8_t)(i / b), (uint8_t)(i % b), (uint8_t)(k / d),
                                          (uint8_t)(k % d), 0});
        }
    }
}

static void all_cubes(struct position *p)
{
    for (unsigned a = 0; a < 6; a++) {
        for (unsigned i = 0; i < 14 * 14 * 14 * 14; i++) {
            try_word(p, (struct bio_word){KIND_CUBES, (uint8_t)a, (uint8_t)(i % 14), (uint8_t)(i / 14 % 14),
                                          (uint8_t)(i / 196 % 14), (uint8_t)(i / 2744)});
        }
    }
}

static void all_tokens(struct position *p)
{
    for (unsigned a = 0; a < 3; a++) {
        all_hexes(p, (struct bio_word){.kind = KIND_MOVE_TOKEN, .a = (uint8_t)a}, 2);
    }
}

static void all_of_kind(struct position *p, unsigned kind)
{
    switch (kind) {
    case KIND_CONDITIONS:
        all_fields(p, kind, 6, 6, 7, 7);
        break;
    case KIND_TILE:
        for (unsigned i = 0; i < 21 * 7; i++) {
            all_hexes(p, (struct bio_word){.kind = KIND_TILE, .a = (uint8_t)(i / 7), .b = (uint8_t)(i % 7)}, 1);
        }
        break;
    case KIND_TOKEN:
    case KIND_EXPAND:
    case KIND_COMPETE:
    case KIND_RETREAT:
        all_hexes(p, (struct bio_word){.kind = (uint8_t)kind}, 1);
        break;
    case KIND_MIGRATE:
        all_hexes(p, (struct bio_word){.kind = (uint8_t)kind}, 2);
        break;
    case KIND_MOVE_TOKEN:
        all_tokens(p);
        break;
    case KIND_CUBES:
        all_cubes(p);
        break;
    case KIND_SHIFT:
        all_fields(p, kind, p->setup->seats + 2u, 5, 94, 94);
        break;
    case KIND_PREY:
        all_fields(p, kind, p->setup->seats + 2u, 7, 6, 94);
        break;
    case KIND_PAY:
    case KIND_RECYCLE:
    case KIND_GAIN_COLOUR:
        all_fields(p, kind, 7, 6, 95, 1);
        break;
    default:
        all_fields(p, kind, 256, kind == KIND_BONUS ? 48 : 96, 1, 1);
        break;
    }
}

static void check_every_word(struct position *p, const game_move *legal, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CHECK(i == 0 || legal[i] > legal[i - 1], "game %u: not ascending", p->game);
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        size_t listed = 0;
        size_t within = 0;
        p->accepted = 0;
        all_of_kind(p, kind);
        for (size_t i = 0; i < count; i++) {
            struct bio_word w = bio_unpack(legal[i]);
            bool far = w.kind == KIND_MOVE_TOKEN && w.a > 2;
            listed += w.kind == kind;
            within += w.kind == kind && !far;
        }
        bool many = kind == KIND_CUBES && listed > 1000; /* counts beyond the window */
        CHECK(many || within == p->accepted, "game %u step %u kind %u: %zu listed, %zu accepted", p->game,
              (unsigned)p->s->step, kind, within, p->accepted);
    }
}

/* ---- what is nearly legal ---- */

static game_move bend(game_move move, struct prng *prng)
{
    unsigned shift = 8 * prng_below(prng, 5);
    uint64_t field = move >> shift & 255;
    uint64_t rest = move & ~(UINT64_C(255) << shift);
    switch (prng_below(prng, 6)) {
    case 0:
        return rest | ((field + 1) & 255) << shift;
    case 1:
        return rest | ((field - 1) & 255) << shift;
    case 2:
        return rest | (uint64_t)prng_below(prng, 256) << shift;
    case 3:
        return (move & ~(UINT64_C(63) << 50)) | (uint64_t)prng_below(prng, 64) << 50;
    case 4:
        return (move & (UINT64_MAX >> 8)) | (uint64_t)prng_below(prng, 12) << 56;
    default:
        return move ^ UINT64_C(1) << prng_below(prng, 64);
    }
}

static bool is_listed(const struct setup *setup, const struct bio_state *s, game_move move)
{
    unsigned seat = move_seat(move);
    size_t count = biotopes_game.legal(setup, s, seat, other, ROOM);
    for (size_t i = 0; i < count; i++) {
        if (other[i] == move) {
            return true;
        }
    }
    return false;
}

static void check_near(const struct setup *setup, const struct bio_state *s, game_move move, unsigned game,
                       struct prng *prng)
{
    static struct bio_state after;
    struct error error;
    for (unsigned i = 0; i < NEAR; i++) {
        game_move bent = i == 0 ? move : bend(move, prng);
        after = *s;
        enum err err = biotopes_game.apply(setup, &after, bent, &error);
        CHECK(err == ERR_OK || err == ERR_RULE, "game %u", game);
        CHECK(err == ERR_OK || memcmp(&after, s, sizeof(after)) == 0, "game %u step %u: %llx changed the state", game,
              (unsigned)s->step, (unsigned long long)bent);
        if (err == ERR_OK || i % 8 == 1) {
            CHECK(is_listed(setup, s, bent) == (err == ERR_OK), "game %u step %u: %llx", game, (unsigned)s->step,
                  (unsigned long long)bent);
        }
    }
}

static void play(const struct setup *setup, unsigned game, unsigned *looked)
{
    static struct bio_state s;
    struct error error;
    struct prng prng;
    prng_seed(&prng, SEED + game);
    assert_int_equal(biotopes_game.init(setup, &s, &error), ERR_OK);
    for (seat_set turn; (turn = biotopes_game.turn(setup, &s)) != 0;) {
        game_move move = bio_any_move(setup, &s, room, &prng);
        CHECK(move != 0, "game %u: stuck", game);
        if (prng_below(&prng, 12) == 0) {
            check_near(setup, &s, move, game, &prng);
        }
        bool small = s.land.count <= 28 || (s.step != STEP_TURN && s.step != STEP_DECLARED);
        if (looked[s.step] < EACH_STEP && small && (prng_below(&prng, 8) == 0 || looked[s.step] == 0)) {
            struct position p = {setup, &s, move_seat(move), game, 0, 0};
            size_t count = biotopes_game.legal(setup, &s, p.seat, room, ROOM);
            check_every_word(&p, room, count);
            looked[s.step]++;
        }
        assert_int_equal(biotopes_game.apply(setup, &s, move, &error), ERR_OK);
    }
}

static void a_word_is_listed_when_it_is_accepted_and_only_then(void **unused)
{
    (void)unused;
    unsigned looked[BIO_STEPS] = {0};
    for (unsigned i = 0; i < test_cases(GAMES); i++) {
        unsigned seats = 1 + i % 5;
        unsigned variant = (seats == 1 ? BIO_SOLO : BIO_DISCOVERY) + i / 5 % 2;
        struct setup setup = bio_setup(i % 3 ? "printed" : "house", variant, i / 2 % 2, seats);
        play(&setup, i, looked);
    }
    for (unsigned step = 0; step < STEP_SHEET && test_cases(100) >= 100; step++) {
        CHECK(looked[step] > 0 || step == STEP_OVER, "step %u was never looked at", step);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_word_is_listed_when_it_is_accepted_and_only_then)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
