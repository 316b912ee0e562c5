/* Titles over HTTP: what the club plays, by id or by any name that it has or had. */
#include "service/titles.h"
#include "http/handlers.h"
#include "wire/http_body.h"
#include "wire/titles.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

static enum err show(void *context, const struct title *title, struct error *error)
{
    struct request *request = context;
    return wire_title(title, &request->response.body, error);
}

static enum err show_item(void *context, const struct title *title, struct error *error)
{
    struct request *request = context;
    (void)error;
    if (list_wants(request)) {
        emit_title(&request->list, title);
    }
    return ERR_OK;
}

enum err get_titles(struct request *request, struct error *error)
{
    enum err err = list_paged(request, 't', error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "titles");
    err = service_titles(request->service, show_item, request, error);
    return err == ERR_OK ? list_end(request, list_next(request), error) : err;
}

enum err get_title(struct request *request, struct error *error)
{
    struct title_page page;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_title_page(request->service, request->param[0], &page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_title_page(&page, &request->response.body, error);
    title_page_release(&page);
    return err;
}

enum err prepare_title(struct request *request, struct error *error)
{
    struct wire_title_change *change = arena_new(&request->arena, 1, sizeof(*change));
    request->parsed = change;
    return change ? wire_read_title(strbuf_span(&request->body), &request->arena, change, error)
                  : error_raise(error, &MSG_MEMORY);
}

/* The answer is the title; of one that was merged, what it is part of now. */
enum err patch_title(struct request *request, struct error *error)
{
    const struct wire_title_change *change = request->parsed;
    struct span title = request->param[0];
    enum err err = change->name.ptr
                       ? service_title_rename(request->service, request->author, title, change->name, error)
                       : service_title_merge(request->service, request->author, title, change->into, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    return service_title(request->service, title, show, request, error);
}
