/*
 * Biotopes over many games of players who say anything, at both levels that
 * are judged, in all variants, with effects that are known and with declared
 * ones: at every position each cube, card and token of the box is in one
 * place, turns go round as they should, no action is used twice, and the
 * score is the one that the rules' own words come to.
 */
#include "support/cmocka.h"

#include "support/biotopes_slow.h"
#include "support/text.h"

#include <stdio.h>

enum { SEED = 20261217, GAMES = 260, MOST_PLIES = 20000, ROOM = 50000 };

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static game_move room[ROOM];

/* What a table would remember of a cycle. */
struct watch {
    unsigned used[BIO_PLAYERS][BIO_ACTS];
    unsigned again[BIO_PLAYERS][BIO_ACTS];
    unsigned openings[BIO_PLAYERS];
    bool passed[BIO_PLAYERS];
    bool gained[BIO_PLAYERS]; /* a declared card */
    unsigned cycle;
    unsigned next; /* whose turn it has to be; 9: not known yet */
    unsigned foreign;
};

static struct watch watch;
static unsigned number; /* of the game */
static unsigned ply;

static void begin_cycle(const struct setup *setup, const struct bio_state *s)
{
    unsigned foreign = watch.foreign;
    bool gained[BIO_PLAYERS];
    memcpy(gained, watch.gained, sizeof(gained));
    memset(&watch, 0, sizeof(watch));
    memcpy(watch.gained, gained, sizeof(gained));
    watch.foreign = foreign;
    watch.cycle = s->cycle;
    watch.next = s->cycle % setup->seats;
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned b = 0; b < 4; b++) {
            CHECK(s->board[i][b] == 0, "game %u ply %u: cubes left on a board", number, ply);
        }
    }
}

static unsigned after(const struct setup *setup, unsigned seat)
{
    for (unsigned i = 1; i <= setup->seats; i++) {
        if (!watch.passed[(seat + i) % setup->seats]) {
            return (seat + i) % setup->seats;
        }
    }
    return 9;
}

/* What a word means for what may be said later; `s` is the position before it. */
static void watch_move(const struct setup *setup, const struct bio_state *s, game_move move)
{
    static const uint8_t act[KINDS] = {
        [KIND_REPRODUCE] = ACT_REPRODUCE, [KIND_TRANSFER] = ACT_TRANSFER, [KIND_EVOLVE] = ACT_EVOLVE,
        [KIND_EXPAND] = ACT_EXPAND,       [KIND_MIGRATE] = ACT_MIGRATE,   [KIND_COMPETE] = ACT_COMPETE,
    };
    struct bio_word w = bio_unpack(move);
    unsigned seat = move_seat(move);
    bool acts = w.kind >= KIND_ADAPT && w.kind <= KIND_PASS && w.kind != KIND_EFFECT;
    if (acts) {
        CHECK(seat == watch.next && !watch.passed[seat], "game %u ply %u: the turn is seat %u's", number, ply,
              watch.next + 1);
        watch.passed[seat] = w.kind == KIND_PASS;
        watch.next = after(setup, seat);
    }
    if (acts && act[w.kind]) {
        unsigned *used = &watch.used[seat][act[w.kind]];
        CHECK(++*used <= 1 + watch.again[seat][act[w.kind]], "game %u ply %u: used twice", number, ply);
    }
    if (w.kind == KIND_EFFECT) {
        CHECK(++watch.openings[seat] <= 64, "game %u ply %u: openings", number, ply);
    }
    if (w.kind == KIND_AGAIN) {
        watch.again[w.a ? w.a - 1u : seat][w.b]++;
    }
    if (w.kind == KIND_GAIN_CARD) {
        watch.gained[w.a ? w.a - 1u : seat] = true;
    }
    if (w.kind == KIND_CUBES && s->step == STEP_PRODUCE) {
        CHECK((unsigned)w.b + w.c + w.d + w.e == bio_slow_production(setup, s, w.a), "game %u ply %u: production",
              number, ply);
    }
}

static void check_scores(const struct setup *setup, const struct bio_state *s)
{
    struct outcome outcome;
    struct bio_slow_score slow[BIO_PLAYERS];
    biotopes_game.outcome(setup, s, &outcome);
    CHECK(outcome.rows_count == setup->seats && outcome.over == (s->step == STEP_OVER), "game %u ply %u", number, ply);
    for (unsigned i = 0; i < setup->seats; i++) {
        bio_slow_score(setup, s, i, &slow[i]);
        for (unsigned k = 0; k < BIO_CATEGORIES; k++) {
            CHECK(outcome.rows[i].category[k] == slow[i].category[k], "game %u ply %u seat %u category %u: %d, not %d",
                  number, ply, i + 1, k, (int)outcome.rows[i].category[k], slow[i].category[k]);
        }
        CHECK(outcome.rows[i].total == slow[i].total, "game %u ply %u seat %u", number, ply, i + 1);
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        unsigned better = 0;
        for (unsigned k = 0; k < setup->seats; k++) {
            better += slow[k].total > slow[i].total ||
                      (slow[k].total == slow[i].total && slow[k].carnivores > slow[i].carnivores);
        }
        CHECK(outcome.rows[i].rank == better + 1, "game %u ply %u seat %u: rank", number, ply, i + 1);
        CHECK(!outcome.over || (outcome.winners >> i & 1) == (better == 0), "game %u seat %u: winner", number, i + 1);
    }
}

static void check_position(const struct setup *setup, const struct bio_state *s)
{
    const char *wrong = bio_slow_misses(setup, s);
    CHECK(!wrong, "game %u ply %u step %u: %s", number, ply, (unsigned)s->step, wrong);
    unsigned foreign = 0;
    for (unsigned i = 0; i < s->land.count; i++) {
        foreign += s->land.owner[i] == OWNER_NEUTRAL;
    }
    CHECK(s->step <= STEP_TOKEN || foreign <= watch.foreign, "game %u ply %u: more foreign tokens", number, ply);
    watch.foreign = foreign;
    if (s->cycle != watch.cycle) {
        begin_cycle(setup, s);
    }
    if (s->step == STEP_TURN) {
        CHECK(s->turn == watch.next, "game %u ply %u: turn", number, ply);
        for (unsigned i = 0; i < setup->seats; i++) {
            CHECK(bio_hand(s, i) <= 5 || watch.gained[i], "game %u ply %u: a hand of %u", number, ply, bio_hand(s, i));
            watch.gained[i] = watch.gained[i] && bio_hand(s, i) > 5;
        }
    }
}

static unsigned play(const struct setup *setup, unsigned which, struct bio_state *s)
{
    struct error error;
    struct prng prng;
    prng_seed(&prng, SEED + which);
    number = which;
    ply = 0;
    memset(&watch, 0, sizeof(watch));
    assert_int_equal(biotopes_game.init(setup, s, &error), ERR_OK);
    for (; biotopes_game.turn(setup, s) != 0; ply++) {
        game_move move = bio_any_move(setup, s, room, &prng);
        CHECK(move != 0, "game %u ply %u: stuck in step %u", number, ply, (unsigned)s->step);
        watch_move(setup, s, move);
        CHECK(biotopes_game.apply(setup, s, move, &error) == ERR_OK, "game %u ply %u: %s", number, ply,
              error.message->id);
        check_position(setup, s);
        if (prng_below(&prng, 16) == 0) {
            check_scores(setup, s);
        }
        CHECK(ply < MOST_PLIES, "game %u does not end", number);
    }
    check_scores(setup, s);
    CHECK(s->cycle == (bio_is_initiate(setup) ? 5 : 6), "game %u: %u cycles", number, (unsigned)s->cycle);
    return ply;
}

static void every_piece_of_the_box_is_in_one_place_and_scores_are_right(void **unused)
{
    (void)unused;
    static struct bio_state s;
    uint64_t plies = 0;
    for (unsigned i = 0; i < test_cases(GAMES); i++) {
        unsigned seats = 1 + i % 5;
        unsigned variant = (seats == 1 ? BIO_SOLO : BIO_DISCOVERY) + i / 5 % 2;
        struct setup setup = bio_setup(i / 20 % 2 ? "printed" : "house", variant, i / 10 % 2, seats);
        setup.option[BIO_OPTION_UNKNOWN] = i / 40 % 3 == 2 ? BIO_BLANK : BIO_DECLARE;
        plies += play(&setup, i, &s);
    }
    print_message("%u games, %llu plies\n", test_cases(GAMES), (unsigned long long)plies);
}

/* Players who look for points take cubes and hexes from each other, and make the longer rows. */
static void so_it_is_when_sensible_players_play(void **unused)
{
    (void)unused;
    static struct bio_state s;
    struct error error;
    struct prng prng;
    for (number = 0; number < test_cases(GAMES) / 40 + 1; number++) {
        unsigned seats = 1 + number % 5;
        struct setup setup =
            bio_setup("house", (seats == 1 ? BIO_SOLO : BIO_DISCOVERY) + number / 5 % 2, BIO_FULL, seats);
        prng_seed(&prng, SEED + number);
        memset(&watch, 0, sizeof(watch));
        assert_int_equal(biotopes_game.init(&setup, &s, &error), ERR_OK);
        seat_set turn = biotopes_game.turn(&setup, &s);
        for (ply = 0; turn != 0; ply++, turn = biotopes_game.turn(&setup, &s)) {
            game_move move = turn & seat_bit(SEAT_TABLE)
                                 ? biotopes_game.chance(&setup, &s, &prng)
                                 : biotopes_game.greedy(&setup, &s, (unsigned)__builtin_ctz(turn), &prng);
            watch_move(&setup, &s, move);
            assert_int_equal(biotopes_game.apply(&setup, &s, move, &error), ERR_OK);
            check_position(&setup, &s);
        }
        check_scores(&setup, &s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_piece_of_the_box_is_in_one_place_and_scores_are_right),
        cmocka_unit_test(so_it_is_when_sensible_players_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
