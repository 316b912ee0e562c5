/*
 * schema/openapi.yaml against the daemon: every route is described and
 * nothing else is; the examples are sent, and random requests made from the
 * document, and get only statuses and types that it knows. What is in the
 * answers, tests/api/openapi_answers.sh looks at.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "http/openapi.h"
#include "http/route.h"
#include "support/http_client.h"
#include "support/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *load(void)
{
    json_error_t wrong;
    json_t *document = json_loadb(OPENAPI, OPENAPI_SIZE, JSON_REJECT_DUPLICATES, &wrong);
    if (!document) {
        fail_msg("schema/openapi.yaml:%d: %s", wrong.line, wrong.text);
    }
    return document;
}

static void lower(const char *word, char *out, size_t size)
{
    (void)snprintf(out, size, "%s", word);
    for (char *c = out; *c; c++) {
        *c = (char)(*c | 0x20);
    }
}

/* A route with all that is below it is two paths in the document, which has no such pattern. */
static json_t *operation_below(json_t *document, const struct route *route, const char *below)
{
    char method[16];
    char path[64];
    const char *rest = strstr(route->pattern, "{/rest*}");
    int length = rest ? (int)(rest - route->pattern) : (int)strlen(route->pattern);
    (void)snprintf(path, sizeof(path), "%.*s%s", length, route->pattern, rest ? below : "");
    lower(method_names[route->method], method, sizeof(method));
    return json_object_get(json_object_get(json_object_get(document, "paths"), path), method);
}

static json_t *operation_of(json_t *document, const struct route *route)
{
    return operation_below(document, route, "/{rest}");
}

static bool asks_for(json_t *operation, const char *scope)
{
    size_t i;
    json_t *way;
    json_array_foreach(json_object_get(operation, "security"), i, way)
    {
        const char *word = json_string_value(json_array_get(json_object_get(way, "token"), 0));
        if (word && strcmp(word, scope) == 0) {
            return true;
        }
    }
    return false;
}

static void document_and_table_agree(void **unused)
{
    (void)unused;
    json_t *document = load();
    size_t count;
    size_t described = 0;
    const struct route *routes = route_all(&count);
    for (size_t i = 0; i < count; i++) {
        json_t *operation = operation_of(document, &routes[i]);
        if (!operation) {
            fail_msg("%s %s is not described", method_names[routes[i].method], routes[i].pattern);
        }
        assert_string_equal(json_string_value(json_object_get(operation, "summary")), routes[i].summary);
        assert_true(asks_for(operation, scope_word(routes[i].scope)) == (routes[i].scope != SCOPE_NONE));
        bool body = json_object_get(operation, "requestBody") != NULL;
        assert_true(body == (routes[i].body != BODY_NONE));
        json_t *kinds = json_object_get(json_object_get(operation, "requestBody"), "content");
        assert_true((json_object_get(kinds, "application/json") != NULL) == (routes[i].body != BODY_NONE));
        assert_true((json_object_get(kinds, "text/plain") != NULL) ==
                    (routes[i].body == BODY_RECORD || routes[i].body == BODY_STREAM));
        assert_true((json_object_get(kinds, "text/csv") != NULL) == (routes[i].body == BODY_STREAM));
        assert_true((json_object_get(json_object_get(operation, "responses"), "304") != NULL) ==
                    ((routes[i].flags & ROUTE_TAGGED) != 0));
    }
    const char *path;
    json_t *methods;
    json_object_foreach(json_object_get(document, "paths"), path, methods)
    {
        described += json_object_size(methods);
    }
    size_t twice = 0;
    for (size_t i = 0; i < count; i++) {
        twice += strstr(routes[i].pattern, "{/rest*}") && operation_below(document, &routes[i], "");
    }
    assert_int_equal(described, count + twice);
    json_decref(document);
}

/* ---- answers ---- */

static json_t *resolve(json_t *document, json_t *response)
{
    const char *ref = json_string_value(json_object_get(response, "$ref"));
    if (!ref) {
        return response;
    }
    json_t *components = json_object_get(document, "components");
    json_t *found = json_object_get(json_object_get(components, "responses"), strrchr(ref, '/') + 1);
    assert_non_null(found);
    return found;
}

/* The answer is one that the operation knows: its status and its type. */
static void check_answer(json_t *document, json_t *operation, const struct reply *reply, const char *what)
{
    char status[8];
    (void)snprintf(status, sizeof(status), "%d", reply->status);
    json_t *response = resolve(document, json_object_get(json_object_get(operation, "responses"), status));
    if (!response) {
        fail_msg("%s: %d is not described: %s", what, reply->status, strbuf_text(&reply->body));
    }
    json_t *content = json_object_get(response, "content");
    struct span type = reply_header(reply, "Content-Type");
    const char *kind;
    json_t *media;
    bool found = content == NULL;
    json_object_foreach(content, kind, media)
    {
        found = found || span_starts(type, kind);
    }
    if (!found) {
        fail_msg("%s: %d has the type %.*s", what, reply->status, (int)type.len, type.ptr);
    }
}

/* ---- sending ---- */

struct scene {
    json_t *document;
    struct daemon daemon;
    struct client client;
    struct reply reply;
    struct prng prng;
};

/* The pattern with the examples of its parameters, or with random ones; what is below it is left out. */
static void fill_path(json_t *operation, const char *pattern, const char *random, struct strbuf *out)
{
    for (const char *c = pattern; *c && strcmp(c, "{/rest*}") != 0; c++) {
        if (*c != '{') {
            strbuf_add_char(out, *c);
            continue;
        }
        size_t i;
        json_t *parameter;
        json_array_foreach(json_object_get(operation, "parameters"), i, parameter)
        {
            const char *name = json_string_value(json_object_get(parameter, "name"));
            json_t *example = json_object_get(parameter, "example");
            if (strncmp(c + 1, name, strlen(name)) == 0 && c[1 + strlen(name)] == '}') {
                if (random) {
                    strbuf_add(out, random);
                } else if (json_is_integer(example)) {
                    strbuf_int(out, json_integer_value(example));
                } else {
                    strbuf_add(out, json_string_value(example));
                }
            }
        }
        c = strchr(c, '}');
    }
}

/* What was refused has failed nobody's transaction: not its own, and so none of those that shared it. */
static void end_scene(struct scene *scene)
{
    struct call metrics = {"GET", "/metrics", NULL, NULL, NULL, NULL};
    client_call(&scene->client, &metrics, &scene->reply);
    assert_non_null(strstr(strbuf_text(&scene->reply.body), "\ndendro_commits_failed_total 0\n"));
    reply_release(&scene->reply);
    client_release(&scene->client);
    daemon_end(&scene->daemon);
    json_decref(scene->document);
}

static void examples_are_answered_as_described(void **unused)
{
    (void)unused;
    struct scene scene = {.document = load()};
    size_t count;
    const struct route *routes = route_all(&count);
    daemon_start(&scene.daemon, NULL);
    client_init(&scene.client, scene.daemon.port);
    reply_init(&scene.reply);
    /* A game to speak of; then twice, so that answers with and without something in them are seen. */
    struct call open = {"POST",
                        "/v1/games",
                        scene.daemon.token,
                        NULL,
                        "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"night\":\"2026-11-13\"}",
                        NULL};
    client_call(&scene.client, &open, &scene.reply);
    for (size_t n = 0; n < 2 * count; n++) {
        const struct route *route = &routes[n % count];
        json_t *operation = operation_of(scene.document, route);
        json_t *body = json_object_get(
            json_object_get(json_object_get(json_object_get(operation, "requestBody"), "content"), "application/json"),
            "example");
        struct strbuf path;
        strbuf_init(&path, &allocator_heap, 4096);
        fill_path(operation, route->pattern, NULL, &path);
        strbuf_add(&path, strstr(route->pattern, "inclusion")     ? "?seq=1"
                          : strstr(route->pattern, "consistency") ? "?first=1"
                                                                  : "");
        char *text = body ? json_dumps(body, 0) : NULL;
        const char *plain = route->body == BODY_STREAM ? "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n" : NULL;
        struct call call = {strstr(route->pattern, "events") ? "HEAD" : method_names[route->method],
                            strbuf_text(&path),
                            scene.daemon.token,
                            plain ? "text/plain" : NULL,
                            plain ? plain : text,
                            NULL};
        client_call(&scene.client, &call, &scene.reply);
        check_answer(scene.document, operation, &scene.reply, strbuf_text(&path));
        free(text);
        strbuf_release(&path);
    }
    end_scene(&scene);
}

/* ---- random requests ---- */

static const char *const VALUES[] = {"0",     "1",    "2",     "-1",     "99999999999999999999",
                                     "x",     "%00",  "%",     "%C3%A9", "2026-11-13",
                                     "true",  "live", "foret", "Ada",    "",
                                     "ZzE",   "1e3",  "*",     "%2F",    "record",
                                     "ndjson"};
static const char *const BODIES[] = {"",
                                     "{}",
                                     "[]",
                                     "null",
                                     "3",
                                     "\"x\"",
                                     "{\"name\":\"R\"}",
                                     "{\"name\":null}",
                                     "{\"ply\":0,\"moves\":\"1: bee 0,0\"}",
                                     "{\"ply\":-1,\"moves\":\"\"}",
                                     "{\"moves\":[\"1: bee 0,0\",3]}",
                                     "{\"moves\":{}}",
                                     "{\"count\":1}",
                                     "{\"reason\":\"r\"}",
                                     "{\"reason\":7}",
                                     "{\"game\":\"foret\",\"seats\":[\"A\",\"B\"]}",
                                     "{\"game\":\"foret\",\"seats\":[]}",
                                     "{\"record\":\"dendro 1\\ngame foret\\n\"}",
                                     "{\"day\":\"2026-01-01\"}",
                                     "{\"label\":\"l\",\"scopes\":\"read\"}",
                                     "{\"into\":\"x\"}",
                                     "{\"name\":\"\\ud800\"}",
                                     "{\"results_only\":1}",
                                     "{\"name\":\"a\",\"name\":\"b\"}",
                                     "{\"a\":"};

static const char *pick(struct prng *prng, const char *const *list, size_t count)
{
    return list[prng_below(prng, (uint32_t)count)];
}

static void random_query(struct scene *scene, json_t *operation, struct strbuf *path)
{
    size_t i;
    json_t *parameter;
    char mark = '?';
    json_array_foreach(json_object_get(operation, "parameters"), i, parameter)
    {
        const char *in = json_string_value(json_object_get(parameter, "in"));
        if (strcmp(in, "query") == 0 && prng_below(&scene->prng, 3) == 0) {
            strbuf_add_char(path, mark);
            strbuf_add(path, json_string_value(json_object_get(parameter, "name")));
            strbuf_add_char(path, '=');
            strbuf_add(path, pick(&scene->prng, VALUES, sizeof(VALUES) / sizeof(VALUES[0])));
            mark = '&';
        }
    }
}

static void random_requests_get_documented_answers(void **unused)
{
    (void)unused;
    struct scene scene = {.document = load()};
    size_t count;
    const struct route *routes = route_all(&count);
    unsigned cases = test_cases(1500);
    static const char *const options[] = {"--token-failures", "1000000", NULL};
    prng_seed(&scene.prng, 20261116);
    daemon_start(&scene.daemon, options);
    client_init(&scene.client, scene.daemon.port);
    reply_init(&scene.reply);
    for (unsigned n = 0; n < cases; n++) {
        const struct route *route = &routes[prng_below(&scene.prng, (uint32_t)count)];
        json_t *operation = operation_of(scene.document, route);
        struct strbuf path;
        char what[256];
        const char *value = pick(&scene.prng, VALUES, sizeof(VALUES) / sizeof(VALUES[0]));
        strbuf_init(&path, &allocator_heap, 4096);
        fill_path(operation, route->pattern, prng_below(&scene.prng, 2) && value[0] ? value : NULL, &path);
        random_query(&scene, operation, &path);
        bool events = strstr(route->pattern, "events") != NULL;
        bool body = route->body != BODY_NONE;
        struct call call = {events ? "HEAD" : method_names[route->method],
                            strbuf_text(&path),
                            prng_below(&scene.prng, 8)   ? scene.daemon.token
                            : prng_below(&scene.prng, 2) ? "dendro_x"
                                                         : NULL,
                            prng_below(&scene.prng, 4) ? NULL : "text/plain",
                            body ? pick(&scene.prng, BODIES, sizeof(BODIES) / sizeof(BODIES[0])) : NULL,
                            prng_below(&scene.prng, 2) ? "Accept-Language: fr\r\n" : NULL};
        (void)snprintf(what, sizeof(what), "case %u: %s %s %s", n, call.method, strbuf_text(&path),
                       call.body ? call.body : "");
        client_call(&scene.client, &call, &scene.reply);
        check_answer(scene.document, operation, &scene.reply, what);
        strbuf_release(&path);
    }
    end_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(document_and_table_agree),
        cmocka_unit_test(examples_are_answered_as_described),
        cmocka_unit_test(random_requests_get_documented_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
