/*
 * The one judge of words: whether a seat may say this now. One table says in
 * which steps a kind of word may be said and how many fields it uses, another
 * which function knows the rest.
 */
#include "rules/biotopes/biotopes_check.h"

#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

#define IN(step) (UINT32_C(1) << (step))

const struct bio_kind_facts bio_kinds[KINDS] = {
    [KIND_CONDITIONS] = {IN(STEP_CONDITIONS), 4},
    [KIND_TILE] = {IN(STEP_TILE), 4},
    [KIND_TOKEN] = {IN(STEP_TOKEN), 2},
    [KIND_BIOTOPE] = {IN(STEP_BIOTOPE) | IN(STEP_SHEET), 2},
    [KIND_DEAL] = {IN(STEP_DEAL), 2},
    [KIND_CUBES] = {IN(STEP_PRODUCE) | IN(STEP_CUBE), 5},
    [KIND_ADAPT] = {IN(STEP_TURN), 1},
    [KIND_REPRODUCE] = {IN(STEP_TURN), 0},
    [KIND_TRANSFER] = {IN(STEP_TURN), 0},
    [KIND_EVOLVE] = {IN(STEP_TURN), 0},
    [KIND_EXPAND] = {IN(STEP_TURN), 2},
    [KIND_MIGRATE] = {IN(STEP_TURN), 4},
    [KIND_COMPETE] = {IN(STEP_TURN), 2},
    [KIND_USE] = {IN(STEP_TURN), 1},
    [KIND_EFFECT] = {IN(STEP_TURN) | IN(STEP_DISCARD), 1},
    [KIND_PASS] = {IN(STEP_TURN), 0},
    [KIND_PAY] = {IN(STEP_PAY) | IN(STEP_EVOLVE), 3},
    [KIND_RETREAT] = {IN(STEP_RETREAT), 2},
    [KIND_DRAW] = {IN(STEP_GAIN) | IN(STEP_DRAW) | IN(STEP_EVOLVE), 1},
    [KIND_CARD] = {IN(STEP_CARD), 1},
    [KIND_PUT] = {IN(STEP_PUT) | IN(STEP_FILL), 1},
    [KIND_SKIP] = {IN(STEP_GAIN) | IN(STEP_DRAW) | IN(STEP_FILL) | IN(STEP_PREY), 0},
    [KIND_DONE] = {IN(STEP_EVOLVE) | IN(STEP_SHIFT) | IN(STEP_DECLARED) | IN(STEP_BONUS) | IN(STEP_SHEET), 0},
    [KIND_SHIFT] = {IN(STEP_SHIFT) | IN(STEP_DECLARED), 4},
    [KIND_PREY] = {IN(STEP_PREY) | IN(STEP_DECLARED), 4},
    [KIND_DISCARD] = {IN(STEP_EVOLVE) | IN(STEP_DISCARD) | IN(STEP_DECLARED), 2},
    [KIND_GAIN_CARD] = {IN(STEP_DECLARED), 2},
    [KIND_GAIN_CUBE] = {IN(STEP_DECLARED), 1},
    [KIND_GAIN_COLOUR] = {IN(STEP_DECLARED), 3},
    [KIND_RECYCLE] = {IN(STEP_DECLARED), 3},
    [KIND_AGAIN] = {IN(STEP_DECLARED), 2},
    [KIND_WAIVE] = {IN(STEP_DECLARED), 2},
    [KIND_MOVE_TOKEN] = {IN(STEP_DECLARED), 5},
    [KIND_BONUS] = {IN(STEP_BONUS) | IN(STEP_SHEET), 2},
    [KIND_ROW] = {IN(STEP_SHEET), 2},
    [KIND_SPECIES] = {IN(STEP_SHEET), 2},
    [KIND_LAND] = {IN(STEP_SHEET), 5},
    [KIND_CATEGORY] = {IN(STEP_TOTALS), 3},
    [KIND_TOTAL] = {IN(STEP_TOTALS), 3},
};

/* ---- an action ---- */

/* Everything but the place: whether the action may be begun and paid. */
static enum bio_rule check_start(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    struct bio_state probe = *s;
    bio_start(setup, &probe, seat, w);
    if (probe.act >= ACT_REPRODUCE && probe.act <= ACT_COMPETE && s->used[seat] >> probe.act & 1) {
        return BIO_ACTION_USED;
    }
    return bio_can_pay(setup, &probe) ? BIO_OK : BIO_CANNOT_PAY;
}

static enum bio_rule check_settle(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    unsigned hex = bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b));
    if (hex == HEX_NONE) {
        return BIO_NO_HEX;
    }
    unsigned owner = s->land.owner[hex];
    if (w.kind == KIND_EXPAND && owner != OWNER_NONE) {
        return BIO_HEX_TAKEN;
    }
    if (w.kind == KIND_COMPETE && (owner == OWNER_NONE || owner == seat + 1)) {
        return BIO_NO_RIVAL;
    }
    if (!bio_land_touches(&s->land, hex, seat + 1)) {
        return BIO_NOT_NEXT_TO_OWN;
    }
    return s->tokens[seat] > 0 ? BIO_OK : BIO_NO_TOKEN;
}

static enum bio_rule check_migrate(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    unsigned from = bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b));
    unsigned to = bio_land_find(&s->land, bio_uncoord(w.c), bio_uncoord(w.d));
    if (from == HEX_NONE || to == HEX_NONE) {
        return BIO_NO_HEX;
    }
    if (s->land.owner[from] != seat + 1) {
        return BIO_NOT_OWN;
    }
    if (s->land.owner[to] != OWNER_NONE) {
        return BIO_HEX_TAKEN;
    }
    return bio_land_steps(&s->land, from, to, BIO_STEPS_AWAY) <= BIO_STEPS_AWAY ? BIO_OK : BIO_TOO_MANY_STEPS;
}

static enum bio_rule check_use(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned species)
{
    if (species >= BIO_SPECIES) {
        return BIO_NOT_A_MOVE;
    }
    if (s->at[species] != AT_PLAY + seat) {
        return BIO_NOT_IN_PLAY;
    }
    bool known = bio_cat(setup)->effect[species].when >= WHEN_ACTION_DRAW;
    return known || bio_declares(setup) ? BIO_OK : BIO_NO_ACTION;
}

static enum bio_rule check_action(const struct setup *setup, const struct bio_state *s, unsigned seat,
                                  struct bio_word w)
{
    enum bio_rule rule = BIO_OK;
    switch (w.kind) {
    case KIND_PASS:
        return BIO_OK;
    case KIND_EFFECT:
        return bio_check_open(setup, s, seat, w.a);
    case KIND_ADAPT:
        rule = w.a >= BIO_SPECIES ? BIO_NOT_A_MOVE : bio_in_hand(setup, s, seat, w.a) ? BIO_OK : BIO_NOT_IN_HAND;
        break;
    case KIND_EXPAND:
    case KIND_COMPETE:
        rule = check_settle(s, seat, w);
        break;
    case KIND_MIGRATE:
        rule = check_migrate(s, seat, w);
        break;
    case KIND_USE:
        rule = check_use(setup, s, seat, w.a);
        break;
    default:
        break;
    }
    return rule == BIO_OK ? check_start(setup, s, seat, w) : rule;
}

/* ---- within one ---- */

static enum bio_rule check_cubes(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    const uint8_t cubes[BIO_BIOTOPES] = {w.b, w.c, w.d, w.e};
    bool produces = s->step == STEP_PRODUCE;
    unsigned seat = produces ? s->asked : s->whom;
    if (w.a >= setup->seats) {
        return BIO_NOT_A_MOVE;
    }
    if (w.a != seat) {
        return BIO_CUBES_SEAT;
    }
    if ((unsigned)w.b + w.c + w.d + w.e != (produces ? bio_production(setup, s, seat) : 1u)) {
        return BIO_CUBES_COUNT;
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        if (cubes[b] > s->bag[seat][b]) {
            return BIO_CUBES_BAG;
        }
    }
    return BIO_OK;
}

static enum bio_rule check_card(const struct setup *setup, const struct bio_state *s, unsigned species)
{
    if (species >= BIO_SPECIES) {
        return BIO_NOT_A_MOVE;
    }
    if (bio_cat(setup)->species[species].deck != s->deck_drawn) {
        return BIO_WRONG_DECK;
    }
    return s->at[species] == AT_UNSEEN ? BIO_OK : BIO_CARD_ELSEWHERE;
}

static enum bio_rule check_draw(const struct setup *setup, const struct bio_state *s, unsigned deck)
{
    bool gains_cube = s->step == STEP_GAIN && bio_effect_at(setup, s, s->act_seat, bio_scan_spot(s))->gain == GAIN_CUBE;
    if (deck > BIO_DECKS) {
        return BIO_NOT_A_MOVE;
    }
    if (s->step == STEP_EVOLVE && s->paid_types == 0) {
        return BIO_PAY_FIRST;
    }
    if (gains_cube != (deck == BIO_DECKS)) {
        return BIO_NOT_DRAWABLE;
    }
    return gains_cube || bio_can_draw(setup, s, deck) ? BIO_OK : BIO_DECK_EMPTY;
}

static enum bio_rule check_retreat(const struct bio_state *s, struct bio_word w)
{
    unsigned hex = bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b));
    if (hex == HEX_NONE) {
        return BIO_NO_HEX;
    }
    if (!memchr(s->land.beside[s->to], (int)hex, 6)) {
        return BIO_NOT_RETREAT;
    }
    return s->land.owner[hex] == OWNER_NONE ? BIO_OK : BIO_HEX_TAKEN;
}

static enum bio_rule check_put(const struct setup *setup, const struct bio_state *s, unsigned spot)
{
    if (spot >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    if (spot < BIO_SPECIES && s->at[spot] != AT_PLAY + s->asked) {
        return BIO_NOT_IN_PLAY;
    }
    if (s->step == STEP_FILL) {
        return bio_fills(setup, s, spot) ? BIO_OK : BIO_WRONG_CARD;
    }
    bool at_home =
        spot >= BIO_SPECIES ? spot - BIO_SPECIES == s->drawn : bio_cat(setup)->species[spot].biotope == s->drawn;
    return bio_can_put(setup, s, spot) ? BIO_OK : at_home ? BIO_NO_ROOM : BIO_WRONG_CARD;
}

static enum bio_rule check_skip(const struct bio_state *s)
{
    if (s->step == STEP_FILL) {
        return s->reserve[s->colour] == 0 ? BIO_OK : BIO_MUST_PUT;
    }
    return s->step == STEP_DRAW && s->act == ACT_EVOLVE ? BIO_NO_SKIP : BIO_OK;
}

static enum bio_rule check_done(const struct setup *setup, const struct bio_state *s)
{
    if (s->step != STEP_EVOLVE) {
        return BIO_OK;
    }
    return s->paid_types == 0 ? BIO_PAY_FIRST : bio_can_draw_any(setup, s) ? BIO_DECKS_LEFT : BIO_OK;
}

/* What is one's own in a step of a known effect, and anybody's where it is declared. */
static enum bio_rule check_shared(const struct setup *setup, const struct bio_state *s, unsigned seat,
                                  struct bio_word w)
{
    if (s->step == STEP_DECLARED) {
        return bio_check_effect(setup, s, seat, w);
    }
    if (w.a != 0) {
        return BIO_NOT_A_MOVE;
    }
    if (w.kind == KIND_DISCARD) {
        return w.b >= BIO_SPECIES ? BIO_NOT_A_MOVE : bio_in_hand(setup, s, seat, w.b) ? BIO_OK : BIO_NOT_IN_HAND;
    }
    return w.kind == KIND_SHIFT ? bio_check_shift(s, seat, w) : bio_check_prey(setup, s, seat, w);
}

static enum bio_rule check_kind(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    switch (w.kind) {
    case KIND_CUBES:
        return check_cubes(setup, s, w);
    case KIND_PAY:
        return bio_check_pay(setup, s, w);
    case KIND_RETREAT:
        return check_retreat(s, w);
    case KIND_DRAW:
        return check_draw(setup, s, w.a);
    case KIND_CARD:
        return check_card(setup, s, w.a);
    case KIND_PUT:
        return check_put(setup, s, w.a);
    case KIND_SKIP:
        return check_skip(s);
    case KIND_DONE:
        return check_done(setup, s);
    case KIND_SHIFT:
    case KIND_PREY:
    case KIND_DISCARD:
        return check_shared(setup, s, seat, w);
    case KIND_BONUS:
        return bio_check_bonus(setup, s, seat, w);
    default:
        break;
    }
    return s->step == STEP_DECLARED ? bio_check_effect(setup, s, seat, w) : check_action(setup, s, seat, w);
}

/* ---- every word ---- */

static bool uses_its_fields(struct bio_word w)
{
    const uint8_t field[5] = {w.a, w.b, w.c, w.d, w.e};
    for (unsigned i = bio_kinds[w.kind].fields; i < 5; i++) {
        if (field[i] != 0) {
            return false;
        }
    }
    return true;
}

enum bio_rule bio_check(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind >= KINDS || !uses_its_fields(w)) {
        return BIO_NOT_A_MOVE;
    }
    if (seat >= setup->seats && seat != SEAT_TABLE) {
        return BIO_NO_SUCH_SEAT;
    }
    if (s->step == STEP_OVER) {
        return BIO_IS_OVER;
    }
    bool waits = s->step == STEP_TURN && seat != s->turn && w.kind != KIND_EFFECT;
    if (!(bio_turn(setup, s) & seat_bit(seat)) || waits) {
        return s->step == STEP_TURN && w.kind == KIND_EFFECT && seat != SEAT_TABLE ? bio_check_open(setup, s, seat, w.a)
                                                                                   : BIO_NOT_YOUR_TURN;
    }
    if (!(bio_kinds[w.kind].steps >> s->step & 1)) {
        return BIO_NOT_NOW;
    }
    if (s->step <= STEP_DEAL) {
        return bio_check_setup(setup, s, w);
    }
    if (s->step >= STEP_SHEET) {
        return bio_check_sheet(setup, s, seat, w);
    }
    return check_kind(setup, s, seat, w);
}
