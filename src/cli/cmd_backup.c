/* dendro backup and restore: what treats the database as one file. */
#include "cli/bar.h"
#include "cli/database.h"
#include "service/upkeep.h"

#include "base/banned.h"

enum { LINE_SIZE = 4096 };

/* Tells `before`, the path, and `after`, as one line on standard error. */
static void tell(struct cli *cli, const char *before, struct span path, const char *after)
{
    char memory[2 * LINE_SIZE];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, before);
    strbuf_add_span(&line, path);
    strbuf_add(&line, after);
    cli_tell(cli, strbuf_span(&line));
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    bar_draw(context, done, total);
}

/* ---- backup ---- */

enum { BACKUP_DB, BACKUP_OPTIONS };

static const struct cli_option BACKUP[BACKUP_OPTIONS] = {[BACKUP_DB] = CLI_OPTION_DB};

static int run_backup(struct cli *cli, const struct cli_arguments *arguments)
{
    struct service *service = NULL;
    struct bar bar;
    struct error error;
    if (!database_open(cli, &arguments->value[BACKUP_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    bar_init(&bar, cli, false);
    enum err err = service_backup(service, arguments->operands[0], on_progress, &bar, &error);
    bar_wipe(&bar);
    service_close(service);
    return cli_finish(cli, err, &error);
}

const struct command command_backup = {
    .name = "backup",
    .en = "copy the database into a new file, also while others write",
    .fr = "copier la base dans un nouveau fichier, même pendant qu'on y écrit",
    .more_en = "FILE is the whole database as it was at one moment, on disk when the command ends.\n"
               "It holds the club's secret keys, as the database does: keep it as safe. Of a club on a\n"
               "server it is a database of its own, with statistics made anew.\n",
    .more_fr = "FICHIER est la base entière à un instant donné, sur le disque quand la commande finit.\n"
               "Il contient les clés secrètes du club, comme la base : gardez-le aussi bien. D'un club sur\n"
               "un serveur, c'est une base à part, aux statistiques refaites.\n",
    .options = BACKUP,
    .options_count = BACKUP_OPTIONS,
    .operands = "FILE",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_backup,
};

/* ---- restore ---- */

enum { RESTORE_DB, RESTORE_FORCE, RESTORE_OPTIONS };

static const struct cli_option RESTORE[RESTORE_OPTIONS] = {
    [RESTORE_DB] = CLI_OPTION_DB,
    [RESTORE_FORCE] = {.name = "force",
                       .kind = CLI_FLAG,
                       .en = "replace the database that is there",
                       .fr = "remplacer la base qui est là"},
};

/* A backup of a database whose tables were being made is as good as any: its log is whole, and they are made here. */
static void tell_restored(struct cli *cli, const char *path, const struct service_options *options)
{
    struct service *service = NULL;
    struct error ignored;
    bool open = service_open(&service, path, SERVICE_READ, options, &ignored) == ERR_OK;
    struct span unopened = span_from(service_on_server(path) ? "postgresql://" : path); /* an address has secrets */
    tell(cli, cli_say(cli, "dendro: restored: ", "dendro: base rétablie : "), open ? service_shown(service) : unopened,
         "");
    if (open) {
        database_tell_stale(cli, service);
    }
    service_close(service);
}

static int run_restore(struct cli *cli, const struct cli_arguments *arguments)
{
    const char *path = database_path(cli, &arguments->value[RESTORE_DB]);
    struct service_options options = database_options(cli);
    options.busy_ms =
        service_options_default.busy_ms; /* it is refused, not put off, while another program has it open */
    options.waiting = NULL;
    struct bar bar;
    struct error error;
    bar_init(&bar, cli, false);
    enum err err = service_restore(arguments->operands[0], path, arguments->value[RESTORE_FORCE].set, &options,
                                   on_progress, &bar, &error);
    bar_wipe(&bar);
    if (err != ERR_OK) {
        cli_complain(cli, &error);
        return err == ERR_NOT_FOUND ? CLI_FAILURE : cli_exit_code(err);
    }
    tell_restored(cli, path, &options);
    return CLI_OK;
}

const struct command command_restore = {
    .name = "restore",
    .en = "put a backup in the place of the database",
    .fr = "mettre une sauvegarde à la place de la base",
    .more_en = "The backup is copied and checked before anything is touched, then takes its place at\n"
               "once. A database that is there is kept unless --force is given, and while another\n"
               "program has it open. On a server a club that is there is never replaced.\n",
    .more_fr = "La sauvegarde est copiée et vérifiée avant que rien ne soit touché, puis prend sa place\n"
               "d'un coup. Une base déjà là est gardée sauf avec --force, et tant qu'un autre\n"
               "programme l'a ouverte. Sur un serveur, un club déjà là n'est jamais remplacé.\n",
    .options = RESTORE,
    .options_count = RESTORE_OPTIONS,
    .operands = "FILE",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = 1,
    .makes_club = true,
    .run = run_restore,
};
