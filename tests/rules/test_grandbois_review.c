/*
 * What GrandBois offers a review, over positions of random games at every
 * table (values have a test of their own):
 *
 *   - an imagined world keeps all but the rivals' clans, and deals these as
 *     chance would;
 *   - the quick player makes legal moves, the better ones oftener, by one word
 *     of chance;
 *   - a table record is the full record that it was told from.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "grandbois_match.h"

#include <stdlib.h>

enum { PLIES = 200 };

/* ---- worlds ---- */

static void check_world(struct match *match, unsigned seat)
{
    struct grandbois_state world = match->state;
    review->imagine(&match->setup, &world, seat, &match->prng);
    unsigned share = grandbois_share(&match->setup);
    assert_int_equal(__builtin_popcount(grandbois_clans_taken(&world)), share * match->setup.seats);
    for (unsigned player = 0; player < match->setup.seats; player++) {
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(world.clan[player][i] != 0, i < share);
            assert_in_range(world.clan[player][i], 0, GRANDBOIS_CLANS);
        }
    }
    assert_memory_equal(world.clan[seat], match->state.clan[seat], sizeof(world.clan[seat]));
    memcpy(world.clan, match->state.clan, sizeof(world.clan));
    assert_memory_equal(&world, &match->state, sizeof(world));
}

static void test_worlds_keep_what_a_seat_knows(void **unused)
{
    (void)unused;
    walk(GRANDBOIS_FULL, test_cases(60), check_world);
}

/* The clans of all seats as one number. */
static unsigned deal_of(const struct grandbois_state *s)
{
    unsigned deal = 0;
    for (unsigned i = 0; i < GRANDBOIS_PLAYERS; i++) {
        deal = (deal * 6 + s->clan[i][0]) * 6 + s->clan[i][1];
    }
    return deal;
}

/* Every deal of the clans that are left is as likely as any other. */
static void test_worlds_are_as_likely_as_chance_makes_them(void **unused)
{
    (void)unused;
    static const unsigned deals_of[] = {[2] = 3 * 2, [3] = 4 * 3, [4] = 4 * 3 * 2};
    enum { EACH = 1000 };
    for (unsigned number = 0; number < 3; number++) {
        struct match match;
        begin(&match, GRANDBOIS_FULL, number);
        while (next_seat(&match) == SEAT_TABLE) {
            make(&match, any_move(&match, SEAT_TABLE));
        }
        unsigned deals = deals_of[match.setup.seats];
        unsigned deal[24];
        unsigned drawn[24] = {0};
        unsigned found = 0;
        for (unsigned i = 0; i < deals * EACH; i++) {
            struct grandbois_state world = match.state;
            review->imagine(&match.setup, &world, 1, &match.prng);
            unsigned k = 0;
            while (k < found && deal[k] != deal_of(&world)) {
                k++;
            }
            if (k == found) {
                assert_in_range(found, 0, deals - 1);
                deal[found++] = deal_of(&world);
            }
            drawn[k]++;
        }
        assert_int_equal(found, deals);
        for (unsigned k = 0; k < deals; k++) {
            assert_in_range(drawn[k], EACH - 150, EACH + 150); /* five deviations */
        }
    }
}

/* At level table clans are not in the state, and those that are revealed stay. */
static void check_table_world(struct match *match, unsigned seat)
{
    struct grandbois_state world = match->state;
    review->imagine(&match->setup, &world, seat, &match->prng);
    assert_memory_equal(&world, &match->state, sizeof(world));
}

static void test_worlds_of_a_table(void **unused)
{
    (void)unused;
    for (unsigned number = 0; number < 6; number++) {
        struct match match;
        begin(&match, GRANDBOIS_TABLE, number);
        for (int seat; (seat = next_seat(&match)) >= 0;) {
            if ((unsigned)seat < match.setup.seats) {
                check_table_world(&match, (unsigned)seat);
            }
            size_t count = grandbois_game.legal(&match.setup, &match.state, (unsigned)seat, legal, ROOM);
            game_move move = legal[prng_below(&match.prng, (uint32_t)count)];
            if ((unsigned)seat < match.setup.seats) {
                move = review->policy(&match.setup, &match.state, (unsigned)seat, 10, &match.prng);
            }
            make(&match, move);
        }
        assert_int_equal(match.state.phase, PHASE_OVER);
    }
}

/* ---- the quick player ---- */

static void check_policy(struct match *match, unsigned seat)
{
    static const unsigned heats[] = {HEAT_NONE, 3, 10, 100, 100000};
    size_t count = review->values(&match->setup, &match->state, seat, moves, values, ROOM);
    int32_t best = values[0];
    for (size_t i = 1; i < count; i++) {
        best = values[i] > best ? values[i] : best;
    }
    for (unsigned i = 0; i < sizeof(heats) / sizeof(heats[0]); i++) {
        struct prng one_word = match->prng;
        (void)prng_next(&one_word);
        game_move move = review->policy(&match->setup, &match->state, seat, heats[i], &match->prng);
        assert_memory_equal(&match->prng, &one_word, sizeof(one_word));
        size_t k = 0;
        while (k < count && moves[k] != move) {
            k++;
        }
        assert_in_range(k, 0, count - 1);
        if (heats[i] == HEAT_NONE) {
            assert_int_equal(values[k], best);
        }
    }
}

static void test_the_quick_player_makes_legal_moves(void **unused)
{
    (void)unused;
    walk(GRANDBOIS_FULL, test_cases(60), check_policy);
}

/* Of two choices of a tower step, at a heat of their difference, the better one is made e times as often. */
static void check_heat(struct match *match, unsigned seat)
{
    enum { TRIES = 4000 };
    size_t count = review->values(&match->setup, &match->state, seat, moves, values, ROOM);
    if (match->state.phase != PHASE_TOWER || count != 2 || abs(values[0] - values[1]) < 10) {
        return;
    }
    unsigned heat = (unsigned)abs(values[0] - values[1]);
    unsigned better = values[0] > values[1] ? 0 : 1;
    unsigned made = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        made += review->policy(&match->setup, &match->state, seat, heat, &match->prng) == moves[better];
    }
    assert_in_range(made, 2924 - 175,
                    2924 + 175); /* e / (e + 1) of them: five deviations, and the rounding of values */
}

static void test_heat_is_e_to_one(void **unused)
{
    (void)unused;
    walk(GRANDBOIS_FULL, 24, check_heat);
}

/* Noise hangs on the move: a choice stays the best when others, which were not, are gone. */
static void test_noise_hangs_on_the_move(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x9b02);
    for (unsigned i = 0; i < test_cases(2000); i++) {
        struct sight_choice all[40];
        struct sight_choice some[40];
        size_t kept = 0;
        for (unsigned k = 0; k < 40; k++) {
            all[k] = (struct sight_choice){1u << 24 | k, (int32_t)prng_below(&prng, 600) - 300};
        }
        uint64_t word = prng_next(&prng);
        unsigned heat = prng_below(&prng, 30);
        size_t best = grandbois_noisy_best(all, 40, heat, word);
        for (size_t k = 40; k-- > 0;) {
            if (k == best || prng_below(&prng, 2)) {
                some[kept++] = all[k];
            }
        }
        assert_int_equal(some[grandbois_noisy_best(some, kept, heat, word)].word, all[best].word);
    }
}

/* ---- what a move takes, and what is promised ---- */

static void test_taken_is_the_tile(void **unused)
{
    (void)unused;
    struct match match;
    begin(&match, GRANDBOIS_FULL, 2);
    while (next_seat(&match) == SEAT_TABLE) {
        make(&match, any_move(&match, SEAT_TABLE));
    }
    size_t count = review->values(&match.setup, &match.state, 0, moves, values, ROOM);
    for (size_t i = 1; i < count; i++) {
        bool same = grandbois_unpack(moves[i]).a == grandbois_unpack(moves[i - 1]).a;
        uint64_t before = review->taken(&match.setup, &match.state, moves[i - 1]);
        assert_int_equal(review->taken(&match.setup, &match.state, moves[i]) == before, same);
    }
    game_move tower = grandbois_pack(0, (struct grandbois_word){.kind = KIND_TOWER, .cell = 7});
    game_move there = grandbois_pack(0, (struct grandbois_word){.kind = KIND_TOWER, .cell = 8});
    game_move pass = grandbois_pack(0, (struct grandbois_word){.kind = KIND_PASS});
    assert_int_equal(review->taken(&match.setup, &match.state, tower),
                     review->taken(&match.setup, &match.state, there));
    assert_int_not_equal(review->taken(&match.setup, &match.state, tower),
                         review->taken(&match.setup, &match.state, pass));
}

/* ---- lifting ---- */

struct told {
    game_move full[PLIES], table[PLIES], lifted[PLIES];
    size_t full_count, table_count;
};

/* Plays a game at level full and writes down what a table record says of it. */
static void play_and_tell(struct match *match, struct told *told)
{
    told->full_count = told->table_count = 0;
    for (int seat; (seat = next_seat(match)) >= 0;) {
        game_move line[GAME_LINE];
        game_move move = any_move(match, (unsigned)seat);
        size_t count = grandbois_game.project(&match->setup, &match->state, move, GRANDBOIS_TABLE, line);
        assert_in_range(told->table_count + count, 0, PLIES);
        memcpy(&told->table[told->table_count], line, count * sizeof(line[0]));
        told->table_count += count;
        told->full[told->full_count++] = move;
        make(match, move);
    }
}

/* Applies the moves to a new game of this setup. */
static void replay(const struct setup *setup, const game_move *list, size_t count, struct grandbois_state *state)
{
    struct error error;
    assert_int_equal(grandbois_game.init(setup, state, &error), ERR_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(grandbois_game.apply(setup, state, list[i], &error), ERR_OK);
    }
}

static void test_a_table_record_is_lifted(void **unused)
{
    (void)unused;
    static struct told told;
    for (unsigned number = 0; number < test_cases(60); number++) {
        struct match match;
        struct grandbois_state table_state;
        struct grandbois_state lifted_state;
        struct outcome outcome[3];
        begin(&match, GRANDBOIS_FULL, number);
        play_and_tell(&match, &told);
        struct setup table = match.setup;
        table.level = GRANDBOIS_TABLE;
        replay(&table, told.table, told.table_count, &table_state);
        assert_int_equal(review->lift(&table, told.table, told.table_count, told.lifted, PLIES), told.full_count);
        replay(&match.setup, told.lifted, told.full_count, &lifted_state);
        assert_memory_equal(&lifted_state, &match.state, sizeof(lifted_state));
        grandbois_game.outcome(&match.setup, &match.state, &outcome[0]);
        grandbois_game.outcome(&match.setup, &lifted_state, &outcome[1]);
        grandbois_game.outcome(&table, &table_state, &outcome[2]);
        assert_memory_equal(&outcome[0], &outcome[1], sizeof(outcome[0]));
        assert_memory_equal(&outcome[0], &outcome[2], sizeof(outcome[0]));
        int32_t promise[GAME_PLAYERS];
        review->promise(&match.setup, &match.state, promise);
        for (unsigned i = 0; i < match.setup.seats; i++) {
            assert_int_equal(promise[i], 100 * outcome[0].rows[i].total);
        }
        /* A record in which a clan is missing tells less, and no more is written than there is room for. */
        assert_int_equal(review->lift(&table, told.table, told.table_count - 1, told.lifted, PLIES), 0);
        assert_int_equal(review->lift(&table, told.table, told.table_count, told.lifted, told.full_count - 1), 0);
        /* A full record is what it is; a sheet tells no moves. */
        assert_int_equal(review->lift(&match.setup, told.full, told.full_count, told.lifted, PLIES), told.full_count);
        assert_memory_equal(told.lifted, told.full, told.full_count * sizeof(told.full[0]));
        table.level = GRANDBOIS_SHEET;
        assert_int_equal(review->lift(&table, told.table, told.table_count, told.lifted, PLIES), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worlds_keep_what_a_seat_knows),
        cmocka_unit_test(test_worlds_are_as_likely_as_chance_makes_them),
        cmocka_unit_test(test_worlds_of_a_table),
        cmocka_unit_test(test_the_quick_player_makes_legal_moves),
        cmocka_unit_test(test_heat_is_e_to_one),
        cmocka_unit_test(test_noise_hangs_on_the_move),
        cmocka_unit_test(test_taken_is_the_tile),
        cmocka_unit_test(test_a_table_record_is_lifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
