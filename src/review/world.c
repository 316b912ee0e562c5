/*
 * One playout. Every world has generators of its own, chance one and each
 * player one, which begin anew for every choice: what differs between two
 * playouts of a world comes of the choice.
 */
#include "review/search.h"

#include "base/banned.h"

/* A generator for purpose `purpose` of world `number`. */
static void stream(struct prng *prng, uint64_t seed, uint64_t number, uint64_t purpose)
{
    uint64_t x = seed ^ number * UINT64_C(0xd1342543de82ef95) ^ purpose * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 31) * UINT64_C(0xbf58476d1ce4e5b9);
    prng_seed(prng, x ^ x >> 29);
}

void world_imagine(const struct search *search, uint64_t number, struct world *world)
{
    struct review_scratch *scratch = search->scratch;
    struct prng hidden;
    for (unsigned seat = 0; seat < search->setup->seats; seat++) {
        stream(&world->players[seat], search->seed, number, 3 + seat);
    }
    stream(&world->chance, search->seed, number, 1);
    stream(&hidden, search->seed, number, 2);
    memcpy(scratch->world, scratch->start, scratch->state_size);
    if (search->review->imagine) {
        search->review->imagine(search->setup, scratch->world, search->seat, &hidden);
    }
}

/* e to -d / 64, times 4096, for d in quarters of a blur's sixteenth: where two totals differ by d blurs / 64. */
static int32_t decay(int64_t d64)
{
    static const uint16_t whole[] = {4096, 1507, 554, 204, 75, 28, 10, 4, 1};
    static const uint16_t part[] = {4096, 3848, 3615, 3396, 3190, 2997, 2815, 2645,
                                    2484, 2334, 2192, 2060, 1935, 1818, 1707, 1604};
    if (d64 < 0) {
        d64 = 0;
    }
    if (d64 >= 9 * 64) {
        return 0;
    }
    return whole[d64 / 64] * part[d64 % 64 / 4] >> 12;
}

/* Of totals, what each weighs if the last points were not so sure: the largest 4096. Returns the sum. */
static int64_t blur_totals(const int32_t *total, unsigned seats, int32_t blur, int32_t weight[GAME_PLAYERS])
{
    int32_t top = total[0];
    for (unsigned i = 1; i < seats; i++) {
        top = total[i] > top ? total[i] : top;
    }
    int64_t sum = 0;
    for (unsigned i = 0; i < seats; i++) {
        weight[i] = decay(((int64_t)top - total[i]) * 64 / blur);
        sum += weight[i];
    }
    return sum > 0 ? sum : 1;
}

static int32_t blurred(const int32_t *total, unsigned seats, unsigned seat, int32_t blur)
{
    int32_t weight[GAME_PLAYERS];
    int64_t sum = blur_totals(total, seats, blur, weight);
    return (int32_t)(weight[seat] * (int64_t)WEIGHT_ONE / sum);
}

/* The win, of which each has as much as its promise makes likely; rounded so that it is shared out. */
static void share_promised(const int32_t *total, unsigned seats, int32_t doubt, struct result *result)
{
    int32_t weight[GAME_PLAYERS];
    int64_t sum = blur_totals(total, seats, doubt, weight);
    int64_t upto = 0;
    int64_t before = 0;
    for (unsigned i = 0; i < seats; i++) {
        upto += weight[i];
        int64_t shared = (upto * SHARE + sum / 2) / sum;
        result->share[i] = (uint8_t)(shared - before);
        before = shared;
    }
}

static void share_out(seat_set winners, unsigned seats, struct result *result)
{
    unsigned count = (unsigned)__builtin_popcount(winners);
    for (unsigned seat = 0; seat < seats && count > 0; seat++) {
        result->share[seat] = winners & seat_bit(seat) ? (uint8_t)(SHARE / count) : 0;
    }
}

/* The end, where those with the most win, or where the horizon cut it off. */
static void judge(const struct search *search, bool over, struct result *result)
{
    const struct setup *setup = search->setup;
    const struct game_review *review = search->review;
    const void *state = search->scratch->played;
    int32_t total[GAME_PLAYERS] = {0};
    memset(result, 0, sizeof(*result));
    if (over) {
        struct outcome outcome;
        setup->game->outcome(setup, state, &outcome);
        share_out(outcome.winners & ((1u << setup->seats) - 1), setup->seats, result);
        for (unsigned i = 0; i < setup->seats; i++) {
            total[i] = game_hundredths(setup->game, outcome.rows[i].total);
        }
        if (setup->seats == 1) {
            total[0] = 100 * outcome.margin;
        }
    } else {
        review->promise(setup, state, total);
        seat_set best = 1;
        for (unsigned i = 1; i < setup->seats; i++) {
            int32_t top = total[__builtin_ctz(best)];
            best = total[i] > top ? seat_bit(i) : best | (total[i] == top ? seat_bit(i) : 0);
        }
        share_out(best, setup->seats, result);
        if (review->doubt) {
            share_promised(total, setup->seats, review->doubt(setup, state), result);
        }
    }
    int32_t won = result->share[search->seat] * (WEIGHT_ONE / SHARE);
    if (setup->seats == 1) { /* a win is all; among as many wins, the wider margin */
        result->weight = won + total[0] * 2 / 3;
        return;
    }
    result->weight = won;
    if (review->blur && setup_contest(setup) == CONTEST_HIGH) {
        result->weight = blurred(total, setup->seats, search->seat, review->blur);
    }
}

/* As review->playout, for a game that has none; false when the horizon ended it. */
static bool play_on(const struct search *search, void *state, struct world *world)
{
    const struct setup *setup = search->setup;
    const struct game_review *review = search->review;
    uint32_t left = review->horizon ? review->horizon : UINT32_MAX;
    struct error error;
    for (seat_set turn; (turn = setup->game->turn(setup, state)) != 0; left--) {
        if (left == 0) {
            return false;
        }
        unsigned seat = review_next_seat(turn);
        game_move move = seat >= GAME_PLAYERS ? setup->game->chance(setup, state, &world->chance)
                                              : review->policy(setup, state, seat, review->heat, &world->players[seat]);
        if (setup->game->apply(setup, state, move, &error) != ERR_OK) {
            return false;
        }
    }
    return true;
}

enum err world_play(struct search *search, const struct world *world, game_move move, struct result *result,
                    struct error *error)
{
    struct review_scratch *scratch = search->scratch;
    const struct setup *setup = search->setup;
    struct world mine = *world;
    bool over = true;
    memcpy(scratch->played, scratch->world, scratch->state_size);
    if (move) {
        enum err err = setup->game->apply(setup, scratch->played, move, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (search->review->playout) {
        search->review->playout(setup, scratch->played, search->review->heat, mine.players, &mine.chance);
        over = setup->game->turn(setup, scratch->played) == 0;
    } else {
        over = play_on(search, scratch->played, &mine);
    }
    judge(search, over, result);
    search->playouts++;
    return ERR_OK;
}
