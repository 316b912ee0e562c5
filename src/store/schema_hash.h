/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open. unit/store_schema keeps it
 * true, and prints the new one after a migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "ab8d6e384aba3255d267d088532235e444f2e398cc969d9106c40926a352f687"

#endif
