/*
 * Statistics follow whatever happens to games and people. Random sequences of
 * games that are imported, opened, played out, taken back, corrected and made
 * void, of merges, groups and groups rolled back; after each of them the sums
 * are those of a rebuild to the bit (the audit and the rebuild say so), the
 * answers from sums are those from the games one by one, and ratings fitted
 * step by step are those of a fresh fit within 1e-6.
 */
#include "support/cmocka.h"

#include "base/date.h"
#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "rules/registry.h"
#include "service/reading.h"
#include "service/statistics.h"
#include "support/setups.h"
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
};

/* Ecos is played with a catalogue, which the setups of the other tests have. */
static void take_ecos(void *context, const struct setup *setup)
{
    struct setup *ecos = context;
    if (span_is(span_from(setup->game->name.id), "ecos") && setup->seats == 3 && !ecos[setup->level].game) {
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
    if (game->needs_block) {
        setup = s->ecos[setup.level];
        assert_ptr_equal(setup.game, game);
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

static void same_figure(const struct figure *a, const struct figure *b)
{
    assert_int_equal(a->known, b->known);
    assert_int_equal(a->bounded, b->bounded);
    assert_true(!a->known || a->value == b->value);
    assert_true(!a->bounded || a->error == b->error);
}

static void same_boards(struct service *one, const struct stats_filter *f, struct service *two,
                        const struct stats_filter *g, double tolerance)
{
    struct error error = {.message = NULL};
    struct leaderboard a;
    struct leaderboard b;
    for (int order = ORDER_WIN_POINTS; order <= ORDER_GAMES; order++) {
        MUST(service_leaderboard(one, f, (enum leaderboard_order)order, &a, &error));
        MUST(service_leaderboard(two, g, (enum leaderboard_order)order, &b, &error));
        assert_int_equal(a.count, b.count);
        assert_int_equal(a.log_size, b.log_size);
        for (size_t i = 0; i < a.count; i++) {
            const struct leaderboard_row *x = &a.rows[i];
            const struct leaderboard_row *y = &b.rows[i];
            assert_string_equal(x->player, y->player);
            assert_int_equal(x->rank, y->rank);
            assert_int_equal(x->games, y->games);
            assert_int_equal(x->wins, y->wins);
            assert_int_equal(x->best_score, y->best_score);
            assert_int_equal(x->provisional, y->provisional);
            same_figure(&x->win_points, &y->win_points);
            same_figure(&x->mean_score, &y->mean_score);
            assert_int_equal(x->rating.known, y->rating.known);
            assert_true(fabs(x->rating.value - y->rating.value) <= tolerance);
            assert_true(fabs(x->rating.error - y->rating.error) <= tolerance);
        }
        leaderboard_release(&a);
        leaderboard_release(&b);
    }
}

static void same_cards(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct card_table a;
    struct card_table b;
    MUST(service_cards(service, f, span_from(NULL), true, &a, &error));
    MUST(service_cards(service, g, span_from(NULL), true, &b, &error));
    assert_int_equal(a.games, b.games);
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct card_row *x = &a.rows[i];
        const struct card_row *y = &b.rows[i];
        assert_int_equal(x->copies, y->copies);
        assert_int_equal(x->seats, y->seats);
        assert_int_equal(x->games, y->games);
        assert_int_equal(x->zero, y->zero);
        assert_memory_equal(x->seen_at, y->seen_at, sizeof(x->seen_at));
        assert_memory_equal(x->taken_at, y->taken_at, sizeof(x->taken_at));
        assert_memory_equal(x->cell_copies, y->cell_copies, sizeof(x->cell_copies));
        assert_memory_equal(x->link_pairs, y->link_pairs, sizeof(x->link_pairs));
        same_figure(&x->ppc, &y->ppc);
        same_figure(&x->mpc, &y->mpc);
        same_figure(&x->wp_with, &y->wp_with);
        same_figure(&x->wp_without, &y->wp_without);
        same_figure(&x->alsa, &y->alsa);
        same_figure(&x->iwt, &y->iwt);
        assert_int_equal(x->activations, y->activations);
        assert_int_equal(x->cubes, y->cubes);
        same_figure(&x->ppa, &y->ppa);
        same_figure(&x->first_round, &y->first_round);
        assert_memory_equal(x->times_seats, y->times_seats, sizeof(x->times_seats));
    }
    card_table_release(&a);
    card_table_release(&b);
}

static void same_records(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct record_table a;
    struct record_table b;
    MUST(service_records(service, f, &a, &error));
    MUST(service_records(service, g, &b, &error));
    assert_int_equal(a.count, b.count);
    for (size_t i = 0; i < a.count; i++) {
        const struct record_row *x = &a.rows[i];
        const struct record_row *y = &b.rows[i];
        assert_string_equal(x->kind, y->kind);
        assert_string_equal(x->category ? x->category : "", y->category ? y->category : "");
        assert_string_equal(x->game, y->game);
        assert_string_equal(x->handle, y->handle);
        assert_int_equal(x->id, y->id);
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->has_day, y->has_day);
        assert_true(!x->has_day || x->day == y->day);
        assert_int_equal(x->ties, y->ties);
        assert_int_equal(x->more, y->more);
    }
    assert_int_equal(a.streaks_count, b.streaks_count);
    for (size_t i = 0; i < a.streaks_count; i++) {
        const struct streak_row *x = &a.streaks[i];
        const struct streak_row *y = &b.streaks[i];
        assert_string_equal(x->handle, y->handle);
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->going_on, y->going_on);
        assert_int_equal(x->id, y->id);
        assert_true(x->has_day == y->has_day && (!x->has_day || x->day == y->day));
    }
    record_table_release(&a);
    record_table_release(&b);
}

static void same_page(struct service *service, const struct stats_filter *f, const struct stats_filter *g)
{
    struct error error = {.message = NULL};
    struct player_page a;
    struct player_page b;
    enum err err = service_player_page(service, f, &a, &error);
    assert_int_equal(service_player_page(service, g, &b, &error), err);
    if (err != ERR_OK) {
        assert_int_equal(err, ERR_NOT_FOUND);
        return;
    }
    assert_int_equal(a.row.games, b.row.games);
    assert_int_equal(a.row.wins, b.row.wins);
    assert_true(a.row.games == 0 || a.row.best_score == b.row.best_score);
    assert_int_equal(a.row.provisional, b.row.provisional);
    same_figure(&a.row.win_points, &b.row.win_points);
    same_figure(&a.row.mean_score, &b.row.mean_score);
    assert_int_equal(a.streak, b.streak);
    assert_int_equal(a.best_streak, b.best_streak);
    assert_int_equal(a.drought, b.drought);
    assert_int_equal(a.sizes_count, b.sizes_count);
    for (size_t i = 0; i < a.sizes_count; i++) {
        assert_int_equal(a.sizes[i].seats, b.sizes[i].seats);
        assert_int_equal(a.sizes[i].games, b.sizes[i].games);
        assert_int_equal(a.sizes[i].wins, b.sizes[i].wins);
        same_figure(&a.sizes[i].win_points, &b.sizes[i].win_points);
        same_figure(&a.sizes[i].mean_score, &b.sizes[i].mean_score);
    }
    assert_int_equal(a.nights_count, b.nights_count);
    for (size_t i = 0; i < a.nights_count; i++) {
        assert_int_equal(a.nights[i].day, b.nights[i].day);
        assert_int_equal(a.nights[i].games, b.nights[i].games);
        assert_int_equal(a.nights[i].wins, b.nights[i].wins);
        same_figure(&a.nights[i].win_points, &b.nights[i].win_points);
    }
    assert_int_equal(a.categories_count, b.categories_count);
    for (size_t i = 0; i < a.categories_count; i++) {
        same_figure(&a.categories[i].mean, &b.categories[i].mean);
        same_figure(&a.categories[i].club, &b.categories[i].club);
    }
    assert_int_equal(a.versus_count, b.versus_count);
    player_page_release(&a);
    player_page_release(&b);
}

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
        same_boards(s->service, &sums, fresh, &mixed, 1e-6);
        same_boards(s->service, &sums, fresh, &walked, 1e-6);
        if (i > 0) {
            same_cards(fresh, &sums, &mixed);
            same_cards(fresh, &sums, &walked);
        }
    }
    check_pages(s, fresh);
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
        if (i % 15 == 14) {
            world_must_be_sound(&s->world, s->service, "after some steps");
            check_ways(s);
        }
    }
    service_close(s->service);
    strbuf_release(&s->text);
    world_end(&s->world);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sums_follow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
