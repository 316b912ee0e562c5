/*
 * The Merkle tree between memory and store. Leaves are in the log; above
 * them the store keeps the root of each complete block of 256, of 256 x 256
 * and so on, so that any proof needs a few hundred hashes at the most, and
 * an append stores one row in 256.
 */
#include "service/internal.h"

#include "base/banned.h"

enum { TILE_SIZE = 1 << TILE_BITS };

/* Adds nodes to a tree of which they are leaves. */
static void grow(struct merkle *tree, uint8_t (*nodes)[SHA256_SIZE], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct merkle_hash node;
        memcpy(node.byte, nodes[i], SHA256_SIZE);
        merkle_append(tree, &node);
    }
}

/* A tile out of the leaves below it: for one that the store has lost, since it is derived. */
static enum err sum_up(struct store *store, unsigned level, uint64_t position, uint8_t out[SHA256_SIZE],
                       struct error *error)
{
    struct merkle tree;
    struct merkle_hash root;
    uint64_t leaves = UINT64_C(1) << (level * TILE_BITS);
    merkle_init(&tree);
    while (tree.size < leaves) {
        uint8_t nodes[TILE_SIZE][SHA256_SIZE];
        int64_t first = (int64_t)(position * leaves + tree.size) + 1;
        enum err err = store_leaves(store, first, TILE_SIZE, nodes, error);
        if (err != ERR_OK) {
            return err;
        }
        grow(&tree, nodes, TILE_SIZE);
    }
    merkle_root(&tree, &root);
    memcpy(out, root.byte, SHA256_SIZE);
    return ERR_OK;
}

/* The hashes of `count` nodes of the given tile level, from `position` on. */
static enum err read_nodes(struct store *store, unsigned level, uint64_t position, size_t count,
                           uint8_t (*nodes)[SHA256_SIZE], struct error *error)
{
    if (level == 0) {
        return store_leaves(store, (int64_t)position + 1, count, nodes, error);
    }
    for (size_t i = 0; i < count; i++) {
        enum err err = store_tile_get(store, (int)level, (int64_t)(position + i), nodes[i], error);
        if (err == ERR_NOT_FOUND) {
            err = sum_up(store, level, position + i, nodes[i], error);
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err tree_subtree(void *store, unsigned height, uint64_t position, struct merkle_hash *out, struct error *error)
{
    unsigned level = height / TILE_BITS < TILE_LEVELS ? height / TILE_BITS : TILE_LEVELS;
    unsigned above = height - level * TILE_BITS;
    uint64_t count = UINT64_C(1) << above;
    struct merkle tree;
    merkle_init(&tree);
    while (tree.size < count) {
        uint8_t nodes[TILE_SIZE][SHA256_SIZE];
        size_t some = count - tree.size < TILE_SIZE ? (size_t)(count - tree.size) : TILE_SIZE;
        enum err err = read_nodes(store, level, (position << above) + tree.size, some, nodes, error);
        if (err != ERR_OK) {
            return err;
        }
        grow(&tree, nodes, some);
    }
    merkle_root(&tree, out);
    return ERR_OK;
}

/* Fills a tree that is at its start. */
static enum err load(struct store *store, struct tree *tree, struct error *error)
{
    int64_t log_size = 0;
    enum err err = store_log_size(store, &log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    uint64_t size = (uint64_t)log_size;
    err = merkle_restore(&tree->log, size, tree_subtree, store, error);
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned level = 0; level < TILE_LEVELS; level++) {
        uint8_t nodes[TILE_SIZE][SHA256_SIZE];
        uint64_t at_level = size >> (level * TILE_BITS);
        size_t count = (size_t)(at_level % TILE_SIZE);
        err = read_nodes(store, level, at_level - count, count, nodes, error);
        if (err != ERR_OK) {
            return err;
        }
        grow(&tree->tile[level], nodes, count);
        if (level == 0 && count > 0) {
            memcpy(tree->last.byte, nodes[count - 1], SHA256_SIZE);
            tree->last_known = true;
        }
    }
    return ERR_OK;
}

enum err tree_load(struct store *store, struct tree *tree, struct error *error)
{
    struct tree loaded;
    tree_init(&loaded);
    enum err err = load(store, &loaded, error);
    if (err != ERR_OK) {
        return err;
    }
    *tree = loaded;
    return ERR_OK;
}

/* A new node of the given level joins the unfinished tile above it; `fn` gets each tile that this completes. */
static enum err carry(struct tree *tree, unsigned level, const struct merkle_hash *fresh, tree_tile_fn *fn,
                      void *context, struct error *error)
{
    struct merkle_hash node = *fresh;
    for (; level < TILE_LEVELS; level++) {
        merkle_append(&tree->tile[level], &node);
        if (tree->tile[level].size < TILE_SIZE) {
            return ERR_OK;
        }
        merkle_root(&tree->tile[level], &node);
        merkle_init(&tree->tile[level]);
        unsigned above = level + 1;
        int64_t position = (int64_t)(tree->log.size >> (above * TILE_BITS)) - 1;
        enum err err = fn(context, (int)above, position, &node, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err tree_append(struct tree *tree, const struct merkle_hash *leaf, tree_tile_fn *fn, void *context,
                     struct error *error)
{
    merkle_append(&tree->log, leaf);
    tree->last = *leaf;
    tree->last_known = true;
    return carry(tree, 0, leaf, fn, context, error);
}

enum err tree_append_tile(struct tree *tree, const struct merkle_hash *tile, tree_tile_fn *fn, void *context,
                          struct error *error)
{
    struct merkle_hash node = *tile;
    unsigned height = TILE_BITS;
    for (; tree->log.size >> height & 1; height++) {
        merkle_node(&tree->log.peak[height], &node, &node);
    }
    tree->log.peak[height] = node;
    tree->log.size += TILE_SIZE;
    tree->last_known = false;
    enum err err = fn(context, 1, (int64_t)(tree->log.size >> TILE_BITS) - 1, tile, error);
    return err == ERR_OK ? carry(tree, 1, tile, fn, context, error) : err;
}

enum err tree_put_tile(void *store, int level, int64_t position, const struct merkle_hash *root, struct error *error)
{
    return store_tile_put(store, level, position, root->byte, error);
}

void tree_init(struct tree *tree)
{
    merkle_init(&tree->log);
    tree->last_known = false;
    for (unsigned level = 0; level < TILE_LEVELS; level++) {
        merkle_init(&tree->tile[level]);
    }
}
