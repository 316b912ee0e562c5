/* What can be wrong with a record, apart from a game's own rules: ids and sentences in one table. */
#ifndef RECORD_MESSAGES_H
#define RECORD_MESSAGES_H

#include "base/error.h"

/* X(name, code, id, English, French) */
#define RECORD_MESSAGES(X)                                                                                                       \
    X(ENCODING, ERR_ENCODING, "record.encoding", "not UTF-8", "le texte n'est pas en UTF-8")                                     \
    X(NUL, ERR_SYNTAX, "record.nul", "a zero byte is not text", "un octet nul n'est pas du texte")                               \
    X(READ, ERR_IO, "record.read", "cannot be read: %1", "lecture impossible : %1")                                              \
    X(EMPTY, ERR_SYNTAX, "record.empty", "no record here: a record starts with 'dendro 1'",                                      \
      "aucune partie ici : une partie commence par « dendro 1 »")                                                                \
    X(START, ERR_SYNTAX, "record.start", "a record starts with 'dendro 1', not '%1'",                                            \
      "une partie commence par « dendro 1 », pas par « %1 »")                                                                    \
    X(VERSION, ERR_SYNTAX, "record.version", "unknown format version '%1', this program reads version 1",                        \
      "version de format « %1 » inconnue, ce programme lit la version 1")                                                        \
    X(MORE, ERR_SYNTAX, "record.more", "only one record is expected here", "une seule partie est attendue ici")                  \
    X(MOVES_ONLY, ERR_SYNTAX, "record.moves-only", "only moves are expected here, not '%1'",                                     \
      "seuls des coups sont attendus ici, pas « %1 »")                                                                           \
    X(TOO_LONG, ERR_LIMIT, "record.too-long", "a record of more than %1 bytes", "une partie de plus de %1 octets")               \
    X(TOO_MANY, ERR_LIMIT, "record.too-many", "more than %1 lines of this kind", "plus de %1 lignes de cette sorte")             \
    X(KEYWORD, ERR_SYNTAX, "record.keyword", "unknown keyword '%1'", "mot-clé « %1 » inconnu")                                   \
    X(TWICE, ERR_SYNTAX, "record.twice", "'%1' is given twice", "« %1 » est donné deux fois")                                    \
    X(VALUE, ERR_SYNTAX, "record.value", "'%1' needs a value", "« %1 » attend une valeur")                                       \
    X(LATE, ERR_SYNTAX, "record.late", "'%1' belongs before the first move", "« %1 » se place avant le premier coup")            \
    X(AFTER, ERR_SYNTAX, "record.after", "a move after '%1': the result comes behind the moves",                                 \
      "un coup après « %1 » : le résultat se place après les coups")                                                             \
    X(RULES, ERR_SYNTAX, "record.rules", "'%1' is not a rules version", "« %1 » n'est pas une version de règles")                \
    X(SEAT, ERR_SYNTAX, "record.seat", "'%1' is not a seat from 1 to 12", "« %1 » n'est pas un siège de 1 à 12")                 \
    X(SEAT_MISSING, ERR_SYNTAX, "record.seat-missing", "there is no line 'seat %1'",                                             \
      "il manque la ligne « siège %1 »")                                                                                         \
    X(TITLE_LONG, ERR_SYNTAX, "record.title-long", "a title of more than 120 bytes", "un titre de plus de 120 octets")           \
    X(TITLE_MISSING, ERR_SYNTAX, "record.title-missing", "which title was played: there is no line 'title'",                     \
      "à quel titre a-t-on joué : il manque la ligne « titre »")                                                                 \
    X(TITLE_KNOWN, ERR_SYNTAX, "record.title-known", "'%1': this game has its own name, and no title besides",                   \
      "« %1 » : ce jeu a son nom, et pas d'autre titre")                                                                         \
    X(TEAM, ERR_SYNTAX, "record.team", "'%1': a team is two seats or more",                                                      \
      "« %1 » : une équipe est faite de deux sièges ou plus")                                                                    \
    X(TEAM_TWICE, ERR_SYNTAX, "record.team-twice", "seat %1 is in a team already",                                               \
      "le siège %1 est déjà dans une équipe")                                                                                    \
    X(TEAM_SEAT, ERR_SYNTAX, "record.team-seat", "'%1': there is no seat %2", "« %1 » : il n'y a pas de siège %2")               \
    X(TEAM_NONE, ERR_SYNTAX, "record.team-none", "'%1': this game has no teams", "« %1 » : ce jeu n'a pas d'équipes")            \
    X(DURATION, ERR_SYNTAX, "record.duration", "'%1' is not a number of minutes from 1 to 10080",                                \
      "« %1 » n'est pas un nombre de minutes de 1 à 10080")                                                                      \
    X(DATE, ERR_SYNTAX, "record.date", "'%1' is not a date such as 2026-11-13",                                                  \
      "« %1 » n'est pas une date comme 13/11/2026")                                                                              \
    X(DATE_ORDER, ERR_SYNTAX, "record.date-order", "'%1': the day comes before the month, as in 15/11/2026",                     \
      "« %1 » : le jour vient avant le mois, comme dans 15/11/2026")                                                             \
    X(WEEKDAY, ERR_SYNTAX, "record.weekday", "'%1': that day is another day of the week",                                        \
      "« %1 » : cette date tombe un autre jour de la semaine")                                                                   \
    X(YEAR, ERR_SYNTAX, "record.year", "'%1': write the year with four digits, as in 13/11/2026",                                \
      "« %1 » : écrivez l'année en quatre chiffres, comme dans 13/11/2026")                                                      \
    X(MIDNIGHT, ERR_SYNTAX, "record.midnight",                                                                                   \
      "'%1': midnight is between two days, write 00:00 and the day that begins",                                                 \
      "« %1 » : minuit est entre deux jours, écrivez 0h00 et le jour qui commence")                                              \
    X(TIME, ERR_SYNTAX, "record.time", "'%1' is not a date or time such as 2026-11-13T20:30+01:00",                              \
      "« %1 » n'est pas une date ou une heure comme 13/11/2026 à 20h30")                                                         \
    X(LABEL, ERR_SYNTAX, "record.label", "'%1' is not a seat: 1 to 12, *, n or a",                                               \
      "« %1 » n'est pas un siège : 1 à 12, *, n ou a")                                                                           \
    X(MOVE_EMPTY, ERR_SYNTAX, "record.move-empty", "a seat without a move", "un siège sans coup")                                \
    X(BACK, ERR_SYNTAX, "record.back", "'back' needs the number of moves to take back",                                          \
      "« retour » attend le nombre de coups à reprendre")                                                                        \
    X(BACK_SEAT, ERR_SYNTAX, "record.back-seat", "only the table takes moves back: '*: back N'",                                 \
      "seule la table reprend des coups : « *: retour N »")                                                                      \
    X(BACK_TOO_FAR, ERR_RULE, "record.back-too-far", "moves that stand: only %1", "coups à reprendre : seulement %1")            \
    X(NUMBER, ERR_SYNTAX, "record.number", "'%1' is not a number of points", "« %1 » n'est pas un nombre de points")             \
    X(CLAIM, ERR_SYNTAX, "record.claim", "a claim is a seat, then names with points",                                            \
      "une annonce est un siège, puis des noms avec leurs points")                                                               \
    X(CLAIM_NAME, ERR_SYNTAX, "record.claim-name", "no category is called '%1'",                                                 \
      "aucune catégorie ne s'appelle « %1 »")                                                                                    \
    X(CLAIM_SEAT, ERR_SYNTAX, "record.claim-seat", "seat %1 has no score in this game",                                          \
      "le siège %1 n'a pas de score dans cette partie")                                                                          \
    X(DIGEST, ERR_SYNTAX, "record.digest", "a digest is 64 hexadecimal digits",                                                  \
      "une empreinte est faite de 64 chiffres hexadécimaux")                                                                     \
    X(GAME_MISSING, ERR_SYNTAX, "record.game-missing", "there is no 'game' line", "il manque la ligne « jeu »")                  \
    X(GAME, ERR_SYNTAX, "record.game", "unknown game '%1'", "jeu « %1 » inconnu")                                                \
    X(GAME_RULES, ERR_SYNTAX, "record.game-rules", "rules version %1 of this game is not known",                                 \
      "la version %1 des règles de ce jeu n'est pas connue")                                                                     \
    X(VARIANT, ERR_SYNTAX, "record.variant", "unknown variant '%1'", "variante « %1 » inconnue")                                 \
    X(LEVEL, ERR_SYNTAX, "record.level", "unknown level '%1'", "niveau « %1 » inconnu")                                          \
    X(LEVEL_MISSING, ERR_SYNTAX, "record.level-missing", "this game needs a 'level' line",                                       \
      "ce jeu demande une ligne « niveau »")                                                                                     \
    X(SEATS, ERR_RULE, "record.seats", "%1 players: this variant is for %2 to %3",                                               \
      "table de %1 : cette variante se joue de %2 à %3")                                                                         \
    X(SEATS_ONLY, ERR_RULE, "record.seats-only", "%1 players: this variant is for %2",                                           \
      "table de %1 : cette variante se joue à %2")                                                                               \
    X(NO_VARIANT, ERR_RULE, "record.no-variant", "no variant of this game is for %1 players",                                    \
      "aucune variante de ce jeu ne se joue à %1")                                                                               \
    X(OPTION, ERR_SYNTAX, "record.option", "this game has no option '%1'", "ce jeu n'a pas d'option « %1 »")                     \
    X(OPTION_VALUE, ERR_SYNTAX, "record.option-value", "'%1' is not a value of this option",                                     \
      "« %1 » n'est pas une valeur de cette option")                                                                             \
    X(CATALOGUE, ERR_SYNTAX, "record.catalogue", "this game needs 'option catalogue NAME sha256:HEX'",                           \
      "ce jeu demande « option catalogue NOM sha256:HEX »")                                                                      \
    X(CATALOGUE_UNKNOWN, ERR_NOT_FOUND, "record.catalogue-unknown",                                                              \
      "the catalogue '%1' of hash %2 is not known here: 'dendro catalogue add' stores it, '--catalogue' names its file",         \
      "le catalogue « %1 » d'empreinte %2 n'est pas connu ici : « dendro catalogue add » l'enregistre, "                     \
      "« --catalogue » nomme son fichier")                                                                                       \
    X(PERSON_TWICE, ERR_MISMATCH, "record.person-twice", "'%1' sits at seat %2 already",                                         \
      "« %1 » est déjà au siège %2")                                                                                             \
    X(SHEET_MISSING, ERR_MISMATCH, "record.sheet-missing",                                                                       \
      "totals are written, but the sheet of %1 is missing or not complete",                                                      \
      "des totaux sont écrits, mais la feuille de %1 manque ou n'est pas complète")                                              \
    X(NO_SHEET, ERR_MISMATCH, "record.no-sheet",                                                                                 \
      "'%2' states a result, but the sheet of %1 is missing or not complete",                                                    \
      "« %2 » donne un résultat, mais la feuille de %1 manque ou n'est pas complète")                                            \
    X(AND_MORE, ERR_SYNTAX, "record.and-more", "at least %1 more like these in this record",                                     \
      "au moins %1 autres du même genre dans cette partie")                                                                      \
    X(UNFINISHED, ERR_MISMATCH, "record.unfinished", "the game is not over, yet it states a result",                             \
      "la partie n'est pas finie, elle annonce pourtant un résultat")                                                            \
    X(TOTALS_COUNT, ERR_MISMATCH, "record.totals-count", "%1 totals are written, the game has %2",                               \
      "totaux écrits : %1, la partie en a %2")                                                                                   \
    X(TOTAL, ERR_MISMATCH, "record.total", "written %1, computed %2", "écrit %1, calculé %2")                                    \
    X(CLAIMED, ERR_MISMATCH, "record.claimed", "written %1, computed %2", "écrit %1, calculé %2")                                \
    X(DIGEST_DIFFERS, ERR_MISMATCH, "record.digest-differs",                                                                     \
      "the digest differs: after a corrected card it is outdated, and 'digest %1' replaces it ('dendro format --update' "        \
      "writes it)",                                                                                                              \
      "l'empreinte diffère : après une carte corrigée elle est périmée, et « digest %1 » la remplace "                    \
      "(« dendro format --update » l'écrit)")                                                                                    \
    X(OUTDATED, ERR_MISMATCH, "record.outdated",                                                                                 \
      "the result is that of other moves: after a corrected card it is outdated, and '= %1' and 'digest %2' replace "            \
      "it ('dendro format --update' writes them)",                                                                               \
      "ce résultat est celui d'autres coups : après une carte corrigée il est périmé, et « = %1 » et « digest %2 » le " \
      "remplacent (« dendro format --update » les écrit)")                                                                       \
    X(ENDLESS, ERR_LIMIT, "record.endless", "the game does not end within %1 lines",                                             \
      "la partie ne finit pas en %1 lignes")

#define RECORD_DECLARE(name, code, id, en, fr) extern const struct message RECORD_MSG_##name;
RECORD_MESSAGES(RECORD_DECLARE)
#undef RECORD_DECLARE

/* All of them, for the test that reads every sentence. */
const struct message *const *record_messages(size_t *count);

#endif
