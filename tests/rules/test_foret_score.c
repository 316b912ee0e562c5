/*
 * Scoring Forêt: the booklet's examples and the rulings, counted by hand. A
 * grid is drawn as four words of five letters:
 *
 *     b bee  o bear  t trout  f fox  e eagle  d dragonfly  c deer  r rabbit  m meadow  s stream  w wolf  . empty
 */
#include "foret_table.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Cards in reading order, blanks left out: type + 1, 0 for an empty cell. */
static void read_drawing(const char *drawing, uint8_t cards[FORET_CELLS])
{
    static const char letters[] = ".botfedcrmsw";
    unsigned n = 0;
    for (; *drawing; drawing++) {
        if (*drawing != ' ') {
            assert_true(n < FORET_CELLS && strchr(letters, *drawing));
            cards[n++] = (uint8_t)(strchr(letters, *drawing) - letters);
        }
    }
    assert_int_equal(n, FORET_CELLS);
}

/* Lays a drawing with its corner at 0,0, as an unfinished game would have it. */
static void lay(struct table *table, unsigned seat, const char *drawing)
{
    uint8_t cards[FORET_CELLS];
    read_drawing(drawing, cards);
    for (unsigned i = 0; i < FORET_CELLS; i++) {
        if (cards[i] && seat < GAME_PLAYERS) {
            foret_put(&table->state.seat[seat], field_cell((int)i % 5, (int)i / 5), cards[i] - 1u);
        } else if (cards[i]) {
            table->state.other[i] = cards[i];
        }
    }
}

static void score(struct table *table, struct outcome *outcome)
{
    foret_game.outcome(&table->setup, &table->state, outcome);
}

#define EMPTY "..... ..... ..... ....."

static void test_single_types(void **unused)
{
    (void)unused;
    static const struct {
        const char *drawing;
        unsigned type;
        int points;
    } fixtures[] = {
        {".mb.. ..m.. ..... .....", FORET_BEE, 6}, /* the booklet: a bee with two meadows */
        {"m.m.. .b... m.m.. .....", FORET_BEE, 0},
        {"..m.. .mbm. ..m.. .....", FORET_BEE, 12},
        {"....m b.... ..... .....", FORET_BEE, 0}, /* the end of a row is not beside the start of the next */
        {"..b.. .tot. ..b.. .....", FORET_BEAR, 8},
        {"bo... o.... ..... .....", FORET_BEAR, 4},
        {"..s.. .std. ..d.. .....", FORET_TROUT, 8},
        {"ff... ff... ..... .....", FORET_FOX, 12},
        {"f.... .w... ..... .....", FORET_FOX, 3},
        {"fw... ..... o.... f....", FORET_FOX, 0},
        {"..r.. ..... ..er. .t...", FORET_EAGLE, 6}, /* the booklet: two rabbits and a diagonal trout */
        {"..r.. .rrr. rrerr .rrr.", FORET_EAGLE, 22},
        {"rr.rr r...r ..e.. r...r", FORET_EAGLE, 0},
        {"....e r.... ..... .....", FORET_EAGLE, 0},
        {".ssss ...d. ...s. ...s.", FORET_DRAGONFLY, 6}, /* the booklet: a stream of 4 and one of 2 */
        {"sss.. sds.. sss.. .....", FORET_DRAGONFLY, 8}, /* one stream on four sides counts once */
        {".s... sds.. .s... .....", FORET_DRAGONFLY, 4},
        {".c... ...c. .c... .....", FORET_DEER, 10}, /* the booklet: 2 columns and 3 rows */
        {"ccccc c.... c.... c....", FORET_DEER, 18},
        {"r.... ..... .r... ....r", FORET_RABBIT, 3},
        {"m.m.m ..... ..... .....", FORET_MEADOW, 0},
        {"mm.mm ..... mmm.. ..mmm", FORET_MEADOW, 21}, /* 3 + 3 + 15 for an area of 6 */
        {"mmmm. ..... mm... m....", FORET_MEADOW, 16},
    };
    for (size_t i = 0; i < COUNT(fixtures); i++) {
        struct table table;
        struct outcome outcome;
        table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
        lay(&table, 1, fixtures[i].drawing);
        score(&table, &outcome);
        if (outcome.rows[1].category[fixtures[i].type] != fixtures[i].points) {
            fail_msg("%s: %s is %d, not %d", fixtures[i].drawing, foret_cards[fixtures[i].type].id,
                     outcome.rows[1].category[fixtures[i].type], fixtures[i].points);
        }
    }
}

static void test_booklet_three_players(void **unused)
{
    (void)unused;
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_STANDARD, FORET_SHEET, 3);
    table_play(&table, "1: grid fox meadow eagle stream dragonfly / deer bee meadow stream stream / "
                       "bear trout stream dragonfly deer / fox bear deer trout eagle;"
                       "2: grid meadow bee stream stream stream / rabbit meadow bee dragonfly stream / "
                       "bear trout rabbit stream meadow / eagle rabbit meadow stream dragonfly;"
                       "3: grid fox fox wolf dragonfly wolf / eagle bee meadow dragonfly deer / "
                       "bee meadow meadow bear eagle / fox meadow meadow wolf deer");
    score(&table, &outcome);
    assert_true(outcome.over);
    static const int total[] = {50, 36, 43};
    static const int biodiversity[] = {7, 0, -5}; /* 3, 5 and 6 gaps */
    static const int rank[] = {1, 3, 2};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(outcome.rows[i].total, total[i]);
        assert_int_equal(outcome.rows[i].category[FORET_BIODIVERSITY], biodiversity[i]);
        assert_int_equal(outcome.rows[i].rank, rank[i]);
        assert_int_equal(outcome.rows[i].categories, 0xfff);
    }
    assert_int_equal(outcome.winners, seat_bit(0));
    assert_null(outcome.verdict);
}

/* Streams and wolves: lengths and counts by seat, and the points they must give. */
static void check_ranks(unsigned type, const char *const drawings[], const int *points, unsigned seats)
{
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_STANDARD, FORET_TABLE, seats);
    for (unsigned i = 0; i < seats; i++) {
        lay(&table, i, drawings[i]);
    }
    score(&table, &outcome);
    for (unsigned i = 0; i < seats; i++) {
        if (outcome.rows[i].category[type] != points[i]) {
            fail_msg("%s of seat %u (%s): %d, not %d", foret_cards[type].id, i + 1, drawings[i],
                     outcome.rows[i].category[type], points[i]);
        }
    }
}

static void test_stream_ranks(void **unused)
{
    (void)unused;
    static const char s0[] = EMPTY;
    static const char s1[] = "s.s.s ..... ..... ....."; /* three streams of 1: longest 1 */
    static const char s2[] = "ss... ..... ..... .....";
    static const char s3[] = "ss.ss s.... ..... .....";
    check_ranks(FORET_STREAM, (const char *const[]){s3, s2, s1, s0}, (const int[]){8, 5, 0, 0}, 4);
    check_ranks(FORET_STREAM, (const char *const[]){s3, s3, s2, s1}, (const int[]){8, 8, 0, 0}, 4);
    check_ranks(FORET_STREAM, (const char *const[]){s3, s2, s2, s1}, (const int[]){8, 5, 5, 0}, 4);
    check_ranks(FORET_STREAM, (const char *const[]){s1, s1, s1}, (const int[]){8, 8, 8}, 3);
    check_ranks(FORET_STREAM, (const char *const[]){s0, s0, s1}, (const int[]){0, 0, 8}, 3);
    check_ranks(FORET_STREAM, (const char *const[]){s0, s0, s0}, (const int[]){0, 0, 0}, 3);
}

static void test_wolf_ranks(void **unused)
{
    (void)unused;
    static const char w0[] = EMPTY;
    static const char w1[] = "w.... ..... ..... .....";
    static const char w2[] = "w...w ..... ..... ....."; /* they need not be adjacent */
    static const char w3[] = "w...w ..... ..... ..w..";
    static const char w4[] = "ww.ww ..... ..... .....";
    check_ranks(FORET_WOLF, (const char *const[]){w4, w3, w2, w1, w0}, (const int[]){12, 8, 4, 0, 0}, 5);
    check_ranks(FORET_WOLF, (const char *const[]){w3, w3, w2, w1}, (const int[]){12, 12, 4, 0}, 4);
    check_ranks(FORET_WOLF, (const char *const[]){w3, w3, w3, w1}, (const int[]){12, 12, 12, 0}, 4);
    check_ranks(FORET_WOLF, (const char *const[]){w3, w2, w2, w1}, (const int[]){12, 8, 8, 0}, 4);
    check_ranks(FORET_WOLF, (const char *const[]){w3, w2, w1, w1}, (const int[]){12, 8, 4, 4}, 4);
    check_ranks(FORET_WOLF, (const char *const[]){w0, w0, w1}, (const int[]){0, 0, 12}, 3);
}

static void test_biodiversity(void **unused)
{
    (void)unused;
    static const int points[] = {12, 12, 12, 7, 3, 0, -5, -5, -5, -5, -5, -5};
    for (unsigned gaps = 0; gaps <= FORET_TYPES; gaps++) {
        int32_t category[FORET_TYPES];
        for (unsigned i = 0; i < FORET_TYPES; i++) {
            category[i] = i < gaps ? 0 : 1;
        }
        assert_int_equal(foret_biodiversity(category), points[gaps]);
    }
}

/* The neutral seat's streams are one stream; it takes ranks and scores nothing. */
static void test_duel_neutral(void **unused)
{
    (void)unused;
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_DUEL, FORET_TABLE, 2);
    lay(&table, 0, "ss... ..... ww... .....");
    lay(&table, 1, "s.... ..... w.... .....");
    lay(&table, SEAT_NEUTRAL, "s.s.s ..... w.w.. .....");
    score(&table, &outcome);
    assert_int_equal(outcome.rows_count, 3);
    assert_int_equal(outcome.rows[0].category[FORET_STREAM], 5);
    assert_int_equal(outcome.rows[1].category[FORET_STREAM], 0);
    assert_int_equal(outcome.rows[0].category[FORET_WOLF], 12); /* tied with the neutral seat */
    assert_int_equal(outcome.rows[1].category[FORET_WOLF], 4);
    assert_int_equal(outcome.rows[2].seat, SEAT_NEUTRAL);
    assert_false(outcome.rows[2].scored);
    assert_int_equal(outcome.rows[2].categories, 0);
    assert_int_equal(outcome.rows[2].rank, 0);
    assert_int_equal(outcome.rows[2].total, 0);
    assert_false(outcome.over);
    assert_int_equal(outcome.winners, 0);
}

/* Alban's longest stream is measured on his grid, and he has no biodiversity. */
static void test_solo_alban(void **unused)
{
    (void)unused;
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_SOLO, FORET_TABLE, 1);
    lay(&table, 0, "ss... ..... ww... r....");
    lay(&table, SEAT_RIVAL, "s.s.s s.... w.w.. w....");
    score(&table, &outcome);
    assert_int_equal(outcome.rows_count, 2);
    assert_int_equal(outcome.rows[0].category[FORET_STREAM], 8); /* 2 and 2: tied */
    assert_int_equal(outcome.rows[0].category[FORET_WOLF], 8);
    assert_int_equal(outcome.rows[0].total, 8 + 8 + 1 - 5);
    assert_int_equal(outcome.rows[1].seat, SEAT_RIVAL);
    assert_true(outcome.rows[1].scored);
    assert_int_equal(outcome.rows[1].total, 8 + 12);
    assert_int_equal(outcome.rows[1].categories, 0x7ff);
    assert_int_equal(outcome.rows[1].rank, 0);
    assert_int_equal(outcome.margin, -8);
    assert_null(outcome.verdict); /* not over */
}

/* Equal totals share the win, and the rank that they use up is not awarded. */
static void test_shared_win(void **unused)
{
    (void)unused;
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_STANDARD, FORET_SHEET, 3);
    table_play(&table, "1: grid meadow meadow meadow meadow meadow / bear bear bear fox fox / "
                       "deer deer stream stream stream / eagle eagle dragonfly dragonfly wolf;"
                       "3: grid meadow meadow meadow meadow meadow / bear bear bear fox fox / "
                       "deer deer stream stream stream / eagle eagle dragonfly dragonfly wolf;"
                       "2: grid bear bear bear bear bear / bear eagle eagle eagle eagle / "
                       "stream stream stream stream stream / stream stream stream stream stream");
    score(&table, &outcome);
    /* meadow 15, fox 3, dragonfly 3 + 3, deer 2 + 4, wolf 12, stream 5 behind the 10: 5 gaps */
    assert_int_equal(outcome.rows[0].total, 47);
    assert_int_equal(outcome.rows[2].total, 47);
    assert_int_equal(outcome.rows[1].total, 3);
    assert_int_equal(outcome.rows[0].rank, 1);
    assert_int_equal(outcome.rows[1].rank, 3);
    assert_int_equal(outcome.rows[2].rank, 1);
    assert_int_equal(outcome.winners, seat_bit(0) | seat_bit(2));
}

/* ---- attribution ---- */

struct shares {
    int64_t cell[FORET_CELLS];
    int64_t rest;
    unsigned visits;
};

static void take_credit(void *context, const struct credit *credit)
{
    struct shares *shares = context;
    if (credit->seat == 0 && credit->card != CREDIT_NO_CARD) {
        shares->cell[credit->cell] += credit->units;
        shares->visits++;
    } else if (credit->seat == 0) {
        assert_int_equal(credit->category, FORET_BIODIVERSITY);
        shares->rest += credit->units;
    }
}

static void test_attribution(void **unused)
{
    (void)unused;
    const int64_t point = 232792560;
    struct table table;
    struct shares shares = {.rest = 0};
    assert_true((int64_t)foret_game.unit == point);
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    lay(&table, 0, "cc.ss .c... mmmss w.w.w"); /* streams of 2 and 2; deer */
    foret_game.credits(&table.setup, &table.state, take_credit, &shares);
    assert_int_equal(shares.visits, 13);
    assert_true(shares.cell[0] == 2 * point / 2 + 2 * point);     /* half a row, a column of its own */
    assert_true(shares.cell[1] == 2 * point / 2 + 2 * point / 2); /* half a row, half a column */
    assert_true(shares.cell[6] == 2 * point + 2 * point / 2);     /* a row, half a column */
    assert_true(shares.cell[3] == 8 * point / 4 && shares.cell[13] == shares.cell[3]); /* both longest streams */
    assert_true(shares.cell[10] == 6 * point / 3);
    assert_true(shares.cell[15] == 12 * point / 3);
    assert_true(shares.rest == -5 * point); /* 4 types score, 7 gaps */
}

/* A card's absence is counted through everything that it touches. */
static void test_without(void **unused)
{
    (void)unused;
    struct table table;
    struct outcome outcome;
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    lay(&table, 0, "sssd. mm... b...w r...f");
    lay(&table, 1, "ss... ..... ..... .....");
    score(&table, &outcome);
    /* stream 8, dragonfly 3, meadow 3, bee 3, rabbit 1, wolf 12, fox scared: 5 gaps, 0 */
    assert_int_equal(outcome.rows[0].total, 30);
    assert_int_equal(foret_game.without(&table.setup, &table.state, 0, 14), 30 - 12 + 3); /* the wolf: the fox dares */
    assert_int_equal(foret_game.without(&table.setup, &table.state, 0, 2), 30 - 3 - 5);   /* tied at 2, no dragonfly */
    assert_int_equal(foret_game.without(&table.setup, &table.state, 0, 1), 30 - 2 - 3);   /* 1 and 1: second, 1 a fly */
    assert_int_equal(foret_game.without(&table.setup, &table.state, 0, 5), 30 - 3 - 3 - 5);
    assert_int_equal(foret_game.without(&table.setup, &table.state, 0, 7), 30); /* an empty cell */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_single_types), cmocka_unit_test(test_booklet_three_players),
        cmocka_unit_test(test_stream_ranks), cmocka_unit_test(test_wolf_ranks),
        cmocka_unit_test(test_biodiversity), cmocka_unit_test(test_duel_neutral),
        cmocka_unit_test(test_solo_alban),   cmocka_unit_test(test_shared_win),
        cmocka_unit_test(test_attribution),  cmocka_unit_test(test_without),
    };
    return cmocka_run_group_tests_name("foret score", tests, NULL, NULL);
}
