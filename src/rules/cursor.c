/* The pieces of a move's text. */
#include "rules/cursor.h"

#include "base/strbuf.h"

#include "base/banned.h"

struct span cursor_word(struct cursor *cursor, const char *stops)
{
    cursor_skip_blanks(cursor);
    const char *from = cursor->at;
    while (cursor->at < cursor->end && *cursor->at != ' ' && *cursor->at != '\t' &&
           (*stops == '\0' || *cursor->at == '\0' || !strchr(stops, *cursor->at))) {
        cursor->at++;
    }
    return span_of(from, (size_t)(cursor->at - from));
}

bool cursor_int(struct cursor *cursor, int *out)
{
    enum { DIGITS = 3 };
    cursor_skip_blanks(cursor);
    bool negative = cursor->at < cursor->end && *cursor->at == '-';
    if (cursor->at < cursor->end && (*cursor->at == '-' || *cursor->at == '+')) {
        cursor->at++;
    }
    int value = 0;
    int digits = 0;
    for (; cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9'; cursor->at++) {
        value = value * 10 + (*cursor->at - '0');
        if (++digits > DIGITS) {
            return false;
        }
    }
    *out = negative ? -value : value;
    return digits > 0;
}

bool cursor_char(struct cursor *cursor, char wanted)
{
    cursor_skip_blanks(cursor);
    if (cursor->at < cursor->end && *cursor->at == wanted) {
        cursor->at++;
        return true;
    }
    return false;
}

bool cursor_cell(struct cursor *cursor, int *x, int *y)
{
    bool open = cursor_char(cursor, '(');
    return cursor_int(cursor, x) && cursor_char(cursor, ',') && cursor_int(cursor, y) &&
           (!open || cursor_char(cursor, ')'));
}

void error_add_cell(struct error *error, int x, int y)
{
    char text[32];
    struct strbuf buf;
    strbuf_wrap(&buf, text, sizeof(text));
    strbuf_int(&buf, x);
    strbuf_add_char(&buf, ',');
    strbuf_int(&buf, y);
    error_add(error, strbuf_span(&buf));
}
