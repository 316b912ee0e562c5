"""What cards are worth (worth/1), for tests only, as the definition in docs/statistics.md has it and in the slowest way: every order of a tie is
tried, every choice written down, whole Newton steps on plain lists. Shares nothing with src."""
import itertools
import math
from collections import Counter

import dense

POINTS = 400 / math.log(10)  # rating points a unit of log-strength


def choices(ranks):
    """{(seat chosen, seats still there): weight} of one game, averaged over the orders that its ranks allow."""
    groups = [[s for s, r in enumerate(ranks) if r == rank] for rank in sorted(set(ranks))]
    orders = [sum(parts, ()) for parts in itertools.product(*(itertools.permutations(g) for g in groups))]
    out = Counter()
    for order in orders:
        for i in range(len(order) - 1):
            out[order[i], tuple(sorted(order[i:]))] += 1 / len(orders)
    return out


def slopes(games, beta):
    """Log likelihood, its gradient and the lower triangle of its negative Hessian; what a seat holds is in the order of the types."""
    n = len(beta)
    value, gradient, hessian = 0.0, [0.0] * n, [[0.0] * n for _ in range(n)]
    for seats, asked in games:
        strength = [theta + sum(beta[k] * c for k, c in held.items()) for held, theta in seats]
        for (chosen, there), weight in asked.items():
            total = sum(math.exp(strength[s]) for s in there)
            value += weight * (strength[chosen] - math.log(total))
            mean = Counter()
            for s in there:
                p = math.exp(strength[s]) / total
                cards = list(seats[s][0].items())
                for i, (k, c) in enumerate(cards, 1):
                    mean[k] += p * c
                    row, much = hessian[k], weight * p * c
                    for other, d in cards[:i]:
                        row[other] += much * d
            for k, c in seats[chosen][0].items():
                gradient[k] += weight * c
            cards = sorted(mean.items())
            for i, (k, a) in enumerate(cards, 1):
                gradient[k] -= weight * a
                row, much = hessian[k], weight * a
                for other, b in cards[:i]:
                    row[other] -= much * b
    return value, gradient, hessian


def optimum(games, beta, tau):
    while True:
        value, gradient, hessian = slopes(games, beta)
        for k, b in enumerate(beta):
            gradient[k] -= b / tau ** 2
            hessian[k][k] += 1 / tau ** 2
        lower = dense.triangle(hessian)
        step = dense.solve(lower, gradient)
        length = math.sqrt(sum(s * s for s in step))
        if length < 1e-11:
            return beta, value - sum(b * b for b in beta) / (2 * tau ** 2), lower
        beta = [b + s * min(1, 2 / length) for b, s in zip(beta, step)]


def worth(games):
    """{type: (value, lo, hi)} from games as lists of seats ({type: copies}, rank, theta); types that nobody holds are not in it."""
    games = [g for g in games if len(g) > 1]
    types = sorted({t for g in games for held, _, _ in g for t, c in held.items() if c})
    number = {t: k for k, t in enumerate(types)}
    copies = [sum(held.get(t, 0) for g in games for held, _, _ in g) for t in types]
    share = [c / sum(copies) for c in copies]
    asked = [([({number[t]: c for t, c in sorted(held.items()) if c}, theta) for held, _, theta in g], choices([r for _, r, _ in g])) for g in games]
    n = len(types)
    beta = [0.0] * n
    found = []
    for i in range(11 if n else 0):
        tau = 0.02 * 2 ** (i / 2)
        beta, posterior, lower = optimum(asked, beta, tau)
        # A type that nobody holds would add ln tau to the half of ln det H, and take it away again in (K - 1) ln tau.
        weight = posterior - (n - 1) * math.log(tau) - dense.half_log_det(lower) - tau ** 2 / (2 * 0.3 ** 2)
        shared = dense.solve(lower, share)
        middle = sum(f * b for f, b in zip(share, beta))
        common = sum(f * s for f, s in zip(share, shared))
        inverse = [dense.spread(lower, [float(j == k) for j in range(n)], k) for k in range(n)]
        found.append((weight, [b - middle for b in beta], [v - 2 * s + common for v, s in zip(inverse, shared)]))
    largest = max((w for w, _, _ in found), default=0)
    weights = [math.exp(w - largest) for w, _, _ in found]
    out = {}
    for t, k in number.items():
        value = sum(w * c[k] for w, (_, c, _) in zip(weights, found)) / sum(weights)
        variance = sum(w * (v[k] + (c[k] - value) ** 2) for w, (_, c, v) in zip(weights, found)) / sum(weights)
        half = 1.959964 * math.sqrt(variance)
        out[t] = tuple(POINTS * x for x in (value, value - half, value + half))
    return out
