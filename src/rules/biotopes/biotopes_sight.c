/* All that a quick player knows of its own ecosystem, counted once a decision. */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

enum { POINT = 100, MANY_PLANTS = 6, SAMPLE = 4 /* every fourth card stands for a deck */ };

/* ---- cubes ---- */

int32_t bio_cube_worth(const struct bio_sight *t, unsigned species, unsigned cubes)
{
    if (cubes == 0 || cubes > BIO_ROOM) {
        return 0;
    }
    return (cubes == 1 ? t->life[species] : cubes == 2 ? t->second : t->more) + t->each[species];
}

int32_t bio_last_cube(const struct bio_sight *t, unsigned spot)
{
    if (spot < BIO_SPECIES) {
        return bio_cube_worth(t, spot, cubes_sum(t->s->cubes[spot]));
    }
    return (t->plants > MANY_PLANTS ? t->plant_many : t->plant) + t->moving[spot - BIO_SPECIES];
}

/* ---- effects ---- */

static void note_gain(struct bio_sight *t, const struct bio_effect *effect)
{
    static const uint8_t act[WHENS] = {
        [WHEN_EXPAND] = ACT_EXPAND,     [WHEN_MIGRATE] = ACT_MIGRATE, [WHEN_COMPETE] = ACT_COMPETE,
        [WHEN_SETTLE] = ACT_EXPAND,     [WHEN_ADAPT] = ACT_ADAPT,     [WHEN_REPRODUCE] = ACT_REPRODUCE,
        [WHEN_TRANSFER] = ACT_TRANSFER, [WHEN_EVOLVE] = ACT_EVOLVE};
    if (act[effect->when] == ACT_NONE) {
        return;
    }
    int32_t worth = effect->count * (effect->gain == GAIN_CARD ? t->draw : t->cube);
    unsigned last = effect->when == WHEN_SETTLE ? (unsigned)ACT_COMPETE : act[effect->when];
    for (unsigned a = act[effect->when]; a <= last; a++) {
        for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
            t->gains[a][b] += effect->onto == BIO_ANY || effect->onto == b ? worth : 0;
        }
    }
}

static void note_gains(struct bio_sight *t)
{
    memset(t->gains, 0, sizeof(t->gains));
    for (unsigned i = 0; i < t->owns; i++) {
        note_gain(t, &t->cat->effect[t->own[i]]);
    }
    for (unsigned b = 0; b < BIO_BIOTOPES && bio_is_initiate(t->setup); b++) {
        if (t->s->has[t->seat] >> b & 1) {
            note_gain(t, bio_effect_at(t->setup, t->s, t->seat, BIO_SPECIES + b));
        }
    }
}

/* ---- species in play ---- */

/* What the first cube keeps: the points, and in the end the column. */
static int32_t life_of(const struct bio_sight *t, const struct bio_species *species, unsigned number, int32_t lost)
{
    const struct bio_effect *effect = &t->cat->effect[number];
    int32_t points = 2 * (species->biotope == t->s->condition[1]) + 2 * (species->type == t->s->condition[2]);
    points += species->deck;
    if (effect->when == WHEN_END && effect->each != EACH_CUBE) {
        points += effect->count * (effect->each == EACH_ONE ? 1 : 2) / effect->per;
    }
    return bio_share(&t->look, W_ALIVE, POINT * points) - bio_share(&t->look, W_BARE, POINT * points) +
           bio_worth(&t->look, W_FIRST) + lost;
}

/* By how much columns shorten when a species of that row dies: only at the end, before it may live again. */
static void lost_columns(const struct bio_sight *t, int32_t lost[BIO_BIOTOPES])
{
    int32_t length[BIO_BIOTOPES];
    memcpy(length, t->census.alive, sizeof(length));
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        lost[b] = 0;
        if (t->look.later == 0 && length[b] > 0) {
            length[b]--;
            lost[b] = t->census.columns - bio_columns_value(&t->look, length);
            length[b]++;
        }
    }
}

static void note_species(struct bio_sight *t)
{
    int32_t lost[BIO_BIOTOPES];
    int32_t population = bio_share(&t->look, W_POPULATION, POINT);
    lost_columns(t, lost);
    t->owns = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        unsigned room = 0;
        for (unsigned i = 0; i < t->s->row_length[t->seat][b]; i++) {
            unsigned number = t->s->row[t->seat][b][i];
            const struct bio_species *species = &t->cat->species[number];
            const struct bio_effect *effect = &t->cat->effect[number];
            bool counts = effect->when == WHEN_END && effect->each == EACH_CUBE;
            t->own[t->owns++] = (uint8_t)number;
            t->each[number] = (species->type == t->s->condition[3] ? population : 0) +
                              (counts ? POINT * effect->count / effect->per : 0);
            t->life[number] = life_of(t, species, number, lost[b]);
            room += cubes_sum(t->s->cubes[number]) < BIO_ROOM;
        }
        bool transfers = !(t->s->used[t->seat] >> ACT_TRANSFER & 1) && t->s->plants[t->seat][b] <= room;
        t->moving[b] = transfers ? bio_worth(&t->look, W_MOVABLE) : 0;
    }
}

/* ---- cards ---- */

static int32_t percent_of(const struct bio_sight *t, unsigned place)
{
    int32_t percent = bio_worth(&t->look, W_HAND_FIRST) - (int32_t)place * bio_worth(&t->look, W_HAND_DECAY);
    return percent > 0 ? percent : 0;
}

int32_t bio_hand_worth(const struct bio_sight *t, unsigned without, unsigned more)
{
    int32_t mean = 0;
    int32_t sum = 0;
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        mean = t->look.mean[deck] > mean ? t->look.mean[deck] : mean;
    }
    unsigned place = 0;
    for (unsigned i = 0; i <= t->hands; i++) {
        int32_t worth = i < t->hands ? t->worth[i] : INT32_MIN;
        for (; more > 0 && mean > worth; more--) {
            sum += mean * percent_of(t, place++) / BIO_PERCENT;
        }
        if (i < t->hands && i != without) {
            sum += worth * percent_of(t, place++) / BIO_PERCENT;
        }
    }
    return sum;
}

static void note_hand(struct bio_sight *t)
{
    t->hands = 0;
    for (unsigned i = 0; i < BIO_SPECIES && t->hands < SIGHT_HAND; i++) {
        if (t->s->at[i] != AT_HAND + t->seat) {
            continue;
        }
        int32_t worth = bio_card_value(&t->look, t->s, &t->census, i);
        unsigned at = t->hands++;
        for (; at > 0 && t->worth[at - 1] < worth; at--) {
            t->worth[at] = t->worth[at - 1];
            t->hand[at] = t->hand[at - 1];
        }
        t->worth[at] = worth;
        t->hand[at] = (uint8_t)i;
    }
}

/* The mean of each deck, by some of the cards that the seat has not seen. */
static void note_decks(struct bio_sight *t)
{
    int32_t cards[BIO_DECKS] = {0};
    for (unsigned i = 0; i < BIO_SPECIES; i += SAMPLE) {
        unsigned at = t->s->at[i];
        bool seen = at == AT_DISCARD || at >= AT_PLAY || at == AT_HAND + t->seat;
        unsigned deck = t->cat->species[i].deck;
        if (!seen) {
            cards[deck]++;
            t->look.mean[deck] += bio_card_value(&t->look, t->s, &t->census, i);
        }
    }
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        t->look.mean[deck] /= cards[deck] > 0 ? cards[deck] : 1;
    }
}

void bio_sight_hand(struct bio_sight *t)
{
    if (t->known_hand) {
        return;
    }
    t->known_hand = true;
    note_hand(t);
    note_decks(t);
    t->draw = bio_hand_worth(t, SIGHT_HAND, 1) - bio_hand_worth(t, SIGHT_HAND, 0);
    note_gains(t);
}

void bio_sight_ground(struct bio_sight *t)
{
    if (!t->known_ground) {
        t->known_ground = true;
        bio_ground_read(&t->s->land, t->seat + 1, &t->ground);
    }
}

/* ---- all ---- */

/* A cube of bag or board comes back in production, if there are tokens enough to draw it. */
static int32_t stock_of(const struct bio_sight *t)
{
    int32_t stock = 0;
    int32_t capacity = BIO_TOKENS - t->s->tokens[t->seat] + t->census.extra;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        stock += t->s->bag[t->seat][b] + t->s->board[t->seat][b];
    }
    return t->look.later == 0 ? 0 : bio_worth(&t->look, W_STOCK) + (stock < capacity ? bio_worth(&t->look, W_FLOW) : 0);
}

void bio_sight_begin(struct bio_sight *t, const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    int32_t later = (int32_t)bio_cycles(setup) - 1 - s->cycle;
    t->setup = setup;
    t->cat = bio_cat(setup);
    t->s = s;
    t->seat = seat;
    t->look = (struct bio_outlook){.setup = setup, .seat = seat, .later = later < 0 ? 0 : later};
    t->known_hand = t->known_ground = false;
    t->draw = 0;
    bio_count(&t->look, s, seat, &t->census);
    t->plants = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        t->plants = (uint8_t)(t->plants + s->plants[seat][b]);
    }
    t->second = bio_worth(&t->look, W_SECOND);
    t->more = bio_worth(&t->look, W_MORE);
    t->plant = bio_worth(&t->look, W_PLANT);
    t->plant_many = bio_worth(&t->look, W_PLANT_MANY);
    t->cube = bio_worth(&t->look, W_DRAWN_CUBE);
    t->stock = stock_of(t);
    note_species(t);
}
