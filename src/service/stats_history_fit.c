/*
 * Fitting the nights that are missing. The sums of all pairs are there; what
 * was played after the last good night is taken away from them, then they
 * grow night by night, and each fit begins with the one before.
 */
#include "rules/registry.h"
#include "service/stats_history.h"
#include "stats/comparisons.h"
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

void history_forget_sums(struct history_work *work)
{
    pair_list_release(&work->pairs);
    lines_release(&work->people);
    fit_release(work->allocator, &work->last);
    work->begun = false;
}

void history_work_free(struct history_work *work)
{
    if (work) {
        const struct allocator *allocator = work->allocator;
        history_forget_sums(work);
        mem_free(allocator, work->nights);
        strbuf_release(&work->bodies);
        mem_free(allocator, work);
    }
}

/* ---- games into the sums ---- */

/* The seats of a game, until all of them have come. */
struct table {
    struct history_work *work;
    int sign;
    int64_t id;
    int64_t day;
    struct compared seats;
};

static enum err end_table(struct table *table, struct error *error)
{
    for (unsigned i = 0; i < table->seats.count; i++) {
        const struct compared_seat *one = &table->seats.seat[i];
        struct line *line = one->person != 0 ? lines_of(&table->work->people, one->person) : NULL;
        if (one->person == 0) {
            continue;
        }
        if (!line) {
            return error_raise(error, &MSG_MEMORY);
        }
        line->games += table->sign;
        line->extra = table->sign > 0 ? table->day : line->extra;
        for (unsigned k = 0; k < i; k++) {
            int64_t weight = table->sign * comparison_weight(&table->seats, i, k);
            const struct compared_seat *other = &table->seats.seat[k];
            const struct compared_seat *a = one->person < other->person ? one : other;
            const struct compared_seat *b = a == one ? other : one;
            struct pair_sum *pair = weight != 0 ? pair_list_find(&table->work->pairs, a->person, b->person) : NULL;
            if (!pair) {
                continue; /* not compared; or the sums are damaged, which an audit reports */
            }
            pair->a_won += a->rank <= b->rank ? weight : 0;
            pair->b_won += b->rank <= a->rank ? weight : 0;
        }
    }
    table->seats.count = 0;
    return ERR_OK;
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct table *table = context;
    enum contest contest = registry_contest(row->variant);
    if (row->seats < 2 || !contest_is_rated(contest)) {
        return ERR_OK;
    }
    if (row->id != table->id) {
        enum err err = end_table(table, error);
        if (err != ERR_OK) {
            return err;
        }
        table->id = row->id;
        table->day = row->day;
        table->seats.contest = contest;
    }
    if (table->seats.count < GAME_PLAYERS) {
        table->seats.seat[table->seats.count++] = (struct compared_seat){row->person, row->rank, row->team};
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
    if (row->group.seats < 2 || !contest_is_rated(registry_contest(row->group.variant))) {
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
    history_forget_sums(work);
    work->day = after;
    strbuf_wrap(&name, work->game, sizeof(work->game));
    strbuf_add_span(&name, game);
    enum err err = pair_list_load(store, game, &work->pairs, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_standings(store, game, take_standing, work, error);
    if (err != ERR_OK) {
        return err;
    }
    err = add_nights(store, work, after == INT64_MIN ? INT32_MIN : after + 1, INT32_MAX, -1, error);
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
    struct fitted_night *nights = mem_more(work->allocator, work->nights, work->count, &work->room, sizeof(*nights));
    if (!nights) {
        return NULL;
    }
    work->nights = nights;
    struct fitted_night *night = &work->nights[work->count++];
    *night = (struct fitted_night){.after = work->day, .day = day, .from = work->bodies.len};
    memcpy(night->game, work->game, sizeof(night->game));
    return night;
}

/* What a fit that begins with the night before costs, roughly: a few factors, and passes over the pairs for each tau. */
static int64_t cost_of(const struct history_work *work)
{
    int64_t people = (int64_t)work->people.count;
    int64_t pairs = (int64_t)work->pairs.count;
    return 200000 + (ratings_exact(work->people.count) ? 2 * people * people * people + 1500 * pairs : 3500 * pairs);
}

/* The ratings of those on the roll, packed behind the nights before; a night without them is not kept. */
static enum err add_night(struct store *store, struct history_work *work, int64_t day, const struct roll *roll,
                          struct error *error)
{
    struct fit fit;
    struct fitted_night *night = new_night(work, day);
    if (!night) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = fit_pairs(&work->pairs, roll, &work->last, store_deadline_now(store), &fit, error);
    if (err != ERR_OK) {
        work->count--;
        return err;
    }
    pack_night(work, &fit, roll);
    fit_release(work->allocator, &work->last);
    work->last = fit;
    night->size = work->bodies.len - night->from;
    work->day = day;
    if (!strbuf_ok(&work->bodies)) {
        work->count--;
        return error_raise(error, &MSG_MEMORY);
    }
    return ERR_OK;
}

enum err history_fit_night(struct store *store, struct history_work *work, int64_t day, struct error *error)
{
    struct roll roll = {.count = 0};
    enum err err = add_nights(store, work, day, day, 1, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t *person = call_roll(work, day, &roll.count);
    if (!person) {
        return error_raise(error, &MSG_MEMORY);
    }
    roll.person = person;
    err = add_night(store, work, day, &roll, error);
    mem_free(work->allocator, person);
    return err;
}

static enum err fit_nights(struct store *store, struct history_work *work, struct span game, int64_t *effort,
                           bool *more, struct error *error)
{
    bool begun = work->begun && span_is(game, work->game);
    int64_t last = work->day;
    int64_t day = 0;
    enum err err = begun ? ERR_OK : store_history_last(store, game, &last, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_night_after(store, game, last, &day, more, error);
    if (err != ERR_OK || !*more || *effort <= 0) {
        return err;
    }
    err = begun ? ERR_OK : history_begin(store, work, game, last, error);
    if (err != ERR_OK) {
        return err;
    }
    while (*more && *effort > 0) {
        *effort -= cost_of(work);
        err = history_fit_night(store, work, day, error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_night_after(store, game, day, &day, more, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err history_fit_game(struct service *service, struct history_work *work, struct span game, int64_t *effort,
                          bool *more, struct error *error)
{
    enum err err = fit_nights(service->store, work, game, effort, more, error);
    if (err != ERR_OK) {
        history_forget_sums(work);
    }
    return err;
}
