/* Transcripts: the reader and the verifier, driven to the end and written down. */
#include "support/transcript.h"

#include "support/text.h"

static void add_place(const struct error *error, struct strbuf *out)
{
    if (error->line > 0) {
        text_format(out, "%u:%u ", (unsigned)error->line, (unsigned)error->column);
    }
    strbuf_add(out, error->message->id);
    strbuf_add_char(out, ' ');
}

void transcript_error(const struct error *error, struct strbuf *out)
{
    char text[512];
    add_place(error, out);
    (void)error_text(error, LANG_EN, text, sizeof(text));
    strbuf_add(out, text);
    strbuf_add_char(out, '\n');
}

void transcript_problem(void *out, const struct problem *problem)
{
    add_place(&problem->error, out);
    problem_text(problem, LANG_EN, out);
    strbuf_add_char(out, '\n');
}

static enum err add_record(const struct record *record, const struct block_source *blocks, struct replay *replay,
                           struct strbuf *out)
{
    struct error error;
    enum err err = record_verify(record, blocks, replay, transcript_problem, out, &error);
    if (err == ERR_OK) {
        const struct setup *setup = &replay->setup;
        text_format(out, "ok %s %s %s, %zu plies\n", setup->game->name.id,
                    setup->game->variants[setup->variant].name.id, setup->game->levels[setup->level].name.id,
                    replay->plies);
    }
    return err;
}

enum err transcript_source(struct source source, const struct block_source *blocks, const struct allocator *allocator,
                           struct strbuf *out)
{
    struct record_reader reader;
    struct replay replay;
    struct record record;
    struct error error;
    enum err err;
    record_reader_init(&reader, source, allocator);
    replay_init(&replay, allocator);
    do {
        err = record_reader_next(&reader, &record, &error);
        if (err == ERR_OK) {
            err = add_record(&record, blocks, &replay, out);
        } else if (err != ERR_END) {
            transcript_error(&error, out);
        }
    } while (err != ERR_END && err != ERR_MEMORY);
    replay_release(&replay);
    record_reader_release(&reader);
    return err;
}

void transcript_text(struct span text, const struct block_source *blocks, struct strbuf *out)
{
    struct source_memory memory;
    (void)transcript_source(source_from_memory(&memory, text), blocks, &allocator_heap, out);
}

static void add_complaint(void *out, const struct error *error)
{
    transcript_error(error, out);
}

void transcript_all(struct span text, const struct block_source *blocks, struct strbuf *out)
{
    struct record_reader reader = {.complain = add_complaint, .complain_context = out};
    struct replay replay;
    struct record record;
    struct error error;
    replay_init(&replay, &allocator_heap);
    enum err err = record_read_one(&reader, text, &allocator_heap, &record, &error);
    if (err == ERR_OK || (err == ERR_SYNTAX && reader.complaints > 0)) {
        (void)!add_record(&record, blocks, &replay, out);
    } else {
        transcript_error(&error, out);
    }
    replay_release(&replay);
    record_reader_release(&reader);
}
