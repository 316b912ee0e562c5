/* Rows of numbers by group and people: a list, and an index of positions in it. */
#include "service/audit_sums.h"

#include "service/messages.h"

#include "base/banned.h"

enum {
    ROWS_MOST = 160000,
    ROWS_FIRST = 4096,
    GROUPS_MOST = 65536,
    CATEGORIES_MOST = 1 << 20,
    CATEGORIES_FIRST = 1 << 14,
    NUMBERS = 6
};

struct sum {
    uint32_t group;
    uint32_t hash;
    int64_t a;
    int64_t b;
    int64_t number[NUMBERS];   /* standing: games … best; pair: games … b_won */
    uint32_t categories;       /* standing: where its categories begin, */
    uint32_t categories_count; /* and how many they are */
};

void sums_init(struct sums *sums, const struct allocator *allocator)
{
    *sums = (struct sums){.allocator = allocator};
}

void sums_release(struct sums *sums)
{
    mem_free(sums->allocator, sums->groups);
    mem_free(sums->allocator, sums->rows);
    mem_free(sums->allocator, sums->index);
    mem_free(sums->allocator, sums->categories);
    *sums = (struct sums){.allocator = sums->allocator};
}

/* ---- groups: some dozens at a time, because a log goes from month to month ---- */

static bool is_group(const struct tally_key *group, const struct tally_key *key)
{
    return group->kind == key->kind && group->seats == key->seats && group->month == key->month &&
           memcmp(group->game, key->game, sizeof(key->game)) == 0 &&
           memcmp(group->variant, key->variant, sizeof(key->variant)) == 0 &&
           memcmp(group->level, key->level, sizeof(key->level)) == 0;
}

/* The newest are looked at first. False: no memory, or too many. */
static bool find_group(struct sums *sums, const struct tally_key *key, uint32_t *group)
{
    for (uint32_t i = sums->groups_count; i > 0; i--) {
        if (is_group(&sums->groups[i - 1], key)) {
            *group = i - 1;
            return true;
        }
    }
    if (sums->groups_count == sums->groups_room) {
        uint32_t room = sums->groups_room > 0 ? 2 * sums->groups_room : 64;
        void *larger = mem_resize(sums->allocator, sums->groups, room * sizeof(struct tally_key));
        if (!larger) {
            return false;
        }
        sums->groups = larger;
        sums->groups_room = room;
    }
    *group = sums->groups_count;
    sums->groups[sums->groups_count] = *key;
    sums->groups[sums->groups_count].a = sums->groups[sums->groups_count].b = 0;
    sums->groups_count++;
    return true;
}

/* ---- rows ---- */

static uint32_t hash_of(uint32_t group, int64_t a, int64_t b)
{
    uint64_t hash = (uint64_t)a * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 29) ^ (uint64_t)b) * UINT64_C(0xbf58476d1ce4e5b9);
    hash = (hash ^ (hash >> 32) ^ group) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(hash >> 32);
}

/* Where in the index such a row is, or would be. */
static uint32_t *slot_for(const struct sums *sums, uint32_t group, int64_t a, int64_t b, uint32_t hash)
{
    uint32_t at = hash & (sums->index_room - 1);
    while (sums->index[at] != 0) {
        const struct sum *row = &sums->rows[sums->index[at] - 1];
        if (row->hash == hash && row->group == group && row->a == a && row->b == b) {
            break;
        }
        at = (at + 1) & (sums->index_room - 1);
    }
    return &sums->index[at];
}

static bool enlarge(struct sums *sums)
{
    uint32_t room = sums->rows_room > 0 ? 2 * sums->rows_room : ROWS_FIRST;
    uint32_t *index = mem_new(sums->allocator, 2 * (size_t)room, sizeof(*index));
    void *rows = index ? mem_resize(sums->allocator, sums->rows, room * sizeof(struct sum)) : NULL;
    if (!rows) {
        mem_free(sums->allocator, index);
        return false;
    }
    mem_free(sums->allocator, sums->index);
    sums->index = index;
    sums->index_room = 2 * room;
    sums->rows = rows;
    sums->rows_room = room;
    for (uint32_t i = 0; i < sums->rows_count; i++) {
        const struct sum *row = &sums->rows[i];
        *slot_for(sums, row->group, row->a, row->b, row->hash) = i + 1;
    }
    return true;
}

static void numbers_of(const struct tally_item *item, int64_t number[NUMBERS])
{
    if (item->key.kind == TALLY_STANDING) {
        const struct evening *s = &item->of.standing->sums;
        const int64_t all[NUMBERS] = {s->games, s->wins, s->win, s->total, s->total_squares, item->of.standing->best};
        memcpy(number, all, sizeof(all));
    } else {
        const struct store_pair *p = &item->of.pair;
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
    uint32_t group = 0;
    if ((sums->rows_count == sums->rows_room && !enlarge(sums)) || !find_group(sums, &item->key, &group)) {
        return false;
    }
    uint32_t hash = hash_of(group, item->key.a, item->key.b);
    uint32_t *slot = slot_for(sums, group, item->key.a, item->key.b, hash);
    numbers_of(item, number);
    if (*slot == 0) {
        struct sum *row = &sums->rows[sums->rows_count++];
        *row = (struct sum){.group = group, .hash = hash, .a = item->key.a, .b = item->key.b};
        row->number[BEST] = number[BEST];
        *slot = sums->rows_count;
    }
    struct sum *row = &sums->rows[*slot - 1];
    for (int i = 0; i < BEST; i++) {
        row->number[i] += number[i];
    }
    row->number[BEST] = number[BEST] > row->number[BEST] ? number[BEST] : row->number[BEST];
    return item->key.kind != TALLY_STANDING || absorb_categories(sums, row, &item->of.standing->sums);
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
            mem_free(tally->allocator, item->of.standing);
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
    struct tally_standing standing = {
        .sums = {.games = n[0], .wins = n[1], .win = n[2], .total = n[3], .total_squares = n[4]}, .best = n[5]};
    standing.sums.categories = row->categories_count;
    for (unsigned c = 0; c < row->categories_count; c++) {
        const int64_t *both = sums->categories + row->categories + 2 * (size_t)c;
        standing.sums.category[c] = both[0];
        standing.sums.squares[c] = both[1];
    }
    return tally_add_standing(store, row->a, &group, &standing, body, error);
}

static enum err pour_row(const struct sums *sums, const struct sum *row, struct strbuf *body, struct store *store,
                         struct error *error)
{
    const struct tally_key *key = &sums->groups[row->group];
    const int64_t *n = row->number;
    if (key->kind == TALLY_PAIR) {
        struct store_pair pair = {.game = span_from(key->game),
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
    for (uint32_t i = 0; err == ERR_OK && i < sums->rows_count; i++) {
        err = pour_row(sums, &sums->rows[i], &body, store, error);
    }
    strbuf_release(&body);
    if (sums->index) {
        memset(sums->index, 0, sums->index_room * sizeof(*sums->index));
    }
    sums->rows_count = 0;
    sums->groups_count = 0;
    sums->categories_count = 0;
    return err;
}
