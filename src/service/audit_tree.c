/*
 * The tree grown again, against the stored tiles and every checkpoint ever
 * signed. The workers have summed up the leaves in tiles of 256; leaves are
 * read again only where a checkpoint lies inside a tile.
 */
#include "base/checkpoint.h"
#include "service/audit_internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* What a checkpoint says, waiting for the tree to reach its size. */
struct promise {
    int64_t size;
    struct merkle_hash root;
};

struct growth {
    struct audit *audit;
    struct store *store;
    struct tree tree; /* of whole tiles */
    uint8_t key[CHECKPOINT_PUBLIC];
    struct promise *promises; /* in ascending order of size */
    size_t promises_count;
    size_t promises_room;
    size_t reached;
    int64_t kept; /* checkpoints that are there, whatever they say */
};

static void report(struct audit *audit, const char *subject, int64_t seq, const char *field, struct span stored,
                   struct span computed, const struct error *cause)
{
    struct audit_finding finding = {.subject = subject,
                                    .seq = seq,
                                    .ply = -1,
                                    .seat = -1,
                                    .field = field,
                                    .stored = stored,
                                    .computed = computed,
                                    .cause = cause};
    audit_report(audit, &finding);
}

/* Reports two hashes that should be equal. */
static void report_hashes(struct audit *audit, const char *subject, int64_t seq, const char *field,
                          const uint8_t *stored, const struct merkle_hash *computed)
{
    char is[SHA256_HEX + 1];
    char should[SHA256_HEX + 1];
    struct strbuf one;
    struct strbuf two;
    strbuf_wrap(&one, is, sizeof(is));
    strbuf_wrap(&two, should, sizeof(should));
    if (stored) {
        strbuf_hex(&one, stored, SHA256_SIZE);
    }
    strbuf_hex(&two, computed->byte, SHA256_SIZE);
    report(audit, subject, seq, field, strbuf_span(&one), strbuf_span(&two), NULL);
}

static enum err compare_tile(void *context, int level, int64_t position, const struct merkle_hash *root,
                             struct error *error)
{
    struct growth *growth = context;
    uint8_t stored[SHA256_SIZE];
    int64_t last = (position + 1) << (level * TILE_BITS);
    enum err err = store_tile_get(growth->store, level, position, stored, error);
    if (audit_fails(err)) {
        return err;
    }
    growth->audit->met.tiles += err != ERR_NOT_FOUND;
    if (err != ERR_OK || memcmp(stored, root->byte, SHA256_SIZE) != 0) {
        report_hashes(growth->audit, "tree", last, "tile", err == ERR_OK ? stored : NULL, root);
    }
    return ERR_OK;
}

static enum err take_checkpoint(void *context, int64_t size, int64_t at, struct span text, struct error *error)
{
    (void)at;
    struct growth *growth = context;
    struct checkpoint checkpoint;
    struct error cause;
    growth->kept++;
    const struct span nothing = {NULL, 0};
    enum err err = checkpoint_parse(text, growth->key, &checkpoint, &cause);
    if (err != ERR_OK || (int64_t)checkpoint.size != size) {
        report(growth->audit, "checkpoint", size, "text", nothing, nothing, err != ERR_OK ? &cause : NULL);
        return ERR_OK;
    }
    if (growth->promises_count == growth->promises_room) {
        size_t room = growth->promises_room > 0 ? 2 * growth->promises_room : 64;
        void *larger = mem_resize(growth->audit->options->allocator, growth->promises, room * sizeof(struct promise));
        if (!larger) {
            return error_raise(error, &MSG_MEMORY);
        }
        growth->promises = larger;
        growth->promises_room = room;
    }
    growth->promises[growth->promises_count++] = (struct promise){size, checkpoint.root};
    return ERR_OK;
}

/* Compares the checkpoints of exactly the size of `tree` with it. */
static void keep_promises(struct growth *growth, const struct merkle *tree)
{
    int64_t size = (int64_t)tree->size;
    while (growth->reached < growth->promises_count && growth->promises[growth->reached].size == size) {
        const struct promise *promise = &growth->promises[growth->reached++];
        struct merkle_hash root;
        merkle_root(tree, &root);
        if (memcmp(root.byte, promise->root.byte, SHA256_SIZE) != 0) {
            report_hashes(growth->audit, "checkpoint", size, "root", promise->root.byte, &root);
        }
    }
}

/* From the end of the last whole tile leaf by leaf, for `count` of them, to `tree`. */
static enum err grow_leaves(struct growth *growth, int64_t count, struct merkle *tree, struct error *error)
{
    uint8_t leaves[AUDIT_TILE][SHA256_SIZE];
    *tree = growth->tree.whole;
    keep_promises(growth, tree);
    enum err err =
        count > 0 ? store_leaves(growth->store, (int64_t)tree->size + 1, (size_t)count, leaves, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    for (int64_t i = 0; i < count; i++) {
        struct merkle_hash leaf;
        memcpy(leaf.byte, leaves[i], SHA256_SIZE);
        merkle_append(tree, &leaf);
        keep_promises(growth, tree);
    }
    return ERR_OK;
}

/* How many leaves of the next tile are needed for the checkpoints inside it. */
static int64_t promised(const struct growth *growth)
{
    int64_t start = (int64_t)growth->tree.whole.size;
    int64_t leaves = 0;
    for (size_t i = growth->reached; i < growth->promises_count && growth->promises[i].size < start + AUDIT_TILE; i++) {
        leaves = growth->promises[i].size - start;
    }
    return leaves;
}

/* Tile after tile up to the first that is not whole, then the leaves behind the last. */
static enum err grow(struct growth *growth, struct error *error)
{
    struct audit *audit = growth->audit;
    struct merkle tree;
    enum err err = ERR_OK;
    int64_t tiles = audit->size / AUDIT_TILE;
    for (int64_t i = 0; err == ERR_OK && i < tiles && audit->tiles[i].whole; i++) {
        err = grow_leaves(growth, promised(growth), &tree, error);
        if (err == ERR_OK) {
            err = tree_append_tile(&growth->tree, &audit->tiles[i].root, compare_tile, growth, error);
        }
    }
    int64_t left = audit->size - (int64_t)growth->tree.whole.size;
    if (err == ERR_OK && left < AUDIT_TILE) {
        err = grow_leaves(growth, left, &tree, error);
        if (err == ERR_OK) {
            struct merkle_hash root;
            merkle_root(&tree, &root);
            memcpy(audit->summary->root, root.byte, SHA256_SIZE);
        }
    }
    return audit_fails(err) ? err : ERR_OK; /* leaves that are not there were told by a worker */
}

/* Checkpoints that the tree did not reach: of more entries than there are, or behind one that is missing. */
static void report_unreached(struct growth *growth)
{
    for (; growth->reached < growth->promises_count; growth->reached++) {
        const struct span nothing = {NULL, 0};
        int64_t size = growth->promises[growth->reached].size;
        report(growth->audit, "checkpoint", size, size > growth->audit->size ? "size" : "root", nothing, nothing, NULL);
    }
}

/* Of as many as were signed. One that is gone here proves nothing less where members have it. */
static enum err note_missing(struct growth *growth, struct error *error)
{
    char text[24] = "";
    size_t length = 0;
    int64_t signed_so_far = 0;
    enum err err = store_setting_get(growth->store, "checkpoints", text, sizeof(text) - 1, &length, error);
    if (err != ERR_OK) {
        return err == ERR_NOT_FOUND || err == ERR_LIMIT ? ERR_OK : err; /* none was, or before they were counted */
    }
    if (!span_int(span_of(text, length), 0, INT64_MAX, &signed_so_far) || signed_so_far <= growth->kept) {
        return ERR_OK;
    }
    char memory[24];
    struct strbuf kept;
    strbuf_wrap(&kept, memory, sizeof(memory));
    strbuf_int(&kept, growth->kept);
    struct audit_finding finding = {.subject = "checkpoints",
                                    .note = true,
                                    .ply = -1,
                                    .seat = -1,
                                    .field = "count",
                                    .stored = strbuf_span(&kept),
                                    .computed = span_of(text, length)};
    audit_report(growth->audit, &finding);
    return ERR_OK;
}

enum err audit_tree(struct audit *audit, struct store *store, struct error *error)
{
    struct growth growth = {.audit = audit, .store = store};
    const struct span nothing = {NULL, 0};
    tree_init(&growth.tree);
    enum err err = signing_key(store, NULL, growth.key, error);
    if (err == ERR_OK) {
        err = store_checkpoints(store, take_checkpoint, &growth, error);
    }
    if (err != ERR_OK && !audit_fails(err)) {
        report(audit, "checkpoint", 0, "key", nothing, nothing, error);
        err = ERR_OK;
    }
    if (err == ERR_OK) {
        err = grow(&growth, error);
    }
    if (err == ERR_OK) {
        report_unreached(&growth);
        err = note_missing(&growth, error);
    }
    mem_free(audit->options->allocator, growth.promises);
    return err;
}
