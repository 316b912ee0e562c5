/* Stretches of games, put one after the other. */
#include "stats/runs.h"

#include "base/banned.h"

void run_add(struct run *run, int64_t game, bool won)
{
    const struct run one = {.games = 1,
                            .first = won,
                            .last = won,
                            .tail = !won,
                            .best = won,
                            .first_end = won ? game : 0,
                            .best_end = won ? game : 0,
                            .last_game = game};
    run_join(run, &one);
}

void run_join(struct run *run, const struct run *after)
{
    if (after->games == 0) {
        return;
    }
    int64_t bridge = run->last + after->first;
    if (after->first > 0 && bridge > run->best) {
        run->best = bridge;
        run->best_end = after->first_end;
    }
    if (after->best > run->best) {
        run->best = after->best;
        run->best_end = after->best_end;
    }
    if (run->first == run->games && after->first > 0) {
        run->first += after->first;
        run->first_end = after->first_end;
    }
    run->last = after->last == after->games ? run->last + after->last : after->last;
    run->tail = after->tail == after->games ? run->tail + after->tail : after->tail;
    run->games += after->games;
    run->last_game = after->last_game;
}
