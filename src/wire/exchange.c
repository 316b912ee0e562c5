/* Games and problems of an export or import as JSON. */
#include "wire/exchange.h"

#include "base/date.h"
#include "wire/build.h"

#include "base/banned.h"

static json_t *day_of(const struct export_game *game)
{
    char text[DATE_SIZE];
    if (!game->has_day) {
        return json_null();
    }
    date_format(game->day, text);
    return json_string(text);
}

enum err wire_export_json(const struct wire_export *export, struct strbuf *out, struct error *error)
{
    const struct export_game *game = export->game;
    struct build build = {.allocator = out->allocator};
    struct outcome outcome = *export->outcome;
    if (!game_status_is(game->status, GAME_FINISHED)) {
        outcome.over = false;
        for (unsigned i = 0; i < outcome.rows_count; i++) {
            outcome.rows[i].scored = false;
            outcome.rows[i].categories = 0;
        }
    }
    json_t *root = json_object();
    build_set_steal(&build, root, "id", json_integer(game->id));
    build_set_steal(&build, root, "game", build_text(&build, game->game));
    build_set_steal(&build, root, "variant", build_text(&build, game->variant));
    build_set_steal(&build, root, "level", build_text(&build, game->level));
    build_set_steal(&build, root, "status", build_text(&build, game->status));
    build_set_steal(&build, root, "day", day_of(game));
    build_set_steal(&build, root, "plies", json_integer(game->plies));
    build_score(&build, root, export->setup, &outcome, export->players);
    build_set_steal(&build, root, "record", build_text(&build, game->record));
    return build_end_steal(&build, root, out, error);
}

enum err wire_import_problem(struct span file, const struct problem *problem, bool refused, enum lang lang,
                             struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    struct wire_finding finding = {file, 0, problem};
    json_t *root = build_problem(&build, &finding, lang);
    build_set_steal(&build, root, "refused", json_boolean(refused));
    return build_end_steal(&build, root, out, error);
}

enum err wire_import_tally(const struct import_tally *tally, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    json_t *root = json_object();
    build_set_steal(&build, root, "records", json_integer(tally->records));
    build_set_steal(&build, root, "added", json_integer(tally->added));
    build_set_steal(&build, root, "known", json_integer(tally->known));
    build_set_steal(&build, root, "contested", json_integer(tally->contested));
    build_set_steal(&build, root, "refused", json_integer(tally->refused));
    return build_end_steal(&build, root, out, error);
}
