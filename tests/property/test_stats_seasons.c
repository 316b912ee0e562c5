/*
 * Boards of random games against a second computation, which deals the places
 * of each game out one by one and counts in 64-bit fractions of its own; and
 * what holds for any board: the order of the games changes nothing, a game
 * deals out just what its places are worth.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "stats/season.h"
#include "stats/win_points.h"
#include "support/failing_alloc.h"
#include "support/scene.h"
#include "support/text.h"

#include <stdlib.h>

enum { PEOPLE = 9, GAMES = 24, SEATS = 12 };

struct played {
    unsigned seats;
    int64_t person[SEATS];
    int64_t rank[SEATS];
    bool decided;
};

struct random_season {
    struct played game[GAMES];
    unsigned games;
    struct season_points points;
};

static void shuffle(struct prng *prng, int64_t *items, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned k = prng_below(prng, i);
        int64_t item = items[i - 1];
        items[i - 1] = items[k];
        items[k] = item;
    }
}

static void invent_game(struct prng *prng, struct played *game)
{
    int64_t people[PEOPLE + 3];
    for (int i = 0; i < PEOPLE + 3; i++) {
        people[i] = i < PEOPLE ? 100 + i : 0; /* up to three guests */
    }
    shuffle(prng, people, PEOPLE + 3);
    game->seats = 1 + prng_below(prng, PEOPLE + 3);
    game->decided = prng_below(prng, 8) != 0;
    unsigned rank = 1;
    for (unsigned i = 0; i < game->seats; i++) {
        game->person[i] = people[i];
        rank = i > 0 && prng_below(prng, 3) == 0 ? rank : i + 1; /* ties share the rank of the first of them */
        game->rank[i] = game->decided ? rank : 0;
    }
}

static void invent(struct prng *prng, struct random_season *season)
{
    season->games = prng_below(prng, GAMES + 1);
    for (unsigned g = 0; g < season->games; g++) {
        invent_game(prng, &season->game[g]);
    }
    season->points.count = prng_below(prng, SEASON_PLACES + 1);
    int32_t most = 1 + (int32_t)prng_below(prng, SEASON_POINT_MAX);
    for (unsigned i = 0; i < season->points.count; i++) {
        most = (int32_t)prng_below(prng, (uint32_t)most + 1);
        season->points.place[i] = most;
    }
}

static unsigned winners_of(const struct played *game)
{
    unsigned winners = 0;
    for (unsigned i = 0; i < game->seats; i++) {
        winners += game->rank[i] == 1;
    }
    return winners;
}

static void gather(const struct random_season *season, const unsigned *order, struct season_games *games)
{
    struct error error = {.message = NULL};
    for (unsigned k = 0; k < season->games; k++) {
        const struct played *game = &season->game[order[k]];
        for (unsigned i = 0; i < game->seats; i++) {
            struct season_seat seat = {.game = order[k] + 1, .person = game->person[i], .rank = game->rank[i]};
            seat.has_win = game->decided && game->seats > 1;
            seat.win = seat.has_win && seat.rank == 1 ? win_share(game->seats, winners_of(game)) : 0;
            MUST(season_games_add(games, &seat, &error));
        }
    }
}

/* ---- a second time ---- */

/* Points of one seat, in units: places are dealt out in order, and each rank pools what its places had. */
static int64_t dealt(const struct played *game, const struct season_points *points, unsigned seat)
{
    int64_t pool = 0;
    int64_t sharers = 0;
    for (unsigned place = 0; place < game->seats; place++) { /* seats are in the order of their ranks */
        if (game->rank[place] == game->rank[seat]) {
            pool += place < points->count ? points->place[place] : 0;
            sharers++;
        }
    }
    assert_int_equal(pool * WIN_UNIT % sharers, 0);
    return pool * WIN_UNIT / sharers;
}

static struct season_line count_again(const struct random_season *season, int64_t person)
{
    struct season_line line = {.person = person};
    for (unsigned g = 0; g < season->games; g++) {
        const struct played *game = &season->game[g];
        for (unsigned i = 0; game->seats > 1 && i < game->seats; i++) {
            if (game->person[i] != person) {
                continue;
            }
            line.games++;
            bool won = game->decided && game->rank[i] == 1;
            int64_t win = won ? (int64_t)WIN_UNIT * game->seats / winners_of(game) : 0;
            line.wins += won;
            line.win += win;
            line.points += !game->decided ? 0 : season->points.count > 0 ? dealt(game, &season->points, i) : win;
        }
    }
    return line;
}

static int64_t before(const struct random_season *season, int64_t a, int64_t b)
{
    int64_t times = 0;
    for (unsigned g = 0; g < season->games; g++) {
        const struct played *game = &season->game[g];
        int at[2] = {-1, -1};
        for (unsigned i = 0; i < game->seats; i++) {
            at[0] = game->person[i] == a ? (int)i : at[0];
            at[1] = game->person[i] == b ? (int)i : at[1];
        }
        times += game->decided && at[0] >= 0 && at[1] >= 0 && game->rank[at[0]] < game->rank[at[1]];
    }
    return times;
}

static bool level(const struct season_line *a, const struct season_line *b)
{
    return a->points == b->points && a->win == b->win;
}

/* The place that the rules give: one behind everybody who is better. */
static int64_t place_again(const struct random_season *season, const struct season_line *lines, size_t count, size_t of)
{
    int64_t place = 1;
    size_t others = 0;
    size_t other = 0;
    for (size_t i = 0; i < count; i++) {
        bool better =
            lines[i].points > lines[of].points || (lines[i].points == lines[of].points && lines[i].win > lines[of].win);
        place += better;
        if (i != of && level(&lines[i], &lines[of])) {
            others++;
            other = i;
        }
    }
    bool loses = others == 1 && before(season, lines[other].person, lines[of].person) >
                                    before(season, lines[of].person, lines[other].person);
    return place + loses;
}

static void check(const struct random_season *season, const struct season_board_lines *board)
{
    struct season_line again[PEOPLE];
    size_t count = 0;
    for (int64_t person = 100; person < 100 + PEOPLE; person++) {
        struct season_line line = count_again(season, person);
        if (line.games > 0) {
            again[count++] = line;
        }
    }
    assert_int_equal(board->count, count);
    for (size_t i = 0; i < count; i++) {
        again[i].place = place_again(season, again, count, i);
        const struct season_line *found = NULL;
        for (size_t k = 0; k < count; k++) {
            found = board->lines[k].person == again[i].person ? &board->lines[k] : found;
        }
        assert_non_null(found);
        assert_memory_equal(found, &again[i], sizeof(again[i]));
    }
    for (size_t i = 1; i < count; i++) {
        assert_true(board->lines[i - 1].place <= board->lines[i].place);
    }
}

static void boards_are_what_their_games_add_up_to(void **unused)
{
    (void)unused;
    for (unsigned n = 0; n < test_cases(3000); n++) {
        struct error error = {.message = NULL};
        struct failing_alloc memory;
        struct random_season season;
        struct season_games games;
        struct season_board_lines boards[2];
        struct prng prng;
        unsigned order[GAMES];
        prng_seed(&prng, 7700 + n);
        invent(&prng, &season);
        failing_alloc_init(&memory);
        for (int turn = 0; turn < 2; turn++) {
            for (unsigned i = 0; i < season.games; i++) {
                order[i] = turn == 0 ? i : season.games - 1 - i;
            }
            season_games_init(&games, &memory.allocator);
            gather(&season, order, &games);
            MUST(season_board_of(&games, &season.points, &boards[turn], &error));
            season_games_release(&games);
        }
        check(&season, &boards[0]);
        assert_int_equal(boards[0].count, boards[1].count);
        assert_int_equal(boards[0].games, boards[1].games);
        assert_memory_equal(boards[0].lines, boards[1].lines, boards[0].count * sizeof(boards[0].lines[0]));
        mem_free(&memory.allocator, boards[0].lines);
        mem_free(&memory.allocator, boards[1].lines);
        assert_int_equal(memory.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(boards_are_what_their_games_add_up_to)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
