/* The PostgreSQL of a test. */
#include "support/cmocka.h"

#include "support/needs.h"
#include "support/postgres_server.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { COMMAND = 512, SKIPPED = 77 };

const char *postgres_shared(void)
{
    const char *url = getenv("DENDRO_TEST_POSTGRES");
    if (!url || url[0] == '\0') {
        skip_because("DENDRO_TEST_POSTGRES is not set (scripts/test postgres)");
    }
    return url;
}

/* Runs postgres.sh with these words; its first line is in `said`, without the line feed. Returns its exit code. */
static int run(const char *words, char *said, size_t size)
{
    char command[COMMAND];
    int n = snprintf(command, sizeof(command), "'%s/tests/support/postgres.sh' %s", test_source_dir(), words);
    assert_true(n > 0 && (size_t)n < sizeof(command));
    FILE *pipe = popen(command, "r"); // NOLINT(cert-env33-c)
    assert_non_null(pipe);
    char rest[COMMAND];
    if (!fgets(said, (int)size, pipe)) {
        said[0] = '\0';
    }
    while (fgets(rest, sizeof(rest), pipe)) {
    }
    said[strcspn(said, "\n")] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A command about a server. */
static void tell(struct postgres_server *server, const char *what, const char *more, char *said, size_t size)
{
    char words[COMMAND];
    int n = snprintf(words, sizeof(words), "%s '%s' %s", what, server->folder, more);
    assert_true(n > 0 && (size_t)n < sizeof(words));
    if (run(words, said, size) != 0) {
        fail_msg("postgres.sh %s: %s", words, said);
    }
}

void postgres_start(struct postgres_server *server)
{
    char words[COMMAND];
    (void)snprintf(words, sizeof(words), "start %ld --fsync", (long)getpid());
    int code = run(words, server->folder, sizeof(server->folder));
    if (code == SKIPPED) {
        skip_because(server->folder + strlen("SKIPPED: "));
    }
    if (code != 0) {
        fail_msg("postgres.sh %s ends with %d", words, code);
    }
    tell(server, "url", "owner", server->owner, sizeof(server->owner));
    tell(server, "url", "daemon", server->daemon, sizeof(server->daemon));
    tell(server, "url", "super", server->super, sizeof(server->super));
}

void postgres_kill(struct postgres_server *server)
{
    char said[COMMAND];
    tell(server, "kill", "", said, sizeof(said));
}

void postgres_again(struct postgres_server *server)
{
    char said[COMMAND];
    tell(server, "again", "", said, sizeof(said));
}

void postgres_stop(struct postgres_server *server)
{
    char said[COMMAND];
    tell(server, "stop", "", said, sizeof(said));
}
