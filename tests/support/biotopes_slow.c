/* Biotopes counted slowly; see the header. */
#include "support/biotopes_slow.h"

#include "support/shipped.h"

#include <string.h>

const struct bio_catalogue *bio_shipped(const char *name)
{
    return shipped_catalogue(&biotopes_game, name)->block;
}

struct setup bio_setup(const char *catalogue, unsigned variant, unsigned level, unsigned seats)
{
    return (struct setup){.game = &biotopes_game,
                          .variant = (uint8_t)variant,
                          .level = (uint8_t)level,
                          .seats = (uint8_t)seats,
                          .block = bio_shipped(catalogue),
                          .block_size = sizeof(struct bio_catalogue)};
}

/* ---- everything in one place ---- */

static const char *check_cubes(const struct setup *setup, const struct bio_state *s)
{
    static const unsigned supply[] = {0, 16, 16, 24, 32, 40}; /* of a colour, by players */
    for (unsigned colour = 0; colour < 4; colour++) {
        unsigned sum = s->reserve[colour];
        for (unsigned seat = 0; seat < setup->seats; seat++) {
            sum += (unsigned)s->bag[seat][colour] + s->board[seat][colour] + s->plants[seat][colour];
        }
        for (unsigned i = 0; i < BIO_SPECIES; i++) {
            sum += s->cubes[i] >> 4 * colour & 15;
        }
        sum += s->step == STEP_PUT && s->drawn == colour; /* in somebody's hand */
        if (sum != supply[setup->seats]) {
            return "cubes of a colour";
        }
    }
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        unsigned four = s->cubes[i];
        unsigned cubes = (four & 15) + (four >> 4 & 15) + (four >> 8 & 15) + (four >> 12);
        if (cubes > 4) {
            return "more than four cubes on a species";
        }
        if (cubes > 0 && s->at[i] < AT_PLAY) {
            return "cubes on a species that is not in play";
        }
    }
    return NULL;
}

static unsigned times_in_rows(const struct setup *setup, const struct bio_state *s, unsigned species, unsigned *seat)
{
    unsigned times = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned b = 0; b < 4; b++) {
            for (unsigned k = 0; k < s->row_length[i][b]; k++) {
                bool here = s->row[i][b][k] == species && bio_cat(setup)->species[species].biotope == b;
                times += here;
                *seat = here ? i : *seat;
            }
        }
    }
    return times;
}

static const char *check_cards(const struct setup *setup, const struct bio_state *s)
{
    unsigned unseen[3] = {0, 0, 0};
    unsigned hand[5][3] = {{0}};
    unsigned rows = 0;
    for (unsigned i = 0; i < setup->seats * 4u; i++) {
        rows += s->row_length[i / 4][i % 4];
    }
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        unsigned deck = bio_cat(setup)->species[i].deck;
        unsigned at = s->at[i];
        unsigned seat = 99;
        bool plays = at >= AT_PLAY && at < (unsigned)AT_PLAY + setup->seats;
        bool held = at >= AT_HAND && at < (unsigned)AT_HAND + setup->seats && setup->level == BIO_FULL;
        if (times_in_rows(setup, s, i, &seat) != plays || (plays && seat != at - AT_PLAY)) {
            return "a species and the rows";
        }
        if (!plays && !held && at != AT_UNSEEN && at != AT_DISCARD) {
            return "a species that is nowhere";
        }
        rows -= plays;
        unseen[deck] += at == AT_UNSEEN;
        if (held) {
            hand[at - AT_HAND][deck]++;
        }
    }
    for (unsigned deck = 0; deck < 3; deck++) {
        unsigned hidden = s->deck[deck];
        bool drawn = s->step == STEP_CARD && s->deck_drawn == deck; /* the table is about to say which it is */
        for (unsigned i = 0; i < setup->seats; i++) {
            hidden += setup->level == BIO_TABLE ? s->hand[i][deck] : 0u;
            if (setup->level == BIO_FULL && hand[i][deck] + (drawn && s->whom == i) != s->hand[i][deck]) {
                return "cards in a hand";
            }
        }
        if (hidden + drawn != unseen[deck]) {
            return "cards of a deck";
        }
    }
    return rows == 0 ? NULL : "rows with cards twice";
}

static const char *check_tokens(const struct setup *setup, const struct bio_state *s)
{
    unsigned on[8] = {0};
    for (unsigned i = 0; i < s->land.count; i++) {
        unsigned owner = s->land.owner[i];
        if (owner > setup->seats && !(owner == OWNER_NEUTRAL && bio_is_solo(setup))) {
            return "the owner of a hex";
        }
        on[owner]++;
    }
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        if (on[seat + 1] + s->tokens[seat] != 12) {
            return "twelve tokens";
        }
    }
    return on[OWNER_NEUTRAL] > 28 ? "foreign tokens" : NULL;
}

const char *bio_slow_misses(const struct setup *setup, const struct bio_state *s)
{
    const char *wrong = check_cubes(setup, s);
    wrong = wrong ? wrong : check_cards(setup, s);
    return wrong ? wrong : check_tokens(setup, s);
}

/* ---- the score ---- */

static bool is_near(const struct bio_land *land, unsigned a, unsigned b)
{
    int q = land->q[a] - land->q[b];
    int r = land->r[a] - land->r[b];
    return (q || r) && q >= -1 && q <= 1 && r >= -1 && r <= 1 && q + r >= -1 && q + r <= 1;
}

/* Every token begins as a group of its own, and neighbours take the lower number until nothing changes. */
static unsigned groups_of(const struct bio_land *land, unsigned owner)
{
    unsigned group[BIO_HEXES];
    unsigned groups = 0;
    for (unsigned i = 0; i < land->count; i++) {
        group[i] = i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned k = 0; k < (unsigned)land->count * land->count; k++) {
            unsigned a = k / land->count;
            unsigned b = k % land->count;
            if (land->owner[a] == owner && land->owner[b] == owner && is_near(land, a, b) && group[a] > group[b]) {
                group[a] = group[b];
                changed = true;
            }
        }
    }
    for (unsigned i = 0; i < land->count; i++) {
        groups += land->owner[i] == owner && group[i] == i;
    }
    return groups;
}

struct left { /* of one seat: species that have cubes */
    unsigned by_type[5], by_biotope[4], by_deck[3];
    unsigned cubes_by_type[5], cubes_by_biotope[4];
    unsigned tokens[4];
};

static void count_left(const struct setup *setup, const struct bio_state *s, unsigned seat, struct left *left)
{
    memset(left, 0, sizeof(*left));
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        const struct bio_species *species = &bio_cat(setup)->species[i];
        unsigned cubes = cubes_sum(s->cubes[i]);
        if (s->at[i] == AT_PLAY + seat && cubes > 0) {
            left->by_type[species->type]++;
            left->by_biotope[species->biotope]++;
            left->by_deck[species->deck]++;
            left->cubes_by_type[species->type] += cubes;
            left->cubes_by_biotope[species->biotope] += cubes;
        }
    }
    for (unsigned i = 0; i < s->land.count; i++) {
        left->tokens[s->land.biotope[i]] += s->land.owner[i] == seat + 1;
    }
}

static unsigned bonus_of(const struct bio_effect *effect, const struct left *left, unsigned cubes)
{
    unsigned n = 1;
    if (effect->when != WHEN_END) {
        return 0;
    }
    switch (effect->each) {
    case EACH_TYPE:
        n = left->by_type[effect->of];
        break;
    case EACH_BIOTOPE:
        n = left->by_biotope[effect->of];
        break;
    case EACH_DECK:
        n = left->by_deck[effect->of];
        break;
    case EACH_TOKEN:
        n = left->tokens[effect->of];
        break;
    case EACH_CUBE:
        n = cubes;
        break;
    default:
        break;
    }
    return effect->count * (n / effect->per);
}

static unsigned bonuses(const struct setup *setup, const struct bio_state *s, unsigned seat, const struct left *left)
{
    const struct bio_catalogue *cat = bio_cat(setup);
    unsigned sum = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        unsigned cubes = cubes_sum(s->cubes[i]);
        if (s->at[i] == AT_PLAY + seat && cubes > 0) {
            sum += s->bonus[i] ? s->bonus[i] - 1u : bonus_of(&cat->effect[i], left, cubes);
        }
    }
    for (unsigned b = 0; b < 4; b++) {
        unsigned milieu = s->milieu[seat][b];
        if (milieu != BIO_BASIC) {
            unsigned said = s->bonus_biotope[seat][b];
            sum += said ? said - 1u : bonus_of(&cat->effect[88 + 5 * b + milieu - 1], left, left->cubes_by_biotope[b]);
        }
    }
    return sum;
}

void bio_slow_score(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_slow_score *score)
{
    struct left left;
    count_left(setup, s, seat, &left);
    unsigned shortest = 99;
    for (unsigned b = 0; b < 4; b++) {
        shortest = left.by_biotope[b] < shortest ? left.by_biotope[b] : shortest;
    }
    unsigned groups = groups_of(&s->land, seat + 1);
    int columns = 0;
    for (unsigned i = 1; i <= shortest; i++) {
        columns += (int)(2 * i);
    }
    *score =
        (struct bio_slow_score){{(int)(2 * left.tokens[s->condition[0]]), (int)(2 * left.by_biotope[s->condition[1]]),
                                 (int)(2 * left.by_type[s->condition[2]]), (int)left.cubes_by_type[s->condition[3]],
                                 (int)(left.by_deck[BIO_INSECTIVORE] + 2 * left.by_deck[BIO_CARNIVORE]),
                                 (int)bonuses(setup, s, seat, &left), columns, groups > 1 ? -3 * (int)(groups - 1) : 0},
                                0,
                                left.by_deck[BIO_CARNIVORE]};
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        score->total += score->category[i];
    }
}

unsigned bio_slow_production(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    const struct bio_catalogue *cat = bio_cat(setup);
    unsigned count = 12u - s->tokens[seat];
    unsigned bag = (unsigned)s->bag[seat][0] + s->bag[seat][1] + s->bag[seat][2] + s->bag[seat][3];
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        count += s->at[i] == AT_PLAY + seat && cat->effect[i].when == WHEN_PRODUCTION ? cat->effect[i].count : 0u;
    }
    for (unsigned b = 0; b < 4; b++) {
        const struct bio_effect *effect = &cat->effect[88 + 5 * b + s->milieu[seat][b] - 1u];
        bool more = s->milieu[seat][b] != BIO_BASIC && effect->when == WHEN_PRODUCTION;
        count += more ? effect->count : 0u;
    }
    return count < bag ? count : bag;
}

/* ---- a player ---- */

/* Of how many lots each kind has, where it is among what may be said. */
static unsigned lots(const struct bio_state *s, unsigned kind)
{
    switch (kind) {
    case KIND_PASS:
        return 2;
    case KIND_EFFECT:
        return s->step == STEP_TURN ? 2 : 1;
    case KIND_DONE:
        return s->step == STEP_DECLARED ? 90 : 8;
    case KIND_BONUS:
        return 4;
    case KIND_SKIP:
        return 4;
    default:
        return 12;
    }
}

game_move bio_any_move(const struct setup *setup, const struct bio_state *s, game_move *room, struct prng *prng)
{
    seat_set turn = biotopes_game.turn(setup, s);
    if (turn & seat_bit(SEAT_TABLE)) {
        return biotopes_game.chance(setup, s, prng);
    }
    unsigned seat = s->turn;
    bool other = s->step != STEP_TURN || prng_below(prng, 40) == 0;
    while (other && !(turn >> (seat = prng_below(prng, setup->seats)) & 1)) {
    }
    size_t count = biotopes_game.legal(setup, s, seat, room, biotopes_game.legal_limit);
    unsigned sum = 0;
    unsigned here[KINDS] = {0};
    for (size_t i = 0; i < count && i < biotopes_game.legal_limit; i++) {
        here[bio_unpack(room[i]).kind]++;
    }
    for (unsigned kind = 0; kind < KINDS; kind++) {
        sum += here[kind] ? lots(s, kind) : 0;
    }
    if (sum == 0) {
        return 0; /* stuck */
    }
    unsigned lot = prng_below(prng, sum);
    unsigned chosen = 0;
    for (; !here[chosen] || lot >= lots(s, chosen); chosen++) {
        lot -= here[chosen] ? lots(s, chosen) : 0;
    }
    unsigned which = prng_below(prng, here[chosen]);
    size_t i = 0;
    for (; bio_unpack(room[i]).kind != chosen || which > 0; i++) {
        which -= bio_unpack(room[i]).kind == chosen;
    }
    return room[i];
}
