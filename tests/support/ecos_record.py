"""Records and catalogues as the slow referee of Ecos (ecos_referee.py) reads and plays them."""
import hashlib
import json

from ecos_game import Game
from ecos_short import Foul


def read_catalogues(paths):
    """{hash: document}"""
    found = {}
    for path in paths:
        with open(path, "rb") as file:
            text = file.read()
        found[hashlib.sha256(text).hexdigest()] = json.loads(text)
    return found


def read_record(text):
    header, lines = {"seats": 0, "options": {}, "rules": 2}, []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0][:-1] in ("1", "2", "3", "4", "5", "6", "*") and words[0].endswith(":"):
            lines.append((words[0][:-1], " ".join(words[1:])))
        elif words[0] == "seat":
            header["seats"] += 1
        elif words[0] == "option":
            header["options"][words[1]] = " ".join(words[2:])
        elif words[0] == "rules":
            header["rules"] = int(words[1])
        elif words[0] == "x-mess":
            header["mess"] = True
        elif words[0] == "=":
            header["totals"] = [int(w) for w in words[1:]]
        elif words[0] == "level":
            header["level"] = words[1]
    return header, lines


def start(catalogues, header):
    return Game(catalogues[header["options"]["catalogue"].split("sha256:")[1]], header)


def heard(game, seat, text):
    """The game after one more line, and the foul or None. A foul leaves no trace: what a line did before it is undone by playing again."""
    try:
        game.line(seat, text)
        game.stood.append((seat, text))
        return game, None
    except Foul as foul:
        return game if foul.clean else again(game), foul


def again(game):
    """The game from its start, with the lines that stand."""
    fresh = Game(game.cat, game.header)
    for line in game.stood:
        fresh.line(*line)
    fresh.stood = game.stood
    return fresh
