"""What writers intended and what was acknowledged, a file a writer, and the comparison with the log.

A line {"n", "kind", "game", "body", "key"} is written before a request is sent, {"n", "seq", "game", "ply"} when it was
answered with 2xx, {"n", "refused"} when it was answered with something that a repetition cannot mend; all unbuffered, so
that a writer may be killed at any moment. A request without a second line may have been executed or not, but only once.
"""

import collections
import glob
import json
import os


class Journal:
    def __init__(self, folder, name):
        self.fd = os.open(os.path.join(folder, name + ".journal"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.n = 0

    def line(self, **what):
        os.write(self.fd, (json.dumps(what) + "\n").encode())

    def intend(self, kind, game, body, key):
        self.n += 1
        self.line(n=self.n, kind=kind, game=game, body=body, key=key)

    def acknowledge(self, answer):
        self.line(n=self.n, seq=answer["seq"], game=answer["game"], ply=answer["ply"])

    def refuse(self, status, text):
        self.line(n=self.n, refused=status, text=text[:300])


def read(folder):
    """All intents of a folder: {"who", "place", "kind", "game", "body", "key"}; answered, also "seq" and "ply", or "refused"."""
    intents = []
    for path in sorted(glob.glob(os.path.join(folder, "*.journal"))):
        who = os.path.basename(path)[: -len(".journal")]
        place = os.path.basename(folder) + " " + who
        mine = {}
        with open(path, encoding="utf-8") as file:
            for line in file:
                entry = json.loads(line)
                mine.setdefault(entry["n"], {"who": who, "place": "%s %d" % (place, entry["n"])}).update(entry)
        intents += mine.values()
    return intents


class Comparison:
    """Holds the entries of a log (dicts with seq, game, kind, body) against intents."""

    def __init__(self, entries, intents, handles):
        self.lost = []  # (what it is about, a sentence)
        self.doubled = []
        self.handles = handles
        self.acknowledged = [intent for intent in intents if "seq" in intent]
        self.open_ended = [intent for intent in intents if "seq" not in intent and "refused" not in intent]
        self.by_seq = {entry["seq"]: entry for entry in entries}
        self.claimed = set()
        for intent in self.acknowledged:
            self.find(intent)
        self.look_for_others(entries)

    def same(self, intent, entry):
        if entry["kind"] != intent["kind"]:
            return False
        if intent["kind"] == "open":
            return "\nseat 1 @%s\n" % self.handles.get(intent["who"], "?") in entry["body"]
        return entry["game"] == intent["game"] and entry["body"] == intent["body"]

    def find(self, intent):
        entry = self.by_seq.get(intent["seq"])
        if entry is None or entry["game"] != intent["game"] or not self.same(intent, entry):
            self.lost.append((intent["place"], "%s was told entry %d, which is %s" % (intent["who"], intent["seq"], entry)))
        elif intent["seq"] in self.claimed:
            self.doubled.append((intent["place"], "entry %d was told to two requests" % intent["seq"]))
        self.claimed.add(intent["seq"])

    def look_for_others(self, entries):
        """What writers wrote and nobody was told of must be a request without an answer, once."""
        games = {intent["game"] for intent in self.acknowledged}
        waiting = collections.Counter(self.name(intent, intent["who"]) for intent in self.open_ended)
        whose = {"@" + handle: who for who, handle in self.handles.items()}
        for entry in entries:
            if entry["seq"] in self.claimed:
                continue
            who = None
            if entry["kind"] == "open":
                who = whose.get(entry["body"].split("\nseat 1 ")[1].split("\n")[0])
            if who is None and entry["game"] not in games:
                continue  # not ours
            name = self.name(entry, who)
            if waiting[name] > 0:
                waiting[name] -= 1
            else:
                self.doubled.append((entry["seq"], "entry %d is one too many: %s" % (entry["seq"], entry)))

    @staticmethod
    def name(thing, who):
        return ("open", who) if thing["kind"] == "open" else (thing["kind"], thing["game"], thing["body"])
