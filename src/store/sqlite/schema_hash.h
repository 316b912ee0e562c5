/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open, and no check of its schema
 * row by row. unit/store_schema keeps it true, and prints the new one after a
 * migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "477fec7efbc68d10bbb8e7bfbbf137d7aa9f6d91f8dbc6c8231787426888ac0d"

#endif
