/* dendro club: the clubs of a place of many, for who runs the server. */
#include "cli/database.h"
#include "cli/grid.h"
#include "cli/text.h"
#include "service/club.h"
#include "service/reading.h"
#include "wire/emit.h"

#include "base/banned.h"

enum { CLUB_DIR, CLUB_SERVER, CLUB_JSON, LIST_COUNT };
enum { PLACE_COUNT = CLUB_SERVER + 1 };

static const struct cli_option LIST[LIST_COUNT] = {
    [CLUB_DIR] = {.name = "clubs",
                  .kind = CLI_WORD,
                  .hint = HINT_FILE,
                  .value = "DIR",
                  .en = "the folder of the clubs (default: $DENDRO_CLUBS)",
                  .fr = "le dossier des clubs (par défaut : $DENDRO_CLUBS)"},
    [CLUB_SERVER] = {.name = "db",
                     .kind = CLI_WORD,
                     .value = "URL",
                     .en = "or the database of a server that has them: postgresql://…",
                     .fr = "ou la base d'un serveur qui les a : postgresql://…"},
    [CLUB_JSON] = CLI_OPTION_JSON,
};

static const struct message MSG_PLACE = {
    ERR_USAGE, "usage.clubs", "where are the clubs? --clubs DIR, --db postgresql://… without a club, or $DENDRO_CLUBS",
    "où sont les clubs ? --clubs DOSSIER, --db postgresql://… sans club, ou $DENDRO_CLUBS"};

/* What a command does with a place. */
typedef enum err clubs_fn(struct cli *cli, const char *place, const struct cli_arguments *arguments,
                          struct error *error);

static int run_place(struct cli *cli, const struct cli_arguments *arguments, clubs_fn *fn)
{
    const struct cli_value *option = &arguments->value[CLUB_DIR];
    const struct cli_value *server = &arguments->value[CLUB_SERVER];
    const char *place = database_place(cli, option, server);
    struct error error;
    enum err err = place ? fn(cli, place, arguments, &error) : error_raise(&error, &MSG_PLACE);
    if (err == ERR_OK) {
        return CLI_OK;
    }
    return cli_fail(cli, &error);
}

/* ---- add ---- */

static enum err add(struct cli *cli, const char *place, const struct cli_arguments *arguments, struct error *error)
{
    struct service_options options = database_options(cli);
    char token[TOKEN_TEXT];
    enum err err = clubs_add(place, span_from(arguments->operands[0]), &options, token, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_add(&cli->text, token);
    strbuf_add_char(&cli->text, '\n');
    return ERR_OK;
}

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, add);
}

/* ---- list ---- */

struct listing {
    struct cli *cli;
    const char *place;
    struct service_options options;
    bool json;
    struct grid grid;
};

struct listed {
    struct club_settings settings;
    struct club_standing standing;
    int64_t entries;
    int64_t bytes;
};

static enum err look(struct service *service, struct listed *club, struct error *error)
{
    enum err err = service_club(service, &club->settings, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_standing(service, &club->standing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_log_size(service, &club->entries, error);
    return err == ERR_OK ? service_size(service, &club->bytes, error) : err;
}

static enum err write_json(const struct club_address *address, const struct listed *club, struct strbuf *out,
                           struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "slug", address->slug);
    emit_text_or_null(&emit, "name", span_from(club->settings.name));
    emit_integer(&emit, "entries", club->entries);
    emit_integer(&emit, "bytes", club->bytes);
    emit_boolean(&emit, "suspended", club->standing.suspended);
    emit_boolean(&emit, "private", club->standing.closed);
    emit_boolean(&emit, "listed", club->standing.listed);
    emit_boolean(&emit, "sharing", club->standing.sharing);
    emit_text_or_null(&emit, "host", span_from(club->standing.host));
    emit_integer(&emit, "entries_a_day", club->standing.entries_a_day);
    emit_integer(&emit, "bytes_most", club->standing.bytes);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* `suspended, private, listed, sharing`, those that hold. */
static void write_words(const struct cli *cli, const struct club_standing *standing, struct strbuf *out)
{
    const struct {
        bool holds;
        const char *en;
        const char *fr;
    } words[] = {{standing->suspended, "suspended", "suspendu"},
                 {standing->closed, "private", "privé"},
                 {standing->listed, "listed", "affiché"},
                 {standing->sharing, "sharing", "partage"}};
    bool any = false;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (words[i].holds) {
            strbuf_add(out, any ? ", " : "");
            strbuf_add(out, cli_say(cli, words[i].en, words[i].fr));
            any = true;
        }
    }
    strbuf_add(out, any ? "" : "-");
}

static void write_row(struct listing *list, const struct club_address *address, const struct listed *club)
{
    struct grid *grid = &list->grid;
    grid_text(grid, address->slug);
    grid_int(grid, club->entries);
    grid_int(grid, club->bytes);
    write_words(list->cli, &club->standing, grid_cell(grid));
    text_clean(grid_cell(grid), span_from(club->settings.name[0] ? club->settings.name : "-"));
}

static enum err list_one(void *context, struct span slug, struct error *error)
{
    struct listing *list = context;
    struct club_address address;
    struct service *service = NULL;
    struct listed club;
    enum err err = clubs_address(list->place, slug, &address, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_open(&service, address.path, SERVICE_READ, &list->options, error);
    err = err == ERR_OK ? look(service, &club, error) : err;
    service_close(service);
    if (err != ERR_OK) {
        cli_complain_file(list->cli, address.slug, error); /* the others are shown all the same */
        return ERR_OK;
    }
    if (list->json) {
        return write_json(&address, &club, &list->cli->text, error);
    }
    write_row(list, &address, &club);
    return ERR_OK;
}

/* On a server one connection is for all of them, one after the other. */
static enum err list_all(struct listing *list, struct error *error)
{
    struct service_options *options = &list->options;
    enum err err = clubs_pool_new(&options->pool, list->place, CLUBS_POOL_LEAST, options->allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    err = clubs_list_by(list->place, options, list_one, list, error);
    clubs_pool_free(options->pool);
    return err;
}

static enum err list(struct cli *cli, const char *place, const struct cli_arguments *arguments, struct error *error)
{
    static const char *const heads[][2] = {
        {"club", "club"}, {"entries", "entrées"}, {"bytes", "octets"}, {"standing", "état"}, {"name", "nom"}};
    enum { COLUMNS = sizeof(heads) / sizeof(heads[0]), LEFT = 1 | 8 | 16 };
    struct listing list = {
        .cli = cli, .place = place, .options = database_options(cli), .json = arguments->value[CLUB_JSON].set};
    grid_init(&list.grid, cli, COLUMNS, LEFT);
    grid_heads(&list.grid, heads, COLUMNS);
    enum err err = list_all(&list, error);
    struct strbuf unused;
    strbuf_init(&unused, cli->allocator, CLI_TEXT);
    grid_end(&list.grid, list.json || err != ERR_OK ? &unused : &cli->text);
    strbuf_release(&unused);
    return err;
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, list);
}

/* ---- the others ---- */

static enum err rename_club(struct cli *cli, const char *place, const struct cli_arguments *arguments,
                            struct error *error)
{
    struct service_options options = database_options(cli);
    return clubs_rename(place, span_from(arguments->operands[0]), span_from(arguments->operands[1]), &options, error);
}

static enum err suspend(struct cli *cli, const char *place, const struct cli_arguments *arguments, struct error *error)
{
    struct service_options options = database_options(cli);
    return clubs_suspend(place, span_from(arguments->operands[0]), true, &options, error);
}

static enum err resume(struct cli *cli, const char *place, const struct cli_arguments *arguments, struct error *error)
{
    struct service_options options = database_options(cli);
    return clubs_suspend(place, span_from(arguments->operands[0]), false, &options, error);
}

static enum err remove_club(struct cli *cli, const char *place, const struct cli_arguments *arguments,
                            struct error *error)
{
    struct service_options options = database_options(cli);
    char backup[CLUB_PATH];
    enum err err = clubs_remove(place, span_from(arguments->operands[0]), &options, backup, error);
    if (err != ERR_OK) {
        return err;
    }
    cli_print(cli, span_from(backup));
    return ERR_OK;
}

static int run_rename(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, rename_club);
}

static int run_suspend(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, suspend);
}

static int run_resume(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, resume);
}

static int run_remove(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_place(cli, arguments, remove_club);
}

/* ---- the table ---- */

static const struct command CLUB_ADD = {
    .name = "club add",
    .en = "make a club, and print its admin token, this once",
    .fr = "créer un club, et afficher cette seule fois son jeton d'administration",
    .more_en = "SLUG is what its address says, /c/SLUG/: 1 to 40 small letters a-z, digits and hyphens.\n"
               "The folder is made when it is missing.\n",
    .more_fr = "SLUG est ce que dit son adresse, /c/SLUG/ : de 1 à 40 minuscules a-z, chiffres et traits\n"
               "d'union. Le dossier est créé s'il manque.\n",
    .options = LIST,
    .options_count = PLACE_COUNT,
    .operands = "SLUG",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_add,
};

static const struct command CLUB_LIST = {
    .name = "club list",
    .en = "list the clubs: entries, bytes, how they stand, names",
    .fr = "énumérer les clubs : entrées, octets, état, noms",
    .options = LIST,
    .options_count = LIST_COUNT,
    .run = run_list,
};

static const struct command CLUB_RENAME = {
    .name = "club rename",
    .en = "give a club another slug; links to the old one then lead nowhere",
    .fr = "donner un autre nom court à un club ; les liens vers l'ancien ne mènent alors nulle part",
    .more_en = "It is suspended meanwhile, so that a daemon lets go of it.\n",
    .more_fr = "Il est suspendu pendant ce temps, pour que le serveur le lâche.\n",
    .options = LIST,
    .options_count = PLACE_COUNT,
    .operands = "SLUG SLUG",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_rename,
};

static const struct command CLUB_SUSPEND = {
    .name = "club suspend",
    .en = "a club answers nothing and takes no writes, until it is resumed",
    .fr = "un club ne répond plus et ne s'écrit plus, jusqu'à sa reprise",
    .options = LIST,
    .options_count = PLACE_COUNT,
    .operands = "SLUG",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_suspend,
};

static const struct command CLUB_RESUME = {
    .name = "club resume",
    .en = "end a club's suspension",
    .fr = "mettre fin à la suspension d'un club",
    .options = LIST,
    .options_count = PLACE_COUNT,
    .operands = "SLUG",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_resume,
};

static const struct command CLUB_REMOVE = {
    .name = "club remove",
    .en = "take a club away; a backup stays, whose name is printed",
    .fr = "retirer un club ; une sauvegarde reste, dont le nom est affiché",
    .more_en = "It is suspended first, so that a daemon lets go of it, and suspended in the backup, too.\n",
    .more_fr = "Il est d'abord suspendu, pour que le serveur le lâche, et l'est aussi dans la sauvegarde.\n",
    .options = LIST,
    .options_count = PLACE_COUNT,
    .operands = "SLUG",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_remove,
};

static const struct command *const CHILDREN[] = {&CLUB_ADD,     &CLUB_LIST,   &CLUB_RENAME,
                                                 &CLUB_SUSPEND, &CLUB_RESUME, &CLUB_REMOVE};

const struct command command_club = {
    .name = "club",
    .en = "add, list, rename, suspend or remove the clubs of a folder or a server",
    .fr = "ajouter, énumérer, renommer, suspendre ou retirer les clubs d'un dossier ou d'un serveur",
    .options = LIST,
    .options_count = PLACE_COUNT,
    CLI_GROUP(CHILDREN),
};
