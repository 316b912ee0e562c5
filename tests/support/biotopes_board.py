"""What lies before the players of Biotopes, for the slow referee (biotopes_referee.py): cards, cubes, bags, hands, decks. A card is called by the
id of its species or by its biotope; at level table a hand is only so many cards of each deck, and hidden cards are any unseen ones of it."""
from collections import Counter

from biotopes_land import BIOTOPES
from biotopes_words import COLOURS, DECKS

ROOM = 4  # cubes on a species
HAND = 5
TOKENS = 12
CUBES = {1: 16, 2: 16, 3: 24, 4: 32, 5: 40}
COLOUR_OF = dict(zip(BIOTOPES, COLOURS))
BIOTOPE_OF = dict(zip(COLOURS, BIOTOPES))


class Player:
    def __init__(self, seat):
        self.seat, self.tokens, self.passed = seat, TOKENS, False
        self.rows = {b: [] for b in BIOTOPES}
        self.biotopes = {}  # biotope: its advanced card, or "" for the basic one
        self.cubes = {}  # card: Counter of colours
        self.bag, self.board = Counter(), Counter()
        self.hand, self.hidden = set(), Counter()
        self.used, self.waived, self.openings, self.bonus = set(), Counter(), 0, {}

    def species(self):
        return [card for b in BIOTOPES for card in self.rows[b]]

    def cards(self):
        """In the order in which gains are gone through."""
        return [*self.species(), *(b for b in BIOTOPES if b in self.biotopes)]

    def on(self, card):
        return sum(self.cubes[card].values()) if card in self.cubes else 0

    def cubes_held(self):
        """(colour, card) for every sort of cube on the cards."""
        return [(c, card) for card in self.cards() for c in COLOURS if self.cubes[card][c]]

    def holds(self, card, colour):
        """May a cube of this colour be put here? Which biotope a species is of is not asked."""
        if card in BIOTOPES:
            return card in self.biotopes and COLOUR_OF[card] == colour
        return card in self.cubes and self.on(card) < ROOM

    def takers(self, colour):
        """Species of the colour's own biotope with room."""
        return [card for card in self.rows[BIOTOPE_OF[colour]] if self.on(card) < ROOM]


class Board:
    """The part of a Game that knows where every piece is."""

    def set_out(self):
        self.reserve = Counter({c: CUBES[len(self.seats)] for c in COLOURS})
        self.players = {seat: Player(seat) for seat in self.seats}
        self.unseen = {d: {s for s, card in self.cat.species.items() if card.deck == d} for d in DECKS}
        self.left = {d: len(self.unseen[d]) for d in DECKS}
        self.discards = {d: set() for d in DECKS}

    # ---- cards ----

    def drawable(self):
        return [d for d in DECKS if self.left[d] or self.discards[d]]

    def take_card(self, seat, deck, card):
        """A card that all see leaves its deck for a hand."""
        self.unseen[deck].remove(card)
        self.players[seat].hand.add(card)

    def renew(self, deck):
        if not self.left[deck]:
            self.left[deck] = len(self.discards[deck])
            self.unseen[deck] |= self.discards[deck]
            self.discards[deck] = set()

    def draw(self, seat, deck):
        self.renew(deck)
        self.left[deck] -= 1
        self.players[seat].hidden[deck] += 1
        if self.level == "full":
            said = yield from self.one("*", [f"card {c}" for c in sorted(self.unseen[deck])])
            self.players[seat].hidden[deck] -= 1
            self.take_card(seat, deck, said[1])

    def hand_size(self, seat):
        return len(self.players[seat].hand) + sum(self.players[seat].hidden.values())

    def in_hand(self, seat):
        """What may be in a hand."""
        if self.level == "full":
            return sorted(self.players[seat].hand)
        return [c for d in DECKS if self.players[seat].hidden[d] for c in sorted(self.unseen[d])]

    def leave_hand(self, seat, card):
        deck = self.cat.species[card].deck
        if self.level == "full":
            self.players[seat].hand.remove(card)
        else:
            self.players[seat].hidden[deck] -= 1
            self.unseen[deck].remove(card)

    def discard(self, seat, card):
        self.leave_hand(seat, card)
        self.discards[self.cat.species[card].deck].add(card)

    # ---- cubes ----

    def from_reserve(self, seat, card, colour):
        self.reserve[colour] -= 1
        self.players[seat].cubes[card][colour] += 1

    def types_of(self, seat, card):
        """What the cubes of a card pay as, its own type first."""
        if card in BIOTOPES:
            return ["plant", *self.effect_of(seat, card).pays]
        species = self.cat.species[card]
        return [species.type, *(t for t in species.effect.pays if t != species.type)]

    def effect_of(self, seat, card):
        if card in BIOTOPES:
            return self.cat.biotope_effect(card, self.players[seat].biotopes[card])
        return self.cat.species[card].effect

    def payable(self, seat, needs, without=None):
        """Can these types all be paid, once the cube `without` (colour, card) is gone?"""
        p, pools = self.players[seat], Counter()
        for card in p.cards():
            count = p.on(card) - int(without is not None and without[1] == card)
            pools[frozenset(self.types_of(seat, card))] += count
        return fits(sorted(needs), pools)


def fits(needs, pools):
    if not needs:
        return True
    for types in list(pools):
        if needs[0] in types and pools[types] > 0:
            pools[types] -= 1
            found = fits(needs[1:], pools)
            pools[types] += 1
            if found:
                return True
    return False
