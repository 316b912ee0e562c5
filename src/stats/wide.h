/* Sums of squares of exact points need more than 64 bits; both our compilers have 128. */
#ifndef STATS_WIDE_H
#define STATS_WIDE_H

__extension__ typedef __int128 wide;

#endif
