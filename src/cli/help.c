/* Help pages: made from the rows of the commands, so that a command and its page cannot differ. */
#include "cli/command.h"

#include "base/utf8.h"

#include "base/banned.h"

static const char *in(enum lang lang, const char *en, const char *fr)
{
    return lang == LANG_FR ? fr : en;
}

/* What stands for a value, in capitals, and its French. Letters alone, and values as they are typed, have none. */
static const char *const WORDS[][2] = {
    {"CARD", "CARTE"},    {"COMMAND", "COMMANDE"}, {"DIR", "DOSSIER"}, {"FILE", "FICHIER"},   {"GAME", "JEU"},
    {"GAMEID", "PARTIE"}, {"FROM", "DE"},          {"TO", "VERS"},     {"HASH", "EMPREINTE"}, {"INTO", "CIBLE"},
    {"KEY", "CLÉ"},       {"LABEL", "NOM"},        {"NAME", "NOM"},    {"OTHER", "AUTRE"},    {"PATH", "CHEMIN"},
    {"PLAYER", "JOUEUR"}, {"TEXT", "TEXTE"},       {"TITLE", "TITRE"}, {"VALUE", "VALEUR"},   {"WHEN", "MOMENT"},
    {"WHO", "QUI"},       {"WORDS", "MOTS"},       {"YEAR", "ANNÉE"},
};

static struct span french_word(struct span word)
{
    for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
        if (span_is(word, WORDS[i][0])) {
            return span_from(WORDS[i][1]);
        }
    }
    return word;
}

void help_form(const char *form, enum lang lang, struct strbuf *out)
{
    while (*form) {
        size_t letters = strspn(form, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        size_t length = letters > 0 ? letters : 1;
        struct span piece = span_of(form, length);
        strbuf_add_span(out, lang == LANG_FR && letters > 0 ? french_word(piece) : piece);
        form += length;
    }
}

static void add_option_form(const struct cli_option *option, enum lang lang, struct strbuf *out)
{
    strbuf_add(out, "--");
    strbuf_add(out, option->name);
    if (option->kind != CLI_FLAG) {
        strbuf_add_char(out, ' ');
        help_form(option->value, lang, out);
    }
}

void help_usage(const struct command *command, enum lang lang, struct strbuf *out)
{
    strbuf_add(out, "dendro");
    if (command->name[0]) {
        strbuf_add_char(out, ' ');
        strbuf_add(out, command->name);
    }
    for (size_t i = 0; i < command->options_count; i++) {
        bool required = command->options[i].required;
        strbuf_add(out, required ? " " : " [");
        add_option_form(&command->options[i], lang, out);
        strbuf_add(out, required ? "" : "]");
    }
    if (command->operands) {
        strbuf_add_char(out, ' ');
        help_form(command->operands, lang, out);
    }
}

/* Two columns; the left one is `width` wide. */
static void add_row(struct strbuf *out, struct span left, size_t width, const char *right)
{
    strbuf_add(out, "  ");
    strbuf_pad(out, left, width);
    strbuf_add(out, "  ");
    strbuf_add(out, right);
    strbuf_add_char(out, '\n');
}

static void add_options(const struct cli_option *options, size_t count, enum lang lang, struct strbuf *out)
{
    enum { WIDTH = 24 };
    for (size_t i = 0; i < count; i++) {
        char memory[64];
        struct strbuf form;
        strbuf_wrap(&form, memory, sizeof(memory));
        add_option_form(&options[i], lang, &form);
        add_row(out, strbuf_span(&form), WIDTH, in(lang, options[i].en, options[i].fr));
    }
}

static void add_commands(const struct command *const *commands, size_t count, enum lang lang, struct strbuf *out)
{
    enum { WIDTH = 12 };
    strbuf_add(out, in(lang, "\ncommands:\n", "\ncommandes :\n"));
    for (size_t i = 0; i < count; i++) {
        add_row(out, span_from(command_short_name(commands[i])), WIDTH, in(lang, commands[i]->en, commands[i]->fr));
    }
}

void help_command(const struct command *command, enum lang lang, struct strbuf *out)
{
    strbuf_add(out, in(lang, "usage: ", "usage : "));
    help_usage(command, lang, out);
    strbuf_add(out, "\n\ndendro ");
    strbuf_add(out, command->name);
    strbuf_add(out, command->name[0] ? ": " : "");
    strbuf_add(out, in(lang, command->en, command->fr));
    strbuf_add_char(out, '\n');
    if (command->more_en) {
        strbuf_add_char(out, '\n');
        strbuf_add(out, in(lang, command->more_en, command->more_fr));
    }
    if (command == &command_program) {
        size_t count;
        const struct command *const *commands = command_all(&count);
        add_commands(commands, count, lang, out);
    } else if (command->children) {
        add_commands(command->children, command->children_count, lang, out);
    }
    strbuf_add(out, in(lang, "\noptions:\n", "\noptions :\n"));
    add_options(command->options, command->options_count, lang, out);
    for (size_t i = 0; i < CLUB_OPTIONS; i++) {
        add_options(&cli_club_options[i], command_club_option(command, i) ? 1 : 0, lang, out);
    }
    add_options(cli_common_options, COMMON_OPTIONS, lang, out);
    if (command == &command_program) {
        strbuf_add(out, in(lang, "\n'dendro help COMMAND' says more about a command.\n",
                           "\n« dendro help COMMANDE » en dit plus sur une commande.\n"));
    } else if (command->children) {
        strbuf_add(out, in(lang, "\n'dendro help ", "\n« dendro help "));
        strbuf_add(out, command->name);
        strbuf_add(out,
                   in(lang, " COMMAND' says more about a command.\n", " COMMANDE » en dit plus sur une commande.\n"));
    }
}

static int run_help(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct command *command = &command_program;
    const struct command *group = NULL;
    for (size_t i = 0; i < arguments->operands_count; i++) {
        group = i > 0 ? command : NULL;
        command = group ? command_child(group, arguments->operands[i]) : command_find(arguments->operands[i]);
        if (!command) {
            struct error error;
            enum err err = command_unknown(&error, group, arguments->operands[i]);
            cli_complain(cli, &error);
            return cli_exit_code(err);
        }
    }
    help_command(command, cli->lang, &cli->text);
    return CLI_OK;
}

const struct command command_help = {
    .name = "help",
    .en = "say what the program or one of its commands does",
    .fr = "expliquer le programme ou une de ses commandes",
    .operands = "[COMMAND]...",
    .hint = HINT_COMMAND,
    .operands_max = 2,
    .run = run_help,
};
