/*
 * Private to src/wire: fields of one object of a BG Stats file into a struct, as a table says. What devices write is
 * various: numbers stand where texts belong and the other way round, booleans are 0 and 1; a field that is missing is null.
 * Anything else is refused, with the path of the field.
 */
#ifndef WIRE_BGSTATS_FIELDS_H
#define WIRE_BGSTATS_FIELDS_H

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"

enum {
    FIELD_NAME = 800,      /* bytes of a name: 200 characters of any kind */
    FIELD_COMMENTS = 65536 /* bytes of comments */
};

enum field_kind {
    FIELD_TEXT,   /* struct span, without control characters; `max` bytes at the most */
    FIELD_LINES,  /* the same, with line feeds, returns and tabs */
    FIELD_NUMBER, /* int64_t from `min` to `max` */
    FIELD_NEEDED, /* the same, and it may not be missing */
    FIELD_FLAG,   /* bool */
    FIELD_LIST,   /* json_t *: a list; NULL: none */
    FIELD_INNER,  /* json_t *: a text that holds JSON, or an object; see field_inner */
    FIELD_ANY     /* json_t *: whatever it is */
};

struct json_field {
    const char *key;
    enum field_kind kind;
    size_t offset;
    int64_t min, max;
};

/* Where an object stands: `plays[17]`, or `plays[17].playerScores[2]` when `inner` is set. */
struct field_place {
    const char *list;
    uint64_t index;
    const char *inner;
    size_t inner_index;
    uint32_t line, column;
};

/* Puts the place of the object into an error that was just raised. */
void field_place_into(const struct field_place *place, struct error *error);
/* Raises `message` about a field (NULL: the object itself): %1 is its path. */
ERR_CHECK enum err field_raise(const struct field_place *place, const char *key, const struct message *message,
                               struct error *error);

/*
 * Reads the fields of the table into the struct at `out`, which holds what is meant by those that are missing. Texts are
 * borrowed from `object` or from `memory`. An `object` that is none is refused.
 */
ERR_CHECK enum err fields_read(const json_t *object, const struct json_field *fields, size_t count,
                               const struct field_place *place, struct arena *memory, void *out, struct error *error);

/* One object of the file as a tree: duplicate names and what jansson refuses besides are told with the object's place. */
ERR_CHECK enum err field_tree(struct span text, const struct field_place *place, json_t **out, struct error *error);

/* A flag of an object that may be there as JSON within a text, such as isNpc in metaData; false when it is not. */
bool field_inner_flag(const json_t *inner, const char *key);
/* A text of it; empty when there is none. */
struct span field_inner_text(const json_t *inner, const char *key);
/* JSON that may stand within a text: a new reference, or NULL. `*memory` is true when that is because there is none. */
json_t *field_inner(json_t *value, bool *memory);

#endif
