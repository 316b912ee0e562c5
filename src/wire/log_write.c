/* Entries of the log and proofs about them, as JSON. */
#include "wire/log.h"

#include "base/proof_text.h"
#include "wire/build.h"

#include "base/banned.h"

static json_t *hex_text(struct build *build, const uint8_t hash[SHA256_SIZE])
{
    char memory[SHA256_HEX + 1];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_hex(&text, hash, SHA256_SIZE);
    return build_text(build, strbuf_span(&text));
}

static json_t *base64_text(struct build *build, const struct merkle_hash *hash)
{
    char memory[64];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    proof_print_hash(hash, &text);
    return build_text(build, strbuf_span(&text));
}

static json_t *hashes(struct build *build, const struct merkle_proof *proof)
{
    json_t *list = json_array();
    for (size_t i = 0; i < proof->count; i++) {
        build_append_steal(build, list, base64_text(build, &proof->hash[i]));
    }
    return list;
}

enum err wire_log_entry(const struct log_line *line, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "seq", json_integer(line->seq));
    build_set_steal(&build, root, "at", json_integer(line->at));
    build_set_steal(&build, root, "author", build_text(&build, line->author));
    build_set_steal(&build, root, "kind", build_text(&build, line->kind));
    build_set_steal(&build, root, "game", json_integer(line->game));
    build_set_steal(&build, root, "body", build_text(&build, line->body));
    build_set_steal(&build, root, "leaf", hex_text(&build, line->leaf));
    return build_end_steal(&build, root, out, error);
}

enum err wire_inclusion(const struct wire_inclusion *inclusion, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "proof", json_string("inclusion"));
    build_set_steal(&build, root, "seq", json_integer(inclusion->seq));
    build_set_steal(&build, root, "size", json_integer(inclusion->size));
    build_set_steal(&build, root, "leaf", hex_text(&build, inclusion->leaf->byte));
    build_set_steal(&build, root, "root", base64_text(&build, inclusion->root));
    build_set_steal(&build, root, "hashes", hashes(&build, inclusion->proof));
    return build_end_steal(&build, root, out, error);
}

enum err wire_consistency(const struct wire_consistency *consistency, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "proof", json_string("consistency"));
    build_set_steal(&build, root, "first", json_integer(consistency->first));
    build_set_steal(&build, root, "second", json_integer(consistency->second));
    build_set_steal(&build, root, "first_root", base64_text(&build, consistency->first_root));
    build_set_steal(&build, root, "second_root", base64_text(&build, consistency->second_root));
    build_set_steal(&build, root, "hashes", hashes(&build, consistency->proof));
    return build_end_steal(&build, root, out, error);
}
