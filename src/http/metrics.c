/* Counters, and how Prometheus reads them. */
#include "http/metrics.h"

#include "http/route.h"

#include "base/banned.h"

static const int STATUSES[METRIC_STATUSES] = {200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 409,
                                              413, 414, 415, 422, 429, 431, 500, 501, 503, 0};
enum { STATUS_OTHER = 20 };

/* Upper ends in microseconds; the last bucket has none. */
static const int64_t LATENCY[METRIC_BUCKETS - 1] = {100,   250,   500,    1000,   2500,    5000,   10000,
                                                    25000, 50000, 100000, 250000, 1000000, 5000000};
static const size_t BATCHES[METRIC_BATCHES - 1] = {1, 2, 4, 8, 16, 32, 64, 128, 256};

void metrics_request(struct metrics *metrics, size_t route, int status, int64_t took_us, uint64_t bytes)
{
    size_t row = route < METRIC_ROUTES ? route : METRIC_ROUTES - 1;
    size_t column = 0;
    size_t bucket = 0;
    while (column < STATUS_OTHER && STATUSES[column] != status) {
        column++;
    }
    while (bucket < METRIC_BUCKETS - 1 && took_us > LATENCY[bucket]) {
        bucket++;
    }
    atomic_fetch_add_explicit(&metrics->requests[row][column], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&metrics->latency[row][bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&metrics->latency_sum[row], (uint64_t)took_us, memory_order_relaxed);
    atomic_fetch_add_explicit(&metrics->bytes, bytes, memory_order_relaxed);
}

void metrics_batch(struct metrics *metrics, size_t size)
{
    size_t bucket = 0;
    while (bucket < METRIC_BATCHES - 1 && size > BATCHES[bucket]) {
        bucket++;
    }
    atomic_fetch_add_explicit(&metrics->batches[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&metrics->batched, size, memory_order_relaxed);
}

static void add_head(struct strbuf *out, const char *name, const char *type, const char *help)
{
    strbuf_add(out, "# HELP ");
    strbuf_add(out, name);
    strbuf_add_char(out, ' ');
    strbuf_add(out, help);
    strbuf_add(out, "\n# TYPE ");
    strbuf_add(out, name);
    strbuf_add_char(out, ' ');
    strbuf_add(out, type);
    strbuf_add_char(out, '\n');
}

static void add_route(struct strbuf *out, const char *name, const struct route *routes, size_t count, size_t route)
{
    bool known = route < count;
    strbuf_add(out, name);
    strbuf_add(out, "{method=\"");
    strbuf_add(out, known ? method_names[routes[route].method] : "");
    strbuf_add(out, "\",route=\"");
    strbuf_add(out, known ? routes[route].pattern : "");
}

/* A number of microseconds as seconds. */
static void add_seconds(struct strbuf *out, uint64_t us)
{
    char digits[8];
    uint64_t rest = us % 1000000;
    for (int i = 5; i >= 0; i--) {
        digits[i] = (char)('0' + rest % 10);
        rest /= 10;
    }
    strbuf_int(out, (int64_t)(us / 1000000));
    strbuf_add_char(out, '.');
    strbuf_add_span(out, span_of(digits, 6));
}

static uint64_t load(atomic_uint_least64_t *counter)
{
    return atomic_load_explicit(counter, memory_order_relaxed);
}

static void print_requests(struct metrics *metrics, struct strbuf *out)
{
    size_t count;
    const struct route *routes = route_all(&count);
    add_head(out, "dendro_http_requests_total", "counter", "Requests by route and status.");
    for (size_t i = 0; i < METRIC_ROUTES; i++) {
        for (size_t j = 0; j <= STATUS_OTHER; j++) {
            uint64_t value = load(&metrics->requests[i][j]);
            if (value > 0) {
                add_route(out, "dendro_http_requests_total", routes, count, i);
                strbuf_add(out, "\",status=\"");
                strbuf_int(out, STATUSES[j]);
                strbuf_add(out, "\"} ");
                strbuf_int(out, (int64_t)value);
                strbuf_add_char(out, '\n');
            }
        }
    }
}

static void print_latency(struct metrics *metrics, struct strbuf *out)
{
    size_t count;
    const struct route *routes = route_all(&count);
    add_head(out, "dendro_http_request_seconds", "histogram", "How long requests took.");
    for (size_t i = 0; i < METRIC_ROUTES; i++) {
        uint64_t sum = 0;
        for (size_t j = 0; j < METRIC_BUCKETS; j++) {
            sum += load(&metrics->latency[i][j]);
        }
        uint64_t so_far = 0;
        for (size_t j = 0; sum > 0 && j < METRIC_BUCKETS; j++) {
            so_far += load(&metrics->latency[i][j]);
            add_route(out, "dendro_http_request_seconds_bucket", routes, count, i);
            strbuf_add(out, "\",le=\"");
            if (j < METRIC_BUCKETS - 1) {
                add_seconds(out, (uint64_t)LATENCY[j]);
            } else {
                strbuf_add(out, "+Inf");
            }
            strbuf_add(out, "\"} ");
            strbuf_int(out, (int64_t)so_far);
            strbuf_add_char(out, '\n');
        }
        if (sum > 0) {
            add_route(out, "dendro_http_request_seconds_sum", routes, count, i);
            strbuf_add(out, "\"} ");
            add_seconds(out, load(&metrics->latency_sum[i]));
            strbuf_add_char(out, '\n');
            add_route(out, "dendro_http_request_seconds_count", routes, count, i);
            strbuf_add(out, "\"} ");
            strbuf_int(out, (int64_t)so_far);
            strbuf_add_char(out, '\n');
        }
    }
}

static void print_batches(struct metrics *metrics, struct strbuf *out)
{
    uint64_t so_far = 0;
    add_head(out, "dendro_commit_requests", "histogram", "Requests that shared a commit.");
    for (size_t i = 0; i < METRIC_BATCHES; i++) {
        so_far += load(&metrics->batches[i]);
        strbuf_add(out, "dendro_commit_requests_bucket{le=\"");
        if (i < METRIC_BATCHES - 1) {
            strbuf_int(out, (int64_t)BATCHES[i]);
        } else {
            strbuf_add(out, "+Inf");
        }
        strbuf_add(out, "\"} ");
        strbuf_int(out, (int64_t)so_far);
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, "dendro_commit_requests_sum ");
    strbuf_int(out, (int64_t)load(&metrics->batched));
    strbuf_add(out, "\ndendro_commit_requests_count ");
    strbuf_int(out, (int64_t)so_far);
    strbuf_add_char(out, '\n');
}

void metrics_values(const struct metric_value *values, size_t count, struct strbuf *out)
{
    for (size_t i = 0; i < count; i++) {
        add_head(out, values[i].name, values[i].counter ? "counter" : "gauge", values[i].help);
        strbuf_add(out, values[i].name);
        strbuf_add_char(out, ' ');
        strbuf_int(out, values[i].value);
        strbuf_add_char(out, '\n');
    }
}

void metrics_print(struct metrics *metrics, const struct metric_value *values, size_t count, struct strbuf *out)
{
    print_requests(metrics, out);
    print_latency(metrics, out);
    print_batches(metrics, out);
    metrics_values(values, count, out);
}
