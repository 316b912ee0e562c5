/* What a handler learns of an address, and the small pieces of its answer: numbers, parameters, cursors, pages. */
#include "support/cmocka.h"

#include "http/inside.h"
#include "http/messages.h"
#include "http/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scene {
    struct error error;
    struct request *request;
};

static void begin(struct scene *scene, const char *query)
{
    memset(scene, 0, sizeof(*scene));
    scene->request = mem_new(&allocator_heap, 1, sizeof(*scene->request));
    assert_non_null(scene->request);
    arena_init(&scene->request->arena, &allocator_heap, 1 << 16);
    scene->request->query = span_from(query);
    scene->request->path = SPAN_LITERAL("/v1/games");
    strbuf_init(&scene->request->response.body, &allocator_heap, 1 << 16);
}

static void end(struct scene *scene)
{
    strbuf_release(&scene->request->response.body);
    arena_release(&scene->request->arena);
    mem_free(&allocator_heap, scene->request);
}

static void escapes_are_decoded(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        bool form;
        const char *out; /* NULL: refused */
    } cases[] = {
        {"", true, ""},          {"abc", true, "abc"},
        {"%41", true, "A"},      {"%4a%4A%6d", true, "JJm"},
        {"a+b", true, "a b"},    {"a+b", false, "a+b"},
        {"%2B", true, "+"},      {"x%20", false, "x "},
        {"%", true, NULL},       {"%4", true, NULL},
        {"ab%4", true, NULL},    {"%4g", true, NULL},
        {"%g4", true, NULL},     {"%00", true, NULL},
        {"%ff", true, NULL},     {"%C3%A9", true, "\xc3\xa9"},
        {"%C3", true, NULL},     {"%25", true, "%"},
        {"a%0Ab", true, "a\nb"}, {"%F0%9F%8C%B2", true, "\xf0\x9f\x8c\xb2"},
        {"%7e~", true, "~~"},    {"%+1", true, NULL},
        {"+", true, " "},        {"%41%", true, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene scene;
        struct span out = {NULL, 0};
        struct error error = {.message = NULL};
        begin(&scene, "");
        enum err err = request_decode(&scene.request->arena, span_from(cases[i].text), cases[i].form, &out, &error);
        bool good = err == ERR_OK;
        assert_true(good || err == ERR_SYNTAX);
        if (good != (cases[i].out != NULL) || (good && (!span_is(out, cases[i].out) || out.ptr[out.len] != '\0'))) {
            fail_msg("'%s'", cases[i].text);
        }
        end(&scene);
    }
}

static void numbers_are_plain(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        bool good;
    } cases[] = {{"1", true},   {"10", true},  {"0", true},   {"-3", true},   {"-5", true},  {"12", true},
                 {"01", false}, {"00", false}, {"-0", false}, {"-01", false}, {"-6", false}, {"13", false},
                 {"+1", false}, {"", false},   {"-", false},  {"1 ", false},  {"1x", false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int64_t value = 99;
        if (request_number(span_from(cases[i].text), -5, 12, &value) != cases[i].good ||
            (cases[i].good && value != strtol(cases[i].text, NULL, 10))) {
            fail_msg("'%s'", cases[i].text);
        }
    }
}

static void a_game_has_a_number(void **unused)
{
    (void)unused;
    struct scene scene;
    int64_t id = 0;
    begin(&scene, "");
    scene.request->param[0] = SPAN_LITERAL("1");
    assert_int_equal(request_id(scene.request, &id, &scene.error), ERR_OK);
    assert_int_equal(id, 1);
    scene.request->param[0] = SPAN_LITERAL("0");
    assert_int_equal(request_id(scene.request, &id, &scene.error), ERR_NOT_FOUND);
    assert_true(scene.error.message == &HTTP_MSG_ID);
    assert_string_equal(scene.error.arg[0], "0");
    end(&scene);
}

static void parameters_are_found(void **unused)
{
    (void)unused;
    struct scene scene;
    struct span value;
    begin(&scene, "&&a=1&b=x%20y&&c=&ab=3&d=a=b&p=q+r&");
    assert_int_equal(request_query(scene.request, "a", &value, &scene.error), ERR_OK);
    assert_true(span_is(value, "1"));
    assert_int_equal(request_query(scene.request, "b", &value, &scene.error), ERR_OK);
    assert_true(span_is(value, "x y"));
    assert_int_equal(request_query(scene.request, "d", &value, &scene.error), ERR_OK);
    assert_true(span_is(value, "a=b"));
    assert_int_equal(request_query(scene.request, "p", &value, &scene.error), ERR_OK);
    assert_true(span_is(value, "q r")); /* as forms have it */
    assert_int_equal(request_query(scene.request, "e", &value, &scene.error), ERR_OK);
    assert_null(value.ptr);
    assert_int_equal(request_query(scene.request, "c", &value, &scene.error), ERR_USAGE);
    assert_true(scene.error.message == &HTTP_MSG_QUERY_EMPTY);
    assert_string_equal(scene.error.arg[0], "c");
    scene.request->query = SPAN_LITERAL("a=%4");
    assert_int_equal(request_query(scene.request, "a", &value, &scene.error), ERR_SYNTAX);
    assert_true(scene.error.message == &HTTP_MSG_URL_ESCAPE);
    end(&scene);
}

static void only_those_that_are_known_and_once(void **unused)
{
    (void)unused;
    static const char *const names[] = {"a", "b", NULL};
    static const struct {
        const char *query;
        const struct message *message; /* NULL: good */
        const char *name;
    } cases[] = {
        {"", NULL, NULL},
        {"&", NULL, NULL},
        {"a=1", NULL, NULL},
        {"b=1&a=2&", NULL, NULL},
        {"c=1", &HTTP_MSG_QUERY_UNKNOWN, "c"},
        {"a=1&c=1", &HTTP_MSG_QUERY_UNKNOWN, "c"},
        {"aa=1", &HTTP_MSG_QUERY_UNKNOWN, "aa"},
        {"a=", &HTTP_MSG_QUERY_EMPTY, "a"},
        {"a", &HTTP_MSG_QUERY_EMPTY, "a"},
        {"a=1&b", &HTTP_MSG_QUERY_EMPTY, "b"},
        {"a=1&a=1", &HTTP_MSG_QUERY_TWICE, "a"},
        {"a=1&b=2&a=3", &HTTP_MSG_QUERY_TWICE, "a"},
        {"a=1&b=2&&b=3", &HTTP_MSG_QUERY_TWICE, "b"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene scene;
        begin(&scene, cases[i].query);
        enum err err = request_only(scene.request, names, &scene.error);
        if (err != (cases[i].message ? ERR_USAGE : ERR_OK) ||
            (err != ERR_OK &&
             (scene.error.message != cases[i].message || strcmp(scene.error.arg[0], cases[i].name) != 0))) {
            fail_msg("'%s'", cases[i].query);
        }
        end(&scene);
    }
}

static void kinds_of_parameters_are_checked(void **unused)
{
    (void)unused;
    struct scene scene;
    int64_t number = 7;
    int32_t day = 7;
    bool has = true;
    bool flag = true;
    begin(&scene, "n=10&d=1970-01-03&f=true&g=0&h=1&i=false");
    assert_int_equal(request_query_int(scene.request, "none", 1, 10, &number, &scene.error), ERR_OK);
    assert_int_equal(number, 7);
    assert_int_equal(request_query_int(scene.request, "n", 1, 10, &number, &scene.error), ERR_OK);
    assert_int_equal(number, 10);
    assert_int_equal(request_query_int(scene.request, "n", 1, 9, &number, &scene.error), ERR_USAGE);
    assert_true(scene.error.message == &HTTP_MSG_QUERY);
    assert_string_equal(scene.error.arg[0], "n");
    assert_string_equal(scene.error.arg[1], "1..9");
    assert_string_equal(scene.error.arg[2], "1..9");
    assert_int_equal(request_query_day(scene.request, "none", &has, &day, &scene.error), ERR_OK);
    assert_false(has);
    assert_int_equal(request_query_day(scene.request, "d", &has, &day, &scene.error), ERR_OK);
    assert_true(has);
    assert_int_equal(day, 2);
    assert_int_equal(request_query_day(scene.request, "n", &has, &day, &scene.error), ERR_USAGE);
    assert_string_equal(scene.error.arg[1], "a date like 2026-11-13");
    assert_int_equal(request_query_flag(scene.request, "none", &flag, &scene.error), ERR_OK);
    assert_true(flag);
    static const struct {
        const char *name;
        bool value;
    } flags[] = {{"f", true}, {"g", false}, {"h", true}, {"i", false}};
    for (size_t i = 0; i < 4; i++) {
        flag = !flags[i].value;
        assert_int_equal(request_query_flag(scene.request, flags[i].name, &flag, &scene.error), ERR_OK);
        assert_int_equal(flag, flags[i].value);
    }
    assert_int_equal(request_query_flag(scene.request, "n", &flag, &scene.error), ERR_USAGE);
    assert_string_equal(scene.error.arg[1], "true or false");
    end(&scene);
}

static void a_cursor_comes_back(void **unused)
{
    (void)unused;
    struct scene scene;
    char query[64] = "cursor=";
    int64_t after = 0;
    begin(&scene, "limit=3&cursor=old&game=foret");
    const char *cursor = answer_next(scene.request, 'g', 123);
    assert_non_null(cursor);
    assert_string_equal(cursor, "ZzEyMw");
    assert_int_equal(scene.request->response.headers_count, 1);
    assert_string_equal(scene.request->response.headers[0].name, "Link");
    assert_string_equal(scene.request->response.headers[0].value,
                        "</v1/games?limit=3&game=foret&cursor=ZzEyMw>; rel=\"next\"");
    memcpy(query + 7, cursor, strlen(cursor) + 1);
    scene.request->query = span_from(query);
    assert_int_equal(request_cursor(scene.request, 'g', &after, &scene.error), ERR_OK);
    assert_int_equal(after, 123);
    assert_int_equal(request_cursor(scene.request, 'p', &after, &scene.error), ERR_USAGE);
    assert_true(scene.error.message == &HTTP_MSG_CURSOR);
    /* `g` alone, `g-1`, `g01`, `g0` */
    static const char *const others[] = {"cursor=Zw", "cursor=Zy0x", "cursor=ZzAx", "cursor=ZzA"};
    for (size_t i = 0; i < 4; i++) {
        after = 5;
        scene.request->query = span_from(others[i]);
        assert_int_equal(request_cursor(scene.request, 'g', &after, &scene.error), i < 3 ? ERR_USAGE : ERR_OK);
    }
    assert_int_equal(after, 0);
    scene.request->query = SPAN_LITERAL("limit=3");
    after = 5;
    assert_int_equal(request_cursor(scene.request, 'g', &after, &scene.error), ERR_OK);
    assert_int_equal(after, 5);
    end(&scene);
}

/* Which of ten items belong to the page, and whether there are more. */
static void pages_are_cut(void **unused)
{
    (void)unused;
    static const struct {
        const char *query;
        int64_t first;
        int64_t count;
        const char *next; /* NULL: none */
    } cases[] = {{"", 0, 10, NULL},
                 {"limit=3", 0, 3, "cDM"},
                 {"limit=3&cursor=cDM", 3, 3, "cDY"},
                 {"limit=9", 0, 9, "cDk"},
                 {"limit=10", 0, 10, NULL},
                 {"limit=11", 0, 10, NULL},
                 {"limit=4&cursor=cDY", 6, 4, NULL},
                 {"limit=3&cursor=cDY", 6, 3, "cDk"},
                 {"cursor=cDY", 6, 4, NULL},
                 {"limit=1&cursor=cDEw", 10, 0, NULL},
                 {"limit=1000", 0, 10, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene scene;
        int64_t first = -1;
        int64_t count = 0;
        begin(&scene, cases[i].query);
        assert_int_equal(list_paged(scene.request, 'p', &scene.error), ERR_OK);
        for (int64_t k = 0; k < 10; k++) {
            if (list_wants(scene.request)) {
                first = first < 0 ? k : first;
                count++;
            }
        }
        const char *next = list_next(scene.request);
        if (count != cases[i].count || (count > 0 && first != cases[i].first) ||
            (next != NULL) != (cases[i].next != NULL) || (next && strcmp(next, cases[i].next) != 0)) {
            fail_msg("'%s': %d from %d, %s", cases[i].query, (int)count, (int)first, next ? next : "no more");
        }
        end(&scene);
    }
    static const char *const wrong[] = {"limit=0", "limit=1001", "x=1", "cursor=ZzM"};
    for (size_t i = 0; i < 4; i++) {
        struct scene scene;
        begin(&scene, wrong[i]);
        assert_int_equal(list_paged(scene.request, 'p', &scene.error), ERR_USAGE);
        end(&scene);
    }
}

static void an_answer_has_few_headers(void **unused)
{
    (void)unused;
    struct scene scene;
    begin(&scene, "");
    answer_header(scene.request, "A", NULL);
    assert_int_equal(scene.request->response.headers_count, 0);
    answer_created(scene.request, "/v1/places/", "7");
    assert_int_equal(scene.request->response.status, 201);
    assert_string_equal(scene.request->response.headers[0].name, "Location");
    assert_string_equal(scene.request->response.headers[0].value, "/v1/places/7");
    for (size_t i = 1; i < REQUEST_HEADERS + 2; i++) {
        answer_header(scene.request, "B", "b");
        assert_int_equal(scene.request->response.headers_count, i < REQUEST_HEADERS ? i + 1 : REQUEST_HEADERS);
    }
    list_begin(scene.request, "things");
    emit_word(&scene.request->list, NULL, "one");
    assert_int_equal(list_end(scene.request, "abc", &scene.error), ERR_OK);
    assert_string_equal(strbuf_text(&scene.request->response.body), "{\"things\":[\"one\"],\"next\":\"abc\"}\n");
    strbuf_clear(&scene.request->response.body);
    list_begin(scene.request, "things");
    assert_int_equal(list_end(scene.request, NULL, &scene.error), ERR_OK);
    assert_string_equal(strbuf_text(&scene.request->response.body), "{\"things\":[],\"next\":null}\n");
    end(&scene);
}

static const char *header_of(const struct request *request, const char *name)
{
    for (size_t i = 0; i < request->response.headers_count; i++) {
        if (strcmp(request->response.headers[i].name, name) == 0) {
            return request->response.headers[i].value;
        }
    }
    return NULL;
}

static void a_problem_says_what_to_do(void **unused)
{
    (void)unused;
    static const struct {
        const struct message *message;
        int status;
        const char *retry;
    } cases[] = {{&HTTP_MSG_QUEUE, 503, "1"},
                 {&HTTP_MSG_READERS_ADDRESS, 429, "1"},
                 {&HTTP_MSG_CURSOR, 400, NULL},
                 {&HTTP_MSG_TOKEN_MISSING, 401, NULL},
                 {&HTTP_MSG_ID, 404, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene scene;
        char status[32];
        begin(&scene, "");
        scene.request->problem_seat = -1;
        scene.request->problem_ply = -1;
        strbuf_add(&scene.request->response.body, "half an answer");
        (void)!error_raise(&scene.request->error, cases[i].message);
        respond_problem(scene.request);
        (void)snprintf(status, sizeof(status), "\"status\":%d", cases[i].status);
        assert_int_equal(scene.request->response.status, cases[i].status);
        assert_non_null(strstr(strbuf_text(&scene.request->response.body), status));
        assert_non_null(strstr(strbuf_text(&scene.request->response.body), cases[i].message->id));
        assert_null(strstr(strbuf_text(&scene.request->response.body), "half"));
        assert_string_equal(scene.request->response.type, "application/problem+json; charset=utf-8");
        const char *retry = header_of(scene.request, "Retry-After");
        assert_int_equal(retry != NULL, cases[i].retry != NULL);
        assert_true(!retry || strcmp(retry, cases[i].retry) == 0);
        const char *bearer = header_of(scene.request, "WWW-Authenticate");
        assert_int_equal(bearer != NULL, cases[i].status == 401);
        end(&scene);
    }
}

/* Who knows better says it first; and without room for the sentence it is that there is no memory. */
static void a_problem_is_there_without_room(void **unused)
{
    (void)unused;
    static const char bare[] =
        "{\"type\":\"/problems/memory\",\"title\":\"Not now\",\"status\":503,\"detail\":\"not enough memory\"}\n";
    struct scene scene;
    char memory[sizeof(bare)];
    begin(&scene, "");
    scene.request->problem_seat = -1;
    scene.request->problem_ply = -1;
    answer_header(scene.request, "Retry-After", "30");
    (void)!error_raise(&scene.request->error, &HTTP_MSG_QUEUE);
    respond_problem(scene.request);
    assert_int_equal(scene.request->response.headers_count, 1);
    assert_string_equal(header_of(scene.request, "Retry-After"), "30");
    strbuf_release(&scene.request->response.body);
    strbuf_wrap(&scene.request->response.body, memory, sizeof(memory));
    respond_problem(scene.request);
    assert_int_equal(scene.request->response.status, 503);
    assert_string_equal(strbuf_text(&scene.request->response.body), bare);
    strbuf_init(&scene.request->response.body, &allocator_heap, 16);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes_are_decoded),
        cmocka_unit_test(numbers_are_plain),
        cmocka_unit_test(a_game_has_a_number),
        cmocka_unit_test(parameters_are_found),
        cmocka_unit_test(only_those_that_are_known_and_once),
        cmocka_unit_test(kinds_of_parameters_are_checked),
        cmocka_unit_test(a_cursor_comes_back),
        cmocka_unit_test(pages_are_cut),
        cmocka_unit_test(an_answer_has_few_headers),
        cmocka_unit_test(a_problem_says_what_to_do),
        cmocka_unit_test(a_problem_is_there_without_room),
    };
    return cmocka_run_group_tests_name("http request", tests, NULL, NULL);
}
