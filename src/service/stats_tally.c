/* Gathering: a list of sums with an index, and what a game is to each of them. */
#include "service/stats_tally.h"

#include "base/date.h"
#include "base/fnv.h"
#include "rules/registry.h"
#include "service/messages.h"
#include "stats/comparisons.h"
#include "stats/facts.h"

#include "base/banned.h"

int32_t month_of(int32_t day)
{
    char text[DATE_SIZE];
    date_format(day, text);
    int year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
    int month = (text[5] - '0') * 10 + (text[6] - '0');
    return 12 * year + month - 1;
}

static int64_t first_day(int32_t month)
{
    return date_day(month / 12, month % 12 + 1, 1);
}

void month_days(int32_t month, int64_t *first, int64_t *last)
{
    *first = first_day(month);
    *last = first_day(month + 1) - 1;
}

/* ---- the table ---- */

void tally_init(struct tally *tally, const struct allocator *allocator)
{
    *tally = (struct tally){.allocator = allocator, .kinds = TALLY_ALL};
    hash_index_init(&tally->index, allocator);
    names_init(&tally->names, allocator);
}

static void release_item(const struct allocator *allocator, struct tally_item *item)
{
    if (item->key.kind == TALLY_AGGREGATE) {
        aggregate_free(allocator, item->of.aggregate);
    } else if (item->key.kind == TALLY_STANDING || item->key.kind == TALLY_EVENING) {
        mem_free(allocator, item->of.results.categories);
    } else if (item->key.kind == TALLY_RECORD) {
        mem_free(allocator, item->of.holders);
    }
}

void tally_clear(struct tally *tally)
{
    for (size_t i = 0; i < tally->count; i++) {
        release_item(tally->allocator, &tally->items[i]);
    }
    hash_index_clear(&tally->index);
    tally->count = 0;
    tally->bytes = 0;
}

bool tally_is_large(const struct tally *tally)
{
    enum { LIMIT = 12 << 20 };
    return tally->count * sizeof(tally->items[0]) + tally->bytes >= LIMIT;
}

void tally_release(struct tally *tally)
{
    tally_clear(tally);
    mem_free(tally->allocator, tally->items);
    hash_index_release(&tally->index);
    names_release(&tally->names);
    tally->items = NULL;
    tally->room = 0;
}

static uint64_t hash_of(const struct tally_key *key)
{
    uint64_t words[sizeof(*key) / sizeof(uint64_t)];
    uint64_t hash = FNV_START;
    memcpy(words, key, sizeof(words));
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        hash = hash_mix(hash, words[i]);
    }
    return hash;
}

_Static_assert(sizeof(struct tally_key) == 4 * sizeof(uint64_t), "the hash reads whole words, and there is no padding");

struct wanted {
    const struct tally_item *items;
    const struct tally_key *key;
};

static bool is_wanted(const void *context, size_t number)
{
    const struct wanted *wanted = context;
    return memcmp(&wanted->items[number].key, wanted->key, sizeof(*wanted->key)) == 0;
}

struct tally_item *tally_find(const struct tally *tally, const struct tally_key *key)
{
    struct wanted wanted = {tally->items, key};
    size_t found = hash_index_find(&tally->index, hash_of(key), is_wanted, &wanted);
    return found != HASH_INDEX_NONE ? &tally->items[found] : NULL;
}

/* Makes what an item of this kind points to; an aggregate or records of so many categories and cards. */
static bool fill_item(struct tally *tally, struct tally_item *item, unsigned categories, unsigned cards)
{
    const struct allocator *allocator = tally->allocator;
    switch ((enum tally_kind)item->key.kind) {
    case TALLY_AGGREGATE:
        item->of.aggregate = aggregate_new(allocator, categories, cards);
        tally->bytes += sizeof(struct aggregate) + cards * sizeof(struct card_fold);
        return item->of.aggregate != NULL;
    case TALLY_RECORD:
        item->of.holders = holders_new(allocator, categories);
        tally->bytes += sizeof(*item->of.holders) + (RECORD_CATEGORY + categories) * sizeof(struct best);
        return item->of.holders != NULL;
    case TALLY_STANDING:
        item->of.results.best = INT32_MIN;
        return true;
    case TALLY_NIGHT:
        item->of.night = INT64_MAX;
        return true;
    case TALLY_FREE:
    case TALLY_EVENING:
    case TALLY_PAIR:
    case TALLY_RUN:
        break;
    }
    return true;
}

struct tally_item *tally_item_for(struct tally *tally, const struct tally_key *key, unsigned categories, unsigned cards)
{
    uint64_t hash = hash_of(key);
    struct wanted wanted = {tally->items, key};
    size_t found = hash_index_find(&tally->index, hash, is_wanted, &wanted);
    if (found != HASH_INDEX_NONE) {
        return &tally->items[found];
    }
    struct tally_item *items =
        key->names ? mem_more(tally->allocator, tally->items, tally->count, &tally->room, sizeof(*items)) : NULL;
    if (!items) {
        return NULL;
    }
    tally->items = items;
    struct tally_item *item = &items[tally->count];
    *item = (struct tally_item){.key = *key};
    if (!fill_item(tally, item, categories, cards)) {
        return NULL;
    }
    if (!hash_index_add(&tally->index, hash, tally->count)) {
        release_item(tally->allocator, item);
        return NULL;
    }
    tally->count++;
    return item;
}

bool tally_add_results(struct tally *tally, struct tally_results *results, const struct evening *more)
{
    if (more->categories > 0 && !results->categories) {
        results->categories = mem_new(tally->allocator, 1, sizeof(*results->categories));
        if (!results->categories) {
            return false;
        }
        tally->bytes += sizeof(*results->categories);
    }
    if (results->categories) {
        evening_merge(results->categories, more);
    }
    results->games += more->games;
    results->wins += more->wins;
    results->win += more->win;
    results->total += more->total;
    results->total_squares += more->total_squares;
    return true;
}

struct evening tally_evening(const struct tally_results *results)
{
    struct evening evening = {.games = 0};
    if (results->categories) {
        evening = *results->categories;
    }
    evening.games = results->games;
    evening.wins = results->wins;
    evening.win = results->win;
    evening.total = results->total;
    evening.total_squares = results->total_squares;
    return evening;
}

bool tally_key_of(struct tally *tally, enum tally_kind kind, const struct store_group *group, int64_t a, int64_t b,
                  struct tally_key *key)
{
    int64_t least = kind == TALLY_EVENING ? EVENING_UNDATED : -1;
    int64_t most = kind == TALLY_EVENING ? INT32_MAX : 12 * 10000;
    memset(key, 0, sizeof(*key));
    if (group->seats < 0 || group->seats > GAME_PLAYERS || group->month < least || group->month > most ||
        !names_fit(group)) {
        return false;
    }
    key->kind = (uint8_t)kind;
    key->seats = (uint8_t)group->seats;
    key->month = (int32_t)group->month;
    key->a = a;
    key->b = b;
    if (tally->kinds & 1U << kind) { /* else nobody asks for the item */
        key->names = names_for(tally->only ? &tally->only->names : &tally->names, group);
    }
    return true;
}

/* ---- a game ---- */

static void read_points(const struct store_seat *seat, unsigned categories, struct seat_points *points)
{
    points->total = seat->total;
    for (unsigned c = 0; c < categories && c < GAME_CATEGORIES; c++) {
        points->category[c] = seat_category(seat->categories, c);
    }
}

static enum err add_cards(struct tally *tally, const struct store_game *game, struct store_group group,
                          const struct store_seat *seats, struct span facts, int sign, struct error *error)
{
    const struct game *rules = registry_find(game->game, (unsigned)game->rules);
    struct seat_points points[GAME_PLAYERS] = {{0}};
    struct tally_key key;
    if (!rules || !facts_unpack(facts, rules->unit, ~(seat_set)0, true, &tally->facts) ||
        tally->facts.seats != game->seats) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, game->id);
    }
    if (tally->facts.catalogued) {
        group.catalogue = span_of((const char *)tally->facts.catalogue, SHA256_SIZE);
    }
    if (!tally_key_of(tally, TALLY_AGGREGATE, &group, 0, 0, &key)) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, game->id);
    }
    unsigned cards = rules->cards_count < GATHER_CARDS ? rules->cards_count : GATHER_CARDS;
    struct tally_item *item = tally_item_for(tally, &key, rules->categories_count, cards);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned i = 0; i < tally->facts.seats; i++) {
        read_points(&seats[i], rules->categories_count, &points[i]);
    }
    aggregate_add(item->of.aggregate, &tally->facts, points, sign);
    return ERR_OK;
}

struct tally_sort tally_sort_of(struct span game, struct span variant)
{
    const struct game *engine = registry_engine(game);
    return (struct tally_sort){registry_contest(variant), engine ? game_scale(engine) : 1};
}

struct evening_game tally_result(const struct tally_sort *sort, const struct store_seat *seat)
{
    return (struct evening_game){.total = seat->has_total ? seat->total : 0,
                                 .scale = sort->scale,
                                 .win = seat->has_win ? seat->win : 0,
                                 .together = sort->contest == CONTEST_TOGETHER && seat->rank == 1,
                                 .categories = seat->categories};
}

/* The standing of the seat's person in a group; `*item` is where it is kept. */
static enum err standing_of(struct tally *tally, const struct store_group *group, const struct store_seat *seat,
                            struct tally_item **item, struct error *error)
{
    struct tally_key key;
    if (!tally_key_of(tally, TALLY_STANDING, group, seat->person, 0, &key)) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, seat->game);
    }
    *item = tally_item_for(tally, &key, 0, 0);
    return *item ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err add_seat(struct tally *tally, const struct tally_sort *sort, const struct store_group *group,
                         const struct store_seat *seat, int sign, struct error *error)
{
    struct tally_item *item = NULL;
    enum err err = standing_of(tally, group, seat, &item, error);
    if (err != ERR_OK) {
        return err;
    }
    struct tally_results *results = &item->of.results;
    struct evening_game result = tally_result(sort, seat);
    struct evening one = evening_of_game(sign, &result);
    if (sign < 0) {
        item->lost = true;
    } else if (seat->has_total && tally_merit(sort, seat->total) > results->best) {
        results->best = tally_merit(sort, seat->total);
    }
    return tally_add_results(tally, results, &one) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The same in the group of all titles, whose points are of different kinds and are not added up. */
static enum err add_to_whole(struct tally *tally, const struct tally_sort *sort, const struct store_group *group,
                             const struct store_seat *seat, int sign, struct error *error)
{
    struct tally_item *item = NULL;
    struct store_group whole = {.variant = contest_is_rated(sort->contest) ? SPAN_LITERAL("") : group->variant,
                                .seats = group->seats,
                                .month = group->month};
    enum err err = standing_of(tally, &whole, seat, &item, error);
    if (err != ERR_OK) {
        return err;
    }
    struct evening_game result = tally_result(sort, seat);
    result.total = 0;
    result.categories = SPAN_LITERAL("");
    struct evening one = evening_of_game(sign, &result);
    item->lost = item->lost || sign < 0;
    return tally_add_results(tally, &item->of.results, &one) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* Of a title; empty: of all. */
static enum err add_pair(struct tally *tally, struct span title, const struct store_seat *one,
                         const struct store_seat *two, int64_t weight, int sign, struct error *error)
{
    const struct store_seat *a = one->person < two->person ? one : two;
    const struct store_seat *b = a == one ? two : one;
    struct store_group group = {.game = title};
    struct tally_key key;
    if (!tally_key_of(tally, TALLY_PAIR, &group, a->person, b->person, &key)) {
        return error_raise_int(error, &SERVICE_MSG_FACTS, one->game);
    }
    struct tally_item *item = tally_item_for(tally, &key, 0, 0);
    if (!item) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct tally_pair *pair = &item->of.pair;
    bool tied = a->rank == b->rank;
    weight *= sign;
    pair->games += sign;
    pair->a_first += a->rank < b->rank ? sign : 0;
    pair->b_first += b->rank < a->rank ? sign : 0;
    pair->a_won += tied || a->rank < b->rank ? weight : 0;
    pair->b_won += tied || b->rank < a->rank ? weight : 0;
    return ERR_OK;
}

struct store_group tally_group(const struct store_game *game)
{
    return (struct store_group){.game = game->game,
                                .variant = game->variant,
                                .seats = game->seats,
                                .level = game->level,
                                .month = game->has_day ? month_of((int32_t)game->day) : -1};
}

/* A seat against those before it, in the title and in all of them. */
static enum err add_pairs(struct tally *tally, const struct store_game *game, const struct compared *table,
                          const struct store_seat *seats, unsigned seat, int sign, struct error *error)
{
    for (unsigned j = 0; j < seat; j++) {
        int64_t weight = comparison_weight(table, j, seat);
        if (weight <= 0) {
            continue;
        }
        enum err err = add_pair(tally, game->game, &seats[j], &seats[seat], weight, sign, error);
        if (err != ERR_OK) {
            return err;
        }
        err = add_pair(tally, SPAN_LITERAL(""), &seats[j], &seats[seat], weight, sign, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* A game's part in d_aggregate, d_standing and d_pair. */
static enum err add_sums(struct tally *tally, const struct store_game *game, const struct store_seat *seats,
                         struct span facts, int sign, struct error *error)
{
    struct store_group group = tally_group(game);
    enum err err = facts.len > 0 ? add_cards(tally, game, group, seats, facts, sign, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    struct tally_sort sort = tally_sort_of(game->game, game->variant);
    struct compared table = {.contest = sort.contest, .count = (unsigned)game->seats};
    for (unsigned i = 0; i < table.count; i++) {
        table.seat[i] = (struct compared_seat){seats[i].person, seats[i].rank, seats[i].team};
    }
    for (unsigned i = 0; i < table.count; i++) {
        if (seats[i].person == 0) {
            continue; /* a guest is nobody in statistics */
        }
        err = add_seat(tally, &sort, &group, &seats[i], sign, error);
        if (err != ERR_OK) {
            return err;
        }
        err = add_to_whole(tally, &sort, &group, &seats[i], sign, error);
        if (err != ERR_OK) {
            return err;
        }
        err = add_pairs(tally, game, &table, seats, i, sign, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err tally_game(struct tally *tally, const struct store_game *game, const struct store_seat *seats,
                    struct span facts, int sign, struct error *error)
{
    if (!game_status_is(game->status, GAME_FINISHED) || game->seats > GAME_PLAYERS) {
        return ERR_OK;
    }
    if (tally->kinds & TALLY_SUMS) {
        enum err err = add_sums(tally, game, seats, facts, sign, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return tally_pages(tally, game, seats, sign, error);
}
