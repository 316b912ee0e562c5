/* Ratings as they were at the end of each night: the fit on all games of nights up to then, each from the last. */
#include "service/stats_internal.h"

#include <stdlib.h>

#include "base/banned.h"

enum { MATCH_STEPS = 50 }; /* what a game takes: see base/deadline.h */

/* A game as ratings see it. */
struct match {
    int64_t id;
    int32_t day; /* INT32_MIN: none */
    unsigned seats;
    int64_t person[GAME_PLAYERS];
    int64_t rank[GAME_PLAYERS];
};

struct past {
    const struct allocator *allocator;
    struct match *matches;
    size_t count;
    size_t room;
};

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct past *past = context;
    if (row->seats < 2) {
        return ERR_OK;
    }
    if (past->count == 0 || past->matches[past->count - 1].id != row->id) {
        if (past->count == past->room) {
            size_t room = past->room ? past->room * 2 : 256;
            struct match *larger = mem_resize(past->allocator, past->matches, room * sizeof(*larger));
            if (!larger) {
                return error_raise(error, &MSG_MEMORY);
            }
            past->matches = larger;
            past->room = room;
        }
        past->matches[past->count++] =
            (struct match){.id = row->id, .day = row->has_day ? (int32_t)row->day : INT32_MIN};
    }
    struct match *match = &past->matches[past->count - 1];
    if (match->seats < GAME_PLAYERS) {
        match->person[match->seats] = row->person;
        match->rank[match->seats++] = row->rank;
    }
    return ERR_OK;
}

static int by_day(const void *a, const void *b)
{
    const struct match *one = a;
    const struct match *two = b;
    if (one->day != two->day) {
        return one->day < two->day ? -1 : 1;
    }
    return one->id < two->id ? -1 : one->id > two->id;
}

/* What has been added up so far. */
struct run {
    struct service *service;
    struct rating_history *out;
    size_t room;         /* of out->points */
    struct tally tally;  /* pairs, and each person's games */
    struct lines people; /* games: rated so far; extra: the last night */
    struct fit fit;
    struct pace pace;
};

static enum err add_match(struct run *run, const struct match *match, struct error *error)
{
    struct store_game game = {.id = match->id, .game = SPAN_LITERAL("all"), .seats = match->seats};
    struct store_seat seats[GAME_PLAYERS];
    game.status = span_from(game_status_names[GAME_FINISHED]);
    for (unsigned i = 0; i < match->seats; i++) {
        seats[i] = (struct store_seat){.game = match->id, .person = match->person[i], .rank = match->rank[i]};
        struct line *line = lines_of(&run->people, match->person[i]);
        if (!line) {
            return error_raise(error, &MSG_MEMORY);
        }
        line->games++;
        line->extra = match->day;
    }
    return tally_game(&run->tally, &game, seats, (struct span){NULL, 0}, 1, error);
}

/* Fits what there is, starting from the last fit. */
static enum err fit_now(struct run *run, const struct roll *tonight, struct error *error)
{
    const struct allocator *allocator = run->service->options.allocator;
    struct store_pair *pairs = mem_new(allocator, run->tally.count + 1, sizeof(*pairs));
    struct fit fresh;
    size_t count = 0;
    if (!pairs) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < run->tally.room; i++) {
        const struct tally_item *item = &run->tally.items[i];
        if (item->key.kind == TALLY_PAIR) {
            pairs[count] = item->of.pair;
            pairs[count].a = item->key.a;
            pairs[count++].b = item->key.b;
        }
    }
    enum err err = fit_pairs(run->service, pairs, count, &run->fit, tonight, &fresh, error);
    mem_free(allocator, pairs);
    if (err == ERR_OK) {
        fit_release(allocator, &run->fit);
        run->fit = fresh;
    }
    return err;
}

static int by_rating(const void *a, const void *b)
{
    const struct rating_point *one = a;
    const struct rating_point *two = b;
    if (one->rating.rating != two->rating.rating) {
        return one->rating.rating > two->rating.rating ? -1 : 1;
    }
    return strcmp(one->handle, two->handle);
}

static enum err add_point(struct run *run, int32_t day, const struct line *line, struct error *error)
{
    struct rating_history *out = run->out;
    if (out->count == run->room) {
        size_t room = run->room ? run->room * 2 : 64;
        struct rating_point *larger = arena_new(&out->arena, room, sizeof(*larger));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        if (out->count > 0) {
            memcpy(larger, out->points, out->count * sizeof(*larger));
        }
        out->points = larger;
        run->room = room;
    }
    const struct rating *rating = fit_find(&run->fit, line->person);
    struct rating_point *point = &out->points[out->count++];
    *point = (struct rating_point){.day = day, .games = line->games};
    if (rating) {
        point->rating = *rating;
    }
    return stats_person(run->service, &out->arena, line->person, &point->player, &point->handle, error);
}

static int by_number(const void *a, const void *b)
{
    const int64_t *one = a;
    const int64_t *two = b;
    return *one < *two ? -1 : *one > *two;
}

/* The night is over: everybody who played has a point, or only one of them. */
static enum err end_night(struct run *run, int32_t day, int64_t only, struct error *error)
{
    const struct allocator *allocator = run->service->options.allocator;
    size_t first = run->out->count;
    int64_t *tonight = mem_new(allocator, run->people.room + 1, sizeof(*tonight));
    struct roll roll = {.person = tonight};
    if (!tonight) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < run->people.room; i++) {
        const struct line *line = &run->people.items[i];
        if (line->person != 0 && line->extra == day && (only == 0 || line->person == only)) {
            tonight[roll.count++] = line->person;
        }
    }
    qsort(tonight, roll.count, sizeof(*tonight), by_number);
    enum err err = roll.count > 0 ? fit_now(run, &roll, error) : ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < roll.count; i++) {
        const struct line *line = lines_of(&run->people, tonight[i]); /* is there */
        err = line ? add_point(run, day, line, error) : error_raise(error, &MSG_MEMORY);
    }
    mem_free(allocator, tonight);
    if (err == ERR_OK && run->out->count > first) {
        qsort(run->out->points + first, run->out->count - first, sizeof(run->out->points[0]), by_rating);
    }
    return err;
}

enum err service_rating_history(struct service *service, const struct stats_filter *filter, struct rating_history *out,
                                struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct past past = {.allocator = allocator};
    struct selection selection;
    struct run *run = mem_new(allocator, 1, sizeof(*run));
    *out = (struct rating_history){.count = 0};
    arena_init(&out->arena, allocator, STATS_ARENA);
    if (!run) {
        return error_raise(error, &MSG_MEMORY);
    }
    run->service = service;
    run->out = out;
    run->pace.deadline = service->deadline;
    tally_init(&run->tally, allocator);
    lines_init(&run->people, allocator);
    enum err err = selection_make(service, filter, &selection, error);
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK) {
        struct store_result_filter rows = {.game = selection.rows.game, .since = INT64_MIN, .until = INT64_MAX};
        err = store_results(service->store, &rows, take_seat, &past, error);
    }
    if (err == ERR_OK && past.count > 0) {
        qsort(past.matches, past.count, sizeof(past.matches[0]), by_day);
    }
    for (size_t i = 0; err == ERR_OK && i < past.count; i++) {
        int32_t day = past.matches[i].day;
        err = pace_take(&run->pace, MATCH_STEPS, error);
        if (err == ERR_OK) {
            err = add_match(run, &past.matches[i], error);
        }
        bool last = i + 1 == past.count || past.matches[i + 1].day != day;
        if (err == ERR_OK && last && day != INT32_MIN && day >= selection.rows.since && day <= selection.rows.until) {
            err = end_night(run, day, selection.player, error);
        }
    }
    mem_free(allocator, past.matches);
    tally_release(&run->tally);
    lines_release(&run->people);
    fit_release(allocator, &run->fit);
    mem_free(allocator, run);
    if (err != ERR_OK) {
        rating_history_release(out);
    }
    return err;
}

void rating_history_release(struct rating_history *history)
{
    arena_release(&history->arena);
    *history = (struct rating_history){.count = 0};
}
