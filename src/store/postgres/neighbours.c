/* Hints are notifications of PostgreSQL on one channel of the database, with a slug. */
#include "store/neighbours.h"

#include "store/clubs.h"
#include "store/messages.h"
#include "store/postgres/connection.h"

#include <poll.h>

#include "base/banned.h"

/* No club is called so by us: a connection needs some slug. */
#define NOBODY SPAN_LITERAL("#-")

struct store_neighbours {
    struct store store;
};

static enum err listen_now(struct store_neighbours *neighbours, const char *path, struct error *error)
{
    char memory[STORE_PATH_LIMIT];
    struct strbuf place;
    strbuf_wrap(&place, memory, sizeof(memory));
    strbuf_add_span(&place, span_of(path, strcspn(path, "#")));
    strbuf_add_span(&place, NOBODY);
    if (!strbuf_ok(&place)) {
        return error_raise_span(error, &STORE_MSG_PATH, SPAN_LITERAL("postgresql://"));
    }
    enum err err = pg_attach(&neighbours->store, memory, error);
    if (err != ERR_OK) {
        return err;
    }
    neighbours->store.pg->limit_ms = PG_ANSWER_MS; /* of whatever is asked */
    return pg_run(&neighbours->store, "LISTEN dendro", error);
}

enum err store_neighbours_open(struct store_neighbours **out, const char *path, const struct store_options *options,
                               struct error *error)
{
    struct store_neighbours *neighbours = mem_new(options->allocator, 1, sizeof(*neighbours));
    *out = NULL;
    if (!neighbours) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct store_options own = *options;
    own.pool = NULL; /* this connection is kept */
    store_init(&neighbours->store, &POSTGRES_ENGINE, STORE_READ, &own);
    enum err err = listen_now(neighbours, path, error);
    if (err != ERR_OK) {
        store_neighbours_close(neighbours);
        return err;
    }
    *out = neighbours;
    return ERR_OK;
}

void store_neighbours_close(struct store_neighbours *neighbours)
{
    if (neighbours) {
        const struct allocator *allocator = neighbours->store.allocator;
        pg_detach(&neighbours->store);
        mem_free(allocator, neighbours);
    }
}

/* After the commit, in a transaction of its own: notifying takes a lock that all clubs share, and that would be held while the disk
 * is waited for. */
enum err store_neighbours_tell(struct store_neighbours *neighbours, struct span slug, struct error *error)
{
    char text[STORE_SLUG + 1];
    struct strbuf name;
    const char *const values[] = {text};
    strbuf_wrap(&name, text, sizeof(text));
    strbuf_add_span(&name, slug);
    if (!store_slug_ok(slug)) {
        return error_raise_span(error, &STORE_MSG_SLUG, slug);
    }
    return pg_ask(&neighbours->store, "SELECT pg_notify('dendro', $1)", 1, values, NULL, error);
}

/* What has come; our own are known. */
static void hand_out(const struct pg *pg, store_neighbours_fn *fn, void *context)
{
    PGnotify *note;
    while ((note = pg->pq->PQnotifies(pg->connection))) {
        struct span slug = span_from(note->extra);
        if (note->be_pid != pg->pq->PQbackendPID(pg->connection) && store_slug_ok(slug)) {
            fn(context, slug);
        }
        pg->pq->PQfreemem(note);
    }
}

enum err store_neighbours_hear(struct store_neighbours *neighbours, int wake, int ms, store_neighbours_fn *fn,
                               void *context, struct error *error)
{
    const struct pg *pg = neighbours->store.pg;
    if (!pg->connection) { /* lost by the last one that was sent */
        return error_raise_span(error, &STORE_MSG_NO_SERVER, path_shown(strbuf_text(&neighbours->store.path)));
    }
    struct pollfd fds[] = {{.fd = pg->pq->PQsocket(pg->connection), .events = POLLIN}, {.fd = wake, .events = POLLIN}};
    hand_out(pg, fn, context);
    int ready = poll(fds, sizeof(fds) / sizeof(fds[0]), ms);
    if (ready > 0 && fds[0].revents != 0 && !pg->pq->PQconsumeInput(pg->connection)) {
        return pg_raise(&neighbours->store, NULL, error);
    }
    hand_out(pg, fn, context);
    return ERR_OK;
}
