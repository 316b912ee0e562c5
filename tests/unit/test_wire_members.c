/* What clients send, member by member; the values of a document; kept answers without a name; answers that have no room. */
#include "support/cmocka.h"

#include "support/failing_alloc.h"
#include "wire/emit.h"
#include "wire/forget.h"
#include "wire/http_body.h"
#include "wire/http_members.h"
#include "wire/values.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct all {
    struct span text;
    struct span lines;
    struct texts texts;
    struct texts seats;
    struct span teams;
    struct span pairs;
    int64_t number;
    bool flag;
};

static const struct member MEMBERS[] = {
    {"text", MEMBER_TEXT, true, offsetof(struct all, text), 0, 0},
    {"lines", MEMBER_LINES, false, offsetof(struct all, lines), 0, 0},
    {"texts", MEMBER_TEXTS, false, offsetof(struct all, texts), 0, 0},
    {"seats", MEMBER_SEATS, false, offsetof(struct all, seats), 0, 0},
    {"teams", MEMBER_TEAMS, false, offsetof(struct all, teams), 1, 12},
    {"pairs", MEMBER_PAIRS, false, offsetof(struct all, pairs), 0, 0},
    {"number", MEMBER_INTEGER, false, offsetof(struct all, number), -3, 12},
    {"flag", MEMBER_BOOLEAN, false, offsetof(struct all, flag), 0, 0},
};

static enum err read_all(const char *json, struct arena *arena, struct all *all, struct error *error)
{
    return members_read(span_from(json), MEMBERS, sizeof(MEMBERS) / sizeof(MEMBERS[0]), arena, all, error);
}

static void members_are_read(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    struct arena arena;
    struct error error;
    struct all all = {.number = 7, .flag = true};
    failing_alloc_init(&memory);
    arena_init(&arena, &memory.allocator, 1 << 20);
    assert_int_equal(read_all("{\"text\":\"\"}", &arena, &all, &error), ERR_OK);
    assert_non_null(all.text.ptr);
    assert_int_equal(all.text.len, 0);
    assert_null(all.lines.ptr);
    assert_int_equal(all.number, 7);
    assert_true(all.flag);
    assert_int_equal(
        read_all("{\"text\":\"é\",\"lines\":[\"a\",\"\",\"b\"],\"texts\":[\"x\",\"yz\"],\"pairs\":{\"k\":\"v "
                 "w\",\"l\":\"\"},\"number\":-3,\"flag\":false}",
                 &arena, &all, &error),
        ERR_OK);
    assert_true(span_is(all.text, "é"));
    assert_true(span_is(all.lines, "a\n\nb"));
    assert_int_equal(all.texts.count, 2);
    assert_true(span_is(all.texts.text[0], "x") && span_is(all.texts.text[1], "yz"));
    assert_true(span_is(all.pairs, "k v w\nl "));
    assert_int_equal(all.number, -3);
    assert_false(all.flag);
    assert_int_equal(
        read_all("{\"text\":\"t\",\"lines\":\"one\\ntwo\",\"texts\":[],\"pairs\":{},\"number\":12,\"flag\":true}",
                 &arena, &all, &error),
        ERR_OK);
    assert_true(span_is(all.lines, "one\ntwo"));
    assert_int_equal(all.texts.count, 0);
    assert_int_equal(all.pairs.len, 0);
    assert_int_equal(all.number, 12);
    assert_true(all.flag);
    assert_int_equal(
        read_all("{\"text\":\"t\",\"seats\":[\"Ada\",null,\"?\"],\"teams\":[[1,2],[12]]}", &arena, &all, &error),
        ERR_OK);
    assert_int_equal(all.seats.count, 3);
    assert_true(span_is(all.seats.text[0], "Ada") && span_is(all.seats.text[1], "?") &&
                span_is(all.seats.text[2], "?"));
    assert_true(span_is(all.teams, "1 2\n12"));
    static const char *const bad[] = {"{\"text\":\"t\",\"texts\":[null]}",   "{\"text\":\"t\",\"seats\":[1]}",
                                      "{\"text\":\"t\",\"seats\":\"Ada\"}",  "{\"text\":\"t\",\"teams\":[1,2]}",
                                      "{\"text\":\"t\",\"teams\":[[]]}",     "{\"text\":\"t\",\"teams\":[[0]]}",
                                      "{\"text\":\"t\",\"teams\":[[1,13]]}", "{\"text\":\"t\",\"teams\":[[\"1\"]]}",
                                      "{\"text\":\"t\",\"teams\":{\"1\":2}}"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        assert_int_equal(read_all(bad[i], &arena, &all, &error), ERR_USAGE);
    }
    /* What may be left out may be null, too. */
    all.number = 5;
    assert_int_equal(read_all("{\"text\":\"t\",\"number\":null,\"lines\":null}", &arena, &all, &error), ERR_OK);
    assert_int_equal(all.number, 5);
    assert_true(span_is(all.lines, "one\ntwo"));
    arena_release(&arena);
    assert_int_equal(memory.live, 0);
}

static void what_is_wrong_is_named(void **unused)
{
    (void)unused;
    static const struct {
        const char *json;
        const struct message *message;
        const char *name;
        const char *kind;
    } cases[] = {
        {"{}", &MEMBERS_MSG_MISSING, "text", NULL},
        {"{\"number\":1}", &MEMBERS_MSG_MISSING, "text", NULL},
        {"[]", &MEMBERS_MSG_OBJECT, NULL, NULL},
        {"{\"text\":null}", &MEMBERS_MSG_TYPE, "text", "a text"},
        {"{\"text\":1}", &MEMBERS_MSG_TYPE, "text", "a text"},
        {"{\"text\":\"t\",\"more\":1}", &MEMBERS_MSG_UNKNOWN, "more", NULL},
        {"{\"text\":\"t\",\"lines\":1}", &MEMBERS_MSG_TYPE, "lines", "a text or a list of texts"},
        {"{\"text\":\"t\",\"lines\":[\"a\",1]}", &MEMBERS_MSG_TYPE, "lines", "a text or a list of texts"},
        {"{\"text\":\"t\",\"texts\":\"a\"}", &MEMBERS_MSG_TYPE, "texts", "a list of texts"},
        {"{\"text\":\"t\",\"texts\":[\"a\",[]]}", &MEMBERS_MSG_TYPE, "texts", "a list of texts"},
        {"{\"text\":\"t\",\"pairs\":[]}", &MEMBERS_MSG_TYPE, "pairs", "an object of texts"},
        {"{\"text\":\"t\",\"pairs\":{\"a\":1}}", &MEMBERS_MSG_TYPE, "pairs", "an object of texts"},
        {"{\"text\":\"t\",\"pairs\":{\"a b\":\"c\"}}", &MEMBERS_MSG_TYPE, "pairs", "an object of texts"},
        {"{\"text\":\"t\",\"pairs\":{\"a\\nb\":\"c\"}}", &MEMBERS_MSG_TYPE, "pairs", "an object of texts"},
        {"{\"text\":\"t\",\"pairs\":{\"a\":\"c\\nd\"}}", &MEMBERS_MSG_TYPE, "pairs", "an object of texts"},
        {"{\"text\":\"t\",\"number\":\"1\"}", &MEMBERS_MSG_TYPE, "number", "an integer"},
        {"{\"text\":\"t\",\"number\":1.0}", &MEMBERS_MSG_TYPE, "number", "an integer"},
        {"{\"text\":\"t\",\"number\":-4}", &MEMBERS_MSG_RANGE, "number", "-3"},
        {"{\"text\":\"t\",\"number\":13}", &MEMBERS_MSG_RANGE, "number", "-3"},
        {"{\"text\":\"t\",\"flag\":1}", &MEMBERS_MSG_TYPE, "flag", "true or false"},
        {"{\"text\":\"t\",\"text\":\"t\"}", &MEMBERS_MSG_JSON, NULL, NULL},
        {"{\"text\":\"t\"} x", &MEMBERS_MSG_JSON, NULL, NULL},
        {"", &MEMBERS_MSG_JSON, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct failing_alloc memory;
        struct arena arena;
        struct error error = {.message = NULL};
        struct all all = {.number = 7};
        failing_alloc_init(&memory);
        arena_init(&arena, &memory.allocator, 1 << 20);
        enum err err = read_all(cases[i].json, &arena, &all, &error);
        if (err != cases[i].message->code || error.message != cases[i].message ||
            (cases[i].name && strcmp(error.arg[0], cases[i].name) != 0) ||
            (cases[i].kind && strcmp(error.arg[1], cases[i].kind) != 0)) {
            fail_msg("%s: %s", cases[i].json, error.message ? error.message->id : "accepted");
        }
        if (cases[i].message == &MEMBERS_MSG_RANGE) {
            assert_string_equal(error.arg[2], "12");
        }
        if (cases[i].kind && cases[i].message == &MEMBERS_MSG_TYPE) {
            assert_true(error.args == 3 && strlen(error.arg[2]) > 3);
        }
        arena_release(&arena);
        assert_int_equal(memory.live, 0);
    }
}

static void what_is_no_json_has_a_position(void **unused)
{
    (void)unused;
    struct arena arena;
    struct error error = {.message = NULL};
    struct all all = {.number = 7};
    arena_init(&arena, &allocator_heap, 1 << 20);
    assert_int_equal(read_all("{\n \"text\": ]\n}", &arena, &all, &error), ERR_SYNTAX);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 10);
    assert_string_equal(error.arg[1], "une autre suite est attendue, près de ']'");
    assert_int_equal(read_all("{", &arena, &all, &error), ERR_SYNTAX);
    assert_string_equal(error.arg[1], "le texte s'arrête trop tôt");
    assert_int_equal(read_all("{\"text\":\"\\u0000\"}", &arena, &all, &error), ERR_SYNTAX);
    assert_string_equal(error.arg[0], "a text holds the character \\u0000");
    arena_release(&arena);
}

/* Brackets in a text are text; those that are not count, to the level. */
static void nesting_has_a_limit(void **unused)
{
    (void)unused;
    struct arena arena;
    struct error error;
    struct all all = {.number = 7};
    char json[512];
    arena_init(&arena, &allocator_heap, 1 << 20);
    assert_int_equal(
        read_all("{\"text\":\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\\\"{{{\\\\\"}", &arena, &all, &error), ERR_OK);
    assert_true(span_is(all.text, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"{{{\\"));
    for (int more = 0; more <= 1; more++) {
        struct strbuf text;
        strbuf_wrap(&text, json, sizeof(json));
        strbuf_add(&text, "{\"text\":\"t\",\"lines\":");
        strbuf_repeat(&text, "[", WIRE_DEPTH - 1 + more);
        strbuf_repeat(&text, "]", WIRE_DEPTH - 1 + more);
        strbuf_add(&text, "}");
        enum err err = read_all(json, &arena, &all, &error);
        assert_int_equal(err, more ? ERR_LIMIT : ERR_USAGE);
        assert_true(error.message == (more ? &MEMBERS_MSG_DEPTH : &MEMBERS_MSG_TYPE));
    }
    assert_string_equal(error.arg[0], "32");
    /* Side by side is not deep. */
    struct strbuf text;
    strbuf_wrap(&text, json, sizeof(json));
    strbuf_add(&text, "{\"text\":\"t\",\"lines\":[");
    strbuf_repeat(&text, "[],{},", 40);
    strbuf_add(&text, "1]}");
    assert_int_equal(read_all(json, &arena, &all, &error), ERR_USAGE);
    arena_release(&arena);
}

static void memory_may_fail_anywhere(void **unused)
{
    (void)unused;
    for (long n = 1;; n++) {
        struct failing_alloc memory;
        struct arena arena;
        struct error error;
        struct all all = {.number = 7};
        failing_alloc_init(&memory);
        arena_init(&arena, &memory.allocator, 1 << 20);
        failing_alloc_arm(&memory, n);
        enum err err = read_all("{\"text\":\"t\",\"lines\":[\"a\",\"b\"],\"texts\":[\"x\"],\"pairs\":{\"k\":\"v\"}}",
                                &arena, &all, &error);
        bool fired = memory.fired;
        arena_release(&arena);
        assert_int_equal(memory.live, 0);
        assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
        if (!fired) {
            assert_true(n > 2);
            break;
        }
    }
}

/* jansson has an allocator of its own, for the whole process. */
static long json_left = -1; /* the allocation that finds 0 fails; negative: none does */

static void *json_alloc(size_t size)
{
    return json_left >= 0 && json_left-- == 0 ? NULL : mem_resize(&allocator_heap, NULL, size);
}

static void json_give_back(void *memory)
{
    mem_free(&allocator_heap, memory);
}

/*
 * A request that comes when there is no memory is put off, not called wrong; a kept answer is not taken for somebody else's.
 * Texts stay below the 16 bytes from which on jansson enlarges a buffer without looking whether it could.
 */
static void a_text_is_not_wrong_because_there_is_no_memory(void **unused)
{
    (void)unused;
    enum { MOST = 200 };
    static const char json[] = "{\"ply\": 3, \"moves\": [\"1: bee 0,0\", \"2: elk 0,1\"]}";
    const struct forgotten who = {.handle = "k3f9", .folded = ""};
    const struct answer kept = {.type = SPAN_LITERAL("application/json"), .body = span_from(json)};
    json_set_alloc_funcs(json_alloc, json_give_back);
    bool spared[3] = {false};
    for (long n = 0; n < MOST && !(spared[0] && spared[1] && spared[2]); n++) {
        struct arena arena;
        struct error error = {.message = NULL};
        struct wire_moves moves;
        struct value document;
        struct strbuf body;
        bool change = true;
        arena_init(&arena, &allocator_heap, 1 << 20);
        strbuf_init(&body, &allocator_heap, 1 << 16);
        json_left = n;
        enum err err = wire_read_moves(span_from(json), &arena, &moves, &error);
        spared[0] = json_left >= 0;
        assert_true(err == ERR_OK || (err == ERR_MEMORY && !spared[0]));
        json_left = n;
        err = wire_values.open(span_from(json), &document, &error);
        spared[1] = json_left >= 0;
        assert_true(err == ERR_OK || (err == ERR_MEMORY && !spared[1]));
        json_left = -1;
        if (err == ERR_OK) {
            wire_values.close(&document);
        }
        json_left = n;
        err = wire_forget(&kept, &who, &body, &change, &error);
        spared[2] = json_left >= 0;
        assert_true((err == ERR_OK && !change) || (err == ERR_MEMORY && !spared[2]));
        json_left = -1;
        strbuf_release(&body);
        arena_release(&arena);
    }
    assert_true(spared[0] && spared[1] && spared[2]);
    json_set_alloc_funcs(malloc, free);
}

/* ---- bodies ---- */

static void a_record_may_come_as_members(void **unused)
{
    (void)unused;
    struct arena arena;
    struct error error = {.message = NULL};
    struct wire_record record;
    arena_init(&arena, &allocator_heap, 1 << 20);
    static const char json[] =
        "{\"game\":\"foret\",\"rules\":1,\"variant\":\"standard\",\"level\":\"table\",\"options\":{\"a\":\"b\",\"c\":\"d "
        "e\"},\"seats\":[\"Amélie\",\"@k3\"],\"played\":\"2026-11-13\",\"place\":\"Cave\",\"night\":\"2026-11-12\","
        "\"id\":\"x1\",\"notes\":[\"n1\",\"n2\"],\"moves\":[\"1: bee 0,0\",\"2: bear 0,0\"],\"reason\":\"why\"}";
    assert_int_equal(wire_read_record(span_from(json), &arena, &record, &error), ERR_OK);
    assert_true(span_is(record.reason, "why"));
    if (!span_is(
            record.record,
            "dendro 1\ngame foret\nrules 1\nvariant standard\nlevel table\noption a b\noption c d e\nseat 1 Amélie\nseat 2 @k3\n"
            "played 2026-11-13\nplace Cave\nnight 2026-11-12\nid x1\nnote n1\nnote n2\n\n1: bee 0,0\n2: bear 0,0\n")) {
        fail_msg("%.*s", (int)record.record.len, record.record.ptr);
    }
    assert_int_equal(wire_read_record(SPAN_LITERAL("{\"record\":\"dendro 1\"}"), &arena, &record, &error), ERR_OK);
    assert_true(span_is(record.record, "dendro 1"));
    assert_null(record.reason.ptr);
    static const struct {
        const char *json;
        const char *id;
    } wrong[] = {{"{\"record\":\"dendro 1\",\"game\":\"foret\"}", "body.either"},
                 {"{\"seats\":[\"A\"]}", "body.seats"},
                 {"{\"game\":\"foret\"}", "body.seats"},
                 {"{\"game\":\"foret\",\"seats\":[]}", "body.seats"},
                 {"{}", "body.seats"}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        enum err err = wire_read_record(span_from(wrong[i].json), &arena, &record, &error);
        if (err != ERR_USAGE || strcmp(error.message->id, wrong[i].id) != 0) {
            fail_msg("%s: %s", wrong[i].json, error.message->id);
        }
    }
    arena_release(&arena);
}

static void other_bodies_have_their_members(void **unused)
{
    (void)unused;
    struct arena arena;
    struct error error;
    struct wire_moves moves;
    struct wire_back back;
    struct wire_night night;
    struct wire_token token;
    struct wire_audit audit;
    arena_init(&arena, &allocator_heap, 1 << 20);
    assert_int_equal(wire_read_moves(SPAN_LITERAL("{\"moves\":[\"a\",\"b\"]}"), &arena, &moves, &error), ERR_OK);
    assert_int_equal(moves.ply, -1);
    assert_true(span_is(moves.moves, "a\nb"));
    assert_int_equal(wire_read_moves(SPAN_LITERAL("{\"ply\":0,\"moves\":\"a\"}"), &arena, &moves, &error), ERR_OK);
    assert_int_equal(moves.ply, 0);
    assert_int_equal(wire_read_moves(SPAN_LITERAL("{\"ply\":-1,\"moves\":\"a\"}"), &arena, &moves, &error), ERR_USAGE);
    assert_int_equal(wire_read_back(SPAN_LITERAL("{}"), &arena, &back, &error), ERR_OK);
    assert_true(back.ply == -1 && back.count == 1);
    assert_int_equal(wire_read_back(SPAN_LITERAL("{\"ply\":3,\"count\":2}"), &arena, &back, &error), ERR_OK);
    assert_true(back.ply == 3 && back.count == 2);
    assert_int_equal(wire_read_back(SPAN_LITERAL("{\"count\":0}"), &arena, &back, &error), ERR_USAGE);
    assert_int_equal(wire_read_night(SPAN_LITERAL("{\"day\":\"d\",\"title\":\"\"}"), &arena, &night, &error), ERR_OK);
    assert_true(span_is(night.day, "d") && night.title.ptr && night.title.len == 0 && !night.place.ptr &&
                !night.note.ptr);
    assert_int_equal(
        wire_read_token(SPAN_LITERAL("{\"label\":\"l\",\"scopes\":[\"read\",\"record\"]}"), &arena, &token, &error),
        ERR_OK);
    assert_true(span_is(token.label, "l") && span_is(token.scopes, "read\nrecord") && !token.expires.ptr);
    assert_int_equal(wire_read_audit(SPAN_LITERAL("{}"), &arena, &audit, &error), ERR_OK);
    assert_false(audit.results_only);
    assert_int_equal(wire_read_audit(SPAN_LITERAL("{\"results_only\":true}"), &arena, &audit, &error), ERR_OK);
    assert_true(audit.results_only);
    arena_release(&arena);
}

/* ---- values ---- */

static void a_document_is_a_tree_of_values(void **unused)
{
    (void)unused;
    static const char *const keys[] = {"o", "l", "t", "i", "y", "n", "r", "z"};
    static const enum value_kind kinds[] = {VALUE_OBJECT,  VALUE_LIST,    VALUE_TEXT,  VALUE_INTEGER,
                                            VALUE_BOOLEAN, VALUE_BOOLEAN, VALUE_OTHER, VALUE_OTHER};
    struct value document;
    struct error error = {.message = NULL};
    struct span text =
        SPAN_LITERAL("{\"o\":{\"a\":1},\"l\":[5,6],\"t\":\"té\",\"i\":-7,\"y\":true,\"n\":false,\"r\":1.5,\"z\":null}");
    assert_int_equal(wire_values.open(text, &document, &error), ERR_OK);
    const struct value_reader *reader = document.reader;
    assert_null(document.up);
    assert_string_equal(document.key, "catalogue");
    assert_int_equal(reader->kind(document.node), VALUE_OBJECT);
    const char *key = NULL;
    for (size_t i = 0; i < 8; i++) {
        key = reader->next_key(document.node, key);
        assert_string_equal(key, keys[i]); /* in the order of the document */
        assert_int_equal(reader->kind(reader->member(document.node, key)), kinds[i]);
    }
    assert_null(reader->next_key(document.node, key));
    assert_null(reader->member(document.node, "x"));
    void *list = reader->member(document.node, "l");
    assert_int_equal(reader->count(list), 2);
    assert_int_equal(reader->integer(reader->item(list, 1)), 6);
    assert_null(reader->item(list, 2));
    assert_true(span_is(reader->text(reader->member(document.node, "t")), "té"));
    assert_int_equal(reader->integer(reader->member(document.node, "i")), -7);
    assert_true(reader->boolean(reader->member(document.node, "y")));
    assert_false(reader->boolean(reader->member(document.node, "n")));
    assert_null(reader->next_key(reader->member(document.node, "o"), "a"));
    wire_values.close(&document);
    assert_null(document.node);
}

static void a_document_that_is_none_says_where(void **unused)
{
    (void)unused;
    struct value document = {.node = NULL};
    struct error error = {.message = NULL};
    assert_int_equal(wire_values.open(SPAN_LITERAL("{\"a\":1,\n\"a\":2}"), &document, &error), ERR_SYNTAX);
    assert_string_equal(error.message->id, "catalogue.json");
    assert_int_equal(error.line, 2);
    assert_true(error.column > 0);
    assert_null(document.node);
    assert_int_equal(wire_values.open(SPAN_LITERAL(""), &document, &error), ERR_SYNTAX);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 0);
}

/* ---- names that are forgotten ---- */

static void a_name_is_forgotten_wherever_it_stands(void **unused)
{
    (void)unused;
    static const struct forgotten bo = {"bo22", "bo", NULL};
    static const struct forgotten who = {"ada11", "ada", &bo};
    static const char problem[] = "application/problem+json; charset=utf-8";
    static const char plain[] = "application/json; charset=utf-8";
    static const struct {
        const char *type;
        const char *body;
        const char *after; /* NULL: it does not change */
    } cases[] = {
        {plain, "{\"id\":\"x\",\"name\":\"Cy\",\"n\":1}", NULL},
        {plain, "{\"id\":\"ada11\",\"name\":\"Former\"}", "{\"id\":\"ada11\",\"name\":null}\n"},
        {plain, "{\"id\":\"bo22\",\"name\":\"Former\"}", "{\"id\":\"bo22\",\"name\":null}\n"},
        {plain, "{\"id\":7,\"name\":\"Cy\"}", NULL},
        {plain, "{\"seats\":[\"Cy\",\"ÀDA\"],\"f\":1.5,\"t\":true,\"z\":null}",
         "{\"seats\":[\"Cy\",\"@ada11\"],\"f\":1.5,\"t\":true,\"z\":null}\n"},
        {plain, "{\"a\":{\"b\":[{\"c\":\"Bo\"}]},\"d\":false}", "{\"a\":{\"b\":[{\"c\":\"@bo22\"}]},\"d\":false}\n"},
        /* words of the program are no names */
        {plain, "{\"rule\":\"Ada\",\"status\":\"Bo\",\"game\":\"Ada\",\"day\":\"Ada\",\"id\":\"Ada\"}", NULL},
        {plain, "{\"type\":\"Ada\"}", "{\"type\":\"@ada11\"}\n"},
        {problem, "{\"type\":\"Ada\",\"title\":\"Bo\"}", NULL},
        {problem, "{\"title\":\"Taken\",\"detail\":\"Zed is taken\"}", "{\"title\":\"Taken\",\"detail\":\"Taken\"}\n"},
        {problem, "{\"detail\":\"Zed is taken\"}", "{\"detail\":\"\"}\n"},
        {plain, "{\"problems\":[{\"rule\":\"r.x\",\"message\":\"Zed\"}]}",
         "{\"problems\":[{\"rule\":\"r.x\",\"message\":\"r.x\"}]}\n"},
        {plain, "{\"id\":\"Ada\",\"ours\":\"\"}", "{\"id\":\"@ada11\",\"ours\":\"\"}\n"}, /* an id elsewhere */
        /* what is not ours does not stay */
        {plain, "[1]", ""},
        {plain, "{", ""},
        {plain, "", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf body;
        struct error error;
        bool change = false;
        struct answer answer = {.type = span_from(cases[i].type), .body = span_from(cases[i].body)};
        strbuf_init(&body, &allocator_heap, 1 << 16);
        assert_int_equal(wire_forget(&answer, &who, &body, &change, &error), ERR_OK);
        if (change != (cases[i].after != NULL) ||
            strcmp(strbuf_text(&body), cases[i].after ? cases[i].after : "") != 0) {
            fail_msg("%s: '%s'", cases[i].body, strbuf_text(&body));
        }
        strbuf_release(&body);
    }
}

/* ---- room ---- */

/* A buffer that is full is a limit, memory that is not there is not; at each length that an answer may be cut at. */
static void an_answer_is_complete_or_not_there(void **unused)
{
    (void)unused;
    static const char wanted[] = "{\"k\":[1,true,\"a\\nb\"],\"l\":0.5}\n";
    for (size_t room = 0; room <= sizeof(wanted); room++) {
        struct strbuf out;
        struct error error = {.message = NULL};
        strbuf_init(&out, &allocator_heap, room);
        struct emit emit = emit_start(&out);
        emit_object(&emit, NULL);
        emit_list(&emit, "k");
        emit_integer(&emit, NULL, 1);
        emit_boolean(&emit, NULL, true);
        emit_word(&emit, NULL, "a\nb");
        emit_close(&emit);
        emit_real(&emit, "l", 0.5);
        emit_close(&emit);
        enum err err = emit_end(&emit, &error);
        if (err == ERR_OK) {
            assert_true(room >= sizeof(wanted) - 1);
            assert_string_equal(strbuf_text(&out), wanted);
        } else {
            assert_true(room < sizeof(wanted));
            assert_int_equal(err, ERR_LIMIT);
            assert_int_equal(out.len, 0);
        }
        strbuf_release(&out);
    }
}

/* Keys and texts at the length where another way is taken. */
static void long_keys_and_texts(void **unused)
{
    (void)unused;
    char key[EMIT_KEY + 2];
    for (size_t length = EMIT_KEY - 2; length <= EMIT_KEY + 1; length++) {
        struct strbuf out;
        struct error error;
        memset(key, 'k', length);
        key[length] = '\0';
        strbuf_init(&out, &allocator_heap, 1 << 12);
        struct emit emit = emit_start(&out);
        emit_object(&emit, NULL);
        emit_integer(&emit, key, 1);
        emit_close(&emit);
        enum err err = emit_end(&emit, &error);
        assert_int_equal(err, length < EMIT_KEY ? ERR_OK : ERR_MEMORY);
        assert_int_equal(out.len, err == ERR_OK ? length + 7 : 0);
        strbuf_release(&out);
    }
    for (size_t length = 0; length <= 100; length++) {
        char text[128];
        struct strbuf out;
        struct error error;
        memset(text, 't', sizeof(text));
        strbuf_init(&out, &allocator_heap, 1 << 12);
        struct emit emit = emit_start(&out);
        emit_text(&emit, NULL, span_of(text, length));
        assert_int_equal(emit_end(&emit, &error), ERR_OK);
        assert_int_equal(out.len, length + 3);
        assert_true(out.text[0] == '"' && out.text[length + 1] == '"' && out.text[length + 2] == '\n');
        for (size_t i = 0; i < length; i++) {
            assert_true(out.text[1 + i] == 't');
        }
        strbuf_release(&out);
    }
}

static void what_is_not_known_is_null(void **unused)
{
    (void)unused;
    static const uint8_t bytes[EMIT_HEX + 1] = {0xab, 0x01};
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 1 << 12);
    struct emit emit = emit_start(&out);
    emit_list(&emit, NULL);
    emit_text_or_null(&emit, NULL, SPAN_LITERAL(""));
    emit_text_or_null(&emit, NULL, SPAN_LITERAL("t"));
    emit_day(&emit, NULL, false, 2);
    emit_day(&emit, NULL, true, 2);
    emit_moment(&emit, NULL, false, 2);
    emit_moment(&emit, NULL, true, 2);
    emit_hex(&emit, NULL, NULL, 2);
    emit_hex(&emit, NULL, bytes, 2);
    emit_integer_or_null(&emit, NULL, false, 3);
    emit_integer_or_null(&emit, NULL, true, INT64_MIN);
    emit_real_or_null(&emit, NULL, false, 3);
    emit_real_or_null(&emit, NULL, true, 3);
    emit_close(&emit);
    assert_int_equal(emit_end(&emit, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out),
                        "[null,\"t\",null,\"1970-01-03\",null,\"1970-01-01T00:00:00.002Z\",null,\"ab01\",null,"
                        "-9223372036854775808,null,3.0]\n");
    for (size_t size = EMIT_HEX; size <= EMIT_HEX + 1; size++) {
        strbuf_clear(&out);
        emit = emit_start(&out);
        emit_hex(&emit, NULL, bytes, size);
        assert_int_equal(emit_end(&emit, &error), size == EMIT_HEX ? ERR_OK : ERR_MEMORY);
    }
    strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_read),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(what_is_no_json_has_a_position),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(memory_may_fail_anywhere),
        cmocka_unit_test(a_text_is_not_wrong_because_there_is_no_memory),
        cmocka_unit_test(a_record_may_come_as_members),
        cmocka_unit_test(other_bodies_have_their_members),
        cmocka_unit_test(a_document_is_a_tree_of_values),
        cmocka_unit_test(a_document_that_is_none_says_where),
        cmocka_unit_test(a_name_is_forgotten_wherever_it_stands),
        cmocka_unit_test(an_answer_is_complete_or_not_there),
        cmocka_unit_test(long_keys_and_texts),
        cmocka_unit_test(what_is_not_known_is_null),
    };
    return cmocka_run_group_tests_name("wire members", tests, NULL, NULL);
}
