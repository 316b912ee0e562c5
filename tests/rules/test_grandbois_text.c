/*
 * GrandBois as text: lenient reading, canonical writing, the place of a
 * mistake, and the level of a record that does not say it.
 */
#include "grandbois_table.h"

#include "record/record.h"
#include "record/write.h"
#include "support/transcript.h"

#include <stdio.h>

/* ---- reading and writing ---- */

/* What the engine makes of a line: its canonical spelling, or the id of the refusal. */
static const char *respell(struct table *table, const char *line)
{
    static char text[512];
    game_move moves[GAME_LINE];
    size_t count = 0;
    unsigned seat = (unsigned)seat_from_label(span_of(line, 1));
    enum err err =
        grandbois_game.parse(&table->setup, &table->state, seat, span_from(line + 3), moves, &count, &table->error);
    if (err != ERR_OK) {
        return table->error.message->id;
    }
    struct strbuf out;
    strbuf_wrap(&out, text, sizeof(text));
    strbuf_add(&out, seat_label(move_seat(moves[0])));
    strbuf_add(&out, ": ");
    assert_int_equal(grandbois_game.print(&table->setup, &table->state, moves, count, &out), count);
    assert_true(strbuf_ok(&out));
    return text;
}

struct spelling {
    unsigned level, seats;
    const char *line;
    const char *canonical;
};

#define T GRANDBOIS_TABLE, 3
#define F GRANDBOIS_FULL, 3
#define S GRANDBOIS_SHEET, 3
#define D GRANDBOIS_TABLE, 2

static const struct spelling SPELLINGS[] = {
    {T, "1: tile 12 r90 3,-1", "1: tile 12 r90 3,-1"},
    {T, "1:   Tile  12   R90   3 , -1  ", "1: tile 12 r90 3,-1"},
    {T, "1: tuile 12 r270 (3,-1)", "1: tile 12 r270 3,-1"},
    {T, "1: tile 12 180 3,-1", "1: tile 12 r180 3,-1"},
    {T, "1: tile 12 90° +3,-1", "1: tile 12 r90 3,-1"},
    {T, "1: tile 12 3,-1", "1: tile 12 r0 3,-1"},
    {T, "1: tile 12 (3,-1)", "1: tile 12 r0 3,-1"},
    {T, "1: tile 12 -3, 1", "1: tile 12 r0 -3,1"},
    {T, "1: tile 12 3 ,1", "1: tile 12 r0 3,1"},
    {T, "1: tile 12 90 0,0", "1: tile 12 r90 0,0"},
    {T, "1: tile 12 0 1,1", "1: tile 12 r0 1,1"},
    {T, "2: tower 3,0", "2: tower 3,0"},
    {T, "2: tour noire 3,0", "2: tower 3,0"},
    {T, "2: tower black (3,0)", "2: tower 3,0"},
    {D, "2: tower 3,0", "2: tower blue 3,0"},
    {D, "2: tour MARRON 3,0", "2: tower brown 3,0"},
    {D, "1: tower white 3,0", "1: tower white 3,0"},
    {T, "1: PASS", "1: pass"},
    {T, "1: passe", "1: pass"},
    {T, "3: reveal fox", "3: reveal fox"},
    {T, "3: révèle renard", "3: reveal fox"},
    {T, "3: REVELE Lezard", "3: reveal lizard"},
    {D, "1: reveal raton-laveur crapaud", "1: reveal raccoon toad"},
    {D, "1: reveal lapin", "1: reveal rabbit"},
    {F, "*: clan 2 renard", "*: clan 2 fox"},
    {T, "*: rivière 12 5 30 7", "*: river 12 5 30 7"},
    {T, "*: river 12", "*: river 12"},
    {S, "*: row 0,1 F3 C . B T1", "*: row 0,1 F3 C . B T1"},
    {S, "*: ligne (0,1): renard3 clairière . ours crapaud1", "*: row 0,1 F3 C . B T1"},
    {S, "*: ROW 0,1 f3 c . b t1", "*: row 0,1 F3 C . B T1"},
    {S, "*: row 0,1 fox3 CLEARING . Bear raton-laveur4 lézard2 rabbit1", "*: row 0,1 F3 C . B W4 L2 R1"},
    {S, "*: row 0,1 foxes3 toads1 rac2 rab1 re4 la2 le1 cr2 cl ou", "*: row 0,1 F3 T1 W2 R1 F4 R2 L1 T2 C B"},
    {S, "*: ligne 0,1 R3 L1 C2 C O . RA4 re1 la2 Lé1 cr3 cl", "*: row 0,1 F3 R1 T2 C B . W4 F1 R2 L1 T3 C"},
    {S, "*: ligne 0,1 r3 l1 fox2 raton laveur1 ratons laveurs4 c", "*: row 0,1 F3 R1 F2 W1 W4 C"},
    {S, "*: rows 0,1 R3 L1 C", "*: row 0,1 R3 L1 C"},
    {S, "*: Rows 0,1 R3 L1 C", "*: row 0,1 R3 L1 C"},
    {S, "*: lignes 0,1 R3 L1 C", "*: row 0,1 F3 R1 C"},
    {D, "1: reveal ratons laveurs renards", "1: reveal raccoon fox"},
    {D, "1: révèle  raton  laveur crapauds", "1: reveal raccoon toad"},
    {F, "*: clan 2 rabbits", "*: clan 2 rabbit"},
    {F, "*: clan 2 LÉZARDS", "*: clan 2 lizard"},
    {S, "*: row -2,1 . . F3 .", "*: row 0,1 F3"},
    {S, "*: row -2,1 F1 F2 F3 F4", "*: row -2,1 F1 F2 F3 F4"},
};

static void test_spellings(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(SPELLINGS) / sizeof(SPELLINGS[0]); i++) {
        struct table table;
        table_init(&table, SPELLINGS[i].level, SPELLINGS[i].seats, false);
        if (SPELLINGS[i].level == GRANDBOIS_SHEET) {
            table_play(&table, "*: row 0,0 C C C C C C C");
        }
        assert_string_equal(respell(&table, SPELLINGS[i].line), SPELLINGS[i].canonical);
        /* and again */
        assert_string_equal(respell(&table, SPELLINGS[i].canonical), SPELLINGS[i].canonical);
    }
}

/* Under rules 1 `ligne` was but the French word for `row`: old sheets keep the forest they had. */
static void test_rules_1_have_one_alphabet(void **unused)
{
    (void)unused;
    static const char *const lines[][2] = {
        {"*: ligne 0,1 R3 L1 C R1", "*: row 0,1 R3 L1 C R1"},
        {"*: LIGNE 0,1 w4 F3 b . t2", "*: row 0,1 W4 F3 B . T2"},
        {"*: ligne (0,1): renard3 lapin1 clairière ours", "*: row 0,1 F3 R1 C B"},
        {"*: row 0,1 R3 L1 C R1", "*: row 0,1 R3 L1 C R1"},
        {"*: ligne 0,1 R\u0301"
         "3 C\u0301",
         "*: row 0,1 R3 C"},
        {"*: ligne 0,1 C2", "grandbois.square"},
        {"*: ligne 0,1 O", "grandbois.square"},
        {"*: ligne 0,1 RA3", "grandbois.two-meanings"},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct table table;
        table_init_sheet(&table, 3);
        table_play(&table, "*: row 0,0 C C C C C C C");
        assert_string_equal(respell(&table, lines[i][0]), lines[i][1]);
    }
}

static void test_place_of_a_mistake(void **unused)
{
    (void)unused;
    static const struct {
        const char *line;
        unsigned column; /* of the text behind the seat, in bytes */
    } mistakes[] = {
        {"1: fly", 1},
        {"1: tile x r0 1,1", 6},
        {"1: tile 12 r45 1,1", 9},
        {"1: tile 12 r0 1;1", 13},
        {"1: tower pink 1,1", 7},
        {"1: pass now", 6},
        {"1: reveal fox wolf", 12},
        {"*: river 1 2 99", 11},
        {"*: clan 9 fox", 6},
        {"*: row 0,0 F3 X1 F2", 12},
        {"1: tile 12 r0 99,0", 0},
    };
    struct table table;
    table_init(&table, GRANDBOIS_TABLE, 3, false);
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
        (void)respell(&table, mistakes[i].line);
        assert_int_equal(table.error.column, mistakes[i].column);
    }
}

/* Squares of a row are applied so that each touches one before it, whatever order the text has. */
static void test_row_finds_its_order(void **unused)
{
    (void)unused;
    struct table table;
    table_init_sheet(&table, 3);
    table_play(&table, "*: row -3,0 F1 F2 F3 C T1;*: row -5,1 L1 L2 L3 . W1 B .;*: row 2,0 R1;*: row 2,1 R2");
    assert_int_equal(table.state.squares, 12);
    assert_int_equal(table.state.grid[grid_cell(-5, 1)], square_of(3, 1));
    assert_int_equal(table.state.grid[grid_cell(0, 0)], SQUARE_CLEARING);
    assert_int_equal(table.state.grid[grid_cell(-2, 1)], SQUARE_NONE);
}

/* A sheet may have any square at 0,0: the digest is that of the forest. */
static void test_sheet_digest_forgets_the_origin(void **unused)
{
    (void)unused;
    static const char *const sheets[] = {
        "*: row 0,0 F1 C C F2;*: row 1,1 T1 T2 T3 T4;1: tower 1,0;1: reveal fox;2: reveal toad;3: reveal lizard",
        "*: row -1,0 T1 T2 T3 T4;*: row -2,-1 F1 C C F2;1: tower -1,-1;3: reveal lizard;1: reveal fox;2: reveal toad",
        "*: row 0,0 F1 C C F2;*: row 1,1 T1 T2 T3 T4;1: tower 2,0;1: reveal fox;2: reveal toad;3: reveal lizard",
    };
    uint8_t digest[3][SHA256_SIZE];
    for (size_t i = 0; i < 3; i++) {
        struct table table;
        table_init_sheet(&table, 3);
        table_play(&table, sheets[i]);
        struct sha256 hash;
        sha256_init(&hash);
        grandbois_game.digest(&table.setup, &table.state, &hash);
        sha256_end(&hash, digest[i]);
    }
    assert_memory_equal(digest[0], digest[1], SHA256_SIZE);
    assert_memory_not_equal(digest[0], digest[2], SHA256_SIZE);
}

/* ---- records without a level ---- */

static void test_level_is_told_by_the_lines(void **unused)
{
    (void)unused;
    static const struct {
        const char *moves;
        unsigned level;
    } records[] = {
        {"*: river 1 2 3 4\n*: clan 1 fox\n", GRANDBOIS_FULL},
        {"*: river 1 2 3 4\n", GRANDBOIS_TABLE},
        {"", GRANDBOIS_TABLE},
        {"*: row 0,0 F3\n1: reveal fox\n", GRANDBOIS_SHEET},
        {"*: ligne 0,0 F3\n", GRANDBOIS_SHEET},
        {"*: rows 0,0 F3\n", GRANDBOIS_SHEET},
        {"*: LIGNES 0,0 R3\n", GRANDBOIS_SHEET},
    };
    for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++) {
        char text[256];
        int n =
            snprintf(text, sizeof(text),
                     "dendro 1\ngame GrandBois\nseat 1 a\nseat 2 b\nseat 3 c\noption expert oui\n%s", records[i].moves);
        struct record_reader reader = {.allocator = NULL};
        struct record record;
        struct setup setup;
        struct error error;
        assert_int_equal(record_read_one(&reader, span_of(text, (size_t)n), &allocator_heap, &record, &error), ERR_OK);
        assert_int_equal(record_setup(&record, NULL, &setup, &error), ERR_OK);
        assert_ptr_equal(setup.game, &grandbois_game);
        assert_int_equal(setup.level, records[i].level);
        assert_int_equal(setup.variant, GRANDBOIS_STANDARD);
        assert_int_equal(setup.option[GRANDBOIS_OPTION_EXPERT], 1);
        record_reader_release(&reader);
    }
}

/* As somebody writes it from the table, in French; exported it is English. */
static void test_by_hand_in_french(void **unused)
{
    (void)unused;
    static const char hand[] = "dendro 1\n"
                               "game GrandBois\n"
                               "rules 1\n"
                               "seat 1 Amélie\n"
                               "seat 2 Ferdinand\n"
                               "seat 3 Mana\n"
                               "option expert oui\n"
                               "*: ligne 0,0: renard3 RENARD1 clairière\n"
                               "*: ligne (1,1) clairiere lapin1 lapin3 lapin4\n"
                               "*: ligne 4,0 lézard4 lapin2\n"
                               "1: tour 2,0\n"
                               "2: tour noire (1,1)\n"
                               "3: révèle raton-laveur\n"
                               "2: revele lapin\n"
                               "1: révèle renard\n";
    static const char exported[] = "dendro 1\n"
                                   "game grandbois\n"
                                   "rules 1\n"
                                   "variant standard\n"
                                   "level sheet\n"
                                   "seat 1 Amélie\n"
                                   "seat 2 Ferdinand\n"
                                   "seat 3 Mana\n"
                                   "option expert yes\n"
                                   "\n"
                                   "*: row 0,0 F3 F1 C\n"
                                   "*: row 1,1 C R1 R3 R4\n"
                                   "*: row 4,0 L4 R2\n"
                                   "1: tower 2,0\n"
                                   "2: tower 1,1\n"
                                   "3: reveal raccoon\n"
                                   "2: reveal rabbit\n"
                                   "1: reveal fox\n"
                                   "= 10 14 0\n"
                                   "digest ";
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct strbuf out;
    struct error error;
    replay_init(&replay, &allocator_heap);
    strbuf_init(&out, &allocator_heap, 4096);
    assert_int_equal(record_read_one(&reader, span_from(hand), &allocator_heap, &record, &error), ERR_OK);
    assert_int_equal(record_write(&record, NULL, &replay, &out, &error), ERR_OK);
    assert_true(out.len > sizeof(exported));
    strbuf_truncate(&out, sizeof(exported) - 1);
    assert_string_equal(strbuf_text(&out), exported);
    strbuf_release(&out);
    replay_release(&replay);
    record_reader_release(&reader);
}

/* ---- sheets with mistakes ---- */

/* Tiles 30 and 31 side by side. */
#define SHEET                                                               \
    "dendro 1\ngame grandbois\nlevel sheet\nseat 1 A\nseat 2 B\nseat 3 C\n" \
    "*: row 0,0 W4 W1 R3 L2\n*: row 0,1 L2 L1 R1 L2\n"

/* What rests on a line that is wrong is not told, nor twice what is wrong with the whole. */
static void test_a_mistake_is_told_once(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {SHEET "*: row 0,3 C C\n*: row 0,2 XX C\n*: row 0,4 C C\n1: tower 0,2\n1: reveal fox\n",
         "9:4 grandbois.square-alone seat *: row 0,3 C C: 0,3 touches no square written so far\n"
         "10:12 grandbois.square seat *: row 0,2 XX C: 'XX' is not a square: C, B, . or a letter of W F L R T with 1 "
         "to 4\n"},
        {SHEET "*: row 4,1 C\n1: tower 0,0\n2: tower 0,9\n1: reveal fox\n2: reveal fix\n= 1 2 3\n",
         "10:4 grandbois.no-block seat 1: tower 0,0: the square at 4,1 belongs to no tile of 2 x 2\n"
         "13:11 grandbois.clan seat 2: reveal fix: 'fix' is not a clan: raccoon, fox, lizard, rabbit or toad; did you mean 'fox'?\n"},
        {SHEET "row 0,2 C C\n1: tower 0,2\n2: reveal fox\n", "9:1 record.keyword unknown keyword 'row'\n"},
        {SHEET "1: tower 9,9\n2: tower 8,8\n",
         "9:4 grandbois.no-clearing seat 1: tower 9,9: there is no free clearing at 9,9\n"
         "10:4 grandbois.no-clearing seat 2: tower 8,8: there is no free clearing at 8,8\n"},
    };
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 16);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        strbuf_clear(&said);
        transcript_all(span_from(cases[i].text), NULL, &said);
        assert_string_equal(strbuf_text(&said), cases[i].expected);
    }
    strbuf_release(&said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_rules_1_have_one_alphabet),
        cmocka_unit_test(test_place_of_a_mistake),
        cmocka_unit_test(test_row_finds_its_order),
        cmocka_unit_test(test_sheet_digest_forgets_the_origin),
        cmocka_unit_test(test_level_is_told_by_the_lines),
        cmocka_unit_test(test_by_hand_in_french),
        cmocka_unit_test(test_a_mistake_is_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
