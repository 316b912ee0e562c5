/* Entries of the log and proofs about them, as JSON. */
#include "wire/log.h"

#include "base/proof_text.h"
#include "wire/emit.h"

#include "base/banned.h"

static void emit_hash(struct emit *emit, const char *key, const struct merkle_hash *hash)
{
    char memory[64];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    proof_print_hash(hash, &text);
    emit_text(emit, key, strbuf_span(&text));
}

static void emit_hashes(struct emit *emit, const struct merkle_proof *proof)
{
    emit_list(emit, "hashes");
    for (size_t i = 0; i < proof->count; i++) {
        emit_hash(emit, NULL, &proof->hash[i]);
    }
    emit_close(emit);
}

enum err wire_log_entry(const struct log_line *line, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "seq", line->seq);
    emit_integer(&emit, "at", line->at);
    emit_text(&emit, "author", line->author);
    emit_text(&emit, "kind", line->kind);
    emit_integer(&emit, "game", line->game);
    emit_text(&emit, "body", line->body);
    emit_hex(&emit, "leaf", line->leaf, SHA256_SIZE);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_inclusion(const struct wire_inclusion *inclusion, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "proof", "inclusion");
    emit_integer(&emit, "seq", inclusion->seq);
    emit_integer(&emit, "size", inclusion->size);
    emit_hex(&emit, "leaf", inclusion->leaf->byte, SHA256_SIZE);
    emit_hash(&emit, "root", inclusion->root);
    emit_hashes(&emit, inclusion->proof);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_consistency(const struct wire_consistency *consistency, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "proof", "consistency");
    emit_integer(&emit, "first", consistency->first);
    emit_integer(&emit, "second", consistency->second);
    emit_hash(&emit, "first_root", consistency->first_root);
    emit_hash(&emit, "second_root", consistency->second_root);
    emit_hashes(&emit, consistency->proof);
    emit_close(&emit);
    return emit_end(&emit, error);
}
