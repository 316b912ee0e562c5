"""Holds `dendro stats --json` to figures computed elsewhere: leaderboards in plain SQL over the exported CSV, ratings by a fit of its
own, cards by foret_figures.py over the exported records. usage: stats_check.py DENDRO FOLDER"""
import csv
import functools
import hashlib
import io
import json
import math
import random
import re
import sqlite3
import subprocess
import sys
from collections import defaultdict

import ecos_figures
import foret_figures

DENDRO, FOLDER = sys.argv[1:3]
DB = FOLDER + "/club.db"
PEOPLE = ["Ada", "Béa", "Cyd", "Dee", "Eve", "Fay", "Gil", "Hal"]
failures = 0


def dendro(*words, text=None):
    done = subprocess.run([DENDRO, *words], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"dendro {' '.join(words)}: {done.returncode}: {done.stderr}")
    return done.stdout


def same(a, b, tolerance=1e-8):
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(same(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k], tolerance) for k in a)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return abs(a - b) <= tolerance * max(1, abs(b))
    return a == b


def check(what, ours, theirs, tolerance=1e-8):
    global failures
    if not same(ours, theirs, tolerance):
        failures += 1
        print(f"FAILED: {what}: dendro says {ours}, it should be {theirs}")


# ---- a club ----

def edition():
    """Another edition of the house set, in which 17 is another card: its file."""
    path = FOLDER + "/edition.json"
    house = next(c for c in ecos_figures.catalogues().values() if c["name"]["id"] == "house")
    document = json.loads(json.dumps(house))
    document["cards"][16] |= {"name": {"en": "Other shoots", "fr": "Autres pousses"}, "leaves": 3, "effects": [{"points": 2}]}
    text = json.dumps(document).encode()
    with open(path, "wb") as file:
        file.write(text)
    ecos_figures.catalogues()[hashlib.sha256(text).hexdigest()] = document
    return path


def club():
    rng = random.Random(5)
    out = []
    other = edition()
    dendro("players", "add", "--db", DB, PEOPLE[0])
    dendro("catalogue", "add", "--db", DB, other)
    kinds = [("foret", 3, "table", 14), ("foret", 4, "full", 8), ("foret", 5, "sheet", 6), ("foret", 2, "table", 8),
             ("foret", 2, "sheet", 3), ("foret", 6, "table", 3), ("foret", 1, "table", 4), ("grandbois", 3, "table", 6),
             ("grandbois", 4, "sheet", 2), ("ecos", 3, "table", 4), ("ecos", 2, "full", 2), ("ecos", 4, "table", 2), ("ecos", 3, "sheet", 2),
             ("ecos", 3, "table", 3, other), ("ecos", 4, "full", 2, other), ("ecos", 2, "table", 1, "printed")]
    for i, (game, seats, level, games, *catalogue) in enumerate(kinds):
        text = dendro("simulate", "--game", game, "--seats", str(seats), "--level", level, "--games", str(games),
                      "--seed", str(i + 1), "--player", "greedy" if i % 2 else "random",
                      *(["--catalogue", *catalogue] if catalogue else []))
        for record in text.split("dendro 1\n")[1:]:
            for seat, name in enumerate(rng.sample(PEOPLE, seats), 1):
                record = record.replace(f"seat {seat} Bot {seat}\n", f"seat {seat} {name}\n")
            day = f"2026-{rng.randint(1, 3):02}-{rng.randint(1, 28):02}"
            head = f"night {day}\n" if rng.random() < 0.8 else ""
            head += f"played {day}T{rng.randint(10, 23)}:30Z\n" if head and rng.random() < 0.5 else ""
            head += "place Ludothèque\n" if rng.random() < 0.3 else ""
            out.append("dendro 1\n" + head + record)
    rng.shuffle(out)
    return "\n".join(out)


# ---- leaderboards, in SQL ----

BOARD = """
WITH winners AS (SELECT id, count(*) AS w FROM seat WHERE rank = 1 GROUP BY id),
rows AS (SELECT s.player, s.total, s.rank, iif(s.seats < 2, NULL, iif(s.rank = 1, 1.0 * s.seats / w.w, 0)) AS win
         FROM seat AS s LEFT JOIN winners AS w USING (id) WHERE {where})
SELECT player, count(*), sum(win > 0), avg(win), count(win), total(win * win), avg(total), max(total)
FROM rows GROUP BY player"""


def board(db, where, solo=False):
    where += "" if solo else " AND seats > 1"
    rows = {}
    for player, games, wins, win, n, squares, score, best in db.execute(BOARD.format(where=where)):
        se = math.sqrt(max(squares - n * win * win, 0) * n / (n - 1)) / n if n > 1 else None
        rows[player] = {"games": games, "wins": wins or 0, "win_points": win, "win_points_se": se, "mean_score": score,
                        "best_score": best}
    return rows


def invert(m):
    n = len(m)
    a = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(m)]
    for c in range(n):
        pivot = max(range(c, n), key=lambda r: abs(a[r][c]))
        a[c], a[pivot] = a[pivot], a[c]
        a[c] = [v / a[c][c] for v in a[c]]
        for r in range(n):
            if r != c:
                a[r] = [v - a[r][c] * w for v, w in zip(a[r], a[c])]
    return [row[n:] for row in a]


def fit_tau(won, at, theta, tau):
    """The optimum at one tau, by Newton's method on the dense Hessian: theta, the inverse, the logarithm of the weight."""
    n = len(at)
    for _ in range(40):
        gradient = [-t / tau**2 for t in theta]
        hessian = [[(1 / tau**2 if i == j else 0.0) for j in range(n)] for i in range(n)]
        for (p, q), w in won.items():
            i, j = at[p], at[q]
            s = 1 / (1 + math.exp(theta[j] - theta[i]))
            gradient[i] += w * (1 - s)
            gradient[j] -= w * (1 - s)
            for x, y, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                hessian[x][y] += sign * w * s * (1 - s)
        step, log_det = solve(hessian, gradient)
        theta = [t + s for t, s in zip(theta, step)]
        if max(map(abs, step), default=0) < 1e-10:
            break
    posterior = -sum(t * t for t in theta) / (2 * tau**2)
    posterior -= sum(w * math.log1p(math.exp(theta[at[q]] - theta[at[p]])) for (p, q), w in won.items())
    return theta, invert(hessian), posterior - (n - 1) * math.log(tau) - log_det / 2 - tau**2 / (2 * 1.5**2)


def solve(m, right):
    """x of m x = right, and the logarithm of the determinant; m is symmetric and positive."""
    n = len(m)
    a = [row + [value] for row, value in zip(m, right)]
    for c in range(n):
        for r in range(c + 1, n):
            factor = a[r][c] / a[c][c]
            if factor:
                a[r] = [v - factor * w for v, w in zip(a[r], a[c])]
    x = [0.0] * n
    for r in reversed(range(n)):
        x[r] = (a[r][n] - sum(a[r][k] * x[k] for k in range(r + 1, n))) / a[r][r]
    return x, sum(math.log(a[c][c]) for c in range(n))


@functools.cache
def fit(db, where):
    """bt-map/2: Bradley-Terry with a normal prior whose spread is integrated."""
    won = defaultdict(float)
    for seats, p, q, i, j in db.execute(
            f"SELECT a.seats, a.player, b.player, a.rank, b.rank FROM seat AS a JOIN seat AS b USING (id)"
            f" WHERE a.player < b.player AND a.{where}"):
        won[p, q] += 3 / (seats + 1) * (1 if i < j else 0.5 if i == j else 0)
        won[q, p] += 3 / (seats + 1) * (1 if j < i else 0.5 if i == j else 0)
    people = sorted({p for pair in won for p in pair})
    at = {p: i for i, p in enumerate(people)}
    n = len(people)
    theta = [0.0] * n
    taus = []
    for k in range(16):
        taus.append(fit_tau(won, at, theta, 0.1 * 2 ** (k / 3)))
        theta = taus[-1][0]
    largest = max(weight for _, _, weight in taus)
    weights = [math.exp(weight - largest) for _, _, weight in taus]
    weights = [weight / sum(weights) for weight in weights]
    scale = 400 / math.log(10)
    result = {}
    for p, i in at.items():
        contrasts = [theta[i] - sum(theta) / n for theta, _, _ in taus]
        mean = sum(w * c for w, c in zip(weights, contrasts))
        variances = [inv[i][i] - 2 * sum(inv[i]) / n + sum(map(sum, inv)) / n**2 for _, inv, _ in taus]
        variance = sum(w * (v + (c - mean) ** 2) for w, v, c in zip(weights, variances, contrasts))
        result[p] = (1500 + scale * mean, scale * math.sqrt(variance))
    return result


def check_boards(db):
    filters = [([], "true", False), (["--game", "foret"], "game = 'foret'", False), (["--seats", "3"], "seats = 3", False),
               (["--variant", "solo"], "variant = 'solo'", True), (["--level", "sheet"], "level = 'sheet'", False),
               (["--from", "2026-02-01", "--to", "2026-02-28"], "day BETWEEN '2026-02-01' AND '2026-02-28'", False),
               (["--from", "2026-01-10", "--to", "2026-03-04"], "day BETWEEN '2026-01-10' AND '2026-03-04'", False),
               (["--place", "Ludothèque"], "id IN (SELECT id FROM place)", False),
               (["--game", "grandbois"], "game = 'grandbois'", False)]
    day = db.execute("SELECT day FROM seat WHERE day <> '' AND seats > 1 LIMIT 1").fetchone()[0]
    filters.append((["--night", day], f"day = '{day}'", False))
    for words, where, solo in filters:
        answer = json.loads(dendro("stats", "leaderboard", "--db", DB, "--json", *words))
        check("algorithm", answer["algorithm"], "bt-map/2")
        expected = board(db, where, solo)
        ratings = fit(db, f"game = '{words[1]}'" if "--game" in words else "game <> ''")
        rated = board(db, f"game = '{words[1]}'" if "--game" in words else "true")
        check(f"{words} players", sorted(r["player"] for r in answer["rows"]), sorted(expected))
        for row in answer["rows"]:
            theirs = expected.get(row["player"], {})
            for field in theirs:
                check(f"{words} {row['player']} {field}", row[field], theirs[field])
            rating = ratings.get(row["player"], (None, None))
            check(f"{words} {row['player']} rating", [row["rating"], row["sd"]], list(rating), 1e-9)
            check(f"{words} {row['player']} provisional", row["provisional"], rated.get(row["player"], {"games": 0})["games"] < 5)
    for order in ("rating", "win-points", "wins", "mean-score", "best-score", "games"):
        rows = json.loads(dendro("stats", "leaderboard", "--db", DB, "--json", "--order", order))["rows"]
        keys = [round(row[order.replace("-", "_")], 4) for row in rows]
        check(f"order {order}", keys, sorted(keys, reverse=True), 0)
        check(f"ranks by {order}", [row["rank"] for row in rows], [1 + sum(k > key for k in keys) for key in keys])


def check_history(db):
    """The rating of everybody who played on a night: the fit on all games up to that night, those without a day included."""
    for words, where in (([], "game <> ''"), (["--game", "foret"], "game = 'foret'")):
        rows = json.loads(dendro("stats", "history", "--db", DB, "--json", *words))["rows"]
        expected = []
        for (day,) in db.execute(f"SELECT DISTINCT day FROM seat WHERE day <> '' AND seats > 1 AND {where} ORDER BY day").fetchall():
            ratings = fit(db, f"{where} AND a.day <= '{day}'")
            games = dict(db.execute(f"SELECT player, count(*) FROM seat WHERE {where} AND seats > 1 AND day <= ? GROUP BY player", [day]))
            there = [p for (p,) in db.execute(f"SELECT DISTINCT player FROM seat WHERE {where} AND seats > 1 AND day = ?", [day])]
            expected += sorted(([day, p, *ratings[p], games[p]] for p in there), key=lambda r: -r[2])
        check(f"history {words}", [[r["night"], r["player"]] for r in rows], [r[:2] for r in expected])
        for row, theirs in zip(rows, expected):
            check(f"history {words} {theirs[:2]}", [row["rating"], row["sd"], row["games"]], theirs[2:], 1e-8)  # kept in ten-millionths
        one = json.loads(dendro("stats", "history", "Béa", "--db", DB, "--json", *words))["rows"]
        check(f"history {words} of one", one, [r for r in rows if r["player"] == "Béa"])
        part = json.loads(dendro("stats", "history", "--db", DB, "--json", "--from", "2026-02-03", "--to", "2026-02-20", *words))["rows"]
        check(f"history {words} of some nights", part, [r for r in rows if "2026-02-03" <= r["night"] <= "2026-02-20"])
    lines = list(csv.DictReader(io.StringIO(dendro("stats", "history", "--db", DB, "--csv"))))
    check("history as CSV", [r["night"] for r in lines],
          [r["night"] for r in json.loads(dendro("stats", "history", "--db", DB, "--json"))["rows"]])


# Filters of single games, as words and as SQL about the table seat under the name a.
FILTERS = [([], "true"), (["--game", "foret"], "a.game = 'foret'"), (["--game", "grandbois"], "a.game = 'grandbois'"),
           (["--seats", "3"], "a.seats = 3"), (["--level", "sheet"], "a.level = 'sheet'"),
           (["--from", "2026-02-03"], "a.day >= '2026-02-03'"), (["--to", "2026-02-24"], "a.day <> '' AND a.day <= '2026-02-24'"),
           (["--game", "foret", "--variant", "duel", "--from", "2026-01-05"], "a.variant = 'duel' AND a.game = 'foret' AND a.day >= '2026-01-05'"),
           (["--night", "2026-02-03"], "a.day = '2026-02-03'"), (["--place", "Ludothèque"], "a.id IN (SELECT id FROM place)")]


def met(db, one, other, where):
    """Games of two people together, and how often the first finished before, behind and level."""
    return list(db.execute("SELECT count(*), total(a.rank < b.rank), total(a.rank > b.rank), total(a.rank = b.rank) FROM seat AS a"
                           f" JOIN seat AS b USING (id) WHERE a.player = ? AND b.player = ? AND {where}", [one, other]).fetchone())


def check_versus(db):
    counts = ("games", "won", "lost", "tied")
    for words, where in FILTERS:
        for one in PEOPLE[:3]:
            for other in PEOPLE[3:]:
                row = json.loads(dendro("stats", "versus", one, other, "--db", DB, "--json", *words))
                check(f"{one} against {other} {words}", [row[k] for k in ("player", *counts)], [other, *met(db, one, other, where)])
        page = json.loads(dendro("stats", "player", "Ada", "--db", DB, "--json", *words))
        wanted = {other: met(db, "Ada", other, where) for other in PEOPLE if other != "Ada"}
        check(f"whom Ada met {words}", {r["player"]: [r[k] for k in counts] for r in page["versus"]},
              {other: row for other, row in wanted.items() if row[0] > 0})


CATEGORIES = {"foret": "bee bear trout fox eagle dragonfly deer rabbit meadow stream wolf biodiversity".split(),
              "grandbois": "squares set own-tower other-tower".split(), "ecos": ["points"]}


def check_records(db):
    """Every record of every game: its value, how many share it, and the ten oldest of them."""
    filters = [([], "seats > 1"), (["--seats", "3"], "seats = 3"), (["--level", "sheet"], "level = 'sheet' AND seats > 1"),
               (["--from", "2026-01-20", "--to", "2026-03-09"], "day BETWEEN '2026-01-20' AND '2026-03-09' AND seats > 1")]
    for words, where in filters:
        rows = json.loads(dendro("stats", "records", "--db", DB, "--json", *words))["rows"]
        found = defaultdict(list)
        for row in rows:
            found[row["game"], row["record"], row["category"]].append(row)
        wanted = set()
        for game, categories in CATEGORIES.items():
            kinds = [("score", None, "total", "true")] + [("category", c, f'"{c}"', "true") for c in categories]
            kinds.append(("margin", None, "total - (SELECT max(b.total) FROM seat AS b WHERE b.id = a.id AND b.rank > 1)",
                          "rank = 1 AND 1 = (SELECT count(*) FROM seat AS c WHERE c.id = a.id AND c.rank = 1)"))
            for kind, category, value, more in kinds:
                all_ = db.execute(f"SELECT id, player, {value} AS v, day FROM seat AS a WHERE {where} AND game = ? AND {more}"
                                  " AND v IS NOT NULL ORDER BY day, id, rowid", [game]).fetchall()
                if not all_:
                    continue
                wanted.add((game, kind, category))
                best = max(r[2] for r in all_)
                holders = [r for r in all_ if r[2] == best]
                ours = found[game, kind, category]
                check(f"{words} {game} {kind} {category}", [[r["id"], r["player"], r["value"], r["night"] or ""] for r in ours],
                      [list(r) for r in holders[:10]])
                check(f"{words} {game} {kind} {category} ties", {r["ties"] for r in ours}, {len(holders)})
        check(f"{words} records", set(found), wanted)


def check_one_player():
    """Ada alone, where everybody could be shown."""
    everybody = json.loads(dendro("stats", "leaderboard", "--db", DB, "--json", "--order", "wins"))["rows"]
    check("Ada's row", json.loads(dendro("stats", "leaderboard", "--db", DB, "--json", "--order", "wins", "--player", "Ada"))["rows"],
          [row for row in everybody if row["player"] == "Ada"])
    table = json.loads(dendro("stats", "records", "--db", DB, "--json", "--player", "Ada"))
    check("Ada's records", {row["player"] for row in table["rows"] + table["streaks"]}, {"Ada"})
    best = {row["game"]: row["value"] for row in table["rows"] if row["record"] == "score"}
    for game in CATEGORIES:
        row = json.loads(dendro("stats", "leaderboard", "--db", DB, "--json", "--game", game, "--player", "Ada"))["rows"][0]
        check(f"Ada's best at {game}", best[game], row["best_score"])
    night = json.loads(dendro("stats", "records", "--db", DB, "--json", "--player", "Ada"))["rows"][0]["night"]
    page = json.loads(dendro("stats", "night", night, "--db", DB, "--json", "--player", "Ada"))
    check("Ada's night", [all("Ada" in [s["player"] for s in g["seats"]] for g in page["results"]), bool(page["results"]),
                          [r["player"] for r in page["standings"]]], [True, True, ["Ada"]])


def check_player(db):
    for words, where in (([], "true"), (["--from", "2026-02-03", "--to", "2026-02-24"], "day BETWEEN '2026-02-03' AND '2026-02-24'"),
                         (["--from", "2026-01-12"], "day >= '2026-01-12'"), (["--place", "Ludothèque"], "id IN (SELECT id FROM place)")):
        page = json.loads(dendro("stats", "player", "Ada", "--db", DB, "--game", "foret", "--json", *words))
        for category in CATEGORIES["foret"]:
            mine, club_mean = db.execute(f"SELECT avg(iif(player = 'Ada', {category}, NULL)), avg({category}) FROM seat"
                                         f" WHERE game = 'foret' AND seats > 1 AND {where}").fetchone()
            row = [row for row in page["categories"] if row["category"] == category][0]
            check(f"Ada's {category} {words}", [row["mean"], row["club"]], [mine, club_mean])
            values = [v for (v,) in db.execute(f"SELECT {category} FROM seat WHERE player = 'Ada' AND game = 'foret' AND seats > 1 AND {where}")]
            n = len(values)
            check(f"Ada's {category} {words}, its error", row["mean_se"],
                  math.sqrt(sum((v - mine) ** 2 for v in values) / (n - 1) / n) if n > 1 else None)
    page = json.loads(dendro("stats", "player", "Ada", "--db", DB, "--game", "foret", "--json"))
    check("Ada's tables", {r["seats"]: r["games"] for r in page["sizes"]},
          dict(db.execute("SELECT seats, count(*) FROM seat WHERE player = 'Ada' AND game = 'foret' AND seats > 1 GROUP BY seats")))
    check("Ada's nights", {r["night"]: r["games"] for r in page["nights"]},
          dict(db.execute("SELECT day, count(*) FROM seat WHERE player = 'Ada' AND game = 'foret' AND seats > 1 AND day <> '' GROUP BY day")))


def check_streaks(db, times):
    """Games won in a row, by night, by the time of day where it is known, by id."""
    for words, where in (([], "true"), (["--game", "foret"], "game = 'foret'"), (["--seats", "3"], "seats = 3")):
        runs = []
        for player in PEOPLE:
            played = db.execute(f"SELECT day, id, rank FROM seat WHERE player = ? AND seats > 1 AND {where}", [player]).fetchall()
            streak = best = drought = 0
            end = None
            for day, _, i, rank in sorted((day, times.get(i, ""), i, rank) for day, i, rank in played):
                streak, drought = (streak + 1, 0) if rank == 1 else (0, drought + 1)
                best, end = (streak, (day, i)) if streak > best else (best, end)
            if best > 1:
                runs.append([player, best, streak == best, *end])
            page = json.loads(dendro("stats", "player", player, "--db", DB, "--json", *words))
            check(f"{player}'s streaks {words}", [page["streak"], page["best_streak"], page["drought"]], [streak, best, drought])
        table = json.loads(dendro("stats", "records", "--db", DB, "--json", *words))["streaks"]
        check(f"longest runs {words}", [[r["player"], r["value"], r["going_on"], r["night"] or "", r["id"]] for r in table],
              sorted(runs, key=lambda r: (-r[1], r[3], r[4]))[:10])


def check_night(db):
    """A night's results, and its standings by the sum of win points."""
    for day, games in db.execute("SELECT day, count(DISTINCT id) FROM seat WHERE day <> '' GROUP BY day").fetchall():
        page = json.loads(dendro("stats", "night", day, "--db", DB, "--json"))
        check(f"{day} games", [page["games"], len(page["results"])], [games, games])
        check(f"{day} results", [[g["id"]] + [[s["player"], s["total"], s["rank"]] for s in g["seats"]] for g in page["results"]],
              [[i] + [list(s) for s in db.execute("SELECT player, total, rank FROM seat WHERE id = ? ORDER BY rowid", [i])]
               for (i,) in db.execute("SELECT DISTINCT id FROM seat WHERE day = ? ORDER BY id", [day]).fetchall()])
        points = dict(db.execute(
            "WITH winners AS (SELECT id, count(*) AS w FROM seat WHERE rank = 1 GROUP BY id)"
            " SELECT player, sum(iif(rank = 1, 1.0 * seats / w, 0)) FROM seat JOIN winners USING (id)"
            " WHERE day = ? AND seats > 1 GROUP BY player", [day]))
        expected = [[p, v, 1 + sum(round(w, 4) > round(v, 4) for w in points.values())] for p, v in points.items()]
        check(f"{day} standings", [[r["player"], r["points"], r["rank"]] for r in page["standings"]],
              sorted(expected, key=lambda r: (r[2], r[0].encode())))


# ---- cards ----

def check_cards(records):
    """Forêt's cards under filters that the sums answer, that they answer in part, and that they know nothing of."""
    filters = [([], {}), (["--from", "2026-02-01", "--to", "2026-02-28"], {"since": "2026-02-01", "until": "2026-02-28"}),
               (["--seats", "3"], {"seats": 3}), (["--level", "full"], {"level": "full"}),
               (["--from", "2026-01-10", "--to", "2026-03-04"], {"since": "2026-01-10", "until": "2026-03-04"}),
               (["--from", "2026-02-05"], {"since": "2026-02-05"}), (["--to", "2026-02-11"], {"until": "2026-02-11"}),
               (["--place", "Ludothèque"], {"place": "Ludothèque"}),
               (["--place", "Ludothèque", "--seats", "3", "--level", "table"], {"place": "Ludothèque", "seats": 3, "level": "table"}),
               (["--player", "Ada"], {"player": "Ada"}), (["--player", "Béa", "--seats", "4"], {"player": "Béa", "seats": 4}),
               (["--player", "Cyd", "--from", "2026-01-15"], {"player": "Cyd", "since": "2026-01-15"})]

    def matches(headers, since="", until="9999", seats=None, level=None, place=None, player=None):
        night = headers.get("night", "")
        return ((since == "" and until == "9999" or night != "" and since <= night <= until)
                and seats in (None, len(headers["seats"])) and level in (None, headers["level"])
                and place in (None, headers.get("place")) and (player is None or player in headers["seats"]))
    for words, wanted in filters:
        answer = json.loads(dendro("stats", "cards", "--db", DB, "--game", "foret", "--json", *words))
        figures = foret_figures.card_figures([r for r in records if matches(r[0], **wanted)], wanted.get("player"))
        check("cards", [row["card"] for row in answer["rows"]], foret_figures.TYPES)
        for row in answer["rows"]:
            for field, value in figures[row["card"]].items():
                check(f"{words} {row['card']} {field}", row[field], value)


def check_ecos_cards(records):
    """Ecos' cards by catalogue and number, as the second referee sees them played; a sheet does not tell."""
    for words, texts in (([], records), (["--seats", "3"], [r for r in records if r.count("\nseat ") == 3]),
                         (["--place", "Ludothèque"], [r for r in records if "\nplace Ludoth" in r]),
                         (["--from", "2026-01-10"], [r for r in records if re.search("\nnight (?!2026-01-0)", r)])):
        by_hash = defaultdict(list)
        for text in texts:
            by_hash[re.search("sha256:([0-9a-f]{64})", text)[1]].append(text)
        rows = json.loads(dendro("stats", "cards", "--db", DB, "--game", "ecos", "--json", *words))["rows"]
        check(f"{words} catalogues", sorted({row["catalogue"]["hash"] for row in rows}), sorted(by_hash))
        check(f"{words} the one with most games first", len(by_hash[rows[0]["catalogue"]["hash"]]), max(map(len, by_hash.values())))
        for digest, played in by_hash.items():
            check_catalogue(words, digest, played, [row for row in rows if row["catalogue"]["hash"] == digest])
            more = [*words, "--catalogue", "sha256:" + digest]
            check_catalogue(more, digest, played, json.loads(dendro("stats", "cards", "--db", DB, "--game", "ecos", "--json", *more))["rows"])
            page = json.loads(dendro("stats", "card", "17", "--db", DB, "--game", "ecos", "--json", *more))
            check(f"{more} others", page["others"], [])
            check(f"{more} page", {k: page[k] for k in rows[0]}, next(r for r in rows if (r["card"], r["catalogue"]["hash"]) == ("17", digest)))
        page = json.loads(dendro("stats", "card", "17", "--db", DB, "--game", "ecos", "--json", *words))
        check(f"{words} every 17", [{k: r[k] for k in rows[0]} for r in [page, *page["others"]]], [r for r in rows if r["card"] == "17"])


def check_catalogue(words, digest, texts, rows):
    document = ecos_figures.catalogues()[digest]
    wanted = ecos_figures.card_figures([r for r in texts if "\nlevel sheet\n" not in r])
    check(f"{words} cards of Ecos", [row["card"] for row in rows], [str(n) for n in wanted])
    names = {card["number"]: card["name"] for card in document["cards"] if "name" in card}
    for row in rows:
        number = int(row["card"])
        check(f"{words} name of {number}", row["name"], names.get(number, {"en": f"card {number}", "fr": f"carte {number}"}))
        check(f"{words} catalogue of {number}", row["catalogue"], {"name": document["name"]["id"], "hash": digest})
        for field, value in wanted[number].items():
            check(f"{words} card {row['card']} {field}", row[field], value)


def check_grandbois_cards(db, records):
    """GrandBois: who laid which tile and what that seat won (no sheet tells); what the seats of each clan scored."""
    cards = defaultdict(list)  # card: one list of (win points, points) a game
    for i, record in records.items():
        seats = db.execute("SELECT total, rank, seats FROM seat WHERE id = ? ORDER BY rowid", [i]).fetchall()
        winners = sum(rank == 1 for _, rank, _ in seats)
        win = [n / winners if rank == 1 else 0 for _, rank, n in seats]
        held = defaultdict(set)
        for line in record.splitlines():
            words = line.split()
            if len(words) > 2 and words[0] in ("1:", "2:", "3:", "4:") and words[1] in ("tile", "reveal"):
                held[words[2] if words[1] == "reveal" else f"tile-{words[2]}"].add(int(words[0][0]) - 1)
        tiles = "\nlevel sheet\n" not in record
        for card in [f"tile-{n}" for n in range(1, 37) if tiles] + ["raccoon", "fox", "lizard", "rabbit", "toad"]:
            cards[card].append([(win[s], seats[s][0], s in held[card]) for s in range(len(seats))])
    rows = json.loads(dendro("stats", "cards", "--db", DB, "--game", "grandbois", "--json"))["rows"]
    check("cards of GrandBois", {r["card"] for r in rows}, set(cards))
    for row in rows:
        games = cards[row["card"]]
        mine = [(w, p) for game in games for w, p, has in game if has]
        clan = not row["card"].startswith("tile")
        expected = {"copies": len(mine), "seats": len(mine), "games": sum(any(h for _, _, h in g) for g in games),
                    "points": sum(p for _, p in mine) if clan else None, "mpc": None, "seen": None}
        expected["ppc"], expected["ppc_se"] = foret_figures.clustered(
            [(sum(p for _, p, h in g if h), sum(h for _, _, h in g)) for g in games]) if clan else (None, None)
        for field, side in (("wp_with", True), ("wp_without", False)):
            expected[field], expected[field + "_se"] = foret_figures.clustered(
                [(sum(w for w, _, h in g if h == side), sum(h == side for _, _, h in g)) for g in games])
        for field, value in expected.items():
            check(f"{row['card']} {field}", row[field], value)


def check_strong_card():
    """Games chosen so that whoever takes rabbits wins: improvement when taken finds the rabbit, and no other card."""
    text = dendro("simulate", "--game", "foret", "--seats", "4", "--games", "400", "--seed", "77", "--player", "random")
    chosen = []
    for headers, moves in foret_figures.read_records(text):
        _, taken, _ = foret_figures.final_grids(headers, moves)
        chosen.append([cards.count("rabbit") > 0 for cards in taken])
    records = text.split("dendro 1\n")[1:]
    db = FOLDER + "/strong.db"
    kept = []
    for record, has in zip(records, chosen):
        totals = [int(t) for t in record[record.index("\n= ") + 3:].split("\n")[0].split()]
        if all(has[s] for s in range(4) if totals[s] == max(totals)) and not all(has):
            kept.append("dendro 1\n" + record)
    dendro("import", "--db", db, "-", text="\n".join(kept))
    rows = {r["card"]: r for r in json.loads(dendro("stats", "cards", "--db", db, "--game", "foret", "--json"))["rows"]}
    top = max((r for r in rows.values() if r["iwt"] is not None and r["iwt_se"]), key=lambda r: r["iwt"] / r["iwt_se"])
    check("the strong card", top["card"], "rabbit")
    rabbit = rows["rabbit"]
    if not rabbit["iwt"] - 2 * rabbit["iwt_se"] > 0.5:
        check("its improvement", rabbit["iwt"], "clearly above 0")


def main():
    dendro("import", "--db", DB, "-", text=club())
    rows = list(csv.DictReader(io.StringIO(dendro("export", "--db", DB, "--format", "csv"))))
    text = dendro("export", "--db", DB, "--game", "foret")
    places = [json.loads(line) for line in dendro("export", "--db", DB, "--format", "ndjson").splitlines()]
    db = sqlite3.connect(":memory:")
    names = ["id", "game", "variant", "level", "day", "seats", "player", "total", "rank"]
    names += [c for categories in CATEGORIES.values() for c in categories]
    db.execute("CREATE TABLE seat (id INT, game TEXT, variant TEXT, level TEXT, day TEXT, seats INT, player TEXT, "
               + ", ".join(f'"{n}" INT' for n in names[7:]) + ")")
    db.execute("CREATE TABLE place (id INT)")
    db.executemany(f"INSERT INTO seat VALUES ({','.join('?' * len(names))})",
                   [[r[n] if r[n] != "" or n == "day" else None for n in names] for r in rows if r["seat"] in "123456"])
    db.executemany("INSERT INTO place VALUES (?)", [[g["id"]] for g in places if "\nplace Ludoth" in g["record"]])
    times = {g["id"]: line[7:] for g in places for line in g["record"].splitlines() if line.startswith("played ")}
    check_boards(db)
    check_records(db)
    check_player(db)
    check_streaks(db, times)
    check_one_player()
    check_history(db)
    check_versus(db)
    check_night(db)
    check_cards(list(foret_figures.read_records(text)))
    check_ecos_cards([g["record"] for g in places if g["game"] == "ecos"])
    check_grandbois_cards(db, {g["id"]: g["record"] for g in places if g["game"] == "grandbois"})
    check_strong_card()
    print(f"{failures} failures")
    sys.exit(failures > 0)


main()
