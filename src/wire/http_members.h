/* Private to src/wire: an object's members read into a struct, as a table says. */
#ifndef WIRE_HTTP_MEMBERS_H
#define WIRE_HTTP_MEMBERS_H

#include "base/arena.h"
#include "base/error.h"
#include "wire/http_body.h"

enum member_kind {
    MEMBER_TEXT,    /* struct span: a string; its pointer is NULL when left out */
    MEMBER_OR_NONE, /* struct said: a string, or null, which says that there is none */
    MEMBER_LINES,   /* struct span: a string, or a list of strings with line feeds between them */
    MEMBER_TEXTS,   /* struct texts: a list of strings */
    MEMBER_NUMBERS, /* struct span: a string, or a list of integers with blanks between them */
    MEMBER_SEATS,   /* struct texts: the same, where null is a guest */
    MEMBER_TEAMS,   /* struct span: a list of lists of integers from min to max, as lines `1 2` */
    MEMBER_PAIRS,   /* struct span: an object of strings, as lines `NAME VALUE` */
    MEMBER_INTEGER, /* int64_t from min to max */
    MEMBER_BOOLEAN, /* bool */
    MEMBER_FLAG     /* struct said_flag: the same where it matters whether it is there */
};

struct member {
    const char *name;
    enum member_kind kind;
    bool required;
    size_t offset;
    int64_t min;
    int64_t max;
};

/* Reads `json` into the struct at `out`, which holds what is meant by members left out. */
ERR_CHECK enum err members_read(struct span json, const struct member *members, size_t count, struct arena *arena,
                                void *out, struct error *error);

extern const struct message MEMBERS_MSG_JSON;
extern const struct message MEMBERS_MSG_DEPTH;
extern const struct message MEMBERS_MSG_OBJECT;
extern const struct message MEMBERS_MSG_UNKNOWN;
extern const struct message MEMBERS_MSG_TYPE;
extern const struct message MEMBERS_MSG_MISSING;
extern const struct message MEMBERS_MSG_RANGE;

#endif
