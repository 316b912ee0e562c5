/* dendro token: makes, lists and revokes the tokens of the daemon, also while it runs: it reads them anew. */
#include "base/date.h"
#include "cli/database.h"
#include "cli/text.h"
#include "service/tokens.h"
#include "wire/http_answer.h"

#include "base/banned.h"

/* In the order in which the commands have fewer of them: each takes the first so many. */
enum { TOKEN_DB, TOKEN_JSON, TOKEN_SCOPES, TOKEN_EXPIRES, TOKEN_OPTIONS };

static const struct cli_option OPTIONS[TOKEN_OPTIONS] = {
    [TOKEN_DB] = CLI_OPTION_DB,
    [TOKEN_JSON] = CLI_OPTION_JSON,
    [TOKEN_SCOPES] = {.name = "scopes",
                      .kind = CLI_WORD,
                      .value = "WORDS",
                      .en = "words out of " SCOPE_WORDS ", parted by commas (record)",
                      .fr = "mots parmi " SCOPE_WORDS ", séparés par des virgules (record)"},
    [TOKEN_EXPIRES] = {.name = "expires",
                       .kind = CLI_WORD,
                       .value = "WHEN",
                       .en = "until when it is good (2027-01-01 or 2027-01-01T18:00+01:00)",
                       .fr = "jusqu'à quand il vaut (2027-01-01 ou 2027-01-01T18:00+01:00)"},
};
enum { GROUP_OPTIONS = TOKEN_DB + 1, LIST_OPTIONS = TOKEN_JSON + 1 };

static const struct message MSG_EXPIRES = {ERR_USAGE, "usage.expires", "'%1' is not a date like 2027-01-01",
                                           "« %1 » n'est pas une date comme 2027-01-01"};

/* ---- list ---- */

struct list {
    struct cli *cli;
    bool json;
};

static void add_moment(struct strbuf *out, int64_t ms)
{
    char text[DATE_TIME_SIZE];
    date_time_format(ms, text);
    strbuf_add_span(out, span_of(text, 16));
    strbuf_add_char(out, 'Z');
}

/* `k3f9mq2ab7cd  record        2026-11-13T19:30Z  Amélie's phone (revoked 2026-11-14T08:00Z)` */
static enum err show(void *context, const struct token *token, struct error *error)
{
    const struct list *list = context;
    struct cli *cli = list->cli;
    struct strbuf *out = &cli->text;
    if (list->json) {
        return wire_token(token, NULL, out, error);
    }
    char memory[SCOPES_TEXT];
    struct strbuf scopes;
    strbuf_wrap(&scopes, memory, sizeof(memory));
    scopes_print(token->scopes, &scopes);
    strbuf_pad(out, token->id, 14);
    strbuf_pad(out, strbuf_span(&scopes), 19);
    add_moment(out, token->created);
    strbuf_add(out, "  ");
    text_clean(out, token->label);
    if (token->revoked != 0) {
        strbuf_add(out, cli_say(cli, " (revoked ", " (révoqué "));
        add_moment(out, token->revoked);
        strbuf_add_char(out, ')');
    } else if (token->expires != 0) {
        strbuf_add(out, cli_say(cli, " (until ", " (jusqu'à "));
        add_moment(out, token->expires);
        strbuf_add_char(out, ')');
    }
    strbuf_add_char(out, '\n');
    return ERR_OK;
}

static enum err list_tokens(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                            struct error *error)
{
    struct list list = {cli, arguments->value[TOKEN_JSON].set};
    return service_tokens(service, show, &list, error);
}

/* ---- add ---- */

struct made {
    struct strbuf *out;
    const char *id;
    const char *text;
};

static enum err show_made(void *context, const struct token *token, struct error *error)
{
    const struct made *made = context;
    return span_is(token->id, made->id) ? wire_token(token, made->text, made->out, error) : ERR_OK;
}

static enum err add_token(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                          struct error *error)
{
    const struct cli_value *value = arguments->value;
    char text[TOKEN_TEXT];
    char id[TOKEN_ID];
    unsigned scopes = SCOPE_RECORD;
    int64_t expires = 0;
    enum err err = value[TOKEN_SCOPES].set ? scopes_parse(span_from(value[TOKEN_SCOPES].text), &scopes, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (value[TOKEN_EXPIRES].set && !date_time_parse(span_from(value[TOKEN_EXPIRES].text), &expires, NULL)) {
        return error_raise_span(error, &MSG_EXPIRES, span_from(value[TOKEN_EXPIRES].text));
    }
    err = service_token_add(service, span_from(arguments->operands[0]), scopes, expires, text, id, error);
    if (err != ERR_OK) {
        return err;
    }
    if (value[TOKEN_JSON].set) {
        struct made made = {&cli->text, id, text};
        return service_tokens(service, show_made, &made, error);
    }
    strbuf_add(&cli->text, text);
    strbuf_add_char(&cli->text, '\n');
    return ERR_OK;
}

/* ---- revoke ---- */

static enum err revoke_token(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error)
{
    (void)cli;
    return service_token_revoke(service, span_from(arguments->operands[0]), error);
}

static int run_add(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[TOKEN_DB], SERVICE_CREATE, add_token);
}

static int run_list(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[TOKEN_DB], SERVICE_READ, list_tokens);
}

static int run_revoke(struct cli *cli, const struct cli_arguments *arguments)
{
    return database_run(cli, arguments, &arguments->value[TOKEN_DB], SERVICE_WRITE, revoke_token);
}

static const struct command TOKEN_ADD = {
    .name = "token add",
    .en = "make a token and print it",
    .fr = "créer un jeton et l'afficher",
    .more_en = "The token is shown this once and stored as a hash. 'read' lets a private server be\n"
               "read, 'record' lets games be recorded, 'admin' everything.\n",
    .more_fr = "Le jeton est montré cette seule fois et gardé sous forme d'empreinte. « read » permet\n"
               "de lire un serveur privé, « record » d'enregistrer des parties, « admin » tout.\n",
    .options = OPTIONS,
    .options_count = TOKEN_OPTIONS,
    .operands = "LABEL",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_add,
};

static const struct command TOKEN_LIST = {
    .name = "token list",
    .en = "every token: id, scopes, when it was made, label",
    .fr = "tous les jetons : identifiant, droits, date de création, nom",
    .options = OPTIONS,
    .options_count = LIST_OPTIONS,
    .run = run_list,
};

static const struct command TOKEN_REVOKE = {
    .name = "token revoke",
    .en = "a token is good no longer",
    .fr = "un jeton ne vaut plus rien",
    .more_en = "ID is what 'token list' shows first, not the token itself.\n",
    .more_fr = "ID est ce que « token list » montre en premier, pas le jeton lui-même.\n",
    .options = OPTIONS,
    .options_count = GROUP_OPTIONS,
    .operands = "ID",
    .operands_min = 1,
    .operands_max = 1,
    .run = run_revoke,
};

static const struct command *const CHILDREN[] = {&TOKEN_ADD, &TOKEN_LIST, &TOKEN_REVOKE};

const struct command command_token = {
    .name = "token",
    .en = "make, list and revoke tokens of the daemon",
    .fr = "créer, énumérer et révoquer les jetons du serveur",
    .more_en = "A running daemon notices changes at once.\n",
    .more_fr = "Un serveur en marche voit les changements aussitôt.\n",
    .options = OPTIONS,
    .options_count = GROUP_OPTIONS,
    CLI_GROUP(CHILDREN),
};
