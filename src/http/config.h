/*
 * The daemon's settings: one table gives names, defaults, limits and
 * sentences; flags, environment, file, --print-config and the documentation
 * come from it. A flag wins over the environment (DENDRO_ and the name in
 * capitals, '-' as '_'), which wins over the file (`name = value`, # comments).
 */
#ifndef HTTP_CONFIG_H
#define HTTP_CONFIG_H

#include "base/error.h"
#include "base/strbuf.h"

enum { CONFIG_TEXT = 1024 };

struct config {
    char db[CONFIG_TEXT];
    char clubs[CONFIG_TEXT]; /* a place of many; empty: `db` is the one */
    char listen[CONFIG_TEXT];
    char tls_cert[CONFIG_TEXT];
    char tls_key[CONFIG_TEXT];
    char access_log[CONFIG_TEXT];
    char cors_origin[CONFIG_TEXT];
    char host[CONFIG_TEXT]; /* http/host.h */
    int32_t today;          /* no setting: see struct service_options */
    int64_t private_reads;  /* 0 or 1 */
    int64_t threads;        /* 0: one a core */
    int64_t body_limit;
    int64_t import_limit;
    int64_t header_limit;
    int64_t url_limit;
    int64_t connections;
    int64_t connections_per_address;
    int64_t db_connections; /* to the server of a place, or of one club */
    int64_t imports;        /* that are spooled at once */
    int64_t imports_bytes;
    int64_t imports_time; /* milliseconds of processor time */
    int64_t idle_time;    /* seconds, as the next three */
    int64_t request_time;
    int64_t import_time;
    int64_t review_threads;
    int64_t heartbeat;
    int64_t queue;
    int64_t writers; /* 0: one a core */
    int64_t readers; /* 0: one a core */
    int64_t reader_queue;
    int64_t reader_queue_per_address;
    int64_t answer_time; /* milliseconds */
    int64_t streams;
    int64_t streams_per_address;
    int64_t export_time; /* seconds */
    int64_t followers;
    int64_t followers_per_address;
    int64_t token_failures;
    enum lang
        lang; /* of what the daemon says on standard error, and of config_print; no setting, the command line decides */
};

enum setting_kind { SETTING_TEXT, SETTING_NUMBER, SETTING_FLAG };

struct setting {
    const char *name;
    enum setting_kind kind;
    size_t offset;
    const char *value; /* default, as text */
    int64_t min;
    int64_t max;
    const char *argument; /* what help calls it; NULL for a flag */
    const char *en;
    const char *fr;
};

const struct setting *config_settings(size_t *count);

void config_init(struct config *config);

/* ERR_USAGE for an unknown name or a value out of its range. A flag is `yes` or
 * `no`. */
ERR_CHECK enum err config_set(struct config *config, struct span name, struct span value, struct error *error);

/* Asks `get` (getenv) for each setting; empty ones are passed over. */
ERR_CHECK enum err config_environment(struct config *config, char *(*get)(const char *name), struct error *error);

/* The lines of a file; the error has the line. */
ERR_CHECK enum err config_lines(struct config *config, struct span text, struct error *error);

/* Appends all settings as such a file, with comments in the config's language. */
void config_print(const struct config *config, struct strbuf *out);

/* Files that a daemon with these settings may have open at once, sockets included: what `ulimit -n` must allow. */
int64_t config_files(const struct config *config);

/* Splits ADDR:PORT or [ADDR]:PORT. */
ERR_CHECK enum err config_address(const struct config *config, char host[64], uint16_t *port, bool *six,
                                  struct error *error);

#endif
