"""The phases: what is done to a daemon while people write to it. Each ends with a stop and a check.

A phase has its writers and one more who is timed; whatever happens, they keep at it. `Scene` starts and ends them, and
waits in slices in which it sees whether the daemon has died, or has not answered a writer for a minute.
"""

import os
import subprocess
import resource
import time

import club
import crowd
import questions
import report
import worker
import writers

CROWD_ADDRESSES = questions.ADDRESSES


class Scene:
    """Writers beside a daemon, from `with` to the check."""

    def __init__(self, torture, where, label, count, options=(), environment=None):
        self.torture = torture
        self.club = where
        self.board = torture.board
        self.tally = torture.tally
        self.label = report.LABELS.index(label)
        self.count = count
        self.options = options
        self.environment = environment
        self.workers = []
        self.hung = False

    def __enter__(self):
        self.folder = self.club.folder()
        self.board.stop.clear()
        self.board.label.value = self.label
        self.club.start(self.options, self.environment)
        seed = self.torture.random.getrandbits(40)
        common = (self.board, self.club.token, self.folder)
        names = ["Writer %d" % i for i in range(1, self.count + 1)]
        self.begin_patience()
        self.workers.append(worker.start(writers.many, *common, names, seed, self.torture.games))
        self.workers.append(worker.start(writers.timed, *common, "Timed writer", seed + 1, self.torture.games,
                                         self.torture.timings))  # fmt: skip
        self.moved()  # nothing begins before everybody has
        return self

    def __exit__(self, kind, *_):
        self.board.stop.set()
        for process, patience in zip(self.workers, (5, 5, 0.5, 0.5)):  # writers would like to finish
            worker.end(process, patience)
        if kind is not None or not self.club.daemon.alive():
            self.club.daemon.kill()
        else:
            if not self.hung and not self.club.serves_newcomers():
                self.tally.fail("hung", "a newcomer is not served")
            self.club.stop()
        if kind is None or issubclass(kind, club.Broken):
            self.club.check_new(self.folder)
        return kind is not None and issubclass(kind, club.Broken)

    def begin_patience(self):
        self.board.answered.value = time.monotonic()

    def see(self):
        """Looks after the daemon; True when it hung, which ends the phase's trial of it."""
        self.club.look()
        if self.club.ended_by_itself():
            self.begin_patience()
        if not self.hung and time.monotonic() > self.board.answered.value + club.HANG:
            self.hung = True
            self.tally.fail("hung", "no move was answered for %d s" % club.HANG)
            self.club.kill()
            self.club.again()
            self.begin_patience()
        return self.hung

    def wait(self, seconds, until=lambda: False):
        """Until so much time has passed, something is true, or the daemon hangs. False when it hangs."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not until():
            if self.see():
                return False
            time.sleep(0.05)
        return True

    def moved(self, count=1):
        """Waits until that many more are acknowledged. False when the daemon hangs."""
        goal = self.board.moves.value + count
        served = self.wait(2 * club.HANG, lambda: self.board.moves.value >= goal)
        if served and self.board.moves.value < goal:
            self.hung = True
            self.tally.fail("hung", "moves are answered, but for %d s none was acknowledged" % (2 * club.HANG))
        return served and not self.hung


# ---- crowds ----

WAVES = {
    "many addresses": (CROWD_ADDRESSES, ()),
    "one address": (CROWD_ADDRESSES[:1], ()),
    "behind a proxy": (["127.0.0.1"], ("--connections-per-address", "65536")),
}
MIXES = [["silent"], ["half a header", "half a body", "drip"], ["idle"], list(crowd.SAYINGS)]


class Gathering:
    """A crowd in a process of its own."""

    def __init__(self, torture, port, total, sources, kinds, seconds):
        fork = worker.FORK
        self.tally = torture.tally
        self.counts = fork.Array("l", len(crowd.COUNTED))
        self.gathered = fork.Event()
        self.stop = fork.Event()
        self.process = worker.start(crowd.gather, port, total, sources, kinds, seconds, torture.random.getrandbits(40),
                                    self.counts, self.gathered, self.stop)  # fmt: skip

    def end(self):
        self.stop.set()
        worker.end(self.process, 30)
        for name, n in zip(crowd.COUNTED, self.counts):
            self.tally.connections[name] += n


def wave(scene, sources, kinds, seconds):
    """One crowd; moves are answered meanwhile, newcomers afterwards. False when the daemon hangs."""
    torture = scene.torture
    before = scene.board.moves.value
    gathering = Gathering(torture, scene.club.daemon.port, torture.crowd, sources, kinds, seconds)
    served = scene.wait(2 * club.HANG, gathering.gathered.is_set) and scene.moved() and scene.wait(seconds)
    scene.tally.meanwhile.append(scene.board.moves.value - before)
    gathering.end()
    if served and not scene.club.serves_newcomers(sources[0]):
        scene.tally.fail("hung", "a newcomer is not served after the crowd")
        return False
    return served


def phase_crowd(torture):
    names = list(WAVES)
    torture.random.shuffle(names)
    for name in names:
        sources, options = WAVES[name]
        with Scene(torture, torture.club, "crowd", 4, options) as scene:
            mixes = torture.random.sample(MIXES, 2)
            for kinds in mixes:
                scene.tally.phase = "crowd, %s, %s" % (name, " and ".join(kinds))
                if not wave(scene, sources, kinds, torture.hold()):
                    break


# ---- questions ----


def phase_questions(torture):
    people = list(torture.club.handles().values())
    counts = worker.FORK.Array("l", 600)
    with Scene(torture, torture.club, "questions", 4) as scene:
        told = {"players": people, "games": torture.club.games, "entries": torture.club.checked}
        process = worker.start(questions.many, scene.club.daemon.port, torture.clients, torture.random.getrandbits(40),
                               told, counts, scene.board.stop)  # fmt: skip
        scene.workers.append(process)
        scene.wait(torture.seconds * 2)
        scene.moved()
    for status, n in enumerate(counts):
        if n:
            torture.tally.answers[status] += n


# ---- writers, kills, power ----


def phase_writers(torture):
    with Scene(torture, torture.club, "calm", 0) as scene:
        scene.wait(torture.seconds / 2)
    with Scene(torture, torture.club, "32 writers", 32) as scene:
        scene.wait(torture.seconds)


def phase_kills(torture):
    """kill -9 at any moment, sometimes with a crowd before the door; and SIGTERM in the middle of one."""
    with Scene(torture, torture.club, "kills", 32) as scene:
        end = time.monotonic() + torture.seconds
        while time.monotonic() < end and not scene.hung:
            if scene.moved() and scene.wait(torture.random.choice([0.02, 0.2, 1.0]) * torture.random.random()):
                scene.club.kill()
                torture.tally.kills += 1
                scene.club.again()
        if not scene.hung:
            gathering = Gathering(torture, scene.club.daemon.port, torture.crowd // 4, CROWD_ADDRESSES, list(crowd.SAYINGS), 60)
            scene.wait(torture.seconds / 2, gathering.gathered.is_set)
            scene.moved()
            scene.club.stop()
            gathering.end()
            scene.club.again()
            scene.moved()


def phase_power(torture):
    if torture.unplugged is None:
        torture.tally.note("no power cuts: there is no dendro_unplugged")
        return

    def plan():
        return dict(torture.power, DENDRO_POWER_SEED=str(torture.random.getrandbits(32)))

    where = torture.once("power", lambda: club.Club(torture, "power", torture.work, torture.unplugged))
    with Scene(torture, where, "power cuts", 16, environment=plan()) as scene:
        end = time.monotonic() + torture.seconds
        while time.monotonic() < end and not scene.hung:
            if scene.moved(torture.random.choice([1, 20, 200])) and scene.wait(0.3 * torture.random.random()):
                scene.club.kill()
                torture.tally.cuts += 1
                scene.club.again(plan())


# ---- full disk ----


class SmallDisk:
    """A file system of its own that can be filled; or, where none can be mounted, a limit on the length of files."""

    def __init__(self, torture):
        self.path = os.path.join(torture.work, "small")
        self.mib = 64
        os.makedirs(self.path)
        self.mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=%dm" % self.mib, "tmpfs", self.path],
                                      check=False, stderr=subprocess.DEVNULL).returncode == 0  # fmt: skip
        if not self.mounted:
            torture.tally.note("no file system can be mounted: a full disk is a limit on the length of files")
        self.club = club.Club(torture, "small", self.path)

    def fill(self, pid):
        if not self.mounted:
            size = max(os.path.getsize(self.club.db + end) for end in ("", "-wal"))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            return
        with open(os.path.join(self.path, "filler"), "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    pass

    def make_room(self, pid):
        if not self.mounted:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            return
        os.unlink(os.path.join(self.path, "filler"))
        self.mib += 16  # the log has grown
        subprocess.run(["mount", "-o", "remount,size=%dm" % self.mib, self.path], check=False)


def phase_disk(torture):
    disk = torture.once("disk", lambda: SmallDisk(torture))
    with Scene(torture, disk.club, "full disk", 8) as scene:
        end = time.monotonic() + torture.seconds
        while time.monotonic() < end and not scene.hung:
            refused = scene.board.unavailable.value
            disk.fill(scene.club.daemon.process.pid)
            scene.wait(club.HANG, lambda: scene.board.unavailable.value > refused)
            scene.wait(torture.random.random())
            torture.tally.full += 1
            disk.make_room(scene.club.daemon.process.pid)
            scene.moved(20)


PHASES = {
    "crowd": phase_crowd,
    "questions": phase_questions,
    "writers": phase_writers,
    "kills": phase_kills,
    "power": phase_power,
    "disk": phase_disk,
}
