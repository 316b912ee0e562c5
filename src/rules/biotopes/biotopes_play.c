/*
 * How a game goes on by itself from one decision to the next. An action is a
 * list of stages. A stage asks something (it sets `step` and `asked`) or is
 * done; after every answer the stage under way is entered again and finds out
 * from the state whether there is more to ask. So nothing is remembered twice,
 * and a stage that has nothing to ask costs no line in a record.
 */
#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

enum stage {
    STAGE_END, /* also where a list stops */
    STAGE_PAY,
    STAGE_EVOLVE,
    STAGE_RETREAT,
    STAGE_DO,
    STAGE_CARDS, /* gains */
    STAGE_CUBES,
    STAGE_FILL,
    STAGE_DRAWS,
    STAGE_SHIFT,
    STAGE_PREY,
    STAGE_DECLARED,
    STAGE_HAND,
    STAGES
};

enum { LONGEST = 7 };
static const uint8_t PROGRAM[BIO_ACTS][LONGEST] = {
    [ACT_ADAPT] = {STAGE_PAY, STAGE_DO, STAGE_FILL, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_REPRODUCE] = {STAGE_PAY, STAGE_CARDS, STAGE_CUBES, STAGE_DO, STAGE_FILL, STAGE_HAND, STAGE_END},
    [ACT_TRANSFER] = {STAGE_PAY, STAGE_DO, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_EVOLVE] = {STAGE_EVOLVE, STAGE_DRAWS, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_EXPAND] = {STAGE_PAY, STAGE_DO, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_MIGRATE] = {STAGE_PAY, STAGE_DO, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_COMPETE] = {STAGE_PAY, STAGE_RETREAT, STAGE_DO, STAGE_CARDS, STAGE_CUBES, STAGE_HAND, STAGE_END},
    [ACT_USE_DRAW] = {STAGE_PAY, STAGE_DRAWS, STAGE_HAND, STAGE_END},
    [ACT_USE_SHIFT] = {STAGE_PAY, STAGE_SHIFT, STAGE_HAND, STAGE_END},
    [ACT_USE_PREY] = {STAGE_PAY, STAGE_PREY, STAGE_HAND, STAGE_END},
    [ACT_USE_DECLARED] = {STAGE_PAY, STAGE_DECLARED, STAGE_HAND, STAGE_END},
    [ACT_EFFECT] = {STAGE_DECLARED, STAGE_HAND, STAGE_END},
};

static bool ask(struct bio_state *s, enum bio_step step, unsigned seat)
{
    s->step = (uint8_t)step;
    s->asked = (uint8_t)seat;
    return true;
}

/* ---- cycles ---- */

/* Asks for the cubes of the next seat that draws any, or begins the turns. */
static void produce_from(const struct setup *setup, struct bio_state *s, unsigned seat)
{
    for (; seat < setup->seats && s->cycle > 0; seat++) {
        if (bio_production(setup, s, seat) > 0) {
            (void)ask(s, STEP_PRODUCE, seat);
            return;
        }
    }
    unsigned seats = setup->seats > 0 ? setup->seats : 1u; /* init has refused a game of none */
    s->turn = (uint8_t)(s->cycle % seats);
    (void)ask(s, STEP_TURN, s->turn);
}

void bio_begin_cycle(const struct setup *setup, struct bio_state *s)
{
    produce_from(setup, s, 0);
}

void bio_produce(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    const uint8_t drawn[BIO_BIOTOPES] = {w.b, w.c, w.d, w.e};
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        s->bag[w.a][b] = (uint8_t)(s->bag[w.a][b] - drawn[b]);
        s->plants[w.a][b] = (uint8_t)(s->plants[w.a][b] + drawn[b]);
    }
    produce_from(setup, s, w.a + 1u);
}

/* Species without cubes are discarded, and rows close up. */
static void close_rows(struct bio_state *s, unsigned seat)
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        unsigned kept = 0;
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            uint8_t species = s->row[seat][b][i];
            s->row[seat][b][i] = 0;
            if (s->cubes[species] == 0) {
                s->at[species] = AT_DISCARD;
            } else {
                s->row[seat][b][kept++] = species;
            }
        }
        s->row_length[seat][b] = (uint8_t)kept;
    }
}

static void finish(const struct setup *setup, struct bio_state *s)
{
    s->done = 0;
    s->asked = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        close_rows(s, seat);
        bool any = bio_declares(setup) && bio_any_bonus(setup, s, seat);
        s->done = (uint8_t)(s->done | (unsigned)!any << seat);
    }
    s->step = s->done == (1u << setup->seats) - 1 ? STEP_OVER : STEP_BONUS;
}

static void end_cycle(const struct setup *setup, struct bio_state *s)
{
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
            s->bag[seat][b] = (uint8_t)(s->bag[seat][b] + s->board[seat][b]);
            s->board[seat][b] = 0;
        }
        s->used[seat] = 0;
        s->openings[seat] = 0;
    }
    s->passed = 0;
    s->acted = 0;
    s->turn = 0;
    s->cycle++;
    if (s->cycle == bio_cycles(setup)) {
        finish(setup, s);
    } else {
        bio_begin_cycle(setup, s);
    }
}

void bio_next_turn(const struct setup *setup, struct bio_state *s)
{
    s->spent = 0;
    for (unsigned i = 1; i <= setup->seats; i++) {
        unsigned seat = (s->turn + i) % setup->seats;
        if (!(s->passed >> seat & 1)) {
            s->turn = (uint8_t)seat;
            (void)ask(s, STEP_TURN, seat);
            return;
        }
    }
    end_cycle(setup, s);
}

/* ---- stages ---- */

/* A cube of a species' own Action is not asked for when they are all of one colour. */
static bool pay_alike(const struct setup *setup, struct bio_state *s)
{
    if (s->act < ACT_USE_DRAW || s->act > ACT_USE_DECLARED) {
        return false;
    }
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        unsigned cubes = cubes_of(s->cubes[s->act_card], colour);
        if (cubes > 0 && cubes == cubes_sum(s->cubes[s->act_card])) {
            bio_do_pay(setup, s, (struct bio_word){.kind = KIND_PAY, .b = (uint8_t)colour, .c = s->act_card});
            return true;
        }
    }
    return false;
}

static bool stage_pay(const struct setup *setup, struct bio_state *s)
{
    bool due = s->cost_types != 0;
    for (unsigned t = 0; t < BIO_TYPES; t++) {
        due = due || s->cost[t] > 0;
    }
    return due && !pay_alike(setup, s) && ask(s, STEP_PAY, s->act_seat);
}

static bool stage_evolve(const struct setup *setup, struct bio_state *s)
{
    (void)setup;
    return ask(s, STEP_EVOLVE, s->act_seat);
}

/* Moves the token on the contested hex to `hex`, or off the landscape when that is HEX_NONE. */
void bio_retreat(struct bio_state *s, unsigned hex)
{
    unsigned owner = s->land.owner[s->to];
    s->land.owner[s->to] = OWNER_NONE;
    if (hex != HEX_NONE) {
        s->land.owner[hex] = (uint8_t)owner;
    } else if (owner != OWNER_NEUTRAL) {
        s->tokens[owner - 1]++;
    }
}

static bool stage_retreat(const struct setup *setup, struct bio_state *s)
{
    (void)setup;
    unsigned owner = s->land.owner[s->to];
    if (owner == OWNER_NONE) {
        return false;
    }
    unsigned ways = 0;
    unsigned last = HEX_NONE;
    for (unsigned i = 0; i < 6; i++) {
        unsigned hex = s->land.beside[s->to][i];
        if (hex != HEX_NONE && s->land.owner[hex] == OWNER_NONE) {
            ways++;
            last = hex;
        }
    }
    unsigned seat = owner == OWNER_NEUTRAL ? s->act_seat : owner - 1;
    if (ways > 1) {
        return ask(s, STEP_RETREAT, seat);
    }
    bio_retreat(s, last);
    s->retreated = (uint8_t)(last == HEX_NONE ? 0 : last + 1);
    s->retreater = (uint8_t)(last == HEX_NONE ? 0 : seat);
    return false;
}

static void settle(struct bio_state *s)
{
    unsigned seat = s->act_seat;
    unsigned biotope = s->land.biotope[s->to];
    s->land.owner[s->to] = (uint8_t)(1 + seat);
    if (s->act == ACT_MIGRATE) {
        s->land.owner[s->from] = OWNER_NONE;
    } else {
        s->tokens[seat]--;
    }
    if (s->reserve[biotope] > 0) {
        s->reserve[biotope]--;
        s->bag[seat][biotope]++;
    }
}

static void adapt(const struct setup *setup, struct bio_state *s)
{
    unsigned seat = s->act_seat;
    unsigned species = s->act_card;
    unsigned b = bio_cat(setup)->species[species].biotope;
    bio_leave_hand(setup, s, seat, species, AT_PLAY + seat);
    s->row[seat][b][s->row_length[seat][b]++] = (uint8_t)species;
    s->fill[species / 64] |= UINT64_C(1) << species % 64;
}

static void transfer(struct bio_state *s)
{
    unsigned seat = s->act_seat;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < s->row_length[seat][b] && s->plants[seat][b] > 0; i++) {
            unsigned species = s->row[seat][b][i];
            if (bio_has_room(s, seat, species, b)) {
                s->plants[seat][b]--;
                bio_add_cube(s, seat, species, b);
            }
        }
    }
}

static void reproduce(struct bio_state *s)
{
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        unsigned cubes = cubes_sum(s->cubes[i]);
        bool grows = s->at[i] == AT_PLAY + s->act_seat && (cubes == 2 || cubes == 3);
        s->fill[i / 64] |= (uint64_t)grows << i % 64;
    }
}

static bool stage_do(const struct setup *setup, struct bio_state *s)
{
    if (s->act == ACT_ADAPT) {
        adapt(setup, s);
    } else if (s->act == ACT_TRANSFER) {
        transfer(s);
    } else if (s->act == ACT_REPRODUCE) {
        reproduce(s);
    } else {
        settle(s);
    }
    return false;
}

static bool stage_shift(const struct setup *setup, struct bio_state *s)
{
    if (!s->opened) {
        s->opened = 1;
        s->left = bio_effect_at(setup, s, s->act_seat, s->act_card)->count;
    }
    return s->left > 0 && bio_any_shift(s, s->act_seat) && ask(s, STEP_SHIFT, s->act_seat);
}

static bool stage_prey(const struct setup *setup, struct bio_state *s)
{
    if (!s->opened) {
        s->opened = 1;
        s->left = 1;
    }
    return s->left > 0 && bio_any_prey(setup, s, s->act_seat) && ask(s, STEP_PREY, s->act_seat);
}

static bool stage_draws(const struct setup *setup, struct bio_state *s)
{
    if (!s->opened) {
        s->opened = 1;
        s->left = s->act == ACT_EVOLVE ? s->paid : bio_effect_at(setup, s, s->act_seat, s->act_card)->count;
    }
    return s->left > 0 && bio_can_draw_any(setup, s) && ask(s, STEP_DRAW, s->act_seat);
}

static bool stage_declared(const struct setup *setup, struct bio_state *s)
{
    (void)setup;
    return !s->opened && ask(s, STEP_DECLARED, s->act_seat); /* `done` opens it, so to say */
}

/* Who has acted discards down to five; a declared effect of anybody else is not the end of an action. */
static bool stage_hand(const struct setup *setup, struct bio_state *s)
{
    (void)setup;
    return bio_hand(s, s->act_seat) > BIO_HAND && s->acted == s->act_seat + 1 && ask(s, STEP_DISCARD, s->act_seat);
}

static bool stage_cards(const struct setup *setup, struct bio_state *s)
{
    return bio_next_gain(setup, s, GAIN_CARD) && ask(s, STEP_GAIN, s->act_seat);
}

static bool stage_cubes(const struct setup *setup, struct bio_state *s)
{
    return bio_next_gain(setup, s, GAIN_CUBE) && ask(s, STEP_GAIN, s->act_seat);
}

static bool stage_fill(const struct setup *setup, struct bio_state *s)
{
    (void)setup;
    return bio_next_fill(s) && ask(s, STEP_FILL, s->act_seat);
}

typedef bool stage_fn(const struct setup *setup, struct bio_state *s);
static stage_fn *const STAGE[STAGES] = {
    [STAGE_PAY] = stage_pay,   [STAGE_EVOLVE] = stage_evolve,     [STAGE_RETREAT] = stage_retreat,
    [STAGE_DO] = stage_do,     [STAGE_CARDS] = stage_cards,       [STAGE_CUBES] = stage_cubes,
    [STAGE_FILL] = stage_fill, [STAGE_DRAWS] = stage_draws,       [STAGE_SHIFT] = stage_shift,
    [STAGE_PREY] = stage_prey, [STAGE_DECLARED] = stage_declared, [STAGE_HAND] = stage_hand,
};

/* ---- an action ---- */

void bio_next_stage(struct bio_state *s)
{
    s->pc++;
    s->scan = 0;
    s->opened = 0;
    s->left = 0;
}

/* Nothing of an action that is over is left in the state, but for a retreat that nobody was asked about. */
static void forget(struct bio_state *s)
{
    bio_next_stage(s);
    s->act = ACT_NONE;
    s->act_seat = s->pc = s->act_card = s->from = s->to = 0;
    memset(s->cost, 0, sizeof(s->cost));
    s->cost_types = s->cost_colour = s->cost_species = s->paid = s->paid_types = 0;
    s->declared = s->shift_spot = s->shift_colour = s->deck_drawn = s->drawn = s->whom = s->colour = 0;
}

void bio_advance(const struct setup *setup, struct bio_state *s)
{
    while (PROGRAM[s->act][s->pc] != STAGE_END) {
        if (STAGE[PROGRAM[s->act][s->pc]](setup, s)) {
            return;
        }
        bio_next_stage(s);
    }
    forget(s);
    if (s->spent) {
        bio_next_turn(setup, s);
    } else {
        (void)ask(s, STEP_TURN, s->turn);
    }
}

static const uint8_t ACT_OF[KINDS] = {
    [KIND_ADAPT] = ACT_ADAPT,     [KIND_REPRODUCE] = ACT_REPRODUCE, [KIND_TRANSFER] = ACT_TRANSFER,
    [KIND_EVOLVE] = ACT_EVOLVE,   [KIND_EXPAND] = ACT_EXPAND,       [KIND_MIGRATE] = ACT_MIGRATE,
    [KIND_COMPETE] = ACT_COMPETE, [KIND_EFFECT] = ACT_EFFECT,
};

static unsigned act_of_use(const struct setup *setup, unsigned species)
{
    switch (bio_cat(setup)->effect[species].when) {
    case WHEN_ACTION_DRAW:
        return ACT_USE_DRAW;
    case WHEN_ACTION_SHIFT:
        return ACT_USE_SHIFT;
    case WHEN_ACTION_PREY:
        return ACT_USE_PREY;
    default:
        return ACT_USE_DECLARED;
    }
}

void bio_start(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    bool moves = w.kind == KIND_MIGRATE;
    forget(s);
    s->retreated = s->retreater = 0;
    s->act = (uint8_t)(w.kind == KIND_USE ? act_of_use(setup, w.a) : ACT_OF[w.kind]);
    s->act_seat = (uint8_t)seat;
    if (w.kind == KIND_ADAPT || w.kind == KIND_USE || w.kind == KIND_EFFECT) {
        s->act_card = w.a;
    } else if (w.kind == KIND_EXPAND || w.kind == KIND_COMPETE || moves) {
        s->to = (uint8_t)bio_land_find(&s->land, bio_uncoord(moves ? w.c : w.a), bio_uncoord(moves ? w.d : w.b));
        s->from = (uint8_t)(moves ? bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b)) : 0);
    }
    if (w.kind == KIND_EFFECT) {
        s->openings[seat]++;
        return;
    }
    s->spent = 1;
    s->acted = (uint8_t)(seat + 1);
    if (s->act >= ACT_REPRODUCE && s->act <= ACT_COMPETE) {
        s->used[seat] = (uint8_t)(s->used[seat] | 1u << s->act);
    }
    bio_set_cost(setup, s, w);
}
