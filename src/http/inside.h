/* Private to the room: what a server holds. */
#ifndef HTTP_INSIDE_H
#define HTTP_INSIDE_H

#include "base/forward.h"
#include "http/clubs.h"
#include "http/config.h"
#include "http/conn.h"
#include "http/metrics.h"
#include "http/request.h"
#include "http/server.h"
#include "http/streams.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    WRITERS_MOST = 64,                 /* threads that write */
    HEADS_THREADS = 4,                 /* that ask about clubs on a server, and that open them */
    NEIGHBOURS_NOTED = 256,            /* clubs that other daemons have yet to be told of */
    BODY_BUDGET = 64 << 20,            /* bytes of bodies held at once */
    STRANGERS_BUDGET = 16 << 20,       /* of them, of requests without a token */
    STOP_GRACE = 5,                    /* seconds for requests under way at the end */
    ARRIVAL_GRACE = 2,                 /* of them, for those that are not here completely: nothing was promised */
    SWEEP_SECONDS = 3600,              /* between two sweeps of kept answers */
    WRITER_GROUP = 256,                /* requests of one transaction at the most */
    READER_LONGEST = 60,               /* seconds that a reader of the daemon may hold on to what was */
    HISTORY_BUDGET = 15 * 1000 * 1000, /* microseconds of processor time of one fit: a night at the least */
    FIT_TIMES = 3,                     /* as much processor time as others has an answer that may have to fit a model */
    GZIP_FROM = 1024                   /* bytes of an answer worth compressing */
};

/* The threads that write, and the clubs that have something for them. */
struct writers {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct club *first; /* under `lock`, as the next three; linked by writer.next */
    struct club *last;
    size_t lent; /* clubs whose service a network thread has borrowed */
    bool stop;
    size_t count; /* threads that run; of who starts and stops them */
    pthread_t thread[WRITERS_MOST];
};

/* The threads that ask what clubs on a server are now, and the clubs that somebody wants to know it of. */
struct heads {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct club *first; /* under `lock`, as the next two; linked by head.next */
    struct club *last;
    pthread_cond_t inquired;
    struct request *inquiry; /* under `lock`, as the next: those that cannot be looked at yet, linked by `next` */
    struct request *inquiry_last;
    bool stop;
    size_t count; /* threads that run; of who starts and stops them */
    pthread_t thread[HEADS_THREADS];
};

/* What other daemons of the server are to be told of; `running` and the thread are of who starts and stops it. */
struct neighbours {
    pthread_t thread;
    bool running;
    int wake; /* an eventfd; -1: none */
    atomic_bool stop;
    pthread_mutex_t lock;
    size_t count; /* under `lock`, as the next */
    char slug[NEIGHBOURS_NOTED][CLUB_SLUG + 1];
};

/* Bodies that were put aside (import_spool.c); all under `lock`. */
struct spools {
    pthread_mutex_t lock;
    struct request *inside; /* all that are under way, linked by `import->sharing` */
    size_t count;
    uint64_t bytes;
    size_t checking;       /* that a reader has, or is to have next */
    struct request *first; /* those that wait for one, linked by `next` */
    struct request *last;
};

/* Who lets connections in. */
struct door {
    pthread_t thread;
    bool running;
    int fd; /* the listening socket; -1: none */
};

struct keeper {
    pthread_t thread;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool stop;
};

struct access_log {
    pthread_mutex_t lock;
    int fd; /* -1: none */
};

/* What a daemon has once; what it has for each club is in clubs.h. */
struct server {
    const struct allocator *allocator;
    struct config config;
    struct service_options options; /* those of a club begin as these */
    struct club *alone;             /* the one club; NULL: there are many */
    struct clubs clubs;             /* of many */
    atomic_uint_least64_t serial;   /* of the club that was opened last */
    struct tls_setup *tls;          /* NULL: plain HTTP */
    struct loop *loops;             /* the network threads */
    size_t loops_count;
    struct pool *pool; /* the readers */
    struct door door;
    uint16_t port;
    char first_token[TOKEN_TEXT];
    struct writers writers;
    struct heads heads;
    struct reviewers reviewers;
    struct neighbours neighbours;
    struct guesses guesses;
    struct metrics metrics;
    struct crowd crowd;
    struct keeper keeper;
    struct access_log log;
    struct stream_list followers; /* events.c; its lock is also that of `auditing` */
    struct stream_list exports;   /* export.c */
    struct spools spools;
    atomic_size_t under_way; /* requests */
    atomic_size_t
        arriving; /* of them, those that are not here completely; what is handed on as it comes does not count */
    atomic_size_t budget;           /* bytes of bodies held now */
    atomic_size_t budget_strangers; /* of them, of requests without a token */
    atomic_bool stopping;
};

/* For libraries that promise not to write and do not say so. */
static inline void *without_const(const void *pointer)
{
    void *same;
    memcpy(&same, &pointer, sizeof(same));
    return same;
}

/* Its clubs are on a server of databases, where other daemons write them, too. */
static inline bool server_is_shared(const struct server *server)
{
    return server->alone ? server->alone->shared : service_on_server(server->config.clubs);
}

/* Its group in the pool; of one that is alone the pool's own. */
static inline struct pool_group *club_group(struct club *club)
{
    return club->slug[0] ? &club->group : NULL;
}

/* How many streams of a kind there may be; of one club among many half of them. */
static inline struct stream_limits stream_limits(const struct server *server, int64_t most, int64_t of_address)
{
    return (struct stream_limits){most, of_address, server->alone || most < 2 ? most : most / 2};
}

/* ---- writer.c ---- */

ERR_CHECK enum err writers_start(struct server *server, struct error *error);
void writers_stop(struct server *server);
/* False when the queue is full. The connection has been suspended. */
bool writer_push(struct club *club, struct request *request);
size_t writer_length(struct club *club);
/* Nothing waits to be written, and nothing is. */
bool writer_idle(struct club *club);
/* Writes in the caller's thread, if the writer is idle and nothing else is under way; false: push it. */
bool writer_borrow(struct club *club, struct request *request);

/* Has a writer's thread do something besides requests: CHORE_ bits. */
void writer_chore(struct club *club, unsigned chore);

/* ---- writer_request.c ---- */

/* In the transaction of its group. An error only for what has been written and cannot be answered, or whose answer cannot be kept. */
ERR_CHECK enum err request_run(struct request *request, struct service *service);

/* ---- heads.c ---- */

/* Only a server has clubs that others write, too: without one there are no threads. */
ERR_CHECK enum err heads_start(struct server *server, struct error *error);
/* Whoever waits is still asked for. */
void heads_stop(struct server *server);
/* Hands the request over until its club has been asked about; its connection is suspended. False: the daemon stops. */
bool heads_ask(struct request *request);
/* Has its club opened, or its tokens read again; the same. */
bool heads_inquire(struct request *request);

/* ---- neighbours.c ---- */

ERR_CHECK enum err neighbours_start(struct server *server, struct error *error);
void neighbours_stop(struct server *server);
/* The club has been written here: other daemons that serve it are told soon, or not. */
void neighbours_note(struct club *club);

/* ---- quota.c ---- */

/* In the transaction: whether the request may add something. */
ERR_CHECK enum err quota_check(struct request *request, struct service *service, struct error *error);

/* ---- chores.c: what the writer does besides requests, and what it says on standard error ---- */

enum {
    CHORE_SWEEP = 1,    /* kept answers that are too old */
    CHORE_FLUSH = 2,    /* the log beside the file, after an erasure */
    CHORE_TRIM = 8,     /* the log beside the file, because it has grown; the readers are held, and let go afterwards */
    CHORE_HISTORY = 16, /* ratings of nights that were fitted */
    CHORE_REVIEW = 32,  /* reviews: taking, holding and keeping them */
    CHORE_PROBE = 4     /* do writes work again? A transaction without requests tells */
};
void chores_run(struct club *club, unsigned chores);
/* Hands out what is due, once a second. True when readers were held for it, which takes a while: only if `may_hold`. */
bool chores_due(struct club *club, bool may_hold);
/* After an erasure has been committed: its answer says whether the name is gone, or until when it may be there. */
void erasures_settle(struct club *club, struct request *group);
/* Opening the database should have made all statistics; if it could not, a notice is printed. */
void stale_tell(const struct club *club);
/* A club of many cannot be opened. */
void broken_tell(const struct club *club, const struct error *error);
/* A transaction has failed, or not; a notice is printed at a change from one to the other. */
void writes_fail(struct club *club, const struct error *error);
void writes_work(struct club *club);

/* ---- respond.c ---- */

/* Turns request->error into the answer. */
void respond_problem(struct request *request);
/* Says when to ask again, for an answer with this status that is to be asked for again. */
void respond_retry(struct request *request, int status);
/* The answer as it goes out, out of what the handler left; NULL: no memory. In any thread. */
struct reply *respond_make(struct request *request);
/* Hands the answer to the connection: 304, what was made already, or what is made now. False: no memory. */
bool respond(struct request *request);
/* Answers out of the cache, or with 304; false when it cannot. */
bool respond_cached(struct request *request);
/* Takes the answer out of the cache, to be sent later. In any thread. False: it is not there. */
bool respond_find(struct request *request);
/* The ETag of an answer of these versions, with its quotes. */
void respond_tag(const struct request *request, char tag[96]);

/* ---- page.c ---- */

/* The page opens whatever happens: without what its address leads to. False when the request is for none, or memory is short. */
bool page_plain(struct request *request);
/* Answers with the picture that all games of that kind have, or else that of any game. */
ERR_CHECK enum err page_picture(struct request *request, struct span game, struct error *error);

/* ---- door.c ---- */

/* Listens; connections wait until the door is opened. */
ERR_CHECK enum err door_bind(struct server *server, struct error *error);
ERR_CHECK enum err door_open(struct server *server, struct error *error);
/* None is let in any more, those inside stay. Closing twice does no harm. */
void door_close(struct server *server);
/* A message about `what`, with the system's reason. */
enum err door_raise_errno(struct error *error, const struct message *message, const char *what, int number);

/* ---- whose.c: which club a request is for ---- */

/* Finds and holds it; cuts what stands for it off the path. A redirection is answered already: the status is set. ERR_END: not yet. */
ERR_CHECK enum err request_whose(struct request *request, struct error *error);
/* The names by which the clubs of a host are its own. */
bool request_host_is_clubs(const struct request *request, struct span host);
/* True when the route answers where the request came to: in a club, or at the root of many. */
bool request_where(const struct request *request, const struct route *route);

/*
 * This address is not answered, as `error` says: nothing is there, it cannot be read, or its club is away. A browser that
 * shows it to a person gets the page all the same, with the status of the error and ERR_OK; everybody else `why`.
 */
ERR_CHECK enum err page_lost(struct request *request, enum err why, struct error *error);

/* ---- look.c: what the headers say ---- */

/* ERR_END: once heads_inquire has asked the server of its club, it is to be looked at again. */
ERR_CHECK enum err request_look(struct request *request, struct error *error);
uint64_t request_body_limit(const struct request *request);
ERR_CHECK enum err request_too_large(const struct request *request, struct error *error);

/* ---- accesslog.c ---- */

ERR_CHECK enum err access_log_open(struct server *server, struct error *error);
void access_log_write(struct server *server, const struct request *request, int64_t took);
void access_log_close(struct server *server);

/* ---- events.c ---- */

/* Wakes those who follow `game` of the club; 0: any of its games. */
void followers_wake(struct club *club, int64_t game);
bool followers_any(struct club *club);
/* Signs of life, and the end for those whose token has ended. */
void followers_beat(struct server *server);
void followers_close(struct server *server);

/* ---- export.c ---- */

/* Those that the readers had no room for ask again. */
void exports_retry(struct server *server);

/* ---- history.c: the ratings of every night ---- */

ERR_CHECK enum err histories_new(struct club *club, struct error *error);
void histories_free(struct club *club);
/* Has missing nights fitted, if the log has grown, and says whether; once a second. */
bool histories_due(struct club *club);
/* No night is being fitted or stored. */
bool histories_idle(struct club *club);
/* In the writer: stores them, and goes on. */
void histories_keep(struct club *club);

/* ---- import.c ---- */

/* What its address asks for, before the body comes. */
ERR_CHECK enum err import_look(struct request *request, struct error *error);
/* How its body is taken, once enough of it is here to tell, or all of it. */
ERR_CHECK enum err import_decide(struct request *request, bool all, struct error *error);
/* A piece of a body that is handed on as it comes; the connection may then be suspended. */
void import_take(struct request *request, const char *bytes, size_t size);
/* True when its body was put aside, to be read through by a reader; and has that done: the connection has been suspended. */
bool import_is_spooled(const struct request *request);
/* More of a spooled body is awaited: the next of it has as long as a whole request has, but not longer than the import. */
void import_await(struct request *request);
void import_check(struct request *request);
/* In the writer's thread: a slice of it is on disk; and, it will have no other there. */
void import_committed(struct request *request);
void import_written(struct request *request);
void import_release(struct request *request);

/* ---- auditing.c ---- */

void auditing_release(struct club *club);
bool auditing_runs(struct club *club);

#endif
