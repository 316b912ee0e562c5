/*
 * dendro serve: the daemon. Settings come from flags, the environment and a
 * file; signals end it cleanly or reopen its log.
 */
#include "cli/command.h"
#include "cli/database.h"
#include "cli/input.h"
#include "http/server.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/banned.h"

enum { CONFIG_BYTES = 1 << 16 };

/* One option for each setting of http/config.c, in that order, and two more; a
 * test compares. */
#define SETTING(setting, word, english, french)                                                                     \
    {                                                                                                               \
        .name = (setting), .kind = CLI_WORD, .may_be_empty = true, .value = (word), .en = (english), .fr = (french) \
    }

static const struct cli_option OPTIONS[] = {
    CLI_OPTION_DB,
    {.name = "clubs",
     .kind = CLI_WORD,
     .hint = HINT_FILE,
     .value = "DIR",
     .en = "many clubs instead: a folder with SLUG.db for each, under /c/SLUG/",
     .fr = "plusieurs clubs : un dossier avec SLUG.db pour chacun, sous /c/SLUG/"},
    SETTING("listen", "ADDR:PORT", "where to listen (127.0.0.1:8080); port 0 takes a free one",
            "où écouter (127.0.0.1:8080) ; le port 0 en prend un libre"),
    SETTING("tls-cert", "FILE", "certificate chain in PEM: answer with HTTPS",
            "chaîne de certificats PEM : répondre en HTTPS"),
    SETTING("tls-key", "FILE", "its private key in PEM", "sa clé privée en PEM"),
    {.name = "private", .kind = CLI_FLAG, .en = "reading needs a token, too", .fr = "lire demande aussi un jeton"},
    SETTING("threads", "N", "threads that answer (one a core)", "fils qui répondent (un par cœur)"),
    SETTING("access-log", "FILE", "a JSON line for each request; - is standard output",
            "une ligne JSON par demande ; - est la sortie standard"),
    SETTING("cors-origin", "ORIGIN", "an origin whose pages may use the API; * for all",
            "une origine dont les pages peuvent utiliser l'API ; * pour toutes"),
    {.name = "host",
     .kind = CLI_LIST,
     .may_be_empty = true,
     .value = "NAME",
     .en = "a name that requests may come to (loopback: loopback names); * for all",
     .fr = "un nom auquel s'adresser (adresse locale : noms locaux) ; * pour tous"},
    SETTING("body-limit", "N", "bytes of a body at the most (1048576)", "octets d'un corps au plus (1048576)"),
    SETTING("import-limit", "N", "bytes of an import at the most (268435456)",
            "octets d'une importation au plus (268435456)"),
    SETTING("header-limit", "N", "bytes of all headers (8192)", "octets de tous les en-têtes (8192)"),
    SETTING("url-limit", "N", "bytes of an address (4096)", "octets d'une adresse (4096)"),
    SETTING("db-connections", "N", "connections to PostgreSQL, of all clubs (32)",
            "connexions à PostgreSQL, de tous les clubs (32)"),
    SETTING("connections", "N", "connections at once (512)", "connexions à la fois (512)"),
    SETTING("connections-per-address", "N", "of these, from one address (128)", "dont, depuis une même adresse (128)"),
    SETTING("idle-time", "N", "seconds that a connection may say nothing (30)",
            "secondes de silence d'une connexion (30)"),
    SETTING("request-time", "N", "seconds to send a whole request (20)",
            "secondes pour envoyer une demande entière (20)"),
    SETTING("import-time", "N", "seconds to send a whole import (900)",
            "secondes pour envoyer une importation entière (900)"),
    SETTING("imports", "N", "files of other programs imported at once (4)",
            "fichiers d'autres programmes importés à la fois (4)"),
    SETTING("imports-bytes", "N", "bytes of these together (1073741824)", "octets de ceux-ci ensemble (1073741824)"),
    SETTING("imports-time", "N", "milliseconds of processor time to read one (30000)",
            "millisecondes de processeur pour en lire un (30000)"),
    SETTING("heartbeat", "N", "seconds between signs of life to followers (15)",
            "secondes entre les signes de vie à qui suit une partie (15)"),
    SETTING("queue", "N", "writing requests that may wait (1024)", "écritures qui peuvent attendre (1024)"),
    SETTING("writers", "N", "threads that write for many clubs (one a core)",
            "fils qui écrivent pour plusieurs clubs (un par cœur)"),
    SETTING("readers", "N", "threads that compute answers (one a core)",
            "fils qui calculent les réponses (un par cœur)"),
    SETTING("reader-queue", "N", "questions that may wait for them (256)", "questions qui peuvent les attendre (256)"),
    SETTING("reader-queue-per-address", "N", "of these, from one address (64)", "dont, depuis une même adresse (64)"),
    SETTING("answer-time", "N", "milliseconds of processor time of an answer (1000)",
            "millisecondes de processeur d'une réponse (1000)"),
    SETTING("review-threads", "N", "threads that make reviews, after everything else; 0: none (1)",
            "fils qui font les analyses, après tout le reste ; 0 : aucune (1)"),
    SETTING("streams", "N", "exports and logs at once (8)", "exports et journaux à la fois (8)"),
    SETTING("streams-per-address", "N", "of these, for one address (2)", "dont, pour une même adresse (2)"),
    SETTING("export-time", "N", "seconds to read a whole export or log (900)",
            "secondes pour lire un export ou un journal entier (900)"),
    SETTING("followers", "N", "connections that follow games (128)", "connexions qui suivent des parties (128)"),
    SETTING("followers-per-address", "N", "of these, from one address (32)", "dont, depuis une même adresse (32)"),
    SETTING("token-failures", "N", "wrong tokens a minute and address (10)",
            "jetons faux par minute et par adresse (10)"),
    {.name = "config",
     .kind = CLI_WORD,
     .hint = HINT_FILE,
     .value = "FILE",
     .en = "settings as lines 'name = value'",
     .fr = "réglages en lignes « nom = valeur »"},
    {.name = "print-config",
     .kind = CLI_FLAG,
     .en = "print all settings as such a file, and stop",
     .fr = "afficher tous les réglages sous cette forme, et s'arrêter"},
};
enum { OPTIONS_COUNT = sizeof(OPTIONS) / sizeof(OPTIONS[0]), SERVE_CONFIG = OPTIONS_COUNT - 2, SERVE_PRINT };

/* `dendro: FILE:LINE: sentence`: a setting has a line of its own, so no column. */
static void complain_line(struct cli *cli, const char *path, const struct error *error)
{
    char memory[CONFIG_TEXT + 16];
    struct strbuf position;
    strbuf_wrap(&position, memory, sizeof(memory));
    strbuf_add(&position, path);
    if (error->line > 0) {
        strbuf_add_char(&position, ':');
        strbuf_int(&position, error->line);
    }
    cli_complain_file(cli, strbuf_ok(&position) ? strbuf_text(&position) : path, error);
}

/* False, and complained of with the file and the line, when it cannot be read or is wrong. */
static bool read_file(struct cli *cli, const char *path, struct config *config)
{
    struct strbuf text;
    struct error error;
    strbuf_init(&text, cli->allocator, CONFIG_BYTES);
    bool good =
        input_slurp(cli, path, &text, &error) == ERR_OK && config_lines(config, strbuf_span(&text), &error) == ERR_OK;
    strbuf_release(&text);
    if (!good) {
        complain_line(cli, path, &error);
    }
    return good;
}

/* A flag as a setting: what may be given again and again is a list. */
static enum err set_flag(const struct cli_arguments *arguments, size_t i, struct config *config, struct error *error)
{
    const struct cli_value *value = &arguments->value[i];
    char memory[CONFIG_TEXT + 1] = ""; /* one more than a setting has room for */
    struct strbuf list;
    if (OPTIONS[i].kind != CLI_LIST) {
        return config_set(config, span_from(OPTIONS[i].name), span_from(value->text ? value->text : "yes"), error);
    }
    strbuf_wrap(&list, memory, sizeof(memory));
    for (size_t k = 0; k < arguments->pairs_count; k++) {
        strbuf_add(&list, k > 0 ? " " : "");
        strbuf_add(&list, arguments->pair[k].word[0]);
    }
    struct span text = strbuf_ok(&list) ? strbuf_span(&list) : span_of(memory, CONFIG_TEXT); /* too long: refused */
    return config_set(config, span_from(OPTIONS[i].name), text, error);
}

static enum err set_flags(const struct cli_arguments *arguments, struct config *config, struct error *error)
{
    for (size_t i = 0; i < SERVE_CONFIG; i++) {
        enum err err = arguments->value[i].set ? set_flag(arguments, i, config, error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* The file, over it the environment, over that the flags. False, and complained of, when one of them is wrong. */
static bool gather(struct cli *cli, const struct cli_arguments *arguments, struct config *config)
{
    const struct cli_value *file = &arguments->value[SERVE_CONFIG];
    const char *path = file->set ? file->text : getenv("DENDRO_CONFIG"); // NOLINT(concurrency-mt-unsafe)
    struct error error;
    config_init(config);
    config->lang = cli->lang;
    if (path && path[0] && !read_file(cli, path, config)) {
        return false;
    }
    if (config_environment(config, getenv, &error) != ERR_OK || set_flags(arguments, config, &error) != ERR_OK) {
        cli_complain(cli, &error);
        return false;
    }
    if (arguments_named(arguments, "db")->set) { /* who names one club means it, whatever the surroundings say */
        config->clubs[0] = '\0';
    }
    if (service_on_server(config->db) && !strchr(config->db, '#')) { /* of a server without a club: all of its clubs */
        memcpy(config->clubs, config->db, sizeof(config->clubs));
    }
    return true;
}

static void announce(struct cli *cli, const struct config *config, const struct server *server)
{
    const char *colon = strrchr(config->listen, ':');
    struct strbuf *out = &cli->text;
    if (server_first_token(server)[0]) {
        strbuf_add(out, cli_say(cli, "admin token, shown this once: ", "jeton d'administration, montré cette fois : "));
        strbuf_add(out, server_first_token(server));
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, cli_say(cli, "listening on ", "à l'écoute sur "));
    strbuf_add(out, config->tls_cert[0] ? "https://" : "http://");
    strbuf_add_span(out, span_of(config->listen, colon ? (size_t)(colon - config->listen) : 0));
    strbuf_add_char(out, ':');
    strbuf_int(out, server_port(server));
    strbuf_add_char(out, '\n');
    (void)cli_flush(cli);
}

/* Raises the limit of open files as far as the system allows; warns at the start when it is too low for `connections`. */
static void ready_files(struct cli *cli, const struct config *config)
{
    char memory[256];
    struct strbuf line;
    struct rlimit limit;
    int64_t needed = config_files(config);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return;
    }
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit more = {limit.rlim_max, limit.rlim_max};
        limit = setrlimit(RLIMIT_NOFILE, &more) == 0 ? more : limit;
    }
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= (rlim_t)needed) {
        return;
    }
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, cli_say(cli, "dendro: only ", "dendro: seulement "));
    strbuf_int(&line, (int64_t)limit.rlim_cur);
    strbuf_add(&line,
               cli_say(cli, " files may be open at once, and ", " fichiers peuvent être ouverts à la fois, et "));
    strbuf_int(&line, config->connections);
    strbuf_add(&line, cli_say(cli, " connections need ", " connexions en demandent "));
    strbuf_int(&line, needed);
    strbuf_add(&line, cli_say(cli, ": raise `ulimit -n`, or lower --connections",
                              " : augmentez « ulimit -n », ou baissez --connections"));
    cli_tell(cli, strbuf_span(&line));
}

/*
 * A database that is there is opened once with the command line's patience: another writer is waited for, an older
 * schema brought up to date, an interrupted rebuild continued, before the daemon, which waits for no other writer, starts.
 */
static bool ready_database(struct cli *cli, const struct config *config)
{
    struct service_options options = database_options(cli);
    struct service *service = NULL;
    struct stat found;
    if (config->clubs[0] || stat(config->db, &found) != 0 || found.st_size == 0) {
        return true; /* it is still to be made */
    }
    bool ready = database_open_with(cli, config->db, SERVICE_WRITE, &options, &service);
    service_close(service);
    return ready;
}

static int serve(struct cli *cli, const struct config *config)
{
    struct server *server = NULL;
    struct error error;
    sigset_t signals;
    int got = 0;
    (void)sigemptyset(&signals);
    (void)sigaddset(&signals, SIGTERM);
    (void)sigaddset(&signals, SIGINT);
    (void)sigaddset(&signals, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &signals, NULL); /* before there are threads: they inherit it */
    ready_files(cli, config);
    struct config with = *config;
    with.today = database_options(cli).today;
    if (database_catalogues(cli, &error) != ERR_OK ||
        server_start(&server, &with, cli->allocator, cli->catalogues, &error) != ERR_OK) {
        return cli_fail(cli, &error);
    }
    announce(cli, config, server);
    while (sigwait(&signals, &got) == 0 && got == SIGHUP) {
        server_reopen_log(server);
    }
    server_stop(server);
    return CLI_OK;
}

static int run(struct cli *cli, const struct cli_arguments *arguments)
{
    struct config config;
    struct error error;
    const struct cli_value *db = arguments_named(arguments, "db");
    const struct cli_value *clubs = arguments_named(arguments, "clubs");
    if (db->set && clubs->set) {
        int code = cli_exit_code(error_raise(&error, &DATABASE_MSG_BOTH));
        cli_complain(cli, &error);
        return code;
    }
    if (!gather(cli, arguments, &config)) {
        return CLI_FAILURE;
    }
    if (arguments->value[SERVE_PRINT].set) {
        config_print(&config, &cli->text);
        return CLI_OK;
    }
    return ready_database(cli, &config) ? serve(cli, &config) : CLI_FAILURE;
}

const struct command command_serve = {
    .name = "serve",
    .en = "answer over HTTP until told to stop",
    .fr = "répondre en HTTP jusqu'à nouvel ordre",
    .more_en = "The first start makes an admin token and shows it once. "
               "SIGTERM and SIGINT let requests\n"
               "finish and stop; SIGHUP opens the access log anew. A setting "
               "can also come from the\n"
               "environment (DENDRO_LISTEN) or a file; flags win over both. "
               "See docs/http-api.md.\n",
    .more_fr = "Le premier démarrage crée un jeton d'administration et le "
               "montre une fois. SIGTERM et\n"
               "SIGINT laissent finir les demandes puis arrêtent ; SIGHUP "
               "rouvre le journal d'accès. Un\n"
               "réglage peut aussi venir de l'environnement (DENDRO_LISTEN) ou "
               "d'un fichier ; les\n"
               "options l'emportent. Voir docs/http-api.md.\n",
    .options = OPTIONS,
    .options_count = OPTIONS_COUNT,
    .run = run,
};
