/*
 * Errors are values.
 *
 * A function that can fail returns an `enum err` and, when it fails, fills
 * the caller's `struct error`. The code says how a program should react (one
 * table maps it to an HTTP status, one to an exit code). The message says
 * what went wrong to a person, in English and French, and carries a stable
 * id such as `foret.not-adjacent` that programs may rely on. Line and
 * column say where, counted from 1, or 0 when there is none.
 *
 * Messages are constant tables. A sentence may hold up to four placeholders,
 * %1 to %4, filled in the order in which the raiser adds arguments:
 *
 *     static const struct message MSG_KEYWORD = {
 *         ERR_SYNTAX, "record.keyword", "unknown keyword '%1'", "mot-clé inconnu « %1 »"};
 *     ...
 *     return error_raise_span(error, &MSG_KEYWORD, word);
 *
 * Arguments are copied and cut to fit, so an error outlives its input and
 * never allocates. `error` may not be NULL.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "base/lang.h"
#include "base/span.h"

enum err {
    ERR_OK = 0,
    ERR_END,       /* nothing more to read: not a failure */
    ERR_USAGE,     /* the caller asked for something that makes no sense */
    ERR_SYNTAX,    /* text that does not parse */
    ERR_ENCODING,  /* not UTF-8 */
    ERR_RULE,      /* well-formed, but against a game's rules */
    ERR_MISMATCH,  /* a stated total, claim, digest or hash differs from the computed one */
    ERR_NOT_FOUND, /* no such thing */
    ERR_CONFLICT,  /* the thing has changed since the caller looked */
    ERR_DENIED,    /* not allowed */
    ERR_LIMIT,     /* larger than a documented limit */
    ERR_MEMORY,    /* the allocator gave nothing */
    ERR_IO,        /* reading or writing failed */
    ERR_CORRUPT,   /* stored data contradict themselves */
    ERR_BUSY       /* try again later */
};

struct message {
    enum err code;
    const char *id;
    const char *en;
    const char *fr;
};

/*
 * What a refusal rests on besides the text that it refuses. Where every line of
 * a text is judged, one that rests on lines which are wrong themselves may be
 * untrue, and is not told.
 */
enum error_rests {
    RESTS_ALONE,    /* on nothing else */
    RESTS_ON_TABLE, /* on what the table's lines have written */
    RESTS_ON_ALL    /* on what all lines before it have written: said once, it holds for the lines behind it too */
};

enum { ERROR_ARGS = 4, ERROR_ARG_SIZE = 96, ERROR_HINT_SIZE = 64 };

struct error {
    const struct message *message; /* NULL: no error */
    uint32_t line;
    uint32_t column;
    enum error_rests rests;
    unsigned args;
    unsigned named;                       /* bit i: arg[i] is a name, and its French follows behind the terminator */
    char arg[ERROR_ARGS][ERROR_ARG_SIZE]; /* terminated, whole UTF-8 characters */
    char hint[ERROR_HINT_SIZE];           /* what was probably meant: "did you mean ...?"; empty: nobody knows */
};

#define ERR_CHECK __attribute__((warn_unused_result))

/* True for failures of the machine, the database or the permission, which are not about the text at hand. */
static inline bool err_is_fatal(enum err err)
{
    return err == ERR_IO || err == ERR_BUSY || err == ERR_CORRUPT || err == ERR_MEMORY || err == ERR_DENIED;
}

/*
 * error_raise forgets what `error` held, sets the message and returns its code,
 * so that a failing function reads `return error_raise(error, &MSG_X);`. Line
 * and column become 0, it rests on nothing. The _span and _int forms add one argument as well.
 */
enum err error_put(struct error *error, const struct message *message);
enum err error_put_span(struct error *error, const struct message *message, struct span arg);
enum err error_put_int(struct error *error, const struct message *message, int64_t arg);

/* What is raised is never ERR_OK; said here so that compilers and the analyzer know it too. */
static inline enum err error_sure(enum err err)
{
    if (err == ERR_OK) {
        __builtin_unreachable();
    }
    return err;
}

ERR_CHECK static inline enum err error_raise(struct error *error, const struct message *message)
{
    return error_sure(error_put(error, message));
}

ERR_CHECK static inline enum err error_raise_span(struct error *error, const struct message *message, struct span arg)
{
    return error_sure(error_put_span(error, message, arg));
}

ERR_CHECK static inline enum err error_raise_int(struct error *error, const struct message *message, int64_t arg)
{
    return error_sure(error_put_int(error, message, arg));
}

/* Adds the next argument; beyond ERROR_ARGS it is dropped. */
void error_add(struct error *error, struct span arg);
void error_add_int(struct error *error, int64_t arg);

/* Adds a thing as an argument, which every reader sees in their own language. */
void error_add_name(struct error *error, const struct name *name);

/* Adds what was probably meant, which the sentence then ends in; see base/near.h. Nothing for an empty text. */
void error_hint(struct error *error, struct span meant);

void error_clear(struct error *error);

/*
 * Writes the sentence in `lang`, arguments filled in, terminated, cut to
 * `size` at a character boundary; returns its length. Control characters in
 * arguments come out as '?', so an error printed to a terminal is only text.
 */
size_t error_text(const struct error *error, enum lang lang, char *out, size_t size);

/* Raised when an allocator gives nothing, wherever that happens. */
extern const struct message MSG_MEMORY;

#endif
