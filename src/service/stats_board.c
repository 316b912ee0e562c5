/* Leaderboards: lines from sums or from games, ratings beside them, one order, ties as ties. */
#include "service/stats_board.h"
#include "service/messages.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"

const char *const leaderboard_orders[7] = {"rating", "win-points", "wins", "mean-score", "best-score", "games", NULL};

/* ---- lines ---- */

struct collecting {
    const struct selection *selection;
    struct lines *lines;
    bool selected;  /* sums: take what the filter selects, not only what is rated */
    int64_t person; /* 0: everybody */
};

/* True when sums over all titles answer it: nothing is asked that these do not tell apart. */
static bool is_of_all(const struct store_result_filter *rows)
{
    return rows->game.len == 0 && rows->variant.len == 0 && rows->level.len == 0;
}

/* Rows of the title that is asked for; of no title in particular, the sums over all or those of each. */
static bool is_wanted(const struct store_result_filter *rows, struct span title)
{
    return rows->game.len > 0 ? span_equal(title, rows->game) : is_of_all(rows) == (title.len == 0);
}

static enum err collect_sums(void *context, const struct store_standing *row, struct error *error)
{
    const struct collecting *to = context;
    enum contest contest = registry_contest(row->group.variant);
    bool rated = row->group.seats > 1 && contest_is_rated(contest);
    bool taken = to->selected && selection_has(to->selection, &row->group) &&
                 selection_counts(to->selection, row->group.seats, row->group.variant);
    if ((!rated && !taken) || !is_wanted(&to->selection->rows, row->group.game)) {
        return ERR_OK;
    }
    struct line *line = lines_of(to->lines, row->person);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line->rated += rated ? row->games : 0;
    if (taken) {
        line->games += row->games;
        line->scored += contest_is_scored(contest) ? row->games : 0;
        line->wins += row->wins;
        line->total += row->total;
        line->total_squares += row->total_squares;
        line_best(line, row->best, contest);
        line_won(line, rated ? row->games : 0, row->group.seats, row->win);
    }
    return ERR_OK;
}

static enum err collect_row(void *context, const struct store_result *row, struct error *error)
{
    const struct collecting *to = context;
    if (!selection_counts(to->selection, row->seats, row->variant) || row->person == 0 ||
        (to->person != 0 && to->person != row->person)) {
        return ERR_OK;
    }
    struct line *line = lines_of(to->lines, row->person);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line_add(line, row, selection_scale(to->selection));
    return ERR_OK;
}

enum err board_collect(struct service *service, const struct selection *selection, int64_t person, struct lines *lines,
                       struct error *error)
{
    struct store *store = service->store;
    struct parts parts;
    selection_split(selection, &parts);
    struct collecting to = {&parts.sums, lines, parts.summed, person};
    const struct store_result_filter *rows = &selection->rows;
    enum err err = person != 0 ? store_standings_of(store, person, collect_sums, &to, error)
                   : rows->game.len > 0 || is_of_all(rows)
                       ? store_standings(store, rows->game, collect_sums, &to, error)
                       : store_standings_each(store, collect_sums, &to, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < parts.rest_count; i++) {
        struct store_result_filter *rest = &parts.rest[i];
        rest->person = rest->place != 0 ? person : 0; /* the days at the ends are few, and found by their index */
        err = rest->person != 0 ? store_results(store, rest, collect_row, &to, error)
                                : store_scores(store, rest, collect_row, &to, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* ---- rows ---- */

enum err board_row(struct service *service, struct arena *arena, const struct line *line, const struct fit *fit,
                   const struct spread *spread, struct leaderboard_row *row, struct error *error)
{
    const struct rating *rating = fit_find(fit, line->person);
    *row = (struct leaderboard_row){
        .person = line->person,
        .provisional = line->rated < STATS_PROVISIONAL,
        .games = line->games,
        .wins = line->wins,
        .win_points = figure_wins(&line->won),
        .points = figure_exact(line->won.seats > 0, (double)line->won.points / WIN_UNIT),
        .mean_score = line_mean_score(line, spread),
        .has_best = spread && line->scored > 0, /* best totals of several titles are not of one kind either */
    };
    if (row->has_best) {
        row->best_score = line->low ? -line->best : line->best;
    }
    if (rating) {
        row->rating = figure_normal(rating->rating, rating->sd);
        row->sd = rating->sd;
    }
    return stats_person(service, arena, line->person, &row->player, &row->handle, error);
}

/* What the order goes by, as it is compared: rounded to 0.0001. */
static double key_of(const struct leaderboard_row *row, int order)
{
    const struct figure *const figures[] = {[ORDER_RATING] = &row->rating,
                                            [ORDER_WIN_POINTS] = &row->win_points,
                                            [ORDER_MEAN_SCORE] = &row->mean_score,
                                            [ORDER_POINTS] = &row->points};
    switch (order) {
    case ORDER_WINS:
        return (double)row->wins;
    case ORDER_BEST_SCORE:
        return (double)row->best_score;
    case ORDER_GAMES:
        return (double)row->games;
    default:
        return figures[order]->known ? round(figures[order]->value * 10000) : (double)-INFINITY;
    }
}

/* A row and its key; those without a rank come last, equals in the order of their names. */
struct keyed {
    bool unranked;
    double key;
    struct leaderboard_row row;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *one = a;
    const struct keyed *two = b;
    if (one->unranked != two->unranked) {
        return one->unranked ? 1 : -1;
    }
    if (one->key != two->key) {
        return one->key > two->key ? -1 : 1;
    }
    int names = strcmp(one->row.player, two->row.player);
    return names != 0 ? names : one->row.person < two->row.person ? -1 : 1;
}

/* A rating of few games is nobody's rank, unless there is no other. */
static void set_aside(struct keyed *keyed, size_t count, int order)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        any = any || (!keyed[i].row.provisional && keyed[i].row.rating.known);
    }
    for (size_t i = 0; i < count; i++) {
        keyed[i].unranked =
            keyed[i].key == (double)-INFINITY || (order == ORDER_RATING && any && keyed[i].row.provisional);
    }
}

/* How much the scores of one person vary, unless they are of several titles. */
static const struct spread *spread_lines(const struct selection *selection, const struct lines *lines,
                                         struct spread *spread)
{
    *spread = (struct spread){.scale = selection_scale(selection)};
    for (size_t i = 0; i < lines->room; i++) {
        const struct line *line = &lines->items[i];
        if (line->person != 0) {
            spread_add(spread, line->scored, line->total, line->total_squares);
        }
    }
    return selection->game ? spread : NULL;
}

/* With selection->player, only that one has a row, with the rank that they have among all. */
static enum err fill_rows(struct service *service, const struct selection *selection, const struct lines *lines,
                          const struct fit *fit, int order, struct leaderboard *out, struct error *error)
{
    size_t count = 0;
    int64_t rank = 0;
    int64_t person = selection->player;
    struct spread sums;
    const struct spread *spread = spread_lines(selection, lines, &sums);
    struct keyed *keyed = arena_new(&out->arena, lines->count + 1, sizeof(*keyed));
    out->rows = arena_new(&out->arena, lines->count + 1, sizeof(*out->rows));
    if (!keyed || !out->rows) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < lines->room; i++) {
        const struct line *line = &lines->items[i];
        if (line->person == 0 || line->games == 0) {
            continue;
        }
        struct keyed *to = &keyed[count++];
        enum err err = board_row(service, &out->arena, line, fit, spread, &to->row, error);
        if (err != ERR_OK) {
            return err;
        }
        to->key = key_of(&to->row, order);
    }
    set_aside(keyed, count, order);
    qsort(keyed, count, sizeof(*keyed), by_key);
    for (size_t i = 0; i < count; i++) {
        bool tied = i > 0 && keyed[i].key == keyed[i - 1].key;
        rank = tied ? rank : (int64_t)i + 1;
        if (person == 0 || keyed[i].row.person == person) {
            out->rows[out->count] = keyed[i].row;
            out->rows[out->count++].rank = keyed[i].unranked ? 0 : rank;
        }
    }
    return ERR_OK;
}

static enum err fill_board(struct service *service, const struct selection *selection, int order, struct lines *lines,
                           struct leaderboard *out, struct error *error)
{
    const struct fit *fit = NULL;
    enum err err = store_log_size(service->store, &out->log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    err = board_collect(service, selection, 0, lines, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fits_get(service, selection->rows.game, out->log_size, &fit, error);
    if (err != ERR_OK) {
        return err;
    }
    out->approximate = !ratings_exact(fit->count);
    out->scale = selection_scale(selection);
    err = stats_title(service, &out->arena, selection->rows.game, &out->title, error);
    if (err != ERR_OK) {
        return err;
    }
    err = selection_undated(service, selection, 0, &out->undated, error);
    if (err != ERR_OK) {
        return err;
    }
    return fill_rows(service, selection, lines, fit, order, out, error);
}

enum err board_make(struct service *service, const struct selection *selection, int order, struct leaderboard *out,
                    struct error *error)
{
    struct lines lines;
    *out = (struct leaderboard){.count = 0};
    arena_init(&out->arena, service->options.allocator, STATS_ARENA);
    lines_init(&lines, service->options.allocator);
    enum err err = fill_board(service, selection, order, &lines, out, error);
    lines_release(&lines);
    if (err != ERR_OK) {
        leaderboard_release(out);
    }
    return err;
}

/* What is selected is ordered by what is selected; ratings are of all games whatever is. */
static enum leaderboard_order usual_order(const struct stats_filter *filter, const struct selection *selection)
{
    bool solo = filter->seats == 1 || span_is(selection->rows.variant, "solo");
    bool selected = filter->variant.len > 0 || filter->level.len > 0 || filter->place.len > 0 || filter->seats > 0 ||
                    filter->has_from || filter->has_to || filter->has_night;
    if (solo && selection->game) {
        return ORDER_MEAN_SCORE;
    }
    return selected ? ORDER_WIN_POINTS : ORDER_RATING;
}

enum err service_leaderboard(struct service *service, const struct stats_filter *filter, enum leaderboard_order order,
                             struct leaderboard *out, struct error *error)
{
    struct selection selection;
    *out = (struct leaderboard){.count = 0};
    enum err err = selection_make(service, filter, &selection, error);
    if (err != ERR_OK) {
        return err;
    }
    bool scores = order == ORDER_MEAN_SCORE || order == ORDER_BEST_SCORE;
    if (scores && !selection.game) {
        return error_raise(error, &SERVICE_MSG_SCORES_OF_WHAT);
    }
    enum leaderboard_order by = order == ORDER_DEFAULT ? usual_order(filter, &selection) : order;
    err = board_make(service, &selection, (int)by, out, error);
    out->order = by;
    return err;
}

void leaderboard_release(struct leaderboard *leaderboard)
{
    arena_release(&leaderboard->arena);
    leaderboard->rows = NULL;
    leaderboard->count = 0;
}
