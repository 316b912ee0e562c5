/* The table of commands, and the way from words to one of them. Adding a command is one line here. */
#include "base/system.h"
#include "cli/command.h"
#include "cli/database.h"

#include <errno.h>

#include "base/banned.h"

static const struct command *const COMMANDS[] = {
    &command_score,     &command_verify,   &command_replay,  &command_simulate, &command_format,  &command_games,
    &command_catalogue, &command_import,   &command_export,  &command_players,  &command_game,    &command_title,
    &command_demo,      &command_stats,    &command_season,  &command_review,   &command_puzzle,  &command_tables,
    &command_audit,     &command_log,      &command_rebuild, &command_backup,   &command_restore, &command_move,
    &command_migrate,   &command_settings, &command_club,    &command_serve,    &command_token,   &command_completion,
    &command_help,
};

enum { COMMANDS_COUNT = sizeof(COMMANDS) / sizeof(COMMANDS[0]) };

static const struct cli_option PROGRAM[PROGRAM_OPTIONS] = {
    [PROGRAM_VERSION] = {.name = "version",
                         .kind = CLI_FLAG,
                         .en = "print the version of the program",
                         .fr = "afficher la version du programme"},
};

const struct command command_program = {
    .name = "",
    .en = "keeps and judges the records of board games",
    .fr = "conserve et juge les relevés de jeux de société",
    .options = PROGRAM,
    .options_count = PROGRAM_OPTIONS,
    .operands = "COMMAND ...",
    .hint = HINT_COMMAND,
    .operands_max = SIZE_MAX,
    .operands_end_options = true,
};

static const struct message MSG_STDOUT = {ERR_IO, "io.stdout", "cannot write to standard output: %1",
                                          "écriture impossible sur la sortie standard : %1"};

static const struct message MSG_NO_COMMAND = {ERR_USAGE, "usage.no-command",
                                              "no command is given: 'dendro help' lists the commands",
                                              "aucune commande : « dendro help » les énumère"};

const struct command *const *command_all(size_t *count)
{
    *count = COMMANDS_COUNT;
    return COMMANDS;
}

const struct command *command_find(const char *name)
{
    for (size_t i = 0; i < COMMANDS_COUNT; i++) {
        if (strcmp(COMMANDS[i]->name, name) == 0) {
            return COMMANDS[i];
        }
    }
    return NULL;
}

const char *command_short_name(const struct command *command)
{
    const char *space = strchr(command->name, ' ');
    return space ? space + 1 : command->name;
}

const struct command *command_child(const struct command *group, const char *name)
{
    for (size_t i = 0; i < group->children_count; i++) {
        if (strcmp(command_short_name(group->children[i]), name) == 0) {
            return group->children[i];
        }
    }
    return NULL;
}

/* Also before a complaint: a mistake after --lang is reported in that language. */
static void choose_language(struct cli *cli, const struct cli_arguments *arguments)
{
    if (arguments->common[COMMON_LANG].set) {
        cli->lang = arguments->common[COMMON_LANG].number == 1 ? LANG_FR : LANG_EN;
    }
}

/* With the database that --club means, if it says one. */
static int run_chosen(struct cli *cli, const struct command *command, struct cli_arguments *arguments)
{
    struct club_address club;
    struct error error;
    enum err err = database_choose(cli, arguments, &club, &error);
    if (err != ERR_OK) {
        cli_complain(cli, &error);
        return CLI_FAILURE;
    }
    return command->run(cli, arguments);
}

/* A command that is no group. */
static int run_single(struct cli *cli, const struct command *command, size_t count, const char *const *words)
{
    struct cli_arguments arguments;
    struct error error;
    int code = CLI_OK;
    enum err err = arguments_parse(&arguments, cli->allocator, command, count, words, &error);
    choose_language(cli, &arguments);
    if (err != ERR_OK) {
        cli_complain(cli, &error);
        code = cli_exit_code(err);
    } else if (arguments.common[COMMON_HELP].set) {
        help_command(command, cli->lang, &cli->text);
    } else {
        code = run_chosen(cli, command, &arguments);
    }
    arguments_release(&arguments);
    return code;
}

/* The child gets all words but its own name. */
static int run_child(struct cli *cli, const struct command *group, size_t at, size_t count, const char *const *words)
{
    const struct command *child = command_child(group, words[at]);
    const char **rest = mem_new(cli->allocator, count, sizeof(*rest));
    struct error error;
    int code = CLI_FAILURE;
    if (!rest) {
        (void)!error_raise(&error, &MSG_MEMORY);
        cli_complain(cli, &error);
    } else if (!child) {
        code = cli_exit_code(command_unknown(&error, group, words[at]));
        cli_complain(cli, &error);
    } else {
        memcpy(rest, words, at * sizeof(*rest));
        memcpy(rest + at, words + at + 1, (count - at - 1) * sizeof(*rest));
        code = run_single(cli, child, count - 1, rest);
    }
    mem_free(cli->allocator, (void *)rest);
    return code;
}

/* `dendro log [--db PATH] check ...`: finds the child's name among the words. */
static int run_group(struct cli *cli, const struct command *group, size_t count, const char *const *words)
{
    struct cli_arguments arguments;
    struct error error;
    int code = CLI_OK;
    enum err err = arguments_parse(&arguments, cli->allocator, group, count, words, &error);
    choose_language(cli, &arguments);
    size_t operands = arguments.operands_count;
    if (err != ERR_OK) {
        cli_complain(cli, &error);
        code = cli_exit_code(err);
    } else if (operands == 0) { /* of a group that does nothing by itself, only --help lets that pass */
        bool help = arguments.common[COMMON_HELP].set || !group->run;
        if (help) {
            help_command(group, cli->lang, &cli->text);
        }
        code = help ? CLI_OK : run_chosen(cli, group, &arguments);
    } else {
        code = run_child(cli, group, count - operands, count, words);
    }
    arguments_release(&arguments);
    return code;
}

/* What stands before the command's name, then the command. */
static int run_program(struct cli *cli, size_t count, const char *const *words)
{
    struct cli_arguments arguments;
    struct error error;
    int code = CLI_OK;
    enum err err = arguments_parse(&arguments, cli->allocator, &command_program, count, words, &error);
    choose_language(cli, &arguments);
    bool version = arguments.value[PROGRAM_VERSION].set;
    if (version && arguments.operands_count == 0) {
        strbuf_add(&cli->text, "dendro " DENDRO_VERSION "\n");
    } else if (err != ERR_OK) {
        cli_complain(cli, &error);
        code = cli_exit_code(err);
    } else if (arguments.common[COMMON_HELP].set) {
        help_command(&command_program, cli->lang, &cli->text);
    } else if (arguments.operands_count == 0) {
        code = cli_exit_code(error_raise(&error, &MSG_NO_COMMAND));
        cli_complain(cli, &error);
    } else {
        const struct command *command = command_find(arguments.operands[0]);
        if (command) {
            int (*run)(struct cli *, const struct command *, size_t, const char *const *) =
                command->children ? run_group : run_single;
            code = run(cli, command, arguments.operands_count - 1, arguments.operands + 1);
        } else {
            code = cli_exit_code(command_unknown(&error, NULL, arguments.operands[0]));
            cli_complain(cli, &error);
        }
    }
    arguments_release(&arguments);
    return code;
}

int cli_run(struct cli *cli, size_t count, const char *const *words)
{
    int code = run_program(cli, count, words);
    if (cli_flush(cli)) {
        return code;
    }
    if (cli->out_errno != EPIPE) { /* a reader that has seen enough is no reason to complain */
        struct error error;
        (void)!error_raise(&error, &MSG_STDOUT);
        system_add(&error, cli->out_errno);
        cli_complain(cli, &error);
    }
    return CLI_FAILURE;
}
