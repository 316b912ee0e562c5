/* Figures of a whole review: each player's mean losses, and where the game turned. */
#include "review/review.h"

#include "base/banned.h"

enum { TURN_LEAST = REVIEW_UNIT / 10 }; /* a smaller change is no turning point */

struct tally {
    int64_t sum;
    int64_t sum2; /* of squares, in units of 1/1000 of the unit's square: they fit for any number of decisions */
};

static void tally_add(struct tally *tally, int32_t value)
{
    tally->sum += value;
    tally->sum2 += (int64_t)value * value / 1000;
}

static int64_t root(int64_t x)
{
    int64_t r = 0;
    for (int64_t bit = INT64_C(1) << 30; bit; bit >>= 1) {
        r = (r + bit) * (r + bit) <= x ? r + bit : r;
    }
    return r;
}

/* The mean, and its standard error by how the decisions differ: their own sampling errors are within. */
static struct review_figure tally_figure(const struct tally *tally, int64_t n)
{
    if (n == 0) {
        return (struct review_figure){0, 0};
    }
    int64_t mean = tally->sum / n;
    int64_t variance = tally->sum2 / n * 1000 - mean * mean;
    variance = variance > 0 ? variance : 0;
    return (struct review_figure){(int32_t)mean, (int32_t)root(variance / (n > 1 ? n - 1 : 1))};
}

/* Keeps the largest changes, in the order of the game among equals. */
static void turn_offer(struct review_sum *out, struct review_turn turn)
{
    int32_t size = turn.change < 0 ? -turn.change : turn.change;
    unsigned at = out->turns;
    while (at > 0) {
        int32_t other = out->turn[at - 1].change;
        if ((other < 0 ? -other : other) >= size) {
            break;
        }
        at--;
    }
    if (size < TURN_LEAST || at == REVIEW_TURNS) {
        return;
    }
    unsigned last = out->turns < REVIEW_TURNS ? out->turns : REVIEW_TURNS - 1;
    memmove(&out->turn[at + 1], &out->turn[at], (last - at) * sizeof(turn));
    out->turn[at] = turn;
    out->turns = (uint8_t)(last + 1);
}

static void find_turns(const struct review *review, const struct review_verdict *verdicts, struct review_sum *out)
{
    int64_t before[GAME_PLAYERS]; /* each player's decision before, or -1 */
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        before[seat] = -1;
    }
    for (size_t i = 0; i < review->decisions_count; i++) {
        unsigned seat = review->decisions[i].seat;
        if (before[seat] >= 0) {
            int32_t change = verdicts[i].chance[seat] - verdicts[before[seat]].chance[seat];
            turn_offer(out, (struct review_turn){(uint32_t)before[seat], (uint8_t)seat, change});
        }
        before[seat] = (int64_t)i;
    }
}

void review_sum(const struct review *review, const struct review_verdict *verdicts, struct review_sum *out)
{
    struct tally drafting[GAME_PLAYERS] = {{0, 0}};
    struct tally placing[GAME_PLAYERS] = {{0, 0}};
    struct tally loss[GAME_PLAYERS] = {{0, 0}};
    memset(out, 0, sizeof(*out));
    for (size_t i = 0; i < review->decisions_count; i++) {
        const struct review_verdict *verdict = &verdicts[i];
        struct review_player *player = &out->player[verdict->seat];
        player->decisions++;
        player->grades[verdict->grade]++;
        tally_add(&drafting[verdict->seat], verdict->drafting.value);
        tally_add(&placing[verdict->seat], verdict->placing.value);
        tally_add(&loss[verdict->seat], verdict->loss.value);
    }
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        struct review_player *player = &out->player[seat];
        player->drafting = tally_figure(&drafting[seat], player->decisions);
        player->placing = tally_figure(&placing[seat], player->decisions);
        player->loss = tally_figure(&loss[seat], player->decisions);
    }
    find_turns(review, verdicts, out);
}
