/*
 * Private to the room: the one table of statements (statements.def). Where
 * the schema is to the letter what the migrations make, a test has shown that
 * each of them fits, and one is prepared when it is first wanted. With any
 * other schema all of a mode are prepared at open, so that a statement that
 * does not fit fails there and not months later.
 */
#ifndef STORE_STATEMENTS_H
#define STORE_STATEMENTS_H

enum statement_id {
#define DIALECT(sqlite, postgres)
#define STATEMENT(name, traits, sql) STATEMENT_##name,
#include "store/statements.def"
#undef STATEMENT
#undef DIALECT
    STATEMENT_COUNT
};

enum statement_trait {
    READS = 0,
    WRITES = 1,  /* a reader does not have it */
    DERIVED = 2, /* changes derived tables: a reader has it once a shadow is open */
    SCANS = 4,   /* reads a whole table on purpose, because the table is small or all of it is wanted */
    AT_OPEN = 8, /* always ready: a transaction that began must not lack the memory to prepare its end */
    AWAITED = 16 /* whoever runs it looks at how it failed: it is not deferred */
};

struct statement {
    const char *name;
    unsigned traits;
    const char *sql;
};

extern const struct statement STATEMENTS[STATEMENT_COUNT];
/* The same texts for PostgreSQL, but for its parameters: $1 is still ?1. Empty: SQLite's alone. */
extern const char *const POSTGRES_STATEMENTS[STATEMENT_COUNT];

#endif
