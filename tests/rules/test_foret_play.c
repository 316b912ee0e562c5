/*
 * Playing Forêt: where cards may go, the rabbit, turns, supply, sheets, and
 * every refusal by its id. A test walks the table of refusals and fails for
 * one that nothing here provokes.
 */
#include "foret_table.h"

/* Refusals are told in one table, so that the last test can see that none is missing. */
struct refusal {
    unsigned variant, level, seats;
    const char *before; /* lines that pass */
    const char *line;   /* the line that does not */
    const char *id;
    const char *says; /* in English; NULL: not checked */
};

#define T FORET_STANDARD, FORET_TABLE, 3
#define F FORET_STANDARD, FORET_FULL, 3
#define S FORET_STANDARD, FORET_SHEET, 3
#define DUEL_TABLE FORET_DUEL, FORET_TABLE, 2
#define SOLO_TABLE FORET_SOLO, FORET_TABLE, 1
#define SOLO_FULL FORET_SOLO, FORET_FULL, 1

#define TEN "bee bear trout fox eagle dragonfly deer rabbit meadow stream"
#define DEALS "*: deal 1 " TEN ";*: deal 2 " TEN ";*: deal 3 " TEN
/* Three turns in which seat 1 lays a row of three; seats 2 and 3 go along. */
#define ROW(a, b, c) \
    "1: " a " 0,0;2: fox 0,0;3: fox 0,0;1: " b " 1,0;2: fox 1,0;3: fox 1,0;1: " c " 2,0;2: fox 2,0;3: fox 2,0;"
#define ROW_OF_FIVE             \
    ROW("deer", "deer", "deer") \
    "1: deer 3,0;2: deer 3,0;3: deer 3,0;1: deer -1,0;2: deer -1,0;3: deer -1,0;"
#define COLUMN_OF_FOUR                                                   \
    "1: fox 0,0;2: fox 0,0;3: fox 0,0;1: fox 0,1;2: fox 0,1;3: fox 0,1;" \
    "1: fox 0,2;2: fox 0,2;3: fox 0,2;1: deer 0,-1;2: deer 0,-1;3: deer 0,-1;"
#define GRID "bee bear trout fox eagle / bee bear trout fox eagle / deer deer deer wolf wolf / wolf wolf wolf wolf wolf"
/* Eight rabbits: seats take them in turns 1 to 3, then only two are left. */
#define EIGHT_RABBITS \
    "1: rabbit 0,0;2: rabbit 0,0;3: rabbit 0,0;1: rabbit 1,0;2: rabbit 1,0;3: rabbit 1,0;1: rabbit 2,0;2: rabbit 2,0;"

static const struct refusal REFUSALS[] = {
    /* placement */
    {T, "", "1: bee 1,0", "foret.first-card", "the first card goes to 0,0"},
    {T, "", "1: bee 9,0", "foret.first-card", NULL},
    {T, ROW("bee", "bear", "trout"), "1: wolf 1,0", "foret.cell-taken", "there is a card at 1,0 already"},
    {T, ROW("bee", "bear", "trout"), "1: wolf 4,0", "foret.not-adjacent", "not adjacent to any card"},
    {T, ROW("bee", "bear", "trout"), "1: wolf 3,1", "foret.not-adjacent", NULL},
    {T, ROW("bee", "bear", "trout"), "1: wolf 7,7", "foret.not-adjacent", NULL},
    {T, ROW_OF_FIVE, "1: wolf 4,0", "foret.too-wide", "the grid would be wider than 5 columns"},
    {T, ROW_OF_FIVE, "1: wolf -2,0", "foret.too-wide", NULL},
    {T, COLUMN_OF_FOUR, "1: wolf 0,3", "foret.too-high", "the grid would be higher than 4 rows"},
    {T, COLUMN_OF_FOUR, "1: wolf 0,-2", "foret.too-high", NULL},
    /* the rabbit */
    {T, ROW("bee", "bear", "trout"), "1: wolf 3,0 swap 0,0 1,0", "foret.swap-only-rabbit",
     "only a rabbit swaps, not a wolf"},
    {T, ROW("bee", "bear", "trout"), "1: rabbit 3,0 swap 0,0 0,1", "foret.swap-empty-cell",
     "there is no card at 0,1 to swap"},
    {T, ROW("bee", "bear", "trout"), "1: rabbit 3,0 swap 0,-1 0,0", "foret.swap-empty-cell", NULL},
    {T, ROW("bee", "bear", "trout"), "1: rabbit 3,0 swap 0,0 8,0", "foret.swap-empty-cell", NULL},
    {T, ROW("bee", "bear", "trout"), "1: rabbit 3,0 swap 1,0 1,0", "foret.swap-same-cell", NULL},
    /* turns */
    {T, "1: bee 0,0", "1: bee 1,0", "foret.not-your-turn", "seat already moved this turn"},
    {T, "1: bee 0,0", "1: bee 99,99", "foret.not-your-turn", NULL}, /* before the cell is judged */
    {T, "", "*: deal 1 bee", "foret.no-deal-at-this-level", NULL},  /* before the cards are counted */
    {T, "", "4: bee 0,0", "foret.no-such-seat", "there is no seat 4: the last one is 3"},
    {T, "", "n: bee", "foret.no-such-seat", NULL},
    {SOLO_TABLE, "", "a: bee", "foret.alban-is-given", NULL},
    {DUEL_TABLE, "n: bee", "n: bee", "foret.not-your-turn", NULL},
    {DUEL_TABLE, "", "n: rabbit swap 0,0 1,0", "foret.neutral-cell", NULL},
    /* supply */
    {T, EIGHT_RABBITS, "3: rabbit 2,0", "foret.supply", "no rabbit is left: the game has only 8"},
    {S, "", "1: grid rabbit rabbit rabbit rabbit rabbit / rabbit rabbit rabbit rabbit bee / " TEN, "foret.row-length",
     NULL},
    {S, "", "1: grid bee bee bee bee bee / bee bee bee bee fox / fox fox fox fox fox / fox fox fox fox fox",
     "foret.supply", "no bee is left: the game has only 8"},
    {SOLO_TABLE, "", "1: bee 0,0", "foret.give-missing", "a solo turn ends with 'give' and a card for Alban"},
    {T, "", "1: bee 0,0 give wolf", "foret.give-only-solo", NULL},
    /* deals */
    {T, "", "*: deal 1 " TEN, "foret.no-deal-at-this-level", NULL},
    {F, "", "1: bee 0,0", "foret.deal-first", "cards must be dealt first"},
    {F, "*: deal 1 " TEN ";*: deal 2 " TEN, "1: bee 0,0", "foret.deal-first", NULL},
    {F, "*: deal 1 " TEN, "*: deal 1 " TEN, "foret.hand-dealt", NULL},
    {F, DEALS, "*: deal 1 " TEN, "foret.no-deal-now", NULL},
    {F, DEALS, "1: wolf 0,0", "foret.not-in-hand", "no wolf in the hand"},
    {F, "", "*: deal 1 bee bee bee bee bee bee bee bee bee fox", "foret.supply", NULL},
    {SOLO_FULL, "*: deal 1 " TEN, "1: bee 0,0 give bee", "foret.not-in-hand", NULL},
    {SOLO_FULL, "*: deal 1 " TEN, "*: draw bee bee bee bee bee", "foret.no-deal-now", NULL},
    /* sheets */
    {T, "", "1: grid " GRID, "foret.no-grid-at-this-level", NULL},
    {S, "1: grid " GRID, "1: grid " GRID, "foret.grid-given", "seat 1 has its cards already"},
    {S, "", "4: grid " GRID, "foret.no-such-seat", NULL},
    /* text */
    {T, "", "1: bea 0,0", "foret.card", "'bea' is not a card"},
    {T, "", "1: ", "foret.card", NULL},
    {T, "", "1: bee", "foret.cell", "a cell such as 1,0 is expected"},
    {T, "", "1: bee 0;0", "foret.cell", NULL},
    {T, "", "1: bee (0,0", "foret.cell", NULL},
    {T, "", "1: bee 0,0 now", "foret.rest", "unexpected 'now'"},
    {T, "", "1: rabbit 0,0 swap 0,0 1,0 swap 0,0 1,0", "foret.twice", NULL},
    {SOLO_TABLE, "", "1: bee 0,0 give fox give fox", "foret.twice", NULL},
    {F, "", "*: shuffle", "foret.table-move", "the table says 'deal' or 'draw', not 'shuffle'"},
    {F, "", "*: deal 4 " TEN, "foret.no-such-hand", "there is no hand '4' in this game"},
    {F, "", "*: deal n " TEN, "foret.no-such-hand", NULL},
    {F, "", "*: deal 1 bee bear", "foret.card-count", "10 cards are due here, not 2"},
    {F, "", "*: deal 1 " TEN " wolf", "foret.card-count", NULL},
    {F, "", "*: draw bee", "foret.draw-only-solo", NULL},
    {S, "", "1: grid bee bear / fox", "foret.row-length", "row 1 of the grid has 2 cards, not 5"},
    {S, "", "1: grid bee bear fox wolf deer", "foret.row-count", "a grid has 4 rows, not 1"},
    {S, "", "1: grid " GRID " / bee", "foret.row-count", NULL},
    {S, "", "1: cards " TEN, "foret.grid-or-cards", "this seat's sheet starts with 'grid'"},
    {S, "", "1: bee 0,0", "foret.grid-or-cards", NULL},
};

static void test_refusals(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(REFUSALS) / sizeof(REFUSALS[0]); i++) {
        const struct refusal *r = &REFUSALS[i];
        struct table table;
        table_init(&table, r->variant, r->level, r->seats);
        table_play(&table, r->before);
        const char *said = table_line(&table, r->line);
        if (strcmp(said, r->id) != 0) {
            fail_msg("'%s' says %s, not %s", r->line, said, r->id);
        }
        if (r->says) {
            assert_string_equal(table_says(&table, LANG_EN), r->says);
        }
        assert_true(table.error.column == 0 || table.error.message->code == ERR_SYNTAX);
        assert_true(table.error.column > 0 || table.error.message->code == ERR_RULE);
    }
}

/* What text cannot say, words can: these reach apply as words only. */
static void test_refused_words(void **unused)
{
    (void)unused;
    struct table table;
    struct foret_state before;
    static const struct {
        unsigned level, seat;
        struct foret_word word;
        const char *id;
    } words[] = {
        {FORET_TABLE, 0, {.card = 11, .at = 32}, "foret.not-a-move"},
        {FORET_TABLE, 0, {.kind = 3, .at = 32}, "foret.not-a-move"},
        {FORET_TABLE, 0, {.at = 0}, "foret.not-a-move"},
        {FORET_TABLE, 0, {.card = FORET_RABBIT, .at = 32, .a = 33, .b = 32}, "foret.not-a-move"},
        {FORET_SHEET, 0, {.at = 32}, "foret.no-play-at-this-level"},
        {FORET_SHEET, 0, {.kind = FORET_GRID, .at = 1}, "foret.not-a-move"},
        {FORET_FULL, 0, {.kind = FORET_DEAL}, "foret.no-such-seat"},
        {FORET_FULL, SEAT_TABLE, {.kind = FORET_DEAL, .at = 3}, "foret.not-a-move"},
    };
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        table_init(&table, FORET_STANDARD, words[i].level, 3);
        before = table.state;
        game_move move = foret_pack(words[i].seat, words[i].word);
        assert_int_equal(foret_game.apply(&table.setup, &table.state, move, &table.error), ERR_RULE);
        assert_string_equal(table.error.message->id, words[i].id);
        assert_memory_equal(&before, &table.state, sizeof(before));
    }
    /* A hand and a grid once begun come first. */
    table_init(&table, FORET_STANDARD, FORET_FULL, 3);
    game_move begin = foret_pack(SEAT_TABLE, (struct foret_word){.kind = FORET_DEAL, .at = 1});
    game_move other = foret_pack(SEAT_TABLE, (struct foret_word){.kind = FORET_DEAL, .at = 2});
    assert_int_equal(foret_game.apply(&table.setup, &table.state, begin, &table.error), ERR_OK);
    assert_int_equal(foret_game.apply(&table.setup, &table.state, other, &table.error), ERR_RULE);
    assert_string_equal(table.error.message->id, "foret.finish-hand");
    table_init(&table, FORET_STANDARD, FORET_SHEET, 3);
    begin = foret_pack(0, (struct foret_word){.kind = FORET_GRID});
    assert_int_equal(foret_game.apply(&table.setup, &table.state, begin, &table.error), ERR_OK);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), seat_bit(0));
    assert_refused(&table, "2: grid " GRID, "foret.finish-grid");
}

static void test_setups(void **unused)
{
    (void)unused;
    static const uint8_t seats[3][2] = {{3, 6}, {2, 2}, {1, 1}};
    for (unsigned variant = 0; variant < 4; variant++) {
        for (unsigned level = 0; level < 5; level++) {
            for (unsigned n = 0; n < 9; n++) {
                struct foret_state state;
                struct error error;
                struct setup setup = {.game = &foret_game};
                setup.variant = (uint8_t)variant;
                setup.level = (uint8_t)level;
                setup.seats = (uint8_t)n;
                bool good = variant < 3 && level < 4 && n >= seats[variant][0] && n <= seats[variant][1];
                assert_int_equal(foret_game.init(&setup, &state, &error), good ? ERR_OK : ERR_RULE);
            }
        }
    }
}

static const char *card_at(const struct table *table, unsigned seat, int x, int y)
{
    unsigned card = table->state.seat[seat].card[field_cell(x, y)];
    return card ? foret_cards[card - 1].id : "";
}

static void test_rabbit_swaps(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    table_play(&table, ROW("bee", "bear", "trout"));
    struct table other = table;
    table_play(&table, "1: rabbit 3,0 swap 3,0 0,0"); /* either order; the rabbit itself; the first card */
    assert_string_equal(card_at(&table, 0, 0, 0), "rabbit");
    assert_string_equal(card_at(&table, 0, 3, 0), "bee");
    table_play(&other, "1: rabbit 3,0 swap 0,0 3,0");
    assert_memory_equal(&table.state, &other.state, sizeof(table.state));
    /* A rabbit that a swap moves triggers nothing, 0,0 stays where it was, equal cards may be swapped. */
    table_play(&table, "2: fox -1,0;3: fox -1,0;1: rabbit 0,1 swap 0,0 0,1");
    assert_string_equal(card_at(&table, 0, 0, 0), "rabbit");
    assert_string_equal(card_at(&table, 0, 0, 1), "rabbit");
    table_play(&table, "2: bee 0,1;3: bee 0,1");
    assert_refused(&table, "1: wolf 4,1", "foret.not-adjacent");
    table_play(&table, "1: wolf 1,1");
    assert_string_equal(card_at(&table, 0, 1, 1), "wolf");
}

/* A grid of one row of five may still grow up or down; once 4 rows are there it may not. */
static void test_box(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    assert_true(foret_open(&table.state.seat[0]) == field_bit(FIELD_ORIGIN));
    table_play(&table, ROW_OF_FIVE);
    uint64_t open = foret_open(&table.state.seat[0]);
    assert_int_equal(__builtin_popcountll(open), 10);
    for (int x = -1; x <= 3; x++) {
        assert_true(open & field_bit(field_cell(x, 1)));
        assert_true(open & field_bit(field_cell(x, -1)));
    }
    table_play(&table, "1: bear 0,1;2: bear 0,1;3: bear 0,1;1: bear 0,2;2: bear 0,2;3: bear 0,2;"
                       "1: bear 0,-1;2: bear 0,-1;3: bear 0,-1");
    assert_refused(&table, "1: wolf 0,-2", "foret.too-high");
    assert_refused(&table, "1: wolf 0,3", "foret.too-high");
    assert_int_equal(__builtin_popcountll(foret_open(&table.state.seat[0])), 10);
    /* The largest reach: a box that ends at the first card on any side. */
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    table_play(&table, "1: bee 0,0;2: fox 0,0;3: fox 0,0;1: bee -1,0;2: fox 1,0;3: fox 0,1;"
                       "1: bee -2,0;2: fox 2,0;3: fox 0,2;1: bee -3,0;2: fox 3,0;3: fox 0,3;1: bee -4,0;2: fox 4,0");
    assert_refused(&table, "3: fox 0,4", "foret.too-high");
    table_play(&table, "3: fox 1,3;1: bear -4,-1;2: bear 4,-1;3: bear 1,2");
}

/* The position with the most moves has exactly as many as the game says it can have. */
static void test_legal_limit(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_SOLO, FORET_TABLE, 1);
    for (unsigned i = 0; i < 15; i++) { /* five columns, three rows */
        unsigned card = i % FORET_TYPES;
        foret_put(&table.state.seat[0], field_cell((int)i % 5 - 2, (int)i / 5 - 1), card);
        table.state.seat[0].played[i] = (uint8_t)(card + 1);
        table.state.other[i] = (uint8_t)(card + 1);
        table.state.supply[card] = (uint8_t)(table.state.supply[card] - 2);
    }
    table.state.turn = 15;
    assert_int_equal(foret_game.legal(&table.setup, &table.state, 0, NULL, 0), foret_game.legal_limit);
}

static void test_turns(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 7);
    table_play(&table, "2: bee 0,0");
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 5);
    table_play(&table, "1: bee 0,0;3: bee 0,0");
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 7);
    table_init(&table, FORET_DUEL, FORET_TABLE, 2);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 3 | seat_bit(SEAT_NEUTRAL));
    table_init(&table, FORET_SOLO, FORET_TABLE, 1);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 1);
    table_init(&table, FORET_STANDARD, FORET_FULL, 3);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), seat_bit(SEAT_TABLE));
    table_init(&table, FORET_SOLO, FORET_SHEET, 1);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 1 | seat_bit(SEAT_RIVAL));
    table_play(&table, "a: grid " GRID);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 1);
    table_init(&table, FORET_DUEL, FORET_SHEET, 2);
    table_play(&table, "n: cards meadow meadow meadow meadow meadow meadow meadow meadow meadow meadow stream stream "
                       "stream stream stream stream stream stream stream stream;2: grid " GRID);
    assert_int_equal(foret_game.turn(&table.setup, &table.state), 1);
}

static void test_over(void **unused)
{
    (void)unused;
    struct prng prng;
    struct table table;
    for (unsigned level = FORET_FULL; level <= FORET_TABLE; level++) {
        table_init(&table, FORET_SOLO, level, 1);
        prng_seed(&prng, 7);
        for (seat_set turn; (turn = foret_game.turn(&table.setup, &table.state)) != 0;) {
            game_move move = turn == 1 ? foret_game.greedy(&table.setup, &table.state, 0, &prng)
                                       : foret_game.chance(&table.setup, &table.state, &prng);
            assert_int_equal(foret_game.apply(&table.setup, &table.state, move, &table.error), ERR_OK);
        }
        assert_refused(&table, "1: bee 0,0 give bee", "foret.over");
        assert_refused(&table, "*: draw bee bee bee bee bee", level ? "foret.no-deal-at-this-level" : "foret.over");
    }
}

/* Every refusal has two sentences and an id of its own, and is provoked above. */
static void test_every_refusal_is_tested(void **unused)
{
    (void)unused;
    static const char *const elsewhere[] = {"foret.setup",       "foret.not-a-move",  "foret.no-play-at-this-level",
                                            "foret.finish-hand", "foret.finish-grid", "foret.over"};
    for (unsigned rule = FORET_OK + 1; rule < FORET_RULES_COUNT; rule++) {
        const struct message *message = &foret_messages[rule];
        assert_true(message->id && strncmp(message->id, "foret.", 6) == 0);
        assert_true(message->en[0] && message->fr[0] && strcmp(message->en, message->fr) != 0);
        for (unsigned other = rule + 1; other < FORET_RULES_COUNT; other++) {
            assert_string_not_equal(message->id, foret_messages[other].id);
        }
        bool found = false;
        for (size_t i = 0; i < sizeof(REFUSALS) / sizeof(REFUSALS[0]); i++) {
            found = found || strcmp(REFUSALS[i].id, message->id) == 0;
        }
        for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++) {
            found = found || strcmp(elsewhere[i], message->id) == 0;
        }
        if (!found) {
            fail_msg("no test provokes %s", message->id);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_refused_words),
        cmocka_unit_test(test_setups),
        cmocka_unit_test(test_rabbit_swaps),
        cmocka_unit_test(test_box),
        cmocka_unit_test(test_legal_limit),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_over),
        cmocka_unit_test(test_every_refusal_is_tested),
    };
    return cmocka_run_group_tests_name("foret play", tests, NULL, NULL);
}
