/* The table from PostgreSQL's SQLSTATE to the messages of the store. */
#include "store/messages.h"
#include "store/postgres/connection.h"

#include "base/banned.h"

/* Whole codes first, then their classes (two letters). */
static const struct meaning {
    const char *state;
    const struct message *message;
} MEANINGS[] = {
    {"57014", &STORE_MSG_INTERRUPTED},  /* query_canceled */
    {"55P03", &STORE_MSG_BUSY},         /* lock_not_available */
    {"53100", &STORE_MSG_FULL},         /* disk_full */
    {"42501", &STORE_MSG_DENIED_WRITE}, /* insufficient_privilege */
    {"28000", &STORE_MSG_DENIED},       /* invalid_authorization_specification */
    {"28P01", &STORE_MSG_DENIED},       /* invalid_password */
    {"25006", &STORE_MSG_READ_ONLY},    /* read_only_sql_transaction */
    {"25P02", &STORE_MSG_ROLLED_BACK},  /* in_failed_sql_transaction */
    {"3D000", &STORE_MSG_ABSENT},       /* invalid_catalog_name: no such database */
    {"40", &STORE_MSG_BUSY},            /* serialization failure, deadlock: whoever tries again may succeed */
    {"23", &STORE_MSG_CONFLICT},        /* integrity constraint violation */
    {"22", &STORE_MSG_CONFLICT},        /* data exception */
    {"P0", &STORE_MSG_CONFLICT},        /* raised by a trigger of ours */
    {"42P06", &STORE_MSG_CONFLICT},     /* duplicate_schema: somebody else has just made the club */
    {"42704", &STORE_MSG_SERVER},       /* undefined_object: the role of dendro.daemon */
    {"42", &STORE_MSG_DAMAGED},         /* a missing table: the schema is not what it says */
    {"3F", &STORE_MSG_DAMAGED},
    {"XX", &STORE_MSG_DAMAGED},
    {"54", &STORE_MSG_TOO_BIG},
};

static const struct message *meaning_of(const char *state)
{
    for (size_t i = 0; i < sizeof(MEANINGS) / sizeof(MEANINGS[0]); i++) {
        if (span_starts(span_from(state), MEANINGS[i].state)) {
            return MEANINGS[i].message;
        }
    }
    return &STORE_MSG_SERVER;
}

/* The first line, without the blanks and line feeds that libpq puts behind it. */
static struct span first_line(const char *said)
{
    struct span span = span_from(said ? said : "");
    size_t length = 0;
    while (length < span.len && span.ptr[length] != '\n') {
        length++;
    }
    return span_of(span.ptr, length);
}

enum err pg_raise(struct store *store, const PGresult *result, struct error *error)
{
    struct pg *pg = store->pg;
    const char *state = result ? pg->pq->PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *said = result ? pg->pq->PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const struct message *message = state ? meaning_of(state) : &STORE_MSG_NO_SERVER;
    if (message == &STORE_MSG_INTERRUPTED && deadline_check(store->deadline, error) != ERR_OK) {
        return error_sure(error->message->code);
    }
    struct span words = first_line(said ? said : pg->connection ? pg->pq->PQerrorMessage(pg->connection) : "");
    enum err err = error_raise_span(error, message, path_shown(strbuf_text(&store->path)));
    error_add(error, words);
    error_add(error, words); /* PostgreSQL speaks the language that its operator chose */
    return err;
}
