"""Sheets and totals of Biotopes, for the slow referee (biotopes_referee.py): games of which only the end was written down."""
from collections import Counter

from biotopes_board import COLOUR_OF, CUBES, ROOM, TOKENS
from biotopes_land import BIOTOPES
from biotopes_words import ADVANCED, CATEGORIES


class Sheet:
    def sheet(self):
        """The conditions, then what every seat has, in any order."""
        yield from self.say_conditions()
        self.sheets = {s: {"rows": set(), "land": None, "groups": 0} for s in self.seats}
        left = list(self.seats)
        while left:
            seat, said = yield from self.any_of({s: lambda hint=None, s=s: self.sheet_moves(s, hint or "done") for s in left})
            if said[0] != "done":
                getattr(self, f"sheet_{said[0]}")(seat, *said[1:])
            if said[0] == "done" or (not self.declares and self.complete(seat)):
                left.remove(seat)

    def complete(self, seat):
        sheet = self.sheets[seat]
        return len(sheet["rows"]) == 4 and sheet["land"] is not None and (not self.initiate or len(self.players[seat].biotopes) == 4)

    def sheet_moves(self, seat, hint):
        """The line that was said, if it may be."""
        words = hint.split()
        good = getattr(self, f"{words[0]}_fits", lambda *_: False)(seat, words[1:])
        return [hint] if good else []

    def done_fits(self, seat, _):
        return self.declares and self.complete(seat)

    def biotope_fits(self, seat, said):
        taken = {(b, card) for p in self.players.values() for b, card in p.biotopes.items()}
        return self.initiate and said[0] not in self.players[seat].biotopes and said[1] in ADVANCED and tuple(said) not in taken

    def row_fits(self, seat, said):
        cards, counts = said[1::2], [int(n) for n in said[2::2]]
        there = {card for p in self.players.values() for card in p.species()}
        cubes = sum(p.on(card) for p in self.players.values() for card in p.species()) + sum(counts)
        return (said[0] not in self.sheets[seat]["rows"] and all(n <= ROOM for n in counts) and cubes <= 4 * CUBES[len(self.seats)]
                and len(set(cards)) == len(cards) and not there & set(cards)
                and all(self.cat.species[card].biotope == said[0] for card in cards))

    def land_fits(self, seat, said):
        count, groups = sum(int(n) for n in said[1:8:2]), int(said[9])
        return self.sheets[seat]["land"] is None and count <= TOKENS and int(count > 0) <= groups <= count

    def bonus_fits(self, seat, said):
        p = self.players[seat]
        fits = p.on(said[0]) if said[0] not in BIOTOPES else p.biotopes.get(said[0])
        return bool(self.declares and fits and said[0] not in p.bonus and int(said[1]) <= 40)

    def sheet_biotope(self, seat, biotope, card):
        self.players[seat].biotopes[biotope] = card
        self.players[seat].cubes[biotope] = Counter()

    def sheet_row(self, seat, biotope, *said):
        self.sheets[seat]["rows"].add(biotope)
        for card, count in zip(said[::2], said[1::2]):
            self.players[seat].rows[biotope].append(card)
            self.players[seat].cubes[card] = Counter({COLOUR_OF[biotope]: int(count)})

    def sheet_land(self, seat, *said):
        self.sheets[seat]["land"] = {b: int(n) for b, n in zip(said[:8:2], said[1:8:2])}
        self.sheets[seat]["groups"] = int(said[9])

    def sheet_bonus(self, seat, card, points):
        self.players[seat].bonus[card] = int(points)

    # ---- totals ----

    def totals(self):
        self.stated = {}
        while len(self.stated) < len(self.seats):
            left = [s for s in self.seats if s not in self.stated]
            seat, said = yield from self.any_of({s: lambda hint=None: self.total_moves(hint or "total") for s in left})
            self.stated[seat] = numbers(said)

    def total_moves(self, hint):
        said = numbers(hint.split()[1:])
        named = [said[c] for c in CATEGORIES if c in said]
        last_first = len(self.stated) + 1 < len(self.seats) or said.get("rank", 1) == 1 or any(o.get("rank") == 1 for o in self.stated.values())
        good = (last_first and "total" in said and (len(named) < len(CATEGORIES) or sum(named) == said["total"]) and all(abs(n) <= 9999 for n in said.values())
                and 1 <= said.get("rank", 1) <= len(self.seats)
                and all(("rank" in other) == ("rank" in said) for other in self.stated.values()))
        return [hint] if good else []


def numbers(words):
    return {w.split("=")[0]: int(w.split("=")[1]) for w in words if "=" in w}
