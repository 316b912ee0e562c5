/*
 * The board of a season: what the games of its days earn each person.
 *
 * Points are win points (win_points.h), or points by place: place p earns the
 * p-th number of a list and nothing beyond it, and those who share a place have
 * the mean of the points of the places that they cover. Both are counted in
 * units of 1/WIN_UNIT, in which every mean over up to twelve is whole: sums are
 * exact, and the same whatever the order of the games.
 *
 * Solo games are not looked at. A game in which nobody has win points (no
 * result, no winner, all played together) counts as played and earns nothing.
 * A guest, whose person is 0, takes a place and has no line.
 *
 * The order is that of points, then of win points; exactly two who are level in
 * both are parted by who finished before the other more often in games of the
 * season; otherwise they share a place.
 */
#ifndef STATS_SEASON_H
#define STATS_SEASON_H

#include "base/alloc.h"
#include "base/error.h"

enum { SEASON_PLACES = 12, SEASON_POINT_MAX = 999999 };

struct season_points {
    unsigned count; /* 0: win points */
    int32_t place[SEASON_PLACES];
};

/* A seat of a finished game of the season. */
struct season_seat {
    int64_t game;
    int64_t person; /* 0: a guest */
    int64_t rank;   /* 0: none */
    int64_t win;    /* win points in units */
    bool has_win;
};

/* Seats gathered; a game's seats follow each other. */
struct season_games {
    const struct allocator *allocator;
    struct season_seat *seats;
    size_t count;
    size_t room;
};

void season_games_init(struct season_games *games, const struct allocator *allocator);
ERR_CHECK enum err season_games_add(struct season_games *games, const struct season_seat *seat, struct error *error);
void season_games_release(struct season_games *games);

struct season_line {
    int64_t person;
    int64_t place; /* from 1; shared places are equal, and the next one counts all before it */
    int64_t points;
    int64_t win;
    int64_t wins; /* alone or shared */
    int64_t games;
};

/* Lines by place, within a place by person; the caller frees them with the allocator of `games`. */
struct season_board_lines {
    struct season_line *lines;
    size_t count;
    int64_t games; /* that were looked at */
};
ERR_CHECK enum err season_board_of(const struct season_games *games, const struct season_points *points,
                                   struct season_board_lines *out, struct error *error);

#endif
