/*
 * A position as a tree of values. docs/grandbois.md lists the keys; seats are
 * numbered from 1 here as in records, clans and towers are ids, squares are
 * written as in a row of a sheet.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

static void put_text(const struct view_sink *sink, const char *key, const char *text)
{
    sink->text(sink->context, key, span_from(text));
}

static void put_cell(const struct view_sink *sink, unsigned cell)
{
    sink->integer(sink->context, "x", grid_x(cell));
    sink->integer(sink->context, "y", grid_y(cell));
}

static void put_square(const struct view_sink *sink, const char *key, unsigned square)
{
    char text[8];
    struct strbuf buf;
    strbuf_wrap(&buf, text, sizeof(text));
    grandbois_print_square(&buf, square);
    sink->text(sink->context, key, strbuf_span(&buf));
}

static void put_forest(const struct grandbois_state *s, const struct view_sink *sink)
{
    sink->open_list(sink->context, "squares");
    for (unsigned row = s->top; row <= s->bottom; row++) {
        for (unsigned column = s->left; column <= s->right; column++) {
            unsigned cell = row * GRID_SIDE + column;
            unsigned square = s->grid[cell];
            if (square == SQUARE_NONE) {
                continue;
            }
            sink->open_object(sink->context, NULL);
            put_cell(sink, cell);
            put_square(sink, "square", square);
            if (square_clan(square)) {
                put_text(sink, "clan", grandbois_clan_name(square_clan(square))->id);
                sink->integer(sink->context, "animals", square_animals(square));
            }
            for (unsigned i = 0; i < GRANDBOIS_TOWERS && square == SQUARE_TOWER; i++) {
                if (s->tower[i] == cell) {
                    put_text(sink, "tower", grandbois_towers[i].id);
                }
            }
            sink->close(sink->context);
        }
    }
    sink->close(sink->context);
    if (s->squares == 0) {
        sink->null(sink->context, "box");
        return;
    }
    sink->open_object(sink->context, "box");
    put_cell(sink, s->top * (unsigned)GRID_SIDE + s->left);
    sink->integer(sink->context, "width", s->right - s->left + 1);
    sink->integer(sink->context, "height", s->bottom - s->top + 1);
    sink->close(sink->context);
}

static void put_river(const struct grandbois_state *s, const struct view_sink *sink)
{
    sink->open_list(sink->context, "river");
    for (uint64_t rest = s->river; rest; rest &= rest - 1) {
        unsigned tile = (unsigned)__builtin_ctzll(rest);
        sink->open_object(sink->context, NULL);
        sink->integer(sink->context, "tile", tile);
        sink->open_list(sink->context, "squares");
        for (unsigned corner = 0; corner < 4; corner++) {
            put_square(sink, NULL, tile_square(tile, 0, corner));
        }
        sink->close(sink->context);
        sink->close(sink->context);
    }
    sink->close(sink->context);
    sink->integer(sink->context, "pile", GRANDBOIS_TILES - __builtin_popcountll(s->drawn));
}

static void put_towers(const struct setup *setup, const struct grandbois_state *s, const struct view_sink *sink,
                       unsigned player)
{
    sink->open_list(sink->context, "towers");
    unsigned first = grandbois_first_tower(setup, player);
    for (unsigned i = first; i < first + grandbois_share(setup); i++) {
        sink->open_object(sink->context, NULL);
        put_text(sink, "tower", grandbois_towers[i].id);
        sink->boolean(sink->context, "placed", s->tower[i] != 0);
        if (s->tower[i] != 0) {
            put_cell(sink, s->tower[i]);
        }
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

static void put_player(const struct setup *setup, const struct grandbois_state *s, const struct view_sink *sink,
                       unsigned player, const struct outcome_row *row)
{
    sink->open_object(sink->context, NULL);
    sink->integer(sink->context, "seat", player + 1);
    sink->open_list(sink->context, "clans");
    for (unsigned i = 0; i < 2 && s->clan[player][i]; i++) {
        put_text(sink, NULL, grandbois_clan_name(s->clan[player][i])->id);
    }
    sink->close(sink->context);
    put_towers(setup, s, sink, player);
    if (setup->level != GRANDBOIS_SHEET) {
        sink->open_list(sink->context, "tiles");
        for (unsigned tile = 1; tile <= GRANDBOIS_TILES; tile++) {
            if (s->laid_by[tile - 1] == player + 1) {
                sink->integer(sink->context, NULL, tile);
            }
        }
        sink->close(sink->context);
    }
    sink->integer(sink->context, "score", row->total);
    sink->close(sink->context);
}

void grandbois_view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_view(&grandbois_totals, setup, state, sink);
        return;
    }
    static const char *const phases[] = {
        [PHASE_SETUP] = "setup",   [PHASE_LAY] = "lay",     [PHASE_REFILL] = "refill", [PHASE_TOWER] = "tower",
        [PHASE_REVEAL] = "reveal", [PHASE_SHEET] = "sheet", [PHASE_OVER] = "over",
    };
    const struct grandbois_state *s = state;
    struct outcome outcome;
    grandbois_outcome(setup, s, &outcome);
    sink->open_object(sink->context, NULL);
    put_text(sink, "phase", phases[s->phase]);
    sink->boolean(sink->context, "over", outcome.over);
    put_forest(s, sink);
    if (setup->level != GRANDBOIS_SHEET) {
        sink->integer(sink->context, "laid", s->tiles);
        if (s->tiles > 0) {
            sink->open_object(sink->context, "last");
            put_cell(sink, s->last);
            sink->close(sink->context);
        } else {
            sink->null(sink->context, "last");
        }
        put_river(s, sink);
    }
    sink->open_list(sink->context, "seats");
    for (unsigned i = 0; i < setup->seats; i++) {
        put_player(setup, s, sink, i, &outcome.rows[i]);
    }
    sink->close(sink->context);
    sink->close(sink->context);
}
