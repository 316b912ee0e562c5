"""A slow second referee for Biotopes: reads records and catalogues by itself and plays them by /shared/rules/biotopes.md and docs/biotopes.md
(biotopes_game.py). It shares no code with src/rules/biotopes.
usage: biotopes_referee.py say CATALOGUE.json... < records                 each record: legal or the first line that is not, totals, categories, ranks
       biotopes_referee.py check PROBLEMS SCORES CATALOGUE.json... < records   the same held to `dendro verify --json` and `dendro score --json`
       biotopes_referee.py trace CATALOGUE.json... < trace                  held ply by ply to what the engine shows (ecos_trace.c)"""
import json
import sys
from collections import Counter

from biotopes_catalogue import read_catalogues
from biotopes_record import replay, split_records
from biotopes_score import score, verdict
from biotopes_trace import check_traces


def say(catalogues):
    for first, text in split_records(sys.stdin.read()):
        game, line, why = replay(catalogues, text, first)
        said = {"line": first, "legal": line is None, "problem": line, "why": why, "over": game.over, "seats": score(game)}
        if game.solo:
            said["verdict"] = verdict(said["seats"]["1"]["total"])
        print(json.dumps(said, ensure_ascii=False))


def first_problems(path):
    """{number of the record: its first problem} as `dendro verify --json` told them."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            said = json.loads(line)
            if "record" in said and said.get("severity") != "warning":
                found.setdefault(said["record"], said)
    return found


def check_scores(game, shown):
    """What differs between a game and a line of `dendro score --json`, or None."""
    if shown.get("finished", True) != game.over:
        return f"the engine says finished: {shown.get('finished', True)}, the referee {game.over}"
    ours = score(game)
    for seat in shown["seats"]:
        if str(seat["seat"]) not in ours:
            continue
        mine = ours[str(seat["seat"])]
        theirs = {"total": seat["total"], "categories": seat.get("categories", {}), "rank": seat.get("rank")}
        for key, value in theirs.items():
            if mine[key] != value and not (game.level == "totals" and not mine[key]):
                return f"seat {seat['seat']} {key}: the referee has {mine[key]}, the engine {value}"
    if game.solo and game.over and shown.get("outcome") != verdict(ours["1"]["total"]):
        return f"the verdict is {verdict(ours['1']['total'])}, not {shown.get('outcome')}"
    return None


def check(catalogues, problems, scores):
    """Compares line of the first problem, and the scores of records that have none; prints what differs."""
    told, seen, differ = first_problems(problems), Counter(), 0
    with open(scores, encoding="utf-8") as file:
        shown = [json.loads(line) for line in file]
    legal = 0
    for number, (first, text) in enumerate(split_records(sys.stdin.read()), 1):
        game, line, why = replay(catalogues, text, first)
        problem, seen["records"] = told.get(number), seen["records"] + 1
        theirs = problem["line"] if problem else None
        found = None
        if theirs != line:
            found = f"the referee says {why or 'legal'} (line {line}), the engine {problem['message'] if problem else 'legal'} (line {theirs})"
        elif line is None:
            found = check_scores(game, shown[legal])
        seen["refused" if line else "legal"] += 1
        legal += int(theirs is None)
        if found:
            differ += 1
            mark = next((w for w in text.splitlines() if w.startswith("x-mess")), "")
            print(f"record {number} (line {first}) {mark}: {found}")
    print(", ".join(f"{count} {what}" for what, count in seen.items()) + (f": {differ} differ" if differ else ": the referee agrees"))
    if not seen or differ or (legal != len(shown) and not differ):
        sys.exit(1)


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("say", "check", "trace"):
        sys.exit(__doc__)
    if sys.argv[1] == "check":
        check(read_catalogues(sys.argv[4:]), sys.argv[2], sys.argv[3])
    else:
        (say if sys.argv[1] == "say" else check_traces)(read_catalogues(sys.argv[2:]))


if __name__ == "__main__":
    main()
