/* Pages of people, nights, records and ratings as rows of a spreadsheet. */
#include "base/date.h"
#include "wire/stats.h"

#include "base/banned.h"

static void add_first_day(int32_t day, struct strbuf *out)
{
    char text[DATE_SIZE];
    date_format(day, text);
    strbuf_add(out, text);
}

static void add_number(bool known, double value, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_number(known, value, out);
}

static void add_text(const char *text, struct strbuf *out)
{
    strbuf_add_char(out, ',');
    wire_csv_text(text, out);
}

void wire_player_csv(const struct player_page *page, struct strbuf *out)
{
    strbuf_add(out, "night,games,wins,win_points,win_points_lo,win_points_hi\n");
    for (size_t i = 0; i < page->nights_count; i++) {
        const struct night_row *row = &page->nights[i];
        add_first_day(row->day, out);
        wire_csv_int(true, row->games, out);
        wire_csv_int(true, row->wins, out);
        wire_csv_figure(&row->win_points, out);
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
            wire_csv_int(true, game->seats, out);
            wire_csv_int(true, seat + 1, out);
            add_text(score->player, out);
            add_text(score->guest ? "" : score->handle, out);
            wire_csv_points(score->has_total, score->total, game->scale, out);
            wire_csv_int(score->rank > 0, score->rank, out);
            add_number(score->win_points.known, score->win_points.value, out);
            strbuf_add_char(out, '\n');
        }
    }
}

void wire_records_csv(const struct record_table *table, struct strbuf *out)
{
    strbuf_add(out, "record,category,game,id,player,handle,value,night,ties\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct record_row *row = &table->rows[i];
        wire_csv_text(row->kind, out);
        add_text(row->category ? row->category : "", out);
        add_text(row->game, out);
        wire_csv_int(true, row->id, out);
        add_text(row->player, out);
        add_text(row->handle, out);
        wire_csv_points(true, row->value, row->scale, out);
        wire_csv_day(row->has_day, row->day, out);
        wire_csv_int(true, row->ties, out);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < table->streaks_count; i++) {
        const struct streak_row *row = &table->streaks[i];
        strbuf_add(out, "streak,,");
        wire_csv_int(true, row->id, out);
        add_text(row->player, out);
        add_text(row->handle, out);
        wire_csv_int(true, row->value, out);
        wire_csv_day(row->has_day, row->day, out);
        strbuf_add(out, ",\n");
    }
}

void wire_rating_history_csv(const struct rating_history *history, struct strbuf *out)
{
    strbuf_add(out, "night,player,handle,rating,rating_lo,rating_hi,sd,games\n");
    for (size_t i = 0; i < history->count; i++) {
        const struct rating_point *point = &history->points[i];
        add_first_day(point->day, out);
        add_text(point->player, out);
        add_text(point->handle, out);
        struct figure rating = figure_normal(point->rating.rating, point->rating.sd);
        wire_csv_figure(&rating, out);
        add_number(true, point->rating.sd, out);
        wire_csv_int(true, point->games, out);
        strbuf_add_char(out, '\n');
    }
}

void wire_versus_csv(const struct versus_row *row, struct strbuf *out)
{
    strbuf_add(out, "player,handle,games,won,lost,tied\n");
    wire_csv_text(row->player, out);
    add_text(row->handle, out);
    wire_csv_int(true, row->games, out);
    wire_csv_int(true, row->won, out);
    wire_csv_int(true, row->lost, out);
    wire_csv_int(true, row->tied, out);
    strbuf_add_char(out, '\n');
}
