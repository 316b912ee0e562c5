/*
 * The writer: one spelling for what can be spelled in many ways, to the byte;
 * and what happens to scores that the engine does not share.
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/simulate.h"
#include "record/write.h"
#include "support/text.h"
#include "support/toy_registry.h"

#define SOLO_MOVES                                                                                                     \
    "\n"                                                                                                               \
    "1: grid deer fox fox fox deer / fox deer fox fox fox / rabbit wolf deer stream deer / wolf wolf wolf deer wolf\n" \
    "a: grid meadow trout trout eagle eagle / stream meadow bear stream meadow / meadow trout trout stream stream /"   \
    " stream meadow trout stream stream\n"
#define SOLO "dendro 1\ngame foret\nrules 1\nvariant solo\nlevel sheet\nseat 1 Jonas\n" SOLO_MOVES
#define SOLO_RESULT "= 52 22\ndigest 12b423d2ea321ff724b0f6acc8a15189e8a83710c94651206e0dfc6f8e8c57b8\n"

/* Writes the one record of `text` behind "before\n"; the code that came of it. */
static enum err write_text(struct span text, struct strbuf *out, struct error *error)
{
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    replay_init(&replay, &allocator_heap);
    strbuf_clear(out);
    strbuf_add(out, "before\n");
    assert_int_equal(record_read_one(&reader, text, &allocator_heap, &record, error), ERR_OK);
    enum err err = record_write(&record, &toy_blocks, &replay, out, error);
    replay_release(&replay);
    record_reader_release(&reader);
    return err;
}

/* What is written, and that writing what was written gives the same. */
static void assert_written(const char *text, const char *expected)
{
    struct strbuf out;
    struct strbuf again;
    struct error error;
    strbuf_init(&out, &allocator_heap, 8 << 20);
    strbuf_init(&again, &allocator_heap, 8 << 20);
    assert_int_equal(write_text(span_from(text), &out, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out), expected);
    assert_int_equal(write_text(span_skip(strbuf_span(&out), strlen("before\n")), &again, &error), ERR_OK);
    assert_string_equal(strbuf_text(&again), expected);
    strbuf_release(&out);
    strbuf_release(&again);
}

static void assert_not_written(struct span text, enum err code, const char *id)
{
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 16 << 20);
    assert_int_equal(write_text(text, &out, &error), code);
    assert_string_equal(error.message->id, id);
    assert_string_equal(strbuf_text(&out), "before\n");
    strbuf_release(&out);
}

static void a_mess_becomes_canonical(void **unused)
{
    (void)unused;
    assert_written("\xef\xbb\xbf# notes of the evening\r\n"
                   "  dendro \t1\r\n"
                   "x-mood   bon  enfant \r\n"
                   "id k3f9\r\n"
                   "note pluie\tfine \r\n"
                   "seat 2\tFerdinand  de la Tour\r\n"
                   "# who else\r\n"
                   "seat 1 Amélie \r\n"
                   "night 2026-11-13\r\n"
                   "place\tLudothèque\tdu quartier\r\n"
                   "played 2026-11-13T20:30+01:00\r\n"
                   "game FORET\r\n"
                   "x-empty\r\n"
                   "note :-)\r\n"
                   "\r\n"
                   "1:BEE(0,0)\r\n"
                   "   # a pause\r\n"
                   "2 :  Clairière  0 , 0 \r\n"
                   "n\t: Loup\r\n"
                   "* : Back  3\r\n"
                   "n: ours\r\n"
                   "1: lapin +0,-0\r\n"
                   "2: dragonfly 0,0",
                   "before\n"
                   "dendro 1\n"
                   "game foret\n"
                   "rules 1\n"
                   "variant duel\n"
                   "level table\n"
                   "seat 1 Amélie\n"
                   "seat 2 Ferdinand  de la Tour\n"
                   "played 2026-11-13T20:30+01:00\n"
                   "place Ludothèque du quartier\n"
                   "night 2026-11-13\n"
                   "note pluie fine\n"
                   "note :-)\n"
                   "id k3f9\n"
                   "x-mood bon  enfant\n"
                   "x-empty\n"
                   "\n"
                   "1: bee 0,0\n"
                   "2: meadow 0,0\n"
                   "n: wolf\n"
                   "*: back 3\n"
                   "n: bear\n"
                   "1: rabbit 0,0\n"
                   "2: dragonfly 0,0\n");
}

/* What a terminal would obey does not survive a writing, nor do blanks where a reader would not see them. */
static void control_characters_are_lost(void **unused)
{
    (void)unused;
    assert_written("dendro 1\ngame foret\nseat 1 \x01\x1b[31mEve\a\r\r\n"
                   "place \x01\nnote a\vb\nx-\x1b[31m\xc2\x9b x\x7f\n",
                   "before\ndendro 1\ngame foret\nrules 1\nvariant solo\nlevel table\nseat 1 [31mEve\n"
                   "place ?\nnote a b\nx-?[31m? x\n");
}

static void canonical_text_stays(void **unused)
{
    (void)unused;
    assert_written(SOLO SOLO_RESULT, "before\n" SOLO SOLO_RESULT);
}

static void what_a_finished_game_leaves_out_is_added(void **unused)
{
    (void)unused;
    assert_written("dendro 1\ngame foret\nseat 1 Jonas\n" SOLO_MOVES, "before\n" SOLO SOLO_RESULT);
    assert_written(SOLO "= 52 22\n", "before\n" SOLO SOLO_RESULT);
    /* A digest that is not this game's goes; verify is there to complain. */
    assert_written(SOLO "digest 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n",
                   "before\n" SOLO SOLO_RESULT);
}

static void scores_that_the_engine_does_not_share_stay_contested(void **unused)
{
    (void)unused;
    assert_written(SOLO "= 51 22\n", "before\n" SOLO "claim 1 total 51\n" SOLO_RESULT);
    assert_written(SOLO "= 52 -3\n", "before\n" SOLO "claim a total -3\n" SOLO_RESULT);
    assert_written(SOLO "= 51\n", "before\n" SOLO "claim 1 total 51\n" SOLO_RESULT);
    assert_written(SOLO "= 52 22 99\n", "before\n" SOLO SOLO_RESULT);
    assert_written(SOLO "claim 1 Renards 20 cerfs 18 biodiversité -5\nclaim a TOTAL 21\n= 51 21\n",
                   "before\n" SOLO "claim 1 fox 20\nclaim 1 deer 18\nclaim 1 biodiversity -5\nclaim a total 21\n"
                   "claim 1 total 51\n" SOLO_RESULT);
    /* Said twice already, not said a third time. */
    assert_written(SOLO "claim 1 total 51\nclaim 1 total 51\n= 51 22\n",
                   "before\n" SOLO "claim 1 total 51\nclaim 1 total 51\n" SOLO_RESULT);
}

static void scores_of_an_unfinished_game_stay_contested_too(void **unused)
{
    (void)unused;
#define DUEL "dendro 1\ngame foret\nrules 1\nvariant duel\nlevel table\nseat 1 A\nseat 2 B\n"
    assert_written(DUEL, "before\n" DUEL);
    assert_written(DUEL "1:bee 0,0", "before\n" DUEL "\n1: bee 0,0\n");
    assert_written(DUEL "1: bee 0,0\nclaim 1 bee 3\n= 0 7\ndigest "
                        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n",
                   "before\n" DUEL "\n1: bee 0,0\nclaim 1 bee 3\nclaim 1 total 0\nclaim 2 total 7\n");
}

static void what_cannot_be_verified_is_not_written(void **unused)
{
    (void)unused;
    assert_not_written(span_from(SOLO "claim 1 hedgehog 3\n"), ERR_SYNTAX, "record.claim-name");
    assert_not_written(span_from(SOLO "claim 2 fox 3\n"), ERR_SYNTAX, "record.claim-seat");
    assert_not_written(span_from(DUEL "claim n fox 3\n"), ERR_SYNTAX, "record.claim-seat");
    assert_not_written(span_from(DUEL "*: back 1\n"), ERR_RULE, "record.back-too-far");
    assert_not_written(span_from("dendro 1\ngame foret\nvariant duel\nseat 1 A\n"), ERR_RULE, "record.seats-only");
    assert_not_written(span_from("dendro 1\ngame chess\nseat 1 A\n"), ERR_SYNTAX, "record.game");
}

/* Refused moves have the place that verify gives. */
static void refused_moves_have_their_place(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 1 << 20);
    assert_int_equal(write_text(span_from("dendro 1\ngame toy\nrules 1\nlevel moves\nseat 1 A\nseat 2 B\n" TOY_OPTION
                                          "1: take 1\n  2 :  take 1 4\n"),
                                &out, &error),
                     ERR_SYNTAX);
    assert_int_equal(error.line, 9);
    assert_int_equal(error.column, 15);
    assert_string_equal(strbuf_text(&out), "before\n");
    strbuf_release(&out);
}

static void options_and_catalogues_are_spelled_once(void **unused)
{
    (void)unused;
    assert_written("dendro 1\ngame Jouet\nrules 1\nlevel Coups\nseat 2 B\nseat 1 A\n"
                   "option Durée LONG\n"
                   "option catalogue \t stones   sha256:"
                   "00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff\n"
                   "1: take  1   3\n*:BACK   1\n2 :take 2\n",
                   "before\ndendro 1\ngame toy\nrules 1\nvariant plain\nlevel moves\nseat 1 A\nseat 2 B\n"
                   "option length long\n" TOY_OPTION "\n1: take 1 3\n*: back 1\n2: take 2\n");
    assert_written("dendro 1\ngame toy\nseat 1 A\nseat 2 B\nseat 3 C\noption length court\n1: take 3\n",
                   "before\ndendro 1\ngame toy\nrules 2\nvariant plain\nlevel moves\nseat 1 A\nseat 2 B\nseat 3 C\n"
                   "option length short\n\n1: take 3\n");
}

static void headers_are_lines_whatever_is_in_them(void **unused)
{
    (void)unused;
    static const struct {
        struct span value;
        const char *line;
    } cases[] = {
        {SPAN_INIT("Amélie"), "seat Amélie\n"},
        {SPAN_INIT("a  b"), "seat a  b\n"},
        {SPAN_INIT(" \t a\nb\r\n "), "seat a b\n"},
        {SPAN_INIT("a\x1b[31m\0b"), "seat a [31m b\n"},
        {SPAN_INIT("\xc2\x9b"
                   "31m\xc2\x85"),
         "seat 31m\n"},
        {SPAN_INIT("\u00a0"), "seat ?\n"},
        {SPAN_INIT(""), "seat ?\n"},
        {SPAN_INIT(" \n\t"), "seat ?\n"},
        {{NULL, 0}, "seat ?\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char memory[64];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        record_write_header(&out, "seat", cases[i].value);
        if (strcmp(memory, cases[i].line) != 0) {
            fail_msg("case %zu: '%s', not '%s'", i, memory, cases[i].line);
        }
    }
}

/* Six sheets with every category claimed is what a whole evening's paper holds. */
static void claims_for_everything_fit(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct strbuf out;
    struct error error;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    strbuf_init(&out, &allocator_heap, 1 << 20);
    strbuf_add(&text, "dendro 1\ngame foret\n");
    for (int seat = 1; seat <= 6; seat++) {
        text_format(&text, "seat %d S%d\n", seat, seat);
    }
    for (int seat = 1; seat <= 6; seat++) {
        text_format(&text, "claim %d", seat);
        for (int i = 0; i < foret_game.categories_count; i++) {
            text_format(&text, " %s %d", foret_game.categories[i].id, i);
        }
        strbuf_add(&text, " total 66\n");
    }
    assert_int_equal(write_text(strbuf_span(&text), &out, &error), ERR_OK);
    size_t lines = 0;
    for (const char *s = strbuf_text(&out); (s = strstr(s, "\nclaim ")); s++) {
        lines++;
    }
    assert_int_equal(lines, 6 * 13);
    strbuf_release(&out);
    strbuf_release(&text);
}

/* Canonical text that no reader would take is not written. */
static void what_would_be_too_much_to_read_is_not_written(void **unused)
{
    (void)unused;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 8 << 20);
    /* Short spelling in, long spelling out. */
    strbuf_add(&text,
               "dendro 1\ngame toy\nrules 1\nlevel moves\nvariant endless\nseat 1 A\nseat 2 B\nseat 3 C\nseat 4 D\n"
               "seat 5 E\nseat 6 F\n" TOY_OPTION "note ");
    enum { LINES = 10000 };
    strbuf_repeat(&text, "x", (int)(RECORD_BYTES - text.len - strlen("\n") - LINES * strlen("1:take 1\n")));
    strbuf_add(&text, "\n");
    strbuf_repeat(&text, "1:take 1\n", LINES);
    assert_int_equal(text.len, RECORD_BYTES);
    assert_not_written(strbuf_span(&text), ERR_LIMIT, "record.too-long");
    /* As many claims as can be read, and a contested total on top. */
    strbuf_clear(&text);
    strbuf_add(&text, SOLO);
    strbuf_repeat(&text, "claim 1 fox 21\n", RECORD_CLAIMS);
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 1 << 20);
    assert_int_equal(write_text(strbuf_span(&text), &out, &error), ERR_OK);
    strbuf_release(&out);
    strbuf_add(&text, "= 51 22\n");
    assert_not_written(strbuf_span(&text), ERR_LIMIT, "record.too-many");
    strbuf_release(&text);
}

static void a_buffer_too_small_is_left_as_it_was(void **unused)
{
    (void)unused;
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct error error;
    replay_init(&replay, &allocator_heap);
    assert_int_equal(record_read_one(&reader, span_from(SOLO), &allocator_heap, &record, &error), ERR_OK);
    size_t whole = strlen("before\n" SOLO SOLO_RESULT);
    for (size_t limit = strlen("before\n"); limit <= whole; limit++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, limit);
        strbuf_add(&out, "before\n");
        enum err err = record_write(&record, NULL, &replay, &out, &error);
        assert_int_equal(err, limit < whole ? ERR_MEMORY : ERR_OK);
        assert_string_equal(strbuf_text(&out), limit < whole ? "before\n" : "before\n" SOLO SOLO_RESULT);
        strbuf_release(&out);
    }
    replay_release(&replay);
    record_reader_release(&reader);
}

/* The parts of a record, written one by one, leave nothing behind either when they fail. */
static void parts_that_fail_leave_nothing(void **unused)
{
    (void)unused;
    static const char *const texts[] = {SOLO "claim 1 fox 21 hedgehog 3\n",
                                        "dendro 1\ngame foret\nseat 1 A\n1: bee 0,0 give fox\n*: back 2\n"};
    for (size_t i = 0; i < 2; i++) {
        struct record_reader reader = {.allocator = NULL};
        struct record record;
        struct replay replay;
        struct setup setup;
        struct error error;
        struct strbuf out;
        replay_init(&replay, &allocator_heap);
        strbuf_init(&out, &allocator_heap, 1 << 20);
        assert_int_equal(record_read_one(&reader, span_from(texts[i]), &allocator_heap, &record, &error), ERR_OK);
        assert_int_equal(record_setup(&record, NULL, &setup, &error), ERR_OK);
        assert_int_equal(replay_begin(&replay, &setup, &error), ERR_OK);
        strbuf_add(&out, "before\n");
        assert_int_equal(record_write_tail(&record, &replay, &out, &error), i == 0 ? ERR_SYNTAX : ERR_RULE);
        assert_string_equal(strbuf_text(&out), "before\n");
        if (i == 0) {
            assert_int_equal(record_write_end(&record, &replay, &out, &error), ERR_SYNTAX);
            assert_string_equal(strbuf_text(&out), "before\n");
        }
        strbuf_release(&out);
        replay_release(&replay);
        record_reader_release(&reader);
    }
}

/* The sheet of the toy game has more moves than any position has legal ones. */
static void simulated_sheets_may_be_long(void **unused)
{
    (void)unused;
    struct simulation simulation = {
        .setup = {.game = &toy_game_2, .level = 1, .seats = 3, .option = {1}}, .seed = 5, .player = SIMULATE_GREEDY};
    struct replay full;
    struct replay told;
    struct strbuf out;
    struct strbuf again;
    struct error error;
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(&out, &allocator_heap, 1 << 20);
    strbuf_init(&again, &allocator_heap, 1 << 20);
    assert_int_equal(simulate_record(&simulation, &full, &told, &out, &error), ERR_OK);
    assert_int_equal(told.plies, 200);
    assert_int_equal(write_text(strbuf_span(&out), &again, &error), ERR_OK);
    assert_string_equal(strbuf_text(&again) + strlen("before\n"), strbuf_text(&out));
    strbuf_release(&out);
    strbuf_release(&again);
    replay_release(&full);
    replay_release(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mess_becomes_canonical),
        cmocka_unit_test(control_characters_are_lost),
        cmocka_unit_test(canonical_text_stays),
        cmocka_unit_test(what_a_finished_game_leaves_out_is_added),
        cmocka_unit_test(scores_that_the_engine_does_not_share_stay_contested),
        cmocka_unit_test(scores_of_an_unfinished_game_stay_contested_too),
        cmocka_unit_test(what_cannot_be_verified_is_not_written),
        cmocka_unit_test(refused_moves_have_their_place),
        cmocka_unit_test(options_and_catalogues_are_spelled_once),
        cmocka_unit_test(headers_are_lines_whatever_is_in_them),
        cmocka_unit_test(claims_for_everything_fit),
        cmocka_unit_test(what_would_be_too_much_to_read_is_not_written),
        cmocka_unit_test(a_buffer_too_small_is_left_as_it_was),
        cmocka_unit_test(parts_that_fail_leave_nothing),
        cmocka_unit_test(simulated_sheets_may_be_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
