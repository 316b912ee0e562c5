/*
 * dendro rebuild: the derived tables made anew from the log beside the stored ones, which they replace only when they
 * are equal or --force is given.
 */
#include "cli/bar.h"
#include "cli/database.h"
#include "cli/findings.h"
#include "cli/text.h"
#include "service/history.h"
#include "service/rebuild.h"
#include "wire/audit.h"

#include "base/banned.h"

enum { REBUILD_DB, REBUILD_FORCE, REBUILD_JSON, REBUILD_OPTIONS };
enum { LINE_SIZE = 4096, CACHE_KIB = 6144 /* it reads the log once, in order */ };

static const struct cli_option OPTIONS[REBUILD_OPTIONS] = {
    [REBUILD_DB] = CLI_OPTION_DB,
    [REBUILD_FORCE] = {.name = "force",
                       .kind = CLI_FLAG,
                       .en = "put the new tables in place even when they differ",
                       .fr = "mettre les nouvelles tables en place même si elles diffèrent"},
    [REBUILD_JSON] = CLI_OPTION_JSON,
};

struct rebuild_run {
    struct cli *cli;
    bool json;
    struct bar bar;
    int code;
};

/* `d_seat 12/3: total: stored 50, rebuilt 51` */
static void on_difference(void *context, const struct rebuild_difference *difference)
{
    struct rebuild_run *run = context;
    struct cli *cli = run->cli;
    bar_wipe(&run->bar);
    if (run->json) {
        struct error error;
        if (wire_rebuild_difference(difference, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            run->code = CLI_FAILURE;
        }
    } else {
        const char *colon = cli_say(cli, ": ", " : ");
        char memory[LINE_SIZE];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        strbuf_add_span(&line, difference->table);
        strbuf_add_char(&line, ' ');
        strbuf_add_span(&line, difference->key);
        strbuf_add(&line, colon);
        finding_field(cli->lang, difference->column, &line);
        strbuf_add(&line, colon);
        strbuf_add(&line, cli_say(cli, "stored ", "enregistré "));
        finding_value(cli->lang, difference->column, difference->stored, &line);
        strbuf_add(&line, cli_say(cli, ", rebuilt ", ", reconstruit "));
        finding_value(cli->lang, difference->column, difference->rebuilt, &line);
        cli_print(cli, strbuf_span(&line));
    }
    (void)(run->bar.wanted ? cli_flush(cli) : cli_push(cli));
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct rebuild_run *run = context;
    bar_draw(&run->bar, done, total);
}

static void add_summary(const struct cli *cli, const struct rebuild_summary *summary, struct strbuf *out)
{
    text_count(out, summary->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add(out, ", ");
    text_count(out, summary->differences, cli_say(cli, "difference", "différence"),
               cli_say(cli, "differences", "différences"));
    strbuf_add(out, summary->swapped && summary->differences == 0
                        ? cli_say(cli, ": the tables are as they should be\n", " : les tables sont comme il faut\n")
                    : summary->swapped
                        ? cli_say(cli, ": the new rows are in place\n", " : les nouvelles lignes sont en place\n")
                        : cli_say(cli, ": nothing was changed; --force puts the new rows in place\n",
                                  " : rien n'a changé ; --force met les nouvelles lignes en place\n"));
}

/* Rebuilds, and then brings the ratings of past nights up to what has changed. */
static enum err rebuild(struct service *service, struct rebuild_run *run, const struct rebuild_options *options,
                        struct rebuild_summary *summary, struct error *error)
{
    bar_init(&run->bar, run->cli, false);
    enum err err = service_rebuild(service, options, summary, error);
    bar_wipe(&run->bar);
    if (err != ERR_OK) {
        return err;
    }
    return summary->swapped ? service_history_catch_up(service, error) /* in short transactions: others may write */
                            : ERR_OK;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct rebuild_run state = {.cli = cli, .json = arguments->value[REBUILD_JSON].set};
    struct rebuild_options options = {.force = arguments->value[REBUILD_FORCE].set,
                                      .difference = on_difference,
                                      .progress = on_progress,
                                      .context = &state};
    struct rebuild_summary summary;
    struct service *service = NULL;
    struct error error;
    struct service_options open = database_options(cli);
    open.mend = options.force;
    open.cache_kib = CACHE_KIB;
    if (!database_open_with(cli, database_path(cli, &arguments->value[REBUILD_DB]), SERVICE_WRITE, &open, &service)) {
        return CLI_FAILURE;
    }
    enum err err = rebuild(service, &state, &options, &summary, &error);
    service_close(service);
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (state.json) {
        err = wire_rebuild_summary(&summary, &cli->text, &error);
    } else {
        add_summary(cli, &summary, &cli->text);
    }
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    return state.code != CLI_OK ? state.code : summary.swapped ? CLI_OK : CLI_PROBLEM;
}

const struct command command_rebuild = {
    .name = "rebuild",
    .en = "make the derived tables anew from the log",
    .fr = "refaire les tables dérivées depuis le journal",
    .more_en = "They are made beside the old ones and compared, a line for each difference; with\n"
               "--force the rows that differ are put in place, and so is what imports are recognised\n"
               "by. Others may write meanwhile. Interrupted, it is continued by the next command that\n"
               "writes. Exit code: 0 the tables are as they should be; 1 they differ and nothing was\n"
               "changed; 2 it was not possible.\n",
    .more_fr = "Elles sont faites à côté des anciennes et comparées, une ligne par différence ; avec\n"
               "--force les lignes différentes sont mises en place, ainsi que ce qui fait reconnaître\n"
               "une partie importée. D'autres peuvent écrire en même temps. Interrompue, elle est\n"
               "continuée par la prochaine commande qui écrit. Code de sortie : 0 les tables sont\n"
               "comme il faut ; 1 elles diffèrent et rien n'a changé ; 2 ce n'était pas possible.\n",
    .options = OPTIONS,
    .options_count = REBUILD_OPTIONS,
    .run = run,
};
