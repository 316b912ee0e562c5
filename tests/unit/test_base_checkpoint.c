/*
 * Checkpoints. The golden texts were signed by OpenSSL, not by the code under test; the checkpoint of a public
 * transparency log (Sigstore's), signed by its log and a witness, must be read as well.
 */
#include "support/cmocka.h"

#include "base/checkpoint.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The key pair of the seed 00 01 02 … 1f, and what it signed: the reference tree of 8 leaves, and the empty one. */
#define KEY "dendro/test+891f42fe+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
#define ROOT "XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg="
#define BODY "dendro/test\n8\n" ROOT "\n"
#define SIGNATURE "iR9C/pzIOzFdUJCwqUN8u/YznuScyny6zYl07+QaIJ5MonilZi9iRsgHnMmKSfI7Iv/pHHB6LZX+dBnYKJmSNKo1/ws="
#define SIGNED "— dendro/test " SIGNATURE "\n"
#define EMPTY_ROOT "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
#define EMPTY_SIGNED \
    "— dendro/test iR9C/luYnKQQ+cnAt/kXJHPTPRUtQRTlrelsjjqVGzte5BGbE+ClmyO1UYejCBTBmUYA2Wo+pLoN9oJRe67NZWJfjAc=\n"
/* The same text signed with the key of the seed 01 02 … 20. */
#define OTHER_SIGNED \
    "— dendro/test 6LNaTxspbzX0izW/RjN53RRkelgBMkoAW+M9zW2hWpAGf64IBol8FrKpHHGyQrAk98AddGuZzt15e5QAqp1YuyNGeAI=\n"
#define WITNESS "— witness.example/w1 AAAAAGFueSBraW5kIG9mIHNpZ25hdHVyZQ==\n"
#define TEXT BODY "\n" SIGNED

static uint8_t secret[CHECKPOINT_SECRET];
static uint8_t key[CHECKPOINT_PUBLIC];

static int make_keys(void **unused)
{
    (void)unused;
    uint8_t seed[32];
    for (size_t i = 0; i < sizeof(seed); i++) {
        seed[i] = (uint8_t)i;
    }
    checkpoint_keys(seed, secret, key);
    return 0;
}

/* Parses a copy that ends where the text ends, so that the sanitizers see a byte too far. */
static enum err parse(struct span text, const uint8_t *with, struct checkpoint *checkpoint, struct error *error)
{
    char *copy = malloc(text.len ? text.len : 1);
    assert_non_null(copy);
    memcpy(copy, text.len ? text.ptr : "", text.len);
    error_clear(error);
    enum err err = checkpoint_parse(span_of(copy, text.len), with, checkpoint, error);
    if (err == ERR_OK) {
        /* The origin lives on in the caller's text. */
        checkpoint->origin.ptr = text.ptr + (checkpoint->origin.ptr - copy);
    }
    free(copy);
    return err;
}

static enum err parse_key(struct span text, struct span *origin, uint8_t out[CHECKPOINT_PUBLIC], struct error *error)
{
    char *copy = malloc(text.len ? text.len : 1);
    assert_non_null(copy);
    memcpy(copy, text.len ? text.ptr : "", text.len);
    error_clear(error);
    enum err err = checkpoint_parse_key(span_of(copy, text.len), origin, out, error);
    if (err == ERR_OK) {
        origin->ptr = text.ptr + (origin->ptr - copy);
    }
    free(copy);
    return err;
}

static struct merkle_hash root_of_eight(void)
{
    struct merkle_hash root;
    assert_true(
        sha256_from_hex(SPAN_LITERAL("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"), root.byte));
    return root;
}

/* ---- writing ---- */

static void signing_gives_the_golden_text(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct checkpoint checkpoint = {SPAN_LITERAL("dendro/test"), 8, root_of_eight()};
    struct merkle empty;
    strbuf_init(&out, &allocator_heap, 4096);
    checkpoint_sign(&checkpoint, secret, &out);
    assert_string_equal(strbuf_text(&out), TEXT);
    strbuf_clear(&out);
    checkpoint.size = 0;
    merkle_init(&empty);
    merkle_root(&empty, &checkpoint.root);
    checkpoint_sign(&checkpoint, secret, &out);
    assert_string_equal(strbuf_text(&out), "dendro/test\n0\n" EMPTY_ROOT "\n\n" EMPTY_SIGNED);
    strbuf_clear(&out);
    checkpoint_print_key(checkpoint.origin, key, &out);
    assert_string_equal(strbuf_text(&out), KEY);
    strbuf_release(&out);
}

static void origins_are_one_word(void **unused)
{
    (void)unused;
    char longest[CHECKPOINT_ORIGIN + 2];
    memset(longest, 'x', sizeof(longest));
    assert_true(checkpoint_origin_ok(span_of(longest, CHECKPOINT_ORIGIN)));
    assert_false(checkpoint_origin_ok(span_of(longest, CHECKPOINT_ORIGIN + 1)));
    static const char *const good[] = {"dendro/club", "x", "ludothèque", "森/の会", "a-b_c.d/e~f", "e\u0301"};
    for (size_t i = 0; i < COUNT(good); i++) {
        assert_true(checkpoint_origin_ok(span_from(good[i])));
    }
    static const char *const bad[] = {"",          "a z",      "a+z",      "a\nz",     "a\tz",     "a\x7fz",
                                      "\xc2\x85z", "a\u00a0z", "a\u1680z", "a\u2003z", "a\u200az", "a\u2028z",
                                      "a\u202fz",  "a\u205fz", "a\u3000z", "\ufeffa",  "a\xff",    "\xc3"};
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, 4096);
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct checkpoint checkpoint = {span_from(bad[i]), 8, root_of_eight()};
        assert_false(checkpoint_origin_ok(checkpoint.origin));
        checkpoint_sign(&checkpoint, secret, &out);
        assert_false(strbuf_ok(&out));
        assert_int_equal(out.len, 0);
        strbuf_clear(&out);
        checkpoint_print_key(checkpoint.origin, key, &out);
        assert_false(strbuf_ok(&out));
        strbuf_clear(&out);
    }
    assert_false(checkpoint_origin_ok(span_of("a\0b", 3)));
    struct checkpoint large = {SPAN_LITERAL("a"), MERKLE_SIZE_MAX + 1, root_of_eight()};
    checkpoint_sign(&large, secret, &out);
    assert_false(strbuf_ok(&out));
    strbuf_release(&out);
}

/* Unicode's White_Space beyond ASCII, control characters and the byte order mark, and nothing beside them. */
static void no_blank_of_any_script_is_in_an_origin(void **unused)
{
    (void)unused;
    static const uint32_t blank[][2] = {{0x80, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029},
                                        {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
    for (uint32_t c = 0x80; c <= 0xffff; c++) {
        char text[6] = "a";
        bool good = true;
        for (size_t i = 0; i < COUNT(blank); i++) {
            good = good && (c < blank[i][0] || c > blank[i][1]);
        }
        if (c >= 0xd800 && c <= 0xdfff) {
            continue; /* no characters */
        }
        size_t length = 1 + utf8_put(c, text + 1);
        if (checkpoint_origin_ok(span_of(text, length)) != good) {
            fail_msg("U+%04X", (unsigned)c);
        }
    }
}

static void what_is_signed_is_read_again(void **unused)
{
    (void)unused;
    static const uint64_t sizes[] = {1, 9, 10, 1234, 999999999999999999, MERKLE_SIZE_MAX - 1, MERKLE_SIZE_MAX};
    char longest[CHECKPOINT_ORIGIN];
    memset(longest, 'x', sizeof(longest));
    for (size_t i = 0; i < COUNT(sizes); i++) {
        struct checkpoint said = {span_of(longest, sizeof(longest)), sizes[i], root_of_eight()};
        struct checkpoint read;
        struct error error;
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 4096);
        checkpoint_sign(&said, secret, &out);
        assert_int_equal(parse(strbuf_span(&out), key, &read, &error), ERR_OK);
        assert_true(span_equal(read.origin, said.origin));
        assert_int_equal(read.size, said.size);
        assert_true(merkle_equal(&read.root, &said.root));
        /* A buffer that is too small is marked, and not overrun. */
        size_t needed = out.len;
        strbuf_clear(&out);
        struct span origin;
        uint8_t found[CHECKPOINT_PUBLIC];
        checkpoint_print_key(said.origin, key, &out);
        assert_int_equal(checkpoint_parse_key(strbuf_span(&out), &origin, found, &error), ERR_OK);
        assert_true(span_equal(origin, said.origin));
        assert_memory_equal(found, key, sizeof(found));
        strbuf_release(&out);
        strbuf_init(&out, &allocator_heap, needed - 1);
        checkpoint_sign(&said, secret, &out);
        assert_false(strbuf_ok(&out));
        strbuf_release(&out);
    }
}

/* ---- reading ---- */

static void lenient_about_what_mail_does(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        TEXT,
        BODY "\n— dendro/test " SIGNATURE,
        "dendro/test\r\n8\r\n" ROOT "\r\n\r\n— dendro/test " SIGNATURE "\r\n",
        "dendro/test \n8\t\n" ROOT "  \t \n \t\n— dendro/test " SIGNATURE " \t\r\r\n",
        TEXT "\n\r\n  \n",
        "\xef\xbb\xbf" TEXT,
        BODY "\n" WITNESS SIGNED,
        BODY "\n" SIGNED WITNESS OTHER_SIGNED,
        BODY "\n" OTHER_SIGNED SIGNED SIGNED,
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        for (int with_key = 0; with_key < 2; with_key++) {
            struct checkpoint checkpoint;
            struct error error;
            enum err err = parse(span_from(texts[i]), with_key ? key : NULL, &checkpoint, &error);
            if (err != ERR_OK) {
                fail_msg("text %zu: %s, line %u", i, error.message->id, error.line);
            }
            struct merkle_hash root = root_of_eight();
            assert_true(span_is(checkpoint.origin, "dendro/test"));
            assert_int_equal(checkpoint.size, 8);
            assert_true(merkle_equal(&checkpoint.root, &root));
        }
    }
}

static void public_logs_are_read(void **unused)
{
    (void)unused;
    static const char text[] = "log2025-1.rekor.sigstore.dev\n139911860\n"
                               "EliTHtnx44DhEBH+5qIXBtQsSpc54Avam7mIYEvxnTA=\n\n"
                               "— log2025-1.rekor.sigstore.dev zxGZFcOra4Y7QpuiQen+CmnUvDZbxSXfBOXJzL+HKIeR9aC58QTfao58"
                               "ABqkhVyBhQDseS+TZdDNpcnZhoRxkh7IbQ0=\n"
                               "— witness.stagemole.eu Z/euoAAAAABqxF18wrJCADsJ1G5Lc2JaRjZqqBwjpNqH24yQse4iJ4rKS6b5Mtv"
                               "HP+IbKYXwaWuWokdGA+BubLFi+TrwK7xpKr6XBw==\n";
    struct span origin;
    uint8_t public_key[CHECKPOINT_PUBLIC];
    struct checkpoint checkpoint;
    struct error error;
    assert_int_equal(parse_key(SPAN_LITERAL("log2025-1.rekor.sigstore.dev+cf119915+"
                                            "AbfK5adZJxsI323FwGD2AJJ9F4i89cfDuLdGJBIYntuO"),
                               &origin, public_key, &error),
                     ERR_OK);
    assert_true(span_is(origin, "log2025-1.rekor.sigstore.dev"));
    assert_int_equal(parse(span_from(text), public_key, &checkpoint, &error), ERR_OK);
    assert_int_equal(checkpoint.size, 139911860);
    /* The key of the examples of Go's note package; blanks and a line end around it do no harm. */
    assert_int_equal(parse_key(SPAN_LITERAL(" PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW \r\n"),
                               &origin, public_key, &error),
                     ERR_OK);
    assert_true(span_is(origin, "PeterNeumann"));
}

#define MANY_4(line) line line line line
#define MANY_16(line) MANY_4(line) MANY_4(line) MANY_4(line) MANY_4(line)
#define LONG_NAME MANY_4(MANY_4("123456")) "7"

/* Everything that can be wrong, where, and what it is called. `K`: needs a key to be seen; `P`: is a public key. */
static const struct refusal {
    const char *id;
    uint32_t line;
    uint32_t column;
    char how;
    const char *text;
} REFUSALS[] = {
    {"checkpoint.encoding", 1, 8, ' ', "dendro/\xff\n8\n"},
    {"checkpoint.encoding", 3, 3, ' ', "dendro/test\n8\nXc\xe2\x80\n"},
    {"checkpoint.empty", 1, 1, ' ', ""},
    {"checkpoint.empty", 1, 1, ' ', "\n" TEXT},
    {"checkpoint.empty", 1, 1, ' ', "\xef\xbb\xbf"},
    {"checkpoint.origin", 1, 1, ' ', "dendro test\n8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.origin", 1, 1, ' ', " dendro/test\n8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.origin", 1, 1, ' ', "dendro+test\n8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.origin", 1, 1, ' ', "dendro\r/test\n8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.origin-too-long", 1, 1, ' ', LONG_NAME "\n8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size-missing", 2, 1, ' ', "dendro/test\n"},
    {"checkpoint.size-missing", 2, 1, ' ', "dendro/test\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n08\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n00\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n+8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n-8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n 8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n8 8\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size", 2, 1, ' ', "dendro/test\n99999999999999999999x\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size-too-large", 2, 1, ' ', "dendro/test\n9223372036854775808\n" ROOT "\n\n" SIGNED},
    {"checkpoint.size-too-large", 2, 1, ' ', "dendro/test\n99999999999999999999999999\n" ROOT "\n\n" SIGNED},
    {"checkpoint.root-missing", 3, 1, ' ', "dendro/test\n8"},
    {"checkpoint.root-missing", 3, 1, ' ', "dendro/test\n8\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyh=\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\nXcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz-Nw7_RgQyg=\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\nXcnaeacGWamt VZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\n" ROOT "=\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\nXcnaeacGWamt\n\n" SIGNED},
    {"checkpoint.root", 3, 1, ' ', "dendro/test\n8\n" SIGNATURE "\n\n" SIGNED},
    {"checkpoint.root-of-nothing", 3, 1, ' ', "dendro/test\n0\n" ROOT "\n\n" SIGNED},
    {"checkpoint.blank-line", 4, 1, ' ', BODY SIGNED},
    {"checkpoint.blank-line", 4, 1, ' ', BODY "an extension\n\n" SIGNED},
    {"checkpoint.unsigned", 4, 1, ' ', BODY},
    {"checkpoint.unsigned", 5, 1, ' ', BODY "\n"},
    {"checkpoint.unsigned", 6, 1, ' ', BODY "\n" WITNESS "\n\n"},
    {"checkpoint.unsigned", 6, 1, 'K', BODY "\n" WITNESS},
    {"checkpoint.too-many-signatures", 37, 1, ' ', BODY "\n" MANY_16(WITNESS) MANY_16(WITNESS) SIGNED},
    {"checkpoint.dash", 5, 1, ' ', BODY "\n-- dendro/test " SIGNATURE "\n"},
    {"checkpoint.dash", 5, 1, ' ', BODY "\n—dendro/test " SIGNATURE "\n"},
    {"checkpoint.dash", 6, 1, ' ', BODY "\n" SIGNED "— \n"},
    {"checkpoint.signature-form", 5, 1, ' ', BODY "\n— dendro/test\n"},
    {"checkpoint.signature-form", 5, 1, ' ', BODY "\n— " SIGNATURE "\n"},
    {"checkpoint.signer", 5, 5, ' ', BODY "\n—  dendro/test " SIGNATURE "\n"},
    {"checkpoint.signer", 6, 5, ' ', BODY "\n" SIGNED "— a+b " SIGNATURE "\n"},
    {"checkpoint.signature-base64", 5, 17, ' ', BODY "\n— dendro/test  " SIGNATURE "\n"},
    {"checkpoint.signature-base64", 5, 17, ' ', BODY "\n— dendro/test " SIGNATURE "=\n"},
    {"checkpoint.signature-base64", 6, 15, ' ', BODY "\n" SIGNED "— a-witness !\n"},
    {"checkpoint.signature-length", 6, 15, ' ', BODY "\n" SIGNED "— a-witness AAAAAA==\n"},
    {"checkpoint.signature-length", 5, 17, ' ', BODY "\n— dendro/test iR9C/pzIOzFd\n"},
    {"checkpoint.signature-length", 5, 17, 'K', BODY "\n— dendro/test iR9C/pzIOzFd\n" SIGNED},
    {"checkpoint.other-key", 5, 17, 'K', BODY "\n" OTHER_SIGNED},
    {"checkpoint.other-key", 6, 17, 'K', BODY "\n" WITNESS OTHER_SIGNED "\n"},
    {"checkpoint.signature", 5, 17, 'K', "dendro/test\n9\n" ROOT "\n\n" SIGNED},
    {"checkpoint.signature", 5, 17, 'K', "dendro/test\n8\n" EMPTY_ROOT "\n\n" SIGNED},
    {"checkpoint.signature", 6, 17, 'K', BODY "\n" SIGNED EMPTY_SIGNED},
    {"checkpoint.more", 7, 1, ' ', TEXT "\nmore\n"},
    {"checkpoint.more", 7, 1, 'K', TEXT "\n" TEXT},
    {"checkpoint.key-form", 1, 1, 'P', ""},
    {"checkpoint.key-form", 1, 1, 'P', "\n" KEY},
    {"checkpoint.key-form", 1, 1, 'P', "dendro/test"},
    {"checkpoint.key-form", 1, 13, 'P', "dendro/test+891f42fe"},
    {"checkpoint.encoding", 1, 3, 'P', "de\xff"},
    {"checkpoint.origin", 1, 1, 'P', "dendro test+891f42fe+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.origin", 1, 1, 'P', "+891f42fe+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.origin-too-long", 1, 1, 'P', LONG_NAME "+891f42fe+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.key-id", 1, 13, 'P', "dendro/test+891f42f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.key-id", 1, 13, 'P', "dendro/test+891f42fg+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.key-base64", 1, 22, 'P', "dendro/test+891f42fe+"},
    {"checkpoint.key-base64", 1, 22, 'P', "dendro/test+891f42fe+A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="},
    {"checkpoint.key-base64", 1, 22, 'P', KEY " more"},
    {"checkpoint.key-algorithm", 1, 22, 'P', "dendro/test+891f42fe+BAOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.key-differs", 1, 13, 'P', "dendro/test+891f42ff+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
    {"checkpoint.key-differs", 1, 13, 'P', "dendro/tesT+891f42fe+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"},
};

static void every_failure_says_what_and_where(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < COUNT(REFUSALS); i++) {
        const struct refusal *r = &REFUSALS[i];
        struct checkpoint checkpoint = {SPAN_LITERAL("untouched"), 42, root_of_eight()};
        struct span origin = SPAN_LITERAL("untouched");
        uint8_t found[CHECKPOINT_PUBLIC] = {42};
        struct error error;
        enum err err = r->how == 'P' ? parse_key(span_from(r->text), &origin, found, &error)
                                     : parse(span_from(r->text), r->how == 'K' ? key : NULL, &checkpoint, &error);
        if (err == ERR_OK || strcmp(error.message->id, r->id) != 0 || error.line != r->line ||
            error.column != r->column) {
            fail_msg("row %zu: %s at %u:%u instead of %s at %u:%u", i, err == ERR_OK ? "accepted" : error.message->id,
                     error.line, error.column, r->id, r->line, r->column);
        }
        assert_int_equal(err, error.message->code);
        assert_true(span_is(checkpoint.origin, "untouched") && checkpoint.size == 42);
        assert_true(span_is(origin, "untouched") && found[0] == 42);
        /* Every placeholder of the sentence is filled. */
        for (char digit = '1'; digit <= '4'; digit++) {
            const char placeholder[] = {'%', digit, '\0'};
            bool used = strstr(error.message->en, placeholder) != NULL;
            assert_int_equal(used, strstr(error.message->fr, placeholder) != NULL);
            assert_true(!used || error.args > (unsigned)(digit - '1'));
        }
    }
}

static void every_message_can_happen(void **unused)
{
    (void)unused;
    size_t count = 0;
    const struct message *const *messages = checkpoint_messages(&count);
    assert_true(count > 20);
    for (size_t i = 0; i < count; i++) {
        bool raised = strcmp(messages[i]->id, "checkpoint.too-long") == 0; /* below */
        for (size_t j = 0; j < COUNT(REFUSALS); j++) {
            raised = raised || strcmp(messages[i]->id, REFUSALS[j].id) == 0;
        }
        if (!raised) {
            fail_msg("nothing raises %s", messages[i]->id);
        }
        assert_string_not_equal(messages[i]->en, messages[i]->fr);
        assert_int_equal(utf8_valid(span_from(messages[i]->fr)), strlen(messages[i]->fr));
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(messages[i]->id, messages[j]->id);
        }
    }
}

static void a_text_without_end_is_refused(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct checkpoint checkpoint;
    struct error error;
    strbuf_init(&text, &allocator_heap, 2 * (size_t)CHECKPOINT_TEXT);
    strbuf_add(&text, TEXT);
    strbuf_repeat(&text, "\n", CHECKPOINT_TEXT - (int)text.len);
    assert_int_equal(parse(strbuf_span(&text), key, &checkpoint, &error), ERR_OK);
    strbuf_add(&text, "\n");
    assert_int_equal(parse(strbuf_span(&text), key, &checkpoint, &error), ERR_LIMIT);
    assert_string_equal(error.message->id, "checkpoint.too-long");
    assert_int_equal(error.line, 1);
    /* Others' signatures may be long, but not without end. */
    for (int bytes = 6144; bytes <= 6147; bytes += 3) {
        strbuf_clear(&text);
        strbuf_add(&text, TEXT "— other ");
        strbuf_repeat(&text, "AAAA", bytes / 3);
        enum err expected = bytes <= 6144 ? ERR_OK : ERR_SYNTAX;
        assert_int_equal(parse(strbuf_span(&text), key, &checkpoint, &error), expected);
    }
    strbuf_release(&text);
}

static void sentences_name_both_keys(void **unused)
{
    (void)unused;
    struct checkpoint checkpoint;
    struct error error;
    char text[256];
    assert_int_equal(parse(span_from(BODY "\n" OTHER_SIGNED), key, &checkpoint, &error), ERR_MISMATCH);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "signed with the key e8b35a4f, not with the expected key 891f42fe");
    assert_int_equal(parse(span_from(BODY "\n— dendro/test iR9C/pzIOzFd\n"), key, &checkpoint, &error), ERR_SYNTAX);
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "un identifiant de clé et une signature font 68 octets, pas 9");
}

/* ---- nothing of it can be changed ---- */

static void every_changed_bit_is_found(void **unused)
{
    (void)unused;
    char text[] = TEXT;
    struct checkpoint checkpoint;
    struct error error;
    for (size_t bit = 0; bit < 8 * (sizeof(text) - 1); bit++) {
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        if (parse(span_from(text), key, &checkpoint, &error) == ERR_OK) {
            fail_msg("bit %zu flipped, and accepted:\n%s", bit, text);
        }
        assert_true(error.line >= 1 && error.line <= 6);
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    }
    for (size_t n = 0; n < sizeof(text) - 2; n++) {
        assert_int_not_equal(parse(span_of(text, n), key, &checkpoint, &error), ERR_OK);
    }
}

static void every_changed_bit_of_a_key_is_found(void **unused)
{
    (void)unused;
    char text[] = KEY;
    struct error error;
    for (size_t bit = 0; bit < 8 * (sizeof(text) - 1); bit++) {
        struct span origin = {NULL, 0};
        uint8_t found[CHECKPOINT_PUBLIC];
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        if (parse_key(span_from(text), &origin, found, &error) == ERR_OK) {
            /* A capital digit of the key id says the same. */
            assert_true(text[bit / 8] >= 'A' && text[bit / 8] <= 'F');
            assert_true(span_is(origin, "dendro/test"));
            assert_memory_equal(found, key, sizeof(found));
        }
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signing_gives_the_golden_text),
        cmocka_unit_test(origins_are_one_word),
        cmocka_unit_test(no_blank_of_any_script_is_in_an_origin),
        cmocka_unit_test(what_is_signed_is_read_again),
        cmocka_unit_test(lenient_about_what_mail_does),
        cmocka_unit_test(public_logs_are_read),
        cmocka_unit_test(every_failure_says_what_and_where),
        cmocka_unit_test(every_message_can_happen),
        cmocka_unit_test(a_text_without_end_is_refused),
        cmocka_unit_test(sentences_name_both_keys),
        cmocka_unit_test(every_changed_bit_is_found),
        cmocka_unit_test(every_changed_bit_of_a_key_is_found),
    };
    return cmocka_run_group_tests_name("checkpoint", tests, make_keys, NULL);
}
