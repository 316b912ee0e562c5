#!/usr/bin/env python3
"""A second opinion on what goes out to BG Stats: the file against the games as NDJSON, by other means.

bgstats_check.py FILE.json GAMES.ndjson ZONE     GAMES are those of `dendro export --format ndjson --voided`
bgstats_check.py --links ANSWERS                 answers of GET /v1/games/{id}/bgstats, one a line
"""
import json
import sys
from datetime import datetime
from decimal import Decimal
from urllib.parse import unquote
from zoneinfo import ZoneInfo

TOP = {"games", "plays", "players", "locations", "tags", "groups", "challenges", "deletedObjects", "userInfo"}
GAME = {"id": int, "uuid": str, "name": str, "bggId": int, "bggName": str, "bggYear": int, "cooperative": bool, "highestWins": bool,
        "noPoints": bool, "usesTeams": bool, "isBaseGame": int, "isExpansion": int, "minPlayerCount": int, "maxPlayerCount": int}
PLAYER = {"id": int, "uuid": str, "name": str, "isAnonymous": bool, "bggUsername": str, "metaData": str}
LOCATION = {"id": int, "uuid": str, "name": str}
PLAY = {"uuid": str, "gameRefId": int, "locationRefId": int, "playDate": str, "entryDate": str, "modificationDate": str,
        "durationMin": int, "ignored": bool, "manualWinner": bool, "usesTeams": bool, "rounds": int, "rating": int, "board": str,
        "comments": str, "scoresheet": str, "playerScores": list, "expansionPlays": list}
SCORE = {"playerRefId": int, "score": (str, type(None)), "winner": bool, "newPlayer": bool, "startPlayer": bool, "rank": int,
         "seatOrder": int, "role": str, "team": str, "teamRole": str, "startPosition": str, "metaData": str}
LINK = {"sourceName": str, "sourcePlayId": str, "playDate": str, "durationMin": int, "location": str, "board": str, "comments": str,
        "game": dict, "players": list}
LINK_GAME = {"name": str, "sourceGameId": str, "bggId": int, "highestWins": bool, "noPoints": bool}
LINK_PLAYER = {"name": str, "sourcePlayerId": str, "winner": bool, "startPlayer": bool, "score": str, "rank": int, "role": str,
               "team": str}

problems = []


def check(good, *what):
    if not good:
        problems.append(" ".join(str(w) for w in what))


def shape(thing, fields, what):
    check(set(thing) == set(fields), what, "has the fields", sorted(set(thing) ^ set(fields)), "too many or too few")
    for key, kind in fields.items():
        good = isinstance(thing.get(key), kind) and (kind is not int or not isinstance(thing[key], bool))
        check(good, what, key, "is", repr(thing.get(key)))


def by_id(things, fields, what):
    for thing in things:
        shape(thing, fields, what)
    for key in ("id", "uuid"):
        check(len({t[key] for t in things}) == len(things), what, "share a", key)
    return {t["id"]: t for t in things}


def no_twins(pairs):
    keys = [k for k, _ in pairs]
    check(len(set(keys)) == len(keys), "a name is there twice:", keys)
    return dict(pairs)


def number_of(uuid):
    """The game whose number the first 60 bits of an id of ours hold."""
    digits = uuid.replace("-", "")
    check(len(digits) == 32 and digits[12] == "8" and digits[16] in "89ab", "no uuid of version 8:", uuid)
    return int(digits[:12] + digits[13:16], 16)


def header(record, keyword):
    head = record.split("\n\n", 1)[0].splitlines()
    return [line[len(keyword) + 1:] for line in head if line.startswith(keyword + " ")]


def when(game, zone):
    """The date that the file must have; None: any."""
    played = (header(game["record"], "played") + header(game["record"], "night") + [None])[0]
    if played is None:
        return None
    if len(played) == 10:
        return played + " 10:00:00"
    text = played.replace("Z", "+00:00")
    moment = datetime.fromisoformat(text)
    local = moment.astimezone(zone) if moment.tzinfo else moment
    spelt = local.strftime("%Y-%m-%d %H:%M:%S")
    return spelt[:-1] + "1" if spelt.endswith(" 10:00:00") else spelt


def check_sheet(play, scores, what):
    keys = [json.loads(s["metaData"]).get("scoreUuid") for s in scores]
    if not play["scoresheet"]:
        check(keys == [None] * len(keys), what, "has keys of a sheet that is not there")
        return {}
    sheet = json.loads(play["scoresheet"], object_pairs_hook=no_twins)
    check(sheet["version"] == 1 and sheet["scoreType"] == "bestTotalWins" and isinstance(sheet["bggId"], int), what, "sheet")
    check(len(set(keys)) == len(keys) and None not in keys, what, "keys of the sheet are not one a seat")
    rows = {}
    for row in sheet["rounds"][0]["rows"]:
        check(isinstance(row["negative"], bool) and isinstance(row["isExtra"], bool), what, "flags of row", row["label"])
        check(set(row["scores"]) <= set(keys), what, "row", row["label"], "has scores of nobody")
        rows[row["label"]] = [Decimal(row["scores"][k]) if k in row["scores"] else None for k in keys]
        if row["negative"]:
            rows[row["label"]] = [v if v is None else -v for v in rows[row["label"]]]
    return rows


def check_play(play, game, tables, zone):
    what = "game %d" % game["id"]
    games, players, locations = tables
    check(play["gameRefId"] in games, what, "refers to no game")
    check(play["locationRefId"] == 0 or play["locationRefId"] in locations, what, "refers to no location")
    place = header(game["record"], "place")
    check([locations[play["locationRefId"]]["name"]] == place if play["locationRefId"] else not place, what, "place", place)
    check(games[play["gameRefId"]]["name"] == game["title"]["en"], what, "title", game["title"])
    wanted = when(game, zone)
    check(wanted is None or play["playDate"] == wanted, what, "played", play["playDate"], "not", wanted)
    check(wanted is not None or play["playDate"] == play["entryDate"][:10] + " 10:00:00", what, "has no day", play["playDate"])
    check(play["durationMin"] == (game["duration"] or 0), what, "duration", play["durationMin"])
    check(play["comments"] == "\n".join(header(game["record"], "note")), what, "comments", play["comments"])
    seats = [s for s in game["seats"] if isinstance(s["seat"], int)]
    check(len(seats) == len(play["playerScores"]), what, "seats")
    rows = check_sheet(play, play["playerScores"], what)
    for at, (score, seat) in enumerate(zip(play["playerScores"], seats)):
        shape(score, SCORE, what + " score")
        player = players[score["playerRefId"]]
        guest, erased = seat["player"] is None, (seat["player"] or "").startswith("@")
        check(player["isAnonymous"] == guest, what, "guest", player)
        check(player["name"] == ("?" if guest or erased else seat["player"]), what, "name", player["name"], seat["player"])
        total = None if score["score"] is None else Decimal(score["score"])
        check(total == (None if seat["total"] is None else Decimal(str(seat["total"]))), what, "total", score["score"], seat["total"])
        check(score["winner"] == (at + 1 in game["winners"]), what, "winner", at + 1, game["winners"])
        check(score["rank"] in (0, seat["rank"] or 0), what, "rank", score["rank"], seat["rank"])
        values = [row[at] for row in rows.values()]
        said = list(seat["categories"].values())
        if not rows and [Decimal(str(v)) for v in said] == [total]:
            said = []  # the total by another name
        check(sorted(abs(v) for v in values if v is not None) == sorted(abs(Decimal(str(v))) for v in said), what, "rows", values, said)
        if rows and None not in values and (game["basis"] != "stated" or game["game"] == "hedgerow"):
            check(sum(values) == total, what, "rows do not add up to", total)
    teams = [line.split() for line in header(game["record"], "team")]
    labels = {}
    for at, score in enumerate(play["playerScores"]):
        labels.setdefault(score["team"], []).append(str(at + 1))
    check(sorted(v for k, v in labels.items() if k) == sorted(teams) and play["usesTeams"] == bool(teams), what, "teams", labels)
    check_winners(play, games[play["gameRefId"]], what)


def check_winners(play, title, what):
    """Who does not know better takes the best totals for the winners, unless a person said who won."""
    totals = [s["score"] for s in play["playerScores"]]
    winners = [s["winner"] for s in play["playerScores"]]
    if play["manualWinner"] or title["cooperative"]:
        return
    if None in totals:
        check(not any(winners), what, "nobody knows that somebody won")
        return
    best = (max if title["highestWins"] else min)(Decimal(t) for t in totals)
    check(winners == [Decimal(t) == best for t in totals], what, "the totals name other winners")


def check_file(path, games_path, zone):
    with open(path, encoding="utf-8") as f:
        file = json.load(f, object_pairs_hook=no_twins)
    with open(games_path, encoding="utf-8") as f:
        games = {g["id"]: g for g in map(json.loads, f)}
    check(set(file) == TOP, "top members", sorted(file))
    tables = by_id(file["games"], GAME, "games"), by_id(file["players"], PLAYER, "players"), by_id(file["locations"], LOCATION, "locations")
    for player in file["players"]:
        check(json.loads(player["metaData"]) == {"isNpc": 0}, "metaData of", player)
    check(sum(p["isAnonymous"] for p in file["players"]) <= 1, "one anonymous player is enough")
    plays = {}
    for play in file["plays"]:
        shape(play, PLAY, "play " + play["uuid"])
        plays[number_of(play["uuid"])] = play
    finished = {i for i, g in games.items() if g["status"] == "finished"}
    check(len(plays) == len(file["plays"]) and set(plays) == finished, "plays are not the finished games:", set(plays) ^ finished)
    for number in sorted(finished & set(plays)):
        check_play(plays[number], games[number], tables, zone)
    deleted = {number_of(d["uuid"]) for d in file["deletedObjects"] if d["objectType"] == "Play"}
    check(deleted == {i for i, g in games.items() if g["status"] == "void"}, "tombstones", deleted)
    used = {p["gameRefId"] for p in file["plays"]}, {s["playerRefId"] for p in file["plays"] for s in p["playerScores"]}, \
        {p["locationRefId"] for p in file["plays"]} - {0}
    check(used == tuple(set(t) for t in tables), "something that no play refers to")
    return "%d plays, %d deleted, %d players" % (len(plays), len(deleted), len(file["players"]))


def check_link(answer):
    check(set(answer) == {"game", "url", "play"}, "members", sorted(answer))
    start = "https://app.bgstatsapp.com/createPlay.html?data="
    check(answer["url"].startswith(start), "address", answer["url"][:60])
    data = answer["url"][len(start):]
    check(all(c.isascii() and (c.isalnum() or c in "-._~%") for c in data), "something in the address is not encoded")
    play = json.loads(unquote(data, errors="strict"))
    check(play == answer["play"], "the address carries another play")
    shape(play, LINK, "play")
    shape(play["game"], LINK_GAME, "game")
    for player in play["players"]:
        shape(player, LINK_PLAYER, "player")
    check(play["sourceName"] == "Dendro", "sourceName", play["sourceName"])
    check(number_of(play["sourcePlayId"]) == answer["game"], "sourcePlayId")
    datetime.strptime(play["playDate"], "%Y-%m-%d %H:%M:%S")


def check_links(path):
    with open(path, encoding="utf-8") as f:
        answers = [json.loads(text) for text in f]
    for answer in answers:
        check_link(answer)
    return "%d links" % len(answers)


if sys.argv[1] == "--links":
    line = check_links(sys.argv[2])
else:
    line = check_file(sys.argv[1], sys.argv[2], ZoneInfo(sys.argv[3]))
print("\n".join(problems) if problems else line)
sys.exit(1 if problems else 0)
