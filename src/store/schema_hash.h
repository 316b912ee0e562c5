/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open. unit/store_schema keeps it
 * true, and prints the new one after a migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "3fb77f171ad313a404dc1f615fcb1760ec570f75ce1f4d5a7b40bf181a500e9c"

#endif
