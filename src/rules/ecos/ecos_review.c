/*
 * What Ecos offers a review (rules/game_review.h): the player of playouts, and
 * how a playout that is cut off is judged. A game is some 600 plies and each
 * is a small decision, so a playout looks two rounds ahead or so, and then
 * `promise` says what lies in the cards.
 */
#include "rules/ecos/ecos_review.h"

#include "base/banned.h"

enum { HORIZON = 160, HEAT = 2, BLUR = 600, BUDGET = 4000 };

/* Quick players kept more than that of the losses (docs/review.md), but that is not sure, and they are no experts. */
enum { TRUTH = 50 };

/*
 * Where a card is known by its number only, its player says what it does: a playout would have to know that, and a review
 * would call it a mistake not to have said that it brings more.
 */
static bool offered(const struct setup *setup)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    bool known = true;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        known = known && card_knows(cat, card, CARD_SLOTS_KNOWN) && card_knows(cat, card, CARD_EFFECTS_KNOWN);
    }
    return known;
}

/* ---- values ---- */

struct listed {
    unsigned seat;
    game_move *moves;
    int32_t *values;
    size_t count, cap;
};

static void add(void *context, struct ecos_word w, int32_t value)
{
    struct listed *list = context;
    if (list->count < list->cap) {
        list->moves[list->count] = ecos_pack(list->seat, w);
        list->values[list->count] = value;
    }
    list->count++;
}

size_t ecos_values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                   size_t cap)
{
    struct listed list = {.seat = seat, .cap = cap};
    list.moves = moves;
    list.values = values;
    ecos_each_value(setup, state, seat, add, &list);
    return list.count;
}

/* ---- the quick player ---- */

/* A Gumbel variable at the middle of each of 64 equal parts of its distribution, in hundredths: -ln(-ln((i + 0.5) / 64)). */
static const int16_t GUMBEL[64] = {
    -158, -132, -118, -107, -98, -90, -83, -76, -70, -65, -59, -54, -49, -44, -40, -35, -30, -26, -22, -17, -13, -9,
    -4,   0,    4,    8,    13,  17,  21,  26,  30,  34,  39,  43,  48,  53,  58,  63,  68,  73,  78,  84,  89,  95,
    101,  108,  114,  121,  128, 136, 144, 153, 162, 172, 183, 195, 208, 223, 241, 262, 288, 322, 374, 485,
};

struct pick {
    unsigned seat;
    uint64_t word; /* of the prng: with the move it makes the noise, so the same move is as lucky in two positions */
    unsigned heat;
    game_move best;
    int32_t best_value;
};

static void pick(void *context, struct ecos_word w, int32_t value)
{
    struct pick *p = context;
    game_move move = ecos_pack(p->seat, w);
    uint64_t mixed = (move ^ p->word) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xbf58476d1ce4e5b9);
    int32_t noisy = value * 100 + (int32_t)p->heat * GUMBEL[mixed >> 58];
    if (p->best == 0 || noisy > p->best_value) {
        p->best = move;
        p->best_value = noisy;
    }
}

game_move ecos_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng)
{
    struct pick p = {.seat = seat, .word = prng_next(prng), .heat = heat};
    ecos_each_value(setup, state, seat, pick, &p);
    return p.best;
}

/* ---- what a move takes ---- */

uint64_t ecos_taken(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    struct ecos_word w = ecos_unpack(move);
    switch (w.kind) {
    case KIND_PLACE:
    case KIND_TAKE:
    case KIND_PICK:
    case KIND_MOVE:
    case KIND_REMOVE:
    case KIND_REPLACE: /* a thing; the rest is where */
        return ecos_pack(move_seat(move), (struct ecos_word){.kind = w.kind, .a = w.a});
    default:
        return move;
    }
}

/* ---- the end of a playout ---- */

/*
 * What a position promises, in hundredths of a point for each unit. Found by
 * least squares over every 37th ply of 1 500 games of four quick players: what
 * a player was to gain more than the table's mean, by what it had more of.
 */
enum {
    P_FILLED = 5,   /* a tenth of the worth of a card's use, by the share of its waiting that is over */
    P_LEAF = 1,     /* the same for each use that is left */
    P_RATE = 300,   /* the same for each tenth of a token that a use waits for */
    P_ACTIVE = 90,  /* less, for each active card: the worst of them are never used */
    P_HAND = 6,     /* a tenth of the worth of a card in hand */
    P_IN_HAND = 130 /* less, for each of them */
};

/* A card of a player who will have time to use it. */
static int32_t card_promise(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card)
{
    int32_t worth = ecos_worth(cat, s, card);
    if ((s->at[card] & 0xf0) == AT_HAND) {
        return worth * P_HAND - P_IN_HAND;
    }
    int32_t all = (int32_t)ecos_wait_for(cat, card, 0);
    int32_t rate = all ? worth * P_RATE / all : 0;
    return worth * s->leaves[card] * P_LEAF + rate - P_ACTIVE;
}

/* What lies on it, which counts to the end. */
static int32_t filled_promise(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned card)
{
    int32_t all = s->filled[card] ? (int32_t)ecos_wait_for(cat, card, 0) : 0;
    int32_t left = all ? (int32_t)ecos_wait_for(cat, card, s->filled[card]) : 0;
    return all ? ecos_worth(cat, s, card) * (all - left) / all * P_FILLED : 0;
}

void ecos_promise(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS])
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    const struct ecos_state *s = state;
    int32_t most = 0;
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        promise[seat] = seat < setup->seats ? 100 * s->points[seat] : 0;
        most = promise[seat] > most ? promise[seat] : most;
    }
    if (s->phase == PHASE_OVER) {
        return;
    }
    int32_t target = 100 * (int32_t)ecos_target(setup);
    int32_t percent = 40 + (most < target ? 150 * (target - most) / target : 0); /* of the time that cards need */
    percent = percent < 100 ? percent : 100;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        unsigned pile = s->at[card] & 0xf0;
        if (pile == AT_ACTIVE || pile == AT_HAND) {
            promise[s->at[card] & 15] += card_promise(cat, s, card) * percent / 100 + filled_promise(cat, s, card);
        }
    }
}

/*
 * Far from the end a lead of ten points is e to 1, where somebody is at the target one of three and a half. Found from 600
 * games of four quick players (400 of two and of six say the same), every 37th ply: of the sizes tried, the one under which
 * the winners were likeliest. Who was ahead at half of the target won half of the games of four.
 */
enum { DOUBT_MOST = 950, DOUBT_LEAST = 350, DOUBT_FROM = 1300 };

int32_t ecos_doubt(const struct setup *setup, const void *state)
{
    const struct ecos_state *s = state;
    int32_t most = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        most = s->points[seat] > most ? s->points[seat] : most;
    }
    int32_t doubt = DOUBT_FROM - 1000 * most / (int32_t)ecos_target(setup);
    doubt = doubt < DOUBT_LEAST ? DOUBT_LEAST : doubt;
    return doubt > DOUBT_MOST ? DOUBT_MOST : doubt;
}

const struct game_review ecos_review = {
    .offered = offered,
    .horizon = HORIZON,
    .budget = BUDGET,
    .heat = HEAT,
    .blur = BLUR,
    .truth = TRUTH,
    .imagine = ecos_imagine,
    .values = ecos_values,
    .policy = ecos_policy,
    .taken = ecos_taken,
    .promise = ecos_promise,
    .doubt = ecos_doubt,
};
