"""Holds leaderboards and the history of ratings, as JSON and as CSV, to what stats_seats.py and bt_map.py make of the same games."""
import csv
import io
import json
import subprocess

import bt_map
from stats_asked import DB, DENDRO, FOLDER, PEOPLE, ask, check, check_rating, dendro
from stats_seats import board, by, fit, pairs_of, seats_of, undated


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


def check_forecast(db):
    """Who wins a table of two, or of three."""
    for words, where in (([], "game <> ''"), (["--game", "foret"], "game = 'foret'")):
        for seats in (PEOPLE[:2], PEOPLE[2:5], PEOPLE[:4:-1]):
            rows = ask("forecast", "--seats", ",".join(seats), *words)["rows"]
            check(f"forecast {words}", [row["player"] for row in rows], seats)
            check(f"forecast of {seats} {words}", [row["chance"] for row in rows], bt_map.forecast(pairs_of(db, where), seats), 1e-4)
            board_rows = {row["player"]: row for row in ask("leaderboard", *words)["rows"]}
            for row in rows:
                wanted = board_rows[row["player"]]
                check(f"forecast {words} of {row['player']}", {field: row[field] for field in row if field in wanted},
                      {field: wanted[field] for field in row if field in wanted})


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
