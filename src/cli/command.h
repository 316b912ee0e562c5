/*
 * What a command is: a row of constant facts, and one function. Dispatch,
 * the parsing of its words, help in both languages, shell completion and the
 * test that walks all commands come from these rows (commands.c).
 *
 * Options. `--name VALUE` and `--name=VALUE` are the same. Only CLI_PAIR, CLI_LIST
 * and --help may be given again. `--` ends the options, `-` alone
 * is an operand (standard input). Options and operands may be mixed. Every
 * command also has the common options: --lang and --help.
 *
 * Groups. `dendro log check` is a row of its own, called "log check", among
 * the children of the row "log". Options may stand on either side of the
 * child's name; a group's own table says which may stand before it.
 *
 * A command finds an option's value by its index in the command's own table:
 *
 *     enum { SCORE_JSON, SCORE_OPTIONS };
 *     static const struct cli_option OPTIONS[SCORE_OPTIONS] = {[SCORE_JSON] = CLI_OPTION_JSON};
 *     ... if (arguments->value[SCORE_JSON].set)
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/cli.h"

enum {
    CLI_OPTIONS = 48, /* options of one command at the most, common ones not counted */
    CLI_PAIRS = 16    /* times that a CLI_PAIR or CLI_LIST option may be given, unless its `max` says otherwise */
};

enum cli_kind {
    CLI_FLAG,   /* no value */
    CLI_WORD,   /* any text */
    CLI_NUMBER, /* an integer from `min` to `max` */
    CLI_CHOICE, /* one of `choices` */
    CLI_PAIR,   /* two words, NAME and VALUE, again and again */
    CLI_LIST    /* any text, again and again: pair[i].word[0] */
};

/* What the shell offers for a value or an operand. */
enum cli_hint { HINT_NONE, HINT_FILE, HINT_GAME, HINT_TITLE, HINT_COMMAND, HINT_SHELL };

struct cli_option {
    const char *name; /* without its dashes */
    enum cli_kind kind;
    bool required;
    bool usual; /* what it names is somewhere, also when it does not say: the database of a command that needs one */
    bool may_be_empty; /* CLI_WORD, CLI_LIST: a value of no letters means something; of other options it is a mistake */
    enum cli_hint hint;
    const char *value;          /* what help calls it: "N"; NULL for a flag */
    const char *const *choices; /* CLI_CHOICE: terminated by NULL */
    int64_t min;
    int64_t max; /* of a number; of what may be repeated how often, 0: CLI_PAIRS times */
    const char *en;
    const char *fr;
};

/* Options that several commands share. */
#define CLI_OPTION_JSON                                                              \
    {                                                                                \
        .name = "json", .kind = CLI_FLAG, .en = "answer in JSON, one object a line", \
        .fr = "répondre en JSON, un objet par ligne"                                \
    }
#define CLI_OPTION_DB                                                                      \
    {                                                                                      \
        .name = "db", .kind = CLI_WORD, .usual = true, .hint = HINT_FILE, .value = "PATH", \
        .en = "the database (default: $DENDRO_DB, else dendro.db)",                        \
        .fr = "la base de données (par défaut : $DENDRO_DB, sinon dendro.db)"            \
    }

#define CLI_OPTION_QUIET                                                           \
    {                                                                              \
        .name = "quiet", .kind = CLI_FLAG, .en = "no summary and no progress bar", \
        .fr = "ni résumé ni barre de progression"                                \
    }
#define CLI_OPTION_PLAYER                                                                                           \
    {                                                                                                               \
        .name = "player", .kind = CLI_WORD, .value = "NAME", .en = "only games of this player, by name or @handle", \
        .fr = "parties de cette personne, par nom ou @identifiant"                                                  \
    }
#define CLI_OPTION_SINCE                                             \
    {                                                                \
        .name = "since", .kind = CLI_WORD, .value = "DATE",          \
        .en = "only games played on that day or later (2026-11-13)", \
        .fr = "parties jouées ce jour-là ou après (2026-11-13)"   \
    }

/* What makes a row a group: its operands are the name and the words of one of `list`, an array of rows. */
#define CLI_GROUP(list)                                                                                   \
    .operands = "COMMAND ...", .operands_min = 1, .operands_max = SIZE_MAX, .operands_end_options = true, \
    .children = (list), .children_count = sizeof(list) / sizeof((list)[0])

/* The options of every command, and their indices in cli_arguments.common. */
enum { COMMON_LANG, COMMON_HELP, COMMON_OPTIONS };
extern const struct cli_option cli_common_options[COMMON_OPTIONS];

/*
 * The options of every command that has --db and no --clubs of its own, and their indices in cli_arguments.club. What they
 * say becomes the value of --db before the command runs (database_choose).
 */
enum { CLUB_PLACE, CLUB_ONE, CLUB_OPTIONS };
extern const struct cli_option cli_club_options[CLUB_OPTIONS];

struct cli_value {
    bool set;
    int64_t number;   /* CLI_NUMBER: the number; CLI_CHOICE: the index of the choice */
    const char *text; /* the value as given; NULL for a flag */
};

/* One of an option that may be repeated. */
struct cli_pair {
    size_t option;       /* whose: its index in the command's table */
    const char *word[2]; /* of a CLI_LIST only the first */
};

struct cli_arguments {
    const struct allocator *allocator;
    const struct command *command; /* whose options these are */
    struct cli_value value[CLI_OPTIONS];
    struct cli_value common[COMMON_OPTIONS];
    struct cli_value club[CLUB_OPTIONS];
    struct cli_pair *pair; /* in the order in which they came, of whatever option */
    size_t pairs_count;
    const char **operands; /* borrowed words, in a list of our own */
    size_t operands_count;
};

struct command {
    const char *name;
    const char *en; /* one line without a full stop */
    const char *fr;
    const char *more_en; /* what else help says, ending in a line feed; NULL: nothing */
    const char *more_fr;
    const struct cli_option *options;
    size_t options_count;
    bool makes_club;      /* what --club names need not be there yet */
    const char *operands; /* as in the usage line: "[FILE|-]..."; NULL: none */
    enum cli_hint hint;   /* what operands are */
    size_t operands_min;
    size_t operands_max;
    bool operands_end_options; /* everything from the first operand on is an operand */
    int (*run)(struct cli *cli, const struct cli_arguments *arguments); /* NULL: a group that does nothing by itself */
    const struct command *const *children;                              /* of a group */
    size_t children_count;
};

/* All commands in the order in which help shows them. */
const struct command *const *command_all(size_t *count);

/* NULL when there is none of that name. */
const struct command *command_find(const char *name);

/* The child's name without that of its group: "check" for "log check"; a command's own name. */
const char *command_short_name(const struct command *command);

/* The child of a group; NULL when there is none of that (short) name. */
const struct command *command_child(const struct command *group, const char *name);

/* The index of the option of that name in the command's own table; options_count when it has none. */
size_t command_option(const struct command *command, const char *name);

/* True when the command takes that option of cli_club_options. */
bool command_club_option(const struct command *command, size_t option);

/* The program itself as a command: its options are those before the command's name. */
enum { PROGRAM_VERSION, PROGRAM_OPTIONS };
extern const struct command command_program;

extern const struct command command_score;
extern const struct command command_verify;
extern const struct command command_replay;
extern const struct command command_simulate;
extern const struct command command_format;
extern const struct command command_games;
extern const struct command command_catalogue;
extern const struct command command_import;
extern const struct command command_export;
extern const struct command command_stats;
extern const struct command command_season;
extern const struct command command_review;
extern const struct command command_puzzle;
extern const struct command command_tables;
extern const struct command command_club;
extern const struct command command_audit;
extern const struct command command_players;
extern const struct command command_game;
extern const struct command command_title;
extern const struct command command_demo;
extern const struct command command_rebuild;
extern const struct command command_settings;
extern const struct command command_log;
extern const struct command command_migrate;
extern const struct command command_backup;
extern const struct command command_move;
extern const struct command command_restore;
extern const struct command command_serve;
extern const struct command command_token;
extern const struct command command_completion;
extern const struct command command_help;

/*
 * Reads `words` as the options and operands of `command`. ERR_USAGE says in
 * one sentence what is wrong, with a guess at what was meant. What was read
 * before that is in `arguments`, which the caller releases either way. When
 * --help is among the words nothing else is missed.
 */
ERR_CHECK enum err arguments_parse(struct cli_arguments *arguments, const struct allocator *allocator,
                                   const struct command *command, size_t count, const char *const *words,
                                   struct error *error);
void arguments_release(struct cli_arguments *arguments);

/* The value of an option by its name; one that is not set for an option that the command does not take. */
const struct cli_value *arguments_named(const struct cli_arguments *arguments, const char *name);

/* The text of a value as a number from `min` to `max` of the option. For a command that knows these only when it runs. */
ERR_CHECK enum err arguments_number(const struct cli_option *option, struct cli_value *value, struct error *error);

/* Raised for a name that is no command, or no child of `group` (NULL: the program), with a guess. */
ERR_CHECK enum err command_unknown(struct error *error, const struct command *group, const char *name);

/* Appends the page of one command, or of the program, in `lang`. */
void help_command(const struct command *command, enum lang lang, struct strbuf *out);

/* Appends the usage line of a command: `dendro score [--json] [FILE|-]...`, without a line feed. */
void help_usage(const struct command *command, enum lang lang, struct strbuf *out);

/* Appends what stands for values, `FILE|-`, in `lang`. */
void help_form(const char *form, enum lang lang, struct strbuf *out);

#endif
