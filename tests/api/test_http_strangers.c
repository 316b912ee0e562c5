/*
 * What strangers are told besides a result: which pages search engines may keep; sentences that have an end however much
 * there is to say, and forget who was erased; addresses in the head of a page; and a page instead of JSON wherever a
 * browser shows an answer to a person: an address that cannot be read, a club that is away.
 */
#include "support/cmocka.h"

#include "http/page.h"
#include "http/preview.h"
#include "support/http_clubs.h"
#include "support/http_scene.h"
#include "support/needs.h"
#include "support/scene.h"
#include "support/tamper.h"

#include <stdio.h>
#include <string.h>

#define BROWSER "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"
#define NEVER "noindex, nofollow"

static int ask_by(struct http_scene *scene, const char *method, const char *path, const char *headers)
{
    struct call call = {method, path, NULL, NULL, NULL, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static int ask(struct http_scene *scene, const char *path, const char *headers)
{
    return ask_by(scene, "GET", path, headers);
}

static void put(struct http_scene *scene, const char *method, const char *path, const char *body, int status)
{
    struct call call = {method, path, scene->daemon.token, body[0] == '{' ? NULL : "text/plain", body, NULL};
    client_call(&scene->client, &call, &scene->reply);
    if (scene->reply.status != status) {
        fail_msg("%s %s: %d: %s", method, path, scene->reply.status, strbuf_text(&scene->reply.body));
    }
}

static bool header_is(const struct reply *reply, const char *name, const char *value)
{
    return span_is(reply_header(reply, name), value);
}

static void begin(struct http_scene *scene)
{
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_scene_begin(scene, NULL);
    put(scene, "PATCH", "/v1/club", "{\"name\":\"Ratatosk\",\"searchable\":true}", 200);
    put(scene, "POST", "/v1/games",
        "dendro 1\ngame pad\ntitle Les colons\nseat 1 Ferdinand\nseat 2 Mana\nplayed 2026-11-13\n\n1: total 62\n"
        "2: total 67\n",
        201);
}

/* ---- search engines ---- */

static void nobody_and_no_form_is_kept(void **unused)
{
    (void)unused;
    static const char *const kept[] = {
        "/",           "/games",   "/games/2",  "/games/2/replay", "/nights/2026-11-13", "/titles/les%20colons",
        "/years/2026", "/records", "/cards/bee"};
    static const char *const never[] = {"/games?player=mana",
                                        "/cards?player=mana",
                                        "/leaderboard?place=here",
                                        "/?from=elsewhere",
                                        "/games/2?at=1",
                                        "/games/2/correct",
                                        "/games/2/print",
                                        "/games/2/replay/more",
                                        "/leaderboard/print",
                                        "/people",
                                        "/people/x",
                                        "/people/x/vs/y",
                                        "/signin",
                                        "/new",
                                        "/games/77",
                                        "/nights/2026-02-31",
                                        "/years/1999"};
    struct http_scene scene;
    begin(&scene);
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        assert_int_equal(ask(&scene, kept[i], NULL), 200);
        if (reply_header(&scene.reply, "X-Robots-Tag").len > 0) {
            fail_msg("%s may be kept", kept[i]);
        }
    }
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++) {
        assert_int_equal(ask(&scene, never[i], NULL), 200);
        if (!header_is(&scene.reply, "X-Robots-Tag", NEVER)) {
            fail_msg("%s must not be kept", never[i]);
        }
        assert_int_equal(ask_by(&scene, "HEAD", never[i], NULL), 200);
        assert_true(header_is(&scene.reply, "X-Robots-Tag", NEVER));
    }
    http_scene_end(&scene);
}

/* A page that opens without its data is not to be forgotten for that: the club says what may be kept, not the moment. */
static void a_bad_moment_forbids_nothing(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene);
    tamper(scene.daemon.db, "ALTER TABLE d_game RENAME COLUMN verdict TO gone");
    assert_int_equal(ask(&scene, "/games/2", NULL), 200);
    assert_true(reply_has(&scene.reply, "<title>Dendro</title>"));
    assert_int_equal(reply_header(&scene.reply, "X-Robots-Tag").len, 0);
    assert_int_equal(ask(&scene, "/people/x", NULL), 200);
    assert_true(header_is(&scene.reply, "X-Robots-Tag", NEVER));
    tamper(scene.daemon.db, "ALTER TABLE d_game RENAME COLUMN gone TO verdict");
    put(&scene, "PATCH", "/v1/club", "{\"searchable\":false}", 200); /* and from then on */
    assert_int_equal(ask(&scene, "/games/2", NULL), 200);
    assert_true(header_is(&scene.reply, "X-Robots-Tag", NEVER));
    http_scene_end(&scene);
}

/* ---- sentences ---- */

/* So many games of one day, each of a title of its own that ends in `tail`, each won by somebody else. */
static void add_day(struct http_scene *scene, const char *day, int games, const char *tail)
{
    struct strbuf records;
    strbuf_init(&records, &allocator_heap, 1 << 20);
    for (int i = 0; i < games; i++) {
        char record[512];
        (void)snprintf(record, sizeof(record),
                       "dendro 1\ngame pad\ntitle T%03d%s\nseat 1 Wo%03d\nseat 2 Zoé\nnight %s\n\n1: total 9\n"
                       "2: total 3\n\n",
                       i, tail, i, day);
        strbuf_add(&records, record);
    }
    assert_true(strbuf_ok(&records));
    put(scene, "POST", "/v1/import", strbuf_text(&records), 200);
    strbuf_release(&records);
}

static void must_have(struct http_scene *scene, const char *path, const char *headers, const char *has)
{
    assert_int_equal(ask(scene, path, headers), 200);
    if (!reply_has(&scene->reply, has)) {
        fail_msg("%s, without '%s': %s", path, has, strbuf_text(&scene->reply.body));
    }
}

static void a_long_night_is_told_in_a_sentence(void **unused)
{
    (void)unused;
    char tail[90];
    struct http_scene scene;
    begin(&scene);
    add_day(&scene, "2026-03-01", PREVIEW_NAMES, "");
    must_have(&scene, "/nights/2026-03-01", NULL, "T010, T011 · first: ");
    must_have(&scene, "/nights/2026-03-01", NULL, " and Wo011 · Ratatosk\">");
    add_day(&scene, "2026-03-02", 40, "");
    must_have(&scene, "/nights/2026-03-02", NULL, "40 games: T000, T001, T002, ");
    must_have(&scene, "/nights/2026-03-02", NULL, ", T011, … · first: ");
    must_have(&scene, "/nights/2026-03-02", NULL, " and 28 others · Ratatosk\">");
    must_have(&scene, "/nights/2026-03-02", "Accept-Language: fr\r\n", " et 28\u00a0autres · Ratatosk\">");
    add_day(&scene, "2026-03-03", PREVIEW_NAMES + 1, "");
    must_have(&scene, "/nights/2026-03-03", NULL, " and 1 other · Ratatosk\">");
    memset(tail, 'x', sizeof(tail) - 1); /* as many as would not fit into any text */
    tail[sizeof(tail) - 1] = '\0';
    add_day(&scene, "2026-03-04", 300, tail);
    must_have(&scene, "/nights/2026-03-04", NULL, "<title>Evening of 4 March 2026 · Ratatosk</title>");
    assert_true(reply_has(&scene.reply, "300 games: T000x"));
    http_scene_end(&scene);
}

static void an_address_is_written_plainly(void **unused)
{
    (void)unused;
    static const char request[] = "GET /games/2?\xff\xc3\xa9\"<b>\x7f%41 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct http_scene scene;
    begin(&scene);
    assert_true(client_send(&scene.client, span_of(request, sizeof(request) - 1)));
    assert_true(client_read(&scene.client, false, &scene.reply));
    if (scene.reply.status == 200) {
        assert_true(
            reply_has(&scene.reply, "og:url\" content=\"http://localhost/games/2?%FF%C3%A9&quot;&lt;b&gt;%7F%41\">"));
    } else { /* what is no character at all may be refused before */
        assert_int_equal(scene.reply.status, 400);
    }
    assert_false(reply_has(&scene.reply, "<b>"));
    http_scene_end(&scene);
}

/* ---- names ---- */

/* The handle of somebody: GET /v1/players says it before the name. */
static void find_handle(struct http_scene *scene, const char *name, char handle[16])
{
    char wanted[64];
    assert_int_equal(ask(scene, "/v1/players", NULL), 200);
    (void)snprintf(wanted, sizeof(wanted), "\",\"name\":\"%s\"", name);
    const char *at = strstr(strbuf_text(&scene->reply.body), wanted);
    assert_non_null(at);
    (void)snprintf(handle, 16, "%.12s", at - 12);
}

/* Whoever has kept a page asks with the tag that it had: the name does not stay because nothing else has changed. */
static void an_erased_name_is_in_no_head(void **unused)
{
    (void)unused;
    static const char *const paths[] = {"/games/2", "/nights/2026-11-13"};
    char asked[sizeof(paths) / sizeof(paths[0])][128];
    char handle[16];
    char path[64];
    struct http_scene scene;
    begin(&scene);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_int_equal(ask(&scene, paths[i], NULL), 200);
        assert_true(reply_has(&scene.reply, "Mana"));
        struct span tag = reply_header(&scene.reply, "ETag");
        (void)snprintf(asked[i], sizeof(asked[i]), "If-None-Match: %.*s\r\n", (int)tag.len, tag.ptr);
        assert_int_equal(ask(&scene, paths[i], asked[i]), 304);
    }
    find_handle(&scene, "Mana", handle);
    (void)snprintf(path, sizeof(path), "/v1/players/%s", handle);
    put(&scene, "DELETE", path, "", 204);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_int_equal(ask(&scene, paths[i], asked[i]), 200);
        assert_true(reply_has(&scene.reply, "omebody erased")); /* or Somebody, where it begins */
        assert_false(reply_has(&scene.reply, "Mana"));
        assert_false(reply_has(&scene.reply, handle));
    }
    must_have(&scene, "/games/2", NULL, "Somebody erased won by 5 against Ferdinand: ");
    http_scene_end(&scene);
}

/* ---- a page instead of JSON ---- */

static void an_address_that_cannot_be_read_is_a_page(void **unused)
{
    (void)unused;
    static const char *const broken[] = {"/people/%ff", "/titles/les%2", "/games/%zz", "/nights/%00"};
    struct http_scene scene;
    begin(&scene);
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        assert_int_equal(ask(&scene, broken[i], BROWSER), 400);
        assert_true(header_is(&scene.reply, "Content-Type", "text/html; charset=utf-8"));
        assert_true(header_is(&scene.reply, "X-Robots-Tag", NEVER));
        assert_true(header_is(&scene.reply, "Cache-Control", "no-store"));
        assert_true(reply_has(&scene.reply, "<div id=\"app\">"));
        assert_int_equal(ask(&scene, broken[i], NULL), 400);
        assert_true(reply_has(&scene.reply, "/problems/http.url-escape"));
    }
    assert_int_equal(ask(&scene, "/v1/players/%ff", BROWSER), 400);
    assert_true(reply_has(&scene.reply, "/problems/http.url-escape"));
    http_scene_end(&scene);
}

static void a_club_that_is_away_is_a_page(void **unused)
{
    (void)unused;
    static const char *const two[] = {"alpha", "beta", NULL};
    static const char *const paths[] = {"/c/alpha/", "/c/alpha", "/c/alpha/games/1", "/c/alpha/zzz"};
    struct http_clubs stage;
    struct strbuf first;
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_clubs_make(&stage, two);
    http_clubs_start(&stage);
    strbuf_init(&first, &allocator_heap, 1 << 16);
    assert_int_equal(http_clubs_ask(&stage, "PATCH", "/c/alpha/v1/club", stage.token[0], "{\"name\":\"Alpha\"}", NULL),
                     200);
    http_clubs_set(&stage, "alpha", "suspended", "yes");
    http_clubs_comes(&stage, "/c/alpha/games/1", 503); /* it is closed */
    assert_true(reply_has(&stage.reply, "/problems/club.suspended"));
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        assert_int_equal(http_clubs_ask(&stage, "GET", paths[i], NULL, NULL, BROWSER), 503);
        assert_true(header_is(&stage.reply, "Content-Type", "text/html; charset=utf-8"));
        assert_true(header_is(&stage.reply, "X-Robots-Tag", NEVER));
        assert_true(header_is(&stage.reply, "Retry-After", "600"));
        assert_true(header_is(&stage.reply, "Cache-Control", "no-store"));
        assert_true(reply_has(&stage.reply, "data-clubs")); /* of no club, and the same whatever was asked for */
        assert_false(reply_has(&stage.reply, "lpha"));
        if (i == 0) {
            strbuf_add_span(&first, strbuf_span(&stage.reply.body));
        }
        assert_string_equal(strbuf_text(&first), strbuf_text(&stage.reply.body));
    }
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/v1/club", NULL, NULL, BROWSER), 503);
    assert_true(reply_has(&stage.reply, "/problems/club.suspended"));
    assert_int_equal(http_clubs_ask(&stage, "POST", "/c/alpha/games/1", NULL, "{}", BROWSER), 503);
    assert_true(reply_has(&stage.reply, "/problems/club.suspended"));
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/gamma/", NULL, NULL, BROWSER), 404);
    assert_string_equal(strbuf_text(&first), strbuf_text(&stage.reply.body));
    strbuf_release(&first);
    http_clubs_end(&stage);
}

/* Nobody waits for the page because others ask something long: here no reader of the club begins anything. */
static void a_page_does_not_wait_for_readers(void **unused)
{
    (void)unused;
    static const char *const one[] = {"alpha", NULL};
    struct http_clubs stage;
    struct club *club = NULL;
    struct error error = {.message = NULL};
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_clubs_make(&stage, one);
    http_clubs_start(&stage);
    assert_int_equal(http_clubs_ask(&stage, "PATCH", "/c/alpha/v1/club", stage.token[0], "{\"name\":\"Alpha\"}", NULL),
                     200);
    MUST(clubs_hold(stage.server, SPAN_LITERAL("alpha"), &club, &error));
    pool_hold(stage.server->pool, club_group(club), true);
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/games", NULL, NULL, NULL), 200);
    assert_true(reply_has(&stage.reply, "<title>Dendro</title>"));
    assert_true(reply_has(&stage.reply, "<base href=\"/c/alpha/\">"));
    assert_true(header_is(&stage.reply, "Cache-Control", "no-cache"));
    pool_hold(stage.server->pool, club_group(club), false);
    clubs_let_go(club);
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/games", NULL, NULL, NULL), 200);
    assert_true(reply_has(&stage.reply, "<title>Games · Alpha</title>"));
    http_clubs_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_and_no_form_is_kept),
        cmocka_unit_test(a_bad_moment_forbids_nothing),
        cmocka_unit_test(a_long_night_is_told_in_a_sentence),
        cmocka_unit_test(an_address_is_written_plainly),
        cmocka_unit_test(an_erased_name_is_in_no_head),
        cmocka_unit_test(an_address_that_cannot_be_read_is_a_page),
        cmocka_unit_test(a_club_that_is_away_is_a_page),
        cmocka_unit_test(a_page_does_not_wait_for_readers),
    };
    return cmocka_run_group_tests_name("strangers", tests, NULL, NULL);
}
