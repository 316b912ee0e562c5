/* Playing the lines of tests. */
#include "support/cmocka.h"

#include "support/game_line.h"

#include <stdlib.h>
#include <string.h>

static const char *play(const struct setup *setup, void *state, const char *line, struct error *error, void *before,
                        void *step)
{
    const struct game *game = setup->game;
    int seat = seat_from_label(span_of(line, 1));
    game_move moves[GAME_LINE];
    size_t count = 0;
    assert_true(seat >= 0 && line[1] == ':' && line[2] == ' ');
    memcpy(before, state, game->state_size);
    memcpy(step, state, game->state_size);
    enum err err = game->parse(setup, state, (unsigned)seat, span_from(line + 3), moves, &count, error);
    assert_memory_equal(before, state, game->state_size);
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        memcpy(step, state, game->state_size);
        err = game->apply(setup, state, moves[i], error);
    }
    if (err == ERR_OK) {
        return "ok";
    }
    assert_memory_equal(step, state, game->state_size);
    memcpy(state, before, game->state_size);
    return error->message->id;
}

const char *game_line(const struct setup *setup, void *state, const char *line, struct error *error)
{
    void *before = malloc(setup->game->state_size);
    void *step = malloc(setup->game->state_size);
    assert_true(before && step);
    const char *said = play(setup, state, line, error, before, step);
    free(before);
    free(step);
    return said;
}

void game_lines(const struct setup *setup, void *state, const char *lines, struct error *error)
{
    while (*lines) {
        char line[512];
        size_t n = strcspn(lines, ";");
        assert_true(n < sizeof(line));
        memcpy(line, lines, n);
        line[n] = '\0';
        const char *said = game_line(setup, state, line, error);
        if (strcmp(said, "ok") != 0) {
            fail_msg("'%s': %s", line, said);
        }
        lines += n;
        lines += strspn(lines, "; ");
    }
}

const char *game_says(const struct error *error, enum lang lang)
{
    static char text[256];
    (void)error_text(error, lang, text, sizeof(text));
    return text;
}
