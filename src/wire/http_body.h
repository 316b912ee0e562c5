/*
 * What clients send, as structs. A body is one JSON object; its members are
 * listed in a table for each kind of body, and everything else is refused:
 * an unknown member, a wrong type, a missing one, a number outside its range,
 * nesting deeper than WIRE_DEPTH, a member twice. Texts are copied to the
 * arena. Errors are ERR_SYNTAX with line and column when it is not JSON, and
 * ERR_USAGE with the member's name otherwise.
 */
#ifndef WIRE_HTTP_BODY_H
#define WIRE_HTTP_BODY_H

#include "base/arena.h"
#include "base/error.h"

enum { WIRE_DEPTH = 32, WIRE_TEXTS = 1 << 16 };

/* {"ply": 12, "moves": "1: bee 0,0"} or a list of lines; `ply` may be left out (-1). */
struct wire_moves {
    int64_t ply;
    struct span moves;
};
ERR_CHECK enum err wire_read_moves(struct span json, struct arena *arena, struct wire_moves *out, struct error *error);

/* {"ply": 12, "count": 1}; both may be left out. */
struct wire_back {
    int64_t ply;
    int64_t count;
};
ERR_CHECK enum err wire_read_back(struct span json, struct arena *arena, struct wire_back *out, struct error *error);

/* {"reason": "…"}; it may be left out, the service knows where it is required. */
struct wire_reason {
    struct span reason;
};
ERR_CHECK enum err wire_read_reason(struct span json, struct arena *arena, struct wire_reason *out,
                                    struct error *error);

/*
 * {"record": "…text…"}, or the headers as members: {"game", "title", "rules",
 * "variant", "level", "options": {…}, "seats": ["Amélie", "@k3f9…", null],
 * "teams": [[1, 2], [3, 4]], "played", "duration", "place", "night", "id", "notes": […], "moves": […]}. Either way `record` is the text of
 * a record. A seat that is null is a guest. `reason` is for a correction, and `last`, the last entry of the game that
 * its author knows; 0 when it is not said.
 */
struct wire_record {
    struct span record;
    struct span reason;
    int64_t last;
};
ERR_CHECK enum err wire_read_record(struct span json, struct arena *arena, struct wire_record *out,
                                    struct error *error);

/* {"name": "…"} of a person or a place. */
struct wire_name {
    struct span name;
};
ERR_CHECK enum err wire_read_name(struct span json, struct arena *arena, struct wire_name *out, struct error *error);

/* {"into": "handle", "dry_run": true}; the second may be left out. */
struct wire_merge {
    struct span into;
    bool dry_run;
};
ERR_CHECK enum err wire_read_merge(struct span json, struct arena *arena, struct wire_merge *out, struct error *error);

/* {"entry": 31}; it may be left out (0). */
struct wire_unmerge {
    int64_t entry;
};
ERR_CHECK enum err wire_read_unmerge(struct span json, struct arena *arena, struct wire_unmerge *out,
                                     struct error *error);

/* {"other": "handle"} */
struct wire_two {
    struct span other;
};
ERR_CHECK enum err wire_read_two(struct span json, struct arena *arena, struct wire_two *out, struct error *error);

/* {"name": "…"}, another name of a title, or {"into": "…"}, the title that it is part of; the other one is NULL. */
struct wire_title_change {
    struct span name;
    struct span into;
};
ERR_CHECK enum err wire_read_title(struct span json, struct arena *arena, struct wire_title_change *out,
                                   struct error *error);

/* {"day": "2026-11-13", "title", "place", "note"}; what is left out has a NULL pointer, "" clears. */
struct wire_night {
    struct span day;
    struct span title;
    struct span place;
    struct span note;
};
ERR_CHECK enum err wire_read_night(struct span json, struct arena *arena, struct wire_night *out, struct error *error);

/*
 * {"name": "…", "from": "2026-09-01", "to": "2026-12-31", "title": "foret", "points": "win" or [5, 3, 2, 1]}, and of a
 * change {"closed": true}. `complete`: name and days are required. What is left out has a NULL pointer, a title of ""
 * clears; points become text with blanks between them.
 */
struct wire_season {
    struct span name;
    struct span from;
    struct span to;
    struct span title;
    struct span points;
    bool closed;
};
ERR_CHECK enum err wire_read_season(struct span json, struct arena *arena, bool complete, struct wire_season *out,
                                    struct error *error);

struct texts {
    struct span *text;
    size_t count;
};

/* {"people": ["Ada", "@k3f9…"], "titles": ["foret", "catan:3-4"], "day": "2026-11-13"}; the day may be left out (NULL). */
struct wire_tables_asked {
    struct texts people;
    struct texts titles;
    struct span day;
};
ERR_CHECK enum err wire_read_tables(struct span json, struct arena *arena, struct wire_tables_asked *out,
                                    struct error *error);

/* {"label": "…", "scopes": ["record"], "expires": "2027-01-01T00:00Z"} */
struct wire_token {
    struct span label;
    struct span scopes; /* words parted by line feeds */
    struct span expires;
};
ERR_CHECK enum err wire_read_token(struct span json, struct arena *arena, struct wire_token *out, struct error *error);

/* What a member says: nothing, that there is none (null: a NULL pointer), or a text. */
struct said {
    bool said;
    struct span text;
};
struct said_flag {
    bool said;
    bool value;
};

/* {"name": "Les Ormes" or null, "zone": "Europe/Paris", "language": "fr", "en" or null, "searchable": true}; each may be left out. */
struct wire_club_change {
    struct said name;
    struct said zone;
    struct said language;
    struct said_flag searchable;
};
ERR_CHECK enum err wire_read_club(struct span json, struct arena *arena, struct wire_club_change *out,
                                  struct error *error);

/* {"results_only": true} */
struct wire_audit {
    bool results_only;
};
ERR_CHECK enum err wire_read_audit(struct span json, struct arena *arena, struct wire_audit *out, struct error *error);

/* All that can be wrong, for the test that reads every sentence. */
const struct message *const *wire_body_messages(size_t *count);

#endif
