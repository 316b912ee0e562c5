/* One life of a database. Every step returns what the store said; nothing is asserted until scenario_check. */
#include "support/cmocka.h"

#include "support/scenario.h"

#include "support/scene.h"

#include <unistd.h>

struct life {
    struct scenario *scenario;
    struct store *store;
};

/* The derived rows of entry `i`, which is also a game. */
static enum err derive(struct store *store, int64_t i, struct error *error)
{
    struct scene_game game;
    scene_game(i, 1 + i % 2, 2, &game);
    enum err err = store_game_put(store, &game.game, game.seats, 2, span_of(game.facts, sizeof(game.facts)), error);
    if (err == ERR_OK && i % SCENARIO_BATCH == 0) {
        err = store_tile_put(store, 1, i / SCENARIO_BATCH - 1, (const uint8_t *)game.digest, error);
    }
    return err;
}

static enum err write_entry(struct store *store, int64_t i, struct error *error)
{
    struct store_entry entry;
    char body[64];
    uint8_t hash[STORE_SEEN_SIZE];
    memset(hash, (int)i, sizeof(hash));
    scene_entry(i, "import", i, body, &entry);
    enum err err = store_entry_add(store, &entry, error);
    if (err == ERR_OK) {
        err = store_aside_add(store, i, 0, SPAN_LITERAL("note"), entry.body, error);
    }
    if (err == ERR_OK) {
        err = store_seen_add(store, hash, i, error);
    }
    return err == ERR_OK ? derive(store, i, error) : err;
}

static enum err add_people(struct store *store, struct error *error)
{
    static const char *const names[] = {"anna", "bo", "cy"};
    enum err err = ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < sizeof(names) / sizeof(names[0]); i++) {
        int64_t id = 0;
        struct span name = span_from(names[i]);
        err = store_person_add(store, name, name, name, 1, &id, error);
    }
    return err;
}

static enum err batch(struct store *store, int64_t first, struct error *error)
{
    enum err err = first == 1 ? add_people(store, error) : ERR_OK;
    for (int64_t i = first; err == ERR_OK && i < first + SCENARIO_BATCH; i++) {
        err = store_mark(store, error);
        if (err == ERR_OK) {
            err = write_entry(store, i, error);
        }
        if (err == ERR_OK && i % 3 == 0) { /* second thoughts */
            store_undo(store);
            err = write_entry(store, i, error);
        } else if (err == ERR_OK) {
            err = store_keep(store, error);
        }
    }
    return err;
}

/* ---- the steps ---- */

static enum err step_open(struct life *life, enum store_mode mode, bool check, struct error *error)
{
    store_close(life->store);
    return store_open(&life->store, life->scenario->path, mode, life->scenario->options, check, error);
}

static enum err step_create(struct life *life, struct error *error)
{
    return step_open(life, STORE_CREATE, false, error);
}

static enum err step_batch(struct life *life, struct error *error)
{
    struct scenario *scenario = life->scenario;
    enum err err = store_begin(life->store, error);
    if (err == ERR_OK) {
        err = batch(life->store, scenario->acked + 1, error);
    }
    if (err == ERR_OK) {
        scenario->tried = scenario->acked + SCENARIO_BATCH;
        err = store_commit(life->store, error);
    }
    if (err == ERR_OK) {
        scenario->acked = scenario->tried;
    }
    return err;
}

static enum err no_difference(void *context, struct span table, struct span key, struct span column, struct span stored,
                              struct span rebuilt, struct error *error)
{
    (void)context;
    (void)error;
    fail_msg("%.*s %.*s %.*s: %.*s is %.*s", (int)table.len, table.ptr, (int)key.len, key.ptr, (int)column.len,
             column.ptr, (int)rebuilt.len, rebuilt.ptr, (int)stored.len, stored.ptr);
    return ERR_OK;
}

static enum err rebuild(struct store *store, int64_t size, bool mend, struct error *error)
{
    enum err err = store_shadow_open(store, error);
    for (int64_t i = 1; err == ERR_OK && i <= size; i++) {
        err = derive(store, i, error);
    }
    struct store_comparison comparison = {.parts = STORE_ALL, .mend = mend, .fn = no_difference};
    err = err == ERR_OK ? store_shadow_compare(store, &comparison, error) : err;
    store_comparison_end(store, &comparison);
    return err;
}

static enum err step_rebuild(struct life *life, struct error *error)
{
    enum err err = store_begin(life->store, error);
    if (err == ERR_OK) {
        err = rebuild(life->store, life->scenario->acked, true, error);
    }
    if (err == ERR_OK) {
        err = store_shadow_drop(life->store, error);
    }
    return err == ERR_OK ? store_commit(life->store, error) : err;
}

static enum err step_backup(struct life *life, struct error *error)
{
    enum err err = store_backup(life->store, life->scenario->backup, NULL, NULL, error);
    if (err == ERR_CONFLICT) { /* an earlier try failed after the file had its name */
        (void)unlink(life->scenario->backup);
        err = store_backup(life->store, life->scenario->backup, NULL, NULL, error);
    }
    life->scenario->backed_up = err == ERR_OK;
    return err;
}

static enum err step_flush(struct life *life, struct error *error)
{
    return store_flush(life->store, error);
}

static enum err step_reopen(struct life *life, struct error *error)
{
    return step_open(life, STORE_WRITE, true, error);
}

static enum err count_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    struct store_entry expected;
    char body[64];
    int64_t *next = context;
    scene_entry(*next, "import", *next, body, &expected);
    assert_int_equal(entry->seq, *next);
    assert_true(span_equal(entry->body, expected.body));
    assert_memory_equal(entry->leaf, expected.leaf, SHA256_SIZE);
    ++*next;
    return ERR_OK;
}

static enum err step_read(struct life *life, struct error *error)
{
    int64_t next = 1;
    struct span facts;
    enum err err = store_entries(life->store, 1, INT64_MAX, count_entry, &next, error);
    return err == ERR_OK ? store_facts(life->store, 1, &facts, error) : err;
}

enum err scenario_run(struct scenario *scenario, struct error *error)
{
    typedef enum err step_fn(struct life * life, struct error * error);
    static step_fn *const steps[] = {step_create, step_batch,  step_batch, step_flush,  step_batch, step_rebuild,
                                     step_batch,  step_backup, step_batch, step_reopen, step_read};
    struct life life = {scenario, NULL};
    enum err err = ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < sizeof(steps) / sizeof(steps[0]); i++) {
        err = steps[i](&life, error);
        for (unsigned again = 0; err != ERR_OK && again < scenario->retries; again++) {
            if (life.store) {
                store_rollback(life.store);
            }
            err = steps[i](&life, error);
        }
    }
    store_close(life.store);
    return err;
}

/* ---- afterwards ---- */

/* Everything there is about the first `size` entries, and nothing else. */
static void check_store(struct store *store, int64_t size, bool full)
{
    struct error error = {.message = NULL};
    int64_t next = 1;
    int64_t game = 0;
    int64_t id = 0;
    uint8_t hash[STORE_SEEN_SIZE];
    MUST(store_check(store, full, NULL, NULL, &error));
    MUST(store_entries(store, 1, INT64_MAX, count_entry, &next, &error));
    assert_int_equal(next, size + 1);
    for (int64_t i = 1; i <= SCENARIO_ENTRIES; i++) {
        memset(hash, (int)i, sizeof(hash));
        enum err err = store_seen_find(store, hash, &game, &error);
        assert_int_equal(err, i <= size ? ERR_OK : ERR_NOT_FOUND);
    }
    enum err err = store_person_by_handle(store, SPAN_LITERAL("cy"), &id, &error);
    assert_int_equal(err, size > 0 ? ERR_OK : ERR_NOT_FOUND);
    MUST(store_begin(store, &error));
    MUST(rebuild(store, size, false, &error));
    store_rollback(store);
}

void scenario_check(const struct scenario *scenario)
{
    struct error error = {.message = NULL};
    struct store_options usual = {.allocator = &allocator_heap};
    struct store *store = NULL;
    int64_t size = 0;
    MUST(store_open(&store, scenario->path, STORE_CREATE, &usual, true, &error));
    MUST(store_log_size(store, &size, &error));
    if (size != scenario->acked && size != scenario->tried) {
        fail_msg("%d entries instead of %d or %d", (int)size, (int)scenario->acked, (int)scenario->tried);
    }
    check_store(store, size, true);
    assert_int_equal(scene_sql_int(scenario->path, "SELECT count(*) FROM aside"), size);
    struct scenario rest = {&usual, scenario->path, scenario->backup, 0, size, size, false};
    while (rest.acked < SCENARIO_ENTRIES) { /* and life goes on */
        struct life life = {&rest, store};
        MUST(step_batch(&life, &error));
    }
    check_store(store, SCENARIO_ENTRIES, false);
    store_close(store);

    if (access(scenario->backup, F_OK) == 0) {
        MUST(store_open(&store, scenario->backup, STORE_READ, &usual, true, &error));
        check_store(store, SCENARIO_ENTRIES - SCENARIO_BATCH, false);
        store_close(store);
    } else {
        assert_false(scenario->backed_up);
    }
}
