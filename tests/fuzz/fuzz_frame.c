/*
 * What comes over a socket before anybody has looked at it. Whatever the
 * bytes: reading ends, what is accepted has one length and no control
 * characters, and it does not matter where the bytes were cut.
 */
#include "http/frame.h"
#include "http/messages.h"

#include "must.h"

static void must_be_clean(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        must(c == '\t' || (c >= 0x20 && c != 0x7f));
    }
}

static void read_body(struct span bytes, size_t step)
{
    struct chunks chunks = {.state = CHUNK_SIZE};
    struct error error;
    uint64_t sum = 0;
    for (size_t at = 0; at < bytes.len && chunks.state != CHUNK_DONE;) {
        size_t now = bytes.len - at < step ? bytes.len - at : step;
        struct span piece = span_of(bytes.ptr + at, now);
        while (piece.len > 0 && chunks.state != CHUNK_DONE) {
            struct span data;
            size_t before = piece.len;
            if (chunks_take(&chunks, &piece, &data, &error) != ERR_OK) {
                must(error.message == &HTTP_MSG_CHUNK);
                return;
            }
            must(piece.len < before);
            sum += data.len;
        }
        at += now - piece.len;
    }
    must(sum <= bytes.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct frame_limits limits = {256, 1024};
    struct span text = span_of(size > 0 ? (const char *)data : "", size);
    struct frame frame;
    struct frame again;
    struct error error;
    size_t used = 0;
    size_t seen = 0;
    enum err err = frame_head(text, &limits, &frame, &seen, &used, &error);
    if (err != ERR_OK) {
        must(err == ERR_END || (error.message && error.message->code == err));
        return 0;
    }
    must(used <= size && frame.fields <= FRAME_FIELDS && frame.target.len > 0 && frame.target.len <= limits.target);
    must_be_clean(frame.target);
    for (size_t i = 0; i < frame.fields; i++) {
        must_be_clean(frame.field[i].name);
        must_be_clean(frame.field[i].value);
        must(frame.field[i].name.len > 0);
    }
    size_t lengths = frame_count(frame.field, frame.fields, "Content-Length");
    size_t codings = frame_count(frame.field, frame.fields, "Transfer-Encoding");
    must(lengths + codings <= 1 && (frame.body == FRAME_NONE) == (lengths + codings == 0));
    seen = 0;
    for (size_t i = 0; i <= used; i++) { /* as it would come byte by byte */
        size_t then = 0;
        err = frame_head(span_of(text.ptr, i), &limits, &again, &seen, &then, &error);
        must(err == (i < used ? ERR_END : ERR_OK));
    }
    must(again.body == frame.body && again.length == frame.length && again.keep == frame.keep);
    if (frame.body == FRAME_CHUNKED) {
        read_body(span_skip(text, used), 1);
        read_body(span_skip(text, used), 7);
        read_body(span_skip(text, used), size);
    }
    return 0;
}
