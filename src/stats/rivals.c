/* One walk to count who was met often, one to choose among them. */
#include "stats/rivals.h"

#include <string.h>

#include "base/banned.h"

static bool is_often(const struct rivalry *one)
{
    return one->games >= RIVALS_FLOOR;
}

/* The lower upper end; then more games, then the handle. */
static bool is_worse(const struct rivalry *one, const struct figure *share, const struct rivals *found)
{
    const struct rivalry *other = found->nemesis;
    if (!other || share->hi != found->nemesis_share.hi) {
        return !other || share->hi < found->nemesis_share.hi;
    }
    return one->games != other->games ? one->games > other->games : strcmp(one->handle, other->handle) < 0;
}

/* How far the share of one lies from one half, times what was decided in both: whole numbers tie where shares do. */
static int64_t distance(const struct rivalry *one, const struct rivalry *other)
{
    int64_t apart = one->won > one->lost ? one->won - one->lost : one->lost - one->won;
    return apart * (other->won + other->lost);
}

/* More games; then the share nearer one half, then the handle. */
static bool is_nearer(const struct rivalry *one, const struct rivalry *other)
{
    if (!other || one->games != other->games) {
        return !other || one->games > other->games;
    }
    int64_t here = distance(one, other);
    int64_t there = distance(other, one);
    return here != there ? here < there : strcmp(one->handle, other->handle) < 0;
}

struct rivals rivals_find(const struct rivalry *all, size_t count)
{
    struct rivals found = {.nemesis = NULL};
    int64_t often = 0;
    for (size_t i = 0; i < count; i++) {
        often += is_often(&all[i]);
    }
    double z = interval_z_of(often);
    for (size_t i = 0; i < count; i++) {
        const struct rivalry *one = &all[i];
        int64_t decided = one->won + one->lost;
        if (!is_often(one) || decided == 0) {
            continue;
        }
        struct figure strict = figure_share(one->won, decided, z);
        struct figure plain = figure_share(one->won, decided, INTERVAL_Z);
        if (strict.hi < 0.5 && is_worse(one, &strict, &found)) {
            found.nemesis = one;
            found.nemesis_share = strict;
        }
        if (plain.lo <= 0.5 && plain.hi >= 0.5 && is_nearer(one, found.rival)) {
            found.rival = one;
            found.rival_share = plain;
        }
    }
    return found;
}
