/* The option parser, on a command made up for the purpose: one case a way of writing things, right or wrong. */
#include "support/cmocka.h"

#include "cli/command.h"

enum { OPT_FLAG, OPT_WORD, OPT_NUMBER, OPT_CHOICE, OPT_PAIR, OPT_LIST, OPT_COUNT };
enum { LIST_MOST = 3 };

static const char *const CHOICES[] = {"red", "green", NULL};

static const struct cli_option OPTIONS[OPT_COUNT] = {
    [OPT_FLAG] = {.name = "flag", .kind = CLI_FLAG},
    [OPT_WORD] = {.name = "word", .kind = CLI_WORD, .value = "W"},
    [OPT_NUMBER] = {.name = "number", .kind = CLI_NUMBER, .value = "N", .min = -5, .max = 100},
    [OPT_CHOICE] = {.name = "choice", .kind = CLI_CHOICE, .value = "red|green", .choices = CHOICES},
    [OPT_PAIR] = {.name = "pair", .kind = CLI_PAIR, .value = "NAME VALUE"},
    [OPT_LIST] = {.name = "list", .kind = CLI_LIST, .value = "TEXT", .max = LIST_MOST},
};

static const struct command COMMAND = {.name = "test",
                                       .options = OPTIONS,
                                       .options_count = OPT_COUNT,
                                       .operands = "[FILE]...",
                                       .operands_min = 0,
                                       .operands_max = 2};

static enum err parse(const struct command *command, struct cli_arguments *arguments, const char *const *words,
                      struct error *error)
{
    size_t count = 0;
    while (words[count]) {
        count++;
    }
    return arguments_parse(arguments, &allocator_heap, command, count, words, error);
}

static void every_kind_of_option_in_both_forms(void **unused)
{
    (void)unused;
    static const char *const forms[][12] = {
        {"--flag", "--word", "w", "--number", "-5", "--choice", "green", "--pair", "a", "b", "file", NULL},
        {"file", "--pair=a", "b", "--choice=green", "--number=-5", "--word=w", "--flag", NULL},
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        struct cli_arguments arguments;
        struct error error;
        assert_int_equal(parse(&COMMAND, &arguments, forms[i], &error), ERR_OK);
        assert_true(arguments.value[OPT_FLAG].set);
        assert_string_equal(arguments.value[OPT_WORD].text, "w");
        assert_int_equal(arguments.value[OPT_NUMBER].number, -5);
        assert_int_equal(arguments.value[OPT_CHOICE].number, 1);
        assert_int_equal(arguments.pairs_count, 1);
        assert_string_equal(arguments.pair[0].word[0], "a");
        assert_string_equal(arguments.pair[0].word[1], "b");
        assert_int_equal(arguments.operands_count, 1);
        assert_string_equal(arguments.operands[0], "file");
        arguments_release(&arguments);
    }
}

static void nothing_given_is_nothing_set(void **unused)
{
    (void)unused;
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(parse(&COMMAND, &arguments, (const char *const[]){NULL}, &error), ERR_OK);
    for (size_t i = 0; i < OPT_COUNT; i++) {
        assert_false(arguments.value[i].set);
    }
    assert_int_equal(arguments.operands_count, 0);
    arguments_release(&arguments);
    arguments_release(&arguments); /* a released one may be released again */
}

static void dashes(void **unused)
{
    (void)unused;
    static const char *const words[] = {"-", "--", "--flag", NULL};
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(parse(&COMMAND, &arguments, words, &error), ERR_OK);
    assert_int_equal(arguments.operands_count, 2);
    assert_string_equal(arguments.operands[0], "-");
    assert_string_equal(arguments.operands[1], "--flag");
    assert_false(arguments.value[OPT_FLAG].set);
    arguments_release(&arguments);
}

/* A value is a value even when it looks like an option. */
static void values_are_not_looked_at_for_dashes(void **unused)
{
    (void)unused;
    static const char *const words[] = {"--word", "--flag", "--pair", "--", "-", NULL};
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(parse(&COMMAND, &arguments, words, &error), ERR_OK);
    assert_string_equal(arguments.value[OPT_WORD].text, "--flag");
    assert_string_equal(arguments.pair[0].word[0], "--");
    assert_string_equal(arguments.pair[0].word[1], "-");
    assert_int_equal(arguments.operands_count, 0);
    arguments_release(&arguments);
}

static void the_first_operand_may_end_the_options(void **unused)
{
    (void)unused;
    struct command command = COMMAND;
    command.operands_end_options = true;
    command.operands_max = 9;
    static const char *const words[] = {"--flag", "name", "--word", "--unknown", NULL};
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(parse(&command, &arguments, words, &error), ERR_OK);
    assert_true(arguments.value[OPT_FLAG].set);
    assert_int_equal(arguments.operands_count, 3);
    assert_string_equal(arguments.operands[2], "--unknown");
    arguments_release(&arguments);
}

static void mistakes_are_named(void **unused)
{
    (void)unused;
    static const struct {
        const char *words[4];
        const char *sentence;
    } cases[] = {
        {{"--flga"}, "unknown option '--flga'; did you mean '--flag'?"},
        {{"--nubmer=3"}, "unknown option '--nubmer'; did you mean '--number'?"},
        {{"--hepl"}, "unknown option '--hepl'; did you mean '--help'?"},
        {{"--xyzzy"}, "unknown option '--xyzzy'"},
        {{"--flagged"}, "unknown option '--flagged'"},
        {{"-f"}, "unknown option '-f'"},
        {{"-flag"}, "unknown option '-flag'; did you mean '--flag'?"},
        {{"--=x"}, "unknown option '--'"},
        {{"--flag=1"}, "option '--flag' takes no value"},
        {{"--flag", "--flag"}, "option '--flag' is given twice"},
        {{"--word=a", "--word=a"}, "option '--word' is given twice"},
        {{"--number=7", "--number=-5"}, "option '--number' is given twice"},
        {{"--choice=red", "--choice", "green"}, "option '--choice' is given twice"},
        {{"--lang=en", "--lang", "fr"}, "option '--lang' is given twice"},
        {{"--word"}, "option '--word' needs a value: W"},
        {{"--word="}, "option '--word' needs a value: W"},
        {{"--word", ""}, "option '--word' needs a value: W"},
        {{"--pair", "a"}, "option '--pair' needs a value: NAME VALUE"},
        {{"--number", "101"}, "option '--number': '101' is not a whole number from -5 to 100"},
        {{"--number", "-6"}, "option '--number': '-6' is not a whole number from -5 to 100"},
        {{"--number="}, "option '--number': '' is not a whole number from -5 to 100"},
        {{"--number", "1e1"}, "option '--number': '1e1' is not a whole number from -5 to 100"},
        {{"--number", "99999999999999999999"},
         "option '--number': '99999999999999999999' is not a whole number from -5 to 100"},
        {{"--choice", "re"}, "option '--choice': 're' is none of red|green; did you mean 'red'?"},
        {{"a", "b", "c"}, "too many arguments: 'c'"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct cli_arguments arguments;
        struct error error;
        char text[256];
        assert_int_equal(parse(&COMMAND, &arguments, cases[i].words, &error), ERR_USAGE);
        (void)error_text(&error, LANG_EN, text, sizeof(text));
        assert_string_equal(text, cases[i].sentence);
        assert_true(error_text(&error, LANG_FR, text, sizeof(text)) > 0);
        arguments_release(&arguments);
    }
}

static void what_must_be_there(void **unused)
{
    (void)unused;
    struct cli_option options[OPT_COUNT];
    memcpy(options, OPTIONS, sizeof(options));
    options[OPT_WORD].required = true;
    struct command command = COMMAND;
    command.options = options;
    command.operands_min = 1;
    struct cli_arguments arguments;
    struct error error;
    char text[256];

    assert_int_equal(parse(&command, &arguments, (const char *const[]){"file", NULL}, &error), ERR_USAGE);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "option '--word' is missing: W");
    arguments_release(&arguments);

    assert_int_equal(parse(&command, &arguments, (const char *const[]){"--word=x", NULL}, &error), ERR_USAGE);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "an argument is missing: [FILE]...");
    arguments_release(&arguments);

    assert_int_equal(parse(&command, &arguments, (const char *const[]){"--help", NULL}, &error), ERR_OK);
    assert_true(arguments.common[COMMON_HELP].set);
    arguments_release(&arguments);
}

static void pairs_have_a_limit(void **unused)
{
    (void)unused;
    const char *words[3 * (CLI_PAIRS + 1) + 1];
    size_t n = 0;
    for (int i = 0; i <= CLI_PAIRS; i++) {
        words[n++] = "--pair";
        words[n++] = "name";
        words[n++] = "value";
    }
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(arguments_parse(&arguments, &allocator_heap, &COMMAND, n - 3, words, &error), ERR_OK);
    assert_int_equal(arguments.pairs_count, CLI_PAIRS);
    arguments_release(&arguments);
    assert_int_equal(arguments_parse(&arguments, &allocator_heap, &COMMAND, n, words, &error), ERR_USAGE);
    arguments_release(&arguments);
}

/* Two options that may be repeated in one command: each knows its own, in order, and has a limit of its own. */
static void lists_beside_pairs(void **unused)
{
    (void)unused;
    static const char *const words[] = {"--list", "a", "--pair", "b",      "c", "--list=d",
                                        "--list", "e", "f",      "--list", "g", NULL};
    struct cli_arguments arguments;
    struct error error;
    assert_int_equal(arguments_parse(&arguments, &allocator_heap, &COMMAND, 9, words, &error), ERR_OK);
    assert_int_equal(arguments.pairs_count, 4);
    static const size_t whose[] = {OPT_LIST, OPT_PAIR, OPT_LIST, OPT_LIST};
    static const char *const said[] = {"a", "b", "d", "e"};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(arguments.pair[i].option, whose[i]);
        assert_string_equal(arguments.pair[i].word[0], said[i]);
    }
    assert_null(arguments.pair[0].word[1]);
    assert_string_equal(arguments.pair[1].word[1], "c");
    assert_int_equal(arguments.operands_count, 1);
    arguments_release(&arguments);
    assert_int_equal(parse(&COMMAND, &arguments, words, &error), ERR_USAGE); /* a fourth */
    assert_string_equal(error.message->id, "usage.pairs");
    arguments_release(&arguments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_option_in_both_forms),
        cmocka_unit_test(nothing_given_is_nothing_set),
        cmocka_unit_test(dashes),
        cmocka_unit_test(values_are_not_looked_at_for_dashes),
        cmocka_unit_test(the_first_operand_may_end_the_options),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(what_must_be_there),
        cmocka_unit_test(pairs_have_a_limit),
        cmocka_unit_test(lists_beside_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
