/* Finding the catalogue that a user means, and those that records may name. */
#ifndef CLI_CATALOGUES_H
#define CLI_CATALOGUES_H

#include "cli/command.h"
#include "service/catalogues.h"

/*
 * `text` is the name of a shipped catalogue (NULL: house) or a file, which is
 * added to those that records may name. Of `game`; NULL: of any, and where several
 * have one of that name, `GAME/NAME` says which, unless there is a file of that
 * name. Borrowed from cli->catalogues.
 */
ERR_CHECK enum err catalogues_choose(struct cli *cli, const struct game *game, const char *text,
                                     const struct catalogue **out, struct error *error);

/* The same for who wants to know what is wrong with a file: texts with characters that nobody sees are. */
ERR_CHECK enum err catalogues_choose_new(struct cli *cli, const char *text, const struct catalogue **out,
                                         struct error *error);

/* The same among those of a database first, of any game, by name (the newest) or by hash. */
ERR_CHECK enum err catalogues_choose_in(struct cli *cli, struct service *service, const char *text,
                                        const struct catalogue **out, struct error *error);

/* Options of the commands that read records from files: catalogues that are not part of the program. */
#define CLI_OPTION_CATALOGUES                                                      \
    {                                                                              \
        .name = "catalogue", .kind = CLI_LIST, .hint = HINT_FILE, .value = "FILE", \
        .en = "a catalogue that records may name (again for more)",                \
        .fr = "un catalogue que les parties peuvent nommer (répétable)"          \
    }
#define CLI_OPTION_CATALOGUES_DB                                                                                 \
    {                                                                                                            \
        .name = "db", .kind = CLI_WORD, .hint = HINT_FILE, .value = "PATH",                                      \
        .en = "a database whose catalogues records may name", .fr = "une base dont les catalogues servent aussi" \
    }

/* While a command reads records: cli->blocks finds what those two options say as well. */
struct catalogues_use {
    struct service *service;
    const struct block_source *before;
};
/* False when a file or the database cannot be had; standard error says why, and `*code` is the exit code. */
bool catalogues_begin(struct cli *cli, const struct cli_arguments *arguments, const struct cli_value *database,
                      struct catalogues_use *use, int *code);
void catalogues_end(struct cli *cli, struct catalogues_use *use);

#endif
