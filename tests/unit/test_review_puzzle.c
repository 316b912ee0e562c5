/*
 * When a decision is a puzzle, in a game that is made up so that the truth is
 * known: seat 1 takes something and puts it somewhere, then chance says who
 * wins, by a share that hangs on the choice alone.
 */
#include "review/review.h"
#include "support/cmocka.h"

#include <string.h>

enum { MOST = 48, BUDGET = 8000, PLACES = 16 };

/* What is known of a choice: what it takes, and of a hundred games how many it wins. */
struct known {
    uint8_t takes;
    uint8_t wins;
};
static const struct known *known;
static unsigned known_count;

enum { OF_PLAYER, OF_CHANCE, OVER };
struct state {
    uint8_t phase;
    uint8_t choice;
    uint8_t roll;
};

static enum err init(const struct setup *setup, void *state, struct error *error)
{
    (void)setup;
    (void)error;
    memset(state, 0, sizeof(struct state));
    return ERR_OK;
}

static seat_set turn(const struct setup *setup, const void *state)
{
    const struct state *s = state;
    (void)setup;
    return s->phase == OVER ? 0 : s->phase == OF_CHANCE ? seat_bit(SEAT_TABLE) : seat_bit(0);
}

static game_move move_of(unsigned choice)
{
    return choice + 1;
}

static enum err apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct state *s = state;
    (void)setup;
    (void)error;
    if (s->phase == OF_PLAYER) {
        s->choice = (uint8_t)(move - 1);
    } else {
        s->roll = (uint8_t)(move & 0xff);
    }
    s->phase++;
    return ERR_OK;
}

static game_move chance(const struct setup *setup, const void *state, struct prng *prng)
{
    (void)setup;
    (void)state;
    return (game_move)SEAT_TABLE << 56 | prng_below(prng, 100);
}

static void outcome(const struct setup *setup, const void *state, struct outcome *out)
{
    const struct state *s = state;
    (void)setup;
    memset(out, 0, sizeof(*out));
    unsigned roll = (s->roll + 37u * s->choice) % 100; /* no two choices win in the same worlds */
    out->winners = roll < known[s->choice].wins ? seat_bit(0) : seat_bit(1);
    out->over = true;
}

static size_t values(const struct setup *setup, const void *state, unsigned seat, game_move *moves, int32_t *value,
                     size_t cap)
{
    (void)setup;
    (void)state;
    (void)seat;
    for (unsigned i = 0; i < known_count && i < cap; i++) {
        moves[i] = move_of(i);
        value[i] = 0;
    }
    return known_count;
}

static game_move policy(const struct setup *setup, const void *state, unsigned seat, unsigned heat, struct prng *prng)
{
    (void)setup;
    (void)state;
    (void)seat;
    (void)heat;
    return move_of(prng_below(prng, known_count));
}

static uint64_t taken(const struct setup *setup, const void *state, game_move move)
{
    (void)setup;
    (void)state;
    return known[move - 1].takes;
}

static const struct game_review hooks = {.heat = 4, .truth = 100, .values = values, .policy = policy, .taken = taken};
static const struct level levels[] = {{.name = {"full", "full", "complet"}, .fallback = true, .basis = BASIS_JUDGED}};
static const struct variant variants[] = {{.name = {"plain", "plain", "simple"}, .min_seats = 2, .max_seats = 2}};
static const struct game game = {.name = {"toy", "toy", "jouet"},
                                 .variants = variants,
                                 .variants_count = 1,
                                 .levels = levels,
                                 .levels_count = 1,
                                 .state_size = sizeof(struct state),
                                 .legal_limit = MOST,
                                 .init = init,
                                 .turn = turn,
                                 .apply = apply,
                                 .chance = chance,
                                 .outcome = outcome,
                                 .review = &hooks};

/* Decision `index` of a review in which all are the same one, but that the last is inside a line. */
static struct review_verdict judge_at(const struct known *choices, unsigned count, unsigned made, uint32_t budget,
                                      size_t index)
{
    struct review_decision decisions[MOST];
    for (size_t i = 0; i < MOST; i++) {
        decisions[i] = (struct review_decision){.made = move_of(made), .inside = i + 1 == MOST};
    }
    const struct review review = {
        .setup = {.game = &game, .seats = 2}, .budget = budget, .decisions = decisions, .decisions_count = MOST};
    struct review_verdict verdict;
    struct error error;
    known = choices;
    known_count = count;
    struct review_scratch *scratch = review_scratch_new(&allocator_heap, &review.setup);
    assert_non_null(scratch);
    assert_int_equal(review_decide(&review, index, scratch, NULL, &verdict, &error), ERR_OK);
    review_scratch_free(scratch);
    return verdict;
}

static struct review_verdict judge(const struct known *choices, unsigned count, unsigned made, uint32_t budget)
{
    return judge_at(choices, count, made, budget, 0);
}

#define JUDGE(choices, made, budget) judge(choices, sizeof(choices) / sizeof((choices)[0]), made, budget)

/* Whether 30 of 100 games won are within three standard errors of what was estimated. */
static void is_about(struct review_figure figure, int32_t percent)
{
    int32_t far = figure.value - percent * (REVIEW_UNIT / 100);
    assert_true((far < 0 ? -far : far) <= 3 * figure.error);
}

static void one_best_move_is_a_puzzle(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 80}, {4, 50}, {5, 20}, {3, 45}};
    (void)context;
    for (unsigned made = 0; made < 6; made++) {
        struct review_verdict verdict = JUDGE(choices, made, BUDGET);
        const struct review_puzzle *puzzle = &verdict.puzzle;
        assert_int_equal(verdict.best, move_of(2));
        assert_int_equal(puzzle->asks, REVIEW_ASKS_MOVE);
        is_about(puzzle->margin, 30); /* against the 50 */
        assert_int_equal(puzzle->shown, puzzle->margin.value);
        assert_int_equal(puzzle->count, 6);
        for (unsigned i = 0; i < 6; i++) {
            const struct review_look *look = &puzzle->look[i];
            assert_int_equal(look->move, move_of(i)); /* in an order that tells nothing */
            assert_int_equal(look->kind == puzzle->look[2].kind, i == 2 || i == 5);
            assert_int_equal(look->played, i != 2);
            if (look->played) {
                is_about(look->behind, 80 - choices[i].wins);
                assert_true(puzzle->margin.value <= look->behind.value);
            }
        }
    }
}

/* What is shown of a puzzle is the position after so many plies: inside a line there is none. */
static void inside_a_line_nothing_is_asked(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 80}, {4, 50}, {5, 20}, {3, 45}};
    (void)context;
    assert_int_equal(judge_at(choices, 6, 2, BUDGET, MOST - 2).puzzle.asks, REVIEW_ASKS_MOVE);
    struct review_verdict verdict = judge_at(choices, 6, 0, BUDGET, MOST - 1);
    assert_int_equal(verdict.puzzle.asks, REVIEW_ASKS_NOTHING);
    assert_int_equal(verdict.grade, REVIEW_BLUNDER);
}

static void two_places_as_good_ask_what_to_take(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 80}, {4, 50}, {5, 20}, {3, 79}};
    (void)context;
    struct review_verdict verdict = JUDGE(choices, 2, BUDGET);
    assert_int_equal(verdict.puzzle.asks, REVIEW_ASKS_TAKE);
    is_about(verdict.puzzle.margin, 30); /* the other place does not count */
    assert_int_equal(verdict.puzzle.look[2].kind, verdict.puzzle.look[5].kind);
    assert_false(verdict.puzzle.look[5].played);
}

static void two_equal_choices_are_no_puzzle(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 80}, {4, 80}, {5, 20}, {6, 45}};
    static const struct review_puzzle none;
    (void)context;
    for (unsigned made = 0; made < 6; made++) {
        struct review_verdict verdict = JUDGE(choices, made, BUDGET);
        assert_memory_equal(&verdict.puzzle, &none, sizeof(none));
        assert_int_equal(verdict.grade == REVIEW_BLUNDER, choices[made].wins < 60); /* though most moves are blunders */
    }
}

static void nearly_as_good_is_no_puzzle(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 80}, {4, 74}, {5, 20}, {6, 45}};
    (void)context;
    assert_int_equal(JUDGE(choices, 2, BUDGET).puzzle.asks, REVIEW_ASKS_NOTHING);
    assert_int_equal(JUDGE(choices, 0, BUDGET).puzzle.asks, REVIEW_ASKS_NOTHING);
}

static void three_answers_are_too_few(void **context)
{
    static const struct known three[] = {{1, 30}, {2, 40}, {3, 80}};
    static const struct known kinds[] = {
        {1, 30}, {2, 40}, {3, 80}, {3, 80}}; /* the move is not clear, and three to take */
    static const struct known places[] = {{3, 30}, {3, 40}, {3, 80}, {3, 45}};
    (void)context;
    assert_int_equal(JUDGE(three, 2, BUDGET).puzzle.asks, REVIEW_ASKS_NOTHING);
    assert_int_equal(JUDGE(kinds, 2, BUDGET).puzzle.asks, REVIEW_ASKS_NOTHING);
    assert_int_equal(JUDGE(places, 2, BUDGET).puzzle.asks, REVIEW_ASKS_MOVE);
    assert_int_equal(JUDGE(places, 0, BUDGET).puzzle.asks, REVIEW_ASKS_MOVE);
}

/* The places of the best card are searched by themselves: one that was not among the first choices is found. */
static void a_hidden_place_is_looked_for(void **context)
{
    struct known choices[4 * PLACES - PLACES];
    (void)context;
    unsigned count = 0;
    for (unsigned place = 0; place < PLACES; place++) {
        choices[count++] = (struct known){1, 30};
    }
    for (unsigned other = 2; other <= 5; other++) {
        for (unsigned place = 0; place < PLACES / 2 && count < sizeof(choices) / sizeof(choices[0]); place++) {
            choices[count++] = (struct known){(uint8_t)other, (uint8_t)(20 + other)};
        }
    }
    choices[0].wins = 80;
    struct review_verdict verdict = judge(choices, count, 0, BUDGET);
    assert_int_equal(verdict.puzzle.asks, REVIEW_ASKS_MOVE);
    choices[PLACES - 1].wins = 80;
    verdict = judge(choices, count, 0, BUDGET);
    assert_int_equal(verdict.puzzle.asks, REVIEW_ASKS_TAKE);
}

/* The margin is large, but so is its doubt. */
static void doubt_makes_no_puzzle(void **context)
{
    static const struct known choices[] = {{1, 30}, {2, 40}, {3, 70}, {4, 54}, {5, 20}, {6, 45}};
    unsigned asked = 0;
    (void)context;
    for (size_t index = 0; index + 1 < MOST; index++) {
        struct review_verdict verdict = judge_at(choices, 6, 2, 800, index);
        const struct review_puzzle *puzzle = &verdict.puzzle;
        bool beyond = puzzle->margin.value * 100LL > puzzle->margin.error * (int64_t)PUZZLE_DOUBT;
        assert_true(beyond == (puzzle->asks != REVIEW_ASKS_NOTHING));
        asked += beyond;
    }
    assert_in_range(asked, 1, MOST / 2);
    assert_int_equal(JUDGE(choices, 2, 20000).puzzle.asks, REVIEW_ASKS_MOVE);
}

static void few_playouts_prove_nothing(void **context)
{
    static const struct known choices[] = {{1, 0}, {2, 0}, {3, 100}, {4, 0}, {5, 0}, {6, 0}};
    (void)context;
    assert_int_equal(JUDGE(choices, 2, REVIEW_BUDGET_MIN).puzzle.asks, REVIEW_ASKS_NOTHING);
    assert_int_equal(JUDGE(choices, 2, BUDGET).puzzle.asks, REVIEW_ASKS_MOVE);
}

/* Of many decisions in which all choices are worth the same none is a puzzle, and few playouts are spent on them. */
static void chance_makes_no_puzzle(void **context)
{
    struct known choices[12];
    uint64_t extra = 0;
    (void)context;
    for (unsigned share = 5; share <= 95; share += 5) {
        for (unsigned i = 0; i < 12; i++) {
            choices[i] = (struct known){(uint8_t)i, (uint8_t)share};
        }
        struct review_verdict verdict = JUDGE(choices, share % 12, 1000);
        assert_int_equal(verdict.puzzle.asks, REVIEW_ASKS_NOTHING);
        extra += verdict.playouts > 1000 ? verdict.playouts - 1000 : 0;
    }
    assert_true(extra < 19 * 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_best_move_is_a_puzzle),       cmocka_unit_test(two_places_as_good_ask_what_to_take),
        cmocka_unit_test(two_equal_choices_are_no_puzzle), cmocka_unit_test(nearly_as_good_is_no_puzzle),
        cmocka_unit_test(three_answers_are_too_few),       cmocka_unit_test(a_hidden_place_is_looked_for),
        cmocka_unit_test(doubt_makes_no_puzzle),           cmocka_unit_test(few_playouts_prove_nothing),
        cmocka_unit_test(chance_makes_no_puzzle),          cmocka_unit_test(inside_a_line_nothing_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
