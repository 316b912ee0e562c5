/* People and titles of a file, by a hash of what it knows them by. */
#include "service/plays_names.h"

#include "base/fnv.h"
#include "service/messages.h"

#include "base/banned.h"

enum { ARENA_LIMIT = 256 << 20 };

void plays_names_init(struct plays_names *names, const struct allocator *allocator)
{
    *names = (struct plays_names){.allocator = allocator};
    arena_init(&names->arena, allocator, ARENA_LIMIT);
    hash_index_init(&names->index, allocator);
}

void plays_names_release(struct plays_names *names)
{
    mem_free(names->allocator, names->slot);
    mem_free(names->allocator, names->key);
    hash_index_release(&names->index);
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
static uint64_t hash_of(struct span key)
{
    return hash_mix(FNV_START, fnv_add(FNV_START, key));
}

struct wanted {
    const struct span *keys;
    struct span key;
};

static bool is_wanted(const void *context, size_t number)
{
    const struct wanted *wanted = context;
    return span_equal(wanted->keys[number], wanted->key);
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
    uint64_t hash = hash_of(key);
    struct wanted wanted = {names->key, key};
    size_t found = hash_index_find(&names->index, hash, is_wanted, &wanted);
    if (found != HASH_INDEX_NONE) {
        *out = names->slot[found];
        return ERR_OK;
    }
    if (names->count >= PLAYS_KNOWN) {
        return error_raise_int(error, &SERVICE_MSG_PLAYS_MANY, PLAYS_KNOWN);
    }
    *out = add(names, key, name, id);
    if (!*out || !hash_index_add(&names->index, hash, names->count)) {
        return error_raise(error, &MSG_MEMORY);
    }
    names->count++;
    return ERR_OK;
}
