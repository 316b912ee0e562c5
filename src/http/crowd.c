/*
 * The crowd: every connection there is, how many each address has, since when
 * each of them does what it does, and who makes room when there are too many.
 *
 * Every connection that is not at work can be closed. When there are as many
 * as there may be, a new one replaces one of those whose address has the most
 * connections; among them one that has never been answered before one that
 * has, and the one that has waited longest. So a crowd that sends nothing, or
 * sends it slowly, pushes itself out, however large it is and however fast it
 * comes; a client that is served keeps its connection. An address that has as
 * many as it may gives up one of its own.
 *
 * Of many connections a part is looked at, chosen at random: a new one costs
 * the same among 500 and among 50 000.
 */
#include "http/inside.h"

#include "base/banned.h"

enum {
    HOUSES = 4096,
    LOOKED_AT = 512,           /* connections, in search of one that may leave */
    SLACK = 1024,              /* of those that were shut down, until their threads have closed them */
    STALLED_MANY = 500 * 1000, /* the same, of an address that has many */
    MANY = 4,
    STALLED = 5 * 1000 * 1000 /* microseconds without progress, after which an answer may be cut off */
};

/* An address and its connections. */
struct household {
    struct household *next;
    uint8_t address[ADDRESS_SIZE];
    struct conn *first;
    size_t count; /* of those that are not gone */
};

enum err crowd_init(struct server *server, struct error *error)
{
    struct crowd *crowd = &server->crowd;
    const struct entropy *entropy = server->options.entropy;
    crowd->room = (size_t)server->config.connections + SLACK;
    crowd->conns = mem_new(server->allocator, crowd->room, sizeof(struct conn *));
    crowd->houses = mem_new(server->allocator, HOUSES, sizeof(struct household *));
    entropy->fill(entropy->context, &crowd->seed, sizeof(crowd->seed));
    crowd->random = crowd->seed;
    return crowd->conns && crowd->houses ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

void crowd_release(struct server *server)
{
    mem_free(server->allocator, server->crowd.conns);
    mem_free(server->allocator, (void *)server->crowd.houses);
    server->crowd.conns = NULL;
    server->crowd.houses = NULL;
}

/* ---- households; all of this under the lock ---- */

static struct household **bucket_of(struct crowd *crowd, const uint8_t address[ADDRESS_SIZE])
{
    uint64_t hash = crowd->seed;
    for (size_t i = 0; i < ADDRESS_SIZE; i++) {
        hash = (hash ^ address[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return &crowd->houses[hash % HOUSES];
}

static struct household *house_of(struct server *server, const uint8_t address[ADDRESS_SIZE])
{
    struct household **bucket = bucket_of(&server->crowd, address);
    struct household *house = *bucket;
    while (house && memcmp(house->address, address, ADDRESS_SIZE) != 0) {
        house = house->next;
    }
    if (!house) {
        house = mem_new(server->allocator, 1, sizeof(*house));
        if (house) {
            memcpy(house->address, address, ADDRESS_SIZE);
            house->next = *bucket;
            *bucket = house;
        }
    }
    return house;
}

static void house_close(struct server *server, struct household *house)
{
    struct household **at = bucket_of(&server->crowd, house->address);
    while (*at != house) {
        at = &(*at)->next;
    }
    *at = house->next;
    mem_free(server->allocator, house);
}

/* ---- who leaves ---- */

/* How early it is closed, the highest first; 0: it stays. */
static int rank_of(const struct conn *conn, int64_t now)
{
    bool proven = atomic_load_explicit(&conn->proven, memory_order_relaxed);
    switch ((enum conn_phase)atomic_load_explicit(&conn->phase, memory_order_relaxed)) {
    case CONN_NEW:
        return 4;
    case CONN_ARRIVING:
        return proven ? 3 : 4;
    case CONN_IDLE:
        return 2;
    case CONN_SENDING:
        return now - atomic_load_explicit(&conn->since, memory_order_relaxed) >
                       (conn->household->count > MANY ? STALLED_MANY : STALLED)
                   ? 1
                   : 0;
    case CONN_BUSY:
        break;
    }
    return 0;
}

struct choice {
    struct conn *conn; /* NULL: none so far */
    size_t house;
    int rank;
    int64_t since;
};

static void consider(struct choice *choice, struct conn *conn, int64_t now)
{
    struct choice one = {conn, conn->household->count, conn->gone ? 0 : rank_of(conn, now),
                         atomic_load_explicit(&conn->since, memory_order_relaxed)};
    if (one.rank == 0) {
        return;
    }
    bool better = !choice->conn || one.house > choice->house ||
                  (one.house == choice->house &&
                   (one.rank > choice->rank || (one.rank == choice->rank && one.since < choice->since)));
    if (better) {
        *choice = one;
    }
}

/* Its thread then sees the end of the connection. */
static void send_away(struct server *server, struct conn *conn)
{
    conn->gone = true;
    conn->household->count--;
    server->crowd.gone++;
    (void)shutdown(conn->fd, SHUT_RDWR);
}

static bool make_room(struct server *server, const struct household *house)
{
    struct crowd *crowd = &server->crowd;
    struct choice choice = {NULL, 0, 0, 0};
    int64_t now = ticks();
    if (house) {
        for (struct conn *conn = house->first; conn; conn = conn->house_next) {
            consider(&choice, conn, now);
        }
    } else {
        crowd->random = crowd->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t from = crowd->count > LOOKED_AT ? (size_t)(crowd->random >> 33) % crowd->count : 0;
        size_t looked = crowd->count < LOOKED_AT ? crowd->count : LOOKED_AT;
        for (size_t i = 0; i < looked; i++) {
            consider(&choice, crowd->conns[(from + i) % crowd->count], now);
        }
    }
    if (choice.conn) {
        send_away(server, choice.conn);
        atomic_fetch_add(&server->metrics.crowded, 1);
    }
    return choice.conn != NULL;
}

/* ---- coming and going ---- */

static bool enter(struct server *server, struct conn *conn)
{
    struct crowd *crowd = &server->crowd;
    struct household *house = crowd->count < crowd->room ? house_of(server, conn->address) : NULL;
    if (!house) {
        return false;
    }
    bool full_house = house->count >= (size_t)server->config.connections_per_address;
    bool full = crowd->count - crowd->gone >= (size_t)server->config.connections;
    if ((full_house && !make_room(server, house)) || (full && !full_house && !make_room(server, NULL))) {
        if (!house->first) {
            house_close(server, house);
        }
        return false;
    }
    house->count++;
    conn->household = house;
    conn->house_next = house->first;
    conn->house_back = &house->first;
    if (house->first) {
        house->first->house_back = &conn->house_next;
    }
    house->first = conn;
    conn->position = crowd->count;
    crowd->conns[crowd->count++] = conn;
    return true;
}

bool crowd_enter(struct conn *conn)
{
    struct server *server = conn->server;
    (void)pthread_mutex_lock(&server->crowd.lock);
    bool entered = enter(server, conn);
    (void)pthread_mutex_unlock(&server->crowd.lock);
    if (!entered) {
        atomic_fetch_add(&server->metrics.crowded, 1);
    }
    return entered;
}

void crowd_leave(struct conn *conn)
{
    struct server *server = conn->server;
    struct crowd *crowd = &server->crowd;
    struct household *house = conn->household;
    if (!house) {
        return;
    }
    (void)pthread_mutex_lock(&crowd->lock);
    *conn->house_back = conn->house_next;
    if (conn->house_next) {
        conn->house_next->house_back = conn->house_back;
    }
    if (conn->gone) {
        crowd->gone--;
    } else {
        house->count--;
    }
    if (!house->first) {
        house_close(server, house);
    }
    struct conn *last = crowd->conns[--crowd->count];
    crowd->conns[conn->position] = last;
    last->position = conn->position;
    conn->household = NULL;
    (void)pthread_mutex_unlock(&crowd->lock);
}

void crowd_sweep(struct server *server)
{
    struct crowd *crowd = &server->crowd;
    int64_t now = ticks();
    (void)pthread_mutex_lock(&crowd->lock);
    for (size_t i = 0; i < crowd->count; i++) {
        struct conn *conn = crowd->conns[i];
        int64_t until = atomic_load_explicit(&conn->until, memory_order_relaxed);
        if (until > 0 && now > until && !conn->gone) {
            send_away(server, conn);
            atomic_fetch_add(&server->metrics.slow, 1);
        }
    }
    (void)pthread_mutex_unlock(&crowd->lock);
}

bool crowd_full(struct server *server)
{
    (void)pthread_mutex_lock(&server->crowd.lock);
    bool full = server->crowd.count >= server->crowd.room;
    (void)pthread_mutex_unlock(&server->crowd.lock);
    return full;
}

void crowd_thin(struct server *server)
{
    (void)pthread_mutex_lock(&server->crowd.lock);
    (void)make_room(server, NULL);
    (void)pthread_mutex_unlock(&server->crowd.lock);
}

struct conn *crowd_any(struct server *server, const struct loop *loop)
{
    struct conn *found = NULL;
    (void)pthread_mutex_lock(&server->crowd.lock);
    for (size_t i = 0; i < server->crowd.count && !found; i++) {
        found = server->crowd.conns[i]->loop == loop ? server->crowd.conns[i] : NULL;
    }
    (void)pthread_mutex_unlock(&server->crowd.lock);
    return found;
}
