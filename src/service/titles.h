/*
 * Titles: what a club plays. A game that has an engine is one, under its own
 * id; every other title is made by the first record that names it, and is
 * known by the folded name that it had then. Renaming and merging are entries
 * of the log; the names that a title had stay with it.
 */
#ifndef SERVICE_TITLES_H
#define SERVICE_TITLES_H

#include "service/service.h"
#include "service/statistics.h"
#include "stats/quartiles.h"
#include "store/titles.h"

struct title {
    struct span id;
    struct name name;        /* as people write it, in both languages */
    const struct game *game; /* the engine, or the pad */
    struct span merged_into; /* id; empty: it is not merged */
    struct store_plays plays;
};
typedef enum err title_fn(void *context, const struct title *title, struct error *error);

/* Every game with an engine, in the order of the registry, then all titles in order of id; merged ones too. */
ERR_CHECK enum err service_titles(struct service *service, title_fn *fn, void *context, struct error *error);
/* By id or name. ERR_NOT_FOUND, with a title of a name that is near. */
ERR_CHECK enum err service_title(struct service *service, struct span name, title_fn *fn, void *context,
                                 struct error *error);
/* The id of what is called so, of a title that was merged that of its target. ERR_NOT_FOUND. */
ERR_CHECK enum err service_title_named(struct service *service, struct span name, char id[STORE_TITLE],
                                       struct error *error);

/* How the totals of games in which the same end is the better one are spread; in halves of the game's scale. */
struct title_spread {
    bool low; /* the lower, the better */
    struct quartiles totals;
};

/* A title and what the club did with it; owns its memory. */
struct title_page {
    struct arena arena;
    struct title title;
    struct leaderboard board;    /* everybody who played it, the most games first; without solo games */
    struct record_table records; /* of it alone */
    struct figure club_score;    /* everybody's mean total; unknown where there are none */
    struct title_spread
        spreads[2]; /* of all seats with a total, guests too, without solo games; the more scores first */
    size_t spreads_count;
    int64_t scale; /* of its totals */
};
/* By id or name, of a title that was merged the page of its target. ERR_NOT_FOUND. */
ERR_CHECK enum err service_title_page(struct service *service, struct span name, struct title_page *out,
                                      struct error *error);
void title_page_release(struct title_page *page);

/* Another name, as people write it. ERR_CONFLICT when another title has it; ERR_USAGE for a game with an engine. */
ERR_CHECK enum err service_title_rename(struct service *service, struct span author, struct span title,
                                        struct span name, struct error *error);
/* `title` is `into` from now on, in all statistics; both without an engine. */
ERR_CHECK enum err service_title_merge(struct service *service, struct span author, struct span title, struct span into,
                                       struct error *error);

#endif
