/*
 * What 20 cards can make at most: a bound that is proven, and the best board
 * itself when the proof comes down to it (branch and bound).
 *
 * Types are laid one after the other, all cards of a type together, those by
 * which others score first. `most` says what a board on which some types lie
 * can still come to: never less than what it really can, so a board that
 * falls short need not be looked at. It counts, for every type that does not
 * lie yet, the best cells that are open, as if the others did not want them,
 * and leaves bees, bears and trouts no more pairs of neighbours than there
 * are.
 *
 * First everything is refuted that has much more than the best board known,
 * then what has a little more; the last step that the nodes were enough for
 * is the bound. A better board that is met on the way is kept, so with enough
 * nodes this alone finds the best one.
 */
#include "rules/foret/foret_arrange.h"

#include "base/banned.h"

enum { ALL = 0xfffff, FIRST_COLUMN = 0x08421, LAST_COLUMN = 0x84210, ROW = 0x1f };

/* The order in which types are laid: what others score by comes before them, what is left is deer and wolves. */
static const uint8_t ORDER[] = {FORET_MEADOW, FORET_STREAM, FORET_DRAGONFLY, FORET_TROUT, FORET_BEE,
                                FORET_BEAR,   FORET_EAGLE,  FORET_RABBIT,    FORET_FOX};
enum { LAID = sizeof(ORDER) };

struct proof {
    const struct foret_stake *stake;
    uint64_t nodes; /* that may still be looked at */
    int32_t slack;  /* boards of up to so much more than the best are not looked for */
    int32_t total;  /* of the best */
    struct foret_board *best;
};

/* A board on which some types lie, and the others do not at all. */
struct part {
    uint32_t of[FORET_TYPES];
    uint32_t open;             /* cells without a card */
    uint8_t left[FORET_TYPES]; /* copies of the types that do not lie yet */
    int32_t earned;            /* by those that do, and what is certain */
    unsigned gaps;             /* categories that are certain to be zero */
};

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* ---- counting neighbours ---- */

/* at[j]: the cells with at least j neighbours in a set. */
struct beside {
    uint32_t at[5];
};

static struct beside beside_of(uint32_t set)
{
    uint32_t a = (set & ~(uint32_t)LAST_COLUMN) << 1;
    uint32_t b = (set & ~(uint32_t)FIRST_COLUMN) >> 1;
    uint32_t c = set << FORET_COLUMNS;
    uint32_t d = set >> FORET_COLUMNS;
    uint32_t both = a & b;
    uint32_t one = a | b;
    return (struct beside){
        {ALL, one | c | d, both | (c & d) | (one & (c | d)), (both & (c | d)) | (c & d & one), both & c & d}};
}

/*
 * The most neighbours, summed, that `cards` cells of `open` have in `set` when besides it `more` of the open cells
 * belong to it.
 */
static int32_t most_beside(int32_t cards, uint32_t open, uint32_t set, int32_t more)
{
    if (cards == 0) {
        return 0;
    }
    struct beside now = beside_of(set);
    struct beside then = more ? beside_of(set | open) : now;
    int32_t sum = 0;
    for (int32_t j = 1; j <= 4; j++) {
        sum += least(cards, foret_count(open & then.at[j] & now.at[j > more ? j - more : 0]));
    }
    return sum;
}

/* The most pairs of neighbours within n cells: 2n - 2 sqrt(n). */
static const uint8_t WITHIN[] = {0, 0, 1, 2, 4, 5, 7, 8, 10, 12, 13, 15, 17, 18, 20, 22, 24, 25, 27, 29, 31};

/* The most pairs of neighbours between a set of `a` cells and one of `b` others. */
static int32_t most_pairs(int32_t a, int32_t b)
{
    return least(least(a * b, WITHIN[a + b]), 4 * least(a, b));
}

static uint32_t columns_of(uint32_t set)
{
    uint32_t folded = set | set >> 10;
    return (folded | folded >> 5) & ROW;
}

static int32_t rows_of(uint32_t set)
{
    int32_t rows = 0;
    for (unsigned row = 0; row < FORET_ROWS; row++) {
        rows += (set >> row * FORET_COLUMNS & ROW) != 0;
    }
    return rows;
}

/* ---- what a part can come to ---- */

/* Points that the types which do not lie yet can still earn, each by itself; `less`: so many of them only one by one. */
struct hope {
    int32_t of[FORET_TYPES];
    int32_t less;
};

/*
 * Bees, bears and trouts score by pairs of neighbours. Counted type by type, that is too much: a neighbour of a trout
 * is water or a bear and not both; and the cards concerned, lying as closely as they can, have only so many pairs, of
 * which those of two cards that lie already are used up.
 */
static void hope_pairs(const struct proof *proof, const struct part *part, struct hope *hope)
{
    const uint8_t *left = part->left;
    const uint8_t *cards = proof->stake->cards;
    const uint32_t *of = part->of;
    uint32_t open = part->open;
    uint32_t water = of[FORET_STREAM] | of[FORET_DRAGONFLY];
    uint32_t prey = of[FORET_BEE] | of[FORET_TROUT];
    int32_t wet = left[FORET_STREAM] + left[FORET_DRAGONFLY];
    int32_t bears = left[FORET_BEAR];
    int32_t bees = left[FORET_MEADOW] ? most_pairs(left[FORET_BEE], left[FORET_MEADOW])
                                      : most_beside(left[FORET_BEE], open, of[FORET_MEADOW], 0);
    int32_t trouts = most_beside(left[FORET_TROUT], open, water, wet);
    trouts = least(trouts, most_pairs(left[FORET_TROUT], cards[FORET_STREAM] + cards[FORET_DRAGONFLY]));
    int32_t hunted = most_beside(bears, open, prey, left[FORET_BEE] + left[FORET_TROUT]);
    hunted = least(hunted, most_pairs(bears, cards[FORET_BEE] + cards[FORET_TROUT]));
    hope->of[FORET_BEE] = 3 * bees;
    hope->of[FORET_TROUT] = 2 * trouts;
    hope->of[FORET_BEAR] = 2 * hunted;
    int32_t pairs = bees + trouts + hunted;
    if (pairs == 0) {
        return;
    }
    int32_t all = cards[FORET_BEAR] + cards[FORET_BEE] + cards[FORET_TROUT];
    uint32_t laid = prey | of[FORET_BEAR];
    if (cards[FORET_TROUT]) {
        all += cards[FORET_STREAM] + cards[FORET_DRAGONFLY];
        laid |= water;
    }
    if (cards[FORET_BEE]) {
        all += cards[FORET_MEADOW];
        laid |= of[FORET_MEADOW];
    }
    int32_t fewer = least(pairs, WITHIN[all] - foret_pairs(laid, laid) / 2);
    if (bears && left[FORET_BEE] + left[FORET_TROUT]) {
        int32_t together = foret_pairs(prey, open) +
                           most_beside(left[FORET_BEE], open, of[FORET_MEADOW], bears + left[FORET_MEADOW]) +
                           most_beside(left[FORET_TROUT], open, water, wet + bears);
        fewer = least(fewer, together);
    }
    hope->less = 2 * (pairs - fewer);
}

static int32_t most_dragonflies(const struct proof *proof, const struct part *part)
{
    int32_t cards = part->left[FORET_DRAGONFLY];
    int32_t sum = 0;
    if (cards == 0 || part->left[FORET_STREAM]) {
        return cards * proof->stake->cards[FORET_STREAM];
    }
    for (uint32_t streams = part->of[FORET_STREAM]; streams;) {
        uint32_t area = foret_area(streams, streams & (0 - streams));
        streams &= ~area;
        sum += foret_count(area) * least(cards, foret_count(part->open & foret_near(area)));
    }
    return sum;
}

/* No board that the part can become has more than this. */
static int32_t most(const struct proof *proof, const struct part *part, struct hope *hope)
{
    static const int32_t biodiversity[] = {12, 12, 12, 7, 3, 0, -5};
    static const int32_t meadows[] = {0, 0, 3, 6, 10};
    const uint8_t *left = part->left;
    const uint8_t *cards = proof->stake->cards;
    int32_t deer = left[FORET_DEER];
    memset(hope, 0, sizeof(*hope));
    hope_pairs(proof, part, hope);
    hope->of[FORET_MEADOW] = 15 * (left[FORET_MEADOW] / 5) + meadows[left[FORET_MEADOW] % 5];
    hope->of[FORET_STREAM] = proof->stake->stream[left[FORET_STREAM]];
    hope->of[FORET_DRAGONFLY] = most_dragonflies(proof, part);
    hope->of[FORET_EAGLE] = 2 * left[FORET_EAGLE] * cards[FORET_TROUT];
    hope->of[FORET_RABBIT] = 2 * left[FORET_RABBIT] * cards[FORET_EAGLE];
    hope->of[FORET_FOX] = 3 * least(left[FORET_FOX], foret_count(part->open & ~foret_near(part->of[FORET_BEAR])));
    hope->of[FORET_DEER] = 2 * (least(deer, rows_of(part->open)) + least(deer, foret_count(columns_of(part->open))));
    int32_t sum = part->earned + biodiversity[part->gaps < 6 ? part->gaps : 6] - hope->less;
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        sum += hope->of[type];
    }
    return sum;
}

/* ---- laying type after type ---- */

static bool lay(struct proof *proof, const struct part *part, unsigned level);

static int32_t area_points(const struct proof *proof, unsigned type, uint32_t set)
{
    return type == FORET_MEADOW ? foret_meadow_points(set) : proof->stake->stream[foret_longest_stream(set)];
}

/* What a card of the type earns on a cell by those that lie already. */
static int32_t cell_points(const struct part *part, unsigned type, unsigned cell)
{
    const uint32_t *of = part->of;
    uint32_t here = 1u << cell;
    uint32_t near = foret_near(here);
    switch (type) {
    case FORET_DRAGONFLY:
        return foret_dragonfly_points(here, of[FORET_STREAM]);
    case FORET_TROUT:
        return 2 * foret_count(near & (of[FORET_STREAM] | of[FORET_DRAGONFLY]));
    case FORET_BEE:
        return 3 * foret_count(near & of[FORET_MEADOW]);
    case FORET_BEAR:
        return 2 * foret_count(near & (of[FORET_BEE] | of[FORET_TROUT]));
    case FORET_EAGLE:
        return foret_eagle_points(here, of[FORET_TROUT]);
    case FORET_RABBIT:
        return foret_eagle_points(of[FORET_EAGLE], here);
    default:
        return near & of[FORET_BEAR] ? 0 : 3;
    }
}

/* The part with a type laid, and on to the next; `points` are its own. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as there are types
static bool lay_set(struct proof *proof, const struct part *part, unsigned level, uint32_t set, int32_t points)
{
    struct part next = *part;
    unsigned type = ORDER[level];
    if (proof->nodes == 0) {
        return false;
    }
    proof->nodes--;
    next.of[type] = set;
    next.open &= ~set;
    next.left[type] = 0;
    next.earned += points;
    next.gaps += points == 0 && type != FORET_EAGLE && type != FORET_RABBIT;
    return lay(proof, &next, level + 1);
}

/* Open cells for a card of a type, those where it earns most first. */
struct choice {
    uint8_t cell[FORET_CELLS];
    int32_t points[FORET_CELLS];
    unsigned count;
};

/* Lays `cards` more cards of the type on cells from `at` on, where all together must earn `need`. */
// NOLINTNEXTLINE(misc-no-recursion): as deep as there are cards
static bool lay_cells(struct proof *proof, const struct part *part, unsigned level, const struct choice *choice,
                      unsigned at, unsigned cards, uint32_t set, int32_t points, int32_t need)
{
    if (cards == 0) {
        return lay_set(proof, part, level, set, points);
    }
    for (unsigned i = at; i + cards <= choice->count; i++) {
        if (points + (int32_t)cards * choice->points[i] < need) {
            break; /* no later cell has more */
        }
        if (!lay_cells(proof, part, level, choice, i + 1, cards - 1, set | 1u << choice->cell[i],
                       points + choice->points[i], need)) {
            return false;
        }
    }
    return true;
}

/* Lays a type whose cards earn cell by cell; all of them must earn `need` for a better board. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool lay_single(struct proof *proof, const struct part *part, unsigned level, int32_t need)
{
    struct choice choice = {.count = 0};
    unsigned type = ORDER[level];
    for (uint32_t open = part->open; open; open &= open - 1) {
        unsigned cell = (unsigned)__builtin_ctz(open);
        int32_t points = cell_points(part, type, cell);
        unsigned i = choice.count++;
        for (; i > 0 && choice.points[i - 1] < points; i--) {
            choice.cell[i] = choice.cell[i - 1];
            choice.points[i] = choice.points[i - 1];
        }
        choice.cell[i] = (uint8_t)cell;
        choice.points[i] = points;
    }
    return lay_cells(proof, part, level, &choice, 0, part->left[type], 0, 0, need);
}

static uint32_t mirrored(uint32_t set)
{
    uint32_t middle = set & 0x21084;
    return middle | (set & 0x08421) << 4 | (set & 0x10842) << 2 | (set & 0x42108) >> 2 | (set & 0x84210) >> 4;
}

static uint32_t turned(uint32_t set)
{
    return (set & ROW) << 15 | (set >> 5 & ROW) << 10 | (set >> 10 & ROW) << 5 | set >> 15;
}

/* True for one of the up to four sets that are the same by symmetry. */
static bool is_first(uint32_t set)
{
    uint32_t across = mirrored(set);
    return set <= across && set <= turned(set) && set <= turned(across);
}

/* The bits of `packed` spread over the cells of `open`. */
static uint32_t spread(uint32_t packed, uint32_t open)
{
    uint32_t set = 0;
    for (; packed; packed >>= 1, open &= open - 1) {
        set |= packed & 1 ? open & (0 - open) : 0;
    }
    return set;
}

/* The next larger number with as many bits; `set` is not empty. */
static uint32_t next_subset(uint32_t set)
{
    uint32_t low = set & (0 - set);
    uint32_t up = set + low;
    return up | (set ^ up) >> 2 >> __builtin_ctz(set);
}

/* Lays a type whose cards score together; of the sets that are the same by symmetry, the `first` type laid has one. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool lay_areas(struct proof *proof, const struct part *part, unsigned level, bool first)
{
    unsigned type = ORDER[level];
    uint32_t end = 1u << foret_count(part->open);
    for (uint32_t packed = (1u << part->left[type]) - 1; packed < end; packed = next_subset(packed)) {
        uint32_t set = spread(packed, part->open);
        if (first && !is_first(set)) {
            continue;
        }
        if (!lay_set(proof, part, level, set, area_points(proof, type, set))) {
            return false;
        }
    }
    return true;
}

/* What is left is deer and wolves: here boards are full. */
static bool lay_rest(struct proof *proof, const struct part *part)
{
    struct foret_board board;
    uint32_t end = 1u << foret_count(part->open);
    uint32_t packed = (1u << part->left[FORET_DEER]) - 1;
    memcpy(board.of, part->of, sizeof(board.of));
    do {
        if (proof->nodes == 0) {
            return false;
        }
        proof->nodes--;
        board.of[FORET_DEER] = spread(packed, part->open);
        board.of[FORET_WOLF] = part->open & ~board.of[FORET_DEER];
        int32_t total = foret_stake_total(proof->stake, &board);
        if (total > proof->total) {
            proof->total = total;
            *proof->best = board;
        }
        packed = packed ? next_subset(packed) : end;
    } while (packed < end);
    return true;
}

/* Lays the rest in all ways that may be better; false when the nodes are used up. */
// NOLINTNEXTLINE(misc-no-recursion)
static bool lay(struct proof *proof, const struct part *part, unsigned level)
{
    struct hope hope;
    int32_t spare = most(proof, part, &hope) - (proof->total + proof->slack + 1);
    if (spare < 0) {
        return true;
    }
    while (level < LAID && part->left[ORDER[level]] == 0) {
        level++;
    }
    if (level == LAID) {
        return lay_rest(proof, part);
    }
    if (ORDER[level] == FORET_MEADOW || ORDER[level] == FORET_STREAM) {
        return lay_areas(proof, part, level, part->open == ALL);
    }
    return lay_single(proof, part, level, hope.of[ORDER[level]] - hope.less - spare);
}

int32_t foret_stake_bound(const struct foret_stake *stake, uint64_t nodes, struct foret_board *best, int32_t *total)
{
    struct proof proof = {.stake = stake, .nodes = nodes, .total = *total, .best = best};
    struct part whole = {.open = ALL, .earned = stake->wolves + stake->cards[FORET_RABBIT]};
    memcpy(whole.left, stake->cards, sizeof(whole.left));
    for (unsigned type = 0; type < FORET_TYPES; type++) {
        whole.gaps += stake->cards[type] == 0;
    }
    whole.gaps += stake->wolves == 0 && stake->cards[FORET_WOLF] > 0;
    struct hope hope;
    int32_t bound = most(&proof, &whole, &hope);
    static const int32_t slack[] = {12, 8, 6, 4, 3, 2, 1, 0};
    for (unsigned i = 0; i < sizeof(slack) / sizeof(slack[0]); i++) {
        proof.slack = slack[i];
        if (bound <= proof.total + slack[i]) {
            continue;
        }
        if (!lay(&proof, &whole, 0)) {
            break;
        }
        bound = least(bound, proof.total + slack[i]);
    }
    *total = proof.total;
    return bound > *total ? bound : *total;
}
