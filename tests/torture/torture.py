"""Tortures a daemon of its own and says what came of it; scripts/torture says how it is called."""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import club
import phases
import report
import worker
import writers


class Torture:
    def __init__(self, options, work):
        self.began = time.monotonic()
        self.work = work
        self.dendro = os.environ["DENDRO"]
        self.unplugged = os.environ.get("UNPLUGGED") or None
        self.power = {"DENDRO_POWER_LIES": "1"} if options.liar else {}
        self.random = random.Random(options.seed)
        self.seconds = options.seconds
        self.clients = options.clients
        self.crowd = min(options.crowd, worker.raise_file_limit(options.crowd + 1000) - 500)
        self.tally = report.Tally()
        if self.crowd < options.crowd:
            self.tally.note("only %d connections at once: the limit of open files" % self.crowd)
        self.board = writers.Board(worker.FORK)
        self.timings = os.path.join(work, "timings")
        self.made = {}
        self.club = club.Club(self, "club", work)
        self.club.fill(options.games, options.seed)
        self.games = writers.records(self.club.run("simulate", "--game", "foret", "--seats", "3", "--level", "table",
                                                   "--games", "40", "--seed", str(options.seed)))  # fmt: skip

    def once(self, name, make):
        """What a phase makes when it is first run and uses again."""
        if name not in self.made:
            self.made[name] = make()
        return self.made[name]

    def hold(self):
        """How long a crowd stays: in a longer run, now and then until the daemon's patience with it ends."""
        return 35 if self.seconds > 10 and self.random.random() < 0.15 else self.seconds / 3

    def run(self, name):
        print("torture: %.1f min: %s" % ((time.monotonic() - self.began) / 60, name), file=sys.stderr, flush=True)
        self.tally.phase = name
        self.tally.phases[name] += 1
        try:
            phases.PHASES[name](self)
        except club.Broken:
            pass  # told already

    def finish(self):
        self.tally.phase = "at the end"
        disk = self.made.get("disk")
        for where in filter(None, (self.club, self.made.get("power"), disk and disk.club)):
            where.check_all()


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/torture", add_help=False)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(31))
    parser.add_argument("--only", choices=list(phases.PHASES), action="append")
    parser.add_argument("--crowd", type=int, default=10000)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--liar", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("minutes", type=float, nargs="?", default=5)
    return parser.parse_args()


def main():
    options = arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    work = tempfile.mkdtemp(prefix="dendro-torture-")
    began = time.monotonic()
    print("torture: seed %d, in %s" % (options.seed, work), file=sys.stderr, flush=True)
    try:
        torture = Torture(options, work)
        while True:
            names = list(options.only or phases.PHASES)
            torture.random.shuffle(names)
            for name in names:
                torture.run(name)
                if 0 < options.minutes * 60 < time.monotonic() - began:
                    break
            if time.monotonic() - began >= options.minutes * 60:
                break
        torture.finish()
        report.show(torture.tally, options.seed, (time.monotonic() - began) / 60, torture.board,
                    report.times(torture.timings))  # fmt: skip
        return 0 if torture.tally.sound() else 1
    finally:
        small = os.path.join(work, "small")
        if os.path.ismount(small):
            subprocess.run(["umount", "-l", small], check=False)
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
