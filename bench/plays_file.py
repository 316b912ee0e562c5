#!/usr/bin/env python3
"""A large club as a spreadsheet, for bench/exchange: a row a seat, every column that docs/exchange.md names first.

People come more or less often, a few titles are played most, evenings have several tables. With `people` or `titles`: a
backup of BG Stats in which every play has a person, or a title with a score sheet, that no other has.
usage: plays_file.py PLAYS [people|titles]
"""
import datetime
import json
import random
import sys

plays = int(sys.argv[1])
draw = random.Random(1)
day = datetime.date(2010, 1, 1)


def name(number):
    """One of thirty million that look like names: two words of three syllables."""
    parts = ["ba", "ko", "ri", "ta", "mu", "le", "zo", "vi", "na", "pe", "ga", "shi", "dor", "kel", "wyn", "fo", "ju"]
    words = ["", ""]
    for i in range(6):
        number, part = divmod(number, len(parts))
        words[i % 2] += parts[(part + 5 * i) % len(parts)]
    return " ".join(words).title()


def new_play(i, titles):
    """Play i. Member 0 plays with everybody."""
    scores = [str(10 + i % 50), str(9 + i % 50)]
    rows = [{"label": "Cards", "scores": {"a": "4", "b": "4"}},
            {"label": "Bonus " + "abcdefg"[i % 7], "scores": {"a": str(6 + i % 50), "b": str(5 + i % 50)}}]
    seats = [{"playerRefId": ref, "score": score, "metaData": json.dumps({"scoreUuid": mark})}
             for ref, score, mark in zip((2 if titles else i + 1, 1), scores, "ab")]
    play = {"uuid": f"00000000-0000-4000-a000-{i:012d}", "gameRefId": i if titles else 1,
            "playDate": f"{day + datetime.timedelta(days=i // 4)} 20:00:00", "playerScores": seats}
    return play | {"scoresheet": json.dumps({"version": 1, "rounds": [{"rows": rows}]})} if titles else play


if len(sys.argv) > 2:
    by_title = sys.argv[2] == "titles"
    json.dump({
        "games": [{"id": i + 1, "uuid": f"00000000-0000-4000-8000-{i:012d}", "name": name(7919 * i + 3),
                   "bggId": 9000000 + i, "highestWins": True} for i in range(plays if by_title else 1)],
        "players": [{"id": i + 1, "uuid": f"00000000-0000-4000-9000-{i:012d}", "name": name(104729 * i)}
                    for i in range(2 if by_title else plays + 1)],
        "locations": [], "plays": [new_play(i, by_title) for i in range(1, plays + 1)]}, sys.stdout)
    sys.exit()

people = [f"Member {i}" for i in range(200)]
often = [1 / (i + 8) ** 0.8 for i in range(200)]
titles = [f"Title {i}" for i in range(400)]
liked = [1 / (i + 2) for i in range(400)]
made = 0
print("id,date,game,place,player,score,rank,win,note")
while made < plays:
    day += datetime.timedelta(days=draw.choice([1, 2, 2, 3]))
    here = list(dict.fromkeys(draw.choices(people, often, k=60)))
    for _ in range(40):
        title = draw.choices(titles, liked)[0]
        seated = draw.sample(here, draw.choice([2, 3, 3, 4, 4, 4, 5]))
        for _ in range(draw.choice([1, 1, 1, 2])):
            if made == plays:
                break
            made += 1
            scores = [draw.randint(10, 90) for _ in seated]
            for name, score in zip(seated, scores):
                rank = 1 + sum(other > score for other in scores)
                print(f"{made},{day},{title},Club,{name},{score},{rank},{'x' if rank == 1 else ''},")
