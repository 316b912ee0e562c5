/* STAND-IN, to be dropped: an import that adds a record of totals for each play, and knows none again. */
#include "service/plays.h"

#include "service/internal.h"
#include "service/slice.h"

#include "base/banned.h"

struct plays_import {
    struct service *service;
    struct span author;
    const struct play_reader *reader;
    struct plays_options options;
    const struct import_listener *listener;
    struct import_tally tally, now;
    struct import_mark mark;
    struct record_reader records;
};

enum err plays_import_begin(struct service *service, struct span author, const struct play_reader *reader,
                            const struct plays_options *options, const struct import_listener *listener,
                            struct plays_import **out, struct error *error)
{
    struct plays_import *import = mem_new(service->options.allocator, 1, sizeof(*import));
    if (!import) {
        return error_raise(error, &MSG_MEMORY);
    }
    import->service = service;
    import->author = author;
    import->reader = reader;
    import->options = *options;
    import->listener = listener;
    import->mark.number = options->number;
    *out = import;
    return reader->rewind(reader->context, error);
}

static enum err add(struct plays_import *import, const struct play *play, struct error *error)
{
    char memory[512];
    struct strbuf text;
    struct record record;
    struct receipt receipt;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add(&text, "dendro 1\ngame foret\nlevel totals\nid ");
    strbuf_int(&text, play->line);
    strbuf_add(&text, "\nseat 1 Amelie\nseat 2 Bruno\nseat 3 C\n1: total 12\n2: total 9\n3: total 8\n");
    import->now.records++;
    if (import->options.dry_run) {
        import->now.added++;
        return ERR_OK;
    }
    enum err err =
        record_read_one(&import->records, strbuf_span(&text), import->service->options.allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_game_import_marked(import->service, import->author, &record, &import->mark, NULL, NULL, &receipt,
                                     error);
    if (err != ERR_OK) {
        struct problem problem = problem_of(error);
        problem.error.line = play->line;
        import->now.refused++;
        import->listener->problem(import->listener->context, &problem, true);
        return err_is_fatal(err) ? err : ERR_OK;
    }
    import->now.added += !receipt.duplicate;
    import->now.known += receipt.duplicate;
    import->now.number = import->mark.number;
    return ERR_OK;
}

static enum err some(struct plays_import *import, bool *done, struct error *error)
{
    static struct play play; /* stand-in only */
    struct slice slice;
    slice_begin(&slice, 0);
    do {
        enum err err = import->reader->next(import->reader->context, &play, error);
        *done = err == ERR_END;
        err = err == ERR_OK ? add(import, &play, error) : err == ERR_END ? ERR_OK : err;
        if (err != ERR_OK) {
            return err;
        }
    } while (!*done && !slice_over(&slice));
    return ERR_OK;
}

enum err plays_import_some(struct plays_import *import, bool *done, struct error *error)
{
    bool own = !import->service->group && !import->options.dry_run;
    enum err err = own ? service_begin(import->service, error) : ERR_OK;
    err = err == ERR_OK ? some(import, done, error) : err;
    if (own && err != ERR_OK) {
        service_rollback(import->service);
    }
    err = own && err == ERR_OK ? service_commit(import->service, error) : err;
    if (err == ERR_OK && (own || import->options.dry_run)) {
        plays_import_committed(import);
    }
    return err;
}

void plays_import_committed(struct plays_import *import)
{
    import->tally = import->now;
}

const struct import_tally *plays_import_tally(const struct plays_import *import)
{
    return &import->tally;
}

size_t plays_import_people(const struct plays_import *import, size_t offset, struct plays_name *out, size_t room)
{
    const struct plays_name people[] = {
        {.name = SPAN_INIT("Amelie"),
         .plays = import->tally.records,
         .alike = SPAN_INIT("aaaaaaaa"),
         .alike_name = SPAN_INIT("Amélie")},
        {.name = SPAN_INIT("Bruno"),
         .plays = import->tally.records,
         .ours = SPAN_INIT("bbbbbbbb"),
         .named = SPAN_INIT("Bruno")},
    };
    size_t count = 0;
    for (size_t i = offset; i < 2 && count < room; i++) {
        out[count++] = people[i];
    }
    return count;
}

size_t plays_import_titles(const struct plays_import *import, size_t offset, struct plays_name *out, size_t room)
{
    (void)import;
    if (offset > 0 || room == 0) {
        return 0;
    }
    out[0] = (struct plays_name){.name = SPAN_LITERAL("Azul"), .plays = 2};
    return 1;
}

void plays_import_end(struct plays_import *import)
{
    if (import) {
        record_reader_release(&import->records);
        mem_free(import->service->options.allocator, import);
    }
}
