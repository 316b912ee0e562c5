/* Reviews that are kept, and who asks for one. */
#include "service/reviews.h"

#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/reading.h"
#include "service/reviews_inside.h"

#include "base/banned.h"

const struct name review_state_names[REVIEW_STATES] = {
    [REVIEW_ABSENT] = {"none", "none", "aucune"},
    [REVIEW_QUEUED] = {"queued", "queued", "en attente"},
    [REVIEW_RUNNING] = {"running", "running", "en cours"},
    [REVIEW_FAILED] = {"failed", "failed", "échouée"},
    [REVIEW_DONE] = {"done", "done", "faite"},
};

/* ---- the game, as its row tells it ---- */

static enum err take_game(void *context, const struct game_info *info, struct error *error)
{
    (void)error;
    struct reviewed_game *game = context;
    const struct game *engine = registry_find(info->game, (unsigned)info->rules);
    int level = engine ? name_list_find(game_levels(engine), info->level) : -1;
    game->last = info->last;
    /* Options and catalogue are not in the row: whether they suit, whoever reads the game says. */
    game->offered =
        engine && level >= 0 && info->seats_count <= ENGINE_PLAYERS && review_at_level(engine, (unsigned)level);
    game->usual = engine ? review_budget(engine) : 0;
    (void)game_status_parse(info->status, &game->status);
    return ERR_OK;
}

enum err reviewed_game(struct service *service, int64_t game, struct reviewed_game *out, struct error *error)
{
    *out = (struct reviewed_game){.status = GAME_VOID};
    return service_game_info(service, game, take_game, out, error);
}

enum err reviewed_game_check(int64_t number, const struct reviewed_game *game, struct error *error)
{
    if (game->status != GAME_FINISHED) {
        enum err err = error_raise_int(error, &SERVICE_MSG_REVIEW_OPEN, number);
        error_add_name(error, &game_status_names[game->status]);
        return err;
    }
    return game->offered ? ERR_OK : error_raise_int(error, &SERVICE_MSG_REVIEW_NONE, number);
}

/* ---- how it stands ---- */

static enum err take_head(void *context, const struct store_review *row, struct error *error)
{
    (void)error;
    struct review_status *status = context;
    if (row->entry == status->entry && row->version == REVIEW_VERSION) {
        status->state = REVIEW_DONE;
        status->version = row->version;
        status->budget = row->budget;
        status->made = row->made;
    }
    return ERR_OK;
}

enum err review_job_find(struct service *service, int64_t game, struct kept_job *job, struct error *error)
{
    *job = (struct kept_job){.game = 0};
    return store_review_job(service->store, game, review_job_take, job, error);
}

enum err review_job_take(void *context, const struct store_review_job *row, struct error *error)
{
    (void)error;
    struct kept_job *job = context;
    struct strbuf text[3];
    strbuf_wrap(&text[0], job->author, sizeof(job->author));
    strbuf_wrap(&text[1], job->holder, sizeof(job->holder));
    strbuf_wrap(&text[2], job->why, sizeof(job->why));
    strbuf_add_span(&text[0], row->author);
    strbuf_add_span(&text[1], row->holder);
    strbuf_add_span(&text[2], row->why);
    job->game = row->game;
    job->entry = row->entry;
    job->budget = row->budget;
    job->asked = row->asked;
    job->turn = row->turn;
    job->tries = row->tries;
    job->until = row->until;
    return ERR_OK;
}

enum err review_job_put(struct service *service, const struct kept_job *job, struct error *error)
{
    struct store_review_job row = {.game = job->game,
                                   .entry = job->entry,
                                   .budget = job->budget,
                                   .author = span_from(job->author),
                                   .asked = job->asked,
                                   .turn = job->turn,
                                   .tries = job->tries,
                                   .holder = span_from(job->holder),
                                   .until = job->until,
                                   .why = span_from(job->why)};
    first_write(service);
    return store_review_job_put(service->store, &row, error);
}

static enum review_state job_state(const struct service *service, const struct kept_job *job)
{
    return job->why[0]                                      ? REVIEW_FAILED
           : job->holder[0] && job->until > now_of(service) ? REVIEW_RUNNING
                                                            : REVIEW_QUEUED;
}

/* The kept one, else the job. */
static enum err read_status(struct service *service, int64_t game, const struct reviewed_game *of,
                            struct review_status *out, struct error *error)
{
    struct kept_job job;
    *out = (struct review_status){
        .state = REVIEW_ABSENT, .game = game, .entry = of->last, .version = REVIEW_VERSION, .usual = of->usual};
    enum err err = store_review(service->store, game, false, take_head, out, error);
    if (err != ERR_OK || out->state == REVIEW_DONE) {
        return err;
    }
    err = review_job_find(service, game, &job, error);
    if (err == ERR_OK && job.game != 0 && job.entry == of->last) {
        out->state = job_state(service, &job);
        out->budget = job.budget;
        memcpy(out->why, job.why, sizeof(out->why));
    }
    return err;
}

enum err service_review_status(struct service *service, int64_t game, struct review_status *out, struct error *error)
{
    struct reviewed_game of;
    enum err err = reviewed_game(service, game, &of, error);
    return err == ERR_OK ? read_status(service, game, &of, out, error) : err;
}

/* ---- asking ---- */

/* The round in which the author's next job is made: the one behind its last, but none that is over. */
static enum err next_turn(struct service *service, struct span author, int64_t *turn, struct error *error)
{
    struct store_review_queue queue;
    enum err err = store_review_queue(service->store, author, &queue, error);
    if (err != ERR_OK) {
        return err;
    }
    if (queue.count >= REVIEWS_QUEUE || queue.own >= REVIEWS_QUEUE_AUTHOR) {
        return error_raise_int(error,
                               queue.count >= REVIEWS_QUEUE ? &SERVICE_MSG_REVIEW_FULL : &SERVICE_MSG_REVIEW_MANY,
                               queue.count >= REVIEWS_QUEUE ? queue.count : queue.own);
    }
    *turn = queue.last + 1 > queue.first ? queue.last + 1 : queue.first;
    return ERR_OK;
}

enum err review_job_new(struct service *service, struct span author, const struct review_status *question,
                        struct kept_job *job, struct error *error)
{
    struct strbuf name;
    *job = (struct kept_job){.game = question->game, .entry = question->entry, .budget = question->budget};
    job->asked = now_of(service);
    strbuf_wrap(&name, job->author, sizeof(job->author));
    strbuf_add_span(&name, author);
    return next_turn(service, author, &job->turn, error);
}

/* Joins the job that there is, or adds one. `out` is the question, and becomes the state. */
static enum err put_question(struct service *service, struct span author, struct review_status *out,
                             struct error *error)
{
    struct kept_job job;
    enum err err = review_job_find(service, out->game, &job, error);
    if (err != ERR_OK) {
        return err;
    }
    bool there = job.game != 0 && job.entry == out->entry && !job.why[0];
    if (there && job.budget >= out->budget) {
        out->budget = job.budget;
        out->state = job_state(service, &job);
        return ERR_OK;
    }
    if (there) {
        job.budget = out->budget; /* whoever makes it with the smaller one finds it here again */
    } else {
        err = review_job_new(service, author, out, &job, error);
        if (err != ERR_OK) {
            return err;
        }
        out->asked = true;
    }
    out->state = job_state(service, &job);
    return review_job_put(service, &job, error);
}

static enum err ask(struct service *service, struct span author, int64_t game, int64_t budget,
                    struct review_status *out, struct error *error)
{
    struct reviewed_game of;
    enum err err = reviewed_game(service, game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = reviewed_game_check(game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    budget = budget == REVIEW_BUDGET_USUAL ? of.usual : budget;
    err = read_status(service, game, &of, out, error);
    if (err != ERR_OK || (out->state == REVIEW_DONE && out->budget >= budget)) {
        return err;
    }
    *out = (struct review_status){
        .game = game, .entry = of.last, .version = REVIEW_VERSION, .budget = budget, .usual = of.usual};
    return put_question(service, author, out, error);
}

enum err service_review_ask(struct service *service, struct span author, int64_t game, int64_t budget,
                            struct review_status *out, struct error *error)
{
    if (budget != REVIEW_BUDGET_USUAL && (budget < REVIEW_BUDGET_MIN || budget > REVIEW_BUDGET_MAX)) {
        enum err refused = error_raise_int(error, &SERVICE_MSG_REVIEW_BUDGET, REVIEW_BUDGET_MIN);
        error_add_int(error, REVIEW_BUDGET_MAX);
        return refused;
    }
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, ask(service, author, game, budget, out, error), error) : err;
}

enum err service_reviews_count(struct service *service, int64_t *count, struct error *error)
{
    struct store_review_queue queue;
    enum err err = store_review_queue(service->store, SPAN_LITERAL(""), &queue, error);
    *count = queue.count;
    return err;
}

static enum err cancel(struct service *service, int64_t game, struct error *error)
{
    struct reviewed_game of;
    struct kept_job job;
    enum err err = reviewed_game(service, game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = review_job_find(service, game, &job, error);
    if (err != ERR_OK) {
        return err;
    }
    if (job.game == 0) {
        return error_raise_int(error, &SERVICE_MSG_REVIEW_UNASKED, game);
    }
    first_write(service);
    return store_review_job_remove(service->store, game, error);
}

enum err service_review_cancel(struct service *service, int64_t game, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, cancel(service, game, error), error) : err;
}

/* ---- reading ---- */

struct body_call {
    struct review_status *status;
    struct strbuf *body;
};

static enum err take_body(void *context, const struct store_review *row, struct error *error)
{
    const struct body_call *to = context;
    enum err err = take_head(to->status, row, error);
    if (err == ERR_OK && to->status->state == REVIEW_DONE) {
        strbuf_add_span(to->body, row->body);
        err = strbuf_ok(to->body) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    return err;
}

enum err service_review_read(struct service *service, int64_t game, struct review_status *status, struct strbuf *body,
                             struct arena *arena, struct reviewed *out, struct error *error)
{
    struct reviewed_game of;
    memset(out, 0, sizeof(*out));
    strbuf_clear(body);
    enum err err = reviewed_game(service, game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_status(service, game, &of, status, error);
    if (err != ERR_OK || status->state != REVIEW_DONE) {
        return err;
    }
    status->state = REVIEW_ABSENT; /* between the two questions it may have been made anew: of the same entry */
    err = store_review(service->store, game, true, take_body, &(struct body_call){status, body}, error);
    return err == ERR_OK && status->state == REVIEW_DONE ? reviewed_read(strbuf_span(body), arena, out, error) : err;
}
