/*
 * The player of playouts: the best card and cell at sight, with noise. After
 * a rabbit it tries a few swaps. Everything that is drawn comes from two words,
 * whatever is found, so that players of two playouts stay in step.
 */
#include "rules/foret/foret_sight.h"

#include "rules/game_review.h"

#include "base/banned.h"

enum { SWAPS_TRIED = 24 };

/* Two types change places on a board: `a` and `b` are its cells, one bit each. */
static void board_swap(struct foret_board *board, unsigned type_a, uint32_t a, unsigned type_b, uint32_t b)
{
    board->of[type_a] ^= a | b;
    board->of[type_b] ^= a | b;
}

static uint32_t box_bit(const struct foret_seat *seat, unsigned cell)
{
    unsigned row = cell / FIELD_COLUMNS - seat->top;
    unsigned column = cell % FIELD_COLUMNS - seat->left;
    return 1u << (row * FORET_COLUMNS + column);
}

/* The best of a few swaps once the rabbit of `word` lies, if any gains. */
static void pick_swap(const struct foret_seat *seat, const struct foret_bids *bids, unsigned me,
                      const struct foret_taste *taste, uint64_t chance, struct foret_word *word)
{
    struct foret_seat laid = *seat;
    struct foret_board board;
    uint8_t cells[FORET_CELLS];
    unsigned count = 0;
    foret_put(&laid, word->at - 1, FORET_RABBIT);
    foret_board_of(&laid, &board);
    for (uint64_t rest = laid.occupied; rest; rest &= rest - 1) {
        cells[count++] = (uint8_t)field_lowest(rest);
    }
    int32_t best = foret_board_worth(&board, bids, me, (int32_t)count, taste);
    for (unsigned i = 0; i < SWAPS_TRIED && count > 1; i++) {
        chance = chance * UINT64_C(0xd1342543de82ef95) + 1;
        unsigned a = cells[(chance >> 32 & 0xffff) * count >> 16];
        unsigned b = cells[(chance >> 48) * count >> 16];
        unsigned type_a = laid.card[a] - 1u;
        unsigned type_b = laid.card[b] - 1u;
        if (type_a == type_b) {
            continue;
        }
        struct foret_board after = board;
        board_swap(&after, type_a, box_bit(&laid, a), type_b, box_bit(&laid, b));
        int32_t worth = foret_board_worth(&after, bids, me, (int32_t)count, taste);
        if (worth > best) {
            best = worth;
            word->a = (a < b ? a : b) + 1;
            word->b = (a < b ? b : a) + 1;
        }
    }
}

void foret_gifts(const struct setup *setup, const struct foret_state *state, const uint8_t *rest,
                 const int32_t mine[FORET_TYPES], const struct foret_taste *taste, int32_t value[FORET_TYPES])
{
    (void)setup;
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (rest[card] == 0) {
            continue;
        }
        struct foret_state const *s = state;
        uint8_t grid[FORET_CELLS];
        struct foret_board board = {{0}};
        struct foret_points points;
        memcpy(grid, s->other, sizeof(grid));
        grid[s->turn] = (uint8_t)(card + 1);
        for (unsigned cell = 0; cell < FORET_CELLS; cell++) {
            if (grid[cell]) {
                board.of[grid[cell] - 1] |= 1u << cell;
            }
        }
        foret_score_board(&board, &points);
        int32_t his = 25 * points.wolves + 12 * points.longest;
        for (unsigned i = 0; i < FORET_TYPES; i++) {
            his += 10 * points.category[i];
        }
        value[card] = -his - (rest[card] == 1 ? mine[card] * taste->gift / 100 : 0);
    }
}

static unsigned pick_gift(const struct setup *setup, const struct foret_state *state, const uint8_t *rest,
                          const int32_t mine[FORET_TYPES], const struct foret_taste *taste, int32_t heat, uint64_t word)
{
    int32_t value[FORET_TYPES];
    int32_t best = INT32_MIN;
    unsigned give = 0;
    foret_gifts(setup, state, rest, mine, taste, value);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        if (rest[card]) {
            int32_t noisy = value[card] + foret_noise(word, 1000 + card, heat);
            give = noisy > best ? card + 1 : give;
            best = noisy > best ? noisy : best;
        }
    }
    return give;
}

game_move foret_pick(const struct setup *setup, const struct foret_state *s, unsigned seat, unsigned heat,
                     const struct foret_bids *bids, const struct foret_taste *taste, struct prng *prng)
{
    const struct foret_seat *mine = &s->seat[seat];
    const uint8_t *stock = foret_stock(setup, s, seat);
    uint64_t noise = prng_next(prng);
    uint64_t other = prng_next(prng);
    struct foret_sight sight;
    int32_t value[FORET_TYPES] = {0};
    int32_t top[FORET_TYPES];
    int32_t best = INT32_MIN;
    struct foret_word word = {.kind = FORET_PLAY};
    unsigned wanted = 0;
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        wanted |= (unsigned)(stock[card] > 0) << card;
        top[card] = INT32_MIN;
    }
    foret_see(&sight, mine, bids, seat, taste);
    for (uint64_t open = sight.open; open; open &= open - 1) {
        unsigned cell = field_lowest(open);
        foret_sight_cell(&sight, cell, wanted, value);
        for (unsigned rest = wanted; rest; rest &= rest - 1) {
            unsigned card = (unsigned)__builtin_ctz(rest);
            int32_t noisy = value[card] + foret_noise(noise, card * 64 + cell, (int32_t)heat);
            top[card] = value[card] > top[card] ? value[card] : top[card];
            if (noisy > best) {
                best = noisy;
                word.card = card;
                word.at = cell + 1;
            }
        }
    }
    if (word.card == FORET_RABBIT) {
        pick_swap(mine, bids, seat, taste, other, &word);
    }
    if (setup->variant == FORET_SOLO) {
        uint8_t rest[FORET_TYPES];
        memcpy(rest, stock, sizeof(rest));
        rest[word.card]--;
        word.give = pick_gift(setup, s, rest, top, taste, (int32_t)heat, other);
    }
    return foret_pack(seat, word);
}

game_move foret_policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng)
{
    struct foret_bids bids;
    foret_bids_of(setup, state, &bids);
    return foret_pick(setup, state, seat, heat, &bids, &foret_taste, prng);
}

/* As calling policy, chance and apply in turn, but what the comparisons need is kept between the moves. */
void foret_playout(const struct setup *setup, void *state, unsigned heat, struct prng *players, struct prng *chance)
{
    struct foret_state *s = state;
    struct foret_bids bids;
    struct error error;
    foret_bids_of(setup, s, &bids);
    for (seat_set turn; (turn = foret_turn(setup, s)) != 0;) {
        unsigned seat = review_next_seat(turn);
        game_move move = 0;
        if (seat >= GAME_PLAYERS) {
            move = foret_chance(setup, s, chance);
        } else {
            move = foret_pick(setup, s, seat, heat, &bids, &foret_taste, &players[seat]);
        }
        if (foret_apply(setup, s, move, &error) != ERR_OK) {
            return;
        }
        struct foret_word word = foret_unpack(move);
        bool compared = word.card == FORET_STREAM || word.card == FORET_WOLF || word.a;
        if (seat < GAME_PLAYERS && compared) {
            foret_bids_player(s, seat, &bids);
        }
        if (setup->variant != FORET_STANDARD && seat != SEAT_TABLE) {
            foret_bids_extra(setup, s, &bids);
        }
    }
}
