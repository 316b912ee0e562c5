/*
 * The pad: what is said in each variant, what is refused by which name, decimals, teams, and what the result is.
 * What it shares with level totals of other games is in test_totals.c.
 */
#include "support/cmocka.h"

#include "rules/pad/pad.h"
#include "support/game_line.h"

#include <string.h>

enum { HIGH, LOW, RANK, WIN, TOGETHER };

struct table {
    struct setup setup;
    uint64_t state[256];
    struct error error;
};

/* `teams` has a digit for each seat, or is empty. */
static void begin(struct table *table, unsigned variant, unsigned seats, const char *teams)
{
    memset(table, 0, sizeof(*table));
    assert_true(pad_game.state_size <= sizeof(table->state));
    table->setup = (struct setup){.game = &pad_game, .variant = (uint8_t)variant, .seats = (uint8_t)seats};
    for (size_t i = 0; teams[i]; i++) {
        table->setup.team[i] = (uint8_t)(teams[i] - '0');
    }
    assert_int_equal(pad_game.init(&table->setup, table->state, &table->error), ERR_OK);
}

static const char *line(struct table *table, const char *text)
{
    return game_line(&table->setup, table->state, text, &table->error);
}

static void play(struct table *table, const char *lines)
{
    game_lines(&table->setup, table->state, lines, &table->error);
}

static struct outcome outcome_of(const struct table *table)
{
    struct outcome outcome;
    pad_game.outcome(&table->setup, table->state, &outcome);
    return outcome;
}

/* The ranks of the seats in order, as digits. */
static const char *ranks_of(const struct table *table)
{
    static char ranks[GAME_PLAYERS + 1];
    struct outcome outcome = outcome_of(table);
    memset(ranks, 0, sizeof(ranks));
    for (unsigned i = 0; i < table->setup.seats; i++) {
        ranks[i] = (char)('0' + outcome.rows[i].rank);
    }
    return ranks;
}

/* ---- words ---- */

static void lines_of_both_languages(void **unused)
{
    (void)unused;
    static const struct {
        unsigned variant;
        unsigned seat;
        const char *said;
        const char *en;
        const char *fr;
    } lines[] = {
        {HIGH, 0, "total 10", "total 10", "total 10"},
        {HIGH, 0, "total 7.50", "total 7.5", "total 7.5"},
        {HIGH, 0, "Total 7,5", "total 7.5", "total 7.5"},
        {HIGH, 0, "total -3,25 rang 2", "total -3.25 rank 2", "total -3.25 rang 2"},
        {HIGH, 0, "total -0.05", "total -0.05", "total -0.05"},
        {HIGH, 0, "total 0.00, rank 1", "total 0 rank 1", "total 0 rang 1"},
        {LOW, 0, "total 999999.99", "total 999999.99", "total 999999.99"},
        {RANK, 0, "rang 2", "rank 2", "rang 2"},
        {RANK, 0, "rank 2 total 8", "total 8 rank 2", "total 8 rang 2"},
        {WIN, 0, "gagne", "wins", "gagne"},
        {WIN, 0, "Won", "wins", "gagne"},
        {WIN, 0, "perd, total 3", "loses, total 3", "perd, total 3"},
        {WIN, 0, "total 3 loses", "loses, total 3", "perd, total 3"},
        {TOGETHER, SEAT_TABLE, "gagné", "won", "gagné"},
        {TOGETHER, SEAT_TABLE, "perdu total 12.5", "lost, total 12.5", "perdu, total 12.5"},
        {HIGH, SEAT_TABLE, "Joué", "played", "joué"},
        {TOGETHER, SEAT_TABLE, "played", "played", "joué"},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct table table;
        begin(&table, lines[i].variant, 3, "");
        for (int lang = 0; lang < 3; lang++) {
            game_move moves[GAME_LINE];
            size_t count = 0;
            char memory[128];
            struct strbuf out;
            struct span text = span_from(lang == 0 ? lines[i].said : lang == 1 ? lines[i].en : lines[i].fr);
            assert_int_equal(
                pad_game.parse(&table.setup, table.state, lines[i].seat, text, moves, &count, &table.error), ERR_OK);
            strbuf_wrap(&out, memory, sizeof(memory));
            assert_int_equal(pad_game.print(&table.setup, table.state, moves, count, &out), count);
            assert_string_equal(memory, lines[i].en);
            strbuf_wrap(&out, memory, sizeof(memory));
            assert_int_equal(pad_game.say(&table.setup, table.state, moves, count, LANG_FR, &out), count);
            assert_string_equal(memory, lines[i].fr);
        }
    }
}

static void what_is_refused(void **unused)
{
    (void)unused;
    static const struct {
        unsigned variant;
        const char *before;
        const char *line;
        const char *id;
    } wrong[] = {
        {HIGH, "", "1: total 7.555", "totals.points"},
        {HIGH, "", "1: total 7.", "totals.points"},
        {HIGH, "", "1: total .5", "totals.points"},
        {HIGH, "", "1: total ten", "totals.points"},
        {HIGH, "", "1: total 1e3", "totals.points"},
        {HIGH, "", "1: total", "totals.number-missing"},
        {HIGH, "", "1: cities 4", "totals.word"},
        {HIGH, "", "1: total 1 wins loses", "totals.twice"},
        {HIGH, "", "1: total 1, played", "totals.played-alone"},
        {HIGH, "", "1: played", "totals.not-a-move"},
        {HIGH, "", "1: total 1000000", "totals.total-range"},
        {HIGH, "", "1: total -1000000", "totals.total-range"},
        {HIGH, "", "1: total 99999999999999", "totals.total-range"},
        {HIGH, "", "1: wins", "totals.no-result"},
        {HIGH, "", "1: rank 1", "totals.total-missing"},
        {LOW, "", "1: rank 1", "totals.total-missing"},
        {HIGH, "", "*: total 5", "totals.table"},
        {HIGH, "", "*: won", "totals.table"},
        {HIGH, "", "4: total 5", "totals.no-such-seat"},
        {HIGH, "", "a: total 5", "totals.no-such-seat"},
        {HIGH, "1: total 5;", "1: total 6", "totals.said"},
        {HIGH, "1: total 5;", "*: played", "totals.played"},
        {HIGH, "*: played;", "1: total 6", "totals.over"},
        {HIGH, "*: played;", "*: played", "totals.over"},
        {RANK, "", "1: total 5", "totals.rank-missing"},
        {RANK, "", "1: wins", "totals.no-result"},
        {RANK, "", "1: rank 4", "totals.rank-range"},
        {RANK, "1: rank 2; 2: rank 2;", "3: rank 3", "totals.nobody-first"},
        {WIN, "", "1: total 5", "totals.result-missing"},
        {WIN, "", "1: wins rank 1", "totals.no-rank"},
        {TOGETHER, "", "1: wins", "totals.together"},
        {TOGETHER, "", "*: total 5", "totals.result-missing"},
        {TOGETHER, "", "*: won rank 1", "totals.no-rank"},
        {TOGETHER, "*: won;", "*: lost", "totals.over"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct table table;
        begin(&table, wrong[i].variant, 3, "");
        play(&table, wrong[i].before);
        const char *said = line(&table, wrong[i].line);
        if (strcmp(said, wrong[i].id) != 0) {
            fail_msg("'%s' after '%s': %s", wrong[i].line, wrong[i].before, said);
        }
    }
    struct table table;
    begin(&table, TOGETHER, 2, "");
    (void)line(&table, "2: wins");
    assert_string_equal(game_says(&table.error, LANG_FR),
                        "on gagne ou perd ensemble : « *: gagné » ou « *: perdu » le dit pour le siège 2");
    begin(&table, HIGH, 2, "");
    (void)line(&table, "2: total 1000000");
    assert_string_equal(game_says(&table.error, LANG_EN), "a total is from -999999.99 to 999999.99");
}

static void setups(void **unused)
{
    (void)unused;
    struct table table;
    struct setup wrong[] = {{.game = &pad_game, .seats = 0},
                            {.game = &pad_game, .seats = 13},
                            {.game = &pad_game, .seats = 2, .level = 1},
                            {.game = &pad_game, .seats = 2, .variant = 5}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(pad_game.init(&wrong[i], table.state, &table.error), ERR_RULE);
        assert_string_equal(table.error.message->id, "pad.setup");
    }
    struct setup teams = {.game = &pad_game, .seats = 2, .variant = TOGETHER, .team = {1, 1}};
    assert_int_equal(pad_game.init(&teams, table.state, &table.error), ERR_RULE);
    assert_string_equal(table.error.message->id, "pad.team");
    assert_int_equal(game_variant_for(&pad_game, 12), HIGH);
}

/* ---- results ---- */

static void the_higher_or_the_lower_total_is_better(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, HIGH, 4, "");
    play(&table, "1: total 7.5; 2: total 7.25; 3: total -1; 4: total 7.5");
    assert_string_equal(ranks_of(&table), "1341");
    assert_int_equal(outcome_of(&table).winners, 9);
    assert_int_equal(outcome_of(&table).rows[1].total, 725);
    begin(&table, LOW, 4, "");
    play(&table, "1: total 7.5; 2: total 7.25; 3: total -1; 4: total 7.5");
    assert_string_equal(ranks_of(&table), "3213");
    assert_int_equal(outcome_of(&table).winners, 4);
}

static void ranks_may_be_all_that_is_known(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, RANK, 3, "");
    play(&table, "1: rank 2; 2: total 8 rank 1; 3: rank 2");
    struct outcome outcome = outcome_of(&table);
    assert_string_equal(ranks_of(&table), "212");
    assert_true(outcome.rows[0].untotalled && !outcome.rows[1].untotalled && outcome.rows[2].untotalled);
    assert_int_equal(outcome.rows[1].total, 800);
}

static void nobody_or_several_may_win(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, WIN, 4, "");
    play(&table, "1: loses; 2: wins; 3: wins, total 3; 4: loses");
    assert_string_equal(ranks_of(&table), "3113"); /* 1 + the two that won */
    assert_int_equal(outcome_of(&table).winners, 6);
    begin(&table, WIN, 2, "");
    play(&table, "1: loses; 2: loses");
    assert_string_equal(ranks_of(&table), "00");
    assert_int_equal(outcome_of(&table).winners, 0);
    assert_true(outcome_of(&table).over && !outcome_of(&table).undecided);
}

static void together_they_win_or_lose(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, TOGETHER, 3, "");
    assert_int_equal(pad_game.turn(&table.setup, table.state), seat_bit(SEAT_TABLE));
    play(&table, "*: won, total 12.5");
    struct outcome outcome = outcome_of(&table);
    assert_string_equal(ranks_of(&table), "111");
    assert_string_equal(outcome.verdict->id, "won");
    assert_int_equal(outcome.winners, 7);
    assert_int_equal(outcome.margin, 0);
    assert_int_equal(outcome.rows[2].total, 1250);
    begin(&table, TOGETHER, 3, "");
    play(&table, "*: lost");
    outcome = outcome_of(&table);
    assert_string_equal(ranks_of(&table), "000");
    assert_string_equal(outcome.verdict->id, "lost");
    assert_true(outcome.winners == 0 && outcome.rows[0].untotalled);
}

static void played_and_that_is_all(void **unused)
{
    (void)unused;
    for (unsigned variant = HIGH; variant <= TOGETHER; variant++) {
        struct table table;
        begin(&table, variant, 3, "");
        play(&table, "*: played");
        struct outcome outcome = outcome_of(&table);
        assert_true(outcome.over && outcome.undecided && outcome.winners == 0 && !outcome.verdict);
        assert_string_equal(ranks_of(&table), "000");
        assert_true(outcome.rows[0].untotalled);
        assert_int_equal(pad_game.turn(&table.setup, table.state), 0);
    }
}

/* ---- teams ---- */

static void a_team_speaks_through_its_lowest_seat(void **unused)
{
    (void)unused;
    struct table table;
    begin(&table, HIGH, 5, "12120"); /* 1 and 3, 2 and 4, and 5 alone */
    assert_string_equal(line(&table, "3: total 5"), "totals.mate");
    assert_string_equal(game_says(&table.error, LANG_EN), "seat 3 is in a team: its line is that of seat 1");
    assert_int_equal(pad_game.turn(&table.setup, table.state), 1 | 2 | 16);
    play(&table, "1: total 10; 2: total 20; 5: total 15");
    assert_string_equal(ranks_of(&table), "31312"); /* one more than the sides before, not the seats */
    struct outcome outcome = outcome_of(&table);
    assert_int_equal(outcome.winners, 2 | 8);
    assert_int_equal(outcome.rows[2].total, 1000);
    begin(&table, RANK, 5, "12120");
    assert_string_equal(line(&table, "5: rank 4"), "totals.rank-range"); /* three sides */
    play(&table, "1: rank 1; 2: rank 1; 5: rank 3");
    assert_string_equal(ranks_of(&table), "11113");
    begin(&table, WIN, 4, "1122");
    play(&table, "1: wins; 3: loses");
    assert_string_equal(ranks_of(&table), "1122");
}

/* ---- what others see ---- */

static unsigned warned;

static void on_warning(void *context, const struct warning *warning)
{
    (void)context;
    assert_string_equal(warning->message->id, "totals.ranks-differ");
    warned++;
}

static unsigned warnings_after(unsigned variant, const char *lines)
{
    struct table table;
    begin(&table, variant, 2, "");
    play(&table, lines);
    warned = 0;
    pad_game.warnings(&table.setup, table.state, on_warning, NULL);
    return warned;
}

static void a_stated_rank_that_the_totals_do_not_tell_is_warned_of(void **unused)
{
    (void)unused;
    assert_int_equal(warnings_after(HIGH, "1: total 5 rank 1; 2: total 6 rank 2"), 1);
    assert_int_equal(warnings_after(HIGH, "1: total 6 rank 1; 2: total 6 rank 2"), 0);
    assert_int_equal(warnings_after(LOW, "1: total 5 rank 1; 2: total 6 rank 2"), 0);
    assert_int_equal(warnings_after(LOW, "1: total 5 rank 2; 2: total 6 rank 1"), 1);
    assert_int_equal(warnings_after(RANK, "1: total 5 rank 1; 2: total 6 rank 2"), 0);
    assert_int_equal(warnings_after(WIN, "1: wins, total 5; 2: loses, total 6"), 0);
    assert_int_equal(warnings_after(HIGH, "*: played"), 0);
}

static void a_drawing_has_decimals(void **unused)
{
    (void)unused;
    struct table table;
    char memory[512];
    struct strbuf out;
    begin(&table, HIGH, 2, "");
    play(&table, "1: total 7.5; 2: total 10");
    strbuf_wrap(&out, memory, sizeof(memory));
    pad_game.draw(&table.setup, table.state, &(struct draw_style){.lang = LANG_EN}, &out);
    assert_string_equal(memory,
                        "Seat 1                          7.5  rank 2\nSeat 2                           10  rank 1\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_both_languages),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(setups),
        cmocka_unit_test(the_higher_or_the_lower_total_is_better),
        cmocka_unit_test(ranks_may_be_all_that_is_known),
        cmocka_unit_test(nobody_or_several_may_win),
        cmocka_unit_test(together_they_win_or_lose),
        cmocka_unit_test(played_and_that_is_all),
        cmocka_unit_test(a_team_speaks_through_its_lowest_seat),
        cmocka_unit_test(a_stated_rank_that_the_totals_do_not_tell_is_warned_of),
        cmocka_unit_test(a_drawing_has_decimals),
    };
    return cmocka_run_group_tests_name("pad", tests, NULL, NULL);
}
