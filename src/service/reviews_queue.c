/* Those who make reviews: taking a job, holding it, and what becomes of it. */
#include "service/internal.h"
#include "service/messages.h"
#include "service/reviews_inside.h"

#include "base/banned.h"

static bool holds(const struct kept_job *job, struct span holder)
{
    return job->game != 0 && span_is(holder, job->holder) && !job->why[0];
}

/* False: the game has changed, so it is another question by now. */
static bool asks(const struct kept_job *job, const struct reviewed_game *game)
{
    return game->last == job->entry && game->status == GAME_FINISHED;
}

static void set_holder(struct kept_job *job, struct span holder, int64_t until)
{
    struct strbuf text;
    memset(job->holder, 0, sizeof(job->holder));
    strbuf_wrap(&text, job->holder, sizeof(job->holder));
    strbuf_add_span(&text, holder);
    job->until = until;
}

static void set_why(struct kept_job *job, const char *why)
{
    struct strbuf text;
    set_holder(job, (struct span){"", 0}, 0);
    strbuf_wrap(&text, job->why, sizeof(job->why));
    strbuf_add(&text, why);
}

static enum err hold(struct service *service, struct kept_job *job, struct span holder, struct review_job *out,
                     struct error *error)
{
    set_holder(job, holder, now_of(service) + REVIEWS_LEASE);
    job->tries++;
    *out = (struct review_job){job->game, job->entry, job->budget};
    return review_job_put(service, job, error);
}

/* Looks at the job that is next; `*settled` when it is the holder's now, or there is none. */
static enum err take_one(struct service *service, struct span holder, struct review_job *out, bool *found,
                         bool *settled, struct error *error)
{
    struct kept_job job = {.game = 0};
    struct reviewed_game game = {.last = 0};
    enum err err = store_review_job_next(service->store, now_of(service), review_job_take, &job, error);
    *settled = job.game == 0;
    if (err != ERR_OK || *settled) {
        return err;
    }
    err = reviewed_game(service, job.game, &game, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    if (err != ERR_OK || !asks(&job, &game)) {
        first_write(service);
        return store_review_job_remove(service->store, job.game, error);
    }
    if (job.tries >= REVIEWS_TRIES) {
        set_why(&job, SERVICE_MSG_REVIEW_TRIES.id);
        return review_job_put(service, &job, error);
    }
    *found = *settled = true;
    return hold(service, &job, holder, out, error);
}

static enum err take(struct service *service, struct span holder, struct review_job *out, bool *found,
                     struct error *error)
{
    bool settled = false;
    for (int i = 0; i < REVIEWS_SKIPPED && !settled; i++) {
        enum err err = take_one(service, holder, out, found, &settled, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err service_review_take(struct service *service, struct span holder, struct review_job *job, bool *found,
                             struct error *error)
{
    *found = false;
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, take(service, holder, job, found, error), error) : err;
}

static enum err claim(struct service *service, struct span author, struct span holder, int64_t game, int64_t budget,
                      struct review_job *out, struct error *error)
{
    struct reviewed_game of;
    struct kept_job job;
    enum err err = reviewed_game(service, game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = reviewed_game_check(game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    err = review_job_find(service, game, &job, error);
    if (err != ERR_OK) {
        return err;
    }
    bool there = job.game != 0 && job.entry == of.last && !job.why[0];
    budget = budget == REVIEW_BUDGET_USUAL ? of.usual : budget;
    if (there && job.holder[0] && job.until > now_of(service)) {
        return error_raise_int(error, &SERVICE_MSG_REVIEW_HELD, game);
    }
    if (!there) {
        const struct review_status question = {.game = game, .entry = of.last, .budget = budget};
        err = review_job_new(service, author, &question, &job, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    job.budget = budget > job.budget ? budget : job.budget;
    return hold(service, &job, holder, out, error);
}

enum err service_review_claim(struct service *service, struct span author, struct span holder, int64_t game,
                              int64_t budget, struct review_job *job, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, claim(service, author, holder, game, budget, job, error), error) : err;
}

static enum err renew(struct service *service, struct span holder, int64_t game, bool *held, struct error *error)
{
    struct reviewed_game of;
    struct kept_job job;
    enum err err = review_job_find(service, game, &job, error);
    *held = err == ERR_OK && holds(&job, holder);
    if (err != ERR_OK || !*held) {
        return err;
    }
    err = reviewed_game(service, game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    *held = asks(&job, &of);
    if (!*held) {
        first_write(service);
        return store_review_job_remove(service->store, game, error);
    }
    job.until = now_of(service) + REVIEWS_LEASE;
    return review_job_put(service, &job, error);
}

enum err service_review_renew(struct service *service, struct span holder, int64_t game, bool *held,
                              struct error *error)
{
    *held = true;
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, renew(service, holder, game, held, error), error) : err;
}

/* ---- the end of a job ---- */

/* The job is done; but who asked for a larger budget meanwhile is still to be answered. */
static enum err job_done(struct service *service, struct kept_job *kept, const struct review_job *job,
                         struct error *error)
{
    if (kept->entry == job->entry && kept->budget > job->budget) {
        set_holder(kept, (struct span){"", 0}, 0);
        kept->tries = 0;
        return review_job_put(service, kept, error);
    }
    first_write(service);
    return store_review_job_remove(service->store, job->game, error);
}

static enum err keep(struct service *service, struct span holder, const struct review_job *job, struct span sums,
                     struct span body, bool *kept, struct error *error)
{
    struct reviewed_game of;
    struct kept_job row;
    enum err err = review_job_find(service, job->game, &row, error);
    if (err != ERR_OK || !holds(&row, holder)) {
        return err;
    }
    err = reviewed_game(service, job->game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    *kept = of.last == job->entry && of.status == GAME_FINISHED;
    if (*kept) {
        int64_t now = now_of(service);
        struct store_review review = {.game = job->game,
                                      .entry = job->entry,
                                      .version = REVIEW_VERSION,
                                      .budget = job->budget,
                                      .since = now,
                                      .made = now,
                                      .sums = sums,
                                      .body = body};
        first_write(service);
        err = store_review_put(service->store, &review, error);
    }
    return err == ERR_OK ? job_done(service, &row, job, error) : err;
}

enum err service_review_keep(struct service *service, struct span holder, const struct review_job *job,
                             struct span sums, struct span body, bool *kept, struct error *error)
{
    *kept = false;
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, keep(service, holder, job, sums, body, kept, error), error) : err;
}

/* What keeps a review from being made now, and may not the next time. */
static bool passes(const struct error *why)
{
    enum err code = why->message ? why->message->code : ERR_LIMIT;
    return code == ERR_BUSY || code == ERR_IO || code == ERR_MEMORY;
}

/* Changes the job if it is still the holder's: `why` NULL lets it go. */
static enum err change(struct service *service, struct span holder, const struct review_job *job,
                       const struct error *why, struct error *error)
{
    struct reviewed_game of;
    struct kept_job row;
    enum err err = review_job_find(service, job->game, &row, error);
    if (err != ERR_OK || !holds(&row, holder)) {
        return err;
    }
    err = reviewed_game(service, job->game, &of, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!asks(&row, &of)) {
        first_write(service);
        return store_review_job_remove(service->store, job->game, error);
    }
    if (!why) {
        set_holder(&row, (struct span){"", 0}, 0);
        row.tries -= row.tries > 0;
    } else if (passes(why) && row.tries < REVIEWS_TRIES) {
        set_holder(&row, (struct span){"", 0}, now_of(service) + REVIEWS_PAUSE); /* the others come first */
    } else {
        set_why(&row, why->message ? why->message->id : SERVICE_MSG_REVIEW_TRIES.id);
    }
    return review_job_put(service, &row, error);
}

enum err service_review_fail(struct service *service, struct span holder, const struct review_job *job,
                             const struct error *why, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, change(service, holder, job, why, error), error) : err;
}

enum err service_review_let_go(struct service *service, struct span holder, const struct review_job *job,
                               struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, change(service, holder, job, NULL, error), error) : err;
}

enum err service_reviews_begin(struct service *service, struct error *error)
{
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    return end_write(service, store_review_jobs_let_go(service->store, error), error);
}
