/*
 * Raising a refusal: what its sentence says of this word in this position, and
 * who has to decide what when something comes too early or from another seat.
 */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

/* ---- what a word is about ---- */

/* The spot, or species, that the word names last: that is what its refusals are about. BIO_SPOTS: none. */
static unsigned spot_of(struct bio_word w, enum bio_rule rule)
{
    switch (w.kind) {
    case KIND_DEAL:
    case KIND_DISCARD:
        return w.b;
    case KIND_PAY:
    case KIND_GAIN_COLOUR:
    case KIND_RECYCLE:
        return w.c;
    case KIND_SHIFT:
        return rule == BIO_NO_ROOM ? w.d : w.c;
    case KIND_PREY:
        return w.d;
    case KIND_ADAPT:
    case KIND_USE:
    case KIND_EFFECT:
    case KIND_CARD:
    case KIND_PUT:
    case KIND_BONUS:
    case KIND_SPECIES:
        return w.a;
    default:
        return BIO_SPOTS;
    }
}

/* A shift names two cards: the second is the one that is not in play when the first is. */
static unsigned missing_spot(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    bool first = w.c < BIO_SPECIES && s->at[w.c] != AT_PLAY + seat;
    return w.kind == KIND_SHIFT && !first ? w.d : spot_of(w, BIO_NOT_IN_PLAY);
}

/* Whose things the word is about: those of a seat that something is declared for, or that is preyed on. */
static unsigned owner_of(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_PREY) {
        return w.b;
    }
    if (w.kind == KIND_DEAL || w.kind == KIND_CUBES) {
        return w.a;
    }
    if (bio_is_for(w.kind) && w.a) {
        return w.a - 1u;
    }
    return w.kind == KIND_PUT ? s->asked : seat;
}

static unsigned colour_of(struct bio_word w)
{
    return w.kind == KIND_PREY ? w.c : w.b;
}

static unsigned type_of(struct bio_word w)
{
    return w.kind == KIND_PAY ? w.a : w.b;
}

struct hex {
    int q, r;
};

static struct hex hex_at(uint8_t q, uint8_t r)
{
    return (struct hex){bio_uncoord(q), bio_uncoord(r)};
}

/* Where something goes from; of a word with one hex: that. */
static struct hex from_of(struct bio_word w)
{
    return w.kind == KIND_MOVE_TOKEN ? hex_at(w.b, w.c) : hex_at(w.a, w.b);
}

static struct hex to_of(struct bio_word w)
{
    if (w.kind == KIND_TILE || w.kind == KIND_MIGRATE) {
        return hex_at(w.c, w.d);
    }
    return w.kind == KIND_MOVE_TOKEN ? hex_at(w.d, w.e) : hex_at(w.a, w.b);
}

/* Its index in the landscape, or HEX_NONE. */
static unsigned index_of(const struct bio_land *land, struct hex at)
{
    for (unsigned i = 0; i < land->count; i++) {
        if (land->q[i] == at.q && land->r[i] == at.r) {
            return i;
        }
    }
    return HEX_NONE;
}

/* The hex that a sentence names first. */
static struct hex hex_of(const struct bio_state *s, struct bio_word w, enum bio_rule rule)
{
    struct hex from = from_of(w);
    bool two = w.kind == KIND_MIGRATE || w.kind == KIND_MOVE_TOKEN;
    bool board = w.kind == KIND_MOVE_TOKEN && w.b == BIO_NOWHERE;
    bool nowhere = rule == BIO_NO_HEX && two && !board && index_of(&s->land, from) == HEX_NONE;
    return rule == BIO_NOT_OWN || nowhere ? from : to_of(w);
}

/* ---- what a sentence says ---- */

/* What %1 and the others stand for, one letter each: see add_argument. */
static const char *const ARGUMENTS[BIO_RULES_COUNT] = {
    [BIO_TILE_USED] = "T",     [BIO_TILE_OVERLAPS] = "h",   [BIO_TILE_APART] = "h",   [BIO_NO_HEX] = "h",
    [BIO_HEX_TAKEN] = "h",     [BIO_NOT_EDGE] = "h",        [BIO_NEXT_TO_OWN] = "h",  [BIO_BIOTOPE_HELD] = "hB",
    [BIO_MILIEU_TAKEN] = "m",  [BIO_MILIEU_HELD] = "b",     [BIO_DEAL_ORDER] = "A",   [BIO_DEAL_HERBIVORE] = "c",
    [BIO_DEAL_BIOTOPE] = "co", [BIO_CARD_ELSEWHERE] = "co", [BIO_WRONG_DECK] = "cD",  [BIO_CUBES_SEAT] = "A",
    [BIO_CUBES_COUNT] = "AN",  [BIO_CUBES_BAG] = "A",       [BIO_NOT_IN_HAND] = "co", [BIO_ACTION_USED] = "a",
    [BIO_CANNOT_PAY] = "a",    [BIO_NOT_NEXT_TO_OWN] = "h", [BIO_NOT_OWN] = "ho",     [BIO_TOO_MANY_STEPS] = "hf",
    [BIO_NO_RIVAL] = "h",      [BIO_NOT_IN_PLAY] = "co",    [BIO_NO_ACTION] = "c",    [BIO_NO_CUBE] = "kc",
    [BIO_WRONG_TYPE] = "tc",   [BIO_NOT_NEEDED] = "t",      [BIO_WRONG_COLOUR] = "k", [BIO_TYPE_TWICE] = "t",
    [BIO_DECK_EMPTY] = "d",    [BIO_NOT_RETREAT] = "h",     [BIO_NO_ROOM] = "c",      [BIO_WRONG_CARD] = "c",
    [BIO_NO_EFFECT] = "c",     [BIO_RESERVE_EMPTY] = "k",   [BIO_NOT_USED] = "ao",    [BIO_WAIVED_ENOUGH] = "t",
    [BIO_BONUS_TWICE] = "c",   [BIO_NO_CUBES_LEFT] = "c",   [BIO_ROW_TWICE] = "b",    [BIO_ROW_BIOTOPE] = "cR",
    [BIO_CARD_TWICE] = "c",    [BIO_CUBES_SUPPLY] = "S",    [BIO_LAND_GROUPS] = "xg", [BIO_CATEGORY_TWICE] = "C",
    [BIO_NOT_THE_SUM] = "uv",  [BIO_RANK_RANGE] = "s",
};

struct refused {
    const struct setup *setup;
    const struct bio_state *s;
    enum bio_rule rule;
    unsigned seat;
    struct bio_word w;
    struct error *error;
};

static void add_one_of(struct error *error, const struct name *names, unsigned count, unsigned which)
{
    static const struct name unknown = {"?", "?", "?"};
    error_add_name(error, which < count ? &names[which] : &unknown);
}

static void add_spot(struct error *error, unsigned spot)
{
    if (spot < BIO_SPECIES) {
        error_add_name(error, &bio_card_names[spot]);
    } else {
        add_one_of(error, bio_biotopes, BIO_BIOTOPES, spot - BIO_SPECIES);
    }
}

/* Who draws the cubes that the table is asked for. */
static unsigned drawer(const struct bio_state *s)
{
    return s->step == STEP_CUBE ? s->whom : s->asked;
}

static void add_action(const struct refused *f)
{
    unsigned kind = f->w.kind == KIND_AGAIN ? bio_kind_of_act(f->w.b) : f->w.kind;
    add_one_of(f->error, bio_words, KINDS, kind);
}

static void add_biotope_of_hex(const struct refused *f)
{
    unsigned hex = index_of(&f->s->land, hex_of(f->s, f->w, f->rule));
    add_one_of(f->error, bio_biotopes, BIO_BIOTOPES, hex < f->s->land.count ? f->s->land.biotope[hex] : BIO_ANY);
}

static int sum_of(const struct bio_state *s, unsigned seat)
{
    int sum = 0;
    for (unsigned i = 0; i < BIO_CATEGORIES && seat < BIO_PLAYERS; i++) {
        sum += s->category[seat][i];
    }
    return sum;
}

/* Numbers of a sentence. */
static int number_of(const struct refused *f, char what)
{
    struct bio_word w = f->w;
    switch (what) {
    case 'T': /* tile */
        return w.a / 2 + 1;
    case 'A': /* the seat that the table has to do with */
        return (int)drawer(f->s) + 1;
    case 'N': /* cubes to draw */
        return f->s->step == STEP_PRODUCE ? (int)bio_production(f->setup, f->s, f->s->asked) : 1;
    case 'o': /* owner */
        return (int)owner_of(f->s, f->seat, w) + 1;
    case 'S': /* cubes of the game */
        return (int)(BIO_BIOTOPES * bio_supply(f->setup));
    case 'x': /* tokens of a sheet */
        return w.a + w.b + w.c + w.d;
    case 'g': /* groups */
        return w.e;
    case 'u': /* sum of the categories */
        return sum_of(f->s, f->seat);
    case 'v': /* total */
        return bio_points(w.a, w.b);
    default: /* players */
        return f->setup->seats;
    }
}

static void add_argument(const struct refused *f, char what)
{
    struct bio_word w = f->w;
    struct hex to = hex_of(f->s, w, f->rule);
    struct hex from = from_of(w);
    unsigned owner = owner_of(f->s, f->seat, w);
    switch (what) {
    case 'h': /* the hex */
        error_add_cell(f->error, to.q, to.r);
        break;
    case 'f': /* where it comes from */
        error_add_cell(f->error, from.q, from.r);
        break;
    case 'B': /* biotope of the hex */
        add_biotope_of_hex(f);
        break;
    case 'c': /* card */
        add_spot(f->error, f->rule == BIO_NOT_IN_PLAY ? missing_spot(f->s, owner, w) : spot_of(w, f->rule));
        break;
    case 'm': /* biotope card */
        add_one_of(f->error, bio_card_names, BIO_CARDS, BIO_ADVANCED + (unsigned)w.a * (BIO_MILIEUS - 1) + w.b - 1u);
        break;
    case 'b': /* biotope that the word names */
        add_one_of(f->error, bio_biotopes, BIO_BIOTOPES, w.a);
        break;
    case 'R': /* biotope of the row under way */
        add_one_of(f->error, bio_biotopes, BIO_BIOTOPES, f->s->row_biotope);
        break;
    case 'k': /* colour */
        add_one_of(f->error, bio_colours, BIO_BIOTOPES, colour_of(w));
        break;
    case 't': /* type */
        add_one_of(f->error, bio_types, BIO_TYPES, type_of(w));
        break;
    case 'd': /* deck that the word names */
        add_one_of(f->error, bio_decks, BIO_DECKS + 1, w.kind == KIND_DRAW ? w.a : w.b);
        break;
    case 'D': /* deck that was drawn from */
        add_one_of(f->error, bio_decks, BIO_DECKS, f->s->deck_drawn);
        break;
    case 'a': /* action */
        add_action(f);
        break;
    case 'C': /* category */
        add_one_of(f->error, bio_category_names, BIO_CATEGORIES, w.a);
        break;
    default:
        error_add_int(f->error, number_of(f, what));
        break;
    }
}

/* ---- the same refusals where more is known ---- */

#define RULE(id, en, fr)                 \
    {                                    \
        ERR_RULE, "biotopes." id, en, fr \
    }

static const struct message NO_SEAT =
    RULE("no-such-seat", "there is no seat %1: the last one is %2", "il n'y a pas de siège %1 : le dernier est le %2");
static const struct message FIRST_TILE = RULE("too-far", "the centre of the first tile is at -5 to 5 in both numbers",
                                              "le centre de la première tuile est de -5 à 5 dans les deux nombres");
static const struct message CARDS_GAINED = RULE("not-drawable", "cards are drawn here: 'draw' and a deck",
                                                "on pioche des cartes ici : « piocher » et un paquet");
static const struct message DIET = RULE("cannot-pay", "the cubes of this seat do not pay the diet of %1",
                                        "les cubes de ce siège ne paient pas le régime de %1");
static const struct message ELSEWHERE[] = {
    RULE("card-elsewhere", "%1 lies among the discarded cards", "%1 est parmi les cartes défaussées"),
    RULE("card-elsewhere", "seat %2 has %1 in hand", "le siège %2 a %1 en main"),
    RULE("card-elsewhere", "%1 is in the ecosystem of seat %2", "%1 est dans l'écosystème du siège %2"),
};

static enum err refuse_elsewhere(const struct refused *f)
{
    unsigned species = spot_of(f->w, f->rule);
    unsigned at = species < BIO_SPECIES ? f->s->at[species] : (unsigned)AT_UNSEEN;
    const struct message *message = &bio_messages[BIO_CARD_ELSEWHERE];
    if (at != AT_UNSEEN) {
        message = &ELSEWHERE[at >= AT_PLAY ? 2 : at >= AT_HAND ? 1 : 0];
    }
    enum err err = error_raise(f->error, message);
    add_spot(f->error, species);
    error_add_int(f->error, (at & 15u) + 1);
    return err;
}

static enum err refuse_seat(const struct refused *f)
{
    if (f->seat >= GAME_PLAYERS) {
        return error_raise(f->error, &bio_messages[BIO_NO_SUCH_SEAT]);
    }
    enum err err = error_raise_int(f->error, &NO_SEAT, f->seat + 1);
    error_add_int(f->error, f->setup->seats);
    return err;
}

static const struct message *message_of(const struct refused *f)
{
    if (f->rule == BIO_TOO_FAR && f->w.kind == KIND_TILE) {
        return &FIRST_TILE;
    }
    if (f->rule == BIO_NOT_DRAWABLE && f->w.a == BIO_DECKS) {
        return &CARDS_GAINED;
    }
    return f->rule == BIO_CANNOT_PAY && f->w.kind == KIND_ADAPT ? &DIET : &bio_messages[f->rule];
}

enum err bio_refuse(const struct setup *setup, const struct bio_state *s, enum bio_rule rule, game_move move,
                    struct error *error)
{
    struct refused f = {setup, s, rule, move_seat(move), bio_unpack(move), error};
    if (rule == BIO_NOT_A_MOVE && f.w.kind == KIND_USE && f.w.a < BIO_SPOTS) {
        f.rule = BIO_NO_ACTION; /* a biotope card */
    }
    if (rule == BIO_NOT_YOUR_TURN || rule == BIO_NOT_NOW) {
        return bio_refuse_turn(setup, s, rule, error);
    }
    if (rule == BIO_NO_SUCH_SEAT) {
        return refuse_seat(&f);
    }
    if (rule == BIO_CARD_ELSEWHERE) {
        return refuse_elsewhere(&f);
    }
    const struct message *message = message_of(&f);
    enum err err = error_raise(error, message);
    for (const char *what = message == &DIET ? "c" : ARGUMENTS[f.rule]; what && *what; what++) {
        add_argument(&f, *what);
    }
    return err;
}
