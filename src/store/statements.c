/* The table of statements.def as an array. */
#include "store/statements.h"

#include "base/banned.h"

const struct statement STATEMENTS[STATEMENT_COUNT] = {
#define STATEMENT(name, traits, sql) [STATEMENT_##name] = {#name, traits, sql},
#include "store/statements.def"
#undef STATEMENT
};
