/* Intervals: Student's for means, Wilson's for shares and win points, each with what the seats of one game share. */
#include "stats/interval.h"

#include <math.h>

#include "base/banned.h"

static const double PI = 3.14159265358979323846;

/* ---- Student's t ---- */

/* P(|T| < t) with tan(angle) = t / sqrt(degrees): the finite sums for whole degrees of freedom. */
static double central_mass(double angle, int64_t degrees)
{
    double square = cos(angle) * cos(angle);
    bool odd = degrees % 2 != 0;
    double term = odd ? cos(angle) : 1;
    double sum = 0;
    for (int64_t k = odd ? 3 : 2; k <= degrees; k += 2) {
        sum += term;
        term *= square * (double)(k - 1) / (double)k;
    }
    return odd ? 2 / PI * (angle + sin(angle) * sum) : sin(angle) * sum;
}

/* Expansion in 1/degrees about the normal quantile; its fifth term is below 1e-9 from here on. */
static double quantile_of_many(double degrees)
{
    const double x = 1.9599639845400545;
    double xx = x * x;
    double first = x * (xx + 1) / 4;
    double second = x * ((5 * xx + 16) * xx + 3) / 96;
    double third = x * (((3 * xx + 19) * xx + 17) * xx - 15) / 384;
    double fourth = x * ((((79 * xx + 776) * xx + 1482) * xx - 1920) * xx - 945) / 92160;
    return x + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees;
}

double student_quantile(int64_t degrees)
{
    enum { MANY = 200, HALVINGS = 60 };
    if (degrees >= MANY) {
        return quantile_of_many((double)degrees);
    }
    double low = 0;
    double high = PI / 2;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (central_mass(middle, degrees) < 0.95) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return tan((low + high) / 2) * sqrt((double)degrees);
}

/* ---- Wilson's ---- */

/* The interval of a share p of m observations, which need not be a whole number. */
static struct figure wilson(double p, double m, double z)
{
    double zz = z * z;
    double centre = (p + zz / (2 * m)) / (1 + zz / m);
    double half = z / (1 + zz / m) * sqrt(p * (1 - p) / m + zz / (4 * m * m));
    return (struct figure){
        .known = true, .bounded = true, .value = p, .lo = p <= 0 ? 0 : centre - half, .hi = p >= 1 ? 1 : centre + half};
}

/* ---- figures ---- */

struct figure figure_normal(double value, double sd)
{
    return (struct figure){true, sd > 0, value, value - INTERVAL_Z * sd, value + INTERVAL_Z * sd};
}

/*
 * sum (S - R N)^2 = (ss n^2 - 2 s n sn + s^2 nn) / n^2, as integers where they fit, so that what does not vary has
 * none and not what rounding leaves.
 */
static double squares_about_ratio(const struct moments *moments)
{
    wide n = moments->n;
    wide one;
    wide two;
    wide three;
    bool fits = !__builtin_mul_overflow(n * n, moments->ss, &one) && !__builtin_mul_overflow(moments->s, 2 * n, &two) &&
                !__builtin_mul_overflow(two, moments->sn, &two) &&
                !__builtin_mul_overflow(moments->s, moments->s, &three) &&
                !__builtin_mul_overflow(three, (wide)moments->nn, &three) && !__builtin_sub_overflow(one, two, &one) &&
                !__builtin_add_overflow(one, three, &one);
    double ratio = (double)moments->s / (double)moments->n;
    return fits ? (double)one / ((double)moments->n * (double)moments->n)
                : (double)moments->ss - 2 * ratio * (double)moments->sn + ratio * ratio * (double)moments->nn;
}

struct figure figure_ratio(const struct moments *moments, double unit)
{
    if (moments->n == 0) {
        return figure_exact(false, 0);
    }
    double n = (double)moments->n;
    double games = (double)moments->games;
    double value = (double)moments->s / n / unit;
    double squares = squares_about_ratio(moments);
    if (moments->games < 2 || squares <= 1e-12 * (double)moments->ss) {
        return figure_exact(true, value);
    }
    double half = student_quantile(moments->games - 1) * sqrt(games / (games - 1) * squares) / fabs(n) / unit;
    return (struct figure){true, true, value, value - half, value + half};
}

struct figure figure_counts(const struct counts *counts)
{
    struct moments moments = moments_of_counts(counts);
    return figure_ratio(&moments, 1);
}

struct figure figure_rate(const struct counts *counts)
{
    if (counts->n == 0) {
        return figure_exact(false, 0);
    }
    struct moments moments = moments_of_counts(counts);
    double n = (double)counts->n;
    double games = (double)counts->games;
    double rate = (double)counts->s / n;
    double effect = 1; /* how much wider than that of independent observations */
    if (counts->games > 1 && counts->s > 0 && counts->s < counts->n) {
        effect = games / (games - 1) * squares_about_ratio(&moments) / (rate * (1 - rate) * n);
    }
    double shrunk = (4 + (games - 1) * effect) / (games + 3);
    return wilson(rate, n / shrunk, INTERVAL_Z);
}

double interval_z_of(int64_t many)
{
    enum { HALVINGS = 60 };
    double tail = 0.025 / (double)(many > 1 ? many : 1);
    double low = 0;
    double high = 40; /* beyond it a tail is no number any more */
    if (many <= 1) {
        return INTERVAL_Z;
    }
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) / 2 > tail) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (low + high) / 2;
}

struct figure figure_share(int64_t s, int64_t n, double z)
{
    return n > 0 ? wilson((double)s / (double)n, (double)n, z) : figure_exact(false, 0);
}

struct figure figure_wins(const struct seat_wins *wins)
{
    if (wins->seats == 0) {
        return figure_exact(false, 0);
    }
    double seats = (double)wins->seats;
    double table = (double)wins->tables / seats;
    double value = (double)wins->points / WIN_UNIT / seats;
    if (wins->apart == 0 || wins->others == 0) {
        return figure_exact(true, value); /* everybody at every table: it could not be otherwise */
    }
    double effect = (double)wins->apart / (double)wins->others;
    struct figure figure = wilson(value / table, seats / effect, INTERVAL_Z);
    figure.value = value;
    figure.lo *= table;
    figure.hi *= table;
    return figure;
}

/* ---- a person's mean ---- */

enum { FRACTION_BITS = 32 };

/*
 * Squares about the mean, in units of 2^-32: games x squares - sum^2 is exact. Squares of hundredths were rounded down
 * (evening.h): what is below nothing for it is nothing.
 */
static wide squares_about_mean(int64_t games, int64_t sum, int64_t squares)
{
    wide whole = (wide)games * squares - (wide)sum * sum;
    whole = whole > 0 ? whole : 0;
    return (whole << FRACTION_BITS) / games;
}

static double from_fraction(wide value)
{
    return ldexp((double)value, -FRACTION_BITS);
}

/* Squares in units of the scores squared, kept in bounds: only what nobody ever scored is beyond them. */
static int64_t whole_squares(const struct spread *spread, int64_t squares)
{
    int64_t scale = spread->scale > 0 ? spread->scale : 1;
    return squares > INT64_MAX / scale ? INT64_MAX : squares * scale;
}

void spread_add(struct spread *spread, int64_t games, int64_t sum, int64_t squares)
{
    if (games <= 0) {
        return;
    }
    squares = whole_squares(spread, squares);
    spread->people++;
    spread->games += games;
    spread->sum += sum;
    spread->squares += squares;
    spread->within += squares_about_mean(games, sum, squares);
}

/* The variance of one person's scores, and how many games' weight it has; false when nobody's can be told. */
static bool common_variance(const struct spread *spread, double *variance, int64_t *weight)
{
    enum { WEIGHT = 4 };
    int64_t degrees = spread->games - spread->people;
    double squares = from_fraction(spread->within);
    if (degrees <= 0) { /* nobody played twice: all scores together */
        degrees = spread->games - 1;
        squares = degrees > 0
                      ? ((double)spread->games * (double)spread->squares - (double)spread->sum * (double)spread->sum) /
                            (double)spread->games
                      : 0;
    }
    if (degrees <= 0) {
        return false;
    }
    *variance = squares / (double)degrees;
    *weight = degrees < WEIGHT ? degrees : WEIGHT;
    return true;
}

struct figure figure_mean(const struct spread *spread, int64_t games, int64_t sum, int64_t squares)
{
    double variance = 0;
    int64_t weight = 0;
    if (games <= 0) {
        return figure_exact(false, 0);
    }
    double scale = spread->scale > 0 ? (double)spread->scale : 1;
    double mean = (double)sum / (double)games / scale;
    if (!common_variance(spread, &variance, &weight)) {
        return figure_exact(true, mean);
    }
    squares = whole_squares(spread, squares);
    int64_t degrees = games - 1 + weight;
    double about = from_fraction(squares_about_mean(games, sum, squares)) + (double)weight * variance;
    double half = student_quantile(degrees) * sqrt(about / (double)degrees / (double)games) / scale;
    return (struct figure){true, half > 0, mean, mean - half, mean + half};
}
