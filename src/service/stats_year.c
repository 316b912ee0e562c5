/* The club's years: all of them in a row, and the page of one. */
#include "service/stats_year.h"

#include "base/date.h"
#include "service/messages.h"
#include "service/season_page.h"

#include <stdlib.h>

#include "base/banned.h"

/* ---- all years ---- */

struct counting {
    struct service *service;
    struct year_table *out;
    struct year_row *rows;
    size_t room;
};

static enum err take_day(void *context, int64_t day, int64_t games, struct error *error)
{
    struct counting *counting = context;
    struct year_table *out = counting->out;
    if (day == INT64_MIN) {
        out->undated = games;
        return ERR_OK;
    }
    int year = month_of((int32_t)day) / YEAR_MONTHS;
    if (out->count == 0 || counting->rows[out->count - 1].year != year) {
        struct year_row *rows =
            mem_more(counting->service->options.allocator, counting->rows, out->count, &counting->room, sizeof(*rows));
        if (!rows) {
            return error_raise(error, &MSG_MEMORY);
        }
        counting->rows = rows;
        rows[out->count++] = (struct year_row){.year = year};
    }
    counting->rows[out->count - 1].games += games;
    counting->rows[out->count - 1].nights++;
    return ERR_OK;
}

static enum err count_years(struct counting *counting, struct error *error)
{
    struct year_table *out = counting->out;
    enum err err = store_log_size(counting->service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_days(counting->service->store, take_day, counting, error);
    if (err != ERR_OK) {
        return err;
    }
    out->rows = arena_new(&out->arena, out->count + 1, sizeof(*out->rows));
    if (!out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (out->count > 0) {
        memcpy(out->rows, counting->rows, out->count * sizeof(*out->rows));
    }
    return ERR_OK;
}

enum err service_years(struct service *service, struct year_table *out, struct error *error)
{
    struct counting counting = {.service = service, .out = out};
    *out = (struct year_table){.log_size = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = count_years(&counting, error);
    mem_free(service->options.allocator, counting.rows);
    if (err != ERR_OK) {
        year_table_release(out);
    }
    return err;
}

void year_table_release(struct year_table *table)
{
    arena_release(&table->arena);
    *table = (struct year_table){.log_size = 0};
}

/* ---- titles ---- */

static int most_games_then(int64_t one, int64_t two, const char *name, const char *other)
{
    return one != two ? (one > two ? -1 : 1) : strcmp(name, other);
}

/* By name, as people read; two of one name by what chance gave them. */
static int names_then(const struct year_person *one, const struct year_person *two)
{
    int names = strcmp(one->player, two->player);
    return names != 0 ? names : strcmp(one->handle, two->handle);
}

static int first_day_then(int64_t one, int64_t two, const char *name, const char *other)
{
    return one != two ? (one < two ? -1 : 1) : strcmp(name, other);
}

static int titles_by_games(const void *a, const void *b)
{
    const struct year_title *one = a;
    const struct year_title *two = b;
    return most_games_then(one->games, two->games, one->name.id, two->name.id);
}

static int titles_by_day(const void *a, const void *b)
{
    const struct year_title *one = a;
    const struct year_title *two = b;
    return first_day_then(one->first, two->first, one->name.id, two->name.id);
}

/* Names, once it is known which are shown. */
static enum err name_titles(struct service *service, struct arena *arena, struct year_title *titles, size_t count,
                            struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        enum err err = stats_title(service, arena, span_from(titles[i].name.id), &titles[i].name, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err fill_titles(const struct year_walk *walk, int64_t since, struct error *error)
{
    struct service *service = walk->service;
    struct year_page *page = walk->page;
    size_t count = walk->titles.count;
    page->titles_count = (int64_t)count;
    page->titles = arena_new(&page->arena, count + 1, sizeof(*page->titles));
    page->new_titles = arena_new(&page->arena, count + 1, sizeof(*page->new_titles));
    if (!page->titles || !page->new_titles) {
        return error_raise(error, &MSG_MEMORY);
    }
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const struct year_thing *thing = &walk->titles.items[i];
        struct year_title *title = &page->titles[i];
        *title = (struct year_title){.name.id = thing->id, .games = thing->games};
        enum err err = store_title_first(service->store, span_from(thing->id), &title->first, error);
        if (err != ERR_OK) {
            return err;
        }
        title->is_new = title->first >= since;
        page->new_titles[fresh] = *title;
        fresh += title->is_new;
    }
    qsort(page->titles, count, sizeof(*page->titles), titles_by_games);
    qsort(page->new_titles, fresh, sizeof(*page->new_titles), titles_by_day);
    page->titles_shown = count < YEAR_TOP ? count : YEAR_TOP;
    page->new_titles_count = (int64_t)fresh;
    page->new_titles_shown = fresh < YEAR_NEW ? fresh : YEAR_NEW;
    enum err err = name_titles(service, &page->arena, page->titles, page->titles_shown, error);
    return err == ERR_OK ? name_titles(service, &page->arena, page->new_titles, page->new_titles_shown, error) : err;
}

/* ---- people ---- */

static int people_by_games(const void *a, const void *b)
{
    const struct year_person *one = a;
    const struct year_person *two = b;
    return one->games != two->games ? (one->games > two->games ? -1 : 1) : names_then(one, two);
}

static int people_by_day(const void *a, const void *b)
{
    const struct year_person *one = a;
    const struct year_person *two = b;
    return one->first != two->first ? (one->first < two->first ? -1 : 1) : names_then(one, two);
}

/* The two who shared the most games; called while people stand where the walk has put them. */
static void find_pair(const struct year_walk *walk)
{
    struct year_page *page = walk->page;
    for (size_t i = 0; i < walk->pairs.room; i++) {
        const struct keyed_count *item = &walk->pairs.items[i];
        if (item->count == 0 || item->count < page->pair_games) {
            continue;
        }
        const struct year_person *one = &page->top[(size_t)((uint64_t)item->key >> 32)];
        const struct year_person *two = &page->top[(size_t)((uint64_t)item->key & UINT32_MAX)];
        const struct year_person *a = strcmp(one->handle, two->handle) < 0 ? one : two;
        const struct year_person *b = a == one ? two : one;
        int order = page->has_pair ? strcmp(a->handle, page->pair[0].handle) : -1;
        order = order == 0 ? strcmp(b->handle, page->pair[1].handle) : order;
        if (item->count > page->pair_games || order < 0) {
            page->has_pair = true;
            page->pair_games = item->count;
            page->pair[0] = (struct year_winner){a->player, a->handle};
            page->pair[1] = (struct year_winner){b->player, b->handle};
        }
    }
}

static enum err fill_people(const struct year_walk *walk, int64_t since, struct error *error)
{
    struct service *service = walk->service;
    struct year_page *page = walk->page;
    size_t count = walk->people.count;
    page->people = (int64_t)count;
    page->top = arena_new(&page->arena, count + 1, sizeof(*page->top));
    page->new_people = arena_new(&page->arena, count + 1, sizeof(*page->new_people));
    if (!page->top || !page->new_people) {
        return error_raise(error, &MSG_MEMORY);
    }
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) {
        const struct year_thing *thing = &walk->people.items[i];
        struct year_person *person = &page->top[i];
        *person = (struct year_person){.games = thing->games, .nights = thing->nights, .wins = thing->wins};
        enum err err = stats_person(service, &page->arena, thing->person, &person->player, &person->handle, error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_person_first(service->store, thing->person, &person->first, error);
        if (err != ERR_OK) {
            return err;
        }
        person->is_new = person->first >= since;
        page->new_people[fresh] = *person;
        fresh += person->is_new;
    }
    find_pair(walk);
    qsort(page->top, count, sizeof(*page->top), people_by_games);
    qsort(page->new_people, fresh, sizeof(*page->new_people), people_by_day);
    page->top_shown = count < YEAR_TOP ? count : YEAR_TOP;
    page->new_people_count = (int64_t)fresh;
    page->new_people_shown = fresh < YEAR_NEW ? fresh : YEAR_NEW;
    return ERR_OK;
}

/* ---- seasons ---- */

struct closing {
    struct service *service;
    struct year_page *page;
    int64_t first, last;
    size_t room;
};

static enum err take_season(void *context, const struct season *season, struct error *error)
{
    struct closing *closing = context;
    struct year_page *page = closing->page;
    struct season_board winners;
    if (season->closed == 0 || season->terms.to < closing->first || season->terms.to > closing->last) {
        return ERR_OK;
    }
    if (page->seasons_count == closing->room) {
        size_t room = closing->room ? closing->room * 2 : 8;
        struct year_season *larger = arena_new(&page->arena, room, sizeof(*larger));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        if (page->seasons_count > 0) {
            memcpy(larger, page->seasons, page->seasons_count * sizeof(*larger));
        }
        page->seasons = larger;
        closing->room = room;
    }
    struct year_season *row = &page->seasons[page->seasons_count++];
    *row = (struct year_season){.id = season->id, .name = arena_copy(&page->arena, season->terms.name)};
    enum err err = row->name ? season_winners(closing->service, season->closed, &page->arena, &winners, error)
                             : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        return err;
    }
    row->winners = arena_new(&page->arena, winners.count + 1, sizeof(*row->winners));
    if (!row->winners) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < winners.count; i++) {
        row->winners[row->winners_count++] = (struct year_winner){winners.rows[i].player, winners.rows[i].handle};
    }
    return ERR_OK;
}

/* ---- records ---- */

/* A record, and how often its title was played in the year. */
struct ranked {
    int64_t games;
    struct record_row row;
};

static int by_plays(const void *a, const void *b)
{
    const struct ranked *one = a;
    const struct ranked *two = b;
    int order = most_games_then(one->games, two->games, one->row.game, two->row.game);
    return order != 0 ? order : (int)one->row.low - (int)two->row.low;
}

/* Those of the titles that were played most. */
static enum err fill_records(const struct year_walk *walk, int64_t first, int64_t last, struct error *error)
{
    struct year_page *page = walk->page;
    struct record_table *records = &page->records;
    enum err err = records_of_days(walk->service, first, last, records, error);
    if (err != ERR_OK) {
        return err;
    }
    struct ranked *ranked = arena_new(&page->arena, records->count + 1, sizeof(*ranked));
    if (!ranked) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < records->count; i++) {
        ranked[i] = (struct ranked){year_walk_games(walk, span_from(records->rows[i].game)), records->rows[i]};
    }
    qsort(ranked, records->count, sizeof(*ranked), by_plays);
    records->count = records->count < YEAR_TOP ? records->count : YEAR_TOP;
    for (size_t i = 0; i < records->count; i++) {
        records->rows[i] = ranked[i].row;
    }
    return ERR_OK;
}

/* ---- the page ---- */

enum err service_year_parse(struct span text, int *year, struct error *error)
{
    int64_t number = 0;
    if (!span_int(text, YEAR_FIRST, YEAR_LAST, &number)) {
        return error_raise_span(error, &SERVICE_MSG_YEAR, text);
    }
    *year = (int)number;
    return ERR_OK;
}

/* The year that is asked for, or the newest one, or the present one. */
static enum err choose_year(struct service *service, int year, int *out, struct error *error)
{
    enum { DAY_MS = 86400000 };
    struct year_table table;
    *out = year;
    if (year != 0) {
        return ERR_OK;
    }
    enum err err = service_years(service, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    int32_t today = service->options.today;
    today = today != 0 ? today : (int32_t)(now_of(service) / DAY_MS);
    *out = table.count > 0 ? table.rows[0].year : month_of(today) / YEAR_MONTHS;
    year_table_release(&table);
    return ERR_OK;
}

static enum err fill_parts(struct year_walk *walk, int64_t first, int64_t last, struct error *error)
{
    struct service *service = walk->service;
    struct closing closing = {.service = service, .page = walk->page, .first = first, .last = last};
    enum err err = year_walk_days(walk, first, last, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_titles(walk, first, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_people(walk, first, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_seasons(service, NULL, take_season, &closing, error);
    return err == ERR_OK ? fill_records(walk, first, last, error) : err;
}

enum err service_year(struct service *service, int year, struct year_page *out, struct error *error)
{
    struct year_walk walk;
    *out = (struct year_page){.log_size = 0};
    enum err err = choose_year(service, year, &out->year, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    year_walk_init(&walk, service, out);
    err = store_log_size(service->store, &out->log_size, error);
    if (err == ERR_OK) {
        err = fill_parts(&walk, date_day(out->year, 1, 1), date_day(out->year + 1, 1, 1) - 1, error);
    }
    year_walk_release(&walk);
    if (err != ERR_OK) {
        year_page_release(out);
    }
    return err;
}

void year_page_release(struct year_page *page)
{
    record_table_release(&page->records);
    arena_release(&page->arena);
    *page = (struct year_page){.log_size = 0};
}
