/*
 * Games won in a row. Results come in the order in which games were logged, a
 * run goes by the order in which they were played: so all of them are kept
 * for the call, in 32 bytes each, and sorted.
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
    *streaks = (struct streaks){.allocator = streaks->allocator};
}

enum err streaks_take(struct streaks *streaks, const struct store_result *row, struct error *error)
{
    if (!row->has_win) { /* solo */
        return ERR_OK;
    }
    if (streaks->count == streaks->room) {
        size_t room = streaks->room ? streaks->room * 2 : 256;
        struct streak_game *larger = mem_resize(streaks->allocator, streaks->games, room * sizeof(*larger));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        streaks->games = larger;
        streaks->room = room;
    }
    streaks->games[streaks->count++] = (struct streak_game){.person = row->person,
                                                            .time = row->has_played ? row->played : INT64_MIN,
                                                            .id = row->id,
                                                            .day = row->has_day ? (int32_t)row->day : INT32_MIN,
                                                            .won = row->win60 > 0};
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

/* Somebody's longest run, the earliest when there are several. */
struct run {
    int64_t value;
    int64_t now;
    const struct streak_game *end;
};

/* True when `a` comes before `b`: the longer first, then the one that ended earlier. */
static bool is_before(const struct run *a, const struct run *b)
{
    if (a->value != b->value) {
        return a->value > b->value;
    }
    return a->end->day != b->end->day ? a->end->day < b->end->day : a->end->id < b->end->id;
}

/* The longest runs so far. */
struct best {
    struct run runs[STREAKS_SHOWN];
    size_t count;
};

static void take_run(struct best *best, const struct run *run)
{
    size_t at = best->count < STREAKS_SHOWN ? best->count++ : STREAKS_SHOWN;
    if (at == STREAKS_SHOWN && !is_before(run, &best->runs[STREAKS_SHOWN - 1])) {
        return;
    }
    for (at = at == STREAKS_SHOWN ? STREAKS_SHOWN - 1 : at; at > 0 && is_before(run, &best->runs[at - 1]); at--) {
        best->runs[at] = best->runs[at - 1];
    }
    best->runs[at] = *run;
}

/* The longest run of the person whose games begin at `*at`, which moves on to the next one's. */
static struct run run_of(const struct streaks *streaks, size_t *at)
{
    struct run run = {.value = 0};
    int64_t person = streaks->games[*at].person;
    for (; *at < streaks->count && streaks->games[*at].person == person; (*at)++) {
        const struct streak_game *game = &streaks->games[*at];
        run.now = game->won ? run.now + 1 : 0;
        if (run.now > run.value) {
            run.value = run.now;
            run.end = game;
        }
    }
    return run;
}

enum err streaks_fill(struct service *service, struct streaks *streaks, struct record_table *out, struct error *error)
{
    enum { LEAST = 2 }; /* one win is no run */
    struct best best = {.count = 0};
    if (streaks->count > 0) {
        qsort(streaks->games, streaks->count, sizeof(streaks->games[0]), by_person);
    }
    for (size_t at = 0; at < streaks->count;) {
        struct run run = run_of(streaks, &at);
        if (run.value >= LEAST) {
            take_run(&best, &run);
        }
    }
    out->streaks = arena_new(&out->arena, best.count + 1, sizeof(*out->streaks));
    if (!out->streaks) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < best.count; i++) {
        const struct run *run = &best.runs[i];
        struct streak_row *row = &out->streaks[out->streaks_count++];
        *row = (struct streak_row){.value = run->value,
                                   .going_on = run->now == run->value,
                                   .id = run->end->id,
                                   .has_day = run->end->day != INT32_MIN,
                                   .day = run->end->day};
        enum err err = stats_person(service, &out->arena, run->end->person, &row->player, &row->handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
