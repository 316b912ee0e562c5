/* People over HTTP. */
#include "http/handlers.h"
#include "service/merges.h"
#include "service/reading.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"
#include "wire/json.h"

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

/* What is told beside a person who was added, merged or parted. */
struct telling {
    struct request *request;
    int64_t entry;               /* 0: none */
    const struct span *problems; /* NULL: none */
};

static enum err show_more(void *context, const struct person *person, struct error *error)
{
    const struct telling *telling = context;
    struct request *request = telling->request;
    return wire_person_changed(person, telling->entry, telling->problems, &request->response.body, error);
}

/* A person who was merged is changed as the one they are now: that one is the answer. */
static enum err show_changed(struct request *request, struct span handle, int64_t entry, struct error *error)
{
    char target[PERSON_HANDLE] = {0};
    struct telling telling = {request, entry, NULL};
    enum err err = service_person(request->service, handle, note_target, target, error);
    if (err != ERR_OK) {
        return err;
    }
    return service_person(request->service, target[0] ? span_from(target) : handle, show_more, &telling, error);
}

static void note_warning(void *context, const struct problem *problem)
{
    struct request *request = context;
    const struct wire_finding finding = {.problem = problem};
    wire_gather_problem(&finding, request->lang, &request->problem_list);
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
    enum err err = service_name_alike(request->service, name->name, note_warning, request, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_person_add(request->service, name->name, handle, error);
    if (err != ERR_OK) {
        strbuf_clear(&request->problem_list);
        return err;
    }
    struct span problems = strbuf_span(&request->problem_list);
    struct telling telling = {request, 0, &problems};
    answer_created(request, "/v1/players/", handle);
    return service_person(request->service, span_from(handle), show_more, &telling, error);
}

enum err patch_player(struct request *request, struct error *error)
{
    const struct wire_name *name = request->parsed;
    enum err err = service_person_rename(request->service, handle_of(request), name->name, error);
    return err == ERR_OK ? show_changed(request, handle_of(request), 0, error) : err;
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

static struct span bare(struct span handle)
{
    return handle.len > 0 && handle.ptr[0] == '@' ? span_skip(handle, 1) : handle;
}

/* What it would change, without changing it. */
static enum err preview_merge(struct request *request, struct span into, struct error *error)
{
    struct merge_preview preview;
    enum err err = service_merge_preview(request->service, handle_of(request), into, &preview, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_merge_preview(&preview, &request->response.body, error);
    merge_preview_release(&preview);
    return err;
}

enum err merge_player(struct request *request, struct error *error)
{
    const struct wire_merge *merge = request->parsed;
    struct span into = bare(merge->into);
    int64_t entry = 0;
    if (merge->dry_run) {
        return preview_merge(request, into, error);
    }
    enum err err =
        service_person_merge_entry(request->service, request->author, handle_of(request), into, &entry, error);
    return err == ERR_OK ? show_changed(request, into, entry, error) : err;
}

enum err prepare_unmerge(struct request *request, struct error *error)
{
    struct wire_unmerge *unmerge = arena_new(&request->arena, 1, sizeof(*unmerge));
    struct span body = request->body.len > 0 ? strbuf_span(&request->body) : SPAN_LITERAL("{}");
    request->parsed = unmerge;
    return unmerge ? wire_read_unmerge(body, &request->arena, unmerge, error) : error_raise(error, &MSG_MEMORY);
}

enum err unmerge_player(struct request *request, struct error *error)
{
    const struct wire_unmerge *unmerge = request->parsed;
    struct unmerged unmerged;
    enum err err =
        service_person_unmerge(request->service, request->author, handle_of(request), unmerge->entry, &unmerged, error);
    return err == ERR_OK ? show_changed(request, span_from(unmerged.handle), unmerged.seq, error) : err;
}

enum err prepare_two(struct request *request, struct error *error)
{
    struct wire_two *two = arena_new(&request->arena, 1, sizeof(*two));
    request->parsed = two;
    return two ? wire_read_two(strbuf_span(&request->body), &request->arena, two, error)
               : error_raise(error, &MSG_MEMORY);
}

enum err post_two(struct request *request, struct error *error)
{
    const struct wire_two *two = request->parsed;
    answer_status(request, 204);
    return service_people_two(request->service, handle_of(request), bare(two->other), error);
}

static enum err show_pair(void *context, const struct alike_pair *pair, struct error *error)
{
    struct request *request = context;
    (void)error;
    emit_alike_pair(&request->list, pair);
    return ERR_OK;
}

enum err get_alike(struct request *request, struct error *error)
{
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "pairs");
    err = service_people_alike(request->service, show_pair, request, error);
    return err == ERR_OK ? list_end(request, NULL, error) : err;
}
