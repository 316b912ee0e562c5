/* Rebuild: the tables are made anew beside what stands; then compared, then mended. */
#include "service/messages.h"
#include "service/rebuild_internal.h"

#include "base/banned.h"

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
    bool all = false;
    enum err err = rebuild_advance(rebuild, &all, error);
    if (err != ERR_OK || !all) {
        return err;
    }
    err = tally_flush(&service->tally, service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    slice_begin(&rebuild->slice, rebuild->options->slice);
    return store_shadow_compare(service->store, comparison, error);
}

/* One pass over the tables of these parts. */
static enum err compare_tables(struct rebuild *rebuild, unsigned parts, bool mend, struct error *error)
{
    struct store_comparison comparison = {.parts = parts,
                                          .mend = mend,
                                          .pause = rebuild_pauses,
                                          .fn = mend ? NULL : report_difference,
                                          .context = rebuild};
    enum err err = ERR_OK;
    while (err == ERR_OK && !comparison.done) {
        err = rebuild_slice(rebuild, mend, compare_slice, &comparison, error);
    }
    store_comparison_end(rebuild->service->store, &comparison);
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
        err = rebuild_slice(rebuild, true, mend_seen, &mending, error);
    }
    return err;
}

static enum err write_stale(struct rebuild *rebuild, void *word, struct error *error)
{
    struct store *store = rebuild->service->store;
    enum err err = store_history_clear(store, error); /* fitted anew in the background: see history.h */
    return err == ERR_OK ? store_setting_set(store, "derived-stale", *(struct span *)word, error) : err;
}

/* `derived-stale` as it is in the database: a writer that opens it while that is 1 makes the tables anew. */
static enum err set_stale(struct rebuild *rebuild, bool stale, struct error *error)
{
    struct span word = stale ? SPAN_LITERAL("1") : SPAN_LITERAL("0");
    return rebuild_slice(rebuild, true, write_stale, &word, error);
}

/*
 * Tables that are made anew because the program is another one, which nobody asked for, do not bring tiles with them:
 * those are the same in every version, and one that the log contradicts is what an audit is to find.
 */
static enum err mend(struct rebuild *rebuild, bool unasked, struct error *error)
{
    unsigned parts = unasked ? STORE_ALL & ~(unsigned)STORE_TREE : STORE_ALL;
    enum err err = set_stale(rebuild, true, error);
    if (err != ERR_OK) {
        return err;
    }
    err = compare_tables(rebuild, parts, true, error);
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
    enum err err = compare_tables(rebuild, STORE_ALL, false, error);
    return err == ERR_OK ? rebuild_slice(rebuild, false, report_seen, NULL, error) : err;
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
    err = rebuild_fill(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    bool unasked = stale && options->force && !options->difference;
    err = unasked ? ERR_OK : compare(rebuild, error);
    if (err != ERR_OK) {
        return err;
    }
    err = options->force && (stale || summary->differences > 0) ? mend(rebuild, unasked, error) : ERR_OK;
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
