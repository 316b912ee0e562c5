/* Games into lines, lines into an order. */
#include "stats/season.h"

#include "stats/win_points.h"

#include <stdlib.h>

#include "base/banned.h"

void season_games_init(struct season_games *games, const struct allocator *allocator)
{
    *games = (struct season_games){.allocator = allocator};
}

void season_games_release(struct season_games *games)
{
    mem_free(games->allocator, games->seats);
    *games = (struct season_games){.allocator = games->allocator};
}

enum err season_games_add(struct season_games *games, const struct season_seat *seat, struct error *error)
{
    if (games->count == games->room) {
        size_t room = games->room ? games->room * 2 : 256;
        struct season_seat *seats = mem_new(games->allocator, room, sizeof(*seats));
        if (!seats) {
            return error_raise(error, &MSG_MEMORY);
        }
        if (games->count > 0) {
            memcpy(seats, games->seats, games->count * sizeof(*seats));
        }
        mem_free(games->allocator, games->seats);
        games->seats = seats;
        games->room = room;
    }
    games->seats[games->count++] = *seat;
    return ERR_OK;
}

/* ---- one game ---- */

/* The end of the game whose seats begin at `from`. */
static size_t game_end(const struct season_games *games, size_t from)
{
    size_t end = from;
    while (end < games->count && games->seats[end].game == games->seats[from].game) {
        end++;
    }
    return end;
}

/* Somebody has won, or could have. */
static bool is_decided(const struct season_seat *seats, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (seats[i].has_win) {
            return true;
        }
    }
    return false;
}

/* What the seat's place earns: the mean over the places that those of its rank cover. */
static int64_t place_points(const struct season_seat *seats, size_t count, size_t seat,
                            const struct season_points *points)
{
    size_t before = 0;
    size_t level = 0;
    int64_t sum = 0;
    if (seats[seat].rank <= 0) {
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        before += seats[i].rank > 0 && seats[i].rank < seats[seat].rank;
        level += seats[i].rank == seats[seat].rank;
    }
    for (size_t p = before; p < before + level && p < points->count; p++) {
        sum += points->place[p];
    }
    return sum * WIN_UNIT / (int64_t)level;
}

/* ---- lines ---- */

static int by_person(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a; /* of a line, the first member */
    int64_t two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

static struct season_line *line_of(const struct season_board_lines *board, int64_t person)
{
    return bsearch(&person, board->lines, board->count, sizeof(board->lines[0]), by_person);
}

/* One empty line for each person, in their order. */
static enum err make_lines(const struct season_games *games, struct season_board_lines *out, struct error *error)
{
    int64_t *people = mem_new(games->allocator, games->count + 1, sizeof(*people));
    size_t count = 0;
    size_t kept = 0;
    if (!people) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t from = 0; from < games->count;) {
        size_t end = game_end(games, from);
        for (size_t i = from; end - from > 1 && i < end; i++) {
            people[count] = games->seats[i].person;
            count += games->seats[i].person != 0;
        }
        from = end;
    }
    qsort(people, count, sizeof(*people), by_person);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || people[kept - 1] != people[i]) {
            people[kept++] = people[i];
        }
    }
    out->lines = mem_new(games->allocator, kept + 1, sizeof(*out->lines));
    for (size_t i = 0; out->lines && i < kept; i++) {
        out->lines[out->count++] = (struct season_line){.person = people[i]};
    }
    mem_free(games->allocator, people);
    return out->lines ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static void add_game(const struct season_seat *seats, size_t count, const struct season_points *points,
                     const struct season_board_lines *out)
{
    bool decided = is_decided(seats, count);
    for (size_t i = 0; i < count; i++) {
        struct season_line *line = seats[i].person != 0 ? line_of(out, seats[i].person) : NULL;
        if (!line) {
            continue;
        }
        line->games++;
        if (!decided) {
            continue;
        }
        int64_t win = seats[i].has_win ? seats[i].win : 0;
        line->win += win;
        line->wins += win > 0;
        line->points += points->count > 0 ? place_points(seats, count, i, points) : win;
    }
}

/* ---- the order ---- */

static int by_points(const void *a, const void *b)
{
    const struct season_line *one = a;
    const struct season_line *two = b;
    if (one->points != two->points) {
        return one->points > two->points ? -1 : 1;
    }
    if (one->win != two->win) {
        return one->win > two->win ? -1 : 1;
    }
    return by_person(a, b);
}

/* How much more often a finished before b than b before a. */
static int64_t head_to_head(const struct season_games *games, int64_t a, int64_t b)
{
    int64_t more = 0;
    for (size_t from = 0; from < games->count;) {
        size_t end = game_end(games, from);
        int64_t first = 0;
        int64_t second = 0;
        for (size_t i = from; i < end; i++) {
            first = games->seats[i].person == a ? games->seats[i].rank : first;
            second = games->seats[i].person == b ? games->seats[i].rank : second;
        }
        if (first > 0 && second > 0 && is_decided(games->seats + from, end - from)) {
            more += (first < second) - (second < first);
        }
        from = end;
    }
    return more;
}

/* Two who are level in everything else, the first of whom has this place. */
static void part_two(const struct season_games *games, struct season_line *two, int64_t place)
{
    int64_t more = head_to_head(games, two[0].person, two[1].person);
    if (more < 0) {
        struct season_line other = two[0];
        two[0] = two[1];
        two[1] = other;
    }
    two[0].place = place;
    two[1].place = more == 0 ? place : place + 1;
}

static void set_places(const struct season_games *games, const struct season_board_lines *out)
{
    for (size_t from = 0; from < out->count;) {
        struct season_line *first = &out->lines[from];
        size_t level = 1;
        while (from + level < out->count && first[level].points == first->points && first[level].win == first->win) {
            level++;
        }
        for (size_t i = 0; i < level; i++) {
            first[i].place = (int64_t)from + 1;
        }
        if (level == 2) {
            part_two(games, first, (int64_t)from + 1);
        }
        from += level;
    }
}

enum err season_board_of(const struct season_games *games, const struct season_points *points,
                         struct season_board_lines *out, struct error *error)
{
    *out = (struct season_board_lines){.lines = NULL};
    enum err err = make_lines(games, out, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t from = 0; from < games->count;) {
        size_t end = game_end(games, from);
        if (end - from > 1) {
            add_game(games->seats + from, end - from, points, out);
            out->games++;
        }
        from = end;
    }
    qsort(out->lines, out->count, sizeof(*out->lines), by_points);
    set_places(games, out);
    return ERR_OK;
}
