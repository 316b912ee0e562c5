/*
 * How many intervals hold the truth. Those of one club hang together, so they
 * are counted by club: then it can be told how far the share may be off by chance.
 */
#ifndef CLUBS_TALLY_H
#define CLUBS_TALLY_H

#include "stats/interval.h"

struct tally {
    struct counts share; /* by club: S intervals that hold the truth, N intervals */
    uint64_t missing;    /* figures without an interval */
    double width;        /* sum of half-widths */
    int64_t held, told;  /* of the club at hand */
};

/* An estimate joins; nothing for one that says nothing. */
void tally_add(struct tally *tally, const struct figure *estimate, double truth);
/* The club is done. */
void tally_close(struct tally *tally);

/* The share that holds the truth, as a figure; not known where there is no interval. */
struct figure tally_share(const struct tally *tally);
/* Mean half-width. */
double tally_width(const struct tally *tally);

#endif
