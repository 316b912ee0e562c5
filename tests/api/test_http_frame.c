/*
 * Where a message ends: requests that can be read in two ways are refused and
 * the connection closed, and answers never leave a byte behind that the next
 * one on the same connection would begin with.
 */
#include "support/cmocka.h"

#include "http/route.h"
#include "support/http_scene.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>

static void set_up(struct http_scene *scene)
{
    http_scene_begin(scene, NULL);
    struct call open = {
        "POST", "/v1/games", scene->daemon.token, NULL, "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"]}", NULL};
    client_call(&scene->client, &open, &scene->reply);
    assert_int_equal(scene->reply.status, 201);
    client_close(&scene->client);
}

/* What follows the length is a second request, which must not be answered. */
#define SECOND "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
#define POST "POST /v1/score HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"

static void a_length_that_is_not_clear_is_refused(void **unused)
{
    (void)unused;
    static const char *const cases[] = {
        POST "Content-Length: 3\r\nContent-Length: 38\r\n\r\nabc" SECOND,
        POST "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc" SECOND,
        POST "Content-Length: 38\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND,
        POST "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" SECOND,
        POST "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" SECOND,
        POST "Transfer-Encoding: identity\r\n\r\n" SECOND,
        POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SECOND,
        "GET /v1/games HTTP/1.1\r\n\r\n" SECOND,
        "GET /v1/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" SECOND,
    };
    struct http_scene scene;
    set_up(&scene);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_true(client_send(&scene.client, span_from(cases[i])));
        if (!client_read(&scene.client, false, &scene.reply) || scene.reply.status != 400 ||
            !reply_has(&scene.reply, "http.frame")) {
            fail_msg("case %zu: %d %s", i, scene.reply.status, strbuf_text(&scene.reply.body));
        }
        if (client_wait(&scene.client, "\"ok\"", 200)) {
            fail_msg("case %zu: the second request was answered", i);
        }
        client_close(&scene.client);
    }
    http_scene_end(&scene);
}

/* Refused as everything else is: one answer, a problem, and the end of the connection, with nothing behind it. */
static void must_be_refused(struct http_scene *scene, size_t number, struct span bytes, int status, const char *id)
{
    assert_true(client_send(&scene->client, bytes));
    bool answered = client_read(&scene->client, false, &scene->reply);
    struct span type = reply_header(&scene->reply, "Content-Type");
    if (!answered || scene->reply.status != status || !reply_has(&scene->reply, id) ||
        !span_starts(type, "application/problem+json") || !scene->reply.closed) {
        fail_msg("case %zu: %d %s", number, scene->reply.status, strbuf_text(&scene->reply.body));
    }
    if (client_wait(&scene->client, "HTTP/1.1", 100)) {
        fail_msg("case %zu: what is behind it was answered: %s", number, strbuf_text(&scene->client.in));
    }
    client_close(&scene->client);
}

#define FORM(text, status, id)      \
    {                               \
        SPAN_INIT(text), status, id \
    }
#define CHUNKED POST "Transfer-Encoding: chunked\r\n\r\n"

static void what_a_proxy_may_read_otherwise_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        struct span text;
        int status;
        const char *id;
    } cases[] = {
        FORM(POST "Content-Length : 3\r\n\r\nabc" SECOND, 400, "http.header-line"),
        FORM(POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" SECOND, 400, "http.header-line"),
        FORM(POST "Content-Length: 3\r\n 8\r\n\r\nabc" SECOND, 400, "http.header-line"),
        FORM(POST "X: a\r\n\tb\r\nContent-Length: 3\r\n\r\nabc" SECOND, 400, "http.header-line"),
        FORM(POST "Content-Length: 3\0\r\n\r\nabc" SECOND, 400, "http.line"),
        FORM("GET /healthz\0x HTTP/1.1\r\nHost: x\r\n\r\n" SECOND, 400, "http.line"),
        FORM(POST "X: a\nContent-Length: 3\r\n\r\nabc" SECOND, 400, "http.line"),
        FORM(POST "X: a\rContent-Length: 3\r\n\r\nabc" SECOND, 400, "http.line"),
        FORM("GET /healthz HTTP/1.1\nHost: x\n\n" SECOND, 400, "http.line"),
        FORM(POST "Content-Length: 99999999999999999999999\r\n\r\nabc" SECOND, 413, "http.body-size"),
        FORM(POST "Content-Length: 9223372036854775807\r\n\r\nabc" SECOND, 413, "http.body-size"),
        FORM(POST "Content-Length: 1 1\r\n\r\nabc" SECOND, 400, "http.frame"),
        FORM(CHUNKED "3\nabc\r\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM(CHUNKED "3\rabc\r\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM(CHUNKED "3\r\nabc\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM(CHUNKED "3;\n\r\nabc\r\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM(CHUNKED "3 \r\nabc\r\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM(CHUNKED "fffffffffffffffff\r\nabc\r\n0\r\n\r\n" SECOND, 400, "http.chunk"),
        FORM("GET / HTTP/2.0\r\nHost: x\r\n\r\n" SECOND, 505, "http.version"),
        FORM("hello\r\n\r\n" SECOND, 400, "http.request-line"),
    };
    struct http_scene scene;
    set_up(&scene);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        must_be_refused(&scene, i, cases[i].text, cases[i].status, cases[i].id);
    }
    http_scene_end(&scene);
}

/* Of a chunked body nobody knows the size: it is refused when there is too much of it, and not read to its end. */
static void a_chunked_body_that_is_too_long_is_refused(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--body-limit", "2048", NULL};
    char chunk[1100] = "400\r\n";
    http_scene_begin(&scene, options);
    memset(chunk + 5, 'x', 1024);
    memcpy(chunk + 5 + 1024, "\r\n", 3);
    assert_true(client_send(&scene.client, SPAN_LITERAL(CHUNKED)));
    for (int i = 0; i < 3; i++) {
        assert_true(client_send(&scene.client, span_from(chunk)));
    }
    assert_true(client_read(&scene.client, false, &scene.reply));
    assert_int_equal(scene.reply.status, 413);
    assert_true(reply_has(&scene.reply, "2048"));
    assert_true(scene.reply.closed);
    http_scene_end(&scene);
}

static int64_t under_way(struct http_scene *scene)
{
    struct call metrics = {"GET", "/metrics", NULL, NULL, NULL, NULL};
    int64_t value = -1;
    client_call(&scene->client, &metrics, &scene->reply);
    const char *line = strstr(strbuf_text(&scene->reply.body), "\ndendro_requests_under_way ");
    assert_non_null(line);
    struct span number = span_from(line + strlen("\ndendro_requests_under_way "));
    const char *end = memchr(number.ptr, '\n', number.len);
    assert_true(end && span_int(span_of(number.ptr, (size_t)(end - number.ptr)), 0, INT64_MAX, &value));
    return value;
}

/* Only the question itself; what was answered a moment ago may still be put away. */
static bool nothing_else_is_under_way(struct http_scene *scene)
{
    int64_t count = 0;
    for (int i = 0; i < PATIENCE_MS && count != 1; i++) {
        count = under_way(scene);
    }
    return count == 1;
}

/* Whatever is refused is answered, and nothing is left of it. */
static void many_parameters_are_answered(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char path[2100];
    set_up(&scene);
    assert_true(nothing_else_is_under_way(&scene));
    for (int i = 0; i < 20; i++) {
        struct call call = {"GET", path, NULL, NULL, NULL, NULL};
        (void)snprintf(path, sizeof(path), "/v1/games?");
        memset(path + 10, '&', 2000);
        path[2010] = '\0';
        client_call(&scene.client, &call, &scene.reply);
        assert_int_equal(scene.reply.status, 200); /* of no parameters */
        (void)snprintf(path, sizeof(path), "/v1/games?");
        for (size_t at = 10; at < 2010; at += 4) {
            memcpy(path + at, "a=b&", 5);
        }
        client_call(&scene.client, &call, &scene.reply);
        assert_int_equal(scene.reply.status, 400);
        assert_true(reply_has(&scene.reply, "http.query-unknown"));
    }
    assert_true(nothing_else_is_under_way(&scene));
    http_scene_end(&scene);
}

/* Who asks first whether a body is wanted is told. */
static void who_waits_before_the_body_is_invited_or_refused(void **unused)
{
    (void)unused;
    struct http_scene scene;
    set_up(&scene);
    assert_true(client_send(&scene.client, SPAN_LITERAL(POST "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n")));
    assert_true(client_wait(&scene.client, "HTTP/1.1 100 Continue\r\n\r\n", PATIENCE_MS));
    assert_true(client_send(&scene.client, SPAN_LITERAL("abc")));
    assert_true(client_wait(&scene.client, "HTTP/1.1 400 ", PATIENCE_MS));
    client_close(&scene.client);
    strbuf_clear(&scene.client.in);
    assert_true(client_send(&scene.client, SPAN_LITERAL("POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
                                                        "Expect: 100-continue\r\n\r\n")));
    assert_true(client_read(&scene.client, false, &scene.reply));
    assert_int_equal(scene.reply.status, 401);
    assert_true(scene.reply.closed);
    http_scene_end(&scene);
}

/* Requests that come in one piece, and each byte by itself, are answered in order. */
static void requests_may_come_in_any_pieces(void **unused)
{
    (void)unused;
    static const char two[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" POST
                              "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" SECOND;
    struct http_scene scene;
    set_up(&scene);
    for (int slowly = 0; slowly < 2; slowly++) {
        size_t step = slowly ? 1 : sizeof(two) - 1;
        for (size_t at = 0; at < sizeof(two) - 1; at += step) {
            assert_true(client_send(&scene.client, span_of(two + at, step)));
        }
        static const int statuses[] = {200, 400, 200};
        for (int i = 0; i < 3; i++) {
            assert_true(client_read(&scene.client, false, &scene.reply));
            assert_int_equal(scene.reply.status, statuses[i]);
        }
    }
    /* More than one turn's worth of them. */
    for (int i = 0; i < 100; i++) {
        assert_true(client_send(&scene.client, SPAN_LITERAL(SECOND)));
    }
    for (int i = 0; i < 100; i++) {
        assert_true(client_read(&scene.client, false, &scene.reply));
        assert_int_equal(scene.reply.status, 200);
    }
    http_scene_end(&scene);
}

static void other_forms_of_a_request_are_understood(void **unused)
{
    (void)unused;
    static const struct {
        const char *request;
        const char *status;
        const char *has;
    } cases[] = {
        {"GET /v1/games HTTP/1.0\r\n\r\n", "HTTP/1.1 200", "\"games\""},
        {"GET /v1/export HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.1 200", "game foret"},
        {"GET http://club.example:8080/v1/games?limit=1 HTTP/1.1\r\nHost: club.example:8080\r\n\r\n", "HTTP/1.1 200",
         "\"games\""},
        {"GET http://club.example HTTP/1.1\r\nHost: club.example\r\n\r\n", "HTTP/1.1 200", "<!doctype html>"},
        {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 204", "Allow: GET, HEAD, POST, PATCH, DELETE, OPTIONS"},
        {"GET /v1/games?limit=1&limit=2 HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400", "http.query-twice"},
    };
    struct http_scene scene;
    set_up(&scene);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_true(client_send(&scene.client, span_from(cases[i].request)));
        /* Without a length the answer ends with the connection: it is looked at as it comes. */
        if (!client_wait(&scene.client, cases[i].status, PATIENCE_MS) ||
            !client_wait(&scene.client, cases[i].has, PATIENCE_MS)) {
            fail_msg("case %zu: %s", i, strbuf_text(&scene.client.in));
        }
        /* Somebody of before 1.1 cannot read chunks. */
        assert_false(strstr(cases[i].request, "HTTP/1.0") && strstr(strbuf_text(&scene.client.in), "chunked"));
        client_close(&scene.client);
    }
    http_scene_end(&scene);
}

/* HEAD and then GET on one connection, for every route that reads: the second answer begins where the first ends. */
static void nothing_is_left_behind_a_head(void **unused)
{
    (void)unused;
    struct http_scene scene;
    size_t count;
    const struct route *routes = route_all(&count);
    set_up(&scene);
    unsigned seen = 0;
    for (size_t i = 0; i < count; i++) {
        char text[512];
        char path[128];
        size_t length = 0;
        if (routes[i].method != METHOD_GET) {
            continue;
        }
        for (const char *c = routes[i].pattern; *c && length < sizeof(path) - 2; c++) {
            if (*c == '{') {
                path[length++] = '1';
                c = strchr(c, '}');
            } else {
                path[length++] = *c;
            }
        }
        path[length] = '\0';
        (void)snprintf(text, sizeof(text),
                       "HEAD %s HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", path);
        assert_true(client_send(&scene.client, span_from(text)));
        if (!client_read(&scene.client, true, &scene.reply) || scene.reply.status == 0 ||
            !client_read(&scene.client, false, &scene.reply) || scene.reply.status != 200 ||
            !reply_has(&scene.reply, "{\"status\":\"ok\"")) {
            fail_msg("after HEAD %s: %d %s", path, scene.reply.status, strbuf_text(&scene.reply.body));
        }
        seen++;
    }
    assert_true(seen > 20);
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_length_that_is_not_clear_is_refused),
        cmocka_unit_test(what_a_proxy_may_read_otherwise_is_refused),
        cmocka_unit_test(a_chunked_body_that_is_too_long_is_refused),
        cmocka_unit_test(many_parameters_are_answered),
        cmocka_unit_test(who_waits_before_the_body_is_invited_or_refused),
        cmocka_unit_test(requests_may_come_in_any_pieces),
        cmocka_unit_test(other_forms_of_a_request_are_understood),
        cmocka_unit_test(nothing_is_left_behind_a_head),
    };
    return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
