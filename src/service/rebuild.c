/* Rebuild: people and merges, every game in order, the tree, beside what stands; then compare, then mend. */
#include "service/rebuild.h"

#include "service/internal.h"
#include "service/known.h"
#include "service/messages.h"
#include "service/people_map.h"
#include "service/slice.h"

#include "base/banned.h"

struct rebuild {
    struct service *service;
    const struct rebuild_options *options;
    struct rebuild_summary *summary;
    struct people_map people; /* as the log of `known_size` entries has them */
    struct story story;
    struct tree tree; /* of the entries that are in the shadow */
    struct known known;
    struct slice slice;
    int64_t people_size; /* of the log that the shadow's merges are of */
    int64_t size;        /* of the log, in this transaction */
    bool sliced;         /* in transactions of its own */
    bool locked;         /* the present one may write */
};

/* ---- slices ---- */

static enum err begin_slice(struct rebuild *rebuild, bool lock, struct error *error)
{
    struct store *store = rebuild->service->store;
    enum err err = ERR_OK;
    if (rebuild->sliced) {
        err = lock ? store_begin(store, error) : store_begin_reading(store, error);
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

/* One transaction, or a part of the group's. */
typedef enum err slice_fn(struct rebuild *rebuild, void *context, struct error *error);

static enum err in_slice(struct rebuild *rebuild, bool lock, slice_fn *fn, void *context, struct error *error)
{
    enum err err = begin_slice(rebuild, lock, error);
    return end_slice(rebuild, err == ERR_OK ? fn(rebuild, context, error) : err, error);
}

static bool is_over(void *context)
{
    struct rebuild *rebuild = context;
    return slice_over(&rebuild->slice) && rebuild->sliced;
}

/* ---- filling the shadow ---- */

/* Whoever stood for themselves in the map before and does not now: the shadow follows. `before` may be empty. */
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

/* Everybody as the log of this transaction has them. */
static enum err meet_people(struct rebuild *rebuild, struct error *error)
{
    struct people_map before = rebuild->people;
    if (before.room > 0 && rebuild->people_size == rebuild->size) {
        return ERR_OK;
    }
    struct service *service = rebuild->service;
    enum err err = people_map_load(&rebuild->people, service->options.allocator, service->store, NULL, NULL, error);
    err = err == ERR_OK ? follow_merges(rebuild, &before, error) : err;
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
    if (err != ERR_OK || entry->game == 0) {
        return err;
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
    if (entry->seq != (int64_t)rebuild->tree.whole.size + 1) {
        return error_raise_int(error, &SERVICE_MSG_NO_ENTRY, (int64_t)rebuild->tree.whole.size + 1);
    }
    enum err err = add_entry(rebuild, entry, error);
    if (rebuild->options->progress && (entry->seq % 256 == 0 || entry->seq == rebuild->size)) {
        rebuild->options->progress(rebuild->options->context, entry->seq, rebuild->size);
    }
    if (err != ERR_OK) {
        return err;
    }
    return !rebuild->locked && is_over(rebuild) ? ERR_END : ERR_OK;
}

/* Entries that are not in the shadow yet, to the end of the log or of the slice; under the lock, to the end. */
static enum err advance(struct rebuild *rebuild, struct error *error)
{
    int64_t first = (int64_t)rebuild->tree.whole.size + 1;
    enum err err = meet_people(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    return first <= rebuild->size
               ? store_entries(rebuild->service->store, first, rebuild->size, rebuild_entry, rebuild, error)
               : ERR_OK;
}

static bool has_all(const struct rebuild *rebuild)
{
    return (int64_t)rebuild->tree.whole.size == rebuild->size;
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
    enum err err = advance(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    *(bool *)full = has_all(rebuild);
    return has_all(rebuild) ? tally_flush(&rebuild->service->tally, rebuild->service->store, error) : ERR_OK;
}

static enum err fill_shadow(struct rebuild *rebuild, struct error *error)
{
    enum err err = in_slice(rebuild, false, open_shadow, NULL, error);
    bool full = false;
    while (err == ERR_OK && !full) {
        err = in_slice(rebuild, false, fill_slice, &full, error);
    }
    return err;
}

/* ---- comparing and mending ---- */

static enum err report_difference(void *context, struct span table, struct span key, struct span column,
                                  struct span stored, struct span rebuilt, struct error *error)
{
    (void)error;
    struct rebuild *rebuild = context;
    struct rebuild_difference difference = {table, key, column, stored, rebuilt};
    if (rebuild->options->difference) {
        rebuild->options->difference(rebuild->options->context, &difference);
    }
    return ERR_OK;
}

static enum err report_hash(struct rebuild *rebuild, const uint8_t *hash, int64_t game, bool lacking)
{
    char memory[2 * STORE_SEEN_SIZE + 32];
    struct strbuf key;
    strbuf_wrap(&key, memory, sizeof(memory));
    strbuf_int(&key, game);
    strbuf_add_char(&key, '/');
    strbuf_hex(&key, hash, STORE_SEEN_SIZE);
    rebuild->summary->differences++;
    return report_difference(rebuild, SPAN_LITERAL("seen"), strbuf_span(&key), SPAN_LITERAL("*"),
                             lacking ? SPAN_LITERAL("absent") : SPAN_LITERAL("present"),
                             lacking ? SPAN_LITERAL("present") : SPAN_LITERAL("absent"), NULL);
}

static enum err report_lacking(void *context, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    (void)error;
    return report_hash(context, hash, game, true);
}

static enum err report_stray(void *context, const uint8_t hash[STORE_SEEN_SIZE], int64_t game, struct error *error)
{
    (void)error;
    return report_hash(context, hash, game, false);
}

/* Each slice begins by bringing the shadow to the end of the log. */
static enum err compare_slice(struct rebuild *rebuild, void *comparison, struct error *error)
{
    struct service *service = rebuild->service;
    enum err err = advance(rebuild, error);
    if (err != ERR_OK || !has_all(rebuild)) {
        return err;
    }
    err = tally_flush(&service->tally, service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    slice_begin(&rebuild->slice, rebuild->options->slice);
    return store_shadow_compare(service->store, comparison, error);
}

/* One pass over all tables. */
static enum err compare_tables(struct rebuild *rebuild, bool mend, struct error *error)
{
    struct store_comparison comparison = {.parts = STORE_ALL,
                                          .mend = mend,
                                          .pause = is_over,
                                          .fn = mend ? NULL : report_difference,
                                          .context = rebuild};
    enum err err = ERR_OK;
    while (err == ERR_OK && !comparison.done) {
        err = in_slice(rebuild, mend, compare_slice, &comparison, error);
    }
    store_comparison_end(&comparison);
    rebuild->summary->differences += mend ? 0 : comparison.differences;
    return err;
}

/* What imports are recognised by is reported. */
static enum err report_seen(struct rebuild *rebuild, void *unused, struct error *error)
{
    (void)unused;
    struct store *store = rebuild->service->store;
    enum err err = store_seen_strays(store, report_stray, rebuild, error);
    return err == ERR_OK ? store_lacking(store, report_lacking, rebuild, error) : err;
}

struct seen_mending {
    bool begun;
    bool left; /* rows to add */
};

/* The same is mended, a few thousand rows at a time. */
static enum err mend_seen(struct rebuild *rebuild, void *context, struct error *error)
{
    enum { AT_ONCE = 4096 };
    struct store *store = rebuild->service->store;
    struct seen_mending *mending = context;
    enum err err = mending->begun ? ERR_OK : store_seen_strays_forget(store, error);
    if (err != ERR_OK) {
        return err;
    }
    mending->begun = true;
    return store_lacking_mend(store, AT_ONCE, &mending->left, error);
}

static enum err mend_all_seen(struct rebuild *rebuild, struct error *error)
{
    struct seen_mending mending = {.left = true};
    enum err err = ERR_OK;
    while (err == ERR_OK && mending.left) {
        err = in_slice(rebuild, true, mend_seen, &mending, error);
    }
    return err;
}

static enum err write_stale(struct rebuild *rebuild, void *word, struct error *error)
{
    struct store *store = rebuild->service->store;
    enum err err = store_history_clear(store, error); /* fitted anew by whoever has the time: see history.h */
    return err == ERR_OK ? store_setting_set(store, "derived-stale", *(struct span *)word, error) : err;
}

/* `derived-stale` as it is in the database: whoever opens it to write while that is 1 makes the tables anew. */
static enum err set_stale(struct rebuild *rebuild, bool stale, struct error *error)
{
    struct span word = stale ? SPAN_LITERAL("1") : SPAN_LITERAL("0");
    return in_slice(rebuild, true, write_stale, &word, error);
}

static enum err mend(struct rebuild *rebuild, struct error *error)
{
    enum err err = set_stale(rebuild, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = compare_tables(rebuild, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = mend_all_seen(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    return set_stale(rebuild, false, error);
}

/* Reports the differences, and counts them. */
static enum err compare(struct rebuild *rebuild, struct error *error)
{
    enum err err = compare_tables(rebuild, false, error);
    return err == ERR_OK ? in_slice(rebuild, false, report_seen, NULL, error) : err;
}

static enum err run(struct rebuild *rebuild, struct error *error)
{
    const struct rebuild_options *options = rebuild->options;
    struct rebuild_summary *summary = rebuild->summary;
    bool stale = false;
    enum err err = service_stale(rebuild->service, &stale, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_shadow(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    bool unasked = stale && options->force && !options->difference;
    err = unasked ? ERR_OK : compare(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    err = options->force && (stale || summary->differences > 0) ? mend(rebuild, error) : ERR_OK;
    summary->swapped = err == ERR_OK && (options->force || (!stale && summary->differences == 0));
    return err;
}

/* The shadow goes, whatever came of it. */
static void close_shadow(struct rebuild *rebuild)
{
    struct service *service = rebuild->service;
    struct error ignored;
    if (store_has_shadow(service->store) && store_shadow_drop(service->store, &ignored) != ERR_OK) {
        service->writes =
            false; /* it still stands in front of the real tables: better no writer than one beside them */
    }
    tally_clear(&service->tally);
}

enum err service_rebuild(struct service *service, const struct rebuild_options *options,
                         struct rebuild_summary *summary, struct error *error)
{
    struct rebuild rebuild = {.service = service, .options = options, .summary = summary, .sliced = !service->group};
    *summary = (struct rebuild_summary){.games = 0};
    if (!service->writes) {
        return error_raise(error, &SERVICE_MSG_READ_ONLY);
    }
    enum err err = service->group ? begin_write(service, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    story_init(&rebuild.story, service->options.allocator);
    tree_init(&rebuild.tree);
    known_init(&rebuild.known, service->options.allocator, service->store, &rebuild.people, &service->finder.source);
    memcpy(rebuild.known.key, service->seen_key, sizeof(rebuild.known.key));
    if (service->group) {
        first_write(service);
    }
    err = run(&rebuild, error);
    close_shadow(&rebuild);
    if (summary->swapped) {
        service->tree = rebuild.tree; /* it was read out of tiles that may have been wrong */
        live_forget_all(service);
        fits_release(service);
    }
    if (service->group) {
        err = end_write(service, err, error);
    }
    people_map_release(&rebuild.people);
    story_release(&rebuild.story);
    known_release(&rebuild.known);
    return err;
}
