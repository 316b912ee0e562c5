/*
 * One connection: bytes in, requests made of them (frame.c), handed over
 * (connection.c), answers out. It goes from step to step as far as the socket
 * and the request allow, and never waits.
 */
#include "http/conn.h"

#include "http/inside.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/banned.h"

enum {
    TURN = 16,        /* requests in a row, before others have their turn */
    TURN_STEPS = 512, /* pieces of a body or of an answer, likewise */
    LINGER_BYTES = 1 << 20,
    KEPT_ROOM = 4 << 10 /* bytes of a buffer that an idle connection keeps */
};

/* ---- making and freeing ---- */

static void read_peer(struct conn *conn, const struct sockaddr_storage *peer)
{
    if (peer->ss_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, peer, sizeof(four));
        memcpy(conn->ip, &four.sin_addr, 4);
        memcpy(conn->address, conn->ip, 4);
    } else if (peer->ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, peer, sizeof(six));
        memcpy(conn->ip, &six.sin6_addr, 16);
        memcpy(conn->address, conn->ip, 8); /* a household has a /64 */
        conn->six = true;
    }
}

struct conn *conn_new(struct server *server, int fd, const struct sockaddr_storage *peer)
{
    const struct config *config = &server->config;
    struct conn *conn = mem_new(server->allocator, 1, sizeof(*conn));
    if (!conn) {
        return NULL;
    }
    conn->server = server;
    conn->fd = fd;
    conn->writable = true;
    conn->step = server->tls ? STEP_SHAKE : STEP_HEAD;
    read_peer(conn, peer);
    strbuf_init(&conn->in, server->allocator, (size_t)(config->url_limit + config->header_limit) + 2 * LOOP_SCRATCH);
    conn_phase(conn, CONN_NEW, config->idle_time);
    if (server->tls && !tls_begin(conn)) {
        mem_free(server->allocator, conn);
        return NULL;
    }
    return conn;
}

void conn_free(struct conn *conn)
{
    sending_release(conn);
    if (conn->tls) {
        tls_end(conn);
    }
    (void)close(conn->fd);
    strbuf_release(&conn->in);
    mem_free(conn->server->allocator, conn);
}

void conn_address(const struct conn *conn, char text[46])
{
    text[0] = '\0';
    (void)inet_ntop(conn->six ? AF_INET6 : AF_INET, conn->ip, text, 46);
}

void conn_phase(struct conn *conn, enum conn_phase phase, int64_t seconds)
{
    int64_t now = ticks();
    atomic_store_explicit(&conn->phase, (int)phase, memory_order_relaxed);
    atomic_store_explicit(&conn->since, now, memory_order_relaxed);
    atomic_store_explicit(&conn->until, seconds > 0 ? now + seconds * 1000000 : 0, memory_order_relaxed);
}

void conn_until(struct conn *conn, int64_t until)
{
    atomic_store_explicit(&conn->until, until, memory_order_relaxed);
}

/* ---- bytes ---- */

/* What errno says; a call that does not wait is not interrupted either. */
static ptrdiff_t failure(void)
{
    return errno == EAGAIN ? IO_AGAIN : IO_FAILED;
}

static ptrdiff_t receive(struct conn *conn, char *bytes, size_t size)
{
    if (conn->tls) {
        return tls_receive(conn, bytes, size);
    }
    ssize_t got = recv(conn->fd, bytes, size, 0);
    return got >= 0 ? got : failure();
}

ptrdiff_t conn_send(struct conn *conn, struct iovec *parts, size_t count)
{
    if (conn->tls) {
        return tls_send(conn, parts[0].iov_base, parts[0].iov_len);
    }
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    ssize_t sent = sendmsg(conn->fd, &message, MSG_NOSIGNAL);
    return sent >= 0 ? sent : failure();
}

static struct span unread(const struct conn *conn)
{
    return span_of(strbuf_text(&conn->in) + conn->taken, conn->in.len - conn->taken);
}

/* What was done with makes room for what comes. */
void conn_shift(struct conn *conn)
{
    size_t left = conn->in.len - conn->taken;
    if (conn->taken > 0 && left > 0) {
        memmove(conn->in.text, conn->in.text + conn->taken, left);
    }
    strbuf_truncate(&conn->in, left);
    conn->taken = 0;
    if (left == 0 && conn->in.room > KEPT_ROOM) {
        strbuf_release(&conn->in);
    }
}

/* Reads what there is room for. False: nothing has come. */
static bool read_more(struct conn *conn)
{
    if (!conn->readable || conn->broken) {
        return false;
    }
    conn_shift(conn);
    size_t room = conn->in.limit - conn->in.len;
    size_t wanted = room < LOOP_SCRATCH ? room : LOOP_SCRATCH;
    ptrdiff_t got = wanted > 0 ? receive(conn, conn->loop->scratch, wanted) : IO_FAILED;
    if (got <= 0) {
        conn->readable = false;
        /* Of a record of TLS that was cut off nothing more comes either, and there is no event. */
        bool cut_off = conn->tls && conn->ended;
        conn->ended = conn->ended || got == 0;
        conn->broken = got != IO_AGAIN || cut_off;
        return false;
    }
    conn->readable =
        conn->tls || (size_t)got == wanted || conn->ended; /* less came: that was all, until the next event */
    strbuf_add_span(&conn->in, span_of(conn->loop->scratch, (size_t)got));
    conn->broken = !strbuf_ok(&conn->in);
    return !conn->broken;
}

/* ---- requests ---- */

/* Where a request goes after something was done with it. */
static void follow(struct conn *conn, enum take take)
{
    switch (take) {
    case TAKE_MORE:
        break;
    case TAKE_SUSPENDED:
        conn->step = conn->step == STEP_BODY ? STEP_BODY : STEP_WORK;
        break;
    case TAKE_ANSWERED:
        conn->step = STEP_SEND;
        break;
    case TAKE_CLOSE:
        conn->step = STEP_CLOSE;
        break;
    }
}

static void end_request(struct conn *conn)
{
    conn->step = STEP_WORK;
    follow(conn, exchange_end(conn->request));
}

static void refuse(struct conn *conn, const struct frame *frame, const struct error *error)
{
    conn->keep = false;
    conn->request = exchange_open(conn, frame, error);
    conn->step = STEP_CLOSE;
    if (conn->request) {
        follow(conn, exchange_begin(conn->request));
    }
}

static void invite(struct conn *conn)
{
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
    char bytes[sizeof(text)];
    memcpy(bytes, text, sizeof(text));
    struct iovec part = {bytes, sizeof(text) - 1};
    if (conn_send(conn, &part, 1) != (ptrdiff_t)sizeof(text) - 1) {
        conn->step = STEP_CLOSE;
    }
}

static void look_at_request(struct conn *conn)
{
    enum take take = exchange_begin(conn->request);
    if (take == TAKE_SUSPENDED) {
        conn->step = STEP_LOOK;
    } else if (take != TAKE_MORE) {
        follow(conn, take);
    } else if (conn->body == FRAME_NONE) {
        end_request(conn);
    } else {
        conn->step = STEP_BODY;
        if (conn->request->expects && unread(conn).len == 0) {
            invite(conn);
        }
    }
}

static void begin_request(struct conn *conn, const struct frame *frame)
{
    conn->keep = frame->keep;
    conn->body = frame->body == FRAME_LENGTH && frame->length == 0 ? FRAME_NONE : frame->body;
    conn->left = frame->length;
    conn->chunks = (struct chunks){.state = CHUNK_SIZE};
    conn->request = exchange_open(conn, frame, NULL);
    conn->step = STEP_CLOSE;
    if (conn->request) {
        look_at_request(conn);
    }
}

/* What it had to wait for before it could be looked at is there. */
static bool step_look(struct conn *conn)
{
    look_at_request(conn);
    return true;
}

/* False: nothing can be done now. */
static bool step_head(struct conn *conn)
{
    const struct config *config = &conn->server->config;
    struct frame_limits limits = {(size_t)config->url_limit, (size_t)config->header_limit};
    struct span bytes = unread(conn);
    struct frame frame;
    struct error error;
    size_t used = 0;
    enum err err = ERR_END;
    if (bytes.len > conn->seen) {
        if (conn->seen == 0) {
            conn_phase(conn, CONN_ARRIVING, config->request_time);
        }
        err = frame_head(bytes, &limits, &frame, &conn->seen, &used, &error);
    }
    if (err == ERR_END) {
        if (conn->ended && !conn->readable) {
            conn->step = STEP_CLOSE;
            return true;
        }
        return read_more(conn);
    }
    conn->seen = 0;
    if (err == ERR_OK) {
        conn->taken += used;
        begin_request(conn, &frame);
    } else {
        conn->taken = conn->in.len;
        refuse(conn, &frame, &error);
    }
    return true;
}

/* The next piece of the body that has come; empty: none. ERR_END: that was all. */
static enum err next_piece(struct conn *conn, struct span *piece, struct error *error)
{
    struct span bytes = unread(conn);
    *piece = (struct span){NULL, 0};
    if (conn->body == FRAME_LENGTH) {
        size_t now = bytes.len < conn->left ? bytes.len : (size_t)conn->left;
        *piece = span_of(bytes.ptr, now);
        conn->taken += now;
        conn->left -= now;
        return now == 0 && conn->left == 0 ? ERR_END : ERR_OK;
    }
    size_t before = bytes.len;
    enum err err = chunks_take(&conn->chunks, &bytes, piece, error);
    conn->taken += before - bytes.len;
    return err == ERR_OK && piece->len == 0 && conn->chunks.state == CHUNK_DONE ? ERR_END : err;
}

static bool step_body(struct conn *conn)
{
    struct span piece;
    struct error error;
    enum err err = next_piece(conn, &piece, &error);
    if (err == ERR_END) {
        end_request(conn);
        return true;
    }
    if (err != ERR_OK) {
        exchange_refuse(conn->request, &error);
        conn->step = conn->out.reply ? STEP_SEND : STEP_CLOSE;
        return true;
    }
    if (piece.len > 0) {
        follow(conn, exchange_body(conn->request, piece));
        return true;
    }
    if (conn->ended && !conn->readable) {
        conn->step = STEP_CLOSE; /* it will never be complete */
        return true;
    }
    return read_more(conn);
}

/* ---- the end ---- */

static bool step_linger(struct conn *conn)
{
    conn->taken = conn->in.len;
    if (read_more(conn)) {
        conn->dropped += conn->in.len;
        conn->broken = conn->dropped > LINGER_BYTES;
        return true;
    }
    if (conn->ended || conn->broken) {
        conn->step = STEP_CLOSE;
        return true;
    }
    return false;
}

static bool step_shake(struct conn *conn)
{
    int done = tls_shake(conn);
    if (done == 0 && conn->ended) {
        done = -1; /* nothing more will come */
    }
    conn->step = done > 0 ? STEP_HEAD : done < 0 ? STEP_CLOSE : STEP_SHAKE;
    return done != 0;
}

/* A resumed request has its answer, or goes on with its body or its stream. */
static bool step_work(struct conn *conn)
{
    exchange_answer(conn->request);
    conn->step = conn->out.reply ? STEP_SEND : STEP_CLOSE;
    return true;
}

bool conn_run(struct conn *conn)
{
    static bool (*const steps[])(struct conn *) = {
        [STEP_SHAKE] = step_shake, [STEP_HEAD] = step_head,    [STEP_LOOK] = step_look,     [STEP_BODY] = step_body,
        [STEP_WORK] = step_work,   [STEP_SEND] = sending_step, [STEP_LINGER] = step_linger,
    };
    int requests = 0;
    int taken = 0;
    conn->more = false;
    while (!conn->broken && !conn->suspended && conn->step != STEP_CLOSE) {
        enum conn_step before = conn->step;
        if (!steps[before](conn)) {
            break;
        }
        requests += before == STEP_SEND && conn->step == STEP_HEAD;
        if (requests == TURN || ++taken == TURN_STEPS) {
            conn->more = true;
            break;
        }
    }
    return conn->suspended || (!conn->broken && conn->step != STEP_CLOSE);
}
