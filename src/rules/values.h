/*
 * The values of a document, from which a game's folder makes the block of a
 * catalogue. Rules know no JSON, no files and no heap: the caller has the
 * document as a tree of its own and hands in a reader of it (wire/values.h has
 * the one for JSON).
 *
 * A `struct value` is a link of a chain on the stack: what it is part of, its
 * key or index there, and the reader's node. So whatever is wrong is raised with
 * its path, `catalogue.cards[16].effects[0].place`, as first argument.
 *
 * The functions that return an `enum err` check as well as read: a value that
 * is missing or of another kind is ERR_SYNTAX, one that has no room ERR_LIMIT.
 */
#ifndef RULES_VALUES_H
#define RULES_VALUES_H

#include "base/error.h"

enum value_kind { VALUE_OTHER, VALUE_OBJECT, VALUE_LIST, VALUE_TEXT, VALUE_INTEGER, VALUE_BOOLEAN };

/* What the caller provides, for nodes that are there; each function but `kind` only for a node of its own kind. */
struct value_reader {
    enum value_kind (*kind)(void *node);
    void *(*member)(void *object, const char *key); /* NULL: there is none */
    /* The key after `key` in the order of the document; the first one after NULL; NULL after the last. */
    const char *(*next_key)(void *object, const char *key);
    size_t (*count)(void *list);
    void *(*item)(void *list, size_t index); /* NULL: there is none */
    struct span (*text)(void *node);         /* terminated */
    int64_t (*integer)(void *node);
    bool (*boolean)(void *node);
};

struct value {
    const struct value_reader *reader;
    const struct value *up; /* NULL: the document */
    const char *key;        /* NULL: item number `index` of a list */
    size_t index;
    void *node; /* NULL: it is missing */
};

/* A format of documents: bytes to a tree and back to nothing. The reader's caller uses it; games do not. */
struct value_format {
    enum err (*open)(struct span bytes, struct value *document, struct error *error);
    void (*close)(struct value *document);
};

extern const struct message VALUE_MSG_MISSING, VALUE_MSG_SURPLUS, VALUE_MSG_NUMBER, VALUE_MSG_TEXT, VALUE_MSG_LIST,
    VALUE_MSG_OBJECT, VALUE_MSG_UNKNOWN, VALUE_MSG_TWICE, VALUE_MSG_FULL, VALUE_MSG_COUNT;

/* Raises a message with the path of the value, and `arg` when it is not NULL. */
ERR_CHECK enum err value_raise(const struct value *value, const struct message *message, const char *arg,
                               struct error *error);

bool value_is_kind(const struct value *value, enum value_kind kind); /* false for one that is missing */

/* What an object holds under `key` and a list at `index`; without a node when there is none, or when `up` is neither. */
struct value value_member(const struct value *up, const char *key);
struct value value_item(const struct value *up, size_t index);
size_t value_count(const struct value *list); /* 0 for whatever is no list */

/* An object with no other keys than these (terminated by NULL). */
ERR_CHECK enum err value_object(const struct value *value, const char *const *keys, struct error *error);
ERR_CHECK enum err value_list(const struct value *value, size_t min, size_t max, struct error *error);
ERR_CHECK enum err value_number(const struct value *value, unsigned min, unsigned max, unsigned *out,
                                struct error *error);
/* An optional number of an object: `fallback` when the key is missing. `max` is at most 255. */
ERR_CHECK enum err value_number_or(const struct value *up, const char *key, unsigned min, unsigned max,
                                   unsigned fallback, uint8_t *out, struct error *error);
/* 1 to 80 bytes without control characters, nor blanks around them; terminated, and borrowed from the document. */
ERR_CHECK enum err value_text(const struct value *value, struct span *out, struct error *error);
/* An optional true or false of an object: false when the key is missing. */
ERR_CHECK enum err value_flag(const struct value *up, const char *key, bool *out, struct error *error);
/* One of the texts in `choices` (terminated by NULL): its index. */
ERR_CHECK enum err value_choice(const struct value *value, const char *const *choices, uint8_t *out,
                                struct error *error);

#endif
