/*
 * JSON answers, to the byte, for a game made up here: so that what is tested
 * is the wire, not a game's numbers. Each answer is made again and again with
 * its Nth allocation failing.
 */
#include "support/cmocka.h"
#include "support/failing_alloc.h"

#include "support/answer_lines.h"
#include "wire/json.h"

enum { CAT_OAK, CAT_ELM, CAT_ASH, CATS };

static const struct name CATEGORIES[CATS] = {
    {"oak", "oaks", "chênes"}, {"elm", "elms", "ormes"}, {"ash", "ashes", "frênes"}};
static const struct name CARDS[] = {{"acorn", "acorn", "gland"}};
static const struct name COLOURS[] = {{"green", "green", "vert"}, {"red", "red", "rouge"}};
static const struct option OPTIONS[] = {{{"colour", "colour", "couleur"}, COLOURS, 2}};
static const struct variant VARIANTS[] = {{{"many", "many", "à plusieurs"}, 2, 6, 0, CONTEST_HIGH},
                                          {{"alone", "alone", "seul"}, 1, 1, (seat_set)1 << SEAT_RIVAL, CONTEST_HIGH}};
static const struct level LEVELS[] = {{{"full", "full", "complet"}, NULL, true, BASIS_JUDGED, false}};
static const struct notation NOTATION[] = {{"1: acorn", "play \"it\"", "jouer"}};
static const struct name VERDICT = {"easy", "easy win", "victoire facile"};

/* The state of this game says what outcome and view shall do. */
struct state {
    bool over;
    int view; /* 0: well-formed; otherwise a mistake */
};

static seat_set turn(const struct setup *setup, const void *state)
{
    (void)setup;
    return ((const struct state *)state)->over ? 0 : seat_bit(0) | seat_bit(SEAT_TABLE) | seat_bit(SEAT_NEUTRAL);
}

static void fill(struct outcome *outcome, bool over)
{
    *outcome = (struct outcome){.over = over, .rows_count = 3, .winners = seat_bit(1)};
    outcome->rows[0] =
        (struct outcome_row){.seat = 0, .scored = true, .rank = 2, .categories = 7, .category = {1, -2, 3}, .total = 2};
    outcome->rows[1] =
        (struct outcome_row){.seat = 1, .scored = true, .rank = 1, .categories = 5, .category = {4, 9, 0}, .total = 4};
    outcome->rows[2] = (struct outcome_row){.seat = SEAT_NEUTRAL};
}

static void outcome_of(const struct setup *setup, const void *state, struct outcome *outcome)
{
    (void)setup;
    fill(outcome, ((const struct state *)state)->over);
}

static void view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    (void)setup;
    int mistake = ((const struct state *)state)->view;
    void *c = sink->context;
    sink->open_object(c, NULL);
    sink->integer(c, "n", -7);
    sink->open_list(c, "list");
    sink->boolean(c, NULL, true);
    sink->null(c, NULL);
    sink->open_object(c, NULL);
    sink->text(c, "t", SPAN_LITERAL("é\"\n"));
    sink->close(c);
    sink->open_list(c, NULL);
    sink->close(c);
    sink->close(c);
    for (int i = 0; mistake == 1 && i < 40; i++) { /* too deep */
        sink->open_list(c, "deep");
    }
    if (mistake == 2) { /* a key is missing */
        sink->integer(c, NULL, 1);
    }
    if (mistake != 3) { /* not closed */
        sink->close(c);
    }
    if (mistake == 4) { /* closed once more */
        sink->close(c);
    }
    if (mistake == 5) { /* a second value */
        sink->integer(c, NULL, 1);
    }
}

static void view_nothing(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    (void)setup;
    (void)state;
    (void)sink;
}

static const struct game_catalogue CATALOGUE = {.block_size = 1};

static const struct game GAME = {.name = {"trees", "Trees", "Arbres"},
                                 .rules = 3,
                                 .variants = VARIANTS,
                                 .variants_count = 2,
                                 .levels = LEVELS,
                                 .levels_count = 1,
                                 .categories = CATEGORIES,
                                 .categories_count = CATS,
                                 .options = OPTIONS,
                                 .options_count = 1,
                                 .cards = CARDS,
                                 .cards_count = 1,
                                 .notation = NOTATION,
                                 .notation_count = 1,
                                 .catalogue = &CATALOGUE,
                                 .turn = turn,
                                 .outcome = outcome_of,
                                 .view = view};
static const struct setup SETUP = {.game = &GAME, .seats = 2};
static const struct span PLAYERS[] = {{"Zoé \"Z\"", 8}, {"B\001", 2}};

/* ---- answers, each as a function, so that they can be repeated ---- */

static enum err score_over(struct strbuf *out, struct error *error)
{
    struct outcome outcome;
    fill(&outcome, true);
    return wire_score(&SETUP, &outcome, PLAYERS, out, error);
}

static enum err score_open(struct strbuf *out, struct error *error)
{
    struct outcome outcome;
    fill(&outcome, false);
    outcome.verdict = &VERDICT;
    return wire_score(&SETUP, &outcome, NULL, out, error);
}

static enum err score_solo(struct strbuf *out, struct error *error)
{
    struct setup setup = {.game = &GAME, .variant = 1, .seats = 1};
    struct outcome outcome = {.over = true, .rows_count = 2, .verdict = &VERDICT, .margin = -3};
    outcome.rows[0] =
        (struct outcome_row){.seat = 0, .scored = true, .rank = 1, .categories = 1, .category = {5}, .total = 5};
    outcome.rows[1] =
        (struct outcome_row){.seat = SEAT_RIVAL, .scored = true, .categories = 2, .category = {0, 8}, .total = 8};
    return wire_score(&setup, &outcome, PLAYERS, out, error);
}

static enum err score_checked(struct strbuf *out, struct error *error)
{
    static const struct name steps[] = {{"number", "number", "numéro"}, {"effects", "effects", "effets"}};
    const struct outcome outcome = {.over = true, .steps = steps, .steps_count = 2, .verified = {5, 7}};
    return wire_score(&SETUP, &outcome, PLAYERS, out, error);
}

static const struct message MSG_RULE = {ERR_RULE, "trees.rule", "no %1 here", "pas de %1 ici"};

static enum err problem_full(struct strbuf *out, struct error *error)
{
    struct problem problem = {.seat = SEAT_RIVAL, .move = SPAN_LITERAL("acorn"), .ply = 0};
    (void)!error_raise_span(&problem.error, &MSG_RULE, SPAN_LITERAL("gland"));
    problem.error.line = 4;
    problem.error.column = 9;
    struct wire_finding finding = {SPAN_LITERAL("a\351b\377.txt"), 2, &problem};
    return wire_problem(&finding, LANG_FR, out, error);
}

static enum err problem_bare(struct strbuf *out, struct error *error)
{
    struct problem problem = {.seat = -1, .ply = -1};
    (void)!error_raise(&problem.error, &MSG_MEMORY);
    struct wire_finding finding = {SPAN_LITERAL("-"), 0, &problem};
    return wire_problem(&finding, LANG_EN, out, error);
}

static enum err position_with(const struct state *state, const struct setup *setup, struct strbuf *out,
                              struct error *error)
{
    struct wire_position position = {.setup = setup, .state = state, .players = PLAYERS, .ply = 4, .plies = 9};
    return wire_position(&position, out, error);
}

static enum err position(struct strbuf *out, struct error *error)
{
    return position_with(&(const struct state){.over = false}, &SETUP, out, error);
}

static enum err games(struct strbuf *out, struct error *error)
{
    static const struct game *const list[] = {&GAME};
    return wire_games(list, 1, out, error);
}

static const struct answer_line ANSWERS[] = {
    {score_over,
     "{\"game\":\"trees\",\"variant\":\"many\",\"level\":\"full\",\"seats\":[{\"seat\":1,\"player\":\"Zoé \\\"Z\\\"\","
     "\"total\":2,\"rank\":2,\"categories\":{\"oak\":1,\"elm\":-2,\"ash\":3}},{\"seat\":2,\"player\":\"B\\u0001\","
     "\"total\":4,\"rank\":1,\"categories\":{\"oak\":4,\"ash\":0}},{\"seat\":\"n\",\"player\":null,\"total\":null,"
     "\"rank\":null,\"categories\":{}}],\"winners\":[2]}\n"},
    {score_open,
     "{\"game\":\"trees\",\"variant\":\"many\",\"level\":\"full\",\"seats\":[{\"seat\":1,\"player\":null,"
     "\"total\":2,\"rank\":null,\"categories\":{\"oak\":1,\"elm\":-2,\"ash\":3}},{\"seat\":2,\"player\":null,"
     "\"total\":4,\"rank\":null,\"categories\":{\"oak\":4,\"ash\":0}},{\"seat\":\"n\",\"player\":null,\"total\":null,"
     "\"rank\":null,\"categories\":{}}],\"winners\":[],\"finished\":false}\n"},
    {score_checked, "{\"game\":\"trees\",\"variant\":\"many\",\"level\":\"full\",\"seats\":[],\"winners\":[],"
                    "\"verified\":{\"moves\":12,\"number\":5,\"effects\":7}}\n"},
    {score_solo,
     "{\"game\":\"trees\",\"variant\":\"alone\",\"level\":\"full\",\"seats\":[{\"seat\":1,\"player\":\"Zoé \\\"Z\\\"\","
     "\"total\":5,\"rank\":1,\"categories\":{\"oak\":5}},{\"seat\":\"a\",\"player\":null,\"total\":8,\"rank\":null,"
     "\"categories\":{\"elm\":8}}],\"winners\":[],\"margin\":-3,\"outcome\":\"easy\"}\n"},
    {problem_full,
     "{\"file\":\"a\xef\xbf\xbd"
     "b\xef\xbf\xbd.txt\",\"record\":2,\"line\":4,\"column\":9,\"seat\":\"a\",\"move\":\"acorn\",\"ply\":0,"
     "\"rule\":\"trees.rule\",\"message\":\"pas de gland ici\"}\n"},
    {problem_bare, "{\"file\":\"-\",\"record\":null,\"line\":null,\"column\":null,\"seat\":null,\"move\":null,"
                   "\"ply\":null,\"rule\":\"memory\",\"message\":\"not enough memory\"}\n"},
    {position,
     "{\"game\":\"trees\",\"rules\":3,\"variant\":\"many\",\"level\":\"full\",\"ply\":4,\"plies\":9,\"over\":false,"
     "\"turn\":[1,\"*\",\"n\"],\"state\":{\"n\":-7,\"list\":[true,null,{\"t\":\"é\\\"\\n\"},[]]},\"score\":{\"seats\":["
     "{\"seat\":1,\"player\":\"Zoé \\\"Z\\\"\",\"total\":2,\"rank\":null,\"categories\":{\"oak\":1,\"elm\":-2,\"ash\":3}},"
     "{\"seat\":2,\"player\":\"B\\u0001\",\"total\":4,\"rank\":null,\"categories\":{\"oak\":4,\"ash\":0}},"
     "{\"seat\":\"n\",\"player\":null,\"total\":null,\"rank\":null,\"categories\":{}}],\"winners\":[],"
     "\"finished\":false}}\n"},
    {games,
     "[{\"game\":\"trees\",\"rules\":3,\"en\":\"Trees\",\"fr\":\"Arbres\",\"variants\":[{\"id\":\"many\",\"en\":\"many\","
     "\"fr\":\"à plusieurs\",\"min_seats\":2,\"max_seats\":6,\"extra\":[]},{\"id\":\"alone\",\"en\":\"alone\","
     "\"fr\":\"seul\",\"min_seats\":1,\"max_seats\":1,\"extra\":[\"a\"]}],\"levels\":[{\"id\":\"full\",\"en\":\"full\","
     "\"fr\":\"complet\",\"whole_game\":true,\"basis\":\"judged\",\"review\":false}],\"categories\":[{\"id\":\"oak\",\"en\":\"oaks\",\"fr\":\"chênes\"},"
     "{\"id\":\"elm\",\"en\":\"elms\",\"fr\":\"ormes\"},{\"id\":\"ash\",\"en\":\"ashes\",\"fr\":\"frênes\"}],"
     "\"options\":[{\"id\":\"colour\",\"en\":\"colour\",\"fr\":\"couleur\",\"values\":[{\"id\":\"green\","
     "\"en\":\"green\",\"fr\":\"vert\"},{\"id\":\"red\",\"en\":\"red\",\"fr\":\"rouge\"}]}],\"cards\":[{\"id\":\"acorn\","
     "\"en\":\"acorn\",\"fr\":\"gland\"}],\"notation\":[{\"example\":\"1: acorn\",\"en\":\"play \\\"it\\\"\","
     "\"fr\":\"jouer\"}],\"catalogue\":true}]\n"},
};

enum { ANSWERS_COUNT = sizeof(ANSWERS) / sizeof(ANSWERS[0]) };

static void answers_to_the_byte(void **unused)
{
    (void)unused;
    answer_lines_are_exact(ANSWERS, ANSWERS_COUNT);
}

static void a_full_buffer_is_a_limit(void **unused)
{
    (void)unused;
    answer_lines_keep_the_limit(ANSWERS, ANSWERS_COUNT);
}

static void a_game_that_shows_itself_badly_is_refused(void **unused)
{
    (void)unused;
    struct strbuf out;
    struct error error;
    strbuf_init(&out, &allocator_heap, 1 << 16);
    for (int mistake = 1; mistake <= 5; mistake++) {
        struct state state = {.view = mistake};
        assert_int_not_equal(position_with(&state, &SETUP, &out, &error), ERR_OK);
        assert_int_equal(out.len, 0);
    }
    struct game silent = GAME;
    silent.view = view_nothing;
    struct setup setup = SETUP;
    setup.game = &silent;
    assert_int_not_equal(position_with(&(const struct state){.over = true}, &setup, &out, &error), ERR_OK);
    assert_int_equal(out.len, 0);
    strbuf_release(&out);
}

/* ---- without memory ---- */

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (size_t i = 0; i < ANSWERS_COUNT; i++) {
        for (long n = 1;; n++) {
            struct strbuf out;
            struct error error;
            strbuf_init(&out, &memory.allocator, 1 << 16);
            failing_alloc_arm(&memory, n);
            enum err err = ANSWERS[i].answer(&out, &error);
            bool fired = memory.fired;
            assert_int_equal(err, fired ? ERR_MEMORY : ERR_OK);
            assert_string_equal(strbuf_text(&out), fired ? "" : ANSWERS[i].line);
            strbuf_release(&out);
            assert_int_equal(memory.live, 0);
            if (!fired) {
                break;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_to_the_byte),
        cmocka_unit_test(a_full_buffer_is_a_limit),
        cmocka_unit_test(a_game_that_shows_itself_badly_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
