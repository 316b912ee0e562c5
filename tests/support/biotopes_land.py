"""The landscape of Biotopes for the slow referee (biotopes_referee.py), from /shared/rules/biotopes.md and the booklet alone: tiles as the rules
print them, hexes in a dict, no short cuts."""

BIOTOPES = ("mountain", "forest", "meadow", "wetland")
AROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
LETTERS = {"M": "mountain", "F": "forest", "P": "meadow", "H": "wetland"}
FACES = """
A1 FH FPP FP   A2 PM PFF PF   A3 FM MPM HP   A4 PH HFH MF   A5 FF HMM HH
A6 PP MHH MM   A7 MM FHH PP   A8 HH PMM FF   A9 PM MMF HF   A10 FH HHP MP
B1 MF MFF MP   B2 HM MHF PH   B3 PP PPM FF   B4 FH HHP MH   B5 MM MFH FH
B6 FM PPM PP   B7 MP FPF FF   B8 PP HPM HM   B9 HM MHM HF   B10 HM FHH PP
""".split()
PRINTED = ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1))  # the places of a tile in the order of the letters
FIRST = 5  # how far from 0,0 the first centre may be, in both coordinates


def hex_text(at):
    return f"{at[0]},{at[1]}"


def hex_from(text):
    q, r = text.split(",")
    return int(q), int(r)


def ring(at):
    return [(at[0] + dq, at[1] + dr) for dq, dr in AROUND]


def faces():
    """{face: {place: biotope}}"""
    found = {}
    for i in range(0, len(FACES), 4):
        found[FACES[i]] = dict(zip(PRINTED, (LETTERS[c] for c in "".join(FACES[i + 1:i + 4]))))
    return found


TILES = faces()


def turned(at, times):
    for _ in range(times):
        at = (-at[1], at[0] + at[1])
    return at


def tile_hexes(face, rotation, centre):
    """{hex: biotope} of a tile that lies."""
    moved = {}
    for at, biotope in TILES[face].items():
        q, r = turned(at, rotation)
        moved[(centre[0] + q, centre[1] + r)] = biotope
    return moved


class Land:
    def __init__(self):
        self.hexes, self.tokens, self.used, self.edge = {}, {}, set(), set()

    def tile_fits(self, face, centre):
        """May a tile lie here? Its rotation does not matter: it covers the same hexes."""
        if face not in TILES or face[1:] in self.used:
            return False
        places = [centre, *ring(centre)]
        if not self.hexes:
            return max(abs(centre[0]), abs(centre[1])) <= FIRST
        if any(at in self.hexes for at in places):
            return False
        return sum(any(p in self.hexes for p in ring(at)) for at in places) >= 2

    def centres(self):
        """Everywhere that a tile may be laid."""
        if not self.hexes:
            return [(q, r) for q in range(-FIRST, FIRST + 1) for r in range(-FIRST, FIRST + 1)]
        near = {(q + a, r + b) for q, r in self.hexes for a in range(-3, 4) for b in range(-3, 4)}
        any_face = next(f for f in TILES if f[1:] not in self.used)
        return [c for c in near if self.tile_fits(any_face, c)]

    def lay(self, face, rotation, centre):
        self.used.add(face[1:])
        self.hexes.update(tile_hexes(face, rotation, centre))
        self.edge = {at for at in self.hexes if sum(p in self.hexes for p in ring(at)) < 6}

    def is_edge(self, at):
        return at in self.edge

    def empty(self):
        return [at for at in self.hexes if at not in self.tokens]

    def own(self, seat):
        return [at for at, owner in self.tokens.items() if owner == seat]

    def beside(self, at, seat):
        return any(self.tokens.get(p) == seat for p in ring(at))

    def first_places(self, seat):
        """Where a token of the setup may go: what nothing satisfies is waived, first the edge, then adjacency, then the biotope."""
        mine = {self.hexes[at] for at in self.own(seat)}
        asked = [lambda at: self.hexes[at] not in mine, lambda at: not self.beside(at, seat), self.is_edge]
        while True:
            found = [at for at in self.empty() if all(ask(at) for ask in asked)]
            if found or not asked:
                return found
            asked.pop()

    def within(self, start, steps):
        """Where so many steps over the landscape lead, tokens being no obstacle; the start is one of them."""
        seen, edge = {start}, {start}
        for _ in range(steps):
            edge = {p for at in edge for p in ring(at) if p in self.hexes} - seen
            seen |= edge
        return seen

    def expansions(self, seat):
        return [at for at in self.empty() if self.beside(at, seat)]

    def migrations(self, seat):
        return [(at, to) for at in self.own(seat) for to in self.within(at, 3) if to not in self.tokens]

    def competitions(self, seat):
        return [at for at, owner in self.tokens.items() if owner != seat and self.beside(at, seat)]

    def retreats(self, at):
        return [p for p in ring(at) if p in self.hexes and p not in self.tokens]

    def groups(self, seat):
        left, count = set(self.own(seat)), 0
        while left:
            todo = [left.pop()]
            count += 1
            while todo:
                near = [p for p in ring(todo.pop()) if p in left]
                left -= set(near)
                todo += near
        return count
