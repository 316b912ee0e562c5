/* Numbers for ids, in the order in which they come. */
#include "wire/bgstats_refs.h"

#include "base/keyed_hash.h"

#include "base/banned.h"

enum { FIRST_ROOM = 64 };

void bgstats_refs_init(struct bgstats_refs *refs, const struct allocator *allocator)
{
    *refs = (struct bgstats_refs){.allocator = allocator};
    arena_init(&refs->texts, allocator, BGSTATS_REFS_BYTES);
}

void bgstats_refs_release(struct bgstats_refs *refs)
{
    arena_release(&refs->texts);
    mem_free(refs->allocator, refs->items);
    mem_free(refs->allocator, refs->slots);
    *refs = (struct bgstats_refs){.allocator = refs->allocator};
}

/* Where the id is, or would be. Ids come from files of others: a hash that cannot be aimed at keeps this quick. */
static size_t *slot_of(const struct bgstats_refs *refs, struct span id)
{
    static const uint8_t key[KEYED_HASH_KEY] = {0};
    uint8_t hash[KEYED_HASH_SIZE];
    size_t at = 0;
    keyed_hash(key, id, hash);
    memcpy(&at, hash, sizeof(at));
    for (at &= refs->slots_room - 1; refs->slots[at] != 0; at = (at + 1) & (refs->slots_room - 1)) {
        if (span_equal(refs->items[refs->slots[at] - 1].id, id)) {
            break;
        }
    }
    return &refs->slots[at];
}

static bool grow(struct bgstats_refs *refs)
{
    if (2 * (refs->count + 1) <= refs->slots_room) {
        return true;
    }
    size_t room = refs->slots_room > 0 ? 2 * refs->slots_room : FIRST_ROOM;
    size_t *slots = mem_new(refs->allocator, room, sizeof(*slots));
    if (!slots) {
        return false;
    }
    mem_free(refs->allocator, refs->slots);
    refs->slots = slots;
    refs->slots_room = room;
    for (size_t i = 0; i < refs->count; i++) {
        *slot_of(refs, refs->items[i].id) = i + 1;
    }
    return true;
}

static bool add(struct bgstats_refs *refs, struct span id, struct span name)
{
    const char *own_id = arena_copy(&refs->texts, id);
    const char *own_name = arena_copy(&refs->texts, name);
    struct bgstats_ref *items = mem_more(refs->allocator, refs->items, refs->count, &refs->room, sizeof(*items));
    refs->items = items ? items : refs->items;
    if (!own_id || !own_name || !items) {
        return false;
    }
    items[refs->count++] = (struct bgstats_ref){.id = span_from(own_id), .name = span_from(own_name)};
    return true;
}

enum err bgstats_refs_number(struct bgstats_refs *refs, struct span id, struct span name, size_t *number,
                             struct error *error)
{
    if (!grow(refs)) {
        return error_raise(error, &MSG_MEMORY);
    }
    size_t *slot = slot_of(refs, id);
    if (*slot == 0) {
        if (!add(refs, id, name)) {
            return error_raise(error, &MSG_MEMORY);
        }
        *slot = refs->count;
    }
    *number = *slot;
    return ERR_OK;
}
