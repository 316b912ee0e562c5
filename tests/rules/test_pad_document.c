/* Pad documents: what is refused and where, and what a game that names one keeps to. */
#include "support/cmocka.h"

#include "rules/pad/pad.h"
#include "rules/pad/pad_document.h"
#include "support/game_line.h"
#include "wire/values.h"

#include <stdio.h>
#include <string.h>

static struct pad_document block;
static struct error error;

static enum err read(const char *text)
{
    struct value document;
    error_clear(&error);
    assert_int_equal(wire_values.open(span_from(text), &document, &error), ERR_OK);
    enum err err = pad_document_read(&document, &block, &error);
    wire_values.close(&document);
    return err;
}

#define HEAD "{\"catalogue\":\"pad\",\"name\":{\"id\":\"hedge\",\"en\":\"Hedge\",\"fr\":\"Haie\"}"
#define SEATS ",\"variant\":\"high\",\"seats\":{\"least\":2,\"most\":5}"
#define CATEGORY(id, en, fr) "{\"id\":\"" id "\",\"en\":\"" en "\",\"fr\":\"" fr "\"}"
#define LIST(items) HEAD SEATS ",\"categories\":[" items "]}"
#define LONG "0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 "

static const struct {
    const char *text;
    const char *id;
    const char *where;
} WRONG[] = {
    {"{\"catalogue\":\"ecos\"}", "catalogue.unknown", "catalogue.catalogue"},
    {"{\"catalogue\":\"pad\"" SEATS "}", NULL, "catalogue.name"},
    {"{\"catalogue\":\"pad\",\"name\":{\"id\":\"hedge\",\"en\":\"\",\"fr\":\"Haie\"}" SEATS "}", NULL,
     "catalogue.name.en"},
    {"{\"catalogue\":\"pad\",\"name\":{\"id\":\"Hedge!\",\"en\":\"a\",\"fr\":\"b\"}" SEATS "}", NULL,
     "catalogue.name.id"},
    {"{\"catalogue\":\"pad\",\"name\":{\"id\":\"h\",\"en\":\"a" LONG LONG LONG "\",\"fr\":\"b\"}" SEATS "}", NULL,
     "catalogue.name.en"},
    {"{\"catalogue\":\"pad\",\"name\":{\"id\":\"h\",\"en\":5,\"fr\":\"b\"}" SEATS "}", NULL, "catalogue.name.en"},
    {HEAD SEATS ",\"colour\":\"red\"}", NULL, "catalogue.colour"},
    {HEAD SEATS ",\"bgg\":\"13\"}", NULL, "catalogue.bgg"},
    {HEAD SEATS ",\"bgg\":0}", NULL, "catalogue.bgg"},
    {HEAD SEATS ",\"edition\":0}", NULL, "catalogue.edition"},
    {HEAD SEATS ",\"edition\":\"2\"}", NULL, "catalogue.edition"},
    {HEAD SEATS ",\"note\":5}", NULL, "catalogue.note"},
    {HEAD ",\"seats\":{\"least\":2,\"most\":5}}", NULL, "catalogue.variant"},
    {HEAD ",\"variant\":\"highest\",\"seats\":{\"least\":2,\"most\":5}}", NULL, "catalogue.variant"},
    {HEAD ",\"variant\":1,\"seats\":{\"least\":2,\"most\":5}}", NULL, "catalogue.variant"},
    {HEAD ",\"variant\":\"low\"}", NULL, "catalogue.seats"},
    {HEAD ",\"variant\":\"low\",\"seats\":3}", NULL, "catalogue.seats"},
    {HEAD ",\"variant\":\"low\",\"seats\":{\"least\":0,\"most\":5}}", NULL, "catalogue.seats.least"},
    {HEAD ",\"variant\":\"low\",\"seats\":{\"least\":2,\"most\":13}}", NULL, "catalogue.seats.most"},
    {HEAD ",\"variant\":\"low\",\"seats\":{\"least\":2.5,\"most\":5}}", NULL, "catalogue.seats.least"},
    {HEAD ",\"variant\":\"low\",\"seats\":{\"least\":5,\"most\":2}}", "catalogue.seats", "catalogue.seats"},
    {HEAD SEATS ",\"categories\":{}}", NULL, "catalogue.categories"},
    {LIST("5"), NULL, "catalogue.categories[0]"},
    {LIST(CATEGORY("a", "b", "")), NULL, "catalogue.categories[0].fr"},
    {LIST(CATEGORY("a", "a", "a") "," CATEGORY("a", "b", "c")), "catalogue.twice", "catalogue.categories[1].id"},
    {LIST(CATEGORY("a", "a", "a") "," CATEGORY("b", "b", "A")), "catalogue.twice", "catalogue.categories[1].fr"},
    {LIST(CATEGORY("total", "sum", "somme")), "catalogue.reserved", "catalogue.categories[0].id"},
    {LIST(CATEGORY("back", "hind", "dos")), "catalogue.reserved", "catalogue.categories[0].id"},
    {LIST(CATEGORY("a", "Annule tout", "b")), "catalogue.reserved", "catalogue.categories[0].en"},
    {LIST(CATEGORY("a", "b", "retour")), "catalogue.reserved", "catalogue.categories[0].fr"},
    {LIST(CATEGORY("a", "Rank", "b")), "catalogue.reserved", "catalogue.categories[0].en"},
    {LIST(CATEGORY("a", "b", "gagné à la fin")), "catalogue.reserved", "catalogue.categories[0].fr"},
    {LIST(CATEGORY("a", "round 2", "manche")), "catalogue.reserved", "catalogue.categories[0].en"},
    {LIST("{\"id\":\"a\",\"en\":\"a\",\"fr\":\"a\",\"sign\":2}"), NULL, "catalogue.categories[0].sign"},
    {LIST("{\"id\":\"a\",\"en\":\"a\",\"fr\":\"a\",\"sign\":\"plus\"}"), NULL, "catalogue.categories[0].sign"},
};

static void what_is_wrong_is_told_with_its_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(WRONG) / sizeof(WRONG[0]); i++) {
        enum err err = read(WRONG[i].text);
        if ((err != ERR_SYNTAX && err != ERR_LIMIT) || strcmp(error.arg[0], WRONG[i].where) != 0 ||
            (WRONG[i].id && strcmp(error.message->id, WRONG[i].id) != 0)) {
            fail_msg("%s: %s at %s", WRONG[i].text, error.message ? error.message->id : "ok", error.arg[0]);
        }
    }
}

static void no_more_than_24_categories(void **unused)
{
    (void)unused;
    static char text[1 << 16];
    for (unsigned count = 24; count <= 500; count += 476) {
        size_t n = (size_t)snprintf(text, sizeof(text), "%s", HEAD SEATS ",\"categories\":[");
        for (unsigned i = 0; i < count; i++) {
            n += (size_t)snprintf(text + n, sizeof(text) - n, "%s{\"id\":\"c%u\",\"en\":\"e%u\",\"fr\":\"f%u\"}",
                                  i ? "," : "", i, i, i);
        }
        (void)snprintf(text + n, sizeof(text) - n, "]}");
        assert_int_equal(read(text) == ERR_OK, count == 24);
    }
    assert_string_equal(error.arg[0], "catalogue.categories");
}

static const char GOOD[] =
    LIST(CATEGORY("nests", "nests", "nids") ",{\"id\":\"gaps\",\"en\":\"long gaps\",\"fr\":\"grands trous\","
                                            "\"sign\":\"-\"}");

struct table {
    struct setup setup;
    uint64_t state[256];
};

static void begin(struct table *table)
{
    assert_int_equal(read(GOOD), ERR_OK);
    memset(table, 0, sizeof(*table));
    table->setup = (struct setup){.game = &pad_game, .seats = 2, .block = &block, .block_size = sizeof(block)};
    assert_int_equal(pad_game.init(&table->setup, table->state, &error), ERR_OK);
}

static void categories_come_from_the_document(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table);
    assert_int_equal(setup_categories(&table.setup), 2);
    assert_string_equal(setup_category(&table.setup, 1).fr, "grands trous");
    assert_string_equal(game_line(&table.setup, table.state, "1: nests 8.5, long gaps 1, total 9.5", &error),
                        "totals.sum");
    assert_string_equal(game_says(&error, LANG_EN), "the categories add up to 7.5, not to 9.5");
    game_lines(&table.setup, table.state, "1: Nids 8,5, grands trous 1, total 7,5; 2: nests 9, total 7", &error);
    struct outcome outcome;
    pad_game.outcome(&table.setup, table.state, &outcome);
    assert_int_equal(outcome.rows[0].category[0], 850);
    assert_int_equal(outcome.rows[0].category[1], 100);
    assert_int_equal(outcome.rows[0].total, 750);
    assert_int_equal(outcome.winners, 1);
}

static void a_game_keeps_to_its_document(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table);
    table.setup.seats = 6;
    assert_int_equal(pad_game.init(&table.setup, table.state, &error), ERR_RULE);
    assert_string_equal(game_says(&error, LANG_EN), "the pad document 'hedge' is for 2 to 5 seats, not 6");
    table.setup.seats = 5;
    table.setup.variant = 1;
    assert_int_equal(pad_game.init(&table.setup, table.state, &error), ERR_RULE);
    assert_string_equal(game_says(&error, LANG_EN),
                        "the pad document 'hedge' is for the variant highest total, not lowest total");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_told_with_its_place),
        cmocka_unit_test(no_more_than_24_categories),
        cmocka_unit_test(categories_come_from_the_document),
        cmocka_unit_test(a_game_keeps_to_its_document),
    };
    return cmocka_run_group_tests_name("pad documents", tests, NULL, NULL);
}
