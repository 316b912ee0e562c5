"""The program behind scripts/mutate, which says what it does."""

import argparse
import json
import os
import re
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from build import Row, Tree
from runs import Runner, learn_all, tests_of

ROOMS = "base rules record stats store service wire http cli".split()
# These read the sources or other programs' work, or are this test itself.
LEFT_OUT = r"/(check_\w+|mutate|torture|openapi_lint|packaging)[.]sh$"


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/mutate")
    parser.add_argument("room", nargs="?", default="all")
    parser.add_argument("count", nargs="?", type=int, default=40)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--sanitize", default="")
    parser.add_argument("--skip", default="^$")
    parser.add_argument("--most", type=float, default=1e9)
    parser.add_argument("--patience", type=float, default=20)
    parser.add_argument("--scale", type=int, default=int(os.environ.get("DENDRO_TEST_SCALE", 10)))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--folder", type=Path)
    return parser.parse_args()


def accepted(root):
    """tests/mutants.txt: the names of mutants that may survive, each followed by an indented reason."""
    file = root / "tests/mutants.txt"
    lines = file.read_text().splitlines() if file.exists() else []
    return {line.strip() for line in lines if line and not line.startswith((" ", "#"))}


def table(mutants, results, named):
    print(f"\n{'room':8} {'mutants':>8} {'killed':>7} {'survived':>9} {'of them named':>14} {'killed %':>9}")
    for room in dict.fromkeys(mutant.room for mutant in mutants):
        mine = [mutant for mutant in mutants if mutant.room == room]
        killed = sum(results[mutant.key][0] == "killed" for mutant in mine)
        known = sum(results[mutant.key][0] != "killed" and mutant.name in named for mutant in mine)
        percent = 100 * killed / len(mine)
        print(f"{room:8} {len(mine):8} {killed:7} {len(mine) - killed:9} {known:14} {percent:9.0f}")


def main():
    options = arguments()
    root = options.root.resolve()
    everything = [room for room in ROOMS if (root / "src" / room).is_dir()]
    rooms = everything if options.room == "all" else options.room.split(",")
    home = (options.folder or root / "build/mutate").resolve()
    folder = home / (options.sanitize or "plain")
    folder.mkdir(parents=True, exist_ok=True)
    for room in rooms:
        if not (root / "src" / room).is_dir():
            sys.exit(f"mutate: no room '{room}'")

    refused_file = folder / "refused.json"  # by the compiler, before
    refused = set(json.loads(refused_file.read_text()) if refused_file.exists() else [])
    rows = [Row(root, room, options.count, options.seed, refused) for room in rooms]
    tree = Tree(root, folder, options.jobs, folder / "build.log")
    tree.log.unlink(missing_ok=True)
    tree.place(rows)
    tree.configure([f"-DDENDRO_SANITIZE={options.sanitize}"] if (root / "cmake/DendroFlags.cmake").exists() else [])
    mutants = tree.fit(rows, refused)
    refused_file.write_text(json.dumps(sorted(refused)))
    if options.list:
        for mutant in mutants:
            print(f"{mutant.number} {mutant.path}:{mutant.place.line} {mutant.place.function}: {mutant.shown}")
        return
    tree.make()

    left_out = re.compile(f"{LEFT_OUT}|{options.skip}")
    tests = tests_of(tree.build, left_out, options.patience)
    programs = [path for path in (tree.build / "dendro", tree.tree / "tests/support/daemon.sh") if path.exists()]
    memory = home / f"results-{'-'.join(rooms)}-{options.count}-{options.seed}.json"
    results = json.loads(memory.read_text()) if options.again and memory.exists() else {}
    results = {name: result for name, result in results.items() if result[0] == "killed"}
    named = accepted(root)
    runner = Runner(folder, options.scale)

    def stop(*_):
        runner.close()
        os._exit(1)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        count = learn_all(runner, tests, programs, folder / "baseline.json", options.jobs)
        for test in tests:
            if not test.sound:
                print(f"left out {test.name}: it fails without a mutant")
        print(f"{len(mutants)} mutants, {len(tests)} tests, {count} of them run without a mutant", flush=True)

        for mutant in mutants:
            if mutant.key in results:
                runner.remember(mutant, results[mutant.key][1].removeprefix("by ").removesuffix(", timeout"))

        def judge(mutant):
            if mutant.key not in results:
                results[mutant.key] = runner.judge(mutant, tests, options.most)
                with runner.lock:
                    memory.write_text(json.dumps(results, indent=1, ensure_ascii=False))
            how, why = results[mutant.key]
            print(f"{how:8} {mutant.path}:{mutant.place.line} {mutant.place.function}: {mutant.shown} ({why})", flush=True)

        with ThreadPoolExecutor(options.jobs) as pool:  # those that hardly die, and so take long, at the end
            list(pool.map(judge, sorted(mutants, key=lambda mutant: mutant.name in named)))
    finally:
        runner.close()
    table(mutants, results, named)


main()
