/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open. unit/store_schema keeps it
 * true, and prints the new one after a migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "fd469d5237f22f9fca978963c5fc2dee880d5844ac601854231839f392758bd6"

#endif
