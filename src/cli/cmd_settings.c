/* dendro settings: what the club says about itself, for the organiser. */
#include "base/near.h"
#include "cli/database.h"
#include "cli/grid.h"
#include "cli/text.h"
#include "service/clubs.h"
#include "wire/club.h"

#include "base/banned.h"

enum { SHOW_DB, SHOW_JSON, SHOW_OPTIONS };
enum { SET_DB, SET_OPTIONS };

static const struct cli_option SHOW[SHOW_OPTIONS] = {[SHOW_DB] = CLI_OPTION_DB, [SHOW_JSON] = CLI_OPTION_JSON};
static const struct cli_option SET[SET_OPTIONS] = {[SET_DB] = CLI_OPTION_DB};

static const struct message MSG_NONE = {ERR_USAGE, "usage.setting",
                                        "no setting is called '%1': `dendro help settings set` names them",
                                        "aucun réglage ne s'appelle « %1 » : « dendro help settings set » les nomme"};

enum setting { SETTING_NAME, SETTING_ZONE, SETTING_LANGUAGE, SETTINGS };
static const char *const NAMES[SETTINGS] = {"name", "zone", "language"};

/* ---- showing ---- */

/* How it stands among others, as far as something is set. */
static void write_standing(struct grid *grid, const struct club_standing *standing)
{
    for (size_t i = 0; standing_name(i); i++) {
        char memory[CLUB_HOST + 1];
        struct strbuf value;
        strbuf_wrap(&value, memory, sizeof(memory));
        standing_value(standing, i, &value);
        if (value.len > 0) {
            grid_text(grid, standing_name(i));
            text_clean(grid_cell(grid), strbuf_span(&value));
        }
    }
    if (standing->suspended) {
        grid_text(grid, "suspended");
        grid_text(grid, "yes");
    }
}

static void write_club(const struct cli *cli, const struct club_settings *club, const struct club_standing *standing,
                       struct strbuf *out)
{
    const char *const values[SETTINGS] = {club->name, club->zone, club->language};
    struct grid grid;
    grid_init(&grid, cli, 2, 1 | 2);
    for (size_t i = 0; i < SETTINGS; i++) {
        grid_text(&grid, NAMES[i]);
        text_clean(grid_cell(&grid), span_from(values[i][0] ? values[i] : "-"));
    }
    write_standing(&grid, standing);
    grid_end(&grid, out);
}

static enum err show(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                     struct error *error)
{
    struct club_settings club;
    struct club_standing standing;
    enum err err = service_club(service, &club, error);
    err = err == ERR_OK ? service_standing(service, &standing, error) : err;
    if (err != ERR_OK) {
        return err;
    }
    if (arguments->value[SHOW_JSON].set) {
        return wire_club(&club, NULL, &cli->text, error);
    }
    write_club(cli, &club, &standing, &cli->text);
    return ERR_OK;
}

static int run_show(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[SHOW_DB], SERVICE_READ, show);
}

/* ---- setting ---- */

static bool is_standing(const char *name)
{
    size_t i = 0;
    while (standing_name(i) && strcmp(standing_name(i), name) != 0) {
        i++;
    }
    return standing_name(i) != NULL;
}

/* The setting that is called so; SETTINGS: none of these. */
static enum setting find(const char *name)
{
    size_t found = 0;
    while (found < SETTINGS && strcmp(NAMES[found], name) != 0) {
        found++;
    }
    return (enum setting)found;
}

static enum err refuse(const char *name, struct error *error)
{
    struct near near;
    enum err err = error_raise_span(error, &MSG_NONE, span_from(name));
    near_begin(&near, span_from(name));
    for (size_t i = 0; i < SETTINGS; i++) {
        near_offer(&near, span_from(NAMES[i]));
    }
    for (size_t i = 0; standing_name(i); i++) {
        near_offer(&near, span_from(standing_name(i)));
    }
    near_hint(&near, error);
    return err;
}

static enum err set(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                    struct error *error)
{
    (void)cli;
    struct span value = span_from(arguments->operands[1]);
    struct club_change change = {.has_name = false};
    switch (find(arguments->operands[0])) {
    case SETTING_NAME:
        change.has_name = true;
        change.name = value.len > 0 ? value : (struct span){NULL, 0};
        break;
    case SETTING_ZONE:
        change.has_zone = true;
        change.zone = value;
        break;
    case SETTING_LANGUAGE:
        change.has_language = true;
        change.language = value.len > 0 ? value : (struct span){NULL, 0};
        break;
    case SETTINGS:
        return service_standing_set(service, arguments->operands[0], value, error);
    }
    return service_club_change(service, &change, error);
}

static int run_set(struct cli *cli, const struct cli_arguments *arguments)
{
    struct error error;
    if (find(arguments->operands[0]) == SETTINGS &&
        !is_standing(arguments->operands[0])) { /* before a database is opened for it */
        int code = cli_exit_code(refuse(arguments->operands[0], &error));
        cli_complain(cli, &error);
        return code;
    }
    return database_run(cli, arguments, &arguments->value[SET_DB], SERVICE_WRITE, set);
}

static const struct command SETTINGS_SET = {
    .name = "settings set",
    .en = "change one of the club's settings",
    .fr = "changer un réglage du club",
    .more_en = "name:      what the club is called, up to 80 bytes; \"\" for no name\n"
               "zone:      the time zone of its evenings, such as Europe/Paris or UTC\n"
               "language:  fr or en, what the page speaks to who has not chosen; \"\" for the browser's\n"
               "private:   yes: reading needs a token, too\n"
               "listed:    yes: the page of a server of many clubs names it\n"
               "sharing:   yes: what is counted without people may join sums over clubs\n"
               "searchable: yes: search engines may keep pages that are not about a person\n"
               "host:      a host name of its own on a server of many clubs; \"\" for none\n"
               "entries-a-day, bytes: what may be added over HTTP; 0 for any number\n",
    .more_fr = "« name » :      le nom du club, 80 octets au plus ; \"\" pour aucun\n"
               "« zone » :      le fuseau horaire de ses soirées, comme Europe/Paris ou UTC\n"
               "« language » :  fr ou en, la langue de la page pour qui n'a pas choisi ; \"\" :\n"
               "                celle du navigateur\n"
               "« private » :   yes : lire demande aussi un jeton\n"
               "« listed » :    yes : la page d'un serveur de plusieurs clubs le nomme\n"
               "« sharing » :   yes : ce qui se compte sans personnes peut entrer dans des sommes\n"
               "« searchable » : yes : les moteurs de recherche peuvent garder les pages, sauf celles\n"
               "                d'une personne\n"
               "« host » :      un nom de machine à lui, sur un serveur de plusieurs clubs ; \"\" : aucun\n"
               "« entries-a-day », « bytes » : ce qui peut s'ajouter par HTTP ; 0 : sans limite\n",
    .options = SET,
    .options_count = SET_OPTIONS,
    .operands = "NAME VALUE",
    .operands_min = 2,
    .operands_max = 2,
    .run = run_set,
};

static const struct command *const CHILDREN[] = {&SETTINGS_SET};

const struct command command_settings = {
    .name = "settings",
    .en = "show or change what the club is called, its time zone and its language",
    .fr = "montrer ou changer le nom du club, son fuseau horaire et sa langue",
    .more_en = "Without a command it shows them. They are not in the log.\n",
    .more_fr = "Sans commande, les montre. Ils ne sont pas dans le journal.\n",
    .options = SHOW,
    .options_count = SHOW_OPTIONS,
    .operands = "[COMMAND ...]",
    .operands_max = SIZE_MAX,
    .operands_end_options = true,
    .run = run_show,
    .children = CHILDREN,
    .children_count = sizeof(CHILDREN) / sizeof(CHILDREN[0]),
};
