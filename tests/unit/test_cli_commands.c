/*
 * Walks the table of commands: every row is complete and says the same in
 * dispatch and help. Then runs commands with pipes instead of a process, once
 * for each allocation that can fail.
 */
#include "support/cmocka.h"

#include "base/system.h"
#include "cli/command.h"
#include "support/failing_alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check_sentence(const char *text)
{
    assert_non_null(text);
    size_t length = strlen(text);
    assert_true(length > 5);
    assert_true(text[length - 1] != '.' && text[length - 1] != '\n');
}

static void check_option(const struct cli_option *option)
{
    assert_non_null(option->name);
    assert_true(strspn(option->name, "abcdefghijklmnopqrstuvwxyz-") == strlen(option->name));
    assert_true(option->name[0] != '-');
    check_sentence(option->en);
    check_sentence(option->fr);
    assert_true((option->kind == CLI_FLAG) == (option->value == NULL));
    assert_true((option->kind == CLI_CHOICE) == (option->choices != NULL));
    assert_true(option->kind != CLI_NUMBER || option->min < option->max);
    assert_false(option->kind == CLI_FLAG && option->required);
}

static void check_row(const struct command *command)
{
    check_sentence(command->en);
    check_sentence(command->fr);
    assert_true((command->more_en == NULL) == (command->more_fr == NULL));
    assert_true(command->run || command->children);
    assert_true(command->options_count <= CLI_OPTIONS);
    assert_true(command->operands_min <= command->operands_max);
    assert_true((command->operands == NULL) == (command->operands_max == 0));
    for (size_t j = 0; j < command->options_count; j++) {
        check_option(&command->options[j]);
        for (size_t k = 0; k < j; k++) {
            assert_string_not_equal(command->options[j].name, command->options[k].name);
        }
        for (size_t k = 0; k < COMMON_OPTIONS; k++) {
            assert_string_not_equal(command->options[j].name, cli_common_options[k].name);
        }
    }
}

static void check_child(const struct command *group, const struct command *child)
{
    size_t length = strlen(group->name);
    check_row(child);
    assert_null(child->children);
    assert_memory_equal(child->name, group->name, length);
    assert_int_equal(child->name[length], ' ');
    assert_ptr_equal(command_child(group, child->name + length + 1), child);
}

static void every_row_is_complete(void **unused)
{
    (void)unused;
    size_t count;
    const struct command *const *commands = command_all(&count);
    assert_true(count >= 8);
    for (size_t i = 0; i < count; i++) {
        const struct command *command = commands[i];
        assert_ptr_equal(command_find(command->name), command);
        check_row(command);
        for (size_t j = 0; j < command->children_count; j++) {
            check_child(command, command->children[j]);
        }
        assert_true(!command->children ||
                    (command->operands_min == (command->run ? 0 : 1) && command->operands_end_options));
    }
    for (size_t i = 0; i < COMMON_OPTIONS; i++) {
        check_option(&cli_common_options[i]);
    }
    assert_null(command_find("no-such-command"));
    assert_null(command_find(""));
}

static void help_names_every_option_and_command(void **unused)
{
    (void)unused;
    size_t count;
    const struct command *const *commands = command_all(&count);
    struct strbuf page;
    strbuf_init(&page, &allocator_heap, 1 << 16);
    help_command(&command_program, LANG_EN, &page);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(strstr(strbuf_text(&page), commands[i]->en));
    }
    for (size_t i = 0; i < count; i++) {
        for (enum lang lang = LANG_EN; lang <= LANG_FR; lang++) {
            strbuf_clear(&page);
            help_command(commands[i], lang, &page);
            for (size_t j = 0; j < commands[i]->options_count; j++) {
                const struct cli_option *option = &commands[i]->options[j];
                assert_non_null(strstr(strbuf_text(&page), option->name));
                assert_non_null(strstr(strbuf_text(&page), lang == LANG_FR ? option->fr : option->en));
            }
        }
    }
    strbuf_release(&page);
}

/* The shared definition for the commands that need a database. */
static void the_database_option_is_ready(void **unused)
{
    (void)unused;
    static const struct cli_option option = CLI_OPTION_DB;
    check_option(&option);
    assert_string_equal(option.name, "db");
}

/* ---- runs without a process ---- */

static const char RECORD[] = "dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\nnote n\n"
                             "1: bee 0,0\n*: back 1\n1: rabbit 0,0\n2: fox 0,0\n";

struct stage {
    char path[64];
    int in;
    int out;
    int err;
};

static void stage_open(struct stage *stage)
{
    (void)snprintf(stage->path, sizeof(stage->path), "/tmp/dendro-test-XXXXXX");
    stage->in = mkstemp(stage->path);
    assert_true(stage->in >= 0);
    assert_int_equal(write(stage->in, RECORD, sizeof(RECORD) - 1), sizeof(RECORD) - 1);
    stage->out = open("/dev/null", O_WRONLY);
    stage->err = open("/dev/null", O_WRONLY);
    assert_true(stage->out >= 0 && stage->err >= 0);
}

static void stage_close(struct stage *stage)
{
    (void)close(stage->in);
    (void)close(stage->out);
    (void)close(stage->err);
    (void)unlink(stage->path);
}

static int run(const struct stage *stage, const struct allocator *allocator, const char *const *words)
{
    struct cli cli;
    size_t count = 0;
    while (words[count]) {
        count++;
    }
    (void)lseek(stage->in, 0, SEEK_SET);
    cli_init(&cli, allocator, stage->in, stage->out, stage->err);
    int code = cli_run(&cli, count, words);
    cli_release(&cli);
    return code;
}

static void running_out_of_memory_anywhere_is_exit_code_2(void **unused)
{
    (void)unused;
    static const char *const lines[][8] = {
        {"score", "--json", "-", NULL},
        {"score", NULL},
        {"verify", "-", NULL},
        {"replay", "--json", "-", NULL},
        {"replay", "--raw", "-", NULL},
        {"replay", "--at", "1", "-", NULL},
        {"format", "-", NULL},
        {"simulate", "--game", "foret", "--seats", "2", "--player", "random", NULL},
        {"games", "--json", NULL},
        {"games", "foret", NULL},
        {"completion", "fish", NULL},
        {"help", "simulate", NULL},
        {"--version", NULL},
    };
    struct stage stage;
    struct failing_alloc memory;
    stage_open(&stage);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        for (long n = 1;; n++) {
            failing_alloc_init(&memory);
            failing_alloc_arm(&memory, n);
            int code = run(&stage, &memory.allocator, lines[i]);
            assert_int_equal(memory.live, 0);
            if (!memory.fired) {
                assert_int_equal(code, CLI_OK);
                break;
            }
            if (code != CLI_FAILURE) {
                print_error("'%s %s': allocation %ld failed, exit code %d\n", lines[i][0],
                            lines[i][1] ? lines[i][1] : "", n, code);
            }
            assert_int_equal(code, CLI_FAILURE);
        }
    }
    stage_close(&stage);
}

static void a_full_disk_stops_a_long_run(void **unused)
{
    (void)unused;
    struct stage stage;
    stage_open(&stage);
    (void)close(stage.out);
    stage.out = open("/dev/full", O_WRONLY);
    if (stage.out >= 0) {
        /* Four thousand million games: only a run that stops comes back. */
        assert_int_equal(run(&stage, &allocator_heap,
                             (const char *const[]){"simulate", "--game", "foret", "--games", "4294967295", "--seats",
                                                   "2", "--player", "random", NULL}),
                         CLI_FAILURE);
    }
    stage_close(&stage);
}

static void exit_codes_of_errors(void **unused)
{
    (void)unused;
    assert_int_equal(cli_exit_code(ERR_OK), 0);
    assert_int_equal(cli_exit_code(ERR_SYNTAX), 1);
    assert_int_equal(cli_exit_code(ERR_RULE), 1);
    assert_int_equal(cli_exit_code(ERR_MISMATCH), 1);
    assert_int_equal(cli_exit_code(ERR_ENCODING), 2);
    assert_int_equal(cli_exit_code(ERR_IO), 2);
    assert_int_equal(cli_exit_code(ERR_USAGE), 2);
    for (enum err err = ERR_USAGE; err <= ERR_BUSY; err++) {
        assert_true(cli_exit_code(err) == 1 || cli_exit_code(err) == 2);
    }
}

static void system_errors_have_sentences(void **unused)
{
    (void)unused;
    struct error error;
    char text[256];
    assert_int_equal(system_raise(&error, ENOENT), ERR_IO);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "no such file or directory");
    assert_int_equal(system_raise(&error, 9999), ERR_IO);
    (void)error_text(&error, LANG_FR, text, sizeof(text));
    assert_string_equal(text, "erreur système 9999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_complete),        cmocka_unit_test(help_names_every_option_and_command),
        cmocka_unit_test(the_database_option_is_ready), cmocka_unit_test(running_out_of_memory_anywhere_is_exit_code_2),
        cmocka_unit_test(a_full_disk_stops_a_long_run), cmocka_unit_test(exit_codes_of_errors),
        cmocka_unit_test(system_errors_have_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
