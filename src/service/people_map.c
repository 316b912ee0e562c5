/* Open addressing with linear probing; never more than half full. */
#include "service/people_map.h"

#include "base/fnv.h"
#include "service/kinds.h"
#include "service/messages.h"

#include "base/banned.h"

enum { NAMES_LIMIT = 1 << 28 };

static uint64_t hash_of(struct span handle)
{
    uint64_t hash = fnv_add(FNV_START, handle);
    return hash ^ (hash >> 32);
}

/* The slot of the handle, or the free one where it would go. */
static struct people_slot *slot_for(const struct people_map *map, struct span handle)
{
    size_t at = (size_t)hash_of(handle) & (map->room - 1);
    while (map->slots[at].handle[0] != '\0' && !span_is(handle, map->slots[at].handle)) {
        at = (at + 1) & (map->room - 1);
    }
    return &map->slots[at];
}

static bool enlarge(struct people_map *map)
{
    struct people_map larger = *map;
    larger.room = map->room ? map->room * 2 : 256;
    larger.slots = mem_new(map->allocator, larger.room, sizeof(struct people_slot));
    if (!larger.slots) {
        return false;
    }
    for (size_t i = 0; i < map->room; i++) {
        if (map->slots[i].handle[0] != '\0') {
            *slot_for(&larger, span_from(map->slots[i].handle)) = map->slots[i];
        }
    }
    mem_free(map->allocator, map->slots);
    *map = larger;
    return true;
}

static enum err add_person(void *context, const struct store_person *person, struct error *error)
{
    struct people_map *map = context;
    if ((map->count + 1) * 2 > map->room && !enlarge(map)) {
        return error_raise(error, &MSG_MEMORY);
    }
    if (person->handle.len == 0 || person->handle.len >= PERSON_HANDLE) {
        /* Where bad merges are reported, so are the games that name this one. */
        return map->bad ? ERR_OK : error_raise_span(error, &SERVICE_MSG_HANDLE, person->handle);
    }
    struct people_slot *slot = slot_for(map, person->handle);
    memset(slot->handle, 0, sizeof(slot->handle));
    memcpy(slot->handle, person->handle.ptr, person->handle.len);
    slot->id = person->id;
    slot->target = person->id;
    slot->stored = person->target;
    slot->name_at = map->names.len;
    slot->name_len = person->name.len;
    strbuf_add_span(&map->names, person->name);
    map->count++;
    return strbuf_ok(&map->names) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The person that the next word of `*rest` names, `@handle`. */
static const struct people_slot *take_person(const struct people_map *map, struct span *rest)
{
    struct span word = span_word(rest);
    return span_starts(word, "@") ? people_map_find(map, span_skip(word, 1)) : NULL;
}

static enum err refuse(const struct people_map *map, int64_t seq, struct error *error)
{
    return map->bad ? map->bad(map->context, seq, error) : error_raise_int(error, &SERVICE_MSG_ENTRY, seq);
}

static enum err add_title(struct people_map *map, const struct store_entry *entry, struct error *error)
{
    bool memory = false;
    if (title_map_add(&map->titles, entry->body, &memory)) {
        return ERR_OK;
    }
    return memory ? error_raise(error, &MSG_MEMORY) : refuse(map, entry->seq, error);
}

/* The slot that a chain of links from `slot` ends with. */
static const struct people_slot *top_of(const struct people_map *map, const struct people_slot *slot)
{
    while (slot->parent != 0) {
        slot = &map->slots[slot->parent - 1];
    }
    return slot;
}

/* Everybody who was `old` is whom the links lead to now. */
static void follow(struct people_map *map, int64_t old, int64_t seq)
{
    for (size_t i = 0; i < map->room; i++) {
        struct people_slot *slot = &map->slots[i];
        int64_t target = slot->handle[0] != '\0' && slot->target == old ? top_of(map, slot)->id : slot->target;
        slot->merge = target != slot->target ? seq : slot->merge;
        slot->target = target;
    }
}

/* `merge @a into @b`: whoever a is by now becomes whoever b is. */
static bool link_people(struct people_map *map, struct span rest, int64_t seq)
{
    const struct people_slot *from = take_person(map, &rest);
    bool good = from && span_is(span_word(&rest), "into");
    const struct people_slot *into = good ? take_person(map, &rest) : NULL;
    if (!into || rest.len > 0 || from->target == into->target) {
        return false;
    }
    struct people_slot *goes = &map->slots[top_of(map, from) - map->slots];
    goes->parent = (size_t)(top_of(map, into) - map->slots) + 1;
    goes->link = seq;
    follow(map, goes->id, seq);
    return true;
}

/* `unmerge N`: what entry N has linked is parted. */
static bool part_people(struct people_map *map, struct span rest, int64_t seq)
{
    int64_t merge = 0;
    const struct people_slot *linked = NULL;
    struct span number = span_word(&rest);
    map->parted++;
    if (rest.len == 0 && span_int(number, 1, seq - 1, &merge)) {
        linked = people_map_linked(map, merge);
    }
    if (!linked) {
        return false;
    }
    struct people_slot *goes = &map->slots[linked - map->slots];
    int64_t old = goes->target;
    goes->parent = 0;
    goes->link = 0;
    follow(map, old, seq);
    return true;
}

/* What the entries about people say, by the word that they are and begin with. */
static const struct {
    const char *kind;
    bool (*add)(struct people_map *map, struct span rest, int64_t seq);
} DEEDS[] = {{"merge", link_people}, {"unmerge", part_people}};

static enum err add_merge(void *context, const struct store_entry *entry, struct error *error)
{
    struct people_map *map = context;
    struct span rest = entry->body;
    bool good = false;
    if (entry_kind_concerns(entry->kind, ABOUT_TITLES)) {
        return add_title(map, entry, error);
    }
    if (!entry_kind_concerns(entry->kind, ABOUT_PEOPLE)) {
        return ERR_OK;
    }
    map->merges++;
    if (rest.len > 0 && rest.ptr[rest.len - 1] == '\n') {
        rest.len--;
    }
    struct span word = span_word(&rest);
    for (size_t i = 0; i < sizeof(DEEDS) / sizeof(DEEDS[0]); i++) {
        bool this_one = span_is(entry->kind, DEEDS[i].kind) && span_is(word, DEEDS[i].kind);
        good = this_one ? DEEDS[i].add(map, rest, entry->seq) : good;
    }
    if (good) {
        return ERR_OK;
    }
    return refuse(map, entry->seq, error);
}

static enum err add_if_merge(void *context, const struct store_entry *entry, struct error *error)
{
    return entry->game == 0 ? add_merge(context, entry, error) : ERR_OK;
}

/* Entry by entry, past those that cannot be read: where bad merges are reported, so are these, elsewhere. */
static enum err add_readable_merges(struct people_map *map, struct store *store, struct error *error)
{
    int64_t size = 0;
    map->merges = map->parted = 0;
    title_map_release(&map->titles);
    map->titles.allocator = map->allocator;
    for (size_t i = 0; i < map->room; i++) {
        map->slots[i].target = map->slots[i].id;
        map->slots[i].merge = map->slots[i].link = 0;
        map->slots[i].parent = 0;
    }
    enum err err = store_log_size(store, &size, error);
    if (err != ERR_OK) {
        return err;
    }
    for (int64_t seq = 1; seq <= size; seq++) {
        err = store_entries(store, seq, seq, add_if_merge, map, error);
        err = err == ERR_CORRUPT ? ERR_OK : err;
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

enum err people_map_load(struct people_map *map, const struct allocator *allocator, struct store *store,
                         people_map_bad_fn *bad, void *context, struct error *error)
{
    *map = (struct people_map){.allocator = allocator, .bad = bad, .context = context};
    strbuf_init(&map->names, allocator, NAMES_LIMIT);
    map->titles.allocator = allocator;
    enum err err = enlarge(map) ? store_everybody(store, add_person, map, error) : error_raise(error, &MSG_MEMORY);
    if (err != ERR_OK) {
        return err;
    }
    err = store_entries_of(store, 0, add_merge, map, error);
    return err == ERR_CORRUPT && bad ? add_readable_merges(map, store, error) : err;
}

void people_map_release(struct people_map *map)
{
    if (map->allocator) {
        mem_free(map->allocator, map->slots);
        strbuf_release(&map->names);
        title_map_release(&map->titles);
    }
    *map = (struct people_map){.allocator = NULL};
}

const struct people_slot *people_map_find(const struct people_map *map, struct span handle)
{
    const struct people_slot *slot = slot_for(map, handle);
    return slot->handle[0] != '\0' ? slot : NULL;
}

const struct people_slot *people_map_by_id(const struct people_map *map, int64_t id)
{
    for (size_t i = 0; i < map->room; i++) {
        if (map->slots[i].handle[0] != '\0' && map->slots[i].id == id) {
            return &map->slots[i];
        }
    }
    return NULL;
}

const struct people_slot *people_map_linked(const struct people_map *map, int64_t seq)
{
    for (size_t i = 0; i < map->room && seq > 0; i++) {
        if (map->slots[i].handle[0] != '\0' && map->slots[i].link == seq) {
            return &map->slots[i];
        }
    }
    return NULL;
}

bool people_map_below(const struct people_map *map, const struct people_slot *slot, const struct people_slot *top)
{
    while (slot != top && slot->parent != 0) {
        slot = &map->slots[slot->parent - 1];
    }
    return slot == top;
}

struct span people_map_name(const struct people_map *map, const struct people_slot *slot)
{
    const struct people_slot *who = slot->target == slot->id ? slot : people_map_by_id(map, slot->target);
    return who ? span_of(strbuf_text(&map->names) + who->name_at, who->name_len) : (struct span){NULL, 0};
}

enum err people_map_seat(const struct people_map *map, const struct record *record, struct seating *seating,
                         struct error *error)
{
    seating->count = record->seats;
    for (unsigned i = 0; i < record->seats; i++) {
        struct span text = record->seat[i].text;
        seating->person[i] = 0;
        if (span_is(text, RECORD_GUEST)) {
            continue;
        }
        const struct people_slot *slot = text.ptr[0] == '@' ? people_map_find(map, span_skip(text, 1)) : NULL;
        if (!slot) {
            return error_raise_span(error, &SERVICE_MSG_HANDLE, text);
        }
        seating->person[i] = slot->target;
    }
    const struct title_slot *title = NULL;
    bool titled = record->title.text.len > 0 && title_fold(record->title.text, seating->title);
    if (titled) {
        title = title_map_find(&map->titles, span_from(seating->title));
    } else {
        seating->title[0] = '\0';
    }
    if (title) {
        memcpy(seating->title, title->id, sizeof(seating->title));
    }
    return ERR_OK;
}
