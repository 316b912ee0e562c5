/*
 * What simulation needs besides a player: chance, and what a record of level
 * table says of a full game.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

/* ---- chance ---- */

static struct bio_word draw_conditions(struct prng *prng)
{
    unsigned a = prng_below(prng, BIO_BIOTOPES);
    unsigned b = prng_below(prng, BIO_BIOTOPES - 1);
    unsigned c = prng_below(prng, BIO_TYPES - 1);
    unsigned d = prng_below(prng, BIO_TYPES - 2);
    return (struct bio_word){.kind = KIND_CONDITIONS,
                             .a = (uint8_t)a,
                             .b = (uint8_t)(b + (b >= a)),
                             .c = (uint8_t)(1 + c),
                             .d = (uint8_t)(1 + d + (d >= c))};
}

/* Where the booklet has the next tile, or where one fits when others were laid elsewhere. */
static void draw_centre(const struct setup *setup, const struct bio_land *land, struct prng *prng, int8_t centre[2])
{
    unsigned count;
    const int8_t(*layout)[2] = bio_layout(setup->seats, &count);
    memcpy(centre, layout[land->tiles], 2);
    if (!bio_land_takes_tile(land, centre[0], centre[1])) {
        int8_t fits[BIO_CENTRES][2];
        memcpy(centre, fits[prng_below(prng, bio_land_centres(land, fits))], 2);
    }
}

static struct bio_word draw_tile(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    int8_t centre[2];
    draw_centre(setup, &s->land, prng, centre);
    bool used[BIO_TILES] = {false};
    for (unsigned i = 0; i < s->land.tiles; i++) {
        used[s->land.tile[i].face / 2] = true;
    }
    unsigned tile = prng_below(prng, BIO_TILES - s->land.tiles);
    for (unsigned i = 0; i <= tile && i < BIO_TILES; i++) {
        tile += used[i];
    }
    return (struct bio_word){.kind = KIND_TILE,
                             .a = (uint8_t)(2 * tile + prng_below(prng, 2)),
                             .b = (uint8_t)prng_below(prng, 6),
                             .c = bio_coord(centre[0]),
                             .d = bio_coord(centre[1])};
}

/* One of the species that nobody has seen: of the deck drawn from, or of those biotopes that a hand is dealt. */
static struct bio_word draw_species(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    const struct bio_species *species = bio_cat(setup)->species;
    bool deals = s->step == STEP_DEAL;
    unsigned deck = deals ? (unsigned)BIO_HERBIVORE : s->deck_drawn;
    uint8_t found[BIO_SPECIES];
    unsigned count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        found[count] = (uint8_t)i;
        count += s->at[i] == AT_UNSEEN && species[i].deck == deck && !(deals && s->dealt >> species[i].biotope & 1);
    }
    uint8_t drawn = found[prng_below(prng, count)];
    return deals ? (struct bio_word){.kind = KIND_DEAL, .a = s->asked, .b = drawn}
                 : (struct bio_word){.kind = KIND_CARD, .a = drawn};
}

static struct bio_word draw_cubes(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    bool produces = s->step == STEP_PRODUCE;
    unsigned seat = produces ? s->asked : s->whom;
    unsigned left[BIO_BIOTOPES];
    unsigned drawn[BIO_BIOTOPES] = {0};
    unsigned sum = bio_bag_sum(s, seat);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        left[b] = s->bag[seat][b];
    }
    for (unsigned n = produces ? bio_production(setup, s, seat) : 1; n > 0; n--, sum--) {
        unsigned at = prng_below(prng, sum);
        unsigned b = 0;
        for (; at >= left[b]; b++) {
            at -= left[b];
        }
        left[b]--;
        drawn[b]++;
    }
    return (struct bio_word){KIND_CUBES,        (uint8_t)seat,     (uint8_t)drawn[0],
                             (uint8_t)drawn[1], (uint8_t)drawn[2], (uint8_t)drawn[3]};
}

game_move bio_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    const struct bio_state *s = state;
    switch (s->step) {
    case STEP_CONDITIONS:
        return bio_pack(SEAT_TABLE, draw_conditions(prng));
    case STEP_TILE:
        return bio_pack(SEAT_TABLE, draw_tile(setup, s, prng));
    case STEP_PRODUCE:
    case STEP_CUBE:
        return bio_pack(SEAT_TABLE, draw_cubes(setup, s, prng));
    default:
        return bio_pack(SEAT_TABLE, draw_species(setup, s, prng));
    }
}

/* ---- level table ---- */

size_t bio_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)setup;
    (void)state;
    (void)level;
    unsigned kind = bio_unpack(move).kind;
    if (kind == KIND_DEAL || kind == KIND_CARD) {
        return 0;
    }
    out[0] = move;
    return 1;
}
