/* The log over HTTP: entries, checkpoints, proofs. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/proof.h"
#include "service/reading.h"
#include "wire/http_answer.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

/* ---- checkpoints ---- */

/* Runs in the writer, because it may sign a new one: not more than one for each state of the log. */
enum err get_checkpoint(struct request *request, struct error *error)
{
    struct strbuf *out = &request->response.body;
    int64_t size = 0;
    enum err err = request_only(request, NOTHING, error);
    if (err == ERR_OK) {
        err = service_log_size(request->service, &size, error);
    }
    if (err == ERR_OK) {
        err = service_checkpoint_kept(request->service, size, out, error);
    }
    if (err == ERR_OK && out->len == 0) {
        err = service_checkpoint(request->service, out, error);
    }
    request->response.type = "text/plain; charset=utf-8";
    return err;
}

enum err get_log_key(struct request *request, struct error *error)
{
    request->response.type = "text/plain; charset=utf-8";
    enum err err = service_key(request->service, &request->response.body, error);
    strbuf_add_char(&request->response.body, '\n');
    return err;
}

/* ---- proofs ---- */

enum err get_inclusion(struct request *request, struct error *error)
{
    static const char *const names[] = {"seq", "size", NULL};
    struct merkle_proof proof;
    struct merkle_hash leaf;
    struct merkle_hash root;
    int64_t seq = 0;
    int64_t size = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_log_size(request->service, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "seq", 1, SPAN_INT_MAX, &seq, error);
    if (err != ERR_OK) {
        return err;
    }
    if (seq == 0) {
        err = error_raise_span(error, &HTTP_MSG_QUERY_MISSING, SPAN_LITERAL("seq"));
    }
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "size", 1, SPAN_INT_MAX, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_prove_inclusion(request->service, seq, size, &proof, &leaf, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_root_at(request->service, size, &root, error);
    struct wire_proof answer = {.size = size, .seq = &seq, .leaf = &leaf, .root = &root, .proof = &proof};
    return err == ERR_OK ? wire_proof(&answer, &request->response.body, error) : err;
}

enum err get_consistency(struct request *request, struct error *error)
{
    static const char *const names[] = {"first", "size", NULL};
    struct merkle_proof proof;
    struct merkle_hash first_root;
    struct merkle_hash root;
    int64_t first = 0;
    int64_t size = 0;
    enum err err = request_only(request, names, error);
    if (err == ERR_OK) {
        err = service_log_size(request->service, &size, error);
    }
    if (err == ERR_OK) {
        err = request_query_int(request, "first", 1, SPAN_INT_MAX, &first, error);
    }
    if (err == ERR_OK && first == 0) {
        err = error_raise_span(error, &HTTP_MSG_QUERY_MISSING, SPAN_LITERAL("first"));
    }
    if (err == ERR_OK) {
        err = request_query_int(request, "size", 1, SPAN_INT_MAX, &size, error);
    }
    if (err == ERR_OK) {
        err = service_prove_consistency(request->service, first, size, &proof, error);
    }
    if (err == ERR_OK) {
        err = service_root_at(request->service, first, &first_root, error);
    }
    if (err == ERR_OK) {
        err = service_root_at(request->service, size, &root, error);
    }
    struct wire_proof answer = {
        .size = size, .first = &first, .first_root = &first_root, .root = &root, .proof = &proof};
    return err == ERR_OK ? wire_proof(&answer, &request->response.body, error) : err;
}
