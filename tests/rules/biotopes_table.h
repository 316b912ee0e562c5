/*
 * A table at which tests of Biotopes play: a catalogue of which single effects
 * can be replaced, a position that can be arranged without losing a piece, and
 * lines as a record has them. For tests/rules/test_biotopes_*.c only.
 */
#ifndef RULES_BIOTOPES_TABLE_H
#define RULES_BIOTOPES_TABLE_H

#include "support/biotopes_slow.h"
#include "support/cmocka.h"
#include "support/game_line.h"

#include <string.h>

struct table {
    struct bio_catalogue cat;
    struct setup setup;
    struct bio_state state;
    struct error error;
};

/* Cubes by colour. */
#define CUBES(grey, green, yellow, blue) ((uint16_t)((grey) | (green) << 4 | (yellow) << 8 | (blue) << 12))

static inline const char *table_line(struct table *t, const char *line)
{
    return game_line(&t->setup, &t->state, line, &t->error);
}

static inline void table_play(struct table *t, const char *lines)
{
    game_lines(&t->setup, &t->state, lines, &t->error);
}

/* Nothing done yet. */
static inline void table_new(struct table *t, const char *catalogue, unsigned variant, unsigned level, unsigned seats)
{
    memset(t, 0, sizeof(*t));
    t->cat = *bio_shipped(catalogue);
    t->setup = bio_setup(catalogue, variant, level, seats);
    t->setup.block = &t->cat;
    assert_int_equal(biotopes_game.init(&t->setup, &t->state, &t->error), ERR_OK);
}

/*
 * Where tests play: q and biotope of each row, * inner hexes.
 *
 *  r=-3                     1P  2M
 *  r=-2         -2F -1H  0P  1F* 2F
 *  r=-1      -3F -2P*-1P* 0P* 1F* 2P  3H
 *  r= 0         -3F -2P -1F* 0M* 1H* 2F* 3H
 *  r= 1            -2M -1P* 0M  1M  2F
 *  r= 2               -2H -1P
 */
#define TABLE_LAND "*: tile A1 -2,-1; *: tile A2 1,-2; *: tile A3 -1,1; *: tile A4 2,0"
#define TABLE_CONDITIONS "*: conditions mountain forest bird mammal"

/*
 * Past the setup, with nothing but the landscape and a cube on each basic biotope card: no tokens, no hands, seat 1's
 * turn of the first cycle. Level full, the catalogue `house` without any effects.
 */
static inline void table_init(struct table *t, unsigned seats)
{
    table_new(t, "house", BIO_DISCOVERY, BIO_FULL, 2);
    table_play(t, TABLE_CONDITIONS "; " TABLE_LAND);
    if (seats != 2) { /* the others sit down at the same landscape */
        struct bio_land land = t->state.land;
        table_new(t, "house", seats == 1 ? BIO_SOLO : BIO_DISCOVERY, BIO_FULL, seats);
        t->state.land = land;
        memcpy(t->state.condition, (const uint8_t[]){BIO_MOUNTAIN, BIO_FOREST, BIO_BIRD, BIO_MAMMAL}, 4);
    }
    for (unsigned i = 0; i < BIO_CARDS; i++) {
        t->cat.effect[i] = (struct bio_effect){.when = WHEN_NEVER, .onto = BIO_ANY, .count = 1, .per = 1};
    }
    t->state.step = STEP_TURN;
    t->state.asked = t->state.turn = 0;
}

static inline unsigned card(const char *id)
{
    unsigned i = 0;
    while (i < BIO_SPECIES && strcmp(bio_card_names[i].id, id) != 0) {
        i++;
    }
    assert_true(i < BIO_SPECIES);
    return i;
}

static inline unsigned cubes_on(const struct table *t, const char *id)
{
    return t->state.cubes[card(id)];
}

static inline void from_reserve(struct table *t, unsigned colour, unsigned count)
{
    assert_true(t->state.reserve[colour] >= count);
    t->state.reserve[colour] = (uint8_t)(t->state.reserve[colour] - count);
}

/* A species at the end of its row, with cubes from the reserve. */
static inline void in_play(struct table *t, unsigned seat, const char *id, uint16_t cubes)
{
    struct bio_state *s = &t->state;
    unsigned species = card(id);
    unsigned b = t->cat.species[species].biotope;
    assert_int_equal(s->at[species], AT_UNSEEN);
    s->at[species] = (uint8_t)(AT_PLAY + seat);
    s->deck[t->cat.species[species].deck]--;
    s->row[seat][b][s->row_length[seat][b]++] = (uint8_t)species;
    s->cubes[species] = cubes;
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        from_reserve(t, colour, cubes_of(cubes, colour));
    }
}

static inline void in_hand(struct table *t, unsigned seat, const char *id)
{
    struct bio_state *s = &t->state;
    unsigned species = card(id);
    assert_int_equal(s->at[species], AT_UNSEEN);
    s->at[species] = (uint8_t)(AT_HAND + seat);
    s->hand[seat][t->cat.species[species].deck]++;
    s->deck[t->cat.species[species].deck]--;
}

static inline void in_bag(struct table *t, unsigned seat, unsigned colour, unsigned count)
{
    from_reserve(t, colour, count);
    t->state.bag[seat][colour] = (uint8_t)(t->state.bag[seat][colour] + count);
}

static inline void plants(struct table *t, unsigned seat, unsigned colour, unsigned more)
{
    from_reserve(t, colour, more);
    t->state.plants[seat][colour] = (uint8_t)(t->state.plants[seat][colour] + more);
}

static inline unsigned owner_at(const struct table *t, int q, int r)
{
    unsigned hex = bio_land_find(&t->state.land, q, r);
    assert_true(hex != HEX_NONE);
    return t->state.land.owner[hex];
}

static inline void token(struct table *t, unsigned seat, int q, int r)
{
    assert_int_equal(owner_at(t, q, r), OWNER_NONE);
    t->state.land.owner[bio_land_find(&t->state.land, q, r)] = (uint8_t)(1 + seat);
    t->state.tokens[seat]--;
}

/* Takes the reserve of a colour out of the way, into the bag of the last seat, down to `left`. */
static inline void drain(struct table *t, unsigned colour, unsigned left)
{
    in_bag(t, t->setup.seats - 1u, colour, t->state.reserve[colour] - left);
}

static inline void effect(struct table *t, const char *id, unsigned when, unsigned onto, unsigned gain, unsigned count)
{
    t->cat.effect[card(id)] = (struct bio_effect){
        .when = (uint8_t)when, .onto = (uint8_t)onto, .gain = (uint8_t)gain, .count = (uint8_t)count, .per = 1};
}

#define assert_says(t, line, id) assert_string_equal(table_line(t, line), "biotopes." id)
#define assert_whole(t) assert_null(bio_slow_misses(&(t)->setup, &(t)->state))

#endif
