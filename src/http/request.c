/* What handlers ask of a request, and the small pieces that answers are made
 * of. */
#include "http/request.h"

#include "base/base64.h"
#include "base/date.h"
#include "base/hex.h"
#include "base/near.h"
#include "base/utf8.h"
#include "http/messages.h"
#include "service/reading.h"
#include "service/titles.h"

#include "base/banned.h"

enum { CURSOR_TEXT = 32, LIST_LIMIT = 1000 };

enum err request_decode(struct arena *arena, struct span text, bool form, struct span *out, struct error *error)
{
    char *copy = arena_copy(arena, text);
    size_t length = 0;
    if (!copy) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c == '%') {
            int high = i + 2 < text.len ? hex_digit(text.ptr[i + 1]) : -1;
            int low = i + 2 < text.len ? hex_digit(text.ptr[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return error_raise(error, &HTTP_MSG_URL_ESCAPE);
            }
            c = (char)(high << 4 | low);
            i += 2;
        } else if (c == '+' && form) {
            c = ' ';
        }
        copy[length++] = c;
    }
    copy[length] = '\0';
    *out = span_of(copy, length);
    bool good = !memchr(copy, '\0', length) && utf8_valid(*out) == length;
    return good ? ERR_OK : error_raise(error, &HTTP_MSG_URL_ESCAPE);
}

bool request_number(struct span text, int64_t min, int64_t max, int64_t *value)
{
    size_t sign = text.len > 0 && text.ptr[0] == '-' ? 1 : 0;
    bool padded = text.len > sign && text.ptr[sign] == '0' && text.len > 1;
    return !padded && span_int(text, min, max, value);
}

enum err request_id(struct request *request, int64_t *id, struct error *error)
{
    bool good = request_number(request->param[0], 1, SPAN_INT_MAX, id);
    return good ? ERR_OK : error_raise_span(error, &HTTP_MSG_ID, request->param[0]);
}

/* ---- the query ---- */

/* Cuts the next `name=value` off `*rest`; both still encoded. */
static bool next_pair(struct span *rest, struct span *name, struct span *value)
{
    while (rest->len > 0) {
        struct span pair = span_cut(rest, '&');
        if (pair.len > 0) {
            *name = span_cut(&pair, '=');
            *value = pair;
            return true;
        }
    }
    return false;
}

enum err request_query_next(struct request *request, const char *name, struct span *rest, struct span *value,
                            struct error *error)
{
    struct span key;
    struct span text;
    *value = (struct span){NULL, 0};
    while (next_pair(rest, &key, &text)) {
        if (!span_is(key, name)) {
            continue;
        }
        if (text.len == 0) {
            return error_raise_span(error, &HTTP_MSG_QUERY_EMPTY, key);
        }
        return request_decode(&request->arena, text, true, value, error);
    }
    return ERR_OK;
}

enum err request_query(struct request *request, const char *name, struct span *value, struct error *error)
{
    struct span rest = request->query;
    return request_query_next(request, name, &rest, value, error);
}

static bool is_among(const char *const *names, struct span key)
{
    while (*names && !span_is(key, *names)) {
        names++;
    }
    return *names != NULL;
}

static enum err unknown_parameter(const char *const *names, struct span key, struct error *error)
{
    struct near near;
    enum err err = error_raise_span(error, &HTTP_MSG_QUERY_UNKNOWN, key);
    near_begin(&near, key);
    near_few(&near);
    for (size_t i = 0; names[i]; i++) {
        near_offer(&near, span_from(names[i]));
    }
    near_hint(&near, error);
    return err;
}

enum err request_only(struct request *request, const char *const *names, struct error *error)
{
    static const char *const none[] = {NULL};
    return request_only_but(request, names, none, error);
}

enum err request_only_but(struct request *request, const char *const *names, const char *const *repeated,
                          struct error *error)
{
    struct span rest = request->query;
    struct span key;
    struct span text;
    while (next_pair(&rest, &key, &text)) {
        if (!is_among(names, key)) {
            return unknown_parameter(names, key, error);
        }
        if (text.len == 0) {
            return error_raise_span(error, &HTTP_MSG_QUERY_EMPTY, key);
        }
        struct span later = rest;
        struct span other;
        while (!is_among(repeated, key) && next_pair(&later, &other, &text)) {
            if (span_equal(other, key)) {
                return error_raise_span(error, &HTTP_MSG_QUERY_TWICE, key);
            }
        }
    }
    return ERR_OK;
}

static enum err wrong_query(const char *name, const char *en, const char *fr, struct error *error)
{
    enum err err = error_raise_span(error, &HTTP_MSG_QUERY, span_from(name));
    error_add(error, span_from(en));
    error_add(error, span_from(fr));
    return err;
}

enum err request_query_int(struct request *request, const char *name, int64_t min, int64_t max, int64_t *value,
                           struct error *error)
{
    struct span text;
    enum err err = request_query(request, name, &text, error);
    if (err != ERR_OK || !text.ptr || request_number(text, min, max, value)) {
        return err;
    }
    char memory[96];
    struct strbuf range;
    strbuf_wrap(&range, memory, sizeof(memory));
    strbuf_int(&range, min);
    strbuf_add(&range, "..");
    strbuf_int(&range, max);
    return wrong_query(name, strbuf_text(&range), strbuf_text(&range), error);
}

enum err request_query_day(struct request *request, const char *name, bool *has, int32_t *day, struct error *error)
{
    struct span text;
    enum err err = request_query(request, name, &text, error);
    *has = err == ERR_OK && text.ptr != NULL;
    if (*has && !date_parse(text, day)) {
        err = wrong_query(name, "a date like 2026-11-13", "une date comme 2026-11-13", error);
    }
    return err;
}

enum err request_day(struct span text, const struct message *message, int32_t *day, struct error *error)
{
    if (date_parse(text, day)) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, message, SPAN_LITERAL("day"));
    error_add(error, SPAN_LITERAL("a date like 2026-11-13"));
    error_add(error, SPAN_LITERAL("une date comme 2026-11-13"));
    return err;
}

enum err request_days(struct request *request, struct game_filter *filter, struct error *error)
{
    enum err err = request_query_day(request, "since", &filter->has_since, &filter->since, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "until", &filter->has_until, &filter->until, error);
    if (err != ERR_OK) {
        return err;
    }
    return filter->has_since && filter->has_until ? range_days(filter->since, filter->until, error) : ERR_OK;
}

enum err request_query_flag(struct request *request, const char *name, bool *value, struct error *error)
{
    struct span text;
    enum err err = request_query(request, name, &text, error);
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    *value = span_is(text, "true") || span_is(text, "1");
    bool good = *value || span_is(text, "false") || span_is(text, "0");
    return good ? ERR_OK : wrong_query(name, "true or false", "true ou false", error);
}

enum err request_game(struct request *request, struct span *game, struct error *error)
{
    struct span text;
    char id[STORE_TITLE];
    enum err err = request_query(request, "game", &text, error);
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    err = service_title_named(request->service, text, id, error);
    if (err != ERR_OK) {
        return err;
    }
    const char *copy = arena_copy(&request->arena, span_from(id));
    *game = span_from(copy);
    return copy ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* ---- cursors ---- */

enum err request_cursor(struct request *request, char kind, int64_t *after, struct error *error)
{
    struct span text;
    uint8_t bytes[CURSOR_TEXT];
    size_t size = 0;
    enum err err = request_query(request, "cursor", &text, error);
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    bool good = base64url_read(text, bytes, sizeof(bytes), &size) && size > 1 && (char)bytes[0] == kind &&
                request_number(span_of((const char *)bytes + 1, size - 1), 0, SPAN_INT_MAX, after);
    return good ? ERR_OK : error_raise(error, &HTTP_MSG_CURSOR);
}

const char *answer_next(struct request *request, char kind, int64_t after)
{
    char memory[CURSOR_TEXT];
    struct strbuf plain;
    struct strbuf link;
    char text[2 * CURSOR_TEXT];
    struct strbuf cursor;
    strbuf_wrap(&plain, memory, sizeof(memory));
    strbuf_add_char(&plain, kind);
    strbuf_int(&plain, after);
    strbuf_wrap(&cursor, text, sizeof(text));
    base64url_add(&cursor, memory, plain.len);

    /* The same address with another cursor. */
    struct span rest = request->query;
    struct span name;
    struct span value;
    strbuf_init(&link, request->arena.allocator, 1 << 14);
    strbuf_add_char(&link, '<');
    strbuf_add_span(&link, request->path);
    strbuf_add_char(&link, '?');
    while (next_pair(&rest, &name, &value)) {
        if (!span_is(name, "cursor")) {
            strbuf_add_span(&link, name);
            strbuf_add_char(&link, '=');
            strbuf_add_span(&link, value);
            strbuf_add_char(&link, '&');
        }
    }
    strbuf_add(&link, "cursor=");
    strbuf_add_span(&link, strbuf_span(&cursor));
    strbuf_add(&link, ">; rel=\"next\"");
    const char *header = strbuf_ok(&link) ? arena_copy(&request->arena, strbuf_span(&link)) : NULL;
    strbuf_release(&link);
    if (header) {
        answer_header(request, "Link", header);
    }
    return arena_copy(&request->arena, strbuf_span(&cursor));
}

/* ---- answers ---- */

struct span request_header(const struct request *request, const char *name)
{
    return frame_find(request->fields, request->fields_count, name);
}

size_t request_header_count(const struct request *request, const char *name)
{
    return frame_count(request->fields, request->fields_count, name);
}

void answer_header(struct request *request, const char *name, const char *value)
{
    struct response *response = &request->response;
    if (value && response->headers_count < REQUEST_HEADERS) {
        response->headers[response->headers_count++] = (struct header){name, value};
    }
}

void answer_status(struct request *request, int status)
{
    request->response.status = status;
}

void answer_created(struct request *request, const char *path, const char *id)
{
    char memory[128];
    struct strbuf address;
    strbuf_wrap(&address, memory, sizeof(memory));
    strbuf_add(&address, path);
    strbuf_add(&address, id);
    request->stored = true;
    answer_status(request, 201);
    answer_header(request, "Location", arena_copy(&request->arena, strbuf_span(&address)));
}

void list_begin(struct request *request, const char *name)
{
    request->list = emit_start(&request->response.body);
    emit_object(&request->list, NULL);
    emit_list(&request->list, name);
}

enum err list_end(struct request *request, const char *next, struct error *error)
{
    struct emit *list = &request->list;
    emit_close(list);
    emit_text_or_null(list, "next", span_from(next));
    emit_close(list);
    return emit_end(list, error);
}

enum err list_paged(struct request *request, char kind, struct error *error)
{
    static const char *const names[] = {"limit", "cursor", NULL};
    return list_paged_beside(request, kind, names, error);
}

enum err list_paged_beside(struct request *request, char kind, const char *const *names, struct error *error)
{
    struct list_page *page = &request->page;
    *page = (struct list_page){.kind = kind, .limit = INT64_MAX};
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_int(request, "limit", 1, LIST_LIMIT, &page->limit, error);
    return err == ERR_OK ? request_cursor(request, kind, &page->skip, error) : err;
}

bool list_wants(struct request *request)
{
    struct list_page *page = &request->page;
    int64_t at = page->passed++;
    return at >= page->skip && at - page->skip < page->limit;
}

const char *list_next(struct request *request)
{
    const struct list_page *page = &request->page;
    bool more = page->passed > page->skip && page->passed - page->skip > page->limit;
    return more ? answer_next(request, page->kind, page->skip + page->limit) : NULL;
}
