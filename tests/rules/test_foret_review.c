/*
 * What a review asks of Forêt:
 *
 *   - an imagined world keeps what its seat knows, and only that, and is drawn as chance draws;
 *   - what a move is worth at sight is what the outcome says, as far as it is exact;
 *   - the player of playouts draws two words whatever it finds, and plays legally;
 *   - a playout is what policy, chance and apply do by hand, to the byte;
 *   - a table's record tells every hand of its finished rounds.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/foret/foret.h"
#include "rules/foret/foret_sight.h"
#include "support/cmocka.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 1 << 15 };

static game_move moves[ROOM];
static int32_t values[ROOM];

struct game_log {
    game_move move[512];
    size_t count;
};

static void setup_of(struct setup *setup, unsigned variant, unsigned level, unsigned seats)
{
    *setup = (struct setup){.game = &foret_game};
    setup->variant = (uint8_t)variant;
    setup->level = (uint8_t)level;
    setup->seats = (uint8_t)seats;
}

static void any_setup(struct setup *setup, struct prng *prng)
{
    unsigned variant = prng_below(prng, 3);
    setup_of(setup, variant, FORET_FULL, variant == FORET_STANDARD ? 3 + prng_below(prng, 4) : 3u - variant);
}

static void must_apply(const struct setup *setup, struct foret_state *s, game_move move)
{
    struct error error;
    if (foret_game.apply(setup, s, move, &error)) {
        fail_msg("move %llx is refused: %s", (unsigned long long)move, error.message->id);
    }
}

/* The next move of a game of rather wild players; false at its end. */
static bool step(const struct setup *setup, struct foret_state *s, struct prng *prng, struct game_log *log)
{
    seat_set turn = foret_game.turn(setup, s);
    if (!turn) {
        return false;
    }
    unsigned seat = review_next_seat(turn);
    game_move move = seat >= GAME_PLAYERS ? foret_game.chance(setup, s, prng) : foret_policy(setup, s, seat, 30, prng);
    must_apply(setup, s, move);
    if (log) {
        log->move[log->count++] = move;
    }
    return true;
}

/* Where, in `turn`, nobody has moved yet. */
static void position(const struct setup *setup, struct foret_state *s, unsigned turn, struct prng *prng)
{
    struct error error;
    assert_int_equal(foret_game.init(setup, s, &error), ERR_OK);
    while (s->turn < turn || s->needs) {
        assert_true(step(setup, s, prng, NULL));
    }
}

/* ---- imagine ---- */

static void counts_add_up(const struct setup *setup, const struct foret_state *a, const struct foret_state *b)
{
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        int sum = a->supply[card] - b->supply[card];
        for (unsigned hand = 0; hand < foret_hands(setup); hand++) {
            sum += a->hand[hand][card] - b->hand[hand][card];
        }
        assert_int_equal(sum, 0);
    }
    for (unsigned hand = 0; hand < foret_hands(setup); hand++) {
        int size = 0;
        for (unsigned card = 0; card < FORET_TYPES; card++) {
            size += a->hand[hand][card] - b->hand[hand][card];
        }
        assert_int_equal(size, 0);
    }
}

static void imagine_keeps_what_is_known(void **context)
{
    struct prng prng;
    (void)context;
    prng_seed(&prng, 4021);
    for (unsigned i = 0; i < test_cases(400); i++) {
        struct setup setup;
        struct foret_state s;
        any_setup(&setup, &prng);
        unsigned turn = prng_below(&prng, FORET_CELLS);
        position(&setup, &s, turn, &prng);
        unsigned seat = prng_below(&prng, setup.seats);
        struct foret_state world = s;
        struct prng draw = prng;
        foret_imagine(&setup, &world, seat, &prng);
        counts_add_up(&setup, &s, &world);
        /* what the seat held this round it knows */
        unsigned hands = foret_hands(&setup);
        for (unsigned t = turn / FORET_ROUND * FORET_ROUND; t <= turn && setup.variant != FORET_SOLO; t++) {
            unsigned hand = foret_hand_at(hands, seat, t);
            assert_memory_equal(s.hand[hand], world.hand[hand], FORET_TYPES);
        }
        /* all that is not a hand or undealt is public */
        struct foret_state open = world;
        memcpy(open.hand, s.hand, sizeof(open.hand));
        memcpy(open.supply, s.supply, sizeof(open.supply));
        assert_memory_equal(&open, &s, sizeof(s));
        /* nothing hidden shines through: from another world that the seat could be in, the same is imagined */
        struct foret_state again = world;
        foret_imagine(&setup, &again, seat, &draw);
        assert_memory_equal(&again, &world, sizeof(world));
    }
}

static void imagine_draws_as_chance_does(void **context)
{
    enum { DRAWS = 20000 };
    struct setup setup;
    struct foret_state s;
    struct prng prng;
    (void)context;
    prng_seed(&prng, 99);
    setup_of(&setup, FORET_STANDARD, FORET_FULL, 4);
    position(&setup, &s, 11, &prng); /* two hands are seen, two are not */
    unsigned unseen = 0;
    double pool[FORET_TYPES] = {0};
    double cards = 0;
    unsigned a = foret_hand_at(4, 0, 10);
    unsigned b = foret_hand_at(4, 0, 11);
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        pool[card] = s.supply[card];
        for (unsigned hand = 0; hand < 4; hand++) {
            pool[card] += hand != a && hand != b ? s.hand[hand][card] : 0;
            unseen = hand != a && hand != b ? hand : unseen;
        }
        cards += pool[card];
    }
    double sum[FORET_TYPES] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        struct foret_state world = s;
        foret_imagine(&setup, &world, 0, &prng);
        for (unsigned card = 0; card < FORET_TYPES; card++) {
            sum[card] += world.hand[unseen][card];
        }
    }
    for (unsigned card = 0; card < FORET_TYPES; card++) {
        double share = pool[card] / cards;
        double variance = 9 * share * (1 - share) * (cards - 9) / (cards - 1);
        double off = sum[card] / DRAWS - 9 * share;
        assert_true(off * off <= 25 * variance / DRAWS + 1e-12); /* five standard errors */
    }
}

/* ---- values ---- */

/* What a board comes to by the measure of foret_see without any taste, from the outcome. */
static int32_t plain_worth(const struct setup *setup, const struct foret_state *s, unsigned seat, int32_t cards)
{
    static const int32_t points[] = {120, 120, 120, 70, 30, 0, -50};
    struct outcome outcome;
    struct foret_board board;
    foret_game.outcome(setup, s, &outcome);
    const int32_t *category = outcome.rows[seat].category;
    foret_board_of(&s->seat[seat], &board);
    int32_t sum = 0;
    int gaps = 0;
    for (unsigned i = 0; i < FORET_STREAM; i++) {
        sum += 10 * category[i];
        gaps += category[i] == 0;
    }
    for (unsigned i = FORET_STREAM; i <= FORET_WOLF; i++) {
        sum += 10 * category[i] * cards / FORET_CELLS;
        gaps += cards < FORET_CELLS - 4 ? board.of[i] == 0 : category[i] == 0;
    }
    return sum + points[gaps < 6 ? gaps : 6] * cards / FORET_CELLS;
}

static void a_cell_is_worth_what_the_outcome_says(void **context)
{
    static const struct foret_taste none = {.stream = 0};
    struct prng prng;
    (void)context;
    prng_seed(&prng, 515);
    for (unsigned i = 0; i < test_cases(1500); i++) {
        struct setup setup;
        struct foret_state s;
        struct foret_sight sight;
        struct foret_bids bids;
        any_setup(&setup, &prng);
        position(&setup, &s, prng_below(&prng, FORET_CELLS), &prng);
        unsigned seat = prng_below(&prng, setup.seats);
        foret_bids_of(&setup, &s, &bids);
        foret_see(&sight, &s.seat[seat], &bids, seat, &none);
        int32_t cards = (int32_t)__builtin_popcountll(s.seat[seat].occupied) + 1;
        int32_t before = plain_worth(&setup, &s, seat, cards);
        for (uint64_t open = foret_open(&s.seat[seat]); open; open &= open - 1) {
            int32_t value[FORET_TYPES];
            foret_sight_cell(&sight, field_lowest(open), (1u << FORET_TYPES) - 1, value);
            for (unsigned card = 0; card < FORET_TYPES; card++) {
                struct foret_state after = s;
                foret_put(&after.seat[seat], field_lowest(open), card);
                int32_t gain = plain_worth(&setup, &after, seat, cards) - before;
                if (gain != value[card]) {
                    fail_msg("case %u: type %u at %u is worth %d, not %d (turn %u)", i, card, field_lowest(open), gain,
                             value[card], s.turn);
                }
            }
        }
    }
}

static void values_of_the_last_turn_are_totals(void **context)
{
    struct prng prng;
    (void)context;
    prng_seed(&prng, 612);
    for (unsigned i = 0; i < test_cases(60); i++) {
        struct setup setup;
        struct foret_state s;
        setup_of(&setup, i % 4 ? FORET_STANDARD : FORET_DUEL, FORET_FULL, i % 4 ? 3 + prng_below(&prng, 4) : 2);
        position(&setup, &s, FORET_CELLS - 1, &prng);
        unsigned seat = prng_below(&prng, setup.seats);
        size_t count = foret_values(&setup, &s, seat, moves, values, ROOM);
        assert_in_range(count, 1, ROOM);
        int32_t first = 0;
        for (size_t at = 0; at < count; at++) {
            struct foret_state after = s;
            struct outcome outcome;
            must_apply(&setup, &after, moves[at]);
            foret_game.outcome(&setup, &after, &outcome);
            int32_t rest = values[at] - 10 * outcome.rows[seat].total;
            first = at == 0 ? rest : first;
            assert_int_equal(rest, first);
            assert_true(at == 0 || moves[at - 1] < moves[at]); /* in the order of `legal` */
        }
    }
}

static void values_are_all_sensible_moves(void **context)
{
    static game_move legal[ROOM];
    struct prng prng;
    (void)context;
    prng_seed(&prng, 33);
    for (unsigned i = 0; i < test_cases(100); i++) {
        struct setup setup;
        struct foret_state s;
        any_setup(&setup, &prng);
        position(&setup, &s, prng_below(&prng, FORET_CELLS), &prng);
        unsigned seat = prng_below(&prng, setup.seats);
        size_t listed = foret_values(&setup, &s, seat, moves, values, ROOM);
        size_t count = foret_game.legal(&setup, &s, seat, legal, ROOM);
        size_t at = 0;
        for (size_t j = 0; j < count; j++) {
            if (at < listed && moves[at] == legal[j]) {
                at++;
                continue;
            }
            assert_true(foret_unpack(legal[j]).a); /* only swaps are left out */
        }
        assert_int_equal(at, listed);
        assert_int_equal(foret_values(&setup, &s, seat, moves, values, 1), listed);
    }
}

/* ---- the player of playouts ---- */

static void policy_draws_two_words_and_is_legal(void **context)
{
    struct prng prng;
    (void)context;
    prng_seed(&prng, 77);
    for (unsigned i = 0; i < test_cases(2000); i++) {
        struct setup setup;
        struct foret_state s;
        any_setup(&setup, &prng);
        position(&setup, &s, prng_below(&prng, FORET_CELLS), &prng);
        unsigned seat = prng_below(&prng, setup.seats);
        struct prng draw = prng;
        struct prng words = prng;
        game_move move = foret_policy(&setup, &s, seat, i % 100, &draw);
        (void)prng_next(&words);
        (void)prng_next(&words);
        assert_memory_equal(&draw, &words, sizeof(draw));
        must_apply(&setup, &s, move);
    }
}

/* Cold players take what is worth most; hot ones now and then something else. */
static void policy_is_the_wilder_the_hotter(void **context)
{
    struct setup setup;
    struct foret_state s;
    struct prng prng;
    unsigned others[3] = {0};
    (void)context;
    prng_seed(&prng, 8);
    setup_of(&setup, FORET_STANDARD, FORET_FULL, 4);
    position(&setup, &s, 5, &prng);
    game_move cold = foret_policy(&setup, &s, 1, HEAT_NONE, &prng);
    for (unsigned i = 0; i < 600; i++) {
        static const unsigned heats[] = {HEAT_NONE, 5, 60};
        game_move move = foret_policy(&setup, &s, 1, heats[i % 3], &prng);
        others[i % 3] +=
            foret_unpack(move).card != foret_unpack(cold).card || foret_unpack(move).at != foret_unpack(cold).at;
    }
    assert_int_equal(others[0], 0);
    assert_true(others[1] < others[2]);
    assert_true(others[2] > 100);
}

static void a_playout_is_what_its_parts_do(void **context)
{
    struct prng prng;
    (void)context;
    prng_seed(&prng, 1234);
    for (unsigned i = 0; i < test_cases(150); i++) {
        struct setup setup;
        struct foret_state s;
        struct prng players[2][GAME_PLAYERS];
        struct prng chance[2];
        any_setup(&setup, &prng);
        position(&setup, &s, prng_below(&prng, FORET_CELLS), &prng);
        for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
            prng_seed(&players[0][seat], i * 100 + seat);
        }
        prng_seed(&chance[0], i);
        memcpy(players[1], players[0], sizeof(players[0]));
        chance[1] = chance[0];
        struct foret_state other = s;
        foret_playout(&setup, &s, 6, players[0], &chance[0]);
        for (seat_set turn; (turn = foret_game.turn(&setup, &other)) != 0;) {
            unsigned seat = review_next_seat(turn);
            must_apply(&setup, &other,
                       seat >= GAME_PLAYERS ? foret_game.chance(&setup, &other, &chance[1])
                                            : foret_policy(&setup, &other, seat, 6, &players[1][seat]));
        }
        assert_memory_equal(&s, &other, sizeof(s));
        assert_memory_equal(players[0], players[1], sizeof(players[0]));
    }
}

/* ---- a table's record ---- */

static void a_table_tells_its_hands(void **context)
{
    static game_move lifted[1024];
    struct prng prng;
    (void)context;
    prng_seed(&prng, 41);
    for (unsigned i = 0; i < test_cases(40); i++) {
        struct setup full;
        struct setup table;
        struct foret_state s;
        struct foret_state again;
        struct game_log log = {.count = 0};
        struct error error;
        game_move told[256];
        size_t count = 0;
        setup_of(&full, i % 3 ? FORET_STANDARD : FORET_DUEL, FORET_FULL, i % 3 ? 3 + i % 4 : 2);
        table = full;
        table.level = FORET_TABLE;
        position(&full, &s, 0, &prng);
        assert_int_equal(foret_game.init(&full, &s, &error), ERR_OK);
        while (step(&full, &s, &prng, &log)) {
        }
        for (size_t j = 0; j < log.count; j++) {
            count += foret_game.project(&full, &s, log.move[j], FORET_TABLE, told + count);
        }
        size_t n = foret_lift(&table, told, count, lifted, 1024);
        assert_int_equal(n, log.count);
        assert_int_equal(foret_game.init(&full, &again, &error), ERR_OK);
        for (size_t j = 0; j < n; j++) {
            must_apply(&full, &again, lifted[j]);
        }
        assert_memory_equal(&again, &s, sizeof(s));
        /* a game under way: its finished round, and no further */
        size_t round = (size_t)foret_hands(&full) * FORET_ROUND;
        assert_int_equal(foret_lift(&table, told, count - 1, lifted, 1024), 2 * round);
        assert_int_equal(foret_lift(&table, told, round - 1, lifted, 1024), 0);
    }
}

static void a_solo_hand_is_not_told(void **context)
{
    struct setup table;
    game_move told[20] = {0};
    game_move lifted[64];
    (void)context;
    setup_of(&table, FORET_SOLO, FORET_TABLE, 1);
    assert_int_equal(foret_lift(&table, told, 20, lifted, 64), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(imagine_keeps_what_is_known),
        cmocka_unit_test(imagine_draws_as_chance_does),
        cmocka_unit_test(a_cell_is_worth_what_the_outcome_says),
        cmocka_unit_test(values_of_the_last_turn_are_totals),
        cmocka_unit_test(values_are_all_sensible_moves),
        cmocka_unit_test(policy_draws_two_words_and_is_legal),
        cmocka_unit_test(policy_is_the_wilder_the_hotter),
        cmocka_unit_test(a_playout_is_what_its_parts_do),
        cmocka_unit_test(a_table_tells_its_hands),
        cmocka_unit_test(a_solo_hand_is_not_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
