/*
 * A review of Forêt's games, on small budgets: decisions are listed, a bad
 * move is found out and a good one is not, a decision with a known answer is
 * answered, and a review can be ended at any time and out of memory.
 */
#include "record/simulate.h"
#include "review/review.h"
#include "rules/registry.h"
#include "support/cmocka.h"
#include "support/failing_alloc.h"
#include "support/text.h"

#include <string.h>

enum { ROOM = 1 << 15 };

static game_move moves[ROOM];
static int32_t values[ROOM];

static void setup_of(struct setup *setup, unsigned level, unsigned seats)
{
    *setup = (struct setup){.game = registry_newest(span_from("foret"))};
    setup->variant = (uint8_t)game_variant_for(setup->game, seats);
    setup->level = (uint8_t)level;
    setup->seats = (uint8_t)seats;
}

/* A choice of one decision of a game that is made up: which one, and the move instead. */
struct twist {
    unsigned at; /* the how manieth decision of player 1, from 1; 0: none */
    bool worst;
};

static game_move worst_at_sight(const struct replay *replay, unsigned seat)
{
    size_t count = replay->setup.game->review->values(&replay->setup, replay->state, seat, moves, values, ROOM);
    size_t worst = 0;
    for (size_t i = 1; i < count; i++) {
        worst = values[i] < values[worst] ? i : worst;
    }
    return moves[worst];
}

/* A game at the fullest level of greedy players, up to `most` moves of player 1. */
static void make_game(struct replay *replay, const struct setup *setup, uint64_t seed, struct twist twist,
                      unsigned most)
{
    struct error error;
    struct prng prng;
    unsigned own = 0;
    prng_seed(&prng, seed);
    assert_int_equal(replay_begin(replay, setup, &error), ERR_OK);
    for (seat_set turn; (turn = setup->game->turn(setup, replay->state)) != 0;) {
        unsigned seat = review_next_seat(turn);
        game_move move = seat >= GAME_PLAYERS ? setup->game->chance(setup, replay->state, &prng)
                                              : setup->game->greedy(setup, replay->state, seat, &prng);
        own += seat == 0;
        if (own > most) {
            return;
        }
        if (seat == 0 && own == twist.at) {
            move = worst_at_sight(replay, 0);
        }
        assert_int_equal(replay_moves(replay, &move, 1, &error), ERR_OK);
    }
}

static void judge(const struct review *review, size_t index, struct review_verdict *verdict)
{
    struct error error;
    struct review_scratch *scratch = review_scratch_new(&allocator_heap, &review->setup);
    assert_non_null(scratch);
    assert_int_equal(review_decide(review, index, scratch, NULL, verdict, &error), ERR_OK);
    review_scratch_free(scratch);
}

/* The index of the how manieth decision of player 1. */
static size_t decision_of(const struct review *review, unsigned at)
{
    unsigned own = 0;
    for (size_t i = 0; i < review->decisions_count; i++) {
        own += review->decisions[i].seat == 0;
        if (own == at) {
            return i;
        }
    }
    fail_msg("player 1 has no decision %u", at);
    return 0;
}

/* ---- what is reviewed ---- */

static void decisions_are_those_that_had_an_alternative(void **context)
{
    struct setup setup;
    struct replay replay;
    struct review review;
    struct error error;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 4);
    make_game(&replay, &setup, 1, (struct twist){0, false}, 20);
    assert_int_equal(review_begin(&review, &allocator_heap, &replay, 100, &error), ERR_OK);
    assert_in_range(review.decisions_count, 70, 80);
    for (size_t i = 0; i < review.decisions_count; i++) {
        const struct review_decision *decision = &review.decisions[i];
        assert_true(replay.moves[replay.ends[decision->ply] - 1] == decision->made);
        assert_int_equal(move_seat(decision->made), decision->seat);
        /* the turn's beginning: nobody has moved in it */
        game_move before = replay.moves[decision->from - 1];
        assert_true(move_seat(before) == SEAT_TABLE || move_seat(before) == 3);
    }
    review_release(&review);
    replay_release(&replay);
}

static void a_table_has_a_review_and_a_sheet_has_none(void **context)
{
    struct setup setup;
    struct setup told;
    struct replay replay;
    struct replay table;
    struct review full;
    struct review lifted;
    struct error error;
    (void)context;
    replay_init(&replay, &allocator_heap);
    replay_init(&table, &allocator_heap);
    setup_of(&setup, 0, 3);
    setup_of(&told, 1, 3);
    make_game(&replay, &setup, 2, (struct twist){0, false}, 20);
    assert_int_equal(replay_begin(&table, &told, &error), ERR_OK);
    for (size_t i = 0; i < replay.moves_count; i++) {
        if (move_seat(replay.moves[i]) != SEAT_TABLE) {
            assert_int_equal(replay_moves(&table, &replay.moves[i], 1, &error), ERR_OK);
        }
    }
    assert_int_equal(review_begin(&full, &allocator_heap, &replay, 64, &error), ERR_OK);
    assert_int_equal(review_begin(&lifted, &allocator_heap, &table, 64, &error), ERR_OK);
    assert_int_equal(full.decisions_count, lifted.decisions_count);
    for (size_t i = 0; i < full.decisions_count; i++) {
        assert_true(full.decisions[i].made == lifted.decisions[i].made);
        assert_int_equal(full.decisions[i].from, lifted.decisions[i].from);
        assert_true(table.moves[table.ends[lifted.decisions[i].ply] - 1] == lifted.decisions[i].made);
    }
    struct review_verdict a;
    struct review_verdict b;
    judge(&full, 40, &a);
    judge(&lifted, 40, &b);
    assert_memory_equal(&a, &b, sizeof(a));
    review_release(&full);
    review_release(&lifted);
    setup_of(&told, 2, 3);
    assert_int_equal(replay_begin(&table, &told, &error), ERR_OK);
    assert_false(review_offered(&told));
    assert_int_equal(review_begin(&full, &allocator_heap, &table, 64, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "review.none");
    /* a table that has only begun tells no hand */
    setup_of(&told, 1, 3);
    assert_int_equal(replay_begin(&table, &told, &error), ERR_OK);
    assert_int_equal(review_begin(&full, &allocator_heap, &table, 64, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "review.untold");
    replay_release(&table);
    replay_release(&replay);
}

/* ---- what is said ---- */

static void a_bad_move_is_found_out(void **context)
{
    struct setup setup;
    struct replay replay;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 3);
    unsigned found = 0;
    for (unsigned i = 0; i < 4; i++) {
        struct review review;
        struct review_verdict verdict;
        struct error error;
        make_game(&replay, &setup, 10 + i, (struct twist){14, true}, 20);
        assert_int_equal(review_begin(&review, &allocator_heap, &replay, 1600, &error), ERR_OK);
        judge(&review, decision_of(&review, 14), &verdict);
        found += verdict.loss.value > 50000 && verdict.grade >= REVIEW_GOOD;
        assert_true(verdict.shown <= verdict.loss.value);
        assert_int_equal(verdict.shown_drafting + verdict.shown_placing, verdict.shown);
        assert_true(verdict.shown_drafting >= 0 && verdict.shown_placing >= 0);
        assert_int_equal(verdict.drafting.value + verdict.placing.value, verdict.loss.value);
        review_release(&review);
    }
    assert_in_range(found, 3, 4); /* who has won or lost anyway loses little by it */
    replay_release(&replay);
}

static void the_best_move_costs_nothing(void **context)
{
    struct setup setup;
    struct replay replay;
    struct prng prng;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 3);
    prng_seed(&prng, 5);
    for (unsigned i = 0; i < 4; i++) {
        struct review review;
        struct review_verdict verdict;
        struct error error;
        game_move best = 0;
        make_game(&replay, &setup, 20 + i, (struct twist){0, false}, 12);
        struct review_scratch *scratch = review_scratch_new(&allocator_heap, &setup);
        const void *state = replay_at(&replay, review_turn_begins(&replay, 0));
        assert_int_equal(review_choose(&setup, state, 0, 4000, scratch, NULL, &prng, &best, &error), ERR_OK);
        review_scratch_free(scratch);
        assert_int_equal(replay_moves(&replay, &best, 1, &error), ERR_OK);
        assert_int_equal(review_begin(&review, &allocator_heap, &replay, 1600, &error), ERR_OK);
        judge(&review, decision_of(&review, 13), &verdict);
        assert_true(verdict.loss.value <= 3 * verdict.loss.error + 20000);
        assert_true(verdict.grade < REVIEW_MISTAKE);
        review_release(&review);
    }
    replay_release(&replay);
}

static void chances_add_up(void **context)
{
    struct setup setup;
    struct replay replay;
    struct review review;
    struct error error;
    (void)context;
    replay_init(&replay, &allocator_heap);
    for (unsigned seats = 2; seats <= 6; seats++) {
        setup_of(&setup, 0, seats);
        make_game(&replay, &setup, seats, (struct twist){0, false}, 20);
        assert_int_equal(review_begin(&review, &allocator_heap, &replay, 130, &error), ERR_OK);
        for (size_t i = 0; i < review.decisions_count; i += 17) {
            struct review_verdict verdict;
            int32_t sum = 0;
            judge(&review, i, &verdict);
            for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
                assert_true(verdict.chance[seat] >= 0);
                sum += verdict.chance[seat];
            }
            assert_int_equal(sum, REVIEW_UNIT);
        }
        review_release(&review);
    }
    replay_release(&replay);
}

/* The last move of a solo game has no chance in it: the widest margin is found among all legal moves. */
static void a_known_answer_is_found(void **context)
{
    struct setup setup;
    struct replay replay;
    struct prng prng;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 1);
    prng_seed(&prng, 6);
    for (unsigned i = 0; i < 12; i++) {
        struct error error;
        struct outcome outcome;
        game_move best = 0;
        make_game(&replay, &setup, 30 + i, (struct twist){0, false}, 19);
        void *after = mem_new(&allocator_heap, 1, setup.game->state_size);
        size_t count = setup.game->legal(&setup, replay.state, 0, moves, ROOM);
        int32_t margin = INT32_MIN;
        for (size_t at = 0; at < count; at++) {
            memcpy(after, replay.state, setup.game->state_size);
            assert_int_equal(setup.game->apply(&setup, after, moves[at], &error), ERR_OK);
            setup.game->outcome(&setup, after, &outcome);
            margin = outcome.margin > margin ? outcome.margin : margin;
        }
        struct review_scratch *scratch = review_scratch_new(&allocator_heap, &setup);
        assert_int_equal(review_choose(&setup, replay.state, 0, 400, scratch, NULL, &prng, &best, &error), ERR_OK);
        review_scratch_free(scratch);
        memcpy(after, replay.state, setup.game->state_size);
        assert_int_equal(setup.game->apply(&setup, after, best, &error), ERR_OK);
        setup.game->outcome(&setup, after, &outcome);
        assert_int_equal(outcome.margin, margin);
        mem_free(&allocator_heap, after);
    }
    replay_release(&replay);
}

static void figures_are_means(void **context)
{
    struct review_decision decisions[6] = {{.seat = 0}, {.seat = 1}, {.seat = 0},
                                           {.seat = 1}, {.seat = 0}, {.seat = 1}};
    struct review_verdict verdicts[6];
    struct review review = {.decisions = decisions, .decisions_count = 6};
    struct review_sum sum;
    (void)context;
    memset(verdicts, 0, sizeof(verdicts));
    for (unsigned i = 0; i < 6; i++) {
        verdicts[i].seat = decisions[i].seat;
        verdicts[i].chance[0] = i < 2 ? 500000 : 750000;
        verdicts[i].chance[1] = REVIEW_UNIT - verdicts[i].chance[0];
    }
    verdicts[0].placing.value = verdicts[0].loss.value = 30000;
    verdicts[2].drafting.value = verdicts[2].loss.value = 60000;
    verdicts[2].grade = REVIEW_INACCURACY;
    review_sum(&review, verdicts, &sum);
    assert_int_equal(sum.player[0].decisions, 3);
    assert_int_equal(sum.player[0].placing.value, 10000);
    assert_int_equal(sum.player[0].drafting.value, 20000);
    assert_int_equal(sum.player[0].loss.value, 30000);
    assert_in_range(sum.player[0].loss.error, 17200, 17400); /* deviation 24495, root of 2 */
    assert_int_equal(sum.player[0].grades[REVIEW_INACCURACY], 1);
    assert_int_equal(sum.player[1].loss.value, 0);
    assert_int_equal(sum.turns, 2);
    assert_int_equal(sum.turn[0].change, 250000);
    assert_int_equal(sum.turn[0].decision, 0);
    assert_int_equal(sum.turn[1].change, -250000);
}

/* One expert among greedy players. */
struct watched {
    struct expert expert;
    unsigned moves;
};

static enum err watch(void *context, struct replay *full, unsigned seat, struct prng *prng, game_move *move,
                      struct error *error)
{
    struct watched *watched = context;
    assert_int_equal(seat, 1);
    watched->moves++;
    return expert_choose(&watched->expert, full, seat, prng, move, error);
}

static void an_expert_takes_one_seat(void **context)
{
    struct simulation simulation = {.player = SIMULATE_GREEDY, .seed = 3};
    struct watched watched = {.moves = 0};
    struct simulate_chooser chooser = {watch, &watched, seat_bit(1)};
    struct replay full;
    struct replay told;
    struct strbuf out;
    struct error error;
    (void)context;
    setup_of(&simulation.setup, 0, 3);
    simulation.chooser = &chooser;
    expert_init(&watched.expert, &allocator_heap, 64);
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(&out, &allocator_heap, 1 << 20);
    assert_int_equal(simulate_record(&simulation, &full, &told, &out, &error), ERR_OK);
    assert_int_equal(watched.moves, 20);
    strbuf_release(&out);
    replay_release(&told);
    replay_release(&full);
    expert_release(&watched.expert);
}

/* ---- what may go wrong ---- */

struct patience {
    struct deadline deadline;
    int left;
};

static const struct message MSG_OVER = {ERR_BUSY, "test.over", "over", "fini"};

static enum err lose_patience(void *context, struct error *error)
{
    struct patience *patience = context;
    return patience->left-- > 0 ? ERR_OK : error_raise(error, &MSG_OVER);
}

static void it_can_be_ended_anywhere(void **context)
{
    struct setup setup;
    struct replay replay;
    struct review review;
    struct review_verdict verdict;
    struct error error;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 3);
    make_game(&replay, &setup, 3, (struct twist){0, false}, 20);
    assert_int_equal(review_begin(&review, &allocator_heap, &replay, 1000, &error), ERR_OK);
    struct review_scratch *scratch = review_scratch_new(&allocator_heap, &setup);
    int asked = 0;
    for (;; asked++) {
        struct patience patience = {.left = asked};
        patience.deadline = (struct deadline){.check = lose_patience, .context = &patience};
        enum err err = review_decide(&review, 50, scratch, &patience.deadline, &verdict, &error);
        if (err == ERR_OK) {
            break;
        }
        assert_int_equal(err, ERR_BUSY);
        assert_string_equal(error.message->id, "test.over");
    }
    assert_in_range(asked, 8, 40);
    review_scratch_free(scratch);
    review_release(&review);
    replay_release(&replay);
}

static void memory_may_run_out(void **context)
{
    struct setup setup;
    struct replay replay;
    struct failing_alloc memory;
    (void)context;
    replay_init(&replay, &allocator_heap);
    setup_of(&setup, 0, 3);
    make_game(&replay, &setup, 4, (struct twist){0, false}, 3);
    failing_alloc_init(&memory);
    for (long n = 1;; n++) {
        struct review review;
        struct error error;
        struct expert expert;
        struct prng prng;
        game_move move = 0;
        failing_alloc_arm(&memory, n);
        prng_seed(&prng, 1);
        expert_init(&expert, &memory.allocator, 64);
        enum err err = review_begin(&review, &memory.allocator, &replay, 64, &error);
        if (err == ERR_OK) {
            err = expert_choose(&expert, &replay, 1, &prng, &move, &error);
            review_release(&review);
        }
        expert_release(&expert);
        assert_int_equal(memory.live, 0);
        if (!memory.fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        assert_int_equal(err, ERR_MEMORY);
    }
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_those_that_had_an_alternative),
        cmocka_unit_test(a_table_has_a_review_and_a_sheet_has_none),
        cmocka_unit_test(a_bad_move_is_found_out),
        cmocka_unit_test(the_best_move_costs_nothing),
        cmocka_unit_test(chances_add_up),
        cmocka_unit_test(a_known_answer_is_found),
        cmocka_unit_test(figures_are_means),
        cmocka_unit_test(an_expert_takes_one_seat),
        cmocka_unit_test(it_can_be_ended_anywhere),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
