/*
 * Catalogues over HTTP, against a real daemon: an admin adds a document once,
 * everybody reads it byte for byte and may keep it for ever, and games that
 * are pinned to it are played, scored, exported and audited, also after a
 * restart. Pad documents are a kind of their own; and the club's settings,
 * which change without the log as catalogues do.
 */
#include "support/cmocka.h"

#include "support/http_client.h"
#include "support/own_catalogue.h"
#include "support/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

struct desk {
    struct daemon daemon;
    struct client client;
    struct reply reply;
    struct strbuf json;   /* the document */
    struct strbuf record; /* pinned to it */
    char hash[65];
    char path[96]; /* of the document */
    char recorder[64];
};

static void ask(struct desk *desk, const char *method, const char *path, const char *token, const char *body,
                int status)
{
    const char *type = body && body[0] != '{' ? "text/plain" : NULL;
    struct call call = {method, path, token, type, body, NULL};
    client_call(&desk->client, &call, &desk->reply);
    if (desk->reply.status != status) {
        fail_msg("%s %s: %d, not %d: %s", method, path, desk->reply.status, status, strbuf_text(&desk->reply.body));
    }
}

static void begin(struct desk *desk, const char *const *options)
{
    *desk = (struct desk){.path = ""};
    daemon_start(&desk->daemon, options);
    daemon_token(&desk->daemon, "record", desk->recorder);
    client_init(&desk->client, desk->daemon.port);
    reply_init(&desk->reply);
    strbuf_init(&desk->json, &allocator_heap, 1 << 20);
    strbuf_init(&desk->record, &allocator_heap, 1 << 12);
    own_catalogue("mine", &desk->json);
    own_catalogue_record("mine", strbuf_span(&desk->json), &desk->record);
    own_catalogue_hash(strbuf_span(&desk->json), desk->hash);
    (void)snprintf(desk->path, sizeof(desk->path), "/v1/catalogues/%s", desk->hash);
}

static void end(struct desk *desk)
{
    strbuf_release(&desk->json);
    strbuf_release(&desk->record);
    reply_release(&desk->reply);
    client_release(&desk->client);
    daemon_end(&desk->daemon);
}

static void expect(const struct desk *desk, const char *text)
{
    if (!reply_has(&desk->reply, text)) {
        fail_msg("no '%s' in %s", text, strbuf_text(&desk->reply.body));
    }
}

static void one_is_added_once(void **unused)
{
    (void)unused;
    struct desk desk;
    begin(&desk, NULL);
    const char *admin = desk.daemon.token;
    const char *json = strbuf_text(&desk.json);
    ask(&desk, "POST", "/v1/catalogues", NULL, json, 401);
    ask(&desk, "POST", "/v1/catalogues", desk.recorder, json, 403);
    ask(&desk, "GET", desk.path, NULL, NULL, 404);
    ask(&desk, "POST", "/v1/catalogues", admin, json, 201);
    assert_true(span_is(reply_header(&desk.reply, "Location"), desk.path));
    expect(&desk, desk.hash);
    expect(&desk, "\"name\":\"mine\",\"shipped\":false,\"added\":\"2");
    char first[512];
    (void)snprintf(first, sizeof(first), "%s", strbuf_text(&desk.reply.body));
    ask(&desk, "POST", "/v1/catalogues", admin, json, 200);
    assert_string_equal(strbuf_text(&desk.reply.body), first);
    ask(&desk, "GET", "/v1/catalogues", NULL, NULL, 200);
    expect(&desk, first[0] ? strtok(first, "\n") : "");
    end(&desk);
}

static void what_is_none_is_told_where(void **unused)
{
    (void)unused;
    static const struct {
        const char *from, *to, *says;
    } cases[] = {
        {"[\"desert\"]", "[\"dessert\"]", "species[0].lives[0]"},
        {"\"supplies\"", "\"supply\"", "supply"},
        {"{", "[", "catalogue.json"},
    };
    struct desk desk;
    begin(&desk, NULL);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf bad;
        strbuf_init(&bad, &allocator_heap, 1 << 20);
        const char *text = strbuf_text(&desk.json);
        const char *place = strstr(text, cases[i].from);
        assert_non_null(place);
        strbuf_add_span(&bad, span_of(text, (size_t)(place - text)));
        strbuf_add(&bad, cases[i].to);
        strbuf_add(&bad, place + strlen(cases[i].from));
        struct call call = {"POST", "/v1/catalogues", desk.daemon.token, "application/json", strbuf_text(&bad), NULL};
        client_call(&desk.client, &call, &desk.reply);
        assert_int_equal(desk.reply.status, 400);
        expect(&desk, cases[i].says);
        strbuf_release(&bad);
    }
    /* Deep nesting and a large body are refused as everywhere, and the daemon goes on. */
    struct strbuf deep;
    strbuf_init(&deep, &allocator_heap, 4 << 20);
    for (int i = 0; i < 100000; i++) {
        strbuf_add(&deep, "{\"a\":");
    }
    ask(&desk, "POST", "/v1/catalogues", desk.daemon.token, strbuf_text(&deep), 400);
    for (int i = 0; i < 200000; i++) {
        strbuf_add(&deep, "{\"a\":");
    }
    ask(&desk, "POST", "/v1/catalogues", desk.daemon.token, strbuf_text(&deep), 413);
    strbuf_release(&deep);
    ask(&desk, "GET", "/v1/catalogues", NULL, NULL, 200);
    expect(&desk, "\"name\":\"hedgerow\",\"shipped\":true,\"added\":null}]");
    end(&desk);
}

/* The document has the hash of its address: whoever has it once needs no second look. */
static void it_may_be_kept_for_ever(void **unused)
{
    (void)unused;
    struct desk desk;
    char hash[65];
    char tag[96];
    begin(&desk, NULL);
    ask(&desk, "POST", "/v1/catalogues", desk.daemon.token, strbuf_text(&desk.json), 201);
    ask(&desk, "GET", desk.path, NULL, NULL, 200);
    own_catalogue_hash(strbuf_span(&desk.reply.body), hash);
    assert_string_equal(hash, desk.hash);
    assert_true(span_is(reply_header(&desk.reply, "Cache-Control"), "public, max-age=31536000, immutable"));
    (void)snprintf(tag, sizeof(tag), "If-None-Match: \"%s\"\r\n", hash);
    ask(&desk, "POST", "/v1/places", desk.recorder, "{\"name\":\"Here\"}",
        201); /* versions move on, the tag does not */
    struct call call = {"GET", desk.path, NULL, NULL, NULL, tag};
    client_call(&desk.client, &call, &desk.reply);
    assert_int_equal(desk.reply.status, 304);
    assert_true(span_is(reply_header(&desk.reply, "Cache-Control"), "public, max-age=31536000, immutable"));
    struct call head = {"HEAD", desk.path, NULL, NULL, NULL, NULL};
    client_call(&desk.client, &head, &desk.reply);
    assert_int_equal(desk.reply.status, 200);
    assert_int_equal(desk.reply.body.len, 0);
    ask(&desk, "GET", desk.path, "dendro_wrong", NULL, 401);
    end(&desk);

    static const char *const closed[] = {"--private", NULL};
    begin(&desk, closed);
    ask(&desk, "POST", "/v1/catalogues", desk.daemon.token, strbuf_text(&desk.json), 201);
    ask(&desk, "GET", desk.path, NULL, NULL, 401);
    ask(&desk, "GET", desk.path, desk.daemon.token, NULL, 200);
    assert_true(span_is(reply_header(&desk.reply, "Cache-Control"), "private, max-age=31536000, immutable"));
    end(&desk);
}

static void games_are_pinned_to_it(void **unused)
{
    (void)unused;
    static const char moves[] = "{\"ply\":0,\"moves\":[\"*: deck 1 draft\"]}";
    static const char more[] = "{\"ply\":1,\"moves\":[\"*: deck 2 draft\"]}";
    struct desk desk;
    char place[128];
    begin(&desk, NULL);
    const char *record = strbuf_text(&desk.record);
    ask(&desk, "POST", "/v1/games", desk.recorder, record, 404);
    expect(&desk, "record.catalogue-unknown");
    expect(&desk, desk.hash);
    ask(&desk, "POST", "/v1/score", NULL, record, 404);
    ask(&desk, "POST", "/v1/catalogues", desk.daemon.token, strbuf_text(&desk.json), 201);
    ask(&desk, "POST", "/v1/score", NULL, record, 200);
    ask(&desk, "POST", "/v1/games", desk.recorder, record, 201);
    int64_t game = reply_int(&desk.reply, "game");
    (void)snprintf(place, sizeof(place), "/v1/games/%lld/moves", (long long)game);
    ask(&desk, "POST", place, desk.recorder, moves, 200);

    /* Those who come after a restart have nothing in memory. */
    assert_int_equal(daemon_halt(&desk.daemon), 0);
    char admin[64];
    (void)snprintf(admin, sizeof(admin), "%s", desk.daemon.token);
    daemon_restart(&desk.daemon, NULL);
    client_release(&desk.client);
    client_init(&desk.client, desk.daemon.port);
    static const char *const reads[] = {"", "/state", "/score", "/legal", "/record", "/moves"};
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        (void)snprintf(place, sizeof(place), "/v1/games/%lld%s", (long long)game, reads[i]);
        ask(&desk, "GET", place, NULL, NULL, 200);
    }
    (void)snprintf(place, sizeof(place), "/v1/games/%lld/audit", (long long)game);
    ask(&desk, "GET", place, NULL, NULL, 200);
    expect(&desk, "\"findings\":[]");
    ask(&desk, "GET", "/v1/export?format=ndjson", NULL, NULL, 200);
    expect(&desk, desk.hash);
    (void)snprintf(place, sizeof(place), "/v1/games/%lld/moves", (long long)game);
    ask(&desk, "POST", place, desk.recorder, more, 200);
    ask(&desk, "POST", "/v1/import", desk.recorder, record, 200);
    ask(&desk, "POST", "/v1/audit", admin, "{}", 202);
    for (int i = 0; i < 1000 && !reply_has(&desk.reply, "\"running\":false"); i++) {
        ask(&desk, "GET", "/v1/audit", NULL, NULL, 200);
    }
    expect(&desk, "\"findings\":[]");
    end(&desk);
}

/* ---- pad documents ---- */

/* A document with that many categories. */
static void make_pad(unsigned categories, struct strbuf *out)
{
    strbuf_clear(out);
    strbuf_add(out, "{\"catalogue\":\"pad\",\"name\":{\"id\":\"many\",\"en\":\"Many\",\"fr\":\"Maints\"},"
                    "\"variant\":\"high\",\"seats\":{\"least\":2,\"most\":4},\"categories\":[");
    for (unsigned i = 0; i < categories; i++) {
        char text[128];
        (void)snprintf(text, sizeof(text),
                       "%s{\"id\":\"c-%u\",\"en\":\"kind %c%c%c\",\"fr\":\"sorte %c%c%c\",\"sign\":\"-\"}",
                       i > 0 ? "," : "", i, 'a' + i / 100 % 10, 'a' + i / 10 % 10, 'a' + i % 10, 'a' + i / 100 % 10,
                       'a' + i / 10 % 10, 'a' + i % 10);
        strbuf_add(out, text);
    }
    strbuf_add(out, "]}");
}

static void pads_are_a_kind_of_their_own(void **unused)
{
    (void)unused;
    static const char record[] = "dendro 1\ngame pad\ntitle MAINTS\nseat 1 Ada\nseat 2 Bo\n1: total 3\n2: total 4\n";
    struct desk desk;
    struct strbuf pad;
    begin(&desk, NULL);
    const char *admin = desk.daemon.token;
    strbuf_init(&pad, &allocator_heap, 1 << 20);
    ask(&desk, "POST", "/v1/pads", admin, strbuf_text(&desk.json), 400);
    expect(&desk, "catalogue.no-title");
    ask(&desk, "GET", desk.path, NULL, NULL, 404); /* it has not been stored, either */
    make_pad(500, &pad);
    ask(&desk, "POST", "/v1/pads", admin, strbuf_text(&pad), 400);
    expect(&desk, "catalogue.categories");
    make_pad(25, &pad);
    ask(&desk, "POST", "/v1/pads", admin, strbuf_text(&pad), 400);
    ask(&desk, "GET", "/v1/pads", NULL, NULL, 200);
    assert_false(reply_has(&desk.reply, "many"));
    make_pad(24, &pad);
    ask(&desk, "POST", "/v1/pads", admin, strbuf_text(&pad), 201);
    ask(&desk, "GET", "/v1/pads", NULL, NULL, 200);
    expect(
        &desk,
        "{\"id\":\"c-23\",\"en\":\"kind acd\",\"fr\":\"sorte acd\",\"sign\":\"-\"}],\"shipped\":false,\"title\":null}");
    /* The first game of a title that has one of its names makes the title; the document is of it from then on. */
    ask(&desk, "POST", "/v1/games", desk.recorder, record, 201);
    ask(&desk, "GET", "/v1/pads", NULL, NULL, 200);
    expect(&desk, "\"shipped\":false,\"title\":\"maints\"}");
    strbuf_release(&pad);
    end(&desk);
}

/* ---- the club ---- */

static void a_change_is_seen_at_once(void **unused)
{
    (void)unused;
    static const char *const closed[] = {"--private", NULL};
    struct desk desk;
    char tag[128];
    struct strbuf body;
    begin(&desk, closed);
    const char *admin = desk.daemon.token;
    ask(&desk, "GET", "/v1/club", NULL, NULL, 401);
    for (int i = 0; i < 3; i++) { /* the second time it may come from a cache */
        ask(&desk, "GET", "/v1/club", desk.recorder, NULL, 200);
    }
    expect(&desk, "{\"name\":null,\"zone\":\"UTC\",\"language\":null,\"searchable\":false,\"private\":true}");
    struct span given = reply_header(&desk.reply, "ETag");
    (void)snprintf(tag, sizeof(tag), "If-None-Match: %.*s\r\n", (int)given.len, given.ptr);
    struct call again = {"GET", "/v1/club", desk.recorder, NULL, NULL, tag};
    client_call(&desk.client, &again, &desk.reply);
    assert_int_equal(desk.reply.status, 304);
    ask(&desk, "PATCH", "/v1/club", admin, "{\"zone\":\"UTC\"}", 200); /* as it is: nothing has changed */
    client_call(&desk.client, &again, &desk.reply);
    assert_int_equal(desk.reply.status, 304);
    ask(&desk, "PATCH", "/v1/club", admin, "{\"name\":\"Les Ormes\"}", 200);
    client_call(&desk.client, &again, &desk.reply);
    assert_int_equal(desk.reply.status, 200);
    expect(&desk, "{\"name\":\"Les Ormes\",\"zone\":\"UTC\",\"language\":null,\"searchable\":false,\"private\":true}");
    strbuf_init(&body, &allocator_heap, 1 << 16);
    strbuf_add(&body, "{\"name\":\"x\",\"zone\":\"");
    for (int i = 0; i < 10000; i++) {
        strbuf_add_char(&body, 'A');
    }
    strbuf_add(&body, "\"}");
    ask(&desk, "PATCH", "/v1/club", admin, strbuf_text(&body), 400);
    expect(&desk, "club.zone");
    ask(&desk, "GET", "/v1/club", desk.recorder, NULL, 200);
    expect(&desk, "\"name\":\"Les Ormes\",\"zone\":\"UTC\"");
    strbuf_release(&body);
    end(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_added_once),
        cmocka_unit_test(what_is_none_is_told_where),
        cmocka_unit_test(it_may_be_kept_for_ever),
        cmocka_unit_test(games_are_pinned_to_it),
        cmocka_unit_test(pads_are_a_kind_of_their_own),
        cmocka_unit_test(a_change_is_seen_at_once),
    };
    return cmocka_run_group_tests_name("catalogues over HTTP", tests, NULL, NULL);
}
