/*
 * Private to the folder, shared by the files of Ecos: the landscape, the
 * state, how a move is packed, and the functions of ecos_game. What is refused
 * has its names in ecos_refusals.h.
 *
 * The landscape is a list of tiles sorted by (q, r): any shape, no window.
 * Coordinates reach -500..500, because a word has ten bits for each.
 *
 * Cards are numbers 1..105, and where each lies is one byte: pile and seat.
 * The cubes on a card are four bits an element, so slots of one element are
 * interchangeable and equal positions are equal bytes.
 *
 * What is being resolved. One card at a time (`card`, `pc`, `rep`, `ref`) and
 * a short stack of frames above it for what must be answered first: an
 * element gained, a dial, a look at the decks. The top says whose decision is
 * next and which, so legal looks only there.
 *
 * Under rules 2 a decision with one answer is none: the rules make it
 * themselves (ecos_forced.c) and remember it for a while, so that a line that
 * says it nevertheless is understood. What is remembered is no part of the
 * position: it is not in the digest. Nor is who has seen a card (ecos_seen.h).
 *
 * Moves. From the top: seat 8 bits, kind 6, a 8, zero 2, then four fields of
 * ten bits. Coordinates are stored plus 512.
 */
#ifndef RULES_ECOS_ECOS_STATE_H
#define RULES_ECOS_ECOS_STATE_H

#include "rules/ecos/ecos_catalogue.h"
#include "rules/ecos/ecos_refusals.h"
#include "rules/game.h"

enum { ECOS_FULL, ECOS_TABLE, ECOS_SHEET };
enum { ECOS_OPTION_TARGET, ECOS_OPTION_LANDSCAPE };
enum { ECOS_STANDARD, ECOS_RIVER, ECOS_COAST, ECOS_ISLANDS };

enum {
    ECOS_REACH = 500,
    ECOS_ROUNDS = 60,
    ECOS_START_CUBES = 7,
    ECOS_FRAMES = 8,
    ECOS_DECLARED = 24,    /* effects of one declared card at the most */
    ECOS_DECLARED_1 = 8,   /* the same under rules 1, where the last of them ends the card */
    ECOS_MOST_LEAVES = 4,  /* a card has four sides to be turned to */
    ECOS_MOST_TIMES = 15,  /* uses that a sheet can write down */
    ECOS_MOVES = 8,        /* animals that one effect moves at the most */
    ECOS_DONE = 16,        /* words that the rules said themselves and remember */
    ECOS_MOST_POINTS = 60, /* of one declared effect */
    ECOS_SHEET_POINTS = 1000
};

/* ---- the landscape ---- */

struct ecos_tile {
    uint64_t animals; /* four bits a species */
    int16_t q, r;
    uint8_t terrain; /* THING_DESERT, THING_GRASSLAND, THING_WATER */
    uint8_t mountain;
    uint8_t forests;
    uint8_t unused;
};

struct ecos_land {
    struct ecos_tile tile[ECOS_LAND_TILES]; /* in order of (q, r) */
    uint8_t left[THINGS]; /* supply by thing: land tiles at THING_LAND, THING_WATER, mountains, forests, species */
    uint8_t count;
    uint8_t crowded; /* two tiles have one slot: the landscape is wider than 16 */
    uint8_t unused[6];
    uint8_t slot[16 * 16]; /* where to look for the tile of a cell (land_slot): its index plus one; 0: there is none */
};

/* A set of tiles by index. */
struct ecos_tiles {
    uint64_t bits[2];
};

static inline bool tiles_has(const struct ecos_tiles *set, unsigned i)
{
    return set->bits[i >> 6] >> (i & 63) & 1;
}

static inline void tiles_add(struct ecos_tiles *set, unsigned i)
{
    set->bits[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline unsigned tile_species(const struct ecos_tile *tile, unsigned species)
{
    return (unsigned)(tile->animals >> 4 * species) & 15;
}

static inline bool thing_is_terrain(unsigned thing)
{
    return thing <= THING_WATER;
}

/* Where the supply of a thing is counted: both faces of a land tile together. */
static inline unsigned thing_supply(unsigned thing)
{
    return thing == THING_DESERT || thing == THING_GRASSLAND ? THING_LAND : thing;
}

/* The six ways from a cell to one beside it, in order of (q, r). */
extern const int8_t land_step[6][2];

static inline unsigned land_slot(int q, int r)
{
    return ((unsigned)q % 16 << 4) | (unsigned)r % 16;
}

/* Index of the tile at q,r, or -1. */
int land_find(const struct ecos_land *land, int q, int r);

/* The indices of the up to six tiles around q,r; returns how many. */
unsigned land_around(const struct ecos_land *land, int q, int r, uint8_t out[6]);

/* How many of `thing` there are on a tile, itself included for terrains. */
unsigned tile_count(const struct ecos_tile *tile, unsigned thing);

/* How many of `thing` on the whole landscape. */
unsigned land_count(const struct ecos_land *land, unsigned thing);

/* The connected tiles with `thing` that hold tile `from`; empty when that has none. */
struct ecos_tiles land_group(const struct ecos_land *land, unsigned from, unsigned thing);

/* How many of `thing` lie on a set of tiles. */
unsigned land_sum(const struct ecos_land *land, const struct ecos_tiles *set, unsigned thing);

/* Size of the herd, habitat or territory of `thing` at tile `from`. */
unsigned land_size(const struct ecos_land *land, unsigned from, unsigned thing);

/* The largest group of `thing`. */
unsigned land_largest(const struct ecos_land *land, unsigned thing);

/* How many `of` are adjacent to one `thing` on tile `from`: same tile or one away, never itself. */
unsigned land_adjacent(const struct ecos_land *land, unsigned from, unsigned thing, unsigned of);

/* Forests that a tile can hold. */
unsigned tile_capacity(const struct ecos_tile *tile);

bool species_lives(const struct ecos_catalogue *cat, unsigned species, const struct ecos_tile *tile);
bool species_is_water(const struct ecos_catalogue *cat, unsigned species); /* lives on water only */
bool species_is_land(const struct ecos_catalogue *cat, unsigned species);  /* never on water */

/* True when `thing` (a concrete one) may be put at q,r, supply not considered. `near` may be THING_NONE. */
bool land_can_place(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing, int q, int r,
                    unsigned near);

/* The same of a token or an animal, for the tile of that index. */
bool tile_can_take(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing, unsigned at,
                   unsigned near);

/* Puts it there from the supply. */
void land_place(struct ecos_land *land, unsigned thing, int q, int r);

/* True when there is such a thing at q,r to remove or take; the last tile stays. */
bool land_can_remove(const struct ecos_land *land, unsigned thing, int q, int r);

/* Back to the supply, with everything on it when it is a tile. */
void land_remove(struct ecos_land *land, unsigned thing, int q, int r);

/* True when the tile at q,r, which is a `what`, can become `terrain`. */
bool land_can_replace(const struct ecos_land *land, unsigned what, unsigned terrain, int q, int r);
void land_replace(const struct ecos_catalogue *cat, struct ecos_land *land, unsigned terrain, int q, int r);

/* Tiles that an animal of `species` on tile `from` reaches in 1..steps steps. */
struct ecos_tiles land_reach(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned species,
                             unsigned from, unsigned steps, bool anywhere);
void land_move(struct ecos_land *land, unsigned species, unsigned from, unsigned to);

/* Free cells next to the landscape in order of (q, r); returns how many. A split landscape may have six a tile. */
enum { ECOS_SHORE = 6 * ECOS_LAND_TILES };
struct ecos_cell {
    int16_t q, r;
};
unsigned land_shore(const struct ecos_land *land, struct ecos_cell out[ECOS_SHORE]);

/* One of them; false when there is none. */
bool land_any_shore(const struct ecos_land *land, struct ecos_cell *out);

/* True when the placements from record `pc` on can all be made, `rep` of those at `pc` being done. */
bool ecos_feasible(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep);

/* The same when the next one has to be of that supply, because it was taken from the landscape. */
bool ecos_feasible_taken(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned pc, unsigned rep,
                         unsigned supply);

/* ---- state ---- */

enum ecos_phase {
    PHASE_DECK,   /* the table says with which deck each seat starts */
    PHASE_DEAL,   /* the table deals */
    PHASE_DRAFT,  /* players keep cards of their packs */
    PHASE_ACTIVE, /* players choose active cards */
    PHASE_TOKEN,  /* the table draws */
    PHASE_ORDER,  /* two players: which token first */
    PHASE_CHOOSE, /* every seat charges or turns */
    PHASE_RESOLVE,
    PHASE_OVER,
    PHASE_SHEET
};

enum ecos_frame_kind {
    FRAME_CARD,    /* the card under way */
    FRAME_ELEMENT, /* `a` element gained, `b` the card that gave it */
    FRAME_DIAL2,
    FRAME_DIAL3,
    FRAME_GAIN,  /* a card */
    FRAME_TOP,   /* the table shows cards; `a` look, `b` how many to come */
    FRAME_KEEP,  /* of s->looked */
    FRAME_LEAVE, /* level table: which card was left; `a` look */
    FRAME_PLAY
};

struct ecos_frame {
    uint8_t kind, seat, a, b;
};

/* Where a card lies: a pile, plus the seat. */
enum {
    AT_UNSEEN = 0,
    AT_HAND = 0x10,
    AT_ACTIVE = 0x20,
    AT_USED = 0x30,
    AT_FACE_UP = 0x40,
    AT_PACK = 0x50,
    AT_LOOKED = 0x60
};

enum { CHOICE_NONE, CHOICE_TURN, CHOICE_CHARGE, CHOICE_TURNED };
enum { STEP_NUMBER, STEP_SLOTS, STEP_EFFECTS, STEPS };

/* An animal that the effect under way has moved, and where it is now; thing 0: none. */
struct ecos_moved {
    int16_t q, r;
    uint8_t thing;
    uint8_t unused;
};

struct ecos_state {
    struct ecos_land land;
    uint32_t filled[ECOS_CARDS + 1]; /* cubes on an active card, four bits an element */
    uint32_t verified[STEPS];        /* players' moves by how much was checked */
    uint16_t points[ENGINE_PLAYERS];
    uint16_t card_points[ENGINE_PLAYERS][ECOS_CARDS + 1];
    uint8_t times[ENGINE_PLAYERS][ECOS_CARDS + 1]; /* activations */
    uint8_t first[ENGINE_PLAYERS][ECOS_CARDS + 1]; /* for statistics: the round of the first of them, from 1 */
    uint8_t spent[ENGINE_PLAYERS][ECOS_CARDS + 1]; /* for statistics: cubes that lay on it when it was activated */
    uint8_t at[ECOS_CARDS + 1];
    uint8_t leaves[ECOS_CARDS + 1];     /* left, of an active card */
    uint8_t full[ECOS_CARDS + 1];       /* completed, not yet resolved (ecos_set_full) */
    uint8_t fulls;                      /* how many are */
    uint8_t cubes_seen[ECOS_CARDS + 1]; /* rules 2: how many cubes completed a card of unknown slots; 0: never */
    uint8_t deck_left[2];
    uint8_t hidden[ENGINE_PLAYERS];         /* hand cards not known: at level table, or of a deck of unknown cards */
    uint8_t hidden_back[ENGINE_PLAYERS][2]; /* how many of them may have that back, at the most */
    uint8_t deck[ENGINE_PLAYERS];           /* 0 none yet, 1 draft, 2 + deck */
    uint8_t dealt[ENGINE_PLAYERS];          /* of this step of the deal; of this pass of the draft: kept */
    uint8_t due[ENGINE_PLAYERS];            /* active cards still to be chosen */
    uint8_t dial[ENGINE_PLAYERS];
    uint8_t spare[ENGINE_PLAYERS]; /* cubes */
    uint8_t choice[ENGINE_PLAYERS];
    uint8_t charged[ENGINE_PLAYERS]; /* card that the cube for the drawn token completed */
    uint8_t charged_element[ENGINE_PLAYERS];
    uint8_t bag[ECOS_ELEMENTS];
    uint8_t cubes_left;
    uint8_t phase;
    uint8_t deal_step; /* 1 extra cards of two, 2 blue packs, 3 brown packs */
    uint8_t harbinger;
    uint8_t round;
    uint8_t tie;    /* the tie is being broken */
    uint8_t tokens; /* drawn and not used */
    uint8_t token[2];
    uint8_t wild_drawn;
    uint8_t index;    /* of the seat that resolves, from the harbinger */
    uint8_t opened;   /* its dial or charge has been looked at */
    uint8_t resolved; /* cards resolved for this token by seats before */
    uint8_t resolved_own;
    uint8_t frames;
    struct ecos_frame frame[ECOS_FRAMES];
    uint8_t card; /* under way */
    uint8_t rep;
    uint16_t pc;
    uint8_t ref_thing; /* what was placed last, THING_NONE: nothing */
    uint8_t declared;  /* effects of this declared card so far */
    int16_t ref_q, ref_r;
    struct ecos_moved moved[ECOS_MOVES];
    uint8_t looked[2];              /* cards shown */
    uint8_t stated[ENGINE_PLAYERS]; /* sheet: the total has been given */
    uint8_t taken;                  /* from the landscape and to be placed now: thing_supply + 1 */
    uint8_t done_count;
    game_move done[ECOS_DONE]; /* rules 2: what the rules did themselves since the token, the last of it at the end */
    uint32_t seen[ECOS_CARDS + 1]; /* for a review: who has seen a card of a hand or a pack (ecos_seen.h) */
};

static inline const struct ecos_catalogue *ecos_cat(const struct setup *setup)
{
    return setup->block;
}

static inline const char *cat_text(const struct ecos_catalogue *cat, uint16_t at)
{
    return cat->text + at;
}

struct name ecos_label_name(const struct ecos_catalogue *cat, struct label label);

/* The name of a thing: terrain, token, collective word or species. */
struct name ecos_thing_name(const struct ecos_catalogue *cat, unsigned thing);

static inline unsigned card_cubes(uint32_t filled, unsigned element)
{
    return filled >> 4 * element & 15;
}

void ecos_set_full(struct ecos_state *s, unsigned card, bool full);

/* All cubes on a card. */
unsigned ecos_cubes_on(uint32_t filled);

static inline bool card_at(const struct ecos_state *s, unsigned card, unsigned pile, unsigned seat)
{
    return s->at[card] == pile + seat;
}

/* The next active card of the seat from `card` on, or 0. A seat has few of them, and lists of moves look for them often. */
static inline unsigned ecos_next_active(const struct ecos_state *s, unsigned seat, unsigned card)
{
    const uint8_t *found =
        card <= ECOS_CARDS ? memchr(s->at + card, (int)(AT_ACTIVE + seat), ECOS_CARDS + 1u - card) : NULL;
    return found ? (unsigned)(found - s->at) : 0;
}

static inline const struct ecos_frame *ecos_top(const struct ecos_state *s)
{
    return s->frames ? &s->frame[s->frames - 1] : NULL;
}

static inline unsigned ecos_target(const struct setup *setup)
{
    return setup->option[ECOS_OPTION_TARGET] ? 60 : 80;
}

static inline bool card_knows(const struct ecos_catalogue *cat, unsigned card, unsigned flag)
{
    return cat->card[card].flags & flag;
}

/*
 * What rules 2 changed, each difference by a name of its own. Records of rules 1 are played to the letter as they were.
 */

/* A declared card has effects for other players, ends with `done` or `discard` only, and `take` and `place` are one. */
static inline bool ecos_declares_fully(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* A false `eco` is refused, and the cubes that completed a card of unknown slots are held against its later uses. */
static inline bool ecos_remembers_cubes(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* A declared move keeps to the terrain of its species. */
static inline bool ecos_holds_moves(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* A sheet that is odd is warned about, not refused. */
static inline bool ecos_warns(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* Refusals that were called by the name of another rule have one of their own. */
static inline bool ecos_names_refusals(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* How often a sheet may say that a card was used. */
static inline unsigned ecos_most_times(const struct setup *setup, unsigned card)
{
    unsigned leaves = ecos_cat(setup)->card[card].leaves;
    return ecos_warns(setup) || !leaves ? (unsigned)ECOS_MOST_TIMES : leaves;
}

/* A card of this back may be this one. */
static inline bool card_has_back(const struct ecos_catalogue *cat, unsigned card, unsigned back)
{
    return cat->card[card].back == back || cat->card[card].back == ECOS_BACK_UNKNOWN;
}

/* True when the cards of what a seat starts with are known: those of a draft are not, nor those of a deck without any. */
static inline bool ecos_deck_is_known(const struct ecos_catalogue *cat, unsigned which)
{
    return which >= 2 && cat->deck[which - 2].card[0] != 0;
}

/* Hand cards of a seat, known and hidden. */
unsigned ecos_hand(const struct ecos_state *s, unsigned seat);

/* True when the seat may have this card in its hand: known, or one that has not been seen, of a back it has hidden. */
bool ecos_in_hand(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned seat, unsigned card);

/* A card of the hand becomes active. */
void ecos_put_in_play(const struct ecos_catalogue *cat, struct ecos_state *s, unsigned seat, unsigned card);

/* Level table: `count` cards of a deck go into a hand, unseen. */
void ecos_hide(struct ecos_state *s, unsigned seat, unsigned back, unsigned count);

/* No more hidden cards can have a back than there are. */
void ecos_clamp_backs(struct ecos_state *s, unsigned seat);

/* True when decisions with one answer are made by the rules, and lines may say less. */
static inline bool ecos_is_short(const struct setup *setup)
{
    return setup->game->rules >= 2;
}

/* The seat whose turn to resolve it is. */
static inline unsigned ecos_resolver(const struct setup *setup, const struct ecos_state *s)
{
    unsigned seat = (unsigned)s->harbinger + s->index;
    return seat >= setup->seats ? seat - setup->seats : seat;
}

/* True when a gain of a card brings something. */
bool ecos_can_gain(const struct ecos_state *s);

/* Players that may be dealt to, or keep, in this step. */
bool ecos_drafts(const struct ecos_state *s, unsigned seat);
unsigned ecos_deal_need(const struct setup *setup, const struct ecos_state *s, unsigned seat);
unsigned ecos_deal_back(const struct ecos_state *s, unsigned seat);

/* ---- moves ---- */

enum ecos_kind {
    KIND_CHARGE, /* a card, v0 element, v1 card and v2 element to take the cube from, v3 says complete */
    KIND_TURN,
    KIND_WITHDRAW,
    KIND_RESOLVE, /* a card */
    KIND_PLACE,   /* a thing, v0 q, v1 r */
    KIND_TAKE,
    KIND_DECLINE,
    KIND_CHOOSE, /* a branch from 1; for an option 1 */
    KIND_SKIP,
    KIND_PICK,
    KIND_MOVE, /* a thing, from v0,v1 to v2,v3 */
    KIND_REMOVE,
    KIND_REPLACE, /* a terrain */
    KIND_LOOK,    /* a: 0 blue, 1 brown, 2 both */
    KIND_KEEP,    /* a card */
    KIND_LEAVE,
    KIND_FACEUP,
    KIND_GAIN, /* a element, or GAIN_CUBE, GAIN_CARD; v0 for whom, of a declared effect */
    KIND_WAIT,
    KIND_PLAY, /* a card; declared for another seat: 0, and v0 for whom */
    KIND_NOTHING,
    KIND_ACTIVE, /* a card */
    KIND_FIRST,  /* a element */
    KIND_POINTS, /* a points of a declared effect, v0 for whom */
    KIND_DONE,
    KIND_DECK,    /* a seat, v0: 1 draft, 2 + deck */
    KIND_DEAL,    /* a seat, v0 card */
    KIND_TOKEN,   /* a element */
    KIND_TOP,     /* a card */
    KIND_USED,    /* a card, v0 times */
    KIND_TOTAL,   /* v0 points */
    KIND_DISCARD, /* rules 2: the declared card is done, and that was its last leaf */
    KINDS
};
enum { GAIN_CUBE = ECOS_ELEMENTS, GAIN_CARD };
enum { LOOK_BOTH = 2 };

/* For whom a declared effect is: who declares it, the seat plus 1, or all. */
enum { FOR_SELF, FOR_ALL = ENGINE_PLAYERS + 1 };

struct ecos_word {
    unsigned kind;
    unsigned a;
    unsigned v[4];
};

static inline unsigned coord(int x)
{
    return (unsigned)(x + 512);
}

static inline int uncoord(unsigned v)
{
    return (int)v - 512;
}

static inline game_move ecos_pack(unsigned seat, struct ecos_word w)
{
    return (game_move)seat << 56 | (game_move)w.kind << 50 | (game_move)w.a << 42 | (game_move)w.v[0] << 30 |
           (game_move)w.v[1] << 20 | (game_move)w.v[2] << 10 | w.v[3];
}

static inline struct ecos_word ecos_unpack(game_move move)
{
    return (struct ecos_word){.kind = (unsigned)(move >> 50) & 63,
                              .a = (unsigned)(move >> 42) & 255,
                              .v = {(unsigned)(move >> 30) & 1023, (unsigned)(move >> 20) & 1023,
                                    (unsigned)(move >> 10) & 1023, (unsigned)move & 1023}};
}

/* ---- the parts ---- */

/* ECOS_OK, or the rule that the word of this seat breaks. The one judge: legal and apply ask it. */
enum ecos_rule ecos_check(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_word w);
enum ecos_rule ecos_check_card(const struct setup *setup, const struct ecos_state *s, struct ecos_word w);

/* The same for a card of unknown effects; and for its words about the landscape, which any card may say. */
enum ecos_rule ecos_check_declared(const struct setup *setup, const struct ecos_state *s, struct ecos_word w);
enum ecos_rule ecos_check_piece(const struct setup *setup, const struct ecos_state *s, struct ecos_word w);

/* ECOS_OK, or why this seat may not say a word of this kind now, whatever else the word says. */
enum ecos_rule ecos_check_turn(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned kind);
enum ecos_rule ecos_check_setup(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                                struct ecos_word w);

/* Raises the rule that a line breaks; one that comes too early is told who has to speak, and what about. */
ERR_CHECK enum err ecos_refuse(const struct setup *setup, const struct ecos_state *s, enum ecos_rule rule,
                               game_move move, struct error *error);

/* Does a word that ecos_check accepts; ecos_step without counting it, and without the forced ones that follow. */
void ecos_do(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w);
void ecos_step(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w);
void ecos_do_setup(const struct setup *setup, struct ecos_state *s, unsigned seat, struct ecos_word w);
void ecos_do_card(const struct setup *setup, struct ecos_state *s, struct ecos_word w);
void ecos_do_declared(const struct setup *setup, struct ecos_state *s, struct ecos_word w);
void ecos_do_land(const struct setup *setup, struct ecos_state *s, struct ecos_word w);

/* Goes on by itself up to the next decision. */
void ecos_advance(const struct setup *setup, struct ecos_state *s);
void ecos_setup_advance(const struct setup *setup, struct ecos_state *s);

/* ---- rules 2: ecos_forced.c ---- */

/* Says every word of a player who has no other, until somebody has a choice or chance is next. */
void ecos_settle(const struct setup *setup, struct ecos_state *s);
void ecos_remember(struct ecos_state *s, unsigned seat, struct ecos_word w);

/* How many complete cards the seat has, and the last of them. */
unsigned ecos_full_cards(const struct ecos_state *s, unsigned seat, unsigned *last);

void ecos_push(struct ecos_state *s, unsigned kind, unsigned seat, unsigned a, unsigned b);
void ecos_dial(struct ecos_state *s, unsigned seat); /* a quarter turn, and what it brings */
void ecos_start_card(const struct setup *setup, struct ecos_state *s, unsigned seat, unsigned card);
void ecos_run_card(const struct setup *setup, struct ecos_state *s); /* up to a decision, or the card's end */
void ecos_award(struct ecos_state *s, unsigned seat, unsigned card, unsigned points);
void ecos_gain_cubes(struct ecos_state *s, unsigned seat, unsigned amount);

/* Takes frames off the top that ask for nothing: a card to gain or to play, and there is none. */
void ecos_drop_vain(struct ecos_state *s);
unsigned ecos_units(const struct ecos_state *s, const struct ecos_effect *e);
unsigned ecos_points_of(const struct ecos_catalogue *cat, const struct ecos_state *s, const struct ecos_effect *e);

/* True when an animal `thing` on that tile has not been moved by the effect under way. */
bool ecos_unmoved(const struct ecos_state *s, unsigned thing, const struct ecos_tile *tile);

/* True when some word of this kind is legal for the effect at pc. */
bool ecos_effect_possible(const struct setup *setup, const struct ecos_state *s);

/* Calls fn with words in ascending order, every legal one among them; stops when it returns false. */
typedef bool ecos_word_fn(void *context, struct ecos_word w);
bool ecos_each_word(const struct setup *setup, const struct ecos_state *s, unsigned seat, ecos_word_fn *fn,
                    void *context);
bool ecos_each_effect_word(const struct setup *setup, const struct ecos_state *s, ecos_word_fn *fn, void *context);

/* ---- the functions of ecos_game ---- */

enum err ecos_init(const struct setup *setup, void *state, struct error *error);
seat_set ecos_turn(const struct setup *setup, const void *state);
size_t ecos_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap);
enum err ecos_apply(const struct setup *setup, void *state, game_move move, struct error *error);
enum err ecos_parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                    size_t *count, struct error *error);
size_t ecos_say(const struct setup *setup, const void *state, const game_move *moves, size_t count, enum lang lang,
                struct strbuf *out);
size_t ecos_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                  struct strbuf *out);
void ecos_view(const struct setup *setup, const void *state, const struct view_sink *sink);
void ecos_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out);
void ecos_outcome(const struct setup *setup, const void *state, struct outcome *outcome);
void ecos_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context);
void ecos_uses(const struct setup *setup, const void *state, use_fn *fn, void *context);
void ecos_digest(const struct setup *setup, const void *state, struct sha256 *hash);
struct name ecos_card_name(const struct setup *setup, unsigned index);
game_move ecos_chance(const struct setup *setup, const void *state, struct prng *prng);
game_move ecos_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng);
size_t ecos_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out);
size_t ecos_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap);
void ecos_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context);

#endif
