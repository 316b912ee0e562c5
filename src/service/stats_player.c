/* A player's page: results by table size and night, categories beside the club's, everybody they met, streaks. */
#include "service/messages.h"
#include "service/stats_board.h"

#include <stdlib.h>

#include "base/banned.h"

/* One game of the player. */
struct played {
    int64_t id;
    int32_t day; /* INT32_MIN: none */
    int64_t time;
    bool won;
    bool has_win;
    int64_t win60;
};

struct page {
    struct service *service;
    const struct selection *selection;
    struct parts parts; /* of the club's games */
    struct player_page *out;
    struct played *games;
    size_t count;
    size_t room;
    struct line size[STATS_SIZES];
    struct moments category[GAME_CATEGORIES];
    int64_t club[GAME_CATEGORIES];
    int64_t club_seats;
    struct aggregate *scratch;
};

static int32_t category_of(struct span bytes, unsigned i)
{
    if (2 * (size_t)i + 1 >= bytes.len) {
        return 0;
    }
    unsigned low = (uint8_t)bytes.ptr[2 * i];
    unsigned high = (uint8_t)bytes.ptr[2 * i + 1];
    return (int16_t)(uint16_t)(low | high << 8);
}

static enum err take_game(void *context, const struct store_result *row, struct error *error)
{
    struct page *page = context;
    if ((row->seats < 2 && !page->selection->solo) || row->seats >= STATS_SIZES) {
        return ERR_OK;
    }
    if (page->count == page->room) {
        size_t room = page->room ? page->room * 2 : 64;
        struct played *larger =
            mem_resize(page->service->options.allocator, page->games, room * sizeof(page->games[0]));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        page->games = larger;
        page->room = room;
    }
    page->games[page->count++] = (struct played){.id = row->id,
                                                 .day = row->has_day ? (int32_t)row->day : INT32_MIN,
                                                 .time = row->has_played ? row->played : INT64_MIN,
                                                 .won = row->has_win && row->win60 > 0,
                                                 .has_win = row->has_win,
                                                 .win60 = row->win60};
    line_add(&page->size[row->seats], row);
    for (unsigned c = 0; page->selection->game && c < page->selection->game->categories_count; c++) {
        moments_add(&page->category[c], category_of(row->categories, c), 1, 1);
    }
    return ERR_OK;
}

static int by_time(const void *a, const void *b)
{
    const struct played *one = a;
    const struct played *two = b;
    if (one->day != two->day) {
        return one->day < two->day ? -1 : 1;
    }
    if (one->time != two->time) {
        return one->time < two->time ? -1 : 1;
    }
    return one->id < two->id ? -1 : one->id > two->id;
}

/* ---- parts of the page ---- */

static void fill_streaks(const struct page *page)
{
    struct player_page *out = page->out;
    for (size_t i = 0; i < page->count; i++) {
        out->streak = page->games[i].won ? out->streak + 1 : 0;
        out->drought = page->games[i].won ? 0 : out->drought + 1;
        out->best_streak = out->streak > out->best_streak ? out->streak : out->best_streak;
    }
}

static enum err fill_nights(const struct page *page, struct error *error)
{
    struct player_page *out = page->out;
    out->nights = arena_new(&out->arena, page->count + 1, sizeof(*out->nights));
    if (!out->nights) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < page->count;) {
        struct moments moments = {0};
        int32_t day = page->games[i].day;
        struct night_row *night = &out->nights[out->nights_count];
        night->day = day;
        for (; i < page->count && page->games[i].day == day; i++) {
            night->games++;
            night->wins += page->games[i].won;
            moments_add(&moments, page->games[i].win60, page->games[i].has_win, 1);
        }
        night->win_points = figure_of(&moments, WIN_UNIT);
        out->nights_count += day != INT32_MIN;
        if (day == INT32_MIN) {
            *night = (struct night_row){.day = 0};
        }
    }
    return ERR_OK;
}

static void fill_sizes(const struct page *page)
{
    struct player_page *out = page->out;
    for (int seats = 1; seats < STATS_SIZES; seats++) {
        const struct line *line = &page->size[seats];
        if (line->games > 0) {
            out->sizes[out->sizes_count++] = (struct size_row){.seats = seats,
                                                               .games = line->games,
                                                               .wins = line->wins,
                                                               .win_points = line_win_points(line),
                                                               .mean_score = line_mean_score(line)};
        }
    }
}

/* ---- the club's categories ---- */

static enum err add_club_sum(void *context, const struct store_aggregate *row, struct error *error)
{
    struct page *page = context;
    if (!selection_has(&page->parts.sums, &row->group) || (row->group.seats < 2 && !page->selection->solo)) {
        return ERR_OK;
    }
    if (!aggregate_unpack(row->body, page->scratch)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    for (unsigned c = 0; c < page->scratch->categories; c++) {
        page->club[c] += page->scratch->category[c];
    }
    page->club_seats += page->scratch->totals.n;
    return ERR_OK;
}

static enum err add_club_seat(void *context, const struct store_result *row, struct error *error)
{
    (void)error;
    struct page *page = context;
    if (row->seats > 1 || page->selection->solo) {
        for (unsigned c = 0; c < page->selection->game->categories_count; c++) {
            page->club[c] += category_of(row->categories, c);
        }
        page->club_seats++;
    }
    return ERR_OK;
}

static enum err add_club(struct page *page, struct error *error)
{
    struct store *store = page->service->store;
    enum err err = ERR_OK;
    selection_split(page->selection, &page->parts);
    if (page->parts.summed) {
        err = store_aggregates(store, page->selection->rows.game, add_club_sum, page, error);
    }
    for (unsigned i = 0; err == ERR_OK && i < page->parts.rest_count; i++) {
        err = store_scores(store, &page->parts.rest[i], add_club_seat, page, error);
    }
    return err;
}

static struct figure mean_of(int64_t sum, int64_t n)
{
    return n > 0 ? (struct figure){.known = true, .value = (double)sum / (double)n} : (struct figure){.known = false};
}

static enum err fill_categories(struct page *page, struct error *error)
{
    const struct game *game = page->selection->game;
    struct player_page *out = page->out;
    struct service *service = page->service;
    enum err err = ERR_OK;
    if (!game) {
        return ERR_OK;
    }
    out->categories = arena_new(&out->arena, game->categories_count + 1U, sizeof(*out->categories));
    page->scratch = aggregate_new(service->options.allocator, game->categories_count, game->cards_count);
    if (!out->categories || !page->scratch) {
        err = error_raise(error, &MSG_MEMORY);
    } else {
        err = add_club(page, error);
    }
    for (unsigned c = 0; err == ERR_OK && c < game->categories_count; c++) {
        out->categories[out->categories_count++] = (struct category_row){
            game->categories[c], figure_of(&page->category[c], 1), mean_of(page->club[c], page->club_seats)};
    }
    aggregate_free(service->options.allocator, page->scratch);
    return err;
}

/* ---- against others ---- */

struct meeting {
    int64_t person;
    struct lines *lines; /* games: together; wins, extra: finished before and behind */
};

static enum err add_meeting(void *context, const struct store_pair *row, struct error *error)
{
    const struct meeting *meeting = context;
    if (row->a != meeting->person && row->b != meeting->person) {
        return ERR_OK;
    }
    bool first = row->a == meeting->person;
    struct line *line = lines_of(meeting->lines, first ? row->b : row->a);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line->games += row->games;
    line->wins += first ? row->a_first : row->b_first;
    line->extra += first ? row->b_first : row->a_first;
    return ERR_OK;
}

static int by_meetings(const void *a, const void *b)
{
    const struct versus_row *one = a;
    const struct versus_row *two = b;
    if (one->games != two->games) {
        return one->games > two->games ? -1 : 1;
    }
    int names = strcmp(one->player, two->player);
    return names != 0 ? names : strcmp(one->handle, two->handle);
}

static enum err fill_versus(struct page *page, int64_t person, struct error *error)
{
    struct player_page *out = page->out;
    struct lines lines;
    lines_init(&lines, page->service->options.allocator);
    struct meeting meeting = {person, &lines};
    enum err err = store_pairs(page->service->store, page->selection->rows.game, add_meeting, &meeting, error);
    out->versus = err == ERR_OK ? arena_new(&out->arena, lines.count + 1, sizeof(*out->versus)) : NULL;
    if (err == ERR_OK && !out->versus) {
        err = error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; err == ERR_OK && i < lines.room; i++) {
        const struct line *line = &lines.items[i];
        if (line->person != 0) {
            struct versus_row *row = &out->versus[out->versus_count++];
            *row = (struct versus_row){.games = line->games, .won = line->wins, .lost = line->extra};
            row->tied = line->games - line->wins - line->extra;
            err = stats_person(page->service, &out->arena, line->person, &row->player, &row->handle, error);
        }
    }
    if (err == ERR_OK) {
        qsort(out->versus, out->versus_count, sizeof(*out->versus), by_meetings);
    }
    lines_release(&lines);
    return err;
}

/* ---- the whole ---- */

static enum err fill_row(struct page *page, int64_t person, struct error *error)
{
    struct player_page *out = page->out;
    const struct fit *fit = NULL;
    struct lines lines;
    lines_init(&lines, page->service->options.allocator);
    enum err err = board_collect(page->service, page->selection, &lines, error);
    if (err == ERR_OK) {
        err = fits_get(page->service, page->selection->rows.game, out->log_size, &fit, error);
    }
    if (err == ERR_OK) {
        const struct line *line = lines_find(&lines, person);
        struct line nothing = {.person = person};
        err = board_row(page->service, &out->arena, line ? line : &nothing, fit, &out->row, error);
        out->player = out->row.player;
        out->handle = out->row.handle;
    }
    lines_release(&lines);
    return err;
}

enum err service_player_page(struct service *service, const struct stats_filter *filter, struct player_page *out,
                             struct error *error)
{
    struct selection selection;
    struct page page = {.service = service, .selection = &selection, .out = out};
    *out = (struct player_page){.log_size = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = filter->player.len > 0 ? selection_make(service, filter, &selection, error)
                                          : error_raise(error, &SERVICE_MSG_WHICH_PLAYER);
    if (err == ERR_OK) {
        err = store_log_size(service->store, &out->log_size, error);
    }
    if (err == ERR_OK) {
        err = fill_row(&page, selection.player, error);
    }
    if (err == ERR_OK && !selection.impossible) {
        struct store_result_filter rows = selection.rows;
        rows.person = selection.player;
        err = store_results(service->store, &rows, take_game, &page, error);
    }
    if (err == ERR_OK) {
        if (page.count > 0) {
            qsort(page.games, page.count, sizeof(page.games[0]), by_time);
        }
        fill_streaks(&page);
        fill_sizes(&page);
        err = fill_nights(&page, error);
    }
    if (err == ERR_OK) {
        err = fill_categories(&page, error);
    }
    if (err == ERR_OK) {
        err = fill_versus(&page, selection.player, error);
    }
    mem_free(service->options.allocator, page.games);
    if (err != ERR_OK) {
        player_page_release(out);
    }
    return err;
}

void player_page_release(struct player_page *page)
{
    arena_release(&page->arena);
    *page = (struct player_page){.log_size = 0};
}

enum err service_versus(struct service *service, struct span game, struct span one, struct span other,
                        struct arena *arena, struct versus_row *out, int64_t *log_size, struct error *error)
{
    struct stats_filter filters[2] = {{.game = game, .player = one}, {.game = game, .player = other}};
    struct selection selection[2];
    struct lines lines;
    *out = (struct versus_row){.games = 0};
    lines_init(&lines, service->options.allocator);
    enum err err = store_log_size(service->store, log_size, error);
    for (int i = 0; err == ERR_OK && i < 2; i++) {
        err = selection_make(service, &filters[i], &selection[i], error);
    }
    if (err == ERR_OK) {
        struct meeting meeting = {selection[0].player, &lines};
        err = store_pairs(service->store, selection[0].rows.game, add_meeting, &meeting, error);
    }
    if (err == ERR_OK) {
        const struct line *line = lines_find(&lines, selection[1].player);
        if (line) {
            *out = (struct versus_row){.games = line->games, .won = line->wins, .lost = line->extra};
            out->tied = line->games - line->wins - line->extra;
        }
        err = stats_person(service, arena, selection[1].player, &out->player, &out->handle, error);
    }
    lines_release(&lines);
    return err;
}
