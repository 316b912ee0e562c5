/*
 * Plays of other programs on their way in: a slice at a time in the writer's
 * thread, so that others write between, or all at once and without writing in a
 * reader's. What was committed stays when the client goes, or a later slice
 * fails; the same file again goes on from there.
 */
#include "http/handlers.h"
#include "http/import_inside.h"
#include "http/messages.h"
#include "wire/exchange.h"

#include "base/banned.h"

static void show(void *context, const struct problem *problem, bool refused)
{
    import_show(context, problem, refused);
}

static enum err begin(struct request *request, struct service *service, struct error *error)
{
    struct import *import = request->import;
    return plays_import_begin(service, request->author, foreign_plays(import->file), &import->options,
                              &import->listener, &import->plays, error);
}

static void hear(struct request *request)
{
    struct import *import = request->import;
    import->listener = (struct import_listener){
        .problem = show, .context = request, .strict = import->run.strict, .dry_run = import->dry_run};
}

static enum err report(struct request *request, struct error *error)
{
    struct import *import = request->import;
    struct span problems = strbuf_span(&import->problems);
    struct wire_plays plays = {.tally = import->plays ? plays_import_tally(import->plays) : &import->tally,
                               .format = foreign_formats[import->format],
                               .dry_run = import->dry_run,
                               .names = import->plays ? plays_import_names(import->plays) : import->names,
                               .problems = &problems};
    return wire_plays_report(&plays, &request->response.body, error);
}

/* ---- dry run ---- */

static enum err preview_plays(struct request *request, struct service *service, struct error *error)
{
    struct import *import = request->import;
    bool done = false;
    enum err err = begin(request, service, error);
    while (err == ERR_OK && !done) {
        err = plays_import_some(import->plays, &done, error);
        err = err == ERR_OK ? deadline_check(service_deadline_now(service), error) : err;
    }
    err = err == ERR_OK ? report(request, error) : err;
    plays_import_end(import->plays);
    import->plays = NULL;
    return err;
}

enum err import_preview(struct request *request, struct service *service, struct error *error)
{
    struct import *import = request->import;
    hear(request);
    if (import->file) {
        return preview_plays(request, service, error);
    }
    enum err err = import_names_new(request->server->allocator, &import->names, error);
    if (err != ERR_OK) {
        return err;
    }
    import->listener.names = import->names;
    err = service_import(service, request->author, spool_source(&import->spool, 0), &import->listener, &import->tally,
                         error);
    err = err == ERR_OK ? report(request, error) : err;
    import_names_free(import->names);
    import->names = NULL;
    return err;
}

/* ---- for good ---- */

enum err import_slice(struct request *request, struct error *error)
{
    struct import *import = request->import;
    bool done = false;
    request->again = false;
    request->cut = &HTTP_MSG_IMPORT_CUT;
    if (atomic_load(&request->gone)) {
        return error_raise(error, &HTTP_MSG_FORGOTTEN);
    }
    if (!import->plays) {
        hear(request);
        enum err err = begin(request, request->service, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    enum err err = plays_import_some(import->plays, &done, error);
    request->stored = err == ERR_OK || err_is_fatal(err); /* part of a slice is nothing: its group fails with it */
    if (err != ERR_OK) {
        return err;
    }
    request->touched_many = true;
    request->again = !done;
    if (!done) {
        return ERR_OK;
    }
    /* The answer goes out when it is on disk, and is dropped when that fails. */
    plays_import_committed(import->plays);
    return report(request, error);
}

void import_committed(struct request *request)
{
    plays_import_committed(request->import->plays);
    request->reached = plays_import_tally(request->import->plays)->records;
}

void import_written(struct request *request)
{
    plays_import_end(request->import->plays); /* it uses the writer's service, and ends in its thread */
    request->import->plays = NULL;
}
