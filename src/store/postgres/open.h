/*
 * Private to PostgreSQL's engine: the schema of a club, as its migrations make
 * it (cmake/embed_postgres.cmake), and how a club gets the steps that it lacks.
 */
#ifndef STORE_POSTGRES_OPEN_H
#define STORE_POSTGRES_OPEN_H

#include "store/engine.h"

/* All tables of a club of version POSTGRES_FIRST, for an empty schema that the search_path names. */
extern const char POSTGRES_CLUB[];
enum { POSTGRES_FIRST = 14 };

/* A later step: SQL, several statements, none of which ends a transaction. */
struct pg_step {
    int version; /* of the schema after it: the number in the name of the file, which is that of SQLite's step beside it */
    const char *name;
    const char *sql;
};

/* In order, from POSTGRES_FIRST + 1 on, without gaps. */
extern const struct pg_step POSTGRES_STEPS[];
extern const int POSTGRES_STEPS_COUNT;

/* A list of steps: the program's own, or a test's. */
struct pg_steps {
    const struct pg_step *steps;
    int count;
};
struct pg_steps pg_steps_all(void);

/*
 * Gives a club the steps that it lacks, in one transaction under the lock of its head row, which also sets the version and grants
 * the daemon's role what it may do with new tables. `*from` gets the version found; 0: there is no such club. ERR_BUSY: somebody
 * did not let go of it in time. ERR_DENIED: the role does not own the schema.
 */
ERR_CHECK enum err pg_migrate_with(struct pg_steps steps, const char *path, const struct store_options *options,
                                   int *from, struct error *error);

#endif
