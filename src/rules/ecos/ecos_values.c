/*
 * Every legal word and what it is worth at sight, in tenths of a point: the
 * quick player of playouts asks this some thousand times a decision. It looks
 * one decision ahead, like the greedy player, but lays pieces on one copy of
 * the landscape and takes them up again, and knows how long a slot waits for
 * its element.
 */
#include "rules/ecos/ecos_review.h"

#include "base/banned.h"

/*
 * Weights, in tenths of a point or in percent. They were changed one to three
 * at a time and kept when one quick player without heat won more of some
 * thousand games against three greedy ones: 0.41 of them at the start, 0.55
 * with these. Nearly all of it came of W_PLAY: a third quarter is for a card.
 */
enum weight {
    W_SHARE,    /* a charge: percent of its share of the card's worth */
    W_COMPLETE, /* the one that completes a card: percent of the worth more */
    W_FILLED,   /* a charge, for each cube that lies there */
    W_SCARCE,   /* less for a charge with the last free cube, unless it completes the card */
    W_STEAL,    /* less for a cube taken off another card */
    W_TURN_1,   /* a dial's first, second and third quarter */
    W_TURN_2,
    W_TURN_3,
    W_FEW,       /* a turn, for each active card less than three */
    W_QUALITY,   /* percent of what a card brings a token, to keep or play it */
    W_PLAY,      /* a card played */
    W_MANY,      /* less when it is beside more than five */
    W_CUBE,      /* a cube gained */
    W_GAIN_CARD, /* a card gained */
    W_IN_HAND,   /* less, for each that is in the hand already */
    W_LOOK,      /* a look at a deck, and at both */
    W_LOOK_BOTH,
    W_VAIN, /* a charge or a withdrawal of a card that would do nothing */
    W_WEIGHTS
};
static const int16_t WEIGHT[W_WEIGHTS] = {
    [W_SHARE] = 100, [W_COMPLETE] = 50,  [W_FILLED] = 3,   [W_SCARCE] = 3,    [W_STEAL] = 12,     [W_TURN_1] = 8,
    [W_TURN_2] = 8,  [W_TURN_3] = 8,     [W_FEW] = 9,      [W_QUALITY] = 100, [W_PLAY] = 126,     [W_MANY] = 100,
    [W_CUBE] = 20,   [W_GAIN_CARD] = 26, [W_IN_HAND] = 20, [W_LOOK] = 15,     [W_LOOK_BOTH] = 25, [W_VAIN] = -20,
};

struct sight {
    const struct setup *setup;
    const struct ecos_catalogue *cat;
    const struct ecos_state *s;
    unsigned seat;
    ecos_value_fn *fn;
    void *context;
    unsigned active;               /* cards of the seat */
    int32_t worth[ECOS_CARDS + 1]; /* of a use, once it was asked for */
    bool placing;                  /* `after` is a copy, and what is left of the program hangs on where things lie */
    int32_t plain;                 /* what is left of it, when it does not */
    struct ecos_state after;
};

/* ---- cards ---- */

static int32_t worth_of(struct sight *t, unsigned card)
{
    if (t->worth[card] == 0) {
        t->worth[card] = ecos_worth(t->cat, t->s, card);
    }
    return t->worth[card];
}

/* What a card in play brings a token, times ten. */
static int32_t quality(struct sight *t, unsigned card)
{
    unsigned wait = card_knows(t->cat, card, CARD_SLOTS_KNOWN) ? ecos_wait_for(t->cat, card, 0) : 100;
    return worth_of(t, card) * 100 / (int32_t)(wait ? wait : 1) * WEIGHT[W_QUALITY] / 100;
}

/* True when all that the card does hangs on something that is not there to be removed, or it does nothing at all. */
static bool would_be_vain(const struct sight *t, unsigned card)
{
    const struct ecos_effect *first = &t->cat->effect[t->cat->card[card].first];
    if (!card_knows(t->cat, card, CARD_EFFECTS_KNOWN)) {
        return false;
    }
    if (!ecos_feasible(t->cat, &t->s->land, t->cat->card[card].first, 0)) {
        return true;
    }
    bool all = (first->op == ECOS_REMOVE || first->op == ECOS_REPLACE) && first->target &&
               t->cat->effect[first->target].op == ECOS_END;
    if (all && first->op == ECOS_REMOVE) {
        return land_count(&t->s->land, first->what) == 0;
    }
    return all && (land_count(&t->s->land, first->what) == 0 || t->s->land.left[thing_supply(first->of)] == 0);
}

/* A charge is worth its share of the waiting that it ends. */
static int32_t charge_value(struct sight *t, struct ecos_word w)
{
    unsigned card = w.a;
    uint32_t filled = t->s->filled[card];
    if (!card_knows(t->cat, card, CARD_SLOTS_KNOWN)) {
        return w.v[3] ? (ecos_cubes_on(filled) >= 2 ? 60 : -10) : 20;
    }
    int32_t all = (int32_t)ecos_wait_for(t->cat, card, 0);
    bool completes = ecos_cubes_on(filled) + 1 == ecos_cubes_on(t->cat->card[card].need);
    if (completes && would_be_vain(t, card)) {
        return WEIGHT[W_VAIN];
    }
    int32_t worth = worth_of(t, card);
    int32_t value = worth * (int32_t)ecos_wait(t->cat, w.v[0]) / (all ? all : 1) * WEIGHT[W_SHARE] / 100;
    value += completes ? worth * WEIGHT[W_COMPLETE] / 100 : 0;
    value += (int32_t)ecos_cubes_on(filled) * WEIGHT[W_FILLED];
    value -= t->s->spare[t->seat] == 1 && !completes ? WEIGHT[W_SCARCE] : 0;
    if (w.v[1]) {
        int32_t lost = (int32_t)ecos_wait_for(t->cat, w.v[1], 0);
        value -= worth_of(t, w.v[1]) * (int32_t)ecos_wait(t->cat, w.v[2]) / (lost ? lost : 1) + WEIGHT[W_STEAL];
    }
    return value;
}

static int32_t turn_value(const struct sight *t)
{
    unsigned dial = t->s->dial[t->seat];
    return WEIGHT[W_TURN_1 + (dial < 2 ? dial : 2)] + (t->active < 3 ? (int32_t)(3 - t->active) * WEIGHT[W_FEW] : 0);
}

/* ---- a card under way ---- */

/* The points that the rest of the program gives if nothing more were decided. */
static int32_t rest_value(const struct sight *t, const struct ecos_state *s)
{
    int32_t value = 0;
    for (unsigned pc = t->s->pc; t->cat->effect[pc].op != ECOS_END && t->cat->effect[pc].op != ECOS_CHOICE; pc++) {
        const struct ecos_effect *e = &t->cat->effect[pc];
        if (e->op == ECOS_JUMP) {
            pc = e->target - 1u;
        } else if (e->op == ECOS_POINTS && !(e->flags & EFFECT_EVERYONE)) {
            value += 10 * (int32_t)ecos_points_of(t->cat, s, e);
        }
    }
    return value;
}

/* True when some of these points hang on where the next thing is put. */
static bool rest_asks_where(const struct sight *t)
{
    for (unsigned pc = t->s->pc; t->cat->effect[pc].op != ECOS_END && t->cat->effect[pc].op != ECOS_CHOICE; pc++) {
        const struct ecos_effect *e = &t->cat->effect[pc];
        if (e->op == ECOS_JUMP) {
            pc = e->target - 1u;
        } else if (e->op == ECOS_POINTS && e->measure != MEASURE_FIXED && e->measure != MEASURE_LANDSCAPE) {
            return true;
        }
    }
    return false;
}

static void refer(struct ecos_state *s, struct ecos_word w)
{
    s->ref_thing = (uint8_t)w.a;
    s->ref_q = (int16_t)uncoord(w.v[0]);
    s->ref_r = (int16_t)uncoord(w.v[1]);
}

static int32_t place_value(struct sight *t, struct ecos_word w)
{
    int q = uncoord(w.v[0]);
    int r = uncoord(w.v[1]);
    refer(&t->after, w);
    land_place(&t->after.land, w.a, q, r);
    int32_t value = rest_value(t, &t->after);
    land_remove(&t->after.land, w.a, q, r);
    return value;
}

static int32_t move_value(struct sight *t, struct ecos_word w)
{
    struct ecos_land *land = &t->after.land;
    unsigned from = (unsigned)land_find(land, uncoord(w.v[0]), uncoord(w.v[1]));
    unsigned to = (unsigned)land_find(land, uncoord(w.v[2]), uncoord(w.v[3]));
    land_move(land, w.a - THING_SPECIES, from, to);
    int32_t value = rest_value(t, &t->after);
    land_move(land, w.a - THING_SPECIES, to, from);
    return value;
}

/* Removing and replacing take other things with them: the landscape is copied back. */
static int32_t change_value(struct sight *t, struct ecos_word w)
{
    ecos_do_land(t->setup, &t->after, w);
    int32_t value = rest_value(t, &t->after);
    t->after.land = t->s->land;
    return value;
}

/* A card of unknown effects: a plain one of three points. */
static int32_t declared_value(const struct sight *t, struct ecos_word w)
{
    bool points = w.kind == KIND_POINTS && w.a == 3 && w.v[0] == FOR_SELF;
    return points && t->s->declared == 1                 ? 50
           : w.kind == KIND_PLACE && t->s->declared == 0 ? 40
           : w.kind == KIND_DONE                         ? 30
           : w.kind == KIND_DISCARD                      ? 20
                                                         : 0;
}

static int32_t choose_value(const struct sight *t, struct ecos_word w)
{
    bool option = t->cat->effect[t->s->pc].op == ECOS_MAY;
    unsigned pc = option ? t->s->pc + 1u : t->cat->effect[t->s->pc + w.a].target;
    return (option ? 1 : 10) + ecos_program_worth(t->cat, t->s, pc);
}

static int32_t effect_value(struct sight *t, struct ecos_word w)
{
    if (!card_knows(t->cat, t->s->card, CARD_EFFECTS_KNOWN)) {
        return declared_value(t, w);
    }
    switch (w.kind) {
    case KIND_CHOOSE:
        return choose_value(t, w);
    case KIND_SKIP:
        return t->cat->effect[t->s->pc].op == ECOS_MAY
                   ? ecos_program_worth(t->cat, t->s, t->cat->effect[t->s->pc].target)
                   : t->plain + 5;
    case KIND_DECLINE:
        return -1;
    case KIND_PLACE:
        return t->placing ? place_value(t, w) : t->plain;
    case KIND_PICK:
        refer(&t->after, w);
        return t->placing ? rest_value(t, &t->after) : t->plain;
    case KIND_MOVE:
        return t->placing ? move_value(t, w) : t->plain;
    case KIND_REMOVE:
    case KIND_REPLACE:
        return t->placing ? change_value(t, w) : t->plain;
    default: /* KIND_TAKE */
        return 0;
    }
}

/* ---- everything ---- */

static int32_t value_of(struct sight *t, struct ecos_word w)
{
    const struct ecos_state *s = t->s;
    switch (w.kind) {
    case KIND_CHARGE:
        return charge_value(t, w);
    case KIND_TURN:
        return turn_value(t);
    case KIND_RESOLVE:
    case KIND_KEEP:
    case KIND_FACEUP:
    case KIND_ACTIVE:
        return quality(t, w.a);
    case KIND_PLAY:
        return WEIGHT[W_PLAY] + quality(t, w.a) - (t->active > 5 ? WEIGHT[W_MANY] : 0);
    case KIND_GAIN:
        return w.a == GAIN_CARD ? WEIGHT[W_GAIN_CARD] - (int32_t)ecos_hand(s, t->seat) * WEIGHT[W_IN_HAND]
                                : WEIGHT[W_CUBE];
    case KIND_LOOK:
        return WEIGHT[w.a == LOOK_BOTH ? W_LOOK_BOTH : W_LOOK];
    case KIND_WITHDRAW:
        return would_be_vain(t, s->charged[t->seat]) ? 100 : -10;
    default:
        return 0;
    }
}

/* A word that the rules list, if it is legal. Moves of animals are: they are listed from what they reach. */
static bool weigh(void *context, struct ecos_word w)
{
    struct sight *t = context;
    const struct ecos_frame *top = ecos_top(t->s);
    if (top && top->kind == FRAME_CARD) {
        if (w.kind == KIND_MOVE || ecos_check_card(t->setup, t->s, w) == ECOS_OK) {
            t->fn(t->context, w, effect_value(t, w));
        }
    } else if (ecos_check(t->setup, t->s, t->seat, w) == ECOS_OK) {
        t->fn(t->context, w, value_of(t, w));
    }
    return true;
}

void ecos_each_value(const struct setup *setup, const struct ecos_state *s, unsigned seat, ecos_value_fn *fn,
                     void *context)
{
    struct sight t;
    t.setup = setup;
    t.cat = ecos_cat(setup);
    t.s = s;
    t.seat = seat;
    t.fn = fn;
    t.context = context;
    t.active = 0;
    t.placing = false;
    t.plain = 0;
    memset(t.worth, 0, sizeof(t.worth));
    const struct ecos_frame *top = ecos_top(s);
    if (top && top->kind == FRAME_CARD) {
        t.placing = rest_asks_where(&t);
        t.plain = t.placing ? 0 : rest_value(&t, s);
        if (t.placing) {
            t.after = *s;
        }
    } else {
        for (unsigned card = 1; (card = ecos_next_active(s, seat, card)) != 0; card++) {
            t.active++;
        }
    }
    (void)ecos_each_word(setup, s, seat, weigh, &t);
}
