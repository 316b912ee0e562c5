/* Card catalogues over HTTP: a list, each document byte for byte, and adding one. */
#include "service/catalogues.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/messages.h"
#include "wire/http_answer.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

static enum err show(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    struct request *request = context;
    (void)error;
    emit_catalogue(&request->list, catalogue);
    return ERR_OK;
}

enum err get_catalogues(struct request *request, struct error *error)
{
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "catalogues");
    err = service_catalogues(request->service, show, request, error);
    if (err != ERR_OK) {
        return err;
    }
    return list_end(request, NULL, error);
}

static enum err show_document(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    (void)error;
    struct request *request = context;
    strbuf_add_span(&request->response.body, catalogue->json);
    return ERR_OK;
}

/* The document itself, so that whoever gets it can check its hash. */
enum err get_catalogue(struct request *request, struct error *error)
{
    uint8_t hash[SHA256_SIZE];
    if (!sha256_from_hex(request->param[0], hash)) {
        return error_raise_span(error, &HTTP_MSG_NO_ROUTE, request->path);
    }
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_catalogue(request->service, hash, show_document, request, error);
    if (err != ERR_OK) {
        return err;
    }
    bool closed = atomic_load(&request->club->closed);
    request->response.tag = arena_copy(&request->arena, request->param[0]);
    request->response.caching = closed ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable";
    return ERR_OK;
}

/* In the connection's thread: what is no catalogue never reaches the writer, which finds the others read already. */
static enum err read_body(struct request *request, const struct catalogue **catalogue, struct error *error)
{
    struct catalogues *all = request->club->options.catalogues;
    return all ? catalogues_read(all, strbuf_span(&request->body), catalogue, error)
               : error_raise(error, &SERVICE_MSG_NO_CATALOGUE);
}

enum err prepare_catalogue(struct request *request, struct error *error)
{
    const struct catalogue *catalogue = NULL;
    return read_body(request, &catalogue, error);
}

/* A pad document is a catalogue of its own game, and nothing else is taken for one. */
enum err prepare_pad(struct request *request, struct error *error)
{
    const struct catalogue *catalogue = NULL;
    enum err err = read_body(request, &catalogue, error);
    return err == ERR_OK ? catalogue_is_pad(catalogue, error) : err;
}

static enum err show_pad(void *context, const struct title_document *document, struct error *error)
{
    struct request *request = context;
    (void)error;
    emit_pad(&request->list, document);
    return ERR_OK;
}

enum err get_pads(struct request *request, struct error *error)
{
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "pads");
    err = service_pads(request->service, show_pad, request, error);
    return err == ERR_OK ? list_end(request, NULL, error) : err;
}

static enum err answer(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    struct request *request = context;
    return wire_catalogue(catalogue, &request->response.body, error);
}

enum err post_catalogue(struct request *request, struct error *error)
{
    const struct catalogue *catalogue = NULL;
    bool added = false;
    char memory[128];
    struct strbuf path;
    enum err err = service_catalogue_add(request->service, strbuf_span(&request->body), &catalogue, &added, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = added;
    err = service_catalogue(request->service, catalogue->hash, answer, request, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&path, memory, sizeof(memory));
    strbuf_add(&path, "/v1/catalogues/");
    strbuf_hex(&path, catalogue->hash, SHA256_SIZE);
    answer_status(request, added ? 201 : 200);
    answer_header(request, "Location", arena_copy(&request->arena, strbuf_span(&path)));
    return ERR_OK;
}
