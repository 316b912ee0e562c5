/*
 * The factorisation. A block of rows is finished at a time: the rows of the
 * block against each other, then what they take from all rows below (of U) and
 * from the columns of Y that have begun. The rows and columns that fill the
 * matrix up to a multiple of four are those of the unit matrix.
 */
#include "stats/cholesky.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"

enum {
    BLOCK = 32,   /* rows */
    TILE = 4,     /* rows and columns that are computed at once */
    TO_A_STEP = 8 /* multiplications to a step of the pace */
};

static size_t round_up(size_t n)
{
    return (n + TILE - 1) / TILE * TILE;
}

enum err cholesky_init(struct cholesky *c, const struct allocator *allocator, size_t size, size_t columns,
                       struct error *error)
{
    *c = (struct cholesky){.allocator = allocator, .size = size, .wide = round_up(size), .columns = columns};
    c->wide_y = round_up(columns);
    c->upper = mem_new(allocator, c->wide * c->wide + 1, sizeof(double));
    c->inverse = mem_new(allocator, c->wide * c->wide_y + 1, sizeof(double));
    c->strips = mem_new(allocator, (c->wide + c->wide_y) * BLOCK + 1, sizeof(double));
    if (!c->upper || !c->inverse || !c->strips) {
        cholesky_release(c);
        return error_raise(error, &MSG_MEMORY);
    }
    return ERR_OK;
}

void cholesky_release(struct cholesky *c)
{
    if (c->allocator) {
        mem_free(c->allocator, c->upper);
        mem_free(c->allocator, c->inverse);
        mem_free(c->allocator, c->strips);
    }
    *c = (struct cholesky){.allocator = NULL};
}

void cholesky_clear(struct cholesky *c)
{
    memset(c->upper, 0, c->wide * c->wide * sizeof(double));
}

/* row -= factor x other, in the columns from..to */
static void take_row(double *restrict row, const double *restrict other, double factor, size_t from, size_t to)
{
    size_t j = from;
    for (; j + TILE <= to; j += TILE) {
        for (size_t k = 0; k < TILE; k++) {
            row[j + k] -= factor * other[j + k];
        }
    }
    for (; j < to; j++) {
        row[j] -= factor * other[j];
    }
}

/* In the columns from..to, both multiples of four. */
static void scale_row(double *row, double factor, size_t from, size_t to)
{
    for (size_t j = from; j < to; j += TILE) {
        for (size_t k = 0; k < TILE; k++) {
            row[j + k] *= factor;
        }
    }
}

/* The rows first..end against each other; `begun` columns of Y have something in them. */
static void finish_block(struct cholesky *c, size_t first, size_t end, size_t begun)
{
    for (size_t i = first; i < end; i++) {
        double *row = &c->upper[i * c->wide];
        double *row_y = &c->inverse[i * c->wide_y];
        size_t left = i / TILE * TILE;
        for (size_t k = first; k < i; k++) {
            double factor = c->upper[k * c->wide + i];
            take_row(row, &c->upper[k * c->wide], factor, left, c->wide);
            take_row(row_y, &c->inverse[k * c->wide_y], factor, 0, begun);
        }
        double root = sqrt(row[i]);
        scale_row(row, 1 / root, left, c->wide);
        scale_row(row_y, 1 / root, 0, begun);
        row[i] = root;
    }
}

/* The columns from..to of the rows first..end as strips: four columns of the first row, of the second, and so on. */
static void cut_strips(const double *rows, size_t wide, size_t first, size_t end, size_t from, size_t to, double *strip)
{
    for (size_t j = from; j < to; j += TILE) {
        for (size_t k = first; k < end; k++) {
            for (size_t t = 0; t < TILE; t++) {
                *strip++ = rows[k * wide + j + t];
            }
        }
    }
}

/* tile -= A'B of two strips of `deep` rows */
static void take_tile(double *restrict tile, size_t wide, const double *restrict a, const double *restrict b,
                      size_t deep)
{
    double sum[TILE][TILE] = {{0}};
    for (size_t k = 0; k < deep; k++) {
        for (size_t i = 0; i < TILE; i++) {
            for (size_t j = 0; j < TILE; j++) {
                sum[i][j] += a[k * TILE + i] * b[k * TILE + j];
            }
        }
    }
    for (size_t i = 0; i < TILE; i++) {
        for (size_t j = 0; j < TILE; j++) {
            tile[i * wide + j] -= sum[i][j];
        }
    }
}

/* What the rows first..end, which are finished, take from all rows below them. */
static enum err take_below(struct cholesky *c, size_t first, size_t end, size_t begun, struct pace *pace,
                           struct error *error)
{
    size_t deep = end - first;
    double *strips_y = c->strips + c->wide * BLOCK;
    cut_strips(c->upper, c->wide, first, end, end, c->wide, c->strips);
    cut_strips(c->inverse, c->wide_y, first, end, 0, begun, strips_y);
    for (size_t i = end; i < c->wide; i += TILE) {
        const double *a = &c->strips[(i - end) * deep];
        enum err err = pace_take(pace, (int64_t)(deep * TILE * (c->wide - i + begun) / TO_A_STEP), error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t j = i; j < c->wide; j += TILE) {
            take_tile(&c->upper[i * c->wide + j], c->wide, a, &c->strips[(j - end) * deep], deep);
        }
        for (size_t j = 0; j < begun; j += TILE) {
            take_tile(&c->inverse[i * c->wide_y + j], c->wide_y, a, &strips_y[j * deep], deep);
        }
    }
    return ERR_OK;
}

enum err cholesky_factor(struct cholesky *c, const size_t *wanted, size_t count, struct pace *pace, struct error *error)
{
    for (size_t i = c->size; i < c->wide; i++) {
        c->upper[i * c->wide + i] = 1;
    }
    if (count > 0) {
        memset(c->inverse, 0, c->wide * c->wide_y * sizeof(double));
    }
    for (size_t i = 0; i < count; i++) {
        c->inverse[wanted[i] * c->wide_y + i] = 1;
    }
    size_t begun = 0; /* columns of Y before this are zero above this block */
    for (size_t first = 0; first < c->wide; first += BLOCK) {
        size_t end = first + BLOCK < c->wide ? first + BLOCK : c->wide;
        while (begun < count && wanted[begun] < end) {
            begun++;
        }
        finish_block(c, first, end, round_up(begun));
        enum err err = take_below(c, first, end, round_up(begun), pace, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

double cholesky_log_det(const struct cholesky *c)
{
    double sum = 0;
    for (size_t i = 0; i < c->size; i++) {
        sum += log(c->upper[i * c->wide + i]);
    }
    return 2 * sum;
}

/* Four sums side by side, always in the same order. */
static double dot(const double *a, const double *b, size_t n)
{
    double sum[TILE] = {0};
    size_t i = 0;
    for (; i + TILE <= n; i += TILE) {
        for (size_t k = 0; k < TILE; k++) {
            sum[k] += a[i + k] * b[i + k];
        }
    }
    for (; i < n; i++) {
        sum[0] += a[i] * b[i];
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

void cholesky_solve(const struct cholesky *c, double *x)
{
    for (size_t i = 0; i < c->size; i++) {
        const double *row = &c->upper[i * c->wide];
        x[i] /= row[i];
        take_row(x, row, x[i], i + 1, c->size);
    }
    for (size_t i = c->size; i-- > 0;) {
        const double *row = &c->upper[i * c->wide];
        x[i] = (x[i] - dot(&row[i + 1], &x[i + 1], c->size - i - 1)) / row[i];
    }
}

double cholesky_inverse(const struct cholesky *c, size_t i, size_t j)
{
    double sum = 0;
    for (size_t k = 0; k < c->size; k++) {
        sum += c->inverse[k * c->wide_y + i] * c->inverse[k * c->wide_y + j];
    }
    return sum;
}

void cholesky_inverse_diagonal(const struct cholesky *c, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = 0;
    }
    for (size_t k = 0; k < c->size; k++) {
        for (size_t i = 0; i < count; i++) {
            out[i] += c->inverse[k * c->wide_y + i] * c->inverse[k * c->wide_y + i];
        }
    }
}
