/*
 * A proof of the log's tree as text: its hashes in base64, one a line, from
 * the leaves up. The sizes it is about are not in it: they come from the
 * checkpoints that it is held against.
 */
#ifndef BASE_PROOF_TEXT_H
#define BASE_PROOF_TEXT_H

#include "base/merkle.h"
#include "base/strbuf.h"

/* Appends the hash in base64: 44 characters. */
void proof_print_hash(const struct merkle_hash *hash, struct strbuf *out);

/* Appends all of them, a line each; an empty proof appends nothing. */
void proof_print(const struct merkle_proof *proof, struct strbuf *out);

/*
 * Reads that form, lenient about CRLF, blanks around a hash and empty lines.
 * ERR_SYNTAX with the line for anything else, ERR_LIMIT for more hashes than
 * a proof can have.
 */
ERR_CHECK enum err proof_parse(struct span text, struct merkle_proof *proof, struct error *error);

#endif
