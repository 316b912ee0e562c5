/*
 * Every route against a real daemon on a real file: good, bad, unauthorised, conflicting, repeated. The cases are a table and
 * run in order: later ones stand on earlier ones. At the end each route must have been answered with success at least once.
 */
#include "support/cmocka.h"

#include "http/route.h"
#include "support/http_client.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum who { NOBODY, READER, RECORDER, ADMIN, STRANGER, WHO_COUNT };

struct a_case {
    enum who who;
    const char *method;
    const char *path;
    const char *body;
    int status;
    const char *has;     /* in the body; NULL: anything */
    const char *type;    /* of the request's body; NULL: JSON */
    const char *headers; /* of the request */
};

#define SHEET                                                                                                                               \
    "dendro 1\ngame foret\nvariant standard\nlevel sheet\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\nplayed 2026-11-13\nplace Cave\n"                \
    "\n1: grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit meadow stream wolf\n" \
    "2: grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit meadow stream wolf\n"   \
    "3: grid bee bear trout fox eagle / dragonfly deer rabbit meadow stream / wolf bee bear trout fox / deer rabbit meadow stream wolf\n"

#define SEASON(name, from, to, points) \
    "{\"name\":\"" name "\",\"from\":\"" from "\",\"to\":\"" to "\",\"title\":\"Forêt\",\"points\":" points "}"

#define PAD_OF(bgg, id, en, fr, edition)                                                                           \
    "{\"catalogue\":\"pad\",\"name\":{\"id\":\"" id "\",\"en\":\"" en "\",\"fr\":\"" fr "\"},\"edition\":" edition \
    ",\"bgg\":" bgg ",\"variant\":\"low\",\"seats\":{\"least\":2,\"most\":5}}"
#define PAD(...) PAD_OF("7", __VA_ARGS__)
#define BEGUN "dendro 1\ngame foret\nseat 1 Ada\nseat 2 Bo\nseat 3 Cy\n\n1: bee 0,0\n"
#define TEXT "text/plain"
#define ORMES \
    "{\"name\":\"Les Ormes\",\"zone\":\"Europe/Paris\",\"language\":\"fr\",\"searchable\":false,\"private\":false}"

/* {p} in a path is the handle of Ada, {q} that of Zoe, {t} the id of a token, {s} that of a season: filled in as they become known. */
static const struct a_case CASES[] = {
    /* operations */
    {NOBODY, "GET", "/healthz", NULL, 200, "\"ok\"", NULL, NULL},
    {NOBODY, "GET", "/readyz", NULL, 200, "\"ready\"", NULL, NULL},
    {NOBODY, "GET", "/metrics", NULL, 200, "dendro_log_entries 0", NULL, NULL},
    {NOBODY, "GET", "/openapi.json", NULL, 200, "\"openapi\"", NULL, NULL},
    {NOBODY, "GET", "/", NULL, 200, "<title>Dendro</title>", NULL, NULL},
    {NOBODY, "HEAD", "/healthz", NULL, 200, NULL, NULL, NULL},
    {NOBODY, "GET", "/nothing", NULL, 404, "http.no-route", NULL, NULL},
    {NOBODY, "GET", "/v1/games/", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "DELETE", "/v1/games", NULL, 405, "http.method", NULL, NULL},
    {NOBODY, "BREW", "/v1/games", NULL, 405, "http.method", NULL, NULL},
    {NOBODY, "OPTIONS", "/v1/games", NULL, 204, NULL, NULL, NULL},

    /* access */
    {NOBODY, "GET", "/v1/access", NULL, 200, "{\"token\":null,\"scopes\":[\"read\"]}", NULL, NULL},
    {READER, "GET", "/v1/access", NULL, 200, "\"scopes\":[\"read\"]}", NULL, NULL},
    {RECORDER, "GET", "/v1/access", NULL, 200, "\",\"scopes\":[\"read\",\"record\"]}", NULL, NULL},
    {ADMIN, "GET", "/v1/access", NULL, 200, "\",\"scopes\":[\"read\",\"record\",\"admin\"]}", NULL, NULL},
    {STRANGER, "GET", "/v1/access", NULL, 401, "http.token-unknown", NULL, NULL},

    /* people */
    {NOBODY, "GET", "/v1/players", NULL, 200, "{\"players\":[],\"next\":null}", NULL, NULL},
    {NOBODY, "POST", "/v1/players", "{\"name\":\"Ada\"}", 401, "http.token-missing", NULL, NULL},
    {STRANGER, "POST", "/v1/players", "{\"name\":\"Ada\"}", 401, "http.token-unknown", NULL, NULL},
    {READER, "POST", "/v1/players", "{\"name\":\"Ada\"}", 403, "http.scope", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"Ada\"}", 201, "\"name\":\"Ada\"", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"ÀDA\"}", 409, "person.taken", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"\"}", 400, "person.name", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":3}", 400, "body.type", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{}", 400, "body.missing", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"x\",\"colour\":\"red\"}", 400, "body.unknown", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":", 400, "body.json", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "", 400, "le texte s'arrête trop tôt\"", NULL, "Accept-Language: fr\r\n"},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"x\",\"name\":\"y\"}", 400,
     "ceci n'est pas du JSON : un nom est donné deux fois, près de ", NULL, "Accept-Language: fr\r\n"},
    {RECORDER, "POST", "/v1/players", "{]", 400, "une autre suite est attendue, près de ']'\"", NULL,
     "Accept-Language: fr\r\n"},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"a\\u0000\"}", 400, "a text holds the character \\\\u0000\"", NULL,
     NULL},
    {RECORDER, "POST", "/v1/players", "[1]", 400, "body.object", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "name=Ada", 415, "http.body-type", "application/x-www-form-urlencoded", NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"Zoe\"}", 201, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/players/{p}", NULL, 200, "\"name\":\"Ada\"", NULL, NULL},
    {NOBODY, "GET", "/v1/players/%40{p}", NULL, 200, "\"name\":\"Ada\"", NULL, NULL},
    {NOBODY, "GET", "/v1/players/nobody", NULL, 404, "person.unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/players/nobody", NULL, 404, "personne ici", NULL,
     "Accept-Language: de, fr;q=0.9, en;q=0.1\r\n"},
    {NOBODY, "GET", "/v1/players/%zz", NULL, 400, "http.url-escape", NULL, NULL},
    {NOBODY, "GET", "/v1/players/%ff", NULL, 400, "http.url-escape", NULL, NULL},
    {NOBODY, "GET", "/v1/players/%00", NULL, 400, "http.url-escape", NULL, NULL},
    {NOBODY, "GET", "/v1/players?x=1", NULL, 400, "http.query-unknown", NULL, NULL},
    {RECORDER, "PATCH", "/v1/players/{p}", "{\"name\":\"Ada L.\"}", 200, "Ada L.", NULL, NULL},
    {RECORDER, "PATCH", "/v1/players/{p}", "{\"name\":\"Zoe\"}", 409, "person.taken", NULL, NULL},
    {RECORDER, "PATCH", "/v1/players/{p}", "{\"name\":\"Ada\"}", 200, NULL, NULL, NULL},
    {RECORDER, "PATCH", "/v1/players/nobody", "{\"name\":\"X\"}", 404, NULL, NULL, NULL},

    /* games */
    {NOBODY, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"]}", 401, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"Bo\",\"Cy\"],\"night\":\"2026-11-13\"}",
     201, "{\"game\":1,\"seq\":1,\"ply\":0,\"status\":\"live\",\"problems\":[]}", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"chess\",\"seats\":[\"Ada\"]}", 400, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"seats\":[\"Ada\"]}", 400, "body.seats", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"\",\"B\"]}", 400, "body.line", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"A\\nB\",\"B\"]}", 400, "body.line", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"pad\",\"title\":\"  \",\"seats\":[\"A\",\"B\"]}", 400, "body.line",
     NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\"],\"night\":\"15/11/2026\"}", 400,
     "'night' must be a date like 2026-11-13", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\"],\"played\":\"le 15/11/2026 \u00e0 20h\"}",
     400, "'played' must be a date or time like 2026-11-13T20:30+01:00", NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"game\":\"foret\",\"seats\":[\"Ada\",\"ada\",\"Cy\"]}", 409, "person.twice",
     NULL, NULL},
    {RECORDER, "POST", "/v1/games", "{\"record\":\"dendro 1\",\"game\":\"foret\"}", 400, "body.either", NULL, NULL},
    {RECORDER, "POST", "/v1/games", SHEET, 201, "\"status\":\"finished\"", TEXT, NULL},
    {RECORDER, "POST", "/v1/games", "nonsense", 400, NULL, TEXT, NULL},
    {NOBODY, "GET", "/v1/games", NULL, 200, "\"id\":1", NULL, NULL},
    {NOBODY, "GET", "/v1/games?limit=1", NULL, 200, "\"next\":\"", NULL, NULL},
    {NOBODY, "GET", "/v1/games?status=finished", NULL, 200, "[{\"id\":2", NULL, NULL},
    {NOBODY, "GET", "/v1/games?status=live&player=Ada", NULL, 200, "[{\"id\":1", NULL, NULL},
    {NOBODY, "GET", "/v1/games?since=2026-11-13&until=2026-11-13", NULL, 200, "\"id\":2", NULL, NULL},
    {NOBODY, "GET", "/v1/games?since=2027-01-01", NULL, 200, "{\"games\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/games?game=For%C3%AAt", NULL, 200, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games?game=fret", NULL, 404, "no game is called 'fret'", NULL, NULL},
    {NOBODY, "GET", "/v1/games?player=Nobody", NULL, 404, "person.unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/games?status=odd", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games?since=yesterday", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games?order=oldest&limit=1", NULL, 200, "[{\"id\":1", NULL, NULL},
    {NOBODY, "GET", "/v1/games?order=newest&limit=1", NULL, 200, "[{\"id\":2", NULL, NULL},
    {NOBODY, "GET", "/v1/games?order=sideways", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games?limit=0", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games?cursor=zzz", NULL, 400, "http.cursor", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1", NULL, 200, "\"day\":\"2026-11-13\"", NULL, NULL},
    {NOBODY, "GET", "/v1/games/2", NULL, 200, "\"place\":\"Cave\"", NULL, NULL},
    {NOBODY, "GET", "/v1/games/99", NULL, 404, "game.unknown", NULL, NULL},
    {NOBODY, "GET", "/pictures/games/2.png?v=1", NULL, 200, "PNG", NULL, NULL},
    {NOBODY, "GET", "/v1/games/one", NULL, 404, "http.id", NULL, NULL},
    {NOBODY, "GET", "/v1/games/-1", NULL, 404, "http.id", NULL, NULL},

    /* moves */
    {RECORDER, "POST", "/v1/games/1/moves", "{\"ply\":0,\"moves\":\"1: bee 0,0\"}", 200, "\"ply\":1", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"ply\":0,\"moves\":\"2: bee 0,0\"}", 409, "\"ply\":1", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"ply\":1,\"moves\":\"2: bee 5,5\"}", 422, "\"legal\":[\"2: bee 0,0\"",
     NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"ply\":1,\"moves\":[\"2: wolf 0,0\",\"2: wolf 0,1\"]}", 422,
     "foret.not-your-turn", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"moves\":\"2: gibberish\"}", 400, "\"line\":1", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"moves\":\"\"}", 400, "game.no-moves", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves?ply=1", "2: wolf 0,0\n3: deer 0,0\n", 200, "\"ply\":3", TEXT, NULL},
    {RECORDER, "POST", "/v1/games/99/moves", "{\"moves\":\"1: bee 0,0\"}", 404, "game.unknown", NULL, NULL},
    {RECORDER, "POST", "/v1/games/2/moves", "{\"moves\":\"1: bee 0,0\"}", 409, "game.over", NULL, NULL},
    {READER, "POST", "/v1/games/1/moves", "{\"moves\":\"1: bee 0,1\"}", 403, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/moves", NULL, 200, "[\"1: bee 0,0\",\"2: wolf 0,0\",\"3: deer 0,0\"]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/moves?from=2", NULL, 200, "\"moves\":[\"3: deer 0,0\"]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/moves?from=9", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/legal", NULL, 200, "\"turn\":[1,2,3]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/legal?seat=2&limit=1", NULL, 200, "\"seats\":[{\"seat\":2", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/legal?seat=13", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/legal?at=1", NULL, 200, "\"ply\":1,\"turn\":[2,3]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/legal?at=4", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/state", NULL, 200, "\"ply\":3,\"plies\":3", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/state?at=1", NULL, 200, "\"ply\":1,\"plies\":3", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/state?at=4", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/score", NULL, 200, "\"finished\":false", NULL, NULL},
    {NOBODY, "GET", "/v1/games/2/score", NULL, 200, "\"winners\":[1,2,3]", NULL, NULL},
    /* a bee alone scores nothing, the only wolf 12, a deer 2 for its row and 2 for its column; many gaps cost 5 */
    {NOBODY, "GET", "/v1/games/1/scores", NULL, 200, "{\"seat\":1,\"totals\":[-5,-5,-5,-5],", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/scores", NULL, 200, "{\"seat\":2,\"totals\":[-5,-5,7,7],", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/scores", NULL, 200, "{\"seat\":3,\"totals\":[-5,-5,-5,-1],", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/scores", NULL, 200, "\"deer\":[0,0,0,4]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/99/scores", NULL, 404, "game.unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/record", NULL, 200, "seat 1 Ada\n", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/record?handles=true", NULL, 200, "seat 1 @", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/record?handles=maybe", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/hands", NULL, 200, "\"looks\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/bgstats", NULL, 409, "game.not-finished", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/bgstats", NULL, 409, "celle-ci est en cours", NULL, "Accept-Language: fr\r\n"},
    {NOBODY, "GET", "/v1/games/2/bgstats", NULL, 200, "\"sourceName\":\"Dendro\"", NULL, NULL},
    {NOBODY, "GET", "/v1/games/2/bgstats?at=1", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/99/bgstats", NULL, 404, "game.unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/games/1/audit", NULL, 200, "{\"findings\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/2/audit", NULL, 200, "{\"findings\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/games/99/audit", NULL, 404, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/takeback", "{\"ply\":3,\"count\":2}", 200, "\"ply\":1", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/takeback", "{\"ply\":3}", 409, "\"ply\":1", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/takeback", "{\"count\":0}", 400, "body.range", NULL, NULL},
    {RECORDER, "POST", "/v1/games/2/takeback", "{}", 409, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/abandon", "{\"reason\":\"the bell rang\"}", 200, "\"abandoned\"", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/abandon", "{}", 409, "game.not-live", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/moves", "{\"moves\":\"1: bee 0,0\"}", 409, "la partie est abandonnée : aucun coup",
     NULL, "Accept-Language: fr\r\n"},
    {RECORDER, "POST", "/v1/games/2/correct", SHEET, 400, "game.reason", TEXT, NULL},
    {RECORDER, "POST", "/v1/games/2/correct?reason=wrong+name&last=2", SHEET, 200, "\"finished\"", TEXT, NULL},
    {RECORDER, "POST", "/v1/games/1/void", "{\"reason\":\"a test\"}", 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/void", "{}", 400, "game.reason", NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/void", "{\"reason\":\"a test\"}", 200, "\"void\"", NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/void", "{\"reason\":\"a test\"}", 409, "game.void", NULL, NULL},
    {RECORDER, "POST", "/v1/games/1/unvoid", "{\"reason\":\"no test\"}", 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/unvoid", "{}", 400, "game.reason", NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/unvoid", "{\"reason\":\"no test\"}", 200, "\"abandoned\"", NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/unvoid", "{\"reason\":\"no test\"}", 409, "game.not-void", NULL, NULL},
    {ADMIN, "POST", "/v1/games/99999/unvoid", "{\"reason\":\"no test\"}", 404, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/games/1/void", "{\"reason\":\"a test\"}", 200, "\"void\"", NULL, NULL},

    /* sheets */
    {NOBODY, "POST", "/v1/score", SHEET "= 1 2 3\n", 200, "record.total", TEXT, NULL},
    {NOBODY, "POST", "/v1/score", "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"],\"moves\":[\"1: bee 0,0\"]}", 200,
     "\"finished\":false", NULL, NULL},
    {NOBODY, "POST", "/v1/score", "{\"game\":\"foret\",\"seats\":[\"A\",\"B\",\"C\"],\"moves\":[\"1: bee 0,1\"]}", 422,
     "foret.first-card", NULL, NULL},
    {NOBODY, "GET", "/v1/search?q=ada", NULL, 200, "\"name\":\"Ada\"", NULL, NULL},
    /* nights and places */
    {NOBODY, "GET", "/v1/nights", NULL, 200, "\"day\":\"2026-11-13\"", NULL, NULL},
    {RECORDER, "POST", "/v1/nights", "{\"day\":\"2026-11-20\",\"title\":\"Autumn\",\"place\":\"Cave\"}", 201, "Autumn",
     NULL, NULL},
    {RECORDER, "POST", "/v1/nights", "{\"day\":\"someday\"}", 400, "\"'day' must be a date like", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-20", NULL, 200, "\"place\":\"Cave\"", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-20", NULL, 200, "\"games\":0,\"log_size\":", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-20", NULL, 200, "\"results\":[],\"standings\":[]}", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-13?game=foret", NULL, 200, "\"standings\":[{\"player\":\"Ada\",\"rank\":1,",
     NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-13?game=grandbois", NULL, 200, "\"results\":[],\"standings\":[]}", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-13?game=chess", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/nights/2026-11-13?colour=red", NULL, 400, "http.query-unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/nights/1999-01-01", NULL, 404, "night.unknown", NULL, NULL},
    {RECORDER, "PATCH", "/v1/nights/2026-11-20", "{\"note\":\"cold\"}", 200, "\"title\":\"Autumn\"", NULL, NULL},
    {RECORDER, "PATCH", "/v1/nights/2026-11-20", "{\"title\":\"a\\u0001b\"}", 400, "text.hidden", NULL, NULL},
    {NOBODY, "GET", "/v1/places", NULL, 200, "{\"name\":\"Cave\"}", NULL, NULL},
    {RECORDER, "POST", "/v1/places", "{\"name\":\"Attic\"}", 201, "Attic", NULL, NULL},
    {RECORDER, "POST", "/v1/places", "{\"name\":\"Attic\"}", 409, "place.taken", NULL, NULL},
    {RECORDER, "POST", "/v1/places", "{\"name\":\" Attic\"}", 400, "place.name", NULL, NULL},

    /* rules */
    {NOBODY, "GET", "/v1/rules", NULL, 200, "\"clairi\xc3\xa8re\"", NULL, NULL},
    {NOBODY, "GET", "/v1/catalogues", NULL, 200, "\"name\":\"printed\",\"shipped\":true,\"added\":null}", NULL, NULL},
    {NOBODY, "GET", "/v1/catalogues/0000000000000000000000000000000000000000000000000000000000000000", NULL, 404,
     "catalogue.no-such", NULL, NULL},
    {NOBODY, "GET", "/v1/catalogues/xyz", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "POST", "/v1/catalogues", "{}", 401, "http.token-missing", NULL, NULL},
    {RECORDER, "POST", "/v1/catalogues", "{}", 403, "http.scope", NULL, NULL},
    {ADMIN, "POST", "/v1/catalogues", "{}", 400, "catalogue.", NULL, NULL},

    /* pad documents */
    {NOBODY, "GET", "/v1/pads", NULL, 200,
     "\"edition\":1,\"bgg\":null,\"variant\":\"high\",\"seats\":{\"least\":2,\"most\":5},\"categories\":[{\"id\":\"nests\"",
     NULL, NULL},
    {NOBODY, "GET", "/v1/pads?title=x", NULL, 400, "http.query-unknown", NULL, NULL},
    {NOBODY, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "1"), 401, "http.token-missing", NULL, NULL},
    {RECORDER, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "1"), 403, "http.scope", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "1"), 201, "\"game\":\"pad\",\"name\":\"lynx\"", NULL,
     NULL},
    {ADMIN, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "1"), 200, "\"name\":\"lynx\"", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "3"), 201, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("lynx", "Lynx", "Lynx", "2"), 201, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/pads", NULL, 200, "\"fr\":\"Lynx\"},\"edition\":3,\"bgg\":7,\"variant\":\"low\"", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("wood", "Forest", "forêt", "1"), 400, "catalogue.engine", NULL, NULL},
    {ADMIN, "POST", "/v1/catalogues", PAD("wood", "Ecos", "Bois", "1"), 400, "catalogue.engine", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD_OF("279254", "wood", "Wood", "Bois", "1"), 400, "catalogue.engine", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("bad", "Bad", "Bad", "0"), 400, "catalogue.edition", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("bad", "", "Bad", "1"), 400, "catalogue.name.en", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("bad", "a\\u202eb", "Bad", "1"), 400, "catalogue.hidden", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", PAD("bad", "Bad", "Bad", "\"1\""), 400, "catalogue.edition", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", "{\"catalogue\":5,\"variant\":\"high\"}", 400, "catalogue.catalogue", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", "{\"catalogue\":\"pad\",\"name\":7}", 400, "catalogue.name", NULL, NULL},
    {ADMIN, "POST", "/v1/pads", "[]", 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/catalogues", NULL, 200,
     "\"game\":\"pad\",\"name\":\"hedgerow\",\"shipped\":true,\"added\":null},{\"hash\":", NULL, NULL},

    /* the club */
    {NOBODY, "GET", "/v1/club", NULL, 200,
     "{\"name\":null,\"zone\":\"UTC\",\"language\":null,\"searchable\":false,\"private\":false}", NULL, NULL},
    {NOBODY, "PATCH", "/v1/club", "{\"name\":\"Les Ormes\"}", 401, "http.token-missing", NULL, NULL},
    {RECORDER, "PATCH", "/v1/club", "{\"name\":\"Les Ormes\"}", 403, "http.scope", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"Les Ormes\",\"zone\":\"Europe/Paris\",\"language\":\"fr\"}", 200, ORMES,
     NULL, NULL},
    {NOBODY, "GET", "/v1/club", NULL, 200, "\"name\":\"Les Ormes\"", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{}", 200, "\"name\":\"Les Ormes\"", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"\",\"zone\":\"UTC\"}", 400, "club.name", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"zone\":\"UTC\",\"name\":\" Ormes\"}", 400, "club.name", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"zone\":\"UTC\",\"name\":\"a\\u200bb\"}", 400, "text.hidden", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"zone\":\"UTC\",\"name\":7}", 400, "'name' must be a text or null", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":\"../../etc/passwd\"}", 400, "club.zone", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":\"Europe/../Paris\"}", 400, "club.zone", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":\"Europe/Ormes\"}", 400, "club.zone", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":\"\"}", 400, "club.zone", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":null}", 400, "'zone' must be a text", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"zone\":{}}", 400, "'zone' must be a text", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"language\":\"de\"}", 400, "club.language", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"language\":true}", 400, "'language' must be", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":\"x\",\"private\":true}", 400, "body.unknown", NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "[\"x\"]", 400, "body.object", NULL, NULL},
    {NOBODY, "GET", "/v1/club", NULL, 200, ORMES, NULL, NULL},
    {ADMIN, "PATCH", "/v1/club", "{\"name\":null,\"language\":null}", 200,
     "{\"name\":null,\"zone\":\"Europe/Paris\",\"language\":null,\"searchable\":false,\"private\":false}", NULL, NULL},

    /* tokens */
    {NOBODY, "GET", "/v1/tokens", NULL, 401, NULL, NULL, NULL},
    {RECORDER, "GET", "/v1/tokens", NULL, 403, NULL, NULL, NULL},
    {ADMIN, "GET", "/v1/tokens", NULL, 200, "\"label\":\"first\"", NULL, NULL},
    {ADMIN, "POST", "/v1/tokens", "{\"label\":\"phone\",\"scopes\":[\"record\"]}", 201, "\"dendro_", NULL, NULL},
    {ADMIN, "POST", "/v1/tokens", "{\"label\":\"phone\",\"scopes\":[\"everything\"]}", 400, "token.scopes", NULL, NULL},
    {ADMIN, "POST", "/v1/tokens", "{\"label\":\"\",\"scopes\":[\"read\"]}", 400, "token.label", NULL, NULL},
    {ADMIN, "POST", "/v1/tokens", "{\"label\":\"x\",\"scopes\":[\"read\"],\"expires\":\"z\"}", 400, NULL, NULL, NULL},
    {ADMIN, "DELETE", "/v1/tokens/{t}", NULL, 204, NULL, NULL, NULL},
    {ADMIN, "DELETE", "/v1/tokens/nothing", NULL, 404, "token.unknown", NULL, NULL},

    /* in bulk */
    {NOBODY, "POST", "/v1/import", SHEET, 401, NULL, TEXT, NULL},
    {RECORDER, "POST", "/v1/import", BEGUN, 200, "\"records\":1,\"added\":1,\"known\":0", TEXT, NULL},
    {RECORDER, "POST", "/v1/import", BEGUN, 200, "\"added\":0,\"known\":1", TEXT, NULL},
    {RECORDER, "POST", "/v1/import", "dendro 1\ngame odd\n", 200, "\"refused\":1,\"import\":null,", TEXT, NULL},
    {RECORDER, "POST", "/v1/import", "{}", 415, NULL, "image/png", NULL},
    {RECORDER, "POST", "/v1/import", "PK\003\004", 400, NULL, "application/octet-stream", NULL},
    {RECORDER, "POST", "/v1/import?format=odd", BEGUN, 400, "http.query", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?dry_run=maybe", BEGUN, 400, "http.query", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?player=Ada", BEGUN, 400, "import.mapping", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?title=A%3DB&title=A%3DC", BEGUN, 400, "import.mapping-twice", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?title=A%3DB", BEGUN, 400, "import.mapping-record", TEXT, NULL},
    {NOBODY, "GET", "/v1/imports", NULL, 200, "{\"imports\":[{\"import\":1,", NULL, NULL},
    {NOBODY, "GET", "/v1/imports?limit=0", NULL, 400, "http.query", NULL, NULL},
    {RECORDER, "POST", "/v1/import?strict=1", BEGUN, 200, "\"added\":0,\"known\":1", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?strict=maybe", BEGUN, 400, "http.query", TEXT, NULL},
    {RECORDER, "POST", "/v1/import?odd=1", BEGUN, 400, "http.query-unknown", TEXT, NULL},
    {RECORDER, "POST", "/v1/imports/1/undo", NULL, 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/imports/none/undo", NULL, 404, "http.import", NULL, NULL},
    {ADMIN, "POST", "/v1/imports/99/undo", NULL, 404, "import.unknown", NULL, NULL},
    {ADMIN, "POST", "/v1/imports/1/undo", NULL, 200, "\"voided\":1,\"restored\":0,\"kept\":0}", NULL, NULL},
    {ADMIN, "POST", "/v1/imports/1/undo", NULL, 200, "\"voided\":0,\"restored\":0,\"kept\":0}", NULL, NULL},
    {RECORDER, "POST", "/v1/import", BEGUN, 200, "\"added\":1,\"known\":0", TEXT, NULL},
    {RECORDER, "POST", "/v1/import", BEGUN, 200, "\"added\":0,\"known\":1", TEXT, NULL},
    {NOBODY, "GET", "/v1/export", NULL, 200, "dendro 1\ngame foret\n", NULL, NULL},
    {NOBODY, "GET", "/v1/export?format=ndjson&player=Ada", NULL, 200, "\"winners\":[1,2,3]", NULL, NULL},
    {NOBODY, "GET", "/v1/export?format=bgstats", NULL, 200, "\"userInfo\":{\"meRefId\":0}}", NULL, NULL},
    {NOBODY, "GET", "/v1/export?format=xml", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/export?player=Nobody", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/export?game=fret", NULL, 404, "stats.game", NULL, NULL},
    {NOBODY, "GET", "/v1/log", NULL, 200, "\"kind\":\"back\"", NULL, NULL},
    {NOBODY, "GET", "/v1/log?first=2&last=2", NULL, 200, "{\"seq\":2,", NULL, NULL},
    {NOBODY, "GET", "/v1/log?first=x", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/log/checkpoint", NULL, 200, "dendro/", NULL, NULL},
    {NOBODY, "GET", "/v1/log/key", NULL, 200, "dendro/", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/inclusion?seq=2", NULL, 200, "\"hashes\":[\"", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/inclusion?seq=9999", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/inclusion", NULL, 400, "the parameter 'seq' is missing", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/inclusion?seq=2&size=0", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/inclusion?seq=2&size=2", NULL, 200, "\"size\":2", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/consistency?first=2&size=x", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/consistency?first=0&size=3", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/consistency", NULL, 400, "http.query-missing", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/consistency?first=2&size=3", NULL, 200, "\"first_root\":\"", NULL, NULL},
    {NOBODY, "GET", "/v1/log/proof/consistency?first=3&size=2", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/audit", NULL, 200, "\"none\"", NULL, NULL},
    {RECORDER, "POST", "/v1/audit", "{}", 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/audit", "{\"results_only\":true}", 202, "running", NULL, NULL},
    {NOBODY, "HEAD", "/v1/games/1/events", NULL, 200, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/games/99/events", NULL, 404, NULL, NULL, NULL},

    /* merging and erasing, last, because they take people away */
    {NOBODY, "GET", "/v1/players/{p}/vs/{q}", NULL, 200, "\"tied\"", NULL, NULL},
    {RECORDER, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\"}", 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\",\"dry_run\":true}", 200,
     "\"told_apart\":false,\"refused\":false", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"Theodore\"}", 201, "\"problems\":[]", NULL, NULL},
    {RECORDER, "POST", "/v1/players", "{\"name\":\"Théodora\"}", 201, "\"rule\":\"person.alike\"", NULL, NULL},
    {NOBODY, "GET", "/v1/alike", NULL, 200, "\"name\":\"Theodore\"},\"other\":{", NULL, NULL},
    {NOBODY, "GET", "/v1/alike?x=1", NULL, 400, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/players/{q}/two", "{\"other\":\"@{p}\"}", 204, NULL, NULL, NULL},
    {RECORDER, "POST", "/v1/players/{q}/two", "{\"other\":\"{q}\"}", 400, "person.merge-self", NULL, NULL},
    {RECORDER, "POST", "/v1/players/{q}/two", "{\"other\":\"nobody\"}", 404, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\",\"dry_run\":true}", 200, "\"told_apart\":true", NULL,
     NULL},
    {ADMIN, "POST", "/v1/players/{q}/unmerge", "{}", 409, "person.not-merged", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\"}", 200, "\"entry\":", NULL, NULL},
    {RECORDER, "POST", "/v1/players/{q}/unmerge", "{}", 403, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/unmerge", "{\"entry\":1}", 400, "person.no-merge", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/unmerge", "{\"entry\":99999}", 404, "log.no-entry", NULL, NULL},
    {ADMIN, "POST", "/v1/players/nobody/unmerge", "{}", 404, "person.unknown", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{p}/unmerge", "{}", 409, "person.not-merged", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/unmerge", NULL, 200, "\"merged_into\":null,\"entry\":", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\"}", 200, "\"name\":\"Ada\"", NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"{p}\"}", 400, "person.merge-self", NULL, NULL},
    {RECORDER, "PATCH", "/v1/players/{q}", "{\"name\":\"Ada M.\"}", 200, "\"name\":\"Ada M.\",\"created\":", NULL,
     NULL},
    {RECORDER, "PATCH", "/v1/players/{q}", "{\"name\":\"Ada\"}", 200, NULL, NULL, NULL},
    {ADMIN, "POST", "/v1/players/{q}/merge", "{\"into\":\"nobody\"}", 404, NULL, NULL, NULL},
    {ADMIN, "DELETE", "/v1/players/{p}", NULL, 204, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/players/{p}", NULL, 200, "\"name\":null", NULL, NULL},
    {NOBODY, "GET", "/v1/games/2/record", NULL, 200, "seat 1 @", NULL, NULL},

    /* statistics */
    {NOBODY, "GET", "/v1/leaderboard?game=foret", NULL, 200, "\"algorithm\":\"bt-map/2\"", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?order=wins", NULL, 200, "\"rows\"", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?order=luck", NULL, 400, "http.query", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?gmae=foret", NULL, 400, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?game=chess", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/cards?game=foret", NULL, 200, "\"card\":\"bee\"", NULL, NULL},
    {NOBODY, "GET", "/v1/cards/abeille?game=foret", NULL, 200, "\"card\":\"bee\"", NULL, NULL},
    {NOBODY, "GET", "/v1/cards/unicorn?game=foret", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/cards?game=ecos", NULL, 200, "{\"card\":\"105\",\"games\":0,", NULL, NULL},
    {NOBODY, "GET", "/v1/cards/7?game=ecos", NULL, 200, "\"wp_times\":[{\"times\":0,", NULL, NULL},
    {NOBODY, "GET", "/v1/cards/106?game=ecos", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/cards/toad?game=grandbois", NULL, 200, "\"card\":\"toad\"", NULL, NULL},
    {NOBODY, "GET", "/v1/ratings/history?game=foret&from=2026-11-14", NULL, 200, "\"rows\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/records?game=foret", NULL, 200, "\"log_size\"", NULL, NULL},
    {NOBODY, "GET", "/v1/years", NULL, 200, "\"years\":[{\"year\":2026,\"games\":", NULL, NULL},
    {NOBODY, "GET", "/v1/years?year=2026", NULL, 400, "http.query-unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/years/2026", NULL, 200, "\"year\":2026,\"games\":", NULL, NULL},
    {NOBODY, "GET", "/v1/years/1", NULL, 200, "\"longest_night\":null,\"pair\":null,\"records\":[]", NULL, NULL},
    {NOBODY, "GET", "/v1/years/9999", NULL, 200, "\"year\":9999,\"games\":0,\"nights\":0,\"people\":0", NULL, NULL},
    {NOBODY, "GET", "/v1/years/0", NULL, 400, "stats.year", NULL, NULL},
    {NOBODY, "GET", "/v1/years/10000", NULL, 400, "stats.year", NULL, NULL},
    {NOBODY, "GET", "/v1/years/-5", NULL, 400, "stats.year", NULL, NULL},
    {NOBODY, "GET", "/v1/years/MMXXVI", NULL, 400, "'MMXXVI' is not a year: write one from 1 to 9999", NULL, NULL},
    {NOBODY, "GET", "/v1/years/2026?game=foret", NULL, 400, "http.query-unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/ratings/history?game=foret", NULL, 200, "\"rows\"", NULL, NULL},
    {NOBODY, "GET", "/v1/forecast?seats=@{p},Bo&game=foret", NULL, 200, "\"chance\":0.", NULL, NULL},
    {NOBODY, "GET", "/v1/forecast?seats=@{p},@{q}", NULL, 400, "are the same person", NULL, NULL}, /* merged */
    {NOBODY, "GET", "/v1/forecast?seats=Bo", NULL, 400, "stats.forecast-seats", NULL, NULL},
    {NOBODY, "GET", "/v1/forecast", NULL, 400, "stats.forecast-seats", NULL, NULL},
    {NOBODY, "GET", "/v1/forecast?seats=Bo,Nemo", NULL, 404, "person.unknown", NULL, NULL},
    {NOBODY, "GET", "/v1/forecast?seats=@{p},Bo&game=chess", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/players/{p}/stats?game=foret", NULL, 200, "\"player\"", NULL, NULL},
    {NOBODY, "GET", "/v1/players/nobody/stats", NULL, 404, NULL, NULL, NULL},
    {NOBODY, "GET", "/v1/players/{p}/vs/{q}", NULL, 400, "are the same person", NULL, NULL}, /* merged */
    {NOBODY, "GET", "/v1/players/{p}/vs/{p}", NULL, 400, "are the same person", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?sates=4", NULL, 400, "did you mean 'seats'?", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?saets=4", NULL, 400, "did you mean 'seats'?", NULL, NULL},
    {NOBODY, "GET", "/v1/leaderboard?xyzzy=4", NULL, 400, "there is no parameter 'xyzzy' here\"", NULL, NULL},

#include "evening_cases.inc"
};

/* What earlier answers said. */
struct blanks {
    char person[32];
    char other[32];
    char token[32];
    char season[32];
};

/* Copies `text` with its blanks filled in. */
static void fill_in(const struct blanks *blanks, const char *text, struct strbuf *out)
{
    strbuf_clear(out);
    for (const char *c = text; c && *c; c++) {
        const struct {
            const char *mark;
            const char *value;
        } marks[] = {{"{p}", blanks->person}, {"{q}", blanks->other}, {"{t}", blanks->token}, {"{s}", blanks->season}};
        const char *value = NULL;
        for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
            value = strncmp(c, marks[i].mark, 3) == 0 ? marks[i].value : value;
        }
        if (value) {
            strbuf_add(out, value);
            c += 2;
        } else {
            strbuf_add_char(out, *c);
        }
    }
}

static void copy_id(const struct reply *reply, char *out, size_t size)
{
    const char *at = strstr(strbuf_text(&reply->body), "\"id\":\"");
    assert_non_null(at);
    (void)snprintf(out, size, "%.12s", at + 6);
}

static void learn(const struct a_case *one, const struct reply *reply, struct blanks *blanks)
{
    if (reply->status == 201 && strcmp(one->path, "/v1/players") == 0) {
        bool first = strstr(one->body, "Ada") != NULL;
        copy_id(reply, first ? blanks->person : blanks->other, sizeof(blanks->person));
    } else if (reply->status == 201 && strcmp(one->path, "/v1/tokens") == 0) {
        copy_id(reply, blanks->token, sizeof(blanks->token));
    } else if (reply->status == 201 && strcmp(one->path, "/v1/seasons") == 0) {
        (void)snprintf(blanks->season, sizeof(blanks->season), "%d", (int)reply_int(reply, "id"));
    }
}

/* An error is a problem in full; every answer has the headers that all have. */
static void check_shape(const struct reply *reply)
{
    assert_true(span_is(reply_header(reply, "X-Content-Type-Options"), "nosniff"));
    if (reply->status >= 400) {
        assert_true(span_starts(reply_header(reply, "Content-Type"), "application/problem+json"));
        assert_true(reply_has(reply, "\"type\":\"/problems/"));
        assert_true(reply_has(reply, "\"title\":\""));
        assert_true(reply_has(reply, "\"detail\":\""));
        assert_int_equal(reply_int(reply, "status"), reply->status);
    }
    if (reply->status == 401) {
        assert_true(span_starts(reply_header(reply, "WWW-Authenticate"), "Bearer"));
    }
    if (reply->status == 405) {
        assert_true(reply_header(reply, "Allow").len > 0);
    }
}

static void every_case_is_answered(void **unused)
{
    (void)unused;
    struct daemon daemon;
    struct client client;
    struct reply reply;
    struct blanks blanks = {"", "", "", ""};
    struct strbuf path;
    struct strbuf body;
    bool answered[128] = {false};
    char tokens[WHO_COUNT][64] = {[STRANGER] = "dendro_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    daemon_start(&daemon, NULL);
    daemon_token(&daemon, "read", tokens[READER]);
    daemon_token(&daemon, "record", tokens[RECORDER]);
    memcpy(tokens[ADMIN], daemon.token, sizeof(tokens[ADMIN]));
    client_init(&client, daemon.port);
    reply_init(&reply);
    strbuf_init(&path, &allocator_heap, 4096);
    strbuf_init(&body, &allocator_heap, 1 << 16);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        const struct a_case *one = &CASES[i];
        fill_in(&blanks, one->path, &path);
        fill_in(&blanks, one->body, &body);
        struct call call = {one->method,
                            strbuf_text(&path),
                            one->who == NOBODY ? NULL : tokens[one->who],
                            one->type,
                            one->body ? strbuf_text(&body) : NULL,
                            one->headers};
        client_call(&client, &call, &reply);
        if (reply.status != one->status || (one->has && !reply_has(&reply, one->has))) {
            fail_msg("case %zu: %s %s: %d instead of %d, without '%s': %s", i, one->method, strbuf_text(&path),
                     reply.status, one->status, one->has ? one->has : "", strbuf_text(&reply.body));
        }
        check_shape(&reply);
        learn(one, &reply, &blanks);
        for (unsigned m = 0; m < METHODS; m++) {
            struct span found[8];
            unsigned allow;
            size_t length = strcspn(strbuf_text(&path), "?");
            const struct route *route = route_find((enum method)m, span_of(strbuf_text(&path), length), found, &allow);
            if (route && strcmp(method_names[m], one->method) == 0 && reply.status < 300) {
                answered[route_index(route)] = true;
            }
        }
    }
    size_t count;
    const struct route *routes = route_all(&count);
    for (size_t i = 0; i < count; i++) {
        bool page = (routes[i].flags & (ROUTE_BARE | ROUTE_SHELL)) && (routes[i].flags & ROUTE_TAGGED); /* …_page.c */
        bool elsewhere = page || (routes[i].flags & ROUTE_MANY) ||                /* test_http_clubs.c */
                         strncmp(routes[i].pattern, "/v1/catalogues", 14) == 0 || /* test_http_catalogues.c */
                         strstr(routes[i].pattern, "/review") || strstr(routes[i].pattern, "{id}/events") ||
                         strcmp(routes[i].pattern, "/v1/puzzle") == 0; /* test_http_reviews.c */
        if (!answered[i] && !elsewhere) {
            fail_msg("%s %s was never answered", method_names[routes[i].method], routes[i].pattern);
        }
    }
    strbuf_release(&path);
    strbuf_release(&body);
    reply_release(&reply);
    client_release(&client);
    daemon_end(&daemon);
}

static void the_table_is_complete(void **unused)
{
    (void)unused;
    size_t count;
    const struct route *routes = route_all(&count);
    assert_true(count > 30);
    for (size_t i = 0; i < count; i++) {
        const struct route *route = &routes[i];
        assert_true(route->pattern[0] == '/');
        assert_non_null(route->handler);
        assert_true(strlen(route->summary) > 3);
        assert_true(route->method == METHOD_GET || (route->flags & ROUTE_WRITES) || route->scope == SCOPE_READ);
        assert_false((route->flags & ROUTE_CACHED) && !(route->flags & ROUTE_TAGGED));
        assert_true(route->method == METHOD_GET || route->scope != SCOPE_NONE);
        assert_true(route->body == BODY_NONE || route->body == BODY_STREAM || route->prepare);
        for (size_t j = 0; j < i; j++) {
            assert_false(routes[j].method == route->method && strcmp(routes[j].pattern, route->pattern) == 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_complete),
        cmocka_unit_test(every_case_is_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
