/* Games and problems of an export or import as JSON. */
#include "wire/exchange.h"

#include "wire/pieces.h"

#include "base/banned.h"

enum err wire_export_json(const struct wire_export *export, struct strbuf *out, struct error *error)
{
    const struct export_game *game = export->game;
    struct emit emit = emit_start(out);
    struct outcome outcome = *export->outcome;
    if (!game_status_is(game->status, GAME_FINISHED)) {
        outcome.over = false;
        for (unsigned i = 0; i < outcome.rows_count; i++) {
            outcome.rows[i].scored = false;
            outcome.rows[i].categories = 0;
        }
    }
    emit_object(&emit, NULL);
    emit_integer(&emit, "id", game->id);
    emit_text(&emit, "game", game->game);
    emit_title_name(&emit, &game->title);
    emit_text(&emit, "variant", game->variant);
    emit_text(&emit, "level", game->level);
    emit_basis(&emit, export->setup->game->levels[export->setup->level].basis);
    emit_text(&emit, "status", game->status);
    emit_day(&emit, "day", game->has_day, game->day);
    emit_integer_or_null(&emit, "duration", game->has_duration, game->duration);
    emit_integer(&emit, "plies", game->plies);
    emit_score(&emit, export->setup, &outcome, export->players);
    emit_text(&emit, "record", game->record);
    emit_close(&emit);
    return emit_end(&emit, error);
}

static void emit_import_problem(struct emit *emit, struct span file, const struct problem *problem, bool refused,
                                enum lang lang)
{
    const struct wire_finding finding = {file, 0, problem};
    emit_object(emit, NULL);
    emit_problem(emit, &finding, lang);
    emit_boolean(emit, "refused", refused);
    emit_close(emit);
}

enum err wire_import_problem(struct span file, const struct problem *problem, bool refused, enum lang lang,
                             struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_import_problem(&emit, file, problem, refused, lang);
    return emit_end(&emit, error);
}

void wire_gather_import_problem(const struct problem *problem, bool refused, enum lang lang, struct strbuf *problems)
{
    struct emit emit = emit_item(problems);
    emit_import_problem(&emit, (struct span){NULL, 0}, problem, refused, lang);
    emit_item_end(&emit);
}

enum err wire_import_tally(const struct import_tally *tally, struct strbuf *out, struct error *error)
{
    return wire_import_report(tally, NULL, out, error);
}

enum err wire_import_report(const struct import_tally *tally, const struct span *problems, struct strbuf *out,
                            struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "records", tally->records);
    emit_integer(&emit, "added", tally->added);
    emit_integer(&emit, "known", tally->known);
    emit_integer(&emit, "contested", tally->contested);
    emit_integer(&emit, "refused", tally->refused);
    emit_integer_or_null(&emit, "import", tally->number != 0, tally->number);
    if (problems) {
        emit_items(&emit, "problems", *problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}
