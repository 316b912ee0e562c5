/*
 * Totals that somebody stated, of a game whose fuller record now arrives as a
 * correction: they become claims of that record, so that the log says where
 * the table and the engine differ. Matched by person, because a sheet may name
 * its seats in another order.
 */
#ifndef SERVICE_STATED_H
#define SERVICE_STATED_H

#include "service/internal.h"

struct stated_row {
    int64_t person; /* 0: a guest, or no player */
    bool guest;
    uint8_t seat;
    bool totalled;
    int32_t total;       /* in hundredths, as are categories */
    uint32_t categories; /* bit i: category[i] was stated */
    int32_t category[GAME_CATEGORIES];
};

struct stated {
    const struct game *game; /* NULL: the game that is corrected does not stand on totals */
    unsigned rows;
    struct stated_row row[GAME_SEATS];
    unsigned categories;
    struct name category[GAME_CATEGORIES];
    struct record_claim *claims; /* made by stated_claims; the allocator's */
};

/* What was stated of the live game, if that is all there is of it. */
ERR_CHECK enum err stated_read(struct service *service, const struct live *live, struct stated *out,
                               struct error *error);

/*
 * `*with` becomes `record` with claims, which it borrows from `stated`: the
 * categories that were stated, and each total that the engine does not share.
 * None are added to a record that has totals or claims of its own, is of
 * another game, is stated itself, or is not over. `replay` has played it.
 */
ERR_CHECK enum err stated_claims(struct service *service, struct stated *stated, const struct record *record,
                                 const struct replay *replay, struct record *with, struct error *error);

void stated_release(struct service *service, struct stated *stated);

#endif
