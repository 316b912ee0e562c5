/*
 * Makes a mess of a canonical record without changing what it says: another
 * order of headers, names in another language, capitals, accents lost or
 * taken apart, blanks, tabs, CRLF, comments, headers left out that can be
 * inferred, a result left out that can be computed.
 */
#ifndef SUPPORT_MESS_H
#define SUPPORT_MESS_H

#include "base/prng.h"
#include "base/strbuf.h"
#include "rules/game.h"

/* Appends a messy spelling of `record`, which is canonical and set up as `setup` says. */
void mess_record(struct span record, const struct setup *setup, struct prng *prng, struct strbuf *out);

/*
 * Appends `record` with take-backs: here and there the last few lines, or all
 * of them, are taken back and made again. It is canonical if `record` is, and
 * ends the same.
 */
void mess_take_backs(struct span record, struct prng *prng, struct strbuf *out);

#endif
