/* Whom and what an import names: what they are here, or that they are new and whom they look like. */
#include "record/write.h"
#include "rules/registry.h"
#include "service/alike.h"
#include "service/plays_internal.h"

#include "base/banned.h"

/* ---- one person ---- */

struct naming {
    struct plays_names *names;
    struct span name;
};

static enum err take_name(void *context, const struct store_person *person, struct error *error)
{
    struct naming *naming = context;
    naming->name = plays_names_copy(naming->names, person->name);
    return naming->name.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err slot_meet(struct service *service, struct plays_names *people, struct plays_slot *slot, struct span text,
                   bool *found, struct error *error)
{
    struct naming naming = {.names = people};
    char handle[PERSON_HANDLE];
    int64_t id = 0;
    *found = false;
    enum err err = person_for(service, text, false, &id, handle, error);
    if (err == ERR_NOT_FOUND) {
        return ERR_OK;
    }
    if (err != ERR_OK) {
        return err;
    }
    err = store_person(service->store, id, take_name, &naming, error);
    if (err != ERR_OK) {
        return err;
    }
    plays_text_copy(slot->ours, sizeof(slot->ours), span_from(handle));
    slot->said.ours = span_from(slot->ours);
    slot->said.named = naming.name;
    *found = true;
    return ERR_OK;
}

enum err slot_meet_new(struct service *service, struct plays_names *people, struct plays_slot *slot, struct span name,
                       struct error *error)
{
    struct alike_name alike;
    enum err err = check_name(name, error);
    if (err != ERR_OK) {
        slot->unfit = true;
        slot->why = *error;
        return ERR_OK;
    }
    slot->said.named = plays_names_copy(people, name);
    err = alike_name_find(service, name, NULL, 0, &alike, error);
    if (err != ERR_OK || alike.person == 0) {
        return err;
    }
    slot->said.alike = plays_names_copy(people, span_from(alike.handle));
    slot->said.alike_name = plays_names_copy(people, span_from(alike.name));
    return ERR_OK;
}

/* ---- a record's ---- */

/* The slot of a folded name, which has one game more. */
static enum err slot_of(struct plays_names *names, struct span name, bool fresh, struct plays_slot **out,
                        struct error *error)
{
    char memory[RECORD_NAME];
    struct strbuf key;
    strbuf_wrap(&key, memory, sizeof(memory));
    fold_name(name, &key);
    enum err err = plays_names_get(names, strbuf_span(&key), name, (struct span){NULL, 0}, out, error);
    if (err == ERR_OK) {
        (*out)->said.plays++;
        (*out)->used = (*out)->used || fresh;
    }
    return err;
}

static enum err note_person(struct service *service, struct plays_names *people, struct span name, bool fresh,
                            struct error *error)
{
    struct plays_slot *slot = NULL;
    bool found = false;
    enum err err = slot_of(people, name, fresh, &slot, error);
    if (err != ERR_OK || slot->met) {
        return err;
    }
    slot->met = true;
    err = slot_meet(service, people, slot, name, &found, error);
    return err == ERR_OK && !found ? slot_meet_new(service, people, slot, name, error) : err;
}

static enum err note_title(struct service *service, struct plays_names *titles, const struct record *record, bool fresh,
                           struct error *error)
{
    char memory[RECORD_NAME];
    char called[STORE_TITLE];
    struct plays_slot *slot = NULL;
    bool titled = record->title.text.len > 0;
    struct span name = titled ? record_seat_name(record->title.text, memory) : record->game.text;
    const struct game *game = registry_newest(name);
    bool found = game && !game->titled;
    name = found ? span_from(game->name.en) : name; /* by whichever of its names */
    enum err err = slot_of(titles, name, fresh, &slot, error);
    if (err != ERR_OK || slot->met) {
        return err;
    }
    slot->met = true;
    if (found) {
        plays_text_copy(slot->ours, sizeof(slot->ours), span_from(game->name.id));
    } else {
        err = title_named(service->store, name, slot->ours, &found, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    slot->said.ours = found ? span_from(slot->ours) : (struct span){NULL, 0};
    slot->said.named = plays_names_copy(
        titles, found ? span_from(title_called(service, span_from(slot->ours), called).en) : slot->said.name);
    return slot->said.named.ptr ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

enum err import_names_note(struct service *service, struct import_names *names, const struct record *record, bool fresh,
                           struct error *error)
{
    enum err err = note_title(service, &names->titles, record, fresh, error);
    for (unsigned i = 0; i < record->seats && i < GAME_PLAYERS && err == ERR_OK; i++) {
        char memory[RECORD_NAME];
        struct span name = record_seat_name(record->seat[i].text, memory);
        err = span_is(name, RECORD_GUEST) ? ERR_OK : note_person(service, &names->people, name, fresh, error);
    }
    if (err == ERR_LIMIT) {
        error_clear(error);
    }
    return err_is_fatal(err) ? err : ERR_OK;
}

/* ---- all of them ---- */

enum err import_names_new(const struct allocator *allocator, struct import_names **out, struct error *error)
{
    *out = mem_new(allocator, 1, sizeof(**out));
    if (!*out) {
        return error_raise(error, &MSG_MEMORY);
    }
    plays_names_init(&(*out)->people, allocator);
    plays_names_init(&(*out)->titles, allocator);
    return ERR_OK;
}

void import_names_free(struct import_names *names)
{
    if (names) {
        const struct allocator *allocator = names->people.allocator;
        plays_names_release(&names->people);
        plays_names_release(&names->titles);
        mem_free(allocator, names);
    }
}

static size_t list(const struct plays_names *names, size_t offset, struct plays_name *out, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < names->count && count < room; i++) {
        const struct plays_slot *slot = names->slot[i];
        if (slot->guest || (slot->said.ours.len == 0 && !slot->used)) { /* nobody, or nothing that is made */
            continue;
        }
        if (offset > 0) {
            offset--;
            continue;
        }
        out[count++] = slot->said;
    }
    return count;
}

size_t import_names_people(const struct import_names *names, size_t offset, struct plays_name *out, size_t room)
{
    return list(&names->people, offset, out, room);
}

size_t import_names_titles(const struct import_names *names, size_t offset, struct plays_name *out, size_t room)
{
    return list(&names->titles, offset, out, room);
}
