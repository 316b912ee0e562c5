"""Card figures of Ecos from the text of records, for tests only: the second referee (ecos_referee.py) plays them, and every figure is a
sum over what it saw. Shares nothing with src."""
import functools
import hashlib
import json
import pathlib
from fractions import Fraction

import intervals
from ecos_game import Game
from ecos_record import read_record
from foret_figures import figure

CARDS, TIMES = 105, 6


class Watched(Game):
    """Notes every activation: seat, card, round, cubes on it."""

    def __init__(self, catalogue, header):
        self.seen = []
        super().__init__(catalogue, header)

    def resolve(self, seat, number):
        self.seen.append((seat, number, self.round + 1, sum(self.players[seat].active[number].cubes.values())))
        yield from super().resolve(seat, number)


@functools.lru_cache(maxsize=None)
def catalogues():
    folder = pathlib.Path(__file__).parent.parent.parent / "catalogues" / "ecos"
    return {hashlib.sha256(p.read_bytes()).hexdigest(): json.loads(p.read_bytes()) for p in folder.glob("*.json")}


@functools.lru_cache(maxsize=None)
def play(text):
    header, lines = read_record(text)
    game = Watched(catalogues()[header["options"]["catalogue"].split("sha256:")[1]], header)
    for seat, said in lines:
        game.line(seat, said)
    return game


def card_figures(texts):
    """{number: {field: value}} over records of levels full and table."""
    rows = {card: [] for card in range(1, CARDS + 1)}  # game by game: one list of (win, points, activations, cubes, first) a seat
    wins = []
    for text in texts:
        game = play(text)
        best = max(p.points for p in game.players.values())
        winners = sum(p.points == best for p in game.players.values())
        win = {s: Fraction(len(game.seats), winners) if p.points == best else Fraction(0) for s, p in game.players.items()}
        wins.append(win)
        for card in rows:
            held = {}
            for seat, player in game.players.items():
                used = [(rnd, cubes) for s, c, rnd, cubes in game.seen if (s, c) == (seat, card)]
                if used or card in player.active:
                    held[seat] = (win[seat], player.used.get(card, [0, 0])[1], len(used), sum(c for _, c in used),
                                  min((r for r, _ in used), default=None))
            rows[card].append(held)
    return {card: figures(games, wins) for card, games in rows.items()}


def figures(games, wins):
    seats = [held for game in games for held in game.values()]
    tables = [len(win) for win in wins]
    total = lambda game, field: sum(held[field] for held in game.values())
    out = {"games": sum(bool(g) for g in games), "seats": len(seats), "copies": len(seats), "plays": len(seats),
           "points": sum(h[1] for h in seats), "activations": sum(h[2] for h in seats), "cubes": sum(h[3] for h in seats),
           "iwt": None, "cells": None, "neighbours": None}
    out |= dict.fromkeys(["seen", "seen_hands", "taken", "pick_rate", "pick_rate_lo", "pick_rate_hi", "iwt_took", "iwt_left"])
    for name in ("mpc", "taken_rate", "ata", "alsa"):
        out |= figure(name, intervals.NOTHING)
    out |= figure("ppc", intervals.ratio([(total(g, 1), len(g)) for g in games]))
    out |= figure("zero_rate", intervals.rate([(sum(h[1] == 0 for h in g.values()), len(g)) for g in games]))
    out |= figure("ppa", intervals.ratio([(total(g, 1), total(g, 2)) for g in games]))
    out |= figure("cubes_per_point", intervals.ratio([(total(g, 3), total(g, 1)) for g in games if total(g, 2) > 0], idle=True))
    firsts = [[h[4] for h in g.values() if h[4]] for g in games]
    out |= figure("first_round", intervals.ratio([(sum(f), len(f)) for f in firsts]))
    out |= figure("wp_with", intervals.wins([(n, len(g), total(g, 0)) for n, g in zip(tables, games)]))
    out |= figure("wp_without", intervals.wins(
        [(len(win), len(win) - len(g), sum(w for s, w in win.items() if s not in g)) for g, win in zip(games, wins)]))
    out["wp_times"] = []
    for times in range(TIMES):
        chosen = [[h[0] for h in g.values() if min(h[2], TIMES - 1) == times] for g in games]
        out["wp_times"].append({"times": times, "seats": sum(map(len, chosen))}
                               | figure("win_points", intervals.wins([(n, len(c), sum(c)) for n, c in zip(tables, chosen)])))
    return out
