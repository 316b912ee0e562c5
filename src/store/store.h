/*
 * The store: everything SQL, and nothing else. It keeps rows and gives them
 * back; what they mean is the service's business. Two engines stand behind
 * this header: SQLite, where a path is a file and a file is a club, and
 * PostgreSQL, where it is `postgresql://…/database#SLUG` and a club is a schema
 * of that database. No type of either appears here.
 *
 * A `struct store` is one connection with its statements prepared, or borrows
 * one when it needs it (store/pool.h); a bad
 * statement or a foreign schema fails at open. One thread uses a store at a
 * time. Any number of readers may work beside one writer (WAL); a reader
 * sees the log as it was when its transaction began.
 *
 * A function that reads rows calls `fn` for each; the spans in a row are
 * borrowed for the call. `fn` returns ERR_OK to go on; anything else ends the
 * rows and is returned, but ERR_END, which ends them and becomes ERR_OK. `fn`
 * may call the store, also the function that is calling it.
 *
 * Deferred. On a server each answer costs a round trip, so that a write may be
 * sent and not waited for: its failure is then that of the next call that
 * reads, of store_keep or of store_commit. What a failed transaction does
 * until its end is the same for both.
 *
 * Every failure of the database becomes a value: ERR_BUSY (locked by
 * another for longer than the wait), ERR_IO (disk full, read or write
 * error), ERR_CORRUPT (not a database, or damaged), ERR_LIMIT, ERR_MEMORY.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/error.h"
#include "base/sha256.h"
#include "base/strbuf.h"

enum store_mode {
    STORE_READ,  /* read-only connection */
    STORE_WRITE, /* the one writer */
    STORE_CREATE /* the writer; a missing file is created with the current schema */
};

struct store;
struct store_pool;

struct store_options {
    const struct allocator *allocator;
    const char *vfs;                /* name of a registered VFS; NULL: the default. For tests that inject failures. */
    int busy_ms;                    /* how long to wait for a lock */
    int cache_kib;                  /* page cache; 0: a small default */
    void (*waiting)(void *context); /* called once when a wait has become long; may be NULL */
    void *waiting_context;
    struct store_pool *pool; /* store/pool.h, borrowed; NULL: a store on a server has a connection of its own */
};

/* Once a process, before the first store and before there are threads: SQLite does not count its memory, which would take
 * a lock of the whole process for every piece of it. Without it everything works, slower. */
void store_prepare(void);

/*
 * Opens an existing database (STORE_CREATE: or makes one). WAL,
 * synchronous=FULL, foreign keys, trusted_schema off. Refuses a database
 * whose schema is not the current one (ERR_CONFLICT: migrate first) or not
 * ours (ERR_CORRUPT). Runs SQLite's quick check when `check` is set.
 */
ERR_CHECK enum err store_open(struct store **store, const char *path, enum store_mode mode,
                              const struct store_options *options, bool check, struct error *error);
void store_close(struct store *store); /* accepts NULL */

/* ---- schema ---- */

/* Version that this program writes, and that of the file (0: an empty or missing file). */
int store_schema_current(void);
ERR_CHECK enum err store_schema_of(const char *path, const struct store_options *options, int *version,
                                   struct error *error);

/*
 * Brings the file to the current version, step by step, in one transaction,
 * after a consistent copy to `backup` (NULL: none). A process killed
 * meanwhile leaves what the next one goes on from: a copy that is there already
 * is used again, and when there is another file of that name, the copy gets a
 * number behind it, in `backup`, too. Nothing happens when the file is current.
 * `*from` gets the version found. ERR_BUSY while another program has an older
 * file open: a daemon of that version could not go on.
 */
ERR_CHECK enum err store_migrate(const char *path, struct strbuf *backup, const struct store_options *options,
                                 int *from, struct error *error);

/* ---- transactions: the service owns them ---- */

ERR_CHECK enum err store_begin(struct store *store,
                               struct error *error); /* immediate for a writer, a snapshot for a reader */
ERR_CHECK enum err store_commit(struct store *store,
                                struct error *error); /* on disk when it returns ERR_OK; else rolled back */
void store_rollback(struct store *store);             /* does nothing outside a transaction */
/* A snapshot for a writer, too: others write meanwhile, and nothing but a shadow may be written before its end. */
ERR_CHECK enum err store_begin_reading(struct store *store, struct error *error);
/* How long to wait for another writer from now on, milliseconds. */
void store_patience(struct store *store, int ms);
/*
 * From now on whatever runs is interrupted once `deadline` is over, waiting
 * for a lock included: the call fails with the deadline's error, and nothing
 * else has happened. For a store that reads. NULL: none; the deadline is
 * borrowed until then.
 */
void store_deadline(struct store *store, const struct deadline *deadline);
/* What was set, for loops over what the store gave; NULL: none. */
const struct deadline *store_deadline_now(const struct store *store);

/*
 * A mark inside a transaction: store_keep forgets it, store_undo goes back to
 * it. Should going back fail, the whole transaction is undone, and the next
 * call says so. Not around the opening of a shadow.
 */
ERR_CHECK enum err store_mark(struct store *store, struct error *error);
ERR_CHECK enum err store_keep(struct store *store, struct error *error);
void store_undo(struct store *store);

/* ---- the log ---- */

struct store_entry {
    int64_t seq;
    int64_t at;
    struct span author;
    struct span kind;
    int64_t game;
    struct span body;
    uint8_t leaf[SHA256_SIZE];
};
typedef enum err store_entry_fn(void *context, const struct store_entry *entry, struct error *error);

ERR_CHECK enum err store_entry_add(struct store *store, const struct store_entry *entry, struct error *error);
ERR_CHECK enum err store_log_size(struct store *store, int64_t *size, struct error *error);

/* The size of the log, and the settings of three names as numbers (0: there is none), all of one moment and in one question. */
enum { STORE_NUMBERS = 3 };
ERR_CHECK enum err store_log_size_and_settings(struct store *store, const char *const names[STORE_NUMBERS],
                                               int64_t *size, int64_t numbers[STORE_NUMBERS], struct error *error);
/* The size of the log, whether there is a setting `moved-to` or `moving`, and one that is a number, as one question. */
ERR_CHECK enum err store_log_state(struct store *store, int64_t *size, bool *marked, const char *name, int64_t *number,
                                   struct error *error);
/* At most `most` entries from `first` on, in order, without author, time and body. */
ERR_CHECK enum err store_news(struct store *store, int64_t first, int64_t most, store_entry_fn *fn, void *context,
                              struct error *error);
/* Entries first..last in order. */
ERR_CHECK enum err store_entries(struct store *store, int64_t first, int64_t last, store_entry_fn *fn, void *context,
                                 struct error *error);
/* All entries of one game, in order. */
ERR_CHECK enum err store_entries_of(struct store *store, int64_t game, store_entry_fn *fn, void *context,
                                    struct error *error);
/* Those of them whose number is above `after`. */
ERR_CHECK enum err store_entries_after(struct store *store, int64_t game, int64_t after, store_entry_fn *fn,
                                       void *context, struct error *error);
/* Copies the leaves of entries first .. first+count-1. */
ERR_CHECK enum err store_leaves(struct store *store, int64_t first, size_t count, uint8_t (*leaves)[SHA256_SIZE],
                                struct error *error);

/* ---- people ---- */

struct store_person {
    int64_t id;
    struct span handle;
    struct span name; /* empty: erased */
    int64_t created;
    int64_t target; /* the person this one was merged into; its own id otherwise */
    int64_t games;  /* games with a seat of this person, of any status; -1 from store_person, which must stay quick */
};
typedef enum err store_person_fn(void *context, const struct store_person *person, struct error *error);

ERR_CHECK enum err store_person_add(struct store *store, struct span handle, struct span name, struct span folded,
                                    int64_t created, int64_t *id, struct error *error); /* ERR_CONFLICT: name taken */
ERR_CHECK enum err store_person_rename(struct store *store, int64_t id, struct span name, struct span folded,
                                       struct error *error); /* empty name: erased */
/* ERR_NOT_FOUND when there is none; the id of the person itself, not of its target. */
ERR_CHECK enum err store_person_by_handle(struct store *store, struct span handle, int64_t *id, struct error *error);
/* After merges. */
ERR_CHECK enum err store_person_target(struct store *store, struct span handle, int64_t *target, struct error *error);
ERR_CHECK enum err store_person_by_name(struct store *store, struct span folded, int64_t *id, struct error *error);
ERR_CHECK enum err store_person(struct store *store, int64_t id, store_person_fn *fn, void *context,
                                struct error *error);
ERR_CHECK enum err store_person_games(struct store *store, int64_t id, int64_t *games, struct error *error);
ERR_CHECK enum err store_people(struct store *store, store_person_fn *fn, void *context, struct error *error);
/* The same with `games` -1, and so at no cost that grows with the games. */
ERR_CHECK enum err store_everybody(struct store *store, store_person_fn *fn, void *context, struct error *error);
/*
 * Derived: points `person` and everybody merged into it at `target` (or at
 * whom that one was merged into), in d_alias and d_seat. ERR_USAGE when both
 * are the same person already.
 */
ERR_CHECK enum err store_alias_set(struct store *store, int64_t person, int64_t target, struct error *error);
ERR_CHECK enum err store_alias_clear(struct store *store, struct error *error);
/* Derived: `person` alone is `target` (or nobody but itself) from now on; the seats stay where they are. */
ERR_CHECK enum err store_alias_point(struct store *store, int64_t person, int64_t target, struct error *error);
/* Derived: another person sits there. */
ERR_CHECK enum err store_seat_person(struct store *store, int64_t game, int64_t seat, int64_t person,
                                     struct error *error);
/* Games in which both have a seat, in order; `voided`: that do not count. */
typedef enum err store_shared_fn(void *context, int64_t game, bool voided, struct error *error);
ERR_CHECK enum err store_people_shared(struct store *store, int64_t a, int64_t b, store_shared_fn *fn, void *context,
                                       struct error *error);
/* The name of `person`, who was merged, is `holder`'s now; who has it (0: it is not lent); and whose name `holder` has. */
ERR_CHECK enum err store_name_lend(struct store *store, int64_t person, int64_t holder, struct error *error);
ERR_CHECK enum err store_name_holder(struct store *store, int64_t person, int64_t *holder, struct error *error);
ERR_CHECK enum err store_name_lender(struct store *store, int64_t holder, int64_t *person, struct error *error);
/* What this one lent or has been lent is forgotten. */
ERR_CHECK enum err store_name_unlend(struct store *store, int64_t person, struct error *error);
/* Somebody said that these are two people; whether somebody did. */
ERR_CHECK enum err store_two_add(struct store *store, int64_t one, int64_t other, struct error *error);
ERR_CHECK enum err store_two_has(struct store *store, int64_t one, int64_t other, bool *two, struct error *error);
/* True in `*together` when both sat in one game that is not void. */
ERR_CHECK enum err store_people_met(struct store *store, int64_t a, int64_t b, bool *together, struct error *error);

/* ---- places, nights, asides ---- */

typedef enum err store_place_fn(void *context, int64_t id, struct span name, struct error *error);
ERR_CHECK enum err store_place_id(struct store *store, struct span name, bool create, int64_t *id,
                                  struct error *error); /* ERR_NOT_FOUND when absent and not to be created */
ERR_CHECK enum err store_places(struct store *store, store_place_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_whereabouts_set(struct store *store, int64_t entry, int64_t place, struct error *error);

struct store_night {
    int64_t day;
    struct span title;
    struct span place; /* its name */
    struct span note;
    int64_t games; /* of any status; not looked at by store_night_set */
};
typedef enum err store_night_fn(void *context, const struct store_night *night, struct error *error);
/* Empty spans clear, all three empty forget the night; the place is created when new. */
ERR_CHECK enum err store_night_set(struct store *store, const struct store_night *night, struct error *error);
/* Days that have a night row or a game, newest first. */
ERR_CHECK enum err store_nights(struct store *store, store_night_fn *fn, void *context, struct error *error);

/* Everybody who sat at a game of the day that is not void, with the games they won, the most first. */
typedef enum err store_night_person_fn(void *context, struct span handle, struct span name, int64_t wins,
                                       struct error *error);
ERR_CHECK enum err store_night_people(struct store *store, int64_t day, store_night_person_fn *fn, void *context,
                                      struct error *error);

typedef enum err store_aside_fn(void *context, struct span keyword, struct span text, struct error *error);
ERR_CHECK enum err store_aside_add(struct store *store, int64_t entry, int position, struct span keyword,
                                   struct span text, struct error *error);
/* Notes, id and x- lines of an entry in order, then `place` if it has one. */
ERR_CHECK enum err store_asides(struct store *store, int64_t entry, store_aside_fn *fn, void *context,
                                struct error *error);
/* Erases all asides of a game's entries, and their places. */
ERR_CHECK enum err store_asides_erase(struct store *store, int64_t game, struct error *error);

/* ---- imported records ---- */

enum { STORE_SEEN_SIZE = 16 };
ERR_CHECK enum err store_seen_find(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t *game,
                                   struct error *error); /* ERR_NOT_FOUND */
ERR_CHECK enum err store_seen_add(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t game,
                                  struct error *error);
typedef enum err store_seen_fn(void *context, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error);
/* Those of games that are not in the log; and their end. */
ERR_CHECK enum err store_seen_strays(struct store *store, store_seen_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_seen_strays_forget(struct store *store, struct error *error);
/* Everything is forgotten: for a key that is lost. */
ERR_CHECK enum err store_seen_forget(struct store *store, struct error *error);
/*
 * What a rebuild finds to be lacking, noted beside the shadow (and gone with
 * it); all of it; and putting up to `most` of it in place, `*left` saying
 * whether there is more.
 */
ERR_CHECK enum err store_lacking_add(struct store *store, const uint8_t hash[STORE_SEEN_SIZE], int64_t game,
                                     struct error *error);
ERR_CHECK enum err store_lacking(struct store *store, store_seen_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_lacking_mend(struct store *store, int64_t most, bool *left, struct error *error);

/* ---- imports, by number ---- */

/* The number of a new one. */
ERR_CHECK enum err store_import_add(struct store *store, int64_t at, struct span author, int64_t *number,
                                    struct error *error);
ERR_CHECK enum err store_import_has(struct store *store, int64_t number, bool *has, struct error *error);
struct store_import {
    int64_t number;
    int64_t at; /* milliseconds since 1970 */
    struct span author;
    int64_t entries; /* in its runs */
    bool undone;     /* no game that it added counts, and none that it changed stands as it left it */
};
typedef enum err store_import_fn(void *context, const struct store_import *import, struct error *error);
/* Those with a number below `before`, the newest first, at most `limit`. */
ERR_CHECK enum err store_imports(struct store *store, int64_t before, int64_t limit, store_import_fn *fn, void *context,
                                 struct error *error);
/* Entries first..last are its; the same `first` again makes the run longer. */
ERR_CHECK enum err store_import_run(struct store *store, int64_t number, int64_t first, int64_t last,
                                    struct error *error);
/* The runs that end at entry `from` or behind it, in order; ERR_END from `fn` ends it. */
/* Whether the entry is one of the import's. */
ERR_CHECK enum err store_import_owns(struct store *store, int64_t number, int64_t entry, bool *owns,
                                     struct error *error);
typedef enum err store_import_run_fn(void *context, int64_t first, int64_t last, struct error *error);
ERR_CHECK enum err store_import_runs(struct store *store, int64_t number, int64_t from, store_import_run_fn *fn,
                                     void *context, struct error *error);

/* ---- settings, checkpoints, catalogues, tokens ---- */

ERR_CHECK enum err store_setting_set(struct store *store, const char *name, struct span value, struct error *error);
/* Copies up to `size` bytes and sets `*length`; ERR_NOT_FOUND, ERR_LIMIT. */
ERR_CHECK enum err store_setting_get(struct store *store, const char *name, void *value, size_t size, size_t *length,
                                     struct error *error);

/*
 * All settings as one question: until store_settings_forget, or until one is written, store_setting_get tells what they
 * were and asks no more.
 */
ERR_CHECK enum err store_settings_recall(struct store *store, struct error *error);
void store_settings_forget(struct store *store);

/* Nothing happens when there is none of that name. */
ERR_CHECK enum err store_setting_drop(struct store *store, const char *name, struct error *error);

typedef enum err store_checkpoint_fn(void *context, int64_t size, int64_t at, struct span text, struct error *error);
ERR_CHECK enum err store_checkpoint_add(struct store *store, int64_t size, int64_t at, struct span text,
                                        struct error *error); /* the same size again replaces */
ERR_CHECK enum err store_checkpoints(struct store *store, store_checkpoint_fn *fn, void *context, struct error *error);

struct store_catalogue {
    const uint8_t *hash;
    struct span game;
    struct span name;
    struct span json;
    int64_t added;
};
typedef enum err store_catalogue_fn(void *context, const struct store_catalogue *catalogue, struct error *error);
/* ERR_CONFLICT when one of that hash is there. What is there is never changed: triggers refuse it. */
ERR_CHECK enum err store_catalogue_add(struct store *store, const struct store_catalogue *catalogue,
                                       struct error *error);
/* The one of that hash; `fn` is not called when there is none. */
ERR_CHECK enum err store_catalogue(struct store *store, const uint8_t hash[SHA256_SIZE], store_catalogue_fn *fn,
                                   void *context, struct error *error);
/* When it was added; 0: it is not there. Costs the same however long the catalogue is. */
ERR_CHECK enum err store_catalogue_added(struct store *store, const uint8_t hash[SHA256_SIZE], int64_t *added,
                                         struct error *error);
ERR_CHECK enum err store_catalogues_count(struct store *store, int64_t *count, struct error *error);
/* All of them, without their JSON, by game, name and age. */
ERR_CHECK enum err store_catalogues(struct store *store, store_catalogue_fn *fn, void *context, struct error *error);

struct store_token {
    struct span id;
    const uint8_t *hash; /* SHA256_SIZE bytes */
    struct span label;
    struct span scopes;
    int64_t created;
    int64_t expires; /* 0: never */
    int64_t revoked; /* 0: valid */
};
typedef enum err store_token_fn(void *context, const struct store_token *token, struct error *error);
ERR_CHECK enum err store_token_add(struct store *store, const struct store_token *token, struct error *error);
ERR_CHECK enum err store_token_revoke(struct store *store, struct span id, int64_t at, struct error *error);
ERR_CHECK enum err store_tokens(struct store *store, store_token_fn *fn, void *context, struct error *error);

/* ---- answers kept by Idempotency-Key ---- */

struct store_answer {
    const uint8_t *request; /* SHA256_SIZE bytes */
    int64_t status;
    struct span type;
    struct span place; /* empty: NULL */
    struct span body;
};
typedef enum err store_answer_fn(void *context, const struct store_answer *answer, struct error *error);
/* The answer given to `token` for `key` after the moment `since`; ERR_NOT_FOUND. */
ERR_CHECK enum err store_answer_find(struct store *store, struct span token, struct span key, int64_t since,
                                     store_answer_fn *fn, void *context, struct error *error);
ERR_CHECK enum err store_answer_add(struct store *store, struct span token, struct span key, int64_t at,
                                    const struct store_answer *answer, struct error *error);
/*
 * Offers every kept answer to `rewrite`, with an empty buffer: what that says
 * is to change gets what it left there for its body.
 */
typedef enum err store_rewrite_fn(void *context, const struct store_answer *answer, struct strbuf *body, bool *change,
                                  struct error *error);
ERR_CHECK enum err store_answers_rewrite(struct store *store, store_rewrite_fn *rewrite, void *context,
                                         struct error *error);
/* Forgets those given at `until` or before. */
ERR_CHECK enum err store_answers_sweep(struct store *store, int64_t until, struct error *error);

/* ---- derived: games and seats ---- */

struct store_game {
    int64_t id;
    struct span game;
    int64_t rules;
    struct span variant;
    struct span level;
    int64_t seats;
    struct span status;
    int64_t source;
    int64_t last;
    int64_t plies;
    bool has_played, has_day, has_margin, has_duration;
    int64_t played;
    int64_t day;
    int64_t margin;
    struct span verdict; /* empty: NULL */
    struct span digest;  /* 32 bytes, or empty: NULL */
    int64_t duration;    /* minutes */
};
struct store_seat {
    int64_t game;
    int64_t seat;
    int64_t person; /* 0: a guest */
    int64_t team;   /* from 1; 0: alone */
    bool has_result;
    bool has_total; /* only with a result */
    int64_t total;
    int64_t rank; /* 0: a result without a rank, a lost solo game */
    bool has_win;
    int64_t win;
    struct span categories; /* empty: NULL */
};
typedef enum err store_game_fn(void *context, const struct store_game *game, struct error *error);
typedef enum err store_seat_fn(void *context, const struct store_seat *seat, struct error *error);

/* Replaces the game's row, its seats and its facts (`facts` empty: none). */
ERR_CHECK enum err store_game_put(struct store *store, const struct store_game *game, const struct store_seat *seats,
                                  size_t seats_count, struct span facts, struct error *error);
/* Updates `last`, `plies` and `digest` only: a move in a live game. */
ERR_CHECK enum err store_game_touch(struct store *store, int64_t id, int64_t last, int64_t plies,
                                    const uint8_t digest[SHA256_SIZE], struct error *error);
ERR_CHECK enum err store_game(struct store *store, int64_t id, store_game_fn *fn, void *context,
                              struct error *error); /* ERR_NOT_FOUND */
ERR_CHECK enum err store_seats(struct store *store, int64_t game, store_seat_fn *fn, void *context,
                               struct error *error);
/* The packed facts, borrowed until the next store_facts; ERR_NOT_FOUND. */
ERR_CHECK enum err store_facts(struct store *store, int64_t game, struct span *facts, struct error *error);

struct store_game_filter {
    struct span game;   /* empty: any */
    struct span status; /* empty: any */
    int64_t since;      /* day; INT64_MIN: any */
    int64_t until;      /* day, inclusive; INT64_MAX: any */
    int64_t person;     /* 0: any */
    bool newest_first;
    int64_t after; /* ids beyond this one, for paging; 0: from the start */
    int64_t limit; /* rows at the most; 0: all */
};
/* Games in order of id, upwards or downwards. */
ERR_CHECK enum err store_games(struct store *store, const struct store_game_filter *filter, store_game_fn *fn,
                               void *context, struct error *error);

/* Rows of the derived tables: an audit finds those that nothing accounts for. */
struct store_counts {
    int64_t games;
    int64_t seats;
    int64_t facts;
    int64_t aliases;
    int64_t tiles;
};
ERR_CHECK enum err store_derived_counts(struct store *store, struct store_counts *counts, struct error *error);
/*
 * Derived rows that cannot belong to anything: of a game that no entry opens,
 * of a person who is not there, of a tile of entries that are not there. The
 * name of the table and its key (`second` is 0 where the key is one column).
 */
typedef enum err store_stray_fn(void *context, struct span table, int64_t key, int64_t second, struct error *error);
ERR_CHECK enum err store_strays(struct store *store, store_stray_fn *fn, void *context, struct error *error);

/* ---- derived: seasons ---- */

struct store_season {
    int64_t id;
    int64_t last;
    struct span name;
    int64_t opens; /* days */
    int64_t ends;
    struct span title; /* empty: NULL */
    struct span points;
    int64_t closed; /* the entry that closed it; 0: open */
};
typedef enum err store_season_fn(void *context, const struct store_season *season, struct error *error);
ERR_CHECK enum err store_season_put(struct store *store, const struct store_season *season, struct error *error);
/* The one of that id; `fn` is not called when there is none. */
ERR_CHECK enum err store_season(struct store *store, int64_t id, store_season_fn *fn, void *context,
                                struct error *error);
/* All of them, the latest first day first. */
ERR_CHECK enum err store_seasons(struct store *store, store_season_fn *fn, void *context, struct error *error);

/* ---- derived: the tree ---- */

ERR_CHECK enum err store_tile_put(struct store *store, int level, int64_t position, const uint8_t hash[SHA256_SIZE],
                                  struct error *error);
ERR_CHECK enum err store_tile_get(struct store *store, int level, int64_t position, uint8_t hash[SHA256_SIZE],
                                  struct error *error); /* ERR_NOT_FOUND */

/* ---- rebuilding ---- */

/*
 * While a shadow is open, every derived function above works on empty
 * shadow tables instead of the real ones. It is opened inside a transaction,
 * is gone when that one is rolled back, and else lasts, from transaction to
 * transaction, until it is dropped. A reader can have a shadow too: an audit
 * then compares beside a writer, and only mending is refused (ERR_DENIED).
 * What only finds rows quicker (indexes) is added by store_shadow_index, once
 * most rows are there.
 *
 * store_shadow_compare tells each difference between the two: table, key
 * (`12`, or `12/3` for two columns), column, both values as text (bytes in
 * hexadecimal, of more than 32 those around the first difference). A row
 * that only one of them has is reported once, with the column `*` and the values
 * `present` and `absent`. With `mend` the stored row becomes the shadow's.
 *
 * It may take many transactions: it stops where `pause` says so, with `done`
 * unset, and goes on from there when it is called again. Rows before that
 * place may change on both sides meanwhile; they are not looked at again.
 */
enum store_part {
    STORE_ROWS = 1,   /* of one game, one person */
    STORE_SUMS = 2,   /* over many games */
    STORE_CARDS = 4,  /* likewise, of what cards earned */
    STORE_PAGES = 8,  /* likewise, of evenings, records and runs */
    STORE_TREE = 16,  /* tiles: what the log was when they were written */
    STORE_LATER = 32, /* made after a rebuild, row by row: its shadow stays empty and is not compared */
    STORE_SEASONS = 64,
    STORE_ALL = STORE_ROWS | STORE_SUMS | STORE_CARDS | STORE_PAGES | STORE_TREE | STORE_SEASONS
};
enum { STORE_KEYS = 8 };

ERR_CHECK enum err store_shadow_open(struct store *store, struct error *error);
bool store_has_shadow(const struct store *store);
ERR_CHECK enum err store_shadow_index(struct store *store, struct error *error);
ERR_CHECK enum err store_shadow_drop(struct store *store, struct error *error);
typedef enum err store_difference_fn(void *context, struct span table, struct span key, struct span column,
                                     struct span stored, struct span rebuilt, struct error *error);
struct store_comparison {
    unsigned parts; /* enum store_part */
    bool mend;
    bool (*pause)(void *context); /* asked after every row; NULL: never */
    store_difference_fn *fn;      /* NULL: differences are counted only */
    void *context;
    bool done;
    bool stopped;        /* by `pause` */
    int64_t differences; /* so far */
    int table;           /* where it stands; zeroed at the start */
    void *key[STORE_KEYS];
};
ERR_CHECK enum err store_shadow_compare(struct store *store, struct store_comparison *comparison, struct error *error);
void store_comparison_end(struct store *store,
                          struct store_comparison *comparison); /* to be called once, however far it came */

/* ---- upkeep ---- */

/*
 * SQLite's quick check, or with `full` its integrity check, the foreign keys
 * and whether the schema is the one that the migrations make. Each finding
 * is a line of text. Findings are no failure: ERR_OK says that the check
 * could be made. With `fn` NULL the first one is raised as ERR_CORRUPT.
 */
typedef void store_finding_fn(void *context, struct span text, struct span french);
ERR_CHECK enum err store_check(struct store *store, bool full, store_finding_fn *fn, void *context,
                               struct error *error);

/*
 * A consistent copy into a new file while others write; on disk when it
 * returns. It grows as `path`.part and gets its name when it is whole.
 * ERR_CONFLICT when `path` exists, ERR_USAGE inside a writer's transaction.
 * `progress` may be NULL; it counts pages.
 */
ERR_CHECK enum err store_backup(struct store *store, const char *path,
                                void (*progress)(void *context, int64_t done, int64_t total), void *context,
                                struct error *error);

/*
 * Puts a copy of `backup` at `path`, on disk when it returns. The copy is
 * made beside it (`path`.restore) and checked in full before anything at
 * `path` is touched. ERR_CONFLICT when a file is there, unless `force`, or
 * when the backup's schema is not the current one; ERR_BUSY when a connection has
 * the old database open; ERR_CORRUPT when the backup is damaged.
 */
ERR_CHECK enum err store_restore(const char *backup, const char *path, bool force, const struct store_options *options,
                                 void (*progress)(void *context, int64_t done, int64_t total), void *context,
                                 struct error *error);

/*
 * Writes the tables that have names anew, into pages without a past: when
 * SQLite moves rows between pages it leaves copies in the gaps, which
 * secure_delete does not overwrite. Inside the transaction that erases. That of
 * ids of other programs is large, and only written if `foreign` had a name.
 */
ERR_CHECK enum err store_scrub(struct store *store, bool foreign, struct error *error);

/*
 * Brings the write-ahead log into the file and empties it, so that what was
 * erased is in neither. ERR_BUSY when a reader still needs it.
 */
ERR_CHECK enum err store_flush(struct store *store, struct error *error);

/* Bytes of the database without its write-ahead log. */
ERR_CHECK enum err store_size(struct store *store, int64_t *bytes, struct error *error);

/* True for the address of a server, with a club or without. */
bool store_on_server(const char *path);

#endif
