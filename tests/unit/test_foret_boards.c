/* Tests of the random boards (tests/support/foret_boards.h) that feed the slow scorer and the engine. */
#include "support/foret_boards.h"
#include "support/foret_slow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A small generator of the test's own (xorshift), so that this file needs nothing from src. */
static uint32_t xorshift_below(void *ctx, uint32_t n)
{
    uint64_t *x = ctx;
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return (uint32_t)((*x >> 32) % n);
}

static void check_supply(const struct foret_boards *boards, int cards)
{
    int used[12] = {0};
    int grids = boards->players + (boards->kind == FORET_BOARDS_SOLO ? 1 : 0);
    for (int i = 0; i < 6 * 20; i++) {
        used[boards->grids[i / 20][i % 20 / 5][i % 5]]++;
    }
    for (int i = 0; i < 20; i++) {
        used[boards->neutral[i]]++;
    }
    int others = boards->kind == FORET_BOARDS_DUEL ? 1 : 0;
    assert_int_equal(140 - used[0], cards * (grids + others));
    for (int type = 1; type <= 11; type++) {
        assert_true(used[type] <= foret_boards_copies[type]);
    }
}

static void check_attribution_sums(const struct foret_boards *boards)
{
    bool neutral = boards->kind == FORET_BOARDS_DUEL;
    int compared = boards->players + (boards->kind == FORET_BOARDS_SOLO ? 1 : 0);
    struct slow_result results[6];
    slow_score(compared, boards->grids, boards->neutral_streams, boards->neutral_wolves, neutral, results);
    for (int seat = 0; seat < compared; seat++) {
        int64_t cells[4][5];
        int64_t sum = 0;
        slow_attribute(compared, boards->grids, boards->neutral_streams, boards->neutral_wolves, neutral, seat, cells,
                       &sum);
        for (int cell = 0; cell < 20; cell++) {
            sum += cells[cell / 5][cell % 5];
        }
        assert_int_equal(sum, results[seat].total * SLOW_POINT);
    }
}

/* What was met over many boards. */
struct survey {
    int longest_stream;
    int largest_pack;
    int three_way_ties;
    int no_gap;
    int many_gaps;
};

static void survey_boards(const struct foret_boards *boards, struct survey *survey)
{
    struct slow_result results[6];
    int firsts = 0;
    slow_score(boards->players, boards->grids, 0, 0, false, results);
    for (int seat = 0; seat < boards->players; seat++) {
        int stream = slow_longest_stream(boards->grids[seat]);
        int pack = slow_count(boards->grids[seat], SLOW_WOLF);
        survey->longest_stream = stream > survey->longest_stream ? stream : survey->longest_stream;
        survey->largest_pack = pack > survey->largest_pack ? pack : survey->largest_pack;
        firsts += results[seat].category[SLOW_STREAM - 1] == 8 ? 1 : 0;
        survey->no_gap += slow_gaps(&results[seat]) == 0 ? 1 : 0;
        survey->many_gaps += slow_gaps(&results[seat]) >= 9 ? 1 : 0;
    }
    survey->three_way_ties += firsts >= 3 ? 1 : 0;
}

/* Over many boards: the deck holds, attribution sums to the total, and the skew shows what it was made to show. */
static void test_random_boards(void **state)
{
    uint64_t seed = UINT64_C(20261113);
    struct foret_random random = {xorshift_below, &seed};
    struct survey survey = {0};
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct foret_boards boards;
        enum foret_boards_kind kind = (enum foret_boards_kind)(i % 3);
        if (i % 2 == 0) {
            foret_boards_fill(&boards, kind, 3 + i / 2 % 4, random);
        } else {
            foret_boards_fill_skewed(&boards, kind, 3 + i / 2 % 4, random);
        }
        check_supply(&boards, 20);
        check_attribution_sums(&boards);
        survey_boards(&boards, &survey);
        foret_boards_thin(&boards, i % 21, random);
        check_supply(&boards, i % 21);
        check_attribution_sums(&boards);
    }
    assert_int_equal(survey.longest_stream, 20);
    assert_int_equal(survey.largest_pack, 12);
    assert_true(survey.three_way_ties > 100);
    assert_true(survey.no_gap > 0);
    assert_true(survey.many_gaps > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_boards),
    };
    return cmocka_run_group_tests_name("foret boards", tests, NULL, NULL);
}
