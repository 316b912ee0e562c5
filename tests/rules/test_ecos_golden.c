/*
 * The golden records of Ecos: each is there, verifies, and is won by whom it
 * must be; and what the comments of the by-hand records derive is what the
 * engine has, at the ply where they derive it. That every record is canonical
 * and its digest right is tests/replay/test_golden.c's; that the second
 * referee agrees with every ply of them is tests/property/ecos_referee.sh's.
 */
#include "rules/ecos/ecos.h"
#include "rules/ecos/ecos_state.h"
#include "support/cmocka.h"
#include "support/ecos_house.h"
#include "support/golden.h"
#include "support/text.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* Who wins is not told for games that are simulated anew while rules 2 change: one of them does. */
enum { SOMEBODY = 64 };

/* What the folder must show: the record, its seats, and who wins (a bit a seat; 0: unfinished). */
static const struct {
    const char *name;
    unsigned seats;
    unsigned winners;
} EXPECTED[] = {
    {"by-hand-duel", 2, 1},
    {"by-hand-opening", 3, 0},
    {"by-hand-tie", 3, 4},
    {"declared-2-players", 2, 2},
    {"declared-3-players", 3, 2},
    {"declared-4-players", 4, 8},
    {"declared-6-players", 6, 4},
    {"every-supply-empty", 6, 16},
    {"full-2-players", 2, 1},
    {"full-3-players", 3, 2},
    {"full-4-players", 4, 1},
    {"full-6-players", 6, 1},
    {"rules-2-by-hand", 3, 1},
    {"rules-2-declared-4-players", 4, SOMEBODY},
    {"rules-2-full-2-players", 2, SOMEBODY},
    {"rules-2-full-3-players", 3, SOMEBODY},
    {"rules-2-full-4-players", 4, SOMEBODY},
    {"rules-2-full-5-players", 5, SOMEBODY},
    {"rules-2-full-6-players", 6, SOMEBODY},
    {"rules-2-sheet-warned", 3, 3},
    {"rules-2-table-2-players", 2, SOMEBODY},
    {"rules-2-table-3-players", 3, SOMEBODY},
    {"rules-2-table-4-players", 4, SOMEBODY},
    {"rules-2-table-5-players", 5, SOMEBODY},
    {"rules-2-table-6-players", 6, SOMEBODY},
    {"sheet", 3, 2},
    {"sixty-rounds", 3, 7},
    {"supplies-exhausted", 6, 1},
    {"table-islands", 5, 4},
    {"tie-broken", 6, 32},
};

enum { COUNT = sizeof(EXPECTED) / sizeof(EXPECTED[0]) };

static int open_reading(void **state)
{
    static struct golden reading;
    golden_init(&reading);
    *state = &reading;
    return 0;
}

static int close_reading(void **state)
{
    golden_release(*state);
    return 0;
}

/* The position when the line that begins with `line` (seat and text) stands for the `nth` time, from 1. */
static const struct ecos_state *after(struct golden *reading, const char *line, unsigned nth)
{
    char memory[256];
    struct strbuf text;
    for (size_t ply = 0; ply < reading->replay.plies; ply++) {
        strbuf_wrap(&text, memory, sizeof(memory));
        replay_print(&reading->replay, ply, &text);
        if (strcmp(strbuf_text(&text), line) == 0 && --nth == 0) {
            return replay_at(&reading->replay, ply + 1);
        }
    }
    fail_msg("no line '%s'", line);
    return NULL;
}

static void check_seat(const struct ecos_state *s, unsigned seat, unsigned points, unsigned dial, unsigned cubes)
{
    assert_int_equal(s->points[seat - 1], points);
    assert_int_equal(s->dial[seat - 1], dial);
    assert_int_equal(s->spare[seat - 1], cubes);
}

static void the_folder_has_these_records_and_they_are_won_by_these(void **state)
{
    struct golden *reading = *state;
    char path[512];
    unsigned files = 0;
    (void)snprintf(path, sizeof(path), "%s/replays/ecos", test_source_dir());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        size_t n = strlen(entry->d_name);
        files += n > 7 && strcmp(entry->d_name + n - 7, ".dendro") == 0;
    }
    (void)closedir(folder);
    assert_int_equal(files, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        struct outcome outcome;
        golden_read(reading, &ecos_game, EXPECTED[i].name, ecos_shipped_blocks());
        ecos_game.outcome(&reading->replay.setup, reading->replay.state, &outcome);
        assert_int_equal(reading->replay.setup.seats, EXPECTED[i].seats);
        bool any = EXPECTED[i].winners == SOMEBODY && outcome.winners != 0;
        if (!any && outcome.winners != EXPECTED[i].winners) {
            fail_msg("%s: won by %u", EXPECTED[i].name, (unsigned)outcome.winners);
        }
    }
}

static void a_duel_by_hand(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "by-hand-duel", ecos_shipped_blocks());
    const struct ecos_state *s = after(reading, "1: done", 1);
    check_seat(s, 1, 30, 0, 7);
    check_seat(s, 2, 0, 1, 7);
    assert_int_equal(s->land.tile[land_find(&s->land, 1, 0)].forests, 1);
    check_seat(after(reading, "1: done", 2), 1, 61, 0, 7);
    check_seat(after(reading, "2: wait", 1), 2, 0, 2, 7);
    s = after(reading, "2: gain cube", 1);
    check_seat(s, 1, 61, 1, 7);
    check_seat(s, 2, 0, 0, 8);
    s = after(reading, "2: done", 1);
    check_seat(s, 1, 61, 1, 6);
    check_seat(s, 2, 60, 0, 8);
    assert_int_equal(s->phase, PHASE_OVER);
}

static void an_opening_by_hand(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "by-hand-opening", ecos_shipped_blocks());
    const struct ecos_state *s = after(reading, "1: place grassland 2,-1", 1);
    check_seat(s, 1, 1, 0, 7);
    check_seat(s, 2, 0, 1, 6);
    check_seat(s, 3, 0, 1, 6);
    s = after(reading, "2: leave 71", 1);
    check_seat(s, 2, 0, 0, 6);
    assert_int_equal(s->hidden[1], 10); /* twelve drafted, three of them active, one gained */
    assert_int_equal(s->hidden_back[1][ECOS_BLUE], 3);
    assert_int_equal(s->hidden_back[1][ECOS_BROWN], 7);
    check_seat(after(reading, "3: place forest 1,0", 1), 3, 2, 1, 7);
    s = after(reading, "3: wait", 1);
    check_seat(s, 2, 1, 2, 7);
    check_seat(s, 3, 2, 2, 7);
    check_seat(after(reading, "1: place fish 1,-1", 1), 1, 3, 1, 7);
    check_seat(after(reading, "2: play 3", 1), 2, 1, 0, 6);
    check_seat(after(reading, "1: gain cube", 1), 1, 3, 0, 8);
    s = after(reading, "2: wait", 2);
    check_seat(s, 1, 4, 0, 7);
    check_seat(s, 2, 2, 2, 6);
    check_seat(s, 3, 10, 2, 6);
    check_seat(after(reading, "1: place zebra 2,-1", 1), 1, 7, 0, 8);
    s = after(reading, "3: place leopard 1,0", 1);
    check_seat(s, 3, 12, 2, 7);
    assert_true(s->round == 1 && s->harbinger == 1);
    check_seat(after(reading, "2: place fish 0,1", 1), 2, 4, 2, 7);
    s = after(reading, "3: nothing", 1);
    check_seat(s, 1, 7, 1, 8);
    check_seat(s, 2, 4, 2, 7);
    check_seat(s, 3, 12, 0, 7);
}

static void declared_cards_by_hand(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "rules-2-by-hand", ecos_shipped_blocks());
    const struct ecos_state *s = after(reading, "1: for all points 1", 1);
    assert_int_equal(s->points[0], 3);
    assert_int_equal(s->points[1], 4);
    assert_int_equal(s->points[2], 1);
    s = after(reading, "3: turn", 2); /* the last to be asked about the water */
    check_seat(s, 3, 1, 1, 7);
    assert_int_equal(s->full[4], 1);
    assert_int_equal(s->card, 1);
    s = after(reading, "1: discard", 1);
    check_seat(s, 3, 1, 1, 8);
    assert_int_equal(s->at[1], AT_USED);
    assert_int_equal(s->card, 4);
    s = after(reading, "2: points 1", 14);
    check_seat(s, 2, 18, 0, 7);
    assert_int_equal(s->declared, 24);
    assert_int_equal(s->card, 4);
    assert_int_equal(land_count(&s->land, THING_SPECIES + 4), 8);
    s = after(reading, "2: done", 2);
    check_seat(s, 2, 20, 0, 7);
    assert_int_equal(s->cubes_seen[4], 2);
    assert_int_equal(s->hidden[2], 9); /* nine of the draft, one played, one gained */
    check_seat(after(reading, "1: done", 1), 1, 63, 2, 7);
}

static void a_tie_by_hand(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "by-hand-tie", ecos_shipped_blocks());
    const struct ecos_state *s = after(reading, "3: done", 1);
    assert_true(s->tie && s->harbinger == 1 && s->round == 1);
    assert_int_equal(s->bag[7], 2); /* both wilds are back */
    s = after(reading, "3: turn", 1);
    assert_true(s->tie && s->harbinger == 2 && s->round == 2);
    s = after(reading, "3: done", 2);
    check_seat(s, 3, 61, 1, 7);
    assert_int_equal(s->phase, PHASE_RESOLVE);
    assert_int_equal(after(reading, "2: wait", 1)->phase, PHASE_OVER);
}

static void sixty_rounds_and_no_more(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "sixty-rounds", ecos_shipped_blocks());
    const struct ecos_state *s = after(reading, "3: turn", 59);
    assert_true(s->phase == PHASE_RESOLVE && s->round == 58);
    s = reading->replay.state;
    assert_true(s->phase == PHASE_OVER && s->round == 60 && !s->tie);
    assert_int_equal(s->points[0] + s->points[1] + s->points[2], 0);
}

static void nothing_is_left_in_any_supply(void **state)
{
    struct golden *reading = *state;
    golden_read(reading, &ecos_game, "every-supply-empty", ecos_shipped_blocks());
    const struct ecos_catalogue *cat = ecos_cat(&reading->replay.setup);
    const struct ecos_state *s = reading->replay.state;
    for (unsigned thing = THING_WATER; thing < THING_SPECIES + (unsigned)cat->species; thing++) {
        assert_int_equal(s->land.left[thing], 0);
    }
    assert_int_equal(land_count(&s->land, THING_TILE), 75);
    assert_int_equal(land_count(&s->land, THING_MOUNTAIN), 15);
    assert_int_equal(land_count(&s->land, THING_FOREST), 25);
    assert_int_equal(land_count(&s->land, THING_ANIMAL), 102);
    assert_int_equal(s->cubes_left, 0);
    assert_int_equal(s->deck_left[ECOS_BLUE] + s->deck_left[ECOS_BROWN], 0);
    assert_false(ecos_can_gain(s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_folder_has_these_records_and_they_are_won_by_these, open_reading,
                                        close_reading),
        cmocka_unit_test_setup_teardown(a_duel_by_hand, open_reading, close_reading),
        cmocka_unit_test_setup_teardown(an_opening_by_hand, open_reading, close_reading),
        cmocka_unit_test_setup_teardown(declared_cards_by_hand, open_reading, close_reading),
        cmocka_unit_test_setup_teardown(a_tie_by_hand, open_reading, close_reading),
        cmocka_unit_test_setup_teardown(sixty_rounds_and_no_more, open_reading, close_reading),
        cmocka_unit_test_setup_teardown(nothing_is_left_in_any_supply, open_reading, close_reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
