/*
 * Tables of functions that append a line of JSON, each with the line to the byte: what the tests of wire check of every
 * such function. A test has its table and calls these two with it.
 */
#ifndef SUPPORT_ANSWER_LINES_H
#define SUPPORT_ANSWER_LINES_H

#include "base/error.h"
#include "base/strbuf.h"

struct answer_line {
    enum err (*answer)(struct strbuf *out, struct error *error);
    const char *line;
};

/* Each appends its line to what was there. */
void answer_lines_are_exact(const struct answer_line *answers, size_t count);

/* Each gives ERR_LIMIT, and appends nothing, in every buffer that is too small for its line. */
void answer_lines_keep_the_limit(const struct answer_line *answers, size_t count);

#endif
