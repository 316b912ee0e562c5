/* A review for a person at a terminal. */
#ifndef CLI_REVIEW_SHOW_H
#define CLI_REVIEW_SHOW_H

#include "cli/feed.h"
#include "service/review_text.h"

struct review_shown {
    const struct reviewed *reviewed;
    const struct review *
        review; /* the same game, to say moves in words: NULL, or with other decisions, they are as the record has them */
    const struct setup *setup;
    const struct outcome *outcome;
    const struct feed_names *names;
    int64_t budget;
};

/*
 * Appends who won and by how much chance, each player's figures with their intervals, the turning points, the costliest
 * decisions with what was better, and what each player's cards can make.
 */
ERR_CHECK enum err review_show(struct cli *cli, const struct review_shown *shown, struct strbuf *out,
                               struct error *error);

#endif
