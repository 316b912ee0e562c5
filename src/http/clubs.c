/*
 * The table of open clubs, and the caretaker: the thread that brings older
 * databases up to date and keeps the list of clubs (clubs.h, directory.c).
 *
 * Lock order: clubs.lock, then a writer's, then that of the line of writers.
 * No database is opened, closed or read with clubs.lock held.
 */
#include "http/clubs.h"

#include "base/fnv.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/club.h"

#include <time.h>
#include <unistd.h>

#include "base/banned.h"

enum { REFRESH_SECONDS = 5 };

/* ---- the table ---- */

static struct club **row_of(struct clubs *clubs, struct span slug)
{
    uint64_t hash = fnv_add(FNV_START, slug);
    return &clubs->rows[(hash ^ hash >> 32) % CLUBS_ROWS];
}

static struct club *find(struct clubs *clubs, struct span slug)
{
    struct club *club = *row_of(clubs, slug);
    while (club && !span_is(slug, club->slug)) {
        club = club->same;
    }
    return club;
}

static void take_out(struct clubs *clubs, struct club *club)
{
    struct club **link = row_of(clubs, span_from(club->slug));
    while (*link != club) {
        link = &(*link)->same;
    }
    *link = club->same;
    clubs->count--;
    (void)pthread_cond_broadcast(&clubs->changed);
}

/* Puts a new one in, claimed. NULL: no memory. */
static struct club *put_in(struct server *server, const struct club_address *address)
{
    struct clubs *clubs = &server->clubs;
    struct club *club = mem_new(server->allocator, 1, sizeof(*club));
    if (!club) {
        return NULL;
    }
    struct club **row = row_of(clubs, span_from(address->slug));
    memcpy(club->slug, address->slug, sizeof(club->slug));
    memcpy(club->path, address->path, sizeof(club->path));
    club_init(club, server);
    const struct catalogues *shared = server->options.catalogues;
    if (shared) {
        catalogues_init(&club->catalogues, server->allocator, shared->format, shared->shipped);
        club->options.catalogues = &club->catalogues;
    }
    club->state = CLUB_CLAIMED;
    club->same = *row;
    *row = club;
    clubs->count++;
    return club;
}

/* It is in nobody's hands, and has been released. */
static void take_out_and_free(struct clubs *clubs, struct club *club)
{
    const struct allocator *allocator = club->server->allocator;
    take_out(clubs, club);
    mem_free(allocator, club);
}

/* ---- making room ---- */

/* Nobody has anything to do with it. */
static bool is_idle(struct club *club)
{
    return club->state == CLUB_OPEN && club->holds == 0 && writer_idle(club) && histories_idle(club) &&
           !auditing_runs(club) && !atomic_load(&club->flush_due) && !atomic_load(&club->writer.failing);
}

/* The idle club that was used longest ago, of suspended ones alone if `suspended`; NULL: none. */
static struct club *longest_idle(struct clubs *clubs, bool suspended)
{
    struct club *found = NULL;
    for (size_t i = 0; i < CLUBS_ROWS; i++) {
        for (struct club *club = clubs->rows[i]; club; club = club->same) {
            bool older = (!found || club->used < found->used) && (!suspended || atomic_load(&club->suspended));
            found = older && is_idle(club) ? club : found;
        }
    }
    return found;
}

/* Closes it; the lock is let go meanwhile. */
static void close_one(struct clubs *clubs, struct club *club)
{
    club->state = CLUB_CLAIMED;
    (void)pthread_mutex_unlock(&clubs->lock);
    club_release(club);
    (void)pthread_mutex_lock(&clubs->lock);
    take_out_and_free(clubs, club);
}

void clubs_tidy(struct server *server)
{
    struct clubs *clubs = &server->clubs;
    struct club *club;
    (void)pthread_mutex_lock(&clubs->lock);
    while (!server->alone && (club = longest_idle(clubs, true))) {
        close_one(clubs, club);
    }
    (void)pthread_mutex_unlock(&clubs->lock);
}

/* ---- opening ---- */

static bool is_said(const struct error *error, const char *id)
{
    return error->message && strcmp(error->message->id, id) == 0;
}

/* An older file is brought up to date by the caretaker; a club on a server by its owner, and by nobody here. */
static bool needs_preparing(const struct club *club, const struct error *error)
{
    return error->message == &HTTP_MSG_PREPARING || (is_said(error, "store.older") && !service_on_server(club->path));
}

/* A stranger is not told what is wrong with a file; who runs the daemon is. */
static void hide(const struct club *club, struct error *error)
{
    if (is_said(error, "store.connections") || error->message == &CLUBS_MSG_SUSPENDED ||
        error->message == &MSG_MEMORY) {
        return;
    }
    if (error->message->code == ERR_NOT_FOUND) {
        return; /* it went since the list was read */
    }
    bool version = is_said(error, "store.older") || is_said(error, "store.newer");
    broken_tell(club, error);
    (void)!error_raise(error, version ? &HTTP_MSG_CLUB_VERSION : &HTTP_MSG_CLUB_BROKEN);
}

/* With the lock held, and let go meanwhile: opens a club that has been put in. */
static enum err open_claimed(struct clubs *clubs, struct club *club, struct error *error)
{
    (void)pthread_mutex_unlock(&clubs->lock);
    enum err err = club_open(club, SERVICE_READ, error);
    bool later = err != ERR_OK && needs_preparing(club, error);
    if (err != ERR_OK && !later) {
        hide(club, error);
        err = error->message->code;
        club_release(club);
    }
    (void)pthread_mutex_lock(&clubs->lock);
    if (later) {
        club->state = CLUB_PREPARING;
        club->waits = clubs->preparing;
        clubs->preparing = club;
        (void)pthread_cond_signal(&clubs->wanted);
        (void)pthread_cond_broadcast(&clubs->changed);
        return error_raise(error, &HTTP_MSG_PREPARING);
    }
    if (err != ERR_OK) {
        take_out_and_free(clubs, club);
        return err;
    }
    club->state = CLUB_OPEN;
    (void)pthread_cond_broadcast(&clubs->changed);
    return ERR_OK;
}

/* The club as the table has it once no thread claims it; NULL: it is not there. */
static struct club *settled(struct clubs *clubs, struct span slug)
{
    struct club *club;
    while ((club = find(clubs, slug)) && club->state == CLUB_CLAIMED) {
        (void)pthread_cond_wait(&clubs->changed, &clubs->lock);
    }
    return club;
}

/* Room for one more; the lock may be let go meanwhile. ERR_BUSY: everybody is at work. */
static enum err make_room(struct clubs *clubs, struct error *error)
{
    while (clubs->count >= clubs->limit) {
        struct club *idle = longest_idle(clubs, false);
        if (!idle) {
            return error_raise(error, &HTTP_MSG_CLUBS_OPEN);
        }
        close_one(clubs, idle);
    }
    return ERR_OK;
}

/* With the lock held. The club open, if there is no error. */
static enum err get(struct server *server, const struct club_address *address, struct club **out, struct error *error)
{
    struct clubs *clubs = &server->clubs;
    struct span slug = span_from(address->slug);
    struct club *club = settled(clubs, slug);
    if (!club) {
        enum err err = make_room(clubs, error);
        if (err != ERR_OK) {
            return err;
        }
        club = settled(clubs, slug); /* the lock may have been let go */
    }
    if (!club) {
        club = put_in(server, address);
        enum err err = club ? open_claimed(clubs, club, error) : error_raise(error, &MSG_MEMORY);
        if (err != ERR_OK) {
            return err;
        }
    }
    *out = club;
    if (club->state == CLUB_PREPARING) {
        return error_raise(error, &HTTP_MSG_PREPARING);
    }
    return atomic_load(&club->suspended) ? error_raise(error, &CLUBS_MSG_SUSPENDED) : ERR_OK;
}

enum err clubs_hold(struct server *server, struct span slug, struct club **out, struct error *error)
{
    struct clubs *clubs = &server->clubs;
    struct club_address address;
    (void)pthread_mutex_lock(&clubs->lock);
    struct club *club = find(clubs, slug);
    bool ready = club && club->state == CLUB_OPEN && !atomic_load(&club->suspended);
    if (ready) {
        club->holds++;
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    if (ready) {
        *out = club;
        return ERR_OK;
    }
    /* Who asks a server for clubs that there are not would make a connection each time: there the list is believed. */
    const char *place = server->config.clubs;
    if (service_on_server(place) && !directory_has(server, slug)) {
        return ERR_NOT_FOUND;
    }
    enum err err = service_on_server(place) ? clubs_address(place, slug, &address, error)
                                            : clubs_find(place, slug, &address, error);
    if (err != ERR_OK) {
        return err;
    }
    (void)pthread_mutex_lock(&clubs->lock);
    err = get(server, &address, &club, error);
    if (err == ERR_OK) {
        club->holds++;
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    *out = err == ERR_OK ? club : NULL;
    return err;
}

struct club *clubs_hold_open(struct server *server, struct span slug)
{
    struct clubs *clubs = &server->clubs;
    (void)pthread_mutex_lock(&clubs->lock);
    struct club *club = find(clubs, slug);
    club = club && club->state == CLUB_OPEN ? club : NULL;
    if (club) {
        club->holds++;
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    return club;
}

void clubs_let_go(struct club *club)
{
    struct clubs *clubs = &club->server->clubs;
    (void)pthread_mutex_lock(&clubs->lock);
    club->holds--;
    club->used = ticks();
    (void)pthread_mutex_unlock(&clubs->lock);
}

/* ---- all of them ---- */

size_t clubs_open_count(struct server *server)
{
    size_t count = 0;
    (void)pthread_mutex_lock(&server->clubs.lock);
    for (size_t i = 0; i < CLUBS_ROWS; i++) {
        for (const struct club *club = server->clubs.rows[i]; club; club = club->same) {
            count += club->state == CLUB_OPEN;
        }
    }
    (void)pthread_mutex_unlock(&server->clubs.lock);
    return count;
}

/* By name, one held at a time: the others may be closed meanwhile. */
void clubs_each(struct server *server, void (*fn)(struct club *club, void *context), void *context)
{
    struct clubs *clubs = &server->clubs;
    char slugs[CLUBS_OPEN][CLUB_SLUG + 1];
    size_t count = 0;
    if (server->alone) {
        fn(server->alone, context);
        return;
    }
    (void)pthread_mutex_lock(&clubs->lock);
    for (size_t i = 0; i < CLUBS_ROWS; i++) {
        for (const struct club *club = clubs->rows[i]; club && count < CLUBS_OPEN; club = club->same) {
            memcpy(slugs[count++], club->slug, sizeof(slugs[0]));
        }
    }
    for (size_t i = 0; i < count; i++) {
        struct club *club = find(clubs, span_from(slugs[i]));
        if (club && club->state == CLUB_OPEN) {
            club->holds++;
            (void)pthread_mutex_unlock(&clubs->lock);
            fn(club, context);
            (void)pthread_mutex_lock(&clubs->lock);
            club->holds--;
        }
    }
    (void)pthread_mutex_unlock(&clubs->lock);
}

/* ---- looking at one ---- */

static bool read_entry(struct service *service, void *context)
{
    struct club_entry *entry = context;
    struct club_settings settings;
    struct error ignored;
    struct strbuf name;
    if (service_standing(service, &entry->standing, &ignored) != ERR_OK ||
        service_club(service, &settings, &ignored) != ERR_OK) {
        return false;
    }
    strbuf_wrap(&name, entry->name, sizeof(entry->name));
    strbuf_add(&name, settings.name);
    return true;
}

/* A claim of its own keeps others from opening and closing the file meanwhile: see base/serving.h. */
static bool read_closed(struct server *server, const struct club_address *address, club_read_fn *read, void *context)
{
    struct clubs *clubs = &server->clubs;
    struct service *service = NULL;
    struct error ignored;
    struct club *claim = put_in(server, address);
    if (!claim) {
        return false;
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    bool known = service_open(&service, claim->path, SERVICE_READ, &claim->options, &ignored) == ERR_OK &&
                 read(service, context);
    service_close(service);
    club_release(claim);
    (void)pthread_mutex_lock(&clubs->lock);
    take_out_and_free(clubs, claim);
    return known;
}

bool clubs_read(struct server *server, struct span slug, club_read_fn *read, void *context)
{
    struct clubs *clubs = &server->clubs;
    struct club_address address;
    struct error ignored;
    bool known = false;
    const char *place = server->config.clubs;
    enum err err = service_on_server(place)
                       ? clubs_address(place, slug, &address, &ignored) /* the list has just named it */
                       : clubs_find(place, slug, &address, &ignored);
    if (err != ERR_OK) {
        return false;
    }
    (void)pthread_mutex_lock(&clubs->lock);
    struct club *club = settled(clubs, slug);
    if (!club) {
        known = read_closed(server, &address, read, context);
    } else if (club->state == CLUB_OPEN) {
        club->holds++;
        (void)pthread_mutex_unlock(&clubs->lock);
        struct service *service = reader_take(club);
        known = service && read(service, context);
        if (service) {
            reader_give(club, service);
        }
        (void)pthread_mutex_lock(&clubs->lock);
        club->holds--;
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    return known;
}

bool clubs_look(struct server *server, struct span slug, struct club_entry *entry)
{
    return clubs_read(server, slug, read_entry, entry);
}

/* ---- the caretaker ---- */

/* With the lock held, and let go meanwhile. */
static void prepare_next(struct clubs *clubs)
{
    struct club *club = clubs->preparing;
    struct error error;
    clubs->preparing = club->waits;
    (void)pthread_mutex_unlock(&clubs->lock);
    enum err err = club_open(club, SERVICE_WRITE, &error);
    if (err != ERR_OK) {
        broken_tell(club, &error);
        club_release(club);
    }
    (void)pthread_mutex_lock(&clubs->lock);
    if (err == ERR_OK) {
        club->state = CLUB_OPEN;
        club->used = ticks();
        (void)pthread_cond_broadcast(&clubs->changed);
    } else {
        take_out_and_free(clubs, club);
    }
}

static void *take_care(void *context)
{
    struct server *server = context;
    struct clubs *clubs = &server->clubs;
    struct timespec when = {.tv_sec = 0}; /* at once: the start may have left some */
    (void)pthread_mutex_lock(&clubs->lock);
    while (!clubs->stop) {
        struct timespec now;
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
        if (clubs->preparing) {
            prepare_next(clubs);
        } else if (now.tv_sec >= when.tv_sec + REFRESH_SECONDS) {
            (void)pthread_mutex_unlock(&clubs->lock);
            bool complete = directory_refresh(server) && sharing_step(server);
            (void)pthread_mutex_lock(&clubs->lock);
            (void)clock_gettime(CLOCK_MONOTONIC, &when);
            when.tv_sec -= complete ? 0 : REFRESH_SECONDS;
        } else {
            struct timespec until = {.tv_sec = when.tv_sec + REFRESH_SECONDS, .tv_nsec = when.tv_nsec};
            (void)pthread_cond_timedwait(&clubs->wanted, &clubs->lock, &until);
        }
    }
    (void)pthread_mutex_unlock(&clubs->lock);
    return NULL;
}

/* ---- starting and stopping ---- */

enum err clubs_start(struct server *server, struct error *error)
{
    server->clubs.limit = CLUBS_OPEN;
    enum err err = directory_new(server, error);
    if (err != ERR_OK) {
        return err;
    }
    err = sharing_new(server, error);
    if (err != ERR_OK) {
        return err;
    }
    server->clubs.running = pthread_create(&server->clubs.caretaker, NULL, take_care, server) == 0;
    return server->clubs.running ? ERR_OK : error_raise(error, &HTTP_MSG_DAEMON);
}

void clubs_stop(struct server *server)
{
    struct clubs *clubs = &server->clubs;
    if (clubs->running) {
        (void)pthread_mutex_lock(&clubs->lock);
        clubs->stop = true;
        (void)pthread_cond_signal(&clubs->wanted);
        (void)pthread_mutex_unlock(&clubs->lock);
        (void)pthread_join(clubs->caretaker, NULL);
        clubs->running = false;
    }
}

/* One that is being audited stays where it is: the process ends, and the audit with it. */
void clubs_release(struct server *server)
{
    struct clubs *clubs = &server->clubs;
    for (size_t i = 0; i < CLUBS_ROWS; i++) {
        struct club *club;
        while ((club = clubs->rows[i])) {
            clubs->rows[i] = club->same;
            if (!auditing_runs(club)) {
                club_release(club);
                mem_free(server->allocator, club);
            }
        }
    }
    if (server->alone) {
        club_release(server->alone);
        mem_free(server->allocator, server->alone);
        server->alone = NULL;
    }
    sharing_free(server);
    directory_free(server);
}
