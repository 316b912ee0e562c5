/*
 * What every command that needs the database does around its own work: find the file, open it, say why it cannot be
 * opened, close it again. A command that needs nothing else is a database_fn that database_run calls.
 */
#ifndef CLI_DATABASE_H
#define CLI_DATABASE_H

#include "cli/command.h"
#include "service/clubs.h"
#include "service/service.h"

/* --db, else $DENDRO_DB, else ./dendro.db. */
const char *database_path(const struct cli *cli, const struct cli_value *option);

/*
 * Where many clubs are: --clubs, or the address of a server without a club as --db, else $DENDRO_CLUBS, else such an
 * address in $DENDRO_DB. NULL: nobody says, or both do.
 */
const char *database_place(const struct cli *cli, const struct cli_value *folder, const struct cli_value *db);

/*
 * What --clubs and --club mean, or $DENDRO_CLUBS and --club: they become the value of --db, whose text is in `club`. ERR_USAGE
 * when they contradict --db or one another, ERR_NOT_FOUND for a club that there is not. Nothing happens where neither is said.
 */
ERR_CHECK enum err database_choose(struct cli *cli, struct cli_arguments *arguments, struct club_address *club,
                                   struct error *error);
/* --db and --clubs, or --club, together. */
extern const struct message DATABASE_MSG_BOTH;

/* Refuses, and says so, when the club is suspended. */
bool database_writable(struct cli *cli, struct service *service);

/* The system's clock and chance, the command line's memory and catalogues, and patience: it waits for a writer. */
struct service_options database_options(struct cli *cli);

/* Loads the catalogues that come with the program: before there are threads that look for them. */
ERR_CHECK enum err database_catalogues(const struct cli *cli, struct error *error);

/*
 * Opens the database for reading, or writing, or with SERVICE_CREATE makes it
 * and says so. When it cannot be opened, it complains and returns false; the
 * exit code is then CLI_FAILURE.
 */
bool database_open(struct cli *cli, const struct cli_value *option, enum service_mode mode, struct service **service);

/* The same for a path, with options that began as database_options. */
bool database_open_with(struct cli *cli, const char *path, enum service_mode mode,
                        const struct service_options *options, struct service **service);

/* The same as service_open, with a bar on a terminal while tables of an older version are made anew. */
ERR_CHECK enum err database_service(struct cli *cli, const char *path, enum service_mode mode,
                                    const struct service_options *options, struct service **service,
                                    struct error *error);

/* Says on standard error that derived tables are not complete yet, if so, and what completes them. */
void database_tell_stale(struct cli *cli, struct service *service);

/* Says on standard error that a selection of games is empty, so that silence is not taken for a failure. */
void database_tell_no_game(struct cli *cli);

/* What a command does with an open database. An error is complained of by who calls it. */
typedef enum err database_fn(struct cli *cli, struct service *service, const struct cli_arguments *arguments,
                             struct error *error);

/* Opens the database that the option `db` names, calls `fn` with it and closes it; the exit code. */
int database_run(struct cli *cli, const struct cli_arguments *arguments, const struct cli_value *db,
                 enum service_mode mode, database_fn *fn);

#endif
