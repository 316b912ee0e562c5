/*
 * The threads that make reviews, in a daemon in this process: what they hold while others work, whose job is whose, and a
 * club that is closed under them. What a client sees of reviews is in http_reviews.sh.
 */
#define _GNU_SOURCE /* RTLD_NEXT */

#include "support/cmocka.h"

#include "http/inside.h"
#include "support/http_clubs.h"
#include "support/scene.h"
#include "support/text.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static const char *const ONE[] = {"alpha", NULL};

#define REVIEW "/c/alpha/v1/games/1/review"
#define ENDLESS "{\"budget\":1048576}"

/* ---- who takes which lock ---- */

enum { LOCKS = 1 << 12, THREADS = 4, NICEST = 19 };

/* A lock that was taken, and by whom: threads of the lowest priority, and some of the others. */
static struct taken {
    pthread_mutex_t *lock;
    bool last;
    size_t others;
    pthread_t other[THREADS];
} taken[LOCKS];
static size_t taken_count;
static atomic_bool watched;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void note(pthread_mutex_t *mutex)
{
    bool last = getpriority(PRIO_PROCESS, 0) == NICEST;
    size_t i = 0;
    while (atomic_flag_test_and_set(&busy)) {
    }
    while (i < taken_count && taken[i].lock != mutex) {
        i++;
    }
    if (i == taken_count && i < LOCKS) {
        taken[taken_count++] = (struct taken){.lock = mutex};
    }
    if (i < LOCKS) {
        struct taken *one = &taken[i];
        bool known = last;
        for (size_t k = 0; k < one->others && !known; k++) {
            known = pthread_equal(one->other[k], pthread_self());
        }
        one->last = one->last || last;
        if (!known && one->others < THREADS) {
            one->other[one->others++] = pthread_self();
        }
    }
    atomic_flag_clear(&busy);
}

typedef int lock_fn(pthread_mutex_t *mutex);
static lock_fn *real_lock;

/* Stands before that of the system for all of the program that this test is. */
int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!real_lock) {
        void *found = dlsym(RTLD_NEXT, "pthread_mutex_lock");
        memcpy(&real_lock, &found, sizeof(real_lock));
    }
    if (atomic_load(&watched)) {
        note(mutex);
    }
    return real_lock(mutex);
}

/* ---- the scene ---- */

static void add_games(struct http_clubs *stage)
{
    struct strbuf record;
    char path[1024];
    const char *source = getenv("SOURCE_DIR");
    assert_non_null(source);
    (void)snprintf(path, sizeof(path), "%s/replays/foret/duel-full.dendro", source);
    strbuf_init(&record, &allocator_heap, 1 << 20);
    test_read_file(path, &record);
    const struct call call = {"POST", "/c/alpha/v1/import", stage->token[0], "text/plain", strbuf_text(&record), NULL};
    client_call(&stage->client, &call, &stage->reply);
    assert_int_equal(stage->reply.status, 200);
    strbuf_release(&record);
}

static void begin(struct http_clubs *stage)
{
    http_clubs_make(stage, ONE);
    http_clubs_start(stage);
    add_games(stage);
}

static int ask(struct http_clubs *stage, const char *method, const char *body)
{
    return http_clubs_ask(stage, method, REVIEW, stage->token[0], body, NULL);
}

static void comes_to(struct http_clubs *stage, const char *what)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 20) {
        (void)ask(stage, "GET", NULL);
        if (reply_has(&stage->reply, what)) {
            return;
        }
        http_clubs_pause(20);
    }
    fail_msg("never '%s': %s", what, strbuf_text(&stage->reply.body));
}

/* ---- tests ---- */

/*
 * On a machine whose cores are busy a thread of the lowest priority may stand still for seconds, wherever it is. So it has no
 * lock that a thread of the network, the writer or the keeper could be waiting for: its reviewer alone takes those.
 */
static void who_computes_keeps_nobody_waiting(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    struct client watcher;
    size_t own = 0;
    begin(&stage);
    atomic_store(&watched, true);
    assert_int_equal(ask(&stage, "POST", "{\"budget\":2000}"), 202);
    client_init(&watcher, server_port(stage.server));
    assert_true(client_send(&watcher, SPAN_LITERAL("GET " REVIEW "/events HTTP/1.1\r\nHost: x\r\n\r\n")));
    assert_true(client_wait(&watcher, "event: done", PATIENCE_MS));
    comes_to(&stage, "\"status\":\"done\"");
    atomic_store(&watched, false);
    client_release(&watcher);
    http_clubs_end(&stage);
    for (size_t i = 0; i < taken_count; i++) {
        own += taken[i].last;
        if (taken[i].last && taken[i].others > 1) {
            fail_msg("a lock of a thread of the lowest priority is taken by %zu others", taken[i].others);
        }
    }
    assert_true(own > 0); /* it was seen at all */
}

static void read_holder(const struct http_clubs *stage, struct strbuf *holder)
{
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/alpha.db", stage->folder);
    strbuf_clear(holder);
    scene_sql_text(path, "SELECT holder FROM review_job", holder);
    assert_true(holder->len > 0);
}

/* Cancelled and asked for again, it is another job: who made the first has nothing of the second. */
static void a_job_is_held_by_who_took_it_last(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    struct strbuf first;
    struct strbuf second;
    strbuf_init(&first, &allocator_heap, 1 << 10);
    strbuf_init(&second, &allocator_heap, 1 << 10);
    begin(&stage);
    assert_int_equal(ask(&stage, "POST", ENDLESS), 202);
    comes_to(&stage, "\"status\":\"running\"");
    read_holder(&stage, &first);
    assert_int_equal(ask(&stage, "DELETE", NULL), 204);
    assert_int_equal(ask(&stage, "POST", ENDLESS), 202);
    comes_to(&stage, "\"status\":\"running\"");
    read_holder(&stage, &second);
    assert_string_not_equal(strbuf_text(&first), strbuf_text(&second));
    http_clubs_end(&stage);
    strbuf_release(&first);
    strbuf_release(&second);
}

static void its_address_is_that_of_its_club(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    begin(&stage);
    assert_int_equal(ask(&stage, "POST", ENDLESS), 202);
    assert_true(span_is(reply_header(&stage.reply, "Location"), REVIEW));
    http_clubs_end(&stage);
}

static bool suspended_and_still(struct club *club)
{
    enum { LOOKS = 20, LOOK_MS = 50, COMMITS = 3 /* chores of another kind */ };
    uint64_t before = atomic_load(&club->reviews.written);
    http_clubs_pause(LOOKS * LOOK_MS);
    return atomic_load(&club->suspended) && atomic_load(&club->reviews.written) - before <= COMMITS;
}

/* What it has in its queue waits; nothing is taken and put back again and again. */
static void a_suspended_club_is_left_alone(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    bool still = false;
    begin(&stage);
    assert_int_equal(ask(&stage, "POST", ENDLESS), 202);
    comes_to(&stage, "\"status\":\"running\"");
    struct club *club = clubs_hold_open(stage.server, SPAN_LITERAL("alpha"));
    assert_non_null(club);
    http_clubs_set(&stage, "alpha", "suspended", "yes");
    http_clubs_comes(&stage, "/c/alpha/v1/games", 503);
    for (int i = 0; i < 30 && reviewers_running(stage.server) > 0; i++) {
        http_clubs_pause(100);
    }
    for (int i = 0; i < 3 && !still; i++) {
        still = suspended_and_still(club);
    }
    assert_true(still);
    assert_int_equal(reviewers_running(stage.server), 0);
    clubs_let_go(club);
    http_clubs_set(&stage, "alpha", "suspended", "no");
    http_clubs_comes(&stage, "/c/alpha/v1/games", 200);
    comes_to(&stage, "\"status\":\"running\"");
    http_clubs_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_computes_keeps_nobody_waiting),
        cmocka_unit_test(a_job_is_held_by_who_took_it_last),
        cmocka_unit_test(its_address_is_that_of_its_club),
        cmocka_unit_test(a_suspended_club_is_left_alone),
    };
    return cmocka_run_group_tests_name("http reviewing", tests, NULL, NULL);
}
