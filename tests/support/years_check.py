"""Holds `dendro stats year`, the spread of a title and whom people meet to a plain recount of the exported CSV, which shares nothing with
src. The club has every variant, teams, guests, solo and undated games, voids, and people and titles that were merged.
usage: years_check.py DENDRO FOLDER"""
import csv
import io
import json
import math
import random
import statistics
import subprocess
import urllib.parse
import urllib.request
from collections import Counter, defaultdict

from stats_asked import DB, DENDRO, check, dendro, failures

LOW = {"Golf", "Hearts"}
TITLES = ["Azul", "Catan", "Die Siedler", "Golf", "Hanabi", "Hearts", "Kubb", "Rare", "Tarot", "Uno"]
PEOPLE = ["Ada", "Bo", "Cy", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Adah"]


def record(rng, number):
    title = "Catan" if number % 5 == 0 else rng.choice(TITLES)
    seats = rng.choice([1, 2, 3, 3, 4, 4, 5])
    people = rng.sample(PEOPLE, seats)
    names = [n if seats == 1 or rng.random() > 0.1 else "?" for n in people]
    kind = "low" if title in LOW else rng.choice(["high"] * 6 + ["rank", "win", "together", "played", "low" if title == "Azul" else "high"])
    lines = ["dendro 1", "game pad", f"title {title}"]
    if kind not in ("high", "played"):
        lines.append(f"variant {kind}")
    lines += [f"seat {i + 1} {n}" for i, n in enumerate(names)]
    teams = kind == "high" and seats == 4 and rng.random() < 0.5
    lines += ["team 1 3", "team 2 4"] if teams else []
    year = 2024 + number % 3
    if number % 11:
        lines.append(f"played {year}-{rng.choice([1, 2, 6, 11, 12]):02d}-{rng.choice([1, 13, 28]):02d}")
    if rng.random() < 0.6:
        lines.append(f"duration {rng.randint(10, 200)}")
    lines.append("")
    points = lambda: f"{rng.randint(-20, 99)}" + rng.choice(["", "", ".5", ".25"])
    if kind in ("high", "low"):
        lines += [f"{i + 1}: total {points()}" for i in range(2 if teams else seats)]
    elif kind == "rank":
        lines += [f"{i + 1}: rank {i + 1}" for i in range(seats)]
    elif kind == "win":
        lines += [f"{i + 1}: {rng.choice(['wins', 'loses'])}" for i in range(seats)]
    elif kind == "together":
        lines.append("*: " + rng.choice(["won", "lost, total 7"]))
    else:
        lines.append("*: played")
    return "\n".join(lines) + "\n\n"


def strong(number):
    """Eve beats Ada whenever the two are alone."""
    return f"dendro 1\ngame pad\ntitle Duel\nseat 1 Ada\nseat 2 Eve\nplayed 2026-03-{number % 28 + 1:02d}\n\n1: total {number}\n2: total 50\n\n"


def make():
    rng = random.Random(20261113)
    text = "".join(record(rng, n) for n in range(360)) + "".join(strong(n) for n in range(12))
    dendro("import", "--db", DB, "--quiet", "-", text=text)
    ids = [r["id"] for r in rows_of()]
    for game in sorted(set(ids), key=int)[5::25]:
        dendro("game", "void", game, "--reason", "another evening", "--db", DB)
    dendro("title", "merge", "die siedler", "catan", "--db", DB)
    shared = {r["id"] for r in rows_of() if r["player"] == "Ada"} & {r["id"] for r in rows_of() if r["player"] == "Adah"}
    for game in sorted(shared, key=int):
        dendro("game", "void", game, "--reason", "one person", "--db", DB)
    dendro("players", "merge", "Adah", "Ada", "--db", DB)
    for name, first, last in (("Spring", "2025-01-01", "2025-06-30"), ("Autumn", "2025-07-01", "2026-01-31"), ("Open", "2025-01-01", "2025-12-31")):
        number = dendro("season", "add", name, "--from", first, "--to", last, "--db", DB).split()[0]
        if name != "Open":
            dendro("season", "close", number, "--db", DB)


def rows_of():
    return list(csv.DictReader(io.StringIO(dendro("export", "--db", DB, "--format", "csv"))))


def handles():
    people = [json.loads(line) for line in dendro("players", "list", "--json", "--db", DB).splitlines()]
    return {p["name"]: p["id"] for p in people}


class Game:
    def __init__(self, rows):
        first = rows[0]
        self.id, self.title, self.variant = int(first["id"]), first["game"], first["variant"]
        self.day, self.minutes = first["day"], first["duration"]
        self.seats = [(r["player"] if r["player"] != "?" else "", r["total"], int(r["rank"] or 0), r["team"]) for r in rows]
        self.people = [s[0] for s in self.seats if s[0]]
        best = [s for s in self.seats if s[2] == 1]
        self.winners = [s[0] for s in best if s[0]] if len(self.seats) > 1 or self.variant == "together" else []


def club():
    games = defaultdict(list)
    for row in rows_of():
        if row["status"] == "finished":
            games[row["id"]].append(row)
    return sorted((Game(rows) for rows in games.values()), key=lambda g: g.id)


def first_days(games):
    people, titles = {}, {}
    for game in sorted((g for g in games if g.day), key=lambda g: g.day):
        titles.setdefault(game.title, game.day)
        for person in game.people:
            people.setdefault(person, game.day)
    return people, titles


def most(counts, name):
    return sorted(counts, key=lambda key: (-counts[key], name(key)))


def standing(games, year):
    """Best scores whose first holder reached them in the year."""
    played = Counter(g.title for g in games if len(g.seats) > 1)
    found = []
    for title in played:
        for low in (False, True):
            best = None
            for game in sorted(games, key=lambda g: (g.day, g.id)):
                if game.title != title or len(game.seats) == 1 or (game.variant == "low") != low:
                    continue
                for person, total, _, _ in game.seats:
                    value = float(total) if total and person and game.variant in ("high", "low") else None
                    if value is not None and (best is None or (value < best[0] if low else value > best[0])):
                        best = (value, person, game.id, game.day)
            if best and best[3][:4] == str(year) and played[title] >= 5:
                found.append([title, low, *best])
    here = Counter(g.title for g in games if g.day[:4] == str(year))
    return sorted(found, key=lambda r: (-here[r[0]], r[0], r[1]))[:12]


def check_year(games, year, handle):
    page = json.loads(dendro("stats", "year", str(year), "--json", "--db", DB))
    mine = [g for g in games if g.day[:4] == str(year)]
    people, titles, nights, wins = Counter(), Counter(), defaultdict(set), Counter()
    pairs, days = Counter(), Counter()
    for game in mine:
        titles[game.title] += 1
        days[game.day] += 1
        for person in game.people:
            people[person] += 1
            nights[person].add(game.day)
            wins[person] += person in game.winners
            for other in game.people:
                if handle[person] < handle[other]:
                    pairs[person, other] += 1
    born, made = first_days(games)
    new_people = sorted((p for p in people if born[p][:4] == str(year)), key=lambda p: (born[p], p))
    new_titles = sorted((t for t in titles if made[t][:4] == str(year)), key=lambda t: (made[t], t))
    check(f"{year}", [page[k] for k in ("year", "games", "nights", "people", "titles_count", "minutes", "timed")],
          [year, len(mine), len(days), len(people), len(titles), sum(int(g.minutes) for g in mine if g.minutes),
           sum(1 for g in mine if g.minutes)])
    check(f"{year}: months", [[m["month"], m["games"], m["nights"]] for m in page["months"]],
          [[m, sum(g.day[5:7] == f"{m:02d}" for g in mine), sum(d[5:7] == f"{m:02d}" for d in days)] for m in range(1, 13)])
    check(f"{year}: titles", [[t["id"], t["games"], t["new"]] for t in page["titles"]],
          [[t, titles[t], t in new_titles] for t in most(titles, str)[:12]])
    check(f"{year}: people", [[p["player"], p["handle"], p["games"], p["nights"], p["wins"], p["new"]] for p in page["people_top"]],
          [[p, handle[p], people[p], len(nights[p]), wins[p], p in new_people] for p in most(people, str)[:12]])
    check(f"{year}: new people", [page["new_people_count"], [[p["player"], p["day"]] for p in page["new_people"]]],
          [len(new_people), [[p, born[p]] for p in new_people]])
    check(f"{year}: new titles", [page["new_titles_count"], [[t["id"], t["day"]] for t in page["new_titles"]]],
          [len(new_titles), [[t, made[t]] for t in new_titles]])
    longest = sorted(days, key=lambda d: (-days[d], d))[:1]
    check(f"{year}: longest night", page["longest_night"], {"day": longest[0], "games": days[longest[0]]} if longest else None)
    pair = sorted(pairs, key=lambda p: (-pairs[p], handle[p[0]], handle[p[1]]))[:1]
    check(f"{year}: pair", page["pair"] and [page["pair"]["a"]["player"], page["pair"]["b"]["player"], page["pair"]["games"]],
          [*pair[0], pairs[pair[0]]] if pair else None)
    check(f"{year}: records", [[r["game"], r["low"], r["value"], r["player"], r["id"], r["night"]] for r in page["records"]],
          standing(games, year))
    return len(mine), len(days), page


def check_years(games, handle):
    for year in (2023, 2024, 2025, 2026):
        played, _, page = check_year(games, year, handle)
        check(f"{year}: has games", played > 0, year != 2023)
        seasons = {2025: ["Spring"], 2026: ["Autumn"]}.get(year, [])
        check(f"{year}: seasons", [s["name"] for s in page["seasons"]], seasons)
        for season in page["seasons"]:
            board = json.loads(dendro("season", "show", str(season["id"]), "--json", "--db", DB))
            check(f"{season['name']}: winners", [w["handle"] for w in season["winners"]], board["winners"])
    newest = max(g.day for g in games)[:4]
    check("the newest year", json.loads(dendro("stats", "year", "--json", "--db", DB))["year"], int(newest))


def five(totals):
    totals = sorted(totals)
    half = (len(totals) + 1) // 2
    return [len(totals), totals[0], statistics.median(totals[:half]), statistics.median(totals), statistics.median(totals[-half:]), totals[-1]]


def check_spreads(games):
    shapes = Counter()
    for title in sorted({g.title for g in games}):
        page = json.loads(dendro("title", "show", title, "--json", "--db", DB))
        wanted = []
        for low in (False, True):
            totals = [float(s[1]) for g in games for s in g.seats if g.title == title and len(g.seats) > 1
                      and g.variant == ("low" if low else "high") and s[1] != ""]
            wanted += [[low, *five(totals)]] if totals else []
        wanted.sort(key=lambda w: (-w[1], w[0]))
        ours = [[s[k] for k in ("low", "scores", "least", "lower", "middle", "upper", "most")] for s in page["spreads"]]
        check(f"{title}: spreads", ours, wanted)
        check(f"{title}: spread", page["spread"], page["spreads"][0] if wanted else None)
        shapes[len(wanted)] += 1
    check("titles with one spread, and with both", shapes[1] > 3 and shapes[2] > 0, True)


def wilson(won, of, z):
    p = won / of
    centre, half = (p + z * z / (2 * of)) / (1 + z * z / of), z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return [0 if won == 0 else centre - half, 1 if won == of else centre + half]


def check_company(games, person, words, chosen, handle):
    page = json.loads(dendro("stats", "player", person, *words, "--json", "--db", DB))
    shared, met = Counter(), defaultdict(lambda: [0, 0, 0])
    for game in games:
        if not chosen(game) or person not in game.people:
            continue
        own = next(s for s in game.seats if s[0] == person)
        for other in game.seats:
            if not other[0] or other[0] == person:
                continue
            shared[other[0]] += 1
            alone = own[3] == "" or own[3] != other[3]
            if game.variant in ("together", "played") or not alone or (game.variant == "win" and own[2] == other[2]) or own[2] == 0:
                continue
            row = met[other[0]]
            row[0] += 1
            row[1] += own[2] < other[2]
            row[2] += own[2] > other[2]
    often = [p for p in most(shared, handle.get) if shared[p] >= 10][:3]
    check(f"{person} {words}: companions", [[c["player"], c["handle"], c["games"]] for c in page["companions"]],
          [[p, handle[p], shared[p]] for p in often])
    above = {p: m for p, m in met.items() if m[0] >= 10}
    z = statistics.NormalDist().inv_cdf(1 - 0.025 / max(1, len(above)))
    decided = {p: m for p, m in above.items() if m[1] + m[2] > 0}
    nemeses = {p: wilson(m[1], m[1] + m[2], z) for p, m in decided.items()}
    nemeses = {p: w for p, w in nemeses.items() if w[1] < 0.5}
    nemesis = min(nemeses, key=lambda p: (round(nemeses[p][1], 12), -decided[p][0], handle[p]), default=None)
    rivals = {p: wilson(m[1], m[1] + m[2], 1.959964) for p, m in decided.items()}
    rivals = {p: w for p, w in rivals.items() if w[0] <= 0.5 <= w[1]}
    rival = min(rivals, key=lambda p: (-decided[p][0], round(abs(decided[p][1] / (decided[p][1] + decided[p][2]) - 0.5), 12), handle[p]), default=None)
    for name, who, share in (("nemesis", nemesis, nemeses), ("rival", rival, rivals)):
        ours = page[name] and [page[name][k] for k in ("player", "games", "won", "lost", "tied", "share", "share_lo", "share_hi")]
        m = decided.get(who)
        check(f"{person} {words}: {name}", ours,
              who and [who, *m, m[0] - m[1] - m[2], m[1] / (m[1] + m[2]), *share[who]], 1e-6)
    return nemesis, rival, often


def check_daemon(games, handle):
    """The same bytes over HTTP, and the list of years, which the command line does not have."""
    daemon = subprocess.Popen([DENDRO, "serve", "--db", DB, "--listen", "127.0.0.1:0", "--host", "*"], stdout=subprocess.PIPE, text=True)
    try:
        url = next(line.split()[-1] for line in daemon.stdout if "listening" in line)

        def get(path):
            with urllib.request.urlopen(url + urllib.parse.quote(path)) as answer:
                return answer.read().decode()

        years = Counter(g.day[:4] for g in games if g.day)
        nights = Counter(day[:4] for day in {g.day for g in games if g.day})
        table = json.loads(get("/v1/years"))
        check("years", [table["undated"], table["years"]],
              [sum(not g.day for g in games), [{"year": int(y), "games": years[y], "nights": nights[y]} for y in sorted(years, reverse=True)]])
        for path, words in (("/v1/years/2025", ["stats", "year", "2025"]), ("/v1/years/1", ["stats", "year", "1"]),
                            ("/v1/titles/azul", ["title", "show", "azul"]),
                            (f"/v1/players/{handle['Ada']}/stats", ["stats", "player", "Ada"])):
            check(path, get(path), dendro(*words, "--json", "--db", DB))
    finally:
        daemon.terminate()
        daemon.wait()


def main():
    make()
    games, handle = club(), handles()
    kinds = {g.variant for g in games} | {"guest" for g in games if len(g.people) < len(g.seats)} | {"team" for g in games if any(s[3] for s in g.seats)}
    kinds |= {"undated" for g in games if not g.day} | {"solo" for g in games if len(g.seats) == 1}
    check("kinds of games", kinds >= {"high", "low", "rank", "win", "together", "played", "guest", "team", "undated", "solo"}, True)
    check_years(games, handle)
    check_spreads(games)
    found = []
    for person in PEOPLE[:10]:
        found.append(check_company(games, person, [], lambda g: True, handle))
        found.append(check_company(games, person, ["--game", "catan"], lambda g: g.title == "catan", handle))
        found.append(check_company(games, person, ["--from", "2025-01-13", "--to", "2026-06-13"],
                                   lambda g: "2025-01-13" <= g.day <= "2026-06-13", handle))
        found.append(check_company(games, person, ["--seats", "4"], lambda g: len(g.seats) == 4, handle))
    check("somebody has each", [any(f[0] for f in found), any(f[1] for f in found), any(f[2] for f in found)], [True] * 3)
    check("Ada's nemesis in duels", check_company(games, "Ada", ["--game", "duel"], lambda g: g.title == "duel", handle)[0], "Eve")
    check_daemon(games, handle)
    dendro("audit", "--db", DB)
    dendro("rebuild", "--db", DB)
    check_years(games, handle)
    print(f"{len(failures)} failures")
    raise SystemExit(bool(failures))


main()
