/* What the service refuses, and how it says so. */
#ifndef SERVICE_MESSAGES_H
#define SERVICE_MESSAGES_H

#include "base/error.h"

/* X(name, code, id, English, French) */
#define SERVICE_MESSAGES(X)                                                                                                 \
    X(NO_GAME, ERR_NOT_FOUND, "game.unknown", "there is no game %1", "il n'y a pas de partie %1")                           \
    X(NO_PERSON, ERR_NOT_FOUND, "person.unknown", "nobody here is called '%1'", "personne ici ne s'appelle « %1 »")         \
    X(NAME_TAKEN, ERR_CONFLICT, "person.taken", "'%1' is already here", "« %1 » existe déjà")                               \
    X(NAME, ERR_USAGE, "person.name",                                                                                       \
      "a name has 1 to 200 characters, something to see, and does not start with @ or a blank",                             \
      "un nom a de 1 à 200 caractères, quelque chose de visible, et ni @ ni espace en tête")                                \
    X(HIDDEN, ERR_USAGE, "text.hidden",                                                                                     \
      "the character %1 cannot be seen or changes the direction of writing: it has no place here",                          \
      "le caractère %1 ne se voit pas ou change le sens de l'écriture : il n'a pas sa place ici")                           \
    X(SAME_PERSON, ERR_CONFLICT, "person.twice", "'%1' sits twice in this game",                                            \
      "« %1 » est assis deux fois dans cette partie")                                                                       \
    X(VERSUS_SELF, ERR_USAGE, "stats.same-player", "'%1' and '%2' are the same person",                                     \
      "« %1 » et « %2 » sont la même personne")                                                                             \
    X(FORECAST_SEATS, ERR_USAGE, "stats.forecast-seats", "a forecast is about 2 to 12 players, not %1",                     \
      "une prévision porte sur 2 à 12 joueurs, pas %1")                                                                     \
    X(MERGED_TWICE, ERR_CONFLICT, "person.merged-twice", "'%1' and '%2' at seat %3 are one person here",                    \
      "« %1 » et « %2 » au siège %3 sont ici une seule personne")                                                           \
    X(MERGE_SELF, ERR_USAGE, "person.merge-self", "that is one person already", "c'est déjà la même personne")              \
    X(MERGE_MET, ERR_CONFLICT, "person.merge-met", "they sat in one game: they are two people",                             \
      "elles ont joué ensemble : ce sont deux personnes")                                                                   \
    X(NO_MERGE, ERR_USAGE, "person.no-merge", "entry %1 is not a merge of people",                                          \
      "l'entrée %1 n'est pas une fusion de personnes")                                                                      \
    X(UNMERGED, ERR_CONFLICT, "person.unmerged", "the merge of entry %1 has been undone already",                           \
      "la fusion de l'entrée %1 est déjà défaite")                                                                          \
    X(NOT_MERGED, ERR_CONFLICT, "person.not-merged", "'%1' is not merged into anybody",                                     \
      "« %1 » n'est fusionné avec personne")                                                                                \
    X(OTHER_MERGE, ERR_CONFLICT, "person.other-merge", "entry %1 did not merge '%2' into anybody",                          \
      "l'entrée %1 n'a fusionné « %2 » avec personne")                                                                      \
    X(NAME_LENT, ERR_CONFLICT, "person.name-lent",                                                                          \
      "the name '%1' has gone over to @%2: give that one another name first, and it returns",                               \
      "le nom « %1 » est passé à @%2 : donnez-lui d'abord un autre nom, et il reviendra")                                   \
    X(PLY, ERR_CONFLICT, "game.ply", "the game stands at ply %1, not %2", "la partie en est au coup %1, pas %2")            \
    X(OVER, ERR_CONFLICT, "game.over", "the game is %1: no move can follow",                                                \
      "la partie est %2 : aucun coup ne peut suivre")                                                                       \
    X(NOT_LIVE, ERR_CONFLICT, "game.not-live", "only a live game can be abandoned, this one is %1",                         \
      "seule une partie en cours peut être abandonnée, celle-ci est %2")                                                    \
    X(NOT_FINISHED, ERR_CONFLICT, "game.not-finished",                                                                      \
      "only a finished game can be told to other programs, this one is %1",                                                 \
      "seule une partie terminée peut être transmise à d'autres programmes, celle-ci est %1")                               \
    X(VOID, ERR_CONFLICT, "game.void", "the game is void", "la partie est annulée")                                         \
    X(NOT_VOID, ERR_CONFLICT, "game.not-void", "only a void game can be made to count again, this one is %1",               \
      "seule une partie annulée peut être rétablie, celle-ci est %2")                                                       \
    X(UNVOID_TWICE, ERR_CONFLICT, "game.unvoid-twice",                                                                      \
      "'%1' and '%2' have been merged: one person cannot sit twice in this game",                                           \
      "« %1 » et « %2 » ont été fusionnés : une personne ne peut pas être assise deux fois dans cette partie")              \
    X(SHEET_BACK, ERR_CONFLICT, "game.correct-instead", "this game was entered whole: correct it instead",                  \
      "cette partie a été saisie en entier : corrigez-la plutôt")                                                           \
    X(REASON, ERR_USAGE, "game.reason", "say why, in one line of at most 500 characters",                                   \
      "dites pourquoi, en une ligne de 500 caractères au plus")                                                             \
    X(NO_MOVES, ERR_USAGE, "game.no-moves", "there is no move in this", "il n'y a aucun coup là-dedans")                    \
    X(BACK_COUNT, ERR_USAGE, "game.back-count", "take back at least one move", "reprenez au moins un coup")                 \
    X(ONLY_MOVES, ERR_USAGE, "game.only-moves", "only moves belong here, a take-back or a result does not",                 \
      "seuls des coups ont leur place ici, ni reprise ni résultat")                                                         \
    X(ENTRY, ERR_CORRUPT, "log.entry", "entry %1 of the log cannot stand where it is",                                      \
      "l'entrée %1 du journal ne peut pas être à cette place")                                                              \
    X(PLAYED, ERR_CORRUPT, "log.game", "game %1 of the log cannot be played any more: audit the database",                  \
      "la partie %1 du journal ne peut plus être rejouée : vérifiez la base")                                               \
    X(HANDLE, ERR_CORRUPT, "log.handle", "the log names '%1', whom nobody knows",                                           \
      "le journal nomme « %1 », que personne ne connaît")                                                                   \
    X(FACTS, ERR_CORRUPT, "stats.facts", "the facts of game %1 cannot be read: rebuild the database",                       \
      "les faits de la partie %1 sont illisibles : reconstruisez la base")                                                  \
    X(SUMS, ERR_CORRUPT, "stats.sums", "the sums in %1 cannot be read: rebuild the database",                               \
      "les sommes de %1 sont illisibles : reconstruisez la base")                                                           \
    X(PENDING, ERR_BUSY, "stats.pending",                                                                                   \
      "the ratings of %1 of these nights are still being computed: ask again in a minute",                                  \
      "le classement de %1 de ces soirées est en cours de calcul : redemandez dans une minute")                             \
    X(DAYS_REVERSED, ERR_USAGE, "range.days", "the days are in the wrong order: from %1 to %2",                             \
      "les jours sont à l'envers : du %1 au %2")                                                                            \
    X(ENTRIES_REVERSED, ERR_USAGE, "range.entries", "the entries are in the wrong order: from %1 to %2",                    \
      "les entrées sont à l'envers : de %1 à %2")                                                                           \
    X(NO_SUCH_GAME, ERR_NOT_FOUND, "stats.game", "no game is called '%1'", "aucun jeu ne s'appelle « %1 »")                 \
    X(TITLE_ENGINE, ERR_USAGE, "title.engine", "'%1' has an engine: its name stays",                                        \
      "« %1 » a un moteur : son nom reste")                                                                                 \
    X(TITLE_NAME, ERR_USAGE, "title.name", "a title has 1 to 120 bytes, and no blanks at its ends",                         \
      "un titre a de 1 à 120 octets, et pas d'espaces aux bouts")                                                           \
    X(TITLE_TAKEN, ERR_CONFLICT, "title.taken", "another title is called '%1': merge them",                                 \
      "un autre titre s'appelle « %1 » : fusionnez-les")                                                                    \
    X(TITLE_SELF, ERR_USAGE, "title.self", "'%1' is one title already", "« %1 » est déjà un seul titre")                    \
    X(NO_VARIANT, ERR_NOT_FOUND, "stats.variant", "no variant is called '%1'", "aucune variante ne s'appelle « %1 »")       \
    X(NO_LEVEL, ERR_NOT_FOUND, "stats.level", "no level is called '%1'", "aucun niveau ne s'appelle « %1 »")                \
    X(OTHER_VARIANT, ERR_NOT_FOUND, "stats.variant", "'%1' is a variant of %2, not of %3",                                  \
      "« %1 » est une variante du jeu %2, pas du jeu %3")                                                                   \
    X(OTHER_LEVEL, ERR_NOT_FOUND, "stats.level", "'%1' is a level of %2, not of %3",                                        \
      "« %1 » est un niveau du jeu %2, pas du jeu %3")                                                                      \
    X(NO_PLACE, ERR_NOT_FOUND, "stats.place", "no place is called '%1'", "aucun lieu ne s'appelle « %1 »")                  \
    X(NO_CARD, ERR_NOT_FOUND, "stats.card", "no card is called '%1'", "aucune carte ne s'appelle « %1 »")                   \
    X(SHARED_STALE, ERR_BUSY, "stats.shared-stale", "the statistics of this club have to be made first",                    \
      "les statistiques de ce club sont à faire d'abord")                                                                   \
    X(WHICH_GAME, ERR_USAGE, "stats.which-game", "say which game", "dites quel jeu")                                        \
    X(SCORES_OF_WHAT, ERR_USAGE, "stats.scores-of-what",                                                                    \
      "the points of different titles cannot be compared: say which game",                                                  \
      "les points de titres différents ne se comparent pas : dites quel jeu")                                               \
    X(WHICH_PLAYER, ERR_USAGE, "stats.which-player", "say which player", "dites quel joueur")                               \
    X(WHICH_NIGHT, ERR_USAGE, "stats.which-night", "say which night", "dites quelle soirée")                                \
    X(YEAR, ERR_USAGE, "stats.year", "'%1' is not a year: write one from 1 to 9999, such as 2026",                          \
      "« %1 » n'est pas une année : écrivez-en une de 1 à 9999, comme 2026")                                                \
    X(NO_CATALOGUE, ERR_NOT_FOUND, "catalogue.no-such", "there is no such catalogue", "il n'y a pas de tel catalogue")      \
    X(NOT_ITS_CATALOGUE, ERR_NOT_FOUND, "catalogue.no-such", "no catalogue of %2 is called '%1'",                           \
      "aucun catalogue du jeu %2 ne s'appelle « %1 »")                                                                      \
    X(CATALOGUES, ERR_CONFLICT, "catalogue.many", "a database holds at most %1 catalogues",                                 \
      "une base contient au plus %1 catalogues")                                                                            \
    X(CATALOGUE_HASH, ERR_CORRUPT, "catalogue.hash", "the catalogue stored as sha256:%1 has been changed",                  \
      "le catalogue enregistré sous sha256:%1 a été modifié")                                                               \
    X(CATALOGUE_READ, ERR_CORRUPT, "catalogue.damaged", "the catalogue stored as sha256:%1 cannot be read: %2",             \
      "le catalogue enregistré sous sha256:%1 est illisible : %3")                                                          \
    X(CATALOGUE_HIDDEN, ERR_SYNTAX, "catalogue.hidden",                                                                     \
      "%1: the character %2 cannot be seen or changes the direction of writing: it has no place here",                      \
      "%1 : le caractère %2 ne se voit pas ou change le sens de l'écriture : il n'a pas sa place ici")                      \
    X(DOCUMENT_ENGINE, ERR_USAGE, "catalogue.engine",                                                                       \
      "'%1' is a game that Dendro knows: its totals are written as that game's, and need no document",                      \
      "« %1 » est un jeu que Dendro connaît : ses totaux s'écrivent comme ceux de ce jeu, sans document")                   \
    X(DOCUMENT_NONE, ERR_USAGE, "catalogue.no-title", "this is a catalogue of '%1', and no document of a title",            \
      "ceci est un catalogue de « %1 », et pas un document de titre")                                                       \
    X(NO_SEASON, ERR_NOT_FOUND, "season.unknown", "there is no season %1", "il n'y a pas de saison %1")                     \
    X(SEASON_TAKEN, ERR_CONFLICT, "season.taken", "an open season is called '%1' already",                                  \
      "une saison ouverte s'appelle déjà « %1 »")                                                                           \
    X(SEASON_CLOSED, ERR_CONFLICT, "season.closed", "season %1 is closed: its board stands in the log",                     \
      "la saison %1 est close : son classement est dans le journal")                                                        \
    X(SEASON_POINTS, ERR_USAGE, "season.points",                                                                            \
      "'%1' are no points of a season: 'win', or 1 to 12 whole numbers from 0 to 999999, none above the one before",        \
      "« %1 » ne sont pas les points d'une saison : « win », ou 1 à 12 entiers de 0 à 999999 qui ne montent pas")           \
    X(TABLES_PEOPLE, ERR_USAGE, "tables.people", "a proposal is about 1 to 60 people, not %1",                              \
      "une proposition porte sur 1 à 60 personnes, pas %1")                                                                 \
    X(TABLES_COUNT, ERR_USAGE, "tables.count", "a proposal is about 1 to 20 tables, not %1",                                \
      "une proposition porte sur 1 à 20 tables, pas %1")                                                                    \
    X(TABLES_SIZES, ERR_USAGE, "tables.sizes", "'%1' has no sizes of a table behind its colon: write 'catan:3-4'",          \
      "« %1 » n'a pas de tailles de table après les deux-points : écrivez « catan:3-4 »")                                   \
    X(TABLES_OTHER_SIZES, ERR_USAGE, "tables.sizes", "%1 is played by %2 to %3 people",                                     \
      "%1 se joue de %2 à %3 personnes")                                                                                    \
    X(TABLES_TITLE, ERR_USAGE, "tables.title", "'%1' is not known here: say for how many it is, such as 'catan:3-4'",       \
      "« %1 » n'est pas connu ici : dites pour combien, comme « catan:3-4 »")                                               \
    X(ALIKE, ERR_OK, "person.alike", "'%1' is new here and looks like '%2': one person, or two?",                           \
      "« %1 » est nouveau ici et ressemble à « %2 » : une personne, ou deux ?")                                             \
    X(ALIKE_STRICT, ERR_CONFLICT, "person.alike",                                                                           \
      "strict: '%1' is new here and looks like '%2': write it alike, or add that person first",                             \
      "strict : « %1 » est nouveau ici et ressemble à « %2 » : écrivez-le pareil, ou ajoutez d'abord la personne")          \
    X(FUTURE, ERR_OK, "record.future", "%1 has not come yet", "le %1 n'est pas encore venu")                                \
    X(FUTURE_STRICT, ERR_CONFLICT, "record.future", "strict: %1 has not come yet",                                          \
      "strict : le %1 n'est pas encore venu")                                                                               \
    X(ALIKE_GAME, ERR_OK, "game.alike",                                                                                     \
      "game %1 has the same day, title and people; 'game correct %1' puts this in its place",                               \
      "la partie %1 a le même jour, le même titre et les mêmes joueurs ; « game correct %1 » met ceci à sa place")          \
    X(ALIKE_GAME_STRICT, ERR_CONFLICT, "game.alike", "strict: game %1 has the same day, title and people",                  \
      "strict : la partie %1 a le même jour, le même titre et les mêmes joueurs")                                           \
    X(ALIKE_LEVEL, ERR_OK, "game.alike-level",                                                                              \
      "game %1 has the same day, title and people, at another level: 'game correct %1' puts this record in its place",      \
      "la partie %1 a le même jour, le même titre et les mêmes joueurs, à un autre niveau : « game correct %1 » met " \
      "ce relevé à sa place")                                                                                               \
    X(ALIKE_LEVEL_STRICT, ERR_CONFLICT, "game.alike-level",                                                                 \
      "strict: game %1 has the same day, title and people, at another level: 'game correct %1' puts this record in "        \
      "its place",                                                                                                          \
      "strict : la partie %1 a le même jour, le même titre et les mêmes joueurs, à un autre niveau : « game correct "  \
      "%1 » met ce relevé à sa place")                                                                                      \
    X(STRICT, ERR_CONFLICT, "record.strict", "strict: %1", "strict : %2")                                                   \
    X(NO_IMPORT, ERR_NOT_FOUND, "import.unknown", "there is no import %1", "il n'y a pas d'import %1")                      \
    X(PLAY_EMPTY, ERR_USAGE, "play.empty", "nobody is named who played it", "personne n'est nommé qui y a joué")            \
    X(PLAY_CROWD, ERR_LIMIT, "play.crowd", "%1 players: a game here has 12 at the most",                                    \
      "%1 joueurs : une partie ici en a 12 au plus")                                                                        \
    X(PLAY_LONG, ERR_LIMIT, "play.long", "what is said about it is longer than %1 bytes",                                   \
      "ce qui en est dit dépasse %1 octets")                                                                                \
    X(PLAY_ENGINE, ERR_USAGE, "play.engine", "a play of %1 needs everybody's points, each for themselves",                  \
      "une partie de %1 demande les points de chacun, chacun pour soi")                                                     \
    X(PLAY_UNOVER, ERR_USAGE, "play.unover", "with these points a game of %1 is not over",                                  \
      "avec ces points une partie de %1 n'est pas finie")                                                                   \
    X(PLAY_UNTITLED, ERR_USAGE, "play.untitled", "it is not said what was played",                                          \
      "il n'est pas dit à quoi on a joué")                                                                                  \
    X(PLAY_BOTH, ERR_OK, "play.both", "it changed there, and game %1 changed here: left as it is",                          \
      "elle a changé là-bas, et la partie %1 a changé ici : laissée telle quelle")                                          \
    X(PLAY_JUDGED, ERR_OK, "play.judged",                                                                                   \
      "it changed there, and game %1 is written down here more closely than by its totals: left as it is",                  \
      "elle a changé là-bas, et la partie %1 est notée ici plus finement que par ses totaux : laissée telle quelle")        \
    X(PLAY_GONE, ERR_OK, "play.gone", "it was deleted there, and game %1 changed here: left as it is",                      \
      "elle a été supprimée là-bas, et la partie %1 a changé ici : laissée telle quelle")                                   \
    X(PLAY_GONE_JUDGED, ERR_OK, "play.gone-judged",                                                                         \
      "it was deleted there, and game %1 is written down here more closely than by its totals: left as it is",              \
      "elle a été supprimée là-bas, et la partie %1 est notée ici plus finement que par ses totaux : laissée telle quelle") \
    X(PLAY_GONE_ADMIN, ERR_OK, "play.gone-admin", "it was deleted there; only an admin's import makes game %1 void",        \
      "elle a été supprimée là-bas ; seul l'import d'un administrateur annule la partie %1")                                \
    X(PLAY_TEXT, ERR_OK, "play.text", "'%1' is no number of points: kept as text",                                          \
      "« %1 » n'est pas un nombre de points : gardé comme texte")                                                           \
    X(PLAY_NAMESAKE, ERR_OK, "play.namesake",                                                                               \
      "two people of this file are called '%1', and are one here: 'ID=NAME' tells them apart, of one with the id %2",       \
      "deux personnes de ce fichier s'appellent « %1 » et n'en font qu'une ici : « ID=NOM » les distingue, l'une a "    \
      "l'id %2")                                                                                                            \
    X(PLAYS_MANY, ERR_LIMIT, "play.many", "the file names more than %1 people or titles",                                   \
      "le fichier nomme plus de %1 personnes ou titres")                                                                    \
    X(PLAYS_MAPPING, ERR_USAGE, "play.mapping", "'%1' is mapped twice", "« %1 » est associé deux fois")                     \
    X(REVIEW_OPEN, ERR_CONFLICT, "review.open", "only a finished game can be reviewed, game %1 is %2",                      \
      "seule une partie terminée peut être analysée, la partie %1 est %2")                                                  \
    X(REVIEW_NONE, ERR_USAGE, "review.not-offered",                                                                         \
      "there is no review of game %1: its title, or the level of its record, has none",                                     \
      "il n'y a pas d'analyse de la partie %1 : son jeu, ou le niveau de sa feuille, n'en a pas")                           \
    X(REVIEW_UNASKED, ERR_NOT_FOUND, "review.none", "nobody has asked for a review of game %1",                             \
      "personne n'a demandé d'analyse de la partie %1")                                                                     \
    X(REVIEW_BUDGET, ERR_USAGE, "review.budget", "a review takes %1 to %2 playouts a decision",                             \
      "une analyse prend de %1 à %2 parties simulées par décision")                                                         \
    X(REVIEW_FULL, ERR_BUSY, "review.full", "%1 reviews wait already: ask again later",                                     \
      "%1 analyses attendent déjà : redemandez plus tard")                                                                  \
    X(REVIEW_MANY, ERR_BUSY, "review.many", "%1 of your reviews wait already: ask again later",                             \
      "%1 de vos analyses attendent déjà : redemandez plus tard")                                                           \
    X(REVIEW_HELD, ERR_BUSY, "review.held", "the review of game %1 is being made: ask again in a minute",                   \
      "l'analyse de la partie %1 est en cours : redemandez dans une minute")                                                \
    X(REVIEW_TRIES, ERR_LIMIT, "review.tries", "this review was begun again and again and never came to its end",           \
      "cette analyse a été recommencée plusieurs fois sans jamais aboutir")                                                 \
    X(PUZZLE_NONE, ERR_NOT_FOUND, "puzzle.none", "no reviewed game has a puzzle yet: ask for the review of one",            \
      "aucune partie analysée n'a encore de problème : demandez l'analyse d'une partie")                                    \
    X(REVIEW_TEXT, ERR_CORRUPT, "review.text", "the stored review is damaged", "l'analyse enregistrée est abîmée")          \
    X(MOVING, ERR_BUSY, "audit.moving", "the log does not stand still long enough to begin",                                \
      "le journal ne tient pas en place assez longtemps pour commencer")                                                    \
    X(KEY, ERR_CORRUPT, "log.key", "the key '%1' is lost or damaged", "la clé « %1 » est perdue ou abîmée")                 \
    X(BEYOND, ERR_NOT_FOUND, "log.beyond", "a log of %2 entries has no entry %1",                                           \
      "un journal de %2 entrées n'a pas d'entrée %1")                                                                       \
    X(NO_ENTRY, ERR_NOT_FOUND, "log.no-entry", "there is no entry %1", "il n'y a pas d'entrée %1")                          \
    X(READ_ONLY, ERR_DENIED, "service.read-only", "this connection only reads", "cette connexion ne fait que lire")         \
    X(ROLLED_BACK, ERR_IO, "service.rolled-back", "the database failed, nothing of this group was kept",                    \
      "la base a échoué, rien de ce groupe n'a été gardé")                                                                  \
    X(AUTHOR, ERR_USAGE, "service.author", "'%1' cannot be an author: it is one word of text",                              \
      "« %1 » ne peut pas être un auteur : c'est un mot de texte")                                                          \
    X(GROUP, ERR_USAGE, "service.group", "there is no group to commit", "il n'y a pas de groupe à valider")                 \
    X(GROUP_OPEN, ERR_USAGE, "service.group-open", "a group is open already", "un groupe est déjà ouvert")

#define SERVICE_DECLARE(name, code, id, en, fr) extern const struct message SERVICE_MSG_##name;
SERVICE_MESSAGES(SERVICE_DECLARE)
#undef SERVICE_DECLARE

/* All of them, for the test that reads every sentence. */
const struct message *const *service_messages(size_t *count);

#endif
