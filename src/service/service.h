/*
 * The service: what a user wants done, as functions. It alone joins rules,
 * records, statistics and the store, and it owns the transaction.
 *
 * A `struct service` stands on one database connection and is used by one
 * thread. One writes at a time: another writer, such as an import beside the
 * daemon, waits for its turn (ERR_BUSY when that takes too long) and then
 * sees what was written. Any number of reading ones may stand beside it.
 *
 * Writing. Each function below that changes something is one transaction,
 * on disk when it returns ERR_OK. Between service_begin and service_commit
 * any number of them share one (group commit): then nothing is on disk, and
 * nothing may be acknowledged, before service_commit returns ERR_OK. A
 * request that is refused (rule broken, wrong ply, unknown player) leaves no
 * trace and the others go on; when the database itself fails, all of the
 * group is rolled back and service_commit says so.
 */
#ifndef SERVICE_SERVICE_H
#define SERVICE_SERVICE_H

#include "base/deadline.h"
#include "base/world.h"
#include "record/record.h"
#include "record/verify.h"
#include "service/status.h"

struct service;
struct answer;
struct catalogues;
struct forgotten;
struct store_pool;
struct worths;

/*
 * Appends the body of a kept answer without the names of `who`, for the edges
 * know what their answers look like; `*change` says whether it differs.
 */
typedef enum err answer_forget_fn(const struct answer *answer, const struct forgotten *who, struct strbuf *body,
                                  bool *change, struct error *error);

enum service_mode { SERVICE_READ, SERVICE_WRITE, SERVICE_CREATE };

struct service_options {
    const struct allocator *allocator;
    const struct clock *clock;
    const struct entropy *entropy;
    struct catalogues *catalogues; /* see catalogues.h; NULL: none is known, and those stored cannot be read */
    struct worths *worths;         /* see worths.h; NULL: each question fits anew */
    answer_forget_fn *forget;      /* for erased names; NULL: then kept answers lose their bodies */
    int32_t today;                 /* the last day that is not in the future; 0: by the clock */
    const char *vfs;               /* see store.h; NULL in life */
    struct store_pool *pool;       /* see clubs.h; NULL: what is opened on a server has a connection of its own */
    int busy_ms;
    int cache_kib;
    bool check;  /* quick integrity check at open */
    bool moving; /* for move.h alone: what a move has marked is opened, and nothing is made, neither keys nor tables */
    bool
        mend; /* a rebuild follows: stale tables are left to it, and a lost key of the memory of imports is made anew */
    void (*waiting)(void *context); /* called once when a wait for another writer has become long; NULL: none */
    void *waiting_context;
    void (*filling)(void *context, int64_t done, int64_t total); /* while service_open makes stale tables; NULL: none */
    void *filling_context;
};

/* The real world: heap, clock, randomness. */
extern const struct service_options service_options_default;

/* Once a process, before anything is opened and before there are threads: see store_prepare. */
void service_prepare(void);

/* True for the address of a server (`postgresql://…`), with a club (`…#SLUG`) or without. */
bool service_on_server(const char *path);

/*
 * Opens the database at `path`; SERVICE_CREATE makes it, with new keys, when
 * it is missing. A writer migrates an older schema first, leaving a copy
 * beside it named after the version (`PATH.v1.bak`).
 */
ERR_CHECK enum err service_open(struct service **service, const char *path, enum service_mode mode,
                                const struct service_options *options, struct error *error);
/*
 * True in `*stale` when derived tables have still to be made from the log: a
 * migration has left them empty, a rebuild was interrupted, or they are of an
 * older program. A writer does that when it opens the database, and tries it
 * again each time when the log cannot be played through; a reader sees figures
 * that are missing.
 */
ERR_CHECK enum err service_stale(struct service *service, bool *stale, struct error *error);
void service_close(struct service *service); /* accepts NULL; an open group is rolled back */

ERR_CHECK enum err service_begin(struct service *service, struct error *error);
/* The same; the answers kept for these keys are asked for along the way, where that saves trips to a server. */
struct answer_key;
ERR_CHECK enum err service_begin_for(struct service *service, const struct answer_key *const *keys, size_t count,
                                     struct error *error);
/* Keys of requests that join the group before any of it has run: likewise. */
void service_expect(struct service *service, const struct answer_key *const *keys, size_t count);
/* The same, but when another writer is at work, ERR_BUSY at once. */
ERR_CHECK enum err service_begin_now(struct service *service, struct error *error);
ERR_CHECK enum err service_commit(struct service *service, struct error *error);
void service_rollback(struct service *service);

/*
 * For a service that reads: from now on whatever is computed ends with the
 * error of `deadline` once that is over. The service is then as good as new
 * for the next question. NULL: none; the deadline is borrowed until then.
 */
void service_deadline(struct service *service, const struct deadline *deadline);
/* What was set, for loops over what the service gave; NULL: none. */
const struct deadline *service_deadline_now(const struct service *service);

/* Entries in the log; inside a group, those of the group included. */
ERR_CHECK enum err service_log_size(struct service *service, int64_t *size, struct error *error);

/* ---- games ---- */

/* What a change leaves behind. */
struct receipt {
    int64_t game;
    int64_t seq; /* of the entry; 0 when nothing was written */
    int64_t ply; /* standing plies now */
    enum game_status status;
    bool duplicate; /* import: the record was already here */
};

/* Who does it: the id of a token, or `cli`; one word. */
#define AUTHOR_CLI SPAN_LITERAL("cli")

/*
 * Adds the game of `record`: its headers and whatever moves it has; a sheet
 * or a complete game is finished at once. A seat names a person by `@handle` or
 * by name; an unknown name becomes a new person. Written totals and claims
 * that differ from the engine's are kept and reported to `fn` (may be
 * NULL); a wrong digest, a broken rule or a result of an unfinished game are
 * refused.
 */
ERR_CHECK enum err service_game_open(struct service *service, struct span author, const struct record *record,
                                     problem_fn *fn, void *context, struct receipt *receipt, struct error *error);

/*
 * The same for a record from elsewhere: one that was imported before changes
 * nothing. A handle that no person here has is that of one whose name was erased
 * there: a new person without a name.
 */
ERR_CHECK enum err service_game_import(struct service *service, struct span author, const struct record *record,
                                       problem_fn *fn, void *context, struct receipt *receipt, struct error *error);

/* What one import has come to: its number, 0 until something was added, and the run of entries it is at. */
struct import_mark {
    bool strict; /* what would be warned of is refused */
    int64_t number;
    int64_t first;
    int64_t last;
    int64_t
        since; /* games from this entry on came with the same file, in which each stands once; 0: nothing is known of that */
};
/*
 * The same as a part of an import, whose number undoes all of it (exchange.h). A record whose game is void because its
 * import was undone counts again: then `duplicate` is false. `mark` is as good as the transaction: when that is rolled
 * back, the import has come to its end.
 */
ERR_CHECK enum err service_game_import_marked(struct service *service, struct span author, const struct record *record,
                                              struct import_mark *mark, problem_fn *fn, void *context,
                                              struct receipt *receipt, struct error *error);

/*
 * What service_game_import_marked would do with this record now, told in the same way, and nothing written: the service
 * may be one that reads. `duplicate`: it is known, as `game`; an import of it would add nothing.
 */
ERR_CHECK enum err service_game_judge(struct service *service, const struct record *record, bool strict, problem_fn *fn,
                                      void *context, struct receipt *receipt, struct error *error);

/*
 * Adds the move lines of `text` (`1: bee 0,0`, one a line) to a live game,
 * all or none. `expected` is the number of standing plies the caller knows
 * of, or -1; ERR_CONFLICT when it is another (receipt->ply has it). On
 * ERR_RULE and ERR_SYNTAX the error has a line of `text`, and receipt->ply is
 * the ply of the line refused.
 */
ERR_CHECK enum err service_moves(struct service *service, struct span author, int64_t game, int64_t expected,
                                 struct span text, struct receipt *receipt, struct error *error);
/* Takes the last `count` plies back; a game that was finished by them is live again. */
ERR_CHECK enum err service_back(struct service *service, struct span author, int64_t game, int64_t expected,
                                int64_t count, struct receipt *receipt, struct error *error);
/* Ends a live game without a result. */
ERR_CHECK enum err service_abandon(struct service *service, struct span author, int64_t game, struct span reason,
                                   struct receipt *receipt, struct error *error);
/* The game does not count; it stays readable. */
ERR_CHECK enum err service_void(struct service *service, struct span author, int64_t game, struct span reason,
                                struct receipt *receipt, struct error *error);
/*
 * A void game is again what it was before: live, finished or abandoned. ERR_CONFLICT when it is not void, or when two of
 * its seats are one person by now, because people were merged meanwhile; the message names them.
 */
ERR_CHECK enum err service_unvoid(struct service *service, struct span author, int64_t game, struct span reason,
                                  struct receipt *receipt, struct error *error);
/*
 * Tells of each seat whose person sits at an earlier one under another name: two people who were merged. Who sits twice
 * under one name record_people tells.
 */
void service_merged_twice(struct service *service, const struct record *record, problem_fn *fn, void *context);
/*
 * Tells what is wrong with the other lines of a record of which some could not be read, and were told of by the reader.
 * Nothing is stored. A service with a deadline ends there.
 */
void service_judge_rest(struct service *service, const struct record *record, problem_fn *fn, void *context);
/*
 * `record` replaces what the game was; the reason is required. ERR_CONFLICT when `seen` is not the last entry that
 * touched the game: somebody would undo unseen what another has changed. 0 does not ask.
 */
ERR_CHECK enum err service_correct(struct service *service, struct span author, int64_t game,
                                   const struct record *record, struct span reason, int64_t seen, problem_fn *fn,
                                   void *context, struct receipt *receipt, struct error *error);

/* Appends the record of a game, names and asides put back; with `handles`, as the log has it. ERR_NOT_FOUND. */
ERR_CHECK enum err service_record(struct service *service, int64_t game, bool handles, struct strbuf *out,
                                  struct error *error);

/* ---- people ---- */

struct person {
    struct span handle;
    struct span name; /* empty: erased */
    int64_t created;
    int64_t games;
    struct span merged_into; /* handle; empty: not merged */
};
typedef enum err person_fn(void *context, const struct person *person, struct error *error);

enum { PERSON_HANDLE = 16, PERSON_NAME = 200 /* characters */ };

/* Tells `fn` of the person whom a name that is about to be added looks like, if there is one (a warning). */
ERR_CHECK enum err service_name_alike(struct service *service, struct span name, problem_fn *fn, void *context,
                                      struct error *error);
/* ERR_CONFLICT when the name is taken; case and accents do not make a difference. */
ERR_CHECK enum err service_person_add(struct service *service, struct span name, char handle[PERSON_HANDLE],
                                      struct error *error);
/* As above; the name may be that of a person who was merged into this one: it moves over. */
ERR_CHECK enum err service_person_rename(struct service *service, struct span handle, struct span name,
                                         struct error *error);
/*
 * The name goes, and those of everybody merged with this person, out of the
 * people, the kept answers (see answers.h) and the pages of the file; handles,
 * games and log stay. The file beside it that has the newest changes (-wal)
 * still has the name: service_flush (upkeep.h) empties it, and is due now.
 */
ERR_CHECK enum err service_person_erase(struct service *service, struct span handle, struct error *error);
/* `handle` and `into` are one person from now on. ERR_CONFLICT when both sat in one game. */
ERR_CHECK enum err service_person_merge(struct service *service, struct span author, struct span handle,
                                        struct span into, struct error *error);
ERR_CHECK enum err service_people(struct service *service, person_fn *fn, void *context, struct error *error);
/* By handle (with or without @) or by name. ERR_NOT_FOUND. */
ERR_CHECK enum err service_person_find(struct service *service, struct span who, char handle[PERSON_HANDLE],
                                       struct error *error);

#endif
