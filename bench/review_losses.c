/*
 * Whole reviews, and whether the losses that they show are true: what
 * bench/review measures. Prints plain numbers on one line.
 *
 *     review <game> <seats> <games> <seed> <budget> <player>                         reviews of games of that player
 *     truth  <game> <seats> <games> <seed> <budget> <player> <replays> <expert>      losses played out by experts
 *     puzzles <as truth>                                                             margins of puzzles, likewise
 *
 * For the truth, each decision whose loss has a grade is taken up in `replays` imagined worlds, once with the choice
 * made and once with the best one, and played to the end by experts of that budget.
 */
#include "review_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct sums {
    double games, decisions, graded, seconds;
    double error, error_max, loss, claimed;
    double claimed_drafting, claimed_placing;
    double replays, kept, kept2, weight;
    double grades[REVIEW_GRADES];
    double playouts, puzzles, moves, margin; /* of puzzles: those that ask for the very move, and what is next costs */
};

/* What the decisions that are played out by experts are. */
enum question { NOTHING, LOSSES, PUZZLES };

/* What `move` is worth when experts play on from world `number` of the decision's position. */
static double replayed(struct table *table, const struct review *review, const struct review_decision *decision,
                       game_move move, uint64_t number, const struct player *players)
{
    const struct game *game = review->setup.game;
    struct error error;
    struct prng prng;
    bool ok = game->init(&review->setup, table->state, &error) == ERR_OK;
    for (uint32_t i = 0; ok && i < decision->from; i++) {
        ok = game->apply(&review->setup, table->state, review->moves[i], &error) == ERR_OK;
    }
    prng_seed(&prng, number ^ UINT64_C(0x123456789));
    game->review->imagine(&review->setup, table->state, decision->seat, &prng);
    if (!ok || game->apply(&review->setup, table->state, move, &error) != ERR_OK) {
        abort();
    }
    table_play_on(table, players, number);
    struct outcome outcome;
    game->outcome(&review->setup, table->state, &outcome);
    return outcome.winners & seat_bit(decision->seat) ? 1.0 / __builtin_popcount(outcome.winners) : 0;
}

/* `other` is `behind` the best choice. */
static void replay_loss(struct table *table, const struct review *review, size_t index,
                        const struct review_verdict *verdict, game_move other, int32_t behind, unsigned replays,
                        uint32_t budget, struct sums *sums)
{
    struct player players[GAME_PLAYERS];
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        players[seat] = player_of("expert", budget);
    }
    for (unsigned i = 0; i < replays; i++) {
        uint64_t number = index * 7919 + i * UINT64_C(1000003) + (uint64_t)sums->games * UINT64_C(982451653);
        double best = replayed(table, review, &review->decisions[index], verdict->best, number, players);
        double less = replayed(table, review, &review->decisions[index], other, number, players);
        sums->replays++;
        sums->kept += best - less;
        sums->kept2 += (best - less) * (best - less);
        sums->weight += behind / (double)REVIEW_UNIT;
    }
}

static game_move next_best(const struct review_puzzle *puzzle)
{
    for (unsigned i = 0; i < puzzle->count; i++) {
        if (puzzle->look[i].played && puzzle->look[i].behind.value == puzzle->margin.value) {
            return puzzle->look[i].move;
        }
    }
    abort();
}

static void one_game(struct table *table, enum question question, uint32_t budget, unsigned replays, uint32_t expert,
                     struct sums *sums)
{
    struct replay replay;
    struct review review;
    struct error error;
    replay_init(&replay, &allocator_heap);
    if (replay_begin(&replay, &table->setup, &error) != ERR_OK) {
        abort();
    }
    for (size_t i = 0; i < table->moves_count; i++) {
        if (replay_moves(&replay, &table->moves[i], 1, &error) != ERR_OK) {
            abort();
        }
    }
    if (review_begin(&review, &allocator_heap, &replay, budget, &error) != ERR_OK) {
        abort();
    }
    for (size_t i = 0; i < review.decisions_count; i++) {
        struct review_verdict verdict;
        clock_t begin = clock();
        if (review_decide(&review, i, table->scratch, NULL, &verdict, &error) != ERR_OK) {
            abort();
        }
        sums->seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
        double loss_error = verdict.loss.error / (double)REVIEW_UNIT;
        sums->decisions++;
        sums->error += loss_error;
        sums->error_max = loss_error > sums->error_max ? loss_error : sums->error_max;
        sums->loss += verdict.loss.value / (double)REVIEW_UNIT;
        sums->grades[verdict.grade]++;
        sums->playouts += verdict.playouts;
        if (verdict.puzzle.asks != REVIEW_ASKS_NOTHING) {
            sums->puzzles++;
            sums->moves += verdict.puzzle.asks == REVIEW_ASKS_MOVE;
            sums->margin += verdict.puzzle.margin.value / (double)REVIEW_UNIT;
            replay_loss(table, &review, i, &verdict, next_best(&verdict.puzzle), verdict.puzzle.margin.value,
                        question == PUZZLES ? replays : 0, expert, sums);
        }
        if (verdict.grade != REVIEW_NONE) {
            sums->graded++;
            sums->claimed += verdict.loss.value / (double)REVIEW_UNIT;
            sums->claimed_drafting += verdict.drafting.value / (double)REVIEW_UNIT;
            sums->claimed_placing += verdict.placing.value / (double)REVIEW_UNIT;
            replay_loss(table, &review, i, &verdict, verdict.made, verdict.loss.value, question == LOSSES ? replays : 0,
                        expert, sums);
        }
    }
    sums->games++;
    review_release(&review);
    replay_release(&replay);
}

int main(int argc, char **argv)
{
    struct table table;
    struct sums sums;
    memset(&sums, 0, sizeof(sums));
    if (argc < 8 || !table_open(&table, argv[2], (unsigned)atoi(argv[3]))) {
        return 2;
    }
    bool truth = argc > 9;
    enum question question = strcmp(argv[1], "puzzles") == 0 ? PUZZLES
                             : strcmp(argv[1], "truth") == 0 ? LOSSES
                                                             : NOTHING;
    struct player players[GAME_PLAYERS];
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        players[seat] = player_of(argv[7], EXPERT_BUDGET);
    }
    unsigned games = (unsigned)atoi(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10);
    for (unsigned game = 0; game < games; game++) {
        table_play(&table, players, seed * 1000003 + game);
        one_game(&table, question, (uint32_t)atoi(argv[6]), truth ? (unsigned)atoi(argv[8]) : 0,
                 truth ? (uint32_t)atoi(argv[9]) : 0, &sums);
    }
    printf("games %.0f decisions %.0f seconds %.2f error %.4f error_max %.4f loss %.4f graded %.0f claimed %.4f "
           "drafting %.4f placing %.4f good %.0f inaccuracies %.0f mistakes %.0f blunders %.0f\n",
           sums.games, sums.decisions / sums.games, sums.seconds / sums.games, sums.error / sums.decisions,
           sums.error_max, sums.loss / sums.decisions, sums.graded, sums.claimed / sums.graded,
           sums.claimed_drafting / sums.graded, sums.claimed_placing / sums.graded, sums.grades[REVIEW_GOOD],
           sums.grades[REVIEW_INACCURACY], sums.grades[REVIEW_MISTAKE], sums.grades[REVIEW_BLUNDER]);
    printf("puzzles %.0f moves %.0f margin %.4f playouts %.0f\n", sums.puzzles, sums.moves,
           sums.margin / (sums.puzzles > 0 ? sums.puzzles : 1), sums.playouts / sums.decisions);
    if (truth && sums.replays > 1) {
        double mean = sums.kept / sums.replays;
        double deviation = sqrt((sums.kept2 / sums.replays - mean * mean) / sums.replays);
        double claimed = sums.weight / sums.replays;
        printf("replays %.0f claimed %.4f kept %.4f error %.4f ratio %.3f low %.3f\n", sums.replays, claimed, mean,
               deviation, mean / claimed, (mean - 1.96 * deviation) / claimed);
    }
    table_close(&table);
    return 0;
}
