/*
 * A daemon that runs out of memory in the middle of a request: whatever it answers, one that writes, sent again with its
 * Idempotency-Key, is stored once, and a question is answered as ever or put off. A daemon in this process, whose
 * allocator fails on command.
 */
#include "support/cmocka.h"

#include "http/server.h"
#include "support/http_client.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 400 /* allocations of one request, far more than there are */, TRIES = 50 };

/* Counts down with each allocation of any thread; the one that finds 0 fails. Negative: none does. */
static void *resize(void *context, void *old, size_t size)
{
    atomic_long *left = context;
    if (size > 0 && atomic_load(left) >= 0 && atomic_fetch_sub(left, 1) == 0) {
        return NULL;
    }
    return mem_resize(&allocator_heap, old, size);
}

struct stage {
    struct scene scene;
    struct server *server;
    struct client client;
    struct reply reply;
    atomic_long left;
    struct allocator allocator;
};

static void stage_begin(struct stage *stage)
{
    struct config config;
    struct error error = {.message = NULL};
    scene_begin(&stage->scene);
    atomic_init(&stage->left, -1);
    stage->allocator = (struct allocator){resize, &stage->left};
    config_init(&config);
    MUST(config_set(&config, SPAN_LITERAL("db"), span_from(stage->scene.path), &error));
    MUST(config_set(&config, SPAN_LITERAL("listen"), SPAN_LITERAL("127.0.0.1:0"), &error));
    MUST(server_start(&stage->server, &config, &stage->allocator, NULL, &error));
    client_init(&stage->client, server_port(stage->server));
    reply_init(&stage->reply);
}

static void stage_end(struct stage *stage)
{
    client_release(&stage->client);
    reply_release(&stage->reply);
    server_stop(stage->server);
    scene_end(&stage->scene);
}

/*
 * Sends it with allocation `n` failing, then again until it is answered with `done`; true when the nth was never asked for. Who
 * asked is not told that the request is wrong: it is stored, or put off, or the connection ends.
 */
static bool send_twice(struct stage *stage, long n, const char *method, const char *path, const char *body, int done)
{
    char key[64];
    (void)snprintf(key, sizeof(key), "Idempotency-Key: %s-%ld\r\n", path, n);
    const char *type = body && body[0] != '{' ? "text/plain" : NULL;
    const struct call call = {method, path, server_first_token(stage->server), type, body, key};
    atomic_store(&stage->left, n);
    client_call(&stage->client, &call, &stage->reply);
    bool spared = atomic_exchange(&stage->left, -1) >= 0;
    int status = stage->reply.status;
    if (status != 0 && status != done && status != 503) {
        fail_msg("%s without allocation %ld: %d %s", path, n, status, strbuf_text(&stage->reply.body));
    }
    client_close(&stage->client);
    for (int i = 0; i < TRIES && stage->reply.status != done; i++) {
        client_call(&stage->client, &call, &stage->reply);
        client_close(&stage->client);
    }
    assert_int_equal(stage->reply.status, done);
    return spared;
}

static void a_game_is_opened_once(void **unused)
{
    (void)unused;
    static const char game[] = "{\"game\": \"foret\", \"seats\": [\"Ada\", \"Bo\", \"Cy\"]}";
    struct stage stage;
    stage_begin(&stage);
    long n = 0;
    bool spared = false;
    for (; n < MOST && !spared; n++) {
        spared = send_twice(&stage, n, "POST", "/v1/games", game, 201);
        assert_int_equal(scene_sql_int(stage.scene.path, "SELECT count(*) FROM entry"), n + 1);
    }
    assert_true(spared && n > 4);
    stage_end(&stage);
}

static void a_person_is_added_once(void **unused)
{
    (void)unused;
    struct stage stage;
    stage_begin(&stage);
    long n = 0;
    bool spared = false;
    for (; n < MOST && !spared; n++) {
        char body[64];
        (void)snprintf(body, sizeof(body), "{\"name\": \"Person %ld\"}", n);
        spared = send_twice(&stage, n, "POST", "/v1/players", body, 201);
        assert_int_equal(scene_sql_int(stage.scene.path, "SELECT count(*) FROM person"), n + 1);
    }
    assert_true(spared && n > 4);
    stage_end(&stage);
}

/* What is done to a game of its own each time adds one entry to the log. */
static void what_becomes_of_a_game_is_logged_once(void **unused)
{
    (void)unused;
    static const char game[] = "{\"game\": \"foret\", \"seats\": [\"Ada\", \"Bo\"], \"moves\": [\"1: bee 0,0\"]}";
    static const struct {
        const char *what;
        const char *body;
    } deeds[] = {
        {"moves", "{\"ply\": 1, \"moves\": [\"2: bee 0,0\"]}"},
        {"moves", "{\"ply\": 1, \"moves\": [\"2: deer 0,0\", \"n: rabbit\", \"1: fox 0,1\"]}"},
        {"moves?ply=1", "2: deer 0,0\nn: rabbit\n# a word about it\n1: fox 0,1\n"},
        {"moves?ply=1", "2: bee 0,0"},
        {"takeback", "{\"ply\": 1}"},
        {"abandon", "{\"reason\": \"the bell rang\"}"},
        {"void", "{\"reason\": \"a mistake\"}"},
        {"correct", "{\"reason\": \"a name\", \"game\": \"foret\", \"seats\": [\"Ada\", \"Cy\"]}"},
    };
    struct stage stage;
    stage_begin(&stage);
    const struct call open = {"POST", "/v1/games", server_first_token(stage.server), NULL, game, NULL};
    for (size_t i = 0; i < sizeof(deeds) / sizeof(deeds[0]); i++) {
        int64_t size = scene_sql_int(stage.scene.path, "SELECT count(*) FROM entry");
        bool spared = false;
        long n = 0;
        for (; n < MOST && !spared; n++) {
            char path[64];
            client_call(&stage.client, &open, &stage.reply);
            assert_int_equal(stage.reply.status, 201);
            (void)snprintf(path, sizeof(path), "/v1/games/%ld/%s", (long)reply_int(&stage.reply, "game"),
                           deeds[i].what);
            spared = send_twice(&stage, n, "POST", path, deeds[i].body, 200);
            assert_int_equal(scene_sql_int(stage.scene.path, "SELECT count(*) FROM entry"), size + 2 * (n + 1));
        }
        assert_true(spared && n > 4);
    }
    stage_end(&stage);
}

#define GRID                                                                                                         \
    "bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit meadow " \
    "stream wolf\n"
static const char SHEET[] = "dendro 1\ngame foret\nlevel sheet\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed 2026-11-13\n"
                            "place Cave\n\n1: grid " GRID "2: grid " GRID "3: grid " GRID;

/* A game that is over and one that is not; `first` and `second` get the handles of two people. */
static void play_two(struct stage *stage, char first[32], char second[32])
{
    const char *token = server_first_token(stage->server);
    const struct call calls[] = {
        {"POST", "/v1/games", token, "text/plain", SHEET, NULL},
        {"POST", "/v1/games", token, NULL, "{\"game\": \"foret\", \"seats\": [\"Ada\", \"Bo\"]}", NULL},
        {"GET", "/v1/players", token, NULL, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        client_call(&stage->client, &calls[i], &stage->reply);
        assert_in_range(stage->reply.status, 200, 201);
    }
    const char *at = strbuf_text(&stage->reply.body);
    for (int i = 0; i < 2; i++) {
        at = strstr(at, "\"id\":\"");
        assert_non_null(at);
        at += strlen("\"id\":\"");
        (void)snprintf(i == 0 ? first : second, 32, "%.*s", (int)strcspn(at, "\""), at);
    }
}

/* Asks with each allocation failing in turn: the answer is put off, or the one that everybody gets. */
static void ask_without_memory(struct stage *stage, const char *path)
{
    struct strbuf longest; /* a stream may break off */
    const struct call call = {"GET", path, server_first_token(stage->server), NULL, NULL, NULL};
    bool spared = false;
    strbuf_init(&longest, &allocator_heap, 1 << 20);
    for (long n = 0; n < MOST && !spared; n++) {
        atomic_store(&stage->left, n);
        client_call(&stage->client, &call, &stage->reply);
        spared = atomic_exchange(&stage->left, -1) >= 0;
        client_close(&stage->client);
        int status = stage->reply.status;
        if (status != 0 && status != 200 && status != 503) {
            fail_msg("%s without allocation %ld: %d %s", path, n, status, strbuf_text(&stage->reply.body));
        }
        if (status != 200) {
            continue;
        }
        struct span body = strbuf_span(&stage->reply.body);
        size_t shorter = body.len < longest.len ? body.len : longest.len;
        assert_memory_equal(strbuf_text(&stage->reply.body), strbuf_text(&longest), shorter);
        strbuf_add_span(&longest, span_skip(body, shorter));
        assert_true(strbuf_ok(&longest));
    }
    assert_true(spared && stage->reply.status == 200);
    assert_string_equal(strbuf_text(&stage->reply.body), strbuf_text(&longest));
    strbuf_release(&longest);
}

/* A text with the handles of two people for @1 and @2, and a number for @n. */
static void fill_in(const char *text, const char *one, const char *two, const char *number, char *out, size_t size)
{
    struct strbuf filled;
    strbuf_wrap(&filled, out, size);
    for (const char *c = text; *c; c++) {
        if (*c != '@') {
            strbuf_add_char(&filled, *c);
            continue;
        }
        c++;
        strbuf_add(&filled, *c == '1' ? one : *c == '2' ? two : number);
    }
    assert_true(strbuf_ok(&filled));
    out[filled.len] = '\0';
}

/* Each is done, or put off and then done. */
static void everything_else_is_done_or_put_off(void **unused)
{
    (void)unused;
    static const struct {
        const char *method, *path, *body;
        int done;
    } deeds[] = {
        {"POST", "/v1/places", "{\"name\": \"Attic @n\"}", 201},
        {"POST", "/v1/nights", "{\"day\": \"2@n-05-05\", \"title\": \"Spring\", \"place\": \"Cave\"}", 201},
        {"PATCH", "/v1/nights/2026-11-13", "{\"title\": \"Title @n\"}", 200},
        {"PATCH", "/v1/players/@1", "{\"name\": \"Ada @n\"}", 200},
        {"POST", "/v1/tokens", "{\"label\": \"phone @n\", \"scopes\": [\"record\"], \"expires\": \"2999-01-01\"}", 201},
        {"POST", "/v1/score", SHEET, 200},
    };
    struct stage stage;
    char people[2][32];
    stage_begin(&stage);
    play_two(&stage, people[0], people[1]);
    for (size_t i = 0; i < sizeof(deeds) / sizeof(deeds[0]); i++) {
        bool spared = false;
        for (long n = 0; n < MOST && !spared; n++) {
            char number[24];
            char path[64];
            char body[sizeof(SHEET)];
            (void)snprintf(number, sizeof(number), "%03ld", n);
            fill_in(deeds[i].path, people[0], people[1], number, path, sizeof(path));
            fill_in(deeds[i].body, people[0], people[1], number, body, sizeof(body));
            spared = send_twice(&stage, n, deeds[i].method, path, body, deeds[i].done);
        }
        assert_true(spared);
    }
    stage_end(&stage);
}

static void questions_are_answered_or_put_off(void **unused)
{
    (void)unused;
    static const char *const paths[] = {
        "/v1/players",
        "/v1/players?limit=1",
        "/v1/players/@1",
        "/v1/players/@1/stats?game=foret",
        "/v1/players/@1/vs/@2?game=foret",
        "/v1/games?limit=1",
        "/v1/games?player=Ada&game=foret&status=live",
        "/v1/games/2",
        "/v1/games/2/moves",
        "/v1/games/2/legal",
        "/v1/games/2/state?at=0",
        "/v1/games/1/score",
        "/v1/games/1/record",
        "/v1/games/1/audit",
        "/v1/nights",
        "/v1/nights/2026-11-13",
        "/v1/places",
        "/v1/rules",
        "/v1/catalogues",
        "/v1/access",
        "/v1/tokens",
        "/v1/leaderboard?game=foret&variant=standard&level=sheet&place=Cave&seats=3&from=2026-01-01",
        "/v1/cards?game=foret&player=Ada",
        "/v1/cards/bee?game=foret&night=2026-11-13",
        "/v1/records?game=foret&to=2027-01-01",
        "/v1/ratings/history?game=foret",
        "/v1/log/key",
        "/v1/log/proof/inclusion?seq=2",
        "/v1/log/proof/consistency?first=1&size=2",
        "/v1/audit",
        "/v1/export?format=ndjson&game=foret&player=Ada&since=2026-01-01&until=2027-01-01&voided=true",
        "/v1/log?first=1&last=2&limit=1",
        "/healthz",
    };
    struct stage stage;
    char people[2][32];
    stage_begin(&stage);
    play_two(&stage, people[0], people[1]);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        char path[160];
        fill_in(paths[i], people[0], people[1], "", path, sizeof(path));
        ask_without_memory(&stage, path);
    }
    stage_end(&stage);
}

/* What is refused is refused or, when there is not even room for a sentence, put off; the body says which. */
static void what_is_refused_is_never_done(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        int status;
    } cases[] = {
        {"/v1/games/99", 404}, {"/v1/games?limit=x", 400}, {"/v1/leaderboard?game=chess", 404}, {"/v1/cards/%ff", 400}};
    struct stage stage;
    stage_begin(&stage);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct call call = {"GET", cases[i].path, server_first_token(stage.server), NULL, NULL, NULL};
        bool spared = false;
        for (long n = 0; n < MOST && !spared; n++) {
            atomic_store(&stage.left, n);
            client_call(&stage.client, &call, &stage.reply);
            spared = atomic_exchange(&stage.left, -1) >= 0;
            client_close(&stage.client);
            int status = stage.reply.status;
            if (status != 0 && status != 503 && status != cases[i].status) {
                fail_msg("%s without allocation %ld: %d", cases[i].path, n, status);
            }
            assert_true(status == 0 || reply_int(&stage.reply, "status") == status);
        }
        assert_int_equal(stage.reply.status, cases[i].status);
    }
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_opened_once),
        cmocka_unit_test(a_person_is_added_once),
        cmocka_unit_test(what_becomes_of_a_game_is_logged_once),
        cmocka_unit_test(everything_else_is_done_or_put_off),
        cmocka_unit_test(questions_are_answered_or_put_off),
        cmocka_unit_test(what_is_refused_is_never_done),
    };
    return cmocka_run_group_tests_name("http memory", tests, NULL, NULL);
}
