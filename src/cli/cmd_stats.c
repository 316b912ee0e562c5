/*
 * dendro stats: leaderboards, cards, people, nights and records, as tables, JSON or CSV. Each answer is computed from
 * one moment of the database (service_snapshot), whatever is written meanwhile.
 */
#include "cli/stats_commands.h"
#include "cli/stats_show.h"
#include "wire/stats.h"

#include "base/banned.h"

static const struct cli_option OPTIONS[] = {CLI_OPTION_DB, STATS_KIND,   STATS_DAYS,
                                            STATS_NIGHT,   STATS_PLAYER, STATS_FORMS};
static const struct cli_option NIGHT_OPTIONS[] = {CLI_OPTION_DB, STATS_KIND, STATS_NIGHT, STATS_PLAYER, STATS_FORMS};
static const struct cli_option BOARD_OPTIONS[] = {
    CLI_OPTION_DB,
    STATS_KIND,
    STATS_DAYS,
    STATS_NIGHT,
    STATS_PLAYER,
    STATS_FORMS,
    {.name = "order",
     .kind = CLI_CHOICE,
     .value = "rating|win-points|wins|mean-score|best-score|games",
     .choices = leaderboard_orders,
     .en = "what the order goes by (default: rating, of a part of the games win-points)",
     .fr = "ce qui fait l'ordre (par défaut : rating, d'une partie des parties win-points)"},
};
static const struct cli_option CARD_OPTIONS[] = {
    CLI_OPTION_DB,
    STATS_KIND,
    STATS_DAYS,
    STATS_NIGHT,
    STATS_PLAYER,
    STATS_FORMS,
    {.name = "catalogue",
     .kind = CLI_WORD,
     .value = "C",
     .en = "only cards of this catalogue: its name, or sha256:HEX",
     .fr = "les cartes de ce catalogue seulement : son nom, ou sha256:HEX"},
};

static const struct stats_nothing NOTHING = {.other = NULL};

/* ---- leaderboard ---- */

static enum err answer_leaderboard(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                                   struct stats_filter *filter, struct error *error)
{
    const struct cli_value *order = arguments_named(arguments, "order");
    struct leaderboard board;
    enum err err = service_leaderboard(
        service, filter, order->set ? (enum leaderboard_order)order->number : ORDER_DEFAULT, &board, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_leaderboard(&board, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_leaderboard_csv(&board, &cli->text);
    } else if (board.count == 0) {
        stats_say_nothing(cli, filter, &NOTHING, &cli->text);
    } else {
        show_leaderboard(cli, &board, &cli->text);
    }
    leaderboard_release(&board);
    return err;
}

static int run_leaderboard(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_leaderboard);
}

static const struct command STATS_LEADERBOARD = {
    .name = "stats leaderboard",
    .en = "who wins, by ratings fitted to the whole history or by other figures",
    .fr = "qui gagne, par un classement ajusté à tout l'historique ou autrement",
    .options = BOARD_OPTIONS,
    .options_count = STATS_COUNT(BOARD_OPTIONS),
    .run = run_leaderboard,
};

/* ---- cards ---- */

static enum err answer_cards(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct stats_filter *filter, struct error *error)
{
    bool one = arguments->operands_count > 0;
    enum stats_form form = stats_form(arguments);
    bool json = form == STATS_JSON;
    struct card_table table;
    struct span card = one ? span_from(arguments->operands[0]) : span_from(NULL);
    filter->catalogue = span_from(arguments_named(arguments, "catalogue")->text);
    enum err err = service_cards(service, filter, card, one || json, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        err = one ? wire_card(&table, &cli->text, error) : wire_cards(&table, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_cards_csv(&table, cli->lang, &cli->text);
    } else if (table.games == 0) {
        stats_say_nothing(cli, filter, &(struct stats_nothing){.with_solo = true}, &cli->text);
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
    return stats_run(cli, arguments, answer_cards);
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
    .options = CARD_OPTIONS,
    .options_count = STATS_COUNT(CARD_OPTIONS),
    .run = run_cards,
};

static const struct command STATS_CARD = {
    .name = "stats card",
    .en = "one card: by pick, by cell, beside what",
    .fr = "une carte : par choix, par case, à côté de quoi",
    .options = CARD_OPTIONS,
    .options_count = STATS_COUNT(CARD_OPTIONS),
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
    const char *player = NULL;
    enum err err = stats_operand(arguments, "player", &player, error);
    if (err != ERR_OK) {
        return err;
    }
    filter->player = span_from(player);
    err = service_player_page(service, filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_player_page(&page, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_player_csv(&page, &cli->text);
    } else if (page.row.games == 0) {
        stats_say_nothing(cli, filter, &NOTHING, &cli->text);
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
    const char *day = NULL;
    enum err err = stats_operand(arguments, "night", &day, error);
    if (err != ERR_OK) {
        return err;
    }
    filter->has_night = day != NULL;
    err = day ? stats_day(day, &filter->night, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = service_night_page(service, filter, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_night_page(&page, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_night_csv(&page, &cli->text);
    } else if (page.games_count == 0) {
        stats_say_nothing(cli, filter, &(struct stats_nothing){.with_solo = true}, &cli->text);
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
    enum stats_form form = stats_form(arguments);
    if (form == STATS_JSON) {
        err = wire_records(&table, &cli->text, error);
    } else if (form == STATS_CSV) {
        wire_records_csv(&table, &cli->text);
    } else if (table.count == 0) {
        stats_say_nothing(cli, filter, &NOTHING, &cli->text);
    } else {
        show_records(cli, &table, &cli->text);
    }
    record_table_release(&table);
    return err;
}

static int run_player(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_player);
}

static int run_night(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_night);
}

static int run_records(struct cli *cli, const struct cli_arguments *arguments)
{
    return stats_run(cli, arguments, answer_records);
}

static const struct command STATS_PLAYER_PAGE = {
    .name = "stats player",
    .en = "one player: table sizes, categories, opponents, nights, streaks",
    .fr = "un joueur : tailles de table, catégories, adversaires, soirées, séries",
    .options = OPTIONS,
    .options_count = STATS_COUNT(OPTIONS),
    .operands = "[PLAYER]",
    .operands_max = 1,
    .run = run_player,
};

static const struct command STATS_NIGHT_PAGE = {
    .name = "stats night",
    .en = "one night: its games and its standings",
    .fr = "une soirée : ses parties et son classement",
    .options = NIGHT_OPTIONS,
    .options_count = STATS_COUNT(NIGHT_OPTIONS),
    .operands = "[DATE]",
    .operands_max = 1,
    .run = run_night,
};

static const struct command STATS_RECORDS = {
    .name = "stats records",
    .en = "highest scores, margins, categories and runs of wins",
    .fr = "meilleurs scores, avances, catégories et séries de victoires",
    .options = OPTIONS,
    .options_count = STATS_COUNT(OPTIONS),
    .run = run_records,
};

static const struct command *const CHILDREN[] = {
    &STATS_LEADERBOARD, &STATS_CARDS,        &STATS_CARD,    &STATS_PLAYER_PAGE,     &command_stats_versus,
    &STATS_NIGHT_PAGE,  &command_stats_year, &STATS_RECORDS, &command_stats_history, &command_stats_forecast};

const struct command command_stats = {
    .name = "stats",
    .en = "leaderboards, cards, people, nights, years, records and ratings",
    .fr = "classements, cartes, personnes, soirées, années, records et historique",
    .options = OPTIONS,
    .options_count = 1, /* --db */
    CLI_GROUP(CHILDREN),
};
