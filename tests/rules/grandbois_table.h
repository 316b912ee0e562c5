/*
 * A table at which tests of GrandBois play: lines as a record has them, and
 * what the engine says to each. For tests/rules/test_grandbois_*.c only.
 */
#ifndef RULES_GRANDBOIS_TABLE_H
#define RULES_GRANDBOIS_TABLE_H

#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/game_line.h"

#include <string.h>

struct table {
    struct setup setup;
    struct grandbois_state state;
    struct error error; /* of the last line that was refused */
};

/* A game of `seats` players under these rules; 2 is a duel. */
static inline void table_init_under(struct table *table, const struct game *game, unsigned level, unsigned seats,
                                    bool expert)
{
    memset(table, 0, sizeof(*table));
    table->setup.game = game;
    table->setup.variant = seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
    table->setup.level = (uint8_t)level;
    table->setup.seats = (uint8_t)seats;
    table->setup.option[GRANDBOIS_OPTION_EXPERT] = expert;
    assert_int_equal(grandbois_game.init(&table->setup, &table->state, &table->error), ERR_OK);
}

/* The newest rules. */
static inline void table_init(struct table *table, unsigned level, unsigned seats, bool expert)
{
    table_init_under(table, &grandbois_game, level, seats, expert);
}

/* A sheet of rules 1, which takes forests that no game can leave: small ones, made for what is to be shown. */
static inline void table_init_sheet(struct table *table, unsigned seats)
{
    table_init_under(table, &grandbois_game_1, GRANDBOIS_SHEET, seats, false);
}

static inline const char *table_line(struct table *table, const char *line)
{
    return game_line(&table->setup, &table->state, line, &table->error);
}

static inline void table_play(struct table *table, const char *lines)
{
    game_lines(&table->setup, &table->state, lines, &table->error);
}

/* Plays the first or the last legal move until the game has no more of them for players to lay. */
static inline void table_play_out(struct table *table, bool last)
{
    static game_move moves[4 * 4 * 4 * 109];
    for (;;) {
        seat_set turn = grandbois_game.turn(&table->setup, &table->state);
        if (turn == 0 || table->state.phase == PHASE_REVEAL) {
            return;
        }
        size_t count =
            grandbois_game.legal(&table->setup, &table->state, (unsigned)__builtin_ctz(turn), moves, sizeof(moves) / 8);
        assert_in_range(count, 1, grandbois_game.legal_limit);
        game_move move = moves[last ? count - 1 : 0];
        assert_int_equal(grandbois_game.apply(&table->setup, &table->state, move, &table->error), ERR_OK);
    }
}

/* The sentence of the last refusal. */
static inline const char *table_says(const struct table *table, enum lang lang)
{
    return game_says(&table->error, lang);
}

#endif
