/* What those who run the daemon ask: is it alive, can it write, what has it
 * done. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "http/openapi.h"
#include "service/reading.h"

#include "base/banned.h"

enum { PROBE_US = 1000 * 1000 };

static enum err count_slug(void *context, struct span slug, struct error *error)
{
    (void)slug;
    (void)error;
    ++*(size_t *)context;
    return ERR_OK;
}

enum err get_health(struct request *request, struct error *error)
{
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "status", "ok");
    emit_word(&emit, "version", DENDRO_VERSION);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* Of many clubs: their place can be read. Each has a /readyz of its own. */
static enum err ready_many(struct request *request, struct error *error)
{
    struct server *server = request->server;
    size_t clubs = service_on_server(server->config.clubs) ? directory_count(server) : 0;
    /* A server is not asked by the thread of a connection: the caretaker has done it, every few seconds. */
    enum err err = !service_on_server(server->config.clubs)
                       ? clubs_list_by(server->config.clubs, &server->options, count_slug, &clubs, error)
                   : directory_reached(server) ? ERR_OK
                                               : error_raise(error, &HTTP_MSG_PLACE_SILENT);
    if (err != ERR_OK) {
        return err;
    }
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "status", "ready");
    emit_integer(&emit, "clubs", (int64_t)clubs);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/*
 * Runs in the writer, so that a writer that is stuck shows; writes for real,
 * but not more than once a second, so that no client can wear out the disk with
 * it.
 */
enum err get_ready(struct request *request, struct error *error)
{
    struct club *club = request->club;
    if (!club) {
        return ready_many(request, error);
    }
    int64_t now = ticks();
    int64_t probed = atomic_load(&club->writer.probed);
    if (now - probed > PROBE_US || probed == 0) {
        enum err err = service_probe(request->service, error);
        if (err != ERR_OK) {
            return err;
        }
        atomic_store(&club->writer.probed, now);
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

/* What the open clubs come to together. */
struct sums {
    int64_t entries;
    int64_t bytes;
    int64_t queue;
    int64_t failing;
    int64_t erasures;
    int64_t reviews;
};

static void add_club(struct club *club, void *context)
{
    struct sums *sums = context;
    sums->entries += atomic_load(&club->log_size);
    sums->bytes += atomic_load(&club->size);
    sums->queue += (int64_t)writer_length(club);
    sums->failing += atomic_load(&club->writer.failing);
    sums->erasures += atomic_load(&club->flush_due);
    sums->reviews += atomic_load(&club->reviews.queued);
}

/* Of a daemon whose clubs are on a server. */
static void add_connections(struct store_pool *pool, struct strbuf *out)
{
    struct clubs_pool_counts now;
    clubs_pool_counts(pool, &now);
    const struct metric_value values[] = {
        {"dendro_connections_most", "Connections to the database server that there may be.", false, now.most},
        {"dendro_connections_open", "Connections to the database server.", false, now.open},
        {"dendro_connections_busy", "Connections to the database server that are at work.", false, now.busy},
        {"dendro_connections_waiting", "Threads that wait for a connection to the database server.", false,
         now.waiting},
    };
    metrics_values(values, sizeof(values) / sizeof(values[0]), out);
}

enum err get_metrics(struct request *request, struct error *error)
{
    struct server *server = request->server;
    struct metrics *metrics = &server->metrics;
    struct sums sums = {.entries = 0};
    clubs_each(server, add_club, &sums);
    enum err err = request->service ? service_size(request->service, &sums.bytes, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    struct pool_counts readers;
    pool_counts(server->pool, &readers);
    const struct metric_value values[] = {
        {"dendro_log_entries", "Entries in the log.", false, sums.entries},
        {"dendro_database_bytes", "Bytes of the database without its write-ahead log.", false, sums.bytes},
        {"dendro_writer_queue", "Requests that wait for the writer.", false, sums.queue},
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
        {"dendro_followers", "Connections that follow games.", false, (int64_t)streams_count(&server->followers)},
        {"dendro_streams", "Exports and logs under way.", false, (int64_t)streams_count(&server->exports)},
        {"dendro_reviews_queued", "Reviews that wait to be made or are being made.", false, sums.reviews},
        {"dendro_reviews_running", "Reviews that are being made.", false, (int64_t)reviewers_running(server)},
        {"dendro_reviews_total", "Reviews that were made and kept.", true,
         (int64_t)atomic_load(&server->reviewers.made)},
        {"dendro_reviews_milliseconds_total", "Time that threads took for reviews.", true,
         (int64_t)atomic_load(&server->reviewers.milliseconds)},
        {"dendro_writes_failing", "1 while writes fail.", false, sums.failing},
        {"dendro_erasures_waiting", "1 while the log beside the file may have an erased name.", false, sums.erasures},
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
        {"dendro_clubs", "Clubs of the place.", false, (int64_t)directory_count(server)},
        {"dendro_clubs_open", "Clubs that are open.", false, (int64_t)clubs_open_count(server)},
    };
    enum { OF_MANY = 2 };
    size_t count = sizeof(values) / sizeof(values[0]) - (server->alone ? OF_MANY : 0);
    request->response.type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(metrics, values, count, &request->response.body);
    if (server->options.pool) {
        add_connections(server->options.pool, &request->response.body);
    }
    return ERR_OK;
}

enum err get_openapi(struct request *request, struct error *error)
{
    (void)error;
    strbuf_add_span(&request->response.body, span_of(OPENAPI, OPENAPI_SIZE));
    return ERR_OK;
}
