/* Imports that there were: which, and the end of one. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/exchange.h"
#include "wire/exchange.h"
#include "wire/http_answer.h"

#include "base/banned.h"

enum { LIMIT = 50, LIMIT_MOST = 1000 };

struct listing {
    struct request *request;
    int64_t limit;
    int64_t told;
    int64_t last; /* the number of the last that was told */
};

/* One more than is told is asked for, to know whether there are more. */
static enum err show_import(void *context, const struct import_info *import, struct error *error)
{
    struct listing *listing = context;
    (void)error;
    if (listing->told++ < listing->limit) {
        emit_import(&listing->request->list, import);
        listing->last = import->number;
    }
    return ERR_OK;
}

enum err get_imports(struct request *request, struct error *error)
{
    static const char *const names[] = {"limit", "cursor", NULL};
    struct listing listing = {.request = request, .limit = LIMIT};
    int64_t before = SPAN_INT_MAX;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, LIMIT_MOST, &listing.limit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_cursor(request, 'i', &before, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "imports");
    err = service_imports(request->service, before, listing.limit + 1, show_import, &listing, error);
    if (err != ERR_OK) {
        return err;
    }
    return list_end(request, listing.told > listing.limit ? answer_next(request, 'i', listing.last) : NULL, error);
}

/*
 * A slice at a time: while there is more, the request goes back to the end of the writer's queue, so that others have
 * their turn. What was committed stays should a later slice fail, and is counted in the problem then.
 */
enum err post_undo(struct request *request, struct error *error)
{
    struct import_undo *undo = request->parsed;
    if (!undo) {
        undo = arena_new(&request->arena, 1, sizeof(*undo));
        request->parsed = undo;
        if (!undo) {
            return error_raise(error, &MSG_MEMORY);
        }
        *undo = (struct import_undo){.number = 0};
        if (!request_number(request->param[0], 1, SPAN_INT_MAX, &undo->number)) {
            return error_raise_span(error, &HTTP_MSG_IMPORT, request->param[0]);
        }
    }
    request->again = false;
    request->cut = &HTTP_MSG_UNDO_CUT;
    enum err err = service_import_undo(request->service, request->author, undo, NULL, NULL, error);
    if (err != ERR_OK) {
        return request->on_disk > 0 ? error_raise_int(error, &HTTP_MSG_UNDO_CUT, request->on_disk) : err;
    }
    request->touched_many = true;
    request->again = !undo->done;
    request->reached = undo->voided;
    request->stored = true;
    return undo->done ? wire_import_undo(undo, &request->response.body, error) : ERR_OK;
}
