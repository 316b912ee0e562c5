/* A night's page: its games one by one, and its standings. */
#include "service/messages.h"
#include "service/reading.h"
#include "service/stats_board.h"

#include <stdlib.h>

#include "base/banned.h"

struct gathering {
    struct service *service;
    struct night_page *out;
    size_t room;
};

/* Room for one more game, twice as much each time; what was there before stays in the arena until the end. */
static bool enlarge(struct gathering *gathering)
{
    struct night_page *out = gathering->out;
    size_t room = gathering->room ? gathering->room * 2 : 16;
    struct night_game *larger = arena_new(&out->arena, room, sizeof(*larger));
    if (!larger) {
        return false;
    }
    if (out->games_count > 0) {
        memcpy(larger, out->games, out->games_count * sizeof(*larger));
    }
    out->games = larger;
    gathering->room = room;
    return true;
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct gathering *gathering = context;
    struct night_page *out = gathering->out;
    if (out->games_count == 0 || out->games[out->games_count - 1].id != row->id) {
        if (out->games_count == gathering->room && !enlarge(gathering)) {
            return error_raise(error, &MSG_MEMORY);
        }
        struct night_game *game = &out->games[out->games_count++];
        *game = (struct night_game){.id = row->id,
                                    .game = arena_copy(&out->arena, row->game),
                                    .variant = arena_copy(&out->arena, row->variant),
                                    .level = arena_copy(&out->arena, row->level),
                                    .scale = tally_sort_of(row->game, row->variant).scale};
        if (!game->game || !game->variant || !game->level) {
            return error_raise(error, &MSG_MEMORY);
        }
        enum err err = stats_title(gathering->service, &out->arena, row->game, &game->title, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    struct night_game *game = &out->games[out->games_count - 1];
    if (game->seats == GAME_PLAYERS) {
        return ERR_OK;
    }
    struct seat_score *seat = &game->seat[game->seats++];
    seat->has_total = row->has_total;
    seat->total = row->total;
    seat->rank = row->rank;
    seat->win_points = figure_exact(row->has_win, (double)row->win / WIN_UNIT);
    seat->player = seat->handle = "?";
    seat->guest = row->person == 0;
    return row->person == 0
               ? ERR_OK
               : stats_person(gathering->service, &out->arena, row->person, &seat->player, &seat->handle, error);
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

static enum err fill_page(struct service *service, const struct stats_filter *filter, struct night_page *out,
                          struct error *error)
{
    struct gathering gathering = {.service = service, .out = out};
    struct selection selection;
    if (!filter->has_night) {
        return error_raise(error, &SERVICE_MSG_WHICH_NIGHT);
    }
    enum err err = selection_make(service, filter, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_log_size(service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_nights(service, filter->night, take_night, out, error);
    if (err != ERR_OK) {
        return err;
    }
    bool possible = !selection.impossible;
    err = possible ? store_results(service->store, &selection.rows, take_seat, &gathering, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = keep_games_of(service, selection.player, out, error);
    if (err != ERR_OK) {
        return err;
    }
    if (out->games_count > 0) {
        qsort(out->games, out->games_count, sizeof(*out->games), by_id);
    }
    return board_make(service, &selection, ORDER_POINTS, &out->standings, error);
}

enum err service_night_page(struct service *service, const struct stats_filter *filter, struct night_page *out,
                            struct error *error)
{
    *out = (struct night_page){.day = filter->night};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = fill_page(service, filter, out, error);
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
