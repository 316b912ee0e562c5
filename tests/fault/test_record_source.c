/*
 * Sources that fail: after every number of bytes, in pieces of several sizes,
 * for a golden record, a season of them, and a text that is wrong anyway. A
 * failure is ERR_IO, once, and then the end; records that were complete before
 * it are the same as without it, and no other is made up.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "support/failing_alloc.h"
#include "support/text.h"

#include <stdio.h>

enum { RECORDS = 16 };

/* What a reader gave: for each record its code and how long its text was. */
struct given {
    enum err code[RECORDS];
    size_t size[RECORDS];
    size_t count;
    bool failed;
};

static void read_all(struct failing_alloc *memory, struct trickle trickle, struct given *given)
{
    struct record_reader reader;
    struct record record;
    struct error error;
    enum err err;
    *given = (struct given){.count = 0};
    record_reader_init(&reader, source_trickle(&trickle), &memory->allocator);
    while ((err = record_reader_next(&reader, &record, &error)) != ERR_END) {
        if (given->failed) {
            fail_msg("after %ld bytes the source failed, and then came %s", trickle.given, test_err_name(err));
        }
        if (err == ERR_IO) {
            assert_string_equal(error.message->id, "record.read");
            given->failed = true;
            continue;
        }
        assert_true(given->count < RECORDS);
        given->code[given->count] = err;
        given->size[given->count] = err == ERR_OK ? record.text.len : error.line;
        given->count++;
    }
    record_reader_release(&reader);
    assert_int_equal(memory->live, 0);
}

static void fail_everywhere(struct span text)
{
    static const size_t steps[] = {1, 13, 4096};
    struct failing_alloc memory;
    struct given whole;
    failing_alloc_init(&memory);
    read_all(&memory, (struct trickle){.rest = text, .step = 4096, .fail_after = -1}, &whole);
    assert_false(whole.failed);
    long stride = text.len > 2000 ? 17 : 1;
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        for (long fail = 0; fail <= (long)text.len; fail += stride) {
            struct given given;
            read_all(&memory, (struct trickle){.rest = text, .step = steps[i], .fail_after = fail}, &given);
            assert_true(given.failed);
            assert_true(given.count <= whole.count);
            for (size_t j = 0; j < given.count; j++) {
                assert_int_equal(given.code[j], whole.code[j]);
                assert_int_equal(given.size[j], whole.size[j]);
            }
        }
    }
}

static void golden_files(void **unused)
{
    (void)unused;
    static const char *const files[] = {"foret/solo-margins.dendro", "foret/take-back.dendro"};
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
        char path[4096];
        (void)snprintf(path, sizeof(path), "%s/replays/%s", test_source_dir(), files[i]);
        strbuf_clear(&text);
        test_read_file(path, &text);
        fail_everywhere(strbuf_span(&text));
    }
    strbuf_release(&text);
}

static void texts_that_are_wrong_anyway(void **unused)
{
    (void)unused;
    fail_everywhere(SPAN_LITERAL(""));
    fail_everywhere(SPAN_LITERAL("\xef\xbb\xbf# nothing\n"));
    fail_everywhere(SPAN_LITERAL("hello\n\ndendro 1\nseat 1 A\n dendro 1\nvaraint\ndendro 2\ndendro 1\n\xff\n"
                                 "dendro 1\r\nseat 1 B\r\n1:\r\ndendro 1\nseat 1 C"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files),
        cmocka_unit_test(texts_that_are_wrong_anyway),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
