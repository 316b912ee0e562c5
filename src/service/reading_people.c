/* Nights, places and kept checkpoints, read and set for the edges. */
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

struct place_walk {
    place_fn *fn;
    void *context;
};

static enum err show_place(void *context, int64_t id, struct span name, struct error *error)
{
    (void)id;
    const struct place_walk *walk = context;
    return walk->fn(walk->context, name, error);
}

enum err service_places(struct service *service, place_fn *fn, void *context, struct error *error)
{
    struct place_walk walk = {fn, context};
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

static enum err add_place(struct service *service, struct span name, struct error *error)
{
    int64_t id = 0;
    enum err err = store_place_id(service->store, name, false, &id, error);
    if (err != ERR_NOT_FOUND) {
        return err == ERR_OK ? error_raise_span(error, &MSG_PLACE_TAKEN, name) : err;
    }
    first_write(service);
    return store_place_id(service->store, name, true, &id, error);
}

enum err service_place_add(struct service *service, struct span name, struct error *error)
{
    enum err err = check_place(name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, add_place(service, name, error), error) : err;
}

struct night_walk {
    int32_t day;
    bool found;
    night_fn *fn;
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
    return walk->fn(walk->context, &night, error);
}

enum err service_nights(struct service *service, int32_t day, night_fn *fn, void *context, struct error *error)
{
    struct night_walk walk = {day, false, fn, context};
    enum err err = store_nights(service->store, show_night, &walk, error);
    if (err != ERR_OK) {
        return err;
    }
    return day != INT32_MIN && !walk.found ? error_raise(error, &MSG_NO_NIGHT) : ERR_OK;
}

/* The most wins come first, so that who has as many is one of those who won most. */
static enum err see_winner(void *context, struct span handle, struct span name, int64_t wins, struct error *error)
{
    struct night_won *won = context;
    struct strbuf out;
    (void)error;
    won->people++;
    won->wins = won->people == 1 ? wins : won->wins;
    if (wins == 0 || wins != won->wins) {
        return ERR_OK;
    }
    if (won->winners < NIGHT_WINNERS) {
        strbuf_wrap(&out, won->winner[won->winners].handle, sizeof(won->winner[0].handle));
        strbuf_add_span(&out, handle);
        strbuf_wrap(&out, won->winner[won->winners].name, sizeof(won->winner[0].name));
        strbuf_add_span(&out, name);
    }
    won->winners++;
    return ERR_OK;
}

enum err service_night_won(struct service *service, int32_t day, struct night_won *out, struct error *error)
{
    memset(out, 0, sizeof(*out));
    return store_night_people(service->store, day, see_winner, out, error);
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
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        return err;
    }
    err = same.title ? ERR_OK : check_visible(night->title, "", error);
    if (err != ERR_OK) {
        return err;
    }
    err = same.note ? ERR_OK : check_visible(night->note, "\n", error);
    if (err != ERR_OK) {
        return err;
    }
    return !same.place && night->place.len > 0 ? check_place(night->place, error) : ERR_OK;
}

static enum err set_night(struct service *service, const struct night *night, struct error *error)
{
    struct store_night row = {.day = night->day, .title = night->title, .place = night->place, .note = night->note};
    enum err err = check_night(service, night, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    return store_night_set(service->store, &row, error);
}

enum err service_night_set(struct service *service, const struct night *night, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, set_night(service, night, error), error) : err;
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
