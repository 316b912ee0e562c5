/*
 * Clubs on a server: other daemons write them, too, so what is known of one
 * here may be old. Whoever asks about such a club is therefore answered, out
 * of the cache or anew, only after the database has said what the club is now:
 * its log, people, tokens and settings.
 *
 * A question holds for every request that came before it was sent. So those
 * that wait for a club are taken together, and one round trip is enough for
 * them, however many they are; who comes while it is under way waits for the
 * next one.
 *
 * A request may also come for a club that is not open, or with a token that is not known; before it can be looked at, the server
 * is asked to open the club, or for its tokens (heads_inquire).
 *
 * It is asked by threads of its own: a server may take its time, network
 * threads may not, and the pool of readers has limits for each address that an
 * answer out of the cache does not count for.
 */
#include "http/inside.h"
#include "http/messages.h"

#include "base/banned.h"

bool heads_ask(struct request *request)
{
    struct club *club = request->club;
    struct head *head = &club->head;
    struct heads *heads = &request->server->heads;
    (void)pthread_mutex_lock(&heads->lock);
    bool open = !heads->stop;
    if (open) {
        request->next = NULL;
        *(head->last ? &head->last->next : &head->first) = request;
        head->last = request;
    }
    if (open && !head->listed) {
        head->listed = true;
        head->next = NULL;
        *(heads->last ? &heads->last->head.next : &heads->first) = club;
        heads->last = club;
        (void)pthread_cond_signal(&heads->filled);
    }
    (void)pthread_mutex_unlock(&heads->lock);
    return open;
}

/* The next club in line, and all who wait for it; NULL when it is time to stop, and nobody waits. */
static struct club *next_club(struct heads *heads, struct request **all)
{
    (void)pthread_mutex_lock(&heads->lock);
    while (!heads->first && !heads->stop) {
        (void)pthread_cond_wait(&heads->filled, &heads->lock);
    }
    struct club *club = heads->first;
    if (club) {
        heads->first = club->head.next;
        heads->last = heads->first ? heads->last : NULL;
        *all = club->head.first;
        club->head = (struct head){.listed = false};
    }
    (void)pthread_mutex_unlock(&heads->lock);
    return club;
}

static enum err ask(struct club *club, struct error *error)
{
    struct service *service = reader_take(club);
    if (!service) {
        return error_raise(error, &HTTP_MSG_READERS);
    }
    enum err err = club_learn(club, service, error);
    reader_give(club, service);
    return err;
}

static void *ask_loop(void *context)
{
    struct heads *heads = context;
    struct request *all = NULL;
    struct club *club;
    while ((club = next_club(heads, &all))) {
        struct error error = {.message = NULL};
        enum err err = ask(club, &error);
        while (all) { /* the last of them may let the club go */
            struct request *request = all;
            all = request->next;
            request->next = NULL;
            if (err != ERR_OK) {
                request->error = error;
            }
            exchange_go_on(request, err);
        }
    }
    return NULL;
}

/* ---- before a request can be looked at ---- */

bool heads_inquire(struct request *request)
{
    struct heads *heads = &request->server->heads;
    (void)pthread_mutex_lock(&heads->lock);
    bool open = !heads->stop;
    if (open) {
        request->next = NULL;
        *(heads->inquiry_last ? &heads->inquiry_last->next : &heads->inquiry) = request;
        heads->inquiry_last = request;
        (void)pthread_cond_signal(&heads->inquired);
    }
    (void)pthread_mutex_unlock(&heads->lock);
    return open;
}

static struct request *next_inquiry(struct heads *heads)
{
    (void)pthread_mutex_lock(&heads->lock);
    while (!heads->inquiry && !heads->stop) {
        (void)pthread_cond_wait(&heads->inquired, &heads->lock);
    }
    struct request *request = heads->inquiry;
    if (request) {
        heads->inquiry = request->next;
        heads->inquiry_last = heads->inquiry ? heads->inquiry_last : NULL;
    }
    (void)pthread_mutex_unlock(&heads->lock);
    return request;
}

static void *inquire_loop(void *context)
{
    struct heads *heads = context;
    struct request *request;
    while ((request = next_inquiry(heads))) {
        request->next = NULL;
        request->inquiry = request->club
                               ? ERR_OK
                               : clubs_hold(request->server, span_from(request->slug), &request->club, &request->error);
        if (request->inquiry == ERR_OK) {
            request->inquiry = ask(request->club, &request->error);
        }
        request->inquired = true;
        conn_resume(request->conn);
    }
    return NULL;
}

enum err heads_start(struct server *server, struct error *error)
{
    struct heads *heads = &server->heads;
    bool shared = server_is_shared(server);
    while (shared && heads->count < HEADS_THREADS) {
        void *(*loop)(void *) = heads->count % 2 == 0 ? ask_loop : inquire_loop;
        if (pthread_create(&heads->thread[heads->count], NULL, loop, heads) != 0) {
            return error_raise(error, &HTTP_MSG_DAEMON);
        }
        heads->count++;
    }
    return ERR_OK;
}

void heads_stop(struct server *server)
{
    struct heads *heads = &server->heads;
    (void)pthread_mutex_lock(&heads->lock);
    heads->stop = true;
    (void)pthread_cond_broadcast(&heads->filled);
    (void)pthread_cond_broadcast(&heads->inquired);
    (void)pthread_mutex_unlock(&heads->lock);
    while (heads->count > 0) {
        (void)pthread_join(heads->thread[--heads->count], NULL);
    }
}
