"""The most expensive questions there are, from many clients at once, with filters that no cache has seen."""

import http.client
import random
import threading
import time

import web

ADDRESSES = ["127.0.0.%d" % i for i in range(2, 10)]
GIVEN_UP = 599  # in the counts: no answer in time; 0: the connection ended without one
CARDS = ["bee", "bear", "wolf", "fox", "stream", "meadow", "trout", "eagle", "deer", "rabbit", "dragonfly"]


def day(rng):
    return "%d-%02d-%02d" % (rng.randint(2016, 2021), rng.randint(1, 12), rng.randint(1, 28))  # as in club.py


def span(rng):
    return "from=%s&to=%s" % tuple(sorted((day(rng), day(rng))))


def player(rng, club):
    return club["players"][rng.randrange(len(club["players"]))]


def game(rng, club):
    return rng.randint(1, club["games"])


def entry(rng, club):
    return rng.randint(1, club["entries"])


# One a line: how often it is asked among the others, and the address it asks for.
QUESTIONS = [
    (4, lambda r, c: "/v1/ratings/history"),
    (4, lambda r, c: "/v1/ratings/history?game=foret"),
    (3, lambda r, c: "/v1/ratings/history?player=@" + player(r, c)),
    (3, lambda r, c: "/v1/records"),
    (3, lambda r, c: "/v1/records?" + span(r)),
    (2, lambda r, c: "/v1/records?player=@" + player(r, c)),
    (3, lambda r, c: "/v1/leaderboard?game=foret&" + span(r)),
    (2, lambda r, c: "/v1/leaderboard?seats=%d&%s" % (r.randint(2, 6), span(r))),
    (2, lambda r, c: "/v1/leaderboard?game=foret&night=" + day(r)),
    (3, lambda r, c: "/v1/cards?game=foret&%s" % span(r)),
    (2, lambda r, c: "/v1/cards?game=foret&player=@" + player(r, c)),
    (2, lambda r, c: "/v1/cards/%s?game=foret&%s" % (r.choice(CARDS), span(r))),
    (3, lambda r, c: "/v1/players/%s/stats" % player(r, c)),
    (2, lambda r, c: "/v1/players/%s/vs/%s" % (player(r, c), player(r, c))),
    (1, lambda r, c: "/v1/players"),
    (1, lambda r, c: "/v1/nights"),
    (2, lambda r, c: "/v1/games?player=@%s&limit=200" % player(r, c)),
    (2, lambda r, c: "/v1/games/%d/audit" % game(r, c)),
    (2, lambda r, c: "/v1/games/%d/scores" % game(r, c)),
    (2, lambda r, c: "/v1/log/proof/inclusion?seq=%d" % entry(r, c)),
    (2, lambda r, c: "/v1/log/proof/consistency?first=%d&size=%d" % tuple(sorted((entry(r, c), entry(r, c))))),
    (1, lambda r, c: "/v1/log?first=%d" % max(1, c["entries"] - 500)),
    (1, lambda r, c: "/v1/games?" + "&" * r.randint(300, 600)),
]
# Held open and read slowly, or as long as they last.
STREAMS = [
    (3, lambda r, c: "/v1/export"),
    (2, lambda r, c: "/v1/export?format=ndjson"),
    (2, lambda r, c: "/v1/log"),
    (4, lambda r, c: "/v1/games/%d/events" % game(r, c)),
]


def choose(table, rng, club):
    return rng.choices([make for _, make in table], [weight for weight, _ in table])[0](rng, club)


def ask(link, path, tags, counts, rng):
    headers = {"Accept-Encoding": "gzip"} if rng.random() < 0.5 else {}
    if path in tags:
        headers["If-None-Match"] = tags[path]
    began = time.monotonic()
    try:
        answer = link.ask("GET", path, None, headers)
        status = answer.status
        if answer.tag and "?" not in path:
            tags[path] = answer.tag
    except web.Lost:
        status = GIVEN_UP if time.monotonic() - began >= link.timeout else 0
    with counts.get_lock():
        counts[status] += 1
    return status


def read_slowly(link, path, counts, rng, stop):
    status = 0
    try:
        response = link.open("GET", path)
        status = response.status
        until = time.monotonic() + rng.uniform(2, 30)
        while not stop.is_set() and time.monotonic() < until and response.read1(1024):
            time.sleep(rng.uniform(0.05, 0.5))
    except (web.Lost, OSError, ValueError, http.client.HTTPException):
        pass  # an end of the daemon's choosing
    with counts.get_lock():
        counts[status] += 1
    link.close()


def many(port, clients, seed, club, counts, stop):
    """A process with a thread a client; one in eight reads streams."""

    def work(i):
        rng = random.Random(seed * 1000 + i)
        link = web.Link(port, ADDRESSES[i % len(ADDRESSES)], timeout=30.0)
        tags = {}
        while not stop.is_set():
            if i % 8 == 0:
                read_slowly(link, choose(STREAMS, rng, club), counts, rng, stop)
            elif ask(link, choose(QUESTIONS, rng, club), tags, counts, rng) in (0, 429, 503):
                time.sleep(rng.uniform(0.01, 0.1))  # as a client that was told to come back, and is impatient

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
