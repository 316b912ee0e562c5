/* What those who run the daemon ask: is it alive, can it write, what has it
 * done. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/openapi.h"
#include "service/reading.h"

#include "base/banned.h"

enum { PROBE_US = 1000 * 1000 };

enum err get_health(struct request *request, struct error *error)
{
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "status", "ok");
    emit_word(&emit, "version", DENDRO_VERSION);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/*
 * Runs in the writer, so that a writer that is stuck shows; writes for real,
 * but not more than once a second, so that nobody can wear out the disk with
 * it.
 */
enum err get_ready(struct request *request, struct error *error)
{
    struct server *server = request->server;
    int64_t now = ticks();
    int64_t probed = atomic_load(&server->writer.probed);
    if (now - probed > PROBE_US || probed == 0) {
        enum err err = service_probe(request->service, error);
        if (err != ERR_OK) {
            return err;
        }
        atomic_store(&server->writer.probed, now);
    }
    struct versions versions;
    enum err err = service_versions(request->service, &versions, error);
    if (err != ERR_OK) {
        return err;
    }
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "status", "ready");
    emit_integer(&emit, "entries", versions.log);
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err get_metrics(struct request *request, struct error *error)
{
    struct server *server = request->server;
    struct metrics *metrics = &server->metrics;
    int64_t bytes = 0;
    enum err err = service_size(request->service, &bytes, error);
    if (err != ERR_OK) {
        return err;
    }
    struct pool_counts readers;
    pool_counts(server->pool, &readers);
    const struct metric_value values[] = {
        {"dendro_log_entries", "Entries in the log.", false, atomic_load(&server->log_size)},
        {"dendro_database_bytes", "Bytes of the database without its write-ahead log.", false, bytes},
        {"dendro_writer_queue", "Requests that wait for the writer.", false, (int64_t)writer_length(server)},
        {"dendro_readers", "Threads that compute answers.", false, (int64_t)readers.threads},
        {"dendro_readers_running", "Answers that are being computed.", false, (int64_t)readers.running},
        {"dendro_readers_queue", "Questions that wait to be computed.", false, (int64_t)readers.waiting},
        {"dendro_readers_taken_total", "Questions that were queued.", true, (int64_t)readers.taken},
        {"dendro_readers_refused_total", "Questions refused because too many waited.", true, (int64_t)readers.refused},
        {"dendro_readers_interrupted_total", "Answers that took longer than they may.", true,
         (int64_t)readers.interrupted},
        {"dendro_readers_forgotten_total", "Questions whose client went away.", true, (int64_t)readers.forgotten},
        {"dendro_readers_shared_total", "Questions answered with an equal one's answer.", true,
         (int64_t)readers.shared},
        {"dendro_requests_under_way", "Requests under way.", false, (int64_t)atomic_load(&server->under_way)},
        {"dendro_body_bytes", "Bytes of bodies that are held.", false, (int64_t)atomic_load(&server->budget)},
        {"dendro_followers", "Connections that follow games.", false, (int64_t)followers_count(server)},
        {"dendro_streams", "Exports and logs under way.", false, (int64_t)exports_count(server)},
        {"dendro_writes_failing", "1 while writes fail.", false, atomic_load(&server->writer.failing)},
        {"dendro_erasures_waiting", "1 while the log beside the file may have an erased name.", false,
         atomic_load(&server->flush_due)},
        {"dendro_commits_failed_total", "Transactions that failed.", true,
         (int64_t)atomic_load(&metrics->commits_failed)},
        {"dendro_tokens_failed_total", "Requests with a wrong token.", true,
         (int64_t)atomic_load(&metrics->tokens_failed)},
        {"dendro_slow_connections_total", "Connections closed because they took too long.", true,
         (int64_t)atomic_load(&metrics->slow)},
        {"dendro_crowded_connections_total", "Connections closed because there were too many.", true,
         (int64_t)atomic_load(&metrics->crowded)},
        {"dendro_cache_hits_total", "Answers that were ready.", true, (int64_t)atomic_load(&metrics->cache_hits)},
        {"dendro_http_sent_bytes_total", "Bytes of bodies sent.", true, (int64_t)atomic_load(&metrics->bytes)},
    };
    request->response.type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(metrics, values, sizeof(values) / sizeof(values[0]), &request->response.body);
    return ERR_OK;
}

enum err get_openapi(struct request *request, struct error *error)
{
    (void)error;
    strbuf_add_span(&request->response.body, span_of(OPENAPI, OPENAPI_SIZE));
    return ERR_OK;
}
