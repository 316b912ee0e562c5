/*
 * Tests of the slow scorer (tests/support/foret_slow.h).
 *
 * Every expected number here was counted by hand from the booklet and the rulings; none comes from the engine. A grid
 * is drawn as four words of five letters, a letter a card:
 *
 *     b bee   o bear   t trout   f fox   e eagle   d dragonfly   c deer   r rabbit   m meadow   s stream
 *     w wolf   . empty
 */
#include "support/foret_slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct board {
    int cell[4][5];
};

static struct board draw(const char *text)
{
    static const char letters[] = ".botfedcrmsw";
    struct board board = {{{0}}};
    int cell = 0;
    for (; *text != '\0'; text++) {
        if (*text == ' ') {
            continue;
        }
        const char *letter = strchr(letters, *text);
        assert_non_null(letter);
        assert_true(cell < 20);
        board.cell[cell / 5][cell % 5] = (int)(letter - letters);
        cell++;
    }
    assert_int_equal(cell, 20);
    return board;
}

/* Scores up to six drawn boards against each other. */
static void score(const char *const drawings[], int players, struct slow_result out[])
{
    int grids[6][4][5];
    for (int seat = 0; seat < players; seat++) {
        struct board board = draw(drawings[seat]);
        memcpy(grids[seat], board.cell, sizeof grids[seat]);
    }
    slow_score(players, (const int(*)[4][5])grids, 0, 0, false, out);
}

/* The points of one type on a board that is alone at the table. */
static int points(const char *drawing, int type)
{
    struct slow_result result;
    score(&drawing, 1, &result);
    return result.category[type - 1];
}

static void two_players_with_neutral(const char *one, const char *two, int streams, int wolves,
                                     struct slow_result out[2])
{
    struct board boards[2] = {draw(one), draw(two)};
    int grids[2][4][5];
    memcpy(grids[0], boards[0].cell, sizeof grids[0]);
    memcpy(grids[1], boards[1].cell, sizeof grids[1]);
    slow_score(2, (const int(*)[4][5])grids, streams, wolves, true, out);
}

/* One row of a table: a drawing, a type and the points it must give. */
struct fixture {
    const char *drawing;
    int type;
    int expected;
};

static void check_fixtures(const struct fixture fixtures[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (points(fixtures[i].drawing, fixtures[i].type) != fixtures[i].expected) {
            fail_msg("%s: type %d scored %d, expected %d", fixtures[i].drawing, fixtures[i].type,
                     points(fixtures[i].drawing, fixtures[i].type), fixtures[i].expected);
        }
    }
}

/* The page of drawn examples and the three deer. */
static void test_booklet_examples(void **state)
{
    static const struct fixture fixtures[] = {
        {".mb.. ..mb. ..... .m..m", SLOW_BEE, 9}, /* 6 for the bee above, 3 for the one below, two meadows too far */
        {".mb.. ..m.. ..... .....", SLOW_BEE, 6},       {"..... ..mb. ..... .....", SLOW_BEE, 3},
        {"..r.. ..... ..er. .t...", SLOW_EAGLE, 6},     {"..... ..... ....s ...ds", SLOW_DRAGONFLY, 2},
        {".ssss ...d. ...s. ...s.", SLOW_DRAGONFLY, 6}, {".ssss ...d. ...s. ..ds.", SLOW_DRAGONFLY, 8},
        {".c... ...c. .c... .....", SLOW_DEER, 10},
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

static void test_cards_that_score_alone(void **state)
{
    static const struct fixture fixtures[] = {
        {"..m.. .mbm. ..m.. .....", SLOW_BEE, 12},
        {"m.m.. .b... m.m.. .....", SLOW_BEE, 0}, /* diagonals do not count */
        {"bb... ..... ..... ....m", SLOW_BEE, 0},
        {"..b.. .tot. ..b.. .....", SLOW_BEAR, 8},
        {"ob... ob... ..... .....", SLOW_BEAR, 4}, /* each bear counts, a bear beside a bear gives nothing */
        {"bo... o.... ..... .....", SLOW_BEAR, 4}, /* one bee feeds both */
        {"b.... .o... ..... .....", SLOW_BEAR, 0},
        {"..s.. .std. ..d.. .....", SLOW_TROUT, 8},
        {"ts... ..... ..... ...td", SLOW_TROUT, 4},
        {"t.... .s... ..... .....", SLOW_TROUT, 0},
        {"tt... tt... ..... .....", SLOW_TROUT, 0},
        {"f.... ..... ..... .....", SLOW_FOX, 3},
        {"ff... ff... ..... .....", SLOW_FOX, 12}, /* foxes do not mind each other */
        {"fw... ..... ..... .....", SLOW_FOX, 0},
        {"f.... o.... ..... .....", SLOW_FOX, 0},
        {"f.... .w... ..... .....", SLOW_FOX, 3}, /* a wolf on the diagonal is far enough */
        {"fwf.. .f... ..... ....f", SLOW_FOX, 3},
        {"r.... ..... .r... ....r", SLOW_RABBIT, 3},
        {".r... ..... ..... .....", SLOW_RABBIT, 1},
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

/* Manhattan distance 1 or 2: twelve cells around an eagle in the open. */
static void test_eagle_reach(void **state)
{
    static const struct fixture fixtures[] = {
        {"..r.. .rrr. rrerr .rrr.", SLOW_EAGLE, 22}, /* 11 rabbits, the twelfth cell is below the grid */
        {"rr.rr r...r ..e.. r...r", SLOW_EAGLE, 0},  /* everything at distance 3 and more */
        {"e.r.. ..... ..... .....", SLOW_EAGLE, 2},  {"e..r. ..... ..... .....", SLOW_EAGLE, 0},
        {"e.... ..... r.... .....", SLOW_EAGLE, 2},  {"e.... ..... ..... r....", SLOW_EAGLE, 0},
        {"e.... .t... ..... .....", SLOW_EAGLE, 2},  {"e.... ..t.. ..... .....", SLOW_EAGLE, 0},
        {"e.... ..... .t... .....", SLOW_EAGLE, 0},  {"er.te ..... ..... .....", SLOW_EAGLE, 4},
        {"ere.. ..... ..... .....", SLOW_EAGLE, 4}, /* one rabbit, two eagles; nothing stands in the way */
        {"....r e.... ..... .....", SLOW_EAGLE, 0}, /* a row does not go on at its other end */
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

static void test_dragonfly_counts_a_stream_once(void **state)
{
    static const struct fixture fixtures[] = {
        {"ss... sd... ..... .....", SLOW_DRAGONFLY, 3}, /* one stream of 3, beside it twice */
        {"sss.. sds.. sss.. .....", SLOW_DRAGONFLY, 8}, /* a ring, beside it four times */
        {".s... sds.. .s... .....", SLOW_DRAGONFLY, 4}, /* four streams of 1 */
        {"sds.. s.s.. sss.. .....", SLOW_DRAGONFLY, 7}, /* the two arms meet far below */
        {"sds.. s.s.. s.s.. .....", SLOW_DRAGONFLY, 6},
        {"dsd.. .s... ..... .....", SLOW_DRAGONFLY, 4}, /* each dragonfly counts it anew */
        {"d.... .s... ..... .....", SLOW_DRAGONFLY, 0},
        {"sssss sssss sssss ssssd", SLOW_DRAGONFLY, 19},
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

static void test_deer_rows_and_columns(void **state)
{
    static const struct fixture fixtures[] = {
        {"c.... ..... ..... .....", SLOW_DEER, 4},  {"ccccc ..... ..... .....", SLOW_DEER, 12},
        {"c.... c.... c.... c....", SLOW_DEER, 10}, {"c.... .c... ..c.. ...cc", SLOW_DEER, 18}, /* all of it */
        {"ccccc ccccc cc... .....", SLOW_DEER, 16}, {"..... ..... ..... .....", SLOW_DEER, 0},
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

static void test_meadow_areas(void **state)
{
    static const struct fixture fixtures[] = {
        {"m.... ..... ..... .....", SLOW_MEADOW, 0},
        {"mm... ..... ..... .....", SLOW_MEADOW, 3},
        {"mm... m.... ..... .....", SLOW_MEADOW, 6},
        {"mm... mm... ..... .....", SLOW_MEADOW, 10},
        {"mmmmm ..... ..... .....", SLOW_MEADOW, 15},
        {"mmmmm m.... ..... .....", SLOW_MEADOW, 15},
        {"mmmmm mm... ..... .....", SLOW_MEADOW, 15},
        {"mmmmm mmmmm mmmmm mmmmm", SLOW_MEADOW, 15},
        {"m.m.m .m.m. m.m.m .m.m.", SLOW_MEADOW, 0},  /* ten areas of 1: diagonals do not connect */
        {"mm.mm ..... mmm.. ...mm", SLOW_MEADOW, 15}, /* 3 + 3 + 6 + 3: areas score apart */
        {"mmmmm ..... mmmmm .....", SLOW_MEADOW, 30},
        {"mmm.. ..m.. mmm.. .....", SLOW_MEADOW, 15}, /* a bend is one area of 7 */
        {"mm... ....m ..... .....", SLOW_MEADOW, 3},
    };
    (void)state;
    check_fixtures(fixtures, COUNT(fixtures));
}

static void test_longest_stream(void **state)
{
    struct board two = draw("sss.. ..... .ssss s....");
    struct board apart = draw("s.s.. .s... ..... .....");
    struct board none = draw("..... ..... ..... .....");
    (void)state;
    assert_int_equal(slow_longest_stream((const int(*)[5])two.cell), 4);
    assert_int_equal(slow_longest_stream((const int(*)[5])apart.cell), 1);
    assert_int_equal(slow_longest_stream((const int(*)[5])none.cell), 0);
}

/* Boards that hold a stream of n cards, or n wolves, and nothing else. */
static const char *const stream_of[] = {
    "..... ..... ..... .....", "s.... ..... ..... .....", "ss... ..... ..... .....", "sss.. ..... ..... .....",
    "ssss. ..... ..... .....", "sssss ..... ..... .....", "sssss s.... ..... .....",
};
static const char *const pack_of[] = {
    "..... ..... ..... .....", "w.... ..... ..... .....", "w...w ..... ..... .....", "w...w ..w.. ..... .....",
    "w...w ..w.. .w... .....", "w...w ..w.. .w... ...w.", "wwwww w.... ..... .....",
};

/* Seats' sizes and the points they must bring. */
struct ranking {
    int players;
    int size[6];
    int expected[6];
};

static void check_rankings(const struct ranking rankings[], size_t count, const char *const boards[], int type)
{
    for (size_t i = 0; i < count; i++) {
        const char *drawings[6];
        struct slow_result results[6];
        for (int seat = 0; seat < rankings[i].players; seat++) {
            drawings[seat] = boards[rankings[i].size[seat]];
        }
        score(drawings, rankings[i].players, results);
        for (int seat = 0; seat < rankings[i].players; seat++) {
            if (results[seat].category[type - 1] != rankings[i].expected[seat]) {
                fail_msg("case %zu, seat %d: %d, expected %d", i, seat, results[seat].category[type - 1],
                         rankings[i].expected[seat]);
            }
        }
    }
}

static void test_stream_ranks(void **state)
{
    static const struct ranking rankings[] = {
        {3, {4, 3, 1}, {8, 5, 0}},
        {3, {1, 3, 4}, {0, 5, 8}},
        {3, {3, 3, 2}, {8, 8, 0}}, /* tied first: nobody is second, the third has nothing */
        {3, {4, 2, 2}, {8, 5, 5}}, /* tied second */
        {3, {2, 2, 2}, {8, 8, 8}},
        {3, {0, 0, 0}, {0, 0, 0}}, /* nobody has a stream: nobody has a rank */
        {3, {0, 5, 0}, {0, 8, 0}},
        {3, {0, 5, 5}, {0, 8, 8}},
        {4, {3, 3, 3, 1}, {8, 8, 8, 0}},
        {4, {5, 2, 2, 2}, {8, 5, 5, 5}},
        {4, {5, 4, 2, 2}, {8, 5, 0, 0}},
        {5, {1, 1, 1, 1, 1}, {8, 8, 8, 8, 8}},
        {6, {1, 6, 2, 3, 4, 5}, {0, 8, 0, 0, 0, 5}},
        {6, {3, 3, 2, 2, 1, 0}, {8, 8, 0, 0, 0, 0}},
        {6, {3, 2, 2, 2, 2, 2}, {8, 5, 5, 5, 5, 5}},
    };
    (void)state;
    check_rankings(rankings, COUNT(rankings), stream_of, SLOW_STREAM);
}

static void test_wolf_ranks(void **state)
{
    static const struct ranking rankings[] = {
        {3, {3, 2, 1}, {12, 8, 4}},
        {3, {1, 2, 3}, {4, 8, 12}},
        {3, {3, 3, 1}, {12, 12, 4}}, /* the booklet: 12 each, nobody 8, the next 4 */
        {3, {3, 1, 1}, {12, 8, 8}},  /* tied second: 8 each, nobody third */
        {3, {2, 2, 2}, {12, 12, 12}},
        {3, {0, 0, 0}, {0, 0, 0}},
        {3, {1, 0, 0}, {12, 0, 0}}, /* one wolf is the largest pack when nobody else has one */
        {3, {0, 2, 2}, {0, 12, 12}},
        {4, {4, 3, 2, 1}, {12, 8, 4, 0}},
        {4, {3, 3, 3, 1}, {12, 12, 12, 0}}, /* three tied first: nobody else scores */
        {4, {4, 2, 2, 2}, {12, 8, 8, 8}},   /* three tied second */
        {4, {4, 2, 2, 1}, {12, 8, 8, 0}},   /* two tied second use up the third rank */
        {4, {4, 3, 1, 1}, {12, 8, 4, 4}},   /* tied third */
        {4, {3, 3, 1, 1}, {12, 12, 4, 4}},  /* tied first, and tied third */
        {5, {4, 3, 1, 1, 1}, {12, 8, 4, 4, 4}},
        {5, {3, 3, 3, 1, 1}, {12, 12, 12, 0, 0}},
        {5, {2, 2, 2, 2, 2}, {12, 12, 12, 12, 12}},
        {6, {5, 2, 2, 1, 1, 1}, {12, 8, 8, 0, 0, 0}},
        {6, {2, 2, 2, 2, 2, 2}, {12, 12, 12, 12, 12, 12}},
        {6, {0, 1, 0, 1, 6, 4}, {0, 4, 0, 4, 12, 8}},
    };
    (void)state;
    check_rankings(rankings, COUNT(rankings), pack_of, SLOW_WOLF);
}

/* Boards by their number of gaps; seen alone, so a stream and a wolf always rank first. */
static void test_biodiversity_by_gaps(void **state)
{
    static const struct {
        const char *drawing;
        int gaps;
        int biodiversity;
    } cases[] = {
        /* 0: bee 3, bear 2, trout 2, fox 3, eagle 2, dragonfly 2, deer 4, rabbit 1, meadow 3, stream 8, wolf 12 */
        {"mmbo. f..c. ter.w ssd..", 0, 12},
        {"mmbo. ...c. ter.w ssd..", 1, 12}, /* no fox */
        {"mmbo. ..... ter.w ssd..", 2, 12}, /* no deer either */
        {"mmbo. ..... ter.. ssd..", 3, 7},  /* no wolf */
        {"mmbo. ..... t.r.. ssd..", 4, 3},  /* no eagle */
        {"mmbo. ..... t.... ssd..", 5, 0},  /* no rabbit */
        {"mmb.. ..... t.... ssd..", 6, -5}, /* no bear */
        {"mmb.. ..... t.... ss...", 7, -5}, /* no dragonfly */
        {"mm... ..... t.... ss...", 8, -5}, /* no bee */
        {"mm... ..... ..... ss...", 9, -5}, /* no trout */
        {"..... ..... ..... ss...", 10, -5},
        {"b.o.t ..... f...m w...d", 10, -5}, /* six types in the wrong place: only the wolf scores */
        {"..... ..... ..... .....", 11, -5},
        {"ooooo ooooo ooeee eeeee", 11, -5}, /* a full grid can score nothing at all */
        {"mmmmm mmmmm mmmmm mmmmm", 10, -5},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct slow_result result;
        score(&cases[i].drawing, 1, &result);
        if (slow_gaps(&result) != cases[i].gaps || result.category[SLOW_BIODIVERSITY] != cases[i].biodiversity) {
            fail_msg("%s: %d gaps, biodiversity %d", cases[i].drawing, slow_gaps(&result),
                     result.category[SLOW_BIODIVERSITY]);
        }
    }
}

/*
 * The booklet's table of scores as replays/foret/booklet-three-players.dendro embodies it: 50, 36 and 43 with 3, 5 and
 * 6 gaps. Ferdinand's board is the one drawn on page 4.
 */
static void test_booklet_three_players(void **state)
{
    static const char *const drawings[3] = {"fmesd cbmss otsdc focte", "mbsss rmbds otrsm ermsd",
                                            "ffwdw ebmdc bmmoe fmmwc"};
    static const int expected[3][12] = {
        {6, 4, 4, 3, 2, 7, 12, 0, 0, 5, 0, 7},
        {9, 2, 0, 0, 6, 8, 0, 3, 0, 8, 0, 0},
        {9, 0, 0, 6, 0, 0, 6, 0, 15, 0, 12, -5},
    };
    static const int totals[3] = {50, 36, 43};
    static const int gaps[3] = {3, 5, 6};
    struct slow_result results[3];
    (void)state;
    score(drawings, 3, results);
    for (int seat = 0; seat < 3; seat++) {
        assert_memory_equal(results[seat].category, expected[seat], sizeof expected[seat]);
        assert_int_equal(results[seat].total, totals[seat]);
        assert_int_equal(slow_gaps(&results[seat]), gaps[seat]);
    }
}

/* The neutral seat takes a rank and scores nothing; no neutral card means no rank for it. */
static void test_duel_neutral(void **state)
{
    static const struct {
        int streams[3]; /* seat 1, seat 2, neutral */
        int wolves[3];
        int stream_points[2];
        int wolf_points[2];
    } cases[] = {
        {{3, 2, 0}, {3, 2, 0}, {8, 5}, {12, 8}},
        {{3, 2, 6}, {3, 2, 6}, {5, 0}, {8, 4}},  /* it takes the first rank away */
        {{5, 2, 3}, {5, 2, 3}, {8, 0}, {12, 4}}, /* the second */
        {{5, 2, 1}, {5, 2, 1}, {8, 5}, {12, 8}}, /* the third, which nobody misses */
        {{4, 2, 4}, {4, 2, 4}, {8, 0}, {12, 4}}, /* a tie with the neutral seat uses up a rank too */
        {{5, 3, 3}, {5, 3, 3}, {8, 5}, {12, 8}},
        {{2, 2, 4}, {2, 2, 4}, {5, 5}, {8, 8}},
        {{2, 2, 2}, {2, 2, 2}, {8, 8}, {12, 12}},
        {{0, 1, 4}, {0, 1, 4}, {0, 5}, {0, 8}},
        {{0, 0, 4}, {0, 0, 4}, {0, 0}, {0, 0}},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct slow_result results[2];
        two_players_with_neutral(stream_of[cases[i].streams[0]], stream_of[cases[i].streams[1]], cases[i].streams[2], 0,
                                 results);
        assert_int_equal(results[0].category[SLOW_STREAM - 1], cases[i].stream_points[0]);
        assert_int_equal(results[1].category[SLOW_STREAM - 1], cases[i].stream_points[1]);
        two_players_with_neutral(pack_of[cases[i].wolves[0]], pack_of[cases[i].wolves[1]], 0, cases[i].wolves[2],
                                 results);
        assert_int_equal(results[0].category[SLOW_WOLF - 1], cases[i].wolf_points[0]);
        assert_int_equal(results[1].category[SLOW_WOLF - 1], cases[i].wolf_points[1]);
    }
}

static void test_solo_alban_has_no_biodiversity(void **state)
{
    struct board mine = draw("ss... ..... c.... ....w");
    struct board alban = draw("s.s.s r.... ..... ...ww");
    struct slow_result me;
    struct slow_result him;
    (void)state;
    slow_score_solo((const int(*)[5])mine.cell, (const int(*)[5])alban.cell, &me, &him);
    /* mine: deer 4, stream 8 (2 against 1), wolf 8 (1 against 2), 8 gaps */
    assert_int_equal(me.category[SLOW_STREAM - 1], 8);
    assert_int_equal(me.category[SLOW_WOLF - 1], 8);
    assert_int_equal(me.category[SLOW_BIODIVERSITY], -5);
    assert_int_equal(me.total, 4 + 8 + 8 - 5);
    /* his: rabbit 1, stream 5 with three streams of 1, wolf 12; 8 gaps cost him nothing */
    assert_int_equal(him.category[SLOW_BIODIVERSITY], 0);
    assert_int_equal(him.total, 1 + 5 + 12);
}

static void check_cells(const char *drawing, const int64_t expected[4][5], int64_t expected_biodiversity)
{
    struct board board = draw(drawing);
    int grids[1][4][5];
    int64_t cells[4][5];
    int64_t biodiversity = 0;
    memcpy(grids[0], board.cell, sizeof grids[0]);
    slow_attribute(1, (const int(*)[4][5])grids, 0, 0, false, 0, cells, &biodiversity);
    assert_memory_equal(cells, expected, sizeof cells);
    assert_int_equal(biodiversity, expected_biodiversity);
}

#define P SLOW_POINT

static void test_attribution(void **state)
{
    /* Own points: bee 6, bear 2, fox 3, rabbit 1, eagle 4, trout 2, dragonfly 1; lone meadows nothing; stream 8. */
    static const int64_t own[4][5] = {
        {0, 6 * P, 0, 3 * P, 0}, {0, 2 * P, 0, 0, 0}, {0, 0, 1 * P, 4 * P, 2 * P}, {0, 0, 0, 8 * P, 1 * P}};
    /* An area of 3 gives 2 a card, one of 6 gives 15/6. */
    static const int64_t meadows[4][5] = {{2 * P, 2 * P, 0, 15 * P / 6, 15 * P / 6},
                                          {2 * P, 0, 0, 15 * P / 6, 15 * P / 6},
                                          {0, 0, 0, 15 * P / 6, 15 * P / 6},
                                          {0, 0, 0, 0, 0}};
    /* Three deer in a row share its 2 points; the column of two is shared by those two. */
    static const int64_t deer[4][5] = {{2 * P / 3 + P, 2 * P / 3 + 2 * P, 0, 0, 2 * P / 3 + 2 * P},
                                       {2 * P + P, 0, 0, 0, 0},
                                       {0, 0, 0, 0, 0},
                                       {0, 0, 0, 0, 0}};
    /* Two streams of 2 share the 8 points of the first rank, the stream of 1 has no part; 12 points over 5 wolves. */
    static const int64_t ranked[4][5] = {{2 * P, 2 * P, 0, 12 * P / 5, 12 * P / 5},
                                         {0, 0, 0, 0, 12 * P / 5},
                                         {2 * P, 2 * P, 0, 12 * P / 5, 0},
                                         {0, 0, 0, 12 * P / 5, 0}};
    (void)state;
    check_cells("mbmf. .o... ..ret ...sd", own, 7 * P); /* deer, meadow and wolf are the gaps */
    check_cells("mm.mm m..mm ...mm .....", meadows, -5 * P);
    check_cells("cc..c c.... ..... .....", deer, -5 * P);
    check_cells("ss.ww ..s.w ss.w. ...w.", ranked, -5 * P);
}

/* A second rank is worth 5 and 8 points, a lost rank leaves its cards nothing. */
static void test_attribution_follows_ranks(void **state)
{
    static const char *const drawings[3] = {"sssw. ..... ..... ....w", "ssssw ..... ..... .w..w",
                                            "ss... ..... ..... ....."};
    static const int64_t cell[3] = {5 * P / 3, 2 * P, 0};
    static const int64_t wolf[3] = {4 * P, 4 * P, 0};
    int grids[3][4][5];
    (void)state;
    for (int seat = 0; seat < 3; seat++) {
        struct board board = draw(drawings[seat]);
        memcpy(grids[seat], board.cell, sizeof grids[seat]);
    }
    for (int seat = 0; seat < 3; seat++) {
        int64_t cells[4][5];
        int64_t biodiversity = 0;
        slow_attribute(3, (const int(*)[4][5])grids, 0, 0, false, seat, cells, &biodiversity);
        assert_int_equal(cells[0][0], cell[seat]);
        assert_int_equal(seat == 1 ? cells[3][1] : cells[3][4], wolf[seat]);
    }
}

static void test_total_without(void **state)
{
    static const char *const drawings[2] = {"sss.w ..... mbm.. ....w", "sss.. ..... ..... ....w"};
    int grids[2][4][5];
    struct slow_result results[2];
    (void)state;
    for (int seat = 0; seat < 2; seat++) {
        struct board board = draw(drawings[seat]);
        memcpy(grids[seat], board.cell, sizeof grids[seat]);
    }
    slow_score(2, (const int(*)[4][5])grids, 0, 0, false, results);
    assert_int_equal(results[0].total, 6 + 8 + 12 - 5);
    /* The middle stream: a stream of 1 comes second. */
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 0, 1), 6 + 5 + 12 - 5);
    /* A wolf: one each, so both are first. */
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 0, 4), 6 + 8 + 12 - 5);
    /* The bee, a meadow, an empty cell; the other seat's only wolf. */
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 2, 1), 8 + 12 - 5);
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 2, 0), 3 + 8 + 12 - 5);
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 1, 1), results[0].total);
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 1, 3, 4), 8 - 5);
    /* A neutral pack of 2 pushes seat 1 to the second place once it has lost a wolf. */
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 2, true, 0, 0, 4), 6 + 8 + 8 - 5);
    /* Emptying a cell can cost biodiversity, and can win points: the fox without its wolf. */
    struct board gap = draw("mmbo. f..c. ter.w ssd..");
    struct board fox = draw("fw... ..... ..... w....");
    struct board none = draw("..... ..... ..... .....");
    memcpy(grids[0], gap.cell, sizeof grids[0]);
    memcpy(grids[1], fox.cell, sizeof grids[1]);
    /* bee 3, bear 2, fox 3, eagle 2 (no trout), dragonfly 2, deer 4, rabbit 1, meadow 3, stream 8, wolf 8, 1 gap 12 */
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 0, 2, 0),
                     3 + 2 + 3 + 2 + 2 + 4 + 1 + 3 + 8 + 8 + 12);
    assert_int_equal(slow_total_without(2, (const int(*)[4][5])grids, 0, 0, false, 1, 0, 1), 3 + 12 - 5);
    /* Alban's total has no biodiversity, with or without the cell. */
    assert_int_equal(slow_total_without_solo((const int(*)[5])none.cell, (const int(*)[5])fox.cell, true, 0, 1),
                     3 + 12);
    assert_int_equal(slow_total_without_solo((const int(*)[5])fox.cell, (const int(*)[5])none.cell, false, 0, 1),
                     3 + 12 - 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_booklet_examples),
        cmocka_unit_test(test_cards_that_score_alone),
        cmocka_unit_test(test_eagle_reach),
        cmocka_unit_test(test_dragonfly_counts_a_stream_once),
        cmocka_unit_test(test_deer_rows_and_columns),
        cmocka_unit_test(test_meadow_areas),
        cmocka_unit_test(test_longest_stream),
        cmocka_unit_test(test_stream_ranks),
        cmocka_unit_test(test_wolf_ranks),
        cmocka_unit_test(test_biodiversity_by_gaps),
        cmocka_unit_test(test_booklet_three_players),
        cmocka_unit_test(test_duel_neutral),
        cmocka_unit_test(test_solo_alban_has_no_biodiversity),
        cmocka_unit_test(test_attribution),
        cmocka_unit_test(test_attribution_follows_ranks),
        cmocka_unit_test(test_total_without),
    };
    return cmocka_run_group_tests_name("foret slow scorer", tests, NULL, NULL);
}
