/*
 * How the ids are laid out: bits 0 to 47 and 52 to 63 of the uuid are the
 * payload, 66 to 127 the keyed hash of what the id is of. It is the hash of the
 * kind and of the hash of the text, so the ids of two kinds never meet and a
 * text may be of any length.
 */
#include "service/own_ids.h"

#include "base/handle.h"
#include "base/secret.h"

#include "base/banned.h"

static const char GAME[] = "own id of a game\n";
static const char PERSON[] = "own id of a person\n";
static const char GUEST[] = "own id of a guest\n";
static const char TITLE[] = "own id of a title\n";
static const char PLACE[] = "own id of a place\n";

static void hash_of(const uint8_t key[KEYED_HASH_KEY], const char *kind, struct span text, uint8_t out[UUID_BYTES])
{
    char memory[64];
    struct strbuf all;
    keyed_hash(key, text, out);
    strbuf_wrap(&all, memory, sizeof(memory));
    strbuf_add(&all, kind);
    strbuf_add_span(&all, span_of((const char *)out, KEYED_HASH_SIZE));
    keyed_hash(key, strbuf_span(&all), out);
    uuid_stamp(out, UUID_FREE);
}
_Static_assert((int)KEYED_HASH_SIZE == (int)UUID_BYTES, "a keyed hash is as long as a uuid");

/* The id of `text` with the payload, which is below 2^60. */
static void pack(const uint8_t key[KEYED_HASH_KEY], const char *kind, struct span text, uint64_t payload,
                 uint8_t out[UUID_BYTES])
{
    hash_of(key, kind, text, out);
    for (int i = 0; i < 6; i++) {
        out[i] = (uint8_t)(payload >> (52 - 8 * i));
    }
    out[6] = (uint8_t)(payload >> 8 & 0x0f);
    out[7] = (uint8_t)payload;
    uuid_stamp(out, UUID_FREE);
}

static uint64_t payload_of(const uint8_t bytes[UUID_BYTES])
{
    uint64_t payload = 0;
    for (int i = 0; i < 6; i++) {
        payload = payload << 8 | bytes[i];
    }
    return payload << 12 | (uint64_t)(bytes[6] & 0x0f) << 8 | bytes[7];
}

static void pack_game(const uint8_t key[KEYED_HASH_KEY], int64_t game, uint8_t out[UUID_BYTES])
{
    char memory[24];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_int(&text, game);
    pack(key, GAME, strbuf_span(&text), (uint64_t)game, out);
}

void own_id_game(const uint8_t key[KEYED_HASH_KEY], int64_t game, char out[UUID_SIZE])
{
    uint8_t bytes[UUID_BYTES];
    pack_game(key, game, bytes);
    uuid_write(bytes, out);
}

bool own_id_game_read(const uint8_t key[KEYED_HASH_KEY], struct span uuid, int64_t *game)
{
    uint8_t given[UUID_BYTES];
    uint8_t made[UUID_BYTES];
    if (!uuid_read(uuid, given)) {
        return false;
    }
    uint64_t payload = payload_of(given);
    if (payload < 1 || payload > (uint64_t)SPAN_INT_MAX) {
        return false;
    }
    pack_game(key, (int64_t)payload, made);
    if (!secret_equal(given, made, UUID_BYTES)) {
        return false;
    }
    *game = (int64_t)payload;
    return true;
}

void own_id_person(const uint8_t key[KEYED_HASH_KEY], struct span handle, char out[UUID_SIZE])
{
    uint8_t bytes[UUID_BYTES];
    if (handle_ok(handle)) {
        pack(key, PERSON, handle, handle_number(handle), bytes);
    } else {
        hash_of(key, PERSON, handle, bytes); /* no person has such a handle */
    }
    uuid_write(bytes, out);
}

bool own_id_person_read(const uint8_t key[KEYED_HASH_KEY], struct span uuid, char handle[PERSON_HANDLE])
{
    uint8_t given[UUID_BYTES];
    uint8_t made[UUID_BYTES];
    if (!uuid_read(uuid, given) || !handle_of_number(payload_of(given), handle)) {
        return false;
    }
    pack(key, PERSON, span_from(handle), payload_of(given), made);
    return secret_equal(given, made, UUID_BYTES);
}
_Static_assert((int)PERSON_HANDLE >= (int)HANDLE_SIZE, "a handle fits");

static void hashed(const uint8_t key[KEYED_HASH_KEY], const char *kind, struct span text, char out[UUID_SIZE])
{
    uint8_t bytes[UUID_BYTES];
    hash_of(key, kind, text, bytes);
    uuid_write(bytes, out);
}

void own_id_guest(const uint8_t key[KEYED_HASH_KEY], char out[UUID_SIZE])
{
    hashed(key, GUEST, SPAN_LITERAL(""), out);
}

bool own_id_guest_is(const uint8_t key[KEYED_HASH_KEY], struct span uuid)
{
    char guest[UUID_SIZE];
    own_id_guest(key, guest);
    return span_equal_nocase(uuid, span_from(guest));
}

void own_id_title(const uint8_t key[KEYED_HASH_KEY], struct span title_id, char out[UUID_SIZE])
{
    hashed(key, TITLE, title_id, out);
}

void own_id_place(const uint8_t key[KEYED_HASH_KEY], struct span name, char out[UUID_SIZE])
{
    hashed(key, PLACE, name, out);
}
