/*
 * One club on a file and on a server, made by the same deeds with the same
 * clock and the same chance: every question of the API has the same answer,
 * status, headers and body, in both languages. Only the measurements of a
 * daemon (`/metrics`) and streams that do not end are left out.
 */
#include "support/cmocka.h"

#include "service/reading.h"
#include "service/scopes.h"
#include "service/seasons.h"
#include "service/tokens.h"
#include "support/deeds.h"
#include "support/http_client.h"
#include "support/setups.h"
#include "support/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { PEOPLE = 7, EVERY = 9, PATH = 256, DAY = 20454 /* 2026-01-01 */ };

static const char *const NAMES[PEOPLE] = {"Ann", "Bob", "Éva", "cy", "Zoé", "zoe B", "Ömer"};
static const char *const TITLES[] = {"Cascade", "Azul", "azur", "Élan"};
static const char *const PLACES[] = {"Cave", "Attic", "École", "cellar"};

struct side {
    struct world world;
    struct service *service;
    struct deeds deeds;
    struct strbuf text;
    unsigned number;
    char token[TOKEN_TEXT];
    char people[PEOPLE][PERSON_HANDLE];
    int64_t seasons[2];
    struct daemon daemon;
    struct client client;
    struct reply reply;
};

/* ---- the club ---- */

/* Of every few setups a game, by some of the people, at some place on some day. */
static void add_game(void *context, const struct setup *setup)
{
    struct side *side = context;
    struct span names[16];
    if (side->number++ % EVERY != 0) {
        return;
    }
    for (unsigned i = 0; i < setup->seats && i < 16; i++) {
        names[i] = span_from(NAMES[(side->number / EVERY + i) % PEOPLE]);
    }
    if (setup->seats > PEOPLE) {
        return;
    }
    struct strbuf one;
    strbuf_init(&one, &allocator_heap, 1 << 22);
    world_simulate(&side->world, setup, side->number, names, &one);
    const char *at = strstr(strbuf_text(&one), "\nseat 1");
    assert_non_null(at);
    strbuf_add_span(&side->text, span_of(one.text, (size_t)(at - one.text)));
    text_format(&side->text, "\nplayed 2026-0%u-1%u\nplace %s", 1 + side->number % 9, side->number % 10,
                PLACES[side->number % 4]);
    strbuf_add(&side->text, at);
    strbuf_add(&side->text, "\n");
    strbuf_release(&one);
}

/* Games of which only the totals are known. */
static void add_titles(struct side *side)
{
    for (unsigned i = 0; i < 24; i++) {
        text_format(
            &side->text,
            "dendro 1\ngame pad\ntitle %s\nrules 1\nvariant high\nlevel totals\nseat 1 %s\nseat 2 %s\nseat 3 %s\n"
            "played 2026-0%u-2%u\n\n1: total %u\n2: total %u\n3: total %u\n\n",
            TITLES[i % 4], NAMES[i % PEOPLE], NAMES[(i + 1) % PEOPLE], NAMES[(i + 3) % PEOPLE], 1 + i % 9, i % 8,
            10 + i * 7 % 13, 10 + i * 5 % 11, 10 + i * 3 % 7);
    }
}

static void add_seasons(struct side *side)
{
    struct error error = {.message = NULL};
    static const char *const points[] = {"win", "5 3 1"};
    for (int i = 0; i < 2; i++) {
        struct season_terms terms = {
            .name = i == 0 ? SPAN_LITERAL("Spring") : SPAN_LITERAL("élan"), .from = DAY, .to = DAY + 100 * (1 + i)};
        MUST(season_points_parse(span_from(points[i]), &terms.points, &error));
        MUST(service_season_add(side->service, AUTHOR_CLI, &terms, &side->seasons[i], &error));
        if (i == 0) {
            MUST(service_season_close(side->service, AUTHOR_CLI, side->seasons[i], &error));
        }
    }
}

static void fill(struct side *side)
{
    struct error error = {.message = NULL};
    char id[TOKEN_ID];
    char twin[PERSON_HANDLE];
    world_begin(&side->world);
    strbuf_init(&side->text, &allocator_heap, 1 << 26);
    deeds_init(&side->deeds, &side->world);
    deeds_do(&side->deeds, &side->world);
    assert_int_equal(side->deeds.failed, 0);
    side->service = world_open(&side->world, SERVICE_WRITE);
    setups_visit(add_game, side);
    add_titles(side);
    struct import_tally tally = world_import(side->service, strbuf_span(&side->text), NULL);
    assert_true(tally.added > 20);
    for (int i = 0; i < PEOPLE; i++) {
        MUST(service_person_find(side->service, span_from(NAMES[i]), side->people[i], &error));
    }
    MUST(service_person_add(side->service, SPAN_LITERAL("Anne"), twin, &error));
    MUST(service_person_merge(side->service, AUTHOR_CLI, span_from(twin), span_from(side->people[0]), &error));
    for (int i = 0; i < 4; i++) {
        struct night night = {.day = DAY + i * 30, .title = span_from(TITLES[i]), .place = span_from(PLACES[i])};
        MUST(service_night_set(side->service, &night, &error));
    }
    add_seasons(side);
    MUST(service_token_add(side->service, SPAN_LITERAL("test"), SCOPE_READ | SCOPE_RECORD | SCOPE_ADMIN, 0, side->token,
                           id, &error));
    service_close(side->service);
}

static void serve(struct side *side)
{
    (void)snprintf(side->daemon.db, sizeof(side->daemon.db), "%s", side->world.path);
    daemon_restart(&side->daemon, NULL);
    client_init(&side->client, side->daemon.port);
    reply_init(&side->reply);
}

static void finish(struct side *side)
{
    client_release(&side->client);
    reply_release(&side->reply);
    assert_int_equal(daemon_halt(&side->daemon), 0);
    deeds_release(&side->deeds);
    strbuf_release(&side->text);
    world_end(&side->world);
}

/* ---- questions ---- */

/* %h: a handle; every page of the API, and of most several. */
static const char *const PATHS[] = {"/v1/players",
                                    "/v1/players?limit=2",
                                    "/v1/players/%h",
                                    "/v1/players/%h/stats",
                                    "/v1/players/%h/stats?game=foret",
                                    "/v1/players/%h/vs/%h",
                                    "/v1/players/%h/vs/%h?game=foret",
                                    "/v1/alike",
                                    "/v1/nights",
                                    "/v1/nights?limit=3",
                                    "/v1/nights/2026-01-01",
                                    "/v1/nights/2026-02-11",
                                    "/v1/places",
                                    "/v1/search?q=a",
                                    "/v1/search?q=AZUL",
                                    "/v1/search?q=for%C3%AAt&limit=3",
                                    "/v1/search?q=2026-02",
                                    "/v1/search?q=bee+wolf",
                                    "/v1/search?q=2",
                                    "/v1/search?q=%25_%27",
                                    "/v1/puzzle",
                                    "/v1/puzzle?day=2026-11-13&game=foret",
                                    "/v1/reviews",
                                    "/v1/reviews?game=foret",
                                    "/v1/games/2/review",
                                    "/v1/years",
                                    "/v1/years/2026",
                                    "/v1/seasons",
                                    "/v1/rules",
                                    "/v1/catalogues",
                                    "/v1/pads",
                                    "/v1/titles",
                                    "/v1/titles/azul",
                                    "/v1/titles/foret",
                                    "/v1/titles/ecos",
                                    "/v1/club",
                                    "/v1/clubs",
                                    "/v1/access",
                                    "/v1/tokens",
                                    "/v1/games",
                                    "/v1/games?limit=5",
                                    "/v1/games?order=oldest&limit=7",
                                    "/v1/games?status=live",
                                    "/v1/games?player=%h",
                                    "/v1/games?game=ecos",
                                    "/v1/games?since=2026-03-01&until=2026-06-01",
                                    "/v1/games?status=void",
                                    "/v1/imports",
                                    "/v1/export",
                                    "/v1/export?format=ndjson",
                                    "/v1/export?format=csv",
                                    "/v1/export?format=bgg-csv",
                                    "/v1/export?format=bgstats",
                                    "/v1/export?player=%h&voided=true",
                                    "/v1/leaderboard",
                                    "/v1/leaderboard?game=foret",
                                    "/v1/leaderboard?game=foret&order=wins",
                                    "/v1/leaderboard?order=win-points&seats=4",
                                    "/v1/leaderboard?place=Cave",
                                    "/v1/leaderboard?level=sheet",
                                    "/v1/cards?game=foret",
                                    "/v1/cards?game=ecos",
                                    "/v1/cards?game=grandbois",
                                    "/v1/cards?game=biotopes",
                                    "/v1/cards/bee?game=foret",
                                    "/v1/cards/7?game=ecos",
                                    "/v1/cards/toad?game=grandbois",
                                    "/v1/records",
                                    "/v1/records?game=foret",
                                    "/v1/records?game=grandbois",
                                    "/v1/ratings/history",
                                    "/v1/ratings/history?game=foret",
                                    "/v1/ratings/history?player=%h",
                                    "/v1/forecast?game=foret&seats=%h,%h",
                                    "/v1/forecast?seats=%h,%h,%h",
                                    "/v1/log",
                                    "/v1/log?first=3&last=9",
                                    "/v1/log/checkpoint",
                                    "/v1/log/key",
                                    "/v1/log/proof/inclusion?seq=3&size=10",
                                    "/v1/log/proof/consistency?first=5&size=22",
                                    "/v1/audit",
                                    "/healthz",
                                    "/readyz",
                                    "/v1/nothing",
                                    "/v1/games/99999",
                                    "/v1/players/nobody",
                                    "/v1/games?limit=0"};

static const char *const OF_A_GAME[] = {"",        "/moves",  "/legal?limit=3", "/state",   "/state?at=2", "/score",
                                        "/scores", "/record", "/hands",         "/bgstats", "/audit"};

/* Takes out the line of a header: Date, which is the clock's on the wall. */
static void without_date(const struct strbuf *head, struct strbuf *out)
{
    strbuf_clear(out);
    const char *at = strbuf_text(head);
    while (*at) {
        const char *end = strstr(at, "\r\n");
        size_t length = end ? (size_t)(end - at) + 2 : strlen(at);
        if (strncasecmp(at, "date:", 5) != 0) {
            strbuf_add_span(out, span_of(at, length));
        }
        at += length;
    }
}

struct asked {
    struct side *file;
    struct side *server;
    size_t count;
    size_t good; /* with 200 */
    unsigned wrong;
    struct strbuf heads[2];
    struct strbuf paths; /* all that were asked, a line each */
};

static void show_difference(struct span a, struct span b)
{
    size_t at = 0;
    while (at < a.len && at < b.len && a.ptr[at] == b.ptr[at]) {
        at++;
    }
    size_t from = at > 60 ? at - 60 : 0;
    print_error("at byte %zu:\n  file:   %.*s\n  server: %.*s\n", at, (int)(a.len - from < 200 ? a.len - from : 200),
                a.ptr + from, (int)(b.len - from < 200 ? b.len - from : 200), b.ptr + from);
}

static void ask(struct asked *asked, const char *path, const char *headers)
{
    struct side *sides[2] = {asked->file, asked->server};
    for (int i = 0; i < 2; i++) {
        struct call call = {.method = "GET", .path = path, .token = sides[i]->token, .headers = headers};
        client_call(&sides[i]->client, &call, &sides[i]->reply);
        without_date(&sides[i]->reply.head, &asked->heads[i]);
    }
    struct span bodies[2] = {strbuf_span(&sides[0]->reply.body), strbuf_span(&sides[1]->reply.body)};
    struct span heads[2] = {strbuf_span(&asked->heads[0]), strbuf_span(&asked->heads[1])};
    asked->count++;
    asked->good += sides[0]->reply.status == 200;
    strbuf_add(&asked->paths, path);
    strbuf_add_char(&asked->paths, '\n');
    bool same = sides[0]->reply.status == sides[1]->reply.status && span_equal(bodies[0], bodies[1]);
    if (same && span_equal(heads[0], heads[1])) {
        return;
    }
    asked->wrong++;
    print_error("GET %s (%s): %d and %d\n", path, headers ? headers : "", sides[0]->reply.status,
                sides[1]->reply.status);
    show_difference(same ? heads[0] : bodies[0], same ? heads[1] : bodies[1]);
}

static void ask_in_each_way(struct asked *asked, const char *path)
{
    ask(asked, path, NULL);
    ask(asked, path, "Accept-Language: fr\r\n");
    ask(asked, path, "Accept: text/csv\r\n");
}

/* The path with handles in it: %h is a person, another at each place. */
static void put_handles(const struct side *side, const char *path, unsigned first, char out[PATH])
{
    struct strbuf text;
    strbuf_wrap(&text, out, PATH);
    for (const char *c = path; *c; c++) {
        if (c[0] == '%' && c[1] == 'h') {
            strbuf_add(&text, side->people[first++ % PEOPLE]);
            c++;
        } else {
            strbuf_add_char(&text, *c);
        }
    }
}

/* ---- nothing is forgotten ---- */

/* `/v1/games/{id}/state` and `/v1/games/7/state?at=5` */
static bool fits(const char *template, const char *path)
{
    while (*template && *path && *path != '?' && *path != '\n') {
        if (*template == '{') {
            template = strchr(template, '}') + 1;
            while (*path && !strchr("/?\n", *path)) {
                path++;
            }
        } else if (*template ++ != *path++) {
            return false;
        }
    }
    return !*template && (!*path || *path == '?' || *path == '\n');
}

static bool was_asked(const struct asked *asked, const char *template)
{
    for (const char *at = strbuf_text(&asked->paths); at && *at; at = strchr(at, '\n') + 1) {
        if (fits(template, at)) {
            return true;
        }
    }
    return false;
}

static void everything_was_asked(const struct asked *asked)
{
    static const char *const left_out[] = {"/metrics", "/v1/games/{id}/events", "/v1/games/{id}/review/events"};
    char path[512];
    json_error_t problem;
    (void)snprintf(path, sizeof(path), "%s/schema/openapi.yaml", test_source_dir());
    json_t *document = json_load_file(path, 0, &problem);
    assert_non_null(document);
    const char *template = NULL;
    json_t *operations = NULL;
    unsigned missing = 0;
    json_object_foreach(json_object_get(document, "paths"), template, operations)
    {
        bool page = strncmp(template, "/v1/", 4) != 0 && strcmp(template, "/healthz") != 0 &&
                    strcmp(template, "/readyz") != 0; /* which is in the program */
        bool skipped = page || !json_object_get(operations, "get");
        for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
            skipped = skipped || strcmp(template, left_out[i]) == 0;
        }
        if (!skipped && !was_asked(asked, template)) {
            print_error("nobody asked GET %s\n", template);
            missing++;
        }
    }
    json_decref(document);
    assert_int_equal(missing, 0);
}

/* Everything about every game, of some of them in French. */
static void ask_for_games(struct asked *asked)
{
    char path[PATH];
    struct strbuf list;
    ask(asked, "/v1/games?limit=200", NULL);
    strbuf_init(&list, &allocator_heap, 1 << 24);
    strbuf_add_span(&list, strbuf_span(&asked->file->reply.body));
    unsigned games = 0;
    for (const char *at = strbuf_text(&list); (at = strstr(at, "{\"id\":")); at++) {
        long id = strtol(at + strlen("{\"id\":"), NULL, 10);
        for (size_t i = 0; games % 3 == 0 && i < sizeof(OF_A_GAME) / sizeof(OF_A_GAME[0]); i++) {
            (void)snprintf(path, sizeof(path), "/v1/games/%ld%s", id, OF_A_GAME[i]);
            ask(asked, path, id % 4 == 1 ? NULL : "Accept-Language: fr\r\n");
        }
        games++;
    }
    assert_true(games > 20);
    strbuf_release(&list);
}

static void ask_for_seasons(struct asked *asked)
{
    char path[PATH];
    for (int i = 0; i < 2; i++) {
        (void)snprintf(path, sizeof(path), "/v1/seasons/%lld", (long long)asked->file->seasons[i]);
        ask_in_each_way(asked, path);
        assert_int_not_equal(asked->file->reply.status, 404);
    }
}

/* The hash of a catalogue that both have. */
static void ask_for_catalogues(struct asked *asked)
{
    char path[PATH];
    ask(asked, "/v1/catalogues", NULL);
    const char *hash = strstr(strbuf_text(&asked->file->reply.body), "\"hash\":\"");
    if (!hash) {
        fail_msg("%s", strbuf_text(&asked->file->reply.body));
    }
    hash += strlen("\"hash\":\"");
    (void)snprintf(path, sizeof(path), "/v1/catalogues/%.*s", (int)strcspn(hash, "\""), hash);
    ask_in_each_way(asked, path);
}

static void every_answer_is_the_same(void **state)
{
    (void)state;
    static struct side file;
    static struct side server;
    char path[PATH];
    if (!getenv("DENDRO_TEST_POSTGRES")) {
        print_message("SKIPPED: no PostgreSQL (scripts/test postgres starts one)\n");
        skip();
    }
    assert_int_equal(unsetenv("DENDRO_TEST_ENGINE"), 0);
    fill(&file);
    assert_int_equal(setenv("DENDRO_TEST_ENGINE", "postgres", 1), 0);
    fill(&server);
    assert_string_equal(file.token, server.token);
    serve(&file);
    serve(&server);
    struct asked asked = {.file = &file, .server = &server};
    strbuf_init(&asked.heads[0], &allocator_heap, 1 << 16);
    strbuf_init(&asked.heads[1], &allocator_heap, 1 << 16);
    strbuf_init(&asked.paths, &allocator_heap, 1 << 22);
    for (size_t i = 0; i < sizeof(PATHS) / sizeof(PATHS[0]); i++) {
        put_handles(&file, PATHS[i], (unsigned)i, path);
        ask_in_each_way(&asked, path);
    }
    ask_for_catalogues(&asked);
    ask_for_games(&asked);
    ask_for_seasons(&asked);
    print_message("%zu answers, %zu of them 200\n", asked.count, asked.good);
    everything_was_asked(&asked);
    assert_int_equal(asked.wrong, 0);
    assert_true(asked.good > asked.count * 2 / 3);
    strbuf_release(&asked.heads[0]);
    strbuf_release(&asked.heads[1]);
    strbuf_release(&asked.paths);
    assert_int_equal(unsetenv("DENDRO_TEST_ENGINE"), 0);
    finish(&file);
    assert_int_equal(setenv("DENDRO_TEST_ENGINE", "postgres", 1), 0);
    finish(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_answer_is_the_same)};
    return cmocka_run_group_tests_name("same bytes", tests, NULL, NULL);
}
