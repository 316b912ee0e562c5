/*
 * A table at which tests of Forêt play: lines as a record has them, and what
 * the engine says to each. For tests/rules/test_foret_*.c only.
 */
#ifndef RULES_FORET_TABLE_H
#define RULES_FORET_TABLE_H

#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
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

/* Plays `1: bee 0,0`; "ok", or the id of the refusal with the position as before the line. */
static inline const char *table_line(struct table *table, const char *line)
{
    int seat = seat_from_label(span_of(line, 1));
    assert_true(seat >= 0 && line[1] == ':' && line[2] == ' ');
    game_move moves[GAME_LINE];
    size_t count = 0;
    struct foret_state before = table->state;
    enum err err = foret_game.parse(&table->setup, &table->state, (unsigned)seat, span_from(line + 3), moves, &count,
                                    &table->error);
    assert_memory_equal(&before, &table->state, sizeof(before));
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        err = foret_game.apply(&table->setup, &table->state, moves[i], &table->error);
    }
    if (err == ERR_OK) {
        return "ok";
    }
    table->state = before;
    return table->error.message->id;
}

/* Lines separated by ';', all of which must pass. */
static inline void table_play(struct table *table, const char *lines)
{
    while (*lines) {
        char line[256];
        size_t n = strcspn(lines, ";");
        assert_true(n < sizeof(line));
        memcpy(line, lines, n);
        line[n] = '\0';
        const char *said = table_line(table, line);
        if (strcmp(said, "ok") != 0) {
            fail_msg("'%s': %s", line, said);
        }
        lines += n;
        lines += strspn(lines, "; ");
    }
}

#define assert_refused(table, line, id) assert_string_equal(table_line(table, line), id)

/* The sentence of the last refusal. */
static inline const char *table_says(const struct table *table, enum lang lang)
{
    static char text[256];
    (void)error_text(&table->error, lang, text, sizeof(text));
    return text;
}

#endif
