/* The messages of messages.h, defined, and the table from SQLite's result codes to them. */
#include "store/messages.h"

#include "base/banned.h"

#define STORE_DEFINE(name, code, id, en, fr) const struct message STORE_MSG_##name = {code, id, en, fr};
STORE_MESSAGES(STORE_DEFINE)

#define STORE_LIST(name, code, id, en, fr) &STORE_MSG_##name,
static const struct message *const ALL[] = {STORE_MESSAGES(STORE_LIST)};

const struct message *const *store_messages(size_t *count)
{
    *count = sizeof(ALL) / sizeof(ALL[0]);
    return ALL;
}

/* Extended codes that mean something else than their family come first; then the families. */
static const struct meaning {
    int code;
    const struct message *message;
} MEANINGS[] = {
    {SQLITE_IOERR_NOMEM, &MSG_MEMORY},
    {SQLITE_IOERR_CORRUPTFS, &STORE_MSG_DAMAGED},
    {SQLITE_IOERR_DATA, &STORE_MSG_DAMAGED},
    {SQLITE_ABORT_ROLLBACK, &STORE_MSG_ROLLED_BACK},
    {SQLITE_READONLY, &STORE_MSG_READ_ONLY},
    {SQLITE_BUSY, &STORE_MSG_BUSY},
    {SQLITE_LOCKED, &STORE_MSG_BUSY},
    {SQLITE_INTERRUPT, &STORE_MSG_INTERRUPTED},
    {SQLITE_PROTOCOL, &STORE_MSG_BUSY},
    {SQLITE_FULL, &STORE_MSG_FULL},
    {SQLITE_IOERR, &STORE_MSG_IO},
    {SQLITE_NOLFS, &STORE_MSG_IO},
    {SQLITE_CANTOPEN, &STORE_MSG_OPEN},
    {SQLITE_PERM, &STORE_MSG_DENIED},
    {SQLITE_AUTH, &STORE_MSG_DENIED},
    {SQLITE_CORRUPT, &STORE_MSG_DAMAGED},
    {SQLITE_FORMAT, &STORE_MSG_DAMAGED},
    {SQLITE_NOTADB, &STORE_MSG_FOREIGN},
    {SQLITE_CONSTRAINT, &STORE_MSG_CONFLICT},
    {SQLITE_NOMEM, &MSG_MEMORY},
    {SQLITE_TOOBIG, &STORE_MSG_TOO_BIG},
};

static const struct message *meaning_of(int code)
{
    for (size_t i = 0; i < sizeof(MEANINGS) / sizeof(MEANINGS[0]); i++) {
        if (MEANINGS[i].code == code) {
            return MEANINGS[i].message;
        }
    }
    return NULL;
}

enum err sqlite_raise(struct error *error, int rc, sqlite3 *db, const char *path)
{
    enum { FAMILY = 0xff };
    bool latest = db && (sqlite3_extended_errcode(db) & FAMILY) == (rc & FAMILY);
    int code = latest ? sqlite3_extended_errcode(db) : rc;
    const struct message *message = meaning_of(code);
    if (!message) {
        message = meaning_of(code & FAMILY);
    }
    if (!message) {
        message = &STORE_MSG_DAMAGED; /* a missing table, a type that cannot be: the schema is not what it says */
    }
    enum err err = error_raise_span(error, message, span_from(path));
    error_add(error, span_from(latest ? sqlite3_errmsg(db) : sqlite3_errstr(code)));
    error_add_int(error, code);
    return err;
}
