/*
 * Rules 2 of Ecos beside rules 1, over many random games at both levels: who
 * is asked has a choice, the rules make no other moves than those that rules 1
 * leave no choice about, and the positions are the same. And what rules 2
 * make of the lines of a game of rules 1, every decision of them.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "rules/ecos/ecos.h"
#include "rules/ecos/ecos_state.h"
#include "support/ecos_house.h"
#include "support/text.h"

#include <stdio.h>

enum { SEED = 20261117, GAMES = 400, ROOM = 100000 };

static game_move room[ROOM];
static struct ecos_state one, two;

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static struct setup setup_of(unsigned number, const struct game *game)
{
    struct setup setup = {.game = game,
                          .seats = (uint8_t)(2 + number / 2 % 5),
                          .level = (uint8_t)(number / 10 % 2),
                          .block_size = sizeof(struct ecos_catalogue)};
    setup.block = ecos_shipped("house"); /* cards that are declared differ from rules 1 in more than this */
    setup.option[ECOS_OPTION_LANDSCAPE] = (uint8_t)(number / 20 % 4);
    setup.option[ECOS_OPTION_TARGET] = number / 80 % 2;
    return setup;
}

static unsigned next_seat(seat_set turn, struct prng *prng)
{
    if (turn & seat_bit(SEAT_TABLE)) {
        return SEAT_TABLE;
    }
    unsigned seat = 0;
    uint32_t seen = 0;
    for (unsigned i = 0; i < GAME_PLAYERS; i++) {
        if ((turn & seat_bit(i)) && prng_below(prng, ++seen) == 0) {
            seat = i;
        }
    }
    return seat;
}

/* A move of the seat: what chance draws at the level where it is drawn, the greedy player's in odd games, else any. */
static game_move choose(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned number,
                        struct prng *prng)
{
    if (seat == SEAT_TABLE) {
        return ecos_game.chance(setup, s, prng);
    }
    if (number % 2 && setup->level == ECOS_FULL) {
        return ecos_game.greedy(setup, s, seat, prng);
    }
    size_t count = ecos_game.legal(setup, s, seat, room, ROOM);
    return room[prng_below(prng, (uint32_t)count)];
}

/* The only move of a player under rules 1, or the wait for a card that there is not; 0: everybody has a choice. */
static game_move forced(const struct setup *setup, const struct ecos_state *s)
{
    seat_set turn = ecos_game.turn(setup, s);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        size_t count = turn & seat_bit(seat) ? ecos_game.legal(setup, s, seat, room, ROOM) : 0;
        bool vain = s->frames && ecos_top(s)->kind == FRAME_DIAL2 && !ecos_can_gain(s);
        if (count == 1 || (count == 2 && vain)) {
            return room[count - 1];
        }
    }
    return 0;
}

/* Rules 1 go on by their only moves until they stand where rules 2 do. */
static unsigned catch_up(const struct setup *setup, unsigned number)
{
    struct error error;
    unsigned count = 0;
    for (game_move move; (move = forced(setup, &one)) != 0; count++) {
        assert_int_equal(ecos_game_1.apply(setup, &one, move, &error), ERR_OK);
    }
    two.done_count = 0;
    memset(two.done, 0, sizeof(two.done));
    memcpy(one.verified, two.verified, sizeof(one.verified));
    CHECK(memcmp(&one, &two, sizeof(one)) == 0, "game %u: the positions differ", number);
    return count;
}

static void who_is_asked_has_a_choice_and_rules_1_play_the_same_game(void **unused)
{
    (void)unused;
    unsigned asked = 0;
    unsigned saved = 0;
    for (unsigned number = 0; number < test_cases(GAMES); number++) {
        struct setup short_ = setup_of(number, &ecos_game);
        struct setup long_ = setup_of(number, &ecos_game_1);
        struct error error;
        struct prng prng;
        prng_seed(&prng, SEED + number);
        assert_int_equal(ecos_game.init(&short_, &two, &error), ERR_OK);
        assert_int_equal(ecos_game_1.init(&long_, &one, &error), ERR_OK);
        for (seat_set turn; (turn = ecos_game.turn(&short_, &two)) != 0; asked++) {
            for (unsigned seat = 0; seat < short_.seats; seat++) {
                bool may = turn & seat_bit(seat);
                size_t count = may ? ecos_game.legal(&short_, &two, seat, NULL, 0) : 2;
                CHECK(count >= 2, "game %u: seat %u has %zu moves", number, seat + 1, count);
            }
            game_move move = choose(&short_, &two, next_seat(turn, &prng), number, &prng);
            assert_int_equal(ecos_game.apply(&short_, &two, move, &error), ERR_OK);
            assert_int_equal(ecos_game_1.apply(&long_, &one, move, &error), ERR_OK);
            saved += catch_up(&long_, number);
        }
    }
    print_message("%u moves, %u besides by the rules\n", asked, saved);
}

/* One line of rules 1, said to rules 2. */
static bool say(const struct setup *setup, unsigned seat, struct span text)
{
    game_move moves[GAME_LINE];
    size_t count = 0;
    struct error error;
    enum err err = ecos_game.parse(setup, &two, seat, text, moves, &count, &error);
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        err = ecos_game.apply(setup, &two, moves[i], &error);
    }
    return err == ERR_OK;
}

/* Plays a game of rules 1, and says its lines to rules 2; false when one of them is refused. */
static bool tell(unsigned number)
{
    struct setup short_ = setup_of(number, &ecos_game);
    struct setup long_ = setup_of(number, &ecos_game_1);
    struct error error;
    struct prng prng;
    prng_seed(&prng, SEED + number);
    assert_int_equal(ecos_game.init(&short_, &two, &error), ERR_OK);
    assert_int_equal(ecos_game_1.init(&long_, &one, &error), ERR_OK);
    for (seat_set turn; (turn = ecos_game_1.turn(&long_, &one)) != 0;) {
        char memory[128];
        struct strbuf text;
        unsigned seat = turn & seat_bit(SEAT_TABLE) ? (unsigned)SEAT_TABLE : (unsigned)__builtin_ctz(turn);
        game_move move = choose(&long_, &one, seat, number, &prng);
        if (one.frames && ecos_top(&one)->kind == FRAME_DIAL2 && !ecos_can_gain(&one)) {
            move = ecos_pack(seat, (struct ecos_word){.kind = KIND_WAIT}); /* rules 2 gain no card that is not */
        }
        strbuf_wrap(&text, memory, sizeof(memory));
        (void)ecos_game_1.print(&long_, &one, &move, 1, &text);
        if (!say(&short_, seat, strbuf_span(&text))) {
            return false;
        }
        assert_int_equal(ecos_game_1.apply(&long_, &one, move, &error), ERR_OK);
    }
    CHECK(ecos_game.turn(&short_, &two) == 0, "game %u is not over", number);
    assert_memory_equal(one.points, two.points, sizeof(one.points));
    return true;
}

/* A line that says what was done can be one that may be said now: then it means that, and a later one is refused. */
static void the_lines_of_rules_1_are_understood_or_refused_but_never_another_game(void **unused)
{
    (void)unused;
    unsigned understood = 0;
    for (unsigned number = 0; number < test_cases(GAMES); number++) {
        understood += tell(number);
    }
    print_message("%u of %u games\n", understood, test_cases(GAMES));
    assert_true(understood * 3 > test_cases(GAMES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_asked_has_a_choice_and_rules_1_play_the_same_game),
        cmocka_unit_test(the_lines_of_rules_1_are_understood_or_refused_but_never_another_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
