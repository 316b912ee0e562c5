"""A club: a database with its daemon, the journals of those who write to it, and the check of one against the other."""

import json
import os
import re
import signal
import subprocess
import time

import journal
import web
import worker

HANG = 60.0  # seconds without an answer that count as hung: the only time that can fail
PEOPLE = 120
NIGHTS = 1500


def disguise(text, rng):
    """Simulated records, on many nights and by many people."""

    def header(match):
        number = rng.randrange(NIGHTS)
        seats = rng.sample(range(PEOPLE), match.group(0).count("\n"))
        night = "night %d-%02d-%02d\n" % (2016 + number // 336, number % 336 // 28 + 1, number % 28 + 1)
        return "".join("seat %d Member %d\n" % (i + 1, who) for i, who in enumerate(seats)) + night

    return re.sub(r"(?:seat .*\n)+", header, text)


class Daemon:
    def __init__(self, program, db, options, environment, log):
        self.began = time.monotonic()
        self.log = log
        self.peak = 0.0
        with open(log, "ab") as out:
            start = out.tell()
            self.process = subprocess.Popen(
                [program, "serve", "--db", db, "--listen", "127.0.0.1:0", *options],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env=dict(os.environ, **environment),
                restore_signals=False,  # SIGXFSZ stays ignored, for a full disk made by a limit
                preexec_fn=worker.die_with_parent,
            )
        self.port = self.wait_for_port(start)

    def wait_for_port(self, start):
        while time.monotonic() < self.began + 2 * HANG and self.process.poll() is None:
            with open(self.log, "rb") as file:
                file.seek(start)
                found = re.search(rb"listening on http://127\.0\.0\.1:(\d+)\n", file.read())
            if found:
                return int(found.group(1))
            time.sleep(0.01)
        return None

    def alive(self):
        return self.process.poll() is None

    def look(self):
        """Notes its peak memory, in MiB."""
        try:
            with open("/proc/%d/status" % self.process.pid, encoding="ascii", errors="replace") as file:
                found = re.search(r"VmHWM:\s+(\d+) kB", file.read())
                self.peak = max(self.peak, int(found.group(1)) / 1024 if found else 0)
        except OSError:
            pass

    def kill(self):
        self.look()
        self.process.kill()
        self.process.wait()

    def stop(self):
        """SIGTERM. How long it took; None when it did not end."""
        self.look()
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(HANG)
            return time.monotonic() - began
        except subprocess.TimeoutExpired:
            self.kill()
            return None


class Club:
    def __init__(self, torture, name, folder, program=None):
        self.torture = torture
        self.tally = torture.tally
        self.name = name
        self.db = os.path.join(folder, name + ".db")
        self.program = program or torture.dendro
        self.log = os.path.join(torture.work, name + ".log")
        self.journals = os.path.join(torture.work, name + ".journals")
        os.makedirs(self.journals)
        self.checked = 0  # entries
        self.games = 0  # that it began with
        self.visits = 0
        self.daemon = None
        self.options = []
        self.environment = {}
        self.token = self.run("token", "add", "--db", self.db, "--scopes", "record", "torture").strip()

    def run(self, *words, stdin=None):
        """What the (ordinary) program says; its exit code does not matter here."""
        return subprocess.run(
            [self.torture.dendro, *words], input=stdin, stdout=subprocess.PIPE, text=True, check=False,
            stderr=subprocess.DEVNULL, preexec_fn=worker.die_with_parent,
        ).stdout  # fmt: skip

    def fill(self, games, seed):
        text = self.run("simulate", "--game", "foret", "--seats", "4", "--level", "table", "--games", str(games),
                        "--player", "random", "--seed", str(seed))  # fmt: skip
        self.run("import", "--quiet", "--db", self.db, "-", stdin=disguise(text, self.torture.random))
        self.games = self.checked = self.audit("--results")
        if self.checked != games:
            raise RuntimeError("of %d simulated games %d were imported" % (games, self.checked))

    def folder(self):
        """Where the journals of one phase go."""
        self.visits += 1
        path = os.path.join(self.journals, "%05d" % self.visits)
        os.makedirs(path)
        return path

    # ---- its daemon ----

    def start(self, options=(), environment=None):
        self.options, self.environment = list(options), dict(environment or {})
        self.daemon = Daemon(self.program, self.db, self.options, self.environment, self.log)
        if self.daemon.port is None:
            self.tally.fail("died", "%s: the daemon did not start: %s" % (self.name, self.last_words()))
            self.daemon.kill()
            raise Broken(self.name)
        self.torture.board.port.value = self.daemon.port

    def again(self, environment=None):
        self.start(self.options, self.environment if environment is None else environment)

    def last_words(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return " | ".join(file.read().strip().split("\n")[-3:])

    def ended_by_itself(self):
        """True, and a new one is started, when it is gone without having been told to."""
        if self.daemon.alive():
            return False
        self.tally.fail("died", "%s: the daemon ended with %s: %s" %
                        (self.name, self.daemon.process.returncode, self.last_words()))  # fmt: skip
        self.again()
        return True

    def look(self):
        """Notes how large things have become; a disk in memory would make its daemon look large."""
        self.daemon.look()
        if self.program == self.torture.dendro:
            self.tally.size("peak memory, MiB", self.daemon.peak)
            try:
                self.tally.size("largest write-ahead log, MiB", os.path.getsize(self.db + "-wal") / (1 << 20))
            except OSError:
                pass

    def kill(self):
        self.look()
        self.daemon.kill()

    def stop(self):
        self.look()
        if not self.daemon.alive():
            self.ended_by_itself()
        took = self.daemon.stop()
        if took is None:
            self.tally.fail("hung", "%s: SIGTERM was not followed for %d s" % (self.name, HANG))
        else:
            self.tally.longest_stop = max(self.tally.longest_stop, took)
            if self.daemon.process.returncode != 0:
                self.tally.fail("died", "%s: stopped with %d" % (self.name, self.daemon.process.returncode))

    def serves_newcomers(self, source="127.0.0.2"):
        """A new connection, from an address that a crowd used, is answered."""
        until = time.monotonic() + HANG
        while time.monotonic() < until and not self.ended_by_itself():
            try:
                if web.Link(self.daemon.port, source, timeout=5).ask("GET", "/healthz").status == 200:
                    return True
            except web.Lost:
                time.sleep(0.1)
        return False

    # ---- the check ----

    def handles(self):
        people = map(json.loads, filter(None, self.run("players", "list", "--json", "--db", self.db).split("\n")))
        return {person["name"]: person["id"].lstrip("@") for person in people}

    def entries(self, first):
        lines = self.run("log", "export", "--db", self.db, "--first", str(first)).split("\n")
        return [json.loads(line) for line in lines if line]

    def check(self, folders, first):
        """Nobody has the database open. What was acknowledged is in it, and nothing is twice."""
        intents = [intent for folder in folders for intent in journal.read(folder)]
        found = journal.Comparison(self.entries(first), intents, self.handles())
        for intent in intents:
            if "refused" in intent:
                text = "%s: %s: %s" % (intent["who"], intent["refused"], intent["text"])
                self.tally.fail("refused", text, (self.name, intent["place"]))
        for about, text in found.lost:
            self.tally.fail("lost", text, (self.name, about))
        for about, text in found.doubled:
            self.tally.fail("doubled", text, (self.name, about))
        return len(found.acknowledged)

    def check_new(self, folder):
        """What has come since the last check; quick."""
        self.tally.acknowledged += self.check([folder], self.checked + 1)
        self.checked = self.audit("--results")

    def check_all(self):
        folders = [os.path.join(self.journals, name) for name in sorted(os.listdir(self.journals))]
        self.check(folders, 1)
        self.audit()

    def audit(self, *options):
        """Counts findings; returns the number of entries."""
        lines = [line for line in self.run("audit", "--json", "--db", self.db, *options).split("\n") if line]
        last = json.loads(lines[-1]) if lines else {}
        if "findings" not in last:
            self.tally.fail("findings", "%s: there was no audit: %s" % (self.name, lines[-1:]))
            return self.checked
        for line in lines[:-1]:
            if not json.loads(line).get("note"):
                self.tally.fail("findings", "%s: %s" % (self.name, line), (self.name, line))
        return last["entries"]


class Broken(Exception):
    """A daemon that does not start: its phase ends here."""
