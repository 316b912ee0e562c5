"""What somebody with bad intentions tries at a daemon of many clubs; each attack is a function that complains to `scene`."""

import json
import os
import sys
import tempfile
import threading
import time
import urllib.parse

import crew as crews
import place
import planted
import web
import worker
import writers
from club import Daemon

PASSWORD = "SECRET"


class Scene:
    """Two clubs with their own people, and a daemon that serves all clubs of the database."""

    def __init__(self):
        self.faults = []
        self.work = tempfile.mkdtemp()
        self.server = place.Server()
        os.chdir(self.work)  # backups go to where we are
        self.url = self.server.owner.replace("postgresql:///", "postgresql://dendro_owner:%s@/" % PASSWORD, 1)
        self.url = self.url.replace("&user=dendro_owner", "")
        self.tokens = {}
        for slug in ("alpha", "beta"):
            self.add(slug)
        self.daemon = None
        self.start()

    def start(self):
        self.daemon = Daemon(place.DENDRO, self.url, ["--token-failures", "100000"], {}, os.path.join(self.work, "said"))
        if self.daemon.port is None:
            raise RuntimeError("the daemon did not start")

    def fault(self, text):
        self.faults.append(text)

    def add(self, slug):
        code, out, err = place.run("club", "add", slug, "--db", self.url)
        if code != 0:
            raise RuntimeError(err)
        self.tokens[slug] = out.strip()
        self.run(slug, "players", "add", slug + " only")

    def run(self, slug, *words, code=0, stdin=None):
        """A command on one club."""
        got, out, err = place.run(*words, "--db", self.url, "--club", slug, stdin=stdin)
        if got != code:
            self.fault("%s of %s ends with %d: %s" % (words, slug, got, err[:300]))
        self.keeps_secrets("%s" % (words,), err)
        return out

    def club(self, *words, code=0):
        got, out, err = place.run("club", *words, "--db", self.url)
        if code is not None and got != code:
            self.fault("club %s ends with %d: %s" % (words, got, err[:300]))
        self.keeps_secrets("club %s" % (words,), err)
        return got, out, err

    def keeps_secrets(self, about, said):
        for secret in (PASSWORD, "SELECT ", "UPDATE ", "INSERT ", "nspname"):
            if secret in said:
                self.fault("%s: it says %s: %s" % (about, secret, said[:300]))

    def ask(self, method, path, body=None, token=None, headers=None):
        """The answer; any that says where the database is, or that something is wrong with the program, is a fault."""
        link = web.Link(self.daemon.port, timeout=crews.UNHEARD)
        heads = dict(headers or {})
        if token:
            heads["Authorization"] = "Bearer " + token
        if body is not None:
            heads.setdefault("Content-Type", "application/json")
        try:
            answer = link.ask(method, path, body and body.encode(), heads)
        finally:
            link.close()
        said = answer.body.decode(errors="replace")
        self.keeps_secrets(method + " " + path, said)
        if self.server.folder in said or "dendro_owner" in said:
            self.fault("%s %s says where the database is: %s" % (method, path, said[:300]))
        if answer.status >= 500 and answer.status != 503:
            self.fault("%s %s: %d %s" % (method, path, answer.status, said[:300]))
        return answer


# ---- one club's token at another ----


def paths():
    """The GETs and the writes of the API, with ids that might be there."""
    with open(os.path.join(place.ROOT, "schema", "openapi.yaml"), encoding="utf-8") as file:
        text = file.read()
    document = json.loads(text[text.index("{") :])
    for path, methods in document["paths"].items():
        for name, value in (("{id}", "1"), ("{other}", "1"), ("{day}", "2026-01-01"), ("{year}", "2026"), ("{card}", "bee"), ("{hash}", "0")):
            path = path.replace(name, value)
        for method in methods:
            if method in ("get", "post", "patch", "delete"):
                yield method.upper(), path


def other_tokens(scene):
    """A private club answers 401 to whoever has no token of its own, whatever is asked; a key of one is none of the other's."""
    scene.run("beta", "settings", "set", "private", "yes")
    eventually(scene, "beta is private", lambda: scene.ask("GET", "/c/beta/v1/players").status == 401)
    tried = 0
    for method, path in paths():
        if path in ("/v1/clubs", "/v1/access", "/v1/openapi.json") or not path.startswith("/v1/"):
            continue
        body = None if method in ("GET", "DELETE") else "{}"
        answer = scene.ask(method, "/c/beta" + path, body, scene.tokens["alpha"])
        tried += 1
        if answer.status != 401 or b"beta only" in answer.body:
            scene.fault("%s %s with a token of alpha: %d %r" % (method, path, answer.status, answer.body[:200]))
        if method == "GET" and scene.ask(method, "/c/beta" + path, body, None).status != 401:
            scene.fault("%s without a token" % path)
    if tried < 60:
        scene.fault("only %d routes were tried" % tried)
    one = scene.ask("POST", "/c/alpha/v1/players", '{"name":"Same"}', scene.tokens["alpha"], {"Idempotency-Key": "same"})
    two = scene.ask("POST", "/c/beta/v1/players", '{"name":"Same"}', scene.tokens["beta"], {"Idempotency-Key": "same"})
    if (one.status, two.status) != (201, 201) or one.body == two.body:
        scene.fault("a key crosses: %d %d" % (one.status, two.status))
    for path in ("/v1/players", "/v1/log", "/v1/export", "/v1/leaderboard"):
        if b"beta only" in scene.ask("GET", "/c/alpha" + path).body:
            scene.fault("alpha shows beta's people")
    if b"beta" in scene.ask("GET", "/v1/clubs").body:
        scene.fault("a club that is not listed is named")


# ---- names ----

NAMES = ["pg_temp", "pg_catalog", "information_schema", "ALPHA", "Alpha", "alpha.", ".alpha", "..", ".", "alpha/..", "al pha",
         'alpha"', 'alpha";DROP SCHEMA club_alpha CASCADE;--', "alpha'", "alpha;", "$$", "alpha$1", "a\\b", "\\", "a" * 41, "é", "аlpha",
         "alpha\x00", "alpha\n", "alpha%", "%61lpha", "club_alpha", "alpha\u200b", "*", "?", "alpha?", "alpha#beta", "ﬁ"]  # fmt: skip


def odd_names(scene):
    """Whatever a club is called that is none, in whatever spelling: the same 404, and nothing is made of it."""
    absent = scene.ask("GET", "/c/nobody/v1/players").status
    for name in NAMES:
        for path in ("/c/%s/v1/players", "/c/%s/", "/c/%s/v1/log", "/c/%s"):
            spelt = path % urllib.parse.quote(name, safe="")
            answer = scene.ask("GET", spelt, token=scene.tokens["alpha"])
            if answer.status not in (absent, 400, 404) or b"alpha only" in answer.body:
                scene.fault("%s: %d %r" % (spelt, answer.status, answer.body[:200]))
        for words in (("add", name), ("suspend", name), ("remove", name), ("rename", "alpha", name), ("rename", name, "gamma")):
            if "\x00" not in name and scene.club(*words, code=None)[0] != 2:
                scene.fault("club %s is taken" % (words,))
    there = scene.server.sql("SELECT string_agg(nspname, ',' ORDER BY nspname) FROM pg_namespace WHERE nspname !~ '^(pg_|information|sqlite|public)'")
    if there != "club_alpha,club_beta":
        scene.fault("there are schemas %s" % there)
    for name in ["x'y", 'x"y', "$$", "a;b", "\\", "é" * 30, "a%sb", "%n%n"]:
        scene.ask("POST", "/c/alpha/v1/players", json.dumps({"name": "Odd " + name}), scene.tokens["alpha"])
        if ("Odd " + name) not in [one["name"] for one in scene.ask("GET", "/c/alpha/v1/players").json()["players"]]:
            scene.fault("a person called %s" % name)
    for name in ("moved-to", "moving", "people-version", "x'; DROP TABLE entry; --", "suspended"):
        answer = scene.ask("PATCH", "/c/alpha/v1/club", json.dumps({name: "1"}), scene.tokens["alpha"])
        if answer.status != 400:
            scene.fault("a setting %s: %d %r" % (name, answer.status, answer.body[:200]))


def other_schemas(scene):
    """Schemas of others that look like clubs are none, and are in nobody's way: a new club is found beside them."""
    scene.server.sql('CREATE SCHEMA "club_Bad Name" CREATE TABLE head (size bigint)')
    scene.server.sql("CREATE SCHEMA club_half CREATE TABLE head (x int)")
    scene.server.sql("CREATE SCHEMA club_view CREATE VIEW head AS SELECT 1 AS size, 14 AS version")
    if "alpha" not in scene.club("list")[1]:
        scene.fault("the others are not listed")
    scene.add("later")
    scene.run("later", "settings", "set", "listed", "yes")
    eventually(scene, "a new club is found", lambda: scene.ask("GET", "/c/later/v1/players").status == 200)
    eventually(scene, "a new club is listed", lambda: b"later" in scene.ask("GET", "/v1/clubs").body)
    for slug in ("half", "view"):
        answer = scene.ask("GET", "/c/%s/v1/players" % slug)
        if answer.status not in (404, 503):
            scene.fault("%s: %d %r" % (slug, answer.status, answer.body[:200]))
    scene.server.sql('DROP SCHEMA "club_Bad Name", club_half, club_view CASCADE')


# ---- odd values ----


def odd_values(scene):
    """NUL, broken UTF-8, numbers beyond all limits: 400, 404 or 200 and nothing else."""
    values = ["%00", "a%00b", "%ff", "%ed%a0%80", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-1", "1e9",
              "99999999999999999999999", "%27", "%22", "%5c", "%24%24", "0x10", "NaN", "infinity", "%F4%90%80%80", "%EF%BF%BF"]  # fmt: skip
    routes = ["/v1/games/%s", "/v1/players/%s", "/v1/players/%s/stats", "/v1/nights/%s", "/v1/seasons/%s", "/v1/years/%s", "/v1/titles/%s",
              "/v1/catalogues/%s", "/v1/games/1/state?ply=%s", "/v1/games?limit=%s", "/v1/games?player=%s", "/v1/games?from=%s",
              "/v1/games?cursor=%s", "/v1/games?game=%s", "/v1/log?first=%s", "/v1/log?last=%s", "/v1/log/proof/inclusion?seq=%s",
              "/v1/log/proof/consistency?from=%s", "/v1/leaderboard?game=%s", "/v1/cards/%s", "/v1/imports?cursor=%s", "/v1/ratings/history?player=%s",
              "/v1/forecast?players=%s", "/v1/log/checkpoint?size=%s", "/v1/players?limit=%s"]  # fmt: skip
    for route in routes:
        for value in values:
            answer = scene.ask("GET", "/c/alpha" + route % value, token=scene.tokens["alpha"])
            if answer.status not in (200, 400, 404, 422):
                scene.fault("%s of %s: %d %r" % (route, value, answer.status, answer.body[:200]))
    for text in ("9" * 30, "-1", "\\u0000", "\\ud800", "\\ufffe", "é" * 5000):
        for path, body in (("players", '{"name":"%s"}'), ("places", '{"name":"%s"}'), ("games", '{"record":"dendro 1\\ngame foret\\nnote %s"}'),
                           ("nights", '{"date":"%s"}'), ("tokens", '{"label":"%s","scopes":["read"]}'),
                           ("seasons", '{"name":"%s","from":"2026-01-01","to":"2026-02-01"}')):  # fmt: skip
            answer = scene.ask("POST", "/c/alpha/v1/" + path, body % text, scene.tokens["alpha"])
            if answer.status not in (200, 201, 400, 404, 409, 413, 422):
                scene.fault("POST %s of %s: %d %r" % (path, text[:20], answer.status, answer.body[:200]))


# ---- clubs that change under way ----


class Guests(threading.Thread):
    """Asks one club's addresses on and on, and writes to it: only its own things are told, or that it is not there now."""

    def __init__(self, scene, slugs, token):
        super().__init__(daemon=True)
        self.scene = scene
        self.slugs = slugs
        self.token = token
        self.ending = threading.Event()
        self.failure = None
        self.told = {}
        self.stored = set()
        self.number = 0

    def run(self):
        try:
            while not self.ending.is_set():
                for slug in self.slugs:
                    self.look(slug)
        except Exception as failure:  # noqa: BLE001 - told at the end
            self.failure = failure

    def note(self, answer, wanted, what):
        self.told[answer.status] = self.told.get(answer.status, 0) + 1
        if answer.status in (404, 503):
            time.sleep(0.01)
        if answer.status not in wanted:
            self.scene.fault("%s: %d %r" % (what, answer.status, answer.body[:300]))

    def look(self, slug):
        for path in ("/v1/players", "/v1/log", "/v1/export", "/v1/games", "/"):
            try:
                answer = self.scene.ask("GET", "/c/%s%s" % (slug, path))
            except web.Lost:
                continue  # a stream that was cut
            self.note(answer, (200, 404, 503), path)
            if path == "/v1/players" and answer.status == 200 and b"gamma only" not in answer.body:
                self.scene.fault("%s: not its people: %r" % (slug, answer.body[:300]))
        name = "Guest %d" % self.number
        try:
            answer = self.scene.ask("POST", "/c/%s/v1/players" % slug, json.dumps({"name": name}), self.token, {"Idempotency-Key": name.replace(" ", "-")})
        except web.Lost:
            return
        self.note(answer, (201, 404, 503), "POST")
        if answer.status == 201:
            self.stored.add(name)
            self.number += 1

    def end(self):
        self.ending.set()
        self.join(crews.UNHEARD)
        if self.is_alive() or self.failure:
            self.scene.fault("a guest: %r" % (self.failure or "hangs"))
        return self.told


def follow(scene, path, lines):
    """Reads a stream until it ends; what it says goes to `lines`."""
    link = web.Link(scene.daemon.port, timeout=crews.UNHEARD)
    try:
        response = link.open("GET", path)
        lines.append(response.status)
        while True:
            line = response.readline()
            if not line:
                break
            lines.append(line)
    except (web.Lost, OSError):
        lines.append(b"lost")


def changes(scene):
    """A club is renamed, suspended, resumed and removed while it is read and written, and another one comes in its place."""
    scene.add("gamma")
    eventually(scene, "gamma is served", lambda: scene.ask("GET", "/c/gamma/v1/players").status == 200)
    opened = scene.ask("POST", "/c/gamma/v1/games", json.dumps({"record": writers.HEADER % ("A", "B", "C")}), scene.tokens["gamma"])
    if opened.status != 201:
        scene.fault("no game: %d %r" % (opened.status, opened.body[:300]))
        return
    said = []
    follower = threading.Thread(target=follow, args=(scene, "/c/gamma/v1/games/%d/events" % opened.json()["game"], said), daemon=True)
    follower.start()
    guests = Guests(scene, ["gamma", "delta"], scene.tokens["gamma"])
    guests.start()
    rounds = place.scaled(2)
    for _ in range(rounds):
        for words in (("rename", "gamma", "delta"), ("rename", "delta", "gamma"), ("suspend", "gamma"), ("resume", "gamma")):
            until(scene, words)
    told = guests.end()
    names = [json.loads(line)["name"] for line in scene.run("gamma", "players", "list", "--json").split("\n") if line]
    for name in guests.stored:
        if names.count(name) != 1:
            scene.fault("%s was acknowledged and is there %d times" % (name, names.count(name)))
    scene.run("gamma", "audit")
    print("renamed and suspended %d times: %s, %d acknowledged, and are there" % (rounds, told, len(guests.stored)))
    follower.join(crews.UNHEARD)
    if follower.is_alive() or not said or said[0] != 200:
        scene.fault("whoever followed a game: %s" % said[:5])
    until(scene, ("remove", "gamma"))
    come_again(scene)


def until(scene, words):
    """A command that may have to wait for the daemon to let go of a club."""
    end = time.monotonic() + crews.UNHEARD
    while True:
        code, _, err = scene.club(*words, code=None)
        if code == 0:
            return
        if time.monotonic() > end:
            scene.fault("club %s ends with %d: %s" % (words, code, err[:300]))
            return
        time.sleep(0.05)


def eventually(scene, what, condition):
    end = time.monotonic() + crews.UNHEARD
    while not condition():
        if time.monotonic() > end:
            scene.fault("never: " + what)
            return
        time.sleep(0.05)


def come_again(scene):
    """A new club under the name of one that is gone: nothing of the old one is left, neither tokens nor answers."""
    old = scene.tokens["gamma"]
    scene.add("gamma")
    path = "/c/gamma/v1/players"
    eventually(scene, "the new club is served", lambda: scene.ask("GET", path).status == 200)
    if b"Guest" in scene.ask("GET", path).body:
        scene.fault("people of the old club are shown: %r" % scene.ask("GET", path).body[:300])
    answer = scene.ask("POST", path, '{"name":"Old"}', old)
    if answer.status != 401:
        scene.fault("a token of the old club: %d" % answer.status)
    answer = scene.ask("POST", path, '{"name":"New"}', scene.tokens["gamma"])
    if answer.status != 201:
        scene.fault("the new club's own token: %d %r" % (answer.status, answer.body[:300]))
    until(scene, ("remove", "gamma"))


def swap(scene):
    """Two clubs change their names while they are served: soon each is the other, and a token goes with its club."""
    eventually(scene, "beta is open", lambda: scene.ask("GET", "/c/beta/v1/players", token=scene.tokens["beta"]).status == 200)
    for words in (("rename", "alpha", "third"), ("rename", "beta", "alpha"), ("rename", "third", "beta")):
        until(scene, words)
    eventually(scene, "beta is alpha", lambda: b"beta only" in scene.ask("GET", "/c/alpha/v1/players", token=scene.tokens["beta"]).body)
    eventually(scene, "alpha is beta", lambda: b"alpha only" in scene.ask("GET", "/c/beta/v1/players", token=scene.tokens["alpha"]).body)
    if scene.ask("POST", "/c/beta/v1/players", '{"name":"No"}', scene.tokens["beta"]).status != 401:
        scene.fault("a token stays with the name of a club")
    for words in (("rename", "alpha", "third"), ("rename", "beta", "alpha"), ("rename", "third", "beta")):
        until(scene, words)


ATTACKS = [odd_names, other_schemas, odd_values, other_tokens, changes, swap, planted.objects, planted.tampered]


def main():
    worker.LIBC.prctl(worker.PR_SET_PDEATHSIG, worker.signal.SIGKILL)
    scene = Scene()
    only = sys.argv[1:]
    for attack in ATTACKS:
        if only and attack.__name__ not in only:
            continue
        began = time.monotonic()
        try:
            attack(scene)
        except Exception as failure:  # noqa: BLE001 - the others are tried all the same
            scene.fault("%s: %r" % (attack.__name__, failure))
        print("%s: %.1f s" % (attack.__name__, time.monotonic() - began))
    if not scene.daemon.alive() or scene.daemon.stop() is None or scene.daemon.process.returncode != 0:
        scene.fault("the daemon ended with %s" % scene.daemon.process.returncode)
    with open(os.path.join(scene.work, "said"), encoding="utf-8", errors="replace") as file:
        scene.keeps_secrets("the daemon's words", file.read())
    for fault in scene.faults[:30]:
        print("FAILED: " + fault)
    scene.server.tell("stop")
    sys.exit(1 if scene.faults else 0)


if __name__ == "__main__":
    main()
