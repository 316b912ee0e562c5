/* The threads that make reviews, and what the writer does for them. */
#include "base/handle.h"
#include "http/inside.h"
#include "http/messages.h"

#include "base/banned.h"

enum { LOOK_SECONDS = 30 };

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
    if (atomic_load(&club->suspended)) {
        return ERR_OK; /* it waits until the club is open again */
    }
    if (!club->reviews.begun && !club->shared) { /* on a server other daemons make reviews, too */
        enum err err = service_reviews_begin(service, error);
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
    struct span holder = span_from(reviewer->holder);
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
    int64_t game = reviewer->job.game; /* it runs: its job stays as it is, and its name */
    struct span holder = span_from(reviewer->holder);
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
        int64_t game = reviewer->job.game; /* which is the reviewer's again behind the lock */
        lock(reviewers);
        reviewer->state = state == REVIEWER_TAKES && reviewer->found ? REVIEWER_RUNS : REVIEWER_IDLE;
        (void)pthread_cond_broadcast(&reviewers->changed);
        unlock(reviewers);
        watchers_wake(club, game);
    }
}

/* ---- a job ---- */

static void run_job(struct reviewer *reviewer)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    int64_t began = monotonic_ms();
    reviewer->renewed = began;
    reviewer->percent = -1;
    enum err err = review_judge(reviewer, &reviewer->error);
    atomic_fetch_add(&reviewers->milliseconds, (uint64_t)(monotonic_ms() - began));
    bool ended = err != ERR_OK && review_was_ended(&reviewer->error);
    ask_writer(reviewer, err == ERR_OK ? REVIEWER_KEEPS : ended ? REVIEWER_LETS_GO : REVIEWER_FAILS);
}

/* The name of this taking: nobody else has had it, so who holds a job is who took it last. */
static void name_holder(struct reviewer *reviewer)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    struct strbuf name;
    strbuf_wrap(&name, reviewer->holder, sizeof(reviewer->holder));
    strbuf_add(&name, reviewers->name);
    strbuf_add_char(&name, '.');
    strbuf_int(&name, (int64_t)atomic_fetch_add(&reviewers->taken, 1));
}

/* One job of the club, if it has one; the club goes to the end of the line. */
static void serve(struct reviewer *reviewer, struct club *club)
{
    struct reviewers *reviewers = &reviewer->server->reviewers;
    name_holder(reviewer);
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

static void cancel(struct club *club, int64_t game)
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

void reviews_publish(struct club *club, int64_t game, bool cancelled)
{
    if (cancelled) {
        cancel(club, game);
    } else {
        reviews_line_up(club);
    }
    watchers_wake(club, game);
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
    struct strbuf text;
    size_t wanted = (size_t)server->config.review_threads;
    handle_make(server->options.entropy, name);
    strbuf_wrap(&text, reviewers->name, sizeof(reviewers->name));
    strbuf_add(&text, REVIEWS_DAEMON);
    strbuf_add(&text, name);
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
