/* People: who a name or a handle means, and the changes that leave the log alone (merges.c has the others). */
#include "base/handle.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/reading.h"

#include "base/banned.h"

/* A handle is understood with and without its @. */
static struct span bare(struct span handle)
{
    return span_starts(handle, "@") ? span_skip(handle, 1) : handle;
}

/* The person of that handle itself, not the one it was merged into. */
static enum err by_handle(struct service *service, struct span handle, int64_t *id, struct error *error)
{
    enum err err = store_person_by_handle(service->store, bare(handle), id, error);
    return err == ERR_NOT_FOUND ? error_raise_span(error, &SERVICE_MSG_NO_PERSON, handle) : err;
}

/* The person as the store has it, copied. */
struct found {
    int64_t target;
    char handle[PERSON_HANDLE];
    struct span spelling; /* a name to compare with; empty: none */
    bool respelled;       /* the person is called otherwise */
};

static enum err copy_found(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct found *found = context;
    struct strbuf text;
    found->target = person->target;
    found->respelled = !span_equal(found->spelling, person->name);
    strbuf_wrap(&text, found->handle, sizeof(found->handle));
    strbuf_add_span(&text, person->handle);
    return ERR_OK;
}

/* From a person to the one it was merged into, who may be called otherwise than `spelling`. */
static enum err follow_spelled(struct service *service, int64_t id, struct span spelling, int64_t *target,
                               char handle[PERSON_HANDLE], struct error *error)
{
    struct found found = {.target = 0, .spelling = spelling};
    enum err err = store_person(service->store, id, copy_found, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    bool merged = found.target != id;
    err = merged ? store_person(service->store, found.target, copy_found, &found, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    *target = found.target;
    memcpy(handle, found.handle, PERSON_HANDLE);
    service->respelled = service->respelled || found.respelled;
    recent_add(&service->recent, spelling, found.target, handle, found.respelled);
    return ERR_OK;
}

static enum err follow(struct service *service, int64_t id, int64_t *target, char handle[PERSON_HANDLE],
                       struct error *error)
{
    return follow_spelled(service, id, (struct span){NULL, 0}, target, handle, error);
}

enum err person_behind(struct service *service, struct span handle, int64_t *target, struct error *error)
{
    char ignored[PERSON_HANDLE];
    int64_t id = 0;
    enum err err = by_handle(service, handle, &id, error);
    return err == ERR_OK ? follow(service, id, target, ignored, error) : err;
}

static enum err add_person(struct service *service, struct span name, struct span folded, int64_t *id,
                           char handle[PERSON_HANDLE], struct error *error)
{
    char fresh[HANDLE_SIZE];
    handle_make(service->options.entropy, fresh);
    memset(handle, 0, PERSON_HANDLE);
    memcpy(handle, fresh, HANDLE_SIZE);
    first_write(service);
    enum err err = store_person_add(service->store, span_from(handle), name, folded, now_of(service), id, error);
    return err == ERR_OK ? alike_name_added(service, name, *id, error) : err;
}

enum err person_for(struct service *service, struct span text, bool create, int64_t *id, char handle[PERSON_HANDLE],
                    struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    enum err err;
    if (service->group && recent_find(&service->recent, text, id, handle, &service->respelled)) {
        return ERR_OK;
    }
    strbuf_wrap(&folded, memory, sizeof(memory));
    if (text.len > 0 && text.ptr[0] == '@') {
        err = store_person_by_handle(service->store, span_skip(text, 1), id, error);
    } else {
        err = check_asked_name(text, error);
        if (err != ERR_OK) {
            return err;
        }
        fold_name(text, &folded);
        err = store_person_by_name(service->store, strbuf_span(&folded), id, error);
        struct error wrong;
        if (err == ERR_NOT_FOUND && check_name(text, &wrong) != ERR_OK) {
            *error = wrong; /* no person has this name, and none may have it */
            return wrong.message->code;
        }
    }
    if (err != ERR_NOT_FOUND) {
        return err == ERR_OK ? follow_spelled(service, *id, text, id, handle, error) : err;
    }
    if (create && folded.len > 0) {
        return add_person(service, text, strbuf_span(&folded), id, handle, error);
    }
    return error_raise_span(error, &SERVICE_MSG_NO_PERSON, text);
}

enum err person_asked(struct service *service, struct span who, int64_t *id, char handle[PERSON_HANDLE],
                      struct error *error)
{
    struct error ignored;
    enum err err = person_for(service, who, false, id, handle, error);
    if (err != ERR_NOT_FOUND || who.len == 0 || who.ptr[0] == '@') {
        return err;
    }
    if (store_person_by_handle(service->store, who, id, &ignored) == ERR_OK) {
        return follow(service, *id, id, handle, error);
    }
    hint_person(service, who, error);
    return err;
}

enum err service_person_find(struct service *service, struct span who, char handle[PERSON_HANDLE], struct error *error)
{
    int64_t id;
    return person_asked(service, who, &id, handle, error);
}

/*
 * Refuses a name that a person other than `self` has; leaves its folded form
 * in `folded`. `*holder` gets who has it: 0 for none, `self`, or a person who
 * was merged into `self`.
 */
static enum err check_free(struct service *service, struct span name, int64_t self, struct strbuf *folded,
                           int64_t *holder, struct error *error)
{
    char ignored[PERSON_HANDLE];
    int64_t target = 0;
    *holder = 0;
    enum err err = check_name(name, error);
    if (err != ERR_OK) {
        return err;
    }
    fold_name(name, folded);
    err = store_person_by_name(service->store, strbuf_span(folded), holder, error);
    err = err == ERR_OK ? follow(service, *holder, &target, ignored, error) : err;
    if (err != ERR_OK) {
        return err == ERR_NOT_FOUND ? ERR_OK : err;
    }
    return target == self ? ERR_OK : error_raise_span(error, &SERVICE_MSG_NAME_TAKEN, name);
}

static enum err add_new(struct service *service, struct span name, char handle[PERSON_HANDLE], struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    int64_t id;
    strbuf_wrap(&folded, memory, sizeof(memory));
    enum err err = check_free(service, name, 0, &folded, &id, error);
    return err == ERR_OK ? add_person(service, name, strbuf_span(&folded), &id, handle, error) : err;
}

enum err service_person_add(struct service *service, struct span name, char handle[PERSON_HANDLE], struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, add_new(service, name, handle, error), error) : err;
}

enum err forget_name(struct service *service, int64_t id, struct error *error)
{
    const struct span nothing = {NULL, 0};
    first_write(service);
    recent_forget(&service->recent);
    return store_person_rename(service->store, id, nothing, nothing, error);
}

static enum err change_name(struct service *service, int64_t id, struct span name, struct span folded,
                            struct error *error)
{
    first_write(service);
    recent_forget(&service->recent);
    return store_person_rename(service->store, id, name, folded, error);
}

enum err name_give_back(struct service *service, int64_t person, int64_t holder, struct span name, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    struct found found = {.spelling = name};
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(name, &folded);
    enum err err = store_name_unlend(service->store, person, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_person(service->store, holder, copy_found, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    err = found.respelled ? ERR_OK : forget_name(service, holder, error); /* still called so */
    return err == ERR_OK ? change_name(service, person, name, strbuf_span(&folded), error) : err;
}

struct called {
    char name[4 * PERSON_NAME + 1];
    struct strbuf text;
};

static enum err copy_name(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct called *called = context;
    strbuf_add_span(&called->text, person->name);
    return ERR_OK;
}

/*
 * Another name for `id`, that of `lender` who was merged into them (0: nobody's). The lender has none meanwhile; the one
 * that this person had been lent before goes back to where it came from.
 */
static enum err take_name(struct service *service, int64_t id, struct span name, struct span folded, int64_t lender,
                          struct error *error)
{
    struct store *store = service->store;
    struct called old;
    int64_t earlier = 0;
    strbuf_wrap(&old.text, old.name, sizeof(old.name));
    enum err err = store_name_lender(store, id, &earlier, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_person(store, id, copy_name, &old, error);
    if (err != ERR_OK) {
        return err;
    }
    err = lender != 0 ? forget_name(service, lender, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = change_name(service, id, name, folded, error);
    if (err != ERR_OK) {
        return err;
    }
    err =
        earlier != 0 && old.text.len > 0 ? name_give_back(service, earlier, id, strbuf_span(&old.text), error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    return lender != 0 ? store_name_lend(store, lender, id, error) : ERR_OK;
}

static enum err rename_person(struct service *service, struct span handle, struct span name, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    int64_t id = 0;
    int64_t holder = 0;
    strbuf_wrap(&folded, memory, sizeof(memory));
    enum err err = person_behind(service, handle, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_free(service, name, id, &folded, &holder, error);
    if (err != ERR_OK) {
        return err;
    }
    err = remember_live(service, id, error);
    if (err != ERR_OK) {
        return err;
    }
    bool moves_over = holder != 0 && holder != id; /* from one who was merged into this person */
    err = holder == id ? change_name(service, id, name, strbuf_span(&folded), error)
                       : take_name(service, id, name, strbuf_span(&folded), moves_over ? holder : 0, error);
    return err == ERR_OK ? remember_person(service, id, error) : err;
}

enum err service_person_rename(struct service *service, struct span handle, struct span name, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, rename_person(service, handle, name, error), error) : err;
}

/* Hands people on one by one, with the handle of the one they were merged into. */
struct walk {
    struct service *service;
    person_fn *fn;
    void *context;
};

static enum err show_person(void *context, const struct store_person *row, struct error *error)
{
    const struct walk *walk = context;
    struct store *store = walk->service->store;
    struct found target = {.target = row->target};
    struct person person = {row->handle, row->name, row->created, row->games, {NULL, 0}};
    enum err err = person.games >= 0 ? ERR_OK : store_person_games(store, row->id, &person.games, error);
    if (err != ERR_OK) {
        return err;
    }
    if (row->target != row->id) {
        err = store_person(store, row->target, copy_found, &target, error);
        if (err != ERR_OK) {
            return err;
        }
        person.merged_into = span_from(target.handle);
    }
    return walk->fn(walk->context, &person, error);
}

enum err service_person(struct service *service, struct span handle, person_fn *fn, void *context, struct error *error)
{
    struct walk walk = {service, fn, context};
    int64_t id = 0;
    enum err err = by_handle(service, handle, &id, error);
    return err == ERR_OK ? store_person(service->store, id, show_person, &walk, error) : err;
}

enum err service_people(struct service *service, person_fn *fn, void *context, struct error *error)
{
    struct walk walk = {service, fn, context};
    return store_people(service->store, show_person, &walk, error);
}
