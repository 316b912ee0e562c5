/*
 * What is counted about cards, without people, summed over clubs that agreed
 * to it. A round reads the folds of one club after the other; what it has found
 * is then published, row by row (a card of a catalogue), by this rule:
 *
 *   - a row is shown when the card occurs in SHARED_LEAST clubs at least;
 *   - what a row shows is replaced only when the figures of SHARED_LEAST clubs
 *     in which the card occurs have changed, appeared or gone, so that the
 *     difference of two answers is never that of fewer clubs;
 *   - when a club that is in a row agrees no longer, the row is hidden at once,
 *     until it is replaced or that club agrees again.
 *
 * A club that agrees and could not be read stays in the rows that show it. No
 * fold of a single club is kept: of each club and row there is a hash that
 * says whether it has changed, 16 bytes. Catalogues that are not part of
 * the program are counted up to SHARED_OTHERS, those that came first; their
 * names, which are a club's words, are not told.
 *
 * One thread at a time.
 */
#ifndef SERVICE_SHARED_CARDS_H
#define SERVICE_SHARED_CARDS_H

#include "service/catalogues.h"
#include "service/statistics.h"

enum { SHARED_LEAST = 5, SHARED_OTHERS = 16 };

struct shared_cards;

/* What all clubs that agree are called here (shared_club), ascending. */
struct shared_clubs {
    const uint64_t *club;
    size_t count;
};

/* A number for a slug. */
uint64_t shared_club(struct span slug);

/* Without clubs. `catalogues` knows the shipped ones; it may be NULL. NULL: no memory. */
struct shared_cards *shared_cards_new(const struct allocator *allocator, struct catalogues *catalogues);
void shared_cards_free(struct shared_cards *all);

/* A club joins a round, after those with lower numbers. What fails leaves games out of it, each of them as a whole. ERR_BUSY: its statistics have to be made first. */
ERR_CHECK enum err shared_cards_add(struct shared_cards *round, uint64_t club, struct service *service,
                                    struct error *error);

/* Brings what is shown up to what a round has found, of which nothing useful is left. */
ERR_CHECK enum err shared_cards_publish(struct shared_cards *shown, struct shared_cards *round,
                                        const struct shared_clubs *agreed, struct error *error);

/* Hides what has a club that does not agree any more, and shows it again when it does. True: something has changed. */
bool shared_cards_withdraw(struct shared_cards *shown, const struct shared_clubs *agreed);

/*
 * The rows of a game that are shown, those of the catalogue with the most clubs
 * first; `catalogue` as in struct stats_filter. `clubs` of the table: those with a game of it in the last
 * round. ERR_USAGE without a game; ERR_NOT_FOUND for a game or a catalogue that there is not.
 */
ERR_CHECK enum err shared_cards_table(const struct shared_cards *shown, struct span game, struct span catalogue,
                                      struct card_table *out, struct error *error);

#endif
