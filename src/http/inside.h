/* Private to the room: what a server holds. */
#ifndef HTTP_INSIDE_H
#define HTTP_INSIDE_H

#include "base/serving.h"
#include "http/access.h"
#include "http/cache.h"
#include "http/config.h"
#include "http/conn.h"
#include "http/metrics.h"
#include "http/request.h"
#include "http/server.h"
#include "http/streams.h"
#include "service/worths.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    READERS = 65,                      /* one a thread, and one for the keeper */
    BODY_BUDGET = 64 << 20,            /* bytes of bodies held at once */
    STRANGERS_BUDGET = 16 << 20,       /* of them, of requests without a token */
    STOP_GRACE = 5,                    /* seconds for requests under way at the end */
    ARRIVAL_GRACE = 2,                 /* of them, for those that are not here completely: nothing was promised */
    WRITER_GROUP = 256,                /* requests of one transaction at the most */
    READER_LONGEST = 60,               /* seconds that a reader of the daemon may hold on to what was */
    HISTORY_BUDGET = 15 * 1000 * 1000, /* microseconds of processor time of one fit: a night at the least */
    FIT_TIMES = 3,                     /* as much processor time as others has an answer that may have to fit a model */
    GZIP_FROM = 1024                   /* bytes of an answer worth compressing */
};

/* Reading services, one for each thread that may need one. */
struct readers {
    pthread_mutex_t lock;
    struct service *idle[READERS];
    size_t count;
};

struct writer {
    pthread_t thread;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct request *first; /* under `lock`, as the next eight */
    struct request *last;
    size_t length;
    bool stop;
    unsigned chores;             /* CHORE_ bits: to be done besides requests */
    bool taken;                  /* the service is in use, by its thread or by a borrower */
    int64_t took;                /* by the last group, microseconds */
    unsigned alone;              /* groups in a row that had one request */
    struct service *service;     /* its thread's alone, or the borrower's */
    atomic_int_least64_t probed; /* when the last probe went well, microseconds; 0: none has, since something failed */
    atomic_bool failing;         /* the last transaction failed: the next one must show that there is room, too */
    bool erasure_waits;          /* as `service`, as the next: a client got the answer that a name is not yet gone */
    unsigned flush_tries;        /* that failed, to make it so */
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
    atomic_int_least64_t swept; /* when kept answers were last swept, microseconds */
};

struct access_log {
    pthread_mutex_t lock;
    int fd; /* -1: none */
};

struct auditing;
struct histories;

struct server {
    const struct allocator *allocator;
    struct config config;
    struct service_options options;
    struct worths worths;  /* what its readers have fitted */
    struct tls_setup *tls; /* NULL: plain HTTP */
    struct loop *loops;    /* the network threads */
    size_t loops_count;
    struct pool *pool; /* the readers */
    struct door door;
    uint16_t port;
    char first_token[TOKEN_TEXT];
    struct readers readers;
    struct writer writer;
    struct access access;
    struct cache cache;
    struct metrics metrics;
    struct crowd crowd;
    struct keeper keeper;
    struct access_log log;
    struct stream_list followers; /* events.c; its lock is also that of `auditing` */
    struct stream_list exports;   /* export.c */
    struct spools spools;
    struct serving serving;
    struct auditing *auditing;
    struct histories *histories;
    atomic_size_t under_way; /* requests */
    atomic_size_t
        arriving; /* of them, those that are not here completely; what is handed on as it comes does not count */
    atomic_size_t budget;           /* bytes of bodies held now */
    atomic_size_t budget_strangers; /* of them, of requests without a token */
    atomic_bool stopping;
    atomic_int_least64_t log_size; /* what is on disk, as far as we know */
    atomic_int_least64_t people_version;
    atomic_bool flush_due; /* a name was erased, and the log beside the file may still have it */
};

/* For libraries that promise not to write and do not say so. */
static inline void *without_const(const void *pointer)
{
    void *same;
    memcpy(&same, &pointer, sizeof(same));
    return same;
}

/* Microseconds of a clock that only goes forward. */
int64_t ticks(void);

struct service *reader_take(struct server *server);
void reader_give(struct server *server, struct service *service);

/* Takes note of what the database says now; wakes followers when something has
 * changed. */
void server_learn(struct server *server, struct service *service);

/* ---- writer.c ---- */

ERR_CHECK enum err writer_start(struct server *server, struct error *error);
void writer_stop(struct server *server);
/* False when the queue is full. The connection has been suspended. */
bool writer_push(struct server *server, struct request *request);
size_t writer_length(struct server *server);
/* Writes in the caller's thread, if the writer is idle and nothing else is under way; false: push it. */
bool writer_borrow(struct server *server, struct request *request);

/* Has its thread do something besides requests: CHORE_ bits. */
void writer_chore(struct server *server, unsigned chore);

/* ---- chores.c: what the writer does besides requests, and what it says on standard error ---- */

enum {
    CHORE_SWEEP = 1,    /* kept answers that are too old */
    CHORE_FLUSH = 2,    /* the log beside the file, after an erasure */
    CHORE_TRIM = 8,     /* the log beside the file, because it has grown; the readers are held, and let go afterwards */
    CHORE_HISTORY = 16, /* ratings of nights that were fitted */
    CHORE_PROBE = 4     /* do writes work again? A transaction without requests tells */
};
void chores_run(struct server *server, unsigned chores);
/* Hands out what is due, once a second. */
void chores_due(struct server *server);
/* After an erasure has been committed: its answer says whether the name is gone, or until when it may be there. */
void erasures_settle(struct server *server, struct request *group);
/* Opening the database should have made all statistics; if it could not, a notice is printed. */
void stale_tell(const struct server *server);
/* A transaction has failed, or not; a notice is printed at a change from one to the other. */
void writes_fail(struct server *server, const struct error *error);
void writes_work(struct server *server);

/* ---- respond.c ---- */

/* Turns request->error into the answer. */
void respond_problem(struct request *request);
/* The answer as it goes out, out of what the handler left; NULL: no memory. In any thread. */
struct reply *respond_make(struct request *request);
/* Hands the answer to the connection: 304, what was made already, or what is made now. False: no memory. */
bool respond(struct request *request);
/* Answers out of the cache, or with 304; false when it cannot. */
bool respond_cached(struct request *request);
/* The ETag of an answer of these versions, with its quotes. */
void respond_tag(const struct request *request, char tag[96]);

/* ---- door.c ---- */

/* Listens; connections wait until the door is opened. */
ERR_CHECK enum err door_bind(struct server *server, struct error *error);
ERR_CHECK enum err door_open(struct server *server, struct error *error);
/* None is let in any more, those inside stay. Closing twice does no harm. */
void door_close(struct server *server);
/* A message about `what`, with the system's reason. */
enum err door_raise_errno(struct error *error, const struct message *message, const char *what, int number);

/* ---- look.c: what the headers say ---- */

ERR_CHECK enum err request_look(struct request *request, struct error *error);
uint64_t request_body_limit(const struct request *request);
ERR_CHECK enum err request_too_large(const struct request *request, struct error *error);

/* ---- accesslog.c ---- */

ERR_CHECK enum err access_log_open(struct server *server, struct error *error);
void access_log_write(struct server *server, const struct request *request, int64_t took);
void access_log_close(struct server *server);

/* ---- events.c ---- */

/* Wakes those who follow `game`; 0: all of them. */
void followers_wake(struct server *server, int64_t game);
/* Signs of life, and the end for those whose token has ended. */
void followers_beat(struct server *server);
void followers_close(struct server *server);

/* ---- export.c ---- */

/* Those that the readers had no room for ask again. */
void exports_retry(struct server *server);

/* ---- history.c: the ratings of every night ---- */

ERR_CHECK enum err histories_new(struct server *server, struct error *error);
void histories_free(struct server *server);
/* Has missing nights fitted, if the log has grown; once a second. */
void histories_due(struct server *server);
/* In the writer: stores them, and goes on. */
void histories_keep(struct server *server);

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

void auditing_release(struct server *server);

#endif
