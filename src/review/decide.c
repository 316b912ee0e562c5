/*
 * One decision judged. Half of its budget finds the best choice, and the best
 * that takes the same; the other half plays these, the choice made and none in
 * worlds of their own, and from these alone come the figures.
 */
#include "review/search.h"

#include "base/banned.h"

const struct name review_grades[REVIEW_GRADES] = {
    [REVIEW_NONE] = {"none", "none", "aucune"},
    [REVIEW_GOOD] = {"good", "good", "bon"},
    [REVIEW_INACCURACY] = {"inaccuracy", "inaccuracy", "imprécision"},
    [REVIEW_MISTAKE] = {"mistake", "mistake", "erreur"},
    [REVIEW_BLUNDER] = {"blunder", "blunder", "gaffe"},
};

/* What a loss is called, from the least one. */
static const int32_t LEAST[REVIEW_GRADES] = {
    [REVIEW_INACCURACY] = 50000, [REVIEW_MISTAKE] = 100000, [REVIEW_BLUNDER] = 200000};

enum { BEST, PLACING, MADE, AS_IT_GOES, LINES };

struct fresh {
    uint32_t worlds;
    struct pair drafting, placing, loss;
    int64_t chance[GAME_PLAYERS];
};

static int64_t root(int64_t x)
{
    int64_t r = 0;
    for (int64_t bit = INT64_C(1) << 30; bit; bit >>= 1) {
        r = (r + bit) * (r + bit) <= x ? r + bit : r;
    }
    return r;
}

void pair_add(struct pair *pair, int32_t difference)
{
    pair->sum += difference;
    pair->sum2 += (int64_t)difference * difference;
}

struct review_figure pair_figure(const struct pair *pair, int64_t worlds)
{
    int64_t variance = pair->sum2 - pair->sum * pair->sum / worlds;      /* of the sum; at most SHARE^2 a world */
    variance = worlds > 1 ? variance * worlds / (worlds - 1) : variance; /* the mean is one of these worlds' own */
    int64_t error = root(variance << 20) * REVIEW_UNIT / (SHARE * (worlds << 10));
    return (struct review_figure){(int32_t)(pair->sum * REVIEW_UNIT / (SHARE * worlds)), (int32_t)error};
}

/* Plays the lines in worlds that chose none of them. Equal moves are played once. */
static enum err play_fresh(struct search *search, const struct review_verdict *verdict, uint32_t budget,
                           struct fresh *fresh, struct error *error)
{
    const game_move move[LINES] = {verdict->best, verdict->best_placing, verdict->made, 0};
    bool differs = verdict->best != verdict->made;
    bool apart = differs && verdict->best_placing != verdict->made && verdict->best_placing != verdict->best;
    uint32_t lines = 2u + differs + apart;
    uint32_t worlds = budget / lines > 1 ? budget / lines : 2;
    uint32_t asked = search->playouts;
    memset(fresh, 0, sizeof(*fresh));
    for (; fresh->worlds < worlds; fresh->worlds++) {
        struct world world;
        int32_t share[LINES] = {0};
        struct result result;
        world_imagine(search, fresh->worlds, &world);
        for (unsigned line = 0; line < LINES; line++) {
            if (line == PLACING && move[line] == move[BEST]) {
                share[line] = share[BEST];
                continue;
            }
            if (line == MADE && (move[line] == move[PLACING] || move[line] == move[BEST])) {
                share[line] = move[line] == move[PLACING] ? share[PLACING] : share[BEST];
                continue;
            }
            enum err err = world_play(search, &world, move[line], &result, error);
            if (err != ERR_OK) {
                return err;
            }
            share[line] = result.share[search->seat];
        }
        pair_add(&fresh->drafting, share[BEST] - share[PLACING]);
        pair_add(&fresh->placing, share[PLACING] - share[MADE]);
        pair_add(&fresh->loss, share[BEST] - share[MADE]);
        for (unsigned seat = 0; seat < search->setup->seats; seat++) {
            fresh->chance[seat] += result.share[seat];
        }
        if (search->playouts - asked >= SEARCH_STEP) {
            asked = search->playouts;
            enum err err = deadline_check(search->deadline, error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

int32_t review_shrunk(const struct game *game, int32_t value)
{
    return value <= 0 ? 0 : (int32_t)((int64_t)value * review_truth(game) / 100);
}

static void conclude(const struct search *search, const struct fresh *fresh, struct review_verdict *out)
{
    int64_t worlds = fresh->worlds;
    const struct game *game = search->setup->game;
    out->drafting = pair_figure(&fresh->drafting, worlds);
    out->placing = pair_figure(&fresh->placing, worlds);
    out->loss = pair_figure(&fresh->loss, worlds);
    out->placing.value = out->loss.value - out->drafting.value; /* they add up */
    int64_t before = 0;
    int64_t sum = 0;
    for (unsigned seat = 0; seat < search->setup->seats; seat++) { /* rounded so that they add up */
        sum += fresh->chance[seat];
        int64_t upto = sum * REVIEW_UNIT / (SHARE * worlds);
        out->chance[seat] = (int32_t)(upto - before);
        before = upto;
    }
    if ((int64_t)out->loss.value * 100 <= (int64_t)out->loss.error * 196) {
        return; /* the interval holds 0 */
    }
    out->shown = review_shrunk(game, out->loss.value);
    int32_t drafting = review_shrunk(game, out->drafting.value);
    out->shown_drafting = drafting < out->shown ? drafting : out->shown; /* no part is more than the whole */
    out->shown_placing = out->shown - out->shown_drafting;
    out->grade = REVIEW_GOOD;
    for (unsigned grade = REVIEW_INACCURACY; grade < REVIEW_GRADES; grade++) {
        out->grade = out->shown >= LEAST[grade] ? (enum review_grade)grade : out->grade;
    }
}

/* The best choice, and the best that takes what was taken. */
static enum err find_best(struct search *search, struct search *looked, uint32_t budget, struct review_verdict *out,
                          struct error *error)
{
    out->choices = (uint32_t)search_begin(search, out->made, false);
    search_base(search, out->made);
    enum err err = search_run(search, budget * 3 / 4, error);
    if (err != ERR_OK) {
        return err;
    }
    out->playouts += search->playouts;
    *looked = *search;
    out->best = search_best(search);
    out->best_placing = out->best;
    const void *start = search->scratch->start;
    uint64_t taken = search->review->taken(search->setup, start, out->made);
    if (search->review->taken(search->setup, start, out->best) == taken) {
        return ERR_OK;
    }
    (void)search_begin(search, out->made, true);
    search_base(search, out->made);
    search->seed = ~search->seed;
    err = search_run(search, budget / 4, error);
    search->seed = ~search->seed;
    out->playouts += search->playouts;
    out->best_placing = search_best(search);
    return err;
}

enum err review_decide(const struct review *review, size_t index, struct review_scratch *scratch,
                       const struct deadline *deadline, struct review_verdict *out, struct error *error)
{
    const struct review_decision *decision = &review->decisions[index];
    const struct game *game = review->setup.game;
    struct search search = {.setup = &review->setup, .review = game->review, .scratch = scratch, .deadline = deadline};
    memset(out, 0, sizeof(*out));
    out->made = decision->made;
    out->seat = decision->seat;
    enum err err = game->init(&review->setup, scratch->start, error);
    for (size_t i = 0; err == ERR_OK && i < decision->from; i++) {
        err = game->apply(&review->setup, scratch->start, review->moves[i], error);
    }
    if (err != ERR_OK) {
        return err;
    }
    search.seat = decision->seat;
    search.seed = index * UINT64_C(0x9e3779b97f4a7c15) + REVIEW_VERSION;
    search.wide = SEARCH_CHOICES;
    struct search looked;
    err = find_best(&search, &looked, review->budget / 2, out, error);
    if (err != ERR_OK) {
        return err;
    }
    struct fresh fresh;
    search.seed ^= UINT64_C(0x5851f42d4c957f2d);
    search.playouts = 0;
    err = play_fresh(&search, out, review->budget / 2, &fresh, error);
    if (err != ERR_OK) {
        return err;
    }
    out->playouts += search.playouts;
    conclude(&search, &fresh, out);
    if (decision->inside) {
        return ERR_OK;
    }
    search.seed ^= UINT64_C(0x2545f4914f6cdd1d);
    search.playouts = 0;
    err = puzzle_judge(&search, &looked, review->budget / 2, out, error);
    out->playouts += search.playouts;
    return err;
}
