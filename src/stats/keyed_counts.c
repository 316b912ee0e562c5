/* A hash table of counters. */
#include "stats/keyed_counts.h"

#include <stdlib.h>

#include "base/banned.h"

void keyed_counts_init(struct keyed_counts *counts, const struct allocator *allocator)
{
    *counts = (struct keyed_counts){.allocator = allocator};
}

void keyed_counts_release(struct keyed_counts *counts)
{
    mem_free(counts->allocator, counts->items);
    *counts = (struct keyed_counts){.allocator = counts->allocator};
}

/* The counter of the key, or the free one where it would go. */
static struct keyed_count *slot_for(const struct keyed_counts *counts, int64_t key)
{
    uint64_t hash = (uint64_t)key * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(hash ^ hash >> 32) & (counts->room - 1); /* both halves of the key count */
    while (counts->items[at].count != 0 && counts->items[at].key != key) {
        at = (at + 1) & (counts->room - 1);
    }
    return &counts->items[at];
}

static bool enlarge(struct keyed_counts *counts)
{
    struct keyed_counts larger = *counts;
    larger.room = counts->room ? counts->room * 2 : 64;
    larger.items = mem_new(counts->allocator, larger.room, sizeof(larger.items[0]));
    if (!larger.items) {
        return false;
    }
    for (size_t i = 0; i < counts->room; i++) {
        if (counts->items[i].count != 0) {
            *slot_for(&larger, counts->items[i].key) = counts->items[i];
        }
    }
    mem_free(counts->allocator, counts->items);
    *counts = larger;
    return true;
}

bool keyed_counts_add(struct keyed_counts *counts, int64_t key)
{
    if ((counts->used + 1) * 2 > counts->room && !enlarge(counts)) {
        return false;
    }
    struct keyed_count *item = slot_for(counts, key);
    counts->used += item->count == 0;
    item->key = key;
    item->count++;
    counts->sum++;
    return true;
}

/* Free ones last. */
static int by_key(const void *a, const void *b)
{
    const struct keyed_count *one = a;
    const struct keyed_count *two = b;
    if (one->count == 0 || two->count == 0) {
        return (one->count == 0) - (two->count == 0);
    }
    return one->key < two->key ? -1 : one->key > two->key;
}

void keyed_counts_sort(struct keyed_counts *counts)
{
    if (counts->room > 0) {
        qsort(counts->items, counts->room, sizeof(counts->items[0]), by_key);
    }
}
