/* Pages of people, nights, records and ratings, as JSON and CSV. */
#include "base/date.h"
#include "base/utf8.h"
#include "wire/stats.h"
#include "wire/stats_build.h"

#include <math.h>

#include "base/banned.h"

static json_t *day_text(int32_t day)
{
    char text[DATE_SIZE];
    date_format(day, text);
    return json_string(text);
}

static void set_person(struct build *build, json_t *object, const char *player, const char *handle)
{
    build_set_steal(build, object, "player", build_text(build, span_from(player)));
    build_set_steal(build, object, "handle", build_text(build, span_from(handle)));
}

/* What the answer was computed from, and how. */
static void set_source(struct build *build, json_t *object, int64_t log_size, bool rated)
{
    build_set_steal(build, object, "log_size", json_integer(log_size));
    if (rated) {
        build_set_steal(build, object, "algorithm", json_string(RATINGS_ALGORITHM));
    }
}

static json_t *start(struct build *build, int64_t log_size, bool rated)
{
    json_t *root = json_object();
    set_source(build, root, log_size, rated);
    return root;
}

/* ---- a person ---- */

static json_t *sizes_of(struct build *build, const struct player_page *page)
{
    json_t *list = json_array();
    for (size_t i = 0; i < page->sizes_count; i++) {
        const struct size_row *row = &page->sizes[i];
        json_t *object = json_object();
        build_set_steal(build, object, "seats", json_integer(row->seats));
        build_set_steal(build, object, "games", json_integer(row->games));
        build_set_steal(build, object, "wins", json_integer(row->wins));
        build_figure(build, object, "win_points", "win_points_se", &row->win_points);
        build_figure(build, object, "mean_score", NULL, &row->mean_score);
        build_append_steal(build, list, object);
    }
    return list;
}

static json_t *categories_of(struct build *build, const struct player_page *page)
{
    json_t *list = json_array();
    for (size_t i = 0; i < page->categories_count; i++) {
        const struct category_row *row = &page->categories[i];
        json_t *object = json_object();
        build_set_steal(build, object, "category", build_text(build, span_from(row->name.id)));
        build_figure(build, object, "mean", "mean_se", &row->mean);
        build_figure(build, object, "club", NULL, &row->club);
        build_append_steal(build, list, object);
    }
    return list;
}

static void set_versus(struct build *build, json_t *object, const struct versus_row *row)
{
    set_person(build, object, row->player, row->handle);
    build_set_steal(build, object, "games", json_integer(row->games));
    build_set_steal(build, object, "won", json_integer(row->won));
    build_set_steal(build, object, "lost", json_integer(row->lost));
    build_set_steal(build, object, "tied", json_integer(row->tied));
}

static json_t *versus_of(struct build *build, const struct player_page *page)
{
    json_t *list = json_array();
    for (size_t i = 0; i < page->versus_count; i++) {
        json_t *object = json_object();
        set_versus(build, object, &page->versus[i]);
        build_append_steal(build, list, object);
    }
    return list;
}

static json_t *nights_of(struct build *build, const struct player_page *page)
{
    json_t *list = json_array();
    for (size_t i = 0; i < page->nights_count; i++) {
        const struct night_row *row = &page->nights[i];
        json_t *object = json_object();
        build_set_steal(build, object, "night", day_text(row->day));
        build_set_steal(build, object, "games", json_integer(row->games));
        build_set_steal(build, object, "wins", json_integer(row->wins));
        build_figure(build, object, "win_points", "win_points_se", &row->win_points);
        build_append_steal(build, list, object);
    }
    return list;
}

enum err wire_player_page(const struct player_page *page, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = start(&build, page->log_size, true);
    set_person(&build, root, page->player, page->handle);
    build_set_steal(&build, root, "row", build_standing(&build, &page->row));
    build_set_steal(&build, root, "sizes", sizes_of(&build, page));
    build_set_steal(&build, root, "categories", categories_of(&build, page));
    build_set_steal(&build, root, "versus", versus_of(&build, page));
    build_set_steal(&build, root, "nights", nights_of(&build, page));
    build_set_steal(&build, root, "streak", json_integer(page->streak));
    build_set_steal(&build, root, "best_streak", json_integer(page->best_streak));
    build_set_steal(&build, root, "drought", json_integer(page->drought));
    return build_end_steal(&build, root, out, error);
}

enum err wire_versus(const struct versus_row *row, int64_t log_size, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = start(&build, log_size, false);
    set_versus(&build, root, row);
    return build_end_steal(&build, root, out, error);
}

/* ---- a night ---- */

/* Text, or null for none. */
static void set_said(struct build *build, json_t *object, const char *key, const char *text)
{
    build_set_steal(build, object, key, text[0] != '\0' ? build_text(build, span_from(text)) : json_null());
}

static json_t *night_game(struct build *build, const struct night_game *game)
{
    json_t *object = json_object();
    json_t *seats = json_array();
    build_set_steal(build, object, "id", json_integer(game->id));
    build_set_steal(build, object, "game", build_text(build, span_from(game->game)));
    build_set_steal(build, object, "variant", build_text(build, span_from(game->variant)));
    build_set_steal(build, object, "level", build_text(build, span_from(game->level)));
    for (unsigned i = 0; i < game->seats; i++) {
        const struct seat_score *score = &game->seat[i];
        json_t *seat = json_object();
        set_person(build, seat, score->player, score->handle);
        build_set_steal(build, seat, "total", json_integer(score->total));
        build_set_steal(build, seat, "rank", json_integer(score->rank));
        build_figure(build, seat, "win_points", NULL, &score->win_points);
        build_append_steal(build, seats, seat);
    }
    build_set_steal(build, object, "seats", seats);
    return object;
}

enum err wire_night_page(const struct night_page *page, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    json_t *games = json_array();
    json_t *rows = json_array();
    build_set_steal(&build, root, "day", day_text(page->day));
    set_said(&build, root, "title", page->title);
    set_said(&build, root, "place", page->place);
    set_said(&build, root, "note", page->note);
    build_set_steal(&build, root, "games", json_integer(page->known));
    set_source(&build, root, page->log_size, true);
    for (size_t i = 0; i < page->games_count; i++) {
        build_append_steal(&build, games, night_game(&build, &page->games[i]));
    }
    for (size_t i = 0; i < page->standings.count; i++) {
        const struct leaderboard_row *standing = &page->standings.rows[i];
        json_t *row = build_standing(&build, standing);
        build_figure(&build, row, "points", NULL, &standing->points);
        build_append_steal(&build, rows, row);
    }
    build_set_steal(&build, root, "results", games);
    build_set_steal(&build, root, "standings", rows);
    return build_end_steal(&build, root, out, error);
}

/* ---- records and ratings ---- */

static json_t *streaks_of(struct build *build, const struct record_table *table)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < table->streaks_count; i++) {
        const struct streak_row *row = &table->streaks[i];
        json_t *object = json_object();
        set_person(build, object, row->player, row->handle);
        build_set_steal(build, object, "value", json_integer(row->value));
        build_set_steal(build, object, "going_on", json_boolean(row->going_on));
        build_set_steal(build, object, "id", json_integer(row->id));
        build_set_steal(build, object, "night", row->has_day ? day_text(row->day) : json_null());
        build_append_steal(build, rows, object);
    }
    return rows;
}

enum err wire_records(const struct record_table *table, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = start(&build, table->log_size, false);
    json_t *rows = json_array();
    for (size_t i = 0; i < table->count; i++) {
        const struct record_row *row = &table->rows[i];
        json_t *object = json_object();
        build_set_steal(&build, object, "record", build_text(&build, span_from(row->kind)));
        build_set_steal(&build, object, "category",
                        row->category ? build_text(&build, span_from(row->category)) : json_null());
        build_set_steal(&build, object, "game", build_text(&build, span_from(row->game)));
        build_set_steal(&build, object, "id", json_integer(row->id));
        set_person(&build, object, row->player, row->handle);
        build_set_steal(&build, object, "value", json_integer(row->value));
        build_set_steal(&build, object, "night", row->has_day ? day_text(row->day) : json_null());
        build_set_steal(&build, object, "ties", json_integer(row->ties));
        build_append_steal(&build, rows, object);
    }
    build_set_steal(&build, root, "rows", rows);
    build_set_steal(&build, root, "streaks", streaks_of(&build, table));
    return build_end_steal(&build, root, out, error);
}

/* As the other figures are written, but rounded to a ten-millionth, as histories are kept. */
static void add_rounded(double value, struct strbuf *out)
{
    enum { UNIT = 10000000 };
    int64_t rounded = llround(value * UNIT);
    int64_t rest = rounded < 0 ? -rounded % UNIT : rounded % UNIT;
    strbuf_add(out, rounded < 0 ? "-" : "");
    strbuf_int(out, (rounded < 0 ? -rounded : rounded) / UNIT);
    strbuf_add_char(out, '.');
    for (int64_t unit = UNIT / 10; unit > 0 && (rest > 0 || unit == UNIT / 10); unit /= 10) {
        strbuf_add_char(out, (char)('0' + rest / unit));
        rest %= unit;
    }
}

/* A member of an object whose value is text; the text that is not plain goes the long way. */
static void add_member(struct build *build, const char *key, const char *text, struct strbuf *out)
{
    struct span span = span_from(text);
    bool plain = utf8_valid(span) == span.len;
    for (size_t i = 0; plain && i < span.len; i++) {
        plain = (unsigned char)text[i] >= ' ' && text[i] != '"' && text[i] != '\\';
    }
    strbuf_add(out, key);
    if (plain) {
        strbuf_add_char(out, '"');
        strbuf_add_span(out, span);
        strbuf_add_char(out, '"');
        return;
    }
    build_value_steal(build, build_text(build, span), out);
}

/* Row by row, without a tree of them: a long history has a hundred thousand. */
enum err wire_rating_history(const struct rating_history *history, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    size_t before = out->len;
    strbuf_add(out, "{\"log_size\":");
    strbuf_int(out, history->log_size);
    strbuf_add(out, ",\"algorithm\":\"" RATINGS_ALGORITHM "\",\"rows\":[");
    for (size_t i = 0; i < history->count && strbuf_ok(out); i++) {
        const struct rating_point *point = &history->points[i];
        char night[DATE_SIZE];
        date_format(point->day, night);
        strbuf_add(out, i > 0 ? ",{\"night\":\"" : "{\"night\":\"");
        strbuf_add(out, night);
        add_member(&build, "\",\"player\":", point->player, out);
        add_member(&build, ",\"handle\":", point->handle, out);
        strbuf_add(out, ",\"rating\":");
        add_rounded(point->rating.rating, out);
        strbuf_add(out, ",\"sd\":");
        add_rounded(point->rating.sd, out);
        strbuf_add(out, ",\"games\":");
        strbuf_int(out, point->games);
        strbuf_add_char(out, '}');
    }
    strbuf_add(out, "]}\n");
    if (build.failed || !strbuf_ok(out)) {
        strbuf_truncate(out, before);
        return build.failed ? error_raise(error, &MSG_MEMORY) : build_too_long(error);
    }
    return ERR_OK;
}

/* ---- CSV ---- */

static void add_day(bool has, int32_t day, struct strbuf *out)
{
    char text[DATE_SIZE];
    if (has) {
        date_format(day, text);
        strbuf_add(out, text);
    }
}

static void add_int(int64_t value, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    strbuf_int(out, value);
}

static void add_text(const char *text, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_text(text, out);
}

void wire_player_csv(const struct player_page *page, struct strbuf *out)
{
    strbuf_add(out, "night,games,wins,win_points,win_points_se\n");
    for (size_t i = 0; i < page->nights_count; i++) {
        const struct night_row *row = &page->nights[i];
        add_day(true, row->day, out);
        add_int(row->games, out);
        add_int(row->wins, out);
        strbuf_add_char(out, ',');
        wire_csv_figure(row->win_points.known, row->win_points.value, out);
        strbuf_add_char(out, ',');
        wire_csv_figure(row->win_points.bounded, row->win_points.error, out);
        strbuf_add_char(out, '\n');
    }
}

void wire_night_csv(const struct night_page *page, struct strbuf *out)
{
    strbuf_add(out, "id,game,variant,level,seats,seat,player,handle,total,rank,win_points\n");
    for (size_t i = 0; i < page->games_count; i++) {
        const struct night_game *game = &page->games[i];
        for (unsigned seat = 0; seat < game->seats; seat++) {
            const struct seat_score *score = &game->seat[seat];
            strbuf_int(out, game->id);
            add_text(game->game, out);
            add_text(game->variant, out);
            add_text(game->level, out);
            add_int(game->seats, out);
            add_int(seat + 1, out);
            add_text(score->player, out);
            add_text(score->handle, out);
            add_int(score->total, out);
            add_int(score->rank, out);
            strbuf_add_char(out, ',');
            wire_csv_figure(score->win_points.known, score->win_points.value, out);
            strbuf_add_char(out, '\n');
        }
    }
}

void wire_records_csv(const struct record_table *table, struct strbuf *out)
{
    strbuf_add(out, "record,category,game,id,player,handle,value,night,ties\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct record_row *row = &table->rows[i];
        strbuf_add(out, row->kind);
        add_text(row->category ? row->category : "", out);
        add_text(row->game, out);
        add_int(row->id, out);
        add_text(row->player, out);
        add_text(row->handle, out);
        add_int(row->value, out);
        strbuf_add_char(out, ',');
        add_day(row->has_day, row->day, out);
        add_int(row->ties, out);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < table->streaks_count; i++) {
        const struct streak_row *row = &table->streaks[i];
        strbuf_add(out, "streak,,");
        add_int(row->id, out);
        add_text(row->player, out);
        add_text(row->handle, out);
        add_int(row->value, out);
        strbuf_add_char(out, ',');
        add_day(row->has_day, row->day, out);
        strbuf_add(out, ",\n");
    }
}

void wire_rating_history_csv(const struct rating_history *history, struct strbuf *out)
{
    strbuf_add(out, "night,player,handle,rating,sd,games\n");
    for (size_t i = 0; i < history->count; i++) {
        const struct rating_point *point = &history->points[i];
        add_day(true, point->day, out);
        add_text(point->player, out);
        add_text(point->handle, out);
        strbuf_add_char(out, ',');
        wire_csv_figure(true, point->rating.rating, out);
        strbuf_add_char(out, ',');
        wire_csv_figure(true, point->rating.sd, out);
        add_int(point->games, out);
        strbuf_add_char(out, '\n');
    }
}

void wire_versus_csv(const struct versus_row *row, struct strbuf *out)
{
    strbuf_add(out, "player,handle,games,won,lost,tied\n");
    wire_csv_text(row->player, out);
    add_text(row->handle, out);
    add_int(row->games, out);
    add_int(row->won, out);
    add_int(row->lost, out);
    add_int(row->tied, out);
    strbuf_add_char(out, '\n');
}
