/* People and titles of a file, by a hash of what it knows them by. */
#include "service/plays_names.h"

#include "base/fnv.h"
#include "service/messages.h"

#include "base/banned.h"

enum { ARENA_LIMIT = 256 << 20, INDEX_FIRST = 256 };

void plays_names_init(struct plays_names *names, const struct allocator *allocator)
{
    *names = (struct plays_names){.allocator = allocator};
    arena_init(&names->arena, allocator, ARENA_LIMIT);
}

void plays_names_release(struct plays_names *names)
{
    mem_free(names->allocator, names->slot);
    mem_free(names->allocator, names->index);
    mem_free(names->allocator, names->key);
    arena_release(&names->arena);
    *names = (struct plays_names){.allocator = names->allocator};
}

struct span plays_names_copy(struct plays_names *names, struct span text)
{
    const char *copy = arena_copy(&names->arena, text);
    return copy ? span_of(copy, text.len) : (struct span){NULL, 0};
}

void plays_text_copy(char *out, size_t size, struct span text)
{
    struct strbuf copy;
    strbuf_wrap(&copy, out, size);
    strbuf_add_span(&copy, text);
}

/* Names of a file, at most PLAYS_KNOWN; who chooses them badly slows down only their own import. */
static size_t hash_of(struct span key)
{
    uint64_t hash = fnv_add(FNV_START, key);
    return (size_t)(hash ^ hash >> 32);
}

/* Where `key` stands in the index, or would. */
static size_t position(const struct plays_names *names, struct span key)
{
    size_t at = hash_of(key) & (names->index_room - 1);
    while (names->index[at] != 0 && !span_equal(names->key[names->index[at] - 1], key)) {
        at = (at + 1) & (names->index_room - 1);
    }
    return at;
}

/* Keeps the index at most half full. */
static bool grow(struct plays_names *names)
{
    if (2 * (names->count + 1) <= names->index_room) {
        return true;
    }
    size_t room = names->index_room > 0 ? 2 * names->index_room : INDEX_FIRST;
    uint32_t *index = mem_new(names->allocator, room, sizeof(*index));
    if (!index) {
        return false;
    }
    mem_free(names->allocator, names->index);
    names->index = index;
    names->index_room = room;
    for (size_t i = 0; i < names->count; i++) {
        names->index[position(names, names->key[i])] = (uint32_t)i + 1;
    }
    return true;
}

/* A new slot behind the others. */
static struct plays_slot *add(struct plays_names *names, struct span key, struct span name, struct span id)
{
    struct plays_slot **slots =
        mem_more(names->allocator, names->slot, names->count, &names->room, sizeof(struct plays_slot *));
    names->slot = slots ? slots : names->slot;
    struct span *keys = mem_more(names->allocator, names->key, names->count, &names->key_room, sizeof(*keys));
    names->key = keys ? keys : names->key;
    struct plays_slot *slot = arena_new(&names->arena, 1, sizeof(*slot));
    struct span kept = plays_names_copy(names, key);
    if (!slots || !keys || !slot || !kept.ptr) {
        return NULL;
    }
    *slot = (struct plays_slot){.said = {.name = plays_names_copy(names, name), .id = plays_names_copy(names, id)}};
    if (!slot->said.name.ptr || !slot->said.id.ptr) {
        return NULL;
    }
    names->slot[names->count] = slot;
    names->key[names->count] = kept;
    return slot;
}

enum err plays_names_get(struct plays_names *names, struct span key, struct span name, struct span id,
                         struct plays_slot **out, struct error *error)
{
    if (!grow(names)) {
        return error_raise(error, &MSG_MEMORY);
    }
    size_t at = position(names, key);
    if (names->index[at] != 0) {
        *out = names->slot[names->index[at] - 1];
        return ERR_OK;
    }
    if (names->count >= PLAYS_KNOWN) {
        return error_raise_int(error, &SERVICE_MSG_PLAYS_MANY, PLAYS_KNOWN);
    }
    *out = add(names, key, name, id);
    if (!*out) {
        return error_raise(error, &MSG_MEMORY);
    }
    names->index[at] = (uint32_t)++names->count;
    return ERR_OK;
}
