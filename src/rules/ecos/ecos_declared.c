/*
 * A card whose effects the catalogue does not know: the player declares them,
 * word by word, and each is held against landscape and supplies. What it does
 * for other players is declared by whom it belongs to (`for 2 points 3`, `for
 * all gain sun`); who then has to decide something is asked clockwise from
 * there, as with a card that is known.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* ---- judging ---- */

static enum ecos_rule check_whom(const struct setup *setup, unsigned seat, unsigned whom)
{
    if (whom == FOR_SELF || whom == FOR_ALL) {
        return ECOS_OK;
    }
    return whom > setup->seats ? ECOS_NO_SUCH_SEAT : whom - 1 == seat ? ECOS_NOT_FOR_SELF : ECOS_OK;
}

static bool is_meant(unsigned whom, unsigned owner, unsigned seat)
{
    return whom == FOR_ALL || (whom == FOR_SELF ? seat == owner : seat == whom - 1);
}

/* 1 to 60 points, and under rules 2 no total that a sheet could not tell. */
static enum ecos_rule check_points(const struct setup *setup, const struct ecos_state *s, unsigned owner,
                                   struct ecos_word w)
{
    bool good = w.a >= 1 && w.a <= ECOS_MOST_POINTS;
    for (unsigned i = 0; i < setup->seats && ecos_declares_fully(setup); i++) {
        good = good && (!is_meant(w.v[0], owner, i) || s->points[i] + w.a < ECOS_SHEET_POINTS);
    }
    return good ? ECOS_OK : ECOS_POINTS_RANGE;
}

static enum ecos_rule check_gain(const struct setup *setup, const struct ecos_state *s, unsigned what)
{
    if (what == GAIN_CUBE) {
        return s->cubes_left ? ECOS_OK : ECOS_NO_CUBES_LEFT;
    }
    if (what == GAIN_CARD) {
        return ecos_can_gain(s) ? ECOS_OK : ECOS_DECK_EMPTY;
    }
    return what < ecos_cat(setup)->elements ? ECOS_OK : ECOS_NOT_NOW;
}

/* `play 17` of one's own; which card another plays is for that seat to say. */
static enum ecos_rule check_play(const struct setup *setup, const struct ecos_state *s, unsigned owner,
                                 struct ecos_word w)
{
    if (w.v[0] == FOR_SELF) {
        return ecos_in_hand(ecos_cat(setup), s, owner, w.a) ? ECOS_OK : ECOS_NOT_IN_HAND;
    }
    bool any = false;
    for (unsigned i = 0; i < setup->seats; i++) {
        any = any || (is_meant(w.v[0], owner, i) && ecos_hand(s, i) > 0);
    }
    return w.a ? ECOS_NOT_A_MOVE : any ? ECOS_OK : ECOS_HAND_EMPTY;
}

/* True when something of this supply, just taken from the landscape, finds a place in what is left of it. */
static bool finds_place(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing)
{
    struct ecos_cell shore;
    if (thing_is_terrain(thing)) {
        return land_any_shore(land, &shore) && land_can_place(cat, land, thing, shore.q, shore.r, THING_NONE);
    }
    for (unsigned i = 0; i < land->count; i++) {
        if (land_can_place(cat, land, thing, land->tile[i].q, land->tile[i].r, THING_NONE)) {
            return true;
        }
    }
    return false;
}

static enum ecos_rule check_take(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    enum ecos_rule rule = ecos_check_piece(setup, s, w);
    if (rule != ECOS_OK) {
        return rule;
    }
    struct ecos_land after = s->land;
    land_remove(&after, w.a, uncoord(w.v[0]), uncoord(w.v[1]));
    return finds_place(ecos_cat(setup), &after, w.a) ? ECOS_OK : ECOS_LATER_IMPOSSIBLE;
}

/* The end: a card whose leaves nobody knows rotates or is discarded as its player says, four times at the most. */
static enum ecos_rule check_end(const struct setup *setup, const struct ecos_state *s, unsigned owner, unsigned kind)
{
    bool known = ecos_cat(setup)->card[s->card].leaves > 0;
    if (kind == KIND_DISCARD) {
        return known ? ECOS_LEAVES_KNOWN : ECOS_OK;
    }
    return known || s->times[owner][s->card] < ECOS_MOST_LEAVES ? ECOS_OK : ECOS_LAST_LEAF;
}

static enum ecos_rule check_effect(const struct setup *setup, const struct ecos_state *s, unsigned owner,
                                   struct ecos_word w)
{
    switch (w.kind) {
    case KIND_TAKE:
        return check_take(setup, s, w);
    case KIND_POINTS:
        return check_points(setup, s, owner, w);
    case KIND_GAIN:
        return check_gain(setup, s, w.a);
    case KIND_PLAY:
        return check_play(setup, s, owner, w);
    default:
        return ecos_check_piece(setup, s, w);
    }
}

/* Rules 1: any effect at any time, and the eighth word ends the card. */
static enum ecos_rule check_declared_1(const struct setup *setup, const struct ecos_state *s, unsigned owner,
                                       struct ecos_word w)
{
    return w.kind == KIND_DONE   ? ECOS_OK
           : w.kind == KIND_TAKE ? ecos_check_piece(setup, s, w)
                                 : check_effect(setup, s, owner, w);
}

static bool is_piece(unsigned kind)
{
    return kind == KIND_PLACE || kind == KIND_TAKE || kind == KIND_MOVE || kind == KIND_REMOVE || kind == KIND_REPLACE;
}

enum ecos_rule ecos_check_declared(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    unsigned owner = ecos_top(s)->seat;
    bool ends = w.kind == KIND_DONE || w.kind == KIND_DISCARD;
    if (!ecos_declares_fully(setup)) {
        return check_declared_1(setup, s, owner, w);
    }
    if (s->taken && (w.kind != KIND_PLACE || thing_supply(w.a) + 1 != s->taken)) {
        return ECOS_PLACE_FIRST;
    }
    if (ends) {
        return check_end(setup, s, owner, w.kind);
    }
    if (s->declared >= ECOS_DECLARED && !s->taken) {
        return ECOS_MANY_EFFECTS;
    }
    bool given = w.kind == KIND_POINTS || w.kind == KIND_GAIN || w.kind == KIND_PLAY;
    enum ecos_rule rule = given ? check_whom(setup, owner, w.v[0]) : ECOS_OK;
    rule = rule == ECOS_OK ? check_effect(setup, s, owner, w) : rule;
    /* Nobody knows which effect is the next: any that can be declared is, and anything else comes after the card. */
    return rule != ECOS_NOT_THE_EFFECT ? rule : is_piece(w.kind) ? ECOS_OTHER_THING : ECOS_NOT_DECLARED;
}

/* ---- doing ---- */

/* Points and cubes, at once. */
static void give(const struct setup *setup, struct ecos_state *s, unsigned owner, struct ecos_word w)
{
    for (unsigned i = 0; i < setup->seats; i++) {
        unsigned to = (owner + i) % setup->seats;
        if (!is_meant(w.v[0], owner, to)) {
            continue;
        }
        if (w.kind == KIND_POINTS) {
            ecos_award(s, to, s->card, w.a);
        } else {
            ecos_gain_cubes(s, to, 1);
        }
    }
}

/* What has to be answered: the first to be asked comes on top, so the last is pushed first. */
static void ask(const struct setup *setup, struct ecos_state *s, unsigned owner, struct ecos_word w)
{
    for (unsigned i = setup->seats; i-- > 0;) {
        unsigned to = (owner + i) % setup->seats;
        if (!is_meant(w.v[0], owner, to)) {
            continue;
        }
        if (w.kind == KIND_PLAY) {
            ecos_push(s, FRAME_PLAY, to, 0, 0);
        } else if (w.a == GAIN_CARD) {
            ecos_push(s, FRAME_GAIN, to, 0, 0);
        } else {
            ecos_push(s, FRAME_ELEMENT, to, w.a, s->card);
        }
    }
}

void ecos_drop_vain(struct ecos_state *s)
{
    const struct ecos_frame *top;
    while ((top = ecos_top(s)) && ((top->kind == FRAME_GAIN && !ecos_can_gain(s)) ||
                                   (top->kind == FRAME_PLAY && ecos_hand(s, top->seat) == 0))) {
        s->frame[--s->frames] = (struct ecos_frame){0, 0, 0, 0};
    }
}

static void do_effect(const struct setup *setup, struct ecos_state *s, unsigned owner, struct ecos_word w)
{
    if (w.kind == KIND_POINTS || (w.kind == KIND_GAIN && w.a == GAIN_CUBE)) {
        give(setup, s, owner, w);
    } else if (w.kind == KIND_PLAY && w.v[0] == FOR_SELF) {
        ecos_put_in_play(ecos_cat(setup), s, owner, w.a);
    } else if (w.kind == KIND_GAIN || w.kind == KIND_PLAY) {
        ask(setup, s, owner, w);
    } else {
        ecos_do_land(setup, s, w);
    }
}

/* Rules 1: `done` is counted too, and the eighth word is the last. */
static void do_declared_1(const struct setup *setup, struct ecos_state *s, unsigned owner, struct ecos_word w)
{
    s->declared++;
    if (w.kind == KIND_DONE || s->declared == ECOS_DECLARED_1) {
        s->rep = UINT8_MAX;
    }
    if (w.kind != KIND_DONE) {
        do_effect(setup, s, owner, w);
    }
}

void ecos_do_declared(const struct setup *setup, struct ecos_state *s, struct ecos_word w)
{
    unsigned owner = s->frame[s->frames - 1].seat;
    if (!ecos_declares_fully(setup)) {
        do_declared_1(setup, s, owner, w);
        return;
    }
    if (w.kind == KIND_DONE || w.kind == KIND_DISCARD) {
        s->leaves[s->card] = w.kind == KIND_DISCARD ? 1 : s->leaves[s->card];
        s->rep = UINT8_MAX;
        return;
    }
    s->declared = (uint8_t)(s->declared + !s->taken); /* taking and placing are one effect */
    s->taken = (uint8_t)(w.kind == KIND_TAKE ? thing_supply(w.a) + 1 : 0);
    do_effect(setup, s, owner, w);
}
