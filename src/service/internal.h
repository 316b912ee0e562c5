/* Private to the room: what a service holds, and the steps that its functions share. */
#ifndef SERVICE_INTERNAL_H
#define SERVICE_INTERNAL_H

#include "base/fold.h"
#include "base/hash_set.h"
#include "base/keyed_hash.h"
#include "base/merkle.h"
#include "record/replay.h"
#include "service/recent.h"
#include "service/service.h"
#include "service/stats_tally.h"
#include "store/store.h"
#include "store/titles.h"

enum {
    LIVE_GAMES = 64,
    TEXT_LIMIT = RECORD_BYTES + (1 << 16),
    LIVE_LIMIT = RECORD_BYTES / 2, /* of the text of a game that goes on, so that it can be exported as one record */
    PERSON_FOLDED = 4 * PERSON_NAME + 1, /* a name without case and accents, terminated */
    TILE_BITS = 8,                       /* a tile sums up 2^8 leaves, or tiles of the level below */
    TILE_LEVELS = 4                      /* of the tree in memory: 2^32 entries are enough */
};

/* The log's Merkle tree as the writer keeps it, and the unfinished tile of each level. */
struct tree {
    struct merkle log;       /* all leaves */
    struct merkle_hash last; /* the last of them, if `last_known` */
    bool last_known;
    struct merkle tile[TILE_LEVELS];
};

/* A game as its entries make it: the text of the record that stands, and what became of it. */
struct story {
    int64_t id;
    int64_t source;
    int64_t last;
    bool abandoned;
    bool voided;
    int64_t undone;  /* voided by undoing the import of this number; 0: by somebody */
    bool appendable; /* the text has no result lines: moves may follow */
    struct strbuf text;
};

/* A live game kept ready, so that a move costs the same at ply 1 and ply 500. */
struct live {
    int64_t id; /* 0: free */
    uint64_t used;
    struct story story;
    size_t lines; /* moves and take-backs in the story */
    struct replay replay;
};

/* Seats of a game: the people after merges; and what was played. */
struct seating {
    unsigned count;
    int64_t person[GAME_PLAYERS]; /* 0: a guest */
    char title[STORE_TITLE];      /* id of the title, after merges; empty: the game has an engine */
};

/* What tables say was played: the title, or the game's own id. Borrowed from both. */
static inline struct span seating_title(const struct seating *seating, const struct game *game)
{
    return span_from(game->titled ? seating->title : game->name.id);
}

/* The derived rows of one game. The spans in `game` and `seats` point into this struct: it must not be moved. */
struct derived {
    struct store_game game;
    struct store_seat seats[GAME_PLAYERS];
    char title[STORE_TITLE];
    uint8_t digest[SHA256_SIZE];
    char categories[GAME_PLAYERS][2 * GAME_CATEGORIES];
    struct game_facts gathered; /* what `facts` packs; of the last game that was finished */
    struct strbuf facts;
};

/*
 * Where one connection finds the catalogue that a record names: among those
 * of the program, then among those of the database. Must not be moved.
 */
struct finder {
    struct block_source source;
    const struct service_options *options;
    struct store *store;
};
void finder_init(struct finder *finder, const struct service_options *options, struct store *store);

struct service {
    struct service_options options;
    struct store *store;
    struct finder finder;
    struct tree tree;       /* the log as the current transaction has it */
    struct tree tree_saved; /* as it was when the transaction began */
    bool writes;            /* this is the writer */
    bool group;             /* between service_begin and service_commit */
    int64_t token_version;  /* of the tokens when the transaction began */
    bool broken;            /* a change has begun to be written and is not complete: it must not be committed */
    uint8_t seen_key[KEYED_HASH_KEY]; /* of a service that reads as it was at the opening; zeros: it is lost */
    struct live live[LIVE_GAMES];
    bool respelled; /* a name that was looked up is spelled otherwise here; to be cleared before looking up */
    uint64_t clock; /* counts uses of live games */
    struct record_reader reader;
    struct replay replay; /* scratch */
    struct strbuf text;   /* scratch: canonical text */
    struct strbuf body;   /* scratch: body of the entry being written */
    struct derived derived;
    struct tally tally;              /* what the open transaction adds to the sums of statistics */
    struct fits *fits;               /* ratings fitted so far; NULL: none */
    struct recent recent;            /* people who were looked up in this transaction */
    struct alike_names *alike_names; /* see alike.h, likewise the next; NULL: none yet */
    struct alike_games *alike_games;
};

/* The time, by the clock of its options. */
static inline int64_t now_of(const struct service *service)
{
    return service->options.clock->now(service->options.clock->context);
}

/* service_stale, for who has a connection and no service. */
ERR_CHECK enum err derived_stale(struct store *store, bool *stale, struct error *error);

/* What of the options is the store's. */
struct store_options store_options_of(const struct service_options *options);

/* What memory knows of a log that others have written to since goes; a group has done it when it began. */
ERR_CHECK enum err catch_up(struct service *service, struct error *error);
/* The same for who is about to write, and is refused when the club was moved meanwhile; and asks ahead for what that will. */
ERR_CHECK enum err catch_up_to_write(struct service *service, struct error *error);
void follow_ahead(struct service *service, struct error *ignored);
ERR_CHECK enum err read_log_state(struct service *service, int64_t *size, bool *marked, int64_t *token,
                                  struct error *error);
/* ERR_CONFLICT for who would write to a club that a move has closed (move.h); the second one is asked when it has. */
ERR_CHECK enum err check_not_moved(struct service *service, struct error *error);
ERR_CHECK enum err refuse_moved(struct service *service, struct error *error);
/* Begins a transaction unless a group is open; every writing function starts with it and returns through end_write. */
ERR_CHECK enum err begin_write(struct service *service, struct error *error);
/* The same for a change that adds an entry. ERR_USAGE for an author that cannot stand in the log: see log_entry.h. */
ERR_CHECK enum err begin_entry(struct service *service, struct span author, struct error *error);
/*
 * Commits, or rolls back when `err` is a failure. Inside a group it does
 * neither: a change refused before its first write leaves the group as it was,
 * one that failed later leaves `broken` set.
 */
ERR_CHECK enum err end_write(struct service *service, enum err err, struct error *error);
/* The same; a receipt for what has failed names no entry. */
ERR_CHECK enum err end_entry(struct service *service, enum err err, struct receipt *receipt, struct error *error);

/* To be called before the first write of a change: what fails from here on takes the transaction with it. */
static inline void first_write(struct service *service)
{
    service->broken = true;
}

/* Appends an entry to the log and its leaf to the tree. `*seq` gets its number; game 0 with `opens`: its own number. */
ERR_CHECK enum err append_entry(struct service *service, struct span author, const char *kind, int64_t game, bool opens,
                                struct span body, int64_t *seq, struct error *error);

/* ---- catalogues ---- */

struct catalogue;
void catalogue_hash(struct span bytes, uint8_t out[SHA256_SIZE]);
/* ERR_CORRUPT unless the bytes have the hash. */
ERR_CHECK enum err catalogue_check(const struct store_catalogue *row, struct error *error);
/* Reads a stored one; ERR_CORRUPT also when it is none. */
ERR_CHECK enum err catalogue_read(struct catalogues *all, const struct store_catalogue *row,
                                  const struct catalogue **out, struct error *error);
/* The one of that hash, shipped or stored; NULL when there is none that can be read, which an audit reports. */
ERR_CHECK enum err catalogue_find(struct service *service, const uint8_t hash[SHA256_SIZE],
                                  const struct catalogue **out, struct error *error);
/* Stores the shipped catalogue of this setup, unless it is there. Part of a change that has begun to be written. */
ERR_CHECK enum err catalogue_keep(struct service *service, const struct setup *setup, struct error *error);

/* The id of the title that has one of the names of a pad document, if there is one. */
ERR_CHECK enum err title_of_document(struct store *store, const struct catalogue *catalogue, char id[STORE_TITLE],
                                     bool *found, struct error *error);
/* ERR_USAGE for the document of a title that has an engine. */
ERR_CHECK enum err title_document_check(const struct catalogue *catalogue, struct error *error);

/* ---- the tree ---- */

/* Brings the tree to the state of the log in the store; leaves it as it was when that fails. */
ERR_CHECK enum err tree_load(struct store *store, struct tree *tree, struct error *error);
void tree_init(struct tree *tree);
/* Adds a leaf; `fn` gets each tile that it completes. */
typedef enum err tree_tile_fn(void *context, int level, int64_t position, const struct merkle_hash *root,
                              struct error *error);
ERR_CHECK enum err tree_append(struct tree *tree, const struct merkle_hash *leaf, tree_tile_fn *fn, void *context,
                               struct error *error);
/* The same for 256 leaves at once, of which `tile` is the root; only for a tree whose tiles are complete. */
ERR_CHECK enum err tree_append_tile(struct tree *tree, const struct merkle_hash *tile, tree_tile_fn *fn, void *context,
                                    struct error *error);
/* A tree_tile_fn that stores the tile; its context is the store. */
ERR_CHECK enum err tree_put_tile(void *store, int level, int64_t position, const struct merkle_hash *root,
                                 struct error *error);
/* A merkle_subtree_fn over a store: complete subtrees out of tiles and leaves. */
ERR_CHECK enum err tree_subtree(void *store, unsigned height, uint64_t position, struct merkle_hash *out,
                                struct error *error);

/* ---- keys ---- */

/* Reads both keys; makes them, in one transaction, where that is allowed (keys.c). ERR_CORRUPT. */
ERR_CHECK enum err ready_keys(struct service *service, struct error *error);
/* The key that imports are recognised by. ERR_CORRUPT when it is not there, or has not its size. */
ERR_CHECK enum err seen_key(struct store *store, uint8_t key[KEYED_HASH_KEY], struct error *error);
/* The club's key pair, out of the store; `secret` (CHECKPOINT_SECRET bytes) may be NULL. */
ERR_CHECK enum err signing_key(struct store *store, uint8_t *secret, uint8_t *key, struct error *error);

/* ---- story ---- */

void story_init(struct story *story, const struct allocator *allocator);
void story_release(struct story *story);
/* Adds one entry of the game, in order. ERR_CORRUPT for an entry that cannot stand there. */
ERR_CHECK enum err story_add(struct story *story, const struct store_entry *entry, struct error *error);
/* Reads all entries of `game`. ERR_NOT_FOUND. */
ERR_CHECK enum err story_load(struct store *store, int64_t game, struct story *story, struct error *error);

/*
 * `import N`, the line behind the reason in an entry (void, correct, unvoid) that undoes an import: no reason of a user
 * has a second line. The number of the import whose undoing this entry is part of; 0: none.
 */
#define UNDONE_LINE "import "
int64_t undoes_import(struct span body);
void undone_line(int64_t import, struct strbuf *body);

/* ---- deriving ---- */

/* Who sits where, from the `@handle` seats of a record of the log. */
ERR_CHECK enum err seating_of(struct store *store, const struct record *record, struct seating *seating,
                              struct error *error);

/* Fills `derived` from the story and its replay, which stands at its end; the facts of its cards only if asked. */
ERR_CHECK enum err derive(const struct story *story, const struct record *record, const struct replay *replay,
                          const struct seating *seating, bool facts, struct derived *derived, struct error *error);
ERR_CHECK enum err derive_and_put(struct service *service, const struct story *story, const struct record *record,
                                  const struct replay *replay, const struct seating *seating, struct error *error);

/* ---- statistics ---- */

/* The game as it stands in the store leaves the sums; nothing when it is not there, or not finished. */
ERR_CHECK enum err statistics_leave(struct service *service, int64_t game, struct error *error);
/* The same game joins them as it stands in the store. ERR_NOT_FOUND. */
ERR_CHECK enum err statistics_return(struct service *service, int64_t game, struct error *error);
/* The game in service->derived joins them if it is finished. */
ERR_CHECK enum err statistics_join(struct service *service, struct error *error);
/* Pours what has been gathered, if it is much or `always`: before the rows that it was gathered from change again. */
ERR_CHECK enum err statistics_settle(struct service *service, bool always, struct error *error);
/* Forgets the ratings that were fitted. */
void fits_release(struct service *service);
/* What was `person`'s is `target`'s from now on; everything has been settled before, and the seats are the target's. */
ERR_CHECK enum err statistics_merge(struct service *service, int64_t person, int64_t target, struct error *error);

/* Other people sit in a game that is stored, and the sums follow, if it counts. Nothing when they are the same. */
ERR_CHECK enum err statistics_reseat(struct service *service, int64_t game, const struct seating *seating,
                                     struct error *error);

/* Reads the story's text and plays it into `replay`. The record borrows from `reader` and the story. */
ERR_CHECK enum err story_play(const struct story *story, const struct block_source *blocks,
                              struct record_reader *reader, struct replay *replay, struct record *record,
                              struct error *error);

/* ---- titles ---- */

/* The folded name; false for one that is too long, or empty. */
bool title_fold(struct span title, char out[STORE_TITLE]);
/* The id of the title that the record names, as it is or as it will be; empty: it names none. */
ERR_CHECK enum err title_of(struct store *store, const struct record *record, char id[STORE_TITLE],
                            struct error *error);
/*
 * The same, and makes the title when it is new; the names that a document gives it are names of one title. Part of a
 * change that has begun to be written.
 */
ERR_CHECK enum err title_keep(struct service *service, struct span author, const struct record *record,
                              const struct setup *setup, char id[STORE_TITLE], struct error *error);
/* The title that is called so, after merges; `*found` is false, and `id` as it was, when there is none. */
ERR_CHECK enum err title_named(struct store *store, struct span name, char id[STORE_TITLE], bool *found,
                               struct error *error);
/* What the title `id` is called; `name` is its memory. One that is not known is called as its id is. */
struct name title_called(struct service *service, struct span id, char name[STORE_TITLE]);
/* The games of title `id` become games of `target`, in the tables and in the sums. */
ERR_CHECK enum err title_move(struct service *service, struct span id, struct span target, struct error *error);

/* ---- live games ---- */

/* The game ready for its next move, from the cache or replayed. ERR_NOT_FOUND. Borrowed until the next call. */
ERR_CHECK enum err live_get(struct service *service, int64_t game, struct live **live, struct error *error);
/* The record that the story of the game is, and who sits in it; valid until the service's reader is used again. */
ERR_CHECK enum err live_seating(struct service *service, const struct live *live, struct record *record,
                                struct seating *seating, struct error *error);
void live_forget(struct service *service, int64_t game);
void live_forget_all(struct service *service);
void live_release(struct service *service);

/* ERR_CONFLICT when two seats of this text of the log are one person by now: nobody plays against themselves. */
ERR_CHECK enum err check_sitting(struct service *service, struct span text, struct error *error);

/* ---- imports and their undoing ---- */

/* The entry belongs to the import, which gets its number with the first; `mark` may be NULL: then it belongs to none. */
ERR_CHECK enum err mark_entry(struct service *service, struct span author, struct import_mark *mark, int64_t seq,
                              struct error *error);

/*
 * service_correct, service_void and service_unvoid as a part of an import, inside a group or not: undoing it knows
 * their entries. A void game of which game_state says `undone` counts again with unvoid_by_import.
 */
ERR_CHECK enum err correct_imported(struct service *service, struct span author, int64_t game,
                                    const struct record *record, struct span reason, struct import_mark *mark,
                                    problem_fn *fn, void *context, struct receipt *receipt, struct error *error);
ERR_CHECK enum err void_by_import(struct service *service, struct span author, int64_t game, struct span reason,
                                  struct import_mark *mark, struct receipt *receipt, struct error *error);
ERR_CHECK enum err unvoid_by_import(struct service *service, struct span author, int64_t game, struct span reason,
                                    struct import_mark *mark, struct receipt *receipt, struct error *error);

/* unvoid_by_import inside a change that has begun. */
ERR_CHECK enum err unvoid_within(struct service *service, struct span author, int64_t game, struct span reason,
                                 struct import_mark *mark, struct receipt *receipt, struct error *error);

/* The same for a game of import `import`, which is being undone: the entry (abandon, void, unvoid) says so. */
ERR_CHECK enum err end_undone(struct service *service, struct span author, int64_t game, const char *kind,
                              struct span reason, int64_t import, struct receipt *receipt, struct error *error);
/* `record` stands again: what was stated meanwhile does not join it. */
ERR_CHECK enum err correct_undone(struct service *service, struct span author, int64_t game,
                                  const struct record *record, struct span reason, int64_t import,
                                  struct receipt *receipt, struct error *error);

/* service_game_judge of one of many records: those in `would` are known, and this one joins them. */
ERR_CHECK enum err game_judge(struct service *service, const struct record *record, bool strict, struct hash_set *would,
                              problem_fn *fn, void *context, struct receipt *receipt, struct error *error);

/* How a game stands, from its row and its last entry: nothing is replayed and no game leaves the cache for it. */
struct game_state {
    enum game_status status;
    int64_t last;   /* its last entry */
    int64_t undone; /* the import whose undoing wrote that one, be it void, correct or unvoid; 0: somebody did */
    bool stated;    /* it stands on totals that somebody stated, not on moves */
    int64_t source; /* the entry whose record stands */
    bool restored;  /* undoing an import wrote that one: the record from before stands again */
};
ERR_CHECK enum err game_state(struct service *service, int64_t game, struct game_state *out, struct error *error);
/* Appends the text of the record that stands, as the log has it: handles for names, and no asides. ERR_NOT_FOUND. */
ERR_CHECK enum err game_text(struct service *service, int64_t game, struct strbuf *out, struct error *error);

/* One line of at most 500 characters; empty only where it is not required. ERR_USAGE. */
ERR_CHECK enum err check_reason(struct span reason, bool required, struct error *error);

/* ---- records that are known (seen.c) ---- */

/* From now on an import recognises what an export says of this game, or of all games of this person (after merges). */
ERR_CHECK enum err remember_game(struct service *service, int64_t game, struct error *error);
ERR_CHECK enum err remember_person(struct service *service, int64_t person, struct error *error);
/* The same for this person's games that go on, before the name changes. */
ERR_CHECK enum err remember_live(struct service *service, int64_t person, struct error *error);
/*
 * The game here that an unfinished record was exported from: one of these
 * people's that says the same as `text` (a record as the log has it), or that
 * has gone on from there, when the record has moves enough to be known by
 * them; and with no other `id` (empty: none). `*found` is 0 when there is none.
 */
ERR_CHECK enum err find_unfinished(struct service *service, const struct seating *seating, struct span game,
                                   struct span id, int64_t plies, struct span text, int64_t *found,
                                   struct error *error);

/* Puts notes, id, place and x- lines of the entry back into its record; the arena holds them. */
ERR_CHECK enum err asides_put_back(struct store *store, int64_t entry, struct arena *arena, struct record *record,
                                   struct error *error);

/* ---- settings that are numbers ---- */

/* What service_flush has still to do: the people's version that it was asked for at; 0 or nothing: it has been done. */
#define FLUSH_DUE "flush-due"
/* 0 when there is none. */
ERR_CHECK enum err read_version(struct service *service, const char *name, int64_t *version, struct error *error);
ERR_CHECK enum err write_version(struct service *service, const char *name, int64_t version, struct error *error);

/* ---- people ---- */

/* ERR_USAGE for a name that is empty or invisible, too long, has characters that cannot be seen or starts with @. */
ERR_CHECK enum err check_name(struct span name, struct error *error);
/* The same for a name that is looked for: one with invisible characters may have been stored before they were refused. */
ERR_CHECK enum err check_asked_name(struct span name, struct error *error);
/* ERR_USAGE, naming it, for the first character that cannot be seen (base/hidden.h) and is not one of `allowed`. */
ERR_CHECK enum err check_visible(struct span text, const char *allowed, struct error *error);
/* The same for a place in a record, unless it is known here. */
ERR_CHECK enum err check_new_place(struct service *service, struct span name, struct error *error);
/* The person of that handle, after merges. ERR_NOT_FOUND. */
ERR_CHECK enum err person_behind(struct service *service, struct span handle, int64_t *target, struct error *error);
/* The person, after merges, that is asked for by name or handle, with or without its @. ERR_NOT_FOUND. */
ERR_CHECK enum err person_asked(struct service *service, struct span who, int64_t *id, char handle[PERSON_HANDLE],
                                struct error *error);
/* Adds to an error the nearest name of a person, a place or a game's catalogue, if there is one (hints.c). */
void hint_person(struct service *service, struct span text, struct error *error);
/* Of a title, or a game with an engine. */
void hint_title(struct service *service, struct span text, struct error *error);
void hint_place(struct service *service, struct span text, struct error *error);
void hint_catalogue(struct service *service, struct span game, struct span text, struct error *error);
/* A person with that name has just been added (alike.h). */
ERR_CHECK enum err alike_name_added(struct service *service, struct span name, int64_t person, struct error *error);
/* Something else has just been added that makes a new version of the people: their names are as they were. */
ERR_CHECK enum err alike_nobody_added(struct service *service, struct error *error);
/* This one, without those merged with it, has no name any more. */
ERR_CHECK enum err forget_name(struct service *service, int64_t id, struct error *error);
/* The name that `person` lent to `holder`, who may be called otherwise by now, is theirs again. */
ERR_CHECK enum err name_give_back(struct service *service, int64_t person, int64_t holder, struct span name,
                                  struct error *error);
struct people_map;
/*
 * The games of `person`, as the derived tables have them, are those of whom the map says that their handles are; their
 * sums follow. The aliases have followed before.
 */
ERR_CHECK enum err people_reseat(struct service *service, int64_t person, const struct people_map *map,
                                 struct error *error);
/* The stored aliases, where they are others than those of the map. */
ERR_CHECK enum err aliases_follow(struct service *service, const struct people_map *map, struct error *error);
/* The person (after merges) that a seat's text names; with `create`, a new one for an unknown name. */
ERR_CHECK enum err person_for(struct service *service, struct span text, bool create, int64_t *id,
                              char handle[PERSON_HANDLE], struct error *error);

#endif
