/* Finding and opening the database, with what the user should know about it: that it is new, or behind its log. */
#include "cli/database.h"

#include "base/date.h"
#include "cli/bar.h"
#include "service/catalogues.h"
#include "service/upkeep.h"
#include "wire/forget.h"

#include "base/banned.h"

/* A command waits for another writer, such as an import, rather than fail; for a daemon that hangs, not for ever. */
enum { PATIENCE_MS = 30000 };

const char *database_path(const struct cli *cli, const struct cli_value *option)
{
    return option->set ? option->text : cli->database;
}

/* ---- one of many ---- */

const struct message DATABASE_MSG_BOTH = {
    ERR_USAGE, "usage.db-and-club", "--db names the file of one club; --clubs and --club name one of many: not both",
    "--db désigne le fichier d'un club ; --clubs et --club un club parmi "
    "plusieurs : pas les deux"};
static const struct message MSG_WHERE = {ERR_USAGE, "usage.club-where",
                                         "--club needs the folder of clubs: --clubs DIR, or $DENDRO_CLUBS",
                                         "--club demande le dossier des clubs : --clubs DOSSIER, ou $DENDRO_CLUBS"};
static const struct message MSG_WHICH = {ERR_USAGE, "usage.club-which",
                                         "which club? --club SLUG; `dendro club list` names them",
                                         "quel club ? --club SLUG ; « dendro club list » les nomme"};

static const struct message MSG_ALL = {ERR_USAGE, "usage.club-all", "--all is every club, --club is one: not both",
                                       "--all, c'est chaque club, --club un seul : pas les deux"};

/* The address of a server without a club. */
static bool is_server(const char *address)
{
    return service_on_server(address) && !strchr(address, '#');
}

/* Where clubs are when the words do not say. */
static const char *usual_place(const struct cli *cli)
{
    const char *said = cli->database_said && is_server(cli->database) ? cli->database : NULL;
    return cli->clubs ? cli->clubs : said;
}

const char *database_place(const struct cli *cli, const struct cli_value *folder, const struct cli_value *db)
{
    if (db->set) {
        return is_server(db->text) && !folder->set ? db->text : NULL;
    }
    return folder->set ? folder->text : usual_place(cli);
}

/* The value of an option that the command has in its own table; NULL: it has none. */
static struct cli_value *own_value(struct cli_arguments *arguments, const char *name)
{
    size_t i = command_option(arguments->command, name);
    return i < arguments->command->options_count ? &arguments->value[i] : NULL;
}

enum err database_choose(struct cli *cli, struct cli_arguments *arguments, struct club_address *club,
                         struct error *error)
{
    struct cli_value *db = own_value(arguments, "db");
    if (!db || !command_club_option(arguments->command, CLUB_PLACE)) {
        return ERR_OK;
    }
    const struct cli_value *place = &arguments->club[CLUB_PLACE];
    const struct cli_value *all = own_value(arguments, "all");
    if (all && all->set) { /* the command goes through them by itself */
        return arguments->club[CLUB_ONE].set ? error_raise(error, &MSG_ALL) : ERR_OK;
    }
    /* The address of a server without a club is a place, too. */
    bool server = db->set && is_server(db->text);
    /* A command with a --club of its own, which names the club that it makes, means the slug by it where there are many. */
    const struct cli_value *own = own_value(arguments, "club");
    const struct cli_value *slug = own && (place->set || server) ? own : &arguments->club[CLUB_ONE];
    if (db->set && (!server || place->set)) {
        return place->set || slug->set ? error_raise(error, &DATABASE_MSG_BOTH) : ERR_OK;
    }
    const char *where = place->set ? place->text : server ? db->text : usual_place(cli);
    if (!where) {
        return slug->set ? error_raise(error, &MSG_WHERE) : ERR_OK;
    }
    if (!slug->set) {
        server = server || (cli->database_said && is_server(cli->database)); /* which alone is no club */
        bool needed = server || (arguments->command->options[db - arguments->value].usual && !cli->database_said);
        return place->set || needed ? error_raise(error, &MSG_WHICH) : ERR_OK;
    }
    enum err err = arguments->command->makes_club ? clubs_address(where, span_from(slug->text), club, error)
                                                  : clubs_find(where, span_from(slug->text), club, error);
    if (err != ERR_OK) {
        return err;
    }
    db->set = true;
    db->text = club->path;
    return ERR_OK;
}

bool database_writable(struct cli *cli, struct service *service)
{
    struct club_standing standing;
    struct error error;
    if (service_standing(service, &standing, &error) == ERR_OK && standing_writable(&standing, &error) == ERR_OK) {
        return true;
    }
    cli_complain(cli, &error);
    return false;
}

/* ---- opening ---- */

static void tell_wait(void *context)
{
    struct cli *cli = context;
    cli_tell(cli, span_from(cli_say(cli, "dendro: another program is writing to the database: waiting for it",
                                    "dendro: un autre programme écrit dans la base : on l'attend")));
}

struct service_options database_options(struct cli *cli)
{
    struct service_options options = service_options_default;
    options.allocator = cli->allocator;
    options.forget = wire_forget;
    options.catalogues = cli->catalogues;
    options.busy_ms = PATIENCE_MS;
    options.waiting = tell_wait;
    options.waiting_context = cli;
    (void)date_parse(span_from(cli->today), &options.today); /* what is no day: by the clock */
    return options;
}

enum err database_catalogues(const struct cli *cli, struct error *error)
{
    return cli->catalogues ? catalogues_load(cli->catalogues, error) : ERR_OK;
}

static void tell_new(struct cli *cli, struct span shown)
{
    char memory[4096];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, cli_say(cli, "dendro: made a new database: ", "dendro: nouvelle base de données : "));
    strbuf_add_span(&line, shown);
    cli_tell(cli, strbuf_span(&line));
}

void database_tell_stale(struct cli *cli, struct service *service)
{
    struct error ignored;
    bool stale = false;
    if (service_stale(service, &stale, &ignored) == ERR_OK && stale) {
        cli_tell(cli,
                 span_from(cli_say(cli, "dendro: statistics have still to be made from the log: run `dendro migrate`",
                                   "dendro: des statistiques restent à faire depuis le journal : lancez « dendro "
                                   "migrate »")));
    }
}

bool database_open(struct cli *cli, const struct cli_value *option, enum service_mode mode, struct service **service)
{
    struct service_options options = database_options(cli);
    return database_open_with(cli, database_path(cli, option), mode, &options, service);
}

static void draw_filling(void *context, int64_t done, int64_t total)
{
    struct bar *bar = context;
    if (bar->wanted && bar->shown < 0) {
        cli_tell(bar->cli, span_from(cli_say(bar->cli, "dendro: making the statistics anew from the log",
                                             "dendro: les statistiques sont refaites depuis le journal")));
    }
    bar_draw(bar, done, total);
}

enum err database_service(struct cli *cli, const char *path, enum service_mode mode,
                          const struct service_options *options, struct service **service, struct error *error)
{
    struct service_options with = *options;
    struct bar bar;
    bar_init(&bar, cli, false);
    with.filling = draw_filling;
    with.filling_context = &bar;
    enum err err = service_open(service, path, mode, &with, error);
    bar_wipe(&bar);
    return err;
}

bool database_open_with(struct cli *cli, const char *path, enum service_mode mode,
                        const struct service_options *options, struct service **service)
{
    struct error error;
    if (database_service(cli, path, mode, options, service, &error) != ERR_OK) {
        cli_complain(cli, &error);
        return false;
    }
    if (mode != SERVICE_READ && !database_writable(cli, *service)) {
        service_close(*service);
        *service = NULL;
        return false;
    }
    if (service_made(*service)) { /* of a club on a server, too: its name may be a slip of the hand */
        tell_new(cli, service_shown(*service));
    }
    if (mode == SERVICE_READ) {
        database_tell_stale(cli, *service);
    }
    return true;
}

void database_tell_no_game(struct cli *cli)
{
    cli_tell(cli, span_from(cli_say(cli, "dendro: there is no such game", "dendro: il n'y a pas de telle partie")));
}

int database_run(struct cli *cli, const struct cli_arguments *arguments, const struct cli_value *db,
                 enum service_mode mode, database_fn *fn)
{
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, db, mode, &service)) {
        return CLI_FAILURE;
    }
    enum err err = fn(cli, service, arguments, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}
