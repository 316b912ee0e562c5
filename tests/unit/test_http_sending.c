/* An answer on its way out, to the byte and to the microsecond of its limits: a connection over a pair of sockets. */
#include "support/cmocka.h"

#include "http/inside.h"
#include "http/reply.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000 * 1000, IDLE = 30 };

struct wire {
    struct server *server;
    struct loop loop;
    struct conn *conn;
    int other;
    struct strbuf got;
    struct strbuf wanted;
};

static void begin(struct wire *wire)
{
    int pair[2];
    struct sockaddr_storage peer = {.ss_family = AF_INET};
    memset(wire, 0, sizeof(*wire));
    wire->server = calloc(1, sizeof(*wire->server));
    assert_non_null(wire->server);
    wire->server->allocator = &allocator_heap;
    wire->server->log.fd = -1;
    config_init(&wire->server->config);
    assert_int_equal(wire->server->config.idle_time, IDLE);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair), 0);
    wire->other = pair[1];
    wire->conn = conn_new(wire->server, pair[0], &peer);
    assert_non_null(wire->conn);
    wire->conn->loop = &wire->loop;
    strbuf_init(&wire->got, &allocator_heap, 1 << 20);
    strbuf_init(&wire->wanted, &allocator_heap, 1 << 20);
}

static void end(struct wire *wire)
{
    conn_free(wire->conn);
    (void)close(wire->other);
    strbuf_release(&wire->got);
    strbuf_release(&wire->wanted);
    free(wire->server);
}

static struct request *ask(struct wire *wire, bool keep, bool old)
{
    struct request *request = mem_new(&allocator_heap, 1, sizeof(*request));
    assert_non_null(request);
    request->server = wire->server;
    request->conn = wire->conn;
    request->old = old;
    request->sent_status = 200;
    arena_init(&request->arena, &allocator_heap, 1 << 16);
    wire->conn->request = request;
    wire->conn->keep = keep;
    wire->conn->step = STEP_SEND;
    atomic_store(&wire->server->under_way, 1);
    return request;
}

static struct reply *reply_of(size_t size)
{
    struct strbuf body;
    strbuf_init(&body, &allocator_heap, 1 << 20);
    strbuf_repeat(&body, "b", (int)size);
    struct reply *reply = reply_new_steal(&allocator_heap, 200, SPAN_LITERAL("HTTP/1.1 200 OK\r\nA: b\r\n"), &body);
    assert_non_null(reply);
    return reply;
}

/* How long what happens now may last, in microseconds; 0: for ever. */
static int64_t limit_of(const struct conn *conn)
{
    int64_t until = atomic_load(&conn->until);
    return until == 0 ? 0 : until - atomic_load(&conn->since);
}

static void receive(struct wire *wire)
{
    char bytes[4096];
    ssize_t got;
    while ((got = read(wire->other, bytes, sizeof(bytes))) > 0) {
        strbuf_add_span(&wire->got, span_of(bytes, (size_t)got));
    }
}

/* Sends as far as it goes. */
static void send_on(struct wire *wire)
{
    for (int i = 0; i < 1000 && wire->conn->step == STEP_SEND; i++) {
        bool on = sending_step(wire->conn);
        receive(wire);
        if (!on) {
            if (wire->conn->writable) {
                return;
            }
            wire->conn->writable = true; /* there is room again */
        }
    }
}

/* The head, with `extra` behind the date, and then what `wanted` holds. */
static void expect(struct wire *wire, const char *extra)
{
    static const char head[] = "HTTP/1.1 200 OK\r\nA: b\r\nDate: ";
    struct strbuf text;
    struct tm tm;
    time_t when = (time_t)wire->loop.second;
    char date[64];
    assert_non_null(gmtime_r(&when, &tm));
    assert_true(strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S GMT\r\n", &tm) > 0);
    assert_true(time(NULL) - when >= 0 && time(NULL) - when < 60);
    strbuf_init(&text, &allocator_heap, 1 << 20);
    strbuf_add(&text, head);
    strbuf_add(&text, date);
    strbuf_add(&text, extra);
    strbuf_add_span(&text, strbuf_span(&wire->wanted));
    assert_string_equal(strbuf_text(&wire->got), strbuf_text(&text));
    strbuf_release(&text);
}

static void a_longer_answer_may_take_longer(void **unused)
{
    (void)unused;
    static const struct {
        size_t size;
        int64_t seconds;
    } cases[] = {{0, 0}, {16383, 0}, {16384, 1}, {163839, 9}, {163840, 10}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct wire wire;
        begin(&wire);
        assert_int_equal(limit_of(wire.conn), (int64_t)IDLE * SECOND);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_NEW);
        (void)ask(&wire, true, false);
        conn_answer_steal(wire.conn, reply_of(cases[i].size), true);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_SENDING);
        assert_int_equal(limit_of(wire.conn), (IDLE + cases[i].seconds) * SECOND);
        send_on(&wire);
        strbuf_repeat(&wire.wanted, "b", (int)cases[i].size);
        expect(&wire, "\r\n");
        /* and then the next request */
        assert_int_equal(wire.conn->step, STEP_HEAD);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_IDLE);
        assert_int_equal(limit_of(wire.conn), (int64_t)IDLE * SECOND);
        assert_true(atomic_load(&wire.conn->proven));
        assert_null(wire.conn->request);
        assert_int_equal(atomic_load(&wire.server->under_way), 0);
        end(&wire);
    }
}

static void what_becomes_of_the_connection_is_said(void **unused)
{
    (void)unused;
    static const struct {
        bool keep;
        bool old;
        bool body;
        bool stopping;
        const char *extra;
    } cases[] = {
        {true, false, true, false, "\r\n"},
        {true, true, true, false, "Connection: keep-alive\r\n\r\n"},
        {false, false, true, false, "Connection: close\r\n\r\n"},
        {false, true, true, false, "Connection: close\r\n\r\n"},
        {true, false, false, false, "\r\n"},
        {true, false, true, true, "Connection: close\r\n\r\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct wire wire;
        char byte;
        bool keep = cases[i].keep && !cases[i].stopping;
        begin(&wire);
        (void)ask(&wire, cases[i].keep, cases[i].old);
        atomic_store(&wire.server->stopping, cases[i].stopping);
        conn_answer_steal(wire.conn, reply_of(3), cases[i].body);
        wire.conn->dropped = 9;
        send_on(&wire);
        strbuf_add(&wire.wanted, cases[i].body ? "bbb" : "");
        expect(&wire, cases[i].extra);
        assert_int_equal(wire.conn->step, keep ? STEP_HEAD : STEP_LINGER);
        assert_int_equal(limit_of(wire.conn), (int64_t)(keep ? IDLE : 2) * SECOND);
        if (!keep) {
            assert_int_equal(atomic_load(&wire.conn->phase), CONN_ARRIVING);
            assert_int_equal(wire.conn->dropped, 0);
            assert_true(wire.conn->readable && !wire.conn->broken);
            assert_int_equal(read(wire.other, &byte, 1), 0); /* the other side sees the end */
        }
        end(&wire);
    }
}

/* ---- streams ---- */

struct script {
    const char *const *pieces; /* "" waits; NULL ends; "!" fails */
    size_t next;
    bool released;
};

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct script *script = context;
    const char *piece = script->pieces[script->next++];
    if (!piece) {
        return -1;
    }
    if (piece[0] == '!') {
        return -2;
    }
    assert_true(strlen(piece) <= size);
    memcpy(bytes, piece, strlen(piece));
    return (ptrdiff_t)strlen(piece);
}

static void release(void *context)
{
    struct script *script = context;
    script->released = true;
}

static void stream(struct wire *wire, struct script *script, bool old, int64_t seconds)
{
    struct request *request = ask(wire, true, old);
    request->response.stream = (struct stream){.fill = fill, .release = release, .context = script, .seconds = seconds};
    assert_true(conn_stream_steal(wire->conn, reply_of(0)));
}

static void a_stream_comes_in_chunks(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"abc", "", "0123456789abcdef", "x", NULL};
    for (int old = 0; old < 2; old++) {
        struct script script = {.pieces = pieces};
        struct wire wire;
        begin(&wire);
        stream(&wire, &script, old, 0);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_SENDING);
        assert_int_equal(limit_of(wire.conn), (int64_t)IDLE * SECOND);
        send_on(&wire);
        /* It waits for more, as long as it likes. */
        assert_int_equal(script.next, 2);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_BUSY);
        assert_int_equal(limit_of(wire.conn), 0);
        send_on(&wire);
        assert_true(script.released);
        strbuf_add(&wire.wanted,
                   old ? "abc0123456789abcdefx" : "3\r\nabc\r\n10\r\n0123456789abcdef\r\n1\r\nx\r\n0\r\n\r\n");
        expect(&wire, old ? "Connection: close\r\n\r\n" : "Transfer-Encoding: chunked\r\n\r\n");
        assert_int_equal(wire.conn->step, old ? STEP_LINGER : STEP_HEAD);
        end(&wire);
    }
}

static void a_stream_has_an_end(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"abc", "", NULL};
    static const int64_t cases[] = {5, 100};
    for (size_t i = 0; i < 2; i++) {
        struct script script = {.pieces = pieces};
        struct wire wire;
        begin(&wire);
        int64_t before = ticks();
        stream(&wire, &script, false, cases[i]);
        int64_t last = wire.conn->out.end;
        assert_true(last >= before + cases[i] * SECOND && last <= ticks() + cases[i] * SECOND);
        /* A pause is as long as a connection may be idle, but nothing lasts longer than the end. */
        if (cases[i] < IDLE) {
            assert_int_equal(atomic_load(&wire.conn->until), last);
        } else {
            assert_int_equal(limit_of(wire.conn), (int64_t)IDLE * SECOND);
        }
        send_on(&wire);
        assert_int_equal(atomic_load(&wire.conn->phase), CONN_BUSY);
        assert_int_equal(atomic_load(&wire.conn->until), last);
        send_on(&wire);
        assert_int_equal(wire.conn->step, STEP_HEAD);
        end(&wire);
    }
}

static void a_stream_that_fails_is_cut_off(void **unused)
{
    (void)unused;
    static const char *const pieces[] = {"abc", "!"};
    struct script script = {.pieces = pieces};
    struct wire wire;
    begin(&wire);
    stream(&wire, &script, false, 0);
    send_on(&wire);
    assert_true(wire.conn->broken);
    strbuf_add(&wire.wanted, "3\r\nabc\r\n"); /* without the chunk that ends it */
    expect(&wire, "Transfer-Encoding: chunked\r\n\r\n");
    exchange_close(wire.conn->request);
    assert_true(script.released);
    end(&wire);
}

static void who_has_hung_up_gets_nothing(void **unused)
{
    (void)unused;
    struct wire wire;
    begin(&wire);
    (void)ask(&wire, true, false);
    conn_answer_steal(wire.conn, reply_of(3), true);
    assert_int_equal(shutdown(wire.other, SHUT_RDWR), 0);
    assert_false(sending_step(wire.conn));
    assert_true(wire.conn->broken);
    exchange_close(wire.conn->request);
    end(&wire);
}

static void addresses_are_printed(void **unused)
{
    (void)unused;
    struct wire wire;
    char text[46];
    begin(&wire);
    const uint8_t four[] = {192, 0, 2, 7};
    memcpy(wire.conn->ip, four, 4);
    conn_address(wire.conn, text);
    assert_string_equal(text, "192.0.2.7");
    const uint8_t six[16] = {0x20, 0x01, 0x0d, 0xb8, [15] = 1};
    memcpy(wire.conn->ip, six, 16);
    wire.conn->six = true;
    conn_address(wire.conn, text);
    assert_string_equal(text, "2001:db8::1");
    end(&wire);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_longer_answer_may_take_longer), cmocka_unit_test(what_becomes_of_the_connection_is_said),
        cmocka_unit_test(a_stream_comes_in_chunks),        cmocka_unit_test(a_stream_has_an_end),
        cmocka_unit_test(a_stream_that_fails_is_cut_off),  cmocka_unit_test(who_has_hung_up_gets_nothing),
        cmocka_unit_test(addresses_are_printed),
    };
    return cmocka_run_group_tests_name("http sending", tests, NULL, NULL);
}
