/*
 * Records over HTTP, as they come. Whatever has arrived is handed to the
 * writer in pieces of complete records, while the connection waits: an import of
 * any size takes a piece of memory, and others get their turn between pieces.
 * What was committed stays when a later piece fails; the same import again
 * passes over it. Files of other programs, and dry runs, go another way
 * (import_inside.h).
 */
#include "http/handlers.h"
#include "http/import_inside.h"
#include "http/messages.h"
#include "record/messages.h"
#include "wire/exchange.h"

#include "base/banned.h"

enum { PIECE = 64 << 10, PROBLEMS_SHOWN = 100 };

/* Finds where the last record begins, in what has come since the first `before` bytes were looked through. */
static void look_for_mark(struct import *import, size_t before)
{
    static const char mark[] = "\ndendro ";
    struct span text = strbuf_span(&import->pending);
    size_t from = before >= sizeof(mark) - 2 ? before - (sizeof(mark) - 2) : 0; /* it may have been cut in two */
    for (size_t i = text.len; i-- > from;) {
        if (text.ptr[i] == '\n' && text.len - i >= sizeof(mark) - 1 &&
            memcmp(text.ptr + i, mark, sizeof(mark) - 1) == 0) {
            import->mark = i + 1;
            return;
        }
    }
}

/* For what stands in its error; the rest of the body is read and dropped, so that the client hears of it. */
static void give_up(struct request *request)
{
    request->failed = true;
    if (import_is_spooled(request)) {
        spooling_end(request);
        conn_until(request->conn, request->import->ends);
    }
    respond_problem(request);
}

static void give_up_with(struct request *request, const struct message *message)
{
    (void)!error_raise(&request->error, message);
    if (message == &RECORD_MSG_TOO_LONG) {
        error_add_int(&request->error, RECORD_BYTES);
    }
    give_up(request);
}

void import_take(struct request *request, const char *bytes, size_t size)
{
    struct import *import = request->import;
    size_t before = import->way == IMPORT_STREAMED ? import->pending.len : 0;
    if (import->way == IMPORT_SPOOLED) {
        if (spooling_add(request, span_of(bytes, size), &request->error) != ERR_OK) {
            give_up(request);
        }
        return;
    }
    strbuf_add_span(&import->pending, span_of(bytes, size));
    if (!strbuf_ok(&import->pending)) {
        give_up_with(request, before > RECORD_BYTES ? &RECORD_MSG_TOO_LONG : &MSG_MEMORY);
        return;
    }
    if (import_decide(request, false, &request->error) != ERR_OK) {
        give_up(request);
        return;
    }
    if (import->way != IMPORT_STREAMED) {
        return;
    }
    look_for_mark(import, before);
    if (import->pending.len < PIECE || import->mark == 0) {
        return;
    }
    import->cut = import->mark;
    request->more = true;
    request->state = REQUEST_QUEUED;
    conn_suspend(request->conn);
    if (!writer_push(request->club, request)) {
        give_up_with(request, &HTTP_MSG_QUEUE);
        request->state = REQUEST_BODY;
        request->conn->suspended = false;
    }
}

/* ---- in the writer ---- */

void import_show(struct request *request, const struct problem *problem, bool refused)
{
    struct import *import = request->import;
    if (import->problems_count++ < PROBLEMS_SHOWN) {
        wire_gather_import_problem(problem, refused, request->lang, &import->problems);
    }
}

static void take_problem(void *context, const struct problem *problem)
{
    struct request *request = context;
    bool contested = problem_is_contested(problem);
    bool refused = !contested && !problem_is_warning(problem);
    request->import->contested = request->import->contested || contested;
    request->import->reported = request->import->reported || refused;
    import_show(request, problem, refused);
}

/* A line that cannot be read. */
static void take_complaint(void *context, const struct error *error)
{
    struct problem problem = problem_of(error);
    take_problem(context, &problem);
}

static void refuse(struct request *request, const struct error *error)
{
    struct import *import = request->import;
    import->tally.refused++;
    if (!import->reported) {
        struct problem problem = problem_of(error);
        import_show(request, &problem, true);
    }
}

static enum err import_one(struct request *request, const struct record *record, struct error *error)
{
    struct import *import = request->import;
    struct receipt receipt;
    enum err err = service_game_import_marked(request->service, request->author, record, &import->run, take_problem,
                                              request, &receipt, error);
    if (err != ERR_OK) {
        if (err_is_fatal(err)) {
            return err;
        }
        refuse(request, error);
        return ERR_OK;
    }
    import->tally.known += receipt.duplicate;
    import->tally.added += !receipt.duplicate;
    import->tally.number = import->run.number;
    request->touched_many = request->touched_many || (!receipt.duplicate && receipt.seq != receipt.game);
    import->tally.contested += !receipt.duplicate && import->contested;
    return ERR_OK;
}

/* The next record: ERR_OK when it has been dealt with, refused or not; ERR_END: there is none. */
static enum err import_next(struct request *request, struct record_reader *reader, struct error *error)
{
    struct import *import = request->import;
    struct record record;
    import->contested = false;
    import->reported = false;
    enum err err = record_reader_next(reader, &record, error);
    if (err == ERR_END) {
        return err;
    }
    import->tally.records++;
    if (err == ERR_OK) {
        return import_one(request, &record, error);
    }
    if (err_is_fatal(err)) {
        return err;
    }
    if (err == ERR_SYNTAX && reader->complaints > 0) {
        service_judge_rest(request->service, &record, take_problem, request);
    }
    import->tally.unreadable = import->tally.unreadable || err == ERR_ENCODING;
    refuse(request, error);
    return ERR_OK;
}

static enum err import_piece(struct request *request, struct span text, struct error *error)
{
    struct source_memory memory;
    struct record_reader reader;
    enum err err;
    record_reader_init(&reader, source_from_memory(&memory, text), request->server->allocator);
    reader.line = request->import->line;
    reader.complain = take_complaint;
    reader.complain_context = request;
    do {
        err = import_next(request, &reader, error);
    } while (err == ERR_OK);
    record_reader_release(&reader);
    return err == ERR_END ? ERR_OK : err;
}

/* What has been imported goes; the beginning of the next record stays. */
static void shift(struct import *import, size_t cut)
{
    struct strbuf *pending = &import->pending;
    for (size_t i = 0; i < cut; i++) {
        import->line += pending->text[i] == '\n';
    }
    memmove(pending->text, pending->text + cut, pending->len - cut);
    strbuf_truncate(pending, pending->len - cut);
    import->mark = 0; /* what is left begins with it */
}

enum err post_import(struct request *request, struct error *error)
{
    struct import *import = request->import;
    if (import->way == IMPORT_SPOOLED) {
        return import_slice(request, error);
    }
    size_t cut = request->more ? import->cut : import->pending.len;
    bool begun = import->begun;
    import->begun = true;
    if (cut > 0 || !begun) {
        enum err err = import_piece(request, span_of(strbuf_text(&import->pending), cut), error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (request->more) {
        shift(import, cut);
        return ERR_OK;
    }
    struct span problems = strbuf_span(&import->problems);
    return wire_import_report(&import->tally, &problems, &request->response.body, error);
}
