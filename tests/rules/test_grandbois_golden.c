/*
 * The golden records of GrandBois, each read by the engine and by the slow
 * rules: every line is legal in both, every total is the same three times (in
 * the record, by the engine, slowly), the ranks agree, and a game that ended
 * early could not go on.
 */
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/golden.h"
#include "support/grandbois_slow.h"
#include "support/text.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

/* What the folder must show: the record, its rules, and who wins (a bit a seat; 0: unfinished). */
static const struct {
    const char *name;
    unsigned rules;
    unsigned winners;
} EXPECTED[] = {
    {"duel-full", 1, 1},
    {"duel-sheet", 1, 1},
    {"duel-table", 1, 1},
    {"expert-duel", 1, 2},
    {"expert-four-sheet", 1, 1},
    {"expert-three", 1, 4},
    {"four-full", 1, 2},
    {"four-sheet", 1, 2},
    {"four-table", 1, 1},
    {"gap-in-a-row", 2, 8},
    {"rules-1-gap-in-a-row", 1, 8},
    {"rules-1-tie-shared", 1, 3},
    {"stuck-after-two", 1, 1},
    {"stuck-last-tile", 1, 4},
    {"take-back", 1, 1},
    {"three-full", 1, 1},
    {"three-table", 1, 2},
    {"tie-duel", 2, 2},
    {"tie-own-tower", 2, 2},
    {"tie-set", 2, 2},
    {"tie-shared", 2, 3},
    {"tie-squares", 2, 2},
    {"tower-everything", 2, 4},
    {"towers-full-rings", 2, 2},
    {"unfinished-four", 1, 0},
};

enum { COUNT = sizeof(EXPECTED) / sizeof(EXPECTED[0]) };

/* The standing lines, as the engine prints them, through the slow rules. */
static void play_slowly(struct golden *reading, const char *name, struct gslow_game *slow)
{
    const struct setup *setup = &reading->replay.setup;
    gslow_begin(slow, setup->seats, grandbois_expert(setup), setup->level == GRANDBOIS_SHEET);
    for (size_t ply = 0; ply < reading->replay.plies; ply++) {
        char line[512];
        struct strbuf out;
        strbuf_wrap(&out, line, sizeof(line));
        replay_print(&reading->replay, ply, &out);
        assert_true(strbuf_ok(&out));
        if (!gslow_line(slow, line)) {
            fail_msg("%s: %s: the slow rules refuse it", name, line);
        }
    }
}

static void check_result(const struct golden *reading, const struct gslow_game *slow, unsigned winners)
{
    const struct setup *setup = &reading->replay.setup;
    struct outcome outcome;
    struct gslow_score scores[4];
    int rank[4];
    grandbois_game.outcome(setup, reading->replay.state, &outcome);
    gslow_result(slow, scores, rank);
    assert_int_equal(outcome.over, winners != 0);
    assert_int_equal(outcome.winners, winners);
    assert_int_equal(reading->record.totals_count, winners ? setup->seats : 0);
    assert_int_equal(reading->record.digest.text.len, winners ? SHA256_HEX : 0);
    for (unsigned i = 0; i < reading->record.totals_count; i++) {
        assert_int_equal(reading->record.totals[i].hundredths, 100 * scores[i].total);
        assert_int_equal(outcome.rows[i].total, scores[i].total);
        assert_int_equal(outcome.rows[i].rank, rank[i]);
    }
}

/* Finished with tiles left: the slow rules know no place for any of them. */
static unsigned check_stuck(const struct golden *reading, const struct gslow_game *slow)
{
    const struct grandbois_state *s = reading->replay.state;
    for (int tile = 1; tile <= GRANDBOIS_TILES; tile++) {
        for (int turns = 0; turns < 4 && s->river & tile_bit((unsigned)tile); turns++) {
            for (int y = -40; y <= 40; y++) {
                for (int x = -40; x <= 40; x++) {
                    assert_false(gslow_may_lay(&slow->forest, tile, turns * 90, x, y, slow->expert));
                }
            }
        }
    }
    return s->river != 0;
}

static void test_records(void **unused)
{
    (void)unused;
    struct golden reading;
    unsigned shown = 0; /* bit: seats, level and option together */
    unsigned stuck = 0;
    golden_init(&reading);
    for (size_t i = 0; i < COUNT; i++) {
        struct gslow_game slow;
        golden_read(&reading, &grandbois_game, EXPECTED[i].name, NULL);
        assert_int_equal(reading.record.rules, EXPECTED[i].rules);
        play_slowly(&reading, EXPECTED[i].name, &slow);
        check_result(&reading, &slow, EXPECTED[i].winners);
        if (EXPECTED[i].rules == 2) { /* sheets, of forests that games can leave */
            assert_true(gslow_rows_can_be(&slow.forest, slow.expert) && gslow_end_can_be(&slow.forest, slow.expert));
        }
        if (EXPECTED[i].winners) {
            stuck += check_stuck(&reading, &slow);
        }
        const struct setup *setup = &reading.replay.setup;
        shown |= 1u << (setup->seats - 2 + 3 * setup->level) | (grandbois_expert(setup) ? 1u << (7 + setup->seats) : 0);
    }
    assert_int_equal(stuck, 2);
    /* 2, 3 and 4 players at each level, and with the expert option. */
    assert_int_equal(shown, (1u << 12) - 1);
    golden_release(&reading);
}

static void test_none_is_forgotten(void **unused)
{
    (void)unused;
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/replays/grandbois", test_source_dir());
    DIR *folder = opendir(path);
    assert_non_null(folder);
    size_t count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        bool totals = strncmp(entry->d_name, "totals-", 7) == 0; /* no game that the slow rules could referee */
        count += strstr(entry->d_name, ".dendro") != NULL && !totals;
    }
    (void)closedir(folder);
    assert_int_equal(count, COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_none_is_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
