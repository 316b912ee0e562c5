"""The build with mutants: a copy of the tree in which each chosen place is written twice, compiled once.

The copy (tree) keeps what did not change, so that a second build compiles only what did. What no C compiler accepts is found by
the compiler: the mutants of the line that it complains about are dropped, and the next ones of the row take their numbers.
"""

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path

from sites import places_of, written_twice

HERE = Path(__file__).resolve().parent
SKIPPED = {".git", "build", "__pycache__"}  # not part of the program
LINKED = {"node_modules"}  # large, and never written


class Mutant:
    """One chosen change of one place."""

    def __init__(self, room, path, place, change):
        self.room, self.path, self.place = room, path, place
        self.shown, self.text = change
        self.number = 0

    @property
    def name(self):
        """Without a line number: what tests/mutants.txt calls it."""
        return f"{self.path} {self.place.function}: {self.shown}"

    @property
    def key(self):
        """Which one it is: a name may be that of several places of a function."""
        return f"{self.path}:{self.place.line} {self.place.function}: {self.shown} at {self.place.start}"

    def overlaps(self, other):
        return (
            self.path == other.path and self.place.start < other.place.end and other.place.start < self.place.end
        )


def row_of(root, room, seed):
    """All mutants of a room in the order in which this seed takes them, one a place."""
    dice = random.Random(f"{room} {seed}")
    found = []
    for file in sorted((root / "src" / room).rglob("*.c")):
        path = str(file.relative_to(root))
        found += [(path, place) for place in places_of(file.read_text())]
    dice.shuffle(found)
    return [Mutant(room, path, place, dice.choice(place.changes)) for path, place in found]


class Row:
    """The mutants of a room that are taken, and those that may still be."""

    def __init__(self, root, room, count, seed, refused):
        self.left = [mutant for mutant in row_of(root, room, seed) if mutant.name not in refused]
        self.count = count
        self.taken = []

    def fill(self):
        while self.left and len(self.taken) < self.count:
            mutant = self.left.pop(0)
            if not any(mutant.overlaps(other) for other in self.taken):
                self.taken.append(mutant)


def write_if_changed(path, data):
    if not path.is_file() or path.is_symlink() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def mutated(text, mutants):
    """A file with these mutants in it."""
    for mutant in sorted(mutants, key=lambda one: one.place.start, reverse=True):
        place = mutant.place
        text = text[: place.start] + written_twice(text, place, mutant.text, mutant.number) + text[place.end :]
    return text


class Tree:
    """The copy of the sources, and what is built of it."""

    def __init__(self, root, folder, jobs, log):
        self.root, self.tree, self.build = root, folder / "tree", folder / "build"
        self.jobs, self.log = jobs, log

    def copy(self, mutants):
        """Brings the copy up to date: the root's files, and these mutants."""
        by_path = {}
        for mutant in mutants:
            by_path.setdefault(mutant.path, []).append(mutant)
        wanted = set()
        for folder, folders, files in os.walk(self.root):
            here = Path(folder).relative_to(self.root)
            for name in [name for name in folders if name in LINKED]:
                self.link(here / name)
                wanted.add(here / name)
            folders[:] = [name for name in folders if name not in SKIPPED | LINKED]
            for name in files:
                path, source = here / name, Path(folder) / name
                data = source.read_bytes()
                if str(path) in by_path:
                    data = mutated(data.decode(), by_path[str(path)]).encode()
                write_if_changed(self.tree / path, data)
                shutil.copymode(source, self.tree / path)
                wanted.add(path)
        for name in ("mutant.c", "mutant.h"):
            write_if_changed(self.tree / "src/base" / name, (HERE / name).read_bytes())
            wanted.add(Path("src/base") / name)
        self.prune(wanted)

    def link(self, path):
        target = self.tree / path
        if not target.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(self.root / path)

    def prune(self, wanted):
        """Files that the root no longer has would still be compiled."""
        for folder, folders, files in os.walk(self.tree):
            here = Path(folder).relative_to(self.tree)
            folders[:] = [name for name in folders if here / name not in wanted]
            for name in files:
                if here / name not in wanted:
                    (Path(folder) / name).unlink()

    def call(self, *command):
        with open(self.log, "ab") as log:
            done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            raise SystemExit(f"mutate: {command[0]} failed, see {self.log}")

    def configure(self, flags):
        words = ["-O1", "-g0", "-w", "-Werror=vla", "-include", str(self.tree / "src/base/mutant.h")]
        self.call(
            "cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Mutants", "-DDENDRO_WERROR=OFF",
            f"-DCMAKE_C_FLAGS={' '.join(words)}", *flags,
        )  # fmt: skip

    def make(self):
        self.call("cmake", "--build", self.build, "-j", str(self.jobs))

    def complaints(self, paths):
        """The lines that the compiler refuses, as (path, line)."""
        commands = {entry["file"]: entry for entry in json.loads((self.build / "compile_commands.json").read_text())}
        found = set()
        for path in sorted(paths):
            entry = commands.get(str(self.tree / path))
            if not entry:
                continue
            command = re.sub(r" -o \S+ -c ", " -fsyntax-only ", entry["command"])
            said = subprocess.run(command, shell=True, cwd=entry["directory"], capture_output=True, text=True, check=False)
            for line in re.findall(rf"^{re.escape(str(self.tree / path))}:(\d+):.*error:", said.stderr, re.MULTILINE):
                found.add((path, int(line)))
            if said.returncode != 0 and not any(where == path for where, _ in found):
                raise SystemExit(f"mutate: {path} does not compile:\n{said.stderr}")
        return found

    def place(self, rows):
        """Fills the rows, numbers their mutants, and writes them into the copy."""
        for row in rows:
            row.fill()
        mutants = [mutant for row in rows for mutant in row.taken]
        for number, mutant in enumerate(mutants, 1):
            mutant.number = number
        self.copy(mutants)
        return mutants

    def fit(self, rows, refused):
        """Takes mutants of every row until all that are taken compile; adds the names of the others to `refused`."""
        checked = set()
        while True:
            mutants = self.place(rows)
            state = {path: frozenset(m.name for m in mutants if m.path == path) for path in {m.path for m in mutants}}
            bad = self.complaints(path for path, names in state.items() if (path, names) not in checked)
            checked |= {item for item in state.items() if item[0] not in {path for path, _ in bad}}
            if not bad:
                return mutants
            for row in rows:
                refused |= {m.name for m in row.taken if self.is_hit(m, bad)}
                row.taken = [m for m in row.taken if m.name not in refused]

    def is_hit(self, mutant, bad):
        text = (self.root / mutant.path).read_text()
        first = text.count("\n", 0, mutant.place.start) + 1
        last = text.count("\n", 0, mutant.place.end) + 1
        return any(path == mutant.path and first <= line <= last for path, line in bad)
