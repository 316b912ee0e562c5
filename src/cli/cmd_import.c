/*
 * dendro import: records from files into the database. What was imported
 * before changes nothing, so a run that was cut short is simply run again.
 */
#include "base/system.h"
#include "cli/database.h"
#include "cli/feed.h"
#include "cli/input.h"
#include "cli/text.h"
#include "service/exchange.h"
#include "wire/exchange.h"
#include "wire/http_answer.h"

#include "base/banned.h"

enum { IMPORT_DB, IMPORT_JSON, IMPORT_QUIET, IMPORT_STRICT, IMPORT_UNDO, IMPORT_OPTIONS };
enum { LINE_SIZE = 4096, BAR_FROM = 1 << 20 };

static const struct cli_option OPTIONS[IMPORT_OPTIONS] = {
    [IMPORT_DB] = CLI_OPTION_DB,
    [IMPORT_JSON] = CLI_OPTION_JSON,
    [IMPORT_QUIET] = CLI_OPTION_QUIET,
    [IMPORT_STRICT] = {.name = "strict",
                       .kind = CLI_FLAG,
                       .en = "refuse what would be warned of",
                       .fr = "refuser ce qui serait signalé"},
    [IMPORT_UNDO] = {.name = "undo",
                     .kind = CLI_NUMBER,
                     .min = 1,
                     .max = SPAN_INT_MAX,
                     .value = "N",
                     .en = "make void what import N added",
                     .fr = "annuler ce que l'import N a ajouté"},
};

struct import {
    struct cli *cli;
    struct service *service;
    const char *file;
    struct input input; /* the file being read */
    bool json;
    bool quiet;
    bool strict;
    struct import_tally tally; /* of all files */
    int code;
};

static void raise_code(struct import *import, int code)
{
    import->code = code > import->code ? code : import->code;
}

/* `FILE:LINE:COL: contested: seat 2: total: written 58, computed 62` */
static void write_line(struct import *import, const struct problem *problem, bool refused, struct strbuf *line)
{
    struct cli *cli = import->cli;
    const char *mark = refused || problem_is_warning(problem) ? "" : cli_say(cli, "contested: ", "contesté : ");
    feed_problem_line(cli, import->file, mark, problem, line);
}

static void on_problem(void *context, const struct problem *problem, bool refused)
{
    struct import *import = context;
    struct cli *cli = import->cli;
    int code = refused ? cli_exit_code(problem->error.message->code) : CLI_OK;
    char memory[LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    raise_code(import, code);
    bar_wipe(&import->input.bar);
    if (code == CLI_FAILURE) {
        write_line(import, problem, refused, &line);
        cli_tell(cli, strbuf_span(&line));
    } else if (import->json) {
        struct error error;
        if (wire_import_problem(span_from(import->file), problem, refused, cli->lang, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            raise_code(import, CLI_FAILURE);
        }
    } else {
        write_line(import, problem, refused, &line);
        cli_print(cli, strbuf_span(&line));
    }
    if (import->input.size > 0) {
        (void)cli_flush(cli); /* before the bar comes back */
    } else {
        (void)cli_push(cli);
    }
}

static void add_tally(struct import_tally *sum, const struct import_tally *tally)
{
    sum->records += tally->records;
    sum->added += tally->added;
    sum->known += tally->known;
    sum->contested += tally->contested;
    sum->refused += tally->refused;
    sum->number = tally->number != 0 ? tally->number : sum->number;
}

static void complain_file(struct import *import, const struct error *error)
{
    raise_code(import, CLI_FAILURE);
    cli_complain_file(import->cli, import->file, error);
}

/* One file; false when the database failed: then every further file would fail, too. */
static bool import_file(struct import *import)
{
    struct cli *cli = import->cli;
    struct import_listener listener = {
        .problem = on_problem, .context = import, .strict = import->strict, .number = import->tally.number};
    struct import_tally tally = {.records = 0};
    struct input *input = &import->input;
    struct error error;
    if (input_open(input, cli, import->file, import->quiet ? 0 : BAR_FROM, &error) != ERR_OK) {
        complain_file(import, &error);
        return true;
    }
    enum err err = service_import(import->service, AUTHOR_CLI, input_source(input), &listener, &tally, &error);
    input_close(input);
    add_tally(&import->tally, &tally);
    if (input->failed != 0) {
        (void)!system_raise(&error, input->failed);
        complain_file(import, &error);
        return true;
    }
    if (err != ERR_OK) {
        raise_code(import, cli_fail(cli, &error));
        return false;
    }
    return true;
}

/* `15 records: 12 added (1 contested), 2 already known, 1 refused; import 3` */
static void add_summary(const struct cli *cli, const struct import_tally *tally, struct strbuf *out)
{
    text_count(out, tally->records, cli_say(cli, "record", "partie"), cli_say(cli, "records", "parties"));
    strbuf_add(out, cli_say(cli, ": ", " : "));
    text_count(out, tally->added, cli_say(cli, "added", "ajoutée"), cli_say(cli, "added", "ajoutées"));
    if (tally->contested > 0) {
        strbuf_add(out, " (");
        text_count(out, tally->contested, cli_say(cli, "contested", "contestée"),
                   cli_say(cli, "contested", "contestées"));
        strbuf_add_char(out, ')');
    }
    strbuf_add(out, ", ");
    text_count(out, tally->known, cli_say(cli, "already known", "déjà connue"),
               cli_say(cli, "already known", "déjà connues"));
    strbuf_add(out, ", ");
    text_count(out, tally->refused, cli_say(cli, "refused", "refusée"), cli_say(cli, "refused", "refusées"));
    if (tally->number != 0) {
        strbuf_add(out, cli_say(cli, "; import ", " ; import "));
        strbuf_int(out, tally->number);
    }
}

static void tell_summary(struct import *import)
{
    struct cli *cli = import->cli;
    struct error error;
    if (import->json) {
        if (wire_import_tally(&import->tally, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            raise_code(import, CLI_FAILURE);
        }
    } else if (!import->quiet) {
        char memory[256];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        add_summary(cli, &import->tally, &line);
        cli_tell(cli, strbuf_span(&line));
    }
}

/* ---- undo ---- */

static const struct message MSG_FILES = {ERR_USAGE, "usage.import-undo",
                                         "--undo takes no file, and nothing but --undo does without",
                                         "--undo ne prend pas de fichier, et il en faut un sans --undo"};

/* `import 3: 12 games, 10 made void, 2 as they were before, 1 kept, changed since` */
static void add_undo(const struct cli *cli, const struct import_undo *undo, struct strbuf *out)
{
    strbuf_add(out, "import ");
    strbuf_int(out, undo->number);
    strbuf_add(out, cli_say(cli, ": ", " : "));
    text_count(out, undo->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add(out, ", ");
    if (undo->voided == 0 && undo->restored == 0 && undo->done) {
        strbuf_add(out, undo->games == 0
                            ? cli_say(cli, "nothing to do", "rien à faire")
                            : cli_say(cli, "all void already: nothing to do", "déjà annulées : rien à faire"));
    } else {
        text_count(out, undo->voided, cli_say(cli, "made void", "annulée"), cli_say(cli, "made void", "annulées"));
    }
    if (undo->restored > 0) {
        strbuf_add(out, ", ");
        text_count(out, undo->restored, cli_say(cli, "as it was before", "remise comme avant"),
                   cli_say(cli, "as they were before", "remises comme avant"));
    }
    if (undo->kept > 0) {
        strbuf_add(out, ", ");
        text_count(out, undo->kept, cli_say(cli, "kept, changed since", "gardée, changée depuis"),
                   cli_say(cli, "kept, changed since", "gardées, changées depuis"));
    }
}

/* What is on disk is told, whether the rest came to it or not. */
static enum err undo(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                     struct error *error)
{
    struct import_undo undo = {.number = arguments->value[IMPORT_UNDO].number};
    struct error ignored;
    enum err err = service_import_undo(service, AUTHOR_CLI, &undo, NULL, NULL, error);
    if (err == ERR_NOT_FOUND || (err != ERR_OK && undo.from == 0)) {
        return err;
    }
    if (arguments->value[IMPORT_JSON].set) {
        enum err written = wire_import_undo(&undo, &cli->text, err == ERR_OK ? error : &ignored);
        return err == ERR_OK ? written : err;
    }
    char memory[256];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    add_undo(cli, &undo, &line);
    if (err != ERR_OK) {
        strbuf_add(&line, cli_say(cli, "; the rest is not: run it again", " ; pas le reste : relancez la commande"));
    }
    if (err != ERR_OK || !arguments->value[IMPORT_QUIET].set) {
        cli_tell(cli, strbuf_span(&line));
    }
    return err;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct import import = {.cli = cli,
                            .json = arguments->value[IMPORT_JSON].set,
                            .quiet = arguments->value[IMPORT_QUIET].set,
                            .strict = arguments->value[IMPORT_STRICT].set};
    if (arguments->value[IMPORT_UNDO].set != (arguments->operands_count == 0)) {
        struct error error;
        (void)!error_raise(&error, &MSG_FILES);
        return cli_fail(cli, &error);
    }
    if (arguments->value[IMPORT_UNDO].set) {
        return database_run(cli, arguments, &arguments->value[IMPORT_DB], SERVICE_WRITE, undo);
    }
    if (!database_open(cli, &arguments->value[IMPORT_DB], SERVICE_CREATE, &import.service)) {
        return CLI_FAILURE;
    }
    bool go_on = true;
    for (size_t i = 0; i < arguments->operands_count && go_on && cli->out_errno == 0; i++) {
        import.file = arguments->operands[i];
        go_on = import_file(&import);
    }
    service_close(import.service);
    tell_summary(&import);
    return import.code;
}

const struct command command_import = {
    .name = "import",
    .en = "add records to the database, each once",
    .fr = "ajouter des parties à la base, chacune une fois",
    .more_en = "A missing database is made. A record that was imported before changes nothing. One\n"
               "that is illegal is refused and told, FILE:LINE:COLUMN: what is wrong; one whose\n"
               "written scores differ from the computed ones is added, and told as contested.\n"
               "Warned of, and with --strict refused: new names that look like others, a day, title\n"
               "and people that a game here has, days to come. The number in the closing line undoes\n"
               "the import (--undo); what is imported again after that counts again.\n"
               "Exit code: 0 nothing was refused; 1 something was; 2 a file that cannot be read,\n"
               "or is not UTF-8, or a database that failed: what is counted as added is on disk.\n",
    .more_fr = "Une base absente est créée. Une partie déjà importée ne change rien. Une partie\n"
               "illégale est refusée et signalée, FICHIER:LIGNE:COLONNE: ce qui ne va pas ; une\n"
               "partie dont les points écrits diffèrent est ajoutée et signalée comme contestée.\n"
               "Signalés, et refusés avec --strict : un nouveau nom qui ressemble à un autre, le jour,\n"
               "le titre et les joueurs d'une partie d'ici, un jour à venir. Le numéro de la dernière\n"
               "ligne défait l'import (--undo) ; importé de nouveau ensuite, il compte de nouveau.\n"
               "Code de sortie : 0 rien n'est refusé ; 1 quelque chose l'est ; 2 fichier illisible\n"
               "ou non UTF-8, ou base en échec : ce qui est compté comme ajouté est sur le disque.\n",
    .options = OPTIONS,
    .options_count = IMPORT_OPTIONS,
    .operands = "FILE|-...",
    .hint = HINT_FILE,
    .operands_min = 0,
    .operands_max = SIZE_MAX,
    .run = run,
};
