/*
 * Paying. A cost is either a diet, so many cubes of each type, or one cube of
 * one of several types. Cubes that pay as plants too (pollinators) make a diet
 * a question of who pays for what: a payment is legal when the rest can still
 * be paid, so nobody pays into a dead end.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

enum { ANY_TYPE = (1 << BIO_TYPES) - 1 };

static const struct {
    uint8_t types;
    bool species; /* from a species only */
} ONE_CUBE[BIO_ACTS] = {
    [ACT_REPRODUCE] = {1 << BIO_INVERTEBRATE | 1 << BIO_REPTILE, false},
    [ACT_TRANSFER] = {ANY_TYPE, false},
    [ACT_EXPAND] = {1 << BIO_PLANT, false},
    [ACT_MIGRATE] = {1 << BIO_BIRD | 1 << BIO_REPTILE, true},
    [ACT_COMPETE] = {1 << BIO_MAMMAL | 1 << BIO_BIRD, true},
};

static unsigned type_at(const struct setup *setup, unsigned spot)
{
    return spot < BIO_SPECIES ? bio_cat(setup)->species[spot].type : (unsigned)BIO_PLANT;
}

bool bio_pays_as(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned spot, unsigned type)
{
    return type_at(setup, spot) == type || (type == BIO_PLANT && bio_effect_at(setup, s, seat, spot)->when == WHEN_PAY);
}

static bool is_use(unsigned act)
{
    return act >= ACT_USE_DRAW && act <= ACT_USE_DECLARED;
}

/* ---- what it costs ---- */

/* Takes waivers off the cost. Whatever is left of them is gone. */
static void use_waivers(struct bio_state *s)
{
    uint8_t *waive = s->waive[s->act_seat];
    for (unsigned t = 0; t < BIO_TYPES; t++) {
        s->cost[t] = (uint8_t)(s->cost[t] > waive[t] ? s->cost[t] - waive[t] : 0);
        if (waive[t] > 0 && s->act == ACT_EVOLVE) {
            s->paid_types = (uint8_t)(s->paid_types | 1u << t);
            s->paid++;
        }
        if (waive[t] > 0 && s->cost_types >> t & 1) {
            s->cost_types = 0;
        }
        waive[t] = 0;
    }
}

void bio_set_cost(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    memset(s->cost, 0, sizeof(s->cost));
    s->cost_types = ONE_CUBE[s->act].types;
    s->cost_species = ONE_CUBE[s->act].species;
    s->cost_colour = s->act == ACT_EXPAND || s->act == ACT_MIGRATE || s->act == ACT_COMPETE ? s->land.biotope[s->to]
                                                                                            : (uint8_t)BIO_ANY;
    s->paid = 0;
    s->paid_types = 0;
    if (s->act == ACT_ADAPT) {
        memcpy(s->cost, bio_cat(setup)->species[w.a].cost, sizeof(s->cost));
    } else if (is_use(s->act)) {
        s->cost_species = 1;
        for (unsigned t = 0; t < BIO_TYPES; t++) {
            bool pays = bio_pays_as(setup, s, s->act_seat, w.a, t);
            s->cost_types = (uint8_t)(s->cost_types | (unsigned)pays << t);
        }
    }
    use_waivers(s);
}

/* ---- whether it can be paid ---- */

struct purse {
    unsigned own[BIO_TYPES];  /* cubes of each type */
    unsigned also[BIO_TYPES]; /* those of them that pay as plants too */
};

static void count_purse(const struct setup *setup, const struct bio_state *s, unsigned seat, struct purse *purse)
{
    *purse = (struct purse){{0}, {0}};
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        purse->own[BIO_PLANT] += s->plants[seat][b];
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned species = s->row[seat][b][i];
            unsigned type = type_at(setup, species);
            unsigned cubes = cubes_sum(s->cubes[species]);
            purse->own[type] += cubes;
            purse->also[type] += bio_effect_at(setup, s, seat, species)->when == WHEN_PAY ? cubes : 0;
        }
    }
}

static bool covers(const struct purse *purse, const uint8_t cost[BIO_TYPES])
{
    unsigned plants = purse->own[BIO_PLANT];
    for (unsigned t = BIO_PLANT + 1; t < BIO_TYPES; t++) {
        if (purse->own[t] < cost[t]) {
            return false;
        }
        unsigned over = purse->own[t] - cost[t];
        plants += over < purse->also[t] ? over : purse->also[t];
    }
    return plants >= cost[BIO_PLANT];
}

bool bio_covers(const struct setup *setup, const struct bio_state *s, unsigned seat, const uint8_t cost[BIO_TYPES])
{
    struct purse purse;
    count_purse(setup, s, seat, &purse);
    return covers(&purse, cost);
}

static bool has_diet(const struct bio_state *s)
{
    return s->act == ACT_ADAPT;
}

/* The rule that a cube for a one-cube cost breaks. */
static enum bio_rule check_one(const struct setup *setup, const struct bio_state *s, unsigned type, unsigned colour,
                               unsigned spot)
{
    bool own_only = s->act == ACT_TRANSFER || is_use(s->act); /* as what it pays does not matter: it is said one way */
    if (is_use(s->act) && spot != s->act_card) {
        return BIO_WRONG_CARD;
    }
    if (s->cost_species && spot >= BIO_SPECIES) {
        return BIO_FROM_SPECIES;
    }
    if (own_only && type != type_at(setup, spot)) {
        return BIO_WRONG_TYPE;
    }
    if (!(s->cost_types >> type & 1)) {
        return BIO_NOT_NEEDED;
    }
    return s->cost_colour != BIO_ANY && s->cost_colour != colour ? BIO_WRONG_COLOUR : BIO_OK;
}

/* True when a cube of this spot can be the one, or one of those, that the cost asks for. */
static bool pays_one(const struct setup *setup, const struct bio_state *s, unsigned spot)
{
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        if (bio_cubes_at(s, s->act_seat, spot, colour) == 0) {
            continue;
        }
        if (s->act == ACT_EVOLVE) {
            return true;
        }
        for (unsigned type = 0; type < BIO_TYPES; type++) {
            if (bio_pays_as(setup, s, s->act_seat, spot, type) && check_one(setup, s, type, colour, spot) == BIO_OK) {
                return true;
            }
        }
    }
    return false;
}

bool bio_can_pay(const struct setup *setup, const struct bio_state *s)
{
    unsigned seat = s->act_seat;
    if (has_diet(s)) {
        return bio_covers(setup, s, seat, s->cost);
    }
    if (s->cost_types == 0 && (s->act != ACT_EVOLVE || s->paid > 0)) {
        return true; /* waived */
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        bool pays = pays_one(setup, s, BIO_SPECIES + b);
        for (unsigned i = 0; i < s->row_length[seat][b] && !pays; i++) {
            pays = pays_one(setup, s, s->row[seat][b][i]);
        }
        if (pays) {
            return true;
        }
    }
    return false;
}

/* ---- a payment ---- */

static enum bio_rule check_diet(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    if (s->cost[w.a] == 0) {
        return BIO_NOT_NEEDED;
    }
    struct purse purse;
    count_purse(setup, s, s->act_seat, &purse);
    unsigned type = type_at(setup, w.c);
    bool also = bio_effect_at(setup, s, s->act_seat, w.c)->when == WHEN_PAY;
    uint8_t cost[BIO_TYPES];
    memcpy(cost, s->cost, sizeof(cost));
    purse.own[type]--;
    purse.also[type] -= also;
    cost[w.a]--;
    return covers(&purse, cost) ? BIO_OK : BIO_REST_UNPAID;
}

enum bio_rule bio_check_pay(const struct setup *setup, const struct bio_state *s, struct bio_word w)
{
    if (w.a >= BIO_TYPES || w.b >= BIO_BIOTOPES || w.c >= BIO_SPOTS) {
        return BIO_NOT_A_MOVE;
    }
    if (w.c < BIO_SPECIES && s->at[w.c] != AT_PLAY + s->act_seat) {
        return BIO_NOT_IN_PLAY;
    }
    if (bio_cubes_at(s, s->act_seat, w.c, w.b) == 0) {
        return BIO_NO_CUBE;
    }
    if (!bio_pays_as(setup, s, s->act_seat, w.c, w.a)) {
        return BIO_WRONG_TYPE;
    }
    if (s->act == ACT_EVOLVE) {
        return s->paid_types >> w.a & 1 ? BIO_TYPE_TWICE : BIO_OK;
    }
    return has_diet(s) ? check_diet(setup, s, w) : check_one(setup, s, w.a, w.b, w.c);
}

/* Diets and Actions are recycled, everything else is moved to the board. */
void bio_do_pay(const struct setup *setup, struct bio_state *s, struct bio_word w)
{
    (void)setup;
    unsigned seat = s->act_seat;
    bool recycled = has_diet(s) || is_use(s->act);
    bio_take_cube(s, seat, w.c, w.b);
    (recycled ? s->bag : s->board)[seat][w.b]++;
    if (has_diet(s)) {
        s->cost[w.a]--;
    } else if (s->act == ACT_EVOLVE) {
        s->paid_types = (uint8_t)(s->paid_types | 1u << w.a);
        s->paid++;
    } else {
        s->cost_types = 0;
    }
}
