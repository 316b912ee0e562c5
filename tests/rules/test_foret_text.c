/*
 * The notation of Forêt: what is read, how it is written, and where an error
 * points; and the drawing, which people read.
 */
#include "foret_table.h"

#include "base/utf8.h"

/* The canonical text of a line, read at an empty table. */
static const char *canonical(unsigned variant, unsigned level, unsigned seats, unsigned seat, const char *text)
{
    static char out_text[512];
    struct table table;
    struct strbuf out;
    game_move moves[GAME_LINE];
    size_t count = 0;
    table_init(&table, variant, level, seats);
    if (foret_game.parse(&table.setup, &table.state, seat, span_from(text), moves, &count, &table.error)) {
        return table.error.message->id;
    }
    strbuf_wrap(&out, out_text, sizeof(out_text));
    assert_int_equal(foret_game.print(&table.setup, &table.state, moves, count, &out), count);
    return strbuf_text(&out);
}

static void test_lenient_reading(void **unused)
{
    (void)unused;
    static const char *const plays[][2] = {
        {"bee 0,0", "bee 0,0"},
        {"  BEE\t0 , 0  ", "bee 0,0"},
        {"bee (0,0)", "bee 0,0"},
        {"bee(0,0)", "bee 0,0"},
        {"bee ( -1 , +2 )", "bee -1,2"},
        {"bee 00,-01", "bee 0,-1"},
        {"Abeille 0,0", "bee 0,0"},
        {"clairière -4,-3", "meadow -4,-3"},
        {"CLAIRIERE 4,3", "meadow 4,3"},
        {"clairie\xcc\x80re 4,3", "meadow 4,3"}, /* with a combining accent */
        {"ours 0,0", "bear 0,0"},
        {"ruisseau 0,0", "stream 0,0"},
        {"abeilles 0,0", "bee 0,0"},
        {"wolves 0,0", "wolf 0,0"},
        {"Clairieres 0,0 give loups", "meadow 0,0 give wolf"},
        {"rabbit 1,0 swap 1,0 0,0", "rabbit 1,0 swap 0,0 1,0"},
        {"lapin 1,0 SWAP (0,1) (1,0)", "rabbit 1,0 swap 1,0 0,1"}, /* smaller (y,x) first */
        {"rabbit 1,0 swap 0,0 -1,0 give Loup", "rabbit 1,0 swap -1,0 0,0 give wolf"},
        {"rabbit 1,0 give wolf swap 0,0 1,0", "rabbit 1,0 swap 0,0 1,0 give wolf"},
    };
    for (size_t i = 0; i < sizeof(plays) / sizeof(plays[0]); i++) {
        assert_string_equal(canonical(FORET_SOLO, FORET_TABLE, 1, 0, plays[i][0]), plays[i][1]);
    }
    assert_string_equal(canonical(FORET_DUEL, FORET_TABLE, 2, SEAT_NEUTRAL, " Loup "), "wolf");
}

static void test_every_name_is_read(void **unused)
{
    (void)unused;
    static const char *const plain[FORET_TYPES] = {"abeille", "ours",  "truite",    "renard",   "aigle", "libellule",
                                                   "cerf",    "lapin", "clairiere", "ruisseau", "loup"};
    for (unsigned i = 0; i < FORET_TYPES; i++) {
        const char *const names[] = {foret_cards[i].id, foret_cards[i].en, foret_cards[i].fr, plain[i]};
        for (size_t j = 0; j < 4; j++) {
            assert_string_equal(canonical(FORET_DUEL, FORET_TABLE, 2, SEAT_NEUTRAL, names[j]), foret_cards[i].id);
        }
    }
    static const char *const near[] = {"be", "beee", "bea", "bearr", "dee", "dragonfl", "tr", "wolvs", "s", ""};
    for (size_t i = 0; i < sizeof(near) / sizeof(near[0]); i++) {
        assert_string_equal(canonical(FORET_DUEL, FORET_TABLE, 2, SEAT_NEUTRAL, near[i]), "foret.card");
    }
}

static void test_long_lines(void **unused)
{
    (void)unused;
    assert_string_equal(canonical(FORET_STANDARD, FORET_FULL, 3, SEAT_TABLE,
                                  "Deal 2 bee ours trout fox eagle dragonfly deer rabbit meadow  stream"),
                        "deal 2 bee bear trout fox eagle dragonfly deer rabbit meadow stream");
    assert_string_equal(canonical(FORET_SOLO, FORET_FULL, 1, SEAT_TABLE,
                                  "draw bee bear trout fox eagle dragonfly deer rabbit meadow stream"),
                        "deal 1 bee bear trout fox eagle dragonfly deer rabbit meadow stream");
    assert_string_equal(
        canonical(FORET_DUEL, FORET_FULL, 2, SEAT_TABLE, "deal n bee bee bee bee bee bee bee bee fox fox"),
        "deal n bee bee bee bee bee bee bee bee fox fox");
    assert_string_equal(canonical(FORET_STANDARD, FORET_SHEET, 3, 0,
                                  "GRID bee bee bee bee bee/fox fox fox fox fox/ deer deer deer deer deer /"
                                  "loup loup loup loup loup"),
                        "grid bee bee bee bee bee / fox fox fox fox fox / deer deer deer deer deer / "
                        "wolf wolf wolf wolf wolf");
    assert_string_equal(canonical(FORET_DUEL, FORET_SHEET, 2, SEAT_NEUTRAL,
                                  "cards bee bee bee bee bee fox fox fox fox fox deer deer deer deer deer wolf wolf "
                                  "wolf wolf wolf"),
                        "cards bee bee bee bee bee fox fox fox fox fox deer deer deer deer deer wolf wolf wolf wolf "
                        "wolf");
}

static void test_columns(void **unused)
{
    (void)unused;
    static const struct {
        unsigned level;
        const char *line;
        uint32_t column;
    } wrong[] = {
        {FORET_TABLE, "1: bea 0,0", 1},
        {FORET_TABLE, "1:   bea 0,0", 3},
        {FORET_TABLE, "1: bee", 4},
        {FORET_TABLE, "1: bee x,0", 5},
        {FORET_TABLE, "1: bee 0;0", 6},
        {FORET_TABLE, "1: bee 0,", 7},
        {FORET_TABLE, "1: bee 0,1234", 10},
        {FORET_TABLE, "1: bee 0,0 now", 9},
        {FORET_TABLE, "1: rabbit 0,0 swap 1,0", 20},
        {FORET_TABLE, "1: rabbit 0,0 swap 1,0 give", 21},
        {FORET_TABLE, "1: bee 0,0 give cat", 14},
        {FORET_FULL, "*: shuffle", 1},
        {FORET_FULL, "*: deal 9 bee", 6},
        {FORET_FULL, "*: deal 1 bee cat", 12},
        {FORET_FULL, "*: deal 1 bee", 11},
        {FORET_SHEET, "1: grid bee bee / fox", 14},
        {FORET_SHEET, "1: grid bee bee bee bee cat", 22},
        {FORET_SHEET, "1: grad", 1},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct table table;
        table_init(&table, FORET_STANDARD, wrong[i].level, 3);
        assert_string_not_equal(table_line(&table, wrong[i].line), "ok");
        assert_int_equal(table.error.message->code, ERR_SYNTAX);
        if (table.error.column != wrong[i].column) {
            fail_msg("'%s': column %u, not %u", wrong[i].line, table.error.column, wrong[i].column);
        }
    }
}

/* The examples that are shown to people can be read. */
static void test_notation_examples(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < foret_game.notation_count; i++) {
        bool read = false;
        for (unsigned setup = 0; setup < 12 && !read; setup++) {
            struct table table;
            table_init(&table, setup / 4, setup % 4, 3 - setup / 4);
            const char *said = table_line(&table, foret_game.notation[i].example);
            read = strcmp(said, "ok") == 0 || table.error.message->code == ERR_RULE;
            read = read || (strcmp(said, "foret.card-count") == 0 && strstr(foret_game.notation[i].example, "draw"));
        }
        if (!read) {
            fail_msg("nobody can read '%s'", foret_game.notation[i].example);
        }
        assert_true(foret_game.notation[i].en[0] && foret_game.notation[i].fr[0]);
    }
}

/* ---- drawing ---- */

static void check_width(struct span text)
{
    while (text.len > 0) {
        const char *end = memchr(text.ptr, '\n', text.len);
        assert_non_null(end); /* the last line ends too */
        size_t n = (size_t)(end - text.ptr);
        assert_true(utf8_width(span_of(text.ptr, n)) <= 100);
        assert_true(n == 0 || text.ptr[n - 1] != ' ');
        text = span_skip(text, n + 1);
    }
}

static void test_drawing(void **unused)
{
    (void)unused;
    static char memory[32768];
    struct strbuf out;
    struct table table;
    const struct span names[3] = {SPAN_LITERAL("Amélie"), SPAN_LITERAL("Ferdinand"), SPAN_LITERAL("Mana")};
    struct draw_style style = {.lang = LANG_FR, .players = names};
    table_init(&table, FORET_STANDARD, FORET_TABLE, 3);
    table_play(&table, "1: meadow 0,0;2: stream 0,0;3: wolf 0,0;1: bee 1,0");
    strbuf_wrap(&out, memory, sizeof(memory));
    foret_game.draw(&table.setup, &table.state, &style, &out);
    assert_non_null(strstr(memory, "Manche 1, tour 2 sur 20\n"));
    assert_non_null(strstr(memory, "Amélie : -2")); /* 3 for the bee, -5 for the gaps */
    assert_non_null(strstr(memory, "│·   │clairiè.│abeille│·   │"));
    check_width(strbuf_span(&out));
    style = (struct draw_style){.lang = LANG_EN, .colour = true};
    strbuf_wrap(&out, memory, sizeof(memory));
    foret_game.draw(&table.setup, &table.state, &style, &out);
    assert_non_null(strstr(memory, "Seat 2: "));
    assert_non_null(strstr(memory, "\x1b[33mbee\x1b[0m"));
}

/* Whole games of every kind, drawn at every move: within the page, and within a buffer. */
static void test_drawings_fit(void **unused)
{
    (void)unused;
    static char memory[32768];
    static const unsigned seats[] = {6, 2, 1, 3};
    for (unsigned game = 0; game < 4; game++) {
        struct prng prng;
        struct table table;
        prng_seed(&prng, game);
        table_init(&table, game % 3, FORET_FULL, seats[game]);
        for (seat_set turn = 1; turn;) {
            struct strbuf out;
            struct draw_style style = {.lang = game % 2 ? LANG_EN : LANG_FR};
            strbuf_wrap(&out, memory, sizeof(memory));
            foret_game.draw(&table.setup, &table.state, &style, &out);
            assert_true(strbuf_ok(&out));
            if (table.setup.variant != FORET_DUEL) { /* the neutral seat's list may be longer */
                check_width(strbuf_span(&out));
            }
            turn = foret_game.turn(&table.setup, &table.state);
            if (turn) {
                unsigned seat = (unsigned)__builtin_ctz(turn);
                game_move move = foret_game.greedy(&table.setup, &table.state, seat, &prng);
                assert_int_equal(foret_game.apply(&table.setup, &table.state, move, &table.error), ERR_OK);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lenient_reading),   cmocka_unit_test(test_every_name_is_read),
        cmocka_unit_test(test_long_lines),        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_notation_examples), cmocka_unit_test(test_drawing),
        cmocka_unit_test(test_drawings_fit),
    };
    return cmocka_run_group_tests_name("foret text", tests, NULL, NULL);
}
