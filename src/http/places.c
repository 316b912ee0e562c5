/* Nights and places over HTTP. */
#include "base/date.h"
#include "http/handlers.h"
#include "http/messages.h"
#include "service/reading.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"
#include "wire/http_members.h"

#include "base/banned.h"

static enum err show_night(void *context, const struct night *night, struct error *error)
{
    struct request *request = context;
    return wire_night(night, &request->response.body, error);
}

static enum err show_night_item(void *context, const struct night *night, struct error *error)
{
    struct request *request = context;
    (void)error;
    if (list_wants(request)) {
        emit_night(&request->list, night);
    }
    return ERR_OK;
}

/* The same, with who was there and who won. */
static enum err show_night_won(void *context, const struct night *night, struct error *error)
{
    struct request *request = context;
    struct night_won won;
    if (!list_wants(request)) {
        return ERR_OK;
    }
    enum err err = service_night_won(request->service, night->day, &won, error);
    if (err == ERR_OK) {
        emit_night_won(&request->list, night, &won);
    }
    return err;
}

enum err get_nights(struct request *request, struct error *error)
{
    static const char *const names[] = {"limit", "cursor", "winners", NULL};
    bool winners = false;
    enum err err = list_paged_beside(request, 'n', names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_flag(request, "winners", &winners, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "nights");
    err = service_nights(request->service, INT32_MIN, winners ? show_night_won : show_night_item, request, error);
    return err == ERR_OK ? list_end(request, list_next(request), error) : err;
}

enum err prepare_night(struct request *request, struct error *error)
{
    struct wire_night *night = arena_new(&request->arena, 1, sizeof(*night));
    request->parsed = night;
    return night ? wire_read_night(strbuf_span(&request->body), &request->arena, night, error)
                 : error_raise(error, &MSG_MEMORY);
}

/* What is known of a night, copied, so that a change of one part keeps the
 * others. */
struct known {
    struct arena *arena;
    struct night night;
};

static enum err keep(void *context, const struct night *night, struct error *error)
{
    struct known *known = context;
    const struct span from[] = {night->title, night->place, night->note};
    struct span *const to[] = {&known->night.title, &known->night.place, &known->night.note};
    for (size_t i = 0; i < 3; i++) {
        const char *copy = arena_copy(known->arena, from[i]);
        if (!copy) {
            return error_raise(error, &MSG_MEMORY);
        }
        *to[i] = span_of(copy, from[i].len);
    }
    return ERR_OK;
}

static enum err set_night(struct request *request, int32_t day, struct error *error)
{
    const struct wire_night *said = request->parsed;
    struct known known = {&request->arena, {.day = day}};
    enum err err = service_nights(request->service, day, keep, &known, error);
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    known.night.title = said->title.ptr ? said->title : known.night.title;
    known.night.place = said->place.ptr ? said->place : known.night.place;
    known.night.note = said->note.ptr ? said->note : known.night.note;
    err = service_night_set(request->service, &known.night, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_nights(request->service, day, show_night, request, error);
    if (err == ERR_NOT_FOUND) { /* nothing is said any more, and no game was played */
        err = wire_night(&(struct night){.day = day}, &request->response.body, error);
    }
    return err;
}

enum err post_night(struct request *request, struct error *error)
{
    const struct wire_night *said = request->parsed;
    int32_t day = 0;
    enum err err = request_day(said->day, &MEMBERS_MSG_TYPE, &day, error);
    if (err != ERR_OK) {
        return err;
    }
    err = set_night(request, day, error);
    if (err != ERR_OK) {
        return err;
    }
    char text[DATE_SIZE];
    date_format(day, text);
    answer_created(request, "/v1/nights/", text);
    return ERR_OK;
}

enum err patch_night(struct request *request, struct error *error)
{
    int32_t day = 0;
    enum err err = request_day(request->param[0], &HTTP_MSG_QUERY, &day, error);
    return err == ERR_OK ? set_night(request, day, error) : err;
}

/* ---- places ---- */

static enum err show_place(void *context, struct span name, struct error *error)
{
    struct request *request = context;
    (void)error;
    if (list_wants(request)) {
        emit_place(&request->list, name);
    }
    return ERR_OK;
}

enum err get_places(struct request *request, struct error *error)
{
    enum err err = list_paged(request, 'q', error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "places");
    err = service_places(request->service, show_place, request, error);
    return err == ERR_OK ? list_end(request, list_next(request), error) : err;
}

enum err post_place(struct request *request, struct error *error)
{
    const struct wire_name *name = request->parsed;
    enum err err = service_place_add(request->service, name->name, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    answer_status(request, 201);
    return wire_place(name->name, &request->response.body, error);
}
