/*
 * Whole reviews, and whether the losses that they show are true: what
 * bench/review measures. Prints plain numbers on one line.
 *
 *     review <game> <seats> <games> <seed> <budget> <player>                         reviews of games of that player
 *     truth  <game> <seats> <games> <seed> <budget> <player> <replays> <expert> [every]
 *                                                                                    losses played out by experts
 *     puzzles <as truth>                                                             margins of puzzles, likewise
 *
 * For the truth, each decision whose loss has a grade is taken up in `replays` imagined worlds, once with the choice
 * made and once with the best one, and played to the end by experts of that budget, or by another player that is named
 * there (`policy:0`: the quick one without noise, in a moment). With `every` only one decision in
 * so many is judged, for games with hundreds of them. A line on stderr after each game says how far it is.
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
    double replays, kept, kept2, weight; /* decisions that were taken up, and the means of their replays */
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
                        struct player player, struct sums *sums)
{
    struct player players[GAME_PLAYERS];
    double kept = 0;
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        players[seat] = player;
    }
    for (unsigned i = 0; i < replays; i++) {
        uint64_t number = index * 7919 + i * UINT64_C(1000003) + (uint64_t)sums->games * UINT64_C(982451653);
        double best = replayed(table, review, &review->decisions[index], verdict->best, number, players);
        double less = replayed(table, review, &review->decisions[index], other, number, players);
        kept += (best - less) / replays;
    }
    if (replays > 0) { /* decisions differ more than replays of one */
        sums->replays++;
        sums->kept += kept;
        sums->kept2 += kept * kept;
        sums->weight += behind / (double)REVIEW_UNIT;
    }
}

/* How a game is looked at. */
struct way {
    enum question question;
    uint32_t budget;
    unsigned every;
    unsigned replays;
    struct player expert; /* who plays on */
};

static game_move next_best(const struct review_puzzle *puzzle)
{
    for (unsigned i = 0; i < puzzle->count; i++) {
        if (puzzle->look[i].played && puzzle->look[i].behind.value == puzzle->margin.value) {
            return puzzle->look[i].move;
        }
    }
    abort();
}

static void one_game(struct table *table, const struct way *way, struct sums *sums)
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
    if (review_begin(&review, &allocator_heap, &replay, way->budget, &error) != ERR_OK) {
        abort();
    }
    for (size_t i = (size_t)sums->games % way->every; i < review.decisions_count; i += way->every) {
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
                        way->question == PUZZLES ? way->replays : 0, way->expert, sums);
        }
        if (verdict.grade != REVIEW_NONE) {
            sums->graded++;
            sums->claimed += verdict.loss.value / (double)REVIEW_UNIT;
            sums->claimed_drafting += verdict.drafting.value / (double)REVIEW_UNIT;
            sums->claimed_placing += verdict.placing.value / (double)REVIEW_UNIT;
            replay_loss(table, &review, i, &verdict, verdict.made, verdict.loss.value,
                        way->question == LOSSES ? way->replays : 0, way->expert, sums);
        }
    }
    sums->games++;
    review_release(&review);
    replay_release(&replay);
}

/* A number is the budget of an expert; else it is a player by name. */
static struct player player_on(const char *text)
{
    return text[0] >= '0' && text[0] <= '9' ? player_of("expert", (uint32_t)atoi(text))
                                            : player_of(text, EXPERT_BUDGET);
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
    const struct way way = {.question = strcmp(argv[1], "puzzles") == 0 ? PUZZLES
                                        : strcmp(argv[1], "truth") == 0 ? LOSSES
                                                                        : NOTHING,
                            .budget = (uint32_t)atoi(argv[6]),
                            .every = truth && argc > 10 ? (unsigned)atoi(argv[10]) : 1,
                            .replays = truth ? (unsigned)atoi(argv[8]) : 0,
                            .expert = truth ? player_on(argv[9]) : (struct player){.kind = PLAYER_GREEDY}};
    struct player players[GAME_PLAYERS];
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        players[seat] = player_of(argv[7], EXPERT_BUDGET);
    }
    unsigned games = (unsigned)atoi(argv[4]);
    uint64_t seed = strtoull(argv[5], NULL, 10);
    for (unsigned game = 0; game < games; game++) {
        table_play(&table, players, seed * 1000003 + game);
        one_game(&table, &way, &sums);
        double replays = sums.replays > 0 ? sums.replays : 1;
        double mean = sums.kept / replays;
        fprintf(stderr, "%u/%u games, %.0f decisions, %.0f graded, claimed %.3f, kept %.3f +- %.3f\n", game + 1, games,
                sums.decisions, sums.graded, sums.weight / replays, mean,
                sqrt((sums.kept2 / replays - mean * mean) / replays));
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
        printf("replayed %.0f times %u claimed %.4f kept %.4f error %.4f ratio %.3f low %.3f\n", sums.replays,
               way.replays, claimed, mean, deviation, mean / claimed, (mean - 1.96 * deviation) / claimed);
    }
    table_close(&table);
    return 0;
}
