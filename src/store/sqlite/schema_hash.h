/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open, and no check of its schema
 * row by row. unit/store_schema keeps it true, and prints the new one after a
 * migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "aab5cbe7481daf2a8c389287de97ee24fce88bf767b6eaaaab7e5a1aaf5192b0"

#endif
