"""Holds `dendro stats --json` to figures computed elsewhere: leaderboards in plain SQL over the exported CSV, intervals by intervals.py,
ratings by bt_map.py, cards by foret_figures.py and ecos_figures.py over the exported records. usage: stats_check.py DENDRO FOLDER"""
import csv
import functools
import hashlib
import io
import json
import random
import re
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from fractions import Fraction

import bt_map
import ecos_figures
import foret_figures
import intervals
import worth_figures
from foret_figures import figure

DENDRO, FOLDER = sys.argv[1:3]
DB = FOLDER + "/club.db"
PEOPLE = ["Ada", "Béa", "Cyd", "Dee", "Eve", "Fay", "Gil", "Hal"]
failures = 0


def dendro(*words, text=None):
    done = subprocess.run([DENDRO, *words], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"dendro {' '.join(words)}: {done.returncode}: {done.stderr}")
    return done.stdout


def ask(*words):
    return json.loads(dendro("stats", *words, "--db", DB, "--json"))


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


def check_rating(what, row, rating):
    """Within a millionth of a rating point, which is what a history is kept to, too."""
    ours, theirs = [row[f] for f in ("rating", "rating_lo", "rating_hi", "sd")], bt_map.row(rating)
    if None in theirs or None in ours or max(abs(a - b) for a, b in zip(ours, theirs)) > 1e-6:
        check(what, ours, theirs, 0)


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

SEATS = """
WITH winners AS (SELECT id, count(*) AS w FROM seat WHERE rank = 1 GROUP BY id)
SELECT player, id, total, seats, seats > 1 AND rank = 1, coalesce(w, 1) FROM seat LEFT JOIN winners USING (id) WHERE {where}"""


class Seat:
    """One player's seat in one game."""

    def __init__(self, player, game, total, seats, won, winners):
        self.player, self.game, self.total, self.seats, self.won = player, game, total, seats, won
        self.win = Fraction(seats * won, winners)


def seats_of(db, where, solo=False):
    return [Seat(*row) for row in db.execute(SEATS.format(where=where + ("" if solo else " AND seats > 1")))]


def by(seats, key):
    groups = defaultdict(list)
    for seat in seats:
        groups[key(seat)].append(seat)
    return groups


def results(seats):
    """games, wins and win points of one player's seats."""
    return {"games": len(seats), "wins": sum(s.won for s in seats)} | figure(
        "win_points", intervals.wins([(s.seats, 1, s.win) for s in seats if s.seats > 1]))


def mean_score(player, everybody, known):
    """The mean score of a player among the seats of everybody, where one title is asked for."""
    scores = {p: [s.total for s in seats] for p, seats in by(everybody, lambda s: s.player).items()}
    return figure("mean_score", intervals.mean(scores.get(player, []), list(scores.values())) if known else intervals.NOTHING)


def board(seats, title):
    """Everybody's row; `title`: the seats are of one game."""
    return {player: results(mine) | mean_score(player, seats, title) | {"best_score": max(s.total for s in mine) if title else None}
            for player, mine in by(seats, lambda s: s.player).items()}


@functools.cache
def fit(db, where):
    """bt-map/2 of the games that were chosen."""
    games = defaultdict(dict)
    for i, player, rank in db.execute(f"SELECT id, player, rank FROM seat AS a WHERE a.seats > 1 AND a.{where}"):
        games[i][player] = rank
    return bt_map.fit(bt_map.pairs(games.values()))


def undated(db, where, solo=False):
    """How many games of those chosen have no day."""
    return db.execute(f"SELECT count(DISTINCT id) FROM seat WHERE day = '' AND {where}" + ("" if solo else " AND seats > 1")).fetchone()[0]


def check_order(what, rows, order):
    """Best first, those who are equal when rounded with one rank; by rating, who is provisional after who is not, without a rank."""
    keys = [None if row[order] is None else round(row[order], 4) for row in rows]
    ranked = [key is not None for key in keys]
    if order == "rating" and not all(row["provisional"] for row in rows):
        ranked = [known and not row["provisional"] for known, row in zip(ranked, rows)]
    best_first = sorted(zip(ranked, keys), key=lambda r: (-r[0], r[1] is None, -(r[1] or 0)))
    check(f"{what}: the order", keys, [key for _, key in best_first], 0)
    check(f"{what}: ranks", [row["rank"] for row in rows],
          [1 + sum(k > key for k, known in zip(keys, ranked) if known) if mine else None for key, mine in zip(keys, ranked)])


# Filters as words, as SQL without the days, as SQL of the days, whether solo games count, and the order that follows.
BOARDS = [([], "true", "", False, "rating"), (["--game", "foret"], "game = 'foret'", "", False, "rating"),
          (["--game", "grandbois"], "game = 'grandbois'", "", False, "rating"), (["--seats", "3"], "seats = 3", "", False, "win-points"),
          (["--variant", "solo"], "variant = 'solo'", "", True, "win-points"),
          (["--game", "foret", "--variant", "solo"], "variant = 'solo'", "", True, "mean-score"),
          (["--game", "foret", "--seats", "1"], "seats = 1 AND game = 'foret'", "", True, "mean-score"),
          (["--game", "foret", "--seats", "6"], "seats = 6 AND game = 'foret'", "", False, "win-points"),
          (["--level", "sheet"], "level = 'sheet'", "", False, "win-points"),
          (["--from", "2026-02-01", "--to", "2026-02-28"], "true", "day BETWEEN '2026-02-01' AND '2026-02-28'", False, "win-points"),
          (["--from", "2026-01-10", "--to", "2026-03-04"], "true", "day BETWEEN '2026-01-10' AND '2026-03-04'", False, "win-points"),
          (["--game", "foret", "--from", "2026-01-10"], "game = 'foret'", "day >= '2026-01-10'", False, "win-points"),
          (["--game", "foret", "--variant", "solo", "--to", "2026-03-04"], "variant = 'solo'", "day <> '' AND day <= '2026-03-04'", True,
           "mean-score"),
          (["--game", "ecos", "--place", "Ludothèque", "--to", "2026-03-04"], "game = 'ecos' AND id IN (SELECT id FROM place)",
           "day <> '' AND day <= '2026-03-04'", False, "win-points"),
          (["--place", "Ludothèque"], "id IN (SELECT id FROM place)", "", False, "win-points")]


def check_boards(db):
    day = db.execute("SELECT day FROM seat WHERE day <> '' AND seats > 1 LIMIT 1").fetchone()[0]
    for words, where, days, solo, order in [*BOARDS, (["--night", day], "true", f"day = '{day}'", False, "win-points")]:
        answer = ask("leaderboard", *words)
        title = "--game" in words
        rated = f"game = '{words[1]}'" if title else "game <> ''"
        check(f"{words} head", [answer["algorithm"], answer["order"], answer["undated"]],
              ["bt-map/2", order, undated(db, where, solo) if days else 0])
        expected = board(seats_of(db, f"{where} AND {days or 'true'}", solo), title)
        games = {player: len(seats) for player, seats in by(seats_of(db, rated), lambda s: s.player).items()}
        check(f"{words} players", sorted(r["player"] for r in answer["rows"]), sorted(expected))
        for row in answer["rows"]:
            theirs = expected.get(row["player"], {})
            for field in theirs:
                check(f"{words} {row['player']} {field}", row[field], theirs[field])
            check_rating(f"{words} {row['player']} rating", row, fit(db, rated).get(row["player"]))
            check(f"{words} {row['player']} provisional", row["provisional"], games.get(row["player"], 0) < 5)
        check_order(f"{words}", answer["rows"], order.replace("-", "_"))
    for words in ([], ["--game", "foret"], ["--game", "grandbois"], ["--game", "grandbois", "--seats", "4"]):
        for order in ("rating", "win-points", "wins", "mean-score", "best-score", "games"):
            if not words and order.endswith("-score"):
                refused = subprocess.run([DENDRO, "stats", "leaderboard", "--db", DB, "--order", order], capture_output=True, check=False)
                check(f"order {order} of several titles", [refused.returncode in (1, 2), len(refused.stderr) > 0], [True, True])
                continue
            answer = ask("leaderboard", "--order", order, *words)
            check(f"order {order} is named", answer["order"], order)
            check_order(f"order {order} {words}", answer["rows"], order.replace("-", "_"))


def check_young_club():
    """While nobody has five games, all are ranked."""
    db = FOLDER + "/young.db"
    dendro("import", "--db", db, "-", text=dendro("simulate", "--game", "foret", "--seats", "3", "--games", "4", "--seed", "3"))
    rows = json.loads(dendro("stats", "leaderboard", "--db", db, "--json"))["rows"]
    check("a young club", [[row["rank"], row["provisional"]] for row in rows], [[i + 1, True] for i in range(3)])
    check_order("a young club", rows, "rating")


def check_history(db):
    """The rating of everybody who played on a night: the fit on all games up to that night, those without a day included."""
    for words, where in (([], "game <> ''"), (["--game", "foret"], "game = 'foret'")):
        answer = ask("history", *words)
        rows = answer["rows"]
        check("algorithm of the history", answer["algorithm"], "bt-map/2")
        expected = []
        for (day,) in db.execute(f"SELECT DISTINCT day FROM seat WHERE day <> '' AND seats > 1 AND {where} ORDER BY day").fetchall():
            ratings = fit(db, f"{where} AND a.day <= '{day}'")
            games = dict(db.execute(f"SELECT player, count(*) FROM seat WHERE {where} AND seats > 1 AND day <= ? GROUP BY player", [day]))
            there = [p for (p,) in db.execute(f"SELECT DISTINCT player FROM seat WHERE {where} AND seats > 1 AND day = ?", [day])]
            expected += sorted(([day, p, games[p], ratings[p]] for p in there), key=lambda r: -r[3][0])
        check(f"history {words}", [[r["night"], r["player"], r["games"]] for r in rows], [r[:3] for r in expected])
        for row, theirs in zip(rows, expected):
            check_rating(f"history {words} {theirs[:2]}", row, theirs[3])
        one = ask("history", "Béa", *words)["rows"]
        check(f"history {words} of one", one, [r for r in rows if r["player"] == "Béa"])
        part = ask("history", "--from", "2026-02-03", "--to", "2026-02-20", *words)["rows"]
        check(f"history {words} of some nights", part, [r for r in rows if "2026-02-03" <= r["night"] <= "2026-02-20"])
    lines = list(csv.DictReader(io.StringIO(dendro("stats", "history", "--db", DB, "--csv"))))
    check("history as CSV", [r["night"] for r in lines], [r["night"] for r in ask("history")["rows"]])


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
    for words in (["--order", "wins"], ["--game", "foret"], ["--game", "foret", "--from", "2026-02-03"]):
        check(f"Ada's row {words}", ask("leaderboard", *words, "--player", "Ada")["rows"],
              [row for row in ask("leaderboard", *words)["rows"] if row["player"] == "Ada"])
    table = ask("records", "--player", "Ada")
    check("Ada's records", {row["player"] for row in table["rows"] + table["streaks"]}, {"Ada"})
    best = {row["game"]: row["value"] for row in table["rows"] if row["record"] == "score"}
    for game in CATEGORIES:
        row = ask("leaderboard", "--game", game, "--player", "Ada")["rows"][0]
        check(f"Ada's best at {game}", best[game], row["best_score"])
    night = ask("records", "--player", "Ada")["rows"][0]["night"]
    page = ask("night", night, "--player", "Ada")
    check("Ada's night", [all("Ada" in [s["player"] for s in g["seats"]] for g in page["results"]), bool(page["results"]),
                          [r["player"] for r in page["standings"]]], [True, True, ["Ada"]])


PLAYER = [([], "true", ""), (["--from", "2026-02-03", "--to", "2026-02-24"], "true", "day BETWEEN '2026-02-03' AND '2026-02-24'"),
          (["--from", "2026-01-12"], "true", "day >= '2026-01-12'"), (["--place", "Ludothèque"], "id IN (SELECT id FROM place)", ""),
          (["--seats", "3"], "seats = 3", ""), (["--level", "table", "--to", "2026-03-02"], "level = 'table'", "day <> '' AND day <= '2026-03-02'")]


def check_player(db):
    """A player's page, with one game and with all."""
    for filters, where, days in PLAYER:
        for game in (["foret"], []):
            words = [*filters, *(["--game", *game] if game else [])]
            chosen = f"{where} AND {days or 'true'}" + (" AND game = 'foret'" if game else "")
            page = ask("player", "Ada", *words)
            everybody = seats_of(db, chosen)
            mine = [s for s in everybody if s.player == "Ada"]
            row = next(r for r in ask("leaderboard", *words)["rows"] if r["player"] == "Ada")
            check(f"Ada's row {words}", page["row"] | {"rank": 0}, row | {"rank": 0})
            club = [(sum(s.total for s in seats), len(seats)) for seats in by(everybody, lambda s: s.game).values()]
            wanted = figure("club_score", intervals.ratio(club) if game else intervals.NOTHING)
            wanted["undated"] = undated(db, where + (" AND game = 'foret'" if game else "")
                                        + " AND id IN (SELECT id FROM seat WHERE player = 'Ada')") if days else 0
            wanted["sizes"] = [{"seats": size} | results([s for s in mine if s.seats == size])
                               | mean_score("Ada", [s for s in everybody if s.seats == size], game)
                               for size in sorted({s.seats for s in mine})]
            for field, value in wanted.items():
                check(f"Ada's {field} {words}", page[field], value)
            nights = dict(db.execute(f"SELECT id, day FROM seat WHERE {chosen} AND day <> ''"))
            check(f"Ada's nights {words}", {r["night"]: r for r in page["nights"]},
                  {night: {"night": night} | results(seats)
                   for night, seats in by([s for s in mine if s.game in nights], lambda s: nights[s.game]).items()})
            if game:
                check_categories(db, words, f"game = 'foret' AND seats > 1 AND {chosen}", page)


def check_categories(db, words, where, page):
    for category in CATEGORIES["foret"]:
        values, games = defaultdict(list), defaultdict(list)
        for player, i, value in db.execute(f"SELECT player, id, {category} FROM seat WHERE {where}"):
            values[player].append(value)
            games[i].append(value)
        wanted = figure("mean", intervals.mean(values["Ada"], list(values.values())))
        wanted |= figure("club", intervals.ratio([(sum(v), len(v)) for v in games.values()]))
        check(f"Ada's {category} {words}", [row for row in page["categories"] if row["category"] == category],
              [{"category": category} | wanted])


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
        check_standings(day, page, board(seats_of(db, f"day = '{day}'"), False))
        check_standings(day, ask("night", day, "--game", "foret"), board(seats_of(db, f"day = '{day}' AND game = 'foret'"), True))


def check_standings(day, page, rows):
    """The other columns of a night's standings are those of a board of that night."""
    for row in page["standings"]:
        check(f"{day} {row['player']}", {field: row[field] for field in rows[row["player"]]}, rows[row["player"]])


def check_csv():
    """CSV has every figure of the JSON, with its ends."""
    for words in (["leaderboard"], ["leaderboard", "--game", "foret"], ["cards", "--game", "foret"], ["cards", "--game", "ecos"],
                  ["cards", "--game", "grandbois"], ["history"], ["history", "--game", "foret"]):
        lines = list(csv.DictReader(io.StringIO(dendro("stats", *words, "--db", DB, "--csv"))))
        rows = ask(*words)["rows"]
        check(f"{words} lines of CSV", len(lines), len(rows))
        for line, row in zip(lines, rows):
            ends = {field for field in row if field[-3:] in ("_lo", "_hi") and not isinstance(row[field], list)}
            check(f"{words} columns of CSV", {field for field in ends | {field[:-3] for field in ends} if field not in line}
                  - {f"pick_rate{end}" for end in ("", "_lo", "_hi")}, set())
            for field in ends | {field[:-3] for field in ends}:
                cell = line.get(field, "")
                check(f"{words} {row.get('player', row.get('card'))} {field} of CSV", float(cell) if cell else None, row[field], 1e-6)


# ---- cards ----

def check_cards(games):
    """Forêt's cards under filters that the sums answer, that they answer in part, and that they know nothing of."""
    filters = [([], {}), (["--from", "2026-02-01", "--to", "2026-02-28"], {"since": "2026-02-01", "until": "2026-02-28"}),
               (["--seats", "3"], {"seats": 3}), (["--level", "full"], {"level": "full"}),
               (["--from", "2026-01-10", "--to", "2026-03-04"], {"since": "2026-01-10", "until": "2026-03-04"}),
               (["--from", "2026-02-05"], {"since": "2026-02-05"}), (["--to", "2026-02-11"], {"until": "2026-02-11"}),
               (["--place", "Ludothèque"], {"place": "Ludothèque"}),
               (["--place", "Ludothèque", "--seats", "3", "--level", "table"], {"place": "Ludothèque", "seats": 3, "level": "table"}),
               (["--variant", "solo"], {"variant": "solo"}), (["--seats", "1"], {"seats": 1}), (["--variant", "duel"], {"variant": "duel"}),
               (["--player", "Ada"], {"player": "Ada"}), (["--player", "Béa", "--seats", "4"], {"player": "Béa", "seats": 4}),
               (["--player", "Cyd", "--from", "2026-01-15"], {"player": "Cyd", "since": "2026-01-15"})]

    def within(headers, since="", until="9999", **_):
        return since == "" and until == "9999" or headers.get("night", "") != "" and since <= headers["night"] <= until

    def chosen(headers, seats=None, level=None, place=None, player=None, variant=None, **_):
        return (seats in (None, len(headers["seats"])) and level in (None, headers["level"]) and variant in (None, headers["variant"])
                and (len(headers["seats"]) > 1 or variant or seats == 1)
                and place in (None, headers.get("place")) and (player is None or player in headers["seats"]))
    for words, wanted in filters:
        answer = ask("cards", "--game", "foret", *words)
        found = [game for game in games if chosen(game.headers, **wanted)]
        check(f"{words} undated cards", answer["undated"],
              sum("night" not in game.headers for game in found) if "since" in wanted or "until" in wanted else 0)
        figures = foret_figures.card_figures([game for game in found if within(game.headers, **wanted)], wanted.get("player"))
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
        answer = ask("cards", "--game", "ecos", *words)
        rows = answer["rows"]
        check(f"{words} undated", answer["undated"], sum("\nnight " not in r for r in records) if "--from" in words else 0)
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
        win = [Fraction(n, winners) if rank == 1 else 0 for _, rank, n in seats]
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
                    "points": sum(p for _, p in mine) if clan else None, "seen": None, "seen_hands": None, "iwt": None}
        points = [(sum(p for _, p, h in g if h), sum(h for _, _, h in g)) for g in games]
        nulls = [(sum(p == 0 for _, p, h in g if h), sum(h for _, _, h in g)) for g in games]
        expected |= figure("mpc", intervals.NOTHING) | figure("ppc", intervals.ratio(points) if clan else intervals.NOTHING)
        expected |= figure("zero_rate", intervals.rate(nulls) if clan else intervals.NOTHING)
        for field, side in (("wp_with", True), ("wp_without", False)):
            expected |= figure(field, intervals.wins(
                [(len(g), sum(h == side for _, _, h in g), sum(w for w, _, h in g if h == side)) for g in games]))
        for field, value in expected.items():
            check(f"{row['card']} {field}", row[field], value)


def held_by(game, record):
    """{card: copies} of each seat at the end of a game; None where the record does not tell."""
    if game == "foret":
        headers, moves = next(foret_figures.read_records(record))
        return [Counter(grid) for grid in foret_figures.final_grids(headers, moves)[0]]
    if game == "ecos":
        if "\nlevel sheet\n" in record:
            return None
        played = ecos_figures.play(record)
        return [{str(card): 1 for card in range(1, ecos_figures.CARDS + 1)
                 if card in player.active or any((s, c) == (seat, card) for s, c, _, _ in played.seen)}
                for seat, player in sorted(played.players.items())]
    seats = [{} for line in record.splitlines() if line.startswith("seat ")]
    for line in record.splitlines():
        words = line.split()
        if len(words) > 2 and words[0] in ("1:", "2:", "3:", "4:") and words[1] in ("tile", "reveal"):
            seats[int(words[0][0]) - 1][words[2] if words[1] == "reveal" else f"tile-{words[2]}"] = 1
    return seats


def check_worth(db, games):
    """What a copy is worth, under filters, of each catalogue by itself; nothing where one player is asked for."""
    asked = [("foret", [], "1"), ("foret", ["--seats", "3"], "seats = 3"), ("foret", ["--level", "sheet"], "level = 'sheet'"),
             ("foret", ["--place", "Ludothèque"], "id IN (SELECT id FROM place)"), ("grandbois", [], "1"), ("ecos", [], "1"),
             ("foret", ["--from", "2026-01-10", "--to", "2026-03-04"], "day BETWEEN '2026-01-10' AND '2026-03-04'")]
    for game, words, where in asked:
        theta = {player: (rating - 1500) / worth_figures.POINTS for player, (rating, _) in fit(db, f"game = '{game}'").items()}
        by = defaultdict(list)  # hash of the catalogue: games
        for g in games:
            rows = db.execute(f"SELECT player, rank FROM seat WHERE id = ? AND game = ? AND {where} ORDER BY rowid", [g["id"], game]).fetchall()
            held = held_by(game, g["record"]) if rows else None
            if held:
                of = re.search(r"^option catalogue .*sha256:(\w+)$", g["record"], re.M)
                by[of and of[1]].append([(held[s], rank, theta.get(player, 0)) for s, (player, rank) in enumerate(rows)])
        wanted = {of: worth_figures.worth(played) for of, played in by.items()}
        answer = ask("cards", "--game", game, *words)
        check("the algorithm of cards", answer["algorithm"], "worth/1")
        for row in answer["rows"]:
            of = row["catalogue"]["hash"] if "catalogue" in row else None
            for i, field in enumerate(("worth", "worth_lo", "worth_hi")):
                value = wanted[of].get(row["card"], (None, None, None))[i]
                check(f"{words} {row['card']} {field}", row[field], value, 1e-6)
    rows = ask("cards", "--game", "foret", "--player", "Ada")["rows"]
    check("worth of one player's cards", [r["worth"] for r in rows], [None] * len(rows))


def check_strong_card():
    """Games chosen so that whoever takes rabbits wins: improvement when taken is largest for the rabbit, with both counts beside it."""
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
    known = [r for r in rows.values() if r["iwt"] is not None]
    check("the strong card", max(known, key=lambda r: r["iwt"])["card"], "rabbit")
    check("its improvement", [rows["rabbit"]["iwt"] > 0.5, all(min(r["iwt_took"], r["iwt_left"]) >= 10 for r in known)], [True, True])
    check("an improvement of few", [r["card"] for r in rows.values() if r["iwt"] is None and min(r["iwt_took"], r["iwt_left"]) >= 10], [])


def main():
    check("the vectors of the definition", intervals.check_vectors() + bt_map.check_vectors(), [])
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
    check_young_club()
    check_records(db)
    check_player(db)
    check_streaks(db, times)
    check_one_player()
    check_history(db)
    check_versus(db)
    check_night(db)
    check_csv()
    check_cards([foret_figures.Played(*record) for record in foret_figures.read_records(text)])
    check_ecos_cards([g["record"] for g in places if g["game"] == "ecos"])
    check_grandbois_cards(db, {g["id"]: g["record"] for g in places if g["game"] == "grandbois"})
    check_worth(db, places)
    check_strong_card()
    print(f"{failures} failures")
    sys.exit(failures > 0)


main()
