"""Bad days of a club on a server; the scripts beside this folder name one: server, two, daemon, backends.

Each has writers at work, does something to them in rounds, lets them finish with everything in order again, and compares what
they were told with what is there. DENDRO_TEST_SCALE is percent of the rounds.
"""

import os
import random
import sys
import tempfile
import threading
import time

import beside
import commands
import crew as crews
import place
import web
import worker
import writers

SEED = 20


def wait_for(what, condition, patience=crews.UNHEARD):
    """Until it is true; time alone fails nothing but what never happens."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            raise RuntimeError("never: " + what)
        time.sleep(0.01)


def grown(crew, by):
    """A condition: so much more was acknowledged from now on."""
    start = crew.counts["acknowledged"]
    return lambda: crew.counts["acknowledged"] >= start + by


class Day:
    def __init__(self, name, daemons, seed):
        self.random = random.Random(seed)
        self.work = tempfile.mkdtemp()
        self.server = place.Server()
        self.club = place.Club(self.server, "storm-" + name, self.work)
        for number in range(daemons):
            self.club.start(number)
        said = place.run("simulate", "--game", "foret", "--seats", "3", "--level", "table", "--games", "12",
                         "--player", "random", "--seed", str(seed))[1]  # fmt: skip
        self.games = writers.records(said)
        ports = [lambda number=number: self.club.port(number) for number in range(daemons)]
        self.crew = crews.Crew(self.club, ports, self.games, seed)
        self.rounds = 0

    def begin(self, count, twice=0.0):
        for number in range(count):
            self.crew.add(crews.Writer(self.crew, "Writer %d" % (number + 1), twice))
        wait_for("everybody writes", grown(self.crew, 2 * count))

    def race(self, count):
        """One game, and so many who want to log its next move."""
        link = web.Link(self.crew.ports[0])
        request = {"record": writers.HEADER % ("Race", "Guest 1", "Guest 2")}
        headers = {"Authorization": "Bearer " + self.club.token, "Content-Type": "application/json"}
        told = link.ask("POST", "/v1/games", crews.json.dumps(request), headers).json()
        self.crew.intents.append({"who": "Race", "place": "race", "kind": "open", "game": told["game"], "body": "",
                                  "seq": told["seq"], "ply": 0})  # fmt: skip
        race = {"game": told["game"], "moves": max(self.games, key=len)}
        for number in range(count):
            self.crew.add(crews.Racer(self.crew, "Racer %d" % (number + 1), race))
        return race

    def check(self):
        return self.club.check(self.crew.intents, self.crew.people)

    def end(self):
        self.crew.end()
        self.club.stop()
        acknowledged = self.check()
        self.club.rebuild()
        waiting = [one for one in self.crew.intents if "seq" not in one and "refused" not in one]
        for intent in waiting:
            self.club.fault("unanswered", str(intent))
        print("%d rounds, %d entries acknowledged, %d people; %s; excuses: %s" % (
            self.rounds, acknowledged, len(self.crew.people), self.crew.counts, sorted(self.club.excuses)))  # fmt: skip
        for fault in self.club.faults[:20]:
            print("FAILED: " + fault[:1500])
        return 1 if self.club.faults else 0


def server(day):
    """kill -9 of the server and all its processes, at any moment, and a new start on the same data."""
    day.begin(6)
    for _ in range(place.scaled(8)):
        wait_for("they write again", grown(day.crew, 10))
        time.sleep(day.random.uniform(0, 0.15))
        day.server.tell("kill")
        time.sleep(day.random.choice([0, 0, 0.2]))
        day.server.tell("again")
        day.rounds += 1
    wait_for("they write again", grown(day.crew, 20))


def daemon(day):
    """kill -9 of a daemon while it writes."""
    day.begin(6)
    commands.begin(day)
    for _ in range(place.scaled(10)):
        wait_for("they write again", grown(day.crew, 10))
        time.sleep(day.random.uniform(0, 0.1))
        day.club.kill(0)
        day.club.start(0)
        day.rounds += 1
        commands.trouble(day)
    wait_for("they write again", grown(day.crew, 20))
    commands.end(day)


def end_backends(day):
    """Ends one or all of the club's sessions."""
    some = day.random.choice(["LIMIT 1", "LIMIT 2", ""])
    day.server.sql("SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity WHERE application_name"
                   " LIKE 'dendro %%' ORDER BY random() %s) AS s" % some)  # fmt: skip


def backends(day):
    """Sessions of two daemons are ended at any moment, while they write and read."""
    day.begin(4, twice=0.2)
    day.race(2)
    readers = crews.Readers(day.crew)
    day.crew.add(readers)
    for _ in range(place.scaled(60)):
        time.sleep(day.random.uniform(0, 0.06))
        end_backends(day)
        day.rounds += 1
    wait_for("they write again", grown(day.crew, 20))
    print("%d answers to readers, %d of them 503" % (readers.answers, readers.unavailable))


def two(day):
    """Two daemons: the same keys at both, one game through both, an import, tokens, audits and rebuilds meanwhile."""
    day.begin(5, twice=0.6)
    day.race(4)
    for _ in range(place.scaled(3)):
        beside.import_records(day)
        beside.tokens(day)
        day.club.audit()
        day.club.rebuild()
        wait_for("they write", grown(day.crew, 40))
        day.rounds += 1
    if day.crew.counts["conflicts"] == 0:
        day.club.fault("race", "nobody was ever too late")


DAYS = {"server": (server, 1), "daemon": (daemon, 1), "backends": (backends, 2), "two": (two, 2)}


def main():
    name = sys.argv[1]
    scene, daemons = DAYS[name]
    worker.LIBC.prctl(worker.PR_SET_PDEATHSIG, worker.signal.SIGKILL)
    day = Day(name, daemons, SEED)
    began = time.monotonic()
    failure = None
    try:
        scene(day)
    except Exception as error:  # noqa: BLE001 - whatever it is, the check is still worth it
        failure = error
        day.club.fault("scene", repr(error))
    code = day.end()
    times = os.times()
    print("%.1f s, and %.1f s of processor time of ours" % (
        time.monotonic() - began, times.user + times.system + times.children_user + times.children_system))  # fmt: skip
    day.server.tell("stop")
    sys.exit(code if failure is None else 1)


if __name__ == "__main__":
    main()
