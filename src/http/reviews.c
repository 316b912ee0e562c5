/* The review of a game over HTTP: asked for, looked at, cancelled. What makes it is in reviewing.c. */
#include "wire/reviews.h"
#include "http/build_id.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/messages.h"
#include "service/reading.h"

#include "base/banned.h"

enum { TAG_SIZE = 128 };

static const struct message MSG_OFF = {ERR_BUSY, "review.off", "this daemon makes no reviews (review-threads 0)",
                                       "ce serveur ne fait pas d'analyses (review-threads 0)"};

enum err prepare_review(struct request *request, struct error *error)
{
    struct wire_review_asked *asked = arena_new(&request->arena, 1, sizeof(*asked));
    request->parsed = asked;
    if (!asked) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span body = request->body.len > 0 ? strbuf_span(&request->body) : SPAN_LITERAL("{}");
    return wire_read_review(body, &request->arena, asked, error);
}

static enum err answer_status_of(struct request *request, struct review_status *status, struct error *error)
{
    struct wire_progress progress = {0, 0};
    if (reviews_progress(request->club, status->game, &progress.done, &progress.total)) {
        status->state = status->state == REVIEW_QUEUED ? REVIEW_RUNNING : status->state;
    }
    return wire_review(status, &progress, NULL, &request->response.body, error);
}

/* /v1/games/N/review, which the answer begins with the address of the club. */
static enum err add_location(struct request *request, int64_t game, struct error *error)
{
    char memory[64];
    struct strbuf place;
    strbuf_wrap(&place, memory, sizeof(memory));
    strbuf_add(&place, "/v1/games/");
    strbuf_int(&place, game);
    strbuf_add(&place, "/review");
    const char *kept = arena_copy(&request->arena, strbuf_span(&place));
    if (!kept) {
        return error_raise(error, &MSG_MEMORY);
    }
    answer_header(request, "Location", kept);
    return ERR_OK;
}

/* Where nothing makes reviews, what is kept is still answered with. */
static enum err answer_kept(struct request *request, int64_t game, int64_t budget, struct review_status *status,
                            struct error *error)
{
    enum err err = service_review_status(request->service, game, status, error);
    if (err != ERR_OK) {
        return err;
    }
    budget = budget == REVIEW_BUDGET_USUAL ? status->usual : budget;
    return status->state == REVIEW_DONE && status->budget >= budget ? ERR_OK : error_raise(error, &MSG_OFF);
}

/* In the writer's thread. */
enum err post_review(struct request *request, struct error *error)
{
    const struct wire_review_asked *asked = request->parsed;
    struct review_status status;
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    bool off = request->server->config.review_threads == 0 && !request->club->shared;
    err = off ? answer_kept(request, game, asked->budget, &status, error)
              : service_review_ask(request->service, request->author, game, asked->budget, &status, error);
    if (err != ERR_OK) {
        return err;
    }
    atomic_fetch_add(&request->club->reviews.queued, status.state != REVIEW_DONE && status.asked);
    if (status.state != REVIEW_DONE) {
        answer_status(request, 202);
        request->touched_review = game;
    }
    err = add_location(request, game, error);
    return err == ERR_OK ? answer_status_of(request, &status, error) : err;
}

/* In the writer's thread. */
enum err delete_review(struct request *request, struct error *error)
{
    int64_t game = 0;
    enum err err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_review_cancel(request->service, game, error);
    if (err != ERR_OK) {
        return err;
    }
    reviews_count(request->club, request->service);
    request->touched_review = game;
    request->cancelled = true;
    answer_status(request, 204);
    return ERR_OK;
}

/* It changes without the log: its tag is of its own. */
static enum err add_tag(struct request *request, const struct review_status *status, struct error *error)
{
    char *memory = arena_new(&request->arena, TAG_SIZE, 1);
    struct strbuf tag;
    const int64_t numbers[] = {status->game, status->entry, status->version, status->budget, status->made};
    if (!memory) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_wrap(&tag, memory, TAG_SIZE);
    strbuf_add(&tag, BUILD_ID);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        strbuf_add(&tag, i > 0 ? "." : ".review.");
        strbuf_int(&tag, numbers[i]);
    }
    if (request->club->tag[0]) {
        strbuf_add_char(&tag, '.');
        strbuf_add(&tag, request->club->tag);
    }
    request->response.tag = memory;
    return strbuf_ok(&tag) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err answer_review(struct request *request, int64_t game, struct strbuf *body, struct error *error)
{
    static const struct wire_progress all = {1, 1};
    struct review_status status;
    struct reviewed reviewed;
    enum err err = service_review_read(request->service, game, &status, body, &request->arena, &reviewed, error);
    if (err != ERR_OK) {
        return err;
    }
    if (status.state == REVIEW_ABSENT) {
        return error_raise_int(error, &SERVICE_MSG_REVIEW_UNASKED, game);
    }
    if (status.state != REVIEW_DONE) {
        request->versioned = false; /* it goes on without the log */
        return answer_status_of(request, &status, error);
    }
    err = add_tag(request, &status, error);
    return err == ERR_OK ? wire_review(&status, &all, &reviewed, &request->response.body, error) : err;
}

enum err get_review(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    struct strbuf body;
    int64_t game = 0;
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_init(&body, request->server->allocator, REVIEW_TEXT_LIMIT);
    err = answer_review(request, game, &body, error);
    strbuf_release(&body);
    return err;
}

/* ---- over many games ---- */

struct figures_call {
    struct emit emit;
    bool begun; /* the club has come */
};

static enum err show_figures(void *context, const struct review_figures *figures, struct error *error)
{
    struct figures_call *call = context;
    (void)error;
    emit_review_figures(&call->emit, call->begun ? NULL : "club", figures);
    if (!call->begun) {
        emit_list(&call->emit, "players");
        call->begun = true;
    }
    return ERR_OK;
}

static enum err read_asked(struct request *request, struct review_figures_asked *asked, struct error *error)
{
    enum err err = request_query(request, "player", &asked->player, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "game", &asked->title, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "season", 1, SPAN_INT_MAX, &asked->season, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "from", &asked->has_since, &asked->since, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "to", &asked->has_until, &asked->until, error);
    return err == ERR_OK && asked->has_since && asked->has_until ? range_days(asked->since, asked->until, error) : err;
}

enum err get_reviews(struct request *request, struct error *error)
{
    static const char *const names[] = {"player", "game", "season", "from", "to", NULL};
    struct review_figures_asked asked = {.season = 0};
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_asked(request, &asked, error);
    if (err != ERR_OK) {
        return err;
    }
    struct figures_call call = {.emit = emit_start(&request->response.body)};
    emit_object(&call.emit, NULL);
    err = service_review_figures(request->service, &asked, show_figures, &call, error);
    if (err != ERR_OK) {
        emit_drop(&call.emit);
        return err;
    }
    emit_close(&call.emit);
    emit_close(&call.emit);
    return emit_end(&call.emit, error);
}
