"""Runs tests of the build with mutants: once without one, to learn which test reaches which mutant and how long it takes,
and then, for each mutant, those that reach it until one fails: the quickest first, and before them those that have killed
its neighbours.

A failure is believed when the same test fails a second time with the mutant; a test that takes too long, when it does not
without it. So chance kills nothing.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PASSED, FAILED, LATE = "passed", "failed", "timeout"
LONGEST = 1800  # seconds of a test without a mutant


class Test:
    """A test as ctest knows it, and what the run without a mutant told of it."""

    def __init__(self, entry, patience):
        properties = {one["name"]: one["value"] for one in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry["command"]
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(word.split("=", 1) for word in properties.get("ENVIRONMENT", []))
        self.seconds = 0.0
        self.reached = set()
        self.sound = True
        self.patience = patience

    @property
    def limit(self):
        return self.patience + 5 * self.seconds

    def key(self, programs):
        """Changes when the test does, or what it runs."""
        digest = hashlib.sha256()
        files = [self.command[0]] + ([] if Path(self.command[0]).suffix != ".sh" else programs)
        for file in files:
            digest.update(Path(file).read_bytes())
        return digest.hexdigest()


def tests_of(build, left_out, patience):
    said = subprocess.run(
        ["ctest", "--test-dir", build, "--show-only=json-v1"], capture_output=True, text=True, check=True
    ).stdout
    tests = [Test(entry, patience) for entry in json.loads(said)["tests"] if entry.get("command")]
    return [test for test in tests if not left_out.search(test.name)]


class Runner:
    def __init__(self, folder, scale):
        self.home = Path(tempfile.mkdtemp(prefix="dendro-mutate-"))
        self.home.chmod(0o755)  # a test may become somebody else
        self.folder, self.scale = folder, scale
        self.lock = threading.Lock()
        self.started = 0
        self.luck = Counter()  # how often a test has killed a mutant of a file, or of a room

    def close(self):
        end_all(self.home)
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, test, limit, **variables):
        """One test, with a folder of its own for temporary files: (how it went, seconds)."""
        with self.lock:
            self.started += 1
            place = self.home / str(self.started)
        place.mkdir()
        environment = {
            **os.environ, "DENDRO_TEST_SCALE": str(self.scale), "PYTHONDONTWRITEBYTECODE": "1", **test.environment,
            "TMPDIR": str(place), **variables,
        }  # fmt: skip
        began = time.monotonic()
        with open(place / "said", "wb") as said:
            process = subprocess.Popen(
                test.command, cwd=test.folder or place, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                start_new_session=True,
            )  # fmt: skip
            try:
                how = PASSED if process.wait(limit) == 0 else FAILED
            except subprocess.TimeoutExpired:
                how = LATE
        seconds = time.monotonic() - began
        if how != PASSED:
            end_all(place)
            process.wait()
            if "DENDRO_MUTANT" not in variables:
                shutil.copy(place / "said", self.folder / f"baseline-{test.name.replace('/', '-')}.log")
        shutil.rmtree(place, ignore_errors=True)
        return how, seconds

    def learn(self, test, known):
        """The run without a mutant; `known` is what an earlier one told."""
        trace = self.home / ("trace-" + test.name.replace("/", "-"))
        for _ in range(2):
            trace.write_text("")
            trace.chmod(0o666)  # a test may become somebody else
            how, test.seconds = self.run(test, LONGEST, DENDRO_MUTANT_TRACE=str(trace))
            test.sound = how == PASSED
            if test.sound:
                break
        test.reached = {int(line) for line in trace.read_text().split()}
        known[test.name] = {"seconds": test.seconds, "reached": sorted(test.reached), "sound": test.sound}

    def kills(self, test, number):
        """Whether this test notices the mutant: "" or how."""
        chosen = {"DENDRO_MUTANT": str(number)}
        how, _ = self.run(test, test.limit, **chosen)
        if how == FAILED and self.run(test, test.limit, **chosen)[0] != PASSED:
            return FAILED
        if how == LATE and self.run(test, test.limit)[0] == PASSED:
            return LATE
        return ""

    def remember(self, mutant, name):
        self.luck.update([(mutant.path, name), (mutant.room, name)])

    def judge(self, mutant, tests, most):
        """Who kills the mutant: ("killed" or "survived", by whom or why). It gets `most` seconds of tests."""

        def cost(test):
            return test.seconds / (1 + 5 * self.luck[mutant.path, test.name] + self.luck[mutant.room, test.name])

        reaching = sorted((t for t in tests if t.sound and mutant.number in t.reached), key=cost)
        spent = 0
        for tried, test in enumerate(reaching):
            spent += test.seconds
            if spent > most and tried > 0:
                return "survived", f"{tried} of {len(reaching)} tests that reach it tried"
            how = self.kills(test, mutant.number)
            if how:
                self.remember(mutant, test.name)
                return "killed", f"by {test.name}" + (", timeout" if how == LATE else "")
        return "survived", f"{len(reaching)} tests reach it" if reaching else "no test reaches it"


def end_all(folder):
    """Ends the processes whose temporary folder is this one, or in it: those of a run or of all of ours."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "environ").read_bytes().split(b"\0")
            if any((word + b"/").startswith(f"TMPDIR={folder}/".encode()) for word in words):
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            pass


def learn_all(runner, tests, programs, memory, jobs):
    """Runs every test without a mutant, but those that have not changed since the file `memory` was written."""
    old = json.loads(memory.read_text()) if memory.exists() else {}
    known, fresh = {}, []
    for test in tests:
        key = test.key(programs)
        entry = old.get(test.name)
        if entry and entry["key"] == key and entry["sound"]:
            known[test.name] = entry
            test.seconds, test.reached, test.sound = entry["seconds"], set(entry["reached"]), entry["sound"]
        else:
            fresh.append((test, key))
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda pair: runner.learn(pair[0], known), fresh))
    for test, key in fresh:
        known[test.name]["key"] = key
    memory.write_text(json.dumps(known))
    return len(fresh)
