/*
 * The facts of Ecos: what there is to play with and what things are called.
 * No behaviour here; cards, elements and species come from the catalogue.
 */
#include "rules/ecos/ecos.h"

#include "rules/ecos/ecos_review.h"

#include "base/banned.h"

static const struct name CATEGORIES[] = {{"points", "points", "points"}};

static const struct variant VARIANTS[] = {{{"standard", "standard", "standard"}, 2, ENGINE_PLAYERS, 0, CONTEST_HIGH}};

static const struct level LEVELS[] = {
    [ECOS_FULL] = {{"full", "full", "complet"}, NULL, false, BASIS_JUDGED, false},
    [ECOS_TABLE] = {{"table", "table", "table"}, NULL, false, BASIS_JUDGED, false},
    [ECOS_SHEET] = {{"sheet", "sheet", "feuille"}, NULL, false, BASIS_STATED, false},
};

static const struct name TARGETS[] = {{"80", "80 points", "80 points"}, {"60", "60 points", "60 points"}};
static const struct name LANDSCAPES[] = {
    [ECOS_STANDARD] = {"standard", "standard", "standard"},
    [ECOS_RIVER] = {"river", "river", "rivière"},
    [ECOS_COAST] = {"coast", "coast", "côtière"},
    [ECOS_ISLANDS] = {"islands", "islands", "îles"},
};

static const struct option OPTIONS[] = {
    [ECOS_OPTION_TARGET] = {{"target", "target", "objectif"}, TARGETS, 2},
    [ECOS_OPTION_LANDSCAPE] = {{"landscape", "landscape", "paysage"}, LANDSCAPES, 4},
};

static const struct notation NOTATION[] = {
    {"*: deck 1 lion", "seat 1 starts with this deck of the catalogue, or with 'draft'",
     "« paquet 1 lion » : le siège 1 commence avec ce paquet du catalogue, ou avec « draft »"},
    {"*: deal 1 5 17 33", "level full: cards dealt to seat 1",
     "« distribuer 1 5 17 33 », niveau complet : cartes distribuées au siège 1"},
    {"1: keep 17", "a card kept, in the draft or of two looked at",
     "« garder 17 » : une carte gardée, au draft ou parmi deux regardées"},
    {"1: active 17 22 41", "the active cards at the start", "« activer 17 22 41 » : les cartes actives au départ"},
    {"*: token sun", "the token drawn; two players draw two",
     "« pion soleil » : le pion pioché ; à deux joueurs, deux"},
    {"1: first sun", "two players: which of two tokens is used first",
     "« premier soleil », à deux : lequel des deux pions sert d'abord"},
    {"1: charge 17 sun", "a cube on card 17; 'from 5 water' when none is free; 'eco' completes a card of unknown slots",
     "« charger 17 soleil » : un cube sur la carte 17 ; « de 5 eau » s'il n'y en a plus de libre ; « éco » complète une "
     "carte inconnue"},
    {"1: turn", "turn the dial", "« tourner » : tourner le cadran"},
    {"1: withdraw", "take the cube back and turn the dial instead",
     "« retirer » : reprendre le cube et tourner le cadran"},
    {"1: resolve 17", "which completed card comes first", "« résoudre 17 » : quelle carte complète vient d'abord"},
    {"1: place forest 1,-2", "place a terrain, token or animal at q 1, r -2",
     "« placer forêt 1,-2 » : placer un terrain, un pion ou un animal en q 1, r -2"},
    {"1: take forest 0,1", "take it from the landscape when the supply is empty; or 'decline'",
     "« prendre forêt 0,1 » : le prendre au paysage quand la réserve est vide ; ou « renoncer »"},
    {"1: choose 2", "the second of several effects; an option: 'choose 1' or 'skip'",
     "« choisir 2 » : le deuxième de plusieurs effets ; une option : « choisir 1 » ou « passer »"},
    {"1: pick water 0,1", "what the card's next effects speak of",
     "« désigner eau 0,1 » : ce dont parlent les effets suivants"},
    {"1: move animal 0,1 1,1", "move an animal, by the name of its species",
     "« déplacer animal 0,1 1,1 » : déplacer un animal, nommé par son espèce"},
    {"1: remove forest 0,1", "remove something", "« enlever forêt 0,1 » : enlever quelque chose"},
    {"1: replace water 0,1", "the tile there becomes water", "« remplacer eau 0,1 » : la tuile devient de l'eau"},
    {"1: look both", "gain a card: look at blue, brown or both decks; or 'faceup 17'",
     "« regarder deux » : gagner une carte, en regardant « bleu », « brun » ou les « deux » ; ou « visible 17 »"},
    {"*: top 17 22", "level full: the cards looked at", "« dessus 17 22 », niveau complet : les cartes regardées"},
    {"1: leave 22", "level table: the card that was not kept",
     "« laisser 22 », niveau table : la carte qui n'a pas été gardée"},
    {"1: gain cube", "dial: gain a cube or a card, or 'wait', 'nothing'; declared: an element as well",
     "« gagner cube », au cadran : un cube ou une « carte », ou « attendre », « rien » ; déclaré : aussi un élément"},
    {"1: play 17", "a card from hand becomes active", "« jouer 17 » : une carte de la main devient active"},
    {"1: points 5", "points of a declared card; 'done' ends it", "points d'une carte déclarée ; « fini » la termine"},
    {"1: used 17 3", "sheet: card 17 was used three times",
     "« utilisée 17 3 », feuille : la carte 17 a servi trois fois"},
    {"1: total 84", "sheet: the final score", "feuille : le score final"},
    /* rules 2 only, hence the last ones */
    {"1: charge", "what only one move could mean may be left out; a decision with one answer is not asked",
     "« charger » : ce qu'un seul coup pourrait dire peut manquer ; une décision à une seule réponse n'est pas demandée"},
    {"1: for 2 points 3", "what a declared card does for another seat, or 'for all'; also 'gain' and 'play'",
     "« pour 2 points 3 » : ce qu'une carte déclarée fait pour un autre siège, ou « pour tous » ; aussi « gagner », « jouer »"},
    {"1: discard", "ends a declared card of unknown leaves: that was its last",
     "« défausser » : termine une carte déclarée aux feuilles inconnues, c'était la dernière"},
};

/*
 * The same functions under every version of the rules; they ask setup->game->rules where versions differ. `newer` lines
 * of the notation are not for this version.
 *
 * The limit of legal moves. The longest list is a wild with no free cube: each of 105 cards, each of 8 elements, a
 * cube from any of at most 59 on other cards, and for cards of unknown slots complete or not: 105 x 8 x 59 x 2 =
 * 99 120. A declared card has less: 240 animals to at most 79 tiles each, some 7 000 pieces to place, take, remove or
 * replace, and 70 things to give to each of eight (the declarer, six seats, all) are under 30 000.
 */
/* clang-format off */
#define ECOS_RULES(version, newer)                                              \
    {                                                                           \
        .name = {"ecos", "Ecos: First Continent", "Ecos : Continent originel"}, \
        .bgg = 279254,                                                          \
        .rules = (version),                                                     \
        .variants = VARIANTS,                                                   \
        .variants_count = sizeof(VARIANTS) / sizeof(VARIANTS[0]),               \
        .levels = LEVELS,                                                       \
        .levels_count = sizeof(LEVELS) / sizeof(LEVELS[0]),                     \
        .categories = CATEGORIES,                                               \
        .categories_count = sizeof(CATEGORIES) / sizeof(CATEGORIES[0]),         \
        .options = OPTIONS,                                                     \
        .options_count = sizeof(OPTIONS) / sizeof(OPTIONS[0]),                  \
        .cards_count = ECOS_CARDS,                                              \
        .notation = NOTATION,                                                   \
        .notation_count = sizeof(NOTATION) / sizeof(NOTATION[0]) - (newer),     \
        .catalogue = &ecos_game_catalogue,                                      \
        .state_size = sizeof(struct ecos_state),                                \
        .legal_limit = 100000,                                                  \
        .unit = 1,                                                              \
        .init = ecos_init,                                                      \
        .turn = ecos_turn,                                                      \
        .legal = ecos_legal,                                                    \
        .apply = ecos_apply,                                                    \
        .parse = ecos_parse,                                                    \
        .print = ecos_print,                                                    \
        .say = ecos_say,                                                        \
        .view = ecos_view,                                                      \
        .draw = ecos_draw,                                                      \
        .outcome = ecos_outcome,                                                \
        .credits = ecos_credits,                                                \
        .uses = ecos_uses,                                                      \
        .digest = ecos_digest,                                                  \
        .card_name = ecos_card_name,                                            \
        .chance = ecos_chance,                                                  \
        .greedy = ecos_greedy,                                                  \
        .project = ecos_project,                                                \
        .sheet = ecos_sheet,                                                    \
        .warnings = ecos_warnings,                                              \
        .review = &ecos_review,                                                 \
    }
/* clang-format on */

const struct game ecos_game_1 = ECOS_RULES(1, 3);
const struct game ecos_game = ECOS_RULES(2, 0);
