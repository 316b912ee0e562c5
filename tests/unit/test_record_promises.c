/* Promises of src/record that its other tests do not need: what a header makes of odd text, and what may be released. */
#include "support/cmocka.h"

#include "base/alloc.h"
#include "record/record.h"
#include "record/replay.h"
#include "record/verify.h"
#include "record/write.h"

#include <string.h>

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
        {"\xc2\xa0"
         "a\xc2\xa0"
         "b\xe2\x80\xaf",
         "place a\xc2\xa0"
         "b\n"},
        {"\xc2\xa0", "place ?\n"},
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

static const char PLAYED[] = "dendro 1\ngame foret\nseat 1 A\nseat 2 B\n\n1: bee 0,0\n= 1 2\nclaim 1 fox 3\n";

/* What was read of a text, or what is wrong with it and where, in words. */
static const char *reading(struct span text, char out[256])
{
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct error error = {.message = NULL};
    struct strbuf said;
    strbuf_wrap(&said, out, 256);
    if (record_read_one(&reader, text, &allocator_heap, &record, &error) == ERR_OK) {
        strbuf_int(&said, (int64_t)(record.moves_count + 10 * record.totals_count + 100 * record.claims_count));
    } else {
        strbuf_int(&said, error.line);
        strbuf_add_char(&said, ':');
        strbuf_int(&said, error.column);
        strbuf_add(&said, error.message->id);
        strbuf_add(&said, error.args > 0 ? error.arg[0] : "");
    }
    record_reader_release(&reader);
    return strbuf_text(&said);
}

/* A text ends where it ends, whatever lies behind it in memory. */
static void what_lies_behind_a_text_is_not_read(void **unused)
{
    (void)unused;
    static const char behind[] = {'\0', ':', '\n', ' ', '1', 'd', '\r', '\xa9'};
    for (size_t length = 0; length < sizeof(PLAYED); length++) {
        char wanted[256];
        char got[256];
        char copy[sizeof(PLAYED) + 8];
        memcpy(copy, PLAYED, length);
        for (size_t i = 0; i < sizeof(behind); i++) {
            memset(copy + length, behind[i], sizeof(copy) - length);
            const char *said = reading(span_of(copy, length), i == 0 ? wanted : got);
            if (strcmp(said, wanted) != 0) {
                fail_msg("%zu bytes with %d behind them: %s instead of %s", length, behind[i], said, wanted);
            }
        }
    }
}

static void note_problem(void *context, const struct problem *problem)
{
    struct problem *first = context;
    if (!first->error.message) {
        *first = *problem;
    }
}

/* A result of a game that is not over is nobody's fault in particular. */
static void a_result_too_early_is_no_seats(void **unused)
{
    (void)unused;
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct error error = {.message = NULL};
    struct problem first = {.seat = 7, .ply = 7};
    replay_init(&replay, &allocator_heap);
    assert_int_equal(record_read_one(&reader, span_from(PLAYED), &allocator_heap, &record, &error), ERR_OK);
    assert_int_not_equal(record_verify(&record, NULL, &replay, note_problem, &first, &error), ERR_OK);
    assert_string_equal(first.error.message->id, "record.unfinished");
    assert_int_equal(first.seat, -1);
    assert_int_equal(first.ply, -1);
    replay_release(&replay);
    record_reader_release(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_header_has_no_control_characters),
        cmocka_unit_test(what_was_never_used_is_released),
        cmocka_unit_test(what_lies_behind_a_text_is_not_read),
        cmocka_unit_test(a_result_too_early_is_no_seats),
    };
    return cmocka_run_group_tests_name("record promises", tests, NULL, NULL);
}
