/*
 * The page over HTTP: the shell at every address that it knows and nowhere
 * else, its files under an address that is theirs for ever, and what a browser
 * is forbidden to do with them.
 */
#include "support/cmocka.h"

#include "http/page.h"
#include "support/http_scene.h"
#include "support/needs.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

static int ask(struct http_scene *scene, const char *method, const char *path, const char *headers)
{
    struct call call = {method, path, NULL, NULL, NULL, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static int get(struct http_scene *scene, const char *path, const char *headers)
{
    return ask(scene, "GET", path, headers);
}

static bool header_has(const struct http_scene *scene, const char *name, const char *text)
{
    char value[1024];
    struct span whole = reply_header(&scene->reply, name);
    (void)snprintf(value, sizeof(value), "%.*s", (int)whole.len, whole.ptr ? whole.ptr : "");
    return strstr(value, text) != NULL;
}

static const char *const PAGES[] = {"/",
                                    "/new",
                                    "/sheet/draft-1",
                                    "/games",
                                    "/games/1",
                                    "/games/1/replay?at=3",
                                    "/games/1/x/",
                                    "/people",
                                    "/people/@abc/vs/Bo",
                                    "/people/%C3%A9",
                                    "/leaderboard",
                                    "/leaderboard/print",
                                    "/records",
                                    "/nights",
                                    "/nights/2026-11-13",
                                    "/cards",
                                    "/cards/bee",
                                    "/audit",
                                    "/audit/1",
                                    "/sheet",
                                    "/settings",
                                    "/signin",
                                    "/seasons",
                                    "/seasons/40/print",
                                    "/tables",
                                    "/waiting",
                                    "/titles",
                                    "/titles/les%20colons",
                                    "/years/2026",
                                    "/settings/club"};

static void every_address_of_the_page_is_the_shell(void **unused)
{
    (void)unused;
    static const char *const closed[] = {"--private", NULL};
    struct http_scene scene;
    http_scene_begin(&scene, closed); /* the shell is open to everybody, the data are not */
    assert_int_equal(get(&scene, "/v1/games", NULL), 401);
    for (size_t i = 0; i < sizeof(PAGES) / sizeof(PAGES[0]); i++) {
        assert_int_equal(get(&scene, PAGES[i], NULL), 200);
        assert_true(header_has(&scene, "Content-Type", "text/html; charset=utf-8"));
        assert_true(reply_has(&scene.reply, "<title>Dendro</title>"));
        assert_int_equal(ask(&scene, "HEAD", PAGES[i], NULL), 200);
        assert_int_equal(ask(&scene, "POST", PAGES[i], NULL), 405);
        assert_true(header_has(&scene, "Allow", "GET, HEAD, OPTIONS"));
    }
    static const char *const strange[] = {"/gamesx",  "/new/1",      "/v1",         "/v1/",
                                          "/v1/page", "/index.html", "/cards%2Fbee"};
    for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); i++) {
        assert_int_equal(get(&scene, strange[i], NULL), 404);
        assert_true(header_has(&scene, "Content-Type", "application/problem+json"));
    }
    assert_int_equal(get(&scene, "/games/%00", NULL), 400);
    http_scene_end(&scene);
}

/* Who looks around gets a page, with the status of what is not there; programs and parts of the page the problem. */
static void an_unknown_address_is_a_page_for_a_browser(void **unused)
{
    (void)unused;
    static const char browser[] = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";
    static const char *const programs[] = {NULL, "Accept: */*\r\n", "Accept: application/json\r\n",
                                           "Accept: text/html;q=0\r\n"};
    static const char *const unknown[] = {"/gamez", "/new/1", "/c/alpha/", "/index.html", "/c/"};
    static const char *const api[] = {"/v1", "/v1/", "/v1/page", "/c/alpha/v1/games"};
    struct http_scene scene;
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_scene_begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        assert_int_equal(get(&scene, unknown[i], browser), 404);
        assert_true(header_has(&scene, "Content-Type", "text/html; charset=utf-8"));
        assert_true(header_has(&scene, "Content-Security-Policy", "frame-ancestors 'none'"));
        assert_true(header_has(&scene, "Cache-Control", "no-store"));
        assert_int_equal(reply_header(&scene.reply, "ETag").len, 0);
        assert_true(reply_has(&scene.reply, "<base href=\"/\">"));
        assert_int_equal(ask(&scene, "HEAD", unknown[i], browser), 404);
        assert_int_equal(ask(&scene, "POST", unknown[i], browser), 404);
        assert_true(header_has(&scene, "Content-Type", "application/problem+json"));
        for (size_t j = 0; j < sizeof(programs) / sizeof(programs[0]); j++) {
            assert_int_equal(get(&scene, unknown[i], programs[j]), 404);
            assert_true(header_has(&scene, "Content-Type", "application/problem+json"));
        }
    }
    for (size_t i = 0; i < sizeof(api) / sizeof(api[0]); i++) {
        assert_int_equal(get(&scene, api[i], browser), 404);
        assert_true(header_has(&scene, "Content-Type", "application/problem+json"));
    }
    http_scene_end(&scene);
}

static void a_browser_is_told_what_it_may_do(void **unused)
{
    (void)unused;
    struct http_scene scene;
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_scene_begin(&scene, NULL);
    assert_int_equal(get(&scene, "/cards/bee", NULL), 200);
    assert_true(header_has(&scene, "Content-Security-Policy", "default-src 'none'; script-src 'self'; "));
    assert_false(header_has(&scene, "Content-Security-Policy", "unsafe"));
    assert_false(header_has(&scene, "Content-Security-Policy", "data:"));
    assert_true(header_has(&scene, "Content-Security-Policy", "frame-ancestors 'none'"));
    assert_true(header_has(&scene, "Referrer-Policy", "no-referrer"));
    assert_true(header_has(&scene, "X-Content-Type-Options", "nosniff"));
    assert_true(header_has(&scene, "Cache-Control", "no-cache"));
    /* No script stands in it: the only one is a file. */
    const char *script = strstr(strbuf_text(&scene.reply.body), "<script");
    assert_non_null(script);
    assert_true(span_starts(span_from(script), "<script type=\"module\" src=\"assets/"));
    assert_null(strstr(script + 1, "<script"));
    assert_null(strstr(strbuf_text(&scene.reply.body), "style="));
    assert_int_equal(get(&scene, "/sw.js", NULL), 200);
    assert_true(header_has(&scene, "Content-Security-Policy", "default-src 'none'"));
    http_scene_end(&scene);
}

static void tagged(struct http_scene *scene, const char *path, const char *encoding)
{
    char header[256];
    struct span tag = reply_header(&scene->reply, "ETag");
    assert_true(tag.len > 2);
    (void)snprintf(header, sizeof(header), "%sIf-None-Match: %.*s\r\n", encoding, (int)tag.len, tag.ptr);
    assert_int_equal(get(scene, path, header), 304);
    assert_int_equal(scene->reply.body.len, 0);
    (void)snprintf(header, sizeof(header), "%sIf-None-Match: \"another\"\r\n", encoding);
    assert_int_equal(get(scene, path, header), 200);
}

static void plain_of(const struct page_file *file, struct strbuf *out)
{
    char bytes[1 << 20];
    z_stream stream = {.zalloc = Z_NULL};
    assert_true(file->plain_size <= sizeof(bytes));
    assert_int_equal(inflateInit2(&stream, 15 + 16), Z_OK);
    memcpy(&stream.next_in, &file->gzip, sizeof(file->gzip));
    stream.avail_in = (unsigned)file->gzip_size;
    stream.next_out = (unsigned char *)bytes;
    stream.avail_out = sizeof(bytes);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    (void)inflateEnd(&stream);
    assert_int_equal(sizeof(bytes) - stream.avail_out, file->plain_size);
    strbuf_clear(out);
    strbuf_add_span(out, span_of(bytes, file->plain_size));
}

static void every_file_is_served_packed_and_plain(void **unused)
{
    (void)unused;
    struct http_scene scene;
    struct strbuf plain;
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_scene_begin(&scene, NULL);
    strbuf_init(&plain, &allocator_heap, 1 << 20);
    assert_true(PAGE_FILES_COUNT > 20);
    for (size_t i = 0; i < PAGE_FILES_COUNT; i++) {
        const struct page_file *file = &PAGE_FILES[i];
        bool immutable = span_starts(span_from(file->path), "/assets/");
        const char *path = i > 0 ? file->path : "/new"; /* the shell of an address that leads to nothing (http_links) */
        assert_true(i > 0 || strcmp(file->path, "/") == 0);
        plain_of(file, &plain);
        assert_int_equal(get(&scene, path, NULL), 200);
        assert_true(span_equal(strbuf_span(&scene.reply.body), strbuf_span(&plain)));
        assert_int_equal(reply_header(&scene.reply, "Content-Encoding").len, 0);
        tagged(&scene, path, "");
        assert_int_equal(get(&scene, path, "Accept-Encoding: br, gzip\r\n"), 200);
        assert_true(header_has(&scene, "Content-Encoding", "gzip"));
        assert_true(header_has(&scene, "Vary", "Accept-Encoding"));
        assert_true(header_has(&scene, "Content-Type", file->type));
        assert_true(header_has(&scene, "Cache-Control", immutable ? "max-age=31536000, immutable" : "no-cache"));
        assert_true(span_equal(strbuf_span(&scene.reply.body), span_of((const char *)file->gzip, file->gzip_size)));
        tagged(&scene, path, "Accept-Encoding: gzip\r\n");
    }
    strbuf_release(&plain);
    http_scene_end(&scene);
}

static void what_is_not_there_is_not_kept(void **unused)
{
    (void)unused;
    static const char *const strange[] = {"/assets", "/assets/", "/assets/0000000000000000/js/main.js",
                                          "/assets/../healthz", "/assets/%2e%2e/sw.js"};
    struct http_scene scene;
    http_scene_begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); i++) {
        assert_int_equal(get(&scene, strange[i], NULL), 404);
        assert_true(header_has(&scene, "Content-Type", "application/problem+json"));
        assert_true(header_has(&scene, "Cache-Control", "no-store"));
        assert_int_equal(reply_header(&scene.reply, "ETag").len, 0);
    }
    http_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_address_of_the_page_is_the_shell),
        cmocka_unit_test(an_unknown_address_is_a_page_for_a_browser),
        cmocka_unit_test(a_browser_is_told_what_it_may_do),
        cmocka_unit_test(every_file_is_served_packed_and_plain),
        cmocka_unit_test(what_is_not_there_is_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
