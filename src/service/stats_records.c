/*
 * Records: whole months out of the holders that are kept for each of them,
 * the days that are left at both ends, or what a place asks for, game by game.
 * What a year leaves is a part of them: the best scores that were set in it.
 */
#include "rules/registry.h"
#include "service/messages.h"
#include "service/stats_board.h"
#include "service/stats_streaks.h"
#include "service/stats_year.h"

#include <stdlib.h>

#include "base/banned.h"

/* The records of one game, or title; those of games in which the lower total is better stand apart. */
struct shelf {
    const char *id; /* in the arena of the answer */
    const struct game *game;
    bool low;
    size_t place; /* among the engines; titles come behind them */
    struct holders *holders;
};

struct hunt {
    struct service *service;
    const struct selection *selection;
    struct parts parts;
    struct arena *arena;
    struct shelf *shelf;
    size_t count;
    size_t room;
    struct streaks streaks;
    bool runs; /* the runs are to be found in the rows, too */
    /* the game whose seats are coming */
    struct holder winner;
    int64_t winner_person;
    struct holders *holders;
    int64_t game; /* 0: none */
    int64_t total;
    int64_t winners;
    int64_t second; /* highest total of those who did not win */
    bool has_second;
};

/* Where the engine stands in the registry; the pad, and so every title, behind all others. */
static size_t place_of(const struct game *game)
{
    size_t count = 0;
    const struct game *const *all = registry_current(&count);
    size_t place = 0;
    while (place < count && all[place] != game) {
        place++;
    }
    return game->titled ? count : place;
}

/* NULL with ERR_OK for a game that the program does not know any more. */
static enum err holders_of(struct hunt *hunt, struct span id, struct span variant, struct holders **out,
                           struct error *error)
{
    bool low = registry_contest(variant) == CONTEST_LOW;
    const struct game *game = registry_engine(id);
    *out = NULL;
    for (size_t i = 0; i < hunt->count; i++) {
        if (span_is(id, hunt->shelf[i].id) && hunt->shelf[i].low == low) {
            *out = hunt->shelf[i].holders;
            return ERR_OK;
        }
    }
    if (!game) {
        return ERR_OK;
    }
    const struct allocator *allocator = hunt->service->options.allocator;
    struct shelf *shelf = mem_more(allocator, hunt->shelf, hunt->count, &hunt->room, sizeof(*shelf));
    if (!shelf) {
        return error_raise(error, &MSG_MEMORY);
    }
    hunt->shelf = shelf;
    shelf[hunt->count] = (struct shelf){.id = arena_copy(hunt->arena, id),
                                        .game = game,
                                        .low = low,
                                        .place = place_of(game),
                                        .holders = holders_new(allocator, GAME_CATEGORIES)};
    *out = shelf[hunt->count].holders;
    hunt->count += *out != NULL;
    return *out && shelf[hunt->count - 1].id ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static int by_place(const void *a, const void *b)
{
    const struct shelf *one = a;
    const struct shelf *two = b;
    if (one->place != two->place) {
        return one->place < two->place ? -1 : 1;
    }
    int ids = strcmp(one->id, two->id);
    return ids != 0 ? ids : (int)one->low - (int)two->low;
}

static enum err take_month(void *context, const struct store_page_row *row, struct error *error)
{
    struct hunt *hunt = context;
    struct holders *holders = NULL;
    if (!selection_has(&hunt->parts.sums, &row->group) ||
        !selection_counts(hunt->selection, row->group.seats, row->group.variant)) {
        return ERR_OK;
    }
    enum err err = holders_of(hunt, row->group.game, row->group.variant, &holders, error);
    if (err != ERR_OK || !holders) {
        return err;
    }
    return holders_unpack(row->body, holders) ? ERR_OK
                                              : error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_record"));
}

/* ---- game by game ---- */

/* Of one player only, when one is asked for. */
static bool is_meant(const struct hunt *hunt, int64_t person)
{
    return hunt->selection->player == 0 || hunt->selection->player == person;
}

/* All seats of a game have come. */
static void end_game(struct hunt *hunt)
{
    if (hunt->game != 0 && hunt->winners == 1 && hunt->has_second && is_meant(hunt, hunt->winner_person) &&
        hunt->winner_person != 0) {
        holders_take(hunt->holders, RECORD_MARGIN, hunt->total - hunt->second, &hunt->winner);
    }
    hunt->game = 0;
    hunt->winners = 0;
    hunt->has_second = false;
}

static enum err look_at(void *context, const struct store_result *row, struct error *error)
{
    struct hunt *hunt = context;
    struct holder holder = {row->id, row->has_day ? (int32_t)row->day : INT32_MIN, (int32_t)row->seat};
    if (!selection_counts(hunt->selection, row->seats, row->variant)) {
        return ERR_OK;
    }
    struct tally_sort sort = {.contest = registry_contest(row->variant)};
    int64_t merit = tally_merit(&sort, row->total);
    if (row->id != hunt->game) {
        end_game(hunt);
        enum err err = holders_of(hunt, row->game, row->variant, &hunt->holders, error);
        if (err != ERR_OK || !hunt->holders) {
            return err;
        }
        hunt->game = row->id;
    }
    if (!row->has_total) {
        return hunt->runs ? streaks_take(&hunt->streaks, row, error) : ERR_OK;
    }
    if (row->rank == 1) {
        hunt->winners++;
        hunt->winner = holder;
        hunt->winner_person = row->person;
        hunt->total = merit;
    } else if (!hunt->has_second || merit > hunt->second) {
        hunt->second = merit;
        hunt->has_second = true;
    }
    if (!is_meant(hunt, row->person) || row->person == 0) {
        return ERR_OK;
    }
    holders_take(hunt->holders, RECORD_SCORE, merit, &holder);
    for (unsigned c = 0; c < GAME_CATEGORIES && 2 * (size_t)c + 1 < row->categories.len; c++) {
        holders_take(hunt->holders, RECORD_CATEGORY + c, seat_category(row->categories, c), &holder);
    }
    return hunt->runs ? streaks_take(&hunt->streaks, row, error) : ERR_OK;
}

static enum err collect(struct hunt *hunt, struct error *error)
{
    const struct selection *selection = hunt->selection;
    struct store *store = hunt->service->store;
    selection_split(selection, &hunt->parts);
    hunt->runs = !streaks_are_kept(selection) && !hunt->parts.summed;
    enum err err = hunt->parts.summed ? store_records(store, selection->player, take_month, hunt, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < hunt->parts.rest_count; i++) {
        err = store_results(store, &hunt->parts.rest[i], look_at, hunt, error);
        if (err != ERR_OK) {
            return err;
        }
        end_game(hunt);
    }
    return hunt->runs ? ERR_OK : streaks_collect(hunt->service, selection, &hunt->streaks, error);
}

/* ---- rows ---- */

struct seated {
    int64_t seat;
    int64_t person; /* 0: none */
};

static enum err take_person(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct seated *seated = context;
    seated->person = seat->seat == seated->seat ? seat->person : seated->person;
    return ERR_OK;
}

static enum err name_holder(struct service *service, const struct holder *holder, struct record_row *row,
                            struct arena *arena, struct error *error)
{
    struct seated seated = {.seat = holder->seat};
    enum err err = store_seats(service->store, holder->game, take_person, &seated, error);
    return err == ERR_OK ? stats_person(service, arena, seated.person, &row->player, &row->handle, error) : err;
}

/* One holder of one record of a shelf. */
static enum err add_row(struct hunt *hunt, const struct shelf *shelf, const struct name *title, unsigned kind,
                        unsigned at, struct record_table *out, struct error *error)
{
    static const char *const KINDS[] = {"score", "margin", "category"};
    const struct best *best = &shelf->holders->best[kind];
    const struct holder *held = &best->held[at];
    struct record_row *row = &out->rows[out->count++];
    bool low = shelf->low && kind == RECORD_SCORE;
    *row = (struct record_row){.kind = KINDS[kind < RECORD_CATEGORY ? kind : RECORD_CATEGORY],
                               .game = shelf->id,
                               .title = *title,
                               .low = low,
                               .id = held->game,
                               .value = low ? -best->value : best->value,
                               .scale = game_scale(shelf->game),
                               .has_day = held->day != INT32_MIN,
                               .day = held->day,
                               .ties = best->ties,
                               .more = at + 1 == best->count ? best->ties - at - 1 : 0};
    if (kind >= RECORD_CATEGORY) {
        row->category = shelf->game->categories[kind - RECORD_CATEGORY].id;
    }
    return name_holder(hunt->service, held, row, &out->arena, error);
}

static enum err name_rows(struct hunt *hunt, const struct shelf *shelf, struct record_table *out, struct error *error)
{
    struct name title;
    enum err err = stats_title(hunt->service, &out->arena, span_from(shelf->id), &title, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned kind = 0; kind < (unsigned)RECORD_CATEGORY + shelf->game->categories_count; kind++) {
        for (unsigned i = 0; i < shelf->holders->best[kind].count; i++) {
            err = add_row(hunt, shelf, &title, kind, i, out, error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

static enum err fill_table(struct hunt *hunt, struct record_table *out, struct error *error)
{
    size_t room = hunt->count * RECORD_KINDS * RECORD_TIES + 1;
    if (hunt->count > 0) {
        qsort(hunt->shelf, hunt->count, sizeof(*hunt->shelf), by_place);
    }
    out->rows = arena_new(&out->arena, room, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < hunt->count; i++) {
        enum err err = name_rows(hunt, &hunt->shelf[i], out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return streaks_fill(hunt->service, &hunt->streaks, out, error);
}

static enum err fill_records(struct hunt *hunt, const struct stats_filter *filter, struct selection *selection,
                             struct record_table *out, struct error *error)
{
    enum err err = selection_make(hunt->service, filter, selection, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_log_size(hunt->service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = selection_undated(hunt->service, selection, 0, &out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    err = selection->impossible ? ERR_OK : collect(hunt, error);
    return err == ERR_OK ? fill_table(hunt, out, error) : err;
}

/* A hunt of its own, with a table that it fills. */
static void hunt_init(struct hunt *hunt, struct service *service, const struct selection *selection,
                      struct record_table *out)
{
    const struct allocator *allocator = service->options.allocator;
    *out = (struct record_table){.count = 0};
    arena_init(&out->arena, allocator, STATS_ARENA);
    *hunt = (struct hunt){
        .service = service, .selection = selection, .arena = &out->arena, .streaks = {.allocator = allocator}};
}

static enum err hunt_end(struct hunt *hunt, struct record_table *out, enum err err)
{
    const struct allocator *allocator = hunt->service->options.allocator;
    streaks_release(&hunt->streaks);
    for (size_t i = 0; i < hunt->count; i++) {
        mem_free(allocator, hunt->shelf[i].holders);
    }
    mem_free(allocator, hunt->shelf);
    if (err != ERR_OK) {
        record_table_release(out);
    }
    return err;
}

enum err service_records(struct service *service, const struct stats_filter *filter, struct record_table *out,
                         struct error *error)
{
    struct selection selection;
    struct hunt hunt;
    hunt_init(&hunt, service, &selection, out);
    return hunt_end(&hunt, out, fill_records(&hunt, filter, &selection, out, error));
}

/* ---- what a year leaves ---- */

/* The best score of a shelf, if its oldest holder reached it in these days. */
static enum err add_standing(struct hunt *hunt, const struct shelf *shelf, int64_t first, int64_t last,
                             struct record_table *out, struct error *error)
{
    const struct best *best = &shelf->holders->best[RECORD_SCORE];
    struct name title;
    bool known = false;
    if (best->count == 0 || best->held[0].day < first || best->held[0].day > last) {
        return ERR_OK;
    }
    enum err err = store_title_has(hunt->service->store, span_from(shelf->id), YEAR_RECORD_GAMES, &known, error);
    if (err != ERR_OK || !known) {
        return err;
    }
    err = stats_title(hunt->service, &out->arena, span_from(shelf->id), &title, error);
    return err == ERR_OK ? add_row(hunt, shelf, &title, RECORD_SCORE, 0, out, error) : err;
}

static enum err fill_standing(struct hunt *hunt, struct selection *selection, int64_t first, int64_t last,
                              struct record_table *out, struct error *error)
{
    enum err err = selection_make(hunt->service, &(struct stats_filter){.seats = 0}, selection, error);
    if (err != ERR_OK) {
        return err;
    }
    selection_split(selection, &hunt->parts);
    err = store_records(hunt->service->store, 0, take_month, hunt, error);
    if (err != ERR_OK) {
        return err;
    }
    out->rows = arena_new(&out->arena, hunt->count + 1, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < hunt->count; i++) {
        err = add_standing(hunt, &hunt->shelf[i], first, last, out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err records_of_days(struct service *service, int64_t first, int64_t last, struct record_table *out,
                         struct error *error)
{
    struct selection selection;
    struct hunt hunt;
    hunt_init(&hunt, service, &selection, out);
    return hunt_end(&hunt, out, fill_standing(&hunt, &selection, first, last, out, error));
}

void record_table_release(struct record_table *table)
{
    arena_release(&table->arena);
    *table = (struct record_table){.count = 0};
}
