/*
 * Who the people of a play are here, and what its title is. In this order: what
 * the user says (a mapping), what the id there became before, an id that we
 * gave, for titles the number at BoardGameGeek, and the name. Each is looked up
 * once a file.
 */
#include "base/fnv.h"
#include "rules/registry.h"
#include "service/foreign.h"
#include "service/messages.h"
#include "service/own_ids.h"
#include "service/plays_internal.h"
#include "store/foreign.h"

#include "base/banned.h"

enum { KEY = PERSON_FOLDED + PLAY_TEXT + 8, NUMBER = 24 };

/* What a mapping says that `name`, or `id`, is; empty: nothing. */
static struct span mapped(const struct play_mapping *list, size_t count, struct span name, struct span id)
{
    for (size_t i = 0; i < count; i++) {
        bool by_id = id.len > 0 && span_equal(list[i].from, id);
        if (by_id || (name.len > 0 && fold_same(list[i].from, name))) {
            return list[i].to;
        }
    }
    return (struct span){NULL, 0};
}

/* The key under which a file knows something: its id, or its folded name. */
static struct span key_of(struct span id, struct span name, char memory[KEY])
{
    struct strbuf key;
    strbuf_wrap(&key, memory, KEY);
    strbuf_add(&key, id.len > 0 ? "#" : "=");
    if (id.len > 0) {
        strbuf_add_span(&key, id);
    } else {
        fold_name(name, &key);
    }
    return strbuf_span(&key);
}

static struct span source_word(const struct plays_import *import)
{
    return span_from(play_sources[import->reader->source]);
}

/* Ids of a spreadsheet are nobody's but its own. */
static bool has_ids(const struct plays_import *import)
{
    return import->reader->source != PLAYS_CSV;
}

/* ---- people ---- */

static enum err meet_handle(struct plays_import *import, struct plays_slot *slot, const char *handle, bool *found,
                            struct error *error)
{
    char memory[PERSON_HANDLE + 1] = "@";
    plays_text_copy(memory + 1, PERSON_HANDLE, span_from(handle));
    return slot_meet(import->service, &import->names.people, slot, span_from(memory), found, error);
}

/* By what the id there became, or by an id of our own. */
static enum err meet_by_id(struct plays_import *import, struct plays_slot *slot, bool *found, struct error *error)
{
    struct service *service = import->service;
    char handle[PERSON_HANDLE];
    bool known = false;
    *found = false;
    if (!has_ids(import) || slot->said.id.len == 0) {
        return ERR_OK;
    }
    enum err err = foreign_person_find(service, source_word(import), slot->said.id, handle, &known, error);
    if (err != ERR_OK) {
        return err;
    }
    slot->kept = known;
    known = known || own_id_person_read(service->seen_key, slot->said.id, handle);
    return known ? meet_handle(import, slot, handle, found, error) : ERR_OK;
}

/*
 * Notes the name; one that another id of this file has too is told, if `new`: two people there become one here, unless the
 * user says who is who.
 */
static enum err note_name(struct plays_import *import, const struct plays_slot *slot, bool new, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    struct error warning;
    bool fresh = true;
    if (!has_ids(import) || slot->said.id.len == 0 || slot->said.named.len == 0) {
        return ERR_OK;
    }
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(slot->said.named, &folded);
    if (!hash_set_add(&import->named, fnv_add(FNV_START, strbuf_span(&folded)), &fresh)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (new && !fresh) {
        (void)error_put_span(&warning, &SERVICE_MSG_PLAY_NAMESAKE, slot->said.named);
        error_add(&warning, slot->said.id);
        plays_warn(import, &warning);
    }
    return ERR_OK;
}

static enum err meet_person(struct plays_import *import, struct plays_slot *slot, struct error *error)
{
    const struct plays_options *options = &import->options;
    struct span name = mapped(options->players, options->players_count, slot->said.name, slot->said.id);
    bool found = false;
    slot->met = true;
    slot->kept = !has_ids(import) || slot->said.id.len == 0;
    if (name.len == 0) {
        enum err err = meet_by_id(import, slot, &found, error);
        if (err != ERR_OK || found) {
            return err == ERR_OK ? note_name(import, slot, false, error) : err;
        }
        name = slot->said.name;
    }
    slot->guest = span_is(name, RECORD_GUEST);
    if (slot->guest) {
        return ERR_OK;
    }
    enum err err = name.len > 0 ? slot_meet(import->service, &import->names.people, slot, name, &found, error)
                                : check_name(name, error);
    if (err == ERR_USAGE || err == ERR_ENCODING) {
        slot->unfit = true;
        slot->why = *error;
        return ERR_OK;
    }
    if (err != ERR_OK) {
        return err;
    }
    if (!found && span_starts(name, "@")) { /* a mapping to a handle that nobody has */
        slot->unfit = true;
        (void)error_put_span(&slot->why, &SERVICE_MSG_NO_PERSON, name);
        return ERR_OK;
    }
    err = found ? ERR_OK : slot_meet_new(import->service, &import->names.people, slot, name, error);
    return err == ERR_OK ? note_name(import, slot, true, error) : err;
}

static enum err meet_people(struct plays_import *import, struct error *error)
{
    struct play *play = &import->play;
    for (unsigned i = 0; i < play->seats && i < GAME_PLAYERS; i++) {
        const struct play_person *person = &play->seat[i].person;
        char memory[KEY];
        struct plays_slot *slot = NULL;
        import->seat[i] = NULL;
        bool uuid = person->id.len == UUID_SIZE - 1;
        if (person->anonymous || (uuid && own_id_guest_is(import->service->seen_key, person->id))) {
            continue;
        }
        enum err err = plays_names_get(&import->names.people, key_of(person->id, person->name, memory), person->name,
                                       person->id, &slot, error);
        if (err != ERR_OK) {
            return err;
        }
        err = slot->met ? ERR_OK : meet_person(import, slot, error);
        if (err != ERR_OK) {
            return err;
        }
        slot->said.plays++;
        import->seat[i] = slot->guest ? NULL : slot;
    }
    return ERR_OK;
}

struct span plays_seat_text(const struct plays_import *import, unsigned seat, char memory[PERSON_HANDLE + 1])
{
    const struct plays_slot *slot = import->seat[seat];
    if (!slot) {
        return span_from(RECORD_GUEST);
    }
    if (slot->said.named.len > 0) {
        return slot->said.named;
    }
    memory[0] = '@';
    plays_text_copy(memory + 1, PERSON_HANDLE, span_from(slot->ours));
    return span_from(memory);
}

/* ---- titles ---- */

struct foreign_ours {
    char *out;
    bool found;
};

static enum err take_ours(void *context, const struct store_foreign *row, struct error *error)
{
    (void)error;
    struct foreign_ours *ours = context;
    plays_text_copy(ours->out, STORE_TITLE, row->ours);
    ours->found = true;
    return ERR_OK;
}

static enum err take_target(void *context, const struct store_title *row, struct error *error)
{
    (void)error;
    plays_text_copy(context, STORE_TITLE, row->target);
    return ERR_OK;
}

/* Only BG Stats says how a title is won. */
static bool has_way(const struct plays_import *import)
{
    return import->reader->source == PLAYS_BGSTATS;
}

/* How most games of the title here were won. */
static enum err find_way(struct plays_import *import, struct plays_slot *slot, struct error *error)
{
    static const enum play_way ways[] = {
        [CONTEST_HIGH] = PLAY_WAY_HIGH, [CONTEST_LOW] = PLAY_WAY_LOW, [CONTEST_TOGETHER] = PLAY_WAY_TOGETHER};
    char memory[STORE_TITLE];
    struct strbuf variant;
    strbuf_wrap(&variant, memory, sizeof(memory));
    enum err err = store_title_variant(import->service->store, slot->said.ours, &variant, error);
    if (err != ERR_OK || variant.len == 0) {
        return err;
    }
    enum contest contest = registry_contest(strbuf_span(&variant));
    slot->way = contest < sizeof(ways) / sizeof(ways[0]) ? ways[contest] : PLAY_WAY_UNKNOWN;
    return ERR_OK;
}

/* The slot is the title of this id, or what that was merged into. */
static enum err be_title(struct plays_import *import, struct plays_slot *slot, const char *id, struct error *error)
{
    char name[STORE_TITLE];
    const struct game *game = registry_engine(span_from(id));
    plays_text_copy(slot->ours, sizeof(slot->ours), span_from(id));
    if (!game || game->titled) {
        enum err err = store_title(import->service->store, span_from(id), take_target, slot->ours, error);
        if (err != ERR_OK) {
            return err;
        }
        game = NULL;
    }
    slot->engine = game;
    slot->said.ours = span_from(slot->ours);
    enum err err = has_way(import) || game ? ERR_OK : find_way(import, slot, error);
    if (err != ERR_OK) {
        return err;
    }
    struct name called = title_called(import->service, slot->said.ours, name);
    slot->said.named = plays_names_copy(&import->names.titles, span_from(called.en));
    return slot->said.named.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err title_by_id(struct plays_import *import, struct span source, struct span id, struct plays_slot *slot,
                            bool *found, struct error *error)
{
    char ours[STORE_TITLE];
    struct foreign_ours row = {ours, false};
    enum err err = store_foreign_find(import->service->store, source, span_from(play_kinds[PLAYS_TITLE]), id, take_ours,
                                      &row, error);
    *found = row.found;
    return err == ERR_OK && row.found ? be_title(import, slot, ours, error) : err;
}

/* The title of a pad document with this number at BoardGameGeek; empty: there is none. */
static enum err title_by_document(struct plays_import *import, uint32_t number, char id[STORE_TITLE],
                                  struct error *error)
{
    struct plays_documents *all = &import->documents;
    enum err err = plays_documents_read(all, import->service, error);
    id[0] = '\0';
    for (size_t i = 0; err == ERR_OK && i < all->count && id[0] == '\0'; i++) {
        if (all->list[i].document.about.bgg == number) {
            err = plays_document_title(&all->list[i], import->service, error);
            plays_text_copy(id, STORE_TITLE, span_from(all->list[i].title));
        }
    }
    return err;
}

static enum err title_by_number(struct plays_import *import, int64_t bgg, struct plays_slot *slot, bool *found,
                                struct error *error)
{
    char id[STORE_TITLE];
    char memory[NUMBER];
    struct strbuf number;
    *found = false;
    if (bgg <= 0 || bgg > UINT32_MAX) {
        return ERR_OK;
    }
    const struct game *game = registry_bgg((uint32_t)bgg);
    if (game) {
        *found = true;
        return be_title(import, slot, game->name.id, error);
    }
    strbuf_wrap(&number, memory, sizeof(memory));
    strbuf_int(&number, bgg);
    enum err err = title_by_id(import, span_from(play_sources[PLAYS_BGG]), strbuf_span(&number), slot, found, error);
    if (err != ERR_OK || *found) {
        return err;
    }
    err = title_by_document(import, (uint32_t)bgg, id, error);
    if (err != ERR_OK || id[0] == '\0') {
        return err;
    }
    *found = true;
    return be_title(import, slot, id, error);
}

/* By a name of a game with an engine, or of a title here; else it is new, and called so. */
static enum err title_by_name(struct plays_import *import, struct span name, struct plays_slot *slot,
                              struct error *error)
{
    const struct game *game = registry_newest(name);
    char id[STORE_TITLE];
    bool found = false;
    if (game && !game->titled) {
        return be_title(import, slot, game->name.id, error);
    }
    enum err err = title_named(import->service->store, name, id, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    if (found) {
        slot->by_name = span_equal(name, slot->said.name);
        return be_title(import, slot, id, error);
    }
    err = title_fold(name, id)
              ? title_by_id(import, span_from(play_sources[PLAYS_CSV]), span_from(id), slot, &found, error)
              : ERR_OK;
    if (err != ERR_OK || found) {
        return err;
    }
    slot->said.named = plays_names_copy(&import->names.titles, name);
    return slot->said.named.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err look_up_title(struct plays_import *import, struct plays_slot *slot, int64_t bgg, struct error *error)
{
    const struct plays_options *options = &import->options;
    struct span name = mapped(options->titles, options->titles_count, slot->said.name, slot->said.id);
    bool found = false;
    if (name.len > 0) {
        return title_by_name(import, name, slot, error);
    }
    if (has_ids(import) && slot->said.id.len > 0) {
        enum err err = title_by_id(import, source_word(import), slot->said.id, slot, &found, error);
        if (err != ERR_OK || found) {
            slot->kept = found;
            return err;
        }
    }
    enum err err = title_by_number(import, bgg, slot, &found, error);
    return err != ERR_OK || found ? err : title_by_name(import, slot->said.name, slot, error);
}

/* The number at BoardGameGeek is the id of a title that comes from there. */
static struct span title_id(const struct plays_import *import, char memory[NUMBER])
{
    const struct play_title *title = &import->play.title;
    struct strbuf number;
    if (title->id.len > 0 || title->bgg <= 0) {
        return title->id;
    }
    strbuf_wrap(&number, memory, NUMBER);
    strbuf_int(&number, title->bgg);
    return strbuf_span(&number);
}

enum err plays_meet_title(struct plays_import *import, struct error *error)
{
    const struct play_title *title = &import->play.title;
    char number[NUMBER];
    char memory[KEY];
    struct span id = import->reader->source == PLAYS_BGG ? title_id(import, number) : title->id;
    struct plays_slot *slot = NULL;
    enum err err =
        plays_names_get(&import->names.titles, key_of(id, title->name, memory), title->name, id, &slot, error);
    if (err != ERR_OK) {
        return err;
    }
    import->title = slot;
    if (slot->met) {
        return ERR_OK;
    }
    slot->met = true;
    slot->kept = !has_ids(import) || id.len == 0;
    slot->unfit = span_trim(title->name).len == 0;
    if (slot->unfit) {
        (void)error_put(&slot->why, &SERVICE_MSG_PLAY_UNTITLED);
        return ERR_OK;
    }
    err = check_visible(title->name, "\t", error);
    if (err != ERR_OK) {
        slot->unfit = true;
        slot->why = *error;
        return ERR_OK;
    }
    return look_up_title(import, slot, title->bgg, error);
}

enum err plays_meet(struct plays_import *import, struct error *error)
{
    enum err err = plays_meet_title(import, error);
    if (err != ERR_OK) {
        return err;
    }
    import->title->said.plays++;
    return meet_people(import, error);
}

/* ---- remembering ---- */

static enum err keep_row(struct plays_import *import, struct span source, enum play_kind kind, struct span id,
                         const char *ours, struct error *error)
{
    struct store_foreign row = {
        .source = source, .kind = span_from(play_kinds[kind]), .id = id, .ours = span_from(ours)};
    return store_foreign_put(import->service->store, &row, error);
}

static enum err keep_person(struct plays_import *import, struct plays_slot *slot, struct error *error)
{
    bool found = slot->ours[0] != '\0';
    enum err err = ERR_OK;
    if (!found) {
        err = slot_meet(import->service, &import->names.people, slot, slot->said.named, &found, error);
        slot->said.ours = (struct span){NULL, 0}; /* made by this import */
    }
    if (err != ERR_OK || slot->kept || !found) {
        return err;
    }
    slot->kept = true;
    return foreign_person_put(import->service, source_word(import), slot->said.id, span_from(slot->ours), error);
}

/* What another program calls a title of ours is remembered for files that know it by nothing else. */
static enum err keep_name(struct plays_import *import, const struct plays_slot *slot, struct error *error)
{
    const struct game *game = registry_newest(slot->said.name);
    char folded[STORE_TITLE];
    char id[STORE_TITLE];
    bool found = false;
    if ((game && !game->titled) || !title_fold(slot->said.name, folded)) {
        return ERR_OK;
    }
    enum err err = title_named(import->service->store, slot->said.name, id, &found, error);
    return err != ERR_OK || found ? err
                                  : keep_row(import, span_from(play_sources[PLAYS_CSV]), PLAYS_TITLE, span_from(folded),
                                             slot->ours, error);
}

static enum err keep_title(struct plays_import *import, struct plays_slot *slot, struct error *error)
{
    char memory[NUMBER];
    if (slot->ours[0] == '\0') {
        enum err err = title_by_name(import, slot->said.named, slot, error);
        slot->said.ours = (struct span){NULL, 0}; /* made by this import */
        if (err != ERR_OK || slot->ours[0] == '\0') {
            return err;
        }
    }
    if (slot->kept) {
        return ERR_OK;
    }
    slot->kept = true;
    enum err err = keep_row(import, source_word(import), PLAYS_TITLE, slot->said.id, slot->ours, error);
    err = err == ERR_OK ? keep_name(import, slot, error) : err;
    bool numbered = import->reader->source != PLAYS_BGG && import->play.title.bgg > 0 && !slot->engine;
    if (err != ERR_OK || !numbered) {
        return err;
    }
    struct strbuf number;
    strbuf_wrap(&number, memory, sizeof(memory));
    strbuf_int(&number, import->play.title.bgg);
    return keep_row(import, span_from(play_sources[PLAYS_BGG]), PLAYS_TITLE, strbuf_span(&number), slot->ours, error);
}

enum err plays_remember(struct plays_import *import, struct error *error)
{
    for (unsigned i = 0; i < import->play.seats && i < GAME_PLAYERS; i++) {
        enum err err = import->seat[i] ? keep_person(import, import->seat[i], error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
    }
    return keep_title(import, import->title, error);
}
