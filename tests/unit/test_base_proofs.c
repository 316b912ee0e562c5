/*
 * docs/proofs.md, held to its word. The example log, its leaves, root, checkpoint and key are computed again, and the
 * programs on the page are run: on true logs, which they must accept, and on changed ones, which they must not. Without
 * python3 that part is skipped, and says so.
 */
#include "support/cmocka.h"
#include "support/needs.h"
#include "support/text.h"

#include "base/checkpoint.h"
#include "base/log_entry.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sodium/utils.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ENTRIES = 21, SAID_NO_PYTHON = -1 };

static struct strbuf page;
static char folder[] = "/tmp/dendro-proofs-XXXXXX";
static uint8_t secret[CHECKPOINT_SECRET];
static uint8_t key[CHECKPOINT_PUBLIC];

static int start(void **unused)
{
    (void)unused;
    uint8_t seed[32];
    for (size_t i = 0; i < sizeof(seed); i++) {
        seed[i] = (uint8_t)i;
    }
    checkpoint_keys(seed, secret, key);
    strbuf_init(&page, &allocator_heap, (size_t)1 << 20);
    char path[4096];
    (void)snprintf(path, sizeof(path), "%s/docs/proofs.md", test_source_dir());
    test_read_file(path, &page);
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    strbuf_release(&page);
    return rmdir(folder);
}

/* What is between the fences of the `which`th block (from 0) of this language. */
static struct span block(const char *language, int which)
{
    char fence[32];
    (void)snprintf(fence, sizeof(fence), "\n```%s\n", language);
    const char *at = strbuf_text(&page);
    for (int i = 0; i <= which; i++) {
        at = strstr(at, fence);
        assert_non_null(at);
        at += strlen(fence);
    }
    const char *close = strstr(at, "```\n");
    assert_non_null(close);
    return span_of(at, (size_t)(close - at));
}

/* ---- a log ---- */

/* Leaves of the entries of an export; with `leaf` compared where it is given. */
static size_t leaves_of(struct span export, struct merkle_hash leaves[ENTRIES])
{
    size_t count = 0;
    while (export.len > 0) {
        json_error_t why;
        const char *line_end = memchr(export.ptr, '\n', export.len);
        assert_non_null(line_end);
        json_t *line = json_loadb(export.ptr, (size_t)(line_end - export.ptr), JSON_REJECT_DUPLICATES, &why);
        assert_non_null(line);
        export = span_skip(export, (size_t)(line_end - export.ptr) + 1);
        json_int_t seq;
        json_int_t at;
        json_int_t game;
        const char *author;
        const char *kind;
        const char *body;
        const char *hex;
        assert_int_equal(json_unpack(line, "{sIsIsssssIssss!}", "seq", &seq, "at", &at, "author", &author, "kind",
                                     &kind, "game", &game, "body", &body, "leaf", &hex),
                         0);
        struct merkle_hash leaf;
        struct error error;
        assert_true(sha256_from_hex(span_from(hex), leaf.byte));
        assert_int_equal(
            log_entry_check(seq, at, span_from(author), span_from(kind), game, span_from(body), &leaf, &error), ERR_OK);
        assert_true(count < ENTRIES);
        assert_int_equal(seq, (json_int_t)count + 1);
        leaves[count++] = leaf;
        json_decref(line);
    }
    return count;
}

static enum err subtree(void *context, unsigned height, uint64_t position, struct merkle_hash *out, struct error *error)
{
    (void)error;
    const struct merkle_hash *leaves = context;
    struct merkle tree;
    merkle_init(&tree);
    for (uint64_t i = 0; i < (uint64_t)1 << height; i++) {
        merkle_append(&tree, &leaves[(position << height) + i]);
    }
    merkle_root(&tree, out);
    return ERR_OK;
}

static void sign(struct merkle_hash *leaves, uint64_t size, struct strbuf *out)
{
    struct error error;
    struct checkpoint checkpoint = {.origin = SPAN_LITERAL("dendro/ludotheque"), .size = size};
    assert_int_equal(merkle_root_at(size, subtree, leaves, &checkpoint.root, &error), ERR_OK);
    strbuf_clear(out);
    checkpoint_sign(&checkpoint, secret, out);
    assert_true(strbuf_ok(out));
}

/* ---- the example ---- */

static void assert_page_says(const uint8_t *bytes)
{
    char memory[SHA256_HEX + 1];
    struct strbuf hex;
    strbuf_wrap(&hex, memory, sizeof(memory));
    strbuf_hex(&hex, bytes, SHA256_SIZE);
    assert_non_null(strstr(strbuf_text(&page), memory));
}

static void the_example_is_right(void **unused)
{
    (void)unused;
    struct merkle_hash leaves[ENTRIES];
    struct merkle_hash root;
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, 4096);
    assert_int_equal(leaves_of(block("json", 0), leaves), 2);
    merkle_node(&leaves[0], &leaves[1], &root);
    assert_page_says(leaves[0].byte);
    assert_page_says(leaves[1].byte);
    assert_page_says(root.byte);

    sign(leaves, 2, &out);
    assert_true(span_equal(block("text", 0), strbuf_span(&out)));
    strbuf_clear(&out);
    checkpoint_print_key(SPAN_LITERAL("dendro/ludotheque"), key, &out);
    strbuf_add_char(&out, '\n');
    assert_true(span_equal(block("text", 1), strbuf_span(&out)));
    strbuf_release(&out);
}

/* The dump of the bytes of entry 2: what is in it hashes to its leaf. */
static void the_bytes_of_the_example_are_right(void **unused)
{
    (void)unused;
    struct merkle_hash leaves[ENTRIES];
    struct span dump = block("text", 2);
    uint8_t bytes[64];
    size_t count = 0;
    while (dump.len > 0) {
        const char *line_end = memchr(dump.ptr, '\n', dump.len);
        assert_non_null(line_end);
        /* 16 pairs and blanks, then the same as characters. */
        size_t n = 0;
        assert_int_equal(sodium_hex2bin(bytes + count, sizeof(bytes) - count, dump.ptr, 48, " ", &n, NULL), 0);
        struct span shown = span_of(dump.ptr + 51, (size_t)(line_end - dump.ptr) - 51);
        assert_int_equal(shown.len, n);
        for (size_t i = 0; i < n; i++) {
            uint8_t byte = bytes[count + i];
            assert_int_equal(shown.ptr[i], byte < 0x20 ? '.' : byte);
        }
        count += n;
        dump = span_skip(dump, (size_t)(line_end - dump.ptr) + 1);
    }
    assert_int_equal(count, 63);
    assert_int_equal(bytes[0], 0);
    assert_int_equal(leaves_of(block("json", 0), leaves), 2);
    struct merkle_hash leaf;
    merkle_leaf(span_of((const char *)bytes + 1, count - 1), &leaf);
    assert_true(merkle_equal(&leaf, &leaves[1]));
}

/* ---- the programs ---- */

static void write_file(const char *name, struct span text)
{
    char path[64];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
    assert_int_equal(fclose(file), 0);
}

static void remove_file(const char *name)
{
    char path[64];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    assert_int_equal(unlink(path), 0);
}

/* The exit status of `python3 program file...`, its output thrown away. */
static int python(const char *program, const char *const files[3])
{
    char paths[4][64];
    char name[] = "python3";
    char isolated[] = "-I";
    char *arguments[] = {name, isolated, paths[0], paths[1], paths[2], files[2] ? paths[3] : NULL, NULL};
    (void)snprintf(paths[0], sizeof(paths[0]), "%s/%s", folder, program);
    for (int i = 0; i < 3 && files[i]; i++) {
        (void)snprintf(paths[i + 1], sizeof(paths[0]), "%s/%s", folder, files[i]);
    }
    posix_spawn_file_actions_t actions;
    assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
    assert_int_equal(posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0), 0);
    assert_int_equal(posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0), 0);
    pid_t child;
    int status = 0;
    int failure = posix_spawnp(&child, name, &actions, NULL, arguments, environ);
    assert_int_equal(posix_spawn_file_actions_destroy(&actions), 0);
    if (failure == ENOENT) {
        return SAID_NO_PYTHON;
    }
    assert_int_equal(failure, 0);
    while (waitpid(child, &status, 0) < 0) {
        assert_int_equal(errno, EINTR);
    }
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status) == 127 ? SAID_NO_PYTHON : WEXITSTATUS(status);
}

static bool has_python(void)
{
    write_file("nothing.py", SPAN_LITERAL("import sys; sys.exit(sys.version_info < (3, 6))\n"));
    int status = python("nothing.py", (const char *const[]){"nothing.py", "nothing.py", NULL});
    remove_file("nothing.py");
    return status == 0;
}

/* A log with bodies that a careless program would read wrongly. */
static void make_export(struct strbuf *out, struct merkle_hash leaves[ENTRIES])
{
    static const char *const bodies[] = {"1: deer 0,0\n", "", "note é 森 \U0001F98A\n", "a\r\nb\n\n", "\"\\/\b\t\u2028",
                                         "no line feed"};
    for (int i = 0; i < ENTRIES; i++) {
        const char *body = bodies[(size_t)i % (sizeof(bodies) / sizeof(bodies[0]))];
        char memory[SHA256_HEX + 1];
        struct strbuf hex;
        int64_t at = INT64_C(1794603600000) + i;
        log_entry_leaf(i + 1, at, span_from("cli"), span_from("moves"), i / 2, span_from(body), &leaves[i]);
        strbuf_wrap(&hex, memory, sizeof(memory));
        strbuf_hex(&hex, leaves[i].byte, SHA256_SIZE);
        json_t *line = json_pack("{sisIsssssissss}", "seq", i + 1, "at", (json_int_t)at, "author", "cli", "kind",
                                 "moves", "game", i / 2, "body", body, "leaf", memory);
        assert_non_null(line);
        char *text = json_dumps(line, i % 2 ? JSON_COMPACT : JSON_ENSURE_ASCII);
        assert_non_null(text);
        strbuf_add(out, text);
        strbuf_add_char(out, '\n');
        free(text);
        json_decref(line);
    }
    assert_true(strbuf_ok(out));
}

static int check_log(const char *log, struct strbuf *checkpoint)
{
    write_file("checkpoint.txt", strbuf_span(checkpoint));
    int status = python("check_log.py", (const char *const[]){log, "checkpoint.txt", NULL});
    remove_file("checkpoint.txt");
    return status;
}

static void the_log_checker_tells_true_from_false(void **unused)
{
    (void)unused;
    if (!has_python()) {
        skip_because("no python3 to run the programs of docs/proofs.md with (scripts/setup test)");
    }
    struct merkle_hash leaves[ENTRIES];
    struct strbuf export;
    struct strbuf checkpoint;
    strbuf_init(&export, &allocator_heap, (size_t)1 << 16);
    strbuf_init(&checkpoint, &allocator_heap, 4096);
    make_export(&export, leaves);
    write_file("check_log.py", block("python", 0));
    write_file("log.ndjson", strbuf_span(&export));
    static const uint64_t sizes[] = {0, 1, 2, 13, ENTRIES};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        sign(leaves, sizes[i], &checkpoint);
        assert_int_equal(check_log("log.ndjson", &checkpoint), 0);
    }
    /* Cut short by its last entry. */
    char *last = strstr(export.text, "\"seq\": 21");
    assert_non_null(last);
    write_file("log.ndjson", span_of(export.text, (size_t)(last - export.text) - 1));
    assert_int_equal(check_log("log.ndjson", &checkpoint), 1);
    /* One letter of the first entry, which its own `leaf` does not hide. */
    char *letter = strstr(export.text, "deer");
    assert_non_null(letter);
    *letter = 'b';
    write_file("log.ndjson", strbuf_span(&export));
    assert_int_equal(check_log("log.ndjson", &checkpoint), 1);
    /* The page's own example. */
    write_file("log.ndjson", block("json", 0));
    strbuf_clear(&checkpoint);
    strbuf_add_span(&checkpoint, block("text", 0));
    assert_int_equal(check_log("log.ndjson", &checkpoint), 0);
    remove_file("log.ndjson");
    remove_file("check_log.py");
    strbuf_release(&export);
    strbuf_release(&checkpoint);
}

static int check_proof(struct merkle_hash *leaves, uint64_t first, uint64_t second, const struct merkle_proof *proof)
{
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, (size_t)1 << 16);
    sign(leaves, first, &text);
    write_file("first.txt", strbuf_span(&text));
    sign(leaves, second, &text);
    write_file("second.txt", strbuf_span(&text));
    strbuf_clear(&text);
    for (size_t i = 0; i < proof->count; i++) {
        char line[64];
        strbuf_add(&text, sodium_bin2base64(line, sizeof(line), proof->hash[i].byte, SHA256_SIZE,
                                            sodium_base64_VARIANT_ORIGINAL));
        strbuf_add_char(&text, '\n');
    }
    write_file("proof.txt", strbuf_span(&text));
    int status = python("check_proof.py", (const char *const[]){"first.txt", "second.txt", "proof.txt"});
    remove_file("first.txt");
    remove_file("second.txt");
    remove_file("proof.txt");
    strbuf_release(&text);
    return status;
}

static void the_proof_checker_tells_true_from_false(void **unused)
{
    (void)unused;
    if (!has_python()) {
        skip_because("no python3 to run the programs of docs/proofs.md with (scripts/setup test)");
    }
    static const uint64_t sizes[][2] = {{1, 1}, {1, 2}, {4, 21}, {3, 21}, {6, 7}, {16, 17}, {20, 21}, {7, 7}};
    struct merkle_hash leaves[ENTRIES];
    for (size_t i = 0; i < ENTRIES; i++) {
        merkle_leaf(span_of((const char *)&i, sizeof(i)), &leaves[i]);
    }
    write_file("check_proof.py", block("python", 1));
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct error error;
        struct merkle_proof proof;
        assert_int_equal(merkle_prove_consistency(sizes[i][0], sizes[i][1], subtree, leaves, &proof, &error), ERR_OK);
        assert_int_equal(check_proof(leaves, sizes[i][0], sizes[i][1], &proof), 0);
        if (proof.count > 0) {
            proof.hash[proof.count / 2].byte[i] ^= 1;
            assert_int_equal(check_proof(leaves, sizes[i][0], sizes[i][1], &proof), 1);
            proof.hash[proof.count / 2].byte[i] ^= 1;
        }
        proof.hash[proof.count++] = leaves[0];
        assert_int_equal(check_proof(leaves, sizes[i][0], sizes[i][1], &proof), 1);
    }
    remove_file("check_proof.py");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_is_right),
        cmocka_unit_test(the_bytes_of_the_example_are_right),
        cmocka_unit_test(the_log_checker_tells_true_from_false),
        cmocka_unit_test(the_proof_checker_tells_true_from_false),
    };
    return cmocka_run_group_tests_name("proofs", tests, start, end);
}
