/*
 * Plays saved from BoardGameGeek, and the guess of what a file is: what XML can do to a reader, files cut off at every byte,
 * reads of any size.
 */
#include "support/cmocka.h"

#include "support/failing_alloc.h"
#include "support/play_text.h"
#include "support/text.h"
#include "wire/bgg.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEXT_LIMIT = 16 << 20 };

static void read_fixture(const char *name, struct strbuf *out)
{
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/tests/fixtures/exchange/%s", test_source_dir(), name);
    strbuf_init(out, &allocator_heap, TEXT_LIMIT);
    test_read_file(path, out);
}

static enum err tell(struct span bytes, size_t step, const struct allocator *allocator, struct strbuf *out)
{
    struct spool spool;
    struct foreign_reader reader;
    struct error error = {.message = NULL};
    spool_of(&spool, bytes);
    enum err err = bgg_open_stepped(&reader, &spool, allocator, step, &error);
    if (err != ERR_OK) {
        char line[256];
        char sentence[512];
        (void)snprintf(line, sizeof(line), "%u:%u %s %s %s", error.line, error.column, test_err_name(err),
                       error.message->id, error.args > 0 ? error.arg[0] : "");
        strbuf_add(out, line);
        assert_true(error_text(&error, LANG_FR, sentence, sizeof(sentence)) > 0);
        return err;
    }
    (void)play_reader_text(&reader.plays, out);
    reader.release(reader.plays.context);
    return ERR_OK;
}

static void assert_told_bytes(struct span bytes, const char *expected)
{
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    (void)tell(bytes, 0, &allocator_heap, &out);
    if (strcmp(strbuf_text(&out), expected) != 0) {
        print_message("%.*s\n", bytes.len < 400 ? (int)bytes.len : 400, bytes.ptr);
    }
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_release(&out);
}

static void a_page_is_read(void **unused)
{
    (void)unused;
    static const size_t steps[] = {0, 1, 2, 5, 4096};
    struct strbuf bytes;
    struct strbuf expected;
    struct strbuf out;
    read_fixture("plays.xml", &bytes);
    read_fixture("plays.xml.plays", &expected);
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        strbuf_clear(&out);
        assert_int_equal(tell(strbuf_span(&bytes), steps[i], &allocator_heap, &out), ERR_OK);
        if (i == 0 && getenv("PRINT_PLAYS")) {
            (void)printf("%s", strbuf_text(&out));
        }
        assert_string_equal(strbuf_text(&out), strbuf_text(&expected));
    }
    strbuf_release(&out);
    strbuf_release(&expected);
    strbuf_release(&bytes);
}

#define PAGE(play) "<plays><play/>\n" play "\n<play><item/></play></plays>"
#define FIRST "1:8: ERR_SYNTAX: 'item' is missing\n"
#define LAST "3:1\nend\n"

static void what_is_odd_is_refused_with_its_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *xml;
        const char *said;
    } cases[] = {
        {"", "1:1 ERR_SYNTAX foreign.ends "},
        {"<plays/>", "end\n"},
        {"\xef\xbb\xbf<plays></plays>\n<!-- saved -->\n", "end\n"},
        {"<plays>", "1:8 ERR_SYNTAX foreign.ends "},
        {"<plays><play>", "1:14 ERR_SYNTAX foreign.ends "},
        {"<plays></play>", "1:10 ERR_SYNTAX foreign.xml a tag is closed that is not open"},
        {"<plays>&nbsp;</plays>", "1:8 ERR_SYNTAX foreign.xml an entity that XML does not have"},
        {"<plays a=\"1\" a=\"2\"/>", "1:14 ERR_SYNTAX foreign.xml an attribute is there twice"},
        {"<plays><<", "1:9 ERR_SYNTAX foreign.xml a character or a tag that cannot be here"},
        {"<plays>\xff</plays>", "1:8 ERR_SYNTAX foreign.xml a character or a tag that cannot be here"},
        {"<plays/>\n<plays/>", "1:9 ERR_SYNTAX foreign.pages "},
        {"<plays/>\n<?xml version=\"1.0\"?><plays/>", "1:9 ERR_SYNTAX foreign.pages "},
        {"<?xml version=\"1.0\" encoding=\"shift_jis\"?><plays/>", "1:31 ERR_ENCODING foreign.xml-encoding "},
        {"<errors><error><message>Invalid</message></error></errors>",
         "1:1 ERR_SYNTAX foreign.answer an error that BoardGameGeek answered"},
        {"<html><body/></html>", "1:1 ERR_SYNTAX foreign.answer a web page"},
        {"<!DOCTYPE html><html/>", "1:15 ERR_SYNTAX foreign.answer a web page"},
        {"<message>come again</message>", "1:1 ERR_SYNTAX foreign.answer a message of BoardGameGeek"},
        {"<rss/>", "1:1 ERR_SYNTAX foreign.root rss"},
        {"<!DOCTYPE plays [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<plays>&b;</plays>",
         "1:17 ERR_SYNTAX foreign.doctype "},
        {"<!DOCTYPE plays SYSTEM \"file:///etc/passwd\"><plays/>", "1:44 ERR_SYNTAX foreign.doctype "},
        {"<plays><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a>", "1:53 ERR_LIMIT foreign.depth 16"},
        {PAGE("<play date=\"2026-02-30\"><item/></play>"),
         FIRST "2:1: ERR_SYNTAX: 'play/@date' is no date: 2026-02-30\n" LAST},
        {PAGE("<play quantity=\"-1\"><item/></play>"),
         FIRST "2:1: ERR_SYNTAX: 'play/@quantity' must lie between 0 and 1000000\n" LAST},
        {PAGE("<play length=\"long\"><item/></play>"),
         FIRST "2:1: ERR_SYNTAX: 'play/@length' must be a whole number\n" LAST},
        {PAGE("<play><item objectid=\"x\"/></play>"),
         FIRST "2:1: ERR_SYNTAX: 'item/@objectid' must be a whole number\n" LAST},
        {PAGE("<play><item/><item/></play>"), FIRST "2:1: ERR_SYNTAX: 'item' is there twice\n" LAST},
        {PAGE("<play><item/><players><player/><player win=\"x\"/></players></play>"),
         FIRST "2:1: ERR_SYNTAX: 'player[2]/@win' must be a whole number\n" LAST},
        {PAGE("<play><item/><players><player name=\"a&#10;b\"/></players></play>"),
         FIRST "2:1: ERR_SYNTAX: 'player[1]/@name' has the control character U+000A\n" LAST},
        {PAGE("<play><item/><comments>a&#x85;b</comments></play>"),
         FIRST "2:1: ERR_SYNTAX: 'comments' has the control character U+0085\n" LAST},
        /* taken */
        {PAGE("<play><item name=\" Aulnes \"/><comments><![CDATA[a<b]]>&amp;\nc</comments><x><players/></x></play>"),
         FIRST "2:1 title Aulnes| comments a<b&\\nc|\n4:1\nend\n"},
        {PAGE("<x><play><item/></play></x>"), FIRST LAST},
        {PAGE("<play quantity=\"\" length=\"\"><item/></play>"), FIRST "2:1\n" LAST},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_told_bytes(span_from(cases[i].xml), cases[i].said);
    }
}

static void other_encodings_become_text(void **unused)
{
    (void)unused;
    static const char latin[] = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plays><play><item name=\"\xe9t\xe9\"/>"
                                "</play></plays>";
    static const char wide[] = "\xff\xfe<\0p\0l\0a\0y\0s\0>\0<\0/\0p\0l\0a\0y\0s\0>\0";
    assert_told_bytes(SPAN_LITERAL(latin), "1:51 title \xc3\xa9t\xc3\xa9|\nend\n");
    assert_told_bytes(SPAN_LITERAL(wide), "end\n");
}

/* ---- limits ---- */

static void assert_filled(const char *before, const char *fill, int count, const char *behind, const char *said)
{
    struct strbuf xml;
    strbuf_init(&xml, &allocator_heap, TEXT_LIMIT);
    strbuf_add(&xml, before);
    strbuf_repeat(&xml, fill, count);
    strbuf_add(&xml, behind);
    assert_told_bytes(strbuf_span(&xml), said);
    strbuf_release(&xml);
}

static void what_is_too_long_is_refused(void **unused)
{
    (void)unused;
    enum { LONG = 5 << 20 };
    assert_filled("<plays><play><item name=\"", "a", 801, "\"/></play></plays>",
                  "1:8: ERR_LIMIT: 'item/@name' has more than 800 bytes\nend\n");
    assert_filled("<plays><play id=\"", "a", 201, "\"><item/></play></plays>",
                  "1:8: ERR_LIMIT: 'play/@id' has more than 200 bytes\nend\n");
    assert_filled("<plays><play><item/><comments>", "a", LONG, "</comments></play></plays>",
                  "1:8: ERR_LIMIT: 'comments' has more than 65536 bytes\nend\n");
    /* A token that never ends is not kept; text outside of a play is not either. */
    assert_filled("<plays>", "a", LONG, "</plays>", "end\n");
    assert_filled("<plays>\n<play id=\"", "a", LONG, "\"/></plays>", "2:1 ERR_LIMIT foreign.element <");
    assert_filled("<plays><!--", "a", LONG, "--></plays>", "1:8 ERR_LIMIT foreign.element <");
    assert_filled("<plays ", "a", LONG, "/>", "1:1 ERR_LIMIT foreign.element <");
}

static void seats_beyond_the_limit_are_counted(void **unused)
{
    (void)unused;
    struct strbuf xml;
    struct spool spool;
    struct foreign_reader reader;
    struct error error;
    static struct play play;
    strbuf_init(&xml, &allocator_heap, TEXT_LIMIT);
    strbuf_add(&xml, "<plays><play><item/><players>");
    strbuf_repeat(&xml, "<player name=\"a\" color=\"c\"/>", PLAY_SEATS + 9);
    strbuf_add(&xml, "</players></play></plays>");
    spool_of(&spool, strbuf_span(&xml));
    assert_int_equal(bgg_open(&reader, &spool, &allocator_heap, &error), ERR_OK);
    assert_int_equal(reader.plays.next(reader.plays.context, &play, &error), ERR_OK);
    assert_int_equal(play.seats, PLAY_SEATS + 9);
    assert_int_equal(play.extras, PLAY_EXTRAS);
    assert_int_equal(reader.plays.next(reader.plays.context, &play, &error), ERR_END);
    reader.release(reader.plays.context);
    strbuf_release(&xml);
}

/* ---- damage ---- */

static void a_file_that_is_cut_off_is_refused(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct strbuf bytes;
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    read_fixture("plays.xml", &bytes);
    for (size_t len = 0; len + strlen("\n") < bytes.len; len++) {
        char *cut = malloc(len ? len : 1);
        assert_non_null(cut);
        memcpy(cut, strbuf_text(&bytes), len);
        strbuf_clear(&out);
        enum err err = tell(span_of(cut, len), 0, &allocator_heap, &out);
        assert_int_equal(err, ERR_SYNTAX);
        free(cut);
    }
    strbuf_release(&bytes);
    strbuf_release(&out);
}

static void bytes_that_are_not_text_are_refused(void **unused)
{
    (void)unused;
    static const char page[] = "<plays><play id=\"1\"><item name=\"\xc3\x89\"/><comments>a</comments></play></plays>";
    static const char broken[] = {'\xff', '\xc0', '\xf5', '\0'};
    struct strbuf out;
    char bytes[sizeof(page)];
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    for (size_t at = 0; at + 1 < sizeof(page); at++) {
        for (size_t i = 0; i < sizeof(broken); i++) {
            memcpy(bytes, page, sizeof(bytes));
            bytes[at] = broken[i];
            strbuf_clear(&out);
            enum err err = tell(span_of(bytes, sizeof(page) - 1), 0, &allocator_heap, &out);
            assert_true(err == ERR_SYNTAX || err == ERR_ENCODING);
        }
    }
    strbuf_release(&out);
}

static void no_memory_is_an_error_and_no_leak(void **unused)
{
    (void)unused;
    struct strbuf bytes;
    struct strbuf out;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    read_fixture("plays.xml", &bytes);
    strbuf_init(&out, &allocator_heap, TEXT_LIMIT);
    for (long n = 1;; n = failing_alloc_next(n)) {
        strbuf_clear(&out);
        failing_alloc_arm(&memory, n);
        enum err err = tell(strbuf_span(&bytes), 0, &memory.allocator, &out);
        assert_int_equal(memory.live, 0);
        if (!memory.fired) {
            assert_int_equal(err, ERR_OK);
            break;
        }
        assert_true(err == ERR_OK ||
                    err == ERR_MEMORY); /* in the first reading a play that is not given out has none */
    }
    strbuf_release(&out);
    strbuf_release(&bytes);
}

/* ---- what a file is ---- */

static void a_file_is_known_by_how_it_begins(void **unused)
{
    (void)unused;
    static const struct {
        struct span first;
        int format; /* -1: refused */
        const char *en;
        const char *fr;
    } cases[] = {
        {SPAN_INIT("{\"plays\":[]}"), FOREIGN_BGSTATS, NULL, NULL},
        {SPAN_INIT("\xef\xbb\xbf \n\t{"), FOREIGN_BGSTATS, NULL, NULL},
        {SPAN_INIT("<?xml version=\"1.0\"?><plays>"), FOREIGN_BGG, NULL, NULL},
        {SPAN_INIT("\n<plays>"), FOREIGN_BGG, NULL, NULL},
        {SPAN_INIT("# a comment\n\ndendro 1\ngame foret\n"), FOREIGN_RECORD, NULL, NULL},
        {SPAN_INIT("dendro 1\r\n"), FOREIGN_RECORD, NULL, NULL},
        {SPAN_INIT("date,game,Ada,Bob\n"), FOREIGN_CSV, NULL, NULL},
        {SPAN_INIT("\xef\xbb\xbf\"Joueur\";\"Score\"\r\n"), FOREIGN_CSV, NULL, NULL},
        {SPAN_INIT("PLAYER\tscore\n"), FOREIGN_CSV, NULL, NULL},
        {SPAN_INIT("PK\003\004\024\0\0\0[Content_Types].xml xl/workbook.xml"), -1, "a spreadsheet (xlsx)",
         "une feuille de calcul (xlsx)"},
        {SPAN_INIT("PK\003\004\024\0\0\0BGStatsExport.json"), -1, "a zip archive", "une archive zip"},
        {SPAN_INIT("\037\213\010"), -1, "a gzip archive", "une archive gzip"},
        {SPAN_INIT("%PDF-1.7"), -1, "a PDF", "un PDF"},
        {SPAN_INIT("\377\376{\0"), -1, "a text in UTF-16", "un texte en UTF-16"},
        {SPAN_INIT("\376\377\0{"), -1, "a text in UTF-16", "un texte en UTF-16"},
        {SPAN_INIT("<!doctype HTML><html>"), -1, "a web page", "une page du web"},
        {SPAN_INIT("  <HTML>"), -1, "a web page", "une page du web"},
        {SPAN_INIT(""), -1, "nothing in this file", "fichier est vide"},
        {SPAN_INIT(" \n"), -1, "nothing in this file", "fichier est vide"},
        {SPAN_INIT("Dear diary, today we played"), -1, "neither a record", "ni de BG Stats"},
        {SPAN_INIT("[{}]"), -1, "neither a record", "ni de BG Stats"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enum foreign_format format = FOREIGN_FORMATS;
        struct error error = {.message = NULL};
        char said[512];
        enum err err = foreign_guess(cases[i].first, &format, &error);
        if (cases[i].format >= 0) {
            assert_int_equal(err, ERR_OK);
            assert_int_equal((int)format, cases[i].format);
            continue;
        }
        assert_int_equal(err, ERR_SYNTAX);
        assert_int_equal(error.line, 1);
        (void)error_text(&error, LANG_EN, said, sizeof(said));
        assert_non_null(strstr(said, cases[i].en));
        (void)error_text(&error, LANG_FR, said, sizeof(said));
        assert_non_null(strstr(said, cases[i].fr));
    }
}

static void a_file_is_opened_as_what_it_is(void **unused)
{
    (void)unused;
    static const char zip[] = "PK\003\004....";
    static const char json[] = "{\"plays\":[]}";
    struct spool spool;
    struct foreign_file *file = NULL;
    struct error error;
    spool_of(&spool, SPAN_LITERAL(zip));
    for (int format = FOREIGN_BGSTATS; format < FOREIGN_FORMATS; format++) {
        assert_int_equal(foreign_open(&file, &spool, (enum foreign_format)format, &allocator_heap, &error), ERR_SYNTAX);
        assert_string_equal(error.message->id, "foreign.kind");
        assert_null(file);
    }
    assert_int_equal(foreign_open(&file, &spool, FOREIGN_RECORD, &allocator_heap, &error), ERR_USAGE);
    spool_of(&spool, SPAN_LITERAL(json));
    assert_int_equal(foreign_open(&file, &spool, FOREIGN_BGG, &allocator_heap, &error), ERR_SYNTAX);
    assert_int_equal(foreign_open(&file, &spool, FOREIGN_BGSTATS, &allocator_heap, &error), ERR_OK);
    assert_int_equal(foreign_plays(file)->source, PLAYS_BGSTATS);
    foreign_close(file);
    foreign_close(NULL);
    assert_string_equal(foreign_formats[FOREIGN_BGG], "bgg");
    assert_null(foreign_formats[FOREIGN_FORMATS]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_is_read),
        cmocka_unit_test(what_is_odd_is_refused_with_its_place),
        cmocka_unit_test(other_encodings_become_text),
        cmocka_unit_test(what_is_too_long_is_refused),
        cmocka_unit_test(seats_beyond_the_limit_are_counted),
        cmocka_unit_test(a_file_that_is_cut_off_is_refused),
        cmocka_unit_test(bytes_that_are_not_text_are_refused),
        cmocka_unit_test(no_memory_is_an_error_and_no_leak),
        cmocka_unit_test(a_file_is_known_by_how_it_begins),
        cmocka_unit_test(a_file_is_opened_as_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
