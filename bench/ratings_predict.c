/*
 * How well ratings foretell real games: reads ranked games in their order, and
 * before each of them asks every method who finishes before whom, of the pairs
 * whose players both have five earlier games. Part of bench/ratings.
 *
 * usage: ratings_predict FILE     lines game<TAB>player<TAB>rank; # and a head line are skipped
 *
 * Prints a line a method: name, pairs, accuracy, mean log loss, CPU seconds.
 * A pair that tied is not asked; a forecast of exactly one half is half right.
 */
#include "stats/ratings_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS = 4000, SEATS = 200, KNOWN = 5, NAME = 64, NODES = 41 };

struct pairs {
    struct rating_pair item[400000];
    size_t count;
    int32_t at[PLAYERS][PLAYERS]; /* index + 1 of a pair, a below b */
};

struct score {
    const char *name;
    size_t pairs;
    double right;
    double loss;
    double cpu;
};

/* One game: who, and where they finished. */
struct game {
    unsigned seats;
    unsigned who[SEATS];
    int rank[SEATS];
};

struct club {
    char name[PLAYERS][NAME];
    unsigned games[PLAYERS];
    unsigned players; /* seen before this game */
};

static void die(const char *what)
{
    fprintf(stderr, "ratings_predict: %s\n", what);
    exit(2);
}

static void judge(struct score *score, const struct game *game, unsigned i, unsigned k, double p)
{
    double won = game->rank[i] < game->rank[k] ? p : 1 - p;
    score->pairs++;
    score->right += won > 0.5 ? 1 : won == 0.5 ? 0.5 : 0;
    score->loss -= log(fmax(won, 1e-15));
}

/* Every pair of the game that is asked: for (…) of i and k. */
static bool asked(const struct club *club, const struct game *game, unsigned i, unsigned k)
{
    return game->rank[i] != game->rank[k] && club->games[game->who[i]] >= KNOWN && club->games[game->who[k]] >= KNOWN;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* The comparisons of a game, in units; `share` of a whole one each. */
static void add_pairs(struct pairs *to, const struct game *game, double share)
{
    for (unsigned i = 0; i < game->seats; i++) {
        for (unsigned k = 0; k < game->seats; k++) {
            unsigned a = game->who[i];
            unsigned b = game->who[k];
            if (a >= b) {
                continue;
            }
            if (to->at[a][b] == 0) {
                to->item[to->count++] = (struct rating_pair){a, b, 0, 0};
                to->at[a][b] = (int32_t)to->count;
            }
            struct rating_pair *pair = &to->item[to->at[a][b] - 1];
            bool tied = game->rank[i] == game->rank[k];
            int64_t weight = llround(share * RATING_UNITS / (tied ? 2 : 1));
            pair->a_won += tied || game->rank[i] < game->rank[k] ? weight : 0;
            pair->b_won += tied || game->rank[k] < game->rank[i] ? weight : 0;
        }
    }
}

/* ---- bt-map/2 ---- */

/* The mean of sigmoid over a normal distribution. */
static double forecast(double mean, double variance)
{
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < NODES; i++) {
        double z = (i - NODES / 2) * 0.25;
        double weight = exp(-z * z / 2);
        sum += weight * sigmoid(mean + z * sqrt(fmax(variance, 0)));
        weights += weight;
    }
    return sum / weights;
}

/* What is known of the game's players, tau by tau: chances into `chance`. */
static void ask_table(const struct rating_task *task, const struct rating_grid *grid, const struct game *game,
                      double chance[SEATS][SEATS])
{
    struct model model;
    struct error error;
    size_t order[SEATS];
    unsigned column[SEATS];
    unsigned seat[SEATS];
    size_t count = 0;
    for (unsigned i = 0; i < game->seats; i++) {
        if (game->who[i] < task->players) {
            size_t at = count++;
            for (; at > 0 && order[at - 1] > game->who[i]; at--) {
                order[at] = order[at - 1];
                seat[at] = seat[at - 1];
            }
            order[at] = game->who[i];
            seat[at] = i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        column[seat[i]] = (unsigned)i;
    }
    if (model_init(&model, task, count, &error) != ERR_OK) {
        die("no memory");
    }
    for (size_t t = 0; t < RATINGS_TAUS; t++) {
        if (grid->weight[t] < 1e-9) {
            continue;
        }
        model_return(&model, grid, t);
        if (model_factor(&model, order, count, &error) != ERR_OK) {
            die("no factor");
        }
        for (unsigned i = 0; i < game->seats; i++) {
            for (unsigned k = 0; k < i; k++) {
                if (game->who[i] >= task->players || game->who[k] >= task->players) {
                    continue;
                }
                double variance = cholesky_inverse(&model.dense, column[i], column[i]) +
                                  cholesky_inverse(&model.dense, column[k], column[k]) -
                                  2 * cholesky_inverse(&model.dense, column[i], column[k]);
                double mean = model.theta[game->who[i]] - model.theta[game->who[k]];
                chance[i][k] += grid->weight[t] * forecast(mean, variance);
            }
        }
    }
    model_release(&model);
}

struct two {
    struct pairs pairs;
    struct rating ratings[PLAYERS];
    struct rating_grid grid;
    struct score doubt;
    struct score plain;
};

/* The optima of the fit before, with room for those who came since. */
static double *begin_with(const struct rating_grid *before, size_t players)
{
    double *start = calloc(RATINGS_TAUS * players + 1, sizeof(double));
    for (size_t t = 0; start && t < RATINGS_TAUS; t++) {
        memcpy(&start[t * players], &before->theta[t * before->players], before->players * sizeof(double));
    }
    return start;
}

static void ask_two(struct two *two, const struct club *club, const struct game *game)
{
    static double chance[SEATS][SEATS];
    static const bool nobody[PLAYERS];
    struct error error;
    struct rating_grid grid;
    double *start = two->grid.players > 0 ? begin_with(&two->grid, club->players) : NULL;
    struct rating_task task = {.allocator = &allocator_heap,
                               .pairs = two->pairs.item,
                               .count = two->pairs.count,
                               .players = club->players,
                               .wanted = nobody,
                               .start = start};
    if (ratings_run(&task, two->ratings, &grid, &error) != ERR_OK) {
        die("no fit");
    }
    rating_grid_release(&allocator_heap, &two->grid);
    two->grid = grid;
    free(start);
    memset(chance, 0, sizeof(chance));
    ask_table(&task, &grid, game, chance);
    for (unsigned i = 0; i < game->seats; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (asked(club, game, i, k)) {
                double apart = two->ratings[game->who[i]].theta - two->ratings[game->who[k]].theta;
                judge(&two->doubt, game, i, k, chance[i][k]);
                judge(&two->plain, game, i, k, sigmoid(apart));
            }
        }
    }
}

/* ---- bt-map/1: weights 2/n, one prior of standard deviation 1.5 ---- */

struct one {
    struct pairs pairs;
    double theta[PLAYERS];
    struct score score;
};

/* out = (negative Hessian) x in, at the curves */
static void multiply(const struct pairs *pairs, const double *curve, const double *in, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i] / 2.25;
    }
    for (size_t k = 0; k < pairs->count; k++) {
        double flow = curve[k] * (in[pairs->item[k].a] - in[pairs->item[k].b]);
        out[pairs->item[k].a] += flow;
        out[pairs->item[k].b] -= flow;
    }
}

/* Newton's method with conjugate gradients, from the last fit; steps are short, since a game changes little. */
static void fit_one(struct one *one, size_t n)
{
    static double curve[400000];
    static double residual[PLAYERS];
    static double direction[PLAYERS];
    static double product[PLAYERS];
    static double step[PLAYERS];
    for (int newton = 0; newton < 50; newton++) {
        double rho = 0;
        double longest = 0;
        for (size_t i = 0; i < n; i++) {
            residual[i] = -one->theta[i] / 2.25;
            step[i] = 0;
        }
        for (size_t k = 0; k < one->pairs.count; k++) {
            const struct rating_pair *pair = &one->pairs.item[k];
            double games = (double)(pair->a_won + pair->b_won) / RATING_UNITS;
            double p = sigmoid(one->theta[pair->a] - one->theta[pair->b]);
            double more = (double)pair->a_won / RATING_UNITS - games * p;
            residual[pair->a] += more;
            residual[pair->b] -= more;
            curve[k] = games * p * (1 - p);
        }
        for (size_t i = 0; i < n; i++) {
            direction[i] = residual[i];
            rho += residual[i] * residual[i];
        }
        for (double enough = rho * 1e-12; rho > enough && rho > 1e-26;) {
            double along = 0;
            double next = 0;
            multiply(&one->pairs, curve, direction, product, n);
            for (size_t i = 0; i < n; i++) {
                along += direction[i] * product[i];
            }
            for (size_t i = 0; i < n; i++) {
                step[i] += rho / along * direction[i];
                residual[i] -= rho / along * product[i];
                next += residual[i] * residual[i];
            }
            for (size_t i = 0; i < n; i++) {
                direction[i] = residual[i] + next / rho * direction[i];
            }
            rho = next;
        }
        for (size_t i = 0; i < n; i++) {
            longest = fmax(longest, fabs(step[i]));
        }
        for (size_t i = 0; i < n; i++) {
            one->theta[i] += longest > 1 ? step[i] / longest : step[i];
        }
        if (longest < 1e-9) {
            return;
        }
    }
    die("bt-map/1 does not converge");
}

static void ask_one(struct one *one, const struct club *club, const struct game *game)
{
    fit_one(one, club->players);
    for (unsigned i = 0; i < game->seats; i++) {
        for (unsigned k = 0; k < i; k++) {
            if (asked(club, game, i, k)) {
                judge(&one->score, game, i, k, sigmoid(one->theta[game->who[i]] - one->theta[game->who[k]]));
            }
        }
    }
}

/* ---- Elo, every pair of a game at once ---- */

struct elo {
    double rating[PLAYERS]; /* about 0 */
    double k;
    struct score score;
};

static void play_elo(struct elo *elo, const struct club *club, const struct game *game)
{
    double change[SEATS] = {0};
    for (unsigned i = 0; i < game->seats; i++) {
        for (unsigned k = 0; k < i; k++) {
            double p = 1 / (1 + pow(10, (elo->rating[game->who[k]] - elo->rating[game->who[i]]) / 400));
            double result = game->rank[i] < game->rank[k] ? 1 : game->rank[i] == game->rank[k] ? 0.5 : 0;
            if (asked(club, game, i, k)) {
                judge(&elo->score, game, i, k, p);
            }
            change[i] += elo->k / (game->seats - 1) * (result - p);
            change[k] -= elo->k / (game->seats - 1) * (result - p);
        }
    }
    for (unsigned i = 0; i < game->seats; i++) {
        elo->rating[game->who[i]] += change[i];
    }
}

/* ---- the games ---- */

struct all {
    struct club club;
    struct two two;
    struct one one;
    struct elo elo[2];
};

static double spent(double *since)
{
    double now = (double)thread_time() / 1e6;
    double taken = now - *since;
    *since = now;
    return taken;
}

static void play(struct all *all, const struct game *game)
{
    bool any = false;
    double since = (double)thread_time() / 1e6;
    if (game->seats < 2) {
        return;
    }
    for (unsigned i = 0; i < game->seats; i++) {
        for (unsigned k = 0; k < i; k++) {
            any = any || asked(&all->club, game, i, k);
        }
    }
    if (any) {
        ask_two(&all->two, &all->club, game);
        all->two.doubt.cpu += spent(&since);
        ask_one(&all->one, &all->club, game);
        all->one.score.cpu += spent(&since);
    }
    for (int i = 0; i < 2; i++) {
        play_elo(&all->elo[i], &all->club, game);
        all->elo[i].score.cpu += spent(&since);
    }
    add_pairs(&all->two.pairs, game, 3.0 / (game->seats + 1));
    add_pairs(&all->one.pairs, game, 2.0 / game->seats);
    for (unsigned i = 0; i < game->seats; i++) {
        all->club.games[game->who[i]]++;
        all->club.players = game->who[i] >= all->club.players ? game->who[i] + 1 : all->club.players;
    }
}

static unsigned find_player(struct club *club, const char *name, unsigned *names)
{
    for (unsigned i = 0; i < *names; i++) {
        if (strcmp(club->name[i], name) == 0) {
            return i;
        }
    }
    if (*names == PLAYERS) {
        die("too many players");
    }
    memcpy(club->name[*names], name, strlen(name) + 1);
    return (*names)++;
}

static void read_games(FILE *file, struct all *all)
{
    char line[512];
    char last[NAME] = "";
    struct game game = {.seats = 0};
    unsigned names = 0;
    while (fgets(line, sizeof(line), file)) {
        char id[NAME];
        char player[NAME];
        int rank = 0;
        if (line[0] == '#' || sscanf(line, "%63[^\t]\t%63[^\t]\t%d", id, player, &rank) != 3) {
            continue;
        }
        if (strcmp(id, last) != 0) {
            play(all, &game);
            game.seats = 0;
            memcpy(last, id, sizeof(last));
        }
        if (game.seats == SEATS) {
            die("too many seats");
        }
        game.who[game.seats] = find_player(&all->club, player, &names);
        game.rank[game.seats++] = rank;
    }
    play(all, &game);
}

static void print(const struct score *score)
{
    double n = (double)(score->pairs ? score->pairs : 1);
    printf("%s\t%zu\t%.4f\t%.4f\t%.1f\n", score->name, score->pairs, score->right / n, score->loss / n, score->cpu);
}

int main(int argc, char **argv)
{
    struct all *all = calloc(1, sizeof(*all));
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (!file || !all) {
        die("usage: ratings_predict FILE");
    }
    all->two.doubt.name = "bt-map/2";
    all->two.plain.name = "bt-map/2, the rating alone";
    all->one.score.name = "bt-map/1";
    all->elo[0].score.name = "Elo, K = 32/(n-1)";
    all->elo[1].score.name = "Elo, K = 64/(n-1)";
    all->elo[0].k = 32;
    all->elo[1].k = 64;
    read_games(file, all);
    print(&all->two.doubt);
    print(&all->two.plain);
    print(&all->one.score);
    print(&all->elo[0].score);
    print(&all->elo[1].score);
    rating_grid_release(&allocator_heap, &all->two.grid);
    fclose(file);
    free(all);
    return 0;
}
