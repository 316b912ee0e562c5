/* A real daemon and a plain client for tests. */
#include "support/http_client.h"

#include "support/cmocka.h"
#include "support/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_LIMIT = 64 << 20, WORDS = 48, TRACE_LIMIT = 256 << 10 };

/* ---- the daemon ---- */

static pid_t spawn(const char *const *words, int *out)
{
    int pipes[2] = {-1, -1};
    const char *program = getenv("DENDRO");
    const char *argv[WORDS] = {program};
    assert_non_null(program);
    if (out) {
        assert_int_equal(pipe(pipes), 0);
    }
    size_t count = 1;
    for (size_t i = 0; words[i]; i++) {
        assert_true(count < WORDS - 1);
        argv[count++] = words[i];
    }
    (void)fflush(NULL);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails leaves nobody behind */
        (void)setenv("DENDRO_HOST", "*", 0);    /* a test that is not about names calls the daemon what it likes */
        FILE *sink = out ? NULL : freopen("/dev/null", "w", stdout);
        if (out) {
            (void)dup2(pipes[1], STDOUT_FILENO);
            (void)close(pipes[0]);
            (void)close(pipes[1]);
        }
        (void)sink;
        (void)execv(program, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    if (out) {
        (void)close(pipes[1]);
        *out = pipes[0];
    }
    return pid;
}

static int wait_for(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int daemon_run(const char *const *words)
{
    return wait_for(spawn(words, NULL));
}

/* Reads a line of the daemon's output; false at its end. */
static bool read_line(int fd, char *line, size_t size)
{
    size_t length = 0;
    char c;
    while (read(fd, &c, 1) == 1) {
        if (c == '\n') {
            line[length] = '\0';
            return true;
        }
        if (length + 1 < size) {
            line[length++] = c;
        }
    }
    return false;
}

void daemon_restart(struct daemon *daemon, const char *const *options)
{
    const char *words[WORDS] = {"serve", "--db", daemon->db, "--listen", "127.0.0.1:0"};
    size_t count = 5;
    char line[256];
    for (size_t i = 0; options && options[i]; i++) {
        assert_true(count < WORDS - 1);
        words[count++] = options[i];
    }
    daemon->token[0] = '\0';
    daemon->pid = spawn(words, &daemon->out);
    daemon->port = 0;
    while (daemon->port == 0) {
        if (!read_line(daemon->out, line, sizeof(line))) {
            fail_msg("the daemon did not start: %d", wait_for(daemon->pid));
        }
        const char *secret = strstr(line, "dendro_");
        const char *colon = strrchr(line, ':');
        if (secret) {
            (void)snprintf(daemon->token, sizeof(daemon->token), "%s", secret);
        } else if (strstr(line, "listening on") && colon) {
            daemon->port = (uint16_t)strtoul(colon + 1, NULL, 10);
        }
    }
}

void daemon_start(struct daemon *daemon, const char *const *options)
{
    (void)snprintf(daemon->folder, sizeof(daemon->folder), "/tmp/dendro-http-XXXXXX");
    assert_non_null(mkdtemp(daemon->folder));
    char file[sizeof(daemon->folder) + 16];
    (void)snprintf(file, sizeof(file), "%s/club.db", daemon->folder);
    test_address(file, daemon->db);
    daemon_restart(daemon, options);
    assert_true(daemon->token[0] != '\0');
}

int daemon_halt(struct daemon *daemon)
{
    (void)kill(daemon->pid, SIGTERM);
    int code = wait_for(daemon->pid);
    (void)close(daemon->out);
    return code;
}

void daemon_end(struct daemon *daemon)
{
    char command[128];
    assert_int_equal(daemon_halt(daemon), 0);
    (void)snprintf(command, sizeof(command), "rm -rf '%s'", daemon->folder);
    assert_int_equal(system(command), 0); // NOLINT(cert-env33-c): a folder that we named ourselves
}

void daemon_token(const struct daemon *daemon, const char *scopes, char token[64])
{
    const char *words[] = {"token", "add", "--db", daemon->db, "--scopes", scopes, "test", NULL};
    int out = -1;
    pid_t pid = spawn(words, &out);
    char line[64];
    assert_true(read_line(out, line, sizeof(line)));
    (void)close(out);
    assert_int_equal(wait_for(pid), 0);
    (void)snprintf(token, 64, "%s", line);
}

/* ---- answers ---- */

void reply_init(struct reply *reply)
{
    *reply = (struct reply){.status = 0};
    strbuf_init(&reply->head, &allocator_heap, 1 << 16);
    strbuf_init(&reply->body, &allocator_heap, ANSWER_LIMIT);
}

void reply_release(struct reply *reply)
{
    strbuf_release(&reply->head);
    strbuf_release(&reply->body);
}

struct span reply_header(const struct reply *reply, const char *name)
{
    struct span rest = strbuf_span(&reply->head);
    size_t length = strlen(name);
    while (rest.len > 0) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        struct span line = span_of(rest.ptr, end ? (size_t)(end - rest.ptr) : rest.len);
        rest = span_skip(rest, line.len + 1);
        if (line.len > length && line.ptr[length] == ':' && strncasecmp(line.ptr, name, length) == 0) {
            struct span value = span_trim(span_skip(line, length + 1));
            return span_of(value.ptr, value.len > 0 && value.ptr[value.len - 1] == '\r' ? value.len - 1 : value.len);
        }
    }
    return (struct span){NULL, 0};
}

bool reply_has(const struct reply *reply, const char *text)
{
    return strstr(strbuf_text(&reply->body), text) != NULL;
}

int64_t reply_int(const struct reply *reply, const char *name)
{
    char key[64];
    (void)snprintf(key, sizeof(key), "\"%s\":", name);
    const char *at = strstr(strbuf_text(&reply->body), key);
    if (!at) {
        fail_msg("no %s in %s", key, strbuf_text(&reply->body));
        return 0;
    }
    return strtoll(at + strlen(key), NULL, 10);
}

/* ---- the client ---- */

void client_init(struct client *client, uint16_t port)
{
    *client = (struct client){.port = port, .fd = -1};
    strbuf_init(&client->in, &allocator_heap, ANSWER_LIMIT);
}

void client_close(struct client *client)
{
    if (client->fd >= 0) {
        (void)close(client->fd);
    }
    client->fd = -1;
    strbuf_clear(&client->in);
}

void client_release(struct client *client)
{
    client_close(client);
    strbuf_release(&client->in);
}

static bool connect_now(struct client *client)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(client->port)};
    struct timeval patience = {.tv_sec = PATIENCE_MS / 1000};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client->fd >= 0);
    (void)setsockopt(client->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    (void)setsockopt(client->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    return connect(client->fd, (const struct sockaddr *)&address, sizeof(address)) == 0;
}

bool client_send(struct client *client, struct span bytes)
{
    if (client->fd < 0 && !connect_now(client)) {
        client_close(client);
        return false;
    }
    while (bytes.len > 0) {
        ssize_t sent = send(client->fd, bytes.ptr, bytes.len, MSG_NOSIGNAL);
        if (sent <= 0) {
            return false;
        }
        bytes = span_skip(bytes, (size_t)sent);
    }
    return true;
}

/* One more piece into client->in; false at the end. */
static bool receive(struct client *client)
{
    char piece[16384];
    ssize_t got = recv(client->fd, piece, sizeof(piece), 0);
    if (got > 0) {
        strbuf_add_span(&client->in, span_of(piece, (size_t)got));
        assert_true(strbuf_ok(&client->in));
    }
    return got > 0;
}

static void consume(struct client *client, size_t count)
{
    memmove(client->in.text, client->in.text + count, client->in.len - count);
    strbuf_truncate(&client->in, client->in.len - count);
}

bool client_wait(struct client *client, const char *text, int ms)
{
    while (!strstr(strbuf_text(&client->in), text)) {
        struct pollfd wait = {.fd = client->fd, .events = POLLIN};
        if (poll(&wait, 1, ms) <= 0 || !receive(client)) {
            return false;
        }
    }
    return true;
}

/* `count` bytes of the input to the body, as they come. */
static bool take(struct client *client, struct reply *reply, size_t count)
{
    while (client->in.len < count) {
        if (!receive(client)) {
            return false;
        }
    }
    strbuf_add_span(&reply->body, span_of(client->in.text, count));
    consume(client, count);
    return true;
}

static bool take_chunks(struct client *client, struct reply *reply)
{
    for (;;) {
        while (!strstr(strbuf_text(&client->in), "\r\n")) {
            if (!receive(client)) {
                return false;
            }
        }
        size_t size = strtoul(strbuf_text(&client->in), NULL, 16);
        consume(client, (size_t)(strstr(strbuf_text(&client->in), "\r\n") - client->in.text) + 2);
        size_t before = reply->body.len;
        if (!take(client, reply, size + 2)) {
            return false;
        }
        strbuf_truncate(&reply->body, before + size);
        if (size == 0) {
            return true;
        }
    }
}

/* ---- the trace ---- */

/*
 * With DENDRO_HTTP_TRACE=FILE every answer becomes a line of JSON in that file; tests/openapi/answers.mjs holds them
 * against the document. A body that is no text, or very long, is null.
 */
static void trace(const struct call *call, bool head, const struct reply *reply)
{
    const char *path = getenv("DENDRO_HTTP_TRACE");
    FILE *file = path && path[0] ? fopen(path, "a") : NULL;
    if (!file) {
        return;
    }
    struct span type = reply_header(reply, "Content-Type");
    bool packed = reply_header(reply, "Content-Encoding").len > 0;
    bool fits = !packed && reply->body.len <= TRACE_LIMIT;
    json_t *body = fits ? json_stringn(strbuf_text(&reply->body), reply->body.len) : NULL;
    json_t *line = json_pack("{s:s?, s:s?, s:b, s:i, s:s%, s:o?}", "method", call ? call->method : NULL, "path",
                             call ? call->path : NULL, "head", head, "status", reply->status, "type",
                             type.ptr ? type.ptr : "", (int)type.len, "body", body);
    char *text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    if (text) {
        (void)fprintf(file, "%s\n", text);
    }
    free(text);
    json_decref(line);
    (void)fclose(file);
}

static bool read_answer(struct client *client, bool head, struct reply *reply)
{
    strbuf_clear(&reply->head);
    strbuf_clear(&reply->body);
    reply->status = 0;
    while (!strstr(strbuf_text(&client->in), "\r\n\r\n")) {
        if (!receive(client)) {
            return false;
        }
    }
    size_t length = (size_t)(strstr(client->in.text, "\r\n\r\n") - client->in.text) + 4;
    strbuf_add_span(&reply->head, span_of(client->in.text, length));
    consume(client, length);
    if (strncmp(strbuf_text(&reply->head), "HTTP/1.1 ", 9) != 0) {
        return false;
    }
    reply->status = (int)strtol(strbuf_text(&reply->head) + 9, NULL, 10);
    if (reply->status == 100) {
        return read_answer(client, head, reply);
    }
    struct span close_word = reply_header(reply, "Connection");
    reply->closed = span_is(close_word, "close");
    if (head || reply->status == 204 || reply->status == 304) {
        return true;
    }
    if (span_is(reply_header(reply, "Transfer-Encoding"), "chunked")) {
        return take_chunks(client, reply);
    }
    int64_t size = 0;
    (void)span_int(reply_header(reply, "Content-Length"), 0, INT64_MAX, &size);
    return take(client, reply, (size_t)size);
}

bool client_read(struct client *client, bool head, struct reply *reply)
{
    bool good = read_answer(client, head, reply);
    if (good) {
        trace(NULL, head, reply);
    }
    return good;
}

static void write_call(const struct call *call, struct strbuf *out)
{
    size_t length = call->body ? strlen(call->body) : 0;
    strbuf_add(out, call->method);
    strbuf_add_char(out, ' ');
    strbuf_add(out, call->path);
    strbuf_add(out, " HTTP/1.1\r\nHost: localhost\r\n");
    if (call->token) {
        text_format(out, "Authorization: Bearer %s\r\n", call->token);
    }
    if (call->body) {
        text_format(out, "Content-Type: %s\r\nContent-Length: %zu\r\n", call->type ? call->type : "application/json",
                    length);
    }
    strbuf_add(out, call->headers ? call->headers : "");
    strbuf_add(out, "\r\n");
    strbuf_add(out, call->body ? call->body : "");
}

void client_call(struct client *client, const struct call *call, struct reply *reply)
{
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, ANSWER_LIMIT);
    write_call(call, &text);
    bool again = client->fd >= 0; /* an idle connection may have been closed meanwhile */
    bool head = strcmp(call->method, "HEAD") == 0;
    bool good = client_send(client, strbuf_span(&text)) && read_answer(client, head, reply);
    if (!good && again) {
        client_close(client);
        good = client_send(client, strbuf_span(&text)) && read_answer(client, head, reply);
    }
    if (good) {
        trace(call, head, reply);
    }
    if (!good || reply->closed) {
        client_close(client);
    }
    strbuf_release(&text);
}
