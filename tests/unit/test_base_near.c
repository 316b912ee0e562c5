/* The word that was meant: slips that are forgiven, words too short or too far, and ties. */
#include "support/cmocka.h"

#include "base/near.h"

#include <stdio.h>

static void the_word_that_was_meant_is_found(void **unused)
{
    (void)unused;
    static const char *const KNOWN[] = {"game", "variant", "level", "seat", "clairière", "bee", "bear", "id"};
    static const struct {
        const char *word;
        const char *meant; /* NULL: nothing is near enough, or two things are */
    } cases[] = {
        {"varaint", "variant"}, /* two letters in each other's place are one slip */
        {"vraaitn", NULL},      /* three slips */
        {"vriatn", "variant"},  /* two, in a long word */
        {"gmae", "game"},
        {"gaem", "game"},
        {"agme", "game"}, /* also the first two */
        {"gema", NULL},
        {"Variannt", "variant"},
        {"CLAIRIERES", "clairière"},
        {"clariere", "clairière"},
        {"levle", "level"},
        {"level", "level"},
        {"lvl", NULL},
        {"beer", NULL}, /* bee and bear are one slip away */
        {"bea", NULL},
        {"beee", "bee"},
        {"bee", "bee"},
        {"ie", NULL},  /* too short to tell */
        {"be", "bee"}, /* unless a letter is missing */
        {"ee", "bee"},
        {"me", NULL},
        {"b", NULL},
        {"sœat", "seat"},
        {"ids", NULL},
        {"", NULL},
        {"a-word-that-is-longer-than-any-word-that-is-known", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct near near;
        struct span best;
        near_begin(&near, span_from(cases[i].word));
        for (size_t j = 0; j < sizeof(KNOWN) / sizeof(KNOWN[0]); j++) {
            near_offer(&near, span_from(KNOWN[j]));
        }
        bool found = near_best(&near, &best);
        if (found != (cases[i].meant != NULL) || (found && !span_is(best, cases[i].meant))) {
            fail_msg("'%s' is taken for '%.*s'", cases[i].word, found ? (int)best.len : 0, found ? best.ptr : "");
        }
    }
}

static void among_few_words_two_slips_are_forgiven_sooner(void **unused)
{
    (void)unused;
    static const struct {
        const char *word;
        bool few;
        bool found;
    } cases[] = {{"sates", false, false}, {"sates", true, true}, {"saets", false, true}, {"gema", true, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct near near;
        struct span best;
        near_begin(&near, span_from(cases[i].word));
        if (cases[i].few) {
            near_few(&near);
        }
        near_offer(&near, SPAN_LITERAL("game"));
        near_offer(&near, SPAN_LITERAL("seats"));
        assert_int_equal(near_best(&near, &best), cases[i].found);
    }
}

static void the_first_word_of_a_name_stands_for_it(void **unused)
{
    (void)unused;
    static const char *const PEOPLE[] = {"Lazare (demo)", "Inès (demo)", "Sœur Marie", "Marc A.", "Marcel B.", "Al"};
    static const struct {
        const char *word;
        const char *meant;
    } cases[] = {
        {"Lazar", "Lazare (demo)"},
        {"lazzare", "Lazare (demo)"},
        {"Laz", "Lazare (demo)"},
        {"La", NULL},
        {"ines", "Inès (demo)"},
        {"Soeur", "Sœur Marie"},
        {"Mar", NULL},
        {"marc", "Marc A."},
        {"Marcelle", "Marcel B."},
        {"demo", NULL},
        {"(demo)", NULL},
        {"Alb", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct near near;
        struct span best;
        near_begin(&near, span_from(cases[i].word));
        for (size_t j = 0; j < sizeof(PEOPLE) / sizeof(PEOPLE[0]); j++) {
            near_offer_full_name(&near, span_from(PEOPLE[j]));
        }
        bool found = near_best(&near, &best);
        if (found != (cases[i].meant != NULL) || (found && !span_is(best, cases[i].meant))) {
            fail_msg("'%s' is taken for '%.*s'", cases[i].word, found ? (int)best.len : 0, found ? best.ptr : "");
        }
    }
}

static void names_of_one_thing_do_not_compete(void **unused)
{
    (void)unused;
    static const struct name WOLF = {"wolf", "Wolf", "loup"};
    static const struct name LOUSE = {"louse", "Louse", "poux"};
    struct near near;
    struct span best;
    near_begin(&near, SPAN_LITERAL("wolff"));
    near_offer_name(&near, &WOLF);
    assert_true(near_best(&near, &best));
    assert_true(span_is(best, "wolf"));

    near_begin(&near, SPAN_LITERAL("loux"));
    near_offer_name(&near, &WOLF);
    assert_true(near_best(&near, &best));
    near_offer_name(&near, &LOUSE);
    assert_false(near_best(&near, &best));

    near_begin(&near, SPAN_LITERAL("Foret"));
    near_offer(&near, SPAN_LITERAL("foret"));
    near_offer(&near, SPAN_LITERAL("Forêt"));
    assert_true(near_best(&near, &best));
}

/* Another case or other accents are worth a hint where they count, as in the name of a place; the same bytes are not. */
static void a_hint_is_other_bytes_than_what_was_written(void **unused)
{
    (void)unused;
    static const struct message UNKNOWN = {ERR_NOT_FOUND, "test.unknown", "unknown '%1'", "« %1 » inconnu"};
    static const struct {
        const char *word;
        const char *said;
    } cases[] = {
        {"salle des fetes", "unknown 'salle des fetes'; did you mean 'Salle des fêtes'?"},
        {"Salle des fêtes", "unknown 'Salle des fêtes'"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct near near;
        struct error error;
        char text[200];
        near_begin(&near, span_from(cases[i].word));
        near_offer(&near, SPAN_LITERAL("Salle des fêtes"));
        (void)!error_raise_span(&error, &UNKNOWN, span_from(cases[i].word));
        near_hint(&near, &error);
        (void)error_text(&error, LANG_EN, text, sizeof(text));
        assert_string_equal(text, cases[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_word_that_was_meant_is_found),
        cmocka_unit_test(among_few_words_two_slips_are_forgiven_sooner),
        cmocka_unit_test(the_first_word_of_a_name_stands_for_it),
        cmocka_unit_test(names_of_one_thing_do_not_compete),
        cmocka_unit_test(a_hint_is_other_bytes_than_what_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
