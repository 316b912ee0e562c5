/*
 * What a reader and a verifier say about a text, as text: one line for each
 * problem and one for each good record, so that a test states its whole
 * expectation as one string.
 *
 *     4:1 record.keyword unknown keyword 'varaint'; did you mean 'variant'?
 *     ok foret solo sheet, 2 plies
 *
 * A problem without a place has no `4:1`. After ERR_MEMORY the transcript ends.
 */
#ifndef SUPPORT_TRANSCRIPT_H
#define SUPPORT_TRANSCRIPT_H

#include "record/record.h"
#include "record/verify.h"

/* Appends the transcript of everything that `source` gives; returns the code that ended it. */
enum err transcript_source(struct source source, const struct block_source *blocks, const struct allocator *allocator,
                           struct strbuf *out);

/* The same of a text, read whole. */
void transcript_text(struct span text, const struct block_source *blocks, struct strbuf *out);

/*
 * The same of the one record that `text` holds, all that is wrong with it: a
 * reader that goes on, then the verifier.
 */
void transcript_all(struct span text, const struct block_source *blocks, struct strbuf *out);

/* Appends one error as such a line. */
void transcript_error(const struct error *error, struct strbuf *out);

/* A problem_fn: appends the problem to the strbuf that is its context. */
void transcript_problem(void *out, const struct problem *problem);

#endif
