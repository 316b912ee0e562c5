/*
 * What is refused before anybody looks at the question: a host that is not
 * ours, headers that mean two things, bodies of another kind; and parameters
 * that say nothing or too much. Each refusal says what is wrong.
 */
#include "support/cmocka.h"

#include "http/openapi.h"
#include "http/route.h"
#include "support/http_scene.h"

#include <jansson.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

static void set_up(struct http_scene *scene, const char *const *options)
{
    http_scene_begin(scene, options);
    struct call open = {
        "POST", "/v1/games", scene->daemon.token, NULL, "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"]}", NULL};
    client_call(&scene->client, &open, &scene->reply);
    assert_int_equal(scene->reply.status, 201);
}

/* Sends bytes on a connection of their own, and fails unless the answer has this status and this text. */
static void expect(struct http_scene *scene, const char *request, int status, const char *has)
{
    client_close(&scene->client);
    assert_true(client_send(&scene->client, span_from(request)));
    if (!client_read(&scene->client, false, &scene->reply) || scene->reply.status != status ||
        (has && !reply_has(&scene->reply, has))) {
        fail_msg("%s: %d %s", request, scene->reply.status, strbuf_text(&scene->reply.body));
    }
    client_close(&scene->client);
}

/* ---- hosts ---- */

static void only_our_own_names_are_answered(void **unused)
{
    (void)unused;
    static const struct {
        const char *setting;
        const char *host;
        int status;
    } cases[] = {
        {"", "localhost", 200},
        {"", "LOCALHOST.:1", 200},
        {"", "127.0.0.1:80", 200},
        {"", "127.9.9.9", 200},
        {"", "[::1]:8080", 200},
        {"", "evil.example", 421},
        {"", "localhost.evil.example", 421},
        {"", "192.168.1.4", 421},
        {"", "a b", 421},
        {"", "\xff\xfe", 421},
        {"club.example, [2001:db8::1]", "Club.Example.:8443", 200},
        {"club.example, [2001:db8::1]", "[2001:0DB8::0:1]", 200},
        {"club.example, [2001:db8::1]", "localhost", 421},
        {"*", "evil.example", 200},
    };
    struct http_scene scene;
    const char *running = NULL;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char request[256];
        const char *options[] = {"--host", cases[i].setting, NULL};
        if (!running || strcmp(running, cases[i].setting) != 0) {
            if (running) {
                http_scene_end(&scene);
            }
            running = cases[i].setting;
            http_scene_begin(&scene, options);
        }
        (void)snprintf(request, sizeof(request), "GET /v1/games HTTP/1.1\r\nHost: %s\r\n\r\n", cases[i].host);
        expect(&scene, request, cases[i].status, cases[i].status == 421 ? "/problems/http.host" : "\"games\"");
        /* A host that is named in the address counts instead of the header. */
        if (!strpbrk(cases[i].host, " \xff")) {
            (void)snprintf(request, sizeof(request), "GET http://%s/v1/games HTTP/1.1\r\nHost: localhost\r\n\r\n",
                           cases[i].host);
            expect(&scene, request, cases[i].status, NULL);
        }
        /* Which names it has is nobody's business. */
        assert_false(cases[i].status == 421 && reply_has(&scene.reply, "club.example"));
    }
    expect(&scene, "GET /v1/games HTTP/1.0\r\n\r\n", 200, NULL);
    http_scene_end(&scene);
}

/* ---- headers ---- */

#define GAMES "GET /v1/games HTTP/1.1\r\nHost: x\r\n"
#define SCORE "POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
#define SCORED "Content-Length: 9\r\n\r\ndendro 1\n"

static void a_header_of_one_meaning_is_there_once(void **unused)
{
    (void)unused;
    static const struct {
        const char *request;
        const char *has;
    } cases[] = {
        {GAMES "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", "the header Authorization is there twice"},
        {GAMES "Authorization: Bearer a\r\nauthorization: Bearer a\r\n\r\n", "http.header-twice"},
        {GAMES "Idempotency-Key: a\r\nidempotency-key: b\r\n\r\n", "Idempotency-Key"},
        {SCORE "Content-Type: application/json\r\n" SCORED, "Content-Type"},
        {SCORE "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n" SCORED, "Content-Encoding"},
        {"GET /v1/games/1/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1\r\nLast-Event-ID: 2\r\n\r\n", "Last-Event-ID"},
        {GAMES "Accept-Language: fr\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
         "l'en-tête Authorization est donné deux fois"},
    };
    struct http_scene scene;
    set_up(&scene, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect(&scene, cases[i].request, 400, cases[i].has);
    }
    expect(&scene, "GET /v1/games/1/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: soon\r\n\r\n", 400,
           "Last-Event-ID must be the number of an entry, not 'soon'");
    /* Lists may be given in pieces, and what is odd does no harm. */
    expect(&scene, GAMES "If-None-Match: \"a\"\r\nIf-None-Match: \"b\", W/\"c\r\n\r\n", 200, NULL);
    expect(&scene, GAMES "Accept-Language: ;;q=,,*;q=x\r\nAccept-Language: \r\nAccept-Encoding: gzip;q=0\r\n\r\n", 200,
           NULL);
    expect(&scene, GAMES "Range: bytes=0-3,9-,-1\r\nIf-Range: x\r\nExpect: something\r\nTE: trailers\r\n\r\n", 200,
           NULL);
    http_scene_end(&scene);
}

static void schemes_have_no_case_and_keys_are_not_empty(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char request[512];
    set_up(&scene, NULL);
    (void)snprintf(request, sizeof(request), "GET /v1/tokens HTTP/1.1\r\nHost: x\r\nAuthorization: bEARER %s\r\n\r\n",
                   scene.daemon.token);
    expect(&scene, request, 200, NULL);
    (void)snprintf(
        request, sizeof(request),
        "POST /v1/places HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\n"
        "Idempotency-Key:\r\nContent-Length: 12\r\n\r\n{\"name\":\"A\"}",
        scene.daemon.token);
    expect(&scene, request, 400, "http.idempotency-key");
    http_scene_end(&scene);
}

/* ---- bodies ---- */

static void bodies_of_another_kind_say_which(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        const char *type;
        const char *body;
        const char *headers;
        int status;
        const char *has;
    } cases[] = {
        {"/v1/players", "application/json", "{\"name\":\"A\"}", NULL, 201, NULL},
        {"/v1/players", "Application/JSON", "{\"name\":\"B\"}", NULL, 201, NULL},
        {"/v1/players", "application/json; charset=\"Utf-8\"", "{\"name\":\"C\"}", NULL, 201, NULL},
        {"/v1/players", "application/jsonfoo", "{\"name\":\"D\"}", NULL, 415, "the body must be application/json"},
        {"/v1/players", "application/json+x", "{\"name\":\"D\"}", NULL, 415, "http.body-type"},
        {"/v1/players", "application", "{\"name\":\"D\"}", NULL, 415, "http.body-type"},
        {"/v1/players", "text/plain", "{\"name\":\"D\"}", NULL, 415, "http.body-type"},
        {"/v1/players", "application/json; charset=utf-16", "{\"name\":\"D\"}", NULL, 415, "not in 'utf-16'"},
        {"/v1/players", "application/json", "{\"name\":\"D\"}", "Content-Encoding: gzip\r\n", 415,
         "Content-Encoding: gzip"},
        {"/v1/players", "application/json", "{\"name\":\"D\"}", "Content-Encoding: Identity\r\n", 201, NULL},
        {"/v1/score", "text/plainly", "dendro 1\n", "Accept-Language: fr\r\n", 415, "application/json ou text/plain"},
        {"/v1/score", "TEXT/plain;charset=latin1", "dendro 1\n", NULL, 415, "not in 'latin1'"},
        {"/v1/score", "TEXT/plain;charset=UTF8", "dendro 1\n", NULL, 400, "/problems/record."},
        {"/v1/import", "text/plain", "x", "Content-Encoding: deflate, gzip\r\n", 415, "deflate, gzip"},
    };
    struct http_scene scene;
    set_up(&scene, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct call call = {"POST", cases[i].path, scene.daemon.token, cases[i].type, cases[i].body, cases[i].headers};
        client_call(&scene.client, &call, &scene.reply);
        if (scene.reply.status != cases[i].status || (cases[i].has && !reply_has(&scene.reply, cases[i].has))) {
            fail_msg("%s as %s: %d %s", cases[i].path, cases[i].type, scene.reply.status,
                     strbuf_text(&scene.reply.body));
        }
    }
    http_scene_end(&scene);
}

static void scopes_and_names_say_what_is_wrong(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        const char *body;
        const char *has;
    } cases[] = {
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":[\"read\",\"write\"]}", "'write' is not a scope"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":[]}", "one or more of read, record, admin"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":\"\"}", "token.scopes-none"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":[\"read\",\"\"]}", "token.scopes-none"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":[\"\",\"read\"]}", "token.scopes-none"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":[\"read\",\"read\"]}", "token.scopes-twice"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":\"Read\"}", "'Read' is not a scope"},
        {"/v1/tokens", "{\"label\":\"l\",\"scopes\":\"read\",\"expires\":\"\"}", "'expires' must be a moment"},
        {"/v1/tokens", "{\"label\":\"l\\u202e\",\"scopes\":\"read\"}", "U+202E"},
        {"/v1/players", "{\"name\":\"A\\u200bda\"}", "U+200B"},
        {"/v1/players", "{\"name\":\"A\\u0007\"}", "U+0007"},
        {"/v1/places", "{\"name\":\"At\\u2066tic\"}", "U+2066"},
        {"/v1/nights", "{\"day\":\"2026-11-13\",\"title\":\"\\u202ethgin\"}", "U+202E"},
        {"/v1/nights", "{\"day\":\"2026-11-13\",\"note\":\"two\\nlines\\ufeff\"}", "U+FEFF"},
        {"/v1/nights", "{\"day\":\"2026-11-13\",\"place\":\"At\\u00adtic\"}", "U+00AD"},
        {"/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"B\\u202eo\\u202cb\",\"Cy\"]}", "U+202E"},
        {"/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"place\":\"\\u2028\"}", "U+2028"},
    };
    struct http_scene scene;
    set_up(&scene, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct call call = {"POST", cases[i].path, scene.daemon.token, NULL, cases[i].body, NULL};
        client_call(&scene.client, &call, &scene.reply);
        if (scene.reply.status != 400 || !reply_has(&scene.reply, cases[i].has)) {
            fail_msg("%s: %d %s", cases[i].body, scene.reply.status, strbuf_text(&scene.reply.body));
        }
    }
    struct call good = {"POST", "/v1/players", scene.daemon.token, NULL, "{\"name\":\"Ana 👩‍🌾\"}", NULL};
    client_call(&scene.client, &good, &scene.reply);
    assert_int_equal(scene.reply.status, 201);
    http_scene_end(&scene);
}

/* ---- parameters ---- */

static void must_refuse(struct http_scene *scene, const char *path, const char *name)
{
    struct call call = {"GET", path, scene->daemon.token, NULL, NULL, NULL};
    client_call(&scene->client, &call, &scene->reply);
    bool told = reply_has(&scene->reply, "\"detail\":\"") && (!name || reply_has(&scene->reply, name));
    if ((scene->reply.status != 400 && scene->reply.status != 404) || !told) {
        fail_msg("%s: %d %s", path, scene->reply.status, strbuf_text(&scene->reply.body));
    }
}

/* Values that no number is; the last two are too large for any. */
static const char *const WRONG[] = {"-1",
                                    "-0",
                                    "+1",
                                    "%2B1",
                                    "%201",
                                    "1%20",
                                    "1e3",
                                    "0x1",
                                    "1.",
                                    "1,0",
                                    "01",
                                    "%00",
                                    "9223372036854775807",
                                    "9223372036854775808"};

/* A path of the document with something in the place of what is in braces: game 1, or nobody; parameters are read first. */
static void fill_path(const char *pattern, char base[128])
{
    const char *brace = strchr(pattern, '{');
    int length = brace ? (int)(brace - pattern) : (int)strlen(pattern);
    const char *rest = brace ? strchr(brace, '}') + 1 : "";
    const char *middle = strstr(pattern, "{day}") ? "2026-11-13" : brace ? "1" : "";
    const char *second = strchr(rest, '{');
    (void)snprintf(base, 128, "%.*s%s%.*s%s", length, pattern, middle,
                   second ? (int)(second - rest) : (int)strlen(rest), rest, second ? "1" : "");
}

/* Every parameter that the document has, of every route: empty, and, where it is a number, none; and one that it has not. */
static void parameters_that_say_nothing_are_refused(void **unused)
{
    (void)unused;
    json_t *document = json_loadb(OPENAPI, OPENAPI_SIZE, 0, NULL);
    struct http_scene scene;
    const char *pattern;
    json_t *methods;
    unsigned seen = 0;
    set_up(&scene, NULL);
    json_object_foreach(json_object_get(document, "paths"), pattern, methods)
    {
        size_t i;
        json_t *parameter;
        json_t *parameters = json_object_get(json_object_get(methods, "get"), "parameters");
        char base[128];
        char path[256];
        fill_path(pattern, base);
        unsigned before = seen;
        json_array_foreach(parameters, i, parameter)
        {
            const char *name = json_string_value(json_object_get(parameter, "name"));
            const char *in = json_string_value(json_object_get(parameter, "in"));
            const char *type = json_string_value(json_object_get(json_object_get(parameter, "schema"), "type"));
            if (!name || !in || strcmp(in, "query") != 0) {
                continue;
            }
            (void)snprintf(path, sizeof(path), "%s?%s=", base, name);
            must_refuse(&scene, path, name);
            (void)snprintf(path, sizeof(path), "%s?%s", base, name);
            must_refuse(&scene, path, name);
            for (size_t k = 0; type && strcmp(type, "integer") == 0 && k < sizeof(WRONG) / sizeof(WRONG[0]); k++) {
                (void)snprintf(path, sizeof(path), "%s?%s=%s", base, name, WRONG[k]);
                must_refuse(&scene, path, NULL);
            }
            seen++;
        }
        if (seen > before) {
            (void)snprintf(path, sizeof(path), "%s?colour=green", base);
            must_refuse(&scene, path, "there is no parameter 'colour' here");
        }
    }
    assert_true(seen > 60);
    http_scene_end(&scene);
    json_decref(document);
}

/* A parameter that is misspelt is not passed over where something is written, either. */
static void who_writes_says_it_in_the_body(void **unused)
{
    (void)unused;
    static const struct {
        const char *method;
        const char *path;
        const char *type;
        const char *body;
        const char *has;
    } cases[] = {
        {"POST", "/v1/games/1/moves?pli=0", "text/plain", "1: bee 0,0\n", "there is no parameter 'pli' here"},
        {"POST", "/v1/games/1/moves?ply=", "text/plain", "1: bee 0,0\n", "the parameter 'ply' is empty"},
        {"POST", "/v1/games/1/moves?ply=01", "text/plain", "1: bee 0,0\n", "the parameter 'ply' must be"},
        {"POST", "/v1/games/1/correct?reason=x&last=0", "text/plain", "dendro 1\n", "the parameter 'last' must be 1.."},
        {"POST", "/v1/players?name=Zoe", NULL, "{\"name\":\"Zoe\"}", "there is no parameter 'name' here"},
        {"POST", "/v1/import?dry=1", "text/plain", "dendro 1\n", "there is no parameter 'dry' here"},
        {"DELETE", "/v1/players/x?why=1", NULL, NULL, "there is no parameter 'why' here"},
    };
    struct http_scene scene;
    set_up(&scene, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct call call = {cases[i].method, cases[i].path, scene.daemon.token, cases[i].type, cases[i].body, NULL};
        client_call(&scene.client, &call, &scene.reply);
        if (scene.reply.status != 400 || !reply_has(&scene.reply, cases[i].has)) {
            fail_msg("%s: %d %s", cases[i].path, scene.reply.status, strbuf_text(&scene.reply.body));
        }
    }
    http_scene_end(&scene);
}

static void numbers_of_games_are_whole(void **unused)
{
    (void)unused;
    static const char *const routes[] = {"", "/moves", "/state", "/record", "/audit", "/events"};
    struct http_scene scene;
    set_up(&scene, NULL);
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        for (size_t k = 0; k < sizeof(routes) / sizeof(routes[0]); k++) {
            char path[128];
            (void)snprintf(path, sizeof(path), "/v1/games/%s%s", WRONG[i], routes[k]);
            must_refuse(&scene, path, NULL);
        }
    }
    /* The largest number there is: nothing is there, and nothing overflows. */
    static const char *const largest[] = {"/v1/games/999999999999999999",
                                          "/v1/log/proof/inclusion?seq=999999999999999999",
                                          "/v1/log/proof/consistency?first=1&size=999999999999999999"};
    for (size_t i = 0; i < sizeof(largest) / sizeof(largest[0]); i++) {
        must_refuse(&scene, largest[i], NULL);
        assert_int_equal(scene.reply.status, 404);
    }
    static const char *const empty[] = {
        "/v1/log?first=999999999999999999&limit=999999999999999999", "/v1/log?cursor=bDk5OTk5OTk5OTk5OTk5OTk5OQ",
        "/v1/games?cursor=Zzk5OTk5OTk5OTk5OTk5OTk5OQ", "/v1/players?limit=1000&cursor=cDk5OTk5OTk5OTk5OTk5OTk5OQ"};
    for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++) {
        struct call call = {"GET", empty[i], NULL, NULL, NULL, NULL};
        client_call(&scene.client, &call, &scene.reply);
        if (scene.reply.status != 200 || reply_has(&scene.reply, "foret") || reply_has(&scene.reply, "Ada")) {
            fail_msg("%s: %d %s", empty[i], scene.reply.status, strbuf_text(&scene.reply.body));
        }
    }
    static const char *const pages[] = {"/v1/games?limit=501", "/v1/players?limit=1001", "/v1/nights?limit=0",
                                        "/v1/games/1/legal?limit=10001"};
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        must_refuse(&scene, pages[i], "limit");
    }
    static const char *const plies[] = {"-1", "9223372036854775807", "9223372036854775808", "1e3", "1.0", "\"1\""};
    for (size_t i = 0; i < sizeof(plies) / sizeof(plies[0]); i++) {
        char body[96];
        (void)snprintf(body, sizeof(body), "{\"ply\":%s,\"moves\":\"1: bee 0,0\"}", plies[i]);
        struct call call = {"POST", "/v1/games/1/moves", scene.daemon.token, NULL, body, NULL};
        client_call(&scene.client, &call, &scene.reply);
        assert_int_equal(scene.reply.status, 400);
        (void)snprintf(body, sizeof(body), "{\"count\":%s}", plies[i]);
        struct call back = {"POST", "/v1/games/1/takeback", scene.daemon.token, NULL, body, NULL};
        client_call(&scene.client, &back, &scene.reply);
        assert_int_equal(scene.reply.status, 400);
    }
    http_scene_end(&scene);
}

/* ---- time ---- */

static void a_slow_import_is_sent_away(void **unused)
{
    (void)unused;
    static const char *const options[] = {"--import-time", "1", "--request-time", "3600", "--idle-time", "3600", NULL};
    struct http_scene scene;
    struct client slow;
    char text[512];
    set_up(&scene, options);
    client_init(&slow, scene.daemon.port);
    (void)snprintf(text, sizeof(text),
                   "POST /v1/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type: text/plain\r\n"
                   "Content-Length: 100000\r\n\r\n",
                   scene.daemon.token);
    assert_true(client_send(&slow, span_from(text)));
    bool closed = false;
    for (int n = 0; n < PATIENCE_MS / 100 && !closed; n++) {
        struct pollfd wait = {.fd = slow.fd, .events = POLLIN};
        closed = poll(&wait, 1, 100) > 0 || !client_send(&slow, SPAN_LITERAL("# slowly\n"));
    }
    assert_true(closed);
    client_release(&slow);
    struct call one = {"GET", "/v1/games", NULL, NULL, NULL, NULL};
    client_call(&scene.client, &one, &scene.reply);
    assert_int_equal(scene.reply.status, 200);
    http_scene_end(&scene);
}

/* An audit of a few games is over at once; one of two that come together finds the other, sooner or later. */
static void one_audit_at_a_time(void **unused)
{
    (void)unused;
    struct http_scene scene;
    int refused = 0;
    set_up(&scene, NULL);
    for (int n = 0; n < 100000 && refused == 0; n++) {
        struct call start = {"POST", "/v1/audit", scene.daemon.token, NULL, "{}", NULL};
        client_call(&scene.client, &start, &scene.reply);
        assert_true(scene.reply.status == 202 || scene.reply.status == 409);
        refused += scene.reply.status == 409 && reply_has(&scene.reply, "http.audit-runs");
    }
    assert_int_equal(refused, 1);
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_our_own_names_are_answered),
        cmocka_unit_test(a_header_of_one_meaning_is_there_once),
        cmocka_unit_test(schemes_have_no_case_and_keys_are_not_empty),
        cmocka_unit_test(bodies_of_another_kind_say_which),
        cmocka_unit_test(scopes_and_names_say_what_is_wrong),
        cmocka_unit_test(parameters_that_say_nothing_are_refused),
        cmocka_unit_test(who_writes_says_it_in_the_body),
        cmocka_unit_test(numbers_of_games_are_whole),
        cmocka_unit_test(a_slow_import_is_sent_away),
        cmocka_unit_test(one_audit_at_a_time),
    };
    return cmocka_run_group_tests_name("access", tests, NULL, NULL);
}
