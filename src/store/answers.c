/* Answers kept by Idempotency-Key: a client that repeats a request gets the first answer again. */
#include "store/messages.h"
#include "store/query.h"

#include "base/banned.h"

static enum err read_answer(struct query *query, struct store_answer *answer, struct error *error)
{
    struct span request = query_column_span(query, 0);
    *answer = (struct store_answer){
        .request = (const uint8_t *)request.ptr,
        .status = query_column(query, 1),
        .type = query_column_span(query, 2),
        .place = query_column_span(query, 3),
        .body = query_column_span(query, 4),
    };
    return request.len == SHA256_SIZE ? ERR_OK : query_bad_value(query, "answer.request", error);
}

enum err store_answer_find(struct store *store, struct span token, struct span key, int64_t since, store_answer_fn *fn,
                           void *context, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ANSWER_FIND);
    query_text(&query, token);
    query_text(&query, key);
    struct store_answer answer;
    enum err err = query_one(&query, &STORE_MSG_NO_ANSWER, key, error);
    if (err != ERR_OK) {
        goto out;
    }
    if (query_column(&query, 5) <= since) { /* not asked of the database: what is asked ahead knows no clock */
        err = error_raise_span(error, &STORE_MSG_NO_ANSWER, key);
        goto out;
    }
    err = read_answer(&query, &answer, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = fn(context, &answer, error);
out:
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

struct rewriting {
    struct store *store;
    store_rewrite_fn *rewrite;
    void *context;
    struct strbuf body;
};

static enum err rewrite_one(struct query *row, void *context, struct error *error)
{
    struct rewriting *rewriting = context;
    struct store_answer answer;
    struct query query;
    bool change = false;
    enum err err = read_answer(row, &answer, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(&rewriting->body);
    err = rewriting->rewrite(rewriting->context, &answer, &rewriting->body, &change, error);
    if (err != ERR_OK || !change) {
        return err;
    }
    if (!strbuf_ok(&rewriting->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    query_start(&query, rewriting->store, STATEMENT_ANSWER_REWRITE);
    query_text(&query, query_column_span(row, 5));
    query_text(&query, query_column_span(row, 6));
    query_bytes(&query, strbuf_text(&rewriting->body), rewriting->body.len);
    return query_run(&query, error);
}

/* The key of a row stays, so the walk passes each once; to be offered twice would do no harm either. */
enum err store_answers_rewrite(struct store *store, store_rewrite_fn *rewrite, void *context, struct error *error)
{
    struct rewriting rewriting = {.store = store, .rewrite = rewrite, .context = context};
    struct query query;
    strbuf_init(&rewriting.body, store->allocator, STORE_VALUE_LIMIT);
    query_start(&query, store, STATEMENT_ANSWERS);
    enum err err = query_each(&query, rewrite_one, &rewriting, error);
    strbuf_release(&rewriting.body);
    return err;
}

enum err store_answers_sweep(struct store *store, int64_t until, struct error *error)
{
    struct query query;
    query_start(&query, store, STATEMENT_ANSWER_SWEEP);
    query_int(&query, until);
    return query_run(&query, error);
}
