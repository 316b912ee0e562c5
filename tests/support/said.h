/*
 * What a test's callbacks were given, as text that the test compares: one text for a test program, a word or a line
 * appended by each call.
 */
#ifndef SUPPORT_SAID_H
#define SUPPORT_SAID_H

#include "base/strbuf.h"

/* Empty from said_begin on; said_end gives its memory back. */
extern struct strbuf said;
void said_begin(void);
void said_end(void);

/* Appends the text as it is, or a value with a space behind it. */
void say(const char *s);
void say_span(struct span s);
void say_int(int64_t value);

/* Fails the test unless all that was said since the last call is `expected`. */
#define assert_said(expected)                                \
    do {                                                     \
        assert_string_equal(strbuf_text(&said), (expected)); \
        strbuf_clear(&said);                                 \
    } while (0)

#endif
