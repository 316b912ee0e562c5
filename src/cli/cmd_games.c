/* dendro games: the games that the program has rules for, from the registry's tables alone: no database. */
#include "cli/values.h"
#include "rules/registry.h"
#include "wire/json.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { GAMES_JSON, GAMES_OPTIONS };

static const struct cli_option OPTIONS[GAMES_OPTIONS] = {[GAMES_JSON] = CLI_OPTION_JSON};

static void add_seats(const struct variant *variant, struct strbuf *out)
{
    strbuf_int(out, variant->min_seats);
    if (variant->max_seats > variant->min_seats) {
        strbuf_add_char(out, '-');
        strbuf_int(out, variant->max_seats);
    }
}

/* `foret  Ecosystem: Forest, rules 1: standard 3-6, duel 2, solo 1` */
static void add_line(const struct cli *cli, const struct game *game, struct strbuf *out)
{
    strbuf_pad(out, span_from(game->name.id), 10);
    strbuf_add(out, "  ");
    strbuf_add(out, name_in(&game->name, cli->lang));
    strbuf_add(out, cli_say(cli, ", rules ", ", règles "));
    strbuf_int(out, game->rules);
    for (unsigned i = 0; i < game->variants_count; i++) {
        strbuf_add(out, i > 0 ? ", " : cli_say(cli, ": ", " : "));
        strbuf_add(out, name_in(&game->variants[i].name, cli->lang));
        strbuf_add_char(out, ' ');
        add_seats(&game->variants[i], out);
    }
    strbuf_add_char(out, '\n');
}

static void add_heading(const struct cli *cli, struct strbuf *out, const char *en, const char *fr)
{
    strbuf_add_char(out, '\n');
    strbuf_add(out, cli_say(cli, en, fr));
    strbuf_add_char(out, '\n');
}

/* An id and, when it says something else, the name. */
static void add_name(const struct cli *cli, const struct name *name, struct strbuf *out)
{
    const char *shown = name_in(name, cli->lang);
    strbuf_add(out, "  ");
    if (strcmp(shown, name->id) == 0) {
        strbuf_add(out, name->id);
    } else {
        strbuf_pad(out, span_from(name->id), 14);
        strbuf_add(out, shown);
    }
    strbuf_add_char(out, '\n');
}

static void add_variants(const struct cli *cli, const struct game *game, struct strbuf *out)
{
    add_heading(cli, out, "variants and players", "variantes et joueurs");
    for (unsigned i = 0; i < game->variants_count; i++) {
        strbuf_add(out, "  ");
        strbuf_pad(out, span_from(game->variants[i].name.id), 14);
        add_seats(&game->variants[i], out);
        strbuf_add_char(out, '\n');
    }
}

static void add_options(const struct cli *cli, const struct game *game, struct strbuf *out)
{
    for (unsigned i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        if (i == 0) {
            add_heading(cli, out, "options (the first value is the default)",
                        "options (la première valeur est celle par défaut)");
        }
        strbuf_add(out, "  ");
        strbuf_pad(out, span_from(option->name.id), 14);
        for (unsigned j = 0; j < option->values_count; j++) {
            strbuf_add(out, j > 0 ? ", " : "");
            strbuf_add(out, option->values[j].id);
        }
        strbuf_add_char(out, '\n');
    }
}

static void add_names(const struct cli *cli, const struct name *names, size_t count, struct strbuf *out)
{
    for (size_t i = 0; i < count; i++) {
        add_name(cli, &names[i], out);
    }
}

static void add_game(const struct cli *cli, const struct game *game, struct strbuf *out)
{
    add_line(cli, game, out);
    add_variants(cli, game, out);
    add_heading(cli, out, "levels", "niveaux");
    for (unsigned i = 0; i < game->levels_count; i++) {
        add_name(cli, &game->levels[i].name, out);
    }
    add_options(cli, game, out);
    add_heading(cli, out, "score categories", "catégories de points");
    add_names(cli, game->categories, game->categories_count, out);
    if (game->cards) {
        add_heading(cli, out, "cards", "cartes");
        add_names(cli, game->cards, game->cards_count, out);
    }
    add_heading(cli, out, "notation", "notation");
    for (unsigned i = 0; i < game->notation_count; i++) {
        const struct notation *line = &game->notation[i];
        strbuf_add(out, "  ");
        strbuf_add(out, line->example);
        strbuf_add(out, "\n      ");
        strbuf_add(out, cli_say(cli, line->en, line->fr));
        strbuf_add_char(out, '\n');
    }
}

/* One game in full, or a line for each of several. */
static enum err show(struct cli *cli, const struct game *const *games, size_t count, bool json, bool in_full,
                     struct error *error)
{
    if (json) {
        return wire_games(games, count, &cli->text, error);
    }
    for (size_t i = 0; i < count; i++) {
        if (in_full) {
            add_game(cli, games[i], &cli->text);
        } else {
            add_line(cli, games[i], &cli->text);
        }
    }
    return ERR_OK;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    bool json = arguments->value[GAMES_JSON].set;
    struct error error;
    if (arguments->operands_count == 0) {
        size_t count;
        const struct game *const *games = registry_current(&count);
        return cli_finish(cli, show(cli, games, count, json, false, &error), &error);
    }
    const struct game *game = NULL;
    enum err err = value_game(arguments->operands[0], &game, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    return cli_finish(cli, show(cli, &game, 1, json, true, &error), &error);
}

const struct command command_games = {
    .name = "games",
    .en = "list the games that are known, or show one in full",
    .fr = "énumérer les jeux connus, ou en décrire un",
    .options = OPTIONS,
    .options_count = GAMES_OPTIONS,
    .operands = "[GAME]",
    .hint = HINT_GAME,
    .operands_max = 1,
    .run = run,
};
