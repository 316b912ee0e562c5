/* dendro tables: who sits where tonight. A proposal; nothing is stored. */
#include "cli/grid.h"
#include "cli/stats_commands.h"
#include "cli/text.h"
#include "cli/values.h"
#include "service/tables.h"
#include "wire/stats.h"
#include "wire/tables.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24 };

static const struct cli_option OPTIONS[] = {
    CLI_OPTION_DB,
    {.name = "people",
     .kind = CLI_WORD,
     .required = true,
     .value = "A,B,C",
     .en = "who is here: up to 60 names or @handles, with commas between them",
     .fr = "qui est là : jusqu'à 60 noms ou @identifiants, séparés par des virgules"},
    {.name = "titles",
     .kind = CLI_WORD,
     .required = true,
     .value = "G,G:3-4",
     .en = "what lies on the tables: up to 20 titles, with sizes where they are not known",
     .fr = "ce qui est sur les tables : jusqu'à 20 titres, avec leurs tailles si on ne les connaît pas"},
    {.name = "day",
     .kind = CLI_WORD,
     .value = "DATE",
     .en = "the evening: games of the 90 days before it count (default: today)",
     .fr = "la soirée : les parties des 90 jours d'avant comptent (par défaut : aujourd'hui)"},
    CLI_OPTION_JSON,
};

/* Words with commas between them; one more than there may be is enough to be refused. */
static size_t cut_words(const char *text, struct span *words, size_t most)
{
    size_t count = 0;
    for (struct span rest = span_from(text); rest.ptr && count < most; count++) {
        words[count] = span_cut(&rest, ',');
    }
    return count;
}

static void add_people(const struct tables_person *people, size_t count, struct strbuf *out)
{
    for (size_t i = 0; i < count; i++) {
        strbuf_add(out, i > 0 ? ", " : "");
        text_clean_cut(out, span_from(people[i].player), NAME_WIDTH);
    }
}

static void show_proposal(const struct cli *cli, const struct tables_proposal *proposal, struct strbuf *out)
{
    static const char *const HEADS[][2] = {
        {"table", "table"}, {"together", "ensemble"}, {"spread", "écart"}, {"people", "personnes"}};
    struct grid grid;
    grid_init(&grid, cli, 4, 9);
    grid_heads(&grid, HEADS, 4);
    for (size_t i = 0; i < proposal->count; i++) {
        const struct tables_table *table = &proposal->tables[i];
        text_clean_cut(grid_cell(&grid), span_from(table->title), NAME_WIDTH);
        grid_int(&grid, table->together);
        wire_decimal(table->spread, 0, grid_cell(&grid));
        struct strbuf *cell = grid_cell(&grid);
        add_people(table->people, table->count, cell);
        strbuf_add(cell, table->count == 0 ? "-" : "");
    }
    grid_end(&grid, out);
    if (proposal->left_count > 0) {
        strbuf_add(out, cli_say(cli, "no seat for: ", "pas de place pour : "));
        add_people(proposal->left, proposal->left_count, out);
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, proposal->exact ? cli_say(cli, "nothing is better", "rien n'est meilleur")
                                    : cli_say(cli, "found by a search", "trouvé par une recherche"));
    strbuf_add(out, cli_say(cli, "; log size ", " ; taille du journal "));
    strbuf_int(out, proposal->log_size);
    strbuf_add_char(out, '\n');
}

static enum err answer_tables(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct stats_filter *filter, struct error *error)
{
    (void)filter;
    struct span people[TABLES_PEOPLE + 1];
    struct span titles[TABLES_MOST + 1];
    struct tables_proposal proposal;
    const struct cli_value *day = arguments_named(arguments, "day");
    struct tables_asked asked = {.people = people, .titles = titles, .has_day = day->set};
    asked.people_count = cut_words(arguments_named(arguments, "people")->text, people, TABLES_PEOPLE + 1);
    asked.titles_count = cut_words(arguments_named(arguments, "titles")->text, titles, TABLES_MOST + 1);
    enum err err = day->set ? value_day(day->text, "day", &asked.day, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = service_tables(service, &asked, &proposal, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments_named(arguments, "json")->set) {
        err = wire_tables(&proposal, &cli->text, error);
    } else {
        show_proposal(cli, &proposal, &cli->text);
    }
    tables_proposal_release(&proposal);
    return err;
}

static int run_tables(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_tables);
}

const struct command command_tables = {
    .name = "tables",
    .en = "propose who sits where tonight",
    .fr = "proposer qui s'assoit où ce soir",
    .more_en = "Everybody is seated if the sizes allow it. Then those sit together who have played together\n"
               "least in the last 90 days, then those whose ratings are near each other. Nothing is stored.\n"
               "A name with a comma in it is asked for by its @handle.\n",
    .more_fr = "Tout le monde est assis si les tailles le permettent. Puis sont ensemble les personnes qui ont le\n"
               "moins joué ensemble en 90 jours, puis celles aux classements proches. Rien n'est enregistré.\n"
               "Un nom qui contient une virgule se demande par son @identifiant.\n",
    .options = OPTIONS,
    .options_count = STATS_COUNT(OPTIONS),
    .run = run_tables,
};
