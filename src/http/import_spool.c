/*
 * Bodies that are spooled before anything is done with them, and the pass of a
 * reader over each.
 *
 * A piece of a body is written to a file without a name by the thread of its
 * connection: at most LOOP_SCRATCH bytes that were received just before, which
 * the kernel copies into its memory, as it does what a socket sends; nothing is
 * synced, and what a slow disk has to be waited for is bounded by what the
 * kernel lets pile up. Files, and their bytes together, are limited. So is what
 * one token, one address, or one club among many, may have of them: half, so that others find a
 * place. A body holds its place while it comes, so it has to come: PACE bytes
 * in the time that any other whole request has.
 *
 * Reading one through may take seconds. That is done in the pool, but never in
 * more than half of its threads: who asks something else finds one. Those beyond
 * wait here in the order in which they came, their connections suspended.
 */
#include "http/import_inside.h"
#include "http/messages.h"

#include "base/banned.h"

/* ---- room ---- */

enum { PACE = 64 << 10 };

/* Those under way that come with the same token, from the same address, or, among many, for the same club, whichever are more. */
static int64_t count_own(const struct spools *spools, const struct request *request)
{
    int64_t token = 0;
    int64_t address = 0;
    int64_t club = 0;
    for (const struct request *other = spools->inside; other; other = other->import->sharing) {
        token += span_equal(other->author, request->author);
        address += memcmp(other->conn->address, request->conn->address, ADDRESS_SIZE) == 0;
        club += !request->server->alone && other->club == request->club;
    }
    token = token > club ? token : club;
    return token > address ? token : address;
}

static enum err enter(struct request *request, struct error *error)
{
    struct server *server = request->server;
    struct spools *spools = &server->spools;
    int64_t places = server->config.imports;
    int64_t share = places > 1 ? places / 2 : 1;
    enum err err = ERR_OK;
    (void)pthread_mutex_lock(&spools->lock);
    if (spools->count >= (size_t)places) {
        err = error_raise(error, &HTTP_MSG_IMPORTS);
    } else if (count_own(spools, request) >= share) {
        err = error_raise_int(error, &HTTP_MSG_IMPORTS_OWN, share);
    } else {
        spools->count++;
        request->import->entered = true;
        request->import->sharing = spools->inside;
        spools->inside = request;
    }
    (void)pthread_mutex_unlock(&spools->lock);
    return err;
}

static bool grow(struct server *server, uint64_t size)
{
    struct spools *spools = &server->spools;
    (void)pthread_mutex_lock(&spools->lock);
    bool room = spools->bytes + size <= (uint64_t)server->config.imports_bytes;
    spools->bytes += room ? size : 0;
    (void)pthread_mutex_unlock(&spools->lock);
    return room;
}

static void leave(struct request *request)
{
    struct spools *spools = &request->server->spools;
    struct request **link = &spools->inside;
    (void)pthread_mutex_lock(&spools->lock);
    while (*link && *link != request) {
        link = &(*link)->import->sharing;
    }
    *link = *link ? request->import->sharing : NULL;
    spools->count--;
    spools->bytes -= request->import->counted;
    (void)pthread_mutex_unlock(&spools->lock);
    request->import->entered = false;
}

/* ---- its pace ---- */

void import_await(struct request *request)
{
    struct import *import = request->import;
    int64_t until = ticks() + request->server->config.request_time * 1000000;
    import->paced = import->counted + PACE;
    conn_until(request->conn, until < import->ends ? until : import->ends);
}

/* ---- the file ---- */

/* Beside the database, where there is room for what will become of it; else where temporary files are. */
static enum err make_file(struct request *request, struct error *error)
{
    struct import *import = request->import;
    const char *db = request->club->path;
    const char *slash = strrchr(db, '/');
    struct span folder = slash ? span_of(db, slash == db ? 1 : (size_t)(slash - db)) : SPAN_LITERAL(".");
    const char *path = arena_copy(&request->arena, folder);
    if (!path) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = spool_make(&import->spool, path, error);
    return err == ERR_OK ? err : spool_make(&import->spool, "/tmp", error);
}

enum err spooling_begin(struct request *request, struct error *error)
{
    struct import *import = request->import;
    enum err err = enter(request, error);
    if (err != ERR_OK) {
        return err;
    }
    import_await(request);
    err = make_file(request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = spooling_add(request, strbuf_span(&import->pending), error);
    strbuf_release(&import->pending);
    return err;
}

enum err spooling_add(struct request *request, struct span piece, struct error *error)
{
    struct import *import = request->import;
    if (!grow(request->server, piece.len)) {
        return error_raise(error, &HTTP_MSG_IMPORTS_BYTES);
    }
    import->counted += piece.len;
    if (import->counted >= import->paced) {
        import_await(request);
    }
    return spool_add(&import->spool, piece, error);
}

/* ---- the pass of a reader ---- */

static struct request *request_of(struct job *job)
{
    return (struct request *)((char *)job - offsetof(struct request, job));
}

/* A deadline that is over makes reading fail: then it is the reason. */
static enum err reason(const struct deadline *deadline, enum err err, struct error *error)
{
    struct error over;
    enum err late = deadline_check(deadline, &over);
    if (late == ERR_OK) {
        return err;
    }
    *error = over;
    return late;
}

static enum err check(struct request *request, struct service *service, struct error *error)
{
    struct import *import = request->import;
    if (import->format != FOREIGN_RECORD) {
        enum err err = foreign_open(&import->file, &import->spool, import->format, request->server->allocator, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return import->dry_run ? import_preview(request, service, error) : ERR_OK;
}

static enum err run_check(struct job *job, struct service *service, struct error *error)
{
    struct request *request = request_of(job);
    struct spool *spool = &request->import->spool;
    if (atomic_load(&request->gone)) {
        return error_raise(error, &HTTP_MSG_FORGOTTEN);
    }
    spool->deadline = service_deadline_now(service);
    enum err err = check(request, service, error);
    err = err == ERR_OK ? err : reason(spool->deadline, err, error);
    spool->deadline = NULL;
    return err;
}

static void answer(struct request *request)
{
    request->state = REQUEST_READY;
    conn_resume(request->conn);
}

static void refuse(struct request *request, const struct error *error)
{
    request->error = *error;
    respond_problem(request);
    answer(request);
}

static void next_check(struct server *server);

/* The last with which the pool touches it: it is answered, or the writer's. */
static void check_done(struct job *job)
{
    struct request *request = request_of(job);
    struct server *server = request->server;
    struct import *import = request->import;
    import->checking = false;
    if (job->err != ERR_OK) {
        refuse(request, &job->error);
    } else if (import->dry_run) {
        answer(request);
    } else {
        struct error full;
        request->state = REQUEST_QUEUED;
        request->more = false;
        if (!writer_push(request->club, request)) {
            (void)!error_raise(&full, &HTTP_MSG_QUEUE);
            refuse(request, &full);
        }
    }
    next_check(server);
}

/* False when the readers have no room: then it was refused. */
static bool begin_check(struct request *request)
{
    struct job *job = &request->job;
    struct error error;
    memset(job, 0, sizeof(*job));
    memcpy(job->address, request->conn->address, ADDRESS_SIZE);
    job->group = club_group(request->club);
    job->run = run_check;
    job->done = check_done;
    job->budget_us = request->server->config.imports_time * 1000;
    request->import->checking = true;
    if (pool_push(request->server->pool, job, &error) != ERR_OK) {
        request->import->checking = false;
        refuse(request, &error);
        return false;
    }
    return true;
}

/* A place is free: it goes to whoever has waited longest. */
static void next_check(struct server *server)
{
    struct spools *spools = &server->spools;
    struct request *next;
    do {
        (void)pthread_mutex_lock(&spools->lock);
        next = spools->first;
        spools->checking -= next ? 0 : 1;
        spools->first = next ? next->next : NULL;
        spools->last = spools->first ? spools->last : NULL;
        (void)pthread_mutex_unlock(&spools->lock);
        if (next) {
            next->next = NULL;
        }
    } while (next && !begin_check(next));
}

void import_check(struct request *request)
{
    struct server *server = request->server;
    struct spools *spools = &server->spools;
    struct pool_counts counts;
    pool_counts(server->pool, &counts);
    conn_until(request->conn, 0); /* it has come */
    request->state = REQUEST_ASKED;
    request->next = NULL;
    (void)pthread_mutex_lock(&spools->lock);
    bool place = spools->checking == 0 || spools->checking < counts.threads / 2;
    spools->checking += place;
    if (!place) {
        struct request **end = spools->last ? &spools->last->next : &spools->first;
        *end = request;
        spools->last = request;
    }
    (void)pthread_mutex_unlock(&spools->lock);
    if (place && !begin_check(request)) {
        next_check(server);
    }
}

void spooling_end(struct request *request)
{
    struct import *import = request->import;
    struct server *server = request->server;
    foreign_close(import->file);
    import->file = NULL;
    spool_close(&import->spool);
    if (import->entered) {
        leave(request);
    }
    if (import->checking) { /* taken out of the pool's queue, because the client has gone */
        import->checking = false;
        next_check(server);
    }
}
