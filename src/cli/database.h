/* What every command that needs the database does first: find it, open it, say why not. */
#ifndef CLI_DATABASE_H
#define CLI_DATABASE_H

#include "cli/command.h"
#include "service/service.h"

/* --db, else $DENDRO_DB, else ./dendro.db. */
const char *database_path(const struct cli *cli, const struct cli_value *option);

/* The real world with the command line's memory and catalogues, and patience: who waits for a writer is told so. */
struct service_options database_options(struct cli *cli);

/* Loads the catalogues that come with the program: before there are threads that look for them. */
ERR_CHECK enum err database_catalogues(const struct cli *cli, struct error *error);

/*
 * Opens the database for reading, or writing, or with SERVICE_CREATE makes it
 * and says so. When it cannot be had, the user is told and the answer is
 * false; the exit code is then CLI_FAILURE.
 */
bool database_open(struct cli *cli, const struct cli_value *option, enum service_mode mode, struct service **service);

/* The same for a path, with options that began as database_options. */
bool database_open_with(struct cli *cli, const char *path, enum service_mode mode,
                        const struct service_options *options, struct service **service);

/* `3 records`, `1 record`. */
void database_count(struct strbuf *out, int64_t number, const char *one, const char *many);

/* A calendar day given to the option of that name. ERR_USAGE. */
ERR_CHECK enum err database_date(const char *text, const char *option, int32_t *day, struct error *error);

#endif
