/*
 * The writers: threads that run every request that writes, a group of one
 * club's in one transaction. A club alone has one thread; many clubs share a
 * few, and each of them is written by one thread at a time.
 *
 * Order. A group is what has gathered in the queue by the time at which its
 * transaction has begun, in the order in which it came, at most WRITER_GROUP
 * requests. Its handlers run one after the other
 * inside the transaction; then comes the commit, which returns when it is on
 * disk; then publish() lets readers, caches and followers know; then each
 * request of the group is answered. So an answer that says yes is on disk, and
 * who asks after such an answer sees what it was about. When the commit fails,
 * nothing of the group is stored, and each of its requests is answered with
 * that problem. A request that fails by itself (a broken rule, a repeated key)
 * has written nothing and does not disturb the others; one that has written
 * and then finds no memory for its answer, or cannot keep it under its key,
 * fails with its group, so that a retry finds nothing of it.
 *
 * Turns. A club that has something to write stands in a line (server->writers)
 * once, or is taken; whoever gives it back puts it at the end of the line when
 * there is more. So a club with a flood delays another by a group for each
 * thread.
 *
 * Who holds the service. writer.service is a database connection and must be
 * used by one thread at a time. Whoever uses it has set writer.taken: a
 * writer's thread, from take_group to writer_note, or a thread of the network
 * that borrows it for one short request (writer_borrow), from lend to
 * give_back. It is lent when the writer is idle and would only be woken for
 * that request: the queue is empty, the last ALONE groups had one request
 * each, the last one took at most BRIEFLY, and no other request is under way.
 * A club on a server is never lent: its server may take its time.
 * A borrower that would have to wait for another program gives it back and
 * queues the request.
 *
 * Locks. writer.lock guards the queue, the chores, `taken`, `listed`, `alone`
 * and `took`; it is never held while the database works. The lock of the line
 * is taken inside it. The members of a request
 * belong to the writer from writer_push until conn_resume.
 */
#include "http/inside.h"
#include "http/messages.h"

#include <unistd.h>

#include "base/banned.h"

enum {
    BRIEFLY = 5000,    /* microseconds that a connection's thread may be away from its other connections */
    SHORT_BODY = 4096, /* bytes that it writes by itself */
    ALONE = 8          /* groups of one request in a row, after which the service may be lent */
};

/* ---- a group ---- */

static void fail_group(struct request *group, const struct error *error)
{
    for (struct request *request = group; request; request = request->next) {
        request->error = *error;
        if (request->on_disk > 0) { /* an import half done, or half undone */
            (void)!error_raise_int(&request->error, request->cut, request->on_disk);
        }
        request->again = false;
        request->touched_many = false;
        request->problem_seat = -1;
        request->problem_ply = -1;
        strbuf_clear(&request->problem_legal);
        strbuf_clear(&request->problem_list);
        request->response.headers_count = 0;
        request->touched_game = 0;
        request->touched_review = 0;
        request->stored = false;
        respond_problem(request);
    }
}

/* Others learn what is on disk before those who wrote it are answered. */
static void publish(struct club *club, const struct request *group, const struct versions *versions)
{
    struct error ignored;
    /* Another program may have changed tokens as well. */
    if (access_outdated(&club->access, versions->token) &&
        access_renew(&club->access, club->writer.service, versions->token, &ignored) == ERR_OK) {
        followers_beat(club->server); /* a stream ends with its token */
    }
    club_relearn(club, group);
    club_raise(club, versions);
    atomic_fetch_add(&club->reviews.written, 1);
    atomic_store(&club->flush_due, versions->flush != 0);
    if (club->shared) {
        neighbours_note(club);
    }
    for (const struct request *request = group; request; request = request->next) {
        if (request->touched_many || request->touched_game > 0) {
            followers_wake(club, request->touched_many ? 0 : request->touched_game);
        }
        if (request->touched_review > 0) {
            reviews_publish(club, request->touched_review, request->cancelled);
        }
    }
}

/* In a transaction that has written nothing yet: the tokens as others have left them. */
static enum err renew_tokens(struct club *club, struct error *error)
{
    struct service *service = club->writer.service;
    return access_renew(&club->access, service, service_token_version(service), error);
}

/* Runs the group in the transaction that has begun. */
static enum err run_group(struct club *club, struct request *group, struct versions *versions, struct error *error)
{
    struct service *service = club->writer.service;
    enum err err = atomic_load(&club->writer.failing) ? service_probe_room(service, true, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = renew_tokens(club, error);
    if (err != ERR_OK) {
        return err;
    }
    for (struct request *request = group; request; request = request->next) {
        err = request_run(request, service);
        if (err != ERR_OK) {
            *error = request->error;
            return err;
        }
    }
    /* Asked inside the transaction: afterwards, each would be one of its own. */
    return service_versions(service, versions, error);
}

/* What follows service_begin, which returned `begun`: the group on disk, or the transaction rolled back. */
static enum err store_group(struct club *club, struct request *group, enum err begun, struct versions *versions,
                            struct error *error)
{
    enum err err = begun == ERR_OK ? run_group(club, group, versions, error) : begun;
    if (err != ERR_OK) {
        service_rollback(club->writer.service);
        return err;
    }
    return service_commit(club->writer.service, error);
}

/* Every request of the group has its answer then; service_begin returned `begun`. */
static void write_group(struct club *club, struct request *group, size_t count, enum err begun, struct error *error)
{
    struct versions versions;
    if (store_group(club, group, begun, &versions, error) != ERR_OK) {
        atomic_fetch_add(&club->server->metrics.commits_failed, 1);
        writes_fail(club, error);
        fail_group(group, error);
        return;
    }
    metrics_batch(&club->server->metrics, count);
    publish(club, group, &versions);
    writes_work(club);
    erasures_settle(club, group);
}

/* ---- the line of clubs ---- */

/*
 * With writer.lock held: it is in line, or whoever has taken it will put it there. `fresh`: for a request that is new, false
 * when the daemon stops and takes nothing more.
 */
static bool line_up(struct club *club, bool fresh)
{
    struct writers *writers = &club->server->writers;
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writers->lock);
    bool open = !fresh || !writers->stop;
    if (open && !writer->taken && !writer->listed) {
        writer->listed = true;
        writer->next = NULL;
        if (writers->last) {
            writers->last->writer.next = club;
        } else {
            writers->first = club;
        }
        writers->last = club;
        (void)pthread_cond_signal(&writers->filled);
    }
    (void)pthread_mutex_unlock(&writers->lock);
    return open;
}

/* The next club that has something to write; NULL when it is time to stop, and nothing is left. */
static struct club *next_club(struct writers *writers)
{
    (void)pthread_mutex_lock(&writers->lock);
    while (!writers->first && !(writers->stop && writers->lent == 0)) {
        (void)pthread_cond_wait(&writers->filled, &writers->lock);
    }
    struct club *club = writers->first;
    if (club) {
        writers->first = club->writer.next;
        writers->last = writers->first ? writers->last : NULL;
    }
    (void)pthread_mutex_unlock(&writers->lock);
    return club;
}

static bool is_stopping(struct writers *writers)
{
    (void)pthread_mutex_lock(&writers->lock);
    bool stop = writers->stop;
    (void)pthread_mutex_unlock(&writers->lock);
    return stop;
}

/* ---- the queue of a club ---- */

/* At the end of the queue, full or not: it has been let in already, and part of it is on disk. */
static void enqueue(struct writer *writer, struct request *request)
{
    request->next = NULL;
    if (writer->last) {
        writer->last->next = request;
    } else {
        writer->first = request;
    }
    writer->last = request;
    writer->length++;
}

/* What is left of it comes in a later group; a daemon that stops says how far it came instead: false. */
static bool go_on_later(struct club *club, struct request *request)
{
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    bool goes_on = !is_stopping(&club->server->writers);
    request->again = false;
    request->stored = false;
    request->on_disk = request->reached;
    if (goes_on) {
        enqueue(writer, request);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    if (!goes_on) {
        (void)!error_raise_int(&request->error, request->cut, request->on_disk);
        respond_problem(request);
    }
    return goes_on;
}

static void answer_group(struct club *club, struct request *group)
{
    while (group) {
        /* Once resumed, the request belongs to its connection's thread. */
        struct request *next = group->next;
        group->next = NULL;
        if (group->again && group->import) {
            import_committed(group);
        }
        if (group->again && go_on_later(club, group)) {
            group = next;
            continue;
        }
        if (group->import && !group->more) {
            import_written(group);
        }
        group->failed = group->failed || (group->more && group->response.status >= 400);
        group->state = group->more ? REQUEST_BODY : REQUEST_READY;
        conn_resume(group->conn);
        group = next;
    }
}

/* The club is free again, and in line if there is more to do; it may be closed from here on. */
static void writer_note(struct club *club, size_t together, int64_t took)
{
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    writer->taken = false;
    if (together > 0) { /* chores say nothing about requests */
        writer->alone = together > 1 ? 0 : writer->alone < ALONE ? writer->alone + 1 : ALONE;
        writer->took = took;
    }
    if (writer->first || writer->chores) {
        (void)line_up(club, false);
    }
    (void)pthread_mutex_unlock(&writer->lock);
}

/* What has gathered, at most WRITER_GROUP, and what else there is to do; neither when somebody has borrowed the service. */
static struct request *take_group(struct writer *writer, size_t *count, unsigned *chores)
{
    *count = 0;
    *chores = 0;
    (void)pthread_mutex_lock(&writer->lock);
    writer->listed = false;
    if (writer->taken) {
        (void)pthread_mutex_unlock(&writer->lock);
        return NULL;
    }
    *chores = writer->chores;
    writer->chores = 0;
    struct request *group = writer->first;
    struct request *last = group;
    *count = group ? 1 : 0;
    while (last && last->next && *count < WRITER_GROUP) {
        last = last->next;
        (*count)++;
    }
    if (last) {
        writer->first = last->next;
        writer->last = writer->first ? writer->last : NULL;
        last->next = NULL;
        writer->length -= *count;
    }
    writer->taken = group || *chores;
    (void)pthread_mutex_unlock(&writer->lock);
    return group;
}

static size_t keys_of(const struct request *group, const struct answer_key *keys[WRITER_GROUP])
{
    size_t count = 0;
    for (const struct request *request = group; request && count < WRITER_GROUP; request = request->next) {
        if (request->key.key.len > 0) {
            keys[count++] = &request->key;
        }
    }
    return count;
}

/* Who has come while the transaction began joins the group: it may have had to wait for that of another daemon. */
static struct request *take_more(struct writer *writer, struct request *group, size_t *count)
{
    struct request *last = group;
    while (last->next) {
        last = last->next;
    }
    (void)pthread_mutex_lock(&writer->lock);
    struct request *more = writer->first;
    last->next = more;
    while (last->next && *count < WRITER_GROUP) {
        last = last->next;
        writer->length--;
        (*count)++;
    }
    writer->first = last->next;
    writer->last = writer->first ? writer->last : NULL;
    last->next = NULL;
    more = writer->first == more ? NULL : more;
    (void)pthread_mutex_unlock(&writer->lock);
    return more;
}

/* The transaction of a group, and what was answered to its keys, in as few trips to a server as can be. */
static enum err begin_group(struct club *club, struct request *group, size_t *count, struct error *error)
{
    const struct answer_key *keys[WRITER_GROUP];
    struct service *service = club->writer.service;
    enum err err = service_begin_for(service, keys, keys_of(group, keys), error);
    struct request *more = err == ERR_OK && group ? take_more(&club->writer, group, count) : NULL;
    if (more) {
        service_expect(service, keys, keys_of(more, keys));
    }
    return err;
}

static void write_some(struct club *club)
{
    size_t count = 0;
    unsigned chores = 0;
    struct request *group = take_group(&club->writer, &count, &chores);
    if (!group && !chores) {
        return;
    }
    struct error error = {.message = NULL};
    int64_t began = ticks();
    chores_run(club, chores & CHORE_TRIM); /* first: readers are held for it */
    if (group || (chores & CHORE_PROBE)) {
        enum err begun = begin_group(club, group, &count, &error);
        write_group(club, group, count, begun, &error);
        answer_group(club, group);
    }
    chores_run(club, chores & ~(unsigned)CHORE_TRIM);
    writer_note(club, count, ticks() - began);
}

static void *write_loop(void *context)
{
    struct writers *writers = context;
    struct club *club;
    while ((club = next_club(writers))) {
        write_some(club);
    }
    return NULL;
}

void writer_chore(struct club *club, unsigned chore)
{
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    writer->chores |= line_up(club, true) ? chore : 0;
    (void)pthread_mutex_unlock(&writer->lock);
}

bool writer_push(struct club *club, struct request *request)
{
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    bool room = writer->length < (size_t)club->server->config.queue && line_up(club, true);
    if (room) {
        enqueue(writer, request);
    }
    (void)pthread_mutex_unlock(&writer->lock);
    return room;
}

/* ---- without the thread ---- */

static bool lend(struct club *club)
{
    struct writers *writers = &club->server->writers;
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    bool idle = !club->shared && !writer->first && !writer->taken && writer->alone == ALONE &&
                writer->took <= BRIEFLY && atomic_load(&club->server->under_way) == 1;
    if (idle) {
        (void)pthread_mutex_lock(&writers->lock);
        idle = !writers->stop;
        writers->lent += idle;
        (void)pthread_mutex_unlock(&writers->lock);
    }
    writer->taken = writer->taken || idle;
    (void)pthread_mutex_unlock(&writer->lock);
    return idle;
}

static void give_back(struct club *club, int64_t took)
{
    struct writers *writers = &club->server->writers;
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    writer->taken = false;
    writer->took = took;
    if (writer->first || writer->chores) {
        (void)line_up(club, false);
    }
    (void)pthread_mutex_lock(&writers->lock);
    writers->lent--;
    if (writers->stop) {
        (void)pthread_cond_broadcast(&writers->filled);
    }
    (void)pthread_mutex_unlock(&writers->lock);
    (void)pthread_mutex_unlock(&writer->lock);
}

/*
 * Handing a request to another thread and being woken by it takes about as long as writing a move. A client that is
 * alone shares its sync with no other, so the thread that has read the request writes it, where no other request has
 * to wait for that.
 */
bool writer_borrow(struct club *club, struct request *request)
{
    struct writer *writer = &club->writer;
    struct error error = {.message = NULL};
    if (!(request->route->flags & ROUTE_SHORT) || request->body.len > SHORT_BODY || !lend(club)) {
        return false;
    }
    int64_t began = ticks();
    enum err begun = service_begin_now(writer->service, &error);
    bool free_to_write = begun != ERR_BUSY;
    if (free_to_write) {
        request->next = NULL;
        write_group(club, request, 1, begun, &error);
        request->state = REQUEST_READY;
    }
    give_back(club, ticks() - began);
    return free_to_write;
}

size_t writer_length(struct club *club)
{
    (void)pthread_mutex_lock(&club->writer.lock);
    size_t length = club->writer.length;
    (void)pthread_mutex_unlock(&club->writer.lock);
    return length;
}

bool writer_idle(struct club *club)
{
    struct writer *writer = &club->writer;
    (void)pthread_mutex_lock(&writer->lock);
    bool idle = !writer->first && !writer->chores && !writer->taken && !writer->listed;
    (void)pthread_mutex_unlock(&writer->lock);
    return idle;
}

/* ---- the threads ---- */

enum err writers_start(struct server *server, struct error *error)
{
    struct writers *writers = &server->writers;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = server->config.writers > 0 ? (size_t)server->config.writers : cores > 2 ? (size_t)cores : 2;
    wanted = server->alone ? 1 : wanted < WRITERS_MOST ? wanted : WRITERS_MOST;
    while (writers->count < wanted) {
        if (pthread_create(&writers->thread[writers->count], NULL, write_loop, writers) != 0) {
            return error_raise(error, &HTTP_MSG_DAEMON);
        }
        writers->count++;
    }
    return ERR_OK;
}

/* What is queued is still written. */
void writers_stop(struct server *server)
{
    struct writers *writers = &server->writers;
    (void)pthread_mutex_lock(&writers->lock);
    writers->stop = true;
    (void)pthread_cond_broadcast(&writers->filled);
    (void)pthread_mutex_unlock(&writers->lock);
    while (writers->count > 0) {
        (void)pthread_join(writers->thread[--writers->count], NULL);
    }
}
