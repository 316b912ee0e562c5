/* Lines of JSON against a table. */
#include "support/cmocka.h"

#include "support/answer_lines.h"

#include <string.h>

void answer_lines_are_exact(const struct answer_line *answers, size_t count)
{
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    for (size_t i = 0; i < count; i++) {
        struct error error;
        strbuf_clear(&out);
        strbuf_add(&out, "before ");
        assert_int_equal(answers[i].answer(&out, &error), ERR_OK);
        assert_memory_equal(strbuf_text(&out), "before ", 7);
        assert_string_equal(strbuf_text(&out) + 7, answers[i].line);
    }
    strbuf_release(&out);
}

void answer_lines_keep_the_limit(const struct answer_line *answers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(answers[i].line);
        for (size_t limit = 0; limit <= length; limit++) {
            struct strbuf out;
            struct error error;
            strbuf_init(&out, &allocator_heap, limit);
            enum err err = answers[i].answer(&out, &error);
            assert_int_equal(err, limit == length ? ERR_OK : ERR_LIMIT);
            assert_int_equal(out.len, limit == length ? length : 0);
            strbuf_release(&out);
        }
    }
}
