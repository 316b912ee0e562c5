/*
 * The Merkle tree. Nodes are named by height and position: node (h, p) of a
 * tree of n leaves covers leaves p * 2^h up to (p + 1) * 2^h, cut off at n. A
 * node that is not cut off is a complete subtree, and its hash never changes
 * again; one that is cut off is on the right edge, and is put together from
 * the complete subtrees under it. A node with nothing to its right that
 * would be a left child alone is the same as its child: the walks upwards
 * skip it.
 *
 *     n = 5        root                 proof of leaf 2 (x): leaf 3, (1,0),
 *                 /    \                and (2,1), which is leaf 4
 *             (2,0)    (2,1)
 *            /     \      \
 *         (1,0)   (1,1)    |
 *         /  \    /  \     |
 *        0    1  2x   3    4
 */
#include "base/merkle.h"

#include "base/banned.h"

static const struct message MSG_SIZE = {ERR_USAGE, "merkle.size", "a tree cannot have that many leaves",
                                        "un arbre ne peut avoir autant de feuilles"};
static const struct message MSG_INDEX = {ERR_USAGE, "merkle.index",
                                         "a tree of %2 leaves has no leaf %1, counted from 0",
                                         "un arbre de %2 feuilles n'a pas de feuille %1, en comptant depuis 0"};
static const struct message MSG_SIZES = {ERR_USAGE, "merkle.sizes",
                                         "a tree of %1 leaves is not the beginning of one of %2",
                                         "un arbre de %1 feuilles n'est pas le début d'un arbre de %2"};

void merkle_leaf(struct span data, struct merkle_hash *out)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_u8(&hash, 0x00);
    sha256_add(&hash, data.ptr, data.len);
    sha256_end(&hash, out->byte);
}

void merkle_node(const struct merkle_hash *left, const struct merkle_hash *right, struct merkle_hash *out)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_u8(&hash, 0x01);
    sha256_add(&hash, left->byte, sizeof(left->byte));
    sha256_add(&hash, right->byte, sizeof(right->byte));
    sha256_end(&hash, out->byte);
}

static void root_of_nothing(struct merkle_hash *out)
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_end(&hash, out->byte);
}

/* ---- the frontier ---- */

void merkle_init(struct merkle *tree)
{
    *tree = (struct merkle){0};
}

void merkle_append(struct merkle *tree, const struct merkle_hash *leaf)
{
    struct merkle_hash done = *leaf;
    unsigned height = 0;
    for (; tree->size >> height & 1; height++) {
        struct merkle_hash left = tree->peak[height];
        tree->peak[height] = done;
        merkle_node(&left, &done, &done);
    }
    tree->peak[height] = done;
    tree->size++;
}

void merkle_root(const struct merkle *tree, struct merkle_hash *root)
{
    bool started = false;
    for (unsigned height = 0; height < 64; height++) {
        if (!(tree->size >> height & 1)) {
            continue;
        }
        if (started) {
            merkle_node(&tree->peak[height], root, root);
        } else {
            *root = tree->peak[height];
            started = true;
        }
    }
    if (!started) {
        root_of_nothing(root);
    }
}

/* ---- roots and proofs from complete subtrees ---- */

enum err merkle_restore(struct merkle *tree, uint64_t size, merkle_subtree_fn *subtree, void *context,
                        struct error *error)
{
    merkle_init(tree);
    if (size > MERKLE_SIZE_MAX) {
        return error_raise(error, &MSG_SIZE);
    }
    for (unsigned height = 0; height < 64; height++) {
        uint64_t nodes = size >> height; /* complete ones at this height; the last is a peak when their number is odd */
        if (nodes & 1) {
            enum err err = subtree(context, height, nodes - 1, &tree->peak[height], error);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    tree->size = size;
    return ERR_OK;
}

enum err merkle_root_at(uint64_t size, merkle_subtree_fn *subtree, void *context, struct merkle_hash *root,
                        struct error *error)
{
    struct merkle tree;
    enum err err = merkle_restore(&tree, size, subtree, context, error);
    if (err != ERR_OK) {
        return err;
    }
    merkle_root(&tree, root);
    return ERR_OK;
}

/* A proof in the making. */
struct prover {
    uint64_t size; /* of the tree in which nodes are cut off */
    merkle_subtree_fn *subtree;
    void *context;
    struct merkle_proof *proof;
    struct error *error;
};

/* Subtrees of a node on the right edge, asked for as if they were a tree of their own. */
struct edge {
    const struct prover *prover;
    uint64_t start; /* its first leaf, a multiple of every subtree's size */
};

static enum err edge_subtree(void *context, unsigned height, uint64_t position, struct merkle_hash *out,
                             struct error *error)
{
    const struct edge *edge = context;
    return edge->prover->subtree(edge->prover->context, height, (edge->start >> height) + position, out, error);
}

/* Adds the hash of node (height, position), which covers one leaf at least. */
static enum err prove_node(const struct prover *prover, unsigned height, uint64_t position)
{
    struct merkle_hash *out = &prover->proof->hash[prover->proof->count++];
    uint64_t start = position << height;
    if (prover->size - start >= (uint64_t)1 << height) {
        return prover->subtree(prover->context, height, position, out, prover->error);
    }
    struct edge edge = {prover, start};
    return merkle_root_at(prover->size - start, edge_subtree, &edge, out, prover->error);
}

/* Adds what must be hashed to node (height, position) on the way from it to the root. */
static enum err prove_path(const struct prover *prover, unsigned height, uint64_t position)
{
    uint64_t last = (prover->size - 1) >> height;
    for (; last > 0; height++, position >>= 1, last >>= 1) {
        enum err err = position & 1      ? prove_node(prover, height, position - 1)
                       : position < last ? prove_node(prover, height, position + 1)
                                         : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err merkle_prove_inclusion(uint64_t index, uint64_t size, merkle_subtree_fn *subtree, void *context,
                                struct merkle_proof *proof, struct error *error)
{
    proof->count = 0;
    if (size > MERKLE_SIZE_MAX || index > MERKLE_SIZE_MAX) {
        return error_raise(error, &MSG_SIZE);
    }
    if (index >= size) {
        enum err err = error_raise_int(error, &MSG_INDEX, (int64_t)index);
        error_add_int(error, (int64_t)size);
        return err;
    }
    struct prover prover = {size, subtree, context, proof, error};
    return prove_path(&prover, 0, index);
}

/*
 * The last node of the first tree that is complete in both: both roots can be
 * computed from it. False when it is the whole first tree, whose root the
 * checker has already.
 */
static bool last_shared(uint64_t first, unsigned *height, uint64_t *position)
{
    *height = 0;
    *position = first - 1;
    while (*position & 1) {
        *position >>= 1;
        (*height)++;
    }
    return *position > 0;
}

enum err merkle_prove_consistency(uint64_t first, uint64_t second, merkle_subtree_fn *subtree, void *context,
                                  struct merkle_proof *proof, struct error *error)
{
    proof->count = 0;
    if (first > MERKLE_SIZE_MAX || second > MERKLE_SIZE_MAX) {
        return error_raise(error, &MSG_SIZE);
    }
    if (first == 0 || first > second) {
        enum err err = error_raise_int(error, &MSG_SIZES, (int64_t)first);
        error_add_int(error, (int64_t)second);
        return err;
    }
    if (first == second) {
        return ERR_OK;
    }
    struct prover prover = {second, subtree, context, proof, error};
    unsigned height;
    uint64_t position;
    enum err err = last_shared(first, &height, &position) ? prove_node(&prover, height, position) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return prove_path(&prover, height, position);
}

/* ---- checks: RFC 9162, 2.1.3.2 and 2.1.4.2 ---- */

bool merkle_check_inclusion(const struct merkle_hash *leaf, uint64_t index, uint64_t size,
                            const struct merkle_proof *proof, const struct merkle_hash *root)
{
    if (size > MERKLE_SIZE_MAX || index >= size || proof->count > MERKLE_PROOF) {
        return false;
    }
    uint64_t position = index;
    uint64_t last = size - 1;
    struct merkle_hash hash = *leaf;
    for (size_t i = 0; i < proof->count; i++, position >>= 1, last >>= 1) {
        while (position == last && position > 0 && !(position & 1)) {
            position >>= 1;
            last >>= 1;
        }
        if (last == 0) {
            return false;
        }
        if (position & 1) {
            merkle_node(&proof->hash[i], &hash, &hash);
        } else {
            merkle_node(&hash, &proof->hash[i], &hash);
        }
    }
    return last == 0 && merkle_equal(&hash, root);
}

bool merkle_check_consistency(uint64_t first, uint64_t second, const struct merkle_hash *first_root,
                              const struct merkle_hash *second_root, const struct merkle_proof *proof)
{
    if (first == 0 || first > second || second > MERKLE_SIZE_MAX || proof->count > MERKLE_PROOF) {
        return false;
    }
    if (first == second) {
        return proof->count == 0 && merkle_equal(first_root, second_root);
    }
    unsigned height;
    uint64_t position;
    size_t next = last_shared(first, &height, &position) ? 1 : 0;
    if (proof->count < next) {
        return false;
    }
    uint64_t last = (second - 1) >> height;
    struct merkle_hash old = next ? proof->hash[0] : *first_root;
    struct merkle_hash new = old;
    for (; next < proof->count; next++, position >>= 1, last >>= 1) {
        while (position == last && position > 0 && !(position & 1)) {
            position >>= 1;
            last >>= 1;
        }
        if (last == 0) {
            return false;
        }
        if (position & 1) {
            /* To the left: part of both trees. */
            merkle_node(&proof->hash[next], &old, &old);
            merkle_node(&proof->hash[next], &new, &new);
        } else {
            merkle_node(&new, &proof->hash[next], &new);
        }
    }
    return last == 0 && merkle_equal(&old, first_root) && merkle_equal(&new, second_root);
}
