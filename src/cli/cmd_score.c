/*
 * dendro score: the engine's score of each record. What a record states of
 * its own score does not matter here; to compare is verify's business.
 */
#include "cli/catalogues.h"
#include "cli/feed.h"
#include "cli/sheet.h"
#include "cli/text.h"
#include "wire/json.h"

#include "base/banned.h"

enum { SCORE_JSON, SCORE_CATALOGUE, SCORE_DB, SCORE_OPTIONS };

static const struct cli_option OPTIONS[SCORE_OPTIONS] = {
    [SCORE_JSON] = CLI_OPTION_JSON,
    [SCORE_CATALOGUE] = CLI_OPTION_CATALOGUES,
    [SCORE_DB] = CLI_OPTION_CATALOGUES_DB,
};

struct score {
    bool json;
    bool many_files;
    bool several; /* something has been printed already */
};

/* Which of many records this is: `FILE:LINE`. */
static void add_position(const struct feed *feed, const struct record *record, struct strbuf *out)
{
    text_clean(out, span_from(feed->file));
    strbuf_add_char(out, ':');
    strbuf_int(out, record->line);
    strbuf_add_char(out, '\n');
}

static void on_record(struct feed *feed, const struct record *record)
{
    struct score *score = feed->context;
    struct strbuf *out = &feed->cli->text;
    struct outcome outcome;
    struct feed_names names;
    struct error error;
    if (!feed_play(feed, record)) {
        return;
    }
    const struct setup *setup = &feed->replay.setup;
    setup->game->outcome(setup, feed->replay.state, &outcome);
    feed_names(record, &names);
    if (!score->json) {
        strbuf_add(out, score->several ? "\n" : "");
        if (score->many_files) {
            add_position(feed, record, out);
        }
        sheet_title(feed->cli, record, setup, out);
        sheet_write(feed->cli, setup, &outcome, &names, out);
    } else if (wire_score(setup, &outcome, names.raw, out, &error) != ERR_OK) {
        feed_report_error(feed, &error);
    }
    score->several = true;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct score score = {.json = arguments->value[SCORE_JSON].set, .many_files = arguments->operands_count > 1};
    struct feed feed = {.cli = cli, .record = on_record, .context = &score};
    struct catalogues_use use;
    int code = CLI_OK;
    if (catalogues_begin(cli, arguments, &arguments->value[SCORE_DB], &use, &code)) {
        code = feed_run(&feed, arguments->operands, arguments->operands_count);
    }
    catalogues_end(cli, &use);
    return code;
}

const struct command command_score = {
    .name = "score",
    .en = "score each record as the rules say",
    .fr = "compter les points de chaque partie selon les règles",
    .more_en = "Reads standard input when no file is given. A record that cannot be scored is\n"
               "reported on standard error and makes the exit code 1; the others are scored.\n",
    .more_fr = "Lit l'entrée standard si aucun fichier n'est donné. Une partie qui ne peut être\n"
               "comptée est signalée sur l'erreur standard (code de sortie 1) ; les autres le sont.\n",
    .options = OPTIONS,
    .options_count = SCORE_OPTIONS,
    .operands = "[FILE|-]...",
    .hint = HINT_FILE,
    .operands_max = SIZE_MAX,
    .run = run,
};
