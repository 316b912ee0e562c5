"""Small dense systems in plain lists, for the fits of the tests: H = L L', and what follows from L. Only the lower triangle of H is read."""
import math
from operator import mul


def triangle(h):
    """L, row by row up to its diagonal."""
    low = []
    for i, row in enumerate(h):
        mine = []
        for j in range(i):
            mine.append((row[j] - sum(map(mul, mine, low[j]))) / low[j][j])
        mine.append(math.sqrt(row[i] - sum(map(mul, mine, mine))))
        low.append(mine)
    return low


def forward(low, b, first=0):
    """L^-1 b without its first elements, those before the first of b that is not 0."""
    out = []
    for row, value in zip(low[first:], b[first:]):
        out.append((value - sum(map(mul, row[first:], out))) / row[-1])
    return out


def solve(low, b):
    """H^-1 b"""
    y = forward(low, b)
    for i in range(len(y) - 1, -1, -1):
        row, value = low[i], y[i] / low[i][i]
        y[i] = value
        y[:i] = [a - x * value for a, x in zip(y[:i], row)]
    return y


def half_log_det(low):
    return sum(math.log(row[-1]) for row in low)


def spread(low, vector, first=0):
    """v' H^-1 v; `first`: where v begins."""
    out = forward(low, vector, first)
    return sum(map(mul, out, out))
