/*
 * A table at which tests of Ecos play: a catalogue of which single cards can
 * be replaced, a position that can be arranged, and lines as a record has
 * them. For tests/rules/test_ecos_*.c only.
 */
#ifndef RULES_ECOS_TABLE_H
#define RULES_ECOS_TABLE_H

#include "rules/ecos/ecos.h"
#include "rules/ecos/ecos_state.h"
#include "support/cmocka.h"
#include "support/ecos_house.h"
#include "support/game_line.h"

#include <string.h>

enum { SUN, WATER, GRASS, PLANT, STONE, ANIMAL, EGG, WILD }; /* elements of house */
enum { RHINOCEROS = THING_SPECIES, FISH, GORILLA, LEOPARD, LION, ELEPHANT, ANTELOPE, ZEBRA, CAMEL, CROCODILE };

struct table {
    struct ecos_catalogue cat;
    struct setup setup;
    struct ecos_state state;
    struct error error;
    unsigned records; /* of programs that tests have added */
};

/* A game of `seats`, past its setup: the harbinger is about to draw, nobody has an active card. */
static inline void table_init(struct table *t, unsigned seats)
{
    memset(t, 0, sizeof(*t));
    t->cat = *ecos_shipped("house");
    t->setup =
        (struct setup){.game = &ecos_game, .seats = (uint8_t)seats, .block = &t->cat, .block_size = sizeof(t->cat)};
    assert_int_equal(ecos_game.init(&t->setup, &t->state, &t->error), ERR_OK);
    t->state.phase = PHASE_TOKEN;
    t->records = 1000;
}

/* The same under rules 1, which ask for every decision: what the rules say is then seen step by step. */
static inline void table_init_1(struct table *t, unsigned seats)
{
    table_init(t, seats);
    t->setup.game = &ecos_game_1;
}

static inline uint32_t slots(unsigned element, unsigned count)
{
    return (uint32_t)count << 4 * element;
}

/* Makes `card` an active card of `seat` with these slots and effects (ended by op 0), and three leaves. */
static inline void table_card(struct table *t, unsigned seat, unsigned card, uint32_t need,
                              const struct ecos_effect *effects)
{
    struct ecos_card *c = &t->cat.card[card];
    c->need = need;
    c->leaves = 3;
    c->first = (uint16_t)t->records;
    unsigned count = 0;
    do {
        t->cat.effect[t->records + count] = effects[count];
        t->cat.effect[t->records + count].per = 1;
        if (effects[count].op == ECOS_PLACE) {
            t->cat.effect[t->records + count].near = THING_NONE;
        }
    } while (effects[count++].op != ECOS_END);
    bool places = false;
    for (unsigned i = count; i-- > 0;) {
        struct ecos_effect *e = &t->cat.effect[t->records + i];
        places = places || e->op == ECOS_PLACE;
        e->flags = (uint8_t)(e->flags | (places ? EFFECT_PLACES : 0));
    }
    t->records += count;
    t->state.at[card] = (uint8_t)(AT_ACTIVE + seat);
    t->state.leaves[card] = 3;
}

static inline const char *table_line(struct table *t, const char *line)
{
    return game_line(&t->setup, &t->state, line, &t->error);
}

static inline void table_play(struct table *t, const char *lines)
{
    game_lines(&t->setup, &t->state, lines, &t->error);
}

static inline void put(struct table *t, unsigned thing, int q, int r)
{
    land_place(&t->state.land, thing, q, r);
}

static inline unsigned at(const struct table *t, int q, int r)
{
    int found = land_find(&t->state.land, q, r);
    assert_true(found >= 0);
    return (unsigned)found;
}

#endif
