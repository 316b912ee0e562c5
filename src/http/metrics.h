/*
 * What the daemon counts, for /metrics: requests by route and status, how
 * long they took, how many shared a commit. Counters only; nothing of what
 * requests say.
 */
#ifndef HTTP_METRICS_H
#define HTTP_METRICS_H

#include "base/strbuf.h"

#include <stdatomic.h>

enum { METRIC_ROUTES = 128, METRIC_STATUSES = 24, METRIC_BUCKETS = 14, METRIC_BATCHES = 10 };

struct metrics {
    atomic_uint_least64_t requests[METRIC_ROUTES][METRIC_STATUSES];
    atomic_uint_least64_t latency[METRIC_ROUTES][METRIC_BUCKETS]; /* not cumulative */
    atomic_uint_least64_t latency_sum[METRIC_ROUTES];             /* microseconds */
    atomic_uint_least64_t batches[METRIC_BATCHES];
    atomic_uint_least64_t batched; /* requests */
    atomic_uint_least64_t commits_failed;
    atomic_uint_least64_t tokens_failed;
    atomic_uint_least64_t slow;
    atomic_uint_least64_t crowded;
    atomic_uint_least64_t cache_hits;
    atomic_uint_least64_t bytes;
};

/* `route` is an index of the table, or METRIC_ROUTES - 1 for none. */
void metrics_request(struct metrics *metrics, size_t route, int status, int64_t took_us, uint64_t bytes);
void metrics_batch(struct metrics *metrics, size_t size);

struct metric_value {
    const char *name;
    const char *help;
    bool counter;
    int64_t value;
};

/* Appends the Prometheus text; `values` are printed as they are. */
void metrics_print(struct metrics *metrics, const struct metric_value *values, size_t count, struct strbuf *out);
/* More of such values behind them. */
void metrics_values(const struct metric_value *values, size_t count, struct strbuf *out);

#endif
