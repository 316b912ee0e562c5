/*
 * Whether a daemon serves a file. Who imports for minutes holds the writers'
 * lock for a moment at a time while somebody waits for answers, and much
 * longer where nobody can. A daemon holds a shared lock of the file (flock,
 * which SQLite does not use); nothing depends on it but that patience.
 */
#ifndef BASE_SERVING_H
#define BASE_SERVING_H

#include <stdbool.h>

struct serving {
    int fd; /* -1: the file cannot be opened */
};

/*
 * To be closed only when no connection of this process has the file open any more: closing any descriptor of a file drops
 * the locks that SQLite holds of it.
 */
void serving_open(struct serving *serving, const char *path);
void serving_close(struct serving *serving);

/* This process serves it, until serving_close. */
void serving_begin(const struct serving *serving);
/* True when another process does, or when that cannot be known. */
bool serving_elsewhere(const struct serving *serving);

/*
 * True when a connection of another process has the file open, whether it serves it or not: each holds a lock of the bytes
 * that SQLite locks. False also when that cannot be known. Not while this process has a connection to the file.
 */
bool serving_in_use(const char *path);

#endif
