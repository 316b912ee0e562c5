/*
 * The filters of `dendro stats`: options into a filter, whichever of them a
 * command takes, and a sentence about games of which there are none.
 */
#include "base/date.h"
#include "cli/database.h"
#include "cli/kinds.h"
#include "cli/stats_commands.h"
#include "cli/text.h"
#include "rules/registry.h"
#include "service/reading.h"

#include "base/banned.h"

static const struct message MSG_DATE = {ERR_USAGE, "usage.date", "'%1' is not a date: write 2026-11-13",
                                        "« %1 » n'est pas une date : écrivez 2026-11-13"};
static const struct message MSG_TWICE = {ERR_USAGE, "usage.twice",
                                         "'%1' and '--%2 %3' say the same thing: leave one out",
                                         "« %1 » et « --%2 %3 » disent la même chose : n'en gardez qu'un"};
static const struct message MSG_STALE = {ERR_BUSY, "stats.stale", "there are no figures before they are made",
                                         "il n'y a pas de chiffres avant qu'ils soient faits"};
static const struct message MSG_FORMS = {ERR_USAGE, "usage.forms", "'--json' and '--csv' exclude each other",
                                         "« --json » et « --csv » s'excluent"};

enum err stats_day(const char *text, int32_t *day, struct error *error)
{
    return date_parse(span_from(text), day) ? ERR_OK : error_raise_span(error, &MSG_DATE, span_from(text));
}

static enum err take_day(const struct cli_arguments *arguments, const char *name, bool *has, int32_t *day,
                         struct error *error)
{
    const struct cli_value *value = arguments_named(arguments, name);
    *has = value->set;
    return value->set ? stats_day(value->text, day, error) : ERR_OK;
}

static struct span take_word(const struct cli_arguments *arguments, const char *name)
{
    return span_from(arguments_named(arguments, name)->text);
}

static enum err take_filter(const struct cli_arguments *arguments, struct stats_filter *filter, struct error *error)
{
    *filter = (struct stats_filter){
        .game = take_word(arguments, "game"),
        .variant = take_word(arguments, "variant"),
        .level = take_word(arguments, "level"),
        .place = take_word(arguments, "place"),
        .player = take_word(arguments, "player"),
        .seats = (int)arguments_named(arguments, "seats")->number,
    };
    enum err err = take_day(arguments, "from", &filter->has_from, &filter->from, error);
    if (err != ERR_OK) {
        return err;
    }
    err = take_day(arguments, "to", &filter->has_to, &filter->to, error);
    if (err != ERR_OK) {
        return err;
    }
    return take_day(arguments, "night", &filter->has_night, &filter->night, error);
}

enum err stats_operand(const struct cli_arguments *arguments, const char *option, const char **text,
                       struct error *error)
{
    const struct cli_value *value = arguments_named(arguments, option);
    if (arguments->operands_count == 0) {
        *text = value->set ? value->text : *text;
        return ERR_OK;
    }
    *text = arguments->operands[0];
    if (!value->set) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &MSG_TWICE, span_from(*text));
    error_add(error, span_from(option));
    error_add(error, span_from(value->text));
    return err;
}

enum stats_form stats_form(const struct cli_arguments *arguments)
{
    return arguments_named(arguments, "json")->set  ? STATS_JSON
           : arguments_named(arguments, "csv")->set ? STATS_CSV
                                                    : STATS_TABLE;
}

/* ---- one answer ---- */

/* Calls `answer` with the database as it is at one moment. */
static enum err answer_at_once(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                               struct stats_filter *filter, stats_fn *answer, struct error *error)
{
    bool stale = false;
    enum err err = service_snapshot(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_stale(service, &stale, error);
    if (err == ERR_OK && stale) {
        err = error_raise(error, &MSG_STALE);
    }
    if (err != ERR_OK) {
        service_snapshot_end(service);
        return err;
    }
    err = answer(cli, service, arguments, filter, error);
    service_snapshot_end(service);
    return err;
}

int stats_run(struct cli *cli, const struct cli_arguments *arguments, stats_fn *answer)
{
    struct service *service = NULL;
    struct stats_filter filter;
    struct error error;
    bool both = arguments_named(arguments, "json")->set && arguments_named(arguments, "csv")->set;
    enum err err = both ? error_raise(&error, &MSG_FORMS) : take_filter(arguments, &filter, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    if (!database_open(cli, &arguments->value[0], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    err = answer_at_once(cli, service, arguments, &filter, answer, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}

/* ---- nothing ---- */

/* `, at Cave`: one thing that was asked for. */
static void add_part(const struct cli *cli, const char *en, const char *fr, struct span value, struct strbuf *out)
{
    if (value.len > 0) {
        strbuf_add(out, cli_say(cli, en, fr));
        text_clean(out, value);
    }
}

static void add_days(const struct cli *cli, const struct stats_filter *filter, struct strbuf *out)
{
    char text[3][DATE_SIZE];
    const struct {
        bool has;
        int32_t day;
    } days[] = {{filter->has_from, filter->from}, {filter->has_to, filter->to}, {filter->has_night, filter->night}};
    struct span said[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
    for (int i = 0; i < 3; i++) {
        if (days[i].has) {
            date_format(days[i].day, text[i]);
            said[i] = span_from(text[i]);
        }
    }
    bool between = filter->has_from && filter->has_to;
    add_part(cli, between ? ", between " : ", from ", between ? ", entre le " : ", à partir du ", said[0], out);
    add_part(cli, between ? " and " : ", up to ", between ? " et le " : ", jusqu'au ", said[1], out);
    add_part(cli, ", on ", ", le ", said[2], out);
}

void stats_say_nothing(const struct cli *cli, const struct stats_filter *filter, const struct stats_nothing *nothing,
                       struct strbuf *out)
{
    const struct game *game = filter->game.len > 0 ? registry_newest(filter->game) : NULL;
    struct span title = game ? span_from(cli_say(cli, game->name.en, game->name.fr)) : filter->game;
    strbuf_add(out, cli_say(cli, "no finished game", "aucune partie terminée"));
    add_part(cli, ": ", " : ", title, out);
    add_part(cli, ", variant ", ", variante ", kinds_variant(cli->lang, game, filter->variant), out);
    add_part(cli, ", level ", ", niveau ", kinds_level(cli->lang, game, filter->level), out);
    add_part(cli, ", catalogue ", ", catalogue ", filter->catalogue, out);
    if (filter->seats > 0) {
        strbuf_add(out, cli_say(cli, ", tables of ", ", tables de "));
        strbuf_int(out, filter->seats);
    }
    add_part(cli, ", at ", ", à ", filter->place, out);
    add_part(cli, ", with ", ", avec ", filter->player, out);
    add_part(cli, " and ", " et ", span_from(nothing->other), out);
    add_days(cli, filter, out);
    if (!nothing->with_solo && filter->seats == 0 && filter->variant.len == 0) {
        strbuf_add(out,
                   cli_say(cli, " (solo games are not looked at)", " (les parties en solo ne sont pas regardées)"));
    }
    strbuf_add_char(out, '\n');
}
