/* What the daemon refuses before the service sees a request, and how it
 * says so. */
#ifndef HTTP_MESSAGES_H
#define HTTP_MESSAGES_H

#include "base/error.h"

/* X(name, code, status, id, English, French) */
#define HTTP_MESSAGES(X)                                                                                                        \
    X(NO_ROUTE, ERR_NOT_FOUND, 404, "http.no-route", "there is nothing at %1", "il n'y a rien à l'adresse %1")                  \
    X(METHOD, ERR_USAGE, 405, "http.method", "%1 is not possible here, only %2",                                                \
      "%1 n'est pas possible ici, seulement %2")                                                                                \
    X(TOKEN_MISSING, ERR_DENIED, 401, "http.token-missing", "this needs a token: Authorization: Bearer dendro_...",             \
      "il faut un jeton : Authorization: Bearer dendro_...")                                                                    \
    X(TOKEN_UNKNOWN, ERR_DENIED, 401, "http.token-unknown", "this token is not known, was revoked or has expired",              \
      "ce jeton est inconnu, révoqué ou expiré")                                                                                \
    X(TOKEN_FAILURES, ERR_DENIED, 429, "http.token-failures", "too many wrong tokens from your address: wait",                  \
      "trop de jetons faux depuis votre adresse : attendez")                                                                    \
    X(SCOPE, ERR_DENIED, 403, "http.scope", "this needs a token with the scope %1",                                             \
      "il faut un jeton avec le droit %1")                                                                                      \
    X(BODY_SIZE, ERR_LIMIT, 413, "http.body-size", "a body has at most %1 bytes here",                                          \
      "un corps a au plus %1 octets ici")                                                                                       \
    X(BODY_TYPE, ERR_USAGE, 415, "http.body-type", "the body must be %1, and Content-Type say so",                              \
      "le corps doit être %2, et Content-Type le dire")                                                                         \
    X(CHARSET, ERR_USAGE, 415, "http.charset", "the body must be in UTF-8, not in '%1'",                                        \
      "le corps doit être en UTF-8, pas en « %1 »")                                                                             \
    X(CODING, ERR_USAGE, 415, "http.content-encoding", "a body comes as it is, not with Content-Encoding: %1",                  \
      "un corps vient tel quel, pas avec Content-Encoding: %1")                                                                 \
    X(HEADER_TWICE, ERR_SYNTAX, 400, "http.header-twice", "the header %1 is there twice",                                       \
      "l'en-tête %1 est donné deux fois")                                                                                       \
    X(HOST, ERR_DENIED, 421, "http.host", "'%1' is not a name of this server: its setting 'host' says which are",               \
      "« %1 » n'est pas un nom de ce serveur : son réglage « host » dit lesquels en sont")                                      \
    X(BODY_NONE, ERR_USAGE, 400, "http.body-none", "no body is expected here", "aucun corps n'est attendu ici")                 \
    X(URL_SIZE, ERR_LIMIT, 414, "http.url-size", "an address has at most %1 bytes", "une adresse a au plus %1 octets")          \
    X(URL_ESCAPE, ERR_SYNTAX, 400, "http.url-escape", "the address has a broken %-escape or is not UTF-8",                      \
      "l'adresse a un échappement % incorrect ou n'est pas en UTF-8")                                                           \
    X(HEADER_SIZE, ERR_LIMIT, 431, "http.header-size", "the headers have at most %1 bytes together",                            \
      "les en-têtes ont au plus %1 octets en tout")                                                                             \
    X(FRAME, ERR_SYNTAX, 400, "http.frame",                                                                                     \
      "a request has one Host and one length: Content-Length, or Transfer-Encoding: chunked",                                   \
      "une demande a un Host et une longueur : Content-Length, ou Transfer-Encoding: chunked")                                  \
    X(LINE, ERR_SYNTAX, 400, "http.line",                                                                                       \
      "a line of a request ends in CR LF, and has neither of them, nor NUL, in it",                                             \
      "une ligne d'une demande finit par CR LF et ne contient ni l'un ni l'autre, ni NUL")                                      \
    X(REQUEST_LINE, ERR_SYNTAX, 400, "http.request-line", "a request begins with METHOD address HTTP/1.1",                      \
      "une demande commence par MÉTHODE adresse HTTP/1.1")                                                                      \
    X(VERSION, ERR_USAGE, 505, "http.version", "only HTTP/1.1 and HTTP/1.0 are spoken here",                                    \
      "on ne parle ici que HTTP/1.1 et HTTP/1.0")                                                                               \
    X(FIELD, ERR_SYNTAX, 400, "http.header-line",                                                                               \
      "a header line is Name: value, not folded, without blanks before the colon or control characters",                        \
      "une ligne d'en-tête est Nom: valeur, d'un seul tenant, sans espace avant les deux-points ni caractère de "             \
      "contrôle")                                                                                                               \
    X(CHUNK, ERR_SYNTAX, 400, "http.chunk", "the chunks of the body are not as HTTP/1.1 has them",                              \
      "les morceaux du corps ne sont pas comme HTTP/1.1 les veut")                                                              \
    X(QUERY, ERR_USAGE, 400, "http.query", "the parameter '%1' must be %2", "le paramètre « %1 » doit être %3")                 \
    X(QUERY_UNKNOWN, ERR_USAGE, 400, "http.query-unknown", "there is no parameter '%1' here",                                   \
      "il n'y a pas de paramètre « %1 » ici")                                                                                   \
    X(QUERY_MISSING, ERR_USAGE, 400, "http.query-missing", "the parameter '%1' is missing",                                     \
      "le paramètre « %1 » manque")                                                                                             \
    X(QUERY_TWICE, ERR_USAGE, 400, "http.query-twice", "the parameter '%1' is there twice",                                     \
      "le paramètre « %1 » est donné deux fois")                                                                                \
    X(QUERY_EMPTY, ERR_USAGE, 400, "http.query-empty", "the parameter '%1' is empty: leave it out, or say something",           \
      "le paramètre « %1 » est vide : omettez-le, ou donnez une valeur")                                                        \
    X(EVENT_ID, ERR_USAGE, 400, "http.last-event-id", "Last-Event-ID must be the number of an entry, not '%1'",                 \
      "Last-Event-ID doit être le numéro d'une entrée, pas « %1 »")                                                             \
    X(ID, ERR_NOT_FOUND, 404, "http.id", "'%1' is not the number of a game",                                                    \
      "« %1 » n'est pas le numéro d'une partie")                                                                                \
    X(SEASON_ID, ERR_NOT_FOUND, 404, "http.season-id", "'%1' is not the number of a season",                                    \
      "« %1 » n'est pas le numéro d'une saison")                                                                                \
    X(SEASON_BOTH, ERR_USAGE, 400, "http.season-both", "change a season first, then close it: 'closed' stands alone",           \
      "changez d'abord la saison, puis fermez-la : « closed » va seul")                                                         \
    X(IMPORT, ERR_NOT_FOUND, 404, "http.import", "'%1' is not the number of an import",                                         \
      "« %1 » n'est pas le numéro d'un import")                                                                                 \
    X(UNDO_CUT, ERR_BUSY, 503, "http.undo-cut", "%1 games are void, the rest is not yet: ask again, and it follows",            \
      "%1 parties sont annulées, pas encore le reste : redemandez, et il suivra")                                               \
    X(IMPORT_CUT, ERR_BUSY, 503, "http.import-cut",                                                                             \
      "%1 plays of the file are in, the rest is not yet: send it again, and it follows",                                        \
      "%1 parties du fichier sont entrées, pas encore le reste : renvoyez-le, et il suivra")                                    \
    X(IMPORTS, ERR_BUSY, 503, "http.imports", "too many imports at once: try again",                                            \
      "trop d'importations à la fois : réessayez")                                                                              \
    X(IMPORTS_OWN, ERR_BUSY, 429, "http.imports-own",                                                                           \
      "with your token, or from your address, %1 imports are under way already: wait for one to end",                           \
      "avec votre jeton, ou depuis votre adresse, %1 importations sont déjà en cours : attendez la fin de l'une")               \
    X(IMPORTS_BYTES, ERR_BUSY, 503, "http.imports-bytes", "the imports under way are too large together: try again",            \
      "les importations en cours sont trop grandes ensemble : réessayez")                                                       \
    X(QUEUE, ERR_BUSY, 503, "http.queue", "too many writers are waiting: try again",                                            \
      "trop d'écritures attendent : réessayez")                                                                                 \
    X(READERS, ERR_BUSY, 503, "http.readers", "too many questions are waiting: try again",                                      \
      "trop de questions attendent : réessayez")                                                                                \
    X(READERS_ADDRESS, ERR_BUSY, 429, "http.readers-address",                                                                   \
      "too many questions from your address are waiting: wait for their answers",                                               \
      "trop de questions depuis votre adresse attendent : attendez leurs réponses")                                             \
    X(FORGOTTEN, ERR_BUSY, 503, "http.forgotten", "whoever asked has gone", "qui demandait est parti")                          \
    X(BUDGET, ERR_BUSY, 503, "http.budget", "too many large requests at once: try again",                                       \
      "trop de grandes demandes à la fois : réessayez")                                                                         \
    X(STREAMS, ERR_BUSY, 503, "http.streams", "too many streams at once: try again",                                            \
      "trop de flux à la fois : réessayez")                                                                                     \
    X(KEY_SIZE, ERR_USAGE, 400, "http.idempotency-key", "an Idempotency-Key has 1 to 200 characters, no blanks",                \
      "une Idempotency-Key a de 1 à 200 caractères, sans espace")                                                               \
    X(CURSOR, ERR_USAGE, 400, "http.cursor", "this cursor is none of ours", "ce curseur n'est pas des nôtres")                  \
    X(AUDIT_RUNS, ERR_CONFLICT, 409, "http.audit-runs", "an audit is under way", "un audit est en cours")                       \
    X(PLACE_SILENT, ERR_BUSY, 503, "http.place-silent", "the database of the clubs does not answer",                            \
      "la base des clubs ne répond pas")                                                                                        \
    X(STOPPING, ERR_BUSY, 503, "http.stopping", "the server is being stopped", "le serveur s'arrête")                           \
    X(QUOTA_ENTRIES, ERR_BUSY, 429, "http.quota-entries",                                                                       \
      "this club may add %1 entries a day, and has: the next day begins at midnight UTC",                                       \
      "ce club peut ajouter %1 entrées par jour, et c'est fait : le jour suivant commence à minuit UTC")                        \
    X(QUOTA_BYTES, ERR_DENIED, 403, "http.quota-bytes", "this club's database may have %1 bytes, and has more",                 \
      "la base de ce club peut avoir %1 octets, et en a plus")                                                                  \
    X(PREPARING, ERR_BUSY, 503, "http.club-preparing", "this club is being brought up to date: try again in a moment",          \
      "ce club est en cours de mise à jour : réessayez dans un instant")                                                        \
    X(CLUBS_OPEN, ERR_BUSY, 503, "http.clubs-open", "too many clubs are at work at once: try again",                            \
      "trop de clubs travaillent à la fois : réessayez")                                                                        \
    X(CLUB_BROKEN, ERR_BUSY, 503, "http.club-broken",                                                                           \
      "this club cannot be opened now: who runs the server is told why",                                                        \
      "ce club ne peut pas être ouvert : qui tient le serveur en connaît la raison")                                            \
    X(CLUB_VERSION, ERR_BUSY, 503, "http.club-version",                                                                         \
      "the database of this club and the server's program are of different versions: who runs the server brings them together", \
      "la base de ce club et le programme du serveur sont de versions différentes : qui tient le serveur les accorde")          \
    X(LISTEN, ERR_USAGE, 0, "serve.listen", "'%1' is not an address and port like 127.0.0.1:8080 or [::1]:8080",                \
      "« %1 » n'est pas une adresse avec un port comme 127.0.0.1:8080 ou "                                                    \
      "[::1]:8080")                                                                                                             \
    X(SETTING, ERR_USAGE, 0, "serve.setting", "'%1' is not a setting", "« %1 » n'est pas un réglage")                           \
    X(SETTING_VALUE, ERR_USAGE, 0, "serve.setting-value", "%1: '%2' is not a value that it can have",                           \
      "%1 : « %2 » n'est pas une valeur possible")                                                                              \
    X(BIND, ERR_IO, 0, "serve.bind", "cannot listen on %1: %2", "impossible d'écouter sur %1 : %2")                             \
    X(FILE, ERR_IO, 0, "serve.file", "%1: %2", "%1 : %2")                                                                       \
    X(DAEMON, ERR_IO, 0, "serve.daemon", "the HTTP server could not be started", "le serveur HTTP n'a pas pu démarrer")

#define HTTP_DECLARE(name, code, status, id, en, fr) extern const struct message HTTP_MSG_##name;
HTTP_MESSAGES(HTTP_DECLARE)
#undef HTTP_DECLARE

/* The HTTP status for an error: a message of this room has its own, for all
 * others the code decides. */
int http_status(const struct error *error);
/* Where a database of a server is, and what the server says, is for who runs it: this is what whoever asks is told. */
void http_discreet(struct error *error);
/* `Not Found` and so on. */
const char *http_title(int status, enum lang lang);

/* All of them, for the test that reads every sentence. */
const struct message *const *http_messages(size_t *count);

#endif
