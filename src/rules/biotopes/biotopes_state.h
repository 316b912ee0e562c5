/*
 * Private to the folder, shared by the files of Biotopes: the landscape, the
 * state, how a move is packed, and the functions of biotopes_game. What is
 * refused has its names in biotopes_refusals.h.
 *
 * The landscape is a list of at most 70 hexes sorted by (q, r), each with the
 * indices of its neighbours. Ten tiles that touch, the first at -5..5, stay
 * within -33..33: a field of eight bits holds a coordinate plus 64.
 *
 * Cards. A species is a number below 88, each there once, and where it lies is
 * one byte. A *spot* is where cubes lie in one's ecosystem: a species, or 88
 * plus a biotope, one's own card of it. Cubes of a species are four bits a
 * colour; a biotope card holds cubes of its own colour only.
 *
 * An action is a short program of stages (biotopes_play.c). `act` and `pc` say
 * where it is; `step` says what is asked now and `asked` of whom, so legal,
 * check and turn look only there.
 *
 * Moves. From the top: seat 8 bits, kind 6, zero 10, then five fields of eight
 * bits, a to e. Ascending words are in order of kind, then of the fields.
 */
#ifndef RULES_BIOTOPES_BIOTOPES_STATE_H
#define RULES_BIOTOPES_BIOTOPES_STATE_H

#include "rules/biotopes/biotopes_catalogue.h"
#include "rules/biotopes/biotopes_refusals.h"
#include "rules/game.h"

enum { BIO_FULL, BIO_TABLE, BIO_SHEET, BIO_TOTALS };               /* levels */
enum { BIO_DISCOVERY, BIO_INITIATE, BIO_SOLO, BIO_SOLO_INITIATE }; /* variants */
enum { BIO_OPTION_UNKNOWN };                                       /* options */
enum { BIO_DECLARE, BIO_BLANK };                                   /* values of it */
enum { BIO_STEP_DECLARED, BIO_STEP_FULL, BIO_VERIFIED };           /* steps of verification */
enum bio_category {
    BIO_TERRITORY,
    BIO_BIOTOPE,
    BIO_TYPE,
    BIO_POPULATION,
    BIO_STARS,
    BIO_BONUS,
    BIO_COLUMNS,
    BIO_FRAGMENTATION,
    BIO_CATEGORIES
};

enum {
    BIO_PLAYERS = 5,
    BIO_TILES = 10,
    BIO_TILE_HEXES = 7,
    BIO_HEXES = BIO_TILES * BIO_TILE_HEXES,
    BIO_TOKENS = 12,
    BIO_START_TOKENS = 4,
    BIO_HAND = 5,
    BIO_ROOM = 4,        /* cubes on a species at the most */
    BIO_FIRST_REACH = 5, /* coordinates of the first tile's centre */
    BIO_DECLARED = 32,   /* declared effects of one opening */
    BIO_OPENINGS = 64,   /* openings of a seat in a cycle */
    BIO_MOST_BONUS = 40,
    BIO_WAIVERS = 4,    /* of one type: no cost asks for more */
    BIO_STEPS_AWAY = 3, /* of a migration */
    BIO_SPOTS = BIO_SPECIES + BIO_BIOTOPES,
    BIO_BAG = BIO_SPOTS, /* as a target of `gain COLOUR` */
    BIO_TOTAL_LEAST = -99,
    BIO_TOTAL_MOST = 999
};

/* ---- the landscape: biotopes_land.c ---- */

enum { OWNER_NONE = 0, OWNER_NEUTRAL = BIO_PLAYERS + 1 }; /* otherwise 1 + seat */
enum { HEX_NONE = 0xff };

struct bio_tile {
    uint8_t face; /* 2 x tile + side, side 0 A and 1 B */
    uint8_t rotation;
    int8_t q, r;
};

struct bio_land {
    int8_t q[BIO_HEXES];
    int8_t r[BIO_HEXES];
    uint8_t biotope[BIO_HEXES];
    uint8_t owner[BIO_HEXES];
    uint8_t beside[BIO_HEXES][6]; /* indices of the neighbours, HEX_NONE beyond the edge */
    uint8_t count;
    uint8_t tiles; /* laid */
    struct bio_tile tile[BIO_TILES];
};

/* The six ways from a hex to its neighbours, in order of (q, r). */
extern const int8_t bio_way[6][2];

/* Biotope of the seven hexes of a face: rows from the top, from the left. */
extern const uint8_t bio_faces[2 * BIO_TILES][BIO_TILE_HEXES];

/* Where tiles lie in the booklet's layouts: `count` centres for so many seats. */
const int8_t (*bio_layout(unsigned seats, unsigned *count))[2];

/* Index of the hex at q,r, or HEX_NONE. */
unsigned bio_land_find(const struct bio_land *land, int q, int r);

bool bio_land_is_edge(const struct bio_land *land, unsigned hex); /* fewer than six neighbours */

/* True when a tile may be laid with its centre there: nothing under it, and it touches with two hexes. */
bool bio_land_takes_tile(const struct bio_land *land, int q, int r);
void bio_land_lay(struct bio_land *land, struct bio_tile tile);

/* Puts the centres at which a tile may be laid into `out`, in order of (q, r); returns how many. */
enum { BIO_CENTRES = 512 };
unsigned bio_land_centres(const struct bio_land *land, int8_t out[BIO_CENTRES][2]);

/* True when one of `owner`'s tokens lies on a neighbour. */
bool bio_land_touches(const struct bio_land *land, unsigned hex, unsigned owner);

/* Steps from one hex to another over the landscape, at most `most`; more is most + 1. */
unsigned bio_land_steps(const struct bio_land *land, unsigned from, unsigned to, unsigned most);

/* The same if the landscape were everywhere: never more than the steps over it. */
int bio_land_distance(const struct bio_land *land, unsigned from, unsigned to);

/* Tokens of `owner`; on one biotope, or BIO_ANY. Connected groups of them. */
unsigned bio_land_tokens(const struct bio_land *land, unsigned owner, unsigned biotope);
unsigned bio_land_groups(const struct bio_land *land, unsigned owner);

/* ---- state ---- */

/* What is asked now. */
enum bio_step {
    STEP_CONDITIONS, /* the table */
    STEP_TILE,       /* the table, or asked */
    STEP_TOKEN,
    STEP_BIOTOPE,
    STEP_DEAL,    /* the table, to `asked` */
    STEP_PRODUCE, /* the table draws for `asked` */
    STEP_TURN,    /* an action of `asked`, or anybody's declared effect */
    STEP_PAY,
    STEP_EVOLVE, /* pay, discard, begin to draw */
    STEP_RETREAT,
    STEP_GAIN,  /* draw what a card gives, or skip */
    STEP_DRAW,  /* draw a card; skip, if it is an Action's */
    STEP_CARD,  /* the table says which card of `deck_drawn` it was, for `whom` */
    STEP_CUBE,  /* the table says which cube it was, for `whom` */
    STEP_PUT,   /* where the cube `drawn` goes, of `whom` */
    STEP_FILL,  /* who gets a cube where the reserve is short */
    STEP_SHIFT, /* discreet */
    STEP_PREY,
    STEP_DECLARED,
    STEP_DISCARD, /* down to five */
    STEP_BONUS,   /* every seat that is not `done` */
    STEP_OVER,
    STEP_SHEET, /* every seat that is not `done`, the rows' species of `row_seat` first */
    STEP_TOTALS,
    BIO_STEPS
};

enum bio_act {
    ACT_NONE,
    ACT_ADAPT,
    ACT_REPRODUCE,
    ACT_TRANSFER,
    ACT_EVOLVE,
    ACT_EXPAND,
    ACT_MIGRATE,
    ACT_COMPETE,
    ACT_USE_DRAW,
    ACT_USE_SHIFT,
    ACT_USE_PREY,
    ACT_USE_DECLARED,
    ACT_EFFECT,
    BIO_ACTS
};

/* Where a species is: a pile, plus the seat. */
enum { AT_UNSEEN = 0 /* in its deck; at level table also in a hand */, AT_DISCARD = 1, AT_HAND = 0x10, AT_PLAY = 0x20 };

struct bio_state {
    struct bio_land land;
    uint64_t fill[2]; /* species that are still to get a cube: bit species */
    uint32_t verified[BIO_VERIFIED];
    uint16_t cubes[BIO_SPECIES]; /* four bits a colour */
    uint8_t at[BIO_SPECIES];
    uint8_t row[BIO_PLAYERS][BIO_BIOTOPES][BIO_ROW];
    uint8_t row_length[BIO_PLAYERS][BIO_BIOTOPES];
    uint8_t plants[BIO_PLAYERS][BIO_BIOTOPES]; /* cubes on biotope cards */
    uint8_t bag[BIO_PLAYERS][BIO_BIOTOPES];
    uint8_t board[BIO_PLAYERS][BIO_BIOTOPES]; /* cubes moved there in this cycle */
    uint8_t reserve[BIO_BIOTOPES];
    uint8_t has[BIO_PLAYERS];                  /* bit biotope: has a card of it */
    uint8_t milieu[BIO_PLAYERS][BIO_BIOTOPES]; /* which face */
    uint8_t tokens[BIO_PLAYERS];               /* on the board */
    uint8_t hand[BIO_PLAYERS][BIO_DECKS];      /* cards in hand, known or not */
    uint8_t deck[BIO_DECKS];                   /* cards left to draw */
    uint8_t used[BIO_PLAYERS];                 /* bit enum bio_act: used in this cycle */
    uint8_t waive[BIO_PLAYERS][BIO_TYPES];
    uint8_t openings[BIO_PLAYERS];
    uint8_t bonus[BIO_SPECIES];                       /* declared, plus 1; 0: none */
    uint8_t bonus_biotope[BIO_PLAYERS][BIO_BIOTOPES]; /* the same */
    uint8_t condition[4];                             /* two biotopes, two types */
    uint8_t cycle;                                    /* from 0 */
    uint8_t step;
    uint8_t asked;  /* whom, where a seat is asked */
    uint8_t turn;   /* whose turn it is */
    uint8_t passed; /* bit seat */
    uint8_t done;   /* bit seat: bonuses declared, sheet or total written */
    uint8_t acted;  /* 1 + the seat of the last action */
    uint8_t spent;  /* the action of this turn is under way, or done */
    /* The action under way. */
    uint8_t act;
    uint8_t act_seat;
    uint8_t pc;       /* its stage */
    uint8_t act_card; /* the species adapted, the spot used or declared */
    uint8_t from, to; /* hexes */
    uint8_t cost[BIO_TYPES];
    uint8_t cost_types;   /* bit type: one cube of any of these; 0: none, or the diet above */
    uint8_t cost_colour;  /* a biotope, or BIO_ANY */
    uint8_t cost_species; /* from a species only */
    uint8_t paid;         /* evolution: cubes moved and cards discarded */
    uint8_t paid_types;   /* evolution: bit type */
    uint8_t scan;         /* gains: how far the cards have been gone through */
    uint8_t opened;       /* gains, draws: `left` has been set */
    uint8_t left;         /* draws left of this card */
    uint8_t declared;     /* declared effects so far */
    uint8_t shift_spot;   /* 1 + where the cube that was shifted lies; 0: none yet */
    uint8_t shift_colour;
    uint8_t deck_drawn;
    uint8_t drawn; /* colour */
    uint8_t whom;
    uint8_t retreated; /* 1 + the hex to which a token had to go by itself in the last action; 0: none */
    uint8_t retreater; /* the seat whose token that was */
    uint8_t colour;    /* that STEP_FILL asks about */
    /* Setup, and what sheets and totals write. */
    uint8_t placed;                           /* setup tokens so far */
    uint8_t dealt;                            /* bit biotope: cards of this seat's deal */
    uint8_t rows[BIO_PLAYERS];                /* bit biotope: row written */
    uint8_t row_seat, row_biotope, row_due;   /* species of an open row that are to come */
    uint8_t landed[BIO_PLAYERS];              /* the land line is written */
    uint8_t count[BIO_PLAYERS][BIO_BIOTOPES]; /* its tokens */
    uint8_t groups[BIO_PLAYERS];
    uint8_t stated[BIO_PLAYERS]; /* totals: bit category */
    uint8_t ranks;               /* totals: 0 nobody has spoken, 1 without ranks, 2 with ranks */
    uint8_t rank[BIO_PLAYERS];
    int16_t category[BIO_PLAYERS][BIO_CATEGORIES];
    int16_t total[BIO_PLAYERS];
    /* What everybody knows of hidden cards, level full: no rule asks for it and no digest holds it (biotopes_imagine.c). */
    uint8_t shuffled[BIO_SPECIES];                       /* the number of the last shuffle it was in; 0: none */
    uint16_t dealt_left[BIO_PLAYERS][1 << BIO_BIOTOPES]; /* ways in which these of its dealt cards are in hand */
};

static inline const struct bio_catalogue *bio_cat(const struct setup *setup)
{
    return setup->block;
}

static inline bool bio_is_solo(const struct setup *setup)
{
    return setup->variant == BIO_SOLO || setup->variant == BIO_SOLO_INITIATE;
}

static inline bool bio_is_initiate(const struct setup *setup)
{
    return setup->variant == BIO_INITIATE || setup->variant == BIO_SOLO_INITIATE;
}

static inline unsigned bio_cycles(const struct setup *setup)
{
    return bio_is_initiate(setup) ? 5 : 6;
}

static inline unsigned bio_supply(const struct setup *setup) /* cubes of a colour */
{
    return setup->seats < 3 ? 16 : 8u * setup->seats;
}

/* True when effects may be declared. */
static inline bool bio_declares(const struct setup *setup)
{
    return !bio_cat(setup)->certain && setup->option[BIO_OPTION_UNKNOWN] == BIO_DECLARE;
}

static inline unsigned cubes_of(uint16_t cubes, unsigned colour)
{
    return (unsigned)cubes >> 4 * colour & 15u;
}

static inline unsigned cubes_sum(uint16_t cubes)
{
    return cubes_of(cubes, 0) + cubes_of(cubes, 1) + cubes_of(cubes, 2) + cubes_of(cubes, 3);
}

/* Cubes of a colour at a seat's spot; a species in play is at one seat's only. */
static inline unsigned bio_cubes_at(const struct bio_state *s, unsigned seat, unsigned spot, unsigned colour)
{
    if (spot >= BIO_SPECIES) {
        return spot - BIO_SPECIES == colour ? s->plants[seat][colour] : 0;
    }
    return s->at[spot] == AT_PLAY + seat ? cubes_of(s->cubes[spot], colour) : 0;
}

/* The card of a seat's spot, by number: which biotope card it is depends on its face. */
static inline unsigned bio_spot_card(const struct bio_state *s, unsigned seat, unsigned spot)
{
    unsigned b = spot - BIO_SPECIES;
    if (spot < BIO_SPECIES) {
        return spot;
    }
    return s->milieu[seat][b] == BIO_BASIC ? BIO_BASICS + b
                                           : BIO_ADVANCED + b * (BIO_MILIEUS - 1) + s->milieu[seat][b] - 1u;
}

static inline const struct bio_effect *bio_effect_at(const struct setup *setup, const struct bio_state *s,
                                                     unsigned seat, unsigned spot)
{
    return &bio_cat(setup)->effect[bio_spot_card(s, seat, spot)];
}

static inline unsigned bio_hand(const struct bio_state *s, unsigned seat)
{
    return (unsigned)s->hand[seat][0] + s->hand[seat][1] + s->hand[seat][2];
}

static inline unsigned bio_bag_sum(const struct bio_state *s, unsigned seat)
{
    return (unsigned)s->bag[seat][0] + s->bag[seat][1] + s->bag[seat][2] + s->bag[seat][3];
}

/* ---- moves ---- */

enum bio_kind {
    KIND_CONDITIONS, /* a, b biotopes, c, d types */
    KIND_TILE,       /* a face, b rotation, c q, d r */
    KIND_TOKEN,      /* setup: a q, b r */
    KIND_BIOTOPE,    /* a biotope, b milieu */
    KIND_DEAL,       /* a seat, b species */
    KIND_CUBES,      /* a seat, b to e how many of each colour */
    KIND_ADAPT,      /* a species */
    KIND_REPRODUCE,
    KIND_TRANSFER,
    KIND_EVOLVE,
    KIND_EXPAND,  /* a q, b r */
    KIND_MIGRATE, /* a q, b r, to c q, d r */
    KIND_COMPETE, /* a q, b r */
    KIND_USE,     /* a species */
    KIND_EFFECT,  /* a spot */
    KIND_PASS,
    KIND_PAY,     /* a type, b colour, c spot */
    KIND_RETREAT, /* a q, b r */
    KIND_DRAW,    /* a deck, or BIO_DECKS: the bag */
    KIND_CARD,    /* a species */
    KIND_PUT,     /* a spot */
    KIND_SKIP,
    KIND_DONE,
    /* What may be declared has in `a` for whom: 0 its owner, or 1 + seat. */
    KIND_SHIFT,       /* b colour, c spot, d spot */
    KIND_PREY,        /* b seat, c colour, d spot: of that seat */
    KIND_DISCARD,     /* b species */
    KIND_GAIN_CARD,   /* b deck */
    KIND_GAIN_CUBE,   /* from the bag */
    KIND_GAIN_COLOUR, /* b colour, c spot or BIO_BAG */
    KIND_RECYCLE,     /* b colour, c spot */
    KIND_AGAIN,       /* b enum bio_act, ACT_REPRODUCE to ACT_COMPETE */
    KIND_WAIVE,       /* b type */
    KIND_MOVE_TOKEN,  /* b q, c r, to d q, e r; both 0xff: the board */
    KIND_BONUS,       /* a spot, b points */
    /* Sheets and totals. */
    KIND_ROW,      /* a biotope, b species that follow */
    KIND_SPECIES,  /* a species, b cubes */
    KIND_LAND,     /* a to d tokens by biotope, e groups */
    KIND_CATEGORY, /* a category, b and c its points plus 1000, high byte first */
    KIND_TOTAL,    /* a and b the total plus 1000, high byte first, c rank or 0 */
    KINDS
};

struct bio_word {
    uint8_t kind;
    uint8_t a, b, c, d, e;
};

enum { BIO_NOWHERE = 0xff, BIO_ZERO = 64, BIO_POINTS_ZERO = 1000 };

static inline uint8_t bio_coord(int x)
{
    return (uint8_t)(x + BIO_ZERO);
}

static inline int bio_uncoord(uint8_t x)
{
    return (int)x - BIO_ZERO;
}

static inline game_move bio_pack(unsigned seat, struct bio_word w)
{
    return (game_move)seat << 56 | (game_move)w.kind << 50 | (game_move)w.a << 32 | (game_move)w.b << 24 |
           (game_move)w.c << 16 | (game_move)w.d << 8 | w.e;
}

static inline struct bio_word bio_unpack(game_move move)
{
    return (struct bio_word){.kind = (uint8_t)(move >> 50 & 63),
                             .a = (uint8_t)(move >> 32),
                             .b = (uint8_t)(move >> 24),
                             .c = (uint8_t)(move >> 16),
                             .d = (uint8_t)(move >> 8),
                             .e = (uint8_t)move};
}

/* Points in two fields. */
static inline int bio_points(uint8_t high, uint8_t low)
{
    return (int)(high << 8 | low) - BIO_POINTS_ZERO;
}

/* ---- the parts ---- */

/*
 * BIO_OK, or the rule that the word of this seat breaks: the one judge, legal and apply ask it. What fields a kind does
 * not use are 0, else it is BIO_NOT_A_MOVE. The others judge, and do, the words of their own steps.
 */
enum bio_rule bio_check(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w);
enum bio_rule bio_check_setup(const struct setup *setup, const struct bio_state *s, struct bio_word w);
enum bio_rule bio_check_effect(const struct setup *setup, const struct bio_state *s, unsigned owner, struct bio_word w);
enum bio_rule bio_check_sheet(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w);

/* Does a word that bio_check accepts, and goes on to the next decision; the others those of their own steps. */
void bio_do(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w);
void bio_do_setup(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w);
void bio_do_effect(const struct setup *setup, struct bio_state *s, unsigned owner, struct bio_word w);
void bio_do_sheet(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w);
void bio_advance(const struct setup *setup, struct bio_state *s);
void bio_begin_cycle(const struct setup *setup, struct bio_state *s);

/* Raises the rule that a word breaks. */
ERR_CHECK enum err bio_refuse(const struct setup *setup, const struct bio_state *s, enum bio_rule rule, game_move move,
                              struct error *error);

/* Calls fn with words of this seat in ascending order, every legal one among them; stops when it returns false. */
typedef bool bio_word_fn(void *context, struct bio_word w);
bool bio_each_setup_word(const struct setup *setup, const struct bio_state *s, bio_word_fn *fn, void *context);
/* Those of one kind that may be declared. */
bool bio_each_declared(const struct setup *setup, const struct bio_state *s, unsigned owner, unsigned kind,
                       bio_word_fn *fn, void *context);
bool bio_each_sheet_word(const struct setup *setup, const struct bio_state *s, unsigned seat, bio_word_fn *fn,
                         void *context);

/* Paying: biotopes_pay.c. */
bool bio_can_pay(const struct setup *setup, const struct bio_state *s); /* the cost that is set, whole */
bool bio_covers(const struct setup *setup, const struct bio_state *s, unsigned seat, const uint8_t cost[BIO_TYPES]);
void bio_set_cost(const struct setup *setup, struct bio_state *s, struct bio_word w);
enum bio_rule bio_check_pay(const struct setup *setup, const struct bio_state *s, struct bio_word w);
void bio_do_pay(const struct setup *setup, struct bio_state *s, struct bio_word w);
bool bio_pays_as(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned spot, unsigned type);

/* Cubes and cards: biotopes_goods.c. */
void bio_take_cube(struct bio_state *s, unsigned seat, unsigned spot, unsigned colour);
void bio_add_cube(struct bio_state *s, unsigned seat, unsigned spot, unsigned colour);
bool bio_has_room(const struct bio_state *s, unsigned seat, unsigned spot, unsigned colour); /* may a cube go there */
bool bio_in_hand(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned species);
void bio_leave_hand(const struct setup *setup, struct bio_state *s, unsigned seat, unsigned species, unsigned to);
bool bio_can_draw(const struct setup *setup, const struct bio_state *s, unsigned deck);
bool bio_can_draw_any(const struct setup *setup, const struct bio_state *s);
void bio_draw(const struct setup *setup, struct bio_state *s, unsigned seat,
              unsigned deck); /* asks the table, or goes on */
unsigned bio_production(const struct setup *setup, const struct bio_state *s, unsigned seat);

/* ---- the score: biotopes_score.c ---- */

struct bio_score {
    int32_t category[BIO_CATEGORIES];
    unsigned carnivores;
};

/* The score as it stands, or would without the card at that spot (BIO_SPOTS: none left out). Every level but totals. */
void bio_score(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned without,
               struct bio_score *score);

/* ---- words: biotopes_words.c ---- */

extern const struct name bio_biotopes[BIO_BIOTOPES];
extern const struct name bio_colours[BIO_BIOTOPES];
extern const struct name bio_types[BIO_TYPES];
extern const struct name bio_decks[BIO_DECKS + 1]; /* the last is the bag */
extern const struct name bio_milieus[BIO_MILIEUS]; /* "basic", then those that a line can say */
extern const struct name bio_category_names[BIO_CATEGORIES];

/* ---- the functions of biotopes_game ---- */

enum err bio_init(const struct setup *setup, void *state, struct error *error);
seat_set bio_turn(const struct setup *setup, const void *state);
size_t bio_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap);
enum err bio_apply(const struct setup *setup, void *state, game_move move, struct error *error);
enum err bio_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                   size_t *count, struct error *error);
size_t bio_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                 struct strbuf *out);
size_t bio_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
               struct strbuf *out);
void bio_view(const struct setup *setup, const void *state, const struct view_sink *sink);
void bio_draw_table(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out);
void bio_outcome(const struct setup *setup, const void *state, struct outcome *outcome);
void bio_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context);
int32_t bio_without(const struct setup *setup, const void *state, unsigned seat, unsigned cell);
void bio_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context);
void bio_digest(const struct setup *setup, const void *state, struct sha256 *hash);
struct name bio_card_name(const struct setup *setup, unsigned index);
game_move bio_chance(const struct setup *setup, const void *state, struct prng *prng);
game_move bio_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);
size_t bio_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out);
size_t bio_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap);

#endif
