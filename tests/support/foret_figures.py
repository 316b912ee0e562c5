"""Card figures of Forêt from the text of records, for tests only.

Written from the rules and the definitions of docs/statistics.md, sharing nothing with src: records are read line by line, hands
follow from the plays, points are counted again, and every figure is a sum over plain rows.
"""
import functools
from collections import Counter, defaultdict
from fractions import Fraction

import intervals

TYPES = "bee bear trout fox eagle dragonfly deer rabbit meadow stream wolf".split()
MEADOW = [0, 0, 3, 6, 10, 15]


def read_records(text):
    """Yields (headers, moves) with moves as (seat label, words)."""
    for part in ("\n" + text).split("\ndendro 1\n")[1:]:
        headers, moves, seats = {}, [], []
        for line in part.splitlines():
            head, _, rest = line.partition(" ")
            if head == "seat":
                seats.append(rest.partition(" ")[2])
            elif head.endswith(":") and head[:-1] in "123456*na":
                moves.append((head[:-1], rest.split()))
            elif head and head[0] not in "=#":
                headers[head] = rest
        headers["seats"] = seats
        yield headers, moves


def cell(word):
    x, _, y = word.partition(",")
    return int(x), int(y)


def final_grids(headers, moves):
    """The grids (row by row, 20 types), what each seat took in order, and the extra seat's cards in order."""
    n = len(headers["seats"])
    boards = [dict() for _ in range(n)]
    taken = [[] for _ in range(n)]
    extra = []
    for seat, words in moves:
        if seat == "*":
            continue
        if words[0] == "grid":
            cards = [w for w in words[1:] if w != "/"]
            if seat == "a":
                extra = cards
            else:
                boards[int(seat) - 1] = {(i % 5, i // 5): card for i, card in enumerate(cards)}
        elif seat == "n":
            extra += words[1:] if words[0] == "cards" else words[:1]
        else:
            s = int(seat) - 1
            card, at = words[0], cell(words[1])
            boards[s][at] = card
            taken[s].append(card)
            if "swap" in words:
                i = words.index("swap")
                a, b = cell(words[i + 1]), cell(words[i + 2])
                boards[s][a], boards[s][b] = boards[s][b], boards[s][a]
            if "give" in words:
                extra.append(words[words.index("give") + 1])
    grids = []
    for board in boards:
        left, top = min(x for x, _ in board), min(y for _, y in board)
        grid = [None] * 20
        for (x, y), card in board.items():
            grid[(y - top) * 5 + x - left] = card
        grids.append(grid)
    return grids, taken, extra


def near(i):
    r, c = divmod(i, 5)
    return [rr * 5 + cc for rr, cc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if 0 <= rr < 4 and 0 <= cc < 5]


def reach(i):
    return [j for j in range(20) if 1 <= abs(i // 5 - j // 5) + abs(i % 5 - j % 5) <= 2]


def areas(grid, card):
    left = {i for i in range(20) if grid[i] == card}
    found = []
    while left:
        todo, area = [left.pop()], set()
        while todo:
            i = todo.pop()
            area.add(i)
            for j in near(i):
                if j in left:
                    left.remove(j)
                    todo.append(j)
        found.append(area)
    return found


def rank_points(mine, others, prizes):
    if mine == 0:
        return 0
    ahead = sum(1 for other in others if other > mine)
    return prizes[ahead] if ahead < len(prizes) else 0


def longest(grid):
    return max((len(a) for a in areas(grid, "stream")), default=0)


def attribute(grid, streams, wolves):
    """Points of each cell, and biodiversity; `streams` and `wolves`: what the other seats have."""
    points = [Fraction(0)] * 20
    kinds = lambda cells: Counter(grid[j] for j in cells)
    river = areas(grid, "stream")
    for i, card in enumerate(grid):
        beside = kinds(near(i))
        if card == "bee":
            points[i] = Fraction(3 * beside["meadow"])
        elif card == "bear":
            points[i] = Fraction(2 * (beside["bee"] + beside["trout"]))
        elif card == "trout":
            points[i] = Fraction(2 * (beside["stream"] + beside["dragonfly"]))
        elif card == "fox":
            points[i] = Fraction(0 if beside["wolf"] or beside["bear"] else 3)
        elif card == "eagle":
            far = kinds(reach(i))
            points[i] = Fraction(2 * (far["rabbit"] + far["trout"]))
        elif card == "dragonfly":
            points[i] = Fraction(sum(len(a) for a in river if a & set(near(i))))
        elif card == "rabbit":
            points[i] = Fraction(1)
    def share(cells, amount):
        for i in cells:
            points[i] += Fraction(amount, len(cells))
    lines = [[r * 5 + c for c in range(5)] for r in range(4)] + [[r * 5 + c for r in range(4)] for c in range(5)]
    for line in lines:
        deer = [i for i in line if grid[i] == "deer"]
        if deer:
            share(deer, 2)
    for area in areas(grid, "meadow"):
        share(area, MEADOW[min(len(area), 5)])
    if river:
        most = max(map(len, river))
        share([i for a in river if len(a) == most for i in a], rank_points(most, streams, [8, 5]))
    pack = [i for i in range(20) if grid[i] == "wolf"]
    if pack:
        share(pack, rank_points(len(pack), wolves, [12, 8, 4]))
    sums = Counter()
    for i, card in enumerate(grid):
        if card:
            sums[card] += points[i]
    gaps = sum(1 for t in TYPES if sums[t] == 0)
    return points, -5 if gaps >= 6 else [12, 12, 12, 7, 3, 0][gaps]


def looks(n, taken, extra):
    """(round, pick from 1, seat, origin, hand) of both rounds; hands follow from the plays."""
    everybody = taken + ([extra] if extra else [])
    k = len(everybody)
    for rnd in range(2):
        step = 1 if rnd == 0 else -1
        for t in range(10):
            for s in range(n):
                hand = []
                for later in range(t, 10):
                    hand.append(everybody[(s + step * (later - t)) % k][rnd * 10 + later])
                yield rnd, t + 1, s, (s - step * t) % k, hand


def figure(name, found):
    """A figure and the ends of its interval, as fields."""
    return {name: found[0], name + "_lo": found[1], name + "_hi": found[2]}


class Played:
    """One game: its grids, what every cell of them earned, and what it tells of each card. Computed once, asked under many filters."""

    def __init__(self, headers, moves):
        self.headers = headers
        self.grids, self.taken, self.extra = final_grids(headers, moves)
        others = []
        if headers["variant"] == "duel":
            others = [(self.extra.count("stream"), self.extra.count("wolf"))]
        elif headers["variant"] == "solo":
            others = [(longest(self.extra), self.extra.count("wolf"))]
        have = [(longest(g), g.count("wolf")) for g in self.grids]
        self.rivals = [have[:s] + have[s + 1:] + others for s in range(len(have))]
        self.scored = [self.score(s, g) for s, g in enumerate(self.grids)]
        totals = [total for _, total in self.scored]
        n, best = len(totals), max(totals)
        self.win = [Fraction(n * (total == best), totals.count(best)) for total in totals] if n > 1 else None

    def score(self, s, grid):
        """Points of each cell, and the total."""
        points, bio = attribute(grid, [a for a, _ in self.rivals[s]], [b for _, b in self.rivals[s]])
        return points, sum(points) + bio

    @functools.lru_cache(maxsize=None)
    def marginal(self, s, i):
        """The seat's total, less its total with that cell empty."""
        return self.scored[s][1] - self.score(s, self.grids[s][:i] + [None] + self.grids[s][i + 1:])[1]

    @functools.lru_cache(maxsize=None)
    def told(self, only):
        """{type: {field: (sum, number)}} of this game; of win points (seats, of them, win points). `only`: of this player's seats."""
        mine = {s for s, name in enumerate(self.headers["seats"]) if only in (None, name)}
        seen, took, last, views = self.views(mine)
        out = {}
        for card in TYPES:
            cells = [(s, i) for s in mine for i in range(20) if self.grids[s][i] == card]
            earned = [self.scored[s][0][i] for s, i in cells]
            saw = [t for t, hand, _ in views if card in hand]
            picks = [t for t, _, pick in views if pick == card]
            ends = [t for (_, _, _, c), t in last.items() if c == card]
            holders = {s for s, _ in cells}
            f = {"games": 1 if cells else 0, "seats": len(holders), "points": (sum(earned), len(cells)),
                 "zero": (earned.count(0), len(cells)), "marginal": (sum(self.marginal(s, i) for s, i in cells), len(cells)),
                 "taken": (len(picks), len(saw)), "when": (sum(picks), len(picks)), "last": (sum(ends), len(ends))}
            f |= {("taken", t): (picks.count(t), saw.count(t)) for t in range(1, 11)}
            for at in {i for _, i in cells}:
                there = [p for (_, i), p in zip(cells, earned) if i == at]
                f["cell", at] = (sum(there), len(there))
            if self.win:
                n, won = len(self.win), lambda group: sum(self.win[s] for s in group)
                f["with"] = (n, len(holders), won(holders))
                f["without"] = (n, len(mine - holders), won(mine - holders))
                one, two = seen[card] & took[card], seen[card] - took[card]
                f["took", n] = (won(one), len(one), won(two), len(two))
            out[card] = f
        return out

    def views(self, mine):
        """Who saw and who took each card, the last pick at which a seat saw it in a hand, and every look: (pick, cards, taken)."""
        seen, took, last, views = defaultdict(set), defaultdict(set), {}, []
        if self.headers["variant"] == "solo" or self.headers["level"] == "sheet":
            return seen, took, last, views
        for rnd, t, s, origin, hand in looks(len(self.grids), self.taken, self.extra):
            if s not in mine:
                continue
            pick = self.taken[s][rnd * 10 + t - 1]
            views.append((t, set(hand), pick))
            took[pick].add(s)
            for card in set(hand):
                seen[card].add(s)
                last[rnd, origin, s, card] = t
        return seen, took, last, views

    @functools.lru_cache(maxsize=None)
    def beside(self, only):
        """Adjacent pairs of cards, and what an eagle or a dragonfly earned through others."""
        links, pays = Counter(), Counter()
        for grid in (g for g, name in zip(self.grids, self.headers["seats"]) if only in (None, name)):
            for i in range(20):
                links.update((grid[i], grid[j]) for j in near(i))
                for j in reach(i):
                    if grid[i] == "eagle" and grid[j] in ("rabbit", "trout"):
                        pays["eagle", grid[j]] += 2
                if grid[i] == "dragonfly":
                    pays["dragonfly", "stream"] += sum(len(a) for a in areas(grid, "stream") if a & set(near(i)))
        return links, pays


def card_figures(games, only=None):
    """{type: {field: value}} over games (Played); `only`: over this player's seats alone."""
    by = {t: defaultdict(list) for t in TYPES}
    links, pays = Counter(), Counter()
    for game in games:
        for card, fields in game.told(only).items():
            for field, value in fields.items():
                by[card][field].append(value)
        more, earned = game.beside(only)
        links.update(more)
        pays.update(earned)
    for (a, b), amount in {("bee", "meadow"): 3, ("bear", "bee"): 2, ("bear", "trout"): 2, ("trout", "stream"): 2,
                           ("trout", "dragonfly"): 2}.items():
        pays[a, b] = amount * links[a, b]
    return {card: figures(card, by[card], links, pays) for card in TYPES}


def improvement(f):
    """iwt and the seat-games that took, and that left, over the sizes of table that have both."""
    weights, total, took, left = Fraction(0), Fraction(0), 0, 0
    for n in range(2, 7):
        s1, n1, s2, n2 = (sum(r[i] for r in f["took", n]) for i in range(4))
        if not n1 or not n2:
            continue
        weight = Fraction(n1 * n2, n1 + n2)
        weights += weight
        total += weight * (Fraction(s1) / n1 - Fraction(s2) / n2)
        took, left = took + n1, left + n2
    return {"iwt": float(total / weights) if min(took, left) >= 10 else None, "iwt_took": took, "iwt_left": left}


def figures(card, f, links, pays):
    out = {"games": sum(f["games"]), "seats": sum(f["seats"]), "copies": sum(n for _, n in f["points"]),
           "points": float(sum(s for s, _ in f["points"])), "seen": sum(n for _, n in f["taken"]),
           "seen_hands": sum(n for _, n in f["last"]), "taken": sum(s for s, _ in f["taken"])}
    out |= figure("ppc", intervals.ratio(f["points"]))
    out |= figure("mpc", intervals.ratio(f["marginal"]))
    out |= figure("zero_rate", intervals.rate(f["zero"]))
    out |= figure("wp_with", intervals.wins(f["with"]))
    out |= figure("wp_without", intervals.wins(f["without"]))
    out |= figure("taken_rate", intervals.rate(f["taken"]))
    out |= figure("ata", intervals.ratio(f["when"]))
    out |= figure("alsa", intervals.ratio(f["last"]))
    out |= improvement(f)
    rates = [intervals.rate(f["taken", t]) for t in range(1, 11)]
    out |= {"pick_rate": [r[0] for r in rates], "pick_rate_lo": [r[1] for r in rates], "pick_rate_hi": [r[2] for r in rates]}
    out["cells"] = [{"row": i // 5, "column": i % 5, "copies": sum(n for _, n in f["cell", i])}
                    | figure("points", intervals.ratio(f["cell", i])) for i in range(20)]
    out["neighbours"] = [{"card": b, "pairs": links[card, b], "points": float(pays[card, b])} for b in TYPES]
    return out
