/*
 * The door: the listening socket, and the one thread that accepts connections.
 *
 * Who is let in. Every connection is accepted; none is refused for its
 * address. Before it is kept, there must be room for it in two ways: the
 * server holds at most `connections` of them, and one address at most
 * `connections-per-address`. Nothing has been read from the newcomer yet, and
 * nothing is kept for it but its socket.
 *
 * Who makes room. crowd_enter closes another connection instead of the new
 * one: of the address that has the most connections, or, where its own address
 * has as many as it may, of that one (crowd.c has the order). A connection
 * whose request is being worked on, or whose answer is getting through, stays
 * in any case; when there are only such ones the newcomer is closed.
 *
 * Limits of the machine. Closed connections take a moment until their threads
 * have let go of them, so there is some room above `connections`; when that is
 * used up too, the door waits a millisecond at a time, and the kernel's queue
 * (BACKLOG) holds who comes meanwhile. When the process has no descriptors
 * left, one connection is closed and the door tries again.
 *
 * The door's thread alone accepts; once loop_add has taken a connection, it
 * belongs to a thread of the network.
 */
#include "base/system.h"
#include "http/inside.h"
#include "http/messages.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    BACKLOG = 511,
    NAP = 1000 * 1000,      /* nanoseconds, while there is no room */
    SEND_BUFFER = 256 << 10 /* bytes that the kernel holds for a client that does not read; by itself, megabytes */
};

/* ---- listening ---- */

enum err door_raise_errno(struct error *error, const struct message *message, const char *what, int number)
{
    enum err err = error_raise_span(error, message, span_from(what));
    system_add(error, number);
    return err;
}

enum err door_bind(struct server *server, struct error *error)
{
    const struct config *config = &server->config;
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    char host[64];
    bool is_six = false;
    int one = 1;
    enum err err = config_address(config, host, &server->port, &is_six, error);
    if (err != ERR_OK) {
        return err;
    }
    four.sin_port = six.sin6_port = htons(server->port);
    if (inet_pton(is_six ? AF_INET6 : AF_INET, host, is_six ? (void *)&six.sin6_addr : (void *)&four.sin_addr) != 1) {
        return error_raise_span(error, &HTTP_MSG_LISTEN, span_from(config->listen));
    }
    const struct sockaddr *address = is_six ? (const struct sockaddr *)&six : (const struct sockaddr *)&four;
    socklen_t size = is_six ? sizeof(six) : sizeof(four);
    int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
    server->door.fd = fd;
    if (fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) != 0 || bind(fd, address, size) != 0 ||
        listen(fd, BACKLOG) != 0) {
        return door_raise_errno(error, &HTTP_MSG_BIND, config->listen, errno);
    }
    struct sockaddr_storage bound;
    socklen_t length = sizeof(bound);
    memset(&bound, 0, sizeof(bound));
    if (getsockname(fd, (struct sockaddr *)&bound, &length) == 0) {
        in_port_t port;
        size_t at = is_six ? offsetof(struct sockaddr_in6, sin6_port) : offsetof(struct sockaddr_in, sin_port);
        memcpy(&port, (const char *)&bound + at, sizeof(port));
        server->port = ntohs(port);
    }
    return ERR_OK;
}

/* ---- letting in ---- */

static void nap(void)
{
    struct timespec pause = {.tv_nsec = NAP};
    (void)nanosleep(&pause, NULL);
}

/* Connections that were closed take a moment to go. */
static void wait_for_room(struct server *server)
{
    while (crowd_full(server) && !atomic_load(&server->stopping)) {
        nap();
    }
}

static bool prepare(int fd)
{
    int one = 1;
    int buffer = SEND_BUFFER;
    int flags = fcntl(fd, F_GETFL);
    (void)setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof(buffer));
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)); /* an answer is sent in one piece */
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

static void let_in(struct server *server)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof(address);
    memset(&address, 0, sizeof(address));
    int fd = accept(server->door.fd, (struct sockaddr *)&address, &size);
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            crowd_thin(server);
            nap();
        }
        return;
    }
    wait_for_room(server);
    struct conn *conn = prepare(fd) ? conn_new(server, fd, &address) : NULL;
    if (!conn) {
        (void)close(fd);
        return;
    }
    if (!crowd_enter(conn) || !loop_add(server, conn)) {
        crowd_leave(conn);
        conn_free(conn);
    }
}

static void *attend(void *context)
{
    struct server *server = context;
    while (!atomic_load(&server->stopping)) {
        let_in(server);
    }
    return NULL;
}

enum err door_open(struct server *server, struct error *error)
{
    struct door *door = &server->door;
    door->running = pthread_create(&door->thread, NULL, attend, server) == 0;
    return door->running ? ERR_OK : error_raise(error, &HTTP_MSG_DAEMON);
}

void door_close(struct server *server)
{
    struct door *door = &server->door;
    if (door->running) {
        (void)shutdown(door->fd, SHUT_RDWR); /* accept returns, and `stopping` is set */
        (void)pthread_join(door->thread, NULL);
        door->running = false;
    }
    if (door->fd >= 0) {
        (void)close(door->fd);
        door->fd = -1;
    }
}
