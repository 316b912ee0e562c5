"""Those who write to a club through one daemon or several: each request has a key and is sent until it has an answer.

What a writer may be told is checked at once: a success, or 503 while something is wrong; anything else is a fault. Of a
request that is sent to two daemons at once both must answer the same, to the byte.
"""

import json
import random
import threading
import time

import web
import writers

UNHEARD = 60.0  # seconds without an answer, with the trouble over, that count as never
PATIENT = {0: 0.05, 503: 0.1}


class Crew:
    """What the writers of one club share."""

    def __init__(self, club, ports, games, seed):
        self.club = club
        self.ports = ports  # functions, each gives a daemon's port
        self.games = games
        self.random = random.Random(seed)
        self.lock = threading.Lock()
        self.ending = threading.Event()
        self.intents = []
        self.people = []
        self.counts = {"acknowledged": 0, "repeated": 0, "unavailable": 0, "twice": 0, "conflicts": 0, "replayed": 0}
        self.writers = []

    def count(self, what, n=1):
        with self.lock:
            self.counts[what] += n

    def add(self, writer):
        writer.start()
        self.writers.append(writer)

    def end(self):
        """Everybody finishes the request that is under way."""
        self.ending.set()
        for writer in self.writers:
            writer.join(UNHEARD)
            if writer.is_alive():
                self.club.fault("hung", "%s has no answer" % writer.name)
            elif writer.failure:
                self.club.fault("writer", "%s: %r" % (writer.name, writer.failure))


class Messenger:
    """One request at a time to one daemon of several; a link to each."""

    def __init__(self, crew, token, seed):
        self.crew = crew
        self.random = random.Random(seed)
        self.links = [web.Link(port, timeout=UNHEARD) for port in crew.ports]
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}

    def once(self, number, path, text, key):
        """The answer of that daemon; None when there was none, or none yet."""
        try:
            answer = self.links[number].ask("POST", path, text, dict(self.headers, **{"Idempotency-Key": key}))
        except web.Lost:
            self.crew.count("repeated")
            time.sleep(self.random.uniform(0, PATIENT[0]))
            return None
        if answer.status == 503:
            self.crew.count("unavailable")
            self.crew.club.note_unavailable(answer)
            time.sleep(self.random.uniform(0, PATIENT[503]))
            return None
        return answer

    def until_answered(self, number, path, text, key, crosswise):
        while True:
            answer = self.once(number, path, text, key)
            if answer is not None:
                return answer
            if crosswise:
                number = self.random.randrange(len(self.links))


class Writer(threading.Thread):
    """Plays games alone. `twice`: how often a request goes to two daemons at once, and is then asked again crosswise."""

    def __init__(self, crew, name, twice=0.0, patience=lambda: None):
        super().__init__(name=name, daemon=True)
        self.crew = crew
        self.random = random.Random(crew.random.getrandbits(60))
        self.prefix = "%s-%d" % (name.replace(" ", "-"), self.random.getrandbits(60))
        self.messengers = [Messenger(crew, crew.club.token, self.random.getrandbits(60)) for _ in range(2)]
        self.twice = twice
        self.patience = patience
        self.failure = None
        self.sent = 0

    def run(self):
        try:
            while not self.crew.ending.is_set():
                self.work()
        except Exception as failure:  # noqa: BLE001 - told at the end
            self.failure = failure

    # ---- requests ----

    def answers(self, path, text, key):
        """The answers to a request: one, or those of both daemons."""
        count = len(self.crew.ports)
        if count < 2 or self.random.random() >= self.twice:
            return [self.messengers[0].until_answered(self.random.randrange(count), path, text, key, True)]
        self.crew.count("twice")
        told = [None, None]

        def ask(side):
            told[side] = self.messengers[side].until_answered(side, path, text, key, False)

        other = threading.Thread(target=ask, args=(1,), daemon=True)
        other.start()
        ask(0)
        other.join()
        self.crew.count("replayed", 2)
        return told + [self.messengers[side].until_answered(side, path, text, key, True) for side in (1, 0)]

    def send(self, kind, game, path, request, body):
        """One request until it is answered: what it was told; None when it was refused."""
        self.sent += 1
        intent = {"who": self.name, "place": "%s %d" % (self.name, self.sent), "kind": kind, "game": game, "body": body}
        with self.crew.lock:
            self.crew.intents.append(intent)
        answers = self.answers(path, json.dumps(request), "%s-%d" % (self.prefix, self.sent))
        first = answers[0]
        for other in answers[1:]:
            if (other.status, other.body) != (first.status, first.body):
                self.crew.club.fault("differs", "%s %s: %d %r and %d %r" % (
                    path, request, first.status, first.body[:200], other.status, other.body[:200]))  # fmt: skip
        if first.status in (200, 201):
            told = first.json()
            intent.update(seq=told["seq"], game=told["game"], ply=told["ply"])
            self.crew.count("acknowledged")
            self.patience()
            return told
        intent["refused"] = first.status
        self.refused(first, intent, request)
        return None

    def refused(self, answer, intent, request):
        self.crew.club.fault("refused", "%s: %s: %d %r" % (intent["place"], request, answer.status, answer.body[:300]))
        time.sleep(0.2)

    # ---- what it does ----

    def work(self):
        if self.random.random() < 0.1:
            self.meet()
        moves = self.random.choice(self.crew.games)
        told = self.open(moves)
        while told is not None and not self.crew.ending.is_set():
            told = self.go_on(told["game"], told["ply"], moves)

    def meet(self):
        """Somebody new: no entry of the log."""
        name = "%s %d" % (self.name, self.random.getrandbits(50))
        answers = self.answers("/v1/players", json.dumps({"name": name}), "%s-%d-p" % (self.prefix, self.sent))
        bodies = {(answer.status, answer.body) for answer in answers}
        if len(bodies) != 1 or answers[0].status != 201:
            self.crew.club.fault("differs", "%s: %s" % (name, bodies))
            return
        with self.crew.lock:
            self.crew.people.append((name, answers[0].json()["id"]))

    def open(self, moves):
        del moves
        seats = [self.name] + self.random.sample(writers.PARTNERS, 2)
        return self.send("open", 0, "/v1/games", {"record": writers.HEADER % tuple(seats)}, "")

    def go_on(self, game, ply, moves):
        if ply >= len(moves):
            return None
        if ply > 0 and self.random.random() < 0.08:
            return self.send("back", game, "/v1/games/%d/takeback" % game, {"count": 1}, "*: back 1\n")
        some = moves[ply : ply + self.random.randint(1, 3)]
        request = {"moves": some}
        if self.random.random() < 0.8:
            request["ply"] = ply
        return self.send("moves", game, "/v1/games/%d/moves" % game, request, "".join(move + "\n" for move in some))


class Racer(Writer):
    """Plays the same game as others: the moves of one record, each at the ply that it believes to be next."""

    def __init__(self, crew, name, race):
        super().__init__(crew, name, twice=0.0)
        self.race = race  # {"game", "moves"}

    def work(self):
        ply = self.ask_ply()
        if ply is None:
            return
        if ply >= len(self.race["moves"]):
            time.sleep(0.05)
            return
        some = self.race["moves"][ply : ply + 1]
        game = self.race["game"]
        self.send("moves", game, "/v1/games/%d/moves" % game, {"moves": some, "ply": ply}, some[0] + "\n")

    def ask_ply(self):
        link = self.messengers[1].links[self.random.randrange(len(self.crew.ports))]
        try:
            answer = link.ask("GET", "/v1/games/%d" % self.race["game"])
        except web.Lost:
            return None
        if answer.status != 200:
            if answer.status != 503:
                self.crew.club.fault("read", "%d %r" % (answer.status, answer.body[:200]))
            return None
        return answer.json()["plies"]

    def refused(self, answer, intent, request):
        """Somebody else was faster, and the answer says so."""
        if answer.status != 409:
            super().refused(answer, intent, request)
            return
        self.crew.count("conflicts")


class Readers(threading.Thread):
    """Asks both daemons, on and on: an answer is right or 503, and the log never becomes shorter."""

    PATHS = ["/v1/games?limit=5", "/v1/leaderboard", "/v1/players", "/v1/log?first=1&last=40", "/v1/log/checkpoint"]

    def __init__(self, crew):
        super().__init__(name="Reader", daemon=True)
        self.crew = crew
        self.failure = None
        self.answers = self.unavailable = 0
        self.random = random.Random(crew.random.getrandbits(60))
        self.links = [web.Link(port, timeout=UNHEARD) for port in crew.ports]
        self.beginning = b""

    def run(self):
        try:
            while not self.crew.ending.is_set():
                self.ask(self.random.choice(self.links), self.random.choice(self.PATHS))
        except Exception as failure:  # noqa: BLE001 - told at the end
            self.failure = failure

    def ask(self, link, path):
        try:
            answer = link.ask("GET", path)
        except web.Lost:
            if not path.startswith("/v1/log?"):  # a stream that cannot go on has no other way to say so
                self.crew.club.fault("lost answer", path)
            return
        self.answers += 1
        if answer.status == 503:
            self.unavailable += 1
            self.crew.club.note_unavailable(answer)
        elif answer.status != 200:
            self.crew.club.fault("read", "%s: %d %r" % (path, answer.status, answer.body[:300]))
        elif path.startswith("/v1/log?"):
            self.compare(answer.body)

    def compare(self, body):
        """The first entries of the log are what they were."""
        shorter, longer = sorted((self.beginning, body), key=len)
        if not longer.startswith(shorter):
            self.crew.club.fault("log", "it was %r and is %r" % (self.beginning[-200:], body[-200:]))
        self.beginning = longer
