/*
 * Promises that only show when somebody relies on them: whose an
 * Idempotency-Key is, where a limit lies to the byte, who hears of what
 * another program has written, and that a follower need not wait for a
 * heartbeat.
 */
#include "support/cmocka.h"

#include "support/http_scene.h"
#include "support/scene.h"
#include "support/tamper.h"
#include "support/text.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char GAME[] = "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"]}";

static int ask(struct http_scene *scene, const char *method, const char *path, const char *token, const char *body,
               const char *headers)
{
    struct call call = {method, path, token, NULL, body, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static int get(struct http_scene *scene, const char *path)
{
    return ask(scene, "GET", path, NULL, NULL, NULL);
}

static int post(struct http_scene *scene, const char *path, const char *body, const char *headers)
{
    return ask(scene, "POST", path, scene->daemon.token, body, headers);
}

/* A text of `count` times `c` between two others; to be freed. */
static char *padded(const char *head, char c, size_t count, const char *tail)
{
    char *text = malloc(strlen(head) + count + strlen(tail) + 1);
    assert_non_null(text);
    memcpy(text, head, strlen(head));
    memset(text + strlen(head), c, count);
    memcpy(text + strlen(head) + count, tail, strlen(tail) + 1);
    return text;
}

/* ---- keys ---- */

static void two_phones_may_draw_the_same_key(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char other[64];
    http_scene_begin(&scene, NULL);
    daemon_token(&scene.daemon, "record", other);
    assert_int_equal(post(&scene, "/v1/games", GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 1);
    assert_int_equal(ask(&scene, "POST", "/v1/games", other, GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 2);
    assert_int_equal(reply_header(&scene.reply, "Idempotency-Replayed").len, 0);
    assert_int_equal(ask(&scene, "POST", "/v1/games", other, GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 2);
    assert_true(span_is(reply_header(&scene.reply, "Idempotency-Replayed"), "true"));
    http_scene_end(&scene);
}

static void keys_are_visible_and_not_too_long(void **unused)
{
    (void)unused;
    static const struct {
        char c;
        size_t length;
        int status;
    } cases[] = {{'k', 200, 201}, {'k', 201, 400}, {'!', 3, 201}, {'~', 3, 201}, {'\x7f', 3, 400}, {'\xe9', 3, 400}};
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *header = padded("Idempotency-Key: ", cases[i].c, cases[i].length, "\r\n");
        assert_int_equal(post(&scene, "/v1/games", GAME, header), cases[i].status);
        if (cases[i].status == 201) { /* all of the key counts */
            assert_int_equal(post(&scene, "/v1/games", GAME, header), 201);
            assert_true(span_is(reply_header(&scene.reply, "Idempotency-Replayed"), "true"));
        }
        free(header);
    }
    http_scene_end(&scene);
}

/* A week, as docs/http-api.md says: an hour less is not yet over, an hour more is. */
static void a_key_is_good_for_a_week(void **unused)
{
    (void)unused;
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    assert_int_equal(post(&scene, "/v1/games", GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(scene_sql(scene.daemon.db, "UPDATE answer SET at = at - (7 * 24 - 1) * 3600000"), SQLITE_OK);
    assert_int_equal(post(&scene, "/v1/games", GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 1);
    assert_int_equal(scene_sql(scene.daemon.db, "UPDATE answer SET at = at - 2 * 3600000"), SQLITE_OK);
    assert_int_equal(post(&scene, "/v1/games", GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 2);
    assert_int_equal(post(&scene, "/v1/games", GAME, "Idempotency-Key: k\r\n"), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 2);
    http_scene_end(&scene);
}

/* ---- borders ---- */

/* The value of a metric, or -1. */
static long metric(struct http_scene *scene, const char *name)
{
    char start[80];
    (void)snprintf(start, sizeof(start), "\n%s ", name);
    assert_int_equal(get(scene, "/metrics"), 200);
    const char *at = strstr(strbuf_text(&scene->reply.body), start);
    return at ? strtol(at + strlen(start), NULL, 10) : -1;
}

static void send_game(struct client *client, const struct daemon *daemon)
{
    char request[512];
    (void)snprintf(request, sizeof(request),
                   "POST /v1/games HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   daemon->token, strlen(GAME), GAME);
    client_init(client, daemon->port);
    assert_true(client_send(client, span_from(request)));
}

/* While another program holds the database, one request is being written, as many wait as may, and the next is refused. */
static void as_many_writes_wait_as_may(void **unused)
{
    (void)unused;
    static const char *const options[] = {"--queue", "2", "--threads", "2", NULL};
    struct http_scene scene;
    struct client waiting[3];
    http_scene_begin(&scene, options);
    struct holding *other = hold_writing(scene.daemon.db);
    for (int i = 0; i < 3; i++) {
        send_game(&waiting[i], &scene.daemon);
        for (int n = 0; n < PATIENCE_MS / 20 && metric(&scene, "dendro_requests_under_way") < i + 2; n++) {
            (void)client_wait(&waiting[i], "HTTP", 20);
        }
        for (int n = 0; n < PATIENCE_MS / 20 && metric(&scene, "dendro_writer_queue") != i; n++) {
            (void)client_wait(&waiting[i], "HTTP", 20);
        }
        assert_int_equal(waiting[i].in.len, 0);
    }
    assert_int_equal(post(&scene, "/v1/games", GAME, NULL), 503);
    assert_true(reply_header(&scene.reply, "Retry-After").len > 0);
    hold_end(other);
    hold_close(other);
    for (int i = 0; i < 3; i++) {
        struct reply reply;
        reply_init(&reply);
        assert_true(client_read(&waiting[i], false, &reply));
        assert_int_equal(reply.status, 201);
        reply_release(&reply);
        client_release(&waiting[i]);
    }
    assert_int_equal(get(&scene, "/v1/games"), 200);
    assert_true(reply_has(&scene.reply, "\"id\":3"));
    assert_false(reply_has(&scene.reply, "\"id\":4"));
    http_scene_end(&scene);
}

static void limits_are_kept_to_the_byte(void **unused)
{
    (void)unused;
    static const char *const options[] = {"--body-limit", "2048", "--url-limit", "128", NULL};
    static const char head[] = "{\"name\":\"";
    static const char tail[] = "\"}";
    struct http_scene scene;
    http_scene_begin(&scene, options);
    for (size_t over = 0; over < 2; over++) {
        /* A name that long is refused as a name; only a body that is too long as a body. */
        char *body = padded(head, 'x', 2048 + over - strlen(head) - strlen(tail), tail);
        assert_int_equal(post(&scene, "/v1/players", body, NULL), over ? 413 : 400);
        assert_true(reply_has(&scene.reply, over ? "http.body-size" : "person.name"));
        char chunked[4096];
        (void)snprintf(
            chunked, sizeof(chunked),
            "POST /v1/players HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n%zx\r\n%s\r\n0\r\n\r\n",
            scene.daemon.token, strlen(body), body);
        client_close(&scene.client);
        assert_true(client_send(&scene.client, span_from(chunked)));
        assert_true(client_read(&scene.client, false, &scene.reply));
        assert_int_equal(scene.reply.status, over ? 413 : 400);
        assert_true(reply_has(&scene.reply, over ? "http.body-size" : "person.name"));
        client_close(&scene.client);
        free(body);

        static const char path[] = "/v1/games?player=";
        char *url = padded(path, 'x', 128 + over - strlen(path), "");
        assert_int_equal(get(&scene, url), over ? 414 : 404);
        free(url);
        client_close(&scene.client);
    }
    http_scene_end(&scene);
}

static void members_have_their_types(void **unused)
{
    (void)unused;
    static const char *const bodies[] = {
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":\"deal true\"}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":[\"deal true\"]}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":{\"a b\":\"c\"}}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":{\"a\\nb\":\"c\"}}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":{\"a\":\"b\\nc\"}}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":{\"a\":1}}",
        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",3]}",
        "{\"game\":\"foret\",\"seats\":{\"1\":\"Ada\"}}",
    };
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        if (post(&scene, "/v1/games", bodies[i], NULL) != 400 || !reply_has(&scene.reply, "body.type")) {
            fail_msg("%s: %d %s", bodies[i], scene.reply.status, strbuf_text(&scene.reply.body));
        }
    }
    assert_int_equal(
        post(&scene, "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"options\":{}}", NULL), 201);
    http_scene_end(&scene);
}

/* ---- what others write ---- */

static void run(struct http_scene *scene, const char *one, const char *two, const char *three)
{
    const char *words[] = {one, two, "--db", scene->daemon.db, three, NULL};
    assert_int_equal(daemon_run(words), 0);
}

/* True as soon as the answer has the text; the daemon looks again every second. */
static bool comes(struct http_scene *scene, const char *path, const char *text)
{
    for (int i = 0; i < PATIENCE_MS / 50; i++) {
        assert_int_equal(get(scene, path), 200);
        if (reply_has(&scene->reply, text)) {
            return true;
        }
        (void)client_wait(&scene->client, "nothing comes unasked", 50);
    }
    return false;
}

static void what_another_program_writes_is_shown(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char file[4096];
    http_scene_begin(&scene, NULL);
    assert_int_equal(post(&scene, "/v1/games", GAME, NULL), 201);
    assert_true(comes(&scene, "/v1/players", "\"Ada\"")); /* now it is in the cache */
    run(&scene, "players", "add", "Zita");                /* people are not in the log */
    assert_true(comes(&scene, "/v1/players", "\"Zita\""));
    assert_true(comes(&scene, "/v1/games", "\"Ada\""));
    (void)snprintf(file, sizeof(file), "%s/replays/foret/duel-table.dendro", test_source_dir());
    run(&scene, "import", "--quiet", file);
    assert_true(comes(&scene, "/v1/games", "\"id\":2"));
    http_scene_end(&scene);
}

/* ---- followers ---- */

static void a_move_is_told_without_waiting_for_a_heartbeat(void **unused)
{
    (void)unused;
    static const char *const options[] = {"--heartbeat", "600", "--idle-time", "3600", NULL};
    struct http_scene scene;
    struct client follower;
    http_scene_begin(&scene, options);
    client_init(&follower, scene.daemon.port);
    assert_int_equal(post(&scene, "/v1/games", GAME, NULL), 201);
    assert_true(client_send(&follower, SPAN_LITERAL("GET /v1/games/1/events HTTP/1.1\r\nHost: x\r\n\r\n")));
    assert_true(client_wait(&follower, "retry: 2000", PATIENCE_MS));
    assert_int_equal(post(&scene, "/v1/games/1/moves", "{\"ply\":0,\"moves\":\"1: bee 0,0\"}", NULL), 200);
    assert_true(client_wait(&follower, "id: 2\nevent: moves\n", PATIENCE_MS));
    assert_int_equal(post(&scene, "/v1/games/1/takeback", "{\"ply\":1}", NULL), 200);
    assert_true(client_wait(&follower, "id: 3\nevent: back\n", PATIENCE_MS));
    client_release(&follower);
    http_scene_end(&scene);
}

/* ---- tokens ---- */

static void a_token_is_good_until_its_day(void **unused)
{
    (void)unused;
    static const struct {
        const char *expires;
        int status;
    } cases[] = {{"2020-01-01", 401}, {"2999-01-01", 200}};
    static const char *const options[] = {"--private", NULL};
    struct http_scene scene;
    http_scene_begin(&scene, options);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char body[128];
        char token[64];
        (void)snprintf(body, sizeof(body), "{\"label\":\"l\",\"scopes\":[\"read\"],\"expires\":\"%s\"}",
                       cases[i].expires);
        assert_int_equal(post(&scene, "/v1/tokens", body, NULL), 201);
        const char *secret = strstr(strbuf_text(&scene.reply.body), "dendro_");
        assert_non_null(secret);
        (void)snprintf(token, sizeof(token), "%.50s", secret);
        assert_int_equal(ask(&scene, "GET", "/v1/games", token, NULL, NULL), cases[i].status);
    }
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_phones_may_draw_the_same_key),
        cmocka_unit_test(keys_are_visible_and_not_too_long),
        cmocka_unit_test(a_key_is_good_for_a_week),
        cmocka_unit_test(as_many_writes_wait_as_may),
        cmocka_unit_test(limits_are_kept_to_the_byte),
        cmocka_unit_test(members_have_their_types),
        cmocka_unit_test(what_another_program_writes_is_shown),
        cmocka_unit_test(a_move_is_told_without_waiting_for_a_heartbeat),
        cmocka_unit_test(a_token_is_good_until_its_day),
    };
    return cmocka_run_group_tests_name("http promises", tests, NULL, NULL);
}
