/* Copies of one type of card that a seat holds at the end: what facts tell (facts.h) and worth is fitted to (worth.h). */
#ifndef STATS_HELD_H
#define STATS_HELD_H

#include <stdint.h>

struct held {
    uint8_t type;
    uint8_t copies;
};

#endif
