/*
 * What moves of GrandBois are worth at sight: of the legal moves, in their
 * order, and what a slow reading of the forest before and after the move says,
 * in forests as games make them and in others that hold long winding sets.
 */
#include "grandbois_match.h"
#include "rules/grandbois/grandbois_weights.h"

/* ---- values, slowly ---- */

/* A decision as the slow reading sees it. */
struct slow {
    const struct setup *setup;
    const struct grandbois_state *before;
    const struct grandbois_state *after;
    unsigned seat;
    int to_come;
};

static bool slow_mine(const struct slow *slow, unsigned square)
{
    const uint8_t *clan = slow->before->clan[slow->seat];
    return square_clan(square) && (square_clan(square) == clan[0] || square_clan(square) == clan[1]);
}

/* A square that can be covered, or, if `safe`, cannot. */
static int slow_square(const struct slow *slow, unsigned square, bool safe)
{
    if (square_clan(square) == 0) {
        return 0;
    }
    bool mine = slow_mine(slow, square);
    int whole = mine ? WEIGHTS.square : -WEIGHTS.other;
    int risk = WEIGHTS.risk[square_animals(square) - 1] * slow->to_come / GRANDBOIS_TILES;
    return safe ? whole : whole - (mine ? WEIGHTS.at_risk : whole) * risk / 100;
}

/* True when no block of 2 x 2 with this cell has a gap and nothing that cannot be covered, new bears aside. */
static bool slow_safe(const struct slow *slow, unsigned cell)
{
    for (unsigned corner = 0; corner < 4; corner++) {
        bool gap = false;
        bool stop = false;
        for (unsigned k = 0; k < 4; k++) {
            unsigned at = cell - grid_corner[corner] + grid_corner[k];
            gap = gap || slow->after->grid[at] == SQUARE_NONE;
            stop = stop || square_rank(slow->before->grid[at]) >= SQUARE_BEAR;
        }
        if (gap && !stop) {
            return false;
        }
    }
    return true;
}

/* The squares that hang together with this one, marked in `seen`. */
static int slow_part(const struct grandbois_state *s, unsigned cell, uint8_t *seen)
{
    static const unsigned beside[4] = {1, 3, 4, 6};
    unsigned found[GRANDBOIS_MOST_SQUARES] = {cell};
    int count = 1;
    seen[cell] = 1;
    for (int i = 0; i < count; i++) {
        for (unsigned k = 0; k < 4; k++) {
            unsigned at = found[i] + grid_around[beside[k]];
            if (!seen[at] && square_clan(s->grid[at]) == square_clan(s->grid[cell])) {
                seen[at] = 1;
                found[count++] = at;
            }
        }
    }
    return count;
}

static int slow_largest(const struct grandbois_state *s, unsigned clan)
{
    uint8_t seen[GRID_CELLS] = {0};
    int largest = 0;
    for (unsigned cell = 0; cell < GRID_CELLS; cell++) {
        int size = square_clan(s->grid[cell]) == clan && !seen[cell] ? slow_part(s, cell, seen) : 0;
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* What becomes of the sets of one own clan. */
static int slow_sets(const struct slow *slow, unsigned clan, unsigned cell)
{
    struct grandbois_state bare = *slow->after;
    uint8_t seen[GRID_CELLS] = {0};
    int joined = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned at = cell + grid_corner[corner];
        int size = square_clan(slow->after->grid[at]) == clan && !seen[at] ? slow_part(slow->after, at, seen) : 0;
        joined = size > joined ? size : joined;
        bare.grid[at] = SQUARE_NONE;
    }
    int change = slow_largest(slow->after, clan) - slow_largest(slow->before, clan);
    bool minor = joined <= slow_largest(&bare, clan);
    return WEIGHTS.set * change + (minor ? WEIGHTS.part * joined : 0);
}

static int slow_room(const struct slow *slow)
{
    int room = WEIGHTS.room_step * slow->to_come;
    return room < WEIGHTS.room ? room : WEIGHTS.room;
}

/* What a square brings to a tower beside it. */
static int slow_beside(const struct slow *slow, unsigned square, bool own)
{
    if (square_clan(square) == 0) {
        int room = square <= SQUARE_CLEARING ? slow_room(slow) : 0;
        return own ? room : room * WEIGHTS.rival_other / WEIGHTS.tower_other;
    }
    bool mine = slow_mine(slow, square);
    return own ? (mine ? WEIGHTS.tower_own : WEIGHTS.tower_other) : (mine ? WEIGHTS.rival_mine : WEIGHTS.rival_other);
}

static int slow_around(const struct slow *slow, const struct grandbois_state *s, unsigned cell, bool own)
{
    int sum = 0;
    for (unsigned i = 0; i < 8; i++) {
        sum += slow_beside(slow, s->grid[cell + grid_around[i]], own);
    }
    return sum;
}

static int slow_towers(const struct slow *slow)
{
    int sum = 0;
    unsigned share = grandbois_share(slow->setup);
    for (unsigned i = 0; i < GRANDBOIS_TOWERS; i++) {
        bool own = i / share == slow->seat;
        unsigned cell = slow->before->tower[i];
        if (cell) {
            int change = slow_around(slow, slow->after, cell, own) - slow_around(slow, slow->before, cell, own);
            sum += own ? change : -change;
        }
    }
    return sum;
}

static int slow_wait(const struct slow *slow)
{
    int turns = slow->to_come / slow->setup->seats;
    return turns > 0 ? WEIGHTS.wait + WEIGHTS.wait_turn * turns : 0;
}

/* What a tower on the tile just laid is worth beyond waiting. */
static int slow_option(const struct slow *slow, unsigned cell)
{
    int best = slow_wait(slow);
    int wait = best;
    for (unsigned corner = 0; corner < 4 && grandbois_tower_left(slow->setup, slow->before, slow->seat); corner++) {
        unsigned at = cell + grid_corner[corner];
        int value = slow->after->grid[at] == SQUARE_CLEARING ? slow_around(slow, slow->after, at, true) : wait;
        best = value > best ? value : best;
    }
    return best - wait;
}

static int slow_lay(const struct slow *slow, unsigned cell)
{
    int value = slow_towers(slow) + slow_option(slow, cell);
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned at = cell + grid_corner[corner];
        unsigned lower = slow->before->grid[at];
        value += slow_square(slow, slow->after->grid[at], slow_safe(slow, at)) - slow_square(slow, lower, false);
        if (square_clan(lower) && !slow_mine(slow, lower)) {
            uint8_t seen[GRID_CELLS] = {0};
            bool largest = slow_part(slow->before, at, seen) == slow_largest(slow->before, square_clan(lower));
            value += largest ? WEIGHTS.other_set : 0;
        }
    }
    for (unsigned i = 0; i < grandbois_share(slow->setup); i++) {
        value += slow_sets(slow, slow->before->clan[slow->seat][i], cell);
    }
    return value;
}

static int slow_value(const struct match *match, unsigned seat, game_move move)
{
    struct grandbois_state after = match->state;
    struct error error;
    assert_int_equal(grandbois_game.apply(&match->setup, &after, move, &error), ERR_OK);
    struct slow slow = {&match->setup, &match->state, &after, seat, GRANDBOIS_TILES - after.tiles};
    struct grandbois_word w = grandbois_unpack(move);
    if (w.kind == KIND_LAY) {
        return slow_lay(&slow, w.cell);
    }
    return w.kind == KIND_TOWER ? slow_around(&slow, &match->state, w.cell, true) : slow_wait(&slow);
}

static void check_values(struct match *match, unsigned seat)
{
    size_t count = grandbois_game.legal(&match->setup, &match->state, seat, legal, ROOM);
    memset(values, 0x55, sizeof(values));
    assert_int_equal(review->values(&match->setup, &match->state, seat, moves, values, ROOM), count);
    assert_memory_equal(moves, legal, count * sizeof(legal[0]));
    assert_int_equal(review->values(&match->setup, &match->state, seat, moves, values, 1), count);
    for (unsigned i = 0; i < 5; i++) {
        size_t k = prng_below(&match->prng, (uint32_t)count);
        int slow = slow_value(match, seat, moves[k]);
        if (values[k] != slow / 10) {
            fail_msg("game %u, tile %u, move %llx: %d, slowly %d", match->number, match->state.tiles,
                     (unsigned long long)moves[k], values[k], slow);
        }
    }
    unsigned other = (seat + 1) % match->setup.seats;
    assert_int_equal(review->values(&match->setup, &match->state, other, moves, values, ROOM), 0);
}

static void test_values_as_a_slow_reading_has_them(void **unused)
{
    (void)unused;
    walk(GRANDBOIS_FULL, test_cases(96), check_values);
}

/* The same forest with other squares: mostly an own clan's, so that its sets wind around places, are torn and joined. */
static void check_wound_values(struct match *match, unsigned seat)
{
    struct match wound = *match;
    unsigned clan = match->state.clan[seat][0];
    unsigned left = 23; /* that the box has */
    for (unsigned cell = 0; cell < GRID_CELLS; cell++) {
        uint8_t *square = &wound.state.grid[cell];
        if (*square == SQUARE_NONE || *square == SQUARE_TOWER) {
            continue;
        }
        bool own = left > 0 && prng_below(&match->prng, 3);
        left -= own;
        *square = own ? square_of(clan, 1 + prng_below(&match->prng, 2)) : (uint8_t)SQUARE_CLEARING;
    }
    if (wound.state.phase == PHASE_LAY && grandbois_game.legal(&wound.setup, &wound.state, seat, NULL, 0) > 0) {
        check_values(&wound, seat);
    }
}

static void test_values_where_sets_wind(void **unused)
{
    (void)unused;
    walk(GRANDBOIS_FULL, test_cases(96), check_wound_values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_as_a_slow_reading_has_them),
        cmocka_unit_test(test_values_where_sets_wind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
