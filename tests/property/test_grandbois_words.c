/*
 * The engine of GrandBois against what must always hold for words and text:
 *
 *   - on random positions of every level the legal moves are exactly those
 *     that apply accepts, over every seat, kind, tile, rotation and place, and
 *     a refusal changes no byte;
 *   - a move printed and read again is the same move;
 *   - no text, however broken, is read into something that prints as something else.
 *
 * Seeds are fixed; a failure prints its case.
 */
#include "rules/grandbois/grandbois.h"
#include "rules/grandbois/grandbois_state.h"
#include "support/cmocka.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 4 * 4 * 4 * 109 };

static game_move legal[ROOM];

/* ---- random positions ---- */

static unsigned any_seat(seat_set set, struct prng *prng)
{
    for (unsigned skip = prng_below(prng, (uint32_t)__builtin_popcount(set)); skip > 0; skip--) {
        set &= set - 1;
    }
    return (unsigned)__builtin_ctz(set);
}

static void must_apply(const struct setup *setup, struct grandbois_state *state, game_move move)
{
    struct error error;
    if (grandbois_game.apply(setup, state, move, &error)) {
        fail_msg("move %llx is refused: %s", (unsigned long long)move, error.message->id);
    }
}

static void any_setup(struct setup *setup, struct prng *prng)
{
    *setup = (struct setup){.game = prng_below(prng, 4) == 0 ? &grandbois_game_1 : &grandbois_game};
    setup->level = (uint8_t)prng_below(prng, 3);
    setup->seats = (uint8_t)(2 + prng_below(prng, 3));
    setup->variant = setup->seats == 2 ? GRANDBOIS_DUEL : GRANDBOIS_STANDARD;
    setup->option[GRANDBOIS_OPTION_EXPERT] = (uint8_t)prng_below(prng, 2);
}

/* A sheet of a game that was played, up to a line of it. */
static void any_sheet(const struct setup *setup, struct grandbois_state *state, struct prng *prng)
{
    static game_move moves[ROOM];
    struct setup full = *setup;
    struct grandbois_state played;
    struct error error;
    full.level = GRANDBOIS_FULL;
    assert_int_equal(grandbois_game.init(&full, &played, &error), ERR_OK);
    for (seat_set turn; (turn = grandbois_game.turn(&full, &played)) != 0;) {
        size_t count = grandbois_game.legal(&full, &played, any_seat(turn, prng), legal, ROOM);
        must_apply(&full, &played, legal[prng_below(prng, (uint32_t)count)]);
    }
    size_t count = grandbois_game.sheet(&full, &played, GRANDBOIS_SHEET, moves, ROOM);
    size_t end = count - prng_below(prng, 10);
    assert_int_equal(grandbois_game.init(setup, state, &error), ERR_OK);
    for (size_t i = 0; i < end; i++) {
        must_apply(setup, state, moves[i]);
    }
}

/*
 * A position after up to `most` random moves; it may be the end, or of a sheet that cannot be finished. Every other
 * sheet is that of a game that was played.
 */
static void any_position(const struct setup *setup, struct grandbois_state *state, unsigned most, struct prng *prng)
{
    struct error error;
    assert_int_equal(grandbois_game.init(setup, state, &error), ERR_OK);
    if (setup->level == GRANDBOIS_SHEET && prng_below(prng, 2) == 0) {
        any_sheet(setup, state, prng);
        return;
    }
    for (unsigned n = prng_below(prng, most + 1); n > 0; n--) {
        seat_set turn = grandbois_game.turn(setup, state);
        if (turn == 0 || state->squares == GRANDBOIS_MOST_SQUARES) {
            return;
        }
        unsigned seat = any_seat(turn, prng);
        if (turn & seat_bit(SEAT_TABLE) && prng_below(prng, 8) > 0) {
            seat = SEAT_TABLE;
        }
        size_t count = grandbois_game.legal(setup, state, seat, legal, ROOM);
        assert_in_range(count, 1, grandbois_game.legal_limit);
        must_apply(setup, state, legal[prng_below(prng, (uint32_t)count)]);
    }
}

/* ---- legal is what apply accepts ---- */

struct attempt {
    const struct setup *setup;
    const struct grandbois_state *state;
    struct grandbois_state scratch; /* equals *state between tries */
    unsigned number;
    size_t count; /* legal moves of the seat */
    size_t next;  /* in `legal`: the next move that must be accepted */
};

static void try_word(struct attempt *attempt, unsigned seat, struct grandbois_word w)
{
    struct error error;
    game_move move = grandbois_pack(seat, w);
    bool listed = attempt->next < attempt->count && legal[attempt->next] == move;
    enum err err = grandbois_game.apply(attempt->setup, &attempt->scratch, move, &error);
    if ((err == ERR_OK) != listed) {
        fail_msg("case %u, seat %s: word %llx is %s", attempt->number, seat_label(seat), (unsigned long long)move,
                 listed ? "listed, but refused" : "accepted, but not listed");
    }
    if (err == ERR_OK) {
        attempt->next++;
        attempt->scratch = *attempt->state;
    }
}

/* Words of one kind and `a`, all `b` and cells that matter; a state that a refusal has touched shows at the end. */
static void try_words(struct attempt *attempt, unsigned seat, unsigned kind, unsigned a, bool places)
{
    for (unsigned b = 0; b < 6; b++) {
        for (unsigned cell = 0; cell < (places ? GRID_CELLS + 3u : 3u); cell++) {
            try_word(attempt, seat, (struct grandbois_word){.kind = kind, .a = a, .b = b, .cell = cell});
        }
    }
    assert_memory_equal(&attempt->scratch, attempt->state, sizeof(*attempt->state));
}

static void test_legal_is_what_apply_accepts(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d02);
    unsigned cases = test_cases(56);
    for (unsigned number = 0; number < cases || number < PHASE_OVER + 1; number++) {
        static struct attempt attempt;
        static struct grandbois_state state;
        struct setup setup;
        /* Every phase in turn, however few the cases. */
        do {
            any_setup(&setup, &prng);
            any_position(&setup, &state, 130, &prng);
        } while (state.phase != number % (PHASE_OVER + 1));
        attempt = (struct attempt){.setup = &setup, .state = &state, .scratch = state, .number = number};
        for (unsigned seat = 0; seat <= GAME_SEATS; seat++) {
            attempt.count = grandbois_game.legal(&setup, &state, seat, legal, ROOM);
            assert_true(attempt.count <= grandbois_game.legal_limit);
            bool turn = grandbois_game.turn(&setup, &state) & seat_bit(seat);
            assert_true(turn == (attempt.count > 0) || (turn && setup.level == GRANDBOIS_SHEET));
            attempt.next = 0;
            for (unsigned kind = 0; kind < 8; kind++) {
                /* Places matter to few: the rest is tried at a handful of cells. */
                bool places = (kind == KIND_LAY && state.phase == PHASE_LAY) ||
                              (kind == KIND_TOWER && (state.phase == PHASE_TOWER || state.phase == PHASE_SHEET)) ||
                              (kind == KIND_SQUARE && state.phase == PHASE_SHEET);
                places = places && attempt.count > 0;
                for (unsigned a = 0; a < 64; a++) {
                    try_words(&attempt, seat, kind, a, places);
                }
            }
            if (attempt.next != attempt.count) {
                fail_msg("case %u, seat %s: only %zu of %zu legal moves are accepted in order", number,
                         seat_label(seat), attempt.next, attempt.count);
            }
        }
    }
}

/* Random bits are no moves, but for the few that are. */
static void test_random_words(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d03);
    for (unsigned number = 0; number < test_cases(200); number++) {
        struct setup setup;
        struct grandbois_state state;
        any_setup(&setup, &prng);
        any_position(&setup, &state, 100, &prng);
        for (unsigned i = 0; i < 300; i++) {
            game_move move = prng_next(&prng);
            move &= i % 3 == 0 ? ~UINT64_C(0) : UINT64_C(0x0f0000073f03ffff);
            struct grandbois_state after = state;
            struct error error;
            if (grandbois_game.apply(&setup, &after, move, &error)) {
                assert_int_equal(error.message->code, ERR_RULE);
                assert_memory_equal(&after, &state, sizeof(state));
            } else {
                size_t count = grandbois_game.legal(&setup, &state, move_seat(move), legal, ROOM);
                size_t at = 0;
                while (at < count && legal[at] != move) {
                    at++;
                }
                assert_true(at < count);
            }
        }
    }
}

/* ---- text ---- */

static void print_line(const struct setup *setup, const struct grandbois_state *state, const game_move *moves,
                       size_t count, char *text, size_t size)
{
    struct strbuf out;
    strbuf_wrap(&out, text, size);
    assert_int_equal(grandbois_game.print(setup, state, moves, count, &out), count);
    assert_true(strbuf_ok(&out));
}

static void test_print_and_parse(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d04);
    for (unsigned number = 0; number < test_cases(300); number++) {
        struct setup setup;
        struct grandbois_state state;
        any_setup(&setup, &prng);
        any_position(&setup, &state, 120, &prng);
        for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
            size_t count = grandbois_game.legal(&setup, &state, seat, legal, ROOM);
            for (size_t i = 0; i < count; i += 1 + prng_below(&prng, 16)) {
                char text[64];
                game_move read[GAME_LINE];
                size_t n = 0;
                struct error error;
                print_line(&setup, &state, &legal[i], 1, text, sizeof(text));
                assert_int_equal(grandbois_game.parse(&setup, &state, seat, span_from(text), read, &n, &error), ERR_OK);
                assert_int_equal(n, 1);
                assert_int_equal(read[0], legal[i]);
            }
        }
    }
}

/* Breaks a text a little: a byte changed, dropped, doubled, or a word of another line put in. */
static size_t break_text(char *text, size_t len, size_t room, struct prng *prng)
{
    static const char *const words[] = {" ",   ",",        "-",   "tile",  "tower", "pass", "reveal", "river", "clan",
                                        "row", "fox",      "r90", "36",    "F3",    ".",    "B",      "(",     ")",
                                        "999", "\xc3\xa9", "+",   "white", "\t\t",  "0,0",  "1"};
    unsigned how = prng_below(prng, 4);
    size_t at = prng_below(prng, (uint32_t)len + 1);
    if (how == 0 && at < len) {
        text[at] = (char)(' ' + prng_below(prng, 95));
    } else if (how == 1 && at < len) {
        memmove(text + at, text + at + 1, len - at - 1);
        len--;
    } else {
        const char *word = words[prng_below(prng, sizeof(words) / sizeof(words[0]))];
        size_t n = strlen(word);
        if (len + n < room) {
            memmove(text + at + n, text + at, len - at);
            memcpy(text + at, word, n);
            len += n;
        }
    }
    return len;
}

static void test_broken_text(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 0x6d05);
    static const char *const lines[] = {"tile 12 r90 3,-1",
                                        "tower white 3,0",
                                        "pass",
                                        "reveal fox toad",
                                        "river 12 5 30 7",
                                        "clan 1 fox",
                                        "row -2,0 F3 C . B T1 raton-laveur2",
                                        "tuile 1 (0,0)",
                                        "ligne 0,0: clairi\xc3\xa8re ours"};
    unsigned read_well = 0;
    for (unsigned number = 0; number < test_cases(200000); number++) {
        static struct setup setup;
        static struct grandbois_state state;
        if (number % 500 == 0) {
            any_setup(&setup, &prng);
            any_position(&setup, &state, 100, &prng);
        }
        char text[256];
        const char *line = lines[prng_below(&prng, sizeof(lines) / sizeof(lines[0]))];
        size_t len = strlen(line);
        memcpy(text, line, len);
        for (unsigned i = 1 + prng_below(&prng, 4); i > 0; i--) {
            len = break_text(text, len, sizeof(text), &prng);
        }
        game_move moves[GAME_LINE];
        size_t count = 0;
        struct error error;
        unsigned seat = prng_below(&prng, 3) == 0 ? prng_below(&prng, GAME_SEATS) : number % 2 ? SEAT_TABLE : 0;
        if (grandbois_game.parse(&setup, &state, seat, span_of(text, len), moves, &count, &error)) {
            if (error.message->code == ERR_SYNTAX) {
                assert_in_range(error.column, 1, len + 1);
            } else {
                assert_int_equal(error.message->code, ERR_RULE);
                assert_int_equal(error.column, 0);
            }
            continue;
        }
        read_well++;
        assert_in_range(count, 1, GAME_LINE);
        /* A line that apply accepts prints as a line that reads the same. */
        struct grandbois_state after = state;
        bool good = true;
        for (size_t i = 0; good && i < count; i++) {
            good = grandbois_game.apply(&setup, &after, moves[i], &error) == ERR_OK;
        }
        char again[512];
        game_move read[GAME_LINE];
        size_t n = 0;
        if (good) {
            print_line(&setup, &state, moves, count, again, sizeof(again));
            assert_int_equal(grandbois_game.parse(&setup, &state, seat, span_from(again), read, &n, &error), ERR_OK);
            assert_int_equal(n, count);
            assert_memory_equal(read, moves, n * sizeof(read[0]));
        }
    }
    assert_true(read_well > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal_is_what_apply_accepts),
        cmocka_unit_test(test_random_words),
        cmocka_unit_test(test_print_and_parse),
        cmocka_unit_test(test_broken_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
