/*
 * The Dendro record: one text format for a whole game, as docs/record.md
 * defines it. This header is the text as read, before any rule is applied;
 * replay.h plays it, verify.h judges it, write.h spells it canonically.
 *
 * A `struct record` borrows everything from the reader's buffer: it is valid
 * until the next call on that reader. Every value keeps its line and its
 * byte offset in that line, so that any complaint can name line and column.
 */
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "base/arena.h"
#include "base/error.h"
#include "base/window.h"
#include "rules/game.h"

enum {
    RECORD_BYTES = 4 << 20, /* longest text of one record */
    RECORD_LINES = 1 << 16, /* most move lines of one record */
    RECORD_EXTRAS = 64,     /* most options, notes, x- headers or totals, each */
    RECORD_CLAIMS = 512,    /* most claimed scores: enough for every category of every seat */
    RECORD_TEAMS = GAME_PLAYERS / 2,
    RECORD_TITLE = 120,    /* bytes of a title at the most */
    RECORD_MINUTES = 10080 /* that a game takes at the most: a week */
};

/* The name of a seat whose player is nobody in particular. */
#define RECORD_GUEST "?"

/* A piece of text and where it stands: line from 1, column in bytes from 1. */
struct field {
    struct span text; /* empty: the field is missing */
    uint32_t line;
    uint32_t column;
};

/* `option NAME VALUE`, `note TEXT` (name empty), `x-NAME VALUE`. */
struct field_pair {
    struct field name;
    struct field value;
};

struct record_move {
    struct span text; /* the move without its seat */
    uint32_t line;
    uint32_t column; /* of `text`, in bytes */
    uint32_t back;   /* > 0: the take-back `*: back N`, which is not for the game to parse */
    uint8_t seat;
};

struct record_claim {
    struct field name;  /* a category, or `total` */
    int32_t hundredths; /* of a point */
    uint8_t seat;
};

struct record_total {
    struct field field;
    int32_t hundredths; /* of a point */
};

/* `team 1 3`: they win or lose as one. */
struct record_team {
    struct field field;
    seat_set seats;
};

struct record {
    struct span text;   /* all of it, up to the next record, comments included */
    uint32_t text_line; /* of the first line of `text`, in the file */
    uint32_t line;      /* of the `dendro 1` line */
    struct field game, title, variant, level, played, duration, place, night, id, digest;
    struct field rules_field;
    uint16_t rules;   /* 0: no `rules` line */
    uint16_t minutes; /* that it took; 0: no `duration` line */
    uint8_t seats;
    uint8_t teams_count;
    struct field seat[GAME_PLAYERS];       /* a name, or RECORD_GUEST */
    struct record_team team[RECORD_TEAMS]; /* as written */
    struct field_pair *options, *notes, *extras;
    size_t options_count, notes_count, extras_count;
    struct record_move *moves;
    size_t moves_count;
    struct record_claim *claims;
    size_t claims_count;
    struct record_total *totals;
    size_t totals_count;
    bool renewed;         /* set by who writes it: claims that the result contradicts are outdated, and go */
    uint8_t header_langs; /* bit LANG_EN, LANG_FR: keywords of the header that only this language has */
    bool header_unread;   /* a line of the header could not be read: only where the reader goes on, see below */
    bool seats_missing;   /* a seat below the highest, or every one, has no line: the same */
    bool totals_unread;   /* a word of the line of totals is no number: the same */
    bool moves_unread;    /* the same for a line that may have been a move */
    size_t unread_from;   /* moves before the first of those */
};

/* Told of each line that cannot be read. */
typedef void record_complaint_fn(void *context, const struct error *error);

enum {
    RECORD_COMPLAINTS = 50, /* of one record that are told one by one */
    RECORD_GIVEN_UP = 1000  /* lines that cannot be played, after which the others are not looked at */
};

/*
 * Reads record after record from a source, holding one at a time: a file of
 * any size takes constant memory. Lines may end in LF or CRLF; a byte order
 * mark at the start is passed over. How the source cuts its bytes into pieces
 * makes no difference. Text may hold any control character but NUL: who shows
 * it to a terminal takes them out, as the writer does.
 *
 * With `complain` the reader goes on behind a line that it cannot read and
 * tells of each of them, up to RECORD_COMPLAINTS and then how many more there
 * are. What it returns is about the first, and `record` is what could be read.
 */
struct record_reader {
    const struct allocator *allocator;
    struct window window;      /* the text not yet read */
    struct arena arena;        /* the lists of the current record */
    uint32_t line;             /* number of the window's first line */
    bool begun;                /* the byte order mark has been passed over, or is not there */
    bool found;                /* a record was seen, or their absence was reported */
    bool discard;              /* the rest of an overlong record is to be passed over */
    struct record_move *moves; /* grown as needed, reused for each record */
    size_t moves_room;
    record_complaint_fn *complain; /* NULL: the first line that cannot be read is the last that is looked at */
    void *complain_context;
    uint32_t complaints; /* lines of the current record that were told of; 0: the error is not about a line */
};

void record_reader_init(struct record_reader *reader, struct source source, const struct allocator *allocator);

/*
 * The next record into `*record`.
 *   ERR_OK        it is there
 *   ERR_END       no more; a source without any record is ERR_SYNTAX instead
 *   ERR_SYNTAX, ERR_LIMIT
 *                 this record is not readable, line and column are in `error`;
 *                 call again to go on with the next one
 *   ERR_ENCODING  likewise, because it is not UTF-8
 *   ERR_IO        the source failed; what came before the failure and was not
 *                 a whole record is dropped, a further call says ERR_END
 *   ERR_MEMORY    the allocator failed; a further call tries the same record
 */
ERR_CHECK enum err record_reader_next(struct record_reader *reader, struct record *record, struct error *error);

void record_reader_release(struct record_reader *reader);

/*
 * Reads the one record (or fragment that starts with `dendro 1`) that `text`
 * holds; a second `dendro` line is an error. A byte order mark at the start
 * is passed over here, too.
 * The lists of `record` live in `reader`, which the caller has zeroed or
 * used before and releases.
 */
ERR_CHECK enum err record_read_one(struct record_reader *reader, struct span text, const struct allocator *allocator,
                                   struct record *record, struct error *error);

/*
 * Reads move lines, comments and blank lines without any header: the body of
 * a log entry that adds moves. Lines count from 1. As above otherwise.
 */
ERR_CHECK enum err record_read_moves(struct record_reader *reader, struct span text, const struct allocator *allocator,
                                     struct record *record, struct error *error);

/* Raises `message` with the field's text as argument, at the field's line and column; the column becomes one of characters. */
ERR_CHECK enum err record_raise(struct error *error, const struct message *message, const struct record *record,
                                struct field field);

/* Column in characters, from 1, of byte column `column` of line `line` of the record. */
uint32_t record_column(const struct record *record, uint32_t line, uint32_t column);

/* The same in a line that is at hand. */
uint32_t record_column_at(const char *line, const char *end, uint32_t column);

/*
 * Where catalogues are found: a game that needs one names it and its hash in an
 * option. The error of one that is not found may have a hint: what it is called.
 */
struct block_source {
    enum err (*find)(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                     const void **block, size_t *size, struct error *error);
    void *context;
    /* The one for totals that come under a title, whose record names none; it lives as long as the source. NULL: there is none. */
    enum err (*usual)(void *context, const struct game *game, struct span *name, const uint8_t **hash,
                      const void **block, size_t *size, struct error *error);
};

/*
 * What the header says, resolved: the game and its rules (the newest when
 * the line is missing), the variant (by the number of seats when missing),
 * the level (as the game infers it when missing), options and catalogue.
 * `blocks` may be NULL when no catalogue can be had.
 */
ERR_CHECK enum err record_setup(const struct record *record, const struct block_source *blocks, struct setup *setup,
                                struct error *error);

/* The hash of the catalogue that the header names, or that its setup was given; false: there is none. */
bool record_catalogue(const struct record *record, const struct setup *setup, uint8_t hash[SHA256_SIZE]);

/*
 * The same, going on behind whatever is wrong with variant, level, options and
 * catalogue as if its line were missing: tells of each and returns what was
 * wrong first, which is left in `error`. `setup->game` is NULL when that leaves
 * no setup at all, otherwise the moves can be read with it; `*sure` says that
 * they can be judged: nothing that is wrong could be part of the setup.
 */
ERR_CHECK enum err record_setup_anyway(const struct record *record, const struct block_source *blocks,
                                       struct setup *setup, record_complaint_fn *complain, void *context, bool *sure,
                                       struct error *error);

#endif
