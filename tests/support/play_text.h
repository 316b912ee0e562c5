/* Plays as text that a person can read and a test compare: one line what it is, then one a seat, row and extra. */
#ifndef SUPPORT_PLAY_TEXT_H
#define SUPPORT_PLAY_TEXT_H

#include "base/strbuf.h"
#include "service/plays.h"

void play_text(const struct play *play, struct strbuf *out);

/*
 * All plays of a reader from the first on; a refused one as `line:column: code: sentence`. The end, or the error that ends
 * the file, is the last line. Returns how many plays were given.
 */
unsigned play_reader_text(const struct play_reader *plays, struct strbuf *out);

#endif
