"""The slow referee of Biotopes (biotopes_referee.py) held to the booklet's examples, which /shared/rules/biotopes-situations.md completes: a referee
that is wrong by itself would only find its own mistakes. Positions are set up by hand, the lines are as in a record.
usage: test_biotopes_referee.py CATALOGUES     the folder of printed.json and house.json"""
import sys
from collections import Counter

from biotopes_board import COLOUR_OF
from biotopes_catalogue import read_catalogues
from biotopes_game import Game
from biotopes_land import BIOTOPES
from biotopes_score import End, score, verdict

MAP = ["*: conditions mountain forest bird mammal", "*: tile A1 -2,-1", "*: tuile a2 r0 1,-2", "*: tile A3 -1,1", "*: tile A4 2,0"]


def new_game(folder, variant="discovery", level="table", name="printed", unknown="blank"):
    catalogue = next(iter(read_catalogues([f"{folder}/{name}.json"]).values()))
    seats = 1 if variant.startswith("solo") else 2
    return Game(catalogue, {"variant": variant, "level": level, "seats": seats, "options": {"unknown": unknown}})


def hear(game, *lines):
    for line in lines:
        seat, said = line.split(": ", 1)
        game.line(seat, said)


def refused(game, line):
    assert game.refuses(*line.split(": ", 1)), f"{line} was not refused"


def begun(folder, **how):
    """A game in its first cycle, whatever tokens there are."""
    game = new_game(folder, **how)
    hear(game, *MAP)
    while "*" not in game.ask and not any(m == "pass" for moves in game.ask.values() for m in moves()):
        seat = next(iter(game.ask))
        hear(game, f"{seat}: {sorted(game.ask[seat]())[0]}")
    return game


def tokens(game, **places):
    """Tokens where they are wanted: one=["0,0", ...], two=[...]."""
    game.land.tokens = {}
    for seat, name in (("1", "one"), ("2", "two")):
        for place in places.get(name, []):
            q, r = place.split(",")
            game.land.tokens[(int(q), int(r))] = seat
        game.players[seat].tokens = 12 - len(places.get(name, []))


def have(game, seat, card, cubes):
    """A species in play with cubes, as {colour: count}; a biotope card gets them."""
    p = game.players[seat]
    if card not in BIOTOPES and card not in p.cubes:
        species = game.cat.species[card]
        p.rows[species.biotope].append(card)
        game.unseen[species.deck].remove(card)
    p.cubes[card] = Counter(cubes)


def same(found, wanted):
    assert found == wanted, f"{found} instead of {wanted}"


def on(game, seat, *cards):
    return [game.players[seat].on(card) for card in cards]


def florence(folder):
    game = begun(folder)
    have(game, "1", "european-rose-chafer", {"green": 1})
    game.players["1"].bag = Counter(green=4, blue=4)
    hear(game, "1: pass", "2: pass")
    refused(game, "*: cubes 1 green green green green")
    hear(game, "*: cubes 1 bleu green green blue vert")
    same(on(game, "1", "forest", "wetland"), [4, 3])
    game = begun(folder)
    game.players["1"].bag = Counter(green=3)
    hear(game, "1: pass", "2: pass")
    refused(game, "*: cubes 1 green green")
    hear(game, "*: cubes 1 green green green")
    same(sorted(game.ask), ["2"])  # whose turn it is: the second seat has an empty bag


def pascal(folder):
    game = begun(folder)
    game.players["1"].hidden["insectivore"] = 1
    game.reserve["green"] = 14
    have(game, "1", "large-copper", {"blue": 1})
    refused(game, "1: adapt european-hedgehog")
    hear(game, "1: adapter Mésange huppée", "1: pay plant yellow meadow")
    refused(game, "1: pay plant green forest")
    refused(game, "1: pay plant blue large-copper")  # the plant is paid
    hear(game, "1: pay blue large-copper")
    same([game.reserve["green"], game.players["1"].bag], [13, Counter(yellow=1, blue=1)])
    same(on(game, "1", "european-crested-tit", "meadow"), [1, 0])
    for answer, count in (("put european-crested-tit", 1), ("skip", 0)):
        game = begun(folder)
        game.players["1"].hidden["insectivore"] = 1
        game.reserve["green"] = 0
        have(game, "1", "large-copper", {"blue": 1})
        hear(game, "1: adapt european-crested-tit with plant green forest, invertebrate blue large-copper", f"1: {answer}")
        same([on(game, "1", "european-crested-tit"), game.players["1"].bag["green"]], [[count], 1 - count])


def loubna(folder):
    game = begun(folder)
    for card, count in (("large-copper", 1), ("southwestern-water-vole", 4), ("common-water-frog", 0)):
        have(game, "1", card, {"blue": count})
    have(game, "1", "wetland", {"blue": 4})
    hear(game, "1: transfer with plant grey mountain")
    same(on(game, "1", "large-copper", "southwestern-water-vole", "common-water-frog", "wetland"), [2, 4, 1, 2])


def thomas(folder):
    game = begun(folder)
    for card, colour in (("red-deer", "grey"), ("hawfinch", "green")):
        have(game, "1", card, {colour: 1})
    hear(game, "1: evolve", "1: pay plant yellow meadow")
    refused(game, "1: pay plant green forest")
    hear(game, "1: discard brown-rat", "1: pay mammal grey red-deer", "1: pay bird green hawfinch", "1: discard mute-swan")
    same(game.hand_size("1"), 2)
    hear(game, *(f"1: draw {d}" for d in ("herbivore", "herbivore", "insectivore", "insectivore", "herbivore")))
    same(game.hand_size("1"), 7)
    refused(game, "1: discard bearded-vulture")  # no carnivore was drawn
    hear(game, "1: discard green-woodpecker")
    refused(game, "2: pass")
    hear(game, "1: discard european-rabbit", "2: pass")


def discreet(folder):
    game = begun(folder)
    have(game, "1", "large-copper", {"blue": 1})
    have(game, "1", "hawfinch", {"green": 1, "yellow": 1})
    have(game, "1", "wild-boar", {"green": 4})
    have(game, "1", "stag-beetle", {"green": 2})
    hear(game, "1: reproduce with invertebrate green stag-beetle")
    same(on(game, "1", "hawfinch", "wild-boar", "stag-beetle"), [3, 4, 1])  # the boar is fecund: the bag is empty, nothing is asked
    game = begun(folder)
    have(game, "1", "hawfinch", {"green": 1, "yellow": 1})
    have(game, "1", "wild-boar", {"green": 4})
    hear(game, "1: use hawfinch", "1: pay green hawfinch")
    refused(game, "1: shift yellow meadow wild-boar")
    refused(game, "1: shift yellow meadow forest")
    hear(game, "1: shift yellow meadow hawfinch", "1: shift yellow hawfinch meadow", "2: pass")
    have(game, "1", "hawfinch", {"green": 1})
    hear(game, "1: use hawfinch", "1: shift yellow meadow hawfinch")
    refused(game, "1: shift yellow hawfinch meadow")
    hear(game, "1: done")


def two_eligible(folder):
    for last, bag in (("put wild-boar", 0), ("skip", 1)):
        game = begun(folder)
        have(game, "1", "spanish-festoon", {"yellow": 1})
        have(game, "1", "hawfinch", {"green": 2})
        have(game, "1", "wild-boar", {"green": 3})
        game.reserve["green"], game.players["1"].bag = 1, Counter(green=1)
        hear(game, "1: reproduce with yellow spanish-festoon", "1: skip")  # the boar's cube
        refused(game, "1: skip")
        hear(game, "1: put hawfinch")
        refused(game, "1: put hawfinch")
        hear(game, f"1: {last}", "2: pass")
        same([on(game, "1", "hawfinch", "wild-boar"), game.players["1"].bag["green"]], [[3, 4 - bag], bag])


def emilie(folder):
    game = new_game(folder)
    hear(game, *MAP, "1: token 3,-1", "2: token -3,0")
    for place in ("3,0", "2,-1", "0,0"):
        refused(game, f"1: token {place}")
    hear(game, "1: token -3,-1")


def manue(folder):
    game = begun(folder)
    tokens(game, one=["-3,-1"], two=["0,0"])
    before = game.reserve["yellow"]
    refused(game, "1: expand 2,0")
    hear(game, "1: expand -2,-1")
    refused(game, "1: pay plant green forest")
    hear(game, "1: pay plant yellow meadow")
    same([game.reserve["yellow"], game.players["1"].bag["yellow"], game.players["1"].tokens], [before - 1, 1, 10])


def nils(folder):
    game = begun(folder)
    tokens(game, one=["-3,0"], two=["-1,0"])
    have(game, "1", "citril-finch", {"grey": 1, "blue": 1, "yellow": 1, "green": 1})
    refused(game, "1: migrate -3,0 0,1")
    refused(game, "1: migrate -3,0 -1,0")
    hear(game, "1: migrate -3,0 0,0")
    refused(game, "1: pay blue citril-finch")
    hear(game, "1: pay bird grey citril-finch", "1: draw herbivore")
    same(game.land.own("1"), [(0, 0)])


def virginie(folder):
    around = ["1,0", "1,-1", "0,-1", "-1,0", "0,1"]
    for own in (around, [*around, "-1,1"]):
        game = begun(folder)
        tokens(game, one=own, two=["0,0"])
        have(game, "1", "citril-finch", {"grey": 1})
        hear(game, "1: compete 0,0 with bird grey citril-finch", "2: pass")
        same(game.land.own("2"), [(-1, 1)] if own == around else [])
        same([game.players["2"].tokens, game.land.tokens[(0, 0)]], [11 if own == around else 12, "1"])
    game = begun(folder)
    tokens(game, one=around[1:], two=["0,0"])
    have(game, "1", "citril-finch", {"grey": 1})
    hear(game, "1: compete 0,0 with bird grey citril-finch")
    refused(game, "2: retreat 1,-1")
    hear(game, "2: retreat 1,0", "2: pass")


def full_score(folder):
    game = new_game(folder, level="sheet", unknown="declare")
    hear(game, MAP[0], "1: row mountain alpine-ibex 2 citril-finch 1", "1: row forest eurasian-bullfinch 1 european-crested-tit 2 eurasian-badger 3")
    refused(game, "2: row forest eurasian-badger 1")
    refused(game, "1: row meadow mute-swan 1")
    hear(game, "1: ligne prairie rat surmulot 4", "1: land mountain 3 forest 2 meadow 1 wetland 0 groups 2")
    refused(game, "1: done")
    hear(game, "1: row wetland mute-swan 1 southwestern-water-vole 0", "1: done", "2: land mountain 0 forest 0 meadow 0 wetland 0 groups 0")
    same(score(game)["1"], {"total": 34, "rank": None, "categories": {
        "territory": 6, "biotope": 6, "type": 8, "population": 9, "stars": 3, "bonus": 3, "columns": 2, "fragmentation": -3}})
    same([verdict(n) for n in (19, 20, 60, 80)], ["plant", "rose-chafer", "squacco-heron", "red-fox"])
    for rows, points in (((3, 2, 4, 2), 6), ((1, 1, 1, 0), 0), ((3, 3, 3, 3), 12)):
        game = new_game(folder, level="sheet")
        for biotope, count in zip(BIOTOPES, rows):
            for card in [s.id for s in game.cat.species.values() if s.biotope == biotope][:count]:
                have(game, "1", card, {COLOUR_OF[biotope]: 1})
        same(End(game, "1").categories()["columns"], points)


def solo(folder):
    game = new_game(folder, variant="solo")
    hear(game, *MAP)
    same(len(game.land.own("n")), 10)


def declared(folder):
    """The effects of cards that a catalogue does not know: who may declare what, and who discards afterwards."""
    game = begun(folder, unknown="declare")
    refused(game, "1: effect forest")  # a basic card does nothing
    have(game, "1", "rosalia-longicorn", {"grey": 2})
    have(game, "2", "spanish-festoon", {"yellow": 1})
    tokens(game, one=["0,0"], two=["2,0"])
    hear(game, "2: effect spanish-festoon", "2: for 1 gain card carnivore", "2: for 1 gain card carnivore")
    refused(game, "1: done")
    hear(game, "2: prey 1 grey rosalia-longicorn", "2: waive plant", "2: token - -3,0", "2: done")
    same([game.hand_size("1"), game.players["2"].bag["grey"], game.players["2"].tokens], [6, 1, 10])
    hear(game, "1: use rosalia-longicorn", "1: for 1 gain yellow bag", "1: done")
    refused(game, "2: pass")  # the first seat has six cards and has acted
    hear(game, "1: discard red-fox", "2: expand 1,0")  # waived: nothing is paid
    same([game.players["2"].on("forest"), (1, 0) in game.land.own("2"), sorted(game.players["2"].waived.elements())], [1, True, []])
    hear(game, "1: pass")
    refused(game, "2: expand 1,1")
    hear(game, "2: effet Spanish-Festoon", "2: again expand", "2: done")
    hear(game, "2: expand 1,1 with grey mountain")
    game = begun(folder, variant="solo-initiate", unknown="blank")
    refused(game, "1: effect forest")


def main():
    situations = [florence, pascal, loubna, thomas, discreet, two_eligible, emilie, manue, nils, virginie, full_score, solo, declared]
    for situation in situations:
        situation(sys.argv[1])
    print(f"{len(situations)} situations: the referee agrees with the booklet")


if __name__ == "__main__":
    main()
