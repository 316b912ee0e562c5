/*
 * bench/calibration's program: do the intervals hold the truth as often as they say? Clubs whose truth is known
 * (club.h), every figure by the program's own code (measure.h), and the share of intervals that hold it, held
 * against the targets of docs/statistics.md, "Calibration".
 *
 * usage: calibration [--quick] [--seed N] [--pool N] [--clubs N] [--cells | --lines]
 *
 *   --quick      a small pool, a twentieth of the clubs: to see whether everything works, not to quote
 *   --seed N     where chance starts
 *   --pool N     games of each table size that clubs draw from (2000)
 *   --clubs N    clubs of a cell (2000); of 400 games a third of it
 *   --cells      every cell as a line: figure, part, games, spread of players and of cards, intervals, share that
 *                holds the truth, mean half-width, figures without an interval
 *   --lines      of each figure the smallest share, for bench/run
 *
 * Exit code: 0, whatever is found; 2 when it could not be measured.
 */
#include "clubs/judge.h"
#include "clubs/many.h"
#include "rules/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_QUICK, OPTION_CELLS, OPTION_LINES, OPTION_SEED, OPTION_POOL, OPTION_CLUBS, OPTIONS };

/* Those from OPTION_SEED on have a number behind them. */
static const char *const WORDS[OPTIONS] = {"--quick", "--cells", "--lines", "--seed", "--pool", "--clubs"};

/* What is asked for; 0: not. */
struct plan {
    unsigned long option[OPTIONS];
    uint64_t seed;
    unsigned pool, clubs;
};

static bool read_number(const char *text, unsigned long *out)
{
    const unsigned long most = 1000000000;
    char *end = NULL;
    *out = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && *out > 0 && *out <= most;
}

static bool read_words(int count, char **words, struct plan *plan)
{
    for (int i = 1; i < count; i++) {
        unsigned option = 0;
        while (option < OPTIONS && strcmp(words[i], WORDS[option]) != 0) {
            option++;
        }
        if (option == OPTIONS || (option >= OPTION_SEED && ++i == count)) {
            return false;
        }
        plan->option[option] = 1;
        if (option >= OPTION_SEED && !read_number(words[i], &plan->option[option])) {
            return false;
        }
    }
    const unsigned long *given = plan->option;
    bool quick = given[OPTION_QUICK] != 0;
    plan->seed = given[OPTION_SEED] ? given[OPTION_SEED] : 20261117;
    plan->pool = given[OPTION_POOL] ? (unsigned)given[OPTION_POOL] : (quick ? 200 : 2000);
    plan->clubs = given[OPTION_CLUBS] ? (unsigned)given[OPTION_CLUBS] : (quick ? 100 : 2000);
    return plan->pool <= POOL_MOST;
}

/* Clubs of 400 games take so long that there are fewer of them. */
static unsigned clubs_of(const struct plan *plan, unsigned games)
{
    return games < CLUB_GAMES ? plan->clubs : (plan->clubs + 2) / 3;
}

static enum err measure_all(const struct plan *plan, const struct pool *pool, struct results *results,
                            struct error *error)
{
    struct measuring *measuring = measuring_new(pool);
    enum err err = measuring ? ERR_OK : error_raise(error, &MSG_MEMORY);
    for (unsigned g = 0; err == ERR_OK && g < RESULT_GAMES; g++) {
        unsigned games = result_games[g];
        unsigned clubs = clubs_of(plan, games);
        for (unsigned s = 0; err == ERR_OK && s < RESULT_SPREADS; s++) {
            uint64_t seed = plan->seed * 1000 + 100 * (g + 1) + s;
            err = measure_clubs(measuring, result_spreads[s], games, clubs, seed, &results->cell[g][s], error);
            if (err == ERR_OK && result_judged(OF_CARDS, &result_spreads[s])) {
                err = measure_many(pool->allocator, result_spreads[s], games, (clubs + 9) / 10, seed,
                                   &results->many[g][s], error);
            }
        }
        (void)fprintf(stderr, "calibration: clubs of %u games are done\n", games);
    }
    measuring_free(pool, measuring);
    return err;
}

static enum err calibrate(const struct plan *plan, struct pool *pool, struct results *results, struct error *error)
{
    enum err err = pool_init(pool, &allocator_heap, registry_newest(span_from("foret")), plan->pool, plan->seed, error);
    if (err != ERR_OK) {
        return err;
    }
    results->game = pool->game;
    (void)fprintf(stderr, "calibration: the pool is made\n");
    return measure_all(plan, pool, results, error);
}

int main(int count, char **words)
{
    struct plan plan = {0};
    struct pool pool = {0};
    struct error error = {.message = NULL};
    if (!read_words(count, words, &plan)) {
        (void)fprintf(stderr, "usage: calibration [--quick] [--seed N] [--pool N] [--clubs N] [--cells | --lines]\n");
        return 2;
    }
    struct results *results = mem_new(&allocator_heap, 1, sizeof(*results));
    enum err err = results ? calibrate(&plan, &pool, results, &error) : error_raise(&error, &MSG_MEMORY);
    if (err != ERR_OK) {
        char text[256];
        (void)error_text(&error, LANG_EN, text, sizeof(text));
        (void)fprintf(stderr, "calibration: %s\n", text);
    } else if (plan.option[OPTION_CELLS]) {
        results_list(results);
    } else if (plan.option[OPTION_LINES]) {
        results_lines(results);
    } else {
        printf("seed %llu; a pool of %u games of each table size; %u clubs a cell, %u of 400 games\n\n",
               (unsigned long long)plan.seed, plan.pool, plan.clubs, clubs_of(&plan, CLUB_GAMES));
        results_judge(results);
    }
    pool_release(&pool);
    mem_free(&allocator_heap, results);
    return err == ERR_OK ? 0 : 2;
}
