/* Titles, people and places of a BG Stats file: records of a fixed size in order of id, and one run of texts. */
#include "wire/bgstats_known.h"

#include "service/plays.h"
#include "wire/foreign_messages.h"

#include <stdlib.h>

#include "base/banned.h"

const char *const bgstats_lists[KNOWN_LISTS] = {"games", "players", "locations"};

void bgstats_known_init(struct bgstats_known *known, const struct allocator *allocator)
{
    *known = (struct bgstats_known){.allocator = allocator};
    arena_init(&known->memory, allocator, 1 << 16);
    strbuf_init(&known->texts, allocator, KNOWN_BYTES);
}

void bgstats_known_release(struct bgstats_known *known)
{
    if (known->allocator) {
        arena_release(&known->memory);
        strbuf_release(&known->texts);
        for (int i = 0; i < KNOWN_LISTS; i++) {
            mem_free(known->allocator, known->list[i].things);
        }
    }
    *known = (struct bgstats_known){.allocator = NULL};
}

/* ---- one of them ---- */

struct thing_fields {
    int64_t id, bgg;
    struct span uuid, name, bgg_name;
    bool together, highest, no_points, teams, anonymous;
    json_t *meta;
};

#define AT(member) offsetof(struct thing_fields, member)
#define COMMON                                                                                               \
    {"id", FIELD_NEEDED, AT(id), -SPAN_INT_MAX, SPAN_INT_MAX}, {"uuid", FIELD_TEXT, AT(uuid), 0, PLAY_TEXT}, \
    {                                                                                                        \
        "name", FIELD_TEXT, AT(name), 0, FIELD_NAME                                                          \
    }

static const struct json_field GAME[] = {
    COMMON,
    {"bggName", FIELD_TEXT, AT(bgg_name), 0, FIELD_NAME},
    {"bggId", FIELD_NUMBER, AT(bgg), 0, SPAN_INT_MAX},
    {"cooperative", FIELD_FLAG, AT(together), 0, 0},
    {"highestWins", FIELD_FLAG, AT(highest), 0, 0},
    {"noPoints", FIELD_FLAG, AT(no_points), 0, 0},
    {"usesTeams", FIELD_FLAG, AT(teams), 0, 0},
};
static const struct json_field PLAYER[] = {
    COMMON,
    {"isAnonymous", FIELD_FLAG, AT(anonymous), 0, 0},
    {"metaData", FIELD_INNER, AT(meta), 0, 0},
};
static const struct json_field LOCATION[] = {COMMON};

static const struct {
    const struct json_field *fields;
    size_t count;
} TABLES[KNOWN_LISTS] = {
    {GAME, sizeof(GAME) / sizeof(GAME[0])},
    {PLAYER, sizeof(PLAYER) / sizeof(PLAYER[0])},
    {LOCATION, sizeof(LOCATION) / sizeof(LOCATION[0])},
};

static enum err add_thing(struct bgstats_known *known, enum known_list list, const struct thing_fields *fields,
                          const struct field_place *place, struct error *error)
{
    struct span name = fields->name.len > 0 ? fields->name : fields->bgg_name;
    size_t at = known->texts.len;
    size_t count = known->list[list].count;
    struct known_thing *things =
        mem_more(known->allocator, known->list[list].things, count, &known->list[list].room, sizeof(*things));
    if (!things) {
        return error_raise(error, &MSG_MEMORY);
    }
    known->list[list].things = things;
    if (fields->uuid.len + name.len > KNOWN_BYTES - at) {
        enum err err = error_raise_int(error, &FOREIGN_MSG_NAMES, KNOWN_BYTES);
        field_place_into(place, error);
        return err;
    }
    strbuf_add_span(&known->texts, fields->uuid);
    strbuf_add_span(&known->texts, name);
    if (!strbuf_ok(&known->texts)) {
        return error_raise(error, &MSG_MEMORY);
    }
    unsigned flags = (fields->together ? KNOWN_TOGETHER : 0u) | (fields->highest ? 0u : KNOWN_LOWEST) |
                     (fields->no_points ? KNOWN_NO_POINTS : 0u) | (fields->teams ? KNOWN_TEAMS : 0u) |
                     (fields->anonymous ? KNOWN_ANONYMOUS : 0u);
    things[count] = (struct known_thing){.id = fields->id,
                                         .bgg = fields->bgg,
                                         .at = at,
                                         .line = place->line,
                                         .column = place->column,
                                         .uuid_len = (uint16_t)fields->uuid.len,
                                         .name_len = (uint16_t)name.len,
                                         .flags = flags};
    known->list[list].count++;
    return ERR_OK;
}

static enum err read_thing(struct bgstats_known *known, enum known_list list, const json_t *tree,
                           const struct field_place *place, struct error *error)
{
    struct thing_fields fields = {.highest = true};
    bool memory = false;
    arena_clear(&known->memory);
    enum err err = fields_read(tree, TABLES[list].fields, TABLES[list].count, place, &known->memory, &fields, error);
    if (err != ERR_OK) {
        return err;
    }
    json_t *meta = fields.meta ? field_inner(fields.meta, &memory) : NULL;
    fields.anonymous = fields.anonymous || field_inner_flag(meta, "isNpc");
    json_decref(meta);
    return memory ? error_raise(error, &MSG_MEMORY) : add_thing(known, list, &fields, place, error);
}

enum err bgstats_known_add(struct bgstats_known *known, enum known_list list, struct span text,
                           const struct field_place *place, struct error *error)
{
    json_t *tree = NULL;
    if (known->list[list].count >= PLAYS_KNOWN) {
        enum err err = error_raise_span(error, &FOREIGN_MSG_MANY, span_from(bgstats_lists[list]));
        error_add_int(error, PLAYS_KNOWN);
        field_place_into(place, error);
        return err;
    }
    enum err err = field_tree(text, place, &tree, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_thing(known, list, tree, place, error);
    json_decref(tree);
    return err;
}

/* ---- all of them ---- */

static int by_id(const void *a, const void *b)
{
    const struct known_thing *one = a;
    const struct known_thing *other = b;
    if (one->id != other->id) {
        return one->id < other->id ? -1 : 1;
    }
    if (one->line != other->line) {
        return one->line < other->line ? -1 : 1;
    }
    return one->column < other->column ? -1 : one->column > other->column;
}

enum err bgstats_known_sort(struct bgstats_known *known, struct error *error)
{
    for (int i = 0; i < KNOWN_LISTS; i++) {
        struct known_thing *things = known->list[i].things;
        size_t count = known->list[i].count;
        if (count > 1) {
            qsort(things, count, sizeof(*things), by_id);
        }
        for (size_t k = 1; k < count; k++) {
            if (things[k].id == things[k - 1].id) {
                char path[ERROR_ARG_SIZE];
                struct strbuf out;
                strbuf_wrap(&out, path, sizeof(path));
                strbuf_add(&out, bgstats_lists[i]);
                strbuf_add(&out, "[].id ");
                strbuf_int(&out, things[k].id);
                enum err err = error_raise_span(error, &FOREIGN_MSG_TWICE, strbuf_span(&out));
                error->line = things[k].line;
                error->column = things[k].column;
                return err;
            }
        }
    }
    return ERR_OK;
}

const struct known_thing *bgstats_known_find(const struct bgstats_known *known, enum known_list list, int64_t id)
{
    const struct known_thing *things = known->list[list].things;
    size_t low = 0;
    size_t high = known->list[list].count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (things[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < known->list[list].count && things[low].id == id ? &things[low] : NULL;
}

struct span bgstats_known_uuid(const struct bgstats_known *known, const struct known_thing *thing)
{
    return span_of(strbuf_text(&known->texts) + thing->at, thing->uuid_len);
}

struct span bgstats_known_name(const struct bgstats_known *known, const struct known_thing *thing)
{
    return span_of(strbuf_text(&known->texts) + thing->at + thing->uuid_len, thing->name_len);
}
