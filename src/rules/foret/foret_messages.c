/*
 * Every way in which Forêt says no, with the sentence that people read. The
 * ids are part of the contract; docs/foret.md lists them.
 */
#include "rules/cursor.h"
#include "rules/foret/foret_state.h"

#include "base/banned.h"

const struct message foret_messages[FORET_RULES_COUNT] = {
    [FORET_OK] = {ERR_OK, "foret.ok", "", ""},
    [FORET_BAD_SETUP] = {ERR_RULE, "foret.setup", "a game has 3 to 6 players, a duel 2, a solo game 1",
                         "une partie a de 3 à 6 joueurs, un duel 2, un solo 1"},

    [FORET_BAD_CARD] = {ERR_SYNTAX, "foret.card", "'%1' is not a card", "« %1 » n'est pas une carte"},
    [FORET_BAD_CELL] = {ERR_SYNTAX, "foret.cell", "a cell such as 1,0 is expected", "une case comme 1,0 est attendue"},
    [FORET_BAD_REST] = {ERR_SYNTAX, "foret.rest", "unexpected '%1'", "« %1 » inattendu"},
    [FORET_BAD_TWICE] = {ERR_SYNTAX, "foret.twice", "'%1' stands there twice", "« %1 » y figure deux fois"},
    [FORET_BAD_TABLE] = {ERR_SYNTAX, "foret.table-move", "the table says 'deal' or 'draw', not '%1'",
                         "la table dit « distribue » ou « pioche », pas « %1 »"},
    [FORET_BAD_HAND] = {ERR_SYNTAX, "foret.no-such-hand", "there is no hand '%1' in this game",
                        "il n'y a pas de main « %1 » dans cette partie"},
    [FORET_BAD_COUNT] = {ERR_SYNTAX, "foret.card-count", "%1 cards are due here, not %2",
                         "il faut ici %1 cartes, pas %2"},
    [FORET_BAD_DRAW] = {ERR_SYNTAX, "foret.draw-only-solo", "only a solo game has 'draw'",
                        "seul le solo connaît « pioche »"},
    [FORET_BAD_ROW] = {ERR_SYNTAX, "foret.row-length", "row %1 of the grid has %2 cards, not 5",
                       "la ligne %1 de la grille a %2 cartes, pas 5"},
    [FORET_BAD_GRID] = {ERR_SYNTAX, "foret.row-count", "a grid has 4 rows, not %1", "une grille a 4 lignes, pas %1"},
    [FORET_BAD_SHEET] = {ERR_SYNTAX, "foret.grid-or-cards", "this seat's sheet starts with '%1'",
                         "la feuille de ce siège commence par « %1 »"},

    [FORET_NOT_A_MOVE] = {ERR_RULE, "foret.not-a-move", "this is not a move of this game",
                          "ce n'est pas un coup de ce jeu"},
    [FORET_NO_SUCH_SEAT] = {ERR_RULE, "foret.no-such-seat", "seat %1 has no such move in this game",
                            "le siège %1 n'a pas de tel coup dans cette partie"},
    [FORET_ALBAN_GIVEN] = {ERR_RULE, "foret.alban-is-given",
                           "Alban plays nothing: his cards are given to him with 'give'",
                           "Alban ne joue pas : on lui donne ses cartes avec « donne »"},
    [FORET_OVER] = {ERR_RULE, "foret.over", "the game is over", "la partie est finie"},
    [FORET_DEAL_FIRST] = {ERR_RULE, "foret.deal-first", "cards must be dealt first",
                          "il faut d'abord distribuer les cartes"},
    [FORET_NOT_YOUR_TURN] = {ERR_RULE, "foret.not-your-turn", "seat already moved this turn",
                             "ce siège a déjà joué ce tour"},
    [FORET_NOT_IN_HAND] = {ERR_RULE, "foret.not-in-hand", "no %1 in the hand", "pas de carte %1 dans la main"},
    [FORET_SUPPLY] = {ERR_RULE, "foret.supply", "no %1 is left: the game has only %2",
                      "il ne reste pas de carte %1 : le jeu n'en a que %2"},
    [FORET_FIRST_CARD] = {ERR_RULE, "foret.first-card", "the first card goes to 0,0", "la première carte va en 0,0"},
    [FORET_CELL_TAKEN] = {ERR_RULE, "foret.cell-taken", "there is a card at %1 already", "il y a déjà une carte en %1"},
    [FORET_NOT_ADJACENT] = {ERR_RULE, "foret.not-adjacent", "not adjacent to any card",
                            "cette case n'est adjacente à aucune carte"},
    [FORET_TOO_WIDE] = {ERR_RULE, "foret.too-wide", "the grid would be wider than 5 columns",
                        "la grille dépasserait 5 colonnes"},
    [FORET_TOO_HIGH] = {ERR_RULE, "foret.too-high", "the grid would be higher than 4 rows",
                        "la grille dépasserait 4 lignes"},
    [FORET_NEUTRAL_CELL] = {ERR_RULE, "foret.neutral-cell", "the neutral seat's cards have no cell",
                            "les cartes du joueur neutre n'ont pas de case"},
    [FORET_SWAP_ONLY_RABBIT] = {ERR_RULE, "foret.swap-only-rabbit", "only a rabbit swaps, not a %1",
                                "seul le lapin échange, pas la carte %1"},
    [FORET_SWAP_EMPTY_CELL] = {ERR_RULE, "foret.swap-empty-cell", "there is no card at %1 to swap",
                               "il n'y a pas de carte à échanger en %1"},
    [FORET_SWAP_SAME_CELL] = {ERR_RULE, "foret.swap-same-cell", "a swap needs two different cells",
                              "un échange demande deux cases différentes"},
    [FORET_GIVE_MISSING] = {ERR_RULE, "foret.give-missing", "a solo turn ends with 'give' and a card for Alban",
                            "un tour en solo finit par « donne » et une carte pour Alban"},
    [FORET_GIVE_ONLY_SOLO] = {ERR_RULE, "foret.give-only-solo", "only a solo game has 'give'",
                              "seul le solo connaît « donne »"},
    [FORET_NO_DEAL_LEVEL] = {ERR_RULE, "foret.no-deal-at-this-level", "only a record of level full has deals",
                             "seul un relevé de niveau complet contient les distributions"},
    [FORET_NO_DEAL_NOW] = {ERR_RULE, "foret.no-deal-now", "no card is to be dealt now",
                           "aucune carte n'est à distribuer maintenant"},
    [FORET_HAND_DEALT] = {ERR_RULE, "foret.hand-dealt", "that hand has its cards already",
                          "cette main a déjà ses cartes"},
    [FORET_FINISH_HAND] = {ERR_RULE, "foret.finish-hand", "the hand begun must be finished first",
                           "il faut d'abord finir la main commencée"},
    [FORET_NO_GRID_LEVEL] = {ERR_RULE, "foret.no-grid-at-this-level", "only a sheet has whole grids",
                             "seule une feuille contient des grilles entières"},
    [FORET_NO_PLAY_LEVEL] = {ERR_RULE, "foret.no-play-at-this-level", "a sheet has whole grids, not single cards",
                             "une feuille contient des grilles entières, pas des cartes isolées"},
    [FORET_GRID_GIVEN] = {ERR_RULE, "foret.grid-given", "seat %1 has its cards already",
                          "le siège %1 a déjà ses cartes"},
    [FORET_FINISH_GRID] = {ERR_RULE, "foret.finish-grid", "the grid begun must be finished first",
                           "il faut d'abord finir la grille commencée"},
};

enum err foret_refuse(struct error *error, enum foret_rule rule)
{
    return error_raise(error, &foret_messages[rule]);
}

enum err foret_refuse_card(struct error *error, enum foret_rule rule, unsigned card)
{
    enum err err = error_raise(error, &foret_messages[rule]);
    error_add_name(error, &foret_cards[card]);
    error_add_int(error, foret_copies[card]);
    return err;
}

enum err foret_refuse_cell(struct error *error, enum foret_rule rule, int x, int y)
{
    enum err err = error_raise(error, &foret_messages[rule]);
    error_add_cell(error, x, y);
    return err;
}

static const struct message MISSING_CARD = {ERR_SYNTAX, "foret.card", "a card is missing", "il manque une carte"};
static const struct message MISSING_HAND = {ERR_SYNTAX, "foret.no-such-hand", "the number of a seat is missing",
                                            "il manque le numéro d'un siège"};

enum err foret_refuse_word(struct error *error, enum foret_rule rule, struct span word)
{
    bool missing = word.len == 0;
    return error_raise_span(error,
                            missing && rule == FORET_BAD_CARD   ? &MISSING_CARD
                            : missing && rule == FORET_BAD_HAND ? &MISSING_HAND
                                                                : &foret_messages[rule],
                            word);
}

static const struct message NO_SEAT = {ERR_RULE, "foret.no-such-seat", "there is no seat %1: the last one is %2",
                                       "il n'y a pas de siège %1 : le dernier est le %2"};

enum err foret_refuse_stranger(struct error *error, const struct setup *setup, unsigned seat)
{
    if (seat < setup->seats || seat >= GAME_PLAYERS) {
        return foret_refuse_seat(error, FORET_NO_SUCH_SEAT, seat);
    }
    enum err err = error_raise_int(error, &NO_SEAT, seat + 1);
    error_add_int(error, setup->seats);
    return err;
}

enum err foret_refuse_seat(struct error *error, enum foret_rule rule, unsigned seat)
{
    return error_raise_span(error, &foret_messages[rule], span_from(seat_label(seat)));
}

static bool holds(const struct foret_seat *seat, int x, int y)
{
    return field_holds(x, y) && (seat->occupied & field_bit(field_cell(x, y))) != 0;
}

enum err foret_refuse_put(struct error *error, const struct foret_seat *seat, int x, int y)
{
    if (seat->occupied == 0) {
        return foret_refuse(error, FORET_FIRST_CARD);
    }
    if (holds(seat, x, y)) {
        return foret_refuse_cell(error, FORET_CELL_TAKEN, x, y);
    }
    if (!holds(seat, x - 1, y) && !holds(seat, x + 1, y) && !holds(seat, x, y - 1) && !holds(seat, x, y + 1)) {
        return foret_refuse(error, FORET_NOT_ADJACENT);
    }
    int column = x + 4;
    bool too_wide = column > seat->left + (FORET_COLUMNS - 1) || column < seat->right - (FORET_COLUMNS - 1);
    return foret_refuse(error, too_wide ? FORET_TOO_WIDE : FORET_TOO_HIGH);
}
