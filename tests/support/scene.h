/*
 * A folder of its own with a database in it, for tests of the store: opened,
 * filled with small rows that are easy to tell apart, counted, and removed
 * with everything in it at the end.
 */
#ifndef SUPPORT_SCENE_H
#define SUPPORT_SCENE_H

#include "base/strbuf.h"
#include "store/store.h"
#include "support/address.h"
#include "support/failing_alloc.h"
#include "support/folder.h"

#include <sqlite3.h>

struct scene {
    char folder[FOLDER_PATH];
    char path[TEST_ADDRESS]; /* of the database */
    struct failing_alloc memory;
    struct store_options options; /* with that memory; busy_ms 0 */
};

/* Prints the error and fails the test unless `call`, which uses a local `error`, is ERR_OK. */
#define MUST(call) scene_must((call), &error, #call, __FILE__, __LINE__)
/* Fails the test unless `call` gives this code and, when not NULL, this id. */
#define MUST_FAIL(call, code, id) scene_must_fail((call), (code), (id), &error, #call, __FILE__, __LINE__)

/*
 * The same inside a transaction, for a write that a server may put off
 * (store.h, "Deferred"): it fails at once or when it is kept. What it did is
 * undone, and the transaction goes on.
 */
#define MUST_FAIL_KEPT(store, call, code, id)                                    \
    do {                                                                         \
        MUST(store_mark((store), &error));                                       \
        enum err kept_ = (call);                                                 \
        kept_ = kept_ == ERR_OK ? store_keep((store), &error) : kept_;           \
        scene_must_fail(kept_, (code), (id), &error, #call, __FILE__, __LINE__); \
        store_undo(store);                                                       \
    } while (0)

void scene_must(enum err err, const struct error *error, const char *call, const char *file, int line);
void scene_must_fail(enum err err, enum err code, const char *id, const struct error *error, const char *call,
                     const char *file, int line);

void scene_begin(struct scene *scene);
/* Removes the folder; fails the test when the store has not given back all its memory. */
void scene_end(struct scene *scene);

/* `name` inside the folder; the result is the caller's 128 bytes. */
const char *scene_file(const struct scene *scene, const char *name, char out[128]);

struct store *scene_open(struct scene *scene, enum store_mode mode);

/* Entry `seq` of kind `kind` about `game`, whose body, author, time and leaf follow from seq alone. */
void scene_entry(int64_t seq, const char *kind, int64_t game, char body[64], struct store_entry *entry);
void scene_add_entry(struct store *store, int64_t seq, const char *kind, int64_t game);

/* A finished game with `seats` seats of people `person`, person + 1, ...; everything else follows from id. */
struct scene_game {
    struct store_game game;
    struct store_seat seats[6];
    char digest[SHA256_SIZE];
    char categories[8];
    char facts[40];
};
void scene_game(int64_t id, int64_t person, unsigned seats, struct scene_game *out);
void scene_add_game(struct store *store, int64_t id, int64_t person, unsigned seats);

/* A person called `name`, whose handle is the name in front of which stands an h. */
int64_t scene_add_person(struct store *store, const char *name);

/* What a plain SQLite connection sees: the first column of the first row, and a statement run for its effect. */
int64_t scene_sql_int(const char *path, const char *sql);
int scene_sql(const char *path, const char *sql); /* the result code */
/* All rows of `sql`, columns parted by '|' and rows by line feeds, into `out`. */
void scene_sql_text(const char *path, const char *sql, struct strbuf *out);

#endif
