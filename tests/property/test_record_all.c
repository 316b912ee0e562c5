/*
 * One thing that is wrong is told once: a line of a game as it was played that
 * is gone, or that nobody can read, leaves later lines without a position, and
 * none of them is complained about for that. On every setup of every game.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "record/simulate.h"
#include "record/verify.h"
#include "support/setups.h"
#include "support/text.h"
#include "support/transcript.h"

#include <stdio.h>

enum { SEED = 26111, CASES = 12, LIMIT = 1 << 20 };

struct work {
    struct replay full, told, replay;
    struct record_reader reader;
    struct strbuf simulated, broken, said;
    struct prng prng;
    unsigned number;
    unsigned complaints; /* about the current text, those about its result left out */
};

static void count(void *context, const struct problem *problem)
{
    struct work *w = context;
    w->complaints += problem->error.message->code != ERR_MISMATCH;
    transcript_problem(&w->said, problem);
}

static bool is_move(struct span line)
{
    return line.len > 2 && line.ptr[1] == ':';
}

static uint32_t count_moves(struct span rest)
{
    uint32_t moves = 0;
    while (rest.len > 0) {
        moves += is_move(span_cut(&rest, '\n'));
    }
    return moves;
}

/* The simulated record with something done to one of its moves: without it, or with `instead` in its place. */
static void break_line(struct work *w, unsigned which, const char *instead)
{
    struct span rest = strbuf_span(&w->simulated);
    unsigned at = 0;
    strbuf_clear(&w->broken);
    while (rest.len > 0) {
        struct span line = span_cut(&rest, '\n');
        if (is_move(line) && at++ == which) {
            strbuf_add(&w->broken, instead);
        } else {
            strbuf_add_span(&w->broken, line);
            strbuf_add_char(&w->broken, '\n');
        }
    }
}

static void judge(struct work *w, const struct setup *setup, unsigned least)
{
    struct record record;
    struct error error;
    w->complaints = 0;
    strbuf_clear(&w->said);
    assert_int_equal(record_read_one(&w->reader, strbuf_span(&w->broken), &allocator_heap, &record, &error), ERR_OK);
    (void)!record_verify(&record, &setups_blocks, &w->replay, count, w, &error);
    if (w->complaints < least || w->complaints > 1) {
        fail_msg("%s, seed %d + %u: %u complaints\n%s\n%s", setup_text(setup), SEED, w->number, w->complaints,
                 strbuf_text(&w->said), strbuf_text(&w->broken));
    }
}

static void check_setup(void *context, const struct setup *setup)
{
    struct work *w = context;
    if (!setup_is_judged(setup)) {
        return;
    }
    for (unsigned i = 0; i < setup_cases(setup, CASES); i++, w->number++) {
        struct simulation simulation = {
            .setup = *setup, .seed = SEED, .number = w->number, .catalogue = setups_catalogue(setup)};
        struct error error;
        strbuf_clear(&w->simulated);
        assert_int_equal(simulate_record(&simulation, &w->full, &w->told, &w->simulated, &error), ERR_OK);
        unsigned which = prng_below(&w->prng, count_moves(strbuf_span(&w->simulated)));
        break_line(w, which, "");
        judge(w, setup, 0);
        break_line(w, which, "1: zzzzz zzzzz\n");
        judge(w, setup, 1);
    }
}

static void one_thing_that_is_wrong_is_told_once(void **unused)
{
    (void)unused;
    struct work w = {.number = 0};
    struct strbuf *const buffers[] = {&w.simulated, &w.broken, &w.said};
    prng_seed(&w.prng, SEED);
    for (size_t i = 0; i < 3; i++) {
        strbuf_init(buffers[i], &allocator_heap, LIMIT);
    }
    replay_init(&w.full, &allocator_heap);
    replay_init(&w.told, &allocator_heap);
    replay_init(&w.replay, &allocator_heap);
    setups_visit(check_setup, &w);
    assert_true(w.number > 0);
    for (size_t i = 0; i < 3; i++) {
        strbuf_release(buffers[i]);
    }
    replay_release(&w.full);
    replay_release(&w.told);
    replay_release(&w.replay);
    record_reader_release(&w.reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_thing_that_is_wrong_is_told_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
