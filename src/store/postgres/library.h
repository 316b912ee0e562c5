/*
 * Private to PostgreSQL's engine: libpq, loaded when an address asks for it.
 * The program itself does not need the library, so that a club with a file
 * installs nothing; libpq.so.5 is looked for as the system looks for any
 * library, once a process.
 */
#ifndef STORE_POSTGRES_LIBRARY_H
#define STORE_POSTGRES_LIBRARY_H

#include "base/error.h"

#include <libpq-fe.h>

/* Every function of libpq that we call; each becomes a member of struct pq. */
#define PQ_FUNCTIONS(X)       \
    X(PQbackendPID)           \
    X(PQcancel)               \
    X(PQclear)                \
    X(PQcmdStatus)            \
    X(PQcmdTuples)            \
    X(PQconnectPoll)          \
    X(PQconnectStartParams)   \
    X(PQconninfoFree)         \
    X(PQconninfoParse)        \
    X(PQconsumeInput)         \
    X(PQdb)                   \
    X(PQenterPipelineMode)    \
    X(PQexec)                 \
    X(PQexitPipelineMode)     \
    X(PQerrorMessage)         \
    X(PQfinish)               \
    X(PQflush)                \
    X(PQfname)                \
    X(PQfreeCancel)           \
    X(PQfreemem)              \
    X(PQftype)                \
    X(PQgetCancel)            \
    X(PQgetisnull)            \
    X(PQgetlength)            \
    X(PQgetResult)            \
    X(PQgetvalue)             \
    X(PQhost)                 \
    X(PQisBusy)               \
    X(PQnfields)              \
    X(PQnotifies)             \
    X(PQntuples)              \
    X(PQpipelineSync)         \
    X(PQport)                 \
    X(PQresultErrorField)     \
    X(PQresultStatus)         \
    X(PQsendDescribePrepared) \
    X(PQsendFlushRequest)     \
    X(PQsendPrepare)          \
    X(PQsendQueryParams)      \
    X(PQsendQueryPrepared)    \
    X(PQsetnonblocking)       \
    X(PQsetNoticeReceiver)    \
    X(PQsocket)               \
    X(PQstatus)               \
    X(PQtransactionStatus)

struct pq {
#define PQ_MEMBER(name) __typeof__(&(name)) name; // NOLINT(bugprone-macro-parentheses): the name of a member has none
    PQ_FUNCTIONS(PQ_MEMBER)
#undef PQ_MEMBER
};

/* NULL, with an error: there is no such library here, or it is older than 14. */
const struct pq *pq_load(struct error *error);

#endif
