/*
 * The landscape: hexes by index, sorted by (q, r), each with its neighbours,
 * so that the rules walk over indices and never over coordinates. Neighbours
 * are found anew whenever a tile is laid, which happens in the setup only.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

const int8_t bio_way[6][2] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

/* Where the seven hexes of a tile are from its centre: rows from the top, from the left. */
static const int FLOWER[BIO_TILE_HEXES][2] = {{0, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {0, 1}};

#define M BIO_MOUNTAIN
#define F BIO_FOREST
#define P BIO_MEADOW
#define H BIO_WETLAND
const uint8_t bio_faces[2 * BIO_TILES][BIO_TILE_HEXES] = {
    {F, H, F, P, P, F, P}, {M, F, M, F, F, M, P}, /* A1 B1 */
    {P, M, P, F, F, P, F}, {H, M, M, H, F, P, H}, /* A2 B2 */
    {F, M, M, P, M, H, P}, {P, P, P, P, M, F, F}, /* A3 B3 */
    {P, H, H, F, H, M, F}, {F, H, H, H, P, M, H}, /* A4 B4 */
    {F, F, H, M, M, H, H}, {M, M, M, F, H, F, H}, /* A5 B5 */
    {P, P, M, H, H, M, M}, {F, M, P, P, M, P, P}, /* A6 B6 */
    {M, M, F, H, H, P, P}, {M, P, F, P, F, F, F}, /* A7 B7 */
    {H, H, P, M, M, F, F}, {P, P, H, P, M, H, M}, /* A8 B8 */
    {P, M, M, M, F, H, F}, {H, M, M, H, M, H, F}, /* A9 B9 */
    {F, H, H, H, P, M, P}, {H, M, F, H, H, P, P}, /* A10 B10 */
};
#undef M
#undef F
#undef P
#undef H

const int8_t (*bio_layout(unsigned seats, unsigned *count))[2]
{
    static const int8_t two[][2] = {{-2, -1}, {1, -2}, {-1, 1}, {2, 0}};
    static const int8_t three[][2] = {{-3, -1}, {0, -2}, {3, -3}, {-2, 1}, {1, 0}, {-1, 3}};
    static const int8_t four[][2] = {{-2, -2}, {1, -3}, {4, -4}, {-1, 0}, {2, -1}, {-3, 3}, {0, 2}, {3, 1}};
    static const int8_t five[][2] = {{0, -3}, {3, -4}, {-2, 0}, {1, -1}, {4, -2},
                                     {-4, 3}, {-1, 2}, {2, 1},  {-3, 5}, {0, 4}};
    static const int8_t(*const layouts[])[2] = {two, two, three, four, five};
    *count = seats < 2 ? 4 : 2 * seats;
    return layouts[seats - 1];
}

unsigned bio_land_find(const struct bio_land *land, int q, int r)
{
    unsigned low = 0;
    unsigned high = land->count;
    while (low < high) {
        unsigned mid = (low + high) / 2;
        bool before = land->q[mid] < q || (land->q[mid] == q && land->r[mid] < r);
        low = before ? mid + 1 : low;
        high = before ? high : mid;
    }
    return low < land->count && land->q[low] == q && land->r[low] == r ? low : HEX_NONE;
}

bool bio_land_is_edge(const struct bio_land *land, unsigned hex)
{
    return memchr(land->beside[hex], HEX_NONE, 6) != NULL;
}

/* Steps from the nearest centre of a tile: the landscape is what lies one step from one, or none. */
static int from_centre(const struct bio_land *land, int q, int r)
{
    int least = INT8_MAX;
    for (unsigned i = 0; i < land->tiles; i++) {
        int dq = q - land->tile[i].q;
        int dr = r - land->tile[i].r;
        int a = dq < 0 ? -dq : dq;
        int b = dr < 0 ? -dr : dr;
        int c = dq + dr < 0 ? -dq - dr : dq + dr;
        int steps = (a + b + c) / 2;
        least = steps < least ? steps : least;
    }
    return least;
}

bool bio_land_takes_tile(const struct bio_land *land, int q, int r)
{
    unsigned touching = 0;
    if (from_centre(land, q, r) <= 2) {
        return false;
    }
    for (unsigned i = 0; i < BIO_TILE_HEXES; i++) {
        touching += from_centre(land, q + FLOWER[i][0], r + FLOWER[i][1]) == 2;
    }
    return land->tiles == 0 || touching >= 2;
}

/* Puts a hex where it belongs in the order. */
static void insert(struct bio_land *land, int q, int r, unsigned biotope)
{
    unsigned at = land->count;
    for (; at > 0 && (land->q[at - 1] > q || (land->q[at - 1] == q && land->r[at - 1] > r)); at--) {
        land->q[at] = land->q[at - 1];
        land->r[at] = land->r[at - 1];
        land->biotope[at] = land->biotope[at - 1];
    }
    land->q[at] = (int8_t)q;
    land->r[at] = (int8_t)r;
    land->biotope[at] = (uint8_t)biotope;
    land->count++;
}

/* 60 degrees clockwise. */
static void turn(int *q, int *r)
{
    int old = *q;
    *q = -*r;
    *r = old + *r;
}

/* By a map of all there can be: no landscape reaches further than 33 from 0,0. */
static void find_neighbours(struct bio_land *land)
{
    enum { MIDDLE = 34, SIDE = 2 * MIDDLE + 1 };
    uint8_t at[SIDE][SIDE];
    memset(at, HEX_NONE, sizeof(at));
    for (unsigned i = 0; i < land->count; i++) {
        at[MIDDLE + land->q[i]][MIDDLE + land->r[i]] = (uint8_t)i;
    }
    for (unsigned i = 0; i < land->count; i++) {
        for (unsigned k = 0; k < 6; k++) {
            land->beside[i][k] = at[MIDDLE + land->q[i] + bio_way[k][0]][MIDDLE + land->r[i] + bio_way[k][1]];
        }
    }
}

void bio_land_lay(struct bio_land *land, struct bio_tile tile)
{
    land->tile[land->tiles++] = tile;
    for (unsigned i = 0; i < BIO_TILE_HEXES; i++) {
        int q = FLOWER[i][0];
        int r = FLOWER[i][1];
        for (unsigned k = 0; k < tile.rotation; k++) {
            turn(&q, &r);
        }
        insert(land, tile.q + q, tile.r + r, bio_faces[tile.face][i]);
    }
    find_neighbours(land);
}

/* All that are near enough to the landscape to touch it: a tile's centre is at most three steps from another's. */
unsigned bio_land_centres(const struct bio_land *land, int8_t out[BIO_CENTRES][2])
{
    unsigned count = 0;
    int low_q = -BIO_FIRST_REACH;
    int high_q = BIO_FIRST_REACH;
    int low_r = low_q;
    int high_r = high_q;
    for (unsigned i = 0; i < land->tiles; i++) {
        const struct bio_tile *tile = &land->tile[i];
        low_q = i == 0 || tile->q - 3 < low_q ? tile->q - 3 : low_q;
        high_q = i == 0 || tile->q + 3 > high_q ? tile->q + 3 : high_q;
        low_r = i == 0 || tile->r - 3 < low_r ? tile->r - 3 : low_r;
        high_r = i == 0 || tile->r + 3 > high_r ? tile->r + 3 : high_r;
    }
    for (int q = low_q; q <= high_q; q++) {
        for (int r = low_r; r <= high_r; r++) {
            if (bio_land_takes_tile(land, q, r) && count < BIO_CENTRES) {
                out[count][0] = (int8_t)q;
                out[count][1] = (int8_t)r;
                count++;
            }
        }
    }
    return count;
}

bool bio_land_touches(const struct bio_land *land, unsigned hex, unsigned owner)
{
    for (unsigned i = 0; i < 6; i++) {
        unsigned next = land->beside[hex][i];
        if (next != HEX_NONE && land->owner[next] == owner) {
            return true;
        }
    }
    return false;
}

int bio_land_distance(const struct bio_land *land, unsigned from, unsigned to)
{
    int q = land->q[to] - land->q[from];
    int r = land->r[to] - land->r[from];
    int sum = q + r;
    q = q < 0 ? -q : q;
    r = r < 0 ? -r : r;
    sum = sum < 0 ? -sum : sum;
    return (q + r + sum) / 2;
}

/* All hexes at each number of steps, one ring after the other. */
unsigned bio_land_steps(const struct bio_land *land, unsigned from, unsigned to, unsigned most)
{
    uint8_t queue[BIO_HEXES];
    uint8_t steps[BIO_HEXES] = {0};
    unsigned head = 0;
    unsigned tail = 0;
    queue[tail++] = (uint8_t)from;
    steps[from] = 1;
    while (head < tail && !steps[to]) {
        unsigned hex = queue[head++];
        for (unsigned i = 0; i < 6 && steps[hex] <= most; i++) {
            unsigned next = land->beside[hex][i];
            if (next != HEX_NONE && !steps[next]) {
                steps[next] = (uint8_t)(steps[hex] + 1);
                queue[tail++] = (uint8_t)next;
            }
        }
    }
    return steps[to] ? steps[to] - 1u : most + 1;
}

unsigned bio_land_tokens(const struct bio_land *land, unsigned owner, unsigned biotope)
{
    unsigned count = 0;
    for (unsigned i = 0; i < land->count; i++) {
        count += land->owner[i] == owner && (biotope == BIO_ANY || land->biotope[i] == biotope);
    }
    return count;
}

unsigned bio_land_groups(const struct bio_land *land, unsigned owner)
{
    uint8_t queue[BIO_HEXES];
    bool seen[BIO_HEXES] = {false};
    unsigned groups = 0;
    for (unsigned i = 0; i < land->count; i++) {
        if (land->owner[i] != owner || seen[i]) {
            continue;
        }
        unsigned tail = 0;
        groups++;
        queue[tail++] = (uint8_t)i;
        seen[i] = true;
        for (unsigned head = 0; head < tail; head++) {
            for (unsigned k = 0; k < 6; k++) {
                unsigned next = land->beside[queue[head]][k];
                if (next != HEX_NONE && land->owner[next] == owner && !seen[next]) {
                    seen[next] = true;
                    queue[tail++] = (uint8_t)next;
                }
            }
        }
    }
    return groups;
}
