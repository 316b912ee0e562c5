"""A game of Biotopes as the slow referee (biotopes_referee.py) plays it, from a catalogue and the lines of a record: docs/biotopes.md and
/shared/rules/biotopes.md. A game is a coroutine that stops at each decision, so there is no program counter to get wrong as the engine might."""
from collections import Counter
from itertools import product

from biotopes_actions import Actions
from biotopes_board import COLOUR_OF, Board
from biotopes_declared import Declared
from biotopes_land import BIOTOPES, TILES, Land, hex_from, hex_text
from biotopes_sheet import Sheet
from biotopes_words import ADVANCED, COLOURS, ONCE, TYPES, Foul, Reader

CYCLES = {"discovery": 6, "initiate": 5, "solo": 6, "solo-initiate": 5}


class Game(Board, Actions, Declared, Sheet):
    """`ask` is what the game waits for: {seat: function that lists the legal lines}, "*" being the table. The function may be given the line that
    was said, to list only what is like it."""

    def __init__(self, catalogue, header):
        self.cat, self.level, self.variant = catalogue, header["level"], header["variant"]
        self.seats = [str(i + 1) for i in range(header["seats"])]
        self.declares = not catalogue.certain and header["options"].get("unknown", "declare") == "declare"
        self.blank = header["options"].get("unknown", "declare") == "blank"
        self.initiate = self.variant in ("initiate", "solo-initiate")
        self.solo = self.variant in ("solo", "solo-initiate")
        self.cycles = CYCLES[self.variant]
        self.reader = Reader(catalogue.names, self.seats)
        self.land, self.conditions, self.over = Land(), None, False
        self.cycle, self.turn, self.actor, self.declaring = 1, 0, None, None
        self.ranks_stated, self.sheets = {}, {}
        self.set_out()
        self.story = {"sheet": self.sheet, "totals": self.totals}.get(self.level, self.play)()
        self.go(None)

    def go(self, word):
        try:
            self.ask = self.story.send(word)
        except StopIteration:
            self.ask, self.over = {}, True

    # ---- lines ----

    def line(self, seat, text):
        for move in self.reader.read(text):
            self.say(seat, self.completed(seat, move))

    def completed(self, seat, move):
        """A payment with the type of its card, and nothing that is for oneself said to be `for` somebody."""
        words = move.split()
        if words[:2] == ["pay", "-"]:
            card = words[3]
            words[1] = "plant" if card in BIOTOPES else self.cat.species[card].type
        if words[:2] == ["for", seat]:
            words = words[2:]
        return " ".join(words)

    def say(self, seat, move):
        if self.over:
            raise Foul("the game is over")
        if seat not in self.ask:
            raise Foul(f"{seat} says '{move}', {sorted(self.ask)} may")
        legal = self.ask[seat](move)
        if move not in legal:
            raise Foul(f"{seat}: '{move}' is not among {sorted(legal)[:12]}")
        self.go((seat, move.split()))

    def refuses(self, seat, text):
        """Is a line refused before anything of it is done?"""
        try:
            move = self.completed(seat, self.reader.read(text)[0])
        except Foul:
            return True
        return seat not in self.ask or move not in self.ask[seat](move)

    def any_of(self, ask):
        """Waits for one of several seats."""
        return (yield ask)

    def one(self, seat, moves, also=None):
        """Waits for one seat, to which these moves are open; what others may say at the same time in `also`."""
        ask = dict(also or {})
        ask[seat] = moves if callable(moves) else lambda hint=None: moves
        said = yield ask
        return said[1]

    # ---- setup ----

    def play(self):
        for seat in self.seats if not self.initiate else []:
            for biotope in BIOTOPES:
                self.get_biotope(seat, biotope, "")
        for seat in self.seats if self.level == "table" else []:  # hands that nobody has seen are there from the start
            self.left["herbivore"] -= 4
            self.players[seat].hidden["herbivore"] += 4
        yield from self.say_conditions()
        tiles = 4 if self.solo else 2 * len(self.seats)
        for i in range(tiles):
            layer = self.seats[i % len(self.seats)] if self.variant == "initiate" else "*"
            said = yield from self.one(layer, self.tile_moves)
            self.land.lay(said[1], int(said[2][1]), hex_from(said[3]))
        if self.solo:
            inner = [at for at in self.land.hexes if not self.land.is_edge(at)]
            self.land.tokens.update({at: "n" for at in inner})
        for _ in range(4):
            for seat in self.seats:
                yield from self.first_token(seat)
        for seat in self.seats if self.level == "full" else []:
            yield from self.deal(seat)
        yield from self.play_cycles()

    def say_conditions(self):
        biotopes = [f"{a} {b}" for a in BIOTOPES for b in BIOTOPES if a != b]
        types = [f"{a} {b}" for a in TYPES[1:] for b in TYPES[1:] if a != b]
        said = yield from self.one("*", [f"conditions {b} {t}" for b in biotopes for t in types])
        self.conditions = said[1:]

    def tile_moves(self, hint=None):
        if hint:
            words = hint.split()
            return [hint] if words[0] == "tile" and self.land.tile_fits(words[1], hex_from(words[3])) else []
        free, centres = [f for f in TILES if f[1:] not in self.land.used], [hex_text(c) for c in self.land.centres()]
        return [f"tile {f} r{turn} {c}" for f in free for turn in range(6) for c in centres]

    def first_token(self, seat):
        said = yield from self.one(seat, [f"token {hex_text(at)}" for at in self.land.first_places(seat)])
        at, p = hex_from(said[1]), self.players[seat]
        self.land.tokens[at] = seat
        p.tokens -= 1
        if not self.initiate:
            return
        here = self.land.hexes[at]
        which = [here] if here not in p.biotopes else [b for b in BIOTOPES if b not in p.biotopes]
        taken = {(b, card) for other in self.players.values() for b, card in other.biotopes.items()}
        said = yield from self.one(seat, [f"biotope {b} {card}" for b in which for card in ADVANCED if (b, card) not in taken])
        self.get_biotope(seat, said[1], said[2])

    def get_biotope(self, seat, biotope, card):
        self.players[seat].biotopes[biotope] = card
        self.players[seat].cubes[biotope] = Counter()
        self.from_reserve(seat, biotope, COLOUR_OF[biotope])

    def deal(self, seat):
        """Four herbivores, one a biotope; in one line or in several."""
        left = list(BIOTOPES)
        while left:
            said = yield from self.one("*", lambda hint=None: self.deals(seat, left, hint))
            for card in said[2:]:
                self.left["herbivore"] -= 1
                self.take_card(seat, "herbivore", card)
                left.remove(self.cat.species[card].biotope)

    def deals(self, seat, left, hint):
        """Whether the cards said are a hand, or the rest of one; without a hint, all hands."""
        if hint is None:
            rows = [[c for c in sorted(self.unseen["herbivore"]) if self.cat.species[c].biotope == b] for b in left]
            return [" ".join(["deal", seat, *sorted(cards)]) for cards in product(*rows)]
        words = hint.split()
        cards = [self.cat.species[c] for c in words[2:]] if words[0] == "deal" else []
        good = (words[:2] == ["deal", seat] and cards and all(c.id in self.unseen["herbivore"] for c in cards)
                and not Counter(c.biotope for c in cards) - Counter(left))
        return [hint] if good else []

    # ---- cycles ----

    def play_cycles(self):
        for self.cycle in range(1, self.cycles + 1):
            if self.cycle > 1:
                yield from self.production()
            yield from self.play_actions()
            for p in self.players.values():
                p.bag += p.board
                p.board = Counter()
                p.used, p.openings, p.passed = set(), 0, False
        for p in self.players.values():
            for card in [c for c in p.species() if not p.on(c)]:
                p.rows[self.cat.species[card].biotope].remove(card)
                self.discards[self.cat.species[card].deck].add(card)
        if self.declares:
            yield from self.say_bonuses()

    def production(self):
        for seat in self.seats:
            p = self.players[seat]
            count = len(self.land.own(seat)) + sum(self.effect_of(seat, card).production for card in p.cards())
            count = min(count, sum(p.bag.values()))
            if count:
                said = yield from self.one("*", lambda hint=None, s=seat, n=count: self.draws(s, n, hint))
                for colour in said[2:]:
                    p.bag[colour] -= 1
                    p.cubes[dict(zip(COLOURS, BIOTOPES))[colour]][colour] += 1

    def draws(self, seat, count, hint):
        """Whether so many cubes may come out of a bag; without a hint, all ways."""
        bag = self.players[seat].bag
        if hint:
            words = hint.split()
            drawn = Counter(words[2:])
            good = words[:2] == ["cubes", seat] and sum(drawn.values()) == count and all(bag[c] >= n for c, n in drawn.items())
            return [hint] if good else []
        ways = [[]]
        for colour in COLOURS:
            ways = [way + [colour] * n for way in ways for n in range(min(bag[colour], count - len(way)) + 1)]
        return [" ".join(["cubes", seat, *way]) for way in ways if len(way) == count]

    def play_actions(self):
        at, self.actor = (self.cycle - 1) % len(self.seats), None
        while not all(p.passed for p in self.players.values()):
            seat = self.seats[at]
            if not self.players[seat].passed:
                self.turn = at
                yield from self.turn_of(seat)
            at = (at + 1) % len(self.seats)

    def turn_of(self, seat):
        while True:
            who, said = yield self.openings({seat: lambda hint=None: self.actions(seat, hint)})
            if said[0] != "effect":
                break
            yield from self.declared(who, said[1])
            if self.actor == who:
                yield from self.down_to_five(who)
        if said[0] == "pass":
            self.players[seat].passed = True
            return
        yield from self.act(seat, said)
        self.actor = seat
        yield from self.down_to_five(seat)

    def down_to_five(self, seat):
        while self.hand_size(seat) > 5:
            ask = self.openings({seat: lambda hint=None: [f"discard {c}" for c in self.in_hand(seat)]}, [seat])
            _, said = yield ask
            if said[0] == "effect":
                yield from self.declared(seat, said[1])
            else:
                self.discard(seat, said[1])

    def actions(self, seat, hint=None):
        """Every action that can be paid, and pass."""
        kind = hint.split()[0] if hint else None
        p, found = self.players[seat], ["pass"]
        if kind in (None, "adapt"):
            found += [f"adapt {card}" for card in self.in_hand(seat) if self.diet_payable(seat, card)]
        for action in ONCE:
            if kind in (None, action) and action not in p.used:
                found += getattr(self, f"{action}_moves")(seat)
        if kind in (None, "use"):
            found += [f"use {card}" for card in p.species() if self.usable(seat, card)]
        return found
