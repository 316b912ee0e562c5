/*
 * Simulated games of GrandBois, for every number of players, level, option
 * and computer player: each is a record that verifies, is canonical, and
 * scores by the slow rules, which read its text, what it says it does. The
 * same game has the same totals at every level.
 */
#include "record/record.h"
#include "record/simulate.h"
#include "record/verify.h"
#include "record/write.h"
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/grandbois_slow.h"
#include "support/text.h"

#include <string.h>

enum { LIMIT = 1 << 16 };

struct bench {
    struct replay full, told;
    struct record_reader reader;
    struct strbuf text, again;
};

static void check_record(struct bench *bench, unsigned number)
{
    struct record record;
    struct error error;
    struct span text = strbuf_span(&bench->text);
    assert_int_equal(record_read_one(&bench->reader, text, &allocator_heap, &record, &error), ERR_OK);
    if (record_verify(&record, NULL, &bench->told, NULL, NULL, &error)) {
        char said[256];
        (void)error_text(&error, LANG_EN, said, sizeof(said));
        fail_msg("case %u, line %u: %s\n%s", number, error.line, said, strbuf_text(&bench->text));
    }
    assert_int_equal(grandbois_game.turn(&bench->told.setup, bench->told.state), 0);
    strbuf_clear(&bench->again);
    assert_int_equal(record_write(&record, NULL, &bench->told, &bench->again, &error), ERR_OK);
    assert_string_equal(strbuf_text(&bench->again), strbuf_text(&bench->text));
}

static void check_slowly(const struct bench *bench, unsigned number, int totals[4])
{
    struct gslow_game slow;
    struct gslow_score scores[4];
    int rank[4];
    int line = gslow_record(&slow, strbuf_text(&bench->text), totals);
    if (line != 0) {
        fail_msg("case %u, line %d: the slow rules refuse it\n%s", number, line, strbuf_text(&bench->text));
    }
    gslow_result(&slow, scores, rank);
    struct outcome outcome;
    grandbois_game.outcome(&bench->told.setup, bench->told.state, &outcome);
    for (int i = 0; i < slow.seats; i++) {
        assert_int_equal(totals[i], scores[i].total);
        assert_int_equal(outcome.rows[i].rank, rank[i]);
    }
}

static void test_simulated_games(void **unused)
{
    (void)unused;
    struct bench bench = {.reader = {.allocator = NULL}};
    replay_init(&bench.full, &allocator_heap);
    replay_init(&bench.told, &allocator_heap);
    strbuf_init(&bench.text, &allocator_heap, LIMIT);
    strbuf_init(&bench.again, &allocator_heap, LIMIT);
    for (unsigned number = 0; number < test_cases(240); number++) {
        struct simulation simulation = {.seed = 0x6d07, .number = number};
        struct setup *setup = &simulation.setup;
        setup->game = &grandbois_game;
        setup->seats = (uint8_t)(2 + number % 3);
        setup->variant = setup->seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
        setup->option[GRANDBOIS_OPTION_EXPERT] = number / 3 % 2;
        simulation.player = number / 6 % 2 ? SIMULATE_GREEDY : SIMULATE_RANDOM;
        int totals[3][4];
        for (unsigned level = 0; level < 3; level++) {
            struct error error;
            setup->level = (uint8_t)level;
            strbuf_clear(&bench.text);
            assert_int_equal(simulate_record(&simulation, &bench.full, &bench.told, &bench.text, &error), ERR_OK);
            check_record(&bench, number);
            check_slowly(&bench, number, totals[level]);
        }
        assert_memory_equal(totals[0], totals[1], sizeof(totals[0]));
        assert_memory_equal(totals[0], totals[2], sizeof(totals[0]));
    }
    replay_release(&bench.full);
    replay_release(&bench.told);
    record_reader_release(&bench.reader);
    strbuf_release(&bench.text);
    strbuf_release(&bench.again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simulated_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
