#!/usr/bin/env python3
"""The tables of the house set in docs/ecos.md: simulated games of three greedy players, card by card.
usage: ecos_cards DENDRO GAMES FIRST_SEED     one game a seed; tuning has looked at seeds below 110000"""
import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

DENDRO, GAMES, FIRST = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def run(*words, text=None):
    return subprocess.run([DENDRO, *words], input=text, capture_output=True, text=True, check=True).stdout


def game(seed):
    record = run("simulate", "--game", "ecos", "--seats", "3", "--level", "full", "--seed", str(seed))
    decks = [line.split()[2:] for line in record.splitlines() if line.startswith("*: deck ")]
    return json.loads(run("replay", "--json", "-", text=record)), {int(seat): deck for seat, deck in decks}


def main():
    plays, uses, points, wins, rounds, plies, margins = Counter(), Counter(), Counter(), Counter(), [], [], []
    dealt, won = Counter(), Counter()
    with ThreadPoolExecutor(2) as pool:
        shown = list(pool.map(game, range(FIRST, FIRST + GAMES)))
    for position, decks in shown:
        state, winners = position["state"], position["score"]["winners"]
        rounds.append(state["round"])
        plies.append(position["plies"])
        totals = sorted(p["points"] for p in state["players"])
        margins.append(totals[-1] - totals[-2])
        for player in state["players"]:
            used = {u["card"]: u for u in player["used"]}
            dealt[decks[player["seat"]]] += 1
            won[decks[player["seat"]]] += (player["seat"] in winners) / len(winners)
            for card in {*used, *(a["card"] for a in player["active"])}:
                plays[card] += 1
                uses[card] += used.get(card, {"times": 0})["times"]
                points[card] += used.get(card, {"points": 0})["points"]
                wins[card] += (player["seat"] in winners) / len(winners)
    rounds.sort()
    print(f"{GAMES} games, seeds {FIRST} to {FIRST + GAMES - 1}: {rounds[GAMES // 2]} rounds in the middle ({rounds[0]} to {rounds[-1]}, "
          f"nine of ten between {rounds[GAMES // 20]} and {rounds[-1 - GAMES // 20]}), {sum(plies) // GAMES} plies, "
          f"the winner ahead by {sum(margins) / GAMES:.1f} points\n")
    cards = {c["number"]: c for c in json.loads(open(sys.path[0] + "/../catalogues/ecos/house.json", encoding="utf-8").read())["cards"]}
    print("| card | back | plays | points a use | uses a play | points a play | wins when played |\n|---|---|---|---|---|---|---|")
    for number, card in sorted(cards.items()):
        n, used = plays[number], uses[number]
        print(f"| {number} {card['name']['en']} | {card['back']} | {n} | {points[number] / max(used, 1):.1f} | {used / max(n, 1):.1f} | "
              f"{points[number] / max(n, 1):.1f} | {100 * wins[number] / max(n, 1):.0f} ± {100 / max(n, 1) ** 0.5:.0f} % |")
    print("\n| deck | games | wins |\n|---|---|---|")
    for deck, n in sorted(dealt.items()):
        print(f"| {deck} | {n} | {100 * won[deck] / n:.0f} ± {100 / n ** 0.5:.0f} % |")


if __name__ == "__main__":
    main()
