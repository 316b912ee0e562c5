/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open. unit/store_schema keeps it
 * true, and prints the new one after a migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "b73c3cbb1a5a5ee270119838229e950cb480cca069a74a5c76f923a5fc18fd01"

#endif
