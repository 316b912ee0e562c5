/* Private to the room: whether the schema of a database is the one that the statements were tried on. */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "base/sha256.h"
#include "store/connection.h"

/* The hash of all that makes the schema, each in its words: tables, indexes, triggers. */
ERR_CHECK enum err schema_hash(struct store *store, uint8_t out[SHA256_SIZE], struct error *error);

#endif
