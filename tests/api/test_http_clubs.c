/* Many clubs in one daemon: what one has is nothing in another, and what is no slug leads nowhere. */
#include "support/cmocka.h"

#include "http/page.h"
#include "support/http_clubs.h"
#include "support/text.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

static const char *const TWO[] = {"alpha", "beta", NULL};

#define KEY "Idempotency-Key: same\r\n"
#define GAME "{\"record\":\"dendro 1\\ngame foret\\nseat 1 Ada\\nseat 2 Bo\\nseat 3 Cy\\n\"}"
#define MOVE(ply, line) "{\"ply\":" ply ",\"moves\":[\"" line "\"]}"

static bool head_has(const struct http_clubs *stage, const char *text)
{
    return strstr(strbuf_text(&stage->reply.head), text) != NULL;
}

static void expect(struct http_clubs *stage, const char *method, const char *path, const char *token, const char *body,
                   int status, const char *has)
{
    int got = http_clubs_ask(stage, method, path, token, body, NULL);
    if (got != status || (has && !reply_has(&stage->reply, has))) {
        fail_msg("%s %s: %d instead of %d, without '%s': %s", method, path, got, status, has ? has : "",
                 strbuf_text(&stage->reply.body));
    }
}

static void tokens_and_keys_do_not_cross(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    expect(&stage, "POST", "/c/beta/v1/players", stage.token[0], "{\"name\":\"Ann\"}", 401, "http.token-unknown");
    expect(&stage, "GET", "/c/alpha/v1/tokens", stage.token[1], NULL, 401, NULL);
    assert_int_equal(http_clubs_ask(&stage, "POST", "/c/alpha/v1/players", stage.token[0], "{\"name\":\"Ann\"}", KEY),
                     201);
    assert_true(head_has(&stage, "Location: /c/alpha/v1/players/"));
    assert_int_equal(http_clubs_ask(&stage, "POST", "/c/beta/v1/players", stage.token[1], "{\"name\":\"Bea\"}", KEY),
                     201);
    assert_false(head_has(&stage, "Idempotency-Replayed"));
    assert_int_equal(http_clubs_ask(&stage, "POST", "/c/alpha/v1/players", stage.token[0], "{\"name\":\"Ann\"}", KEY),
                     201);
    assert_true(head_has(&stage, "Idempotency-Replayed: true"));
    assert_true(head_has(&stage, "Location: /c/alpha/v1/players/"));
    expect(&stage, "POST", "/c/alpha/v1/players", stage.token[0], "{\"name\":\"Al\"}", 201, NULL);
    expect(&stage, "GET", "/c/alpha/v1/players?limit=1", NULL, NULL, 200, NULL);
    assert_true(head_has(&stage, "Link: </c/alpha/v1/players?limit=1&cursor="));
    http_clubs_end(&stage);
}

/* Both have one person, so the versions of their answers are the same: only the club tells them apart. */
static void ready_answers_do_not_cross(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_set(&stage, "alpha", "host", "alpha.example");
    http_clubs_set(&stage, "beta", "host", "beta.example");
    http_clubs_start(&stage);
    expect(&stage, "POST", "/c/alpha/v1/players", stage.token[0], "{\"name\":\"Ann\"}", 201, NULL);
    expect(&stage, "POST", "/c/beta/v1/players", stage.token[1], "{\"name\":\"Bea\"}", 201, NULL);
    for (int i = 0; i < 3; i++) {
        expect(&stage, "GET", "/c/alpha/v1/players", NULL, NULL, 200, "\"Ann\"");
        expect(&stage, "GET", "/c/beta/v1/players", NULL, NULL, 200, "\"Bea\"");
        assert_int_equal(http_clubs_ask(&stage, "GET", "http://alpha.example/v1/players", NULL, NULL, NULL), 200);
        assert_true(reply_has(&stage.reply, "\"Ann\"") && !reply_has(&stage.reply, "\"Bea\""));
        assert_int_equal(http_clubs_ask(&stage, "GET", "http://Beta.Example:80/v1/players", NULL, NULL, NULL), 200);
        assert_true(reply_has(&stage.reply, "\"Bea\"") && !reply_has(&stage.reply, "\"Ann\""));
    }
    /* A name of its own is one club: no other is below it. */
    expect(&stage, "GET", "http://alpha.example/c/beta/v1/players", NULL, NULL, 404, NULL);
    http_clubs_end(&stage);
}

static void a_stream_is_of_one_club(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    struct client follower;
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    expect(&stage, "POST", "/c/alpha/v1/games", stage.token[0], GAME, 201, NULL);
    expect(&stage, "POST", "/c/beta/v1/games", stage.token[1], GAME, 201, NULL);
    client_init(&follower, server_port(stage.server));
    assert_true(client_send(&follower, SPAN_LITERAL("GET /c/alpha/v1/games/1/events HTTP/1.1\r\nHost: x\r\n\r\n")));
    assert_true(client_wait(&follower, "retry: 2000", PATIENCE_MS));
    expect(&stage, "POST", "/c/beta/v1/games/1/moves", stage.token[1], MOVE("0", "1: bee 0,0"), 200, NULL);
    expect(&stage, "POST", "/c/alpha/v1/games/1/moves", stage.token[0], MOVE("0", "1: trout 0,0"), 200, NULL);
    assert_true(client_wait(&follower, "trout", PATIENCE_MS));
    assert_null(strstr(strbuf_text(&follower.in), "bee"));
    client_release(&follower);
    http_clubs_end(&stage);
}

static void what_is_no_slug_leads_nowhere(void **unused)
{
    (void)unused;
    static const char *const paths[] = {
        "/c/../v1/club",
        "/c/%2e%2e/v1/club",
        "/c/./v1/club",
        "/c//v1/club",
        "/c/A/v1/club",
        "/c/Alpha/v1/club",
        "/c/alph%61/v1/club",
        "/c/alpha%2fv1/club",
        "/c/alpha%2Fv1/club",
        "/c/alpha.db/v1/club",
        "/c/alpha\\x/v1/club",
        "/c/al_pha/v1/club",
        "/c/%61lpha/v1/club",
        "/c/",
        "/c",
        "/c/gamma/v1/club",
        "/c/gamma",
        "//c/alpha/v1/club",
        "/C/alpha/v1/club",
        "/v1/club",
        "/c/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/v1/club", /* 41 */
        "/c/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/v1/club",  /* 40, and none of ours */
        "/c/alpha/c/beta/v1/club",
        "/c/alpha/../beta/v1/club",
        "/c/alpha/metrics",
        "/c/alpha/v1/clubs",
        "/v1/games"};
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        expect(&stage, "GET", paths[i], NULL, NULL, 404, "http.no-route");
    }
    /* A person who looks around gets a page, and learns as little. */
    static const char *const guesses[] = {"/c/gamma/", "/c/gamma/games/1", "/c/", "/games"};
    for (size_t i = 0; PAGE_FILES_COUNT > 0 && i < sizeof(guesses) / sizeof(guesses[0]); i++) {
        assert_int_equal(http_clubs_ask(&stage, "GET", guesses[i], NULL, NULL, "Accept: text/html\r\n"), 404);
        assert_true(reply_has(&stage.reply, "<base href=\"/\" data-clubs>"));
    }
    expect(&stage, "GET", "/c/alpha", NULL, NULL, 308, NULL);
    assert_true(head_has(&stage, "Location: /c/alpha/\r\n"));
    expect(&stage, "GET", "/c/alpha?a=b", NULL, NULL, 308, NULL);
    assert_true(head_has(&stage, "Location: /c/alpha/?a=b\r\n"));
    assert_int_equal(clubs_open_count(stage.server), 1); /* nothing else was opened on the way */
    http_clubs_end(&stage);
}

static void the_root_tells_of_who_wants_it(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    expect(&stage, "GET", "/v1/clubs", NULL, NULL, 200, "{\"clubs\":[],\"next\":null}");
    expect(&stage, "GET", "/c/alpha/v1/club", NULL, NULL, 200, "\"private\":false");
    http_clubs_set(&stage, "alpha", "private", "yes");
    http_clubs_comes(&stage, "/c/alpha/v1/club", 401);
    http_clubs_set(&stage, "alpha", "listed", "yes");
    for (int i = 0; i < 3000 && !reply_has(&stage.reply, "alpha"); i++) {
        expect(&stage, "GET", "/v1/clubs", NULL, NULL, 200, NULL);
        http_clubs_pause(20);
    }
    expect(&stage, "GET", "/v1/clubs", NULL, NULL, 200, "[{\"slug\":\"alpha\",\"name\":null,\"host\":null}]");
    expect(&stage, "GET", "/healthz", NULL, NULL, 200, "ok");
    expect(&stage, "GET", "/readyz", NULL, NULL, 200, "\"clubs\":2");
    expect(&stage, "GET", "/metrics", NULL, NULL, 200, "dendro_clubs_open 1");
    assert_false(reply_has(&stage.reply, "alpha"));
    http_clubs_end(&stage);
}

static void a_suspended_club_is_silent(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    expect(&stage, "GET", "/c/alpha/v1/club", NULL, NULL, 200, NULL);
    http_clubs_set(&stage, "alpha", "suspended", "yes");
    http_clubs_comes(&stage, "/c/alpha/v1/club", 503);
    assert_true(reply_has(&stage.reply, "club.suspended") && head_has(&stage, "Retry-After: 600"));
    expect(&stage, "POST", "/c/alpha/v1/players", stage.token[0], "{\"name\":\"Ann\"}", 503, "club.suspended");
    expect(&stage, "GET", "/c/beta/v1/club", NULL, NULL, 200, NULL);
    for (int i = 0; i < 3000 && clubs_open_count(stage.server) > 1; i++) {
        http_clubs_pause(20);
    }
    assert_int_equal(clubs_open_count(stage.server), 1); /* others may have its file */
    http_clubs_set(&stage, "alpha", "suspended", "no");
    http_clubs_comes(&stage, "/c/alpha/v1/club", 200);
    http_clubs_end(&stage);
}

static void quotas_are_kept(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_set(&stage, "alpha", "entries-a-day", "2");
    http_clubs_set(&stage, "beta", "bytes", "1000");
    http_clubs_start(&stage);
    expect(&stage, "POST", "/c/alpha/v1/games", stage.token[0], GAME, 201, NULL);
    expect(&stage, "POST", "/c/alpha/v1/games/1/moves", stage.token[0], MOVE("0", "1: bee 0,0"), 200, NULL);
    expect(&stage, "POST", "/c/alpha/v1/games", stage.token[0], GAME, 429, "http.quota-entries");
    expect(&stage, "POST", "/c/alpha/v1/games/1/abandon", stage.token[0], "{\"reason\":\"late\"}", 200, NULL);
    expect(&stage, "POST", "/c/beta/v1/players", stage.token[1], "{\"name\":\"Bea\"}", 403, "http.quota-bytes");
    expect(&stage, "GET", "/c/beta/v1/players", NULL, NULL, 200, "\"players\":[]");
    http_clubs_end(&stage);
}

/* ---- more than there is room for ---- */

static void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    int in = open(from, O_RDONLY);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    ssize_t got = 0;
    assert_true(in >= 0 && out >= 0);
    while ((got = read(in, bytes, sizeof(bytes))) > 0) {
        assert_int_equal(write(out, bytes, (size_t)got), got);
    }
    assert_int_equal(close(in) + close(out), 0);
}

static void more_clubs_than_may_be_open(void **unused)
{
    (void)unused;
    enum { CLUBS = 300 };
    static const char *const one[] = {"club-0", NULL};
    struct http_clubs stage;
    char path[128];
    char body[64];
    http_clubs_make(&stage, one);
    for (int i = 1; i < CLUBS; i++) {
        char from[96];
        (void)snprintf(from, sizeof(from), "%s/club-0.db", stage.folder);
        (void)snprintf(path, sizeof(path), "%s/club-%d.db", stage.folder, i);
        copy_file(from, path);
    }
    http_clubs_start(&stage);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < CLUBS; i++) {
            (void)snprintf(path, sizeof(path), "/c/club-%d/v1/players", i);
            (void)snprintf(body, sizeof(body), "{\"name\":\"Number %d\"}", i);
            if (round == 0) {
                expect(&stage, "POST", path, stage.token[0], body, 201, NULL);
            } else {
                (void)snprintf(body, sizeof(body), "\"name\":\"Number %d\"", i);
                expect(&stage, "GET", path, NULL, NULL, 200, body);
            }
            assert_true(clubs_open_count(stage.server) <= CLUBS_OPEN);
        }
    }
    assert_true(clubs_open_count(stage.server) >= CLUBS_OPEN - 1); /* one may be looked at by the caretaker */
    http_clubs_end(&stage);
}

/* What one club was promised is not another's: a name that two have is nobody's. */
static void a_name_of_two_is_nobodys(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    http_clubs_make(&stage, TWO);
    http_clubs_set(&stage, "alpha", "host", "club.example");
    http_clubs_set(&stage, "beta", "host", "beta.example");
    http_clubs_start(&stage);
    expect(&stage, "GET", "http://club.example/v1/club", NULL, NULL, 200, NULL);
    expect(&stage, "GET", "http://beta.example/v1/club", NULL, NULL, 200, NULL);
    http_clubs_set(&stage, "beta", "host", "club.example");
    http_clubs_comes(&stage, "http://club.example/v1/club", 404);
    http_clubs_comes(&stage, "http://beta.example/v1/club", 404);
    expect(&stage, "GET", "/c/beta/v1/club", NULL, NULL, 200, NULL);
    http_clubs_set(&stage, "alpha", "host", "");
    http_clubs_comes(&stage, "http://club.example/v1/club", 200);
    http_clubs_end(&stage);
}

/* The shell of the page says where it lives, and has a tag of its own there; a build without the page has links. */
static void the_page_lives_below_its_club(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    char header[CACHE_TAG + 32];
    http_clubs_make(&stage, TWO);
    http_clubs_start(&stage);
    expect(&stage, "GET", "/", NULL, NULL, 200, "<title>Dendro</title>");
    bool based = reply_has(&stage.reply, "<base href=");
    assert_true(reply_has(&stage.reply, based ? "<base href=\"/\" data-clubs>" : "No club here is listed."));
    expect(&stage, "GET", "/c/alpha/games/1", NULL, NULL, 200, based ? "<base href=\"/c/alpha/\">" : "Dendro");
    assert_true(head_has(&stage, "base-uri 'self'"));
    expect(&stage, "GET", "/c/beta/", NULL, NULL, 200, based ? "<base href=\"/c/beta/\">" : "Dendro");
    struct span found = reply_header(&stage.reply, "ETag");
    (void)snprintf(header, sizeof(header), "If-None-Match: %.*s\r\n", (int)found.len, found.ptr);
    if (based) {
        assert_int_equal(http_clubs_ask(&stage, "GET", "/c/beta/", NULL, NULL, header), 304);
        assert_int_equal(http_clubs_ask(&stage, "GET", "/c/alpha/", NULL, NULL, header), 200);
    }
    http_clubs_end(&stage);
}

/* Statistics that have to be made first are made by another thread than those of the network; who asks is told to come back. */
static void an_older_club_is_prepared(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    char path[128];
    sqlite3 *db = NULL;
    http_clubs_make(&stage, TWO);
    (void)snprintf(path, sizeof(path), "%s/beta.db", stage.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "INSERT OR REPLACE INTO setting VALUES ('derived-stale', x'31')", NULL, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    http_clubs_start(&stage);
    expect(&stage, "GET", "/c/beta/v1/club", NULL, NULL, 503, "http.club-preparing");
    assert_true(head_has(&stage, "Retry-After: 1"));
    expect(&stage, "GET", "/c/alpha/v1/club", NULL, NULL, 200, NULL);
    http_clubs_comes(&stage, "/c/beta/v1/club", 200);
    http_clubs_end(&stage);
}

/* What is no database is not told to strangers, and does not stop the others. */
static void a_broken_club_is_alone_with_it(void **unused)
{
    (void)unused;
    struct http_clubs stage;
    char path[128];
    http_clubs_make(&stage, TWO);
    (void)snprintf(path, sizeof(path), "%s/broken.db", stage.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 4096; i++) {
        (void)fputs("no database ", file);
    }
    assert_int_equal(fclose(file), 0);
    http_clubs_start(&stage);
    expect(&stage, "GET", "/c/broken/v1/club", NULL, NULL, 503, "http.club-broken");
    assert_false(reply_has(&stage.reply, "broken.db"));
    expect(&stage, "GET", "/c/alpha/v1/club", NULL, NULL, 200, NULL);
    http_clubs_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_and_keys_do_not_cross),   cmocka_unit_test(ready_answers_do_not_cross),
        cmocka_unit_test(a_stream_is_of_one_club),        cmocka_unit_test(what_is_no_slug_leads_nowhere),
        cmocka_unit_test(the_root_tells_of_who_wants_it), cmocka_unit_test(a_suspended_club_is_silent),
        cmocka_unit_test(the_page_lives_below_its_club),  cmocka_unit_test(an_older_club_is_prepared),
        cmocka_unit_test(a_broken_club_is_alone_with_it), cmocka_unit_test(quotas_are_kept),
        cmocka_unit_test(more_clubs_than_may_be_open),    cmocka_unit_test(a_name_of_two_is_nobodys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
