"""A PostgreSQL of one's own, a club on it, daemons that serve it, and the check of the club against what was acknowledged."""

import json
import os
import subprocess
import sys

import club
import journal
import worker

ROOT = os.environ["SOURCE_DIR"]

TOOL = os.path.join(ROOT, "tests", "support", "postgres.sh")
PSQL = os.path.join(os.environ.get("POSTGRES_BIN", "/usr/lib/postgresql/15/bin"), "psql")
DENDRO = os.environ["DENDRO"]
SKIPPED = 77
SCALE = int(os.environ.get("DENDRO_TEST_SCALE") or 100)


def scaled(number):
    """So many rounds, times DENDRO_TEST_SCALE percent."""
    return max(1, number * SCALE // 100)


class Server:
    """A server whose commits reach the disk; it ends with us, whatever happens to us."""

    def __init__(self):
        said = subprocess.run([TOOL, "start", str(os.getpid()), "--fsync"], stdout=subprocess.PIPE, text=True, check=False)
        if said.returncode == SKIPPED:
            print(said.stdout, end="")
            sys.exit(SKIPPED)
        self.folder = said.stdout.strip()
        self.owner = self.tell("url", "owner")
        self.super = self.tell("url", "super")
        self.daemon = self.tell("url", "daemon")

    def tell(self, what, *more):
        return subprocess.run([TOOL, what, self.folder, *more], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    def sql(self, question, role=None):
        """The rows, a line each, columns with | between them; the superuser asks unless it is said who."""
        return subprocess.run(
            [PSQL, "-X", "-qAt", "-v", "ON_ERROR_STOP=1", "-d", role or self.super, "-c", question],
            stdout=subprocess.PIPE, text=True, check=True, env=dict(os.environ, PGOPTIONS="-c client_min_messages=warning"),
        ).stdout.strip()  # fmt: skip


def run(*words, stdin=None):
    """The program with these words: its exit code, what it said, and what it complained of."""
    done = subprocess.run(
        [DENDRO, *words], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
        preexec_fn=worker.die_with_parent,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


class Club:
    """A club, its daemons by number, and what is wrong with it in `faults`."""

    def __init__(self, server, slug, work):
        self.server = server
        self.schema = "club_" + slug
        self.db = server.owner + "#" + slug
        self.work = work
        self.daemons = {}
        self.faults = []
        self.excuses = set()
        self.token = self.make_token("record")
        self.admin = self.make_token("admin")

    def make_token(self, scopes):
        return run("token", "add", "--db", self.db, "--scopes", scopes, "storm")[1].strip()

    def fault(self, kind, text):
        self.faults.append("%s: %s" % (kind, text))

    def note_unavailable(self, answer):
        """Why a daemon cannot answer now; a stranger may read it."""
        said = answer.body.decode(errors="replace")
        self.excuses.add(json.loads(said)["type"])
        for secret in (self.server.folder, "/socket", "dendro_owner", self.schema, "SELECT", "UPDATE", "INSERT", "COMMIT"):
            if secret in said:
                self.fault("told", "a 503 says %s: %s" % (secret, said[:400]))

    # ---- daemons ----

    def start(self, number):
        log = os.path.join(self.work, "daemon-%d" % number)
        self.daemons[number] = daemon = club.Daemon(DENDRO, self.db, ["--token-failures", "100000"], {}, log)
        if daemon.port is None:
            with open(log, encoding="utf-8", errors="replace") as file:
                raise RuntimeError("a daemon did not start: " + file.read()[-500:])

    def port(self, number):
        return self.daemons[number].port

    def kill(self, number):
        self.daemons[number].kill()

    def stop(self):
        for number, daemon in self.daemons.items():
            if not daemon.alive():
                self.fault("died", "daemon %d ended with %s" % (number, daemon.process.returncode))
            elif daemon.stop() is None:
                self.fault("hung", "daemon %d did not follow SIGTERM" % number)
        self.daemons = {}

    # ---- the check ----

    def lines(self, *words):
        code, out, err = run(*words, "--db", self.db)
        if code != 0:
            self.fault("command", "%s ends with %d: %s" % (" ".join(words), code, err[:300]))
        return [json.loads(line) for line in out.split("\n") if line]

    def check(self, intents, people=()):
        """What was acknowledged is in the log, once; nothing else is; numbers have no gaps; the audit finds nothing."""
        entries = self.lines("log", "export")
        known = self.lines("players", "list", "--json")
        handles = {person["name"]: person["id"].lstrip("@") for person in known}
        found = journal.Comparison(entries, intents, handles)
        for _, text in found.lost:
            self.fault("lost", text)
        for _, text in found.doubled:
            self.fault("doubled", text)
        for name, handle in people:
            if handles.get(name) != handle.lstrip("@"):
                self.fault("lost", "%s is %s, and we were told %s" % (name, handles.get(name), handle))
        if [entry["seq"] for entry in entries] != list(range(1, len(entries) + 1)):
            self.fault("gap", "the numbers of the log have gaps")
        size = self.server.sql('SELECT size FROM "%s".head' % self.schema)
        if size != str(len(entries)):
            self.fault("head", "the head row says %s, and there are %d entries" % (size, len(entries)))
        self.audit()
        return len(found.acknowledged)

    def audit(self):
        code, out, err = run("audit", "--json", "--db", self.db)
        if code != 0:
            self.fault("findings", "%d: %s %s" % (code, out[-600:], err[-300:]))

    def rebuild(self):
        code, out, err = run("rebuild", "--db", self.db)
        if code != 0:
            self.fault("rebuild", "%d: %s %s" % (code, out[-300:], err[-300:]))
