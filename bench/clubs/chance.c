/* Drawing numbers, people and places. */
#include "clubs/chance.h"

#include <math.h>

#include "base/banned.h"

double chance_uniform(struct prng *prng)
{
    return ((double)(prng_next(prng) >> 11) + 0.5) * 0x1p-53;
}

double chance_normal(struct prng *prng)
{
    const double turn = 6.283185307179586;
    double radius = sqrt(-2 * log(chance_uniform(prng)));
    return radius * cos(turn * chance_uniform(prng));
}

void chance_people(struct prng *prng, unsigned seats, uint8_t *person)
{
    uint8_t people[CLUB_PEOPLE];
    for (unsigned i = 0; i < CLUB_PEOPLE; i++) {
        people[i] = (uint8_t)i;
    }
    for (unsigned i = 0; i < seats; i++) {
        unsigned other = i + prng_below(prng, CLUB_PEOPLE - i);
        person[i] = people[other];
        people[other] = people[i];
    }
}

/* The order of strengths with a Gumbel added to each. */
void chance_places(struct prng *prng, const double *strength, unsigned seats, uint8_t *place)
{
    double luck[CLUB_PEOPLE];
    for (unsigned i = 0; i < seats; i++) {
        luck[i] = strength[i] - log(-log(chance_uniform(prng)));
    }
    for (unsigned i = 0; i < seats; i++) {
        place[i] = 1;
        for (unsigned j = 0; j < seats; j++) {
            place[i] = (uint8_t)(place[i] + (luck[j] > luck[i]));
        }
    }
}
