/*
 * Take-backs, on every setup of every game: after any mixture of lines played
 * and taken back, the replay is what a fresh replay of the standing lines
 * gives, at its end and at every ply before, byte for byte.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "record/replay.h"
#include "support/setups.h"
#include "support/text.h"

#include <stdlib.h>

enum { SEED = 20261116, CASES = 8, STEPS = 160 };

struct random_game {
    struct prng prng;
    struct replay replay;
    struct replay fresh;
    game_move *room;
    void *scratch;
};

/* A line of one move, or of several that one seat can make in a row. */
static size_t random_line(struct random_game *g, game_move *line)
{
    const struct setup *setup = &g->replay.setup;
    int seat = setup_random_seat(setup, g->replay.state, &g->prng);
    if (seat < 0) {
        return 0;
    }
    size_t wanted = prng_below(&g->prng, 3) == 0 ? 1 + prng_below(&g->prng, 4) : 1;
    size_t count = 0;
    struct error error;
    memcpy(g->scratch, g->replay.state, setup->game->state_size);
    while (count < wanted) {
        size_t legal = setup->game->legal(setup, g->scratch, (unsigned)seat, g->room, setup->game->legal_limit);
        if (legal == 0) {
            break;
        }
        line[count] = g->room[prng_below(&g->prng, (uint32_t)legal)];
        assert_int_equal(setup->game->apply(setup, g->scratch, line[count], &error), ERR_OK);
        count++;
    }
    return count;
}

/* Replays the standing lines in `fresh`, comparing every position on the way. */
static void assert_as_fresh(struct random_game *g)
{
    const struct replay *standing = &g->replay;
    size_t size = standing->setup.game->state_size;
    struct error error;
    assert_int_equal(replay_begin(&g->fresh, &standing->setup, &error), ERR_OK);
    for (size_t ply = 0; ply < standing->plies; ply++) {
        assert_memory_equal(replay_at(&g->replay, ply), g->fresh.state, size);
        size_t first = ply > 0 ? standing->ends[ply - 1] : 0;
        assert_int_equal(replay_moves(&g->fresh, standing->moves + first, standing->ends[ply] - first, &error), ERR_OK);
    }
    assert_memory_equal(standing->state, g->fresh.state, size);
    assert_int_equal(standing->moves_count, g->fresh.moves_count);
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    replay_digest(&standing->setup, standing->state, one);
    replay_digest(&g->fresh.setup, g->fresh.state, two);
    assert_memory_equal(one, two, SHA256_SIZE);
}

/* A line that is refused at its last move, or that takes back too much: nothing happens. */
static void disturb(struct random_game *g, game_move *line, size_t count)
{
    struct error error;
    size_t plies = g->replay.plies;
    memcpy(g->scratch, g->replay.state, g->replay.setup.game->state_size);
    line[count] = line[0] ^ (game_move)0x3f << 48; /* no game has such a word */
    assert_int_equal(replay_moves(&g->replay, line, count + 1, &error), ERR_RULE);
    assert_int_equal(replay_back(&g->replay, plies + 1, &error), ERR_RULE);
    assert_int_equal(g->replay.plies, plies);
    assert_memory_equal(g->replay.state, g->scratch, g->replay.setup.game->state_size);
}

static void play_random(struct random_game *g, const struct setup *setup)
{
    struct error error;
    game_move line[GAME_LINE];
    assert_int_equal(replay_begin(&g->replay, setup, &error), ERR_OK);
    for (int step = 0; step < STEPS; step++) {
        size_t plies = g->replay.plies;
        size_t count = random_line(g, line);
        if (count == 0 || (plies > 0 && prng_below(&g->prng, 12) == 0)) {
            /* Mostly a few, sometimes back over several marks, or to the start. */
            size_t most = prng_below(&g->prng, 3) > 0 && plies > 4 ? 4 : plies;
            size_t back = 1 + prng_below(&g->prng, (uint32_t)most);
            assert_int_equal(replay_back(&g->replay, back, &error), ERR_OK);
            assert_int_equal(g->replay.plies, plies - back);
            if (prng_below(&g->prng, 4) == 0) {
                assert_as_fresh(g);
            }
            continue;
        }
        if (prng_below(&g->prng, 16) == 0) {
            disturb(g, line, count);
        }
        assert_int_equal(replay_moves(&g->replay, line, count, &error), ERR_OK);
        assert_int_equal(g->replay.plies, plies + 1);
    }
    assert_as_fresh(g);
}

static void check_setup(void *context, const struct setup *setup)
{
    unsigned *number = context;
    struct random_game g;
    replay_init(&g.replay, &allocator_heap);
    replay_init(&g.fresh, &allocator_heap);
    g.room = malloc(setup->game->legal_limit * sizeof(game_move));
    g.scratch = malloc(setup->game->state_size);
    assert_non_null(g.room);
    assert_non_null(g.scratch);
    for (unsigned i = 0; i < setup_cases(setup, CASES); i++, (*number)++) {
        print_message("seed %d + %u: %s\n", SEED, *number, setup_text(setup));
        prng_seed(&g.prng, SEED + *number);
        play_random(&g, setup);
    }
    free(g.room);
    free(g.scratch);
    replay_release(&g.replay);
    replay_release(&g.fresh);
}

static void what_stands_is_what_a_fresh_replay_gives(void **unused)
{
    (void)unused;
    unsigned number = 0;
    setups_visit(check_setup, &number);
    assert_true(number > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_stands_is_what_a_fresh_replay_gives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
