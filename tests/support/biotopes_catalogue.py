"""Catalogues of Biotopes as the slow referee (biotopes_referee.py) reads them: JSON, and what docs/biotopes-catalogue.md says that it means."""
import hashlib
import json
from collections import Counter

from biotopes_words import plain

ACTIONS = ("draw", "shift", "prey")
SETTLING = ("expand", "migrate", "compete")
FRENCH = {  # some of the names, for lines in French
    "alpine-ibex": "Bouquetin des Alpes", "brown-rat": "Rat surmulot", "european-crested-tit": "Mésange huppée",
    "eurasian-badger": "Blaireau européen", "european-rose-chafer": "Cétoine dorée", "large-copper": "Cuivré des marais",
    "eurasian-beaver": "Castor d'Europe", "bearded-vulture": "Gypaète barbu", "hawfinch": "Grosbec casse-noyaux",
}


class Effect:
    """What a card does: gains as (trigger, onto which biotope or None, "card" or "cube", how many); actions as (verb, how many)."""

    def __init__(self, said):
        self.known, self.gains, self.production, self.pays, self.action, self.end = said is not None, [], 0, [], [], None
        when, count = (said or {}).get("when"), (said or {}).get("count", 1)
        if when == "production":
            self.production = count
        elif when == "pay":
            self.pays = ["plant"]
        elif when in ACTIONS:
            self.action = [(when, count)]
        elif when == "end":
            self.end = said
        elif when not in (None, "never"):
            triggers = SETTLING if when == "settle" else (when,)
            self.gains = [(trigger, said.get("onto"), said["gain"], count) for trigger in triggers]


class Species:
    def __init__(self, said):
        self.id, self.deck, self.biotope, self.type = said["id"], said["deck"], said["biotope"], said["type"]
        self.cost, self.effect = Counter(said["cost"]), Effect(said.get("effect"))


class Catalogue:
    def __init__(self, document):
        self.id = document["name"]["id"]
        self.certain = document.get("certain", False)
        self.species = {s["id"]: Species(s) for s in document["species"]}
        self.advanced = {(b["biotope"], b["milieu"]): Effect(b.get("effect")) for b in document["biotopes"]}
        self.basic = Effect({"when": "never"})
        self.names = {}
        for card in self.species:
            for name in (card, card.replace("-", " "), FRENCH.get(card, card)):
                self.names[plain(name)] = card

    def biotope_effect(self, biotope, card):
        """Of a biotope card; the basic ones, called "", do nothing."""
        return self.advanced[(biotope, card)] if card else self.basic


def read_catalogues(paths):
    """{hash: catalogue}"""
    found = {}
    for path in paths:
        with open(path, "rb") as file:
            text = file.read()
        found[hashlib.sha256(text).hexdigest()] = Catalogue(json.loads(text))
    return found
