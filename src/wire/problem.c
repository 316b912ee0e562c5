/* A problem as JSON: what `dendro verify --json` prints for each. */
#include "wire/json.h"
#include "wire/pieces.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { SENTENCE_SIZE = 1024 };

void emit_problem(struct emit *emit, const struct wire_finding *finding, enum lang lang)
{
    const struct problem *problem = finding->problem;
    const struct error *what = &problem->error;
    char sentence[SENTENCE_SIZE];
    size_t length = error_text(what, lang, sentence, sizeof(sentence));
    emit_text(emit, "file", finding->file);
    emit_integer_or_null(emit, "record", finding->record != 0, finding->record);
    emit_integer_or_null(emit, "line", what->line != 0, what->line);
    emit_integer_or_null(emit, "column", what->column != 0, what->column);
    emit_seat(emit, "seat", problem->seat);
    emit_text_or_null(emit, "move", span_of(problem->move.ptr, utf8_fit(problem->move, PROBLEM_MOVE)));
    emit_integer_or_null(emit, "ply", problem->ply != -1, problem->ply);
    emit_text_or_null(emit, "rule", span_from(what->message ? what->message->id : NULL));
    emit_text(emit, "message", span_of(sentence, length));
    if (problem_is_warning(problem)) {
        emit_word(emit, "severity", "warning");
    }
}

enum err wire_problem(const struct wire_finding *finding, enum lang lang, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_problem(&emit, finding, lang);
    emit_close(&emit);
    return emit_end(&emit, error);
}

void wire_gather_problem(const struct wire_finding *finding, enum lang lang, struct strbuf *problems)
{
    struct emit emit = emit_item(problems);
    emit_object(&emit, NULL);
    emit_problem(&emit, finding, lang);
    emit_close(&emit);
    emit_item_end(&emit);
}
