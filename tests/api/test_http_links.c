/*
 * What a link shows before it is opened: the title, the sentence and the picture of a game, a night, a board and a
 * person, in both languages; that names are text in it whatever they are; that a closed club tells nothing; and who may
 * search.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "base/utf8.h"
#include "http/page.h"
#include "http/preview.h"
#include "service/reading.h"
#include "support/http_clubs.h"
#include "support/http_scene.h"
#include "support/needs.h"
#include "support/tamper.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

#define FRENCH "Accept-Language: fr\r\n"

static int ask(struct http_scene *scene, const char *path, const char *headers)
{
    struct call call = {"GET", path, NULL, NULL, NULL, headers};
    client_call(&scene->client, &call, &scene->reply);
    return scene->reply.status;
}

static void put(struct http_scene *scene, const char *method, const char *path, const char *body, int status)
{
    struct call call = {method, path, scene->daemon.token, body[0] == '{' ? NULL : "text/plain", body, NULL};
    client_call(&scene->client, &call, &scene->reply);
    if (scene->reply.status != status) {
        fail_msg("%s %s: %d: %s", method, path, scene->reply.status, strbuf_text(&scene->reply.body));
    }
}

static void shows(struct http_scene *scene, const char *path, const char *headers, const char *has)
{
    assert_int_equal(ask(scene, path, headers), 200);
    if (!reply_has(&scene->reply, has)) {
        fail_msg("%s, without '%s': %s", path, has, strbuf_text(&scene->reply.body));
    }
}

static bool header_is(const struct http_scene *scene, const char *name, const char *value)
{
    return span_is(reply_header(&scene->reply, name), value);
}

#define TOTALS(title, rest) "dendro 1\ngame pad\ntitle " title "\n" rest
#define THREE(a, b, c)                                                                                               \
    TOTALS("Les colons", "seat 1 " a "\nseat 2 " b "\nseat 3 " c "\nplayed 2026-11-13\n\n1: total 62\n2: total 67\n" \
                         "3: total 41\n")
#define DESCRIPTION "<meta name=\"description\" content=\""

static void begin(struct http_scene *scene, const char *const *options)
{
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_scene_begin(scene, options);
    put(scene, "PATCH", "/v1/club", "{\"name\":\"Ratatosk\"}", 200);
    put(scene, "POST", "/v1/games", THREE("Ferdinand", "Mana", "Amélie"), 201);
}

static void a_game_says_who_won(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene, NULL);
    shows(&scene, "/games/2", NULL,
          DESCRIPTION "Mana won by 5 against Ferdinand and Amélie: 67, 62, 41 · as written down at the table · "
                      "Les colons · 13 November 2026 · Ratatosk\">");
    assert_true(reply_has(&scene.reply, "<title>Les colons · Mana, Ferdinand and Amélie · Ratatosk</title>"));
    assert_true(reply_has(&scene.reply, "<meta property=\"og:title\" content=\"Les colons · Mana, Ferdinand and "));
    assert_true(reply_has(&scene.reply, "<meta property=\"og:type\" content=\"article\">"));
    assert_true(reply_has(&scene.reply, "<meta property=\"og:url\" content=\"http://localhost/games/2\">"));
    assert_true(reply_has(&scene.reply, "<meta property=\"og:image\" content=\"http://localhost/assets/"));
    assert_true(reply_has(&scene.reply, "/static/og/title.png\">"));
    assert_true(reply_has(&scene.reply, "<meta property=\"og:site_name\" content=\"Ratatosk\">"));
    assert_true(reply_has(&scene.reply, "<div id=\"app\">")); /* and it is the page */
    shows(&scene, "/games/2/replay?at=2", FRENCH,
          DESCRIPTION "Mana a gagné de 5 contre Ferdinand et Amélie\u00a0: 67, 62, 41 · comme noté à la table · "
                      "Les colons · 13 novembre 2026 · Ratatosk\">");
    assert_true(reply_has(&scene.reply, "<html lang=\"fr\">"));
    assert_true(reply_has(&scene.reply, "content=\"http://localhost/games/2/replay?at=2\">"));
    assert_true(reply_has(&scene.reply, "content=\"fr_FR\">"));
    put(&scene, "PATCH", "/v1/club", "{\"language\":\"fr\"}", 200); /* who asks in no language is told in the club's */
    shows(&scene, "/games/2", NULL, "Mana a gagné de 5");
    shows(&scene, "/games/2", "Accept-Language: en\r\n", "Mana won by 5");
    http_scene_end(&scene);
}

static void what_is_not_a_result_is_none(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene, NULL);
    put(&scene, "POST", "/v1/games", "dendro 1\ngame foret\nseat 1 Mana\nseat 2 Bo\nseat 3 Cy\n\n1: bee 0,0\n", 201);
    shows(&scene, "/games/3", NULL, DESCRIPTION "Being played: Mana, Bo and Cy · ");
    assert_true(reply_has(&scene.reply, "/static/og/foret.png\">"));
    put(&scene, "POST", "/v1/games/3/abandon", "{\"reason\":\"late\"}", 200);
    shows(&scene, "/games/3", NULL, DESCRIPTION "Abandoned, without a result: Mana, Bo and Cy · ");
    put(&scene, "POST", "/v1/games/2/void", "{\"reason\":\"a try\"}", 200);
    shows(&scene, "/games/2", NULL, DESCRIPTION "Void, it does not count: Ferdinand, Mana and Amélie · Les colons");
    assert_false(reply_has(&scene.reply, ": 67")); /* the address of the page's files may have one */
    http_scene_end(&scene);
}

#define SHEET                                                                                                           \
    "dendro 1\ngame foret\nvariant standard\nlevel sheet\nseat 1 Mana\nseat 2 Bo\nseat 3 Cy\nplayed 2026-11-13\n\n"     \
    "1: grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit "   \
    "meadow stream wolf\n2: grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout " \
    "fox / deer rabbit meadow stream wolf\n3: grid wolf wolf trout fox eagle / dragonfly deer rabbit meadow stream / "  \
    "wolf bee bear trout fox / deer rabbit meadow stream wolf\n"

enum { WIDE = 1200, HIGH = 630 };

/* The lines of a PNG with a palette, each with the byte before it. */
static void unpack(const struct http_scene *scene, unsigned char lines[(WIDE + 1) * HIGH])
{
    const struct strbuf *body = &scene->reply.body;
    uLongf size = (WIDE + 1) * HIGH;
    size_t at = 8;
    assert_memory_equal(body->text, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(body->text + 12, "IHDR\0\0\x04\xb0\0\0\x02\x76\x08\x03", 14);
    for (;;) {
        assert_true(at + 12 <= body->len);
        const unsigned char *chunk = (const unsigned char *)body->text + at;
        uint32_t length = (uint32_t)chunk[0] << 24 | (uint32_t)chunk[1] << 16 | (uint32_t)chunk[2] << 8 | chunk[3];
        assert_true(at + 12 + length <= body->len);
        uint32_t sum = (uint32_t)crc32(0, chunk + 4, length + 4);
        const unsigned char *said = chunk + 8 + length;
        assert_int_equal(sum, (uint32_t)said[0] << 24 | (uint32_t)said[1] << 16 | (uint32_t)said[2] << 8 | said[3]);
        if (memcmp(chunk + 4, "IDAT", 4) == 0) {
            assert_int_equal(uncompress(lines, &size, chunk + 8, length), Z_OK);
        }
        if (memcmp(chunk + 4, "IEND", 4) == 0) {
            break;
        }
        at += 12 + length;
    }
    assert_int_equal(size, (WIDE + 1) * HIGH);
    assert_int_equal(at + 12, body->len);
}

static void a_drawn_game_has_a_picture_of_its_own(void **unused)
{
    (void)unused;
    static unsigned char first[(WIDE + 1) * HIGH];
    static unsigned char other[(WIDE + 1) * HIGH];
    struct http_scene scene;
    begin(&scene, NULL);
    put(&scene, "POST", "/v1/games", SHEET, 201);
    shows(&scene, "/games/3", NULL, "og:image\" content=\"http://localhost/pictures/games/3.png?v=3\">");
    shows(&scene, "/pictures/games/3.png?v=3", NULL, "PNG");
    assert_true(header_is(&scene, "Content-Type", "image/png"));
    assert_true(header_is(&scene, "X-Robots-Tag", "noindex"));
    unpack(&scene, first);
    bool same = true;
    bool alike = true;
    for (size_t y = 0; y < HIGH;
         y++) { /* two have the same cards, the third others; a third of the picture is each's */
        const unsigned char *line = first + y * (WIDE + 1) + 1;
        same = same && (y > 430 || memcmp(line, line + 400, 400) == 0);
        alike = alike && memcmp(line, line + 800, 400) == 0;
    }
    assert_true(same && !alike);
    put(&scene, "POST", "/v1/games/3/void", "{\"reason\":\"a try\"}", 200);
    shows(&scene, "/games/3", NULL, "/static/og/foret.png\">");
    shows(&scene, "/pictures/games/3.png", NULL, "PNG"); /* who has the address sees what all such games have */
    unpack(&scene, other);
    assert_memory_not_equal(first, other, sizeof(first));
    shows(&scene, "/pictures/games/2.png", NULL, "PNG");
    unpack(&scene, first);
    assert_memory_not_equal(first, other, sizeof(first));
    static const char *const none[] = {"/pictures/games/99.png", "/pictures/games/x.png",  "/pictures/games/3",
                                       "/pictures/games/.png",   "/pictures/games/03.png", "/pictures"};
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        assert_int_equal(ask(&scene, none[i], NULL), 404);
    }
    assert_int_equal(ask(&scene, "/pictures/games/3.png?w=1", NULL), 400);
    http_scene_end(&scene);
}

#define GRID                                                                                                       \
    "grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit " \
    "meadow stream wolf\n"
#define SHEET_OF_FOUR                                                                                     \
    "dendro 1\ngame foret\nvariant standard\nlevel sheet\nseat 1 Mana\nseat 2 Bo\nseat 3 Cy\nseat 4 Di\n" \
    "played 2026-11-13\n\n1: " GRID "2: " GRID "3: " GRID "4: " GRID

/* Programs that show links cut a little off at the edges. */
static void a_picture_has_a_margin(void **unused)
{
    (void)unused;
    enum { MARGIN = 12 };
    static unsigned char lines[(WIDE + 1) * HIGH];
    static const char *const sheets[] = {SHEET, SHEET_OF_FOUR};
    struct http_scene scene;
    begin(&scene, NULL);
    for (size_t i = 0; i < sizeof(sheets) / sizeof(sheets[0]); i++) {
        char path[64];
        put(&scene, "POST", "/v1/games", sheets[i], 201);
        (void)snprintf(path, sizeof(path), "/pictures/games/%zu.png", 3 + i);
        shows(&scene, path, NULL, "PNG");
        unpack(&scene, lines);
        unsigned char paper = lines[1];
        for (size_t y = 0; y < HIGH; y++) {
            for (size_t x = 0; x < WIDE; x++) {
                bool edge = y < MARGIN || y >= HIGH - MARGIN || x < MARGIN || x >= WIDE - MARGIN;
                assert_true(!edge || lines[y * (WIDE + 1) + 1 + x] == paper);
            }
        }
    }
    http_scene_end(&scene);
}

static void nights_boards_and_people_have_theirs(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char path[64];
    begin(&scene, NULL);
    shows(&scene, "/nights/2026-11-13", NULL, DESCRIPTION "1 game: Les colons · first: Mana · Ratatosk\">");
    assert_true(reply_has(&scene.reply, "<title>Evening of 13 November 2026 · Ratatosk</title>"));
    assert_true(reply_has(&scene.reply, "/static/og/night.png\">"));
    shows(&scene, "/nights/2026-11-13", FRENCH, "<title>Soirée du 13 novembre 2026 · Ratatosk</title>");
    shows(&scene, "/leaderboard", NULL, DESCRIPTION "3 people · Ratatosk\">"); /* one game ranks nobody */
    assert_true(reply_has(&scene.reply, "<title>Leaderboard · Ratatosk</title>"));
    shows(&scene, "/leaderboard?game=foret", NULL, DESCRIPTION "What Ratatosk has played"); /* another board */
    shows(&scene, "/years/2026", NULL, DESCRIPTION "1 game · 1 evening · 3 people · Ratatosk\">");
    shows(&scene, "/titles/les%20colons", NULL, "<title>Les colons · Ratatosk</title>");
    assert_true(reply_has(&scene.reply, DESCRIPTION "1 game · Ratatosk\">"));
    shows(&scene, "/titles/foret", NULL, "/static/og/foret.png\">");
    shows(&scene, "/titles/nothing", NULL, "<title>Ratatosk</title>");
    shows(&scene, "/", FRENCH, DESCRIPTION "Ce que Ratatosk a joué");
    shows(&scene, "/games", NULL, "<title>Games · Ratatosk</title>");
    put(&scene, "POST", "/v1/seasons",
        "{\"name\":\"Autumn\",\"from\":\"2026-09-01\",\"to\":\"2026-12-31\",\"points\":\"win\"}", 201);
    (void)snprintf(path, sizeof(path), "/seasons/%lld", (long long)reply_int(&scene.reply, "id"));
    shows(&scene, path, NULL,
          DESCRIPTION "1 September 2026 – 31 December 2026 · not closed yet · 1 game · 1. Mana, 2. ");
    assert_true(reply_has(&scene.reply, "<title>Autumn · Ratatosk</title>"));
    http_scene_end(&scene);
}

/* The handle of whom POST /v1/players has just made. */
static void add_person(struct http_scene *scene, const char *name, char handle[32])
{
    char body[512];
    (void)snprintf(body, sizeof(body), "{\"name\":\"%s\"}", name);
    put(scene, "POST", "/v1/players", body, 201);
    struct span at = reply_header(&scene->reply, "Location");
    at = span_skip(at, sizeof("/v1/players/") - 1);
    (void)snprintf(handle, 32, "%.*s", (int)at.len, at.ptr);
}

static void people_are_called_as_they_are_now(void **unused)
{
    (void)unused;
    struct http_scene scene;
    char bo[32];
    char other[32];
    char path[128];
    char body[128];
    begin(&scene, NULL);
    add_person(&scene, "Bo", bo);
    add_person(&scene, "Bobette", other);
    (void)snprintf(path, sizeof(path), "/people/%s", bo);
    shows(&scene, path, NULL, "<title>Bo · Ratatosk</title>");
    assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
    (void)snprintf(path, sizeof(path), "/v1/players/%s/merge", bo);
    (void)snprintf(body, sizeof(body), "{\"into\":\"%s\"}", other);
    put(&scene, "POST", path, body, 200);
    (void)snprintf(path, sizeof(path), "/people/%s/vs/x", bo);
    shows(&scene, path, NULL, "<title>Bobette · Ratatosk</title>");
    (void)snprintf(path, sizeof(path), "/v1/players/%s", other);
    struct call erase = {"DELETE", path, scene.daemon.token, NULL, NULL, NULL};
    client_call(&scene.client, &erase, &scene.reply);
    assert_true(scene.reply.status == 200 || scene.reply.status == 204);
    (void)snprintf(path, sizeof(path), "/people/%s", other);
    shows(&scene, path, NULL, "<title>Somebody erased · Ratatosk</title>");
    shows(&scene, path, FRENCH, "<title>Une personne effacée · Ratatosk</title>");
    http_scene_end(&scene);
}

static void names_are_text(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene, NULL);
    put(&scene, "POST", "/v1/games", THREE("\"><script>alert(1)</script>", "a&b'c", "👩‍👩‍👧 Zoé"), 201);
    shows(
        &scene, "/games/3", NULL,
        "a&amp;b&#39;c won by 5 against &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; and 👩‍👩‍👧 Zoé: 67, 62, 41");
    assert_false(reply_has(&scene.reply, "<script>"));
    put(&scene, "PATCH", "/v1/club", "{\"name\":\"<b>\\\"Ours\\\"</b>\"}", 200);
    shows(&scene, "/", NULL, "<title>&lt;b&gt;&quot;Ours&quot;&lt;/b&gt;</title>");
    assert_false(reply_has(&scene.reply, "<b>"));
    /* An address is echoed, as text. */
    shows(&scene, "/games/%22%3E%3Cscript%3E", NULL, "content=\"http://localhost/games/%22%3E%3Cscript%3E\">");
    shows(&scene, "/games?a='b&c=d", NULL, "/games?a=&#39;b&amp;c=d\">");
    http_scene_end(&scene);
}

/* Whatever bytes a name has: what comes out is UTF-8, ends no attribute, and has an end. */
static void no_name_gets_out_of_its_attribute(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {
        "<",  ">",           "\"", "'",    "&",        "&lt;", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\n", "\r",          "\t", "a",    "é",        "\xff", "\xc2",         "\xed\xa0\x80",
        "👩",  "‍",         "𝒳",  "\x01", "\xc2\x85", "-->",  "</title>",     "\\",
        "`",  "\xef\xbb\xbf"};
    struct prng prng;
    prng_seed(&prng, 19);
    for (int round = 0; round < 4000; round++) {
        char memory[4][8192];
        struct strbuf name;
        struct strbuf clean;
        struct strbuf out;
        strbuf_wrap(&name, memory[0], sizeof(memory[0]));
        strbuf_wrap(&clean, memory[1], sizeof(memory[1]));
        strbuf_wrap(&out, memory[2], sizeof(memory[2]));
        for (uint32_t i = prng_below(&prng, 300); i > 0; i--) {
            strbuf_add(&name, pieces[prng_below(&prng, sizeof(pieces) / sizeof(pieces[0]))]);
        }
        preview_name(&clean, strbuf_span(&name));
        preview_escape(&out, strbuf_span(&clean), PREVIEW_TITLE);
        assert_true(strbuf_ok(&out));
        assert_int_equal(utf8_valid(strbuf_span(&out)), out.len);
        assert_true(utf8_count(strbuf_span(&clean)) <= PREVIEW_NAME + 1);
        assert_null(strpbrk(strbuf_text(&out), "<>\"'\r\n\t\x01"));
        assert_null(strstr(strbuf_text(&out), "\xe2\x80\xae"));
        assert_null(strstr(strbuf_text(&out), "\xe2\x81\xa6"));
    }
}

/* The body without its og:url, which is the address that was asked for. */
static void without_address(const struct http_scene *scene, struct strbuf *out)
{
    const char *body = strbuf_text(&scene->reply.body);
    const char *url = strstr(body, "<meta property=\"og:url\"");
    const char *end = url ? strchr(url, '\n') : NULL;
    assert_non_null(end);
    strbuf_clear(out);
    strbuf_add_span(out, span_of(body, (size_t)(url - body)));
    strbuf_add(out, end);
}

static void a_closed_club_tells_nothing(void **unused)
{
    (void)unused;
    static const char *const closed[] = {"--private", NULL};
    static const char *const paths[] = {"/games/2",   "/games/77",    "/nights/2026-11-13", "/nights/1999-01-01",
                                        "/people/x",  "/leaderboard", "/years/2026",        "/seasons/1",
                                        "/cards/bee", "/signin"};
    struct http_scene scene;
    struct strbuf first;
    struct strbuf other;
    begin(&scene, closed);
    put(&scene, "PATCH", "/v1/club", "{\"searchable\":true,\"language\":\"fr\"}", 200);
    strbuf_init(&first, &allocator_heap, 1 << 16);
    strbuf_init(&other, &allocator_heap, 1 << 16);
    shows(&scene, "/", NULL, "<title>Dendro</title>");
    assert_true(reply_has(&scene.reply, DESCRIPTION "The game record of a board-game club.\">"));
    assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
    without_address(&scene, &first);
    assert_int_equal(ask(&scene, "/pictures/games/2.png", NULL), 401);
    strbuf_clear(&other);
    strbuf_add_span(&other, strbuf_span(&scene.reply.body));
    assert_int_equal(ask(&scene, "/pictures/games/77.png", NULL), 401);
    assert_string_equal(strbuf_text(&other), strbuf_text(&scene.reply.body));
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        char headers[128];
        (void)snprintf(headers, sizeof(headers), "Authorization: Bearer %s\r\n", scene.daemon.token);
        assert_int_equal(ask(&scene, paths[i], i % 2 ? headers : NULL), 200);
        assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
        without_address(&scene, &other);
        assert_string_equal(strbuf_text(&first), strbuf_text(&other));
    }
    strbuf_release(&first);
    strbuf_release(&other);
    http_scene_end(&scene);
}

static void an_address_is_of_the_name_that_was_called(void **unused)
{
    (void)unused;
    static const char *const any[] = {"--host", "*", NULL};
    static const struct {
        const char *host;
        const char *origin; /* NULL: nobody can tell */
    } cases[] = {{"club.example.org", "https://club.example.org"},
                 {"club.example.org:8080", "http://club.example.org:8080"},
                 {"192.0.2.7", "http://192.0.2.7"},
                 {"[2001:db8::1]:81", "http://[2001:db8::1]:81"},
                 {"localhost", "http://localhost"},
                 {"a\"><script>", NULL},
                 {"evil.example/x", NULL},
                 {"evil.example:80:80", NULL},
                 {"\xc3\xa9.example", NULL}};
    struct http_scene scene;
    begin(&scene, any);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[256];
        (void)snprintf(text, sizeof(text), "GET /games/2 HTTP/1.1\r\nHost: %s\r\nX-Forwarded-Proto: gopher\r\n\r\n",
                       cases[i].host);
        assert_true(client_send(&scene.client, span_from(text)));
        assert_true(client_read(&scene.client, false, &scene.reply));
        assert_false(reply_has(&scene.reply, "gopher"));
        assert_false(reply_has(&scene.reply, "<script>"));
        if (scene.reply.status != 200) {
            assert_null(cases[i].origin);
            client_close(&scene.client);
            continue;
        }
        (void)snprintf(text, sizeof(text), "og:url\" content=\"%s/games/2\"", cases[i].origin ? cases[i].origin : "");
        assert_int_equal(reply_has(&scene.reply, text), cases[i].origin != NULL);
        assert_int_equal(reply_has(&scene.reply, "og:url"), cases[i].origin != NULL);
        assert_int_equal(reply_has(&scene.reply, "og:image"), cases[i].origin != NULL);
        assert_true(reply_has(&scene.reply, "Mana won by 5"));
    }
    http_scene_end(&scene);
}

/* The tag of what was answered is asked for again with these headers. */
static int again(struct http_scene *scene, const char *path, const char *headers)
{
    char text[256];
    struct span tag = reply_header(&scene->reply, "ETag");
    assert_true(tag.len > 2);
    (void)snprintf(text, sizeof(text), "If-None-Match: %.*s\r\n%s", (int)tag.len, tag.ptr, headers);
    return ask(scene, path, text);
}

static void what_has_not_changed_is_not_sent_again(void **unused)
{
    (void)unused;
    char asked[128];
    struct http_scene scene;
    begin(&scene, NULL);
    shows(&scene, "/games/2", NULL, "Mana won");
    assert_true(header_is(&scene, "Cache-Control", "no-cache"));
    assert_int_equal(again(&scene, "/games/2", ""), 304);
    assert_int_equal(scene.reply.body.len, 0);
    assert_int_equal(again(&scene, "/games/2", FRENCH), 200);
    shows(&scene, "/games/2", NULL, "Mana won");
    assert_int_equal(again(&scene, "http://127.0.0.1:81/games/2", ""), 200); /* another name, another answer */
    shows(&scene, "/games/2", NULL, "Mana won");
    assert_int_equal(again(&scene, "/games/2", "Accept-Encoding: gzip\r\n"), 200);
    assert_true(header_is(&scene, "Content-Encoding", "gzip"));
    assert_int_equal(again(&scene, "/games/2", "Accept-Encoding: gzip\r\n"), 304);
    shows(&scene, "/games/2", NULL, "Mana won");
    size_t length = scene.reply.body.len;
    struct call head = {"HEAD", "/games/2", NULL, NULL, NULL, NULL};
    client_call(&scene.client, &head, &scene.reply);
    assert_int_equal(scene.reply.status, 200);
    char text[32];
    (void)snprintf(text, sizeof(text), "%zu", length);
    assert_true(header_is(&scene, "Content-Length", text));
    shows(&scene, "/games/2", NULL, "Mana won");
    struct span tag = reply_header(&scene.reply, "ETag");
    (void)snprintf(asked, sizeof(asked), "If-None-Match: %.*s\r\n", (int)tag.len, tag.ptr);
    put(&scene, "PATCH", "/v1/club", "{\"searchable\":true}", 200);
    assert_int_equal(ask(&scene, "/games/2", asked), 200); /* or who searches would not learn of it */
    http_scene_end(&scene);
}

static void who_searches_asks_the_club(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene, NULL);
    shows(&scene, "/v1/club", NULL, "\"searchable\":false");
    shows(&scene, "/games/2", NULL, "Mana");
    assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
    put(&scene, "PATCH", "/v1/club", "{\"searchable\":\"yes\"}", 400);
    put(&scene, "PATCH", "/v1/club", "{\"searchable\":true}", 200);
    assert_true(reply_has(&scene.reply, "\"searchable\":true"));
    static const char *const kept[] = {"/", "/games/2", "/nights/2026-11-13", "/leaderboard"};
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
        shows(&scene, kept[i], NULL, "og:title");
        assert_int_equal(reply_header(&scene.reply, "X-Robots-Tag").len, 0);
    }
    static const char *const never[] = {"/people", "/people/x", "/new", "/settings/club", "/audit"};
    for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++) {
        shows(&scene, never[i], NULL, "<title>");
        assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
    }
    put(&scene, "PATCH", "/v1/club", "{\"name\":\"Yggdrasil\"}", 200); /* what is left out stays */
    shows(&scene, "/robots.txt", NULL, "User-agent: *\nDisallow: /v1/\n");
    assert_true(header_is(&scene, "Content-Type", "text/plain; charset=utf-8"));
    assert_int_equal(again(&scene, "/robots.txt", ""), 304);
    shows(&scene, "/games/2", NULL, "Yggdrasil");
    assert_int_equal(reply_header(&scene.reply, "X-Robots-Tag").len, 0);
    http_scene_end(&scene);
}

/* The page is what somebody needs who wants to see what is wrong. */
static void the_page_opens_without_its_data(void **unused)
{
    (void)unused;
    struct http_scene scene;
    begin(&scene, NULL);
    tamper(scene.daemon.db, "ALTER TABLE d_game RENAME COLUMN verdict TO gone");
    assert_int_equal(ask(&scene, "/v1/games/2", NULL), 500);
    shows(&scene, "/games/2", NULL, "<div id=\"app\">");
    assert_true(reply_has(&scene.reply, "<title>Dendro</title>"));
    assert_true(header_is(&scene, "X-Robots-Tag", "noindex, nofollow"));
    assert_true(reply_header(&scene.reply, "Content-Security-Policy").len > 0);
    tamper(scene.daemon.db, "ALTER TABLE d_game RENAME COLUMN gone TO verdict");
    shows(&scene, "/games/2", NULL, "Mana won by 5");
    http_scene_end(&scene);
}

static void each_of_many_clubs_has_its_own(void **unused)
{
    (void)unused;
    static const char *const two[] = {"alpha", "beta", NULL};
    struct http_clubs stage;
    if (PAGE_FILES_COUNT == 0) {
        skip_because("a build without the page");
    }
    http_clubs_make(&stage, two);
    http_clubs_set(&stage, "beta", "private", "yes");
    http_clubs_set(&stage, "alpha", "searchable", "yes");
    http_clubs_start(&stage);
    assert_int_equal(http_clubs_ask(&stage, "PATCH", "/c/alpha/v1/club", stage.token[0], "{\"name\":\"Alpha\"}", NULL),
                     200);
    assert_int_equal(http_clubs_ask(&stage, "PATCH", "/c/beta/v1/club", stage.token[1], "{\"name\":\"Beta\"}", NULL),
                     200);
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/games/1", NULL, NULL, NULL), 200);
    assert_true(reply_has(&stage.reply, "<title>Alpha</title>"));
    assert_true(reply_has(&stage.reply, "<base href=\"/c/alpha/\">"));
    assert_true(reply_has(&stage.reply, "og:url\" content=\"http://localhost/c/alpha/games/1\">"));
    assert_true(reply_has(&stage.reply, "og:image\" content=\"http://localhost/c/alpha/assets/"));
    assert_true(span_is(reply_header(&stage.reply, "X-Robots-Tag"), "noindex, nofollow")); /* no such game */
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/games", NULL, NULL, NULL), 200);
    assert_int_equal(reply_header(&stage.reply, "X-Robots-Tag").len, 0);
    assert_int_equal(http_clubs_ask(&stage, "GET", "/c/beta/", NULL, NULL, NULL), 200);
    assert_true(reply_has(&stage.reply, "<title>Dendro</title>"));
    assert_false(reply_has(&stage.reply, "Beta"));
    assert_true(span_is(reply_header(&stage.reply, "X-Robots-Tag"), "noindex, nofollow"));
    assert_int_equal(http_clubs_ask(&stage, "GET", "/", NULL, NULL, NULL), 200);
    assert_true(reply_has(&stage.reply, "data-clubs"));
    assert_int_equal(http_clubs_ask(&stage, "GET", "/robots.txt", NULL, NULL, NULL), 200);
    http_clubs_set(&stage, "alpha", "suspended", "yes");
    http_clubs_comes(&stage, "/c/alpha/v1/club", 503);
    int status = http_clubs_ask(&stage, "GET", "/c/alpha/games/1", NULL, NULL, NULL);
    assert_true(status == 503 || !reply_has(&stage.reply, "Alpha"));
    http_clubs_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_says_who_won),
        cmocka_unit_test(what_is_not_a_result_is_none),
        cmocka_unit_test(a_drawn_game_has_a_picture_of_its_own),
        cmocka_unit_test(a_picture_has_a_margin),
        cmocka_unit_test(nights_boards_and_people_have_theirs),
        cmocka_unit_test(people_are_called_as_they_are_now),
        cmocka_unit_test(names_are_text),
        cmocka_unit_test(no_name_gets_out_of_its_attribute),
        cmocka_unit_test(a_closed_club_tells_nothing),
        cmocka_unit_test(an_address_is_of_the_name_that_was_called),
        cmocka_unit_test(what_has_not_changed_is_not_sent_again),
        cmocka_unit_test(who_searches_asks_the_club),
        cmocka_unit_test(the_page_opens_without_its_data),
        cmocka_unit_test(each_of_many_clubs_has_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
