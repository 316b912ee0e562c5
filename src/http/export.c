/*
 * Long answers: all games, or the whole log, made while they are being sent.
 * Each has a connection to the database and a moment of its own, and holds
 * one game or one entry at a time.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/catalogues.h"
#include "service/exchange.h"
#include "service/proof.h"
#include "service/reading.h"
#include "wire/exchange.h"
#include "wire/http_answer.h"
#include "wire/log.h"

#include "base/banned.h"

enum { PENDING_LIMIT = 2 * RECORD_BYTES + (1 << 20), LOG_PAGE = 64, READER_CACHE_KIB = 1024 };

struct export
{
    struct server *server;
    struct service *service; /* its own */
    bool ndjson;
    bool several;
    bool done;
    bool voided;
    struct game_filter filter;
    char person[PERSON_HANDLE];
    int64_t last; /* of the log: up to here */
    struct record_reader reader;
    struct replay replay;
    struct strbuf record;
    struct strbuf pending;
    size_t told;
    enum err (*next)(struct export * export, struct error * error);
};

static void release(void *context)
{
    struct export *export = context;
    struct server *server = export->server;
    if (export->service) {
        service_snapshot_end(export->service);
        service_close(export->service);
    }
    record_reader_release(&export->reader);
    replay_release(&export->replay);
    strbuf_release(&export->record);
    strbuf_release(&export->pending);
    mem_free(server->allocator, export);
    atomic_fetch_sub(&server->streams, 1);
}

static ptrdiff_t fill(void *context, char *bytes, size_t size)
{
    struct export *export = context;
    struct error error;
    while (export->told == export->pending.len && !export->done) {
        strbuf_clear(&export->pending);
        export->told = 0;
        if (export->next(export, &error) != ERR_OK || !strbuf_ok(&export->pending)) {
            return -2;
        }
    }
    size_t left = export->pending.len - export->told;
    size_t now = left < size ? left : size;
    if (now == 0) {
        return -1;
    }
    memcpy(bytes, export->pending.text + export->told, now);
    export->told += now;
    return (ptrdiff_t)now;
}

/* A stream with a moment of the database of its own. */
static enum err begin(struct request *request, struct export **out, struct error *error)
{
    struct server *server = request->server;
    struct service_options options = server->options;
    options.cache_kib = READER_CACHE_KIB;
    if (atomic_fetch_add(&server->streams, 1) >= (size_t)server->config.streams) {
        atomic_fetch_sub(&server->streams, 1);
        return error_raise(error, &HTTP_MSG_STREAMS);
    }
    struct export *export = mem_new(server->allocator, 1, sizeof(*export));
    if (!export) {
        atomic_fetch_sub(&server->streams, 1);
        return error_raise(error, &MSG_MEMORY);
    }
    export->server = server;
    replay_init(&export->replay, server->allocator);
    strbuf_init(&export->record, server->allocator, PENDING_LIMIT);
    strbuf_init(&export->pending, server->allocator, PENDING_LIMIT);
    enum err err = service_open(&export->service, server->config.db, SERVICE_READ, &options, error);
    if (err == ERR_OK) {
        err = service_snapshot(export->service, error);
    }
    if (err != ERR_OK) {
        release(export);
        return err;
    }
    *out = export;
    return ERR_OK;
}

/* ---- games ---- */

struct next_game {
    struct export *export;
    bool found;
};

static enum err write_scored(struct export *export, const struct export_game *game, struct error *error)
{
    struct record record;
    struct outcome outcome;
    struct span players[GAME_PLAYERS];
    enum err err = record_read_one(&export->reader, game->record, export->server->allocator, &record, error);
    if (err == ERR_OK) {
        err = record_verify(&record, service_blocks(export->service), &export->replay, NULL, NULL, error);
    }
    if (err != ERR_OK && err != ERR_MISMATCH) { /* contested scores are no obstacle */
        return err;
    }
    const struct setup *setup = &export->replay.setup;
    setup->game->outcome(setup, export->replay.state, &outcome);
    for (unsigned i = 0; i < record.seats; i++) {
        players[i] = record.seat[i].text;
    }
    struct wire_export scored = {game, setup, &outcome, players};
    return wire_export_json(&scored, &export->pending, error);
}

static enum err write_game(void *context, const struct game_info *info, struct error *error)
{
    struct next_game *next = context;
    struct export *export = next->export;
    next->found = true;
    export->filter.after = info->id;
    if (span_is(info->status, "void") && !export->voided) {
        return ERR_OK;
    }
    strbuf_clear(&export->record);
    enum err err = service_record(export->service, info->id, false, &export->record, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!export->ndjson) {
        strbuf_add(&export->pending, export->several ? "\n" : "");
        strbuf_add_span(&export->pending, strbuf_span(&export->record));
        export->several = true;
        return ERR_OK;
    }
    struct export_game game = {
        .id = info->id,
        .game = info->game,
        .variant = info->variant,
        .level = info->level,
        .status = info->status,
        .seats = info->seats_count,
        .plies = info->plies,
        .has_day = info->has_day,
        .day = info->day,
        .record = strbuf_span(&export->record),
    };
    return write_scored(export, &game, error);
}

static enum err next_game(struct export *export, struct error *error)
{
    struct next_game next = {export, false};
    enum err err = service_games(export->service, &export->filter, write_game, &next, error);
    export->done = !next.found;
    return err;
}

/* `format`: record (default) or ndjson. */
static enum err read_format(struct request *request, bool *ndjson, struct error *error)
{
    struct span format;
    enum err err = request_query(request, "format", &format, error);
    *ndjson = span_is(format, "ndjson");
    if (err == ERR_OK && format.ptr && !*ndjson && !span_is(format, "record")) {
        err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("format"));
        error_add(error, SPAN_LITERAL("record or ndjson"));
        error_add(error, SPAN_LITERAL("record ou ndjson"));
    }
    return err;
}

static enum err read_filter(struct request *request, struct export *export, struct error *error)
{
    struct span text;
    struct game_filter *filter = &export->filter;
    enum err err = read_format(request, &export->ndjson, error);
    if (err == ERR_OK) {
        err = request_query(request, "game", &text, error);
    }
    if (err == ERR_OK && text.ptr) {
        err = service_game_named(text, &filter->game, error);
    }
    if (err == ERR_OK) {
        err = request_query_day(request, "since", &filter->has_since, &filter->since, error);
    }
    if (err == ERR_OK) {
        err = request_query_day(request, "until", &filter->has_until, &filter->until, error);
    }
    if (err == ERR_OK) {
        err = request_query_flag(request, "voided", &export->voided, error);
    }
    if (err == ERR_OK) {
        err = request_query(request, "player", &text, error);
    }
    if (err == ERR_OK && text.ptr) {
        err = service_person_find(export->service, text, export->person, error);
        filter->person = span_from(export->person);
    }
    filter->limit = 1;
    return err;
}

enum err get_export(struct request *request, struct error *error)
{
    static const char *const names[] = {"format", "game", "since", "until", "player", "voided", NULL};
    struct export *export = NULL;
    enum err err = request_only(request, names, error);
    if (err == ERR_OK) {
        err = begin(request, &export, error);
    }
    if (err != ERR_OK || !export) {
        return err;
    }
    err = read_filter(request, export, error);
    if (err != ERR_OK) {
        release(export);
        return err;
    }
    export->next = next_game;
    request->response.type = export->ndjson ? "application/x-ndjson; charset=utf-8" : "text/plain; charset=utf-8";
    request->response.stream = (struct stream){fill, release, export};
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
    int64_t last = first + LOG_PAGE - 1 < export->last ? first + LOG_PAGE - 1 : export->last;
    if (first > export->last) {
        export->done = true;
        return ERR_OK;
    }
    return service_log(export->service, first, last, write_line, export, error);
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
    if (err == ERR_OK) {
        err = service_log_size(request->service, &size, error);
    }
    int64_t last = size;
    if (err == ERR_OK) {
        err = request_query_int(request, "first", 1, SPAN_INT_MAX, &first, error);
    }
    if (err == ERR_OK) {
        err = request_query_int(request, "last", 1, SPAN_INT_MAX, &last, error);
    }
    if (err == ERR_OK) {
        err = request_query_int(request, "limit", 1, SPAN_INT_MAX, &limit, error);
    }
    if (err == ERR_OK) {
        err = request_cursor(request, 'l', &after, error);
    }
    if (err == ERR_OK) {
        err = begin(request, &export, error);
    }
    if (err != ERR_OK || !export) {
        return err;
    }
    export->filter.after = after > first - 1 ? after : first - 1;
    export->last = last < size ? last : size;
    if (limit > 0 && limit < export->last - export->filter.after) {
        export->last = export->filter.after + limit;
        (void)answer_next(request, 'l', export->last);
    }
    export->next = next_lines;
    request->response.type = "application/x-ndjson; charset=utf-8";
    request->response.stream = (struct stream){fill, release, export};
    return ERR_OK;
}
