#!/usr/bin/env python3
"""The tables of the house set in docs/biotopes.md: simulated games of three greedy players, card by card.
usage: biotopes_cards DENDRO GAMES FIRST_SEED     GAMES of Discovery for the species, as many of Initiate for the advanced
biotopes, which the player chooses at random; 20 games a seed; tuning has looked at seeds below 3000000"""
import json
import random
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from ecos_cards import FIRST, GAMES, run

A_SEED, SPLITS = 20, 200
DECKS = ["herbivore", "insectivore", "carnivore"]
HOUSE = json.load(open(sys.path[0] + "/../catalogues/biotopes/house.json", encoding="utf-8"))
SPECIES = {s["id"]: s for s in HOUSE["species"]}
ADVANCED = {b["biotope"] + "-" + b["milieu"]: b for b in HOUSE["biotopes"]}


class Seat:
    """What a sheet says of one player."""

    def __init__(self):
        self.rows, self.cubes, self.land, self.cards, self.adapted, self.won = [], {}, {}, [], set(), 0

    def measure(self, card, effect):
        each, of = effect.get("each"), effect.get("of")
        if each == "token":
            return self.land[of]
        if each == "cube":
            mine = [card] if card in SPECIES else [s for s in self.cubes if SPECIES[s]["biotope"] == ADVANCED[card]["biotope"]]
            return sum(self.cubes[s] for s in mine)
        return sum(SPECIES[s][each] == of for s in self.cubes) if each else 1

    def bonus(self, card):
        effect = (SPECIES.get(card) or ADVANCED[card])["effect"]
        return effect["points"] * (self.measure(card, effect) // effect.get("per", 1)) if effect["when"] == "end" else 0

    def points(self, card, conditions):
        """As the statistics credit them: of a species, or the bonus of an advanced biotope."""
        if card in ADVANCED:
            return self.bonus(card)
        one, full = SPECIES[card], min(map(len, self.rows))
        column = next(row.index(card) for row in self.rows if card in row)
        return (2 * (one["biotope"] == conditions[1]) + 2 * (one["type"] == conditions[2]) + self.bonus(card) + DECKS.index(one["deck"])
                + self.cubes[card] * (one["type"] == conditions[3]) + (column + 1) / 2 * (column < full))


def read_sheet(text):
    seats = [Seat() for _ in range(3)]
    for seat, words in ((int(n) - 1, rest.split()) for n, rest in re.findall(r"^(\d): (.*)$", text, re.M)):
        if words[0] == "row":
            seats[seat].rows.append(words[2::2])
            seats[seat].cubes.update(zip(words[2::2], map(int, words[3::2])))
        elif words[0] == "land":
            seats[seat].land = dict(zip(words[1:9:2], map(int, words[2:9:2])))
        elif words[0] == "biotope":
            seats[seat].cards.append("-".join(words[1:]))
    totals = list(map(int, re.search(r"^= (.*)$", text, re.M)[1].split()))
    carnivores = [sum(SPECIES[s]["deck"] == "carnivore" for s in seat.cubes) for seat in seats]
    ranks = list(zip(totals, carnivores))
    for seat, rank in zip(seats, ranks):
        seat.won = (rank == max(ranks)) / ranks.count(max(ranks))
    return seats, sorted(totals), re.search(r"conditions (.*)$", text, re.M)[1].split()


def games(variant, seed):
    def simulate(level):
        text = run("simulate", "--game", "biotopes", "--variant", variant, "--seats", "3", "--level", level, "--seed", str(seed), "--games", str(A_SEED))
        return [game for game in re.split(r"^dendro 1$", text, flags=re.M) if game.strip()]
    shown = [read_sheet(text) for text in simulate("sheet")]
    if variant == "discovery":
        for (seats, _, _), record in zip(shown, simulate("table")):
            for seat, card in re.findall(r"^(\d): adapt (\S+)", record, re.M):
                seats[int(seat) - 1].adapted.add(card)
    return shown


def play(variant):
    with ThreadPoolExecutor(2) as pool:
        return [g for some in pool.map(lambda seed: games(variant, seed), range(FIRST, FIRST + GAMES // A_SEED)) for g in some]


def tell_games(variant, shown):
    totals = sorted(t for _, all_, _ in shown for t in all_)
    margin = sum(all_[-1] - all_[-2] for _, all_, _ in shown) / len(shown)
    print(f"{variant}: {len(shown)} games, seeds {FIRST} to {FIRST + GAMES // A_SEED - 1}: totals {sum(totals) / len(totals):.1f} on average, nine of ten between "
          f"{totals[len(totals) // 20]} and {totals[-1 - len(totals) // 20]}, at most {totals[-1]}; the winner ahead by {margin:.1f}\n")


def tell_cards(shown, cards, held, adapted, show):
    n, won, points = Counter(), Counter(), Counter()
    for seats, _, conditions in shown:
        for seat in seats:
            for card in held(seat):
                n[card] += 1
                won[card] += seat.won
                points[card] += seat.points(card, conditions)
    for card in cards:
        many = max(n[card], 1)
        print(f"| {card} | {show(card)} | {f'{adapted[card]} | ' if adapted else ''}{n[card]} | {points[card] / many:.1f} | "
              f"{100 * won[card] / many:.0f} ± {100 / many ** 0.5:.0f} % |")


def tell_halves(shown):
    """Seats that have more species of one half of the cards in play than of the other, for halves taken at random."""
    chance, apart = random.Random(FIRST), []
    for _ in range(SPLITS):
        half = set(chance.sample(sorted(SPECIES), len(SPECIES) // 2))
        n, won = Counter(), Counter()
        for seats, _, _ in shown:
            for seat in seats:
                more = 2 * len(half & set(seat.cubes)) - len(seat.cubes)
                side = (more > 0) - (more < 0)
                n[side] += 1
                won[side] += seat.won
        apart.append(abs(100 * won[1] / n[1] - 100 * won[-1] / n[-1]))
    apart.sort()
    print(f"\n{SPLITS} random halves: seats with more of one half win {apart[SPLITS // 2]:.1f} % more or less often than those with more of the other in the middle, "
          f"{apart[-1 - SPLITS // 20]:.1f} % for one in twenty, {apart[-1]:.1f} % at most")


def effect_of(card):
    effect = dict((SPECIES.get(card) or ADVANCED[card])["effect"])
    return " ".join(str(v) for v in effect.values())


def main():
    shown = play("discovery")
    tell_games("Discovery", shown)
    adapted = Counter(card for seats, _, _ in shown for seat in seats for card in seat.adapted)
    print("| species | deck | effect | adapted | left at the end | points | wins |\n|---|---|---|---|---|---|---|")
    tell_cards(shown, SPECIES, lambda seat: seat.cubes, adapted, lambda card: f"{SPECIES[card]['deck']} | {effect_of(card)}")
    tell_halves(shown)
    shown = play("initiate")
    print()
    tell_games("Initiate", shown)
    print("| advanced biotope | effect | chosen | points | wins |\n|---|---|---|---|---|")
    tell_cards(shown, ADVANCED, lambda seat: seat.cards, None, effect_of)


if __name__ == "__main__":
    main()
