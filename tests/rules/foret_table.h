/*
 * A table at which tests of Forêt play: lines as a record has them, and what
 * the engine says to each. For tests/rules/test_foret_*.c only.
 */
#ifndef RULES_FORET_TABLE_H
#define RULES_FORET_TABLE_H

#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "support/cmocka.h"
#include "support/game_line.h"

#include <string.h>

struct table {
    struct setup setup;
    struct foret_state state;
    struct error error; /* of the last line that was refused */
};

static inline void table_init(struct table *table, unsigned variant, unsigned level, unsigned seats)
{
    memset(table, 0, sizeof(*table));
    table->setup.game = &foret_game;
    table->setup.variant = (uint8_t)variant;
    table->setup.level = (uint8_t)level;
    table->setup.seats = (uint8_t)seats;
    assert_int_equal(foret_game.init(&table->setup, &table->state, &table->error), ERR_OK);
}

static inline const char *table_line(struct table *table, const char *line)
{
    return game_line(&table->setup, &table->state, line, &table->error);
}

static inline void table_play(struct table *table, const char *lines)
{
    game_lines(&table->setup, &table->state, lines, &table->error);
}

#define assert_refused(table, line, id) assert_string_equal(table_line(table, line), id)

/* The sentence of the last refusal. */
static inline const char *table_says(const struct table *table, enum lang lang)
{
    return game_says(&table->error, lang);
}

#endif
