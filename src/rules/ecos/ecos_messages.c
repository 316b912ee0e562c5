/*
 * Every way in which Ecos says no, with the sentence that people read. The
 * ids are part of the contract; docs/ecos.md lists them.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

#define RULE(id, en, fr)             \
    {                                \
        ERR_RULE, "ecos." id, en, fr \
    }
#define TEXT(id, en, fr)               \
    {                                  \
        ERR_SYNTAX, "ecos." id, en, fr \
    }

const struct message ecos_messages[ECOS_RULES_COUNT] = {
    [ECOS_OK] = {ERR_OK, "ecos.ok", "", ""},
    [ECOS_BAD_SETUP] = RULE("setup", "a game has 2 to 6 players", "une partie a 2 à 6 joueurs"),
    [ECOS_BAD_BLOCK] = RULE("catalogue", "the catalogue is not one of Ecos", "ce catalogue n'est pas d'Ecos"),

    [ECOS_BAD_WORD] = TEXT("move", "'%1' is not a move", "« %1 » n'est pas un coup"),
    [ECOS_BAD_WHOSE] = TEXT("move", "'%1:' is not a move: what a card gives to seat %1 begins with 'for %1'",
                            "« %1: » n'est pas un coup : ce qu'une carte donne au siège %1 commence par « pour %1 »"),
    [ECOS_BAD_CARD] = TEXT("card", "'%1' is not a card from 1 to 105", "« %1 » n'est pas une carte de 1 à 105"),
    [ECOS_BAD_ELEMENT] = TEXT("element", "'%1' is not an element", "« %1 » n'est pas un élément"),
    [ECOS_BAD_THING] =
        TEXT("thing", "'%1' is no terrain, token or species", "« %1 » n'est ni un terrain, ni un pion, ni une espèce"),
    [ECOS_BAD_CELL] = TEXT("place", "a place such as 3,-1 is expected", "une case comme 3,-1 est attendue"),
    [ECOS_BAD_NUMBER] =
        TEXT("number", "'%1' is not a number that fits here", "« %1 » n'est pas un nombre qui convienne ici"),
    [ECOS_BAD_SEAT] = TEXT("seat", "'%1' is not a player of this game", "« %1 » n'est pas un joueur de cette partie"),
    [ECOS_BAD_DECK] = TEXT("deck", "'%1' is not a deck of the catalogue, nor 'draft'",
                           "« %1 » n'est pas un paquet du catalogue, ni « draft »"),
    [ECOS_BAD_LOOK] = TEXT("look", "'%1' is not blue, brown or both", "« %1 » n'est ni bleu, ni brun, ni deux"),
    [ECOS_BAD_FOR] = TEXT("for", "'%1' is nothing that is said for others: points, gain and play are",
                          "« %1 » ne se dit pas pour d'autres : points, gagner et jouer, si"),
    [ECOS_BAD_REST] = TEXT("rest", "unexpected '%1'", "« %1 » inattendu"),
    [ECOS_BAD_LENGTH] = TEXT("line-length", "the line names too many cards", "la ligne nomme trop de cartes"),
    [ECOS_WHICH] = TEXT("which", "which one: '%1' or '%2'?", "lequel : « %1 » ou « %2 » ?"),
    [ECOS_TOO_FAR] = RULE("too-far", "the place is further away than a landscape reaches",
                          "la case est plus loin qu'un paysage ne s'étend"),

    [ECOS_NOT_A_MOVE] = RULE("not-a-move", "this is not a move of this game", "ce n'est pas un coup de ce jeu"),
    [ECOS_NO_SUCH_SEAT] =
        RULE("no-such-seat", "this seat has no moves in this game", "ce siège n'a pas de coup dans cette partie"),
    [ECOS_IS_OVER] = RULE("over", "the game is over", "la partie est finie"),
    [ECOS_NOT_YOUR_TURN] = RULE("not-your-turn", "it is not this seat's turn", "ce n'est pas le tour de ce siège"),
    [ECOS_NOT_NOW] = RULE("not-now", "something else has to be decided now", "il y a autre chose à décider"),
    [ECOS_NO_SUCH_DECK] = RULE("no-such-deck", "the catalogue has no such deck", "le catalogue n'a pas ce paquet"),
    [ECOS_DECK_TAKEN] = RULE("deck-taken", "another seat has this deck", "un autre siège a ce paquet"),
    [ECOS_OTHER_FAMILY] = RULE("other-family", "a game uses footprint decks or plant decks, not both",
                               "une partie se joue avec des empreintes ou des plantes, pas les deux"),
    [ECOS_SEAT_ORDER] = RULE("seat-order", "seats get their decks in order, once",
                             "les sièges reçoivent leur paquet dans l'ordre, une fois"),
    [ECOS_CARD_ELSEWHERE] =
        RULE("card-elsewhere", "this card is known to be elsewhere", "cette carte se trouve ailleurs"),
    [ECOS_WRONG_BACK] = RULE("wrong-back", "this card has the other back", "cette carte a l'autre dos"),
    [ECOS_DEALT_ENOUGH] =
        RULE("dealt-enough", "this seat gets no further card now", "ce siège ne reçoit plus de carte"),
    [ECOS_NOT_IN_PACK] = RULE("not-in-pack", "this card is not among those passed to the seat",
                              "cette carte n'est pas parmi celles reçues"),
    [ECOS_NOT_IN_HAND] = RULE("not-in-hand", "this card is not in the hand", "cette carte n'est pas en main"),
    [ECOS_NOT_SHOWN] =
        RULE("not-shown", "this card is not one of the two looked at", "cette carte n'est pas une des deux regardées"),
    [ECOS_NOT_FACE_UP] = RULE("not-face-up", "this card does not lie face up beside the decks",
                              "cette carte n'est pas face visible près des paquets"),
    [ECOS_DECK_EMPTY] = RULE("deck-empty", "there is no card left to gain there", "il n'y reste aucune carte à gagner"),
    [ECOS_BAG_EMPTY] = RULE("bag-empty", "no such token is left in the bag", "il ne reste pas de tel pion dans le sac"),
    [ECOS_NOT_DRAWN] = RULE("not-drawn", "this token has not been drawn", "ce pion n'a pas été pioché"),
    [ECOS_HAS_CHOSEN] = RULE("has-chosen", "this seat has used the token", "ce siège a utilisé le pion"),
    [ECOS_NOT_ACTIVE] =
        RULE("not-active", "this is not an active card of the seat", "ce n'est pas une carte active de ce siège"),
    [ECOS_GAVE_IT] = RULE("gave-it", "an element is never placed on the card that gave it",
                          "un élément ne se place jamais sur la carte qui l'a donné"),
    [ECOS_CARD_FULL] = RULE("card-full", "this card is complete", "cette carte est complète"),
    [ECOS_WRONG_ELEMENT] = RULE("wrong-element", "this is not the element to place", "ce n'est pas l'élément à placer"),
    [ECOS_NO_EMPTY_SLOT] = RULE("no-empty-slot", "the card has no empty slot of this element",
                                "la carte n'a pas d'emplacement libre de cet élément"),
    [ECOS_CUBES_FREE] = RULE("cubes-free", "a cube is taken off a card only when none is free",
                             "on ne reprend un cube que s'il n'y en a plus de libre"),
    [ECOS_NO_CUBE] = RULE("no-cube", "there is no cube to place from there", "il n'y a pas de cube à prendre là"),
    [ECOS_NOT_SAID] = RULE("not-said", "the catalogue knows this card's slots: 'eco' is not said",
                           "le catalogue connaît les emplacements de cette carte : « éco » ne se dit pas"),
    [ECOS_NOT_COMPLETE] = RULE("not-complete", "this card is not complete", "cette carte n'est pas complète"),
    [ECOS_NO_WITHDRAW] =
        RULE("no-withdraw", "a cube is withdrawn before its card is resolved, and only after another seat resolved one",
             "on retire un cube avant que sa carte soit résolue, et seulement après celle d'un autre siège"),
    [ECOS_NOT_THE_EFFECT] =
        RULE("not-the-effect", "the card's next effect is another one", "le prochain effet de la carte est autre"),
    [ECOS_SUPPLY_EMPTY] = RULE("supply-empty", "none is left in the supply: 'take' one from the landscape first",
                               "la réserve est vide : il faut d'abord en « prendre » un au paysage"),
    [ECOS_SUPPLY_LEFT] = RULE("supply-left", "there are some left in the supply", "il en reste dans la réserve"),
    [ECOS_CANNOT_PLACE] = RULE("cannot-place", "it cannot be placed there", "on ne peut pas le placer là"),
    [ECOS_NOTHING_THERE] = RULE("nothing-there", "there is no such thing there", "il n'y a rien de tel à cet endroit"),
    [ECOS_LATER_IMPOSSIBLE] = RULE("later-impossible", "then a later placement of the card would be impossible",
                                   "un placement suivant de la carte serait alors impossible"),
    [ECOS_NO_BRANCH] = RULE("no-branch", "the card has no such choice", "la carte n'a pas ce choix"),
    [ECOS_OUT_OF_REACH] = RULE("out-of-reach", "the animal cannot get there", "l'animal ne peut pas y aller"),
    [ECOS_HAS_MOVED] = RULE("has-moved", "that animal has moved already", "cet animal s'est déjà déplacé"),
    [ECOS_CANNOT_REPLACE] =
        RULE("cannot-replace", "this tile cannot be replaced so", "cette tuile ne peut pas être remplacée ainsi"),
    [ECOS_NO_CUBES_LEFT] = RULE("no-cubes-left", "no cube is left in the supply", "il n'y a plus de cube en réserve"),
    [ECOS_POINTS_RANGE] = RULE("points-range", "points are 1 to 60 for one effect, and 999 in all at the most",
                               "un effet donne de 1 à 60 points, et un total va jusqu'à 999"),
    [ECOS_TIMES_RANGE] =
        RULE("times-range", "the card cannot be used that often", "la carte ne peut pas servir autant de fois"),
    [ECOS_ACTIVE_ENOUGH] =
        RULE("active-enough", "this seat has all its starting cards active: three, or five of two players",
             "ce siège a toutes ses cartes de départ actives : trois, ou cinq à deux joueurs"),
    [ECOS_LAST_TILE] = RULE("last-tile", "the last tile of the landscape stays", "la dernière tuile du paysage reste"),
    [ECOS_FALSE_ECO] = RULE("false-eco", "this cube does not complete the card: 'eco' is not true",
                            "ce cube ne complète pas la carte : « éco » est faux"),
    [ECOS_OTHER_CUBES] =
        RULE("other-cubes", "cube number %1 completed this card before, and this is number %2",
             "auparavant, c'est le cube numéro %1 qui a complété cette carte, et celui-ci est le numéro %2"),
    [ECOS_MUST_ECO] = RULE("must-eco", "this cube completes the card, as it did before: 'eco' is said",
                           "ce cube complète la carte, comme auparavant : « éco » se dit"),
    [ECOS_MANY_EFFECTS] =
        RULE("many-effects", "a declared card has 24 effects at the most: 'done' or 'discard' ends it",
             "une carte déclarée a 24 effets au plus : « fini » ou « défausser » la termine"),
    [ECOS_PLACE_FIRST] = RULE("place-first", "what was taken from the landscape is placed first",
                              "ce qui a été pris au paysage se place d'abord"),
    [ECOS_LEAVES_KNOWN] = RULE("leaves-known", "the catalogue knows this card's leaves: it ends with 'done'",
                               "le catalogue connaît les feuilles de cette carte : elle se termine par « fini »"),
    [ECOS_LAST_LEAF] =
        RULE("last-leaf", "no card has more than four leaves: after its fourth use it ends with 'discard'",
             "aucune carte n'a plus de quatre feuilles : au quatrième usage, « défausser » la termine"),
    [ECOS_NOT_FOR_SELF] = RULE("not-for-self", "what is for oneself is said without 'for': 'play 17' names the card",
                               "ce qui est pour soi se dit sans « pour » : « jouer 17 » nomme la carte"),
    [ECOS_HAND_EMPTY] =
        RULE("hand-empty", "nobody meant has a card to play", "personne de désigné n'a de carte à jouer"),
    /* the same refusals where more is known */
    [ECOS_USED_TWICE] =
        RULE("card-elsewhere", "this card is on the sheet already", "cette carte est déjà sur la feuille"),
    [ECOS_HAS_TOTAL] = RULE("not-your-turn", "this seat's total is written already: its cards come before it",
                            "le total de ce siège est déjà écrit : ses cartes viennent avant"),
    [ECOS_OTHER_THING] =
        RULE("not-the-effect", "an animal is moved, a terrain replaces a tile, and a piece has a name of its own",
             "on déplace un animal, un terrain remplace une tuile, et une pièce a un nom à elle"),
    [ECOS_NOT_DECLARED] = RULE("not-the-effect", "a card does nothing like it: 'done' or 'discard' ends card %1 first",
                               "une carte ne fait rien de tel : « fini » ou « défausser » termine d'abord la carte %1"),
};

const struct message ecos_missing[ECOS_RULES_COUNT] = {
    [ECOS_BAD_CARD] = TEXT("card", "a card from 1 to 105 is missing", "il manque une carte de 1 à 105"),
    [ECOS_BAD_ELEMENT] = TEXT("element", "an element is missing", "il manque un élément"),
    [ECOS_BAD_THING] =
        TEXT("thing", "a terrain, token or species is missing", "il manque un terrain, un pion ou une espèce"),
    [ECOS_BAD_NUMBER] = TEXT("number", "a number is missing", "il manque un nombre"),
    [ECOS_BAD_SEAT] = TEXT("seat", "the number of a seat is missing", "il manque le numéro d'un siège"),
    [ECOS_BAD_DECK] = TEXT("deck", "a deck of the catalogue, or 'draft', is missing",
                           "il manque un paquet du catalogue, ou « draft »"),
    [ECOS_BAD_LOOK] = TEXT("look", "blue, brown or both is missing", "il manque bleu, brun ou deux"),
    [ECOS_BAD_FOR] = TEXT("for", "points, gain or play is missing", "il manque points, gagner ou jouer"),
};
