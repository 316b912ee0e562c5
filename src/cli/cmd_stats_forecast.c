/* dendro stats forecast: who wins a table of these players. */
#include "cli/grid.h"
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "cli/text.h"
#include "wire/stats.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24 };

static const struct cli_option OPTIONS_FORECAST[] = {
    CLI_OPTION_DB,
    STATS_WORD("seats", "A,B,C", "who sits there: 2 to 12 names or @handles, with commas between them",
               "qui joue : de 2 à 12 noms ou @identifiants, séparés par des virgules"),
    STATS_GAME,
    STATS_FORMS,
};

static void show_forecast(const struct cli *cli, const struct forecast *forecast, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"player", "joueur"}, {"rating", "classement"}, {"chance", "chances"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 1);
    grid_heads(&grid, HEADS, 3);
    for (size_t i = 0; i < forecast->count; i++) {
        const struct forecast_row *row = &forecast->rows[i];
        text_clean_cut(grid_cell(&grid), span_from(row->player), NAME_WIDTH);
        show_figure(&grid, &row->rating, 0);
        strbuf_add(&grid.cells, row->provisional ? " ?" : "  ");
        struct strbuf *cell = grid_cell(&grid);
        wire_decimal(100 * row->chance, 0, cell);
        strbuf_add(cell, " %");
    }
    grid_end(&grid, out);
    show_rated_foot(cli, forecast->log_size, forecast->approximate, out);
}

static enum err answer_forecast(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                                struct stats_filter *filter, struct error *error)
{
    struct forecast forecast;
    struct span seats = span_from(arguments_named(arguments, "seats")->text);
    enum err err = service_forecast(service, filter, seats, &forecast, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_forecast(&forecast, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_forecast_csv(&forecast, &cli->text);
    } else {
        show_forecast(cli, &forecast, &cli->text);
    }
    forecast_release(&forecast);
    return err;
}

static int run_forecast(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_forecast);
}

const struct command command_stats_forecast = {
    .name = "stats forecast",
    .en = "each player's chance to win a table of these players",
    .fr = "les chances de chacun de gagner une table de ces joueurs",
    .more_en = "What is not known about the players is taken into account: two newcomers have even chances, and\n"
               "the chances of others are nearer to each other than their ratings alone would make them.\n"
               "A name with a comma in it is asked for by its @handle.\n",
    .more_fr = "Ce qu'on ne sait pas des joueurs est pris en compte : deux nouveaux ont des chances égales,\n"
               "et celles des autres sont plus proches que leurs seuls classements le feraient croire.\n"
               "Un nom qui contient une virgule se demande par son @identifiant.\n",
    .options = OPTIONS_FORECAST,
    .options_count = STATS_COUNT(OPTIONS_FORECAST),
    .run = run_forecast,
};
