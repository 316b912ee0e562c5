/* Leaderboards and cards as JSON. */
#include "wire/stats.h"

#include "service/shared_cards.h"
#include "wire/pieces.h"

#include "base/banned.h"

void emit_known(struct emit *emit, const char *key, const struct figure *figure)
{
    emit_real_or_null(emit, key, figure->known, figure->value);
}

/* A key of this file with three letters behind it. */
static const char *end_key(const char *key, const char *end, struct strbuf *name)
{
    strbuf_clear(name);
    strbuf_add(name, key);
    strbuf_add(name, end);
    return strbuf_text(name);
}

typedef void emit_number_fn(struct emit *emit, const char *key, bool known, double value);

static void emit_three(struct emit *emit, const char *key, const struct figure *figure, emit_number_fn *number)
{
    char memory[32];
    struct strbuf name;
    bool bounded = figure->known && figure->bounded;
    strbuf_wrap(&name, memory, sizeof(memory));
    number(emit, key, figure->known, figure->value);
    number(emit, end_key(key, "_lo", &name), bounded, figure->lo);
    number(emit, end_key(key, "_hi", &name), bounded, figure->hi);
}

void emit_figure(struct emit *emit, const char *key, const struct figure *figure)
{
    emit_three(emit, key, figure, emit_real_or_null);
}

static void emit_rounded_or_null(struct emit *emit, const char *key, bool known, double value)
{
    if (known) {
        emit_rounded(emit, key, value);
    } else {
        emit_null(emit, key);
    }
}

void emit_fitted(struct emit *emit, const char *key, const struct figure *figure)
{
    emit_three(emit, key, figure, emit_rounded_or_null);
}

void emit_standing(struct emit *emit, const struct leaderboard_row *row, int64_t scale)
{
    emit_word(emit, "player", row->player);
    emit_integer_or_null(emit, "rank", row->rank != 0, row->rank);
    emit_fitted(emit, "rating", &row->rating);
    emit_rounded_or_null(emit, "sd", row->rating.known, row->sd);
    emit_boolean(emit, "provisional", row->provisional);
    emit_integer(emit, "games", row->games);
    emit_integer(emit, "wins", row->wins);
    emit_figure(emit, "win_points", &row->win_points);
    emit_figure(emit, "mean_score", &row->mean_score);
    emit_points_or_null(emit, "best_score", row->has_best, row->best_score, (int32_t)scale);
    emit_word(emit, "handle", row->handle);
}

enum err wire_leaderboard(const struct leaderboard *leaderboard, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", leaderboard->log_size);
    emit_word(&emit, "algorithm", RATINGS_ALGORITHM);
    emit_boolean(&emit, "approximate", leaderboard->approximate);
    emit_word(&emit, "order", leaderboard_orders[leaderboard->order]);
    emit_integer(&emit, "undated", leaderboard->undated);
    emit_title_of(&emit, &leaderboard->title);
    emit_list(&emit, "rows");
    for (size_t i = 0; i < leaderboard->count; i++) {
        emit_object(&emit, NULL);
        emit_standing(&emit, &leaderboard->rows[i], leaderboard->scale);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- cards ---- */

static void emit_cells(struct emit *emit, const struct card_row *row)
{
    enum { COLUMNS = 5 };
    if (!row->placed) {
        emit_null(emit, "cells");
        return;
    }
    emit_list(emit, "cells");
    for (unsigned i = 0; i < STATS_CELLS; i++) {
        emit_object(emit, NULL);
        emit_integer(emit, "row", i / COLUMNS);
        emit_integer(emit, "column", i % COLUMNS);
        emit_integer(emit, "copies", row->cell_copies[i]);
        emit_figure(emit, "points", &row->cell_points[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_neighbours(struct emit *emit, const struct game *game, const struct card_row *row)
{
    if (!row->placed) {
        emit_null(emit, "neighbours");
        return;
    }
    emit_list(emit, "neighbours");
    for (unsigned i = 0; i < STATS_LINKS && i < game->cards_count; i++) {
        emit_object(emit, NULL);
        emit_word(emit, "card", game->cards[i].id);
        emit_integer(emit, "pairs", row->link_pairs[i]);
        emit_real(emit, "points", row->link_points[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

/* How often it was taken when it was seen, pick by pick; `offset` is that of the number in a figure. */
static void emit_pick_list(struct emit *emit, const char *key, const struct card_row *row, size_t offset)
{
    if (!row->drafted) {
        emit_null(emit, key);
        return;
    }
    emit_list(emit, key);
    for (unsigned i = 0; i < GATHER_PICKS; i++) {
        const struct figure *rate = &row->pick_rate[i];
        double number = 0;
        memcpy(&number, (const char *)rate + offset, sizeof(number));
        emit_real_or_null(emit, NULL, rate->known && (rate->bounded || offset == offsetof(struct figure, value)),
                          number);
    }
    emit_close(emit);
}

static void emit_pick_rates(struct emit *emit, const struct card_row *row)
{
    emit_pick_list(emit, "pick_rate", row, offsetof(struct figure, value));
    emit_pick_list(emit, "pick_rate_lo", row, offsetof(struct figure, lo));
    emit_pick_list(emit, "pick_rate_hi", row, offsetof(struct figure, hi));
}

/* What only games whose cards are activated have. */
static void emit_uses(struct emit *emit, const struct card_row *row)
{
    emit_integer(emit, "plays", row->copies);
    emit_integer(emit, "activations", row->activations);
    emit_figure(emit, "ppa", &row->ppa);
    emit_integer(emit, "cubes", row->cubes);
    emit_figure(emit, "cubes_per_point", &row->cubes_per_point);
    emit_figure(emit, "first_round", &row->first_round);
    emit_list(emit, "wp_times");
    for (unsigned i = 0; i < STATS_TIMES; i++) {
        emit_object(emit, NULL);
        emit_integer(emit, "times", i);
        emit_integer(emit, "seats", row->times_seats[i]);
        emit_figure(emit, "win_points", &row->times_win[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

/* What only cards of a catalogue have. */
static void emit_source(struct emit *emit, const struct card_row *row)
{
    emit_object(emit, "name");
    emit_word(emit, "en", row->name.en);
    emit_word(emit, "fr", row->name.fr);
    emit_close(emit);
    if (!row->source) {
        emit_null(emit, "catalogue");
        return;
    }
    emit_object(emit, "catalogue");
    emit_text(emit, "name", row->source->name);
    emit_hex(emit, "hash", row->source->hash, SHA256_SIZE);
    emit_close(emit);
}

static void emit_card_row(struct emit *emit, const struct game *game, const struct card_row *row)
{
    emit_word(emit, "card", row->name.id);
    if (row->clubs > 0) {
        emit_integer(emit, "clubs", row->clubs);
    }
    emit_integer(emit, "games", row->games);
    emit_integer(emit, "seats", row->seats);
    emit_integer(emit, "copies", row->copies);
    emit_known(emit, "points", &row->points);
    emit_figure(emit, "ppc", &row->ppc);
    emit_figure(emit, "mpc", &row->mpc);
    emit_figure(emit, "zero_rate", &row->zero_rate);
    emit_figure(emit, "wp_with", &row->wp_with);
    emit_figure(emit, "wp_without", &row->wp_without);
    emit_integer(emit, "seats_without", row->seats_without);
    if (row->clubs == 0) {
        emit_fitted(emit, "worth", &row->worth);
    }
    emit_integer_or_null(emit, "seen", row->drafted, row->seen);
    emit_integer_or_null(emit, "seen_hands", row->drafted, row->seen_hands);
    emit_integer_or_null(emit, "taken", row->drafted, row->taken);
    emit_figure(emit, "taken_rate", &row->taken_rate);
    emit_pick_rates(emit, row);
    emit_figure(emit, "ata", &row->ata);
    emit_figure(emit, "alsa", &row->alsa);
    emit_known(emit, "iwt", &row->iwt);
    emit_integer_or_null(emit, "iwt_took", row->drafted, row->iwt_took);
    emit_integer_or_null(emit, "iwt_left", row->drafted, row->iwt_left);
    emit_cells(emit, row);
    emit_neighbours(emit, game, row);
    if (row->used) {
        emit_uses(emit, row);
    }
    if (game->catalogue) {
        emit_source(emit, row);
    }
}

static void emit_card_rows(struct emit *emit, const char *key, const struct card_table *table, size_t first)
{
    emit_list(emit, key);
    for (size_t i = first; i < table->count; i++) {
        emit_object(emit, NULL);
        emit_card_row(emit, table->game, &table->rows[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

enum err wire_cards(const struct card_table *table, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", table->log_size);
    emit_word(&emit, "algorithm", WORTH_ALGORITHM);
    emit_integer(&emit, "undated", table->undated);
    emit_card_rows(&emit, "rows", table, 0);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_shared_cards(const struct card_table *table, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "game", table->game->name.id);
    emit_integer(&emit, "clubs", table->clubs);
    emit_integer(&emit, "least", SHARED_LEAST);
    emit_card_rows(&emit, "rows", table, 0);
    emit_close(&emit);
    return emit_end(&emit, error);
}

static void emit_picks(struct emit *emit, const struct card_row *row)
{
    if (!row->drafted) {
        emit_null(emit, "picks");
        return;
    }
    emit_list(emit, "picks");
    for (unsigned i = 0; i < GATHER_PICKS; i++) {
        emit_object(emit, NULL);
        emit_integer(emit, "pick", i + 1);
        emit_integer(emit, "seen", row->seen_at[i]);
        emit_integer(emit, "taken", row->taken_at[i]);
        emit_figure(emit, "rate", &row->pick_rate[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

enum err wire_card(const struct card_table *table, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", table->log_size);
    emit_word(&emit, "algorithm", WORTH_ALGORITHM);
    emit_integer(&emit, "undated", table->undated);
    if (table->count > 0) {
        emit_card_row(&emit, table->game, &table->rows[0]);
        emit_picks(&emit, &table->rows[0]);
    }
    if (table->game->catalogue) {
        emit_card_rows(&emit, "others", table, 1);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}
