/* The 36 tiles, as rules/grandbois.md lists them, and what can be counted from them. */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

#define ANIMALS(clan, n) ((clan) << 3 | ((n) + 1))

/* The letters of the list, so that the table can be read against it. */
enum {
    C = SQUARE_CLEARING,
    B = SQUARE_BEAR,
    W1 = ANIMALS(1, 1), /* raccoons */
    W2 = ANIMALS(1, 2),
    W3 = ANIMALS(1, 3),
    W4 = ANIMALS(1, 4),
    F1 = ANIMALS(2, 1), /* foxes */
    F2 = ANIMALS(2, 2),
    F3 = ANIMALS(2, 3),
    F4 = ANIMALS(2, 4),
    L1 = ANIMALS(3, 1), /* lizards */
    L2 = ANIMALS(3, 2),
    L3 = ANIMALS(3, 3),
    L4 = ANIMALS(3, 4),
    R1 = ANIMALS(4, 1), /* rabbits */
    R2 = ANIMALS(4, 2),
    R3 = ANIMALS(4, 3),
    R4 = ANIMALS(4, 4),
    T1 = ANIMALS(5, 1), /* toads */
    T2 = ANIMALS(5, 2),
    T3 = ANIMALS(5, 3),
    T4 = ANIMALS(5, 4)
};

const uint8_t grandbois_tiles[GRANDBOIS_TILES][4] = {
    {B, W3, T1, T1},  {T3, B, R1, R1},  {R1, L2, B, R2},  {F1, L1, L2, B},  {B, F3, F1, W2},  {C, W3, W1, F3},
    {C, W3, R3, W1},  {C, T4, F2, F2},  {C, T2, L4, T2},  {C, R2, F1, F4},  {C, R4, W2, W2},  {W4, C, T1, T2},
    {R2, C, L2, R4},  {T3, C, F3, F1},  {W1, C, F4, W2},  {F2, C, F1, R4},  {T3, C, L1, L3},  {W4, L1, L3, C},
    {R2, R1, T4, C},  {L4, L1, F2, C},  {W2, W3, L3, C},  {F3, R3, R2, C},  {R2, W2, R3, C},  {T3, T1, W3, C},
    {F1, F3, C, L3},  {L1, L4, C, W2},  {T4, T1, C, R2},  {F2, T3, C, F2},  {T2, L3, C, L2},  {W4, W1, L1, L2},
    {R3, L2, L2, R1}, {F4, F2, T1, T1}, {R1, T2, T3, R1}, {T2, T2, W1, W3}, {W1, R3, R3, W1}, {F3, F1, L3, L1},
};

unsigned grandbois_copies(unsigned square)
{
    /* Of each clan: seven squares of one animal, seven of two, six of three, three of four. */
    static const uint8_t by_animals[5] = {0, 7, 7, 6, 3};
    if (square == SQUARE_CLEARING) {
        return 28; /* 24 on tiles, four on the start tile */
    }
    if (square == SQUARE_BEAR) {
        return 5;
    }
    unsigned clan = square_clan(square);
    unsigned rank = square_rank(square);
    return clan >= 1 && clan <= GRANDBOIS_CLANS && rank >= 2 && rank <= 5 ? by_animals[rank - 1] : 0;
}

const uint16_t grid_corner[4] = {0, 1, GRID_SIDE + 1, GRID_SIDE};

const unsigned grid_around[8] = {
    0u - GRID_SIDE - 1, 0u - GRID_SIDE, 0u - GRID_SIDE + 1, 0u - 1, 1, GRID_SIDE - 1, GRID_SIDE, GRID_SIDE + 1,
};
