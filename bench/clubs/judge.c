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
    unsigned from, to; /* parts, `to` not included */
    double least;      /* of every share */
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

static struct tally row_tally(const struct cell *cell, const struct row *row)
{
    struct tally sum = {0};
    for (unsigned part = row->from; part < row->to; part++) {
        tally_merge(&sum, &cell->tally[row->figure][part]);
    }
    return sum;
}

/* ---- one figure at one number of games ---- */

struct finding {
    double mean;  /* share, averaged over the truths that differ */
    double equal; /* where all are equal; NAN: there is no such truth */
    double worst; /* of any cell */
    const struct spreads *where;
    double width; /* mean half-width over all truths */
    uint64_t told, missing;
};

static struct finding find(const struct results *results, const struct row *row, unsigned g)
{
    struct finding finding = {.equal = (double)NAN, .worst = 2};
    enum measured_of of = measured_figures[row->figure].of;
    double differ = 0;
    double all = 0;
    for (unsigned s = 0; s < RESULT_SPREADS; s++) {
        const struct spreads *spreads = &result_spreads[s];
        struct tally tally = row_tally(&results->cell[g][s], row);
        double share = tally_share(&tally);
        if (!result_judged(of, spreads) || tally.told == 0) {
            continue;
        }
        if (all_equal(of, spreads)) {
            finding.equal = share;
        } else {
            finding.mean += share;
            differ++;
        }
        if (share < finding.worst) {
            finding.worst = share;
            finding.where = spreads;
        }
        finding.width += tally_width(&tally);
        all++;
        finding.told += tally.told;
        finding.missing += tally.missing;
    }
    finding.mean /= differ;
    finding.width /= all;
    return finding;
}

/* Prints what is missed; returns how many. */
static unsigned judge(const struct results *results, const struct row *row, unsigned g)
{
    struct finding finding = find(results, row, g);
    double most = result_games[g] <= 10 ? row->most_few : row->most_mean;
    unsigned missed = 0;
    if (finding.told == 0) {
        printf("- %s, %u games: no interval at all\n", row->name, result_games[g]);
        return 1;
    }
    if (finding.mean < row->least_mean || finding.mean > most) {
        printf("- %s, %u games: %.3f on average, not %.3f to %.3f\n", row->name, result_games[g], finding.mean,
               row->least_mean, most);
        missed++;
    }
    if (finding.equal < row->least_mean) {
        printf("- %s, %u games: %.3f where all are equal, not %.3f\n", row->name, result_games[g], finding.equal,
               row->least_mean);
        missed++;
    }
    if (finding.worst < row->least) {
        printf("- %s, %u games: %.3f at players %g, cards %g, not %.3f\n", row->name, result_games[g], finding.worst,
               finding.where->players, finding.where->cards, row->least);
        missed++;
    }
    return missed;
}

/* ---- rows ---- */

enum { ROWS = MEASURED_COUNT + GAME_CATEGORIES };

static struct row row_of(enum measured figure)
{
    struct row row = {measured_figures[figure].name, figure, 0, MEASURED_PARTS, 0.88, 0.92, 0.98, 0.98};
    if (figure == MEASURED_LOOKS) {
        row.most_few = 0.985;
    }
    return row;
}

static struct row category_row(const struct game *game, unsigned category)
{
    struct row row = row_of(MEASURED_CATEGORY);
    row.name = game->categories[category].id;
    row.from = category;
    row.to = category + 1;
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
    double worst = 2;
    const struct spreads *where = NULL;
    unsigned worst_games = 0;
    uint64_t told = 0;
    uint64_t missing = 0;
    bool mean = row->figure == MEASURED_CATEGORY;
    printf("| %s%s |", mean ? "mean of " : "", row->name);
    for (unsigned g = 0; g < RESULT_GAMES; g++) {
        struct finding finding = find(results, row, g);
        if (finding.told == 0) {
            printf(" - |");
            continue;
        }
        printf(" %.3f ± %.3g |", finding.mean, finding.width);
        if (finding.worst < worst) {
            worst = finding.worst;
            where = finding.where;
            worst_games = result_games[g];
        }
        told += finding.told;
        missing += finding.missing;
    }
    if (where) {
        printf(" %.3f (%u games, %g", worst, worst_games, where->players);
        printf(where->cards > 0 ? " and %g) |" : ") |", where->cards);
    }
    printf(" %.1f %% |\n", 100 * (double)missing / (double)(told + missing));
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
            printf(" %.3f ± %.3g |", tally_share(tally), tally_width(tally));
            missed += tally_share(tally) < least;
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
            least = fmin(least, find(results, &rows[i], g).mean);
        }
        printf("%s\t%.3f\t%.3f\n", rows[i].name, least, rows[i].least_mean / stated);
    }
}

void results_list(const struct results *results)
{
    for (unsigned figure = 0; figure < MEASURED_COUNT; figure++) {
        for (unsigned part = 0; part < MEASURED_PARTS; part++) {
            for (unsigned g = 0; g < RESULT_GAMES; g++) {
                for (unsigned s = 0; s < RESULT_SPREADS; s++) {
                    const struct tally *tally = &results->cell[g][s].tally[figure][part];
                    if (tally->told + tally->missing > 0) {
                        printf("%s\t%u\t%u\t%g\t%g\t%llu\t%.4f\t%.4g\t%llu\n", measured_figures[figure].name, part,
                               result_games[g], result_spreads[s].players, result_spreads[s].cards,
                               (unsigned long long)tally->told, tally_share(tally), tally_width(tally),
                               (unsigned long long)tally->missing);
                    }
                }
            }
        }
    }
}
