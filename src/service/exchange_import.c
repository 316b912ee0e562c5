/* Import of records, and what an import would do. */
#include "record/messages.h"
#include "record/verify.h"
#include "service/exchange.h"
#include "service/internal.h"
#include "service/slice.h"

#include <errno.h>

#include "service/plays_names.h"

#include "base/banned.h"

enum { GROUP_SIZE = 500 };

struct import {
    struct service *service;
    struct span author;
    const struct import_listener *listener;
    struct import_tally *tally;      /* committed */
    struct import_tally uncommitted; /* committed and the open group */
    int64_t grouped;
    struct slice group; /* the lock is held for no longer */
    struct slice turn;  /* since another writer last had one */
    struct import_mark mark;
    struct hash_set *would; /* of a dry run: what it would have added, by canonical text */
    struct source source;   /* that may be slow */
    bool failed;            /* the database did while the source was read: `why` */
    struct error why;
    bool contested; /* the current record */
    bool reported;  /* its refusal was reported already */
};

static void note_problem(void *context, const struct problem *problem)
{
    struct import *import = context;
    bool contested = problem_is_contested(problem);
    bool refused = !contested && !problem_is_warning(problem); /* to who is strict, a warning comes as a refusal */
    import->contested = import->contested || contested;
    import->reported = import->reported || refused;
    if (import->listener->problem) {
        import->listener->problem(import->listener->context, problem, refused);
    }
}

/* A line that cannot be read. */
static void note_complaint(void *context, const struct error *error)
{
    struct problem problem = problem_of(error);
    note_problem(context, &problem);
}

static enum err begin_group(struct import *import, struct error *error)
{
    return import->listener->dry_run ? ERR_OK : service_begin(import->service, error);
}

static enum err commit_group(struct import *import, struct error *error)
{
    enum err err = import->listener->dry_run ? ERR_OK : service_commit(import->service, error);
    if (err != ERR_OK) {
        return err;
    }
    *import->tally = import->uncommitted;
    import->grouped = 0;
    if (import->listener->progress) {
        import->listener->progress(import->listener->context, import->tally);
    }
    return ERR_OK;
}

/* Reads from a source that may be slow: what came before is committed first, so that nobody else waits for it. */
static ptrdiff_t read_slowly(void *context, char *buffer, size_t size)
{
    struct import *import = context;
    if (commit_group(import, &import->why) != ERR_OK) {
        import->failed = true;
        errno = EIO;
        return -1;
    }
    ptrdiff_t got = import->source.read(import->source.context, buffer, size);
    int number = errno;
    slice_begin(&import->group, 0);
    if (begin_group(import, &import->why) != ERR_OK) {
        import->failed = true;
        errno = EIO;
        return -1;
    }
    errno = number;
    return got;
}

/* Commits the open group, lets a waiting writer have a turn now and then, and begins another group. */
static enum err next_group(struct import *import, struct error *error)
{
    enum err err = commit_group(import, error);
    if (err != ERR_OK) {
        return err;
    }
    if (slice_over(&import->turn) && !import->listener->dry_run) {
        give_way();
        slice_begin(&import->turn, 0);
    }
    slice_begin(&import->group, 0);
    return begin_group(import, error);
}

static void refuse(struct import *import, struct error *error)
{
    import->uncommitted.refused++;
    if (!import->reported && import->listener->problem) {
        struct problem problem = problem_of(error);
        import->listener->problem(import->listener->context, &problem, true);
    }
}

static enum err take_record(struct import *import, const struct record *record, struct receipt *receipt,
                            struct error *error)
{
    return import->listener->dry_run ? game_judge(import->service, record, import->mark.strict, import->would,
                                                  note_problem, import, receipt, error)
                                     : service_game_import_marked(import->service, import->author, record,
                                                                  &import->mark, note_problem, import, receipt, error);
}

static enum err import_record(struct import *import, const struct record *record, struct error *error)
{
    struct receipt receipt;
    import->uncommitted.records++;
    enum err err = take_record(import, record, &receipt, error);
    if (err != ERR_OK) {
        if (err_is_fatal(err)) {
            return err;
        }
        refuse(import, error);
        return ERR_OK;
    }
    import->uncommitted.known += receipt.duplicate;
    import->uncommitted.added += !receipt.duplicate;
    import->uncommitted.number = import->mark.number;
    import->uncommitted.contested += !receipt.duplicate && import->contested;
    return import->listener->names
               ? import_names_note(import->service, import->listener->names, record, !receipt.duplicate, error)
               : ERR_OK;
}

/*
 * Reads and imports until the source ends; the group is committed every so
 * often.
 */
static enum err import_all(struct import *import, struct record_reader *reader, struct error *error)
{
    struct record record;
    for (;;) {
        import->contested = false;
        import->reported = false;
        enum err err = record_reader_next(reader, &record, error);
        if (err == ERR_END) {
            return ERR_OK;
        }
        if (err == ERR_SYNTAX && reader->complaints > 0) {
            service_judge_rest(import->service, &record, note_problem, import);
        }
        if (err == ERR_OK) {
            err = import_record(import, &record, error);
        } else if (err == ERR_SYNTAX || err == ERR_LIMIT || err == ERR_ENCODING) {
            import->uncommitted.records++;
            import->uncommitted.unreadable = import->uncommitted.unreadable || err == ERR_ENCODING;
            refuse(import, error);
            err = ERR_OK;
        }
        if (err != ERR_OK) {
            return err;
        }
        bool full = ++import->grouped == GROUP_SIZE || slice_over(&import->group);
        err = full ? next_group(import, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
}

static enum err import_groups(struct import *import, struct record_reader *reader, struct error *error)
{
    enum err err = begin_group(import, error);
    if (err != ERR_OK) {
        return err;
    }
    err = import_all(import, reader, error);
    if (err != ERR_OK && !import->listener->dry_run) {
        service_rollback(import->service);
    }
    if (err != ERR_OK) {
        return err;
    }
    return commit_group(import, error);
}

enum err service_import(struct service *service, struct span author, struct source source,
                        const struct import_listener *listener, struct import_tally *tally, struct error *error)
{
    struct record_reader reader;
    struct hash_set would;
    struct import import = {.service = service,
                            .would = listener->would ? listener->would : &would,
                            .author = author,
                            .listener = listener,
                            .tally = tally,
                            .mark = {.strict = listener->strict, .number = listener->number}};
    hash_set_init(&would, service->options.allocator);
    *tally = (struct import_tally){.records = 0};
    import.source = source;
    record_reader_init(&reader, listener->slow && !listener->dry_run ? (struct source){read_slowly, &import} : source,
                       service->options.allocator);
    reader.complain = note_complaint;
    reader.complain_context = &import;
    slice_begin(&import.group, 0);
    slice_begin(&import.turn, 0);
    enum err err = import_groups(&import, &reader, error);
    record_reader_release(&reader);
    hash_set_release(&would);
    if (err != ERR_OK && import.failed) {
        *error = import.why;
        return import.why.message->code;
    }
    return err;
}
