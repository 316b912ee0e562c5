/*
 * Characters that do not belong into a name, because they cannot be seen: two
 * names that look alike would be different, and one that turns the direction
 * of writing around reads as something else than it is.
 */
#ifndef BASE_HIDDEN_H
#define BASE_HIDDEN_H

#include "base/span.h"

enum { HIDDEN_TEXT = 12 }; /* bytes of `U+10FFFF` and its end */

/*
 * The first character of `text`, which is UTF-8, that is a control character,
 * turns the direction of writing (U+202E), separates lines or paragraphs
 * (U+2028), or is invisible (U+200B, U+00AD, U+FEFF, tags, selectors of a
 * variant that have nothing to select from); false when there is none.
 *
 * Some are part of how a word is written, and pass where they belong:
 *  - U+200D between two emoji, U+FE0E and U+FE0F behind one, and keycaps;
 *  - U+200C and U+200D behind a virama, as in Sinhala, and U+200C between two
 *    letters of the Arabic script, as in Persian;
 *  - the selectors of a variant behind a Han or a Mongolian character.
 */
bool hidden_find(struct span text, uint32_t *c);

/* `U+202E`: how a message names a character that it had better not show. */
void hidden_print(uint32_t c, char out[HIDDEN_TEXT]);

#endif
