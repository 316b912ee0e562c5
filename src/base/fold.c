/* Names without case, accents, surplus blanks and what cannot be seen. */
#include "base/fold.h"

#include "base/utf8.h"
#include "base/width.h"

#include "base/banned.h"

void fold_name(struct span name, struct strbuf *out)
{
    bool blank = false;
    while (name.len > 0) {
        char bytes[4];
        uint32_t c = utf8_fold(&name);
        if (c == ' ' || c == '\t' || c == 0xa0) {
            blank = true;
        } else if (c != 0 && width_of(c) > 0) {
            if (blank && out->len > 0) {
                strbuf_add_char(out, ' ');
            }
            blank = false;
            strbuf_add_span(out, span_of(bytes, utf8_put(c, bytes)));
        }
    }
}

bool fold_same(struct span a, struct span b)
{
    char memory[2][FOLD_COMPARED];
    struct strbuf folded[2];
    strbuf_wrap(&folded[0], memory[0], sizeof(memory[0]));
    strbuf_wrap(&folded[1], memory[1], sizeof(memory[1]));
    fold_name(a, &folded[0]);
    fold_name(b, &folded[1]);
    return strbuf_ok(&folded[0]) && strbuf_ok(&folded[1]) &&
           span_equal(strbuf_span(&folded[0]), strbuf_span(&folded[1]));
}
