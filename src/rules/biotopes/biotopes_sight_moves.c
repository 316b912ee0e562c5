/*
 * What a word is worth at sight: a table by its kind. Actions are worth what
 * they buy less the cubes that are missed least; answers within an action what
 * changes by them alone.
 */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

enum { POINT = 100, HARM_PART = 3, NO_CUBE = 100000 };

/* ---- what a cost takes ---- */

struct purse {
    uint8_t taken[BIO_SPOTS]; /* cubes of each spot */
};

/* The cube that is missed least of those that pay as one of these types, of that colour or any; NO_CUBE: there is none. */
static int32_t cheapest(const struct bio_sight *t, struct purse *purse, unsigned types, unsigned colour)
{
    int32_t least = NO_CUBE;
    unsigned from = BIO_SPOTS;
    for (unsigned b = 0; b < BIO_BIOTOPES && types >> BIO_PLANT & 1; b++) {
        bool fits = colour == BIO_ANY || colour == b;
        if (fits && t->s->plants[t->seat][b] > purse->taken[BIO_SPECIES + b]) {
            int32_t worth = bio_last_cube(t, BIO_SPECIES + b);
            from = worth < least ? BIO_SPECIES + b : from;
            least = worth < least ? worth : least;
        }
    }
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned species = t->own[i];
        unsigned type = t->cat->species[species].type;
        bool plant = types >> BIO_PLANT & 1 && t->cat->effect[species].when == WHEN_PAY;
        uint16_t cubes = t->s->cubes[species];
        unsigned left = cubes_sum(cubes) - purse->taken[species];
        bool fits = colour == BIO_ANY || cubes_of(cubes, colour) > 0;
        if (left > 0 && fits && (plant || types >> type & 1)) {
            int32_t worth = bio_cube_worth(t, species, left);
            from = worth < least ? species : from;
            least = worth < least ? worth : least;
        }
    }
    if (from < BIO_SPOTS) {
        purse->taken[from]++;
    }
    return least;
}

/* One cube of any of these types, which comes back in a later cycle. */
static int32_t one_cube(const struct bio_sight *t, unsigned types, unsigned colour)
{
    struct purse purse = {{0}};
    int32_t least = cheapest(t, &purse, types, colour);
    return (least == NO_CUBE ? 0 : least) - t->stock;
}

static int32_t diet(const struct bio_sight *t, const uint8_t cost[BIO_TYPES])
{
    struct purse purse = {{0}};
    int32_t sum = 0;
    for (unsigned type = BIO_TYPES; type-- > 0;) { /* plants last: others may have to be what they are */
        for (unsigned n = 0; n < cost[type]; n++) {
            int32_t least = cheapest(t, &purse, 1u << type, BIO_ANY);
            sum += (least == NO_CUBE ? 0 : least) - t->stock;
        }
    }
    return sum;
}

/* ---- actions ---- */

/* Points of those that count species, for one more of them. */
static int32_t counted(const struct bio_sight *t, const struct bio_species *species)
{
    int32_t sum = 0;
    for (unsigned i = 0; i < t->owns; i++) {
        const struct bio_effect *effect = &t->cat->effect[t->own[i]];
        if (effect->when == WHEN_END) {
            bool fits = (effect->each == EACH_TYPE && effect->of == species->type) ||
                        (effect->each == EACH_BIOTOPE && effect->of == species->biotope) ||
                        (effect->each == EACH_DECK && effect->of == species->deck);
            sum += fits ? POINT * effect->count / effect->per : 0;
        }
    }
    return sum;
}

static int32_t adapt_value(const struct bio_sight *t, unsigned number)
{
    const struct bio_species *species = &t->cat->species[number];
    unsigned b = species->biotope;
    bool cube = t->s->reserve[b] > 0 || t->s->bag[t->seat][b] > 0;
    unsigned place = 0;
    while (place < t->hands && t->hand[place] != number) {
        place++;
    }
    int32_t sum = bio_species_value(&t->look, t->s, t->seat, &t->census, number, cube);
    sum += t->look.later > 0 || cube ? t->census.longer[b] + counted(t, species) : 0;
    sum -= bio_hand_worth(t, SIGHT_HAND, 0) - bio_hand_worth(t, place, 0);
    return sum - diet(t, species->cost) + t->gains[ACT_ADAPT][b];
}

static int32_t reproduce_value(const struct bio_sight *t)
{
    int32_t sum = -one_cube(t, 1u << BIO_INVERTEBRATE | 1u << BIO_REPTILE, BIO_ANY);
    unsigned growing = 0;
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned cubes = cubes_sum(t->s->cubes[t->own[i]]);
        bool grows = cubes == 2 || cubes == 3;
        sum += grows ? bio_cube_worth(t, t->own[i], cubes + 1) : 0;
        growing += grows;
    }
    sum -= growing > 1 ? (int32_t)(growing - 1) * bio_worth(&t->look, W_GROWING) : 0;
    return sum + t->gains[ACT_REPRODUCE][0];
}

static int32_t transfer_value(const struct bio_sight *t)
{
    int32_t sum = -one_cube(t, (1u << BIO_TYPES) - 1, BIO_ANY);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        unsigned plants = t->s->plants[t->seat][b];
        for (unsigned i = 0; i < t->s->row_length[t->seat][b] && plants > 0; i++) {
            unsigned species = t->s->row[t->seat][b][i];
            unsigned cubes = cubes_sum(t->s->cubes[species]);
            if (cubes < BIO_ROOM) {
                plants--;
                sum += bio_cube_worth(t, species, cubes + 1) - bio_last_cube(t, BIO_SPECIES + b);
            }
        }
    }
    return sum + t->gains[ACT_TRANSFER][0];
}

/* What a card in hand is worth less than one that is drawn for it. */
static int32_t renew_value(const struct bio_sight *t, unsigned place)
{
    return bio_hand_worth(t, place, 1) - bio_hand_worth(t, SIGHT_HAND, 0);
}

/* A cube, or more of them, for cards; and those that are not wanted for others. */
static int32_t evolve_value(const struct bio_sight *t)
{
    int32_t sum = t->draw - one_cube(t, (1u << BIO_TYPES) - 1, BIO_ANY) + t->gains[ACT_EVOLVE][0];
    for (unsigned i = 0; i < t->hands; i++) {
        int32_t renewed = renew_value(t, i);
        sum += renewed > 0 ? renewed : 0;
    }
    return sum;
}

static int32_t token_value(const struct bio_sight *t)
{
    return t->look.later > 0 ? bio_worth(&t->look, W_CAPACITY) : 0;
}

/* What is alike for all hexes of a biotope. */
static int32_t settle_value(const struct bio_sight *t, unsigned act, unsigned biotope)
{
    static const uint8_t types[BIO_ACTS] = {[ACT_EXPAND] = 1 << BIO_PLANT,
                                            [ACT_MIGRATE] = 1 << BIO_BIRD | 1 << BIO_REPTILE,
                                            [ACT_COMPETE] = 1 << BIO_MAMMAL | 1 << BIO_BIRD};
    int32_t sum = t->gains[act][biotope] - one_cube(t, types[act], biotope);
    sum += t->s->reserve[biotope] > 0 ? t->stock : 0;
    return sum + (act == ACT_MIGRATE ? 0 : token_value(t));
}

static unsigned hex_at(const struct bio_sight *t, uint8_t q, uint8_t r)
{
    return bio_land_find(&t->s->land, bio_uncoord(q), bio_uncoord(r));
}

static int32_t on_land(const struct bio_sight *t, struct bio_word w)
{
    bool moves = w.kind == KIND_MIGRATE;
    unsigned from = moves ? hex_at(t, w.a, w.b) : HEX_NONE;
    unsigned to = moves ? hex_at(t, w.c, w.d) : hex_at(t, w.a, w.b);
    unsigned act = w.kind == KIND_EXPAND ? ACT_EXPAND : moves ? ACT_MIGRATE : ACT_COMPETE;
    bool harms = w.kind == KIND_COMPETE && t->s->land.owner[to] != OWNER_NEUTRAL;
    int32_t harm = harms && t->s->land.biotope[to] == t->s->condition[0] ? 2 * POINT / HARM_PART : 0;
    return settle_value(t, act, t->s->land.biotope[to]) + bio_site_value(t, from, to) + harm;
}

/* The best that one shift could bring. */
static int32_t shift_best(const struct bio_sight *t)
{
    int32_t least = NO_CUBE;
    int32_t most = 0;
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned cubes = cubes_sum(t->s->cubes[t->own[i]]);
        int32_t gain = cubes < BIO_ROOM ? bio_cube_worth(t, t->own[i], cubes + 1) : 0;
        int32_t loss = cubes > 0 ? bio_cube_worth(t, t->own[i], cubes) : NO_CUBE;
        most = gain > most ? gain : most;
        least = loss < least ? loss : least;
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        int32_t loss = t->s->plants[t->seat][b] > 0 ? bio_last_cube(t, BIO_SPECIES + b) : NO_CUBE;
        least = loss < least ? loss : least;
    }
    return most > least ? most - least : 0;
}

/* What a rival loses with a cube: about what it would be to oneself. */
static int32_t prey_value(const struct bio_sight *t, unsigned spot)
{
    if (spot >= BIO_SPECIES) {
        return t->plant;
    }
    const struct bio_species *species = &t->cat->species[spot];
    unsigned cubes = cubes_sum(t->s->cubes[spot]);
    int32_t points = 2 * (species->biotope == t->s->condition[1]) + 2 * (species->type == t->s->condition[2]);
    points += species->deck;
    int32_t life = bio_share(&t->look, W_ALIVE, POINT * points) - bio_share(&t->look, W_BARE, POINT * points);
    int32_t sum = cubes == 1 ? life + bio_worth(&t->look, W_FIRST) : cubes == 2 ? t->second : t->more;
    return sum + (species->type == t->s->condition[3] ? bio_share(&t->look, W_POPULATION, POINT) : 0);
}

static int32_t prey_best(const struct bio_sight *t)
{
    int32_t most = 0;
    for (unsigned rival = 0; rival < t->setup->seats; rival++) {
        for (unsigned i = 0; i < BIO_BIOTOPES * BIO_ROW && rival != t->seat; i++) {
            unsigned b = i / BIO_ROW;
            if (i % BIO_ROW >= t->s->row_length[rival][b]) {
                i = (b + 1) * BIO_ROW - 1;
                continue;
            }
            unsigned species = t->s->row[rival][b][i % BIO_ROW];
            int32_t worth = t->s->cubes[species] ? prey_value(t, species) : 0;
            most = worth > most ? worth : most;
        }
    }
    return most;
}

static int32_t use_value(const struct bio_sight *t, unsigned species)
{
    const struct bio_effect *effect = &t->cat->effect[species];
    int32_t sum = t->stock - bio_last_cube(t, species);
    switch (effect->when) {
    case WHEN_ACTION_DRAW:
        return sum + bio_hand_worth(t, SIGHT_HAND, effect->count) - bio_hand_worth(t, SIGHT_HAND, 0);
    case WHEN_ACTION_SHIFT:
        return sum + shift_best(t) * (effect->count > 1 ? 3 : 2) / 2;
    case WHEN_ACTION_PREY:
        return sum + t->stock + prey_best(t) / HARM_PART;
    default:
        return sum;
    }
}

/* What could still be done in this cycle, and then is not. */
static int32_t pass_value(const struct bio_sight *t)
{
    int32_t sum = 0;
    unsigned growing = 0;
    bool reproduces = !(t->s->used[t->seat] >> ACT_REPRODUCE & 1);
    for (unsigned i = 0; i < t->owns; i++) {
        unsigned cubes = cubes_sum(t->s->cubes[t->own[i]]);
        growing += cubes == 2 || cubes == 3;
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        sum -= t->s->plants[t->seat][b] * t->moving[b];
    }
    return sum - (reproduces && growing > 1 ? (int32_t)(growing - 1) * bio_worth(&t->look, W_GROWING) : 0);
}

static int32_t action_value(const struct bio_sight *t, struct bio_word w)
{
    switch (w.kind) {
    case KIND_ADAPT:
        return adapt_value(t, w.a);
    case KIND_REPRODUCE:
        return reproduce_value(t);
    case KIND_TRANSFER:
        return transfer_value(t);
    case KIND_EVOLVE:
        return evolve_value(t);
    case KIND_EXPAND:
    case KIND_MIGRATE:
    case KIND_COMPETE:
        return on_land(t, w);
    case KIND_USE:
        return use_value(t, w.a);
    default: /* KIND_PASS */
        return pass_value(t);
    }
}

/* ---- within one ---- */

/* The worth of a cube that comes onto a spot. */
static int32_t cube_onto(const struct bio_sight *t, unsigned spot)
{
    return spot < BIO_SPECIES ? bio_cube_worth(t, spot, cubes_sum(t->s->cubes[spot]) + 1) : bio_last_cube(t, spot);
}

static int32_t discard_value(const struct bio_sight *t, unsigned species)
{
    unsigned place = 0;
    while (place < t->hands && t->hand[place] != species) {
        place++;
    }
    if (t->s->step == STEP_EVOLVE) {
        return bio_hand_worth(t, place, t->s->paid + 1u) - bio_hand_worth(t, SIGHT_HAND, t->s->paid);
    }
    return bio_hand_worth(t, place, 0) - bio_hand_worth(t, SIGHT_HAND, 0);
}

/* In Evolution a cube is a card more; anywhere else one is paid, and the question is which. */
static int32_t pay_value(const struct bio_sight *t, unsigned spot)
{
    int32_t sum = -bio_last_cube(t, spot);
    if (t->s->step == STEP_EVOLVE) {
        sum += t->stock + bio_hand_worth(t, SIGHT_HAND, t->s->paid + 1u) - bio_hand_worth(t, SIGHT_HAND, t->s->paid);
    }
    return sum;
}

/* In Evolution to draw is what to pay and to discard are held against: there only the deck matters. */
static int32_t draw_value(const struct bio_sight *t, unsigned deck)
{
    int32_t most = 0;
    for (unsigned i = 0; i < BIO_DECKS && t->s->step == STEP_EVOLVE; i++) {
        most = t->look.mean[i] > most ? t->look.mean[i] : most;
    }
    return deck < BIO_DECKS ? t->look.mean[deck] - most : t->cube;
}

/* A token that has to go: for its owner's ground, or anywhere when it is the foreign one. */
static int32_t retreat_value(const struct bio_sight *t, struct bio_word w)
{
    bool own = t->s->land.owner[t->s->to] == t->seat + 1;
    return own ? bio_site_value(t, t->s->to, hex_at(t, w.a, w.b)) : 0;
}

int32_t bio_word_value(const struct bio_sight *t, struct bio_word w)
{
    switch (w.kind) {
    case KIND_TOKEN:
        return bio_site_value(t, HEX_NONE, hex_at(t, w.a, w.b));
    case KIND_PAY:
        return pay_value(t, w.c);
    case KIND_RETREAT:
        return retreat_value(t, w);
    case KIND_DRAW:
        return draw_value(t, w.a);
    case KIND_PUT:
        return cube_onto(t, w.a) - (t->s->step == STEP_FILL && t->s->reserve[t->s->colour] == 0 ? t->stock : 0);
    case KIND_SHIFT:
        return cube_onto(t, w.d) - bio_last_cube(t, w.c);
    case KIND_PREY:
        return t->stock + prey_value(t, w.d) / HARM_PART;
    case KIND_DISCARD:
        return discard_value(t, w.b);
    default:
        return w.kind >= KIND_ADAPT && w.kind <= KIND_PASS ? action_value(t, w) : 0;
    }
}
