/*
 * The audit over HTTP: started by an admin, run by a thread of its own on
 * connections of its own, looked at while it runs. One at a time.
 */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/messages.h"
#include "service/audit.h"
#include "service/reading.h"
#include "wire/audit.h"
#include "wire/http_answer.h"
#include "wire/http_body.h"

#include "base/banned.h"

enum { FINDINGS_SHOWN = 1000 };

/* Shared by the club and the thread; the last of them frees it. */
struct auditing {
    const struct allocator *allocator;
    pthread_mutex_t lock;
    int holders;
    bool running;
    bool failed;
    struct error error;
    int64_t done;
    int64_t total;
    int64_t found;
    bool results_only;
    enum lang lang;
    struct strbuf findings;
    struct audit_summary summary;
    struct service_options options;
    char db[CLUB_PATH];
};

static void let_go(struct auditing *auditing)
{
    (void)pthread_mutex_lock(&auditing->lock);
    bool last = --auditing->holders == 0;
    (void)pthread_mutex_unlock(&auditing->lock);
    if (last) {
        (void)pthread_mutex_destroy(&auditing->lock);
        strbuf_release(&auditing->findings);
        mem_free(auditing->allocator, auditing);
    }
}

void auditing_release(struct club *club)
{
    if (club->auditing) {
        let_go(club->auditing);
        club->auditing = NULL;
    }
}

static void on_finding(void *context, const struct audit_finding *finding)
{
    struct auditing *auditing = context;
    (void)pthread_mutex_lock(&auditing->lock);
    if (auditing->found++ < FINDINGS_SHOWN) {
        struct emit item = emit_item(&auditing->findings);
        emit_audit_finding(&item, finding, auditing->lang);
        emit_item_end(&item);
    }
    (void)pthread_mutex_unlock(&auditing->lock);
}

static void on_progress(void *context, int64_t done, int64_t total)
{
    struct auditing *auditing = context;
    (void)pthread_mutex_lock(&auditing->lock);
    auditing->done = done;
    auditing->total = total;
    (void)pthread_mutex_unlock(&auditing->lock);
}

static void *run(void *context)
{
    struct auditing *auditing = context;
    struct audit_options options = {.results_only = auditing->results_only,
                                    .threads = 1,
                                    .finding = on_finding,
                                    .progress = on_progress,
                                    .context = auditing};
    struct audit_summary summary = {.entries = 0};
    struct error error;
    enum err err = service_audit(auditing->db, &auditing->options, &options, &summary, &error);
    (void)pthread_mutex_lock(&auditing->lock);
    auditing->running = false;
    auditing->failed = err != ERR_OK;
    auditing->summary = summary;
    if (err != ERR_OK) {
        auditing->error = error;
    }
    (void)pthread_mutex_unlock(&auditing->lock);
    let_go(auditing);
    return NULL;
}

static struct auditing *audit_new(struct club *club, const struct wire_audit *wanted, enum lang lang)
{
    const struct allocator *allocator = club->server->allocator;
    struct auditing *auditing = mem_new(allocator, 1, sizeof(*auditing));
    if (auditing) {
        auditing->allocator = allocator;
        auditing->holders = 2;
        auditing->running = true;
        auditing->results_only = wanted->results_only;
        auditing->lang = lang;
        auditing->options = club->options;
        memcpy(auditing->db, club->path, sizeof(auditing->db));
        strbuf_init(&auditing->findings, allocator, 4 << 20);
        (void)pthread_mutex_init(&auditing->lock, NULL);
    }
    return auditing;
}

enum err prepare_audit(struct request *request, struct error *error)
{
    struct wire_audit *wanted = arena_new(&request->arena, 1, sizeof(*wanted));
    request->parsed = wanted;
    if (!wanted) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct span body = request->body.len > 0 ? strbuf_span(&request->body) : SPAN_LITERAL("{}");
    return wire_read_audit(body, &request->arena, wanted, error);
}

static bool is_running(struct auditing *auditing)
{
    if (!auditing) {
        return false;
    }
    (void)pthread_mutex_lock(&auditing->lock);
    bool running = auditing->running;
    (void)pthread_mutex_unlock(&auditing->lock);
    return running;
}

bool auditing_runs(struct club *club)
{
    (void)pthread_mutex_lock(&club->server->followers.lock);
    bool running = is_running(club->auditing);
    (void)pthread_mutex_unlock(&club->server->followers.lock);
    return running;
}

/* {"state"} and nothing else. */
static enum err answer_state(struct request *request, const char *state, struct error *error)
{
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "state", state);
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* Runs in the writer's thread, which alone changes club->auditing; readers
 * look at it under the followers' lock. */
enum err post_audit(struct request *request, struct error *error)
{
    struct club *club = request->club;
    struct server *server = request->server;
    pthread_t thread;
    if (is_running(club->auditing)) {
        return error_raise(error, &HTTP_MSG_AUDIT_RUNS);
    }
    struct auditing *fresh = audit_new(club, request->parsed, request->lang);
    if (!fresh) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (pthread_create(&thread, NULL, run, fresh) != 0) {
        let_go(fresh);
        let_go(fresh);
        return error_raise(error, &MSG_MEMORY);
    }
    (void)pthread_detach(thread);
    (void)pthread_mutex_lock(&server->followers.lock);
    struct auditing *old = club->auditing;
    club->auditing = fresh;
    (void)pthread_mutex_unlock(&server->followers.lock);
    if (old) {
        let_go(old);
    }
    answer_status(request, 202);
    answer_header(request, "Location", "/v1/audit");
    return answer_state(request, "running", error);
}

static enum err print(struct auditing *auditing, struct request *request, struct error *error)
{
    struct emit emit = emit_start(&request->response.body);
    emit_object(&emit, NULL);
    emit_word(&emit, "state", auditing->running ? "running" : auditing->failed ? "failed" : "done");
    emit_integer(&emit, "done", auditing->done);
    emit_integer(&emit, "total", auditing->total);
    emit_integer(&emit, "found", auditing->found);
    emit_items(&emit, "findings", strbuf_span(&auditing->findings));
    if (auditing->failed) {
        char sentence[1024];
        size_t length = error_text(&auditing->error, request->lang, sentence, sizeof(sentence));
        emit_text(&emit, "error", span_of(sentence, length));
    } else if (!auditing->running) {
        emit_audit_summary(&emit, "summary", &auditing->summary);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

enum err get_audit(struct request *request, struct error *error)
{
    struct server *server = request->server;
    (void)pthread_mutex_lock(&server->followers.lock);
    struct auditing *auditing = request->club->auditing;
    if (auditing) {
        (void)pthread_mutex_lock(&auditing->lock);
        auditing->holders++;
        (void)pthread_mutex_unlock(&auditing->lock);
    }
    (void)pthread_mutex_unlock(&server->followers.lock);
    if (!auditing) {
        return answer_state(request, "none", error);
    }
    (void)pthread_mutex_lock(&auditing->lock);
    enum err err = print(auditing, request, error);
    (void)pthread_mutex_unlock(&auditing->lock);
    let_go(auditing);
    return err;
}

/* ---- one game ---- */

static void show_finding(void *context, const struct audit_finding *finding)
{
    struct request *request = context;
    emit_audit_finding(&request->list, finding, request->lang);
}

enum err get_game_audit(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    int64_t game = 0;
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_id(request, &game, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "findings");
    err = service_game_audit(request->service, game, show_finding, request, error);
    return err == ERR_OK ? list_end(request, NULL, error) : err;
}
