/*
 * dendro stats: leaderboards, cards, people, nights and records, as tables, JSON or CSV. Each answer is computed from
 * one moment of the database (service_snapshot), whatever is written meanwhile.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "service/reading.h"
#include "wire/stats.h"

#include "base/banned.h"

enum {
    STATS_DB,
    STATS_GAME,
    STATS_VARIANT,
    STATS_SEATS,
    STATS_FROM,
    STATS_TO,
    STATS_PLACE,
    STATS_NIGHT,
    STATS_LEVEL,
    STATS_PLAYER,
    STATS_JSON,
    STATS_CSV,
    STATS_OPTIONS,
    STATS_ORDER = STATS_OPTIONS, /* leaderboard only */
    STATS_MORE
};

#define WORD(n, v, e, f)                                                  \
    {                                                                     \
        .name = (n), .kind = CLI_WORD, .value = (v), .en = (e), .fr = (f) \
    }

#define COMMON_STATS                                                                                                  \
    [STATS_DB] = CLI_OPTION_DB, [STATS_GAME] = STATS_OPTION_GAME,                                                     \
    [STATS_VARIANT] = WORD("variant", "V", "only this variant", "cette variante seulement"),                          \
    [STATS_SEATS] = {.name = "seats",                                                                                 \
                     .kind = CLI_NUMBER,                                                                              \
                     .value = "N",                                                                                    \
                     .min = 1,                                                                                        \
                     .max = GAME_PLAYERS,                                                                             \
                     .en = "only tables of so many players",                                                          \
                     .fr = "les tables de ce nombre de joueurs seulement"},                                           \
    [STATS_FROM] = WORD("from", "DATE", "from this day on", "à partir de ce jour"),                                   \
    [STATS_TO] = WORD("to", "DATE", "up to this day", "jusqu'à ce jour"),                                             \
    [STATS_PLACE] = WORD("place", "P", "only games played there", "les parties jouées là seulement"),                 \
    [STATS_NIGHT] = WORD("night", "DATE", "only the games of this night", "les parties de cette soirée seulement"),   \
    [STATS_LEVEL] = WORD("level", "L", "only records of this level", "les relevés de ce niveau seulement"),           \
    [STATS_PLAYER] = WORD("player", "NAME", "this player, by name or @handle", "ce joueur, par nom ou @identifiant"), \
    [STATS_JSON] = CLI_OPTION_JSON, [STATS_CSV] = STATS_OPTION_CSV

static const struct cli_option OPTIONS[STATS_OPTIONS] = {COMMON_STATS};
static const struct cli_option BOARD_OPTIONS[STATS_MORE] = {
    COMMON_STATS,
    [STATS_ORDER] = {.name = "order",
                     .kind = CLI_CHOICE,
                     .value = "rating|win-points|wins|mean-score|best-score|games",
                     .choices = leaderboard_orders,
                     .en = "what the order goes by (default: rating)",
                     .fr = "ce qui fait l'ordre (par défaut : rating)"},
};

static const struct message MSG_DATE = {ERR_USAGE, "usage.date", "'%1' is not a date: write 2026-11-13",
                                        "« %1 » n'est pas une date : écrivez 2026-11-13"};

enum err stats_take_day(const struct cli_value *value, bool *has, int32_t *day, struct error *error)
{
    *has = value->set;
    return !value->set || date_parse(span_from(value->text), day)
               ? ERR_OK
               : error_raise_span(error, &MSG_DATE, span_from(value->text));
}

static enum err take_filter(const struct cli_arguments *arguments, struct stats_filter *filter, struct error *error)
{
    const struct cli_value *value = arguments->value;
    *filter = (struct stats_filter){
        .game = span_from(value[STATS_GAME].text),
        .variant = span_from(value[STATS_VARIANT].text),
        .level = span_from(value[STATS_LEVEL].text),
        .place = span_from(value[STATS_PLACE].text),
        .player = span_from(value[STATS_PLAYER].text),
        .seats = value[STATS_SEATS].set ? (int)value[STATS_SEATS].number : 0,
    };
    enum err err = stats_take_day(&value[STATS_FROM], &filter->has_from, &filter->from, error);
    if (err != ERR_OK) {
        return err;
    }
    err = stats_take_day(&value[STATS_TO], &filter->has_to, &filter->to, error);
    if (err != ERR_OK) {
        return err;
    }
    return stats_take_day(&value[STATS_NIGHT], &filter->has_night, &filter->night, error);
}

/* Calls `answer` with the database as it is at one moment. */
static enum err answer_at_once(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct stats_filter *filter, stats_fn *answer, struct error *error)
{
    enum err err = service_snapshot(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = answer(cli, service, arguments, filter, error);
    service_snapshot_end(service);
    return err;
}

int stats_answer(struct cli *cli, const struct cli_arguments *arguments, struct stats_filter *filter, stats_fn *answer)
{
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[STATS_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    enum err err = answer_at_once(cli, service, arguments, filter, answer, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}

static int run_stats(struct cli *cli, const struct cli_arguments *arguments, stats_fn *answer)
{
    struct stats_filter filter;
    struct error error;
    enum err err = take_filter(arguments, &filter, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    return stats_answer(cli, arguments, &filter, answer);
}

/* ---- leaderboard ---- */

static enum err answer_leaderboard(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                                   struct stats_filter *filter, struct error *error)
{
    const struct cli_value *order = &arguments->value[STATS_ORDER];
    struct leaderboard board;
    enum err err = service_leaderboard(
        service, filter, order->set ? (enum leaderboard_order)order->number : ORDER_RATING, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[STATS_JSON].set) {
        err = wire_leaderboard(&board, &cli->text, error);
    } else if (arguments->value[STATS_CSV].set) {
        wire_leaderboard_csv(&board, &cli->text);
    } else {
        show_leaderboard(cli, &board, &cli->text);
    }
    leaderboard_release(&board);
    return err;
}

static int run_leaderboard(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_stats(cli, arguments, answer_leaderboard);
}

static const struct command STATS_LEADERBOARD = {
    .name = "stats leaderboard",
    .en = "who wins, by ratings fitted to the whole history or by other figures",
    .fr = "qui gagne, par un classement ajusté à tout l'historique ou autrement",
    .options = BOARD_OPTIONS,
    .options_count = STATS_MORE,
    .run = run_leaderboard,
};

/* ---- cards ---- */

static enum err answer_cards(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct stats_filter *filter, struct error *error)
{
    bool one = arguments->operands_count > 0;
    bool json = arguments->value[STATS_JSON].set;
    struct card_table table;
    struct span card = one ? span_from(arguments->operands[0]) : span_from(NULL);
    enum err err = service_cards(service, filter, card, one || json, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        err = one ? wire_card(&table, &cli->text, error) : wire_cards(&table, &cli->text, error);
    } else if (arguments->value[STATS_CSV].set) {
        wire_cards_csv(&table, &cli->text);
    } else if (one) {
        show_card(cli, &table, &cli->text);
    } else {
        show_cards(cli, &table, &cli->text);
    }
    card_table_release(&table);
    return err;
}

static int run_cards(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_stats(cli, arguments, answer_cards);
}

static const struct command STATS_CARDS = {
    .name = "stats cards",
    .en = "what each card of a game is worth, with intervals",
    .fr = "ce que vaut chaque carte d'un jeu, avec des intervalles",
    .more_en = "Needs --game. Columns: points each and marginal points of a copy; copies without\n"
               "points; win points (1 is par) of those with and without it; how often it was taken\n"
               "when seen; average turn taken and last seen; improvement when taken.\n",
    .more_fr = "Demande --game. Colonnes : points par copie et points marginaux ; copies sans points ;\n"
               "points de victoire (1 est le pair) avec et sans ; combien de fois prise quand vue ;\n"
               "tour moyen de la prise et de la dernière vue ; gain quand elle est prise.\n",
    .options = OPTIONS,
    .options_count = STATS_OPTIONS,
    .run = run_cards,
};

static const struct command STATS_CARD = {
    .name = "stats card",
    .en = "one card: by pick, by cell, beside what",
    .fr = "une carte : par choix, par case, à côté de quoi",
    .options = OPTIONS,
    .options_count = STATS_OPTIONS,
    .operands = "CARD",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_cards,
};

/* ---- pages ---- */

static enum err answer_player(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                              struct stats_filter *filter, struct error *error)
{
    struct player_page page;
    if (arguments->operands_count > 0) {
        filter->player = span_from(arguments->operands[0]);
    }
    enum err err = service_player_page(service, filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[STATS_JSON].set) {
        err = wire_player_page(&page, &cli->text, error);
    } else if (arguments->value[STATS_CSV].set) {
        wire_player_csv(&page, &cli->text);
    } else {
        show_player(cli, &page, &cli->text);
    }
    player_page_release(&page);
    return err;
}

static enum err answer_night(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct stats_filter *filter, struct error *error)
{
    struct night_page page;
    enum err err = ERR_OK;
    if (arguments->operands_count > 0) {
        const struct cli_value day = {.set = true, .text = arguments->operands[0]};
        err = stats_take_day(&day, &filter->has_night, &filter->night, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    err = service_night_page(service, filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[STATS_JSON].set) {
        err = wire_night_page(&page, &cli->text, error);
    } else if (arguments->value[STATS_CSV].set) {
        wire_night_csv(&page, &cli->text);
    } else {
        show_night(cli, &page, &cli->text);
    }
    night_page_release(&page);
    return err;
}

static enum err answer_records(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct stats_filter *filter, struct error *error)
{
    struct record_table table;
    enum err err = service_records(service, filter, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[STATS_JSON].set) {
        err = wire_records(&table, &cli->text, error);
    } else if (arguments->value[STATS_CSV].set) {
        wire_records_csv(&table, &cli->text);
    } else {
        show_records(cli, &table, &cli->text);
    }
    record_table_release(&table);
    return err;
}

static int run_player(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_stats(cli, arguments, answer_player);
}

static int run_night(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_stats(cli, arguments, answer_night);
}

static int run_records(struct cli *cli, const struct cli_arguments *arguments)
{
    return run_stats(cli, arguments, answer_records);
}

static const struct command STATS_PLAYER_PAGE = {
    .name = "stats player",
    .en = "one player: table sizes, categories, opponents, nights, streaks",
    .fr = "un joueur : tailles de table, catégories, adversaires, soirées, séries",
    .options = OPTIONS,
    .options_count = STATS_OPTIONS,
    .operands = "[PLAYER]",
    .operands_max = 1,
    .run = run_player,
};

static const struct command STATS_NIGHT_PAGE = {
    .name = "stats night",
    .en = "one night: its games and its standings",
    .fr = "une soirée : ses parties et son classement",
    .options = OPTIONS,
    .options_count = STATS_OPTIONS,
    .operands = "[DATE]",
    .operands_max = 1,
    .run = run_night,
};

static const struct command STATS_RECORDS = {
    .name = "stats records",
    .en = "highest scores, margins, categories and runs of wins",
    .fr = "meilleurs scores, avances, catégories et séries de victoires",
    .options = OPTIONS,
    .options_count = STATS_OPTIONS,
    .run = run_records,
};

static const struct command *const CHILDREN[] = {&STATS_LEADERBOARD, &STATS_CARDS,          &STATS_CARD,
                                                 &STATS_PLAYER_PAGE, &command_stats_versus, &STATS_NIGHT_PAGE,
                                                 &STATS_RECORDS,     &command_stats_history};

const struct command command_stats = {
    .name = "stats",
    .en = "leaderboards, cards, people, nights, records and ratings",
    .fr = "classements, cartes, personnes, soirées, records et historique",
    .options = OPTIONS,
    .options_count = 1, /* --db */
    CLI_GROUP(CHILDREN),
};
