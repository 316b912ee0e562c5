/*
 * Private to the room: the sums of cards that a question selects. What a card
 * is called and does is said by the catalogue of the game that it was played
 * in, so each catalogue has sums of its own, a shelf; a game without
 * catalogues has one shelf.
 */
#ifndef SERVICE_STATS_SHELVES_H
#define SERVICE_STATS_SHELVES_H

#include "service/catalogues.h"
#include "service/stats_internal.h"
#include "stats/summed.h"

/* One aggregate a table size, because improvements are compared within one. */
struct shelf {
    bool catalogued; /* false: the game has none, or sums of an older version do not tell */
    bool wanted;     /* the filter selects it */
    uint8_t hash[SHA256_SIZE];
    const struct catalogue *catalogue; /* NULL: none, or one that cannot be read */
    int64_t games;
    int64_t seats;                            /* of these games */
    struct aggregate *size[STATS_SIZES];      /* NULL: no game yet */
    struct summed_games *summed[STATS_SIZES]; /* likewise: games that are folded in one piece, until the end */
};

struct worth_answer;

struct shelves {
    struct service *service;
    const struct selection *selection;
    struct parts parts;
    const struct game *game;
    bool detail;
    struct span wanted; /* the filter's catalogue; empty: all */
    struct shelf *shelf;
    size_t count;
    size_t room;
    struct aggregate *scratch;
    const struct worth_answer *worth; /* borrowed; see stats_worth.h. NULL: it is not told */
    struct game_facts facts;
};

/* True for a catalogue that a filter asks for: by name, by `sha256:HEX`, or by nothing. */
bool shelf_is_wanted(struct span wanted, struct span name, const uint8_t hash[SHA256_SIZE]);
/* True for the shelf of the catalogue of that hash; empty: of games without one. */
bool shelf_is(const struct shelf *shelf, struct span hash);

/*
 * Fills the shelves with what the selection selects: those that have games, the
 * most games first, then by name and hash. There is always one: without
 * games, that of the catalogue asked for, or of the default one.
 */
ERR_CHECK enum err shelves_fill(struct shelves *all, const struct selection *selection, struct error *error);
/* Puts them in the order said above. */
void shelves_sort(struct shelves *all);

/* stats_cards.c: the rows of all shelves, card by card, or those of the card that `card` names, in the table's arena. */
ERR_CHECK enum err shelves_table(const struct shelves *all, struct span card, struct card_table *out,
                                 struct error *error);
void shelves_free(const struct allocator *allocator, struct shelves *all);

#endif
