/* What SQLite says about a database, for a reader of French: names and numbers are found in it and told. */
#include "support/cmocka.h"

#include "store/sqlite/french.h"

#define MAIN "*** in database main ***\n"
static const char OTHERWISE[] = "SQLite signale un dommage ; « --lang en » montre ses mots";

static void each_sentence_keeps_its_names_and_numbers(void **unused)
{
    (void)unused;
    static const struct {
        const char *said;
        const char *french;
    } cases[] = {
        {"row 12 missing from index d_game_day", "la ligne 12 manque dans l'index d_game_day"},
        {"row 7 values differ from index d_seat_person", "la ligne 7 diffère de l'index d_seat_person"},
        {"wrong # of entries in index d_game_day", "l'index d_game_day n'a pas le bon nombre d'entrées"},
        {"UNIQUE constraint failed: person.handle", "valeur déjà présente : person.handle"},
        {"FOREIGN KEY constraint failed", "renvoi à une ligne qui n'existe pas"},
        {"no such table: entry", "il n'y a pas de table entry"},
        {"malformed database schema (seen) - near \"x\"", "le schéma est illisible à partir de seen"},
        {MAIN "Tree 5 page 34: btreeInitPage() returns error code 11", "la page 34 est abîmée"},
        {MAIN "Tree 5 page 34", "la page 34 est abîmée"},
        {MAIN "On tree page 5 cell 3: Rowid 9 out of order", "la page 5 est abîmée (case 3)"},
        {MAIN "Page 9: never used", "la page 9 est abîmée"},
        {MAIN "Page 9 is never used", "la page 9 ne sert à rien"},
        {MAIN "Page 9 is never used\nPage 10 is never used", "la page 9 ne sert à rien"}, /* the first of them */
        {"club.db is damaged: SQLITE_CORRUPT", "club.db est endommagée"},
        {"club.db is damaged: this\nand that", "club.db est endommagée"},
        /* a row of the check of references is the same in every language */
        {"d_seat 5 person 0", "« d_seat 5 person 0 »"},
        {"d_seat 51 person 10", "« d_seat 51 person 10 »"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char memory[256];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        sqlite_french(span_from(cases[i].said), &out);
        assert_string_equal(strbuf_text(&out), cases[i].french);
    }
}

static void what_is_not_known_is_never_told_in_english(void **unused)
{
    (void)unused;
    static const char *const cases[] = {
        "",
        "x",
        "row 12",
        "row 12 missing from",
        "a row 12 missing from index d_game_day",
        "FOREIGN KEY constraint failed again",
        "d_seat 5 person",
        "d_seat 5 person 0 1",
        "d_seat five person 0",
        "1 2 3 4",
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char memory[256];
        struct strbuf out;
        strbuf_wrap(&out, memory, sizeof(memory));
        sqlite_french(span_from(cases[i]), &out);
        assert_string_equal(strbuf_text(&out), OTHERWISE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sentence_keeps_its_names_and_numbers),
        cmocka_unit_test(what_is_not_known_is_never_told_in_english),
    };
    return cmocka_run_group_tests_name("store french", tests, NULL, NULL);
}
