/*
 * Private to the room: connections, and the threads that serve them.
 *
 * A connection belongs to one network thread from the moment it is let in
 * until it is closed; only that thread reads, writes or frees it. Others do
 * three things to it: door.c makes it, crowd.c may shut its socket down (and
 * its thread then sees the end of it), and whoever was handed its request
 * (the writer, a reader, the waker of followers) calls conn_resume when there
 * is an answer.
 *
 * Between conn_suspend and its resumption a connection is left alone by its
 * thread. It is not freed in that time unless exchange_abandon says that
 * no other thread refers to its request any more.
 */
#ifndef HTTP_CONN_H
#define HTTP_CONN_H

#include "base/strbuf.h"
#include "http/access.h"
#include "http/frame.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

struct server;
struct request;
struct reply;
struct conn;
struct household;
struct tls;

/* What a connection is doing, as far as it matters to who may stay when there is no room. */
enum conn_phase {
    CONN_NEW,      /* it has said nothing yet */
    CONN_ARRIVING, /* a request is coming */
    CONN_IDLE,     /* between requests */
    CONN_BUSY,     /* its request is being worked on */
    CONN_SENDING   /* its answer is going out */
};

enum conn_step { STEP_SHAKE, STEP_HEAD, STEP_LOOK, STEP_BODY, STEP_WORK, STEP_SEND, STEP_LINGER, STEP_CLOSE };

enum { CONN_EXTRA = 128 };

/* An answer on its way out. */
struct sending {
    struct reply *reply;    /* held */
    char extra[CONN_EXTRA]; /* what differs from one sending to the next, and the empty line */
    size_t extra_len;
    bool body;   /* it goes out as well: not for HEAD, 204 and 304 */
    bool stream; /* its body is made as it goes */
    bool chunked;
    bool last;   /* of a stream: the end has been reached */
    int64_t end; /* of a stream: microseconds, when it has lasted long enough; 0: never */
    size_t sent; /* bytes of head, extra and body; of a stream, of head and extra */
    char *piece; /* of a stream: the piece under way, with its frame */
    size_t piece_from;
    size_t piece_to;
};

struct conn {
    struct server *server;
    struct loop *loop;
    int fd;
    bool six;                      /* an IPv6 address */
    uint8_t ip[16];                /* the client's; 4 bytes unless six */
    uint8_t address[ADDRESS_SIZE]; /* whom it counts for: the same, or the network of a household (/64) */

    /* crowd.c, under its lock but for the atomics */
    size_t position; /* in the list of all */
    struct household *household;
    struct conn *house_next;
    struct conn **house_back;
    bool gone; /* shut down by us */
    _Atomic int phase;
    _Atomic bool proven;        /* it has had an answer */
    atomic_int_least64_t since; /* microseconds: when this phase began, or went on */
    atomic_int_least64_t until; /* microseconds: when it has lasted too long; 0: never */

    /* its thread's */
    enum conn_step step;
    bool readable; /* as far as is known */
    bool writable;
    bool ended;  /* the client has said its last */
    bool broken; /* the connection is dead */
    bool suspended;
    bool doomed; /* to be freed when it comes off the list of the resumed */
    bool more;   /* it has had its share of this turn, and there is more to do */
    bool queued; /* in the list of those whose turn comes again */
    struct conn *next_ready;
    struct strbuf in; /* bytes that have come */
    size_t taken;     /* of them, those that are done with */
    size_t seen;      /* where the search for the end of a head stopped, from `taken` */
    struct chunks chunks;
    uint64_t left; /* of a body with a length */
    enum frame_body body;
    bool keep;
    uint64_t dropped; /* bytes that were read after the answer */
    struct request *request;
    struct sending out;
    struct tls *tls; /* NULL: none */

    /* under the loop's lock */
    bool resumed; /* in the list of the resumed */
    struct conn *next_resumed;
};

/* One network thread. */
struct loop {
    struct server *server;
    pthread_t thread;
    bool running;
    int epoll;
    int wake; /* an eventfd */
    pthread_mutex_t lock;
    struct conn *resumed; /* under `lock` */
    atomic_size_t conns;  /* how many it serves */
    _Atomic bool stop;
    char *scratch; /* LOOP_SCRATCH bytes, of its thread */
    struct conn *ready_first;
    struct conn *ready_last;
    int64_t second; /* of `date` */
    char date[32];
};

enum { LOOP_SCRATCH = 64 << 10 };

/* ---- loop.c ---- */

ERR_CHECK enum err loops_start(struct server *server, struct error *error);
/* Closes every connection; none may be resumed any more. */
void loops_stop(struct server *server);
/* Hands a new connection to a thread; false: it could not be, and stays the caller's. */
bool loop_add(struct server *server, struct conn *conn);
/* The caller's thread leaves the connection alone until it is resumed. Called by its own thread. */
void conn_suspend(struct conn *conn);
/* From any thread, once for each suspension. */
void conn_resume(struct conn *conn);

/* ---- conn.c ---- */

struct conn *conn_new(struct server *server, int fd, const struct sockaddr_storage *peer);
/* Frees what was never handed to a thread, or is off all lists; closes the socket. */
void conn_free(struct conn *conn);
/* Goes on as far as it can. Returns false when the connection is to be closed. */
bool conn_run(struct conn *conn);
struct iovec;
/* Bytes that went out, IO_AGAIN or IO_FAILED. */
ptrdiff_t conn_send(struct conn *conn, struct iovec *parts, size_t count);
/* What was done with makes room for what comes. */
void conn_shift(struct conn *conn);
void conn_phase(struct conn *conn, enum conn_phase phase, int64_t seconds /* 0: as long as it likes */);
/* It is closed then, as ticks(), unless something else begins before. */
void conn_until(struct conn *conn, int64_t until);
/* The client's address as text. */
void conn_address(const struct conn *conn, char text[46]);

/* ---- sending.c ---- */

/* Sends what the socket takes. False: no more now. */
bool sending_step(struct conn *conn);
void sending_release(struct conn *conn);
/* Begins to send: takes over a hold on `reply`. Called by its thread, at most once a request. */
void conn_answer_steal(struct conn *conn, struct reply *reply, bool body);
/* The same for an answer whose body is request->response.stream. False: no memory. */
bool conn_stream_steal(struct conn *conn, struct reply *reply);

/* ---- tls.c ---- */

struct tls_setup;
ERR_CHECK enum err tls_setup_new(struct server *server, struct error *error); /* from the configuration */
void tls_setup_free(struct server *server);
bool tls_begin(struct conn *conn);
void tls_end(struct conn *conn);
/* Says that nothing more comes, so that the client does not take it for cut off. */
void tls_bye(struct conn *conn);
/* 1: done, 0: not yet, -1: failed. */
int tls_shake(struct conn *conn);
/* As conn.c's own: bytes, 0 at the end, IO_AGAIN, IO_FAILED. */
ptrdiff_t tls_receive(struct conn *conn, char *bytes, size_t size);
ptrdiff_t tls_send(struct conn *conn, const char *bytes, size_t size);
enum { IO_AGAIN = -1, IO_FAILED = -2 };

/* ---- crowd.c: who is here, and who makes room ---- */

struct crowd {
    pthread_mutex_t lock;
    struct conn **conns;
    size_t count; /* with those that are gone and not yet closed */
    size_t room;
    size_t gone;
    struct household **houses;
    uint64_t seed;   /* of the table of addresses, so that no client can choose whose row is long */
    uint64_t random; /* where to look next for one who may leave */
};

ERR_CHECK enum err crowd_init(struct server *server, struct error *error);
void crowd_release(struct server *server);
/* Lets it in, if need be instead of another. False: none can make room, or memory is short. */
bool crowd_enter(struct conn *conn);
/* It is about to be closed. Accepts one that never entered. */
void crowd_leave(struct conn *conn);
/* Shuts down those who take too long. */
void crowd_sweep(struct server *server);
/* More sockets are held than there may be: those shut down have not been closed yet. */
bool crowd_full(struct server *server);
/* Closes a connection for the sake of its descriptor. */
void crowd_thin(struct server *server);
/* Any connection of that thread; NULL: none is left. */
struct conn *crowd_any(struct server *server, const struct loop *loop);
size_t crowd_count(struct server *server);

/* ---- connection.c: what a connection does with requests ---- */

enum take { TAKE_MORE, TAKE_SUSPENDED, TAKE_ANSWERED, TAKE_CLOSE };

/* A request whose head has come, or was refused for `why` (NULL: was not). NULL: no memory. */
struct request *exchange_open(struct conn *conn, const struct frame *frame, const struct error *why);
/* Looks at it; TAKE_ANSWERED when it is answered without its body. TAKE_SUSPENDED: to be called again once it is resumed. */
enum take exchange_begin(struct request *request);
/* A piece of its body. */
enum take exchange_body(struct request *request, struct span piece);
/* Its body is not what it should be: answers. */
void exchange_refuse(struct request *request, const struct error *why);
/* It is here completely: answers, or hands it on. */
enum take exchange_end(struct request *request);
/* From heads.c: what is known of its club is not older than the request, or could not be asked, which `err` and its error say. */
void exchange_go_on(struct request *request, enum err err);
/* It has been resumed with an answer. */
void exchange_answer(struct request *request);
/* The next bytes of a stream; see struct stream. */
ptrdiff_t exchange_fill(struct request *request, char *bytes, size_t size);
/* The client has gone while the request is with others. True: no other thread refers to it any more. */
bool exchange_abandon(struct request *request);
/* Counts, logs and frees it. */
void exchange_close(struct request *request);

#endif
