/*
 * The thread that tells other daemons of this server which club has just been
 * written here, and hears it from them (store/neighbours.h): streams of another
 * daemon then go on at once. Without it they do at the keeper's next second,
 * so nothing here is tried hard.
 */
#include "service/neighbours.h"
#include "http/inside.h"
#include "http/messages.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/banned.h"

enum { LOOK_MS = 1000, AGAIN_MS = 1000 };

/* The club's name at its server: behind the # of its path. */
static struct span name_of(const struct club *club)
{
    const char *hash = strchr(club->path, '#');
    return span_from(hash ? hash + 1 : "");
}

static void wake_up(struct neighbours *neighbours)
{
    uint64_t one = 1;
    ssize_t ignored = write(neighbours->wake, &one, sizeof(one)); /* it is counting already */
    (void)ignored;
}

/* ---- telling ---- */

void neighbours_note(struct club *club)
{
    struct neighbours *neighbours = &club->server->neighbours;
    struct strbuf name;
    if (!neighbours->running) {
        return;
    }
    (void)pthread_mutex_lock(&neighbours->lock);
    bool known = false;
    for (size_t i = 0; i < neighbours->count; i++) {
        known = known || span_is(name_of(club), neighbours->slug[i]);
    }
    bool added = !known && neighbours->count < NEIGHBOURS_NOTED;
    if (added) {
        strbuf_wrap(&name, neighbours->slug[neighbours->count++], sizeof(neighbours->slug[0]));
        strbuf_add_span(&name, name_of(club));
    }
    (void)pthread_mutex_unlock(&neighbours->lock);
    if (added) {
        wake_up(neighbours);
    }
}

/* The next club that is to be told of; false: none. */
static bool next_noted(struct neighbours *neighbours, char slug[CLUB_SLUG + 1])
{
    (void)pthread_mutex_lock(&neighbours->lock);
    bool some = neighbours->count > 0;
    if (some) {
        memcpy(slug, neighbours->slug[--neighbours->count], CLUB_SLUG + 1);
    }
    (void)pthread_mutex_unlock(&neighbours->lock);
    return some;
}

static enum err tell_all(struct neighbours *neighbours, struct store_neighbours *link, struct error *error)
{
    char slug[CLUB_SLUG + 1];
    uint64_t count;
    ssize_t ignored = read(neighbours->wake, &count, sizeof(count)); /* nothing to read is fine */
    (void)ignored;
    while (next_noted(neighbours, slug)) {
        enum err err = neighbours_tell(link, span_from(slug), error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- hearing ---- */

static void heard(void *context, struct span slug)
{
    struct server *server = context;
    struct club *club =
        server->alone && span_equal(slug, name_of(server->alone)) ? server->alone : clubs_hold_open(server, slug);
    if (!club) {
        return;
    }
    struct error ignored;
    /* Whoever asks a question has the server asked first: only streams wait to be told. */
    struct service *service = followers_any(club) ? reader_take(club) : NULL;
    if (service) {
        (void)!club_learn(club, service, &ignored); /* else the next second does */
        reader_give(club, service);
    }
    if (!server->alone) {
        clubs_let_go(club);
    }
}

/* ---- the thread ---- */

static void pause_for(const struct neighbours *neighbours, int ms)
{
    struct pollfd fd = {.fd = neighbours->wake, .events = POLLIN};
    if (!atomic_load(&neighbours->stop)) {
        (void)poll(&fd, 1, ms);
    }
}

/* Until the connection is lost, or it is time to stop. */
static void talk(struct server *server, struct store_neighbours *link)
{
    struct neighbours *neighbours = &server->neighbours;
    struct error ignored;
    while (!atomic_load(&neighbours->stop)) {
        if (tell_all(neighbours, link, &ignored) != ERR_OK ||
            neighbours_hear(link, neighbours->wake, LOOK_MS, heard, server, &ignored) != ERR_OK) {
            return;
        }
    }
}

static void *run(void *context)
{
    struct server *server = context;
    struct neighbours *neighbours = &server->neighbours;
    const char *path = server->alone ? server->alone->path : server->config.clubs;
    struct store_neighbours *link = NULL;
    struct error ignored;
    while (!atomic_load(&neighbours->stop)) {
        if (neighbours_open(&link, path, &server->options, &ignored) == ERR_OK) {
            talk(server, link);
            neighbours_close(link);
        }
        pause_for(neighbours, AGAIN_MS);
    }
    return NULL;
}

enum err neighbours_start(struct server *server, struct error *error)
{
    struct neighbours *neighbours = &server->neighbours;
    bool shared = server_is_shared(server);
    neighbours->wake = -1;
    if (!shared) {
        return ERR_OK;
    }
    neighbours->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    (void)pthread_mutex_init(&neighbours->lock, NULL);
    neighbours->running = neighbours->wake >= 0 && pthread_create(&neighbours->thread, NULL, run, server) == 0;
    return neighbours->running ? ERR_OK : error_raise(error, &HTTP_MSG_DAEMON);
}

void neighbours_stop(struct server *server)
{
    struct neighbours *neighbours = &server->neighbours;
    if (neighbours->running) {
        atomic_store(&neighbours->stop, true);
        wake_up(neighbours);
        (void)pthread_join(neighbours->thread, NULL);
        (void)pthread_mutex_destroy(&neighbours->lock);
        neighbours->running = false;
    }
    if (neighbours->wake > 0) {
        (void)close(neighbours->wake);
        neighbours->wake = -1;
    }
}
