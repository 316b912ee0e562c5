/* Pages of people, nights and records for a terminal: tables one below the other, each with a line before it. */
#include "base/date.h"
#include "cli/grid.h"
#include "cli/kinds.h"
#include "cli/stats_show.h"
#include "cli/text.h"
#include "rules/registry.h"
#include "wire/stats.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24 };

static void add_name(struct grid *grid, const char *name)
{
    text_clean_cut(grid_cell(grid), span_from(name), NAME_WIDTH);
}

static void add_night(struct grid *grid, bool has, int32_t day)
{
    char text[DATE_SIZE] = "-";
    if (has) {
        date_format(day, text);
    }
    grid_text(grid, text);
}

/* ---- a person ---- */

static void show_sizes(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"players", "joueurs"},
                                           {"games", "parties"},
                                           {"wins", "victoires"},
                                           {"win points", "points de victoire"},
                                           {"mean", "moyenne"}};
    struct grid grid;
    grid_init(&grid, cli, 5, 0);
    grid_heads(&grid, HEADS, 5);
    for (size_t i = 0; i < page->sizes_count; i++) {
        const struct size_row *row = &page->sizes[i];
        grid_int(&grid, row->seats);
        grid_faint(&grid, row->games < STATS_FAINT_BELOW);
        grid_int(&grid, row->games);
        grid_int(&grid, row->wins);
        show_figure(&grid, &row->win_points, 2);
        show_figure(&grid, &row->mean_score, 1);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void show_categories(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"category", "catégorie"}, {"mean", "moyenne"}, {"club", "club"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 1);
    grid_heads(&grid, HEADS, 3);
    for (size_t i = 0; i < page->categories_count; i++) {
        const struct category_row *row = &page->categories[i];
        grid_text(&grid, cli_say(cli, row->name.en, row->name.fr));
        show_figure(&grid, &row->mean, 1);
        show_figure(&grid, &row->club, 1);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void show_versus(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"against", "contre"},
                                           {"games", "parties"},
                                           {"before", "devant"},
                                           {"behind", "derrière"},
                                           {"level", "égalité"}};
    struct grid grid;
    grid_init(&grid, cli, 5, 1);
    grid_heads(&grid, HEADS, 5);
    for (size_t i = 0; i < page->versus_count; i++) {
        const struct versus_row *row = &page->versus[i];
        add_name(&grid, row->player);
        grid_int(&grid, row->games);
        grid_int(&grid, row->won);
        grid_int(&grid, row->lost);
        grid_int(&grid, row->tied);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

/* A line `rival: Bo, 12 games, 5 before, 6 behind: 45 % (21–72)`; nothing where there is nobody. */
static void show_rival(const struct cli *cli, const char *word, const struct rival_row *row, struct strbuf *out)
{
    const struct {
        double share;
        const char *before;
    } parts[] = {{row->share.value, ""}, {row->share.lo, " % ("}, {row->share.hi, "–"}};
    if (!row->met) {
        return;
    }
    strbuf_add(out, word);
    text_clean_cut(out, span_from(row->met->player), NAME_WIDTH);
    strbuf_add(out, ", ");
    strbuf_int(out, row->met->games);
    strbuf_add(out, cli_say(cli, " games, won ", " parties, gagnées "));
    strbuf_int(out, row->met->won);
    strbuf_add(out, cli_say(cli, ", lost ", ", perdues "));
    strbuf_int(out, row->met->lost);
    strbuf_add(out, cli_say(cli, ": ", " : "));
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        strbuf_add(out, parts[i].before);
        wire_decimal(100 * parts[i].share, 0, out);
    }
    strbuf_add(out, ")\n");
}

static void show_company(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    if (page->rival.met || page->nemesis.met || page->companions_count > 0) {
        strbuf_add_char(out, '\n');
    }
    show_rival(cli, cli_say(cli, "rival: ", "rival : "), &page->rival, out);
    show_rival(cli, cli_say(cli, "nemesis: ", "bête noire : "), &page->nemesis, out);
    for (size_t i = 0; i < page->companions_count; i++) {
        strbuf_add(out, i > 0 ? ", " : cli_say(cli, "most often with: ", "le plus souvent avec : "));
        text_clean_cut(out, span_from(page->companions[i].player), NAME_WIDTH);
        strbuf_add(out, " (");
        strbuf_int(out, page->companions[i].games);
        strbuf_add_char(out, ')');
    }
    if (page->companions_count > 0) {
        strbuf_add_char(out, '\n');
    }
}

static void show_nights(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"night", "soirée"}, {"games", "parties"}, {"wins", "victoires"}, {"win points", "points de victoire"}};
    struct grid grid;
    grid_init(&grid, cli, 4, 1);
    grid_heads(&grid, HEADS, 4);
    for (size_t i = 0; i < page->nights_count; i++) {
        const struct night_row *row = &page->nights[i];
        add_night(&grid, true, row->day);
        grid_int(&grid, row->games);
        grid_int(&grid, row->wins);
        show_figure(&grid, &row->win_points, 2);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

void show_player(const struct cli *cli, const struct player_page *page, struct strbuf *out)
{
    struct leaderboard_row row = page->row;
    struct leaderboard one = {.log_size = page->log_size,
                              .undated = page->undated,
                              .scale = page->scale,
                              .rows = &row,
                              .count = row.games > 0};
    show_leaderboard(cli, &one, out);
    strbuf_add(out, cli_say(cli, "won in a row: ", "victoires de suite : "));
    strbuf_int(out, page->streak);
    strbuf_add(out, cli_say(cli, ", at best ", ", au mieux "));
    strbuf_int(out, page->best_streak);
    strbuf_add(out, cli_say(cli, "; games since the last win: ", " ; parties depuis la dernière victoire : "));
    strbuf_int(out, page->drought);
    strbuf_add_char(out, '\n');
    show_sizes(cli, page, out);
    if (page->categories_count > 0) {
        show_categories(cli, page, out);
    }
    if (page->versus_count > 0) {
        show_versus(cli, page, out);
    }
    show_company(cli, page, out);
    if (page->nights_count > 0) {
        show_nights(cli, page, out);
    }
}

/* ---- a night ---- */

void show_night(const struct cli *cli, const struct night_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"game", "partie"}, {"", ""}, {"player", "joueur"}, {"total", "total"}, {"rank", "rang"}};
    struct grid grid;
    grid_init(&grid, cli, 5, 6);
    grid_heads(&grid, HEADS, 5);
    for (size_t i = 0; i < page->games_count; i++) {
        const struct night_game *game = &page->games[i];
        for (unsigned seat = 0; seat < game->seats; seat++) {
            struct strbuf *cell = grid_cell(&grid);
            if (seat == 0) {
                strbuf_int(cell, game->id);
            }
            cell = grid_cell(&grid);
            if (seat == 0) {
                kinds_add(cell, cli->lang, span_from(game->game), &game->title, span_from(game->variant),
                          span_from(game->level), ", ");
            }
            const struct seat_score *score = &game->seat[seat];
            if (score->guest) {
                kinds_guest(grid_cell(&grid), cli->lang);
            } else {
                add_name(&grid, score->player);
            }
            show_points(&grid, score->has_total, score->total, game->scale);
            cell = grid_cell(&grid);
            if (score->rank > 0) {
                strbuf_int(cell, score->rank);
            } else {
                strbuf_add_char(cell, '-');
            }
        }
    }
    grid_end(&grid, out);
    strbuf_add_char(out, '\n');
    if (page->standings.count == 0) {
        strbuf_add(out, cli_say(cli, "no standings: nobody played against others\n",
                                "pas de classement : personne n'a joué contre d'autres\n"));
        return;
    }
    show_standings(cli, &page->standings, out);
}

/* ---- ratings ---- */

void show_rating_history(const struct cli *cli, const struct rating_history *history, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"night", "soirée"}, {"player", "joueur"}, {"rating", "classement"}, {"games", "parties"}};
    struct grid grid;
    grid_init(&grid, cli, 4, 1 | 2);
    grid_heads(&grid, HEADS, 4);
    for (size_t i = 0; i < history->count; i++) {
        const struct rating_point *point = &history->points[i];
        struct figure rating = figure_normal(point->rating.rating, point->rating.sd);
        add_night(&grid, true, point->day);
        add_name(&grid, point->player);
        show_figure(&grid, &rating, 0);
        strbuf_add(&grid.cells, point->games < STATS_PROVISIONAL ? " ?" : "  ");
        grid_int(&grid, point->games);
    }
    grid_end(&grid, out);
    show_rated_foot(cli, history->log_size, false, out);
}

void show_one_versus(const struct cli *cli, const char *player, const struct versus_row *row, int64_t log_size,
                     struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"player", "joueur"}, {"against", "contre"},  {"games", "parties"},
                                           {"before", "devant"}, {"behind", "derrière"}, {"level", "à égalité"}};
    const int64_t counts[] = {row->games, row->won, row->lost, row->tied};
    struct grid grid;
    grid_init(&grid, cli, 6, 1 | 2);
    grid_heads(&grid, HEADS, 6);
    add_name(&grid, player);
    add_name(&grid, row->player);
    for (unsigned i = 0; i < 4; i++) {
        grid_int(&grid, counts[i]);
    }
    grid_end(&grid, out);
    show_undated(cli, row->undated, out);
    strbuf_add(out, cli_say(cli, "log size ", "taille du journal "));
    strbuf_int(out, log_size);
    strbuf_add_char(out, '\n');
}

/* ---- records ---- */

static void add_record(struct grid *grid, const struct record_row *row)
{
    const struct cli *cli = grid->cli;
    const struct game *game = registry_engine(span_from(row->game));
    if (!row->category) {
        grid_text(grid, row->kind[0] != 's' ? cli_say(cli, "largest margin", "plus grande avance")
                        : row->low          ? cli_say(cli, "lowest score", "plus bas score")
                                            : cli_say(cli, "highest score", "meilleur score"));
        return;
    }
    int at = game ? name_find(game->categories, game->categories_count, span_from(row->category)) : -1;
    grid_text(grid, at < 0 ? row->category : cli_say(cli, game->categories[at].en, game->categories[at].fr));
}

/* A line for the holders that are not shown. */
static void add_more(struct grid *grid, const struct record_row *row)
{
    grid_text(grid, "");
    grid_text(grid, "");
    grid_text(grid, "");
    struct strbuf *cell = grid_cell(grid);
    strbuf_add(cell, cli_say(grid->cli, "… and ", "… et "));
    strbuf_int(cell, row->more);
    strbuf_add(cell, cli_say(grid->cli, " more", " de plus"));
    grid_text(grid, "");
    grid_text(grid, "");
}

static void show_streaks(const struct cli *cli, const struct record_table *table, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"won in a row", "victoires de suite"}, {"player", "joueur"}, {"until", "jusqu'à"}, {"id", "partie"}};
    struct grid grid;
    grid_init(&grid, cli, 4, 2 | 4);
    grid_heads(&grid, HEADS, 4);
    for (size_t i = 0; i < table->streaks_count; i++) {
        const struct streak_row *row = &table->streaks[i];
        grid_int(&grid, row->value);
        add_name(&grid, row->player);
        if (row->going_on) {
            grid_text(&grid, cli_say(cli, "now", "maintenant"));
        } else {
            add_night(&grid, row->has_day, row->day);
        }
        grid_int(&grid, row->id);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

void show_records(const struct cli *cli, const struct record_table *table, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"game", "jeu"},      {"record", "record"}, {"points", "points"},
                                           {"player", "joueur"}, {"night", "soirée"},  {"id", "partie"}};
    struct grid grid;
    grid_init(&grid, cli, 6, 1 | 2 | 8 | 16);
    grid_heads(&grid, HEADS, 6);
    for (size_t i = 0; i < table->count; i++) {
        const struct record_row *row = &table->rows[i];
        kinds_title(grid_cell(&grid), cli->lang, span_from(row->game), &row->title);
        add_record(&grid, row);
        show_points(&grid, true, row->value, row->scale);
        add_name(&grid, row->player);
        add_night(&grid, row->has_day, row->day);
        grid_int(&grid, row->id);
        if (row->more > 0) {
            add_more(&grid, row);
        }
    }
    grid_end(&grid, out);
    if (table->streaks_count > 0) {
        show_streaks(cli, table, out);
    }
    show_undated(cli, table->undated, out);
    strbuf_add(out, cli_say(cli, "log size ", "taille du journal "));
    strbuf_int(out, table->log_size);
    strbuf_add_char(out, '\n');
}
