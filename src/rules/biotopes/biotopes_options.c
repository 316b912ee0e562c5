/*
 * The moves that the greedy player thinks about. In its turn these are the
 * legal actions but for declared effects and for Actions of which another card
 * does as well, found without a look at the many words that cannot be legal;
 * the judge has the last word on each.
 */
#include "rules/biotopes/biotopes_value.h"

#include "base/banned.h"

struct options {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    game_move *moves;
    size_t cap;
    size_t count;
};

static void add(struct options *o, struct bio_word w)
{
    if (o->count < o->cap && bio_check(o->setup, o->s, o->seat, w) == BIO_OK) {
        o->moves[o->count++] = bio_pack(o->seat, w);
    }
}

static bool is_used(const struct options *o, enum bio_act act)
{
    return o->s->used[o->seat] >> act & 1;
}

/* Discreet species all do the same: the one with the most cubes misses one least. */
static bool is_second_choice(const struct options *o, unsigned species)
{
    const struct bio_effect *effect = bio_cat(o->setup)->effect;
    unsigned cubes = cubes_sum(o->s->cubes[species]);
    for (unsigned i = 0; i < BIO_SPECIES && effect[species].when == WHEN_ACTION_SHIFT; i++) {
        unsigned others = cubes_sum(o->s->cubes[i]);
        if (o->s->at[i] == AT_PLAY + o->seat && effect[i].when == WHEN_ACTION_SHIFT &&
            effect[i].count >= effect[species].count && (others > cubes || (others == cubes && i < species))) {
            return true;
        }
    }
    return false;
}

static void add_cards(struct options *o)
{
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (bio_in_hand(o->setup, o->s, o->seat, i)) {
            add(o, (struct bio_word){.kind = KIND_ADAPT, .a = (uint8_t)i});
        } else if (o->s->at[i] == AT_PLAY + o->seat && o->s->cubes[i] != 0 && !is_second_choice(o, i)) {
            add(o, (struct bio_word){.kind = KIND_USE, .a = (uint8_t)i});
        }
    }
}

static void add_settling(struct options *o, enum bio_act act, enum bio_kind kind)
{
    const struct bio_land *land = &o->s->land;
    for (unsigned i = 0; i < land->count && !is_used(o, act) && o->s->tokens[o->seat] > 0; i++) {
        if ((land->owner[i] == OWNER_NONE) == (kind == KIND_EXPAND)) {
            add(o, (struct bio_word){.kind = (uint8_t)kind, .a = bio_coord(land->q[i]), .b = bio_coord(land->r[i])});
        }
    }
}

/* Colours of cubes on birds and reptiles: those of the hexes that one could migrate to. */
static unsigned colours_to_migrate(const struct options *o)
{
    unsigned colours = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < o->s->row_length[o->seat][b]; i++) {
            unsigned species = o->s->row[o->seat][b][i];
            unsigned type = bio_cat(o->setup)->species[species].type;
            for (unsigned c = 0; c < BIO_BIOTOPES && (type == BIO_BIRD || type == BIO_REPTILE); c++) {
                colours |= (unsigned)(cubes_of(o->s->cubes[species], c) > 0) << c;
            }
        }
    }
    return colours;
}

static void add_migrations(struct options *o)
{
    const struct bio_land *land = &o->s->land;
    unsigned colours = is_used(o, ACT_MIGRATE) ? 0 : colours_to_migrate(o);
    for (unsigned i = 0; i < land->count && colours != 0; i++) {
        for (unsigned k = 0; k < land->count && land->owner[i] == o->seat + 1; k++) {
            if (land->owner[k] == OWNER_NONE && colours >> land->biotope[k] & 1 &&
                bio_land_distance(land, i, k) <= BIO_STEPS_AWAY) {
                add(o, (struct bio_word){.kind = KIND_MIGRATE,
                                         .a = bio_coord(land->q[i]),
                                         .b = bio_coord(land->r[i]),
                                         .c = bio_coord(land->q[k]),
                                         .d = bio_coord(land->r[k])});
            }
        }
    }
}

size_t bio_options(const struct setup *setup, const struct bio_state *s, unsigned seat, game_move *moves, size_t cap)
{
    static const uint8_t plain[] = {KIND_REPRODUCE, KIND_TRANSFER, KIND_EVOLVE, KIND_PASS};
    struct options o = {setup, s, seat, moves, cap, 0};
    if (s->step != STEP_TURN || s->turn != seat) { /* out of turn there are declared effects only */
        size_t count = bio_legal(setup, s, seat, moves, cap);
        return count < cap ? count : cap;
    }
    for (unsigned i = 0; i < sizeof(plain); i++) {
        add(&o, (struct bio_word){.kind = plain[i]});
    }
    add_cards(&o);
    add_settling(&o, ACT_EXPAND, KIND_EXPAND);
    add_migrations(&o);
    add_settling(&o, ACT_COMPETE, KIND_COMPETE);
    return o.count;
}
