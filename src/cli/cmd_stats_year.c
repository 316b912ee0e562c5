/* dendro stats year: what a club played in a year, who and what was new, and what it leaves; text or JSON. */
#include "base/date.h"
#include "cli/grid.h"
#include "cli/kinds.h"
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "cli/text.h"
#include "wire/years.h"

#include "base/banned.h"

enum { NAME_WIDTH = 32 };

static const struct cli_option OPTIONS[] = {CLI_OPTION_DB, CLI_OPTION_JSON};

/* ---- words ---- */

/* ` 12 games`: a number and what is counted, one or several. */
static void add_count(const struct cli *cli, int64_t count, const char *const words[4], struct strbuf *out)
{
    strbuf_int(out, count);
    strbuf_add_char(out, ' ');
    strbuf_add(out, count == 1 ? cli_say(cli, words[0], words[2]) : cli_say(cli, words[1], words[3]));
}

static void add_day(int64_t day, struct strbuf *out)
{
    char text[DATE_SIZE];
    date_format((int32_t)day, text);
    strbuf_add(out, text);
}

static void add_name(const char *name, struct strbuf *out)
{
    text_clean_cut(out, span_from(name), NAME_WIDTH);
}

static const char *const GAMES[4] = {"game", "games", "partie", "parties"};
static const char *const NIGHTS[4] = {"night", "nights", "soirée", "soirées"};
static const char *const PEOPLE[4] = {"person", "people", "personne", "personnes"};
static const char *const TITLES[4] = {"title", "titles", "titre", "titres"};
static const char *const MINUTES[4] = {"minute", "minutes", "minute", "minutes"};

/* ---- parts ---- */

static void show_head(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    const struct {
        int64_t count;
        const char *const *words;
    } parts[] = {{page->games, GAMES}, {page->nights, NIGHTS}, {page->people, PEOPLE}, {page->titles_count, TITLES}};
    strbuf_int(out, page->year);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        strbuf_add(out, i > 0 ? ", " : cli_say(cli, ": ", " : "));
        add_count(cli, parts[i].count, parts[i].words, out);
    }
    if (page->timed > 0) {
        strbuf_add(out, ", ");
        add_count(cli, page->minutes, MINUTES, out);
        strbuf_add(out, cli_say(cli, " in ", " en "));
        add_count(cli, page->timed, GAMES, out);
    }
    strbuf_add_char(out, '\n');
}

static void show_months(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"month", "mois"}, {"games", "parties"}, {"nights", "soirées"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 1);
    grid_heads(&grid, HEADS, 3);
    for (int i = 0; i < YEAR_MONTHS; i++) {
        char text[DATE_SIZE];
        date_format(date_day(page->year, i + 1, 1), text);
        strbuf_add_span(grid_cell(&grid), span_of(text, 7));
        grid_int(&grid, page->months[i].games);
        grid_int(&grid, page->months[i].nights);
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static const char *new_mark(const struct cli *cli, bool is_new)
{
    return is_new ? cli_say(cli, "yes", "oui") : "-";
}

static void show_titles(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {{"title", "titre"}, {"games", "parties"}, {"new", "nouveau"}};
    struct grid grid;
    grid_init(&grid, cli, 3, 1 | 4);
    grid_heads(&grid, HEADS, 3);
    for (size_t i = 0; i < page->titles_shown; i++) {
        add_name(name_in(&page->titles[i].name, cli->lang), grid_cell(&grid));
        grid_int(&grid, page->titles[i].games);
        grid_text(&grid, new_mark(cli, page->titles[i].is_new));
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

static void show_people(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"player", "joueur"}, {"games", "parties"}, {"nights", "soirées"}, {"wins", "victoires"}, {"new", "nouveau"}};
    struct grid grid;
    grid_init(&grid, cli, 5, 1 | 16);
    grid_heads(&grid, HEADS, 5);
    for (size_t i = 0; i < page->top_shown; i++) {
        const struct year_person *person = &page->top[i];
        add_name(person->player, grid_cell(&grid));
        grid_int(&grid, person->games);
        grid_int(&grid, person->nights);
        grid_int(&grid, person->wins);
        grid_text(&grid, new_mark(cli, person->is_new));
    }
    strbuf_add_char(out, '\n');
    grid_end(&grid, out);
}

/* `, … and 12 more`, where some are not named. */
static void add_more(const struct cli *cli, int64_t more, struct strbuf *out)
{
    if (more > 0) {
        strbuf_add(out, cli_say(cli, " … and ", " … et "));
        strbuf_int(out, more);
        strbuf_add(out, cli_say(cli, " more", " de plus"));
    }
    strbuf_add_char(out, '\n');
}

static void show_new(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    for (size_t i = 0; i < page->new_people_shown; i++) {
        strbuf_add(out, i > 0 ? ", " : cli_say(cli, "new people: ", "nouvelles personnes : "));
        add_name(page->new_people[i].player, out);
    }
    if (page->new_people_shown > 0) {
        add_more(cli, page->new_people_count - (int64_t)page->new_people_shown, out);
    }
    for (size_t i = 0; i < page->new_titles_shown; i++) {
        strbuf_add(out, i > 0 ? ", " : cli_say(cli, "new titles: ", "nouveaux titres : "));
        add_name(name_in(&page->new_titles[i].name, cli->lang), out);
    }
    if (page->new_titles_shown > 0) {
        add_more(cli, page->new_titles_count - (int64_t)page->new_titles_shown, out);
    }
}

static void show_seasons(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    for (size_t i = 0; i < page->seasons_count; i++) {
        const struct year_season *season = &page->seasons[i];
        strbuf_add(out, cli_say(cli, "season ", "saison "));
        add_name(season->name, out);
        strbuf_add(out, season->winners_count > 0 ? cli_say(cli, ": ", " : ") : "");
        for (size_t k = 0; k < season->winners_count; k++) {
            strbuf_add(out, k > 0 ? ", " : "");
            add_name(season->winners[k].player, out);
        }
        strbuf_add_char(out, '\n');
    }
}

static void show_rest(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    if (page->has_longest) {
        strbuf_add(out, cli_say(cli, "longest night: ", "plus longue soirée : "));
        add_day(page->longest_day, out);
        strbuf_add(out, ", ");
        add_count(cli, page->longest_games, GAMES, out);
        strbuf_add_char(out, '\n');
    }
    if (page->has_pair) {
        strbuf_add(out, cli_say(cli, "most games together: ", "le plus souvent ensemble : "));
        add_name(page->pair[0].player, out);
        strbuf_add(out, cli_say(cli, " and ", " et "));
        add_name(page->pair[1].player, out);
        strbuf_add(out, ", ");
        add_count(cli, page->pair_games, GAMES, out);
        strbuf_add_char(out, '\n');
    }
}

static void show_year(const struct cli *cli, const struct year_page *page, struct strbuf *out)
{
    show_head(cli, page, out);
    show_months(cli, page, out);
    show_titles(cli, page, out);
    show_people(cli, page, out);
    strbuf_add_char(out, '\n');
    show_new(cli, page, out);
    show_seasons(cli, page, out);
    show_rest(cli, page, out);
    if (page->records.count > 0) {
        struct record_table records = page->records;
        records.log_size = page->log_size;
        strbuf_add_char(out, '\n');
        show_records(cli, &records, out);
        return;
    }
    strbuf_add(out, cli_say(cli, "log size ", "taille du journal "));
    strbuf_int(out, page->log_size);
    strbuf_add_char(out, '\n');
}

static enum err answer_year(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                            struct stats_filter *filter, struct error *error)
{
    struct year_page page;
    int year = 0;
    (void)filter;
    enum err err =
        arguments->operands_count > 0 ? service_year_parse(span_from(arguments->operands[0]), &year, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = service_year(service, year, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    if (stats_form(arguments) == STATS_JSON) {
        err = wire_year(&page, &cli->text, error);
    } else if (page.games == 0) {
        strbuf_add(&cli->text, cli_say(cli, "no finished game: ", "aucune partie terminée : "));
        strbuf_int(&cli->text, page.year);
        strbuf_add_char(&cli->text, '\n');
    } else {
        show_year(cli, &page, &cli->text);
    }
    year_page_release(&page);
    return err;
}

static int run_year(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_year);
}

const struct command command_stats_year = {
    .name = "stats year",
    .en = "the club's year: months, titles, people, what was new, what stands",
    .fr = "l'année du club : mois, titres, personnes, ce qui est nouveau, ce qui reste",
    .more_en = "YEAR is that of the nights; without it, the year of the newest game.\n",
    .more_fr = "ANNÉE est celle des soirées ; sans elle, celle de la partie la plus récente.\n",
    .options = OPTIONS,
    .options_count = STATS_COUNT(OPTIONS),
    .operands = "[YEAR]",
    .operands_max = 1,
    .run = run_year,
};
