/*
 * Ratings as they were at the end of each night: the rows that are kept, and
 * behind them what has not been kept yet, as far as the time of a question goes.
 */
#include "service/stats_history.h"
#include "service/messages.h"

#include <stdlib.h>

#include "base/banned.h"

enum { WALKED = 20000 }; /* games that a question may walk through for the nights that are missing */

/* Names, looked up once for each person. */
struct names {
    struct lines people; /* games: known; extra: the place in `of` */
    struct {
        const char *player;
        const char *handle;
    } * of;
    size_t count;
    size_t room;
};

struct telling {
    struct service *service;
    const struct selection *selection;
    struct rating_history *out;
    size_t room; /* of out->points */
    struct names names;
};

static enum err name_point(struct telling *telling, int64_t person, struct rating_point *point, struct error *error)
{
    struct names *names = &telling->names;
    struct arena *arena = &telling->out->arena;
    struct line *line = lines_of(&names->people, person);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (line->games == 0) {
        if (names->count == names->room) {
            size_t room = names->room ? names->room * 2 : 64;
            void *larger = mem_resize(names->people.allocator, names->of, room * sizeof(names->of[0]));
            if (!larger) {
                return error_raise(error, &MSG_MEMORY);
            }
            names->of = larger;
            names->room = room;
        }
        line->games = 1;
        line->extra = (int64_t)names->count++;
        const char **player = &names->of[line->extra].player;
        enum err err = stats_person(telling->service, arena, person, player, &names->of[line->extra].handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    point->player = names->of[line->extra].player;
    point->handle = names->of[line->extra].handle;
    return ERR_OK;
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

static bool enlarge(struct telling *telling)
{
    struct rating_history *out = telling->out;
    size_t room = telling->room ? telling->room * 2 : 64;
    struct rating_point *larger = arena_new(&out->arena, room, sizeof(*larger));
    if (!larger) {
        return false;
    }
    if (out->count > 0) {
        memcpy(larger, out->points, out->count * sizeof(*larger));
    }
    out->points = larger;
    telling->room = room;
    return true;
}

static enum err tell_night(void *context, struct span game, int64_t day, struct span body, struct error *error)
{
    (void)game;
    struct telling *telling = context;
    struct rating_history *out = telling->out;
    size_t first = out->count;
    struct history_point from = {.person = 0};
    bool bad = false;
    while (history_take(&body, &from, &bad)) {
        if (telling->selection->player != 0 && telling->selection->player != from.person) {
            continue;
        }
        if (out->count == telling->room && !enlarge(telling)) {
            return error_raise(error, &MSG_MEMORY);
        }
        struct rating_point *point = &out->points[out->count++];
        *point = (struct rating_point){.day = (int32_t)day, .games = from.games};
        point->rating.rating = (double)from.rating / HISTORY_UNIT;
        point->rating.sd = (double)from.sd / HISTORY_UNIT;
        enum err err = name_point(telling, from.person, point, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (bad) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_history"));
    }
    if (out->count > first) {
        qsort(out->points + first, out->count - first, sizeof(out->points[0]), by_rating);
    }
    return ERR_OK;
}

/* Refuses to tell half of it: nights behind `last` that are asked for, and that nobody has had the time to fit. */
static enum err check_pending(struct service *service, const struct store_result_filter *rows, int64_t last,
                              struct error *error)
{
    int64_t pending = 0;
    bool found = true;
    enum err err = ERR_OK;
    while (found) {
        err = store_night_after(service->store, rows->game, last, &last, &found, error);
        pending += err == ERR_OK && found && last >= rows->since && last <= rows->until;
        if (err != ERR_OK) {
            return err;
        }
    }
    return pending > 0 ? error_raise_int(error, &SERVICE_MSG_PENDING, pending) : ERR_OK;
}

/* What has no row yet is fitted for this answer alone. */
static enum err tell_missing(struct telling *telling, int64_t effort, struct error *error)
{
    struct service *service = telling->service;
    const struct store_result_filter *rows = &telling->selection->rows;
    struct span game = rows->game;
    int64_t last = 0;
    int64_t games = 0;
    int64_t nights = 0;
    bool more = false;
    enum err err = store_history_last(service->store, game, &last, error);
    if (err == ERR_OK) {
        err = store_nights_after(service->store, last, &games, &nights, error);
    }
    if (err != ERR_OK || nights == 0 || last >= rows->until) {
        return err;
    }
    struct history_work *work = history_work_new(service->options.allocator);
    if (!work) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (effort == HISTORY_ALL || games <= WALKED) {
        err = history_fit_game(service, work, game, &effort, &more, error);
    }
    for (size_t i = 0; err == ERR_OK && i < work->count; i++) {
        const struct fitted_night *night = &work->nights[i];
        struct span body = span_of(strbuf_text(&work->bodies) + night->from, night->size);
        last = night->day;
        if (night->day >= rows->since && night->day <= rows->until) {
            err = tell_night(telling, game, night->day, body, error);
        }
    }
    history_work_free(work);
    return err == ERR_OK ? check_pending(service, rows, last, error) : err;
}

enum err service_rating_history(struct service *service, const struct stats_filter *filter, struct rating_history *out,
                                struct error *error)
{
    struct selection selection;
    struct telling telling = {.service = service, .selection = &selection, .out = out};
    *out = (struct rating_history){.count = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    lines_init(&telling.names.people, service->options.allocator);
    enum err err = selection_make(service, filter, &selection, error);
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK && !selection.impossible) {
        err = store_history(service->store, selection.rows.game, selection.rows.since, selection.rows.until, tell_night,
                            &telling, error);
    }
    if (err == ERR_OK && !selection.impossible) {
        err = tell_missing(&telling, filter->effort != 0 ? filter->effort : HISTORY_EFFORT, error);
    }
    mem_free(service->options.allocator, telling.names.of);
    lines_release(&telling.names.people);
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
