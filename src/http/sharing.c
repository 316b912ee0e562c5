/*
 * The root of many clubs: what is counted about cards, without people, summed
 * over the clubs whose setting says that they share it. The caretaker reads
 * them one after the other, one at a time and some of them in a go; an answer
 * is made of what it has found and opens nothing. A round begins when
 * something has changed in one of them, and not before ten times as long as the last one
 * took has passed: sums of thousands of clubs are minutes old, those of a few
 * some seconds. Who agrees no longer, is suspended or gone is out as soon as
 * the list of clubs says so.
 */
#include "service/shared_cards.h"

#include "base/deadline.h"
#include "base/fnv.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "wire/stats.h"

#include <stdlib.h>

#include "base/banned.h"

enum {
    STEP_US = 500 * 1000,         /* that clubs are read in a go */
    CLUB_US = 1000 * 1000,        /* processor time of one of them */
    REST = 10,                    /* of the time a round takes, between two */
    AGAIN_US = 600 * 1000 * 1000, /* between two rounds over a server, unless somebody joins or leaves */
    MISSED_US = 60 * 1000 * 1000, /* after which one that could not be read is tried again */
    KEPT = 16,                    /* answers */
    QUESTION = 160                /* bytes of what is asked, of one that is kept */
};

struct kept {
    char question[QUESTION];
    struct strbuf body;
};

/* The clubs as the directory has them. */
struct roll {
    const struct allocator *allocator;
    uint64_t *agreed;            /* of those that agree, and of those that could not be asked: ascending */
    char (*slug)[CLUB_SLUG + 1]; /* in the order of their numbers, once a round has begun */
    size_t count, agreed_room;
    size_t readable, slug_room; /* that agree, and can be read */
    uint64_t state;             /* other, when one of these has changed */
    bool timed;                 /* on a server nobody knows which has: it is other every AGAIN_US */
    bool failed;
};

struct sharing {
    pthread_mutex_t lock;
    struct shared_cards *shown; /* under `lock`, as the next two */
    struct kept kept[KEPT];
    size_t kept_count;
    struct shared_cards *round; /* NULL: none is under way; the caretaker's, as the rest */
    struct roll roll;           /* of it */
    size_t next;
    int64_t began;
    int64_t not_before;
    bool missed;     /* somebody could not be read */
    uint64_t seen;   /* the state that the last round was made of */
    uint64_t agreed; /* a hash of who agreed when that was last looked at */
};

/* ---- who agrees ---- */

static void call(void *context, const struct club_entry *entry)
{
    struct roll *roll = context;
    bool agrees = !entry->known || (entry->standing.sharing && !entry->standing.suspended);
    if (!agrees || roll->failed) {
        return;
    }
    uint64_t *agreed = mem_more(roll->allocator, roll->agreed, roll->count, &roll->agreed_room, sizeof(*agreed));
    roll->agreed = agreed ? agreed : roll->agreed;
    char(*slug)[CLUB_SLUG + 1] = mem_more(roll->allocator, roll->slug, roll->readable, &roll->slug_room, sizeof(*slug));
    roll->slug = slug ? slug : roll->slug;
    roll->failed = !agreed || !slug;
    if (roll->failed) {
        return;
    }
    roll->agreed[roll->count++] = shared_club(span_from(entry->slug));
    if (entry->known) {
        memcpy(roll->slug[roll->readable++], entry->slug, sizeof(entry->slug));
        roll->state = fnv_add(roll->state, span_of(entry->slug, sizeof(entry->slug)));
        if (!roll->timed) {
            roll->state = fnv_add(roll->state, span_of((const char *)entry->stamp, sizeof(entry->stamp)));
        }
    }
}

static int order(const void *left, const void *right)
{
    uint64_t a;
    uint64_t b;
    memcpy(&a, left, sizeof(a));
    memcpy(&b, right, sizeof(b));
    return a < b ? -1 : a > b;
}

static int slug_order(const void *left, const void *right)
{
    const uint64_t a = shared_club(span_from(left));
    const uint64_t b = shared_club(span_from(right));
    return order(&a, &b);
}

static void roll_call(struct server *server, struct roll *roll)
{
    *roll = (struct roll){
        .allocator = server->allocator, .state = FNV_START, .timed = service_on_server(server->config.clubs)};
    if (roll->timed) {
        roll->state = hash_mix(roll->state, (uint64_t)(ticks() / AGAIN_US));
    }
    directory_each(server, call, roll);
    if (roll->count > 1) {
        qsort(roll->agreed, roll->count, sizeof(*roll->agreed), order);
    }
}

static void roll_release(struct roll *roll)
{
    mem_free(roll->allocator, roll->agreed);
    mem_free(roll->allocator, roll->slug);
    *roll = (struct roll){.allocator = roll->allocator};
}

/* ---- rounds ---- */

static void drop_answers(struct sharing *sharing)
{
    for (size_t i = 0; i < sharing->kept_count; i++) {
        strbuf_release(&sharing->kept[i].body);
    }
    sharing->kept_count = 0;
}

struct reading {
    struct shared_cards *round;
    uint64_t club;
};

/* One that cannot be read is left out: what it is in stays as it is. */
static bool read_club(struct service *service, void *context)
{
    const struct reading *reading = context;
    struct time_limit limit;
    struct error ignored;
    time_limit_start(&limit, CLUB_US);
    service_deadline(service, &limit.deadline);
    enum err err = shared_cards_add(reading->round, reading->club, service, &ignored);
    service_deadline(service, NULL);
    return err == ERR_OK;
}

static void begin(struct server *server, struct sharing *sharing, struct roll *roll)
{
    sharing->round = shared_cards_new(server->allocator, server->options.catalogues);
    if (sharing->round) {
        sharing->roll = *roll; /* ours now */
        *roll = (struct roll){.allocator = server->allocator};
        if (sharing->roll.readable > 1) {
            qsort(sharing->roll.slug, sharing->roll.readable, sizeof(*sharing->roll.slug), slug_order);
        }
        sharing->next = 0;
        sharing->missed = false;
        sharing->began = ticks();
        sharing->seen = sharing->roll.state;
    }
}

static void end(struct sharing *sharing, const struct shared_clubs *agreed)
{
    struct error ignored; /* no memory: what could be published is */
    int64_t now = ticks();
    (void)pthread_mutex_lock(&sharing->lock);
    (void)!shared_cards_publish(sharing->shown, sharing->round, agreed, &ignored);
    drop_answers(sharing);
    (void)pthread_mutex_unlock(&sharing->lock);
    shared_cards_free(sharing->round);
    sharing->round = NULL;
    roll_release(&sharing->roll);
    sharing->not_before = now + REST * (now - sharing->began) + (sharing->missed ? MISSED_US : 0);
    sharing->seen = sharing->missed ? 0 : sharing->seen;
}

/* Reads some; false: there are more. */
static bool go_on(struct server *server, struct sharing *sharing)
{
    int64_t until = ticks() + STEP_US;
    while (sharing->next < sharing->roll.readable && ticks() < until) {
        struct span slug = span_from(sharing->roll.slug[sharing->next++]);
        struct reading reading = {sharing->round, shared_club(slug)};
        sharing->missed = !clubs_read(server, slug, read_club, &reading) || sharing->missed;
    }
    return sharing->next == sharing->roll.readable;
}

/* Nothing, as long as the same clubs agree. */
static void withdraw(struct sharing *sharing, const struct shared_clubs *agreed)
{
    uint64_t now = fnv_add(FNV_START, span_of((const char *)agreed->club, agreed->count * sizeof(*agreed->club)));
    if (now == sharing->agreed) {
        return;
    }
    sharing->agreed = now;
    (void)pthread_mutex_lock(&sharing->lock);
    if (shared_cards_withdraw(sharing->shown, agreed)) {
        drop_answers(sharing);
    }
    (void)pthread_mutex_unlock(&sharing->lock);
}

bool sharing_step(struct server *server)
{
    struct sharing *sharing = server->clubs.sharing;
    struct roll roll;
    roll_call(server, &roll);
    if (roll.failed) {
        roll_release(&roll);
        return true;
    }
    const struct shared_clubs agreed = {roll.agreed, roll.count};
    bool done = true;
    withdraw(sharing, &agreed);
    if (sharing->round) {
        done = go_on(server, sharing);
        if (done) {
            end(sharing, &agreed);
        }
    } else if (roll.state != sharing->seen && ticks() >= sharing->not_before) {
        begin(server, sharing, &roll);
        done = !sharing->round; /* without memory, later */
    }
    roll_release(&roll);
    return done;
}

/* ---- beginning and end ---- */

enum err sharing_new(struct server *server, struct error *error)
{
    struct sharing *sharing = mem_new(server->allocator, 1, sizeof(*sharing));
    struct shared_cards *shown = shared_cards_new(server->allocator, server->options.catalogues);
    if (!sharing || !shown) {
        mem_free(server->allocator, sharing);
        shared_cards_free(shown);
        return error_raise(error, &MSG_MEMORY);
    }
    (void)pthread_mutex_init(&sharing->lock, NULL);
    sharing->shown = shown;
    sharing->seen = FNV_START; /* of no clubs */
    sharing->roll.allocator = server->allocator;
    server->clubs.sharing = sharing;
    return ERR_OK;
}

void sharing_free(struct server *server)
{
    struct sharing *sharing = server->clubs.sharing;
    if (sharing) {
        drop_answers(sharing);
        shared_cards_free(sharing->shown);
        shared_cards_free(sharing->round);
        roll_release(&sharing->roll);
        (void)pthread_mutex_destroy(&sharing->lock);
        mem_free(server->allocator, sharing);
        server->clubs.sharing = NULL;
    }
}

/* ---- answers ---- */

static const struct kept *find_kept(const struct sharing *sharing, const char *question)
{
    for (size_t i = 0; i < sharing->kept_count; i++) {
        if (strcmp(sharing->kept[i].question, question) == 0) {
            return &sharing->kept[i];
        }
    }
    return NULL;
}

static void keep(const struct server *server, struct sharing *sharing, const char *question, struct span body)
{
    if (sharing->kept_count < KEPT) {
        struct kept *kept = &sharing->kept[sharing->kept_count];
        memcpy(kept->question, question, QUESTION);
        strbuf_init(&kept->body, server->allocator, body.len + 1);
        strbuf_add_span(&kept->body, body);
        sharing->kept_count += strbuf_ok(&kept->body);
    }
}

static enum err make(const struct sharing *sharing, struct span game, struct span catalogue, struct strbuf *out,
                     struct error *error)
{
    struct card_table table;
    enum err err = shared_cards_table(sharing->shown, game, catalogue, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_shared_cards(&table, out, error);
    card_table_release(&table);
    return err;
}

enum err get_shared_cards(struct request *request, struct error *error)
{
    static const char *const names[] = {"game", "catalogue", NULL};
    struct sharing *sharing = request->server->clubs.sharing;
    struct strbuf *out = &request->response.body;
    struct span game = {NULL, 0};
    struct span catalogue = {NULL, 0};
    char question[QUESTION] = {0};
    struct strbuf text;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "game", &game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "catalogue", &catalogue, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&text, question, sizeof(question));
    strbuf_add_span(&text, game);
    strbuf_add_char(&text, '\n');
    strbuf_add_span(&text, catalogue);
    (void)pthread_mutex_lock(&sharing->lock);
    const struct kept *kept = strbuf_ok(&text) ? find_kept(sharing, question) : NULL;
    if (kept) {
        strbuf_add_span(out, strbuf_span(&kept->body));
    } else {
        err = make(sharing, game, catalogue, out, error);
        if (err == ERR_OK && strbuf_ok(&text)) {
            keep(request->server, sharing, question, strbuf_span(out));
        }
    }
    (void)pthread_mutex_unlock(&sharing->lock);
    return err;
}
