/* Catalogues from files, from the program and from a database. */
#include "cli/catalogues.h"

#include "base/near.h"
#include "cli/database.h"
#include "cli/input.h"
#include "rules/registry.h"

#include <sys/stat.h>

#include "base/banned.h"

static const struct message MSG_NONE = {ERR_USAGE, "usage.catalogue",
                                        "'%1' is neither a catalogue that is known nor a file that can be read",
                                        "« %1 » n'est ni un catalogue connu ni un fichier lisible"};

static const struct message MSG_OTHER_GAME = {ERR_USAGE, "usage.catalogue-game", "'%1' is a catalogue of the game %2",
                                              "« %1 » est un catalogue du jeu %2"};

/* A file, added to those that records may name; `new`: which is held against the rule for new ones. */
static enum err add_file(struct cli *cli, const char *file, bool new, const struct catalogue **out, struct error *error)
{
    struct strbuf bytes;
    strbuf_init(&bytes, cli->allocator, CATALOGUE_BYTES);
    enum err err = input_slurp(cli, file, &bytes, error);
    if (err == ERR_OK) {
        err = catalogues_add(cli->catalogues, strbuf_span(&bytes), out, error);
    }
    if (err == ERR_OK && new) {
        err = catalogues_visible(cli->catalogues, strbuf_span(&bytes), error);
    }
    strbuf_release(&bytes);
    return err;
}

/* Cuts `GAME/` off a name that begins with a game that has catalogues; NULL: it does not. */
static const struct game *cut_game(struct span *name)
{
    const char *slash = memchr(name->ptr, '/', name->len);
    size_t before = slash ? (size_t)(slash - name->ptr) : 0;
    const struct game *game = slash ? registry_newest(span_of(name->ptr, before)) : NULL;
    if (!game || !game->catalogue) {
        return NULL;
    }
    *name = span_skip(*name, before + 1);
    return game;
}

/* `house`, or `GAME/house` where several games have one of that name. */
static const struct catalogue *find_named(struct catalogues *all, const struct game *game, struct span text)
{
    const struct catalogue *found = catalogues_named(all, game, text);
    if (found || game) {
        return found;
    }
    game = cut_game(&text);
    return game ? catalogues_named(all, game, text) : NULL;
}

/* Neither a name nor a file: the shipped one of the game that was probably meant. */
static enum err refuse(struct cli *cli, const struct game *game, struct span name, struct error *error)
{
    struct near near;
    struct span bytes;
    struct error ignored;
    const struct catalogue *shipped = NULL;
    enum err err = error_raise_span(error, &MSG_NONE, name);
    near_begin(&near, name);
    for (size_t i = 0; catalogues_ship(cli->catalogues, i, &shipped, &bytes, &ignored) == ERR_OK; i++) {
        if (!game || shipped->game->catalogue == game->catalogue) {
            near_offer(&near, shipped->name);
        }
    }
    near_hint(&near, error);
    return err;
}

/* `ecos/house` is a shipped one, and may be the path of a file: one that is there is meant. */
static bool is_path(const char *text)
{
    struct stat facts;
    return text && strchr(text, '/') && stat(text, &facts) == 0 && !S_ISDIR(facts.st_mode);
}

static enum err choose(struct cli *cli, const struct game *game, const char *text, bool new,
                       const struct catalogue **out, struct error *error)
{
    struct span name = span_from(text ? text : CATALOGUE_DEFAULT);
    if (!cli->catalogues) {
        return error_raise_span(error, &MSG_NONE, name);
    }
    enum err err = catalogues_load(cli->catalogues, error);
    if (err != ERR_OK) {
        return err;
    }
    *out = is_path(text) ? NULL : find_named(cli->catalogues, game, name);
    if (*out) {
        return ERR_OK;
    }
    err = text ? add_file(cli, text, new, out, error) : ERR_IO;
    if (err == ERR_IO) {
        return refuse(cli, game, name, error);
    }
    if (err == ERR_OK && game && (*out)->game->catalogue != game->catalogue) {
        err = error_raise_span(error, &MSG_OTHER_GAME, name);
        error_add_name(error, &(*out)->game->name);
    }
    return err;
}

enum err catalogues_choose(struct cli *cli, const struct game *game, const char *text, const struct catalogue **out,
                           struct error *error)
{
    return choose(cli, game, text, false, out, error);
}

enum err catalogues_choose_new(struct cli *cli, const char *text, const struct catalogue **out, struct error *error)
{
    return choose(cli, NULL, text, true, out, error);
}

/* ---- in a database ---- */

struct wanted {
    struct span text;
    const struct game *game; /* NULL: any */
    uint8_t hash[SHA256_SIZE];
    bool by_hash;
    bool found;
    int64_t added;
};

/* A hash is one catalogue; of those that have a name, the newest, which an older edition of a shipped one never is. */
static enum err compare(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    (void)error;
    struct wanted *wanted = context;
    bool same = wanted->by_hash ? memcmp(catalogue->hash, wanted->hash, SHA256_SIZE) == 0
                                : span_equal(catalogue->name, wanted->text) && !catalogue->older &&
                                      (!wanted->game || span_is(catalogue->game, wanted->game->name.id));
    if (same && (!wanted->found || catalogue->added >= wanted->added)) {
        memcpy(wanted->hash, catalogue->hash, SHA256_SIZE);
        wanted->found = true;
        wanted->added = catalogue->added;
    }
    return ERR_OK;
}

struct chosen {
    struct cli *cli;
    const struct catalogue **out;
};

static enum err take(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    const struct chosen *chosen = context;
    return catalogues_add(chosen->cli->catalogues, catalogue->json, chosen->out, error);
}

enum err catalogues_choose_in(struct cli *cli, struct service *service, const char *text, const struct catalogue **out,
                              struct error *error)
{
    struct wanted wanted = {.text = span_from(text)};
    struct chosen chosen = {cli, out};
    struct span hex = span_starts(wanted.text, "sha256:") ? span_skip(wanted.text, 7) : wanted.text;
    wanted.by_hash = sha256_from_hex(hex, wanted.hash);
    wanted.game = wanted.by_hash ? NULL : cut_game(&wanted.text);
    enum err err = service_catalogues(service, compare, &wanted, error);
    if (err != ERR_OK) {
        return err;
    }
    return wanted.found ? service_catalogue(service, wanted.hash, take, &chosen, error)
                        : catalogues_choose(cli, NULL, text, out, error);
}

/* ---- for records ---- */

bool catalogues_begin(struct cli *cli, const struct cli_arguments *arguments, const struct cli_value *database,
                      struct catalogues_use *use, int *code)
{
    struct error error;
    *use = (struct catalogues_use){.before = cli->blocks};
    for (size_t i = 0; i < arguments->pairs_count; i++) {
        const struct catalogue *added = NULL;
        enum err err = add_file(cli, arguments->pair[i].word[0], false, &added, &error);
        if (err != ERR_OK) {
            cli_complain_file(cli, arguments->pair[i].word[0], &error);
            *code = cli_exit_code(err);
            return false;
        }
    }
    if (database->set) {
        *code = CLI_FAILURE;
        if (!database_open(cli, database, SERVICE_READ, &use->service)) {
            return false;
        }
        cli->blocks = service_blocks(use->service);
    }
    return true;
}

void catalogues_end(struct cli *cli, struct catalogues_use *use)
{
    cli->blocks = use->before;
    service_close(use->service);
}
