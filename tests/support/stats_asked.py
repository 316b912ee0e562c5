"""What the checks of the statistics share: the program and its database, how it is asked, and what differs. The words of the command
line are DENDRO FOLDER."""
import json
import subprocess
import sys

import bt_map

DENDRO, FOLDER = sys.argv[1:3]
DB = FOLDER + "/club.db"
PEOPLE = ["Ada", "Béa", "Cyd", "Dee", "Eve", "Fay", "Gil", "Hal"]
CATEGORIES = {"foret": "bee bear trout fox eagle dragonfly deer rabbit meadow stream wolf biodiversity".split(),
              "grandbois": "squares set own-tower other-tower".split(), "ecos": ["points"]}
failures = []


def dendro(*words, text=None):
    done = subprocess.run([DENDRO, *words], input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"dendro {' '.join(words)}: {done.returncode}: {done.stderr}")
    return done.stdout


def ask(*words):
    return json.loads(dendro("stats", *words, "--db", DB, "--json"))


def same(a, b, tolerance=1e-8):
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(same(x, y, tolerance) for x, y in zip(a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k], tolerance) for k in a)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return abs(a - b) <= tolerance * max(1, abs(b))
    return a == b


def check(what, ours, theirs, tolerance=1e-8):
    if not same(ours, theirs, tolerance):
        failures.append(what)
        print(f"FAILED: {what}: dendro says {ours}, it should be {theirs}")


def check_rating(what, row, rating):
    """Within a millionth of a rating point, which is what a history is kept to, too."""
    ours, theirs = [row[f] for f in ("rating", "rating_lo", "rating_hi", "sd")], bt_map.row(rating)
    if None in theirs or None in ours or max(abs(a - b) for a, b in zip(ours, theirs)) > 1e-6:
        check(what, ours, theirs, 0)
