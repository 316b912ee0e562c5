/* Tables for a terminal: what stands in a cell is shown as it is, and which rows are faint is said beside it. */
#include "support/cmocka.h"

#include "cli/stats_show.h"

static void show(bool colour, char *text, size_t size)
{
    static const char *const names[] = {"~name", "~Bob", "~", "Zo\303\251"};
    struct cli cli;
    struct grid grid;
    struct strbuf out;
    cli_init(&cli, &allocator_heap, -1, -1, -1);
    cli.colour = colour;
    strbuf_wrap(&out, text, size);
    grid_init(&grid, &cli, 2, 1);
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        grid_text(&grid, names[i]);
        grid_int(&grid, (int64_t)i);
        grid_faint(&grid, i == 2);
    }
    grid_end(&grid, &out);
    assert_true(strbuf_ok(&out));
    (void)strbuf_text(&out);
    cli_release(&cli);
}

/* A tilde used to mean `faint`, and was eaten. */
static void a_name_may_begin_with_anything(void **unused)
{
    (void)unused;
    char text[256];
    show(false, text, sizeof(text));
    assert_string_equal(text, "~name  0\n~Bob   1\n~      2\nZo\303\251    3\n");
}

static void faint_rows_are_those_said_to_be(void **unused)
{
    (void)unused;
    char text[256];
    show(true, text, sizeof(text));
    assert_string_equal(text, "\033[1m~name  0\033[0m\n~Bob   1\n\033[2m~      2\033[0m\nZo\303\251    3\n");
}

/* An interval never looks as if it had no width: a narrow one gets more digits. */
static void intervals_have_a_width(void **unused)
{
    (void)unused;
    static const struct figure figures[] = {{true, true, 1.5, 1.25, 1.75},
                                            {true, true, 5.6, 5.581, 5.619},
                                            {true, true, -3, -40, 34},
                                            {true, false, 2, 0, 0},
                                            {.known = false}};
    char text[256];
    struct cli cli;
    struct grid grid;
    struct strbuf out;
    cli_init(&cli, &allocator_heap, -1, -1, -1);
    strbuf_wrap(&out, text, sizeof(text));
    grid_init(&grid, &cli, 1, 1);
    for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
        show_figure(&grid, &figures[i], 1);
    }
    grid_end(&grid, &out);
    assert_string_equal(strbuf_text(&out), "1.5 (1.3\342\200\2231.8)\n5.6 (5.58\342\200\2235.62)\n"
                                           "-3.0 (-40.0 \342\200\223 34.0)\n2.0\n-\n");
    cli_release(&cli);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_may_begin_with_anything),
        cmocka_unit_test(faint_rows_are_those_said_to_be),
        cmocka_unit_test(intervals_have_a_width),
    };
    return cmocka_run_group_tests_name("cli grid", tests, NULL, NULL);
}
