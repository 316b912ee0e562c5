/* Private to the room: by which id another program knows a game, a person or a title of ours. */
#ifndef SERVICE_PLAY_IDS_H
#define SERVICE_PLAY_IDS_H

#include "service/internal.h"
#include "service/plays.h"

struct play_ids {
    struct service *service;
    struct arena *memory; /* of the ids */
    bool own;             /* those that came in are not looked at */
    uint8_t key[KEYED_HASH_KEY];
};

/* Reads the key that our ids are made with, as it is now. */
ERR_CHECK enum err play_ids_init(struct play_ids *ids, struct service *service, struct arena *memory, bool own,
                                 struct error *error);

ERR_CHECK enum err play_id_game(const struct play_ids *ids, int64_t game, struct span *out, struct error *error);
ERR_CHECK enum err play_id_person(const struct play_ids *ids, struct span handle, struct span *out,
                                  struct error *error);
ERR_CHECK enum err play_id_title(const struct play_ids *ids, struct span title, struct span *out, struct error *error);
/* The number at BoardGameGeek under which plays of the title came in; 0: none did. */
ERR_CHECK enum err play_bgg_title(const struct play_ids *ids, struct span title, int64_t *out, struct error *error);

/* A copy in `memory`. */
ERR_CHECK enum err play_keep(struct arena *memory, struct span text, struct span *out, struct error *error);

#endif
