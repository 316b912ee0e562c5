/*
 * The engine of Forêt against what must always hold (test_foret_boards.c has the scores):
 *
 *   - on random positions the legal moves are exactly those that apply accepts, and a refusal changes no byte;
 *   - text and words say the same;
 *   - the order of seats in a turn, and of hands in a deal, leaves no trace.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/foret/foret.h"
#include "rules/foret/foret_state.h"
#include "support/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { ROOM = 16384 };

static game_move legal[ROOM];

/* ---- random positions ---- */

static unsigned any_seat(seat_set set, struct prng *prng)
{
    unsigned skip = prng_below(prng, (uint32_t)__builtin_popcount(set));
    unsigned seat = 0;
    for (;; seat++) {
        if (set & seat_bit(seat) && skip-- == 0) {
            return seat;
        }
    }
}

static void must_apply(const struct setup *setup, struct foret_state *state, game_move move)
{
    struct error error;
    if (foret_game.apply(setup, state, move, &error)) {
        fail_msg("move %llx is refused: %s", (unsigned long long)move, error.message->id);
    }
}

static void any_setup(struct setup *setup, struct prng *prng)
{
    *setup = (struct setup){.game = &foret_game};
    setup->variant = (uint8_t)prng_below(prng, 3);
    setup->level = (uint8_t)prng_below(prng, 3);
    setup->seats = (uint8_t)(setup->variant == FORET_STANDARD ? 3 + prng_below(prng, 4) : 3u - setup->variant);
}

/* A position after up to `most` random moves; false when the game ended on the way. */
static bool any_position(const struct setup *setup, struct foret_state *state, unsigned most, struct prng *prng)
{
    struct error error;
    assert_int_equal(foret_game.init(setup, state, &error), ERR_OK);
    for (unsigned n = prng_below(prng, most + 1); n > 0; n--) {
        seat_set turn = foret_game.turn(setup, state);
        if (turn == 0) {
            return false;
        }
        unsigned seat = any_seat(turn, prng);
        size_t count = foret_game.legal(setup, state, seat, legal, ROOM);
        assert_in_range(count, 1, foret_game.legal_limit);
        must_apply(setup, state, legal[prng_below(prng, (uint32_t)count)]);
    }
    return foret_game.turn(setup, state) != 0;
}

/* ---- legal is what apply accepts ---- */

struct attempt {
    const struct setup *setup;
    const struct foret_state *state;
    struct foret_state scratch; /* equals *state between tries */
    unsigned case_number;
    size_t next;  /* in `legal`: the next move that must be accepted */
    size_t count; /* of `legal` */
};

static void try_word(struct attempt *a, game_move move)
{
    struct error error;
    enum err err = foret_game.apply(a->setup, &a->scratch, move, &error);
    bool listed = a->next < a->count && legal[a->next] == move;
    if ((err == ERR_OK) != listed) {
        fail_msg("case %u: move %llx is %s legal, but apply says %s", a->case_number, (unsigned long long)move,
                 listed ? "listed as" : "not", err ? error.message->id : "yes");
    }
    if (listed) {
        a->next++;
        a->scratch = *a->state;
    } else {
        assert_int_equal(err, ERR_RULE);
    }
}

/* All words of a seat that differ in kind, card, place, swap and give; swaps in full for the rabbit and one more. */
static void try_all(struct attempt *a, unsigned seat)
{
    a->count = foret_game.legal(a->setup, a->state, seat, legal, ROOM);
    a->next = 0;
    bool solo = a->setup->variant == FORET_SOLO;
    for (unsigned head = 0; head < 4u << 10; head++) {
        unsigned card = head >> 6 & 15;
        bool swaps = head >> 10 == FORET_PLAY && (card == FORET_RABBIT || card == FORET_DEER);
        for (unsigned pair = 0; pair < (swaps ? 1u << 12 : 64u); pair++) {
            unsigned step = pair == 0 || (solo && card == FORET_RABBIT) ? 1 : 5;
            for (unsigned give = 0; give < 16; give += step) {
                try_word(a, (game_move)seat << 56 | (game_move)head << 16 | (game_move)pair << 4 | give);
            }
        }
        assert_memory_equal(&a->scratch, a->state, sizeof(a->scratch));
    }
    assert_int_equal(a->next, a->count);
}

/* Every legal word with one bit flipped is legal only when it is listed too. */
static void try_flips(struct attempt *a, unsigned seat)
{
    static game_move listed[ROOM];
    size_t count = foret_game.legal(a->setup, a->state, seat, listed, ROOM);
    for (size_t i = 0; i < count; i += 1 + count / 50) {
        for (unsigned bit = 0; bit < 64; bit++) {
            game_move move = listed[i] ^ UINT64_C(1) << bit;
            a->count = foret_game.legal(a->setup, a->state, move_seat(move), legal, ROOM);
            for (a->next = 0; a->next < a->count && legal[a->next] < move;) {
                a->next++;
            }
            try_word(a, move);
            assert_memory_equal(&a->scratch, a->state, sizeof(a->scratch));
        }
    }
}

static void test_legal_is_what_apply_accepts(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 2000);
    unsigned cases = test_cases(80);
    for (unsigned i = 0; i < cases; i++) {
        struct setup setup;
        struct foret_state state;
        any_setup(&setup, &prng);
        (void)any_position(&setup, &state, 160, &prng);
        struct attempt attempt = {.setup = &setup, .state = &state, .scratch = state, .case_number = i};
        static const unsigned seats[] = {0, 1, 2, 5, 6, SEAT_TABLE, SEAT_NEUTRAL, SEAT_RIVAL, GAME_SEATS, 255};
        seat_set turn = foret_game.turn(&setup, &state);
        try_all(&attempt, turn ? any_seat(turn, &prng) : 0);
        try_all(&attempt, seats[prng_below(&prng, sizeof(seats) / sizeof(seats[0]))]);
        for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
            try_flips(&attempt, seat);
        }
    }
}

static void test_legal_lists_in_order(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 3000);
    unsigned cases = test_cases(20000);
    for (unsigned i = 0; i < cases; i++) {
        struct setup setup;
        struct foret_state state;
        any_setup(&setup, &prng);
        (void)any_position(&setup, &state, 160, &prng);
        seat_set turn = foret_game.turn(&setup, &state);
        for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
            size_t count = foret_game.legal(&setup, &state, seat, legal, ROOM);
            assert_int_equal(count > 0, (turn & seat_bit(seat)) != 0);
            for (size_t j = 1; j < count; j++) {
                assert_true(legal[j - 1] < legal[j]);
            }
            game_move few[2] = {0, 7};
            assert_int_equal(foret_game.legal(&setup, &state, seat, few, 1), count);
            assert_true(few[0] == (count ? legal[0] : 0) && few[1] == 7);
        }
    }
}

/* ---- text ---- */

static void test_text_says_the_same(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 4000);
    unsigned cases = test_cases(3000);
    for (unsigned i = 0; i < cases; i++) {
        struct setup setup;
        struct foret_state state;
        any_setup(&setup, &prng);
        setup.level = setup.level == FORET_SHEET ? FORET_TABLE : setup.level;
        if (!any_position(&setup, &state, 160, &prng)) {
            continue;
        }
        unsigned seat = any_seat(foret_game.turn(&setup, &state), &prng);
        size_t count = seat == SEAT_TABLE ? 0 : foret_game.legal(&setup, &state, seat, legal, ROOM);
        for (size_t j = 0; j < count; j++) {
            char text[80];
            struct strbuf out;
            struct error error;
            game_move moves[GAME_LINE];
            size_t read = 0;
            strbuf_wrap(&out, text, sizeof(text));
            assert_int_equal(foret_game.print(&setup, &state, &legal[j], 1, &out), 1);
            assert_true(strbuf_ok(&out));
            if (foret_game.parse(&setup, &state, seat, strbuf_span(&out), moves, &read, &error)) {
                fail_msg("case %u: '%s' is not read: %s", i, text, error.message->id);
            }
            if (read != 1 || moves[0] != legal[j]) {
                fail_msg("case %u: '%s' is read as %llx, not %llx", i, text, (unsigned long long)moves[0],
                         (unsigned long long)legal[j]);
            }
        }
    }
}

/* Plays a line of moves of one seat, up to where somebody else may move, and reads it back from its text. */
static size_t check_line(const struct setup *setup, struct foret_state *state, const game_move *moves, size_t count)
{
    char text[400];
    struct strbuf out;
    struct error error;
    game_move back[GAME_LINE];
    size_t read = 0;
    strbuf_wrap(&out, text, sizeof(text));
    size_t n = foret_game.print(setup, state, moves, count, &out);
    assert_in_range(n, 1, count);
    assert_true(strbuf_ok(&out));
    if (foret_game.parse(setup, state, move_seat(moves[0]), strbuf_span(&out), back, &read, &error)) {
        fail_msg("'%s' is not read: %s", text, error.message->id);
    }
    assert_int_equal(read, n);
    assert_memory_equal(back, moves, n * sizeof(*moves));
    for (size_t i = 0; i < n; i++) {
        must_apply(setup, state, moves[i]);
    }
    return n;
}

/* Whole games at every level, bots playing: lines, projections, sheets, and the same scores at every level. */
static void test_levels_tell_the_same_game(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 5000);
    unsigned cases = test_cases(100);
    for (unsigned i = 0; i < cases; i++) {
        static game_move moves[512];
        size_t count = 0;
        struct setup full;
        struct foret_state state;
        struct foret_state told;
        struct error error;
        any_setup(&full, &prng);
        full.level = FORET_FULL;
        struct setup table = full;
        table.level = FORET_TABLE;
        assert_int_equal(foret_game.init(&full, &state, &error), ERR_OK);
        assert_int_equal(foret_game.init(&table, &told, &error), ERR_OK);
        for (seat_set turn; (turn = foret_game.turn(&full, &state)) != 0;) {
            unsigned seat = any_seat(turn, &prng);
            game_move move = seat == SEAT_TABLE ? foret_game.chance(&full, &state, &prng)
                                                : foret_game.greedy(&full, &state, seat, &prng);
            game_move line[GAME_LINE];
            size_t n = foret_game.project(&full, &state, move, FORET_TABLE, line);
            for (size_t j = 0; j < n; j++) {
                must_apply(&table, &told, line[j]);
            }
            assert_int_equal(move_seat(move), seat);
            must_apply(&full, &state, move);
            moves[count++] = move;
        }
        struct foret_state again;
        assert_int_equal(foret_game.init(&full, &again, &error), ERR_OK);
        for (size_t j = 0; j < count;) {
            j += check_line(&full, &again, moves + j, count - j);
        }
        assert_memory_equal(&again, &state, sizeof(state));

        struct setup sheet = full;
        sheet.level = FORET_SHEET;
        struct foret_state grids;
        assert_int_equal(foret_game.init(&sheet, &grids, &error), ERR_OK);
        count = foret_game.sheet(&full, &state, FORET_SHEET, moves, 512);
        for (size_t j = 0; j < count;) {
            j += check_line(&sheet, &grids, moves + j, count - j);
        }
        struct outcome outcomes[3];
        foret_game.outcome(&full, &state, &outcomes[0]);
        foret_game.outcome(&table, &told, &outcomes[1]);
        foret_game.outcome(&sheet, &grids, &outcomes[2]);
        assert_true(outcomes[0].over);
        assert_memory_equal(&outcomes[0], &outcomes[1], sizeof(outcomes[0]));
        assert_memory_equal(&outcomes[0], &outcomes[2], sizeof(outcomes[0]));
    }
}

/* ---- order ---- */

static void digest(const struct setup *setup, const struct foret_state *state, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    foret_game.digest(setup, state, &hash);
    sha256_end(&hash, out);
}

/* Deals every hand that is owed, a hand at a time, `backwards` or not, with cards given by `decks`. */
static void deal_hands(const struct setup *setup, struct foret_state *state, unsigned decks[6][FORET_ROUND],
                       bool backwards)
{
    unsigned hands = foret_hands(setup);
    for (unsigned i = 0; i < hands; i++) {
        unsigned hand = backwards ? hands - 1 - i : i;
        for (unsigned j = 0; state->need[hand] > 0; j++) {
            struct foret_word w = {.kind = FORET_DEAL, .card = decks[hand][j], .at = hand};
            must_apply(setup, state, foret_pack(SEAT_TABLE, w));
        }
    }
}

static void draw_decks(const struct foret_state *state, unsigned decks[6][FORET_ROUND], struct prng *prng)
{
    uint8_t supply[FORET_TYPES];
    memcpy(supply, state->supply, sizeof(supply));
    for (unsigned i = 0; i < 6 * FORET_ROUND; i++) {
        decks[i / FORET_ROUND][i % FORET_ROUND] = foret_draw_one(supply, prng);
        supply[decks[i / FORET_ROUND][i % FORET_ROUND]]--;
    }
}

/* One turn: each seat picks a legal move, then two copies of the position make them in different orders. */
static void turn_in_two_orders(const struct setup *setup, struct foret_state *a, struct foret_state *b,
                               struct prng *prng)
{
    game_move picks[GAME_SEATS];
    unsigned n = 0;
    struct foret_state before = *a;
    for (seat_set turn; before.turn == a->turn && (turn = foret_game.turn(setup, a)) != 0;) {
        unsigned seat = any_seat(turn, prng);
        size_t count = foret_game.legal(setup, a, seat, legal, ROOM);
        picks[n] = legal[prng_below(prng, (uint32_t)count)];
        must_apply(setup, a, picks[n++]);
    }
    for (; n > 0; n--) {
        unsigned at = prng_below(prng, n);
        must_apply(setup, b, picks[at]);
        picks[at] = picks[n - 1];
    }
}

static void test_order_leaves_no_trace(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 6000);
    unsigned cases = test_cases(1000);
    for (unsigned i = 0; i < cases; i++) {
        struct setup setup;
        struct foret_state a;
        struct error error;
        any_setup(&setup, &prng);
        setup.level = setup.level == FORET_SHEET ? FORET_TABLE : setup.level;
        assert_int_equal(foret_game.init(&setup, &a, &error), ERR_OK);
        struct foret_state b = a;
        while (foret_game.turn(&setup, &a) != 0) {
            if (a.needs) {
                unsigned decks[6][FORET_ROUND];
                draw_decks(&a, decks, &prng);
                deal_hands(&setup, &a, decks, false);
                deal_hands(&setup, &b, decks, true);
            }
            turn_in_two_orders(&setup, &a, &b, &prng);
            uint8_t da[SHA256_SIZE];
            uint8_t db[SHA256_SIZE];
            digest(&setup, &a, da);
            digest(&setup, &b, db);
            assert_memory_equal(da, db, SHA256_SIZE);
            assert_memory_equal(&a, &b, sizeof(a));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_is_what_apply_accepts), cmocka_unit_test(test_legal_lists_in_order),
        cmocka_unit_test(test_text_says_the_same),          cmocka_unit_test(test_levels_tell_the_same_game),
        cmocka_unit_test(test_order_leaves_no_trace),
    };
    return cmocka_run_group_tests_name("foret engine", tests, NULL, NULL);
}
