/*
 * Private to the room: a club, and all that are open.
 *
 * A daemon has one club, `server->alone`, that is open from its start to its
 * end, or the clubs of a place (service/clubs.h). Of those, a club is opened
 * when it is first asked for, and closed when room is needed for another and
 * nobody has anything to do with it. Who works with a club holds it: a request
 * from look.c until it is closed, the keeper for as long as it looks at it. A
 * held club stays open; so does one whose writer has work, whose nights are
 * being fitted, or that is being audited.
 *
 * One thread opens or closes a club at a time, without the lock; it has
 * claimed the slug, and whoever else asks for it waits for that (an open of
 * SQLite takes about a millisecond). What takes longer, an older schema or
 * statistics that have to be made, is left to the caretaker's thread, and
 * who asks meanwhile is told to come back.
 */
#ifndef HTTP_CLUBS_H
#define HTTP_CLUBS_H

#include "base/serving.h"
#include "http/access.h"
#include "http/cache.h"
#include "http/pool.h"
#include "http/reviewing.h"
#include "service/answers.h"
#include "service/catalogues.h"
#include "service/clubs.h"
#include "service/worths.h"

#include <pthread.h>
#include <stdatomic.h>

struct auditing;
struct histories;
struct request;
struct server;

enum {
    READERS = 65,           /* one a thread, and one for the keeper */
    READERS_KEPT = 2,       /* of a club among many: more are opened when they are needed, and closed again */
    CLUBS_OPEN = 256,       /* at once */
    CLUBS_ROWS = 512,       /* of the table of those that are open */
    MANY_SLOTS = 32,        /* ready answers of a club among many */
    MANY_BYTES = 512 << 10, /* of them together */
    CLUB_TAG = 8,
    CLUB_PREFIX = CLUB_SLUG + 4
};

/* Reading services. */
struct readers {
    pthread_mutex_t lock;
    struct service *idle[READERS];
    size_t count;
    size_t kept; /* idle ones at the most */
};

struct writer {
    pthread_mutex_t lock;
    struct request *first; /* under `lock`, as the next nine */
    struct request *last;
    size_t length;
    bool stop;
    unsigned chores;             /* CHORE_ bits: to be done besides requests */
    bool listed;                 /* in the line of clubs that have something to write */
    struct club *next;           /* in that line; under its lock */
    bool taken;                  /* the service is in use, by a writer's thread or by a borrower */
    int64_t took;                /* by the last group, microseconds */
    unsigned alone;              /* groups in a row that had one request */
    struct service *service;     /* that thread's alone, or the borrower's */
    atomic_int_least64_t probed; /* when the last probe went well, microseconds; 0: none has, since something failed */
    atomic_bool failing;         /* the last transaction failed: the next one must show that there is room, too */
    bool erasure_waits;   /* as `service`, as the next four: a client got the answer that a name is not yet gone */
    unsigned flush_tries; /* that failed, to make it so */
    int64_t quota_day;    /* of the next: since 1970; 0: not known yet */
    int64_t quota_base;   /* size of the log when that day began */
};

/* Requests that wait for what the database says the club is now (heads.c); all under the lock of server->heads. */
struct head {
    struct request *first; /* linked by `next` */
    struct request *last;
    struct club *next; /* in the line of clubs that are to be asked about */
    bool listed;       /* in that line */
};

enum club_state {
    CLUB_CLAIMED,   /* a thread opens, closes or reads it: it takes a moment */
    CLUB_PREPARING, /* the caretaker brings it up to date: that may take minutes */
    CLUB_OPEN
};

struct club {
    struct server *server;
    uint64_t serial;          /* no other club of this run has it, nor the same one when it is opened again */
    char slug[CLUB_SLUG + 1]; /* empty: alone */
    char tag[CLUB_TAG + 1];   /* among many: what no other club of this name has; in the ETag of its answers */
    char path[CLUB_PATH];     /* what service_open is given */
    struct service_options options;
    struct catalogues catalogues; /* of a club among many: what one has stored must not fill the registry of another */
    struct worths worths;         /* what its readers have fitted */
    struct readers readers;
    struct writer writer;
    struct access access;
    struct cache cache;
    struct pool_group group; /* its jobs */
    bool shared;             /* it is on a server: other daemons may write it at any moment */
    struct head head;
    pthread_mutex_t learning; /* held by who takes note of what the database says */
    struct serving serving;
    struct auditing *auditing; /* under the lock of server->followers */
    struct histories *histories;
    struct club_reviews reviews;
    atomic_int_least64_t log_size; /* what is on disk, as far as we know */
    atomic_int_least64_t people_version;
    atomic_int_least64_t size;  /* bytes of the database, at the last second */
    int64_t weighed;            /* the keeper's: size of the log when that was asked */
    atomic_bool flush_due;      /* a name was erased, and the log beside the file may still have it */
    atomic_int_least64_t swept; /* when kept answers were last swept, microseconds */

    /* What its settings say, read again when the people's version has grown. */
    atomic_bool closed; /* reading needs a token, because of the club or of the daemon */
    atomic_bool suspended;
    atomic_bool searchable; /* search engines may keep what strangers see */
    atomic_int_least64_t entries_a_day;
    atomic_int_least64_t bytes;
    int64_t standing_version; /* under `learning`: of the people, when they were read */

    /* Among many; under the lock of `struct clubs`. */
    enum club_state state;
    size_t holds;
    int64_t used;       /* when it was last let go, microseconds */
    struct club *same;  /* the next in its row of the table */
    struct club *waits; /* the next that the caretaker is to prepare */
};

/* The clubs of a place: all under `lock`, but for what says otherwise. */
struct clubs {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a claim has ended */
    struct club *rows[CLUBS_ROWS];
    size_t count;           /* in the table, claimed ones too */
    size_t limit;           /* of them: CLUBS_OPEN, but in tests */
    struct club *preparing; /* for the caretaker, as the next two */
    pthread_cond_t wanted;
    bool stop;
    bool running; /* the caretaker; of who starts and stops it */
    pthread_t caretaker;
    struct directory *directory; /* directory.c; with a lock of its own */
    struct sharing *sharing;     /* sharing.c; likewise */
};

/* ---- club.c ---- */

/* Prepares the locks; then club_release is due. */
void club_init(struct club *club, struct server *server);
/* Opens its database; SERVICE_READ stands for: as it is, ERR_BUSY when something has to be made first. */
ERR_CHECK enum err club_open(struct club *club, enum service_mode mode, struct error *error);
void club_release(struct club *club);

struct service *reader_take(struct club *club); /* NULL: none can be had */
void reader_give(struct club *club, struct service *service);

/* Asks how large the database is. The keeper's. */
void club_weigh(struct club *club, struct service *service);
/* Asks what the database says now and takes note of it: log, people, tokens, settings; wakes followers when something has changed. */
ERR_CHECK enum err club_learn(struct club *club, struct service *service, struct error *error);
/* The same at once where one of a group that is on disk changed the settings: they hold from its answer on. The writer's. */
void club_relearn(struct club *club, const struct request *group);
/* The log and the people are of these versions, or newer ones; true when the log was older here. */
bool club_raise(struct club *club, const struct versions *versions);
/* Reads the settings of how it stands. */
void club_stand(struct club *club, const struct club_standing *standing);

/* ---- clubs.c ---- */

ERR_CHECK enum err clubs_start(struct server *server, struct error *error);
void clubs_stop(struct server *server);    /* the caretaker */
void clubs_release(struct server *server); /* closes them all; nobody holds one any more */

/*
 * The club of that slug, held, opened if need be. ERR_NOT_FOUND: there is none. ERR_BUSY: it is suspended, is being brought
 * up to date, or too many are open.
 */
ERR_CHECK enum err clubs_hold(struct server *server, struct span slug, struct club **club, struct error *error);
void clubs_let_go(struct club *club);

/* Calls `fn` with each open club, held meanwhile; with server->alone, if there is that. */
void clubs_each(struct server *server, void (*fn)(struct club *club, void *context), void *context);
size_t clubs_open_count(struct server *server);
/* The club of that slug if it is open, held; else NULL. */
struct club *clubs_hold_open(struct server *server, struct span slug);
/* The keeper's second: suspended clubs that nobody uses are closed, so that other programs can have them. */
void clubs_tidy(struct server *server);

/* Reads a club, with nobody else at its file, open or not; false when it cannot be read, or `read` says so. */
typedef bool club_read_fn(struct service *service, void *context);
bool clubs_read(struct server *server, struct span slug, club_read_fn *read, void *context);
/* How it stands. */
struct club_entry;
bool clubs_look(struct server *server, struct span slug, struct club_entry *entry);

/* ---- directory.c: what is known of all clubs without opening them ---- */

struct club_entry {
    char slug[CLUB_SLUG + 1];
    char name[81];
    int64_t stamp[CLUB_STAMP]; /* when it was read */
    bool known;                /* the rest has been read */
    struct club_standing standing;
};

ERR_CHECK enum err directory_new(struct server *server, struct error *error);
void directory_free(struct server *server);
/* Reads what has changed; false when some of it is left for the next time. The caretaker's. */
bool directory_refresh(struct server *server);
/* The slug of the club that has this host name for its own; of two that say so neither has. */
bool directory_host(struct server *server, struct span host, char slug[CLUB_SLUG + 1]);
/* Calls `fn` with each club that chose to be listed, in the order of slugs. */
void directory_listed(struct server *server, void (*fn)(void *context, const struct club_entry *entry), void *context);
/* Calls `fn` with each club, in the order of slugs; its lock is held meanwhile. */
void directory_each(struct server *server, void (*fn)(void *context, const struct club_entry *entry), void *context);
/* Whether the place had a club of that name when it was last looked at. */
bool directory_has(struct server *server, struct span slug);
size_t directory_count(struct server *server);
/* Whether the place could be read lately. */
bool directory_reached(struct server *server);
/* What an open club says of itself now. */
void directory_note(struct server *server, const char *slug, const struct club_standing *standing, const char *name);

/* ---- sharing.c: sums over the clubs that agreed (service/shared_cards.h) ---- */

ERR_CHECK enum err sharing_new(struct server *server, struct error *error);
void sharing_free(struct server *server);
/* Hides who agrees no longer, and reads some of the others when something has changed; false: there are more. The caretaker's. */
bool sharing_step(struct server *server);

#endif
