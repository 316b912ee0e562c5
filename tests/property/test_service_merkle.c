/*
 * The tree that the service keeps is that of its log: after any number of
 * appends, with groups rolled back in between and the database closed and
 * opened again, root, proofs and checkpoints agree with a tree computed from
 * the exported log alone.
 */
#include "support/cmocka.h"

#include "base/log_entry.h"
#include "support/text.h"
#include "support/world.h"

enum { SEED = 1116, LINES_A_GAME = 60000 };

struct log {
    struct world world;
    struct service *service;
    struct prng prng;
    int64_t game; /* that grows */
    int64_t lines;
    int64_t ply;
    struct merkle_hash *leaves;
    size_t room;
    size_t size;
};

static void log_open(struct log *log, uint64_t seed)
{
    *log = (struct log){.game = 0};
    world_begin(&log->world);
    prng_seed(&log->prng, seed);
    log->service = world_open(&log->world, SERVICE_CREATE);
}

static void log_close(struct log *log)
{
    service_close(log->service);
    mem_free(&allocator_heap, log->leaves);
    world_end(&log->world);
}

static void reopen(struct log *log)
{
    service_close(log->service);
    log->service = world_open(&log->world, SERVICE_WRITE);
}

static int64_t size_of(struct log *log)
{
    struct error error = {.message = NULL};
    int64_t size = -1;
    MUST(service_log_size(log->service, &size, &error));
    return size;
}

/* One more entry: of a game under way, which is another one when this one is long. */
static void append(struct log *log)
{
    struct error error = {.message = NULL};
    struct receipt receipt;
    if (log->game == 0 || log->lines >= LINES_A_GAME) {
        MUST(world_game(&log->world, log->service, "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\n", &receipt,
                        &error));
        log->game = receipt.game;
        log->lines = 0;
    } else if (log->ply > 0) {
        MUST(service_back(log->service, AUTHOR_CLI, log->game, log->ply, 1, &receipt, &error));
    } else {
        MUST(world_moves(log->service, log->game, log->ply, prng_below(&log->prng, 2) ? "1: bee 0,0" : "2: fox 0,0",
                         &receipt, &error));
    }
    log->lines++;
    log->ply = receipt.ply;
}

/* Appends up to `size`, in groups of which some are rolled back. */
static void grow(struct log *log, int64_t size, uint32_t group)
{
    struct error error = {.message = NULL};
    int64_t now = size_of(log);
    while (now < size) {
        int64_t count = 1 + (int64_t)prng_below(&log->prng, group);
        count = count < size - now ? count : size - now;
        struct log before = *log;
        MUST(service_begin(log->service, &error));
        for (int64_t i = 0; i < count; i++) {
            append(log);
        }
        if (prng_below(&log->prng, 4) == 0) {
            service_rollback(log->service);
            before.prng = log->prng;
            before.world = log->world;
            *log = before;
        } else {
            MUST(service_commit(log->service, &error));
            now += count;
        }
    }
}

static enum err take_leaf(void *context, const struct log_line *line, struct error *error)
{
    (void)error;
    struct log *log = context;
    struct merkle_hash leaf;
    if (log->size == log->room) {
        log->room = log->room > 0 ? 2 * log->room : 1024;
        log->leaves = mem_resize(&allocator_heap, log->leaves, log->room * sizeof(leaf));
        assert_non_null(log->leaves);
    }
    assert_int_equal(line->seq, log->size + 1);
    log_entry_leaf(line->seq, line->at, line->author, line->kind, line->game, line->body, &leaf);
    assert_memory_equal(leaf.byte, line->leaf, SHA256_SIZE);
    log->leaves[log->size++] = leaf;
    return ERR_OK;
}

/* As RFC 6962 defines it: split at the largest power of two below n. */
static struct merkle_hash naive_root(const struct merkle_hash *leaves, size_t n) // NOLINT(misc-no-recursion)
{
    if (n == 1) {
        return leaves[0];
    }
    size_t split = 1;
    while (split * 2 < n) {
        split *= 2;
    }
    struct merkle_hash left = naive_root(leaves, split);
    struct merkle_hash right = naive_root(leaves + split, n - split);
    struct merkle_hash root;
    merkle_node(&left, &right, &root);
    return root;
}

/* Everything the service can prove, against the leaves of the log alone. */
static void check(struct log *log, unsigned proofs)
{
    struct error error = {.message = NULL};
    struct merkle_hash root;
    struct merkle_hash other;
    uint64_t size = 0;
    log->size = 0;
    MUST(service_log(log->service, 1, 0, take_leaf, log, &error));
    MUST(service_root(log->service, &size, &root, &error));
    assert_int_equal(size, log->size);
    other = naive_root(log->leaves, log->size);
    assert_true(merkle_equal(&root, &other));
    for (unsigned i = 0; i < proofs; i++) {
        struct merkle_proof proof;
        struct merkle_hash leaf;
        int64_t second = 1 + (int64_t)prng_below(&log->prng, (uint32_t)size);
        int64_t first = 1 + (int64_t)prng_below(&log->prng, (uint32_t)second);
        MUST(service_root_at(log->service, second, &root, &error));
        other = naive_root(log->leaves, (size_t)second);
        assert_true(merkle_equal(&root, &other));
        MUST(service_prove_inclusion(log->service, first, second, &proof, &leaf, &error));
        assert_true(merkle_equal(&leaf, &log->leaves[first - 1]));
        assert_true(merkle_check_inclusion(&leaf, (uint64_t)first - 1, (uint64_t)second, &proof, &root));
        MUST(service_prove_consistency(log->service, first, second, &proof, &error));
        other = naive_root(log->leaves, (size_t)first);
        assert_true(merkle_check_consistency((uint64_t)first, (uint64_t)second, &other, &root, &proof));
        other.byte[0] ^= 1;
        assert_false(merkle_check_consistency((uint64_t)first, (uint64_t)second, &other, &root, &proof));
    }
}

/* A checkpoint says what the log is, signed by the key that is published. */
static void check_checkpoint(struct log *log)
{
    struct error error = {.message = NULL};
    struct strbuf text;
    struct strbuf key;
    struct span origin;
    uint8_t public[CHECKPOINT_PUBLIC];
    struct checkpoint checkpoint;
    strbuf_init(&text, &allocator_heap, 1 << 12);
    strbuf_init(&key, &allocator_heap, 1 << 12);
    MUST(service_checkpoint(log->service, &text, &error));
    MUST(service_key(log->service, &key, &error));
    MUST(checkpoint_parse_key(strbuf_span(&key), &origin, public, &error));
    MUST(checkpoint_parse(strbuf_span(&text), public, &checkpoint, &error));
    assert_int_equal(checkpoint.size, log->size);
    if (log->size > 0) {
        struct merkle_hash root = naive_root(log->leaves, log->size);
        assert_true(merkle_equal(&root, &checkpoint.root));
    }
    strbuf_release(&text);
    strbuf_release(&key);
}

static void test_around_tiles(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 3, 7, 8, 9, 255, 256, 257, 511, 512, 513, 767, 768, 769, 1023, 1024, 1025};
    struct log log;
    log_open(&log, SEED);
    check_checkpoint(&log); /* of nothing */
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        grow(&log, sizes[i], 40);
        check(&log, 3);
        check_checkpoint(&log);
        reopen(&log);
        check(&log, 3);
        check_checkpoint(&log);
    }
    world_must_be_sound(&log.world, log.service, "around tiles");
    log_close(&log);
}

static void test_random(void **state)
{
    (void)state;
    unsigned cases = test_cases(8);
    for (unsigned i = 0; i < cases; i++) {
        struct log log;
        log_open(&log, SEED + 1 + i);
        for (int round = 0; round < 4; round++) {
            grow(&log, size_of(&log) + 1 + (int64_t)prng_below(&log.prng, 300), 70);
            check(&log, 5);
            if (prng_below(&log.prng, 2)) {
                reopen(&log);
            }
            check_checkpoint(&log);
        }
        world_must_be_sound(&log.world, log.service, "random appends");
        log_close(&log);
    }
}

/* Past 256 tiles, where a tile of the second level begins. */
static void test_past_65536(void **state)
{
    (void)state;
    int64_t size = 65536;
    struct log log;
    if (test_cases(100) < 100) {
        return; /* a sanitizer: the tiles above are enough for it */
    }
    log_open(&log, SEED + 100);
    grow(&log, size - 1, 3000);
    check(&log, 20);
    for (int i = 0; i < 3; i++) {
        reopen(&log);
        grow(&log, size + i, 1);
        check(&log, 20);
        check_checkpoint(&log);
    }
    grow(&log, size + 300, 100);
    reopen(&log);
    check(&log, 50);
    check_checkpoint(&log);
    assert_int_equal(scene_sql_int(log.world.path, "SELECT count(*) FROM d_tile WHERE level = 2"), 1);
    assert_int_equal(scene_sql_int(log.world.path, "SELECT count(*) FROM d_tile WHERE level = 1"), 257);
    world_must_be_sound(&log.world, log.service, "past 65536");
    log_close(&log);
}

static void test_refused(void **state)
{
    (void)state;
    struct log log;
    struct error error = {.message = NULL};
    struct merkle_proof proof;
    struct merkle_hash hash;
    log_open(&log, SEED);
    MUST_FAIL(service_prove_inclusion(log.service, 1, 1, &proof, &hash, &error), ERR_NOT_FOUND, "log.no-entry");
    MUST(service_root_at(log.service, 0, &hash, &error));
    grow(&log, 5, 5);
    static const int64_t bad[][2] = {{0, 5}, {-1, 5}, {6, 5}, {1, 6}, {1, -1}, {INT64_MAX, INT64_MAX}, {1, INT64_MIN}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        MUST_FAIL(service_prove_inclusion(log.service, bad[i][0], bad[i][1], &proof, &hash, &error), ERR_NOT_FOUND,
                  "log.no-entry");
        MUST_FAIL(service_prove_consistency(log.service, bad[i][0], bad[i][1], &proof, &error), ERR_NOT_FOUND,
                  "log.no-entry");
    }
    MUST_FAIL(service_root_at(log.service, 6, &hash, &error), ERR_NOT_FOUND, "log.no-entry");
    MUST_FAIL(service_root_at(log.service, -1, &hash, &error), ERR_NOT_FOUND, "log.no-entry");
    log_close(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_around_tiles),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_past_65536),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
