"""Commands that are killed at any moment while a daemon writes to the same club."""

import os
import signal
import subprocess
import time

import beside
import place
import worker

RECORDS = 60


def begin(day):
    day.file = os.path.join(day.work, "records")
    with open(day.file, "w", encoding="utf-8") as file:
        file.write(beside.simulated(7, RECORDS))
    day.killed = 0


def kill_after(day, words, seconds):
    """True when the command was killed."""
    process = subprocess.Popen(
        [place.DENDRO, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=worker.die_with_parent,
    )  # fmt: skip
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    return process.wait() < 0


def trouble(day):
    """An import, an audit and a rebuild, each cut at some moment."""
    for words, most in ((["import", "--quiet", "--db", day.club.db, day.file], 0.12),
                        (["audit", "--db", day.club.db], 0.1), (["rebuild", "--force", "--db", day.club.db], 0.15)):  # fmt: skip
        day.killed += kill_after(day, words, day.random.uniform(0, most))


def end(day):
    """The import is taken to its end: each record is there once."""
    code, _, err = place.run("import", "--quiet", "--db", day.club.db, day.file)
    there = beside.imports_there(day)
    if code != 0 or there != RECORDS:
        day.club.fault("import", "%d records are there after kills, not %d: %s" % (there, RECORDS, err[:300]))
    print("%d commands were killed" % day.killed)
