/*
 * Running out of memory, at every place where that can happen: the Nth
 * allocation fails, for every N until nothing fails any more. Each failure is
 * ERR_MEMORY and nothing else, nothing is lost, and trying again succeeds.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "record/simulate.h"
#include "record/verify.h"
#include "record/write.h"
#include "rules/foret/foret.h"
#include "support/failing_alloc.h"
#include "support/text.h"
#include "support/transcript.h"

#include <stdio.h>

enum { LIMIT = 4 << 20 };

/* A record with everything in it that takes memory, and one more. */
static void make_text(struct strbuf *text)
{
    struct error error;
    struct replay full;
    struct replay told;
    struct simulation simulation = {.setup = {.game = &foret_game, .seats = 5},
                                    .seed = 3,
                                    .header = SPAN_LITERAL("note a\nnote b\302\240c\nx-mood c\nx-more d\n")};
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(text, &allocator_heap, LIMIT);
    for (uint8_t level = 0; level < 3; level++) {
        simulation.setup.level = level;
        assert_int_equal(simulate_record(&simulation, &full, &told, text, &error), ERR_OK);
        strbuf_add(text, "claim 1 total 12 bee 3\nclaim 2 fox 5\n");
    }
    replay_release(&full);
    replay_release(&told);
}

/* ---- the reader ---- */

/* Reads everything, trying each record again when memory fails; counts the failures. */
static size_t read_all(struct failing_alloc *memory, struct span text, size_t step, bool for_good)
{
    struct record_reader reader;
    struct record record;
    struct error error;
    struct trickle trickle = {.rest = text, .step = step, .fail_after = -1};
    size_t failures = 0;
    size_t records = 0;
    enum err err;
    record_reader_init(&reader, source_trickle(&trickle), &memory->allocator);
    while ((err = record_reader_next(&reader, &record, &error)) != ERR_END) {
        if (err == ERR_MEMORY) {
            assert_string_equal(error.message->id, "memory");
            assert_true(memory->fired);
            failures++;
            if (for_good) {
                break;
            }
            continue;
        }
        assert_int_equal(err, ERR_OK);
        assert_int_equal(record.seats, 5);
        assert_int_equal(record.notes_count, 2);
        assert_int_equal(record.claims_count, 3);
        assert_true(record.moves_count > 0);
        records++;
    }
    assert_true(for_good || records == 3);
    record_reader_release(&reader);
    assert_int_equal(memory->live, 0);
    return failures;
}

static void the_reader_tries_the_same_record_again(void **unused)
{
    (void)unused;
    struct strbuf text;
    make_text(&text);
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    static const size_t steps[] = {1 << 20, 1000, 7};
    for (size_t i = 0; i < 3; i++) {
        for (int for_good = 0; for_good < 2; for_good++) {
            memory.for_good = for_good;
            long n = 1;
            for (bool fired = true; fired; n++) {
                failing_alloc_arm(&memory, n);
                size_t failures = read_all(&memory, strbuf_span(&text), steps[i], for_good);
                assert_int_equal(failures, memory.fired ? 1 : 0);
                fired = memory.fired;
            }
            assert_true(n > 5);
        }
    }
    strbuf_release(&text);
}

/* A buffer that has to grow while a record is being gathered. */
static void a_growing_buffer_may_fail_to_grow(void **unused)
{
    (void)unused;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, LIMIT);
    strbuf_add(&text, "dendro 1\ngame foret\nseat 1 A\n");
    strbuf_repeat(&text, "# a comment of some length, again and again\n", 60000);
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    long n = 1;
    for (bool fired = true; fired; n++) {
        failing_alloc_arm(&memory, n);
        struct record_reader reader;
        struct record record;
        struct error error;
        struct source_memory source;
        record_reader_init(&reader, source_from_memory(&source, strbuf_span(&text)), &memory.allocator);
        enum err err = record_reader_next(&reader, &record, &error);
        if (memory.fired) {
            assert_int_equal(err, ERR_MEMORY);
            err = record_reader_next(&reader, &record, &error);
        }
        assert_int_equal(err, ERR_OK);
        assert_true(span_is(record.seat[0].text, "A"));
        assert_int_equal(record_reader_next(&reader, &record, &error), ERR_END);
        record_reader_release(&reader);
        assert_int_equal(memory.live, 0);
        fired = memory.fired;
    }
    assert_true(n > 4);
    strbuf_release(&text);
}

static void texts_in_memory_fail_alike(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    static const char text[] =
        "dendro 1\ngame foret\nseat 1 A\nnote x\nx-y z\noption a b\n1: bee 0,0\nclaim 1 bee 3\n= 1\n";
    long n = 1;
    for (bool fired = true; fired; n++) {
        struct record_reader reader = {.allocator = NULL};
        struct record record;
        struct error error;
        failing_alloc_arm(&memory, n);
        enum err err = record_read_one(&reader, span_from(text), &memory.allocator, &record, &error);
        assert_int_equal(err, memory.fired ? ERR_MEMORY : ERR_OK);
        fired = memory.fired;
        assert_int_equal(record_read_one(&reader, span_from(text), &memory.allocator, &record, &error), ERR_OK);
        assert_int_equal(record.notes_count + record.extras_count + record.options_count, 3);
        assert_int_equal(record_read_moves(&reader, span_from("1: a\n2: b\n"), &memory.allocator, &record, &error),
                         ERR_OK);
        assert_int_equal(record.moves_count, 2);
        record_reader_release(&reader);
        assert_int_equal(memory.live, 0);
    }
    assert_true(n > 2);
}

/* ---- replay, verify and write ---- */

typedef enum err step_fn(const struct record *record, struct replay *replay, struct strbuf *out, struct error *error);

static enum err verify_step(const struct record *record, struct replay *replay, struct strbuf *out, struct error *error)
{
    (void)out;
    enum err err = record_verify(record, NULL, replay, NULL, NULL, error);
    assert_true(err == ERR_OK || error->line >= record->line);
    return err == ERR_MISMATCH ? ERR_OK : err; /* the claims are made up */
}

static enum err write_step(const struct record *record, struct replay *replay, struct strbuf *out, struct error *error)
{
    return record_write(record, NULL, replay, out, error);
}

/*
 * Fails each allocation of a step in turn, with fresh memory and with memory
 * of an earlier game; `rooms` is what is allocated from.
 */
static void fail_each(const struct record *record, step_fn *step, const char *expected)
{
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (int warm = 0; warm < 2; warm++) {
        long n = 1;
        for (bool fired = true; fired; n++) {
            struct replay replay;
            struct strbuf out;
            struct error error = {.message = NULL};
            replay_init(&replay, &memory.allocator);
            strbuf_init(&out, &memory.allocator, LIMIT);
            failing_alloc_arm(&memory, 0);
            const struct setup duel = {.game = &foret_game, .variant = 1, .level = 1, .seats = 2};
            if (warm) {
                assert_int_equal(replay_begin(&replay, &duel, &error), ERR_OK);
                strbuf_add(&out, "before\n");
            }
            failing_alloc_arm(&memory, n);
            enum err err = step(record, &replay, &out, &error);
            fired = memory.fired;
            if (fired) {
                assert_int_equal(err, ERR_MEMORY);
                assert_int_equal(error.message->code, ERR_MEMORY);
                assert_string_equal(strbuf_text(&out), warm ? "before\n" : "");
                strbuf_clear(&out);
                strbuf_add(&out, warm ? "before\n" : "");
                err = step(record, &replay, &out, &error);
            }
            assert_int_equal(err, ERR_OK);
            assert_string_equal(strbuf_text(&out) + (warm ? 7 : 0), expected);
            replay_release(&replay);
            strbuf_release(&out);
            assert_int_equal(memory.live, 0);
        }
        assert_true(n > 1);
    }
}

static void replaying_and_writing_can_be_tried_again(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct strbuf canonical;
    struct record_reader reader;
    struct record record;
    struct error error;
    struct source_memory source;
    struct replay replay;
    make_text(&text);
    strbuf_init(&canonical, &allocator_heap, LIMIT);
    replay_init(&replay, &allocator_heap);
    record_reader_init(&reader, source_from_memory(&source, strbuf_span(&text)), &allocator_heap);
    size_t records = 0;
    for (; record_reader_next(&reader, &record, &error) == ERR_OK; records++) {
        strbuf_clear(&canonical);
        assert_int_equal(record_write(&record, NULL, &replay, &canonical, &error), ERR_OK);
        fail_each(&record, verify_step, "");
        fail_each(&record, write_step, strbuf_text(&canonical));
    }
    assert_int_equal(records, 3);
    record_reader_release(&reader);
    replay_release(&replay);
    strbuf_release(&canonical);
    strbuf_release(&text);
}

/* A live game: a line that fails for want of memory has not been played, and can be played then. */
static void a_line_without_memory_is_not_played(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct replay replay;
    struct error error;
    const struct setup setup = {.game = &foret_game, .level = 1, .seats = 3};
    static const char *const cells[] = {"0,0", "1,0", "2,0", "3,0", "4,0", "4,1", "3,1", "2,1", "1,1", "0,1",
                                        "0,2", "1,2", "2,2", "3,2", "4,2", "4,3", "3,3", "2,3", "1,3", "0,3"};
    replay_init(&replay, &memory.allocator);
    assert_int_equal(replay_begin(&replay, &setup, &error), ERR_OK);
    size_t failures = 0;
    for (size_t turn = 0; turn < 20; turn++) {
        for (unsigned seat = 0; seat < 3; seat++) {
            char line[32];
            char before[sizeof(uint64_t) * 512];
            static const char *const cards[] = {"meadow", "stream", "deer"};
            const char *card = seat == 2 && turn >= 12 ? "fox" : cards[seat];
            (void)snprintf(line, sizeof(line), "%s %s", card, cells[turn]);
            assert_true(foret_game.state_size <= sizeof(before));
            memcpy(before, replay.state, foret_game.state_size);
            size_t plies = replay.plies;
            failing_alloc_arm(&memory, 1);
            enum err err = replay_line(&replay, seat, span_from(line), &error);
            if (memory.fired) {
                failures++;
                assert_int_equal(err, ERR_MEMORY);
                assert_int_equal(replay.plies, plies);
                assert_memory_equal(replay.state, before, foret_game.state_size);
                err = replay_line(&replay, seat, span_from(line), &error);
            }
            assert_int_equal(err, ERR_OK);
        }
    }
    assert_true(failures > 0);
    replay_release(&replay);
    assert_int_equal(memory.live, 0);
}

/* ---- simulation ---- */

static void simulating_can_be_tried_again(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct strbuf expected;
    strbuf_init(&expected, &allocator_heap, LIMIT);
    for (uint8_t level = 0; level < 3; level++) {
        struct simulation simulation = {.setup = {.game = &foret_game, .seats = 4, .level = level}, .seed = 9};
        bool fired = true;
        strbuf_clear(&expected);
        for (long n = 0; fired; n++) {
            struct replay full;
            struct replay told;
            struct strbuf out;
            struct error error;
            replay_init(&full, &memory.allocator);
            replay_init(&told, &memory.allocator);
            strbuf_init(&out, &memory.allocator, LIMIT);
            failing_alloc_arm(&memory, n);
            enum err err = simulate_record(&simulation, &full, &told, &out, &error);
            fired = memory.fired || n == 0;
            if (memory.fired) {
                assert_int_equal(err, ERR_MEMORY);
                assert_int_equal(error.message->code, ERR_MEMORY);
                assert_int_equal(out.len, 0);
                strbuf_clear(&out);
                err = simulate_record(&simulation, &full, &told, &out, &error);
            }
            assert_int_equal(err, ERR_OK);
            if (n == 0) {
                strbuf_add_span(&expected, strbuf_span(&out));
            }
            assert_string_equal(strbuf_text(&out), strbuf_text(&expected));
            replay_release(&full);
            replay_release(&told);
            strbuf_release(&out);
            assert_int_equal(memory.live, 0);
        }
    }
    strbuf_release(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_tries_the_same_record_again),
        cmocka_unit_test(a_growing_buffer_may_fail_to_grow),
        cmocka_unit_test(texts_in_memory_fail_alike),
        cmocka_unit_test(replaying_and_writing_can_be_tried_again),
        cmocka_unit_test(a_line_without_memory_is_not_played),
        cmocka_unit_test(simulating_can_be_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
