/*
 * The Merkle tree and the leaves of the log. The reference leaves, roots and proofs are those of the test suite of
 * Certificate Transparency; they were computed a second time with another program.
 *
 * tests/property/test_base_merkle.c compares all proofs of small trees with the definitions of the RFC.
 */
#include "support/cmocka.h"

#include "base/log_entry.h"
#include "base/merkle.h"
#include "base/strbuf.h"
#include "base/utf8.h"

#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct merkle_hash from_hex(const char *hex)
{
    struct merkle_hash hash;
    assert_true(sha256_from_hex(span_from(hex), hash.byte));
    return hash;
}

static void assert_hash(const struct merkle_hash *hash, const char *hex)
{
    struct merkle_hash expected = from_hex(hex);
    assert_memory_equal(hash->byte, expected.byte, SHA256_SIZE);
}

/* ---- the reference tree ---- */

static const struct {
    const char *data;
    size_t length;
    const char *root; /* of the tree up to this leaf */
} REFERENCE[] = {
    {"", 0, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
    {"\x00", 1, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"},
    {"\x10", 1, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"},
    {"\x20\x21", 2, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"},
    {"\x30\x31", 2, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"},
    {"\x40\x41\x42\x43", 4, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"},
    {"\x50\x51\x52\x53\x54\x55\x56\x57", 8, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"},
    {"\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f", 16,
     "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"},
};

/* Complete subtrees of any array of leaves. */
struct forest {
    const struct merkle_hash *leaf;
    uint64_t size;
    enum err fail; /* ERR_OK: answer */
};

static const struct message MSG_NO_DISK = {ERR_IO, "test.disk", "no disk", "pas de disque"};

static enum err forest_subtree(void *context, unsigned height, uint64_t position, struct merkle_hash *out,
                               struct error *error)
{
    const struct forest *forest = context;
    if (forest->fail != ERR_OK) {
        return error_raise(error, &MSG_NO_DISK);
    }
    assert_true((position + 1) << height <= forest->size);
    struct merkle tree;
    merkle_init(&tree);
    for (uint64_t i = 0; i < (uint64_t)1 << height; i++) {
        merkle_append(&tree, &forest->leaf[(position << height) + i]);
    }
    merkle_root(&tree, out);
    return ERR_OK;
}

static void reference_leaves(struct merkle_hash leaves[COUNT(REFERENCE)])
{
    for (size_t i = 0; i < COUNT(REFERENCE); i++) {
        merkle_leaf(span_of(REFERENCE[i].data, REFERENCE[i].length), &leaves[i]);
    }
}

static void reference_roots(void **unused)
{
    (void)unused;
    struct error error;
    struct merkle tree;
    struct merkle_hash root;
    struct merkle_hash leaves[COUNT(REFERENCE)];
    struct forest forest = {leaves, 0, ERR_OK};
    reference_leaves(leaves);
    merkle_init(&tree);
    merkle_root(&tree, &root);
    assert_hash(&root, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_int_equal(merkle_root_at(0, forest_subtree, &forest, &root, &error), ERR_OK);
    assert_hash(&root, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (size_t i = 0; i < COUNT(REFERENCE); i++) {
        merkle_append(&tree, &leaves[i]);
        merkle_root(&tree, &root);
        assert_hash(&root, REFERENCE[i].root);
        forest.size = i + 1;
        assert_int_equal(merkle_root_at(i + 1, forest_subtree, &forest, &root, &error), ERR_OK);
        assert_hash(&root, REFERENCE[i].root);
    }
}

#define LEAF_0 "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
#define LEAF_1 "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
#define LEAF_4 "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
#define NODE_0_1 "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"
#define NODE_2_3 "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
#define NODE_4_5 "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"
#define NODE_6_7 "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
#define NODE_0_3 "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"
#define NODE_4_7 "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"

static const struct {
    bool inclusion;
    uint64_t x; /* index, or first size */
    uint64_t size;
    const char *hash[4];
} PROOFS[] = {
    {true, 0, 1, {NULL}},
    {true, 0, 8, {LEAF_1, NODE_2_3, NODE_4_7}},
    {true, 5, 8, {LEAF_4, NODE_6_7, NODE_0_3}},
    {true, 2, 3, {NODE_0_1}},
    {true, 1, 5, {LEAF_0, NODE_2_3, LEAF_4}},
    {false, 1, 1, {NULL}},
    {false, 1, 8, {LEAF_1, NODE_2_3, NODE_4_7}},
    {false, 6, 8, {NODE_4_5, NODE_6_7, NODE_0_3}},
    {false, 2, 5, {NODE_2_3, LEAF_4}},
    {false, 7, 7, {NULL}},
};

static void reference_proofs(void **unused)
{
    (void)unused;
    struct error error;
    struct merkle_hash leaves[COUNT(REFERENCE)];
    reference_leaves(leaves);
    for (size_t i = 0; i < COUNT(PROOFS); i++) {
        uint64_t x = PROOFS[i].x;
        uint64_t size = PROOFS[i].size;
        struct forest forest = {leaves, size, ERR_OK};
        /* From the heap, and never set beyond `count`: valgrind sees a hash read that is not there. */
        struct merkle_proof *proof = malloc(sizeof(*proof));
        assert_non_null(proof);
        struct merkle_hash root = from_hex(REFERENCE[size - 1].root);
        size_t count = 0;
        while (count < COUNT(PROOFS[i].hash) && PROOFS[i].hash[count]) {
            count++;
        }
        if (PROOFS[i].inclusion) {
            assert_int_equal(merkle_prove_inclusion(x, size, forest_subtree, &forest, proof, &error), ERR_OK);
            assert_true(merkle_check_inclusion(&leaves[x], x, size, proof, &root));
            assert_false(merkle_check_inclusion(&leaves[(x + 1) % 8], x, size, proof, &root));
        } else {
            struct merkle_hash first = from_hex(REFERENCE[x - 1].root);
            assert_int_equal(merkle_prove_consistency(x, size, forest_subtree, &forest, proof, &error), ERR_OK);
            assert_true(merkle_check_consistency(x, size, &first, &root, proof));
            assert_false(merkle_check_consistency(x, size, &leaves[3], &root, proof));
        }
        assert_int_equal(proof->count, count);
        for (size_t j = 0; j < count; j++) {
            assert_hash(&proof->hash[j], PROOFS[i].hash[j]);
        }
        free(proof);
    }
}

/* ---- the edges ---- */

/*
 * A tree larger than any log: all leaves are the same but one, so a complete subtree is known by its height. The
 * largest proofs there are fit into struct merkle_proof, and hold.
 */
struct giant {
    struct merkle_hash plain[64]; /* by height */
    struct merkle_hash odd_leaf;
    uint64_t odd;
};

static enum err giant_subtree(void *context, unsigned height, uint64_t position, struct merkle_hash *out,
                              struct error *error)
{
    (void)error;
    const struct giant *giant = context;
    assert_true(height < 63);
    *out = giant->plain[height];
    if (giant->odd >> height == position) {
        *out = giant->odd_leaf;
        for (unsigned h = 0; h < height; h++) {
            if (giant->odd >> h & 1) {
                merkle_node(&giant->plain[h], out, out);
            } else {
                merkle_node(out, &giant->plain[h], out);
            }
        }
    }
    return ERR_OK;
}

static void the_largest_trees_work(void **unused)
{
    (void)unused;
    static const uint64_t sizes[] = {MERKLE_SIZE_MAX, MERKLE_SIZE_MAX - 1, (uint64_t)1 << 62, ((uint64_t)1 << 62) + 1};
    struct giant giant;
    struct error error;
    merkle_leaf(SPAN_LITERAL("plain"), &giant.plain[0]);
    merkle_leaf(SPAN_LITERAL("odd"), &giant.odd_leaf);
    for (unsigned h = 1; h < 64; h++) {
        merkle_node(&giant.plain[h - 1], &giant.plain[h - 1], &giant.plain[h]);
    }
    for (size_t i = 0; i < COUNT(sizes); i++) {
        uint64_t size = sizes[i];
        const uint64_t odds[] = {0, 1, size / 3, ((uint64_t)1 << 61) - 2, size - 2, size - 1};
        for (size_t j = 0; j < COUNT(odds); j++) {
            struct merkle_proof proof;
            struct merkle_hash root;
            struct merkle_hash first;
            giant.odd = odds[j];
            assert_int_equal(merkle_root_at(size, giant_subtree, &giant, &root, &error), ERR_OK);
            assert_int_equal(merkle_prove_inclusion(giant.odd, size, giant_subtree, &giant, &proof, &error), ERR_OK);
            assert_true(merkle_check_inclusion(&giant.odd_leaf, giant.odd, size, &proof, &root));
            assert_false(merkle_check_inclusion(&giant.odd_leaf, giant.odd ^ 1, size, &proof, &root));
            assert_false(merkle_check_inclusion(&giant.plain[0], giant.odd, size, &proof, &root));

            uint64_t m = giant.odd + 1;
            assert_int_equal(merkle_root_at(m, giant_subtree, &giant, &first, &error), ERR_OK);
            assert_int_equal(merkle_prove_consistency(m, size, giant_subtree, &giant, &proof, &error), ERR_OK);
            assert_true(merkle_check_consistency(m, size, &first, &root, &proof));
            assert_false(merkle_check_consistency(m, size, &root, &first, &proof) && m != size);
        }
    }
    /* Leaf 2^62 - 2 is as deep as a leaf can be, and the proof starts from the leaf itself: no proof is longer. */
    struct merkle_proof proof;
    giant.odd = 0;
    assert_int_equal(
        merkle_prove_consistency(((uint64_t)1 << 62) - 1, MERKLE_SIZE_MAX, giant_subtree, &giant, &proof, &error),
        ERR_OK);
    assert_int_equal(proof.count, MERKLE_PROOF);
}

static void what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    struct merkle_hash leaves[COUNT(REFERENCE)];
    struct forest forest = {leaves, 8, ERR_OK};
    struct merkle_proof proof;
    struct merkle tree;
    struct merkle_hash root;
    struct error error;
    char text[256];
    reference_leaves(leaves);

    assert_int_equal(merkle_prove_inclusion(8, 8, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "merkle.index");
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "a tree of 8 leaves has no leaf 8, counted from 0");
    assert_int_equal(merkle_prove_inclusion(0, 0, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    assert_int_equal(merkle_prove_inclusion(UINT64_MAX, 8, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    assert_int_equal(merkle_prove_inclusion(0, MERKLE_SIZE_MAX + 1, forest_subtree, &forest, &proof, &error),
                     ERR_USAGE);
    assert_string_equal(error.message->id, "merkle.size");

    assert_int_equal(merkle_prove_consistency(0, 8, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "merkle.sizes");
    assert_int_equal(merkle_prove_consistency(5, 4, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "un arbre de 5 feuilles n'est pas le début d'un arbre de 4");
    assert_int_equal(merkle_prove_consistency(5, UINT64_MAX, forest_subtree, &forest, &proof, &error), ERR_USAGE);
    assert_int_equal(merkle_root_at(UINT64_MAX, forest_subtree, &forest, &root, &error), ERR_USAGE);
    assert_int_equal(merkle_restore(&tree, UINT64_MAX, forest_subtree, &forest, &error), ERR_USAGE);

    proof.count = 0;
    assert_false(merkle_check_inclusion(&leaves[0], 0, 0, &proof, &leaves[0]));
    assert_true(merkle_check_inclusion(&leaves[0], 0, 1, &proof, &leaves[0]));
    assert_false(merkle_check_consistency(0, 0, &leaves[0], &leaves[0], &proof));
    assert_false(merkle_check_consistency(0, 1, &leaves[0], &leaves[0], &proof));
    assert_false(merkle_check_consistency(3, 5, &leaves[0], &leaves[0], &proof));
    assert_false(merkle_check_consistency(UINT64_MAX, UINT64_MAX, &leaves[0], &leaves[0], &proof));
}

static void a_store_that_fails_is_heard(void **unused)
{
    (void)unused;
    struct merkle_hash leaves[COUNT(REFERENCE)];
    struct forest forest = {leaves, 8, ERR_IO};
    struct merkle_proof proof;
    struct merkle tree;
    struct merkle_hash root;
    struct error error;
    reference_leaves(leaves);
    error_clear(&error);
    assert_int_equal(merkle_root_at(7, forest_subtree, &forest, &root, &error), ERR_IO);
    assert_ptr_equal(error.message, &MSG_NO_DISK);
    assert_int_equal(merkle_restore(&tree, 7, forest_subtree, &forest, &error), ERR_IO);
    assert_int_equal(merkle_prove_inclusion(4, 7, forest_subtree, &forest, &proof, &error), ERR_IO);
    assert_int_equal(merkle_prove_consistency(3, 7, forest_subtree, &forest, &proof, &error), ERR_IO);
    assert_int_equal(merkle_prove_consistency(4, 7, forest_subtree, &forest, &proof, &error), ERR_IO);
}

/* ---- the leaf of an entry ---- */

static void a_leaf_is_the_hash_of_these_bytes(void **unused)
{
    (void)unused;
    static const char bytes[] = "12\n-7\ncli\nopen\n9223372036854775807\ngame foret\nseat 1 @é\n\n";
    struct merkle_hash expected;
    struct merkle_hash leaf;
    merkle_leaf(span_from(bytes), &expected);
    log_entry_leaf(12, -7, span_from("cli"), span_from("open"), INT64_MAX, span_from("game foret\nseat 1 @é\n"), &leaf);
    assert_memory_equal(leaf.byte, expected.byte, SHA256_SIZE);
    merkle_leaf(SPAN_LITERAL("1\n0\na\nb\n0\n\n"), &expected);
    log_entry_leaf(1, 0, span_from("a"), span_from("b"), 0, (struct span){NULL, 0}, &leaf);
    assert_memory_equal(leaf.byte, expected.byte, SHA256_SIZE);
}

static void an_entry_that_cannot_be_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *id;
        int64_t seq;
        const char *author;
        const char *kind;
        int64_t game;
        const char *body;
    } cases[] = {
        {NULL, 3, "cli", "moves", 1, "1: deer 0,0\n"},   {NULL, 3, "cli", "merge", 0, ""},
        {NULL, 3, "k3f9", "open", 3, "a\n\nb"},          {"log.seq", 0, "cli", "moves", 0, ""},
        {"log.seq", -1, "cli", "moves", 0, ""},          {"log.author", 3, "", "moves", 1, ""},
        {"log.author", 3, "cli\nmoves", "moves", 1, ""}, {"log.author", 3, "c\x7fi", "moves", 1, ""},
        {"log.author", 3, "c\xffi", "moves", 1, ""},     {"log.kind", 3, "cli", "", 1, ""},
        {"log.kind", 3, "cli", "moves\n1", 1, ""},       {"log.kind", 3, "cli", "\xc3", 1, ""},
        {"log.game", 3, "cli", "moves", -1, ""},         {"log.game", 3, "cli", "moves", 4, ""},
        {"log.body", 3, "cli", "moves", 1, "\xe2\x80"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct span author = span_from(cases[i].author);
        struct span kind = span_from(cases[i].kind);
        struct span body = span_from(cases[i].body);
        struct merkle_hash leaf;
        struct error error;
        error_clear(&error);
        log_entry_leaf(cases[i].seq, 5, author, kind, cases[i].game, body, &leaf);
        enum err err = log_entry_check(cases[i].seq, 5, author, kind, cases[i].game, body, &leaf, &error);
        if (!cases[i].id) {
            assert_int_equal(err, ERR_OK);
            continue;
        }
        char en[256];
        char fr[256];
        assert_int_equal(err, ERR_CORRUPT);
        assert_string_equal(error.message->id, cases[i].id);
        assert_true(error_text(&error, LANG_EN, en, sizeof(en)) > 0 && error_text(&error, LANG_FR, fr, sizeof(fr)) > 0);
        assert_string_not_equal(en, fr);
        assert_null(strchr(en, '\n'));
        assert_int_equal(utf8_valid(span_from(en)), strlen(en));
    }
}

static void a_changed_entry_is_found(void **unused)
{
    (void)unused;
    struct span author = span_from("cli");
    struct span kind = span_from("moves");
    struct span body = span_from("1: deer 0,0\n");
    struct merkle_hash leaf;
    struct error error;
    char text[256];
    log_entry_leaf(3, 5, author, kind, 1, body, &leaf);
    assert_int_equal(log_entry_check(3, 5, author, kind, 1, body, &leaf, &error), ERR_OK);
    assert_int_equal(log_entry_check(4, 5, author, kind, 1, body, &leaf, &error), ERR_MISMATCH);
    assert_int_equal(log_entry_check(3, 6, author, kind, 1, body, &leaf, &error), ERR_MISMATCH);
    assert_int_equal(log_entry_check(3, 5, span_from("cl"), kind, 1, body, &leaf, &error), ERR_MISMATCH);
    assert_int_equal(log_entry_check(3, 5, author, span_from("void"), 1, body, &leaf, &error), ERR_MISMATCH);
    assert_int_equal(log_entry_check(3, 5, author, kind, 2, body, &leaf, &error), ERR_MISMATCH);
    body.len--;
    assert_int_equal(log_entry_check(3, 5, author, kind, 1, body, &leaf, &error), ERR_MISMATCH);
    assert_string_equal(error.message->id, "log.leaf");
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    struct strbuf expected;
    struct merkle_hash computed;
    strbuf_init(&expected, &allocator_heap, 256);
    log_entry_leaf(3, 5, author, kind, 1, body, &computed);
    strbuf_add(&expected, "entry 3 was changed: its contents have the leaf ");
    strbuf_hex(&expected, computed.byte, SHA256_SIZE);
    assert_string_equal(text, strbuf_text(&expected));
    strbuf_release(&expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_roots),
        cmocka_unit_test(reference_proofs),
        cmocka_unit_test(the_largest_trees_work),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(a_store_that_fails_is_heard),
        cmocka_unit_test(a_leaf_is_the_hash_of_these_bytes),
        cmocka_unit_test(an_entry_that_cannot_be_is_refused),
        cmocka_unit_test(a_changed_entry_is_found),
    };
    return cmocka_run_group_tests_name("merkle", tests, NULL, NULL);
}
