"""The 95 % intervals of docs/statistics.md, for tests only: written from their definitions, sharing nothing with src. Sums are exact
(Fraction) up to the last step, Student's quantile is found by integrating the density. Every function gives (value, lo, hi), with None
where nothing can be said. Run by itself, or check_vectors() called, it holds itself to the vectors of the definition."""
import functools
import math
import sys
from fractions import Fraction

Z = 1.959964
NOTHING = (None, None, None)
SHRINK = 4  # games towards which a design effect, and scores towards which a player's spread, is drawn


@functools.lru_cache(maxsize=None)
def student(d):
    """The 0.975 quantile of Student's t with d degrees of freedom, d whole or not. With x = sqrt(d) tan(a) the density is
    proportional to cos(a) ** (d - 1): smooth on 0..pi/2, so that Gauss' rule of eight points on short pieces is exact to the last digits."""
    nodes = ((0.1834346424956498, 0.3626837833783620), (0.5255324099163290, 0.3137066458778873),
             (0.7966664774136267, 0.2223810344533745), (0.9602898564975363, 0.1012285362903763))

    def area(a, b, pieces):
        total, h = 0.0, (b - a) / pieces / 2
        for i in range(pieces):
            middle = a + (2 * i + 1) * h
            total += sum(w * (math.cos(middle + x * h) ** (d - 1) + math.cos(middle - x * h) ** (d - 1)) for x, w in nodes) * h
        return total
    top = min(math.pi / 2, 14 / math.sqrt(d))  # beyond, nothing is left
    wanted = 0.95 * area(0, top, 64)
    low, high = 0.0, top
    below = 0.0  # the area up to low
    for _ in range(60):
        middle = (low + high) / 2
        more = area(low, middle, 4 if high - low < 0.1 else 64)
        if below + more < wanted:
            low, below = middle, below + more
        else:
            high = middle
    return math.sqrt(d) * math.tan((low + high) / 2)


def wilson(p, m):
    """Wilson's interval of a share p of m observations."""
    shift = Z * Z / m
    centre = (p + shift / 2) / (1 + shift)
    half = Z / (1 + shift) * math.sqrt(max(p * (1 - p), 0) / m + shift / (4 * m))
    return 0.0 if p == 0 else centre - half, 1.0 if p == 1 else centre + half


def spread(pairs):
    """R, G, sum N and sum (S - R N)^2 of [(S, N)], one pair a game; None without any N."""
    total = sum(n for _, n in pairs)
    if not total:
        return None
    r = Fraction(sum(s for s, _ in pairs)) / total
    return r, len(pairs), total, sum((s - r * n) ** 2 for s, n in pairs)


def ratio(pairs, idle=False):
    """Sum S / sum N over the games with N > 0; `idle`: over all that are given, also those with N = 0."""
    pairs = [(s, n) for s, n in pairs if n > 0 or idle]
    found = spread(pairs)
    if not found:
        return NOTHING
    r, g, total, q = found
    if g < 2 or q * 10 ** 12 <= sum(s * s for s, _ in pairs):
        return float(r), None, None
    half = student(g - 1) * math.sqrt(g / (g - 1) * float(q)) / total
    return float(r), float(r) - half, float(r) + half


def rate(pairs):
    """The share sum S / sum N of things that are or are not."""
    found = spread([(s, n) for s, n in pairs if n > 0])
    if not found:
        return NOTHING
    r, g, total, q = found
    effect = 1.0
    if g > 1 and r not in (0, 1):
        effect = g / (g - 1) * float(q / (r * (1 - r) * total))
    effect = (SHRINK + (g - 1) * effect) / (g - 1 + SHRINK)
    return (float(r), *wilson(float(r), total / effect))


def wins(games):
    """Mean win points of a group of seats: [(n seats at the table, c of them in the group, their win points)], one a game."""
    games = [(n, c, Fraction(w)) for n, c, w in games if c > 0]
    m = sum(c for _, c, _ in games)
    if not m:
        return NOTHING
    value = sum(w for _, _, w in games) / m
    table = Fraction(sum(c * n for n, c, _ in games), m)
    apart = Fraction(sum(c * (n - c) for n, c, _ in games), sum(c * (n - 1) for n, c, _ in games))
    if apart == 0:
        return float(value), None, None
    low, high = wilson(float(value / table), float(m / apart))
    return float(value), float(table) * low, float(table) * high


def squares(values):
    """Sum of squares about the mean."""
    middle = Fraction(sum(values), len(values))
    return sum((v - middle) ** 2 for v in values)


def mean(values, everybody):
    """A player's mean score; `everybody`: the scores of each player of the selection, this one's among them."""
    if not values:
        return NOTHING
    value, m = float(Fraction(sum(values), len(values))), len(values)
    scores = [v for one in everybody for v in one]
    n, players = len(scores), sum(1 for one in everybody if one)
    if n == 1:
        return value, None, None
    if n > players:
        club, nu = sum(squares(one) for one in everybody if one) / (n - players), min(SHRINK, n - players)
    else:
        club, nu = squares(scores) / (n - 1), min(SHRINK, n - 1)
    variance = (squares(values) + nu * club) / (m - 1 + nu)
    if variance == 0:
        return value, None, None
    half = student(m - 1 + nu) * math.sqrt(float(variance) / m)
    return value, value - half, value + half


def vectors():
    """What is computed, and what the definition says, row by row."""
    club = [[70, 74, 81], [66, 79], [72]]
    table = [[79], [79], [74], [60]]
    played = [(2, 1, 2)] * 2 + [(2, 1, 0)] + [(4, 1, 4), (4, 1, 2), (4, 1, 0), (4, 1, 0)] + [(6, 1, 0)] * 2
    yield "ratio", ratio([(18, 5), (9, 3), (0, 0), (12, 2)]), (3.9, 1.152696, 6.647304)
    yield "ratio of two games", ratio([(10, 4), (3, 2)]), (2.166667, -3.480535, 7.813869)
    yield "mean score of A", mean(club[0], club), (75, 65.416176, 84.583824)
    yield "mean score of B", mean(club[1], club), (72.5, 57.580644, 87.419356)
    yield "mean score of C", mean(club[2], club), (72, 49.760794, 94.239206)
    yield "mean score of one game", mean(table[0], table), (79, 50.416978, 107.583022)
    yield "one game of four, won", wins([(4, 1, 4)]), (4, 0.826197, 4)
    yield "five games of four, none won", wins([(4, 1, 0)] * 5), (0, 0, 1.737930)
    yield "games of two, four and six", wins(played), (1.111111, 0.373991, 2.313568)
    yield "a group of seats", wins([(4, 3, 4), (4, 2, 0), (3, 3, 3), (5, 1, Fraction(5, 2))]), (1.055556, 0.500521, 1.874108)
    yield "rate", rate([(1, 5), (0, 3), (2, 2)]), (0.3, 0.090588, 0.648369)
    yield "rate of none", rate([(0, 4), (0, 6)]), (0, 0, 0.277533)
    yield "rate of one each", rate([(1, 4)] * 5), (0.25, 0.141871, 0.401940)
    yield "every rabbit has one point", ratio([(3, 3), (2, 2), (5, 5)]), (1, None, None)
    yield "one game", ratio([(7, 2)]), (3.5, None, None)
    yield "everybody at every table", wins([(3, 3, 3), (4, 4, 4)]), (1, None, None)
    yield "one score", mean([70], [[70]]), (70, None, None)
    yield "nobody", mean([], club), NOTHING
    yield "with games that have none", ratio([(10, 4), (3, 2), (0, 0)], idle=True), (2.166667, 0.510575, 3.822758)
    yield "nothing", ratio([(0, 0)]), NOTHING
    for d, value in ((1, 12.706204736174698), (2, 4.302652729749464), (3, 3.182446305284263), (10, 2.2281388519649385),
                     (1000, 1.9623390808264078)):
        yield f"Student's quantile of {d}", (student(d),), (value,)


def check_vectors():
    """What differs from the definition, a line each."""
    tight = lambda what: 1e-9 if what.startswith("Student") else 6e-7
    return [f"{what}: {ours}, it should be {theirs}" for what, ours, theirs in vectors()
            if len(ours) != len(theirs) or any((a is None) != (b is None) or a is not None and abs(a - b) > tight(what)
                                               for a, b in zip(ours, theirs))]


if __name__ == "__main__":
    wrong = check_vectors()
    print("\n".join(wrong) or f"{sum(1 for _ in vectors())} vectors")
    sys.exit(bool(wrong))
