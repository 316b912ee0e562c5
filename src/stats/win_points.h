/* The unit that win points are counted in: n/w is a whole number of them for tables of up to twelve. */
#ifndef STATS_WIN_POINTS_H
#define STATS_WIN_POINTS_H

enum { WIN_UNIT = 27720 }; /* the least common multiple of 1 to 12 */

#endif
