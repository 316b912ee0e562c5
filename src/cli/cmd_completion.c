/*
 * dendro completion: a script for a shell, made from the table of commands.
 * The words offered are those of the tables: commands, options, choices,
 * games; files are left to the shell.
 */
#include "cli/command.h"
#include "rules/registry.h"

#include "base/banned.h"

static const char *const SHELLS[] = {"bash", "zsh", "fish", NULL};

/* `titles`: only those that are titles, which the pad is not. */
static void add_games(bool titles, struct strbuf *out)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (!titles || !games[i]->titled) {
            strbuf_add(out, any ? " " : "");
            strbuf_add(out, games[i]->name.id);
            any = true;
        }
    }
}

static void add_commands(struct strbuf *out)
{
    size_t count;
    const struct command *const *commands = command_all(&count);
    for (size_t i = 0; i < count; i++) {
        strbuf_add(out, i > 0 ? " " : "");
        strbuf_add(out, commands[i]->name);
    }
}

static void add_list(const char *const *words, struct strbuf *out)
{
    for (size_t i = 0; words[i]; i++) {
        strbuf_add(out, i > 0 ? " " : "");
        strbuf_add(out, words[i]);
    }
}

/* The words for a value, separated by spaces; nothing for files and free text. */
static void add_hint(enum cli_hint hint, struct strbuf *out)
{
    switch (hint) {
    case HINT_GAME:
    case HINT_TITLE:
        add_games(hint == HINT_TITLE, out);
        break;
    case HINT_COMMAND:
        add_commands(out);
        break;
    case HINT_SHELL:
        add_list(SHELLS, out);
        break;
    case HINT_NONE:
    case HINT_FILE:
        break;
    }
}

/* The words for an operand. */
static void add_operands(const struct command *command, struct strbuf *out)
{
    for (size_t i = 0; i < command->children_count; i++) {
        strbuf_add(out, i > 0 ? " " : "");
        strbuf_add(out, command_short_name(command->children[i]));
    }
    if (!command->children) {
        add_hint(command->hint, out);
    }
}

static void add_values(const struct cli_option *option, struct strbuf *out)
{
    if (option->choices) {
        add_list(option->choices, out);
    } else {
        add_hint(option->hint, out);
    }
}

/* Called with an option of the command, or of a child of the group. */
typedef void option_fn(const struct command *command, const struct cli_option *option, struct strbuf *out);

static bool has_option(const struct command *command, const char *name)
{
    return command_option(command, name) < command->options_count;
}

/* True when the group, if it does something by itself, or one of its first `count` children has an option of that name. */
static bool is_known(const struct command *group, size_t count, const char *name)
{
    if (group->run && has_option(group, name)) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (has_option(group->children[i], name)) {
            return true;
        }
    }
    return false;
}

/* The command, or one of its children, takes that option of clubs, and none has another of that name. */
static bool takes_club(const struct command *command, size_t option)
{
    bool takes = command_club_option(command, option) && (command->run || !command->children);
    for (size_t i = 0; command->children && i < command->children_count; i++) {
        takes = takes || command_club_option(command->children[i], option);
    }
    return takes && !is_known(command, command->children ? command->children_count : 0, cli_club_options[option].name);
}

/* Calls `fn` with each option of the command, of a group each of its children's options once; then the common ones. */
static void option_each(const struct command *command, option_fn *fn, struct strbuf *out)
{
    for (size_t i = 0; i < command->options_count && (command->run || !command->children); i++) {
        fn(command, &command->options[i], out);
    }
    for (size_t i = 0; command->children && i < command->children_count; i++) {
        const struct command *child = command->children[i];
        for (size_t j = 0; j < child->options_count; j++) {
            if (!is_known(command, i, child->options[j].name)) {
                fn(command, &child->options[j], out);
            }
        }
    }
    for (size_t i = 0; i < CLUB_OPTIONS; i++) {
        if (takes_club(command, i)) {
            fn(command, &cli_club_options[i], out);
        }
    }
    for (size_t i = 0; i < COMMON_OPTIONS; i++) {
        fn(command, &cli_common_options[i], out);
    }
}

static void add_option_word(const struct command *command, const struct cli_option *option, struct strbuf *out)
{
    (void)command;
    strbuf_add(out, " --");
    strbuf_add(out, option->name);
}

/* ---- bash and zsh: the command among the words, a `case` for an option's value, then one for the command ---- */

/* `    'score --lang') offers='en fr'; value=1 ;;`; an empty list means files, or anything. */
static void add_value_case(const struct command *command, const struct cli_option *option, struct strbuf *out)
{
    if (option->kind == CLI_FLAG) {
        return;
    }
    strbuf_add(out, "    '");
    strbuf_add(out, command->name);
    strbuf_add(out, " --");
    strbuf_add(out, option->name);
    strbuf_add(out, "') offers='");
    add_values(option, out);
    strbuf_add(out, "'; value=1 ;;\n");
}

static void add_offers(const struct command *command, struct strbuf *out)
{
    strbuf_add(out, "        '");
    strbuf_add(out, command->name);
    strbuf_add(out, "') offers='");
    add_operands(command, out);
    option_each(command, add_option_word, out);
    strbuf_add(out, "' ;;\n");
}

/* `list` is how the shell names the words between the program and the cursor. */
static void add_posix_body(const char *list, struct strbuf *out)
{
    size_t count;
    const struct command *const *commands = command_all(&count);
    strbuf_add(out, "    for word in ");
    strbuf_add(out, list);
    strbuf_add(out, "; do\n        case \" ");
    add_commands(out);
    strbuf_add(out, " \" in\n        *\" $word \"*) command=$word; break ;;\n        esac\n    done\n");
    strbuf_add(out, "    case \"$command $previous\" in\n");
    option_each(&command_program, add_value_case, out);
    for (size_t i = 0; i < count; i++) {
        option_each(commands[i], add_value_case, out);
    }
    strbuf_add(out, "    esac\n    if [ -z \"$value\" ]; then\n        case \"$command\" in\n");
    add_offers(&command_program, out);
    for (size_t i = 0; i < count; i++) {
        add_offers(commands[i], out);
    }
    strbuf_add(out, "        esac\n    fi\n");
}

static void add_bash(struct strbuf *out)
{
    strbuf_add(out, "# bash completion for dendro: eval \"$(dendro completion bash)\"\n"
                    "_dendro() {\n"
                    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                    "    local word command='' offers='' value=''\n");
    add_posix_body("\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"", out);
    strbuf_add(out, "    COMPREPLY=($(compgen -W \"$offers\" -- \"$current\"))\n"
                    "}\n"
                    "complete -o default -F _dendro dendro\n");
}

static void add_zsh(struct strbuf *out)
{
    strbuf_add(out, "#compdef dendro\n"
                    "# zsh completion for dendro: eval \"$(dendro completion zsh)\"\n"
                    "_dendro() {\n"
                    "    local previous=${words[CURRENT-1]}\n"
                    "    local word command='' offers='' value=''\n");
    add_posix_body("\"${(@)words[2,CURRENT-1]}\"", out);
    strbuf_add(out, "    [ -n \"$offers\" ] && compadd -- ${=offers}\n"
                    "    _files\n"
                    "}\n"
                    "compdef _dendro dendro\n");
}

/* ---- fish: one `complete` line a fact ---- */

static void add_fish_quoted(const char *text, struct strbuf *out)
{
    strbuf_add_char(out, '\'');
    for (; *text; text++) {
        strbuf_add(out, *text == '\'' || *text == '\\' ? "\\" : "");
        strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '\'');
}

static void add_fish_condition(const struct command *command, struct strbuf *out)
{
    strbuf_add(out, "complete -c dendro -n '");
    strbuf_add(out, command->name[0] ? "__fish_seen_subcommand_from " : "__fish_use_subcommand");
    strbuf_add(out, command->name);
    strbuf_add_char(out, '\'');
}

static void add_fish_option(const struct command *command, const struct cli_option *option, struct strbuf *out)
{
    add_fish_condition(command, out);
    strbuf_add(out, " -l ");
    strbuf_add(out, option->name);
    if (option->kind != CLI_FLAG) {
        strbuf_add(out, option->hint == HINT_FILE ? " -r" : " -x -a '");
        if (option->hint != HINT_FILE) {
            add_values(option, out);
            strbuf_add_char(out, '\'');
        }
    }
    strbuf_add(out, " -d ");
    add_fish_quoted(option->en, out);
    strbuf_add_char(out, '\n');
}

static void add_fish(struct strbuf *out)
{
    size_t count;
    const struct command *const *commands = command_all(&count);
    strbuf_add(out, "# fish completion for dendro: dendro completion fish | source\n");
    option_each(&command_program, add_fish_option, out);
    for (size_t i = 0; i < count; i++) {
        add_fish_condition(&command_program, out);
        strbuf_add(out, " -f -a ");
        strbuf_add(out, commands[i]->name);
        strbuf_add(out, " -d ");
        add_fish_quoted(commands[i]->en, out);
        strbuf_add_char(out, '\n');
        option_each(commands[i], add_fish_option, out);
        if (commands[i]->hint != HINT_FILE) {
            add_fish_condition(commands[i], out);
            strbuf_add(out, " -f -a '");
            add_operands(commands[i], out);
            strbuf_add(out, "'\n");
        }
    }
}

static const struct message MSG_SHELL = {ERR_USAGE, "usage.shell", "unknown shell '%1': bash, zsh or fish",
                                         "shell « %1 » inconnu : bash, zsh ou fish"};

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    static void (*const WRITERS[])(struct strbuf *) = {add_bash, add_zsh, add_fish};
    for (size_t i = 0; SHELLS[i]; i++) {
        if (strcmp(SHELLS[i], arguments->operands[0]) == 0) {
            WRITERS[i](&cli->text);
            return CLI_OK;
        }
    }
    struct error error;
    int code = cli_exit_code(error_raise_span(&error, &MSG_SHELL, span_from(arguments->operands[0])));
    cli_complain(cli, &error);
    return code;
}

const struct command command_completion = {
    .name = "completion",
    .en = "print a script that completes words in a shell",
    .fr = "afficher un script qui complète les mots dans un shell",
    .operands = "bash|zsh|fish",
    .hint = HINT_SHELL,
    .operands_min = 1,
    .operands_max = 1,
    .run = run,
};
