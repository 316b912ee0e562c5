/* Names of everything that a line of Biotopes can say, and the shape of what follows its first word. */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

const struct name bio_biotopes[BIO_BIOTOPES] = {
    [BIO_MOUNTAIN] = {"mountain", "mountain", "montagne"},
    [BIO_FOREST] = {"forest", "forest", "forêt"},
    [BIO_MEADOW] = {"meadow", "meadow", "prairie"},
    [BIO_WETLAND] = {"wetland", "wetland", "zone humide"},
};

const struct name bio_colours[BIO_BIOTOPES] = {
    [BIO_MOUNTAIN] = {"grey", "grey", "gris"},
    [BIO_FOREST] = {"green", "green", "vert"},
    [BIO_MEADOW] = {"yellow", "yellow", "jaune"},
    [BIO_WETLAND] = {"blue", "blue", "bleu"},
};

const struct name bio_types[BIO_TYPES] = {
    [BIO_PLANT] = {"plant", "plant", "plante"},
    [BIO_INVERTEBRATE] = {"invertebrate", "invertebrate", "invertébré"},
    [BIO_REPTILE] = {"reptile", "reptile", "reptile"},
    [BIO_MAMMAL] = {"mammal", "mammal", "mammifère"},
    [BIO_BIRD] = {"bird", "bird", "oiseau"},
};

const struct name bio_decks[BIO_DECKS + 1] = {
    [BIO_HERBIVORE] = {"herbivore", "herbivore", "herbivore"},
    [BIO_INSECTIVORE] = {"insectivore", "insectivore", "insectivore"},
    [BIO_CARNIVORE] = {"carnivore", "carnivore", "carnivore"},
    [BIO_DECKS] = {"bag", "bag", "sac"},
};

const struct name bio_milieus[BIO_MILIEUS] = {
    [BIO_BASIC] = {"basic", "basic", "simple"},
    [BIO_PRESERVED] = {"preserved", "preserved", "préservé"},
    [BIO_ADAPTED] = {"adapted", "adapted", "adapté"},
    [BIO_PROPITIOUS] = {"propitious", "propitious", "favorable"},
    [BIO_PLENTIFUL] = {"plentiful", "plentiful", "abondant"},
    [BIO_POPULOUS] = {"populous", "populous", "populeux"},
};

const struct name bio_category_names[BIO_CATEGORIES] = {
    [BIO_TERRITORY] = {"territory", "territory", "territoire"},
    [BIO_BIOTOPE] = {"biotope", "biotope", "biotope"},
    [BIO_TYPE] = {"type", "type", "type"},
    [BIO_POPULATION] = {"population", "population", "population"},
    [BIO_STARS] = {"stars", "stars", "étoiles"},
    [BIO_BONUS] = {"bonus", "bonus", "bonus"},
    [BIO_COLUMNS] = {"columns", "columns", "colonnes"},
    [BIO_FRAGMENTATION] = {"fragmentation", "fragmentation", "fragmentation"},
};

const struct name bio_words[KINDS] = {
    [KIND_CONDITIONS] = {"conditions", "conditions", "conditions"},
    [KIND_TILE] = {"tile", "tile", "tuile"},
    [KIND_TOKEN] = {"token", "token", "jeton"},
    [KIND_BIOTOPE] = {"biotope", "biotope", "biotope"},
    [KIND_DEAL] = {"deal", "deal", "distribuer"},
    [KIND_CUBES] = {"cubes", "cubes", "cubes"},
    [KIND_ADAPT] = {"adapt", "adapt", "adapter"},
    [KIND_REPRODUCE] = {"reproduce", "reproduce", "reproduire"},
    [KIND_TRANSFER] = {"transfer", "transfer", "transférer"},
    [KIND_EVOLVE] = {"evolve", "evolve", "évoluer"},
    [KIND_EXPAND] = {"expand", "expand", "étendre"},
    [KIND_MIGRATE] = {"migrate", "migrate", "migrer"},
    [KIND_COMPETE] = {"compete", "compete", "concurrencer"},
    [KIND_USE] = {"use", "use", "utiliser"},
    [KIND_EFFECT] = {"effect", "effect", "effet"},
    [KIND_PASS] = {"pass", "pass", "passer"},
    [KIND_PAY] = {"pay", "pay", "payer"},
    [KIND_RETREAT] = {"retreat", "retreat", "replier"},
    [KIND_DRAW] = {"draw", "draw", "piocher"},
    [KIND_CARD] = {"card", "card", "carte"},
    [KIND_PUT] = {"put", "put", "poser"},
    [KIND_SKIP] = {"skip", "skip", "sauter"},
    [KIND_DONE] = {"done", "done", "fini"},
    [KIND_SHIFT] = {"shift", "shift", "déplacer"},
    [KIND_PREY] = {"prey", "prey", "capturer"},
    [KIND_DISCARD] = {"discard", "discard", "défausser"},
    [KIND_GAIN_CARD] = {"gain", "gain", "gagner"},
    [KIND_GAIN_CUBE] = {"gain", "gain", "gagner"},
    [KIND_GAIN_COLOUR] = {"gain", "gain", "gagner"},
    [KIND_RECYCLE] = {"recycle", "recycle", "recycler"},
    [KIND_AGAIN] = {"again", "again", "encore"},
    [KIND_WAIVE] = {"waive", "waive", "dispenser"},
    [KIND_MOVE_TOKEN] = {"token", "token", "jeton"},
    [KIND_BONUS] = {"bonus", "bonus", "bonus"},
    [KIND_ROW] = {"row", "row", "ligne"},
    [KIND_SPECIES] = {"species", "species", "espèce"},
    [KIND_LAND] = {"land", "land", "paysage"},
    [KIND_CATEGORY] = {"category", "category", "catégorie"},
    [KIND_TOTAL] = {"total", "total", "total"},
};

/* NULL: a text of its own. */
const char *const bio_shapes[KINDS] = {
    [KIND_TOKEN] = "h",     [KIND_ADAPT] = "s",    [KIND_REPRODUCE] = "",     [KIND_TRANSFER] = "",
    [KIND_EVOLVE] = "",     [KIND_EXPAND] = "h",   [KIND_MIGRATE] = "hh",     [KIND_COMPETE] = "h",
    [KIND_USE] = "p",       [KIND_EFFECT] = "p",   [KIND_PASS] = "",          [KIND_RETREAT] = "h",
    [KIND_DRAW] = "D",      [KIND_CARD] = "s",     [KIND_PUT] = "p",          [KIND_SKIP] = "",
    [KIND_DONE] = "",       [KIND_SHIFT] = "kpp",  [KIND_PREY] = "Skp",       [KIND_DISCARD] = "s",
    [KIND_GAIN_CARD] = "d", [KIND_GAIN_CUBE] = "", [KIND_GAIN_COLOUR] = "kg", [KIND_RECYCLE] = "kp",
    [KIND_AGAIN] = "A",     [KIND_WAIVE] = "t",    [KIND_MOVE_TOKEN] = "HH",  [KIND_BONUS] = "pn",
    [KIND_SPECIES] = "sn",
};

const struct name bio_said_words[SAID_WORDS] = {
    [SAID_WITH] = {"with", "with", "avec"}, [SAID_FOR] = {"for", "for", "pour"},
    [SAID_OF] = {"of", "of", "de"},         [SAID_GROUPS] = {"groups", "groups", "groupes"},
    [SAID_RANK] = {"rank", "rank", "rang"}, [SAID_CARD] = {"card", "card", "carte"},
    [SAID_CUBE] = {"cube", "cube", "cube"}, [SAID_BOARD] = {"board", "board", "plateau"},
};
