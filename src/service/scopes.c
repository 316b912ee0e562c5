/* The table of scopes and what reads it. */
#include "service/scopes.h"

#include "base/banned.h"

const struct scope_row scope_table[SCOPES] = {
    {SCOPE_READ, "read", SCOPE_READ, {"read", "'read'", "« read » (lecture)"}},
    {SCOPE_RECORD, "record", SCOPE_RECORD | SCOPE_READ, {"record", "'record'", "« record » (saisie)"}},
    {SCOPE_ADMIN, "admin", SCOPE_ADMIN | SCOPE_RECORD | SCOPE_READ, {"admin", "'admin'", "« admin » (administration)"}},
};

static const struct message MSG_SCOPES = {
    ERR_USAGE, "token.scopes", "'%1' is not a scope: a token has one or more of " SCOPE_WORDS,
    "« %1 » n'est pas un droit : un jeton en a un ou plusieurs parmi " SCOPE_WORDS};
static const struct message MSG_NO_SCOPE = {ERR_USAGE, "token.scopes-none",
                                            "a scope is empty: a token has one or more of " SCOPE_WORDS,
                                            "un droit est vide : un jeton en a un ou plusieurs parmi " SCOPE_WORDS};
static const struct message MSG_SCOPE_TWICE = {ERR_USAGE, "token.scopes-twice",
                                               "the scope '%1' is there twice: once of " SCOPE_WORDS " is enough",
                                               "le droit « %1 » est donné deux fois : une fois suffit"};

static const struct scope_row *row_of(enum scope scope)
{
    for (size_t i = 0; i < SCOPES; i++) {
        if (scope_table[i].scope == scope) {
            return &scope_table[i];
        }
    }
    return NULL;
}

const char *scope_word(enum scope scope)
{
    const struct scope_row *row = row_of(scope);
    return row ? row->word : "none";
}

const struct name *scope_told(enum scope scope)
{
    const struct scope_row *row = row_of(scope);
    return row ? &row->told : &scope_table[0].told;
}

bool scopes_allow(unsigned scopes, enum scope needed)
{
    unsigned have = 0;
    for (size_t i = 0; i < SCOPES; i++) {
        have |= scopes & scope_table[i].scope ? scope_table[i].includes : 0;
    }
    return (have & needed) == needed;
}

static unsigned bit_of(struct span word)
{
    for (size_t i = 0; i < SCOPES; i++) {
        if (span_is(word, scope_table[i].word)) {
            return scope_table[i].scope;
        }
    }
    return 0;
}

/* The words of one line. */
static enum err parse_line(struct span line, unsigned *scopes, struct error *error)
{
    size_t words = 0;
    for (struct span word; (word = span_word_between(&line, " ,")).len > 0; words++) {
        unsigned bit = bit_of(word);
        if (bit == 0 || (*scopes & bit)) {
            return error_raise_span(error, bit == 0 ? &MSG_SCOPES : &MSG_SCOPE_TWICE, word);
        }
        *scopes |= bit;
    }
    return words > 0 ? ERR_OK : error_raise(error, &MSG_NO_SCOPE);
}

enum err scopes_parse(struct span text, unsigned *scopes, struct error *error)
{
    *scopes = 0;
    for (;;) {
        enum err err = parse_line(span_cut(&text, '\n'), scopes, error);
        if (err != ERR_OK || !text.ptr) { /* an empty line is no scope, and the last one may be empty */
            return err;
        }
    }
}

enum err scopes_check(unsigned scopes, struct error *error)
{
    const unsigned all = scope_table[SCOPES - 1].includes;
    return scopes != 0 && (scopes & ~all) == 0 ? ERR_OK : error_raise(error, &MSG_NO_SCOPE);
}

void scopes_print(unsigned scopes, struct strbuf *out)
{
    const char *blank = "";
    for (size_t i = 0; i < SCOPES; i++) {
        if (scopes & scope_table[i].scope) {
            strbuf_add(out, blank);
            strbuf_add(out, scope_table[i].word);
            blank = " ";
        }
    }
}
