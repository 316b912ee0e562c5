/* The table of names: a list, and an index of it. */
#include "service/stats_names.h"

#include "base/fnv.h"
#include "base/sha256.h"

#include <stdlib.h>

#include "base/banned.h"

void names_init(struct names_table *table, const struct allocator *allocator)
{
    *table = (struct names_table){.allocator = allocator};
    hash_index_init(&table->index, allocator);
}

void names_release(struct names_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        mem_free(table->allocator, table->list[i].names);
    }
    mem_free(table->allocator, table->list);
    hash_index_release(&table->index);
    names_init(table, table->allocator);
}

bool names_fit(const struct store_group *group)
{
    return group->game.len < NAMES_TITLE && group->variant.len < NAMES_SHORT && group->level.len < NAMES_SHORT &&
           (group->catalogue.len == 0 || group->catalogue.len == SHA256_SIZE);
}

struct wanted {
    const struct names_slot *list;
    const struct store_group *group;
};

static bool is_wanted(const void *context, size_t number)
{
    const struct wanted *wanted = context;
    const struct group_names *names = wanted->list[number].names;
    const struct store_group *group = wanted->group;
    return span_equal(names->game, group->game) && span_equal(names->variant, group->variant) &&
           span_equal(names->level, group->level) && span_equal(names->catalogue, group->catalogue);
}

static uint64_t hash_of(const struct store_group *group)
{
    uint64_t hash = fnv_add(FNV_START, group->game);
    hash = fnv_add(hash * 3, group->variant); /* a step between the texts, so that none runs into the next */
    hash = fnv_add(hash * 3, group->level);
    hash = fnv_add(hash * 3, group->catalogue);
    return hash * UINT64_C(0x9e3779b97f4a7c15); /* the index looks at the upper half */
}

/* The text behind those that are there. */
static struct span put_text(struct group_names *names, size_t *size, struct span text)
{
    char *at = names->text + *size;
    if (text.len > 0) {
        memcpy(at, text.ptr, text.len);
    }
    *size += text.len;
    return span_of(at, text.len);
}

static struct group_names *new_names(const struct allocator *allocator, const struct store_group *group)
{
    size_t size = group->game.len + group->variant.len + group->level.len + group->catalogue.len;
    struct group_names *names = mem_new(allocator, 1, sizeof(*names) + size);
    if (names) {
        size = 0;
        names->game = put_text(names, &size, group->game);
        names->variant = put_text(names, &size, group->variant);
        names->level = put_text(names, &size, group->level);
        names->catalogue = put_text(names, &size, group->catalogue);
    }
    return names;
}

const struct group_names *names_for(struct names_table *table, const struct store_group *group)
{
    uint64_t hash = hash_of(group);
    struct wanted wanted = {table->list, group};
    size_t found = hash_index_find(&table->index, hash, is_wanted, &wanted);
    if (found != HASH_INDEX_NONE) {
        return table->list[found].names;
    }
    struct names_slot *list = mem_more(table->allocator, table->list, table->count, &table->room, sizeof(*list));
    if (!list) {
        return NULL;
    }
    table->list = list;
    struct group_names *names = new_names(table->allocator, group);
    if (!names || !hash_index_add(&table->index, hash, table->count)) {
        mem_free(table->allocator, names);
        return NULL;
    }
    table->list[table->count++] = (struct names_slot){names};
    return names;
}

static int by_text(const void *a, const void *b)
{
    const struct group_names *one = ((const struct names_slot *)a)->names;
    const struct group_names *other = ((const struct names_slot *)b)->names;
    int order = span_order(one->game, other->game);
    order = order ? order : span_order(one->variant, other->variant);
    return order ? order : span_order(one->level, other->level);
}

bool names_order(struct names_table *table)
{
    if (table->ordered == table->count) {
        return true;
    }
    struct names_slot *sorted = mem_new(table->allocator, table->count, sizeof(*sorted));
    if (!sorted) {
        return false;
    }
    memcpy(sorted, table->list, table->count * sizeof(*sorted));
    qsort(sorted, table->count, sizeof(*sorted), by_text);
    for (size_t i = 0; i < table->count; i++) {
        sorted[i].names->order = i;
    }
    mem_free(table->allocator, sorted);
    table->ordered = table->count;
    return true;
}
