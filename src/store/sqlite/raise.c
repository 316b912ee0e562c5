/* The tables from SQLite's result codes, and from errno, to the messages of the store. */
#include "store/sqlite/raise.h"

#include "store/messages.h"
#include "store/sqlite/french.h"
#include "store/store.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"

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

/* ---- what the system says ---- */

/* What it means for a database; those that say where to look say it whatever SQLite was doing. */
static const struct cause {
    int number;
    const struct message *message;
    bool plain; /* says what is wrong whatever was being done */
} CAUSES[] = {
    {ENOSPC, &STORE_MSG_FULL, true},     {EDQUOT, &STORE_MSG_FULL, true},        {EFBIG, &STORE_MSG_GROWN, true},
    {EROFS, &STORE_MSG_MEDIUM, true},    {EIO, &STORE_MSG_DISK, true},           {EMFILE, &STORE_MSG_FILES, true},
    {ENFILE, &STORE_MSG_FILES, true},    {EISDIR, &STORE_MSG_DIRECTORY, true},   {ENOENT, &STORE_MSG_FOLDER, false},
    {ENOTDIR, &STORE_MSG_FOLDER, false}, {EACCES, &STORE_MSG_DENIED, false},     {EPERM, &STORE_MSG_DENIED, false},
    {ELOOP, &STORE_MSG_PATH, false},     {ENAMETOOLONG, &STORE_MSG_PATH, false},
};

static const struct cause *cause_of(int number)
{
    for (size_t i = 0; i < sizeof(CAUSES) / sizeof(CAUSES[0]); i++) {
        if (CAUSES[i].number == number) {
            return &CAUSES[i];
        }
    }
    return NULL;
}

void path_folder(const char *path, struct strbuf *out)
{
    const char *slash = strrchr(path, '/');
    strbuf_add_span(out, slash ? span_of(path, slash == path ? 1 : (size_t)(slash - path)) : SPAN_LITERAL("."));
}

static const struct message *look_at_folder(const char *path)
{
    enum { LONGEST = 4096 };
    char memory[LONGEST];
    struct strbuf folder;
    strbuf_wrap(&folder, memory, sizeof(memory));
    path_folder(path, &folder);
    const char *name = strbuf_ok(&folder) ? strbuf_text(&folder) : ".";
    if (access(name, X_OK) != 0 && errno == EACCES) {
        return &STORE_MSG_DENIED_ENTER;
    }
    if (access(name, W_OK) != 0) {
        const struct cause *cause = errno == EACCES ? NULL : cause_of(errno);
        return cause ? cause->message : &STORE_MSG_DENIED_FOLDER;
    }
    return NULL;
}

/* What is wrong with the file at `path`, as far as one can see; NULL: nothing is. */
static const struct message *look_at(const char *path)
{
    struct stat facts;
    if (stat(path, &facts) != 0) {
        const struct cause *cause = errno == ENOENT ? NULL : cause_of(errno);
        return cause ? cause->message : NULL;
    }
    if (S_ISDIR(facts.st_mode)) {
        return &STORE_MSG_DIRECTORY;
    }
    if (access(path, R_OK) != 0 && errno == EACCES) {
        return &STORE_MSG_DENIED;
    }
    if (access(path, W_OK) != 0) {
        return errno == EROFS ? &STORE_MSG_MEDIUM : errno == EACCES ? &STORE_MSG_DENIED_WRITE : NULL;
    }
    return look_at_folder(path);
}

enum err file_raise(struct error *error, int number, const char *path)
{
    const struct cause *cause = cause_of(number);
    const struct message *seen = cause && cause->message == &STORE_MSG_DENIED ? look_at_folder(path) : NULL;
    enum err err = error_raise_span(error, seen ? seen : cause ? cause->message : &STORE_MSG_SYSTEM, path_shown(path));
    error_add_int(error, number);
    return err;
}

/* What lies behind a failure of SQLite, when the system can tell; NULL: it cannot. */
static const struct message *reason_of(int code, sqlite3 *db, const char *path)
{
    enum { FAMILY = 0xff };
    int family = code & FAMILY;
    bool opening = family == SQLITE_CANTOPEN || family == SQLITE_READONLY || family == SQLITE_PERM;
    if (!opening && family != SQLITE_IOERR) {
        return NULL;
    }
    const struct cause *cause = db && family != SQLITE_READONLY ? cause_of(sqlite3_system_errno(db)) : NULL;
    if (cause && cause->plain) {
        return cause->message;
    }
    const struct message *seen = opening ? look_at(path) : NULL;
    return seen && (family == SQLITE_CANTOPEN || seen->code == ERR_DENIED) ? seen : NULL;
}

/* ---- what SQLite says ---- */

void sqlite_add_words(struct error *error, struct span said)
{
    char memory[ERROR_ARG_SIZE];
    struct strbuf french;
    strbuf_wrap(&french, memory, sizeof(memory));
    sqlite_french(said, &french);
    error_add(error, said);
    error_add(error, strbuf_ok(&french) ? strbuf_span(&french) : SPAN_LITERAL("SQLite"));
}

/* A statement that does not fit the schema: is the schema that of a newer program? 0: no. */
static int64_t newer_schema(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    int64_t version = 0;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW) {
        version = sqlite3_column_int64(statement, 0);
    }
    (void)sqlite3_finalize(statement);
    return version > store_schema_current() ? version : 0;
}

enum err sqlite_raise(struct error *error, int rc, sqlite3 *db, const char *path)
{
    enum { FAMILY = 0xff };
    bool latest = db && (sqlite3_extended_errcode(db) & FAMILY) == (rc & FAMILY);
    int code = latest ? sqlite3_extended_errcode(db) : rc;
    const struct message *message = code > FAMILY ? meaning_of(code) : NULL;
    const char *said = latest ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    if (!message) {
        message = reason_of(code, latest ? db : NULL, path);
    }
    if (!message) {
        message = meaning_of(code & FAMILY);
    }
    if (!message) {
        message = &STORE_MSG_DAMAGED; /* a missing table, a type that cannot be: the schema is not what it says */
    }
    enum err err = error_raise_span(error, message, path_shown(path));
    if (message == &STORE_MSG_IO || message == &STORE_MSG_OPEN) {
        error_add_int(error, code);
    } else if (strcmp(said, sqlite3_errstr(SQLITE_CORRUPT)) == 0) {
        error_add(error, SPAN_LITERAL("SQLITE_CORRUPT")); /* it knows no more than that */
        error_add(error, SPAN_LITERAL("SQLITE_CORRUPT"));
    } else {
        sqlite_add_words(error, span_from(said));
    }
    int64_t newer =
        latest && (rc & FAMILY) == SQLITE_ERROR ? newer_schema(db) : 0; /* after its words: they are gone then */
    return newer > 0 ? schema_moved(error, newer, path) : err;
}
