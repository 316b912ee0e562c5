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

static void emit_tally(struct emit *emit, const struct import_tally *tally)
{
    emit_integer(emit, "records", tally->records);
    emit_integer(emit, "added", tally->added);
    emit_integer(emit, "known", tally->known);
    emit_integer(emit, "contested", tally->contested);
    emit_integer(emit, "refused", tally->refused);
    emit_integer_or_null(emit, "import", tally->number != 0, tally->number);
}

enum err wire_import_report(const struct import_tally *tally, const struct span *problems, struct strbuf *out,
                            struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_tally(&emit, tally);
    if (problems) {
        emit_items(&emit, "problems", *problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- plays ---- */

static void emit_plays_name(struct emit *emit, const struct plays_name *name)
{
    emit_object(emit, NULL);
    emit_text_or_null(emit, "name", name->name);
    emit_text_or_null(emit, "id", name->id);
    emit_integer(emit, "plays", name->plays);
    emit_text_or_null(emit, "ours", name->ours);
    emit_text_or_null(emit, "named", name->named);
    emit_text_or_null(emit, "alike", name->alike);
    emit_text_or_null(emit, "alike_name", name->alike_name);
    emit_close(emit);
}

typedef size_t plays_names_fn(const struct import_names *names, size_t offset, struct plays_name *out, size_t room);

/* The list `key`, and behind it how many there are in all. */
static void emit_plays_names(struct emit *emit, const char *key, const char *count_key,
                             const struct import_names *names, plays_names_fn *get)
{
    enum { AT_ONCE = 64 };
    struct plays_name some[AT_ONCE];
    size_t count = 0;
    size_t got = names ? AT_ONCE : 0;
    emit_list(emit, key);
    while (got == AT_ONCE) {
        got = get(names, count, some, AT_ONCE);
        for (size_t i = 0; i < got && count + i < WIRE_PLAYS_NAMES; i++) {
            emit_plays_name(emit, &some[i]);
        }
        count += got;
    }
    emit_close(emit);
    emit_integer(emit, count_key, (int64_t)count);
}

enum err wire_plays_report(const struct wire_plays *plays, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    if (plays->file.len > 0) {
        emit_text(&emit, "file", plays->file);
    }
    emit_tally(&emit, plays->tally);
    emit_word(&emit, "format", plays->format);
    emit_boolean(&emit, "dry_run", plays->dry_run);
    emit_integer(&emit, "corrected", plays->tally->corrected);
    emit_integer(&emit, "voided", plays->tally->voided);
    emit_plays_names(&emit, "people", "people_count", plays->names, import_names_people);
    emit_plays_names(&emit, "titles", "titles_count", plays->names, import_names_titles);
    if (plays->problems) {
        emit_items(&emit, "problems", *plays->problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

void emit_import(struct emit *emit, const struct import_info *import)
{
    emit_object(emit, NULL);
    emit_integer(emit, "import", import->number);
    emit_moment(emit, "at", true, import->at);
    emit_text(emit, "author", import->author);
    emit_integer(emit, "entries", import->entries);
    emit_boolean(emit, "undone", import->undone);
    emit_close(emit);
}
