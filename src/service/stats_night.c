/* A night's page, and the records of all nights: games one by one. */
#include "rules/registry.h"
#include "service/messages.h"
#include "service/reading.h"
#include "service/stats_board.h"
#include "service/stats_streaks.h"

#include <stdlib.h>

#include "base/banned.h"

/* ---- a night ---- */

struct evening {
    struct service *service;
    struct night_page *out;
    size_t room;
};

/* Room for one more game, twice as much each time; what was there before stays in the arena until the end. */
static bool enlarge(struct evening *evening)
{
    struct night_page *out = evening->out;
    size_t room = evening->room ? evening->room * 2 : 16;
    struct night_game *larger = arena_new(&out->arena, room, sizeof(*larger));
    if (!larger) {
        return false;
    }
    if (out->games_count > 0) {
        memcpy(larger, out->games, out->games_count * sizeof(*larger));
    }
    out->games = larger;
    evening->room = room;
    return true;
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct evening *evening = context;
    struct night_page *out = evening->out;
    if (out->games_count == 0 || out->games[out->games_count - 1].id != row->id) {
        if (out->games_count == evening->room && !enlarge(evening)) {
            return error_raise(error, &MSG_MEMORY);
        }
        struct night_game *game = &out->games[out->games_count++];
        *game = (struct night_game){.id = row->id,
                                    .game = arena_copy(&out->arena, row->game),
                                    .variant = arena_copy(&out->arena, row->variant),
                                    .level = arena_copy(&out->arena, row->level)};
        if (!game->game || !game->variant || !game->level) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    struct night_game *game = &out->games[out->games_count - 1];
    if (game->seats == GAME_PLAYERS) {
        return ERR_OK;
    }
    struct seat_score *seat = &game->seat[game->seats++];
    seat->total = row->total;
    seat->rank = row->rank;
    seat->win_points = (struct figure){.known = row->has_win, .value = (double)row->win60 / WIN_UNIT};
    return stats_person(evening->service, &out->arena, row->person, &seat->player, &seat->handle, error);
}

/* What is said about the night. */
static enum err take_night(void *context, const struct night *night, struct error *error)
{
    struct night_page *out = context;
    out->title = arena_copy(&out->arena, night->title);
    out->place = arena_copy(&out->arena, night->place);
    out->note = arena_copy(&out->arena, night->note);
    out->known = night->games;
    return out->title && out->place && out->note ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static int by_id(const void *a, const void *b)
{
    const struct night_game *one = a;
    const struct night_game *two = b;
    return one->id < two->id ? -1 : one->id > two->id;
}

/* Only the games at which one player sat, when one is asked for. */
static enum err keep_games_of(struct service *service, int64_t player, struct night_page *out, struct error *error)
{
    const char *name = NULL;
    const char *handle = NULL;
    enum err err = player != 0 ? stats_person(service, &out->arena, player, &name, &handle, error) : ERR_OK;
    if (err != ERR_OK || player == 0) {
        return err;
    }
    size_t kept = 0;
    for (size_t i = 0; i < out->games_count; i++) {
        bool sat = false;
        for (unsigned seat = 0; seat < out->games[i].seats; seat++) {
            sat = sat || strcmp(out->games[i].seat[seat].handle, handle) == 0;
        }
        if (sat) {
            out->games[kept++] = out->games[i];
        }
    }
    out->games_count = kept;
    return ERR_OK;
}

enum err service_night_page(struct service *service, const struct stats_filter *filter, struct night_page *out,
                            struct error *error)
{
    struct evening evening = {.service = service, .out = out};
    struct selection selection;
    *out = (struct night_page){.day = filter->night};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = filter->has_night ? selection_make(service, filter, &selection, error)
                                     : error_raise(error, &SERVICE_MSG_WHICH_NIGHT);
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK) {
        err = service_nights(service, filter->night, take_night, out, error);
    }
    if (err == ERR_OK && !selection.impossible) {
        err = store_results(service->store, &selection.rows, take_seat, &evening, error);
    }
    if (err == ERR_OK) {
        err = keep_games_of(service, selection.player, out, error);
    }
    if (err == ERR_OK && out->games_count > 0) {
        qsort(out->games, out->games_count, sizeof(*out->games), by_id);
    }
    if (err == ERR_OK) {
        err = board_make(service, &selection, ORDER_POINTS, &out->standings, error);
    }
    if (err != ERR_OK) {
        night_page_release(out);
    }
    return err;
}

void night_page_release(struct night_page *page)
{
    leaderboard_release(&page->standings);
    arena_release(&page->arena);
    *page = (struct night_page){.day = 0};
}

/* ---- records ---- */

enum {
    RECORD_SCORE,
    RECORD_MARGIN,
    RECORD_CATEGORY,
    RECORD_KINDS = RECORD_CATEGORY + GAME_CATEGORIES,
    RECORD_TIES = 10
};

/* A row before it has names. */
struct held {
    int64_t id;
    int64_t person;
    int64_t value;
    bool has_day;
    int32_t day;
};

/* The holders of the records of one game, oldest first. */
struct holders {
    const struct game *game;
    unsigned count[RECORD_KINDS];
    int64_t ties[RECORD_KINDS];
    struct held held[RECORD_KINDS][RECORD_TIES];
};

enum { RECORD_GAMES = 16 };

struct hunt {
    const struct selection *selection;
    struct holders *games; /* RECORD_GAMES of them */
    unsigned count;
    struct streaks streaks;
    /* the game whose seats are coming */
    struct store_result last; /* of its winner; id 0: none */
    int64_t winners;
    int64_t second; /* highest total of those who did not win */
    bool has_second;
};

/* By night, then in the order in which the games were logged; without a day: from the beginning. */
static bool is_older(const struct held *one, const struct held *two)
{
    int64_t first = one->has_day ? one->day : INT64_MIN;
    int64_t second = two->has_day ? two->day : INT64_MIN;
    return first != second ? first < second : one->id < two->id;
}

/* Of one player only, when one is asked for. */
static bool is_meant(const struct hunt *hunt, const struct store_result *row)
{
    return hunt->selection->player == 0 || hunt->selection->player == row->person;
}

static void hold(const struct hunt *hunt, struct holders *holders, unsigned kind, const struct store_result *row,
                 int64_t value)
{
    struct held held = {row->id, row->person, value, row->has_day, (int32_t)row->day};
    unsigned *count = &holders->count[kind];
    if (!is_meant(hunt, row) || (*count > 0 && holders->held[kind][0].value > value)) {
        return;
    }
    if (*count > 0 && holders->held[kind][0].value < value) {
        *count = 0;
        holders->ties[kind] = 0;
    }
    holders->ties[kind]++;
    struct held *list = holders->held[kind];
    unsigned at = *count < RECORD_TIES ? (*count)++ : RECORD_TIES; /* RECORD_TIES: the list is full */
    if (at == RECORD_TIES && !is_older(&held, &list[RECORD_TIES - 1])) {
        return;
    }
    for (at = at == RECORD_TIES ? RECORD_TIES - 1 : at; at > 0 && is_older(&held, &list[at - 1]); at--) {
        list[at] = list[at - 1];
    }
    list[at] = held;
}

static struct holders *holders_of(struct hunt *hunt, struct span name, int64_t rules)
{
    for (unsigned i = 0; i < hunt->count; i++) {
        if (span_is(name, hunt->games[i].game->name.id)) {
            return &hunt->games[i];
        }
    }
    const struct game *game = registry_find(name, (unsigned)rules);
    if (!game || hunt->count == RECORD_GAMES) {
        return NULL;
    }
    hunt->games[hunt->count].game = game;
    return &hunt->games[hunt->count++];
}

/* All seats of a game have come. */
static void end_game(struct hunt *hunt)
{
    struct holders *holders = hunt->last.id ? holders_of(hunt, hunt->last.game, hunt->last.rules) : NULL;
    if (holders && hunt->winners == 1 && hunt->has_second) {
        hold(hunt, holders, RECORD_MARGIN, &hunt->last, hunt->last.total - hunt->second);
    }
    hunt->last.id = 0;
    hunt->winners = 0;
    hunt->has_second = false;
}

static int16_t category_of(struct span bytes, unsigned i)
{
    unsigned low = 2 * (size_t)i + 1 < bytes.len ? (uint8_t)bytes.ptr[2 * i] : 0;
    unsigned high = 2 * (size_t)i + 1 < bytes.len ? (uint8_t)bytes.ptr[2 * i + 1] : 0;
    return (int16_t)(uint16_t)(low | high << 8);
}

static enum err look_at(void *context, const struct store_result *row, struct error *error)
{
    struct hunt *hunt = context;
    if (row->seats < 2 && !hunt->selection->solo) {
        return ERR_OK;
    }
    struct holders *holders = holders_of(hunt, row->game, row->rules);
    if (!holders) {
        return ERR_OK;
    }
    if (row->seat == 0) {
        end_game(hunt);
    }
    hold(hunt, holders, RECORD_SCORE, row, row->total);
    for (unsigned c = 0; c < holders->game->categories_count && c < GAME_CATEGORIES; c++) {
        hold(hunt, holders, RECORD_CATEGORY + c, row, category_of(row->categories, c));
    }
    if (row->rank == 1) {
        hunt->winners++;
        hunt->last = *row;
        hunt->last.game = span_from(holders->game->name.id); /* the row is lent for the call */
    } else if (!hunt->has_second || row->total > hunt->second) {
        hunt->second = row->total;
        hunt->has_second = true;
    }
    return is_meant(hunt, row) ? streaks_take(&hunt->streaks, row, error) : ERR_OK;
}

static enum err name_rows(struct service *service, const struct hunt *hunt, struct record_table *out,
                          struct error *error)
{
    static const char *const KINDS[] = {"score", "margin", "category"};
    size_t room = (size_t)hunt->count * RECORD_KINDS * RECORD_TIES;
    out->rows = arena_new(&out->arena, room + 1, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned g = 0; g < hunt->count; g++) {
        const struct holders *holders = &hunt->games[g];
        for (unsigned kind = 0; kind < RECORD_KINDS; kind++) {
            for (unsigned i = 0; i < holders->count[kind]; i++) {
                const struct held *held = &holders->held[kind][i];
                struct record_row *row = &out->rows[out->count++];
                *row = (struct record_row){.kind = KINDS[kind < RECORD_CATEGORY ? kind : RECORD_CATEGORY],
                                           .game = holders->game->name.id,
                                           .id = held->id,
                                           .value = held->value,
                                           .has_day = held->has_day,
                                           .day = held->day,
                                           .ties = holders->ties[kind],
                                           .more = i + 1 == holders->count[kind] ? holders->ties[kind] - i - 1 : 0};
                if (kind >= RECORD_CATEGORY) {
                    row->category = holders->game->categories[kind - RECORD_CATEGORY].id;
                }
                enum err err = stats_person(service, &out->arena, held->person, &row->player, &row->handle, error);
                if (err != ERR_OK) {
                    return err;
                }
            }
        }
    }
    return ERR_OK;
}

enum err service_records(struct service *service, const struct stats_filter *filter, struct record_table *out,
                         struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct selection selection;
    struct hunt hunt = {.selection = &selection, .streaks = {.allocator = allocator}};
    *out = (struct record_table){.count = 0};
    arena_init(&out->arena, allocator, STATS_ARENA);
    hunt.games = mem_new(allocator, RECORD_GAMES, sizeof(*hunt.games));
    enum err err = hunt.games ? selection_make(service, filter, &selection, error) : error_raise(error, &MSG_MEMORY);
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK && !selection.impossible) {
        err = store_results(service->store, &selection.rows, look_at, &hunt, error);
    }
    if (err == ERR_OK) {
        end_game(&hunt);
        err = name_rows(service, &hunt, out, error);
    }
    if (err == ERR_OK) {
        err = streaks_fill(service, &hunt.streaks, out, error);
    }
    streaks_release(&hunt.streaks);
    mem_free(allocator, hunt.games);
    if (err != ERR_OK) {
        record_table_release(out);
    }
    return err;
}

void record_table_release(struct record_table *table)
{
    arena_release(&table->arena);
    *table = (struct record_table){.count = 0};
}
