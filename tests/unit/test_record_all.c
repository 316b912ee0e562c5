/*
 * All that is wrong with a record in one run, each with its place: what is
 * told, what is withheld because an earlier line explains it, and where the
 * counting begins. And the words of a French secretary.
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/simulate.h"
#include "record/write.h"
#include "support/text.h"
#include "support/toy_registry.h"
#include "support/transcript.h"

#include <stdio.h>

#define ROWS "bee bee bee bee bee / fox fox fox fox fox / deer deer deer deer deer / bear bear bear bear bear\n"
#define SHEET "dendro 1\ngame foret\nlevel sheet\nseat 1 Amélie\nseat 2 Ferdinand\nseat 3 Mana\n"
#define TABLE "dendro 1\ngame foret\nlevel table\nseat 1 Amélie\nseat 2 Ferdinand\nseat 3 Mana\n"

static const struct {
    const char *text;
    const char *expected;
} CASES[] = {
    /* lines that cannot be read, one after the other */
    {"dendro 1\ngame foret\nsaet 1 A\nrules x\nnight hier\nseat 2 B\nlevle table\n",
     "3:1 record.keyword unknown keyword 'saet'; did you mean 'seat'?\n"
     "4:7 record.rules 'x' is not a rules version\n"
     "5:7 record.date 'hier' is not a date such as 2026-11-13\n"
     "7:1 record.keyword unknown keyword 'levle'; did you mean 'level'?\n"
     "ok foret duel table, 0 plies\n"},
    {"dendro 1\ngame foret\nseat 4 D\nseat 2 B\n", "1:1 record.seat-missing there is no line 'seat 1'\n"
                                                   "1:1 record.seat-missing there is no line 'seat 3'\n"
                                                   "ok foret standard table, 0 plies\n"},
    {"dendro 1\n", "1:1 record.seat-missing there is no line 'seat 1'\n"
                   "1:1 record.game-missing there is no 'game' line\n"},
    /* an option of a game that has none changes nothing */
    {SHEET "option x 3\n1: grid bee bee\n",
     "7:8 record.option this game has no option 'x'\n"
     "8:16 foret.row-length seat 1: grid bee bee: row 1 of the grid has 2 cards, not 5\n"},
    {"hello\n", "1:1 record.start a record starts with 'dendro 1', not 'hello'\n"},
    {"dendro 2\ngame foret\nseat 1 A\nwhat ever\n",
     "1:8 record.version unknown format version '2', this program reads version 1\n"
     "4:1 record.keyword unknown keyword 'what'\n"
     "ok foret solo table, 0 plies\n"},
    /* what a line that could not be read may have said is not missing */
    {"dendro 1\ngmae foret\nseat 1 A\n", "2:1 record.keyword unknown keyword 'gmae'; did you mean 'game'?\n"},
    {"dendro 1\nseat 1 A\nnight hier\n", "3:7 record.date 'hier' is not a date such as 2026-11-13\n"
                                         "1:1 record.game-missing there is no 'game' line\n"},
    {"dendro 1\ngame foret\nseat 1 A\nseat 2 B\nsaet 3 C\n3: wlof 0,0\n",
     "5:1 record.keyword unknown keyword 'saet'; did you mean 'seat'?\n"
     "6:4 foret.card seat 3: wlof 0,0: 'wlof' is not a card; did you mean 'wolf'?\n"},
    {SHEET "1: grid " ROWS "2: grid " ROWS "C: grid " ROWS "= 1 2 3\n",
     "9:1 record.label 'C' is not a seat: 1 to 12, *, n or a\n"
     "8:4 foret.supply seat 2: grid bee bee bee bee bee / fox fox fox fox fox / deer deer deer deer deer / bear bear "
     "bear bear bear: no bee is left: the game has only 8\n"},
    /* of a sheet every line is judged */
    {SHEET "1: grid wlof\n2: gird\n3: grid bee bee\n= 1 2\n",
     "7:9 foret.card seat 1: grid wlof: 'wlof' is not a card; did you mean 'wolf'?\n"
     "8:4 foret.grid-or-cards seat 2: gird: this seat's sheet starts with 'grid'\n"
     "9:16 foret.row-length seat 3: grid bee bee: row 1 of the grid has 2 cards, not 5\n"
     "10:3 record.totals-count 2 totals are written, the game has 3\n"},
    {SHEET "1: grid wlof\nclaim 1 beaar 3\n= 1 2 3\n",
     "7:9 foret.card seat 1: grid wlof: 'wlof' is not a card; did you mean 'wolf'?\n"
     "9:3 record.sheet-missing seat 2: totals are written, but the sheet of Ferdinand is missing or not complete\n"
     "9:3 record.sheet-missing seat 3: totals are written, but the sheet of Mana is missing or not complete\n"
     "8:9 record.claim-name seat 1: beaar: no category is called 'beaar'; did you mean 'bear'?\n"},
    /* a result that cannot be read, or that comes first, is told once */
    {SHEET "= 52 fifty 52\n",
     "7:6 record.number 'fifty' is not a number of points\n"
     "7:3 record.sheet-missing seat 1: totals are written, but the sheet of Amélie is missing or not complete\n"
     "7:3 record.sheet-missing seat 2: totals are written, but the sheet of Ferdinand is missing or not complete\n"
     "7:3 record.sheet-missing seat 3: totals are written, but the sheet of Mana is missing or not complete\n"},
    {SHEET "1: grid wlof\nempreinte x\n",
     "8:11 record.digest a digest is 64 hexadecimal digits\n"
     "7:9 foret.card seat 1: grid wlof: 'wlof' is not a card; did you mean 'wolf'?\n"},
    {SHEET "annonce 1 loup 3\n1: grid wlof\n2: gird\n",
     "8:1 record.after a move after 'annonce': the result comes behind the moves\n"
     "8:9 foret.card seat 1: grid wlof: 'wlof' is not a card; did you mean 'wolf'?\n"
     "9:4 foret.grid-or-cards seat 2: gird: this seat's sheet starts with 'grid'\n"
     "7:11 record.no-sheet seat 3: 'annonce' states a result, but the sheet of Mana is missing or not complete\n"},
    /* of a game as it was played, only what no position could read comes behind the first line that fails */
    {TABLE "1: bee 0,0\n1: bee 1,0\n2: bee 5,5\n3: wlof 0,0\n2: bee x\n1: bee 9,9\n*: back 9\n= 1 2 3\n",
     "8:4 foret.not-your-turn seat 1: bee 1,0: seat already moved this turn\n"
     "10:4 foret.card seat 3: wlof 0,0: 'wlof' is not a card; did you mean 'wolf'?\n"
     "11:8 foret.cell seat 2: bee x: a cell such as 1,0 is expected\n"},
    {TABLE "1: bee 0,0\nbee 0,0\n1: bee 5,5\n2: baer 0,0\n",
     "8:1 record.keyword unknown keyword 'bee'\n"
     "10:4 foret.card seat 2: baer 0,0: 'baer' is not a card; did you mean 'bear'?\n"},
    /* the header is wrong, and so are moves */
    {"dendro 1\ngame foret\nvariant stanard\nseat 1 A\nseat 2 B\nseat 3 C\noption speed 5\n1: bee 5,5\n2: beee 0,0\n",
     "3:9 record.variant unknown variant 'stanard'; did you mean 'standard'?\n"
     "7:8 record.option this game has no option 'speed'\n"
     "9:4 foret.card seat 2: beee 0,0: 'beee' is not a card; did you mean 'bee'?\n"},
};

static void all_is_told_in_one_run(void **unused)
{
    (void)unused;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        strbuf_clear(&said);
        transcript_all(span_from(CASES[i].text), &toy_blocks, &said);
        if (strcmp(strbuf_text(&said), CASES[i].expected) != 0) {
            fail_msg("%s\n--- said:\n%s--- expected:\n%s", CASES[i].text, strbuf_text(&said), CASES[i].expected);
        }
    }
    strbuf_release(&said);
}

/* Lines of `text` that end in `ending`, and whether the last line is `last`. */
static void expect_many(const char *head, const char *line, int times, const char *last)
{
    struct strbuf text;
    struct strbuf said;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    strbuf_add(&text, head);
    for (int i = 0; i < times; i++) {
        strbuf_add(&text, line);
    }
    transcript_all(strbuf_span(&text), NULL, &said);
    unsigned lines = 0;
    const char *behind = strbuf_text(&said);
    for (const char *at = behind; *at; at++) {
        lines += *at == '\n';
        behind = *at == '\n' && at[1] ? at + 1 : behind;
    }
    assert_string_equal(behind, last);
    assert_int_equal(lines, RECORD_COMPLAINTS + 1);
    strbuf_release(&text);
    strbuf_release(&said);
}

static void the_fiftieth_is_the_last_that_is_told(void **unused)
{
    (void)unused;
    expect_many("dendro 1\n", "nonsense\n", 50 + 14,
                "51:1 record.and-more at least 14 more like these in this record\n");
    expect_many(SHEET, "1: nonsense\n", 50 + 3, "56:4 record.and-more at least 3 more like these in this record\n");
    expect_many(TABLE, "1: nonsense\n", 50 + 2000,
                "56:4 record.and-more at least 950 more like these in this record\n");
}

/* ---- the words of a French secretary ---- */

static const char FRENCH[] = "dendro 1\n"
                             "Jeu Forêt\n"
                             "règles 1\n"
                             "VARIANTE standard\n"
                             "niveau feuille\n"
                             "siège 1 Amélie\n"
                             "siege 2 Ferdinand\n"
                             "Siège 3 Mana\n"
                             "joué le 15 novembre 2026 à 20h30\n"
                             "lieu Ludothèque du quartier\n"
                             "soirée 15/11/2026\n"
                             "note pluie\n"
                             "1: grille abeilles abeilles ours ours ours / renards renards renards aigle aigle / "
                             "truites truites truites ruisseaux ruisseaux / loups loups loups clairières clairières\n"
                             "2: GRILLE loup loup loup loup loup / libellule libellule lapin lapin lapin / cerf cerf "
                             "cerf cerf cerf / clairiere clairiere ruisseau ruisseau ruisseau\n"
                             "3: grille ours ours ours ours ours / truite truite truite renard renard / aigle aigle "
                             "abeille abeille abeille / ruisseau ruisseau ruisseau ruisseau ruisseau\n"
                             "annonce 1 loups 3 Abeille 4\n";

static const char CANONICAL[] = "dendro 1\n"
                                "game foret\n"
                                "rules 1\n"
                                "variant standard\n"
                                "level sheet\n"
                                "seat 1 Amélie\n"
                                "seat 2 Ferdinand\n"
                                "seat 3 Mana\n"
                                "played 2026-11-15T20:30\n"
                                "place Ludothèque du quartier\n"
                                "night 2026-11-15\n"
                                "note pluie\n"
                                "\n"
                                "1: grid bee bee bear bear bear / fox fox fox eagle eagle / trout trout trout stream "
                                "stream / wolf wolf wolf meadow meadow\n";

static void french_words_become_the_canonical_ones(void **unused)
{
    (void)unused;
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct error error;
    struct strbuf out;
    struct strbuf again;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    strbuf_init(&again, &allocator_heap, 1 << 16);
    replay_init(&replay, &allocator_heap);
    assert_int_equal(record_read_one(&reader, span_from(FRENCH), &allocator_heap, &record, &error), ERR_OK);
    assert_int_equal(record_write(&record, NULL, &replay, &out, &error), ERR_OK);
    assert_memory_equal(strbuf_text(&out), CANONICAL, sizeof(CANONICAL) - 1);
    assert_non_null(strstr(strbuf_text(&out), "\nclaim 1 wolf 3\nclaim 1 bee 4\n= "));
    /* And what was written is read again, the time without an offset included. */
    assert_int_equal(record_read_one(&reader, strbuf_span(&out), &allocator_heap, &record, &error), ERR_OK);
    assert_int_equal(record_write(&record, NULL, &replay, &again, &error), ERR_OK);
    assert_string_equal(strbuf_text(&again), strbuf_text(&out));
    replay_release(&replay);
    record_reader_release(&reader);
    strbuf_release(&out);
    strbuf_release(&again);
}

/* No-break spaces, wide and narrow, part words as blanks do, and stay within names; columns count characters. */
static void no_break_spaces_are_blanks(void **unused)
{
    (void)unused;
#define NB "\xc2\xa0"
#define NNB "\xe2\x80\xaf"
    static const char text[] = "dendro" NB "1\njeu" NB "Forêt\nniveau table\nsiège" NNB "1 Jean" NB "Luc\nsiège 2 B" NB
                               "\njoué 13" NB "novembre" NNB "2026 à 20" NB "h" NB "30\nnote" NB "oui" NNB "!\n"
                               "1" NB ":" NNB "abeille" NB "0,0\n*" NNB ": back" NB "1\n1" NB ": abeille 0,0\n";
    static const char wanted[] =
        "dendro 1\ngame foret\nrules 1\nvariant duel\nlevel table\nseat 1 Jean" NB
        "Luc\nseat 2 B\nplayed 2026-11-13T20:30\nnote oui" NNB "!\n\n1: bee 0,0\n*: back 1\n1: bee 0,0\n";
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct replay replay;
    struct error error;
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    replay_init(&replay, &allocator_heap);
    assert_int_equal(record_read_one(&reader, span_from(text), &allocator_heap, &record, &error), ERR_OK);
    assert_int_equal(record_write(&record, NULL, &replay, &out, &error), ERR_OK);
    assert_string_equal(strbuf_text(&out), wanted);
    strbuf_clear(&out);
    transcript_all(SPAN_LITERAL(TABLE "1" NB ":" NNB "beee 0,0\n"), NULL, &out);
    assert_string_equal(strbuf_text(&out),
                        "7:5 foret.card seat 1: beee 0,0: 'beee' is not a card; did you mean 'bee'?\n");
    replay_release(&replay);
    record_reader_release(&reader);
    strbuf_release(&out);
}

static void say_in_french(void *out, const struct problem *problem)
{
    problem_text(problem, LANG_FR, out);
    strbuf_add_char(out, '\n');
}

/* A card and a category are called by their French names, the move stays as it is written. */
static void french_readers_read_french(void **unused)
{
    (void)unused;
    static const char text[] = "dendro 1\ngame foret\nlevel sheet\nseat 1 Jonas\n"
                               "1: grid deer fox fox fox deer / fox deer fox fox fox / rabbit wolf deer stream deer / "
                               "wolf wolf wolf deer wolf\n"
                               "1: grid " ROWS "a: grid meadow trout trout eagle eagle / stream meadow bear stream "
                               "meadow / meadow trout trout stream stream / stream meadow trout stream stream\n"
                               "claim 1 fox 18\n";
    static const char supply[] =
        "dendro 1\ngame foret\nlevel sheet\nseat 1 Jonas\n1: grid bee bee bee bee bee / bee bee "
        "bee bee bee / bee bee bee bee bee / bee bee bee bee bee\n";
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {{text, "siège 1: grid " ROWS},
                 {text, "le siège 1 a déjà ses cartes\nsiège 1: renards: écrit 18, calculé 21\n"},
                 {supply, "il ne reste pas de carte abeille : le jeu n'en a que 8\n"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct record_reader reader = {.allocator = NULL};
        struct record record;
        struct replay replay;
        struct error error;
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 1 << 16);
        replay_init(&replay, &allocator_heap);
        assert_int_equal(record_read_one(&reader, span_from(cases[i].text), &allocator_heap, &record, &error), ERR_OK);
        (void)!record_verify(&record, NULL, &replay, say_in_french, &out, &error);
        struct span wanted = span_from(cases[i].expected);
        wanted.len -= i == 0; /* the move, without its line feed */
        char text_wanted[512];
        (void)snprintf(text_wanted, sizeof(text_wanted), "%.*s", (int)wanted.len, wanted.ptr);
        if (!strstr(strbuf_text(&out), text_wanted)) {
            fail_msg("not '%s' in:\n%s", text_wanted, strbuf_text(&out));
        }
        replay_release(&replay);
        record_reader_release(&reader);
        strbuf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_is_told_in_one_run),
        cmocka_unit_test(the_fiftieth_is_the_last_that_is_told),
        cmocka_unit_test(french_words_become_the_canonical_ones),
        cmocka_unit_test(no_break_spaces_are_blanks),
        cmocka_unit_test(french_readers_read_french),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
