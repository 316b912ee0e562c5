/* Games, positions and entries, read for the edges. */
#include "service/reading.h"

#include "base/date.h"

#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"
#include "stats/win_points.h"

#include "base/banned.h"

enum err service_snapshot(struct service *service, struct error *error)
{
    return store_begin(service->store, error);
}

void service_snapshot_end(struct service *service)
{
    if (!service->writes) {
        store_rollback(service->store);
    }
}

void service_deadline(struct service *service, const struct deadline *deadline)
{
    store_deadline(service->store, deadline);
    service->replay.pace = (struct pace){.deadline = deadline};
    for (size_t i = 0; i < LIVE_GAMES; i++) {
        service->live[i].replay.pace = (struct pace){.deadline = deadline};
    }
}

const struct deadline *service_deadline_now(const struct service *service)
{
    return store_deadline_now(service->store);
}

enum err service_size(struct service *service, int64_t *bytes, struct error *error)
{
    return store_size(service->store, bytes, error);
}

/* ---- games ---- */

struct seat_names {
    struct store *store;
    struct game_info *info;
    char handle[GAME_PLAYERS][PERSON_HANDLE];
    char name[GAME_PLAYERS][4 * PERSON_NAME + 1];
    unsigned at;
};

static enum err keep_name(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct seat_names *names = context;
    struct seat_info *seat = &names->info->seats[names->at];
    struct strbuf handle;
    struct strbuf name;
    strbuf_wrap(&handle, names->handle[names->at], PERSON_HANDLE);
    strbuf_add_span(&handle, person->handle);
    strbuf_wrap(&name, names->name[names->at], sizeof(names->name[0]));
    strbuf_add_span(&name, person->name);
    seat->person = strbuf_span(&handle);
    seat->name = strbuf_span(&name);
    return ERR_OK;
}

static enum err keep_seat(void *context, const struct store_seat *row, struct error *error)
{
    struct seat_names *names = context;
    struct game_info *info = names->info;
    if (info->seats_count == GAME_PLAYERS) {
        return ERR_END;
    }
    names->at = info->seats_count++;
    info->seats[names->at] = (struct seat_info){.team = row->team,
                                                .has_result = row->has_result,
                                                .has_total = row->has_total,
                                                .total = row->total,
                                                .rank = row->rank,
                                                .has_win = row->has_win,
                                                .win60 = row->win / (WIN_UNIT / 60)};
    return row->person == 0 ? ERR_OK : store_person(names->store, row->person, keep_name, names, error);
}

struct info_walk {
    struct service *service;
    game_info_fn *fn;
    void *context;
    bool with_place;
};

static enum err keep_place(void *context, struct span keyword, struct span text, struct error *error)
{
    struct strbuf *out = context;
    if (span_is(keyword, "place")) {
        strbuf_clear(out);
        strbuf_add_span(out, text);
    }
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* What the game is called, and what its engine says of it. */
static void info_title(struct service *service, struct game_info *info, char name[STORE_TITLE])
{
    const struct game *game = registry_engine(info->game);
    info->scale = game ? game_scale(game) : 1;
    int level = game ? name_list_find(game_levels(game), info->level) : -1;
    info->basis = level >= 0 ? game->levels[level].basis : BASIS_STATED;
    info->title = title_called(service, info->game, name);
}

static enum err show_game(void *context, const struct store_game *row, struct error *error)
{
    const struct info_walk *walk = context;
    struct store *store = walk->service->store;
    struct game_info info = {
        .id = row->id,
        .game = row->game,
        .rules = row->rules,
        .variant = row->variant,
        .level = row->level,
        .status = row->status,
        .plies = row->plies,
        .source = row->source,
        .last = row->last,
        .has_played = row->has_played,
        .has_day = row->has_day,
        .has_margin = row->has_margin,
        .played = row->played,
        .day = (int32_t)row->day,
        .margin = row->margin,
        .verdict = row->verdict,
        .digest = row->digest,
        .has_duration = row->has_duration,
        .duration = row->duration,
    };
    char title[STORE_TITLE];
    info_title(walk->service, &info, title);
    struct seat_names names = {.store = store, .info = &info};
    enum err err = store_seats(store, row->id, keep_seat, &names, error);
    if (err != ERR_OK) {
        return err;
    }
    struct strbuf place;
    strbuf_init(&place, walk->service->options.allocator, TEXT_LIMIT);
    if (walk->with_place) {
        err = store_asides(store, row->source, keep_place, &place, error);
        info.place = strbuf_span(&place);
    }
    err = err == ERR_OK ? walk->fn(walk->context, &info, error) : err;
    strbuf_release(&place);
    return err;
}

enum err range_days(int32_t first, int32_t last, struct error *error)
{
    char text[2][DATE_SIZE];
    if (first <= last) {
        return ERR_OK;
    }
    date_format(first, text[0]);
    date_format(last, text[1]);
    enum err err = error_raise_span(error, &SERVICE_MSG_DAYS_REVERSED, span_from(text[0]));
    error_add(error, span_from(text[1]));
    return err;
}

enum err range_entries(int64_t first, int64_t last, struct error *error)
{
    if (first <= last) {
        return ERR_OK;
    }
    enum err err = error_raise_int(error, &SERVICE_MSG_ENTRIES_REVERSED, first);
    error_add_int(error, last);
    return err;
}

enum err service_game_info(struct service *service, int64_t game, game_info_fn *fn, void *context, struct error *error)
{
    struct info_walk walk = {service, fn, context, true};
    enum err err = store_game(service->store, game, show_game, &walk, error);
    return err == ERR_NOT_FOUND ? error_raise_int(error, &SERVICE_MSG_NO_GAME, game) : err;
}

enum err service_games(struct service *service, const struct game_filter *filter, game_info_fn *fn, void *context,
                       struct error *error)
{
    struct info_walk walk = {service, fn, context, false};
    struct store_game_filter rows = {
        .game = filter->game,
        .status = filter->status,
        .since = filter->has_since ? filter->since : INT64_MIN,
        .until = filter->has_until ? filter->until : INT64_MAX,
        .newest_first = filter->newest_first,
        .after = filter->after,
        .limit = filter->limit,
    };
    if (filter->person.len > 0) {
        char handle[PERSON_HANDLE];
        enum err err = person_asked(service, filter->person, &rows.person, handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return store_games(service->store, &rows, show_game, &walk, error);
}

/* ---- positions ---- */

static enum err fill_board(void *context, const struct game_info *game, struct error *error)
{
    (void)error;
    struct board *board = context;
    board->last = game->last;
    board->seats = game->seats_count;
    (void)game_status_parse(game->status, &board->status);
    for (unsigned i = 0; i < game->seats_count; i++) {
        struct strbuf name;
        strbuf_wrap(&name, board->names[i], sizeof(board->names[i]));
        const struct seat_info *seat = &game->seats[i];
        bool guest = seat->person.len == 0;
        strbuf_add(&name, guest ? RECORD_GUEST : seat->name.len > 0 ? "" : "@");
        strbuf_add_span(&name, seat->name.len > 0 ? seat->name : seat->person);
        board->players[i] = strbuf_span(&name);
    }
    return ERR_OK;
}

enum err service_board(struct service *service, int64_t game, struct board *board, struct error *error)
{
    struct live *live = NULL;
    memset(board, 0, sizeof(*board));
    enum err err = service_game_info(service, game, fill_board, board, error);
    if (err != ERR_OK) {
        return err;
    }
    err = live_get(service, game, &live, error);
    if (err != ERR_OK) {
        return err;
    }
    if (live->story.last != board->last) {
        /* What this connection remembers is older than what it sees. */
        live_forget(service, game);
        err = live_get(service, game, &live, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    board->replay = &live->replay;
    return ERR_OK;
}

struct entry_walk {
    int64_t after;
    game_entry_fn *fn;
    void *context;
};

static enum err show_entry(void *context, const struct store_entry *row, struct error *error)
{
    const struct entry_walk *walk = context;
    if (row->seq <= walk->after) {
        return ERR_OK;
    }
    struct game_entry entry = {row->seq, row->at, row->author, row->kind, row->body};
    return walk->fn(walk->context, &entry, error);
}

enum err service_game_entries(struct service *service, int64_t game, int64_t after, game_entry_fn *fn, void *context,
                              struct error *error)
{
    struct entry_walk walk = {after, fn, context};
    return store_entries_of(service->store, game, show_entry, &walk, error);
}
