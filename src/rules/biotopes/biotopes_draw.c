/*
 * A position for a terminal: the landscape as rows of hexes, four columns a
 * hex and each row half a hex further, then the players with their cards.
 *
 *     M    a mountain hex       F1   a forest hex with a token of seat 1
 *     P    a meadow hex         Hn   a wetland hex with a foreign token
 *
 * Cubes are written by the letter of the biotope that has their colour. The
 * letters are those of the tiles and the same in both languages.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

static const char LETTERS[BIO_BIOTOPES] = {'M', 'F', 'P', 'H'};
static const char *const PAINT[BIO_BIOTOPES] = {"\x1b[37m", "\x1b[32m", "\x1b[33m", "\x1b[34m"};

struct drawing {
    const struct setup *setup;
    const struct bio_state *s;
    const struct draw_style *style;
    struct strbuf *out;
};

static const char *say(const struct drawing *d, const char *en, const char *fr)
{
    return d->style->lang == LANG_FR ? fr : en;
}

static void add(const struct drawing *d, const char *text)
{
    strbuf_add(d->out, text);
}

static void add_name(const struct drawing *d, const struct name *name)
{
    strbuf_add(d->out, name_in(name, d->style->lang));
}

static void add_letter(const struct drawing *d, unsigned biotope)
{
    add(d, d->style->colour ? PAINT[biotope] : "");
    strbuf_add_char(d->out, LETTERS[biotope]);
    add(d, d->style->colour ? "\x1b[0m" : "");
}

static void end_line(const struct drawing *d)
{
    while (d->out->len > 0 && d->out->text[d->out->len - 1] == ' ') {
        strbuf_truncate(d->out, d->out->len - 1);
    }
    strbuf_add_char(d->out, '\n');
}

/* `: grey 12, green 3`: the names that have a number, `-` when none has. */
static void add_counts(const struct drawing *d, const struct name *names, const uint8_t *count, unsigned n)
{
    bool any = false;
    add(d, say(d, ": ", " : "));
    for (unsigned i = 0; i < n; i++) {
        if (count[i] > 0) {
            add(d, any ? ", " : "");
            add_name(d, &names[i]);
            strbuf_add_char(d->out, ' ');
            strbuf_int(d->out, count[i]);
            any = true;
        }
    }
    add(d, any ? "" : "-");
}

/* ---- the landscape ---- */

static void draw_hex(const struct drawing *d, unsigned hex)
{
    unsigned owner = d->s->land.owner[hex];
    add_letter(d, d->s->land.biotope[hex]);
    if (owner == OWNER_NONE) {
        strbuf_add_char(d->out, ' ');
    } else {
        add(d, d->style->colour ? "\x1b[7m" : "");
        add(d, seat_label(owner == OWNER_NEUTRAL ? (unsigned)SEAT_NEUTRAL : owner - 1));
        add(d, d->style->colour ? "\x1b[0m" : "");
    }
    add(d, "  ");
}

/* One row of hexes, behind it where it lies: `r -1, q 0..3`. Columns of half a hex are 2q + r. */
static void draw_row(const struct drawing *d, int r, int left, int right)
{
    const struct bio_land *land = &d->s->land;
    int first = 0;
    int last = 0;
    bool any = false;
    unsigned shift = (unsigned)(r - left) % 2;
    add(d, shift ? "  " : "");
    for (int x = left + (int)shift; x <= right; x += 2) {
        unsigned hex = bio_land_find(land, (x - r) / 2, r);
        if (hex == HEX_NONE) {
            add(d, "    ");
            continue;
        }
        draw_hex(d, hex);
        first = any ? first : (x - r) / 2;
        last = (x - r) / 2;
        any = true;
    }
    if (any) {
        add(d, (right - left) % 2 == (int)shift ? "  r " : "    r ");
        strbuf_int(d->out, r);
        add(d, ", q ");
        strbuf_int(d->out, first);
        add(d, "..");
        strbuf_int(d->out, last);
    }
    end_line(d);
}

static void draw_land(const struct drawing *d)
{
    const struct bio_land *land = &d->s->land;
    int left = INT8_MAX * 4;
    int right = -left;
    int top = INT8_MAX;
    int bottom = -top;
    for (unsigned i = 0; i < land->count; i++) {
        int x = 2 * land->q[i] + land->r[i];
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = land->r[i] < top ? land->r[i] : top;
        bottom = land->r[i] > bottom ? land->r[i] : bottom;
    }
    for (int r = top; r <= bottom; r++) {
        draw_row(d, r, left, right);
    }
}

static void draw_legend(const struct drawing *d)
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        add(d, b > 0 ? ", " : "");
        add_letter(d, b);
        strbuf_add_char(d->out, ' ');
        add_name(d, &bio_biotopes[b]);
        add(d, " (");
        add_name(d, &bio_colours[b]);
        strbuf_add_char(d->out, ')');
    }
    end_line(d);
}

/* ---- the table ---- */

static void draw_head(const struct drawing *d)
{
    const struct bio_state *s = d->s;
    unsigned cycles = bio_cycles(d->setup);
    add(d, "Biotopes");
    if (d->setup->level <= BIO_TABLE) {
        add(d, ", cycle ");
        strbuf_int(d->out, s->cycle < cycles ? s->cycle + 1u : cycles);
        add(d, say(d, " of ", " sur "));
        strbuf_int(d->out, cycles);
    }
    if (d->setup->level != BIO_TOTALS && s->step != STEP_CONDITIONS) {
        add(d, say(d, "; conditions: ", " ; conditions : "));
        for (unsigned i = 0; i < 4; i++) {
            add(d, i > 0 ? ", " : "");
            add_name(d, i < 2 ? &bio_biotopes[s->condition[i]] : &bio_types[s->condition[i]]);
        }
    }
    end_line(d);
}

static void draw_table(const struct drawing *d)
{
    draw_land(d);
    draw_legend(d);
    add(d, say(d, "Reserve", "Réserve"));
    add_counts(d, bio_colours, d->s->reserve, BIO_BIOTOPES);
    add(d, say(d, "; decks", " ; pioches"));
    add_counts(d, bio_decks, d->s->deck, BIO_DECKS);
    end_line(d);
}

/* ---- players ---- */

static void add_letters(const struct drawing *d, unsigned biotope, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        add_letter(d, biotope);
    }
}

/* ` Alpine Ibex MMF`; on a sheet the cubes are a number. */
static void draw_species(const struct drawing *d, unsigned species)
{
    uint16_t cubes = d->s->cubes[species];
    strbuf_add_char(d->out, ' ');
    add_name(d, &bio_card_names[species]);
    strbuf_add_char(d->out, ' ');
    if (d->setup->level == BIO_SHEET) {
        strbuf_int(d->out, cubes_sum(cubes));
        return;
    }
    for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
        add_letters(d, colour, cubes_of(cubes, colour));
    }
    add(d, cubes ? "" : "-");
}

/* `  Preserved mountain MM | Alpine Ibex MM, Citril Finch M` */
static void draw_biotope(const struct drawing *d, unsigned seat, unsigned b)
{
    const struct bio_state *s = d->s;
    bool has = s->has[seat] >> b & 1;
    add(d, "  ");
    add_name(d, has ? &bio_card_names[bio_spot_card(s, seat, BIO_SPECIES + b)] : &bio_biotopes[b]);
    if (d->setup->level != BIO_SHEET && s->plants[seat][b] > 0) {
        strbuf_add_char(d->out, ' ');
        add_letters(d, b, s->plants[seat][b]);
    }
    add(d, " |");
    for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
        add(d, i > 0 ? "," : "");
        draw_species(d, s->row[seat][b][i]);
    }
    end_line(d);
}

static void draw_goods(const struct drawing *d, unsigned seat)
{
    const struct bio_state *s = d->s;
    add(d, say(d, "  bag", "  sac"));
    add_counts(d, bio_colours, s->bag[seat], BIO_BIOTOPES);
    add(d, say(d, "; board", " ; plateau"));
    add_counts(d, bio_colours, s->board[seat], BIO_BIOTOPES);
    add(d, say(d, "; tokens ", " ; jetons "));
    strbuf_int(d->out, s->tokens[seat]);
    add(d, say(d, "; hand", " ; main"));
    add_counts(d, bio_decks, s->hand[seat], BIO_DECKS);
    end_line(d);
}

static void draw_written_land(const struct drawing *d, unsigned seat)
{
    if (d->s->landed[seat]) {
        add(d, say(d, "  tokens", "  jetons"));
        add_counts(d, bio_biotopes, d->s->count[seat], BIO_BIOTOPES);
        add(d, say(d, "; groups ", " ; groupes "));
        strbuf_int(d->out, d->s->groups[seat]);
        end_line(d);
    }
}

/* `  territory 6, stars 3`: what a seat has said of its total. */
static void draw_categories(const struct drawing *d, const struct outcome_row *row)
{
    bool any = false;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        if (row->categories >> i & 1) {
            add(d, any ? ", " : "  ");
            add_name(d, &bio_category_names[i]);
            strbuf_add_char(d->out, ' ');
            strbuf_int(d->out, row->category[i]);
            any = true;
        }
    }
    if (any) {
        end_line(d);
    }
}

static void draw_player(const struct drawing *d, const struct outcome_row *row)
{
    const struct bio_state *s = d->s;
    unsigned seat = row->seat;
    if (d->style->players) {
        strbuf_add_span(d->out, d->style->players[seat]);
    } else {
        add(d, say(d, "Seat ", "Siège "));
        add(d, seat_label(seat));
    }
    add(d, say(d, ": ", " : "));
    strbuf_int(d->out, row->total);
    if (d->setup->level == BIO_TOTALS && s->rank[seat]) {
        add(d, say(d, ", rank ", ", rang "));
        strbuf_int(d->out, s->rank[seat]);
    }
    add(d, d->setup->level <= BIO_TABLE && (s->passed >> seat & 1) ? say(d, ", passed", ", a passé") : "");
    end_line(d);
    draw_categories(d, row);
    for (unsigned b = 0; b < BIO_BIOTOPES && d->setup->level != BIO_TOTALS; b++) {
        draw_biotope(d, seat, b);
    }
    if (d->setup->level <= BIO_TABLE) {
        draw_goods(d, seat);
    } else if (d->setup->level == BIO_SHEET) {
        draw_written_land(d, seat);
    }
}

void bio_draw_table(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    struct drawing d = {.setup = setup, .s = state, .style = style};
    struct outcome outcome;
    d.out = out;
    bio_outcome(setup, state, &outcome);
    draw_head(&d);
    if (setup->level <= BIO_TABLE) {
        draw_table(&d);
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        strbuf_add_char(out, '\n');
        draw_player(&d, &outcome.rows[i]);
    }
}
