/*
 * Legal moves: words that could be said now, in ascending order, each held
 * before the judge of ecos_check.c. What is listed here and what the judge
 * accepts is compared word by word in the tests.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

struct emit {
    const struct setup *setup;
    const struct ecos_state *s;
    unsigned seat;
    ecos_word_fn *fn;
    void *context;
};

static bool say(const struct emit *to, unsigned kind, unsigned a)
{
    return to->fn(to->context, (struct ecos_word){.kind = kind, .a = a});
}

static bool say_at(const struct emit *to, unsigned kind, unsigned a, int q, int r)
{
    return to->fn(to->context, (struct ecos_word){.kind = kind, .a = a, .v = {coord(q), coord(r)}});
}

static bool each_card(const struct emit *to, unsigned kind)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (!say(to, kind, card)) {
            return false;
        }
    }
    return true;
}

/* The cards that lie there. */
static bool each_card_at(const struct emit *to, unsigned kind, unsigned at)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (to->s->at[card] == at && !say(to, kind, card)) {
            return false;
        }
    }
    return true;
}

/* The cards that the seat may have in its hand: where some are hidden, any that nobody has seen. */
static bool each_in_hand(const struct emit *to, unsigned kind)
{
    return to->s->hidden[to->seat] ? each_card(to, kind) : each_card_at(to, kind, AT_HAND + to->seat);
}

static bool each_element(const struct emit *to, unsigned kind)
{
    for (unsigned i = 0; i < ecos_cat(to->setup)->elements; i++) {
        if (!say(to, kind, i)) {
            return false;
        }
    }
    return true;
}

/* ---- charging ---- */

static bool each_cube_from(const struct emit *to, struct ecos_word w, unsigned from)
{
    bool unknown = !card_knows(ecos_cat(to->setup), w.a, CARD_SLOTS_KNOWN);
    for (unsigned element = 0; element < (from ? ECOS_ELEMENTS : 1u); element++) {
        if (from && card_cubes(to->s->filled[from], element) == 0) {
            continue;
        }
        w.v[1] = from;
        w.v[2] = element;
        for (w.v[3] = 0; w.v[3] <= unknown; w.v[3]++) {
            if (!to->fn(to->context, w)) {
                return false;
            }
        }
    }
    return true;
}

/* A free cube, or without one those that lie on the seat's cards. */
static bool each_cube(const struct emit *to, struct ecos_word w)
{
    bool more = each_cube_from(to, w, 0);
    for (unsigned from = to->s->spare[to->seat] ? ECOS_CARDS + 1u : 1u;
         more && (from = ecos_next_active(to->s, to->seat, from)) != 0; from++) {
        more = each_cube_from(to, w, from);
    }
    return more;
}

static bool each_charge(const struct emit *to, unsigned element)
{
    const struct ecos_catalogue *cat = ecos_cat(to->setup);
    bool wild = element == cat->wild;
    for (unsigned card = 1; (card = ecos_next_active(to->s, to->seat, card)) != 0; card++) {
        for (unsigned i = wild ? 0 : element; i < (wild ? cat->elements : element + 1); i++) {
            if (!each_cube(to, (struct ecos_word){.kind = KIND_CHARGE, .a = card, .v = {i, 0, 0, 0}})) {
                return false;
            }
        }
    }
    return say(to, KIND_TURN, 0);
}

/* ---- effects ---- */

static bool is_part(unsigned what, unsigned thing)
{
    return what == THING_LAND     ? thing <= THING_GRASSLAND
           : what == THING_TILE   ? thing <= THING_WATER
           : what == THING_ANIMAL ? thing >= THING_SPECIES
           : what == THING_NONE   ? thing <= THING_FOREST || thing >= THING_SPECIES
                                  : thing == what;
}

static bool each_place(const struct emit *to, unsigned what)
{
    const struct ecos_land *land = &to->s->land;
    struct ecos_cell shore[ECOS_SHORE];
    unsigned count = what <= THING_WATER || what == THING_LAND || what == THING_TILE || what == THING_NONE
                         ? land_shore(land, shore)
                         : 0;
    unsigned things = THING_SPECIES + ecos_cat(to->setup)->species;
    for (unsigned thing = 0; thing < things; thing++) {
        if (!is_part(what, thing) || land->left[thing_supply(thing)] == 0) {
            continue;
        }
        bool terrain = thing_is_terrain(thing);
        for (unsigned i = 0; i < (terrain ? count : land->count); i++) {
            if (!say_at(to, KIND_PLACE, thing, terrain ? shore[i].q : land->tile[i].q,
                        terrain ? shore[i].r : land->tile[i].r)) {
                return false;
            }
        }
    }
    return true;
}

/* Words that name something that lies on a tile. */
static bool each_there(const struct emit *to, unsigned kind, unsigned what)
{
    const struct ecos_land *land = &to->s->land;
    unsigned things = THING_SPECIES + ecos_cat(to->setup)->species;
    for (unsigned thing = 0; thing < things; thing++) {
        bool faces = kind == KIND_TAKE && what <= THING_GRASSLAND && thing <= THING_GRASSLAND;
        bool may = kind != KIND_TAKE || land->left[thing_supply(thing)] == 0; /* what the supply has is not taken */
        for (unsigned i = 0; may && (faces || is_part(what, thing)) && i < land->count; i++) {
            const struct ecos_tile *tile = &land->tile[i];
            if (tile_count(tile, thing) > 0 && !say_at(to, kind, thing, tile->q, tile->r)) {
                return false;
            }
        }
    }
    return true;
}

static bool each_replace(const struct emit *to, unsigned of)
{
    const struct ecos_land *land = &to->s->land;
    for (unsigned terrain = 0; terrain <= THING_WATER; terrain++) {
        for (unsigned i = 0; (of == THING_NONE || of == terrain) && i < land->count; i++) {
            if (!say_at(to, KIND_REPLACE, terrain, land->tile[i].q, land->tile[i].r)) {
                return false;
            }
        }
    }
    return true;
}

static bool each_move_from(const struct emit *to, unsigned thing, unsigned from, unsigned steps, bool anywhere)
{
    const struct ecos_land *land = &to->s->land;
    struct ecos_tiles reach = land_reach(ecos_cat(to->setup), land, thing - THING_SPECIES, from, steps, anywhere);
    for (unsigned i = 0; i < land->count; i++) {
        if (!tiles_has(&reach, i) || tile_species(&land->tile[i], thing - THING_SPECIES) >= ECOS_TOKENS) {
            continue;
        }
        struct ecos_word w = {.kind = KIND_MOVE,
                              .a = thing,
                              .v = {coord(land->tile[from].q), coord(land->tile[from].r), coord(land->tile[i].q),
                                    coord(land->tile[i].r)}};
        if (!to->fn(to->context, w)) {
            return false;
        }
    }
    return true;
}

static bool each_move(const struct emit *to, unsigned what, unsigned steps, bool anywhere)
{
    const struct ecos_land *land = &to->s->land;
    unsigned things = THING_SPECIES + ecos_cat(to->setup)->species;
    for (unsigned thing = THING_SPECIES; thing < things; thing++) {
        for (unsigned i = 0; is_part(what, thing) && i < land->count; i++) {
            if (ecos_unmoved(to->s, thing, &land->tile[i]) && !each_move_from(to, thing, i, steps, anywhere)) {
                return false;
            }
        }
    }
    return true;
}

/* The same word for whoever declares it, for each seat and for all. */
static bool say_for(const struct emit *to, unsigned kind, unsigned a)
{
    unsigned last = ecos_declares_fully(to->setup) ? (unsigned)FOR_ALL : (unsigned)FOR_SELF;
    for (unsigned whom = FOR_SELF; whom <= last; whom++) {
        if (!to->fn(to->context, (struct ecos_word){.kind = kind, .a = a, .v = {whom, 0, 0, 0}})) {
            return false;
        }
    }
    return true;
}

/* What a declared card gives: elements, a cube, a card, a play, points. */
static bool each_given(const struct emit *to)
{
    bool on = true;
    for (unsigned i = 0; on && i <= GAIN_CARD; i++) {
        on = say_for(to, KIND_GAIN, i);
    }
    on = on && say_for(to, KIND_PLAY, 0) && each_card(to, KIND_PLAY);
    for (unsigned i = 1; on && i <= ECOS_MOST_POINTS; i++) {
        on = say_for(to, KIND_POINTS, i);
    }
    return on;
}

static bool each_declared(const struct emit *to)
{
    const struct ecos_state *s = to->s;
    bool full = ecos_declares_fully(to->setup);
    if (full && s->taken) {
        return each_place(to, THING_NONE);
    }
    bool on = true;
    if (!full || s->declared < ECOS_DECLARED) {
        on = each_place(to, THING_NONE) && each_there(to, KIND_TAKE, THING_NONE) &&
             each_move(to, THING_ANIMAL, ECOS_LAND_TILES, !ecos_holds_moves(to->setup)) &&
             each_there(to, KIND_REMOVE, THING_NONE) && each_replace(to, THING_NONE) && each_given(to);
    }
    return on && say(to, KIND_DONE, 0) && say(to, KIND_DISCARD, 0);
}

bool ecos_each_effect_word(const struct setup *setup, const struct ecos_state *s, ecos_word_fn *fn, void *context)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    const struct emit to = {setup, s, 0, fn, context};
    if (!card_knows(cat, s->card, CARD_EFFECTS_KNOWN)) {
        return each_declared(&to);
    }
    const struct ecos_effect *e = &cat->effect[s->pc];
    bool on = true;
    switch (e->op) {
    case ECOS_PLACE:
        return each_place(&to, e->what) && each_there(&to, KIND_TAKE, e->what) && say(&to, KIND_DECLINE, 0);
    case ECOS_MOVE:
        return say(&to, KIND_SKIP, 0) && each_move(&to, e->what, e->steps, e->flags & EFFECT_ANYWHERE);
    case ECOS_REMOVE:
        return each_there(&to, KIND_REMOVE, e->what);
    case ECOS_REPLACE:
        return each_replace(&to, e->of);
    case ECOS_PICK:
        return each_there(&to, KIND_PICK, e->what);
    case ECOS_CHOICE:
    case ECOS_MAY:
        for (unsigned i = 1; on && i <= (e->op == ECOS_MAY ? 1u : e->amount); i++) {
            on = say(&to, KIND_CHOOSE, i);
        }
        return on && say(&to, KIND_SKIP, 0);
    default:
        return true;
    }
}

/* ---- everything ---- */

static bool each_frame_word(const struct emit *to, const struct ecos_frame *top)
{
    switch (top->kind) {
    case FRAME_CARD:
        return ecos_each_effect_word(to->setup, to->s, to->fn, to->context);
    case FRAME_ELEMENT:
        return each_charge(to, top->a);
    case FRAME_DIAL2:
        return say(to, KIND_GAIN, GAIN_CARD) && say(to, KIND_WAIT, 0);
    case FRAME_DIAL3:
        return say(to, KIND_GAIN, GAIN_CUBE) && each_in_hand(to, KIND_PLAY) && say(to, KIND_NOTHING, 0);
    case FRAME_GAIN:
        return say(to, KIND_LOOK, ECOS_BLUE) && say(to, KIND_LOOK, ECOS_BROWN) && say(to, KIND_LOOK, LOOK_BOTH) &&
               each_card_at(to, KIND_FACEUP, AT_FACE_UP);
    case FRAME_TOP:
        return each_card(to, KIND_TOP);
    case FRAME_KEEP:
        return each_card_at(to, KIND_KEEP, AT_LOOKED + to->seat);
    case FRAME_LEAVE:
        return each_card(to, KIND_LEAVE);
    case FRAME_PLAY:
    default:
        return each_in_hand(to, KIND_PLAY) && say(to, KIND_NOTHING, 0);
    }
}

static bool each_pair(const struct emit *to, unsigned kind, unsigned a, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++) {
        if (!to->fn(to->context, (struct ecos_word){.kind = kind, .a = a, .v = {i, 0, 0, 0}})) {
            return false;
        }
    }
    return true;
}

/* A sheet's words. */
static bool each_sheet_word(const struct emit *to)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        if (!each_pair(to, KIND_USED, card, 0, ecos_most_times(to->setup, card))) {
            return false;
        }
    }
    return each_pair(to, KIND_TOTAL, 0, 0, ECOS_SHEET_POINTS - 1);
}

static bool each_table_word(const struct emit *to, unsigned kind, unsigned last)
{
    for (unsigned seat = 0; seat < to->setup->seats; seat++) {
        if (!each_pair(to, kind, seat, 1, last)) {
            return false;
        }
    }
    return true;
}

bool ecos_each_word(const struct setup *setup, const struct ecos_state *s, unsigned seat, ecos_word_fn *fn,
                    void *context)
{
    const struct emit to = {setup, s, seat, fn, context};
    if (s->frames) {
        return each_frame_word(&to, ecos_top(s));
    }
    switch (s->phase) {
    case PHASE_DECK:
        return each_table_word(&to, KIND_DECK, 1u + ecos_cat(setup)->decks);
    case PHASE_DEAL:
        return each_table_word(&to, KIND_DEAL, ECOS_CARDS);
    case PHASE_DRAFT:
        return each_card_at(&to, KIND_KEEP, AT_PACK + seat);
    case PHASE_ACTIVE:
        return each_in_hand(&to, KIND_ACTIVE);
    case PHASE_TOKEN:
        return each_element(&to, KIND_TOKEN);
    case PHASE_ORDER:
        return each_element(&to, KIND_FIRST);
    case PHASE_CHOOSE:
        return each_charge(&to, s->token[0]);
    case PHASE_RESOLVE:
        return say(&to, KIND_WITHDRAW, 0) && each_card_at(&to, KIND_RESOLVE, AT_ACTIVE + seat);
    case PHASE_SHEET:
        return each_sheet_word(&to);
    case PHASE_OVER:
    default:
        return true;
    }
}

struct list {
    const struct setup *setup;
    const struct ecos_state *s;
    unsigned seat;
    game_move *moves;
    size_t count, cap;
};

static bool add_legal(void *context, struct ecos_word w)
{
    struct list *list = context;
    /* Moves of animals are listed from what they reach: asking again would cost that search for each. */
    if (w.kind == KIND_MOVE || ecos_check(list->setup, list->s, list->seat, w) == ECOS_OK) {
        if (list->count < list->cap) {
            list->moves[list->count] = ecos_pack(list->seat, w);
        }
        list->count++;
    }
    return true;
}

size_t ecos_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    struct list list = {.setup = setup, .s = state, .seat = seat, .cap = cap};
    list.moves = moves;
    if (seat < GAME_SEATS && (ecos_turn(setup, state) & seat_bit(seat))) {
        (void)ecos_each_word(setup, state, seat, add_legal, &list);
    }
    return list.count;
}

struct any {
    const struct setup *setup;
    const struct ecos_state *s;
    bool found;
};

static bool find_any(void *context, struct ecos_word w)
{
    struct any *any = context;
    any->found = w.kind != KIND_SKIP && ecos_check_card(any->setup, any->s, w) == ECOS_OK;
    return !any->found;
}

bool ecos_effect_possible(const struct setup *setup, const struct ecos_state *s)
{
    struct any any = {setup, s, false};
    (void)ecos_each_effect_word(setup, s, find_any, &any);
    return any.found;
}
