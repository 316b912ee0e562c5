/* dendro stats history and versus: ratings as they went, and what one player did against another. */
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "service/history.h"
#include "wire/stats.h"

#include "base/banned.h"

static const struct cli_option OPTIONS_VERSUS[] = {CLI_OPTION_DB, STATS_KIND, STATS_DAYS, STATS_NIGHT, STATS_FORMS};

static const struct cli_option OPTIONS_HISTORY[] = {
    CLI_OPTION_DB,
    STATS_GAME,
    STATS_WORD("from", "DATE", "only nights from this day on", "les soirées à partir de ce jour seulement"),
    STATS_WORD("to", "DATE", "only nights up to this day", "les soirées jusqu'à ce jour seulement"),
    STATS_PLAYER,
    STATS_FORMS,
};

/* ---- history ---- */

static enum err answer_history(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct stats_filter *filter, struct error *error)
{
    struct rating_history history;
    const char *player = NULL;
    enum err err = stats_operand(arguments, "player", &player, error);
    if (err != ERR_OK) {
        return err;
    }
    filter->player = span_from(player);
    filter->effort = HISTORY_ALL;
    err = service_rating_history(service, filter, &history, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_rating_history(&history, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_rating_history_csv(&history, &cli->text);
    } else if (history.count == 0) {
        stats_say_nothing(cli, filter, &(struct stats_nothing){.other = NULL}, &cli->text);
    } else {
        show_rating_history(cli, &history, &cli->text);
    }
    rating_history_release(&history);
    return err;
}

static int run_history(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_history);
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
    .options_count = STATS_COUNT(OPTIONS_HISTORY),
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
    const char *other = arguments->operands[1];
    filter->player = span_from(arguments->operands[0]);
    arena_init(&arena, cli->text.allocator, 1 << 16);
    enum err err = service_versus(service, filter, span_from(other), &arena, &row, &log_size, error);
    if (err != ERR_OK) {
        goto out;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_versus(&row, log_size, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_versus_csv(&row, &cli->text);
    } else if (row.games == 0) {
        stats_say_nothing(cli, filter, &(struct stats_nothing){.other = other, .with_solo = true}, &cli->text);
    } else {
        show_one_versus(cli, arguments->operands[0], &row, log_size, &cli->text);
    }
out:
    arena_release(&arena);
    return err;
}

static int run_versus(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_versus);
}

const struct command command_stats_versus = {
    .name = "stats versus",
    .en = "what one player did against another: finished before, behind, level",
    .fr = "ce qu'un joueur a fait contre un autre : devant, derrière, à égalité",
    .options = OPTIONS_VERSUS,
    .options_count = STATS_COUNT(OPTIONS_VERSUS),
    .operands = "PLAYER OTHER",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_versus,
};
