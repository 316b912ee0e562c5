/*
 * An exported log as a stranger may send it, and the text of a proof. Whatever the bytes, reading ends, with entries
 * or with an error that has a message and a place; an entry that was read can be written and read again.
 */
#include "base/proof_text.h"
#include "base/utf8.h"
#include "wire/log.h"

#include "must.h"

/* Written and read again, the entry is the same. */
static void must_come_back(const struct log_line *line)
{
    struct strbuf out;
    struct source_memory memory;
    struct wire_log_reader reader;
    struct log_line again;
    struct error error;
    strbuf_init(&out, &allocator_heap, WIRE_LOG_LINE);
    must(wire_log_entry(line, &out, &error) == ERR_OK);
    wire_log_reader_init(&reader, source_from_memory(&memory, strbuf_span(&out)), &allocator_heap);
    must(wire_log_next(&reader, &again, &error) == ERR_OK);
    must(again.seq == line->seq && again.at == line->at && again.game == line->game);
    must(span_equal(again.author, line->author) && span_equal(again.kind, line->kind));
    must(span_equal(again.body, line->body) && memcmp(again.leaf, line->leaf, SHA256_SIZE) == 0);
    must(utf8_valid(line->body) == line->body.len);
    must(wire_log_next(&reader, &again, &error) == ERR_END);
    wire_log_reader_release(&reader);
    strbuf_release(&out);
}

static void read_log(struct span text)
{
    struct source_memory memory;
    struct wire_log_reader reader;
    struct log_line line;
    struct error error;
    enum err err;
    wire_log_reader_init(&reader, source_from_memory(&memory, text), &allocator_heap);
    while ((err = wire_log_next(&reader, &line, &error)) == ERR_OK) {
        must_come_back(&line);
    }
    if (err != ERR_END) {
        must_explain(err, &error, text);
    }
    wire_log_reader_release(&reader);
}

static void read_proof(struct span text)
{
    struct merkle_proof proof;
    struct merkle_proof again;
    struct strbuf out;
    struct error error;
    enum err err = proof_parse(text, &proof, &error);
    if (err != ERR_OK) {
        must_explain(err, &error, text);
        return;
    }
    strbuf_init(&out, &allocator_heap, MERKLE_PROOF * 64);
    proof_print(&proof, &out);
    must(proof_parse(strbuf_span(&out), &again, &error) == ERR_OK && again.count == proof.count);
    must(memcmp(again.hash, proof.hash, proof.count * sizeof(proof.hash[0])) == 0);
    strbuf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_of((const char *)data, size);
    read_log(text);
    read_proof(text);
    return 0;
}
