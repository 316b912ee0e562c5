/* Is the file sound, how large is it, and is all of it in the file. */
#include "store/engine.h"
#include "store/messages.h"
#include "store/sqlite/french.h"
#include "store/sqlite/migrations.h"
#include "store/sqlite/open.h"
#include "store/sqlite/raise.h"
#include "store/sqlite/transactions.h"

#include "base/banned.h"

enum { FRENCH_SIZE = 512 };

/* Where findings go, and how many there were. */
struct findings {
    store_finding_fn *fn;
    void *context;
    int64_t count;
    struct error first;
    struct strbuf line; /* the text of a row */
};

static void report(struct findings *findings, const struct store *store, struct span text)
{
    if (findings->count++ == 0) {
        (void)!error_raise_span(&findings->first, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&store->path)));
        sqlite_add_words(&findings->first, text);
    }
    if (findings->fn) {
        char memory[FRENCH_SIZE];
        struct strbuf french;
        strbuf_wrap(&french, memory, sizeof(memory));
        sqlite_french(text, &french);
        findings->fn(findings->context, text, strbuf_span(&french));
    }
}

/* SQLite's check reports a page that it had no memory for as if it were damaged, with SQLITE_NOMEM at the end. */
static bool for_want_of_memory(const char *text)
{
    static const char said[] = "error code=7";
    const char *found = strstr(text, said);
    return found && (found[sizeof(said) - 1] == '\0' || found[sizeof(said) - 1] == '\n');
}

/* A row is a finding unless it is "ok"; its text is that of its columns with blanks between them. */
static enum err report_row(struct query *query, void *context, struct error *error)
{
    struct findings *findings = context;
    struct strbuf *line = &findings->line;
    strbuf_clear(line);
    for (int i = 0; i < sqlite3_column_count(query->statement); i++) {
        strbuf_add(line, i > 0 ? " " : "");
        const unsigned char *text = sqlite3_column_text(query->statement, i);
        strbuf_add(line, text ? (const char *)text : "?");
    }
    if (!strbuf_ok(line) || for_want_of_memory(strbuf_text(line))) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!span_is(strbuf_span(line), "ok")) {
        report(findings, query->store, strbuf_span(line));
    }
    return ERR_OK;
}

static enum err report_rows(struct findings *findings, struct store *store, const char *sql, struct error *error)
{
    struct query query;
    query_prepare(&query, store, sql);
    strbuf_init(&findings->line, store->allocator, 1 << 16);
    enum err err = query_each(&query, report_row, findings, error);
    strbuf_release(&findings->line);
    if (err != ERR_CORRUPT) {
        return err;
    }
    /* So damaged that not even the check can go on: that is a finding. */
    char text[256];
    size_t size = error_text(error, LANG_EN, text, sizeof(text));
    report(findings, store, span_of(text, size));
    return ERR_OK;
}

/* The schema that the migrations make, in memory. */
static enum err make_fresh(struct store *fresh, struct error *error)
{
    int rc = sqlite3_open_v2(":memory:", &fresh->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (rc != SQLITE_OK) {
        return sqlite_raise(error, rc, fresh->db, ":memory:");
    }
    for (int i = 0; i < MIGRATIONS_COUNT; i++) {
        enum err err = connection_run(fresh, MIGRATIONS[i].sql, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Row by row up to the first that differs. */
static enum err compare_schemas(struct findings *findings, struct query *ours, struct query *theirs,
                                struct error *error)
{
    for (;;) {
        bool expected = false;
        bool found = false;
        enum err err = query_next(ours, &expected, error);
        if (err != ERR_OK) {
            return err;
        }
        err = query_next(theirs, &found, error);
        if (err != ERR_OK || (!expected && !found)) {
            return err;
        }
        bool same = expected && found;
        for (int i = 0; same && i < 3; i++) {
            same = span_equal(query_column_span(ours, i), query_column_span(theirs, i));
        }
        if (!same) {
            char text[256];
            struct strbuf line;
            strbuf_wrap(&line, text, sizeof(text));
            strbuf_add(&line, "the schema is not that of this version, from ");
            strbuf_add_span(&line, query_column_span(expected ? ours : theirs, 1));
            report(findings, theirs->store, strbuf_span(&line));
            return ERR_OK;
        }
    }
}

/* Where it differs from what the migrations make. */
static enum err report_difference(struct findings *findings, struct store *store, struct error *error)
{
    const char *all = STATEMENTS[STATEMENT_SCHEMA_ROWS].sql;
    struct store fresh = {.allocator = store->allocator, .engine = &SQLITE_ENGINE};
    struct query ours;
    struct query theirs;
    strbuf_init(&fresh.path, store->allocator, STORE_PATH_LIMIT);
    enum err err = make_fresh(&fresh, error);
    if (err != ERR_OK) {
        goto out;
    }
    query_prepare(&ours, &fresh, all);
    query_prepare(&theirs, store, all);
    err = compare_schemas(findings, &ours, &theirs, error);
    query_end(&ours);
    query_end(&theirs);
out:
    connection_close(&fresh);
    return err;
}

/* The schema must be what the migrations make: a trigger removed by hand is damage, too. It is made only to say what differs. */
static enum err report_schema(struct findings *findings, struct store *store, struct error *error)
{
    bool fits = false;
    enum err err = schema_fits(store, &fits, error);
    return err != ERR_OK || fits ? err : report_difference(findings, store, error);
}

static enum err check_all(struct findings *findings, struct store *store, struct error *error)
{
    enum err err = report_rows(findings, store, "PRAGMA main.integrity_check", error);
    if (err != ERR_OK) {
        return err;
    }
    err = report_rows(findings, store, "PRAGMA main.foreign_key_check", error);
    if (err != ERR_OK) {
        return err;
    }
    return report_schema(findings, store, error);
}

/* Of `main` only: a check of everything would open the temporary database, which shadow.c must be the first to do. */
enum err file_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error)
{
    struct findings findings = {.fn = fn, .context = context};
    enum err err =
        full ? check_all(&findings, store, error) : report_rows(&findings, store, "PRAGMA main.quick_check", error);
    if (err != ERR_OK || findings.count == 0 || fn) {
        return err;
    }
    *error = findings.first;
    return ERR_CORRUPT;
}

/* The copy is a table of the file, not a temporary one: only shadow.c decides where those live. Its pages are zeroed. */
enum err file_scrub(struct store *store, bool foreign, struct error *error)
{
    static const char *const steps[] = {
        "CREATE TABLE scrub AS SELECT * FROM person; DELETE FROM person;"
        "INSERT INTO person SELECT * FROM scrub ORDER BY id; DROP TABLE scrub;",
        "CREATE TABLE scrub AS SELECT * FROM answer; DELETE FROM answer;"
        "INSERT INTO answer SELECT * FROM scrub ORDER BY token, key; DROP TABLE scrub;",
        "CREATE TABLE scrub AS SELECT * FROM \"foreign\"; DELETE FROM \"foreign\";"
        "INSERT INTO \"foreign\" SELECT * FROM scrub ORDER BY source, kind, id; DROP TABLE scrub;",
    };
    size_t count = sizeof(steps) / sizeof(steps[0]) - (foreign ? 0 : 1);
    if (!store->in_transaction || sqlite3_get_autocommit(store->db)) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    for (size_t i = 0; i < count; i++) {
        enum err err = connection_run(store, steps[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err file_flush(struct store *store, struct error *error)
{
    int rc = sqlite3_wal_checkpoint_v2(store->db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return rc == SQLITE_OK ? ERR_OK : sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
}

enum err file_size(struct store *store, int64_t *bytes, struct error *error)
{
    return connection_int(store, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", bytes,
                          error);
}
