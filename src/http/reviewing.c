/* The threads that make reviews, and what the writer does for them. */
#include "base/handle.h"
#include "http/inside.h"
#include "http/messages.h"

#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include "base/banned.h"

enum { PERCENT = 100, NICEST = 19, LOOK_SECONDS = 30 };

static const struct message MSG_CANCELLED = {ERR_CONFLICT, "review.cancelled", "this review was cancelled",
                                             "cette analyse a été annulée"};

static void lock(struct reviewers *reviewers)
{
    (void)pthread_mutex_lock(&reviewers->lock);
}

static void unlock(struct reviewers *reviewers)
{
    (void)pthread_mutex_unlock(&reviewers->lock);
}

/* ---- the line of clubs ---- */

/* With the lock. */
static void enqueue(struct reviewers *reviewers, struct club *club)
{
    struct club_reviews *reviews = &club->reviews;
    if (reviews->listed) {
        return;
    }
    reviews->listed = true;
    reviews->next = NULL;
    if (reviewers->last) {
        reviewers->last->reviews.next = club;
    } else {
        reviewers->first = club;
    }
    reviewers->last = club;
    (void)pthread_cond_broadcast(&reviewers->changed);
}

void reviews_line_up(struct club *club)
{
    struct reviewers *reviewers = &club->server->reviewers;
    if (reviewers->count > 0) {
        lock(reviewers);
        enqueue(reviewers, club);
        unlock(reviewers);
    }
}

void reviews_due(struct club *club, struct service *service)
{
    struct club_reviews *reviews = &club->reviews;
    struct error ignored;
    int64_t now = ticks();
    int64_t count = 0;
    bool due = atomic_exchange(&reviews->wanted, false) || now - reviews->looked >= (int64_t)LOOK_SECONDS * 1000000;
    if (!due || club->server->reviewers.count == 0 || atomic_load(&club->suspended)) {
        return;
    }
    reviews->looked = now;
    if (service_reviews_count(service, &count, &ignored) == ERR_OK && count > 0) {
        reviews_line_up(club);
    }
}

/* With the lock. */
static void take_out(struct reviewers *reviewers, struct club *club)
{
    struct club *before = NULL;
    for (struct club *one = reviewers->first; one && one != club; one = one->reviews.next) {
        before = one;
    }
    if (before) {
        before->reviews.next = club->reviews.next;
    } else {
        reviewers->first = club->reviews.next;
    }
    reviewers->last = reviewers->last == club ? before : reviewers->last;
    club->reviews.listed = false;
}

void reviews_forget(struct club *club)
{
    struct reviewers *reviewers = &club->server->reviewers;
    lock(reviewers);
    if (club->reviews.listed) {
        take_out(reviewers, club);
    }
    unlock(reviewers);
}

/* Waits for a club; held. NULL: the daemon stops. */
static struct club *next_club(struct server *server)
{
    struct reviewers *reviewers = &server->reviewers;
    struct club *club = NULL;
    lock(reviewers);
    while (!club && !reviewers->stop) {
        if (!reviewers->first) {
            (void)pthread_cond_wait(&reviewers->changed, &reviewers->lock);
            continue;
        }
        struct club *first = reviewers->first;
        char slug[CLUB_SLUG + 1];
        take_out(reviewers, first);
        memcpy(slug, first->slug, sizeof(slug));
        unlock(reviewers); /* from here on it may be closed: only its name is known */
        club = server->alone ? server->alone : clubs_hold_open(server, span_from(slug));
        lock(reviewers);
    }
    unlock(reviewers);
    return club;
}

/* ---- what the writer settles ---- */

/* Has the writer do what `state` means, and waits until it is done. */
static void ask_writer(struct reviewer *reviewer, enum reviewer_state state)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    lock(reviewers);
    reviewer->state = state;
    unlock(reviewers);
    writer_chore(reviewer->club, CHORE_REVIEW);
    lock(reviewers);
    while (reviewer->state == state) {
        (void)pthread_cond_wait(&reviewers->changed, &reviewers->lock);
    }
    unlock(reviewers);
}

void reviews_count(struct club *club, struct service *service)
{
    struct error ignored;
    int64_t count = 0;
    if (service_reviews_count(service, &count, &ignored) == ERR_OK) {
        atomic_store(&club->reviews.queued, count);
    }
}

static enum err settle_take(struct club *club, struct reviewer *reviewer, struct span holder, struct error *error)
{
    struct service *service = club->writer.service;
    if (!club->reviews.begun && !club->shared) { /* on a server other daemons make reviews, too */
        enum err err = service_reviews_begin(service, holder, error);
        if (err != ERR_OK) {
            return err;
        }
        club->reviews.begun = true;
    }
    enum err err = service_review_take(service, holder, &reviewer->job, &reviewer->found, error);
    reviews_count(club, service);
    return err;
}

static enum err settle_keep(struct club *club, struct reviewer *reviewer, struct span holder, struct error *error)
{
    bool kept = false;
    enum err err = service_review_keep(club->writer.service, holder, &reviewer->job, strbuf_span(&reviewer->sums),
                                       strbuf_span(&reviewer->body), &kept, error);
    atomic_fetch_add(&club->server->reviewers.made, err == ERR_OK && kept);
    reviews_count(club, club->writer.service);
    return err;
}

/* The reviewer waits meanwhile: what it has is the writer's. */
static void settle(struct club *club, struct reviewer *reviewer, enum reviewer_state state)
{
    struct service *service = club->writer.service;
    struct span holder = span_from(club->server->reviewers.holder);
    struct error error = {.message = NULL};
    enum err err = ERR_OK;
    switch (state) {
    case REVIEWER_TAKES:
        err = settle_take(club, reviewer, holder, &error);
        reviewer->found = reviewer->found && err == ERR_OK;
        break;
    case REVIEWER_KEEPS:
        err = settle_keep(club, reviewer, holder, &error);
        break;
    case REVIEWER_FAILS:
        err = service_review_fail(service, holder, &reviewer->job, &reviewer->error, &error);
        break;
    case REVIEWER_LETS_GO:
        err = service_review_let_go(service, holder, &reviewer->job, &error);
        break;
    case REVIEWER_IDLE:
    case REVIEWER_RUNS:
        return;
    }
    if (err != ERR_OK) { /* a job that is held is lost to this run after a while, and taken anew */
        atomic_store(&club->reviews.wanted, true);
    }
}

static void renew(struct club *club, struct reviewer *reviewer)
{
    struct error ignored;
    bool held = true;
    int64_t game = reviewer->job.game; /* it runs: its job stays as it is */
    struct span holder = span_from(club->server->reviewers.holder);
    if (service_review_renew(club->writer.service, holder, game, &held, &ignored) == ERR_OK && !held) {
        atomic_store(&reviewer->cancelled, true);
    }
}

void reviews_settle(struct club *club)
{
    struct reviewers *reviewers = &club->server->reviewers;
    for (size_t i = 0; i < reviewers->count; i++) {
        struct reviewer *reviewer = &reviewers->reviewer[i];
        lock(reviewers);
        enum reviewer_state state = reviewer->club == club ? reviewer->state : REVIEWER_IDLE;
        unlock(reviewers);
        if (state == REVIEWER_RUNS && atomic_exchange(&reviewer->renew, false)) {
            renew(club, reviewer);
        }
        if (state == REVIEWER_IDLE || state == REVIEWER_RUNS) {
            continue;
        }
        settle(club, reviewer, state);
        atomic_fetch_add(&club->reviews.written, 1);
        lock(reviewers);
        reviewer->state = state == REVIEWER_TAKES && reviewer->found ? REVIEWER_RUNS : REVIEWER_IDLE;
        (void)pthread_cond_broadcast(&reviewers->changed);
        unlock(reviewers);
        watchers_wake(club, reviewer->job.game);
    }
}

/* ---- a job ---- */

static enum err check(void *context, struct error *error)
{
    struct reviewer *reviewer = context;
    bool ends = atomic_load_explicit(&reviewer->server->reviewers.stopping, memory_order_relaxed) ||
                atomic_load_explicit(&reviewer->cancelled, memory_order_relaxed) ||
                atomic_load_explicit(&reviewer->club->suspended, memory_order_relaxed);
    return ends ? error_raise(error, &MSG_CANCELLED) : ERR_OK;
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct reviewer *reviewer = context;
    struct reviewers *reviewers = &reviewer->server->reviewers;
    int percent = (int)(done * PERCENT / total);
    lock(reviewers);
    reviewer->done = done;
    reviewer->total = total;
    unlock(reviewers);
    if (percent != reviewer->percent) {
        reviewer->percent = percent;
        watchers_wake(reviewer->club, reviewer->job.game);
    }
    if (monotonic_ms() - reviewer->renewed >= REVIEWS_RENEW) {
        reviewer->renewed = monotonic_ms();
        atomic_store(&reviewer->renew, true);
        writer_chore(reviewer->club, CHORE_REVIEW);
    }
}

/* The game on a connection of its own, which is closed before anything is computed. */
static enum err load(struct reviewer *reviewer, struct reviewing *reviewing, struct error *error)
{
    struct service *service = NULL;
    struct club *club = reviewer->club;
    enum err err = service_open(&service, club->path, SERVICE_READ, &club->options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_review_load(service, reviewer->job.game, (uint32_t)reviewer->job.budget, reviewing, error);
    service_close(service);
    if (err == ERR_OK && reviewing->entry != reviewer->job.entry) {
        return error_raise(error, &MSG_CANCELLED); /* it has changed since the job was taken */
    }
    return err;
}

static enum err make(struct reviewer *reviewer, struct error *error)
{
    const struct deadline deadline = {.check = check, .context = reviewer};
    const struct review_crew crew = {.threads = 1, .deadline = &deadline, .progress = on_progress, .context = reviewer};
    struct reviewing reviewing;
    memset(&reviewing, 0, sizeof(reviewing));
    enum err err = load(reviewer, &reviewing, error);
    err = err == ERR_OK ? reviewing_run(&reviewing, &crew, error) : err;
    strbuf_clear(&reviewer->sums);
    strbuf_clear(&reviewer->body);
    err = err == ERR_OK ? reviewing_print(&reviewing, &reviewer->sums, &reviewer->body, error) : err;
    reviewing_release(&reviewing);
    return err;
}

/* Of this thread alone, in Linux; where that fails, reviews are still right. */
static void be_last(void)
{
    const struct sched_param none = {.sched_priority = 0};
    (void)setpriority(PRIO_PROCESS, 0, NICEST);
#ifdef SCHED_IDLE
    (void)pthread_setschedparam(pthread_self(), SCHED_IDLE, &none);
#else
    (void)none;
#endif
}

static void run_job(struct reviewer *reviewer)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    int64_t began = monotonic_ms();
    reviewer->renewed = began;
    reviewer->percent = -1;
    enum err err = make(reviewer, &reviewer->error);
    atomic_fetch_add(&reviewers->milliseconds, (uint64_t)(monotonic_ms() - began));
    bool ended = err != ERR_OK && reviewer->error.message == &MSG_CANCELLED;
    /* What may go better another time is tried again, so often as REVIEWS_TRIES says. */
    bool again = err == ERR_BUSY || err == ERR_IO || err == ERR_MEMORY;
    ask_writer(reviewer, err == ERR_OK ? REVIEWER_KEEPS : ended || again ? REVIEWER_LETS_GO : REVIEWER_FAILS);
    if (again) {
        atomic_store(&reviewer->club->reviews.wanted, true);
    }
}

/* One job of the club, if it has one; the club goes to the end of the line. */
static void serve(struct reviewer *reviewer, struct club *club)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    lock(reviewers);
    reviewer->club = club;
    reviewer->found = false;
    reviewer->done = reviewer->total = 0;
    unlock(reviewers);
    atomic_store(&reviewer->cancelled, false);
    atomic_store(&reviewer->renew, false);
    ask_writer(reviewer, REVIEWER_TAKES);
    if (reviewer->found) {
        reviews_line_up(club);
        run_job(reviewer);
    }
    lock(reviewers);
    reviewer->club = NULL;
    unlock(reviewers);
    if (club->slug[0]) {
        clubs_let_go(club);
    }
}

static void *work(void *context)
{
    struct reviewer *reviewer = context;
    struct club *club;
    be_last();
    while ((club = next_club(reviewer->server))) {
        serve(reviewer, club);
    }
    return NULL;
}

/* ---- looking ---- */

bool reviews_progress(struct club *club, int64_t game, int64_t *done, int64_t *total)
{
    struct reviewers *reviewers = &club->server->reviewers;
    bool found = false;
    lock(reviewers);
    for (size_t i = 0; i < reviewers->count && !found; i++) {
        const struct reviewer *reviewer = &reviewers->reviewer[i];
        found = reviewer->club == club && reviewer->state == REVIEWER_RUNS && reviewer->job.game == game;
        *done = found ? reviewer->done : 0;
        *total = found ? reviewer->total : 0;
    }
    unlock(reviewers);
    return found;
}

void reviews_cancel(struct club *club, int64_t game)
{
    struct reviewers *reviewers = &club->server->reviewers;
    lock(reviewers);
    for (size_t i = 0; i < reviewers->count; i++) {
        struct reviewer *reviewer = &reviewers->reviewer[i];
        if (reviewer->club == club && reviewer->state == REVIEWER_RUNS && reviewer->job.game == game) {
            atomic_store(&reviewer->cancelled, true);
        }
    }
    unlock(reviewers);
}

size_t reviewers_running(struct server *server)
{
    struct reviewers *reviewers = &server->reviewers;
    size_t running = 0;
    lock(reviewers);
    for (size_t i = 0; i < reviewers->count; i++) {
        running += reviewers->reviewer[i].state == REVIEWER_RUNS;
    }
    unlock(reviewers);
    return running;
}

/* ---- starting and stopping ---- */

static enum err start_one(struct server *server, struct error *error)
{
    struct reviewers *reviewers = &server->reviewers;
    struct reviewer *reviewer = &reviewers->reviewer[reviewers->count];
    reviewer->server = server;
    strbuf_init(&reviewer->sums, server->allocator, REVIEW_SUMS_LIMIT);
    strbuf_init(&reviewer->body, server->allocator, REVIEW_TEXT_LIMIT);
    if (pthread_create(&reviewer->thread, NULL, work, reviewer) != 0) {
        return error_raise(error, &HTTP_MSG_DAEMON);
    }
    reviewers->count++;
    return ERR_OK;
}

enum err reviewers_start(struct server *server, struct error *error)
{
    struct reviewers *reviewers = &server->reviewers;
    char name[HANDLE_SIZE];
    struct strbuf holder;
    size_t wanted = (size_t)server->config.review_threads;
    handle_make(server->options.entropy, name);
    strbuf_wrap(&holder, reviewers->holder, sizeof(reviewers->holder));
    strbuf_add(&holder, REVIEWS_DAEMON);
    strbuf_add(&holder, name);
    if (wanted == 0) {
        return ERR_OK;
    }
    reviewers->reviewer = mem_new(server->allocator, wanted, sizeof(*reviewers->reviewer));
    if (!reviewers->reviewer) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < wanted; i++) {
        enum err err = start_one(server, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

void reviewers_stop(struct server *server)
{
    struct reviewers *reviewers = &server->reviewers;
    atomic_store(&reviewers->stopping, true);
    lock(reviewers);
    reviewers->stop = true;
    (void)pthread_cond_broadcast(&reviewers->changed);
    unlock(reviewers);
    for (size_t i = 0; i < reviewers->count; i++) {
        (void)pthread_join(reviewers->reviewer[i].thread, NULL);
    }
}

void reviewers_free(struct server *server)
{
    struct reviewers *reviewers = &server->reviewers;
    for (size_t i = 0; reviewers->reviewer && i < (size_t)server->config.review_threads; i++) {
        strbuf_release(&reviewers->reviewer[i].sums);
        strbuf_release(&reviewers->reviewer[i].body);
    }
    mem_free(server->allocator, reviewers->reviewer);
    reviewers->reviewer = NULL;
    reviewers->count = 0;
}
