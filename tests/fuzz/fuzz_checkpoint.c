/*
 * Checkpoints and public keys as strangers may send them. Whatever the bytes, reading ends, with a value or with an
 * error that has a message and a place in the text; what was read can be signed and read again; and nothing passes
 * as signed by a key but what that key signed.
 */
#include "base/checkpoint.h"

#include "must.h"

/* The key of the corpus: its seed is 00 01 02 … 1f. */
static void make_keys(uint8_t secret[CHECKPOINT_SECRET], uint8_t key[CHECKPOINT_PUBLIC])
{
    uint8_t seed[32];
    for (size_t i = 0; i < sizeof(seed); i++) {
        seed[i] = (uint8_t)i;
    }
    checkpoint_keys(seed, secret, key);
}

static void must_explain_column(enum err err, const struct error *error, struct span text)
{
    must_explain(err, error, text);
    must(error->column <= text.len + 1);
}

static void must_be_same(const struct checkpoint *a, const struct checkpoint *b)
{
    must(span_equal(a->origin, b->origin) && a->size == b->size && merkle_equal(&a->root, &b->root));
}

static void fuzz_text(struct span text, const uint8_t secret[CHECKPOINT_SECRET], const uint8_t key[CHECKPOINT_PUBLIC])
{
    struct checkpoint unchecked;
    struct checkpoint checked;
    struct checkpoint again;
    struct error error;
    error_clear(&error);
    enum err signed_by_us = checkpoint_parse(text, key, &checked, &error);
    if (signed_by_us != ERR_OK) {
        must_explain_column(signed_by_us, &error, text);
    }
    enum err err = checkpoint_parse(text, NULL, &unchecked, &error);
    if (err != ERR_OK) {
        must_explain_column(err, &error, text);
        must(signed_by_us != ERR_OK);
        return;
    }
    must(checkpoint_origin_ok(unchecked.origin) && unchecked.size <= MERKLE_SIZE_MAX);
    must(unchecked.origin.ptr >= text.ptr && unchecked.origin.ptr + unchecked.origin.len <= text.ptr + text.len);

    char memory[1024];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    checkpoint_sign(&unchecked, secret, &out);
    must(strbuf_ok(&out));
    must(checkpoint_parse(strbuf_span(&out), key, &again, &error) == ERR_OK);
    must_be_same(&unchecked, &again);
    if (signed_by_us == ERR_OK) {
        /* Ed25519 signs the same bytes in one way only, so a good text holds the signature that we make. */
        must_be_same(&unchecked, &checked);
        struct span line = strbuf_span(&out);
        while (line.len > 0 && line.ptr[0] != '\xe2') {
            line = span_skip(line, 1);
        }
        line.len--;
        bool found = false;
        for (size_t i = 0; !found && i + line.len <= text.len; i++) {
            found = memcmp(text.ptr + i, line.ptr, line.len) == 0;
        }
        must(found);
    }
}

static void fuzz_key(struct span text)
{
    struct span origin;
    struct span origin_again;
    uint8_t key[CHECKPOINT_PUBLIC];
    uint8_t key_again[CHECKPOINT_PUBLIC];
    struct error error;
    error_clear(&error);
    enum err err = checkpoint_parse_key(text, &origin, key, &error);
    if (err != ERR_OK) {
        must_explain_column(err, &error, text);
        return;
    }
    char memory[1024];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    checkpoint_print_key(origin, key, &out);
    must(strbuf_ok(&out));
    must(checkpoint_parse_key(strbuf_span(&out), &origin_again, key_again, &error) == ERR_OK);
    must(span_equal(origin, origin_again) && memcmp(key, key_again, sizeof(key)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t secret[CHECKPOINT_SECRET];
    uint8_t key[CHECKPOINT_PUBLIC];
    struct span text = span_of((const char *)data, size);
    make_keys(secret, key);
    fuzz_text(text, secret, key);
    fuzz_key(text);
    return 0;
}
