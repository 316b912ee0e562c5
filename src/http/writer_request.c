/*
 * One request that writes, inside the transaction of its group (writer.c): a
 * key that was used before is answered as it was then, anything else goes to
 * its handler, and the answer is kept under its key in the same transaction.
 */
#include "http/inside.h"
#include "http/messages.h"

#include "base/banned.h"

/* ---- Idempotency-Key ---- */

static enum err repeat_answer(void *context, const struct answer *answer, struct error *error)
{
    struct request *request = context;
    struct response *response = &request->response;
    const char *type = arena_copy(&request->arena, answer->type);
    const char *location = answer->location.len > 0 ? arena_copy(&request->arena, answer->location) : NULL;
    if (!type || (answer->location.len > 0 && !location)) {
        return error_raise(error, &MSG_MEMORY);
    }
    response->status = (int)answer->status;
    response->type = type;
    strbuf_clear(&response->body);
    strbuf_add_span(&response->body, answer->body);
    answer_header(request, "Location", location);
    answer_header(request, "Idempotency-Replayed", "true");
    return strbuf_ok(&response->body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err keep_answer(struct request *request)
{
    struct response *response = &request->response;
    struct answer answer = {
        .status = response->status ? response->status : 200,
        .type = span_from(response->type ? response->type : "application/json; charset=utf-8"),
        .body = strbuf_span(request->kept.len > 0 ? &request->kept : &response->body),
    };
    for (size_t i = 0; i < response->headers_count; i++) {
        if (strcmp(response->headers[i].name, "Location") == 0) {
            answer.location = span_from(response->headers[i].value);
        }
    }
    if (answer.status >= 500) {
        return ERR_OK;
    }
    return service_answer_keep(request->service, &request->key, &answer, &request->error);
}

/* ---- one request ---- */

/* An error only for what has been written and cannot be answered, or whose answer cannot be kept. */
static enum err run_fresh(struct request *request, bool keyed)
{
    enum err err = quota_check(request, request->service, &request->error);
    err = err == ERR_OK ? request->route->handler(request, &request->error) : err;
    if (err != ERR_OK && request->stored) {
        return err;
    }
    if (err != ERR_OK) {
        request->again = false;
        respond_problem(request);
    }
    return keyed && !request->again ? keep_answer(request) : ERR_OK;
}

/* Whoever was let in by a token that has been revoked since, at another daemon or by a command, begins nothing. */
static bool may_begin(const struct request *request)
{
    return request->author.len == 0 || request->on_disk > 0 || request_still_allowed(request);
}

enum err request_run(struct request *request, struct service *service)
{
    bool keyed = request->key.key.len > 0;
    if (!may_begin(request)) {
        (void)!error_raise(&request->error, &HTTP_MSG_TOKEN_UNKNOWN);
        respond_problem(request);
        return ERR_OK;
    }
    request->service = service;
    enum err err = ERR_OK;
    enum err found =
        keyed ? service_answer_find(service, &request->key, repeat_answer, request, &request->error) : ERR_NOT_FOUND;
    if (found == ERR_NOT_FOUND) {
        err = run_fresh(request, keyed);
    } else if (found != ERR_OK) {
        respond_problem(request);
    }
    request->service = NULL;
    return err;
}
