/* What fuzz programs demand of a file of plays, whatever its bytes. */
#ifndef FUZZ_PLAY_MUST_H
#define FUZZ_PLAY_MUST_H

#include "base/utf8.h"
#include "support/play_text.h"
#include "wire/foreign.h"

#include "must.h"

typedef enum err fuzz_open_fn(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                              size_t step, struct error *error);

/* Opens it with reads of `step` bytes: refused with place and reason, or all its plays as text, the same each time over. */
static inline enum err play_must_read(struct span bytes, fuzz_open_fn *open, size_t step, struct strbuf *text)
{
    struct spool spool;
    struct foreign_reader reader;
    struct error error = {.message = NULL};
    spool_of(&spool, bytes);
    enum err err = open(&reader, &spool, &allocator_heap, step, &error);
    if (err != ERR_OK) {
        must(!err_is_fatal(err));
        must_explain(err, &error, bytes);
        strbuf_add(text, error.message->id);
        strbuf_int(text, error.line);
        return err;
    }
    (void)play_reader_text(&reader.plays, text);
    size_t once = text->len;
    (void)play_reader_text(&reader.plays, text);
    must(!strbuf_ok(text) || text->len == 2 * once);
    must(!strbuf_ok(text) || memcmp(text->text, text->text + once, once) == 0);
    must(utf8_valid(strbuf_span(text)) == text->len);
    strbuf_truncate(text, once < text->len ? once : text->len);
    reader.release(reader.plays.context);
    return ERR_OK;
}

/* Where reads end makes no difference to plays, and with `same` not to the reason either, which expat sees when it can. */
static inline void play_must(const uint8_t *data, size_t size, fuzz_open_fn *open, bool same)
{
    enum { LIMIT = 64 << 20 };
    struct span bytes = span_of((const char *)data, size);
    struct strbuf whole;
    struct strbuf pieces;
    strbuf_init(&whole, &allocator_heap, LIMIT);
    strbuf_init(&pieces, &allocator_heap, LIMIT);
    enum err err = play_must_read(bytes, open, 0, &whole);
    enum err again = play_must_read(bytes, open, 1 + size % 7, &pieces);
    must((err == ERR_OK) == (again == ERR_OK) && (!same || err == again));
    must((err != ERR_OK && !same) || span_equal(strbuf_span(&whole), strbuf_span(&pieces)));
    strbuf_release(&whole);
    strbuf_release(&pieces);
}

#endif
