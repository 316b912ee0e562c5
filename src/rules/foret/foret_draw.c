/*
 * A position for a person at a terminal: one panel a grid, side by side as
 * far as 100 columns go, with the coordinates that moves are written in and a
 * dot where the next card may go.
 */
#include "base/utf8.h"
#include "rules/foret/foret_state.h"

#include "base/banned.h"

/* A box of 5 x 4 and the open cells around it never span more than this. */
enum {
    PANEL_COLUMNS = 6,
    PANEL_ROWS = 5,
    PANEL_GAP = 2,
    PANEL_MARGIN = 3,
    PAGE_WIDTH = 100,
    TITLE_SIZE = 256,
    NAME_WIDTH = 8
};

enum { OPEN = FORET_TYPES + 1 }; /* in a panel's cells, besides card + 1 and 0 */

struct panel {
    char title[TITLE_SIZE];
    size_t title_len;
    unsigned columns, rows;
    int x, y; /* of the cell at the top left */
    uint8_t cell[PANEL_ROWS][PANEL_COLUMNS];
    size_t width[PANEL_COLUMNS];
    size_t total_width; /* columns of the terminal */
};

/* ANSI colours by type, chosen to be told apart on dark and on light. */
static const char *const COLOURS[FORET_TYPES] = {"33", "31", "36", "91", "35", "96", "93", "95", "32", "34", "90"};

static struct span name_of(unsigned card, enum lang lang)
{
    return span_from(name_in(&foret_cards[card], lang));
}

/* The name as it fits a cell: a long one is cut and ends in a full stop, so that two grids fit a page. */
struct short_name {
    struct span text;
    const char *stop;
    size_t width;
};

static struct short_name short_name_of(unsigned card, enum lang lang)
{
    struct short_name name = {name_of(card, lang), "", 0};
    name.width = utf8_width(name.text);
    if (name.width > NAME_WIDTH) {
        while (utf8_width(name.text) > NAME_WIDTH - 1) {
            name.text.len = utf8_fit(name.text, name.text.len - 1);
        }
        name.stop = ".";
        name.width = NAME_WIDTH;
    }
    return name;
}

/* ---- filling panels ---- */

static struct span panel_title(const struct panel *panel)
{
    return span_of(panel->title, panel->title_len);
}

static void panel_name(struct panel *panel, const struct draw_style *style, unsigned seat, int32_t total)
{
    bool french = style->lang == LANG_FR;
    struct strbuf text;
    strbuf_wrap(&text, panel->title, sizeof(panel->title));
    if (seat == SEAT_RIVAL) {
        strbuf_add(&text, "Alban");
    } else if (style->players) {
        struct span name = style->players[seat];
        strbuf_add_span(&text, span_of(name.ptr, utf8_fit(name, TITLE_SIZE - 32)));
    } else {
        strbuf_add(&text, french ? "Siège " : "Seat ");
        strbuf_add(&text, seat_label(seat));
    }
    strbuf_add(&text, french ? " : " : ": ");
    strbuf_int(&text, total);
    panel->title_len = text.len;
}

static void panel_measure(struct panel *panel, enum lang lang)
{
    panel->total_width = PANEL_MARGIN + 1;
    for (unsigned column = 0; column < panel->columns; column++) {
        panel->width[column] = 4;
        for (unsigned row = 0; row < panel->rows; row++) {
            unsigned card = panel->cell[row][column];
            size_t width = card && card != OPEN ? short_name_of(card - 1, lang).width : 0;
            panel->width[column] = width > panel->width[column] ? width : panel->width[column];
        }
        panel->total_width += panel->width[column] + 1;
    }
    size_t title = utf8_width(panel_title(panel));
    panel->total_width = title > panel->total_width ? title : panel->total_width;
}

static void panel_from_seat(struct panel *panel, const struct foret_seat *seat, bool open_cells)
{
    uint64_t open = open_cells ? foret_open(seat) : 0;
    unsigned left = seat->left;
    unsigned right = seat->right;
    unsigned top = seat->top;
    unsigned bottom = seat->bottom;
    for (uint64_t rest = open; rest; rest &= rest - 1) {
        unsigned column = field_lowest(rest) % FIELD_COLUMNS;
        unsigned row = field_lowest(rest) / FIELD_COLUMNS;
        left = column < left ? column : left;
        right = column > right ? column : right;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
    }
    panel->x = (int)left - 4;
    panel->y = (int)top - 3;
    panel->columns = right - left + 1;
    panel->rows = bottom - top + 1;
    for (unsigned row = 0; row < panel->rows; row++) {
        for (unsigned column = 0; column < panel->columns; column++) {
            unsigned cell = (top + row) * FIELD_COLUMNS + left + column;
            panel->cell[row][column] = open & field_bit(cell) ? OPEN : seat->card[cell];
        }
    }
}

static void panel_from_alban(struct panel *panel, const struct foret_state *s)
{
    panel->x = 0;
    panel->y = 0;
    panel->columns = FORET_COLUMNS;
    panel->rows = FORET_ROWS;
    for (unsigned i = 0; i < FORET_CELLS; i++) {
        panel->cell[i / FORET_COLUMNS][i % FORET_COLUMNS] = s->other[i];
    }
}

/* ---- lines of panels ---- */

static void draw_rule(const struct panel *panel, const char *left, const char *middle, const char *right,
                      struct strbuf *out)
{
    strbuf_repeat(out, " ", PANEL_MARGIN);
    for (unsigned column = 0; column < panel->columns; column++) {
        strbuf_add(out, column == 0 ? left : middle);
        strbuf_repeat(out, "─", (int)panel->width[column]);
    }
    strbuf_add(out, right);
}

static void draw_cell(unsigned card, size_t width, const struct draw_style *style, struct strbuf *out)
{
    if (card == 0 || card == OPEN) {
        strbuf_pad(out, span_from(card == OPEN ? "·" : ""), width);
        return;
    }
    struct short_name name = short_name_of(card - 1, style->lang);
    if (style->colour) {
        strbuf_add(out, "\x1b[");
        strbuf_add(out, COLOURS[card - 1]);
        strbuf_add_char(out, 'm');
    }
    strbuf_add_span(out, name.text);
    strbuf_add(out, name.stop);
    strbuf_add(out, style->colour ? "\x1b[0m" : "");
    strbuf_repeat(out, " ", (int)(width - name.width));
}

static void draw_cells(const struct panel *panel, unsigned row, const struct draw_style *style, struct strbuf *out)
{
    strbuf_int_right(out, panel->y + (int)row, PANEL_MARGIN - 1);
    strbuf_add_char(out, ' ');
    for (unsigned column = 0; column < panel->columns; column++) {
        strbuf_add(out, "│");
        draw_cell(panel->cell[row][column], panel->width[column], style, out);
    }
    strbuf_add(out, "│");
}

static void draw_header(const struct panel *panel, struct strbuf *out)
{
    strbuf_repeat(out, " ", PANEL_MARGIN);
    for (unsigned column = 0; column < panel->columns; column++) {
        strbuf_int_right(out, panel->x + (int)column, 2);
        strbuf_repeat(out, " ", (int)panel->width[column] - 1);
    }
    strbuf_add_char(out, ' ');
}

/* Line `line` of the panel; below its end, nothing. */
static void draw_panel_line(const struct panel *panel, unsigned line, const struct draw_style *style,
                            struct strbuf *out)
{
    unsigned last = 2 + 2 * panel->rows;
    if (line == 0) {
        strbuf_add_span(out, panel_title(panel));
    } else if (line == 1) {
        draw_header(panel, out);
    } else if (line == 2) {
        draw_rule(panel, "┌", "┬", "┐", out);
    } else if (line == last) {
        draw_rule(panel, "└", "┴", "┘", out);
    } else if (line < last && line % 2 == 1) {
        draw_cells(panel, (line - 3) / 2, style, out);
    } else if (line < last) {
        draw_rule(panel, "├", "┼", "┤", out);
    }
}

/* What a line of a panel takes: cells and rules are narrower than a long title. */
static size_t line_width(const struct panel *panel, unsigned line)
{
    if (line == 0) {
        return utf8_width(panel_title(panel));
    }
    size_t width = PANEL_MARGIN + 1;
    for (unsigned column = 0; column < panel->columns; column++) {
        width += panel->width[column] + 1;
    }
    return line <= 2 + 2 * panel->rows ? width : 0;
}

static void end_line(struct strbuf *out)
{
    while (out->len > 0 && out->text[out->len - 1] == ' ') {
        strbuf_truncate(out, out->len - 1);
    }
    strbuf_add_char(out, '\n');
}

static void draw_panels(const struct panel *panels, unsigned count, const struct draw_style *style, struct strbuf *out)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < count; i++) {
        rows = panels[i].rows > rows ? panels[i].rows : rows;
    }
    for (unsigned line = 0; line < 3 + 2 * rows; line++) {
        size_t lack = 0; /* columns that panels to the left have left blank */
        for (unsigned i = 0; i < count; i++) {
            strbuf_repeat(out, " ", (int)lack);
            draw_panel_line(&panels[i], line, style, out);
            lack = panels[i].total_width + PANEL_GAP - line_width(&panels[i], line);
        }
        end_line(out);
    }
}

/* ---- the rest of the page ---- */

static void draw_copies(const uint8_t *copies, const struct draw_style *style, struct strbuf *out)
{
    const char *between = "";
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (copies[card] == 0) {
            continue;
        }
        strbuf_add(out, between);
        strbuf_add_span(out, name_of(card, style->lang));
        if (copies[card] > 1) {
            strbuf_add(out, " ×");
            strbuf_int(out, copies[card]);
        }
        between = ", ";
    }
}

static void draw_neutral(const struct foret_state *s, const struct draw_style *style, struct strbuf *out)
{
    uint8_t copies[FORET_TYPES] = {0};
    for (unsigned i = 0; i < FORET_CELLS && s->other[i]; i++) {
        copies[s->other[i] - 1]++;
    }
    strbuf_add(out, style->lang == LANG_FR ? "Joueur neutre : " : "Neutral: ");
    draw_copies(copies, style, out);
    end_line(out);
}

static void draw_hands(const struct setup *setup, const struct foret_state *s, const struct draw_style *style,
                       struct strbuf *out)
{
    if (setup->level != FORET_FULL || s->turn == FORET_CELLS) {
        return;
    }
    bool french = style->lang == LANG_FR;
    for (unsigned i = 0; i < foret_hands(setup); i++) {
        if (style->hides && foret_seat_of(setup, i) != style->viewer) {
            continue;
        }
        strbuf_add(out, french ? "Main de " : "Hand of ");
        strbuf_add(out, seat_label(foret_seat_of(setup, i)));
        strbuf_add(out, french ? " : " : ": ");
        draw_copies(s->hand[foret_hand_of(setup, s, i)], style, out);
        end_line(out);
    }
}

static void draw_turn(const struct setup *setup, const struct foret_state *s, const struct draw_style *style,
                      struct strbuf *out)
{
    bool french = style->lang == LANG_FR;
    if (setup->level == FORET_SHEET || s->turn == FORET_CELLS) {
        return;
    }
    if (setup->variant != FORET_SOLO) {
        strbuf_add(out, french ? "Manche " : "Round ");
        strbuf_int(out, s->turn / FORET_ROUND + 1);
        strbuf_add(out, ", ");
    }
    strbuf_add(out, french ? "tour " : "turn ");
    strbuf_int(out, s->turn + 1);
    strbuf_add(out, french ? " sur 20\n\n" : " of 20\n\n");
}

void foret_draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    if (setup->level == FORET_TOTALS) {
        totals_draw(&foret_totals, setup, state, style, out);
        return;
    }
    const struct foret_state *s = state;
    struct outcome outcome;
    struct panel panels[ENGINE_PLAYERS];
    foret_outcome(setup, s, &outcome);
    draw_turn(setup, s, style, out);
    bool open_cells = setup->level != FORET_SHEET && s->turn < FORET_CELLS;
    unsigned all = setup->seats + (setup->variant == FORET_SOLO ? 1u : 0u);
    for (unsigned i = 0; i < all; i++) {
        if (i < setup->seats) {
            panel_from_seat(&panels[i], &s->seat[i], open_cells);
        } else {
            panel_from_alban(&panels[i], s);
        }
        panel_name(&panels[i], style, foret_seat_of(setup, i), outcome.rows[i].total);
        panel_measure(&panels[i], style->lang);
    }
    for (unsigned from = 0; from < all;) {
        size_t width = panels[from].total_width;
        unsigned count = 1;
        while (from + count < all && width + PANEL_GAP + panels[from + count].total_width <= PAGE_WIDTH) {
            width += PANEL_GAP + panels[from + count].total_width;
            count++;
        }
        draw_panels(panels + from, count, style, out);
        from += count;
        if (from < all) {
            strbuf_add_char(out, '\n');
        }
    }
    if (setup->variant == FORET_DUEL) {
        draw_neutral(s, style, out);
    }
    draw_hands(setup, s, style, out);
}
