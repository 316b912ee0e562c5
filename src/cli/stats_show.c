/* Tables of leaderboards and cards: which columns a game has follows from what its rules can compute. */
#include "cli/stats_show.h"

#include "cli/text.h"
#include "wire/stats.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24 };

/* ` (9–15)`, unless there is none. */
static void add_interval(struct strbuf *cell, const struct figure *figure, double scale, unsigned digits)
{
    if (!figure->bounded) {
        return;
    }
    /* Of a large club: as many digits as the interval is narrow. */
    static const double UNITS[] = {1, 0.1, 0.01, 0.001, 0.0001};
    while (digits < 4 && scale * (figure->hi - figure->lo) < UNITS[digits]) {
        digits++;
    }
    strbuf_add(cell, " (");
    wire_decimal(scale * figure->lo, digits, cell);
    strbuf_add(cell, figure->lo < 0 || figure->hi < 0 ? " – " : "–");
    wire_decimal(scale * figure->hi, digits, cell);
    strbuf_add_char(cell, ')');
}

void show_figure(struct grid *grid, const struct figure *figure, unsigned digits)
{
    struct strbuf *cell = grid_cell(grid);
    if (!figure->known) {
        strbuf_add_char(cell, '-');
        return;
    }
    wire_decimal(figure->value, digits, cell);
    add_interval(cell, figure, 1, digits);
}

/* `12 % (9–15)` */
static void add_rate(struct strbuf *cell, const struct figure *rate)
{
    if (!rate->known) {
        strbuf_add_char(cell, '-');
        return;
    }
    wire_decimal(100 * rate->value, 0, cell);
    strbuf_add(cell, " %");
    add_interval(cell, rate, 100, 0);
}

/* What a filter by days leaves out without saying so. */
void show_undated(const struct cli *cli, int64_t undated, struct strbuf *out)
{
    if (undated > 0) {
        text_count(out, undated, cli_say(cli, "game without a day left out", "partie sans jour laissée de côté"),
                   cli_say(cli, "games without a day left out", "parties sans jour laissées de côté"));
        strbuf_add_char(out, '\n');
    }
}

void show_foot(const struct cli *cli, int64_t log_size, struct strbuf *out)
{
    strbuf_add(out, cli_say(cli, "(low–high): 95 % interval; log size ",
                            "(bas–haut) : intervalle à 95 % ; taille du journal "));
    strbuf_int(out, log_size);
}

void show_rated_foot(const struct cli *cli, int64_t log_size, bool approximate, struct strbuf *out)
{
    show_foot(cli, log_size, out);
    strbuf_add(out, cli_say(cli, "; ratings " RATINGS_ALGORITHM, " ; classement " RATINGS_ALGORITHM));
    strbuf_add(out, approximate ? cli_say(cli, " (approximate)", " (approché)") : "");
    strbuf_add(out, cli_say(cli, ", ? provisional\n", ", ? provisoire\n"));
}

/* Whether it is of one title that has totals. */
static bool has_scores(const struct leaderboard *leaderboard)
{
    for (size_t i = 0; i < leaderboard->count; i++) {
        if (leaderboard->rows[i].mean_score.known || leaderboard->rows[i].has_best) {
            return true;
        }
    }
    return false;
}

void show_points(struct grid *grid, bool known, int64_t value, int64_t scale)
{
    struct strbuf *cell = grid_cell(grid);
    if (known) {
        strbuf_points(cell, value, (int32_t)scale);
    } else {
        strbuf_add_char(cell, '-');
    }
}

/* `evening`: with a column of the points that the order goes by there. */
static void show_rows(const struct cli *cli, const struct leaderboard *leaderboard, bool evening, struct strbuf *out)
{
    struct grid grid;
    bool scores = has_scores(leaderboard);
    grid_init(&grid, cli, 6U + evening + 2U * scores, 2);
    grid_text(&grid, "#");
    grid_text(&grid, cli_say(cli, "player", "joueur"));
    if (evening) {
        grid_text(&grid, "points");
    }
    grid_text(&grid, cli_say(cli, "rating", "classement"));
    grid_text(&grid, cli_say(cli, "games", "parties"));
    grid_text(&grid, cli_say(cli, "wins", "victoires"));
    grid_text(&grid, cli_say(cli, "win points", "points de victoire"));
    if (scores) {
        grid_text(&grid, cli_say(cli, "mean", "moyenne"));
        grid_text(&grid, cli_say(cli, "best", "record"));
    }
    for (size_t i = 0; i < leaderboard->count; i++) {
        const struct leaderboard_row *row = &leaderboard->rows[i];
        struct strbuf *cell = grid_cell(&grid);
        grid_faint(&grid, row->games < STATS_FAINT_BELOW);
        if (row->rank > 0) {
            strbuf_int(cell, row->rank);
        } else {
            strbuf_add_char(cell, '-');
        }
        text_clean_cut(grid_cell(&grid), span_from(row->player), NAME_WIDTH);
        if (evening) {
            show_figure(&grid, &row->points, 2);
        }
        show_figure(&grid, &row->rating, 0);
        strbuf_add(&grid.cells, row->provisional ? " ?" : "  ");
        grid_int(&grid, row->games);
        grid_int(&grid, row->wins);
        show_figure(&grid, &row->win_points, 2);
        if (scores) {
            show_figure(&grid, &row->mean_score, 1);
            show_points(&grid, row->has_best, row->best_score, leaderboard->scale);
        }
    }
    grid_end(&grid, out);
    if (!evening) {
        show_undated(cli, leaderboard->undated, out);
    }
    show_rated_foot(cli, leaderboard->log_size, leaderboard->approximate, out);
}

void show_leaderboard(const struct cli *cli, const struct leaderboard *leaderboard, struct strbuf *out)
{
    show_rows(cli, leaderboard, false, out);
}

void show_standings(const struct cli *cli, const struct leaderboard *standings, struct strbuf *out)
{
    show_rows(cli, standings, true, out);
}

static const char *card_name(const struct cli *cli, const struct name *name)
{
    return cli_say(cli, name->en, name->fr);
}

/* Which games have a column. */
enum when { ALWAYS, MARGINAL, DRAFTED, USED, CATALOGUED };

static bool has_column(const struct game *game, enum when when)
{
    const bool has[] = {[ALWAYS] = true,
                        [MARGINAL] = game->without != NULL,
                        [DRAFTED] = game->looks != NULL,
                        [USED] = game->uses != NULL,
                        [CATALOGUED] = game->catalogue != NULL};
    return has[when];
}

/* A column: the figure at offset `figure` of the row with so many digits, unless `add` writes the cell. */
struct column {
    const char *en, *fr;
    enum when when;
    size_t figure;
    unsigned digits;
    void (*add)(const struct cli *cli, const struct card_row *row, struct strbuf *cell);
};

static void add_card(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    if (row->named) {
        strbuf_add(cell, row->name.id);
        strbuf_add_char(cell, ' ');
    }
    text_clean(cell, span_from(card_name(cli, &row->name)));
}

/* `house 3f2a91c0`: two of one name differ in their hash. */
static void add_catalogue(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    enum { SHOWN = 4 }; /* bytes of the hash */
    (void)cli;
    if (!row->source) {
        strbuf_add_char(cell, '-');
        return;
    }
    strbuf_add_span(cell, row->source->name);
    strbuf_add_char(cell, ' ');
    strbuf_hex(cell, row->source->hash, SHOWN);
}

static void add_copies(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    (void)cli;
    strbuf_int(cell, row->copies);
}

static void add_zero(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    (void)cli;
    add_rate(cell, &row->zero_rate);
}

static void add_taken(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    (void)cli;
    add_rate(cell, &row->taken_rate);
}

static void add_activations(const struct cli *cli, const struct card_row *row, struct strbuf *cell)
{
    (void)cli;
    strbuf_int(cell, row->activations);
}

#define FIGURE(member) offsetof(struct card_row, member)

static const struct column CARD_COLUMNS[] = {
    {.en = "card", .fr = "carte", .add = add_card},
    {.en = "catalogue", .fr = "catalogue", .when = CATALOGUED, .add = add_catalogue},
    {.en = "copies", .fr = "copies", .add = add_copies},
    {.en = "points each", .fr = "points/carte", .figure = FIGURE(ppc), .digits = 2},
    {.en = "marginal", .fr = "marginal", .when = MARGINAL, .figure = FIGURE(mpc), .digits = 2},
    {.en = "none", .fr = "zéro", .add = add_zero},
    {.en = "win pts with", .fr = "victoire avec", .figure = FIGURE(wp_with), .digits = 2},
    {.en = "without", .fr = "sans", .figure = FIGURE(wp_without), .digits = 2},
    {.en = "worth", .fr = "valeur", .figure = FIGURE(worth), .digits = 0},
    {.en = "taken", .fr = "prise", .when = DRAFTED, .add = add_taken},
    {.en = "ATA", .fr = "ATA", .when = DRAFTED, .figure = FIGURE(ata), .digits = 1},
    {.en = "ALSA", .fr = "ALSA", .when = DRAFTED, .figure = FIGURE(alsa), .digits = 1},
    {.en = "if taken", .fr = "si prise", .when = DRAFTED, .figure = FIGURE(iwt), .digits = 2},
    {.en = "activated", .fr = "activée", .when = USED, .add = add_activations},
    {.en = "points a time", .fr = "points/fois", .when = USED, .figure = FIGURE(ppa), .digits = 2},
    {.en = "cubes a point", .fr = "cubes/point", .when = USED, .figure = FIGURE(cubes_per_point), .digits = 2},
    {.en = "first round", .fr = "1re manche", .when = USED, .figure = FIGURE(first_round), .digits = 1},
};

enum { CARD_COLUMNS_COUNT = sizeof(CARD_COLUMNS) / sizeof(CARD_COLUMNS[0]) };

void show_cards(const struct cli *cli, const struct card_table *table, struct strbuf *out)
{
    const struct column *shown[CARD_COLUMNS_COUNT];
    unsigned count = 0;
    struct grid grid;
    for (unsigned i = 0; i < CARD_COLUMNS_COUNT; i++) {
        if (has_column(table->game, CARD_COLUMNS[i].when)) {
            shown[count++] = &CARD_COLUMNS[i];
        }
    }
    grid_init(&grid, cli, count, table->game->catalogue ? 3 : 1);
    for (unsigned i = 0; i < count; i++) {
        grid_text(&grid, cli_say(cli, shown[i]->en, shown[i]->fr));
    }
    for (size_t i = 0; i < table->count; i++) {
        for (unsigned c = 0; c < count; c++) {
            const char *row = (const char *)&table->rows[i];
            if (shown[c]->add) {
                shown[c]->add(cli, &table->rows[i], grid_cell(&grid));
            } else {
                struct figure figure;
                memcpy(&figure, row + shown[c]->figure, sizeof(figure));
                show_figure(&grid, &figure, shown[c]->digits);
            }
        }
        grid_faint(&grid, table->rows[i].games < STATS_FAINT_BELOW);
    }
    grid_end(&grid, out);
    show_undated(cli, table->undated, out);
    text_count(out, table->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add(out, cli_say(cli, "; ", " ; "));
    show_foot(cli, table->log_size, out);
    strbuf_add_char(out, '\n');
}

/* ---- one card ---- */

static void show_picks(const struct cli *cli, const struct card_row *row, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"pick", "choix"}, {"seen", "vue"}, {"taken", "prise"}, {"rate", "taux"}};
    struct grid grid;
    grid_init(&grid, cli, 4, 0);
    grid_heads(&grid, HEADS, 4);
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        grid_int(&grid, t + 1);
        grid_int(&grid, row->seen_at[t]);
        grid_int(&grid, row->taken_at[t]);
        add_rate(grid_cell(&grid), &row->pick_rate[t]);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void show_cells(const struct cli *cli, const struct card_row *row, struct strbuf *out)
{
    enum { COLUMNS = 5 };
    struct grid grid;
    grid_init(&grid, cli, COLUMNS, 0);
    for (unsigned i = 0; i < COLUMNS; i++) {
        grid_int(&grid, i);
    }
    for (unsigned i = 0; i < STATS_CELLS; i++) {
        struct strbuf *cell = grid_cell(&grid);
        if (row->cell_points[i].known) {
            wire_decimal(row->cell_points[i].value, 2, cell);
            add_interval(cell, &row->cell_points[i], 1, 1);
        } else {
            strbuf_add_char(cell, '-');
        }
        strbuf_add(cell, " x ");
        strbuf_int(cell, row->cell_copies[i]);
    }
    strbuf_add(out, cli_say(cli, "\nmean points x copies, by cell of the grid\n",
                            "\npoints moyens x copies, par case de la grille\n"));
    grid_end(&grid, out);
}

static void show_links(const struct cli *cli, const struct game *game, const struct card_row *row, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"beside", "à côté de"}, {"pairs", "paires"}, {"points", "points"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 1);
    grid_heads(&grid, HEADS, 3);
    for (unsigned i = 0; i < STATS_LINKS && i < game->cards_count; i++) {
        grid_text(&grid, card_name(cli, &game->cards[i]));
        grid_int(&grid, row->link_pairs[i]);
        wire_decimal(row->link_points[i], 0, grid_cell(&grid));
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void show_times(const struct cli *cli, const struct card_row *row, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"times activated", "activations"}, {"seats", "sièges"}, {"win points", "points de victoire"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 0);
    grid_heads(&grid, HEADS, 3);
    for (unsigned i = 0; i < STATS_TIMES; i++) {
        struct strbuf *cell = grid_cell(&grid);
        strbuf_int(cell, i);
        strbuf_add(cell, i + 1 == STATS_TIMES ? "+" : "");
        grid_int(&grid, row->times_seats[i]);
        show_figure(&grid, &row->times_win[i], 2);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

void show_card(const struct cli *cli, const struct card_table *table, struct strbuf *out)
{
    show_cards(cli, table, out);
    for (size_t i = 0; i < table->count; i++) {
        const struct card_row *row = &table->rows[i];
        if (table->count > 1) {
            strbuf_add_char(out, '\n');
            add_catalogue(cli, row, out);
            strbuf_add(out, ": ");
            add_card(cli, row, out);
        }
        if (row->drafted) {
            show_picks(cli, row, out);
        }
        if (row->used) {
            show_times(cli, row, out);
        }
        if (row->placed) {
            show_cells(cli, row, out);
            show_links(cli, table->game, row, out);
        }
    }
}
