/* The option parser: one loop over the words, driven by a command's table. */
#include "base/near.h"
#include "cli/command.h"

#include "base/banned.h"

static const char *const LANGS[] = {"en", "fr", NULL};

const struct cli_option cli_common_options[COMMON_OPTIONS] = {
    [COMMON_LANG] = {.name = "lang",
                     .kind = CLI_CHOICE,
                     .value = "en|fr",
                     .choices = LANGS,
                     .en = "language of messages (or set DENDRO_LANG)",
                     .fr = "langue des messages (ou DENDRO_LANG)"},
    [COMMON_HELP] = {.name = "help", .kind = CLI_FLAG, .en = "show this page", .fr = "afficher cette page"},
};

/* Those of a command that opens a database, besides its --db. */
const struct cli_option cli_club_options[CLUB_OPTIONS] = {
    [CLUB_PLACE] = {.name = "clubs",
                    .kind = CLI_WORD,
                    .hint = HINT_FILE,
                    .value = "DIR",
                    .en = "a folder of many clubs (or set DENDRO_CLUBS)",
                    .fr = "un dossier de plusieurs clubs (ou DENDRO_CLUBS)"},
    [CLUB_ONE] = {.name = "club",
                  .kind = CLI_WORD,
                  .value = "SLUG",
                  .en = "the club of that folder",
                  .fr = "le club de ce dossier"},
};

static const struct message MSG_OPTION = {ERR_USAGE, "usage.option", "unknown option '%1'", "option « %1 » inconnue"};
static const struct message MSG_NO_OPTION = {ERR_USAGE, "usage.option",
                                             "unknown option '%1': this command takes %2, without an option",
                                             "option « %1 » inconnue : cette commande prend %2, sans option"};
static const struct message MSG_COMMAND = {ERR_USAGE, "usage.command",
                                           "unknown command '%1': 'dendro help' lists the commands",
                                           "commande « %1 » inconnue : « dendro help » les énumère"};
static const struct message MSG_COMMAND_GUESS = {ERR_USAGE, "usage.command", "unknown command '%1'",
                                                 "commande « %1 » inconnue"};
static const struct message MSG_CHILD = {ERR_USAGE, "usage.command",
                                         "unknown command '%1': 'dendro help %2' lists the commands",
                                         "commande « %1 » inconnue : « dendro help %2 » les énumère"};
static const struct message MSG_VALUE = {ERR_USAGE, "usage.value", "option '--%1' needs a value: %2",
                                         "l'option « --%1 » attend une valeur : %2"};
static const struct message MSG_NO_VALUE = {ERR_USAGE, "usage.no-value", "option '--%1' takes no value",
                                            "l'option « --%1 » ne prend pas de valeur"};
static const struct message MSG_NUMBER = {ERR_USAGE, "usage.number",
                                          "option '--%1': '%2' is not a whole number from %3 to %4",
                                          "option « --%1 » : « %2 » n'est pas un nombre entier de %3 à %4"};
static const struct message MSG_CHOICE = {ERR_USAGE, "usage.choice", "option '--%1': '%2' is none of %3",
                                          "option « --%1 » : « %2 » n'est pas parmi %3"};
static const struct message MSG_PAIRS = {ERR_USAGE, "usage.pairs", "option '--%1' is given more than %2 times",
                                         "l'option « --%1 » est donnée plus de %2 fois"};
static const struct message MSG_AGAIN = {ERR_USAGE, "usage.again", "option '--%1' is given twice",
                                         "l'option « --%1 » est donnée deux fois"};
static const struct message MSG_REQUIRED = {ERR_USAGE, "usage.required", "option '--%1' is missing: %2",
                                            "il manque l'option « --%1 » : %2"};
static const struct message MSG_OPERAND = {ERR_USAGE, "usage.operand", "too many arguments: '%1'",
                                           "argument de trop : « %1 »"};
static const struct message MSG_OPERANDS = {ERR_USAGE, "usage.operands", "an argument is missing: %1",
                                            "il manque un argument : %1"};

/* The words, and how many of them are read. */
struct parser {
    struct cli_arguments *arguments;
    const struct command *command;
    size_t count;
    const char *const *words;
    size_t next;
    struct error *error;
};

enum err command_unknown(struct error *error, const struct command *group, const char *name)
{
    struct near near;
    struct span guess;
    size_t count;
    const struct command *const *commands = command_all(&count);
    if (group) {
        commands = group->children;
        count = group->children_count;
    }
    near_begin(&near, span_from(name));
    for (size_t i = 0; i < count; i++) {
        near_offer(&near, span_from(command_short_name(commands[i])));
    }
    bool guessed = near_best(&near, &guess);
    const struct message *message = guessed ? &MSG_COMMAND_GUESS : group ? &MSG_CHILD : &MSG_COMMAND;
    enum err err = error_raise_span(error, message, span_from(name));
    error_add(error, span_from(group ? group->name : NULL));
    near_hint(&near, error);
    return err;
}

/* Adds what stands for a value, as help writes it. */
static void add_form(struct error *error, const char *form)
{
    char text[2][ERROR_ARG_SIZE];
    for (int lang = LANG_EN; lang <= LANG_FR; lang++) {
        struct strbuf out;
        strbuf_wrap(&out, text[lang], sizeof(text[lang]));
        help_form(form, (enum lang)lang, &out);
        text[lang][strbuf_ok(&out) ? out.len : 0] = '\0';
    }
    error_add_name(error, &(struct name){.id = form, .en = text[LANG_EN], .fr = text[LANG_FR]});
}

/* True when the name of an option is, in capitals, one of the command's operands: --player of `PLAYER OTHER`. */
static bool is_operand(const struct command *command, struct span name)
{
    enum { LONGEST = 16 };
    char capitals[LONGEST] = "";
    if (!command->operands || name.len == 0 || name.len >= LONGEST) {
        return false;
    }
    for (size_t i = 0; i < name.len; i++) {
        bool small = name.ptr[i] >= 'a' && name.ptr[i] <= 'z';
        capitals[i] = small ? (char)(name.ptr[i] - 'a' + 'A') : '-';
    }
    const char *at = strstr(command->operands, capitals);
    return at && (at[name.len] == '\0' || strchr(" ]|", at[name.len]));
}

static enum err unknown_option(const struct parser *parser, const char *word, struct span name)
{
    enum { LONGEST = 64 };
    const struct command *command = parser->command;
    const char *equals = strchr(word, '=');
    struct span shown = span_of(word, equals ? (size_t)(equals - word) : strlen(word));
    if (is_operand(command, name)) {
        enum err err = error_raise_span(parser->error, &MSG_NO_OPTION, shown);
        add_form(parser->error, command->operands);
        return err;
    }
    enum err err = error_raise_span(parser->error, &MSG_OPTION, shown);
    char memory[LONGEST];
    struct strbuf hint;
    struct near near;
    struct span guess;
    near_begin(&near, name);
    near_few(&near);
    for (size_t i = 0; i < command->options_count; i++) {
        near_offer(&near, span_from(command->options[i].name));
    }
    for (size_t i = 0; i < CLUB_OPTIONS; i++) {
        if (command_club_option(command, i)) {
            near_offer(&near, span_from(cli_club_options[i].name));
        }
    }
    for (size_t i = 0; i < COMMON_OPTIONS; i++) {
        near_offer(&near, span_from(cli_common_options[i].name));
    }
    if (near_best(&near, &guess)) {
        strbuf_wrap(&hint, memory, sizeof(memory));
        strbuf_add(&hint, "--");
        strbuf_add_span(&hint, guess);
        error_hint(parser->error, strbuf_span(&hint));
    }
    return err;
}

size_t command_option(const struct command *command, const char *name)
{
    size_t i = 0;
    while (i < command->options_count && strcmp(command->options[i].name, name) != 0) {
        i++;
    }
    return i;
}

static bool has_option(const struct command *command, const char *name)
{
    return command_option(command, name) < command->options_count;
}

bool command_club_option(const struct command *command, size_t option)
{
    return has_option(command, "db") && !has_option(command, "clubs") &&
           !has_option(command, cli_club_options[option].name);
}

/* The option's row, and in `value` where its value goes; NULL when there is no such option. */
static const struct cli_option *find_option(const struct parser *parser, struct span name, struct cli_value **value)
{
    const struct command *command = parser->command;
    for (size_t i = 0; i < command->options_count; i++) {
        if (span_is(name, command->options[i].name)) {
            *value = &parser->arguments->value[i];
            return &command->options[i];
        }
    }
    for (size_t i = 0; i < CLUB_OPTIONS; i++) {
        if (command_club_option(command, i) && span_is(name, cli_club_options[i].name)) {
            *value = &parser->arguments->club[i];
            return &cli_club_options[i];
        }
    }
    for (size_t i = 0; i < COMMON_OPTIONS; i++) {
        if (span_is(name, cli_common_options[i].name)) {
            *value = &parser->arguments->common[i];
            return &cli_common_options[i];
        }
    }
    return NULL;
}

/* An option lacks what `form` stands for. */
static enum err raise_form(struct error *error, const struct message *message, const struct cli_option *option)
{
    enum err err = error_raise_span(error, message, span_from(option->name));
    add_form(error, option->value);
    return err;
}

static enum err raise_about(struct error *error, const struct message *message, const struct cli_option *option,
                            const char *word)
{
    enum err err = error_raise_span(error, message, span_from(option->name));
    error_add(error, span_from(word));
    return err;
}

enum err arguments_number(const struct cli_option *option, struct cli_value *value, struct error *error)
{
    if (span_int(span_from(value->text), option->min, option->max, &value->number)) {
        return ERR_OK;
    }
    enum err err = raise_about(error, &MSG_NUMBER, option, value->text);
    error_add_int(error, option->min);
    error_add_int(error, option->max);
    return err;
}

static enum err take_choice(const struct cli_option *option, struct cli_value *value, struct error *error)
{
    for (size_t i = 0; option->choices[i]; i++) {
        if (strcmp(option->choices[i], value->text) == 0) {
            value->number = (int64_t)i;
            return ERR_OK;
        }
    }
    struct near near;
    enum err err = raise_about(error, &MSG_CHOICE, option, value->text);
    error_add(error, span_from(option->value));
    near_begin(&near, span_from(value->text));
    for (size_t i = 0; option->choices[i]; i++) {
        near_offer(&near, span_from(option->choices[i]));
    }
    near_hint(&near, error);
    return err;
}

/* One more of an option that may be repeated. */
static enum err take_pair(struct parser *parser, const struct cli_option *option, const struct cli_value *value)
{
    struct cli_arguments *arguments = parser->arguments;
    bool two = option->kind == CLI_PAIR;
    size_t index = (size_t)(option - parser->command->options);
    int64_t most = option->max > 0 ? option->max : CLI_PAIRS;
    int64_t given = 0;
    for (size_t i = 0; i < arguments->pairs_count; i++) {
        given += arguments->pair[i].option == index;
    }
    if (two && parser->next == parser->count) {
        return raise_form(parser->error, &MSG_VALUE, option);
    }
    if (given == most) {
        enum err err = error_raise_span(parser->error, &MSG_PAIRS, span_from(option->name));
        error_add_int(parser->error, most);
        return err;
    }
    arguments->pair[arguments->pairs_count++] =
        (struct cli_pair){index, {value->text, two ? parser->words[parser->next++] : NULL}};
    return ERR_OK;
}

/* Reads `value->text` as the option's kind says. */
static enum err take_value(struct parser *parser, const struct cli_option *option, struct cli_value *value)
{
    bool text = option->kind == CLI_WORD || option->kind == CLI_LIST;
    if (text && value->text[0] == '\0' && !option->may_be_empty) {
        return raise_form(parser->error, &MSG_VALUE, option);
    }
    switch (option->kind) {
    case CLI_NUMBER:
        return arguments_number(option, value, parser->error);
    case CLI_CHOICE:
        return take_choice(option, value, parser->error);
    case CLI_PAIR:
    case CLI_LIST:
        return take_pair(parser, option, value);
    case CLI_FLAG:
    case CLI_WORD:
        break;
    }
    return ERR_OK;
}

/* To ask for help again is no contradiction. */
static bool may_repeat(const struct cli_option *option)
{
    return option->kind == CLI_PAIR || option->kind == CLI_LIST || option == &cli_common_options[COMMON_HELP];
}

/* One word that starts with a dash. */
static enum err take_option(struct parser *parser, const char *word)
{
    bool is_long = word[1] == '-';
    const char *equals = is_long ? strchr(word, '=') : NULL;
    struct span name = span_from(is_long ? word + 2 : word + 1);
    if (equals) {
        name.len = (size_t)(equals - name.ptr);
    }
    if (strcmp(word, "-h") == 0) {
        name = span_from("help");
        is_long = true;
    }
    struct cli_value *value = NULL;
    const struct cli_option *option = is_long ? find_option(parser, name, &value) : NULL;
    if (!option) {
        return unknown_option(parser, word, name);
    }
    if (value->set && !may_repeat(option)) {
        return error_raise_span(parser->error, &MSG_AGAIN, span_from(option->name));
    }
    if (option->kind == CLI_FLAG) {
        value->set = true;
        return equals ? error_raise_span(parser->error, &MSG_NO_VALUE, span_from(option->name)) : ERR_OK;
    }
    if (!equals && parser->next == parser->count) {
        return raise_form(parser->error, &MSG_VALUE, option);
    }
    value->text = equals ? equals + 1 : parser->words[parser->next++];
    enum err err = take_value(parser, option, value);
    value->set = err == ERR_OK;
    return err;
}

/* Refuses a required option that is missing, and too few or too many operands. */
static enum err check_complete(const struct parser *parser)
{
    const struct command *command = parser->command;
    const struct cli_arguments *arguments = parser->arguments;
    for (size_t i = 0; i < command->options_count; i++) {
        if (command->options[i].required && !arguments->value[i].set) {
            return raise_form(parser->error, &MSG_REQUIRED, &command->options[i]);
        }
    }
    if (arguments->operands_count < command->operands_min) {
        enum err err = error_raise(parser->error, &MSG_OPERANDS);
        add_form(parser->error, command->operands);
        return err;
    }
    if (arguments->operands_count > command->operands_max) {
        return error_raise_span(parser->error, &MSG_OPERAND, span_from(arguments->operands[command->operands_max]));
    }
    return ERR_OK;
}

enum err arguments_parse(struct cli_arguments *arguments, const struct allocator *allocator,
                         const struct command *command, size_t count, const char *const *words, struct error *error)
{
    *arguments = (struct cli_arguments){.allocator = allocator, .command = command};
    struct parser parser = {arguments, command, count, words, 0, error};
    bool only_operands = false;
    arguments->operands = mem_new(allocator, count + 1, sizeof(*arguments->operands));
    arguments->pair = mem_new(allocator, count + 1, sizeof(*arguments->pair)); /* each takes a word at the least */
    if (!arguments->operands || !arguments->pair) {
        return error_raise(error, &MSG_MEMORY);
    }
    while (parser.next < count) {
        const char *word = words[parser.next++];
        if (only_operands || word[0] != '-' || word[1] == '\0') {
            arguments->operands[arguments->operands_count++] = word;
            only_operands = only_operands || command->operands_end_options;
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
        } else {
            enum err err = take_option(&parser, word);
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return arguments->common[COMMON_HELP].set ? ERR_OK : check_complete(&parser);
}

const struct cli_value *arguments_named(const struct cli_arguments *arguments, const char *name)
{
    static const struct cli_value UNSET = {.set = false};
    size_t i = command_option(arguments->command, name);
    return i < arguments->command->options_count ? &arguments->value[i] : &UNSET;
}

void arguments_release(struct cli_arguments *arguments)
{
    if (arguments->allocator) {
        mem_free(arguments->allocator, arguments->operands);
        mem_free(arguments->allocator, arguments->pair);
    }
    *arguments = (struct cli_arguments){.allocator = NULL};
}
