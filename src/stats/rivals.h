/*
 * Whom somebody meets at eye level, and who beats them: one of each among all
 * whom they met often. The worst of many opponents looks bad by chance alone,
 * so a nemesis has to lie below one half with an interval that is corrected
 * for how many they are (Bonferroni): a club of equals has one on at most 5 %
 * of its people's pages. docs/statistics.md has the definitions.
 */
#ifndef STATS_RIVALS_H
#define STATS_RIVALS_H

#include "stats/interval.h"

enum { RIVALS_FLOOR = 10 /* games below which nobody is looked at */ };

/* What somebody did against one other person. */
struct rivalry {
    const char *handle;       /* of the other one */
    int64_t games, won, lost; /* the others were ties */
};

struct rivals {
    const struct rivalry *nemesis; /* among those that were handed in; NULL: none */
    struct figure nemesis_share;   /* of decided games, won by who is asked about; the interval is the corrected one */
    const struct rivalry *rival;
    struct figure rival_share; /* likewise; the interval is of 95 % */
};

struct rivals rivals_find(const struct rivalry *all, size_t count);

#endif
