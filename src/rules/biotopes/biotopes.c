/*
 * The facts of Biotopes: what there is to play with and what things are
 * called. No behaviour here; what cards do comes from the catalogue.
 */
#include "rules/biotopes/biotopes.h"

#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

static const struct variant VARIANTS[] = {
    [BIO_DISCOVERY] = {{"discovery", "Discovery", "Découverte"}, 2, BIO_PLAYERS, 0, CONTEST_HIGH},
    [BIO_INITIATE] = {{"initiate", "Initiate", "Initié"}, 2, BIO_PLAYERS, 0, CONTEST_HIGH},
    [BIO_SOLO] = {{"solo", "solo", "solo"}, 1, 1, 0, CONTEST_HIGH},
    [BIO_SOLO_INITIATE] = {{"solo-initiate", "solo Initiate", "solo Initié"}, 1, 1, 0, CONTEST_HIGH},
};

static const char *const FULL_MARKS[] = {"deal", "distribuer", "card", "carte", NULL};
static const char *const SHEET_MARKS[] = {"row", "ligne", "land", "paysage", NULL};
/* Categories that no line of a game begins with; "biotope" and "bonus" do. */
static const char *const TOTALS_MARKS[] = {"total",   "territory", "territoire", "type",          "population", "stars",
                                           "etoiles", "columns",   "colonnes",   "fragmentation", NULL};

static const struct level LEVELS[] = {
    [BIO_FULL] = {{"full", "full", "complet"}, FULL_MARKS, false, BASIS_JUDGED, false},
    [BIO_TABLE] = {{"table", "table", "table"}, NULL, true, BASIS_JUDGED, false},
    [BIO_SHEET] = {{"sheet", "sheet", "feuille"}, SHEET_MARKS, false, BASIS_SCORED, false},
    [BIO_TOTALS] = {{"totals", "totals", "totaux"}, TOTALS_MARKS, false, BASIS_STATED, false},
};

static const struct name UNKNOWN[] = {
    [BIO_DECLARE] = {"declare", "declared", "déclarer"},
    [BIO_BLANK] = {"blank", "without effect", "sans-effet"},
};

static const struct option OPTIONS[] = {
    [BIO_OPTION_UNKNOWN] = {{"unknown", "unknown cards", "inconnues"}, UNKNOWN, 2},
};

static const struct notation NOTATION[] = {
    {"*: conditions forest meadow bird mammal", "the four conditions: two biotopes, two animal types",
     "les quatre conditions : deux biotopes, deux types d'animaux"},
    {"*: tile A3 r2 -2,-1", "a tile: face, rotation, centre; in Initiate by the players",
     "« tuile A3 r2 -2,-1 » : une tuile, face, rotation, centre ; en mode Initié, par les joueurs"},
    {"1: token 0,2", "a token of the setup", "« jeton 0,2 » : un jeton de la mise en place"},
    {"1: biotope forest preserved", "Initiate: the advanced biotope that goes with the token",
     "« biotope forêt préservé », Initié : le biotope avancé pris avec le jeton"},
    {"*: deal 1 alpine-ibex hawfinch brown-rat mute-swan", "level full: the four cards of a hand",
     "« distribuer 1 … », niveau complet : les quatre cartes d'une main"},
    {"*: cubes 1 green blue", "cubes drawn from the bag of seat 1",
     "« cubes 1 vert bleu » : cubes puisés dans le sac du siège 1"},
    {"1: adapt mute-swan with plant grey mountain, plant blue wetland",
     "an action with what it costs; or 'pay' on lines of its own",
     "« adapter … avec … » : une action et son coût ; ou « payer » sur des lignes à part"},
    {"1: pay plant green forest", "a cube for the cost: as what, colour, card",
     "« payer plante vert forêt » : un cube du coût, type, couleur, carte"},
    {"1: reproduce", "the other actions: transfer, evolve, pass",
     "« reproduire » ; de même « transférer », « évoluer », « passer »"},
    {"1: expand 1,2", "a token on an empty hex", "« étendre 1,2 » : un jeton sur un hexagone vide"},
    {"1: migrate 0,1 2,2", "a token moves", "« migrer 0,1 2,2 » : un jeton se déplace"},
    {"1: compete 1,0", "a token on a rival's hex", "« concurrencer 1,0 » : un jeton sur l'hexagone d'un adversaire"},
    {"2: retreat -1,1", "where the rival's token goes", "« replier -1,1 » : où va le jeton de l'adversaire"},
    {"1: use hawfinch", "the Action of a species, for a cube of it",
     "« utiliser … » : l'Action d'une espèce, contre un de ses cubes"},
    {"1: draw herbivore", "a card from that deck, or 'draw bag' for a cube; 'skip' instead",
     "« piocher herbivore » : une carte de cette pioche, ou « piocher sac » pour un cube ; ou « sauter »"},
    {"*: card brown-rat", "level full: the card drawn", "« carte … », niveau complet : la carte piochée"},
    {"1: put large-copper", "where a cube goes", "« poser … » : où va un cube"},
    {"1: shift yellow meadow hawfinch", "a cube from one card to another; 'done' ends it",
     "« déplacer jaune prairie … » : un cube d'une carte à une autre ; « fini » termine"},
    {"1: prey 2 green forest", "a cube of another seat's card into one's own bag",
     "« capturer 2 vert forêt » : un cube d'une carte adverse dans son propre sac"},
    {"1: discard brown-rat", "a card from the hand", "« défausser … » : une carte de la main"},
    {"1: effect eurasian-lynx", "the declared effect of a card; then 'gain card herbivore' and such, and 'done'",
     "« effet … » : l'effet déclaré d'une carte ; puis « gagner carte herbivore », etc., et « fini »"},
    {"1: for 2 gain cube", "declared for another seat", "« pour 2 gagner cube » : déclaré pour un autre siège"},
    {"1: again expand", "declared: an action may be used again", "« encore étendre » : l'action peut resservir"},
    {"1: waive plant", "declared: the next cost has a cube of it less",
     "« dispenser plante » : un cube de moins au prochain coût"},
    {"1: bonus eurasian-lynx 3", "declared: points of a card at the end",
     "« bonus … 3 » : points d'une carte à la fin"},
    {"1: row forest hawfinch 2 tawny-owl 1", "sheet: a row, species and cubes",
     "« ligne forêt … 2 … 1 », feuille : une ligne, espèces et cubes"},
    {"1: land mountain 3 forest 2 meadow 1 wetland 0 groups 2", "sheet: tokens by biotope and groups",
     "« paysage montagne 3 … groupes 2 », feuille : jetons par biotope et groupes"},
    {"1: territory 6, total 57", "totals: the final score, with categories or without; 'rank 2' after it",
     "« territory 6, total 57 », totaux : le score final, avec ou sans catégories ; « rang 2 » après"},
};

/*
 * The limit of legal moves. The longest list is what a bag of five players' cubes can give in production: at most
 * 45 961 ways to draw 80 of 160 cubes, 40 of each colour. A first tile has 20 faces, 6 rotations and 121 centres:
 * 14 520. What can be declared is some 14 240 shifts (160 cubes to 89 spots) and fewer than 7 000 others; a line of
 * land on a sheet has 17 473.
 */
const struct game biotopes_game = {
    .name = {"biotopes", "Biotopes", "Biotopes"},
    .rules = 1,
    .variants = VARIANTS,
    .variants_count = sizeof(VARIANTS) / sizeof(VARIANTS[0]),
    .levels = LEVELS,
    .levels_count = sizeof(LEVELS) / sizeof(LEVELS[0]),
    .categories = bio_category_names,
    .categories_count = BIO_CATEGORIES,
    .options = OPTIONS,
    .options_count = sizeof(OPTIONS) / sizeof(OPTIONS[0]),
    .cards = bio_card_names,
    .cards_count = BIO_CARDS,
    .notation = NOTATION,
    .notation_count = sizeof(NOTATION) / sizeof(NOTATION[0]),
    .catalogue = &bio_game_catalogue,
    .state_size = sizeof(struct bio_state),
    .legal_limit = 50000,
    .unit = 1,
    .init = bio_init,
    .turn = bio_turn,
    .legal = bio_legal,
    .apply = bio_apply,
    .parse = bio_parse,
    .print = bio_print,
    .say = bio_say,
    .view = bio_view,
    .draw = bio_draw_table,
    .outcome = bio_outcome,
    .credits = bio_credits,
    .without = bio_without,
    .warnings = bio_warnings,
    .digest = bio_digest,
    .card_name = bio_card_name,
    .chance = bio_chance,
    .greedy = bio_greedy,
    .project = bio_project,
    .sheet = bio_sheet,
    .review = &bio_review,
};
