"""A catalogue of Ecos made by chance, for the slow referee: a poor box, so that supplies run out, and cards that use every effect, alone
and within choices, options and `then`; some known by number only, some by their slots. Of half of the decks only the name is known.
usage: ecos_catalogue.py SEED > catalogue.json"""
import json
import random
import sys

TERRAINS = ["desert", "grassland", "water"]
ELEMENTS = ["sun", "water", "grass", "plant", "stone", "wild"]
SPECIES = {"lion": ["grassland"], "fish": ["water"], "gorilla": ["mountain"], "leopard": ["forest"], "turtle": ["water", "desert"]}
THINGS = [*TERRAINS, "mountain", "forest", "land", "tile", "animal", *SPECIES]
MEASURES = ["herd", "habitat", "territory", "adjacent", "in-habitat", "in-territory", "landscape", "largest"]


def points(chance):
    effect = {"points": chance.choice([1, 2, 3, [1, 3, 6], [0, 2]])}
    if chance.random() < 0.8 or isinstance(effect["points"], list):
        effect["per"] = chance.choice(MEASURES)
        if effect["per"] in MEASURES[3:]:
            effect["of"] = chance.choice(THINGS)
    if chance.random() < 0.3:
        effect["every"] = chance.randint(1, 3)
    if chance.random() < 0.3:
        effect["cap"] = chance.randint(1, 5)
    if chance.random() < 0.2:
        effect["everyone"] = True
    return effect


def place(chance, moved):
    effect = {"place": chance.choice(THINGS)}
    if chance.random() < 0.25:
        effect["count"] = 2
    if chance.random() < 0.25:
        effect["near"] = chance.choice([t for t in THINGS if not moved or t in [*TERRAINS, "mountain", "forest", "land"]])
    return effect


def gain(chance):
    effect = {"gain": chance.choice([*ELEMENTS, "cube", "card", "play"])}
    if chance.random() < 0.3:
        effect["count"] = chance.randint(1, 3)
    if chance.random() < 0.5:
        effect["everyone"] = True
    return effect


def move(chance):
    effect = {"move": chance.choice(["animal", *SPECIES]), "steps": chance.randint(1, 3), "count": chance.randint(1, 3)}
    if chance.random() < 0.3:
        effect["anywhere"] = True
    return effect


def effects(chance, depth, moved):
    """A list of effects, and whether an animal may have been moved by its end."""
    made = []
    for _ in range(chance.randint(1, 3 - depth)):
        kind = chance.random()
        if kind < 0.34:
            made.append(place(chance, moved))
        elif kind < 0.54:
            made.append(points(chance))
        elif kind < 0.68:
            made.append(gain(chance))
        elif kind < 0.74:
            made.append(move(chance))
            moved = True
        elif kind < 0.86:
            made.append({"remove": chance.choice(THINGS)} if kind < 0.80 else
                        {"replace": chance.choice([*TERRAINS, "land", "tile"]), "by": chance.choice(TERRAINS)})
            if depth < 2 and chance.random() < 0.5:
                made[-1]["then"], moved = effects(chance, depth + 1, moved)
        elif kind < 0.90 or depth == 2:
            made.append({"pick": chance.choice(THINGS)})
        elif kind < 0.95:
            branches = []
            for _ in range(2):
                branch, moved = effects(chance, depth + 1, moved)
                branches.append(branch)
            made.append({"choose": branches})
        else:
            inside, moved = effects(chance, depth + 1, moved)
            made.append({"optional": inside})
    return made, moved


def records(made):
    """What the effects take up of a card's program, which has room for 24."""
    inside = [block for e in made for block in [*e.get("choose", []), *(e[word] for word in ("optional", "then") if word in e)]]
    return len(made) + sum(2 + records(block) for block in inside)


def card(chance, number):
    back = "blue" if number > 70 else "brown"
    if chance.random() < 0.1:
        return {"number": number, "back": back}
    known = {"number": number, "back": back, "leaves": chance.randint(1, 4),
             "slots": [chance.choice(ELEMENTS[:5]) for _ in range(chance.randint(1, 3))]}
    if chance.random() < 0.9:
        known["effects"] = effects(chance, 0, False)[0]
        while records(known["effects"]) > 20:
            known["effects"] = effects(chance, 0, False)[0]
    return known


def decks(chance):
    """Two decks of each family: the cards of the one are known, of the other its name."""
    made = []
    for family in ("footprint", "plant"):
        cards = chance.sample(range(71, 106), 4) + chance.sample(range(1, 71), 8)
        chance.shuffle(cards)
        made.append({"id": f"known-{family}", "active": cards[:3], "hand": cards[3:]})
        made.append({"id": f"named-{family}"})
    return [{"en": deck["id"], "fr": deck["id"] + "-fr", "family": deck["id"].split("-")[1], **deck} for deck in made]


def main():
    seed = int(sys.argv[1])
    chance = random.Random(seed)
    label = {"id": f"chance-{seed}", "en": f"by chance {seed}", "fr": f"au hasard {seed}"}
    box = {"catalogue": "ecos", "name": label,
           "elements": [{"id": e, "en": e, "fr": e + "-fr", "count": 8 if e != "wild" else 4, **({"wild": True} if e == "wild" else {})}
                        for e in ELEMENTS],
           "species": [{"id": s, "en": s, "fr": s + "-fr", "tokens": chance.randint(1, 3), "lives": lives} for s, lives in SPECIES.items()],
           "supplies": {"land": chance.randint(10, 14), "water": chance.randint(10, 12), "mountains": chance.randint(0, 3),
                        "forests": chance.randint(0, 4), "cubes": chance.randint(42, 50)},
           "backs": {"blue": 35, "brown": 70}, "cards": [card(chance, number) for number in range(1, 106)], "decks": decks(chance)}
    json.dump(box, sys.stdout)


if __name__ == "__main__":
    main()
