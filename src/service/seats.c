/* Who sits in a record that arrives: the names of its canonical headers, the people they are here, and newcomers. */
#include "service/seats.h"

#include "base/fold.h"
#include "base/handle.h"
#include "service/messages.h"

#include "base/banned.h"

void seats_read(const struct service *service, size_t head, unsigned count, struct seats *seats)
{
    struct span rest = span_of(strbuf_text(&service->text), head);
    unsigned found = 0;
    while (rest.len > 0 && found < count) {
        struct span line = span_cut(&rest, '\n');
        if (span_starts(line, "seat ")) {
            line = span_skip(line, sizeof("seat ") - 1);
            (void)span_word(&line);
            seats->name[found++] = span_skip(line, 1);
        }
    }
}

/* A person whose name was erased where the record comes from: a newcomer without a name here. */
static bool is_nameless(struct span text)
{
    return span_starts(text, "@") && handle_ok(span_skip(text, 1));
}

static bool is_guest(struct span text)
{
    return span_is(text, RECORD_GUEST);
}

/* What is wrong with seats and place: all of it is told, what was wrong first is kept. */
struct objections {
    const struct record *record;
    problem_fn *fn;
    void *context;
    enum err first;
    struct error why;
};

static void object(struct objections *objections, enum err err, const struct error *error, struct field field)
{
    struct problem problem = problem_of(error);
    problem.error.line = field.line;
    problem.error.column = record_column(objections->record, field.line, field.column);
    if (objections->first == ERR_OK) {
        objections->first = err;
        objections->why = problem.error;
    }
    if (objections->fn) {
        objections->fn(objections->context, &problem);
    }
}

/* Who sits at seat `i`; person 0: not here yet. ERR_CONFLICT: sits at an earlier one. */
static enum err find_person(struct service *service, const struct record *record, bool import, unsigned i,
                            struct seats *seats, struct error *error)
{
    struct span text = seats->name[i];
    int64_t *id = &seats->seating.person[i];
    if (is_guest(text)) {
        *id = 0;
        return ERR_OK;
    }
    enum err err = person_for(service, text, false, id, seats->handle[i], error);
    if (err == ERR_NOT_FOUND && (!span_starts(text, "@") || (import && is_nameless(text)))) {
        *id = 0;
    } else if (err != ERR_OK) {
        return err;
    }
    for (unsigned j = 0; j < i; j++) {
        int64_t other = seats->seating.person[j];
        if (is_guest(seats->name[j])) {
            continue;
        }
        if (*id == other && (*id != 0 || fold_same(text, seats->name[j]))) {
            return record_raise(error, &SERVICE_MSG_SAME_PERSON, record, record->seat[i]);
        }
    }
    return ERR_OK;
}

enum err seats_find(struct service *service, const struct record *record, bool import, problem_fn *fn, void *context,
                    struct seats *seats, struct error *error)
{
    struct objections objections = {.record = record, .fn = fn, .context = context};
    seats->seating.count = record->seats;
    for (unsigned i = 0; i < record->seats; i++) {
        enum err err = find_person(service, record, import, i, seats, error);
        if (err_is_fatal(err)) {
            return err;
        }
        if (err != ERR_OK) {
            object(&objections, err, error, record->seat[i]);
        }
    }
    enum err err = check_new_place(service, record->place.text, error);
    if (err_is_fatal(err)) {
        return err;
    }
    if (err != ERR_OK) {
        object(&objections, err, error, record->place);
    }
    err = check_visible(record->title.text, "\t", error);
    if (err != ERR_OK) {
        object(&objections, err, error, record->title);
    }
    if (objections.first != ERR_OK) {
        *error = objections.why;
        return objections.first;
    }
    return title_of(service->store, record, seats->seating.title, error);
}

static enum err create_nameless(struct service *service, struct span handle, int64_t *id, char out[PERSON_HANDLE],
                                struct error *error)
{
    const struct span nothing = {NULL, 0};
    struct strbuf text;
    memset(out, 0, PERSON_HANDLE);
    strbuf_wrap(&text, out, PERSON_HANDLE);
    strbuf_add_span(&text, handle);
    return store_person_add(service->store, handle, nothing, nothing, now_of(service), id, error);
}

enum err seats_create(struct service *service, struct seats *seats, struct error *error)
{
    for (unsigned i = 0; i < seats->seating.count; i++) {
        struct span name = seats->name[i];
        int64_t *id = &seats->seating.person[i];
        if (*id != 0 || is_guest(name)) {
            continue;
        }
        enum err err = is_nameless(name) ? create_nameless(service, span_skip(name, 1), id, seats->handle[i], error)
                                         : person_for(service, name, true, id, seats->handle[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}
