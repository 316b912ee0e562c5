/*
 * The facts of GrandBois: what there is to play with and what things are
 * called. No behaviour here; the tables yield help, docs and the tests that
 * walk them.
 */
#include "rules/grandbois/grandbois.h"

#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

#define TILE(n)                             \
    {                                       \
        "tile-" #n, "tile " #n, "tuile " #n \
    }

const struct name grandbois_cards[GRANDBOIS_CARDS] = {
    TILE(1),
    TILE(2),
    TILE(3),
    TILE(4),
    TILE(5),
    TILE(6),
    TILE(7),
    TILE(8),
    TILE(9),
    TILE(10),
    TILE(11),
    TILE(12),
    TILE(13),
    TILE(14),
    TILE(15),
    TILE(16),
    TILE(17),
    TILE(18),
    TILE(19),
    TILE(20),
    TILE(21),
    TILE(22),
    TILE(23),
    TILE(24),
    TILE(25),
    TILE(26),
    TILE(27),
    TILE(28),
    TILE(29),
    TILE(30),
    TILE(31),
    TILE(32),
    TILE(33),
    TILE(34),
    TILE(35),
    TILE(36),
    {"raccoon", "raccoon", "raton-laveur"},
    {"fox", "fox", "renard"},
    {"lizard", "lizard", "lézard"},
    {"rabbit", "rabbit", "lapin"},
    {"toad", "toad", "crapaud"},
};

/* W for the raccoon, which washes: R is the rabbit's. */
const char grandbois_letters[GRANDBOIS_CLANS + 1] = "WFLRT";

const struct name grandbois_towers[GRANDBOIS_TOWERS] = {
    {"white", "white", "blanche"},
    {"black", "black", "noire"},
    {"blue", "blue", "bleue"},
    {"brown", "brown", "marron"},
};

static const struct name CATEGORIES[GRANDBOIS_CATEGORIES] = {
    [GRANDBOIS_SQUARES] = {"squares", "squares", "cases"},
    [GRANDBOIS_SET] = {"set", "largest set", "plus grand ensemble"},
    [GRANDBOIS_OWN_TOWER] = {"own-tower", "tower, own clan", "tour, son clan"},
    [GRANDBOIS_OTHER_TOWER] = {"other-tower", "tower, other clans", "tour, autres clans"},
};

static const struct variant VARIANTS[] = {
    [GRANDBOIS_STANDARD] = {{"standard", "standard", "standard"}, 3, 4, 0, CONTEST_HIGH},
    [GRANDBOIS_DUEL] = {{"duel", "duel", "duel"}, 2, 2, 0, CONTEST_HIGH},
};

static const char *const MARKS_FULL[] = {"clan", NULL};
static const char *const MARKS_SHEET[] = {"row", "rows", "ligne", "lignes", NULL};

static const char *const MARKS_TOTALS[] = {"total", "totals",    "totaux",      "squares", "cases",
                                           "set",   "own-tower", "other-tower", NULL};

static const struct level LEVELS[] = {
    [GRANDBOIS_FULL] = {{"full", "full", "complet"}, MARKS_FULL, false, BASIS_JUDGED, false},
    [GRANDBOIS_TABLE] = {{"table", "table", "table"}, NULL, true, BASIS_JUDGED, false},
    [GRANDBOIS_SHEET] = {{"sheet", "sheet", "feuille"}, MARKS_SHEET, false, BASIS_SCORED, false},
    [GRANDBOIS_TOTALS] = {{"totals", "totals", "totaux"}, MARKS_TOTALS, false, BASIS_STATED, false},
};

/* Wider than any game, and no more than legal_limit lists. */
const struct totals_rules grandbois_totals = {.category = {0, 299}, .total = {0, 599}};

static const struct name NO_YES[] = {{"no", "no", "non"}, {"yes", "yes", "oui"}};

static const struct option OPTIONS[] = {
    [GRANDBOIS_OPTION_EXPERT] = {{"expert", "expert", "expert"}, NO_YES, 2},
};

static const struct notation NOTATION[] = {
    {"*: clan 1 fox", "level full: the clan dealt to seat 1 (a duel: 'clan 1 fox toad')",
     "« clan 1 renard », niveau complet : le clan distribué au siège 1 (en duel : « clan 1 renard crapaud »)"},
    {"*: river 12 5 30 7", "tiles drawn to the River: four at the start, then one after each tile laid",
     "« rivière 12 5 30 7 » : tuiles piochées pour la Rivière, quatre au début, puis une après chaque tuile posée"},
    {"1: tile 12 r90 3,-1",
     "lay tile 12, turned clockwise by r0, r90, r180 or r270, its top left square at x 3, y -1; the start tile lies at "
     "0,0 to 1,1",
     "« tuile 12 r90 3,-1 » : poser la tuile 12, tournée de r0, r90, r180 ou r270 dans le sens horaire, sa case en haut à "
     "gauche en x 3, y -1 ; la tuile de départ occupe 0,0 à 1,1"},
    {"1: tower 3,0", "place one's tower on a clearing of the tile just laid (a duel names it: 'tower white 3,0')",
     "« tour 3,0 » : poser sa tour sur une clairière de la tuile posée (un duel la nomme : « tour blanche 3,0 »)"},
    {"1: pass", "place no tower now", "« passe » : ne pas poser de tour maintenant"},
    {"1: reveal fox", "levels table and sheet: the clan, at the end (a duel: 'reveal fox toad')",
     "« révèle renard », niveaux table et feuille : le clan, à la fin (en duel : « révèle renard crapaud »)"},
    {"*: row 0,0 F3 C B T1",
     "sheet: squares from x 0, y 0 to the right: animals W F L R T with their number, C clearing, B bear, . nothing",
     "« ligne 0,0 R3 C O C1 », feuille : cases depuis x 0, y 0 vers la droite : animaux RA raton-laveur, R renard, LE "
     "lézard, L lapin, C crapaud avec leur nombre, C seul clairière, O ours, . rien ; une « row » a les lettres "
     "anglaises : W raton-laveur, F renard, L lézard, R lapin, T crapaud, C clairière, B ours"},
    {"1: squares 12, total 31", "totals: the final score, with categories or without; 'rank 2' after it",
     "« cases 12, total 31 », totaux : le score final, avec ou sans catégories ; « rang 2 » après"},
};

struct name grandbois_card_name(const struct setup *setup, unsigned index)
{
    (void)setup;
    return index < GRANDBOIS_CARDS ? grandbois_cards[index] : (struct name){"?", "?", "?"};
}

/*
 * The same functions under every version of the rules; they ask setup->game->rules where versions differ.
 *
 * The limit of legal moves. Four tiles, four rotations, and at most 4 x 109 cells: a tile covers one of the at most
 * 109 squares that lie there before the last tile, and a square belongs to four such cells. (A sheet has fewer: at
 * most 2 x 111 + 2 free cells next to 111 squares, and 22 squares to write there.)
 */
/* clang-format off */
#define GRANDBOIS_RULES(version)                                  \
    {                                                             \
        .name = {"grandbois", "GrandBois", "GrandBois"},          \
        .bgg = 283584,                                            \
        .rules = (version),                                       \
        .variants = VARIANTS,                                     \
        .variants_count = sizeof(VARIANTS) / sizeof(VARIANTS[0]), \
        .levels = LEVELS,                                         \
        .levels_count = sizeof(LEVELS) / sizeof(LEVELS[0]),       \
        .categories = CATEGORIES,                                 \
        .categories_count = GRANDBOIS_CATEGORIES,                 \
        .options = OPTIONS,                                       \
        .options_count = sizeof(OPTIONS) / sizeof(OPTIONS[0]),    \
        .cards = grandbois_cards,                                 \
        .cards_count = GRANDBOIS_CARDS,                           \
        .sheet_cards = GRANDBOIS_TILES,                           \
        .notation = NOTATION,                                     \
        .notation_count = sizeof(NOTATION) / sizeof(NOTATION[0]), \
        .state_size = sizeof(struct grandbois_state),             \
        .legal_limit = 4 * 4 * 4 * 109,                           \
        .unit = 1,                                                \
        .init = grandbois_init,                                   \
        .turn = grandbois_turn,                                   \
        .legal = grandbois_legal,                                 \
        .apply = grandbois_apply,                                 \
        .parse = grandbois_parse,                                 \
        .print = grandbois_print,                                 \
        .say = grandbois_say,                                     \
        .view = grandbois_view,                                   \
        .draw = grandbois_draw,                                   \
        .outcome = grandbois_outcome,                             \
        .credits = grandbois_credits,                             \
        .warnings = grandbois_warnings,                           \
        .letters = grandbois_letters_of,                          \
        .mixed = &grandbois_mixed,                                \
        .digest = grandbois_digest,                               \
        .card_name = grandbois_card_name,                         \
        .chance = grandbois_chance,                               \
        .greedy = grandbois_greedy,                               \
        .project = grandbois_project,                             \
        .sheet = grandbois_sheet,                                 \
        .review = &grandbois_review,                              \
    }
/* clang-format on */

const struct game grandbois_game_1 = GRANDBOIS_RULES(1);
const struct game grandbois_game = GRANDBOIS_RULES(2);
