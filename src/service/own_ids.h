/*
 * Ids that this club gives what it sends to other programs, where those know
 * things by uuid. Each is a uuid of version 8, the same for ever in one club
 * and another one in every other club, and needs no table: the id of a game
 * holds the game's number and the id of a person the handle, each with a keyed
 * hash of it, so that what comes back is known again and whatever this club did
 * not make is refused. Ids of titles and places are hashes and only compared.
 *
 * The 60 bits before the variant are the number or the handle, the 62 behind it
 * the hash. The key is the one that imports are recognised by; a club that lost
 * it and had it made anew (`dendro rebuild`) gives new ids from then on.
 */
#ifndef SERVICE_OWN_IDS_H
#define SERVICE_OWN_IDS_H

#include "base/keyed_hash.h"
#include "base/uuid.h"
#include "service/service.h"

/* `game` is from 1 to SPAN_INT_MAX. */
void own_id_game(const uint8_t key[KEYED_HASH_KEY], int64_t game, char out[UUID_SIZE]);
/* False, with `*game` as it was, for an id that own_id_game has not made with this key. */
bool own_id_game_read(const uint8_t key[KEYED_HASH_KEY], struct span uuid, int64_t *game);

void own_id_person(const uint8_t key[KEYED_HASH_KEY], struct span handle, char out[UUID_SIZE]);
/* False, with `handle` undefined, for an id that own_id_person has not made with this key. */
bool own_id_person_read(const uint8_t key[KEYED_HASH_KEY], struct span uuid, char handle[PERSON_HANDLE]);

/* Whoever is nobody in particular: one id for all guests. */
void own_id_guest(const uint8_t key[KEYED_HASH_KEY], char out[UUID_SIZE]);
bool own_id_guest_is(const uint8_t key[KEYED_HASH_KEY], struct span uuid);

void own_id_title(const uint8_t key[KEYED_HASH_KEY], struct span title_id, char out[UUID_SIZE]);
void own_id_place(const uint8_t key[KEYED_HASH_KEY], struct span name, char out[UUID_SIZE]);

#endif
