/*
 * Each limit of the daemon, and what happens to somebody who tries to exceed
 * it: an answer that says so, or the end of the connection, and others are
 * served meanwhile.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "support/http_scene.h"
#include "support/tamper.h"
#include "support/text.h"

#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int call(struct http_scene *scene, const char *method, const char *path, const char *body, const char *headers)
{
    struct call one = {method, path, scene->daemon.token, NULL, body, headers};
    client_call(&scene->client, &one, &scene->reply);
    return scene->reply.status;
}

/* The others are still served. */
static void others_are_served(struct http_scene *scene)
{
    struct client other;
    client_init(&other, scene->daemon.port);
    struct call one = {"GET", "/v1/games", NULL, NULL, NULL, NULL};
    client_call(&other, &one, &scene->reply);
    assert_int_equal(scene->reply.status, 200);
    client_release(&other);
}

static char *repeat(const char *head, char c, size_t count, const char *tail)
{
    size_t length = strlen(head);
    char *text = malloc(length + count + strlen(tail) + 1);
    assert_non_null(text);
    memcpy(text, head, length);
    memset(text + length, c, count);
    memcpy(text + length + count, tail, strlen(tail) + 1);
    return text;
}

static void sizes_are_limited(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--body-limit", "4096",           "--url-limit", "256", "--header-limit",
                                          "2048",         "--import-limit", "300000",      NULL};
    http_scene_begin(&scene, options);
    char *text = repeat("{\"name\":\"", 'x', 5000, "\"}");
    assert_int_equal(call(&scene, "POST", "/v1/players", text, NULL), 413);
    assert_true(reply_has(&scene.reply, "4096"));
    free(text);

    /* The same without saying how much is coming. */
    assert_true(
        client_send(&scene.client, SPAN_LITERAL("POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
                                                "Content-Type: application/json\r\nAuthorization: Bearer ")));
    assert_true(client_send(&scene.client, span_from(scene.daemon.token)));
    assert_true(client_send(&scene.client, SPAN_LITERAL("\r\n\r\n")));
    text = repeat("400\r\n", 'x', 1024, "\r\n");
    for (int i = 0; i < 8; i++) {
        assert_true(client_send(&scene.client, span_from(text)));
    }
    assert_true(client_send(&scene.client, SPAN_LITERAL("0\r\n\r\n")));
    assert_true(client_read(&scene.client, false, &scene.reply));
    assert_int_equal(scene.reply.status, 413);
    free(text);

    text = repeat("/v1/games?player=", 'x', 300, "");
    assert_int_equal(call(&scene, "GET", text, NULL, NULL), 414);
    free(text);
    text = repeat("X-Long: ", 'x', 3000, "\r\n");
    assert_int_equal(call(&scene, "GET", "/v1/games", NULL, text), 431);
    free(text);
    text = repeat("X-Huge: ", 'x', 200000, "\r\n"); /* we are told before all of it is sent */
    int status = call(&scene, "GET", "/v1/games", NULL, text);
    assert_true(status == 431);
    free(text);
    client_close(&scene.client);
    text = repeat("", '[', 40, "");
    assert_int_equal(call(&scene, "POST", "/v1/players", text, NULL), 413);
    assert_true(reply_has(&scene.reply, "body.depth"));
    free(text);
    assert_int_equal(call(&scene, "POST", "/v1/games/1/moves", "{\"ply\":99999999999999999999,\"moves\":\"\"}", NULL),
                     400);
    assert_int_equal(call(&scene, "POST", "/v1/games/1/moves", "{\"ply\":1e999,\"moves\":\"\"}", NULL), 400);
    assert_int_equal(call(&scene, "POST", "/v1/games/1/moves", "{\"ply\":1.5,\"moves\":\"\"}", NULL), 400);
    text = repeat("", 'x', 400000, "");
    struct call import = {"POST", "/v1/import", scene.daemon.token, "text/plain", text, NULL};
    client_call(&scene.client, &import, &scene.reply);
    assert_true(scene.reply.status == 413 || scene.reply.status == 0); /* we may still be sending when it closes */
    free(text);
    client_close(&scene.client);
    others_are_served(&scene);
    http_scene_end(&scene);
}

/* What is wrong with an import is told a hundred times; how many were refused is told in any case. */
static void problems_of_an_import_are_limited(void **unused)
{
    (void)unused;
    static const unsigned counts[] = {1, 3, 100, 120};
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        struct strbuf text;
        strbuf_init(&text, &allocator_heap, 1 << 16);
        strbuf_repeat(&text, "dendro 1\ngame odd\nseat 1 A\n\n", (int)counts[i]);
        struct call import = {"POST", "/v1/import", scene.daemon.token, "text/plain", strbuf_text(&text), NULL};
        client_call(&scene.client, &import, &scene.reply);
        assert_int_equal(scene.reply.status, 200);
        assert_int_equal(reply_int(&scene.reply, "refused"), counts[i]);
        unsigned told = 0;
        for (const char *at = strbuf_text(&scene.reply.body); (at = strstr(at, "\"line\":")) != NULL; at++) {
            told++;
        }
        assert_int_equal(told, counts[i] < 100 ? counts[i] : 100);
        strbuf_release(&text);
    }
    http_scene_end(&scene);
}

/* Waits for the end of the connection. */
static bool is_closed(struct client *client)
{
    for (;;) {
        char byte;
        struct pollfd wait = {.fd = client->fd, .events = POLLIN};
        if (poll(&wait, 1, PATIENCE_MS) <= 0) {
            return false;
        }
        if (read(client->fd, &byte, 1) <= 0) {
            return true;
        }
    }
}

static void the_slow_are_sent_away(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--request-time", "1", "--idle-time", "2", NULL};
    http_scene_begin(&scene, options);
    /* A body, headers and a first line that do not come to an end, byte after byte. */
    static const char *const beginnings[] = {
        "POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n",
        "GET /v1/games HTTP/1.1\r\nHost: x\r\nX-A: ", "GET /v1/games?player="};
    for (size_t i = 0; i < 3; i++) {
        struct client slow;
        client_init(&slow, scene.daemon.port);
        assert_true(client_send(&slow, span_from(beginnings[i])));
        bool closed = false;
        for (int n = 0; n < PATIENCE_MS / 100 && !closed; n++) {
            struct pollfd wait = {.fd = slow.fd, .events = POLLIN};
            closed = (poll(&wait, 1, 100) > 0 && is_closed(&slow)) || !client_send(&slow, SPAN_LITERAL("x"));
            if (n == 2) {
                others_are_served(&scene);
            }
        }
        assert_true(closed);
        client_release(&slow);
    }
    /* Nobody speaks. */
    struct client silent;
    client_init(&silent, scene.daemon.port);
    assert_true(client_send(&silent, SPAN_LITERAL("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")));
    assert_true(client_wait(&silent, "\"ok\"", PATIENCE_MS));
    assert_true(is_closed(&silent));
    client_release(&silent);
    others_are_served(&scene);
    http_scene_end(&scene);
}

static void connections_of_an_address_are_limited(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--connections-per-address", "3", "--threads", "2", NULL};
    struct client clients[8];
    int served = 0;
    int open = 0;
    http_scene_begin(&scene, options);
    for (int i = 0; i < 8; i++) { /* everybody is served, in the place of whoever has been idle longest */
        client_init(&clients[i], scene.daemon.port);
        bool sent = client_send(&clients[i], SPAN_LITERAL("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
        served += sent && client_wait(&clients[i], "\"ok\"", PATIENCE_MS);
    }
    assert_int_equal(served, 8);
    for (int i = 0; i < 8; i++) {
        strbuf_clear(&clients[i].in);
        bool sent = client_send(&clients[i], SPAN_LITERAL("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"));
        open += sent && client_wait(&clients[i], "\"ok\"", i < 5 ? 1000 : PATIENCE_MS);
    }
    assert_int_equal(open, 3);
    for (int i = 0; i < 8; i++) {
        client_release(&clients[i]);
    }
    struct call one = {"GET", "/v1/games", NULL, NULL, NULL, NULL};
    for (int i = 0; i < PATIENCE_MS / 20 && scene.reply.status != 200; i++) { /* once they have gone */
        client_call(&scene.client, &one, &scene.reply);
        struct pollfd none = {.fd = -1};
        (void)poll(&none, 1, 20);
    }
    assert_int_equal(scene.reply.status, 200);
    http_scene_end(&scene);
}

static void guessing_is_slowed_down(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--token-failures", "3", NULL};
    http_scene_begin(&scene, options);
    for (int i = 0; i < 6; i++) {
        struct call one = {"GET", "/v1/games", "dendro_guess", NULL, NULL, NULL};
        client_call(&scene.client, &one, &scene.reply);
        assert_int_equal(scene.reply.status, i < 3 ? 401 : 429);
        assert_true((reply_header(&scene.reply, "Retry-After").len > 0) == (i >= 3));
    }
    /* Whoever has a good token is not locked out by a neighbour. */
    assert_int_equal(call(&scene, "GET", "/v1/games", NULL, NULL), 200);
    http_scene_end(&scene);
}

static void a_locked_database_is_not_ready(void **unused)
{
    (void)unused;
    struct http_scene scene;
    struct pollfd none = {.fd = -1};
    http_scene_begin(&scene, NULL);
    assert_int_equal(call(&scene, "GET", "/readyz", NULL, NULL), 200);
    struct holding *other = hold_writing(scene.daemon.db);
    (void)poll(&none, 1, 1100); /* a probe is good for a second */
    assert_int_equal(call(&scene, "GET", "/readyz", NULL, NULL), 503);
    assert_true(reply_header(&scene.reply, "Retry-After").len > 0);
    assert_int_equal(call(&scene, "GET", "/healthz", NULL, NULL), 200);
    assert_int_equal(call(&scene, "GET", "/v1/games", NULL, NULL), 200);
    hold_end(other);
    hold_close(other);
    assert_int_equal(call(&scene, "GET", "/readyz", NULL, NULL), 200);
    http_scene_end(&scene);
}

static const char *const MOVES[] = {"1: bee 0,0",  "2: bee 0,0",   "3: bee 0,0",   "1: bear 1,0",
                                    "2: bear 1,0", "3: bear 1,0",  "1: deer 2,0",  "2: deer 2,0",
                                    "3: deer 2,0", "1: trout 3,0", "2: trout 3,0", "3: trout 3,0"};
enum { MOVES_COUNT = sizeof(MOVES) / sizeof(MOVES[0]) };

/* One game's moves, one by one, by somebody who is alone. */
static void log_a_game(struct http_scene *scene, int game)
{
    char path[64];
    char body[128];
    assert_int_equal(call(scene, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"]}", NULL), 201);
    (void)snprintf(path, sizeof(path), "/v1/games/%d/moves", game);
    for (int ply = 0; ply < MOVES_COUNT; ply++) {
        (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"moves\":\"%s\"}", ply, MOVES[ply]);
        assert_int_equal(call(scene, "POST", path, body, NULL), 200);
    }
}

/* Takes a move back while another program writes. True when somebody else was answered meanwhile, and then the move. */
static bool waits_alone(struct http_scene *scene, struct holding *other, int ply)
{
    struct client writer;
    char text[512];
    char body[64];
    client_init(&writer, scene->daemon.port);
    (void)snprintf(body, sizeof(body), "{\"ply\":%d,\"count\":1}", ply);
    (void)snprintf(text, sizeof(text),
                   "POST /v1/games/1/takeback HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   scene->daemon.token, strlen(body), body);
    hold_again(other);
    assert_true(client_send(&writer, span_from(text)));
    others_are_served(scene);
    bool first = !client_wait(&writer, "HTTP/1.1", 0);
    hold_end(other);
    assert_true(client_read(&writer, false, &scene->reply));
    client_release(&writer);
    return first && scene->reply.status == 200;
}

/* A person alone is served by the thread that reads for others, too; it may not wait for the lock there. */
static void a_lone_writer_holds_nobody_up(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--threads", "1", NULL};
    http_scene_begin(&scene, options);
    log_a_game(&scene, 1);
    struct holding *other = hold_writing(scene.daemon.db);
    hold_end(other);
    bool good = false;
    for (int ply = MOVES_COUNT; ply > 0 && !good; ply -= scene.reply.status == 200) {
        good = waits_alone(&scene, other, ply); /* not at once where the lock lasts too long for the daemon */
    }
    assert_true(good);
    hold_close(other);
    http_scene_end(&scene);
}

/* ---- noise ---- */

static const char SEED_REQUEST[] =
    "POST /v1/games/1/moves HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dendro_x\r\nContent-Type: application/json\r\n"
    "Content-Length: 30\r\nAccept-Encoding: gzip\r\nIf-None-Match: \"x\"\r\n\r\n{\"ply\":0,\"moves\":\"1: bee 0,0\"}"
    "GET /v1/games?limit=3&cursor=ZzE HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";

static void noise_does_no_harm(void **unused)
{
    (void)unused;
    struct http_scene scene;
    struct prng prng;
    unsigned cases = test_cases(600);
    /* Those of the noisy that the daemon has not yet seen go must not count as a crowd. */
    static const char *const options[] = {
        "--token-failures", "1000000", "--connections", "4096", "--connections-per-address", "4096", NULL};
    http_scene_begin(&scene, options);
    prng_seed(&prng, 4);
    for (unsigned n = 0; n < cases; n++) {
        char bytes[sizeof(SEED_REQUEST)];
        struct client noisy;
        memcpy(bytes, SEED_REQUEST, sizeof(bytes));
        size_t length = sizeof(bytes) - 1;
        if (n % 3 == 0) {
            for (size_t i = 0; i < length; i++) {
                bytes[i] = (char)prng_below(&prng, 256);
            }
        } else {
            for (unsigned i = 0; i <= prng_below(&prng, 8); i++) {
                bytes[prng_below(&prng, (uint32_t)length)] = (char)prng_below(&prng, 256);
            }
            length = prng_below(&prng, 4) ? length : prng_below(&prng, (uint32_t)length);
        }
        client_init(&noisy, scene.daemon.port);
        (void)client_send(&noisy, span_of(bytes, length));
        (void)client_wait(&noisy, "HTTP/1.1 ", 1);
        client_release(&noisy);
        if (n % 100 == 0) {
            others_are_served(&scene);
        }
    }
    assert_int_equal(call(&scene, "GET", "/readyz", NULL, NULL), 200);
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(problems_of_an_import_are_limited),
        cmocka_unit_test(the_slow_are_sent_away),
        cmocka_unit_test(connections_of_an_address_are_limited),
        cmocka_unit_test(guessing_is_slowed_down),
        cmocka_unit_test(a_locked_database_is_not_ready),
        cmocka_unit_test(a_lone_writer_holds_nobody_up),
        cmocka_unit_test(noise_does_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
