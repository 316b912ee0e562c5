/*
 * Any bytes as a file of records. Whatever they are, the reader comes to an
 * end and says the same however the bytes are cut; a record that can be
 * written is canonical then: it reads, verifies with nothing worse than what
 * was contested before, and writing it again gives the same bytes.
 */
#include "record/record.h"
#include "record/verify.h"
#include "record/write.h"
#include "support/setups.h"
#include "support/text.h"
#include "support/transcript.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 32 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what, const struct strbuf *text)
{
    if (!condition) {
        (void)fprintf(stderr, "fuzz_record: %s\n%s\n", what, text ? strbuf_text(text) : "");
        abort();
    }
}

struct work {
    struct replay replay;
    struct record_reader again;
    struct strbuf once, twice;
};

/* What was written reads, verifies and is written again to the byte. */
static void check_written(struct work *w, enum err before)
{
    struct record record;
    struct error error;
    enum err err = record_read_one(&w->again, strbuf_span(&w->once), &allocator_heap, &record, &error);
    require(err == ERR_OK, "what was written does not read", &w->once);
    require(record.rules > 0, "what was written has no rules version", &w->once);
    err = record_verify(&record, &setups_blocks, &w->replay, NULL, NULL, &error);
    require(err == ERR_OK || (err == ERR_MISMATCH && before == ERR_MISMATCH), "what was written does not verify",
            &w->once);
    strbuf_clear(&w->twice);
    err = record_write(&record, &setups_blocks, &w->replay, &w->twice, &error);
    require(err == ERR_OK, "what was written cannot be written", &w->once);
    require(span_equal(strbuf_span(&w->once), strbuf_span(&w->twice)), "written twice, it is not the same", &w->once);
}

static void check_record(struct work *w, const struct record *record)
{
    struct error error = {.message = NULL};
    enum err judged = record_verify(record, &setups_blocks, &w->replay, NULL, NULL, &error);
    require(judged == ERR_OK || (error.message && error.message->code == judged && error.line > 0),
            "a problem without a place", NULL);
    strbuf_clear(&w->once);
    enum err err = record_write(record, &setups_blocks, &w->replay, &w->once, &error);
    require((err == ERR_OK) == (judged == ERR_OK || judged == ERR_MISMATCH) || err == ERR_LIMIT,
            "verify and write do not agree", &w->once);
    if (err == ERR_OK) {
        check_written(w, judged);
    } else {
        require(w->once.len == 0, "a failed writing left something", &w->once);
    }
}

/* The same bytes as the body of a log entry: moves alone, or a complaint with a place. */
static void check_moves(struct work *w, struct span text)
{
    struct record record;
    struct error error;
    enum err err = record_read_moves(&w->again, text, &allocator_heap, &record, &error);
    if (err == ERR_OK) {
        require(record.seats == 0 && record.totals_count == 0 && record.claims_count == 0, "more than moves", NULL);
    } else {
        require(error.message->code == err && error.line > 0 && error.column > 0, "an error without a place", NULL);
    }
}

static void check_place(void *context, const struct error *error)
{
    uint32_t *told = context;
    require(error->line > 0 && error->column > 0, "a complaint without a place", NULL);
    require(++*told <= RECORD_COMPLAINTS + 1, "too many complaints", NULL);
}

/* A reader that goes on finds something wrong where one that stops does, and what is left can be judged. */
static void check_all(struct work *w, struct span text)
{
    uint32_t told = 0;
    struct record_reader all = {.complain = check_place, .complain_context = &told};
    struct record record;
    struct error first;
    struct error error;
    enum err stopped = record_read_one(&w->again, text, &allocator_heap, &record, &first);
    enum err err = record_read_one(&all, text, &allocator_heap, &record, &error);
    if (stopped != ERR_LIMIT && err != ERR_LIMIT) {
        require(err == stopped, "a reader that goes on does not agree", NULL);
        require(err == ERR_OK || (error.message == first.message && error.line == first.line),
                "what is wrong first is something else", NULL);
    }
    if (err == ERR_OK || (err == ERR_SYNTAX && all.complaints > 0)) {
        (void)!record_verify(&record, &setups_blocks, &w->replay, NULL, NULL, &error);
    }
    record_reader_release(&all);
}

static void check_pieces(struct span text)
{
    struct strbuf whole;
    struct strbuf pieces;
    strbuf_init(&whole, &allocator_heap, LIMIT);
    strbuf_init(&pieces, &allocator_heap, LIMIT);
    struct trickle trickle = {.rest = text, .step = 1 + text.len % 7, .first = 1 + text.len % 5, .fail_after = -1};
    transcript_text(text, &setups_blocks, &whole);
    (void)transcript_source(source_trickle(&trickle), &setups_blocks, &allocator_heap, &pieces);
    require(span_equal(strbuf_span(&whole), strbuf_span(&pieces)), "pieces make a difference", &whole);
    strbuf_release(&whole);
    strbuf_release(&pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_of((const char *)data, size);
    struct work w = {.again = {.allocator = NULL}};
    struct record_reader reader;
    struct record record;
    struct error error;
    struct source_memory memory;
    enum err err;
    replay_init(&w.replay, &allocator_heap);
    strbuf_init(&w.once, &allocator_heap, LIMIT);
    strbuf_init(&w.twice, &allocator_heap, LIMIT);
    record_reader_init(&reader, source_from_memory(&memory, text), &allocator_heap);
    size_t turns = 0;
    while ((err = record_reader_next(&reader, &record, &error)) != ERR_END) {
        require(turns++ <= size, "more records than bytes", NULL);
        if (err == ERR_OK) {
            check_record(&w, &record);
        } else {
            require(error.message->code == err && error.line > 0 && error.column > 0, "an error without a place", NULL);
        }
    }
    require(turns > 0, "neither a record nor a complaint", NULL);
    record_reader_release(&reader);
    check_pieces(text);
    check_moves(&w, text);
    check_all(&w, text);
    strbuf_release(&w.once);
    strbuf_release(&w.twice);
    replay_release(&w.replay);
    record_reader_release(&w.again);
    return 0;
}
