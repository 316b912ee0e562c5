/*
 * Fitting the nights that are missing. The sums of all pairs are there; what
 * was played after the last good night is taken away from them, then they
 * grow night by night.
 */
#include "rules/registry.h"
#include "service/reading.h"
#include "service/stats_history.h"
#include "stats/varint.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"

enum { BODIES_LIMIT = 64 << 20 };

struct history_work *history_work_new(const struct allocator *allocator)
{
    struct history_work *work = mem_new(allocator, 1, sizeof(*work));
    if (work) {
        work->allocator = allocator;
        work->pairs.allocator = allocator;
        lines_init(&work->people, allocator);
        strbuf_init(&work->bodies, allocator, BODIES_LIMIT);
    }
    return work;
}

static void forget_sums(struct history_work *work)
{
    pair_list_release(&work->pairs);
    lines_release(&work->people);
    work->begun = false;
}

void history_work_free(struct history_work *work)
{
    if (work) {
        const struct allocator *allocator = work->allocator;
        forget_sums(work);
        mem_free(allocator, work->nights);
        strbuf_release(&work->bodies);
        mem_free(allocator, work);
    }
}

bool history_scope(size_t index, struct span *game)
{
    size_t count = 0;
    const struct game *const *all = registry_all(&count);
    *game = SPAN_LITERAL("");
    if (index == 0) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        bool again = false; /* a game is there once for each version of its rules */
        for (size_t k = 0; k < i; k++) {
            again = again || strcmp(all[i]->name.id, all[k]->name.id) == 0;
        }
        if (!again && --index == 0) {
            *game = span_from(all[i]->name.id);
            return true;
        }
    }
    return false;
}

/* ---- games into the sums ---- */

/* The seats of a game, until all of them have come. */
struct table {
    struct history_work *work;
    int sign;
    int64_t id;
    int64_t day;
    int64_t seats;
    unsigned count;
    int64_t person[GAME_PLAYERS];
    int64_t rank[GAME_PLAYERS];
};

static enum err end_table(struct table *table, struct error *error)
{
    for (unsigned i = 0; i < table->count; i++) {
        struct line *line = lines_of(&table->work->people, table->person[i]);
        if (!line) {
            return error_raise(error, &MSG_MEMORY);
        }
        line->games += table->sign;
        line->extra = table->sign > 0 ? table->day : line->extra;
        for (unsigned k = 0; k < i; k++) {
            bool first = table->person[i] < table->person[k];
            unsigned a = first ? i : k;
            unsigned b = first ? k : i;
            struct pair_sum *pair = pair_list_find(&table->work->pairs, table->person[a], table->person[b]);
            if (!pair) {
                continue; /* the sums are damaged: an audit tells */
            }
            bool tied = table->rank[a] == table->rank[b];
            int64_t weight = table->sign * rating_weight((unsigned)table->seats, tied);
            pair->a_won += tied || table->rank[a] < table->rank[b] ? weight : 0;
            pair->b_won += tied || table->rank[b] < table->rank[a] ? weight : 0;
        }
    }
    table->count = 0;
    return ERR_OK;
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct table *table = context;
    enum err err = ERR_OK;
    if (row->seats < 2) {
        return ERR_OK;
    }
    if (row->id != table->id) {
        err = end_table(table, error);
        table->id = row->id;
        table->day = row->day;
        table->seats = row->seats;
    }
    if (err != ERR_OK) {
        return err;
    }
    if (table->count < GAME_PLAYERS) {
        table->person[table->count] = row->person;
        table->rank[table->count++] = row->rank;
    }
    return ERR_OK;
}

/* The games of the nights first..last join or leave the sums. */
static enum err add_nights(struct store *store, struct history_work *work, int64_t first, int64_t last, int sign,
                           struct error *error)
{
    struct store_result_filter rows = {.game = span_from(work->game), .since = first, .until = last};
    struct table table = {.work = work, .sign = sign};
    enum err err = store_results(store, &rows, take_seat, &table, error);
    return err == ERR_OK ? end_table(&table, error) : err;
}

static enum err take_standing(void *context, const struct store_standing *row, struct error *error)
{
    struct history_work *work = context;
    if (row->group.seats < 2) {
        return ERR_OK;
    }
    struct line *line = lines_of(&work->people, row->person);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line->games += row->games;
    line->extra = INT64_MIN;
    return ERR_OK;
}

enum err history_begin(struct store *store, struct history_work *work, struct span game, int64_t after,
                       struct error *error)
{
    struct strbuf name;
    forget_sums(work);
    work->day = after;
    strbuf_wrap(&name, work->game, sizeof(work->game));
    strbuf_add_span(&name, game);
    enum err err = pair_list_load(store, game, &work->pairs, error);
    if (err == ERR_OK) {
        err = store_standings(store, game, take_standing, work, error);
    }
    if (err == ERR_OK) {
        err = add_nights(store, work, after == INT64_MIN ? INT32_MIN : after + 1, INT32_MAX, -1, error);
    }
    work->begun = err == ERR_OK;
    return err;
}

/* ---- a night ---- */

static int by_number(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a;
    int64_t two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

/* Those who played on this night, ascending. NULL: no memory. */
static int64_t *call_roll(const struct history_work *work, int64_t day, size_t *count)
{
    int64_t *person = mem_new(work->allocator, work->people.count + 1, sizeof(*person));
    *count = 0;
    for (size_t i = 0; person && i < work->people.room; i++) {
        const struct line *line = &work->people.items[i];
        if (line->person != 0 && line->extra == day && line->games > 0) {
            person[(*count)++] = line->person;
        }
    }
    if (person && *count > 0) {
        qsort(person, *count, sizeof(*person), by_number);
    }
    return person;
}

static void pack_night(struct history_work *work, const struct fit *fit, const struct roll *roll)
{
    int64_t before = 0;
    for (size_t i = 0; i < roll->count; i++) {
        const struct rating *rating = fit_find(fit, roll->person[i]);
        const struct line *line = lines_find(&work->people, roll->person[i]);
        varint_put(&work->bodies, (uint64_t)(roll->person[i] - before));
        varint_put_signed(&work->bodies, rating ? llround(rating->rating * HISTORY_UNIT) : 0);
        varint_put(&work->bodies, rating ? (uint64_t)llround(rating->sd * HISTORY_UNIT) : 0);
        varint_put(&work->bodies, line ? (uint64_t)line->games : 0);
        before = roll->person[i];
    }
}

bool history_take(struct span *bytes, struct history_point *point, bool *bad)
{
    uint64_t person = 0;
    uint64_t sd = 0;
    uint64_t games = 0;
    if (bytes->len == 0) {
        return false;
    }
    *bad = *bad || !varint_take(bytes, INT64_MAX / 2, &person) || !varint_take_signed(bytes, &point->rating) ||
           !varint_take(bytes, INT64_MAX / 2, &sd) || !varint_take(bytes, INT64_MAX / 2, &games);
    point->person += (int64_t)person;
    point->sd = (int64_t)sd;
    point->games = (int64_t)games;
    return !*bad;
}

static struct fitted_night *new_night(struct history_work *work, int64_t day)
{
    if (work->count == work->room) {
        size_t room = work->room ? work->room * 2 : 16;
        struct fitted_night *larger = mem_resize(work->allocator, work->nights, room * sizeof(*larger));
        if (!larger) {
            return NULL;
        }
        work->nights = larger;
        work->room = room;
    }
    struct fitted_night *night = &work->nights[work->count++];
    *night = (struct fitted_night){.after = work->day, .day = day, .from = work->bodies.len};
    memcpy(night->game, work->game, sizeof(night->game));
    return night;
}

/* What a fit costs, roughly: the inverse, and the steps towards the optimum. */
static int64_t cost_of(const struct history_work *work)
{
    int64_t people = (int64_t)work->people.count;
    int64_t dense = people <= RATINGS_EXACT ? people * people * people / 3 : 0;
    return 100000 + dense + 200 * (int64_t)work->pairs.count;
}

enum err history_fit_night(struct store *store, struct history_work *work, int64_t day, struct error *error)
{
    struct roll roll = {.count = 0};
    struct fit fit = {.count = 0};
    enum err err = add_nights(store, work, day, day, 1, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t *person = call_roll(work, day, &roll.count);
    roll.person = person;
    struct fitted_night *night = person ? new_night(work, day) : NULL;
    if (!night) {
        mem_free(work->allocator, person);
        return error_raise(error, &MSG_MEMORY);
    }
    err = fit_pairs(&work->pairs, &roll, store_deadline_now(store), &fit, error);
    if (err == ERR_OK) {
        pack_night(work, &fit, &roll);
        night->size = work->bodies.len - night->from;
        work->day = day;
        err = strbuf_ok(&work->bodies) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    work->count -= err != ERR_OK; /* a night without its ratings must not be kept */
    fit_release(work->allocator, &fit);
    mem_free(work->allocator, person);
    return err;
}

enum err history_fit_game(struct service *service, struct history_work *work, struct span game, int64_t *effort,
                          bool *more, struct error *error)
{
    bool begun = work->begun && span_is(game, work->game);
    int64_t last = work->day;
    int64_t day = 0;
    enum err err = begun ? ERR_OK : store_history_last(service->store, game, &last, error);
    if (err == ERR_OK) {
        err = store_night_after(service->store, game, last, &day, more, error);
    }
    if (err == ERR_OK && *more && *effort > 0 && !begun) {
        err = history_begin(service->store, work, game, last, error);
    }
    while (err == ERR_OK && *more && *effort > 0) {
        *effort -= cost_of(work);
        err = history_fit_night(service->store, work, day, error);
        if (err == ERR_OK) {
            err = store_night_after(service->store, game, day, &day, more, error);
        }
    }
    if (err != ERR_OK) {
        forget_sums(work);
    }
    return err;
}

/* ---- overtaken ---- */

struct overtaking {
    struct store *store;
    int64_t day; /* the oldest that was touched; INT64_MAX: none */
    bool live;   /* the game goes on */
    int64_t game_day;
};

static enum err take_game(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    struct overtaking *to = context;
    to->live = game_status_is(game->status, GAME_LIVE);
    to->game_day = game->has_day ? game->day : INT64_MIN;
    return ERR_OK;
}

static enum err take_change(void *context, struct span kind, int64_t game, struct error *error)
{
    struct overtaking *to = context;
    if (span_is(kind, "correct") || span_is(kind, "merge")) {
        to->day = INT64_MIN; /* it does not say which nights it was about before */
        return ERR_END;
    }
    enum err err = store_game(to->store, game, take_game, to, error);
    bool harmless = to->live && (span_is(kind, "open") || span_is(kind, "moves"));
    if (err != ERR_OK) {
        return err;
    }
    if (!harmless && to->game_day < to->day) {
        to->day = to->game_day;
    }
    return ERR_OK;
}

/* Drops the nights that a change has overtaken, and the sums with them. */
static enum err drop_overtaken(struct service *service, struct history_work *work, struct error *error)
{
    struct overtaking to = {.store = service->store, .day = INT64_MAX};
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    if (err == ERR_OK && size < work->log_size) {
        to.day = INT64_MIN;
    } else if (err == ERR_OK && size > work->log_size && (work->begun || work->count > 0)) {
        err = store_changes(service->store, work->log_size, take_change, &to, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    work->log_size = size;
    size_t left = 0;
    for (size_t i = 0; i < work->count; i++) { /* of several games, each of which begins again with an older night */
        if (work->nights[i].day < to.day) {
            work->nights[left++] = work->nights[i];
        }
    }
    work->count = left;
    if (to.day != INT64_MAX) {
        forget_sums(work); /* also of what is to come: the list of those who will have met may be longer now */
    }
    return ERR_OK;
}

/* ---- for whoever has the time ---- */

/* Of each game in turn, until the effort is spent. */
static enum err fit_games(struct service *reader, struct history_work *work, int64_t effort, bool *more,
                          struct error *error)
{
    struct span game;
    enum err err = drop_overtaken(reader, work, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; !*more && history_scope(i, &game); i++) {
        bool known = false; /* fitted, and not kept yet */
        for (size_t k = 0; k < work->count; k++) {
            known = known || span_is(game, work->nights[k].game);
        }
        if (!known || (work->begun && span_is(game, work->game))) {
            err = history_fit_game(reader, work, game, &effort, more, error);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* A writer's connection has no snapshot that others could not be kept out by: it looks whether anybody was faster. */
static enum err check_alone(struct service *service, struct history_work *work, bool *more, struct error *error)
{
    int64_t size = 0;
    enum err err = store_log_size(service->store, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    if (size != work->log_size) {
        forget_sums(work);
        work->count = 0;
        *more = true;
    }
    return ERR_OK;
}

enum err service_history_fit(struct service *reader, struct history_work *work, int64_t effort, bool *more,
                             struct error *error)
{
    *more = false;
    enum err err = reader->writes ? ERR_OK : service_snapshot(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fit_games(reader, work, effort, more, error);
    if (reader->writes) {
        return err == ERR_OK ? check_alone(reader, work, more, error) : err;
    }
    service_snapshot_end(reader);
    return err;
}

enum err service_history_keep(struct service *writer, struct history_work *work, int64_t *kept, struct error *error)
{
    *kept = 0;
    if (work->count == 0) {
        return ERR_OK;
    }
    enum err err = begin_write(writer, error);
    if (err != ERR_OK) {
        return err;
    }
    err = statistics_settle(writer, true, error);
    if (err == ERR_OK) {
        err = drop_overtaken(writer, work, error);
    }
    first_write(writer);
    for (size_t i = 0; err == ERR_OK && i < work->count; i++) {
        const struct fitted_night *night = &work->nights[i];
        struct span body = span_of(strbuf_text(&work->bodies) + night->from, night->size);
        int64_t last = 0;
        err = store_history_last(writer->store, span_from(night->game), &last, error);
        if (err == ERR_OK && last == night->after) { /* else the table was emptied */
            err = store_history_put(writer->store, span_from(night->game), night->day, body, error);
            (*kept)++;
        }
    }
    bool lost = *kept < (int64_t)work->count;
    work->count = 0;
    strbuf_clear(&work->bodies);
    if (lost || err != ERR_OK) {
        forget_sums(work);
    }
    return end_write(writer, err, error);
}

enum err service_history_catch_up(struct service *service, struct error *error)
{
    struct history_work *work = history_work_new(service->options.allocator);
    bool more = true;
    enum err err = work ? ERR_OK : error_raise(error, &MSG_MEMORY);
    while (err == ERR_OK && more) {
        int64_t kept = 0;
        err = service_history_fit(service, work, HISTORY_EFFORT, &more, error);
        if (err == ERR_OK) {
            err = service_history_keep(service, work, &kept, error);
        }
    }
    history_work_free(work);
    return err;
}
