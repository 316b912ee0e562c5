/*
 * What no client of ours would do to a database, on either engine: changing
 * what triggers and constraints forbid, traps that fail in the middle of a
 * write, a lock that somebody else holds, a copy of a whole club.
 */
#ifndef SUPPORT_TAMPER_H
#define SUPPORT_TAMPER_H

#include "base/strbuf.h"
#include "support/address.h"

/* Runs `sql` with the triggers, checks and foreign keys taken away, and puts them back. */
void tamper(const char *path, const char *sql);

/* Inserting into `table` fails when `when` holds (NULL: always); `how` is what SQLite then does: ABORT, ROLLBACK, FAIL. */
void trap_set(const char *path, const char *table, const char *when, const char *how);
void trap_drop(const char *path, const char *table);

/* Somebody else who writes, and takes their time. */
struct holding;
struct holding *hold_writing(const char *path);
void hold_again(struct holding *holding);
void hold_end(struct holding *holding); /* until hold_again */
void hold_close(struct holding *holding);

/* All rows of a club that nobody is writing to, for `file` in a folder; its address. */
void copy_club(const char *from, const char *file, char address[TEST_ADDRESS]);

/* The club is not there any more, so that another can be made in its place. */
void remove_club(const char *path);

/* All that is stored, in some form that is the same when it is: the bytes of the file, or every row. */
void club_bytes(const char *path, struct strbuf *out);

/* Tables, columns, indexes and triggers, as text that is the same when they are. */
void describe_schema(const char *path, struct strbuf *out);

#endif
