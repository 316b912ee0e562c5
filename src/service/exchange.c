/* Export of records. */
#include "service/exchange.h"

#include "record/messages.h"
#include "record/write.h"
#include "service/internal.h"
#include "store/ahead.h"

#include "base/banned.h"

enum { NAMES_LIMIT = 2 * TEXT_LIMIT };

struct asides {
    struct arena *arena;
    struct record *record;
    bool failed;
};

static void keep_pair(struct asides *asides, struct field_pair **list, size_t *count, struct span name,
                      struct span value)
{
    if (!*list) {
        *list = arena_new(asides->arena, RECORD_EXTRAS, sizeof(struct field_pair));
    }
    if (!*list || *count == RECORD_EXTRAS) {
        asides->failed = true;
        return;
    }
    (*list)[(*count)++] = (struct field_pair){.name = {.text = name}, .value = {.text = value}};
}

/* Puts one aside back into the record it came from. */
static enum err put_back(void *context, struct span keyword, struct span text, struct error *error)
{
    struct asides *asides = context;
    struct record *record = asides->record;
    const char *name = arena_copy(asides->arena, keyword);
    const char *copy = arena_copy(asides->arena, text);
    if (!name || !copy) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (span_is(keyword, "place")) {
        record->place.text = span_from(copy);
    } else if (span_is(keyword, "id")) {
        record->id.text = span_from(copy);
    } else if (span_is(keyword, "note")) {
        keep_pair(asides, &record->notes, &record->notes_count, (struct span){NULL, 0}, span_from(copy));
    } else {
        keep_pair(asides, &record->extras, &record->extras_count, span_from(name), span_from(copy));
    }
    return asides->failed ? error_raise(error, &MSG_MEMORY) : ERR_OK;
}

enum err asides_put_back(struct store *store, int64_t entry, struct arena *arena, struct record *record,
                         struct error *error)
{
    struct asides asides = {arena, record, false};
    return store_asides(store, entry, put_back, &asides, error);
}

struct naming {
    struct arena *arena;
    int64_t target;
    struct span name; /* copied; empty: erased */
    struct span handle;
};

static enum err take_name(void *context, const struct store_person *person, struct error *error)
{
    struct naming *naming = context;
    const char *copy = arena_copy(naming->arena, person->name);
    naming->target = person->target;
    naming->name = span_from(copy);
    naming->handle = span_from(arena_copy(naming->arena, person->handle));
    return copy && naming->handle.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/*
 * The seat's `@handle` gives way to the name; an erased person stays a handle, that of who they were merged into. With
 * `own` both are those from before the merge.
 */
static enum err name_seat(struct store *store, struct arena *arena, bool own, int64_t id, struct field *seat,
                          struct error *error)
{
    struct naming naming = {.arena = arena};
    if (id == 0) {
        return ERR_OK;
    }
    enum err err = store_person(store, id, take_name, &naming, error);
    if (err != ERR_OK) {
        return err;
    }
    bool merged = naming.target != id && !own;
    err = merged ? store_person(store, naming.target, take_name, &naming, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (naming.name.len > 0) {
        seat->text = naming.name;
        return ERR_OK;
    }
    if (!merged) {
        return ERR_OK;
    }
    struct strbuf text;
    char memory[PERSON_HANDLE + 1];
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_char(&text, '@');
    strbuf_add_span(&text, naming.handle);
    seat->text = span_from(arena_copy(arena, strbuf_span(&text)));
    return seat->text.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/*
 * True when another seat is this person's, too: in a void game whose people were merged since. Its record keeps the names
 * that they had apart, or nobody could read it back.
 */
static bool sits_twice(const struct seating *seating, unsigned seat)
{
    for (unsigned i = 0; i < seating->count; i++) {
        if (i != seat && seating->person[i] != 0 && seating->person[i] == seating->person[seat]) {
            return true;
        }
    }
    return false;
}

/* The person of the seat, before merges; 0: a guest. */
static enum err own_of(struct store *store, const struct field *seat, int64_t *id, struct error *error)
{
    *id = 0;
    return span_is(seat->text, RECORD_GUEST) ? ERR_OK
                                             : store_person_by_handle(store, span_skip(seat->text, 1), id, error);
}

/* What name_seats will ask: who they are, or, once that is known (`own`), what they are called. */
static void ask_names(struct store *store, const struct record *record, const int64_t *own,
                      const struct seating *seating)
{
    struct error ignored;
    struct naming none;
    int64_t id = 0;
    for (unsigned i = 0; i < record->seats; i++) {
        if (!own) {
            (void)!own_of(store, &record->seat[i], &id, &ignored);
        } else if (own[i] != 0) {
            (void)!store_person(store, own[i], take_name, &none, &ignored);
        }
        if (own && seating->person[i] != own[i]) {
            (void)!store_person(store, seating->person[i], take_name, &none, &ignored);
        }
    }
}

static enum err name_seats(struct store *store, const struct seating *seating, struct arena *arena,
                           struct record *record, struct error *error)
{
    int64_t own[GAME_PLAYERS] = {0};
    size_t from = 0;
    enum err err = ERR_OK;
    if (store_foresee(store, &from)) {
        ask_names(store, record, NULL, seating);
        store_foreseen(store);
    }
    for (unsigned i = 0; i < record->seats && err == ERR_OK; i++) {
        err = own_of(store, &record->seat[i], &own[i], error);
    }
    if (err == ERR_OK && store_foresees(store)) {
        size_t ignored = 0;
        (void)store_foresee(store, &ignored);
        ask_names(store, record, own, seating);
        store_foreseen(store);
    }
    for (unsigned i = 0; i < record->seats && err == ERR_OK; i++) {
        err = name_seat(store, arena, sits_twice(seating, i), own[i], &record->seat[i], error);
    }
    store_forget(store, from);
    return err;
}

/* Names, notes, id, place and x- lines: what the log has not. */
static enum err put_names_back(struct store *store, const struct story *story, struct arena *arena,
                               struct record *record, struct error *error)
{
    struct seating seating;
    enum err err = seating_of(store, record, &seating, error);
    if (err != ERR_OK) {
        return err;
    }
    err = name_seats(store, &seating, arena, record, error);
    if (err != ERR_OK) {
        return err;
    }
    return asides_put_back(store, story->source, arena, record, error);
}

/* Writes the story's record to `out`. */
static enum err write_story(struct service *service, const struct story *story, bool handles, struct strbuf *out,
                            struct error *error)
{
    struct record record;
    struct arena arena;
    enum err err =
        record_read_one(&service->reader, strbuf_span(&story->text), service->options.allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&arena, service->options.allocator, NAMES_LIMIT);
    err = handles ? ERR_OK : put_names_back(service->store, story, &arena, &record, error);
    err = err == ERR_OK ? record_write(&record, &service->finder.source, &service->replay, out, error) : err;
    arena_release(&arena);
    return err;
}

enum err service_record(struct service *service, int64_t game, bool handles, struct strbuf *out, struct error *error)
{
    struct story story;
    story_init(&story, service->options.allocator);
    enum err err = story_load(service->store, game, &story, error);
    err = err == ERR_OK ? write_story(service, &story, handles, out, error) : err;
    story_release(&story);
    return err;
}

struct export_walk {
    struct service *service;
    const struct export_filter *filter;
    export_fn *fn;
    void *context;
};

static enum err export_row(void *context, const struct store_game *row, struct error *error)
{
    struct export_walk *walk = context;
    struct service *service = walk->service;
    if (game_status_is(row->status, GAME_VOID) && !walk->filter->voided) {
        return ERR_OK;
    }
    strbuf_clear(&service->text);
    enum err err = service_record(service, row->id, false, &service->text, error);
    if (err != ERR_OK) {
        return err;
    }
    char title[STORE_TITLE];
    struct export_game game = {
        .id = row->id,
        .game = row->game,
        .title = title_called(service, row->game, title),
        .variant = row->variant,
        .level = row->level,
        .status = row->status,
        .seats = row->seats,
        .plies = row->plies,
        .has_day = row->has_day,
        .day = (int32_t)row->day,
        .has_duration = row->has_duration,
        .duration = row->duration,
        .record = strbuf_span(&service->text),
    };
    return walk->fn(walk->context, &game, error);
}

enum err service_export(struct service *service, const struct export_filter *filter, export_fn *fn, void *context,
                        struct error *error)
{
    struct export_walk walk = {service, filter, fn, context};
    struct store_game_filter rows = {
        .game = filter->game, .since = filter->has_since ? filter->since : INT64_MIN, .until = INT64_MAX};
    char handle[PERSON_HANDLE];
    enum err err = filter->person.len > 0 ? person_asked(service, filter->person, &rows.person, handle, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = service->group ? ERR_OK : store_begin(service->store, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_games(service->store, &rows, export_row, &walk, error);
    if (!service->group) {
        store_rollback(service->store);
    }
    return err == ERR_END ? ERR_OK : err;
}
