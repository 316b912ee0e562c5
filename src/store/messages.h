/*
 * What the store says when something fails; each engine has a table from what
 * its database says to these sentences.
 *
 * %1 is the path of the database, %2 what the database says about it: as a number, or in its own words when they tell
 * where the damage is, which are then followed by French ones in %3 (sqlite/french.h).
 */
#ifndef STORE_MESSAGES_H
#define STORE_MESSAGES_H

#include "base/error.h"
#include "base/strbuf.h"

/* clang-format off */
#define STORE_MESSAGES(X)                                                                                              \
    X(ABSENT, ERR_NOT_FOUND, "store.absent",                                                                           \
      "there is no database %1", "il n'y a pas de base %1")                                                            \
    X(BUSY, ERR_BUSY, "store.busy",                                                                                    \
      "%1 is in use by another program: try again", "%1 est utilisée par un autre programme : réessayez")              \
    X(INTERRUPTED, ERR_BUSY, "store.interrupted",                                                                      \
      "reading %1 was interrupted", "la lecture de %1 a été interrompue")                                              \
    X(FULL, ERR_IO, "store.full",                                                                                      \
      "the disk of %1 is full", "le disque de %1 est plein")                                                           \
    X(IO, ERR_IO, "store.io",                                                                                          \
      "%1 cannot be read or written: error %2 of SQLite", "%1 ne peut être lue ou écrite : erreur %2 de SQLite")       \
    X(OPEN, ERR_IO, "store.open",                                                                                      \
      "%1 cannot be opened: error %2 of SQLite", "%1 ne peut être ouverte : erreur %2 de SQLite")                      \
    X(NO_LOG, ERR_IO, "store.no-log",                                                                                  \
      "%1 cannot have a write-ahead log beside it: is it on a network disk?",                                          \
      "%1 ne peut avoir de journal à côté d'elle : est-elle sur un disque réseau ?")                                   \
    X(FOLDER, ERR_IO, "store.folder",                                                                                  \
      "there is no folder for %1", "il n'y a pas de dossier pour %1")                                                  \
    X(DIRECTORY, ERR_IO, "store.directory",                                                                            \
      "%1 is a folder, not a database", "%1 est un dossier, pas une base")                                             \
    X(FILES, ERR_IO, "store.files",                                                                                    \
      "too many files are open to open %1, too (ulimit -n)",                                                           \
      "trop de fichiers sont ouverts pour ouvrir aussi %1 (ulimit -n)")                                                \
    X(GROWN, ERR_IO, "store.grown",                                                                                    \
      "%1 may not grow any more (ulimit -f, or a limit of its disk)",                                                  \
      "%1 ne peut plus grandir (ulimit -f, ou une limite de son disque)")                                              \
    X(DISK, ERR_IO, "store.disk",                                                                                      \
      "the disk of %1 fails: check it", "le disque de %1 échoue : vérifiez-le")                                        \
    X(SYSTEM, ERR_IO, "store.system",                                                                                  \
      "%1 cannot be read or written: system error %2", "%1 ne peut être lue ou écrite : erreur système %2")            \
    X(DENIED, ERR_DENIED, "store.denied",                                                                              \
      "no permission to read %1", "pas le droit de lire %1")                                                           \
    X(DENIED_WRITE, ERR_DENIED, "store.denied-write",                                                                  \
      "no permission to write %1", "pas le droit d'écrire %1")                                                         \
    X(DENIED_ENTER, ERR_DENIED, "store.denied-enter",                                                                  \
      "no permission to enter the folder of %1", "pas le droit d'entrer dans le dossier de %1")                        \
    X(DENIED_FOLDER, ERR_DENIED, "store.denied-folder",                                                                \
      "no permission to write into the folder of %1", "pas le droit d'écrire dans le dossier de %1")                   \
    X(DENIED_OWNER, ERR_DENIED, "store.denied-owner",                                                                  \
      "%1 belongs to somebody else, and only they or root can replace it",                                             \
      "%1 appartient à quelqu'un d'autre : lui seul ou root peut la remplacer")                                        \
    X(MEDIUM, ERR_DENIED, "store.medium",                                                                              \
      "the disk of %1 can only be read", "le disque de %1 ne peut qu'être lu")                                         \
    X(READ_ONLY, ERR_DENIED, "store.read-only",                                                                        \
      "%1 is open for reading only", "%1 n'est ouverte qu'en lecture")                                                 \
    X(DAMAGED, ERR_CORRUPT, "store.damaged",                                                                           \
      "%1 is damaged: %2", "%1 est endommagée : %3")                                                                   \
    X(FOREIGN, ERR_CORRUPT, "store.foreign",                                                                           \
      "%1 is not a Dendro database", "%1 n'est pas une base Dendro")                                                   \
    X(OLDER, ERR_CONFLICT, "store.older",                                                                              \
      "%1 has schema %2 and this program needs %3: run `dendro migrate --db %1`",                                              \
      "%1 a le schéma %2 et ce programme demande %3 : lancez « dendro migrate --db %1 »")                                      \
    X(NEWER, ERR_CONFLICT, "store.newer",                                                                              \
      "%1 has schema %2, which is newer than %3: use a newer program",                                                 \
      "%1 a le schéma %2, plus récent que %3 : utilisez un programme plus récent")                                     \
    X(NOT_OWNER, ERR_DENIED, "store.not-owner",                                                                        \
      "'%2' may not bring %1 up to date: its owner '%3' does, with `dendro migrate --all`",                            \
      "« %2 » ne peut pas mettre %1 à jour : c'est à « %3 », à qui elle est, avec « dendro migrate --all »")           \
    X(STEP, ERR_CONFLICT, "store.step",                                                                                \
      "%1 stays as it was: %2 fails there: %3", "%1 reste comme elle était : %2 y échoue : %3")                        \
    X(MOVED, ERR_IO, "store.moved",                                                                                    \
      "%1 has been brought to schema %2 and this program needs %3: restart it with the new program",                   \
      "%1 est passée au schéma %2 et ce programme demande %3 : relancez-le avec le nouveau programme")                 \
    X(HELD, ERR_BUSY, "store.held",                                                                                    \
      "%1 is open in another program, perhaps a daemon of the older version: stop it, then bring it up to date",        \
      "%1 est ouverte par un autre programme, peut-être un serveur de l'ancienne version : arrêtez-le, puis mettez-la " \
      "à jour")                                                                                                        \
    X(CONFLICT, ERR_CONFLICT, "store.conflict",                                                                        \
      "%1 refuses the change: %2", "%1 refuse la modification : %3")                                                   \
    X(NAME_TAKEN, ERR_CONFLICT, "store.name-taken",                                                                    \
      "somebody is already called %1", "quelqu'un s'appelle déjà %1")                                                  \
    X(EXISTS, ERR_CONFLICT, "store.exists",                                                                            \
      "%1 exists already", "%1 existe déjà")                                                                           \
    X(TOO_BIG, ERR_LIMIT, "store.too-big",                                                                             \
      "too large for %1", "trop grand pour %1")                                                                        \
    X(NO_GAME, ERR_NOT_FOUND, "store.no-game",                                                                         \
      "there is no game %1", "il n'y a pas de partie %1")                                                              \
    X(NO_TITLE, ERR_NOT_FOUND, "store.no-title",                                                                       \
      "no title is called %1", "aucun titre ne s'appelle %1")                                                          \
    X(NO_PERSON, ERR_NOT_FOUND, "store.no-person",                                                                     \
      "nobody is known as %1", "personne n'est connu sous %1")                                                         \
    X(NO_PLACE, ERR_NOT_FOUND, "store.no-place",                                                                       \
      "no place is called %1", "aucun lieu ne s'appelle %1")                                                           \
    X(NO_RECORD, ERR_NOT_FOUND, "store.no-record",                                                                     \
      "this record has not been imported", "cette partie n'a pas été importée")                                        \
    X(NO_SETTING, ERR_NOT_FOUND, "store.no-setting",                                                                   \
      "there is no setting %1", "il n'y a pas de réglage %1")                                                          \
    X(NO_ANSWER, ERR_NOT_FOUND, "store.no-answer",                                                                     \
      "no answer is kept for %1", "aucune réponse n'est gardée pour %1")                                               \
    X(NO_TOKEN, ERR_NOT_FOUND, "store.no-token",                                                                       \
      "there is no token %1", "il n'y a pas de jeton %1")                                                              \
    X(NO_FACTS, ERR_NOT_FOUND, "store.no-facts",                                                                       \
      "nothing is known about the cards of game %1", "on ne sait rien des cartes de la partie %1")                     \
    X(NO_ENTRY, ERR_NOT_FOUND, "store.no-entry",                                                                       \
      "there is no entry %1", "il n'y a pas d'entrée %1")                                                              \
    X(NO_TILE, ERR_NOT_FOUND, "store.no-tile",                                                                         \
      "the tree has no tile %1/%2", "l'arbre n'a pas de tuile %1/%2")                                                  \
    X(ROLLED_BACK, ERR_IO, "store.rolled-back",                                                                        \
      "an earlier failure has undone the transaction on %1",                                                           \
      "un échec précédent a annulé la transaction sur %1")                                                             \
    X(TRANSACTION, ERR_USAGE, "store.transaction",                                                                     \
      "this cannot be done in the present transaction of %1",                                                          \
      "impossible dans la transaction en cours de %1")                                                                 \
    X(SHADOW, ERR_USAGE, "store.shadow",                                                                               \
      "the rebuilt tables of %1 are open already, or not yet",                                                         \
      "les tables reconstruites de %1 sont déjà ouvertes, ou ne le sont pas encore")                                   \
    X(SELF_MERGE, ERR_USAGE, "store.self-merge",                                                                       \
      "nobody is merged into themselves", "on ne fusionne personne avec soi-même")                                     \
    X(DIFFERS, ERR_CORRUPT, "store.differs",                                                                           \
      "table %2 has not arrived in %1 as it was", "la table %2 n'est pas arrivée dans %1 telle qu'elle était")         \
    X(NOT_MOVING, ERR_CONFLICT, "store.not-moving",                                                                    \
      "%1 is a club that is in use: it stays", "%1 est un club en service : il reste")                                 \
    X(NO_FILE, ERR_USAGE, "store.no-file",                                                                             \
      "%1 is for files: a club on a server is moved with `dendro move`",                                               \
      "%1 est pour les fichiers : un club sur un serveur se déplace avec « dendro move »")                             \
    X(SLUG, ERR_USAGE, "store.slug",                                                                                   \
      "'%1' cannot be the name of a club: 1 to 40 of a-z, 0-9 and -",                                                  \
      "« %1 » ne peut être le nom d'un club : 1 à 40 de a-z, 0-9 et -")                                                \
    X(NO_CLUB, ERR_NOT_FOUND, "store.no-club",                                                                         \
      "there is no club %1", "il n'y a pas de club %1")                                                                \
    X(NO_SERVER_LIBRARY, ERR_IO, "store.no-library",                                                                   \
      "PostgreSQL's library libpq.so.5 is not here: install libpq5",                                                   \
      "la bibliothèque libpq.so.5 de PostgreSQL manque : installez libpq5")                                            \
    X(NO_SERVER, ERR_IO, "store.no-server",                                                                            \
      "%1 does not answer: %2", "%1 ne répond pas : %2")                                                               \
    X(SERVER, ERR_IO, "store.server",                                                                                  \
      "%1 says: %2", "%1 dit : %2")                                                                                    \
    X(SERVER_SETTING, ERR_CONFLICT, "store.server-setting",                                                            \
      "%1 has %2, with which nothing is safe: it must be %3", "%1 a %2, avec quoi rien n'est sûr : il faut %3")        \
    X(CONNECTIONS, ERR_BUSY, "store.connections",                                                                      \
      "all %1 connections to the database are in use: try again",                                                      \
      "les %1 connexions à la base sont toutes occupées : réessayez")                                                  \
    X(SHADOWS, ERR_BUSY, "store.shadows",                                                                              \
      "too many clubs of this database are being audited or rebuilt: try again later",                                 \
      "trop de clubs de cette base sont vérifiés ou reconstruits : réessayez plus tard")                               \
    X(IN_DOUBT, ERR_IO, "store.in-doubt",                                                                              \
      "the connection to %1 broke while it was storing, and nobody can be asked what became of it: try again with the " \
      "same key",                                                                                                      \
      "la connexion à %1 s'est rompue pendant l'écriture, et on ne peut savoir ce qu'il en est : réessayez avec la "   \
      "même clé")                                                                                                      \
    X(PATH, ERR_USAGE, "store.path",                                                                                   \
      "'%1' cannot be the path of a database", "« %1 » ne peut être le chemin d'une base")
/* clang-format on */

#define STORE_DECLARE(name, code, id, en, fr) extern const struct message STORE_MSG_##name;
STORE_MESSAGES(STORE_DECLARE)
#undef STORE_DECLARE

/* All of them, for the test that walks them. */
const struct message *const *store_messages(size_t *count);

/* Raises that the schema is now `version`, which is newer than the program's. */
ERR_CHECK enum err schema_moved(struct error *error, int64_t version, const char *path);

/* A path as people gave it: SQLite's engine has put "./" before that of a file. */
struct span path_shown(const char *path);

#endif
