/*
 * Statistics follow whatever happens to games and people. Random sequences of
 * games that are imported, opened, played out, taken back, corrected and made
 * void, of merges, groups and groups rolled back; after each of them the sums
 * are those of a rebuild to the bit (the audit and the rebuild say so), the
 * answers from sums are those from the games one by one, and ratings followed
 * step by step are those of a fresh fit to the bit.
 */
#include "support/cmocka.h"

#include "base/date.h"
#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "rules/registry.h"
#include "service/history.h"
#include "service/reading.h"
#include "service/statistics.h"
#include "support/setups.h"
#include "support/shipped.h"
#include "support/stats_same.h"
#include "support/text.h"
#include "support/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE = 8, STEPS = 60, KEPT = 64 };

static const char *const NAMES[PEOPLE] = {"Ada", "Bea", "Cyd", "Dee", "Eve", "Fay", "Gil", "Hal"};

struct story_line {
    struct world world;
    struct service *service;
    struct prng prng;
    struct strbuf text;
    unsigned number;
    int64_t games[KEPT]; /* that are finished and not void */
    size_t count;
    struct setup ecos[4]; /* by level */
    struct history_work *work;
};

/* Ecos is played with a catalogue, which the setups of the other tests have. */
static void take_ecos(void *context, const struct setup *setup)
{
    struct setup *ecos = context;
    if (setup->game == registry_newest(SPAN_LITERAL("ecos")) && setup->seats == 3 && !ecos[setup->level].game) {
        ecos[setup->level] = *setup;
    }
}

/* A record of some game by some people, at the club, on some night or none. */
static const char *invent(struct story_line *s)
{
    static const struct {
        const char *game;
        const char *variant;
        uint8_t level, seats;
    } KINDS[] = {{"foret", "standard", FORET_TABLE, 3},
                 {"foret", "standard", FORET_SHEET, 4},
                 {"foret", "duel", FORET_TABLE, 2},
                 {"foret", "solo", FORET_TABLE, 1},
                 {"grandbois", NULL, 0, 3},
                 {"grandbois", NULL, 2, 4},
                 {"foret", "standard", FORET_FULL, 5},
                 {"ecos", NULL, 1, 3},
                 {"ecos", NULL, 2, 3}};
    unsigned kind = prng_below(&s->prng, sizeof(KINDS) / sizeof(KINDS[0]));
    const struct game *game = registry_newest(span_from(KINDS[kind].game));
    struct setup setup = {.game = game, .level = KINDS[kind].level, .seats = KINDS[kind].seats};
    setup.variant = (uint8_t)game_variant_for(game, setup.seats);
    for (uint8_t v = 0; KINDS[kind].variant && v < game->variants_count; v++) {
        setup.variant = strcmp(game->variants[v].name.id, KINDS[kind].variant) == 0 ? v : setup.variant;
    }
    if (game->catalogue) {
        setup = s->ecos[setup.level];
        setup.game = game;
        if (prng_below(&s->prng, 3) == 0) { /* another catalogue: other cards under the same numbers */
            catalogue_use(shipped_catalogue(game, "printed"), &setup);
        }
    }
    struct span names[GAME_PLAYERS];
    unsigned first = prng_below(&s->prng, PEOPLE);
    for (unsigned i = 0; i < setup.seats; i++) {
        names[i] = span_from(NAMES[(first + i) % PEOPLE]);
    }
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, RECORD_BYTES);
    world_simulate(&s->world, &setup, s->number++, names, &record);
    strbuf_clear(&s->text);
    struct span rest = strbuf_span(&record);
    size_t head = strlen("dendro 1\n");
    strbuf_add_span(&s->text, span_of(rest.ptr, head));
    if (prng_below(&s->prng, 5) > 0) {
        text_format(&s->text, "night 2026-%02u-%02u\n", 1 + prng_below(&s->prng, 3), 1 + prng_below(&s->prng, 28));
    }
    strbuf_add(&s->text, "place Hall\n");
    strbuf_add_span(&s->text, span_skip(rest, head));
    strbuf_release(&record);
    return strbuf_text(&s->text);
}

static void keep(struct story_line *s, const struct receipt *receipt)
{
    if (s->count < KEPT && receipt->status == GAME_FINISHED) {
        s->games[s->count++] = receipt->game;
    }
}

/* Two who are one by now may sit together: such a record is refused, and that is all. */
static bool fine(enum err err)
{
    assert_true(err == ERR_OK || err == ERR_CONFLICT);
    return err == ERR_OK;
}

/* A game entered move by move, taken back at its end, and ended again. */
static void play(struct story_line *s)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct setup setup = {.game = &foret_game, .variant = FORET_STANDARD, .level = FORET_TABLE, .seats = 3};
    struct span names[3];
    unsigned first = prng_below(&s->prng, PEOPLE);
    for (unsigned i = 0; i < 3; i++) {
        names[i] = span_from(NAMES[(first + i) % PEOPLE]);
    }
    struct strbuf record;
    strbuf_init(&record, &allocator_heap, RECORD_BYTES);
    world_simulate(&s->world, &setup, s->number++, names, &record);
    strbuf_clear(&s->text);
    strbuf_add(&s->text, "dendro 1\nplace Hall\n");
    strbuf_add_span(&s->text, span_skip(strbuf_span(&record), strlen("dendro 1\n")));
    strbuf_release(&record);
    char *moves = strstr(s->text.text, "\n\n") + 1;
    char *end = strstr(moves, "\n= ");
    end[1] = '\0';
    char *last = end;
    while (last[-1] != '\n') {
        last--;
    }
    char closing[64];
    (void)snprintf(closing, sizeof(closing), "%s", last);
    last[0] = '\0';
    if (!fine(world_game(&s->world, s->service, s->text.text, &receipt, &error))) {
        return;
    }
    int64_t game = receipt.game;
    MUST(world_moves(s->service, game, -1, closing, &receipt, &error));
    assert_int_equal(receipt.status, GAME_FINISHED);
    if (prng_below(&s->prng, 2)) {
        MUST(service_back(s->service, AUTHOR_CLI, game, -1, 1, &receipt, &error));
        assert_int_equal(receipt.status, GAME_LIVE);
        if (prng_below(&s->prng, 2)) {
            return;
        }
        MUST(world_moves(s->service, game, -1, closing, &receipt, &error));
    }
    keep(s, &receipt);
}

struct handles {
    char of[2][PERSON_HANDLE];
};

static void merge(struct story_line *s)
{
    struct error error = {.message = NULL};
    struct handles handles;
    for (int i = 0; i < 2; i++) {
        struct span name = span_from(NAMES[prng_below(&s->prng, PEOPLE)]);
        enum err err = service_person_find(s->service, name, handles.of[i], &error);
        if (err != ERR_OK) {
            return;
        }
    }
    enum err err =
        service_person_merge(s->service, AUTHOR_CLI, span_from(handles.of[0]), span_from(handles.of[1]), &error);
    assert_true(err == ERR_OK || err == ERR_CONFLICT || err == ERR_USAGE);
}

static void step(struct story_line *s)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    unsigned what = prng_below(&s->prng, 12);
    size_t at = s->count > 0 ? prng_below(&s->prng, (uint32_t)s->count) : 0;
    if (what < 5) {
        if (fine(world_take(&s->world, s->service, invent(s), &receipt, &error))) {
            keep(s, &receipt);
        }
    } else if (what < 7) {
        play(s);
    } else if (what < 9 && s->count > 0) {
        (void)fine(world_correct(&s->world, s->service, s->games[at], invent(s), "it was another", &receipt, &error));
    } else if (what == 9 && s->count > 0) {
        MUST(service_void(s->service, AUTHOR_CLI, s->games[at], SPAN_LITERAL("never happened"), &receipt, &error));
        s->games[at] = s->games[--s->count];
    } else if (what == 10 && prng_below(&s->prng, 3) == 0) {
        merge(s);
    }
}

/* ---- the same from sums and from games ---- */

/* Every game is at the Hall: what is asked of the place is counted game by game, the rest out of the tables. */
static void check_pages(struct story_line *s, struct service *fresh)
{
    static const char *const GAMES[] = {"", "foret", "grandbois", "ecos"};
    int32_t days[2] = {0, 0};
    assert_true(date_parse(SPAN_LITERAL("2026-01-01"), &days[0]));
    assert_true(date_parse(SPAN_LITERAL("2026-03-31"), &days[1]));
    for (unsigned i = 0; i < 24; i++) {
        struct stats_filter sums = {.game = span_from(GAMES[prng_below(&s->prng, 4)])};
        if (prng_below(&s->prng, 2)) {
            sums.has_from = true;
            sums.from = days[0] + (int32_t)(prng_below(&s->prng, 2) ? prng_below(&s->prng, 80) : 0);
        }
        if (prng_below(&s->prng, 2)) {
            sums.has_to = true;
            sums.to = days[1] - (int32_t)(prng_below(&s->prng, 2) ? prng_below(&s->prng, 80) : 0);
            sums.to =
                sums.has_from && sums.to < sums.from ? sums.from : sums.to; /* days in the wrong order are refused */
        }
        if (prng_below(&s->prng, 3) == 0) {
            sums.seats = (int)(1 + prng_below(&s->prng, 4));
        }
        if (prng_below(&s->prng, 4) == 0) {
            sums.level = SPAN_LITERAL("table");
        }
        struct stats_filter walked = sums;
        walked.place = SPAN_LITERAL("Hall");
        same_records(fresh, &sums, &walked);
        sums.player = walked.player = span_from(NAMES[prng_below(&s->prng, PEOPLE)]);
        char handle[PERSON_HANDLE];
        struct error error = {.message = NULL};
        if (service_person_find(fresh, sums.player, handle, &error) == ERR_OK) {
            same_records(fresh, &sums, &walked);
            same_page(fresh, &sums, &walked);
        }
    }
}

/* ---- histories ---- */

enum { IDS = 64 };

/* Everything that happened up to a night, counted from the beginning. */
struct recount {
    struct rating_pair pairs[IDS * IDS];
    int64_t won[IDS][IDS];
    int64_t games[IDS];
    bool tonight[IDS];
};

static int by_rating(const void *a, const void *b)
{
    const struct rating *one = a;
    const struct rating *two = b;
    return one->rating < two->rating ? 1 : one->rating > two->rating ? -1 : 0;
}

/* The points of this night, which begin at `at`; returns where they end. */
static size_t same_night(struct recount *r, const struct rating_history *history, size_t at, int32_t day)
{
    struct error error = {.message = NULL};
    struct rating all[IDS];
    struct rating played[IDS];
    uint32_t number[IDS]; /* of those who have played by now, one after the other */
    uint32_t rated = 0;
    size_t count = 0;
    size_t players = 0;
    for (uint32_t i = 0; i < IDS; i++) {
        number[i] = rated;
        rated += r->games[i] > 0;
    }
    for (uint32_t i = 0; i < IDS; i++) {
        for (uint32_t k = i + 1; k < IDS; k++) {
            if (r->won[i][k] + r->won[k][i] > 0) {
                r->pairs[count++] = (struct rating_pair){number[i], number[k], r->won[i][k], r->won[k][i]};
            }
        }
    }
    MUST(ratings_fit(&allocator_heap, r->pairs, count, all, rated, &error));
    for (size_t i = 0; i < IDS; i++) {
        if (r->tonight[i]) {
            played[players] = all[number[i]];
            played[players++].theta = (double)r->games[i];
        }
        r->tonight[i] = false;
    }
    qsort(played, players, sizeof(played[0]), by_rating);
    for (size_t i = 0; i < players; i++, at++) {
        const struct rating_point *point = &history->points[at];
        assert_true(at < history->count && point->day == day);
        assert_true(fabs(point->rating.rating - played[i].rating) < 1e-6);
        bool alone = (i == 0 || played[i - 1].rating - played[i].rating > 1e-5) &&
                     (i + 1 == players || played[i].rating - played[i + 1].rating > 1e-5);
        assert_true(!alone || fabs(point->rating.sd - played[i].sd) < 1e-6);
        assert_true(!alone || point->games == (int64_t)played[i].theta);
    }
    return at;
}

/* A history against one that is counted seat by seat, out of what the database says of games. */
static void check_history(struct story_line *s, struct service *service, const char *game)
{
    static struct recount r;
    struct error error = {.message = NULL};
    struct rating_history history;
    struct strbuf sql;
    struct strbuf rows;
    memset(&r, 0, sizeof(r));
    strbuf_init(&sql, &allocator_heap, 4096);
    strbuf_init(&rows, &allocator_heap, 1 << 20);
    text_format(&sql,
                "SELECT group_concat(x, ' ') FROM (SELECT a.game || ' ' || coalesce(g.day, -1) || ' ' || g.seats || ' '"
                " || a.person || ' ' || a.rank || ' ' || b.person || ' ' || b.rank AS x FROM d_game AS g"
                " JOIN d_seat AS a ON a.game = g.id JOIN d_seat AS b ON b.game = g.id AND b.seat > a.seat"
                " WHERE g.status = 'finished' AND ('%s' = '' OR g.game = '%s')"
                " ORDER BY g.day IS NOT NULL, g.day, g.id, a.seat, b.seat) AS sorted",
                game, game);
    scene_sql_text(s->world.path, strbuf_text(&sql), &rows);
    MUST(service_rating_history(service, &(struct stats_filter){.game = span_from(game)}, &history, &error));
    char *at = rows.text;
    size_t told = 0;
    int64_t night = -1;
    int64_t last = 0;
    bool seen[IDS] = {false};
    while (rows.len > 1) {
        int64_t n[7];
        char *end = NULL;
        for (int i = 0; i < 7; i++, at = end) {
            n[i] = strtoll(at, &end, 10);
        }
        bool over = end == at && n[0] == 0;
        if (night >= 0 && (over || n[1] != night)) {
            told = same_night(&r, &history, told, (int32_t)night);
        }
        if (over) {
            break;
        }
        if (n[0] != last) {
            memset(seen, 0, sizeof(seen));
            last = n[0];
        }
        night = n[1];
        assert_true(n[3] < IDS && n[5] < IDS);
        for (int i = 3; i <= 5; i += 2) {
            r.games[n[i]] += !seen[n[i]];
            seen[n[i]] = true;
            r.tonight[n[i]] = night >= 0;
        }
        bool tied = n[4] == n[6];
        r.won[n[3]][n[5]] += tied || n[4] < n[6] ? rating_weight((unsigned)n[2], tied) : 0;
        r.won[n[5]][n[3]] += tied || n[6] < n[4] ? rating_weight((unsigned)n[2], tied) : 0;
    }
    assert_int_equal(told, history.count);
    rating_history_release(&history);
    strbuf_release(&sql);
    strbuf_release(&rows);
}

/* Somebody has some time for the nights that are missing: fits a few, and keeps them now, later, or never. */
static void spend_time(struct story_line *s)
{
    struct error error = {.message = NULL};
    bool more = false;
    int64_t kept = 0;
    if (prng_below(&s->prng, 3) > 0) {
        struct service *reader = world_open(&s->world, SERVICE_READ);
        MUST(service_history_fit(reader, s->work, prng_below(&s->prng, 2) ? 1 : HISTORY_EFFORT, &more, &error));
        service_close(reader);
    }
    if (prng_below(&s->prng, 2)) {
        MUST(service_history_keep(s->service, s->work, &kept, &error));
    }
    if (prng_below(&s->prng, 20) == 0) {
        history_work_free(s->work);
        s->work = history_work_new(&allocator_heap);
    }
}

/* Whole months are answered from sums; with the last day of the year before, from sums and games; a place, from games. */
static void check_ways(struct story_line *s)
{
    int32_t first = 0;
    int32_t before = 0;
    int32_t middle = 0;
    assert_true(date_parse(SPAN_LITERAL("2026-01-01"), &first));
    assert_true(date_parse(SPAN_LITERAL("2025-12-31"), &before));
    assert_true(date_parse(SPAN_LITERAL("2026-02-15"), &middle));
    struct service *fresh = world_open(&s->world, SERVICE_READ);
    static const char *const GAMES[] = {"", "foret", "grandbois", "ecos"};
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        struct stats_filter sums = {.game = span_from(GAMES[i]), .has_from = true, .from = first};
        if (prng_below(&s->prng, 2)) {
            sums.seats = 3;
        }
        struct stats_filter mixed = sums;
        struct stats_filter walked = sums;
        mixed.from = before;
        walked.place = SPAN_LITERAL("Hall");
        if (prng_below(&s->prng, 2)) { /* an end in the middle of a month: no sums alone */
            sums.has_to = mixed.has_to = walked.has_to = true;
            sums.to = mixed.to = walked.to = middle;
        }
        same_boards(s->service, &sums, fresh, &mixed, 0);
        same_boards(s->service, &sums, fresh, &walked, 0);
        if (i > 0) {
            same_cards(fresh, &sums, &mixed);
            same_cards(fresh, &sums, &walked);
        }
    }
    check_pages(s, fresh);
    for (size_t i = 0; i < sizeof(GAMES) / sizeof(GAMES[0]); i++) {
        check_history(s, fresh, GAMES[i]);
    }
    service_close(fresh);
}

static void run(uint64_t seed)
{
    static struct story_line line;
    struct story_line *s = &line;
    struct error error = {.message = NULL};
    memset(s, 0, sizeof(*s));
    prng_seed(&s->prng, seed);
    setups_visit(take_ecos, s->ecos);
    world_begin(&s->world);
    strbuf_init(&s->text, &allocator_heap, RECORD_BYTES);
    s->service = world_open(&s->world, SERVICE_CREATE);
    s->work = history_work_new(&allocator_heap);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < STEPS; i++) {
        if (prng_below(&s->prng, 8) == 0) {
            struct story_line before = *s;
            MUST(service_begin(s->service, &error));
            for (unsigned n = prng_below(&s->prng, 6); n > 0; n--) {
                step(s);
            }
            if (prng_below(&s->prng, 3) == 0) {
                service_rollback(s->service);
                s->count = before.count;
                memcpy(s->games, before.games, sizeof(s->games));
            } else {
                MUST(service_commit(s->service, &error));
            }
        } else {
            step(s);
        }
        spend_time(s);
        if (i % 15 == 14) {
            world_must_be_sound(&s->world, s->service, "after some steps");
            check_ways(s);
        }
    }
    history_work_free(s->work);
    service_close(s->service);
    strbuf_release(&s->text);
    world_end(&s->world);
}

/* A question that may not take long enough says so, and is answered once somebody had the time; what is kept stays. */
static void test_a_history_that_is_not_ready(void **state)
{
    (void)state;
    struct world world;
    struct strbuf text;
    struct error error = {.message = NULL};
    struct receipt receipt;
    struct rating_history history;
    world_begin(&world);
    strbuf_init(&text, &allocator_heap, RECORD_BYTES);
    struct service *service = world_open(&world, SERVICE_CREATE);
    for (unsigned night = 1; night <= 4; night++) {
        strbuf_clear(&text);
        world_foret(&world, "standard", "table", 3, night, &text);
        struct strbuf record;
        strbuf_init(&record, &allocator_heap, RECORD_BYTES);
        text_format(&record, "dendro 1\nnight 2026-01-%02u\n", night);
        strbuf_add(&record, strbuf_text(&text) + strlen("dendro 1\n"));
        MUST(world_take(&world, service, strbuf_text(&record), &receipt, &error));
        strbuf_release(&record);
    }
    struct stats_filter hurried = {.effort = 1};
    assert_int_equal(service_rating_history(service, &hurried, &history, &error), ERR_BUSY);
    assert_string_equal(error.message->id, "stats.pending");
    int32_t first = 0;
    assert_true(date_parse(SPAN_LITERAL("2026-01-01"), &first));
    hurried.has_to = true;
    hurried.to = first; /* what is asked for is ready */
    MUST(service_rating_history(service, &hurried, &history, &error));
    assert_int_equal(history.count, 3);
    rating_history_release(&history);
    hurried.has_to = false;
    MUST(service_history_catch_up(service, &error));
    MUST(service_rating_history(service, &hurried, &history, &error));
    assert_int_equal(history.count, 12);
    rating_history_release(&history);
    service_close(service);
    strbuf_release(&text);
    world_end(&world);
}

static void test_sums_follow(void **state)
{
    (void)state;
    for (unsigned i = 0; i < test_cases(10); i++) {
        run(1000 + i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_history_that_is_not_ready),
                                       cmocka_unit_test(test_sums_follow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
