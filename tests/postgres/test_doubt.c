/*
 * COMMIT in doubt: the connection, the backend or the whole server goes while
 * it is under way. The service finds out what became of it, and says so; when
 * nobody can be asked, it claims nothing.
 */
#include "support/cmocka.h"

#include "postgres/pq.h"
#include "service/internal.h"
#include "store/postgres/connection.h"
#include "support/cutting_proxy.h"
#include "support/postgres_server.h"
#include "support/world.h"

#include <pthread.h>

struct doubt {
    struct world world;
    struct postgres_server server;
    struct cutting_proxy proxy;
    char direct[TEST_ADDRESS];
    char through[CUTTING_URL + 16];
    struct service *service;
    void (*attack)(struct doubt *doubt); /* when the message is held */
};

static void kill_server(struct doubt *doubt)
{
    postgres_kill(&doubt->server);
    postgres_again(&doubt->server);
    cutting_proxy_say(&doubt->proxy, "cut"); /* it would be given up after a while (PG_DOUBT_MS) */
}

static void end_backend(struct doubt *doubt)
{
    PGconn *super = pq_open(doubt->server.super);
    pq_do(super, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'dendro%'");
    PQfinish(super);
    cutting_proxy_say(&doubt->proxy, "cut");
}

static void silence(struct doubt *doubt)
{
    cutting_proxy_say(&doubt->proxy, "refuse yes");
    cutting_proxy_say(&doubt->proxy, "cut");
}

/* Waits until the message is held, and does it. */
static void *attacker(void *context)
{
    struct doubt *doubt = context;
    unsigned looks = 0;
    while (cutting_proxy_count(&doubt->proxy).held == 0) {
        pq_pause(&looks);
    }
    doubt->attack(doubt);
    return NULL;
}

static int64_t entries(struct doubt *doubt)
{
    return server_sql_int(doubt->direct, "SELECT count(*) FROM entry");
}

static void test_doubt(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        const char *rule;
        void (*attack)(struct doubt *doubt);
        const char *id; /* of the error; NULL: it is stored */
        int64_t more;
    } cases[] = {
        {"killed before COMMIT arrives", "hold commit", kill_server, "store.rolled-back", 0},
        {"killed after it was stored", "hold committed", kill_server, NULL, 1},
        {"ended before COMMIT arrives", "hold commit", end_backend, "store.rolled-back", 0},
        {"ended after it was stored", "hold committed", end_backend, NULL, 1},
        {"unreachable before", "hold commit", silence, "store.in-doubt", 0},
        {"unreachable after", "hold committed", silence, "store.in-doubt", 1},
    };
    struct doubt doubt = {.service = NULL};
    struct error error = {.message = NULL};
    struct receipt receipt;
    char through[CUTTING_URL];
    postgres_start(&doubt.server);
    cutting_proxy_start(&doubt.proxy, doubt.server.owner);
    cutting_proxy_url(&doubt.proxy, doubt.server.owner, through);
    world_begin(&doubt.world);
    doubt.world.options.busy_ms = 60000;
    (void)snprintf(doubt.direct, sizeof(doubt.direct), "%s#doubt", doubt.server.owner);
    (void)snprintf(doubt.through, sizeof(doubt.through), "%s#doubt", through);
    (void)snprintf(doubt.world.path, sizeof(doubt.world.path), "%s", doubt.direct);
    MUST(service_open(&doubt.service, doubt.through, SERVICE_CREATE, &doubt.world.options, &error));
    MUST(world_game(&doubt.world, doubt.service, "dendro 1\ngame foret\nseat 1 Zoé\nseat 2 Bob\nseat 3 Eve\n", &receipt,
                    &error));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        pthread_t thread;
        int64_t before = entries(&doubt);
        bool unreachable = cases[i].attack == silence;
        doubt.service->store->pg->doubt_ms = unreachable ? 500 : PG_DOUBT_MS;
        doubt.attack = cases[i].attack;
        error.message = NULL;
        cutting_proxy_say(&doubt.proxy, "reset");
        cutting_proxy_say(&doubt.proxy, "%s", cases[i].rule);
        assert_int_equal(pthread_create(&thread, NULL, attacker, &doubt), 0);
        char text[128];
        (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 A%zu\nseat 2 B%zu\nseat 3 C%zu\n", i, i, i);
        enum err err = world_game(&doubt.world, doubt.service, text, &receipt, &error);
        assert_int_equal(pthread_join(thread, NULL), 0);
        cutting_proxy_say(&doubt.proxy, "refuse no");
        cutting_proxy_say(&doubt.proxy, "reset");
        const char *id = err == ERR_OK ? "stored" : error.message->id;
        int64_t more = entries(&doubt) - before;
        print_message("%s: %s, %lld more\n", cases[i].what, id, (long long)more);
        assert_string_equal(id, cases[i].id ? cases[i].id : "stored");
        assert_int_equal(more, cases[i].more);
        (void)snprintf(text, sizeof(text), "dendro 1\ngame foret\nseat 1 D%zu\nseat 2 E%zu\nseat 3 F%zu\n", i, i, i);
        MUST(world_game(&doubt.world, doubt.service, text, &receipt, &error));
    }
    world_must_be_sound(&doubt.world, doubt.service, "after all doubts");
    service_close(doubt.service);
    postgres_stop(&doubt.server); /* first: a server that was started again holds the proxy's line open */
    cutting_proxy_stop(&doubt.proxy);
    world_end(&doubt.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_doubt)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
