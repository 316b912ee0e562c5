"""Records of Biotopes with one mistake each, for the slow referee (biotopes_referee.py) and the engine to find: a word, hex, colour, card, seat or
number of another, a line that is missing, doubled, out of its place or cut. Some stay legal for a while, or for good; a line `x-mess` says what
was done where. What comes long after is left out, and so is the result.
With `within` for a number, the whole records, some of their lines in French, and before many of them one that the referee refuses.
usage: biotopes_mess.py SEED HOW_MANY_EACH CATALOGUE.json... < records > records"""
import random
import re
import sys

from biotopes_catalogue import FRENCH as NAMES
from biotopes_catalogue import read_catalogues
from biotopes_land import BIOTOPES
from biotopes_record import read_record, split_records, start
from biotopes_words import ADVANCED, COLOURS, DECKS, FRENCH, TYPES, plain

AFTER = 40  # lines that are kept behind the mistake
ALIKE = [COLOURS, TYPES, DECKS, BIOTOPES, ADVANCED, ("1", "2", "3"), ("r1", "r3", "r5"), ("skip", "done", "pass")]


def other_word(chance, line, pool):
    """One word of another line that begins alike."""
    words = line.split()
    like = chance.choice(pool[words[1]]).split()
    at = chance.randrange(2, len(words)) if len(words) > 2 else 1
    words[at] = like[at] if at < len(like) else words[at]
    return " ".join(words)


def other_alike(chance, line, _):
    """A colour for a colour, a type for a type."""
    words = line.split()
    places = [i for i in range(1, len(words)) for kind in ALIKE if words[i] in kind]
    if places:
        at = chance.choice(places)
        words[at] = chance.choice(next(kind for kind in ALIKE if words[at] in kind))
    return " ".join(words)


def other_hex(chance, line, _):
    def moved(found):
        return f"{int(found[1]) + chance.randint(-2, 2)},{int(found[2]) + chance.randint(-2, 2)}"
    return re.sub(r"(-?\d+),(-?\d+)", moved, line, count=1 if chance.random() < 0.7 else 0)


def other_card(chance, line, pool):
    words = line.split()
    places = [i for i in range(1, len(words)) if words[i] in pool["cards"]]
    if places:
        words[chance.choice(places)] = chance.choice([*pool["cards"], *BIOTOPES] if chance.random() < 0.3 else pool["cards"])
    return " ".join(words)


def other_seat(chance, line, _):
    return chance.choice(["*", "1", "2", "3", "n"]) + line[line.index(":"):]


def other_number(chance, line, _):
    label, said = line.split(": ", 1)
    return label + ": " + re.sub(r"(?<![-,\d\w])\d+(?![,\d])", lambda found: str(max(0, int(found[0]) + chance.randint(-2, 2))), said)


def cut(chance, line, _):
    words = line.split()
    return " ".join(words[:chance.randint(2, len(words))])


def longer(chance, line, _):
    return line + " " + chance.choice(line.split()[1:])


def less(chance, line, _):
    """Without one of its words, such as the type of a payment."""
    words = line.split()
    if len(words) > 2:
        del words[chance.randrange(2, len(words))]
    return " ".join(words)


CHANGES = [other_word, other_alike, other_alike, other_hex, other_hex, other_card, other_card, other_seat, other_number, cut, longer, less]


def change(chance, moves, at, pool):
    """The moves with a mistake at a line, and what it is called; nothing when it changes nothing."""
    kind = chance.choice(["drop", "double", "swap", "insert", *CHANGES])
    changed = list(moves)
    if kind == "drop":
        del changed[at]
    elif kind == "double":
        changed.insert(at, moves[at])
    elif kind == "swap" and at + 1 < len(moves):
        changed[at:at + 2] = [moves[at + 1], moves[at]]
    elif kind == "insert":
        changed.insert(at, moves[at].split()[0] + " " + chance.choice(moves).split(maxsplit=1)[1])
    elif not isinstance(kind, str):
        changed[at] = kind(chance, moves[at], pool)
    return changed, kind if isinstance(kind, str) else kind.__name__


def within(chance, text, pool, catalogues):
    """The record with lines that are refused where they stand."""
    kept, moves = parts(text)
    game = start(catalogues, read_record(text)[0])
    print("\n".join(["dendro 1", *kept, "x-mess within", ""]))
    for at, line in enumerate(moves):
        wrong = chance.choice(CHANGES)(chance, moves[at] if chance.random() < 0.7 else chance.choice(moves), pool)
        seat, said = wrong.split(": ", 1) if ": " in wrong else ("?", "")
        if chance.random() < 0.5 and seat in (*game.seats, "*") and said and game.refuses(seat, said):
            print(wrong)
        print(in_french(chance, line) if chance.random() < 0.2 else line)
        game.line(*line.split(": ", 1))
    print()


def in_french(chance, line):
    """The same line in the other language, without accents or in capitals at times."""
    label, said = line.split(": ", 1)
    words = re.split(r"([ ,]+)", said)
    said = "".join(NAMES.get(word, FRENCH.get(word, word)) for word in words)
    return f"{label}: " + chance.choice([said, plain(said), said.upper()])


def parts(text):
    """The headers that count, and the moves."""
    lines = [line for line in text.splitlines() if line.split()]
    return ([line for line in lines if line.split()[0] in ("game", "rules", "variant", "level", "seat", "option")],
            [line for line in lines if re.match(r"[1-6*]: ", line)])


def mess(chance, text, pool, many):
    kept, moves = parts(text)
    for _ in range(many):
        changed = moves
        while changed == moves:
            at = chance.randrange(len(moves))
            changed, what = change(chance, moves, at, pool)
        print("\n".join(["dendro 1", *kept, f"x-mess {what} at move {at + 1}: {moves[at]}", "", *changed[:at + AFTER], ""]))


def main():
    chance, catalogues = random.Random(int(sys.argv[1])), read_catalogues(sys.argv[3:])
    cards = sorted(next(iter(catalogues.values())).species)
    for _, text in split_records(sys.stdin.read()):
        pool = {"cards": cards}
        for line in parts(text)[1]:
            pool.setdefault(line.split()[1], []).append(line)
        if sys.argv[2] == "within":
            within(chance, text, pool, catalogues)
        else:
            mess(chance, text, pool, int(sys.argv[2]))


if __name__ == "__main__":
    main()
