/*
 * Who wins a table of these players: with known strengths each would win in
 * proportion to exp(theta), the first choice of Plackett and Luce; what is not
 * known about the strengths is integrated over their joint distribution
 * (ratings_joint).
 */
#ifndef STATS_FORECAST_H
#define STATS_FORECAST_H

#include "stats/ratings.h"

/*
 * Each seat's chance into `chance`; they add up to 1. There is no chance in
 * it: the same distribution gives the same bits, seats that could be exchanged
 * have the same chance, and the order in which seats are named does not matter.
 * Of a mixture without parts, nobody having played yet, all are the same.
 * Within 1e-5 of the integral for two seats; the more seats and the more doubt, the less near: against three million
 * random points 2e-4 for twelve seats of sd 0.9 (156 rating points), 9e-4 of sd 2.7.
 */
void forecast_chances(const struct rating_mixture *mixture, double chance[RATINGS_TABLE]);

#endif
