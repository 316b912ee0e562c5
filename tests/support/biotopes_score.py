"""What a game of Biotopes is worth, for the slow referee (biotopes_referee.py), by the last part of /shared/rules/biotopes.md."""
from biotopes_land import BIOTOPES
from biotopes_words import CATEGORIES

STARS = {"herbivore": 0, "insectivore": 1, "carnivore": 2}
VERDICTS = ((80, "red-fox"), (60, "squacco-heron"), (40, "green-lizard"), (20, "rose-chafer"))


class End:
    """One seat as it is counted: species with cubes, tokens by biotope, groups."""

    def __init__(self, game, seat):
        p = game.players[seat]
        self.game, self.p = game, p
        self.rows = {b: [game.cat.species[c] for c in p.rows[b] if p.on(c)] for b in BIOTOPES}
        self.species = [s for b in BIOTOPES for s in self.rows[b]]
        if game.level == "sheet":
            sheet = game.sheets.get(seat, {"land": None, "groups": 0})
            self.tokens, self.groups = sheet["land"] or {b: 0 for b in BIOTOPES}, sheet["groups"]
        else:
            mine = game.land.own(seat)
            self.tokens, self.groups = {b: sum(game.land.hexes[at] == b for at in mine) for b in BIOTOPES}, game.land.groups(seat)

    def count(self, end, card):
        """What an effect at the end of a card counts."""
        each, of = end.get("each"), end.get("of")
        if each is None:
            return 1
        if each == "token":
            return self.tokens[of]
        if each == "cube":
            return sum(self.p.on(s.id) for s in self.rows[card]) if card in BIOTOPES else self.p.on(card)
        return sum(of == getattr(s, each) for s in self.species)

    def bonus(self):
        total = sum(self.p.bonus.values())
        advanced = [(b, self.game.cat.biotope_effect(b, card)) for b, card in self.p.biotopes.items() if card]
        for card, effect in [*((s.id, s.effect) for s in self.species), *advanced]:
            if effect.end and card not in self.p.bonus:
                total += effect.end["points"] * (self.count(effect.end, card) // effect.end.get("per", 1))
        return total

    def categories(self):
        territory, biotope, kind, population = self.game.conditions or (None,) * 4
        shortest = min(len(row) for row in self.rows.values())
        return {"territory": 2 * self.tokens.get(territory, 0),
                "biotope": 2 * len(self.rows.get(biotope, [])),
                "type": 2 * sum(s.type == kind for s in self.species),
                "population": sum(self.p.on(s.id) for s in self.species if s.type == population),
                "stars": sum(STARS[s.deck] for s in self.species),
                "bonus": self.bonus(),
                "columns": shortest * (shortest + 1),
                "fragmentation": -3 * max(0, self.groups - 1)}

    def carnivores(self):
        return sum(s.deck == "carnivore" for s in self.species)


def score(game):
    """For each seat {"total", "categories", "rank"}; ranks only of a game that is over."""
    found, order = {}, {}
    for seat in game.seats:
        if game.level == "totals":
            said = game.stated.get(seat, {})
            found[seat] = {"total": said.get("total", 0), "categories": {c: said[c] for c in CATEGORIES if c in said}}
            order[seat] = -said["rank"] if "rank" in said else said.get("total", 0)
        else:
            end = End(game, seat)
            categories = end.categories()
            found[seat] = {"total": sum(categories.values()), "categories": categories}
            order[seat] = (found[seat]["total"], end.carnivores())
    for seat in game.seats:
        found[seat]["rank"] = 1 + sum(order[other] > order[seat] for other in game.seats) if game.over else None
    return found


def verdict(total):
    return next((name for limit, name in VERDICTS if total >= limit), "plant")
