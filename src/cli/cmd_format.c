/* dendro format: each record in its canonical spelling, or, when it is not legal, only what is wrong with it. */
#include "cli/catalogues.h"
#include "cli/feed.h"
#include "record/write.h"

#include "base/banned.h"

enum { FORMAT_UPDATE, FORMAT_CATALOGUE, FORMAT_DB, FORMAT_OPTIONS };

static const struct cli_option OPTIONS[FORMAT_OPTIONS] = {
    [FORMAT_UPDATE] = {.name = "update",
                       .kind = CLI_FLAG,
                       .en = "make totals and digest anew, and drop claims that differ",
                       .fr = "refaire totaux et empreinte, ôter les annonces qui diffèrent"},
    [FORMAT_CATALOGUE] = CLI_OPTION_CATALOGUES,
    [FORMAT_DB] = CLI_OPTION_CATALOGUES_DB,
};

struct format {
    bool several; /* something has been printed already */
    bool update;
};

static void on_record(struct feed *feed, const struct record *record)
{
    struct format *format = feed->context;
    struct record written = *record;
    written.totals_count = format->update ? 0 : record->totals_count; /* what is not written is not contested */
    written.renewed = format->update;
    struct strbuf *out = &feed->cli->text;
    struct error error;
    size_t before = out->len;
    strbuf_add(out, format->several ? "\n" : "");
    enum err err = record_write(&written, feed->cli->blocks, &feed->replay, out, &error);
    if (err == ERR_OK) {
        format->several = true;
        feed_people(feed, record);
        return;
    }
    strbuf_truncate(out, before);
    if (feed_play(feed, record)) { /* it is not the record: memory, or the size of the answer */
        feed_report_error(feed, &error);
    }
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct format format = {.update = arguments->value[FORMAT_UPDATE].set};
    struct feed feed = {.cli = cli, .record = on_record, .context = &format};
    struct catalogues_use use;
    int code = CLI_OK;
    if (catalogues_begin(cli, arguments, &arguments->value[FORMAT_DB], &use, &code)) {
        code = feed_run(&feed, arguments->operands, arguments->operands_count);
    }
    catalogues_end(cli, &use);
    return code;
}

const struct command command_format = {
    .name = "format",
    .en = "print records in canonical spelling",
    .fr = "afficher les parties en écriture canonique",
    .more_en = "English ids, one order of headers, single spaces; a finished game ends in the\n"
               "engine's totals and the digest. Written totals that differ stay as claims,\n"
               "unless --update says that they are outdated.\n",
    .more_fr = "Identifiants anglais, en-têtes dans un seul ordre, espaces simples ; une partie\n"
               "finie se termine par les totaux du moteur et l'empreinte. Des totaux écrits qui\n"
               "diffèrent restent comme annonces, sauf si --update les dit périmés.\n",
    .options = OPTIONS,
    .options_count = FORMAT_OPTIONS,
    .operands = "FILE|-...",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .run = run,
};
