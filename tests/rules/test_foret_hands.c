/*
 * Hands of Forêt: how they pass in both rounds, what the neutral seat takes,
 * what solo draws, and that the plays alone give back every hand that was
 * looked at.
 */
#include "foret_table.h"

/* Plays one move of chance or of the sensible player. */
static game_move step(struct table *table, struct prng *prng)
{
    seat_set turn = foret_game.turn(&table->setup, &table->state);
    unsigned seat = (unsigned)__builtin_ctz(turn);
    game_move move = seat >= GAME_PLAYERS ? foret_game.chance(&table->setup, &table->state, prng)
                                          : foret_game.greedy(&table->setup, &table->state, seat, prng);
    assert_int_equal(foret_game.apply(&table->setup, &table->state, move, &table->error), ERR_OK);
    return move;
}

static unsigned hand_size(const struct table *table, unsigned index)
{
    unsigned size = 0;
    for (unsigned i = 0; i < FORET_TYPES; i++) {
        size += foret_stock(&table->setup, &table->state, index)[i];
    }
    return size;
}

/* Three hands that tell whose they were: seat 1 has bears, seat 2 foxes, seat 3 deer. */
static void test_hands_pass_left_then_right(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_STANDARD, FORET_FULL, 3);
    table_play(&table, "*: deal 2 fox fox fox fox fox fox fox fox fox fox;"
                       "*: deal 3 deer deer deer deer deer deer deer deer deer deer;"
                       "*: deal 1 bear bear bear bear bear bear bear bear bear bear");
    table_play(&table, "1: bear 0,0;2: fox 0,0;3: deer 0,0");
    assert_refused(&table, "1: bear 1,0", "foret.not-in-hand");
    table_play(&table, "1: deer 1,0;2: bear 1,0;3: fox 1,0");
    table_play(&table, "1: fox 2,0;2: deer 2,0;3: bear 2,0");
    table_play(&table, "1: bear 3,0;2: fox 3,0;3: deer 3,0");
    table_play(&table, "1: deer 4,0;2: bear 4,0;3: fox 4,0");
    table_play(&table, "1: fox 0,1;2: deer 0,1;3: bear 0,1");
    table_play(&table, "1: bear 1,1;2: fox 1,1;3: deer 1,1");
    table_play(&table, "1: deer 2,1;2: bear 2,1;3: fox 2,1");
    table_play(&table, "1: fox 3,1;2: deer 3,1;3: bear 3,1");
    table_play(&table, "1: bear 4,1;2: fox 4,1;3: deer 4,1");
    assert_int_equal(foret_game.turn(&table.setup, &table.state), seat_bit(SEAT_TABLE));
    assert_refused(&table, "1: bear 4,2", "foret.deal-first");
    /* Round 2 starts with everybody's own hand again and passes the other way. */
    table_play(&table, "*: deal 1 meadow meadow meadow meadow meadow meadow meadow meadow meadow meadow;"
                       "*: deal 2 stream stream stream stream stream stream stream stream stream stream;"
                       "*: deal 3 wolf wolf wolf wolf wolf wolf wolf wolf wolf wolf");
    table_play(&table, "1: meadow 0,2;2: stream 0,2;3: wolf 0,2");
    assert_refused(&table, "1: wolf 1,2", "foret.not-in-hand");
    table_play(&table, "1: stream 1,2;2: wolf 1,2;3: meadow 1,2");
    table_play(&table, "1: wolf 2,2;2: meadow 2,2;3: stream 2,2");
    table_play(&table, "1: meadow 3,2;2: stream 3,2;3: wolf 3,2");
}

/* The rotation of a duel is seat 1, seat 2, neutral: player 2 passes to it in round 1, player 1 in round 2. */
static void test_duel_rotation(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_DUEL, FORET_FULL, 2);
    table_play(&table, "*: deal n deer deer deer deer deer deer deer deer deer deer;"
                       "*: deal 2 fox fox fox fox fox fox fox fox fox fox;"
                       "*: deal 1 bear bear bear bear bear bear bear bear bear bear");
    table_play(&table, "n: deer;1: bear 0,0;2: fox 0,0");
    assert_refused(&table, "n: deer", "foret.not-in-hand");
    table_play(&table, "n: fox;1: deer 1,0;2: bear 1,0");
    table_play(&table, "n: bear;1: fox 2,0;2: deer 2,0");
    table_play(&table, "n: deer;1: bear 3,0;2: fox 3,0;n: fox;1: deer 4,0;2: bear 4,0");
    table_play(&table, "n: bear;1: fox 0,1;2: deer 0,1;n: deer;1: bear 1,1;2: fox 1,1");
    table_play(&table, "n: fox;1: deer 2,1;2: bear 2,1;n: bear;1: fox 3,1;2: deer 3,1;n: deer;1: bear 4,1;2: fox 4,1");
    table_play(&table, "*: deal 1 meadow meadow meadow meadow meadow meadow meadow meadow meadow meadow;"
                       "*: deal 2 stream stream stream stream stream stream stream stream stream stream;"
                       "*: deal n wolf wolf wolf wolf wolf wolf wolf wolf wolf wolf");
    table_play(&table, "1: meadow 0,2;2: stream 0,2;n: wolf");
    table_play(&table, "1: stream 1,2;2: wolf 1,2;n: meadow");
    table_play(&table, "1: wolf 2,2;2: meadow 2,2;n: stream");
}

static void test_solo_hand_sizes(void **unused)
{
    (void)unused;
    static const unsigned sizes[FORET_CELLS] = {10, 9, 8, 7, 6, 9, 8, 7, 6, 5, 8, 7, 6, 5, 4, 7, 6, 5, 4, 3};
    struct prng prng;
    struct table table;
    prng_seed(&prng, 1);
    table_init(&table, FORET_SOLO, FORET_FULL, 1);
    for (unsigned turn = 0; turn < FORET_CELLS; turn++) {
        while (foret_game.turn(&table.setup, &table.state) == seat_bit(SEAT_TABLE)) {
            (void)step(&table, &prng);
        }
        assert_int_equal(table.state.turn, turn);
        assert_int_equal(hand_size(&table, 0), sizes[turn]);
        (void)step(&table, &prng);
    }
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 0);
    assert_int_equal(hand_size(&table, 0), 1); /* discarded */
}

static void test_solo_draws(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_SOLO, FORET_FULL, 1);
    table_play(&table, "*: draw bee bear trout fox eagle dragonfly deer rabbit meadow stream"); /* or deal 1 */
    table_play(&table, "1: bee 0,0 give bear");
    assert_refused(&table, "1: fox 1,0 give trout", "foret.deal-first");
    assert_refused(&table, "*: draw bee bee bee bee bee", "foret.card-count");
    table_play(&table, "*: draw wolf;1: wolf 1,0 give trout;*: draw wolf;1: fox 2,0 give eagle;*: draw wolf;"
                       "1: deer 3,0 give dragonfly;*: draw wolf;1: rabbit 4,0 swap 0,0 4,0 give wolf");
    assert_refused(&table, "*: draw bee", "foret.card-count");
    table_play(&table, "*: draw bee bee bee bee bee");
    assert_int_equal(hand_size(&table, 0), 9);
    /* Alban's grid fills row by row. */
    static const unsigned alban[] = {FORET_BEAR, FORET_TROUT, FORET_EAGLE, FORET_DRAGONFLY, FORET_WOLF};
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(table.state.other[i], alban[i] + 1);
    }
}

/* ---- looks ---- */

struct looks {
    struct look look[240];
    unsigned count;
};

static void take_look(void *context, const struct look *look)
{
    struct looks *looks = context;
    assert_true(looks->count < 240);
    looks->look[looks->count++] = *look;
}

static unsigned copies_in(const struct look *look, unsigned card)
{
    unsigned n = 0;
    for (unsigned i = 0; i < look->count; i++) {
        n += look->card[i] == card;
    }
    return n;
}

/* Plays a game at level full, noting the hands as they are held, and tells it at level table. */
static void check_looks(unsigned variant, unsigned seats, uint64_t seed)
{
    static uint8_t held[FORET_CELLS][GAME_PLAYERS][FORET_TYPES];
    struct prng prng;
    struct table full;
    struct table told;
    prng_seed(&prng, seed);
    table_init(&full, variant, FORET_FULL, seats);
    table_init(&told, variant, FORET_TABLE, seats);
    while (foret_game.turn(&full.setup, &full.state)) {
        if (!full.state.needs && full.state.moved == 0) {
            for (unsigned i = 0; i < seats; i++) {
                memcpy(held[full.state.turn][i], foret_stock(&full.setup, &full.state, i), FORET_TYPES);
            }
        }
        game_move move = step(&full, &prng);
        if (move_seat(move) != SEAT_TABLE) {
            assert_int_equal(foret_game.apply(&told.setup, &told.state, move, &told.error), ERR_OK);
        }
    }
    struct looks a = {.count = 0};
    struct looks b = {.count = 0};
    foret_game.looks(&full.setup, &full.state, take_look, &a);
    foret_game.looks(&told.setup, &told.state, take_look, &b);
    assert_int_equal(a.count, 20 * seats);
    assert_int_equal(b.count, 20 * seats);
    assert_memory_equal(a.look, b.look, sizeof(a.look[0]) * a.count);
    for (unsigned i = 0; i < a.count; i++) {
        const struct look *look = &a.look[i];
        unsigned turn = look->round * 10u + look->pick - 1u;
        assert_int_equal(i, turn * seats + look->seat); /* by round, pick, seat */
        assert_int_equal(look->count, 11 - look->pick);
        for (unsigned card = 0; card < FORET_TYPES; card++) {
            assert_int_equal(copies_in(look, card), held[turn][look->seat][card]);
        }
        assert_true(copies_in(look, look->taken) > 0);
        assert_int_equal(look->taken + 1, full.state.seat[look->seat].played[turn]);
        for (unsigned j = 1; j < look->count; j++) {
            assert_true(look->card[j - 1] <= look->card[j]);
        }
        unsigned hands = variant == FORET_DUEL ? 3 : seats;
        unsigned passed = look->round == 0 ? 30u * hands - (look->pick - 1u) : look->pick - 1u;
        unsigned origin = (look->seat + passed) % hands;
        assert_int_equal(look->origin, origin < seats ? origin : SEAT_NEUTRAL);
    }
}

static void test_looks(void **unused)
{
    (void)unused;
    for (unsigned seats = 3; seats <= 6; seats++) {
        check_looks(FORET_STANDARD, seats, seats);
    }
    check_looks(FORET_DUEL, 2, 99);
}

static void test_looks_of_finished_rounds_only(void **unused)
{
    (void)unused;
    struct prng prng;
    struct table table;
    prng_seed(&prng, 5);
    for (unsigned variant = FORET_STANDARD; variant <= FORET_DUEL; variant++) {
        table_init(&table, variant, FORET_FULL, variant == FORET_DUEL ? 2 : 4);
        while (foret_game.turn(&table.setup, &table.state)) {
            struct looks looks = {.count = 0};
            foret_game.looks(&table.setup, &table.state, take_look, &looks);
            assert_int_equal(looks.count, table.state.turn < 10 ? 0 : 10 * table.setup.seats);
            for (unsigned i = 0; i < looks.count; i++) { /* what is in hands now has nothing to do with it */
                assert_int_equal(looks.look[i].count, 11 - looks.look[i].pick);
            }
            (void)step(&table, &prng);
        }
    }
    /* Origins in a duel: in turn 2 seat 1 holds the neutral hand. */
    struct looks looks = {.count = 0};
    foret_game.looks(&table.setup, &table.state, take_look, &looks);
    assert_int_equal(looks.look[2].seat, 0);
    assert_int_equal(looks.look[2].origin, SEAT_NEUTRAL);
    table_init(&table, FORET_SOLO, FORET_FULL, 1);
    while (foret_game.turn(&table.setup, &table.state)) {
        (void)step(&table, &prng);
    }
    looks.count = 0;
    foret_game.looks(&table.setup, &table.state, take_look, &looks);
    assert_int_equal(looks.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hands_pass_left_then_right),
        cmocka_unit_test(test_duel_rotation),
        cmocka_unit_test(test_solo_hand_sizes),
        cmocka_unit_test(test_solo_draws),
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_looks_of_finished_rounds_only),
    };
    return cmocka_run_group_tests_name("foret hands", tests, NULL, NULL);
}
