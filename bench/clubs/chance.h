/* What clubs are drawn with: the same seed draws the same club. */
#ifndef CLUBS_CHANCE_H
#define CLUBS_CHANCE_H

#include "base/prng.h"

enum { CLUB_PEOPLE = 12 };

/* Above 0 and below 1. */
double chance_uniform(struct prng *prng);
/* Standard normal. */
double chance_normal(struct prng *prng);
/* Who sits at each of `seats` seats: anybody of the club as likely as any other, nobody twice. */
void chance_people(struct prng *prng, unsigned seats, uint8_t *person);
/* Places from 1 on, by Plackett-Luce: the next is one of those left, each as likely as exp(strength) is large. */
void chance_places(struct prng *prng, const double *strength, unsigned seats, uint8_t *place);

#endif
