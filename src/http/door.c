/*
 * The door: the listening socket, and the thread that lets connections in and
 * hands them round to libmicrohttpd's threads.
 *
 * libmicrohttpd would do it itself, with two faults (0.9.75). Told to stop
 * listening (MHD_quiesce_daemon) while one of its threads looks at the same
 * socket, it aborts the process; and whichever thread wakes first takes a
 * whole crowd of newcomers, so that one core serves them all.
 */
#include "http/inside.h"
#include "http/messages.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    BACKLOG = 511,
    NAP = 1000 * 1000,  /* nanoseconds, while there is no room */
    NAPS_AT_A_TIME = 50 /* after that, libmicrohttpd says who cannot come in */
};

/* ---- listening ---- */

enum err door_raise_errno(struct error *error, const struct message *message, const char *what, int number)
{
    char memory[128];
    const char *text = strerror_r(number, memory, sizeof(memory)) == 0 ? memory : "?";
    enum err err = error_raise_span(error, message, span_from(what));
    error_add(error, span_from(text));
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

/* Those who were sent away to make room take a moment to go. */
static void wait_for_room(struct server *server)
{
    for (int i = 0; i < NAPS_AT_A_TIME && visits_full(server) && !atomic_load(&server->stopping); i++) {
        nap();
    }
}

static void let_in(struct server *server)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof(address);
    int fd = accept(server->door.fd, (struct sockaddr *)&address, &size);
    if (fd < 0) {
        /* Out of descriptors or of memory, or the client is gone already: it cannot be mended here, and the next one
         * may fare better. */
        nap();
        return;
    }
    (void)fcntl(fd, F_SETFD, FD_CLOEXEC);
    wait_for_room(server);
    /* It picks a thread by the descriptor's number, so neighbours go to different ones; it closes what it does not
     * take. */
    (void)MHD_add_connection(server->daemon, fd, (const struct sockaddr *)&address, size);
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
