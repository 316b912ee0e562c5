/* People, nights and places, read and set for whoever shows them. */
#include "service/reading.h"

#include "base/utf8.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum { PLACE_NAME = 200, NIGHT_TITLE = 200, NIGHT_NOTE = 4000 /* characters */ };

static const struct message MSG_PLACE = {ERR_USAGE, "place.name",
                                         "a place's name has 1 to 200 characters and no blank at its ends",
                                         "le nom d'un lieu a de 1 à 200 caractères, sans espace aux bouts"};
static const struct message MSG_PLACE_TAKEN = {ERR_CONFLICT, "place.taken", "the place '%1' is already here",
                                               "le lieu « %1 » existe déjà"};
static const struct message MSG_NIGHT = {ERR_USAGE, "night.text",
                                         "a night's title has at most 200 characters, its note 4000",
                                         "le titre d'une soirée a au plus 200 caractères, sa note 4000"};
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
    if (err != ERR_OK) {
        return err;
    }
    if (row->target != row->id) {
        err = store_person(walk->service->store, row->target, copy_handle, &target, error);
    }
    struct person person = {row->handle, row->name, row->created, games, strbuf_span(&target)};
    if (err != ERR_OK) {
        return err;
    }
    return walk->visit(walk->context, &person, error);
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

/* UTF-8 of at most `limit` characters. */
static bool is_text(struct span text, size_t limit)
{
    return utf8_valid(text) == text.len && utf8_count(text) <= limit;
}

static enum err check_place(struct span name, struct error *error)
{
    bool good = name.len > 0 && span_trim(name).len == name.len && is_text(name, PLACE_NAME);
    return good ? check_visible(name, "", error) : error_raise(error, &MSG_PLACE);
}

enum err service_place_add(struct service *service, struct span name, struct error *error)
{
    int64_t id = 0;
    enum err err = check_place(name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
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
    if (err != ERR_OK) {
        return err;
    }
    return day != INT32_MIN && !walk.found ? error_raise(error, &MSG_NO_NIGHT) : ERR_OK;
}

/* What a night is to be called, and what of it is said already: that stays as it is, whatever the rules were then. */
struct night_change {
    const struct night *night;
    bool title, place, note; /* the same as before */
};

static enum err compare_night(void *context, const struct night *before, struct error *error)
{
    (void)error;
    struct night_change *change = context;
    change->title = span_equal(before->title, change->night->title);
    change->place = span_equal(before->place, change->night->place);
    change->note = span_equal(before->note, change->night->note);
    return ERR_OK;
}

static enum err check_night(struct service *service, const struct night *night, struct error *error)
{
    struct night_change same = {.night = night};
    if (!is_text(night->title, NIGHT_TITLE) || !is_text(night->note, NIGHT_NOTE)) {
        return error_raise(error, &MSG_NIGHT);
    }
    enum err err = service_nights(service, night->day, compare_night, &same, error);
    if (err == ERR_OK || err == ERR_NOT_FOUND) {
        err = same.title ? ERR_OK : check_visible(night->title, "", error);
    }
    if (err != ERR_OK) {
        return err;
    }
    if (!same.note) {
        err = check_visible(night->note, "\n", error);
    }
    if (err != ERR_OK) {
        return err;
    }
    return !same.place && night->place.len > 0 ? check_place(night->place, error) : ERR_OK;
}

enum err service_night_set(struct service *service, const struct night *night, struct error *error)
{
    struct store_night row = {.day = night->day, .title = night->title, .place = night->place, .note = night->note};
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_night(service, night, error);
    if (err == ERR_OK) {
        first_write(service);
        err = store_night_set(service->store, &row, error);
    }
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
