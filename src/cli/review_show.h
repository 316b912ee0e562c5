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

/* `12.5 %`, of a chance in REVIEW_UNIT. */
void review_percent(struct strbuf *out, int64_t value);

/* As much of a figure as is believed, and the ends of its 95 % interval. */
struct review_believed {
    int64_t value;
    int64_t low;
    int64_t high;
};
struct review_believed review_believed(const struct reviewed *reviewed, const struct review_figure *figure);

/* Plays the first `count` moves into `state`. */
ERR_CHECK enum err review_play_to(const struct review *review, void *state, size_t count, struct error *error);

/* A move of the record in the reader's language where the game can say it; else as it is. `state` NULL: as it is. */
void review_say(const struct cli *cli, const struct review *review, const void *state, unsigned seat, struct span text,
                struct strbuf *out);

/*
 * Appends who won and by how much chance, each player's figures with their intervals, the turning points, the costliest
 * decisions with what was better, and what each player's cards can make.
 */
ERR_CHECK enum err review_show(struct cli *cli, const struct review_shown *shown, struct strbuf *out,
                               struct error *error);

#endif
