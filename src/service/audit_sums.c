/* Rows of numbers by group and people: lists of groups and of rows, and an index of each. */
#include "service/audit_sums.h"

#include "base/fnv.h"
#include "service/messages.h"

#include "base/banned.h"

enum { ROWS_MOST = 160000, GROUPS_MOST = 65536, CATEGORIES_MOST = 1 << 20, CATEGORIES_FIRST = 1 << 14, NUMBERS = 6 };

struct sum {
    size_t group;
    int64_t a;
    int64_t b;
    int64_t number[NUMBERS];   /* standing: games … best; pair: games … b_won */
    uint32_t categories;       /* standing: where its categories begin, */
    uint32_t categories_count; /* and how many they are */
};

void sums_init(struct sums *sums, const struct allocator *allocator)
{
    *sums = (struct sums){.allocator = allocator};
    names_init(&sums->names, allocator);
    hash_index_init(&sums->groups_index, allocator);
    hash_index_init(&sums->index, allocator);
}

void sums_release(struct sums *sums)
{
    mem_free(sums->allocator, sums->groups);
    mem_free(sums->allocator, sums->rows);
    mem_free(sums->allocator, sums->categories);
    names_release(&sums->names);
    hash_index_release(&sums->groups_index);
    hash_index_release(&sums->index);
    sums_init(sums, sums->allocator);
}

/* ---- groups ---- */

struct wanted_group {
    const struct tally_key *groups;
    const struct tally_key *key;
};

static bool is_group(const void *context, size_t number)
{
    const struct wanted_group *wanted = context;
    return memcmp(&wanted->groups[number], wanted->key, sizeof(*wanted->key)) == 0;
}

/* The group of a key of whichever tally. False: no memory. */
static bool find_group(struct sums *sums, const struct tally_key *of, size_t *group)
{
    struct store_group names = tally_key_group(of);
    struct tally_key key = {.kind = of->kind, .seats = of->seats, .month = of->month};
    key.names = names_for(&sums->names, &names);
    struct wanted_group wanted = {sums->groups, &key};
    uint64_t numbers = (uint64_t)key.kind << 40 | (uint64_t)key.seats << 32 | (uint32_t)key.month;
    uint64_t hash = hash_mix(hash_mix(FNV_START, (uintptr_t)key.names), numbers);
    *group = hash_index_find(&sums->groups_index, hash, is_group, &wanted);
    if (*group != HASH_INDEX_NONE) {
        return true;
    }
    struct tally_key *groups =
        key.names ? mem_more(sums->allocator, sums->groups, sums->groups_count, &sums->groups_room, sizeof(*groups))
                  : NULL;
    if (!groups) {
        return false;
    }
    sums->groups = groups;
    if (!hash_index_add(&sums->groups_index, hash, sums->groups_count)) {
        return false;
    }
    *group = sums->groups_count++;
    sums->groups[*group] = key;
    return true;
}

/* ---- rows ---- */

struct wanted_row {
    const struct sum *rows;
    size_t group;
    const struct tally_key *key;
};

static bool is_row(const void *context, size_t number)
{
    const struct wanted_row *wanted = context;
    const struct sum *row = &wanted->rows[number];
    return row->group == wanted->group && row->a == wanted->key->a && row->b == wanted->key->b;
}

/* The row of the key, made when there is none; NULL: no memory. */
static struct sum *row_for(struct sums *sums, const struct tally_key *key)
{
    size_t group = 0;
    if (!find_group(sums, key, &group)) {
        return NULL;
    }
    struct wanted_row wanted = {sums->rows, group, key};
    uint64_t hash = hash_mix(hash_mix(hash_mix(FNV_START, (uint64_t)key->a), (uint64_t)key->b), group);
    size_t found = hash_index_find(&sums->index, hash, is_row, &wanted);
    if (found != HASH_INDEX_NONE) {
        return &sums->rows[found];
    }
    struct sum *rows = mem_more(sums->allocator, sums->rows, sums->rows_count, &sums->rows_room, sizeof(*rows));
    if (!rows) {
        return NULL;
    }
    sums->rows = rows;
    if (!hash_index_add(&sums->index, hash, sums->rows_count)) {
        return NULL;
    }
    struct sum *row = &sums->rows[sums->rows_count++];
    *row = (struct sum){.group = group, .a = key->a, .b = key->b};
    row->number[NUMBERS - 1] = INT64_MIN; /* the best of none */
    return row;
}

static void numbers_of(const struct tally_item *item, int64_t number[NUMBERS])
{
    if (item->key.kind == TALLY_STANDING) {
        const struct tally_results *r = &item->of.results;
        const int64_t all[NUMBERS] = {r->games, r->wins, r->win, r->total, r->total_squares, r->best};
        memcpy(number, all, sizeof(all));
    } else {
        const struct tally_pair *p = &item->of.pair;
        const int64_t all[NUMBERS] = {p->games, p->a_first, p->b_first, p->a_won, p->b_won};
        memcpy(number, all, sizeof(all));
    }
}

/* Room for so many categories of a row, with what it has of them. */
static bool widen(struct sums *sums, struct sum *row, unsigned count)
{
    uint32_t needed = sums->categories_count + 2 * count;
    if (needed > sums->categories_room) {
        uint32_t room = sums->categories_room > 0 ? 2 * sums->categories_room : CATEGORIES_FIRST;
        void *larger = mem_resize(sums->allocator, sums->categories, room * sizeof(int64_t));
        if (!larger) {
            return false;
        }
        sums->categories = larger;
        sums->categories_room = room;
    }
    int64_t *new = sums->categories + sums->categories_count;
    memset(new, 0, 2 * (size_t)count * sizeof(*new));
    if (row->categories_count > 0) {
        memcpy(new, sums->categories + row->categories, 2 * (size_t)row->categories_count * sizeof(*new));
    }
    row->categories = sums->categories_count;
    row->categories_count = count;
    sums->categories_count = needed;
    return true;
}

static bool absorb_categories(struct sums *sums, struct sum *row, const struct evening *evening)
{
    if (evening->categories > row->categories_count && !widen(sums, row, evening->categories)) {
        return false;
    }
    for (unsigned c = 0; c < evening->categories; c++) {
        int64_t *both = sums->categories + row->categories + 2 * (size_t)c;
        both[0] += evening->category[c];
        both[1] += evening->squares[c];
    }
    return true;
}

static bool absorb_item(struct sums *sums, const struct tally_item *item)
{
    enum { BEST = NUMBERS - 1 };
    int64_t number[NUMBERS];
    struct sum *row = row_for(sums, &item->key);
    if (!row) {
        return false;
    }
    numbers_of(item, number);
    for (int i = 0; i < BEST; i++) {
        row->number[i] += number[i];
    }
    row->number[BEST] = number[BEST] > row->number[BEST] ? number[BEST] : row->number[BEST];
    const struct evening *categories = item->key.kind == TALLY_STANDING ? item->of.results.categories : NULL;
    return !categories || absorb_categories(sums, row, categories);
}

enum err sums_absorb(struct sums *sums, struct tally *tally, struct store *store, struct error *error)
{
    for (size_t i = 0; i < tally->count; i++) {
        struct tally_item *item = &tally->items[i];
        if (item->key.kind != TALLY_STANDING && item->key.kind != TALLY_PAIR) {
            continue;
        }
        if (sums->rows_count >= ROWS_MOST || sums->groups_count >= GROUPS_MOST ||
            sums->categories_count >= CATEGORIES_MOST) {
            enum err err = sums_pour(sums, store, error);
            if (err != ERR_OK) {
                return err;
            }
        }
        if (!absorb_item(sums, item)) {
            return error_raise(error, &MSG_MEMORY);
        }
        if (item->key.kind == TALLY_STANDING) {
            mem_free(tally->allocator, item->of.results.categories);
        }
        item->key.kind = TALLY_FREE; /* nothing is looked up in it before it is emptied */
    }
    return ERR_OK;
}

static enum err pour_standing(const struct sums *sums, const struct sum *row, struct strbuf *body, struct store *store,
                              struct error *error)
{
    const int64_t *n = row->number;
    struct store_group group = tally_key_group(&sums->groups[row->group]);
    struct evening categories = {.categories = row->categories_count};
    struct tally_results results = {.games = n[0],
                                    .wins = n[1],
                                    .win = n[2],
                                    .total = n[3],
                                    .total_squares = n[4],
                                    .best = n[5],
                                    .categories = &categories};
    for (unsigned c = 0; c < row->categories_count; c++) {
        const int64_t *both = sums->categories + row->categories + 2 * (size_t)c;
        categories.category[c] = both[0];
        categories.squares[c] = both[1];
    }
    return tally_add_standing(store, row->a, &group, &results, body, error);
}

static enum err pour_row(const struct sums *sums, const struct sum *row, struct strbuf *body, struct store *store,
                         struct error *error)
{
    const struct tally_key *key = &sums->groups[row->group];
    const int64_t *n = row->number;
    if (key->kind == TALLY_PAIR) {
        struct store_pair pair = {.game = key->names->game,
                                  .a = row->a,
                                  .b = row->b,
                                  .games = n[0],
                                  .a_first = n[1],
                                  .b_first = n[2],
                                  .a_won = n[3],
                                  .b_won = n[4]};
        return store_pair_add(store, &pair, error);
    }
    return pour_standing(sums, row, body, store, error);
}

enum err sums_pour(struct sums *sums, struct store *store, struct error *error)
{
    enum { BODY_LIMIT = 1 << 12 };
    struct strbuf body;
    enum err err = ERR_OK;
    strbuf_init(&body, sums->allocator, BODY_LIMIT);
    for (size_t i = 0; err == ERR_OK && i < sums->rows_count; i++) {
        err = pour_row(sums, &sums->rows[i], &body, store, error);
    }
    strbuf_release(&body);
    hash_index_clear(&sums->index);
    hash_index_clear(&sums->groups_index);
    names_release(&sums->names);
    sums->rows_count = 0;
    sums->groups_count = 0;
    sums->categories_count = 0;
    return err;
}
