"""The actions of Biotopes, their costs and what they bring, for the slow referee (biotopes_referee.py)."""
from collections import Counter

from biotopes_board import BIOTOPE_OF, COLOUR_OF
from biotopes_land import BIOTOPES, hex_from, hex_text
from biotopes_words import COLOURS, TYPES


class Cost:
    """One cube: of which types, of which colour (None: any), from a species only or also from a biotope card, from one card only. Where the type
    does not matter (not `typed`) it is that of the card itself."""

    def __init__(self, types, colour=None, species_only=False, card=None, typed=True):
        self.types, self.colour, self.species_only, self.card, self.typed = types, colour, species_only, card, typed


class Actions:
    # ---- costs ----

    def pay_moves(self, seat, cost):
        found = []
        for colour, card in self.players[seat].cubes_held():
            if cost.colour in (None, colour) and cost.card in (None, card) and not (cost.species_only and card in BIOTOPES):
                types = self.types_of(seat, card)[:None if cost.typed else 1]
                found += [f"pay {t} {colour} {card}" for t in types if t in cost.types]
        return found

    def is_waived(self, seat, cost):
        return any(self.players[seat].waived[t] for t in cost.types)

    def can_pay(self, seat, cost):
        return self.is_waived(seat, cost) or bool(self.pay_moves(seat, cost))

    def pay(self, seat, cost):
        """Moves one cube to the board, unless that is waived."""
        waived = self.is_waived(seat, cost)
        self.players[seat].waived = Counter()
        if not waived:
            said = yield from self.one(seat, self.pay_moves(seat, cost))
            self.players[seat].cubes[said[3]][said[2]] -= 1
            self.players[seat].board[said[2]] += 1

    def diet(self, seat, card):
        return list((self.cat.species[card].cost - self.players[seat].waived).elements())

    def diet_payable(self, seat, card):
        return self.payable(seat, self.diet(seat, card))

    # ---- what may be said ----

    def reproduce_moves(self, seat):
        return ["reproduce"] if self.can_pay(seat, Cost(("invertebrate", "reptile"))) else []

    def transfer_moves(self, seat):
        return ["transfer"] if self.can_pay(seat, Cost(TYPES)) else []

    def evolve_moves(self, seat):
        return ["evolve"] if self.can_pay(seat, Cost(TYPES)) else []

    def land_cost(self, action, at):
        colour = COLOUR_OF[self.land.hexes[at]]
        if action == "expand":
            return Cost(("plant",), colour)
        return Cost(("bird", "reptile") if action == "migrate" else ("mammal", "bird"), colour, True)

    def expand_moves(self, seat):
        if not self.players[seat].tokens:
            return []
        return [f"expand {hex_text(at)}" for at in self.land.expansions(seat) if self.can_pay(seat, self.land_cost("expand", at))]

    def migrate_moves(self, seat):
        return [f"migrate {hex_text(at)} {hex_text(to)}" for at, to in self.land.migrations(seat)
                if self.can_pay(seat, self.land_cost("migrate", to))]

    def compete_moves(self, seat):
        if not self.players[seat].tokens:
            return []
        return [f"compete {hex_text(at)}" for at in self.land.competitions(seat) if self.can_pay(seat, self.land_cost("compete", at))]

    def usable(self, seat, card):
        """An Action that is known, or one that may be declared."""
        if not self.players[seat].on(card) and not self.is_waived(seat, Cost(self.types_of(seat, card))):
            return False
        return bool(self.effect_of(seat, card).action or self.declares)

    # ---- the actions ----

    def act(self, seat, said):
        if said[0] in ("reproduce", "transfer", "evolve", "expand", "migrate", "compete"):
            self.players[seat].used.add(said[0])
        yield from getattr(self, f"act_{said[0]}")(seat, *said[1:])

    def act_adapt(self, seat, card):
        p, needs = self.players[seat], self.diet(seat, card)
        p.waived = Counter()
        while needs:
            moves = []
            for colour, giver in p.cubes_held():
                for kind in self.types_of(seat, giver):
                    if kind in needs:
                        rest = list(needs)
                        rest.remove(kind)
                        if self.payable(seat, rest, (colour, giver)):
                            moves.append(f"pay {kind} {colour} {giver}")
            said = yield from self.one(seat, moves)
            needs.remove(said[1])
            p.cubes[said[3]][said[2]] -= 1
            p.bag[said[2]] += 1
        self.leave_hand(seat, card)
        biotope = self.cat.species[card].biotope
        p.rows[biotope].append(card)
        p.cubes[card] = Counter()
        yield from self.new_cubes(seat, COLOUR_OF[biotope], [card])
        yield from self.gains(seat, "adapt", biotope, card)

    def new_cubes(self, seat, colour, cards):
        """One for each of these cards, of this colour: the reserve's, or when it does not suffice as the owner says."""
        p, cards = self.players[seat], list(cards)
        if self.reserve[colour] >= len(cards):
            for card in cards:
                self.from_reserve(seat, card, colour)
            return
        while cards and (self.reserve[colour] or p.bag[colour]):
            moves = [f"put {card}" for card in cards] + ([] if self.reserve[colour] else ["skip"])
            said = yield from self.one(seat, moves)
            if said[0] == "skip":
                return
            cards.remove(said[1])
            if self.reserve[colour]:
                self.from_reserve(seat, said[1], colour)
            else:
                p.bag[colour] -= 1
                p.cubes[said[1]][colour] += 1

    def act_reproduce(self, seat):
        yield from self.pay(seat, Cost(("invertebrate", "reptile")))
        yield from self.gains(seat, "reproduce")
        p = self.players[seat]
        grow = {b: [card for card in p.rows[b] if p.on(card) in (2, 3)] for b in BIOTOPES}
        for biotope in BIOTOPES:
            yield from self.new_cubes(seat, COLOUR_OF[biotope], grow[biotope])

    def act_transfer(self, seat):
        yield from self.pay(seat, Cost(TYPES, typed=False))
        p = self.players[seat]
        for biotope in BIOTOPES:
            colour = COLOUR_OF[biotope]
            for card in p.rows[biotope]:
                if p.cubes[biotope][colour] and p.on(card) < 4:
                    p.cubes[biotope][colour] -= 1
                    p.cubes[card][colour] += 1
        yield from self.gains(seat, "transfer")

    def act_evolve(self, seat):
        p = self.players[seat]
        moved = {t for t in TYPES if p.waived[t]}
        p.waived = Counter()
        discarded = 0
        while True:
            moves = [m for m in self.pay_moves(seat, Cost(TYPES)) if m.split()[1] not in moved]
            moves += [f"discard {card}" for card in self.in_hand(seat)]
            if moved:
                moves += [f"draw {d}" for d in self.drawable()] or ["done"]
            said = yield from self.one(seat, moves)
            if said[0] == "pay":
                moved.add(said[1])
                p.cubes[said[3]][said[2]] -= 1
                p.board[said[2]] += 1
            elif said[0] == "discard":
                self.discard(seat, said[1])
                discarded += 1
            else:
                break
        left = len(moved) + discarded
        while said[0] == "draw":
            yield from self.draw(seat, said[1])
            left -= 1
            if not left or not self.drawable():
                break
            said = yield from self.one(seat, [f"draw {d}" for d in self.drawable()])
        yield from self.gains(seat, "evolve")

    def act_expand(self, seat, where):
        yield from self.pay(seat, self.land_cost("expand", hex_from(where)))
        yield from self.settle(seat, "expand", hex_from(where))

    def act_migrate(self, seat, start, where):
        yield from self.pay(seat, self.land_cost("migrate", hex_from(where)))
        del self.land.tokens[hex_from(start)]
        self.players[seat].tokens += 1
        yield from self.settle(seat, "migrate", hex_from(where))

    def act_compete(self, seat, where):
        at = hex_from(where)
        yield from self.pay(seat, self.land_cost("compete", at))
        owner, room = self.land.tokens[at], self.land.retreats(at)
        to = room[0] if room else None
        if len(room) > 1:
            said = yield from self.one(seat if owner == "n" else owner, [f"retreat {hex_text(p)}" for p in room])
            to = hex_from(said[1])
        del self.land.tokens[at]
        if to is not None:
            self.land.tokens[to] = owner
        elif owner != "n":
            self.players[owner].tokens += 1
        yield from self.settle(seat, "compete", at)

    def settle(self, seat, action, at):
        p, colour = self.players[seat], COLOUR_OF[self.land.hexes[at]]
        p.tokens -= 1
        self.land.tokens[at] = seat
        if self.reserve[colour]:
            self.reserve[colour] -= 1
            p.bag[colour] += 1
        yield from self.gains(seat, action, self.land.hexes[at])

    def act_use(self, seat, card):
        p = self.players[seat]
        waived = self.is_waived(seat, Cost(self.types_of(seat, card)))
        p.waived = Counter()
        colours = [c for c in COLOURS if p.cubes[card][c]]
        if not waived:
            colour = colours[0]
            if len(colours) > 1:
                said = yield from self.one(seat, self.pay_moves(seat, Cost(TYPES, card=card, typed=False)))
                colour = said[2]
            p.cubes[card][colour] -= 1
            p.bag[colour] += 1
        action = self.effect_of(seat, card).action
        if not action:
            yield from self.declared(seat, card)
        for what, count in action:
            yield from getattr(self, f"do_{what}")(seat, count)

    # ---- what effects do ----

    def gains(self, seat, action, biotope=None, but=None):
        """Cards before cubes, each in the order of the cards. `biotope`: onto which something came; `but`: a card that does not trigger."""
        for what in ("card", "cube"):
            for card in [c for c in self.players[seat].cards() if c != but]:
                for trigger, onto, gained, count in self.effect_of(seat, card).gains:
                    if trigger == action and gained == what and onto in (None, biotope):
                        yield from (self.gain_cards if what == "card" else self.gain_cubes)(seat, count)

    def gain_cards(self, seat, count):
        for _ in range(count):
            if not self.drawable():
                return
            said = yield from self.one(seat, [*(f"draw {d}" for d in self.drawable()), "skip"])
            if said[0] == "skip":
                return
            yield from self.draw(seat, said[1])

    def gain_cubes(self, seat, count):
        for _ in range(count):
            if not sum(self.players[seat].bag.values()):
                return
            said = yield from self.one(seat, ["draw bag", "skip"])
            if said[0] == "skip":
                return
            yield from self.cube_from_bag(seat)

    def cube_from_bag(self, seat):
        p = self.players[seat]
        said = yield from self.one("*", [f"cubes {seat} {c}" for c in COLOURS if p.bag[c]])
        colour = said[2]
        p.bag[colour] -= 1
        home, takers = BIOTOPE_OF[colour], p.takers(colour)
        card = home
        if takers:
            said = yield from self.one(seat, [f"put {c}" for c in [home, *takers]])
            card = said[1]
        p.cubes[card][colour] += 1

    def do_draw(self, seat, count):
        yield from self.gain_cards(seat, count)

    def do_shift(self, seat, count):
        """So many different cubes: one that was moved may not go on."""
        p, moved = self.players[seat], Counter()
        for _ in range(count):
            moves = [f"shift {c} {card} {to}" for c, card in p.cubes_held() if p.cubes[card][c] > moved[(c, card)]
                     for to in p.cards() if to != card and p.holds(to, c)]
            if not moves:
                return
            said = yield from self.one(seat, [*moves, "done"])
            if said[0] == "done":
                return
            p.cubes[said[2]][said[1]] -= 1
            p.cubes[said[3]][said[1]] += 1
            moved[(said[1], said[3])] += 1

    def do_prey(self, seat, count):
        for _ in range(count):
            moves = self.preys(seat)
            if not moves:
                return
            said = yield from self.one(seat, [*moves, "skip"])
            if said[0] == "skip":
                return
            self.prey(seat, *said[1:])

    def preys(self, seat):
        return [f"prey {other} {c} {card}" for other, p in self.players.items() if other != seat for c, card in p.cubes_held()]

    def prey(self, seat, other, colour, card):
        self.players[other].cubes[card][colour] -= 1
        self.players[seat].bag[colour] += 1
