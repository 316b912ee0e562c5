/*
 * Many at once, against a real daemon: writers of one game, of which exactly
 * one wins each ply; those who follow it; a stop in the middle. Runs under the
 * thread sanitizer, too.
 */
#include "support/cmocka.h"

#include "support/http_client.h"
#include "support/text.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WRITERS = 8, GAMES = 4 };

static const char GAME[] = "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"]}";
static const char *const LINES[] = {
    "1: bee 0,0",  "2: bee 0,0",  "3: bee 0,0",  "1: bear 1,0",  "2: bear 1,0",  "3: bear 1,0",
    "1: deer 2,0", "2: deer 2,0", "3: deer 2,0", "1: trout 3,0", "2: trout 3,0", "3: trout 3,0",
};
enum { PLIES = sizeof(LINES) / sizeof(LINES[0]) };

struct contest {
    uint16_t port;
    const char *token;
    atomic_int won[GAMES][PLIES];
    atomic_int lost;
    atomic_int odd;
};

/* Plays every ply of every game, until somebody has. */
static void *compete(void *context)
{
    struct contest *contest = context;
    struct client client;
    struct reply reply;
    client_init(&client, contest->port);
    reply_init(&reply);
    for (int ply = 0; ply < PLIES; ply++) {
        for (int game = 0; game < GAMES; game++) {
            char path[64];
            char body[128];
            (void)snprintf(path, sizeof(path), "/v1/games/%d/moves", game + 1);
            (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"moves\":\"%s\"}", ply, LINES[ply]);
            struct call call = {"POST", path, contest->token, NULL, body, NULL};
            client_call(&client, &call, &reply);
            if (reply.status == 200) {
                atomic_fetch_add(&contest->won[game][ply], 1);
            } else {
                atomic_fetch_add(reply.status == 409 ? &contest->lost : &contest->odd, 1);
            }
        }
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

static void exactly_one_writer_wins_each_ply(void **unused)
{
    (void)unused;
    struct daemon daemon;
    struct client client;
    struct reply reply;
    static struct contest contest;
    pthread_t threads[WRITERS];
    daemon_start(&daemon, NULL);
    client_init(&client, daemon.port);
    reply_init(&reply);
    for (int i = 0; i < GAMES; i++) {
        struct call call = {"POST", "/v1/games", daemon.token, NULL, GAME, NULL};
        client_call(&client, &call, &reply);
        assert_int_equal(reply.status, 201);
    }
    contest.port = daemon.port;
    contest.token = daemon.token;
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, compete, &contest), 0);
    }
    for (int i = 0; i < WRITERS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    for (int game = 0; game < GAMES; game++) {
        for (int ply = 0; ply < PLIES; ply++) {
            assert_int_equal(atomic_load(&contest.won[game][ply]), 1);
        }
    }
    assert_int_equal(atomic_load(&contest.odd), 0);
    assert_int_equal(atomic_load(&contest.lost), GAMES * PLIES * (WRITERS - 1));
    struct call metrics = {"GET", "/metrics", NULL, NULL, NULL, NULL};
    client_call(&client, &metrics, &reply);
    assert_true(reply_has(&reply, "dendro_log_entries 52\n"));
    client_release(&client);
    reply_release(&reply);
    char db[TEST_ADDRESS];
    memcpy(db, daemon.db, sizeof(daemon.db));
    assert_int_equal(daemon_halt(&daemon), 0);
    const char *audit[] = {"audit", "--quiet", "--db", db, NULL};
    assert_int_equal(daemon_run(audit), 0);
    daemon_restart(&daemon, NULL);
    daemon_end(&daemon);
}

/* ---- a token that another program has just made ---- */

enum { NEW_TOKENS = 25, AT_ONCE = 6 };

/* Six who wait at one line and then ask at once, with the newest token. */
struct newcomers {
    uint16_t port;
    char token[64];
    pthread_barrier_t line;
    atomic_int refused;
};

static void *ask_with_new_tokens(void *context)
{
    struct newcomers *all = context;
    struct client client;
    struct reply reply;
    client_init(&client, all->port);
    reply_init(&reply);
    for (int i = 0; i < NEW_TOKENS; i++) {
        (void)pthread_barrier_wait(&all->line); /* there is a new one */
        struct call call = {"GET", "/v1/access", all->token, NULL, NULL, NULL};
        client_call(&client, &call, &reply);
        atomic_fetch_add(&all->refused, reply.status != 200);
        (void)pthread_barrier_wait(&all->line); /* it is no longer needed */
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

/* Whoever learns of the token first, the others who asked in the same moment are not turned away. */
static void a_new_token_is_good_for_all_who_come_with_it_at_once(void **unused)
{
    (void)unused;
    struct daemon daemon;
    static struct newcomers all;
    pthread_t threads[AT_ONCE];
    static const char *const options[] = {"--threads", "4", NULL};
    daemon_start(&daemon, options);
    all.port = daemon.port;
    assert_int_equal(pthread_barrier_init(&all.line, NULL, AT_ONCE + 1), 0);
    for (int i = 0; i < AT_ONCE; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, ask_with_new_tokens, &all), 0);
    }
    for (int i = 0; i < NEW_TOKENS; i++) {
        daemon_token(&daemon, "read", all.token);
        (void)pthread_barrier_wait(&all.line);
        (void)pthread_barrier_wait(&all.line);
    }
    for (int i = 0; i < AT_ONCE; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(pthread_barrier_destroy(&all.line), 0);
    assert_int_equal(atomic_load(&all.refused), 0);
    daemon_end(&daemon);
}

/* ---- followers ---- */

static void ask_events(struct client *client, const char *headers)
{
    char text[256];
    (void)snprintf(text, sizeof(text), "GET /v1/games/1/events HTTP/1.1\r\nHost: x\r\n%s\r\n", headers);
    assert_true(client_send(client, span_from(text)));
    assert_true(client_wait(client, "retry: 2000", PATIENCE_MS));
}

static void play(struct client *client, const struct daemon *daemon, int ply)
{
    struct reply reply;
    char body[128];
    reply_init(&reply);
    (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"moves\":\"%s\"}", ply, LINES[ply]);
    struct call call = {"POST", "/v1/games/1/moves", daemon->token, NULL, body, NULL};
    client_call(client, &call, &reply);
    assert_int_equal(reply.status, 200);
    reply_release(&reply);
}

static void followers_hear_every_entry(void **unused)
{
    (void)unused;
    struct daemon daemon;
    struct client writer;
    struct client live;
    struct client late;
    struct client excess;
    struct reply reply;
    static const char *const options[] = {"--heartbeat", "1", "--followers", "2", NULL};
    daemon_start(&daemon, options);
    client_init(&writer, daemon.port);
    client_init(&live, daemon.port);
    client_init(&late, daemon.port);
    client_init(&excess, daemon.port);
    reply_init(&reply);
    struct call open = {"POST", "/v1/games", daemon.token, NULL, GAME, NULL};
    client_call(&writer, &open, &reply);
    play(&writer, &daemon, 0);

    ask_events(&live, "");
    play(&writer, &daemon, 1);
    assert_true(client_wait(&live, "id: 3\nevent: moves\ndata: {\"seq\":3", PATIENCE_MS));
    assert_null(strstr(strbuf_text(&live.in), "id: 2\n"));  /* from now on, unless asked otherwise */
    assert_true(client_wait(&live, ": here", PATIENCE_MS)); /* a sign of life */

    /* Whoever comes back says what it has heard last. */
    ask_events(&late, "Last-Event-ID: 1\r\n");
    assert_true(client_wait(&late, "id: 3\n", PATIENCE_MS));
    assert_non_null(strstr(strbuf_text(&late.in), "id: 2\n"));
    assert_null(strstr(strbuf_text(&late.in), "id: 1\n"));

    /* Two are as many as were allowed. */
    struct call third = {"GET", "/v1/games/1/events", NULL, NULL, NULL, NULL};
    client_call(&excess, &third, &reply);
    assert_int_equal(reply.status, 503);
    client_close(&late);
    for (int ply = 2; ply < 6; ply++) {
        play(&writer, &daemon, ply);
    }
    assert_true(client_wait(&live, "id: 7\n", PATIENCE_MS));

    /* What another program writes is told as well. */
    const char *words[] = {"import", "--quiet", "--db", daemon.db, NULL, NULL};
    char file[4096];
    (void)snprintf(file, sizeof(file), "%s/replays/foret/duel-table.dendro", test_source_dir());
    words[4] = file;
    assert_int_equal(daemon_run(words), 0);
    play(&writer, &daemon, 6);
    assert_true(client_wait(&live, "id: 9\n", PATIENCE_MS));

    /* A stop ends the stream cleanly: the last chunk is there. */
    assert_int_equal(daemon_halt(&daemon), 0);
    assert_true(client_wait(&live, "\r\n0\r\n\r\n", PATIENCE_MS));
    client_release(&writer);
    client_release(&live);
    client_release(&late);
    client_release(&excess);
    reply_release(&reply);
    daemon_restart(&daemon, NULL);
    daemon_end(&daemon);
}

/* Waits for the end of a stream, cleanly told. */
static void must_end(struct client *client)
{
    assert_true(client_wait(client, "\r\n0\r\n\r\n", PATIENCE_MS));
}

/* The public id of a token. */
static void ask_id(struct client *client, struct reply *reply, const char *token, char id[64])
{
    struct call call = {"GET", "/v1/access", token, NULL, NULL, NULL};
    client_call(client, &call, reply);
    const char *at = strstr(strbuf_text(&reply->body), "\"token\":\"");
    assert_non_null(at);
    (void)snprintf(id, 64, "%.*s", (int)strcspn(at + 9, "\""), at + 9);
}

static void a_stream_ends_with_its_token(void **unused)
{
    (void)unused;
    static const char *const options[] = {"--private", "--heartbeat", "600", NULL};
    struct daemon daemon;
    struct client admin;
    struct client followers[3];
    struct reply reply;
    char tokens[3][64];
    char ids[3][64];
    char text[128];
    daemon_start(&daemon, options);
    client_init(&admin, daemon.port);
    reply_init(&reply);
    struct call open = {"POST", "/v1/games", daemon.token, NULL, GAME, NULL};
    client_call(&admin, &open, &reply);
    assert_int_equal(reply.status, 201);
    for (int i = 0; i < 3; i++) {
        daemon_token(&daemon, "read", tokens[i]);
        ask_id(&admin, &reply, tokens[i], ids[i]);
        client_init(&followers[i], daemon.port);
        (void)snprintf(text, sizeof(text), "Authorization: Bearer %s\r\n", tokens[i]);
        ask_events(&followers[i], text);
    }
    /* Revoked over HTTP, and by another program; nothing is said to them any more. */
    (void)snprintf(text, sizeof(text), "/v1/tokens/%s", ids[0]);
    struct call revoke = {"DELETE", text, daemon.token, NULL, NULL, NULL};
    client_call(&admin, &revoke, &reply);
    assert_true(reply.status == 200 || reply.status == 204);
    must_end(&followers[0]);
    const char *words[] = {"token", "revoke", "--db", daemon.db, ids[1], NULL};
    assert_int_equal(daemon_run(words), 0);
    must_end(&followers[1]);
    play(&admin, &daemon, 0);
    assert_true(client_wait(&followers[2], "event: moves", PATIENCE_MS));
    assert_null(strstr(strbuf_text(&followers[0].in), "event: moves"));
    assert_null(strstr(strbuf_text(&followers[1].in), "event: moves"));
    for (int i = 0; i < 3; i++) {
        client_release(&followers[i]);
    }
    client_release(&admin);
    reply_release(&reply);
    daemon_end(&daemon);
}

/* Who revokes a token by a command need not wait until the daemon has looked. */
static void a_revoked_token_writes_nothing(void **unused)
{
    (void)unused;
    enum { ROUNDS = 10 };
    struct daemon daemon;
    struct client client;
    struct reply reply;
    char token[64];
    char id[64];
    daemon_start(&daemon, NULL);
    client_init(&client, daemon.port);
    reply_init(&reply);
    for (int i = 0; i < ROUNDS; i++) {
        daemon_token(&daemon, "record", token);
        struct call open = {"POST", "/v1/games", token, NULL, GAME, NULL};
        client_call(&client, &open, &reply);
        assert_int_equal(reply.status, 201);
        ask_id(&client, &reply, token, id);
        const char *words[] = {"token", "revoke", "--db", daemon.db, id, NULL};
        assert_int_equal(daemon_run(words), 0);
        client_call(&client, &open, &reply);
        assert_int_equal(reply.status, 401);
    }
    client_release(&client);
    reply_release(&reply);
    daemon_end(&daemon);
}

/* ---- a stop ---- */

struct burst {
    uint16_t port;
    const char *token;
    atomic_int acknowledged;
};

static void *write_on(void *context)
{
    struct burst *burst = context;
    struct client client;
    struct reply reply;
    client_init(&client, burst->port);
    reply_init(&reply);
    struct call call = {"POST", "/v1/games", burst->token, NULL, GAME, NULL};
    for (int i = 0; i < 100000; i++) {
        char text[512];
        (void)snprintf(text, sizeof(text),
                       "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
                       "Content-Length: %zu\r\n\r\n%s",
                       call.path, call.token, strlen(GAME), GAME);
        if (client.fd < 0 && i > 0) {
            break;
        }
        if (!client_send(&client, span_from(text)) || !client_read(&client, false, &reply) || reply.status != 201) {
            break;
        }
        atomic_fetch_add(&burst->acknowledged, 1);
        if (reply.closed) {
            break;
        }
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

static void nothing_acknowledged_is_lost_by_a_stop(void **unused)
{
    (void)unused;
    struct daemon daemon;
    struct client client;
    struct reply reply;
    struct burst burst = {.port = 0};
    pthread_t threads[4];
    daemon_start(&daemon, NULL);
    burst.port = daemon.port;
    burst.token = daemon.token;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, write_on, &burst), 0);
    }
    while (atomic_load(&burst.acknowledged) < 50) {
        sched_yield();
    }
    assert_int_equal(daemon_halt(&daemon), 0);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    daemon_restart(&daemon, NULL);
    client_init(&client, daemon.port);
    reply_init(&reply);
    struct call call = {"GET", "/readyz", NULL, NULL, NULL, NULL};
    client_call(&client, &call, &reply);
    assert_int_equal(reply.status, 200);
    assert_true(reply_int(&reply, "entries") >= atomic_load(&burst.acknowledged));
    client_release(&client);
    reply_release(&reply);
    daemon_end(&daemon);
}

/* ---- one who is alone, and then is not ---- */

enum { LONE_GAMES = 30, EVERY = PLIES };

struct duet {
    uint16_t port;
    const char *token;
    atomic_int done; /* moves of the one who is alone */
    atomic_int odd;  /* answers that were not 200 */
};

static void play_ply(struct client *client, struct reply *reply, struct duet *duet, int game, int ply)
{
    char path[64];
    char body[128];
    (void)snprintf(path, sizeof(path), "/v1/games/%d/moves", game);
    (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"moves\":\"%s\"}", ply, LINES[ply]);
    struct call call = {"POST", path, duet->token, NULL, body, NULL};
    client_call(client, &call, reply);
    atomic_fetch_add(&duet->odd, reply->status != 200);
}

/* Somebody else, once the first has been alone long enough to write without the writer's thread. */
static void *join_in(void *context)
{
    struct duet *duet = context;
    struct client client;
    struct reply reply;
    client_init(&client, duet->port);
    reply_init(&reply);
    for (int turn = 0; turn < LONE_GAMES - 1; turn++) {
        while (atomic_load(&duet->done) < (turn + 1) * EVERY - 2) {
            sched_yield();
        }
        play_ply(&client, &reply, duet, LONE_GAMES + 1 + turn / PLIES, turn % PLIES);
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

static void two_writers_never_hold_the_service_at_once(void **unused)
{
    (void)unused;
    struct daemon daemon;
    struct client client;
    struct reply reply;
    struct duet duet = {.port = 0};
    pthread_t other;
    daemon_start(&daemon, NULL);
    client_init(&client, daemon.port);
    reply_init(&reply);
    for (int i = 0; i < LONE_GAMES + (LONE_GAMES + PLIES - 1) / PLIES; i++) {
        struct call call = {"POST", "/v1/games", daemon.token, NULL, GAME, NULL};
        client_call(&client, &call, &reply);
        assert_int_equal(reply.status, 201);
    }
    duet.port = daemon.port;
    duet.token = daemon.token;
    assert_int_equal(pthread_create(&other, NULL, join_in, &duet), 0);
    for (int game = 1; game <= LONE_GAMES; game++) {
        for (int ply = 0; ply < PLIES; ply++) {
            play_ply(&client, &reply, &duet, game, ply);
            atomic_fetch_add(&duet.done, 1);
        }
    }
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(atomic_load(&duet.odd), 0);
    client_release(&client);
    reply_release(&reply);
    assert_int_equal(daemon_halt(&daemon), 0);
    const char *audit[] = {"audit", "--quiet", "--db", daemon.db, NULL};
    assert_int_equal(daemon_run(audit), 0);
    daemon_restart(&daemon, NULL);
    daemon_end(&daemon);
}

/* ---- a stop while people come and go ---- */

struct crowd {
    uint16_t port;
    atomic_int visits;
    atomic_bool over;
};

static void *come_and_go(void *context)
{
    struct crowd *crowd = context;
    struct client client;
    struct reply reply;
    client_init(&client, crowd->port);
    reply_init(&reply);
    while (!atomic_load(&crowd->over)) {
        static const char TEXT[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        if (client_send(&client, span_from(TEXT)) && client_read(&client, false, &reply) && reply.status == 200) {
            atomic_fetch_add(&crowd->visits, 1);
        }
        client_close(&client);
    }
    reply_release(&reply);
    client_release(&client);
    return NULL;
}

/* A server that stops listening while its threads look at the same socket is how one of its parts once aborted. */
static void a_stop_is_clean_while_people_come_and_go(void **unused)
{
    (void)unused;
    struct daemon daemon;
    static const char *const options[] = {"--threads", "32", NULL};
    daemon_start(&daemon, options);
    for (int round = 0; round < 8; round++) {
        struct crowd crowd = {.port = daemon.port};
        pthread_t threads[4];
        for (int i = 0; i < 4; i++) {
            assert_int_equal(pthread_create(&threads[i], NULL, come_and_go, &crowd), 0);
        }
        while (atomic_load(&crowd.visits) < 20) {
            sched_yield();
        }
        int code = daemon_halt(&daemon);
        atomic_store(&crowd.over, true);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        }
        assert_int_equal(code, 0);
        daemon_restart(&daemon, options);
    }
    daemon_end(&daemon);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_one_writer_wins_each_ply),
        cmocka_unit_test(a_new_token_is_good_for_all_who_come_with_it_at_once),
        cmocka_unit_test(followers_hear_every_entry),
        cmocka_unit_test(a_stream_ends_with_its_token),
        cmocka_unit_test(a_revoked_token_writes_nothing),
        cmocka_unit_test(nothing_acknowledged_is_lost_by_a_stop),
        cmocka_unit_test(two_writers_never_hold_the_service_at_once),
        cmocka_unit_test(a_stop_is_clean_while_people_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
