/*
 * Network threads. Each waits for its own connections with epoll, told of
 * changes only (edge-triggered), so a connection is registered once and its
 * interest never changes; what is known of it is kept in `readable` and
 * `writable`. Nothing here waits: what takes long is handed on,
 * the connection suspended, and whoever has the answer resumes it.
 */
#include "http/inside.h"
#include "http/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/banned.h"

enum { EVENTS = 256 };

/* ---- resuming ---- */

void conn_suspend(struct conn *conn)
{
    conn->suspended = true;
}

static void wake(struct loop *loop)
{
    uint64_t one = 1;
    ssize_t written = write(loop->wake, &one, sizeof(one));
    (void)written; /* it can only be full, and then the thread is awake */
}

void conn_resume(struct conn *conn)
{
    struct loop *loop = conn->loop;
    (void)pthread_mutex_lock(&loop->lock);
    bool first = !loop->resumed;
    if (!conn->resumed) {
        conn->resumed = true;
        conn->next_resumed = loop->resumed;
        loop->resumed = conn;
    }
    (void)pthread_mutex_unlock(&loop->lock);
    if (first) {
        wake(loop);
    }
}

/* ---- one connection ---- */

/* Takes it out of everything and frees it; when another thread has just resumed it, as soon as it comes off that list. */
static void put_away(struct conn *conn)
{
    struct loop *loop = conn->loop;
    if (conn->request) {
        exchange_close(conn->request);
        conn->request = NULL;
    }
    crowd_leave(conn);
    atomic_fetch_sub(&loop->conns, 1);
    (void)pthread_mutex_lock(&loop->lock);
    bool listed = conn->resumed;
    (void)pthread_mutex_unlock(&loop->lock);
    if (listed || conn->queued) {
        conn->doomed = true;
        (void)epoll_ctl(loop->epoll, EPOLL_CTL_DEL, conn->fd, NULL);
        return;
    }
    conn_free(conn);
}

/* Puts it at the end of those whose turn comes again. */
static void queue(struct loop *loop, struct conn *conn)
{
    if (conn->queued) {
        return;
    }
    conn->queued = true;
    conn->next_ready = NULL;
    if (loop->ready_last) {
        loop->ready_last->next_ready = conn;
    } else {
        loop->ready_first = conn;
    }
    loop->ready_last = conn;
}

static void serve(struct loop *loop, struct conn *conn)
{
    bool over = !conn->suspended && !conn_run(conn);
    if (!over && conn->suspended && (conn->broken || conn->ended)) {
        over = exchange_abandon(conn->request);
    }
    if (over) {
        put_away(conn);
    } else if (!conn->suspended && conn->more) {
        queue(loop, conn);
    }
}

/* ---- the thread ---- */

static void serve_resumed(struct loop *loop)
{
    (void)pthread_mutex_lock(&loop->lock);
    struct conn *conn = loop->resumed;
    loop->resumed = NULL;
    for (struct conn *one = conn; one; one = one->next_resumed) {
        one->resumed = false;
    }
    (void)pthread_mutex_unlock(&loop->lock);
    while (conn) {
        struct conn *next = conn->next_resumed; /* read before it may be resumed again */
        conn->next_resumed = NULL;
        if (!conn->doomed) {
            conn->suspended = false;
            queue(loop, conn);
        } else if (!conn->queued) {
            conn_free(conn);
        }
        conn = next;
    }
}

/* Those that are waiting now; who has more to do after its turn waits again. */
static void serve_ready(struct loop *loop)
{
    struct conn *conn = loop->ready_first;
    loop->ready_first = loop->ready_last = NULL;
    while (conn) {
        struct conn *next = conn->next_ready;
        conn->queued = false;
        if (conn->doomed) {
            conn_free(conn);
        } else {
            serve(loop, conn);
        }
        conn = next;
    }
}

static void take_event(struct loop *loop, const struct epoll_event *event)
{
    struct conn *conn = event->data.ptr;
    if (!conn) {
        uint64_t count;
        ssize_t got = read(loop->wake, &count, sizeof(count));
        (void)got;
        return;
    }
    if (conn->doomed) {
        return;
    }
    conn->readable = conn->readable || (event->events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR));
    conn->writable = conn->writable || (event->events & (EPOLLOUT | EPOLLHUP | EPOLLERR));
    if (conn->tls) {
        conn->readable = conn->writable = true; /* reading may wait for writing there, and the other way round */
    }
    conn->ended = conn->ended || (event->events & EPOLLRDHUP);
    conn->broken = conn->broken || (event->events & (EPOLLHUP | EPOLLERR));
    queue(loop, conn);
}

static void *serve_loop(void *context)
{
    struct loop *loop = context;
    struct epoll_event events[EVENTS];
    while (!atomic_load(&loop->stop)) {
        int count = epoll_wait(loop->epoll, events, EVENTS, loop->ready_first ? 0 : -1);
        for (int i = 0; i < count; i++) {
            take_event(loop, &events[i]);
        }
        serve_resumed(loop);
        serve_ready(loop);
    }
    return NULL;
}

/* ---- starting and stopping ---- */

static bool loop_start(struct server *server, struct loop *loop)
{
    struct epoll_event event = {.events = EPOLLIN};
    loop->server = server;
    loop->scratch = mem_new(server->allocator, 1, LOOP_SCRATCH);
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!loop->scratch || loop->epoll < 0 || loop->wake < 0 ||
        epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->wake, &event) != 0) {
        return false;
    }
    loop->running = pthread_create(&loop->thread, NULL, serve_loop, loop) == 0;
    return loop->running;
}

enum err loops_start(struct server *server, struct error *error)
{
    size_t count = (size_t)server->config.threads;
    server->loops = mem_new(server->allocator, count, sizeof(*server->loops));
    if (!server->loops) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < count; i++) {
        server->loops[i].epoll = server->loops[i].wake = -1;
        (void)pthread_mutex_init(&server->loops[i].lock, NULL);
    }
    server->loops_count = count;
    for (size_t i = 0; i < count; i++) {
        if (!loop_start(server, &server->loops[i])) {
            return error_raise(error, &HTTP_MSG_DAEMON);
        }
    }
    return ERR_OK;
}

static void loop_stop(struct server *server, struct loop *loop)
{
    struct conn *conn;
    if (loop->running) {
        atomic_store(&loop->stop, true);
        wake(loop);
        (void)pthread_join(loop->thread, NULL);
    }
    serve_resumed(loop); /* frees those that only waited for it */
    for (conn = loop->ready_first; conn;) {
        struct conn *next = conn->next_ready;
        conn->queued = false;
        if (conn->doomed) {
            conn_free(conn);
        }
        conn = next;
    }
    while ((conn = crowd_any(server, loop))) {
        put_away(conn);
    }
    if (loop->epoll >= 0) {
        (void)close(loop->epoll);
    }
    if (loop->wake >= 0) {
        (void)close(loop->wake);
    }
    mem_free(server->allocator, loop->scratch);
    (void)pthread_mutex_destroy(&loop->lock);
}

void loops_stop(struct server *server)
{
    for (size_t i = 0; i < server->loops_count; i++) {
        loop_stop(server, &server->loops[i]);
    }
    mem_free(server->allocator, server->loops);
    server->loops = NULL;
    server->loops_count = 0;
}

bool loop_add(struct server *server, struct conn *conn)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data = {.ptr = conn}};
    struct loop *loop = &server->loops[0];
    for (size_t i = 1; i < server->loops_count; i++) {
        if (atomic_load(&server->loops[i].conns) < atomic_load(&loop->conns)) {
            loop = &server->loops[i];
        }
    }
    conn->loop = loop;
    atomic_fetch_add(&loop->conns, 1);
    if (epoll_ctl(loop->epoll, EPOLL_CTL_ADD, conn->fd, &event) == 0) {
        return true; /* and no longer ours */
    }
    atomic_fetch_sub(&loop->conns, 1);
    conn->loop = NULL;
    return false;
}
