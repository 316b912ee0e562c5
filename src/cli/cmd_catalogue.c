/* dendro catalogue: checks a catalogue of cards, shows what is in one, and keeps those of a club. */
#include "cli/catalogues.h"
#include "cli/database.h"
#include "cli/input.h"
#include "cli/text.h"
#include "wire/http_answer.h"

#include "base/date.h"

#include "base/banned.h"

enum { SHOW_CARD, SHOW_DB, SHOW_OPTIONS };
enum { LIST_DB, LIST_JSON, LIST_OPTIONS }; /* of add as well */

static const struct cli_option SHOW[SHOW_OPTIONS] = {
    [SHOW_CARD] = {.name = "card",
                   .kind = CLI_WORD, /* a number: see choose_cards */
                   .may_be_empty = true,
                   .value = "N",
                   .min = 1,
                   .en = "only the card of this number",
                   .fr = "seulement la carte de ce numéro"},
    [SHOW_DB] = {.name = "db",
                 .kind = CLI_WORD,
                 .hint = HINT_FILE,
                 .value = "PATH",
                 .en = "look among those of this database first",
                 .fr = "chercher d'abord parmi ceux de cette base"},
};

/* `house sha256:HEX`, what it is called, and how much of what it has. */
static void add_summary(const struct cli *cli, const struct catalogue *catalogue, struct strbuf *out)
{
    const struct game_catalogue *facts = catalogue->game->catalogue;
    struct name name = facts->name(catalogue->block);
    catalogue_option(catalogue, out);
    strbuf_add_char(out, '\n');
    strbuf_add(out, name_in(&name, cli->lang));
    strbuf_add_char(out, '\n');
    for (unsigned i = 0; i < facts->counts_count; i++) {
        strbuf_int_right(out, facts->count(catalogue->block, i), 6);
        strbuf_add(out, "  ");
        strbuf_add(out, name_in(&facts->counts[i], cli->lang));
        strbuf_add_char(out, '\n');
    }
}

static int run_check(struct cli *cli, const struct cli_arguments *arguments)
{
    int code = CLI_OK;
    for (size_t i = 0; i < arguments->operands_count; i++) {
        const struct catalogue *catalogue = NULL;
        struct error error;
        enum err err = catalogues_choose_new(cli, arguments->operands[i], &catalogue, &error);
        if (err == ERR_OK && catalogue) {
            add_summary(cli, catalogue, &cli->text);
            continue;
        }
        cli_complain_file(cli, arguments->operands[i], &error);
        int worse = cli_exit_code(err);
        code = worse > code ? worse : code;
    }
    return code;
}

static enum err choose(struct cli *cli, const struct cli_arguments *arguments, const struct catalogue **out,
                       struct error *error)
{
    const char *text = arguments->operands[0];
    struct service_options options = database_options(cli);
    struct service *service = NULL;
    if (!arguments->value[SHOW_DB].set) {
        return catalogues_choose(cli, NULL, text, out, error);
    }
    enum err err = service_open(&service, arguments->value[SHOW_DB].text, SERVICE_READ, &options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = catalogues_choose_in(cli, service, text, out, error);
    service_close(service);
    return err;
}

/* The numbers of the cards to show. How many there are is known when the catalogue is. */
static enum err choose_cards(const struct cli_value *only, unsigned count, unsigned *first, unsigned *last,
                             struct error *error)
{
    struct cli_option option = SHOW[SHOW_CARD];
    struct cli_value value = *only;
    *first = 1;
    *last = count;
    if (!only->set) {
        return ERR_OK;
    }
    option.max = count;
    enum err err = arguments_number(&option, &value, error);
    if (err != ERR_OK) {
        return err;
    }
    *first = *last = (unsigned)value.number;
    return ERR_OK;
}

/* Lines with texts of a document: a stored one may be older than the rule that nothing in it is hidden. */
static void add_lines(struct span text, struct strbuf *out)
{
    while (text.len > 0) {
        text_clean(out, span_cut(&text, '\n'));
        strbuf_add_char(out, '\n');
    }
}

static enum err add_shown(struct cli *cli, const struct catalogue *catalogue, unsigned first, unsigned last,
                          bool summary, struct error *error)
{
    struct strbuf page;
    strbuf_init(&page, cli->allocator, CATALOGUE_BYTES);
    if (summary) {
        add_summary(cli, catalogue, &page);
        strbuf_add_char(&page, '\n');
    }
    for (unsigned i = first; i <= last; i++) {
        catalogue->game->catalogue->print_card(catalogue->block, i - 1, cli->lang, &page);
    }
    add_lines(strbuf_span(&page), &cli->text);
    bool good = strbuf_ok(&page);
    strbuf_release(&page);
    return good ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static int run_show(struct cli *cli, const struct cli_arguments *arguments)
{
    const struct catalogue *catalogue = NULL;
    const struct cli_value *only = &arguments->value[SHOW_CARD];
    struct error error;
    unsigned first = 0;
    unsigned last = 0;
    enum err err = choose(cli, arguments, &catalogue, &error);
    if (err != ERR_OK || !catalogue) {
        cli_complain_file(cli, arguments->operands[0], &error);
        return cli_exit_code(err);
    }
    err = choose_cards(only, catalogue->game->cards_count, &first, &last, &error);
    if (err != ERR_OK) {
        cli_complain(cli, &error);
        return cli_exit_code(err);
    }
    return cli_finish(cli, add_shown(cli, catalogue, first, last, !only->set, &error), &error);
}

/* ---- in a database ---- */

struct listing {
    struct cli *cli;
    bool json;
};

/* `ecos/house sha256:…  shipped`, or the day it was added. */
static enum err list_one(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    const struct listing *listing = context;
    struct cli *cli = listing->cli;
    struct strbuf *out = &cli->text;
    if (listing->json) {
        enum err err = wire_catalogue(catalogue, out, error);
        return err == ERR_OK && !cli_push(cli) ? ERR_END : err;
    }
    text_clean(out, catalogue->game);
    strbuf_add_char(out, '/');
    text_clean(out, catalogue->name);
    strbuf_add(out, " sha256:");
    strbuf_hex(out, catalogue->hash, SHA256_SIZE);
    strbuf_add(out, "  ");
    if (catalogue->shipped) {
        strbuf_add(out, catalogue->older ? cli_say(cli, "shipped, an older edition", "fourni, édition antérieure")
                                         : cli_say(cli, "shipped", "fourni"));
    } else {
        char moment[DATE_TIME_SIZE];
        date_time_format(catalogue->added, moment);
        strbuf_add_span(out, span_of(moment, DATE_SIZE - 1));
    }
    strbuf_add_char(out, '\n');
    return cli_push(cli) ? ERR_OK : ERR_END;
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    struct listing listing = {cli, arguments->value[LIST_JSON].set};
    struct service *service = NULL;
    struct error error;
    if (!database_open(cli, &arguments->value[LIST_DB], SERVICE_READ, &service)) {
        return CLI_FAILURE;
    }
    enum err err = service_catalogues(service, list_one, &listing, &error);
    service_close(service);
    if (err != ERR_OK && err != ERR_END) {
        cli_complain(cli, &error);
    }
    return cli_exit_code(err);
}

static enum err add_one(struct cli *cli, struct service *service, const char *file, bool json, struct error *error)
{
    struct listing listing = {cli, json};
    const struct catalogue *catalogue = NULL;
    struct strbuf text;
    bool added = false;
    strbuf_init(&text, cli->allocator, CATALOGUE_BYTES);
    enum err err = input_slurp(cli, file, &text, error);
    if (err == ERR_OK) {
        err = service_catalogue_add(service, strbuf_span(&text), &catalogue, &added, error);
    }
    strbuf_release(&text);
    if (err != ERR_OK) {
        return err;
    }
    if (json) {
        return service_catalogue(service, catalogue->hash, list_one, &listing, error);
    }
    text_clean(&cli->text, catalogue->name);
    strbuf_add(&cli->text, " sha256:");
    strbuf_hex(&cli->text, catalogue->hash, SHA256_SIZE);
    strbuf_add(&cli->text,
               added ? cli_say(cli, "  added\n", "  ajouté\n") : cli_say(cli, "  already there\n", "  déjà là\n"));
    return ERR_OK;
}

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    struct service *service = NULL;
    int code = CLI_OK;
    if (!database_open(cli, &arguments->value[LIST_DB], SERVICE_CREATE, &service)) {
        return CLI_FAILURE;
    }
    for (size_t i = 0; i < arguments->operands_count; i++) {
        struct error error;
        enum err err = add_one(cli, service, arguments->operands[i], arguments->value[LIST_JSON].set, &error);
        if (err != ERR_OK) {
            cli_complain_file(cli, arguments->operands[i], &error);
            int worse = cli_exit_code(err);
            code = worse > code ? worse : code;
        }
    }
    service_close(service);
    return code;
}

static const struct cli_option LIST[LIST_OPTIONS] = {
    [LIST_DB] = CLI_OPTION_DB,
    [LIST_JSON] = CLI_OPTION_JSON,
};

static const struct command COMMAND_CHECK = {
    .name = "catalogue check",
    .en = "check catalogues of cards, with the path of what is wrong",
    .fr = "vérifier des catalogues de cartes, avec le chemin de ce qui ne va pas",
    .operands = "FILE|NAME ...",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .run = run_check,
};

static const struct command COMMAND_SHOW = {
    .name = "catalogue show",
    .en = "show the cards of a catalogue",
    .fr = "montrer les cartes d'un catalogue",
    .options = SHOW,
    .options_count = SHOW_OPTIONS,
    .operands = "FILE|NAME|HASH",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = 1,
    .run = run_show,
};

static const struct command COMMAND_ADD = {
    .name = "catalogue add",
    .en = "store catalogues in the database, for games that are pinned to them",
    .fr = "enregistrer des catalogues dans la base, pour les parties qui s'y réfèrent",
    .more_en = "A catalogue is kept byte for byte under the hash of its bytes and never changed; the\n"
               "same one again changes nothing. Those that come with the program need not be added.\n",
    .more_fr = "Un catalogue est gardé octet pour octet sous l'empreinte de ses octets et jamais\n"
               "modifié ; le même une seconde fois ne change rien. Ceux du programme sont déjà là.\n",
    .options = LIST,
    .options_count = LIST_OPTIONS,
    .operands = "FILE|- ...",
    .hint = HINT_FILE,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .run = run_add,
};

static const struct command COMMAND_LIST = {
    .name = "catalogue list",
    .en = "list the catalogues of the program and of the database",
    .fr = "lister les catalogues du programme et de la base",
    .options = LIST,
    .options_count = LIST_OPTIONS,
    .run = run_list,
};

static const struct command *const CHILDREN[] = {&COMMAND_CHECK, &COMMAND_SHOW, &COMMAND_ADD, &COMMAND_LIST};

const struct command command_catalogue = {
    .name = "catalogue",
    .en = "check, show and store catalogues of cards",
    .fr = "vérifier, montrer et enregistrer des catalogues de cartes",
    .operands = "COMMAND ...",
    .hint = HINT_COMMAND,
    .operands_min = 1,
    .operands_max = SIZE_MAX,
    .operands_end_options = true,
    .children = CHILDREN,
    .children_count = sizeof(CHILDREN) / sizeof(CHILDREN[0]),
};
