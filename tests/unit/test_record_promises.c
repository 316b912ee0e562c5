/* Promises of src/record that its other tests do not need: what a header makes of odd text, and what may be released. */
#include "support/cmocka.h"

#include "base/alloc.h"
#include "record/replay.h"
#include "record/write.h"

static void a_header_has_no_control_characters(void **unused)
{
    (void)unused;
    static const struct {
        const char *value;
        const char *line;
    } cases[] = {
        {"Cave", "place Cave\n"},
        {" Cave ", "place Cave\n"},
        {"a\tb", "place a b\n"},
        {"a\nb", "place a b\n"},
        {"a\x7f\x62", "place a b\n"},
        {"\x01\x02", "place ?\n"},
        {"", "place ?\n"},
        {"a\xc2\x85z", "place a z\n"},
        {"\tx", "place x\n"},
        {"x \xc2\x85\t", "place x\n"},
        {"é è", "place é è\n"},
        {"a  b", "place a  b\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 1000);
        record_write_header(&out, "place", span_from(cases[i].value));
        assert_string_equal(strbuf_text(&out), cases[i].line);
        strbuf_release(&out);
    }
}

static void what_was_never_used_is_released(void **unused)
{
    (void)unused;
    struct replay replay = {0};
    replay_release(&replay);
    replay_init(&replay, &allocator_heap);
    replay_release(&replay);
    replay_release(&replay);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_has_no_control_characters),
        cmocka_unit_test(what_was_never_used_is_released),
    };
    return cmocka_run_group_tests_name("record promises", tests, NULL, NULL);
}
