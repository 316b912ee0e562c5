#!/usr/bin/env python3
"""A large club as a spreadsheet, for bench/exchange: a row a seat, every column that docs/exchange.md names first.

People come more or less often, a few titles are played most, evenings have several tables. usage: plays_file.py PLAYS
"""
import datetime
import random
import sys

plays = int(sys.argv[1])
draw = random.Random(1)
people = [f"Member {i}" for i in range(200)]
often = [1 / (i + 8) ** 0.8 for i in range(200)]
titles = [f"Title {i}" for i in range(400)]
liked = [1 / (i + 2) for i in range(400)]
day = datetime.date(2010, 1, 1)
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
