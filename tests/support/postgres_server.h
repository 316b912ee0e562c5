/*
 * The PostgreSQL of a test: the one that scripts/test has started for all of
 * them, or one of its own that it may kill (tests/support/postgres.sh has the
 * work of it).
 */
#ifndef SUPPORT_POSTGRES_SERVER_H
#define SUPPORT_POSTGRES_SERVER_H

enum { POSTGRES_URL = 256, POSTGRES_FOLDER = 128 };

/* DENDRO_TEST_POSTGRES, the owner's address; ends the running test as skipped when it is not set. */
const char *postgres_shared(void);

struct postgres_server {
    char folder[POSTGRES_FOLDER];
    char owner[POSTGRES_URL];
    char daemon[POSTGRES_URL]; /* of the role that may only use what it is granted */
    char super[POSTGRES_URL];
};

/* Starts one whose commits reach the disk; ends the running test as skipped where there is no PostgreSQL. */
void postgres_start(struct postgres_server *server);

/* kill -9 of all its processes, which are gone afterwards; and a new start on the same data. */
void postgres_kill(struct postgres_server *server);
void postgres_again(struct postgres_server *server);

/* Ends it and removes its folder. */
void postgres_stop(struct postgres_server *server);

#endif
