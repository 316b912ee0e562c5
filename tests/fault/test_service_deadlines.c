/*
 * The time is over while a question is answered: at the Nth look at the
 * deadline, for every N until the answer comes. It is refused or right,
 * nothing leaks, and the same service then answers as a new one does; also
 * when what it remembered was about an older log.
 */
#include "support/cmocka.h"

#include "service/reading.h"
#include "support/questions.h"
#include "support/text.h"

enum { FINE = 5, COARSE = 150, WARM_LOOKS = 24, LOOKS = 150 };

static const struct message MSG_OVER = {ERR_BUSY, "test.over", "it is over", "c'est fini"};

/* Over from the Nth look on. */
struct countdown {
    struct deadline deadline;
    long looks;
    long last; /* 0: never */
};

static enum err look(void *context, struct error *error)
{
    struct countdown *countdown = context;
    countdown->looks++;
    return countdown->last > 0 && countdown->looks >= countdown->last ? error_raise(error, &MSG_OVER) : ERR_OK;
}

static void countdown_begin(struct countdown *countdown, long last, int steps)
{
    *countdown = (struct countdown){.deadline = {look, countdown, steps}, .last = last};
}

static bool is_over(const struct countdown *countdown)
{
    return countdown->last > 0 && countdown->looks >= countdown->last;
}

/* As the pool does it. */
static enum err ask(struct service *service, const struct question *q, const struct deadline *deadline,
                    struct strbuf *out, struct error *error)
{
    strbuf_clear(out);
    service_deadline(service, deadline);
    enum err err = q->alone ? ERR_OK : service_snapshot(service, error);
    if (err == ERR_OK) {
        err = q->ask(service, q, out, error);
    }
    service_snapshot_end(service);
    service_deadline(service, NULL);
    return err;
}

struct bench {
    struct world world;
    struct strbuf wanted;
    struct strbuf said;
};

static void bench_begin(struct bench *bench)
{
    questions_begin(&bench->world);
    strbuf_init(&bench->wanted, &allocator_heap, 8 << 20);
    strbuf_init(&bench->said, &allocator_heap, 8 << 20);
}

static void bench_end(struct bench *bench)
{
    strbuf_release(&bench->wanted);
    strbuf_release(&bench->said);
    world_end(&bench->world);
}

/* Asks with the deadline, then without it, when it is over; the answer must be the one that is wanted. */
static void ask_twice(struct bench *bench, struct service *service, const struct question *q, struct countdown *over)
{
    struct error error = {.message = NULL};
    enum err err = ask(service, q, &over->deadline, &bench->said, &error);
    if (err != ERR_OK) {
        if (!is_over(over) || error.message != &MSG_OVER || error.line != 0) {
            fail_msg("%s, look %ld: %s", q->what, over->last, error.message ? error.message->id : "?");
        }
        MUST(ask(service, q, NULL, &bench->said, &error));
    }
    assert_string_equal(strbuf_text(&bench->said), strbuf_text(&bench->wanted));
}

static void want(struct bench *bench, const struct question *q, const struct deadline *deadline)
{
    struct error error = {.message = NULL};
    struct service *service = world_open(&bench->world, SERVICE_READ);
    MUST(ask(service, q, deadline, &bench->wanted, &error));
    service_close(service);
}

/* ---- a new service for each look ---- */

static void over_everywhere(struct bench *bench, const struct question *q)
{
    struct countdown over;
    countdown_begin(&over, 0, FINE);
    want(bench, q, &over.deadline);
    long looks = over.looks;
    long stride = 1 + looks / (long)test_cases(LOOKS); /* where there are very many: some of them */
    assert_true(looks > 0);
    /* Who waits for a server looks as often as that takes, which is not always as often as before. */
    for (long last = 1; last <= looks + stride || is_over(&over); last += stride) {
        assert_true(last <= 2 * looks + 100 * stride);
        struct service *service = world_open(&bench->world, SERVICE_READ);
        countdown_begin(&over, last, FINE);
        ask_twice(bench, service, q, &over);
        service_close(service);
    }
    print_message("%s: %ld looks, each %ld\n", q->what, looks, stride);
}

static void test_over_everywhere(void **state)
{
    (void)state;
    static struct bench bench;
    bench_begin(&bench);
    for (size_t i = 0; i < stats_questions_count; i++) {
        over_everywhere(&bench, &stats_questions[i]);
    }
    for (size_t i = 0; i < reading_questions_count; i++) {
        over_everywhere(&bench, &reading_questions[i]);
    }
    bench_end(&bench);
}

/* ---- one service that remembers ---- */

static void test_over_with_memories(void **state)
{
    (void)state;
    static struct bench bench;
    unsigned grown = 0;
    bench_begin(&bench);
    struct service *writer = world_open(&bench.world, SERVICE_WRITE);
    struct service *reader = world_open(&bench.world, SERVICE_READ);
    for (size_t i = 0; i < stats_questions_count; i++) {
        const struct question *q = &stats_questions[i];
        bool ended = false;
        for (long last = 1; !ended && last <= (long)test_cases(WARM_LOOKS); last++) {
            struct countdown over;
            questions_grow(&bench.world, writer, grown++);
            want(&bench, q, NULL);
            countdown_begin(&over, last * last, COARSE); /* close together where the work begins */
            ask_twice(&bench, reader, q, &over);
            ended = !is_over(&over);
        }
    }
    service_close(reader);
    service_close(writer);
    bench_end(&bench);
}

/* A deadline that is over at once refuses everything, and what was set is told. */
static void test_over_at_once(void **state)
{
    (void)state;
    static struct bench bench;
    struct error error = {.message = NULL};
    struct countdown over;
    int64_t size = 0;
    bench_begin(&bench);
    struct service *service = world_open(&bench.world, SERVICE_READ);
    countdown_begin(&over, 1, 1);
    service_deadline(service, &over.deadline);
    assert_ptr_equal(service_deadline_now(service), &over.deadline);
    MUST_FAIL(service_snapshot(service, &error), ERR_BUSY, "test.over");
    MUST_FAIL(service_log_size(service, &size, &error), ERR_BUSY, "test.over");
    service_deadline(service, NULL);
    assert_null(service_deadline_now(service));
    MUST(service_snapshot(service, &error));
    MUST(service_log_size(service, &size, &error));
    assert_int_equal(size, 6);
    /* A snapshot ends even then. */
    countdown_begin(&over, 1, 1);
    service_deadline(service, &over.deadline);
    service_snapshot_end(service);
    service_deadline(service, NULL);
    MUST(service_snapshot(service, &error));
    service_snapshot_end(service);
    service_close(service);
    bench_end(&bench);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_over_at_once),
        cmocka_unit_test(test_over_everywhere),
        cmocka_unit_test(test_over_with_memories),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
