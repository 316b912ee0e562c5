/* Findings as JSON, one object each, and the line that closes the report. */
#include "wire/audit.h"

#include "wire/build.h"

#include "base/banned.h"

enum { SENTENCE_SIZE = 1024 };

/* A text, or null when there is none. */
static json_t *text_or_null(struct build *build, struct span text)
{
    return text.len > 0 ? build_text(build, text) : json_null();
}

enum err wire_audit_finding(const struct audit_finding *finding, enum lang lang, struct strbuf *out,
                            struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct error *cause = finding->cause;
    bool why = cause && cause->message;
    char sentence[SENTENCE_SIZE];
    size_t length = why ? error_text(cause, lang, sentence, sizeof(sentence)) : 0;
    json_t *root = json_object();
    build_set_steal(&build, root, "finding", build_text(&build, span_from(finding->subject)));
    build_set_steal(&build, root, "note", json_boolean(finding->note));
    build_set_steal(&build, root, "entry", build_number(finding->seq, 0));
    build_set_steal(&build, root, "game", build_number(finding->game, 0));
    build_set_steal(&build, root, "ply", build_number(finding->ply, -1));
    build_set_steal(&build, root, "seat", build_seat(finding->seat));
    build_set_steal(&build, root, "field", text_or_null(&build, span_from(finding->field)));
    build_set_steal(&build, root, "stored", text_or_null(&build, finding->stored));
    build_set_steal(&build, root, "computed", text_or_null(&build, finding->computed));
    build_set_steal(&build, root, "rule", text_or_null(&build, span_from(why ? cause->message->id : NULL)));
    build_set_steal(&build, root, "message", text_or_null(&build, span_of(sentence, length)));
    return build_end_steal(&build, root, out, error);
}

enum err wire_audit_summary(const struct audit_summary *summary, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    char memory[SHA256_HEX + 1];
    struct strbuf root_hex;
    static const uint8_t NONE[SHA256_SIZE] = {0};
    bool whole = memcmp(summary->root, NONE, sizeof(NONE)) != 0;
    strbuf_wrap(&root_hex, memory, sizeof(memory));
    strbuf_hex(&root_hex, summary->root, sizeof(summary->root));
    json_t *root = json_object();
    build_set_steal(&build, root, "entries", json_integer(summary->entries));
    build_set_steal(&build, root, "games", json_integer(summary->games));
    build_set_steal(&build, root, "plies", json_integer(summary->plies));
    build_set_steal(&build, root, "findings", json_integer(summary->findings));
    build_set_steal(&build, root, "notes", json_integer(summary->notes));
    build_set_steal(&build, root, "root", whole ? build_text(&build, strbuf_span(&root_hex)) : json_null());
    return build_end_steal(&build, root, out, error);
}

enum err wire_rebuild_difference(const struct rebuild_difference *difference, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "table", build_text(&build, difference->table));
    build_set_steal(&build, root, "key", build_text(&build, difference->key));
    build_set_steal(&build, root, "column", build_text(&build, difference->column));
    build_set_steal(&build, root, "stored", build_text(&build, difference->stored));
    build_set_steal(&build, root, "rebuilt", build_text(&build, difference->rebuilt));
    return build_end_steal(&build, root, out, error);
}

enum err wire_rebuild_summary(const struct rebuild_summary *summary, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "games", json_integer(summary->games));
    build_set_steal(&build, root, "differences", json_integer(summary->differences));
    build_set_steal(&build, root, "swapped", json_boolean(summary->swapped));
    return build_end_steal(&build, root, out, error);
}
