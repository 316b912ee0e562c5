/* Answers kept by Idempotency-Key: a client that repeats a request gets the first answer again. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

enum err store_answer_find(struct store *store, struct span token, struct span key, int64_t since,
                           store_answer_fn *visit, void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ANSWER_FIND);
    query_text(&query, token);
    query_text(&query, key);
    query_int(&query, since);
    enum err err = query_one(&query, &STORE_MSG_NO_ANSWER, key, error);
    if (err == ERR_OK) {
        struct span request = query_column_span(&query, 0);
        struct store_answer answer = {
            .request = (const uint8_t *)request.ptr,
            .status = query_column(&query, 1),
            .type = query_column_span(&query, 2),
            .place = query_column_span(&query, 3),
            .body = query_column_span(&query, 4),
        };
        err = request.len == SHA256_SIZE ? visit(context, &answer, error)
                                         : query_bad_value(&query, "answer.request", error);
    }
    query_end(&query);
    return err;
}

enum err store_answer_add(struct store *store, struct span token, struct span key, int64_t at,
                          const struct store_answer *answer, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ANSWER_ADD);
    query_text(&query, token);
    query_text(&query, key);
    query_bytes(&query, answer->request, SHA256_SIZE);
    query_int(&query, at);
    query_int(&query, answer->status);
    query_text(&query, answer->type);
    query_text_if(&query, answer->place);
    query_bytes(&query, answer->body.len > 0 ? answer->body.ptr : "", answer->body.len);
    return query_run(&query, error);
}

enum err store_answers_sweep(struct store *store, int64_t until, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ANSWER_SWEEP);
    query_int(&query, until);
    return query_run(&query, error);
}
