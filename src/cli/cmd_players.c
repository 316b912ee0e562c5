/*
 * dendro players: the people of the database, for the organiser. Names are not in the log, so renaming and erasing
 * leave it as it is; a merge is an entry of it.
 */
#include "cli/database.h"
#include "cli/text.h"
#include "service/upkeep.h"
#include "wire/http_answer.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { PLAYERS_DB, PLAYERS_OPTIONS };

static const struct cli_option DB[PLAYERS_OPTIONS] = {[PLAYERS_DB] = CLI_OPTION_DB};

enum { HANDLE_WIDTH = PERSON_HANDLE, NAME_WIDTH = 40, FLUSH_PATIENCE = 3000 /* milliseconds */ };

static void add_handle(struct span handle, struct strbuf *out)
{
    strbuf_add_char(out, '@');
    strbuf_add_span(out, handle);
}

/* ---- list ---- */

enum { LIST_DB, LIST_JSON, LIST_OPTIONS };

static const struct cli_option LIST[LIST_OPTIONS] = {[LIST_DB] = CLI_OPTION_DB, [LIST_JSON] = CLI_OPTION_JSON};

struct list {
    struct cli *cli;
    bool json;
};

/* `@k3f9x2mqw7ta  Amélie      12 games`; a person merged into another has that one's handle instead. */
static void write_person(struct cli *cli, const struct person *person, struct strbuf *out)
{
    char memory[4 * PERSON_NAME];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    text_clean_cut(&name, person->name, NAME_WIDTH);
    if (name.len == 0) {
        strbuf_add(&name, cli_say(cli, "(erased)", "(effacé)"));
    }
    add_handle(person->handle, out);
    strbuf_add(out, "  ");
    strbuf_pad(out, strbuf_span(&name), NAME_WIDTH / 2);
    strbuf_add(out, "  ");
    if (person->merged_into.len > 0) {
        strbuf_add(out, "= ");
        add_handle(person->merged_into, out);
    } else {
        text_count(out, person->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    }
    strbuf_add_char(out, '\n');
}

static enum err on_person(void *context, const struct person *person, struct error *error)
{
    struct list *list = context;
    struct cli *cli = list->cli;
    enum err err = ERR_OK;
    if (list->json) {
        err = wire_person(person, &cli->text, error);
    } else {
        write_person(cli, person, &cli->text);
    }
    return err == ERR_OK && !cli_push(cli) ? ERR_END : err;
}

static enum err list_people(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                            struct error *error)
{
    struct list list = {cli, arguments->value[LIST_JSON].set};
    return service_people(service, on_person, &list, error);
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[LIST_DB], SERVICE_READ, list_people);
}

static const struct command PLAYERS_LIST = {
    .name = "players list",
    .en = "everybody, with handle, name and number of games",
    .fr = "tout le monde, avec identifiant, nom et nombre de parties",
    .options = LIST,
    .options_count = LIST_OPTIONS,
    .run = run_list,
};

/* ---- add ---- */

static enum err add_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    char handle[PERSON_HANDLE];
    enum err err = service_person_add(service, span_from(arguments->operands[0]), handle, error);
    if (err != ERR_OK) {
        return err;
    }
    add_handle(span_from(handle), &cli->text);
    strbuf_add_char(&cli->text, '\n');
    return ERR_OK;
}

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_CREATE, add_person);
}

static const struct command PLAYERS_ADD = {
    .name = "players add",
    .en = "add somebody, and print the handle",
    .fr = "ajouter quelqu'un et afficher son identifiant",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "NAME",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_add,
};

/* ---- changes to a person of the database: the first operand ---- */

static enum err rename_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct error *error)
{
    (void)cli;
    char handle[PERSON_HANDLE];
    enum err err = service_person_find(service, span_from(arguments->operands[0]), handle, error);
    if (err != ERR_OK) {
        return err;
    }
    return service_person_rename(service, span_from(handle), span_from(arguments->operands[1]), error);
}

static enum err merge_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    (void)cli;
    char handle[PERSON_HANDLE];
    char into[PERSON_HANDLE];
    enum err err = service_person_find(service, span_from(arguments->operands[0]), handle, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_person_find(service, span_from(arguments->operands[1]), into, error);
    if (err != ERR_OK) {
        return err;
    }
    return service_person_merge(service, AUTHOR_CLI, span_from(handle), span_from(into), error);
}

/*
 * While another program reads the database as it was, its write-ahead log keeps the name: the erasure has happened, and
 * the user learns what is still to come.
 */
static enum err erase_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    char handle[PERSON_HANDLE];
    enum err err = service_person_find(service, span_from(arguments->operands[0]), handle, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_person_erase(service, span_from(handle), error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_flush(service, FLUSH_PATIENCE, error);
    if (err == ERR_BUSY) {
        cli_tell(cli,
                 span_from(cli_say(cli,
                                   "dendro: somebody reads the database as it was, and the log beside it keeps the "
                                   "name until they have finished: a daemon empties it then, or the next command "
                                   "that writes",
                                   "dendro: quelqu'un lit la base telle qu'elle était, et le journal à côté garde le "
                                   "nom jusqu'à ce qu'il ait fini : un serveur le videra, ou la prochaine commande "
                                   "qui écrit")));
        return ERR_OK;
    }
    return err;
}

static int run_rename(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_WRITE, rename_person);
}

static int run_merge(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_WRITE, merge_person);
}

static int run_erase(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_WRITE, erase_person);
}

static const struct command PLAYERS_RENAME = {
    .name = "players rename",
    .en = "give somebody another name",
    .fr = "donner un autre nom à quelqu'un",
    .more_en = "WHO is a name or a handle. All games show the new name; the log is not touched.\n",
    .more_fr = "QUI est un nom ou un identifiant. Toutes les parties montrent le nouveau nom ; le\n"
               "journal n'est pas touché.\n",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "WHO NAME",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_rename,
};

static const struct command PLAYERS_MERGE = {
    .name = "players merge",
    .en = "make two people one",
    .fr = "faire de deux personnes une seule",
    .more_en = "WHO is INTO from now on, with all games. It is an entry of the log and cannot be taken\n"
               "back. Refused when both sat in one game.\n",
    .more_fr = "QUI devient CIBLE, avec toutes ses parties. C'est une entrée du journal, sans retour.\n"
               "Refusé si les deux ont joué une même partie.\n",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "WHO INTO",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_merge,
};

static const struct command PLAYERS_ERASE = {
    .name = "players erase",
    .en = "forget somebody's name for good",
    .fr = "oublier le nom de quelqu'un pour de bon",
    .more_en = "The games stay, under the handle; the log stays as it is and provable. Answers kept for\n"
               "who repeats a request lose the name, too. Backups and exports made before still have it.\n",
    .more_fr = "Les parties restent, sous l'identifiant ; le journal reste tel quel et prouvable. Les\n"
               "réponses gardées pour qui répète une demande perdent aussi le nom. Les sauvegardes et\n"
               "exports d'avant le gardent.\n",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "WHO",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_erase,
};

static const struct command *const CHILDREN[] = {&PLAYERS_LIST, &PLAYERS_ADD, &PLAYERS_RENAME, &PLAYERS_MERGE,
                                                 &PLAYERS_ERASE};

const struct command command_players = {
    .name = "players",
    .en = "list, add, rename, merge and erase people",
    .fr = "lister, ajouter, renommer, fusionner et effacer des personnes",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    CLI_GROUP(CHILDREN),
};
