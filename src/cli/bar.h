/*
 * A progress bar on standard error, for a person who waits. It is drawn only
 * on a terminal, only when the percentage changes, and wiped before anything
 * else is written there.
 */
#ifndef CLI_BAR_H
#define CLI_BAR_H

#include "cli/cli.h"

struct bar {
    struct cli *cli;
    bool wanted; /* false: every function does nothing */
    int shown;   /* percent on the screen, -1: none */
};

/* A bar that shows when standard error is a terminal, unless `quiet`. */
void bar_init(struct bar *bar, struct cli *cli, bool quiet);

void bar_draw(struct bar *bar, int64_t done, int64_t total);
void bar_wipe(struct bar *bar);

#endif
