/* How the sums of statistics follow a change: the game as it was leaves them, the game as it is joins them. */
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

struct leaving {
    struct service *service;
    int sign;
    struct store_seat seats[GAME_PLAYERS];
    char categories[GAME_PLAYERS][2 * GAME_CATEGORIES];
};

static enum err copy_seat(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct leaving *leaving = context;
    if (seat->seat >= 0 && seat->seat < GAME_PLAYERS && seat->categories.len <= sizeof(leaving->categories[0])) {
        struct store_seat *copy = &leaving->seats[seat->seat];
        char *bytes = leaving->categories[seat->seat];
        *copy = *seat;
        if (seat->categories.len > 0) {
            memcpy(bytes, seat->categories.ptr, seat->categories.len);
        }
        copy->categories = span_of(bytes, seat->categories.len);
    }
    return ERR_OK;
}

/* Of a game without cards there are none. */
static enum err facts_of(struct service *service, int64_t game, struct span *facts, struct error *error)
{
    enum err err = store_facts(service->store, game, facts, error);
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

static enum err leave_game(void *context, const struct store_game *game, struct error *error)
{
    struct leaving *leaving = context;
    struct service *service = leaving->service;
    struct span facts = {NULL, 0};
    if (!game_status_is(game->status, GAME_FINISHED)) {
        return ERR_OK;
    }
    enum err err = store_seats(service->store, game->id, copy_seat, leaving, error);
    if (err != ERR_OK) {
        return err;
    }
    err = facts_of(service, game->id, &facts, error);
    if (err != ERR_OK) {
        return err;
    }
    return tally_game(&service->tally, game, leaving->seats, facts, leaving->sign, error);
}

enum err statistics_leave(struct service *service, int64_t game, struct error *error)
{
    struct leaving leaving = {.service = service, .sign = -1};
    enum err err = store_game(service->store, game, leave_game, &leaving, error);
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err statistics_return(struct service *service, int64_t game, struct error *error)
{
    struct leaving leaving = {.service = service, .sign = 1};
    return store_game(service->store, game, leave_game, &leaving, error);
}

enum err statistics_join(struct service *service, struct error *error)
{
    const struct derived *derived = &service->derived;
    struct span facts = strbuf_span(&derived->facts);
    return tally_game(&service->tally, &derived->game, derived->seats, facts, 1, error);
}

enum err statistics_settle(struct service *service, bool always, struct error *error)
{
    bool due = always || tally_is_large(&service->tally);
    return due ? tally_flush(&service->tally, service->store, error) : ERR_OK;
}

/* ---- the end of a merge ---- */

struct reseating {
    struct leaving leaving;
    const struct seating *seating;
};

static enum err tally_seats(struct reseating *reseating, const struct store_game *game, int sign, struct error *error)
{
    struct service *service = reseating->leaving.service;
    struct span facts = {NULL, 0};
    if (!game_status_is(game->status, GAME_FINISHED)) {
        return ERR_OK;
    }
    enum err err = facts_of(service, game->id, &facts, error);
    return err == ERR_OK ? tally_game(&service->tally, game, reseating->leaving.seats, facts, sign, error) : err;
}

static enum err reseat_game(void *context, const struct store_game *game, struct error *error)
{
    struct reseating *reseating = context;
    struct leaving *leaving = &reseating->leaving;
    struct store *store = leaving->service->store;
    const struct seating *seating = reseating->seating;
    bool same = true;
    enum err err = store_seats(store, game->id, copy_seat, leaving, error);
    if (err != ERR_OK) {
        return err;
    }
    unsigned seats = (unsigned)game->seats < seating->count ? (unsigned)game->seats : seating->count;
    for (unsigned i = 0; i < seats; i++) {
        same = same && leaving->seats[i].person == seating->person[i];
    }
    if (same) {
        return ERR_OK;
    }
    err = tally_seats(reseating, game, -1, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < seats; i++) {
        leaving->seats[i].person = seating->person[i];
        err = store_seat_person(store, game->id, i, seating->person[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return tally_seats(reseating, game, 1, error);
}

enum err statistics_reseat(struct service *service, int64_t game, const struct seating *seating, struct error *error)
{
    struct reseating reseating = {.leaving = {.service = service}, .seating = seating};
    enum err err = statistics_settle(service, false, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_game(service->store, game, reseat_game, &reseating, error);
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

/* ---- a merge ---- */

struct moving {
    struct tally *tally;
    enum tally_kind kind;
    int64_t target;
};

static enum err move_page(void *context, const struct store_page_row *row, struct error *error)
{
    const struct moving *moving = context;
    struct tally_key key;
    struct evening evening;
    if (!tally_key_of(moving->tally, moving->kind, &row->group, moving->target, 0, &key)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_evening"));
    }
    struct tally_item *item = tally_item_for(moving->tally, &key, GAME_CATEGORIES, 0);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (moving->kind == TALLY_RECORD) {
        return holders_unpack(row->body, item->of.holders)
                   ? ERR_OK
                   : error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_record"));
    }
    if (!evening_unpack(row->body, &evening)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_evening"));
    }
    return tally_add_results(moving->tally, &item->of.results, &evening) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err move_standing(void *context, const struct store_standing *row, struct error *error)
{
    const struct moving *moving = context;
    struct tally_key key;
    struct evening stored = {.games = row->games,
                             .wins = row->wins,
                             .win = row->win,
                             .total = row->total,
                             .total_squares = row->total_squares};
    if (!tally_key_of(moving->tally, TALLY_STANDING, &row->group, moving->target, 0, &key) ||
        !evening_unpack_categories(row->categories, &stored)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_standing"));
    }
    struct tally_item *item = tally_item_for(moving->tally, &key, 0, 0);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct tally_results *results = &item->of.results;
    results->best = row->best > results->best ? row->best : results->best;
    return tally_add_results(moving->tally, results, &stored) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The games of both go into each other: the month is looked at again, and ratings from its first night on. */
static enum err move_run(void *context, const struct store_run *row, struct error *error)
{
    const struct moving *moving = context;
    struct store_group group = {.game = row->game, .month = row->month};
    struct tally_key run;
    struct tally_key night;
    int64_t first = INT64_MIN;
    int64_t last = 0;
    bool good = tally_key_of(moving->tally, TALLY_RUN, &group, moving->target, 0, &run);
    group.month = 0;
    if (!good || !tally_key_of(moving->tally, TALLY_NIGHT, &group, 0, 0, &night)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_run"));
    }
    if (row->month >= 0) {
        month_days((int32_t)row->month, &first, &last);
    }
    struct tally_item *item = tally_item_for(moving->tally, &run, 0, 0);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    item->lost = true;
    item = tally_item_for(moving->tally, &night, 0, 0);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    item->of.night = first < item->of.night ? first : item->of.night;
    return ERR_OK;
}

enum err statistics_merge(struct service *service, int64_t person, int64_t target, struct error *error)
{
    struct store *store = service->store;
    struct moving moving = {&service->tally, TALLY_EVENING, target};
    enum err err = store_standings_of(store, person, move_standing, &moving, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_statistics_merge(store, person, target, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_evenings(store, person, INT64_MIN, INT64_MAX, move_page, &moving, error);
    if (err != ERR_OK) {
        return err;
    }
    moving.kind = TALLY_RECORD;
    err = store_records(store, person, move_page, &moving, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_runs_of(store, person, move_run, &moving, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_pages_leave(store, person, error);
    if (err != ERR_OK) {
        return err;
    }
    return tally_flush(&service->tally, store, error);
}
