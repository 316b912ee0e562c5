/*
 * Effects as a catalogue writes them, compiled to the records that the rules
 * run. One table says which key makes which effect and what else it may have.
 */
#include "wire/catalogue_read.h"

#include "base/banned.h"

enum { DEPTH = 2 }; /* a choice or an option within another one, no deeper */

static enum err read_block(struct reading *r, const struct at *list, unsigned depth);

static enum err new_record(struct reading *r, const struct at *at, unsigned op, struct ecos_effect **out)
{
    if (r->effects == ECOS_PROGRAMS) {
        return read_raise(r, &CATALOGUE_FULL, at, NULL);
    }
    *out = &r->block->effect[r->effects++];
    **out = (struct ecos_effect){.op = (uint8_t)op, .near = THING_NONE, .of = THING_NONE, .per = 1, .amount = 1};
    return ERR_OK;
}

/* A flag of the effect. */
static enum err read_mark(const struct reading *r, const struct at *object, const char *key, unsigned flag,
                          uint8_t *flags)
{
    bool set = false;
    enum err err = read_flag(r, object, key, &set);
    *flags = (uint8_t)(*flags | (set ? flag : 0));
    return err;
}

static enum err read_place(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"place", "count", "near", NULL};
    struct at what = at_key(object, "place");
    struct at near = at_key(object, "near");
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_thing(r, &what, &e->what) : err;
    err = err == ERR_OK ? read_number_or(r, object, "count", 1, 4, 1, &e->amount) : err;
    return err == ERR_OK && near.value ? read_thing(r, &near, &e->near) : err;
}

/* `"points": 3` or `"points": [1, 3, 6]` */
static enum err read_amount(struct reading *r, const struct at *points, struct ecos_effect *e)
{
    unsigned number = 0;
    if (!json_is_array(points->value)) {
        enum err err = read_number(r, points, 1, 60, &number);
        e->amount = (uint8_t)number;
        return err;
    }
    enum err err = read_list(r, points, 1, 20);
    e->table = (uint16_t)r->steps;
    for (size_t i = 0; err == ERR_OK && i < json_array_size(points->value); i++) {
        struct at place = at_index(points, i);
        err = read_number(r, &place, 0, 60, &number);
        if (err == ERR_OK && r->steps == ECOS_STEPS) {
            err = read_raise(r, &CATALOGUE_FULL, &place, NULL);
        }
        if (err == ERR_OK) {
            r->block->step[r->steps++] = (uint8_t)number;
            e->table_length++;
        }
    }
    return err;
}

static enum err read_points(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"points", "per", "of", "every", "cap", "everyone", NULL};
    static const char *const measures[] = {[MEASURE_FIXED] = "fixed",
                                           [MEASURE_HERD] = "herd",
                                           [MEASURE_HABITAT] = "habitat",
                                           [MEASURE_TERRITORY] = "territory",
                                           [MEASURE_ADJACENT] = "adjacent",
                                           [MEASURE_IN_HABITAT] = "in-habitat",
                                           [MEASURE_IN_TERRITORY] = "in-territory",
                                           [MEASURE_LANDSCAPE] = "landscape",
                                           [MEASURE_LARGEST] = "largest",
                                           [MEASURES] = NULL};
    struct at points = at_key(object, "points");
    struct at per = at_key(object, "per");
    struct at of = at_key(object, "of");
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_amount(r, &points, e) : err;
    err = err == ERR_OK && per.value ? read_choice(r, &per, measures, &e->measure) : err;
    err = err == ERR_OK && of.value ? read_thing(r, &of, &e->of) : err;
    err = err == ERR_OK ? read_number_or(r, object, "every", 1, 20, 1, &e->per) : err;
    err = err == ERR_OK ? read_number_or(r, object, "cap", 1, 100, 0, &e->cap) : err;
    err = err == ERR_OK ? read_mark(r, object, "everyone", EFFECT_EVERYONE, &e->flags) : err;
    if (err == ERR_OK && e->of == THING_NONE && e->measure >= MEASURE_ADJACENT) {
        err = read_raise(r, &CATALOGUE_MISSING, &of, NULL);
    }
    return err;
}

/* `"gain": "sun"`, `"cube"`, `"card"`, `"play"` */
static enum err read_gain(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"gain", "count", "everyone", NULL};
    struct at what = at_key(object, "gain");
    struct span text = {NULL, 0};
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_text(r, &what, &text) : err;
    if (err == ERR_OK) {
        e->op = span_is(text, "cube")   ? ECOS_CUBE
                : span_is(text, "card") ? ECOS_CARD
                : span_is(text, "play") ? ECOS_PLAY
                                        : ECOS_ELEMENT;
        err = e->op == ECOS_ELEMENT ? read_element(r, &what, &e->what) : ERR_OK;
    }
    err = err == ERR_OK ? read_number_or(r, object, "count", 1, 8, 1, &e->amount) : err;
    return err == ERR_OK ? read_mark(r, object, "everyone", EFFECT_EVERYONE, &e->flags) : err;
}

static enum err read_move(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"move", "steps", "count", "anywhere", NULL};
    struct at what = at_key(object, "move");
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_thing(r, &what, &e->what) : err;
    if (err == ERR_OK && e->what < THING_ANIMAL) {
        err = read_raise(r, &CATALOGUE_UNKNOWN, &what, json_string_value(what.value));
    }
    err = err == ERR_OK ? read_number_or(r, object, "steps", 1, 20, 1, &e->steps) : err;
    err = err == ERR_OK ? read_number_or(r, object, "count", 1, 8, 1, &e->amount) : err;
    return err == ERR_OK ? read_mark(r, object, "anywhere", EFFECT_ANYWHERE, &e->flags) : err;
}

static enum err read_remove(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"remove", NULL};
    struct at what = at_key(object, "remove");
    enum err err = read_object(r, object, keys);
    return err == ERR_OK ? read_thing(r, &what, &e->what) : err;
}

static enum err read_replace(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"replace", "by", NULL};
    struct at what = at_key(object, "replace");
    struct at by = at_key(object, "by");
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_thing(r, &what, &e->what) : err;
    err = err == ERR_OK ? read_thing(r, &by, &e->of) : err;
    bool terrain = e->what <= THING_WATER || e->what == THING_LAND || e->what == THING_TILE;
    if (err == ERR_OK && !terrain) {
        err = read_raise(r, &CATALOGUE_UNKNOWN, &what, json_string_value(what.value));
    }
    if (err == ERR_OK && e->of > THING_WATER) {
        err = read_raise(r, &CATALOGUE_UNKNOWN, &by, json_string_value(by.value));
    }
    return err;
}

static enum err read_pick(struct reading *r, const struct at *object, struct ecos_effect *e)
{
    static const char *const keys[] = {"pick", NULL};
    struct at what = at_key(object, "pick");
    enum err err = read_object(r, object, keys);
    return err == ERR_OK ? read_thing(r, &what, &e->what) : err;
}

/* `"choose": [[...], [...]]`: the head, its branches, each with a jump behind them all. */
// NOLINTNEXTLINE(misc-no-recursion): DEPTH bounds it
static enum err read_branches(struct reading *r, const struct at *object, unsigned depth)
{
    static const char *const keys[] = {"choose", NULL};
    struct at list = at_key(object, "choose");
    struct ecos_effect *e = NULL;
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? read_list(r, &list, 2, 4) : err;
    size_t count = json_array_size(list.value);
    size_t head = r->effects;
    for (size_t i = 0; err == ERR_OK && i <= count; i++) {
        err = new_record(r, &list, i == 0 ? ECOS_CHOICE : ECOS_BRANCH, &e);
        if (err == ERR_OK && e) {
            e->amount = (uint8_t)count;
        }
    }
    size_t jump[4] = {0};
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        struct at branch = at_index(&list, i);
        r->block->effect[head + 1 + i].target = (uint16_t)r->effects;
        err = read_block(r, &branch, depth + 1);
        jump[i] = r->effects;
        err = err == ERR_OK ? new_record(r, &branch, ECOS_JUMP, &e) : err;
    }
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        r->block->effect[jump[i]].target = (uint16_t)r->effects;
    }
    return err;
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_optional(struct reading *r, const struct at *object, unsigned depth)
{
    static const char *const keys[] = {"optional", NULL};
    struct at list = at_key(object, "optional");
    struct ecos_effect *e = NULL;
    enum err err = read_object(r, object, keys);
    err = err == ERR_OK ? new_record(r, &list, ECOS_MAY, &e) : err;
    err = err == ERR_OK ? read_block(r, &list, depth + 1) : err;
    if (err == ERR_OK && e) {
        e->target = (uint16_t)r->effects;
    }
    return err;
}

static const struct kind {
    const char *key;
    uint8_t op;
    enum err (*read)(struct reading *r, const struct at *object, struct ecos_effect *e);
} KINDS_OF_EFFECT[] = {
    {"place", ECOS_PLACE, read_place}, {"points", ECOS_POINTS, read_points}, {"gain", ECOS_ELEMENT, read_gain},
    {"move", ECOS_MOVE, read_move},    {"remove", ECOS_REMOVE, read_remove}, {"replace", ECOS_REPLACE, read_replace},
    {"pick", ECOS_PICK, read_pick},
};

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_effect(struct reading *r, const struct at *object, unsigned depth)
{
    if (at_has(object, "choose") && depth < DEPTH) {
        return read_branches(r, object, depth);
    }
    if (at_has(object, "optional") && depth < DEPTH) {
        return read_optional(r, object, depth);
    }
    for (size_t i = 0; i < sizeof(KINDS_OF_EFFECT) / sizeof(KINDS_OF_EFFECT[0]); i++) {
        if (at_has(object, KINDS_OF_EFFECT[i].key)) {
            struct ecos_effect *e = NULL;
            enum err err = new_record(r, object, KINDS_OF_EFFECT[i].op, &e);
            return err == ERR_OK ? KINDS_OF_EFFECT[i].read(r, object, e) : err;
        }
    }
    return read_raise(r, &CATALOGUE_EFFECT, object, "place, points, gain, move, remove, replace, pick, choose");
}

// NOLINTNEXTLINE(misc-no-recursion)
static enum err read_block(struct reading *r, const struct at *list, unsigned depth)
{
    enum err err = read_list(r, list, 1, 8);
    for (size_t i = 0; err == ERR_OK && i < json_array_size(list->value); i++) {
        struct at object = at_index(list, i);
        err = read_effect(r, &object, depth);
    }
    return err;
}

/* From the last record to the first: what follows each. */
static enum err mark_records(const struct reading *r, const struct at *list, size_t first)
{
    bool places = false;
    bool asks = false;
    for (size_t i = r->effects; i-- > first;) {
        struct ecos_effect *e = &r->block->effect[i];
        places = places || e->op == ECOS_PLACE;
        e->flags = (uint8_t)(e->flags | (places ? EFFECT_PLACES : 0) | (asks ? 0 : EFFECT_PLACE_FREE));
        asks = asks || (e->op == ECOS_PLACE && e->near != THING_NONE) || e->op == ECOS_REMOVE || e->op == ECOS_REPLACE;
    }
    bool moved = false;
    for (size_t i = first; i < r->effects; i++) {
        const struct ecos_effect *e = &r->block->effect[i];
        moved = moved || e->op == ECOS_MOVE;
        if (moved && e->op == ECOS_PLACE && e->near != THING_NONE && e->near >= THING_ANIMAL) {
            return read_raise(r, &CATALOGUE_NEAR, list, NULL);
        }
    }
    return r->effects - first <= ECOS_PROGRAM ? ERR_OK : read_raise(r, &CATALOGUE_FULL, list, NULL);
}

enum err read_effects(struct reading *r, const struct at *list, struct ecos_card *card)
{
    struct ecos_effect *end = NULL;
    size_t first = r->effects;
    card->first = (uint16_t)first;
    enum err err = read_block(r, list, 0);
    err = err == ERR_OK ? new_record(r, list, ECOS_END, &end) : err;
    return err == ERR_OK ? mark_records(r, list, first) : err;
}
