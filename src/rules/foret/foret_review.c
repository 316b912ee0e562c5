/*
 * What a review asks of Forêt: worlds that fit what a seat has seen, what
 * every legal move is worth at sight, and the hands that a table's record tells.
 */
#include "rules/foret/foret.h"

#include "rules/foret/foret_sight.h"

#include "rules/game_review.h"

#include "base/banned.h"

/* ---- worlds ---- */

/* The hands that `index` has held this round, as bits. Whoever has seen a hand knows it: all that left it was played. */
static unsigned hands_seen(const struct setup *setup, const struct foret_state *s, unsigned index)
{
    unsigned hands = foret_hands(setup);
    unsigned seen = 0;
    for (unsigned t = s->turn / FORET_ROUND * FORET_ROUND; t <= s->turn && t < FORET_CELLS; t++) {
        seen |= 1u << foret_hand_at(hands, index, t);
    }
    return seen;
}

static unsigned copies_of(const uint8_t *stock)
{
    unsigned sum = 0;
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        sum += stock[card];
    }
    return sum;
}

void foret_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng)
{
    struct foret_state *s = state;
    int index = foret_index(setup, seat);
    if (setup->level != FORET_FULL || setup->variant == FORET_SOLO || index < 0 || foret_over(setup, s)) {
        return; /* nobody holds anything that is hidden: what was not dealt has no order */
    }
    unsigned hidden = ((1u << foret_hands(setup)) - 1) & ~hands_seen(setup, s, (unsigned)index);
    uint8_t pool[130]; /* unseen cards and those not dealt, in any order */
    unsigned count = 0;
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        unsigned copies = s->supply[card];
        for (unsigned rest = hidden; rest; rest &= rest - 1) {
            copies += s->hand[__builtin_ctz(rest)][card];
        }
        for (unsigned i = 0; i < copies && count < sizeof(pool); i++) {
            pool[count++] = (uint8_t)card;
        }
    }
    for (unsigned rest = hidden; rest; rest &= rest - 1) {
        uint8_t *hand = s->hand[__builtin_ctz(rest)];
        unsigned size = copies_of(hand);
        memset(hand, 0, FORET_TYPES);
        for (unsigned i = 0; i < size; i++) {
            unsigned at = prng_below(prng, count);
            hand[pool[at]]++;
            pool[at] = pool[--count];
        }
    }
    memset(s->supply, 0, sizeof(s->supply));
    for (unsigned i = 0; i < count; i++) {
        s->supply[pool[i]]++;
    }
}

/* ---- every move ---- */

struct listing {
    const struct setup *setup;
    const struct foret_state *state;
    const uint8_t *stock;
    game_move *moves;
    int32_t *values;
    size_t cap;
    size_t count;
    unsigned seat;
    bool gifts;
    int32_t mine[FORET_TYPES]; /* the best that each card would bring */
};

static void list_one(struct listing *list, struct foret_word w, int32_t value)
{
    if (list->count < list->cap) {
        list->moves[list->count] = foret_pack(list->seat, w);
        list->values[list->count] = value;
    }
    list->count++;
}

static void list_add(struct listing *list, struct foret_word w, int32_t value, const int32_t gift[FORET_TYPES])
{
    if (!list->gifts) {
        list_one(list, w, value);
        return;
    }
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (list->stock[card] > (card == w.card)) {
            w.give = card + 1;
            list_one(list, w, value + gift[card]);
        }
    }
}

/* Swaps after the rabbit of `w`, whose value without one is `value`; those of equal cards are left out. */
static void list_swaps(struct listing *list, const struct foret_sight *sight, struct foret_word w, int32_t value,
                       const int32_t gift[FORET_TYPES])
{
    struct foret_seat laid = list->state->seat[list->seat];
    struct foret_board board;
    foret_put(&laid, w.at - 1, w.card);
    foret_board_of(&laid, &board);
    int32_t before = foret_board_worth(&board, sight->bids, sight->me, sight->cards, sight->taste);
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
            foret_board_of(&after, &board);
            w.a = a + 1;
            w.b = b + 1;
            int32_t gain = foret_board_worth(&board, sight->bids, sight->me, sight->cards, sight->taste) - before;
            list_add(list, w, value + gain, gift);
        }
    }
}

static void list_card(struct listing *list, const struct foret_sight *sight, unsigned card)
{
    int32_t gift[FORET_TYPES] = {0};
    int32_t value[FORET_TYPES];
    if (list->gifts) {
        uint8_t rest[FORET_TYPES];
        memcpy(rest, list->stock, sizeof(rest));
        rest[card]--;
        foret_gifts(list->setup, list->state, rest, list->mine, sight->taste, gift);
    }
    for (uint64_t open = sight->open; open; open &= open - 1) {
        struct foret_word w = {.kind = FORET_PLAY, .card = card, .at = field_lowest(open) + 1};
        foret_sight_cell(sight, w.at - 1, 1u << card, value);
        if (card != FORET_RABBIT) {
            list_add(list, w, value[card], gift);
            continue;
        }
        int32_t plain = value[card] - sight->swap;
        list_add(list, w, plain, gift);
        list_swaps(list, sight, w, plain, gift);
    }
}

size_t foret_values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *values,
                    size_t cap)
{
    const struct foret_state *s = state;
    if (seat >= setup->seats || !(foret_turn(setup, s) & seat_bit(seat))) {
        return 0;
    }
    struct foret_bids bids;
    struct foret_sight sight;
    struct listing list = {.setup = setup, .state = s, .cap = cap, .seat = seat};
    list.moves = moves;
    list.values = values;
    list.stock = foret_stock(setup, s, seat);
    list.gifts = setup->variant == FORET_SOLO;
    foret_bids_of(setup, s, &bids);
    foret_see(&sight, &s->seat[seat], &bids, seat, &foret_taste);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        list.mine[card] = INT32_MIN;
        for (uint64_t open = list.gifts ? sight.open : 0; open; open &= open - 1) {
            int32_t value[FORET_TYPES];
            foret_sight_cell(&sight, field_lowest(open), 1u << card, value);
            list.mine[card] = value[card] > list.mine[card] ? value[card] : list.mine[card];
        }
    }
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (list.stock[card] > 0) {
            list_card(&list, &sight, card);
        }
    }
    return list.count;
}

/* The cards that leave the hand. */
uint64_t foret_takes(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    struct foret_word w = foret_unpack(move);
    return w.card | (uint64_t)w.give << 4;
}

void foret_promise(const struct setup *setup, const void *state, int32_t promise[GAME_PLAYERS])
{
    struct outcome outcome;
    foret_outcome(setup, state, &outcome);
    memset(promise, 0, GAME_PLAYERS * sizeof(*promise));
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        promise[seat] = 100 * outcome.rows[seat].total;
    }
}

/* ---- a table's record ---- */

/* The type that `index` played in each turn, from moves in any order within a turn; false: a turn is not whole. */
static bool plays_of(const struct setup *setup, const game_move *moves, size_t count,
                     uint8_t type[ENGINE_PLAYERS][FORET_ROUND])
{
    unsigned turns[ENGINE_PLAYERS] = {0};
    for (size_t i = 0; i < count; i++) {
        int index = foret_index(setup, move_seat(moves[i]));
        if (index < 0 || turns[index] == FORET_ROUND) {
            return false;
        }
        type[index][turns[index]++] = (uint8_t)foret_unpack(moves[i]).card;
    }
    return true;
}

/* Finished rounds only: of the one under way nobody wrote down what is still in the hands. A solo hand is never told. */
size_t foret_lift(const struct setup *setup, const game_move *moves, size_t count, game_move *out, size_t cap)
{
    unsigned hands = foret_hands(setup);
    size_t round = (size_t)hands * FORET_ROUND;
    size_t n = 0;
    if (setup->level != FORET_TABLE || setup->variant == FORET_SOLO) {
        return 0;
    }
    for (size_t done = 0; done + round <= count && n + 2 * round <= cap; done += round) {
        uint8_t type[ENGINE_PLAYERS][FORET_ROUND];
        if (!plays_of(setup, moves + done, round, type)) {
            return 0;
        }
        unsigned first = (unsigned)(done / hands);
        for (unsigned hand = 0; hand < hands; hand++) {
            for (unsigned t = 0; t < FORET_ROUND; t++) {
                unsigned holder = 0;
                while (foret_hand_at(hands, holder, first + t) != hand) {
                    holder++;
                }
                out[n++] = foret_pack(SEAT_TABLE,
                                      (struct foret_word){.kind = FORET_DEAL, .card = type[holder][t], .at = hand});
            }
        }
        memcpy(out + n, moves + done, round * sizeof(*out));
        n += round;
    }
    return n;
}

const struct game_review foret_review = {
    .heat = 5,
    .blur = 300,
    .truth = 67, /* docs/review.md, "How good it is" */
    .imagine = foret_imagine,
    .values = foret_values,
    .policy = foret_policy,
    .playout = foret_playout,
    .taken = foret_takes,
    .promise = foret_promise,
    .lift = foret_lift,
};
