/* SHA-256 against the vectors of FIPS 180-4, and the ways in which Dendro feeds it. */
#include "support/cmocka.h"

#include "base/sha256.h"
#include "base/strbuf.h"

static void assert_hex(struct sha256 *hash, const char *expected)
{
    uint8_t bytes[SHA256_SIZE];
    char text[SHA256_HEX + 1];
    struct strbuf hex;
    sha256_end(hash, bytes);
    strbuf_wrap(&hex, text, sizeof(text));
    strbuf_hex(&hex, bytes, sizeof(bytes));
    assert_true(strbuf_ok(&hex));
    assert_string_equal(text, expected);
}

static void published_vectors(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *hex;
    } vectors[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        struct sha256 hash;
        sha256_init(&hash);
        sha256_add(&hash, vectors[i].text, strlen(vectors[i].text));
        assert_hex(&hash, vectors[i].hex);
    }
    struct sha256 hash;
    sha256_init(&hash);
    char thousand[1000];
    memset(thousand, 'a', sizeof(thousand));
    for (int i = 0; i < 1000; i++) {
        sha256_add(&hash, thousand, sizeof(thousand));
    }
    assert_hex(&hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* The same bytes however they are cut. */
static void pieces_do_not_matter(void **unused)
{
    (void)unused;
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add(&hash, "a", 1);
    sha256_add(&hash, "", 0);
    sha256_add(&hash, NULL, 0);
    sha256_add(&hash, "bc", 2);
    assert_hex(&hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void integers_are_little_endian(void **unused)
{
    (void)unused;
    static const uint8_t bytes[] = {0x01, 0x05, 0x04, 0x03, 0x02, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x08, 0x07, 0x06};
    struct sha256 fed;
    sha256_init(&fed);
    sha256_add_u8(&fed, 0x01);
    sha256_add_u32(&fed, UINT32_C(0x02030405));
    sha256_add_u64(&fed, UINT64_C(0x060708090a0b0c0d));
    uint8_t got[SHA256_SIZE];
    sha256_end(&fed, got);
    struct sha256 whole;
    sha256_init(&whole);
    sha256_add(&whole, bytes, sizeof(bytes));
    uint8_t expected[SHA256_SIZE];
    sha256_end(&whole, expected);
    assert_memory_equal(got, expected, SHA256_SIZE);
    /* And against a number from outside: Python's hashlib over the same thirteen bytes. */
    sha256_init(&whole);
    sha256_add(&whole, bytes, sizeof(bytes));
    assert_hex(&whole, "f62ff3b553493f20bc74694cb5fd71febc2496b06324a1839cd4ba5538cf8226");
}

static void texts_keep_their_borders(void **unused)
{
    (void)unused;
    uint8_t one[SHA256_SIZE];
    uint8_t two[SHA256_SIZE];
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_text(&hash, "ab");
    sha256_add_text(&hash, "c");
    sha256_end(&hash, one);
    sha256_init(&hash);
    sha256_add_text(&hash, "a");
    sha256_add_text(&hash, "bc");
    sha256_end(&hash, two);
    assert_memory_not_equal(one, two, SHA256_SIZE);
    sha256_init(&hash);
    sha256_add(&hash, "ab\0c\0", 5);
    sha256_end(&hash, two);
    assert_memory_equal(one, two, SHA256_SIZE);
}

static void hex_of_either_case_and_nothing_else(void **unused)
{
    (void)unused;
    uint8_t bytes[SHA256_SIZE];
    char text[] = "00112233445566778899aAbBcCdDeEfF00112233445566778899aabbccddeeff";
    assert_true(sha256_from_hex(span_from(text), bytes));
    for (int i = 0; i < SHA256_SIZE; i++) {
        assert_int_equal(bytes[i], (i % 16) * 0x11);
    }
    assert_false(sha256_from_hex(span_of(text, 63), bytes));
    assert_false(sha256_from_hex(span_of(text, 62), bytes));
    assert_false(sha256_from_hex(span_of(text, 65), bytes));
    assert_false(sha256_from_hex((struct span){NULL, 0}, bytes));
    for (int i = 0; i < SHA256_HEX; i++) {
        static const char bad[] = "gG/:@`\0 -x";
        for (size_t j = 0; j < sizeof(bad) - 1; j++) {
            char kept = text[i];
            text[i] = bad[j];
            assert_false(sha256_from_hex(span_of(text, 64), bytes));
            text[i] = kept;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors),
        cmocka_unit_test(pieces_do_not_matter),
        cmocka_unit_test(integers_are_little_endian),
        cmocka_unit_test(texts_keep_their_borders),
        cmocka_unit_test(hex_of_either_case_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
