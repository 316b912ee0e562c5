"""What a card does in the slow referee's Ecos (ecos_referee.py): the effects that the catalogue knows, one by one."""
from collections import Counter

from ecos_land import changed, feasible, has_placement, place_choices, place_from, place_text


class Effects:
    """The part of a Game that resolves cards; it asks through Game.one, and moves cards as Hands does."""

    def resolve(self, seat, number):
        player, card = self.players[seat], self.cards[number]
        active = player.active[number]
        player.cubes += sum(active.cubes.values())
        active.cubes, active.complete = Counter(), False
        self.resolving, self.this = number, None
        record = player.used.setdefault(number, [0, 0])
        record[0] += 1
        if "effects" not in card:
            if (yield from self.declared(seat, number)) == "discard":
                active.leaves = 1
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
                known, then = {}, e.get("then", [])
                words = dict((w, land) for w, land in changed(self.land, e) if feasible(land, [*then, *rest], known))
                if words:
                    said = yield from self.one(seat, words)
                    self.land = words[" ".join(said)]
                    if not (yield from self.effects(seat, number, then, rest)):
                        return False
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
