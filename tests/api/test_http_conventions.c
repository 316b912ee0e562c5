/* The conventions that hold for all routes: tags, languages, compression, pages, keys, access. */
#include "support/cmocka.h"

#include "support/http_scene.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static int get(struct http_scene *scene, const char *path, const char *headers)
{
    struct call call = {"GET", path, NULL, NULL, NULL, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static int post(struct http_scene *scene, const char *path, const char *body, const char *headers)
{
    struct call call = {"POST", path, scene->daemon.token, NULL, body, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static void copy_header(const struct reply *reply, const char *name, char *out, size_t size)
{
    struct span value = reply_header(reply, name);
    (void)snprintf(out, size, "%.*s", (int)value.len, value.ptr ? value.ptr : "");
}

static void tags_follow_log_people_and_language(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char tag[128];
    char header[256];
    http_scene_begin(&scene, NULL);
    assert_int_equal(get(&scene, "/v1/players", NULL), 200);
    copy_header(&scene.reply, "ETag", tag, sizeof(tag));
    assert_true(tag[0] == '"');
    (void)snprintf(header, sizeof(header), "If-None-Match: \"x\", W/%s\r\n", tag);
    for (int i = 0; i < 2; i++) { /* the second time it comes out of the cache */
        assert_int_equal(get(&scene, "/v1/players", header), 304);
        assert_int_equal(scene.reply.body.len, 0);
        assert_true(span_is(reply_header(&scene.reply, "ETag"), tag));
    }
    (void)snprintf(header, sizeof(header), "Accept-Language: fr\r\nIf-None-Match: %s\r\n", tag);
    assert_int_equal(get(&scene, "/v1/players", header), 200);

    /* A new person changes the answer at once, and with it the tag. */
    assert_int_equal(post(&scene, "/v1/players", "{\"name\":\"Ada\"}", NULL), 201);
    (void)snprintf(header, sizeof(header), "If-None-Match: %s\r\n", tag);
    assert_int_equal(get(&scene, "/v1/players", header), 200);
    assert_true(reply_has(&scene.reply, "Ada"));
    copy_header(&scene.reply, "ETag", tag, sizeof(tag));
    assert_int_equal(post(&scene, "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"]}", NULL), 201);
    (void)snprintf(header, sizeof(header), "If-None-Match: %s\r\n", tag);
    assert_int_equal(get(&scene, "/v1/players", header), 200);
    assert_true(reply_has(&scene.reply, "Cy"));

    /* What another program writes is seen, too; within a second it is in the cache's eyes as well. */
    const char *words[] = {"token", "add", "--db", scene.daemon.db, "phone", NULL};
    assert_int_equal(daemon_run(words), 0);
    http_scene_end(&scene);
}

static void large_answers_are_compressed_when_asked(void **unused)
{
    (void)unused;
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    assert_int_equal(get(&scene, "/v1/rules", NULL), 200);
    assert_int_equal(reply_header(&scene.reply, "Content-Encoding").len, 0);
    struct strbuf plain;
    strbuf_init(&plain, &allocator_heap, 1 << 20);
    strbuf_add_span(&plain, strbuf_span(&scene.reply.body));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(get(&scene, "/v1/rules", "Accept-Encoding: gzip, br\r\n"), 200);
        assert_true(span_is(reply_header(&scene.reply, "Content-Encoding"), "gzip"));
        assert_true(scene.reply.body.len < plain.len / 2);
        unsigned char *out = malloc(plain.len + 1);
        z_stream stream = {.next_in = (unsigned char *)scene.reply.body.text,
                           .avail_in = (unsigned)scene.reply.body.len,
                           .next_out = out,
                           .avail_out = (unsigned)plain.len + 1};
        assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
        assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
        assert_int_equal(stream.total_out, plain.len);
        assert_memory_equal(out, plain.text, plain.len);
        (void)inflateEnd(&stream);
        free(out);
    }
    assert_int_equal(get(&scene, "/v1/rules", "Accept-Encoding: gzip;q=0\r\n"), 200);
    assert_int_equal(reply_header(&scene.reply, "Content-Encoding").len, 0);
    assert_int_equal(get(&scene, "/healthz", "Accept-Encoding: gzip\r\n"), 200);
    assert_int_equal(reply_header(&scene.reply, "Content-Encoding").len, 0);
    strbuf_release(&plain);
    http_scene_end(&scene);
}

/* Walks the pages of a list of ten games by their links, from `first` on in steps of `step`. */
static void walk_pages(struct http_scene *scene, const char *start, long first, long step)
{
    char path[512];
    int seen = 0;
    (void)snprintf(path, sizeof(path), "%s", start);
    for (int page = 0; page < 4; page++) {
        assert_int_equal(get(scene, path, NULL), 200);
        for (const char *at = strbuf_text(&scene->reply.body); (at = strstr(at, "{\"id\":")); at++) {
            assert_int_equal(strtol(at + 6, NULL, 10), first + step * seen++);
        }
        struct span link = reply_header(&scene->reply, "Link");
        if (page == 3) {
            assert_int_equal(link.len, 0);
            assert_true(reply_has(&scene->reply, "\"next\":null"));
        } else {
            const char *end = memchr(link.ptr, '>', link.len);
            assert_non_null(end);
            (void)snprintf(path, sizeof(path), "%.*s", (int)(end - link.ptr) - 1, link.ptr + 1);
        }
    }
    assert_int_equal(seen, 10);
}

static void pages_hold_every_game_once(void **unused)
{
    (void)unused;
    static const char *const filters[] = {"", "&status=live", "&since=2026-01-01", "&player=A"};
    struct http_scene scene;
    char path[128];
    http_scene_begin(&scene, NULL);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(post(&scene, "/v1/games",
                              "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"],\"night\":\"2026-11-13\"}", NULL),
                         201);
    }
    for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
        (void)snprintf(path, sizeof(path), "/v1/games?limit=3&game=foret%s", filters[i]);
        walk_pages(&scene, path, 1, 1);
        (void)snprintf(path, sizeof(path), "/v1/games?order=newest&limit=3%s", filters[i]);
        walk_pages(&scene, path, 10, -1);
    }
    /* The cursor of one order is refused by the other. */
    assert_int_equal(get(&scene, "/v1/games?limit=3", NULL), 200);
    const char *next = strstr(strbuf_text(&scene.reply.body), "\"next\":\"");
    assert_non_null(next);
    (void)snprintf(path, sizeof(path), "/v1/games?order=newest&cursor=%.*s", (int)strcspn(next + 8, "\""), next + 8);
    assert_int_equal(get(&scene, path, NULL), 400);
    http_scene_end(&scene);
}

/* The items of a list in the answer, as text, are added to `all`. */
static void add_items(const struct http_scene *scene, struct strbuf *all)
{
    const char *text = strbuf_text(&scene->reply.body);
    const char *from = strchr(text, '[');
    const char *to = strstr(text, "],\"next\":");
    assert_non_null(from);
    assert_non_null(to);
    if (all->len > 0) {
        strbuf_add_char(all, ',');
    }
    strbuf_add_span(all, span_of(from + 1, (size_t)(to - from) - 1));
}

/* Put together, its pages are the list. */
static void pages_make_the_whole(struct http_scene *scene, const char *list, int pages)
{
    struct strbuf whole;
    struct strbuf pieces;
    char path[512];
    strbuf_init(&whole, &allocator_heap, 1 << 16);
    strbuf_init(&pieces, &allocator_heap, 1 << 16);
    assert_int_equal(get(scene, list, NULL), 200);
    assert_int_equal(reply_header(&scene->reply, "Link").len, 0);
    add_items(scene, &whole);
    (void)snprintf(path, sizeof(path), "%s?limit=2", list);
    for (int page = 0; page < pages; page++) {
        assert_int_equal(get(scene, path, NULL), 200);
        add_items(scene, &pieces);
        struct span link = reply_header(&scene->reply, "Link");
        const char *end = link.len > 0 ? memchr(link.ptr, '>', link.len) : NULL;
        assert_true((end != NULL) == (page + 1 < pages));
        if (end) {
            (void)snprintf(path, sizeof(path), "%.*s", (int)(end - link.ptr) - 1, link.ptr + 1);
        }
    }
    assert_string_equal(strbuf_text(&pieces), strbuf_text(&whole));
    (void)snprintf(path, sizeof(path), "%s?limit=0", list);
    assert_int_equal(get(scene, path, NULL), 400);
    (void)snprintf(path, sizeof(path), "%s?cursor=ZzE", list); /* of games */
    assert_int_equal(get(scene, path, NULL), 400);
    strbuf_release(&whole);
    strbuf_release(&pieces);
}

static void short_lists_come_in_pages_when_asked(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char body[128];
    http_scene_begin(&scene, NULL);
    for (int i = 0; i < 5; i++) {
        (void)snprintf(
            body, sizeof(body),
            "{\"game\":\"foret\",\"seats\":[\"A%d\",\"B\",\"C\"],\"night\":\"2026-11-1%d\",\"place\":\"P%d\"}", i, i,
            i % 4);
        assert_int_equal(post(&scene, "/v1/games", body, NULL), 201);
    }
    pages_make_the_whole(&scene, "/v1/players", 4); /* 7 */
    pages_make_the_whole(&scene, "/v1/nights", 3);  /* 5 */
    pages_make_the_whole(&scene, "/v1/places", 2);  /* 4 */
    http_scene_end(&scene);
}

static void a_key_gives_the_first_answer_again(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char key[] = "Idempotency-Key: k-1\r\n";
    static const char game[] = "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"]}";
    static const char move[] = "{\"ply\":0,\"moves\":\"1: bee 0,0\"}";
    http_scene_begin(&scene, NULL);
    assert_int_equal(post(&scene, "/v1/games", game, key), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 1);
    assert_int_equal(post(&scene, "/v1/games", game, key), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 1);
    assert_true(span_is(reply_header(&scene.reply, "Location"), "/v1/games/1"));
    assert_true(span_is(reply_header(&scene.reply, "Idempotency-Replayed"), "true"));
    assert_int_equal(post(&scene, "/v1/games", "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"D\"]}", key), 422);
    assert_true(reply_has(&scene.reply, "idempotency.other"));
    assert_int_equal(post(&scene, "/v1/games/1/moves", move, key), 422);

    /* A refusal is an answer as well: the move is played in between, and the first answer stays what it was. */
    assert_int_equal(
        post(&scene, "/v1/games/1/moves", "{\"ply\":1,\"moves\":\"2: bee 0,0\"}", "Idempotency-Key: k-2\r\n"), 409);
    assert_int_equal(post(&scene, "/v1/games/1/moves", move, "Idempotency-Key: k-3\r\n"), 200);
    assert_int_equal(post(&scene, "/v1/games/1/moves", move, "Idempotency-Key: k-3\r\n"), 200);
    assert_int_equal(reply_int(&scene.reply, "ply"), 1);
    assert_int_equal(
        post(&scene, "/v1/games/1/moves", "{\"ply\":1,\"moves\":\"2: bee 0,0\"}", "Idempotency-Key: k-2\r\n"), 409);
    assert_int_equal(get(&scene, "/v1/games/1", NULL), 200);
    assert_int_equal(reply_int(&scene.reply, "plies"), 1);

    /* A token is shown once, and not made twice. */
    static const char token[] = "{\"label\":\"phone\",\"scopes\":[\"read\"]}";
    assert_int_equal(post(&scene, "/v1/tokens", token, "Idempotency-Key: k-4\r\n"), 201);
    assert_true(reply_has(&scene.reply, "dendro_"));
    assert_int_equal(post(&scene, "/v1/tokens", token, "Idempotency-Key: k-4\r\n"), 201);
    assert_false(reply_has(&scene.reply, "dendro_"));

    /* Keys survive the daemon. */
    client_close(&scene.client);
    char admin[64];
    memcpy(admin, scene.daemon.token, sizeof(admin));
    assert_int_equal(daemon_halt(&scene.daemon), 0);
    daemon_restart(&scene.daemon, NULL);
    assert_string_equal(scene.daemon.token, "");
    memcpy(scene.daemon.token, admin, sizeof(admin));
    scene.client.port = scene.daemon.port;
    assert_int_equal(post(&scene, "/v1/games", game, key), 201);
    assert_int_equal(reply_int(&scene.reply, "game"), 1);
    assert_int_equal(post(&scene, "/v1/games", game, "Idempotency-Key: a b\r\n"), 400);
    http_scene_end(&scene);
}

static void a_private_server_is_closed(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--private", NULL};
    char reader[64];
    char header[128];
    http_scene_begin(&scene, options);
    assert_int_equal(get(&scene, "/v1/games", NULL), 401);
    assert_int_equal(get(&scene, "/healthz", NULL), 200);
    daemon_token(&scene.daemon, "read", reader);
    (void)snprintf(header, sizeof(header), "Authorization: bearer %s\r\n", reader);
    assert_int_equal(get(&scene, "/v1/games", header), 200);
    assert_int_equal(get(&scene, "/v1/games", NULL), 401); /* also what is in the cache */

    /* Revoked by another program. */
    struct call call = {"GET", "/v1/tokens", scene.daemon.token, NULL, NULL, NULL};
    client_call(&scene.client, &call, &scene.reply);
    const char *at = strstr(strbuf_text(&scene.reply.body), "\"label\":\"test\"");
    assert_non_null(at);
    char id[16];
    (void)snprintf(id, sizeof(id), "%.12s", at - 14);
    char path[64];
    (void)snprintf(path, sizeof(path), "/v1/tokens/%s", id);
    struct call revoke = {"DELETE", path, scene.daemon.token, NULL, NULL, NULL};
    client_call(&scene.client, &revoke, &scene.reply);
    assert_int_equal(scene.reply.status, 204);
    assert_int_equal(get(&scene, "/v1/games", header), 401);

    /* Expired. */
    assert_int_equal(
        post(&scene, "/v1/tokens", "{\"label\":\"old\",\"scopes\":[\"read\"],\"expires\":\"2020-01-01\"}", NULL), 201);
    const char *secret = strstr(strbuf_text(&scene.reply.body), "dendro_");
    assert_non_null(secret);
    (void)snprintf(header, sizeof(header), "Authorization: Bearer %.50s\r\n", secret);
    assert_int_equal(get(&scene, "/v1/games", header), 401);
    http_scene_end(&scene);
}

static void cors_is_off_unless_configured(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char origin[] = "Origin: https://club.example\r\n";
    static const char *const options[] = {"--cors-origin", "https://club.example", NULL};
    http_scene_begin(&scene, NULL);
    assert_int_equal(get(&scene, "/v1/games", origin), 200);
    assert_int_equal(reply_header(&scene.reply, "Access-Control-Allow-Origin").len, 0);
    http_scene_end(&scene);
    http_scene_begin(&scene, options);
    assert_int_equal(get(&scene, "/v1/games", origin), 200);
    assert_true(span_is(reply_header(&scene.reply, "Access-Control-Allow-Origin"), "https://club.example"));
    assert_int_equal(get(&scene, "/v1/games", "Origin: https://other.example\r\n"), 200);
    assert_int_equal(reply_header(&scene.reply, "Access-Control-Allow-Origin").len, 0);
    http_scene_end(&scene);
}

/* An answer that is kept ready for one page is not given to another: with an origin, none is kept. */
static void what_is_for_a_page_is_not_kept(void **unused)
{
    (void)unused;
    struct http_scene scene;
    static const char *const options[] = {"--cors-origin", "*", NULL};
    http_scene_begin(&scene, options);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(get(&scene, "/v1/leaderboard", "Origin: https://club.example\r\n"), 200);
        assert_true(span_is(reply_header(&scene.reply, "Access-Control-Allow-Origin"), "*"));
        assert_int_equal(get(&scene, "/v1/leaderboard", ""), 200);
        assert_int_equal(reply_header(&scene.reply, "Access-Control-Allow-Origin").len, 0);
    }
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_follow_log_people_and_language),
        cmocka_unit_test(large_answers_are_compressed_when_asked),
        cmocka_unit_test(pages_hold_every_game_once),
        cmocka_unit_test(short_lists_come_in_pages_when_asked),
        cmocka_unit_test(a_key_gives_the_first_answer_again),
        cmocka_unit_test(a_private_server_is_closed),
        cmocka_unit_test(cors_is_off_unless_configured),
        cmocka_unit_test(what_is_for_a_page_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
