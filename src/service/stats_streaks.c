/*
 * Games won in a row. Months are kept in the order of play and put together;
 * what no month answers is walked through: results come in the order in
 * which games were logged, so they are kept for the call, in 40 bytes each,
 * and sorted.
 */
#include "service/stats_streaks.h"

#include <stdlib.h>

#include "base/banned.h"

struct streak_game {
    int64_t person;
    int64_t time; /* INT64_MIN: none */
    int64_t id;
    int32_t day; /* INT32_MIN: none */
    bool won;
};

void streaks_release(struct streaks *streaks)
{
    mem_free(streaks->allocator, streaks->games);
    mem_free(streaks->allocator, streaks->careers);
    mem_free(streaks->allocator, streaks->people.items);
    *streaks = (struct streaks){.allocator = streaks->allocator};
}

enum err streaks_take(struct streaks *streaks, const struct store_result *row, struct error *error)
{
    if ((!row->has_win && !streaks->solo) || row->person == 0) {
        return ERR_OK;
    }
    struct streak_game *games =
        mem_more(streaks->allocator, streaks->games, streaks->count, &streaks->room, sizeof(*games));
    if (!games) {
        return error_raise(error, &MSG_MEMORY);
    }
    streaks->games = games;
    streaks->games[streaks->count++] = (struct streak_game){.person = row->person,
                                                            .time = row->has_played ? row->played : INT64_MIN,
                                                            .id = row->id,
                                                            .day = row->has_day ? (int32_t)row->day : INT32_MIN,
                                                            .won = row->has_win && row->win > 0};
    return ERR_OK;
}

/* By person; then as a player's page has them: by night, time of day, number. */
static int by_person(const void *a, const void *b)
{
    const struct streak_game *one = a;
    const struct streak_game *two = b;
    if (one->person != two->person) {
        return one->person < two->person ? -1 : 1;
    }
    if (one->day != two->day) {
        return one->day < two->day ? -1 : 1;
    }
    if (one->time != two->time) {
        return one->time < two->time ? -1 : 1;
    }
    return one->id < two->id ? -1 : one->id > two->id;
}

/* The career of a person, made when there is none; NULL: no memory. */
static struct career *career_of(struct streaks *streaks, int64_t person)
{
    streaks->people.allocator = streaks->allocator;
    struct line *line = lines_of(&streaks->people, person);
    if (!line) {
        return NULL;
    }
    if (line->games == 0) {
        struct career *careers = mem_more(streaks->allocator, streaks->careers, streaks->careers_count,
                                          &streaks->careers_room, sizeof(*careers));
        if (!careers) {
            return NULL;
        }
        streaks->careers = careers;
        line->games = 1;
        line->extra = (int64_t)streaks->careers_count;
        streaks->careers[streaks->careers_count++] = (struct career){.person = person};
    }
    return &streaks->careers[line->extra];
}

enum err streaks_settle(struct streaks *streaks, struct error *error)
{
    if (streaks->count > 0) {
        qsort(streaks->games, streaks->count, sizeof(streaks->games[0]), by_person);
    }
    for (size_t i = 0; i < streaks->count;) {
        int64_t person = streaks->games[i].person;
        struct career *career = career_of(streaks, person);
        if (!career) {
            return error_raise(error, &MSG_MEMORY);
        }
        for (; i < streaks->count && streaks->games[i].person == person; i++) {
            run_add(&career->run, streaks->games[i].id, streaks->games[i].won);
        }
    }
    streaks->count = 0;
    return ERR_OK;
}

/* ---- out of the tables ---- */

bool streaks_are_kept(const struct selection *selection)
{
    const struct store_result_filter *rows = &selection->rows;
    return rows->variant.len == 0 && rows->level.len == 0 && rows->seats == 0 && rows->place == 0;
}

static enum err take_month(void *context, const struct store_run *row, struct error *error)
{
    struct streaks *streaks = context;
    struct career *career = career_of(streaks, row->person);
    struct run month;
    if (!career) {
        return error_raise(error, &MSG_MEMORY);
    }
    memcpy(&month, row->number, sizeof(month));
    run_join(&career->run, &month);
    return ERR_OK;
}

static enum err take_result(void *context, const struct store_result *row, struct error *error)
{
    struct streaks *streaks = context;
    return row->seats > 1 || streaks->solo ? streaks_take(streaks, row, error) : ERR_OK;
}

struct walk {
    struct streaks *streaks;
    int64_t person; /* 0: everybody */
};

static enum err take_some(void *context, const struct store_result *row, struct error *error)
{
    const struct walk *walk = context;
    return walk->person == 0 || walk->person == row->person ? take_result(walk->streaks, row, error) : ERR_OK;
}

/* Games one by one; of one player by way of the days, which are few, unless all of them are asked for. */
static enum err walk_through(struct service *service, const struct selection *selection,
                             const struct store_result_filter *rows, bool few, struct streaks *streaks,
                             struct error *error)
{
    struct store_result_filter filter = *rows;
    struct walk walk = {streaks, selection->player};
    filter.person = few ? 0 : selection->player;
    enum err err = store_results(service->store, &filter, take_some, &walk, error);
    return err == ERR_OK ? streaks_settle(streaks, error) : err;
}

enum err streaks_collect(struct service *service, const struct selection *selection, struct streaks *streaks,
                         struct error *error)
{
    struct parts parts;
    if (selection->impossible) {
        return ERR_OK;
    }
    if (!streaks_are_kept(selection)) {
        return walk_through(service, selection, &selection->rows, false, streaks, error);
    }
    selection_split(selection, &parts);
    bool dated = parts.sums.since != INT64_MIN || parts.sums.until != INT64_MAX;
    int64_t since = dated && parts.sums.since < 0 ? 0 : parts.sums.since;
    bool before = parts.rest_count > 0 && parts.rest[0].until != selection->rows.until;
    enum err err = before ? walk_through(service, selection, &parts.rest[0], true, streaks, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (parts.summed) {
        err = store_runs(service->store, selection->player, selection->rows.game, since, parts.sums.until, take_month,
                         streaks, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    if (parts.rest_count > (before ? 1U : 0U)) {
        return walk_through(service, selection, &parts.rest[before ? 1 : 0], true, streaks, error);
    }
    return ERR_OK;
}

/* ---- the longest ---- */

/* A person's longest run, and when it ended. */
struct ended {
    const struct career *career;
    int32_t day; /* INT32_MIN: none */
};

/* True when `a` comes before `b`: the longer first, then the one that ended earlier. */
static bool is_before(const struct ended *a, const struct ended *b)
{
    const struct run *one = &a->career->run;
    const struct run *two = &b->career->run;
    if (one->best != two->best) {
        return one->best > two->best;
    }
    if (a->day != b->day) {
        return a->day < b->day;
    }
    return one->best_end != two->best_end ? one->best_end < two->best_end : a->career->person < b->career->person;
}

static void take_run(struct ended *best, size_t *count, const struct ended *ended)
{
    size_t at = *count < STREAKS_SHOWN ? (*count)++ : STREAKS_SHOWN;
    if (at == STREAKS_SHOWN && !is_before(ended, &best[STREAKS_SHOWN - 1])) {
        return;
    }
    for (at = at == STREAKS_SHOWN ? STREAKS_SHOWN - 1 : at; at > 0 && is_before(ended, &best[at - 1]); at--) {
        best[at] = best[at - 1];
    }
    best[at] = *ended;
}

static enum err take_day(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    *(int32_t *)context = game->has_day ? (int32_t)game->day : INT32_MIN;
    return ERR_OK;
}

/* The longest runs, the first of them first, into `best`. */
static enum err find_longest(struct store *store, const struct streaks *streaks, struct ended best[STREAKS_SHOWN],
                             size_t *count, struct error *error)
{
    enum { LEAST = 2 }; /* one win is no run */
    for (size_t i = 0; i < streaks->careers_count; i++) {
        struct ended ended = {&streaks->careers[i], INT32_MIN};
        const struct run *run = &ended.career->run;
        if (run->best < LEAST || (*count == STREAKS_SHOWN && run->best < best[*count - 1].career->run.best)) {
            continue;
        }
        enum err err = store_game(store, run->best_end, take_day, &ended.day, error);
        if (err != ERR_OK) {
            return err;
        }
        take_run(best, count, &ended);
    }
    return ERR_OK;
}

enum err streaks_fill(struct service *service, struct streaks *streaks, struct record_table *out, struct error *error)
{
    struct ended best[STREAKS_SHOWN];
    size_t count = 0;
    enum err err = streaks_settle(streaks, error);
    if (err != ERR_OK) {
        return err;
    }
    err = find_longest(service->store, streaks, best, &count, error);
    if (err != ERR_OK) {
        return err;
    }
    out->streaks = arena_new(&out->arena, count + 1, sizeof(*out->streaks));
    if (!out->streaks) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        const struct run *run = &best[i].career->run;
        struct streak_row *row = &out->streaks[out->streaks_count++];
        *row = (struct streak_row){.value = run->best,
                                   .going_on = run->last == run->best,
                                   .id = run->best_end,
                                   .has_day = best[i].day != INT32_MIN,
                                   .day = best[i].day};
        err = stats_person(service, &out->arena, best[i].career->person, &row->player, &row->handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
