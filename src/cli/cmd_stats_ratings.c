/* dendro stats history and versus: ratings as they went, and what one player did against another. */
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "service/history.h"
#include "wire/stats.h"

#include "base/banned.h"

enum {
    RATINGS_DB,
    RATINGS_GAME,
    RATINGS_JSON,
    RATINGS_CSV,
    VERSUS_OPTIONS,
    HISTORY_FROM = VERSUS_OPTIONS,
    HISTORY_TO,
    HISTORY_OPTIONS
};

#define COMMON_RATINGS                                                                                  \
    [RATINGS_DB] = CLI_OPTION_DB, [RATINGS_GAME] = STATS_OPTION_GAME, [RATINGS_JSON] = CLI_OPTION_JSON, \
    [RATINGS_CSV] = STATS_OPTION_CSV

static const struct cli_option OPTIONS_VERSUS[VERSUS_OPTIONS] = {COMMON_RATINGS};

static const struct cli_option OPTIONS_HISTORY[HISTORY_OPTIONS] = {
    COMMON_RATINGS,
    [HISTORY_FROM] = {.name = "from",
                      .kind = CLI_WORD,
                      .value = "DATE",
                      .en = "only nights from this day on",
                      .fr = "les soirées à partir de ce jour seulement"},
    [HISTORY_TO] = {.name = "to",
                    .kind = CLI_WORD,
                    .value = "DATE",
                    .en = "only nights up to this day",
                    .fr = "les soirées jusqu'à ce jour seulement"},
};

/* ---- history ---- */

static enum err answer_history(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct stats_filter *filter, struct error *error)
{
    struct rating_history history;
    enum err err = service_rating_history(service, filter, &history, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[RATINGS_JSON].set) {
        err = wire_rating_history(&history, &cli->text, error);
    } else if (arguments->value[RATINGS_CSV].set) {
        wire_rating_history_csv(&history, &cli->text);
    } else {
        show_rating_history(cli, &history, &cli->text);
    }
    rating_history_release(&history);
    return err;
}

static int run_history(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    struct stats_filter filter = {.game = span_from(value[RATINGS_GAME].text), .effort = HISTORY_ALL};
    struct error error;
    if (arguments->operands_count > 0) {
        filter.player = span_from(arguments->operands[0]);
    }
    enum err err = stats_take_day(&value[HISTORY_FROM], &filter.has_from, &filter.from, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    err = stats_take_day(&value[HISTORY_TO], &filter.has_to, &filter.to, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    return stats_answer(cli, arguments, &filter, answer_history);
}

const struct command command_stats_history = {
    .name = "stats history",
    .en = "ratings at the end of each night, everybody's or one player's",
    .fr = "le classement à la fin de chaque soirée, de tous ou d'un joueur",
    .more_en = "A rating of a night is the fit on all games up to that night, so a game that is entered\n"
               "late rewrites the nights after it. --from and --to choose nights, not games.\n",
    .more_fr = "Le classement d'une soirée est ajusté à toutes les parties jusque-là : une partie saisie plus\n"
               "tard récrit les soirées suivantes. --from et --to choisissent des soirées, pas des parties.\n",
    .options = OPTIONS_HISTORY,
    .options_count = HISTORY_OPTIONS,
    .operands = "[PLAYER]",
    .operands_max = 1,
    .run = run_history,
};

/* ---- one against another ---- */

static enum err answer_versus(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct stats_filter *filter, struct error *error)
{
    struct arena arena;
    struct versus_row row;
    int64_t log_size = 0;
    arena_init(&arena, cli->text.allocator, 1 << 16);
    enum err err = service_versus(service, filter->game, span_from(arguments->operands[0]),
                                  span_from(arguments->operands[1]), &arena, &row, &log_size, error);
    if (err != ERR_OK) {
        goto out;
    }
    if (arguments->value[RATINGS_JSON].set) {
        err = wire_versus(&row, log_size, &cli->text, error);
    } else if (arguments->value[RATINGS_CSV].set) {
        wire_versus_csv(&row, &cli->text);
    } else {
        show_one_versus(cli, arguments->operands[0], &row, log_size, &cli->text);
    }
out:
    arena_release(&arena);
    return err;
}

static int run_versus(struct cli *cli, const struct cli_arguments *arguments)
{
    struct stats_filter filter = {.game = span_from(arguments->value[RATINGS_GAME].text)};
    return stats_answer(cli, arguments, &filter, answer_versus);
}

const struct command command_stats_versus = {
    .name = "stats versus",
    .en = "what one player did against another: finished before, behind, level",
    .fr = "ce qu'un joueur a fait contre un autre : devant, derrière, à égalité",
    .options = OPTIONS_VERSUS,
    .options_count = VERSUS_OPTIONS,
    .operands = "PLAYER OTHER",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_versus,
};
