/* The table, and the targets. */
#include "clubs/judge.h"

#include "clubs/many.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const unsigned result_games[RESULT_GAMES] = {5, 10, 30, 100, CLUB_GAMES};
const struct spreads result_spreads[RESULT_SPREADS] = {{0, 0},   {50, 0}, {90, 0},  {175, 0},
                                                       {260, 0}, {90, 9}, {90, 17}, {90, 35}};

/* A row of the table: a figure, or some of its parts. */
struct row {
    const char *name;
    enum measured figure;
    unsigned part;
    double least; /* of every share */
    double least_mean, most_mean;
    double most_few; /* at 5 and 10 games */
};

bool result_judged(enum measured_of of, const struct spreads *spreads)
{
    if (of == OF_PLAYERS) {
        return spreads->cards <= 0;
    }
    return of == OF_POOL || (spreads->players > 89 && spreads->players < 91);
}

/* Whether everything is equal there. */
static bool all_equal(enum measured_of of, const struct spreads *spreads)
{
    return (of == OF_PLAYERS && spreads->players <= 0) || (of == OF_CARDS && spreads->cards <= 0);
}

/* ---- one figure at one number of games ---- */

/* A share, and how far it may be off by chance. */
struct share {
    double value;
    double error;
};

struct finding {
    struct share mean;  /* averaged over the truths that differ */
    struct share equal; /* where all are equal; above 1: there is no such truth */
    struct share worst; /* of any cell */
    const struct spreads *where;
    double width;         /* mean half-width over all truths */
    double told, missing; /* intervals */
};

static struct finding find(const struct results *results, const struct row *row, unsigned g)
{
    struct finding finding = {.equal = {2, 0}, .worst = {2, 0}};
    enum measured_of of = measured_figures[row->figure].of;
    double differ = 0;
    double all = 0;
    for (unsigned s = 0; s < RESULT_SPREADS; s++) {
        const struct spreads *spreads = &result_spreads[s];
        const struct tally *tally = &results->cell[g][s].tally[row->figure][row->part];
        struct figure figure = tally_share(tally);
        if (!result_judged(of, spreads) || !figure.known) {
            continue;
        }
        struct share share = {figure.value, figure.bounded ? (figure.hi - figure.lo) / 2 : 0};
        if (all_equal(of, spreads)) {
            finding.equal = share;
        } else {
            finding.mean.value += share.value;
            finding.mean.error += share.error * share.error;
            differ++;
        }
        if (share.value < finding.worst.value) {
            finding.worst = share;
            finding.where = spreads;
        }
        finding.width += tally_width(tally);
        all++;
        finding.told += (double)tally->share.n;
        finding.missing += (double)tally->missing;
    }
    finding.mean.value /= differ;
    finding.mean.error = sqrt(finding.mean.error) / differ;
    finding.width /= all;
    return finding;
}

/* Prints what is missed, and whether chance may have done it; returns 1. */
static unsigned miss(const struct row *row, unsigned g, struct share share, const char *where, double limit)
{
    bool chance = fabs(share.value - limit) <= share.error;
    printf("- %s, %u games: %.4f ± %.4f %s, not %.3f%s\n", row->name, result_games[g], share.value, share.error, where,
           limit, chance ? ": may be chance" : "");
    return 1;
}

/* Prints what is missed; returns how many. */
static unsigned judge(const struct results *results, const struct row *row, unsigned g)
{
    struct finding finding = find(results, row, g);
    double most = result_games[g] <= 10 ? row->most_few : row->most_mean;
    unsigned missed = 0;
    if (!(finding.told > 0)) {
        printf("- %s, %u games: no interval at all\n", row->name, result_games[g]);
        return 1;
    }
    if (finding.mean.value < row->least_mean) {
        missed += miss(row, g, finding.mean, "on average", row->least_mean);
    }
    if (finding.mean.value > most) {
        missed += miss(row, g, finding.mean, "on average", most);
    }
    if (finding.equal.value < row->least_mean) {
        missed += miss(row, g, finding.equal, "where all are equal", row->least_mean);
    }
    if (finding.worst.value < row->least) {
        missed += miss(row, g, finding.worst, "in its worst cell", row->least);
    }
    return missed;
}

/* ---- rows ---- */

enum { ROWS = MEASURED_COUNT + GAME_CATEGORIES };

static struct row row_of(enum measured figure)
{
    struct row row = {measured_figures[figure].name, figure, MEASURED_ALL, 0.88, 0.92, 0.98, 0.98};
    if (figure == MEASURED_LOOKS) {
        row.most_few = 0.985;
    }
    return row;
}

static struct row category_row(const struct game *game, unsigned category)
{
    struct row row = row_of(MEASURED_CATEGORY);
    row.name = game->categories[category].id;
    row.part = category;
    if (strcmp(row.name, "biodiversity") == 0) { /* hardly varies */
        row.least_mean = 0.88;
    }
    return row;
}

/* One a figure, and one a category. */
static unsigned make_rows(const struct results *results, struct row *rows)
{
    unsigned count = 0;
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        if (figure != MEASURED_CATEGORY) {
            rows[count++] = row_of((enum measured)figure);
            continue;
        }
        for (unsigned c = 0; c < results->game->categories_count; c++) {
            rows[count++] = category_row(results->game, c);
        }
    }
    return count;
}

static void print_row(const struct results *results, const struct row *row)
{
    struct finding worst = {.worst = {2, 0}};
    unsigned games = 0;
    double told = 0;
    double missing = 0;
    printf("| %s%s |", row->figure == MEASURED_CATEGORY ? "mean of " : "", row->name);
    for (unsigned g = 0; g < RESULT_GAMES; g++) {
        struct finding finding = find(results, row, g);
        printf(" %.3f (%.3g) |", finding.mean.value, finding.width);
        if (finding.worst.value < worst.worst.value) {
            worst = finding;
            games = result_games[g];
        }
        told += finding.told;
        missing += finding.missing;
    }
    if (worst.where) {
        printf(" %.3f ± %.3f: %u games, ", worst.worst.value, worst.worst.error, games);
        printf(worst.where->cards > 0 ? "%g, %g |" : "%g |", worst.where->players, worst.where->cards);
    }
    printf(" %.1f %% |\n", 100 * missing / (told + missing));
}

/* Clubs in which some card's worth seems to differ, though none does. */
static unsigned judge_alarms(const struct results *results)
{
    unsigned missed = 0;
    printf("\nclubs without any effect of a card in which some worth does not hold 0:\n\n| players |");
    for (unsigned g = 0; g < RESULT_GAMES; g++) {
        printf(" %u games |", result_games[g]);
    }
    printf("\n|---|---|---|---|---|---|\n");
    for (unsigned s = 0; s < RESULT_SPREADS; s++) {
        if (result_spreads[s].cards > 0) {
            continue;
        }
        printf("| sd %g |", result_spreads[s].players);
        for (unsigned g = 0; g < RESULT_GAMES; g++) {
            const struct cell *cell = &results->cell[g][s];
            double share = (double)cell->strays / (double)cell->clubs;
            printf(" %.1f %% |", 100 * share);
            missed += result_judged(OF_CARDS, &result_spreads[s]) && share > 0.05;
        }
        printf("\n");
    }
    return missed;
}

/* Worth of many types: the stated exception. */
static unsigned judge_many(const struct results *results)
{
    const double least = 0.80;
    unsigned missed = 0;
    printf("\nworth with %d types of cards:\n\n| cards |", MANY_TYPES);
    for (unsigned g = 0; g < RESULT_GAMES; g++) {
        printf(" %u games |", result_games[g]);
    }
    printf("\n|---|---|---|---|---|---|\n");
    for (unsigned s = 0; s < RESULT_SPREADS; s++) {
        if (!result_judged(OF_CARDS, &result_spreads[s])) {
            continue;
        }
        printf("| sd %g |", result_spreads[s].cards);
        for (unsigned g = 0; g < RESULT_GAMES; g++) {
            const struct tally *tally = &results->many[g][s];
            double share = tally_share(tally).value;
            printf(" %.3f (%.3g) |", share, tally_width(tally));
            missed += share < least;
        }
        printf("\n");
    }
    return missed;
}

void results_judge(const struct results *results)
{
    struct row rows[ROWS];
    unsigned count = make_rows(results, rows);
    unsigned missed = 0;
    printf("| figure |");
    for (unsigned g = 0; g < RESULT_GAMES; g++) {
        printf(" %u games |", result_games[g]);
    }
    printf(" worst cell | no interval |\n|---|---|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < count; i++) {
        print_row(results, &rows[i]);
    }
    unsigned alarms = judge_alarms(results);
    unsigned many = judge_many(results);
    printf("\ntargets that are missed:\n");
    if (alarms > 0) {
        printf("- worth: more than 5 %% of the clubs without any effect, %u times\n", alarms);
    }
    if (many > 0) {
        printf("- worth with many types: below 0.80, %u times\n", many);
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned g = 0; g < RESULT_GAMES; g++) {
            missed += judge(results, &rows[i], g);
        }
    }
    printf("%s", missed + alarms + many ? "" : "- none: OK\n");
}

void results_lines(const struct results *results)
{
    const double stated = 0.95;
    struct row rows[ROWS];
    unsigned count = make_rows(results, rows);
    for (unsigned i = 0; i < count; i++) {
        double least = 1;
        for (unsigned g = 0; g < RESULT_GAMES; g++) {
            least = fmin(least, find(results, &rows[i], g).mean.value);
        }
        printf("%s\t%.3f\t%.3f\n", rows[i].name, least, rows[i].least_mean / stated);
    }
}

void results_list(const struct results *results)
{
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        for (unsigned part = 0; part <= MEASURED_ALL; part++) {
            for (unsigned g = 0; g < RESULT_GAMES; g++) {
                for (unsigned s = 0; s < RESULT_SPREADS; s++) {
                    const struct tally *tally = &results->cell[g][s].tally[figure][part];
                    if (tally->share.n > 0 || tally->missing > 0) {
                        printf("%s\t%u\t%u\t%g\t%g\t%llu\t%.4f\t%.4g\t%llu\n", measured_figures[figure].name, part,
                               result_games[g], result_spreads[s].players, result_spreads[s].cards,
                               (unsigned long long)tally->share.n, tally_share(tally).value, tally_width(tally),
                               (unsigned long long)tally->missing);
                    }
                }
            }
        }
    }
}
