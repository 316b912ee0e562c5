/* Entries about titles, read and followed. */
#include "service/title_map.h"

#include "base/fold.h"

#include "base/banned.h"

/* `KEYWORD VALUE` and a line feed at the start of `*rest`; the value is not empty and fits. Else `*rest` stays. */
static bool take_line(struct span *rest, const char *keyword, struct span *value)
{
    struct span line;
    struct span after = *rest;
    if (!span_cut_at(&after, '\n', &line) || !span_starts(line, keyword)) {
        return false;
    }
    line = span_skip(line, strlen(keyword));
    if (line.len < 2 || line.ptr[0] != ' ' || line.len > STORE_TITLE) {
        return false;
    }
    *value = span_skip(line, 1);
    *rest = after;
    return true;
}

bool title_entry_read(struct span body, struct title_entry *entry)
{
    *entry = (struct title_entry){.id = {NULL, 0}};
    if (!take_line(&body, "title", &entry->id)) {
        return false;
    }
    bool named = take_line(&body, "name", &entry->name);
    return (named || take_line(&body, "into", &entry->into)) && body.len == 0;
}

void title_entry_write(const struct title_entry *entry, struct strbuf *out)
{
    bool named = entry->name.len > 0;
    strbuf_add(out, "title ");
    strbuf_add_span(out, entry->id);
    strbuf_add(out, named ? "\nname " : "\ninto ");
    strbuf_add_span(out, named ? entry->name : entry->into);
    strbuf_add_char(out, '\n');
}

static void copy(char out[STORE_TITLE], struct span text)
{
    struct strbuf to;
    strbuf_wrap(&to, out, STORE_TITLE);
    strbuf_add_span(&to, text);
}

/* Where the name is, or would be. */
static size_t name_at(const struct title_map *map, struct span folded)
{
    size_t low = 0;
    size_t high = map->names_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (span_order(span_from(map->names[middle].folded), folded) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct title_name *title_map_name(const struct title_map *map, struct span folded)
{
    size_t at = name_at(map, folded);
    bool found = at < map->names_count && span_is(folded, map->names[at].folded);
    return found ? &map->names[at] : NULL;
}

const struct title_slot *title_map_find(const struct title_map *map, struct span folded)
{
    const struct title_name *name = title_map_name(map, folded);
    return name ? &map->titles[map->titles[name->title].target] : NULL;
}

/* The index of the title with this id, or map->count. An id is a name that its title has for ever. */
static size_t find_id(const struct title_map *map, struct span id)
{
    const struct title_name *name = title_map_name(map, id);
    bool found = name && span_is(id, map->titles[name->title].id);
    return found ? name->title : map->count;
}

const struct title_slot *title_map_id(const struct title_map *map, struct span id)
{
    size_t found = find_id(map, id);
    return found < map->count ? &map->titles[found] : NULL;
}

static bool put_name(struct title_map *map, struct span folded, size_t title)
{
    struct title_name *names =
        mem_more(map->allocator, map->names, map->names_count, &map->names_room, sizeof(*map->names));
    if (!names) {
        return false;
    }
    map->names = names;
    size_t at = name_at(map, folded);
    memmove(&names[at + 1], &names[at], (map->names_count - at) * sizeof(*names));
    names[at] = (struct title_name){.title = title};
    copy(names[at].folded, folded);
    map->names_count++;
    return true;
}

/* A title is made, or gets another name; a name is that of one title. */
static bool add_name(struct title_map *map, const struct title_entry *entry, bool *memory)
{
    char text[STORE_TITLE];
    struct strbuf folded;
    strbuf_wrap(&folded, text, sizeof(text));
    fold_name(entry->name, &folded);
    size_t title = find_id(map, entry->id);
    bool known = title < map->count;
    const struct title_name *taken = title_map_name(map, strbuf_span(&folded));
    if (!strbuf_ok(&folded) || folded.len == 0 || (!known && !span_equal(strbuf_span(&folded), entry->id)) ||
        (taken && taken->title != title) || entry->name.len >= STORE_TITLE) {
        return false;
    }
    if (!known) {
        struct title_slot *titles = mem_more(map->allocator, map->titles, map->count, &map->room, sizeof(*map->titles));
        if (!titles) {
            *memory = true;
            return false;
        }
        map->titles = titles;
        titles[title] = (struct title_slot){.target = title};
        copy(titles[title].id, entry->id);
        map->count++;
    }
    if (!taken && !put_name(map, strbuf_span(&folded), title)) {
        *memory = true;
        return false;
    }
    copy(map->titles[title].name, entry->name);
    return true;
}

static bool add_merge(struct title_map *map, const struct title_entry *entry)
{
    size_t from = find_id(map, entry->id);
    size_t into = find_id(map, entry->into);
    if (from == map->count || into == map->count || map->titles[from].target != from ||
        map->titles[into].target != into || from == into) {
        return false;
    }
    for (size_t i = 0; i < map->count; i++) {
        map->titles[i].target = map->titles[i].target == from ? into : map->titles[i].target;
    }
    return true;
}

bool title_map_add(struct title_map *map, struct span body, bool *memory)
{
    struct title_entry entry;
    *memory = false;
    map->entries++;
    if (!title_entry_read(body, &entry)) {
        return false;
    }
    return entry.name.len > 0 ? add_name(map, &entry, memory) : add_merge(map, &entry);
}

void title_map_release(struct title_map *map)
{
    if (map->allocator) {
        mem_free(map->allocator, map->titles);
        mem_free(map->allocator, map->names);
    }
    *map = (struct title_map){.allocator = NULL};
}
