/*
 * A cursor walks over the text of one move: what every game's notation is
 * made of (words, whole numbers, cells such as 3,-1), with the column of
 * whatever is wrong. Blanks before each of them are passed over.
 */
#ifndef RULES_CURSOR_H
#define RULES_CURSOR_H

#include "base/error.h"

struct cursor {
    const char *at;
    const char *end;
    const char *start;
};

static inline struct cursor cursor_over(struct span text)
{
    const char *start = text.len > 0 ? text.ptr : "";
    return (struct cursor){start, start + text.len, start};
}

static inline void cursor_skip_blanks(struct cursor *cursor)
{
    while (cursor->at < cursor->end && (*cursor->at == ' ' || *cursor->at == '\t')) {
        cursor->at++;
    }
}

/* True when nothing but blanks is left. */
static inline bool cursor_done(struct cursor *cursor)
{
    cursor_skip_blanks(cursor);
    return cursor->at == cursor->end;
}

/* The next run of bytes that are neither blank nor one of `stops` (a terminated string, may be empty). */
struct span cursor_word(struct cursor *cursor, const char *stops);

/* Everything from here on, without moving. */
static inline struct span cursor_rest(const struct cursor *cursor)
{
    return span_of(cursor->at, (size_t)(cursor->end - cursor->at));
}

/* A whole number of at most three digits, with or without a sign. False, somewhere within it, on anything else. */
bool cursor_int(struct cursor *cursor, int *out);

/* Passes over `wanted` if it is next. */
bool cursor_char(struct cursor *cursor, char wanted);

/* `3,-1` or `(3,-1)`. False with the cursor at what is wrong. */
bool cursor_cell(struct cursor *cursor, int *x, int *y);

/* Sets the error's column to that of `at` within the text, and returns `err`. */
static inline enum err cursor_fail(const struct cursor *cursor, const char *at, enum err err, struct error *error)
{
    error->column = (uint32_t)(at - cursor->start) + 1;
    return err;
}

/* Adds a cell to an error as an argument: `3,-1`. */
void error_add_cell(struct error *error, int x, int y);

#endif
