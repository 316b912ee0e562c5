/* The board of a season: as the games give it, as it was written when the season was closed, and what parts the two. */
#include "service/season_page.h"

#include "rules/registry.h"

#include "service/messages.h"
#include "service/season_text.h"
#include "service/stats_internal.h"

#include <stdlib.h>

#include "base/banned.h"

/* ---- what the games give ---- */

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    if (!contest_is_rated(registry_contest(row->variant))) { /* together, or won by nobody: nobody earned anything */
        return ERR_OK;
    }
    struct season_seat seat = {row->id, row->person, row->rank, row->has_win ? row->win : 0, row->has_win};
    return season_games_add(context, &seat, error);
}

static int by_place(const void *a, const void *b)
{
    const struct season_row *one = a;
    const struct season_row *two = b;
    if (one->place != two->place) {
        return one->place < two->place ? -1 : 1;
    }
    return strcmp(one->handle, two->handle);
}

static enum err name_rows(struct service *service, const struct season_board_lines *lines, struct arena *arena,
                          struct season_board *board, struct error *error)
{
    board->games = lines->games;
    board->rows = arena_new(arena, lines->count + 1, sizeof(*board->rows));
    if (!board->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < lines->count; i++) {
        const struct season_line *line = &lines->lines[i];
        struct season_row *row = &board->rows[board->count++];
        *row = (struct season_row){.person = line->person,
                                   .place = line->place,
                                   .points = line->points,
                                   .win = line->win,
                                   .wins = line->wins,
                                   .games = line->games};
        enum err err = stats_person(service, arena, line->person, &row->player, &row->handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    qsort(board->rows, board->count, sizeof(*board->rows), by_place);
    return ERR_OK;
}

/* The title of a season as it is now: it may have been merged since. Empty: any. */
static enum err title_now(struct service *service, const struct season *season, char out[STORE_TITLE],
                          struct error *error)
{
    struct strbuf text;
    struct error ignored;
    struct span title = season->terms.title;
    if (title.len > 0 && store_title_find(service->store, title, out, &ignored) == ERR_OK) {
        return ERR_OK;
    }
    strbuf_wrap(&text, out, STORE_TITLE);
    strbuf_add_span(&text, title);
    return strbuf_ok(&text) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err season_board_now(struct service *service, const struct season *season, struct arena *arena,
                          struct season_board *board, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    char title[STORE_TITLE];
    struct store_result_filter filter = {.since = season->terms.from, .until = season->terms.to};
    struct season_board_lines lines = {.lines = NULL};
    struct season_games games;
    *board = (struct season_board){.games = 0};
    season_games_init(&games, allocator);
    enum err err = title_now(service, season, title, error);
    if (err != ERR_OK) {
        goto out;
    }
    filter.game = span_from(title);
    err = store_results(service->store, &filter, take_seat, &games, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = season_board_of(&games, &season->terms.points, &lines, error);
    if (err != ERR_OK) {
        goto out;
    }
    err = name_rows(service, &lines, arena, board, error);
out:
    mem_free(allocator, lines.lines);
    season_games_release(&games);
    return err;
}

/* ---- in the order that people read ---- */

static int by_name(const void *a, const void *b)
{
    const struct season_row *one = a;
    const struct season_row *two = b;
    if (one->place != two->place) {
        return one->place < two->place ? -1 : 1;
    }
    int names = strcmp(one->player, two->player);
    return names != 0 ? names : strcmp(one->handle, two->handle);
}

/* The log has those who share a place by their handles, which are chance; who reads it has them by their names. */
static void order_rows(struct season_board *board)
{
    if (board->count > 0) {
        qsort(board->rows, board->count, sizeof(*board->rows), by_name);
    }
}

/* ---- what was written ---- */

struct reading_close {
    struct service *service;
    struct arena *arena;
    bool winners; /* nobody else */
    int64_t at;   /* when it was closed */
    struct season_board board;
};

static enum err add_written(const struct reading_close *to, const struct season_written *line, struct season_row *row,
                            struct error *error)
{
    *row = (struct season_row){
        .place = line->place, .points = line->points, .win = line->win, .wins = line->wins, .games = line->games};
    enum err err = person_behind(to->service, line->handle, &row->person, error);
    return err == ERR_OK ? stats_person(to->service, to->arena, row->person, &row->player, &row->handle, error) : err;
}

static enum err read_close(void *context, const struct store_entry *entry, struct error *error)
{
    struct reading_close *to = context;
    struct season_board *board = &to->board;
    struct season_entry said;
    struct season_written line;
    size_t count = 0;
    if (!season_read(entry->body, &said) || said.step != SEASON_CLOSE) {
        return error_raise_int(error, &SERVICE_MSG_ENTRY, entry->seq);
    }
    for (struct span rest = said.lines; season_read_line(&rest, &line);) {
        count++;
    }
    to->at = entry->at;
    board->games = said.games;
    board->rows = arena_new(to->arena, count + 1, sizeof(*board->rows));
    if (!board->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (struct span rest = said.lines; season_read_line(&rest, &line);) {
        if (to->winners && line.place != 1) {
            continue;
        }
        enum err err = add_written(to, &line, &board->rows[board->count++], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* The board that the entry wrote. */
static enum err read_board(struct reading_close *reading, int64_t seq, struct error *error)
{
    enum err err = store_entries(reading->service->store, seq, seq, read_close, reading, error);
    return err != ERR_OK || reading->board.rows ? err : error_raise_int(error, &SERVICE_MSG_NO_ENTRY, seq);
}

enum err season_winners(struct service *service, int64_t closed, struct arena *arena, struct season_board *out,
                        struct error *error)
{
    struct reading_close reading = {.service = service, .arena = arena, .winners = true};
    enum err err = read_board(&reading, closed, error);
    *out = reading.board;
    order_rows(out);
    return err;
}

/* ---- what parts them ---- */

static const struct season_row *row_of(const struct season_board *board, int64_t person)
{
    for (size_t i = 0; i < board->count; i++) {
        if (board->rows[i].person == person) {
            return &board->rows[i];
        }
    }
    return NULL;
}

static bool same_row(const struct season_row *a, const struct season_row *b)
{
    return a && b && a->place == b->place && a->points == b->points && a->win == b->win && a->wins == b->wins &&
           a->games == b->games;
}

static enum err find_differences(struct season_page *page, struct error *error)
{
    const struct season_board *then = &page->board;
    const struct season_board *now = &page->now;
    page->differences = arena_new(&page->arena, then->count + now->count + 1, sizeof(*page->differences));
    if (!page->differences) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < then->count; i++) {
        const struct season_row *row = &then->rows[i];
        const struct season_row *other = row_of(now, row->person);
        if (!same_row(row, other)) {
            page->differences[page->differences_count++] =
                (struct season_difference){row->player, row->handle, row, other};
        }
    }
    for (size_t i = 0; i < now->count; i++) {
        const struct season_row *row = &now->rows[i];
        if (!row_of(then, row->person)) {
            page->differences[page->differences_count++] =
                (struct season_difference){row->player, row->handle, NULL, row};
        }
    }
    page->differs = page->differences_count > 0 || then->games != now->games;
    return ERR_OK;
}

/* ---- the page ---- */

static enum err fill_closed(struct service *service, struct season_page *out, struct error *error)
{
    struct reading_close reading = {.service = service, .arena = &out->arena};
    enum err err = read_board(&reading, out->season.closed, error);
    if (err != ERR_OK) {
        return err;
    }
    out->board = reading.board;
    out->closed_at = reading.at;
    err = season_board_now(service, &out->season, &out->arena, &out->now, error);
    if (err != ERR_OK) {
        return err;
    }
    order_rows(&out->board);
    order_rows(&out->now);
    return find_differences(out, error);
}

static enum err fill_page(struct service *service, int64_t id, struct season_page *out, struct error *error)
{
    struct season_copy copy = {.arena = &out->arena};
    enum err err = store_log_size(service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_season(service, id, season_keep, &copy, error);
    if (err != ERR_OK) {
        return err;
    }
    out->season = copy.season;
    char title[STORE_TITLE];
    err = title_now(service, &copy.season, title, error);
    if (err != ERR_OK) {
        return err;
    }
    struct store_result_filter undated = {.game = span_from(title)};
    err = store_undated(service->store, &undated, false, 0, &out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    if (out->season.closed != 0) {
        return fill_closed(service, out, error);
    }
    err = season_board_now(service, &out->season, &out->arena, &out->board, error);
    order_rows(&out->board);
    return err;
}

enum err service_season_page(struct service *service, int64_t id, struct season_page *out, struct error *error)
{
    *out = (struct season_page){.log_size = 0};
    arena_init(&out->arena, service->options.allocator, SEASON_ARENA);
    enum err err = fill_page(service, id, out, error);
    if (err != ERR_OK) {
        season_page_release(out);
    }
    return err;
}

void season_page_release(struct season_page *page)
{
    arena_release(&page->arena);
    *page = (struct season_page){.log_size = 0};
}
