/*
 * Following a game: server-sent events, one for each entry of the game's log,
 * the id of the event being the entry's number. Whoever follows is asleep
 * (its connection suspended) until the writer has committed something about
 * that game, or it is time for a sign of life.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/reading.h"
#include "wire/http_answer.h"

#include "base/banned.h"

enum { PENDING_LIMIT = 1 << 20, PENDING_ENOUGH = 64 << 10 };

struct follower {
    struct stream_link link;
    struct request *request;
    int64_t game;
    int64_t after; /* the last entry that was sent */
    int64_t beat;  /* when something was last sent, microseconds */
    bool waiting;  /* suspended; under the lock, as `woken` and `due` */
    bool woken;    /* there may be something new */
    bool due;      /* a sign of life is due */
    bool over;     /* its token has ended */
    struct strbuf pending;
    size_t sent; /* bytes of `pending` */
};

static struct follower *follower_of(struct stream_link *link)
{
    return (struct follower *)link; /* its first member */
}

/* ---- waking ---- */

static void wake(struct follower *follower)
{
    if (follower->waiting) {
        follower->waiting = false;
        conn_resume(follower->request->conn);
    }
}

void followers_wake(struct club *club, int64_t game)
{
    struct stream_list *followers = &club->server->followers;
    (void)pthread_mutex_lock(&followers->lock);
    for (struct stream_link *link = followers->first; link; link = link->next) {
        struct follower *follower = follower_of(link);
        if (follower->request->club == club && (game == 0 || follower->game == game)) {
            follower->woken = true;
            wake(follower);
        }
    }
    (void)pthread_mutex_unlock(&followers->lock);
}

bool followers_any(struct club *club)
{
    struct stream_list *followers = &club->server->followers;
    bool found = false;
    (void)pthread_mutex_lock(&followers->lock);
    for (struct stream_link *link = followers->first; link && !found; link = link->next) {
        found = follower_of(link)->request->club == club;
    }
    (void)pthread_mutex_unlock(&followers->lock);
    return found;
}

void followers_beat(struct server *server)
{
    struct stream_list *followers = &server->followers;
    int64_t now = ticks();
    (void)pthread_mutex_lock(&followers->lock);
    for (struct stream_link *link = followers->first; link; link = link->next) {
        struct follower *follower = follower_of(link);
        if (!request_still_allowed(follower->request) || atomic_load(&follower->request->club->suspended)) {
            follower->over = true;
            wake(follower);
        } else if (now - follower->beat >= server->config.heartbeat * 1000000) {
            follower->beat = now;
            follower->due = true;
            wake(follower);
        }
    }
    (void)pthread_mutex_unlock(&followers->lock);
}

void followers_close(struct server *server)
{
    struct stream_list *followers = &server->followers;
    (void)pthread_mutex_lock(&followers->lock);
    followers->closed = true;
    for (struct stream_link *link = followers->first; link; link = link->next) {
        wake(follower_of(link));
    }
    (void)pthread_mutex_unlock(&followers->lock);
}

/* ---- sending ---- */

static enum err add_event(void *context, const struct game_entry *entry, struct error *error)
{
    struct follower *follower = context;
    struct strbuf *out = &follower->pending;
    if (out->len >= PENDING_ENOUGH) {
        return ERR_END;
    }
    strbuf_add(out, "id: ");
    strbuf_int(out, entry->seq);
    strbuf_add(out, "\nevent: ");
    strbuf_add_span(out, entry->kind);
    strbuf_add(out, "\ndata: ");
    enum err err = wire_event(follower->game, entry, out, error);
    strbuf_add_char(out, '\n');
    if (err != ERR_OK) {
        return err;
    }
    follower->after = entry->seq;
    return ERR_OK;
}

/* What is new goes to `pending`. False when the database fails. */
static bool fetch(struct follower *follower)
{
    struct club *club = follower->request->club;
    struct service *service = reader_take(club);
    struct error ignored;
    if (!service) {
        return false;
    }
    /* Another daemon may have ended the token, or closed the club, before it wrote what is to be sent. */
    enum err err = club->shared ? club_learn(club, service, &ignored) : ERR_OK;
    if (err == ERR_OK && club->shared && (!request_still_allowed(follower->request) || atomic_load(&club->suspended))) {
        reader_give(club, service);
        return false;
    }
    err = err == ERR_OK ? service_game_entries(service, follower->game, follower->after, add_event, follower, &ignored)
                        : err;
    reader_give(club, service);
    return err == ERR_OK && strbuf_ok(&follower->pending);
}

static ptrdiff_t take_pending(struct follower *follower, char *bytes, size_t size)
{
    size_t left = follower->pending.len - follower->sent;
    size_t now = left < size ? left : size;
    memcpy(bytes, follower->pending.text + follower->sent, now);
    follower->sent += now;
    if (follower->sent == follower->pending.len) {
        strbuf_clear(&follower->pending);
        follower->sent = 0;
    }
    return (ptrdiff_t)now;
}

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct follower *follower = context;
    struct stream_list *followers = &follower->request->server->followers;
    for (;;) {
        if (follower->pending.len > 0) {
            return take_pending(follower, bytes, size);
        }
        (void)pthread_mutex_lock(&followers->lock);
        bool closed = followers->closed || follower->over;
        bool due = follower->due;
        follower->woken = false;
        follower->due = false;
        (void)pthread_mutex_unlock(&followers->lock);
        if (closed) {
            return -1;
        }
        if (!fetch(follower)) {
            return -2;
        }
        if (due && follower->pending.len == 0) {
            strbuf_add(&follower->pending, ": here\n\n");
        }
        if (follower->pending.len > 0) {
            continue;
        }
        (void)pthread_mutex_lock(&followers->lock);
        bool sleep = !follower->woken && !follower->due && !follower->over && !followers->closed;
        if (sleep) {
            follower->waiting = true;
            conn_suspend(follower->request->conn);
        }
        (void)pthread_mutex_unlock(&followers->lock);
        if (sleep) {
            return 0;
        }
    }
}

static void release(void *context)
{
    struct follower *follower = context;
    struct server *server = follower->request->server;
    streams_leave(&server->followers, &follower->link);
    strbuf_release(&follower->pending);
    mem_free(server->allocator, follower);
}

/* ---- beginning ---- */

static enum err take_last(void *context, const struct game_info *game, struct error *error)
{
    (void)error;
    *(int64_t *)context = game->last;
    return ERR_OK;
}

/* Where to go on: Last-Event-ID, else `after`, else from now on. */
static enum err read_after(struct request *request, int64_t *after, struct error *error)
{
    struct span last = request_header(request, "Last-Event-ID");
    if (last.len > 0) {
        bool good = request_number(last, 0, SPAN_INT_MAX, after);
        return good ? ERR_OK : error_raise_span(error, &HTTP_MSG_EVENT_ID, last);
    }
    return request_query_int(request, "after", 0, SPAN_INT_MAX, after, error);
}

enum err get_events(struct request *request, struct error *error)
{
    static const char *const names[] = {"after", NULL};
    struct server *server = request->server;
    int64_t game = 0;
    int64_t after = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_game_info(request->service, game, take_last, &after, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_after(request, &after, error);
    if (err != ERR_OK) {
        return err;
    }
    request->response.type = "text/event-stream; charset=utf-8";
    answer_header(request, "X-Accel-Buffering", "no");
    if (request->head) {
        return ERR_OK;
    }
    struct follower *follower = mem_new(server->allocator, 1, sizeof(*follower));
    if (!follower) {
        return error_raise(error, &MSG_MEMORY);
    }
    follower->request = request;
    follower->game = game;
    follower->after = after;
    follower->beat = ticks();
    strbuf_init(&follower->pending, server->allocator, PENDING_LIMIT);
    strbuf_add(&follower->pending, "retry: 2000\n\n");
    struct stream_limits most = stream_limits(server, server->config.followers, server->config.followers_per_address);
    if (!streams_join(&server->followers, &follower->link, request->conn->address, request->club, &most)) {
        strbuf_release(&follower->pending);
        mem_free(server->allocator, follower);
        return error_raise(error, &HTTP_MSG_STREAMS);
    }
    request->response.stream = (struct stream){.fill = fill, .release = release, .context = follower};
    return ERR_OK;
}
