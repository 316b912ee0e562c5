/* Scopes: words, bits, what they include and what is refused come from one table. */
#include "support/cmocka.h"

#include "service/scopes.h"

static enum err parse(const char *text, unsigned *scopes, const char **id)
{
    struct error error = {.message = NULL};
    enum err err = scopes_parse(span_from(text), scopes, &error);
    *id = err == ERR_OK ? "" : error.message->id;
    return err;
}

static void words_of_constants_are_those_of_the_table(void **unused)
{
    (void)unused;
    char memory[128];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    for (size_t i = 0; i < SCOPES; i++) {
        strbuf_add(&out, i == 0 ? "" : ", ");
        strbuf_add(&out, scope_word(scope_table[i].scope));
    }
    assert_string_equal(strbuf_text(&out), SCOPE_WORDS);
    assert_true(sizeof(SCOPE_WORDS) <= SCOPES_TEXT);
    assert_string_equal(scope_word(SCOPE_NONE), "none");
}

static void each_scope_includes_those_below(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SCOPES; i++) {
        assert_true(scopes_allow(scope_table[i].scope, SCOPE_NONE));
        assert_false(scopes_allow(0, scope_table[i].scope));
        for (size_t j = 0; j < SCOPES; j++) {
            assert_true(scopes_allow(scope_table[i].scope, scope_table[j].scope) == (j <= i));
        }
    }
}

static void what_is_printed_can_be_read_again(void **unused)
{
    (void)unused;
    for (unsigned bits = 1; bits < 1u << SCOPES; bits++) {
        char memory[SCOPES_TEXT];
        struct strbuf out;
        struct error error = {.message = NULL};
        unsigned again = 0;
        const char *id;
        strbuf_wrap(&out, memory, sizeof(memory));
        scopes_print(bits, &out);
        assert_true(strbuf_ok(&out));
        assert_int_equal(parse(strbuf_text(&out), &again, &id), ERR_OK);
        assert_int_equal(again, bits);
        assert_int_equal(scopes_check(bits, &error), ERR_OK);
    }
}

static void what_is_no_scope_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        const char *id;
    } cases[] = {
        {"read,record", ""},
        {"read\nadmin", ""},
        {" read , admin ", ""},
        {"", "token.scopes-none"},
        {" ,", "token.scopes-none"},
        {"read\n", "token.scopes-none"},
        {"\nread", "token.scopes-none"},
        {"read\n\nadmin", "token.scopes-none"},
        {"Read", "token.scopes"},
        {"none", "token.scopes"},
        {"read admins", "token.scopes"},
        {"read,read", "token.scopes-twice"},
        {"read\nread", "token.scopes-twice"},
    };
    struct error error = {.message = NULL};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned scopes;
        const char *id;
        enum err err = parse(cases[i].text, &scopes, &id);
        assert_string_equal(id, cases[i].id);
        assert_int_equal(err, *id ? ERR_USAGE : ERR_OK);
    }
    assert_int_equal(scopes_check(0, &error), ERR_USAGE);
    assert_int_equal(scopes_check(1u << SCOPES, &error), ERR_USAGE);
    assert_int_equal(scopes_check(SCOPE_READ | 1u << SCOPES, &error), ERR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_constants_are_those_of_the_table),
        cmocka_unit_test(each_scope_includes_those_below),
        cmocka_unit_test(what_is_printed_can_be_read_again),
        cmocka_unit_test(what_is_no_scope_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
