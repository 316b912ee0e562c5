"""What one daemon has acknowledged, every other one knows: a GET that begins later sees it, cached or not, and no ETag of before
is answered with 304."""

import json
import select
import socket
import sys
import time

import beside
import crew as crews
import storm
import place
import writers

PATHS = ["/v1/players", "/v1/games?limit=100", "/v1/leaderboard?order=games", "/v1/log/checkpoint", "/v1/club", "/v1/places"]


class Reader:
    """Asks one daemon, with what it was told before in its hands, as a browser does."""

    def __init__(self, day, number):
        self.link = crews.web.Link(day.crew.ports[number])
        self.day = day
        self.number = number
        self.tags = {}
        self.bodies = {}
        self.kept = 0

    def get(self, path):
        headers = {"If-None-Match": self.tags[path]} if path in self.tags else {}
        answer = self.link.ask("GET", path, None, headers)
        if answer.status == 304:
            self.kept += 1
            return self.bodies[path]
        if answer.status != 200:
            raise RuntimeError("%s: %d %r" % (path, answer.status, answer.body[:200]))
        self.bodies[path] = answer.body.decode()
        if answer.tag:
            self.tags[path] = answer.tag
        return self.bodies[path]

    def must_have(self, path, text, what):
        said = self.get(path)
        if text not in said:
            self.day.stale[what] = self.day.stale.get(what, 0) + 1
        elif self.get(path) != said and "checkpoint" not in path:
            self.day.club.fault("fresh", "two answers for %s" % path)


def sheet(number):
    return ("dendro 1\ngame pad\ntitle Azul\nseat 1 Fresh %d\nseat 2 Other\nplayed 2026-01-02\n\n1: total %d\n2: total 8\n" % (number, 9 + number))


def follow(day, number, game, token):
    """A stream of the game's entries."""
    stream = socket.create_connection(("127.0.0.1", day.crew.ports[number]()))
    stream.sendall(("GET %s/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n" % (game, token)).encode())
    return stream


def hear(stream, word, seconds):
    """Whether the word comes, before the stream ends or is silent for so long."""
    said = b""
    until = time.monotonic() + seconds
    while word not in said and time.monotonic() < until:
        if select.select([stream], [], [], 0.1)[0]:
            piece = stream.recv(65536)
            if not piece:
                break
            said += piece
    return word in said


def revoked(day, game, moves, number):
    """A token that one daemon has revoked is none at the other: nothing is said to it, and no stream tells it what comes after."""
    made = beside.call(day, 0, "POST", "/v1/tokens", json.dumps({"label": "x", "scopes": ["read"]})).json()
    stream = follow(day, 1, game, made["token"])
    if not hear(stream, b"200", 10):
        raise RuntimeError("no stream")
    if beside.call(day, 1, "GET", "/v1/access", None, made["token"]).status != 200:
        day.club.fault("token", "a new token is not known to the other daemon")
    beside.call(day, 0, "DELETE", "/v1/tokens/" + made["id"], None)
    beside.call(day, 0, "POST", game + "/moves", json.dumps({"moves": [moves[number]], "ply": number}))
    if beside.call(day, 1, "GET", "/v1/access", None, made["token"]).status != 401:
        day.club.fault("token", "a revoked token is known to the other daemon")
    if hear(stream, b"event: moves", 0.5):
        day.club.fault("stream", "goes on after its token was revoked")
    stream.close()


def fresh(day):
    """Each daemon in turn stores something, and the other is asked at once."""
    day.stale = {}
    readers = [Reader(day, 0), Reader(day, 1)]
    moves = max(day.games, key=len)
    opened = beside.call(day, 0, "POST", "/v1/games", json.dumps({"record": writers.HEADER % ("A", "B", "C")}), day.club.token)
    game = "/v1/games/%d" % opened.json()["game"]
    rounds = place.scaled(40)
    for number in range(rounds):
        writer, reader = number % 2, readers[1 - number % 2]
        for path in PATHS + [game, game + "/state"]:
            reader.get(path)  # so that it is at hand

        def store(path, request, method="POST", writer=writer):
            answer = beside.call(day, writer, method, path, json.dumps(request))
            if answer.status not in (200, 201):
                raise RuntimeError("%s: %d %r" % (path, answer.status, answer.body[:300]))
            return answer.json()

        store("/v1/players", {"name": "Somebody %d" % number})
        reader.must_have("/v1/players", '"Somebody %d"' % number, "a person")
        told = store("/v1/games", {"record": sheet(number)})
        reader.must_have("/v1/leaderboard?order=games", '"Fresh %d"' % number, "the leaderboard")
        reader.must_have("/v1/games/%d" % told["game"], '"Fresh %d"' % number, "a new game")
        if number < len(moves):
            store(game + "/moves", {"moves": [moves[number]], "ply": number})
            reader.must_have(game, '"plies":%d,' % (number + 1), "a game")
            reader.must_have(game + "/state", '"ply":%d,' % (number + 1), "a position")
        store("/v1/club", {"name": "Club %d" % number}, "PATCH")
        reader.must_have("/v1/club", "Club %d" % number, "a setting")
        store("/v1/places", {"name": "Place %d" % number})
        reader.must_have("/v1/places", '"Place %d"' % number, "a place")
        day.rounds += 1
    for number in range(min(rounds, len(moves) - 4), min(rounds, len(moves) - 4) + 4):
        revoked(day, game, moves, number)
    tags = [Reader(day, 0), Reader(day, 1)]
    for path in ("/v1/players", "/v1/leaderboard?order=games", game):
        tags[0].get(path)
        tags[1].tags, tags[1].bodies = tags[0].tags, tags[0].bodies
        tags[1].get(path)
    if tags[1].kept != 3:
        day.club.fault("tags", "what one daemon has tagged and is the same at the other was sent again")
    print("of %d rounds, answers that were too old: %s" % (rounds, day.stale))
    for what, count in day.stale.items():
        day.club.fault("stale", "%s, %d times of %d" % (what, count, rounds))


if __name__ == "__main__":
    storm.Day.check = lambda day: day.club.audit() or 0
    storm.DAYS["fresh"] = (fresh, 2)
    sys.argv = sys.argv[:1] + ["fresh"]
    storm.main()
