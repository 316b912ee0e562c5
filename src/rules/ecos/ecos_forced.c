/*
 * Rules 2: a decision with exactly one answer is no decision. After every
 * move the rules say it themselves, for every player who may move, until each
 * of them has a choice or chance is next. Chance is never guessed.
 *
 * Most decisions are known to have two answers, or one, without a list: a dial
 * can always be turned, an animal need not be moved. Only where things are put,
 * removed or picked are words tried, and no more than two found.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

/* ---- what has been done ---- */

void ecos_remember(struct ecos_state *s, unsigned seat, struct ecos_word w)
{
    if (s->done_count == ECOS_DONE) {
        memmove(s->done, s->done + 1, sizeof(s->done) - sizeof(s->done[0]));
        s->done_count--;
    }
    s->done[s->done_count++] = ecos_pack(seat, w);
}

/* ---- whether there is a choice ---- */

/* True when a cube can come from somewhere other than `to`. */
static bool has_cube(const struct ecos_state *s, unsigned seat, unsigned to)
{
    bool found = s->spare[seat] > 0;
    for (unsigned card = 1; !found && (card = ecos_next_active(s, seat, card)) != 0; card++) {
        found = card != to && !s->full[card] && s->filled[card];
    }
    return found;
}

static bool has_slot(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card, unsigned element)
{
    if (!card_knows(cat, card, CARD_SLOTS_KNOWN)) {
        return true;
    }
    for (unsigned i = 0; i < cat->elements; i++) {
        if ((element == cat->wild || element == i) &&
            card_cubes(s->filled[card], i) < card_cubes(cat->card[card].need, i)) {
            return true;
        }
    }
    return false;
}

static bool can_charge(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned element,
                       unsigned giver)
{
    for (unsigned card = 1; (card = ecos_next_active(s, seat, card)) != 0; card++) {
        if (card != giver && !s->full[card] && has_slot(ecos_cat(setup), s, card, element) && has_cube(s, seat, card)) {
            return true;
        }
    }
    return false;
}

static bool can_play(const struct setup *setup, const struct ecos_state *s, unsigned seat)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (ecos_in_hand(ecos_cat(setup), s, seat, card)) {
            return true;
        }
    }
    return false;
}

struct few {
    const struct setup *setup;
    const struct ecos_state *s;
    unsigned seat;
    struct ecos_word word; /* the first */
    unsigned count;        /* two: two or more */
};

static bool add_few(void *context, struct ecos_word w)
{
    struct few *few = context;
    const struct ecos_frame *top = ecos_top(few->s);
    bool card = top && top->kind == FRAME_CARD;
    if ((card ? ecos_check_card(few->setup, few->s, w) : ecos_check(few->setup, few->s, few->seat, w)) == ECOS_OK) {
        few->word = few->count++ ? few->word : w;
    }
    return few->count < 2;
}

static bool is_only(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_word *w)
{
    struct few few = {.setup = setup, .s = s, .seat = seat};
    (void)ecos_each_word(setup, s, seat, add_few, &few);
    *w = few.word;
    return few.count == 1;
}

/* True when a tile can be laid in two places beside one that has `near`, or anything. */
static bool has_shore(const struct ecos_land *land, unsigned near)
{
    for (unsigned i = 0; i < land->count; i++) {
        uint8_t around[6];
        const struct ecos_tile *tile = &land->tile[i];
        bool beside = near == THING_NONE || tile_count(tile, near) > 0;
        if (beside && land_around(land, tile->q, tile->r, around) <= 4) {
            return true;
        }
    }
    return false;
}

/* True when there are two places for a token on the landscape: for an animal, tiles without animals while there are. */
static bool has_tiles(const struct ecos_catalogue *cat, const struct ecos_land *land, unsigned thing, unsigned near)
{
    unsigned found = 0;
    unsigned shared = 0;
    for (unsigned i = 0; found < 2 && i < land->count; i++) {
        const struct ecos_tile *tile = &land->tile[i];
        if (thing < THING_SPECIES || near != THING_NONE) {
            found += tile_can_take(cat, land, thing, i, near) ? 1u : 0u;
        } else if (species_lives(cat, thing - THING_SPECIES, tile)) {
            found += tile->animals == 0 ? 1u : 0u;
            shared += tile_species(tile, thing - THING_SPECIES) < ECOS_TOKENS ? 1u : 0u;
        }
    }
    return found == 2 || (found == 0 && shared >= 2);
}

/*
 * A quick look for two places; false does not mean that there are none. Only for what is there in the supply, where
 * no later effect asks where it was put.
 */
static bool has_places(const struct ecos_catalogue *cat, const struct ecos_state *s)
{
    const struct ecos_effect *e = &cat->effect[s->pc];
    unsigned thing = e->what == THING_TILE ? (unsigned)THING_WATER : e->what;
    bool last = s->rep + 1u >= e->amount && !(e[1].flags & EFFECT_PLACES);
    bool free = last || ((e->flags & EFFECT_PLACE_FREE) && e->near == THING_NONE && thing != THING_MOUNTAIN);
    if (!free || s->taken || thing == THING_ANIMAL || s->land.left[thing_supply(thing)] == 0) {
        return false;
    }
    return thing_is_terrain(thing) || thing == THING_LAND ? has_shore(&s->land, e->near)
                                                          : has_tiles(cat, &s->land, thing, e->near);
}

/*
 * The same for a card under way. A declared card is ended by its player and never by itself: only where to put what was
 * taken can have one answer. Animals may stay where they are.
 */
static bool is_only_effect(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_word *w)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        return s->taken && is_only(setup, s, seat, w);
    }
    unsigned op = cat->effect[s->pc].op;
    return op != ECOS_MOVE && !(op == ECOS_PLACE && has_places(cat, s)) && is_only(setup, s, seat, w);
}

/* True when the seat, which may move, can say one word only: that one. */
static bool is_forced(const struct setup *setup, const struct ecos_state *s, unsigned seat, struct ecos_word *w)
{
    const struct ecos_frame *top = ecos_top(s);
    if (!top && s->phase == PHASE_CHOOSE) {
        *w = (struct ecos_word){.kind = KIND_TURN};
        return !can_charge(setup, s, seat, s->token[0], 0);
    }
    if (!top) { /* of two tokens, and of what can be resolved, there are two whenever somebody is asked */
        return s->phase < PHASE_TOKEN && is_only(setup, s, seat, w);
    }
    switch (top->kind) {
    case FRAME_KEEP: /* of two cards */
        return false;
    case FRAME_CARD:
        return is_only_effect(setup, s, seat, w);
    case FRAME_ELEMENT:
        *w = (struct ecos_word){.kind = KIND_TURN};
        return !can_charge(setup, s, seat, top->a, top->b);
    case FRAME_DIAL2:
        *w = (struct ecos_word){.kind = KIND_WAIT};
        return !ecos_can_gain(s);
    case FRAME_DIAL3:
        *w = (struct ecos_word){.kind = KIND_NOTHING};
        return s->cubes_left == 0 && !can_play(setup, s, seat);
    case FRAME_PLAY:
        *w = (struct ecos_word){.kind = KIND_NOTHING};
        return !can_play(setup, s, seat);
    default: /* FRAME_GAIN, FRAME_LEAVE */
        return is_only(setup, s, seat, w);
    }
}

/* The players that may move; chance is not decided here. */
static seat_set players_due(const struct setup *setup, const struct ecos_state *s)
{
    return ecos_turn(setup, s) & (seat_bit(setup->seats) - 1);
}

void ecos_settle(const struct setup *setup, struct ecos_state *s)
{
    for (seat_set due = players_due(setup, s); due != 0;) {
        unsigned seat = 0;
        while (!(due & seat_bit(seat))) {
            seat++;
        }
        struct ecos_word w;
        due &= ~seat_bit(seat);
        if (is_forced(setup, s, seat, &w)) {
            ecos_remember(s, seat, w);
            ecos_step(setup, s, seat, w);
            bool choosing = s->phase == PHASE_CHOOSE && due != 0; /* no seat's choice is another's business */
            due = choosing ? due : players_due(setup, s);
        }
    }
}
