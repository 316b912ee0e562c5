/*
 * A choice made with noise: the best once noise of Gumbel's distribution, times
 * the heat, is added to what each is worth. That makes every choice as likely
 * as e to what it is worth in heats. The noise of a choice hangs on the move
 * and one word of chance alone, so that in two playouts that differ elsewhere
 * what is best in both is made in both.
 */
#include "rules/grandbois/grandbois_sight.h"

#include "base/banned.h"

enum { NOISE_ONE = 1024, BODY = 256, TAIL = 64 };

/* -ln(-ln u) in 1/1024, u in the middle of each 256th; the last of these is drawn anew from the tail. */
static const int16_t GUMBEL[BODY - 1] = {
    -1875, -1676, -1569, -1492, -1430, -1378, -1332, -1292, -1255, -1221, -1189, -1159, -1132, -1105, -1080, -1056,
    -1033, -1011, -989,  -968,  -948,  -929,  -910,  -891,  -873,  -856,  -839,  -822,  -805,  -789,  -773,  -757,
    -742,  -727,  -712,  -697,  -683,  -668,  -654,  -640,  -627,  -613,  -599,  -586,  -573,  -560,  -547,  -534,
    -521,  -509,  -496,  -484,  -471,  -459,  -447,  -435,  -423,  -411,  -399,  -387,  -375,  -363,  -352,  -340,
    -329,  -317,  -306,  -294,  -283,  -272,  -260,  -249,  -238,  -227,  -216,  -204,  -193,  -182,  -171,  -160,
    -149,  -138,  -127,  -116,  -105,  -94,   -84,   -73,   -62,   -51,   -40,   -29,   -18,   -7,    4,     14,
    25,    36,    47,    58,    69,    80,    91,    102,   112,   123,   134,   145,   156,   167,   178,   189,
    200,   212,   223,   234,   245,   256,   267,   279,   290,   301,   312,   324,   335,   347,   358,   370,
    381,   393,   404,   416,   428,   439,   451,   463,   475,   487,   499,   511,   523,   535,   548,   560,
    572,   585,   597,   610,   622,   635,   648,   661,   674,   687,   700,   713,   726,   739,   753,   766,
    780,   794,   807,   821,   835,   850,   864,   878,   893,   907,   922,   937,   952,   967,   982,   997,
    1013,  1029,  1044,  1060,  1077,  1093,  1109,  1126,  1143,  1160,  1177,  1195,  1212,  1230,  1248,  1267,
    1285,  1304,  1323,  1342,  1362,  1382,  1402,  1422,  1443,  1464,  1485,  1507,  1529,  1552,  1575,  1598,
    1622,  1646,  1670,  1695,  1721,  1747,  1774,  1801,  1829,  1858,  1887,  1917,  1948,  1979,  2011,  2045,
    2079,  2114,  2151,  2188,  2227,  2267,  2309,  2352,  2397,  2443,  2492,  2543,  2596,  2652,  2711,  2774,
    2840,  2910,  2985,  3066,  3154,  3249,  3354,  3470,  3600,  3748,  3921,  4129,  4388,  4735,  5260,
};

/* Where less than one 256th is left above u: -ln of what is left, to which it comes there but for 1/512. */
static const int16_t GUMBEL_TAIL[TAIL] = {
    10647, 9522, 8999, 8654, 8397, 8191, 8020, 7874, 7746, 7632, 7529, 7436, 7351, 7272, 7199, 7130,
    7066,  7006, 6949, 6895, 6844, 6795, 6749, 6704, 6662, 6621, 6581, 6543, 6507, 6471, 6437, 6404,
    6372,  6341, 6311, 6282, 6253, 6226, 6199, 6172, 6147, 6122, 6097, 6074, 6050, 6028, 6005, 5984,
    5962,  5941, 5921, 5901, 5881, 5862, 5843, 5824, 5806, 5788, 5770, 5753, 5736, 5719, 5703, 5686,
};

enum { NOISE_MOST = 10647 };

/* Well mixed bits of a choice and a word. */
static uint64_t mix(uint32_t choice, uint64_t word)
{
    uint64_t x = (word ^ choice) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd1342543de82ef95);
    return x ^ x >> 29;
}

static int64_t noise_of(uint64_t bits)
{
    unsigned i = (unsigned)(bits >> 56);
    return i < BODY - 1 ? GUMBEL[i] : GUMBEL_TAIL[bits >> 50 & (TAIL - 1)];
}

size_t grandbois_noisy_best(const struct sight_choice *choices, size_t count, unsigned heat, uint64_t word)
{
    int64_t scale = 10 * (int64_t)heat; /* a heat is tenths of a point, values are hundredths */
    int64_t best = INT64_MIN;
    uint64_t best_bits = 0;
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t value = (int64_t)choices[i].value * NOISE_ONE;
        if (value + NOISE_MOST * scale < best) {
            continue; /* no noise brings this one up */
        }
        uint64_t bits = mix(choices[i].word, word);
        value += noise_of(bits) * scale;
        if (value > best || (value == best && bits > best_bits)) {
            best = value;
            best_bits = bits;
            chosen = i;
        }
    }
    return chosen;
}
