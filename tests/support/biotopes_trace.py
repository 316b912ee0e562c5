"""The slow referee of Biotopes (biotopes_referee.py) held to what the engine shows ply by ply (tests/support/ecos_trace.c, which is for any game):
whose turn it is, where every piece lies and, where the trace lists them, every legal move."""
import json
import sys
from collections import Counter

from biotopes_land import BIOTOPES
from biotopes_record import read_record, start
from biotopes_words import COLOURS, DECKS, Foul


def by_colour(counts):
    return {c: counts[c] for c in COLOURS}


def shown_seat(game, seat):
    p = game.players[seat]
    in_hand = Counter(game.cat.species[c].deck for c in p.hand) + p.hidden
    return {"seat": int(seat), "tokens": p.tokens, "passed": p.passed, "hand": {d: in_hand[d] for d in DECKS},
            "cards": sorted(p.hand) if game.level == "full" else None, "bag": by_colour(p.bag), "board": by_colour(p.board),
            "used": sorted(p.used),
            "biotopes": [{"biotope": b, "card": f"{b}-{p.biotopes[b]}" if p.biotopes[b] else b, "cubes": p.on(b)} if b in p.biotopes
                         else {"biotope": b, "card": None, "cubes": 0} for b in BIOTOPES],
            "rows": [{"biotope": b, "species": [{"card": c, "type": game.cat.species[c].type, "cubes": by_colour(p.cubes[c])}
                                                for c in p.rows[b]]} for b in BIOTOPES]}


def view(game):
    """The parts of the engine's view that are pieces and places."""
    if game.level not in ("full", "table"):
        return {}
    land = game.land
    return {"conditions": game.conditions, "reserve": by_colour(game.reserve),
            "decks": [{"deck": d, "cards": game.left[d], "discarded": sorted(game.discards[d])} for d in DECKS],
            "hexes": [{"q": q, "r": r, "biotope": land.hexes[(q, r)], "edge": land.is_edge((q, r)), "token": token(land.tokens.get((q, r)))}
                      for q, r in sorted(land.hexes)],
            "seats": [shown_seat(game, seat) for seat in game.seats]}


def token(owner):
    return int(owner) if owner and owner != "n" else owner


def difference(ours, theirs, path=""):
    """The first place where the referee's tree differs from the engine's, which may hold more; lists of words are sets."""
    if ours == theirs:
        return None
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return next((found for key in ours for found in [difference(ours[key], theirs.get(key), f"{path}.{key}")] if found), None)
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        if all(isinstance(word, str) for word in ours) and not path.endswith("conditions"):
            ours, theirs = sorted(ours), sorted(theirs)
        return next((found for i, (a, b) in enumerate(zip(ours, theirs)) for found in [difference(a, b, f"{path}[{i}]")] if found), None)
    return f"{path}: the referee has {ours}, the engine {theirs}"


def check_position(game, shown):
    found = difference(view(game), shown["state"], "state")
    turn, theirs = sorted(game.ask), sorted(str(seat) for seat in shown["turn"])
    if not found and not set(theirs) <= set(turn) or not game.declares and turn != theirs:
        found = found or f"turn: the referee has {turn}, the engine {theirs}"
    for seat, moves in shown.get("legal", {}).items():
        if moves and moves[0].split()[0] in ("deal", "cubes"):
            continue  # which the engine takes word by word
        ours = set(game.ask[seat]()) if seat in game.ask else set()
        moves = {game.completed(seat, said) for move in moves for said in game.reader.read(move)}
        if not found and ours != moves and game.level in ("full", "table"):
            found = f"legal {seat}: only the referee {sorted(ours - moves)[:8]}, only the engine {sorted(moves - ours)[:8]}"
    return found, sum(len(moves) for moves in shown.get("legal", {}).values())


def check_game(catalogues, text, trace):
    header, lines = read_record(text)
    game, seen = start(catalogues, header), Counter(games=1)
    found, seen["legal moves"] = check_position(game, json.loads(next(trace)))
    for number, seat, said in lines:
        where = f"line {number}, {seat}: {said}: "
        if found:
            return where + "before it " + found, seen
        shown, foul = json.loads(next(trace)), None
        seen["plies"] += 1
        if "mess" in header and game.refuses(seat, said) and "refused" in shown:
            seen["refusals"] += 1
            continue
        try:
            game.line(seat, said)
        except Foul as why:
            foul = why
        if foul or "refused" in shown:
            return f"{where}the referee says {foul or 'yes'}, the engine {shown.get('refused', 'yes')}", seen
        found, count = check_position(game, shown)
        seen["legal moves"] += count
        if found:
            return where + "after it " + found, seen
    return found, seen


def check_traces(catalogues):
    seen, bad = Counter(), 0
    for line in sys.stdin:
        first = json.loads(line)
        if "record" not in first:
            continue  # the rest of a game that was given up
        found, more = check_game(catalogues, first["record"], sys.stdin)
        seen += more
        if found:
            bad += 1
            with open(f"biotopes_referee_failed_{bad}.dendro", "w", encoding="utf-8") as file:
                file.write(first["record"])
            print(f"game {seen['games']}: {found}\n(the record is in biotopes_referee_failed_{bad}.dendro)")
    print(", ".join(f"{count} {what}" for what, count in seen.items()) + (f": {bad} differ" if bad else ": the referee agrees"))
    sys.exit(0 if seen and not bad else 1)
