/* The shadow of a rebuild: people and merges, every game in order, the tree, beside what stands. */
#include "service/kinds.h"
#include "service/messages.h"
#include "service/rebuild_internal.h"
#include "service/season_text.h"

#include "base/banned.h"

/* ---- slices ---- */

static enum err begin_slice(struct rebuild *rebuild, bool lock, struct error *error)
{
    struct store *store = rebuild->service->store;
    enum err err = ERR_OK;
    if (rebuild->sliced) {
        err = lock ? store_begin(store, error) : store_begin_reading(store, error);
        err = lock && err == ERR_OK ? check_not_moved(rebuild->service, error) : err;
    }
    rebuild->locked = lock;
    slice_begin(&rebuild->slice, rebuild->options->slice);
    return err == ERR_OK ? store_log_size(store, &rebuild->size, error) : err;
}

/* Commits, or rolls back when `err` is a failure. */
static enum err end_slice(struct rebuild *rebuild, enum err err, struct error *error)
{
    struct store *store = rebuild->service->store;
    if (!rebuild->sliced) {
        return err;
    }
    if (err != ERR_OK) {
        store_rollback(store);
        return err;
    }
    err = store_commit(store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (rebuild->options->between) {
        rebuild->options->between(rebuild->options->context);
    }
    if (rebuild->locked) {
        give_way();
    }
    return ERR_OK;
}

enum err rebuild_slice(struct rebuild *rebuild, bool lock, slice_fn *fn, void *context, struct error *error)
{
    enum err err = begin_slice(rebuild, lock, error);
    return end_slice(rebuild, err == ERR_OK ? fn(rebuild, context, error) : err, error);
}

bool rebuild_pauses(void *context)
{
    struct rebuild *rebuild = context;
    return slice_over(&rebuild->slice) && rebuild->sliced;
}

/* ---- filling the shadow ---- */

/* Merges of people who were not merged in `before`: the shadow follows. `before` may be empty. */
static enum err follow_merges(struct rebuild *rebuild, const struct people_map *before, struct error *error)
{
    struct service *service = rebuild->service;
    for (size_t i = 0; i < rebuild->people.room; i++) {
        const struct people_slot *slot = &rebuild->people.slots[i];
        if (slot->handle[0] == '\0' || slot->target == slot->id) {
            continue;
        }
        const struct people_slot *was = before->room > 0 ? people_map_find(before, span_from(slot->handle)) : NULL;
        if (was && was->target != was->id) {
            continue; /* follows whom it had become */
        }
        enum err err = statistics_merge(service, slot->id, slot->target, error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_alias_set(service->store, slot->id, slot->target, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Titles and their names go to the shadow; games that are there already follow a merge of their title. */
static enum err follow_titles(struct rebuild *rebuild, struct error *error)
{
    struct service *service = rebuild->service;
    const struct title_map *titles = &rebuild->people.titles;
    for (size_t i = 0; i < titles->count; i++) {
        const struct title_slot *slot = &titles->titles[i];
        struct span target = span_from(titles->titles[slot->target].id);
        struct store_title title = {span_from(slot->id), span_from(slot->name), target};
        enum err err = store_title_put(service->store, &title, error);
        if (err != ERR_OK) {
            return err;
        }
        err = slot->target != i ? title_move(service, title.id, target, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    for (size_t i = 0; i < titles->names_count; i++) {
        const struct title_name *name = &titles->names[i];
        enum err err = store_title_name_put(service->store, span_from(name->folded),
                                            span_from(titles->titles[name->title].id), error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/*
 * Somebody undid a merge while this goes on: aliases are those of the log, and the games of everybody who was another
 * are looked at one by one. What is in the shadow may be older than the story that says who sits there; such a game has
 * later entries, and is derived again when they come.
 */
static enum err follow_all(struct rebuild *rebuild, const struct people_map *before, struct error *error)
{
    struct service *service = rebuild->service;
    enum err err = tally_flush(&service->tally, service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = aliases_follow(service, &rebuild->people, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < rebuild->people.room; i++) {
        const struct people_slot *slot = &rebuild->people.slots[i];
        const struct people_slot *was =
            slot->handle[0] != '\0' ? people_map_find(before, span_from(slot->handle)) : NULL;
        if (was && was->target != slot->target) {
            err = people_reseat(service, was->target, &rebuild->people, error);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return tally_flush(&service->tally, service->store, error);
}

static enum err follow_people(struct rebuild *rebuild, const struct people_map *before, struct error *error)
{
    bool parted = before->room > 0 && before->parted != rebuild->people.parted;
    return parted ? follow_all(rebuild, before, error) : follow_merges(rebuild, before, error);
}

/* Everybody as the log of this transaction has them. */
static enum err meet_people(struct rebuild *rebuild, struct error *error)
{
    struct people_map before = rebuild->people;
    if (before.room > 0 && rebuild->people_size == rebuild->size) {
        return ERR_OK;
    }
    struct service *service = rebuild->service;
    enum err err = people_map_load(&rebuild->people, service->options.allocator, service->store, NULL, NULL, error);
    err = err == ERR_OK ? follow_people(rebuild, &before, error) : err;
    err = err == ERR_OK ? follow_titles(rebuild, error) : err;
    rebuild->people_size = rebuild->size;
    people_map_release(&before);
    return err;
}

/* A finished game that an import would not recognise is noted. */
static enum err check_known(struct rebuild *rebuild, const struct record *record, struct error *error)
{
    struct service *service = rebuild->service;
    uint8_t hash[KEYED_HASH_SIZE];
    bool found = true;
    if (!game_status_is(service->derived.game.status, GAME_FINISHED)) {
        return ERR_OK;
    }
    enum err err = known_find(&rebuild->known, &rebuild->story, record, &service->replay, hash, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    return found ? ERR_OK : store_lacking_add(service->store, hash, rebuild->story.id, error);
}

static enum err rebuild_game(struct rebuild *rebuild, int64_t game, struct error *error)
{
    struct service *service = rebuild->service;
    struct record record;
    struct seating seating;
    enum err err = story_load(service->store, game, &rebuild->story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = story_play(&rebuild->story, &service->finder.source, &service->reader, &service->replay, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = people_map_seat(&rebuild->people, &record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    err = derive_and_put(service, &rebuild->story, &record, &service->replay, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tally_is_large(&service->tally) ? tally_flush(&service->tally, service->store, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return check_known(rebuild, &record, error);
}

static enum err see_last(void *context, const struct store_game *game, struct error *error)
{
    (void)error;
    *(int64_t *)context = game->last;
    return ERR_OK;
}

/* A later entry of a game: it was there when the game was derived, or the game is derived again. */
static enum err follow_entry(struct rebuild *rebuild, const struct store_entry *entry, struct error *error)
{
    int64_t last = 0;
    enum err err = store_game(rebuild->service->store, entry->game, see_last, &last, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    return last >= entry->seq ? ERR_OK : rebuild_game(rebuild, entry->game, error);
}

/* The next entry joins the tree, and the shadow what it says of a game. */
static enum err add_entry(struct rebuild *rebuild, const struct store_entry *entry, struct error *error)
{
    struct merkle_hash leaf;
    memcpy(leaf.byte, entry->leaf, SHA256_SIZE);
    enum err err = tree_append(&rebuild->tree, &leaf, tree_put_tile, rebuild->service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    if (entry->game == 0) {
        bool season = entry_kind_concerns(entry->kind, ABOUT_SEASONS);
        return season ? season_enter(rebuild->service->store, entry, error) : ERR_OK;
    }
    if (entry->seq != entry->game) {
        return follow_entry(rebuild, entry, error);
    }
    rebuild->summary->games++;
    return rebuild_game(rebuild, entry->game, error);
}

static enum err rebuild_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct rebuild *rebuild = context;
    if (entry->seq != (int64_t)rebuild->tree.log.size + 1) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, (int64_t)rebuild->tree.log.size + 1);
    }
    enum err err = add_entry(rebuild, entry, error);
    if (rebuild->options->progress && (entry->seq % 256 == 0 || entry->seq == rebuild->size)) {
        rebuild->options->progress(rebuild->options->context, entry->seq, rebuild->size);
    }
    if (err != ERR_OK) {
        return err;
    }
    return !rebuild->locked && rebuild_pauses(rebuild) ? ERR_END : ERR_OK;
}

enum err rebuild_advance(struct rebuild *rebuild, bool *all, struct error *error)
{
    int64_t first = (int64_t)rebuild->tree.log.size + 1;
    enum err err = meet_people(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    if (first <= rebuild->size) {
        err = store_entries(rebuild->service->store, first, rebuild->size, rebuild_entry, rebuild, error);
    }
    *all = (int64_t)rebuild->tree.log.size == rebuild->size;
    return err;
}

static enum err open_shadow(struct rebuild *rebuild, void *unused, struct error *error)
{
    (void)unused;
    struct service *service = rebuild->service;
    enum err err = tally_flush(&service->tally, service->store, error); /* of a group that goes on: not the shadow's */
    if (err != ERR_OK) {
        return err;
    }
    err = store_shadow_open(service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    /* Before the games: one of the past has its month walked through again. */
    return store_shadow_index(service->store, error);
}

static enum err fill_slice(struct rebuild *rebuild, void *full, struct error *error)
{
    bool *all = full;
    enum err err = rebuild_advance(rebuild, all, error);
    if (err != ERR_OK) {
        return err;
    }
    return *all ? tally_flush(&rebuild->service->tally, rebuild->service->store, error) : ERR_OK;
}

enum err rebuild_fill(struct rebuild *rebuild, struct error *error)
{
    enum err err = rebuild_slice(rebuild, false, open_shadow, NULL, error);
    bool full = false;
    while (err == ERR_OK && !full) {
        err = rebuild_slice(rebuild, false, fill_slice, &full, error);
    }
    return err;
}
