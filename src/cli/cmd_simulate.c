/* dendro simulate: legal records made by computer players, the same bytes for the same words on every machine. */
#include "cli/catalogues.h"
#include "cli/values.h"
#include "record/simulate.h"

#include "base/banned.h"

enum {
    SIM_GAME,
    SIM_VARIANT,
    SIM_SEATS,
    SIM_GAMES,
    SIM_SEED,
    SIM_LEVEL,
    SIM_PLAYER,
    SIM_CATALOGUE,
    SIM_OPTION,
    SIM_OPTIONS
};

enum { SEATS_DEFAULT = 4 };

static const char *const PLAYERS[] = {[SIMULATE_RANDOM] = "random", [SIMULATE_GREEDY] = "greedy", NULL};

static const struct cli_option OPTIONS[SIM_OPTIONS] = {
    [SIM_GAME] = {.name = "game",
                  .kind = CLI_WORD,
                  .required = true,
                  .hint = HINT_GAME,
                  .value = "G",
                  .en = "the game, as 'dendro games' calls it",
                  .fr = "le jeu, tel que « dendro games » l'appelle"},
    [SIM_VARIANT] = {.name = "variant",
                     .kind = CLI_WORD,
                     .value = "V",
                     .en = "the variant (default: the one for that many seats)",
                     .fr = "la variante (par défaut : celle pour ce nombre de places)"},
    [SIM_SEATS] = {.name = "seats",
                   .kind = CLI_NUMBER,
                   .value = "N",
                   .min = 1,
                   .max = GAME_PLAYERS,
                   .en = "the number of players (default: the least for the variant)",
                   .fr = "le nombre de joueurs (par défaut : le minimum de la variante)"},
    [SIM_GAMES] = {.name = "games",
                   .kind = CLI_NUMBER,
                   .value = "K",
                   .max = UINT32_MAX,
                   .en = "how many games (default: 1)",
                   .fr = "combien de parties (par défaut : 1)"},
    [SIM_SEED] = {.name = "seed",
                  .kind = CLI_NUMBER,
                  .value = "S",
                  .max = SPAN_INT_MAX,
                  .en = "where chance starts (default: 1)",
                  .fr = "le point de départ du hasard (par défaut : 1)"},
    [SIM_LEVEL] = {.name = "level",
                   .kind = CLI_WORD,
                   .value = "L",
                   .en = "how much is written down (default: table)",
                   .fr = "combien est noté (par défaut : table)"},
    [SIM_PLAYER] = {.name = "player",
                    .kind = CLI_CHOICE,
                    .value = "random|greedy",
                    .choices = PLAYERS,
                    .en = "how the players choose (default: greedy)",
                    .fr = "comment les joueurs choisissent (par défaut : greedy)"},
    [SIM_CATALOGUE] =
        {.name = "catalogue",
         .kind = CLI_WORD,
         .hint = HINT_FILE,
         .value = "C",
         .en = "the catalogue of a game that needs one: a file, or the name of a shipped one (default: house)",
         .fr = "le catalogue d'un jeu qui en demande un : un fichier, ou le nom d'un fourni (par défaut : house)"},
    [SIM_OPTION] = {.name = "option",
                    .kind = CLI_PAIR,
                    .value = "NAME VALUE",
                    .en = "an option of the game; may be repeated",
                    .fr = "une option du jeu ; peut être répété"},
};

static const struct message MSG_VARIANT = {ERR_USAGE, "usage.variant", "%1 has no variant '%2'",
                                           "%1 n'a pas de variante « %2 »"};
static const struct message MSG_LEVEL = {ERR_USAGE, "usage.level", "%1 has no level '%2'",
                                         "%1 n'a pas de niveau « %2 »"};
static const struct message MSG_SEATS = {ERR_USAGE, "usage.seats", "variant %1 is for %2 to %3 players, not %4",
                                         "la variante %1 se joue de %2 à %3 joueurs, pas à %4"};
static const struct message MSG_NO_VARIANT = {ERR_USAGE, "usage.no-variant", "%1 has no variant for %2 players",
                                              "%1 n'a pas de variante à %2 joueurs"};
static const struct message MSG_OPTION = {ERR_USAGE, "usage.game-option", "%1 has no option '%2'",
                                          "%1 n'a pas d'option « %2 »"};
static const struct message MSG_OPTION_VALUE = {ERR_USAGE, "usage.game-option-value", "option %1 has no value '%2'",
                                                "l'option %1 n'a pas de valeur « %2 »"};
static const struct message MSG_NO_CATALOGUE = {ERR_USAGE, "usage.no-catalogue", "%1 has no catalogue",
                                                "%1 n'a pas de catalogue"};

static enum err raise_two(struct error *error, const struct message *message, const char *first, const char *second)
{
    enum err err = error_raise_span(error, message, span_from(first));
    error_add(error, span_from(second));
    return err;
}

static enum err choose_variant(const struct cli_arguments *arguments, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    const struct cli_value *wanted = &arguments->value[SIM_VARIANT];
    const struct cli_value *seats = &arguments->value[SIM_SEATS];
    int found = 0;
    for (found = 0; wanted->set && found < game->variants_count; found++) {
        if (name_find(&game->variants[found].name, 1, span_from(wanted->text)) == 0) {
            break;
        }
    }
    if (found == game->variants_count) {
        return raise_two(error, &MSG_VARIANT, game->name.id, wanted->text);
    }
    if (!wanted->set && seats->set) {
        found = game_variant_for(game, (unsigned)seats->number);
        if (found < 0) {
            return raise_two(error, &MSG_NO_VARIANT, game->name.id, seats->text);
        }
    }
    setup->variant = (uint8_t)found;
    return ERR_OK;
}

/* As --seats says; else the least of --variant; with neither of them, a table of four if the variant allows it. */
static enum err choose_seats(const struct cli_arguments *arguments, struct setup *setup, struct error *error)
{
    const struct variant *variant = &setup->game->variants[setup->variant];
    const struct cli_value *wanted = &arguments->value[SIM_SEATS];
    uint8_t seats = variant->min_seats;
    if (wanted->set) {
        seats = (uint8_t)wanted->number;
    } else if (!arguments->value[SIM_VARIANT].set && seats < SEATS_DEFAULT) {
        seats = variant->max_seats < SEATS_DEFAULT ? variant->max_seats : SEATS_DEFAULT;
    }
    if (seats < variant->min_seats || seats > variant->max_seats) {
        enum err err = error_raise_span(error, &MSG_SEATS, span_from(variant->name.id));
        error_add_int(error, variant->min_seats);
        error_add_int(error, variant->max_seats);
        error_add_int(error, seats);
        return err;
    }
    setup->seats = seats;
    return ERR_OK;
}

static enum err choose_level(const struct cli_arguments *arguments, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    const struct cli_value *wanted = &arguments->value[SIM_LEVEL];
    struct span text = span_from(wanted->set ? wanted->text : "table");
    for (int i = 0; i < game->levels_count; i++) {
        if (name_find(&game->levels[i].name, 1, text) == 0) {
            setup->level = (uint8_t)i;
            return ERR_OK;
        }
    }
    return wanted->set ? raise_two(error, &MSG_LEVEL, game->name.id, wanted->text) : ERR_OK;
}

static enum err choose_option(const char *name, const char *value, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    for (int i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        if (name_find(&option->name, 1, span_from(name)) != 0) {
            continue;
        }
        int found = name_find(option->values, option->values_count, span_from(value));
        if (found < 0) {
            return raise_two(error, &MSG_OPTION_VALUE, option->name.id, value);
        }
        setup->option[i] = (uint8_t)found;
        return ERR_OK;
    }
    return raise_two(error, &MSG_OPTION, game->name.id, name);
}

/* The block of a game that needs one, and in `option` how the record names the catalogue. */
static enum err choose_catalogue(struct cli *cli, const struct cli_arguments *arguments, struct setup *setup,
                                 struct strbuf *option, struct error *error)
{
    const struct cli_value *wanted = &arguments->value[SIM_CATALOGUE];
    const struct catalogue *found = NULL;
    if (!setup->game->catalogue) {
        return wanted->set ? error_raise_span(error, &MSG_NO_CATALOGUE, span_from(setup->game->name.id)) : ERR_OK;
    }
    enum err err = catalogues_choose(cli, setup->game, wanted->text, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    catalogue_use(found, setup);
    catalogue_option(found, option);
    return ERR_OK;
}

static enum err choose_options(const struct cli_arguments *arguments, struct setup *setup, struct error *error)
{
    for (size_t i = 0; i < arguments->pairs_count; i++) {
        enum err err = choose_option(arguments->pair[i][0], arguments->pair[i][1], setup, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err choose_setup(struct cli *cli, const struct cli_arguments *arguments, struct setup *setup,
                             struct strbuf *catalogue, struct error *error)
{
    const struct game *game = NULL;
    enum err err = value_game(arguments->value[SIM_GAME].text, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    *setup = (struct setup){.game = game};
    err = choose_catalogue(cli, arguments, setup, catalogue, error);
    if (err != ERR_OK) {
        return err;
    }
    err = choose_variant(arguments, setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = choose_seats(arguments, setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = choose_level(arguments, setup, error);
    if (err != ERR_OK) {
        return err;
    }
    return choose_options(arguments, setup, error);
}

/* Appends the game of that number; nothing when it fails. */
static enum err simulate(struct cli *cli, struct simulation *simulation, uint32_t number, struct replay *full,
                         struct replay *written, struct error *error)
{
    size_t before = cli->text.len;
    strbuf_add(&cli->text, number > 0 ? "\n" : "");
    simulation->number = number;
    enum err err = simulate_record(simulation, full, written, &cli->text, error);
    if (err != ERR_OK) {
        strbuf_truncate(&cli->text, before);
    }
    return err;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    struct simulation simulation = {
        .player = value[SIM_PLAYER].set ? (enum simulate_player)value[SIM_PLAYER].number : SIMULATE_GREEDY,
        .seed = value[SIM_SEED].set ? (uint64_t)value[SIM_SEED].number : 1,
    };
    uint32_t games = value[SIM_GAMES].set ? (uint32_t)value[SIM_GAMES].number : 1;
    char catalogue[128];
    struct strbuf option;
    struct replay full;
    struct replay written;
    struct error error;
    strbuf_wrap(&option, catalogue, sizeof(catalogue));
    enum err err = choose_setup(cli, arguments, &simulation.setup, &option, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    simulation.catalogue = strbuf_span(&option);
    replay_init(&full, cli->allocator);
    replay_init(&written, cli->allocator);
    for (uint32_t i = 0; err == ERR_OK && i < games && cli_push(cli); i++) {
        err = simulate(cli, &simulation, i, &full, &written, &error);
    }
    replay_release(&written);
    replay_release(&full);
    return cli_finish(cli, err, &error);
}

const struct command command_simulate = {
    .name = "simulate",
    .en = "make legal records by letting the computer play",
    .fr = "produire des parties légales jouées par l'ordinateur",
    .more_en = "The same words give the same bytes on every machine.\n",
    .more_fr = "Les mêmes mots donnent les mêmes octets sur toute machine.\n",
    .options = OPTIONS,
    .options_count = SIM_OPTIONS,
    .run = run,
};
