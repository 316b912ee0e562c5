/* Moving a club, step by step as move.h has them, and the marks by which everybody knows how far it came. */
#include "service/move.h"

#include "base/utf8.h"
#include "service/move_internal.h"
#include "store/moving.h"

#include "base/banned.h"

static const char MOVED_TO[] = "moved-to";
static const char MOVED_ID[] = "moved-id";
static const char MOVING[] = "moving";

static const struct message MSG_MOVED = {
    ERR_CONFLICT, "club.moved", "%1 has been moved to %2: changes are made there, and here it can only be read",
    "%1 a été déplacée vers %2 : les modifications se font là-bas, ici on ne peut "
    "que lire"};
static const struct message MSG_MOVING = {
    ERR_CONFLICT, "club.moving",
    "%1 is being moved here from %2, and the move has not ended: run the same `dendro move` again",
    "%1 vient de %2 par un déplacement qui n'est pas fini : relancez le même « dendro move »"};
static const struct message MSG_TARGET = {ERR_CONFLICT, "move.target",
                                          "%1 is a club already: a club is moved to where there is none",
                                          "%1 est déjà un club : on déplace un club là où il n'y en a pas"};
static const struct message MSG_UNMOVED = {ERR_CONFLICT, "move.unmoved", "%1 has not been moved: it takes changes",
                                           "%1 n'a pas été déplacée : elle prend les modifications"};

/* ---- marks ---- */

/* A setting as text, cut where it ends being UTF-8; `*there` is false, and the text empty, when there is none. */
static enum err read_text(struct store *store, const char *setting, char *text, size_t size, bool *there,
                          struct error *error)
{
    size_t length = 0;
    enum err err = store_setting_get(store, setting, text, size - 1, &length, error);
    *there = err == ERR_OK || err == ERR_LIMIT; /* one that is too long was not written by us, and is a mark */
    text[err == ERR_OK ? utf8_valid(span_of(text, length)) : 0] = '\0';
    return *there || err == ERR_NOT_FOUND ? ERR_OK : err;
}

static void copy_text(char *out, size_t size, struct span text)
{
    struct strbuf copy;
    strbuf_wrap(&copy, out, size);
    strbuf_add_span(&copy, text);
}

enum err move_marks_read(struct store *store, struct move_marks *marks, struct error *error)
{
    char moving[MOVE_ID + 1 + MOVE_NAME];
    bool ignored = false;
    *marks = (struct move_marks){.moved = false};
    enum err err = read_text(store, MOVED_TO, marks->to, sizeof(marks->to), &marks->moved, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_text(store, MOVED_ID, marks->moved_id, sizeof(marks->moved_id), &ignored, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_text(store, MOVING, moving, sizeof(moving), &marks->moving, error);
    struct span text = span_from(moving);
    if (err == ERR_OK && text.len > MOVE_ID) {
        copy_text(marks->moving_id, sizeof(marks->moving_id), span_of(text.ptr, MOVE_ID));
        copy_text(marks->moving_from, sizeof(marks->moving_from), span_skip(text, MOVE_ID + 1));
    }
    return err;
}

enum err move_marks_drop(struct store *store, struct error *error)
{
    static const char *const marks[] = {MOVED_TO, MOVED_ID, MOVING};
    enum err err = ERR_OK;
    for (size_t i = 0; err == ERR_OK && i < sizeof(marks) / sizeof(marks[0]); i++) {
        err = store_setting_drop(store, marks[i], error);
    }
    return err;
}

static enum err refuse(struct service *service, const struct move_marks *marks, struct error *error)
{
    enum err err = error_raise_span(error, marks->moved ? &MSG_MOVED : &MSG_MOVING, store_shown(service->store));
    error_add(error, span_from(marks->moved ? marks->to : marks->moving_from));
    return err;
}

enum err refuse_moved(struct service *service, struct error *error)
{
    struct move_marks marks;
    enum err err = move_marks_read(service->store, &marks, error);
    return err == ERR_OK ? refuse(service, &marks, error) : err;
}

enum err check_not_moved(struct service *service, struct error *error)
{
    int64_t size = 0;
    int64_t token = 0;
    bool marked = false;
    enum err err = service->options.moving ? ERR_OK : read_log_state(service, &size, &marked, &token, error);
    if (err != ERR_OK) {
        return err;
    }
    return marked ? refuse_moved(service, error) : ERR_OK;
}

/* ---- a move ---- */

struct move {
    const char *to;
    struct service_options options; /* which open what is marked */
    struct copy copy;
    struct move_marks marks; /* of whatever was looked at last */
    struct strbuf name;      /* of the source */
    struct move_summary *summary;
};

/* What is at the target, read without a lock: `*empty`, else `move->marks` and whether it is from this source. */
static enum err look(struct move *move, struct service *target, bool *empty, bool *ours, struct error *error)
{
    enum { KEY = 64 };
    char key[2][KEY];
    size_t size[2] = {0, 0};
    enum err err = store_is_empty(target->store, empty, error);
    if (err != ERR_OK || *empty) {
        return err;
    }
    err = move_marks_read(target->store, &move->marks, error);
    if (err != ERR_OK) {
        return err;
    }
    struct store *const stores[] = {move->copy.from->store, target->store};
    for (size_t i = 0; i < 2; i++) {
        err = store_setting_get(stores[i], "signing-key", key[i], KEY, &size[i], error);
        if (err != ERR_OK && err != ERR_NOT_FOUND) {
            return err;
        }
    }
    *ours = move->marks.moving && size[0] == size[1] && memcmp(key[0], key[1], size[0]) == 0 &&
            span_equal(span_from(move->marks.moving_from), strbuf_span(&move->name));
    return ERR_OK;
}

static enum err look_at_target(struct move *move, bool *empty, bool *ours, struct error *error)
{
    struct store_options store = store_options_of(&move->options);
    struct service *target = NULL;
    int version = 0;
    *empty = true;
    *ours = false;
    enum err err = store_schema_of(move->to, &store, &version, error);
    if (err != ERR_OK || version == 0) {
        return err;
    }
    err = service_open(&target, move->to, SERVICE_READ, &move->options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_begin_reading(target->store, error);
    err = err == ERR_OK ? look(move, target, empty, ours, error) : err;
    if (err == ERR_OK && !*empty && !*ours) {
        err = move->marks.moving ? refuse(target, &move->marks, error)
                                 : error_raise_span(error, &MSG_TARGET, store_shown(target->store));
    }
    service_close(target);
    return err;
}

/*
 * Whatever an earlier run left is thrown away: it took no changes, and the source, which is locked, still does. A run that was
 * killed while it did so itself leaves that to its server, which may end it between two of our looks: then there is nothing any more.
 */
static enum err clear_target(struct move *move, struct error *error)
{
    struct store_options store = store_options_of(&move->options);
    bool empty = false;
    bool ours = false;
    enum err err = look_at_target(move, &empty, &ours, error);
    err = err == ERR_CORRUPT && store_on_server(move->to) ? look_at_target(move, &empty, &ours, error) : err;
    if (err != ERR_OK || empty) {
        return err;
    }
    return store_unmake(move->to, &store, error);
}

static void make_id(struct move *move, struct strbuf *id)
{
    uint8_t bytes[MOVE_ID / 2];
    move->options.entropy->fill(move->options.entropy->context, bytes, sizeof(bytes));
    strbuf_hex(id, bytes, sizeof(bytes));
}

/* One transaction of the target: all rows, all tables, and the mark that keeps writers out. */
static enum err fill_target(struct move *move, struct span id, struct error *error)
{
    struct copy *copy = &move->copy;
    enum err err = copy_whole(copy, &MSG_TARGET, error);
    if (err != ERR_OK) {
        return err;
    }
    char memory[MOVE_ID + 1 + MOVE_NAME];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_span(&text, id);
    strbuf_add(&text, " ");
    strbuf_add_span(&text, strbuf_span(&move->name));
    return store_setting_set(copy->to->store, MOVING, strbuf_span(&text), error);
}

static enum err make_target(struct move *move, struct span id, struct error *error)
{
    struct copy *copy = &move->copy;
    enum err err = service_open(&copy->to, move->to, SERVICE_CREATE, &move->options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_begin(copy->to, error);
    if (err != ERR_OK) {
        return err;
    }
    err = fill_target(move, id, error);
    if (err != ERR_OK) {
        service_rollback(copy->to);
        return err;
    }
    return service_commit(copy->to, error);
}

/* From here on the source takes no changes. */
static enum err mark_source(struct move *move, struct span id, struct error *error)
{
    struct service *from = move->copy.from;
    char memory[MOVE_NAME];
    struct strbuf name;
    strbuf_wrap(&name, memory, sizeof(memory));
    store_name(move->copy.to->store, &name);
    first_write(from);
    enum err err = store_setting_set(from->store, MOVED_TO, strbuf_span(&name), error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_setting_set(from->store, MOVED_ID, id, error);
    if (err != ERR_OK) {
        return err;
    }
    from->broken = false;
    return service_commit(from, error);
}

/* And from here on the target does. */
static enum err open_target(struct service *target, struct error *error)
{
    enum err err = begin_write(target, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(target);
    return end_write(target, store_setting_drop(target->store, MOVING, error), error);
}

/* The source says that it was moved. If the target still waits for the end of that very move, this is it. */
static enum err end_earlier(struct move *move, struct error *error)
{
    struct service *from = move->copy.from;
    struct move_marks was = move->marks;
    struct error ignored;
    bool empty = true;
    bool ours = false;
    enum err err = look_at_target(move, &empty, &ours, &ignored);
    if (err != ERR_OK || !ours || was.moved_id[0] == '\0' || strcmp(was.moved_id, move->marks.moving_id) != 0) {
        return refuse(from, &was, error);
    }
    err = service_open(&move->copy.to, move->to, SERVICE_WRITE, &move->options, error);
    if (err != ERR_OK) {
        return err;
    }
    move->summary->ended = true;
    return open_target(move->copy.to, error);
}

/* Inside a transaction of the source. */
static enum err run(struct move *move, struct error *error)
{
    char memory[MOVE_ID + 1];
    struct strbuf id;
    enum err err = move_marks_read(move->copy.from->store, &move->marks, error);
    if (err != ERR_OK) {
        return err;
    }
    move->summary->entries = (int64_t)move->copy.from->tree.log.size;
    if (move->marks.moved) {
        return end_earlier(move, error);
    }
    if (move->marks.moving) {
        return refuse(move->copy.from, &move->marks, error);
    }
    err = clear_target(move, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&id, memory, sizeof(memory));
    make_id(move, &id);
    err = make_target(move, strbuf_span(&id), error);
    if (err != ERR_OK) {
        return err;
    }
    err = mark_source(move, strbuf_span(&id), error);
    return err == ERR_OK ? open_target(move->copy.to, error) : err;
}

enum err service_move(const char *from, const char *to, const struct service_options *options,
                      upkeep_progress_fn *progress, void *context, struct move_summary *summary, struct error *error)
{
    char memory[MOVE_NAME];
    struct move move = {
        .to = to, .options = *options, .copy = {.progress = progress, .context = context}, .summary = summary};
    *summary = (struct move_summary){.entries = 0};
    move.options.moving = true;
    strbuf_wrap(&move.name, memory, sizeof(memory));
    enum err err = service_open(&move.copy.from, from, SERVICE_WRITE, &move.options, error);
    if (err != ERR_OK) {
        return err;
    }
    store_name(move.copy.from->store, &move.name);
    err = service_begin(move.copy.from, error);
    err = err == ERR_OK ? run(&move, error) : err;
    service_close(move.copy.to);
    service_close(move.copy.from);
    return err;
}

/* ---- second thoughts ---- */

static enum err reopen(struct service *service, struct error *error)
{
    struct move_marks marks;
    enum err err = move_marks_read(service->store, &marks, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!marks.moved && !marks.moving) {
        return error_raise_span(error, &MSG_UNMOVED, store_shown(service->store));
    }
    first_write(service);
    return move_marks_drop(service->store, error);
}

enum err service_move_reopen(const char *path, const struct service_options *options, struct error *error)
{
    struct service_options bare = *options;
    struct service *service = NULL;
    bare.moving = true;
    enum err err = service_open(&service, path, SERVICE_WRITE, &bare, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    err = err == ERR_OK ? end_write(service, reopen(service, error), error) : err;
    service_close(service);
    return err;
}
