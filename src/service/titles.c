/* Titles: found by their names, made by records, renamed and merged by entries. */
#include "service/titles.h"

#include "base/fold.h"
#include "record/write.h"
#include "rules/registry.h"
#include "service/internal.h"
#include "service/messages.h"
#include "service/title_map.h"

#include "base/banned.h"

bool title_fold(struct span title, char out[STORE_TITLE])
{
    struct strbuf folded;
    strbuf_wrap(&folded, out, STORE_TITLE);
    fold_name(title, &folded);
    return strbuf_ok(&folded) && folded.len > 0;
}

/* The game with an engine that is called so; NULL: none, or the pad, which is no title. */
static const struct game *engine_named(struct span name)
{
    const struct game *game = registry_newest(name);
    return game && !game->titled ? game : NULL;
}

/* The id of the title that the record names, as title_of has it, its folded name, and whether there is such a title yet. */
static enum err find_title(struct store *store, const struct record *record, char folded[STORE_TITLE],
                           char id[STORE_TITLE], bool *made, struct error *error)
{
    id[0] = '\0';
    struct span title = record->title.text;
    if (title.len == 0 || engine_named(title) || !title_fold(title, folded)) {
        return ERR_OK; /* a game with an engine; a title that cannot be folded was refused before */
    }
    enum err err = store_title_find(store, span_from(folded), id, error);
    *made = err != ERR_NOT_FOUND;
    if (*made) {
        return err;
    }
    memcpy(id, folded, STORE_TITLE);
    return ERR_OK;
}

enum err title_of(struct store *store, const struct record *record, char id[STORE_TITLE], struct error *error)
{
    char folded[STORE_TITLE];
    bool made = true;
    return find_title(store, record, folded, id, &made, error);
}

static enum err keep_called(void *context, const struct store_title *row, struct error *error)
{
    (void)error;
    struct strbuf name;
    strbuf_wrap(&name, context, STORE_TITLE);
    strbuf_add_span(&name, row->name);
    return ERR_OK;
}

struct name title_called(struct service *service, struct span id, char name[STORE_TITLE])
{
    const struct game *game = registry_engine(id);
    struct error ignored;
    if (game && !game->titled) {
        return game->name;
    }
    if (store_title(service->store, id, keep_called, name, &ignored) != ERR_OK) {
        (void)title_fold(id, name);
    }
    return (struct name){name, name, name};
}

/* ---- entries ---- */

static enum err append_title(struct service *service, struct span author, const struct title_entry *entry,
                             struct error *error)
{
    char memory[3 * STORE_TITLE];
    struct strbuf body;
    int64_t seq = 0;
    strbuf_wrap(&body, memory, sizeof(memory));
    title_entry_write(entry, &body);
    return strbuf_ok(&body) ? append_entry(service, author, "title", 0, false, strbuf_span(&body), &seq, error)
                            : error_raise(error, &MSG_MEMORY);
}

static enum err put_title(struct store *store, const struct title_entry *entry, struct span folded, struct error *error)
{
    struct store_title title = {.id = entry->id, .name = entry->name, .target = entry->id};
    enum err err = store_title_put(store, &title, error);
    return err == ERR_OK ? store_title_name_put(store, folded, entry->id, error) : err;
}

/* Gives the title a name, and makes it when there is none. */
static enum err add_name(struct service *service, struct span author, const char *id, struct span name,
                         struct error *error)
{
    char folded[STORE_TITLE];
    struct title_entry entry = {.id = span_from(id), .name = name};
    if (!title_fold(name, folded)) {
        return ERR_OK; /* none that a record could have */
    }
    enum err err = append_title(service, author, &entry, error);
    return err == ERR_OK ? put_title(service->store, &entry, span_from(folded), error) : err;
}

static bool same_folded(struct span one, struct span two)
{
    char first[STORE_TITLE];
    char second[STORE_TITLE];
    return title_fold(one, first) && title_fold(two, second) && strcmp(first, second) == 0;
}

enum { LANGUAGES = 2 };

/* What the document that the record is pinned to calls the title, if the record calls it so; `*count` is 0 if not. */
static void names_of_document(const struct setup *setup, const char *folded, struct span names[LANGUAGES],
                              unsigned *count)
{
    struct catalogue_title about;
    *count = 0;
    if (!setup->block || !setup->game->catalogue || !setup->game->catalogue->title) {
        return;
    }
    setup->game->catalogue->title(setup->block, &about);
    names[0] = span_from(about.name.en);
    names[1] = span_from(about.name.fr);
    bool called = same_folded(names[0], span_from(folded)) || same_folded(names[1], span_from(folded));
    *count = called ? LANGUAGES : 0;
}

enum err title_named(struct store *store, struct span name, char id[STORE_TITLE], bool *found, struct error *error)
{
    char folded[STORE_TITLE];
    char other[STORE_TITLE];
    *found = false;
    if (!title_fold(name, folded)) {
        return ERR_OK;
    }
    enum err err = store_title_find(store, span_from(folded), other, error);
    if (err == ERR_NOT_FOUND) {
        error_clear(error);
        return ERR_OK;
    }
    *found = err == ERR_OK;
    memcpy(id, other, *found ? STORE_TITLE : 0);
    return err;
}

/*
 * A document gives a title its names in both languages: whichever of them a
 * record has, it is one title. The names that are not known yet become names
 * of the title `id`; what it is called stays, so that is said last.
 */
static enum err add_names(struct service *service, struct span author, const struct span *names, unsigned count,
                          const char *id, struct span called, struct error *error)
{
    bool grown = false;
    for (unsigned i = 0; i < count; i++) {
        char ignored[STORE_TITLE];
        bool known = false;
        if (same_folded(names[i], called)) {
            continue;
        }
        enum err err = title_named(service->store, names[i], ignored, &known, error);
        if (err == ERR_OK && !known) {
            err = add_name(service, author, id, names[i], error);
            grown = true;
        }
        if (err != ERR_OK) {
            return err;
        }
    }
    return grown ? add_name(service, author, id, called, error) : ERR_OK;
}

enum err title_keep(struct service *service, struct span author, const struct record *record, const struct setup *setup,
                    char id[STORE_TITLE], struct error *error)
{
    char folded[STORE_TITLE];
    char memory[RECORD_NAME];
    char called[STORE_TITLE];
    struct span names[LANGUAGES];
    unsigned count = 0;
    bool made = true;
    enum err err = find_title(service->store, record, folded, id, &made, error);
    if (err != ERR_OK || id[0] == '\0') {
        return err;
    }
    names_of_document(setup, folded, names, &count);
    if (made && count == 0) {
        return ERR_OK; /* as most records: there is no name to add */
    }
    for (unsigned i = 0; i < count && !made; i++) {
        err = title_named(service->store, names[i], id, &made, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    struct span name = made ? span_from(title_called(service, span_from(id), called).id)
                            : record_seat_name(record->title.text, memory);
    err = made ? ERR_OK : add_name(service, author, id, name, error);
    return err == ERR_OK ? add_names(service, author, names, count, id, name, error) : err;
}

/* ---- looking ---- */

struct naming {
    struct service *service;
    title_fn *fn;
    void *context;
};

static enum err show_game(const struct naming *naming, const struct game *game, struct error *error)
{
    struct title title = {.id = span_from(game->name.id), .name = game->name, .game = game};
    enum err err = store_title_plays(naming->service->store, title.id, &title.plays, error);
    return err == ERR_OK ? naming->fn(naming->context, &title, error) : err;
}

static enum err show_title(void *context, const struct store_title *row, struct error *error)
{
    const struct naming *naming = context;
    char id[STORE_TITLE];
    char name[STORE_TITLE];
    struct strbuf text;
    strbuf_wrap(&text, id, sizeof(id));
    strbuf_add_span(&text, row->id);
    strbuf_wrap(&text, name, sizeof(name));
    strbuf_add_span(&text, row->name);
    struct title title = {.id = span_from(id), .name = {id, name, name}, .game = registry_engine(row->id)};
    title.merged_into = span_equal(row->id, row->target) ? (struct span){NULL, 0} : row->target;
    enum err err = store_title_plays(naming->service->store, row->id, &title.plays, error);
    return err == ERR_OK ? naming->fn(naming->context, &title, error) : err;
}

enum err service_titles(struct service *service, title_fn *fn, void *context, struct error *error)
{
    struct naming naming = {service, fn, context};
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        enum err err = games[i]->titled ? ERR_OK : show_game(&naming, games[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return store_titles(service->store, show_title, &naming, error);
}

/* Nothing is called so; a game or a title of a name that is near may be meant. */
static enum err refuse(struct service *service, struct span name, struct error *error)
{
    enum err err = error_raise_span(error, &SERVICE_MSG_NO_SUCH_GAME, name);
    hint_title(service, name, error);
    return err;
}

enum err service_title_named(struct service *service, struct span name, char id[STORE_TITLE], struct error *error)
{
    const struct game *game = engine_named(name);
    char folded[STORE_TITLE];
    if (game) {
        struct strbuf text;
        strbuf_wrap(&text, id, STORE_TITLE);
        strbuf_add(&text, game->name.id);
        return ERR_OK;
    }
    if (!title_fold(name, folded)) {
        return refuse(service, name, error);
    }
    enum err err = store_title_find(service->store, span_from(folded), id, error);
    return err == ERR_NOT_FOUND ? refuse(service, name, error) : err;
}

enum err service_title(struct service *service, struct span name, title_fn *fn, void *context, struct error *error)
{
    struct naming naming = {service, fn, context};
    char id[STORE_TITLE];
    enum err err = service_title_named(service, name, id, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct game *game = engine_named(span_from(id));
    return game ? show_game(&naming, game, error)
                : store_title(service->store, span_from(id), show_title, &naming, error);
}

/* ---- renaming and merging ---- */

/* The id of a title that has no engine. */
static enum err own_title(struct service *service, struct span name, char id[STORE_TITLE], struct error *error)
{
    enum err err = service_title_named(service, name, id, error);
    if (err != ERR_OK) {
        return err;
    }
    return engine_named(span_from(id)) ? error_raise_span(error, &SERVICE_MSG_TITLE_ENGINE, name) : ERR_OK;
}

static enum err rename_title(struct service *service, struct span author, struct span title, struct span name,
                             struct error *error)
{
    char id[STORE_TITLE];
    char folded[STORE_TITLE];
    char taken[STORE_TITLE];
    enum err err = own_title(service, title, id, error);
    if (err != ERR_OK) {
        return err;
    }
    bool good = name.len > 0 && name.len <= RECORD_TITLE && span_trim(name).len == name.len && title_fold(name, folded);
    if (!good) {
        return error_raise(error, &SERVICE_MSG_TITLE_NAME);
    }
    err = check_visible(name, "", error);
    if (err != ERR_OK) {
        return err;
    }
    struct error ignored;
    err = store_title_find(service->store, span_from(folded), taken, &ignored);
    if (engine_named(name) || (err == ERR_OK && strcmp(taken, id) != 0)) {
        return error_raise_span(error, &SERVICE_MSG_TITLE_TAKEN, name);
    }
    if (err != ERR_OK && err != ERR_NOT_FOUND) {
        *error = ignored;
        return err;
    }
    struct title_entry entry = {.id = span_from(id), .name = name};
    err = append_title(service, author, &entry, error);
    return err == ERR_OK ? put_title(service->store, &entry, span_from(folded), error) : err;
}

enum err service_title_rename(struct service *service, struct span author, struct span title, struct span name,
                              struct error *error)
{
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    return end_write(service, rename_title(service, author, title, name, error), error);
}

struct moving {
    const struct allocator *allocator;
    int64_t *games;
    size_t count;
    size_t room;
};

static enum err take_game(void *context, int64_t game, struct error *error)
{
    struct moving *moving = context;
    int64_t *games = mem_more(moving->allocator, moving->games, moving->count, &moving->room, sizeof(*games));
    if (!games) {
        return error_raise(error, &MSG_MEMORY);
    }
    moving->games = games;
    moving->games[moving->count++] = game;
    return ERR_OK;
}

/*
 * Each game leaves the sums as what it was and joins them as what it is now. Sums are poured only while the tables say
 * what has been gathered: some of them are found again by walking through the games.
 */
static enum err move_games(struct service *service, const struct moving *moving, struct span target,
                           struct error *error)
{
    for (size_t i = 0; i < moving->count; i++) {
        enum err err = statistics_settle(service, false, error);
        if (err != ERR_OK) {
            return err;
        }
        err = statistics_leave(service, moving->games[i], error);
        if (err != ERR_OK) {
            return err;
        }
        err = store_title_move(service->store, moving->games[i], target, error);
        if (err != ERR_OK) {
            return err;
        }
        err = statistics_return(service, moving->games[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err title_move(struct service *service, struct span id, struct span target, struct error *error)
{
    struct moving moving = {.allocator = service->options.allocator};
    enum err err = store_title_games(service->store, id, take_game, &moving, error);
    err = err == ERR_OK ? move_games(service, &moving, target, error) : err;
    mem_free(moving.allocator, moving.games);
    return err;
}

static enum err merge_title(struct service *service, struct span author, struct span title, struct span into,
                            struct error *error)
{
    char id[STORE_TITLE];
    char target[STORE_TITLE];
    enum err err = own_title(service, title, id, error);
    if (err != ERR_OK) {
        return err;
    }
    err = own_title(service, into, target, error);
    if (err != ERR_OK) {
        return err;
    }
    if (strcmp(id, target) == 0) {
        return error_raise_span(error, &SERVICE_MSG_TITLE_SELF, title);
    }
    struct title_entry entry = {.id = span_from(id), .into = span_from(target)};
    err = append_title(service, author, &entry, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_title_follow(service->store, entry.id, entry.into, error);
    return err == ERR_OK ? title_move(service, entry.id, entry.into, error) : err;
}

enum err service_title_merge(struct service *service, struct span author, struct span title, struct span into,
                             struct error *error)
{
    enum err err = begin_entry(service, author, error);
    if (err != ERR_OK) {
        return err;
    }
    return end_write(service, merge_title(service, author, title, into, error), error);
}
