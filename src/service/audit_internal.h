/* Private to the audit: what its workers share. */
#ifndef SERVICE_AUDIT_INTERNAL_H
#define SERVICE_AUDIT_INTERNAL_H

#include "service/audit.h"
#include "service/audit_sums.h"
#include "service/internal.h"
#include "service/known.h"
#include "service/people_map.h"
#include "service/stats_tally.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    AUDIT_THREADS = 16,
    AUDIT_TILE = 1 << TILE_BITS, /* entries of a tile of the lowest level */
    AUDIT_CHUNK = 2 * AUDIT_TILE /* entries that a worker takes at a time: complete tiles */
};

/* A complete tile of the lowest level, as its stored leaves make it. */
struct audit_tile {
    struct merkle_hash root;
    bool complete; /* all its entries are there */
};

/* Derived rows that were looked at: when a table has more, the others belong to nothing. */
struct audit_met {
    int64_t games;
    int64_t seats;
    int64_t facts;
    int64_t aliases;
    int64_t tiles;
    int64_t entries; /* of the log, that belong to a game, or are merges or of seasons */
};

struct audit {
    const struct service_options *options;
    const struct audit_options *audit;
    struct audit_summary *summary; /* under `lock` */
    struct people_map people;      /* constant while workers run */
    uint8_t seen_key[KEYED_HASH_KEY];
    bool has_seen_key;        /* and imports are looked at */
    bool stale;               /* derived tables are not complete yet; constant while workers run */
    int64_t size;             /* entries in the log */
    struct audit_tile *tiles; /* size / AUDIT_TILE of them; each is written by the worker that has its entries */
    struct audit_met met;     /* the workers' sums, once they have ended */
    struct sums sums;         /* what the workers' games add up to; under `pouring` */
    struct store *shadow;     /* whose shadow has what does not fit there; likewise */
    pthread_mutex_t pouring;
    atomic_bool checking;      /* SQLite's own check has found its worker */
    atomic_int_least64_t next; /* the first entry that no worker has taken */
    int64_t done;              /* under `lock` */
    pthread_mutex_t lock;
};

/* One thread's tools; each has a connection of its own, all at the same moment of the log. */
struct auditor {
    struct audit *audit;
    struct store *store;
    struct finder finder;
    struct record_reader reader;
    struct replay replay;
    struct story story;
    struct derived derived;
    int64_t game;     /* being audited */
    int64_t expected; /* number of the entry that must come next */
    int64_t at;       /* when the entry before was accepted; 0: not known */
    struct known known;
    struct merkle tile; /* the leaves of the tile so far */
    struct audit_met met;
    struct tally tally; /* what its games add up to */
    int64_t tallied;    /* games that are in it */
    int64_t games;
    int64_t basis[BASES];
    int64_t plies;
    enum err err;
    struct error error;
};

void audit_report(struct audit *audit, const struct audit_finding *finding);
void audit_report_entry(struct audit *audit, int64_t seq, const char *field, const struct error *cause);

/* True for a failure that ends the audit; any other is about the data, and a finding. */
bool audit_fails(enum err err);

/* Hashes entries first .. last, which are complete tiles or the end of the log, and replays the games they open. */
ERR_CHECK enum err audit_entries(struct auditor *auditor, int64_t first, int64_t last, struct error *error);

/* Hashes the entries of the one game asked for, and replays it. ERR_NOT_FOUND. */
ERR_CHECK enum err audit_one_game(struct auditor *auditor, struct error *error);

/* Compares what the store says of the derived game with `auditor->derived`. */
ERR_CHECK enum err audit_compare(struct auditor *auditor, struct error *error);

/* The tree over audit->tiles, against the stored tiles and every checkpoint ever signed. */
ERR_CHECK enum err audit_tree(struct audit *audit, struct store *store, struct error *error);

/* Fills audit->people and compares the stored merges with those of the log. */
ERR_CHECK enum err audit_people(struct audit *audit, struct store *store, struct error *error);

/* Pours what the worker has gathered, if that is much or `all` of it must go. */
ERR_CHECK enum err audit_pour(struct auditor *auditor, bool all, struct error *error);
/* The sums of statistics against what the workers' games add up to. */
ERR_CHECK enum err audit_statistics(struct audit *audit, struct auditor *auditors, unsigned count, struct error *error);

/* What pages are answered from against the stored games, unless something has been found that they are made of. */
ERR_CHECK enum err audit_pages(struct audit *audit, struct store *store, struct error *error);

/* Every stored catalogue has its hash, and says what the row says. */
ERR_CHECK enum err audit_catalogues(struct audit *audit, struct store *store, struct error *error);

/* Reads the key by which imports are recognised, and reports when it is lost. */
ERR_CHECK enum err audit_seen_key(struct audit *audit, struct store *store, struct error *error);
/* The game that has just been derived is recognised by an import, if it is finished. */
ERR_CHECK enum err audit_seen(struct auditor *auditor, const struct record *record, struct error *error);
/* What is recognised as a game that is not there. */
ERR_CHECK enum err audit_seen_strays(struct audit *audit, struct store *store, struct error *error);

/* The table of seasons against what its entries say, each of which can be read and names people who are there. */
ERR_CHECK enum err audit_seasons(struct audit *audit, struct store *store, struct error *error);

/* Every id of another program leads to something that is here. */
ERR_CHECK enum err audit_foreign(struct audit *audit, struct store *store, struct error *error);

/* Kept reviews: each can be read and is of a game; some lines, or all, are what they would be if they were made now. */
ERR_CHECK enum err audit_reviews(struct auditor *auditor, struct error *error);

/* Entries of no game, and derived rows of nothing. */
ERR_CHECK enum err audit_strays(struct audit *audit, struct store *store, struct error *error);

#endif
