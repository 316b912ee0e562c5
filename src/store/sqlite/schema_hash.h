/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open, and no check of its schema
 * row by row. unit/store_schema keeps it true, and prints the new one after a
 * migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "d2413aa5c98bbcb00c0491e5e9c21874e4b47470b15bbddf0dc5856b4502f715"

#endif
