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
    struct follower *next;
    struct follower **back;
    struct request *request;
    int64_t game;
    int64_t after; /* the last entry that was told */
    int64_t beat;  /* when something was last said, microseconds */
    bool waiting;  /* suspended; under the lock, as `woken` and `due` */
    bool woken;    /* there may be something new */
    bool due;      /* a sign of life is due */
    bool over;     /* its token has ended */
    struct strbuf pending;
    size_t told; /* bytes of `pending` */
};

/* ---- waking ---- */

static void wake(struct follower *follower)
{
    if (follower->waiting) {
        follower->waiting = false;
        conn_resume(follower->request->conn);
    }
}

void followers_wake(struct server *server, int64_t game)
{
    struct followers *followers = &server->followers;
    (void)pthread_mutex_lock(&followers->lock);
    for (struct follower *follower = followers->first; follower; follower = follower->next) {
        if (game == 0 || follower->game == game) {
            follower->woken = true;
            wake(follower);
        }
    }
    (void)pthread_mutex_unlock(&followers->lock);
}

void followers_beat(struct server *server)
{
    struct followers *followers = &server->followers;
    int64_t now = ticks();
    (void)pthread_mutex_lock(&followers->lock);
    for (struct follower *follower = followers->first; follower; follower = follower->next) {
        if (!request_still_allowed(follower->request)) {
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
    struct followers *followers = &server->followers;
    (void)pthread_mutex_lock(&followers->lock);
    followers->closed = true;
    for (struct follower *follower = followers->first; follower; follower = follower->next) {
        wake(follower);
    }
    (void)pthread_mutex_unlock(&followers->lock);
}

size_t followers_count(struct server *server)
{
    (void)pthread_mutex_lock(&server->followers.lock);
    size_t count = server->followers.count;
    (void)pthread_mutex_unlock(&server->followers.lock);
    return count;
}

/* ---- telling ---- */

static enum err tell(void *context, const struct game_entry *entry, struct error *error)
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
    return err;
}

/* What is new goes to `pending`. False when the database fails. */
static bool fetch(struct follower *follower)
{
    struct server *server = follower->request->server;
    struct service *service = reader_take(server);
    struct error ignored;
    if (!service) {
        return false;
    }
    enum err err = service_game_entries(service, follower->game, follower->after, tell, follower, &ignored);
    reader_give(server, service);
    return err == ERR_OK && strbuf_ok(&follower->pending);
}

static ptrdiff_t take_pending(struct follower *follower, char *bytes, size_t size)
{
    size_t left = follower->pending.len - follower->told;
    size_t now = left < size ? left : size;
    memcpy(bytes, follower->pending.text + follower->told, now);
    follower->told += now;
    if (follower->told == follower->pending.len) {
        strbuf_clear(&follower->pending);
        follower->told = 0;
    }
    return (ptrdiff_t)now;
}

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct follower *follower = context;
    struct followers *followers = &follower->request->server->followers;
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
    (void)pthread_mutex_lock(&server->followers.lock);
    *follower->back = follower->next;
    if (follower->next) {
        follower->next->back = follower->back;
    }
    server->followers.count--;
    (void)pthread_mutex_unlock(&server->followers.lock);
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

static bool join(struct server *server, struct follower *follower)
{
    struct followers *followers = &server->followers;
    const uint8_t *address = follower->request->conn->address;
    int64_t same = 0;
    (void)pthread_mutex_lock(&followers->lock);
    for (const struct follower *one = followers->first; one; one = one->next) {
        same += memcmp(one->request->conn->address, address, ADDRESS_SIZE) == 0;
    }
    bool room = followers->count < (size_t)server->config.followers && same < server->config.followers_per_address &&
                !followers->closed;
    if (room) {
        follower->next = followers->first;
        follower->back = &followers->first;
        if (follower->next) {
            follower->next->back = &follower->next;
        }
        followers->first = follower;
        followers->count++;
    }
    (void)pthread_mutex_unlock(&followers->lock);
    return room;
}

enum err get_events(struct request *request, struct error *error)
{
    static const char *const names[] = {"after", NULL};
    struct server *server = request->server;
    int64_t game = 0;
    int64_t after = 0;
    enum err err = request_only(request, names, error);
    if (err == ERR_OK) {
        err = request_id(request, &game, error);
    }
    if (err == ERR_OK) {
        err = service_game_info(request->service, game, take_last, &after, error);
    }
    if (err == ERR_OK) {
        err = read_after(request, &after, error);
    }
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
    if (!join(server, follower)) {
        strbuf_release(&follower->pending);
        mem_free(server->allocator, follower);
        return error_raise(error, &HTTP_MSG_STREAMS);
    }
    request->response.stream = (struct stream){.fill = fill, .release = release, .context = follower};
    return ERR_OK;
}
