/*
 * dendro title: what the club plays, for the organiser. Renaming and merging are entries of the log; the names that a
 * title had stay with it, so that records which have them are still understood.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/stats_show.h"
#include "cli/text.h"
#include "service/reading.h"
#include "wire/titles.h"

#include "base/banned.h"

enum { TITLE_DB, TITLE_OPTIONS };
enum { SHOW_DB, SHOW_JSON, SHOW_OPTIONS };

static const struct cli_option DB[TITLE_OPTIONS] = {[TITLE_DB] = CLI_OPTION_DB};
static const struct cli_option SHOW[SHOW_OPTIONS] = {[SHOW_DB] = CLI_OPTION_DB, [SHOW_JSON] = CLI_OPTION_JSON};

enum { NAME_WIDTH = 40 };

/* ---- list ---- */

static void add_day(struct grid *grid, int64_t day)
{
    char text[DATE_SIZE] = "-";
    if (day != INT64_MIN) {
        date_format((int32_t)day, text);
    }
    grid_text(grid, text);
}

static void add_row(struct grid *grid, const struct title *title)
{
    const struct store_plays *plays = &title->plays;
    text_clean_cut(grid_cell(grid), span_from(name_in(&title->name, grid->cli->lang)), NAME_WIDTH);
    text_clean_cut(grid_cell(grid), title->id, NAME_WIDTH);
    if (title->merged_into.len > 0) {
        struct strbuf *cell = grid_cell(grid);
        strbuf_add(cell, "= ");
        text_clean_cut(cell, title->merged_into, NAME_WIDTH);
        for (unsigned i = 0; i < 3; i++) {
            grid_text(grid, "-");
        }
        return;
    }
    grid_int(grid, plays->games);
    add_day(grid, plays->first);
    add_day(grid, plays->last);
    show_points(grid, plays->timed > 0, plays->minutes, 1);
}

struct listing {
    struct cli *cli;
    bool json;
    struct grid grid;
};

static enum err on_title(void *context, const struct title *title, struct error *error)
{
    struct listing *listing = context;
    if (listing->json) {
        enum err err = wire_title(title, &listing->cli->text, error);
        return err != ERR_OK ? err : cli_push(listing->cli) ? ERR_OK : ERR_END;
    }
    add_row(&listing->grid, title);
    return ERR_OK;
}

static void begin_grid(struct grid *grid, const struct cli *cli)
{
    static const char *const HEADS[][2] = {{"title", "titre"}, {"id", "id"},        {"games", "parties"},
                                           {"first", "début"}, {"last", "dernier"}, {"minutes", "minutes"}};
    grid_init(grid, cli, 6, 1 | 2 | 8 | 16);
    grid_heads(grid, HEADS, 6);
}

static enum err list_titles(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                            struct error *error)
{
    struct listing listing = {.cli = cli, .json = arguments->value[SHOW_JSON].set};
    if (listing.json) {
        return service_titles(service, on_title, &listing, error);
    }
    begin_grid(&listing.grid, cli);
    enum err err = service_titles(service, on_title, &listing, error);
    grid_end(&listing.grid, &cli->text);
    return err;
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[SHOW_DB], SERVICE_READ, list_titles);
}

static const struct command TITLE_LIST = {
    .name = "title list",
    .en = "every title, with games, first and last day and minutes",
    .fr = "tous les titres, avec parties, premier et dernier jour et minutes",
    .options = SHOW,
    .options_count = SHOW_OPTIONS,
    .run = run_list,
};

/* ---- show ---- */

/* How the totals are spread: a line for those of which high is good, one for those of which low is. */
static void show_spreads(const struct cli *cli, const struct title_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"totals", "totaux"},           {"least", "minimum"},
                                           {"lower quarter", "1er quart"}, {"middle", "médiane"},
                                           {"upper quarter", "3e quart"},  {"most", "maximum"}};
    struct grid grid;
    if (page->spreads_count == 0) {
        return;
    }
    grid_init(&grid, cli, 6, 1);
    grid_heads(&grid, HEADS, 6);
    for (size_t i = 0; i < page->spreads_count; i++) {
        const struct quartiles *totals = &page->spreads[i].totals;
        const int64_t numbers[] = {totals->least, totals->lower, totals->middle, totals->upper, totals->most};
        struct strbuf *cell = grid_cell(&grid);
        strbuf_int(cell, totals->scores);
        strbuf_add(cell, page->spreads[i].low ? cli_say(cli, ", low is good", ", le plus bas gagne") : "");
        for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
            show_points(&grid, true, 5 * numbers[k], 10 * page->scale);
        }
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void write_page(const struct cli *cli, const struct title_page *page, struct strbuf *out)
{
    struct grid grid;
    begin_grid(&grid, cli);
    add_row(&grid, &page->title);
    grid_end(&grid, out);
    if (page->board.count > 0) {
        strbuf_add_char(out, '\n');
        show_leaderboard(cli, &page->board, out);
    }
    if (page->records.count > 0) {
        strbuf_add_char(out, '\n');
        show_records(cli, &page->records, out);
    }
    show_spreads(cli, page, out);
    if (page->club_score.known) {
        struct grid mean;
        grid_init(&mean, cli, 1, 1);
        grid_text(&mean, cli_say(cli, "the club's mean", "moyenne du club"));
        show_figure(&mean, &page->club_score, 1);
        strbuf_add_char(out, '\n');
        grid_end(&mean, out);
    }
}

static enum err page_at_once(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    struct title_page page;
    enum err err = service_title_page(service, span_from(arguments->operands[0]), &page, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[SHOW_JSON].set) {
        err = wire_title_page(&page, &cli->text, error);
    } else {
        write_page(cli, &page, &cli->text);
    }
    title_page_release(&page);
    return err;
}

/* From one moment of the database. */
static enum err show_title(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    enum err err = service_snapshot(service, error);
    if (err != ERR_OK) {
        return err;
    }
    database_tell_stale(cli, service);
    err = page_at_once(cli, service, arguments, error);
    service_snapshot_end(service);
    return err;
}

static int run_show(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[SHOW_DB], SERVICE_READ, show_title);
}

static const struct command TITLE_SHOW = {
    .name = "title show",
    .en = "one title: who plays it most, its records and the club's mean",
    .fr = "un titre : qui y joue le plus, ses records et la moyenne du club",
    .more_en = "TITLE is an id or any name that the title has or had.\n",
    .more_fr = "TITRE est un id ou n'importe quel nom que le titre a ou a eu.\n",
    .options = SHOW,
    .options_count = SHOW_OPTIONS,
    .operands = "TITLE",
    .hint = HINT_TITLE,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_show,
};

/* ---- rename and merge ---- */

static enum err rename_title(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    (void)cli;
    return service_title_rename(service, AUTHOR_CLI, span_from(arguments->operands[0]),
                                span_from(arguments->operands[1]), error);
}

static enum err merge_title(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                            struct error *error)
{
    (void)cli;
    return service_title_merge(service, AUTHOR_CLI, span_from(arguments->operands[0]),
                               span_from(arguments->operands[1]), error);
}

static int run_rename(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[TITLE_DB], SERVICE_WRITE, rename_title);
}

static int run_merge(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[TITLE_DB], SERVICE_WRITE, merge_title);
}

static const struct command TITLE_RENAME = {
    .name = "title rename",
    .en = "give a title another name; the old ones still find it",
    .fr = "donner un autre nom à un titre ; les anciens le trouvent encore",
    .more_en = "It is an entry of the log. Games with an engine keep their names.\n",
    .more_fr = "C'est une entrée du journal. Les jeux qui ont un moteur gardent leur nom.\n",
    .options = DB,
    .options_count = TITLE_OPTIONS,
    .operands = "TITLE NAME",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_rename,
};

static const struct command TITLE_MERGE = {
    .name = "title merge",
    .en = "make two titles one",
    .fr = "faire de deux titres un seul",
    .more_en = "TITLE is INTO from now on, with all games and in all figures. It is an entry of the log.\n",
    .more_fr = "TITRE devient CIBLE, avec toutes ses parties et dans tous les chiffres. C'est une entrée\n"
               "du journal.\n",
    .options = DB,
    .options_count = TITLE_OPTIONS,
    .operands = "TITLE INTO",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_merge,
};

static const struct command *const CHILDREN[] = {&TITLE_LIST, &TITLE_SHOW, &TITLE_RENAME, &TITLE_MERGE};

const struct command command_title = {
    .name = "title",
    .en = "list, show, rename and merge what the club plays",
    .fr = "lister, montrer, renommer et fusionner ce que le club joue",
    .options = DB,
    .options_count = TITLE_OPTIONS,
    CLI_GROUP(CHILDREN),
};
