/*
 * What a position is worth to the greedy player, in hundredths of a point: the
 * points it would score, less of what can still be lost and something for what
 * can still be made of it. Every weight is for the last cycle, and so much more
 * for each cycle to come. They were found by play against weights a little
 * different (see docs/biotopes.md); nothing else is in them.
 *
 * A seat knows its own hand and what lies open. The other hands and the decks
 * are alike to it: a card not seen is worth the mean of all such of its deck.
 */
#include "rules/biotopes/biotopes_value.h"

#include "base/banned.h"

enum { POINT = 100, HAND_SLOTS = 8 };

const int32_t bio_weights[WEIGHTS][2] = {
    [W_ALIVE] = {100, 0},       [W_BARE] = {45, 26},       [W_POPULATION] = {84, -14}, [W_COLUMN] = {100, -3},
    [W_COLUMN_PART] = {10, 19}, [W_FIRST] = {27, 17},      [W_SECOND] = {27, 29},      [W_MORE] = {8, 8},
    [W_PLANT] = {4, 8},         [W_PLANT_MANY] = {0, 6},   [W_MOVABLE] = {0, 5},       [W_GROWING] = {19, 10},
    [W_FLOW] = {0, 31},         [W_CAPACITY] = {0, 35},    [W_STOCK] = {0, 13},        [W_GAIN_CARD] = {0, 14},
    [W_GAIN_CUBE] = {0, 19},    [W_GAIN_OFTEN] = {93, 0},  [W_EXTRA] = {0, 22},        [W_POLLEN] = {0, 6},
    [W_USE_DRAW] = {0, 12},     [W_USE_SHIFT] = {0, 5},    [W_USE_PREY] = {0, 5},      [W_HAND] = {44, 8},
    [W_HAND_ONE] = {6, 14},     [W_HAND_TWO] = {-5, 7},    [W_HAND_FAR] = {-11, -2},   [W_HAND_FIRST] = {94, 4},
    [W_HAND_DECAY] = {26, 10},  [W_TERRITORY] = {123, 3},  [W_GROUPS] = {-248, 42},    [W_BRIDGES] = {13, -40},
    [W_ROOM] = {-1, 13},        [W_DRAWN_CUBE] = {37, 17},
};

/* ---- an ecosystem, counted once ---- */

/* Columns that are full, and the next one. */
int32_t bio_columns_value(const struct bio_outlook *look, const int32_t length[BIO_BIOTOPES])
{
    int32_t full = length[0];
    for (unsigned b = 1; b < BIO_BIOTOPES; b++) {
        full = length[b] < full ? length[b] : full;
    }
    int32_t part = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        part += length[b] > full;
    }
    return bio_share(look, W_COLUMN, POINT * full * (full + 1)) +
           bio_share(look, W_COLUMN_PART, POINT * 2 * (full + 1) * part / BIO_BIOTOPES);
}

/* Rows as they will count: as long as there are cycles to come, a species without cubes may get some again. */
static void count_columns(const struct bio_outlook *look, const struct bio_state *s, unsigned seat,
                          struct bio_census *census)
{
    int32_t length[BIO_BIOTOPES];
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        length[b] = look->later > 0 ? s->row_length[seat][b] : census->alive[b];
    }
    census->columns = bio_columns_value(look, length);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        length[b]++;
        census->longer[b] = bio_columns_value(look, length) - census->columns;
        length[b]--;
    }
}

void bio_count(const struct bio_outlook *look, const struct bio_state *s, unsigned seat, struct bio_census *census)
{
    const struct bio_catalogue *cat = bio_cat(look->setup);
    *census = (struct bio_census){.extra = 0};
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        const struct bio_effect *effect = bio_effect_at(look->setup, s, seat, BIO_SPECIES + b);
        census->extra += s->has[seat] >> b & 1 && effect->when == WHEN_PRODUCTION ? effect->count : 0;
        census->cubes[BIO_PLANT] += s->plants[seat][b];
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned number = s->row[seat][b][i];
            const struct bio_species *species = &cat->species[number];
            int32_t cubes = (int32_t)cubes_sum(s->cubes[number]);
            unsigned when = cat->effect[number].when;
            census->cubes[species->type] += cubes;
            census->cubes[BIO_PLANT] += when == WHEN_PAY ? cubes : 0;
            census->extra += when == WHEN_PRODUCTION ? cat->effect[number].count : 0;
            if (cubes > 0) {
                census->of_type[species->type]++;
                census->of_biotope[species->biotope]++;
                census->of_deck[species->deck]++;
                census->alive[b]++;
            }
        }
    }
    count_columns(look, s, seat, census);
}

/* ---- cards ---- */

/* What the effect of a card brings in the cycles to come, or at the end. */
static int32_t effect_value(const struct bio_outlook *look, const struct bio_state *s, unsigned seat,
                            const struct bio_census *census, const struct bio_effect *effect, int32_t cubes)
{
    int32_t gains = effect->gain == GAIN_CARD ? W_GAIN_CARD : W_GAIN_CUBE;
    int32_t sum = 0;
    switch (effect->when) {
    case WHEN_EXPAND:
    case WHEN_MIGRATE:
    case WHEN_COMPETE:
    case WHEN_REPRODUCE:
    case WHEN_TRANSFER:
    case WHEN_EVOLVE:
        return bio_worth(look, (enum bio_weight)gains) * effect->count / (effect->onto == BIO_ANY ? 1 : 2);
    case WHEN_SETTLE:
        return bio_worth(look, (enum bio_weight)gains) * effect->count * (effect->onto == BIO_ANY ? 2 : 1);
    case WHEN_ADAPT:
        sum = bio_worth(look, (enum bio_weight)gains) * effect->count / (effect->onto == BIO_ANY ? 1 : 2);
        return bio_share(look, W_GAIN_OFTEN, sum);
    case WHEN_PRODUCTION:
        return bio_worth(look, W_EXTRA) * effect->count;
    case WHEN_PAY:
        return bio_worth(look, W_POLLEN);
    case WHEN_ACTION_DRAW:
        return bio_worth(look, W_USE_DRAW) * effect->count / 2;
    case WHEN_ACTION_SHIFT:
        return bio_worth(look, W_USE_SHIFT);
    case WHEN_ACTION_PREY:
        return bio_worth(look, W_USE_PREY);
    case WHEN_END:
        sum = effect->each == EACH_TYPE      ? census->of_type[effect->of]
              : effect->each == EACH_BIOTOPE ? census->of_biotope[effect->of]
              : effect->each == EACH_DECK    ? census->of_deck[effect->of]
              : effect->each == EACH_TOKEN   ? (int32_t)bio_land_tokens(&s->land, seat + 1, effect->of)
              : effect->each == EACH_CUBE    ? cubes
                                             : 1;
        return POINT * effect->count * (look->later == 0 ? sum / effect->per : sum) /
               (look->later == 0 ? 1 : effect->per);
    default:
        return 0;
    }
}

static int32_t points_of(const struct bio_state *s, const struct bio_species *species)
{
    return POINT * (2 * (species->biotope == s->condition[1]) + 2 * (species->type == s->condition[2]) + species->deck);
}

int32_t bio_species_value(const struct bio_outlook *look, const struct bio_state *s, unsigned seat,
                          const struct bio_census *census, unsigned number, int32_t cubes)
{
    const struct bio_species *species = &bio_cat(look->setup)->species[number];
    const struct bio_effect *effect = &bio_cat(look->setup)->effect[number];
    int32_t brings = effect_value(look, s, seat, census, effect, cubes);
    int32_t points = points_of(s, species) + (effect->when == WHEN_END ? brings : 0);
    int32_t sum = bio_share(look, cubes > 0 ? W_ALIVE : W_BARE, points) + (effect->when == WHEN_END ? 0 : brings);
    sum += cubes > 0 ? bio_worth(look, W_FIRST) : 0;
    sum += cubes > 1 ? bio_worth(look, W_SECOND) : 0;
    sum += cubes > 2 ? bio_worth(look, W_MORE) * (cubes - 2) : 0;
    if (species->type == s->condition[3]) {
        sum += bio_share(look, W_POPULATION, POINT * cubes);
    }
    return sum;
}

/* A card in hand: what it would bring in play, and how much of its cost is there. */
int32_t bio_card_value(const struct bio_outlook *look, const struct bio_state *s, const struct bio_census *census,
                       unsigned number)
{
    const struct bio_species *species = &bio_cat(look->setup)->species[number];
    int32_t sum = bio_species_value(look, s, look->seat, census, number, 1) + census->longer[species->biotope];
    int32_t missing = 0;
    for (unsigned t = 0; t < BIO_TYPES; t++) {
        missing += species->cost[t] > census->cubes[t] ? species->cost[t] - census->cubes[t] : 0;
        sum -= species->cost[t] * bio_worth(look, t == BIO_PLANT ? W_PLANT : W_SECOND);
    }
    sum = sum < 0 ? 0 : sum;
    return bio_share(look,
                     missing == 0   ? W_HAND
                     : missing == 1 ? W_HAND_ONE
                     : missing == 2 ? W_HAND_TWO
                                    : W_HAND_FAR,
                     sum);
}

static unsigned insert(int32_t best[HAND_SLOTS], unsigned cards, int32_t one)
{
    unsigned at = cards;
    for (; at > 0 && best[at - 1] < one; at--) {
        best[at] = best[at - 1];
    }
    best[at] = one;
    return cards + 1;
}

/* The best counts most: not all of them will be played. */
static int32_t hand_value(const struct bio_outlook *look, const struct bio_state *s, const struct bio_census *census,
                          unsigned draws)
{
    int32_t best[HAND_SLOTS] = {0};
    unsigned cards = 0;
    int32_t mean = 0;
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        mean = look->mean[deck] > mean ? look->mean[deck] : mean;
    }
    for (unsigned i = 0; i < BIO_SPECIES && cards < HAND_SLOTS; i++) {
        if (s->at[i] == AT_HAND + look->seat) {
            cards = insert(best, cards, bio_card_value(look, s, census, i));
        }
    }
    for (unsigned i = 0; i < draws && cards < HAND_SLOTS; i++) {
        cards = insert(best, cards, mean);
    }
    if (s->step == STEP_CARD && s->whom == look->seat && cards < HAND_SLOTS) {
        cards = insert(best, cards, look->mean[s->deck_drawn]);
    }
    int32_t sum = 0;
    int32_t percent = bio_worth(look, W_HAND_FIRST);
    for (unsigned i = 0; i < cards && percent > 0; i++, percent -= bio_worth(look, W_HAND_DECAY)) {
        sum += best[i] * percent / BIO_PERCENT;
    }
    return sum;
}

/* ---- cubes ---- */

static int32_t cubes_value(const struct bio_outlook *look, const struct bio_state *s, unsigned seat,
                           const struct bio_census *census)
{
    int32_t plants = 0;
    int32_t sum = 0;
    int32_t stock = 0;
    int32_t growing = 0;
    bool transfers = !(s->used[seat] >> ACT_TRANSFER & 1);
    bool reproduces = !(s->used[seat] >> ACT_REPRODUCE & 1);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        int32_t room = 0;
        plants += s->plants[seat][b];
        stock += s->bag[seat][b] + s->board[seat][b];
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned cubes = cubes_sum(s->cubes[s->row[seat][b][i]]);
            room += cubes < BIO_ROOM;
            growing += cubes == 2 || cubes == 3;
        }
        room = room < s->plants[seat][b] ? room : s->plants[seat][b];
        sum += transfers ? room * bio_worth(look, W_MOVABLE) : 0;
    }
    sum += plants * bio_worth(look, W_PLANT);
    sum -= plants > 6 ? (plants - 6) * (bio_worth(look, W_PLANT) - bio_worth(look, W_PLANT_MANY)) : 0;
    bool pays = census->cubes[BIO_INVERTEBRATE] + census->cubes[BIO_REPTILE] > 0;
    sum += reproduces && pays && growing > 1 ? (growing - 1) * bio_worth(look, W_GROWING) : 0;
    int32_t capacity = BIO_TOKENS - s->tokens[seat] + census->extra;
    if (look->later > 0) {
        sum += (capacity < stock ? capacity : stock) * bio_worth(look, W_FLOW);
        sum += stock * bio_worth(look, W_STOCK);
        sum += capacity * bio_worth(look, W_CAPACITY);
    }
    return sum;
}

/* ---- all of it ---- */

static int32_t ecosystem_value(const struct bio_outlook *look, const struct bio_state *s, unsigned seat, unsigned draws)
{
    struct bio_census census;
    bio_count(look, s, seat, &census);
    int32_t sum = census.columns + cubes_value(look, s, seat, &census);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        int32_t population = 0;
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned number = s->row[seat][b][i];
            int32_t cubes = (int32_t)cubes_sum(s->cubes[number]);
            population += cubes;
            sum += bio_species_value(look, s, seat, &census, number, cubes);
        }
        const struct bio_effect *effect = bio_effect_at(look->setup, s, seat, BIO_SPECIES + b);
        if (s->has[seat] >> b & 1 && effect->when == WHEN_END) {
            sum += effect_value(look, s, seat, &census, effect, population);
        }
    }
    return sum + (seat == look->seat ? hand_value(look, s, &census, draws) : 0);
}

int32_t bio_value(const struct bio_outlook *look, const struct bio_state *s, unsigned draws)
{
    return look->land + ecosystem_value(look, s, look->seat, draws);
}

int32_t bio_value_of_rival(const struct bio_outlook *look, const struct bio_state *s, unsigned rival)
{
    return ecosystem_value(look, s, rival, 0);
}

int32_t bio_value_of_cube(const struct bio_outlook *look)
{
    return bio_worth(look, W_DRAWN_CUBE);
}

/* ---- land ---- */

/* Groups of tokens that lie side by side, or with one empty hex between them. */
static int32_t bridged_groups(const struct bio_land *land, unsigned owner)
{
    struct bio_land filled = *land;
    for (unsigned i = 0; i < land->count; i++) {
        unsigned beside = 0;
        for (unsigned k = 0; k < 6 && land->owner[i] == OWNER_NONE; k++) {
            unsigned next = land->beside[i][k];
            beside += next != HEX_NONE && land->owner[next] == owner;
        }
        filled.owner[i] = beside > 1 ? (uint8_t)owner : land->owner[i];
    }
    return (int32_t)bio_land_groups(&filled, owner);
}

void bio_look_at_land(struct bio_outlook *look, const struct bio_state *s)
{
    unsigned owner = look->seat + 1;
    int32_t groups = (int32_t)bio_land_groups(&s->land, owner);
    unsigned reach = 0;
    for (unsigned i = 0; i < s->land.count; i++) {
        if (s->land.owner[i] == OWNER_NONE && bio_land_touches(&s->land, i, owner)) {
            reach |= 1u << s->land.biotope[i];
        }
    }
    look->land = bio_share(look, W_TERRITORY, 2 * POINT * (int32_t)bio_land_tokens(&s->land, owner, s->condition[0]));
    look->land += groups > 1 ? (groups - 1) * bio_worth(look, W_GROUPS) : 0;
    look->land += groups > 1 ? (bridged_groups(&s->land, owner) - 1) * bio_worth(look, W_BRIDGES) : 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        look->land += reach >> b & 1 ? bio_worth(look, W_ROOM) : 0;
    }
}

void bio_look(struct bio_outlook *look, const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    int32_t later = (int32_t)bio_cycles(setup) - 1 - s->cycle;
    *look = (struct bio_outlook){.setup = setup, .seat = seat, .later = later < 0 ? 0 : later};
    struct bio_census census;
    int32_t cards[BIO_DECKS] = {0};
    bio_count(look, s, seat, &census);
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        bool seen = s->at[i] == AT_DISCARD || s->at[i] >= AT_PLAY || s->at[i] == AT_HAND + seat;
        unsigned deck = bio_cat(setup)->species[i].deck;
        if (!seen) {
            cards[deck]++;
            look->mean[deck] += bio_card_value(look, s, &census, i);
        }
    }
    for (unsigned deck = 0; deck < BIO_DECKS; deck++) {
        look->mean[deck] /= cards[deck] > 0 ? cards[deck] : 1;
    }
    bio_look_at_land(look, s);
}
