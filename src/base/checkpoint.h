/*
 * A checkpoint is a signed statement of what the log was: its size and its
 * Merkle root, as a few lines of text that a member can keep, print or mail.
 * The form is that of the checkpoints of public transparency logs, a signed
 * note (c2sp.org/tlog-checkpoint, c2sp.org/signed-note), so that their tools
 * read ours:
 *
 *     dendro/CLUB
 *     1234
 *     <root, base64>
 *
 *     — dendro/CLUB <key id and signature, base64>
 *
 * The first line is the origin, the name of the log. The signature is
 * Ed25519 over the first three lines with their line feeds. The key id is the
 * first four bytes of SHA-256(origin, 0x0A, 0x01, public key). Base64 is the
 * standard one, with padding.
 *
 * The key is made when the database is made. The public key is published as
 * `origin+<key id in hex>+<base64 of 0x01 and the key>`, so that whoever kept
 * it can check a checkpoint without the server.
 */
#ifndef BASE_CHECKPOINT_H
#define BASE_CHECKPOINT_H

#include "base/merkle.h"
#include "base/strbuf.h"

enum {
    CHECKPOINT_SECRET = 64,
    CHECKPOINT_PUBLIC = 32,
    CHECKPOINT_KEY_ID = 4,
    CHECKPOINT_ORIGIN = 96,     /* bytes of an origin at the most */
    CHECKPOINT_TEXT = 64 * 1024 /* bytes of a text to be read at the most */
};

struct checkpoint {
    struct span origin; /* `dendro/CLUB`, borrowed */
    uint64_t size;      /* at most MERKLE_SIZE_MAX */
    struct merkle_hash root;
};

/* True for 1 to CHECKPOINT_ORIGIN bytes of UTF-8 without blanks of any script, control characters and '+'. */
bool checkpoint_origin_ok(struct span origin);

/* A key pair from 32 random bytes. */
void checkpoint_keys(const uint8_t seed[32], uint8_t secret[CHECKPOINT_SECRET], uint8_t key[CHECKPOINT_PUBLIC]);

void checkpoint_key_id(struct span origin, const uint8_t key[CHECKPOINT_PUBLIC], uint8_t id[CHECKPOINT_KEY_ID]);

/*
 * Appends the signed text. An origin that is not ok, or a size above
 * MERKLE_SIZE_MAX, marks `out` failed: a text that says something else than
 * was meant is never signed.
 */
void checkpoint_sign(const struct checkpoint *checkpoint, const uint8_t secret[CHECKPOINT_SECRET], struct strbuf *out);

/* Appends `origin+keyid+base64`, without a line feed; an origin that is not ok marks `out` failed. */
void checkpoint_print_key(struct span origin, const uint8_t key[CHECKPOINT_PUBLIC], struct strbuf *out);

/*
 * Reads that form, lenient about blanks and line ends around it. The origin
 * is borrowed from `text`. A key id that is not that of the key is
 * ERR_MISMATCH. Errors are on line 1.
 */
ERR_CHECK enum err checkpoint_parse_key(struct span text, struct span *origin, uint8_t key[CHECKPOINT_PUBLIC],
                                        struct error *error);

/*
 * Reads the text, lenient about CRLF, blanks at line ends, empty lines at the
 * end and a byte order mark; the origin is borrowed from it. Everything else
 * is refused, with the line and column: a size with leading zeros, base64
 * that could be written in another way, text behind the signatures.
 *
 * With `key`, there must be a signature by that key in the name of the
 * origin, and it must be right (ERR_MISMATCH otherwise). Signatures by others,
 * such as witnesses or an older key, are not looked at. With `key` NULL, there
 * must be a signature in the name of the origin, and nothing is proved.
 *
 * On failure `*checkpoint` is left as it was.
 */
ERR_CHECK enum err checkpoint_parse(struct span text, const uint8_t *key, struct checkpoint *checkpoint,
                                    struct error *error);

/* All that can be wrong (checkpoint.*), for the test that reads every sentence. */
const struct message *const *checkpoint_messages(size_t *count);

#endif
