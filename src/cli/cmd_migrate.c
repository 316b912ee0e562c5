/* dendro migrate: a database, or all clubs of a place, to the program's version; statistics that a version has left empty are made. */
#include "cli/database.h"
#include "service/upkeep.h"
#include "wire/emit.h"

#include "base/banned.h"

enum { MIGRATE_DB, MIGRATE_ALL, MIGRATE_JSON, MIGRATE_OPTIONS };

static const struct cli_option MIGRATE[MIGRATE_OPTIONS] = {
    [MIGRATE_DB] = CLI_OPTION_DB,
    [MIGRATE_ALL] = {.name = "all",
                     .kind = CLI_FLAG,
                     .en = "every club of a folder (--clubs DIR) or of a server (--db postgresql://…)",
                     .fr = "chaque club d'un dossier (--clubs DOSSIER) ou d'un serveur (--db postgresql://…)"},
    [MIGRATE_JSON] = CLI_OPTION_JSON,
};

static const struct message MSG_ABSENT = {ERR_NOT_FOUND, "store.absent", "there is no database %1",
                                          "il n'y a pas de base %1"};
static const struct message MSG_STALE = {
    ERR_CORRUPT, "migrate.stale", "the statistics of %1 cannot be made from its log: `dendro audit` tells why",
    "les statistiques de %1 ne peuvent être faites depuis son journal : « dendro audit » dit pourquoi"};
static const struct message MSG_PLACE = {
    ERR_USAGE, "usage.migrate-all", "--all of what? --clubs DIR, --db postgresql://… without a club, or $DENDRO_CLUBS",
    "--all de quoi ? --clubs DOSSIER, --db postgresql://… sans club, ou $DENDRO_CLUBS"};

/* What became of one. */
struct upgrade {
    struct migration migration;
    bool filled; /* statistics were made from the log */
};

static bool changed(const struct upgrade *upgrade)
{
    return upgrade->filled || upgrade->migration.from != upgrade->migration.to;
}

/* ---- one database ---- */

/* New derived tables are empty, also when an earlier run was killed before it filled them. */
static enum err was_stale(const char *path, const struct service_options *options, bool *stale, struct error *error)
{
    struct service *service = NULL;
    enum err err = service_open(&service, path, SERVICE_READ, options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_stale(service, stale, error);
    service_close(service);
    return err;
}

/* Opening for writing fills derived tables that are empty; ERR_CORRUPT when they cannot be made. */
static enum err fill(struct cli *cli, const char *path, struct error *error)
{
    struct service_options options =
        database_options(cli); /* without a pool: it keeps its connection until all are made */
    struct service *service = NULL;
    bool stale = false;
    enum err err = database_service(cli, path, SERVICE_WRITE, &options, &service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_stale(service, &stale, error);
    if (err == ERR_OK && stale) {
        err = error_raise_span(error, &MSG_STALE, service_shown(service));
    }
    service_close(service);
    return err;
}

/* Most clubs of a place are up to date: that is asked first, because it takes no connection but the pool's, if there is one. */
static enum err migrate(struct cli *cli, const char *path, struct store_pool *pool, struct upgrade *upgrade,
                        struct error *error)
{
    struct service_options options = database_options(cli);
    options.pool = pool;
    *upgrade = (struct upgrade){.migration = {.from = service_schema(), .to = service_schema()}};
    enum err err = was_stale(path, &options, &upgrade->filled, error);
    bool file = !service_on_server(path);
    /* Of another version; or a file that is not there, or has a journal that only who writes can undo. */
    if (err == ERR_CONFLICT || (file && (err == ERR_NOT_FOUND || err == ERR_DENIED))) {
        err = service_migrate(path, &options, &upgrade->migration, error);
        if (err != ERR_OK) {
            return err;
        }
        if (upgrade->migration.from == 0) {
            return error_raise_span(error, &MSG_ABSENT, span_from(path));
        }
        err = was_stale(path, &options, &upgrade->filled, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    return upgrade->filled ? fill(cli, path, error) : ERR_OK;
}

/* `schema 1 -> 2; the database from before is in club.db.v1.bak`; `filled`: what an earlier run began was completed. */
static void add_upgrade(const struct cli *cli, const struct upgrade *upgrade, struct strbuf *out)
{
    const struct migration *migration = &upgrade->migration;
    strbuf_add(out, cli_say(cli, "schema ", "schéma "));
    strbuf_int(out, migration->from);
    if (migration->from == migration->to) {
        strbuf_add(out, upgrade->filled ? cli_say(cli, ": statistics were made from the log\n",
                                                  " : les statistiques ont été faites depuis le journal\n")
                                        : cli_say(cli, ": nothing to do\n", " : rien à faire\n"));
        return;
    }
    strbuf_add(out, " -> ");
    strbuf_int(out, migration->to);
    if (migration->backup[0]) {
        strbuf_add(out, cli_say(cli, "; the database from before is in ", " ; la base d'avant est dans "));
        strbuf_add(out, migration->backup);
    }
    strbuf_add_char(out, '\n');
}

static void add_json(const char *club, const struct upgrade *upgrade, struct strbuf *out)
{
    struct emit emit = emit_start(out);
    struct error ignored; /* no memory: the flush says so */
    emit_object(&emit, NULL);
    if (club) {
        emit_word(&emit, "club", club);
    }
    emit_integer(&emit, "from", upgrade->migration.from);
    emit_integer(&emit, "to", upgrade->migration.to);
    emit_boolean(&emit, "filled", upgrade->filled);
    emit_text_or_null(&emit, "backup", span_from(upgrade->migration.backup));
    emit_close(&emit);
    (void)!emit_end(&emit, &ignored);
}

static int migrate_one(struct cli *cli, const struct cli_arguments *arguments)
{
    struct upgrade upgrade;
    struct error error;
    if (migrate(cli, database_path(cli, &arguments->value[MIGRATE_DB]), NULL, &upgrade, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (arguments->value[MIGRATE_JSON].set) {
        add_json(NULL, &upgrade, &cli->text);
    } else {
        add_upgrade(cli, &upgrade, &cli->text);
    }
    return CLI_OK;
}

/* ---- all of a place ---- */

struct walk {
    struct cli *cli;
    const char *place;
    struct store_pool *pool;
    bool json;
    int64_t clubs, changed, failed;
};

/* A line for each that changed; one that fails does not stop the others. */
static enum err migrate_club(void *context, struct span slug, struct error *error)
{
    struct walk *walk = context;
    struct cli *cli = walk->cli;
    struct club_address address;
    struct upgrade upgrade;
    enum err err = clubs_address(walk->place, slug, &address, error);
    if (err != ERR_OK) {
        error_clear(error); /* a file or a schema that is no club of ours */
        return ERR_OK;
    }
    walk->clubs++;
    if (migrate(cli, address.path, walk->pool, &upgrade, error) != ERR_OK) {
        walk->failed++;
        cli_complain_file(cli, address.slug, error);
        error_clear(error);
        return ERR_OK;
    }
    if (changed(&upgrade)) {
        walk->changed++;
        if (walk->json) {
            add_json(address.slug, &upgrade, &cli->text);
        } else {
            strbuf_add(&cli->text, address.slug);
            strbuf_add(&cli->text, cli_say(cli, ": ", " : "));
            add_upgrade(cli, &upgrade, &cli->text);
        }
    }
    return cli_flush(cli) ? ERR_OK : ERR_END;
}

static void add_count(const struct walk *walk, struct strbuf *out)
{
    struct cli *cli = walk->cli;
    strbuf_int(out, walk->clubs);
    strbuf_add(out, walk->clubs == 1 ? " club, " : " clubs, ");
    strbuf_int(out, walk->changed);
    strbuf_add(out, cli_say(cli, " brought up to date, ", " mis à jour, "));
    strbuf_int(out, walk->failed);
    strbuf_add(out, cli_say(cli, " failed\n", " en échec\n"));
}

static void add_count_json(const struct walk *walk, struct strbuf *out)
{
    struct emit emit = emit_start(out);
    struct error ignored;
    emit_object(&emit, NULL);
    emit_integer(&emit, "clubs", walk->clubs);
    emit_integer(&emit, "changed", walk->changed);
    emit_integer(&emit, "failed", walk->failed);
    emit_close(&emit);
    (void)!emit_end(&emit, &ignored);
}

static enum err migrate_clubs(struct walk *walk, struct error *error)
{
    struct cli *cli = walk->cli;
    enum err err = clubs_pool_new(&walk->pool, walk->place, CLUBS_POOL_LEAST, cli->allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clubs_list(walk->place, cli->allocator, migrate_club, walk, error);
    clubs_pool_free(walk->pool);
    return err;
}

static int migrate_all(struct cli *cli, const struct cli_arguments *arguments)
{
    const char *place = database_place(cli, &arguments->club[CLUB_PLACE], &arguments->value[MIGRATE_DB]);
    struct walk walk = {.cli = cli, .place = place, .json = arguments->value[MIGRATE_JSON].set};
    struct error error;
    if (!place) {
        (void)!error_raise(&error, &MSG_PLACE);
        return cli_fail(cli, &error);
    }
    enum err err = migrate_clubs(&walk, &error);
    if (err != ERR_OK) {
        return cli_fail(cli, &error);
    }
    if (walk.json) {
        add_count_json(&walk, &cli->text);
    } else {
        add_count(&walk, &cli->text);
    }
    return walk.failed > 0 ? CLI_FAILURE : CLI_OK;
}

static int run_migrate(struct cli *cli, const struct cli_arguments *arguments)
{
    return arguments->value[MIGRATE_ALL].set ? migrate_all(cli, arguments) : migrate_one(cli, arguments);
}

const struct command command_migrate = {
    .name = "migrate",
    .en = "bring a database of an older version up to date",
    .fr = "mettre à jour une base d'une version antérieure",
    .more_en = "A copy from before stays beside a file, named after its version (dendro.db.v1.bak). Every\n"
               "command that writes does the same by itself. Stop the daemon of the older version first.\n"
               "A club on a server is brought up to date by nothing else, in one transaction, by the owner\n"
               "of its schema. With --all, one that fails does not stop the others.\n",
    .more_fr = "Une copie d'avant reste à côté d'un fichier, nommée d'après sa version (dendro.db.v1.bak).\n"
               "Toute commande qui écrit fait de même d'elle-même. Arrêtez d'abord l'ancien serveur.\n"
               "Un club sur un serveur n'est mis à jour par rien d'autre, en une transaction, par le\n"
               "propriétaire de son schéma. Avec --all, un échec n'arrête pas les autres.\n",
    .options = MIGRATE,
    .options_count = MIGRATE_OPTIONS,
    .run = run_migrate,
};
