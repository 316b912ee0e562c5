"""A slow second referee for Ecos: reads records and catalogues by itself, plays them by /shared/rules/ecos.md and docs/ecos.md (ecos_game.py),
and holds what the engine shows after every line (tests/support/ecos_trace.c) to its own position: landscape, supplies, tableaux, dials,
points, whose turn it is and, where the trace lists them, every legal move. Records with a line `x-mess` (ecos_mess.py) have lines that are
refused: by both. It shares no code with src/rules/ecos.
usage: ecos_referee.py CATALOGUE.json... < trace"""
import json
import sys
from collections import Counter

from ecos_record import heard, read_catalogues, read_record, start


def difference(ours, theirs, path=""):
    """The first place where two trees differ, or None."""
    if ours == theirs:
        return None
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            found = difference(ours.get(key), theirs.get(key), f"{path}.{key}")
            if found:
                return found
        return None
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (a, b) in enumerate(zip(ours, theirs)):
            found = difference(a, b, f"{path}[{i}]")
            if found:
                return found
        return None
    return f"{path}: the referee has {ours}, the engine {theirs}"


def check_position(game, shown):
    found = difference(game.view(), shown["state"], "state")
    turn = sorted(game.ask)
    theirs = sorted(str(seat) for seat in shown["turn"])
    if not found and turn != theirs:
        found = f"turn: the referee has {turn}, the engine {theirs}"
    for seat, moves in shown.get("legal", {}).items():
        ours = set(game.ask[seat]()) if seat in game.ask else set()
        if not found and (ours != set(moves) or len(moves) != len(set(moves))):
            found = f"legal {seat}: only the referee {sorted(ours - set(moves))[:8]}, only the engine {sorted(set(moves) - ours)[:8]}"
    return found, sum(len(m) for m in shown.get("legal", {}).values())


def check_game(catalogues, first, trace):
    """Replays one record beside the engine's trace of it; what differs, and how many plies, legal moves and refusals were compared."""
    header, lines = read_record(first["record"])
    game, seen = start(catalogues, header), Counter(games=1)
    found, seen["legal moves"] = check_position(game, json.loads(next(trace)))
    for line in lines:
        said = f"ply {seen['plies'] + 1}, {': '.join(line)}: "
        if found:
            return said + "before it " + found, seen
        game, foul = heard(game, *line)
        shown = json.loads(next(trace))
        seen["plies"] += 1
        if foul or "refused" in shown:
            if not foul or "refused" not in shown or "mess" not in header:
                return f"{said}the referee says {foul or 'yes'}, the engine {shown.get('refused', 'yes')}", seen
            seen["refusals"] += 1
            continue
        found, count = check_position(game, shown)
        seen["legal moves"] += count
        if found:
            return said + found, seen
    if found or (game.over and "mess" not in header and header.get("totals") != [p.points for p in game.players.values()]):
        return found or f"the record says {header.get('totals')}", seen
    return None, seen


def main():
    catalogues = read_catalogues(sys.argv[1:])
    seen = Counter()
    for line in sys.stdin:
        first = json.loads(line)
        if "record" not in first:
            continue  # the rest of a game that was given up
        found, more = check_game(catalogues, first, sys.stdin)
        seen += more
        if found:
            with open("ecos_referee_failed.dendro", "w", encoding="utf-8") as file:
                file.write(first["record"])
            sys.exit(f"game {seen['games']}: {found}\n(the record is in ecos_referee_failed.dendro)")
    print(", ".join(f"{count} {what}" for what, count in seen.items()) + ": the referee agrees")
    sys.exit(0 if seen else "no game was read")


if __name__ == "__main__":
    main()
