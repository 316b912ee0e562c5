/*
 * What the files of the group `dendro stats` share: the options that are
 * filters, reading them, opening the database for one answer, and the commands.
 * Which statistic takes which filter is the table of docs/statistics.md.
 */
#ifndef CLI_STATS_COMMANDS_H
#define CLI_STATS_COMMANDS_H

#include "cli/command.h"
#include "service/statistics.h"

#define STATS_WORD(n, v, e, f)                                            \
    {                                                                     \
        .name = (n), .kind = CLI_WORD, .value = (v), .en = (e), .fr = (f) \
    }

#define STATS_GAME                                                                                  \
    {                                                                                               \
        .name = "game", .kind = CLI_WORD, .hint = HINT_TITLE, .value = "G", .en = "only this game", \
        .fr = "ce jeu seulement"                                                                    \
    }

/* What kind of games. */
#define STATS_KIND                                                                                    \
    STATS_GAME, STATS_WORD("variant", "V", "only this variant", "cette variante seulement"),          \
        {.name = "seats",                                                                             \
         .kind = CLI_NUMBER,                                                                          \
         .value = "N",                                                                                \
         .min = 1,                                                                                    \
         .max = GAME_PLAYERS,                                                                         \
         .en = "only tables of so many players",                                                      \
         .fr = "les tables de ce nombre de joueurs seulement"},                                       \
        STATS_WORD("level", "L", "only records of this level", "les relevés de ce niveau seulement"), \
        STATS_WORD("place", "P", "only games played there", "les parties jouées là seulement")

#define STATS_DAYS                                                         \
    STATS_WORD("from", "DATE", "from this day on", "à partir de ce jour"), \
        STATS_WORD("to", "DATE", "up to this day", "jusqu'à ce jour")

#define STATS_NIGHT STATS_WORD("night", "DATE", "only the games of this night", "les parties de cette soirée seulement")

#define STATS_PLAYER \
    STATS_WORD("player", "NAME", "this player, by name or @handle", "ce joueur, par nom ou @identifiant")

#define STATS_FORMS                                                                      \
    CLI_OPTION_JSON,                                                                     \
    {                                                                                    \
        .name = "csv", .kind = CLI_FLAG, .en = "answer in CSV", .fr = "répondre en CSV" \
    }

#define STATS_COUNT(options) (sizeof(options) / sizeof((options)[0]))

/* What a child of the group does with an open database and a filter. */
typedef enum err stats_fn(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                          struct stats_filter *filter, struct error *error);

/*
 * Reads the filters among the options, opens the database, whose option is the
 * first of every child, and answers from one moment of it; the exit code.
 */
int stats_run(struct cli *cli, const struct cli_arguments *arguments, stats_fn *answer);

/* How an answer is written. */
enum stats_form { STATS_TABLE, STATS_JSON, STATS_CSV };
enum stats_form stats_form(const struct cli_arguments *arguments);

/* The word that may stand without its option: ERR_USAGE when both are there. `*text` stays when neither is. */
ERR_CHECK enum err stats_operand(const struct cli_arguments *arguments, const char *option, const char **text,
                                 struct error *error);

/* ERR_USAGE for what is no date. */
ERR_CHECK enum err stats_day(const char *text, int32_t *day, struct error *error);

/* What a table without a row says instead: which games were looked for. */
struct stats_nothing {
    const char *other; /* stats versus: the second player; NULL: none */
    bool with_solo;    /* solo games would have counted */
};
void stats_say_nothing(const struct cli *cli, const struct stats_filter *filter, const struct stats_nothing *nothing,
                       struct strbuf *out);

extern const struct command command_stats_history, command_stats_versus, command_stats_forecast, command_stats_year;

#endif
