/* Connections as we know them: since when they do what they do, and how long
 * they may. */
#include "http/inside.h"

#include <microhttpd.h>
#include <sys/socket.h>
#include <time.h>

#include "base/banned.h"

int64_t ticks(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Under the lock, as what follows. Its thread then sees the end of the connection. */
static void send_away(struct server *server, struct visit *visit)
{
    visit->gone = true;
    server->visits.count--;
    (void)shutdown(visit->fd, SHUT_RDWR);
}

static void set_state(struct server *server, struct visit *visit, int64_t seconds, bool idle)
{
    if (visit) {
        (void)pthread_mutex_lock(&server->visits.lock);
        visit->since = ticks();
        visit->allowed = seconds * 1000000;
        visit->idle = idle;
        (void)pthread_mutex_unlock(&server->visits.lock);
    }
}

void visit_state(struct server *server, struct visit *visit, int64_t seconds)
{
    set_state(server, visit, seconds, false);
}

/* Between requests a connection may be idle, and then take as long as a request
 * may for its first line. */
static int64_t idle_seconds(const struct server *server)
{
    return server->config.idle_time + server->config.request_time;
}

void visit_rest(struct server *server, struct visit *visit)
{
    set_state(server, visit, idle_seconds(server), true);
}

/* Sends those away who take too long. */
void visits_sweep(struct server *server)
{
    int64_t now = ticks();
    (void)pthread_mutex_lock(&server->visits.lock);
    for (struct visit *visit = server->visits.first; visit; visit = visit->next) {
        if (visit->allowed > 0 && !visit->gone && now - visit->since > visit->allowed) {
            send_away(server, visit);
            atomic_fetch_add(&server->metrics.slow, 1);
        }
    }
    (void)pthread_mutex_unlock(&server->visits.lock);
}

bool visits_full(struct server *server)
{
    (void)pthread_mutex_lock(&server->visits.lock);
    bool full = server->visits.held > (size_t)server->config.connections;
    (void)pthread_mutex_unlock(&server->visits.lock);
    return full;
}

/*
 * More than there may be: whoever has been idle longest makes room for the
 * newcomer, who goes when nobody is. Else connections that are only kept
 * open would keep everybody else out.
 */
static void make_room(struct server *server, struct visit *newcomer)
{
    struct visit *leaves = newcomer;
    for (struct visit *visit = newcomer->next; visit; visit = visit->next) {
        if (visit->idle && !visit->gone && (leaves == newcomer || visit->since < leaves->since)) {
            leaves = visit;
        }
    }
    send_away(server, leaves);
    atomic_fetch_add(&server->metrics.crowded, 1);
}

void visit_notify(void *context, struct MHD_Connection *connection, void **socket_context, bool started)
{
    struct server *server = context;
    if (started) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        struct visit *visit = mem_new(server->allocator, 1, sizeof(*visit));
        *socket_context = visit;
        if (!visit) {
            return;
        }
        visit->fd = info ? info->connect_fd : -1;
        visit->since = ticks();
        visit->allowed = idle_seconds(server) * 1000000;
        visit->idle = true;
        (void)pthread_mutex_lock(&server->visits.lock);
        visit->next = server->visits.first;
        visit->back = &server->visits.first;
        if (visit->next) {
            visit->next->back = &visit->next;
        }
        server->visits.first = visit;
        server->visits.held++;
        server->visits.count++;
        if (server->visits.count > (size_t)server->config.connections) {
            make_room(server, visit);
        }
        (void)pthread_mutex_unlock(&server->visits.lock);
    } else if (*socket_context) {
        struct visit *visit = *socket_context;
        (void)pthread_mutex_lock(&server->visits.lock);
        *visit->back = visit->next;
        if (visit->next) {
            visit->next->back = visit->back;
        }
        server->visits.held--;
        server->visits.count -= visit->gone ? 0 : 1;
        (void)pthread_mutex_unlock(&server->visits.lock);
        mem_free(server->allocator, visit);
        *socket_context = NULL;
    }
}
