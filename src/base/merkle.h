/*
 * The Merkle tree of RFC 6962 (and RFC 9162) over the leaves of the log:
 * SHA-256, leaves hashed with a 0x00 prefix and inner nodes with 0x01.
 *
 * A log of millions of entries is summed up in a frontier of at most 64
 * hashes, so that appending costs log n. Roots and proofs of any earlier
 * size are computed from the hashes of complete subtrees, asked for through
 * a callback: whoever keeps leaves, or whole tiles of them, can answer.
 *
 * The checks (merkle_check_*) trust nothing but their arguments: they are
 * what a member runs who does not trust the server. One thing they cannot
 * do: a root does not say how many leaves are under it, and some sizes share
 * the shape of a proof (leaf 0 of 5 leaves and leaf 0 of 7). So a size must
 * come from where its root comes from, a signed checkpoint. Given a size and
 * the root of that size, only the true leaf and the true proof pass.
 */
#ifndef BASE_MERKLE_H
#define BASE_MERKLE_H

#include "base/error.h"
#include "base/sha256.h"

enum { MERKLE_PROOF = 64 }; /* hashes of a proof at the most */

/* Leaves of a tree at the most; with more, a consistency proof could need 65 hashes. */
#define MERKLE_SIZE_MAX ((uint64_t)INT64_MAX)

struct merkle_hash {
    uint8_t byte[SHA256_SIZE];
};

/* SHA-256(0x00, data) and SHA-256(0x01, left, right); `out` may be one of the children. */
void merkle_leaf(struct span data, struct merkle_hash *out);
void merkle_node(const struct merkle_hash *left, const struct merkle_hash *right, struct merkle_hash *out);

static inline bool merkle_equal(const struct merkle_hash *a, const struct merkle_hash *b)
{
    return memcmp(a->byte, b->byte, sizeof(a->byte)) == 0;
}

/*
 * peak[i] is the root of the last complete subtree of 2^i leaves, where bit i
 * of size is set. Right after an append, peak[i] is also the root of the
 * subtree of 2^i leaves that the new leaf completed, for each i such that
 * 2^i divides size: whoever keeps tiles finds the new ones there.
 */
struct merkle {
    uint64_t size;
    struct merkle_hash peak[64];
};

void merkle_init(struct merkle *tree);
/* The tree must have less than MERKLE_SIZE_MAX leaves. */
void merkle_append(struct merkle *tree, const struct merkle_hash *leaf);
/* The root of no leaves is SHA-256 of nothing. */
void merkle_root(const struct merkle *tree, struct merkle_hash *root);

/* Gives the root of the complete subtree of 2^height leaves that starts at leaf position * 2^height. */
typedef enum err merkle_subtree_fn(void *context, unsigned height, uint64_t position, struct merkle_hash *out,
                                   struct error *error);

struct merkle_proof {
    size_t count;
    struct merkle_hash hash[MERKLE_PROOF];
};

/*
 * These ask for O(log size) subtrees, all within the first `size` leaves, and
 * pass on what the callback fails with. A size above MERKLE_SIZE_MAX is
 * ERR_USAGE. On failure the result is not to be used.
 */

/* The frontier of the first `size` leaves, ready to append to: for a start without reading the whole log. */
ERR_CHECK enum err merkle_restore(struct merkle *tree, uint64_t size, merkle_subtree_fn *subtree, void *context,
                                  struct error *error);
/* The root of the first `size` leaves. */
ERR_CHECK enum err merkle_root_at(uint64_t size, merkle_subtree_fn *subtree, void *context, struct merkle_hash *root,
                                  struct error *error);
/* That leaf `index` (from 0) is in the tree of `size` leaves. ERR_USAGE unless index < size. */
ERR_CHECK enum err merkle_prove_inclusion(uint64_t index, uint64_t size, merkle_subtree_fn *subtree, void *context,
                                          struct merkle_proof *proof, struct error *error);
/* That the tree of `first` leaves is a prefix of that of `second`. ERR_USAGE unless 0 < first <= second. */
ERR_CHECK enum err merkle_prove_consistency(uint64_t first, uint64_t second, merkle_subtree_fn *subtree, void *context,
                                            struct merkle_proof *proof, struct error *error);

/*
 * True when the proof holds; false for anything else, whatever the numbers,
 * also for a proof with a hash too many or too few, a count above
 * MERKLE_PROOF, or sizes for which there is no proof. Reads no hash beyond
 * `count`.
 */
bool merkle_check_inclusion(const struct merkle_hash *leaf, uint64_t index, uint64_t size,
                            const struct merkle_proof *proof, const struct merkle_hash *root);
bool merkle_check_consistency(uint64_t first, uint64_t second, const struct merkle_hash *first_root,
                              const struct merkle_hash *second_root, const struct merkle_proof *proof);

#endif
