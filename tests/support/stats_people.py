"""Holds what is told of people and nights to plain SQL: pages, opponents, records, streaks, standings."""
from collections import defaultdict

import intervals
from foret_figures import figure
from stats_asked import CATEGORIES, PEOPLE, ask, check
from stats_seats import board, by, mean_score, results, seats_of, undated

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
                row = ask("versus", one, other, *words)
                check(f"{one} against {other} {words}", [row[k] for k in ("player", *counts)], [other, *met(db, one, other, where)])
        page = ask("player", "Ada", *words)
        wanted = {other: met(db, "Ada", other, where) for other in PEOPLE if other != "Ada"}
        check(f"whom Ada met {words}", {r["player"]: [r[k] for k in counts] for r in page["versus"]},
              {other: row for other, row in wanted.items() if row[0] > 0})


def check_records(db):
    """Every record of every game: its value, how many share it, and the ten oldest of them."""
    filters = [([], "seats > 1"), (["--seats", "3"], "seats = 3"), (["--level", "sheet"], "level = 'sheet' AND seats > 1"),
               (["--from", "2026-01-20", "--to", "2026-03-09"], "day BETWEEN '2026-01-20' AND '2026-03-09' AND seats > 1")]
    for words, where in filters:
        rows = ask("records", *words)["rows"]
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
            page = ask("player", player, *words)
            check(f"{player}'s streaks {words}", [page["streak"], page["best_streak"], page["drought"]], [streak, best, drought])
        table = ask("records", *words)["streaks"]
        check(f"longest runs {words}", [[r["player"], r["value"], r["going_on"], r["night"] or "", r["id"]] for r in table],
              sorted(runs, key=lambda r: (-r[1], r[3], r[4]))[:10])


def check_night(db):
    """A night's results, and its standings by the sum of win points."""
    for day, games in db.execute("SELECT day, count(DISTINCT id) FROM seat WHERE day <> '' GROUP BY day").fetchall():
        page = ask("night", day)
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
