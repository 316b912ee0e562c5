/*
 * The facts of Forêt: what there is to play with and what things are called.
 * No behaviour here; the tables yield help, docs and the tests that walk them.
 */
#include "rules/foret/foret.h"

#include "rules/foret/foret_sight.h"

#include "base/banned.h"

const struct name foret_cards[FORET_TYPES] = {
    [FORET_BEE] = {"bee", "bee", "abeille"},
    [FORET_BEAR] = {"bear", "bear", "ours"},
    [FORET_TROUT] = {"trout", "trout", "truite"},
    [FORET_FOX] = {"fox", "fox", "renard"},
    [FORET_EAGLE] = {"eagle", "eagle", "aigle"},
    [FORET_DRAGONFLY] = {"dragonfly", "dragonfly", "libellule"},
    [FORET_DEER] = {"deer", "deer", "cerf"},
    [FORET_RABBIT] = {"rabbit", "rabbit", "lapin"},
    [FORET_MEADOW] = {"meadow", "meadow", "clairière"},
    [FORET_STREAM] = {"stream", "stream", "ruisseau"},
    [FORET_WOLF] = {"wolf", "wolf", "loup"},
};

const uint8_t foret_copies[FORET_TYPES] = {
    [FORET_BEE] = 8,     [FORET_BEAR] = 12,     [FORET_TROUT] = 10, [FORET_FOX] = 12,
    [FORET_EAGLE] = 8,   [FORET_DRAGONFLY] = 8, [FORET_DEER] = 12,  [FORET_RABBIT] = 8,
    [FORET_MEADOW] = 20, [FORET_STREAM] = 20,   [FORET_WOLF] = 12,
};

const struct name foret_categories[FORET_CATEGORIES] = {
    {"bee", "bees", "abeilles"},         {"bear", "bears", "ours"},
    {"trout", "trouts", "truites"},      {"fox", "foxes", "renards"},
    {"eagle", "eagles", "aigles"},       {"dragonfly", "dragonflies", "libellules"},
    {"deer", "deer", "cerfs"},           {"rabbit", "rabbits", "lapins"},
    {"meadow", "meadows", "clairières"}, {"stream", "streams", "ruisseaux"},
    {"wolf", "wolves", "loups"},         {"biodiversity", "biodiversity", "biodiversité"},
};

static const struct variant VARIANTS[] = {
    [FORET_STANDARD] = {{"standard", "standard", "standard"}, 3, 6, 0, CONTEST_HIGH},
    [FORET_DUEL] = {{"duel", "duel", "duel"}, 2, 2, (seat_set)1 << SEAT_NEUTRAL, CONTEST_HIGH},
    [FORET_SOLO] = {{"solo", "solo", "solo"}, 1, 1, (seat_set)1 << SEAT_RIVAL, CONTEST_HIGH},
};

static const char *const MARKS_FULL[] = {"deal", "distribue", "draw", "pioche", NULL};
static const char *const MARKS_SHEET[] = {"grid", "grille", "cards", "cartes", NULL};

/* No other line begins so; a category is called as a card is, and does not tell. */
static const char *const MARKS_TOTALS[] = {"total", "totals", "totaux", "biodiversity", "biodiversite", NULL};

static const struct level LEVELS[] = {
    [FORET_FULL] = {{"full", "full", "complet"}, MARKS_FULL, false, BASIS_JUDGED, false},
    [FORET_TABLE] = {{"table", "table", "table"}, NULL, true, BASIS_JUDGED, false},
    [FORET_SHEET] = {{"sheet", "sheet", "feuille"}, MARKS_SHEET, false, BASIS_SCORED, false},
    [FORET_TOTALS] = {{"totals", "totals", "totaux"}, MARKS_TOTALS, false, BASIS_STATED, false},
};

/* Wider than any game, so that the points of a house rule are taken too; and no more than legal_limit lists. */
const struct totals_rules foret_totals = {.category = {-99, 299}, .total = {-99, 999}};

static const struct notation NOTATION[] = {
    {"1: bee 0,0", "play a card: x to the right, y down, from the seat's first card at 0,0",
     "« abeille 0,0 » : jouer une carte ; x vers la droite, y vers le bas, depuis la première carte en 0,0"},
    {"1: rabbit 1,0 swap 0,0 1,0", "play a rabbit and swap the cards of two cells",
     "« lapin 1,0 échange 0,0 1,0 » : jouer un lapin et échanger les cartes de deux cases"},
    {"n: wolf", "duel: the card drawn for the neutral seat", "« loup », duel : la carte tirée pour le joueur neutre"},
    {"1: bee 0,0 give wolf", "solo: play a card and give one to Alban",
     "« abeille 0,0 donne loup », solo : jouer une carte et en donner une à Alban"},
    {"*: deal 1 bee bear trout fox eagle dragonfly deer rabbit meadow stream",
     "level full: the ten cards of a hand ('deal n' for the neutral hand)",
     "« distribue 1 abeille ours truite … », niveau complet : les dix cartes d'une main (« distribue n » pour la main "
     "neutre)"},
    {"*: draw bee", "solo, level full: the card drawn after a turn, or five when Alban has completed a row",
     "« pioche abeille », solo, niveau complet : la carte piochée après un tour, ou cinq quand Alban a complété une ligne"},
    {"1: grid bee bear trout fox eagle / deer deer fox fox wolf / bee bee fox fox wolf / bee fox fox fox wolf",
     "sheet: a final grid, four rows of five, top first ('a: grid' for Alban)",
     "« grille abeille ours … / cerf … », feuille : une grille finale, quatre lignes de cinq, celle du haut d'abord "
     "(« a: grille » pour Alban)"},
    {"n: cards wolf wolf wolf wolf wolf fox fox fox fox fox bee bee bee bee bee deer deer deer deer deer",
     "sheet of a duel: the neutral seat's twenty cards",
     "« cartes loup loup … », feuille d'un duel : les vingt cartes du joueur neutre"},
    {"1: bee 6, wolf 8, total 43",
     "totals: the final score, with categories or without; 'rank 2' after it ('a: total 12' for Alban)",
     "« abeilles 6, loups 8, total 43 », totaux : le score final, avec ou sans catégories ; « rang 2 » après "
     "(« a: total 12 » pour Alban)"},
};

struct name foret_card_name(const struct setup *setup, unsigned index)
{
    (void)setup;
    return index < FORET_TYPES ? foret_cards[index] : (struct name){"?", "?", "?"};
}

const struct game foret_game = {
    .name = {"foret", "Ecosystem: Forest", "Ecosystème Forêt"},
    .bgg = 271519,
    .rules = 1,
    .variants = VARIANTS,
    .variants_count = sizeof(VARIANTS) / sizeof(VARIANTS[0]),
    .levels = LEVELS,
    .levels_count = sizeof(LEVELS) / sizeof(LEVELS[0]),
    .categories = foret_categories,
    .categories_count = FORET_CATEGORIES,
    .cards = foret_cards,
    .cards_count = FORET_TYPES,
    .notation = NOTATION,
    .notation_count = sizeof(NOTATION) / sizeof(NOTATION[0]),
    .state_size = sizeof(struct foret_state),
    /*
     * The most there can be: solo at level table, 15 cards as a full 5 x 3 box, 10 open cells; the rabbit with one of
     * 120 swaps or none and ten other types, times 11 types to give.
     */
    .legal_limit = 10 * (121 + 10) * 11,
    .unit = 232792560, /* least common multiple of 1..20 */
    .init = foret_init,
    .turn = foret_turn,
    .legal = foret_legal,
    .apply = foret_apply,
    .parse = foret_parse,
    .print = foret_print,
    .say = foret_say,
    .view = foret_view,
    .draw = foret_draw,
    .outcome = foret_outcome,
    .credits = foret_credits,
    .without = foret_without,
    .withouts = foret_withouts,
    .links = foret_links,
    .looks = foret_looks,
    .warnings = foret_warnings,
    .digest = foret_digest,
    .card_name = foret_card_name,
    .chance = foret_chance,
    .greedy = foret_greedy,
    .project = foret_project,
    .sheet = foret_sheet,
    .review = &foret_review,
};
