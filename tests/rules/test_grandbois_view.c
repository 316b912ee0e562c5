/* What a terminal and a machine are shown of a position of GrandBois, to the letter. */
#include "grandbois_table.h"

/* ---- what people see ---- */

static const char *drawn(const struct table *table, enum lang lang, bool colour)
{
    static char text[8192];
    struct strbuf out;
    strbuf_wrap(&out, text, sizeof(text));
    struct draw_style style = {.lang = lang, .colour = colour};
    grandbois_game.draw(&table->setup, &table->state, &style, &out);
    assert_true(strbuf_ok(&out));
    return text;
}

static void test_drawing(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    table_play(&table, "*: river 12 5 30 7;1: tile 12 r0 1,1;*: river 9;1: tower 2,1;2: tile 5 r0 -1,-1;*: river 10");
    assert_string_equal(drawn(&table, LANG_EN, false),
                        "     -1   0   1   2\n"
                        "    ┌───┬───┐\n"
                        " -1 │ B │ F3│\n"
                        "    ├───┼───┼───┐\n"
                        "  0 │ W2│ F1│ · │\n"
                        "    └───┼───┼───┼───┐\n"
                        "  1     │ · │ W4│▲wh│\n"
                        "        └───┼───┼───┤\n"
                        "  2         │ T2│ T1│\n"
                        "            └───┴───┘\n"
                        "\n"
                        "River\n"
                        "      7         9        10        30\n"
                        "     ·  W3     ·  T2     ·  R2     W4 W1\n"
                        "     W1 R3     T2 L4     F4 F1     L2 L1\n"
                        "\n"
                        "Pile: 30\n"
                        "\n"
                        "W raccoon, F fox, L lizard, R rabbit, T toad, B bear, · clearing\n"
                        "\n"
                        "                         sqr set own oth total\n"
                        "Seat 1                     0   0   0   0     0  ▲white ?\n"
                        "Seat 2                     0   0   0   0     0  △black ?\n"
                        "Seat 3                     0   0   0   0     0  △blue ?\n");
    assert_non_null(strstr(drawn(&table, LANG_FR, false), "▲ba"));
    assert_non_null(strstr(drawn(&table, LANG_FR, false), "Pioche : 30"));
    /* To a French reader R is a renard, as in a `ligne`. */
    static const char *const french[] = {
        " -1 │ O │ R3│\n",
        "  0 │RA2│ R1│ · │\n",
        "  1     │ · │RA4│▲ba│\n",
        "      7         9        10        30\n"
        "     ·  RA3    ·   C2    ·   L2   RA4 RA1\n"
        "    RA1  L3    C2 LE4    R4  R1   LE2 LE1\n",
        "RA raton-laveur, R renard, LE lézard, L lapin, C crapaud, O ours, · clairière\n",
    };
    for (size_t i = 0; i < sizeof(french) / sizeof(french[0]); i++) {
        assert_non_null(strstr(drawn(&table, LANG_FR, false), french[i]));
    }
    assert_non_null(strstr(drawn(&table, LANG_EN, true), "\x1b[91mF3\x1b[0m"));
    table_init_sheet(&table, 2);
    assert_non_null(strstr(drawn(&table, LANG_FR, false), "△marron ?")); /* before the first row */
}

/* ---- what machines see ---- */

/* A view as one line: {phase:lay over:0 squares:[...] ...} */
static void view_key(struct strbuf *out, const char *key)
{
    if (out->len > 0 && out->text[out->len - 1] != '[' && out->text[out->len - 1] != '{') {
        strbuf_add_char(out, ' ');
    }
    strbuf_add(out, key ? key : "");
    strbuf_add(out, key ? ":" : "");
}

static char closers[16];
static size_t depth;

static void on_object(void *out, const char *key)
{
    view_key(out, key);
    strbuf_add_char(out, '{');
    closers[depth++] = '}';
}

static void on_list(void *out, const char *key)
{
    view_key(out, key);
    strbuf_add_char(out, '[');
    closers[depth++] = ']';
}

static void on_close(void *out)
{
    assert_true(depth > 0);
    strbuf_add_char(out, closers[--depth]);
}

static void on_integer(void *out, const char *key, int64_t value)
{
    view_key(out, key);
    strbuf_int(out, value);
}

static void on_boolean(void *out, const char *key, bool value)
{
    view_key(out, key);
    strbuf_add(out, value ? "yes" : "no");
}

static void on_text(void *out, const char *key, struct span value)
{
    view_key(out, key);
    strbuf_add_span(out, value);
}

static void on_null(void *out, const char *key)
{
    view_key(out, key);
    strbuf_add(out, "null");
}

static const char *viewed(const struct table *table)
{
    static char text[8192];
    struct strbuf out;
    strbuf_wrap(&out, text, sizeof(text));
    struct view_sink sink = {&out, on_object, on_list, on_close, on_integer, on_boolean, on_text, on_null, NULL};
    grandbois_game.view(&table->setup, &table->state, &sink);
    assert_true(strbuf_ok(&out));
    assert_int_equal(depth, 0);
    return text;
}

static void test_view(void **unused)
{
    (void)unused;
    struct table table;
    table_init(&table, GRANDBOIS_FULL, 3, false);
    table_play(&table, "*: clan 1 fox;*: clan 2 toad;*: clan 3 lizard;*: river 12 5 30 7");
    assert_string_equal(
        viewed(&table),
        "{phase:lay over:no squares:[{x:0 y:0 square:C} {x:1 y:0 square:C} {x:0 y:1 square:C} {x:1 y:1 square:C}] "
        "box:{x:0 y:0 width:2 height:2} laid:0 last:null river:[{tile:5 squares:[B F3 F1 W2]} "
        "{tile:7 squares:[C W3 R3 W1]} {tile:12 squares:[W4 C T1 T2]} {tile:30 squares:[W4 W1 L1 L2]}] pile:32 "
        "seats:[{seat:1 clans:[fox] towers:[{tower:white placed:no}] tiles:[] score:0} "
        "{seat:2 clans:[toad] towers:[{tower:black placed:no}] tiles:[] score:0} "
        "{seat:3 clans:[lizard] towers:[{tower:blue placed:no}] tiles:[] score:0}]}");
    table_play(&table, "1: tile 12 r0 1,1;*: river 9;1: tower 2,1");
    assert_non_null(
        strstr(viewed(&table), "{x:1 y:1 square:W4 clan:raccoon animals:4} {x:2 y:1 square:C tower:white}"));
    assert_non_null(strstr(viewed(&table), "last:{x:1 y:1}"));
    assert_non_null(strstr(viewed(&table), "towers:[{tower:white placed:yes x:2 y:1}] tiles:[12] score:3}"));
    table_init_sheet(&table, 2);
    assert_string_equal(viewed(&table), "{phase:sheet over:no squares:[] box:null seats:[{seat:1 clans:[] "
                                        "towers:[{tower:white placed:no} {tower:black placed:no}] score:0} {seat:2 "
                                        "clans:[] towers:[{tower:blue placed:no} {tower:brown placed:no}] score:0}]}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
