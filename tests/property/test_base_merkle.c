/*
 * The Merkle tree against the definitions of RFC 6962, 2.1, written down here as the RFC writes them: recursively, and
 * without a thought for speed. For every size up to 300, and random larger ones: roots and proofs are those of the
 * definitions, every proof passes its check, and whatever is changed in it makes the check fail.
 */
#include "support/cmocka.h"
#include "support/text.h"

#include "base/merkle.h"
#include "base/prng.h"

#include <stdlib.h>

enum { ALL_UP_TO = 300, LARGEST = 6000, SEED = 6962 };

static struct merkle_hash leaves[LARGEST];

/* ---- the definitions ---- */

/* The largest power of two smaller than n, which is above 1. */
static uint64_t split(uint64_t n)
{
    uint64_t k = 1;
    while (k * 2 < n) {
        k *= 2;
    }
    return k;
}

/* MTH(D[from : from + n]), remembered for the small trees. */
static struct merkle_hash naive_root(uint64_t from, uint64_t n)
{
    static struct merkle_hash known[ALL_UP_TO][ALL_UP_TO + 1];
    static bool is_known[ALL_UP_TO][ALL_UP_TO + 1];
    if (n == 1) {
        return leaves[from];
    }
    bool small = from + n <= ALL_UP_TO;
    if (small && is_known[from][n]) {
        return known[from][n];
    }
    struct merkle_hash left = naive_root(from, split(n));
    struct merkle_hash right = naive_root(from + split(n), n - split(n));
    struct merkle_hash root;
    merkle_node(&left, &right, &root);
    if (small) {
        known[from][n] = root;
        is_known[from][n] = true;
    }
    return root;
}

/* A proof, and on which side each of its hashes goes: 'L', 'R', or 'S' for the one a consistency proof starts from. */
struct naive_proof {
    bool hashes; /* false: only the sides are wanted */
    struct merkle_proof proof;
    char side[MERKLE_PROOF + 1];
};

static void naive_add(struct naive_proof *out, char side, uint64_t from, uint64_t n)
{
    if (out->hashes) {
        out->proof.hash[out->proof.count] = naive_root(from, n);
    }
    out->side[out->proof.count++] = side;
    out->side[out->proof.count] = '\0';
}

/* PATH(m, D[from : from + n]) */
static void naive_path(uint64_t m, uint64_t from, uint64_t n, struct naive_proof *out)
{
    if (n == 1) {
        return;
    }
    uint64_t k = split(n);
    if (m < k) {
        naive_path(m, from, k, out);
        naive_add(out, 'R', from + k, n - k);
    } else {
        naive_path(m - k, from + k, n - k, out);
        naive_add(out, 'L', from, k);
    }
}

/* SUBPROOF(m, D[from : from + n], b) */
static void naive_subproof(uint64_t m, uint64_t from, uint64_t n, bool b, struct naive_proof *out)
{
    if (m == n) {
        if (!b) {
            naive_add(out, 'S', from, n);
        }
        return;
    }
    uint64_t k = split(n);
    if (m <= k) {
        naive_subproof(m, from, k, b, out);
        naive_add(out, 'R', from + k, n - k);
    } else {
        naive_subproof(m - k, from + k, n - k, false, out);
        naive_add(out, 'L', from, k);
    }
}

static struct naive_proof naive_inclusion(uint64_t index, uint64_t size, bool hashes)
{
    struct naive_proof out = {.hashes = hashes};
    naive_path(index, 0, size, &out);
    return out;
}

static struct naive_proof naive_consistency(uint64_t first, uint64_t second, bool hashes)
{
    struct naive_proof out = {.hashes = hashes};
    naive_subproof(first, 0, second, true, &out);
    return out;
}

/* ---- support ---- */

/* Complete subtrees of the leaves; a question beyond the tree it is asked for fails the test. */
static enum err subtree(void *context, unsigned height, uint64_t position, struct merkle_hash *out, struct error *error)
{
    (void)error;
    const uint64_t *size = context;
    assert_true(height < 64);
    assert_true((position + 1) << height <= *size);
    *out = naive_root(position << height, (uint64_t)1 << height);
    return ERR_OK;
}

static void assert_same(const struct merkle_hash *a, const struct merkle_hash *b, uint64_t x, uint64_t y)
{
    if (!merkle_equal(a, b)) {
        fail_msg("hashes differ for %llu, %llu (seed %d)", (unsigned long long)x, (unsigned long long)y, SEED);
    }
}

static void assert_check(bool expected, bool got, const char *what, uint64_t x, uint64_t y)
{
    if (expected != got) {
        fail_msg("%s for %llu, %llu: %s (seed %d)", what, (unsigned long long)x, (unsigned long long)y,
                 got ? "passes" : "fails", SEED);
    }
}

static void assert_proof(const struct merkle_proof *proof, const struct naive_proof *naive, uint64_t x, uint64_t y)
{
    assert_check(true, proof->count == naive->proof.count, "number of hashes", x, y);
    for (size_t i = 0; i < proof->count; i++) {
        assert_same(&proof->hash[i], &naive->proof.hash[i], x, y);
    }
}

/* A copy on the heap with every hash behind `count` overwritten: what is there must not matter. */
static struct merkle_proof *copy_of(const struct merkle_proof *proof, int filling)
{
    struct merkle_proof *copy = malloc(sizeof(*copy));
    assert_non_null(copy);
    memset(copy, filling, sizeof(*copy));
    copy->count = proof->count;
    memcpy(copy->hash, proof->hash, proof->count * sizeof(proof->hash[0]));
    return copy;
}

static void flip(struct merkle_hash *hash, unsigned bit)
{
    hash->byte[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

/* Whichever of the two checks it is: what it is told, and whether it passes. */
struct claim {
    bool inclusion;
    uint64_t x; /* index, or first */
    uint64_t size;
    struct merkle_hash low; /* leaf, or first root */
    struct merkle_hash root;
    struct merkle_proof *proof;
};

static bool holds(const struct claim *c)
{
    return c->inclusion ? merkle_check_inclusion(&c->low, c->x, c->size, c->proof, &c->root)
                        : merkle_check_consistency(c->x, c->size, &c->low, &c->root, c->proof);
}

static struct naive_proof sides(const struct claim *c, uint64_t x, uint64_t size)
{
    return c->inclusion ? naive_inclusion(x, size, false) : naive_consistency(x, size, false);
}

/* ---- what must fail: `thorough` changes every bit and number, otherwise a few at random ---- */

static void refuses_other_hashes(struct claim *c, struct prng *prng, bool thorough)
{
    struct merkle_hash *hashes[MERKLE_PROOF + 2] = {&c->low, &c->root};
    size_t count = 2;
    for (size_t i = 0; i < c->proof->count; i++) {
        hashes[count++] = &c->proof->hash[i];
    }
    for (size_t i = 0; i < (thorough ? count * 256 : 3); i++) {
        struct merkle_hash *hash = hashes[thorough ? i / 256 : prng_below(prng, (uint32_t)count)];
        unsigned bit = thorough ? (unsigned)(i % 256) : prng_below(prng, 256);
        flip(hash, bit);
        assert_check(false, holds(c), "a flipped bit of a hash", c->x, c->size);
        flip(hash, bit);
    }
    for (size_t i = 0; thorough && i + 1 < c->proof->count; i++) {
        struct merkle_hash swap = c->proof->hash[i];
        c->proof->hash[i] = c->proof->hash[i + 1];
        c->proof->hash[i + 1] = swap;
        assert_check(false, holds(c), "two hashes swapped", c->x, c->size);
        c->proof->hash[i + 1] = c->proof->hash[i];
        c->proof->hash[i] = swap;
    }
}

static void refuses_other_lengths(struct claim *c, bool thorough)
{
    size_t count = c->proof->count;
    static const size_t beyond[] = {MERKLE_PROOF, MERKLE_PROOF + 1, MERKLE_PROOF + 2, SIZE_MAX / 32, SIZE_MAX};
    for (size_t shorter = thorough || count == 0 ? 0 : count - 1; shorter < count; shorter++) {
        c->proof->count = shorter;
        assert_check(false, holds(c), "a proof cut short", c->x, c->size);
    }
    for (size_t longer = count + 1; longer < count + (thorough ? 4 : 2); longer++) {
        c->proof->count = longer;
        assert_check(false, holds(c), "a proof with more hashes", c->x, c->size);
    }
    for (size_t i = 0; i < sizeof(beyond) / sizeof(beyond[0]); i++) {
        c->proof->count = beyond[i];
        assert_check(false, holds(c), "a proof beyond the limit", c->x, c->size);
    }
    c->proof->count = count;
}

/*
 * A wrong index, or a wrong first size, never passes. A wrong size of the tree passes in one case, which is no fault
 * but the nature of the tree (merkle.h): when the proof has the same sides for both sizes. Then, and only then.
 */
static void refuses_other_numbers(struct claim *c, struct prng *prng, bool thorough)
{
    for (unsigned i = 0; i < (thorough ? 64u : 3u); i++) {
        unsigned bit = thorough ? i : prng_below(prng, 11);
        uint64_t x = c->x;
        c->x ^= (uint64_t)1 << bit;
        assert_check(false, holds(c), "a flipped bit of the index or first size", x, c->size);
        c->x = x;

        uint64_t size = c->size;
        uint64_t other = size ^ (uint64_t)1 << bit;
        bool possible = other <= MERKLE_SIZE_MAX && (c->inclusion ? x < other : x <= other);
        bool same = possible && strcmp(sides(c, x, size).side, sides(c, x, other).side) == 0;
        c->size = other;
        assert_check(same, holds(c), "a flipped bit of the size", x, size);
        c->size = size;
    }
}

static void try_claim(struct claim *c, const struct merkle_proof *proof, struct prng *prng, bool thorough)
{
    struct claim before = *c;
    for (int filling = 0; filling < 256; filling += 255) {
        c->proof = copy_of(proof, filling);
        assert_check(true, holds(c), "the true proof", c->x, c->size);
        if (filling == 0) {
            refuses_other_hashes(c, prng, thorough);
            refuses_other_numbers(c, prng, thorough);
        }
        refuses_other_lengths(c, thorough);
        free(c->proof);
    }
    before.proof = c->proof;
    assert_memory_equal(&before, c, sizeof(before));
}

static void try_inclusion(uint64_t index, uint64_t size, struct prng *prng, bool thorough)
{
    struct error error;
    struct merkle_proof proof;
    struct naive_proof naive = naive_inclusion(index, size, true);
    assert_int_equal(merkle_prove_inclusion(index, size, subtree, &size, &proof, &error), ERR_OK);
    assert_proof(&proof, &naive, index, size);
    struct claim c;
    memset(&c, 0, sizeof(c));
    c.inclusion = true;
    c.x = index;
    c.size = size;
    c.low = leaves[index];
    c.root = naive_root(0, size);
    try_claim(&c, &proof, prng, thorough);
}

static void try_consistency(uint64_t first, uint64_t second, struct prng *prng, bool thorough)
{
    struct error error;
    struct merkle_proof proof;
    struct naive_proof naive = naive_consistency(first, second, true);
    assert_int_equal(merkle_prove_consistency(first, second, subtree, &second, &proof, &error), ERR_OK);
    assert_proof(&proof, &naive, first, second);
    struct claim c;
    memset(&c, 0, sizeof(c));
    c.x = first;
    c.size = second;
    c.low = naive_root(0, first);
    c.root = naive_root(0, second);
    try_claim(&c, &proof, prng, thorough);
}

/* ---- the tests ---- */

static unsigned sizes(void)
{
    unsigned n = test_cases(ALL_UP_TO);
    return n > ALL_UP_TO ? ALL_UP_TO : n;
}

/* Every size: appended one by one, asked for afterwards, and begun again from what is stored. */
static void roots_are_those_of_the_definition(void **unused)
{
    (void)unused;
    struct error error;
    struct merkle tree;
    merkle_init(&tree);
    for (uint64_t size = 1; size <= ALL_UP_TO; size++) {
        merkle_append(&tree, &leaves[size - 1]);
        assert_int_equal(tree.size, size);
        struct merkle_hash naive = naive_root(0, size);
        struct merkle_hash root;
        merkle_root(&tree, &root);
        assert_same(&root, &naive, size, 0);
        assert_int_equal(merkle_root_at(size, subtree, &size, &root, &error), ERR_OK);
        assert_same(&root, &naive, size, 1);

        /* What the last leaf completed is at hand, for whoever stores it. */
        for (unsigned height = 0; size % ((uint64_t)1 << height) == 0; height++) {
            uint64_t width = (uint64_t)1 << height;
            naive = naive_root(size - width, width);
            assert_same(&tree.peak[height], &naive, size, height);
        }

        struct merkle again;
        assert_int_equal(merkle_restore(&again, size, subtree, &size, &error), ERR_OK);
        for (uint64_t more = size; more < ALL_UP_TO && more < size + 9; more++) {
            merkle_append(&again, &leaves[more]);
        }
        merkle_root(&again, &root);
        naive = naive_root(0, again.size);
        assert_same(&root, &naive, size, 2);
    }
}

static void every_proof_of_small_trees_holds_and_no_other(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED);
    for (uint64_t size = 1; size <= sizes(); size++) {
        for (uint64_t x = 0; x < size; x++) {
            bool thorough = size <= 20 || (size * 7 + x) % 1031 == 0;
            try_inclusion(x, size, &prng, thorough);
            try_consistency(x + 1, size, &prng, thorough);
        }
    }
}

static void larger_trees_are_no_different(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED + 1);
    for (unsigned i = 0; i < test_cases(60); i++) {
        uint64_t size = ALL_UP_TO + prng_below(&prng, LARGEST - ALL_UP_TO);
        struct merkle tree;
        struct merkle_hash root;
        merkle_init(&tree);
        for (uint64_t leaf = 0; leaf < size; leaf++) {
            merkle_append(&tree, &leaves[leaf]);
        }
        merkle_root(&tree, &root);
        struct merkle_hash naive = naive_root(0, size);
        assert_same(&root, &naive, size, 0);
        try_inclusion(prng_below(&prng, (uint32_t)size), size, &prng, i % 8 == 0);
        try_consistency(1 + prng_below(&prng, (uint32_t)size), size, &prng, i % 8 == 0);
    }
}

/* Numbers and hashes out of nowhere: the answer is no, and the sanitizers see nothing. */
static void nonsense_is_refused(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, SEED + 2);
    for (unsigned i = 0; i < test_cases(20000); i++) {
        struct merkle_proof *proof = malloc(sizeof(*proof));
        assert_non_null(proof);
        for (size_t at = 0; at < sizeof(proof->hash); at += sizeof(uint64_t)) {
            uint64_t value = prng_next(&prng);
            memcpy((char *)proof->hash + at, &value, sizeof(value));
        }
        proof->count = prng_below(&prng, 8) ? prng_below(&prng, MERKLE_PROOF + 3) : (size_t)prng_next(&prng);
        uint64_t a = prng_next(&prng) >> prng_below(&prng, 64);
        uint64_t b = prng_next(&prng) >> prng_below(&prng, 64);
        assert_check(false, merkle_check_inclusion(&leaves[0], a, b, proof, &leaves[1]), "nonsense", a, b);
        assert_check(false, merkle_check_consistency(a, b, &leaves[0], &leaves[1], proof), "nonsense", a, b);
        free(proof);
    }
}

int main(void)
{
    struct prng prng;
    prng_seed(&prng, SEED);
    for (size_t i = 0; i < LARGEST; i++) {
        uint64_t data = prng_next(&prng);
        merkle_leaf(span_of((const char *)&data, sizeof(data)), &leaves[i]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_are_those_of_the_definition),
        cmocka_unit_test(every_proof_of_small_trees_holds_and_no_other),
        cmocka_unit_test(larger_trees_are_no_different),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests_name("merkle", tests, NULL, NULL);
}
