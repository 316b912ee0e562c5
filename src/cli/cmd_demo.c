/* dendro demo: fills a database with a made-up season (demo.h), by the same import as real records. */
#include "cli/database.h"
#include "cli/demo.h"
#include "cli/text.h"
#include "cli/values.h"
#include "service/club.h"
#include "service/exchange.h"
#include "service/upkeep.h"

#include <errno.h>

#include "base/banned.h"

enum { DEMO_DB, DEMO_SEED, DEMO_NIGHTS, DEMO_CLUB, DEMO_UNTIL, DEMO_FORCE, DEMO_OPTIONS };
enum { NIGHTS = 12, NIGHTS_MAX = 2000 };

static const struct cli_option OPTIONS[DEMO_OPTIONS] = {
    [DEMO_DB] = CLI_OPTION_DB,
    [DEMO_SEED] = {.name = "seed",
                   .kind = CLI_NUMBER,
                   .value = "S",
                   .max = SPAN_INT_MAX,
                   .en = "where chance starts (default: 1)",
                   .fr = "d'où part le hasard (par défaut : 1)"},
    [DEMO_NIGHTS] = {.name = "nights",
                     .kind = CLI_NUMBER,
                     .value = "N",
                     .min = 1,
                     .max = NIGHTS_MAX,
                     .en = "how many club nights (default: 12)",
                     .fr = "combien de soirées (par défaut : 12)"},
    [DEMO_CLUB] = {.name = "club",
                   .kind = CLI_WORD,
                   .value = "NAME",
                   .en = "the club's name (default: Demo)",
                   .fr = "le nom du club (par défaut : Demo)"},
    [DEMO_UNTIL] = {.name = "until",
                    .kind = CLI_WORD,
                    .value = "DATE",
                    .en = "the last night is not after it (default: 2026-11-13)",
                    .fr = "la dernière soirée n'est pas après (défaut : 2026-11-13)"},
    [DEMO_FORCE] = {.name = "force",
                    .kind = CLI_FLAG,
                    .en = "also into a database that has games",
                    .fr = "même dans une base qui a des parties"},
};

static const struct message MSG_GAMES = {
    ERR_CONFLICT, "demo.games", "%1 is not empty: a demo club does not belong there (--force to do it all the same)",
    "%1 n'est pas vide : un club de démonstration n'a rien à y faire (--force pour passer outre)"};

/* The season as bytes, made as they are read. */
struct season {
    struct demo demo;
    struct strbuf text;
    size_t read; /* of `text` */
    struct error error;
    bool failed;
};

static ptrdiff_t read_season(void *context, char *buffer, size_t size)
{
    struct season *season = context;
    while (season->read == season->text.len) {
        strbuf_clear(&season->text);
        season->read = 0;
        enum err err = demo_next(&season->demo, &season->text, &season->error);
        if (err == ERR_END) {
            return 0;
        }
        if (err != ERR_OK) {
            season->failed = true;
            errno = EIO;
            return -1;
        }
    }
    size_t n = season->text.len - season->read;
    n = n < size ? n : size;
    memcpy(buffer, strbuf_text(&season->text) + season->read, n);
    season->read += n;
    return (ptrdiff_t)n;
}

/* The club gets its name while the database is new, or when --club is given. */
static enum err prepare(struct service *service, const struct cli_value *value, const char *path, struct error *error)
{
    int64_t size = 0;
    enum err err = service_log_size(service, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    if (size > 0 && !value[DEMO_FORCE].set) {
        return error_raise_span(error, &MSG_GAMES, span_from(path));
    }
    if (size > 0 && !value[DEMO_CLUB].set) {
        return ERR_OK;
    }
    return service_club_set(service, span_from(value[DEMO_CLUB].set ? value[DEMO_CLUB].text : "Demo"), error);
}

/* `12 nights, 31 games added` */
static void tell_summary(struct cli *cli, int64_t nights, const struct import_tally *tally)
{
    char memory[128];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    text_count(&line, nights, cli_say(cli, "night", "soirée"), cli_say(cli, "nights", "soirées"));
    strbuf_add(&line, ", ");
    text_count(&line, tally->added, cli_say(cli, "game added", "partie ajoutée"),
               cli_say(cli, "games added", "parties ajoutées"));
    cli_tell(cli, strbuf_span(&line));
}

/* Plays the season into the database, game by game. */
static enum err play(struct cli *cli, struct service *service, const struct cli_value *value, int32_t until,
                     struct error *error)
{
    struct import_listener listener = {.problem = NULL};
    struct import_tally tally = {.records = 0};
    struct season season = {.failed = false};
    int64_t nights = value[DEMO_NIGHTS].set ? value[DEMO_NIGHTS].number : NIGHTS;
    enum err err = prepare(service, value, database_path(cli, &value[DEMO_DB]), error);
    if (err != ERR_OK) {
        return err;
    }
    demo_init(&season.demo, cli->allocator, cli->catalogues,
              value[DEMO_SEED].set ? (uint64_t)value[DEMO_SEED].number : 1, (int)nights, until);
    strbuf_init(&season.text, cli->allocator, RECORD_BYTES);
    err = service_import(service, AUTHOR_CLI, (struct source){read_season, &season}, &listener, &tally, error);
    if (err == ERR_OK) {
        tell_summary(cli, nights, &tally);
    } else if (season.failed) {
        *error = season.error;
    }
    strbuf_release(&season.text);
    demo_release(&season.demo);
    return err;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct cli_value *value = arguments->value;
    struct service *service = NULL;
    struct error error;
    int32_t until = 0;
    enum err err = value_day(value[DEMO_UNTIL].set ? value[DEMO_UNTIL].text : "2026-11-13", "until", &until, &error);
    if (err != ERR_OK) {
        return cli_finish(cli, err, &error);
    }
    if (!database_open(cli, &value[DEMO_DB], SERVICE_CREATE, &service)) {
        return CLI_FAILURE;
    }
    err = play(cli, service, value, until, &error);
    service_close(service);
    return cli_finish(cli, err, &error);
}

const struct command command_demo = {
    .name = "demo",
    .en = "make a demo club: a season of simulated nights",
    .fr = "créer un club de démonstration : une saison de soirées simulées",
    .more_en = "Nobody in it exists, and every name says so. The same seed gives the same games. One\n"
               "of them has a move that was taken back, one a contested total.\n",
    .more_fr = "Personne n'y existe, et chaque nom le dit. La même graine donne les mêmes parties.\n"
               "L'une a un coup repris, une autre un total contesté.\n",
    .options = OPTIONS,
    .options_count = DEMO_OPTIONS,
    .run = run,
};
