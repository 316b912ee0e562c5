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
        cmocka_unit_test(other_forms_of_a_request_are_understood),
        cmocka_unit_test(nothing_is_left_behind_a_head),
    };
    return cmocka_run_group_tests_name("frames", tests, NULL, NULL);
}
