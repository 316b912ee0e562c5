/*
 * Text for tests: whole files, sources that trickle or fail, names of error
 * codes, and how many random cases a test draws.
 */
#ifndef SUPPORT_TEXT_H
#define SUPPORT_TEXT_H

#include "base/error.h"
#include "base/source.h"
#include "base/strbuf.h"

/* `cases` scaled by DENDRO_TEST_SCALE (percent, 100 when unset), at least 1. */
unsigned test_cases(unsigned cases);

/* The checkout, as SOURCE_DIR says; ends the test program when there is none. */
const char *test_source_dir(void);

/*
 * Where a test makes its folder: TMPDIR, else memory, where a sync costs
 * nothing (what a failing disk leaves is tests/fault's to find out), if they
 * have room and names that are not too long; else /tmp.
 */
enum { TEST_PARENT_MAX = 32 };
const char *test_parent_folder(void);

/* A file of the checkout, appended to `out`; ends the test program when it cannot be read. */
void test_read_file(const char *path, struct strbuf *out);

/* "ERR_SYNTAX" and so on. */
const char *test_err_name(enum err err);

/*
 * A source that gives `text` in pieces of at most `step` bytes, the first of
 * `first` (0: of `step`); after `fail_after` bytes (unless negative) it fails
 * with EIO.
 */
struct trickle {
    struct span rest;
    size_t step;
    size_t first;
    long fail_after;
    long given;
};
struct source source_trickle(struct trickle *trickle);

/* Appends printf-formatted text. */
__attribute__((format(printf, 2, 3))) void text_format(struct strbuf *out, const char *format, ...);

#endif
