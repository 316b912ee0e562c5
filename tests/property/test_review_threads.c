/*
 * A review is the same whoever asks for which decision when: one thread in
 * order, two and five threads in shuffled orders.
 */
#include "review/review.h"
#include "rules/registry.h"
#include "support/cmocka.h"

#include <pthread.h>
#include <string.h>

enum { MOST = 128, BUDGET = 64 };

struct shared {
    const struct review *review;
    struct review_verdict verdict[MOST];
    size_t order[MOST];
};

struct worker {
    pthread_t thread;
    struct shared *shared;
    size_t first, step;
    bool failed;
};

static void *work(void *context)
{
    struct worker *worker = context;
    const struct review *review = worker->shared->review;
    struct review_scratch *scratch = review_scratch_new(&allocator_heap, &review->setup);
    struct error error;
    for (size_t i = worker->first; scratch && i < review->decisions_count; i += worker->step) {
        size_t at = worker->shared->order[i];
        worker->failed |= review_decide(review, at, scratch, NULL, &worker->shared->verdict[at], &error) != ERR_OK;
    }
    worker->failed |= !scratch;
    review_scratch_free(scratch);
    return NULL;
}

static void judge_all(const struct review *review, struct shared *shared, unsigned threads, uint64_t seed)
{
    struct worker worker[5];
    struct prng prng;
    prng_seed(&prng, seed);
    memset(shared, 0, sizeof(*shared));
    shared->review = review;
    for (size_t i = 0; i < review->decisions_count; i++) {
        shared->order[i] = i;
    }
    for (size_t i = review->decisions_count; seed && i > 1; i--) {
        size_t other = prng_below(&prng, (uint32_t)i);
        size_t kept = shared->order[i - 1];
        shared->order[i - 1] = shared->order[other];
        shared->order[other] = kept;
    }
    for (unsigned i = 0; i < threads; i++) {
        worker[i] = (struct worker){.shared = shared, .first = i, .step = threads};
        assert_int_equal(pthread_create(&worker[i].thread, NULL, work, &worker[i]), 0);
    }
    for (unsigned i = 0; i < threads; i++) {
        assert_int_equal(pthread_join(worker[i].thread, NULL), 0);
        assert_false(worker[i].failed);
    }
}

static void a_review_is_the_same_in_any_order(void **context)
{
    static struct shared one, two, five;
    struct setup setup = {.game = registry_newest(span_from("foret")), .seats = 4};
    struct replay replay;
    struct review review;
    struct error error;
    struct prng prng;
    (void)context;
    prng_seed(&prng, 3);
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &setup, &error), ERR_OK);
    for (seat_set turn; (turn = setup.game->turn(&setup, replay.state)) != 0;) {
        unsigned seat = review_next_seat(turn);
        game_move move = seat >= GAME_PLAYERS ? setup.game->chance(&setup, replay.state, &prng)
                                              : setup.game->review->policy(&setup, replay.state, seat, 10, &prng);
        assert_int_equal(replay_moves(&replay, &move, 1, &error), ERR_OK);
    }
    assert_int_equal(review_begin(&review, &allocator_heap, &replay, BUDGET, &error), ERR_OK);
    assert_in_range(review.decisions_count, 60, MOST);
    judge_all(&review, &one, 1, 0);
    judge_all(&review, &two, 2, 7);
    judge_all(&review, &five, 5, 8);
    assert_memory_equal(one.verdict, two.verdict, sizeof(one.verdict));
    assert_memory_equal(one.verdict, five.verdict, sizeof(one.verdict));
    review_release(&review);
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_review_is_the_same_in_any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
