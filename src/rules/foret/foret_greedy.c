/*
 * A sensible player, one move deep. It lays every card of its hand on every
 * open cell and takes what is worth most to it: points on the board, what the
 * two comparisons and biodiversity promise, room for cards to earn more, and
 * a share of what the neighbour who gets the hand next would lose. Integers
 * only, in tenths of a point, so that it plays the same on every machine.
 */
#include "rules/foret/foret_state.h"

#include "base/banned.h"

/* What the other seats bring to the two comparisons. */
struct rivals {
    unsigned count;
    int32_t longest[ENGINE_PLAYERS];
    int32_t wolves[ENGINE_PLAYERS];
};

struct best {
    int32_t value;
    uint32_t ties;
    struct foret_word word;
};

/* Keeps the better of two; among equals each is equally likely to stay. */
static void best_offer(struct best *best, int32_t value, struct foret_word word, struct prng *prng)
{
    if (best->ties > 0 && value < best->value) {
        return;
    }
    best->ties = best->ties > 0 && value == best->value ? best->ties + 1 : 1;
    best->value = value;
    if (best->ties == 1 || prng_below(prng, best->ties) == 0) {
        best->word = word;
    }
}

/* ---- what a grid is worth ---- */

/* A free cell beside a card of this type promises so much at the start of a game, in tenths. */
static const int32_t PROMISE[FORET_TYPES] = {
    [FORET_BEE] = 9,   [FORET_BEAR] = 5,      [FORET_TROUT] = 7,  [FORET_FOX] = -2,
    [FORET_EAGLE] = 6, [FORET_DRAGONFLY] = 7, [FORET_MEADOW] = 6, [FORET_STREAM] = 4,
};

static int32_t promise(const struct foret_seat *seat)
{
    uint64_t free_cells = foret_free(seat);
    int32_t sum = 0;
    for (uint64_t rest = seat->occupied; rest; rest &= rest - 1) {
        unsigned cell = field_lowest(rest);
        uint64_t beside = field_near(field_bit(cell)) & free_cells;
        sum += PROMISE[seat->card[cell] - 1] * (int32_t)__builtin_popcountll(beside);
    }
    return sum;
}

static int32_t ranked(unsigned type, int32_t mine, const int32_t *theirs, unsigned count)
{
    int better = 0;
    for (unsigned i = 0; i < count; i++) {
        better += theirs[i] > mine;
    }
    return foret_rank_points(type, mine, better);
}

/* Early a step towards points counts, late the points themselves. */
static int32_t blend(int32_t early, int32_t late, int32_t cards)
{
    return (early * (FORET_CELLS - cards) + late * cards) / FORET_CELLS;
}

static int32_t worth(const struct foret_seat *seat, const struct rivals *rivals)
{
    struct foret_board board;
    struct foret_points points;
    foret_board_of(seat, &board);
    foret_score_board(&board, &points);
    int32_t cards = (int32_t)__builtin_popcountll(seat->occupied);
    points.category[FORET_STREAM] = ranked(FORET_STREAM, points.longest, rivals->longest, rivals->count);
    points.category[FORET_WOLF] = ranked(FORET_WOLF, points.wolves, rivals->wolves, rivals->count);
    int32_t sum = 0;
    int32_t kinds = 0;
    for (unsigned i = 0; i < FORET_STREAM; i++) {
        sum += 10 * points.category[i];
        kinds += points.category[i] != 0;
    }
    kinds += (points.longest > 0) + (points.wolves > 0);
    sum += blend(15 * points.longest, 10 * points.category[FORET_STREAM], cards);
    sum += blend(25 * points.wolves, 10 * points.category[FORET_WOLF], cards);
    sum += blend(20 * kinds, 10 * foret_biodiversity(points.category), cards);
    return sum + blend(promise(seat), 0, cards);
}

static void rivals_of(const struct setup *setup, const struct foret_state *s, unsigned me, struct rivals *rivals)
{
    rivals->count = 0;
    unsigned all = setup->seats + (setup->variant != FORET_STANDARD ? 1u : 0u);
    for (unsigned i = 0; i < all; i++) {
        struct foret_board board;
        struct foret_points points;
        if (i == me) {
            continue;
        }
        if (i < setup->seats) {
            foret_board_of(&s->seat[i], &board);
        } else {
            foret_board_alban(s, &board);
        }
        foret_score_board(&board, &points);
        bool one_stream = i >= setup->seats && setup->variant == FORET_DUEL;
        rivals->longest[rivals->count] =
            one_stream ? (int32_t)__builtin_popcount(board.of[FORET_STREAM]) : points.longest;
        rivals->wolves[rivals->count] = points.wolves;
        rivals->count++;
    }
}

/* ---- choosing ---- */

/* The most that a card can be worth to `seat` now. */
static int32_t best_cell(const struct foret_seat *seat, const struct rivals *rivals, unsigned card)
{
    int32_t best = INT32_MIN;
    for (uint64_t open = foret_open(seat); open; open &= open - 1) {
        struct foret_seat after = *seat;
        foret_put(&after, field_lowest(open), card);
        int32_t value = worth(&after, rivals);
        best = value > best ? value : best;
    }
    return best;
}

/*
 * By card: what the player who gets the hand next loses when that card is gone, which is something only when it is
 * the best one for them and the only copy.
 */
static void denial(const struct setup *setup, const struct foret_state *s, unsigned me, const uint8_t *hand,
                   int32_t loss[FORET_TYPES])
{
    unsigned hands = foret_hands(setup);
    unsigned left = me + 1 == hands ? 0 : me + 1;
    unsigned right = me == 0 ? hands - 1 : me - 1;
    unsigned next = s->turn < FORET_ROUND ? left : right;
    unsigned best = FORET_TYPES;
    int32_t value[FORET_TYPES];
    int32_t second = INT32_MIN;
    memset(loss, 0, FORET_TYPES * sizeof(*loss));
    if (next >= setup->seats || next == me || s->turn % FORET_ROUND == FORET_ROUND - 1) {
        return;
    }
    struct rivals rivals;
    rivals_of(setup, s, next, &rivals);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (hand[card] == 0) {
            continue;
        }
        value[card] = best_cell(&s->seat[next], &rivals, card);
        if (best == FORET_TYPES || value[card] > value[best]) {
            second = best == FORET_TYPES ? second : value[best];
            best = card;
        } else {
            second = value[card] > second ? value[card] : second;
        }
    }
    if (hand[best] == 1 && second > INT32_MIN) {
        loss[best] = value[best] - second;
    }
}

/* Every swap after the rabbit of `word` is laid. */
static void try_swaps(const struct foret_seat *seat, const struct rivals *rivals, struct foret_word word, int32_t extra,
                      struct best *best, struct prng *prng)
{
    struct foret_seat laid = *seat;
    foret_put(&laid, word.at - 1, word.card);
    for (uint64_t from = laid.occupied; from; from &= from - 1) {
        unsigned a = field_lowest(from);
        for (uint64_t to = from & (from - 1); to; to &= to - 1) {
            unsigned b = field_lowest(to);
            if (laid.card[a] == laid.card[b]) {
                continue;
            }
            struct foret_seat after = laid;
            after.card[a] = laid.card[b];
            after.card[b] = laid.card[a];
            word.a = a + 1;
            word.b = b + 1;
            best_offer(best, worth(&after, rivals) + extra, word, prng);
        }
    }
}

/* The card for Alban: worth little on his next cell and little to us. */
static unsigned choose_gift(const struct foret_state *s, const struct foret_seat *after, const struct rivals *rivals,
                            const uint8_t *hand, struct prng *prng)
{
    struct best best = {.ties = 0};
    int32_t keep = worth(after, rivals);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (hand[card] == 0) {
            continue;
        }
        struct foret_state given = *s;
        struct foret_board board;
        struct foret_points points;
        given.other[s->turn] = (uint8_t)(card + 1);
        foret_board_alban(&given, &board);
        foret_score_board(&board, &points);
        int32_t his = 25 * points.wolves + 12 * points.longest;
        for (unsigned i = 0; i < FORET_TYPES; i++) {
            his += 10 * points.category[i];
        }
        int32_t mine = foret_free(after) && hand[card] == 1 ? best_cell(after, rivals, card) - keep : 0;
        struct foret_word word = {.give = card + 1};
        best_offer(&best, -his - mine, word, prng);
    }
    return best.word.give;
}

static struct foret_word choose(const struct setup *setup, const struct foret_state *s, unsigned me,
                                const uint8_t *hand, const struct rivals *rivals, struct prng *prng)
{
    const struct foret_seat *seat = &s->seat[me];
    struct best best = {.ties = 0};
    struct best rabbit = {.ties = 0};
    int32_t loss[FORET_TYPES];
    denial(setup, s, me, hand, loss);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        for (uint64_t open = hand[card] ? foret_open(seat) : 0; open; open &= open - 1) {
            struct foret_seat after = *seat;
            struct foret_word word = {.kind = FORET_PLAY, .card = card, .at = field_lowest(open) + 1};
            foret_put(&after, word.at - 1, card);
            int32_t value = worth(&after, rivals) + 3 * loss[card] / 10;
            best_offer(&best, value, word, prng);
            if (card == FORET_RABBIT) {
                best_offer(&rabbit, value, word, prng);
            }
        }
    }
    if (rabbit.ties > 0) { /* swaps are tried on the rabbit's best cell only */
        try_swaps(seat, rivals, rabbit.word, 3 * loss[FORET_RABBIT] / 10, &best, prng);
    }
    return best.word;
}

game_move foret_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    const struct foret_state *s = state;
    if (seat >= GAME_PLAYERS) {
        return foret_chance(setup, state, prng);
    }
    const uint8_t *hand = foret_stock(setup, s, seat);
    struct rivals rivals;
    rivals_of(setup, s, seat, &rivals);
    struct foret_word word = choose(setup, s, seat, hand, &rivals, prng);
    if (setup->variant == FORET_SOLO) {
        uint8_t rest[FORET_TYPES];
        memcpy(rest, hand, sizeof(rest));
        rest[word.card]--;
        struct foret_seat after = s->seat[seat];
        foret_put(&after, word.at - 1, word.card);
        word.give = choose_gift(s, &after, &rivals, rest, prng);
    }
    return foret_pack(seat, word);
}
