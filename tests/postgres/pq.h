/* libpq in tests: a step that does not go well fails the test. Include "support/cmocka.h" first. */
#ifndef POSTGRES_PQ_H
#define POSTGRES_PQ_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PQ_TEXT = 128 };

static inline PGconn *pq_open(const char *url)
{
    PGconn *connection = PQconnectdb(url);
    if (PQstatus(connection) != CONNECTION_OK) {
        fail_msg("%s: %s", url, PQerrorMessage(connection));
    }
    return connection;
}

/* Whether a command, or a question, is answered without an error. */
static inline bool pq_try(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static inline void pq_do(PGconn *connection, const char *sql)
{
    if (!pq_try(connection, sql)) {
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    }
}

/* The first value of the first row; empty when there is none, or the question failed. */
static inline void pq_text(PGconn *connection, const char *sql, char text[PQ_TEXT])
{
    PGresult *result = PQexec(connection, sql);
    bool found = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0;
    (void)snprintf(text, PQ_TEXT, "%s", found ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
}

/* The same as a number; 0 when there is none. */
static inline long pq_number(PGconn *connection, const char *sql)
{
    char text[PQ_TEXT];
    pq_text(connection, sql, text);
    return strtol(text, NULL, 10);
}

/* Between two looks at something that will come; fails the test after minutes. */
static inline void pq_pause(unsigned *looks)
{
    const struct timespec moment = {.tv_nsec = 2000000};
    if (++*looks > 100000) {
        fail_msg("it never came");
    }
    (void)nanosleep(&moment, NULL);
}

#endif
