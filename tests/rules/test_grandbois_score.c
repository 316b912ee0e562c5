/*
 * Scores of GrandBois, counted by hand from the booklet: categories, duels,
 * ranks, and what goes to which clan. The golden records have whole games.
 */
#include "grandbois_table.h"

/*
 *      0  1  2  3
 *   0  F1 F2 .  T1
 *   1  T2 C  F3 L1
 *   2  B  F4 L2 W1
 *
 * Fox: four squares, the largest set is the two of the top row. Around 1,1: four squares with foxes, two of other
 * clans, a bear and nothing. Toad and lizard: two squares each that do not touch at a side.
 */
#define BOARD "*: row 0,0 F1 F2;*: row 0,1 T2 C F3 L1;*: row 0,2 B F4 L2 W1;*: row 3,0 T1;"

static void expect(const struct table *table, unsigned seat, int squares, int set, int own, int other, unsigned rank)
{
    struct outcome outcome;
    grandbois_game.outcome(&table->setup, &table->state, &outcome);
    const struct outcome_row *row = &outcome.rows[seat];
    assert_int_equal(row->seat, seat);
    assert_true(row->scored);
    assert_int_equal(row->categories, 15);
    assert_int_equal(row->category[GRANDBOIS_SQUARES], squares);
    assert_int_equal(row->category[GRANDBOIS_SET], set);
    assert_int_equal(row->category[GRANDBOIS_OWN_TOWER], own);
    assert_int_equal(row->category[GRANDBOIS_OTHER_TOWER], other);
    assert_int_equal(row->total, squares + set + own + other);
    assert_int_equal(row->rank, rank);
}

static seat_set winners(const struct table *table)
{
    struct outcome outcome;
    grandbois_game.outcome(&table->setup, &table->state, &outcome);
    return outcome.winners;
}

static void test_categories(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 4);
    table_play(&table, BOARD "1: tower 1,1;1: reveal fox;2: reveal toad;3: reveal lizard;4: reveal rabbit");
    expect(&table, 0, 4, 4, 8, 2, 1);
    expect(&table, 1, 2, 2, 0, 0, 2);
    expect(&table, 2, 2, 2, 0, 0, 2); /* equal in everything: a shared rank */
    expect(&table, 3, 0, 0, 0, 0, 4); /* no square, so no set */
    assert_int_equal(winners(&table), seat_bit(0));
}

/* Both towers count two for either clan of their player; the sets are counted clan by clan. */
static void test_duel(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 2);
    table_play(&table, BOARD "1: tower white 1,1;1: reveal fox toad;2: reveal lizard rabbit");
    expect(&table, 0, 6, 4 + 2, 10, 1, 1);
    expect(&table, 1, 2, 2, 0, 0, 2);
    /* The label of the tower changes nothing but where its points are written. */
    table_init_sheet(&table, 2);
    table_play(&table, BOARD "1: tower black 1,1;1: reveal fox toad;2: reveal rabbit lizard");
    expect(&table, 0, 6, 4 + 2, 10, 1, 1);
    expect(&table, 1, 2, 2, 0, 0, 2);
}

/* A tower beside a tower sees a clearing. */
static void test_towers_side_by_side(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 3);
    table_play(&table, "*: row 0,0 F1 C C F2 F1 F1 F1 F1;1: tower 1,0;2: tower 2,0;1: reveal fox;2: reveal toad;"
                       "3: reveal lizard");
    expect(&table, 0, 6, 10, 2, 0, 1);
    expect(&table, 1, 0, 0, 0, 1, 2);
    expect(&table, 2, 0, 0, 0, 0, 3);
}

/* Before the clans are known nobody has points; a score as it stands has no winners. */
static void test_before_the_end(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 3);
    table_play(&table, BOARD "1: tower 1,1");
    expect(&table, 0, 0, 0, 0, 0, 1);
    table_play(&table, "1: reveal fox");
    expect(&table, 0, 4, 4, 8, 2, 1);
    expect(&table, 1, 0, 0, 0, 0, 2);
    assert_int_equal(winners(&table), 0);
    /* Half of a duel's clans: what is known so far. */
    table_init_sheet(&table, 2);
    table_play(&table, BOARD "1: tower white 1,1;1: reveal fox");
    expect(&table, 0, 4, 4, 8, 2, 1);
}

/* ---- ties: at equal totals squares decide, then the largest set, then one's own tower ---- */

/*
 * The fourth tie-break, the tower's other clans, decides nothing: who is equal in the total and in three of its four
 * parts is equal in the fourth.
 */
struct tie {
    const char *lines;
    int total; /* of seats 1 and 2 */
    seat_set winners;
};

static const struct tie TIES[] = {
    /* fox 5 + 6 = 11; toad 3 + 6 and two foxes at the tower: more squares win */
    {"*: row 0,0 F1 F1 F1 C F2 C F2;*: row 0,1 T1 T1 T1;2: tower 5,0;1: reveal fox;2: reveal toad;", 11, 1},
    /* toad 4 + 6 and a toad at the tower = 12; fox 4 + 8 = 12: the larger set wins */
    {"*: row 0,0 F1 F1 F1 F1;*: row 0,1 T1 T1 T1 B C C T2;1: tower 5,1;1: reveal toad;2: reveal fox;", 12, 2},
    /* fox 3 + 6, at the tower a fox and a toad = 12; toad 3 + 6, at the tower three lizards = 12: the own tower wins */
    {"*: row 0,0 F1 F1 F1 C B C L1;*: row 0,1 T1 T1 T1 . . L2 L3;1: tower 3,0;2: tower 5,0;1: reveal fox;"
     "2: reveal toad;",
     12, 1},
    /* 3 + 6 + 4 each: shared */
    {"*: row 0,0 F1 F2 F3 C T1 T2 T3;*: row 2,1 C B C;1: tower 2,1;2: tower 4,1;1: reveal fox;2: reveal toad;", 13, 3},
};

static void test_ties(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(TIES) / sizeof(TIES[0]); i++) {
        struct table table;
        struct outcome outcome;
        table_init_sheet(&table, 3);
        table_play(&table, TIES[i].lines);
        table_play(&table, "3: reveal lizard");
        grandbois_game.outcome(&table.setup, &table.state, &outcome);
        assert_int_equal(outcome.rows[0].total, TIES[i].total);
        assert_int_equal(outcome.rows[1].total, TIES[i].total);
        assert_true(outcome.rows[2].total < TIES[i].total);
        assert_int_equal(outcome.winners, TIES[i].winners);
        assert_int_equal(outcome.rows[2].rank, 3);
    }
}

/* ---- credits ---- */

struct sums {
    int64_t units[GRANDBOIS_PLAYERS][GRANDBOIS_CARDS];
    int64_t category[GRANDBOIS_PLAYERS][GRANDBOIS_CATEGORIES];
    unsigned count[GRANDBOIS_PLAYERS][GRANDBOIS_CARDS];
};

static void add(void *context, const struct credit *credit)
{
    struct sums *sums = context;
    assert_true(credit->seat < GRANDBOIS_PLAYERS && credit->card < GRANDBOIS_CARDS);
    assert_true(credit->category < GRANDBOIS_CATEGORIES);
    sums->units[credit->seat][credit->card] += credit->units;
    sums->category[credit->seat][credit->category] += credit->units;
    sums->count[credit->seat][credit->card]++;
}

static void test_credits(void **unused)
{
    (void)unused;
    enum { FOX = 37, TOAD = 40, LIZARD = 38, RABBIT = 39 };
    struct table table;
    struct sums sums = {0};
    table_init_sheet(&table, 2);
    table_play(&table, BOARD "1: tower white 1,1;1: reveal fox toad;2: reveal lizard rabbit");
    grandbois_game.credits(&table.setup, &table.state, add, &sums);
    assert_int_equal(sums.units[0][FOX], 4 + 4 + 10 + 1); /* white bears the label of the first clan */
    assert_int_equal(sums.units[0][TOAD], 2 + 2);
    assert_int_equal(sums.units[1][LIZARD], 2 + 2);
    assert_int_equal(sums.units[1][RABBIT], 0);
    assert_int_equal(sums.count[1][RABBIT], GRANDBOIS_CATEGORIES); /* there all the same */
    assert_int_equal(sums.category[0][GRANDBOIS_OWN_TOWER], 10);
    assert_int_equal(sums.count[0][0], 0); /* a sheet knows no tiles */

    memset(&sums, 0, sizeof(sums));
    table_init(&table, GRANDBOIS_FULL, 3, false);
    table_play(&table, "*: clan 1 fox;*: clan 2 toad;*: clan 3 lizard;*: river 12 5 30 7;1: tile 12 r0 1,1;"
                       "*: river 9;1: tower 2,1;2: tile 5 r0 -1,-1");
    grandbois_game.credits(&table.setup, &table.state, add, &sums);
    assert_int_equal(sums.count[0][12 - 1], 1);
    assert_int_equal(sums.units[0][12 - 1], 0);
    assert_int_equal(sums.count[1][5 - 1], 1);
    assert_int_equal(sums.count[0][5 - 1], 0);
    assert_int_equal(sums.units[0][FOX], 2 + 4 + 3); /* F3 and F1 in a column, the tower beside W4 T2 T1 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_categories),     cmocka_unit_test(test_duel), cmocka_unit_test(test_towers_side_by_side),
        cmocka_unit_test(test_before_the_end), cmocka_unit_test(test_ties), cmocka_unit_test(test_credits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
