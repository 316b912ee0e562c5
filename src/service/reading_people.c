/* People, nights and places, read and set for whoever shows them. */
#include "service/reading.h"

#include "base/utf8.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum { PLACE_NAME = 200, NIGHT_TITLE = 200, NIGHT_NOTE = 4000 /* characters */ };

static const struct message MSG_PLACE = {ERR_USAGE, "place.name",
                                         "a place's name has 1 to 200 characters, none of them a control character",
                                         "le nom d'un lieu a de 1 à 200 caractères, sans caractère de contrôle"};
static const struct message MSG_PLACE_TAKEN = {ERR_CONFLICT, "place.taken", "the place '%1' is already here",
                                               "le lieu « %1 » existe déjà"};
static const struct message MSG_NIGHT = {
    ERR_USAGE, "night.text",
    "a night's title has at most 200 characters, its note 4000, none of them a control character",
    "le titre d'une soirée a au plus 200 caractères, sa note 4000, sans caractère de contrôle"};
static const struct message MSG_NO_NIGHT = {ERR_NOT_FOUND, "night.unknown", "nothing is known of that night",
                                            "on ne sait rien de cette soirée"};

struct person_walk {
    struct service *service;
    person_fn *visit;
    void *context;
};

static enum err copy_handle(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct strbuf *out = context;
    strbuf_add_span(out, person->handle);
    return ERR_OK;
}

static enum err show_person(void *context, const struct store_person *row, struct error *error)
{
    const struct person_walk *walk = context;
    char memory[PERSON_HANDLE];
    struct strbuf target;
    int64_t games = 0;
    strbuf_wrap(&target, memory, sizeof(memory));
    enum err err = store_person_games(walk->service->store, row->id, &games, error);
    if (err == ERR_OK && row->target != row->id) {
        err = store_person(walk->service->store, row->target, copy_handle, &target, error);
    }
    struct person person = {row->handle, row->name, row->created, games, strbuf_span(&target)};
    return err == ERR_OK ? walk->visit(walk->context, &person, error) : err;
}

enum err service_person(struct service *service, struct span handle, person_fn *visit, void *context,
                        struct error *error)
{
    struct person_walk walk = {service, visit, context};
    int64_t id = 0;
    struct span bare = handle.len > 0 && handle.ptr[0] == '@' ? span_skip(handle, 1) : handle;
    enum err err = store_person_by_handle(service->store, bare, &id, error);
    if (err == ERR_NOT_FOUND) {
        return error_raise_span(error, &SERVICE_MSG_NO_PERSON, handle);
    }
    return err == ERR_OK ? store_person(service->store, id, show_person, &walk, error) : err;
}

/* ---- places and nights ---- */

struct place_walk {
    place_fn *visit;
    void *context;
};

static enum err show_place(void *context, int64_t id, struct span name, struct error *error)
{
    (void)id;
    const struct place_walk *walk = context;
    return walk->visit(walk->context, name, error);
}

enum err service_places(struct service *service, place_fn *visit, void *context, struct error *error)
{
    struct place_walk walk = {visit, context};
    return store_places(service->store, show_place, &walk, error);
}

/* UTF-8 of at most `limit` characters without control characters; line feeds only if told so. */
static bool is_text(struct span text, size_t limit, bool lines)
{
    bool good = utf8_valid(text) == text.len && utf8_count(text) <= limit;
    for (struct span rest = text; good && rest.len > 0; rest = span_skip(rest, 1)) {
        good = utf8_control(rest) == 0 || (lines && rest.ptr[0] == '\n');
    }
    return good;
}

static bool is_place(struct span name)
{
    return name.len > 0 && span_trim(name).len == name.len && is_text(name, PLACE_NAME, false);
}

enum err service_place_add(struct service *service, struct span name, struct error *error)
{
    int64_t id = 0;
    if (!is_place(name)) {
        return error_raise(error, &MSG_PLACE);
    }
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_place_id(service->store, name, false, &id, error);
    if (err == ERR_OK) {
        err = error_raise_span(error, &MSG_PLACE_TAKEN, name);
    } else if (err == ERR_NOT_FOUND) {
        first_write(service);
        err = store_place_id(service->store, name, true, &id, error);
    }
    return end_write(service, err, error);
}

struct night_walk {
    int32_t day;
    bool found;
    night_fn *visit;
    void *context;
};

static enum err show_night(void *context, const struct store_night *row, struct error *error)
{
    struct night_walk *walk = context;
    if (walk->day != INT32_MIN && walk->day != row->day) {
        return ERR_OK;
    }
    walk->found = true;
    struct night night = {(int32_t)row->day, row->title, row->place, row->note, row->games};
    return walk->visit(walk->context, &night, error);
}

enum err service_nights(struct service *service, int32_t day, night_fn *visit, void *context, struct error *error)
{
    struct night_walk walk = {day, false, visit, context};
    enum err err = store_nights(service->store, show_night, &walk, error);
    return err == ERR_OK && day != INT32_MIN && !walk.found ? error_raise(error, &MSG_NO_NIGHT) : err;
}

enum err service_night_set(struct service *service, const struct night *night, struct error *error)
{
    struct store_night row = {.day = night->day, .title = night->title, .place = night->place, .note = night->note};
    if (!is_text(night->title, NIGHT_TITLE, false) || !is_text(night->note, NIGHT_NOTE, true)) {
        return error_raise(error, &MSG_NIGHT);
    }
    if (night->place.len > 0 && !is_place(night->place)) {
        return error_raise(error, &MSG_PLACE);
    }
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = store_night_set(service->store, &row, error);
    return end_write(service, err, error);
}

/* ---- checkpoints ---- */

struct kept {
    int64_t size;
    struct strbuf *out;
};

static enum err show_kept(void *context, int64_t size, int64_t at, struct span text, struct error *error)
{
    (void)at;
    (void)error;
    const struct kept *kept = context;
    if (size == kept->size) {
        strbuf_add_span(kept->out, text);
    }
    return ERR_OK;
}

enum err service_checkpoint_kept(struct service *service, int64_t size, struct strbuf *out, struct error *error)
{
    struct kept kept = {size, out};
    return store_checkpoints(service->store, show_kept, &kept, error);
}
