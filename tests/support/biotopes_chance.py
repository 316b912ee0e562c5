"""Records of Biotopes that the slow referee (biotopes_referee.py) plays by chance and by its own rules alone, for the engine to judge: with declared
effects too, which computer players do not declare.
usage: biotopes_chance.py LEVEL CATALOGUE.json... > records      with lines SEED GAMES VARIANT SEATS CATALOGUE [OPTION=VALUE]... from standard input"""
import random
import sys

from biotopes_catalogue import read_catalogues
from biotopes_land import BIOTOPES
from biotopes_record import start
from biotopes_score import End, score
from biotopes_words import CATEGORIES

WEIGHTS = {"pass": 0.25, "adapt": 4, "skip": 0.3, "done": 0.4, "effect": 0.1, "token": 0.3, "discard": 0.5, "waive": 0.5}
MOODS = [{}, {}, {"effect": 0.4}, {"effect": 0.02, "done": 0.05}, {"evolve": 3, "pass": 0.1}]


def header_text(variant, level, seats, options):
    return "\n".join(["dendro 1", "game biotopes", "rules 1", f"variant {variant}", f"level {level}", *(f"seat {i + 1} P{i + 1}" for i in range(seats)),
                      *(f"option {name} {value}" for name, value in options.items()), "", ""])


def verb_of(move):
    words = move.split()
    words = words[2:] if words[0] == "for" else words
    return "gain card" if words[:2] == ["gain", "card"] else words[0]


def pick(chance, game, weights):
    """A seat and a move, first by what it does, then which one."""
    by_verb, hint = {}, None
    if game.declaring and list(game.ask) == [game.declaring]:  # all that may be declared is too much to list each time
        verbs = ("gain", "gain", "shift", "recycle", "prey", "discard", "again", "waive", "token")
        hint = chance.choice(["", *(f"for {seat} " for seat in game.seats if seat != game.declaring)]) + chance.choice(verbs)
    for seat, moves in game.ask.items():
        for move in moves(hint):
            by_verb.setdefault(verb_of(move), []).append((seat, move))
    verbs = sorted(by_verb)
    verb = chance.choices(verbs, [weights.get(v, 1) for v in verbs])[0]
    return chance.choice(by_verb[verb])


def play(chance, game):
    lines, weights = [], {**WEIGHTS, **chance.choice(MOODS)}
    while not game.over:
        seat, move = pick(chance, game, weights)
        lines.append(f"{seat}: {move}")
        game.say(seat, move)
    return lines


def sheet_lines(chance, game):
    """The end of a game as a sheet: the seats in any order."""
    blocks, first = [], ["*: conditions " + " ".join(game.conditions)]
    for seat in game.seats:
        p, end = game.players[seat], End(game, seat)
        lines = [f"biotope {b} {card}" for b, card in p.biotopes.items() if card]
        lines += [" ".join(["row", b, *(f"{c} {p.on(c)}" for c in p.rows[b])]) for b in BIOTOPES]
        lines.append(" ".join(["land", *(f"{b} {n}" for b, n in end.tokens.items()), f"groups {end.groups}"]))
        chance.shuffle(lines)
        lines += [f"bonus {card} {n}" for card, n in p.bonus.items()] + (["done"] if game.declares else [])
        blocks.append([f"{seat}: {line}" for line in lines])
    chance.shuffle(blocks)
    return first + sum(blocks, [])


def total_lines(chance, game):
    lines, ranks = [], chance.random() < 0.5
    for seat, said in score(game).items():
        named = [c for c in CATEGORIES if chance.random() < 0.8]
        words = [f"{c} {said['categories'][c]}" for c in named] + [f"total {said['total']}"]
        lines.append(f"{seat}: " + ", ".join(words) + (f" rank {said['rank']}" if ranks else ""))
    chance.shuffle(lines)
    return lines


def main():
    catalogues = read_catalogues(sys.argv[2:])
    for line in sys.stdin:
        seed, games, variant, seats, name, *more = line.split()
        chance, level = random.Random(int(seed)), sys.argv[1]
        found = next(key for key, catalogue in catalogues.items() if catalogue.id == name)
        options = {"catalogue": f"{name} sha256:{found}", **dict(word.split("=") for word in more)}
        header = {"variant": variant, "seats": int(seats), "options": options, "level": level if level in ("full", "table") else "table"}
        for _ in range(int(games)):
            game = start(catalogues, header)
            lines = play(chance, game)
            lines = {"sheet": sheet_lines, "totals": total_lines}.get(level, lambda *_, said=lines: said)(chance, game)
            print(header_text(variant, level, int(seats), options) + "\n".join(lines))
            print("= " + " ".join(str(said["total"]) for said in score(game).values()) + "\n")


if __name__ == "__main__":
    main()
