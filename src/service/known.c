/* Spelling a game as an export does, in the short way where there is one. */
#include "service/known.h"

#include "record/write.h"
#include "service/messages.h"

#include "base/banned.h"

enum { ASIDES_LIMIT = 2 * TEXT_LIMIT };

void known_init(struct known *known, const struct allocator *allocator, struct store *store,
                const struct people_map *people, const struct block_source *blocks)
{
    *known = (struct known){.store = store, .people = people, .blocks = blocks};
    strbuf_init(&known->text, allocator, TEXT_LIMIT);
}

void known_release(struct known *known)
{
    strbuf_release(&known->text);
}

/* A name for each `@handle`; a person without one is the handle of the person they were merged into. */
static enum err name_seats(const struct people_map *people, struct arena *arena, struct record *record,
                           struct error *error)
{
    for (unsigned i = 0; i < record->seats; i++) {
        struct field *seat = &record->seat[i];
        if (span_is(seat->text, RECORD_GUEST)) {
            continue;
        }
        const struct people_slot *slot = people_map_find(people, span_skip(seat->text, 1));
        if (!slot) {
            return error_raise_span(error, &SERVICE_MSG_HANDLE, seat->text);
        }
        struct span name = people_map_name(people, slot);
        const struct people_slot *target = slot->target == slot->id ? slot : people_map_by_id(people, slot->target);
        if (name.len > 0) {
            seat->text = name;
        } else if (target && target != slot) {
            char memory[PERSON_HANDLE + 1];
            struct strbuf text;
            strbuf_wrap(&text, memory, sizeof(memory));
            strbuf_add_char(&text, '@');
            strbuf_add(&text, target->handle);
            seat->text = span_from(arena_copy(arena, strbuf_span(&text)));
        }
        if (!seat->text.ptr) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return ERR_OK;
}

/* Behind its headers, a record that is one entry is in the log as it was hashed. Empty: there are no moves. */
static struct span tail_of(struct span text)
{
    struct span line;
    while (span_cut_at(&text, '\n', &line)) {
        if (span_starts(text, "\n")) {
            return text;
        }
    }
    return (struct span){NULL, 0};
}

/* Writes the record with names and asides to known->text; the arena holds what the copy borrows. */
static enum err spell(struct known *known, const struct story *story, struct record record, struct replay *replay,
                      struct arena *arena, struct error *error)
{
    enum err err = name_seats(known->people, arena, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = asides_put_back(known->store, story->source, arena, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    struct span tail = story->source == story->last ? tail_of(strbuf_span(&story->text)) : (struct span){NULL, 0};
    strbuf_clear(&known->text);
    if (tail.len == 0) {
        return record_write(&record, known->blocks, replay, &known->text, error);
    }
    record_write_head(&record, &replay->setup, &known->text);
    strbuf_add_span(&known->text, tail);
    return strbuf_ok(&known->text) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err known_find(struct known *known, const struct story *story, const struct record *record, struct replay *replay,
                    uint8_t hash[KEYED_HASH_SIZE], bool *found, struct error *error)
{
    struct arena arena;
    int64_t game = 0;
    *found = true;
    arena_init(&arena, known->text.allocator, ASIDES_LIMIT);
    enum err err = spell(known, story, *record, replay, &arena, error);
    arena_release(&arena);
    if (err != ERR_OK) {
        return err == ERR_IO || err == ERR_BUSY || err == ERR_MEMORY ? err : ERR_OK;
    }
    keyed_hash(known->key, strbuf_span(&known->text), hash);
    err = store_seen_find(known->store, hash, &game, error);
    *found = err == ERR_OK && game > 0;
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}
