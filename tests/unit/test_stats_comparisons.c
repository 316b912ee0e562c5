/* Who is compared with whom, and with what weight: figures added up by hand from the definition. */
#include "support/cmocka.h"

#include "stats/comparisons.h"

static int64_t weight(enum contest contest, unsigned count, const struct compared_seat *seats, unsigned a, unsigned b)
{
    struct compared table = {.contest = contest, .count = count};
    for (unsigned i = 0; i < count; i++) {
        table.seat[i] = seats[i];
    }
    assert_int_equal(comparison_weight(&table, a, b), comparison_weight(&table, b, a));
    return comparison_weight(&table, a, b);
}

static void everybody_for_themselves(void **unused)
{
    (void)unused;
    const struct compared_seat three[] = {{1, 1, 0}, {2, 2, 0}, {3, 2, 0}};
    assert_int_equal(weight(CONTEST_HIGH, 3, three, 0, 1), 3 * RATING_UNITS / 4);
    assert_int_equal(weight(CONTEST_LOW, 3, three, 1, 2), 3 * RATING_UNITS / 8); /* tied: half to each */
    assert_int_equal(weight(CONTEST_RANKS, 3, three, 1, 2), 3 * RATING_UNITS / 8);
}

/* Two teams of two and three: one comparison of 3/(2 + 1), shared by six pairs, rounded down. */
static void teams_are_compared_as_teams(void **unused)
{
    (void)unused;
    const struct compared_seat five[] = {{1, 1, 1}, {2, 2, 2}, {3, 1, 1}, {4, 2, 2}, {5, 2, 2}};
    assert_int_equal(weight(CONTEST_HIGH, 5, five, 0, 1), RATING_UNITS / 6);
    assert_int_equal(weight(CONTEST_HIGH, 5, five, 2, 4), RATING_UNITS / 6);
    assert_int_equal(weight(CONTEST_HIGH, 5, five, 0, 2), 0);
    assert_int_equal(weight(CONTEST_HIGH, 5, five, 3, 4), 0);
    /* One against a team: two sides. */
    const struct compared_seat four[] = {{1, 2, 0}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}};
    assert_int_equal(weight(CONTEST_WINNERS, 4, four, 0, 3), RATING_UNITS / 3);
}

static void who_is_not_compared(void **unused)
{
    (void)unused;
    const struct compared_seat seats[] = {{1, 1, 0}, {0, 2, 0}, {3, 2, 0}, {4, 2, 0}};
    assert_int_equal(weight(CONTEST_HIGH, 4, seats, 0, 1), 0);                    /* a guest, */
    assert_int_equal(weight(CONTEST_HIGH, 4, seats, 0, 2), 3 * RATING_UNITS / 5); /* who is a side all the same */
    assert_int_equal(weight(CONTEST_WINNERS, 4, seats, 2, 3), 0); /* two who lost: nothing is known of their order */
    assert_int_equal(weight(CONTEST_WINNERS, 4, seats, 0, 3), 3 * RATING_UNITS / 5);
    assert_int_equal(weight(CONTEST_TOGETHER, 4, seats, 0, 3), 0);
    assert_int_equal(weight(CONTEST_NONE, 4, seats, 0, 3), 0);
    const struct compared_seat unranked[] = {{1, 0, 0}, {2, 1, 0}};
    assert_int_equal(weight(CONTEST_HIGH, 2, unranked, 0, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everybody_for_themselves),
        cmocka_unit_test(teams_are_compared_as_teams),
        cmocka_unit_test(who_is_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
