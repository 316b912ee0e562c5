/* The string buffer: its limit, its sticky failure, memory of the caller's, numbers and columns. */
#include "support/cmocka.h"

#include "base/strbuf.h"
#include "support/failing_alloc.h"

static void pieces_add_up(void **unused)
{
    (void)unused;
    struct strbuf buf;
    strbuf_init(&buf, &allocator_heap, 1000);
    assert_string_equal(strbuf_text(&buf), "");
    assert_int_equal(strbuf_span(&buf).len, 0);
    strbuf_add(&buf, "seat ");
    strbuf_int(&buf, 3);
    strbuf_add_char(&buf, ':');
    strbuf_add_span(&buf, span_of(" wolfish", 5));
    strbuf_add(&buf, "");
    strbuf_add(&buf, NULL);
    strbuf_add_span(&buf, (struct span){NULL, 0});
    strbuf_repeat(&buf, "-=", 3);
    assert_string_equal(strbuf_text(&buf), "seat 3: wolf-=-=-=");
    strbuf_repeat(&buf, "never", 0);
    strbuf_repeat(&buf, "never", -1);
    strbuf_hex(&buf, (const uint8_t *)"\x00\x9f\xff", 3);
    strbuf_hex(&buf, NULL, 0);
    assert_true(strbuf_ok(&buf));
    assert_string_equal(strbuf_text(&buf), "seat 3: wolf-=-=-=009fff");
    assert_int_equal(buf.len, strlen(strbuf_text(&buf)));
    strbuf_truncate(&buf, 4);
    assert_string_equal(strbuf_text(&buf), "seat");
    strbuf_clear(&buf);
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_release(&buf);
}

static void integers_of_every_size(void **unused)
{
    (void)unused;
    char memory[64];
    struct strbuf buf;
    strbuf_wrap(&buf, memory, sizeof(memory));
    strbuf_int(&buf, 0);
    strbuf_add_char(&buf, ' ');
    strbuf_int(&buf, INT64_MIN);
    strbuf_add_char(&buf, ' ');
    strbuf_int(&buf, INT64_MAX);
    assert_string_equal(memory, "0 -9223372036854775808 9223372036854775807");
}

static void columns_line_up(void **unused)
{
    (void)unused;
    char memory[128];
    struct strbuf buf;
    strbuf_wrap(&buf, memory, sizeof(memory));
    strbuf_pad(&buf, SPAN_LITERAL("é"), 3);
    strbuf_add_char(&buf, '|');
    strbuf_pad(&buf, SPAN_LITERAL("木"), 3);
    strbuf_add_char(&buf, '|');
    strbuf_pad(&buf, SPAN_LITERAL("toolong"), 3);
    strbuf_add_char(&buf, '|');
    strbuf_pad(&buf, (struct span){NULL, 0}, 2);
    strbuf_add_char(&buf, '|');
    strbuf_int_right(&buf, -42, 5);
    strbuf_add_char(&buf, '|');
    strbuf_int_right(&buf, 123456, 3);
    strbuf_int_right(&buf, 7, 0);
    assert_string_equal(memory, "é  |木 |toolong|  |  -42|1234567");
}

static void plain_text_has_no_control_characters(void **unused)
{
    (void)unused;
    char memory[64];
    struct strbuf buf;
    strbuf_wrap(&buf, memory, sizeof(memory));
    strbuf_add_plain(&buf, (struct span){NULL, 0});
    strbuf_add_plain(&buf, SPAN_LITERAL("é\x1b[31m\0\n\t"));
    strbuf_add_plain(&buf, SPAN_LITERAL("\xc2\x9b\xc2\xa0\x7f\xc2"));
    assert_string_equal(memory, "é?[31m????\u00a0?\xc2");
    assert_int_equal(buf.len, strlen(memory));
}

static void text_grows_to_the_limit_and_not_beyond(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (size_t limit = 0; limit < 300; limit += 7) {
        struct strbuf buf;
        strbuf_init(&buf, &memory.allocator, limit);
        for (size_t i = 0; i < limit; i++) {
            strbuf_add_char(&buf, (char)('a' + i % 26));
            assert_true(strbuf_ok(&buf));
        }
        assert_int_equal(buf.len, limit);
        assert_true(memory.held <= limit + 1);
        strbuf_add(&buf, "");
        assert_true(strbuf_ok(&buf));
        strbuf_add_char(&buf, 'x');
        assert_false(strbuf_ok(&buf));
        assert_int_equal(buf.len, limit);
        assert_int_equal(strlen(strbuf_text(&buf)), limit);
        strbuf_release(&buf);
        assert_int_equal(memory.live, 0);
    }
}

/* An append that does not fit leaves what was there, whole, whichever append it is. */
static void an_append_is_all_or_nothing(void **unused)
{
    (void)unused;
    for (int which = 0; which < 8; which++) {
        char memory[8];
        struct strbuf buf;
        strbuf_wrap(&buf, memory, sizeof(memory));
        strbuf_add(&buf, "abcd");
        switch (which) {
        case 0:
            strbuf_add(&buf, "efgh");
            break;
        case 1:
            strbuf_int(&buf, 1234);
            break;
        case 2:
            strbuf_hex(&buf, (const uint8_t *)"\x01\x02", 2);
            break;
        case 3:
            strbuf_repeat(&buf, "ef", 2);
            break;
        case 4:
            strbuf_pad(&buf, SPAN_LITERAL("e"), 4);
            break;
        case 6:
            strbuf_add_plain(&buf, SPAN_LITERAL("e\nfg"));
            break;
        case 5:
            strbuf_int_right(&buf, 1, 4);
            break;
        default:
            strbuf_add_span(&buf, span_of(memory, SIZE_MAX));
            break;
        }
        assert_false(strbuf_ok(&buf));
        assert_string_equal(memory, "abcd");
        assert_int_equal(buf.len, 4);
    }
}

static void failure_sticks_until_cleared(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct strbuf buf;
    strbuf_init(&buf, &memory.allocator, 10);
    strbuf_add(&buf, "12345");
    strbuf_add(&buf, "678901");
    assert_false(strbuf_ok(&buf));
    strbuf_add(&buf, "6"); /* would fit, but comes after a hole */
    assert_string_equal(strbuf_text(&buf), "12345");
    strbuf_clear(&buf);
    assert_true(strbuf_ok(&buf));
    strbuf_add(&buf, "6");
    assert_string_equal(strbuf_text(&buf), "6");
    strbuf_release(&buf);
    assert_int_equal(memory.live, 0);
}

static void an_empty_allocator_is_a_failure_that_keeps_the_text(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct strbuf buf;
    strbuf_init(&buf, &memory.allocator, 100000);
    failing_alloc_arm(&memory, 1);
    strbuf_add(&buf, "a");
    assert_false(strbuf_ok(&buf));
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_clear(&buf);
    strbuf_add(&buf, "kept");
    failing_alloc_arm(&memory, 1);
    strbuf_repeat(&buf, "0123456789", 100);
    assert_false(strbuf_ok(&buf));
    assert_string_equal(strbuf_text(&buf), "kept");
    strbuf_release(&buf);
    assert_int_equal(memory.live, 0);
}

static void the_callers_memory_is_never_left(void **unused)
{
    (void)unused;
    char memory[12];
    memset(memory, '#', sizeof(memory));
    struct strbuf buf;
    strbuf_wrap(&buf, memory, 5);
    assert_string_equal(memory, "");
    strbuf_add(&buf, "wolf");
    assert_true(strbuf_ok(&buf));
    strbuf_add_char(&buf, '!');
    assert_false(strbuf_ok(&buf));
    assert_string_equal(memory, "wolf");
    assert_memory_equal(memory + 5, "#######", 7);
    strbuf_release(&buf);
    assert_string_equal(memory, "wolf");
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_wrap(&buf, memory, 1);
    strbuf_add(&buf, "");
    assert_true(strbuf_ok(&buf));
    strbuf_add(&buf, "a");
    assert_false(strbuf_ok(&buf));
}

static void release_makes_it_as_new(void **unused)
{
    (void)unused;
    struct strbuf zeroed = {0};
    strbuf_release(&zeroed);
    strbuf_add(&zeroed, "");
    assert_false(strbuf_ok(&zeroed));
    assert_string_equal(strbuf_text(&zeroed), "");
    char memory[4];
    struct strbuf wrapped;
    strbuf_wrap(&wrapped, memory, sizeof(memory));
    strbuf_release(&wrapped);
    strbuf_add(&wrapped, "");
    strbuf_add_char(&wrapped, 'a');
    assert_false(strbuf_ok(&wrapped));
    assert_string_equal(memory, "");
    struct strbuf buf;
    strbuf_init(&buf, &allocator_heap, 3);
    strbuf_add(&buf, "long");
    assert_false(strbuf_ok(&buf));
    strbuf_release(&buf);
    assert_true(strbuf_ok(&buf));
    assert_string_equal(strbuf_text(&buf), "");
    strbuf_add(&buf, "abc");
    assert_string_equal(strbuf_text(&buf), "abc");
    strbuf_release(&buf);
    strbuf_release(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_add_up),
        cmocka_unit_test(integers_of_every_size),
        cmocka_unit_test(columns_line_up),
        cmocka_unit_test(plain_text_has_no_control_characters),
        cmocka_unit_test(text_grows_to_the_limit_and_not_beyond),
        cmocka_unit_test(an_append_is_all_or_nothing),
        cmocka_unit_test(failure_sticks_until_cleared),
        cmocka_unit_test(an_empty_allocator_is_a_failure_that_keeps_the_text),
        cmocka_unit_test(the_callers_memory_is_never_left),
        cmocka_unit_test(release_makes_it_as_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
