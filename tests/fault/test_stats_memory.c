/*
 * Memory runs out while statistics are answered: the Nth allocation of ours
 * fails, and the Nth of SQLite's, for every N until the answer comes. It is
 * refused or right, nothing leaks, and the next question is answered.
 */
#include "support/cmocka.h"

#include "support/questions.h"
#include "support/sqlite_memory.h"
#include "support/text.h"

static void test_questions(void **state)
{
    (void)state;
    static struct world world;
    struct strbuf wanted;
    struct strbuf said;
    long stride = 100 / (long)test_cases(100); /* scaled down: some of them */
    stride = stride > 1 ? stride : 1;
    questions_begin(&world);
    strbuf_init(&wanted, &allocator_heap, 8 << 20);
    strbuf_init(&said, &allocator_heap, 8 << 20);
    for (size_t i = 0; i < stats_questions_count; i++) {
        const struct question *q = &stats_questions[i];
        struct error error = {.message = NULL};
        struct service *service = world_open(&world, SERVICE_READ);
        strbuf_clear(&wanted);
        MUST(q->ask(service, q, &wanted, &error));
        service_close(service);
        for (int whose = 0; whose < 2; whose++) { /* ours, SQLite's */
            for (long n = 1;; n += stride) {
                service = world_open(&world, SERVICE_READ);
                failing_alloc_arm(&world.memory, whose == 0 ? n : 0);
                sqlite_memory_arm(whose == 0 ? 0 : n);
                strbuf_clear(&said);
                enum err err = q->ask(service, q, &said, &error);
                bool fired = world.memory.fired || sqlite_memory_fired();
                failing_alloc_arm(&world.memory, 0);
                sqlite_memory_arm(0);
                if (err != ERR_OK && (!fired || err != ERR_MEMORY)) {
                    fail_msg("%s, allocation %ld of %s: %s", q->what, n, whose ? "SQLite's" : "ours",
                             error.message ? error.message->id : "?");
                }
                if (err != ERR_OK) { /* and now there is memory again */
                    strbuf_clear(&said);
                    MUST(q->ask(service, q, &said, &error));
                }
                assert_string_equal(strbuf_text(&said), strbuf_text(&wanted));
                service_close(service);
                if (!fired) {
                    break;
                }
            }
        }
        print_message("%s\n", q->what);
    }
    strbuf_release(&wanted);
    strbuf_release(&said);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_questions)};
    return cmocka_run_group_tests(tests, sqlite_memory_set_up, NULL);
}
