/*
 * Long answers: all games, or the log, made while they are being sent.
 *
 * A slice at a time is made by the pool of readers, in a snapshot of its own
 * that ends with the slice, while the connection is suspended. So whoever reads
 * slowly holds a slice in memory and nothing in the database: no snapshot that
 * the write-ahead log would have to outgrow, no connection, no thread. A game
 * is complete in an export; two games may be of two moments. An export ends up to
 * the last game, or entry, that there was when it began.
 *
 * There are a few at a time, a part of them for one address, each for a while.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/exchange.h"
#include "service/proof.h"
#include "service/reading.h"
#include "wire/bgstats_write.h"
#include "wire/exporter.h"
#include "wire/http_answer.h"
#include "wire/log.h"

#include "base/banned.h"

enum {
    PENDING_LIMIT = 2 * RECORD_BYTES + (1 << 20),
    LOG_PAGE = 64,
    SLICE_BYTES = 128 << 10, /* of a slice, enough to go out */
    SLICE_STEPS = 256        /* games or pages of the log that it looks at */
};

struct export
{
    struct stream_link link;
    bool put_off; /* under the list's lock: the readers had no room, again in a moment */
    struct server *server;
    struct request *request;
    struct job job;
    struct wire_exporter exporter;
    bool begun;                     /* what comes before the first game has been written */
    struct bgstats_export *bgstats; /* NULL: another format */
    bool done;
    bool failed;
    bool voided;
    struct game_filter filter;
    char person[PERSON_HANDLE];
    int64_t last; /* of the log: up to here */
    struct strbuf record;
    struct strbuf pending;
    size_t sent; /* bytes of `pending` */
    enum err (*next)(struct export * export, struct error * error);
};

static struct export *export_of_link(struct stream_link *link)
{
    return (struct export *)link; /* its first member */
}

void exports_retry(struct server *server)
{
    (void)pthread_mutex_lock(&server->exports.lock);
    for (struct stream_link *link = server->exports.first; link; link = link->next) {
        struct export *export = export_of_link(link);
        if (export->put_off) {
            export->put_off = false;
            conn_resume(export->request->conn);
        }
    }
    (void)pthread_mutex_unlock(&server->exports.lock);
}

static void release(void *context)
{
    struct export *export = context;
    streams_leave(&export->server->exports, &export->link);
    wire_exporter_release(&export->exporter);
    strbuf_release(&export->record);
    strbuf_release(&export->pending);
    if (export->bgstats) {
        bgstats_export_release(export->bgstats);
        mem_free(export->server->allocator, export->bgstats);
    }
    mem_free(export->server->allocator, export);
}

/* ---- slices ---- */

static struct export *export_of(struct job *job)
{
    return (struct export *)((char *)job - offsetof(struct export, job));
}

static enum err make_steps(struct export *export, struct error *error)
{
    for (int i = 0; i < SLICE_STEPS && !export->done && export->pending.len < SLICE_BYTES; i++) {
        enum err err = export->next(export, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return strbuf_ok(&export->pending) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* In a reader's thread. */
static enum err make_slice(struct job *job, struct service *service, struct error *error)
{
    struct export *export = export_of(job);
    strbuf_clear(&export->pending);
    export->sent = 0;
    export->exporter.service = service;
    enum err err = make_steps(export, error);
    export->exporter.service = NULL;
    return err;
}

static void slice_done(struct job *job)
{
    struct export *export = export_of(job);
    export->failed = job->err != ERR_OK;
    conn_resume(export->request->conn);
}

/* Asks for the next slice; the connection waits for it. */
static void ask_for_slice(struct export *export)
{
    struct server *server = export->server;
    struct job *job = &export->job;
    struct error ignored;
    memset(job, 0, sizeof(*job));
    memcpy(job->address, export->request->conn->address, ADDRESS_SIZE);
    job->group = club_group(export->request->club);
    job->run = make_slice;
    job->done = slice_done;
    conn_suspend(export->request->conn);
    if (pool_push(server->pool, job, &ignored) != ERR_OK) {
        (void)pthread_mutex_lock(&server->exports.lock);
        export->put_off = true;
        (void)pthread_mutex_unlock(&server->exports.lock);
    }
}

/* The client has gone. */
static bool abandon(void *context)
{
    struct export *export = context;
    struct server *server = export->server;
    (void)pthread_mutex_lock(&server->exports.lock);
    bool put_off = export->put_off;
    export->put_off = false;
    (void)pthread_mutex_unlock(&server->exports.lock);
    return put_off || pool_forget(server->pool, &export->job);
}

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct export *export = context;
    size_t left = export->pending.len - export->sent;
    if (export->failed || !request_still_allowed(export->request) || atomic_load(&export->request->club->suspended)) {
        return -2;
    }
    if (left == 0 && export->done) {
        return -1;
    }
    if (left == 0) {
        ask_for_slice(export);
        return 0;
    }
    size_t now = left < size ? left : size;
    memcpy(bytes, export->pending.text + export->sent, now);
    export->sent += now;
    return (ptrdiff_t)now;
}

static enum err begin(struct request *request, struct export **out, struct error *error)
{
    struct server *server = request->server;
    struct export *export = mem_new(server->allocator, 1, sizeof(*export));
    if (!export) {
        return error_raise(error, &MSG_MEMORY);
    }
    export->server = server;
    export->request = request;
    wire_exporter_init(&export->exporter, EXPORT_RECORD, request->lang, server->allocator);
    strbuf_init(&export->record, server->allocator, PENDING_LIMIT);
    strbuf_init(&export->pending, server->allocator, PENDING_LIMIT);
    struct stream_limits most = stream_limits(server, server->config.streams, server->config.streams_per_address);
    if (!streams_join(&server->exports, &export->link, request->conn->address, request->club, &most)) {
        release(export);
        return error_raise(error, &HTTP_MSG_STREAMS);
    }
    *out = export;
    return ERR_OK;
}

static void stream_it(struct request *request, struct export *export, const char *type)
{
    request->response.type = type;
    request->response.stream = (struct stream){.fill = fill,
                                               .release = release,
                                               .abandon = abandon,
                                               .context = export,
                                               .seconds = request->server->config.export_time};
}

/* ---- games ---- */

struct next_game {
    struct export *export;
    bool found;
};

static enum err write_game(void *context, const struct game_info *info, struct error *error)
{
    struct next_game *next = context;
    struct export *export = next->export;
    next->found = info->id <= export->last;
    export->filter.after = info->id;
    if (!next->found) {
        return ERR_OK; /* opened since the export began */
    }
    if (game_status_is(info->status, GAME_VOID) && !export->voided) {
        return ERR_OK;
    }
    strbuf_clear(&export->record);
    enum err err = service_record(export->exporter.service, info->id, false, &export->record, error);
    if (err != ERR_OK) {
        return err;
    }
    struct export_game game = {
        .id = info->id,
        .game = info->game,
        .title = info->title,
        .has_duration = info->has_duration,
        .duration = info->duration,
        .variant = info->variant,
        .level = info->level,
        .status = info->status,
        .seats = info->seats_count,
        .plies = info->plies,
        .has_day = info->has_day,
        .day = info->day,
        .record = strbuf_span(&export->record),
    };
    return wire_exporter_add(&export->exporter, &game, &export->pending, error);
}

static enum err next_game(struct export *export, struct error *error)
{
    struct next_game next = {export, false};
    if (!export->begun) {
        export->begun = true;
        enum err err = wire_exporter_begin(&export->exporter, export->filter.game, &export->pending, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (export->filter.after >= export->last) {
        export->done = true;
        return ERR_OK;
    }
    enum err err = service_games(export->exporter.service, &export->filter, write_game, &next, error);
    export->done = !next.found;
    return err;
}

static enum err next_bgstats(struct export *export, struct error *error)
{
    return bgstats_export_some(export->bgstats, export->exporter.service, &export->pending, SLICE_BYTES, &export->done,
                               error);
}

static enum err begin_bgstats(struct export *export, struct error *error)
{
    const struct allocator *allocator = export->server->allocator;
    export->bgstats = mem_new(allocator, 1, sizeof(*export->bgstats));
    if (!export->bgstats) {
        return error_raise(error, &MSG_MEMORY);
    }
    bgstats_export_init(export->bgstats, allocator, &export->filter, export->last);
    return ERR_OK;
}

static enum err read_format(struct request *request, enum export_format *format, struct error *error)
{
    struct span text;
    enum err err = request_query(request, "format", &text, error);
    *format = EXPORT_RECORD;
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    for (unsigned i = 0; i < EXPORT_FORMATS; i++) {
        if (span_is(text, export_formats[i])) {
            *format = (enum export_format)i;
            return ERR_OK;
        }
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("format"));
    error_add(error, SPAN_LITERAL("record, ndjson, csv, bgg-csv or bgstats"));
    error_add(error, SPAN_LITERAL("record, ndjson, csv, bgg-csv ou bgstats"));
    return err;
}

static enum err read_filter(struct request *request, struct export *export, struct error *error)
{
    struct span text;
    struct game_filter *filter = &export->filter;
    filter->limit = 1;
    enum err err = read_format(request, &export->exporter.format, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_game(request, &filter->game, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_days(request, filter, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_flag(request, "voided", &export->voided, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query(request, "player", &text, error);
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    err = service_person_find(request->service, text, export->person, error);
    filter->person = span_from(export->person);
    return err;
}

static enum err choose_games(struct request *request, struct export *export, struct error *error)
{
    enum err err = read_filter(request, export, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_log_size(request->service, &export->last, error);
    return err == ERR_OK && export->exporter.format == EXPORT_BGSTATS ? begin_bgstats(export, error) : err;
}

enum err get_export(struct request *request, struct error *error)
{
    static const char *const names[] = {"format", "game", "since", "until", "player", "voided", NULL};
    struct export *export = NULL;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin(request, &export, error);
    if (err != ERR_OK) {
        return err;
    }
    err = choose_games(request, export, error);
    if (err != ERR_OK) {
        release(export);
        return err;
    }
    export->next = export->bgstats ? next_bgstats : next_game;
    stream_it(request, export, export_format_type(export->exporter.format));
    return ERR_OK;
}

/* ---- the log ---- */

static enum err write_line(void *context, const struct log_line *line, struct error *error)
{
    struct export *export = context;
    export->filter.after = line->seq;
    return wire_log_entry(line, &export->pending, error);
}

static enum err next_lines(struct export *export, struct error *error)
{
    int64_t first = export->filter.after + 1;
    if (first > export->last) {
        export->done = true;
        return ERR_OK;
    }
    int64_t last = export->last - first < LOG_PAGE ? export->last : first + LOG_PAGE - 1;
    return service_log(export->exporter.service, first, last, write_line, export, error);
}

enum err get_log(struct request *request, struct error *error)
{
    static const char *const names[] = {"first", "last", "limit", "cursor", NULL};
    struct export *export = NULL;
    int64_t first = 1;
    int64_t after = 0;
    int64_t limit = 0;
    int64_t size = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_log_size(request->service, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t last = SPAN_INT_MAX;
    err = request_query_int(request, "first", 1, SPAN_INT_MAX, &first, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "last", 1, SPAN_INT_MAX, &last, error);
    if (err != ERR_OK) {
        return err;
    }
    err = range_entries(first, last, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, SPAN_INT_MAX, &limit, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_cursor(request, 'l', &after, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin(request, &export, error);
    if (err != ERR_OK) {
        return err;
    }
    export->filter.after = after > first - 1 ? after : first - 1;
    export->last = last < size ? last : size;
    if (limit > 0 && limit < export->last - export->filter.after) {
        export->last = export->filter.after + limit;
        (void)answer_next(request, 'l', export->last);
    }
    export->next = next_lines;
    stream_it(request, export, "application/x-ndjson; charset=utf-8");
    return ERR_OK;
}
