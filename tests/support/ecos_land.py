"""The landscape of Ecos for the slow referee (ecos_referee.py), from /shared/rules/ecos.md and the booklet alone: tiles in a dict, no
short cuts. Terrains are "desert", "grassland", "water"; tokens "mountain", "forest"; animals go by the id of their species."""

TERRAINS = ("desert", "grassland", "water")
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
REACH = 500
SHAPES = {
    "standard": "desert 0,0 grassland 1,0 water 0,1 water 1,-1",
    "river": "grassland -1,0 water -1,1 desert 0,-1 water 0,0 desert 0,1 water 1,-1 grassland 1,0",
    "coast": "desert 0,0 grassland 1,0 desert 2,0 water 0,1 water 1,1 water 2,1",
    "islands": "desert -1,0 water 0,-1 water 0,0 water 0,1 grassland 1,-2 desert 1,1",
}


def place_text(at):
    return f"{at[0]},{at[1]}"


def place_from(text):
    q, r = text.split(",")
    return int(q), int(r)


def ring(at):
    return [(at[0] + dq, at[1] + dr) for dq, dr in AROUND]


class Tile:
    def __init__(self, terrain):
        self.terrain, self.mountain, self.forests, self.animals = terrain, 0, 0, {}

    def copy(self):
        other = Tile(self.terrain)
        other.mountain, other.forests, other.animals = self.mountain, self.forests, dict(self.animals)
        return other

    def is_land(self):
        return self.terrain != "water"

    def capacity(self):
        return 0 if not self.is_land() else (1 if self.terrain == "grassland" else 0) + self.mountain

    def count(self, thing):
        if thing in TERRAINS:
            return int(self.terrain == thing)
        if thing == "mountain":
            return self.mountain
        if thing == "forest":
            return self.forests
        if thing == "land":
            return int(self.is_land())
        if thing == "tile":
            return 1
        if thing == "animal":
            return sum(self.animals.values())
        return self.animals.get(thing, 0)


class Land:
    """`lives`: species -> where it may be placed. `supply`: "land", "water", "mountain", "forest" and species -> pieces left."""

    def __init__(self, lives, supply):
        self.lives, self.supply, self.tiles = lives, dict(supply), {}

    def copy(self):
        other = Land(self.lives, self.supply)
        other.tiles = {at: tile.copy() for at, tile in self.tiles.items()}
        return other

    def key(self):
        """Equal for equal landscapes; supplies follow from it."""
        return frozenset((at, t.terrain, t.mountain, t.forests, frozenset(t.animals.items())) for at, t in self.tiles.items())

    # ---- what things are ----

    def kind(self, thing):
        """Where the supply of a thing is counted: a land tile has two faces."""
        return "land" if thing in ("desert", "grassland") else thing

    def stands_for(self, word):
        """The concrete things that a card's word means."""
        return {"land": ["desert", "grassland"], "tile": list(TERRAINS), "animal": list(self.lives)}.get(word, [word])

    def everything(self):
        return [*TERRAINS, "mountain", "forest", *self.lives]

    def water_only(self, species):
        return self.lives[species] == ["water"]

    def land_only(self, species):
        return "water" not in self.lives[species]

    # ---- placing ----

    def is_near(self, at, near):
        return near is None or any(p in self.tiles and self.tiles[p].count(near) for p in [at, *ring(at)])

    def lives_at(self, species, at):
        tile = self.tiles[at]
        return (tile.terrain in self.lives[species] or (tile.mountain and "mountain" in self.lives[species])
                or (tile.forests and "forest" in self.lives[species]))

    def places(self, thing, near=None):
        """Everywhere that a thing may be put, supplies not considered."""
        if thing in TERRAINS:
            shore = {p for at in self.tiles for p in ring(at) if p not in self.tiles and max(map(abs, p)) <= REACH}
            return [at for at in shore if self.is_near(at, near)] if len(self.tiles) < 80 else []
        inside = [at for at in self.tiles if self.is_near(at, near)]
        if thing == "mountain":
            return [at for at in inside if self.tiles[at].is_land() and not self.tiles[at].mountain]
        if thing == "forest":
            return [at for at in inside if self.tiles[at].forests < self.tiles[at].capacity()]
        allowed = [at for at in inside if self.lives_at(thing, at)]
        empty = [at for at in allowed if not self.tiles[at].count("animal")]
        return empty or [at for at in allowed if self.tiles[at].count(thing) < 15]

    def place(self, thing, at):
        self.supply[self.kind(thing)] -= 1
        if thing in TERRAINS:
            self.tiles[at] = Tile(thing)
        elif thing == "mountain":
            self.tiles[at].mountain = 1
        elif thing == "forest":
            self.tiles[at].forests += 1
        else:
            self.tiles[at].animals[thing] = self.tiles[at].animals.get(thing, 0) + 1

    # ---- removing, replacing, moving ----

    def found(self, thing):
        """Where a concrete thing lies that can be taken away; the last tile cannot."""
        return [at for at, tile in self.tiles.items() if tile.count(thing) and not (thing in TERRAINS and len(self.tiles) == 1)]

    def drop_animals(self, at, which):
        for species in [s for s in self.tiles[at].animals if which(s)]:
            self.supply[species] += self.tiles[at].animals.pop(species)

    def drop_growth(self, at):
        tile = self.tiles[at]
        self.supply["mountain"] += tile.mountain
        self.supply["forest"] += tile.forests
        tile.mountain = tile.forests = 0

    def remove(self, thing, at):
        tile = self.tiles[at]
        self.supply[self.kind(thing)] += 1
        if thing in TERRAINS:
            self.drop_growth(at)
            self.drop_animals(at, lambda s: True)
            del self.tiles[at]
        elif thing == "mountain":
            tile.mountain = 0
        elif thing == "forest":
            tile.forests -= 1
        else:
            tile.animals[thing] -= 1
            if not tile.animals[thing]:
                del tile.animals[thing]

    def replaceable(self, what, by):
        return [at for at, tile in self.tiles.items() if tile.count(what) and tile.terrain != by
                and (self.kind(tile.terrain) == self.kind(by) or self.supply[self.kind(by)] > 0)]

    def replace(self, by, at):
        tile = self.tiles[at]
        self.supply[self.kind(tile.terrain)] += 1
        self.supply[self.kind(by)] -= 1
        if tile.is_land() and by == "water":
            self.drop_growth(at)
            self.drop_animals(at, self.land_only)
        elif not tile.is_land() and by != "water":
            self.drop_animals(at, self.water_only)
        tile.terrain = by

    def enters(self, species, at, anywhere):
        if at not in self.tiles or anywhere:
            return at in self.tiles
        return not self.water_only(species) if self.tiles[at].is_land() else not self.land_only(species)

    def reached(self, species, start, steps, anywhere):
        """Step by step; where it comes to rest, the start not counted."""
        seen, edge = {start}, {start}
        for _ in range(steps):
            edge = {p for at in edge for p in ring(at) if p not in seen and self.enters(species, p, anywhere)}
            if not edge:
                break
            seen |= edge
        return [at for at in seen if at != start and self.tiles[at].count(species) < 15]

    def walk(self, species, start, to):
        self.remove(species, start)
        self.place(species, to)

    # ---- counting ----

    def group(self, start, thing):
        if start not in self.tiles or not self.tiles[start].count(thing):
            return set()
        seen, todo = {start}, [start]
        while todo:
            for p in ring(todo.pop()):
                if p in self.tiles and p not in seen and self.tiles[p].count(thing):
                    seen.add(p)
                    todo.append(p)
        return seen

    def total(self, thing, among=None):
        return sum(self.tiles[at].count(thing) for at in (self.tiles if among is None else among))

    def size(self, start, thing):
        return self.total(thing, self.group(start, thing))

    def adjacent(self, thing, at, of):
        """How many `of` are adjacent to one `thing` at a place; it is not adjacent to itself."""
        near = [p for p in [at, *ring(at)] if p in self.tiles]
        itself = thing in self.stands_for(of) and self.tiles[at].count(thing) > 0
        return self.total(of, near) - int(itself)

    def units(self, effect, this):
        """What a scoring effect counts. `this`: (thing, place) placed or picked last."""
        measure, of = effect.get("per", "fixed"), effect.get("of")
        if measure == "fixed":
            return 1
        if measure == "landscape":
            return self.total(of)
        if measure == "largest":
            return max([self.size(at, of) for at in self.tiles], default=0)
        if this is None or this[1] not in self.tiles:
            return 0
        thing, at = this
        habitat = self.tiles[at].terrain if thing in self.lives else thing
        if measure == "herd":
            return self.size(at, of or thing)
        if measure == "habitat":
            return self.size(at, of or habitat)
        if measure == "territory":
            return self.size(at, "land")
        if measure == "adjacent":
            return self.adjacent(thing, at, of)
        return self.total(of, self.group(at, habitat if measure == "in-habitat" else "land"))

    def points(self, effect, this):
        units = self.units(effect, this) // effect.get("every", 1)
        units = min(units, effect.get("cap", units))
        worth = effect["points"]
        if isinstance(worth, list):
            return worth[min(units, len(worth)) - 1] if units else 0
        return units * worth


# ---- the ruling on placements ----


def has_placement(effects):
    return any("place" in e or has_placement(e.get("optional", [])) or has_placement(e.get("then", []))
               or any(map(has_placement, e.get("choose", []))) for e in effects)


def place_choices(land, what, near):
    """Landscapes after one placement of a card's word, with what is taken first when a supply is empty."""
    for thing in land.stands_for(what):
        starts = [land]
        if not land.supply[land.kind(thing)]:
            starts = []
            for face in [t for t in land.everything() if land.kind(t) == land.kind(thing)]:
                for at in land.found(face):
                    after = land.copy()
                    after.remove(face, at)
                    starts.append(after)
        for start in starts:
            for at in start.places(thing, near):
                after = start.copy()
                after.place(thing, at)
                yield after


def feasible(land, effects, known=None):
    """Can all placements among these effects be made, by some choices? Everything is tried, no landscape twice; `known` is a dict
    that carries what has been found from one question to the next."""
    return search(land, effects, {} if known is None else known)


def search(land, effects, known):
    if not has_placement(effects):
        return True
    if any("place" in e and not any(land.supply[land.kind(t)] + land.total(land.kind(t)) for t in land.stands_for(e["place"])) for e in effects):
        return False  # the box has no such piece
    key = (repr(effects), land.key())
    if key in known:
        return known[key]
    first, rest = effects[0], effects[1:]
    if "place" in first:
        left = first.get("count", 1) - 1
        rest = [{**first, "count": left}, *rest] if left else rest
        found = any(search(after, rest, known) for after in place_choices(land, first["place"], first.get("near")))
    elif "choose" in first:
        found = any(search(land, [*branch, *rest], known) for branch in first["choose"])
    elif "optional" in first:
        found = search(land, rest, known) or search(land, [*first["optional"], *rest], known)
    elif "remove" in first or "replace" in first:
        changes = changed(land, first)
        found = any(search(after, [*first.get("then", []), *rest], known) for _, after in changes) if changes else search(land, rest, known)
    else:
        found = search(land, rest, known)
    known[key] = found
    return found


def changed(land, effect):
    """The words for a removal or a replacement, each with the landscape after it."""
    found = []
    if "replace" in effect:
        for at in land.replaceable(effect["replace"], effect["by"]):
            after = land.copy()
            after.replace(effect["by"], at)
            found.append((f"replace {effect['by']} {place_text(at)}", after))
        return found
    for thing in land.stands_for(effect["remove"]):
        for at in land.found(thing):
            after = land.copy()
            after.remove(thing, at)
            found.append((f"remove {thing} {place_text(at)}", after))
    return found
