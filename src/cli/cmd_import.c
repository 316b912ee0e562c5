/*
 * dendro import: records and files of other programs into the database. What was
 * imported before changes nothing, so a run that was cut short is simply run
 * again. What is known of one file is in import_file.c.
 */
#include "base/system.h"
#include "cli/database.h"
#include "cli/import.h"
#include "cli/text.h"
#include "wire/exchange.h"
#include "wire/http_answer.h"
#include "wire/import_choice.h"
#include "wire/title_document.h"

#include "base/banned.h"

enum { CACHE_KIB = 12288 /* the rest of its memory is what a long group adds to statistics */ };

enum {
    IMPORT_DB,
    IMPORT_FORMAT,
    IMPORT_DRY_RUN,
    IMPORT_TITLE,
    IMPORT_PLAYER,
    IMPORT_JSON,
    IMPORT_QUIET,
    IMPORT_STRICT,
    IMPORT_UNDO,
    IMPORT_OPTIONS
};

static const struct cli_option OPTIONS[IMPORT_OPTIONS] = {
    [IMPORT_DB] = CLI_OPTION_DB,
    [IMPORT_FORMAT] = {.name = "format",
                       .kind = CLI_CHOICE,
                       .value = "record|bgstats|bgg|csv",
                       .choices = foreign_formats,
                       .en = "what the files are (default: as they begin)",
                       .fr = "ce que sont les fichiers (défaut : d'après leur début)"},
    [IMPORT_DRY_RUN] = {.name = "dry-run",
                        .kind = CLI_FLAG,
                        .en = "say what would be done, and write nothing",
                        .fr = "dire ce qui serait fait, sans rien écrire"},
    [IMPORT_TITLE] = {.name = "title",
                      .kind = CLI_LIST,
                      .value = "FROM=TO",
                      .max = PLAY_MAPPINGS,
                      .en = "a title there is this one here; may be repeated",
                      .fr = "un titre là-bas est celui-ci ici ; peut être répété"},
    [IMPORT_PLAYER] = {.name = "player",
                       .kind = CLI_LIST,
                       .value = "FROM=TO",
                       .max = PLAY_MAPPINGS,
                       .en = "a person there is this one here; may be repeated",
                       .fr = "une personne là-bas est celle-ci ici ; peut être répété"},
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

/* ---- the closing line ---- */

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

/* `2 corrected, 1 made void`; nothing when there are none. */
static void add_changes(const struct cli *cli, const struct import_tally *tally, struct strbuf *out)
{
    if (tally->corrected > 0) {
        text_count(out, tally->corrected, cli_say(cli, "corrected", "corrigée"),
                   cli_say(cli, "corrected", "corrigées"));
    }
    if (tally->voided > 0) {
        strbuf_add(out, out->len > 0 ? ", " : "");
        text_count(out, tally->voided, cli_say(cli, "made void", "annulée"), cli_say(cli, "made void", "annulées"));
    }
}

static void tell_summary(struct import *import)
{
    struct cli *cli = import->cli;
    struct error error;
    if (import->json) {
        if (wire_import_tally(&import->tally, &cli->text, &error) != ERR_OK) {
            cli_complain(cli, &error);
            import_raise_code(import, CLI_FAILURE);
        }
    } else if (!import->quiet) {
        char memory[256];
        struct strbuf line;
        strbuf_wrap(&line, memory, sizeof(memory));
        add_changes(cli, &import->tally, &line);
        if (line.len > 0) {
            cli_tell(cli, strbuf_span(&line));
            strbuf_clear(&line);
        }
        add_summary(cli, &import->tally, &line);
        cli_tell(cli, strbuf_span(&line));
    }
}

/* ---- undo ---- */

static const struct message MSG_FILES = {ERR_USAGE, "usage.import-undo",
                                         "--undo takes no file, and nothing but --undo does without",
                                         "--undo ne prend pas de fichier, et il en faut un sans --undo"};

static const struct message MSG_DRY_UNDO = {ERR_USAGE, "usage.import-undo", "--undo has no --dry-run",
                                            "--undo n'a pas de --dry-run"};

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

/* ---- what is asked ---- */

/* All options of that index, as mappings. */
static enum err read_mappings(const struct cli_arguments *arguments, size_t option, struct play_mapping *list,
                              size_t *count, struct error *error)
{
    for (size_t i = 0; i < arguments->pairs_count; i++) {
        const struct cli_pair *pair = &arguments->pair[i];
        enum err err = pair->option == option ? choice_mapping(list, count, span_from(pair->word[0]), error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err read_arguments(struct import *import, const struct cli_arguments *arguments,
                               struct play_mapping *mappings, struct error *error)
{
    struct plays_options *options = &import->options;
    const struct cli_value *format = &arguments->value[IMPORT_FORMAT];
    import->json = arguments->value[IMPORT_JSON].set;
    import->quiet = arguments->value[IMPORT_QUIET].set;
    import->has_format = format->set;
    import->format = (enum foreign_format)format->number;
    options->strict = arguments->value[IMPORT_STRICT].set;
    options->dry_run = arguments->value[IMPORT_DRY_RUN].set;
    options->document = wire_title_document;
    options->may_void = true; /* whoever has the file may do everything */
    options->titles = mappings;
    options->players = mappings + PLAY_MAPPINGS;
    enum err err = read_mappings(arguments, IMPORT_TITLE, mappings, &options->titles_count, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_mappings(arguments, IMPORT_PLAYER, mappings + PLAY_MAPPINGS, &options->players_count, error);
    if (err != ERR_OK) {
        return err;
    }
    bool maps = options->titles_count + options->players_count > 0;
    return maps && format->set && import->format == FOREIGN_RECORD ? error_raise(error, &CHOICE_MSG_RECORD) : ERR_OK;
}

/* ---- all files ---- */

static void import_files(struct import *import, const struct cli_arguments *arguments)
{
    bool go_on = true;
    for (size_t i = 0; i < arguments->operands_count && go_on && import->cli->out_errno == 0; i++) {
        import->file = arguments->operands[i];
        go_on = import_file(import);
    }
}

static bool open_database(struct import *import, const struct cli_arguments *arguments, struct rehearsal *rehearsal)
{
    const struct cli_value *db = &arguments->value[IMPORT_DB];
    if (import->options.dry_run) {
        return rehearsal_open(rehearsal, import->cli, db, &import->service);
    }
    const char *path = database_path(import->cli, db);
    struct service_options options = database_options(import->cli);
    options.cache_kib = CACHE_KIB;
    if (!database_open_with(import->cli, path, SERVICE_CREATE, &options, &import->service)) {
        return false;
    }
    serving_open(&import->serving, path);
    import->options.serving = &import->serving;
    return true;
}

static int run_import(struct cli *cli, const struct cli_arguments *arguments, struct play_mapping *mappings)
{
    struct import import = {.cli = cli, .serving = {.fd = -1}};
    struct rehearsal rehearsal = {.made = false};
    struct error error;
    if (read_arguments(&import, arguments, mappings, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (!open_database(&import, arguments, &rehearsal)) {
        return CLI_FAILURE;
    }
    hash_set_init(&import.would, cli->allocator);
    import_files(&import, arguments);
    hash_set_release(&import.would);
    service_close(import.service);
    serving_close(&import.serving);
    rehearsal_end(&rehearsal);
    tell_summary(&import);
    return import.code;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct error error;
    if (arguments->value[IMPORT_UNDO].set != (arguments->operands_count == 0)) {
        (void)!error_raise(&error, &MSG_FILES);
        return cli_fail(cli, &error);
    }
    if (arguments->value[IMPORT_UNDO].set && arguments->value[IMPORT_DRY_RUN].set) {
        (void)!error_raise(&error, &MSG_DRY_UNDO);
        return cli_fail(cli, &error);
    }
    if (arguments->value[IMPORT_UNDO].set) {
        return database_run(cli, arguments, &arguments->value[IMPORT_DB], SERVICE_WRITE, undo);
    }
    struct play_mapping *mappings = mem_new(cli->allocator, 2 * (size_t)PLAY_MAPPINGS, sizeof(*mappings));
    if (!mappings) {
        (void)!error_raise(&error, &MSG_MEMORY);
        return cli_fail(cli, &error);
    }
    int code = run_import(cli, arguments, mappings);
    mem_free(cli->allocator, mappings);
    return code;
}

const struct command command_import = {
    .name = "import",
    .en = "add records, or plays of other programs, to the database, each once",
    .fr = "ajouter à la base des parties, ou celles d'autres programmes, chacune une fois",
    .more_en = "A missing database is made. A record that was imported before changes nothing. One\n"
               "that is illegal is refused and told, FILE:LINE:COLUMN: what is wrong; one whose\n"
               "written scores differ from the computed ones is added, and told as contested.\n"
               "Warned of, and with --strict refused: new names that look like others, a day, title\n"
               "and people that a game here has, days to come. The number in the closing line undoes\n"
               "the import (--undo); what is imported again after that counts again.\n"
               "Files of BG Stats (JSON), plays saved from BoardGameGeek (XML) and tables (CSV) are\n"
               "read through first: one that is broken is left out as a whole. A newer file adds what\n"
               "is new and corrects what changed there. --dry-run says what would be done: new people,\n"
               "whom they look like, titles found and made. --player 'Amelie=Amélie' says who is who.\n"
               "Exit code: 0 nothing was refused; 1 something was; 2 a file that cannot be read,\n"
               "or is not UTF-8, or a database that failed: what is counted as added is on disk.\n",
    .more_fr = "Une base absente est créée. Une partie déjà importée ne change rien. Une partie\n"
               "illégale est refusée et signalée, FICHIER:LIGNE:COLONNE: ce qui ne va pas ; une\n"
               "partie dont les points écrits diffèrent est ajoutée et signalée comme contestée.\n"
               "Signalés, et refusés avec --strict : un nouveau nom qui ressemble à un autre, le jour,\n"
               "le titre et les joueurs d'une partie d'ici, un jour à venir. Le numéro de la dernière\n"
               "ligne défait l'import (--undo) ; importé de nouveau ensuite, il compte de nouveau.\n"
               "Les fichiers de BG Stats (JSON), de BoardGameGeek (XML) et les tableaux (CSV) sont lus\n"
               "en entier d'abord : un fichier cassé est laissé de côté. Un fichier plus récent ajoute le\n"
               "nouveau et corrige ce qui y a changé. --dry-run dit ce qui serait fait : nouvelles\n"
               "personnes, à qui elles ressemblent, titres trouvés et créés. --player 'Amelie=Amélie'\n"
               "dit qui est qui.\n"
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
