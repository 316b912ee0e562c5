/* People over HTTP. */
#include "http/handlers.h"
#include "service/reading.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

/* The handle in {id}, with or without its @. */
static struct span handle_of(const struct request *request)
{
    struct span id = request->param[0];
    return id.len > 0 && id.ptr[0] == '@' ? span_skip(id, 1) : id;
}

static enum err show(void *context, const struct person *person, struct error *error)
{
    struct request *request = context;
    return wire_person(person, &request->response.body, error);
}

static enum err show_item(void *context, const struct person *person, struct error *error)
{
    struct request *request = context;
    (void)error;
    if (list_wants(request)) {
        emit_person(&request->list, person);
    }
    return ERR_OK;
}

static enum err note_target(void *context, const struct person *person, struct error *error)
{
    char *target = context;
    (void)error;
    if (person->merged_into.len > 0 && person->merged_into.len < PERSON_HANDLE) {
        memcpy(target, person->merged_into.ptr, person->merged_into.len);
    }
    return ERR_OK;
}

/* A person who was merged is changed as the one they are now: that one is the answer. */
static enum err show_changed(struct request *request, struct span handle, struct error *error)
{
    char target[PERSON_HANDLE] = {0};
    enum err err = service_person(request->service, handle, note_target, target, error);
    if (err != ERR_OK) {
        return err;
    }
    return service_person(request->service, target[0] ? span_from(target) : handle, show, request, error);
}

enum err get_players(struct request *request, struct error *error)
{
    enum err err = list_paged(request, 'p', error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "players");
    err = service_people(request->service, show_item, request, error);
    return err == ERR_OK ? list_end(request, list_next(request), error) : err;
}

enum err get_player(struct request *request, struct error *error)
{
    enum err err = request_only(request, NOTHING, error);
    return err == ERR_OK ? service_person(request->service, handle_of(request), show, request, error) : err;
}

enum err prepare_name(struct request *request, struct error *error)
{
    struct wire_name *name = arena_new(&request->arena, 1, sizeof(*name));
    request->parsed = name;
    return name ? wire_read_name(strbuf_span(&request->body), &request->arena, name, error)
                : error_raise(error, &MSG_MEMORY);
}

enum err post_player(struct request *request, struct error *error)
{
    const struct wire_name *name = request->parsed;
    char handle[PERSON_HANDLE];
    enum err err = service_person_add(request->service, name->name, handle, error);
    if (err != ERR_OK) {
        return err;
    }
    answer_created(request, "/v1/players/", handle);
    return service_person(request->service, span_from(handle), show, request, error);
}

enum err patch_player(struct request *request, struct error *error)
{
    const struct wire_name *name = request->parsed;
    enum err err = service_person_rename(request->service, handle_of(request), name->name, error);
    return err == ERR_OK ? show_changed(request, handle_of(request), error) : err;
}

/* erasures_settle (chores.c) makes 202 of it while a reader still has the old state. */
enum err delete_player(struct request *request, struct error *error)
{
    answer_status(request, 204);
    return service_person_erase(request->service, handle_of(request), error);
}

enum err prepare_merge(struct request *request, struct error *error)
{
    struct wire_merge *merge = arena_new(&request->arena, 1, sizeof(*merge));
    request->parsed = merge;
    return merge ? wire_read_merge(strbuf_span(&request->body), &request->arena, merge, error)
                 : error_raise(error, &MSG_MEMORY);
}

enum err merge_player(struct request *request, struct error *error)
{
    const struct wire_merge *merge = request->parsed;
    struct span into = merge->into.len > 0 && merge->into.ptr[0] == '@' ? span_skip(merge->into, 1) : merge->into;
    enum err err = service_person_merge(request->service, request->author, handle_of(request), into, error);
    return err == ERR_OK ? show_changed(request, into, error) : err;
}
