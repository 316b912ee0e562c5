"""Holds `dendro stats --json` to figures computed elsewhere, which share nothing with src: boards, people and nights in plain SQL over the
exported CSV (stats_boards.py, stats_people.py), intervals by intervals.py, ratings by bt_map.py, cards over the exported records
(stats_cards.py). usage: stats_check.py DENDRO FOLDER"""
import csv
import io
import json
import sqlite3
import sys

import bt_map
import foret_figures
import intervals
import stats_boards
import stats_cards
import stats_people
from stats_asked import CATEGORIES, DB, check, dendro, failures
from stats_club import club


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
    stats_boards.check_boards(db)
    stats_boards.check_young_club()
    stats_people.check_records(db)
    stats_people.check_player(db)
    stats_people.check_streaks(db, times)
    stats_people.check_one_player()
    stats_boards.check_history(db)
    stats_people.check_versus(db)
    stats_people.check_night(db)
    stats_boards.check_forecast(db)
    stats_boards.check_csv()
    stats_cards.check_cards([foret_figures.Played(*record) for record in foret_figures.read_records(text)])
    stats_cards.check_ecos_cards([g["record"] for g in places if g["game"] == "ecos"])
    stats_cards.check_grandbois_cards(db, {g["id"]: g["record"] for g in places if g["game"] == "grandbois"})
    stats_cards.check_worth(db, places)
    stats_cards.check_strong_card()
    print(f"{len(failures)} failures")
    sys.exit(bool(failures))


main()
