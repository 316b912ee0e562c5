/*
 * What is hashed of a log entry, defined once. Its leaf in the Merkle tree is
 *
 *     SHA-256(0x00, seq LF at LF author LF kind LF game LF body LF)
 *
 * with integers in decimal ASCII, texts as their UTF-8 bytes, and LF one byte
 * 0x0A. 0x00 is RFC 6962's mark of a leaf.
 *
 * No two entries share these bytes. Integers hold no line feed, author and
 * kind must not (log_entry_check refuses it; they are ids and words out of a
 * list), so the first five line feeds end the first five fields. The body may
 * hold line feeds, and most do, but it comes last: it is everything up to the
 * last byte, which is the line feed that ends it.
 *
 * Nothing else of an entry is hashed: names, places and notes are outside
 * the log, so that they can be erased and the log stays provable.
 */
#ifndef BASE_LOG_ENTRY_H
#define BASE_LOG_ENTRY_H

#include "base/merkle.h"

/* `author` and `kind` without line feed. */
void log_entry_leaf(int64_t seq, int64_t at, struct span author, struct span kind, int64_t game, struct span body,
                    struct merkle_hash *out);

/*
 * Whether this can be an entry, and `leaf` is its leaf. ERR_CORRUPT when seq
 * is below 1, game is not in 0..seq, author or kind is empty or holds a
 * control character, or a text is not UTF-8. ERR_MISMATCH when all that is
 * well, but the leaf is another one: something was changed. The message
 * (log.*) starts with seq, and has no line: the caller knows the line.
 */
ERR_CHECK enum err log_entry_check(int64_t seq, int64_t at, struct span author, struct span kind, int64_t game,
                                   struct span body, const struct merkle_hash *leaf, struct error *error);

#endif
