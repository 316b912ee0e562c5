/* One walk through the games of a year, seat by seat in the order of nights. */
#include "service/stats_year.h"

#include "base/fnv.h"

#include "base/banned.h"

void year_walk_init(struct year_walk *walk, struct service *service, struct year_page *page)
{
    *walk = (struct year_walk){.service = service, .page = page, .day = INT64_MIN};
    lines_init(&walk->index, service->options.allocator);
    keyed_counts_init(&walk->pairs, service->options.allocator);
}

void year_walk_release(struct year_walk *walk)
{
    const struct allocator *allocator = walk->service->options.allocator;
    mem_free(allocator, walk->people.items);
    mem_free(allocator, walk->titles.items);
    mem_free(allocator, walk->slots);
    lines_release(&walk->index);
    keyed_counts_release(&walk->pairs);
}

static struct year_thing *add_thing(struct year_walk *walk, struct year_things *things)
{
    const struct allocator *allocator = walk->service->options.allocator;
    struct year_thing *items = mem_more(allocator, things->items, things->count, &things->room, sizeof(*items));
    if (!items) {
        return NULL;
    }
    things->items = items;
    items[things->count] = (struct year_thing){.last_day = INT64_MIN};
    return &items[things->count++];
}

/* ---- titles by id ---- */

/* The slot of the id, or the free one where it would go. */
static size_t *slot_for(const struct year_walk *walk, struct span id)
{
    uint64_t hash = fnv_add(FNV_START, id);
    size_t at = (size_t)(hash ^ hash >> 32) & (walk->slots_room - 1);
    while (walk->slots[at] != 0 && !span_is(id, walk->titles.items[walk->slots[at] - 1].id)) {
        at = (at + 1) & (walk->slots_room - 1);
    }
    return &walk->slots[at];
}

static bool enlarge(struct year_walk *walk)
{
    const struct allocator *allocator = walk->service->options.allocator;
    size_t room = walk->slots_room ? walk->slots_room * 2 : 64;
    size_t *slots = mem_new(allocator, room, sizeof(*slots));
    if (!slots) {
        return false;
    }
    mem_free(allocator, walk->slots);
    walk->slots = slots;
    walk->slots_room = room;
    for (size_t i = 0; i < walk->titles.count; i++) {
        *slot_for(walk, span_from(walk->titles.items[i].id)) = i + 1;
    }
    return true;
}

/* NULL: no memory. */
static struct year_thing *title_thing(struct year_walk *walk, struct span id)
{
    if ((walk->titles.count + 1) * 2 > walk->slots_room && !enlarge(walk)) {
        return NULL;
    }
    size_t *slot = slot_for(walk, id);
    if (*slot != 0) {
        return &walk->titles.items[*slot - 1];
    }
    const char *copy = arena_copy(&walk->page->arena, id);
    struct year_thing *title = copy ? add_thing(walk, &walk->titles) : NULL;
    if (title) {
        title->id = copy;
        *slot = walk->titles.count;
    }
    return title;
}

int64_t year_walk_games(const struct year_walk *walk, struct span id)
{
    size_t place = walk->slots_room > 0 ? *slot_for(walk, id) : 0;
    return place > 0 ? walk->titles.items[place - 1].games : 0;
}

/* ---- people ---- */

/* The place of a person among those of the year; false: no memory. */
static bool person_of(struct year_walk *walk, int64_t person, size_t *place)
{
    struct line *line = lines_find(&walk->index, person);
    if (line) {
        *place = (size_t)line->extra;
        return true;
    }
    struct year_thing *added = add_thing(walk, &walk->people);
    line = added ? lines_of(&walk->index, person) : NULL;
    if (!line) {
        return false;
    }
    added->person = person;
    *place = walk->people.count - 1;
    line->extra = (int64_t)*place;
    return true;
}

/* All seats of a game have come: everybody has shared a game with everybody else. */
static bool end_game(struct year_walk *walk)
{
    for (unsigned i = 0; i < walk->seated; i++) {
        for (unsigned k = 0; k < i; k++) {
            size_t low = walk->seat[i] < walk->seat[k] ? walk->seat[i] : walk->seat[k];
            size_t high = walk->seat[i] < walk->seat[k] ? walk->seat[k] : walk->seat[i];
            if (low != high && !keyed_counts_add(&walk->pairs, (int64_t)(high << 32 | low))) {
                return false;
            }
        }
    }
    walk->seated = 0;
    return true;
}

static void end_night(struct year_walk *walk)
{
    struct year_page *page = walk->page;
    if (walk->day_games > page->longest_games) {
        page->has_longest = true;
        page->longest_day = walk->day;
        page->longest_games = walk->day_games;
    }
    walk->day_games = 0;
}

static bool begin_game(struct year_walk *walk, const struct store_year_seat *row)
{
    struct year_page *page = walk->page;
    struct year_month *month = &page->months[month_of((int32_t)row->day) % YEAR_MONTHS];
    struct year_thing *title = title_thing(walk, row->title);
    if (!title || !end_game(walk)) {
        return false;
    }
    if (row->day != walk->day) {
        end_night(walk);
        walk->day = row->day;
        page->nights++;
        month->nights++;
    }
    walk->game = row->game;
    walk->day_games++;
    page->games++;
    month->games++;
    title->games++;
    page->minutes += row->has_duration ? row->duration : 0;
    page->timed += row->has_duration;
    return true;
}

static enum err take_seat(void *context, const struct store_year_seat *row, struct error *error)
{
    struct year_walk *walk = context;
    size_t place = 0;
    if (row->game != walk->game && !begin_game(walk, row)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (row->person == 0) {
        return ERR_OK;
    }
    if (!person_of(walk, row->person, &place)) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct year_thing *person = &walk->people.items[place];
    bool together = registry_contest(row->variant) == CONTEST_TOGETHER;
    person->games++;
    person->wins += row->win > 0 || (together && row->rank == 1);
    person->nights += person->last_day != row->day;
    person->last_day = row->day;
    if (walk->seated < GAME_PLAYERS) {
        walk->seat[walk->seated++] = place;
    }
    return ERR_OK;
}

enum err year_walk_days(struct year_walk *walk, int64_t first, int64_t last, struct error *error)
{
    enum err err = store_year_seats(walk->service->store, first, last, take_seat, walk, error);
    if (err != ERR_OK) {
        return err;
    }
    end_night(walk);
    return end_game(walk) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}
