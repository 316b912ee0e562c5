/* Seasons over HTTP. */
#include "service/seasons.h"
#include "base/date.h"
#include "http/handlers.h"
#include "http/messages.h"
#include "wire/http_body.h"
#include "wire/http_members.h"
#include "wire/seasons.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

static enum err show(void *context, const struct season *season, struct error *error)
{
    struct request *request = context;
    return wire_season(season, &request->response.body, error);
}

static enum err show_item(void *context, const struct season *season, struct error *error)
{
    struct request *request = context;
    (void)error;
    emit_season(&request->list, season);
    return ERR_OK;
}

enum err get_seasons(struct request *request, struct error *error)
{
    static const char *const names[] = {"day", NULL};
    bool has = false;
    int32_t day = 0;
    enum err err = request_only(request, names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_day(request, "day", &has, &day, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "seasons");
    err = service_seasons(request->service, has ? &day : NULL, show_item, request, error);
    return err == ERR_OK ? list_end(request, NULL, error) : err;
}

/* The number in {id}. */
static enum err season_id(const struct request *request, int64_t *id, struct error *error)
{
    bool good = request_number(request->param[0], 1, SPAN_INT_MAX, id);
    return good ? ERR_OK : error_raise_span(error, &HTTP_MSG_SEASON_ID, request->param[0]);
}

enum err get_season(struct request *request, struct error *error)
{
    struct season_page page;
    int64_t id = 0;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = season_id(request, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_season_page(request->service, id, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_season_page(&page, &request->response.body, error);
    season_page_release(&page);
    return err;
}

/* ---- writing ---- */

enum err prepare_season(struct request *request, struct error *error)
{
    struct wire_season *season = arena_new(&request->arena, 1, sizeof(*season));
    bool complete = request->route->method == METHOD_POST;
    request->parsed = season;
    return season ? wire_read_season(strbuf_span(&request->body), &request->arena, complete, season, error)
                  : error_raise(error, &MSG_MEMORY);
}

/* A day that the member of that name says. */
static enum err read_day(struct span text, const char *member, int32_t *day, struct error *error)
{
    if (date_parse(text, day)) {
        return ERR_OK;
    }
    enum err err = error_raise_span(error, &MEMBERS_MSG_TYPE, span_from(member));
    error_add(error, SPAN_LITERAL("a date like 2026-11-13"));
    error_add(error, SPAN_LITERAL("une date comme 2026-11-13"));
    return err;
}

/* What the body says, as a change: of a new season all of it. */
static enum err read_change(const struct wire_season *said, struct season_change *change, struct error *error)
{
    *change = (struct season_change){.name = said->name,
                                     .title = said->title,
                                     .has_from = said->from.ptr != NULL,
                                     .has_to = said->to.ptr != NULL,
                                     .has_points = said->points.ptr != NULL};
    enum err err = change->has_from ? read_day(said->from, "from", &change->from, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = change->has_to ? read_day(said->to, "to", &change->to, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return change->has_points ? season_points_parse(said->points, &change->points, error) : ERR_OK;
}

enum err post_season(struct request *request, struct error *error)
{
    struct season_change said;
    char text[32];
    struct strbuf number;
    int64_t id = 0;
    enum err err = read_change(request->parsed, &said, error);
    if (err != ERR_OK) {
        return err;
    }
    struct season_terms terms = {said.name, said.from, said.to, said.title, said.points};
    err = service_season_add(request->service, request->author, &terms, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    strbuf_wrap(&number, text, sizeof(text));
    strbuf_int(&number, id);
    answer_created(request, "/v1/seasons/", text);
    return service_season(request->service, id, show, request, error);
}

/* `closed` alone closes it; what has still to be changed is changed before. */
static enum err change_or_close(struct request *request, int64_t id, struct error *error)
{
    const struct wire_season *said = request->parsed;
    struct season_change change;
    if (said->closed) {
        bool more = said->name.ptr || said->from.ptr || said->to.ptr || said->title.ptr || said->points.ptr;
        return more ? error_raise(error, &HTTP_MSG_SEASON_BOTH)
                    : service_season_close(request->service, request->author, id, error);
    }
    enum err err = read_change(said, &change, error);
    return err == ERR_OK ? service_season_change(request->service, request->author, id, &change, error) : err;
}

enum err patch_season(struct request *request, struct error *error)
{
    int64_t id = 0;
    enum err err = season_id(request, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = change_or_close(request, id, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    return service_season(request->service, id, show, request, error);
}
