/*
 * Checkpoints: names, keys, writing and signing. Reading them back, and
 * saying exactly what is wrong, is checkpoint_read.c.
 */
#include "base/checkpoint.h"

#include "base/base64.h"
#include "base/checkpoint_parts.h"
#include "base/utf8.h"

#include "base/banned.h"

/* Control characters and Unicode's White_Space beyond ASCII, and the invisible mark that text files may start with. */
static bool is_wide_blank(uint32_t c)
{
    return (c >= 0x80 && c <= 0xa0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
           c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff;
}

bool checkpoint_name_ok(struct span name)
{
    if (name.len == 0 || utf8_valid(name) != name.len) {
        return false;
    }
    while (name.len > 0) {
        unsigned char c = (unsigned char)name.ptr[0];
        if (c <= ' ' || c == 0x7f || c == '+' || is_wide_blank(utf8_fold(&name))) {
            return false;
        }
    }
    return true;
}

bool checkpoint_origin_ok(struct span origin)
{
    return origin.len <= CHECKPOINT_ORIGIN && checkpoint_name_ok(origin);
}

void checkpoint_keys(const uint8_t seed[32], uint8_t secret[CHECKPOINT_SECRET], uint8_t key[CHECKPOINT_PUBLIC])
{
    (void)crypto_sign_ed25519_seed_keypair(key, secret, seed);
}

void checkpoint_key_id(struct span origin, const uint8_t key[CHECKPOINT_PUBLIC], uint8_t id[CHECKPOINT_KEY_ID])
{
    struct sha256 hash;
    uint8_t digest[SHA256_SIZE];
    sha256_init(&hash);
    sha256_add(&hash, origin.ptr, origin.len);
    sha256_add_u8(&hash, '\n');
    sha256_add_u8(&hash, CHECKPOINT_ED25519);
    sha256_add(&hash, key, CHECKPOINT_PUBLIC);
    sha256_end(&hash, digest);
    memcpy(id, digest, CHECKPOINT_KEY_ID);
}

/* ---- writing ---- */

void checkpoint_add_body(const struct checkpoint *checkpoint, struct strbuf *out)
{
    strbuf_add_span(out, checkpoint->origin);
    strbuf_add_char(out, '\n');
    strbuf_int(out, (int64_t)checkpoint->size);
    strbuf_add_char(out, '\n');
    base64_add(out, checkpoint->root.byte, sizeof(checkpoint->root.byte));
    strbuf_add_char(out, '\n');
}

void checkpoint_sign(const struct checkpoint *checkpoint, const uint8_t secret[CHECKPOINT_SECRET], struct strbuf *out)
{
    if (!checkpoint_origin_ok(checkpoint->origin) || checkpoint->size > MERKLE_SIZE_MAX) {
        out->failed = true;
        return;
    }
    char memory[CHECKPOINT_BODY];
    struct strbuf body;
    strbuf_wrap(&body, memory, sizeof(memory));
    checkpoint_add_body(checkpoint, &body);

    uint8_t signature[CHECKPOINT_SIGNATURE];
    checkpoint_key_id(checkpoint->origin, secret + CHECKPOINT_SECRET - CHECKPOINT_PUBLIC, signature);
    (void)crypto_sign_ed25519_detached(signature + CHECKPOINT_KEY_ID, NULL, (const uint8_t *)body.text, body.len,
                                       secret);

    strbuf_add_span(out, strbuf_span(&body));
    strbuf_add_char(out, '\n');
    strbuf_add(out, CHECKPOINT_DASH);
    strbuf_add_span(out, checkpoint->origin);
    strbuf_add_char(out, ' ');
    base64_add(out, signature, sizeof(signature));
    strbuf_add_char(out, '\n');
}

void checkpoint_print_key(struct span origin, const uint8_t key[CHECKPOINT_PUBLIC], struct strbuf *out)
{
    if (!checkpoint_origin_ok(origin)) {
        out->failed = true;
        return;
    }
    uint8_t id[CHECKPOINT_KEY_ID];
    uint8_t tagged[CHECKPOINT_TAGGED_KEY] = {CHECKPOINT_ED25519};
    checkpoint_key_id(origin, key, id);
    memcpy(tagged + 1, key, CHECKPOINT_PUBLIC);
    strbuf_add_span(out, origin);
    strbuf_add_char(out, '+');
    strbuf_hex(out, id, sizeof(id));
    strbuf_add_char(out, '+');
    base64_add(out, tagged, sizeof(tagged));
}
