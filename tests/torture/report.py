"""What happened, in plain lines."""

import collections

LABELS = ["calm", "32 writers", "crowd", "questions", "kills", "power cuts", "full disk"]
# What makes the whole thing fail.
FAULTS = ["lost", "doubled", "refused", "findings", "hung", "died"]
TITLES = {"findings": "audit findings", "refused": "refused by mistake", "died": "died by itself"}
SHOWN = 5  # of each kind of fault


class Tally:
    def __init__(self):
        self.faults = {fault: [] for fault in FAULTS}
        self.phases = collections.Counter()
        self.connections = collections.Counter()
        self.answers = collections.Counter()
        self.kills = self.cuts = self.full = 0
        self.acknowledged = 0
        self.largest = {"peak memory, MiB": (0.0, ""), "largest write-ahead log, MiB": (0.0, "")}  # and in which phase
        self.longest_stop = 0.0
        self.meanwhile = []  # moves answered while each crowd stood there
        self.notes = []
        self.told = set()
        self.phase = ""

    def fail(self, fault, text, about=None):
        """With `about`, once: the check at the end sees again what the checks before it have seen."""
        if about is None or (fault, about) not in self.told:
            self.told.add((fault, about))
            self.faults[fault].append("%s: %s" % (self.phase, text.strip()))

    def size(self, title, value):
        if value > self.largest[title][0]:
            self.largest[title] = (value, self.phase)

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def sound(self):
        return not any(self.faults.values())


def percentile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))]


def times(path):
    """Lines `label milliseconds` of the writers that were timed."""
    found = collections.defaultdict(list)
    try:
        with open(path, encoding="ascii") as file:
            for line in file:
                label, value = line.split()
                found[LABELS[int(label)]].append(float(value))
    except OSError:
        pass
    return found


def line(title, value):
    print("%-29s %s" % (title, value))


def name_of(status):
    return {0: "closed", 599: "no answer in 30 s"}.get(status, str(status))


def show(tally, seed, minutes, board, timings):
    line("seed", seed)
    line("minutes", "%.1f" % minutes)
    line("phases", ", ".join("%d %s" % (n, name) for name, n in tally.phases.items()))
    c = tally.connections
    line("connections", "%d silent, %d half, %d idle; %d refused, %d closed by the daemon" %
         (c["silent"], c["half"], c["idle"], c["refused"], c["closed"]))  # fmt: skip
    if tally.meanwhile:
        line("moves beside each crowd", "%d at least" % min(tally.meanwhile))
    asked = sum(tally.answers.values())
    answers = ", ".join("%s: %d" % (name_of(status), n) for status, n in sorted(tally.answers.items()))
    line("questions", "%d (%s)" % (asked, answers) if asked else "0")
    line("acknowledged", "%d entries (%d answers of 503, %d requests sent again for want of an answer)" %
         (tally.acknowledged, board.unavailable.value, board.repeated.value))  # fmt: skip
    line("kills", tally.kills)
    line("power cuts", tally.cuts)
    line("full disks", tally.full)
    for fault in ("lost", "doubled", "refused", "findings"):
        line(TITLES.get(fault, fault), len(tally.faults[fault]))
    line("died by itself", len(tally.faults["died"]))
    line("hung", "yes (%d times)" % len(tally.faults["hung"]) if tally.faults["hung"] else "no")
    for label in LABELS:
        values = sorted(timings.get(label, []))
        if values:
            p50, p95, p99 = (percentile(values, share) for share in (0.50, 0.95, 0.99))
            line("a move, ms: " + label, "p50 %.1f  p95 %.1f  p99 %.1f  max %.1f  (%d)" %
                 (p50, p95, p99, values[-1], len(values)))  # fmt: skip
    line("longest stop, s", "%.1f" % tally.longest_stop)
    for title, (value, phase) in tally.largest.items():
        line(title, "%.1f (%s)" % (value, phase))
    for text in tally.notes:
        line("note", text)
    for fault in FAULTS:
        for text in tally.faults[fault][:SHOWN]:
            line("! " + TITLES.get(fault, fault), text[:600])
        if len(tally.faults[fault]) > SHOWN:
            line("! " + TITLES.get(fault, fault), "and %d more" % (len(tally.faults[fault]) - SHOWN))
