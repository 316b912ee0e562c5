"""Effects that the players of Biotopes declare, for the slow referee (biotopes_referee.py): `effect CARD`, what it does, `done`, and the points that
cards bring at the end."""
from biotopes_land import BIOTOPES, hex_from, hex_text
from biotopes_words import COLOURS, TYPES

OPENINGS, LINES, POINTS = 64, 32, 40
WAIVERS = 4  # of a type: as many cubes as a cost may ask for


class Declared:
    def openings(self, ask, seats=None):
        """What is asked, and beside it that effects may be declared, by the owners of their cards."""
        if not self.declares:
            return ask

        def both(seat):
            base = ask.get(seat)
            return lambda hint=None: (list(base(hint)) if base else []) + self.effects(seat)
        return {seat: both(seat) for seat in self.seats if seat in ask or seats is None or seat in seats}

    def effects(self, seat):
        p = self.players[seat]
        return [f"effect {card}" for card in self.declarable(p)] if p.openings < OPENINGS else []

    def declarable(self, p):
        """Species, and advanced biotope cards."""
        return [card for card in p.cards() if card not in BIOTOPES or p.biotopes[card]]

    def declared(self, owner, card):
        self.players[owner].openings += 1
        count, self.declaring = 0, owner
        while True:
            said = yield from self.one(owner, lambda hint=None, n=count: self.declarations(owner, hint) if n < LINES else ["done"])
            if said[0] == "done":
                self.declaring = None
                return
            count += 1
            seat, said = (said[1], said[2:]) if said[0] == "for" else (owner, said)
            yield from getattr(self, f"declare_{said[0]}")(seat, *said[1:])

    def declarations(self, owner, hint=None):
        found = ["done"]
        for seat in self.seats:
            before = "" if seat == owner else f"for {seat} "
            if hint and not (hint.startswith(before) if before else not hint.startswith("for ")):
                continue
            found += [before + move for move in self.declarations_for(seat, hint[len(before):].split()[0] if hint else None)]
        return found

    def declarations_for(self, seat, kind):
        p, found = self.players[seat], []
        cards = p.cards()
        if kind in (None, "gain"):
            found += [f"gain card {d}" for d in self.drawable()] + (["gain cube"] if sum(p.bag.values()) else [])
            for colour in [c for c in COLOURS if self.reserve[c]]:
                found += [f"gain {colour} bag", *(f"gain {colour} {card}" for card in cards if p.holds(card, colour))]
        if kind in (None, "shift"):
            found += [f"shift {c} {card} {to}" for c, card in p.cubes_held() for to in cards if to != card and p.holds(to, c)]
        if kind in (None, "recycle"):
            found += [f"recycle {c} {card}" for c, card in p.cubes_held()]
        if kind in (None, "prey"):
            found += self.preys(seat)
        if kind in (None, "discard"):
            found += [f"discard {card}" for card in self.in_hand(seat)]
        if kind in (None, "again"):
            found += [f"again {action}" for action in sorted(p.used)]
        if kind in (None, "waive"):
            found += [f"waive {t}" for t in TYPES if p.waived[t] < WAIVERS]
        if kind in (None, "token"):
            mine = [hex_text(at) for at in self.land.own(seat)]
            free = [hex_text(at) for at in self.land.empty()]
            found += [f"token {at} {to}" for at in mine for to in free] + [f"token {at} -" for at in mine]
            found += [f"token - {to}" for to in free] if p.tokens else []
        return found

    def declare_gain(self, seat, what, where=None):
        if what == "card":
            yield from self.draw(seat, where)
        elif what == "cube":
            yield from self.cube_from_bag(seat)
        elif where == "bag":
            self.reserve[what] -= 1
            self.players[seat].bag[what] += 1
        else:
            self.from_reserve(seat, where, what)

    def declare_shift(self, seat, colour, card, to):
        self.players[seat].cubes[card][colour] -= 1
        self.players[seat].cubes[to][colour] += 1
        yield from ()

    def declare_recycle(self, seat, colour, card):
        self.players[seat].cubes[card][colour] -= 1
        self.players[seat].bag[colour] += 1
        yield from ()

    def declare_prey(self, seat, other, colour, card):
        self.prey(seat, other, colour, card)
        yield from ()

    def declare_discard(self, seat, card):
        self.discard(seat, card)
        yield from ()

    def declare_again(self, seat, action):
        self.players[seat].used.remove(action)
        yield from ()

    def declare_waive(self, seat, kind):
        self.players[seat].waived[kind] += 1
        yield from ()

    def declare_token(self, seat, start, to):
        p = self.players[seat]
        if start == "-":
            p.tokens -= 1
        else:
            del self.land.tokens[hex_from(start)]
        if to == "-":
            p.tokens += 1
        else:
            self.land.tokens[hex_from(to)] = seat
        yield from ()

    # ---- the end ----

    def say_bonuses(self):
        left = [seat for seat in self.seats if len(self.bonuses(seat)) > 1]  # who has no card for it is not asked
        while left:
            seat, said = yield from self.any_of({s: lambda hint=None, s=s: self.bonuses(s) for s in left})
            if said[0] == "done":
                left.remove(seat)
            else:
                self.players[seat].bonus[said[1]] = int(said[2])

    def bonuses(self, seat):
        p = self.players[seat]
        cards = [card for card in self.declarable(p) if card not in p.bonus and (card in BIOTOPES or p.on(card))]
        return ["done", *(f"bonus {card} {n}" for card in cards for n in range(POINTS + 1))]
