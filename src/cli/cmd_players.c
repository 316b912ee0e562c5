/* dendro players: who plays here, for the organiser: add, rename, merge two that are one, erase a name. */
#include "cli/database.h"
#include "cli/text.h"
#include "service/upkeep.h"
#include "wire/http_answer.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { PLAYERS_DB, PLAYERS_OPTIONS };

static const struct cli_option DB[PLAYERS_OPTIONS] = {[PLAYERS_DB] = CLI_OPTION_DB};

enum { HANDLE_WIDTH = PERSON_HANDLE, NAME_WIDTH = 40, FLUSH_PATIENCE = 3000 /* milliseconds */ };

static int end(struct cli *cli, struct service *service, enum err err, const struct error *error)
{
    service_close(service);
    if (err != ERR_OK) {
        cli_complain(cli, error);
    }
    return cli_exit_code(err);
}

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

/* `@k3f9x2mqw7ta  Amélie      12 games`; who was merged into somebody is told with that one. */
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
        database_count(out, person->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
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

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    struct list list = {cli, arguments->value[LIST_JSON].set};
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[LIST_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    enum err err = service_people(service, on_person, &list, &error);
    return end(cli, service, err, &error);
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

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    char handle[PERSON_HANDLE];
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[PLAYERS_DB], SERVICE_CREATE, &service)) {
        return CLI_FAILURE;
    }
    enum err err = service_person_add(service, span_from(arguments->operands[0]), handle, &error);
    if (err == ERR_OK) {
        add_handle(span_from(handle), &cli->text);
        strbuf_add_char(&cli->text, '\n');
    }
    return end(cli, service, err, &error);
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

/* ---- changes to somebody who is there ---- */

/* What is done to the person of that handle; `arguments->operands[1]` is the command's own affair. */
typedef enum err change_fn(struct cli *cli, struct service *service, struct span handle,
                           const struct cli_arguments *arguments, struct error *error);

static int change(struct cli *cli, const struct cli_arguments *arguments, change_fn *make)
{
    char handle[PERSON_HANDLE];
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[PLAYERS_DB], SERVICE_WRITE, &service)) {
        return CLI_FAILURE;
    }
    enum err err = service_person_find(service, span_from(arguments->operands[0]), handle, &error);
    if (err == ERR_OK) {
        err = make(cli, service, span_from(handle), arguments, &error);
    }
    return end(cli, service, err, &error);
}

static enum err rename_person(struct cli *cli, struct service *service, struct span handle,
                              const struct cli_arguments *arguments, struct error *error)
{
    (void)cli;
    return service_person_rename(service, handle, span_from(arguments->operands[1]), error);
}

static enum err merge_person(struct cli *cli, struct service *service, struct span handle,
                             const struct cli_arguments *arguments, struct error *error)
{
    (void)cli;
    char into[PERSON_HANDLE];
    enum err err = service_person_find(service, span_from(arguments->operands[1]), into, error);
    return err == ERR_OK ? service_person_merge(service, AUTHOR_CLI, handle, span_from(into), error) : err;
}

/* Beside readers, and a daemon, too: the name is out of the file, and out of the log beside it or that is said. */
static enum err erase_person(struct cli *cli, struct service *service, struct span handle,
                             const struct cli_arguments *arguments, struct error *error)
{
    (void)arguments;
    enum err err = service_person_erase(service, handle, error);
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
    return change(cli, arguments, rename_person);
}

static int run_merge(struct cli *cli, const struct cli_arguments *arguments)
{
    return change(cli, arguments, merge_person);
}

static int run_erase(struct cli *cli, const struct cli_arguments *arguments)
{
    return change(cli, arguments, erase_person);
}

static const struct command PLAYERS_RENAME = {
    .name = "players rename",
    .en = "give somebody another name",
    .fr = "donner un autre nom à quelqu'un",
    .more_en = "WHO is a name or a handle. All games show the new name; the log is not touched.\n",
    .more_fr = "WHO est un nom ou un identifiant. Toutes les parties montrent le nouveau nom ; le\n"
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
    .more_fr = "WHO devient INTO, avec toutes ses parties. C'est une entrée du journal, sans retour.\n"
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
    .operands = "COMMAND ...",
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .operands_end_options = true,
    .children = CHILDREN,
    .children_count = sizeof(CHILDREN) / sizeof(CHILDREN[0]),
};
