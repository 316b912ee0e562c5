/*
 * An answer on its way out: head, body, or a stream piece by piece, as far as
 * the socket takes it. Then the next request, or the end.
 */
#include "http/inside.h"
#include "http/reply.h"

#include <sys/uio.h>
#include <time.h>

#include "base/banned.h"

enum {
    PIECE = 32 << 10,        /* bytes of a stream at a time */
    PIECE_FRAME = 32,        /* the size in front of a chunk, and what is behind it */
    LINGER_SECONDS = 2,      /* for a client that is still sending when it has been answered */
    SENDING_RATE = 16 << 10, /* bytes a second that a reader takes at least */
};

void sending_release(struct conn *conn)
{
    reply_drop(conn->out.reply);
    mem_free(conn->server->allocator, conn->out.piece);
    conn->out = (struct sending){.reply = NULL};
}

static const char *http_date(struct loop *loop)
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    struct tm tm;
    time_t now = time(NULL);
    if (now == (time_t)loop->second || !gmtime_r(&now, &tm)) {
        return loop->date;
    }
    struct strbuf out;
    strbuf_wrap(&out, loop->date, sizeof(loop->date));
    strbuf_add(&out, days[tm.tm_wday]);
    strbuf_add(&out, tm.tm_mday < 10 ? ", 0" : ", ");
    strbuf_int(&out, tm.tm_mday);
    strbuf_add_char(&out, ' ');
    strbuf_add(&out, months[tm.tm_mon]);
    strbuf_add_char(&out, ' ');
    strbuf_int(&out, tm.tm_year + 1900);
    const int clock[] = {tm.tm_hour, tm.tm_min, tm.tm_sec};
    for (size_t i = 0; i < 3; i++) {
        strbuf_add_char(&out, i == 0 ? ' ' : ':');
        strbuf_add(&out, clock[i] < 10 ? "0" : "");
        strbuf_int(&out, clock[i]);
    }
    strbuf_add(&out, " GMT");
    loop->second = (int64_t)now;
    return loop->date;
}

/* Date, what becomes of the connection, how a stream is framed, and the empty line. */
static void add_extra(struct conn *conn)
{
    struct sending *out = &conn->out;
    struct strbuf extra;
    strbuf_wrap(&extra, out->extra, sizeof(out->extra));
    strbuf_add(&extra, "Date: ");
    strbuf_add(&extra, http_date(conn->loop));
    strbuf_add(&extra, "\r\n");
    if (!conn->keep) {
        strbuf_add(&extra, "Connection: close\r\n");
    } else if (conn->request->old) {
        strbuf_add(&extra, "Connection: keep-alive\r\n");
    }
    strbuf_add(&extra, out->chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    out->extra_len = extra.len;
}

void conn_answer_steal(struct conn *conn, struct reply *reply, bool body)
{
    int64_t seconds = conn->server->config.idle_time + (int64_t)(reply->body.len / SENDING_RATE);
    conn->keep = conn->keep && !atomic_load(&conn->server->stopping);
    conn->out = (struct sending){.reply = reply, .body = body && reply->body.len > 0};
    add_extra(conn);
    conn_phase(conn, CONN_SENDING, seconds);
}

/* While it sends, a stream may pause as long as a connection may be idle; while it waits for what to send, as it likes. */
static void stream_phase(struct conn *conn, enum conn_phase phase)
{
    conn_phase(conn, phase, phase == CONN_SENDING ? conn->server->config.idle_time : 0);
    int64_t until = atomic_load_explicit(&conn->until, memory_order_relaxed);
    if (conn->out.end > 0 && (until == 0 || until > conn->out.end)) {
        atomic_store_explicit(&conn->until, conn->out.end, memory_order_relaxed);
    }
}

bool conn_stream_steal(struct conn *conn, struct reply *reply)
{
    char *piece = mem_new(conn->server->allocator, 1, PIECE + 2 * PIECE_FRAME);
    if (!piece) {
        reply_drop(reply);
        return false;
    }
    conn->keep = conn->keep && !conn->request->old && !atomic_load(&conn->server->stopping);
    conn->out = (struct sending){.reply = reply, .stream = true, .chunked = !conn->request->old, .piece = piece};
    add_extra(conn);
    int64_t seconds = conn->request->response.stream.seconds;
    conn->out.end = seconds > 0 ? ticks() + seconds * 1000000 : 0;
    stream_phase(conn, CONN_SENDING);
    return true;
}

/* `1a2b` CR LF, right in front of the data. Returns where it begins. */
static size_t frame_piece(char *piece, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t at = PIECE_FRAME;
    piece[--at] = '\n';
    piece[--at] = '\r';
    do {
        piece[--at] = digits[size % 16];
        size /= 16;
    } while (size > 0);
    return at;
}

/* Makes the next piece of a stream. False: there is none now, or it has failed. */
static bool make_piece(struct conn *conn)
{
    static const char end[] = "0\r\n\r\n";
    struct sending *out = &conn->out;
    ptrdiff_t got = exchange_fill(conn->request, out->piece + PIECE_FRAME, PIECE);
    stream_phase(conn, got == 0 ? CONN_BUSY : CONN_SENDING);
    if (got == 0) {
        return false; /* suspended */
    }
    if (got == -1) {
        out->last = true;
        memcpy(out->piece, end, sizeof(end));
        out->piece_from = 0;
        out->piece_to = out->chunked ? sizeof(end) - 1 : 0;
        return true;
    }
    if (got < 0) {
        conn->broken = true; /* cut off, so that the client does not take it for all of it */
        return false;
    }
    out->piece_from = PIECE_FRAME;
    out->piece_to = PIECE_FRAME + (size_t)got;
    if (out->chunked) {
        out->piece_from = frame_piece(out->piece, (size_t)got);
        memcpy(out->piece + out->piece_to, "\r\n", 2);
        out->piece_to += 2;
    }
    return true;
}

/* What is left to send, in at most three parts; returns how many. */
static size_t parts_of(struct conn *conn, struct iovec parts[3])
{
    const struct sending *out = &conn->out;
    const struct span all[3] = {out->reply->head, span_of(out->extra, out->extra_len),
                                out->body ? out->reply->body : (struct span){NULL, 0}};
    size_t skip = out->sent;
    size_t count = 0;
    for (size_t i = 0; i < 3; i++) {
        size_t passed = skip < all[i].len ? skip : all[i].len;
        skip -= passed;
        if (passed < all[i].len) {
            parts[count++] = (struct iovec){without_const(all[i].ptr + passed), all[i].len - passed};
        }
    }
    if (count == 0 && out->piece_from < out->piece_to) {
        parts[count++] = (struct iovec){out->piece + out->piece_from, out->piece_to - out->piece_from};
    }
    return count;
}

static void has_sent(struct conn *conn, size_t sent)
{
    struct sending *out = &conn->out;
    size_t all = out->reply->head.len + out->extra_len + (out->body ? out->reply->body.len : 0);
    size_t fixed = all - out->sent < sent ? all - out->sent : sent;
    out->sent += fixed;
    out->piece_from += sent - fixed;
    if (out->stream) {
        stream_phase(conn, CONN_SENDING);
    } else {
        atomic_store_explicit(&conn->since, ticks(), memory_order_relaxed);
    }
}

/* The answer is out: the next request, or the end. */
static void end_answer(struct conn *conn)
{
    bool keep = conn->keep && !conn->broken;
    exchange_close(conn->request);
    conn->request = NULL;
    sending_release(conn);
    atomic_store_explicit(&conn->proven, true, memory_order_relaxed);
    if (keep) {
        conn_shift(conn);
        conn->step = STEP_HEAD;
        conn_phase(conn, CONN_IDLE, conn->server->config.idle_time);
        return;
    }
    /* Closing with bytes unread would make the other side drop the answer unread. */
    conn->step = STEP_LINGER;
    conn->dropped = 0;
    conn_phase(conn, CONN_ARRIVING, LINGER_SECONDS);
    if (conn->tls) {
        tls_bye(conn);
    }
    conn->broken = conn->broken || shutdown(conn->fd, SHUT_WR) != 0;
    conn->readable = true;
}

bool sending_step(struct conn *conn)
{
    struct iovec parts[3];
    size_t count = parts_of(conn, parts);
    if (count == 0) {
        if (!conn->out.stream || conn->out.last) {
            end_answer(conn);
            return true;
        }
        return make_piece(conn);
    }
    if (!conn->writable) {
        return false;
    }
    ptrdiff_t sent = conn_send(conn, parts, count);
    if (sent < 0) {
        conn->writable = false;
        conn->broken = sent == IO_FAILED;
        return false;
    }
    has_sent(conn, (size_t)sent);
    return true;
}
