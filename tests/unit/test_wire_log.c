/*
 * The log as NDJSON: what is written is read back, however the bytes come;
 * what is no entry is refused with its place; memory and input may fail at
 * any point. Then the text of proofs.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "base/proof_text.h"
#include "support/failing_alloc.h"
#include "support/text.h"
#include "wire/log.h"

#include <string.h>

#define LEAF "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

static const uint8_t HASH[SHA256_SIZE] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                          16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

static const struct log_line LINES[] = {
    {1, 1794603600000, SPAN_INIT("cli"), SPAN_INIT("import"), 1, SPAN_INIT("dendro 1\nseat 1 @k3f9\n"), HASH},
    {2, INT64_MAX, SPAN_INIT("é"), SPAN_INIT("moves"), 1, SPAN_INIT("\"\\\t\x7f"), HASH},
    {INT64_MAX, 0, SPAN_INIT("x"), SPAN_INIT("merge"), 0, SPAN_INIT(""), HASH},
};

enum { LINES_COUNT = sizeof(LINES) / sizeof(LINES[0]) };

static void write_lines(struct strbuf *out)
{
    for (size_t i = 0; i < LINES_COUNT; i++) {
        struct error error;
        assert_int_equal(wire_log_entry(&LINES[i], out, &error), ERR_OK);
    }
}

static void check_line(const struct log_line *line, const struct log_line *wanted)
{
    assert_int_equal(line->seq, wanted->seq);
    assert_int_equal(line->at, wanted->at);
    assert_int_equal(line->game, wanted->game);
    assert_true(span_equal(line->author, wanted->author));
    assert_true(span_equal(line->kind, wanted->kind));
    assert_true(span_equal(line->body, wanted->body));
    assert_memory_equal(line->leaf, wanted->leaf, SHA256_SIZE);
}

static void an_entry_is_one_line(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    assert_int_equal(wire_log_entry(&LINES[0], &out, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out),
                        "{\"seq\":1,\"at\":1794603600000,\"author\":\"cli\",\"kind\":\"import\",\"game\":1,"
                        "\"body\":\"dendro 1\\nseat 1 @k3f9\\n\",\"leaf\":\"" LEAF "\"}\n");
    strbuf_release(&out);
}

static void what_is_written_is_read_however_it_is_cut(void **unused)
{
    (void)unused;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    write_lines(&text);
    for (size_t step = 1; step <= text.len + 1; step++) {
        struct trickle trickle = {.rest = strbuf_span(&text), .step = step, .fail_after = -1};
        struct wire_log_reader reader;
        struct log_line line;
        struct error error;
        wire_log_reader_init(&reader, source_trickle(&trickle), &allocator_heap);
        for (size_t i = 0; i < LINES_COUNT; i++) {
            assert_int_equal(wire_log_next(&reader, &line, &error), ERR_OK);
            assert_int_equal(reader.line, i + 1);
            check_line(&line, &LINES[i]);
        }
        assert_int_equal(wire_log_next(&reader, &line, &error), ERR_END);
        wire_log_reader_release(&reader);
        wire_log_reader_release(&reader);
    }
    strbuf_release(&text);
}

/* Reads all of `text`; the first error that is not the end, or ERR_OK. */
static enum err read_all(struct span text, const struct allocator *allocator, struct error *error)
{
    struct source_memory memory;
    struct wire_log_reader reader;
    struct log_line line;
    enum err err;
    wire_log_reader_init(&reader, source_from_memory(&memory, text), allocator);
    do {
        err = wire_log_next(&reader, &line, error);
    } while (err == ERR_OK);
    wire_log_reader_release(&reader);
    return err == ERR_END ? ERR_OK : err;
}

#define GOOD "{\"seq\":1,\"at\":1,\"author\":\"a\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":\"" LEAF "\"}"

static void what_is_no_entry_is_refused_with_its_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum err err;
        uint32_t line;
        const char *id;
    } cases[] = {
        {"", ERR_OK, 0, NULL},
        {GOOD, ERR_OK, 0, NULL},
        {"\n \t\r\n" GOOD "\r\n\n", ERR_OK, 0, NULL},
        {GOOD "\n" GOOD "x\n", ERR_SYNTAX, 2, "log.json"},
        {GOOD GOOD, ERR_SYNTAX, 1, "log.json"},
        {"\n{", ERR_SYNTAX, 2, "log.json"},
        {"7", ERR_SYNTAX, 1, "log.json"},
        {"[]", ERR_SYNTAX, 1, "log.key-missing"},
        {"{}", ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":1.0,\"at\":1}", ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":99999999999999999999}", ERR_SYNTAX, 1, "log.json"},
        {"{\"seq\":1,\"at\":1,\"author\":null,\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":\"" LEAF "\"}",
         ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":1,\"at\":1,\"author\":\"\\u0000\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":\"" LEAF "\"}",
         ERR_SYNTAX, 1, "log.json"},
        {"{\"seq\":1,\"at\":1,\"author\":\"a\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":\"0" LEAF "\"}",
         ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":1,\"at\":1,\"author\":\"a\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":"
         "\"000102030405060708090A0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
         ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":1,\"at\":1,\"author\":\"a\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":"
         "\"F00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"}",
         ERR_SYNTAX, 1, "log.key-missing"},
        {"{\"seq\":1,\"at\":1,\"author\":\"a\",\"kind\":\"k\",\"game\":1,\"body\":\"\",\"leaf\":\"" LEAF "\",\"x\":1}",
         ERR_SYNTAX, 1, "log.key-surplus"},
        {"{\"seq\":1,\"seq\":1}", ERR_SYNTAX, 1, "log.json"},
        {GOOD "\n\xff", ERR_ENCODING, 2, "log.encoding"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error error = {.line = 0};
        assert_int_equal(read_all(span_from(cases[i].text), &allocator_heap, &error), cases[i].err);
        assert_int_equal(error.line, cases[i].line);
        if (cases[i].id) {
            assert_string_equal(error.message->id, cases[i].id);
            assert_true(error.column > 0);
        }
    }
}

/* A source of spaces that never ends. */
static ptrdiff_t read_spaces(void *context, char *buffer, size_t size)
{
    (void)context;
    memset(buffer, ' ', size);
    return (ptrdiff_t)size;
}

static void a_line_without_end_is_a_limit(void **unused)
{
    (void)unused;
    struct wire_log_reader reader;
    struct log_line line;
    struct error error;
    wire_log_reader_init(&reader, (struct source){read_spaces, NULL}, &allocator_heap);
    assert_int_equal(wire_log_next(&reader, &line, &error), ERR_LIMIT);
    assert_int_equal(error.line, 1);
    assert_int_equal(reader.window.room, WIRE_LOG_LINE);
    wire_log_reader_release(&reader);
}

static void a_source_may_fail_anywhere(void **unused)
{
    (void)unused;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    write_lines(&text);
    for (long after = 0; after < (long)text.len; after += 7) {
        struct trickle trickle = {.rest = strbuf_span(&text), .step = 50, .fail_after = after};
        struct wire_log_reader reader;
        struct log_line line;
        struct error error;
        enum err err;
        wire_log_reader_init(&reader, source_trickle(&trickle), &allocator_heap);
        do {
            err = wire_log_next(&reader, &line, &error);
        } while (err == ERR_OK);
        assert_int_equal(err, ERR_IO);
        wire_log_reader_release(&reader);
    }
    strbuf_release(&text);
}

static void memory_may_fail_anywhere(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct error error;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    for (int i = 0; i < 1000; i++) {
        strbuf_add(&text, "          "
                          "                                                                                          ");
    }
    write_lines(&text); /* the first line is longer than the first buffer */
    for (long n = 1;; n++) {
        struct failing_alloc memory;
        failing_alloc_init(&memory);
        failing_alloc_arm(&memory, n);
        enum err err = read_all(strbuf_span(&text), &memory.allocator, &error);
        assert_int_equal(memory.live, 0);
        assert_int_equal(err, memory.fired ? ERR_MEMORY : ERR_OK);
        if (!memory.fired) {
            assert_true(n > 2);
            break;
        }
    }
    strbuf_release(&text);
}

/* ---- proofs ---- */

static void proofs_as_json(void **unused)
{
    (void)unused;
    struct merkle_hash hash;
    struct merkle_proof proof = {.count = 1};
    struct strbuf out;
    struct error error;
    memcpy(hash.byte, HASH, sizeof(HASH));
    proof.hash[0] = hash;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    struct wire_inclusion inclusion = {3, 9, &hash, &hash, &proof};
    struct wire_consistency consistency = {4, 9, &hash, &hash, &proof};
    assert_int_equal(wire_inclusion(&inclusion, &out, &error), ERR_OK);
    proof.count = 0;
    assert_int_equal(wire_consistency(&consistency, &out, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out),
                        "{\"proof\":\"inclusion\",\"seq\":3,\"size\":9,\"leaf\":\"" LEAF "\","
                        "\"root\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\","
                        "\"hashes\":[\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\"]}\n"
                        "{\"proof\":\"consistency\",\"first\":4,\"second\":9,"
                        "\"first_root\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\","
                        "\"second_root\":\"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\",\"hashes\":[]}\n");
    strbuf_release(&out);
}

static void proofs_as_text_come_back(void **unused)
{
    (void)unused;
    struct prng prng;
    struct strbuf out;
    struct error error;
    prng_seed(&prng, 11);
    strbuf_init(&out, &allocator_heap, 1 << 16);
    for (size_t count = 0; count <= MERKLE_PROOF; count++) {
        struct merkle_proof proof = {.count = count};
        struct merkle_proof again;
        for (size_t i = 0; i < count; i++) {
            for (size_t j = 0; j < SHA256_SIZE; j++) {
                proof.hash[i].byte[j] = (uint8_t)prng_next(&prng);
            }
        }
        strbuf_clear(&out);
        proof_print(&proof, &out);
        assert_int_equal(out.len, count * 45);
        assert_int_equal(proof_parse(strbuf_span(&out), &again, &error), ERR_OK);
        assert_int_equal(again.count, count);
        assert_memory_equal(again.hash, proof.hash, count * sizeof(proof.hash[0]));
    }
    strbuf_add(&out, "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n");
    struct merkle_proof proof;
    assert_int_equal(proof_parse(strbuf_span(&out), &proof, &error), ERR_LIMIT);
    assert_int_equal(error.line, MERKLE_PROOF + 1);
    strbuf_release(&out);
}

static void proofs_as_text_are_read_leniently_but_not_guessed(void **unused)
{
    (void)unused;
    static const char line[] = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    static const struct {
        const char *text;
        enum err err;
        uint32_t line;
    } cases[] = {
        {"", ERR_OK, 0},
        {"\r\n\n \t", ERR_OK, 0},
        {"\n  AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= \r\n", ERR_OK, 0},
        {"\nx\n", ERR_SYNTAX, 2},
        {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", ERR_SYNTAX, 1},
        {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", ERR_SYNTAX, 1}, /* bits beyond the last byte */
        {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg==", ERR_SYNTAX, 1},
        {"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gIQ==", ERR_SYNTAX, 1},
    };
    struct merkle_proof proof;
    struct error error;
    assert_int_equal(proof_parse(span_from(line), &proof, &error), ERR_OK);
    assert_int_equal(proof.count, 1);
    assert_memory_equal(proof.hash[0].byte, HASH, sizeof(HASH));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        error.line = 0;
        assert_int_equal(proof_parse(span_from(cases[i].text), &proof, &error), cases[i].err);
        assert_int_equal(error.line, cases[i].line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_is_one_line),
        cmocka_unit_test(what_is_written_is_read_however_it_is_cut),
        cmocka_unit_test(what_is_no_entry_is_refused_with_its_place),
        cmocka_unit_test(a_line_without_end_is_a_limit),
        cmocka_unit_test(a_source_may_fail_anywhere),
        cmocka_unit_test(memory_may_fail_anywhere),
        cmocka_unit_test(proofs_as_json),
        cmocka_unit_test(proofs_as_text_come_back),
        cmocka_unit_test(proofs_as_text_are_read_leniently_but_not_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
