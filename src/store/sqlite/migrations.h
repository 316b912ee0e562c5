/*
 * Private to the room: the numbered steps of migrations/, embedded at build
 * time (cmake/embed_sql.cmake), and how they are applied.
 */
#ifndef STORE_MIGRATIONS_H
#define STORE_MIGRATIONS_H

#include "store/sqlite/connection.h"

struct migration {
    int version; /* of the schema after this step: the number in the name of the file */
    const char *name;
    const char *sql;
};

/* In order, version 1 first, without gaps. */
extern const struct migration MIGRATIONS[];
extern const int MIGRATIONS_COUNT;

/* A list of steps: the program's own, or a test's. */
struct migrations {
    const struct migration *steps;
    int count;
};
struct migrations migrations_all(void);

/* What the file says about itself: 0 for an empty one; ERR_CORRUPT for one that is not ours. */
ERR_CHECK enum err schema_version(struct store *store, int *version, struct error *error);

/* Raises what is wrong with a database of version `version` when the program's is `current`. */
ERR_CHECK enum err schema_refuse(struct store *store, int version, int current, struct error *error);

/*
 * Applies the steps that the file lacks, in one transaction of its own, and
 * sets the application id. While no other connection can write, and before anything
 * changes, the file is copied to `backup` (NULL: it is not; see backup_beside). `*from`
 * gets the version found, which is the last one when another program has
 * been quicker. The database keeps its old schema when anything fails.
 */
ERR_CHECK enum err schema_advance(struct store *store, struct migrations steps, struct strbuf *backup, int *from,
                                  struct error *error);

/* store_migrate with the steps of the caller's choice. */
ERR_CHECK enum err migrate_with(struct migrations steps, const char *path, struct strbuf *backup,
                                const struct store_options *options, int *from, struct error *error);

#endif
