/*
 * Watching a review being made: server-sent events, one when there is more of it, the last one when it is done, has
 * failed or is wanted no longer. Whoever watches is asleep (its connection suspended) until a thread has come further,
 * or it is time for a sign of life.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/messages.h"
#include "wire/reviews.h"

#include "base/banned.h"

enum { EVENT_LIMIT = 1 << 14 };

struct watcher {
    struct stream_link link;
    struct request *request;
    int64_t game;
    int64_t beat;       /* when something was last sent, microseconds */
    bool waiting;       /* suspended; under the lock, as the next three */
    bool woken;         /* there may be something new */
    bool due;           /* a sign of life is due */
    bool over;          /* its token has ended */
    bool ended;         /* the last event is in `pending` */
    struct strbuf last; /* what was sent last: the same is not sent twice */
    struct strbuf pending;
    size_t sent; /* bytes of `pending` */
};

static struct watcher *watcher_of(struct stream_link *link)
{
    return (struct watcher *)link; /* its first member */
}

static struct stream_list *list_of(struct server *server)
{
    return &server->reviewers.watchers;
}

/* ---- waking ---- */

static void wake(struct watcher *watcher)
{
    if (watcher->waiting) {
        watcher->waiting = false;
        conn_resume(watcher->request->conn);
    }
}

void watchers_wake(struct club *club, int64_t game)
{
    struct stream_list *list = list_of(club->server);
    (void)pthread_mutex_lock(&list->lock);
    for (struct stream_link *link = list->first; link; link = link->next) {
        struct watcher *watcher = watcher_of(link);
        if (watcher->request->club == club && watcher->game == game) {
            watcher->woken = true;
            wake(watcher);
        }
    }
    (void)pthread_mutex_unlock(&list->lock);
}

/* Another daemon may make the review, so at a sign of life the database is asked, too. */
void watchers_beat(struct server *server)
{
    struct stream_list *list = list_of(server);
    int64_t now = ticks();
    (void)pthread_mutex_lock(&list->lock);
    for (struct stream_link *link = list->first; link; link = link->next) {
        struct watcher *watcher = watcher_of(link);
        if (!request_still_allowed(watcher->request) || atomic_load(&watcher->request->club->suspended)) {
            watcher->over = true;
            wake(watcher);
        } else if (now - watcher->beat >= server->config.heartbeat * 1000000) {
            watcher->beat = now;
            watcher->due = true;
            wake(watcher);
        }
    }
    (void)pthread_mutex_unlock(&list->lock);
}

void watchers_close(struct server *server)
{
    struct stream_list *list = list_of(server);
    (void)pthread_mutex_lock(&list->lock);
    list->closed = true;
    for (struct stream_link *link = list->first; link; link = link->next) {
        wake(watcher_of(link));
    }
    (void)pthread_mutex_unlock(&list->lock);
}

/* ---- sending ---- */

/* `event: progress` while it is made or waits; the last event has the state for its name. */
static bool add_event(struct watcher *watcher, struct review_status *status)
{
    struct wire_progress progress = {0, 0};
    struct error ignored;
    struct strbuf text;
    if (reviews_progress(watcher->request->club, watcher->game, &progress.done, &progress.total)) {
        status->state = status->state == REVIEW_QUEUED ? REVIEW_RUNNING : status->state;
    }
    strbuf_init(&text, watcher->request->server->allocator, EVENT_LIMIT);
    bool good = wire_review(status, &progress, NULL, &text, &ignored) == ERR_OK;
    if (good && !span_equal(strbuf_span(&text), strbuf_span(&watcher->last))) {
        bool goes_on = status->state == REVIEW_QUEUED || status->state == REVIEW_RUNNING;
        strbuf_add(&watcher->pending, "event: ");
        strbuf_add(&watcher->pending, goes_on ? "progress" : review_state_names[status->state].id);
        strbuf_add(&watcher->pending, "\ndata: ");
        strbuf_add_span(&watcher->pending, strbuf_span(&text));
        strbuf_add_char(&watcher->pending, '\n');
        strbuf_clear(&watcher->last);
        strbuf_add_span(&watcher->last, strbuf_span(&text));
        watcher->ended = !goes_on;
    }
    strbuf_release(&text);
    return good && strbuf_ok(&watcher->pending);
}

/* What is new goes to `pending`. False when the database fails. */
static bool fetch(struct watcher *watcher)
{
    struct club *club = watcher->request->club;
    struct service *service = reader_take(club);
    struct review_status status;
    struct error ignored;
    if (!service) {
        return false;
    }
    /* Another daemon may have ended the token, or closed the club. */
    enum err err = club->shared ? club_learn(club, service, &ignored) : ERR_OK;
    bool allowed = request_still_allowed(watcher->request) && !atomic_load(&club->suspended);
    err = err == ERR_OK && allowed ? service_review_status(service, watcher->game, &status, &ignored) : ERR_DENIED;
    reader_give(club, service);
    return err == ERR_OK && add_event(watcher, &status);
}

static ptrdiff_t take_pending(struct watcher *watcher, char *bytes, size_t size)
{
    size_t left = watcher->pending.len - watcher->sent;
    size_t now = left < size ? left : size;
    memcpy(bytes, watcher->pending.text + watcher->sent, now);
    watcher->sent += now;
    if (watcher->sent == watcher->pending.len) {
        strbuf_clear(&watcher->pending);
        watcher->sent = 0;
    }
    return (ptrdiff_t)now;
}

/* True when it has gone to sleep. */
static bool sleeps(struct watcher *watcher)
{
    struct stream_list *list = list_of(watcher->request->server);
    (void)pthread_mutex_lock(&list->lock);
    bool sleep = !watcher->woken && !watcher->due && !watcher->over && !list->closed;
    if (sleep) {
        watcher->waiting = true;
        conn_suspend(watcher->request->conn);
    }
    (void)pthread_mutex_unlock(&list->lock);
    return sleep;
}

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct watcher *watcher = context;
    struct stream_list *list = list_of(watcher->request->server);
    for (;;) {
        if (watcher->pending.len > 0) {
            return take_pending(watcher, bytes, size);
        }
        (void)pthread_mutex_lock(&list->lock);
        bool closed = list->closed || watcher->over || watcher->ended;
        bool due = watcher->due;
        watcher->woken = false;
        watcher->due = false;
        (void)pthread_mutex_unlock(&list->lock);
        if (closed) {
            return -1;
        }
        if (!fetch(watcher)) {
            return -2;
        }
        if (due && watcher->pending.len == 0) {
            strbuf_add(&watcher->pending, ": here\n\n");
        }
        if (watcher->pending.len == 0 && sleeps(watcher)) {
            return 0;
        }
    }
}

static void release(void *context)
{
    struct watcher *watcher = context;
    struct server *server = watcher->request->server;
    streams_leave(list_of(server), &watcher->link);
    strbuf_release(&watcher->pending);
    strbuf_release(&watcher->last);
    mem_free(server->allocator, watcher);
}

/* ---- beginning ---- */

static enum err begin(struct request *request, int64_t game, struct error *error)
{
    struct server *server = request->server;
    struct watcher *watcher = mem_new(server->allocator, 1, sizeof(*watcher));
    if (!watcher) {
        return error_raise(error, &MSG_MEMORY);
    }
    watcher->request = request;
    watcher->game = game;
    watcher->beat = ticks();
    strbuf_init(&watcher->pending, server->allocator, 2 * EVENT_LIMIT);
    strbuf_init(&watcher->last, server->allocator, EVENT_LIMIT);
    strbuf_add(&watcher->pending, "retry: 2000\n\n");
    struct stream_limits most = stream_limits(server, server->config.followers, server->config.followers_per_address);
    if (!streams_join(list_of(server), &watcher->link, request->conn->address, request->club, &most)) {
        strbuf_release(&watcher->pending);
        mem_free(server->allocator, watcher);
        return error_raise(error, &HTTP_MSG_STREAMS);
    }
    request->response.stream = (struct stream){.fill = fill, .release = release, .context = watcher};
    return ERR_OK;
}

enum err get_review_events(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    struct review_status status;
    int64_t game = 0;
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_review_status(request->service, game, &status, error);
    if (err != ERR_OK) {
        return err;
    }
    if (status.state == REVIEW_ABSENT) {
        return error_raise_int(error, &SERVICE_MSG_REVIEW_UNASKED, game);
    }
    request->response.type = "text/event-stream; charset=utf-8";
    answer_header(request, "X-Accel-Buffering", "no");
    return request->head ? ERR_OK : begin(request, game, error);
}
