#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

void bio_imagine(const struct setup *setup, void *state, unsigned seat, struct prng *prng)
{
    (void)setup;(void)state;(void)seat;(void)prng;
}
