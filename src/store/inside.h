/* Private to the room: what a store holds, whichever engine keeps its rows (engine.h). */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "base/strbuf.h"
#include "store/statements.h"
#include "store/store.h"

enum {
    STORE_PATH_LIMIT = 4096,
    STORE_VALUE_LIMIT = 64 * 1024 * 1024, /* bytes of one row or statement */
    STORE_SEEN_RECENT = 32768 /* new hashes of imported records that gather before they are poured (seen.c) */
};

struct engine;
struct pg;
struct sqlite3;
struct sqlite3_stmt;

struct store {
    const struct allocator *allocator;
    const struct engine *engine;
    struct strbuf path; /* what people are told it is called: for a file as SQLite was given it, else without secrets */
    struct {
        int most_ms; /* how long to wait for another's lock */
        int64_t since;
        bool told;
        void (*tell)(void *context);
        void *context;
    } wait;
    enum store_mode mode;
    bool made;                       /* its tables, when it was opened */
    const struct deadline *deadline; /* NULL: none */
    bool in_transaction;    /* between store_begin and its end, even when the engine has rolled back on its own */
    bool shadow;            /* derived tables are the temporary ones */
    bool shadow_new;        /* since the transaction that goes on */
    const char *stored;     /* before the name of a table: the real one, */
    const char *shadowed;   /* and its shadow */
    struct strbuf facts;    /* what store_facts lends out */
    struct strbuf settings; /* that are recalled: the name, its end, the size of the value in two bytes, the value */
    bool settings_known;
    void (*asking)(struct store *store, void *context); /* while a transaction begins; NULL: nothing is asked ahead */
    void *asking_context;
    bool foreseeing; /* questions are sent, and give no row */
    bool seen_counted;
    int64_t seen_recent; /* rows of that table, or more */
    int64_t seen_limit;

    /* SQLite's (sqlite/connection.h) */
    struct sqlite3 *db;
    const char *vfs; /* NULL: the default */
    struct sqlite3_stmt *statement[STATEMENT_COUNT];

    /* PostgreSQL's (postgres/connection.h) */
    struct pg *pg;
    struct store_pool *pool; /* NULL: a connection of its own */
};

/* Members that both engines have alike; `store` is zeroed memory. */
void store_init(struct store *store, const struct engine *engine, enum store_mode mode,
                const struct store_options *options);

#endif
