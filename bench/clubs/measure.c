/* From the games of a club to its figures, and from those to what they hold. */
#include "clubs/measure.h"

#include "clubs/folding.h"
#include "stats/ratings.h"
#include "stats/worth.h"

#include <math.h>

#include "base/banned.h"

const struct measured_figure measured_figures[MEASURED_COUNT] = {
    [MEASURED_RATING] = {"rating", OF_PLAYERS},
    [MEASURED_WINS] = {"win_points", OF_PLAYERS},
    [MEASURED_SCORE] = {"mean_score", OF_PLAYERS},
    [MEASURED_CATEGORY] = {"category", OF_PLAYERS},
    [MEASURED_WORTH] = {"worth", OF_CARDS},
    [MEASURED_WITH] = {"wp_with", OF_CARDS},
    [MEASURED_WITHOUT] = {"wp_without", OF_CARDS},
    [MEASURED_POINTS] = {"ppc", OF_POOL},
    [MEASURED_MARGINAL] = {"mpc", OF_POOL},
    [MEASURED_ZERO] = {"zero_rate", OF_POOL},
    [MEASURED_PICK] = {"pick_rate", OF_POOL},
    [MEASURED_LOOKS] = {"taken / seen", OF_POOL},
    [MEASURED_TURNS] = {"ata", OF_POOL},
    [MEASURED_LAST] = {"alsa", OF_POOL},
    [MEASURED_CLUB] = {"club's mean score", OF_POOL},
};

struct measuring {
    const struct pool *pool;
    struct cell *cell;
    struct club club;
    struct sums sums;
};

/* ---- tallies ---- */

static void hold(struct measuring *measuring, enum measured figure, unsigned part, struct figure estimate, double truth)
{
    if (!isnan(truth)) {
        tally_add(&measuring->cell->tally[figure][part], &estimate, truth);
        tally_add(&measuring->cell->tally[figure][MEASURED_ALL], &estimate, truth);
    }
}

/* A rate that is 0 or 1 in every game of the pool has nothing that could be missed. */
static void hold_rate(struct measuring *measuring, enum measured figure, unsigned part, const struct counts *counts,
                      double truth)
{
    if (truth > 0 && truth < 1) {
        hold(measuring, figure, part, figure_rate(counts), truth);
    }
}

static void close_club(struct cell *cell)
{
    cell->clubs++;
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        for (unsigned part = 0; part <= MEASURED_ALL; part++) {
            tally_close(&cell->tally[figure][part]);
        }
    }
}

/* ---- ratings and worth ---- */

static enum err hold_ratings(struct measuring *measuring, struct error *error)
{
    struct rated *rated = &measuring->sums.rated;
    const double *theta = measuring->club.theta;
    double sum = 0;
    double players = 0;
    enum err err = rated_fit(rated, measuring->pool->allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        sum += rated->played[i] ? theta[i] : 0;
        players += rated->played[i];
    }
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        const struct rating *rating = &rated->rating[i];
        if (rated->played[i]) {
            hold(measuring, MEASURED_RATING, 0, figure_normal(rating->rating, rating->sd),
                 1500 + RATINGS_SCALE * (theta[i] - sum / players));
        }
    }
    return ERR_OK;
}

static enum err add_choices(struct measuring *measuring, struct worth *worth, double *copies, struct error *error)
{
    for (unsigned g = 0; g < measuring->club.games; g++) {
        const struct club_game *game = &measuring->club.game[g];
        struct worth_seat seats[ENGINE_PLAYERS];
        struct held held[ENGINE_PLAYERS][POOL_CARDS];
        for (unsigned i = 0; i < game->drawn->seats; i++) {
            seats[i] = (struct worth_seat){
                .rank = game->rank[i], .theta = measuring->sums.rated.rating[game->person[i]].theta, .held = held[i]};
            for (unsigned card = 0; card < measuring->pool->game->cards_count; card++) {
                uint8_t holds = game->drawn->seat[i].copies[card];
                copies[card] += holds;
                if (holds > 0) {
                    held[i][seats[i].count++] = (struct held){(uint8_t)card, holds};
                }
            }
        }
        enum err err = worth_add(worth, seats, game->drawn->seats, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err hold_fitted(struct measuring *measuring, struct worth *worth, struct error *error)
{
    unsigned cards = measuring->pool->game->cards_count;
    double copies[POOL_CARDS] = {0};
    struct worth_value values[POOL_CARDS] = {{0}};
    enum err err = add_choices(measuring, worth, copies, error);
    if (err != ERR_OK) {
        return err;
    }
    err = worth_fit(worth, NULL, values, error);
    if (err != ERR_OK) {
        return err;
    }
    double all = 0;
    double average = 0;
    bool stray = false;
    for (unsigned card = 0; card < cards; card++) {
        all += copies[card];
        average += copies[card] * measuring->club.beta[card];
    }
    average /= all;
    for (unsigned card = 0; card < cards; card++) {
        const struct worth_value *value = &values[card];
        struct figure figure = {value->known, value->known, value->value, value->lo, value->hi};
        hold(measuring, MEASURED_WORTH, card, figure, RATINGS_SCALE * (measuring->club.beta[card] - average));
        stray = stray || (value->known && (value->lo > 0 || value->hi < 0));
    }
    measuring->cell->strays += stray;
    return ERR_OK;
}

static enum err hold_worth(struct measuring *measuring, struct error *error)
{
    const struct pool *pool = measuring->pool;
    struct worth *worth =
        worth_new(pool->allocator, pool->game->cards_count, (size_t)measuring->club.games * ENGINE_PLAYERS);
    enum err err = worth ? hold_fitted(measuring, worth, error) : error_raise(error, &MSG_MEMORY);
    worth_free(worth);
    return err;
}

/* ---- players and cards ---- */

/* The numbers of everybody, and the true mean of each. */
struct everybody {
    struct numbers numbers[CLUB_PEOPLE];
    double truth[CLUB_PEOPLE];
};

static void hold_means(struct measuring *measuring, enum measured figure, unsigned part, const struct everybody *all)
{
    struct spread spread = {0};
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        spread_add(&spread, all->numbers[i].games, all->numbers[i].sum, all->numbers[i].squares);
    }
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        const struct numbers *mine = &all->numbers[i];
        hold(measuring, figure, part, figure_mean(&spread, mine->games, mine->sum, mine->squares), all->truth[i]);
    }
}

static void hold_scores(struct measuring *measuring)
{
    const struct pool *pool = measuring->pool;
    const struct club *club = &measuring->club;
    struct everybody totals;
    double mean = 0;
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        totals.numbers[i] = measuring->sums.person[i].total;
        totals.truth[i] = pool->total;
    }
    for (unsigned c = 0; c < pool->game->categories_count; c++) {
        struct everybody category;
        for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
            category.numbers[i] = measuring->sums.person[i].category[c];
            category.truth[i] = pool->category[c] + club->extra[i][c];
            totals.truth[i] += club->extra[i][c];
        }
        hold_means(measuring, MEASURED_CATEGORY, c, &category);
    }
    hold_means(measuring, MEASURED_SCORE, 0, &totals);
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        mean += totals.truth[i] / CLUB_PEOPLE;
    }
    hold(measuring, MEASURED_CLUB, 0, figure_ratio(&measuring->sums.totals, 1), mean);
}

static void hold_wins(struct measuring *measuring)
{
    double wins[CLUB_PEOPLE][POOL_LARGEST + 1];
    club_true_wins(&measuring->club, wins);
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        const struct person *person = &measuring->sums.person[i];
        double truth = 0;
        for (unsigned n = POOL_SMALLEST; n <= POOL_LARGEST; n++) {
            truth += (double)person->tables[n] * wins[i][n];
        }
        if (person->wins.seats > 0) {
            hold(measuring, MEASURED_WINS, 0, figure_wins(&person->wins), truth / (double)person->wins.seats);
        }
    }
}

static void hold_cards(struct measuring *measuring, const struct club_card_wins *wins)
{
    const struct pool *pool = measuring->pool;
    for (unsigned card = 0; card < pool->game->cards_count; card++) {
        const struct card_fold *fold = &measuring->sums.folds[card];
        const struct pool_card *truth = &pool->card[card];
        hold(measuring, MEASURED_WITH, card, figure_wins(&fold->with), wins[card].with);
        hold(measuring, MEASURED_WITHOUT, card, figure_wins(&fold->without), wins[card].without);
        hold(measuring, MEASURED_POINTS, card, figure_ratio(&fold->points, (double)pool->game->unit), truth->points);
        hold(measuring, MEASURED_MARGINAL, card, figure_counts(&fold->marginal), truth->marginal);
        hold_rate(measuring, MEASURED_ZERO, card, &fold->zero, truth->zero);
        hold_rate(measuring, MEASURED_LOOKS, card, &fold->looks, truth->looks);
        hold(measuring, MEASURED_TURNS, card, figure_counts(&fold->turns), truth->turns);
        hold(measuring, MEASURED_LAST, card, figure_counts(&fold->last), truth->last);
        for (unsigned t = 0; t < GATHER_PICKS; t++) {
            hold_rate(measuring, MEASURED_PICK, card, &fold->picks[t], truth->picks[t]);
        }
    }
}

/* ---- clubs ---- */

struct measuring *measuring_new(const struct pool *pool)
{
    struct measuring *measuring = mem_new(pool->allocator, 1, sizeof(*measuring));
    if (measuring) {
        measuring->pool = pool;
    }
    return measuring;
}

void measuring_free(const struct pool *pool, struct measuring *measuring)
{
    mem_free(pool->allocator, measuring);
}

static enum err measure_club(struct measuring *measuring, struct spreads spreads, unsigned games, struct prng *prng,
                             struct error *error)
{
    struct club_card_wins wins[POOL_CARDS];
    club_draw(&measuring->club, measuring->pool, spreads, games, prng);
    for (unsigned card = 0; card < POOL_CARDS; card++) {
        wins[card] = (struct club_card_wins){1, 1}; /* par, where cards are worth nothing and people are drawn */
    }
    if (spreads.cards > 0) {
        club_true_card_wins(&measuring->club, measuring->pool, prng, wins);
    }
    enum err err = sums_of_club(&measuring->sums, measuring->pool, &measuring->club, error);
    if (err != ERR_OK) {
        return err;
    }
    err = hold_ratings(measuring, error);
    if (err != ERR_OK) {
        return err;
    }
    err = hold_worth(measuring, error);
    if (err != ERR_OK) {
        return err;
    }
    if (spreads.cards <= 0) { /* else the cards have a part in it */
        hold_wins(measuring);
    }
    hold_scores(measuring);
    hold_cards(measuring, wins);
    close_club(measuring->cell);
    return ERR_OK;
}

enum err measure_clubs(struct measuring *measuring, struct spreads spreads, unsigned games, unsigned clubs,
                       uint64_t seed, struct cell *cell, struct error *error)
{
    struct prng prng;
    prng_seed(&prng, seed);
    measuring->cell = cell;
    for (unsigned i = 0; i < clubs; i++) {
        enum err err = measure_club(measuring, spreads, games, &prng, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
