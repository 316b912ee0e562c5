/* A player's page: results by table size and night, categories beside the club's, everybody they met, streaks. */
#include "service/messages.h"
#include "service/stats_board.h"
#include "service/stats_club.h"
#include "service/stats_streaks.h"

#include <stdlib.h>

#include "base/banned.h"

struct page {
    struct service *service;
    const struct selection *selection;
    struct club club;
    struct player_page *out;
    struct night_sum *nights; /* oldest first */
    size_t count;
    size_t room;
    struct line size[STATS_SIZES];
    struct line category[GAME_CATEGORIES]; /* total and squares are those of the category */
    struct streaks streaks;
};

/* What the player's games of a night add up to. */
struct night_sum {
    int64_t day; /* EVENING_UNDATED: none */
    struct line line;
};

/* ---- games into the page ---- */

/* The results of one kind of games join a line. */
static void add_results(struct line *line, const struct evening *evening, int64_t seats, enum contest contest)
{
    bool rated = seats > 1 && contest_is_rated(contest);
    line->scored += contest_is_scored(contest) ? evening->games : 0;
    line->games += evening->games;
    line->total += evening->total;
    line->total_squares += evening->total_squares;
    line->wins += evening->wins;
    line_won(line, rated ? evening->games : 0, seats, evening->win);
}

static enum err add_night(struct page *page, int64_t day, const struct evening *evening, int64_t seats,
                          enum contest contest, struct error *error)
{
    if (page->count == 0 || page->nights[page->count - 1].day != day) {
        struct night_sum *nights =
            mem_more(page->service->options.allocator, page->nights, page->count, &page->room, sizeof(*nights));
        if (!nights) {
            return error_raise(error, &MSG_MEMORY);
        }
        page->nights = nights;
        page->nights[page->count++] = (struct night_sum){.day = day};
    }
    add_results(&page->nights[page->count - 1].line, evening, seats, contest);
    return ERR_OK;
}

static enum err add_games(struct page *page, int64_t day, int64_t seats, struct span variant, bool told,
                          const struct evening *evening, struct error *error)
{
    enum contest contest = registry_contest(variant);
    add_results(&page->size[seats], evening, seats, contest);
    for (unsigned c = 0; told && page->selection->game && c < page->selection->game->categories_count; c++) {
        struct line *line = &page->category[c];
        line->games += evening->games;
        line->scored += evening->games;
        line->total += evening->category[c];
        line->total_squares += evening->squares[c];
    }
    return add_night(page, day, evening, seats, contest, error);
}

static enum err take_evening(void *context, const struct store_page_row *row, struct error *error)
{
    struct page *page = context;
    const struct store_result_filter *rows = &page->selection->rows;
    const struct store_group *group = &row->group;
    struct evening evening;
    bool selected = (rows->game.len == 0 || span_equal(rows->game, group->game)) &&
                    (rows->variant.len == 0 || span_equal(rows->variant, group->variant)) &&
                    (rows->level.len == 0 || span_equal(rows->level, group->level)) &&
                    (rows->seats == 0 || rows->seats == group->seats);
    if (!selected || !selection_counts(page->selection, group->seats, group->variant)) {
        return ERR_OK;
    }
    if (!evening_unpack(row->body, &evening)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_evening"));
    }
    bool told = page->selection->game && game_tells_categories(page->selection->game, group->level);
    return add_games(page, group->month, group->seats, group->variant, told, &evening, error);
}

/* One game, for what no evening answers. */
static enum err take_game(void *context, const struct store_result *row, struct error *error)
{
    struct page *page = context;
    if (!selection_counts(page->selection, row->seats, row->variant)) {
        return ERR_OK;
    }
    struct tally_sort sort = {registry_contest(row->variant), selection_scale(page->selection)};
    struct store_seat seat = {.has_total = row->has_total,
                              .total = row->total,
                              .rank = row->rank,
                              .has_win = row->has_win,
                              .win = row->win,
                              .categories = row->categories};
    struct evening_game result = tally_result(&sort, &seat);
    struct evening one = evening_of_game(1, &result);
    enum err err = add_games(page, row->has_day ? row->day : EVENING_UNDATED, row->seats, row->variant,
                             row->categories.len > 0, &one, error);
    return err == ERR_OK ? streaks_take(&page->streaks, row, error) : err;
}

static int by_day(const void *a, const void *b)
{
    const struct night_sum *one = a;
    const struct night_sum *two = b;
    return one->day < two->day ? -1 : one->day > two->day;
}

/* Nights of games that came as they were logged: sorted, and each of them once. */
static void sum_nights(struct page *page)
{
    size_t left = 0;
    if (page->count > 0) {
        qsort(page->nights, page->count, sizeof(page->nights[0]), by_day);
    }
    for (size_t i = 0; i < page->count; i++) {
        struct night_sum *last = left > 0 ? &page->nights[left - 1] : NULL;
        const struct line *line = &page->nights[i].line;
        if (!last || last->day != page->nights[i].day) {
            page->nights[left++] = page->nights[i];
            continue;
        }
        last->line.games += line->games;
        last->line.wins += line->wins;
        seat_wins_merge(&last->line.won, &line->won);
    }
    page->count = left;
}

/* A place has no evenings: its games are walked through. */
static enum err gather(struct page *page, struct error *error)
{
    const struct selection *selection = page->selection;
    struct store *store = page->service->store;
    struct store_result_filter rows = selection->rows;
    if (selection->impossible) {
        return ERR_OK;
    }
    page->streaks.solo = selection->solo;
    if (rows.place != 0) {
        rows.person = selection->player;
        enum err err = store_results(store, &rows, take_game, page, error);
        sum_nights(page);
        return err == ERR_OK ? streaks_settle(&page->streaks, error) : err;
    }
    bool dated = rows.since != INT64_MIN || rows.until != INT64_MAX;
    int64_t since = dated && rows.since <= EVENING_UNDATED ? EVENING_UNDATED + 1 : rows.since;
    enum err err = store_evenings(store, selection->player, since, rows.until, take_evening, page, error);
    return err == ERR_OK ? streaks_collect(page->service, selection, &page->streaks, error) : err;
}

/* ---- parts of the page ---- */

static void fill_streaks(const struct page *page)
{
    struct player_page *out = page->out;
    if (page->streaks.careers_count > 0) {
        const struct run *run = &page->streaks.careers[0].run;
        out->streak = run->last;
        out->best_streak = run->best;
        out->drought = run->tail;
    }
}

static enum err fill_nights(const struct page *page, struct error *error)
{
    struct player_page *out = page->out;
    out->nights = arena_new(&out->arena, page->count + 1, sizeof(*out->nights));
    if (!out->nights) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < page->count; i++) {
        const struct night_sum *night = &page->nights[i];
        if (night->day != EVENING_UNDATED) {
            out->nights[out->nights_count++] = (struct night_row){.day = (int32_t)night->day,
                                                                  .games = night->line.games,
                                                                  .wins = night->line.wins,
                                                                  .win_points = figure_wins(&night->line.won)};
        }
    }
    return ERR_OK;
}

/* Scores of several titles are not of one kind. */
static const struct spread *spread_of(const struct page *page, const struct spread *spread)
{
    return page->selection->game ? spread : NULL;
}

static void fill_sizes(const struct page *page)
{
    struct player_page *out = page->out;
    for (int seats = 1; seats < STATS_SIZES; seats++) {
        const struct line *line = &page->size[seats];
        if (line->games > 0) {
            out->sizes[out->sizes_count++] =
                (struct size_row){.seats = seats,
                                  .games = line->games,
                                  .wins = line->wins,
                                  .win_points = figure_wins(&line->won),
                                  .mean_score = line_mean_score(line, spread_of(page, &page->club.size[seats]))};
        }
    }
}

static enum err fill_categories(const struct page *page, struct error *error)
{
    const struct game *game = page->selection->game;
    struct player_page *out = page->out;
    if (!game) {
        return ERR_OK;
    }
    out->club_score = figure_ratio(&page->club.score, (double)game_scale(game));
    out->scale = game_scale(game);
    out->categories = arena_new(&out->arena, game->categories_count + 1U, sizeof(*out->categories));
    if (!out->categories) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned c = 0; c < game->categories_count; c++) {
        out->categories[out->categories_count++] =
            (struct category_row){game->categories[c], line_mean_score(&page->category[c], &page->club.category[c]),
                                  figure_counts(&page->club.category_score[c])};
    }
    return ERR_OK;
}

/* ---- the page ---- */

static enum err find_row(struct page *page, struct lines *lines, struct error *error)
{
    struct player_page *out = page->out;
    const struct fit *fit = NULL;
    int64_t person = page->selection->player;
    enum err err = board_collect(page->service, page->selection, person, lines, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fits_get(page->service, page->selection->rows.game, out->log_size, &fit, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct line *line = lines_find(lines, person);
    struct line nothing = {.person = person};
    err = board_row(page->service, &out->arena, line ? line : &nothing, fit, spread_of(page, &page->club.all),
                    &out->row, error);
    if (err != ERR_OK) {
        return err;
    }
    out->player = out->row.player;
    out->handle = out->row.handle;
    return ERR_OK;
}

static enum err fill_row(struct page *page, struct error *error)
{
    struct lines lines;
    lines_init(&lines, page->service->options.allocator);
    enum err err = find_row(page, &lines, error);
    lines_release(&lines);
    return err;
}

static enum err fill_page(struct page *page, const struct stats_filter *filter, struct selection *selection,
                          struct error *error)
{
    if (filter->player.len == 0) {
        return error_raise(error, &SERVICE_MSG_WHICH_PLAYER);
    }
    enum err err = selection_make(page->service, filter, selection, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_log_size(page->service->store, &page->out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = stats_title(page->service, &page->out->arena, selection->rows.game, &page->out->title, error);
    if (err != ERR_OK) {
        return err;
    }
    err = club_collect(page->service, selection, &page->club, error);
    if (err != ERR_OK) {
        return err;
    }
    err = selection_undated(page->service, selection, 0, &page->out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_row(page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = gather(page, error);
    if (err != ERR_OK) {
        return err;
    }
    fill_streaks(page);
    fill_sizes(page);
    err = fill_nights(page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_categories(page, error);
    if (err != ERR_OK) {
        return err;
    }
    return versus_fill(page->service, page->selection, page->out, error);
}

enum err service_player_page(struct service *service, const struct stats_filter *filter, struct player_page *out,
                             struct error *error)
{
    struct selection selection;
    struct page page = {.service = service, .selection = &selection, .out = out};
    page.streaks.allocator = service->options.allocator;
    *out = (struct player_page){.log_size = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    enum err err = fill_page(&page, filter, &selection, error);
    mem_free(service->options.allocator, page.nights);
    streaks_release(&page.streaks);
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
