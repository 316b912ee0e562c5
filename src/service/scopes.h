/*
 * Scopes: what a token may do. One table has their words, their bits and what
 * they include; parsing, printing, help and checks come from it.
 */
#ifndef SERVICE_SCOPES_H
#define SERVICE_SCOPES_H

#include "base/error.h"
#include "base/strbuf.h"

enum scope {
    SCOPE_NONE = 0, /* of a route: needs no token */
    SCOPE_READ = 1,
    SCOPE_RECORD = 2, /* includes read */
    SCOPE_ADMIN = 4   /* includes both */
};
enum { SCOPES = 3, SCOPES_TEXT = 32 /* room for all the words, parted and terminated */ };

struct scope_row {
    enum scope scope;
    const char *word;
    unsigned includes; /* bits of enum scope, its own too */
    struct name told;  /* as an error names it: the word, and for a reader of French what it means */
};
extern const struct scope_row scope_table[SCOPES]; /* from the least to the most */

/* The words of the table, for messages and help that are constants. */
#define SCOPE_WORDS "read, record, admin"

/* "none" for SCOPE_NONE. */
const char *scope_word(enum scope scope);
const struct name *scope_told(enum scope scope);
/* True when `scopes` (bits) include what `needed` asks for. */
bool scopes_allow(unsigned scopes, enum scope needed);
/*
 * Words of the table, parted by blanks or commas, or each on a line of its
 * own, into bits. ERR_USAGE, naming it, for any other word, for one that is
 * there twice, for an empty line, and when there is none.
 */
ERR_CHECK enum err scopes_parse(struct span text, unsigned *scopes, struct error *error);
/* ERR_USAGE for bits that are none, or not in the table. */
ERR_CHECK enum err scopes_check(unsigned scopes, struct error *error);
/* Appends the words, parted by blanks. */
void scopes_print(unsigned scopes, struct strbuf *out);

#endif
