/*
 * What is wrong with a file of another program, and with one play of it. A sentence that is about a field names it by its
 * path in %1: `plays[17].playerScores[2].playerRefId`, `player[2]/@win`; numbers in paths begin at 0 for JSON, as
 * programs count there, and at 1 for XML.
 */
#ifndef WIRE_FOREIGN_MESSAGES_H
#define WIRE_FOREIGN_MESSAGES_H

#include "base/error.h"

/* X(name, code, id, English, French) */
/* clang-format off */
#define FOREIGN_MESSAGES(X)                                                                                            \
    X(KIND, ERR_SYNTAX, "foreign.kind",                                                                                \
      "this is %1, which cannot be read here: %2", "ceci est %1, qui ne peut être lu ici : %2")                        \
    X(UNKNOWN, ERR_SYNTAX, "foreign.unknown",                                                                          \
      "this is neither a record, nor of BG Stats, nor of BoardGameGeek, nor a table with a column 'player' or 'game'", \
      "ceci ne vient ni de dendro, ni de BG Stats, ni de BoardGameGeek, et ce n'est pas un tableau avec une colonne "  \
      "« player » ou « game »")                                                                                        \
    X(EMPTY, ERR_SYNTAX, "foreign.empty", "there is nothing in this file", "ce fichier est vide")                      \
    X(RECORD, ERR_USAGE, "foreign.record",                                                                             \
      "a record is not a file of another program", "un enregistrement ne vient pas d'un autre programme")              \
    X(CHANGED, ERR_CORRUPT, "foreign.changed",                                                                         \
      "the file has changed while it was read", "le fichier a changé pendant sa lecture")                              \
    X(EXPECTED, ERR_SYNTAX, "foreign.json",                                                                            \
      "this is not JSON: %1 is expected here", "ceci n'est pas du JSON : %1 est attendu ici")                          \
    X(ENDS, ERR_SYNTAX, "foreign.ends",                                                                                \
      "the file ends too early: part of it is missing", "le fichier s'arrête trop tôt : il en manque une partie")      \
    X(BEHIND, ERR_SYNTAX, "foreign.behind",                                                                            \
      "something follows the end of the JSON", "il y a encore quelque chose après la fin du JSON")                     \
    X(ENCODING, ERR_ENCODING, "foreign.encoding",                                                                      \
      "these bytes are not UTF-8", "ces octets ne sont pas de l'UTF-8")                                                \
    X(RAW, ERR_SYNTAX, "foreign.raw",                                                                                  \
      "a text has a control character as it is: the closing quote is missing before it",                               \
      "un texte contient un caractère de contrôle tel quel : il manque le guillemet fermant")                          \
    X(DEPTH, ERR_LIMIT, "foreign.depth",                                                                               \
      "nested deeper than %1 levels", "imbriqué sur plus de %1 niveaux")                                               \
    X(ELEMENT, ERR_LIMIT, "foreign.element",                                                                           \
      "'%1' has more than %2 bytes", "« %1 » a plus de %2 octets")                                                     \
    X(KEYS, ERR_LIMIT, "foreign.keys",                                                                                 \
      "the file has more than %1 names at the top", "le fichier a plus de %1 noms au premier niveau")                  \
    X(TWICE, ERR_SYNTAX, "foreign.twice",                                                                              \
      "'%1' is there twice", "« %1 » est donné deux fois")                                                             \
    X(JSON, ERR_SYNTAX, "foreign.element-json",                                                                        \
      "'%3' cannot be read: %1", "« %3 » est illisible : %2")                                                          \
    X(NO_PLAYS, ERR_SYNTAX, "foreign.no-plays",                                                                        \
      "this JSON is not of BG Stats: it has no 'plays'", "ce JSON n'est pas de BG Stats : il n'a pas « plays »")       \
    X(TYPE, ERR_SYNTAX, "foreign.type",                                                                                \
      "'%1' must be %2", "« %1 » doit être %2")                                                                        \
    X(MISSING, ERR_SYNTAX, "foreign.missing",                                                                          \
      "'%1' is missing", "« %1 » manque")                                                                              \
    X(RANGE, ERR_SYNTAX, "foreign.range",                                                                              \
      "'%1' must lie between %2 and %3", "« %1 » doit être entre %2 et %3")                                            \
    X(DATE, ERR_SYNTAX, "foreign.date",                                                                                \
      "'%1' is no date: %2", "« %1 » n'est pas une date : %2")                                                         \
    X(LONG, ERR_LIMIT, "foreign.long",                                                                                 \
      "'%1' has more than %2 bytes", "« %1 » a plus de %2 octets")                                                     \
    X(CONTROL, ERR_SYNTAX, "foreign.control",                                                                          \
      "'%1' has the control character %2", "« %1 » contient le caractère de contrôle %2")                              \
    X(REFERENCE, ERR_SYNTAX, "foreign.reference",                                                                      \
      "'%1' is %2, which nothing in the file has as its id",                                                           \
      "« %1 » est %2, et rien dans le fichier ne porte cet identifiant")                                               \
    X(MANY, ERR_LIMIT, "foreign.many",                                                                                 \
      "the file has more than %2 %1", "le fichier a plus de %2 %1")                                                    \
    X(NAMES, ERR_LIMIT, "foreign.names",                                                                               \
      "the names in the file have more than %1 bytes", "les noms du fichier ont plus de %1 octets")                    \
    X(XML, ERR_SYNTAX, "foreign.xml",                                                                                  \
      "this is not XML as it should be: %1", "ce XML n'est pas correct : %1")                                          \
    X(XML_ENCODING, ERR_ENCODING, "foreign.xml-encoding",                                                              \
      "the XML is not in the encoding that it names, or that is not one of UTF-8, UTF-16 and ISO-8859-1",              \
      "le XML n'est pas dans le codage qu'il annonce, ou ce n'est ni UTF-8, ni UTF-16, ni ISO-8859-1")                 \
    X(DOCTYPE, ERR_SYNTAX, "foreign.doctype",                                                                          \
      "the XML has a DOCTYPE, which plays never have", "le XML a un DOCTYPE, ce que les parties n'ont jamais")         \
    X(PAGES, ERR_SYNTAX, "foreign.pages",                                                                              \
      "something follows </plays>: a file is one page of plays, put a second page into a file of its own",             \
      "il y a quelque chose après </plays> : un fichier est une page de parties, mettez la suivante à part")           \
    X(ROOT, ERR_SYNTAX, "foreign.root",                                                                                \
      "this XML is not plays of BoardGameGeek: it begins with <%1>",                                                   \
      "ce XML n'est pas une liste de parties de BoardGameGeek : il commence par <%1>")                                 \
    X(ANSWER, ERR_SYNTAX, "foreign.answer",                                                                            \
      "this is not plays but %1", "ce ne sont pas des parties mais %1")
/* clang-format on */

#define FOREIGN_DECLARE(name, code, id, en, fr) extern const struct message FOREIGN_MSG_##name;
FOREIGN_MESSAGES(FOREIGN_DECLARE)
#undef FOREIGN_DECLARE

/* What a field must be, for FOREIGN_MSG_TYPE and FOREIGN_MSG_EXPECTED. */
extern const struct name FOREIGN_A_TEXT, FOREIGN_A_NUMBER, FOREIGN_A_BOOLEAN, FOREIGN_A_LIST, FOREIGN_AN_OBJECT,
    FOREIGN_A_DOCUMENT;

#endif
