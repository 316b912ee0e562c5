/* Hashes of a proof to base64 and back. */
#include "base/proof_text.h"

#include "base/base64.h"

#include "base/banned.h"

static const struct message MSG_HASH = {ERR_SYNTAX, "proof.hash",
                                        "'%1' is not a hash: 32 bytes in base64 are 44 characters",
                                        "« %1 » n'est pas une empreinte : 32 octets en base64 font 44 caractères"};
static const struct message MSG_LONG = {ERR_LIMIT, "proof.long", "a proof has at most %1 hashes",
                                        "une preuve a au plus %1 empreintes"};

void proof_print_hash(const struct merkle_hash *hash, struct strbuf *out)
{
    base64_add(out, hash->byte, sizeof(hash->byte));
}

void proof_print(const struct merkle_proof *proof, struct strbuf *out)
{
    for (size_t i = 0; i < proof->count; i++) {
        proof_print_hash(&proof->hash[i], out);
        strbuf_add_char(out, '\n');
    }
}

static bool read_hash(struct span line, struct merkle_hash *hash)
{
    size_t n = 0;
    return base64_read(line, hash->byte, sizeof(hash->byte), &n) && n == sizeof(hash->byte);
}

enum err proof_parse(struct span text, struct merkle_proof *proof, struct error *error)
{
    *proof = (struct merkle_proof){.count = 0};
    for (uint32_t number = 1; text.len > 0; number++) {
        struct span line = span_trim(span_line(&text));
        if (line.len == 0) {
            continue;
        }
        enum err err = ERR_OK;
        if (proof->count == MERKLE_PROOF) {
            err = error_raise_int(error, &MSG_LONG, MERKLE_PROOF);
        } else if (!read_hash(line, &proof->hash[proof->count])) {
            err = error_raise_span(error, &MSG_HASH, line);
        }
        if (err != ERR_OK) {
            error->line = number;
            error->column = 1;
            return err;
        }
        proof->count++;
    }
    return ERR_OK;
}
