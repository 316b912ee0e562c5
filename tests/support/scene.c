/* A folder with a database in it. */
#include "support/cmocka.h"

#include "support/scene.h"

#include "support/blank.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/text.h"

void scene_must(enum err err, const struct error *error, const char *call, const char *file, int line)
{
    if (err != ERR_OK) {
        char text[512];
        (void)error_text(error, LANG_EN, text, sizeof(text));
        print_error("%s: %s: %s\n", call, test_err_name(err), text);
        _fail(file, line);
    }
}

void scene_must_fail(enum err err, enum err code, const char *id, const struct error *error, const char *call,
                     const char *file, int line)
{
    const char *said = err == ERR_OK || !error->message ? "" : error->message->id;
    if (err != code || (id && strcmp(id, said) != 0)) {
        print_error("%s: %s %s instead of %s %s\n", call, test_err_name(err), said, test_err_name(code), id ? id : "");
        _fail(file, line);
    }
}

void scene_begin(struct scene *scene)
{
    *scene = (struct scene){.options = {.busy_ms = 0}};
    folder_make(scene->folder, "dendro-store");
    char file[FOLDER_PATH + 16];
    (void)snprintf(file, sizeof(file), "%s/club.db", scene->folder);
    test_address(file, scene->path);
    failing_alloc_init(&scene->memory);
    scene->options.allocator = &scene->memory.allocator;
}

const char *scene_file(const struct scene *scene, const char *name, char out[128])
{
    (void)snprintf(out, 128, "%s/%s", scene->folder, name);
    return out;
}

void scene_end(struct scene *scene)
{
    folder_remove(scene->folder);
    assert_int_equal(scene->memory.live, 0);
}

struct store *scene_open(struct scene *scene, enum store_mode mode)
{
    struct error error = {.message = NULL};
    struct store *store = NULL;
    if (mode == STORE_CREATE && !scene->options.vfs) {
        blank_database(scene->path);
    }
    MUST(store_open(&store, scene->path, mode, &scene->options, false, &error));
    return store;
}

void scene_entry(int64_t seq, const char *kind, int64_t game, char body[64], struct store_entry *entry)
{
    (void)snprintf(body, 64, "body of entry %lld\n", (long long)seq);
    *entry = (struct store_entry){
        .seq = seq,
        .at = 1700000000000 + seq,
        .author = SPAN_LITERAL("cli"),
        .kind = span_from(kind),
        .game = game,
        .body = span_from(body),
    };
    memset(entry->leaf, (int)(seq % 251), sizeof(entry->leaf));
}

void scene_add_entry(struct store *store, int64_t seq, const char *kind, int64_t game)
{
    struct error error = {.message = NULL};
    struct store_entry entry;
    char body[64];
    scene_entry(seq, kind, game, body, &entry);
    MUST(store_entry_add(store, &entry, &error));
}

void scene_game(int64_t id, int64_t person, unsigned seats, struct scene_game *out)
{
    memset(out->digest, (int)(id % 241), sizeof(out->digest));
    memset(out->categories, (int)(id % 7), sizeof(out->categories));
    memset(out->facts, (int)(id % 13), sizeof(out->facts));
    out->game = (struct store_game){
        .id = id,
        .game = SPAN_LITERAL("foret"),
        .rules = 1,
        .variant = SPAN_LITERAL("standard"),
        .level = SPAN_LITERAL("table"),
        .seats = seats,
        .status = SPAN_LITERAL("finished"),
        .source = id,
        .last = id,
        .plies = 10 + id % 5,
        .has_played = true,
        .played = 1700000000000 + id,
        .has_day = true,
        .day = 20000 + id / 4,
        .digest = span_of(out->digest, sizeof(out->digest)),
    };
    for (unsigned i = 0; i < seats; i++) {
        out->seats[i] = (struct store_seat){
            .game = id,
            .seat = i,
            .person = person + i,
            .has_result = true,
            .has_total = true,
            .total = 50 - (int64_t)i,
            .rank = 1 + (int64_t)i,
            .has_win = true,
            .win = i == 0 ? 27720 : 0,
            .categories = span_of(out->categories, sizeof(out->categories)),
        };
    }
}

void scene_add_game(struct store *store, int64_t id, int64_t person, unsigned seats)
{
    struct error error = {.message = NULL};
    struct scene_game game;
    scene_game(id, person, seats, &game);
    MUST(store_game_put(store, &game.game, game.seats, seats, span_of(game.facts, sizeof(game.facts)), &error));
}

int64_t scene_add_person(struct store *store, const char *name)
{
    struct error error = {.message = NULL};
    char handle[64];
    int64_t id = 0;
    (void)snprintf(handle, sizeof(handle), "h%s", name);
    MUST(store_person_add(store, span_from(handle), span_from(name), span_from(name), 1, &id, &error));
    return id;
}

static sqlite3 *plain(const char *path)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    return db;
}

int64_t scene_sql_int(const char *path, const char *sql)
{
    if (test_on_server()) {
        return server_sql_int(path, sql);
    }
    sqlite3 *db = plain(path);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK || sqlite3_step(statement) != SQLITE_ROW) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    int64_t value = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return value;
}

int scene_sql(const char *path, const char *sql)
{
    if (test_on_server()) {
        return server_sql(path, sql) ? SQLITE_OK : SQLITE_ERROR;
    }
    sqlite3 *db = plain(path);
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    (void)sqlite3_close(db);
    return rc;
}

void scene_sql_text(const char *path, const char *sql, struct strbuf *out)
{
    if (test_on_server()) {
        server_sql_text(path, sql, out);
        return;
    }
    sqlite3 *db = plain(path);
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    }
    while (sqlite3_step(statement) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const unsigned char *text = sqlite3_column_text(statement, i);
            strbuf_add(out, i > 0 ? "|" : "");
            strbuf_add(out, text ? (const char *)text : "NULL");
        }
        strbuf_add_char(out, '\n');
    }
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
}
