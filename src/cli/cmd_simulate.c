/* dendro simulate: legal records made by computer players, the same bytes for the same words on every machine. */
#include "base/near.h"
#include "cli/catalogues.h"
#include "cli/values.h"
#include "record/simulate.h"
#include "review/review.h"
#include "rules/registry.h"

#include "base/banned.h"

enum {
    SIM_GAME,
    SIM_RULES,
    SIM_VARIANT,
    SIM_SEATS,
    SIM_GAMES,
    SIM_SEED,
    SIM_LEVEL,
    SIM_PLAYER,
    SIM_BUDGET,
    SIM_CATALOGUE,
    SIM_OPTION,
    SIM_OPTIONS
};

enum { SEATS_DEFAULT = 4 };

enum { PLAYER_EXPERT = SIMULATE_GREEDY + 1 };
static const char *const PLAYERS[] = {
    [SIMULATE_RANDOM] = "random", [SIMULATE_GREEDY] = "greedy", [PLAYER_EXPERT] = "expert", NULL};

static const struct cli_option OPTIONS[SIM_OPTIONS] = {
    [SIM_GAME] = {.name = "game",
                  .kind = CLI_WORD,
                  .required = true,
                  .hint = HINT_GAME,
                  .value = "G",
                  .en = "the game, as 'dendro games' calls it",
                  .fr = "le jeu, tel que « dendro games » l'appelle"},
    [SIM_RULES] = {.name = "rules",
                   .kind = CLI_NUMBER,
                   .value = "V",
                   .min = 1,
                   .max = UINT16_MAX,
                   .en = "the version of its rules (default: the newest)",
                   .fr = "la version de ses règles (par défaut : la plus récente)"},
    [SIM_VARIANT] = {.name = "variant",
                     .kind = CLI_WORD,
                     .value = "V",
                     .en = "the variant (default: the one for that many seats)",
                     .fr = "la variante (par défaut : celle pour ce nombre de sièges)"},
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
                   .min = 1,
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
                    .value = "random|greedy|expert",
                    .choices = PLAYERS,
                    .en = "how the players choose (default: greedy)",
                    .fr = "comment les joueurs choisissent (par défaut : greedy)"},
    [SIM_BUDGET] = {.name = "budget",
                    .kind = CLI_NUMBER,
                    .value = "N",
                    .min = 1,
                    .max = REVIEW_BUDGET_MAX,
                    .en = "how many times an expert plays on to the end before a move (default: 800)",
                    .fr = "combien de fois un expert joue jusqu'à la fin avant un coup (par défaut : 800)"},
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
static const struct message MSG_RULES = {ERR_USAGE, "usage.rules", "%1 has no rules '%2'",
                                         "%1 n'a pas de règles « %2 »"};
static const struct message MSG_LEVEL = {ERR_USAGE, "usage.level", "%1 has no level '%2'",
                                         "%1 n'a pas de niveau « %2 »"};
static const struct message MSG_SEATS = {ERR_USAGE, "usage.seats", "variant %1 is for %2 to %3 players, not %4",
                                         "la variante %1 se joue de %2 à %3 joueurs, pas à %4"};
static const struct message MSG_SEATS_ONLY = {ERR_USAGE, "usage.seats", "variant %1 is for a table of %2, not of %4",
                                              "la variante %1 se joue à %2, pas à %4"};
static const struct message MSG_NO_VARIANT = {ERR_USAGE, "usage.no-variant", "%1 has no variant for %2 players",
                                              "%1 n'a pas de variante à %2 joueurs"};
static const struct message MSG_OPTION = {ERR_USAGE, "usage.game-option", "%1 has no option '%2'",
                                          "%1 n'a pas d'option « %2 »"};
static const struct message MSG_OPTION_VALUE = {ERR_USAGE, "usage.game-option-value", "option %1 has no value '%2'",
                                                "l'option %1 n'a pas de valeur « %2 »"};
static const struct message MSG_OPTION_AGAIN = {ERR_USAGE, "usage.game-option-again",
                                                "the option %1 of the game is given twice",
                                                "l'option %1 du jeu est donnée deux fois"};
static const struct message MSG_NO_CATALOGUE = {ERR_USAGE, "usage.no-catalogue", "%1 has no catalogue",
                                                "%1 n'a pas de catalogue"};

/* Raises a message about a game, or an option of one, and a word. */
static enum err raise_about(struct error *error, const struct message *message, const struct name *thing,
                            const char *word)
{
    enum err err = error_raise(error, message);
    error_add_name(error, thing);
    error_add(error, span_from(word));
    return err;
}

static enum err choose_variant(const struct cli_arguments *arguments, struct setup *setup, struct error *error)
{
    const struct game *game = setup->game;
    const struct cli_value *wanted = &arguments->value[SIM_VARIANT];
    const struct cli_value *seats = &arguments->value[SIM_SEATS];
    struct near near;
    int found = 0;
    near_begin(&near, span_from(wanted->text));
    for (found = 0; wanted->set && found < game->variants_count; found++) {
        if (name_find(&game->variants[found].name, 1, span_from(wanted->text)) == 0) {
            break;
        }
        near_offer_name(&near, &game->variants[found].name);
    }
    if (found == game->variants_count) {
        enum err err = raise_about(error, &MSG_VARIANT, &game->name, wanted->text);
        near_hint(&near, error);
        return err;
    }
    if (!wanted->set && seats->set) {
        found = game_variant_for(game, (unsigned)seats->number);
        if (found < 0) {
            return raise_about(error, &MSG_NO_VARIANT, &game->name, seats->text);
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
        bool one = variant->min_seats == variant->max_seats;
        enum err err = error_raise(error, one ? &MSG_SEATS_ONLY : &MSG_SEATS);
        error_add_name(error, &variant->name);
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
    struct near near;
    near_begin(&near, text);
    for (int i = 0; i < game->levels_count; i++) {
        if (name_find(&game->levels[i].name, 1, text) == 0) {
            setup->level = (uint8_t)i;
            return ERR_OK;
        }
        near_offer_name(&near, &game->levels[i].name);
    }
    if (!wanted->set) {
        return ERR_OK;
    }
    enum err err = raise_about(error, &MSG_LEVEL, &game->name, wanted->text);
    near_hint(&near, error);
    return err;
}

/* `given`: which options of the game were named before, by the bits of their places. */
static enum err choose_option(const char *name, const char *value, struct setup *setup, uint64_t *given,
                              struct error *error)
{
    const struct game *game = setup->game;
    struct near near;
    near_begin(&near, span_from(name));
    for (int i = 0; i < game->options_count; i++) {
        const struct option *option = &game->options[i];
        if (name_find(&option->name, 1, span_from(name)) != 0) {
            near_offer_name(&near, &option->name);
            continue;
        }
        if (*given & UINT64_C(1) << i) {
            return raise_about(error, &MSG_OPTION_AGAIN, &option->name, name);
        }
        *given |= UINT64_C(1) << i;
        int found = name_find(option->values, option->values_count, span_from(value));
        if (found < 0) {
            enum err err = raise_about(error, &MSG_OPTION_VALUE, &option->name, value);
            name_hint(option->values, option->values_count, span_from(value), error);
            return err;
        }
        setup->option[i] = (uint8_t)found;
        return ERR_OK;
    }
    enum err err = raise_about(error, &MSG_OPTION, &game->name, name);
    near_hint(&near, error);
    return err;
}

/* The block of a game that needs one, and in `option` how the record names the catalogue. */
static enum err choose_catalogue(struct cli *cli, const struct cli_arguments *arguments, struct setup *setup,
                                 struct strbuf *option, struct error *error)
{
    const struct cli_value *wanted = &arguments->value[SIM_CATALOGUE];
    const struct catalogue *found = NULL;
    if (!setup->game->catalogue) {
        return wanted->set ? raise_about(error, &MSG_NO_CATALOGUE, &setup->game->name, wanted->text) : ERR_OK;
    }
    if (setup->game->catalogue->optional && !wanted->set) {
        return ERR_OK;
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
    uint64_t given = 0;
    for (size_t i = 0; i < arguments->pairs_count; i++) {
        enum err err = choose_option(arguments->pair[i].word[0], arguments->pair[i].word[1], setup, &given, error);
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
    const struct cli_value *rules = &arguments->value[SIM_RULES];
    *setup = (struct setup){.game = game};
    if (rules->set) {
        setup->game = registry_find(span_from(game->name.id), (unsigned)rules->number);
        if (!setup->game) {
            return raise_about(error, &MSG_RULES, &game->name, rules->text);
        }
    }
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
    struct expert expert;
    struct simulate_chooser chooser = {expert_choose, &expert, ~(seat_set)0};
    bool experts = value[SIM_PLAYER].set && value[SIM_PLAYER].number == PLAYER_EXPERT;
    bool random = value[SIM_PLAYER].set && value[SIM_PLAYER].number == SIMULATE_RANDOM;
    struct simulation simulation = {
        .player = random ? SIMULATE_RANDOM : SIMULATE_GREEDY,
        .chooser = experts ? &chooser : NULL,
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
    expert_init(&expert, cli->allocator, value[SIM_BUDGET].set ? (uint32_t)value[SIM_BUDGET].number : EXPERT_BUDGET);
    replay_init(&full, cli->allocator);
    replay_init(&written, cli->allocator);
    for (uint32_t i = 0; err == ERR_OK && i < games && cli_push(cli); i++) {
        err = simulate(cli, &simulation, i, &full, &written, &error);
    }
    replay_release(&written);
    replay_release(&full);
    expert_release(&expert);
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
