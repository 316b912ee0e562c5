"""Records of Ecos as people write them, for the slow referee (ecos_referee.py): lines cut short, lines that say what the rules have done, lines
by the wrong seat or with the card, place or element of another line. Some can still be understood, some must be refused; a line `x-mess` says so.
The referee plays along, so that most of what it lets pass does what the record does: else the rest of the game would only be refused.
usage: ecos_mess.py SEED CATALOGUE.json... < records > records"""
import random
import sys

from ecos_record import again, heard, read_catalogues, read_record, start
from ecos_short import Foul

ASTRAY = 0.03  # how often a line that leads elsewhere is kept


def other(chance, line, pool):
    """The line with one word of another line that begins alike."""
    words = line.split()
    like = chance.choice(pool.get(words[1], [line])).split()
    at = chance.randrange(2, len(words)) if len(words) > 2 else 1
    words[at] = like[at] if at < len(like) else words[at]
    return " ".join(words)


def cut(chance, line, _):
    words = line.split()
    return " ".join(words[:chance.randint(2, len(words))])


def eco(_, line, __):
    words = line.split()
    if words[1] != "charge" or len(words) < 4:
        return line
    return " ".join([*words[:4], *words[5:]] if "eco" in words else [*words[:4], "eco", *words[4:]])


def bare(_, line, __):
    """A charge without its element."""
    words = line.split()
    return " ".join([*words[:3], *words[4:]]) if words[1] == "charge" else line


def elsewhere(chance, line, pool):
    """Another line of the game, from this seat or from its own."""
    strange = chance.choice(pool[chance.choice(list(pool))])
    return strange if chance.random() < 0.5 else line.split()[0] + " " + strange.split(maxsplit=1)[1]


def silent(chance, line, _):
    """What rules 2 may have done already, or take as said."""
    return line.split()[0] + " " + chance.choice(["turn", "wait", "nothing", "gain card", "look", "resolve", "withdraw", "charge", "place", "done"])


def strange(chance, line, pool):
    """A line in the place of this one, or None."""
    kind = chance.random()
    if line.startswith("*"):
        return other(chance, line, pool) if kind < 0.01 else None
    makers = ((0.10, cut), (0.12, other), (0.13, eco), (0.14, bare), (0.16, elsewhere), (0.19, silent))
    return next((make(chance, line, pool) for limit, make in makers if kind < limit), None)


def split(line):
    seat, said = line.split(": ", 1)
    return seat, said


def legal_now(game, line):
    try:
        return game.meant(*split(line))
    except Foul:
        return None


def put_instead(chance, game, line, instead, text):
    """Writes another line, if the game stays on its way. The game after it, and whether it stands for the line itself."""
    meant, words = legal_now(game, instead), game.said
    if meant is not None and (split(instead)[0], meant) != (split(line)[0], legal_now(game, line)):
        if chance.random() < ASTRAY:
            text.append(instead)
            return heard(game, *split(instead))[0], False
        return game, False
    game, foul = heard(game, *split(instead))
    if foul or game.said == words:
        text.append(instead)
        return game, False
    if meant is None and not line.startswith(instead) and chance.random() >= ASTRAY:
        game.stood.pop()
        return again(game), False
    text.append(instead)
    return game, meant is not None or line.startswith(instead)


def mess(chance, game, moves):
    pool, text = {}, []
    for line in moves:
        pool.setdefault(line.split()[1], []).append(line)
    for line in moves:
        instead, stands = strange(chance, line, pool), False
        if instead:
            game, stands = put_instead(chance, game, line, instead, text)
        if not stands:
            text.append(line)
            game = heard(game, *split(line))[0]
    return text


def main():
    chance, catalogues = random.Random(int(sys.argv[1])), read_catalogues(sys.argv[2:])
    for record in sys.stdin.read().split("dendro 1\n")[1:]:
        header, lines = read_record(record)
        kept = [line for line in record.splitlines() if line and line.split()[0] in ("game", "rules", "variant", "level", "seat", "option")]
        moves = mess(chance, start(catalogues, header), [": ".join(line) for line in lines])
        print("\n".join(["dendro 1", *kept, "x-mess by chance", "", *moves, ""]))


if __name__ == "__main__":
    main()
