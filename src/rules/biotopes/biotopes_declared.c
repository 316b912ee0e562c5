/*
 * Effects that the catalogue does not know, or that a card has other than it
 * says: its owner declares them one by one, and each is held against cubes,
 * cards and tokens. What they are for is not checked, because nobody knows.
 */
#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

/* ---- which cards ---- */

/* A card in play with an effect: a species, or an advanced biotope. */
static enum bio_rule check_card(const struct bio_state *s, unsigned seat, unsigned spot)
{
    if (spot >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    if (spot < BIO_SPECIES) {
        return s->at[spot] == AT_PLAY + seat ? BIO_OK : BIO_NOT_IN_PLAY;
    }
    return s->milieu[seat][spot - BIO_SPECIES] == BIO_BASIC ? BIO_NO_EFFECT : BIO_OK;
}

enum bio_rule bio_check_open(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned spot)
{
    if (!bio_declares(setup)) {
        return BIO_NO_DECLARING;
    }
    return s->openings[seat] >= BIO_OPENINGS ? BIO_MANY_OPENINGS : check_card(s, seat, spot);
}

static bool any_card(const struct bio_state *s, unsigned seat)
{
    for (unsigned spot = 0; spot < BIO_SPOTS; spot++) {
        if (check_card(s, seat, spot) == BIO_OK) {
            return true;
        }
    }
    return false;
}

bool bio_can_open(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    return bio_declares(setup) && s->openings[seat] < BIO_OPENINGS && any_card(s, seat);
}

bool bio_any_bonus(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    (void)setup;
    return any_card(s, seat);
}

enum bio_rule bio_check_bonus(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    enum bio_rule rule = bio_declares(setup) ? check_card(s, seat, w.a) : BIO_NO_DECLARING;
    if (rule != BIO_OK) {
        return rule;
    }
    bool said = w.a < BIO_SPECIES ? s->bonus[w.a] : s->bonus_biotope[seat][w.a - BIO_SPECIES];
    return said ? BIO_BONUS_TWICE : w.b > BIO_MOST_BONUS ? BIO_BONUS_RANGE : BIO_OK;
}

/* ---- judging ---- */

static enum bio_rule check_spot(const struct bio_state *s, unsigned seat, unsigned spot)
{
    if (spot >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    return spot < BIO_SPECIES && s->at[spot] != AT_PLAY + seat ? BIO_NOT_IN_PLAY : BIO_OK;
}

static enum bio_rule check_colour(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.b >= BIO_BIOTOPES || w.c > BIO_BAG) {
        return BIO_NOT_A_MOVE;
    }
    enum bio_rule rule = w.c == BIO_BAG ? BIO_OK : check_spot(s, seat, w.c);
    if (rule != BIO_OK) {
        return rule;
    }
    if (s->reserve[w.b] == 0) {
        return BIO_RESERVE_EMPTY;
    }
    return w.c == BIO_BAG || bio_has_room(s, seat, w.c, w.b) ? BIO_OK : BIO_NO_ROOM;
}

static enum bio_rule check_recycle(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    enum bio_rule rule = w.b < BIO_BIOTOPES ? check_spot(s, seat, w.c) : BIO_NOT_A_MOVE;
    if (rule != BIO_OK) {
        return rule;
    }
    return bio_cubes_at(s, seat, w.c, w.b) > 0 ? BIO_OK : BIO_NO_CUBE;
}

static bool is_board(uint8_t q, uint8_t r)
{
    return q == BIO_NOWHERE && r == BIO_NOWHERE;
}

static enum bio_rule check_token(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    bool from_board = is_board(w.b, w.c);
    bool to_board = is_board(w.d, w.e);
    unsigned from = bio_land_find(&s->land, bio_uncoord(w.b), bio_uncoord(w.c));
    unsigned to = bio_land_find(&s->land, bio_uncoord(w.d), bio_uncoord(w.e));
    if (from_board && to_board) {
        return BIO_NOT_A_MOVE;
    }
    if ((!from_board && from == HEX_NONE) || (!to_board && to == HEX_NONE)) {
        return BIO_NO_HEX;
    }
    if (from_board && s->tokens[seat] == 0) {
        return BIO_NO_TOKEN;
    }
    if (!from_board && s->land.owner[from] != seat + 1) {
        return BIO_NOT_OWN;
    }
    return !to_board && s->land.owner[to] != OWNER_NONE ? BIO_HEX_TAKEN : BIO_OK;
}

static enum bio_rule check_kind(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    switch (w.kind) {
    case KIND_SHIFT:
        return bio_check_shift(s, seat, w);
    case KIND_PREY:
        return bio_check_prey(setup, s, seat, w);
    case KIND_DISCARD:
        return w.b >= BIO_SPECIES ? BIO_NOT_A_MOVE : bio_in_hand(setup, s, seat, w.b) ? BIO_OK : BIO_NOT_IN_HAND;
    case KIND_GAIN_CARD:
        return w.b >= BIO_DECKS ? BIO_NOT_A_MOVE : bio_can_draw(setup, s, w.b) ? BIO_OK : BIO_DECK_EMPTY;
    case KIND_GAIN_CUBE:
        return bio_bag_sum(s, seat) > 0 ? BIO_OK : BIO_BAG_EMPTY;
    case KIND_GAIN_COLOUR:
        return check_colour(s, seat, w);
    case KIND_RECYCLE:
        return check_recycle(s, seat, w);
    case KIND_AGAIN:
        return w.b < ACT_REPRODUCE || w.b > ACT_COMPETE ? BIO_NOT_A_MOVE
               : s->used[seat] >> w.b & 1               ? BIO_OK
                                                        : BIO_NOT_USED;
    case KIND_WAIVE:
        return w.b >= BIO_TYPES ? BIO_NOT_A_MOVE : s->waive[seat][w.b] < BIO_WAIVERS ? BIO_OK : BIO_WAIVED_ENOUGH;
    default:
        return check_token(s, seat, w);
    }
}

enum bio_rule bio_check_effect(const struct setup *setup, const struct bio_state *s, unsigned owner, struct bio_word w)
{
    if (w.kind == KIND_DONE) {
        return BIO_OK;
    }
    if (w.a > setup->seats || w.a == owner + 1) {
        return BIO_NOT_A_MOVE;
    }
    if (s->declared >= BIO_DECLARED) {
        return BIO_MANY_EFFECTS;
    }
    return check_kind(setup, s, w.a ? w.a - 1u : owner, w);
}

/* ---- doing ---- */

static void move_token(struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (is_board(w.b, w.c)) {
        s->tokens[seat]--;
    } else {
        s->land.owner[bio_land_find(&s->land, bio_uncoord(w.b), bio_uncoord(w.c))] = OWNER_NONE;
    }
    if (is_board(w.d, w.e)) {
        s->tokens[seat]++;
    } else {
        s->land.owner[bio_land_find(&s->land, bio_uncoord(w.d), bio_uncoord(w.e))] = (uint8_t)(1 + seat);
    }
}

static void do_kind(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    switch (w.kind) {
    case KIND_SHIFT:
        bio_take_cube(s, seat, w.c, w.b);
        bio_add_cube(s, seat, w.d, w.b);
        break;
    case KIND_PREY:
        bio_take_cube(s, w.b, w.d, w.c);
        s->bag[seat][w.c]++;
        break;
    case KIND_DISCARD:
        bio_leave_hand(setup, s, seat, w.b, AT_DISCARD);
        break;
    case KIND_GAIN_COLOUR:
        s->reserve[w.b]--;
        if (w.c == BIO_BAG) {
            s->bag[seat][w.b]++;
        } else {
            bio_add_cube(s, seat, w.c, w.b);
        }
        break;
    case KIND_RECYCLE:
        bio_take_cube(s, seat, w.c, w.b);
        s->bag[seat][w.b]++;
        break;
    case KIND_AGAIN:
        s->used[seat] = (uint8_t)(s->used[seat] & ~(1u << w.b));
        break;
    case KIND_WAIVE:
        s->waive[seat][w.b]++;
        break;
    default:
        move_token(s, seat, w);
        break;
    }
}

void bio_do_effect(const struct setup *setup, struct bio_state *s, unsigned owner, struct bio_word w)
{
    unsigned seat = w.a ? w.a - 1u : owner;
    if (w.kind == KIND_DONE) {
        s->opened = 1;
        bio_advance(setup, s);
        return;
    }
    s->declared++;
    if (w.kind == KIND_GAIN_CARD) {
        bio_draw(setup, s, seat, w.b);
    } else if (w.kind == KIND_GAIN_CUBE) {
        s->whom = (uint8_t)seat;
        s->step = STEP_CUBE;
    } else {
        do_kind(setup, s, seat, w);
        bio_advance(setup, s);
    }
}

/* ---- listing ---- */

static bool each_shift(const struct bio_state *s, unsigned whom, unsigned seat, bio_word_fn *fn, void *context)
{
    bool on = true;
    for (unsigned colour = 0; on && colour < BIO_BIOTOPES; colour++) {
        for (unsigned from = 0; on && from < BIO_SPOTS; from++) {
            for (unsigned to = 0; on && bio_cubes_at(s, seat, from, colour) > 0 && to < BIO_SPOTS; to++) {
                on = fn(context, (struct bio_word){.kind = KIND_SHIFT,
                                                   .a = (uint8_t)whom,
                                                   .b = (uint8_t)colour,
                                                   .c = (uint8_t)from,
                                                   .d = (uint8_t)to});
            }
        }
    }
    return on;
}

/* From the board comes last: its coordinates are the highest. */
static bool each_token(const struct bio_state *s, unsigned whom, unsigned seat, bio_word_fn *fn, void *context)
{
    const struct bio_land *land = &s->land;
    bool on = true;
    for (unsigned i = 0; on && i <= land->count; i++) {
        bool board = i == land->count;
        for (unsigned k = 0; on && (board || land->owner[i] == seat + 1) && k <= land->count; k++) {
            bool back = k == land->count;
            on = fn(context, (struct bio_word){.kind = KIND_MOVE_TOKEN,
                                               .a = (uint8_t)whom,
                                               .b = board ? (uint8_t)BIO_NOWHERE : bio_coord(land->q[i]),
                                               .c = board ? (uint8_t)BIO_NOWHERE : bio_coord(land->r[i]),
                                               .d = back ? (uint8_t)BIO_NOWHERE : bio_coord(land->q[k]),
                                               .e = back ? (uint8_t)BIO_NOWHERE : bio_coord(land->r[k])});
        }
    }
    return on;
}

/* The other kinds: every value of fields b, c and d below these bounds. */
static const uint8_t BOUND[KINDS][3] = {
    [KIND_PREY] = {BIO_PLAYERS, BIO_BIOTOPES, BIO_SPOTS},
    [KIND_DISCARD] = {BIO_SPECIES, 1, 1},
    [KIND_GAIN_CARD] = {BIO_DECKS, 1, 1},
    [KIND_GAIN_CUBE] = {1, 1, 1},
    [KIND_GAIN_COLOUR] = {BIO_BIOTOPES, BIO_BAG + 1, 1},
    [KIND_RECYCLE] = {BIO_BIOTOPES, BIO_SPOTS, 1},
    [KIND_AGAIN] = {ACT_COMPETE + 1, 1, 1},
    [KIND_WAIVE] = {BIO_TYPES, 1, 1},
};

static bool each_plain(unsigned kind, unsigned whom, bio_word_fn *fn, void *context)
{
    const uint8_t *bound = BOUND[kind];
    bool on = true;
    for (unsigned i = 0; on && i < (unsigned)bound[0] * bound[1] * bound[2]; i++) {
        on = fn(context, (struct bio_word){.kind = (uint8_t)kind,
                                           .a = (uint8_t)whom,
                                           .b = (uint8_t)(i / bound[2] / bound[1]),
                                           .c = (uint8_t)(i / bound[2] % bound[1]),
                                           .d = (uint8_t)(i % bound[2])});
    }
    return on;
}

bool bio_each_declared(const struct setup *setup, const struct bio_state *s, unsigned owner, unsigned kind,
                       bio_word_fn *fn, void *context)
{
    bool on = true;
    bool declared = s->step == STEP_DECLARED; /* otherwise one's own only */
    for (unsigned whom = 0; on && whom <= (declared ? setup->seats : 0u); whom++) {
        unsigned seat = whom ? whom - 1 : owner;
        if (whom == owner + 1) {
            continue;
        }
        on = kind == KIND_SHIFT        ? each_shift(s, whom, seat, fn, context)
             : kind == KIND_MOVE_TOKEN ? each_token(s, whom, seat, fn, context)
                                       : each_plain(kind, whom, fn, context);
    }
    return on;
}
