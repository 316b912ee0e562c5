/*
 * Titles: what a club plays besides the games that have engines; a part of
 * store.h, with its promises. An id is the folded name with which a title was
 * made; `target` is what it is now, itself unless it was merged.
 */
#ifndef STORE_TITLES_H
#define STORE_TITLES_H

#include "store/store.h"

enum { STORE_TITLE = 128 /* an id or a folded name, terminated */ };

struct store_title {
    struct span id;
    struct span name;
    struct span target;
};
typedef enum err store_title_fn(void *context, const struct store_title *title, struct error *error);

/* Replaces the row. */
ERR_CHECK enum err store_title_put(struct store *store, const struct store_title *title, struct error *error);
/* Whatever was `id` is `target` from now on. */
ERR_CHECK enum err store_title_follow(struct store *store, struct span id, struct span target, struct error *error);
/* A name that the title has. */
ERR_CHECK enum err store_title_name_put(struct store *store, struct span folded, struct span id, struct error *error);
/* The title that the folded name is one of now; ERR_NOT_FOUND. */
ERR_CHECK enum err store_title_find(struct store *store, struct span folded, char id[STORE_TITLE], struct error *error);
/* By id; ERR_NOT_FOUND. */
ERR_CHECK enum err store_title(struct store *store, struct span id, store_title_fn *fn, void *context,
                               struct error *error);
/* All, in order of id; of their names `id` is the folded name and `name` the title's id. */
ERR_CHECK enum err store_titles(struct store *store, store_title_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_title_names(struct store *store, store_title_fn *fn, void *context, struct error *error);

/* Finished games of a title. */
struct store_plays {
    int64_t games;
    int64_t first, last; /* days; INT64_MIN: none is known */
    int64_t minutes;     /* of the games that say how long they took, */
    int64_t timed;       /* which are so many */
};
ERR_CHECK enum err store_title_plays(struct store *store, struct span id, struct store_plays *plays,
                                     struct error *error);

/* What was played that comes next after `id` (empty: the first), by id; an engine's too. `*found` false: nothing. */
ERR_CHECK enum err store_title_after(struct store *store, char id[STORE_TITLE], bool *found, struct error *error);

/* The games of a title, in any state, in order. */
typedef enum err store_title_game_fn(void *context, int64_t game, struct error *error);
ERR_CHECK enum err store_title_games(struct store *store, struct span id, store_title_game_fn *fn, void *context,
                                     struct error *error);
/* The variant that most of its finished games have, appended to `out`; nothing when there is none. */
ERR_CHECK enum err store_title_variant(struct store *store, struct span id, struct strbuf *out, struct error *error);
/* One becomes a game of `target`; what sums know of it is the caller's business. */
ERR_CHECK enum err store_title_move(struct store *store, int64_t game, struct span target, struct error *error);

#endif
