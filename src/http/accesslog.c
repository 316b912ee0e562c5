/*
 * The access log: one JSON object a line for each request. Nothing secret
 * reaches it: no token, no body, no query; the author is the token's public
 * id.
 */
#include "http/inside.h"
#include "http/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/banned.h"

enum { LINE_SIZE = 2048, PATH_SHOWN = 512 };

static int open_file(const char *path)
{
    if (strcmp(path, "-") == 0) {
        return dup(STDOUT_FILENO);
    }
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
}

enum err access_log_open(struct server *server, struct error *error)
{
    const char *path = server->config.access_log;
    if (path[0] == '\0') {
        return ERR_OK;
    }
    server->log.fd = open_file(path);
    return server->log.fd >= 0 ? ERR_OK : door_raise_errno(error, &HTTP_MSG_FILE, path, errno);
}

void server_reopen_log(struct server *server)
{
    if (server->config.access_log[0] == '\0') {
        return;
    }
    int fd = open_file(server->config.access_log);
    if (fd < 0) {
        return; /* the old one is better than none */
    }
    (void)pthread_mutex_lock(&server->log.lock);
    int old = server->log.fd;
    server->log.fd = fd;
    (void)pthread_mutex_unlock(&server->log.lock);
    if (old >= 0) {
        (void)close(old);
    }
}

void access_log_close(struct server *server)
{
    if (server->log.fd >= 0) {
        (void)close(server->log.fd);
        server->log.fd = -1;
    }
}

void access_log_write(struct server *server, const struct request *request, int64_t took)
{
    char memory[LINE_SIZE];
    char address[46];
    struct strbuf line;
    struct error ignored;
    struct span path = request->path;
    if (server->config.access_log[0] == '\0') {
        return;
    }
    for (size_t i = 0; i < path.len; i++) { /* an address is ASCII when it is right */
        if ((unsigned char)path.ptr[i] >= 0x7f) {
            path.len = i;
        }
    }
    conn_address(request->conn, address);
    strbuf_wrap(&line, memory, sizeof(memory));
    struct emit emit = emit_start(&line);
    emit_object(&emit, NULL);
    emit_moment(&emit, "at", true, server->options.clock->now(server->options.clock->context));
    emit_word(&emit, "address", address);
    emit_word(&emit, "method", request->head ? "HEAD" : request->route ? method_names[request->route->method] : "?");
    emit_word(&emit, "route", request->route ? request->route->pattern : "");
    emit_text(&emit, "path", span_of(path.ptr, path.len < PATH_SHOWN ? path.len : PATH_SHOWN));
    emit_integer(&emit, "status", request->sent_status);
    emit_integer(&emit, "bytes", (int64_t)request->sent_bytes);
    emit_integer(&emit, "us", took);
    emit_text(&emit, "token", request->author);
    if (!server->alone) {
        emit_word(&emit, "club", request->club ? request->club->slug : "");
    }
    emit_close(&emit);
    if (emit_end(&emit, &ignored) != ERR_OK) {
        return;
    }
    (void)pthread_mutex_lock(&server->log.lock);
    if (server->log.fd >= 0) {
        ssize_t written = write(server->log.fd, memory, line.len);
        (void)written; /* a full disk must not stop the club's evening */
    }
    (void)pthread_mutex_unlock(&server->log.lock);
}
