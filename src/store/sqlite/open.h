/* Private to the room: whether the schema of a database is the one that the statements were tried on. */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "base/sha256.h"
#include "store/sqlite/connection.h"

/* The hash of all that makes the schema, each in its words: tables, indexes, triggers. */
ERR_CHECK enum err schema_hash(struct store *store, uint8_t out[SHA256_SIZE], struct error *error);

/* Whether it is the one that the migrations make (SCHEMA_HASH). */
ERR_CHECK enum err schema_fits(struct store *store, bool *fits, struct error *error);

#endif
