/*
 * docs/record.md is true: its records verify and are canonical, its messy
 * ones give the problems and the canonical text that follow them, its limits
 * are the program's, and its list of what can be wrong is complete.
 *
 * A fenced block says by its first line what it is:
 *     dendro             a record, canonical, without a problem
 *     dendro messy       a record in any spelling; what follows is about it
 *     problems           what verify says about the messy one, `LINE:COL: …`
 *     dendro canonical   what the messy one becomes
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/record.h"
#include "record/verify.h"
#include "record/write.h"
#include "support/text.h"

#include <stdio.h>

struct page {
    struct strbuf text, written, said;
    struct span messy;
    bool explained; /* the messy block has been followed by problems or its canonical form */
    unsigned blocks;
};

static void add_problem(void *context, const struct problem *problem)
{
    text_format(context, "%u:%u: ", (unsigned)problem->error.line, (unsigned)problem->error.column);
    problem_text(problem, LANG_EN, context);
    strbuf_add_char(context, '\n');
}

/* Reads, verifies and writes one block: what verify says goes to `said`. */
static enum err work(struct page *page, struct span block)
{
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct error error;
    replay_init(&replay, &allocator_heap);
    strbuf_clear(&page->said);
    strbuf_clear(&page->written);
    if (record_read_one(&reader, block, &allocator_heap, &record, &error) != ERR_OK) {
        fail_msg("not a record: %.*s", (int)block.len, block.ptr);
    }
    enum err err = record_verify(&record, NULL, &replay, add_problem, &page->said, &error);
    assert_int_equal(record_write(&record, NULL, &replay, &page->written, &error), ERR_OK);
    replay_release(&replay);
    record_reader_release(&reader);
    return err;
}

static void assert_same(struct span got, struct span expected)
{
    if (!span_equal(got, expected)) {
        (void)fprintf(stderr, "--- got:\n%.*s--- on the page:\n%.*s", (int)got.len, got.ptr, (int)expected.len,
                      expected.ptr);
        fail();
    }
}

static void check_block(struct page *page, struct span kind, struct span block)
{
    if (span_is(kind, "dendro")) {
        assert_int_equal(work(page, block), ERR_OK);
        assert_same(strbuf_span(&page->written), block);
    } else if (span_is(kind, "dendro messy")) {
        assert_true(page->messy.len == 0 || page->explained);
        page->messy = block;
        page->explained = false;
    } else if (span_is(kind, "problems")) {
        (void)!work(page, page->messy);
        assert_same(strbuf_span(&page->said), block);
        page->explained = true;
    } else if (span_is(kind, "dendro canonical")) {
        (void)!work(page, page->messy);
        assert_same(strbuf_span(&page->written), block);
        (void)!work(page, block);
        assert_same(strbuf_span(&page->written), block);
        page->explained = true;
    } else {
        fail_msg("a block of an unknown kind: %.*s", (int)kind.len, kind.ptr);
    }
    page->blocks++;
}

static void blocks_are_true(void **state)
{
    struct page *page = *state;
    const char *at = strbuf_text(&page->text);
    while ((at = strstr(at, "\n```"))) {
        const char *kind = at + 4;
        const char *line_end = strchr(kind, '\n');
        assert_non_null(line_end);
        const char *end = strstr(line_end, "\n```\n");
        assert_non_null(end);
        check_block(page, span_of(kind, (size_t)(line_end - kind)), span_of(line_end + 1, (size_t)(end - line_end)));
        at = end + 4;
    }
    assert_true(page->explained);
    assert_true(page->blocks >= 6);
}

static void assert_says(const struct page *page, const char *text)
{
    if (!strstr(strbuf_text(&page->text), text)) {
        fail_msg("the page does not say '%s'", text);
    }
}

static void limits_are_the_programs(void **state)
{
    const struct page *page = *state;
    char text[64];
    (void)snprintf(text, sizeof(text), "| a record | %d bytes |", RECORD_BYTES);
    assert_says(page, text);
    (void)snprintf(text, sizeof(text), "included | %d lines |", RECORD_LINES);
    assert_says(page, text);
    (void)snprintf(text, sizeof(text), "totals | %d each |", RECORD_EXTRAS);
    assert_says(page, text);
    (void)snprintf(text, sizeof(text), "scores | %d |", RECORD_CLAIMS);
    assert_says(page, text);
}

static void every_complaint_is_listed_and_no_other(void **state)
{
    const struct page *page = *state;
    size_t count;
    const struct message *const *all = record_messages(&count);
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        char id[80];
        (void)snprintf(id, sizeof(id), "`%s`", all[i]->id);
        assert_says(page, id);
    }
    for (const char *at = strbuf_text(&page->text); (at = strstr(at, "`record.")); at++) {
        listed += strncmp(at, "`record.md", 10) != 0;
    }
    assert_int_equal(listed, count);
}

static int read_page(void **state)
{
    static struct page page;
    char path[4096];
    strbuf_init(&page.text, &allocator_heap, 1 << 20);
    strbuf_init(&page.written, &allocator_heap, 1 << 20);
    strbuf_init(&page.said, &allocator_heap, 1 << 20);
    (void)snprintf(path, sizeof(path), "%s/docs/record.md", test_source_dir());
    test_read_file(path, &page.text);
    *state = &page;
    return 0;
}

static int release_page(void **state)
{
    struct page *page = *state;
    strbuf_release(&page->text);
    strbuf_release(&page->written);
    strbuf_release(&page->said);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_true),
        cmocka_unit_test(limits_are_the_programs),
        cmocka_unit_test(every_complaint_is_listed_and_no_other),
    };
    return cmocka_run_group_tests(tests, read_page, release_page);
}
