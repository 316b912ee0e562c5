/* Pages of people, nights, records and ratings as JSON. */
#include "wire/pieces.h"
#include "wire/stats.h"

#include "base/banned.h"

static void emit_who(struct emit *emit, const char *player, const char *handle)
{
    emit_word(emit, "player", player);
    emit_word(emit, "handle", handle);
}

/* What the answer was computed from, and how. */
static void emit_source(struct emit *emit, int64_t log_size, bool rated)
{
    emit_integer(emit, "log_size", log_size);
    if (rated) {
        emit_word(emit, "algorithm", RATINGS_ALGORITHM);
    }
}

/* ---- a person ---- */

static void emit_sizes(struct emit *emit, const struct player_page *page)
{
    emit_list(emit, "sizes");
    for (size_t i = 0; i < page->sizes_count; i++) {
        const struct size_row *row = &page->sizes[i];
        emit_object(emit, NULL);
        emit_integer(emit, "seats", row->seats);
        emit_integer(emit, "games", row->games);
        emit_integer(emit, "wins", row->wins);
        emit_figure(emit, "win_points", &row->win_points);
        emit_figure(emit, "mean_score", &row->mean_score);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_categories(struct emit *emit, const struct player_page *page)
{
    emit_list(emit, "categories");
    for (size_t i = 0; i < page->categories_count; i++) {
        const struct category_row *row = &page->categories[i];
        emit_object(emit, NULL);
        emit_word(emit, "category", row->name.id);
        emit_figure(emit, "mean", &row->mean);
        emit_figure(emit, "club", &row->club);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_versus(struct emit *emit, const struct versus_row *row)
{
    emit_who(emit, row->player, row->handle);
    emit_integer(emit, "games", row->games);
    emit_integer(emit, "won", row->won);
    emit_integer(emit, "lost", row->lost);
    emit_integer(emit, "tied", row->tied);
}

static void emit_others(struct emit *emit, const struct player_page *page)
{
    emit_list(emit, "versus");
    for (size_t i = 0; i < page->versus_count; i++) {
        emit_object(emit, NULL);
        emit_versus(emit, &page->versus[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_rival(struct emit *emit, const char *key, const struct rival_row *row)
{
    if (!row->met) {
        emit_null(emit, key);
        return;
    }
    emit_object(emit, key);
    emit_versus(emit, row->met);
    emit_figure(emit, "share", &row->share);
    emit_close(emit);
}

static void emit_companions(struct emit *emit, const struct player_page *page)
{
    emit_list(emit, "companions");
    for (size_t i = 0; i < page->companions_count; i++) {
        emit_object(emit, NULL);
        emit_who(emit, page->companions[i].player, page->companions[i].handle);
        emit_integer(emit, "games", page->companions[i].games);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_nights(struct emit *emit, const struct player_page *page)
{
    emit_list(emit, "nights");
    for (size_t i = 0; i < page->nights_count; i++) {
        const struct night_row *row = &page->nights[i];
        emit_object(emit, NULL);
        emit_day(emit, "night", true, row->day);
        emit_integer(emit, "games", row->games);
        emit_integer(emit, "wins", row->wins);
        emit_figure(emit, "win_points", &row->win_points);
        emit_close(emit);
    }
    emit_close(emit);
}

enum err wire_player_page(const struct player_page *page, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_source(&emit, page->log_size, true);
    emit_who(&emit, page->player, page->handle);
    emit_object(&emit, "row");
    emit_standing(&emit, &page->row, page->scale);
    emit_close(&emit);
    emit_title_of(&emit, &page->title);
    emit_figure(&emit, "club_score", &page->club_score);
    emit_integer(&emit, "undated", page->undated);
    emit_sizes(&emit, page);
    emit_categories(&emit, page);
    emit_others(&emit, page);
    emit_rival(&emit, "rival", &page->rival);
    emit_rival(&emit, "nemesis", &page->nemesis);
    emit_companions(&emit, page);
    emit_nights(&emit, page);
    emit_integer(&emit, "streak", page->streak);
    emit_integer(&emit, "best_streak", page->best_streak);
    emit_integer(&emit, "drought", page->drought);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_versus(const struct versus_row *row, int64_t log_size, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_source(&emit, log_size, false);
    emit_integer(&emit, "undated", row->undated);
    emit_versus(&emit, row);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- a night ---- */

static void emit_night_game(struct emit *emit, const struct night_game *game)
{
    emit_object(emit, NULL);
    emit_integer(emit, "id", game->id);
    emit_title_of(emit, &game->title);
    emit_word(emit, "variant", game->variant);
    emit_word(emit, "level", game->level);
    emit_list(emit, "seats");
    for (unsigned i = 0; i < game->seats; i++) {
        const struct seat_score *score = &game->seat[i];
        emit_object(emit, NULL);
        emit_text_or_null(emit, "player", span_from(score->guest ? NULL : score->player));
        emit_text_or_null(emit, "handle", span_from(score->guest ? NULL : score->handle));
        emit_boolean(emit, "guest", score->guest);
        emit_points_or_null(emit, "total", score->has_total, score->total, (int32_t)game->scale);
        emit_integer_or_null(emit, "rank", score->rank > 0, score->rank);
        emit_known(emit, "win_points", &score->win_points);
        emit_close(emit);
    }
    emit_close(emit);
    emit_close(emit);
}

enum err wire_night_page(const struct night_page *page, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_day(&emit, "day", true, page->day);
    emit_text_or_null(&emit, "title", span_from(page->title));
    emit_text_or_null(&emit, "place", span_from(page->place));
    emit_text_or_null(&emit, "note", span_from(page->note));
    emit_integer(&emit, "games", page->known);
    emit_source(&emit, page->log_size, true);
    emit_list(&emit, "results");
    for (size_t i = 0; i < page->games_count; i++) {
        emit_night_game(&emit, &page->games[i]);
    }
    emit_close(&emit);
    emit_list(&emit, "standings");
    for (size_t i = 0; i < page->standings.count; i++) {
        const struct leaderboard_row *row = &page->standings.rows[i];
        emit_object(&emit, NULL);
        emit_standing(&emit, row, page->standings.scale);
        emit_known(&emit, "points", &row->points);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- records and ratings ---- */

void emit_record(struct emit *emit, const struct record_row *row)
{
    emit_object(emit, NULL);
    emit_word(emit, "record", row->kind);
    emit_text_or_null(emit, "category", span_from(row->category));
    emit_title_of(emit, &row->title);
    emit_boolean(emit, "low", row->low);
    emit_integer(emit, "id", row->id);
    emit_who(emit, row->player, row->handle);
    emit_points(emit, "value", row->value, (int32_t)row->scale);
    emit_day(emit, "night", row->has_day, row->day);
    emit_integer(emit, "ties", row->ties);
    emit_close(emit);
}

static void emit_streak(struct emit *emit, const struct streak_row *row)
{
    emit_object(emit, NULL);
    emit_who(emit, row->player, row->handle);
    emit_integer(emit, "value", row->value);
    emit_boolean(emit, "going_on", row->going_on);
    emit_integer(emit, "id", row->id);
    emit_day(emit, "night", row->has_day, row->day);
    emit_close(emit);
}

enum err wire_records(const struct record_table *table, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_source(&emit, table->log_size, false);
    emit_integer(&emit, "undated", table->undated);
    emit_list(&emit, "rows");
    for (size_t i = 0; i < table->count; i++) {
        emit_record(&emit, &table->rows[i]);
    }
    emit_close(&emit);
    emit_list(&emit, "streaks");
    for (size_t i = 0; i < table->streaks_count; i++) {
        emit_streak(&emit, &table->streaks[i]);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_rating_history(const struct rating_history *history, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_source(&emit, history->log_size, true);
    emit_list(&emit, "rows");
    for (size_t i = 0; i < history->count && emit_ok(&emit); i++) {
        const struct rating_point *point = &history->points[i];
        emit_object(&emit, NULL);
        emit_day(&emit, "night", true, point->day);
        emit_who(&emit, point->player, point->handle);
        emit_rounded(&emit, "rating", point->rating.rating);
        emit_rounded(&emit, "rating_lo", point->rating.rating - INTERVAL_Z * point->rating.sd);
        emit_rounded(&emit, "rating_hi", point->rating.rating + INTERVAL_Z * point->rating.sd);
        emit_rounded(&emit, "sd", point->rating.sd);
        emit_integer(&emit, "games", point->games);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
