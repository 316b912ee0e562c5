/* What fuzz programs demand of any input. A demand that is not met ends the program, which is what the fuzzer looks for. */
#ifndef FUZZ_MUST_H
#define FUZZ_MUST_H

#include "base/error.h"

#include <stdlib.h>

static inline void must(bool condition)
{
    if (!condition) {
        abort();
    }
}

/* The error has its code, a line of the text, a column, and a sentence in both languages. */
static inline void must_explain(enum err err, const struct error *error, struct span text)
{
    char sentence[1024];
    must(error->message && error->message->code == err);
    must(error->line >= 1 && error->line <= text.len + 1);
    must(error->column >= 1);
    must(error_text(error, LANG_EN, sentence, sizeof(sentence)) > 0);
    must(error_text(error, LANG_FR, sentence, sizeof(sentence)) > 0);
}

#endif
