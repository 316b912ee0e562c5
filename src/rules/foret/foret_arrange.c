/*
 * The best forest: the cards of a player, laid so that they make the most.
 *
 * Cards are swapped two at a time, and a swap that costs points is kept the
 * less often the more it costs and the colder it is (simulated annealing).
 * A run starts hot and ends cold; there are RUNS of them, each from where
 * the last one ended. Only the categories that the two cards touch are
 * counted again. Then foret_arrange_bound.c looks for what may still be
 * better, and mostly proves that nothing is.
 *
 * The numbers are those that did best of some twenty (300 000 swaps, the ten
 * hardest of 50 boards: 97 of 100 restarts reach the best score; of all 50,
 * 99.5). A start hotter than 2 points, an end colder than a fifth of a point
 * or warmer than one, and turning three cards now and then did worse or no better.
 */
#include "rules/foret/foret_arrange.h"

#include "base/prng.h"

#include "base/banned.h"

enum {
    RUNS = 3,
    HOT = 400,            /* at the start of a run: a loss of so many 1/256 points is e to 1 */
    COLD = 100,           /* at its end */
    NODES_FOR_A_SWAP = 10 /* of the bound's search: about as long again, at worst */
};

/* ---- what the rivals leave ---- */

/* How many of `count` are above `mine`. */
static int above(const int32_t *theirs, unsigned count, int32_t mine)
{
    int better = 0;
    for (unsigned i = 0; i < count; i++) {
        better += theirs[i] > mine;
    }
    return better;
}

void foret_stake_of(const struct setup *setup, const struct foret_state *state, unsigned seat,
                    struct foret_stake *stake, struct foret_board *made)
{
    int32_t longest[ENGINE_PLAYERS + 1];
    int32_t wolves[ENGINE_PLAYERS + 1];
    unsigned rivals = 0;
    unsigned seats = setup->seats + (setup->variant == FORET_STANDARD ? 0u : 1u);
    foret_board_of(&state->seat[seat], made);
    for (unsigned i = 0; i < seats; i++) {
        struct foret_board board;
        struct foret_points points;
        if (i == seat) {
            continue;
        }
        if (i < setup->seats) {
            foret_board_of(&state->seat[i], &board);
        } else {
            foret_board_alban(state, &board);
        }
        foret_score_board(&board, &points);
        bool neutral = i == setup->seats && setup->variant == FORET_DUEL; /* its streams count as one */
        longest[rivals] = neutral ? foret_count(board.of[FORET_STREAM]) : points.longest;
        wolves[rivals++] = points.wolves;
    }
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        stake->cards[type] = (uint8_t)foret_count(made->of[type]);
    }
    for (int32_t n = 0; n <= FORET_CELLS; n++) {
        stake->stream[n] = foret_rank_points(FORET_STREAM, n, above(longest, rivals, n));
    }
    int32_t pack = stake->cards[FORET_WOLF];
    stake->wolves = foret_rank_points(FORET_WOLF, pack, above(wolves, rivals, pack));
}

int32_t foret_stake_total(const struct foret_stake *stake, const struct foret_board *board)
{
    struct foret_points points;
    foret_score_board(board, &points);
    points.category[FORET_STREAM] = stake->stream[points.longest];
    points.category[FORET_WOLF] = stake->wolves;
    int32_t total = foret_biodiversity(points.category);
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        total += points.category[type];
    }
    return total;
}

/* ---- swapping ---- */

/* Whose points change when a card of a type moves. */
#define ON(type) (1u << (type))
static const uint16_t TOUCHES[FORET_TYPES] = {
    [FORET_BEE] = ON(FORET_BEE) | ON(FORET_BEAR),
    [FORET_BEAR] = ON(FORET_BEAR) | ON(FORET_FOX),
    [FORET_TROUT] = ON(FORET_TROUT) | ON(FORET_BEAR) | ON(FORET_EAGLE),
    [FORET_FOX] = ON(FORET_FOX),
    [FORET_EAGLE] = ON(FORET_EAGLE),
    [FORET_DRAGONFLY] = ON(FORET_DRAGONFLY) | ON(FORET_TROUT),
    [FORET_DEER] = ON(FORET_DEER),
    [FORET_RABBIT] = ON(FORET_EAGLE),
    [FORET_MEADOW] = ON(FORET_MEADOW) | ON(FORET_BEE),
    [FORET_STREAM] = ON(FORET_STREAM) | ON(FORET_TROUT) | ON(FORET_DRAGONFLY),
    [FORET_WOLF] = ON(FORET_FOX),
};

struct forest {
    struct foret_board board;
    uint8_t card[FORET_CELLS];
    int32_t points[FORET_TYPES]; /* of each category */
    int32_t total;
};

/* -ln of (i + 1/2) / 64, in 1/256. */
static const uint16_t LOSS[64] = {
    1242, 961, 830, 744, 680, 628, 585, 549, 517, 488, 463, 439, 418, 398, 380, 363, 347, 332, 318, 304, 291, 279,
    268,  256, 246, 236, 226, 216, 207, 198, 190, 181, 173, 166, 158, 151, 144, 137, 130, 124, 117, 111, 105, 99,
    93,   87,  82,  76,  71,  66,  61,  56,  51,  46,  41,  36,  32,  27,  23,  19,  14,  10,  6,   2,
};

static void flip(struct forest *forest, unsigned a, unsigned b)
{
    uint32_t cells = 1u << a | 1u << b;
    uint8_t held = forest->card[a];
    forest->card[a] = forest->card[b];
    forest->card[b] = held;
    forest->board.of[forest->card[a]] ^= cells;
    forest->board.of[forest->card[b]] ^= cells;
}

static int32_t points_of(const struct foret_stake *stake, const uint32_t of[FORET_TYPES], unsigned type)
{
    switch (type) {
    case FORET_BEE:
        return 3 * foret_pairs(of[FORET_BEE], of[FORET_MEADOW]);
    case FORET_BEAR:
        return 2 * foret_pairs(of[FORET_BEAR], of[FORET_BEE] | of[FORET_TROUT]);
    case FORET_TROUT:
        return 2 * foret_pairs(of[FORET_TROUT], of[FORET_STREAM] | of[FORET_DRAGONFLY]);
    case FORET_FOX:
        return 3 * foret_count(of[FORET_FOX] & ~foret_near(of[FORET_WOLF] | of[FORET_BEAR]));
    case FORET_EAGLE:
        return foret_eagle_points(of[FORET_EAGLE], of[FORET_RABBIT] | of[FORET_TROUT]);
    case FORET_DRAGONFLY:
        return foret_dragonfly_points(of[FORET_DRAGONFLY], of[FORET_STREAM]);
    case FORET_DEER:
        return foret_deer_points(of[FORET_DEER]);
    case FORET_RABBIT:
        return foret_count(of[FORET_RABBIT]);
    case FORET_MEADOW:
        return foret_meadow_points(of[FORET_MEADOW]);
    case FORET_STREAM:
        return stake->stream[foret_longest_stream(of[FORET_STREAM])];
    default:
        return stake->wolves;
    }
}

/* Counts the categories of `types` again; the total with them. */
static int32_t recount(const struct foret_stake *stake, const struct forest *forest, unsigned types,
                       int32_t points[FORET_TYPES])
{
    for (; types; types &= types - 1) {
        unsigned type = (unsigned)__builtin_ctz(types);
        points[type] = points_of(stake, forest->board.of, type);
    }
    int32_t total = foret_biodiversity(points);
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        total += points[type];
    }
    return total;
}

static void plant(struct forest *forest, const struct foret_stake *stake, const struct foret_board *board)
{
    forest->board = *board;
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        for (uint32_t set = board->of[type]; set; set &= set - 1) {
            forest->card[__builtin_ctz(set)] = (uint8_t)type;
        }
    }
    forest->total = recount(stake, forest, ON(FORET_TYPES) - 1, forest->points);
}

/* Two cells with cards of two types, and what a swap may cost at most to be kept. */
struct draw {
    unsigned a, b;
    int32_t loss;
};

static struct draw draw(const struct forest *forest, int64_t heat, struct prng *prng)
{
    for (;;) {
        uint64_t random = prng_next(prng);
        unsigned a = (unsigned)((random & 0xffff) * FORET_CELLS >> 16);
        unsigned b = (unsigned)((random >> 16 & 0xffff) * FORET_CELLS >> 16);
        if (forest->card[a] != forest->card[b]) {
            return (struct draw){a, b, (int32_t)(heat * LOSS[random >> 58] >> 16)};
        }
    }
}

void foret_stake_search(const struct foret_stake *stake, uint64_t swaps, uint64_t seed, struct foret_board *board,
                        int32_t *total)
{
    struct forest forest;
    struct prng prng;
    prng_seed(&prng, seed);
    plant(&forest, stake, board);
    uint64_t run = swaps / RUNS + 1;
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        swaps = stake->cards[type] == FORET_CELLS ? 0 : swaps; /* there is nothing to swap */
    }
    for (uint64_t i = 0; i < swaps; i++) {
        int32_t points[FORET_TYPES];
        struct draw swap = draw(&forest, HOT - (int64_t)((HOT - COLD) * (i % run) / run), &prng);
        memcpy(points, forest.points, sizeof(points));
        flip(&forest, swap.a, swap.b);
        unsigned touched = TOUCHES[forest.card[swap.a]] | TOUCHES[forest.card[swap.b]];
        int32_t sum = recount(stake, &forest, touched, points);
        if (sum < forest.total - swap.loss) {
            flip(&forest, swap.a, swap.b);
            continue;
        }
        memcpy(forest.points, points, sizeof(points));
        forest.total = sum;
        if (sum > *total) {
            *total = sum;
            *board = forest.board;
        }
    }
}

/* ---- the interface ---- */

static void tell(const struct foret_board *board, int32_t total, struct arrangement *out)
{
    out->cells = FORET_CELLS;
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        for (uint32_t set = board->of[type]; set; set &= set - 1) {
            out->card[__builtin_ctz(set)] = (uint8_t)type;
        }
    }
    out->total = total;
}

/* A game that is not over, or of which only totals are known, has no arrangement: no cells. */
static bool is_laid(const struct setup *setup, const struct foret_state *state, unsigned seat)
{
    return setup->level != FORET_TOTALS && seat < setup->seats && foret_over(setup, state);
}

static void made(const struct setup *setup, const void *state, unsigned seat, struct arrangement *out)
{
    struct foret_stake stake;
    struct foret_board board;
    memset(out, 0, sizeof(*out));
    if (!is_laid(setup, state, seat)) {
        return;
    }
    foret_stake_of(setup, state, seat, &stake, &board);
    tell(&board, foret_stake_total(&stake, &board), out);
    out->bound = foret_stake_bound(&stake, 0, &board, &out->total);
}

static void solve(const struct setup *setup, const void *state, unsigned seat, uint64_t budget, uint64_t seed,
                  struct arrangement *out)
{
    struct foret_stake stake;
    struct foret_board board;
    memset(out, 0, sizeof(*out));
    if (!is_laid(setup, state, seat)) {
        return;
    }
    foret_stake_of(setup, state, seat, &stake, &board);
    int32_t total = foret_stake_total(&stake, &board);
    foret_stake_search(&stake, budget, seed, &board, &total);
    out->bound = foret_stake_bound(&stake, budget * NODES_FOR_A_SWAP, &board, &total);
    out->tried = budget;
    tell(&board, total, out);
}

const struct game_arrange foret_arrange = {
    .rows = FORET_ROWS,
    .columns = FORET_COLUMNS,
    .made = made,
    .solve = solve,
};
