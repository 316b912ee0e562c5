/* What mutant.h promises. A number is written once a process, with one write at the end of the file; errno
 * stays as it was, and a program that may not write so much is not ended by it. */
#include "mutant.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 1 << 16 };

int dendro_mutant_chosen;
char *dendro_mutant_reached;
static char reached[MOST];

__attribute__((constructor)) static void dendro_mutant_start(void)
{
    const char *chosen = getenv("DENDRO_MUTANT");
    dendro_mutant_chosen = chosen ? atoi(chosen) : 0;
    dendro_mutant_reached = getenv("DENDRO_MUTANT_TRACE") ? reached : NULL;
}

void dendro_mutant_note(int number)
{
    char line[16];
    int before = errno;
    int length = snprintf(line, sizeof(line), "%d\n", number);
    int file = open(getenv("DENDRO_MUTANT_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    reached[number] = 1;
    if (file >= 0) {
        struct sigaction handled, ignored = {.sa_handler = SIG_IGN};
        (void)sigaction(SIGXFSZ, &ignored, &handled);
        (void)!write(file, line, (size_t)length);
        (void)sigaction(SIGXFSZ, &handled, NULL);
        (void)close(file);
    }
    errno = before;
}
