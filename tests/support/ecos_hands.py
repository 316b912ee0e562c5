"""Who holds which cards in the slow referee's Ecos (ecos_referee.py): dealing, drafting, gaining a card and putting it into play, with what
everybody may know of cards that nobody has seen."""
from collections import Counter

CUBES = 7


class Player:
    def __init__(self):
        self.points, self.dial, self.cubes, self.hidden = 0, 0, CUBES, 0
        self.hand, self.pack, self.active, self.used = set(), set(), {}, {}
        self.backs = Counter()  # hidden cards that may have this back, at the most
        self.charged = None  # card and element, when the cube for the drawn token completed a card


class Active:
    def __init__(self, leaves):
        self.leaves, self.cubes, self.complete = leaves, Counter(), False


class Hands:
    """The part of a Game that moves cards; it asks through Game.one and Game.any_of."""

    def back_fits(self, card, back):
        return self.cards[card].get("back", back) == back

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

    def card_to_gain(self):
        return bool(self.faceup or any(self.deck.values()))

    def gain_card(self, seat):
        player = self.players[seat]
        looks = [back for back in ("blue", "brown") if self.deck[back]]
        looks += ["both"] if len(looks) == 2 else []
        if not self.card_to_gain():
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
