/*
 * The audit: a rebuild that compares. Every entry is hashed again, the tree
 * is grown again and held against the stored tiles and every checkpoint ever
 * signed, every game is replayed under its rules version, and what the
 * derived tables say is compared field by field with what they should say.
 *
 * A finding says where: entry, game, ply, seat, field, what is stored and
 * what it should be. A written score that differs from the engine's is a
 * note, not a finding: the log is sound, the people disagree.
 *
 * Of a database whose derived tables are not complete yet (service_stale), what
 * those tables lack is no finding either: there is one note, and a count.
 */
#ifndef SERVICE_AUDIT_H
#define SERVICE_AUDIT_H

#include "service/service.h"

struct audit_finding {
    const char
        *subject; /* database, entry, tree, checkpoint, catalogue, game, seat, facts, people, claim, imports, season,
                     foreign, review */
    bool note;    /* worth knowing, and no damage: a contested score, a clock that went back, … */
    int64_t seq;  /* entry; 0: none */
    int64_t game; /* 0: none */
    int64_t ply;  /* -1: none */
    int seat;     /* -1: none */
    const char *field;         /* NULL: none */
    struct span stored;        /* as text; empty where there is nothing to compare */
    struct span stored_french; /* where it is a sentence, for a reader of French; empty: it is not */
    struct span computed;
    const struct error *cause; /* why it could not be compared; NULL: it could */
};
typedef void audit_finding_fn(void *context, const struct audit_finding *finding);
typedef void audit_progress_fn(void *context, int64_t done, int64_t total);

/*
 * Of the kept reviews that this program could have made, so many are drawn, and so many lines of each, as long as they take no more
 * than so many playouts together: whoever may ask for a review says how many playouts one of its lines takes. One line always is.
 */
enum { AUDIT_REVIEWS = 4, AUDIT_REVIEW_LINES = 2, AUDIT_REVIEW_PLAYOUTS = 1 << 17 };

struct audit_options {
    bool results_only;           /* hashes, replay and scores; not the facts of cards, nor SQLite's own full check */
    bool all_reviews;            /* every line of every kept review is computed again, not a sample: that takes long */
    unsigned threads;            /* 0: one a core */
    int64_t game;                /* this one alone: its entries, moves, results and cards; 0: everything */
    audit_finding_fn *finding;   /* called by one thread at a time */
    audit_progress_fn *progress; /* likewise; may be NULL */
    void *context;
};

struct audit_summary {
    int64_t entries;
    int64_t games;
    int64_t basis[BASES]; /* of those that are finished: what their results rest on */
    int64_t plies;
    int64_t findings;
    int64_t notes;
    int64_t pending; /* derived values that differ because the tables are not complete yet; none is a finding */
    uint8_t root[SHA256_SIZE]; /* of the whole log; zero after an audit of one game */
};

/* Reads the database at `path` as it is at one moment; others may write meanwhile. ERR_OK whatever is found;
 * ERR_NOT_FOUND when the one game asked for is not there. */
ERR_CHECK enum err service_audit(const char *path, const struct service_options *options,
                                 const struct audit_options *audit, struct audit_summary *summary, struct error *error);

#endif
