/*
 * Which puzzle a day has. Reviews are put into the database as they would be
 * stored, with puzzles where the test wants them.
 */
#include "support/cmocka.h"

#include "service/club.h"
#include "service/puzzles.h"
#include "service/reading.h"
#include "support/address.h"
#include "support/open_club.h"
#include "support/text.h"

#include <stdio.h>

enum { HOUR = 3600 * 1000, DAY = 24 * HOUR, FIRST = 20000 /* a day: 2024-10-04 */, MOST = 64 };

/* A finished game of Forêt; its number. */
static int64_t play(struct club *club, unsigned number)
{
    strbuf_clear(&club->text);
    world_foret(&club->world, "standard", "full", 3, number, &club->text);
    return club_import(club, strbuf_text(&club->text), NULL);
}

/* A review of the game kept at `moment`, whose puzzles are at these plies. */
static void keep(struct club *club, int64_t game, int64_t moment, const unsigned *plies, unsigned count)
{
    struct strbuf sql;
    strbuf_init(&sql, &allocator_heap, 1 << 16);
    strbuf_add(&sql, "INSERT INTO review (game, entry, version, budget, since, made, sums, body) SELECT id, last, ");
    strbuf_int(&sql, REVIEW_VERSION);
    strbuf_add(&sql, ", 10000, ");
    strbuf_int(&sql, moment);
    strbuf_add(&sql, ", ");
    strbuf_int(&sql, moment);
    strbuf_add(&sql, ", '0 0 67 0 0 0 0 0 0 0 0\npuzzles");
    for (unsigned i = 0; i < count; i++) {
        strbuf_add(&sql, " ");
        strbuf_int(&sql, plies[i]);
    }
    strbuf_add(&sql, "\n', 'review 1 players 3 decisions ");
    strbuf_int(&sql, count);
    strbuf_add(&sql, " truth 67\n");
    for (unsigned i = 0; i < count; i++) {
        strbuf_add(&sql, "d ");
        strbuf_int(&sql, plies[i]);
        strbuf_add(&sql, " 1 9 10000 0 0 0 0 0 0 0 0 0 0 1 2 3\tbee 0,0\tfox 1,0\tbee 0,0\t");
        strbuf_int(&sql, plies[i] - 1);
        strbuf_add(&sql, " 2 300000 1000 200000 2 0 1 300000 1000 1 0 0 0\tbee 0,0\tfox 1,0\n");
    }
    strbuf_add(&sql, "' FROM d_game WHERE id = ");
    strbuf_int(&sql, game);
    assert_int_equal(scene_sql(club->world.path, strbuf_text(&sql)), SQLITE_OK);
    strbuf_release(&sql);
}

static struct puzzle_found found_of(struct club *club, int32_t day, const char *title)
{
    struct error error = {.message = NULL};
    struct puzzle_found found;
    const struct puzzle_asked asked = {.title = span_from(title), .has_day = true, .day = day};
    MUST(service_puzzle_find(club->service, &asked, &found, &error));
    assert_int_equal(found.day, day);
    return found;
}

static bool same(struct puzzle_found a, struct puzzle_found b)
{
    return a.game == b.game && a.ply == b.ply;
}

static void test_none(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct puzzle_found found;
    const struct puzzle_asked today = {.has_day = false};
    MUST_FAIL(service_puzzle_find(club->service, &today, &found, &error), ERR_NOT_FOUND, "puzzle.none");
    keep(club, play(club, 1), (int64_t)FIRST * DAY, NULL, 0); /* a review without a puzzle */
    MUST_FAIL(service_puzzle_find(club->service, &today, &found, &error), ERR_NOT_FOUND, "puzzle.none");
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

/* Every one once, then again in the same order; a day far away is found at once. */
static void test_none_twice_while_there_are_others(void **state)
{
    static const unsigned plies[] = {4, 9, 17, 30, 31};
    struct club *club = *state;
    struct puzzle_found seen[2 * 15];
    for (unsigned i = 0; i < 3; i++) {
        keep(club, play(club, i + 1), (int64_t)FIRST * DAY + i, plies, 5);
    }
    bool in_order = true;
    for (int32_t day = 0; day < 30; day++) {
        seen[day] = found_of(club, FIRST + day, "");
        for (int32_t before = 0; before < day; before++) {
            assert_int_equal(same(seen[day], seen[before]), day - before == 15);
        }
        in_order = in_order && (day == 0 || seen[day].game >= seen[day - 1].game);
    }
    assert_false(in_order);
    for (int32_t far = 1; far < 20; far++) {
        assert_true(same(found_of(club, FIRST + 15 * 100000 + far, ""), seen[far % 15]));
    }
    assert_true(same(found_of(club, FIRST - 1000, ""), seen[0])); /* before the first, the first */
    assert_true(same(found_of(club, FIRST + 3, "foret"), seen[3]));
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

/* What comes in the course of a day counts from the next one on, and changes no day that has been. */
static void test_a_day_stays_as_it_is(void **state)
{
    static const unsigned plies[] = {4, 9, 17, 30, 31};
    struct club *club = *state;
    struct puzzle_found was[MOST];
    keep(club, play(club, 1), (int64_t)FIRST * DAY, plies, 2);
    for (int32_t day = 0; day < 20; day++) {
        int64_t game = play(club, 2 + (unsigned)day);
        was[day] = found_of(club, FIRST + day, "");
        assert_false(day > 0 && same(was[day], was[day - 1])); /* not even when nothing new has come */
        if (day % 7 == 5) { /* until then the days have the old ones again and again */
            keep(club, game, (int64_t)(FIRST + day) * DAY + 7 * HOUR, plies, 2);
        }
        for (int32_t before = 0; before <= day; before++) {
            assert_true(same(was[before], found_of(club, FIRST + before, "")));
        }
    }
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

/* A day begins when it begins where the club is. */
static void test_days_of_the_club(void **state)
{
    static const unsigned one[] = {4};
    static const unsigned other[] = {9};
    struct club *club = *state;
    struct error error = {.message = NULL};
    int64_t first = play(club, 1);
    int64_t second = play(club, 2);
    keep(club, first, (int64_t)(FIRST - 9) * DAY, one, 1);
    keep(club, second, (int64_t)FIRST * DAY - HOUR, other, 1); /* 23:00 UTC of the day before */
    assert_int_equal(found_of(club, FIRST, "").game, second);
    const struct club_change paris = {.has_zone = true, .zone = SPAN_LITERAL("Europe/Paris")};
    MUST(service_club_change(club->service, &paris, &error)); /* there it is that day already */
    assert_int_equal(found_of(club, FIRST, "").game, first);
    assert_int_equal(found_of(club, FIRST + 1, "").game, second);
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

static void test_what_does_not_count_leaves(void **state)
{
    static const unsigned one[] = {4};
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct puzzle_found found;
    const struct puzzle_asked asked = {.has_day = true, .day = FIRST};
    int64_t game = play(club, 1);
    keep(club, game, (int64_t)FIRST * DAY, one, 1);
    assert_int_equal(found_of(club, FIRST, "").game, game);
    const struct rebuild_options all = {.force = true};
    struct rebuild_summary summary;
    MUST(service_rebuild(club->service, &all, &summary, &error));
    assert_int_equal(found_of(club, FIRST, "").game, game); /* a rebuild leaves it */
    MUST(service_void(club->service, AUTHOR_CLI, game, SPAN_LITERAL("why"), &receipt, &error));
    MUST_FAIL(service_puzzle_find(club->service, &asked, &found, &error), ERR_NOT_FOUND, "puzzle.none");
    MUST(service_unvoid(club->service, AUTHOR_CLI, game, SPAN_LITERAL("why not"), &receipt, &error));
    MUST_FAIL(service_puzzle_find(club->service, &asked, &found, &error), ERR_NOT_FOUND, "puzzle.none"); /* stale */
    int64_t second = play(club, 2);
    keep(club, second, (int64_t)FIRST * DAY, one, 1);
    strbuf_clear(&club->other);
    strbuf_add_span(&club->other, strbuf_span(&club->text));
    MUST(world_correct(&club->world, club->service, second, strbuf_text(&club->other), "a note", &receipt, &error));
    MUST_FAIL(service_puzzle_find(club->service, &asked, &found, &error), ERR_NOT_FOUND, "puzzle.none");
    const struct puzzle_asked unknown = {.title = SPAN_LITERAL("grandbois"), .has_day = true, .day = FIRST};
    MUST_FAIL(service_puzzle_find(club->service, &unknown, &found, &error), ERR_NOT_FOUND, "puzzle.none");
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

/* All of it is read; a review that is made again, with more playouts, keeps its place in the calendar. */
static void test_what_is_read(void **state)
{
    static const unsigned plies[] = {4, 9};
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct puzzle puzzle;
    struct arena arena;
    const struct puzzle_asked asked = {.has_day = true, .day = FIRST + 1};
    int64_t game = play(club, 1);
    keep(club, game, (int64_t)FIRST * DAY, plies, 2);
    arena_init(&arena, &allocator_heap, REVIEW_TEXT_LIMIT);
    MUST(service_puzzle(club->service, &asked, &club->said, &arena, &puzzle, &error));
    assert_int_equal(puzzle.status.budget, 10000);
    assert_int_equal(puzzle.decision->ply, puzzle.found.ply);
    assert_int_equal(puzzle.decision->at, puzzle.found.ply - 1);
    assert_int_equal(puzzle.decision->verdict.puzzle.asks, REVIEW_ASKS_MOVE);
    assert_int_equal(puzzle.decision->verdict.puzzle.margin.value, 300000);
    assert_int_equal(puzzle.decision->verdict.puzzle.count, 2);
    assert_true(span_is(puzzle.decision->choices[1], "fox 1,0"));
    arena_release(&arena);

    struct review_job job;
    bool kept = false;
    MUST(service_review_claim(club->service, AUTHOR_CLI, SPAN_LITERAL("cli-1"), game, 20000, &job, &error));
    MUST(service_review_keep(club->service, SPAN_LITERAL("cli-1"), &job, SPAN_LITERAL("puzzles 4 9\n"),
                             SPAN_LITERAL("review 1 players 3 decisions 0 truth 67\n"), &kept, &error));
    assert_true(kept);
    assert_true(same(found_of(club, FIRST + 1, ""), puzzle.found));
    assert_int_equal(scene_sql(club->world.path, "DELETE FROM review"), SQLITE_OK);
}

/* What a review stores of a game says nothing of who played it. */
static void test_no_name_is_stored(void **state)
{
    struct club *club = *state;
    struct error error = {.message = NULL};
    struct reviewing reviewing;
    struct strbuf sums;
    struct strbuf body;
    const struct review_crew crew = {.threads = 1};
    int64_t game = play(club, 1);
    strbuf_init(&sums, &allocator_heap, REVIEW_SUMS_LIMIT);
    strbuf_init(&body, &allocator_heap, REVIEW_TEXT_LIMIT);
    MUST(service_review_load(club->service, game, 1000, &reviewing, &error));
    MUST(reviewing_run(&reviewing, &crew, &error));
    MUST(reviewing_print(&reviewing, &sums, &body, &error));
    struct span plies;
    assert_true(reviewed_puzzles(strbuf_span(&sums), &plies));
    assert_true(plies.len > 0); /* otherwise this says little */
    struct board board;
    MUST(service_board(club->service, game, &board, &error));
    for (unsigned seat = 0; seat < board.seats; seat++) {
        char name[128];
        (void)snprintf(name, sizeof(name), "%.*s", (int)board.players[seat].len, board.players[seat].ptr);
        assert_true(strlen(name) > 0);
        assert_null(strstr(strbuf_text(&body), name));
        assert_null(strstr(strbuf_text(&sums), name));
    }
    reviewing_release(&reviewing);
    strbuf_release(&body);
    strbuf_release(&sums);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_none, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_none_twice_while_there_are_others, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_a_day_stays_as_it_is, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_days_of_the_club, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_what_does_not_count_leaves, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_read, club_set_up, club_tear_down),
        cmocka_unit_test_setup_teardown(test_no_name_is_stored, club_set_up, club_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
