/* The process: hands its descriptors, words and environment to the command line, and its answer to the shell. */
#include "cli/cli.h"
#include "service/catalogues.h"
#include "service/service.h"
#include "wire/values.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"

/*
 * A descriptor that the caller has closed would be given to the next file
 * opened, and our output would land in it. Occupies it the wrong way round,
 * so that reading from it, or writing to it, still fails.
 */
static void occupy(int fd)
{
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
        int got = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (got >= 0 && got != fd) {
            (void)dup2(got, fd);
            (void)close(got);
        }
    }
}

/* `fr`, `fr_CA`, `fr.UTF-8`, but not `frisian`. */
static bool names_language(const char *value, const char *language)
{
    return strncmp(value, language, 2) == 0 && (value[2] == '\0' || strchr("_.@", value[2]));
}

/*
 * The language that is asked for: for this program, else for all, by the first of these that says anything. Only one that
 * we do not speak, asked for by the name that is ours, is passed over: it is a slip, and the others still count.
 */
static enum lang language(void)
{
    static const char *const names[] = {"DENDRO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *value = getenv(names[i]);
        bool french = value && names_language(value, "fr");
        if (french || (value && value[0] && (i > 0 || names_language(value, "en")))) {
            return french ? LANG_FR : LANG_EN;
        }
    }
    return LANG_EN;
}

int main(int argc, char **argv)
{
    struct cli cli;
    struct catalogues catalogues;
    occupy(STDIN_FILENO);
    occupy(STDOUT_FILENO);
    occupy(STDERR_FILENO);
    (void)sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    (void)sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = SIG_IGN},
                    NULL); /* a file that may not grow is an error */

    service_prepare();
    const char *no_colour = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    const char *database = getenv("DENDRO_DB");
    const char *clubs = getenv("DENDRO_CLUBS");
    const char *today = getenv("DENDRO_TODAY");
    const char *temporary = getenv("TMPDIR");
    const char *limit = getenv("DENDRO_IMPORT_LIMIT");
    bool plain = (no_colour && no_colour[0]) || !terminal || strcmp(terminal, "dumb") == 0;
    cli_init(&cli, &allocator_heap, STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO);
    catalogues_init(&catalogues, &allocator_heap, &wire_values, &catalogues_shipped);
    cli.blocks = &catalogues.source;
    cli.catalogues = &catalogues;
    cli.lang = language();
    cli.database = database && database[0] ? database : cli.database;
    cli.database_said = database && database[0];
    cli.clubs = clubs && clubs[0] ? clubs : NULL;
    cli.today = today && today[0] ? today : NULL;
    cli.temporary = temporary && temporary[0] ? temporary : NULL;
    cli.import_limit = limit && limit[0] ? limit : NULL;
    cli.out_terminal = isatty(STDOUT_FILENO) == 1;
    cli.err_terminal = isatty(STDERR_FILENO) == 1;
    cli.colour = cli.out_terminal && !plain;
    size_t count = argc > 1 ? (size_t)argc - 1 : 0;
    int code = cli_run(&cli, count, (const char *const *)argv + 1);
    cli_release(&cli);
    catalogues_release(&catalogues);
    return code;
}
