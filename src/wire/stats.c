/* Leaderboards and cards as JSON. */
#include "wire/stats.h"

#include "stats/moments.h"
#include "wire/stats_build.h"

#include "base/banned.h"

json_t *build_real(bool known, double value)
{
    return known ? json_real(value) : json_null();
}

void build_figure(struct build *build, json_t *object, const char *key, const char *error_key,
                  const struct figure *figure)
{
    build_set_steal(build, object, key, build_real(figure->known, figure->value));
    if (error_key) {
        build_set_steal(build, object, error_key, build_real(figure->known && figure->bounded, figure->error));
    }
}

json_t *build_standing(struct build *build, const struct leaderboard_row *row)
{
    json_t *object = json_object();
    build_set_steal(build, object, "player", build_text(build, span_from(row->player)));
    build_set_steal(build, object, "rank", build_number(row->rank, 0));
    build_figure(build, object, "rating", "sd", &row->rating);
    build_set_steal(build, object, "provisional", json_boolean(row->provisional));
    build_set_steal(build, object, "games", json_integer(row->games));
    build_set_steal(build, object, "wins", json_integer(row->wins));
    build_figure(build, object, "win_points", "win_points_se", &row->win_points);
    build_figure(build, object, "mean_score", NULL, &row->mean_score);
    build_set_steal(build, object, "best_score", row->games > 0 ? json_integer(row->best_score) : json_null());
    build_set_steal(build, object, "handle", build_text(build, span_from(row->handle)));
    return object;
}

enum err wire_leaderboard(const struct leaderboard *leaderboard, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    json_t *rows = json_array();
    for (size_t i = 0; i < leaderboard->count; i++) {
        build_append_steal(&build, rows, build_standing(&build, &leaderboard->rows[i]));
    }
    build_set_steal(&build, root, "log_size", json_integer(leaderboard->log_size));
    build_set_steal(&build, root, "algorithm", json_string(RATINGS_ALGORITHM));
    build_set_steal(&build, root, "rows", rows);
    return build_end_steal(&build, root, out, error);
}

/* ---- cards ---- */

static json_t *cells_of(struct build *build, const struct card_row *row)
{
    enum { COLUMNS = 5 };
    if (!row->placed) {
        return json_null();
    }
    json_t *list = json_array();
    for (unsigned i = 0; i < STATS_CELLS; i++) {
        json_t *cell = json_object();
        build_set_steal(build, cell, "row", json_integer(i / COLUMNS));
        build_set_steal(build, cell, "column", json_integer(i % COLUMNS));
        build_set_steal(build, cell, "copies", json_integer(row->cell_copies[i]));
        build_figure(build, cell, "points", NULL, &row->cell_points[i]);
        build_append_steal(build, list, cell);
    }
    return list;
}

static json_t *neighbours_of(struct build *build, const struct game *game, const struct card_row *row)
{
    if (!row->placed) {
        return json_null();
    }
    json_t *list = json_array();
    for (unsigned i = 0; i < STATS_LINKS && i < game->cards_count; i++) {
        json_t *other = json_object();
        build_set_steal(build, other, "card", build_text(build, span_from(game->cards[i].id)));
        build_set_steal(build, other, "pairs", json_integer(row->link_pairs[i]));
        build_set_steal(build, other, "points", json_real(row->link_points[i]));
        build_append_steal(build, list, other);
    }
    return list;
}

static json_t *pick_rates_of(struct build *build, const struct card_row *row)
{
    json_t *list = json_array();
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        bool known = row->seen_at[t] > 0;
        build_append_steal(build, list,
                           build_real(known, known ? (double)row->taken_at[t] / (double)row->seen_at[t] : 0));
    }
    return list;
}

/* What only games whose cards are activated have. */
static void set_uses(struct build *build, json_t *object, const struct card_row *row)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < STATS_TIMES; i++) {
        json_t *times = json_object();
        build_set_steal(build, times, "times", json_integer(i));
        build_set_steal(build, times, "seats", json_integer(row->times_seats[i]));
        build_figure(build, times, "win_points", "win_points_se", &row->times_win[i]);
        build_append_steal(build, list, times);
    }
    build_set_steal(build, object, "plays", json_integer(row->copies));
    build_set_steal(build, object, "activations", json_integer(row->activations));
    build_figure(build, object, "ppa", "ppa_se", &row->ppa);
    build_set_steal(build, object, "cubes", json_integer(row->cubes));
    build_figure(build, object, "cubes_per_point", NULL, &row->cubes_per_point);
    build_figure(build, object, "first_round", NULL, &row->first_round);
    build_set_steal(build, object, "wp_times", list);
}

static void set_card(struct build *build, json_t *object, const struct game *game, const struct card_row *row)
{
    build_set_steal(build, object, "card", build_text(build, span_from(row->name.id)));
    build_set_steal(build, object, "games", json_integer(row->games));
    build_set_steal(build, object, "seats", json_integer(row->seats));
    build_set_steal(build, object, "copies", json_integer(row->copies));
    build_figure(build, object, "points", NULL, &row->points);
    build_figure(build, object, "ppc", "ppc_se", &row->ppc);
    build_figure(build, object, "mpc", NULL, &row->mpc);
    build_figure(build, object, "zero_rate", NULL, &row->zero_rate);
    build_figure(build, object, "wp_with", "wp_with_se", &row->wp_with);
    build_figure(build, object, "wp_without", "wp_without_se", &row->wp_without);
    build_set_steal(build, object, "seen", row->drafted ? json_integer(row->seen) : json_null());
    build_set_steal(build, object, "taken", row->drafted ? json_integer(row->taken) : json_null());
    build_set_steal(build, object, "pick_rate", row->drafted ? pick_rates_of(build, row) : json_null());
    build_figure(build, object, "ata", NULL, &row->ata);
    build_figure(build, object, "alsa", NULL, &row->alsa);
    build_figure(build, object, "iwt", "iwt_se", &row->iwt);
    build_set_steal(build, object, "cells", cells_of(build, row));
    build_set_steal(build, object, "neighbours", neighbours_of(build, game, row));
    if (row->used) {
        set_uses(build, object, row);
    }
}

enum err wire_cards(const struct card_table *table, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    json_t *rows = json_array();
    for (size_t i = 0; i < table->count; i++) {
        json_t *row = json_object();
        set_card(&build, row, table->game, &table->rows[i]);
        build_append_steal(&build, rows, row);
    }
    build_set_steal(&build, root, "log_size", json_integer(table->log_size));
    build_set_steal(&build, root, "rows", rows);
    return build_end_steal(&build, root, out, error);
}

static json_t *picks_of(struct build *build, const struct card_row *row)
{
    if (!row->drafted) {
        return json_null();
    }
    json_t *list = json_array();
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        double low = 0;
        double high = 0;
        bool known = wilson(row->taken_at[t], row->seen_at[t], &low, &high);
        json_t *pick = json_object();
        build_set_steal(build, pick, "pick", json_integer(t + 1));
        build_set_steal(build, pick, "seen", json_integer(row->seen_at[t]));
        build_set_steal(build, pick, "taken", json_integer(row->taken_at[t]));
        build_set_steal(build, pick, "rate",
                        build_real(known, known ? (double)row->taken_at[t] / (double)row->seen_at[t] : 0));
        build_set_steal(build, pick, "low", build_real(known, low));
        build_set_steal(build, pick, "high", build_real(known, high));
        build_append_steal(build, list, pick);
    }
    return list;
}

enum err wire_card(const struct card_table *table, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "log_size", json_integer(table->log_size));
    if (table->count > 0) {
        set_card(&build, root, table->game, &table->rows[0]);
        build_set_steal(&build, root, "picks", picks_of(&build, &table->rows[0]));
    }
    return build_end_steal(&build, root, out, error);
}
