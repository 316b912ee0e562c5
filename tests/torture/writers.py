"""Those who open games and log legal moves, each with a journal: many at once, and one who is timed.

Every request has an Idempotency-Key; without an answer, or with 503, the same request is sent again with the same key until
there is one. Some moves are taken back and logged again, which would show a request that was executed twice.
"""

import json
import os
import random
import threading
import time

import club
import journal
import web

HEADER = "dendro 1\ngame foret\nlevel table\nseat 1 %s\nseat 2 %s\nseat 3 %s\n"
PARTNERS = ["Guest %d" % i for i in range(1, 25)]


class Board:
    """What writers and the phases share."""

    def __init__(self, fork):
        self.port = fork.Value("i", 0)
        self.stop = fork.Event()
        self.answered = fork.Value("d", 0.0)  # when a writing request was last answered, whatever the answer
        self.moves = fork.Value("l", 0)  # acknowledged writing requests
        self.unavailable = fork.Value("l", 0)  # answered with 503
        self.repeated = fork.Value("l", 0)  # sent again for want of an answer
        self.label = fork.Value("i", 0)  # what is going on, for those who are timed

    def add(self, counter, n=1):
        with counter.get_lock():
            counter.value += n


class Writer:
    def __init__(self, board, token, folder, name, seed, records):
        self.board = board
        self.name = name
        self.random = random.Random(seed)
        self.records = records
        self.journal = journal.Journal(folder, name)
        self.link = web.Link(lambda: board.port.value, timeout=club.HANG + 5)
        self.prefix = "%s-%d" % (name.replace(" ", "-"), self.random.getrandbits(60))
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        self.waited = 0.0

    def send(self, kind, game, path, request, body):
        """One request until it is answered. Returns the answer; None when we are to stop or it was refused."""
        key = "%s-%d" % (self.prefix, self.journal.n + 1)
        self.journal.intend(kind, game, body, key)
        began = time.monotonic()
        text = json.dumps(request)
        pause = 0.02
        while not self.board.stop.is_set():
            try:
                answer = self.link.ask("POST", path, text, dict(self.headers, **{"Idempotency-Key": key}))
            except web.Lost:
                self.board.add(self.board.repeated)
                time.sleep(self.random.uniform(0, pause))
                pause = min(pause * 1.5, 0.5)
                continue
            self.board.answered.value = time.monotonic()
            if answer.status in (200, 201):
                told = answer.json()
                self.journal.acknowledge(told)
                self.board.add(self.board.moves)
                self.waited = time.monotonic() - began
                return told
            if answer.status != 503:
                self.journal.refuse(answer.status, answer.body.decode(errors="replace"))
                return None
            self.board.add(self.board.unavailable)
            time.sleep(min(answer.retry_after, self.random.uniform(0.02, 0.3)))
        self.waited = time.monotonic() - began
        return None

    def open(self):
        seats = [self.name] + self.random.sample(PARTNERS, 2)
        return self.send("open", 0, "/v1/games", {"record": HEADER % tuple(seats)}, "")

    def move(self, game, moves, ply):
        request = {"moves": moves}
        if self.random.random() < 0.8:
            request["ply"] = ply
        return self.send("moves", game, "/v1/games/%d/moves" % game, request, "".join(m + "\n" for m in moves))

    def back(self, game):
        return self.send("back", game, "/v1/games/%d/takeback" % game, {"count": 1}, "*: back 1\n")

    def play(self, most, after=lambda writer, kind: None):
        """A game from beginning to end, at most `most` moves a request; False when it was broken off."""
        moves = self.random.choice(self.records)
        told = self.open()
        while told is not None:
            game, ply = told["game"], told["ply"]
            if ply > 0 and self.random.random() < 0.05:
                told = self.back(game)
            elif ply == len(moves):
                return True
            else:
                told = self.move(game, moves[ply : ply + self.random.randint(1, most)], ply)
                if told is not None:
                    after(self, "moves")
        return False


def records(text):
    """The move lines of simulated records, a list a game."""
    games = []
    for line in text.split("\n"):
        if line == "dendro 1":
            games.append([])
        elif line[:1].isdigit() and ": " in line:
            games[-1].append(line)
    return games


def many(board, token, folder, names, seed, games):
    """A process with a thread a writer."""

    def work(i):
        writer = Writer(board, token, folder, names[i], seed * 1000 + i, games)
        while not board.stop.is_set():
            if not writer.play(3) and not board.stop.is_set():
                time.sleep(0.2)  # refused: the report will say so

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(names))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def timed(board, token, folder, name, seed, games, path):
    """A process with one writer in no hurry, whose moves are timed: a line `label milliseconds` each."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    writer = Writer(board, token, folder, name, seed, games)

    def note(writer, _kind):
        os.write(fd, b"%d %.3f\n" % (board.label.value, writer.waited * 1000))
        time.sleep(writer.random.uniform(0.005, 0.025))

    while not board.stop.is_set():
        if writer.play(1, note):
            continue
        if board.stop.is_set() and writer.waited > 1:
            note(writer, "unanswered")  # at the end, after so long: it counts as if it had been answered now
        time.sleep(0.2)
