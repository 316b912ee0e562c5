/* What people look for by its name; a part of store.h, with its promises. */
#ifndef STORE_SEARCH_H
#define STORE_SEARCH_H

#include "store/store.h"

/* `person` after merges; a name that was erased is not there. */
typedef enum err store_found_person_fn(void *context, struct span folded, int64_t person, struct error *error);
/* Everybody whose folded name has `word` in it. */
ERR_CHECK enum err store_found_people(struct store *store, struct span word, store_found_person_fn *fn, void *context,
                                      struct error *error);

typedef enum err store_found_game_fn(void *context, int64_t game, bool has_day, int64_t day, struct error *error);
/* The newest games, none of them void: of a title, of a day, of records that name a place. */
ERR_CHECK enum err store_found_of_title(struct store *store, struct span title, int64_t limit, store_found_game_fn *fn,
                                        void *context, struct error *error);
ERR_CHECK enum err store_found_of_day(struct store *store, int64_t day, int64_t limit, store_found_game_fn *fn,
                                      void *context, struct error *error);
ERR_CHECK enum err store_found_of_place(struct store *store, struct span place, int64_t limit, store_found_game_fn *fn,
                                        void *context, struct error *error);

#endif
