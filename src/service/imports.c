/* What an import knows of its entries and of the games it comes upon. */
#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum err mark_entry(struct service *service, struct span author, struct import_mark *mark, int64_t seq,
                    struct error *error)
{
    if (!mark) {
        return ERR_OK;
    }
    enum err err =
        mark->number == 0 ? store_import_add(service->store, now_of(service), author, &mark->number, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    mark->first = mark->last > 0 && mark->last + 1 == seq ? mark->first : seq;
    mark->last = seq;
    return store_import_run(service->store, mark->number, mark->first, seq, error);
}

/* ---- how a game stands ---- */

static enum err take_row(void *context, const struct store_game *row, struct error *error)
{
    (void)error;
    struct game_state *state = context;
    const struct game *game = registry_engine(row->game);
    int level = game ? name_list_find(game_levels(game), row->level) : -1;
    state->last = row->last;
    state->source = row->source;
    state->stated = level < 0 || game->levels[level].basis == BASIS_STATED;
    (void)game_status_parse(row->status, &state->status);
    return ERR_OK;
}

static enum err take_undone(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    *(int64_t *)context = undoes_import(entry->body);
    return ERR_OK;
}

enum err game_state(struct service *service, int64_t game, struct game_state *out, struct error *error)
{
    *out = (struct game_state){.last = 0};
    enum err err = store_game(service->store, game, take_row, out, error);
    if (err == ERR_NOT_FOUND) {
        return error_raise_int(error, &SERVICE_MSG_NO_GAME, game);
    }
    if (err != ERR_OK || out->last == game) {
        return err;
    }
    int64_t restored = 0;
    err = store_entries(service->store, out->last, out->last, take_undone, &out->undone, error);
    if (err == ERR_OK && out->source != game) {
        err = store_entries(service->store, out->source, out->source, take_undone, &restored, error);
    }
    out->restored = restored != 0;
    return err;
}

enum err game_text(struct service *service, int64_t game, struct strbuf *out, struct error *error)
{
    struct story story;
    story_init(&story, service->options.allocator);
    enum err err = story_load(service->store, game, &story, error);
    if (err == ERR_OK) {
        strbuf_add_span(out, strbuf_span(&story.text));
        err = strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
    }
    story_release(&story);
    return err;
}
