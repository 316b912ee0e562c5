/* The table of settings, and the three ways in which they are set. */
#include "http/config.h"

#include "base/near.h"
#include "http/host.h"
#include "http/messages.h"
#include "service/clubs.h"

#include <unistd.h>

#include "base/banned.h"

#define TEXT(name, field, value, argument, en, fr)                                                      \
    {                                                                                                   \
        name, SETTING_TEXT, offsetof(struct config, field), value, 0, CONFIG_TEXT - 1, argument, en, fr \
    }
#define NUMBER(name, field, value, min, max, en, fr)                                       \
    {                                                                                      \
        name, SETTING_NUMBER, offsetof(struct config, field), value, min, max, "N", en, fr \
    }
#define FLAG(name, field, en, fr)                                                    \
    {                                                                                \
        name, SETTING_FLAG, offsetof(struct config, field), "no", 0, 1, NULL, en, fr \
    }

static const struct setting SETTINGS[] = {
    TEXT("db", db, "dendro.db", "PATH", "the database; it is made when it is missing",
         "la base de données ; créée si elle manque"),
    TEXT("clubs", clubs, "", "DIR", "a folder of many clubs, SLUG.db each, answered under /c/SLUG/; instead of db",
         "un dossier de plusieurs clubs, SLUG.db chacun, sous /c/SLUG/ ; au lieu de db"),
    TEXT("listen", listen, "127.0.0.1:8080", "ADDR:PORT", "where to listen; port 0 takes a free one",
         "où écouter ; le port 0 en prend un libre"),
    TEXT("tls-cert", tls_cert, "", "FILE", "certificate chain in PEM: answer with HTTPS",
         "chaîne de certificats PEM : répondre en HTTPS"),
    TEXT("tls-key", tls_key, "", "FILE", "its private key in PEM", "sa clé privée en PEM"),
    FLAG("private", private_reads, "reading needs a token, too", "lire demande aussi un jeton"),
    NUMBER("threads", threads, "0", 0, 64, "threads that answer (0: one a core)",
           "fils qui répondent (0 : un par cœur)"),
    TEXT("access-log", access_log, "", "FILE",
         "a JSON line for each request; - is standard output; reopened on "
         "SIGHUP",
         "une ligne JSON par demande ; - est la sortie standard ; rouvert sur "
         "SIGHUP"),
    TEXT("cors-origin", cors_origin, "", "ORIGIN", "an origin whose pages may use the API; * for all",
         "une origine dont les pages peuvent utiliser l'API ; * pour toutes"),
    TEXT("host", host, "", "NAMES",
         "names that requests may come to, with blanks or commas between them; * for "
         "all; empty: all, but on a loopback address only loopback names",
         "noms auxquels les demandes peuvent s'adresser, séparés par des espaces ou "
         "des virgules ; * pour tous ; vide : tous, mais sur une adresse locale "
         "seulement les noms locaux"),
    NUMBER("body-limit", body_limit, "1048576", 1024, 64 << 20, "bytes of a body at the most",
           "octets d'un corps au plus"),
    NUMBER("import-limit", import_limit, "268435456", 1024, INT64_C(1) << 40, "bytes of an import at the most",
           "octets d'une importation au plus"),
    NUMBER("header-limit", header_limit, "8192", 512, 16384, "bytes of all headers at the most",
           "octets de tous les en-têtes au plus"),
    NUMBER("url-limit", url_limit, "4096", 64, 8192, "bytes of an address at the most", "octets d'une adresse au plus"),
    NUMBER("db-connections", db_connections, "32", CLUBS_POOL_LEAST, 1024,
           "connections to PostgreSQL, for all clubs together",
           "connexions à PostgreSQL, pour tous les clubs ensemble"),
    NUMBER("connections", connections, "512", 4, 65536, "connections at once", "connexions à la fois"),
    NUMBER("connections-per-address", connections_per_address, "128", 1, 65536, "of these, from one address",
           "dont, depuis une même adresse"),
    NUMBER("idle-time", idle_time, "30", 1, 3600, "seconds that a connection may say nothing",
           "secondes de silence d'une connexion"),
    NUMBER("request-time", request_time, "20", 1, 3600, "seconds to send a whole request",
           "secondes pour envoyer une demande entière"),
    NUMBER("import-time", import_time, "900", 1, 86400, "seconds to send a whole import",
           "secondes pour envoyer une importation entière"),
    NUMBER("imports", imports, "4", 1, 256, "files of other programs, and dry runs, that are imported at once",
           "fichiers d'autres programmes, et essais, importés à la fois"),
    NUMBER("imports-bytes", imports_bytes, "1073741824", 1024, INT64_C(1) << 40, "bytes of these together",
           "octets de ceux-ci ensemble"),
    NUMBER("imports-time", imports_time, "30000", 10, 600000, "milliseconds of processor time to read one through",
           "millisecondes de processeur pour en lire un de bout en bout"),
    NUMBER("heartbeat", heartbeat, "15", 1, 600, "seconds between signs of life to those who follow a game",
           "secondes entre les signes de vie à qui suit une partie"),
    NUMBER("queue", queue, "1024", 1, 65536, "writing requests that may wait", "écritures qui peuvent attendre"),
    NUMBER("writers", writers, "0", 0, 64,
           "threads that write for many clubs (0: one a core, two at least); one club has one",
           "fils qui écrivent pour plusieurs clubs (0 : un par cœur, deux au moins) ; un club seul en a un"),
    NUMBER("readers", readers, "0", 0, 64, "threads that compute answers (0: one a core, two at least)",
           "fils qui calculent les réponses (0 : un par cœur, deux au moins)"),
    NUMBER("reader-queue", reader_queue, "256", 1, 65536, "questions that may wait for one of them",
           "questions qui peuvent attendre l'un d'eux"),
    NUMBER("reader-queue-per-address", reader_queue_per_address, "64", 1, 65536,
           "questions of one address that may wait or be computed",
           "questions d'une même adresse qui peuvent attendre ou être calculées"),
    NUMBER("answer-time", answer_time, "1000", 10, 600000, "milliseconds of processor time of one answer",
           "millisecondes de processeur d'une réponse"),
    NUMBER("review-threads", review_threads, "1", 0, 16,
           "threads that make reviews, after everything else (0: none is made)",
           "fils qui font les analyses, après tout le reste (0 : aucune)"),
    NUMBER("streams", streams, "8", 1, 256, "exports and logs under way at once", "exports et journaux à la fois"),
    NUMBER("streams-per-address", streams_per_address, "2", 1, 256, "of these, for one address",
           "dont, pour une même adresse"),
    NUMBER("export-time", export_time, "900", 1, 86400, "seconds to read a whole export or log",
           "secondes pour lire un export ou un journal entier"),
    NUMBER("followers", followers, "128", 0, 65536, "connections that follow games at once",
           "connexions qui suivent des parties à la fois"),
    NUMBER("followers-per-address", followers_per_address, "32", 1, 65536, "of these, from one address",
           "dont, depuis une même adresse"),
    NUMBER("token-failures", token_failures, "10", 1, 1000000, "wrong tokens a minute and address",
           "jetons faux par minute et par adresse"),
};
enum { SETTINGS_COUNT = sizeof(SETTINGS) / sizeof(SETTINGS[0]) };

const struct setting *config_settings(size_t *count)
{
    *count = SETTINGS_COUNT;
    return SETTINGS;
}

static enum err wrong_value(const struct setting *setting, struct span value, struct error *error)
{
    enum err err = error_raise_span(error, &HTTP_MSG_SETTING_VALUE, span_from(setting->name));
    error_add(error, value);
    return err;
}

static enum err set(struct config *config, const struct setting *setting, struct span value, struct error *error)
{
    char *at = (char *)config + setting->offset;
    int64_t number = 0;
    if (setting->kind == SETTING_TEXT) {
        bool fits = value.len < CONFIG_TEXT && (value.len == 0 || !memchr(value.ptr, '\0', value.len));
        if (!fits || (setting->offset == offsetof(struct config, host) && !host_list_ok(value))) {
            return wrong_value(setting, value, error);
        }
        memcpy(at, value.len > 0 ? value.ptr : "", value.len);
        at[value.len] = '\0';
        return ERR_OK;
    }
    if (setting->kind == SETTING_FLAG) {
        number = span_is(value, "yes") || span_is(value, "1");
        if (!number && !span_is(value, "no") && !span_is(value, "0")) {
            return wrong_value(setting, value, error);
        }
    } else if (!span_int(value, setting->min, setting->max, &number)) {
        return wrong_value(setting, value, error);
    }
    memcpy(at, &number, sizeof(number));
    return ERR_OK;
}

void config_init(struct config *config)
{
    struct error ignored;
    memset(config, 0, sizeof(*config));
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        (void)!set(config, &SETTINGS[i], span_from(SETTINGS[i].value), &ignored);
    }
}

enum err config_set(struct config *config, struct span name, struct span value, struct error *error)
{
    struct near near;
    near_begin(&near, name);
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        if (span_is(name, SETTINGS[i].name)) {
            return set(config, &SETTINGS[i], value, error);
        }
        near_offer(&near, span_from(SETTINGS[i].name));
    }
    enum err err = error_raise_span(error, &HTTP_MSG_SETTING, name);
    near_hint(&near, error);
    return err;
}

enum err config_environment(struct config *config, char *(*get)(const char *name), struct error *error)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        char memory[64];
        struct strbuf name;
        strbuf_wrap(&name, memory, sizeof(memory));
        strbuf_add(&name, "DENDRO_");
        for (const char *c = SETTINGS[i].name; *c; c++) {
            strbuf_add_char(&name, *c == '-' ? '_' : (char)(*c - 'a' + 'A'));
        }
        const char *value = get(strbuf_text(&name));
        enum err err = value && value[0] ? set(config, &SETTINGS[i], span_from(value), error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err read_line(struct config *config, struct span line, struct error *error)
{
    struct span name;
    if (line.len == 0 || line.ptr[0] == '#') {
        return ERR_OK;
    }
    if (!span_cut_at(&line, '=', &name)) {
        return error_raise_span(error, &HTTP_MSG_SETTING, line);
    }
    return config_set(config, span_trim(name), span_trim(line), error);
}

enum err config_lines(struct config *config, struct span text, struct error *error)
{
    for (uint32_t number = 1; text.len > 0; number++) {
        enum err err = read_line(config, span_trim(span_line(&text)), error);
        if (err != ERR_OK) {
            error->line = number;
            return err;
        }
    }
    return ERR_OK;
}

void config_print(const struct config *config, struct strbuf *out)
{
    for (size_t i = 0; i < SETTINGS_COUNT; i++) {
        const struct setting *setting = &SETTINGS[i];
        const char *at = (const char *)config + setting->offset;
        int64_t number = 0;
        strbuf_add(out, "# ");
        strbuf_add(out, config->lang == LANG_FR ? setting->fr : setting->en);
        strbuf_add_char(out, '\n');
        strbuf_add(out, setting->name);
        strbuf_add(out, " = ");
        if (setting->kind == SETTING_TEXT) {
            strbuf_add(out, at);
        } else {
            memcpy(&number, at, sizeof(number));
            if (setting->kind == SETTING_FLAG) {
                strbuf_add(out, number ? "yes" : "no");
            } else {
                strbuf_int(out, number);
            }
        }
        strbuf_add_char(out, '\n');
    }
}

enum err config_address(const struct config *config, char host[64], uint16_t *port, bool *six, struct error *error)
{
    struct span text = span_from(config->listen);
    size_t colon = text.len;
    while (colon > 0 && text.ptr[colon - 1] != ':') {
        colon--;
    }
    int64_t number = 0;
    bool good = colon > 0 && span_int(span_skip(text, colon), 0, 65535, &number);
    struct span address = span_of(text.ptr, colon > 0 ? colon - 1 : 0);
    *six = address.len >= 2 && address.ptr[0] == '[' && address.ptr[address.len - 1] == ']';
    if (*six) {
        address = span_of(address.ptr + 1, address.len - 2);
    }
    struct strbuf out;
    strbuf_wrap(&out, host, 64);
    strbuf_add_span(&out, address);
    good = good && address.len > 0 && strbuf_ok(&out) && (*six || !memchr(address.ptr, ':', address.len));
    *port = (uint16_t)number;
    return good ? ERR_OK : error_raise_span(error, &HTTP_MSG_LISTEN, text);
}

int64_t config_files(const struct config *config)
{
    enum { OF_READER = 3, OTHERS = 128 }; /* a database, its log and its index; listening, logs, an audit, the page's */
    int64_t threads = config->threads > 0 ? config->threads : sysconf(_SC_NPROCESSORS_ONLN);
    enum { OF_CLUB = 10, CLUBS = 256 }; /* a writer, two readers, what says that it is served */
    int64_t clubs = config->clubs[0] && !service_on_server(config->clubs) ? OF_CLUB * CLUBS : 0;
    int64_t server = service_on_server(config->db) ? config->db_connections : 0;
    return server + config->connections + config->imports + OF_READER * (threads + config->streams) + clubs + OTHERS;
}
