/*
 * A position as JSON. The game shows its state to a view sink (rules/view.h);
 * this sink hands on what it sees, as the member "state" of the answer. A game
 * that shows no value, two, or one that it does not close, is refused.
 */
#include "wire/json.h"
#include "wire/pieces.h"

#include "base/banned.h"

struct showing {
    struct emit *emit;
    unsigned depth; /* of the object that has the member */
    bool begun;
};

/* The key to go on with: the game's own below its outermost value, which has none. */
static const char *key_for(struct showing *showing, const char *key)
{
    if (showing->emit->depth > showing->depth) {
        return key;
    }
    showing->emit->failed = showing->emit->failed || showing->begun;
    showing->begun = true;
    return "state";
}

static void on_open_object(void *context, const char *key)
{
    struct showing *showing = context;
    emit_object(showing->emit, key_for(showing, key));
}

static void on_open_list(void *context, const char *key)
{
    struct showing *showing = context;
    emit_list(showing->emit, key_for(showing, key));
}

static void on_close(void *context)
{
    struct showing *showing = context;
    if (showing->emit->depth > showing->depth) {
        emit_close(showing->emit);
    } else {
        showing->emit->failed = true;
    }
}

static void on_integer(void *context, const char *key, int64_t value)
{
    struct showing *showing = context;
    emit_integer(showing->emit, key_for(showing, key), value);
}

static void on_boolean(void *context, const char *key, bool value)
{
    struct showing *showing = context;
    emit_boolean(showing->emit, key_for(showing, key), value);
}

static void on_text(void *context, const char *key, struct span value)
{
    struct showing *showing = context;
    emit_text(showing->emit, key_for(showing, key), value);
}

static void on_null(void *context, const char *key)
{
    struct showing *showing = context;
    emit_null(showing->emit, key_for(showing, key));
}

static void on_decimal(void *context, const char *key, int64_t value, int32_t scale)
{
    struct showing *showing = context;
    emit_points(showing->emit, key_for(showing, key), value, scale);
}

static void emit_state(struct emit *emit, const struct setup *setup, const void *state)
{
    struct showing showing = {.emit = emit, .depth = emit->depth};
    const struct view_sink sink = {.context = &showing,
                                   .open_object = on_open_object,
                                   .open_list = on_open_list,
                                   .close = on_close,
                                   .integer = on_integer,
                                   .boolean = on_boolean,
                                   .text = on_text,
                                   .null = on_null,
                                   .decimal = on_decimal};
    setup->game->view(setup, state, &sink);
    emit->failed = emit->failed || !showing.begun || emit->depth != showing.depth;
}

enum err wire_position(const struct wire_position *position, struct strbuf *out, struct error *error)
{
    const struct setup *setup = position->setup;
    const struct game *game = setup->game;
    struct emit emit = emit_start(out);
    struct outcome outcome;
    game->outcome(setup, position->state, &outcome);
    emit_object(&emit, NULL);
    emit_word(&emit, "game", game->name.id);
    emit_integer(&emit, "rules", game->rules);
    emit_word(&emit, "variant", game->variants[setup->variant].name.id);
    emit_word(&emit, "level", game->levels[setup->level].name.id);
    emit_integer(&emit, "ply", (int64_t)position->ply);
    emit_integer(&emit, "plies", (int64_t)position->plies);
    emit_boolean(&emit, "over", outcome.over);
    emit_seats(&emit, "turn", game->turn(setup, position->state));
    emit_state(&emit, setup, position->state);
    emit_object(&emit, "score");
    emit_score(&emit, setup, &outcome, position->players);
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
