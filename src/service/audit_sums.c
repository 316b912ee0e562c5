/* Rows of numbers by group and people: a list, and an index of positions in it. */
#include "service/audit_sums.h"

#include "service/messages.h"

#include "base/banned.h"

enum { ROWS_MOST = 160000, ROWS_FIRST = 4096, GROUPS_MOST = 65536, NUMBERS = 7 };

struct sum {
    uint32_t group;
    uint32_t hash;
    int64_t a;
    int64_t b;
    int64_t number[NUMBERS]; /* standing: games … best; pair: games … b_won */
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
    const struct store_standing *s = &item->of.standing;
    const struct store_pair *p = &item->of.pair;
    if (item->key.kind == TALLY_STANDING) {
        const int64_t all[] = {s->games, s->wins, s->win60, s->win60_squares, s->total, s->total_squares, s->best};
        memcpy(number, all, sizeof(all));
    } else {
        const int64_t all[NUMBERS] = {p->games, p->a_first, p->b_first, p->a_won, p->b_won};
        memcpy(number, all, sizeof(all));
    }
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
        memcpy(row->number, number, sizeof(number));
        *slot = sums->rows_count;
        return true;
    }
    struct sum *row = &sums->rows[*slot - 1];
    for (int i = 0; i < BEST; i++) {
        row->number[i] += number[i];
    }
    row->number[BEST] = number[BEST] > row->number[BEST] ? number[BEST] : row->number[BEST];
    return true;
}

enum err sums_absorb(struct sums *sums, struct tally *tally, struct store *store, struct error *error)
{
    for (size_t i = 0; i < tally->room; i++) {
        struct tally_item *item = &tally->items[i];
        if (item->key.kind != TALLY_STANDING && item->key.kind != TALLY_PAIR) {
            continue;
        }
        if (sums->rows_count >= ROWS_MOST || sums->groups_count >= GROUPS_MOST) {
            enum err err = sums_pour(sums, store, error);
            if (err != ERR_OK) {
                return err;
            }
        }
        if (!absorb_item(sums, item)) {
            return error_raise(error, &MSG_MEMORY);
        }
        item->key.kind = TALLY_FREE; /* nothing is looked up in it before it is emptied */
    }
    return ERR_OK;
}

static enum err pour_row(const struct sums *sums, const struct sum *row, struct store *store, struct error *error)
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
    struct store_standing standing = {.person = row->a,
                                      .group = {.game = span_from(key->game),
                                                .variant = span_from(key->variant),
                                                .seats = key->seats,
                                                .level = span_from(key->level),
                                                .month = key->month},
                                      .games = n[0],
                                      .wins = n[1],
                                      .win60 = n[2],
                                      .win60_squares = n[3],
                                      .total = n[4],
                                      .total_squares = n[5],
                                      .best = n[6]};
    return store_standing_add(store, &standing, error);
}

enum err sums_pour(struct sums *sums, struct store *store, struct error *error)
{
    enum err err = ERR_OK;
    for (uint32_t i = 0; err == ERR_OK && i < sums->rows_count; i++) {
        err = pour_row(sums, &sums->rows[i], store, error);
    }
    if (sums->index) {
        memset(sums->index, 0, sums->index_room * sizeof(*sums->index));
    }
    sums->rows_count = 0;
    sums->groups_count = 0;
    return err;
}
