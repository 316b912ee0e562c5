/*
 * Symmetric positive definite systems, dense: H = U'U with U in the upper
 * triangle, and with it U'Y = E for some columns E of the unit matrix, which
 * have the inverse: (H^-1)_ij is the product of the columns i and j of Y.
 *
 * Rows are taken in blocks that stay in the cache, and what a block takes from
 * the rows below it is computed four by four, which compilers turn into vector
 * instructions without being allowed to reorder sums: the same matrix gives
 * the same bits.
 */
#ifndef STATS_CHOLESKY_H
#define STATS_CHOLESKY_H

#include "base/alloc.h"
#include "base/deadline.h"
#include "base/error.h"

struct cholesky {
    const struct allocator *allocator;
    size_t size;     /* rows of H */
    size_t wide;     /* of a row in memory */
    double *upper;   /* H, then U: rows of `wide`; what is below the diagonal means nothing */
    size_t columns;  /* that Y has room for */
    size_t wide_y;   /* of a row of Y in memory */
    double *inverse; /* Y */
    double *strips;  /* a block of rows, cut into strips of four columns */
};

/* Room for a matrix of `size` and as many as `columns` columns of Y. ERR_NOMEM. */
ERR_CHECK enum err cholesky_init(struct cholesky *c, const struct allocator *allocator, size_t size, size_t columns,
                                 struct error *error);
void cholesky_release(struct cholesky *c); /* accepts a zeroed one */

/* Makes H zero, to be filled with cholesky_at. */
void cholesky_clear(struct cholesky *c);
/* Of the upper triangle: column >= row. */
static inline double *cholesky_at(struct cholesky *c, size_t row, size_t column)
{
    return &c->upper[row * c->wide + column];
}

/*
 * H becomes U, and Y has the `count` columns of the unit matrix `wanted` (ascending). Fails with the error of the
 * deadline of `pace`.
 */
ERR_CHECK enum err cholesky_factor(struct cholesky *c, const size_t *wanted, size_t count, struct pace *pace,
                                   struct error *error);
/* The logarithm of the determinant of the H that was factored. */
double cholesky_log_det(const struct cholesky *c);
/* x = H^-1 x */
void cholesky_solve(const struct cholesky *c, double *x);
/* (H^-1)_ij of the wanted columns number i and j. */
double cholesky_inverse(const struct cholesky *c, size_t i, size_t j);
/* Of all `count` wanted, (H^-1)_ii. */
void cholesky_inverse_diagonal(const struct cholesky *c, size_t count, double *out);

#endif
