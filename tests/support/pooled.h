/* Stores of many clubs on one pool, for its tests. Include "support/cmocka.h" first. */
#ifndef SUPPORT_POOLED_H
#define SUPPORT_POOLED_H

#include "postgres/pq.h"
#include "store/pool.h"
#include "support/postgres_server.h"
#include "support/scene.h"

enum { POOLED_PATH = POSTGRES_URL + 64 };

static inline void pooled_path(const char *place, int number, char path[POOLED_PATH])
{
    (void)snprintf(path, POOLED_PATH, "%s#pool-%d", place, number);
}

static inline struct store_options pooled_options(struct store_pool *pool, int patience)
{
    return (struct store_options){.allocator = &allocator_heap, .busy_ms = patience, .pool = pool};
}

static inline struct store *pooled_open(struct store_pool *pool, const char *place, int number, enum store_mode mode,
                                        int patience)
{
    struct error error = {.message = NULL};
    struct store_options options = pooled_options(pool, patience);
    struct store *store = NULL;
    char path[POOLED_PATH];
    pooled_path(place, number, path);
    MUST(store_open(&store, path, mode, &options, false, &error));
    return store;
}

/* One transaction: the person `club.number`. */
static inline enum err pooled_write(struct store *store, int club, int number, struct error *error)
{
    char name[48];
    char handle[48];
    int64_t id = 0;
    (void)snprintf(name, sizeof(name), "%d.%d", club, number);
    (void)snprintf(handle, sizeof(handle), "h%d-%d", club, number);
    enum err err = store_begin(store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_person_add(store, span_from(handle), span_from(name), span_from(name), number, &id, error);
    if (err != ERR_OK) {
        store_rollback(store);
        return err;
    }
    return store_commit(store, error);
}

struct pooled_seen {
    int club;
    int people;
    bool foreign; /* somebody of another club was among them */
};

static inline enum err pooled_see(void *context, const struct store_person *person, struct error *error)
{
    struct pooled_seen *seen = context;
    char name[48];
    (void)error;
    (void)snprintf(name, sizeof(name), "%.*s", (int)person->name.len, person->name.ptr);
    seen->people++;
    seen->foreign = seen->foreign || (int)strtol(name, NULL, 10) != seen->club;
    return ERR_OK;
}

#endif
