/* The strict reader of heads and chunks: what it takes, what it refuses, and that it does not matter where bytes are cut. */
#include "support/cmocka.h"

#include "base/strbuf.h"
#include "http/frame.h"
#include "http/messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct frame_limits LIMITS = {64, 256};

static enum err read_head(struct span bytes, struct frame *frame, size_t *used, struct error *error)
{
    size_t seen = 0;
    return frame_head(bytes, &LIMITS, frame, &seen, used, error);
}

#define GET "GET /a?b=%20 HTTP/1.1\r\nHost: x\r\n"

static void heads_are_read(void **unused)
{
    (void)unused;
    struct frame frame;
    struct error error;
    size_t used = 0;
    struct span text = SPAN_LITERAL(GET "X-Two:\t a b \t\r\nx-two: c\r\nCONTENT-length: 12\r\n\r\nbody");
    assert_int_equal(read_head(text, &frame, &used, &error), ERR_OK);
    assert_int_equal(used, text.len - 4);
    assert_true(span_is(frame.method, "GET"));
    assert_true(span_is(frame.target, "/a?b=%20"));
    assert_true(span_is(frame_find(frame.field, frame.fields, "x-tWo"), "a b"));
    assert_int_equal(frame_count(frame.field, frame.fields, "X-Two"), 2);
    assert_int_equal(frame_count(frame.field, frame.fields, "X-Tw"), 0);
    assert_null(frame_find(frame.field, frame.fields, "X-Three").ptr);
    assert_int_equal(frame.body, FRAME_LENGTH);
    assert_int_equal(frame.length, 12);
    assert_true(frame.keep);
    assert_false(frame.old || frame.expects);
}

static void what_becomes_of_the_connection(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        bool keep;
    } cases[] = {
        {GET "\r\n", true},
        {GET "Connection: close\r\n\r\n", false},
        {GET "Connection: x, Close \r\n\r\n", false},
        {GET "Connection: keep-alive\r\nConnection: close\r\n\r\n", false},
        {GET "Connection: closed\r\n\r\n", true},
        {"GET / HTTP/1.0\r\n\r\n", false},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
        {"GET / HTTP/1.0\r\nConnection: Keep-Alive, close\r\n\r\n", false},
        {"\r\n" GET "\r\n", true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct frame frame;
        struct error error;
        size_t used = 0;
        if (read_head(span_from(cases[i].text), &frame, &used, &error) != ERR_OK || frame.keep != cases[i].keep) {
            fail_msg("case %zu", i);
        }
    }
}

#define CASE(text, message)                  \
    {                                        \
        SPAN_INIT(text), &HTTP_MSG_##message \
    }

static void what_can_be_read_in_two_ways_is_refused(void **unused)
{
    (void)unused;
    const struct {
        struct span text;
        const struct message *message;
    } cases[] = {
        CASE("GET / HTTP/1.1\nHost: x\n\n", LINE),
        CASE("GET / HTTP/1.1\r\nHost: x\n\r\n", LINE),
        CASE("GET / HTTP/1.1\r\nHost: x\ry: z\r\n\r\n", LINE),
        CASE("GET / HTTP/1.1\r\nHost: x\0\r\n\r\n", LINE),
        CASE("GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", LINE),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length : 3\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding\t: chunked\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n 0\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\n Host: x\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\n: 3\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nX-\xc3\xa9: 1\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nX: \x01\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nX: \x7f\r\n\r\n", FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3 3\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \x0b"
             "chunked\r\n\r\n",
             FIELD),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\n\r\n", FRAME),
        CASE("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", FRAME),
        CASE("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET / HTTP/1.1 \r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("G@T / HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET /\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("GET / http/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", REQUEST_LINE),
        CASE("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", VERSION),
        CASE("GET / HTTP/1.2\r\nHost: x\r\n\r\n", VERSION),
        CASE("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\n", LINE),
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct frame frame;
        struct error error = {.message = NULL};
        size_t used = 0;
        enum err err = read_head(cases[i].text, &frame, &used, &error);
        if (err != cases[i].message->code || error.message != cases[i].message) {
            fail_msg("case %zu: %d %s", i, (int)err, error.message ? error.message->id : "accepted");
        }
    }
}

static void sizes_are_limited(void **unused)
{
    (void)unused;
    char text[2048];
    struct frame frame;
    struct error error;
    size_t used = 0;
    /* An address of just the size, one more, and one that has no end. */
    for (int length = 64; length <= 65; length++) {
        (void)snprintf(text, sizeof(text), "GET /%0*d HTTP/1.1\r\nHost: x\r\n\r\n", length - 1, 0);
        enum err err = read_head(span_from(text), &frame, &used, &error);
        assert_int_equal(err, length == 64 ? ERR_OK : ERR_LIMIT);
    }
    assert_true(error.message == &HTTP_MSG_URL_SIZE);
    (void)snprintf(text, sizeof(text), "GET /%0*d", 1000, 0);
    assert_int_equal(read_head(span_from(text), &frame, &used, &error), ERR_LIMIT);
    assert_true(error.message == &HTTP_MSG_URL_SIZE);
    /* The same with header lines: `Host: x`, `X: 000` and the ends of both are 256 bytes. */
    for (int more = 0; more <= 1; more++) {
        (void)snprintf(text, sizeof(text), "GET / HTTP/1.1\r\nHost: x\r\nX: %0*d\r\n\r\n", 256 - 9 - 5 + more, 0);
        enum err err = read_head(span_from(text), &frame, &used, &error);
        assert_int_equal(err, more ? ERR_LIMIT : ERR_OK);
    }
    assert_true(error.message == &HTTP_MSG_HEADER_SIZE);
    (void)snprintf(text, sizeof(text), "GET / HTTP/1.1\r\nHost: x\r\nX: %0*d", 1000, 0);
    assert_int_equal(read_head(span_from(text), &frame, &used, &error), ERR_LIMIT);
    assert_true(error.message == &HTTP_MSG_HEADER_SIZE);
    /* More lines than there are places for. */
    struct frame_limits wide = {64, 2048};
    struct strbuf many;
    size_t seen = 0;
    strbuf_wrap(&many, text, sizeof(text));
    strbuf_add(&many, "GET / HTTP/1.1\r\n");
    strbuf_repeat(&many, "a:\r\n", FRAME_FIELDS + 1);
    strbuf_add(&many, "\r\n");
    assert_int_equal(frame_head(strbuf_span(&many), &wide, &frame, &seen, &used, &error), ERR_LIMIT);
    /* A length that no number holds is very long, and not short. */
    assert_int_equal(read_head(SPAN_LITERAL(GET "Content-Length: 18446744073709551617\r\n\r\n"), &frame, &used, &error),
                     ERR_OK);
    assert_true(frame.length == UINT64_MAX);
}

/* What has no end yet is refused at the first byte too many, not later and not before. */
static void what_does_not_end_is_refused_at_its_limit(void **unused)
{
    (void)unused;
    char text[1024];
    struct frame frame;
    struct error error;
    size_t used = 0;
    memset(text, 'x', sizeof(text));
    memcpy(text, "\r\nGET /", 7); /* the line feed makes it look */
    size_t most = LIMITS.target + FRAME_LINE_EXTRA;
    assert_int_equal(read_head(span_of(text, most), &frame, &used, &error), ERR_END);
    assert_int_equal(read_head(span_of(text, most + 1), &frame, &used, &error), ERR_LIMIT);
    assert_true(error.message == &HTTP_MSG_URL_SIZE);
    /* Without any line feed, nothing is looked at before everything together is too long. */
    memset(text, 'x', 7);
    most = LIMITS.target + LIMITS.fields + FRAME_LINE_EXTRA;
    assert_int_equal(read_head(span_of(text, most), &frame, &used, &error), ERR_END);
    assert_int_equal(read_head(span_of(text, most + 1), &frame, &used, &error), ERR_LIMIT);
    /* Header lines: two more, for the empty line. */
    static const char first[] = "GET / HTTP/1.1\r\n";
    memcpy(text, first, sizeof(first) - 1);
    most = sizeof(first) - 1 + LIMITS.fields + 2;
    assert_int_equal(read_head(span_of(text, most), &frame, &used, &error), ERR_END);
    assert_int_equal(read_head(span_of(text, most + 1), &frame, &used, &error), ERR_LIMIT);
    assert_true(error.message == &HTTP_MSG_HEADER_SIZE);
    /* As many lines as there is room for, and one more. */
    struct frame_limits wide = {64, 4096};
    for (int more = -1; more <= 1; more++) {
        struct strbuf many;
        size_t seen = 0;
        strbuf_wrap(&many, text, sizeof(text));
        strbuf_add(&many, "GET / HTTP/1.1\r\nHost:x\r\n");
        strbuf_repeat(&many, "a:\r\n", FRAME_FIELDS - 2 + more);
        strbuf_add(&many, "\r\n");
        assert_true(strbuf_ok(&many));
        enum err err = frame_head(strbuf_span(&many), &wide, &frame, &seen, &used, &error);
        assert_int_equal(err, more < 1 ? ERR_OK : ERR_LIMIT);
        assert_true(err != ERR_OK || frame.fields == (size_t)(FRAME_FIELDS - 1 + more));
    }
}

static bool takes(const char *before, int c, const char *after)
{
    char text[128];
    struct frame frame;
    struct error error;
    size_t used = 0;
    (void)snprintf(text, sizeof(text), "%s%c%s\r\n\r\n", before, c, after);
    return read_head(span_from(text), &frame, &used, &error) == ERR_OK;
}

static void every_character_is_taken_where_it_may_stand(void **unused)
{
    (void)unused;
    for (int c = 1; c < 256; c++) {
        bool token = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("!#$%&'*+-.^_`|~", c) != NULL;
        bool wrong = takes("GET /", c, " HTTP/1.1\r\nHost: x") != (c > ' ' && c != 0x7f) ||
                     takes("G", c, "T / HTTP/1.1\r\nHost: x") != token ||
                     takes("GET / HTTP/1.1\r\nHost: x\r\nX: a", c, "b") != (c == '\t' || (c >= ' ' && c != 0x7f)) ||
                     takes("GET / HTTP/1.1\r\nHost: x\r\nX", c, "y: a") != (token || c == ':') ||
                     takes("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1", c, "2") != (c >= '0' && c <= '9');
        if (wrong) {
            fail_msg("character %d", c);
        }
    }
}

/* Byte by byte, and in every two pieces, a head is the same; before its end it is never taken for whole. */
static void it_does_not_matter_where_bytes_are_cut(void **unused)
{
    (void)unused;
    struct span text = SPAN_LITERAL("\r\n" GET "Content-Length: 3\r\nX: y\r\n\r\n");
    struct frame frame;
    struct error error;
    size_t used = 0;
    size_t seen = 0;
    for (size_t i = 0; i <= text.len; i++) {
        enum err err = frame_head(span_of(text.ptr, i), &LIMITS, &frame, &seen, &used, &error);
        assert_int_equal(err, i < text.len ? ERR_END : ERR_OK);
    }
    assert_int_equal(used, text.len);
    for (size_t i = 0; i < text.len; i++) {
        seen = 0;
        assert_int_equal(frame_head(span_of(text.ptr, i), &LIMITS, &frame, &seen, &used, &error), ERR_END);
        assert_int_equal(frame_head(text, &LIMITS, &frame, &seen, &used, &error), ERR_OK);
    }
}

/* Reads chunks that come in pieces of `step` bytes; the data to `out`. ERR_END: more is wanted. */
static enum err read_chunks(struct span text, size_t step, struct strbuf *out, size_t *used)
{
    struct chunks chunks = {.state = CHUNK_SIZE};
    struct error error;
    *used = 0;
    while (*used < text.len && chunks.state != CHUNK_DONE) {
        size_t now = text.len - *used < step ? text.len - *used : step;
        struct span bytes = span_of(text.ptr + *used, now);
        while (bytes.len > 0 && chunks.state != CHUNK_DONE) {
            struct span data;
            enum err err = chunks_take(&chunks, &bytes, &data, &error);
            if (err != ERR_OK) {
                return err;
            }
            strbuf_add_span(out, data);
        }
        *used += now - bytes.len;
    }
    return chunks.state == CHUNK_DONE ? ERR_OK : ERR_END;
}

static void chunks_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum err err;
        const char *data;
        size_t left; /* bytes behind the body */
    } cases[] = {
        {"3\r\nabc\r\n0\r\n\r\n", ERR_OK, "abc", 0},
        {"3\r\nabc\r\n00a\r\n0123456789\r\n0\r\n\r\nGET", ERR_OK, "abc0123456789", 3},
        {"3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n", ERR_OK, "abc", 0},
        {"0\r\n\r\n", ERR_OK, "", 0},
        {"3\r\nabc\r\n0\r\n", ERR_END, "abc", 0},
        {"3\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"3\r\nabc\n0\r\n\r\n", ERR_SYNTAX, "abc", 0},
        {"3\r\nabcd\r\n0\r\n\r\n", ERR_SYNTAX, "abc", 0},
        {"3\rabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"3 \r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {" 3\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"\r\n3\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"-3\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"0x3\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"3;a\nb\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"3;a\rb\r\nabc\r\n0\r\n\r\n", ERR_SYNTAX, "", 0},
        {"0\r\n X: y\r\n\r\n", ERR_SYNTAX, "", 0},
        {"0\r\nX: y\n\r\n", ERR_SYNTAX, "", 0},
        {"0\r\n\n", ERR_SYNTAX, "", 0},
        {"10000000000000000\r\n", ERR_SYNTAX, "", 0},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct span text = span_from(cases[i].text);
        for (size_t step = 1; step <= text.len; step++) {
            char memory[64];
            struct strbuf out;
            size_t used = 0;
            strbuf_wrap(&out, memory, sizeof(memory));
            enum err err = read_chunks(text, step, &out, &used);
            if (err != cases[i].err || !span_is(strbuf_span(&out), cases[i].data) ||
                (err == ERR_OK && text.len - used != cases[i].left)) {
                fail_msg("case %zu, step %zu: %d '%s'", i, step, (int)err, strbuf_text(&out));
            }
        }
    }
}

/* What is said beside the data, and how many digits a size has, to the byte. */
static void chunks_have_limits(void **unused)
{
    (void)unused;
    char text[4096];
    char memory[64];
    struct strbuf out;
    size_t used = 0;
    strbuf_wrap(&out, memory, sizeof(memory));
    for (int more = 0; more <= 1; more++) {
        (void)snprintf(text, sizeof(text), "3;%0*d\r\nabc\r\n0\r\n\r\n", 1024 + more, 0);
        enum err err = read_chunks(span_from(text), 4096, &out, &used);
        assert_int_equal(err, more ? ERR_SYNTAX : ERR_OK);
        (void)snprintf(text, sizeof(text), "0\r\nX%0*d\r\n\r\n", 1024 + more, 0);
        err = read_chunks(span_from(text), 4096, &out, &used);
        assert_int_equal(err, more ? ERR_SYNTAX : ERR_OK);
        (void)snprintf(text, sizeof(text), "%0*d\r\nabc\r\n0\r\n\r\n", 15 + more, 3);
        err = read_chunks(span_from(text), 4096, &out, &used);
        assert_int_equal(err, more ? ERR_SYNTAX : ERR_OK);
    }
    strbuf_clear(&out);
    assert_int_equal(read_chunks(SPAN_LITERAL("aF\r\n"), 1, &out, &used), ERR_END);
    struct chunks chunks = {.state = CHUNK_SIZE};
    struct span bytes = SPAN_LITERAL("aF;x\r\n123");
    struct span data;
    struct error error;
    assert_int_equal(chunks_take(&chunks, &bytes, &data, &error), ERR_OK);
    assert_true(span_is(data, "123"));
    assert_int_equal(chunks.left, 0xaf - 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_are_read),
        cmocka_unit_test(what_becomes_of_the_connection),
        cmocka_unit_test(what_can_be_read_in_two_ways_is_refused),
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(it_does_not_matter_where_bytes_are_cut),
        cmocka_unit_test(chunks_are_read),
        cmocka_unit_test(what_does_not_end_is_refused_at_its_limit),
        cmocka_unit_test(every_character_is_taken_where_it_may_stand),
        cmocka_unit_test(chunks_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
