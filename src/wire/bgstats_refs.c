/* Numbers for ids, in the order in which they come. */
#include "wire/bgstats_refs.h"

#include "base/keyed_hash.h"

#include "base/banned.h"

void bgstats_refs_init(struct bgstats_refs *refs, const struct allocator *allocator)
{
    *refs = (struct bgstats_refs){.allocator = allocator};
    arena_init(&refs->texts, allocator, BGSTATS_REFS_BYTES);
    hash_index_init(&refs->index, allocator);
}

void bgstats_refs_release(struct bgstats_refs *refs)
{
    arena_release(&refs->texts);
    mem_free(refs->allocator, refs->items);
    hash_index_release(&refs->index);
    *refs = (struct bgstats_refs){.allocator = refs->allocator};
}

/* Ids come from files of others: a hash that cannot be aimed at keeps this quick. */
static uint64_t hash_of(struct span id)
{
    static const uint8_t key[KEYED_HASH_KEY] = {0};
    uint8_t bytes[KEYED_HASH_SIZE];
    uint64_t hash = 0;
    keyed_hash(key, id, bytes);
    memcpy(&hash, bytes, sizeof(hash));
    return hash;
}

struct wanted {
    const struct bgstats_ref *items;
    struct span id;
};

static bool is_wanted(const void *context, size_t number)
{
    const struct wanted *wanted = context;
    return span_equal(wanted->items[number].id, wanted->id);
}

static bool add(struct bgstats_refs *refs, uint64_t hash, struct span id, struct span name)
{
    const char *own_id = arena_copy(&refs->texts, id);
    const char *own_name = arena_copy(&refs->texts, name);
    struct bgstats_ref *items = mem_more(refs->allocator, refs->items, refs->count, &refs->room, sizeof(*items));
    refs->items = items ? items : refs->items;
    if (!own_id || !own_name || !items || !hash_index_add(&refs->index, hash, refs->count)) {
        return false;
    }
    items[refs->count++] = (struct bgstats_ref){.id = span_from(own_id), .name = span_from(own_name)};
    return true;
}

enum err bgstats_refs_number(struct bgstats_refs *refs, struct span id, struct span name, size_t *number,
                             struct error *error)
{
    uint64_t hash = hash_of(id);
    struct wanted wanted = {refs->items, id};
    size_t found = hash_index_find(&refs->index, hash, is_wanted, &wanted);
    if (found == HASH_INDEX_NONE) {
        found = refs->count;
        if (!add(refs, hash, id, name)) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    *number = found + 1;
    return ERR_OK;
}
