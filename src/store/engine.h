/*
 * Private to the room: what differs between the databases that can keep a
 * club's rows. Everything else in this room works with either, through
 * query.h. An engine is a table of functions; store_open takes the one that
 * the address asks for.
 *
 * A statement: `start` or `prepare`, one `bind_` for each parameter in order,
 * then `next` for rows, or `run` when none are wanted, then `end`. What fails
 * in start, prepare or bind is raised by next or run. `run` may leave the
 * work and its failure to a later call (store.h, "deferred").
 */
#ifndef STORE_ENGINE_H
#define STORE_ENGINE_H

#include "store/query.h"

struct engine {
    ERR_CHECK enum err (*open)(struct store *store, const char *path, const struct store_options *options, bool check,
                               struct error *error);
    void (*close)(struct store *store);

    void (*start)(struct query *query, enum statement_id id);
    void (*prepare)(struct query *query, const char *sql); /* SQL in no table, in words that both understand */
    void (*bind_int)(struct query *query, int64_t value);
    void (*bind_text)(struct query *query, struct span text);
    void (*bind_bytes)(struct query *query, struct span bytes);
    void (*bind_null)(struct query *query);
    enum err (*next)(struct query *query, bool *row, struct error *error);
    enum err (*run)(struct query *query, struct error *error);
    /* The same for a statement that must change a row: `absent` about `name` otherwise. */
    enum err (*run_must)(struct query *query, const struct message *absent, int64_t name, struct error *error);
    void (*again)(struct query *query); /* bound and run once more */
    /* Sends what was bound; `next` of the same question, once, then gives what it brought. NULL where that gains nothing. */
    void (*ahead)(struct query *query);
    size_t (*ahead_count)(const struct store *store);
    void (*ahead_end)(struct store *store, size_t from); /* what was sent since, and nobody has asked for after all */
    void (*end)(struct query *query);
    int64_t (*column)(const struct query *query, int column);
    struct span (*column_span)(const struct query *query, int column);
    enum column_type (*column_type)(const struct query *query, int column);
    const char *(*column_name)(const struct query *query, int column);
    int (*columns)(struct query *query); /* how many; also before the first row */
    int64_t (*changes)(const struct store *store);

    enum err (*begin)(struct store *store, bool reading, struct error *error);
    enum err (*commit)(struct store *store, struct error *error);
    void (*rollback)(struct store *store);
    enum err (*mark)(struct store *store, struct error *error);
    enum err (*keep)(struct store *store, struct error *error);
    void (*undo)(struct store *store);
    void (*deadline)(struct store *store); /* store->deadline is another one now */

    enum err (*shadow_make)(struct store *store, struct error *error);
    enum err (*shadow_index)(struct store *store, struct error *error);
    enum err (*shadow_drop)(struct store *store, struct error *error);
    void (*shadow_gone)(struct store *store); /* its tables are gone */

    enum err (*check)(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error);
    enum err (*backup)(struct store *store, const char *path,
                       void (*progress)(void *context, int64_t done, int64_t total), void *context,
                       struct error *error);
    enum err (*scrub)(struct store *store, bool foreign, struct error *error);
    enum err (*flush)(struct store *store, struct error *error);
    enum err (*size)(struct store *store, int64_t *bytes, struct error *error);
};

extern const struct engine SQLITE_ENGINE;
extern const struct engine POSTGRES_ENGINE;

/* What store.h has for a database that is not open, of a file; and of a club on a server. */
ERR_CHECK enum err sqlite_schema_of(const char *path, const struct store_options *options, int *version,
                                    struct error *error);
ERR_CHECK enum err sqlite_migrate(const char *path, struct strbuf *backup, const struct store_options *options,
                                  int *from, struct error *error);
ERR_CHECK enum err sqlite_restore(const char *backup, const char *path, bool force, const struct store_options *options,
                                  void (*progress)(void *context, int64_t done, int64_t total), void *context,
                                  struct error *error);
ERR_CHECK enum err postgres_schema_of(const char *path, const struct store_options *options, int *version,
                                      struct error *error);
ERR_CHECK enum err postgres_migrate(const char *path, const struct store_options *options, int *from,
                                    struct error *error);

ERR_CHECK enum err sqlite_unmake(const char *path, const struct store_options *options, struct error *error);
ERR_CHECK enum err postgres_unmake(const char *path, const struct store_options *options, struct error *error);

/* What a reader changes is only ever the shadow. */
static inline bool engine_allows(const struct store *store, unsigned traits)
{
    return store->mode != STORE_READ || !(traits & WRITES) || (store->shadow && (traits & DERIVED));
}

#endif
