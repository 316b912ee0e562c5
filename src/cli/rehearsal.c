/*
 * A dry run writes nothing. Where there is no database yet, an empty club is
 * made in a temporary folder, so that a first import can be looked at before
 * anything is there.
 */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): mkdtemp and the like are not in POSIX */
#include "base/system.h"
#include "cli/database.h"
#include "cli/import.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"

static bool path_in(const struct rehearsal *rehearsal, const char *file, char *out, size_t size)
{
    struct strbuf path;
    strbuf_wrap(&path, out, size);
    strbuf_add(&path, rehearsal->folder);
    strbuf_add(&path, file);
    return strbuf_ok(&path);
}

static bool make_folder(struct rehearsal *rehearsal, struct cli *cli)
{
    struct error error;
    struct strbuf folder;
    strbuf_wrap(&folder, rehearsal->folder, sizeof(rehearsal->folder));
    strbuf_add(&folder, cli->temporary ? cli->temporary : "/tmp");
    strbuf_add(&folder, "/dendro-XXXXXX");
    rehearsal->made = strbuf_ok(&folder) && mkdtemp(rehearsal->folder);
    if (!rehearsal->made) {
        (void)!system_raise(&error, strbuf_ok(&folder) ? errno : ENAMETOOLONG);
        cli_complain_file(cli, rehearsal->folder, &error);
    }
    return rehearsal->made;
}

static void tell_none(struct cli *cli, const char *path)
{
    char memory[4096];
    struct strbuf line;
    strbuf_wrap(&line, memory, sizeof(memory));
    strbuf_add(&line, "dendro: ");
    strbuf_add(&line, path);
    strbuf_add(&line, cli_say(cli, ": there is no database yet: as if it were empty",
                              " : il n'y a pas encore de base : comme si elle était vide"));
    cli_tell(cli, strbuf_span(&line));
}

bool rehearsal_open(struct rehearsal *rehearsal, struct cli *cli, const struct cli_value *db, struct service **service)
{
    const char *path = database_path(cli, db);
    struct service_options options = database_options(cli);
    char inside[sizeof(rehearsal->folder) + 16];
    struct error error;
    if (access(path, F_OK) == 0 || errno != ENOENT) {
        return database_open_with(cli, path, SERVICE_READ, &options, service);
    }
    tell_none(cli, path);
    if (!make_folder(rehearsal, cli)) {
        return false;
    }
    bool opened = path_in(rehearsal, "/dendro.db", inside, sizeof(inside)) &&
                  database_service(cli, inside, SERVICE_CREATE, &options, service, &error) == ERR_OK;
    if (!opened) {
        cli_complain(cli, &error);
        rehearsal_end(rehearsal);
        rehearsal->made = false;
    }
    return opened;
}

void rehearsal_end(const struct rehearsal *rehearsal)
{
    static const char *const files[] = {"/dendro.db", "/dendro.db-wal", "/dendro.db-shm"};
    char path[sizeof(rehearsal->folder) + 16];
    for (size_t i = 0; rehearsal->made && i < sizeof(files) / sizeof(files[0]); i++) {
        if (path_in(rehearsal, files[i], path, sizeof(path))) {
            (void)unlink(path);
        }
    }
    if (rehearsal->made) {
        (void)rmdir(rehearsal->folder);
    }
}
