/*
 * The one judge: whether a seat may say a word now, and which rule forbids
 * it. Both legal and apply ask here, so they cannot disagree.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* ---- charging ---- */

static enum ecos_rule check_from(const struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    if (w.v[1] == 0) {
        return w.v[2] ? ECOS_NOT_A_MOVE : s->spare[seat] ? ECOS_OK : ECOS_NO_CUBE;
    }
    if (s->spare[seat]) {
        return ECOS_CUBES_FREE;
    }
    bool there = w.v[1] <= ECOS_CARDS && w.v[1] != w.a && w.v[2] < ECOS_ELEMENTS &&
                 card_at(s, w.v[1], AT_ACTIVE, seat) && !s->full[w.v[1]] && card_cubes(s->filled[w.v[1]], w.v[2]) > 0;
    return there ? ECOS_OK : ECOS_NO_CUBE;
}

/* A cube on a card whose slots are known: the engine says by itself when it is complete. */
static enum ecos_rule check_slot(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    uint32_t need = ecos_cat(setup)->card[w.a].need;
    if (card_cubes(s->filled[w.a], w.v[0]) >= card_cubes(need, w.v[0])) {
        return ECOS_NO_EMPTY_SLOT;
    }
    bool completes = ecos_cubes_on(s->filled[w.a]) + 1 == ecos_cubes_on(need);
    return !w.v[3] ? ECOS_OK : completes || !ecos_remembers_cubes(setup) ? ECOS_NOT_SAID : ECOS_FALSE_ECO;
}

/* A cube on a card whose slots are not: once it was completed, the number of its slots is known all the same. */
static enum ecos_rule check_eco(const struct ecos_state *s, struct ecos_word w)
{
    unsigned cubes = ecos_cubes_on(s->filled[w.a]) + 1;
    unsigned seen = s->cubes_seen[w.a];
    if (cubes >= ECOS_SLOTS && !w.v[3]) {
        return ECOS_NO_EMPTY_SLOT; /* the last that a card can have completes it */
    }
    if (w.v[3] > 1) {
        return ECOS_NOT_A_MOVE;
    }
    return !seen || (w.v[3] ? cubes == seen : cubes < seen) ? ECOS_OK : w.v[3] ? ECOS_OTHER_CUBES : ECOS_MUST_ECO;
}

static enum ecos_rule check_charge(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                                   struct ecos_word w, unsigned element, unsigned giver)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (w.a == 0 || w.a > ECOS_CARDS || !card_at(s, w.a, AT_ACTIVE, seat)) {
        return ECOS_NOT_ACTIVE;
    }
    if (w.a == giver) {
        return ECOS_GAVE_IT;
    }
    if (s->full[w.a]) {
        return ECOS_CARD_FULL;
    }
    if (w.v[0] >= cat->elements || (element != cat->wild && w.v[0] != element)) {
        return ECOS_WRONG_ELEMENT;
    }
    enum ecos_rule rule = card_knows(cat, w.a, CARD_SLOTS_KNOWN) ? check_slot(setup, s, w) : check_eco(s, w);
    return rule == ECOS_OK ? check_from(s, seat, w) : rule;
}

/* ---- the frames above a card ---- */

static enum ecos_rule check_gain(const struct ecos_state *s, struct ecos_word w)
{
    if (w.kind == KIND_FACEUP) {
        return w.a >= 1 && w.a <= ECOS_CARDS && s->at[w.a] == AT_FACE_UP ? ECOS_OK : ECOS_NOT_FACE_UP;
    }
    if (w.kind != KIND_LOOK || w.a > LOOK_BOTH) {
        return ECOS_NOT_NOW;
    }
    bool blue = s->deck_left[ECOS_BLUE] > 0;
    bool brown = s->deck_left[ECOS_BROWN] > 0;
    return (w.a == ECOS_BLUE ? blue : w.a == ECOS_BROWN ? brown : blue && brown) ? ECOS_OK : ECOS_DECK_EMPTY;
}

static enum ecos_rule check_top(const struct setup *setup, const struct ecos_state *s, const struct ecos_frame *top,
                                struct ecos_word w)
{
    unsigned back = top->a == LOOK_BOTH ? (top->b == 2 ? ECOS_BLUE : ECOS_BROWN) : top->a;
    if (w.kind != KIND_TOP) {
        return ECOS_NOT_NOW;
    }
    if (w.a == 0 || w.a > ECOS_CARDS || s->at[w.a] != AT_UNSEEN) {
        return ECOS_CARD_ELSEWHERE;
    }
    return card_has_back(ecos_cat(setup), w.a, back) ? ECOS_OK : ECOS_WRONG_BACK;
}

static enum ecos_rule check_leave(const struct setup *setup, const struct ecos_state *s, const struct ecos_frame *top,
                                  struct ecos_word w)
{
    if (w.kind != KIND_LEAVE) {
        return ECOS_NOT_NOW;
    }
    if (w.a == 0 || w.a > ECOS_CARDS || s->at[w.a] != AT_UNSEEN) {
        return ECOS_CARD_ELSEWHERE;
    }
    return top->a == LOOK_BOTH || card_has_back(ecos_cat(setup), w.a, top->a) ? ECOS_OK : ECOS_WRONG_BACK;
}

static enum ecos_rule check_dial2(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    if (w.kind == KIND_GAIN && w.a == GAIN_CARD) { /* rules 1 let a dial be turned back for nothing */
        return !ecos_is_short(setup) || ecos_can_gain(s) ? ECOS_OK : ECOS_DECK_EMPTY;
    }
    return w.kind == KIND_WAIT ? ECOS_OK : ECOS_NOT_NOW;
}

static enum ecos_rule check_dial3(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned seat,
                                  struct ecos_word w)
{
    if (w.kind == KIND_PLAY) {
        return ecos_in_hand(cat, s, seat, w.a) ? ECOS_OK : ECOS_NOT_IN_HAND;
    }
    if (w.kind == KIND_GAIN && w.a == GAIN_CUBE) {
        return s->cubes_left ? ECOS_OK : ECOS_NO_CUBES_LEFT;
    }
    return w.kind == KIND_NOTHING ? ECOS_OK : ECOS_NOT_NOW;
}

static enum ecos_rule check_frame(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    const struct ecos_frame *top = ecos_top(s);
    unsigned seat = top->seat;
    switch (top->kind) {
    case FRAME_CARD:
        return ecos_check_card(setup, s, w);
    case FRAME_ELEMENT:
        return w.kind == KIND_TURN     ? ECOS_OK
               : w.kind == KIND_CHARGE ? check_charge(setup, s, seat, w, top->a, top->b)
                                       : ECOS_NOT_NOW;
    case FRAME_DIAL2:
        return check_dial2(setup, s, w);
    case FRAME_DIAL3:
        return check_dial3(cat, s, seat, w);
    case FRAME_GAIN:
        return check_gain(s, w);
    case FRAME_TOP:
        return check_top(setup, s, top, w);
    case FRAME_KEEP:
        return w.kind != KIND_KEEP                                   ? ECOS_NOT_NOW
               : w.a && (w.a == s->looked[0] || w.a == s->looked[1]) ? ECOS_OK
                                                                     : ECOS_NOT_SHOWN;
    case FRAME_LEAVE:
        return check_leave(setup, s, top, w);
    case FRAME_PLAY:
    default:
        if (w.kind == KIND_PLAY) {
            return ecos_in_hand(cat, s, seat, w.a) ? ECOS_OK : ECOS_NOT_IN_HAND;
        }
        return w.kind == KIND_NOTHING ? ECOS_OK : ECOS_NOT_NOW;
    }
}

/* ---- the round ---- */

static enum ecos_rule check_resolve(const struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    if (w.kind == KIND_RESOLVE) {
        return w.a >= 1 && w.a <= ECOS_CARDS && s->full[w.a] && card_at(s, w.a, AT_ACTIVE, seat) ? ECOS_OK
                                                                                                 : ECOS_NOT_COMPLETE;
    }
    if (w.kind != KIND_WITHDRAW) {
        return ECOS_NOT_NOW;
    }
    bool may = s->resolved > 0 && !s->resolved_own && s->charged[seat] && s->full[s->charged[seat]];
    return may ? ECOS_OK : ECOS_NO_WITHDRAW;
}

static enum ecos_rule check_round(const struct setup *setup, const struct ecos_state *s, unsigned seat,
                                  struct ecos_word w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    switch (s->phase) {
    case PHASE_TOKEN:
        if (w.kind != KIND_TOKEN || w.a >= cat->elements) {
            return ECOS_NOT_NOW;
        }
        return s->bag[w.a] ? ECOS_OK : ECOS_BAG_EMPTY;
    case PHASE_ORDER:
        if (w.kind != KIND_FIRST) {
            return ECOS_NOT_NOW;
        }
        return w.a == s->token[0] || w.a == s->token[1] ? ECOS_OK : ECOS_NOT_DRAWN;
    case PHASE_CHOOSE:
        return w.kind == KIND_TURN     ? ECOS_OK
               : w.kind == KIND_CHARGE ? check_charge(setup, s, seat, w, s->token[0], 0)
                                       : ECOS_NOT_NOW;
    case PHASE_RESOLVE:
        return check_resolve(s, seat, w);
    default:
        return ecos_check_setup(setup, s, seat, w);
    }
}

static enum ecos_rule check_sheet(const struct setup *setup, const struct ecos_state *s, struct ecos_word w)
{
    if (w.kind == KIND_TOTAL) {
        return w.v[0] < ECOS_SHEET_POINTS ? ECOS_OK : ECOS_POINTS_RANGE;
    }
    if (w.kind != KIND_USED) {
        return ECOS_NOT_NOW;
    }
    if (w.a == 0 || w.a > ECOS_CARDS || s->at[w.a] != AT_UNSEEN) {
        return ECOS_USED_TWICE;
    }
    return w.v[0] <= ecos_most_times(setup, w.a) ? ECOS_OK : ECOS_TIMES_RANGE;
}

/* ---- words ---- */

/* Which of a, v0 .. v3 a kind uses; the others are zero. */
static const uint8_t FIELDS[KINDS] = {
    [KIND_CHARGE] = 31, [KIND_TURN] = 0,    [KIND_WITHDRAW] = 0, [KIND_RESOLVE] = 1, [KIND_PLACE] = 7,
    [KIND_TAKE] = 7,    [KIND_DECLINE] = 0, [KIND_CHOOSE] = 1,   [KIND_SKIP] = 0,    [KIND_PICK] = 7,
    [KIND_MOVE] = 31,   [KIND_REMOVE] = 7,  [KIND_REPLACE] = 7,  [KIND_LOOK] = 1,    [KIND_KEEP] = 1,
    [KIND_LEAVE] = 1,   [KIND_FACEUP] = 1,  [KIND_GAIN] = 1,     [KIND_WAIT] = 0,    [KIND_PLAY] = 1,
    [KIND_NOTHING] = 0, [KIND_ACTIVE] = 1,  [KIND_FIRST] = 1,    [KIND_POINTS] = 1,  [KIND_DONE] = 0,
    [KIND_DECK] = 3,    [KIND_DEAL] = 3,    [KIND_TOKEN] = 1,    [KIND_TOP] = 1,     [KIND_USED] = 3,
    [KIND_TOTAL] = 2,   [KIND_DISCARD] = 0,
};

/* True for the kinds that a declared effect may be of for another player. */
static bool is_given(unsigned kind)
{
    return kind == KIND_POINTS || kind == KIND_GAIN || kind == KIND_PLAY;
}

static bool is_well_formed(const struct setup *setup, struct ecos_word w)
{
    bool full = ecos_declares_fully(setup);
    if (w.kind >= KINDS || (w.kind == KIND_DISCARD && !full)) {
        return false;
    }
    unsigned fields = FIELDS[w.kind] | (full && is_given(w.kind) ? 2u : 0u);
    return ((fields & 1) || !w.a) && ((fields & 2) || !w.v[0]) && ((fields & 4) || !w.v[1]) &&
           ((fields & 8) || !w.v[2]) && ((fields & 16) || !w.v[3]);
}

enum ecos_rule ecos_check_turn(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned kind)
{
    seat_set turn = ecos_turn(setup, s);
    if (turn == 0) {
        return ECOS_IS_OVER;
    }
    if (seat >= GAME_SEATS || (seat != SEAT_TABLE && seat >= setup->seats)) {
        return ECOS_NO_SUCH_SEAT;
    }
    if (turn & seat_bit(seat)) {
        return ECOS_OK;
    }
    if (kind == KIND_ACTIVE && seat < setup->seats && s->phase >= PHASE_ACTIVE && ecos_names_refusals(setup)) {
        return ECOS_ACTIVE_ENOUGH;
    }
    if (s->phase == PHASE_SHEET && seat < setup->seats) {
        return ECOS_HAS_TOTAL; /* or it could speak */
    }
    bool chosen = seat < setup->seats && s->phase == PHASE_CHOOSE && s->choice[seat];
    return chosen ? ECOS_HAS_CHOSEN : ECOS_NOT_YOUR_TURN;
}

enum ecos_rule ecos_check(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    if (!is_well_formed(setup, w)) {
        return ECOS_NOT_A_MOVE;
    }
    enum ecos_rule rule = ecos_check_turn(setup, s, seat, w.kind);
    if (rule != ECOS_OK) {
        return rule;
    }
    if (is_given(w.kind) && w.v[0] && (!s->frames || ecos_top(s)->kind != FRAME_CARD)) {
        return ECOS_NOT_NOW; /* for another player is only what a card does */
    }
    if (w.kind == KIND_WITHDRAW && (s->frames || s->phase == PHASE_CHOOSE) && ecos_names_refusals(setup)) {
        return ECOS_NO_WITHDRAW;
    }
    if (s->phase == PHASE_SHEET) {
        return check_sheet(setup, s, w);
    }
    return s->frames ? check_frame(setup, s, w) : check_round(setup, s, seat, w);
}

enum err ecos_apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct ecos_state *s = state;
    struct ecos_word w = ecos_unpack(move);
    unsigned seat = move_seat(move);
    enum ecos_rule rule = ecos_pack(seat, w) == move ? ecos_check(setup, s, seat, w) : ECOS_NOT_A_MOVE;
    if (rule != ECOS_OK) {
        return ecos_refuse(setup, s, rule, move, error);
    }
    if (s->phase != PHASE_SHEET) {
        ecos_do(setup, s, seat, w);
        return ERR_OK;
    }
    if (w.kind == KIND_USED) {
        s->at[w.a] = (uint8_t)(AT_USED + seat);
        s->times[seat][w.a] = (uint8_t)w.v[0];
        return ERR_OK;
    }
    s->points[seat] = (uint16_t)w.v[0];
    s->stated[seat] = 1;
    bool all = true;
    for (unsigned i = 0; i < setup->seats; i++) {
        all = all && s->stated[i];
    }
    s->phase = all ? PHASE_OVER : PHASE_SHEET;
    return ERR_OK;
}

seat_set ecos_turn(const struct setup *setup, const void *state)
{
    const struct ecos_state *s = state;
    const struct ecos_frame *top = ecos_top(s);
    seat_set set = 0;
    if (top) {
        return seat_bit(top->kind == FRAME_TOP ? (unsigned)SEAT_TABLE : top->seat);
    }
    switch (s->phase) {
    case PHASE_DECK:
    case PHASE_DEAL:
    case PHASE_TOKEN:
        return seat_bit(SEAT_TABLE);
    case PHASE_ORDER:
        return seat_bit(s->harbinger);
    case PHASE_RESOLVE:
        return seat_bit(ecos_resolver(setup, s));
    case PHASE_OVER:
        return 0;
    default:
        break;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        bool may = s->phase == PHASE_DRAFT    ? ecos_drafts(s, i) && s->dealt[i] < (setup->seats == 2 ? 2 : 1)
                   : s->phase == PHASE_ACTIVE ? s->due[i] > 0
                   : s->phase == PHASE_CHOOSE ? s->choice[i] == CHOICE_NONE
                                              : !s->stated[i];
        set |= may ? seat_bit(i) : 0;
    }
    return set;
}
