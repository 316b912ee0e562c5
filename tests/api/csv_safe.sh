#!/usr/bin/env bash
# Every table that we write is safe to open in a spreadsheet: no text in it starts as a formula does, and whoever reads it gets the
# text back. A cell is a number of ours, or it is text.
set -eu
. "$SOURCE_DIR/tests/support/assert.sh"
. "$SOURCE_DIR/tests/support/daemon.sh"
needs python3
unset DENDRO_DB
cd "$work"

# Two nights, so that every page has something to tell; a total below zero; a written total that the engine contradicts.
totals() {
    printf 'dendro 1\ngame pad\ntitle %s\nplayed %s\nplace @x\nnote -2 to all\nseat 1 =HYPERLINK("http://example.org","x")\nseat 2 -Bo\nseat 3 ＋Cy\nseat 4 +Di\n\n1: total %s\n2: total %s\n3: total 4\n4: total 1\n\n' "$@"
}
{
    totals +1 2026-11-13T20:30 7 -3
    totals +1 2026-11-14 9 -5
    totals =2 2026-11-14 1 2
    sed -e 's/^seat 1 .*/seat 1 =Ann/' -e 's/^place .*/place @x/' "$SOURCE_DIR/replays/foret/contested/written-scores.dendro"
} >games
run import --quiet --db club.db games
expect 0
run season add --from 2026-11-01 --to 2026-11-30 --db club.db -- -2
season=$(sed -n 's/^ *\([0-9][0-9]*\) .*/\1/p' "$out" | head -1)
expect 0

# keep NAME WORD...: what the command wrote, as NAME.csv.
keep() {
    local name=$1
    shift
    run "$@"
    expect 0
    cp "$out" "$name.csv"
}
note "what the commands write"
keep export export --db club.db --format csv
keep bgg export --db club.db --format bgg-csv
keep season season show "$season" --db club.db --csv
keep leaderboard stats leaderboard --db club.db --csv
keep records stats records --db club.db --csv
keep history stats history --db club.db --csv
keep night stats night 2026-11-14 --db club.db --csv
keep player stats player +Di --db club.db --csv
keep versus stats versus --db club.db --csv -- -Bo +Di
keep forecast stats forecast --seats "+Di,-Bo" --db club.db --csv
keep cards stats cards --game foret --db club.db --csv

note "over HTTP"
start
for format in csv bgg-csv; do
    ask 200 "$URL/v1/export?format=$format"
    cp "$out" "http-$format.csv"
    grep -qi '^content-type: text/csv; charset=utf-8' "$heads" || fail "another type of $format"
done
stop
cmp -s export.csv http-csv.csv || fail "another table over HTTP"
cmp -s bgg.csv http-bgg-csv.csv || fail "another table for BoardGameGeek over HTTP"

note "read by a program"
python3 - ./*.csv <<'END' || fail "unsafe"
import csv
import re
import sys

NUMBER = re.compile(r"-?\d+(\.\d+)?")
NAMES = {'=HYPERLINK("http://example.org","x")', "-Bo", "＋Cy", "+Di", "=Ann"}
bad = 0
tables = {}
for path in sys.argv[1:]:
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file, strict=True))
    head, rows = rows[0], rows[1:]
    tables[path[2:-4]] = [dict(zip(head, row)) for row in rows]
    for row in rows:
        if len(row) != len(head):
            bad += print(path, "a row of", len(row), "cells", row) is None
        for cell in row:
            if cell[:1] and cell[0] in "=+-@＝＋－＠\t\r\n" and not NUMBER.fullmatch(cell):
                bad += print(path, "a formula:", cell) is None
    for row in tables[path[2:-4]]:
        for column in ("player", "name"):
            name = row.get(column, "")
            if column in row and path[2:-4] != "cards" and name[:1] == "'" and name[1:] not in NAMES:
                bad += print(path, "another name:", name) is None


def check(what, got, wanted):
    global bad
    if got != wanted:
        bad += print(f"{what}: {got}, not {wanted}") is None


first = [row for row in tables["export"] if row["title"] == "'+1"][:4]
check("players", [row["player"][1:] for row in first], ['=HYPERLINK("http://example.org","x")', "-Bo", "＋Cy", "+Di"])
check("totals", [row["total"] for row in first], ["7", "-3", "4", "1"])
check("time and place", {(row["time"], row["place"]) for row in first}, {("20:30", "'@x")})
check("a day has no time", {row["time"] for row in tables["export"] if row["title"] == "'=2"}, {""})
contested = {row["id"]: [] for row in tables["export"]}
for row in tables["export"]:
    contested[row["id"]].append(row["contested"])
check("contested", ["1" in marks for marks in contested.values()], [False, False, False, True])
first = tables["bgg"][0]
check("bgg", [first[name] for name in ("playid", "date", "quantity", "location", "game", "comments", "score", "win")],
      [tables["export"][0]["id"], "2026-11-13", "1", "'@x", "'+1", "'-2 to all", "7", "1"])
check("number at BoardGameGeek", {row["objectid"] for row in tables["bgg"]}, {"", "271519"})
check("every table has rows", [name for name, rows in tables.items() if not rows], [])
check("every table but that of cards and a player's nights has a guarded name",
      [name for name, rows in tables.items()
       if not any(row.get("player", row.get("name", ""))[:1] == "'" for row in rows)], ["cards", "player"])
sys.exit(bad > 0)
END
finish
