/*
 * The words that the quick player of playouts thinks about, step by step, found
 * without the judge: each is legal, but only those of some use are there.
 */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

/* ---- words of a turn ---- */

struct quick {
    struct bio_sight *t;
    bio_quick_fn *fn;
    void *context;
};

static void say(const struct quick *q, unsigned kind, unsigned a, unsigned b)
{
    q->fn(q->context, (struct bio_word){.kind = (uint8_t)kind, .a = (uint8_t)a, .b = (uint8_t)b});
}

/* Colours of cubes on species of these types; of a pollinator's and of plants, if they are asked for. */
static unsigned colours_of(const struct bio_sight *t, unsigned types)
{
    unsigned colours = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES && types >> BIO_PLANT & 1; b++) {
        colours |= (unsigned)(t->s->plants[t->seat][b] > 0) << b;
    }
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned species = t->own[i];
        bool plant = types >> BIO_PLANT & 1 && t->cat->effect[species].when == WHEN_PAY;
        for (unsigned c = 0; c < BIO_BIOTOPES && (plant || types >> t->cat->species[species].type & 1); c++) {
            colours |= (unsigned)(cubes_of(t->s->cubes[species], c) > 0) << c;
        }
    }
    return colours;
}

static bool is_free(const struct bio_sight *t, unsigned act)
{
    return !(t->s->used[t->seat] >> act & 1);
}

/*
 * The best hex of each biotope for an action on the landscape: were all of them thought about, noise would choose such
 * an action for their number alone.
 */
struct sites {
    struct bio_word word[BIO_BIOTOPES];
    int32_t value[BIO_BIOTOPES];
    unsigned found; /* bit biotope */
};

static bool is_better_site(const struct sites *sites, unsigned biotope, int32_t value)
{
    return !(sites->found >> biotope & 1) || value > sites->value[biotope];
}

static void offer_site(struct sites *sites, unsigned biotope, int32_t value, struct bio_word w)
{
    if (is_better_site(sites, biotope, value)) {
        sites->found |= 1u << biotope;
        sites->value[biotope] = value;
        sites->word[biotope] = w;
    }
}

static void say_sites(const struct quick *q, const struct sites *sites)
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        if (sites->found >> b & 1) {
            q->fn(q->context, sites->word[b]);
        }
    }
}

static void settle_words(const struct quick *q, unsigned kind, unsigned colours)
{
    const struct bio_land *land = &q->t->s->land;
    struct sites sites = {.found = 0};
    for (unsigned i = 0; i < land->count && colours != 0; i++) {
        unsigned owner = land->owner[i];
        bool fits = kind == KIND_EXPAND ? owner == OWNER_NONE : owner != OWNER_NONE && owner != q->t->seat + 1;
        if (fits && q->t->ground.near[i] && colours >> land->biotope[i] & 1) {
            struct bio_word w = {.kind = (uint8_t)kind, .a = bio_coord(land->q[i]), .b = bio_coord(land->r[i])};
            offer_site(&sites, land->biotope[i], bio_site_value(q->t, HEX_NONE, i), w);
        }
    }
    say_sites(q, &sites);
}

/* Hexes that a token may go to and that join it to others or score: elsewhere it only scatters. */
static unsigned targets(const struct quick *q, unsigned colours, uint8_t out[BIO_HEXES])
{
    const struct bio_land *land = &q->t->s->land;
    unsigned count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        bool joins = q->t->ground.near[i] || land->biotope[i] == q->t->s->condition[0];
        out[count] = (uint8_t)i;
        count += joins && land->owner[i] == OWNER_NONE && colours >> land->biotope[i] & 1;
    }
    return count;
}

static void migrate_words(const struct quick *q, unsigned colours)
{
    const struct bio_land *land = &q->t->s->land;
    const struct bio_ground *ground = &q->t->ground;
    struct sites sites = {.found = 0};
    uint8_t target[BIO_HEXES] = {0};
    unsigned count = colours ? targets(q, colours, target) : 0;
    for (unsigned i = 0; i < ground->tokens && count > 0; i++) {
        unsigned from = ground->token[i];
        for (unsigned k = 0; k < count; k++) {
            unsigned to = target[k];
            if (bio_land_distance(land, from, to) > BIO_STEPS_AWAY) {
                continue;
            }
            struct bio_word w = {.kind = KIND_MIGRATE, .a = bio_coord(land->q[from]), .b = bio_coord(land->r[from])};
            w.c = bio_coord(land->q[to]);
            w.d = bio_coord(land->r[to]);
            int32_t value = bio_site_value(q->t, from, to);
            if (is_better_site(&sites, land->biotope[to], value) &&
                bio_land_steps(land, from, to, BIO_STEPS_AWAY) <= BIO_STEPS_AWAY) {
                offer_site(&sites, land->biotope[to], value, w);
            }
        }
    }
    say_sites(q, &sites);
}

static void turn_words(const struct quick *q)
{
    struct bio_sight *t = q->t;
    bio_sight_hand(t);
    bio_sight_ground(t);
    say(q, KIND_PASS, 0, 0);
    for (unsigned i = 0; i < t->hands; i++) {
        if (bio_covers(t->setup, t->s, t->seat, t->cat->species[t->hand[i]].cost)) {
            say(q, KIND_ADAPT, t->hand[i], 0);
        }
    }
    unsigned any = colours_of(t, (1u << BIO_TYPES) - 1);
    if (is_free(t, ACT_REPRODUCE) && colours_of(t, 1u << BIO_INVERTEBRATE | 1u << BIO_REPTILE)) {
        say(q, KIND_REPRODUCE, 0, 0);
    }
    if (is_free(t, ACT_TRANSFER) && any) {
        say(q, KIND_TRANSFER, 0, 0);
    }
    if (is_free(t, ACT_EVOLVE) && any) {
        say(q, KIND_EVOLVE, 0, 0);
    }
    if (is_free(t, ACT_EXPAND) && t->s->tokens[t->seat] > 0) {
        settle_words(q, KIND_EXPAND, colours_of(t, 1u << BIO_PLANT));
    }
    if (is_free(t, ACT_MIGRATE)) {
        migrate_words(q, colours_of(t, 1u << BIO_BIRD | 1u << BIO_REPTILE));
    }
    if (is_free(t, ACT_COMPETE) && t->s->tokens[t->seat] > 0) {
        settle_words(q, KIND_COMPETE, colours_of(t, 1u << BIO_MAMMAL | 1u << BIO_BIRD));
    }
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned species = t->own[i];
        if (t->s->cubes[species] && t->cat->effect[species].when >= WHEN_ACTION_DRAW) {
            say(q, KIND_USE, species, 0);
        }
    }
}

/* ---- words within an action ---- */

/* The colours of the cubes at a spot, by bits. */
static unsigned colours_at(const struct bio_sight *t, unsigned spot)
{
    unsigned colours = 0;
    for (unsigned c = 0; c < BIO_BIOTOPES; c++) {
        colours |= (unsigned)(bio_cubes_at(t->s, t->seat, spot, c) > 0) << c;
    }
    return colours;
}

/* The seat's own spots: species, then biotope cards. */
static unsigned spot_of(const struct bio_sight *t, unsigned i)
{
    return i < t->owns ? t->own[i] : BIO_SPECIES + i - t->owns;
}

static void pay_words(const struct quick *q)
{
    const struct bio_sight *t = q->t;
    for (unsigned i = 0; i < t->owns + (unsigned)BIO_BIOTOPES; i++) {
        unsigned spot = spot_of(t, i);
        unsigned type = spot < BIO_SPECIES ? t->cat->species[spot].type : (unsigned)BIO_PLANT;
        bool plant = type != BIO_PLANT && t->cat->effect[spot].when == WHEN_PAY;
        for (unsigned colours = colours_at(t, spot); colours; colours &= colours - 1) {
            struct bio_word w = {.kind = KIND_PAY, .a = (uint8_t)type, .b = (uint8_t)__builtin_ctz(colours)};
            w.c = (uint8_t)spot;
            if (bio_check_pay(t->setup, t->s, w) == BIO_OK) {
                q->fn(q->context, w);
            }
            w.a = BIO_PLANT;
            if (plant && bio_check_pay(t->setup, t->s, w) == BIO_OK) {
                q->fn(q->context, w);
            }
        }
    }
}

static void draw_words(const struct quick *q)
{
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        if (bio_can_draw(q->t->setup, q->t->s, deck)) {
            say(q, KIND_DRAW, deck, 0);
        }
    }
}

static void evolve_words(const struct quick *q)
{
    struct bio_sight *t = q->t;
    bio_sight_hand(t);
    if (t->s->paid_types != 0 && !bio_can_draw_any(t->setup, t->s)) {
        say(q, KIND_DONE, 0, 0);
    }
    pay_words(q);
    for (unsigned i = 0; i < t->hands; i++) {
        say(q, KIND_DISCARD, 0, t->hand[i]);
    }
    if (t->s->paid_types != 0) {
        draw_words(q);
    }
}

static void gain_words(const struct quick *q)
{
    struct bio_sight *t = q->t;
    bio_sight_hand(t);
    if (t->s->step == STEP_GAIN || t->s->act != ACT_EVOLVE) {
        say(q, KIND_SKIP, 0, 0);
    }
    if (t->s->step == STEP_GAIN && bio_effect_at(t->setup, t->s, t->seat, bio_scan_spot(t->s))->gain == GAIN_CUBE) {
        say(q, KIND_DRAW, BIO_DECKS, 0);
    } else {
        draw_words(q);
    }
}

static void put_words(const struct quick *q)
{
    const struct bio_sight *t = q->t;
    bool fills = t->s->step == STEP_FILL;
    if (fills && t->s->reserve[t->s->colour] == 0) {
        say(q, KIND_SKIP, 0, 0);
    }
    for (unsigned i = 0; i < t->owns + (unsigned)BIO_BIOTOPES; i++) {
        unsigned spot = spot_of(t, i);
        bool home = spot >= BIO_SPECIES ? spot - BIO_SPECIES == t->s->drawn : true;
        if (fills ? bio_fills(t->setup, t->s, spot) : home && bio_can_put(t->setup, t->s, spot)) {
            say(q, KIND_PUT, spot, 0);
        }
    }
}

/* A cube to a species that has few, or counts each. */
static void shift_words(const struct quick *q)
{
    const struct bio_sight *t = q->t;
    say(q, KIND_DONE, 0, 0);
    for (unsigned i = 0; i < t->owns + (unsigned)BIO_BIOTOPES; i++) {
        unsigned from = spot_of(t, i);
        unsigned colours = colours_at(t, from);
        for (unsigned k = 0; k < t->owns && colours; k++) {
            unsigned to = t->own[k];
            struct bio_word w = {.kind = KIND_SHIFT, .b = (uint8_t)__builtin_ctz(colours)};
            w.c = (uint8_t)from;
            w.d = (uint8_t)to;
            bool few = cubes_sum(t->s->cubes[to]) < 2 || t->each[to] > 0;
            if (few && bio_check_shift(t->s, t->seat, w) == BIO_OK) {
                q->fn(q->context, w);
            }
        }
    }
}

static void prey_words(const struct quick *q)
{
    const struct bio_sight *t = q->t;
    say(q, KIND_SKIP, 0, 0);
    for (unsigned rival = 0; rival < t->setup->seats; rival++) {
        for (unsigned i = 0; i < BIO_SPOTS && rival != t->seat; i++) {
            for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
                if (bio_cubes_at(t->s, rival, i, colour) > 0) {
                    q->fn(q->context,
                          (struct bio_word){
                              .kind = KIND_PREY, .b = (uint8_t)rival, .c = (uint8_t)colour, .d = (uint8_t)i});
                    break;
                }
            }
        }
    }
}

static void retreat_words(const struct quick *q)
{
    const struct bio_land *land = &q->t->s->land;
    bio_sight_ground(q->t);
    for (unsigned k = 0; k < 6; k++) {
        unsigned hex = land->beside[q->t->s->to][k];
        if (hex != HEX_NONE && land->owner[hex] == OWNER_NONE) {
            say(q, KIND_RETREAT, bio_coord(land->q[hex]), bio_coord(land->r[hex]));
        }
    }
}

static void discard_words(const struct quick *q)
{
    bio_sight_hand(q->t);
    for (unsigned i = 0; i < q->t->hands; i++) {
        say(q, KIND_DISCARD, 0, q->t->hand[i]);
    }
}

/* Whatever else is asked: what the rules list, but for effects that only the card could tell. */
static void other_words(const struct quick *q)
{
    enum { ROOM = 256 };
    game_move moves[ROOM];
    struct bio_sight *t = q->t;
    bool declared = t->s->step == STEP_DECLARED || t->s->step == STEP_BONUS;
    if (declared) {
        say(q, KIND_DONE, 0, 0);
        return;
    }
    bio_sight_hand(t);
    bio_sight_ground(t);
    size_t count = bio_legal(t->setup, t->s, t->seat, moves, ROOM);
    bool any = false;
    for (size_t i = 0; i < count && i < ROOM; i++) {
        struct bio_word w = bio_unpack(moves[i]);
        if (bio_is_choice(t->s, w.kind)) {
            q->fn(q->context, w);
            any = true;
        }
    }
    if (!any) { /* out of its turn a seat has nothing but effects */
        q->fn(q->context, bio_unpack(moves[0]));
    }
}

void bio_each_quick(struct bio_sight *t, bio_quick_fn *fn, void *context)
{
    typedef void words_fn(const struct quick *q);
    static words_fn *const words[BIO_STEPS] = {
        [STEP_TURN] = turn_words,       [STEP_PAY] = pay_words,         [STEP_EVOLVE] = evolve_words,
        [STEP_GAIN] = gain_words,       [STEP_DRAW] = gain_words,       [STEP_PUT] = put_words,
        [STEP_FILL] = put_words,        [STEP_SHIFT] = shift_words,     [STEP_PREY] = prey_words,
        [STEP_RETREAT] = retreat_words, [STEP_DISCARD] = discard_words,
    };
    const struct quick q = {t, fn, context};
    bool plain = !bio_declares(t->setup) && t->setup->level == BIO_FULL && words[t->s->step];
    (plain ? words[t->s->step] : other_words)(&q);
}
