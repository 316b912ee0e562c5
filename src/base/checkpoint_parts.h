/* What writing (checkpoint.c) and reading (checkpoint_read.c) a checkpoint share. No other file includes this. */
#ifndef BASE_CHECKPOINT_PARTS_H
#define BASE_CHECKPOINT_PARTS_H

#include "base/checkpoint.h"

#include <sodium/crypto_sign_ed25519.h>

enum {
    CHECKPOINT_ED25519 = 0x01,                                                 /* the kind of key */
    CHECKPOINT_TAGGED_KEY = 1 + CHECKPOINT_PUBLIC,                             /* the kind and the key */
    CHECKPOINT_SIGNATURE = CHECKPOINT_KEY_ID + (int)crypto_sign_ed25519_BYTES, /* key id and signature */
    CHECKPOINT_BODY = CHECKPOINT_ORIGIN + 80 /* memory for a body: origin, 19 digits, 44 characters, line feeds */
};

/* How a signature line starts: an em dash and a space. */
#define CHECKPOINT_DASH "\xe2\x80\x94 "

/* What an origin and the name of any signer have in common: all but the limit. */
bool checkpoint_name_ok(struct span name);

/* Appends the body, the lines that are signed. */
void checkpoint_add_body(const struct checkpoint *checkpoint, struct strbuf *out);

#endif
