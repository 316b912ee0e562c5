/*
 * dendro players: the people of the database, for the organiser. Names are not in the log, so renaming and erasing
 * leave it as it is; a merge is an entry of it.
 */
#include "cli/database.h"
#include "cli/text.h"
#include "record/verify.h"
#include "service/merges.h"
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

/* `warning: 'Amelie B' is new here and looks like …` on standard error: the handle alone is the answer. */
static void on_warning(void *context, const struct problem *problem)
{
    struct cli *cli = context;
    char memory[1024];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    problem_text(problem, cli->lang, &line);
    cli_tell(cli, strbuf_span(&line));
}

static enum err add_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    char handle[PERSON_HANDLE];
    enum err err = service_name_alike(service, span_from(arguments->operands[0]), on_warning, cli, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_person_add(service, span_from(arguments->operands[0]), handle, error);
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

/* Whom the first two operands name. */
static enum err find_both(struct service *service, const struct cli_arguments *arguments, char handle[2][PERSON_HANDLE],
                          struct error *error)
{
    for (int i = 0; i < 2; i++) {
        enum err err = service_person_find(service, span_from(arguments->operands[i]), handle[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum { MERGE_DB, MERGE_DRY_RUN, MERGE_JSON, MERGE_OPTIONS };

static const struct cli_option MERGE[MERGE_OPTIONS] = {
    [MERGE_DB] = CLI_OPTION_DB,
    [MERGE_DRY_RUN] = {.name = "dry-run",
                       .kind = CLI_FLAG,
                       .en = "only say what it would change",
                       .fr = "seulement dire ce que cela changerait"},
    [MERGE_JSON] = CLI_OPTION_JSON,
};

/* `together in game 12, 14` */
static void add_shared(struct cli *cli, const struct merge_preview *preview, bool voided, struct strbuf *out)
{
    const char *before =
        voided ? cli_say(cli, "together in games that are void, which cannot count while they are one: ",
                         "ensemble dans des parties annulées, à ne pas rétablir tant qu'elles sont une : ")
               : cli_say(cli, "together in games, so they are two people: ",
                         "ensemble dans des parties, donc deux personnes : ");
    for (size_t i = 0; i < preview->shared_count; i++) {
        if (preview->shared[i].voided == voided) {
            strbuf_add(out, before);
            strbuf_int(out, preview->shared[i].game);
            before = ", ";
        }
    }
    strbuf_add(out, strcmp(before, ", ") == 0 ? "\n" : "");
}

static void add_preview(struct cli *cli, const struct merge_preview *preview, struct strbuf *out)
{
    strbuf_add_char(out, '@');
    strbuf_add(out, preview->handle);
    strbuf_add(out, cli_say(cli, " would be @", " deviendrait @"));
    strbuf_add(out, preview->into);
    strbuf_add(out, cli_say(cli, ", with ", ", avec "));
    text_count(out, preview->games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add(out, cli_say(cli, " beside ", " en plus de "));
    strbuf_int(out, preview->games_there);
    strbuf_add_char(out, '\n');
    for (size_t i = 0; i < preview->names_count; i++) {
        strbuf_add(out,
                   i == 0 ? cli_say(cli, "names that would mean that person: ", "noms qui la désigneraient : ") : ", ");
        text_clean_cut(out, span_from(preview->names[i]), NAME_WIDTH);
    }
    strbuf_add(out, preview->names_count > 0 ? "\n" : "");
    add_shared(cli, preview, false, out);
    add_shared(cli, preview, true, out);
    if (preview->told_apart) {
        strbuf_add(out, cli_say(cli, "somebody said that they are two people\n",
                                "quelqu'un a dit que ce sont deux personnes\n"));
    }
}

static enum err preview_merge(struct cli *cli, struct service *service, bool json, char handle[2][PERSON_HANDLE],
                              struct error *error)
{
    struct merge_preview preview;
    enum err err = service_merge_preview(service, span_from(handle[0]), span_from(handle[1]), &preview, error);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        err = wire_merge_preview(&preview, &cli->text, error);
    } else {
        add_preview(cli, &preview, &cli->text);
    }
    merge_preview_release(&preview);
    return err;
}

/* How it can be taken back, on standard error. */
static void tell_entry(struct cli *cli, int64_t entry)
{
    char memory[160];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, cli_say(cli, "dendro: merged by entry ", "dendro: fusion par l'entrée "));
    strbuf_int(&line, entry);
    strbuf_add(&line, cli_say(cli, ", which 'players unmerge' takes back", ", que « players unmerge » défait"));
    cli_tell(cli, strbuf_span(&line));
}

static enum err merge_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    char handle[2][PERSON_HANDLE];
    int64_t entry = 0;
    enum err err = find_both(service, arguments, handle, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[MERGE_DRY_RUN].set) {
        return preview_merge(cli, service, arguments->value[MERGE_JSON].set, handle, error);
    }
    err = service_person_merge_entry(service, AUTHOR_CLI, span_from(handle[0]), span_from(handle[1]), &entry, error);
    if (err == ERR_OK) {
        tell_entry(cli, entry);
    }
    return err;
}

static const struct message MSG_MERGE = {ERR_USAGE, "usage.merge",
                                         "'%1' is neither the number of an entry nor an @handle",
                                         "« %1 » n'est ni le numéro d'une entrée ni un @identifiant"};

/* `@k3f9x2mqw7ta  12 games` */
static enum err unmerge_person(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct error *error)
{
    struct span which = span_from(arguments->operands[0]);
    struct unmerged unmerged;
    int64_t entry = 0;
    bool handle = span_starts(which, "@");
    if (!handle && !span_int(which, 1, SPAN_INT_MAX, &entry)) {
        return error_raise_span(error, &MSG_MERGE, which);
    }
    enum err err =
        service_person_unmerge(service, AUTHOR_CLI, handle ? which : (struct span){NULL, 0}, entry, &unmerged, error);
    if (err != ERR_OK) {
        return err;
    }
    add_handle(span_from(unmerged.handle), &cli->text);
    strbuf_add(&cli->text, "  ");
    text_count(&cli->text, unmerged.games, cli_say(cli, "game", "partie"), cli_say(cli, "games", "parties"));
    strbuf_add_char(&cli->text, '\n');
    return ERR_OK;
}

/* `@k3f9x2mqw7ta  Amélie                @hp47jjpv8ds0  Amelei` */
static enum err on_pair(void *context, const struct alike_pair *pair, struct error *error)
{
    (void)error;
    struct cli *cli = context;
    struct strbuf *out = &cli->text;
    for (int i = 0; i < 2; i++) {
        char memory[4 * PERSON_NAME];
        struct strbuf name;
        strbuf_wrap(&name, memory, sizeof(memory));
        text_clean_cut(&name, pair->name[i], NAME_WIDTH);
        add_handle(pair->handle[i], out);
        strbuf_add(out, "  ");
        strbuf_pad(out, strbuf_span(&name), i == 0 ? NAME_WIDTH / 2 : 0);
        strbuf_add(out, i == 0 ? "  " : "\n");
    }
    return cli_push(cli) ? ERR_OK : ERR_END;
}

static enum err list_alike(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    (void)arguments;
    return service_people_alike(service, on_pair, cli, error);
}

static enum err tell_apart(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                           struct error *error)
{
    (void)cli;
    char handle[2][PERSON_HANDLE];
    enum err err = find_both(service, arguments, handle, error);
    return err == ERR_OK ? service_people_two(service, span_from(handle[0]), span_from(handle[1]), error) : err;
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
    bool asks = arguments->value[MERGE_DRY_RUN].set;
    return database_run(cli, arguments, &arguments->value[MERGE_DB], asks ? SERVICE_READ : SERVICE_WRITE, merge_person);
}

static int run_unmerge(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_WRITE, unmerge_person);
}

static int run_alike(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_READ, list_alike);
}

static int run_two(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[PLAYERS_DB], SERVICE_WRITE, tell_apart);
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
    .more_en = "WHO is INTO from now on, with all games. It is an entry of the log; its number, told on\n"
               "standard error, takes it back with 'dendro players unmerge'. Refused when both sat in\n"
               "one game that counts.\n",
    .more_fr = "QUI devient CIBLE, avec toutes ses parties. C'est une entrée du journal ; son numéro,\n"
               "donné sur la sortie d'erreur, permet de revenir par « dendro players unmerge ». Refusé\n"
               "si les deux ont joué une même partie qui compte.\n",
    .options = MERGE,
    .options_count = MERGE_OPTIONS,
    .operands = "WHO INTO",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_merge,
};

static const struct command PLAYERS_UNMERGE = {
    .name = "players unmerge",
    .en = "take a merge back, and print who is a person again",
    .fr = "défaire une fusion et afficher qui redevient une personne",
    .more_en = "ENTRY is the number of the merge in the log; @HANDLE is who was merged. Names and the games\n"
               "entered before the merge go back; what was entered since stays where it is.\n",
    .more_fr = "ENTRÉE est le numéro de la fusion au journal ; @IDENTIFIANT est qui fut fusionné. Les noms\n"
               "et les parties saisies avant la fusion reviennent ; le reste demeure.\n",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "ENTRY|@HANDLE",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_unmerge,
};

static const struct command PLAYERS_ALIKE = {
    .name = "players alike",
    .en = "people whose names look alike, two a line: one person, or two?",
    .fr = "les personnes aux noms semblables, deux par ligne : une ou deux ?",
    .more_en = "Left out are those who sat in one game, and those of whom 'players two' says so.\n",
    .more_fr = "Sans celles qui ont joué ensemble ni celles dont « players two » dit qu'elles sont deux.\n",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .run = run_alike,
};

static const struct command PLAYERS_TWO = {
    .name = "players two",
    .en = "remember that two people with names alike are two",
    .fr = "retenir que deux personnes aux noms semblables sont deux",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    .operands = "WHO OTHER",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_two,
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

static const struct command *const CHILDREN[] = {&PLAYERS_LIST,    &PLAYERS_ADD,   &PLAYERS_RENAME, &PLAYERS_MERGE,
                                                 &PLAYERS_UNMERGE, &PLAYERS_ALIKE, &PLAYERS_TWO,    &PLAYERS_ERASE};

const struct command command_players = {
    .name = "players",
    .en = "list, add, rename, merge and erase people",
    .fr = "lister, ajouter, renommer, fusionner et effacer des personnes",
    .options = DB,
    .options_count = PLAYERS_OPTIONS,
    CLI_GROUP(CHILDREN),
};
