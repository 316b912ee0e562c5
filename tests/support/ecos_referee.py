"""A slow second referee for Ecos: reads records and catalogues by itself, plays them by /shared/rules/ecos.md and docs/ecos.md, and holds
what the engine shows after every line (tests/support/ecos_trace.c) to its own position: landscape, supplies, tableaux, dials, points, whose
turn it is and, where the trace lists them, every legal move. It shares no code with src/rules/ecos; a game is a coroutine that stops at
each decision, so there is no program counter and no stack to get wrong in the same way.
usage: ecos_referee.py CATALOGUE.json... < trace"""
import hashlib
import json
import sys
from collections import Counter

from ecos_land import Land, SHAPES, changed, feasible, has_placement, place_choices, place_from, place_text

ROUNDS, CUBES, DECLARED, MOST_POINTS = 60, 7, 8, 60


class Foul(Exception):
    """A line that the referee does not allow."""


class Player:
    def __init__(self):
        self.points, self.dial, self.cubes, self.hidden = 0, 0, CUBES, 0
        self.hand, self.pack, self.active, self.used = set(), set(), {}, {}
        self.backs = Counter()  # hidden cards that may have this back, at the most
        self.charged = None  # card and element, when the cube for the drawn token completed a card


class Active:
    def __init__(self, leaves):
        self.leaves, self.cubes, self.complete = leaves, Counter(), False


class Game:
    """`ask` is what the game waits for: {seat: function that lists the legal words}, "*" being the table. The function may be given the
    keyword of the only words that matter."""

    def __init__(self, catalogue, header):
        self.cat, self.level = catalogue, header["level"]
        self.target = int(header["options"].get("target", "80"))
        self.seats = [str(i + 1) for i in range(header["seats"])]
        self.players = {seat: Player() for seat in self.seats}
        self.cards = {c["number"]: c for c in catalogue["cards"]}
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
        self.verified = Counter()
        self.story = self.sheet() if self.level == "sheet" else self.play()
        self.go(None)

    def go(self, word):
        try:
            self.ask, self.step = self.story.send(word)
        except StopIteration:
            self.ask, self.over, self.phase = {}, True, "over"

    def line(self, seat, text):
        """One line of the record; several cards in it are several words."""
        words = text.split()
        if words[0] in ("deal", "active", "top"):
            fixed = 2 if words[0] == "deal" else 1
            parts = [" ".join(words[:fixed] + [card]) for card in words[fixed:]]
        else:
            parts = [text]
        for part in parts:
            if seat not in self.ask:
                raise Foul(f"{seat} says '{part}', {sorted(self.ask)} may")
            if part not in self.ask[seat](part.split()[0]):
                raise Foul(f"{seat}: {part} is not among {sorted(self.ask[seat]())[:40]}")
            if seat != "*" and self.level != "sheet":
                self.verified[self.step(part)] += 1
            self.go((seat, part.split()))

    # ---- asking ----

    def any_of(self, ask):
        """Waits for one of several seats; the words that come back are split."""
        return (yield ask, self.step_of_charge)

    def one(self, seat, words, step=None):
        """Waits for one seat, to which these words are open."""
        found = words if callable(words) else list(words)
        _, said = yield {seat: found if callable(words) else lambda kind=None: found}, step or self.step_of_charge
        return said

    def step_of_charge(self, text):
        words = text.split()
        return "number" if words[0] == "charge" and "slots" not in self.cards[int(words[1])] else "effects"

    # ---- before the first token ----

    def back_fits(self, card, back):
        return self.cards[card].get("back", back) == back

    def play(self):
        decks = {d["id"]: d for d in self.cat["decks"]}
        chosen = {}
        for seat in self.seats:
            used = [decks[d]["family"] for d in chosen.values() if d != "draft"]
            free = [d for d in decks if d not in chosen.values() and (not used or decks[d]["family"] == used[0])]
            said = yield from self.one("*", [f"deck {seat} {d}" for d in [*free, "draft"]])
            chosen[seat] = said[2]
            if said[2] != "draft":
                for card in decks[said[2]]["active"]:
                    self.players[seat].active[card] = Active(self.cards[card].get("leaves", 0))
                self.players[seat].hand |= set(decks[said[2]]["hand"])
                self.unseen -= {*decks[said[2]]["active"], *decks[said[2]]["hand"]}
                self.deck["blue"] -= 4
                self.deck["brown"] -= 8
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

    def hide(self, seat, back, count):
        self.players[seat].hidden += count
        self.players[seat].backs[back] += count
        self.deck[back] -= count

    def deal(self, due, where):
        """The table hands out cards of the backs that each seat is due, in that order, the seats as they come."""
        self.phase = "deal"
        while any(due.values()):
            words = [f"deal {s} {c}" for s in due if due[s] for c in self.unseen if self.back_fits(c, due[s][0])]
            said = yield from self.one("*", words)
            back = due[said[1]].pop(0)
            self.unseen.remove(int(said[2]))
            self.deck[back] -= 1
            getattr(self.players[said[1]], where).add(int(said[2]))

    def draft(self, drafters, back, size, direction, at_once):
        """Packs go round among those who draft; one card of each goes back to its deck."""
        yield from self.deal({seat: [back] * size for seat in drafters}, "pack")
        self.phase = "draft"
        while True:
            due = {seat: at_once for seat in drafters}
            while any(due.values()):
                ask = {s: (lambda kind=None, s=s: [f"keep {c}" for c in self.players[s].pack]) for s in drafters if due[s]}
                seat, said = yield from self.any_of(ask)
                self.players[seat].pack.remove(int(said[1]))
                self.players[seat].hand.add(int(said[1]))
                due[seat] -= 1
            packs = [self.players[seat].pack for seat in drafters]
            if len(packs[0]) == 1:
                for seat in drafters:
                    self.unseen |= self.players[seat].pack
                    self.players[seat].pack = set()
                    self.deck[back] += 1
                return
            for i, pack in enumerate(packs):
                self.players[drafters[(i + direction) % len(drafters)]].pack = pack

    # ---- hands ----

    def playable(self, seat):
        player = self.players[seat]
        unknown = [c for c in self.unseen if player.hidden and ("back" not in self.cards[c] or player.backs[self.cards[c]["back"]])]
        return sorted([*player.hand, *unknown])

    def put_in_play(self, seat, card):
        player = self.players[seat]
        if card in player.hand:
            player.hand.remove(card)
        else:
            self.unseen.remove(card)
            player.hidden -= 1
            if "back" in self.cards[card]:
                player.backs[self.cards[card]["back"]] -= 1
            for back in player.backs:
                player.backs[back] = min(player.backs[back], player.hidden)
        player.active[card] = Active(self.cards[card].get("leaves", 0))

    def gain_card(self, seat):
        player = self.players[seat]
        looks = [back for back in ("blue", "brown") if self.deck[back]]
        looks += ["both"] if len(looks) == 2 else []
        if not looks and not self.faceup:
            return
        said = yield from self.one(seat, [f"look {x}" for x in looks] + [f"faceup {c}" for c in self.faceup])
        if said[0] == "faceup":
            self.faceup.remove(int(said[1]))
            player.hand.add(int(said[1]))
            return
        backs = ["blue", "brown"] if said[1] == "both" else [said[1]] * min(2, self.deck[said[1]])
        if self.level == "table":
            yield from self.look_unseen(seat, said[1], backs)
            return
        shown = []
        for back in backs:
            top = yield from self.one("*", [f"top {c}" for c in self.unseen if self.back_fits(c, back)])
            self.unseen.remove(int(top[1]))
            self.deck[back] -= 1
            shown.append(int(top[1]))
        kept = shown[0]
        if len(shown) == 2:
            said = yield from self.one(seat, [f"keep {c}" for c in shown])
            kept = int(said[1])
            shown.remove(kept)
            self.faceup.add(shown[0])
        player.hand.add(kept)

    def look_unseen(self, seat, which, backs):
        """At level table everybody sees which card is left, and the back of the one that is kept."""
        player = self.players[seat]
        for back in backs:
            self.deck[back] -= 1
        player.hidden += 1
        kept = Counter(backs[:1] if which != "both" else backs)
        player.backs += kept
        if len(backs) == 2:
            fits = [c for c in self.unseen if which == "both" or self.back_fits(c, which)]
            said = yield from self.one(seat, [f"leave {c}" for c in fits])
            self.unseen.remove(int(said[1]))
            self.faceup.add(int(said[1]))
            if which == "both" and "back" in self.cards[int(said[1])]:
                player.backs[self.cards[int(said[1])]["back"]] -= 1
            for back in player.backs:
                player.backs[back] = min(player.backs[back], player.hidden)

    # ---- the round ----

    def rounds(self):
        while True:
            drawn = []
            self.tokens = drawn
            self.phase = "token"
            for _ in range(min(2 if len(self.seats) == 2 else 1, sum(self.bag.values()))):
                said = yield from self.one("*", [f"token {e}" for e in self.elements if self.bag[e]])
                self.bag[said[1]] -= 1
                drawn.append(said[1])
            wild = self.wild in drawn
            if len(set(drawn)) == 2:
                self.phase = "order"
                said = yield from self.one(self.seats[self.harbinger], [f"first {e}" for e in drawn])
                if drawn[0] != said[1]:
                    drawn.reverse()
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
        return bool(self.faceup or any(self.deck.values()) or any(p.hidden or p.hand or p.active for p in self.players.values()))

    def use_token(self, token):
        self.phase = "choose"
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
            resolved = True
            yield from self.resolve(seat, card)
        return resolved

    # ---- cubes and dial ----

    def charges(self, seat, element, giver):
        player, words = self.players[seat], ["turn"]
        for card, active in player.active.items():
            if card == giver or active.complete:
                continue
            known = self.cards[card].get("slots")
            for e in self.elements if element == self.wild else [element]:
                ways = []
                if known is not None:
                    ways = [""] if known.count(e) > active.cubes[e] else []
                else:
                    ways = [" eco"] if sum(active.cubes.values()) >= 7 else ["", " eco"]
                sources = [""]
                if not player.cubes:
                    sources = [f" from {c} {x}" for c, a in player.active.items() if c != card and not a.complete
                               for x in self.elements if a.cubes[x]]
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
        return active.complete

    def dial(self, seat):
        player = self.players[seat]
        player.dial += 1
        if player.dial == 2:
            said = yield from self.one(seat, ["gain card", "wait"])
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
        words = self.charges(seat, element, giver)
        said = yield from self.one(seat, words)
        if said[0] == "turn":
            yield from self.dial(seat)
        else:
            self.charge(seat, said)

    # ---- a card ----

    def resolve(self, seat, number):
        player, card = self.players[seat], self.cards[number]
        active = player.active[number]
        player.cubes += sum(active.cubes.values())
        active.cubes, active.complete = Counter(), False
        self.resolving, self.this = number, None
        record = player.used.setdefault(number, [0, 0])
        record[0] += 1
        if "effects" not in card:
            yield from self.declared(seat, number)
        elif feasible(self.land, card["effects"]):
            yield from self.effects(seat, number, card["effects"], [])
        self.resolving = None
        if active.leaves == 1:
            del player.active[number]
        active.leaves = max(active.leaves - 1, 0)

    def award(self, seat, number, points):
        self.players[seat].points += points
        if points:
            self.players[seat].used.setdefault(number, [0, 0])[1] += points

    def effects(self, seat, number, effects, after):
        """Top to bottom; `after` are those of the card that follow these. False when the player declined a placement."""
        for i, e in enumerate(effects):
            rest = [*effects[i + 1:], *after]
            turn = self.seats.index(seat)
            to = self.seats[turn:] + self.seats[:turn] if e.get("everyone") else [seat]
            if "place" in e:
                if not (yield from self.place(seat, e, rest)):
                    return False
            elif "points" in e:
                points = self.land.points(e, self.this)
                for player in to:
                    self.award(player, number, points)
            elif "gain" in e:
                yield from self.gain(e, to, number)
            elif "move" in e:
                yield from self.move(seat, e)
            elif "remove" in e or "replace" in e:
                known = {}
                words = dict((w, land) for w, land in changed(self.land, e) if feasible(land, rest, known))
                if words:
                    said = yield from self.one(seat, words)
                    self.land = words[" ".join(said)]
            elif "pick" in e:
                words = [f"pick {t} {place_text(at)}" for t in self.land.stands_for(e["pick"])
                         for at, tile in self.land.tiles.items() if tile.count(t)]
                if words:
                    said = yield from self.one(seat, words)
                    self.this = (said[1], place_from(said[2]))
            elif "choose" in e:
                words = [f"choose {k + 1}" for k, b in enumerate(e["choose"]) if feasible(self.land, [*b, *rest])]
                said = yield from self.one(seat, words)
                if not (yield from self.effects(seat, number, e["choose"][int(said[1]) - 1], rest)):
                    return False
            elif feasible(self.land, [*e["optional"], *rest]):
                words = ["choose 1"] + (["skip"] if feasible(self.land, rest) else [])
                said = yield from self.one(seat, words)
                if said[0] == "choose" and not (yield from self.effects(seat, number, e["optional"], rest)):
                    return False
        return True

    def place(self, seat, e, rest):
        things = self.land.stands_for(e["place"])
        for done in range(e.get("count", 1)):
            again = e.get("count", 1) - done - 1
            later = [{**e, "count": again}, *rest] if again else rest
            words = self.place_words(things, e.get("near"), later)
            if not any(self.land.supply[self.land.kind(t)] for t in things):
                words.append("decline")
            words += self.take_words(things, e.get("near"), later)
            said = yield from self.one(seat, words)
            if said[0] == "decline":
                return False
            if said[0] == "take":
                self.land.remove(said[1], place_from(said[2]))
                same = [t for t in things if self.land.kind(t) == self.land.kind(said[1])]
                said = yield from self.one(seat, self.place_words(same, e.get("near"), later))
            self.land.place(said[1], place_from(said[2]))
            self.this = (said[1], place_from(said[2]))
        return True

    def place_words(self, things, near, later):
        words, known = [], {}
        for thing in [t for t in things if self.land.supply[self.land.kind(t)]]:
            for at in self.land.places(thing, near):
                after = self.land
                if has_placement(later):
                    after = self.land.copy()
                    after.place(thing, at)
                if feasible(after, later, known):
                    words.append(f"place {thing} {place_text(at)}")
        return words

    def take_words(self, things, near, later):
        """What may be taken from the landscape, when its supply is empty and it can then be placed."""
        words, known = [], {}
        for face in self.land.everything():
            same = [t for t in things if self.land.kind(t) == self.land.kind(face)]
            if not same or self.land.supply[self.land.kind(face)]:
                continue
            for at in self.land.found(face):
                after = self.land.copy()
                after.remove(face, at)
                if any(feasible(land, later, known) for t in same for land in place_choices(after, t, near)):
                    words.append(f"take {face} {place_text(at)}")
        return words

    def move(self, seat, e):
        moved = Counter()  # an animal moves once for an effect
        for _ in range(e.get("count", 1)):
            words = []
            for species in self.land.stands_for(e["move"]):
                for at, tile in self.land.tiles.items():
                    if tile.count(species) > moved[species, at]:
                        words += [f"move {species} {place_text(at)} {place_text(to)}" for to in
                                  self.land.reached(species, at, e.get("steps", 1), e.get("anywhere", False))]
            if not words:
                return
            said = yield from self.one(seat, [*words, "skip"])
            if said[0] == "skip":
                return
            self.land.walk(said[1], place_from(said[2]), place_from(said[3]))
            moved[said[1], place_from(said[3])] += 1

    def gain(self, e, to, number):
        for seat in to:
            for _ in range(e.get("count", 1)):
                if e["gain"] == "cube":
                    self.gain_cube(seat)
                elif e["gain"] == "card":
                    yield from self.gain_card(seat)
                elif e["gain"] == "play":
                    if self.players[seat].hand or self.players[seat].hidden:
                        said = yield from self.one(seat, [f"play {c}" for c in self.playable(seat)] + ["nothing"])
                        if said[0] == "play":
                            self.put_in_play(seat, int(said[1]))
                else:
                    yield from self.gain_element(seat, e["gain"], number)

    def declared(self, seat, number):
        """Nobody has typed this card in: the player says what it does, the landscape and the supplies must agree."""
        step = "slots" if "slots" in self.cards[number] else "number"
        for _ in range(DECLARED):
            said = yield from self.one(seat, lambda kind=None: self.declared_words(seat, kind), lambda text: step)
            if said[0] == "done":
                return
            at = place_from(said[2]) if len(said) > 2 else None
            if said[0] == "place":
                self.land.place(said[1], at)
            elif said[0] in ("take", "remove"):
                self.land.remove(said[1], at)
            elif said[0] == "move":
                self.land.walk(said[1], at, place_from(said[3]))
            elif said[0] == "replace":
                self.land.replace(said[1], at)
            elif said[0] == "points":
                self.award(seat, number, int(said[1]))
            elif said[0] == "play":
                self.put_in_play(seat, int(said[1]))
            else:
                yield from self.gain({"gain": said[1]}, [seat], number)

    def declared_words(self, seat, kind=None):
        land, words = self.land, ["done"]
        for t in land.everything() if kind in (None, "place", "take", "remove") else []:
            if land.supply[land.kind(t)]:
                words += [f"place {t} {place_text(at)}" for at in land.places(t)]
            else:
                words += [f"take {t} {place_text(at)}" for at in land.found(t)]
            words += [f"remove {t} {place_text(at)}" for at in land.found(t)]
        for species in land.lives if kind in (None, "move") else []:
            for at in [at for at, tile in land.tiles.items() if tile.count(species)]:
                words += [f"move {species} {place_text(at)} {place_text(to)}" for to in land.reached(species, at, 80, True)]
        for terrain in ("desert", "grassland", "water") if kind in (None, "replace") else []:
            words += [f"replace {terrain} {place_text(at)}" for at in land.replaceable("tile", terrain)]
        words += [f"gain {e}" for e in self.elements] + (["gain cube"] if self.cubes_left else [])
        words += ["gain card"] if self.faceup or any(self.deck.values()) else []
        words += [f"play {c}" for c in self.playable(seat)]
        return words + [f"points {n}" for n in range(1, MOST_POINTS + 1)]

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
            words += [f"used {card} {n}" for n in range(self.cards[card].get("leaves", 15) + 1)]
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
        a, card = player.active[number], self.cards[number]
        slots = card.get("slots")
        return {"card": number, "name": card.get("name", {}).get("en", f"card {number}"), "leaves": a.leaves or None,
                "cubes": {e: n for e, n in a.cubes.items() if n}, "slots": None if slots is None else dict(Counter(slots)),
                "complete": a.complete, "points": player.used.get(number, [0, 0])[1]}


# ---- records ----


def read_record(text):
    header, lines = {"seats": 0, "options": {}}, []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0][:-1] in ("1", "2", "3", "4", "5", "6", "*") and words[0].endswith(":"):
            lines.append((words[0][:-1], " ".join(words[1:])))
        elif words[0] == "seat":
            header["seats"] += 1
        elif words[0] == "option":
            header["options"][words[1]] = " ".join(words[2:])
        elif words[0] == "=":
            header["totals"] = [int(w) for w in words[1:]]
        elif words[0] == "level":
            header["level"] = words[1]
    return header, lines


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
