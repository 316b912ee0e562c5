#!/usr/bin/env python3
"""The digest of a record of level totals, as docs/totals.md says, without the engine: totals_figures.py RECORD...

Prints `= ...` (where there are totals) and `digest ...` as they stand at the end of a finished record. Reads canonical
English records only: what it is for is the golden records in replays/.
"""
import hashlib
import re
import sys

CATEGORIES = {
    "foret": "bee bear trout fox eagle dragonfly deer rabbit meadow stream wolf biodiversity".split(),
    "grandbois": "squares set own-tower other-tower".split(),
    "pad": [],
}


def points(text, scale):
    sign, whole, part = re.fullmatch(r"(-?)(\d+)(?:\.(\d{1,2}))?", text).groups()
    value = int(whole) * scale + (int(part.ljust(2, "0")) if part else 0)
    return -value if sign else value


def shown(value, scale):
    text = "%s%d" % ("-" if value < 0 else "", abs(value) // scale)
    part = abs(value) % scale
    return text + ((".%02d" % part).rstrip("0") if part else "")


def u32(value):
    return (value & 0xFFFFFFFF).to_bytes(4, "little")


def read(path):
    record = {"seats": 0, "teams": [], "said": {}, "rules": 1}
    for line in open(path, encoding="utf-8"):
        word, _, rest = line.strip().partition(" ")
        if word in ("game", "variant", "level"):
            record[word] = rest
        elif word == "rules":
            record["rules"] = int(rest)
        elif word == "seat":
            record["seats"] += 1
        elif word == "team":
            record["teams"].append([int(seat) - 1 for seat in rest.split()])
        elif re.fullmatch(r"(\d+|\*|a):", word):
            record["said"][word[:-1]] = rest
    return record


def line_of(text, names, scale):
    said = {"done": 1, "has": 0, "total": 0, "rank": 0, "result": 0, "categories": {}}
    for part in text.split(", "):
        words = part.split()
        while words:
            word = words.pop(0)
            if word in ("wins", "won", "loses", "lost"):
                said["result"] = 1 if word in ("wins", "won") else 2
            elif word == "total":
                said["has"], said["total"] = 1, points(words.pop(0), scale)
            elif word == "rank":
                said["rank"] = int(words.pop(0))
            else:
                said["categories"][names.index(word)] = points(words.pop(0), scale)
    return said


def winners_of(game, variant, lines, voices):
    """The lines that have won, where nobody said who did."""
    sides = sorted(set(voices))
    if game == "foret" and variant == "solo":
        return {0} if lines["a"]["total"] + 30 <= lines[0]["total"] else set()
    if all(lines[side]["rank"] for side in sides):
        best = min(lines[side]["rank"] for side in sides)
        return {side for side in sides if lines[side]["rank"] == best}
    pick = min if variant == "low" else max
    best = pick(lines[side]["total"] for side in sides)
    return {side for side in sides if lines[side]["total"] == best}


def figures(path):
    record = read(path)
    game, variant, seats = record["game"], record["variant"], record["seats"]
    names, scale = CATEGORIES[game], 100 if game == "pad" else 1
    team = [0] * seats
    for number, mates in enumerate(sorted(record["teams"], key=min), 1):
        for seat in mates:
            team[seat] = number
    voices = [team.index(team[i]) if team[i] else i for i in range(seats)]
    if variant == "together":
        voices = [0] * seats
    played = record["said"].get("*") == "played"
    empty = {"done": 0, "has": 0, "total": 0, "rank": 0, "result": 0, "categories": {}}
    lines = {}
    for label, text in record["said"].items():
        if not played:
            lines[{"*": 0, "a": "a"}.get(label, int(label) - 1 if label.isdigit() else 0)] = line_of(text, names, scale)
    rows = voices + (["a"] if "a" in lines else [])
    for row in rows:
        lines.setdefault(row, empty)
    said_results = any(line["result"] for line in lines.values())
    won = set() if played or said_results else winners_of(game, variant, lines, voices)
    ranks = 0 if played else 2 if lines[voices[-1]]["rank"] else 1
    data = b"".join(text.encode() + b"\0" for text in (game,)) + u32(record["rules"])
    data += variant.encode() + b"\0" + record["level"].encode() + b"\0"
    data += bytes([seats, (1 if played else 0) | ranks << 1])
    for i, row in enumerate(rows):
        line = lines[row]
        result = line["result"] if said_results or played else 1 if row in won else 2
        if game == "pad":
            data += bytes([team[i]])
        data += bytes([line["done"] | line["has"] << 1]) + u32(line["total"])
        data += bytes([line["rank"], result]) + u32(sum(1 << c for c in line["categories"]))
        data += b"".join(u32(line["categories"].get(c, 0)) for c in range(len(names)))
    totals = [shown(lines[row]["total"], scale) for row in rows if lines[row]["has"]]
    if len(totals) == len(rows):
        print("= " + " ".join(totals))
    print("digest " + hashlib.sha256(data).hexdigest())


for argument in sys.argv[1:]:
    figures(argument)
