/* Rebuild: people and merges, every game in order, the tree; then compare and swap. */
#include "service/rebuild.h"

#include "service/internal.h"
#include "service/messages.h"
#include "service/people_map.h"

#include "base/banned.h"

struct rebuild {
    struct service *service;
    const struct rebuild_options *options;
    struct rebuild_summary *summary;
    struct people_map people;
    struct story story;
    struct tree tree;
    int64_t size;
};

static enum err rebuild_game(struct rebuild *rebuild, int64_t game, struct error *error)
{
    struct service *service = rebuild->service;
    struct record record;
    struct seating seating;
    enum err err = story_load(service->store, game, &rebuild->story, error);
    if (err == ERR_OK) {
        err = story_play(&rebuild->story, &service->finder.source, &service->reader, &service->replay, &record, error);
    }
    if (err == ERR_OK) {
        err = people_map_seat(&rebuild->people, &record, &seating, error);
    }
    if (err == ERR_OK) {
        err = derive_and_put(service, &rebuild->story, &record, &service->replay, &seating, error);
    }
    rebuild->summary->games++;
    return err;
}

static enum err rebuild_entry(void *context, const struct store_entry *entry, struct error *error)
{
    struct rebuild *rebuild = context;
    struct merkle_hash leaf;
    if (entry->seq != (int64_t)rebuild->tree.whole.size + 1) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, (int64_t)rebuild->tree.whole.size + 1);
    }
    memcpy(leaf.byte, entry->leaf, SHA256_SIZE);
    enum err err = tree_append(&rebuild->tree, &leaf, tree_put_tile, rebuild->service->store, error);
    if (err == ERR_OK && entry->seq == entry->game) {
        err = rebuild_game(rebuild, entry->game, error);
    }
    if (rebuild->options->progress && (entry->seq % 256 == 0 || entry->seq == rebuild->size)) {
        rebuild->options->progress(rebuild->options->context, entry->seq, rebuild->size);
    }
    return err;
}

/* The merges, as the people map followed them. */
static enum err rebuild_aliases(struct rebuild *rebuild, struct error *error)
{
    enum err err = ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < rebuild->people.room; i++) {
        const struct people_slot *slot = &rebuild->people.slots[i];
        if (slot->handle[0] != '\0' && slot->target != slot->id) {
            err = store_alias_set(rebuild->service->store, slot->id, slot->target, error);
        }
    }
    return err;
}

static enum err hear_difference(void *context, struct span table, struct span key, struct span column,
                                struct span stored, struct span rebuilt, struct error *error)
{
    (void)error;
    struct rebuild *rebuild = context;
    struct rebuild_difference difference = {table, key, column, stored, rebuilt};
    rebuild->summary->differences++;
    if (rebuild->options->difference) {
        rebuild->options->difference(rebuild->options->context, &difference);
    }
    return ERR_OK;
}

static enum err fill_shadow(struct rebuild *rebuild, struct error *error)
{
    struct service *service = rebuild->service;
    enum err err = store_log_size(service->store, &rebuild->size, error);
    if (err == ERR_OK) {
        err = tally_flush(&service->tally, service->store, error); /* of a group that goes on: not the shadow's */
    }
    if (err == ERR_OK) {
        err = people_map_load(&rebuild->people, service->options.allocator, service->store, NULL, NULL, error);
    }
    if (err == ERR_OK) {
        err = store_shadow_open(service->store, error);
    }
    if (err == ERR_OK) {
        err = rebuild_aliases(rebuild, error);
    }
    if (err == ERR_OK) {
        err = store_entries(service->store, 1, rebuild->size, rebuild_entry, rebuild, error);
    }
    if (err == ERR_OK) {
        err = tally_flush(&service->tally, service->store, error);
    }
    return err == ERR_OK ? store_shadow_compare(service->store, hear_difference, rebuild, error) : err;
}

enum err service_rebuild(struct service *service, const struct rebuild_options *options,
                         struct rebuild_summary *summary, struct error *error)
{
    struct rebuild rebuild = {.service = service, .options = options, .summary = summary};
    *summary = (struct rebuild_summary){.games = 0};
    story_init(&rebuild.story, service->options.allocator);
    tree_init(&rebuild.tree);
    enum err err = begin_write(service, error);
    if (err == ERR_OK) {
        first_write(service);
        err = fill_shadow(&rebuild, error);
        if (err == ERR_OK) {
            summary->swapped = summary->differences == 0 || options->force;
            err =
                summary->swapped ? store_shadow_swap(service->store, error) : store_shadow_drop(service->store, error);
        }
        if (err == ERR_OK && summary->swapped) {
            service->tree = rebuild.tree; /* it was read out of the tiles that have just been replaced */
        }
        err = end_write(service, err, error);
    }
    if (err != ERR_OK) {
        summary->swapped = false;
    }
    people_map_release(&rebuild.people);
    story_release(&rebuild.story);
    return err;
}
