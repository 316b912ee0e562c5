/* The table of statements.def as arrays: in the words of SQLite, and in those of PostgreSQL. */
#include "store/statements.h"

#include "base/banned.h"

const struct statement STATEMENTS[STATEMENT_COUNT] = {
#define DIALECT(sqlite, postgres) sqlite
#define STATEMENT(name, traits, sql) [STATEMENT_##name] = {#name, traits, sql},
#include "store/statements.def"
#undef STATEMENT
#undef DIALECT
};

const char *const POSTGRES_STATEMENTS[STATEMENT_COUNT] = {
#define DIALECT(sqlite, postgres) postgres
#define STATEMENT(name, traits, sql) [STATEMENT_##name] = (sql),
#include "store/statements.def"
#undef STATEMENT
#undef DIALECT
};
