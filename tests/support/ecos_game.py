"""A game of Ecos as the slow referee (ecos_referee.py) plays it, from a catalogue and the lines of a record. A game is a coroutine that stops at
each decision, so there is no program counter and no stack to get wrong in the same way as the engine."""
from collections import Counter

from ecos_declared import Declared
from ecos_effects import Effects
from ecos_hands import CUBES, Active, Hands, Player
from ecos_land import Land, SHAPES, place_from
from ecos_short import FORCED, Short

ROUNDS = 60


class Game(Short, Hands, Declared, Effects):
    """`ask` is what the game waits for: {seat: function that lists the legal words}, "*" being the table. The function may be given the
    keyword of the only words that matter."""

    def __init__(self, catalogue, header):
        self.cat, self.header, self.level, self.rules = catalogue, header, header["level"], header["rules"]
        self.said, self.stood = 0, []  # how many words were played; the lines that stand, for whoever keeps them
        self.target = int(header["options"].get("target", "80"))
        self.seats = [str(i + 1) for i in range(header["seats"])]
        self.players = {seat: Player() for seat in self.seats}
        self.cards = {c["number"]: c for c in catalogue["cards"]}
        self.printed = {}  # what is shown of a card in every position, and does not change
        self.elements = [e["id"] for e in catalogue["elements"]]
        self.wild = next(e["id"] for e in catalogue["elements"] if e.get("wild"))
        supplies = catalogue["supplies"]
        self.land = Land({s["id"]: s["lives"] for s in catalogue["species"]},
                         {"land": supplies["land"], "water": supplies["water"], "mountain": supplies["mountains"],
                          "forest": supplies["forests"], **{s["id"]: s["tokens"] for s in catalogue["species"]}})
        words = SHAPES[header["options"].get("landscape", "standard")].split()
        for terrain, at in zip(words[::2], words[1::2]):
            self.land.place(terrain, place_from(at))
        self.cubes_left = supplies["cubes"] - CUBES * len(self.seats)
        self.bag = Counter({e["id"]: e["count"] for e in catalogue["elements"]})
        self.unseen, self.faceup = set(self.cards), set()
        self.deck = dict(catalogue["backs"])
        self.round, self.harbinger, self.tie, self.over = 0, 0, False, False
        self.phase, self.tokens, self.resolving, self.ask, self.step = "deck", [], None, None, None
        self.verified, self.forced, self.by_rules = Counter(), [], True
        self.element = None  # for which a cube may be put
        self.remembered = {}  # card of unknown slots: the cubes that completed it
        self.story = self.sheet() if self.level == "sheet" else self.play()
        self.go(None)

    def go(self, word):
        try:
            self.ask, self.step, self.by_rules = self.story.send(word)
        except StopIteration:
            self.ask, self.over, self.phase = {}, True, "over"

    # ---- asking ----

    def any_of(self, ask):
        """Waits for one of several seats; the words that come back are split."""
        return (yield ask, self.step_of_charge, True)

    def one(self, seat, words, step=None, by_rules=True):
        """Waits for one seat, to which these words are open; rules 2 answer for it when it is one, unless only the seat can know."""
        found = words if callable(words) else list(words)
        _, said = yield {seat: found if callable(words) else lambda kind=None: found}, step or self.step_of_charge, by_rules
        return said

    def step_of_charge(self, text):
        words = text.split()
        return "number" if words[0] == "charge" and "slots" not in self.cards[int(words[1])] else "effects"

    # ---- before the first token ----

    def play(self):
        decks = {d["id"]: d for d in self.cat["decks"]}
        chosen = {}
        for seat in self.seats:
            used = [decks[d]["family"] for d in chosen.values() if d != "draft"]
            free = [d for d in decks if d not in chosen.values() and (not used or decks[d]["family"] == used[0])]
            said = yield from self.one("*", [f"deck {seat} {d}" for d in [*free, "draft"]])
            chosen[seat] = said[2]
            if said[2] != "draft":
                self.take_deck(seat, decks[said[2]])
        drafters = [seat for seat in self.seats if chosen[seat] == "draft"]
        two = len(self.seats) == 2
        if self.level == "table":
            for seat in self.seats:
                self.hide(seat, "blue", (2 if two else 0) + (4 if seat in drafters else 0))
                self.hide(seat, "brown", (4 if two else 0) + (8 if seat in drafters else 0))
        else:
            if two:
                yield from self.deal({seat: ["blue"] * 2 + ["brown"] * 4 for seat in self.seats}, "hand")
            if drafters:
                yield from self.draft(drafters, "blue", 5, 1, 2 if two else 1)
                yield from self.draft(drafters, "brown", 9, -1, 2 if two else 1)
        due = {seat: (5 if two else 3) - len(self.players[seat].active) for seat in self.seats}
        self.phase = "active"
        while any(due.values()):
            ask = {seat: (lambda kind=None, s=seat: [f"active {c}" for c in self.playable(s)]) for seat in self.seats if due[seat]}
            seat, said = yield from self.any_of(ask)
            self.put_in_play(seat, int(said[1]))
            due[seat] -= 1
        yield from self.rounds()

    def take_deck(self, seat, deck):
        if "active" not in deck:  # known by its name only
            self.hide(seat, "blue", 4)
            self.hide(seat, "brown", 8)
            return
        for card in deck["active"]:
            self.players[seat].active[card] = Active(self.cards[card].get("leaves", 0))
        self.players[seat].hand |= set(deck["hand"])
        self.unseen -= {*deck["active"], *deck["hand"]}
        self.deck["blue"] -= 4
        self.deck["brown"] -= 8

    # ---- the round ----

    def rounds(self):
        while True:
            drawn = []
            self.tokens = drawn
            self.phase = "token"
            for _ in range(min(2 if len(self.seats) == 2 else 1, sum(self.bag.values()))):
                said = yield from self.one("*", [f"token {e}" for e in self.elements if self.bag[e]])
                self.bag[said[1]] -= 1
                self.forced = []
                drawn.append(said[1])
            wild = self.wild in drawn
            if len(set(drawn)) == 2:
                self.phase = "order"
                said = yield from self.one(self.seats[self.harbinger], [f"first {e}" for e in drawn])
                if drawn[0] != said[1]:
                    drawn.reverse()
            elif len(drawn) == 2:
                self.forced.append(f"{self.seats[self.harbinger]}: first {drawn[0]}")
            while drawn:
                yield from self.use_token(drawn[0])
                del drawn[0]
            if not wild and not self.tie:
                continue
            self.round += 1
            totals = [p.points for p in self.players.values()]
            ends = self.tie or max(totals) >= self.target
            if (ends and totals.count(max(totals)) == 1) or self.round >= ROUNDS or not self.anybody_can_score():
                return
            self.tie = ends
            self.bag = Counter({e["id"]: e["count"] for e in self.cat["elements"]})
            self.harbinger = (self.harbinger + 1) % len(self.seats)

    def anybody_can_score(self):
        return bool(self.card_to_gain() or any(p.hidden or p.hand or p.active for p in self.players.values()))

    def use_token(self, token):
        self.phase, self.element = "choose", token
        choice = {}
        for player in self.players.values():
            player.charged = None
        while len(choice) < len(self.seats):
            ask = {s: (lambda kind=None, s=s: self.charges(s, token, None)) for s in self.seats if s not in choice}
            seat, said = yield from self.any_of(ask)
            choice[seat] = said[0]
            if said[0] == "charge" and self.charge(seat, said):
                self.players[seat].charged = (int(said[1]), said[2])
        self.phase = "resolve"
        order = self.seats[self.harbinger:] + self.seats[:self.harbinger]
        others = False
        for seat in order:
            if choice[seat] == "turn":
                yield from self.dial(seat)
            others = (yield from self.resolve_cards(seat, others)) or others
        while any(self.complete(seat) for seat in order):  # an effect for everyone completed a card of one who was done
            for seat in order:
                yield from self.resolve_cards(seat, False)

    def complete(self, seat):
        return [c for c, a in self.players[seat].active.items() if a.complete]

    def resolve_cards(self, seat, others):
        resolved = False
        while self.complete(seat):
            player, full = self.players[seat], self.complete(seat)
            back_out = others and not resolved and player.charged is not None and player.charged[0] in full
            card = full[0]
            if len(full) > 1 or back_out:
                said = yield from self.one(seat, [f"resolve {c}" for c in full] + (["withdraw"] if back_out else []))
                if said[0] == "withdraw":
                    card, element = player.charged
                    player.active[card].cubes[element] -= 1
                    player.active[card].complete = False
                    player.cubes += 1
                    player.charged = None
                    yield from self.dial(seat)
                    continue
                card = int(said[1])
            else:
                self.forced.append(f"{seat}: resolve {card}")
            resolved = True
            yield from self.resolve(seat, card)
        return resolved

    # ---- cubes and dial ----

    def charges(self, seat, element, giver):
        player, words = self.players[seat], ["turn"]
        held = [] if player.cubes else [(c, f" from {c} {x}") for c, a in player.active.items() if not a.complete
                                        for x in self.elements if a.cubes[x]]
        for card, active in player.active.items():
            if card == giver or active.complete:
                continue
            sources = [""] if player.cubes else [source for c, source in held if c != card]
            known, there = self.cards[card].get("slots"), sum(active.cubes.values())
            ways = [""]
            if known is None:
                full = self.completes(seat, card)
                ways = [" eco"] if full or there >= 7 else [""] if full is False else ["", " eco"]
            for e in self.elements if element == self.wild else [element]:
                if known is None or known.count(e) > active.cubes[e]:
                    words += [f"charge {card} {e}{way}{source}" for way in ways for source in sources]
        return words

    def charge(self, seat, said):
        """Puts the cube; True when it completes the card."""
        player, active = self.players[seat], self.players[seat].active[int(said[1])]
        if "from" in said:
            source = said[said.index("from") + 1:]
            player.active[int(source[0])].cubes[source[1]] -= 1
        else:
            player.cubes -= 1
        active.cubes[said[2]] += 1
        slots = self.cards[int(said[1])].get("slots")
        active.complete = "eco" in said if slots is None else sum(active.cubes.values()) == len(slots)
        if active.complete and slots is None and self.rules > 1:
            self.remembered[int(said[1])] = sum(active.cubes.values())
        return active.complete

    def dial(self, seat):
        player = self.players[seat]
        player.dial += 1
        if player.dial == 2:
            said = yield from self.one(seat, (["gain card"] if self.rules == 1 or self.card_to_gain() else []) + ["wait"])
            if said[0] == "gain":
                player.dial = 0
                yield from self.gain_card(seat)
        elif player.dial == 3:
            words = [f"play {c}" for c in self.playable(seat)] + (["gain cube"] if self.cubes_left else []) + ["nothing"]
            said = yield from self.one(seat, words)
            player.dial = 0
            if said[0] == "play":
                self.put_in_play(seat, int(said[1]))
            elif said[0] == "gain":
                self.gain_cube(seat)

    def gain_cube(self, seat):
        if self.cubes_left:
            self.cubes_left -= 1
            self.players[seat].cubes += 1

    def gain_element(self, seat, element, giver):
        self.element = element
        words = self.charges(seat, element, giver)
        said = yield from self.one(seat, words)
        if said[0] == "turn":
            yield from self.dial(seat)
        else:
            self.charge(seat, said)

    # ---- a sheet ----

    def sheet(self):
        self.phase = "sheet"
        stated = set()
        while len(stated) < len(self.seats):
            seat, said = yield from self.any_of({s: self.sheet_words for s in self.seats if s not in stated})
            if said[0] == "used":
                self.unseen.remove(int(said[1]))
                self.players[seat].used[int(said[1])] = [int(said[2]), 0]
            else:
                self.players[seat].points = int(said[1])
                stated.add(seat)

    def sheet_words(self, kind=None):
        words = [f"total {n}" for n in range(1000)]
        for card in self.unseen if kind != "total" else []:
            words += [f"used {card} {n}" for n in range((self.cards[card].get("leaves", 15) if self.rules == 1 else 15) + 1)]
        return words

    # ---- what the engine must show ----

    def view(self):
        shown = {"phase": self.phase, "over": self.over, "catalogue": self.cat["name"]["id"], "target": self.target}
        if self.level != "sheet":
            land = self.land
            shown |= {"round": self.round + (0 if self.over else 1), "harbinger": self.harbinger + 1, "tie": self.tie,
                      "supply": land.supply, "cubes": self.cubes_left, "bag": {e: self.bag[e] for e in self.elements},
                      "tokens": list(self.tokens), "resolving": self.resolving,
                      "decks": {**self.deck, "faceup": sorted(self.faceup)},
                      "verified": {k: self.verified[k] for k in ("number", "slots", "effects")},
                      "tiles": [{"q": at[0], "r": at[1], "terrain": t.terrain, "mountain": bool(t.mountain), "forests": t.forests,
                                 "animals": dict(t.animals)} for at, t in sorted(land.tiles.items())]}
            if self.rules > 1:
                shown["forced"] = self.forced[-FORCED:]
        shown["players"] = [self.view_player(seat) for seat in self.seats]
        return shown

    def view_player(self, seat):
        p = self.players[seat]
        shown = {"seat": int(seat), "points": p.points}
        if self.level != "sheet":
            shown |= {"dial": p.dial, "cubes": p.cubes, "hand": sorted(p.hand), "hidden": p.hidden, "pack": sorted(p.pack),
                      "active": [self.view_card(p, card) for card in sorted(p.active)]}
        shown["used"] = [{"card": c, "times": t, "points": n} for c, (t, n) in sorted(p.used.items())
                         if t or self.level == "sheet"]
        return shown

    def view_card(self, player, number):
        a = player.active[number]
        if number not in self.printed:
            slots = self.cards[number].get("slots")
            self.printed[number] = {"card": number, "name": self.cards[number].get("name", {}).get("en", f"card {number}"),
                                    "slots": None if slots is None else dict(Counter(slots))}
        return {**self.printed[number], "leaves": a.leaves or None, "cubes": {e: n for e, n in a.cubes.items() if n},
                "complete": a.complete, "points": player.used.get(number, [0, 0])[1]}
