/* Counting what holds. */
#include "clubs/tally.h"

#include "base/banned.h"

void tally_add(struct tally *tally, const struct figure *estimate, double truth)
{
    if (!estimate->known) {
        return;
    }
    if (!estimate->bounded) {
        tally->missing++;
        return;
    }
    tally->told++;
    tally->held += estimate->lo <= truth && truth <= estimate->hi;
    tally->width += (estimate->hi - estimate->lo) / 2;
}

void tally_close(struct tally *tally)
{
    counts_add(&tally->share, tally->held, tally->told, 1);
    tally->held = 0;
    tally->told = 0;
}

struct figure tally_share(const struct tally *tally)
{
    return figure_counts(&tally->share);
}

double tally_width(const struct tally *tally)
{
    return tally->width / (double)tally->share.n;
}
