/*
 * Looking for a word: people, titles, games, cards, nights, seasons and places.
 *
 * Names are compared as those of people are (base/fold.h). What is called just
 * so comes first, then what begins so, what has a word that begins so, what has
 * it inside, and last what has every word that was asked for somewhere. Nobody
 * is found by a name that was erased; whoever was merged is found by the name
 * from before as the one they are now, and a title by every name it had.
 *
 * Games are found by their number, and the newest of whatever else was found:
 * people, titles, days, places. Where nothing is called so, the words are read as two
 * parts, of which each is a person, a title or a time: `amelie foret`.
 *
 * One pass over the names of the club; games are read by index, a few of each.
 */
#ifndef SERVICE_SEARCH_H
#define SERVICE_SEARCH_H

#include "base/arena.h"
#include "service/service.h"

enum { SEARCH_LIMIT = 20 /* of each kind, at the most */, SEARCH_TEXT = 100 /* characters */ };

enum search_kind {
    SEARCH_PEOPLE,
    SEARCH_TITLES,
    SEARCH_GAMES,
    SEARCH_CARDS,
    SEARCH_NIGHTS,
    SEARCH_SEASONS,
    SEARCH_PLACES,
    SEARCH_KINDS
};

/* A card as its game, or a catalogue of it, calls it. */
struct search_card {
    struct span game; /* id */
    struct name name;
};

struct search_hit {
    int rank;         /* 0 is the best; see search_rank */
    int64_t order;    /* within a rank, the smallest first; then by `sort` */
    struct span sort; /* a folded name, or empty */
    int64_t id;       /* of a game or a season; the day of a night */
    struct span key;  /* the handle of a person, the id of a title, the name of a place */
    const void *what; /* struct search_card, struct night without its note */
};

struct search_list {
    struct search_hit hit[SEARCH_LIMIT]; /* the best first */
    size_t count;
};

struct search_found {
    struct arena arena;
    struct search_list list[SEARCH_KINDS];
};

/*
 * At most `limit` (1 to SEARCH_LIMIT) of each kind. ERR_USAGE for a text that is longer than SEARCH_TEXT, has characters
 * that cannot be seen, or nothing that a name could have.
 */
ERR_CHECK enum err service_search(struct service *service, struct span text, size_t limit, struct search_found *out,
                                  struct error *error);
void search_found_release(struct search_found *found);

#endif
