/* Tokens over HTTP, for those who have an admin token; and what one's own may do. */
#include "base/date.h"
#include "http/access.h"
#include "http/handlers.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"
#include "wire/http_members.h"

#include "base/banned.h"

struct wanted {
    struct wire_token wire;
    unsigned scopes;
    int64_t expires;
};

static enum err show(void *context, const struct token *token, struct error *error)
{
    struct request *request = context;
    (void)error;
    emit_token(&request->list, token, NULL);
    return ERR_OK;
}

enum err get_tokens(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "tokens");
    err = service_tokens(request->service, show, request, error);
    return err == ERR_OK ? list_end(request, NULL, error) : err;
}

/* What a client may do here, with its token or without one: a page shows no button that would be refused. */
enum err get_access(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    unsigned scopes = request->author.len > 0 ? request->scopes : SCOPE_READ; /* whoever got here may read */
    struct emit emit = emit_start(&request->response.body);
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    emit_object(&emit, NULL);
    emit_text_or_null(&emit, "token", request->author);
    emit_list(&emit, "scopes");
    for (size_t i = 0; i < SCOPES; i++) {
        if (scopes_allow(scopes, scope_table[i].scope)) {
            emit_word(&emit, NULL, scope_table[i].word);
        }
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err prepare_token(struct request *request, struct error *error)
{
    struct wanted *wanted = arena_new(&request->arena, 1, sizeof(*wanted));
    request->parsed = wanted;
    if (!wanted) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = wire_read_token(strbuf_span(&request->body), &request->arena, &wanted->wire, error);
    if (err != ERR_OK) {
        return err;
    }
    err = scopes_parse(wanted->wire.scopes, &wanted->scopes, error);
    if (err != ERR_OK) {
        return err;
    }
    if (wanted->wire.expires.ptr && !date_time_parse(wanted->wire.expires, &wanted->expires, NULL)) {
        err = error_raise_span(error, &MEMBERS_MSG_TYPE, SPAN_LITERAL("expires"));
        error_add(error, SPAN_LITERAL("a moment like 2027-01-01T00:00Z"));
        error_add(error, SPAN_LITERAL("un moment comme 2027-01-01T00:00Z"));
    }
    return err;
}

/* The new token among the others, with its secret only in the answer of today.
 */
struct made {
    struct request *request;
    const char *id;
    const char *text;
};

static enum err show_made(void *context, const struct token *token, struct error *error)
{
    const struct made *made = context;
    if (!span_is(token->id, made->id)) {
        return ERR_OK;
    }
    enum err err = wire_token(token, NULL, &made->request->kept, error);
    return err == ERR_OK ? wire_token(token, made->text, &made->request->response.body, error) : err;
}

enum err post_token(struct request *request, struct error *error)
{
    const struct wanted *wanted = request->parsed;
    char text[TOKEN_TEXT];
    char id[TOKEN_ID];
    struct made made = {request, id, text};
    enum err err =
        service_token_add(request->service, wanted->wire.label, wanted->scopes, wanted->expires, text, id, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    answer_status(request, 201);
    return service_tokens(request->service, show_made, &made, error);
}

enum err delete_token(struct request *request, struct error *error)
{
    enum err err = service_token_revoke(request->service, request->param[0], error);
    answer_status(request, 204);
    return err;
}
