/* Seasons and their boards on the way out. */
#include "wire/seasons.h"

#include "stats/win_points.h"
#include "wire/stats.h"

#include "base/banned.h"

double wire_season_points(int64_t units)
{
    return (double)units / WIN_UNIT;
}

static void emit_season_points(struct emit *emit, const struct season_points *points)
{
    if (points->count == 0) {
        emit_word(emit, "points", "win");
        return;
    }
    emit_list(emit, "points");
    for (unsigned i = 0; i < points->count; i++) {
        emit_integer(emit, NULL, points->place[i]);
    }
    emit_close(emit);
}

/* The members of the object that is open. */
static void emit_members(struct emit *emit, const struct season *season)
{
    emit_integer(emit, "id", season->id);
    emit_text(emit, "name", season->terms.name);
    emit_day(emit, "from", true, season->terms.from);
    emit_day(emit, "to", true, season->terms.to);
    emit_text_or_null(emit, "title", season->terms.title);
    emit_season_points(emit, &season->terms.points);
    emit_integer_or_null(emit, "closed", season->closed != 0, season->closed);
    emit_integer(emit, "last", season->last);
    emit_close(emit);
}

void emit_season(struct emit *emit, const struct season *season)
{
    emit_object(emit, NULL);
    emit_members(emit, season);
}

enum err wire_season(const struct season *season, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_season(&emit, season);
    return emit_end(&emit, error);
}

/* ---- the page ---- */

static void emit_figures(struct emit *emit, const struct season_row *row)
{
    emit_integer(emit, "place", row->place);
    emit_real(emit, "points", wire_season_points(row->points));
    emit_real(emit, "win_points", wire_season_points(row->win));
    emit_integer(emit, "wins", row->wins);
    emit_integer(emit, "games", row->games);
}

static void emit_board(struct emit *emit, const struct season_board *board)
{
    emit_integer(emit, "games", board->games);
    emit_list(emit, "board");
    for (size_t i = 0; i < board->count; i++) {
        emit_object(emit, NULL);
        emit_word(emit, "player", board->rows[i].player);
        emit_word(emit, "handle", board->rows[i].handle);
        emit_figures(emit, &board->rows[i]);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_side(struct emit *emit, const char *key, const struct season_row *row)
{
    if (!row) {
        emit_null(emit, key);
        return;
    }
    emit_object(emit, key);
    emit_figures(emit, row);
    emit_close(emit);
}

static void emit_now(struct emit *emit, const struct season_page *page)
{
    if (!page->differs) {
        emit_null(emit, "now");
        return;
    }
    emit_object(emit, "now");
    emit_board(emit, &page->now);
    emit_list(emit, "differences");
    for (size_t i = 0; i < page->differences_count; i++) {
        const struct season_difference *difference = &page->differences[i];
        emit_object(emit, NULL);
        emit_word(emit, "player", difference->player);
        emit_word(emit, "handle", difference->handle);
        emit_side(emit, "then", difference->then);
        emit_side(emit, "now", difference->now);
        emit_close(emit);
    }
    emit_close(emit);
    emit_close(emit);
}

enum err wire_season_page(const struct season_page *page, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", page->log_size);
    emit_object(&emit, "season");
    emit_members(&emit, &page->season);
    emit_moment(&emit, "closed_at", page->closed_at != 0, page->closed_at);
    emit_integer(&emit, "undated", page->undated);
    emit_list(&emit, "winners");
    for (size_t i = 0; page->season.closed != 0 && i < page->board.count && page->board.rows[i].place == 1; i++) {
        emit_word(&emit, NULL, page->board.rows[i].handle);
    }
    emit_close(&emit);
    emit_board(&emit, &page->board);
    emit_now(&emit, page);
    emit_close(&emit);
    return emit_end(&emit, error);
}

void wire_season_csv(const struct season_page *page, struct strbuf *out)
{
    strbuf_add(out, "place,player,handle,points,win_points,wins,games\n");
    for (size_t i = 0; i < page->board.count; i++) {
        const struct season_row *row = &page->board.rows[i];
        strbuf_int(out, row->place);
        strbuf_add_char(out, ',');
        wire_csv_text(row->player, out);
        strbuf_add_char(out, ',');
        wire_csv_text(row->handle, out);
        strbuf_add_char(out, ',');
        wire_csv_number(true, wire_season_points(row->points), out);
        strbuf_add_char(out, ',');
        wire_csv_number(true, wire_season_points(row->win), out);
        wire_csv_int(true, row->wins, out);
        wire_csv_int(true, row->games, out);
        strbuf_add_char(out, '\n');
    }
}
