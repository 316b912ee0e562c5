/* Findings as JSON, one object each, and the line that closes the report. */
#include "wire/audit.h"

#include "wire/pieces.h"

#include "base/banned.h"

enum { SENTENCE_SIZE = 1024 };

void emit_audit_finding(struct emit *emit, const struct audit_finding *finding, enum lang lang)
{
    const struct error *cause = finding->cause;
    bool why = cause && cause->message;
    char sentence[SENTENCE_SIZE];
    size_t length = why ? error_text(cause, lang, sentence, sizeof(sentence)) : 0;
    emit_object(emit, NULL);
    emit_word(emit, "finding", finding->subject);
    emit_boolean(emit, "note", finding->note);
    emit_integer_or_null(emit, "entry", finding->seq != 0, finding->seq);
    emit_integer_or_null(emit, "game", finding->game != 0, finding->game);
    emit_integer_or_null(emit, "ply", finding->ply != -1, finding->ply);
    emit_seat(emit, "seat", finding->seat);
    emit_text_or_null(emit, "field", span_from(finding->field));
    emit_text_or_null(emit, "stored", finding->stored);
    emit_text_or_null(emit, "computed", finding->computed);
    emit_text_or_null(emit, "rule", span_from(why ? cause->message->id : NULL));
    emit_text_or_null(emit, "message", span_of(sentence, length));
    emit_close(emit);
}

enum err wire_audit_finding(const struct audit_finding *finding, enum lang lang, struct strbuf *out,
                            struct error *error)
{
    struct emit emit = emit_start(out);
    emit_audit_finding(&emit, finding, lang);
    return emit_end(&emit, error);
}

void emit_audit_summary(struct emit *emit, const char *key, const struct audit_summary *summary)
{
    static const uint8_t none[SHA256_SIZE] = {0};
    bool rooted = memcmp(summary->root, none, sizeof(none)) != 0;
    emit_object(emit, key);
    emit_integer(emit, "entries", summary->entries);
    emit_integer(emit, "games", summary->games);
    for (unsigned i = 0; i < BASES; i++) {
        emit_integer(emit, basis_names[i].id, summary->basis[i]);
    }
    emit_integer(emit, "plies", summary->plies);
    emit_integer(emit, "findings", summary->findings);
    emit_integer(emit, "notes", summary->notes);
    emit_integer(emit, "pending", summary->pending);
    emit_hex(emit, "root", rooted ? summary->root : NULL, sizeof(summary->root));
    emit_close(emit);
}

enum err wire_audit_summary(const struct audit_summary *summary, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_audit_summary(&emit, NULL, summary);
    return emit_end(&emit, error);
}

enum err wire_rebuild_difference(const struct rebuild_difference *difference, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_text(&emit, "table", difference->table);
    emit_text(&emit, "key", difference->key);
    emit_text(&emit, "column", difference->column);
    emit_text(&emit, "stored", difference->stored);
    emit_text(&emit, "rebuilt", difference->rebuilt);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err wire_rebuild_summary(const struct rebuild_summary *summary, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "games", summary->games);
    emit_integer(&emit, "differences", summary->differences);
    emit_boolean(&emit, "swapped", summary->swapped);
    emit_close(&emit);
    return emit_end(&emit, error);
}
