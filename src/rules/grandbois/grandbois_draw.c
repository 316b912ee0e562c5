/*
 * A position for a person at a terminal: the forest in box characters with
 * the coordinates that moves are written in, the River as small tiles, and a
 * line a player. A square shows the letter of its clan and its animals, `B`
 * for a bear, `·` for a clearing, `▲` and two letters of its colour for a tower.
 * To a French reader the letters are those of a `ligne`; a legend names them.
 */
#include "base/utf8.h"
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

enum { MARGIN = 4, NAME_WIDTH = 24 };

/* Which of up, right, down and left a corner of squares has a line to. */
static const char *const JOINTS[16] = {" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};

/* ANSI colours by clan, chosen to be told apart on dark and on light. */
static const char *const COLOURS[GRANDBOIS_CLANS] = {"35", "91", "32", "33", "36"};

/* The marks of towers in English and French: white, black, blue, brown. */
static const char *const TOWER_MARKS[GRANDBOIS_TOWERS][2] = {{"wh", "ba"}, {"bk", "no"}, {"bu", "bu"}, {"br", "ma"}};

static void colour_on(const struct draw_style *style, const char *code, struct strbuf *out)
{
    if (style->colour) {
        strbuf_add(out, "\x1b[");
        strbuf_add(out, code);
        strbuf_add_char(out, 'm');
    }
}

static void colour_off(const struct draw_style *style, struct strbuf *out)
{
    strbuf_add(out, style->colour ? "\x1b[0m" : "");
}

static void end_line(struct strbuf *out)
{
    while (out->len > 0 && out->text[out->len - 1] == ' ') {
        strbuf_truncate(out, out->len - 1);
    }
    strbuf_add_char(out, '\n');
}

/* ---- squares ---- */

/* Three columns wide. */
static void draw_square(unsigned square, const struct draw_style *style, struct strbuf *out)
{
    unsigned clan = square_clan(square);
    char memory[8];
    struct strbuf letters;
    strbuf_wrap(&letters, memory, sizeof(memory));
    grandbois_print_letters(&letters, square, style->lang);
    strbuf_add(out, letters.len < 3 ? " " : "");
    if (clan || square == SQUARE_BEAR) {
        colour_on(style, clan ? COLOURS[clan - 1] : "1", out);
        strbuf_add_span(out, strbuf_span(&letters));
        strbuf_add(out, clan ? "" : " ");
        colour_off(style, out);
    } else {
        strbuf_add(out, square == SQUARE_CLEARING ? "· " : "  ");
    }
}

static void draw_tower(const struct grandbois_state *s, unsigned cell, const struct draw_style *style,
                       struct strbuf *out)
{
    for (unsigned i = 0; i < GRANDBOIS_TOWERS; i++) {
        if (s->tower[i] == cell) {
            colour_on(style, "1", out);
            strbuf_add(out, "▲");
            strbuf_add(out, TOWER_MARKS[i][style->lang == LANG_FR]);
            colour_off(style, out);
        }
    }
}

/* ---- the forest ---- */

static bool there(const struct grandbois_state *s, unsigned row, unsigned column)
{
    return s->grid[plane_cell(s, row, column)] != SQUARE_NONE;
}

/* The line above `row` of the planes (the first and the last of which are empty). */
static void draw_rule(const struct grandbois_state *s, unsigned row, struct strbuf *out)
{
    strbuf_repeat(out, " ", MARGIN);
    for (unsigned column = 1; column <= s->right - s->left + 2u; column++) {
        bool up_left = there(s, row - 1, column - 1);
        bool up_right = there(s, row - 1, column);
        bool down_left = there(s, row, column - 1);
        bool down_right = there(s, row, column);
        bool right = up_right || down_right;
        unsigned joint = (up_left || up_right ? 1u : 0) | (right ? 2u : 0) | (down_left || down_right ? 4u : 0) |
                         (up_left || down_left ? 8u : 0);
        strbuf_add(out, JOINTS[joint]);
        strbuf_repeat(out, right ? "─" : " ", 3);
    }
    end_line(out);
}

static void draw_row(const struct grandbois_state *s, unsigned row, const struct draw_style *style, struct strbuf *out)
{
    strbuf_int_right(out, grid_y(plane_cell(s, row, 1)), MARGIN - 1);
    strbuf_add_char(out, ' ');
    for (unsigned column = 1; column <= s->right - s->left + 2u; column++) {
        unsigned cell = plane_cell(s, row, column);
        strbuf_add(out, there(s, row, column) || there(s, row, column - 1) ? "│" : " ");
        if (s->grid[cell] == SQUARE_TOWER) {
            draw_tower(s, cell, style, out);
        } else {
            draw_square(s->grid[cell], style, out);
        }
    }
    end_line(out);
}

static void draw_forest(const struct grandbois_state *s, const struct draw_style *style, struct strbuf *out)
{
    strbuf_repeat(out, " ", MARGIN);
    for (unsigned column = 1; column <= s->right - s->left + 1u; column++) {
        strbuf_int_right(out, grid_x(plane_cell(s, 1, column)), 3);
        strbuf_add_char(out, ' ');
    }
    end_line(out);
    for (unsigned row = 1; row < plane_rows(s); row++) {
        draw_rule(s, row, out);
        if (row + 1 < plane_rows(s)) {
            draw_row(s, row, style, out);
        }
    }
}

/* ---- the River ---- */

static void draw_river(const struct grandbois_state *s, const struct draw_style *style, struct strbuf *out)
{
    bool french = style->lang == LANG_FR;
    if (s->river != 0) {
        strbuf_add(out, french ? "\nRivière\n" : "\nRiver\n");
        for (uint64_t rest = s->river; rest; rest &= rest - 1) {
            strbuf_int_right(out, __builtin_ctzll(rest), MARGIN + 3);
            strbuf_repeat(out, " ", 3);
        }
        end_line(out);
        for (unsigned row = 0; row < 2; row++) {
            strbuf_repeat(out, " ", MARGIN);
            for (uint64_t rest = s->river; rest; rest &= rest - 1) {
                unsigned tile = (unsigned)__builtin_ctzll(rest);
                draw_square(tile_square(tile, 0, row == 0 ? 0 : 3), style, out);
                strbuf_add(out, french ? " " : ""); /* letters may be two */
                draw_square(tile_square(tile, 0, row == 0 ? 1 : 2), style, out);
                strbuf_repeat(out, " ", french ? 3 : 4);
            }
            end_line(out);
        }
    }
    strbuf_add(out, french ? "\nPioche : " : "\nPile: ");
    strbuf_int(out, GRANDBOIS_TILES - __builtin_popcountll(s->drawn));
    strbuf_add_char(out, '\n');
}

/* ---- the legend ---- */

/* `W raccoon, F fox, ...` */
static void draw_legend(const struct draw_style *style, struct strbuf *out)
{
    strbuf_add_char(out, '\n');
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        grandbois_print_letters(out, square_of(clan, 1), style->lang);
        strbuf_truncate(out, out->len - 1); /* the number */
        strbuf_add_char(out, ' ');
        strbuf_add(out, name_in(grandbois_clan_name(clan), style->lang));
        strbuf_add(out, ", ");
    }
    strbuf_add(out, style->lang == LANG_FR ? "O ours, · clairière\n" : "B bear, · clearing\n");
}

/* ---- players ---- */

static void draw_name(unsigned player, const struct draw_style *style, struct strbuf *out)
{
    char memory[256];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    if (style->players) {
        struct span name = style->players[player];
        strbuf_add_span(&text, span_of(name.ptr, utf8_fit(name, sizeof(memory) - 1)));
    } else {
        strbuf_add(&text, style->lang == LANG_FR ? "Siège " : "Seat ");
        strbuf_add(&text, seat_label(player));
    }
    strbuf_pad(out, strbuf_span(&text), NAME_WIDTH);
}

static void draw_player(const struct setup *setup, const struct grandbois_state *s, const struct draw_style *style,
                        const struct outcome_row *row, struct strbuf *out)
{
    unsigned player = row->seat;
    bool hidden = style->hides && player != style->viewer && s->phase != PHASE_OVER; /* points tell clans */
    draw_name(player, style, out);
    for (unsigned i = 0; i < GRANDBOIS_CATEGORIES; i++) {
        if (hidden) {
            strbuf_add(out, "   ?");
        } else {
            strbuf_int_right(out, row->category[i], 4);
        }
    }
    if (hidden) {
        strbuf_add(out, "     ?");
    } else {
        strbuf_int_right(out, row->total, 6);
    }
    strbuf_repeat(out, " ", 2);
    unsigned first = grandbois_first_tower(setup, player);
    for (unsigned i = 0; i < grandbois_share(setup); i++) {
        unsigned clan = hidden ? 0 : s->clan[player][i];
        strbuf_add(out, i > 0 ? ", " : "");
        strbuf_add(out, s->tower[first + i] ? "▲" : "△");
        strbuf_add(out, name_in(&grandbois_towers[first + i], style->lang));
        strbuf_add_char(out, ' ');
        strbuf_add(out, clan ? name_in(grandbois_clan_name(clan), style->lang) : "?");
    }
    end_line(out);
}

void grandbois_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    if (setup->level == GRANDBOIS_TOTALS) {
        totals_draw(&grandbois_totals, setup, state, style, out);
        return;
    }
    const struct grandbois_state *s = state;
    bool french = style->lang == LANG_FR;
    struct outcome outcome;
    grandbois_outcome(setup, s, &outcome);
    if (s->squares > 0) {
        draw_forest(s, style, out);
    }
    if (setup->level != GRANDBOIS_SHEET && s->phase != PHASE_OVER) {
        draw_river(s, style, out);
    }
    draw_legend(style, out);
    strbuf_add_char(out, '\n');
    strbuf_repeat(out, " ", NAME_WIDTH);
    strbuf_add(out, french ? " cas ens son aut total\n" : " sqr set own oth total\n");
    for (unsigned i = 0; i < setup->seats; i++) {
        draw_player(setup, s, style, &outcome.rows[i], out);
    }
}
