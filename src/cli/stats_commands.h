/* What the files of the group `dendro stats` share: opening the database for one answer, dates, and the commands. */
#ifndef CLI_STATS_COMMANDS_H
#define CLI_STATS_COMMANDS_H

#include "cli/command.h"
#include "service/statistics.h"

/* Options that both files have. */
#define STATS_OPTION_GAME                                                                          \
    {                                                                                              \
        .name = "game", .kind = CLI_WORD, .hint = HINT_GAME, .value = "G", .en = "only this game", \
        .fr = "ce jeu seulement"                                                                   \
    }
#define STATS_OPTION_CSV                                                                 \
    {                                                                                    \
        .name = "csv", .kind = CLI_FLAG, .en = "answer in CSV", .fr = "répondre en CSV" \
    }

/* What a child of the group does with an open database and a filter. */
typedef enum err stats_fn(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                          struct stats_filter *filter, struct error *error);

/* Opens the database, whose option is the first of every child, answers from one moment of it; the exit code. */
int stats_answer(struct cli *cli, const struct cli_arguments *arguments, struct stats_filter *filter, stats_fn *answer);

/* ERR_USAGE for what is no date; `*has` says whether there was any. */
ERR_CHECK enum err stats_take_day(const struct cli_value *value, bool *has, int32_t *day, struct error *error);

extern const struct command command_stats_history, command_stats_versus;

#endif
