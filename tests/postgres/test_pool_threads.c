/*
 * Many clubs on a few connections, under threads that write and read all of
 * them at once: every answer is right and of the right club, the server never
 * has more connections than there may be, and nothing that was acknowledged is
 * lost or doubled when connections are ended at random.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "support/pooled.h"
#include "support/text.h"

#include <pthread.h>
#include <stdatomic.h>

enum { CLUBS = 40, CONNECTIONS = 6, THREADS = 6, PATIENCE = 60000 };

/* A store is one thread's at a time. */
struct half {
    pthread_mutex_t lock;
    struct store *store;
};

struct hosted {
    struct half writer;
    struct half reader;
    atomic_int stored; /* people that were acknowledged */
    int tried;         /* of the writer's lock */
    bool *kept;        /* which of those that were tried */
};

struct host {
    struct postgres_server server;
    struct store_pool *pool;
    struct hosted clubs[CLUBS];
    int tries;  /* of each thread */
    bool rough; /* connections are ended meanwhile: failures are to be expected */
    atomic_int running;
    atomic_int wrong;
    atomic_int failed;
    int most; /* connections that the server had at a time */
};

struct worker {
    pthread_t thread;
    struct host *host;
    uint64_t seed;
};

static void complain(struct host *host, const struct error *error)
{
    char sentence[256];
    atomic_fetch_add(&host->failed, 1);
    if (!host->rough) {
        (void)error_text(error, LANG_EN, sentence, sizeof(sentence));
        print_message("%s\n", sentence);
    }
}

static void write_one(struct host *host, int number)
{
    struct hosted *club = &host->clubs[number];
    struct error error;
    (void)pthread_mutex_lock(&club->writer.lock);
    int person = club->tried++;
    club->kept[person] = pooled_write(club->writer.store, number, person, &error) == ERR_OK;
    if (club->kept[person]) {
        atomic_fetch_add(&club->stored, 1);
    } else {
        complain(host, &error);
    }
    (void)pthread_mutex_unlock(&club->writer.lock);
}

/* What is there at least, and nobody else's; in a snapshot or by questions of their own. */
static void read_one(struct host *host, int number, bool snapshot)
{
    struct hosted *club = &host->clubs[number];
    struct pooled_seen seen = {.club = number};
    struct error error;
    (void)pthread_mutex_lock(&club->reader.lock);
    int before = atomic_load(&club->stored);
    enum err err = snapshot ? store_begin(club->reader.store, &error) : ERR_OK;
    err = err == ERR_OK ? store_people(club->reader.store, pooled_see, &seen, &error) : err;
    store_rollback(club->reader.store);
    (void)pthread_mutex_unlock(&club->reader.lock);
    if (err != ERR_OK) {
        complain(host, &error);
    } else if (seen.foreign || seen.people < before) {
        atomic_fetch_add(&host->wrong, 1);
    }
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct host *host = worker->host;
    struct prng prng;
    prng_seed(&prng, worker->seed);
    for (int i = 0; i < host->tries; i++) {
        int number = (int)prng_below(&prng, CLUBS);
        if (worker->seed % 2 == 0) {
            write_one(host, number);
        } else {
            read_one(host, number, prng_below(&prng, 2) == 0);
        }
    }
    atomic_fetch_sub(&host->running, 1);
    return NULL;
}

/* Counts them as long as somebody works, or ends one of them now and then. */
static void watch(struct host *host)
{
    PGconn *super = pq_open(host->server.super);
    unsigned looks = 0;
    while (atomic_load(&host->running) > 0) {
        int now = (int)pq_number(super, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                                        " AND pid <> pg_backend_pid()");
        host->most = now > host->most ? now : host->most;
        if (host->rough) {
            pq_do(super, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE"
                         " 'dendro/%' ORDER BY random() LIMIT 1");
            store_pool_tidy(host->pool);
        }
        pq_pause(&looks);
    }
    PQfinish(super);
}

static void run_all(struct host *host, bool rough, int tries)
{
    struct worker workers[2 * THREADS];
    host->rough = rough;
    host->tries = tries;
    host->most = 0;
    atomic_store(&host->failed, 0);
    atomic_store(&host->running, 2 * THREADS);
    for (int i = 0; i < 2 * THREADS; i++) {
        workers[i] = (struct worker){.host = host, .seed = (uint64_t)i};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    watch(host);
    for (int i = 0; i < 2 * THREADS; i++) {
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
    }
}

/* Whoever was acknowledged is there once, and nobody else. */
static void check_all(struct host *host)
{
    PGconn *super = pq_open(host->server.super);
    for (int i = 0; i < CLUBS; i++) {
        const struct hosted *club = &host->clubs[i];
        char sql[96];
        (void)snprintf(sql, sizeof(sql), "SELECT split_part(name, '.', 2) FROM \"club_pool-%d\".person", i);
        PGresult *result = PQexec(super, sql);
        assert_int_equal(PQntuples(result), atomic_load(&host->clubs[i].stored));
        for (int row = 0; row < PQntuples(result); row++) {
            long person = strtol(PQgetvalue(result, row, 0), NULL, 10);
            if (person >= club->tried || !club->kept[person]) {
                fail_msg("club %d: person %ld was not acknowledged", i, person);
            }
        }
        PQclear(result);
    }
    PQfinish(super);
}

static void many_clubs_share_few_connections(void **state)
{
    (void)state;
    static struct host host;
    struct error error = {.message = NULL};
    int tries = (int)test_cases(200);
    postgres_start(&host.server);
    for (int i = 0; i < CLUBS; i++) {
        store_close(pooled_open(NULL, host.server.owner, i, STORE_CREATE, PATIENCE));
    }
    MUST(store_pool_new(&host.pool, host.server.owner, CONNECTIONS, &allocator_heap, &error));
    for (int i = 0; i < CLUBS; i++) {
        struct hosted *club = &host.clubs[i];
        assert_int_equal(pthread_mutex_init(&club->writer.lock, NULL), 0);
        assert_int_equal(pthread_mutex_init(&club->reader.lock, NULL), 0);
        club->writer.store = pooled_open(host.pool, host.server.owner, i, STORE_WRITE, PATIENCE);
        club->reader.store = pooled_open(host.pool, host.server.owner, i, STORE_READ, PATIENCE);
        club->kept = calloc(2 * THREADS * (size_t)tries + 1, sizeof(*club->kept));
        assert_non_null(club->kept);
    }
    run_all(&host, false, tries);
    assert_int_equal(atomic_load(&host.failed), 0);
    print_message("at most %d connections of %d\n", host.most, CONNECTIONS);
    assert_true(host.most <= CONNECTIONS);
    check_all(&host);

    run_all(&host, true, tries);
    print_message("%d of %d failed with their connections\n", atomic_load(&host.failed), 2 * THREADS * tries);
    check_all(&host);
    host.rough = false;
    for (int i = 0; i < CLUBS; i++) {
        write_one(&host, i);
        read_one(&host, i, true);
    }
    assert_int_equal(atomic_load(&host.wrong), 0);
    check_all(&host);
    for (int i = 0; i < CLUBS; i++) {
        store_close(host.clubs[i].writer.store);
        store_close(host.clubs[i].reader.store);
        free(host.clubs[i].kept);
    }
    store_pool_free(host.pool);
    postgres_stop(&host.server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(many_clubs_share_few_connections)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
