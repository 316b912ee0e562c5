/*
 * A new database is made once a program, and whoever wants another gets a
 * copy: the migrations are most of what a small test of the store or the
 * service does, and valgrind takes a second for them.
 */
#ifndef SUPPORT_BLANK_H
#define SUPPORT_BLANK_H

/* Makes the file an empty database, as store_open would with STORE_CREATE; one that is there is left alone. */
void blank_database(const char *path);

#endif
