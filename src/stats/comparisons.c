/* Comparisons: sides, their sizes, and the weight of two seats. */
#include "stats/comparisons.h"

#include "base/banned.h"

/* Seats of the side of a seat: its own, and those of its mates. */
static int64_t size_of(const struct compared *table, unsigned seat)
{
    int64_t team = table->seat[seat].team;
    int64_t size = 1;
    for (unsigned i = 0; team != 0 && i < table->count; i++) {
        size += i != seat && table->seat[i].team == team;
    }
    return size;
}

/* Everybody who is alone, and each team once. */
static unsigned sides_of(const struct compared *table)
{
    unsigned sides = 0;
    for (unsigned i = 0; i < table->count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i && table->seat[i].team != 0; k++) {
            again = again || table->seat[k].team == table->seat[i].team;
        }
        sides += !again;
    }
    return sides;
}

int64_t comparison_weight(const struct compared *table, unsigned a, unsigned b)
{
    const struct compared_seat *one = &table->seat[a];
    const struct compared_seat *two = &table->seat[b];
    bool tied = one->rank == two->rank;
    bool mates = one->team != 0 && one->team == two->team;
    if (!contest_is_rated(table->contest) || (table->contest == CONTEST_WINNERS && tied) || mates || one->person == 0 ||
        two->person == 0 || one->rank == 0 || two->rank == 0) {
        return 0;
    }
    return rating_weight(sides_of(table), tied) / (size_of(table, a) * size_of(table, b));
}
