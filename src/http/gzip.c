/* zlib, as an answer needs it: all at once, with gzip's frame. */
#include "http/gzip.h"

#include <zlib.h>

#include "base/banned.h"

enum { LEVEL = 5, GZIP_WINDOW = 15 + 16, MEMORY = 8, CHUNK = 1 << 14 };

bool gzip_add(struct span bytes, struct strbuf *out)
{
    z_stream stream = {.zalloc = Z_NULL};
    size_t before = out->len;
    char chunk[CHUNK];
    if (bytes.len > UINT32_MAX ||
        deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) {
        return false;
    }
    memcpy(&stream.next_in, &bytes.ptr, sizeof(bytes.ptr)); /* zlib does not write there */
    stream.avail_in = (uInt)bytes.len;
    int state = Z_OK;
    while (state == Z_OK && strbuf_ok(out)) {
        stream.next_out = (Bytef *)chunk;
        stream.avail_out = sizeof(chunk);
        state = deflate(&stream, Z_FINISH);
        strbuf_add_span(out, span_of(chunk, sizeof(chunk) - stream.avail_out));
    }
    (void)deflateEnd(&stream);
    bool good = state == Z_STREAM_END && strbuf_ok(out) && out->len - before < bytes.len;
    if (!good) {
        strbuf_truncate(out, before);
    }
    return good;
}

bool gunzip_add(struct span packed, size_t size, struct strbuf *out)
{
    z_stream stream = {.zalloc = Z_NULL};
    size_t before = out->len;
    char chunk[CHUNK];
    if (packed.len > UINT32_MAX || inflateInit2(&stream, GZIP_WINDOW) != Z_OK) {
        return false;
    }
    memcpy(&stream.next_in, &packed.ptr, sizeof(packed.ptr));
    stream.avail_in = (uInt)packed.len;
    int state = Z_OK;
    while (state == Z_OK && strbuf_ok(out) && out->len - before <= size) {
        stream.next_out = (Bytef *)chunk;
        stream.avail_out = sizeof(chunk);
        state = inflate(&stream, Z_NO_FLUSH);
        strbuf_add_span(out, span_of(chunk, sizeof(chunk) - stream.avail_out));
    }
    (void)inflateEnd(&stream);
    bool good = state == Z_STREAM_END && strbuf_ok(out) && out->len - before == size;
    if (!good) {
        strbuf_truncate(out, before);
    }
    return good;
}
