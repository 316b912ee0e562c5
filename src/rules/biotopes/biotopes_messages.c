/*
 * Every way in which Biotopes says no, with the sentence that people read. The
 * ids are part of the contract. What %1 and the others stand for is in
 * biotopes_refuse.c, for the words of those that cannot be read in
 * biotopes_parse_cards.c.
 */
#include "rules/biotopes/biotopes_words.h"

#include "base/banned.h"

#define RULE(id, en, fr)                 \
    {                                    \
        ERR_RULE, "biotopes." id, en, fr \
    }
#define TEXT(id, en, fr)                   \
    {                                      \
        ERR_SYNTAX, "biotopes." id, en, fr \
    }

const struct message bio_messages[BIO_RULES_COUNT] = {
    [BIO_OK] = {ERR_OK, "biotopes.ok", "", ""},
    [BIO_BAD_SETUP] =
        RULE("setup", "a game has 2 to 5 players, a solo game 1", "une partie a 2 à 5 joueurs, une partie en solo 1"),
    [BIO_BAD_BLOCK] = RULE("catalogue", "the catalogue is not one of Biotopes", "ce catalogue n'est pas de Biotopes"),

    [BIO_BAD_WORD] = TEXT("move", "'%1' is not a move", "« %1 » n'est pas un coup"),
    [BIO_BAD_CARD] = TEXT("card", "'%1' is not a species", "« %1 » n'est pas une espèce"),
    [BIO_BAD_SPOT] =
        TEXT("spot", "'%1' is neither a species nor a biotope", "« %1 » n'est ni une espèce ni un biotope"),
    [BIO_BAD_BIOTOPE] = TEXT("biotope", "'%1' is not a biotope: mountain, forest, meadow or wetland",
                             "« %1 » n'est pas un biotope : montagne, forêt, prairie ou zone humide"),
    [BIO_BAD_COLOUR] = TEXT("colour", "'%1' is not a colour: grey, green, yellow or blue",
                            "« %1 » n'est pas une couleur : gris, vert, jaune ou bleu"),
    [BIO_BAD_TYPE] = TEXT("type", "'%1' is not a type: plant, invertebrate, reptile, mammal or bird",
                          "« %1 » n'est pas un type : plante, invertébré, reptile, mammifère ou oiseau"),
    [BIO_BAD_DECK] = TEXT("deck", "'%1' is nothing to draw from: herbivore, insectivore, carnivore or bag",
                          "« %1 » n'est pas une pioche : herbivore, insectivore, carnivore ou sac"),
    [BIO_BAD_MILIEU] =
        TEXT("milieu", "'%1' is not an advanced biotope: preserved, adapted, propitious, plentiful or populous",
             "« %1 » n'est pas un biotope avancé : préservé, adapté, favorable, abondant ou populeux"),
    [BIO_BAD_TILE] = TEXT("tile", "'%1' is not the face of a tile: A1 to A10, B1 to B10",
                          "« %1 » n'est pas une face de tuile : A1 à A10, B1 à B10"),
    [BIO_BAD_ROTATION] =
        TEXT("rotation", "'%1' is not a rotation: r0 to r5", "« %1 » n'est pas une rotation : r0 à r5"),
    [BIO_BAD_CELL] = TEXT("hex", "a hex such as 3,-1 is expected", "un hexagone comme 3,-1 est attendu"),
    [BIO_BAD_SEAT] = TEXT("seat", "'%1' is not a player of this game", "« %1 » n'est pas un joueur de cette partie"),
    [BIO_BAD_NUMBER] =
        TEXT("number", "'%1' is not a number that fits here", "« %1 » n'est pas un nombre qui convienne ici"),
    [BIO_BAD_ACTION] =
        TEXT("action", "'%1' is not an action once a cycle: reproduce, transfer, evolve, expand, migrate or compete",
             "« %1 » n'est pas une action une fois par cycle : reproduire, transférer, évoluer, étendre, migrer ou "
             "concurrencer"),
    [BIO_BAD_FOR] = TEXT("for", "'%1' is not said for others: only what a declared effect does is",
                         "« %1 » ne se dit pas pour d'autres : seul ce que fait un effet déclaré se dit ainsi"),
    [BIO_BAD_WITH] = TEXT("with", "nothing is paid on this line: '%1' follows an action",
                          "rien ne se paie sur cette ligne : « %1 » suit une action"),
    [BIO_BAD_REST] = TEXT("rest", "unexpected '%1'", "« %1 » inattendu"),
    [BIO_BAD_LENGTH] = TEXT("line-length", "the line names too many things", "la ligne nomme trop de choses"),
    [BIO_TOO_FAR] = RULE("too-far", "the hex is further away than a landscape reaches",
                         "l'hexagone est plus loin qu'un paysage ne s'étend"),

    [BIO_NOT_A_MOVE] = RULE("not-a-move", "this is not a move of this game", "ce n'est pas un coup de ce jeu"),
    [BIO_NO_SUCH_SEAT] =
        RULE("no-such-seat", "this seat has no moves in this game", "ce siège n'a pas de coup dans cette partie"),
    [BIO_IS_OVER] = RULE("over", "the game is over", "la partie est finie"),
    [BIO_NOT_YOUR_TURN] = RULE("not-your-turn", "it is not this seat's turn", "ce n'est pas le tour de ce siège"),
    [BIO_NOT_NOW] = RULE("not-now", "something else has to be decided now", "il y a autre chose à décider"),
    [BIO_SAME_CONDITIONS] =
        RULE("same-conditions", "the conditions are two different biotopes and two different types of animals",
             "les conditions sont deux biotopes différents et deux types d'animaux différents"),
    [BIO_CONDITION_PLANT] = RULE("condition-plant", "a condition is a type of animals: plants are none",
                                 "une condition est un type d'animaux : les plantes n'en sont pas un"),
    [BIO_TILE_USED] = RULE("tile-used", "tile %1 lies in the landscape already: its two faces are one tile",
                           "la tuile %1 est déjà dans le paysage : ses deux faces ne font qu'une tuile"),
    [BIO_TILE_OVERLAPS] = RULE("tile-overlaps", "a tile with its centre at %1 would lie on another one",
                               "une tuile dont le centre est en %1 en recouvrirait une autre"),
    [BIO_TILE_APART] =
        RULE("tile-apart", "a tile with its centre at %1 would not touch the landscape with two of its hexes",
             "une tuile dont le centre est en %1 ne toucherait pas le paysage par deux de ses hexagones"),
    [BIO_NO_HEX] = RULE("no-hex", "the landscape has no hex at %1", "le paysage n'a pas d'hexagone en %1"),
    [BIO_HEX_TAKEN] = RULE("hex-taken", "there is a token at %1", "il y a un jeton en %1"),
    [BIO_NOT_EDGE] = RULE("not-edge", "%1 is not at the edge of the landscape, and there are hexes there",
                          "%1 n'est pas au bord du paysage, et il y a des hexagones au bord"),
    [BIO_NEXT_TO_OWN] =
        RULE("next-to-own", "%1 is next to a token of this seat", "%1 est voisin d'un jeton de ce siège"),
    [BIO_BIOTOPE_HELD] = RULE("biotope-held", "%1 is a %2, where this seat has a token already",
                              "%1 est une %2, où ce siège a déjà un jeton"),
    [BIO_MILIEU_TAKEN] = RULE("milieu-taken", "'%1' is taken already", "« %1 » est déjà prise"),
    [BIO_MILIEU_OTHER] = RULE("milieu-other", "the card has to be of the biotope on which the token lies",
                              "la carte doit être du biotope où se trouve le jeton"),
    [BIO_MILIEU_HELD] =
        RULE("milieu-held", "this seat has a card of the %1 already", "ce siège a déjà une carte de %1"),
    [BIO_DEAL_ORDER] =
        RULE("deal-order", "cards are dealt to seat %1 now", "c'est le siège %1 qui reçoit maintenant des cartes"),
    [BIO_DEAL_HERBIVORE] = RULE("deal-herbivore", "%1 is no herbivore: only herbivores are dealt",
                                "%1 n'est pas un herbivore : on ne distribue que des herbivores"),
    [BIO_DEAL_BIOTOPE] = RULE("deal-biotope", "%1 is of the same biotope as another card dealt to seat %2",
                              "%1 est du même biotope qu'une autre carte distribuée au siège %2"),
    [BIO_CARD_ELSEWHERE] = RULE("card-elsewhere", "%1 is known to be elsewhere", "%1 se trouve ailleurs"),
    [BIO_WRONG_DECK] = RULE("wrong-deck", "%1 is of another deck than the one drawn from: %2",
                            "%1 n'est pas du paquet où l'on a pioché : %2"),
    [BIO_CUBES_SEAT] =
        RULE("cubes-seat", "it is seat %1 that draws cubes now", "c'est le siège %1 qui pioche maintenant des cubes"),
    [BIO_CUBES_COUNT] = RULE("cubes-count", "seat %1 draws another number of cubes: %2",
                             "le siège %1 pioche un autre nombre de cubes : %2"),
    [BIO_CUBES_BAG] = RULE("cubes-bag", "the bag of seat %1 does not hold these cubes",
                           "le sac du siège %1 ne contient pas ces cubes"),
    [BIO_NOT_IN_HAND] =
        RULE("not-in-hand", "%1 cannot be in the hand of seat %2", "%1 ne peut pas être dans la main du siège %2"),
    [BIO_ACTION_USED] = RULE("action-used", "this seat has used '%1' in this cycle: it is once a cycle",
                             "ce siège a déjà utilisé « %1 » pendant ce cycle : c'est une fois par cycle"),
    [BIO_CANNOT_PAY] =
        RULE("cannot-pay", "this seat has no cubes that pay for '%1'", "ce siège n'a pas de cubes qui paient « %1 »"),
    [BIO_NO_TOKEN] = RULE("no-token", "no token is left on the board", "il ne reste pas de jeton sur le plateau"),
    [BIO_NOT_NEXT_TO_OWN] =
        RULE("not-next-to-own", "%1 is not next to a token of this seat", "%1 n'est pas voisin d'un jeton de ce siège"),
    [BIO_NOT_OWN] = RULE("not-own", "seat %2 has no token at %1", "le siège %2 n'a pas de jeton en %1"),
    [BIO_TOO_MANY_STEPS] =
        RULE("too-many-steps", "%1 is more than three steps away from %2", "%1 est à plus de trois pas de %2"),
    [BIO_NO_RIVAL] = RULE("no-rival", "there is no rival's token at %1", "il n'y a pas de jeton d'un rival en %1"),
    [BIO_NOT_IN_PLAY] =
        RULE("not-in-play", "%1 is not in the ecosystem of seat %2", "%1 n'est pas dans l'écosystème du siège %2"),
    [BIO_NO_ACTION] = RULE("no-action", "%1 has no Action", "%1 n'a pas d'Action"),
    [BIO_NO_CUBE] = RULE("no-cube", "there is no such cube on %2: %1", "il n'y a pas ce cube sur %2 : %1"),
    [BIO_WRONG_TYPE] =
        RULE("wrong-type", "cubes of %2 do not pay as '%1'", "les cubes de %2 ne paient pas comme « %1 »"),
    [BIO_NOT_NEEDED] =
        RULE("not-needed", "no cube of this type is asked for: %1", "aucun cube de ce type n'est demandé : %1"),
    [BIO_WRONG_COLOUR] = RULE("wrong-colour", "a cube of another colour is needed than %1",
                              "il faut un cube d'une autre couleur que %1"),
    [BIO_FROM_SPECIES] = RULE("from-species", "a cube of a species pays for this, not one of a biotope card",
                              "ceci se paie d'un cube d'une espèce, pas d'une carte de biotope"),
    [BIO_REST_UNPAID] = RULE("rest-unpaid", "the rest of the cost could not be paid then",
                             "le reste du coût ne pourrait plus être payé"),
    [BIO_TYPE_TWICE] = RULE("type-twice", "an evolution takes one cube of each type, and has one of this: %1",
                            "une évolution prend un cube de chaque type, et en a un de celui-ci : %1"),
    [BIO_PAY_FIRST] = RULE("pay-first", "an evolution begins with at least one cube: 'pay' comes first",
                           "une évolution commence par au moins un cube : « payer » d'abord"),
    [BIO_DECK_EMPTY] =
        RULE("deck-empty", "no card is left to draw there: %1", "il n'y reste aucune carte à piocher : %1"),
    [BIO_DECKS_LEFT] = RULE("decks-left", "there are cards to draw: 'draw' and a deck end paying",
                            "il reste des cartes : « piocher » et un paquet terminent le paiement"),
    [BIO_BAG_EMPTY] = RULE("bag-empty", "the bag is empty", "le sac est vide"),
    [BIO_NOT_DRAWABLE] =
        RULE("not-drawable", "cubes are gained here: 'draw bag'", "on gagne des cubes ici : « piocher sac »"),
    [BIO_NOT_RETREAT] = RULE("not-retreat", "the token cannot retreat to %1: it goes to an empty hex next to it",
                             "le jeton ne peut pas se replier en %1 : il va sur un hexagone vide voisin"),
    [BIO_NO_ROOM] =
        RULE("no-room", "%1 has no room for this cube: a species takes four, a biotope card its own colour",
             "%1 n'a pas de place pour ce cube : une espèce en prend quatre, une carte de biotope ceux de sa "
             "couleur"),
    [BIO_WRONG_CARD] = RULE("wrong-card", "%1 does not get this cube", "%1 ne reçoit pas ce cube"),
    [BIO_MUST_PUT] = RULE("must-put", "the reserve has a cube: 'put' says which card gets it",
                          "la réserve a un cube : « poser » dit quelle carte le reçoit"),
    [BIO_NO_SKIP] = RULE("no-skip", "this cannot be skipped", "on ne peut pas sauter ceci"),
    [BIO_SAME_SPOT] = RULE("same-spot", "a cube is shifted to another card", "un cube se déplace vers une autre carte"),
    [BIO_HAS_SHIFTED] = RULE("has-shifted", "that cube has been shifted already", "ce cube a déjà été déplacé"),
    [BIO_NOT_OTHER] =
        RULE("not-other", "a predator takes a cube of another seat", "un prédateur prend un cube d'un autre siège"),
    [BIO_NO_DECLARING] =
        RULE("no-declaring", "nothing is declared in this game: cards do what the catalogue says, and no more",
             "rien ne se déclare dans cette partie : les cartes font ce que dit le catalogue, et rien d'autre"),
    [BIO_MANY_OPENINGS] = RULE("many-openings", "a seat declares 64 effects in a cycle at the most",
                               "un siège déclare 64 effets par cycle au plus"),
    [BIO_MANY_EFFECTS] = RULE("many-effects", "a declared effect does 32 things at the most: 'done' ends it",
                              "un effet déclaré fait 32 choses au plus : « fini » le termine"),
    [BIO_NO_EFFECT] = RULE("no-effect", "a basic biotope has no effect: %1", "un biotope simple n'a pas d'effet : %1"),
    [BIO_RESERVE_EMPTY] = RULE("reserve-empty", "the reserve has no cube of this colour left: %1",
                               "la réserve n'a plus de cube de cette couleur : %1"),
    [BIO_NOT_USED] = RULE("not-used", "seat %2 has not used '%1' in this cycle: it may be used anyway",
                          "le siège %2 n'a pas utilisé « %1 » pendant ce cycle : l'action est libre"),
    [BIO_WAIVED_ENOUGH] = RULE("waived-enough", "enough cubes of this type are waived: %1",
                               "assez de cubes de ce type sont dispensés : %1"),
    [BIO_BONUS_TWICE] = RULE("bonus-twice", "the bonus of %1 is declared already", "le bonus de %1 est déjà déclaré"),
    [BIO_BONUS_RANGE] = RULE("bonus-range", "a bonus is 0 to 40 points", "un bonus va de 0 à 40 points"),
    [BIO_NO_CUBES_LEFT] = RULE("no-cubes-left", "%1 has no cubes and does not count at the end",
                               "%1 n'a pas de cube et ne compte pas à la fin"),

    [BIO_ROW_TWICE] =
        RULE("row-twice", "this seat's row of the %1 is written already", "la ligne de %1 de ce siège est déjà écrite"),
    [BIO_ROW_LENGTH] = RULE("row-length", "no biotope has that many species", "aucun biotope n'a autant d'espèces"),
    [BIO_ROW_BIOTOPE] =
        RULE("row-biotope", "%1 is not of the biotope of this row: %2", "%1 n'est pas du biotope de cette ligne : %2"),
    [BIO_CARD_TWICE] = RULE("card-twice", "%1 is written already, and there is one of each",
                            "%1 est déjà écrit, et chaque carte est unique"),
    [BIO_CUBES_RANGE] = RULE("cubes-range", "a species has 0 to 4 cubes", "une espèce a de 0 à 4 cubes"),
    [BIO_CUBES_SUPPLY] = RULE("cubes-supply", "with these there would be more cubes than the game has: %1",
                              "avec ceux-ci, il y aurait plus de cubes que la partie n'en a : %1"),
    [BIO_LAND_TWICE] =
        RULE("land-twice", "this seat's tokens are written already", "les jetons de ce siège sont déjà écrits"),
    [BIO_LAND_TOKENS] = RULE("land-tokens", "a seat has 12 tokens at the most", "un siège a 12 jetons au plus"),
    [BIO_LAND_GROUPS] = RULE("land-groups", "%1 tokens cannot form %2 groups", "%1 jetons ne forment pas %2 groupes"),
    [BIO_CATEGORY_TWICE] =
        RULE("category-twice", "the points of '%1' are written already", "les points de « %1 » sont déjà écrits"),
    [BIO_POINTS_RANGE] = RULE("points-range", "points are from -99 to 999", "les points vont de -99 à 999"),
    [BIO_NOT_THE_SUM] =
        RULE("not-the-sum", "the categories add up to %1, not to %2", "la somme des catégories est %1, et non %2"),
    [BIO_RANK_RANGE] = RULE("rank-range", "a rank is from 1 to %1", "un rang va de 1 à %1"),
    [BIO_NOBODY_FIRST] = RULE("nobody-first", "nobody is first: one of the ranks has to be 1",
                              "personne n'est premier : un des rangs doit être 1"),
    [BIO_RANKS_ALL] = RULE("ranks-all", "a rank is written for every seat or for none",
                           "on écrit un rang pour chaque siège ou pour aucun"),
};

const struct message bio_missing[BIO_RULES_COUNT] = {
    [BIO_BAD_WORD] = TEXT("move", "a move is missing", "il manque un coup"),
    [BIO_BAD_CARD] = TEXT("card", "a species is missing", "il manque une espèce"),
    [BIO_BAD_SPOT] = TEXT("spot", "a species or a biotope is missing", "il manque une espèce ou un biotope"),
    [BIO_BAD_BIOTOPE] = TEXT("biotope", "a biotope is missing", "il manque un biotope"),
    [BIO_BAD_COLOUR] = TEXT("colour", "a colour is missing", "il manque une couleur"),
    [BIO_BAD_TYPE] = TEXT("type", "a type is missing", "il manque un type"),
    [BIO_BAD_DECK] = TEXT("deck", "what is drawn from is missing: herbivore, insectivore, carnivore or bag",
                          "il manque où l'on pioche : herbivore, insectivore, carnivore ou sac"),
    [BIO_BAD_MILIEU] =
        TEXT("milieu", "which advanced biotope it is is missing", "il manque lequel des biotopes avancés"),
    [BIO_BAD_TILE] = TEXT("tile", "the face of a tile is missing", "il manque la face d'une tuile"),
    [BIO_BAD_SEAT] = TEXT("seat", "the number of a seat is missing", "il manque le numéro d'un siège"),
    [BIO_BAD_NUMBER] = TEXT("number", "a number is missing", "il manque un nombre"),
    [BIO_BAD_ACTION] = TEXT("action", "an action is missing", "il manque une action"),
    [BIO_BAD_FOR] = TEXT("for", "what happens to that seat is missing", "il manque ce qui arrive à ce siège"),
    [BIO_BAD_REST] = TEXT("rest", "something is missing here", "il manque quelque chose ici"),
};
