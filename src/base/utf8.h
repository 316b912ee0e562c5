/*
 * UTF-8 as bytes. Everything that enters Dendro is checked once, at the
 * edge where it enters; inside, text is known to be UTF-8.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/span.h"

/*
 * The number of bytes from the start of `s` that are whole, shortest-form
 * UTF-8 characters without surrogates; equal to `s.len` when all is well,
 * otherwise the offset of the first byte that is not.
 */
size_t utf8_valid(struct span s);

/* The longest prefix of `s` of at most `max` bytes that ends between characters. */
size_t utf8_fit(struct span s, size_t max);

/* Characters in `s`, which is UTF-8; combining marks count as characters of their own. */
size_t utf8_count(struct span s);

/*
 * The bytes of the control character at the front of `s`: 1 for U+0000 to
 * U+001F and U+007F, 2 for U+0080 to U+009F, which a terminal obeys as well;
 * 0 when there is another character or none.
 */
size_t utf8_control(struct span s);

/*
 * Columns that `s` takes on a terminal: combining marks take none, East
 * Asian wide characters and emoji two, control characters none.
 */
size_t utf8_width(struct span s);

/*
 * Folds a Latin letter with an accent (U+00C0 to U+017F) to its plain
 * lower-case letter, an ASCII capital to its small letter and the capitals Æ,
 * Œ, Þ and Ŋ to theirs, so that `Clairière`, `clairiere` and `CLAIRIERE`
 * compare equal. Reads one character at the front of `*s` (which
 * is not empty), moves `*s` past it and returns the folded code point; a
 * combining accent returns 0 and is to be ignored.
 */
uint32_t utf8_fold(struct span *s);

/* Reads one character at the front of `*s` (which is not empty) and moves `*s` past it; U+FFFD for a byte that is none. */
uint32_t utf8_next(struct span *s);

/* Writes the code point `c` and returns how many bytes it took. */
size_t utf8_put(uint32_t c, char out[4]);

/*
 * The folded letters of a word one by one, as words are compared: œ is oe and
 * æ is ae, which many keyboards lack. People's names are not compared so: their
 * folded form is stored (base/fold.h).
 */
struct utf8_letters {
    struct span rest;
    uint32_t second; /* of a letter that is two; 0: none */
};

/* The next letter; 0: there is none. */
uint32_t utf8_letter(struct utf8_letters *letters);

/* True when both texts have the same letters. */
bool utf8_same(struct span a, struct span b);

#endif
