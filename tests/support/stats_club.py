"""A club for the checks of the statistics: simulated games of every title, level and size of table, some without a day or a place."""
import hashlib
import json
import random

import ecos_figures
from stats_asked import DB, FOLDER, PEOPLE, dendro


def edition():
    """Another edition of the house set, in which 17 is another card: its file."""
    path = FOLDER + "/edition.json"
    house = next(c for c in ecos_figures.catalogues().values() if c["name"]["id"] == "house")
    document = json.loads(json.dumps(house))
    document["cards"][16] |= {"name": {"en": "Other shoots", "fr": "Autres pousses"}, "leaves": 3, "effects": [{"points": 2}]}
    text = json.dumps(document).encode()
    with open(path, "wb") as file:
        file.write(text)
    ecos_figures.catalogues()[hashlib.sha256(text).hexdigest()] = document
    return path


def club():
    rng = random.Random(5)
    out = []
    other = edition()
    dendro("players", "add", "--db", DB, PEOPLE[0])
    dendro("catalogue", "add", "--db", DB, other)
    kinds = [("foret", 3, "table", 14), ("foret", 4, "full", 8), ("foret", 5, "sheet", 6), ("foret", 2, "table", 8),
             ("foret", 2, "sheet", 3), ("foret", 6, "table", 3), ("foret", 1, "table", 4), ("grandbois", 3, "table", 6),
             ("grandbois", 4, "sheet", 2), ("ecos", 3, "table", 4), ("ecos", 2, "full", 2), ("ecos", 4, "table", 2), ("ecos", 3, "sheet", 2),
             ("ecos", 3, "table", 3, other), ("ecos", 4, "full", 2, other), ("ecos", 2, "table", 1, "printed")]
    for i, (game, seats, level, games, *catalogue) in enumerate(kinds):
        text = dendro("simulate", "--game", game, "--seats", str(seats), "--level", level, "--games", str(games),
                      "--seed", str(i + 1), "--player", "greedy" if i % 2 else "random",
                      *(["--catalogue", *catalogue] if catalogue else []))
        for record in text.split("dendro 1\n")[1:]:
            for seat, name in enumerate(rng.sample(PEOPLE, seats), 1):
                record = record.replace(f"seat {seat} Bot {seat}\n", f"seat {seat} {name}\n")
            day = f"2026-{rng.randint(1, 3):02}-{rng.randint(1, 28):02}"
            head = f"night {day}\n" if rng.random() < 0.8 else ""
            head += f"played {day}T{rng.randint(10, 23)}:30Z\n" if head and rng.random() < 0.5 else ""
            head += "place Ludothèque\n" if rng.random() < 0.3 else ""
            out.append("dendro 1\n" + head + record)
    rng.shuffle(out)
    return "\n".join(out)
