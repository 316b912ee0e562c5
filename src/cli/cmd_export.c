/*
 * dendro export: the games of the database as records, JSON or a table, one
 * game at a time, so that a database of any size takes constant memory.
 */
#include "cli/database.h"
#include "cli/values.h"
#include "service/exchange.h"
#include "service/titles.h"
#include "wire/bgstats_write.h"
#include "wire/exporter.h"

#include "base/banned.h"

enum { EXPORT_DB, EXPORT_GAME, EXPORT_SINCE, EXPORT_PLAYER, EXPORT_FORMAT, EXPORT_VOIDED, EXPORT_OPTIONS };

static const struct cli_option OPTIONS[EXPORT_OPTIONS] = {
    [EXPORT_DB] = CLI_OPTION_DB,
    [EXPORT_GAME] = {.name = "game",
                     .kind = CLI_WORD,
                     .hint = HINT_TITLE,
                     .value = "G",
                     .en = "only this game or title, by any name of it",
                     .fr = "ce jeu ou titre seulement, par n'importe lequel de ses noms"},
    [EXPORT_SINCE] = CLI_OPTION_SINCE,
    [EXPORT_PLAYER] = CLI_OPTION_PLAYER,
    [EXPORT_FORMAT] =
        {.name = "format",
         .kind = CLI_CHOICE,
         .value = "record|ndjson|csv|bgg-csv|bgstats",
         .choices = export_formats,
         .en = "records (default), an object a game, a row a seat, one as BoardGameGeek has it, or for BG Stats",
         .fr = "parties (défaut), un objet par partie, une ligne par siège, comme BoardGameGeek, ou pour BG Stats"},
    [EXPORT_VOIDED] = {.name = "voided",
                       .kind = CLI_FLAG,
                       .en = "void games as well",
                       .fr = "les parties annulées aussi"},
};

struct exporting {
    struct cli *cli;
    struct wire_exporter exporter;
};

static enum err on_game(void *context, const struct export_game *game, struct error *error)
{
    struct exporting *exporting = context;
    struct cli *cli = exporting->cli;
    enum err err = wire_exporter_add(&exporting->exporter, game, &cli->text, error);
    if (err != ERR_OK) {
        return err;
    }
    return cli_push(cli) ? ERR_OK : ERR_END;
}

/* `id`: memory for that of the game. */
static enum err choose_filter(struct service *service, const struct cli_arguments *arguments, char id[STORE_TITLE],
                              struct export_filter *filter, struct error *error)
{
    const struct cli_value *value = arguments->value;
    *filter = (struct export_filter){.voided = value[EXPORT_VOIDED].set};
    if (value[EXPORT_GAME].set) {
        enum err err = service_title_named(service, span_from(value[EXPORT_GAME].text), id, error);
        if (err != ERR_OK) {
            return err;
        }
        filter->game = span_from(id);
    }
    if (value[EXPORT_SINCE].set) {
        filter->has_since = true;
        enum err err = value_day(value[EXPORT_SINCE].text, "since", &filter->since, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (value[EXPORT_PLAYER].set) {
        filter->person = span_from(value[EXPORT_PLAYER].text);
    }
    return ERR_OK;
}

static enum err write_all(struct exporting *exporting, const struct export_filter *filter, struct error *error)
{
    struct wire_exporter *exporter = &exporting->exporter;
    enum err err = wire_exporter_begin(exporter, filter->game, &exporting->cli->text, error);
    return err == ERR_OK ? service_export(exporter->service, filter, on_game, exporting, error) : err;
}

/* ---- a file for BG Stats ---- */

static enum err count_game(void *context, const struct game_info *game, struct error *error)
{
    (void)game;
    (void)error;
    ++*(int64_t *)context;
    return ERR_OK;
}

/* How many games of the filter go on, or were given up. */
static enum err count_unfinished(struct service *service, struct game_filter filter, int64_t *count,
                                 struct error *error)
{
    static const enum game_status unfinished[] = {GAME_LIVE, GAME_ABANDONED};
    *count = 0;
    for (size_t i = 0; i < sizeof(unfinished) / sizeof(unfinished[0]); i++) {
        filter.status = game_status_id(unfinished[i]);
        enum err err = service_games(service, &filter, count_game, count, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static void tell_unfinished(struct cli *cli, int64_t count)
{
    char memory[120];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    strbuf_int(&line, count);
    strbuf_add(&line, count == 1 ? cli_say(cli, " game is not finished: left out", " partie n'est pas terminée : omise")
                                 : cli_say(cli, " games are not finished: left out",
                                           " parties ne sont pas terminées : omises"));
    cli_tell(cli, strbuf_span(&line));
}

static enum err write_bgstats(struct cli *cli, struct service *service, struct bgstats_export *export,
                              struct error *error)
{
    bool done = false;
    while (!done) {
        enum err err = bgstats_export_some(export, service, &cli->text, CLI_FLUSH, &done, error);
        if (err != ERR_OK || !cli_push(cli)) {
            return err;
        }
    }
    return ERR_OK;
}

/* One moment of the database: plays, and then those that are void. */
static enum err export_bgstats(struct cli *cli, struct service *service, const struct export_filter *which,
                               struct error *error)
{
    struct game_filter filter = {
        .game = which->game, .person = which->person, .has_since = which->has_since, .since = which->since};
    struct bgstats_export *export = mem_new(cli->allocator, 1, sizeof(*export));
    int64_t unfinished = 0;
    if (!export) {
        return error_raise(error, &MSG_MEMORY);
    }
    bgstats_export_init(export, cli->allocator, &filter, INT64_MAX);
    enum err err = service_snapshot(service, error);
    err = err == ERR_OK ? write_bgstats(cli, service, export, error) : err;
    err = err == ERR_OK ? count_unfinished(service, filter, &unfinished, error) : err;
    service_snapshot_end(service);
    bgstats_export_release(export);
    mem_free(cli->allocator, export);
    if (err == ERR_OK && unfinished > 0) {
        tell_unfinished(cli, unfinished);
    }
    return err;
}

/* ---- the command ---- */

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *format = &arguments->value[EXPORT_FORMAT];
    struct exporting exporting = {.cli = cli};
    struct export_filter filter;
    char id[STORE_TITLE];
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[EXPORT_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    enum err err = choose_filter(service, arguments, id, &filter, &error);
    if (err != ERR_OK) {
        service_close(service);
        return cli_finish(cli, err, &error);
    }
    enum export_format chosen = format->set ? (enum export_format)format->number : EXPORT_RECORD;
    if (chosen == EXPORT_BGSTATS) {
        err = export_bgstats(cli, service, &filter, &error);
        service_close(service);
        return cli_finish(cli, err, &error);
    }
    wire_exporter_init(&exporting.exporter, chosen, cli->lang, cli->allocator);
    exporting.exporter.service = service;
    err = write_all(&exporting, &filter, &error);
    bool several = exporting.exporter.several;
    wire_exporter_release(&exporting.exporter);
    service_close(service);
    if (err == ERR_OK && !several) {
        database_tell_no_game(cli);
    }
    return cli_finish(cli, err, &error);
}

const struct command command_export = {
    .name = "export",
    .en = "write the games of the database",
    .fr = "écrire les parties de la base",
    .more_en = "Records come out in canonical spelling, in the order in which the games came in;\n"
               "importing them elsewhere and exporting again gives the same bytes.\n",
    .more_fr = "Les parties sortent en écriture canonique, dans l'ordre de leur arrivée ; les\n"
               "importer ailleurs et exporter à nouveau donne les mêmes octets.\n",
    .options = OPTIONS,
    .options_count = EXPORT_OPTIONS,
    .run = run,
};
