"""The comparison itself: it must see what is lost and what is twice, and nothing else."""

import os
import tempfile

import journal

HANDLES = {"Ada": "ada"}


def entry(seq, kind, game, body):
    return {"seq": seq, "kind": kind, "game": game, "body": body}


OPEN = "dendro 1\ngame foret\nseat 1 @ada\nseat 2 @bo\n"
LOG = [
    entry(1, "import", 1, "dendro 1\nseat 1 @bo\n"),
    entry(2, "open", 2, OPEN),
    entry(3, "moves", 2, "1: bee 0,0\n"),
    entry(4, "back", 2, "*: back 1\n"),
    entry(5, "moves", 2, "1: bee 0,0\n"),
]


def journal_of(steps):
    """A journal with these requests: (kind, game, body, the answer or None)."""
    with tempfile.TemporaryDirectory() as folder:
        book = journal.Journal(folder, "Ada")
        for kind, game, body, answer in steps:
            book.intend(kind, game, body, "key")
            if answer:
                book.acknowledge({"seq": answer[0], "game": answer[1], "ply": 0})
        os.close(book.fd)
        return journal.read(folder)


STEPS = [
    ("open", 0, "", (2, 2)),
    ("moves", 2, "1: bee 0,0\n", (3, 2)),
    ("back", 2, "*: back 1\n", (4, 2)),
    ("moves", 2, "1: bee 0,0\n", (5, 2)),
]


def expect(lost, doubled, log, steps):
    found = journal.Comparison(log, journal_of(steps), HANDLES)
    assert (len(found.lost), len(found.doubled)) == (lost, doubled), (found.lost, found.doubled)


def unanswered(steps, n):
    return [step[:3] + (None,) if i == n else step for i, step in enumerate(steps)]


expect(0, 0, LOG, STEPS)
expect(1, 0, LOG[:-1], STEPS)  # the last is gone
expect(1, 0, LOG[:2] + [entry(3, "moves", 2, "1: fox 0,0\n")] + LOG[3:], STEPS)  # another in its place
expect(1, 0, LOG[1:], [("open", 0, "", (1, 1))] + STEPS)  # a game that is not there
expect(0, 0, LOG, unanswered(STEPS, 3))  # executed without an answer
expect(0, 0, LOG[:-1], unanswered(STEPS, 3))  # or not
expect(0, 1, LOG + [entry(6, "moves", 2, "1: bee 0,0\n")], STEPS)  # a move twice
expect(0, 1, LOG + [entry(6, "back", 2, "*: back 1\n")], STEPS)  # a take-back twice
expect(0, 1, LOG + [entry(6, "moves", 2, "1: bee 0,0\n")], unanswered(STEPS, 3))  # one of two was never asked for
expect(0, 1, LOG + [entry(6, "open", 6, OPEN)], STEPS)  # a game twice
expect(0, 0, LOG + [entry(6, "open", 6, OPEN)], STEPS + [("open", 0, "", None)])
expect(0, 1, LOG, STEPS + [("moves", 2, "1: bee 0,0\n", (5, 2))])  # two requests, one entry
expect(0, 0, LOG + [entry(6, "open", 6, "dendro 1\nseat 1 @bo\n")], STEPS)  # somebody else's
