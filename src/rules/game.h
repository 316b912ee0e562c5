/*
 * What a game is to the rest of Dendro: facts and about fifteen functions.
 *
 * A `struct game` is a constant. The registry (registry.h) lists them; one
 * conformance suite runs over every entry. docs/game-interface.md shows how
 * four very different games fit.
 *
 * The state. A flat block of `state_size` bytes that the caller owns, aligned
 * for a uint64_t, without pointers: a clone is memcpy. Only the game looks
 * inside. init zeroes it first, padding included, so equal positions reached
 * by the same moves are equal bytes.
 *
 * The setup. Everything fixed before the first move (variant, level, seats,
 * options, catalogue). It stays outside the state and is handed to every
 * function, unchanged from init on.
 *
 * Seats. Players are 0 .. seats-1 (written 1-based in records). The table,
 * which moves for chance, a neutral seat and a rival run by the rules have
 * numbers of their own above the players'. A set of seats is a bit mask.
 *
 * Moves. A move is one 64-bit word, and its top byte is the seat that makes
 * it; the rest is the game's. One line of a record is one decision and mostly
 * one move; a long line (a deal, a sheet's grid) expands to several moves
 * that are applied in order and belong together. A line may also stand for
 * moves of other seats that go without saying, before its own: its seat is
 * that of its last move. Numbers of plies, here and everywhere, count lines.
 *
 * Forced decisions. A decision with one answer need not be asked: apply may
 * make it as well, so that in every position who may move has a choice.
 *
 * Purity. No function here allocates, reads a clock, or keeps anything
 * between calls; the same arguments give the same result on every machine.
 */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "base/error.h"
#include "base/lang.h"
#include "base/near.h"
#include "base/prng.h"
#include "base/sha256.h"
#include "base/strbuf.h"
#include "rules/values.h"
#include "rules/view.h"

enum {
    GAME_PLAYERS = 12,    /* players at the most */
    ENGINE_PLAYERS = 6,   /* players at the most of a game that has cards: those that are more only write totals down */
    SEAT_TABLE = 12,      /* `*`: chance, what the table does */
    SEAT_NEUTRAL = 13,    /* `n` */
    SEAT_RIVAL = 14,      /* `a`: a rival that the rules play (Forêt's Alban) */
    GAME_SEATS = 15,      /* seat numbers are below this */
    GAME_CATEGORIES = 24, /* score categories at the most */
    GAME_OPTIONS = 8,     /* options at the most */
    GAME_LINE = 64,       /* moves of one line at the most */
    GAME_HAND = 24,       /* cards of a look at the most */
    GAME_STEPS = 4        /* steps of verification at the most */
};

typedef uint64_t game_move;
typedef uint32_t seat_set;

static inline seat_set seat_bit(unsigned seat)
{
    return (seat_set)1 << seat;
}

static inline unsigned move_seat(game_move move)
{
    return (unsigned)(move >> 56);
}

/* The seat as a record writes it: "1" to "12", "*", "n" or "a". */
const char *seat_label(unsigned seat);

/* The seat that a label names, or -1. */
int seat_from_label(struct span label);

/* ---- facts ---- */

/* What the players are to each other, and which of two results is the better one. */
enum contest {
    CONTEST_HIGH,     /* the higher total */
    CONTEST_LOW,      /* the lower total */
    CONTEST_RANKS,    /* the lower rank: there may be no totals */
    CONTEST_WINNERS,  /* who won is known, and nothing of the order among those who won, or did not */
    CONTEST_TOGETHER, /* they win or lose as one: nobody is better than another, and nobody has win points */
    CONTEST_NONE      /* it was played, and who won is not known, or nobody did */
};

struct variant {
    struct name name;
    uint8_t min_seats;
    uint8_t max_seats;
    seat_set extra; /* seats besides players and table that have a row in the outcome */
    enum contest contest;
};

/* What a result rests on. */
enum basis {
    BASIS_JUDGED, /* the moves are the game as played, and were replayed */
    BASIS_SCORED, /* final positions were scored */
    BASIS_STATED  /* the totals were written down: categories may be missing, and no card is known */
};
enum { BASES = 3 };
/* What they are called: `judged`, `scored`, `stated`. */
extern const struct name basis_names[BASES];

struct level {
    struct name name;
    /*
     * How the level of a record without a `level` line is found: a move line
     * whose first word is among `marks` (terminated by NULL) says it is this
     * one. The level with `marks` NULL and `fallback` set is taken when no
     * line has a mark. A game without a fallback level requires the line.
     */
    const char *const *marks;
    bool fallback;
    enum basis basis;
    bool sampled; /* `legal` lists some of the moves that `apply` accepts: points have no end that is worth listing */
};

/* An option is one of listed values; the first is the default. */
struct option {
    struct name name;
    const struct name *values;
    uint8_t values_count;
};

/* A line of the notation, for `dendro games` and the docs. */
struct notation {
    const char *example;
    const char *en;
    const char *fr;
};

/* A title as its document has it; names are borrowed from the block. */
struct catalogue_title {
    struct name name;    /* the id of the document, and the names of the title */
    uint32_t bgg;        /* its number at BoardGameGeek; 0: none was given */
    uint8_t variant;     /* of the game that the document is for */
    uint8_t least, most; /* seats */
    uint8_t categories;
    struct name category[GAME_CATEGORIES];
    int8_t sign[GAME_CATEGORIES]; /* -1: taken off the total, else 1 */
};

/*
 * Cards as data. What a game needs besides its options is a document, a
 * catalogue, which the game's own folder turns into one flat constant block
 * without pointers: the `block` of a setup. What else others want to know of a
 * block they ask here. Versions of the rules of one game share their catalogues.
 */
struct game_catalogue {
    const char *option; /* what records call it, `option WORD NAME sha256:HEX`; NULL: `catalogue` */
    bool optional;      /* a setup may do without: its block is NULL then */
    size_t block_size;  /* of every block of this game; the caller owns it, aligned for a uint64_t */

    /*
     * Fills the block, every byte of it, or says what is wrong and where. The
     * document's `catalogue` must be the game's id: see label_read_document.
     */
    enum err (*read)(const struct value *document, void *block, struct error *error);

    /* What the catalogue is called; borrowed from the block. */
    struct name (*name)(const void *block);

    /* Which of the documents of one name it is, from 1: the name means the latest. NULL: there is one of each. */
    unsigned (*edition)(const void *block);

    /* What a document says of the title that it is of; NULL where documents are about cards. */
    void (*title)(const void *block, struct catalogue_title *out);

    /* What there is in it, for people: `counts_count` things by name, and how many of each. */
    const struct name *counts;
    uint8_t counts_count;
    uint32_t (*count)(const void *block, unsigned index);

    /* Appends a line about card `index`, below the game's cards_count, for people. */
    void (*print_card)(const void *block, unsigned index, enum lang lang, struct strbuf *out);
};

/* What records call a document of this kind. */
static inline const char *catalogue_word(const struct game_catalogue *catalogue)
{
    return catalogue->option ? catalogue->option : "catalogue";
}

/* ---- setup and results ---- */

struct game;
struct game_review;

struct setup {
    const struct game *game;
    uint8_t variant; /* indices into the game's tables */
    uint8_t level;
    uint8_t seats;                /* players */
    uint8_t option[GAME_OPTIONS]; /* index of the chosen value */
    uint8_t team[GAME_PLAYERS];   /* of each player, from 1 in the order of their lowest seats; 0: alone */
    const void *block;            /* the catalogue, flat and constant; NULL when the game has none */
    size_t block_size;
    struct span pinned;         /* its name, where the record needs one and names none; else empty. Borrowed, as */
    const uint8_t *pinned_hash; /* its hash */
};

struct outcome_row {
    uint8_t seat;
    bool scored;         /* false for a neutral seat: total and rank are null */
    bool untotalled;     /* nobody said a total: it is null, whatever the rank is */
    uint8_t rank;        /* competition rank from 1 among the players, ties share; 0: none, as of a solo game lost */
    uint32_t categories; /* bit i: category[i] is meant */
    int32_t category[GAME_CATEGORIES];
    int32_t total;
};

/*
 * The result of a finished game, or the score as it stands in an unfinished
 * one (`over` false: ranks as they stand, no winners). Rows: players in seat
 * order, then the variant's extra seats in order of their numbers.
 */
struct outcome {
    bool over;
    bool undecided; /* over, but nobody said how it ended: it was played, and that is all; ranks are 0 */
    uint8_t rows_count;
    struct outcome_row rows[GAME_SEATS];
    seat_set winners;
    const struct name *verdict; /* solo or together, once over: how well it went; NULL otherwise */
    int32_t margin;             /* solo: player's total minus rival's */
    /*
     * How far the players' moves could be checked, for a game whose cards may
     * be known in part: the steps, weakest first, and the moves that were
     * checked up to each and no further. NULL: there are no such steps.
     */
    const struct name *steps;
    uint8_t steps_count;
    uint32_t verified[GAME_STEPS];
};

enum { CREDIT_NO_CARD = 0xffff };

/* Points that one placed card earned, in units of 1/game->unit point. */
struct credit {
    uint8_t seat;
    uint8_t category;
    uint16_t card; /* index into the game's cards; CREDIT_NO_CARD for points no card earned */
    uint16_t cell; /* which copy: the game's own numbering of cells; 0 when there is no card */
    int64_t units;
};
typedef void credit_fn(void *context, const struct credit *credit);

/* One look at a hand in a draft: see docs/statistics.md, "view". */
struct look {
    uint8_t round;  /* from 0 */
    uint8_t pick;   /* from 1 */
    uint8_t seat;   /* who looked: a player */
    uint8_t origin; /* the seat to which this hand was dealt */
    uint8_t count;  /* cards in the hand */
    uint16_t taken; /* card index */
    uint16_t card[GAME_HAND];
};
typedef void look_fn(void *context, const struct look *look);

/*
 * How two types of cards lie and pay together in one player's final position:
 * ordered pairs of adjacent cells that hold `a` and `b`, and the points,
 * in units of 1/game->unit, that the cards `a` earned through cards `b`.
 */
struct link {
    uint8_t seat;
    uint16_t a;
    uint16_t b;
    int32_t pairs;
    int64_t units;
};
typedef void link_fn(void *context, const struct link *link);

/* What one player did with a card that is activated: how often, cubes spent, the round of the first time (0: none). */
struct use {
    uint8_t seat;
    uint8_t times;
    uint8_t first;
    uint16_t card;
    uint16_t cubes;
};
typedef void use_fn(void *context, const struct use *use);

/*
 * Something odd about the end of a game that may be true all the same. Nothing
 * is refused for it: its message has the code ERR_OK.
 */
struct warning {
    const struct message *message;
    int seat;       /* -1: not about one */
    game_move move; /* a move made in the game that it is about; 0: about none */
};
typedef void warning_fn(void *context, const struct warning *warning);

/* A word of the notation: in English its id, as records have it. */
static inline const char *word_in(const struct name *name, enum lang lang)
{
    return lang == LANG_FR ? name->fr : name->id;
}

/* Warnings, by the language of the line that they are about. */
struct mixed_letters {
    struct message lines[2];  /* the first line of this language in a record that began in the other */
    struct message header[2]; /* lines of this language behind a header in the other */
};

struct draw_style {
    enum lang lang;
    bool colour;
    const struct span *players; /* `seats` names, already safe for a terminal; NULL: seat numbers */
    bool hides;                 /* only what `viewer` can know is drawn: not what others hold hidden */
    uint8_t viewer;             /* a seat */
};

/* ---- the game ---- */

struct game {
    struct name name;
    uint32_t bgg;   /* its number at BoardGameGeek; 0: none is known */
    uint16_t rules; /* version; a changed ruling is a new entry in the registry */
    const struct variant *variants;
    uint8_t variants_count;
    const struct level *levels;
    uint8_t levels_count;
    const struct name *categories;
    uint8_t categories_count;
    const struct option *options;
    uint8_t options_count;
    const struct name *cards; /* NULL when they come from a catalogue: see card_name */
    uint16_t cards_count;
    uint16_t sheet_cards; /* a level that is scored cannot tell who had the cards below this index */
    const struct notation *notation;
    uint8_t notation_count;
    const struct game_catalogue *catalogue; /* NULL: the rules are all there is */
    bool titled;                            /* records say what was played, a title, and may have teams: a pad */
    size_t state_size;
    uint32_t legal_limit; /* no position has more legal moves than this for one seat */
    uint64_t unit;        /* credits are in units of 1/unit point */
    bool hundredths;      /* totals and categories are in hundredths of a point; else they are points */

    /* Prepares the state before the first move. ERR_RULE for a setup the rules refuse. */
    enum err (*init)(const struct setup *setup, void *state, struct error *error);

    /*
     * Who may move now; empty when the game is over. They have legal moves, but for those who write a sheet that no
     * game can leave: then something has to be taken back.
     */
    seat_set (*turn)(const struct setup *setup, const void *state);

    /*
     * The legal moves of `seat` in ascending order, each exactly once: stores
     * the first `cap` of them and returns how many there are. A move is here
     * if and only if apply accepts it; at a level that is `sampled`, if it is
     * here apply accepts it.
     */
    size_t (*legal)(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap);

    /*
     * Makes the move, or refuses it with ERR_RULE, the rule broken, and the
     * state untouched to the byte. The moves of one line come one by one: that
     * the line is all or nothing is the caller's business (record/replay.h).
     */
    enum err (*apply)(const struct setup *setup, void *state, game_move move, struct error *error);

    /*
     * Reads one line's text (without its seat label) into at most GAME_LINE
     * moves, the last of them the seat's. None, with ERR_OK: the line says what
     * the rules have done already, and is no ply. Lenient in spelling: case, accents, French names, spaces. Says
     * ERR_SYNTAX with the column (from 1, within `text`) when it cannot be
     * read; whether the move is legal is apply's business, except where the
     * word has no room for what the text says (a cell far off the board):
     * that is ERR_RULE here already, without a column.
     */
    enum err (*parse)(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                      size_t *count, struct error *error);

    /*
     * Appends the canonical text of the line that starts with moves[0] and
     * returns how many of the `count` moves belong to it (at least 1).
     * `state` is the position before the line.
     */
    size_t (*print)(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                    struct strbuf *out);

    /*
     * The same for a person who reads `lang`, in words that parse takes as well; in English it is the canonical text.
     * NULL: it is that for everybody.
     */
    size_t (*say)(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                  struct strbuf *out);

    /* The position as a tree of values (an object), for machines. */
    void (*view)(const struct setup *setup, const void *state, const struct view_sink *sink);

    /* The position for a person at a terminal, with box characters, ending in a line feed. */
    void (*draw)(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out);

    void (*outcome)(const struct setup *setup, const void *state, struct outcome *outcome);

    /*
     * Every player's points, card by card; summed over a player's credits it is total x unit (where the totals are
     * stated: what the categories that were stated come to).
     */
    void (*credits)(const struct setup *setup, const void *state, credit_fn *fn, void *context);

    /* The player's total if the card at `cell` were not there; the other seats unchanged. NULL when undefined. */
    int32_t (*without)(const struct setup *setup, const void *state, unsigned seat, unsigned cell);

    /* The same for each of `count` cells of one player, for a game that has them cheaper together; may be NULL. */
    void (*withouts)(const struct setup *setup, const void *state, unsigned seat, const uint16_t *cells, size_t count,
                     int32_t *totals);

    /* Every ordered pair of types with adjacent cells or points, by seat, a, b. NULL for a game without such points. */
    void (*links)(const struct setup *setup, const void *state, link_fn *fn, void *context);

    /* Every look at a hand of every finished round, by round, pick, seat. NULL for a game without a draft. */
    void (*looks)(const struct setup *setup, const void *state, look_fn *fn, void *context);

    /* Every player's activated cards, each of them with a credit too. NULL for a game whose cards are not activated. */
    void (*uses)(const struct setup *setup, const void *state, use_fn *fn, void *context);

    /* What is odd about a finished game, in the order in which people would read it. NULL: nothing ever is. */
    void (*warnings)(const struct setup *setup, const void *state, warning_fn *fn, void *context);

    /*
     * The language of the letters of a line, an `enum lang`, where a letter means another thing in the other language;
     * -1: it has no such letters. What is said of a record that mixes them is in `mixed`. NULL: no line has such letters.
     */
    int (*letters)(const struct setup *setup, unsigned seat, struct span text);
    const struct mixed_letters *mixed;

    /* Feeds the state's fields, in the order that docs/<game>.md gives, to the digest. */
    void (*digest)(const struct setup *setup, const void *state, struct sha256 *hash);

    /* The name of card `index`; id, en and fr are borrowed from the game or the block. */
    struct name (*card_name)(const struct setup *setup, unsigned index);

    /*
     * The score categories of a setup, for a game that has them from a block instead of `categories`: how many, at
     * most GAME_CATEGORIES, and their names, borrowed from the block. NULL: they are those of `categories`.
     */
    unsigned (*category_count)(const struct setup *setup);
    struct name (*category_name)(const struct setup *setup, unsigned index);

    /* ---- for simulation, at the first (fullest) level ---- */

    /*
     * A move of a seat that no player decides for, drawn as chance would:
     * the table's when it may move, otherwise the neutral seat's. Only
     * called when one of them may move.
     */
    game_move (*chance)(const struct setup *setup, const void *state, struct prng *prng);

    /* The move that a sensible player makes; ties broken by `prng`. */
    game_move (*greedy)(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);

    /*
     * What a record of the lower `level` says instead of `move` made in
     * `state`: stores 0 or more moves (at most GAME_LINE) and returns how
     * many. Only called for a level that is judged.
     */
    size_t (*project)(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out);

    /* The moves that a `level` that is not judged has of a finished game, at most `cap`; returns how many there are. */
    size_t (*sheet)(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap);

    /* What a review asks (game_review.h); NULL: its games have none. */
    const struct game_review *review;
};

/* ---- helpers that need no game of their own ---- */

static inline enum basis setup_basis(const struct setup *setup)
{
    return setup->game->levels[setup->level].basis;
}

/* True when the moves are the game as played. */
static inline bool setup_is_judged(const struct setup *setup)
{
    return setup_basis(setup) == BASIS_JUDGED;
}

static inline enum contest setup_contest(const struct setup *setup)
{
    return setup->game->variants[setup->variant].contest;
}

/* A word with which a line of every game's record takes moves back: what a game writes begins with none of them. */
bool game_takes_back(struct span word);

/* Totals of the game are whole numbers of 1/game_scale point. */
static inline int32_t game_scale(const struct game *game)
{
    return game->hundredths ? 100 : 1;
}

/*
 * True when results at this level, by its id, always say what each category came to; where totals are written down,
 * categories may be missing, and then none of them is a figure.
 */
bool game_tells_categories(const struct game *game, struct span level);

/* A total of the game in hundredths of a point, whatever it counts in. */
static inline int32_t game_hundredths(const struct game *game, int32_t total)
{
    return total * (100 / game_scale(game));
}

/* True when every row that is scored has a total. */
bool outcome_is_totalled(const struct outcome *outcome);

/* True when people are compared with each other: there are win points and ratings. */
static inline bool contest_is_rated(enum contest contest)
{
    return contest != CONTEST_TOGETHER && contest != CONTEST_NONE;
}

/* True when totals decide: only those are scores that can be told together. */
static inline bool contest_is_scored(enum contest contest)
{
    return contest == CONTEST_HIGH || contest == CONTEST_LOW;
}

/* The score categories of a setup: use these and not game->categories wherever a setup is at hand. */
static inline unsigned setup_categories(const struct setup *setup)
{
    return setup->game->category_count ? setup->game->category_count(setup) : setup->game->categories_count;
}

static inline struct name setup_category(const struct setup *setup, unsigned index)
{
    return setup->game->category_name ? setup->game->category_name(setup, index) : setup->game->categories[index];
}

/*
 * The category that `text` names by its own name or by that of the card that it counts (a paper sheet has 'loup' as
 * often as 'loups'), or -1; setup_category_offer is the part of a hint for one that none is called.
 */
int setup_category_find(const struct setup *setup, struct span text);
void setup_category_offer(const struct setup *setup, struct near *near);

/* Adds points to an error as an argument: `7.5` for 750 with the scale 100. */
void error_add_points(struct error *error, int64_t value, int32_t scale);

/* Index of the row of `seat`, or -1. */
int outcome_row_of(const struct outcome *outcome, unsigned seat);

/*
 * Fills `rank` (players only) and, when `over`, `winners` from the totals.
 * `tiebreak` holds one value for each row, larger is better; NULL: none.
 */
void outcome_rank(struct outcome *outcome, const struct setup *setup, const int64_t *tiebreak);

/*
 * Index in `names` of the entry that `text` names by id, English or French,
 * however accented, or else by a plural of one of these (`wolves`, `loups`,
 * `ruisseaux`); or -1.
 */
int name_find(const struct name *names, size_t count, struct span text);

/* Adds to `error`, which complains about `text`, the one of `names` that was probably meant. */
void name_hint(const struct name *names, size_t count, struct span text, struct error *error);

/* Names that are the first members of larger structs, `stride` bytes apart. */
struct name_list {
    const struct name *first;
    size_t stride;
    size_t count;
};
typedef struct name_list game_names_fn(const struct game *game);

/* Those of a game: as game_names_fn, so that one search serves all three. */
struct name_list game_variants(const struct game *game);
struct name_list game_levels(const struct game *game);
struct name_list game_options(const struct game *game);

const struct name *name_at(struct name_list list, size_t i);

/* As name_find and name_hint; name_list_offer is the part of a hint that is repeated for several lists. */
int name_list_find(struct name_list list, struct span text);
void name_list_hint(struct name_list list, struct span text, struct error *error);
void name_list_offer(struct name_list list, struct near *near);

/* The variant for a record without a `variant` line: the first that seats `seats` players; or -1. */
int game_variant_for(const struct game *game, unsigned seats);

#endif
