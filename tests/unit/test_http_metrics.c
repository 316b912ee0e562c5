/* /metrics to the byte: what is counted where, and how Prometheus reads it; what is streamed, and how many at once. */
#include "support/cmocka.h"

#include "http/gzip.h"
#include "http/metrics.h"
#include "http/route.h"
#include "http/streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct metrics metrics;

static void begin(struct strbuf *out)
{
    memset(&metrics, 0, sizeof(metrics));
    strbuf_init(out, &allocator_heap, 1 << 20);
}

static void has(const struct strbuf *out, const char *line)
{
    char text[512];
    (void)snprintf(text, sizeof(text), "\n%s\n", line);
    if (!strstr(strbuf_text(out), text)) {
        fail_msg("no line '%s' in\n%s", line, strbuf_text(out));
    }
}

static void nothing_is_printed_as_nothing(void **unused)
{
    (void)unused;
    struct strbuf out;
    const struct metric_value values[] = {{"dendro_some", "Some.", true, 7}, {"dendro_now", "Now.", false, -3}};
    begin(&out);
    metrics_print(&metrics, values, 2, &out);
    assert_string_equal(strbuf_text(&out), "# HELP dendro_http_requests_total Requests by route and status.\n"
                                           "# TYPE dendro_http_requests_total counter\n"
                                           "# HELP dendro_http_request_seconds How long requests took.\n"
                                           "# TYPE dendro_http_request_seconds histogram\n"
                                           "# HELP dendro_commit_requests Requests that shared a commit.\n"
                                           "# TYPE dendro_commit_requests histogram\n"
                                           "dendro_commit_requests_bucket{le=\"1\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"2\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"4\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"8\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"16\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"32\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"64\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"128\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"256\"} 0\n"
                                           "dendro_commit_requests_bucket{le=\"+Inf\"} 0\n"
                                           "dendro_commit_requests_sum 0\n"
                                           "dendro_commit_requests_count 0\n"
                                           "# HELP dendro_some Some.\n"
                                           "# TYPE dendro_some counter\n"
                                           "dendro_some 7\n"
                                           "# HELP dendro_now Now.\n"
                                           "# TYPE dendro_now gauge\n"
                                           "dendro_now -3\n");
    strbuf_release(&out);
}

static void requests_are_counted_by_route_status_and_time(void **unused)
{
    (void)unused;
    static const char *const ends[] = {"0.000100", "0.000250", "0.000500", "0.001000", "0.002500",
                                       "0.005000", "0.010000", "0.025000", "0.050000", "0.100000",
                                       "0.250000", "1.000000", "5.000000", "+Inf"};
    struct strbuf out;
    size_t count;
    const struct route *routes = route_all(&count);
    char line[256];
    char labels[128];
    begin(&out);
    (void)snprintf(labels, sizeof(labels), "method=\"%s\",route=\"%s\"", method_names[routes[1].method],
                   routes[1].pattern);
    /* At the end of each bucket, and just behind it. */
    int64_t sum = 0;
    for (size_t i = 0; i < 13; i++) {
        int64_t end = (int64_t)(1000000 * strtod(ends[i], NULL) + 0.5);
        metrics_request(&metrics, 1, 200, end, 10);
        metrics_request(&metrics, 1, 404, end + 1, 1);
        sum += 2 * end + 1;
    }
    metrics_request(&metrics, 1, 505, 0, 0); /* counted as another */
    metrics_request(&metrics, METRIC_ROUTES - 1, 404, 7000001, 3);
    metrics_request(&metrics, METRIC_ROUTES, 404, 1, 3);
    assert_int_equal(atomic_load(&metrics.bytes), 13 * 11 + 6);
    metrics_print(&metrics, NULL, 0, &out);
    (void)snprintf(line, sizeof(line), "dendro_http_requests_total{%s,status=\"200\"} 13", labels);
    has(&out, line);
    (void)snprintf(line, sizeof(line), "dendro_http_requests_total{%s,status=\"404\"} 13", labels);
    has(&out, line);
    (void)snprintf(line, sizeof(line), "dendro_http_requests_total{%s,status=\"0\"} 1", labels);
    has(&out, line);
    has(&out, "dendro_http_requests_total{method=\"\",route=\"\",status=\"404\"} 2");
    for (size_t i = 0; i < 14; i++) {
        size_t so_far = i < 13 ? 2 + 2 * i : 27; /* the one that took no time, and what ended before */
        (void)snprintf(line, sizeof(line), "dendro_http_request_seconds_bucket{%s,le=\"%s\"} %zu", labels, ends[i],
                       so_far);
        has(&out, line);
    }
    (void)snprintf(line, sizeof(line), "dendro_http_request_seconds_sum{%s} %d.%06d", labels, (int)(sum / 1000000),
                   (int)(sum % 1000000));
    has(&out, line);
    (void)snprintf(line, sizeof(line), "dendro_http_request_seconds_count{%s} 27", labels);
    has(&out, line);
    has(&out, "dendro_http_request_seconds_bucket{method=\"\",route=\"\",le=\"5.000000\"} 1");
    has(&out, "dendro_http_request_seconds_bucket{method=\"\",route=\"\",le=\"+Inf\"} 2");
    has(&out, "dendro_http_request_seconds_sum{method=\"\",route=\"\"} 7.000002");
    has(&out, "dendro_http_request_seconds_count{method=\"\",route=\"\"} 2");
    strbuf_release(&out);
}

static void commits_are_counted_by_size(void **unused)
{
    (void)unused;
    struct strbuf out;
    char line[128];
    begin(&out);
    for (size_t size = 1; size <= 256; size *= 2) {
        metrics_batch(&metrics, size);
        metrics_batch(&metrics, size + 1);
    }
    metrics_print(&metrics, NULL, 0, &out);
    size_t so_far = 0;
    for (size_t size = 1; size <= 256; size *= 2) {
        so_far += size == 1 ? 1 : 2; /* itself, and the one behind the end before */
        (void)snprintf(line, sizeof(line), "dendro_commit_requests_bucket{le=\"%zu\"} %zu", size, so_far);
        has(&out, line);
    }
    has(&out, "dendro_commit_requests_bucket{le=\"+Inf\"} 18");
    has(&out, "dendro_commit_requests_sum 1031");
    has(&out, "dendro_commit_requests_count 18");
    strbuf_release(&out);
}

static void streams_are_limited_and_leave(void **unused)
{
    (void)unused;
    static const uint8_t one[ADDRESS_SIZE] = {1};
    static const uint8_t two[ADDRESS_SIZE] = {2};
    struct stream_list list = {.first = NULL};
    struct stream_link link[5] = {{.next = NULL}};
    assert_int_equal(pthread_mutex_init(&list.lock, NULL), 0);
    assert_true(streams_join(&list, &link[0], one, NULL, &(const struct stream_limits){3, 2, 3}));
    assert_true(streams_join(&list, &link[1], one, NULL, &(const struct stream_limits){3, 2, 3}));
    assert_false(streams_join(&list, &link[2], one, NULL, &(const struct stream_limits){3, 2, 3}));
    assert_int_equal(streams_count(&list), 2);
    assert_true(streams_join(&list, &link[2], two, NULL, &(const struct stream_limits){3, 2, 3}));
    assert_false(streams_join(&list, &link[3], two, NULL, &(const struct stream_limits){3, 2, 3}));
    streams_leave(&list, &link[3]); /* never joined */
    assert_int_equal(streams_count(&list), 3);
    streams_leave(&list, &link[1]); /* from the middle */
    streams_leave(&list, &link[1]); /* once */
    assert_int_equal(streams_count(&list), 2);
    assert_true(list.first == &link[2] && link[2].next == &link[0] && !link[0].next);
    assert_true(streams_join(&list, &link[1], one, NULL, &(const struct stream_limits){3, 2, 3}));
    streams_leave(&list, &link[1]); /* the first */
    streams_leave(&list, &link[0]); /* the last */
    assert_true(list.first == &link[2] && !link[2].next);
    list.closed = true;
    assert_false(streams_join(&list, &link[3], one, NULL, &(const struct stream_limits){3, 2, 3}));
    streams_leave(&list, &link[2]);
    assert_null(list.first);
    assert_int_equal(streams_count(&list), 0);
    assert_int_equal(pthread_mutex_destroy(&list.lock), 0);
}

static void packing_goes_both_ways(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct strbuf packed;
    struct strbuf back;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    strbuf_init(&packed, &allocator_heap, 1 << 20);
    strbuf_init(&back, &allocator_heap, 1 << 20);
    uint64_t state = 1;
    for (int i = 0; i < 30000; i++) { /* half as long when it is packed: several pieces of it */
        state = state * 6364136223846793005u + 1442695040888963407u;
        strbuf_int(&text, (int64_t)(state >> 40));
    }
    strbuf_add(&packed, "before");
    assert_true(gzip_add(strbuf_span(&text), &packed));
    assert_true(packed.len > 6 + 2 * 16384 && packed.len < text.len);
    struct span bytes = span_skip(strbuf_span(&packed), 6);
    strbuf_add(&back, "front");
    for (size_t size = text.len - 1; size <= text.len + 1; size++) {
        strbuf_truncate(&back, 5);
        assert_int_equal(gunzip_add(bytes, size, &back), size == text.len);
        assert_int_equal(back.len, size == text.len ? 5 + text.len : 5);
        if (size == text.len) {
            assert_true(span_equal(span_skip(strbuf_span(&back), 5), strbuf_span(&text)));
        }
    }
    strbuf_truncate(&back, 5);
    assert_false(gunzip_add(span_of(bytes.ptr, bytes.len - 1), text.len, &back)); /* cut off */
    assert_false(gunzip_add(SPAN_LITERAL("not packed"), 3, &back));
    assert_string_equal(strbuf_text(&back), "front");
    /* What does not become shorter stays as it is. */
    size_t before = packed.len;
    assert_false(gzip_add(SPAN_LITERAL("short"), &packed));
    assert_int_equal(packed.len, before);
    /* What becomes shorter does, however much stands before it. */
    strbuf_clear(&text);
    strbuf_repeat(&text, "a", 1000);
    assert_true(before > 1000 && gzip_add(strbuf_span(&text), &packed));
    assert_true(packed.len < before + 1000);
    strbuf_release(&back);
    strbuf_release(&packed);
    strbuf_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_printed_as_nothing),
        cmocka_unit_test(requests_are_counted_by_route_status_and_time),
        cmocka_unit_test(commits_are_counted_by_size),
        cmocka_unit_test(streams_are_limited_and_leave),
        cmocka_unit_test(packing_goes_both_ways),
    };
    return cmocka_run_group_tests_name("http metrics", tests, NULL, NULL);
}
