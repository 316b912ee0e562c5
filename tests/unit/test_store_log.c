/* The log: entries in and out, transactions, marks, snapshots, and two who want to write. */
#include "support/cmocka.h"

#include "store/sqlite/connection.h"
#include "support/scene.h"
#include "support/tamper.h"

static struct error error;

struct walk {
    struct store *store;
    int64_t next;  /* the seq expected */
    int64_t step;  /* and by how much it grows */
    int64_t stop;  /* after this one the visitor has had enough */
    enum err with; /* and says so */
    int visits;
    int depth; /* how often the visitor walks the log itself */
};

static enum err check_entry(void *context, const struct store_entry *entry, struct error *inner)
{
    struct walk *walk = context;
    struct store_entry expected;
    char body[64];
    assert_int_equal(entry->seq, walk->next);
    scene_entry(entry->seq, "open", entry->seq, body, &expected);
    assert_int_equal(entry->at, expected.at);
    assert_true(span_equal(entry->author, expected.author));
    assert_true(span_equal(entry->body, expected.body));
    assert_memory_equal(entry->leaf, expected.leaf, SHA256_SIZE);
    walk->next += walk->step;
    walk->visits++;
    if (walk->depth > 0) {
        struct walk inside = {.store = walk->store, .next = 1, .step = 1, .depth = walk->depth - 1};
        enum err err = store_entries(walk->store, 1, 4, check_entry, &inside, inner);
        assert_int_equal(inside.visits, 4);
        assert_true(span_equal(entry->body, expected.body)); /* the row of the outer walk is still ours */
        return err;
    }
    return entry->seq == walk->stop ? walk->with : ERR_OK;
}

static void entries_come_back_as_they_went_in(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    int64_t size = -1;
    MUST(store_log_size(store, &size, &error));
    assert_int_equal(size, 0);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= 20; i++) {
        scene_add_entry(store, i, i % 3 == 1 ? "open" : "moves", i % 3 == 1 ? i : i - (i + 2) % 3);
    }
    MUST(store_commit(store, &error));
    MUST(store_log_size(store, &size, &error));
    assert_int_equal(size, 20);

    struct walk walk = {.next = 1, .step = 1};
    MUST(store_entries(store, 1, INT64_MAX, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 20);
    walk = (struct walk){.next = 5, .step = 1};
    MUST(store_entries(store, 5, 9, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 5);
    walk = (struct walk){.next = 0};
    MUST(store_entries(store, 21, 30, check_entry, &walk, &error));
    MUST(store_entries(store, 9, 5, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 0);
    walk = (struct walk){.next = 4, .step = 1};
    MUST(store_entries_of(store, 4, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 3);
    walk = (struct walk){.next = 0};
    MUST(store_entries_of(store, 5, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 0);
    store_close(store);
    scene_end(&scene);
}

static void a_visitor_may_stop_fail_and_ask_again(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= 10; i++) {
        scene_add_entry(store, i, "open", i);
    }
    MUST(store_commit(store, &error));
    struct walk walk = {.next = 1, .step = 1, .stop = 4, .with = ERR_END};
    MUST(store_entries(store, 1, 10, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 4);
    walk = (struct walk){.next = 1, .step = 1, .stop = 2, .with = ERR_RULE};
    assert_int_equal(store_entries(store, 1, 10, check_entry, &walk, &error), ERR_RULE);
    assert_int_equal(walk.visits, 2);
    walk = (struct walk){.store = store, .next = 1, .step = 1, .depth = 3};
    MUST(store_entries(store, 1, 4, check_entry, &walk, &error));
    assert_int_equal(walk.visits, 4);
    store_close(store);
    scene_end(&scene);
}

static void bodies_are_bytes_of_any_length(void **unused)
{
    (void)unused;
    static char long_body[3000000];
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    for (size_t i = 0; i < sizeof(long_body); i++) {
        long_body[i] = (char)('a' + i % 26);
    }
    static const char with_zero[] = "with a zero \0 byte, \xc3\xa9 and a line\n";
    static const char without[] =
        "with no zero . byte, \xc3\xa9 and a line\n"; /* which text of PostgreSQL cannot hold, nor a record */
    const char *odd = test_on_server() ? without : with_zero;
    const struct span bodies[] = {
        {NULL, 0}, {"", 0}, {odd, sizeof(with_zero) - 1}, {long_body, 8100}, {long_body, sizeof(long_body)}};
    MUST(store_begin(store, &error));
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        struct store_entry entry;
        char body[64];
        scene_entry((int64_t)i + 1, "open", (int64_t)i + 1, body, &entry);
        entry.body = bodies[i];
        MUST(store_entry_add(store, &entry, &error));
    }
    MUST(store_commit(store, &error));
    store_close(store);
    struct strbuf lengths;
    strbuf_init(&lengths, &allocator_heap, 1000);
    scene_sql_text(scene.path, "SELECT length(CAST(body AS BLOB)), typeof(body) FROM entry ORDER BY seq", &lengths);
    assert_string_equal(strbuf_text(&lengths), "0|text\n0|text\n34|text\n8100|text\n3000000|text\n");
    strbuf_release(&lengths);
    scene_end(&scene);
}

static void leaves_and_tiles(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    uint8_t leaves[10][SHA256_SIZE];
    MUST(store_begin(store, &error));
    for (int64_t i = 1; i <= 10; i++) {
        scene_add_entry(store, i, "open", i);
    }
    MUST(store_leaves(store, 3, 5, leaves, &error));
    for (int i = 0; i < 5; i++) {
        assert_int_equal(leaves[i][0], 3 + i);
        assert_int_equal(leaves[i][31], 3 + i);
    }
    MUST(store_leaves(store, 3, 0, leaves, &error));
    MUST_FAIL(store_leaves(store, 8, 4, leaves, &error), ERR_NOT_FOUND, "store.no-entry");
    assert_string_equal(error.arg[0], "11");

    uint8_t hash[SHA256_SIZE];
    MUST_FAIL(store_tile_get(store, 1, 0, hash, &error), ERR_NOT_FOUND, "store.no-tile");
    MUST(store_tile_put(store, 1, 0, leaves[0], &error));
    MUST(store_tile_put(store, 1, 7, leaves[1], &error));
    MUST(store_tile_put(store, 2, 0, leaves[2], &error));
    MUST(store_tile_put(store, 1, 0, leaves[3], &error));
    MUST(store_commit(store, &error));
    MUST(store_tile_get(store, 1, 0, hash, &error));
    assert_memory_equal(hash, leaves[3], SHA256_SIZE);
    MUST(store_tile_get(store, 1, 7, hash, &error));
    assert_memory_equal(hash, leaves[1], SHA256_SIZE);
    MUST(store_tile_get(store, 2, 0, hash, &error));
    assert_memory_equal(hash, leaves[2], SHA256_SIZE);
    store_close(store);

    assert_int_equal(scene_sql(scene.path, "UPDATE d_tile SET hash = x'00'"), SQLITE_OK);
    store = scene_open(&scene, STORE_READ);
    MUST_FAIL(store_tile_get(store, 1, 0, hash, &error), ERR_CORRUPT, "store.damaged");
    store_close(store);
    scene_end(&scene);
}

static int64_t size_of(struct store *store)
{
    int64_t size = -1;
    MUST(store_log_size(store, &size, &error));
    return size;
}

static void transactions_are_whole_or_nothing(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    MUST_FAIL(store_begin(store, &error), ERR_USAGE, "store.transaction");
    scene_add_entry(store, 1, "open", 1);
    store_rollback(store);
    assert_int_equal(size_of(store), 0);
    store_rollback(store); /* outside a transaction: nothing */
    MUST_FAIL(store_commit(store, &error), ERR_USAGE, "store.transaction");
    MUST_FAIL(store_mark(store, &error), ERR_USAGE, "store.transaction");

    MUST(store_begin(store, &error));
    scene_add_entry(store, 1, "open", 1);
    MUST(store_mark(store, &error));
    scene_add_entry(store, 2, "open", 2);
    scene_add_entry(store, 3, "open", 3);
    store_undo(store);
    assert_int_equal(size_of(store), 1);
    MUST(store_mark(store, &error));
    scene_add_entry(store, 2, "open", 2);
    MUST(store_keep(store, &error));
    MUST(store_mark(store, &error)); /* marks may be inside marks */
    MUST(store_mark(store, &error));
    scene_add_entry(store, 3, "open", 3);
    store_undo(store);
    scene_add_entry(store, 3, "moves", 1);
    MUST(store_keep(store, &error));
    MUST(store_commit(store, &error));
    store_undo(store); /* outside a transaction: nothing */
    store_close(store);
    assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM entry"), 3);
    assert_int_equal(scene_sql_int(scene.path, "SELECT game FROM entry WHERE seq = 3"), 1);

    store = scene_open(&scene, STORE_WRITE);
    MUST(store_begin(store, &error));
    scene_add_entry(store, 4, "open", 4);
    store_close(store); /* closing without a commit rolls back */
    assert_int_equal(scene_sql_int(scene.path, "SELECT count(*) FROM entry"), 3);
    scene_end(&scene);
}

/* SQLite rolls back on its own when a disk fails: nothing may then be written as if nothing had happened. */
static void a_transaction_that_is_lost_must_be_ended_first(void **unused)
{
    (void)unused;
    test_needs_file();
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    struct store_entry entry;
    char body[64];
    int64_t size = 0;
    scene_entry(1, "open", 1, body, &entry);
    for (int round = 0; round < 2; round++) {
        MUST(store_begin(store, &error));
        scene_add_entry(store, 1, "open", 1);
        assert_int_equal(sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        MUST_FAIL(store_entry_add(store, &entry, &error), ERR_IO, "store.rolled-back");
        MUST_FAIL(store_log_size(store, &size, &error), ERR_IO, "store.rolled-back");
        MUST_FAIL(store_mark(store, &error), ERR_IO, "store.rolled-back");
        store_undo(store);
        if (round == 0) {
            MUST_FAIL(store_commit(store, &error), ERR_IO, "store.rolled-back");
        } else {
            store_rollback(store);
        }
        assert_int_equal(size_of(store), 0);
    }
    store_close(store);
    scene_end(&scene);
}

static void a_mark_that_is_not_there_takes_the_whole_transaction_with_it(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    scene_add_entry(store, 1, "open", 1);
    store_undo(store);
    assert_int_not_equal(store_commit(store, &error), ERR_OK);
    if (!test_on_server()) { /* which says why */
        assert_string_equal(error.message->id, "store.rolled-back");
    }
    assert_int_equal(size_of(store), 0);
    store_close(store);
    scene_end(&scene);
}

static void readers_keep_their_snapshot(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *writer = scene_open(&scene, STORE_CREATE);
    struct store *early = scene_open(&scene, STORE_READ);
    struct store *late = scene_open(&scene, STORE_READ);
    MUST(store_begin(writer, &error));
    scene_add_entry(writer, 1, "open", 1);
    MUST(store_commit(writer, &error));

    MUST(store_begin(early, &error)); /* sees one entry from here on, though it has not asked yet */
    MUST(store_begin(writer, &error));
    scene_add_entry(writer, 2, "open", 2);
    scene_add_game(writer, 2, 1, 2);
    assert_int_equal(size_of(writer), 2);
    assert_int_equal(size_of(late), 1); /* not committed yet */
    MUST(store_commit(writer, &error));
    MUST(store_begin(late, &error));
    for (int64_t i = 3; i <= 400; i++) {
        MUST(store_begin(writer, &error));
        scene_add_entry(writer, i, "open", i);
        MUST(store_commit(writer, &error));
    }
    struct store_counts counts;
    assert_int_equal(size_of(early), 1);
    MUST(store_derived_counts(early, &counts, &error));
    assert_int_equal(counts.games, 0);
    assert_int_equal(size_of(late), 2);
    MUST(store_derived_counts(late, &counts, &error));
    assert_int_equal(counts.games, 1);
    assert_int_equal(counts.seats, 2);
    assert_int_equal(counts.facts, 1);
    assert_int_equal(counts.aliases, 0);
    assert_int_equal(counts.tiles, 0);
    MUST(store_commit(early, &error)); /* how a reader ends is all the same */
    store_rollback(late);
    assert_int_equal(size_of(early), 400);
    assert_int_equal(size_of(late), 400);
    store_close(writer);
    store_close(early);
    store_close(late);
    scene_end(&scene);
}

static void a_second_writer_has_to_wait(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *first = scene_open(&scene, STORE_CREATE);
    struct store *second = scene_open(&scene, STORE_WRITE);
    MUST(store_begin(first, &error));
    scene_add_entry(first, 1, "open", 1);
    MUST_FAIL(store_begin(second, &error), ERR_BUSY, "store.busy");
    assert_string_equal(error.arg[0], strbuf_text(&second->path));
    struct store_entry entry;
    char body[64];
    scene_entry(1, "open", 1, body, &entry);
    MUST_FAIL(store_entry_add(second, &entry, &error), ERR_BUSY, "store.busy"); /* nor without a transaction */
    assert_int_equal(size_of(second), 0);
    MUST(store_commit(first, &error));
    MUST(store_begin(second, &error));
    scene_add_entry(second, 2, "open", 2);
    MUST_FAIL(store_begin(first, &error), ERR_BUSY, "store.busy");
    MUST(store_commit(second, &error));
    assert_int_equal(size_of(first), 2);
    store_close(first);
    store_close(second);
    scene_end(&scene);
}

/* A change by hand that the columns allow and the store does not believe. */
static void values_that_cannot_be_are_damage(void **unused)
{
    (void)unused;
    struct scene scene;
    scene_begin(&scene);
    struct store *store = scene_open(&scene, STORE_CREATE);
    MUST(store_begin(store, &error));
    scene_add_entry(store, 1, "open", 1);
    scene_add_game(store, 1, 1, 1);
    MUST(store_commit(store, &error));
    store_close(store);
    tamper(scene.path, "UPDATE entry SET leaf = x'0102'; UPDATE d_game SET digest = x'01'");
    store = scene_open(&scene, STORE_READ);
    struct walk walk = {.next = 1};
    uint8_t leaves[1][SHA256_SIZE];
    MUST_FAIL(store_entries(store, 1, 1, check_entry, &walk, &error), ERR_CORRUPT, "store.damaged");
    MUST_FAIL(store_leaves(store, 1, 1, leaves, &error), ERR_CORRUPT, "store.damaged");
    MUST_FAIL(store_game(store, 1, NULL, NULL, &error), ERR_CORRUPT, "store.damaged");
    store_close(store);
    scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_come_back_as_they_went_in),
        cmocka_unit_test(a_visitor_may_stop_fail_and_ask_again),
        cmocka_unit_test(bodies_are_bytes_of_any_length),
        cmocka_unit_test(leaves_and_tiles),
        cmocka_unit_test(transactions_are_whole_or_nothing),
        cmocka_unit_test(a_transaction_that_is_lost_must_be_ended_first),
        cmocka_unit_test(a_mark_that_is_not_there_takes_the_whole_transaction_with_it),
        cmocka_unit_test(readers_keep_their_snapshot),
        cmocka_unit_test(a_second_writer_has_to_wait),
        cmocka_unit_test(values_that_cannot_be_are_damage),
    };
    return cmocka_run_group_tests_name("store log", tests, NULL, NULL);
}
