/* Ids that other programs have of people: looked up, and forgotten. */
#include "service/foreign.h"

#include "base/arena.h"
#include "store/foreign.h"

#include "base/banned.h"

enum {
    HIDDEN_ID = 1 + 2 * KEYED_HASH_SIZE + 1, /* `#`, a hash in digits, and its end */
    HASHED_LIMIT = 1 << 16,                  /* bytes of a source, a kind and an id */
    ROWS_LIMIT = 16 << 20                    /* bytes of the ids that one person has elsewhere */
};

/* What stands for the id of a person without a name; `out` is terminated. */
static enum err hide(struct service *service, struct span source, struct span id, char out[HIDDEN_ID],
                     struct error *error)
{
    uint8_t hash[KEYED_HASH_SIZE];
    struct strbuf text;
    strbuf_init(&text, service->options.allocator, HASHED_LIMIT);
    strbuf_add_span(&text, source);
    strbuf_add_char(&text, '\n');
    strbuf_add(&text, play_kinds[PLAYS_PERSON]);
    strbuf_add_char(&text, '\n');
    strbuf_add_span(&text, id);
    bool good = strbuf_ok(&text);
    keyed_hash(service->seen_key, strbuf_span(&text), hash);
    strbuf_release(&text);
    strbuf_wrap(&text, out, HIDDEN_ID);
    strbuf_add_char(&text, '#');
    strbuf_hex(&text, hash, sizeof(hash));
    return good ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static bool is_hidden(struct span id)
{
    bool hidden = id.len == HIDDEN_ID - 1 && id.ptr[0] == '#';
    for (size_t i = 1; hidden && i < id.len; i++) {
        hidden = (id.ptr[i] >= '0' && id.ptr[i] <= '9') || (id.ptr[i] >= 'a' && id.ptr[i] <= 'f');
    }
    return hidden;
}

/* ---- looking one up ---- */

struct led {
    char text[PERSON_HANDLE + 1]; /* `@` and the handle, terminated */
    bool found;
};

static enum err take_led(void *context, const struct store_foreign *row, struct error *error)
{
    (void)error;
    struct led *led = context;
    struct strbuf text;
    strbuf_wrap(&text, led->text, sizeof(led->text));
    strbuf_add_char(&text, '@');
    strbuf_add_span(&text, row->ours);
    led->found = strbuf_ok(&text);
    return ERR_OK;
}

enum err foreign_person_find(struct service *service, struct span source, struct span id, char handle[PERSON_HANDLE],
                             bool *found, struct error *error)
{
    const struct span kind = span_from(play_kinds[PLAYS_PERSON]);
    struct led led = {.found = false};
    char hidden[HIDDEN_ID];
    int64_t person = 0;
    *found = false;
    enum err err = store_foreign_find(service->store, source, kind, id, take_led, &led, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!led.found) {
        err = service->writes ? ERR_OK : seen_key(service->store, service->seen_key, error);
        err = err == ERR_OK ? hide(service, source, id, hidden, error) : err;
        err = err == ERR_OK ? store_foreign_find(service->store, source, kind, span_from(hidden), take_led, &led, error)
                            : err;
    }
    if (err != ERR_OK || !led.found) {
        return err;
    }
    err = person_for(service, span_from(led.text), false, &person, handle, error);
    *found = err == ERR_OK;
    return err == ERR_NOT_FOUND ? ERR_OK : err; /* a row that leads nowhere is the audit's business */
}

/* ---- remembering ---- */

static enum err take_nameless(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    *(bool *)context = person->name.len == 0;
    return ERR_OK;
}

enum err foreign_person_put(struct service *service, struct span source, struct span id, struct span handle,
                            struct error *error)
{
    struct store_foreign row = {
        .source = source, .kind = span_from(play_kinds[PLAYS_PERSON]), .id = id, .ours = handle};
    char hidden[HIDDEN_ID];
    bool nameless = false;
    int64_t person = 0;
    enum err err = store_person_by_handle(service->store, handle, &person, error);
    err = err == ERR_OK ? store_person(service->store, person, take_nameless, &nameless, error) : err;
    err = err == ERR_OK && nameless ? hide(service, source, id, hidden, error) : err;
    row.id = nameless ? span_from(hidden) : id;
    return err == ERR_OK ? store_foreign_put(service->store, &row, error) : err;
}

/* ---- forgetting ---- */

/* A row that is to be written anew: none can be while the table is read. */
struct known_as {
    struct known_as *next;
    const char *source;
    const char *id;
};

struct gathering {
    struct arena arena;
    struct known_as *first;
};

static enum err gather(void *context, const struct store_foreign *row, struct error *error)
{
    struct gathering *gathering = context;
    if (is_hidden(row->id)) {
        return ERR_OK;
    }
    struct known_as *one = arena_new(&gathering->arena, 1, sizeof(*one));
    if (!one) {
        return error_raise(error, &MSG_MEMORY);
    }
    *one = (struct known_as){gathering->first, arena_copy(&gathering->arena, row->source),
                             arena_copy(&gathering->arena, row->id)};
    gathering->first = one;
    return one->source && one->id ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err hide_row(struct service *service, const struct known_as *row, struct span handle, struct error *error)
{
    const struct span kind = span_from(play_kinds[PLAYS_PERSON]);
    char hidden[HIDDEN_ID];
    enum err err = hide(service, span_from(row->source), span_from(row->id), hidden, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_foreign_remove(service->store, span_from(row->source), kind, span_from(row->id), error);
    if (err != ERR_OK) {
        return err;
    }
    struct store_foreign again = {
        .source = span_from(row->source), .kind = kind, .id = span_from(hidden), .ours = handle};
    return store_foreign_put(service->store, &again, error);
}

enum err foreign_person_forget(struct service *service, struct span handle, foreign_id_fn *fn, void *context,
                               struct error *error)
{
    struct gathering gathering = {.first = NULL};
    arena_init(&gathering.arena, service->options.allocator, ROWS_LIMIT);
    enum err err =
        store_foreign_led(service->store, span_from(play_kinds[PLAYS_PERSON]), handle, gather, &gathering, error);
    for (const struct known_as *row = gathering.first; row && err == ERR_OK; row = row->next) {
        err = fn(context, span_from(row->id), error);
        err = err == ERR_OK ? hide_row(service, row, handle, error) : err;
    }
    arena_release(&gathering.arena);
    return err;
}
