/*
 * What is answered about one club, to the byte: every statistic as JSON and as
 * a table, positions, lists, log and proofs, each against its hash in
 * wire_answers.txt. After a change that is meant, DENDRO_WRITE_TRANSCRIPTS=1
 * writes the file anew.
 */
#include "support/cmocka.h"

#include "support/questions.h"
#include "support/text.h"
#include "wire/stats.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE = 256, ROOM = 16 << 20 };

struct book {
    FILE *file;
    bool write;
    unsigned wrong;
};

static void compare(struct book *book, const char *what, const struct strbuf *text)
{
    char line[LINE];
    char wanted[LINE];
    char hex[SHA256_HEX + 1];
    uint8_t hash[SHA256_SIZE];
    struct sha256 sum;
    struct strbuf out;
    assert_true(strbuf_ok(text) && text->len > 0);
    sha256_init(&sum);
    sha256_add(&sum, text->text, text->len);
    sha256_end(&sum, hash);
    strbuf_wrap(&out, hex, sizeof(hex));
    strbuf_hex(&out, hash, sizeof(hash));
    (void)snprintf(wanted, sizeof(wanted), "%.32s %s\n", hex, what);
    if (book->write) {
        assert_true(fputs(wanted, book->file) >= 0);
        return;
    }
    if (!fgets(line, sizeof(line), book->file) || strcmp(line, wanted) != 0) {
        book->wrong++;
        (void)fprintf(stderr, "another answer: %s%s\n", wanted, strbuf_text(text));
    }
}

static void ask_all(struct book *book, struct service *service, const struct question *questions, size_t count)
{
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, ROOM);
    for (size_t i = 0; i < count; i++) {
        struct error error = {.message = NULL};
        if (strcmp(questions[i].what, "people, nights, places, catalogues, tokens") == 0) {
            continue; /* handles are drawn, and moments are of today */
        }
        strbuf_clear(&out);
        enum err err = questions[i].ask(service, &questions[i], &out, &error);
        if (err != ERR_OK) {
            fail_msg("%s: %d", questions[i].what, (int)err);
        }
        compare(book, questions[i].what, &out);
    }
    strbuf_release(&out);
}

static void ask_tables(struct book *book, struct service *service, const struct stats_filter *filter, const char *what)
{
    struct error error = {.message = NULL};
    struct leaderboard board;
    struct card_table cards;
    struct record_table records;
    struct rating_history history;
    struct strbuf out;
    char name[LINE];
    strbuf_init(&out, &allocator_heap, ROOM);
    assert_int_equal(service_leaderboard(service, filter, ORDER_RATING, &board, &error), ERR_OK);
    wire_leaderboard_csv(&board, &out);
    leaderboard_release(&board);
    if (filter->game.len > 0) {
        assert_int_equal(service_cards(service, filter, span_from(NULL), true, &cards, &error), ERR_OK);
        wire_cards_csv(&cards, LANG_EN, &out);
        card_table_release(&cards);
    }
    assert_int_equal(service_records(service, filter, &records, &error), ERR_OK);
    wire_records_csv(&records, &out);
    record_table_release(&records);
    assert_int_equal(service_rating_history(service, filter, &history, &error), ERR_OK);
    wire_rating_history_csv(&history, &out);
    rating_history_release(&history);
    (void)snprintf(name, sizeof(name), "tables of %s", what);
    compare(book, name, &out);
    strbuf_release(&out);
}

static void ask_pages(struct book *book, struct service *service)
{
    struct error error = {.message = NULL};
    struct stats_filter filter = {.game = SPAN_LITERAL("foret"), .player = SPAN_LITERAL("Ada")};
    struct player_page player;
    struct night_page night;
    struct card_table cards;
    struct versus_row row;
    struct arena arena;
    int64_t log_size = 0;
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, ROOM);
    assert_int_equal(service_player_page(service, &filter, &player, &error), ERR_OK);
    wire_player_csv(&player, &out);
    player_page_release(&player);
    filter = (struct stats_filter){.has_night = true, .night = 20000};
    assert_int_equal(service_night_page(service, &filter, &night, &error), ERR_OK);
    wire_night_csv(&night, &out);
    night_page_release(&night);
    arena_init(&arena, &allocator_heap, 1 << 16);
    filter = (struct stats_filter){.game = SPAN_LITERAL("foret"), .player = SPAN_LITERAL("Ada")};
    assert_int_equal(service_versus(service, &filter, SPAN_LITERAL("Bea"), &arena, &row, &log_size, &error), ERR_OK);
    wire_versus_csv(&row, &out);
    arena_release(&arena);
    compare(book, "pages as tables", &out);
    strbuf_clear(&out);
    filter = (struct stats_filter){.game = SPAN_LITERAL("ecos")};
    assert_int_equal(service_cards(service, &filter, SPAN_LITERAL("7"), true, &cards, &error), ERR_OK);
    assert_int_equal(wire_card(&cards, &out, &error), ERR_OK);
    card_table_release(&cards);
    compare(book, "a card that is activated", &out);
    strbuf_release(&out);
}

static void answers_are_the_same_to_the_byte(void **unused)
{
    (void)unused;
    char path[LINE];
    const char *source = getenv("SOURCE_DIR");
    struct book book = {.write = getenv("DENDRO_WRITE_TRANSCRIPTS") != NULL};
    struct world world;
    static const char *const games[] = {"", "foret", "grandbois", "ecos"};
    assert_non_null(source);
    (void)snprintf(path, sizeof(path), "%s/tests/unit/wire_answers.txt", source);
    book.file = fopen(path, book.write ? "w" : "r");
    assert_non_null(book.file);
    questions_begin(&world);
    struct service *service = world_open(&world, SERVICE_READ);
    ask_all(&book, service, stats_questions, stats_questions_count);
    ask_all(&book, service, reading_questions, reading_questions_count);
    for (size_t i = 0; i < 4; i++) {
        struct stats_filter filter = {.game = span_from(games[i])};
        ask_tables(&book, service, &filter, i == 0 ? "all games" : games[i]);
    }
    ask_pages(&book, service);
    service_close(service);
    world_end(&world);
    assert_int_equal(fclose(book.file), 0);
    assert_int_equal(book.wrong, 0);
}

static void decimals_have_the_digits_asked_for(void **unused)
{
    (void)unused;
    static const struct {
        double value;
        unsigned digits;
        const char *text;
    } cases[] = {{0, 0, "0"},
                 {0, 2, "0.00"},
                 {1.5, 1, "1.5"},
                 {-1.25, 2, "-1.25"},
                 {12.345, 2, "12.35"},
                 {0.999, 2, "1.00"},
                 {-0.001, 2, "0.00"},
                 {7, 3, "7.000"},
                 {1234.5678, 4, "1234.5678"},
                 {0.0625, 9, "0.062500000"},
                 {2.5, 0, "3"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 100);
        wire_decimal(cases[i].value, cases[i].digits, &out);
        if (strcmp(strbuf_text(&out), cases[i].text) != 0) {
            fail_msg("%s: %s", cases[i].text, strbuf_text(&out));
        }
        strbuf_release(&out);
    }
    static const struct {
        const char *text;
        const char *csv;
    } texts[] = {{"plain", "plain"},   {"", ""},
                 {"a,b", "\"a,b\""},   {"say \"x\"", "\"say \"\"x\"\"\""},
                 {"a\nb", "\"a\nb\""}, {" a", "\" a\""},
                 {"a ", "\"a \""},     {"=1+1", "\"'=1+1\""},
                 {"+1", "\"'+1\""},    {"-2", "\"'-2\""},
                 {"@x", "\"'@x\""},    {"\tx", "\"'\tx\""},
                 {"\rx", "\"'\rx\""},  {"'=1", "\"''=1\""},
                 {"'tis", "'tis"},     {"a=1", "a=1"}};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 100);
        wire_csv_text(texts[i].text, &out);
        if (strcmp(strbuf_text(&out), texts[i].csv) != 0) {
            fail_msg("%s: %s", texts[i].csv, strbuf_text(&out));
        }
        struct span cell = strbuf_span(&out);
        if (span_starts(cell, "\"'")) { /* what has an apostrophe before it comes back without */
            assert_true(span_is(wire_csv_unguarded(span_of(cell.ptr + 1, cell.len - 2)), texts[i].text));
        }
        strbuf_release(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_same_to_the_byte),
        cmocka_unit_test(decimals_have_the_digits_asked_for),
    };
    return cmocka_run_group_tests_name("wire answers", tests, NULL, NULL);
}
