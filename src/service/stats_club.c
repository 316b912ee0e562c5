/* The club's scores: person by person from standings or seats, game by game from sums or seats. */
#include "service/stats_club.h"

#include "service/messages.h"
#include "stats/aggregate.h"
#include "stats/evening.h"

#include "base/banned.h"

/* Scores of one kind. */
struct sum {
    int64_t games, sum, squares;
};

struct person_sums {
    struct sum size[STATS_SIZES];
    struct sum category[GAME_CATEGORIES];
};

/* The seats of one game, as far as they have come. */
struct game_sums {
    int64_t id;
    int64_t seats;
    int64_t total;
    bool told; /* what its categories came to */
    int64_t category[GAME_CATEGORIES];
};

struct gathering {
    const struct allocator *allocator;
    const struct selection *selection;
    struct parts parts;
    unsigned categories;
    struct lines index; /* `extra`: which of `people`, from 1 */
    struct person_sums *people;
    size_t count;
    size_t room;
    struct aggregate *scratch;
    struct game_sums game;
    struct club *club;
};

static void sum_add(struct sum *sum, int64_t games, int64_t points, int64_t squares)
{
    sum->games += games;
    sum->sum += points;
    sum->squares += squares;
}

static struct person_sums *sums_of(struct gathering *all, int64_t person)
{
    struct line *line = lines_of(&all->index, person);
    if (line && line->extra == 0) {
        struct person_sums *people =
            mem_more(all->allocator, all->people, all->count, &all->room, sizeof(*all->people));
        if (!people) {
            return NULL;
        }
        all->people = people;
        all->people[all->count++] = (struct person_sums){.size[0].games = 0};
        line->extra = (int64_t)all->count;
    }
    return line ? &all->people[line->extra - 1] : NULL;
}

/* ---- sums ---- */

static enum err take_standing(void *context, const struct store_standing *row, struct error *error)
{
    struct gathering *all = context;
    struct evening categories = {.games = 0};
    if (!selection_has(&all->parts.sums, &row->group) ||
        !selection_counts(all->selection, row->group.seats, row->group.variant)) {
        return ERR_OK;
    }
    struct person_sums *sums = sums_of(all, row->person);
    if (!sums) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (!evening_unpack_categories(row->categories, &categories)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_standing"));
    }
    sum_add(&sums->size[row->group.seats], row->games, row->total, row->total_squares);
    bool told = game_tells_categories(all->selection->game, row->group.level);
    for (unsigned c = 0; told && c < all->categories; c++) {
        sum_add(&sums->category[c], row->games, categories.category[c], categories.squares[c]);
    }
    return ERR_OK;
}

static enum err take_aggregate(void *context, const struct store_aggregate *row, struct error *error)
{
    struct gathering *all = context;
    if (!selection_has(&all->parts.sums, &row->group) ||
        !selection_counts(all->selection, row->group.seats, row->group.variant)) {
        return ERR_OK;
    }
    if (!aggregate_unpack(row->body, all->scratch)) {
        return error_raise_span(error, &SERVICE_MSG_SUMS, SPAN_LITERAL("d_aggregate"));
    }
    moments_merge(&all->club->score, &all->scratch->totals);
    bool told = game_tells_categories(all->selection->game, row->group.level);
    for (unsigned c = 0; told && c < all->categories; c++) {
        counts_merge(&all->club->category_score[c], &all->scratch->category[c]);
    }
    return ERR_OK;
}

/* ---- games one by one ---- */

/* All seats of the game are there: it joins the club's means. */
static void end_game(struct gathering *all)
{
    const struct game_sums *game = &all->game;
    moments_add(&all->club->score, game->total, game->seats, 1);
    for (unsigned c = 0; game->told && c < all->categories; c++) {
        counts_add(&all->club->category_score[c], game->category[c], game->seats, 1);
    }
    all->game = (struct game_sums){.id = 0};
}

static enum err take_seat(void *context, const struct store_result *row, struct error *error)
{
    struct gathering *all = context;
    if (!selection_counts(all->selection, row->seats, row->variant) || !row->has_total || row->person == 0) {
        return ERR_OK;
    }
    if (row->id != all->game.id) {
        end_game(all);
        all->game.id = row->id;
    }
    struct person_sums *sums = sums_of(all, row->person);
    if (!sums) {
        return error_raise(error, &MSG_MEMORY);
    }
    sum_add(&sums->size[row->seats], 1, row->total, evening_square(row->total, selection_scale(all->selection)));
    all->game.seats++;
    all->game.total += row->total;
    all->game.told = row->categories.len > 0;
    for (unsigned c = 0; all->game.told && c < all->categories; c++) {
        int64_t points = seat_category(row->categories, c);
        sum_add(&sums->category[c], 1, points, points * points);
        all->game.category[c] += points;
    }
    return ERR_OK;
}

/* ---- all of it ---- */

static enum err gather(struct service *service, struct gathering *all, struct error *error)
{
    struct store *store = service->store;
    struct span game = all->selection->rows.game;
    selection_split(all->selection, &all->parts);
    if (all->selection->game->titled && !all->selection->impossible) {
        /* Sums of games are those of cards, which a title has none of. */
        all->parts = (struct parts){.rest = {all->selection->rows}, .rest_count = 1};
    }
    if (all->parts.summed) {
        enum err err = store_standings_whole(store, game, take_standing, all, error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_aggregates(store, game, take_aggregate, all, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned i = 0; i < all->parts.rest_count; i++) {
        enum err err = store_scores(store, &all->parts.rest[i], take_seat, all, error);
        if (err != ERR_OK) {
            return err;
        }
        end_game(all);
    }
    return ERR_OK;
}

static void spread_people(const struct gathering *all)
{
    struct club *club = all->club;
    for (size_t i = 0; i < all->count; i++) {
        const struct person_sums *sums = &all->people[i];
        struct sum whole = {0};
        for (unsigned size = 0; size < STATS_SIZES; size++) {
            const struct sum *one = &sums->size[size];
            sum_add(&whole, one->games, one->sum, one->squares);
            spread_add(&club->size[size], one->games, one->sum, one->squares);
        }
        spread_add(&club->all, whole.games, whole.sum, whole.squares);
        for (unsigned c = 0; c < all->categories; c++) {
            const struct sum *one = &sums->category[c];
            spread_add(&club->category[c], one->games, one->sum, one->squares);
        }
    }
}

enum err club_collect(struct service *service, const struct selection *selection, struct club *out, struct error *error)
{
    const struct game *game = selection->game;
    struct gathering all = {.allocator = service->options.allocator, .selection = selection, .club = out};
    *out = (struct club){.all.people = 0};
    for (unsigned size = 0; size < STATS_SIZES; size++) {
        out->size[size].scale = selection_scale(selection);
    }
    out->all.scale = selection_scale(selection);
    if (!game) {
        return ERR_OK;
    }
    all.categories = game->categories_count;
    all.scratch = aggregate_new(all.allocator, game->categories_count, game->cards_count);
    lines_init(&all.index, all.allocator);
    enum err err = all.scratch ? gather(service, &all, error) : error_raise(error, &MSG_MEMORY);
    if (err == ERR_OK) {
        spread_people(&all);
    }
    aggregate_free(all.allocator, all.scratch);
    mem_free(all.allocator, all.people);
    lines_release(&all.index);
    return err;
}
