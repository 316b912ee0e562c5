"""What the lines of a Biotopes record say, for the slow referee (biotopes_referee.py): both languages of docs/biotopes.md become one canonical
line for each move. Nothing here knows the position, except that a type that is left out stays "-" until the game says which card it is."""
import re
import unicodedata
from functools import lru_cache

from biotopes_land import BIOTOPES

COLOURS = ("grey", "green", "yellow", "blue")
TYPES = ("plant", "invertebrate", "reptile", "mammal", "bird")
DECKS = ("herbivore", "insectivore", "carnivore")
ADVANCED = ("preserved", "adapted", "propitious", "plentiful", "populous")
ONCE = ("reproduce", "transfer", "evolve", "expand", "migrate", "compete")
CATEGORIES = ("territory", "biotope", "type", "population", "stars", "bonus", "columns", "fragmentation")
FRENCH = {
    "mountain": "montagne", "forest": "forêt", "meadow": "prairie", "wetland": "zone humide",
    "grey": "gris", "green": "vert", "yellow": "jaune", "blue": "bleu",
    "plant": "plante", "invertebrate": "invertébré", "reptile": "reptile", "mammal": "mammifère", "bird": "oiseau",
    "herbivore": "herbivore", "insectivore": "insectivore", "carnivore": "carnivore",
    "preserved": "préservé", "adapted": "adapté", "propitious": "favorable", "plentiful": "abondant", "populous": "populeux",
    "adapt": "adapter", "reproduce": "reproduire", "transfer": "transférer", "evolve": "évoluer", "expand": "étendre",
    "migrate": "migrer", "compete": "concurrencer", "use": "utiliser", "pass": "passer",
    "conditions": "conditions", "tile": "tuile", "token": "jeton", "biotope": "biotope", "deal": "distribuer", "cubes": "cubes",
    "card": "carte", "pay": "payer", "retreat": "replier", "draw": "piocher", "put": "poser", "shift": "déplacer",
    "discard": "défausser", "skip": "sauter", "done": "fini",
    "effect": "effet", "gain": "gagner", "recycle": "recycler", "prey": "capturer", "again": "encore", "waive": "dispenser",
    "bonus": "bonus", "row": "ligne", "land": "paysage", "groups": "groupes", "total": "total", "rank": "rang",
    "with": "avec", "for": "pour", "bag": "sac", "cube": "cube",
}
WORDS = r"-?\d+\s*,\s*-?\d+|,|[^\s,]+"


class Foul(Exception):
    """A line that the referee does not allow."""


@lru_cache(maxsize=4096)
def plain(text):
    """Lower case, without accents."""
    if text.isascii():
        return text.lower()
    text = text.lower().replace("œ", "oe").replace("æ", "ae").replace("’", "'")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


@lru_cache(maxsize=256)
def spelled(words):
    """{name: word}, in both languages."""
    return {plain(name): word for word in words for name in (word, FRENCH.get(word, word))}


class Reader:
    """Reads one line word by word. `species`: {plain name: id}."""

    def __init__(self, species, seats):
        self.species, self.seats = species, seats
        self.cards = {**species, **spelled(BIOTOPES)}

    def read(self, text):
        """The canonical lines that a line stands for."""
        self.left = [re.sub(r"\s", "", w) if "," in w else w for w in re.findall(WORDS, plain(text))]
        verb = self.word(VERBS)
        found = getattr(self, "read_" + verb, self.read_bare)(verb)
        if self.left:
            raise Foul(f"'{' '.join(self.left)}' is too much")
        return found if isinstance(found, list) else [found]

    # ---- pieces ----

    def peek(self, names):
        """The word of these names that comes next and how many words it is of, or None; the longest name wins."""
        for count in range(min(8, len(self.left)), 0, -1):
            word = names.get(" ".join(self.left[:count]))
            if word is not None:
                return word, count
        return None

    def word(self, names):
        found = self.peek(names)
        if found is None:
            raise Foul(f"'{' '.join(self.left[:4])}' is not known here")
        del self.left[:found[1]]
        return found[0]

    def maybe(self, names):
        return self.word(names) if self.peek(names) else None

    def match(self, pattern):
        if not self.left or not re.fullmatch(pattern, self.left[0]):
            raise Foul(f"'{' '.join(self.left[:1])}' is not understood")
        return self.left.pop(0)

    def number(self, most=9999):
        value = int(self.match(r"\d+"))
        if value > most:
            raise Foul(f"{value} is too much")
        return value

    def seat(self):
        seat = self.match(r"\d")
        if seat not in self.seats:
            raise Foul(f"there is no seat {seat}")
        return seat

    def hex(self):
        q, r = self.match(r"-?\d+,-?\d+").split(",")
        return f"{int(q)},{int(r)}"

    def card(self):
        return self.word(self.cards)

    def colour(self):
        return self.word(COLOUR_NAMES)

    # ---- lines ----

    def read_bare(self, verb):
        """reproduce, transfer, evolve, pass, skip, done; with their payments."""
        return [verb, *self.payments()] if verb in ("reproduce", "transfer", "evolve") else verb

    def read_conditions(self, verb):
        return " ".join([verb, self.word(BIOTOPE_NAMES), self.word(BIOTOPE_NAMES), self.word(TYPE_NAMES), self.word(TYPE_NAMES)])

    def read_tile(self, verb):
        face = self.match(r"[ab]\d+").upper()
        turn = self.left.pop(0) if self.left and re.fullmatch(r"r[0-5]", self.left[0]) else "r0"
        return f"{verb} {face} {turn} {self.hex()}"

    def read_token(self, verb):
        places = [self.place()]
        while self.left and len(places) < 2:
            places.append(self.place())
        if places == ["-"]:
            raise Foul("a token needs a hex")
        return " ".join([verb, *places])

    def place(self):
        if self.left[:1] == ["-"]:
            return self.left.pop(0)
        return self.hex()

    def read_biotope(self, verb):
        if self.left and re.fullmatch(r"-?\d+", self.left[0]):
            return self.read_total(verb)
        return f"{verb} {self.word(BIOTOPE_NAMES)} {self.word(ADVANCED_NAMES)}"

    def read_deal(self, verb):
        seat, cards = self.seat(), []
        while self.left:
            cards.append(self.word(self.species))
        return " ".join([verb, seat, *sorted(cards)])

    def read_cubes(self, verb):
        seat, cubes = self.seat(), []
        while self.left:
            cubes.append(self.colour())
        return " ".join([verb, seat, *sorted(cubes, key=COLOURS.index)])

    def read_card(self, verb):
        return f"{verb} {self.word(self.species)}"

    read_discard = read_card

    def read_put(self, verb):
        return f"{verb} {self.card()}"

    read_effect = read_put

    def read_adapt(self, verb):
        return [f"{verb} {self.word(self.species)}", *self.payments()]

    def read_use(self, verb):
        return [f"{verb} {self.card()}", *self.payments()]

    def read_expand(self, verb):
        return [f"{verb} {self.hex()}", *self.payments()]

    read_compete = read_expand

    def read_migrate(self, verb):
        return [f"{verb} {self.hex()} {self.hex()}", *self.payments()]

    def read_retreat(self, verb):
        return f"{verb} {self.hex()}"

    def read_pay(self, verb):
        kind = self.maybe(TYPE_NAMES) or "-"
        return f"{verb} {kind} {self.colour()} {self.card()}"

    def payments(self):
        if not self.maybe(spelled(("with",))):
            return []
        found = [self.read_pay("pay")]
        while self.left[:1] == [","]:
            self.left.pop(0)
            found.append(self.read_pay("pay"))
        return found

    def read_draw(self, verb):
        return f"{verb} {self.word(spelled((*DECKS, 'bag')))}"

    def read_shift(self, verb):
        return f"{verb} {self.colour()} {self.card()} {self.card()}"

    def read_recycle(self, verb):
        return f"{verb} {self.colour()} {self.card()}"

    def read_prey(self, verb):
        return f"{verb} {self.seat()} {self.colour()} {self.card()}"

    def read_gain(self, verb):
        what = self.word(spelled((*COLOURS, "card", "cube")))
        if what == "card":
            return f"{verb} card {self.word(DECK_NAMES)}"
        if what == "cube":
            return f"{verb} cube"
        return f"{verb} {what} {self.maybe(spelled(('bag',))) or self.card()}"

    def read_again(self, verb):
        return f"{verb} {self.word(spelled(ONCE))}"

    def read_waive(self, verb):
        return f"{verb} {self.word(TYPE_NAMES)}"

    def read_for(self, verb):
        seat = self.seat()
        inner = self.word(spelled(("gain", "shift", "recycle", "prey", "discard", "again", "waive", "token")))
        return f"{verb} {seat} {getattr(self, 'read_' + inner)(inner)}"

    def read_bonus(self, verb):
        if self.left and re.fullmatch(r"-?\d+", self.left[0]):
            return self.read_total(verb)
        return f"{verb} {self.card()} {self.number()}"

    def read_row(self, verb):
        said = [verb, self.word(BIOTOPE_NAMES)]
        while self.left:
            said += [self.word(self.species), str(self.number())]
        return " ".join(said)

    def read_land(self, verb):
        """In any order; a biotope that is left out has no token, and with one token or none the groups go without saying."""
        counts, names = {}, {**BIOTOPE_NAMES, **spelled(("groups",))}
        while self.left or not counts:
            word = self.word(names)
            if word in counts:
                raise Foul(f"{word} twice")
            counts[word] = self.number()
        tokens = sum(n for word, n in counts.items() if word != "groups")
        if "groups" not in counts and tokens > 1:
            raise Foul("how many groups is not said")
        return " ".join([verb, *(f"{b} {counts.get(b, 0)}" for b in BIOTOPES), f"groups {counts.get('groups', tokens)}"])

    def read_total(self, verb):
        """Categories and the total, as `total territory=6 stars=3 total=57 rank=2`."""
        said, word = {}, verb
        while word not in said:
            said[word] = int(self.match(r"-?\d+"))
            if word == "total":
                break
            if self.left[:1] == [","]:
                self.left.pop(0)
            word = self.word(spelled((*CATEGORIES, "total")))
        else:
            raise Foul(f"{word} twice")
        if self.maybe(spelled(("rank",))):
            said["rank"] = self.number()
        return " ".join(["total", *(f"{name}={points}" for name, points in said.items())])


for category in CATEGORIES:
    if category not in ("biotope", "bonus"):
        setattr(Reader, "read_" + category, Reader.read_total)

COLOUR_NAMES, TYPE_NAMES, DECK_NAMES = spelled(COLOURS), spelled(TYPES), spelled(DECKS)
BIOTOPE_NAMES, ADVANCED_NAMES = spelled(BIOTOPES), spelled(ADVANCED)
VERBS = spelled((*ONCE, *CATEGORIES, "adapt", "use", "pass", "conditions", "tile", "token", "deal", "cubes", "card", "pay", "retreat", "draw", "put",
                 "shift", "discard", "skip", "done", "effect", "gain", "recycle", "prey", "again", "waive", "row", "land", "total", "for"))
