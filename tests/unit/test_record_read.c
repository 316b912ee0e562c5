/*
 * The reader: what it keeps of a record, and what it takes in its stride:
 * line ends, blanks, comments, many records a file, bad ones among them, one
 * that never ends, and sources that cut or fail anywhere.
 */
#include "support/cmocka.h"

#include "record/record.h"
#include "support/failing_alloc.h"
#include "support/text.h"
#include "support/transcript.h"

#include <errno.h>
#include <stdio.h>

struct fixture {
    struct record_reader reader;
    struct source_memory memory;
    struct record record;
    struct error error;
};

static void open_text(struct fixture *f, struct span text)
{
    record_reader_init(&f->reader, source_from_memory(&f->memory, text), &allocator_heap);
}

static enum err next(struct fixture *f)
{
    return record_reader_next(&f->reader, &f->record, &f->error);
}

static void assert_field(struct field field, const char *text, uint32_t line, uint32_t column)
{
    assert_true(span_is(field.text, text));
    if (text[0] != '\0') {
        assert_int_equal(field.line, line);
        assert_int_equal(field.column, column);
    }
}

static const char FULL[] = "# a comment\n"
                           "\n"
                           "dendro 1\n"
                           "game foret\n"
                           "rules 1\n"
                           "variant duel\n"
                           "level table\n"
                           "seat 2 Ferdinand de la Tour\n"
                           "seat 1 Amélie\n"
                           "played 2026-11-13T20:30+01:00\n"
                           "place Ludothèque du quartier\n"
                           "night 2026-11-13\n"
                           "option speed fast forward\n"
                           "note pluie\n"
                           "note :-) again\n"
                           "id k3f9\n"
                           "x-mood bon enfant\n"
                           "x-empty\n"
                           "x-at 20:30\n"
                           "\n"
                           "1: bee 0,0\n"
                           "  # indented comment\n"
                           "n: wolf\n"
                           "*: back 2\n"
                           "a: grid bee\n"
                           "claim 2 fox -3 total 40\n"
                           "= 50 -36\n"
                           "digest 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";

static void assert_full(const struct record *record, uint32_t first)
{
    assert_int_equal(record->line, first);
    assert_field(record->game, "foret", first + 1, 6);
    assert_field(record->rules_field, "1", first + 2, 7);
    assert_int_equal(record->rules, 1);
    assert_field(record->variant, "duel", first + 3, 9);
    assert_field(record->level, "table", first + 4, 7);
    assert_int_equal(record->seats, 2);
    assert_field(record->seat[1], "Ferdinand de la Tour", first + 5, 8);
    assert_field(record->seat[0], "Amélie", first + 6, 8);
    assert_field(record->played, "2026-11-13T20:30+01:00", first + 7, 8);
    assert_field(record->place, "Ludothèque du quartier", first + 8, 7);
    assert_field(record->night, "2026-11-13", first + 9, 7);
    assert_int_equal(record->options_count, 1);
    assert_field(record->options[0].name, "speed", first + 10, 8);
    assert_field(record->options[0].value, "fast forward", first + 10, 14);
    assert_int_equal(record->notes_count, 2);
    assert_field(record->notes[0].value, "pluie", first + 11, 6);
    assert_field(record->notes[1].value, ":-) again", first + 12, 6);
    assert_field(record->id, "k3f9", first + 13, 4);
    assert_int_equal(record->extras_count, 3);
    assert_field(record->extras[0].name, "x-mood", first + 14, 1);
    assert_field(record->extras[0].value, "bon enfant", first + 14, 8);
    assert_field(record->extras[1].name, "x-empty", first + 15, 1);
    assert_int_equal(record->extras[1].value.text.len, 0);
    assert_field(record->extras[2].value, "20:30", first + 16, 6);
}

static void everything_is_kept_with_its_line_and_column(void **unused)
{
    (void)unused;
    struct fixture f;
    open_text(&f, span_from(FULL));
    assert_int_equal(next(&f), ERR_OK);
    assert_full(&f.record, 3);
    static const struct {
        const char *text;
        uint32_t line, column, back;
        uint8_t seat;
    } moves[] = {{"bee 0,0", 21, 4, 0, 0},
                 {"wolf", 23, 4, 0, SEAT_NEUTRAL},
                 {"back 2", 24, 4, 2, SEAT_TABLE},
                 {"grid bee", 25, 4, 0, SEAT_RIVAL}};
    assert_int_equal(f.record.moves_count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_true(span_is(f.record.moves[i].text, moves[i].text));
        assert_int_equal(f.record.moves[i].line, moves[i].line);
        assert_int_equal(f.record.moves[i].column, moves[i].column);
        assert_int_equal(f.record.moves[i].back, moves[i].back);
        assert_int_equal(f.record.moves[i].seat, moves[i].seat);
    }
    assert_int_equal(f.record.claims_count, 2);
    assert_field(f.record.claims[0].name, "fox", 26, 9);
    assert_int_equal(f.record.claims[0].hundredths, 100 * -3);
    assert_int_equal(f.record.claims[0].seat, 1);
    assert_field(f.record.claims[1].name, "total", 26, 16);
    assert_int_equal(f.record.claims[1].hundredths, 100 * 40);
    assert_int_equal(f.record.totals_count, 2);
    assert_field(f.record.totals[1].field, "-36", 27, 6);
    assert_int_equal(f.record.totals[1].hundredths, -3600);
    assert_int_equal(f.record.digest.text.len, 64);
    assert_int_equal(next(&f), ERR_END);
    assert_int_equal(next(&f), ERR_END);
    record_reader_release(&f.reader);
}

static void a_bare_record_misses_everything_else(void **unused)
{
    (void)unused;
    struct fixture f;
    open_text(&f, span_from("dendro 1\nseat 1 A"));
    assert_int_equal(next(&f), ERR_OK);
    assert_int_equal(f.record.game.text.len, 0);
    assert_int_equal(f.record.rules, 0);
    assert_int_equal(f.record.moves_count, 0);
    assert_int_equal(f.record.totals_count, 0);
    assert_int_equal(f.record.digest.text.len, 0);
    assert_int_equal(f.record.seats, 1);
    assert_int_equal(next(&f), ERR_END);
    record_reader_release(&f.reader);
}

/* Windows, with its mark; tabs; blanks wherever they may be. */
static void other_editors_are_fine(void **unused)
{
    (void)unused;
    struct strbuf crlf;
    strbuf_init(&crlf, &allocator_heap, 10000);
    strbuf_add(&crlf, "\xef\xbb\xbf");
    for (const char *s = FULL; *s; s++) {
        strbuf_add(&crlf, *s == '\n' ? "\r" : "");
        strbuf_add_char(&crlf, *s);
    }
    struct fixture f;
    open_text(&f, strbuf_span(&crlf));
    assert_int_equal(next(&f), ERR_OK);
    assert_full(&f.record, 3);
    assert_int_equal(f.record.moves_count, 4);
    assert_true(span_is(f.record.moves[0].text, "bee 0,0"));
    assert_int_equal(next(&f), ERR_END);
    record_reader_release(&f.reader);
    strbuf_release(&crlf);

    open_text(&f, span_from(" dendro\t1 \n\tgame \t foret\t\n  seat\t1\t A  B \n"
                            "1:bee 0,0\n\t1\t: \tbee\t1,0\t\n1 :bee 2,0\n *:  Back\t 1\n=1\t 2\n\tclaim\t1\tfox\t2\n"));
    assert_int_equal(next(&f), ERR_OK);
    assert_field(f.record.game, "foret", 2, 9);
    assert_field(f.record.seat[0], "A  B", 3, 11);
    assert_int_equal(f.record.moves_count, 4);
    assert_true(span_is(f.record.moves[0].text, "bee 0,0"));
    assert_int_equal(f.record.moves[0].column, 3);
    assert_true(span_is(f.record.moves[1].text, "bee\t1,0"));
    assert_int_equal(f.record.moves[1].column, 7);
    assert_true(span_is(f.record.moves[2].text, "bee 2,0"));
    assert_int_equal(f.record.moves[3].back, 1);
    assert_int_equal(f.record.totals_count, 2);
    assert_field(f.record.totals[0].field, "1", 8, 2);
    assert_field(f.record.claims[0].name, "fox", 9, 10);
    record_reader_release(&f.reader);
}

#define SOLO(name) "dendro 1\ngame foret\nvariant solo\nseat 1 " name "\n"

static void assert_said(struct span text, const char *expected)
{
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    transcript_text(text, NULL, &said);
    assert_string_equal(strbuf_text(&said), expected);
    strbuf_release(&said);
}

static void one_bad_record_does_not_spoil_the_others(void **unused)
{
    (void)unused;
    assert_said(span_from("# garden\n" SOLO("A") "\n# next\n" SOLO("B") "1: bee 0,0 give fox\n" SOLO("C")),
                "ok foret solo table, 0 plies\nok foret solo table, 1 plies\nok foret solo table, 0 plies\n");
    assert_said(span_from("rubbish\nmore rubbish\n" SOLO("A")),
                "1:1 record.start a record starts with 'dendro 1', not 'rubbish'\nok foret solo table, 0 plies\n");
    assert_said(
        span_from(SOLO("A") "varaint x\nalso: wrong\n" SOLO("B") "dendro 3\n" SOLO("C") "seat 2 \xff\n" SOLO("D")),
        "5:1 record.keyword unknown keyword 'varaint'; did you mean 'variant'?\n"
        "ok foret solo table, 0 plies\n"
        "11:8 record.version unknown format version '3', this program reads version 1\n"
        "16:8 record.encoding not UTF-8\n"
        "ok foret solo table, 0 plies\n");
    /* Lines that only look like a start belong to the record they stand in. */
    assert_said(span_from(SOLO("A") "dendros 1\n"), "5:1 record.keyword unknown keyword 'dendros'\n");
    assert_said(span_from(SOLO("A") " xendro 1\n"), "5:2 record.keyword unknown keyword 'xendro'\n");
    assert_said(span_from(SOLO("A") " dendro:1\n"), "5:2 record.label 'dendro' is not a seat: 1 to 12, *, n or a\n");
    assert_said(span_from(SOLO("A") "# dendro 1\nnote dendro 1\n"), "ok foret solo table, 0 plies\n");
    /* With Windows line ends, a `dendro` without a version starts a record as well. */
    assert_said(span_from("dendro 1\r\ngame foret\r\nseat 1 A\r\ndendro\r\n"),
                "ok foret solo table, 0 plies\n"
                "4:7 record.version unknown format version '', this program reads version 1\n");
}

/* ---- pieces ---- */

static const char MANY[] = "\xef\xbb\xbf# Amélie's games\n" SOLO(
    "Amélie") "1: bee 0,0 give fox\r\n"
              "dendro\t1\r\ngame foret\nvaraint x\n"
              "  dendro 1\ngame foret\nseat 1 B\nseat 2 C\n\n1: bee 0,0\n2: trout 0,0\n"
              "dendro\n"
              "dendro 1\nnote \xe2\x82\n" SOLO("木") "= 1\n dendrology\n";

/* Wherever the source cuts, the same comes out. */
static void pieces_make_no_difference(void **unused)
{
    (void)unused;
    struct strbuf whole;
    strbuf_init(&whole, &allocator_heap, 1 << 20);
    transcript_text(span_from(MANY), NULL, &whole);
    assert_string_equal(strbuf_text(&whole),
                        "ok foret solo table, 1 plies\n"
                        "9:1 record.keyword unknown keyword 'varaint'; did you mean 'variant'?\n"
                        "ok foret duel table, 2 plies\n"
                        "17:7 record.version unknown format version '', this program reads version 1\n"
                        "19:6 record.encoding not UTF-8\n"
                        "25:2 record.keyword unknown keyword 'dendrology'\n");
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    for (size_t cut = 1; cut < sizeof(MANY); cut++) {
        struct trickle trickle = {.rest = span_from(MANY), .first = cut, .step = sizeof(MANY), .fail_after = -1};
        strbuf_clear(&said);
        assert_int_equal(transcript_source(source_trickle(&trickle), NULL, &allocator_heap, &said), ERR_END);
        assert_string_equal(strbuf_text(&said), strbuf_text(&whole));
    }
    for (size_t step = 1; step < 20; step++) {
        struct trickle trickle = {.rest = span_from(MANY), .step = step, .fail_after = -1};
        strbuf_clear(&said);
        assert_int_equal(transcript_source(source_trickle(&trickle), NULL, &allocator_heap, &said), ERR_END);
        assert_string_equal(strbuf_text(&said), strbuf_text(&whole));
    }
    strbuf_release(&said);
    strbuf_release(&whole);
}

/* A source that fails after any number of bytes: whole records before that are given, half ones never. */
static void a_failing_source_gives_no_half_records(void **unused)
{
    (void)unused;
    static const char text[] = SOLO("A") SOLO("B") "1: bee 0,0 give fox\n";
    size_t second = strlen(SOLO("A")) + strlen("dendro "); /* known as the start of the next */
    for (long fail = 0; fail <= (long)strlen(text); fail++) {
        struct trickle trickle = {.rest = span_from(text), .step = 7, .fail_after = fail};
        struct fixture f;
        record_reader_init(&f.reader, source_trickle(&trickle), &allocator_heap);
        enum err err = next(&f);
        if ((size_t)fail >= second) {
            assert_int_equal(err, ERR_OK);
            assert_true(span_is(f.record.seat[0].text, "A"));
            err = next(&f);
        }
        assert_int_equal(err, ERR_IO);
        assert_string_equal(f.error.message->id, "record.read");
        assert_string_equal(f.error.arg[0], "the device failed");
        assert_int_equal(next(&f), ERR_END);
        assert_int_equal(next(&f), ERR_END);
        record_reader_release(&f.reader);
    }
}

/* ---- size ---- */

/* A source that makes its text up: a head, then `line` for `bytes` bytes, then a tail. */
struct long_source {
    const char *head, *line, *tail;
    size_t bytes, at, step;
};

/* The next `size` bytes of a text that is `line` again and again, from its byte `from` on. */
static void repeat(char *to, size_t size, const char *line, size_t from)
{
    size_t length = strlen(line);
    size_t n = 0;
    for (; n < size && n < length; n++) {
        to[n] = line[(from + n) % length];
    }
    while (n < size) { /* what is there is whole lines */
        size_t more = n < size - n ? n : size - n;
        memcpy(to + n, to, more);
        n += more;
    }
}

static ptrdiff_t read_long(void *context, char *buffer, size_t size)
{
    struct long_source *s = context;
    size_t head = strlen(s->head);
    size_t end = head + s->bytes + strlen(s->tail);
    size_t n = 0;
    size = s->step > 0 && s->step < size ? s->step : size;
    while (n < size && s->at < end) {
        size_t in = s->at - head; /* of the middle */
        size_t more = 1;
        if (s->at < head) {
            buffer[n] = s->head[s->at];
        } else if (in < s->bytes) {
            more = size - n < s->bytes - in ? size - n : s->bytes - in;
            repeat(buffer + n, more, s->line, in);
        } else {
            buffer[n] = s->tail[in - s->bytes];
        }
        n += more;
        s->at += more;
    }
    return (ptrdiff_t)n;
}

static void assert_long(struct long_source text, const char *expected)
{
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    assert_int_equal(transcript_source((struct source){read_long, &text}, NULL, &memory.allocator, &said), ERR_END);
    assert_string_equal(strbuf_text(&said), expected);
    assert_true(memory.most <= (size_t)9 << 20);
    assert_int_equal(memory.live, 0);
    strbuf_release(&said);
}

static void overlong_records_are_passed_over_in_constant_memory(void **unused)
{
    (void)unused;
    const size_t much = (size_t)(test_cases(100) < 10 ? 5 : 10) << 20; /* a record has at most 4 MiB */
    char goes_on[256];
    /* of many lines */
    assert_long((struct long_source){SOLO("A") SOLO("B"), "# on and on\n", SOLO("C"), much / 12 * 12, 0, 0},
                "ok foret solo table, 0 plies\n"
                "5:1 record.too-long a record of more than 4194304 bytes\n"
                "ok foret solo table, 0 plies\n");
    /* of one line that does not end, whatever it pretends to be */
    assert_long((struct long_source){SOLO("A") SOLO("B") "note ", "dendro 1 ", "\n" SOLO("C"), much / 9 * 9, 0, 0},
                "ok foret solo table, 0 plies\n"
                "5:1 record.too-long a record of more than 4194304 bytes\n"
                "ok foret solo table, 0 plies\n");
    assert_long((struct long_source){SOLO("A") SOLO("B"), " ", "\n" SOLO("C"), much, 0, 0},
                "ok foret solo table, 0 plies\n"
                "5:1 record.too-long a record of more than 4194304 bytes\n"
                "ok foret solo table, 0 plies\n");
    /* before anything else, and behind everything else */
    assert_long((struct long_source){"", "z", "\n" SOLO("C"), much, 0, 0},
                "1:1 record.too-long a record of more than 4194304 bytes\n"
                "ok foret solo table, 0 plies\n");
    assert_long((struct long_source){SOLO("A"), "\n", "", much, 0, 0},
                "1:1 record.too-long a record of more than 4194304 bytes\n");
    assert_long((struct long_source){"dendro ", "1", "", much, 0, 0},
                "1:1 record.too-long a record of more than 4194304 bytes\n");
    /* of lines that begin like a start */
    assert_long((struct long_source){SOLO("A") "note x\n", "de\n", SOLO("C"), much / 3 * 3, 0, 0},
                "1:1 record.too-long a record of more than 4194304 bytes\n"
                "ok foret solo table, 0 plies\n");
    /* and what follows goes on as usual: three records of four lines are around the long one's */
    (void)snprintf(goes_on, sizeof(goes_on),
                   "1:1 record.too-long a record of more than 4194304 bytes\n"
                   "ok foret solo table, 0 plies\n"
                   "%zu:1 record.keyword unknown keyword 'x'\n"
                   "ok foret solo table, 0 plies\n",
                   much / 12 + 3 * 4 + 1);
    assert_long(
        (struct long_source){SOLO("A"), "# on and on\n", SOLO("B") SOLO("C") "x\n" SOLO("D"), much / 12 * 12, 0, 0},
        goes_on);
    /* two in a row, in pieces of a size that no buffer has */
    assert_long((struct long_source){SOLO("A"), "dendro 1\n# x\n", SOLO("C"), 13 * 3, 0, 0},
                "ok foret solo table, 0 plies\n"
                "5:1 record.seat-missing there is no line 'seat 1'\n"
                "7:1 record.seat-missing there is no line 'seat 1'\n"
                "9:1 record.seat-missing there is no line 'seat 1'\n"
                "ok foret solo table, 0 plies\n");
}

/* A season is larger than any record, and is read record by record all the same, marked or not. */
static void long_files_of_short_records(void **unused)
{
    (void)unused;
    static const char *const heads[] = {"", "\xef\xbb\xbf"};
    const uint32_t times = test_cases(100) < 10 ? 30000 : 150000; /* more than a megabyte of text */
    for (size_t i = 0; i < 2; i++) {
        struct failing_alloc memory;
        failing_alloc_init(&memory);
        struct long_source text = {heads[i], SOLO("A"), "", times * strlen(SOLO("A")), 0, 0};
        struct fixture f;
        record_reader_init(&f.reader, (struct source){read_long, &text}, &memory.allocator);
        for (uint32_t record = 0; record < times; record++) {
            assert_int_equal(next(&f), ERR_OK);
            assert_int_equal(f.record.line, record * 4 + 1);
        }
        assert_int_equal(next(&f), ERR_END);
        record_reader_release(&f.reader);
        assert_true(memory.most < (size_t)1 << 20);
        assert_int_equal(memory.live, 0);
    }
}

/* Records around the limit, by a byte, in pieces around the reader's own sizes: nothing depends on the pieces. */
static void the_limit_is_exact_in_any_pieces(void **unused)
{
    (void)unused;
    static const size_t steps[] = {65537, 0, 4093, 65535, 65536, 1 << 20};
    size_t head = strlen(SOLO("B"));
    for (size_t i = 0; i < test_cases(sizeof(steps) / sizeof(steps[0])); i++) {
        struct long_source fits = {SOLO("B"), "#", "\n" SOLO("C"), RECORD_BYTES - head - 1, 0, steps[i]};
        assert_long(fits, "ok foret solo table, 0 plies\nok foret solo table, 0 plies\n");
        struct long_source last = {SOLO("B"), "#", "", RECORD_BYTES - head, 0, steps[i]};
        assert_long(last, "ok foret solo table, 0 plies\n");
        struct long_source above = {SOLO("B"), "#", "\n" SOLO("C"), RECORD_BYTES - head, 0, steps[i]};
        assert_long(above, "1:1 record.too-long a record of more than 4194304 bytes\nok foret solo table, 0 plies\n");
        struct long_source alone = {SOLO("B") "note ", "x", "", RECORD_BYTES - head - 5 + 1, 0, steps[i]};
        assert_long(alone, "1:1 record.too-long a record of more than 4194304 bytes\n");
    }
}

/* Blanks before `dendro` are counted, too: far enough out, it is not seen as a start. */
static void a_start_is_looked_for_near_the_margin(void **unused)
{
    (void)unused;
    for (size_t step = 0; step < 3; step++) {
        struct long_source near = {SOLO("A"), " ", SOLO("B"), 1023, 0, step};
        assert_long(near, "ok foret solo table, 0 plies\nok foret solo table, 0 plies\n");
        struct long_source far = {SOLO("A"), " ", SOLO("B"), 1024, 0, step};
        assert_long(far, "5:1025 record.more only one record is expected here\n");
    }
}

static void a_failure_while_passing_over_is_a_failure(void **unused)
{
    (void)unused;
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 8 << 20);
    strbuf_add(&text, SOLO("A"));
    strbuf_repeat(&text, "#\n", 3 << 20);
    struct trickle trickle = {.rest = strbuf_span(&text), .step = 65536, .fail_after = 5 << 20};
    struct fixture f;
    record_reader_init(&f.reader, source_trickle(&trickle), &allocator_heap);
    assert_int_equal(next(&f), ERR_LIMIT);
    assert_int_equal(next(&f), ERR_IO);
    assert_int_equal(next(&f), ERR_END);
    record_reader_release(&f.reader);
    strbuf_release(&text);
}

/* ---- what a header leaves open ---- */

static void assert_setup(const char *text, unsigned variant, unsigned level)
{
    struct fixture f;
    open_text(&f, span_from(text));
    assert_int_equal(next(&f), ERR_OK);
    struct setup setup;
    assert_int_equal(record_setup(&f.record, NULL, &setup, &f.error), ERR_OK);
    assert_string_equal(setup.game->name.id, "foret");
    assert_true(setup.game->rules >= 1);
    assert_int_equal(setup.variant, variant);
    assert_int_equal(setup.level, level);
    assert_int_equal(setup.seats, f.record.seats);
    record_reader_release(&f.reader);
}

static void missing_headers_are_resolved(void **unused)
{
    (void)unused;
    enum { STANDARD, DUEL, SOLITAIRE };
    enum { FULLEST, TABLE, SHEET };
#define ONE "dendro 1\ngame foret\nseat 1 A\n"
    assert_setup(ONE, SOLITAIRE, TABLE);
    assert_setup(ONE "seat 2 B\n", DUEL, TABLE);
    assert_setup(ONE "seat 2 B\nseat 3 C\n", STANDARD, TABLE);
    assert_setup(ONE "seat 2 B\nseat 3 C\nseat 4 D\nseat 5 E\nseat 6 F\n", STANDARD, TABLE);
    assert_setup(ONE "1: bee 0,0 give fox\n", SOLITAIRE, TABLE);
    assert_setup(ONE "*: deal 1 bee\n", SOLITAIRE, FULLEST);
    assert_setup(ONE "*: DEAL 1 bee\n", SOLITAIRE, FULLEST);
    assert_setup(ONE "1: bee 0,0\n*: draw bee\n", SOLITAIRE, FULLEST);
    assert_setup(ONE "1:  Grid bee\n", SOLITAIRE, SHEET);
    assert_setup(ONE "seat 2 B\nn: cards bee\n", DUEL, SHEET);
    assert_setup(ONE "level sheet\n1: bee 0,0\n", SOLITAIRE, SHEET);
    assert_setup("dendro 1\ngame FORÊT\nvariant Solo\nlevel Feuille\nseat 1 A\n", SOLITAIRE, SHEET);
    assert_setup("dendro 1\ngame Ecosystème Forêt\nrules 001\nlevel complet\nseat 1 A\n", SOLITAIRE, FULLEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_kept_with_its_line_and_column),
        cmocka_unit_test(a_bare_record_misses_everything_else),
        cmocka_unit_test(other_editors_are_fine),
        cmocka_unit_test(one_bad_record_does_not_spoil_the_others),
        cmocka_unit_test(pieces_make_no_difference),
        cmocka_unit_test(a_failing_source_gives_no_half_records),
        cmocka_unit_test(overlong_records_are_passed_over_in_constant_memory),
        cmocka_unit_test(long_files_of_short_records),
        cmocka_unit_test(the_limit_is_exact_in_any_pieces),
        cmocka_unit_test(a_start_is_looked_for_near_the_margin),
        cmocka_unit_test(a_failure_while_passing_over_is_a_failure),
        cmocka_unit_test(missing_headers_are_resolved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
