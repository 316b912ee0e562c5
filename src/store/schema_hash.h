/*
 * The hash of the schema that the migrations make (schema_hash of open.h). A
 * database with it needs no statement tried at open. unit/store_schema keeps it
 * true, and prints the new one after a migration was added.
 */
#ifndef STORE_SCHEMA_HASH_H
#define STORE_SCHEMA_HASH_H

#define SCHEMA_HASH "fcac2017663d016f6c083b2d20d81bfc72bd13ed26cb124945e6dd97e2439dac"

#endif
