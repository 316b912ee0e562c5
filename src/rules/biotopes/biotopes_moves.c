/*
 * Moves: who may make one, which are legal, and making it. Legal moves are
 * the words that a step can have, listed in ascending order and held against
 * the judge, so that legal and apply cannot differ.
 */
#include "rules/biotopes/biotopes_check.h"
#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

/* ---- who ---- */

static seat_set all_but(const struct setup *setup, unsigned done)
{
    return ((1u << setup->seats) - 1) & ~done;
}

seat_set bio_turn(const struct setup *setup, const void *state)
{
    const struct bio_state *s = state;
    bool by_chance = !bio_is_initiate(setup) || bio_is_solo(setup);
    seat_set set = 0;
    switch (s->step) {
    case STEP_OVER:
        return 0;
    case STEP_TILE:
        return by_chance ? seat_bit(SEAT_TABLE) : seat_bit(s->asked);
    case STEP_CONDITIONS:
    case STEP_DEAL:
    case STEP_PRODUCE:
    case STEP_CARD:
    case STEP_CUBE:
        return seat_bit(SEAT_TABLE);
    case STEP_TURN:
        for (unsigned seat = 0; seat < setup->seats && bio_declares(setup); seat++) {
            set |= bio_can_open(setup, s, seat) ? seat_bit(seat) : 0;
        }
        return set | seat_bit(s->turn);
    case STEP_SHEET: /* a row is written to its end */
        return s->row_due > 0 ? seat_bit(s->row_seat) : all_but(setup, s->done);
    case STEP_BONUS:
    case STEP_TOTALS:
        return all_but(setup, s->done);
    default:
        return seat_bit(s->asked);
    }
}

/* ---- which ---- */

struct listing {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    game_move *moves;
    size_t cap;
    size_t count;
};

static bool list(void *context, struct bio_word w)
{
    struct listing *l = context;
    bool sure = l->s->step == STEP_TILE; /* thousands, of places that have been found to fit */
    if (sure || bio_check(l->setup, l->s, l->seat, w) == BIO_OK) {
        if (l->count < l->cap) {
            l->moves[l->count] = bio_pack(l->seat, w);
        }
        l->count++;
    }
    return true;
}

/* Hexes in their order, which is that of the words. */
static void list_hexes(struct listing *l, unsigned kind)
{
    const struct bio_land *land = &l->s->land;
    for (unsigned hex = 0; hex < land->count; hex++) {
        (void)list(
            l, (struct bio_word){.kind = (uint8_t)kind, .a = bio_coord(land->q[hex]), .b = bio_coord(land->r[hex])});
    }
}

static void list_migrations(struct listing *l)
{
    const struct bio_land *land = &l->s->land;
    for (unsigned i = 0; i < land->count; i++) {
        for (unsigned k = 0; land->owner[i] == l->seat + 1 && k < land->count; k++) {
            (void)list(l, (struct bio_word){.kind = KIND_MIGRATE,
                                            .a = bio_coord(land->q[i]),
                                            .b = bio_coord(land->r[i]),
                                            .c = bio_coord(land->q[k]),
                                            .d = bio_coord(land->r[k])});
        }
    }
}

static void list_cubes(struct listing *l)
{
    const struct bio_state *s = l->s;
    bool produces = s->step == STEP_PRODUCE;
    unsigned seat = produces ? s->asked : s->whom;
    unsigned sum = produces ? bio_production(l->setup, s, seat) : 1;
    for (unsigned b = 0; b <= sum && b <= s->bag[seat][0]; b++) {
        for (unsigned c = 0; b + c <= sum && c <= s->bag[seat][1]; c++) {
            for (unsigned d = 0; b + c + d <= sum && d <= s->bag[seat][2]; d++) {
                (void)list(l, (struct bio_word){.kind = KIND_CUBES,
                                                .a = (uint8_t)seat,
                                                .b = (uint8_t)b,
                                                .c = (uint8_t)c,
                                                .d = (uint8_t)d,
                                                .e = (uint8_t)(sum - b - c - d)});
            }
        }
    }
}

static void list_payments(struct listing *l)
{
    for (unsigned i = 0; i < BIO_TYPES * BIO_BIOTOPES * BIO_SPOTS; i++) {
        unsigned spot = i % BIO_SPOTS;
        unsigned colour = i / BIO_SPOTS % BIO_BIOTOPES;
        if (bio_cubes_at(l->s, l->seat, spot, colour) > 0) {
            (void)list(l, (struct bio_word){.kind = KIND_PAY,
                                            .a = (uint8_t)(i / BIO_SPOTS / BIO_BIOTOPES),
                                            .b = (uint8_t)colour,
                                            .c = (uint8_t)spot});
        }
    }
}

/* Field a, and b for each value of it, below these bounds. */
static void list_plain(struct listing *l, unsigned kind, unsigned a, unsigned b)
{
    for (unsigned i = 0; i < a * b; i++) {
        (void)list(l, (struct bio_word){.kind = (uint8_t)kind, .a = (uint8_t)(i / b), .b = (uint8_t)(i % b)});
    }
}

static void list_kind(struct listing *l, unsigned kind)
{
    switch (kind) {
    case KIND_CUBES:
        list_cubes(l);
        break;
    case KIND_PAY:
        list_payments(l);
        break;
    case KIND_EXPAND:
    case KIND_COMPETE:
    case KIND_RETREAT:
        list_hexes(l, kind);
        break;
    case KIND_MIGRATE:
        list_migrations(l);
        break;
    case KIND_ADAPT:
    case KIND_USE:
    case KIND_CARD:
        list_plain(l, kind, BIO_SPECIES, 1);
        break;
    case KIND_EFFECT:
    case KIND_PUT:
        list_plain(l, kind, BIO_SPOTS, 1);
        break;
    case KIND_DRAW:
        list_plain(l, kind, BIO_DECKS + 1, 1);
        break;
    case KIND_BONUS:
        list_plain(l, kind, BIO_SPOTS, BIO_MOST_BONUS + 1);
        break;
    default:
        if (kind >= KIND_SHIFT && kind <= KIND_MOVE_TOKEN) {
            (void)bio_each_declared(l->setup, l->s, l->seat, kind, list, l);
        } else {
            list_plain(l, kind, 1, 1);
        }
        break;
    }
}

size_t bio_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    const struct bio_state *s = state;
    struct listing l = {.setup = setup, .s = s, .seat = seat, .cap = cap};
    l.moves = moves;
    if (seat >= GAME_SEATS || !(bio_turn(setup, s) & seat_bit(seat))) {
        return 0;
    }
    if (s->step <= STEP_DEAL) {
        (void)bio_each_setup_word(setup, s, list, &l);
    } else if (s->step >= STEP_SHEET) {
        (void)bio_each_sheet_word(setup, s, seat, list, &l);
    } else {
        for (unsigned kind = 0; kind < KINDS; kind++) {
            if (bio_kinds[kind].steps >> s->step & 1) {
                list_kind(&l, kind);
            }
        }
    }
    return l.count;
}

/* ---- making one ---- */

static void take_turn(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_PASS) {
        s->passed = (uint8_t)(s->passed | 1u << seat);
        bio_next_turn(setup, s);
    } else {
        bio_start(setup, s, seat, w);
        bio_advance(setup, s);
    }
}

static void draw(const struct setup *setup, struct bio_state *s, unsigned deck)
{
    if (s->step == STEP_EVOLVE) { /* the first card says that paying is over */
        uint8_t paid = s->paid;
        bio_next_stage(s);
        s->opened = 1;
        s->left = paid;
    }
    s->left--;
    if (deck < BIO_DECKS) {
        bio_draw(setup, s, s->act_seat, deck);
    } else {
        s->whom = s->act_seat;
        s->step = STEP_CUBE;
    }
}

static void put(const struct setup *setup, struct bio_state *s, unsigned spot)
{
    if (s->step == STEP_FILL) {
        bio_do_fill(s, spot);
    } else {
        bio_add_cube(s, s->whom, spot, s->drawn);
    }
    bio_advance(setup, s);
}

/* `skip` and `done` both say that no more of this is wanted. */
static void end_part(const struct setup *setup, struct bio_state *s)
{
    if (s->step == STEP_FILL) {
        bio_skip_fill(s);
    } else if (s->step == STEP_EVOLVE) {
        bio_next_stage(s);
    } else {
        s->left = 0;
    }
    bio_advance(setup, s);
}

static void take_bonus(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_DONE) {
        s->done = (uint8_t)(s->done | 1u << seat);
        s->step = all_but(setup, s->done) ? STEP_BONUS : STEP_OVER;
    } else if (w.a < BIO_SPECIES) {
        s->bonus[w.a] = (uint8_t)(w.b + 1);
    } else {
        s->bonus_biotope[seat][w.a - BIO_SPECIES] = (uint8_t)(w.b + 1);
    }
}

/* One's own shift, prey or discard, by a known effect or an action. */
static void do_own(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_DISCARD) {
        bio_leave_hand(setup, s, seat, w.b, AT_DISCARD);
        s->paid = (uint8_t)(s->paid + (s->step == STEP_EVOLVE));
    } else if (w.kind == KIND_PREY) {
        bio_take_cube(s, w.b, w.d, w.c);
        s->bag[seat][w.c]++;
        s->left--;
    } else {
        bio_take_cube(s, seat, w.c, w.b);
        bio_add_cube(s, seat, w.d, w.b);
        s->shift_spot = (uint8_t)(w.d + 1);
        s->shift_colour = w.b;
        s->left--;
    }
    bio_advance(setup, s);
}

static unsigned colour_of(struct bio_word w)
{
    return w.b ? 0 : w.c ? 1 : w.d ? 2 : 3;
}

static void do_word(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    switch (w.kind) {
    case KIND_CUBES:
        if (s->step == STEP_PRODUCE) {
            bio_produce(setup, s, w);
        } else {
            bio_drawn(setup, s, colour_of(w));
        }
        break;
    case KIND_PAY:
        bio_do_pay(setup, s, w);
        bio_advance(setup, s);
        break;
    case KIND_RETREAT:
        bio_retreat(s, bio_land_find(&s->land, bio_uncoord(w.a), bio_uncoord(w.b)));
        bio_advance(setup, s);
        break;
    case KIND_DRAW:
        draw(setup, s, w.a);
        break;
    case KIND_CARD:
        s->at[w.a] = (uint8_t)(AT_HAND + s->whom);
        bio_advance(setup, s);
        break;
    case KIND_PUT:
        put(setup, s, w.a);
        break;
    case KIND_SKIP:
    case KIND_DONE:
        end_part(setup, s);
        break;
    case KIND_SHIFT:
    case KIND_PREY:
    case KIND_DISCARD:
        do_own(setup, s, seat, w);
        break;
    default:
        take_turn(setup, s, seat, w);
        break;
    }
}

/* What the players' words were held against, for the outcome. */
static void count_word(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    bool used = w.kind == KIND_USE && bio_cat(setup)->effect[w.a].when < WHEN_ACTION_DRAW;
    bool declared = s->step == STEP_DECLARED || w.kind == KIND_EFFECT || w.kind == KIND_BONUS || used;
    if (seat < setup->seats && s->step < STEP_SHEET) {
        s->verified[declared ? BIO_STEP_DECLARED : BIO_STEP_FULL]++;
    }
}

void bio_do(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    count_word(setup, s, seat, w);
    if (s->step <= STEP_DEAL) {
        bio_do_setup(setup, s, seat, w);
    } else if (s->step >= STEP_SHEET) {
        bio_do_sheet(setup, s, seat, w);
    } else if (s->step == STEP_DECLARED) {
        bio_do_effect(setup, s, seat, w);
    } else if (s->step == STEP_BONUS) {
        take_bonus(setup, s, seat, w);
    } else {
        do_word(setup, s, seat, w);
    }
}

enum err bio_apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct bio_state *s = state;
    struct bio_word w = bio_unpack(move);
    unsigned seat = move_seat(move);
    enum bio_rule rule = bio_pack(seat, w) == move ? bio_check(setup, s, seat, w) : BIO_NOT_A_MOVE;
    if (rule != BIO_OK) {
        return bio_refuse(setup, s, rule, move, error);
    }
    bio_do(setup, s, seat, w);
    return ERR_OK;
}
