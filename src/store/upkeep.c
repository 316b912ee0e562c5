/* Is the file sound, how large is it, and is all of it in the file. */
#include "store/messages.h"
#include "store/migrations.h"
#include "store/query.h"

#include "base/banned.h"

/* Whoever listens to findings, and how many there were. */
struct findings {
    store_finding_fn *fn;
    void *context;
    int64_t count;
    struct error first;
};

static void tell(struct findings *findings, const struct store *store, struct span text)
{
    if (findings->count++ == 0) {
        (void)!error_raise_span(&findings->first, &STORE_MSG_DAMAGED, path_shown(strbuf_text(&store->path)));
        error_add(&findings->first, text);
    }
    if (findings->fn) {
        findings->fn(findings->context, text);
    }
}

/* SQLite's check tells a page that it had no memory for as if it were damaged, with SQLITE_NOMEM at the end. */
static bool for_want_of_memory(const char *text)
{
    static const char said[] = "error code=7";
    const char *found = strstr(text, said);
    return found && (found[sizeof(said) - 1] == '\0' || found[sizeof(said) - 1] == '\n');
}

/* Every row of `sql` but "ok" is a finding, told as its columns with blanks between them. */
static enum err tell_rows(struct findings *findings, struct store *store, const char *sql, struct error *error)
{
    struct query query = {.store = store, .own = true};
    query.rc = sqlite3_prepare_v2(store->db, sql, -1, &query.statement, NULL);
    struct strbuf line;
    strbuf_init(&line, store->allocator, 1 << 16);
    bool row = false;
    enum err err = query_next(&query, &row, error);
    while (err == ERR_OK && row) {
        strbuf_clear(&line);
        for (int i = 0; i < sqlite3_column_count(query.statement); i++) {
            strbuf_add(&line, i > 0 ? " " : "");
            const unsigned char *text = sqlite3_column_text(query.statement, i);
            strbuf_add(&line, text ? (const char *)text : "?");
        }
        if (!strbuf_ok(&line) || for_want_of_memory(strbuf_text(&line))) {
            err = error_raise(error, &MSG_MEMORY);
            break;
        }
        if (!span_is(strbuf_span(&line), "ok")) {
            tell(findings, store, strbuf_span(&line));
        }
        err = query_next(&query, &row, error);
    }
    strbuf_release(&line);
    query_end(&query);
    if (err == ERR_CORRUPT) { /* so damaged that not even the check can go on: that is a finding */
        char text[256];
        size_t size = error_text(error, LANG_EN, text, sizeof(text));
        tell(findings, store, span_of(text, size));
        err = ERR_OK;
    }
    return err;
}

/* The schema must be what the migrations make: a trigger removed by hand is damage, too. Litestream's tables are its. */
static enum err tell_schema(struct findings *findings, struct store *store, struct error *error)
{
    struct store fresh = {.allocator = store->allocator};
    strbuf_init(&fresh.path, store->allocator, STORE_PATH_LIMIT);
    int rc = sqlite3_open_v2(":memory:", &fresh.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    enum err err = rc == SQLITE_OK ? ERR_OK : sqlite_raise(error, rc, fresh.db, ":memory:");
    for (int i = 0; err == ERR_OK && i < MIGRATIONS_COUNT; i++) {
        err = connection_run(&fresh, MIGRATIONS[i].sql, error);
    }
    static const char all[] = "SELECT type, name, sql FROM main.sqlite_schema"
                              " WHERE name NOT GLOB 'sqlite_*' AND name NOT GLOB '_litestream_*' ORDER BY type, name";
    struct query ours = {.store = &fresh, .own = true};
    struct query theirs = {.store = store, .own = true};
    bool expected = false;
    bool found = false;
    if (err == ERR_OK) {
        ours.rc = sqlite3_prepare_v2(fresh.db, all, -1, &ours.statement, NULL);
        theirs.rc = sqlite3_prepare_v2(store->db, all, -1, &theirs.statement, NULL);
        err = query_next(&ours, &expected, error);
    }
    if (err == ERR_OK) {
        err = query_next(&theirs, &found, error);
    }
    while (err == ERR_OK && (expected || found)) {
        bool same = expected && found;
        for (int i = 0; same && i < 3; i++) {
            same = span_equal(query_column_span(&ours, i), query_column_span(&theirs, i));
        }
        if (!same) {
            char text[256];
            struct strbuf line;
            strbuf_wrap(&line, text, sizeof(text));
            strbuf_add(&line, "the schema is not that of this version, from ");
            strbuf_add_span(&line, query_column_span(expected ? &ours : &theirs, 1));
            tell(findings, store, strbuf_span(&line));
            break;
        }
        err = query_next(&ours, &expected, error);
        if (err == ERR_OK) {
            err = query_next(&theirs, &found, error);
        }
    }
    query_end(&ours);
    query_end(&theirs);
    connection_close(&fresh);
    return err;
}

/* Of `main` only: a check of everything would open the temporary database, which shadow.c must be the first to do. */
enum err store_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error)
{
    struct findings findings = {.fn = fn, .context = context};
    enum err err = tell_rows(&findings, store, full ? "PRAGMA main.integrity_check" : "PRAGMA main.quick_check", error);
    if (err == ERR_OK && full) {
        err = tell_rows(&findings, store, "PRAGMA main.foreign_key_check", error);
    }
    if (err == ERR_OK && full) {
        err = tell_schema(&findings, store, error);
    }
    if (err == ERR_OK && findings.count > 0 && !fn) {
        *error = findings.first;
        err = ERR_CORRUPT;
    }
    return err;
}

/* The copy is a table of the file, not a temporary one: only shadow.c decides where those live. Its pages are zeroed. */
enum err store_scrub(struct store *store, struct error *error)
{
    static const char *const steps[] = {
        "CREATE TABLE scrub AS SELECT * FROM person; DELETE FROM person;"
        "INSERT INTO person SELECT * FROM scrub ORDER BY id; DROP TABLE scrub;",
        "CREATE TABLE scrub AS SELECT * FROM answer; DELETE FROM answer;"
        "INSERT INTO answer SELECT * FROM scrub ORDER BY token, key; DROP TABLE scrub;",
    };
    if (!store->in_transaction || sqlite3_get_autocommit(store->db)) {
        return error_raise_span(error, &STORE_MSG_TRANSACTION, path_shown(strbuf_text(&store->path)));
    }
    enum err err = ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < sizeof(steps) / sizeof(steps[0]); i++) {
        err = connection_run(store, steps[i], error);
    }
    return err;
}

enum err store_flush(struct store *store, struct error *error)
{
    int rc = sqlite3_wal_checkpoint_v2(store->db, "main", SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return rc == SQLITE_OK ? ERR_OK : sqlite_raise(error, rc, store->db, strbuf_text(&store->path));
}

enum err store_size(struct store *store, int64_t *bytes, struct error *error)
{
    return connection_int(store, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", bytes,
                          error);
}
