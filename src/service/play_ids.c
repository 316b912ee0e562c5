/*
 * An id that came in is given back, so that the other program knows its own
 * again; what never came in has an id of ours. The id of a person whose name was
 * erased is kept as a hash only, and is not told.
 */
#include "service/play_ids.h"

#include "service/own_ids.h"
#include "store/foreign.h"

#include "base/banned.h"

enum err play_ids_init(struct play_ids *ids, struct service *service, struct arena *memory, bool own,
                       struct error *error)
{
    *ids = (struct play_ids){.service = service, .memory = memory, .own = own};
    return seen_key(service->store, ids->key, error);
}

enum err play_keep(struct arena *memory, struct span text, struct span *out, struct error *error)
{
    *out = span_from(arena_copy(memory, text));
    return out->ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

struct found_id {
    struct arena *memory;
    struct span id; /* empty: none yet */
};

static enum err take_first(void *context, const struct store_foreign *row, struct error *error)
{
    struct found_id *found = context;
    if (span_starts(row->id, "#")) {
        return ERR_OK;
    }
    enum err err = play_keep(found->memory, row->id, &found->id, error);
    return err == ERR_OK ? ERR_END : err;
}

/* The first id of what is ours; empty when none came in. */
static enum err came_in(const struct play_ids *ids, enum play_source source, enum play_kind kind, struct span ours,
                        struct span *out, struct error *error)
{
    struct found_id found = {.memory = ids->memory};
    enum err err = store_foreign_of(ids->service->store, span_from(play_sources[source]), span_from(play_kinds[kind]),
                                    ours, take_first, &found, error);
    *out = found.id;
    return err;
}

/* The id that BG Stats gave, or else `own`. */
static enum err choose(const struct play_ids *ids, enum play_kind kind, struct span ours, const char *own,
                       struct span *out, struct error *error)
{
    *out = (struct span){NULL, 0};
    enum err err = ids->own ? ERR_OK : came_in(ids, PLAYS_BGSTATS, kind, ours, out, error);
    return err == ERR_OK && out->len == 0 ? play_keep(ids->memory, span_from(own), out, error) : err;
}

enum err play_id_game(const struct play_ids *ids, int64_t game, struct span *out, struct error *error)
{
    char own[UUID_SIZE];
    char memory[24];
    struct strbuf number;
    strbuf_wrap(&number, memory, sizeof(memory));
    strbuf_int(&number, game);
    own_id_game(ids->key, game, own);
    return choose(ids, PLAYS_PLAY, strbuf_span(&number), own, out, error);
}

enum err play_id_person(const struct play_ids *ids, struct span handle, struct span *out, struct error *error)
{
    char own[UUID_SIZE];
    own_id_person(ids->key, handle, own);
    return choose(ids, PLAYS_PERSON, handle, own, out, error);
}

enum err play_id_title(const struct play_ids *ids, struct span title, struct span *out, struct error *error)
{
    char own[UUID_SIZE];
    own_id_title(ids->key, title, own);
    return choose(ids, PLAYS_TITLE, title, own, out, error);
}

enum err play_bgg_title(const struct play_ids *ids, struct span title, int64_t *out, struct error *error)
{
    struct span id;
    enum err err = came_in(ids, PLAYS_BGG, PLAYS_TITLE, title, &id, error);
    *out = 0;
    (void)span_int(id, 1, INT32_MAX, out);
    return err;
}
