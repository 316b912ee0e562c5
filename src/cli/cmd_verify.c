/*
 * dendro verify: says nothing when every record is legal and true, and
 * otherwise where what is wrong. It streams: a file of any size takes the
 * memory of its largest record.
 */
#include "cli/catalogues.h"
#include "cli/feed.h"
#include "cli/text.h"
#include "wire/json.h"

#include "base/banned.h"

enum { VERIFY_JSON, VERIFY_QUIET, VERIFY_CATALOGUE, VERIFY_DB, VERIFY_OPTIONS };
enum { LINE_SIZE = 4096 };

static const struct cli_option OPTIONS[VERIFY_OPTIONS] = {
    [VERIFY_JSON] = CLI_OPTION_JSON,
    [VERIFY_QUIET] = {.name = "quiet",
                      .kind = CLI_FLAG,
                      .en = "no summary and no progress bar, even on a terminal",
                      .fr = "ni résumé ni barre de progression, même sur un terminal"},
    [VERIFY_CATALOGUE] = CLI_OPTION_CATALOGUES,
    [VERIFY_DB] = {.name = "db",
                   .kind = CLI_WORD,
                   .hint = HINT_FILE,
                   .value = "PATH",
                   .en = "a database whose catalogues and people records may name",
                   .fr = "une base dont les catalogues et les personnes servent aussi"},
};

struct verify {
    bool json;
    uint64_t problems;
    uint64_t warnings;
};

static void print_problem(struct feed *feed, const struct problem *problem)
{
    struct verify *verify = feed->context;
    struct cli *cli = feed->cli;
    struct error error;
    *(problem_is_warning(problem) ? &verify->warnings : &verify->problems) += 1;
    if (verify->json) {
        struct wire_finding finding = {span_from(feed->file), feed->number, problem};
        if (wire_problem(&finding, cli->lang, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            feed->code = CLI_FAILURE;
        }
        return;
    }
    char memory[LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    feed_problem_line(cli, feed->file, "", problem, &line);
    cli_print(cli, strbuf_span(&line));
}

static void on_problem(void *context, const struct problem *problem)
{
    feed_report(context, problem);
}

static void on_record(struct feed *feed, const struct record *record)
{
    struct error error;
    enum err err = record_verify(record, feed->cli->blocks, &feed->replay, on_problem, feed, &error);
    if (err == ERR_OK || err == ERR_MISMATCH) { /* every problem has been reported one by one */
        record_warn(record, &feed->replay, on_problem, feed);
    }
    feed_merged(feed, record);
}

static void add_summary(struct cli *cli, const struct feed *feed, const struct verify *verify)
{
    struct strbuf *out = &cli->text;
    text_count(out, (int64_t)feed->records, cli_say(cli, "record", "partie"), cli_say(cli, "records", "parties"));
    strbuf_add(out, cli_say(cli, " in ", " dans "));
    text_count(out, (int64_t)feed->files, cli_say(cli, "file", "fichier"), cli_say(cli, "files", "fichiers"));
    strbuf_add(out, cli_say(cli, ": ", " : "));
    if (feed->code == CLI_OK) {
        strbuf_add(out, cli_say(cli, "all is well", "tout est juste"));
    } else {
        text_count(out, (int64_t)verify->problems, cli_say(cli, "problem", "problème"),
                   cli_say(cli, "problems", "problèmes"));
    }
    if (verify->warnings > 0) {
        strbuf_add(out, ", ");
        text_count(out, (int64_t)verify->warnings, cli_say(cli, "warning", "avertissement"),
                   cli_say(cli, "warnings", "avertissements"));
    }
    strbuf_add_char(out, '\n');
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    bool quiet = arguments->value[VERIFY_QUIET].set;
    struct verify verify = {.json = arguments->value[VERIFY_JSON].set};
    struct feed feed = {
        .cli = cli, .progress = !quiet, .record = on_record, .problem = print_problem, .context = &verify};
    struct catalogues_use use;
    int code = CLI_OK;
    if (catalogues_begin(cli, arguments, &arguments->value[VERIFY_DB], &use, &code)) {
        feed.club = use.service;
        code = feed_run(&feed, arguments->operands, arguments->operands_count);
    }
    catalogues_end(cli, &use);
    if (cli->out_terminal && !quiet && !verify.json) {
        add_summary(cli, &feed, &verify);
    }
    return code;
}

const struct command command_verify = {
    .name = "verify",
    .en = "check that records are legal and agree with their totals, claims and digest",
    .fr = "vérifier que les parties sont légales et d'accord avec leurs totaux et empreintes",
    .more_en = "Prints a line for each problem, FILE:LINE:COLUMN: what is wrong, and nothing when\n"
               "all is well. What is odd but may be true is a warning, which changes no exit code.\n"
               "Exit code: 0 all is well; 1 syntax errors, broken rules or wrong\n"
               "totals, claims or digests; 2 a file that cannot be read, or is not UTF-8.\n",
    .more_fr = "Affiche une ligne par problème, FICHIER:LIGNE:COLONNE: ce qui ne va pas, et rien\n"
               "si tout est juste. Ce qui étonne sans être faux n'est qu'un avertissement, sans\n"
               "effet sur le code de sortie : 0 tout est juste ; 1 erreurs de syntaxe, règles\n"
               "enfreintes ou totaux, annonces, empreintes faux ; 2 fichier illisible ou non UTF-8.\n",
    .options = OPTIONS,
    .options_count = VERIFY_OPTIONS,
    .operands = "FILE...",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .run = run,
};
