"""Cards that nobody has typed in, in the slow referee's Ecos (ecos_referee.py): their player says what they do, and the landscape, the supplies
and the hands must agree."""
from ecos_land import place_from, place_text

WORDS = 8  # of rules 1, which end the card
EFFECTS, USES, MOST_POINTS, MOST_TOTAL = 24, 4, 60, 999


class Declared:
    """The part of a Game that hears declarations; what they give is given as Effects does."""

    def declared(self, seat, number):
        """The word that ended the card, or None."""
        step = "slots" if "slots" in self.cards[number] else "number"
        for done in range(WORDS if self.rules == 1 else EFFECTS + 1):
            said = yield from self.one(seat, lambda kind=None: self.declared_words(seat, number, done, kind), lambda text: step, False)
            if said[0] in ("done", "discard"):
                return said[0]
            if said[0] == "take" and self.rules > 1:
                self.land.remove(said[1], place_from(said[2]))
                said = yield from self.one(seat, self.placed_again(self.land, said[1]), lambda text: step)
            to = [seat]
            if said[0] == "for":
                turn = self.seats.index(seat)
                to = self.seats[turn:] + self.seats[:turn] if said[1] == "all" else [said[1]]
                said = said[2:]
            yield from self.declared_effect(said, to, number)
        return None

    def declared_effect(self, said, to, number):
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
            for seat in to:
                self.award(seat, number, int(said[1]))
        elif said[0] == "play" and len(said) > 1:
            self.put_in_play(to[0], int(said[1]))
        else:
            yield from self.gain({"gain": said[-1]}, to, number)

    def placed_again(self, land, thing):
        """The words for placing what was taken; a tile of land may show its other side."""
        return [f"place {t} {place_text(at)}" for t in land.everything() if land.kind(t) == land.kind(thing) for at in land.places(t)]

    def can_be_taken(self, thing, at):
        if self.rules == 1:
            return True
        after = self.land.copy()
        after.remove(thing, at)
        return bool(self.placed_again(after, thing))

    def declared_words(self, seat, number, done, kind=None):
        words = self.ends(seat, number)
        if self.rules > 1 and done == EFFECTS:
            return words
        land, all_of = self.land, kind is None
        for t in land.everything() if all_of or kind in ("place", "take", "remove") else []:
            if land.supply[land.kind(t)]:
                words += [f"place {t} {place_text(at)}" for at in land.places(t)]
            elif all_of or kind == "take":
                words += [f"take {t} {place_text(at)}" for at in land.found(t) if self.can_be_taken(t, at)]
            words += [f"remove {t} {place_text(at)}" for at in land.found(t)]
        for species in land.lives if all_of or kind == "move" else []:
            for at in [at for at, tile in land.tiles.items() if tile.count(species)]:
                words += [f"move {species} {place_text(at)} {place_text(to)}" for to in land.reached(species, at, 80, self.rules == 1)]
        for terrain in ("desert", "grassland", "water") if all_of or kind == "replace" else []:
            words += [f"replace {terrain} {place_text(at)}" for at in land.replaceable("tile", terrain)]
        words += self.gifts([seat]) + [f"play {c}" for c in self.playable(seat)]
        if self.rules > 1 and (all_of or kind == "for"):
            for name, to in [*((s, [s]) for s in self.seats if s != seat), ("all", self.seats)]:
                hands = any(self.players[s].hand or self.players[s].hidden for s in to)
                words += [f"for {name} {gift}" for gift in self.gifts(to) + (["play"] if hands else [])]
        return words

    def ends(self, seat, number):
        """A card that is used up goes away; where the leaves are not known its player says so."""
        if self.rules == 1 or self.cards[number].get("leaves"):
            return ["done"]
        return ["discard"] if self.players[seat].used[number][0] >= USES else ["done", "discard"]

    def gifts(self, to):
        words = [f"gain {e}" for e in self.elements] + (["gain cube"] if self.cubes_left else [])
        words += ["gain card"] if self.card_to_gain() else []
        most = MOST_TOTAL - max(self.players[s].points for s in to) if self.rules > 1 else MOST_POINTS
        return words + [f"points {n}" for n in range(1, min(MOST_POINTS, most) + 1)]
