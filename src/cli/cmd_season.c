/*
 * dendro season: seasons made, changed, closed, and their boards. Each of the first three is an entry of the log; a
 * board is computed from one moment of the database.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/grid.h"
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "cli/text.h"
#include "cli/values.h"
#include "wire/seasons.h"
#include "wire/stats.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24 };

static const struct message MSG_NUMBER = {ERR_USAGE, "usage.season-id", "'%1' is not the number of a season",
                                          "« %1 » n'est pas le numéro d'une saison"};

#define SEASON_FROM(needed)                                                                             \
    {                                                                                                   \
        .name = "from", .kind = CLI_WORD, .required = (needed), .value = "DATE", .en = "its first day", \
        .fr = "son premier jour"                                                                        \
    }
#define SEASON_TO(needed)                                                                            \
    {                                                                                                \
        .name = "to", .kind = CLI_WORD, .required = (needed), .value = "DATE", .en = "its last day", \
        .fr = "son dernier jour"                                                                     \
    }
#define SEASON_TITLE(empty)                                                                                         \
    {                                                                                                               \
        .name = "title", .kind = CLI_WORD, .may_be_empty = (empty), .hint = HINT_GAME, .value = "G",                \
        .en = "only games of this title (default: any)", .fr = "les parties de ce titre seulement (sinon : toutes)" \
    }
#define SEASON_POINTS                                                                 \
    {                                                                                 \
        .name = "points", .kind = CLI_WORD, .value = "P",                             \
        .en = "'win' (win points, the default), or what each place earns: 5,3,2,1",   \
        .fr = "« win » (points de victoire), ou ce que vaut chaque place : 5,3,2,1" \
    }

static const struct cli_option ADD_OPTIONS[] = {CLI_OPTION_DB,       SEASON_FROM(true), SEASON_TO(true),
                                                SEASON_TITLE(false), SEASON_POINTS,     CLI_OPTION_JSON};
static const struct cli_option CHANGE_OPTIONS[] = {
    CLI_OPTION_DB,
    {.name = "name", .kind = CLI_WORD, .value = "NAME", .en = "what it is called from now on", .fr = "son nouveau nom"},
    SEASON_FROM(false),
    SEASON_TO(false),
    SEASON_TITLE(true),
    SEASON_POINTS,
    CLI_OPTION_JSON,
};
static const struct cli_option LIST_OPTIONS[] = {
    CLI_OPTION_DB,
    {.name = "day",
     .kind = CLI_WORD,
     .value = "DATE",
     .en = "only those that run on this day",
     .fr = "celles qui courent ce jour-là seulement"},
    CLI_OPTION_JSON,
};
static const struct cli_option CLOSE_OPTIONS[] = {CLI_OPTION_DB, CLI_OPTION_JSON};
static const struct cli_option SHOW_OPTIONS[] = {CLI_OPTION_DB, STATS_FORMS};

/* ---- lines ---- */

/* `2026-09-01 2026-12-31  foret  5 3 2 1` */
static void add_terms(const struct cli *cli, const struct season_terms *terms, struct strbuf *out)
{
    char day[DATE_SIZE];
    date_format(terms->from, day);
    strbuf_add(out, day);
    strbuf_add_char(out, ' ');
    date_format(terms->to, day);
    strbuf_add(out, day);
    strbuf_add(out, "  ");
    text_clean(out, terms->title.len > 0 ? terms->title : span_from(cli_say(cli, "any title", "tout titre")));
    strbuf_add(out, "  ");
    if (terms->points.count == 0) {
        strbuf_add(out, cli_say(cli, "win points", "points de victoire"));
    } else {
        season_points_print(&terms->points, out);
    }
}

struct list {
    struct cli *cli;
    bool json;
};

/* `12  2026-09-01 2026-12-31  any title  win points  Automne 2026 (closed)` */
static enum err show_line(void *context, const struct season *season, struct error *error)
{
    const struct list *list = context;
    struct strbuf *out = &list->cli->text;
    if (list->json) {
        return wire_season(season, out, error);
    }
    strbuf_int(out, season->id);
    strbuf_add(out, "  ");
    add_terms(list->cli, &season->terms, out);
    strbuf_add(out, "  ");
    text_clean(out, season->terms.name);
    strbuf_add(out, season->closed != 0 ? cli_say(list->cli, " (closed)", " (close)") : "");
    strbuf_add_char(out, '\n');
    return ERR_OK;
}

static enum err list_seasons(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    struct list list = {cli, arguments_named(arguments, "json")->set};
    const struct cli_value *value = arguments_named(arguments, "day");
    int32_t day = 0;
    enum err err = value->set ? value_day(value->text, "day", &day, error) : ERR_OK;
    return err == ERR_OK ? service_seasons(service, value->set ? &day : NULL, show_line, &list, error) : err;
}

/* ---- writing ---- */

static enum err take_number(const struct cli_arguments *arguments, int64_t *id, struct error *error)
{
    struct span word = span_from(arguments->operands[0]);
    return span_int(word, 1, SPAN_INT_MAX, id) ? ERR_OK : error_raise_span(error, &MSG_NUMBER, word);
}

static enum err take_change(const struct cli_arguments *arguments, struct season_change *change, struct error *error)
{
    const struct cli_value *from = arguments_named(arguments, "from");
    const struct cli_value *to = arguments_named(arguments, "to");
    const struct cli_value *points = arguments_named(arguments, "points");
    *change = (struct season_change){.name = span_from(arguments_named(arguments, "name")->text),
                                     .title = span_from(arguments_named(arguments, "title")->text),
                                     .has_from = from->set,
                                     .has_to = to->set,
                                     .has_points = points->set};
    enum err err = from->set ? value_day(from->text, "from", &change->from, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = to->set ? value_day(to->text, "to", &change->to, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return points->set ? season_points_parse(span_from(points->text), &change->points, error) : ERR_OK;
}

static enum err show_written(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             int64_t id, struct error *error)
{
    struct list list = {cli, arguments_named(arguments, "json")->set};
    return service_season(service, id, show_line, &list, error);
}

static enum err add_season(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    struct season_change said;
    int64_t id = 0;
    enum err err = take_change(arguments, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    struct season_terms terms = {span_from(arguments->operands[0]), said.from, said.to, said.title, said.points};
    err = service_season_add(service, AUTHOR_CLI, &terms, &id, error);
    return err == ERR_OK ? show_written(cli, service, arguments, id, error) : err;
}

static enum err change_season(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct error *error)
{
    struct season_change change;
    int64_t id = 0;
    enum err err = take_number(arguments, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_change(arguments, &change, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_season_change(service, AUTHOR_CLI, id, &change, error);
    return err == ERR_OK ? show_written(cli, service, arguments, id, error) : err;
}

static enum err close_season(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    int64_t id = 0;
    enum err err = take_number(arguments, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_season_close(service, AUTHOR_CLI, id, error);
    return err == ERR_OK ? show_written(cli, service, arguments, id, error) : err;
}

/* ---- the board ---- */

/* A whole number as one; another with two decimals. */
static void add_points(struct strbuf *cell, int64_t units)
{
    double points = wire_season_points(units);
    wire_decimal(points, points == (double)(int64_t)points ? 0 : 2, cell);
}

static void show_board(const struct cli *cli, const struct season_board *board, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"#", "#"},
                                           {"player", "joueur"},
                                           {"points", "points"},
                                           {"win points", "points de victoire"},
                                           {"wins", "victoires"},
                                           {"games", "parties"}};
    struct grid grid;
    grid_init(&grid, cli, 6, 2);
    grid_heads(&grid, HEADS, 6);
    for (size_t i = 0; i < board->count; i++) {
        const struct season_row *row = &board->rows[i];
        grid_int(&grid, row->place);
        text_clean_cut(grid_cell(&grid), span_from(row->player), NAME_WIDTH);
        add_points(grid_cell(&grid), row->points);
        add_points(grid_cell(&grid), row->win);
        grid_int(&grid, row->wins);
        grid_int(&grid, row->games);
    }
    grid_end(&grid, out);
    text_count(out, board->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
}

/* `3, 12.50`: place and points in one of the boards. */
static void add_side(const struct cli *cli, const struct season_row *row, struct strbuf *out)
{
    if (!row) {
        strbuf_add(out, cli_say(cli, "not on it", "absent"));
        return;
    }
    strbuf_add_char(out, '#');
    strbuf_int(out, row->place);
    strbuf_add(out, " (");
    add_points(out, row->points);
    strbuf_add(out, ", ");
    text_count(out, row->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add_char(out, ')');
}

static void show_differences(const struct cli *cli, const struct season_page *page, struct strbuf *out)
{
    strbuf_add(
        out,
        cli_say(cli, "\nSince it was closed its games have changed. The board above stands; they would give now:\n",
                "\nDepuis la clôture ses parties ont changé. Le classement ci-dessus reste ; elles donneraient :\n"));
    show_board(cli, &page->now, out);
    strbuf_add_char(out, '\n');
    for (size_t i = 0; i < page->differences_count; i++) {
        const struct season_difference *difference = &page->differences[i];
        text_clean_cut(out, span_from(difference->player), NAME_WIDTH);
        strbuf_add(out, cli_say(cli, ": ", " : "));
        add_side(cli, difference->then, out);
        strbuf_add(out, " -> ");
        add_side(cli, difference->now, out);
        strbuf_add_char(out, '\n');
    }
}

static void show_winners(const struct cli *cli, const struct season_page *page, struct strbuf *out)
{
    bool any = page->board.count > 0;
    strbuf_add(out, cli_say(cli, any ? "closed; won by " : "closed; nobody won",
                            any ? "close ; gagnée par " : "close ; personne n'a gagné"));
    for (size_t i = 0; i < page->board.count && page->board.rows[i].place == 1; i++) {
        strbuf_add(out, i > 0 ? ", " : "");
        text_clean(out, span_from(page->board.rows[i].player));
    }
    strbuf_add_char(out, '\n');
}

static void show_page(const struct cli *cli, const struct season_page *page, struct strbuf *out)
{
    text_clean(out, page->season.terms.name);
    strbuf_add(out, "  ");
    add_terms(cli, &page->season.terms, out);
    strbuf_add_char(out, '\n');
    if (page->season.closed != 0) {
        show_winners(cli, page, out);
    }
    show_board(cli, &page->board, out);
    strbuf_add(out, cli_say(cli, "; log size ", " ; taille du journal "));
    strbuf_int(out, page->log_size);
    strbuf_add_char(out, '\n');
    show_undated(cli, page->undated, out);
    if (page->differs) {
        show_differences(cli, page, out);
    }
}

static enum err answer_season(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct stats_filter *filter, struct error *error)
{
    (void)filter;
    struct season_page page;
    int64_t id = 0;
    enum err err = take_number(arguments, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_season_page(service, id, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_season_page(&page, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_season_csv(&page, &cli->text);
    } else {
        show_page(cli, &page, &cli->text);
    }
    season_page_release(&page);
    return err;
}

/* ---- the commands ---- */

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[0], SERVICE_CREATE, add_season);
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[0], SERVICE_READ, list_seasons);
}

static int run_show(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_season);
}

static int run_change(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[0], SERVICE_WRITE, change_season);
}

static int run_close(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[0], SERVICE_WRITE, close_season);
}

static const struct command SEASON_ADD = {
    .name = "season add",
    .en = "make a season, and print its number",
    .fr = "créer une saison et afficher son numéro",
    .more_en = "Tied places share the mean of their points. Whoever is level then is parted by win points,\n"
               "two people by who finished before the other more often; otherwise they share the place.\n",
    .more_fr = "Les ex æquo se partagent la moyenne de leurs points. À égalité, les points de victoire\n"
               "départagent, puis entre deux personnes leurs parties ensemble ; sinon la place est partagée.\n",
    .options = ADD_OPTIONS,
    .options_count = STATS_COUNT(ADD_OPTIONS),
    .operands = "NAME",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_add,
};

static const struct command SEASON_LIST = {
    .name = "season list",
    .en = "every season: number, days, title, points, name",
    .fr = "toutes les saisons : numéro, jours, titre, points, nom",
    .options = LIST_OPTIONS,
    .options_count = STATS_COUNT(LIST_OPTIONS),
    .run = run_list,
};

static const struct command SEASON_SHOW = {
    .name = "season show",
    .en = "the board of a season; of a closed one, with what has changed since",
    .fr = "le classement d'une saison ; si elle est close, avec ce qui a changé depuis",
    .options = SHOW_OPTIONS,
    .options_count = STATS_COUNT(SHOW_OPTIONS),
    .operands = "N",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_show,
};

static const struct command SEASON_CHANGE_COMMAND = {
    .name = "season change",
    .en = "change the name, days, title or points of an open season",
    .fr = "changer le nom, les jours, le titre ou les points d'une saison ouverte",
    .more_en = "--title '' lets games of any title count.\n",
    .more_fr = "--title '' fait compter les parties de tout titre.\n",
    .options = CHANGE_OPTIONS,
    .options_count = STATS_COUNT(CHANGE_OPTIONS),
    .operands = "N",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_change,
};

static const struct command SEASON_CLOSE_COMMAND = {
    .name = "season close",
    .en = "end a season for good: its board is written into the log",
    .fr = "clore une saison pour de bon : son classement est écrit dans le journal",
    .options = CLOSE_OPTIONS,
    .options_count = STATS_COUNT(CLOSE_OPTIONS),
    .operands = "N",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_close,
};

static const struct command *const CHILDREN[] = {&SEASON_ADD, &SEASON_LIST, &SEASON_SHOW, &SEASON_CHANGE_COMMAND,
                                                 &SEASON_CLOSE_COMMAND};
static const struct cli_option GROUP_OPTIONS[] = {CLI_OPTION_DB};

const struct command command_season = {
    .name = "season",
    .en = "seasons: games of some days, their points and a board",
    .fr = "saisons : les parties de certains jours, leurs points et un classement",
    .options = GROUP_OPTIONS,
    .options_count = STATS_COUNT(GROUP_OPTIONS),
    CLI_GROUP(CHILDREN),
};
