/*
 * The cutting proxy as a program, for scripts: cutting_proxy HERE THERE
 *
 * Listens on the socket HERE (FOLDER/.s.PGSQL.5432), passes on to the socket
 * THERE, takes lines from standard input (cutting_proxy.h) and answers each,
 * until standard input ends.
 */
#include "support/cutting_proxy.h"

#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    if (count != 3) {
        (void)fprintf(stderr, "usage: cutting_proxy HERE THERE\n");
        return 2;
    }
    return cutting_proxy_serve(arguments[1], arguments[2], STDIN_FILENO, STDOUT_FILENO) ? 0 : 1;
}
