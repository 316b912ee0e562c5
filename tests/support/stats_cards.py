"""Holds what is told of cards to foret_figures.py, ecos_figures.py and worth_figures.py over the exported records, and GrandBois' tiles and
clans to what its records say."""
import json
import re
from collections import Counter, defaultdict
from fractions import Fraction

import ecos_figures
import foret_figures
import intervals
import worth_figures
from foret_figures import figure
from stats_asked import FOLDER, ask, check, dendro
from stats_seats import fit


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
            check_catalogue(more, digest, played, ask("cards", "--game", "ecos", *more)["rows"])
            page = ask("card", "17", "--game", "ecos", *more)
            check(f"{more} others", page["others"], [])
            check(f"{more} page", {k: page[k] for k in rows[0]}, next(r for r in rows if (r["card"], r["catalogue"]["hash"]) == ("17", digest)))
        page = ask("card", "17", "--game", "ecos", *words)
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
    rows = ask("cards", "--game", "grandbois")["rows"]
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
