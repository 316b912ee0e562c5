/* A problem as JSON: what `dendro verify --json` prints for each. */
#include "wire/build.h"
#include "wire/json.h"

#include "base/banned.h"

enum { SENTENCE_SIZE = 1024 };

json_t *build_problem(struct build *build, const struct wire_finding *finding, enum lang lang)
{
    const struct problem *problem = finding->problem;
    const struct error *what = &problem->error;
    char sentence[SENTENCE_SIZE];
    size_t length = error_text(what, lang, sentence, sizeof(sentence));
    json_t *root = json_object();
    build_set_steal(build, root, "file", build_text(build, finding->file));
    build_set_steal(build, root, "record", build_number(finding->record, 0));
    build_set_steal(build, root, "line", build_number(what->line, 0));
    build_set_steal(build, root, "column", build_number(what->column, 0));
    build_set_steal(build, root, "seat", build_seat(problem->seat));
    build_set_steal(build, root, "move", problem->move.len ? build_text(build, problem->move) : json_null());
    build_set_steal(build, root, "ply", build_number(problem->ply, -1));
    build_set_steal(build, root, "rule", what->message ? build_text(build, span_from(what->message->id)) : json_null());
    build_set_steal(build, root, "message", build_text(build, span_of(sentence, length)));
    return root;
}

enum err wire_problem(const struct wire_finding *finding, enum lang lang, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = build_problem(&build, finding, lang);
    return build_end_steal(&build, root, out, error);
}
