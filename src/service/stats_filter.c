/* Filters looked up, people's lines, and the figures made of them. */
#include "base/near.h"
#include "rules/registry.h"
#include "service/messages.h"
#include "service/reading.h"
#include "service/stats_internal.h"
#include "service/titles.h"

#include "base/banned.h"

/* ---- filters ---- */

/* The messages about a variant, or a level, that is not known. */
struct unknown {
    game_names_fn *names;
    const struct message *none;  /* nowhere */
    const struct message *other; /* in another game than was asked for */
};
static const struct unknown UNKNOWN_VARIANT = {game_variants, &SERVICE_MSG_NO_VARIANT, &SERVICE_MSG_OTHER_VARIANT};
static const struct unknown UNKNOWN_LEVEL = {game_levels, &SERVICE_MSG_NO_LEVEL, &SERVICE_MSG_OTHER_LEVEL};

static enum err refuse_name(const struct game *only, const struct unknown *kind, struct span text, struct error *error)
{
    const struct game *other = NULL;
    if (only && registry_name(NULL, kind->names, text, &other)) {
        enum err err = error_raise_span(error, kind->other, text);
        error_add_name(error, &other->name);
        error_add_name(error, &only->name);
        return err;
    }
    struct near near;
    size_t count = 1;
    const struct game *const *games = only ? &only : registry_current(&count);
    enum err err = error_raise_span(error, kind->none, text);
    near_begin(&near, text);
    for (size_t i = 0; i < count; i++) {
        name_list_offer(kind->names(games[i]), &near);
    }
    near_hint(&near, error);
    return err;
}

/* The id of the variant or level that `text` names, in the game or, without one, in any. */
static enum err find_name(const struct game *only, const struct unknown *kind, struct span text, struct span *id,
                          struct error *error)
{
    const struct name *name = registry_name(only, kind->names, text, NULL);
    bool unwon = !name && kind == &UNKNOWN_VARIANT && name_find(&registry_unwon, 1, text) == 0;
    name = unwon ? &registry_unwon : name;
    *id = name ? span_from(name->id) : *id;
    return name ? ERR_OK : refuse_name(only, kind, text, error);
}

static enum err find_place(struct service *service, struct span text, int64_t *id, struct error *error)
{
    enum err err = store_place_id(service->store, text, false, id, error);
    if (err == ERR_NOT_FOUND) {
        err = error_raise_span(error, &SERVICE_MSG_NO_PLACE, text);
        hint_place(service, text, error);
    }
    return err;
}

static enum err find_names(struct service *service, const struct stats_filter *filter, struct selection *selection,
                           struct error *error)
{
    struct store_result_filter *rows = &selection->rows;
    char handle[PERSON_HANDLE];
    if (filter->game.len > 0) {
        enum err err = service_title_named(service, filter->game, selection->title, error);
        if (err != ERR_OK) {
            return err;
        }
        rows->game = span_from(selection->title);
        selection->game = registry_engine(rows->game);
    }
    bool variant = filter->variant.len > 0;
    enum err err =
        variant ? find_name(selection->game, &UNKNOWN_VARIANT, filter->variant, &rows->variant, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    bool level = filter->level.len > 0;
    err = level ? find_name(selection->game, &UNKNOWN_LEVEL, filter->level, &rows->level, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    bool place = filter->place.len > 0;
    err = place ? find_place(service, filter->place, &rows->place, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    bool player = filter->player.len > 0;
    return player ? person_asked(service, filter->player, &selection->player, handle, error) : ERR_OK;
}

/* The months that the days are; false when they are not complete ones. */
static bool find_months(struct selection *selection)
{
    int64_t first = 0;
    int64_t last = 0;
    const struct store_result_filter *rows = &selection->rows;
    if (rows->since != INT64_MIN) {
        selection->since = month_of((int32_t)rows->since);
        month_days((int32_t)selection->since, &first, &last);
        if (first != rows->since) {
            return false;
        }
    }
    if (rows->until != INT64_MAX) {
        selection->until = month_of((int32_t)rows->until);
        month_days((int32_t)selection->until, &first, &last);
        if (last != rows->until) {
            return false;
        }
    }
    return true;
}

enum err selection_make(struct service *service, const struct stats_filter *filter, struct selection *selection,
                        struct error *error)
{
    *selection = (struct selection){.since = INT64_MIN, .until = INT64_MAX};
    struct store_result_filter *rows = &selection->rows;
    enum err err = filter->has_from && filter->has_to ? range_days(filter->from, filter->to, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    rows->seats = filter->seats;
    rows->since = filter->has_from ? filter->from : INT64_MIN;
    rows->until = filter->has_to ? filter->to : INT64_MAX;
    if (filter->has_night) {
        rows->since = filter->night > rows->since ? filter->night : rows->since;
        rows->until = filter->night < rows->until ? filter->night : rows->until;
    }
    selection->impossible = rows->since > rows->until;
    selection->solo = filter->variant.len > 0 || filter->seats == 1;
    err = find_names(service, filter, selection, error);
    selection->sums = find_months(selection) && rows->place == 0;
    if (err != ERR_OK) {
        return err;
    }
    if (service->tally.count > 0) {
        err = tally_flush(&service->tally, service->store, error); /* a writer inside its group */
    }
    return err;
}

void selection_split(const struct selection *selection, struct parts *parts)
{
    const struct store_result_filter *rows = &selection->rows;
    int64_t since = INT64_MIN; /* months */
    int64_t until = INT64_MAX;
    int64_t first = INT64_MIN; /* the days that these begin and end with */
    int64_t last = INT64_MAX;
    int64_t other = 0;
    *parts = (struct parts){.sums = *selection, .summed = selection->sums && !selection->impossible};
    if (selection->impossible || selection->sums) {
        return;
    }
    if (rows->since != INT64_MIN) {
        since = month_of((int32_t)rows->since);
        month_days((int32_t)since, &first, &other);
        if (first < rows->since) {
            month_days((int32_t)++since, &first, &other);
        }
    }
    if (rows->until != INT64_MAX) {
        until = month_of((int32_t)rows->until);
        month_days((int32_t)until, &other, &last);
        if (last > rows->until) {
            month_days((int32_t)--until, &other, &last);
        }
    }
    if (rows->place != 0 || since > until) {
        parts->rest[parts->rest_count++] = *rows;
        return;
    }
    parts->summed = true;
    parts->sums.since = since;
    parts->sums.until = until;
    if (rows->since < first) {
        parts->rest[parts->rest_count] = *rows;
        parts->rest[parts->rest_count++].until = first - 1;
    }
    if (rows->until > last) {
        parts->rest[parts->rest_count] = *rows;
        parts->rest[parts->rest_count++].since = last + 1;
    }
}

enum err selection_undated(struct service *service, const struct selection *selection, int64_t other, int64_t *count,
                           struct error *error)
{
    struct store_result_filter rows = selection->rows;
    rows.person = selection->player;
    *count = 0;
    if (rows.since == INT64_MIN && rows.until == INT64_MAX) {
        return ERR_OK;
    }
    return store_undated(service->store, &rows, selection->solo, other, count, error);
}

bool selection_has(const struct selection *selection, const struct store_group *group)
{
    const struct store_result_filter *rows = &selection->rows;
    bool dated = selection->since != INT64_MIN || selection->until != INT64_MAX;
    return !selection->impossible && (rows->game.len == 0 || span_equal(rows->game, group->game)) &&
           (rows->variant.len == 0 || span_equal(rows->variant, group->variant)) &&
           (rows->level.len == 0 || span_equal(rows->level, group->level)) &&
           (rows->seats == 0 || rows->seats == group->seats) && group->month >= selection->since &&
           group->month <= selection->until && (!dated || group->month >= 0);
}

/* ---- people's lines ---- */

void lines_init(struct lines *lines, const struct allocator *allocator)
{
    *lines = (struct lines){.allocator = allocator};
}

void lines_release(struct lines *lines)
{
    mem_free(lines->allocator, lines->items);
    *lines = (struct lines){.allocator = lines->allocator};
}

static struct line *slot_for(const struct lines *lines, int64_t person)
{
    size_t at = (size_t)((uint64_t)person * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (lines->room - 1);
    while (lines->items[at].person != 0 && lines->items[at].person != person) {
        at = (at + 1) & (lines->room - 1);
    }
    return &lines->items[at];
}

struct line *lines_find(const struct lines *lines, int64_t person)
{
    struct line *line = lines->room > 0 ? slot_for(lines, person) : NULL;
    return line && line->person != 0 ? line : NULL;
}

struct line *lines_of(struct lines *lines, int64_t person)
{
    if ((lines->count + 1) * 2 > lines->room) {
        struct lines larger = {.allocator = lines->allocator, .room = lines->room ? lines->room * 2 : 64};
        larger.items = mem_new(lines->allocator, larger.room, sizeof(larger.items[0]));
        if (!larger.items) {
            return NULL;
        }
        for (size_t i = 0; i < lines->room; i++) {
            if (lines->items[i].person != 0) {
                *slot_for(&larger, lines->items[i].person) = lines->items[i];
            }
        }
        mem_free(lines->allocator, lines->items);
        lines->items = larger.items;
        lines->room = larger.room;
    }
    struct line *line = slot_for(lines, person);
    if (line->person == 0) {
        *line = (struct line){.person = person, .best = INT32_MIN};
        lines->count++;
    }
    return line;
}

void line_best(struct line *line, int64_t merit, enum contest contest)
{
    if (merit > line->best) {
        line->best = merit;
        line->low = contest == CONTEST_LOW;
    }
}

void line_won(struct line *line, int64_t games, int64_t seats, int64_t win)
{
    seat_wins_add(&line->won, 1, seats, 0, games);
    line->won.points += win;
}

void line_add(struct line *line, const struct store_result *row, int64_t scale)
{
    struct tally_sort sort = {registry_contest(row->variant), scale};
    int64_t total = row->has_total ? row->total : 0;
    int64_t merit = row->has_total ? tally_merit(&sort, total) : INT32_MIN;
    line->games++;
    line->scored += row->has_total;
    line->total += total;
    line->total_squares += evening_square(total, scale);
    line_best(line, merit, sort.contest);
    line->wins += sort.contest == CONTEST_TOGETHER && row->rank == 1;
    if (row->has_win) {
        line->wins += row->win > 0;
        line_won(line, 1, row->seats, row->win);
    }
}

/* ---- figures ---- */

struct figure line_mean_score(const struct line *line, const struct spread *spread)
{
    return spread ? figure_mean(spread, line->scored, line->total, line->total_squares) : figure_exact(false, 0);
}

/* ---- names ---- */

struct naming {
    struct arena *arena;
    const char *name;
    const char *handle;
};

static enum err take_name(void *context, const struct store_person *person, struct error *error)
{
    struct naming *naming = context;
    char handle[PERSON_HANDLE + 1];
    struct strbuf text;
    strbuf_wrap(&text, handle, sizeof(handle));
    strbuf_add_char(&text, '@');
    strbuf_add_span(&text, person->handle);
    naming->handle = arena_copy(naming->arena, person->handle);
    naming->name = arena_copy(naming->arena, person->name.len > 0 ? person->name : strbuf_span(&text));
    return naming->name && naming->handle ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err stats_title(struct service *service, struct arena *arena, struct span id, struct name *out,
                     struct error *error)
{
    char memory[STORE_TITLE];
    *out = (struct name){NULL, NULL, NULL};
    if (id.len == 0) {
        return ERR_OK;
    }
    struct name called = title_called(service, id, memory);
    *out = (struct name){arena_copy(arena, id), called.en, called.fr};
    if (called.en == memory) { /* of a game with an engine it is constant */
        out->en = out->fr = arena_copy(arena, span_from(memory));
    }
    return out->id && out->en ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err stats_person(struct service *service, struct arena *arena, int64_t person, const char **name,
                      const char **handle, struct error *error)
{
    struct naming naming = {.arena = arena};
    enum err err = store_person(service->store, person, take_name, &naming, error);
    *name = naming.name;
    *handle = naming.handle;
    return err;
}
