/*
 * Files of BG Stats: the whole backup and single plays (.bgsplay) have one shape, an object of lists, in any order. The
 * first reading checks every byte, keeps what plays refer to and where the lists of plays and of deleted things begin; after
 * that plays are read from there, one at a time.
 */
#include "wire/bgstats.h"

#include "base/fnv.h"
#include "wire/bgstats_play.h"
#include "wire/bgstats_scan.h"
#include "wire/foreign_messages.h"
#include "wire/foreign_source.h"

#include "base/banned.h"

enum { TOP_KEYS = 64, PLAY_MEMORY = 8 << 20 };

/* The lists that are read a second time. */
enum section { SECTION_PLAYS, SECTION_DELETED, SECTIONS };
static const char *const SECTION_NAMES[SECTIONS] = {"plays", "deletedObjects"};

struct bgstats {
    const struct allocator *allocator;
    struct foreign_source source;
    struct bgstats_known known;
    struct {
        bool there;
        struct scan_place begin; /* behind its bracket */
    } section[SECTIONS];
    uint64_t seen[TOP_KEYS]; /* hashes of the names at the top */
    size_t seen_count;
    struct json_scan scan;
    int at;         /* the section that is read; SECTIONS: none is left */
    bool open;      /* `scan` is in it */
    bool first;     /* nothing of it was read */
    uint64_t index; /* of its next element */
    json_t *tree;   /* what the last play borrows from, with `memory` */
    struct arena memory;
};

static void forget_play(struct bgstats *file)
{
    json_decref(file->tree);
    file->tree = NULL;
    arena_clear(&file->memory);
}

static void release(void *context)
{
    struct bgstats *file = context;
    json_decref(file->tree);
    arena_release(&file->memory);
    json_scan_release(&file->scan);
    bgstats_known_release(&file->known);
    mem_free(file->allocator, file);
}

/* ---- the first reading ---- */

static void place_at(const struct scan_element *element, struct error *error)
{
    error->line = element->line;
    error->column = element->column;
}

/* A name of the top: refused when it was there before. */
static enum err check_key(struct bgstats *file, const struct scan_element *where, struct span key, struct error *error)
{
    uint64_t hash = fnv_add(FNV_START, key);
    for (size_t i = 0; i < file->seen_count; i++) {
        if (file->seen[i] == hash) {
            enum err err = error_raise_span(error, &FOREIGN_MSG_TWICE, key);
            place_at(where, error);
            return err;
        }
    }
    if (file->seen_count == TOP_KEYS) {
        enum err err = error_raise_int(error, &FOREIGN_MSG_KEYS, TOP_KEYS);
        place_at(where, error);
        return err;
    }
    file->seen[file->seen_count++] = hash;
    return ERR_OK;
}

static enum err refuse_large(const char *list, uint64_t index, const struct scan_element *item, struct error *error)
{
    struct field_place place = {.list = list, .index = index, .line = item->line, .column = item->column};
    enum err err = field_raise(&place, NULL, &FOREIGN_MSG_ELEMENT, error);
    error_add_int(error, SCAN_ELEMENT);
    return err;
}

static enum err read_known(struct bgstats *file, enum known_list list, struct error *error)
{
    struct scan_element item;
    bool first = true;
    uint64_t index = 0;
    enum err err;
    while ((err = json_scan_item(&file->scan, &first, &item, error)) == ERR_OK) {
        struct field_place place = {
            .list = bgstats_lists[list], .index = index, .line = item.line, .column = item.column};
        if (item.overflow) {
            return refuse_large(bgstats_lists[list], index, &item, error);
        }
        err = bgstats_known_add(&file->known, list, item.text, &place, error);
        if (err != ERR_OK) {
            return err;
        }
        index++;
    }
    return err == ERR_END ? ERR_OK : err;
}

/* What a name of the top leads to. */
static enum err read_section(struct bgstats *file, struct span key, struct error *error)
{
    for (int i = 0; i < KNOWN_LISTS; i++) {
        if (span_is(key, bgstats_lists[i])) {
            enum err err = json_scan_enter(&file->scan, '[', bgstats_lists[i], &FOREIGN_A_LIST, error);
            return err == ERR_OK ? read_known(file, (enum known_list)i, error) : err;
        }
    }
    for (int i = 0; i < SECTIONS; i++) {
        if (span_is(key, SECTION_NAMES[i])) {
            struct scan_element item;
            bool first = true;
            enum err err = json_scan_enter(&file->scan, '[', SECTION_NAMES[i], &FOREIGN_A_LIST, error);
            file->section[i].there = true;
            file->section[i].begin = json_scan_place(&file->scan);
            while (err == ERR_OK) {
                err = json_scan_item(&file->scan, &first, &item, error);
            }
            return err == ERR_END ? ERR_OK : err;
        }
    }
    return json_scan_pass(&file->scan, error);
}

/* A name with escapes in it, as it is meant; a new reference. */
static enum err plain_key(const struct scan_element *key, json_t **tree, struct error *error)
{
    struct field_place place = {.list = "", .line = key->line, .column = key->column};
    return field_tree(span_of(key->text.ptr - 1, key->text.len + 2), &place, tree, error); /* with its quotes */
}

static enum err read_key(struct bgstats *file, const struct scan_element *key, struct error *error)
{
    json_t *tree = NULL;
    char name[ERROR_ARG_SIZE];
    struct span text = key->text;
    if (key->overflow || text.len >= sizeof(name)) {
        enum err err = error_raise_span(error, &FOREIGN_MSG_LONG, text);
        error_add_int(error, (int64_t)sizeof(name) - 1);
        place_at(key, error);
        return err;
    }
    if (memchr(text.ptr, '\\', text.len)) {
        enum err err = plain_key(key, &tree, error);
        if (err != ERR_OK) {
            return err;
        }
        text = span_of(json_string_value(tree), json_string_length(tree));
    }
    memcpy(name, text.ptr, text.len); /* the window goes on: escapes are never shorter than what they mean */
    text = span_of(name, text.len);
    json_decref(tree);
    enum err err = check_key(file, key, text, error);
    return err == ERR_OK ? read_section(file, text, error) : err;
}

static enum err read_through(struct bgstats *file, struct error *error)
{
    struct scan_element key;
    bool first = true;
    enum err err = json_scan_begin(&file->scan, error);
    if (err != ERR_OK) {
        return err;
    }
    err = json_scan_enter(&file->scan, '{', NULL, &FOREIGN_AN_OBJECT, error);
    while (err == ERR_OK) {
        err = json_scan_key(&file->scan, &first, &key, error);
        if (err == ERR_OK) {
            err = read_key(file, &key, error);
        }
    }
    if (err != ERR_END) {
        return err;
    }
    err = json_scan_end(&file->scan, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!file->section[SECTION_PLAYS].there) {
        err = error_raise(error, &FOREIGN_MSG_NO_PLAYS);
        error->line = 1;
        error->column = 1;
        return err;
    }
    return bgstats_known_sort(&file->known, error);
}

/* ---- plays, one at a time ---- */

static enum err rewind_plays(void *context, struct error *error)
{
    struct bgstats *file = context;
    (void)error;
    forget_play(file);
    json_scan_release(&file->scan);
    file->at = 0;
    file->open = false;
    return ERR_OK;
}

/* The next element of the section that is read; ERR_END: there is none in any. */
static enum err next_item(struct bgstats *file, struct scan_element *item, struct error *error)
{
    while (file->at < SECTIONS) {
        if (!file->section[file->at].there) {
            file->at++;
            continue;
        }
        if (!file->open) {
            struct scan_place begin = file->section[file->at].begin;
            json_scan_release(&file->scan);
            json_scan_init(&file->scan, foreign_source_at(&file->source, begin.offset), file->allocator, begin, 2);
            file->open = true;
            file->first = true;
            file->index = 0;
        }
        enum err err = json_scan_item(&file->scan, &file->first, item, error);
        if (err == ERR_OK) {
            file->index++;
            return ERR_OK;
        }
        file->open = false;
        file->at = err == ERR_END ? file->at + 1 : SECTIONS;
        if (err != ERR_END) {
            return err_is_fatal(err) ? err : error_raise(error, &FOREIGN_MSG_CHANGED);
        }
    }
    return ERR_END;
}

struct deleted_fields {
    struct span uuid, type;
};
static const struct json_field DELETED[] = {
    {"uuid", FIELD_TEXT, offsetof(struct deleted_fields, uuid), 0, PLAY_TEXT},
    {"objectType", FIELD_TEXT, offsetof(struct deleted_fields, type), 0, PLAY_TEXT},
};

/* ERR_END: it was not a play that was deleted. */
static enum err read_deleted(struct bgstats *file, const struct field_place *place, struct play *play,
                             struct error *error)
{
    struct deleted_fields fields = {.uuid = {NULL, 0}};
    enum err err =
        fields_read(file->tree, DELETED, sizeof(DELETED) / sizeof(DELETED[0]), place, &file->memory, &fields, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!span_is_nocase(fields.type, "play")) {
        return ERR_END;
    }
    if (fields.uuid.len == 0) {
        return field_raise(place, "uuid", &FOREIGN_MSG_MISSING, error);
    }
    *play = (struct play){.line = place->line, .column = place->column, .id = fields.uuid, .deleted = true};
    return ERR_OK;
}

static enum err next_play(void *context, struct play *play, struct error *error)
{
    struct bgstats *file = context;
    struct scan_element item;
    enum err err = ERR_END;
    do {
        forget_play(file);
        err = next_item(file, &item, error);
        if (err != ERR_OK) {
            return err;
        }
        const char *list = SECTION_NAMES[file->at];
        struct field_place place = {.list = list, .index = file->index - 1, .line = item.line, .column = item.column};
        if (item.overflow) {
            return refuse_large(list, place.index, &item, error);
        }
        err = field_tree(item.text, &place, &file->tree, error);
        if (err == ERR_OK) {
            err = file->at == SECTION_PLAYS
                      ? bgstats_play_read(file->tree, &file->known, &place, &file->memory, play, error)
                      : read_deleted(file, &place, play, error);
        }
    } while (err == ERR_END);
    return err;
}

enum err bgstats_open_stepped(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                              size_t step, struct error *error)
{
    struct bgstats *file = mem_new(allocator, 1, sizeof(*file));
    if (!file) {
        return error_raise(error, &MSG_MEMORY);
    }
    file->allocator = allocator;
    file->source = (struct foreign_source){.spool = spool, .step = step};
    arena_init(&file->memory, allocator, PLAY_MEMORY);
    bgstats_known_init(&file->known, allocator);
    struct scan_place begin = {.line = 1};
    json_scan_init(&file->scan, foreign_source_at(&file->source, 0), allocator, begin, 0);
    enum err err = read_through(file, error);
    json_scan_release(&file->scan);
    if (err != ERR_OK) {
        release(file);
        return err;
    }
    *out = (struct foreign_reader){{PLAYS_BGSTATS, rewind_plays, next_play, file}, release};
    return ERR_OK;
}

enum err bgstats_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                      struct error *error)
{
    return bgstats_open_stepped(out, spool, allocator, 0, error);
}
