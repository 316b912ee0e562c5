"""Seats of finished games, chosen in plain SQL over the exported CSV, and what they add up to: shared by the checks of boards and pages."""
import functools
from collections import defaultdict
from fractions import Fraction

import bt_map
import intervals
from foret_figures import figure

SEATS = """
WITH winners AS (SELECT id, count(*) AS w FROM seat WHERE rank = 1 GROUP BY id)
SELECT player, id, total, seats, seats > 1 AND rank = 1, coalesce(w, 1) FROM seat LEFT JOIN winners USING (id) WHERE {where}"""


class Seat:
    """One player's seat in one game."""

    def __init__(self, player, game, total, seats, won, winners):
        self.player, self.game, self.total, self.seats, self.won = player, game, total, seats, won
        self.win = Fraction(seats * won, winners)


def seats_of(db, where, solo=False):
    return [Seat(*row) for row in db.execute(SEATS.format(where=where + ("" if solo else " AND seats > 1")))]


def by(seats, key):
    groups = defaultdict(list)
    for seat in seats:
        groups[key(seat)].append(seat)
    return groups


def results(seats):
    """games, wins and win points of one player's seats."""
    return {"games": len(seats), "wins": sum(s.won for s in seats)} | figure(
        "win_points", intervals.wins([(s.seats, 1, s.win) for s in seats if s.seats > 1]))


def mean_score(player, everybody, known):
    """The mean score of a player among the seats of everybody, where one title is asked for."""
    scores = {p: [s.total for s in seats] for p, seats in by(everybody, lambda s: s.player).items()}
    return figure("mean_score", intervals.mean(scores.get(player, []), list(scores.values())) if known else intervals.NOTHING)


def board(seats, title):
    """Everybody's row; `title`: the seats are of one game."""
    return {player: results(mine) | mean_score(player, seats, title) | {"best_score": max(s.total for s in mine) if title else None}
            for player, mine in by(seats, lambda s: s.player).items()}


def pairs_of(db, where):
    """What pairs won of each other in the games that were chosen."""
    games = defaultdict(dict)
    for i, player, rank in db.execute(f"SELECT id, player, rank FROM seat AS a WHERE a.seats > 1 AND a.{where}"):
        games[i][player] = rank
    return bt_map.pairs(games.values())


@functools.cache
def fit(db, where):
    """bt-map/2 of the games that were chosen."""
    return bt_map.fit(pairs_of(db, where))


def undated(db, where, solo=False):
    """How many games of those chosen have no day."""
    return db.execute(f"SELECT count(DISTINCT id) FROM seat WHERE day = '' AND {where}" + ("" if solo else " AND seats > 1")).fetchone()[0]
