/*
 * One person or two: merging people, saying beforehand what that would change, and taking it back. Both are entries of
 * the log, because results depend on them; who is who follows from all of them (people_map.h), and the seats of games
 * follow from that by the handles in their bodies: what was entered since a merge names the one that stayed, and stays.
 */
#include "service/merges.h"
#include "base/alloc.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/people_map.h"

#include "base/banned.h"

enum { PREVIEW_LIMIT = 16 << 20 };

/* ---- merging ---- */

struct pair {
    int64_t person; /* who goes, after merges; likewise the next */
    int64_t target;
    char handle[PERSON_HANDLE];
    char into[PERSON_HANDLE];
};

static enum err copy_handle(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct strbuf text;
    strbuf_wrap(&text, context, PERSON_HANDLE);
    strbuf_add_span(&text, person->handle);
    return ERR_OK;
}

/* The two people that both handles mean by now. */
static enum err find_pair(struct service *service, struct span handle, struct span into, struct pair *pair,
                          struct error *error)
{
    *pair = (struct pair){.person = 0};
    enum err err = person_behind(service, handle, &pair->person, error);
    if (err != ERR_OK) {
        return err;
    }
    err = person_behind(service, into, &pair->target, error);
    if (err != ERR_OK) {
        return err;
    }
    if (pair->person == pair->target) {
        return error_raise(error, &SERVICE_MSG_MERGE_SELF);
    }
    err = store_person(service->store, pair->person, copy_handle, pair->handle, error);
    if (err != ERR_OK) {
        return err;
    }
    return store_person(service->store, pair->target, copy_handle, pair->into, error);
}

static enum err append_merge(struct service *service, struct span author, const struct pair *pair, int64_t *seq,
                             struct error *error)
{
    struct strbuf *body = &service->body;
    strbuf_clear(body);
    strbuf_add(body, "merge @");
    strbuf_add(body, pair->handle);
    strbuf_add(body, " into @");
    strbuf_add(body, pair->into);
    strbuf_add_char(body, '\n');
    return strbuf_ok(body) ? append_entry(service, author, "merge", 0, false, strbuf_span(body), seq, error)
                           : error_raise(error, &MSG_MEMORY);
}

static enum err merge_people(struct service *service, struct span author, struct span handle, struct span into,
                             int64_t *seq, struct error *error)
{
    struct pair pair;
    bool together = false;
    enum err err = find_pair(service, handle, into, &pair, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_people_met(service->store, pair.person, pair.target, &together, error);
    if (err != ERR_OK) {
        return err;
    }
    if (together) {
        return error_raise(error, &SERVICE_MSG_MERGE_MET);
    }
    err = remember_live(service, pair.person, error);
    if (err != ERR_OK) {
        return err;
    }
    err = append_merge(service, author, &pair, seq, error);
    if (err != ERR_OK) {
        return err;
    }
    err = statistics_settle(service, true, error);
    if (err != ERR_OK) {
        return err;
    }
    recent_forget(&service->recent);
    err = store_alias_set(service->store, pair.person, pair.target, error);
    if (err != ERR_OK) {
        return err;
    }
    err = remember_person(service, pair.target, error);
    if (err != ERR_OK) {
        return err;
    }
    return statistics_merge(service, pair.person, pair.target, error);
}

enum err service_person_merge_entry(struct service *service, struct span author, struct span handle, struct span into,
                                    int64_t *seq, struct error *error)
{
    *seq = 0;
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = end_write(service, merge_people(service, author, handle, into, seq, error), error);
    *seq = err == ERR_OK ? *seq : 0;
    return err;
}

enum err service_person_merge(struct service *service, struct span author, struct span handle, struct span into,
                              struct error *error)
{
    int64_t seq = 0;
    return service_person_merge_entry(service, author, handle, into, &seq, error);
}

/* ---- beforehand ---- */

struct looking {
    struct merge_preview *out;
    int64_t person;
    size_t names_room;
    size_t games_room;
};

/* One more element of a list in the arena. */
static void *more(struct arena *arena, void *list, size_t count, size_t *room, size_t size)
{
    if (count < *room) {
        return list;
    }
    size_t larger = *room ? *room * 2 : 8;
    char *copy = arena_new(arena, larger, size);
    if (copy && count > 0) {
        memcpy(copy, list, count * size);
    }
    *room = copy ? larger : *room;
    return copy;
}

static enum err note_name(void *context, const struct store_person *person, struct error *error)
{
    struct looking *looking = context;
    struct merge_preview *out = looking->out;
    if (person->target != looking->person || person->name.len == 0) {
        return ERR_OK;
    }
    const char *copy = arena_copy(&out->arena, person->name);
    const char **names = more(&out->arena, out->names, out->names_count, &looking->names_room, sizeof(*names));
    if (!copy || !names) {
        return error_raise(error, &MSG_MEMORY);
    }
    out->names = names;
    out->names[out->names_count++] = copy;
    return ERR_OK;
}

static enum err note_shared(void *context, int64_t game, bool voided, struct error *error)
{
    struct looking *looking = context;
    struct merge_preview *out = looking->out;
    struct merge_shared *shared =
        more(&out->arena, out->shared, out->shared_count, &looking->games_room, sizeof(*shared));
    if (!shared) {
        return error_raise(error, &MSG_MEMORY);
    }
    out->shared = shared;
    out->shared[out->shared_count++] = (struct merge_shared){game, voided};
    out->refused = out->refused || !voided;
    return ERR_OK;
}

static enum err fill_preview(struct service *service, struct span handle, struct span into, struct merge_preview *out,
                             struct error *error)
{
    struct store *store = service->store;
    struct pair pair;
    enum err err = find_pair(service, handle, into, &pair, error);
    if (err != ERR_OK) {
        return err;
    }
    memcpy(out->handle, pair.handle, sizeof(out->handle));
    memcpy(out->into, pair.into, sizeof(out->into));
    struct looking looking = {.out = out, .person = pair.person};
    err = store_person_games(store, pair.person, &out->games, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_person_games(store, pair.target, &out->games_there, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_everybody(store, note_name, &looking, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_two_has(store, pair.person, pair.target, &out->told_apart, error);
    if (err != ERR_OK) {
        return err;
    }
    return store_people_shared(store, pair.person, pair.target, note_shared, &looking, error);
}

enum err service_merge_preview(struct service *service, struct span handle, struct span into, struct merge_preview *out,
                               struct error *error)
{
    *out = (struct merge_preview){.games = 0};
    arena_init(&out->arena, service->options.allocator, PREVIEW_LIMIT);
    enum err err = fill_preview(service, handle, into, out, error);
    if (err != ERR_OK) {
        merge_preview_release(out);
    }
    return err;
}

void merge_preview_release(struct merge_preview *preview)
{
    arena_release(&preview->arena);
    *preview = (struct merge_preview){.games = 0};
}

/* ---- taking it back ---- */

struct games {
    const struct allocator *allocator;
    int64_t *id;
    size_t count;
    size_t room;
};

static enum err note_game(void *context, const struct store_game *game, struct error *error)
{
    struct games *games = context;
    int64_t *id = mem_more(games->allocator, games->id, games->count, &games->room, sizeof(*id));
    if (!id) {
        return error_raise(error, &MSG_MEMORY);
    }
    games->id = id;
    games->id[games->count++] = game->id;
    return ERR_OK;
}

static enum err reseat_game(struct service *service, int64_t game, const struct people_map *map, struct story *story,
                            struct error *error)
{
    struct record record;
    struct seating seating;
    enum err err = story_load(service->store, game, story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = record_read_one(&service->reader, strbuf_span(&story->text), service->options.allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = people_map_seat(map, &record, &seating, error);
    return err == ERR_OK ? statistics_reseat(service, game, &seating, error) : err;
}

enum err people_reseat(struct service *service, int64_t person, const struct people_map *map, struct error *error)
{
    struct games games = {.allocator = service->options.allocator};
    struct store_game_filter filter = {.person = person, .since = INT64_MIN, .until = INT64_MAX};
    struct story story;
    story_init(&story, service->options.allocator);
    enum err err = store_games(service->store, &filter, note_game, &games, error);
    for (size_t i = 0; err == ERR_OK && i < games.count; i++) {
        err = reseat_game(service, games.id[i], map, &story, error);
    }
    story_release(&story);
    mem_free(games.allocator, games.id);
    return err;
}

struct entry_kind {
    bool there;
    bool merge;
};

static enum err see_kind(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    *(struct entry_kind *)context = (struct entry_kind){true, span_is(entry->kind, "merge")};
    return ERR_OK;
}

/* Whom the merge of that entry made another person; why not, when it did not. */
static enum err find_linked(struct service *service, const struct people_map *map, int64_t merge,
                            const struct people_slot **slot, struct error *error)
{
    struct entry_kind found = {false, false};
    *slot = people_map_linked(map, merge);
    if (*slot) {
        return ERR_OK;
    }
    enum err err = merge > 0 ? store_entries(service->store, merge, merge, see_kind, &found, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (!found.there) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, merge);
    }
    return error_raise_int(error, found.merge ? &SERVICE_MSG_UNMERGED : &SERVICE_MSG_NO_MERGE, merge);
}

/* A name that the one who goes has lent to somebody who stays, and whom that is. */
struct lending {
    int64_t person;
    int64_t holder;
    char name[4 * PERSON_NAME + 1];
    char handle[PERSON_HANDLE];
};

static enum err copy_lent(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct lending *lending = context;
    struct strbuf text;
    strbuf_wrap(&text, lending->name, sizeof(lending->name));
    strbuf_add_span(&text, person->name);
    strbuf_wrap(&text, lending->handle, sizeof(lending->handle));
    strbuf_add_span(&text, person->handle);
    return ERR_OK;
}

/* The name of `slot`, if it is lent to one who stays: refused while that one is called so, else given back. */
static enum err claim_name(struct service *service, const struct people_map *map, const struct people_slot *slot,
                           const struct people_slot *top, bool take, struct error *error)
{
    struct lending lending = {.person = slot->id};
    enum err err = store_name_holder(service->store, slot->id, &lending.holder, error);
    if (err != ERR_OK || lending.holder == 0) {
        return err;
    }
    const struct people_slot *holder = people_map_by_id(map, lending.holder);
    if (!holder || people_map_below(map, holder, top)) {
        return ERR_OK;
    }
    err = store_person(service->store, lending.holder, copy_lent, &lending, error);
    if (err != ERR_OK) {
        return err;
    }
    if (holder->parent == 0) {
        err = error_raise_span(error, &SERVICE_MSG_NAME_LENT, span_from(lending.name));
        error_add(error, span_from(lending.handle));
        return err;
    }
    return take ? name_give_back(service, slot->id, lending.holder, span_from(lending.name), error) : ERR_OK;
}

static enum err claim_names(struct service *service, const struct people_map *map, const struct people_slot *top,
                            bool take, struct error *error)
{
    for (size_t i = 0; i < map->room; i++) {
        const struct people_slot *slot = &map->slots[i];
        bool goes = slot->handle[0] != '\0' && people_map_below(map, slot, top);
        enum err err = goes ? claim_name(service, map, slot, top, take, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err append_unmerge(struct service *service, struct span author, int64_t merge, int64_t *seq,
                               struct error *error)
{
    struct strbuf *body = &service->body;
    strbuf_clear(body);
    strbuf_add(body, "unmerge ");
    strbuf_int(body, merge);
    strbuf_add_char(body, '\n');
    return strbuf_ok(body) ? append_entry(service, author, "unmerge", 0, false, strbuf_span(body), seq, error)
                           : error_raise(error, &MSG_MEMORY);
}

enum err aliases_follow(struct service *service, const struct people_map *map, struct error *error)
{
    recent_forget(&service->recent);
    for (size_t i = 0; i < map->room; i++) {
        const struct people_slot *slot = &map->slots[i];
        bool other = slot->handle[0] != '\0' && slot->stored != slot->target;
        enum err err = other ? store_alias_point(service->store, slot->id, slot->target, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Once the entry is in the log: who is who, and then the seats and sums of `old`, whom they all were. */
static enum err part(struct service *service, int64_t old, int64_t goes, struct error *error)
{
    struct people_map map;
    enum err err = people_map_load(&map, service->options.allocator, service->store, NULL, NULL, error);
    err = err == ERR_OK ? statistics_settle(service, true, error) : err;
    err = err == ERR_OK ? aliases_follow(service, &map, error) : err;
    err = err == ERR_OK ? people_reseat(service, old, &map, error) : err;
    err = err == ERR_OK ? statistics_settle(service, true, error) : err;
    err = err == ERR_OK ? remember_person(service, goes, error) : err;
    people_map_release(&map);
    return err;
}

struct parting {
    struct service *service;
    struct span author;
    struct span handle; /* of whom the merge must have made another; empty: of anybody */
    int64_t merge;      /* 0: the one that made `handle` another */
    struct unmerged *out;
};

/* Finds what is to be undone, and checks that it can be. */
static enum err find_parting(struct parting *parting, const struct people_map *map, const struct people_slot **goes,
                             struct error *error)
{
    struct span handle = span_starts(parting->handle, "@") ? span_skip(parting->handle, 1) : parting->handle;
    const struct people_slot *who = handle.len > 0 ? people_map_find(map, handle) : NULL;
    if (handle.len > 0 && !who) {
        return error_raise_span(error, &SERVICE_MSG_NO_PERSON, parting->handle);
    }
    if (parting->merge == 0 && who && who->link == 0) {
        return error_raise_span(error, &SERVICE_MSG_NOT_MERGED, parting->handle);
    }
    parting->merge = parting->merge == 0 && who ? who->link : parting->merge;
    enum err err = find_linked(parting->service, map, parting->merge, goes, error);
    if (err != ERR_OK) {
        return err;
    }
    if (who && *goes != who) {
        err = error_raise_int(error, &SERVICE_MSG_OTHER_MERGE, parting->merge);
        error_add(error, parting->handle);
        return err;
    }
    return claim_names(parting->service, map, *goes, false, error);
}

static enum err unmerge_with(struct parting *parting, const struct people_map *map, struct error *error)
{
    struct service *service = parting->service;
    const struct people_slot *goes = NULL;
    enum err err = find_parting(parting, map, &goes, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct people_slot *stays = people_map_by_id(map, goes->target);
    memcpy(parting->out->handle, goes->handle, PERSON_HANDLE);
    memcpy(parting->out->from, stays ? stays->handle : "", stays ? PERSON_HANDLE : 1);
    err = remember_live(service, goes->target, error);
    if (err != ERR_OK) {
        return err;
    }
    err = append_unmerge(service, parting->author, parting->merge, &parting->out->seq, error);
    if (err != ERR_OK) {
        return err;
    }
    err = claim_names(service, map, goes, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = part(service, goes->target, goes->id, error);
    return err == ERR_OK ? store_person_games(service->store, goes->id, &parting->out->games, error) : err;
}

static enum err unmerge(struct parting *parting, struct error *error)
{
    struct people_map map;
    struct service *service = parting->service;
    enum err err = people_map_load(&map, service->options.allocator, service->store, NULL, NULL, error);
    err = err == ERR_OK ? unmerge_with(parting, &map, error) : err;
    people_map_release(&map);
    return err;
}

enum err service_person_unmerge(struct service *service, struct span author, struct span handle, int64_t merge,
                                struct unmerged *out, struct error *error)
{
    struct parting parting = {service, author, handle, merge, out};
    *out = (struct unmerged){.seq = 0};
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    err = end_write(service, unmerge(&parting, error), error);
    out->seq = err == ERR_OK ? out->seq : 0;
    return err;
}

/* ---- two people ---- */

static enum err tell_apart(struct service *service, struct span one, struct span other, struct error *error)
{
    struct pair pair;
    enum err err = find_pair(service, one, other, &pair, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    return store_two_add(service->store, pair.person, pair.target, error);
}

enum err service_people_two(struct service *service, struct span one, struct span other, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, tell_apart(service, one, other, error), error) : err;
}
