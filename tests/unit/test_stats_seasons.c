/* The board of a season: figures that a person can add up, ties, guests, and the order. */
#include "support/cmocka.h"

#include "stats/season.h"
#include "stats/win_points.h"
#include "support/failing_alloc.h"
#include "support/scene.h"

static const struct season_points WIN = {.count = 0};
static const struct season_points PLACES = {.count = 4, .place = {5, 3, 2, 1}};

struct board {
    struct failing_alloc memory;
    struct season_games games;
    struct season_board_lines lines;
};

static void begin(struct board *board)
{
    failing_alloc_init(&board->memory);
    season_games_init(&board->games, &board->memory.allocator);
    board->lines.lines = NULL;
}

static void end(struct board *board)
{
    mem_free(&board->memory.allocator, board->lines.lines);
    season_games_release(&board->games);
    assert_int_equal(board->memory.live, 0);
}

/* A game of so many seats: people and their ranks; win points as a game with a winner has them. */
static void play(struct board *board, int64_t game, size_t seats, const int64_t *person, const int64_t *rank)
{
    struct error error = {.message = NULL};
    unsigned winners = 0;
    for (size_t i = 0; i < seats; i++) {
        winners += rank[i] == 1;
    }
    for (size_t i = 0; i < seats; i++) {
        struct season_seat seat = {.game = game, .person = person[i], .rank = rank[i], .has_win = winners > 0};
        seat.win = rank[i] == 1 && winners > 0 ? win_share((unsigned)seats, winners) : 0;
        MUST(season_games_add(&board->games, &seat, &error));
    }
}

#define PLAY(board, game, seats, ...) \
    play(board, game, seats, ((const int64_t[][12]){__VA_ARGS__})[0], ((const int64_t[][12]){__VA_ARGS__})[1])

static void make(struct board *board, const struct season_points *points)
{
    struct error error = {.message = NULL};
    mem_free(&board->memory.allocator, board->lines.lines);
    MUST(season_board_of(&board->games, points, &board->lines, &error));
}

static void assert_line(const struct board *board, size_t at, int64_t person, int64_t place, double points, double win,
                        int64_t wins, int64_t games)
{
    assert_true(at < board->lines.count);
    const struct season_line *line = &board->lines.lines[at];
    assert_int_equal(line->person, person);
    assert_int_equal(line->place, place);
    assert_int_equal(line->points, (int64_t)(points * WIN_UNIT));
    assert_int_equal(line->win, (int64_t)(win * WIN_UNIT));
    assert_int_equal(line->wins, wins);
    assert_int_equal(line->games, games);
}

static void points_by_place_and_win_points(void **unused)
{
    (void)unused;
    struct board board;
    begin(&board);
    PLAY(&board, 1, 3, {1, 2, 3}, {1, 2, 3});
    PLAY(&board, 2, 3, {1, 2, 3}, {2, 1, 3});
    PLAY(&board, 3, 2, {1, 3}, {2, 1});
    make(&board, &PLACES);
    assert_int_equal(board.lines.games, 3);
    assert_int_equal(board.lines.count, 3);
    assert_line(&board, 0, 1, 1, 11, 3, 1, 3);
    assert_line(&board, 1, 3, 2, 9, 2, 1, 3);
    assert_line(&board, 2, 2, 3, 8, 3, 1, 2);
    make(&board, &WIN);
    /* 1 and 2 are level in everything; 1 was first once and second once against 2, and so was 2: they share. */
    assert_line(&board, 0, 1, 1, 3, 3, 1, 3);
    assert_line(&board, 1, 2, 1, 3, 3, 1, 2);
    assert_line(&board, 2, 3, 3, 2, 2, 1, 3);
    end(&board);
}

static void tied_places_share_the_mean(void **unused)
{
    (void)unused;
    struct board board;
    begin(&board);
    PLAY(&board, 1, 4, {1, 2, 3, 4}, {1, 2, 2, 4});
    make(&board, &PLACES);
    assert_line(&board, 0, 1, 1, 5, 4, 1, 1);
    assert_line(&board, 1, 2, 2, 2.5, 0, 0, 1);
    assert_line(&board, 2, 3, 2, 2.5, 0, 0, 1);
    assert_line(&board, 3, 4, 4, 1, 0, 0, 1);
    end(&board);
    begin(&board);
    /* Five share the first place: places 1 to 5, of which the list has four; nobody has a sixth. */
    PLAY(&board, 1, 6, {1, 2, 3, 4, 5, 6}, {1, 1, 1, 1, 1, 6});
    make(&board, &PLACES);
    assert_line(&board, 0, 1, 1, 11.0 / 5, 6.0 / 5, 1, 1);
    assert_line(&board, 5, 6, 6, 0, 0, 0, 1);
    end(&board);
    begin(&board);
    /* Twelve at one place, and the largest points there are: exact. */
    const struct season_points large = {12, {SEASON_POINT_MAX, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0}};
    PLAY(&board, 1, 12, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    make(&board, &large);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(board.lines.lines[i].place, 1);
        assert_int_equal(board.lines.lines[i].points, (int64_t)(SEASON_POINT_MAX + 10) * (WIN_UNIT / 12));
    }
    end(&board);
}

static void guests_solo_and_games_without_a_result(void **unused)
{
    (void)unused;
    struct board board;
    begin(&board);
    PLAY(&board, 1, 3, {1, 0, 0}, {3, 1, 2}); /* two guests before somebody */
    PLAY(&board, 2, 1, {2}, {1});             /* solo: not even played */
    PLAY(&board, 3, 2, {1, 3}, {0, 0});       /* nobody has a rank */
    PLAY(&board, 4, 2, {1, 3}, {2, 2});       /* nobody has won */
    make(&board, &PLACES);
    assert_int_equal(board.lines.games, 3);
    assert_int_equal(board.lines.count, 2);
    assert_line(&board, 0, 1, 1, 2, 0, 0, 3);
    assert_line(&board, 1, 3, 2, 0, 0, 0, 2);
    end(&board);
    begin(&board);
    PLAY(&board, 1, 3, {1, 2, 3}, {1, 0, 2}); /* one without a rank takes no place */
    make(&board, &PLACES);
    assert_line(&board, 0, 1, 1, 5, 3, 1, 1);
    assert_line(&board, 1, 3, 2, 3, 0, 0, 1);
    assert_line(&board, 2, 2, 3, 0, 0, 0, 1);
    end(&board);
    begin(&board);
    make(&board, &PLACES);
    assert_int_equal(board.lines.count, 0);
    end(&board);
}

static void two_who_are_level_are_parted_by_their_games(void **unused)
{
    (void)unused;
    struct board board;
    begin(&board);
    PLAY(&board, 1, 2, {1, 2}, {2, 1});
    PLAY(&board, 2, 2, {1, 3}, {1, 2});
    PLAY(&board, 3, 2, {2, 3}, {2, 1});
    make(&board, &WIN); /* all three have won once: a circle, and no two of them */
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(board.lines.lines[i].place, 1);
    }
    PLAY(&board, 4, 2, {3, 4}, {1, 2});
    make(&board, &WIN); /* now 1 and 2 alone are level, and 2 has beaten 1 */
    assert_line(&board, 0, 3, 1, 4, 4, 2, 3);
    assert_line(&board, 1, 2, 2, 2, 2, 1, 2);
    assert_line(&board, 2, 1, 3, 2, 2, 1, 2);
    assert_line(&board, 3, 4, 4, 0, 0, 0, 1);
    PLAY(&board, 5, 3, {1, 2, 5}, {2, 3, 1}); /* and 1 has finished before 2: level again */
    make(&board, &WIN);
    assert_line(&board, 0, 3, 1, 4, 4, 2, 3);
    assert_line(&board, 1, 5, 2, 3, 3, 1, 1);
    assert_line(&board, 2, 1, 3, 2, 2, 1, 3);
    assert_line(&board, 3, 2, 3, 2, 2, 1, 3);
    assert_line(&board, 4, 4, 5, 0, 0, 0, 1);
    end(&board);
}

static void memory_that_is_refused_is_given_back(void **unused)
{
    (void)unused;
    for (long n = 1;; n++) {
        struct board board;
        struct error error = {.message = NULL};
        begin(&board);
        PLAY(&board, 1, 3, {1, 2, 3}, {1, 2, 3});
        failing_alloc_arm(&board.memory, n);
        enum err err = season_board_of(&board.games, &PLACES, &board.lines, &error);
        bool fired = board.memory.fired;
        assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
        end(&board);
        if (!fired) {
            break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_by_place_and_win_points),
        cmocka_unit_test(tied_places_share_the_mean),
        cmocka_unit_test(guests_solo_and_games_without_a_result),
        cmocka_unit_test(two_who_are_level_are_parted_by_their_games),
        cmocka_unit_test(memory_that_is_refused_is_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
