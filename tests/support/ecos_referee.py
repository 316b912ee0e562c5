"""A slow second referee for Ecos: reads records and catalogues by itself, plays them by /shared/rules/ecos.md and docs/ecos.md (ecos_game.py),
and holds what the engine shows after every line (tests/support/ecos_trace.c) to its own position: landscape, supplies, tableaux, dials,
points, whose turn it is and, where the trace lists them, every legal move. It shares no code with src/rules/ecos.
usage: ecos_referee.py CATALOGUE.json... < trace"""
import hashlib
import json
import sys

from ecos_game import Foul, Game, read_record


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
    """Replays one record beside the engine's trace of it; the number of plies and of legal moves compared."""
    header, lines = read_record(first["record"])
    digest = header["options"]["catalogue"].split("sha256:")[1]
    game = Game(catalogues[digest], header)
    legal = 0
    for ply in range(len(lines) + 1):
        said = "the start" if ply == 0 else ": ".join(lines[ply - 1])
        if ply > 0:
            try:
                game.line(*lines[ply - 1])
            except Foul as foul:
                return f"ply {ply}, {said}: {foul}", ply, legal
        found, count = check_position(game, json.loads(next(trace)))
        legal += count
        if found:
            return f"ply {ply}, {said}: {found}", ply, legal
    if game.over and header.get("totals") != [p.points for p in game.players.values()]:
        return f"the record says {header.get('totals')}", ply, legal
    return None, ply, legal


def main():
    catalogues = {}
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            text = file.read()
        catalogues[hashlib.sha256(text).hexdigest()] = json.loads(text)
    games = plies = legal = 0
    for line in sys.stdin:
        first = json.loads(line)
        if "record" not in first:
            continue  # the rest of a game that was given up
        found, more, moves = check_game(catalogues, first, sys.stdin)
        games, plies, legal = games + 1, plies + more, legal + moves
        if found:
            with open("ecos_referee_failed.dendro", "w", encoding="utf-8") as file:
                file.write(first["record"])
            sys.exit(f"game {games}: {found}\n(the record is in ecos_referee_failed.dendro)")
    print(f"{games} games, {plies} plies, {legal} legal moves: the referee agrees")
    sys.exit(0 if games else "no game was read")


if __name__ == "__main__":
    main()
