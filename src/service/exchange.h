/*
 * Records in and out: streams of any size, a bounded number of games at a
 * time. The same import twice changes nothing the second time; an export
 * imported elsewhere and exported again gives the same bytes.
 */
#ifndef SERVICE_EXCHANGE_H
#define SERVICE_EXCHANGE_H

#include "service/service.h"

struct import_tally {
    int64_t records;
    int64_t added;
    int64_t known;     /* imported before */
    int64_t contested; /* added, with written scores that differ */
    int64_t refused;
    bool unreadable;   /* some of it was not text, or could not be read */
    int64_t number;    /* of the import, for service_import_undo; 0: nothing was added */
    int64_t corrected; /* of those known: they changed where they come from (plays.h) */
    int64_t voided;    /* games here that are no more where they come from; no records, so not known either */
};

/* A problem of one record; `refused` false: it was added all the same. */
typedef void import_problem_fn(void *context, const struct problem *problem, bool refused);
/* Called after each commit with what is on disk. */
typedef void import_progress_fn(void *context, const struct import_tally *tally);

struct hash_set;
struct import_names;
struct import_listener {
    import_problem_fn *problem;
    import_progress_fn *progress;
    void *context;
    bool strict;    /* what would be warned of is refused */
    bool slow;      /* the source may keep us waiting, as a pipe does: nobody else waits for it */
    bool dry_run;   /* nothing is written, and the service may be one that reads */
    int64_t number; /* of an import that this goes on with; 0: none */
    /* Of a dry run of several files: what those before would have added. NULL: of this one alone. */
    struct hash_set *would;
    /* Of a dry run of records: gets whom and what they name (plays.h). NULL: that is not asked. */
    struct import_names *names;
};

/*
 * Imports every record of `source`, committing a few hundred at a time. A
 * record that is refused is reported and passed over. Fails only when the
 * source or the database does, or inside a group; what `tally` then says has
 * been committed. A dry run counts what would be: a record that comes twice is
 * known the second time, but names and games are compared only with those that
 * are here already. It needs no group, and its number stays 0.
 */
ERR_CHECK enum err service_import(struct service *service, struct span author, struct source source,
                                  const struct import_listener *listener, struct import_tally *tally,
                                  struct error *error);

/*
 * Undoes what import `number` did, a few hundred games at a time, so that others may write between, each with a reason
 * that names the import. What it added, or brought back, and is not void yet becomes void. What it corrected, or made
 * void, is as it was before, unless somebody has changed it since: that is kept. `from`, 0 at first, is where to go on. ERR_NOT_FOUND when there is no
 * such import. After a failure `undo` says what is on disk; the same again goes on from there. Inside a group it does a
 * fraction of a second's worth, and `done` says whether that was all.
 */
struct import_undo {
    int64_t number;
    int64_t from;     /* the entry to go on with; 0: the first */
    int64_t games;    /* that it added or brought back */
    int64_t voided;   /* now */
    bool done;        /* there are no more */
    int64_t restored; /* corrected back, or made to count again, now */
    int64_t kept;     /* changes of it that stay, because the game was changed since, or cannot be as it was */
};
typedef void undo_fn(void *context, const struct import_undo *undo); /* after each commit; may be NULL */
ERR_CHECK enum err service_import_undo(struct service *service, struct span author, struct import_undo *undo,
                                       undo_fn *fn, void *context, struct error *error);

/* An import that added something, as service_import_undo takes it. */
struct import_info {
    int64_t number;
    int64_t at;         /* milliseconds since 1970: when it began */
    struct span author; /* the id of a token, or `cli` */
    int64_t entries;    /* of the log, that it added */
    bool undone;        /* nothing is left that undoing it would change */
};
typedef enum err import_info_fn(void *context, const struct import_info *import, struct error *error);

/* Those with a number below `before`, the newest first, at most `limit`. */
ERR_CHECK enum err service_imports(struct service *service, int64_t before, int64_t limit, import_info_fn *fn,
                                   void *context, struct error *error);

struct export_filter {
    struct span game;   /* id of a title; empty: all */
    struct span person; /* name or handle; empty: all */
    bool has_since;
    int32_t since; /* day */
    bool voided;   /* void games as well */
};

/* What is known of an exported game besides its record. */
struct export_game {
    int64_t id;
    struct span game;
    struct name title; /* what it is called */
    struct span variant;
    struct span level;
    struct span status;
    int64_t seats;
    int64_t plies;
    bool has_day, has_duration;
    int32_t day;
    int64_t duration;   /* minutes */
    struct span record; /* the canonical text */
};
typedef enum err export_fn(void *context, const struct export_game *game, struct error *error);

/* Every game that the filter lets pass, in order of id. */
ERR_CHECK enum err service_export(struct service *service, const struct export_filter *filter, export_fn *fn,
                                  void *context, struct error *error);

#endif
