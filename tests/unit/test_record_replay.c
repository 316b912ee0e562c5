/*
 * Replay: a line is all or nothing, a refusal leaves everything as it was,
 * a replay is used again for another game, and the digest is of what it says.
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/record.h"
#include "record/replay.h"
#include "rules/foret/foret.h"
#include "support/failing_alloc.h"
#include "support/text.h"
#include "support/toy_game.h"

static const struct setup TOY = {.game = &toy_game_2, .seats = 3, .option = {1}};

/* A copy of all that a replay says it holds. */
struct picture {
    char state[4096];
    game_move moves[256];
    uint32_t ends[256];
    size_t moves_count, plies;
};

static void take_picture(const struct replay *replay, struct picture *picture)
{
    size_t size = replay->setup.game->state_size;
    memset(picture, 0, sizeof(*picture));
    assert_true(size <= sizeof(picture->state));
    assert_true(replay->moves_count <= 256 && replay->plies <= 256);
    memcpy(picture->state, replay->state, size);
    memcpy(picture->moves, replay->moves, replay->moves_count * sizeof(game_move));
    memcpy(picture->ends, replay->ends, replay->plies * sizeof(uint32_t));
    picture->moves_count = replay->moves_count;
    picture->plies = replay->plies;
}

static void assert_unchanged(const struct replay *replay, const struct picture *before)
{
    struct picture now;
    take_picture(replay, &now);
    assert_memory_equal(&now, before, sizeof(now));
}

static void play(struct replay *replay, unsigned seat, const char *text)
{
    struct error error;
    assert_int_equal(replay_line(replay, seat, span_from(text), &error), ERR_OK);
}

static void a_line_is_all_or_nothing(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    struct picture before;
    replay_init(&replay, &allocator_heap);
    struct setup setup = TOY;
    setup.option[0] = 0; /* 20 to take */
    assert_int_equal(replay_begin(&replay, &setup, &error), ERR_OK);
    play(&replay, 0, "take 3 3 3");
    play(&replay, 1, "take 3 3");
    assert_int_equal(replay.plies, 2);
    assert_int_equal(replay.moves_count, 5);
    take_picture(&replay, &before);
    /* The third of these is refused; the first two must not stay. */
    assert_int_equal(replay_line(&replay, 2, span_from("take 2 2 2"), &error), ERR_RULE);
    assert_string_equal(error.message->id, "toy.too-much");
    assert_string_equal(error.arg[0], "1");
    assert_int_equal(error.column, 0);
    assert_unchanged(&replay, &before);
    /* The first is refused. */
    assert_int_equal(replay_line(&replay, 5, span_from("take 1"), &error), ERR_RULE);
    assert_unchanged(&replay, &before);
    /* It does not even parse. */
    assert_int_equal(replay_line(&replay, 2, span_from("take 1 x"), &error), ERR_SYNTAX);
    assert_int_equal(error.column, 8);
    assert_unchanged(&replay, &before);
    play(&replay, 2, "take 2 2 1");
    assert_int_equal(replay.setup.game->turn(&replay.setup, replay.state), 0);
    replay_release(&replay);
}

static void a_line_is_spelled_as_it_is_played(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    struct picture before;
    char memory[64];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    assert_int_equal(replay_spell(&replay, 2, span_from("take  1   3"), &out, &error), ERR_OK);
    assert_string_equal(memory, "3: take 1 3\n");
    take_picture(&replay, &before);
    assert_int_equal(replay_spell(&replay, 0, span_from("take 4"), &out, &error), ERR_SYNTAX);
    assert_int_equal(replay_spell(&replay, 4, span_from("take 1 2"), &out, &error), ERR_RULE);
    assert_string_equal(memory, "3: take 1 3\n");
    assert_unchanged(&replay, &before);
    replay_release(&replay);
}

static void a_line_without_moves_is_no_ply(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    struct picture before;
    char memory[64];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    play(&replay, 2, "take 1");
    take_picture(&replay, &before);
    assert_int_equal(replay_spell(&replay, 0, span_from("nothing"), &out, &error), ERR_OK);
    assert_int_equal(replay_line(&replay, 0, span_from("nothing"), &error), ERR_OK);
    assert_int_equal(out.len, 0);
    assert_unchanged(&replay, &before);
    replay_release(&replay);
}

static void taking_back_more_than_there_is_changes_nothing(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    struct picture before;
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    assert_int_equal(replay_back(&replay, 1, &error), ERR_RULE);
    play(&replay, 0, "take 3 3 3");
    play(&replay, 1, "take 1");
    take_picture(&replay, &before);
    assert_int_equal(replay_back(&replay, 3, &error), ERR_RULE);
    assert_string_equal(error.message->id, "record.back-too-far");
    assert_string_equal(error.arg[0], "2");
    assert_unchanged(&replay, &before);
    assert_int_equal(replay_back(&replay, 0, &error), ERR_OK);
    assert_unchanged(&replay, &before);
    assert_int_equal(replay_back(&replay, 2, &error), ERR_OK);
    assert_int_equal(replay.plies, 0);
    assert_int_equal(replay.moves_count, 0);
    replay_release(&replay);
}

struct walk {
    struct replay *fresh; /* played along, a ply ahead of each visit */
    size_t visits;
};

static void compare_place(void *context, size_t ply, const void *state)
{
    struct walk *walk = context;
    assert_int_equal(ply, walk->visits);
    assert_memory_equal(state, walk->fresh->state, toy_game_2.state_size);
    play(walk->fresh, (unsigned)ply % 3, ply % 2 ? "take 1" : "take 1 1");
    walk->visits++;
}

static void a_walk_sees_every_position_once(void **unused)
{
    (void)unused;
    struct replay replay;
    struct replay fresh;
    struct error error;
    struct picture before;
    replay_init(&replay, &allocator_heap);
    replay_init(&fresh, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    assert_int_equal(replay_begin(&fresh, &TOY, &error), ERR_OK);
    for (unsigned i = 0; i < 70; i++) {
        play(&replay, i % 3, i % 2 ? "take 1" : "take 1 1");
    }
    take_picture(&replay, &before);
    struct walk walk = {.fresh = &fresh};
    assert_int_equal(replay_walk(&replay, compare_place, &walk, &error), ERR_OK);
    assert_int_equal(walk.visits, 71);
    assert_unchanged(&replay, &before);
    replay_release(&fresh);
    replay_release(&replay);
}

static void looking_back_does_not_move(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    struct picture before;
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    for (unsigned i = 0; i < 100; i++) {
        play(&replay, i % 3, i % 2 ? "take 1" : "take 1 1");
    }
    take_picture(&replay, &before);
    for (size_t ply = 0; ply <= 100; ply++) {
        struct replay fresh;
        replay_init(&fresh, &allocator_heap);
        assert_int_equal(replay_begin(&fresh, &TOY, &error), ERR_OK);
        for (unsigned i = 0; i < ply; i++) {
            play(&fresh, i % 3, i % 2 ? "take 1" : "take 1 1");
        }
        assert_memory_equal(replay_at(&replay, ply), fresh.state, toy_game_2.state_size);
        assert_unchanged(&replay, &before);
        replay_release(&fresh);
    }
    assert_ptr_equal(replay_at(&replay, 100), replay.state);
    char memory[64];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    replay_print(&replay, 64, &out);
    strbuf_add_char(&out, ';');
    replay_print(&replay, 0, &out);
    strbuf_add_char(&out, ';');
    replay_print(&replay, 99, &out);
    assert_string_equal(memory, "2: take 1 1;1: take 1 1;1: take 1");
    assert_unchanged(&replay, &before);
    replay_release(&replay);
}

/* Small, large, small: what one game left in the memory is not seen in the next. */
static void a_replay_is_used_again(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct replay replay;
    struct replay fresh;
    struct error error;
    const struct setup foret = {.game = &foret_game, .variant = 1, .level = 1, .seats = 2};
    replay_init(&replay, &memory.allocator);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
        for (unsigned i = 0; i < 70; i++) {
            play(&replay, 1, "take 1 1");
        }
        assert_int_equal(replay_begin(&replay, &foret, &error), ERR_OK);
        play(&replay, 0, "bee 0,0");
        replay_init(&fresh, &allocator_heap);
        assert_int_equal(replay_begin(&fresh, &foret, &error), ERR_OK);
        play(&fresh, 0, "bee 0,0");
        assert_int_equal(replay.plies, 1);
        assert_memory_equal(replay.state, fresh.state, foret_game.state_size);
        assert_memory_equal(replay_at(&replay, 0), replay_at(&fresh, 0), foret_game.state_size);
        replay_release(&fresh);
    }
    long before = memory.requests;
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    assert_int_equal(memory.requests, before);
    replay_release(&replay);
    replay_release(&replay);
    assert_int_equal(memory.live, 0);
    struct replay zeroed = {.allocator = NULL};
    replay_release(&zeroed);
}

static void a_beginning_that_failed_can_be_tried_again(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct replay replay;
    struct error error;
    const struct setup foret = {.game = &foret_game, .variant = 1, .level = 1, .seats = 2};
    replay_init(&replay, &memory.allocator);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    play(&replay, 0, "take 1");
    for (long n = 1; n <= 2; n++) {
        failing_alloc_arm(&memory, n);
        assert_int_equal(replay_begin(&replay, &foret, &error), ERR_MEMORY);
        assert_int_equal(replay.plies, 0);
    }
    assert_int_equal(replay_begin(&replay, &foret, &error), ERR_OK);
    play(&replay, 0, "bee 0,0");
    replay_release(&replay);
    assert_int_equal(memory.live, 0);
}

/* The digest says which game it is of: the same state under another name is another digest. */
static void the_digest_covers_game_rules_variant_and_level(void **unused)
{
    (void)unused;
    struct replay replay;
    struct error error;
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &TOY, &error), ERR_OK);
    struct setup setups[] = {TOY, TOY, TOY, TOY, TOY};
    struct game other = toy_game_2;
    other.name.id = "tox";
    setups[1].level = 1;
    setups[2].variant = 1;
    setups[3].game = &toy_game;
    setups[4].game = &other;
    uint8_t digest[5][SHA256_SIZE];
    for (size_t i = 0; i < 5; i++) {
        replay_digest(&setups[i], replay.state, digest[i]);
        for (size_t j = 0; j < i; j++) {
            assert_memory_not_equal(digest[i], digest[j], SHA256_SIZE);
        }
    }
    /* To the byte, as docs/record.md says. */
    struct sha256 hash;
    uint8_t expected[SHA256_SIZE];
    sha256_init(&hash);
    sha256_add(&hash,
               "toy\0\2\0\0\0plain\0moves\0"
               "\0\0\0\0\0\0\0\0",
               28);
    sha256_end(&hash, expected);
    assert_memory_equal(digest[0], expected, SHA256_SIZE);
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_all_or_nothing),
        cmocka_unit_test(a_line_is_spelled_as_it_is_played),
        cmocka_unit_test(a_line_without_moves_is_no_ply),
        cmocka_unit_test(taking_back_more_than_there_is_changes_nothing),
        cmocka_unit_test(looking_back_does_not_move),
        cmocka_unit_test(a_walk_sees_every_position_once),
        cmocka_unit_test(a_replay_is_used_again),
        cmocka_unit_test(a_beginning_that_failed_can_be_tried_again),
        cmocka_unit_test(the_digest_covers_game_rules_variant_and_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
