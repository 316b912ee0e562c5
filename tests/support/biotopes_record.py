"""Records of Biotopes as the slow referee (biotopes_referee.py) reads and plays them."""
from biotopes_game import Game
from biotopes_words import Foul

LABELS = ("1", "2", "3", "4", "5", "6", "*", "n", "a")


def read_record(text, first=1):
    """Headers, and (line number, seat, words) for each move; `first` is the number of the text's first line."""
    header, lines = {"seats": 0, "options": {}}, []
    for number, line in enumerate(text.splitlines(), first):
        label, colon, said = line.partition(":")
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if colon and label.strip() in LABELS:
            lines.append((number, label.strip(), said.strip()))
        elif words[0] == "seat":
            header["seats"] += 1
        elif words[0] == "option":
            header["options"][words[1]] = " ".join(words[2:])
        elif words[0] == "=":
            header["totals"] = [int(w) for w in words[1:]]
        elif words[0] == "x-mess":
            header["mess"] = " ".join(words[1:])
        elif words[0] in ("variant", "level", "digest"):
            header[words[0]] = words[1]
    return header, lines


def split_records(text):
    """(number of its first line, text) of each record of a file."""
    found, number = [], 1
    for line in text.splitlines(keepends=True):
        if line.strip() == "dendro 1":
            found.append([number, ""])
        if found:
            found[-1][1] += line
        number += 1
    return found


def start(catalogues, header):
    return Game(catalogues[header["options"]["catalogue"].split("sha256:")[1]], header)


def replay(catalogues, text, first=1):
    """The game after all lines that are legal, the number of the first line that is not, or None, and what is wrong with it."""
    header, lines = read_record(text, first)
    game = start(catalogues, header)
    for number, seat, said in lines:
        try:
            game.line(seat, said)
        except Foul as foul:
            return game, number, f"{seat}: {said}: {foul}"
    return game, None, None
