/*
 * Level totals of Forêt and GrandBois: what is read, what is refused by which name, what the result is and what a
 * finished game says at that level. The pad, which has more, is in test_pad.c.
 */
#include "support/cmocka.h"

#include "base/utf8.h"
#include "rules/foret/foret.h"
#include "rules/grandbois/grandbois.h"
#include "rules/totals.h"
#include "support/game_line.h"

#include <string.h>

enum { FORET_LEVEL = 3, GRANDBOIS_LEVEL = 3, DUEL = 1, SOLO = 2 };

struct table {
    struct setup setup;
    uint64_t state[2048];
    struct error error;
};

static void begin(struct table *table, const struct game *game, unsigned variant, unsigned seats)
{
    memset(table, 0, sizeof(*table));
    assert_true(game->state_size <= sizeof(table->state));
    table->setup = (struct setup){.game = game, .variant = (uint8_t)variant, .level = 3, .seats = (uint8_t)seats};
    assert_int_equal(game->init(&table->setup, table->state, &table->error), ERR_OK);
}

static const char *line(struct table *table, const char *text)
{
    return game_line(&table->setup, table->state, text, &table->error);
}

static struct outcome outcome_of(const struct table *table)
{
    struct outcome outcome;
    table->setup.game->outcome(&table->setup, table->state, &outcome);
    return outcome;
}

/* ---- reading ---- */

static void lines_are_read_leniently_and_written_canonically(void **unused)
{
    (void)unused;
    static const struct {
        const char *said;
        const char *en;
        const char *fr;
    } lines[] = {
        {"total 50", "total 50", "total 50"},
        {"TOTAL 50 Rang 2", "total 50 rank 2", "total 50 rang 2"},
        {"rank 2, total 50", "total 50 rank 2", "total 50 rang 2"},
        {"bee 6 wolf 8 total 43", "bee 6, wolf 8, total 43", "abeilles 6, loups 8, total 43"},
        {"wolves 8, Abeille 6, total 43", "wolf 8, bee 6, total 43", "loups 8, abeilles 6, total 43"},
        {"total 43, biodiversité -5", "biodiversity -5, total 43", "biodiversité -5, total 43"},
        {"clairieres 3", "meadow 3", "clairières 3"},
        {"total +7", "total 7", "total 7"},
        {"total -7", "total -7", "total -7"},
    };
    struct table table;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        begin(&table, &foret_game, 0, 3);
        for (int lang = 0; lang < 3; lang++) {
            game_move moves[GAME_LINE];
            size_t count = 0;
            char memory[256];
            struct strbuf out;
            const char *text = lang == 0 ? lines[i].said : lang == 1 ? lines[i].en : lines[i].fr;
            assert_int_equal(
                foret_game.parse(&table.setup, table.state, 0, span_from(text), moves, &count, &table.error), ERR_OK);
            strbuf_wrap(&out, memory, sizeof(memory));
            assert_int_equal(foret_game.say(&table.setup, table.state, moves, count, LANG_EN, &out), count);
            assert_string_equal(memory, lines[i].en);
            strbuf_wrap(&out, memory, sizeof(memory));
            assert_int_equal(foret_game.say(&table.setup, table.state, moves, count, LANG_FR, &out), count);
            assert_string_equal(memory, lines[i].fr);
        }
    }
    begin(&table, &grandbois_game, 0, 3); /* names of several words, with commas in them */
    assert_string_equal(line(&table, "1: tower, own clan 4, largest set 6 cases 2, tour, autres clans 1 total 13"),
                        "ok");
    assert_int_equal(outcome_of(&table).rows[0].total, 13);
}

static void what_cannot_be_read_is_told_with_its_column(void **unused)
{
    (void)unused;
    static const struct {
        const char *line;
        const char *id;
        unsigned column;
    } wrong[] = {
        {"1: ", "totals.empty", 1},
        {"1: cat 5", "totals.word", 1},
        {"1: total", "totals.number-missing", 1},
        {"1: total many", "totals.number", 7},
        {"1: total 7.5", "totals.number", 7},
        {"1: total 7,5", "totals.number", 7},
        {"1: total 7x", "totals.number", 7},
        {"1: bee", "totals.number-missing", 1},
        {"1: bee many", "totals.word", 1},
        {"1: total 5 total 6", "totals.twice", 9},
        {"1: total 5 rank 0", "totals.rank", 14},
        {"1: total 5 rank -1", "totals.rank", 14},
        {"1: total 5 rank one", "totals.rank", 14},
        {"1: total 5 rank", "totals.number-missing", 9},
        {"1: total 5 rank 1 rank 2", "totals.twice", 16},
        {"1: wins", "totals.word", 1},
        {"*: played", "totals.word", 1},
        {"1: 5", "totals.word", 1},
        {"1: total 5, , wolf 3", "totals.word", 10},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct table table;
        begin(&table, &foret_game, 0, 3);
        if (strcmp(line(&table, wrong[i].line), wrong[i].id) != 0 || table.error.column != wrong[i].column) {
            fail_msg("'%s': %s in column %u", wrong[i].line, table.error.message ? table.error.message->id : "ok",
                     table.error.column);
        }
        assert_int_equal(table.error.message->code, ERR_SYNTAX);
    }
    struct table table;
    begin(&table, &foret_game, 0, 3);
    assert_string_equal(line(&table, "1: dragonfyl 5"), "totals.word");
    assert_string_equal(table.error.hint, "dragonfly");
}

/* ---- refusing ---- */

static void what_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *before;
        const char *line;
        const char *id;
    } wrong[] = {
        {"", "4: total 5", "totals.no-such-seat"},
        {"", "n: total 5", "totals.no-such-seat"},
        {"", "a: total 5", "totals.no-such-seat"},
        {"", "*: total 5", "totals.table"},
        {"1: total 5;", "1: total 5", "totals.said"},
        {"1: total 5;", "1: bee 5", "totals.said"},
        {"1: total 5; 2: total 5; 3: total 5;", "1: total 5", "totals.over"},
        {"", "1: bee 3, bees 3, total 6", "totals.category-twice"},
        {"", "1: bee 300", "totals.category-range"},
        {"", "1: bee -100", "totals.category-range"},
        {"", "1: total 1000", "totals.total-range"},
        {"", "1: total -100", "totals.total-range"},
        {"", "1: total 99999999999999999999", "totals.total-range"},
        {"", "1: total -99999999999999999999", "totals.total-range"},
        {"", "1: rank 1", "totals.total-missing"},
        {"", "1: total 5 rank 4", "totals.rank-range"},
        {"", "1: total 5 rank 999", "totals.rank-range"},
        {"1: total 5 rank 1;", "2: total 5", "totals.ranks-all"},
        {"1: total 5;", "2: total 5 rank 1", "totals.ranks-all"},
        {"1: total 5 rank 2; 3: total 4 rank 3;", "2: total 5 rank 2", "totals.nobody-first"},
        {"",
         "1: bee 1, bear 1, trout 1, fox 1, eagle 1, dragonfly 1, deer 1, rabbit 1, meadow 1, stream 1, wolf 1, "
         "biodiversity 3, total 15",
         "totals.sum"},
        {"1: bee 299, bear 299, trout 299, fox 99, eagle 1, dragonfly 1, deer 1, rabbit 1, meadow 1, stream 1, wolf 1;",
         "1: biodiversity 3", "totals.sum-range"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct table table;
        begin(&table, &foret_game, 0, 3);
        game_lines(&table.setup, table.state, wrong[i].before, &table.error);
        const char *said = line(&table, wrong[i].line);
        if (strcmp(said, wrong[i].id) != 0) {
            fail_msg("'%s' after '%s': %s", wrong[i].line, wrong[i].before, said);
        }
        assert_int_equal(table.error.message->code, ERR_RULE);
    }
}

static void refusals_say_what_is_wrong(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, &foret_game, 0, 3);
    game_lines(&table.setup, table.state, "1: total 5 rank 2; 3: total 4 rank 3", &table.error);
    (void)line(&table, "2: total 5 rank 2");
    assert_string_equal(game_says(&table.error, LANG_EN), "nobody is first: one of the ranks has to be 1");
    assert_string_equal(game_says(&table.error, LANG_FR), "personne n'est premier : un des rangs doit être 1");
    (void)line(&table, "2: total 5 rank 4");
    assert_string_equal(game_says(&table.error, LANG_EN), "a rank is from 1 to 3");
    (void)line(&table, "2: wolf 300");
    assert_string_equal(game_says(&table.error, LANG_EN), "'wolves' has from -99 to 299 points");
    assert_string_equal(game_says(&table.error, LANG_FR), "« loups » a de -99 à 299 points");
    (void)line(&table, "2: total 1000");
    assert_string_equal(game_says(&table.error, LANG_EN), "a total is from -99 to 999");
}

/* ---- results ---- */

static unsigned warned;

static void on_warning(void *context, const struct warning *warning)
{
    (void)context;
    assert_string_equal(warning->message->id, "totals.ranks-differ");
    warned++;
}

static unsigned warnings_of(const struct table *table)
{
    warned = 0;
    table->setup.game->warnings(&table->setup, table->state, on_warning, NULL);
    return warned;
}

static void ranks_are_those_of_the_totals_or_as_they_were_said(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, &foret_game, 0, 4);
    game_lines(&table.setup, table.state, "4: total 40; 1: total 50; 3: total 50; 2: total 30", &table.error);
    struct outcome outcome = outcome_of(&table);
    static const uint8_t ranks[] = {1, 4, 1, 3};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(outcome.rows[i].rank, ranks[i]);
    }
    assert_true(outcome.over && !outcome.undecided);
    assert_int_equal(outcome.winners, 5);
    assert_int_equal(warnings_of(&table), 0);

    begin(&table, &foret_game, 0, 4); /* stated: 1 3 2 3, with gaps and against the totals */
    game_lines(&table.setup, table.state,
               "1: total 50 rank 1; 2: total 50 rank 4; 3: total 50 rank 2; 4: total 40 rank 4", &table.error);
    outcome = outcome_of(&table);
    static const uint8_t stated[] = {1, 3, 2, 3};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(outcome.rows[i].rank, stated[i]);
    }
    assert_int_equal(outcome.winners, 1);
    assert_int_equal(warnings_of(&table), 1); /* 50 is no better than 40 */

    begin(&table, &grandbois_game, DUEL, 2);
    game_lines(&table.setup, table.state, "1: total 50 rank 2; 2: total 50 rank 1", &table.error);
    assert_int_equal(outcome_of(&table).winners, 2);
    assert_int_equal(warnings_of(&table), 0); /* a tie was broken */
}

static void unsaid_totals_are_unknown(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, &foret_game, DUEL, 2);
    game_lines(&table.setup, table.state, "1: bee 6, wolf 8", &table.error);
    struct outcome outcome = outcome_of(&table);
    assert_true(!outcome.rows[0].untotalled && outcome.rows[1].untotalled && !outcome.over);
    assert_int_equal(outcome.rows[0].total, 14); /* as far as it has been said */
    assert_int_equal(outcome.rows[0].categories, 1u << 0 | 1u << 10);
    assert_int_equal(outcome.rows_count, 3);
    assert_true(outcome.rows[2].seat == SEAT_NEUTRAL && !outcome.rows[2].scored);
    game_lines(&table.setup, table.state, "1: total 43; 2: total 12", &table.error);
    assert_int_equal(outcome_of(&table).rows[0].total, 43);
    assert_true(outcome_of(&table).over);
}

static void a_solo_game_is_against_alban(void **unused)
{
    (void)unused;
    static const struct {
        const char *lines;
        const char *verdict;
        int margin;
        unsigned rank;
    } ends[] = {{"1: total 96; a: total 45", "normal-win", 51, 1},
                {"a: total 29; 1: total 58", "loss", 29, 0},
                {"1: total 100; a: wolf 3, total 30", "hard-win", 70, 1}};
    for (size_t i = 0; i < 3; i++) {
        struct table table;
        begin(&table, &foret_game, SOLO, 1);
        assert_string_equal(line(&table, "1: total 5 rank 1"), "totals.no-rank");
        game_lines(&table.setup, table.state, ends[i].lines, &table.error);
        struct outcome outcome = outcome_of(&table);
        assert_true(outcome.over);
        assert_int_equal(outcome.margin, ends[i].margin);
        assert_int_equal(outcome.rows[0].rank, ends[i].rank);
        assert_true(strncmp(outcome.verdict->id, ends[i].verdict, 4) == 0);
    }
}

static void no_card_is_known(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, &foret_game, 0, 3);
    game_lines(&table.setup, table.state, "1: total 50; 2: total 36; 3: bee 6, total 43", &table.error);
    assert_int_equal(foret_game.without(&table.setup, table.state, 2, 5), 43);
    assert_true(setup_basis(&table.setup) == BASIS_STATED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_read_leniently_and_written_canonically),
        cmocka_unit_test(what_cannot_be_read_is_told_with_its_column),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(refusals_say_what_is_wrong),
        cmocka_unit_test(ranks_are_those_of_the_totals_or_as_they_were_said),
        cmocka_unit_test(unsaid_totals_are_unknown),
        cmocka_unit_test(a_solo_game_is_against_alban),
        cmocka_unit_test(no_card_is_known),
    };
    return cmocka_run_group_tests_name("totals", tests, NULL, NULL);
}
