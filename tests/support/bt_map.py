"""Ratings by `bt-map/2`, for tests only: written from the definition in docs/statistics.md, sharing nothing with src. Dense matrices, plain
Newton, all taus; for clubs of a few dozen. Run by itself, or check_vectors() called, it holds itself to the vectors of the definition."""
import itertools
import math
import sys
from collections import defaultdict

import dense

SCALE = 400 / math.log(10)
TAUS = [0.1 * 2 ** (k / 3) for k in range(16)]
TAU_SD = 1.5
Z = 1.959964


def pairs(games):
    """What pairs won of each other, {(winner, loser): weight}, from [{player: rank}]."""
    won = defaultdict(float)
    for ranks in games:
        n = len(ranks)
        for a in ranks:
            for b in ranks:
                if a != b and ranks[a] <= ranks[b]:
                    won[a, b] += 3 / (n + 1) * (1 if ranks[a] < ranks[b] else 0.5)
    return won


def log_sigmoid(d):
    return -math.log1p(math.exp(-d)) if d > 0 else d - math.log1p(math.exp(d))


class Club:
    """Who met whom: [(i, j, what i won of j, what j won of i)], the weights of the pairs added up."""

    def __init__(self, won):
        self.people = sorted({p for pair in won for p in pair})
        self.met = [(i, j, won.get((p, q), 0), won.get((q, p), 0)) for i, p in enumerate(self.people)
                    for j, q in enumerate(self.people) if i < j and ((p, q) in won or (q, p) in won)]

    def value(self, theta, tau):
        """The log posterior."""
        return (sum(a * log_sigmoid(theta[i] - theta[j]) + b * log_sigmoid(theta[j] - theta[i]) for i, j, a, b in self.met)
                - sum(t * t for t in theta) / (2 * tau * tau))

    def slopes(self, theta, tau):
        """Its gradient, and its Hessian with the sign turned."""
        n, prior = len(theta), 1 / (tau * tau)
        gradient = [-t * prior for t in theta]
        hessian = [[0.0] * n for _ in range(n)]
        for i in range(n):
            hessian[i][i] = prior
        for i, j, a, b in self.met:
            s = 1 / (1 + math.exp(theta[j] - theta[i]))
            pull, stiff = a - (a + b) * s, (a + b) * s * (1 - s)
            gradient[i] += pull
            gradient[j] -= pull
            hessian[i][i] += stiff
            hessian[j][j] += stiff
            hessian[i][j] = hessian[j][i] = -stiff
        return gradient, hessian

    def optimum(self, theta, tau):
        """The best theta, and the triangle of the Hessian there."""
        best = None
        for _ in range(100):
            gradient, hessian = self.slopes(theta, tau)
            low = dense.triangle(hessian)
            step = dense.solve(low, gradient)
            longest = max(map(abs, step))
            if longest < 1e-12:
                return theta, low
            if longest < 1e-3:  # the quadratic is good enough here: no need to look whether it rises
                theta, best = [t + s for t, s in zip(theta, step)], None
                continue
            factor = min(1, 2 / longest)
            best = self.value(theta, tau) if best is None else best
            while True:
                tried = [t + factor * s for t, s in zip(theta, step)]
                value = self.value(tried, tau)
                if value >= best:
                    break
                factor /= 2
            theta, best = tried, value
        raise ArithmeticError("Newton does not come to rest")


def mixture(club):
    """[(weight, theta, triangle of H)] over the taus, the weights adding up to 1."""
    n = len(club.people)
    theta = [0.0] * n
    found = []
    for tau in TAUS:
        theta, low = club.optimum(theta, tau)
        weight = club.value(theta, tau) - (n - 1) * math.log(tau) - dense.half_log_det(low) - tau * tau / (2 * TAU_SD ** 2)
        found.append((weight, theta, low))
    top = max(w for w, _, _ in found)
    kept = [(math.exp(w - top), theta, low) for w, theta, low in found if w - top > math.log(1e-13)]
    total = sum(w for w, _, _ in kept)
    return [(w / total, theta, low) for w, theta, low in kept]


def fit(won):
    """{player: (rating, sd)} from what pairs won of each other."""
    club = Club(won)
    n = len(club.people)
    if n == 0:
        return {}
    kept = [(w, contrast(theta), low) for w, theta, low in mixture(club)]
    out = {}
    for i, player in enumerate(club.people):
        centre = sum(w * c[i] for w, c, _ in kept)
        unit = [(i == j) - 1 / n for j in range(n)]
        variance = sum(w * (dense.spread(low, unit) + (c[i] - centre) ** 2) for w, c, low in kept)
        out[player] = (1500 + SCALE * centre, SCALE * math.sqrt(variance))
    return out


def forecast(won, seats):
    """The chance of each of two or three rated players to win a table of theirs: in proportion to exp(theta), what is not known of theta
    integrated, by sums over a grid of their differences to the last of them (which come to rest at once for normal distributions)."""
    club = Club(won)
    at = [club.people.index(p) for p in seats]
    n, last = len(club.people), at[-1]
    grid = [x * 0.4 for x in range(-17, 18)]
    mass = [math.exp(-x * x / 2) for x in grid]
    mass = [m / sum(mass) for m in mass]
    chances = [0.0] * len(seats)
    for w, theta, low in mixture(club):
        sides = [dense.forward(low, [(j == i) - (j == last) for j in range(n)]) for i in at[:-1]]
        shape = dense.triangle([[sum(a * b for a, b in zip(x, y)) for y in sides] for x in sides])
        for point in itertools.product(range(len(grid)), repeat=len(sides)):
            part = w * math.prod(mass[x] for x in point)
            if part < 1e-12:
                continue
            strength = [math.exp(theta[i] - theta[last] + sum(a * grid[x] for a, x in zip(row, point))) for i, row in zip(at, shape)] + [1.0]
            total = sum(strength)
            for i, much in enumerate(strength):
                chances[i] += part * much / total
    return chances


def contrast(theta):
    middle = sum(theta) / len(theta)
    return [t - middle for t in theta]


def row(rating):
    """rating, rating_lo, rating_hi, sd of (rating, sd), or of nobody."""
    if rating is None:
        return [None] * 4
    return [rating[0], rating[0] - Z * rating[1], rating[0] + Z * rating[1], rating[1]]


VECTORS = {"A B": {"A": (1569.8220, 132.6023), "B": (1430.1780, 132.6023)},
           "A=B": {"A": (1500, 97.2304), "B": (1500, 97.2304)},
           "A B C D": {"A": (1612.3278, 166.6209), "B": (1536.3014, 132.4807), "C": (1463.6986, 132.4807), "D": (1387.6722, 166.6209)},
           "A=B C D E": {"A": (1583.4496, 147.1142), "B": (1583.4496, 147.1142), "C": (1500.5066, 124.8925), "D": (1445.4926, 135.0179),
                         "E": (1387.1017, 165.8740)},
           "A B C; A C B; B A D; D C": {"A": (1584.2409, 106.7791), "B": (1508.3674, 85.9116), "C": (1429.3005, 103.0552),
                                        "D": (1478.0913, 101.1579)}}


def check_vectors():
    """What differs from the definition, a line each."""
    wrong = []
    for text, wanted in VECTORS.items():
        games = [{p: rank for rank, group in enumerate(game.split()) for p in group.split("=")} for game in text.split("; ")]
        for player, rating in fit(pairs(games)).items():
            if any(abs(a - b) > 6e-5 for a, b in zip(rating, wanted[player])):
                wrong.append(f"{text}: {player} {rating}, it should be {wanted[player]}")
    return wrong


if __name__ == "__main__":
    found_wrong = check_vectors()
    print("\n".join(found_wrong) or f"{len(VECTORS)} vectors")
    sys.exit(bool(found_wrong))
