/*
 * Rows of statistics: every column comes back as it went in, sums are sums, the last game of a row takes the row with it,
 * and who asks for some of the rows gets those. Rows are printed and compared as text.
 */
#include "support/cmocka.h"

#include "store/statistics_pages.h"
#include "support/scene.h"
#include "support/text.h"

#include <string.h>

struct desk {
    struct scene scene;
    struct store *store;
    char memory[2048];
    struct strbuf said;
};

static struct error error;

static int set_up(void **state)
{
    static struct desk desk;
    scene_begin(&desk.scene);
    desk.store = scene_open(&desk.scene, STORE_CREATE);
    MUST(store_begin(desk.store, &error));
    strbuf_wrap(&desk.said, desk.memory, sizeof(desk.memory));
    *state = &desk;
    return 0;
}

static int tear_down(void **state)
{
    struct desk *desk = *state;
    MUST(store_commit(desk->store, &error));
    store_close(desk->store);
    scene_end(&desk->scene);
    return 0;
}

/* What was printed since the last time. */
static const char *said(struct desk *desk)
{
    static char text[2048];
    assert_true(strbuf_ok(&desk->said));
    (void)memcpy(text, strbuf_text(&desk->said), desk->said.len + 1);
    strbuf_clear(&desk->said);
    return text;
}

static struct store_group group_of(const char *game, const char *variant, int64_t seats, const char *level,
                                   int64_t month)
{
    return (struct store_group){.game = span_from(game),
                                .variant = span_from(variant),
                                .seats = seats,
                                .level = span_from(level),
                                .month = month};
}

static void print_group(struct desk *desk, const struct store_group *group)
{
    text_format(&desk->said, "%.*s/%.*s/%lld/%.*s/%lld", (int)group->game.len, group->game.ptr, (int)group->variant.len,
                group->variant.ptr, (long long)group->seats, (int)group->level.len, group->level.ptr,
                (long long)group->month);
}

/* ---- cards ---- */

static enum err print_aggregate(void *context, const struct store_aggregate *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    print_group(desk, &row->group);
    text_format(&desk->said, " %lld %.*s\n", (long long)row->games, (int)row->body.len, row->body.ptr);
    return ERR_OK;
}

static void sums_of_cards(void **state)
{
    struct desk *desk = *state;
    struct store_aggregate rows[] = {
        {group_of("ecos", "solo", 1, "full", 24001), 7, SPAN_LITERAL("first")},
        {group_of("foret", "duel", 2, "table", 24002), 8, SPAN_LITERAL("second")},
        {group_of("ecos", "solo", 1, "full", 24001), 9, SPAN_LITERAL("another catalogue")},
    };
    rows[2].group.catalogue = SPAN_LITERAL("hash");
    for (size_t i = 0; i < 3; i++) {
        MUST(store_aggregate_put(desk->store, &rows[i], &error));
    }
    MUST(store_aggregates(desk->store, (struct span){NULL, 0}, print_aggregate, desk, &error));
    assert_string_equal(said(desk), "ecos/solo/1/full/24001 7 first\necos/solo/1/full/24001 9 another catalogue\n"
                                    "foret/duel/2/table/24002 8 second\n");
    MUST(store_aggregates(desk->store, SPAN_LITERAL("foret"), print_aggregate, desk, &error));
    assert_string_equal(said(desk), "foret/duel/2/table/24002 8 second\n");
    MUST(store_aggregate(desk->store, &rows[0].group, &desk->said, &error));
    assert_string_equal(said(desk), "first");
    rows[0].games = 0;
    MUST(store_aggregate_put(desk->store, &rows[0], &error));
    MUST(store_aggregate(desk->store, &rows[0].group, &desk->said, &error));
    assert_string_equal(said(desk), "");
}

/* ---- people ---- */

static enum err print_standing(void *context, const struct store_standing *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%lld ", (long long)row->person);
    print_group(desk, &row->group);
    text_format(&desk->said, " %lld %lld %lld %lld %lld %lld", (long long)row->games, (long long)row->wins,
                (long long)row->win, (long long)row->total, (long long)row->total_squares, (long long)row->best);
    text_format(&desk->said, row->categories.len > 0 ? " %.*s\n" : "\n", (int)row->categories.len,
                row->categories.ptr ? row->categories.ptr : "");
    return ERR_OK;
}

static void what_people_did(void **state)
{
    struct desk *desk = *state;
    struct store_standing row = {
        3, group_of("foret", "standard", 3, "table", 24001), 2, 1, 60, 90, 4100, 50, SPAN_LITERAL("few")};
    MUST(store_standing_add(desk->store, &row, &error));
    MUST(store_standings_of(desk->store, 3, print_standing, desk, &error));
    assert_string_equal(said(desk), "3 foret/standard/3/table/24001 2 1 60 90 4100 50 few\n");
    row = (struct store_standing){3, row.group, 10, 20, 30, 50, 60, 49, SPAN_LITERAL("more")};
    MUST(store_standing_add(desk->store, &row, &error)); /* the best stays */
    row.group.game = SPAN_LITERAL("ecos");
    row.best = 70;
    MUST(store_standing_add(desk->store, &row, &error));
    MUST(store_standings(desk->store, SPAN_LITERAL("foret"), print_standing, desk, &error));
    assert_string_equal(said(desk), "3 foret/standard/3/table/24001 12 21 90 140 4160 50\n");
    MUST(store_standings_whole(desk->store, SPAN_LITERAL("foret"), print_standing, desk, &error));
    assert_string_equal(said(desk), "3 foret/standard/3/table/24001 12 21 90 140 4160 50 more\n");
    row.games = row.wins = row.win = row.total = row.total_squares = 1;
    row.best = 71;
    MUST(store_standing_add(desk->store, &row, &error)); /* a better one is the best */
    MUST(store_standings(desk->store, SPAN_LITERAL("ecos"), print_standing, desk, &error));
    assert_string_equal(said(desk), "3 ecos/standard/3/table/24001 11 21 31 51 61 71\n");
    MUST(store_standings_of(desk->store, 4, print_standing, desk, &error));
    assert_string_equal(said(desk), "");
    /* The categories take the place of those that were there, because whoever adds a row has added them. */
    MUST(store_standing_categories(desk->store, 3, &row.group, &desk->said, &error));
    assert_string_equal(said(desk), "more");
    MUST(store_standing_categories(desk->store, 4, &row.group, &desk->said, &error));
    assert_string_equal(said(desk), "");
    MUST(store_statistics_merge(desk->store, 3, 4, &error));
    MUST(store_standings(desk->store, (struct span){NULL, 0}, print_standing, desk, &error));
    assert_string_equal(said(desk), "");
}

/* A row that lost games: nothing is left of it, or its best is that of the games of its days. */
static void a_standing_that_lost_a_game(void **state)
{
    struct desk *desk = *state;
    struct store_standing row = {
        3, group_of("foret", "standard", 2, "table", 24001), 1, 1, 1, 1, 1, 99, SPAN_LITERAL("c")};
    scene_add_entry(desk->store, 1, "import", 1);
    scene_add_game(desk->store, 1, 3, 2); /* the person has 50 points, on day 20000 */
    MUST(store_standing_add(desk->store, &row, &error));
    MUST(store_standing_mend(desk->store, &row, true, 20000, 20000, &error));
    MUST(store_standings_of(desk->store, 3, print_standing, desk, &error));
    assert_string_equal(said(desk), "3 foret/standard/2/table/24001 1 1 1 1 1 50 c\n");
    row = (struct store_standing){3, row.group, -1, -1, -1, -1, -1, 0, SPAN_LITERAL("")};
    MUST(store_standing_add(desk->store, &row, &error));
    MUST(store_standing_mend(desk->store, &row, true, 20000, 20000, &error));
    MUST(store_standings_of(desk->store, 3, print_standing, desk, &error));
    assert_string_equal(said(desk), "");
}

static enum err print_pair(void *context, const struct store_pair *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%.*s %lld %lld: %lld %lld %lld %lld %lld\n", (int)row->game.len,
                row->game.ptr ? row->game.ptr : "", (long long)row->a, (long long)row->b, (long long)row->games,
                (long long)row->a_first, (long long)row->b_first, (long long)row->a_won, (long long)row->b_won);
    return ERR_OK;
}

static void what_two_did_against_each_other(void **state)
{
    struct desk *desk = *state;
    const struct span all = {NULL, 0};
    const struct store_pair rows[] = {
        {SPAN_LITERAL("ecos"), 1, 2, 3, 4, 5, 6, 7},
        {SPAN_LITERAL("foret"), 1, 2, 10, 20, 30, 40, 50},
        {SPAN_LITERAL("foret"), 2, 3, 11, 21, 31, 41, 51},
        {all, 1, 2, 13, 24, 35, 46, 57},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        MUST(store_pair_add(desk->store, &rows[i], &error));
    }
    MUST(store_pair_add(desk->store, &rows[0], &error));
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("ecos"), 1, print_pair, desk, &error));
    assert_string_equal(said(desk), "ecos 1 2: 6 8 10 12 14\n");
    MUST(store_pair_weights(desk->store, SPAN_LITERAL("foret"), print_pair, desk, &error));
    assert_string_equal(said(desk), " 1 2: 0 0 0 40 50\n 2 3: 0 0 0 41 51\n");
    MUST(store_pair_weights(desk->store, all, print_pair, desk, &error));
    assert_string_equal(said(desk), " 1 2: 0 0 0 46 57\n");
    MUST(store_pair_of(desk->store, all, 1, 2, print_pair, desk, &error));
    assert_string_equal(said(desk), " 1 2: 13 24 35 46 57\n");
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("foret"), 2, print_pair, desk, &error));
    assert_string_equal(said(desk), "foret 2 3: 11 21 31 41 51\nforet 1 2: 10 20 30 40 50\n");
    MUST(store_pair_of(desk->store, SPAN_LITERAL("foret"), 2, 3, print_pair, desk, &error));
    assert_string_equal(said(desk), "foret 2 3: 11 21 31 41 51\n");
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("foret"), 3, print_pair, desk, &error));
    assert_string_equal(said(desk), "foret 2 3: 11 21 31 41 51\n");
    struct store_pair gone = {SPAN_LITERAL("ecos"), 1, 2, -6, -8, -10, -12, -14};
    MUST(store_pair_add(desk->store, &gone, &error));
    MUST(store_statistics_merge(desk->store, 3, 4, &error));
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("ecos"), 1, print_pair, desk, &error));
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("foret"), 3, print_pair, desk, &error));
    assert_string_equal(said(desk), "");
    MUST(store_pairs_of(desk->store, SPAN_LITERAL("foret"), 4, print_pair, desk, &error));
    assert_string_equal(said(desk), "foret 2 4: 11 21 31 41 51\n");
}

/* ---- pages ---- */

static enum err print_page(void *context, const struct store_page_row *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%lld ", (long long)row->person);
    print_group(desk, &row->group);
    text_format(&desk->said, " %.*s\n", (int)row->body.len, row->body.ptr);
    return ERR_OK;
}

static void evenings_and_records(void **state)
{
    struct desk *desk = *state;
    struct store_page_row row = {5, group_of("foret", "duel", 2, "sheet", 20001), SPAN_LITERAL("one")};
    MUST(store_page_put(desk->store, PAGE_EVENING, &row, &error));
    row.group.month = 20003;
    row.body = SPAN_LITERAL("three");
    MUST(store_page_put(desk->store, PAGE_EVENING, &row, &error));
    row.group.month = 24000;
    row.body = SPAN_LITERAL("record");
    MUST(store_page_put(desk->store, PAGE_RECORD, &row, &error));
    MUST(store_evenings(desk->store, 5, 20001, 20003, print_page, desk, &error));
    assert_string_equal(said(desk), "5 foret/duel/2/sheet/20001 one\n5 foret/duel/2/sheet/20003 three\n");
    MUST(store_evenings(desk->store, 5, 20002, 20003, print_page, desk, &error));
    assert_string_equal(said(desk), "5 foret/duel/2/sheet/20003 three\n");
    MUST(store_evenings(desk->store, 5, 20001, 20002, print_page, desk, &error));
    assert_string_equal(said(desk), "5 foret/duel/2/sheet/20001 one\n");
    MUST(store_evenings(desk->store, 6, 20001, 20003, print_page, desk, &error));
    MUST(store_records(desk->store, 6, print_page, desk, &error));
    assert_string_equal(said(desk), "");
    MUST(store_records(desk->store, 5, print_page, desk, &error));
    assert_string_equal(said(desk), "5 foret/duel/2/sheet/24000 record\n");
    MUST(store_page_get(desk->store, PAGE_RECORD, 5, &row.group, &desk->said, &error));
    assert_string_equal(said(desk), "record");
    row.body = SPAN_LITERAL("");
    MUST(store_page_put(desk->store, PAGE_RECORD, &row, &error));
    struct store_page_counts counts;
    MUST(store_page_counts(desk->store, &counts, &error));
    assert_int_equal(counts.evenings, 2);
    assert_int_equal(counts.records, 0);
    MUST(store_pages_leave(desk->store, 5, &error));
    MUST(store_page_counts(desk->store, &counts, &error));
    assert_int_equal(counts.evenings, 0);
}

static enum err print_run(void *context, const struct store_run *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%lld %.*s %lld:", (long long)row->person, (int)row->game.len, row->game.ptr,
                (long long)row->month);
    for (int i = 0; i < STORE_RUN_NUMBERS; i++) {
        text_format(&desk->said, " %lld", (long long)row->number[i]);
    }
    strbuf_add_char(&desk->said, '\n');
    return ERR_OK;
}

static void games_won_in_a_row(void **state)
{
    struct desk *desk = *state;
    struct store_run rows[] = {
        {1, SPAN_LITERAL("foret"), 24000, {1, 2, 3, 4, 5, 6, 7, 8}},
        {1, SPAN_LITERAL("foret"), 24001, {2, 1, 1, 1, 1, 1, 1, 1}},
        {2, SPAN_LITERAL("foret"), 24000, {9, 8, 7, 6, 5, 4, 3, 2}},
        {2, SPAN_LITERAL("ecos"), 24000, {3, 3, 3, 3, 3, 3, 3, 3}},
    };
    for (size_t i = 0; i < 4; i++) {
        MUST(store_run_put(desk->store, &rows[i], &error));
    }
    MUST(store_run(desk->store, 1, SPAN_LITERAL("foret"), 24000, print_run, desk, &error));
    assert_string_equal(said(desk), "1 foret 24000: 1 2 3 4 5 6 7 8\n");
    MUST(store_runs(desk->store, 0, SPAN_LITERAL("foret"), 24000, 24001, print_run, desk, &error));
    assert_string_equal(said(desk), "1 foret 24000: 1 2 3 4 5 6 7 8\n1 foret 24001: 2 1 1 1 1 1 1 1\n"
                                    "2 foret 24000: 9 8 7 6 5 4 3 2\n");
    MUST(store_runs(desk->store, 1, SPAN_LITERAL("foret"), 24001, 24001, print_run, desk, &error));
    assert_string_equal(said(desk), "1 foret 24001: 2 1 1 1 1 1 1 1\n");
    MUST(store_runs(desk->store, 1, SPAN_LITERAL("foret"), 23000, 24000, print_run, desk, &error));
    assert_string_equal(said(desk), "1 foret 24000: 1 2 3 4 5 6 7 8\n");
    rows[2].number[0] = 0;
    MUST(store_run_put(desk->store, &rows[2], &error));
    MUST(store_runs_of(desk->store, 2, print_run, desk, &error));
    assert_string_equal(said(desk), "2 ecos 24000: 3 3 3 3 3 3 3 3\n");
}

static enum err print_night(void *context, struct span game, int64_t day, struct span body, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%.*s %lld %.*s\n", (int)game.len, game.ptr, (long long)day, (int)body.len, body.ptr);
    return ERR_OK;
}

static void ratings_of_nights(void **state)
{
    struct desk *desk = *state;
    int64_t day = 0;
    MUST(store_history_last(desk->store, SPAN_LITERAL("foret"), &day, &error));
    assert_true(day == INT64_MIN);
    MUST(store_history_put(desk->store, SPAN_LITERAL("foret"), 20000, SPAN_LITERAL("a"), &error));
    MUST(store_history_put(desk->store, SPAN_LITERAL("foret"), 20002, SPAN_LITERAL("b"), &error));
    MUST(store_history_put(desk->store, SPAN_LITERAL("ecos"), 20009, SPAN_LITERAL("c"), &error));
    MUST(store_history(desk->store, SPAN_LITERAL("foret"), 20000, 20002, print_night, desk, &error));
    assert_string_equal(said(desk), "foret 20000 a\nforet 20002 b\n");
    MUST(store_history(desk->store, SPAN_LITERAL("foret"), 20001, 20002, print_night, desk, &error));
    assert_string_equal(said(desk), "foret 20002 b\n");
    MUST(store_history(desk->store, SPAN_LITERAL("foret"), 20000, 20001, print_night, desk, &error));
    assert_string_equal(said(desk), "foret 20000 a\n");
    MUST(store_history_last(desk->store, SPAN_LITERAL("foret"), &day, &error));
    assert_int_equal(day, 20002);
    scene_add_entry(desk->store, 1, "import", 1);
    scene_add_game(desk->store, 1, 3, 2); /* on day 20000: the other nights have no game */
    MUST(store_history_strays(desk->store, print_night, desk, &error));
    assert_string_equal(said(desk), "ecos 20009 c\nforet 20002 b\n");
    MUST(store_history_leave(desk->store, SPAN_LITERAL("foret"), 20001, &error));
    MUST(store_history(desk->store, SPAN_LITERAL("foret"), 0, 30000, print_night, desk, &error));
    assert_string_equal(said(desk), "foret 20000 a\n");
}

/* ---- games ---- */

static enum err print_result(void *context, const struct store_result *row, struct error *ignored)
{
    struct desk *desk = context;
    (void)ignored;
    text_format(&desk->said, "%lld.%lld@%lld:%lld ", (long long)row->id, (long long)row->seat, (long long)row->person,
                (long long)row->total);
    return ERR_OK;
}

static void results_of_some_games(void **state)
{
    struct desk *desk = *state;
    static const struct {
        struct store_result_filter filter;
        const char *said;
    } cases[] = {
        {{.seats = 0, .since = INT64_MIN, .until = INT64_MAX},
         "1.0@1:50 1.1@2:49 5.0@2:50 5.1@3:49 5.2@4:48 9.0@1:50 9.1@2:49 "},
        {{.seats = 3, .since = INT64_MIN, .until = INT64_MAX}, "5.0@2:50 5.1@3:49 5.2@4:48 "},
        {{.since = 20001, .until = INT64_MAX}, "5.0@2:50 5.1@3:49 5.2@4:48 9.0@1:50 9.1@2:49 "},
        {{.since = INT64_MIN, .until = 20001}, "1.0@1:50 1.1@2:49 5.0@2:50 5.1@3:49 5.2@4:48 "},
        {{.since = 20001, .until = 20001}, "5.0@2:50 5.1@3:49 5.2@4:48 "},
        {{.since = INT64_MIN, .until = INT64_MAX, .person = 1}, "1.0@1:50 9.0@1:50 "},
        {{.since = 20001, .until = INT64_MAX, .person = 1}, "9.0@1:50 "},
        {{.since = INT64_MIN, .until = 20001, .person = 1}, "1.0@1:50 "},
        {{.since = INT64_MIN, .until = INT64_MAX, .game = {"ecos", 4}}, ""},
        {{.since = INT64_MIN, .until = INT64_MAX, .variant = {"duel", 4}}, ""},
        {{.since = INT64_MIN, .until = INT64_MAX, .level = {"full", 4}}, ""},
        {{.since = INT64_MIN, .until = INT64_MAX, .place = 8}, ""},
    };
    scene_add_entry(desk->store, 1, "import", 1);
    scene_add_game(desk->store, 1, 1, 2);
    scene_add_game(desk->store, 5, 2, 3);
    scene_add_game(desk->store, 9, 1, 2);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        MUST(store_results(desk->store, &cases[i].filter, print_result, desk, &error));
        const char *found = said(desk);
        if (strcmp(found, cases[i].said) != 0) {
            fail_msg("case %zu: %s", i, found);
        }
    }
    int64_t games = 0;
    int64_t nights = 0;
    MUST(store_nights_after(desk->store, 20000, &games, &nights, &error));
    assert_int_equal(games, 2);
    assert_int_equal(nights, 2);
    bool more = false;
    MUST(store_night_after(desk->store, SPAN_LITERAL("foret"), 20000, &games, &more, &error));
    assert_true(more && games == 20001);
    MUST(store_day_after(desk->store, 20001, &games, &more, &error));
    assert_true(more && games == 20002);
    MUST(store_day_after(desk->store, 20002, &games, &more, &error));
    assert_false(more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sums_of_cards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_people_did, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_standing_that_lost_a_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_two_did_against_each_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(evenings_and_records, set_up, tear_down),
        cmocka_unit_test_setup_teardown(games_won_in_a_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ratings_of_nights, set_up, tear_down),
        cmocka_unit_test_setup_teardown(results_of_some_games, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("store statistics", tests, NULL, NULL);
}
