/*
 * Private to the room: what finished games add to, or take from, the sums
 * that statistics are answered from, gathered in memory. The writer keeps one
 * for the transaction that is open and pours it into the derived tables
 * before the commit, so that a group of imports rewrites each row once; an
 * audit gathers the whole log into one and compares it with the tables.
 */
#ifndef SERVICE_STATS_TALLY_H
#define SERVICE_STATS_TALLY_H

#include "service/service.h"
#include "stats/aggregate.h"
#include "store/statistics.h"

enum { TALLY_NAME = 24 };

enum tally_kind { TALLY_FREE, TALLY_AGGREGATE, TALLY_STANDING, TALLY_PAIR };

/* Zeroed before it is filled in: keys are compared byte by byte. */
struct tally_key {
    uint8_t kind;
    uint8_t seats;
    uint16_t nothing; /* no padding anywhere */
    int32_t month;
    int64_t a; /* standing: the person; pair: the one with the lower id */
    int64_t b;
    char game[TALLY_NAME];
    char variant[TALLY_NAME];
    char level[TALLY_NAME];
};

struct tally_item {
    struct tally_key key;
    bool lost; /* a game was taken away: what is highest is not known */
    bool met;  /* audit: the store has such a row */
    union {
        struct aggregate *aggregate;
        struct store_standing standing; /* numbers only: the group is in the key */
        struct store_pair pair;         /* likewise */
    } of;
};

struct tally {
    const struct allocator *allocator;
    struct tally_item *items; /* open addressing; never more than half full */
    size_t room;              /* a power of two, or 0 */
    size_t count;
    size_t bytes;            /* of the aggregates in it */
    struct game_facts facts; /* scratch */
};

/* Twelve times the year, and the month from 0. */
int32_t month_of(int32_t day);
/* First and last day of a month. */
void month_days(int32_t month, int64_t *first, int64_t *last);

void tally_init(struct tally *tally, const struct allocator *allocator);
void tally_clear(struct tally *tally); /* keeps the table */
void tally_release(struct tally *tally);

/*
 * A game joins (`sign` 1) or leaves (-1); nothing happens unless it is
 * finished. `facts` empty: its cards are left out. ERR_CORRUPT for facts that
 * cannot be read or a game that nobody knows.
 */
ERR_CHECK enum err tally_game(struct tally *tally, const struct store_game *game, const struct store_seat *seats,
                              struct span facts, int sign, struct error *error);
/* Adds what `other` has. */
ERR_CHECK enum err tally_merge(struct tally *tally, const struct tally *other, struct error *error);

/* NULL: there is none. */
struct tally_item *tally_find(const struct tally *tally, const struct tally_key *key);

/* The key of a row of the store; false for one that cannot be (an overlong name, too many seats). */
bool tally_key_of(enum tally_kind kind, const struct store_group *group, int64_t a, int64_t b, struct tally_key *key);

/* Pours everything into the derived tables and empties the tally. */
ERR_CHECK enum err tally_flush(struct tally *tally, struct store *store, struct error *error);

#endif
