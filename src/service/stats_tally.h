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
#include "service/stats_names.h"
#include "stats/aggregate.h"
#include "stats/evening.h"
#include "stats/holders.h"
#include "stats/runs.h"
#include "store/statistics_pages.h"

enum tally_kind {
    TALLY_FREE,
    TALLY_AGGREGATE,
    TALLY_STANDING,
    TALLY_PAIR,
    TALLY_EVENING,
    TALLY_RECORD,
    TALLY_RUN,
    TALLY_NIGHT /* from which night on ratings are to be fitted again */
};

/* Sets of kinds. */
enum {
    TALLY_SUMS = 1 << TALLY_AGGREGATE | 1 << TALLY_STANDING | 1 << TALLY_PAIR,
    TALLY_PAGES = 1 << TALLY_EVENING | 1 << TALLY_RECORD | 1 << TALLY_RUN,
    TALLY_ALL = TALLY_SUMS | TALLY_PAGES | 1 << TALLY_NIGHT
};

/* Zeroed before it is filled in: keys are compared byte by byte. */
struct tally_key {
    uint8_t kind;
    uint8_t seats;
    uint16_t nothing; /* no padding anywhere */
    int32_t month;    /* of an evening: the day */
    int64_t a;        /* pair: the one with the lower id; else the person, in records also 0 for everybody */
    int64_t b;
    const struct group_names *names; /* in the tally's table; NULL: there was no memory, and nothing has such a key */
};

/* When a game was played: the order of a person's games. */
struct moment {
    int64_t day;  /* INT64_MIN: none is known, likewise the time */
    int64_t time; /* milliseconds since 1970 */
    int64_t game;
};

/* True when `one` comes before `two`. */
bool moment_before(const struct moment *one, const struct moment *two);

/* Games in order, and when the first and the last of them were. */
struct tally_run {
    struct run run;
    struct moment first;
    struct moment last;
};

/* A person's results in a group of games, or of a night. Categories stand apart: most titles have none. */
struct tally_results {
    int64_t games;
    int64_t wins;
    int64_t win;
    int64_t total;
    int64_t total_squares;
    int64_t best;               /* of a group; INT32_MIN: none */
    struct evening *categories; /* whose other sums mean nothing; NULL: none */
};

/* Numbers of a pair, whose people are in the key. */
struct tally_pair {
    int64_t games;
    int64_t a_first;
    int64_t b_first;
    int64_t a_won;
    int64_t b_won;
};

struct tally_item {
    struct tally_key key;
    bool lost; /* a game was taken away, or came out of order: the rows of its month have to be looked at again */
    bool met;  /* audit: the store has such a row */
    union {
        struct aggregate *aggregate;
        struct tally_results results; /* of standings and evenings */
        struct tally_pair pair;
        struct holders *holders;
        struct tally_run run;
        int64_t night; /* the oldest; INT64_MIN: one of games without a day */
    } of;
};

struct tally {
    const struct allocator *allocator;
    struct tally_item *items; /* in the order in which they came */
    size_t room;
    size_t count;
    struct hash_index index;
    struct names_table names; /* stay when it is cleared */
    size_t bytes;             /* of what its items point to */
    unsigned kinds;           /* a set: what is gathered */
    struct tally
        *only; /* gathers nothing but what is lost there, with its names; games come in order; NULL: everything */
    struct game_facts facts; /* scratch */
};

/* Twelve times the year, and the month from 0. */
int32_t month_of(int32_t day);
/* First and last day of a month. */
void month_days(int32_t month, int64_t *first, int64_t *last);

void tally_init(struct tally *tally, const struct allocator *allocator);
void tally_clear(struct tally *tally); /* keeps the table */
/* So large that it should be flushed even though there is more to come. */
bool tally_is_large(const struct tally *tally);
void tally_release(struct tally *tally);

/*
 * A game joins (`sign` 1) or leaves (-1); nothing happens unless it is
 * finished. `facts` empty: its cards are left out. ERR_CORRUPT for facts that
 * cannot be read or a game that is not known.
 */
ERR_CHECK enum err tally_game(struct tally *tally, const struct store_game *game, const struct store_seat *seats,
                              struct span facts, int sign, struct error *error);

/* The finished games of a month (-1: without a day) join in the order in which they were played, without their cards. */
ERR_CHECK enum err tally_month(struct tally *tally, struct store *store, int32_t month, struct error *error);

/* What the results of a game are to statistics: by its variant, and its engine. */
struct tally_sort {
    enum contest contest;
    int64_t scale; /* of totals */
};
struct tally_sort tally_sort_of(struct span game, struct span variant);
/* A total so that the larger one is the better. */
static inline int64_t tally_merit(const struct tally_sort *sort, int64_t total)
{
    return sort->contest == CONTEST_LOW ? -total : total;
}
/* What a seat adds to its person's sums. */
struct evening_game tally_result(const struct tally_sort *sort, const struct store_seat *seat);

/* The group of a game. */
struct store_group tally_group(const struct store_game *game);

/* Private to the tally. The item of the key, made when there is none; NULL: no memory. */
struct tally_item *tally_item_for(struct tally *tally, const struct tally_key *key, unsigned categories,
                                  unsigned cards);
/* A game's part in evenings, records, runs and nights. */
ERR_CHECK enum err tally_pages(struct tally *tally, const struct store_game *game, const struct store_seat *seats,
                               int sign, struct error *error);
/* Asks ahead what pouring it will ask; `body` is for what comes of it, which is nothing. */
void tally_ask_page(const struct tally_item *item, struct strbuf *body, struct store *store);
/* Pours one item of TALLY_PAGES; one that is found to be lost stays for tally_mend. */
ERR_CHECK enum err tally_pour_page(struct tally *tally, struct tally_item *item, struct strbuf *body,
                                   struct store *store, struct error *error);
/* Looks at the months of what is lost again. */
ERR_CHECK enum err tally_mend(struct tally *tally, struct strbuf *body, struct store *store, struct error *error);

/* Adds an evening to the results of an item; false: no memory. */
bool tally_add_results(struct tally *tally, struct tally_results *results, const struct evening *more);
/* The results with their categories. */
struct evening tally_evening(const struct tally_results *results);

/* Adds to a row of d_standing. `body` is scratch. */
ERR_CHECK enum err tally_add_standing(struct store *store, int64_t person, const struct store_group *group,
                                      const struct tally_results *more, struct strbuf *body, struct error *error);

/* The body of an evening or of records as it is stored; empty when nothing is left. */
void tally_page_body(const struct tally_item *item, struct strbuf *out);

/* The group of a key; the spans point into it. */
struct store_group tally_key_group(const struct tally_key *key);

/* NULL: there is none. */
struct tally_item *tally_find(const struct tally *tally, const struct tally_key *key);

/* The key of a row of the store; false for one that cannot be (an overlong name, too many seats). */
bool tally_key_of(struct tally *tally, enum tally_kind kind, const struct store_group *group, int64_t a, int64_t b,
                  struct tally_key *key);

/* Pours everything into the derived tables and empties the tally. */
ERR_CHECK enum err tally_flush(struct tally *tally, struct store *store, struct error *error);

#endif
