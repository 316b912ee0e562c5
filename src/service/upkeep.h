/* What an organiser does with the database file: migrate, back up, restore. */
#ifndef SERVICE_UPKEEP_H
#define SERVICE_UPKEEP_H

#include "service/service.h"

enum { MIGRATION_PATH = 4096 };

struct migration {
    int from; /* version found; 0: there is no database */
    int to;
    char backup[MIGRATION_PATH]; /* where the copy from before is; empty: there was no need */
};

/* The version of this program. */
int service_schema(void);

/*
 * Brings the database at `path` to the current schema, in one transaction,
 * after a copy beside it named after its version (`PATH.v1.bak`, and
 * `PATH.v1.bak.2` when there is another file of that name). Whoever is killed
 * meanwhile leaves a database that the next one brings up to date. Nothing
 * happens when it is current or missing. Of a club on a server no copy is made, and only the owner of its schema may.
 */
ERR_CHECK enum err service_migrate(const char *path, const struct service_options *options, struct migration *migration,
                                   struct error *error);

typedef void upkeep_progress_fn(void *context, int64_t done, int64_t total);

/* What people are told that the database is called: as it was given, but of an address nothing that is secret. Borrowed. */
struct span service_shown(const struct service *service);
/* True when opening it made it, because there was none. */
bool service_made(const struct service *service);

/*
 * A consistent copy into a new file while others write. ERR_CONFLICT when `path` exists. `progress` may be NULL. Of a
 * club on a server the file has the same enduring rows, and derived tables of its own.
 */
ERR_CHECK enum err service_backup(struct service *service, const char *path, upkeep_progress_fn *progress,
                                  void *context, struct error *error);

/*
 * Replaces by a copy of `backup` the database at `path`, which must
 * not be open anywhere (ERR_BUSY). ERR_CONFLICT when there is one, unless
 * `force`. The backup is audited first (hashes, replay and scores), and its
 * file checked: ERR_CORRUPT when anything is found. Derived tables that are
 * not complete yet are no obstacle: they stay so (service_stale), and whoever
 * writes next completes them. `progress` may be NULL. Onto a server, there
 * must be no club at `path`, or an empty one: `force` does not help there.
 */
ERR_CHECK enum err service_restore(const char *backup, const char *path, bool force,
                                   const struct service_options *options, upkeep_progress_fn *progress, void *context,
                                   struct error *error);

/*
 * Empties the file beside the database that has the newest changes (-wal), so
 * that erased names are in neither. Waits `patience` milliseconds for who
 * reads, then ERR_BUSY: it stays due (see `struct versions`) until it has been
 * done, by whoever writes here next. Not inside a group.
 */
ERR_CHECK enum err service_flush(struct service *service, int patience, struct error *error);

#endif
